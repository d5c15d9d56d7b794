/* Outputs that are read, polynomials of inputs that are set. */
#define _POSIX_C_SOURCE 200809L

#include "host_coupling_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- outputs */

static int host_coupling_read_other(struct host_member *m, struct host_signal *g)
{
	const struct host_variable *v = &m->unit->fmu->description.variables[g->variable];
	union host_fmu_value value = {0};
	if (host_coupling_check(m, host_fmu_get(m->unit->fmu, m->component, v, &value), "reading outputs failed",
	                        m->time) != 0) {
		return -1;
	}
	if (g->type != HOST_STRING) {
		g->end = value.integer;
		return 0;
	}
	free(g->text);
	g->text = strdup(value.string == NULL ? "" : value.string);
	if (g->text == NULL) {
		host_say(&m->message, "out of memory");
		return -1;
	}
	return 0;
}

int host_coupling_read(struct host_coupling *c, int unit)
{
	struct host_member *m = &c->members[unit];
	const struct host_description *d = &m->unit->fmu->description;
	size_t n = 0;
	for (int k = 0; k < m->n_signals; k++) {
		const struct host_signal *g = &c->signals[m->first_signal + k];
		if (g->type == HOST_REAL) {
			m->references[n++] = d->variables[g->variable].reference;
		}
	}
	host_coupling_enter_call(m, HOST_READING, m->time);
	if (n > 0 && host_coupling_check(m, m->unit->fmu->functions.GetReal(m->component, m->references, n, m->numbers),
	                                 "reading outputs failed", m->time) != 0) {
		return -1;
	}
	n = 0;
	for (int k = 0; k < m->n_signals; k++) {
		struct host_signal *g = &c->signals[m->first_signal + k];
		if (g->type != HOST_REAL) {
			if (host_coupling_read_other(m, g) != 0) {
				return -1;
			}
			continue;
		}
		g->end = m->numbers[n++];
		if (!isfinite(g->end)) {
			host_say(&m->message, "unit '%.63s': '%.150s' is no finite number at time %.10g%s%.150s", m->unit->name,
			         d->variables[g->variable].name, m->time, m->last[0] == 0 ? "" : ": ", m->last);
			return -1;
		}
	}
	return 0;
}

/* derivatives of one order of all continuous outputs, as the unit has them */
static int host_coupling_read_order(struct host_coupling *c, struct host_member *m, int order)
{
	const struct host_description *d = &m->unit->fmu->description;
	size_t n = 0;
	for (int k = 0; k < m->n_signals; k++) {
		const struct host_signal *g = &c->signals[m->first_signal + k];
		if (g->continuous) {
			m->integers[n] = order;
			m->references[n++] = d->variables[g->variable].reference;
		}
	}
	host_coupling_enter_call(m, HOST_READING, m->time);
	if (n == 0 || m->unit->fmu->functions.GetRealOutputDerivatives(m->component, m->references, n, m->integers,
	                                                               m->numbers) > fmi2Warning) {
		return -1;
	}
	n = 0;
	for (int k = 0; k < m->n_signals; k++) {
		struct host_signal *g = &c->signals[m->first_signal + k];
		if (!g->continuous) {
			continue;
		}
		if (isfinite(m->numbers[n])) {
			*(order == 1 ? &g->slope : &g->curvature) = m->numbers[n] / order;
		}
		n++;
	}
	return 0;
}

/* slope and curvature from the polynomial through the last communication points, by divided
 * differences */
static void host_coupling_past(struct host_signal *g, double time)
{
	g->slope = g->curvature = 0.0;
	if (g->n_past == 0) {
		return;
	}
	const double h = time - g->past_time[0], first = (g->begin - g->past[0]) / h;
	g->slope = first;
	if (g->n_past > 1) {
		const double before = g->past_time[0] - g->past_time[1];
		g->curvature = (first - (g->past[0] - g->past[1]) / before) / (h + before);
		g->slope += g->curvature * h;
	}
}

