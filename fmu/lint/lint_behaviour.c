/* The library of this machine's platform, running: the checks, and when they apply. */
#define _POSIX_C_SOURCE 200809L

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lint_unit.h"

static int host_lint_has_state(const struct host_lint_unit *u)
{
	return u->fmu.description.has_state && u->shared->repeatable;
}

static int host_lint_serializes(const struct host_lint_unit *u)
{
	return host_lint_has_state(u) && u->fmu.description.serializes_state;
}

static int host_lint_has_directional(const struct host_lint_unit *u)
{
	return u->fmu.description.directional;
}

static int host_lint_interpolates(const struct host_lint_unit *u)
{
	return u->fmu.description.interpolates;
}

static int host_lint_has_output_order(const struct host_lint_unit *u)
{
	return u->fmu.description.output_order > 0;
}

static const struct {
	struct host_lint_check check;
	int (*applies)(const struct host_lint_unit *unit); /* NULL: always */
} host_lint_checks[] = {
	{{"instantiation", host_lint_check_instantiation, 0}, NULL},
	{{"start values", host_lint_check_starts, 0}, NULL},
	{{"calls", host_lint_check_calls, 0}, NULL},
	{{"arguments", host_lint_check_arguments, 0}, NULL},
	{{"experiment", host_lint_check_experiment, 0}, NULL},
	{{"repetition", host_lint_check_repetition, 0}, NULL},
	{{"steps", host_lint_check_steps, 0}, NULL},
	{{"state", host_lint_check_state, 0}, host_lint_has_state},
	{{"serialized state", host_lint_check_state_writing, 0}, host_lint_serializes},
	{{"state in a second process", host_lint_check_state_reading, 1}, host_lint_serializes},
	{{"damaged state", host_lint_check_state_damage, 0}, host_lint_serializes},
	{{"directional derivatives", host_lint_check_derivatives, 0}, host_lint_has_directional},
	{{"dependencies", host_lint_check_dependencies, 0}, NULL},
	{{"derivatives of inputs", host_lint_check_input_derivatives, 0}, host_lint_interpolates},
	{{"derivatives of outputs", host_lint_check_output_derivatives, 0}, host_lint_has_output_order},
};

static void host_lint_run_checks(struct host_lint *lint, struct host_lint_unit *u)
{
	static const struct host_lint_check loading = {"loading", host_lint_check_loading, 0};
	host_lint_child(lint, u, &loading);
	if (u->shared->absent) {
		return;
	}
	if (!u->shared->usable) {
		host_lint_find(
			lint, HOST_LINT_NOTE, "behaviour-not-checked", "",
			"no instance could be brought through initialization, a step and fmi2Terminate: nothing else was tried");
		return;
	}
	if (u->n_left_out > 0) {
		host_lint_find(lint, HOST_LINT_NOTE, "variables-left-out", "", "%d of %d variables are not looked at in runs",
		               u->n_left_out, u->fmu.description.n_variables);
	}
	for (size_t k = 0; k < sizeof host_lint_checks / sizeof host_lint_checks[0]; k++) {
		if (host_lint_checks[k].applies == NULL || host_lint_checks[k].applies(u)) {
			host_lint_child(lint, u, &host_lint_checks[k].check);
		}
	}
}

/* memory that parent and child see; NULL: there is none */
static struct host_lint_shared *host_lint_share(void)
{
	FILE *file = tmpfile();
	if (file == NULL) {
		return NULL;
	}
	void *memory =
		ftruncate(fileno(file), (off_t)sizeof(struct host_lint_shared)) != 0
			? MAP_FAILED
			: mmap(NULL, sizeof(struct host_lint_shared), PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
	(void)fclose(file);
	return memory == MAP_FAILED ? NULL : memory;
}

void host_lint_behaviour_within(struct host_lint *lint, double call_limit, double check_limit)
{
	struct mech_message message = {""};
	struct host_lint_unit unit = {.call_limit = call_limit, .check_limit = check_limit};
	unit.first_finding = lint->n_findings;
	if (host_fmu_describe(lint->folder, &unit.fmu, &message) != 0) {
		host_lint_find(lint, HOST_LINT_NOTE, "behaviour-not-checked", "", "%s", message.text);
		return;
	}
	unit.shared = host_lint_share();
	unit.handover = tmpfile();
	if (unit.shared == NULL || unit.handover == NULL || host_lint_plan(&unit) != 0) {
		host_lint_find(lint, HOST_LINT_NOTE, "behaviour-not-checked", "", "not enough memory, or no temporary files");
	} else {
		host_lint_run_checks(lint, &unit);
	}
	if (unit.handover != NULL) {
		(void)fclose(unit.handover);
	}
	if (unit.shared != NULL) {
		(void)munmap(unit.shared, sizeof *unit.shared);
	}
	host_lint_plan_free(&unit);
	host_fmu_close(&unit.fmu);
}

void host_lint_behaviour(struct host_lint *lint)
{
	host_lint_behaviour_within(lint, 20.0, 60.0);
}
