/* Values: start values of the description against the library's; runs that have to give the same again. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lint_unit.h"

enum { HOST_LINT_RUN_STEPS = 12 }; /* of the runs that are compared */

/* ---- start values */

static void host_lint_values_compare(struct host_lint_unit *u, const struct host_variable *v,
                                     const union host_fmu_value *value)
{
	union host_fmu_value expected = {0};
	if (host_fmu_value_read(v->type, v->start, &expected) != 0) {
		return; /* a matter of the description */
	}
	char got[80];
	host_lint_value_text(v->type, value, got);
	int same = v->type == HOST_REAL     ? value->real == expected.real
	           : v->type == HOST_STRING ? value->string != NULL && strcmp(value->string, expected.string) == 0
	                                    : value->integer == expected.integer;
	if (same) {
		return;
	}
	double difference = fabs(value->real - expected.real);
	int rounded = v->type == HOST_REAL && difference <= 1e-6 * fabs(expected.real);
	host_lint_tell(u, rounded ? HOST_LINT_WARNING : HOST_LINT_ERROR, "start-differs", NULL,
	               "'%.80s' starts with %s in the library but with %.60s in modelDescription.xml%s", v->name, got,
	               v->start, rounded ? "; write as many digits as it takes" : "");
}

/* what has a start value before anything is computed */
static int host_lint_values_is_known(const struct host_variable *v)
{
	return v->start != NULL && (v->causality == HOST_INPUT || v->initial == HOST_EXACT);
}

/* a moved value is there when it is asked for */
static void host_lint_values_kept(struct host_lint_instance *i, const struct host_variable *v)
{
	union host_fmu_value moved = {0}, got = {0};
	if (!host_lint_is_settable(v, HOST_LINT_INITIALIZING) || host_lint_moved(v, &moved.real) != 0 ||
	    host_lint_set(i, HOST_REAL, &v->reference, 1, &moved) > fmi2Warning ||
	    host_lint_get(i, HOST_REAL, &v->reference, 1, &got) > fmi2Warning) {
		return;
	}
	if (got.real != moved.real) {
		host_lint_tell(i->unit, HOST_LINT_WARNING, "value-not-kept", NULL,
		               "'%.80s' was set to %.17g and is %.17g when read in the same mode", v->name, moved.real,
		               got.real);
	}
}

void host_lint_check_starts(struct host_lint_unit *u)
{
	const struct host_description *d = &u->fmu.description;
	struct host_lint_instance *i = host_lint_begin(u, HOST_LINT_INITIALIZING);
	for (int k = 0; k < d->n_variables && i != NULL; k++) {
		const struct host_variable *v = &d->variables[k];
		union host_fmu_value value = {0};
		if (!host_lint_values_is_known(v)) {
			continue;
		}
		host_lint_looked(u);
		fmi2Status status = host_lint_get(i, v->type, &v->reference, 1, &value);
		if (status <= fmi2Warning) {
			host_lint_values_compare(u, v, &value);
		} else {
			host_lint_tell(u, HOST_LINT_WARNING, "start-not-readable", NULL, "'%.80s': returned %s", v->name,
			               host_lint_status_text(status));
			host_lint_free_instance(i);
			i = host_lint_begin(u, HOST_LINT_INITIALIZING);
		}
	}
	host_lint_free_instance(i);
	i = host_lint_begin(u, HOST_LINT_INITIALIZING);
	for (int k = 0; k < d->n_variables && i != NULL; k++) {
		host_lint_values_kept(i, &d->variables[k]);
	}
	host_lint_free_instance(i);
}

/* ---- the same again */

static int host_lint_values_n(const struct host_lint_unit *u)
{
	return u->n_steps < HOST_LINT_RUN_STEPS ? u->n_steps : HOST_LINT_RUN_STEPS;
}

/* a run from the instantiated state; NULL with a finding */
static struct host_lint_row *host_lint_values_run(struct host_lint_instance *i)
{
	if (i == NULL || host_lint_bring(i, HOST_LINT_STEPPING) != 0) {
		return NULL;
	}
	int n = host_lint_values_n(i->unit);
	struct host_lint_row *rows = host_lint_rows(i->unit, n);
	host_lint_advance(i, 0, n, rows);
	return rows;
}

static struct host_lint_row *host_lint_values_fresh(struct host_lint_unit *u)
{
	struct host_lint_instance *i = host_lint_begin(u, HOST_LINT_INSTANTIATED);
	struct host_lint_row *rows = host_lint_values_run(i);
	host_lint_free_instance(i);
	return rows;
}