/* all that is known at the beginning of a step, once the ends of the last one are its begins */
void host_coupling_derive(struct host_coupling *c, double time)
{
	const int order = c->system->algorithm.order;
	for (int k = 0; k < c->n_signals; k++) {
		struct host_signal *g = &c->signals[k];
		g->n_past = order == 1 && g->n_past > 1 ? 1 : g->n_past;
		host_coupling_past(g, time);
	}
	for (int i = 0; i < c->system->n_units; i++) {
		for (int p = 1; p <= order && p <= 2 && p <= c->members[i].derives; p++) {
			(void)host_coupling_read_order(c, &c->members[i], p);
		}
	}
}

/* ---- inputs */

/* After M. Benedikt and A. Hofer, "Guidelines for the application of a coupling method for
 * non-iterative co-simulation", EUROSIM 2013: the integral of an extrapolated input over a step
 * differs from that of its source by
 *
 *     integral of (u(s) - p(s)) over the step,    u the line between both ends of the source,
 *
 * which is added to the next step as a constant, with what is left of the steps before. So what
 * passes through the connection is right in the mean, and with it the energy. */
void host_coupling_owe(struct host_coupling *c, double h)
{
	for (int k = 0; k < c->n_feeds && c->system->algorithm.corrects; k++) {
		struct host_feed *f = &c->feeds[k];
		if (f->continuous && f->extrapolated) {
			const struct host_signal *g = &c->signals[f->signal];
			const double mean = f->connection->total_factor * (g->begin + g->end) / 2.0 + f->connection->total_offset;
			f->owed += h * (mean - f->used[0] - h * (f->used[1] / 2.0 + h * f->used[2] / 3.0));
		}
	}
}

/* value and derivatives of an input over the step */
static void host_coupling_polynomial(const struct host_coupling *c, const struct host_feed *f, double h, int ended,
                                     double a[3])
{
	const struct host_signal *g = &c->signals[f->signal];
	const int order = f->continuous ? c->system->algorithm.order : 0;
	a[0] = ended && order == 0 ? g->end : g->begin;
	a[1] = a[2] = 0.0;
	if (order > 0) {
		a[1] = order == 1 && ended ? (g->end - g->begin) / h : g->slope;
	}
	if (order > 1) {
		a[2] = ended ? ((g->end - g->begin) / h - g->slope) / h : g->curvature;
	}
	for (int p = 0; p < 3; p++) {
		a[p] *= f->connection->total_factor;
	}
	a[0] += f->connection->total_offset;
	a[0] += h > 0.0 && !ended ? f->owed / h : 0.0;
}

/* *value by the map of a connection, if it has one. -1 after a message: the map has no such
 * value */
static int host_coupling_translate(struct host_member *m, const struct host_connection *k, double *value)
{
	for (int i = 0; i < k->n_translations; i++) {
		if (k->translations[i].from == *value) {
			*value = k->translations[i].to;
			return 0;
		}
	}
	if (k->n_translations > 0) {
		host_say(&m->message, "unit '%.63s': the map of values for '%.120s' has no entry for %.10g at time %.10g",
		         m->unit->name, k->to.name, *value, m->time);
		return -1;
	}
	return 0;
}

/* a value that is held: Integer, Boolean, String, or from outside */
static int host_coupling_hold(struct host_coupling *c, struct host_member *m, struct host_feed *f, int ended)
{
	const struct host_variable *v = &m->unit->fmu->description.variables[f->connection->to.variable];
	const struct host_signal *g = f->signal < 0 ? NULL : &c->signals[f->signal];
	const struct host_outside *o = f->outside < 0 ? NULL : &c->outside[f->outside];
	union host_fmu_value value = {0};
	char what[200];
	if (o != NULL ? !o->given : g == NULL) {
		return 0;
	}
	double number = o != NULL ? o->number : ended ? g->end : g->begin;
	if (f->connection->sets_parameter && c->started && (v->variability != HOST_TUNABLE || number == f->parameter)) {
		return 0;
	}
	f->parameter = number;
	if (host_coupling_translate(m, f->connection, &number) != 0) {
		return -1;
	}
	if (v->type == HOST_STRING) {
		const char *text = o != NULL ? o->text : g->text;
		value.string = text == NULL ? "" : text;
	} else if (v->type == HOST_REAL) {
		value.real = f->connection->total_factor * number + f->connection->total_offset;
	} else {
		value.integer = (fmi2Integer)number;
	}
	(void)snprintf(what, sizeof what, "setting '%.120s' failed", v->name);
	return host_coupling_check(m, host_fmu_set(m->unit->fmu, m->component, v, &value), what, m->time);
}

