/* Calls of the unit's functions: the trail that names them, the logger, instances and their
 * states. */
#define _POSIX_C_SOURCE 200809L

#include "lint_unit.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* the logger is handed nothing of ours that it can trust; there is one unit in the process of a
 * check */
static struct lint_unit *lint_logged_unit;

static const char *lint_state_text(enum lint_state state)
{
	switch (state) {
	case LINT_INSTANTIATED:
		return "after fmi2Instantiate";
	case LINT_INITIALIZING:
		return "in initialization mode";
	case LINT_STEPPING:
		return "at a communication point";
	case LINT_TERMINATED:
		return "after fmi2Terminate";
	}
	return "";
}

const char *lint_status_text(fmi2Status status)
{
	static const char *const names[] = {"fmi2OK",    "fmi2Warning", "fmi2Discard",
	                                    "fmi2Error", "fmi2Fatal",   "fmi2Pending"};
	return (unsigned)status < sizeof names / sizeof names[0] ? names[status] : "no status of the standard";
}

/* ---- the logger */

/* what can be wrong about a message, each with its bit in shared->complained */
enum lint_complaint {
	LINT_LOG_ENVIRONMENT = 1,
	LINT_LOG_NAME = 2,
	LINT_LOG_NO_CATEGORY = 4,
	LINT_LOG_CATEGORY = 8,
	LINT_LOG_NO_MESSAGE = 16,
	LINT_LOG_QUIET = 32
};

static int lint_complain(struct lint_unit *unit, enum lint_complaint complaint, int wrong)
{
	if (!wrong || (unit->shared->complained & (int)complaint) != 0) {
		return 0;
	}
	unit->shared->complained |= (int)complaint;
	return 1;
}

static int lint_is_listed(const struct host_description *d, const char *category)
{
	for (int i = 0; i < d->n_categories; i++) {
		if (strcmp(d->categories[i], category) == 0) {
			return 1;
		}
	}
	return 0;
}

static void lint_judge_message(struct lint_unit *u, const void *environment, const char *name, fmi2Status status,
                               const char *category, const char *message)
{
	const struct lint_instance *i = u->calling;
	if (lint_complain(u, LINT_LOG_ENVIRONMENT, i != NULL && environment != i)) {
		lint_tell(u, LINT_ERROR, "log-environment", NULL,
		          "the logger gets another componentEnvironment than fmi2Instantiate was given");
	}
	if (lint_complain(u, LINT_LOG_NAME, name == NULL || (i != NULL && strcmp(name, i->name) != 0))) {
		lint_tell(u, LINT_ERROR, "log-instance-name", NULL,
		          "the logger gets the instance name '%.40s' instead of '%s'; the unit must keep a copy of its name",
		          name == NULL ? "NULL" : name, i == NULL ? "" : i->name);
	}
	if (lint_complain(u, LINT_LOG_NO_CATEGORY, category == NULL)) {
		lint_tell(u, LINT_WARNING, "log-category", NULL,
		          "the logger gets no category (NULL), on which importers crash");
	}
	if (category != NULL && lint_complain(u, LINT_LOG_CATEGORY, !lint_is_listed(&u->fmu.description, category))) {
		lint_tell(u, u->fmu.description.n_categories > 0 ? LINT_WARNING : LINT_NOTE, "log-category", NULL,
		          "the category '%.60s' is not in LogCategories, so that nobody can switch it", category);
	}
	if (lint_complain(u, LINT_LOG_NO_MESSAGE, message == NULL)) {
		lint_tell(u, LINT_ERROR, "log-message", NULL, "the logger gets no message (NULL)");
	}
	if (lint_complain(u, LINT_LOG_QUIET, u->quiet && status == fmi2OK)) {
		lint_tell(u, LINT_WARNING, "log-while-off", NULL,
		          "the logger is called with fmi2OK although logging was switched off: '%.100s'",
		          message == NULL ? "" : message);
	}
}

