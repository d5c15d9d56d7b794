/* Values: start values of the description against the library's; runs that have to give the same
 * again. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lint_unit.h"

enum { LINT_RUN_STEPS = 12 }; /* of the runs that are compared */

/* ---- start values */

static void lint_values_compare(struct lint_unit *u, const struct host_variable *v, const union host_fmu_value *value)
{
	union host_fmu_value expected = {0};
	if (host_fmu_value_read(v->type, v->start, &expected) != 0) {
		return; /* a matter of the description */
	}
	char got[80];
	lint_value_text(v->type, value, got);
	int same = v->type == HOST_REAL     ? value->real == expected.real
	           : v->type == HOST_STRING ? value->string != NULL && strcmp(value->string, expected.string) == 0
	                                    : value->integer == expected.integer;
	if (same) {
		return;
	}
	double difference = fabs(value->real - expected.real);
	int rounded = v->type == HOST_REAL && difference <= 1e-6 * fabs(expected.real);
	lint_tell(u, rounded ? LINT_WARNING : LINT_ERROR, "start-differs", NULL,
	          "'%.80s' starts with %s in the library but with %.60s in modelDescription.xml%s", v->name, got, v->start,
	          rounded ? "; write as many digits as it takes" : "");
}

/* what has a start value before anything is computed */
static int lint_values_is_known(const struct host_variable *v)
{
	return v->start != NULL && (v->causality == HOST_INPUT || v->initial == HOST_EXACT);
}

/* a moved value is there when it is requested */
static void lint_values_kept(struct lint_instance *i, const struct host_variable *v)
{
	union host_fmu_value moved = {0}, got = {0};
	if (!lint_is_settable(v, LINT_INITIALIZING) || lint_moved(v, &moved.real) != 0 ||
	    lint_set(i, HOST_REAL, &v->reference, 1, &moved) > fmi2Warning ||
	    lint_get(i, HOST_REAL, &v->reference, 1, &got) > fmi2Warning) {
		return;
	}
	if (got.real != moved.real) {
		lint_tell(i->unit, LINT_WARNING, "value-not-kept", NULL,
		          "'%.80s' was set to %.17g and is %.17g when read in the same mode", v->name, moved.real, got.real);
	}
}

void lint_check_starts(struct lint_unit *u)
{
	const struct host_description *d = &u->fmu.description;
	struct lint_instance *i = lint_begin(u, LINT_INITIALIZING);
	for (int k = 0; k < d->n_variables && i != NULL; k++) {
		const struct host_variable *v = &d->variables[k];
		union host_fmu_value value = {0};
		if (!lint_values_is_known(v)) {
			continue;
		}
		lint_looked(u);
		fmi2Status status = lint_get(i, v->type, &v->reference, 1, &value);
		if (status <= fmi2Warning) {
			lint_values_compare(u, v, &value);
		} else {
			lint_tell(u, LINT_WARNING, "start-not-readable", NULL, "'%.80s': returned %s", v->name,
			          lint_status_text(status));
			lint_free_instance(i);
			i = lint_begin(u, LINT_INITIALIZING);
		}
	}
	lint_free_instance(i);
	i = lint_begin(u, LINT_INITIALIZING);
	for (int k = 0; k < d->n_variables && i != NULL; k++) {
		lint_values_kept(i, &d->variables[k]);
	}
	lint_free_instance(i);
}

/* ---- the same again */

static int lint_values_n(const struct lint_unit *u)
{
	return u->n_steps < LINT_RUN_STEPS ? u->n_steps : LINT_RUN_STEPS;
}

/* a run from the instantiated state; NULL with a finding */
static struct lint_row *lint_values_run(struct lint_instance *i)
{
	if (i == NULL || lint_bring(i, LINT_STEPPING) != 0) {
		return NULL;
	}
	int n = lint_values_n(i->unit);
	struct lint_row *rows = lint_rows(i->unit, n);
	lint_advance(i, 0, n, rows);
	return rows;
}

static struct lint_row *lint_values_fresh(struct lint_unit *u)
{
	struct lint_instance *i = lint_begin(u, LINT_INSTANTIATED);
	struct lint_row *rows = lint_values_run(i);
	lint_free_instance(i);
	return rows;
}

