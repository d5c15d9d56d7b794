/* One step of all units, and back where one of them stops early. */
#define _POSIX_C_SOURCE 200809L

#include "host_coupling_parts.h"

#include <math.h>
#include <string.h>

/* a step is tried so often, each time shorter */
enum { HOST_COUPLING_MOST_ATTEMPTS = 60 };

/* where a unit has stopped by itself. 0, or -1 where it does not say */
static int host_coupling_stopped(struct host_member *m, double time)
{
	const struct host_fmu_functions *f = &m->unit->fmu->functions;
	fmi2Boolean terminated = fmi2False;
	double reached = time;
	if (f->GetRealStatus(m->component, fmi2LastSuccessfulTime, &reached) > fmi2Warning ||
	    f->GetBooleanStatus(m->component, fmi2Terminated, &terminated) > fmi2Warning || !(reached >= time)) {
		return host_coupling_fail(m, "the step was discarded, and the unit does not say where it stopped,", time);
	}
	m->terminated = terminated != fmi2False;
	m->stopped = m->time = reached;
	return 0;
}

/* touches nothing but the unit, its inputs and its outputs */
static int host_coupling_move(struct host_coupling *c, int unit, double time, double h, const int *ended)
{
	struct host_member *m = &c->members[unit];
	m->stopped = NAN;
	/* it stopped at the end of this step before, and cannot go back */
	if (m->time > time) {
		return host_coupling_read(c, unit);
	}
	if (host_coupling_give(c, m, h, ended) != 0) {
		return -1;
	}
	host_coupling_enter_call(m, HOST_STEPPING, time);
	fmi2Status status = m->unit->fmu->functions.DoStep(m->component, time, h, m->can_return ? fmi2False : fmi2True);
	if (status == fmi2Discard) {
		return host_coupling_stopped(m, time);
	}
	if (host_coupling_check(m, status, "the step failed", time) != 0) {
		return -1;
	}
	m->time = time + h;
	return host_coupling_give_ends(c, m, h) != 0 ? -1 : host_coupling_read(c, unit);
}

/* the coupling knows what the unit met */
static void host_coupling_note(struct host_coupling *c, const struct host_member *m)
{
	if (!isnan(m->stopped)) {
		c->terminated |= m->terminated;
		c->stopped = isnan(c->stopped) ? m->stopped : fmin(c->stopped, m->stopped);
	}
}

int host_coupling_advance(struct host_coupling *c, int unit, double time, double h, const int *ended)
{
	const int status = host_coupling_move(c, unit, time, h, ended);
	host_coupling_note(c, &c->members[unit]);
	return status;
}

struct host_coupling_job {
	struct host_coupling *coupling;
	double time, h;
};

static void host_coupling_part(void *context, int unit)
{
	const struct host_coupling_job *job = context;
	/* a failure leaves a message with the unit */
	(void)host_coupling_move(job->coupling, unit, job->time, job->h, NULL);
}

int host_coupling_advance_all(struct host_coupling *c, double time, double h)
{
	struct host_coupling_job job = {c, time, h};
	c->parallel = c->team != NULL;
	if (c->child != NULL && c->parallel) {
		c->child->doing = "the step of a unit, one of those that step at once,";
		c->child->time = time;
	}
	host_team_run(c->team, c->system->n_units, host_coupling_part, &job);
	c->parallel = 0;
	int status = 0;
	for (int i = 0; i < c->system->n_units; i++) {
		status = c->members[i].message.text[0] != 0 ? -1 : status;
		host_coupling_note(c, &c->members[i]);
	}
	return status;
}

static int host_coupling_save(struct host_coupling *c, double time)
{
	for (int i = 0; i < c->system->n_units; i++) {
		struct host_member *m = &c->members[i];
		host_coupling_enter_call(m, HOST_SAVING, time);
		if (m->can_return && host_coupling_check(m, m->unit->fmu->functions.GetFMUstate(m->component, &m->saved),
		                                         "saving its state failed", time) != 0) {
			return -1;
		}
	}
	return 0;
}

int host_coupling_return(struct host_coupling *c, int unit, double time)
{
	struct host_member *m = &c->members[unit];
	host_coupling_enter_call(m, HOST_SAVING, time);
	m->time = time;
	for (int k = 0; k < m->n_feeds; k++) {
		c->feeds[m->first_feed + k].parameter = NAN; /* the state has the value from before */
	}
	return host_coupling_check(m, m->unit->fmu->functions.SetFMUstate(m->component, m->saved), "going back failed",
	                           time);
}

/* all units go back to the beginning, for a step that ends where one has stopped */
static int host_coupling_retreat(struct host_coupling *c, double time, double end)
{
	for (int i = 0; i < c->system->n_units; i++) {
		struct host_member *m = &c->members[i];
		if (m->time == time || (m->time == end && !m->can_return)) {
			continue;
		}
		if (!m->can_return) {
			host_say(&c->message,
			         "unit '%.63s' cannot go back to time %.10g, but another unit stopped at %.10g: it offers no "
			         "canGetAndSetFMUstate",
			         m->unit->name, time, end);
			return -1;
		}
		if (host_coupling_return(c, i, time) != 0) {
			return -1;
		}
	}
	return 0;
}

