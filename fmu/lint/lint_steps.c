/* Steps: the default experiment, steps of different lengths, and requests at the edge of what is
 * allowed. */
#define _XOPEN_SOURCE 700

#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "lint_unit.h"

/* ---- what a unit must leave alone */

struct lint_surroundings {
	char locale[256], folder[HOST_PATH_SIZE];
	int rounding;
	struct sigaction actions[4];
};

static const int lint_signals[4] = {SIGFPE, SIGSEGV, SIGINT, SIGTERM};

static struct lint_surroundings *lint_look_around(struct lint_unit *u)
{
	struct lint_surroundings *s = lint_take(u, 1, sizeof *s);
	const char *locale = setlocale(LC_ALL, NULL);
	(void)snprintf(s->locale, sizeof s->locale, "%s", locale == NULL ? "" : locale);
	if (getcwd(s->folder, sizeof s->folder) == NULL) {
		s->folder[0] = 0;
	}
	s->rounding = fegetround();
	for (int k = 0; k < 4; k++) {
		(void)sigaction(lint_signals[k], NULL, &s->actions[k]);
	}
	return s;
}

static void lint_compare_surroundings(struct lint_unit *u, const struct lint_surroundings *before)
{
	const struct lint_surroundings *after = lint_look_around(u);
	const char *what = NULL;
	if (strcmp(before->locale, after->locale) != 0) {
		what = "locale";
	} else if (strcmp(before->folder, after->folder) != 0) {
		what = "working directory";
	} else if (before->rounding != after->rounding) {
		what = "rounding mode";
	}
	for (int k = 0; k < 4 && what == NULL; k++) {
		what = before->actions[k].sa_handler != after->actions[k].sa_handler ? "handling of signals" : NULL;
	}
	lint_looked(u);
	if (what != NULL) {
		lint_tell(u, LINT_WARNING, "process-changed", "",
		          "the unit has changed the %s of the process, which belongs to the importer", what);
	}
}

/* ---- runs */

/* values that cannot be right at the end of a step; their number */
static int lint_steps_judge(struct lint_unit *u, const struct lint_row *row, double time)
{
	int n_wrong = 0;
	for (int k = 0; k < u->n_samples; k++) {
		const struct host_variable *v = &u->fmu.description.variables[u->samples[k]];
		const union host_fmu_value *value = &row->values[k];
		int output = v->causality == HOST_OUTPUT;
		if (v->type == HOST_STRING && value->string == NULL) {
			lint_tell(u, LINT_ERROR, "string-null", "fmi2GetString", "'%.80s' is NULL", v->name);
			n_wrong++;
		}
		if (v->type != HOST_REAL) {
			continue;
		}
		if (!isfinite(value->real)) {
			lint_tell(u, output ? LINT_ERROR : LINT_WARNING, "value-not-finite", "fmi2GetReal",
			          "'%.80s' is %g at time %.10g", v->name, value->real, time);
			n_wrong++;
		} else if (output && (value->real < v->min || value->real > v->max)) {
			lint_tell(u, LINT_WARNING, "value-outside-range", "fmi2GetReal",
			          "output '%.80s' is %.10g at time %.10g, outside its min and max", v->name, value->real, time);
			n_wrong++;
		} else if (v->causality == HOST_INDEPENDENT && fabs(value->real - time) > 1e-9 * fmax(1.0, fabs(time))) {
			lint_tell(
				u, LINT_ERROR, "time-differs", "fmi2DoStep",
				"'%.80s' is %.17g at the communication point %.17g; values have to be those of the end of the step",
				v->name, value->real, time);
			n_wrong++;
		}
	}
	return n_wrong;
}

/* steps to the given points. 0 when the run could be made, or the unit wished to end */
static int lint_steps_along(struct lint_instance *i, int n, const double *times)
{
	struct lint_unit *u = i->unit;
	int n_wrong = 0;
	for (int k = 0; k < n; k++) {
		fmi2Status status = lint_step_between(i, times[k], times[k + 1]);
		struct lint_row row = {0};
		if (status == fmi2Discard) {
			lint_tell(u, LINT_NOTE, "run-ends-early", "", "the unit ends the run itself at time %.10g", times[k]);
			return 0;
		}
		if (status != fmi2OK || lint_read(i, &row) != 0) {
			return -1;
		}
		/* one time is enough */
		if (n_wrong == 0) {
			n_wrong = lint_steps_judge(u, &row, times[k + 1]);
		}
	}
	return 0;
}

static struct lint_instance *lint_steps_begin(struct lint_unit *u, double stop)
{
	struct lint_instance *i = lint_begin(u, LINT_INSTANTIATED);
	if (i == NULL) {
		return NULL;
	}
	if (!lint_good(u, LINT_CALL(i, SetupExperiment, i->component, fmi2False, 0.0, u->start, fmi2True, stop)) ||
	    !lint_good(u, LINT_CALL(i, EnterInitializationMode, i->component))) {
		lint_free_instance(i);
		return NULL;
	}
	i->state = LINT_INITIALIZING;
	if (!lint_good(u, LINT_CALL(i, ExitInitializationMode, i->component))) {
		lint_free_instance(i);
		return NULL;
	}
	i->state = LINT_STEPPING;
	return i;
}