/* all parameters moved; what the unit refuses stays as it is */
static void host_lint_values_disturb(struct host_lint_instance *i)
{
	const struct host_description *d = &i->unit->fmu.description;
	for (int k = 0; k < d->n_variables; k++) {
		const struct host_variable *v = &d->variables[k];
		union host_fmu_value value = {0};
		if (v->causality == HOST_PARAMETER && host_lint_moved(v, &value.real) == 0) {
			(void)host_lint_set(i, HOST_REAL, &v->reference, 1, &value);
		}
	}
}

/* steps, before the first of them initialization, whatever becomes of them: values that do not fit together may end in an
 * error. 1 if steps can go on */
static int host_lint_values_attempt(struct host_lint_instance *i, int from, int to)
{
	int good = from > 0 || host_lint_try_initialize(i);
	for (int k = from; k < to && good; k++) {
		double begin = host_lint_time(i->unit, k), length = host_lint_time(i->unit, k + 1) - begin;
		good = host_lint_set_inputs(i, k) <= fmi2Warning &&
		       HOST_LINT_CALL(i, DoStep, i->component, begin, length, fmi2True) <= fmi2Warning;
	}
	return good;
}

/* after a run with other values, a reset instance is like a new one */
static void host_lint_values_reset(struct host_lint_unit *u, const struct host_lint_row *expected, int disturbed)
{
	struct host_lint_instance *i =
		host_lint_item(u, HOST_LINT_ERROR, "fmi2Reset") ? host_lint_begin(u, HOST_LINT_INSTANTIATED) : NULL;
	if (i == NULL) {
		return;
	}
	if (disturbed) {
		host_lint_values_disturb(i);
	}
	i->pattern = 3;
	(void)host_lint_values_attempt(i, 0, host_lint_values_n(u) / 2);
	if (host_lint_good(u, HOST_LINT_CALL(i, Reset, i->component))) {
		i->state = HOST_LINT_INSTANTIATED;
		i->pattern = 0;
		struct host_lint_row *rows = host_lint_values_run(i);
		const char *text = disturbed ? "after fmi2Reset, parameters having been changed before" : "after fmi2Reset";
		(void)(rows != NULL &&
		       host_lint_compare(u, HOST_LINT_ERROR, "reset-differs", text, 1, host_lint_values_n(u), rows, expected));
	}
	host_lint_free_instance(i);
}

/* three instances take turns; the first must not notice */
static void host_lint_values_interleave(struct host_lint_unit *u, const struct host_lint_row *expected)
{
	if (!host_lint_item(u, HOST_LINT_ERROR, "three instances taking turns")) {
		return;
	}
	int n = host_lint_values_n(u);
	struct host_lint_instance *watched = host_lint_begin(u, HOST_LINT_INSTANTIATED);
	struct host_lint_instance *moved = host_lint_begin(u, HOST_LINT_INSTANTIATED);
	struct host_lint_instance *changed = host_lint_begin(u, HOST_LINT_INSTANTIATED);
	if (watched == NULL || moved == NULL || changed == NULL) {
		return;
	}
	host_lint_values_disturb(changed);
	moved->pattern = 3;
	struct host_lint_row *rows = host_lint_rows(u, n);
	int goes_on = 1, moves_on = 1;
	if (host_lint_bring(watched, HOST_LINT_STEPPING) != 0) {
		return;
	}
	for (int k = 0; k < n; k++) {
		moves_on = moves_on && host_lint_values_attempt(moved, k, k + 1);
		goes_on = goes_on && k <= n / 2 && host_lint_values_attempt(changed, k, k + 1);
		host_lint_advance(watched, k, k + 1, rows + k);
		if (k == n / 2) {
			host_lint_free_instance(changed);
		}
	}
	(void)host_lint_compare(u, HOST_LINT_ERROR, "instances-disturb", "with two other instances taking turns", 1, n,
	                        rows, expected);
	host_lint_free_instance(moved);
	host_lint_free_instance(watched);
}

void host_lint_check_repetition(struct host_lint_unit *u)
{
	struct host_lint_row *expected = host_lint_values_fresh(u);
	struct host_lint_row *again = expected == NULL ? NULL : host_lint_values_fresh(u);
	host_lint_looked(u);
	if (again == NULL ||
	    !host_lint_compare(u, HOST_LINT_WARNING, "run-not-repeatable", "in a second run, after fmi2FreeInstance", 1,
	                       host_lint_values_n(u), again, expected)) {
		return;
	}
	u->shared->repeatable = 1;
	host_lint_values_reset(u, expected, 0);
	host_lint_values_reset(u, expected, 1);
	if (u->fmu.description.only_once) {
		host_lint_tell(u, HOST_LINT_NOTE, "instances-not-checked", "",
		               "canBeInstantiatedOnlyOncePerProcess is true: several instances were not tried");
	} else {
		host_lint_values_interleave(u, expected);
	}
}
