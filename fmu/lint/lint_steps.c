/* Steps: the default experiment, steps of different lengths, and requests at the edge of what is allowed. */
#define _XOPEN_SOURCE 700

#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "lint_unit.h"

/* ---- what a unit must leave alone */

struct host_lint_surroundings {
	char locale[256], folder[HOST_PATH_SIZE];
	int rounding;
	struct sigaction actions[4];
};

static const int host_lint_signals[4] = {SIGFPE, SIGSEGV, SIGINT, SIGTERM};

static struct host_lint_surroundings *host_lint_look_around(struct host_lint_unit *u)
{
	struct host_lint_surroundings *s = host_lint_take(u, 1, sizeof *s);
	const char *locale = setlocale(LC_ALL, NULL);
	(void)snprintf(s->locale, sizeof s->locale, "%s", locale == NULL ? "" : locale);
	if (getcwd(s->folder, sizeof s->folder) == NULL) {
		s->folder[0] = 0;
	}
	s->rounding = fegetround();
	for (int k = 0; k < 4; k++) {
		(void)sigaction(host_lint_signals[k], NULL, &s->actions[k]);
	}
	return s;
}

static void host_lint_compare_surroundings(struct host_lint_unit *u, const struct host_lint_surroundings *before)
{
	const struct host_lint_surroundings *after = host_lint_look_around(u);
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
	host_lint_looked(u);
	if (what != NULL) {
		host_lint_tell(u, HOST_LINT_WARNING, "process-changed", "",
		               "the unit has changed the %s of the process, which belongs to the importer", what);
	}
}

/* ---- runs */

/* values that cannot be right at the end of a step; their number */
static int host_lint_steps_judge(struct host_lint_unit *u, const struct host_lint_row *row, double time)
{
	int n_wrong = 0;
	for (int k = 0; k < u->n_samples; k++) {
		const struct host_variable *v = &u->fmu.description.variables[u->samples[k]];
		const union host_fmu_value *value = &row->values[k];
		int output = v->causality == HOST_OUTPUT;
		if (v->type == HOST_STRING && value->string == NULL) {
			host_lint_tell(u, HOST_LINT_ERROR, "string-null", "fmi2GetString", "'%.80s' is NULL", v->name);
			n_wrong++;
		}
		if (v->type != HOST_REAL) {
			continue;
		}
		if (!isfinite(value->real)) {
			host_lint_tell(u, output ? HOST_LINT_ERROR : HOST_LINT_WARNING, "value-not-finite", "fmi2GetReal",
			               "'%.80s' is %g at time %.10g", v->name, value->real, time);
			n_wrong++;
		} else if (output && (value->real < v->min || value->real > v->max)) {
			host_lint_tell(u, HOST_LINT_WARNING, "value-outside-range", "fmi2GetReal",
			               "output '%.80s' is %.10g at time %.10g, outside its min and max", v->name, value->real,
			               time);
			n_wrong++;
		} else if (v->causality == HOST_INDEPENDENT && fabs(value->real - time) > 1e-9 * fmax(1.0, fabs(time))) {
			host_lint_tell(
				u, HOST_LINT_ERROR, "time-differs", "fmi2DoStep",
				"'%.80s' is %.17g at the communication point %.17g; values have to be those of the end of the step",
				v->name, value->real, time);
			n_wrong++;
		}
	}
	return n_wrong;
}

/* steps to the given points. 0 when the run could be made, or the unit wished to end */
static int host_lint_steps_along(struct host_lint_instance *i, int n, const double *times)
{
	struct host_lint_unit *u = i->unit;
	int n_wrong = 0;
	for (int k = 0; k < n; k++) {
		fmi2Status status = host_lint_step_between(i, times[k], times[k + 1]);
		struct host_lint_row row = {0};
		if (status == fmi2Discard) {
			host_lint_tell(u, HOST_LINT_NOTE, "run-ends-early", "", "the unit ends the run itself at time %.10g",
			               times[k]);
			return 0;
		}
		if (status != fmi2OK || host_lint_read(i, &row) != 0) {
			return -1;
		}
		/* one time is enough */
		if (n_wrong == 0) {
			n_wrong = host_lint_steps_judge(u, &row, times[k + 1]);
		}
	}
	return 0;
}

static struct host_lint_instance *host_lint_steps_begin(struct host_lint_unit *u, double stop)
{
	struct host_lint_instance *i = host_lint_begin(u, HOST_LINT_INSTANTIATED);
	if (i == NULL) {
		return NULL;
	}
	if (!host_lint_good(u,
	                    HOST_LINT_CALL(i, SetupExperiment, i->component, fmi2False, 0.0, u->start, fmi2True, stop)) ||
	    !host_lint_good(u, HOST_LINT_CALL(i, EnterInitializationMode, i->component))) {
		host_lint_free_instance(i);
		return NULL;
	}
	i->state = HOST_LINT_INITIALIZING;
	if (!host_lint_good(u, HOST_LINT_CALL(i, ExitInitializationMode, i->component))) {
		host_lint_free_instance(i);
		return NULL;
	}
	i->state = HOST_LINT_STEPPING;
	return i;
}

