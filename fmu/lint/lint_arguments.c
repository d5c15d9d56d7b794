/* Wrong arguments: references of no variable, variables that cannot be set, NULL, empty lists,
 * unknown categories.
 *
 * The standard leaves to the unit what it does about most of them; it must not bring the importer
 * down. With NULL for a list a crash is the importer's fault in the first place, and only a
 * warning.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "lint_unit.h"

static const char *const lint_type_names[HOST_TYPE_COUNT] = {"Real", "Integer", "Boolean", "String"};

/* a reference that no variable of the type has */
static fmi2ValueReference lint_arguments_unused(const struct lint_unit *u, enum host_type type)
{
	const struct host_description *d = &u->fmu.description;
	fmi2ValueReference reference = 0x7ffffff1;
	for (int k = 0; k < d->n_variables; k++) {
		if (d->variables[k].type == type && d->variables[k].reference == reference) {
			reference++;
			k = -1;
		}
	}
	return reference;
}

static void lint_arguments_accepted(struct lint_unit *u, fmi2Status status, enum lint_level level, const char *rule,
                                    const char *what)
{
	if (status <= fmi2Warning) {
		lint_tell(u, level, rule, NULL, "returned %s for %s; refuse it with fmi2Error", lint_status_text(status), what);
	}
}

static void lint_arguments_reference(struct lint_unit *u, enum host_type type, enum lint_state state, int set)
{
	fmi2ValueReference reference = lint_arguments_unused(u, type);
	union host_fmu_value value = {0};
	char what[80];
	(void)snprintf(what, sizeof what, "value reference %u, which no %s variable has", reference, lint_type_names[type]);
	if (type == HOST_STRING) {
		value.string = "";
	}
	struct lint_instance *i = lint_item(u, LINT_ERROR, what) ? lint_begin(u, state) : NULL;
	if (i != NULL) {
		fmi2Status status = set ? lint_set(i, type, &reference, 1, &value) : lint_get(i, type, &reference, 1, &value);
		lint_arguments_accepted(u, status, LINT_WARNING, "reference-not-refused", what);
	}
	lint_free_instance(i);
}

static void lint_arguments_empty(struct lint_unit *u, enum host_type type, int set)
{
	struct lint_instance *i = lint_item(u, LINT_WARNING, "an empty list") ? lint_begin(u, LINT_INITIALIZING) : NULL;
	if (i != NULL) {
		fmi2Status status = set ? lint_set(i, type, NULL, 0, NULL) : lint_get(i, type, NULL, 0, NULL);
		if (status > fmi2Warning) {
			lint_tell(u, LINT_WARNING, "empty-list-refused", NULL,
			          "returned %s for an empty list, which importers hand over when there is nothing to do",
			          lint_status_text(status));
		}
	}
	lint_free_instance(i);
}

/* one of the two lists is NULL: 0 the references, 1 the values */
static void lint_arguments_null(struct lint_unit *u, enum host_type type, int set, int which)
{
	static const char what[] = "a list that is NULL";
	const struct host_variable *v = lint_pick(u, type, set ? LINT_INITIALIZING : 0);
	struct lint_instance *i = v != NULL && lint_item(u, LINT_WARNING, what) ? lint_begin(u, LINT_INITIALIZING) : NULL;
	if (i != NULL) {
		union host_fmu_value value = {0};
		(void)(set && host_fmu_value_read(type, v->start, &value));
		const fmi2ValueReference *vr = which == 0 ? NULL : &v->reference;
		union host_fmu_value *place = which == 0 ? &value : NULL;
		fmi2Status status = set ? lint_set(i, type, vr, 1, place) : lint_get(i, type, vr, 1, place);
		lint_arguments_accepted(u, status, LINT_WARNING, "null-not-refused", what);
	}
	lint_free_instance(i);
}

/* variables that must not be set: one of each kind, in each state */
static void lint_arguments_unsettable(struct lint_unit *u, enum lint_state state)
{
	static const char *const kinds[HOST_CAUSALITY_COUNT] = {"parameter",      "calculated parameter", "input", "output",
	                                                        "local variable", "independent variable"};
	const struct host_description *d = &u->fmu.description;
	int seen[HOST_CAUSALITY_COUNT][HOST_VARIABILITY_COUNT] = {{0}};
	for (int k = 0; k < d->n_variables; k++) {
		const struct host_variable *v = &d->variables[k];
		if (lint_is_settable(v, state) || seen[v->causality][v->variability]++ > 0 ||
		    !lint_item(u, LINT_ERROR, "a variable that cannot be set")) {
			continue;
		}
		struct lint_instance *i = lint_begin(u, state);
		union host_fmu_value value = {0};
		if (v->start != NULL) {
			(void)host_fmu_value_read(v->type, v->start, &value);
		} else if (v->type == HOST_STRING) {
			value.string = "";
		}
		fmi2Status status = i == NULL ? fmi2Error : lint_set(i, v->type, &v->reference, 1, &value);
		if (status <= fmi2Warning) {
			lint_tell(u, LINT_WARNING, "illegal-set-accepted", NULL,
			          "returned %s for the %s '%.80s', which cannot be set in this state; refuse it with fmi2Error",
			          lint_status_text(status), kinds[v->causality], v->name);
		}
		lint_free_instance(i);
	}
}