/* parameters from outside of the system: many units use them when they enter initialization mode */
int host_coupling_give_parameters(struct host_coupling *c, struct host_member *m)
{
	int status = 0;
	for (int k = 0; k < m->n_feeds && status == 0; k++) {
		struct host_feed *f = &c->feeds[m->first_feed + k];
		if (f->connection->sets_parameter && f->outside >= 0) {
			status = host_coupling_hold(c, m, f, 0);
		}
	}
	return status;
}

/* derivatives of order p of the continuous inputs; m->references holds their n references */
static int host_coupling_give_order(struct host_coupling *c, struct host_member *m, double h, const int *ended, int p,
                                    size_t n)
{
	size_t i = 0;
	for (int k = 0; k < m->n_feeds; k++) {
		const struct host_feed *f = &c->feeds[m->first_feed + k];
		double a[3];
		if (f->continuous) {
			host_coupling_polynomial(c, f, h, ended != NULL && ended[c->signals[f->signal].unit], a);
			m->integers[i] = p;
			m->numbers[i++] = p * a[p];
		}
	}
	return host_coupling_check(
		m, m->unit->fmu->functions.SetRealInputDerivatives(m->component, m->references, n, m->integers, m->numbers),
		"setting derivatives of inputs failed", m->time);
}

/* the inputs of a unit for a step of h */
int host_coupling_give(struct host_coupling *c, struct host_member *m, double h, const int *ended)
{
	const struct host_description *d = &m->unit->fmu->description;
	const int order = c->system->algorithm.order;
	size_t n = 0;
	host_coupling_enter_call(m, HOST_SETTING, m->time);
	for (int k = 0; k < m->n_feeds; k++) {
		struct host_feed *f = &c->feeds[m->first_feed + k];
		const int source_ended = ended != NULL && f->signal >= 0 && ended[c->signals[f->signal].unit];
		double a[3];
		if (!f->continuous) {
			if (host_coupling_hold(c, m, f, source_ended) != 0) {
				return -1;
			}
			continue;
		}
		host_coupling_polynomial(c, f, h, source_ended, a);
		memcpy(f->used, a, sizeof f->used);
		f->extrapolated = !source_ended;
		/* who cannot interpolate gets the mean */
		m->numbers[n] = m->interpolates ? a[0] : a[0] + h * (a[1] / 2.0 + h * a[2] / 3.0);
		m->references[n++] = d->variables[f->connection->to.variable].reference;
	}
	if (n > 0 && host_coupling_check(m, m->unit->fmu->functions.SetReal(m->component, m->references, n, m->numbers),
	                                 "setting inputs failed", m->time) != 0) {
		return -1;
	}
	for (int p = 1; p <= order && n > 0 && m->interpolates && c->started; p++) {
		if (host_coupling_give_order(c, m, h, ended, p, n) != 0) {
			return -1;
		}
	}
	return 0;
}

int host_coupling_give_ends(struct host_coupling *c, struct host_member *m, double h)
{
	const struct host_description *d = &m->unit->fmu->description;
	size_t n = 0;
	if (m->interpolates || !m->passes || c->system->algorithm.order == 0) {
		return 0;
	}
	for (int k = 0; k < m->n_feeds; k++) {
		const struct host_feed *f = &c->feeds[m->first_feed + k];
		if (f->continuous) {
			m->numbers[n] = f->used[0] + h * (f->used[1] + h * f->used[2]);
			m->references[n++] = d->variables[f->connection->to.variable].reference;
		}
	}
	host_coupling_enter_call(m, HOST_SETTING, m->time);
	return host_coupling_check(m, m->unit->fmu->functions.SetReal(m->component, m->references, n, m->numbers),
	                           "setting inputs failed", m->time);
}
