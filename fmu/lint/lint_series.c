/* Runs of a unit, what is read during them, and their comparison. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lint_unit.h"
#include "host_number.h"

enum {
	LINT_MOST_SAMPLES = 1000 /* of a type */
};

/* ---- the plan */

/* the default experiment, and for most runs the unit's own step, of which fifty are enough */
static void lint_plan_times(struct lint_unit *u)
{
	const struct host_description *d = &u->fmu.description;
	u->start = isfinite(d->start_time) ? d->start_time : 0.0;
	u->stop = isfinite(d->stop_time) && d->stop_time > u->start ? d->stop_time : u->start + 1.0;
	u->step = (u->stop - u->start) / LINT_STEPS;
	if (isfinite(d->step_size) && d->step_size > 0.0 && d->step_size <= u->stop - u->start) {
		u->step = d->step_size;
	}
	u->n_steps = (int)fmin(LINT_STEPS, floor((u->stop - u->start) / u->step * (1.0 + 1e-9)));
}

static int lint_is_sample(const struct host_variable *v, int type, int output)
{
	return (int)v->type == type && (v->causality == HOST_OUTPUT) == output;
}

/* outputs of the type, then the others */
static void lint_plan_samples(struct lint_unit *u, int type)
{
	const struct host_description *d = &u->fmu.description;
	int first = u->n_samples;
	u->first_sample[type] = first;
	for (int output = 1; output >= 0; output--) {
		for (int k = 0; k < d->n_variables; k++) {
			if (!lint_is_sample(&d->variables[k], type, output)) {
				continue;
			}
			if (u->n_samples - first == LINT_MOST_SAMPLES) {
				u->n_left_out++;
			} else {
				u->references[u->n_samples] = d->variables[k].reference;
				u->samples[u->n_samples++] = k;
			}
		}
	}
	u->first_sample[type + 1] = u->n_samples;
}

static void lint_plan_inputs(struct lint_unit *u)
{
	const struct host_description *d = &u->fmu.description;
	for (int k = 0; k < d->n_variables; k++) {
		const struct host_variable *v = &d->variables[k];
		if (v->causality != HOST_INPUT || v->type != HOST_REAL) {
			continue;
		}
		int n = u->n_inputs++;
		double value = 0.0;
		(void)(v->start != NULL && host_number_read(v->start, &value));
		u->inputs[n] = k;
		u->input_references[n] = v->reference;
		u->input_values[n] = value;
		u->input_scales[n] = fmax(fabs(value), isfinite(v->nominal) ? fabs(v->nominal) : 1.0);
	}
}

int lint_plan(struct lint_unit *u)
{
	size_t n = (size_t)u->fmu.description.n_variables + 1;
	u->samples = calloc(n, sizeof *u->samples);
	u->references = calloc(n, sizeof *u->references);
	u->inputs = calloc(n, sizeof *u->inputs);
	u->input_references = calloc(n, sizeof *u->input_references);
	u->input_values = calloc(n, sizeof *u->input_values);
	u->input_scales = calloc(n, sizeof *u->input_scales);
	if (u->samples == NULL || u->references == NULL || u->inputs == NULL || u->input_references == NULL ||
	    u->input_values == NULL || u->input_scales == NULL) {
		return -1;
	}
	lint_plan_times(u);
	lint_plan_inputs(u);
	for (int type = 0; type < HOST_TYPE_COUNT; type++) {
		lint_plan_samples(u, type);
	}
	return 0;
}

void lint_plan_free(struct lint_unit *u)
{
	free(u->samples);
	free(u->references);
	free(u->inputs);
	free(u->input_references);
	free(u->input_values);
	free(u->input_scales);
}

/* ---- variables */

int lint_is_settable(const struct host_variable *v, enum lint_state state)
{
	if (v->variability == HOST_CONSTANT || v->causality == HOST_INDEPENDENT || state == LINT_TERMINATED) {
		return 0;
	}
	if (v->causality == HOST_INPUT) {
		return 1;
	}
	if (state == LINT_STEPPING) {
		return v->causality == HOST_PARAMETER && v->variability == HOST_TUNABLE;
	}
	return v->initial == HOST_EXACT || (v->initial == HOST_APPROX && state == LINT_INSTANTIATED);
}