void lint_logger(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category,
                 fmi2String message, ...)
{
	struct lint_unit *u = lint_logged_unit;
	u->n_messages++;
	u->message[0] = 0;
	if (message != NULL) {
		va_list arguments;
		va_start(arguments, message);
		(void)vsnprintf(u->message, sizeof u->message, message, arguments);
		va_end(arguments);
	}
	lint_judge_message(u, environment, name, status, category, message);
}

/* ---- calls */

fmi2Status lint_absent(struct lint_instance *instance)
{
	instance->unit->absent = 1;
	return fmi2Error;
}

void lint_enter(struct lint_instance *instance, const char *function)
{
	struct lint_unit *u = instance->unit;
	const char *state = lint_state_text(instance->state);
	(void)snprintf(u->shared->call, sizeof u->shared->call, "%s%s%s", function, *state == 0 ? "" : " ", state);
	u->shared->n_calls++;
	u->calling = instance;
	u->absent = 0;
	u->n_messages = 0;
	u->message[0] = 0;
	lint_logged_unit = u;
}

fmi2Status lint_leave(struct lint_instance *instance, fmi2Status status)
{
	struct lint_unit *u = instance->unit;
	u->shared->n_calls++;
	u->calling = NULL;
	if ((status == fmi2Warning || status == fmi2Error || status == fmi2Fatal) && u->n_messages == 0 &&
	    !instance->mute) {
		lint_tell(u, LINT_ERROR, "status-not-logged", NULL,
		          "returned %s without a message to the logger; say what is wrong", lint_status_text(status));
	}
	if (status == fmi2Fatal) {
		lint_tell(u, LINT_ERROR, "unit-fatal", NULL,
		          "returned fmi2Fatal, after which no instance may be used or freed: %s", u->message);
		lint_abandon(u);
	}
	if ((unsigned)status > fmi2Pending || (status == fmi2Pending && !u->fmu.description.asynchronous)) {
		lint_tell(u, LINT_ERROR, "status-unexpected", NULL, "returned %s (%d)%s", lint_status_text(status), (int)status,
		          status == fmi2Pending ? " though canRunAsynchronuously is false" : "");
		return fmi2Error;
	}
	return status;
}

int lint_good(struct lint_unit *unit, fmi2Status status)
{
	if (status == fmi2OK || status == fmi2Warning) {
		return 1;
	}
	if (unit->absent) {
		return 0;
	}
	lint_tell(unit, LINT_ERROR, "call-fails", NULL, "returned %s%s%s", lint_status_text(status),
	          unit->message[0] == 0 ? "" : ": ", unit->message);
	return 0;
}

fmi2Status lint_get(struct lint_instance *i, enum host_type type, const fmi2ValueReference *vr, size_t n,
                    union host_fmu_value *value)
{
	switch (type) {
	case HOST_REAL:
		return LINT_CALL(i, GetReal, i->component, vr, n, value == NULL ? NULL : &value->real);
	case HOST_INTEGER:
		return LINT_CALL(i, GetInteger, i->component, vr, n, value == NULL ? NULL : &value->integer);
	case HOST_BOOLEAN:
		return LINT_CALL(i, GetBoolean, i->component, vr, n, value == NULL ? NULL : &value->integer);
	default:
		return LINT_CALL(i, GetString, i->component, vr, n, value == NULL ? NULL : &value->string);
	}
}

fmi2Status lint_set(struct lint_instance *i, enum host_type type, const fmi2ValueReference *vr, size_t n,
                    const union host_fmu_value *value)
{
	switch (type) {
	case HOST_REAL:
		return LINT_CALL(i, SetReal, i->component, vr, n, value == NULL ? NULL : &value->real);
	case HOST_INTEGER:
		return LINT_CALL(i, SetInteger, i->component, vr, n, value == NULL ? NULL : &value->integer);
	case HOST_BOOLEAN:
		return LINT_CALL(i, SetBoolean, i->component, vr, n, value == NULL ? NULL : &value->integer);
	default:
		return LINT_CALL(i, SetString, i->component, vr, n, value == NULL ? NULL : &value->string);
	}
}

/* ---- instances */