static void lint_arguments_logging(struct lint_unit *u)
{
	const fmi2String unknown = "noSuchCategory";
	struct lint_instance *i = NULL;
	if (lint_item(u, LINT_ERROR, "an unknown category") && (i = lint_begin(u, LINT_INSTANTIATED)) != NULL) {
		fmi2Status status = LINT_CALL(i, SetDebugLogging, i->component, fmi2True, 1, &unknown);
		if (status == fmi2OK) {
			lint_tell(u, LINT_NOTE, "category-not-refused", NULL,
			          "returned fmi2OK for a category that does not exist, so that a misspelt one goes unnoticed");
		}
		lint_free_instance(i);
	}
	if (lint_item(u, LINT_WARNING, "a list that is NULL") && (i = lint_begin(u, LINT_INSTANTIATED)) != NULL) {
		(void)LINT_CALL(i, SetDebugLogging, i->component, fmi2True, 1, NULL);
		lint_free_instance(i);
	}
}

/* ends before it begins; a start that is no number */
static void lint_arguments_experiment(struct lint_unit *u)
{
	static const struct {
		double tolerance, start, stop;
		const char *what;
	} wrong[] = {
		{1e-4, 0.0, -1.0, "a stop time before the start time"},
		{1e-4, NAN, 1.0, "a start time that is no number"},
		{-1.0, 0.0, 1.0, "a negative tolerance"},
	};
	for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
		if (!lint_item(u, LINT_WARNING, wrong[k].what)) {
			continue;
		}
		struct lint_instance *i = lint_begin(u, LINT_INSTANTIATED);
		fmi2Status status = i == NULL ? fmi2Error
		                              : LINT_CALL(i, SetupExperiment, i->component, fmi2True, wrong[k].tolerance,
		                                          u->start + wrong[k].start, fmi2True, u->start + wrong[k].stop);
		lint_arguments_accepted(u, status, LINT_NOTE, "experiment-not-refused", wrong[k].what);
		lint_free_instance(i);
	}
}

/* the standard: a state that is NULL is ignored. That the pointer to it may be NULL can be read
 * into the sentence. */
static void lint_arguments_state(struct lint_unit *u)
{
	static const enum lint_level levels[2] = {LINT_WARNING, LINT_ERROR};
	for (int empty = 0; empty < 2; empty++) {
		if (!u->fmu.description.has_state || !lint_item(u, levels[empty], "a state that is NULL")) {
			continue;
		}
		struct lint_instance *i = lint_begin(u, LINT_STEPPING);
		fmi2FMUstate none = NULL;
		fmi2Status status = i == NULL ? fmi2OK : LINT_CALL(i, FreeFMUstate, i->component, empty ? &none : NULL);
		if (status > fmi2Warning && !u->absent) {
			lint_tell(u, levels[empty], "null-state", NULL,
			          "returned %s for a state that is NULL, which is to be ignored", lint_status_text(status));
		}
		lint_free_instance(i);
	}
}

void lint_check_arguments(struct lint_unit *u)
{
	for (int type = 0; type < HOST_TYPE_COUNT; type++) {
		for (int set = 0; set < 2; set++) {
			lint_arguments_reference(u, (enum host_type)type, LINT_INITIALIZING, set);
			lint_arguments_reference(u, (enum host_type)type, LINT_STEPPING, set);
			lint_arguments_empty(u, (enum host_type)type, set);
			lint_arguments_null(u, (enum host_type)type, set, 0);
			lint_arguments_null(u, (enum host_type)type, set, 1);
		}
	}
	lint_arguments_unsettable(u, LINT_INSTANTIATED);
	lint_arguments_unsettable(u, LINT_INITIALIZING);
	lint_arguments_unsettable(u, LINT_STEPPING);
	lint_arguments_logging(u);
	lint_arguments_experiment(u);
	lint_arguments_state(u);
}