const struct host_variable *lint_pick(const struct lint_unit *u, enum host_type type, enum lint_state state)
{
	const struct host_description *d = &u->fmu.description;
	for (int k = 0; k < d->n_variables; k++) {
		const struct host_variable *v = &d->variables[k];
		if (v->type == type && (state == 0 || (v->start != NULL && lint_is_settable(v, state)))) {
			return v;
		}
	}
	return NULL;
}

static double lint_limit(const struct host_variable *v, double value)
{
	value = isfinite(v->max) && value > v->max ? v->max : value;
	return isfinite(v->min) && value < v->min ? v->min : value;
}

int lint_moved(const struct host_variable *v, double *value)
{
	double start = 0.0;
	if (v->type != HOST_REAL || v->start == NULL || host_number_read(v->start, &start) != 0) {
		return -1;
	}
	double move = start == 0.0 ? 1e-3 : 1e-3 * start;
	*value = lint_limit(v, start + move);
	if (*value == start) {
		*value = lint_limit(v, start - move);
	}
	return *value == start ? -1 : 0;
}

/* ---- runs */

double lint_time(const struct lint_unit *u, int k)
{
	return u->start + k * u->step;
}

/* about one per cent around the start values, another place at every point, for every input and
 * every pattern */
fmi2Status lint_set_inputs(struct lint_instance *i, int k)
{
	struct lint_unit *u = i->unit;
	if (u->n_inputs == 0) {
		return fmi2OK;
	}
	double *values = lint_take(u, (size_t)u->n_inputs, sizeof *values);
	for (int j = 0; j < u->n_inputs; j++) {
		double place = (double)((7 * k + 3 * j + 5 * i->pattern) % 11 - 5) / 5.0;
		values[j] = lint_limit(&u->fmu.description.variables[u->inputs[j]],
		                       u->input_values[j] + 0.01 * place * u->input_scales[j]);
	}
	return LINT_CALL(i, SetReal, i->component, u->input_references, (size_t)u->n_inputs, values);
}

static fmi2Status lint_read_type(struct lint_instance *i, enum host_type type, union host_fmu_value *values)
{
	struct lint_unit *u = i->unit;
	size_t n = (size_t)(u->first_sample[type + 1] - u->first_sample[type]);
	const fmi2ValueReference *references = u->references + u->first_sample[type];
	fmi2Status status = fmi2OK;
	if (n == 0) {
		return fmi2OK;
	}
	if (type == HOST_REAL) {
		fmi2Real *list = lint_take(u, n, sizeof *list);
		status = LINT_CALL(i, GetReal, i->component, references, n, list);
		for (size_t k = 0; k < n; k++) {
			values[k].real = list[k];
		}
	} else if (type == HOST_STRING) {
		fmi2String *list = lint_take(u, n, sizeof *list);
		status = LINT_CALL(i, GetString, i->component, references, n, list);
		for (size_t k = 0; k < n; k++) {
			/* the unit may change its strings with the next call */
			values[k].string = list[k] == NULL ? NULL : strcpy(lint_take(u, strlen(list[k]), 1), list[k]);
		}
	} else {
		fmi2Integer *list = lint_take(u, n, sizeof *list);
		status = type == HOST_INTEGER ? LINT_CALL(i, GetInteger, i->component, references, n, list)
		                              : LINT_CALL(i, GetBoolean, i->component, references, n, list);
		for (size_t k = 0; k < n; k++) {
			values[k].integer = list[k];
		}
	}
	return status;
}

int lint_read(struct lint_instance *i, struct lint_row *row)
{
	struct lint_unit *u = i->unit;
	row->status = fmi2OK;
	row->values = lint_take(u, (size_t)u->n_samples, sizeof *row->values);
	for (int type = 0; type < HOST_TYPE_COUNT; type++) {
		fmi2Status status = lint_read_type(i, (enum host_type)type, row->values + u->first_sample[type]);
		if (!lint_good(u, status)) {
			row->status = fmi2Error;
			return -1;
		}
	}
	return 0;
}

struct lint_row *lint_rows(struct lint_unit *unit, int n)
{
	return lint_take(unit, (size_t)n, sizeof(struct lint_row));
}