/* all parameters moved; what the unit refuses stays as it is */
static void lint_values_disturb(struct lint_instance *i)
{
	const struct host_description *d = &i->unit->fmu.description;
	for (int k = 0; k < d->n_variables; k++) {
		const struct host_variable *v = &d->variables[k];
		union host_fmu_value value = {0};
		if (v->causality == HOST_PARAMETER && lint_moved(v, &value.real) == 0) {
			(void)lint_set(i, HOST_REAL, &v->reference, 1, &value);
		}
	}
}

/* steps, before the first of them initialization, whatever becomes of them: values that do not fit
 * together may end in an error. 1 if steps can continue */
static int lint_values_attempt(struct lint_instance *i, int from, int to)
{
	int good = from > 0 || lint_try_initialize(i);
	for (int k = from; k < to && good; k++) {
		double begin = lint_time(i->unit, k), length = lint_time(i->unit, k + 1) - begin;
		good = lint_set_inputs(i, k) <= fmi2Warning &&
		       LINT_CALL(i, DoStep, i->component, begin, length, fmi2True) <= fmi2Warning;
	}
	return good;
}

/* after a run with other values, a reset instance is like a new one */
static void lint_values_reset(struct lint_unit *u, const struct lint_row *expected, int disturbed)
{
	struct lint_instance *i = lint_item(u, LINT_ERROR, "fmi2Reset") ? lint_begin(u, LINT_INSTANTIATED) : NULL;
	if (i == NULL) {
		return;
	}
	if (disturbed) {
		lint_values_disturb(i);
	}
	i->pattern = 3;
	(void)lint_values_attempt(i, 0, lint_values_n(u) / 2);
	if (lint_good(u, LINT_CALL(i, Reset, i->component))) {
		i->state = LINT_INSTANTIATED;
		i->pattern = 0;
		struct lint_row *rows = lint_values_run(i);
		const char *text = disturbed ? "after fmi2Reset, parameters having been changed before" : "after fmi2Reset";
		(void)(rows != NULL && lint_compare(u, LINT_ERROR, "reset-differs", text, 1, lint_values_n(u), rows, expected));
	}
	lint_free_instance(i);
}

/* three instances take turns; the first must not notice */
static void lint_values_interleave(struct lint_unit *u, const struct lint_row *expected)
{
	if (!lint_item(u, LINT_ERROR, "three instances taking turns")) {
		return;
	}
	int n = lint_values_n(u);
	struct lint_instance *watched = lint_begin(u, LINT_INSTANTIATED);
	struct lint_instance *moved = lint_begin(u, LINT_INSTANTIATED);
	struct lint_instance *changed = lint_begin(u, LINT_INSTANTIATED);
	if (watched == NULL || moved == NULL || changed == NULL) {
		return;
	}
	lint_values_disturb(changed);
	moved->pattern = 3;
	struct lint_row *rows = lint_rows(u, n);
	int goes_on = 1, moves_on = 1;
	if (lint_bring(watched, LINT_STEPPING) != 0) {
		return;
	}
	for (int k = 0; k < n; k++) {
		moves_on = moves_on && lint_values_attempt(moved, k, k + 1);
		goes_on = goes_on && k <= n / 2 && lint_values_attempt(changed, k, k + 1);
		lint_advance(watched, k, k + 1, rows + k);
		if (k == n / 2) {
			lint_free_instance(changed);
		}
	}
	(void)lint_compare(u, LINT_ERROR, "instances-disturb", "with two other instances taking turns", 1, n, rows,
	                   expected);
	lint_free_instance(moved);
	lint_free_instance(watched);
}

void lint_check_repetition(struct lint_unit *u)
{
	struct lint_row *expected = lint_values_fresh(u);
	struct lint_row *again = expected == NULL ? NULL : lint_values_fresh(u);
	lint_looked(u);
	if (again == NULL || !lint_compare(u, LINT_WARNING, "run-not-repeatable", "in a second run, after fmi2FreeInstance",
	                                   1, lint_values_n(u), again, expected)) {
		return;
	}
	u->shared->repeatable = 1;
	lint_values_reset(u, expected, 0);
	lint_values_reset(u, expected, 1);
	if (u->fmu.description.only_once) {
		lint_tell(u, LINT_NOTE, "instances-not-checked", "",
		          "canBeInstantiatedOnlyOncePerProcess is true: several instances were not tried");
	} else {
		lint_values_interleave(u, expected);
	}
}