/* the default experiment in 50 steps, a whole number of the unit's own ones */
static void host_lint_steps_experiment(struct host_lint_unit *u)
{
	double times[HOST_LINT_STEPS + 1] = {u->start};
	double step = u->step * fmax(1.0, floor((u->stop - u->start) / (HOST_LINT_STEPS * u->step) + 0.5));
	int n = (int)fmin(HOST_LINT_STEPS, floor((u->stop - u->start) / step * (1.0 + 1e-9)));
	/* summed up as importers do, so that the last point misses the stop time by rounding */
	for (int k = 0; k < n; k++) {
		times[k + 1] = times[k] + step;
	}
	struct host_lint_instance *i = host_lint_steps_begin(u, u->start + n * step);
	if (i != NULL && host_lint_steps_along(i, n, times) == 0) {
		(void)host_lint_good(u, HOST_LINT_CALL(i, Terminate, i->component));
	}
	host_lint_free_instance(i);
}

static void host_lint_steps_uneven(struct host_lint_unit *u)
{
	static const double lengths[] = {1.0, 0.25, 0.5, 1.0 / 3.0, 0.015625, 1.5};
	enum { N = 2 * sizeof lengths / sizeof lengths[0] };
	double times[N + 1] = {u->start};
	for (int k = 0; k < N; k++) {
		times[k + 1] = times[k] + u->step * lengths[k % (N / 2)];
	}
	struct host_lint_instance *i = host_lint_steps_begin(u, times[N] + u->step);
	(void)(i != NULL && host_lint_steps_along(i, N, times));
	host_lint_free_instance(i);
}

void host_lint_check_experiment(struct host_lint_unit *u)
{
	if (host_lint_item(u, HOST_LINT_ERROR, "the default experiment")) {
		const struct host_lint_surroundings *before = host_lint_look_around(u);
		host_lint_steps_experiment(u);
		host_lint_compare_surroundings(u, before);
	}
	if (u->fmu.description.variable_step && host_lint_item(u, HOST_LINT_ERROR, "steps of different lengths")) {
		host_lint_steps_uneven(u);
	}
}

/* ---- edges */

static const struct host_lint_edge {
	double shift;  /* of the communication point: relative to the step, or to the time where it is tiny */
	double length; /* of the step, relative */
	int accept;
	enum host_lint_level level; /* when the answer is another */
	const char *rule, *what;
} host_lint_edges[] = {
	{1e-12, 1.0, 1, HOST_LINT_WARNING, "communication-point-strict",
     "a communication point that differs by rounding (1e-12) from the end of the last step"},
	{-1e-12, 1.0, 1, HOST_LINT_WARNING, "communication-point-strict",
     "a communication point that differs by rounding (-1e-12) from the end of the last step"},
	{0.5, 1.0, 0, HOST_LINT_NOTE, "communication-point-ignored",
     "a communication point half a step behind the end of the last step"},
	{0.0, 0.0, 0, HOST_LINT_NOTE, "empty-step-accepted", "a step of length 0"},
	{0.0, -1.0, 0, HOST_LINT_WARNING, "negative-step-accepted", "a step of negative length"},
	{0.0, NAN, 0, HOST_LINT_WARNING, "negative-step-accepted", "a step whose length is no number"},
};

static void host_lint_steps_edge(struct host_lint_unit *u, const struct host_lint_edge *edge)
{
	if (!host_lint_item(u, edge->accept ? HOST_LINT_ERROR : HOST_LINT_WARNING, edge->what)) {
		return;
	}
	struct host_lint_instance *i = host_lint_begin(u, HOST_LINT_STEPPING);
	if (i != NULL && host_lint_step(i, 0) == fmi2OK) {
		double time = host_lint_time(u, 1);
		double shift = edge->shift * (fabs(edge->shift) < 1e-6 ? fmax(1.0, fabs(time)) : u->step);
		fmi2Status status = HOST_LINT_CALL(i, DoStep, i->component, time + shift, edge->length * u->step, fmi2True);
		if ((status <= fmi2Warning) != edge->accept) {
			host_lint_tell(u, edge->level, edge->rule, NULL, "returned %s for %s%s%s", host_lint_status_text(status),
			               edge->what, u->message[0] == 0 ? "" : ": ", u->message);
		}
	}
	host_lint_free_instance(i);
}

/* the standard: whoever asks for more than the stop time gets fmi2Error */
static void host_lint_steps_beyond(struct host_lint_unit *u)
{
	if (!host_lint_item(u, HOST_LINT_ERROR, "a step behind the stop time")) {
		return;
	}
	double stop = host_lint_time(u, 2);
	struct host_lint_instance *i = host_lint_steps_begin(u, stop);
	if (i != NULL && host_lint_step(i, 0) == fmi2OK && host_lint_step(i, 1) == fmi2OK) {
		fmi2Status status = HOST_LINT_CALL(i, DoStep, i->component, stop, u->step, fmi2True);
		if (status <= fmi2Warning) {
			host_lint_tell(
				u, HOST_LINT_ERROR, "stop-time-ignored", NULL,
				"returned %s for a step behind the stop time of fmi2SetupExperiment, which has to be fmi2Error",
				host_lint_status_text(status));
		}
	}
	host_lint_free_instance(i);
}

void host_lint_check_steps(struct host_lint_unit *u)
{
	for (size_t k = 0; k < sizeof host_lint_edges / sizeof host_lint_edges[0]; k++) {
		host_lint_steps_edge(u, &host_lint_edges[k]);
	}
	host_lint_steps_beyond(u);
}