fmi2Status lint_step_between(struct lint_instance *i, double begin, double end)
{
	fmi2Status status = LINT_CALL(i, DoStep, i->component, begin, end - begin, fmi2True);
	/* a step that continues: the parent watches the time */
	while (status == fmi2Pending && LINT_CALL(i, GetStatus, i->component, fmi2DoStepStatus, &status) == fmi2OK) {
		(void)nanosleep(&(struct timespec){0, 1000000}, NULL);
	}
	fmi2Boolean terminated = fmi2False;
	if (status == fmi2Discard) {
		(void)LINT_CALL(i, GetBooleanStatus, i->component, fmi2Terminated, &terminated);
		if (terminated) {
			return fmi2Discard;
		}
	}
	return lint_good(i->unit, status) ? fmi2OK : fmi2Error;
}

fmi2Status lint_step(struct lint_instance *i, int k)
{
	return lint_step_between(i, lint_time(i->unit, k), lint_time(i->unit, k + 1));
}

void lint_advance(struct lint_instance *i, int from, int to, struct lint_row *rows)
{
	fmi2Status status = fmi2OK;
	for (int k = from; k < to; k++) {
		if (status == fmi2OK) {
			status = lint_good(i->unit, lint_set_inputs(i, k)) ? lint_step(i, k) : fmi2Error;
		}
		if (status == fmi2OK) {
			status = lint_read(i, &rows[k - from]) == 0 ? fmi2OK : fmi2Error;
		}
		rows[k - from].status = status;
	}
}

/* ---- comparison */

void lint_value_text(enum host_type type, const union host_fmu_value *value, char text[80])
{
	char number[HOST_NUMBER_SIZE];
	if (type == HOST_REAL) {
		host_number_shortest(value->real, number);
		(void)snprintf(text, 80, "%s", number);
	} else if (type == HOST_STRING) {
		(void)snprintf(text, 80, "'%.60s'", value->string == NULL ? "NULL" : value->string);
	} else {
		(void)snprintf(text, 80, "%d", value->integer);
	}
}

/* the first sample that differs, among outputs or among the others; -1: none */
static int lint_differing(const struct lint_unit *u, const struct lint_row *a, const struct lint_row *b, int outputs)
{
	for (int k = 0; k < u->n_samples; k++) {
		const struct host_variable *v = &u->fmu.description.variables[u->samples[k]];
		if ((v->causality == HOST_OUTPUT) == outputs && !host_fmu_value_same(v->type, &a->values[k], &b->values[k])) {
			return k;
		}
	}
	return -1;
}

static int lint_compare_rows(struct lint_unit *u, enum lint_level level, const char *rule, const char *text,
                             double time, const struct lint_row *a, const struct lint_row *b, int outputs)
{
	if (a->status != b->status) {
		lint_tell(u, level, rule, "", "%s: at time %.10g the step returned %s instead of %s", text, time,
		          lint_status_text(a->status), lint_status_text(b->status));
		return 0;
	}
	int k = a->values == NULL || b->values == NULL ? -1 : lint_differing(u, a, b, outputs);
	if (k < 0) {
		return 1;
	}
	char got[80], expected[80];
	const struct host_variable *v = &u->fmu.description.variables[u->samples[k]];
	lint_value_text(v->type, &a->values[k], got);
	lint_value_text(v->type, &b->values[k], expected);
	lint_tell(u, outputs || level < LINT_WARNING ? level : LINT_WARNING, rule, "",
	          "%s: at time %.10g %s '%.60s' is %s instead of %s", text, time, outputs ? "output" : "variable", v->name,
	          got, expected);
	return 0;
}

int lint_compare(struct lint_unit *u, enum lint_level level, const char *rule, const char *text, int from, int n,
                 const struct lint_row *rows, const struct lint_row *expected)
{
	for (int outputs = 1; outputs >= 0; outputs--) {
		for (int k = 0; k < n; k++) {
			double time = lint_time(u, from + k);
			if (!lint_compare_rows(u, level, rule, text, time, &rows[k], &expected[k], outputs)) {
				return 0;
			}
		}
	}
	return 1;
}