/* inputs at the end of the step as their sources have them now, and what passes straight through to
 * outputs: else the error of an extrapolated input stays in the outputs at the beginning of the
 * next step, which no shorter step would mend */
static int host_coupling_refresh(struct host_coupling *c)
{
	for (int i = 0; i < c->system->n_units; i++) {
		const int unit = c->graph.order[i];
		struct host_member *m = &c->members[unit];
		if (host_coupling_give(c, m, 0.0, NULL) != 0 || host_coupling_read(c, unit) != 0) {
			return -1;
		}
		for (int k = m->first_signal; k < m->first_signal + m->n_signals; k++) {
			c->signals[k].begin = c->signals[k].end;
		}
	}
	return 0;
}

/* the ends become the begins of the next step */
static int host_coupling_accept(struct host_coupling *c, double time, double end)
{
	for (int k = 0; k < c->n_signals; k++) {
		struct host_signal *g = &c->signals[k];
		g->past[1] = g->past[0];
		g->past_time[1] = g->past_time[0];
		g->past[0] = g->begin;
		g->past_time[0] = time;
		g->n_past = g->n_past < 2 ? g->n_past + 1 : 2;
		g->begin = g->end;
		g->largest = fmax(g->largest, fabs(g->end));
	}
	if (c->system->algorithm.adaptive && !host_coupling_goes_back(c->method->name) && host_coupling_refresh(c) != 0) {
		return -1;
	}
	host_coupling_derive(c, end);
	return 0;
}

/* whether every unit can go back, so that a step may be tried */
static int host_coupling_may_try(const struct host_coupling *c)
{
	for (int i = 0; i < c->system->n_units; i++) {
		if (!c->members[i].can_return) {
			return 0;
		}
	}
	return 1;
}

/* a step that all units have made: 0 where it stays, else the shorter one to try instead */
static double host_coupling_judge(struct host_coupling *c, double time, double h)
{
	const struct host_algorithm *a = &c->system->algorithm;
	if (!a->adaptive) {
		return 0.0;
	}
	/* before anything has moved, the first trial shows how large values will be */
	for (int k = 0; k < c->n_signals && !c->has_moved; k++) {
		c->signals[k].largest = fmax(c->signals[k].largest, fabs(c->signals[k].end));
	}
	c->has_moved = 1;
	const double error = host_coupling_error(c, h);
	c->next = error > 0.0 ? host_coupling_next(c, h, error) : fmin(2.0 * h, a->largest_step);
	if (error <= a->tolerance) {
		return 0.0;
	}
	if (host_coupling_may_try(c) && c->next < h && time + c->next > time) {
		return c->next;
	}
	c->n_missed++;
	return 0.0;
}

/* the step to try after this one: 0: none, it is done; -1 after a message */
static double host_coupling_attempt(struct host_coupling *c, double time, double h, double *end)
{
	const struct host_algorithm *a = &c->system->algorithm;
	c->stopped = NAN;
	const int status = c->method->step(c, time, h);
	*end = time;
	if (status < 0 || (status > 0 && !(a->adaptive && host_coupling_may_try(c) && h / 4.0 >= a->smallest_step))) {
		return -1.0;
	}
	if (status > 0) {
		return h / 4.0;
	}
	if (isnan(c->stopped)) {
		return host_coupling_judge(c, time, h);
	}
	*end = c->stopped;
	return c->stopped == time ? h / 2.0 : c->stopped - time;
}

/* says why no step is short enough; -1 */
static int host_coupling_give_up(struct host_coupling *c, double time)
{
	for (int i = 0; i < c->system->n_units; i++) {
		if (c->members[i].stopped == time) {
			return host_coupling_fail(&c->members[i], "the step was discarded without any progress, however short,",
			                          time);
		}
	}
	const struct mech_message why = c->message;
	host_say(&c->message, "no step from time %.10g is short enough%s%.450s", time, why.text[0] == 0 ? "" : ": ",
	         why.text);
	return -1;
}

int host_coupling_step(struct host_coupling *c, double time, double h, double *reached)
{
	*reached = time;
	c->message.text[0] = 0; /* of a step that was repeated */
	if (c->system->n_units > 1 && host_coupling_save(c, time) != 0) {
		return -1;
	}
	for (int attempt = 0; attempt < HOST_COUPLING_MOST_ATTEMPTS && time + h > time; attempt++) {
		double end;
		const double next = host_coupling_attempt(c, time, h, &end);
		if (next < 0.0) {
			return -1;
		}
		if (next == 0.0) {
			host_power_add(c, &c->powers, h);
			host_coupling_owe(c, h);
			*reached = time + h;
			return host_coupling_accept(c, time, time + h);
		}
		if (c->terminated && end == time) {
			return 0;
		}
		h = next;
		if (host_coupling_retreat(c, time, end) != 0) {
			return -1;
		}
	}
	return host_coupling_give_up(c, time);
}

int host_coupling_terminate(struct host_coupling *c)
{
	for (int i = 0; i < c->system->n_units; i++) {
		struct host_member *m = &c->members[i];
		host_coupling_enter_call(m, HOST_TERMINATING, m->time);
		if (host_coupling_check(m, m->unit->fmu->functions.Terminate(m->component), "fmi2Terminate failed", m->time) !=
		    0) {
			return -1;
		}
	}
	return 0;
}
