/* The library of this machine's platform, running: the checks, and when they apply. */
#include <errno.h>

#include "host_child.h"
#include "lint_unit.h"

static int lint_has_state(const struct lint_unit *u)
{
	return u->fmu.description.has_state && u->shared->repeatable;
}

static int lint_serializes(const struct lint_unit *u)
{
	return lint_has_state(u) && u->fmu.description.serializes_state;
}

static int lint_has_directional(const struct lint_unit *u)
{
	return u->fmu.description.directional;
}

static int lint_interpolates(const struct lint_unit *u)
{
	return u->fmu.description.interpolates;
}

static int lint_has_output_order(const struct lint_unit *u)
{
	return u->fmu.description.output_order > 0;
}

static const struct {
	struct lint_check check;
	int (*applies)(const struct lint_unit *unit); /* NULL: always */
} lint_checks[] = {
	{{"instantiation", lint_check_instantiation, 0}, NULL},
	{{"start values", lint_check_starts, 0}, NULL},
	{{"calls", lint_check_calls, 0}, NULL},
	{{"arguments", lint_check_arguments, 0}, NULL},
	{{"experiment", lint_check_experiment, 0}, NULL},
	{{"repetition", lint_check_repetition, 0}, NULL},
	{{"steps", lint_check_steps, 0}, NULL},
	{{"state", lint_check_state, 0}, lint_has_state},
	{{"serialized state", lint_check_state_writing, 0}, lint_serializes},
	{{"state in a second process", lint_check_state_reading, 1}, lint_serializes},
	{{"damaged state", lint_check_state_damage, 0}, lint_serializes},
	{{"directional derivatives", lint_check_derivatives, 0}, lint_has_directional},
	{{"dependencies", lint_check_dependencies, 0}, NULL},
	{{"derivatives of inputs", lint_check_input_derivatives, 0}, lint_interpolates},
	{{"derivatives of outputs", lint_check_output_derivatives, 0}, lint_has_output_order},
};

static void lint_run_checks(struct lint *lint, struct lint_unit *u)
{
	static const struct lint_check loading = {"loading", lint_check_loading, 0};
	lint_child(lint, u, &loading);
	if (u->shared->absent) {
		return;
	}
	if (!u->shared->usable) {
		lint_find(
			lint, LINT_NOTE, "behaviour-not-checked", "",
			"no instance could be brought through initialization, a step and fmi2Terminate: nothing else was tried");
		return;
	}
	if (u->n_left_out > 0) {
		lint_find(lint, LINT_NOTE, "variables-left-out", "", "%d of %d variables are not looked at in runs",
		          u->n_left_out, u->fmu.description.n_variables);
	}
	for (size_t k = 0; k < sizeof lint_checks / sizeof lint_checks[0]; k++) {
		if (lint_checks[k].applies == NULL || lint_checks[k].applies(u)) {
			lint_child(lint, u, &lint_checks[k].check);
		}
	}
}

void lint_behaviour_within(struct lint *lint, double call_limit, double check_limit)
{
	struct mech_message message = {""};
	struct lint_unit unit = {.call_limit = call_limit, .check_limit = check_limit};
	unit.first_finding = lint->n_findings;
	errno = 0;
	if (host_fmu_describe(lint->folder, &unit.fmu, &message) != 0) {
		lint->failed |= errno == ENOMEM;
		lint_find(lint, LINT_NOTE, "behaviour-not-checked", "", "%s", message.text);
		return;
	}
	unit.shared = host_child_share(sizeof *unit.shared);
	unit.handover = host_child_file();
	if (unit.shared == NULL || unit.handover == NULL || lint_plan(&unit) != 0) {
		lint->failed = 1;
		lint_find(lint, LINT_NOTE, "behaviour-not-checked", "", "out of memory");
	} else {
		lint_run_checks(lint, &unit);
	}
	if (unit.handover != NULL) {
		(void)fclose(unit.handover);
	}
	host_child_unshare(unit.shared, sizeof *unit.shared);
	lint_plan_free(&unit);
	host_fmu_close(&unit.fmu);
}

void lint_behaviour(struct lint *lint)
{
	lint_behaviour_within(lint, 20.0, 60.0);
}
