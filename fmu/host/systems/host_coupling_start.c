/* The calls before the first step: libraries, instances, initialization. */
#define _POSIX_C_SOURCE 200809L

#include "host_coupling_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* the start is solved to this part of the tolerance */
#define HOST_COUPLING_START 1e-3

/* ---- before the first step */

static int host_coupling_load_unit(const struct host_coupling *c, struct host_member *m, struct mech_message *message)
{
	if (c->isolated_limit > 0.0) {
		m->isolated = host_isolate_start(m->unit->fmu, c->isolated_limit, message);
		return m->isolated == NULL ? -1 : 0;
	}
	/* several couplings of one system share the libraries of its units */
	return m->unit->fmu->library != NULL ? 0 : host_fmu_load(m->unit->fmu, message);
}

int host_coupling_load(struct host_coupling *c, struct mech_message *message)
{
	for (int i = 0; i < c->system->n_units; i++) {
		struct host_member *m = &c->members[i];
		host_coupling_enter_call(m, HOST_LOADING, NAN);
		if (host_coupling_load_unit(c, m, message) != 0) {
			struct mech_message old = *message;
			host_say(message, "unit '%.63s': %.400s", m->unit->name, old.text);
			return -1;
		}
		const struct host_fmu_functions *f = &m->unit->fmu->functions;
		m->can_return &= f->GetFMUstate != NULL && f->SetFMUstate != NULL && f->FreeFMUstate != NULL;
		m->interpolates &= f->SetRealInputDerivatives != NULL;
		m->derives = f->GetRealOutputDerivatives == NULL ? 0 : m->derives;
	}
	return 0;
}

/* the values that the file gives; order as written */
static int host_coupling_set_values(struct host_member *m)
{
	const struct host_system_unit *u = m->unit;
	for (int k = 0; k < u->n_settings; k++) {
		const struct host_setting *setting = &u->settings[k];
		const struct host_variable *v = &u->fmu->description.variables[setting->variable];
		union host_fmu_value value;
		struct mech_message unused;
		char what[200];
		if (host_fmu_value_given(v, setting->text, &value, &unused) != 0) {
			continue; /* was found by the reader */
		}
		if (v->type == HOST_REAL) {
			value.real = setting->factor * value.real + setting->offset;
		}
		(void)snprintf(what, sizeof what, "setting '%.120s' failed", v->name);
		if (host_coupling_check(m, host_fmu_set(u->fmu, m->component, v, &value), what, NAN) != 0) {
			host_say(&m->message, "unit '%.63s': %.150s%s%.200s", u->name, what, m->last[0] == 0 ? "" : ": ", m->last);
			return -1;
		}
	}
	return 0;
}

int host_coupling_instantiate(struct host_coupling *c)
{
	for (int i = 0; i < c->system->n_units; i++) {
		struct host_member *m = &c->members[i];
		const struct host_fmu *fmu = m->unit->fmu;
		host_coupling_enter_call(m, HOST_INSTANTIATING, NAN);
		m->component =
			m->isolated != NULL
				? host_isolate_instantiate(m->isolated, m->unit->name, &m->callbacks, c->logging)
				: fmu->functions.Instantiate(m->unit->name, fmi2CoSimulation, fmu->description.guid, fmu->resources,
		                                     &m->callbacks, fmi2False, c->logging ? fmi2True : fmi2False);
		if (m->component == NULL) {
			host_say(&m->message, "unit '%.63s' cannot be instantiated%s%.200s", m->unit->name,
			         m->last[0] == 0 ? "" : ": ", m->last);
			return -1;
		}
		host_coupling_enter_call(m, HOST_SETTING, NAN);
		if (host_coupling_set_values(m) != 0) {
			return -1;
		}
	}
	return 0;
}

int host_coupling_setup(struct host_coupling *c, int has_tolerance, double tolerance, double start, double stop)
{
	for (int i = 0; i < c->system->n_units; i++) {
		struct host_member *m = &c->members[i];
		host_coupling_enter_call(m, HOST_INITIALIZING, start);
		fmi2Status status =
			m->unit->fmu->functions.SetupExperiment(m->component, has_tolerance, tolerance, start, fmi2True, stop);
		m->time = start;
		if (host_coupling_check(m, status, "fmi2SetupExperiment failed", start) != 0) {
			return -1;
		}
		/* some units forget there what was set before */
		host_coupling_enter_call(m, HOST_SETTING, start);
		if (host_coupling_set_values(m) != 0) {
			return -1;
		}
	}
	return 0;
}