/* the default experiment in 50 steps, a whole number of the unit's own ones */
static void lint_steps_experiment(struct lint_unit *u)
{
	double times[LINT_STEPS + 1] = {u->start};
	double step = u->step * fmax(1.0, floor((u->stop - u->start) / (LINT_STEPS * u->step) + 0.5));
	int n = (int)fmin(LINT_STEPS, floor((u->stop - u->start) / step * (1.0 + 1e-9)));
	/* summed up as importers do, so that the last point misses the stop time by rounding */
	for (int k = 0; k < n; k++) {
		times[k + 1] = times[k] + step;
	}
	struct lint_instance *i = lint_steps_begin(u, u->start + n * step);
	if (i != NULL && lint_steps_along(i, n, times) == 0) {
		(void)lint_good(u, LINT_CALL(i, Terminate, i->component));
	}
	lint_free_instance(i);
}

static void lint_steps_uneven(struct lint_unit *u)
{
	static const double lengths[] = {1.0, 0.25, 0.5, 1.0 / 3.0, 0.015625, 1.5};
	enum { N = 2 * sizeof lengths / sizeof lengths[0] };
	double times[N + 1] = {u->start};
	for (int k = 0; k < N; k++) {
		times[k + 1] = times[k] + u->step * lengths[k % (N / 2)];
	}
	struct lint_instance *i = lint_steps_begin(u, times[N] + u->step);
	(void)(i != NULL && lint_steps_along(i, N, times));
	lint_free_instance(i);
}

void lint_check_experiment(struct lint_unit *u)
{
	if (lint_item(u, LINT_ERROR, "the default experiment")) {
		const struct lint_surroundings *before = lint_look_around(u);
		lint_steps_experiment(u);
		lint_compare_surroundings(u, before);
	}
	if (u->fmu.description.variable_step && lint_item(u, LINT_ERROR, "steps of different lengths")) {
		lint_steps_uneven(u);
	}
}

/* ---- edges */

static const struct lint_edge {
	double shift;  /* of the communication point: relative to the step, or to the time where it is tiny */
	double length; /* of the step, relative */
	int accept;
	enum lint_level level; /* when the answer is another */
	const char *rule, *what;
} lint_edges[] = {
	{1e-12, 1.0, 1, LINT_WARNING, "communication-point-strict",
     "a communication point that differs by rounding (1e-12) from the end of the last step"},
	{-1e-12, 1.0, 1, LINT_WARNING, "communication-point-strict",
     "a communication point that differs by rounding (-1e-12) from the end of the last step"},
	{0.5, 1.0, 0, LINT_NOTE, "communication-point-ignored",
     "a communication point half a step after the end of the last step"},
	{0.0, 0.0, 0, LINT_NOTE, "empty-step-accepted", "a step of length 0"},
	{0.0, -1.0, 0, LINT_WARNING, "negative-step-accepted", "a step of negative length"},
	{0.0, NAN, 0, LINT_WARNING, "negative-step-accepted", "a step whose length is no number"},
};

static void lint_steps_edge(struct lint_unit *u, const struct lint_edge *edge)
{
	if (!lint_item(u, edge->accept ? LINT_ERROR : LINT_WARNING, edge->what)) {
		return;
	}
	struct lint_instance *i = lint_begin(u, LINT_STEPPING);
	if (i != NULL && lint_step(i, 0) == fmi2OK) {
		double time = lint_time(u, 1);
		double shift = edge->shift * (fabs(edge->shift) < 1e-6 ? fmax(1.0, fabs(time)) : u->step);
		fmi2Status status = LINT_CALL(i, DoStep, i->component, time + shift, edge->length * u->step, fmi2True);
		if ((status <= fmi2Warning) != edge->accept) {
			lint_tell(u, edge->level, edge->rule, NULL, "returned %s for %s%s%s", lint_status_text(status), edge->what,
			          u->message[0] == 0 ? "" : ": ", u->message);
		}
	}
	lint_free_instance(i);
}

/* the standard: whoever requires more than the stop time gets fmi2Error */
static void lint_steps_beyond(struct lint_unit *u)
{
	if (!lint_item(u, LINT_ERROR, "a step after the stop time")) {
		return;
	}
	double stop = lint_time(u, 2);
	struct lint_instance *i = lint_steps_begin(u, stop);
	if (i != NULL && lint_step(i, 0) == fmi2OK && lint_step(i, 1) == fmi2OK) {
		fmi2Status status = LINT_CALL(i, DoStep, i->component, stop, u->step, fmi2True);
		if (status <= fmi2Warning) {
			lint_tell(u, LINT_ERROR, "stop-time-ignored", NULL,
			          "returned %s for a step after the stop time of fmi2SetupExperiment, which has to be fmi2Error",
			          lint_status_text(status));
		}
	}
	lint_free_instance(i);
}

void lint_check_steps(struct lint_unit *u)
{
	for (size_t k = 0; k < sizeof lint_edges / sizeof lint_edges[0]; k++) {
		lint_steps_edge(u, &lint_edges[k]);
	}
	lint_steps_beyond(u);
}