struct lint_instance *lint_blank(struct lint_unit *unit)
{
	struct lint_instance *i = lint_take(unit, 1, sizeof *i);
	i->unit = unit;
	(void)snprintf(i->name, sizeof i->name, "unit %d", ++unit->n_instances);
	return i;
}

fmi2Component lint_instantiate(struct lint_instance *instance, const char *guid, const char *resources,
                               const fmi2CallbackFunctions *functions, fmi2Boolean logging)
{
	char *name = lint_take(instance->unit, sizeof instance->name, 1);
	memcpy(name, instance->name, sizeof instance->name);
	lint_enter(instance, "fmi2Instantiate");
	errno = 0;
	instance->component = instance->unit->fmu.functions.Instantiate(name, fmi2CoSimulation, guid, resources, functions,
	                                                                fmi2False, logging);
	instance->unit->shared->n_calls++;
	instance->unit->calling = NULL;
	instance->state = LINT_INSTANTIATED;
	/* then it shows nothing about the unit */
	instance->unit->shared->out_of_memory |= instance->component == NULL && errno == ENOMEM;
	/* a unit that kept the pointer shows this */
	memset(name, 'X', sizeof instance->name - 1);
	return instance->component;
}

void lint_free_instance(struct lint_instance *instance)
{
	if (instance == NULL || instance->component == NULL) {
		return;
	}
	lint_enter(instance, "fmi2FreeInstance");
	instance->unit->fmu.functions.FreeInstance(instance->component);
	instance->unit->shared->n_calls++;
	instance->unit->calling = NULL;
	instance->component = NULL;
}

int lint_bring(struct lint_instance *i, enum lint_state state)
{
	struct lint_unit *u = i->unit;
	if (state == LINT_INSTANTIATED) {
		return 0;
	}
	if (!lint_good(u, LINT_CALL(i, SetupExperiment, i->component, fmi2False, 0.0, u->start, fmi2False, 0.0)) ||
	    !lint_good(u, LINT_CALL(i, EnterInitializationMode, i->component))) {
		return -1;
	}
	i->state = LINT_INITIALIZING;
	if (state == LINT_INITIALIZING) {
		return 0;
	}
	if (!lint_good(u, LINT_CALL(i, ExitInitializationMode, i->component))) {
		return -1;
	}
	i->state = LINT_STEPPING;
	if (state == LINT_STEPPING) {
		return 0;
	}
	if (lint_step(i, 0) != fmi2OK || !lint_good(u, LINT_CALL(i, Terminate, i->component))) {
		return -1;
	}
	i->state = LINT_TERMINATED;
	return 0;
}

int lint_try_initialize(struct lint_instance *i)
{
	if (LINT_CALL(i, SetupExperiment, i->component, fmi2False, 0.0, i->unit->start, fmi2False, 0.0) > fmi2Warning ||
	    LINT_CALL(i, EnterInitializationMode, i->component) > fmi2Warning) {
		return 0;
	}
	i->state = LINT_INITIALIZING;
	if (LINT_CALL(i, ExitInitializationMode, i->component) > fmi2Warning) {
		return 0;
	}
	i->state = LINT_STEPPING;
	return 1;
}

struct lint_instance *lint_begin(struct lint_unit *unit, enum lint_state state)
{
	struct lint_instance *i = lint_blank(unit);
	/* old units keep the pointer to the structure: it lives as long as the process */
	fmi2CallbackFunctions *callbacks = lint_take(unit, 1, sizeof *callbacks);
	*callbacks = (fmi2CallbackFunctions){lint_logger, calloc, free, NULL, i};
	if (lint_instantiate(i, unit->fmu.description.guid, unit->fmu.resources, callbacks, fmi2True) == NULL) {
		lint_tell(unit, LINT_ERROR, "call-fails", NULL, "no instance (NULL)%s%s", unit->message[0] == 0 ? "" : ": ",
		          unit->message);
		return NULL;
	}
	if (lint_bring(i, state) != 0) {
		lint_free_instance(i);
		return NULL;
	}
	return i;
}