int host_coupling_enter(struct host_coupling *c)
{
	for (int i = 0; i < c->system->n_units; i++) {
		struct host_member *m = &c->members[i];
		host_coupling_enter_call(m, HOST_INITIALIZING, m->time);
		if (host_coupling_give_parameters(c, m) != 0 ||
		    host_coupling_check(m, m->unit->fmu->functions.EnterInitializationMode(m->component),
		                        "initialization failed", m->time) != 0) {
			return -1;
		}
	}
	return 0;
}

/* ---- the start: values go round until they fit */

/* all outputs, then all inputs, units in their order; *changed: some output did */
static int host_coupling_exchange(struct host_coupling *c, int *changed)
{
	for (int i = 0; i < c->system->n_units; i++) {
		struct host_member *m = &c->members[c->graph.order[i]];
		if (host_coupling_give(c, m, 0.0, NULL) != 0 || host_coupling_read(c, c->graph.order[i]) != 0) {
			return -1;
		}
		for (int k = 0; k < m->n_signals; k++) {
			struct host_signal *g = &c->signals[m->first_signal + k];
			*changed |= !(g->begin == g->end);
			g->begin = g->end;
		}
	}
	return 0;
}

static int host_coupling_try(struct host_coupling *c, int unit, const struct host_newton_task *t)
{
	(void)t;
	/* in initialization mode inputs have no course: both ends are the same */
	for (int k = 0; k < c->n_signals; k++) {
		c->signals[k].begin = c->signals[k].end;
	}
	return host_coupling_give(c, &c->members[unit], 0.0, NULL) != 0 ? -1 : host_coupling_read(c, unit);
}

/* algebraic loops, group after group */
static int host_coupling_solve_loops(struct host_coupling *c, double time)
{
	const struct host_newton_task task = {host_coupling_try, time, 0.0, NULL,
	                                      HOST_COUPLING_START * c->system->algorithm.tolerance};
	for (int k = 0; k < c->graph.n_groups; k++) {
		c->newtons[k].known = 0;
		if (host_newton_solve(c, &c->newtons[k], &task) != 0) {
			struct mech_message old;
			host_say(&old, "%s", host_coupling_reason(c));
			for (int i = 0; i < c->system->n_units; i++) {
				c->members[i].message.text[0] = 0;
			}
			host_say(&c->message, "algebraic loop %.150s: %.300s", c->graph.loops[0], old.text);
			return -1;
		}
		c->newtons[k].known = 0;
	}
	for (int k = 0; k < c->n_signals; k++) {
		c->signals[k].begin = c->signals[k].end;
	}
	return 0;
}

/* slopes go round as values did: where an input passes straight through, so does its slope */
static int host_coupling_start_slopes(struct host_coupling *c, double time)
{
	for (int round = 0; round < c->system->n_units && c->system->algorithm.order > 0; round++) {
		for (int i = 0; i < c->system->n_units; i++) {
			if (host_coupling_give(c, &c->members[c->graph.order[i]], 0.0, NULL) != 0) {
				return -1;
			}
		}
		host_coupling_derive(c, time);
	}
	return 0;
}

int host_coupling_start(struct host_coupling *c, double time)
{
	/* without algebraic loops a value reaches every unit in as many rounds as there are units; values
	 * of parameters go round before, in any order */
	const int most = 2 + 2 * c->system->n_units;
	int changed = 1;
	c->stopped = NAN;
	for (int i = 0; i < c->system->n_units; i++) {
		if (host_coupling_read(c, i) != 0) {
			return -1;
		}
	}
	for (int k = 0; k < c->n_signals; k++) {
		c->signals[k].begin = c->signals[k].end;
	}
	for (int round = 0; round < most && changed; round++) {
		changed = 0;
		if (host_coupling_exchange(c, &changed) != 0) {
			return -1;
		}
	}
	if (changed && c->graph.n_loops > 0 && host_coupling_solve_loops(c, time) != 0) {
		return -1;
	}
	for (int i = 0; i < c->system->n_units; i++) {
		struct host_member *m = &c->members[i];
		host_coupling_enter_call(m, HOST_INITIALIZING, time);
		if (host_coupling_check(m, m->unit->fmu->functions.ExitInitializationMode(m->component),
		                        "initialization failed", time) != 0 ||
		    host_coupling_read(c, i) != 0) {
			return -1;
		}
	}
	for (int k = 0; k < c->n_signals; k++) {
		c->signals[k].begin = c->signals[k].end;
		c->signals[k].largest = fabs(c->signals[k].end);
	}
	c->started = 1;
	host_coupling_derive(c, time);
	return host_coupling_start_slopes(c, time);
}
