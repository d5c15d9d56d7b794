/* The 34 functions of FMI 2.0 for co-simulation, for the controller of pid.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fmi2.h"
#include "pid.h"

struct pid {
	struct pid_memory m;
	fmi2CallbackLogger logger;
	fmi2ComponentEnvironment environment;
	const char *name;
};

/* ---- what every function begins and ends with */

/* the importer's logger gets "function: text", without anything that printf or FMI would replace */
static fmi2Status pid_refuse(const struct pid *c, const char *function, const char *text)
{
	char message[200] = "";
	if (c->logger != NULL) {
		strncat(message, function, 60);
		strncat(message, ": ", 3);
		strncat(message, text, 120);
		c->logger(c->environment, c->name, fmi2Error, "logStatusError", message);
	}
	return fmi2Error;
}

/* the instance if the function is allowed now, otherwise NULL */
static struct pid *pid_enter(fmi2Component component, const char *function, int states)
{
	struct pid *c = component;
	if (c != NULL && (c->m.state & states) == 0) {
		(void)pid_refuse(c, function, "not allowed in this state of the unit");
		return NULL;
	}
	return c;
}

/* there must be lists, and the variables must be between first and last */
static fmi2Status pid_check(const struct pid *c, const char *function, const fmi2ValueReference vr[], size_t n,
                            const void *numbers, fmi2ValueReference first, fmi2ValueReference last)
{
	if (n > 0 && (vr == NULL || numbers == NULL)) {
		return pid_refuse(c, function, "a list is missing (NULL)");
	}
	for (size_t i = 0; i < n; i++) {
		if (vr[i] < first || vr[i] > last) {
			return pid_refuse(c, function, "no such variable, or not one that this can be asked of");
		}
	}
	return fmi2OK;
}

/* ---- life of an instance */

FMI2_Export const char *fmi2GetTypesPlatform(void)
{
	return fmi2TypesPlatform;
}

FMI2_Export const char *fmi2GetVersion(void)
{
	return fmi2Version;
}

/* NULL, or why this unit is not what the importer asks for */
static const char *pid_foreign(fmi2String name, fmi2Type type, fmi2String guid)
{
	if (name == NULL || *name == '\0') {
		return "the instance has no name";
	}
	if (type != fmi2CoSimulation) {
		return "this unit is for co-simulation only";
	}
	return guid == NULL || strcmp(guid, PID_GUID) != 0 ? "the GUID is not this unit's, which is " PID_GUID : NULL;
}

FMI2_Export fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID,
                                          fmi2String fmuResourceLocation, const fmi2CallbackFunctions *functions,
                                          fmi2Boolean visible, fmi2Boolean loggingOn)
{
	(void)fmuResourceLocation;
	(void)visible;
	(void)loggingOn;
	struct pid start = {.name = instanceName == NULL ? "" : instanceName};
	pid_reset(&start.m);
	if (functions != NULL) {
		start.logger = functions->logger;
		start.environment = functions->componentEnvironment;
	}
	const char *obstacle = pid_foreign(instanceName, fmuType, fmuGUID);
	/* the name stands after the instance */
	struct pid *c = obstacle == NULL ? malloc(sizeof *c + strlen(instanceName) + 1) : NULL;
	if (c == NULL) {
		(void)pid_refuse(&start, "fmi2Instantiate", obstacle == NULL ? "out of memory" : obstacle);
		return NULL;
	}
	*c = start;
	c->name = memcpy(c + 1, instanceName, strlen(instanceName) + 1);
	return c;
}

FMI2_Export void fmi2FreeInstance(fmi2Component c)
{
	free(c);
}

/* there is nothing but errors to tell, and those are always told */
FMI2_Export fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean loggingOn, size_t nCategories,
                                           const fmi2String categories[])
{
	static const char function[] = "fmi2SetDebugLogging";
	(void)loggingOn;
	const struct pid *c = pid_enter(component, function, PID_ANY);
	if (c == NULL || (nCategories > 0 && categories == NULL)) {
		return c == NULL ? fmi2Error : pid_refuse(c, function, "a list is missing (NULL)");
	}
	for (size_t i = 0; i < nCategories; i++) {
		const char *category = categories[i] == NULL ? "" : categories[i];
		if (strcmp(category, "logAll") != 0 && strcmp(category, "logStatusError") != 0) {
			return pid_refuse(c, function, "no such category; LogCategories in modelDescription.xml lists them");
		}
	}
	return fmi2OK;
}

/* the steps are exact, so the tolerance has no use */
FMI2_Export fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean toleranceDefined, fmi2Real tolerance,
                                           fmi2Real startTime, fmi2Boolean stopTimeDefined, fmi2Real stopTime)
{
	static const char function[] = "fmi2SetupExperiment";
	struct pid *c = pid_enter(component, function, PID_INSTANTIATED);
	if (c == NULL) {
		return fmi2Error;
	}
	if (!isfinite(startTime) || (stopTimeDefined && !(stopTime >= startTime)) ||
	    (toleranceDefined && !(isfinite(tolerance) && tolerance > 0))) {
		return pid_refuse(c, function, "the times or the tolerance make no sense");
	}
	c->m.time = startTime;
	c->m.stop_defined = stopTimeDefined && isfinite(stopTime);
	c->m.stop_time = c->m.stop_defined ? stopTime : 0;
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2EnterInitializationMode(fmi2Component component)
{
	struct pid *c = pid_enter(component, "fmi2EnterInitializationMode", PID_INSTANTIATED);
	if (c == NULL) {
		return fmi2Error;
	}
	c->m.state = PID_INITIALIZING;
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2ExitInitializationMode(fmi2Component component)
{
	struct pid *c = pid_enter(component, "fmi2ExitInitializationMode", PID_INITIALIZING);
	if (c == NULL) {
		return fmi2Error;
	}
	pid_settle(&c->m);
	c->m.state = PID_STEPPING;
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2Terminate(fmi2Component component)
{
	struct pid *c = pid_enter(component, "fmi2Terminate", PID_STEPPING);
	if (c == NULL) {
		return fmi2Error;
	}
	c->m.state = PID_TERMINATED;
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2Reset(fmi2Component component)
{
	struct pid *c = pid_enter(component, "fmi2Reset", PID_ANY);
	if (c == NULL) {
		return fmi2Error;
	}
	pid_reset(&c->m);
	return fmi2OK;
}

/* ---- values */

FMI2_Export fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference vr[], size_t nvr, fmi2Real value[])
{
	struct pid *c = pid_enter(component, "fmi2GetReal", PID_READABLE);
	if (c == NULL || pid_check(c, "fmi2GetReal", vr, nvr, value, 0, PID_COUNT - 1) != fmi2OK) {
		return fmi2Error;
	}
	for (size_t i = 0; i < nvr; i++) {
		value[i] = pid_get(&c->m, vr[i]);
	}
	return fmi2OK;
}

/* all are looked at before the first one is set */
FMI2_Export fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference vr[], size_t nvr,
                                   const fmi2Real value[])
{
	static const char function[] = "fmi2SetReal";
	struct pid *c = pid_enter(component, function, PID_SETTABLE);
	if (c == NULL || pid_check(c, function, vr, nvr, value, 0, PID_COUNT - 1) != fmi2OK) {
		return fmi2Error;
	}
	for (size_t i = 0; i < nvr; i++) {
		const char *obstacle = pid_obstacle(vr[i], value[i]);
		if (obstacle != NULL) {
			return pid_refuse(c, function, obstacle);
		}
	}
	for (size_t i = 0; i < nvr; i++) {
		pid_set(&c->m, vr[i], value[i]);
	}
	return fmi2OK;
}

/* types of which there are no variables: an empty list is all that can be right */
static fmi2Status pid_none(fmi2Component component, const char *function, int states, size_t n)
{
	const struct pid *c = pid_enter(component, function, states);
	if (c == NULL) {
		return fmi2Error;
	}
	return n == 0 ? fmi2OK : pid_refuse(c, function, "all variables of this unit are Real");
}

FMI2_Export fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Integer value[])
{
	(void)vr;
	(void)value;
	return pid_none(c, "fmi2GetInteger", PID_READABLE, nvr);
}

FMI2_Export fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Boolean value[])
{
	(void)vr;
	(void)value;
	return pid_none(c, "fmi2GetBoolean", PID_READABLE, nvr);
}

FMI2_Export fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2String value[])
{
	(void)vr;
	(void)value;
	return pid_none(c, "fmi2GetString", PID_READABLE, nvr);
}

FMI2_Export fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                      const fmi2Integer value[])
{
	(void)vr;
	(void)value;
	return pid_none(c, "fmi2SetInteger", PID_SETTABLE, nvr);
}

FMI2_Export fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                      const fmi2Boolean value[])
{
	(void)vr;
	(void)value;
	return pid_none(c, "fmi2SetBoolean", PID_SETTABLE, nvr);
}

FMI2_Export fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                     const fmi2String value[])
{
	(void)vr;
	(void)value;
	return pid_none(c, "fmi2SetString", PID_SETTABLE, nvr);
}

/* ---- saved states */

/* the instance, if the handle is a state of this unit; otherwise NULL */
static struct pid *pid_enter_state(fmi2Component component, const char *function, const struct pid_memory *saved)
{
	struct pid *c = pid_enter(component, function, PID_ANY);
	if (c != NULL && !pid_is_state(saved)) {
		(void)pid_refuse(c, function, "not a state of this unit, or damaged");
		return NULL;
	}
	return c;
}

FMI2_Export fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate *FMUstate)
{
	static const char function[] = "fmi2GetFMUstate";
	struct pid *c = pid_enter(component, function, PID_ANY);
	if (c == NULL || FMUstate == NULL || (*FMUstate != NULL && !pid_is_state(*FMUstate))) {
		return c == NULL ? fmi2Error : pid_refuse(c, function, "no place for the state, or not a state of this unit");
	}
	struct pid_memory *saved = *FMUstate == NULL ? malloc(sizeof *saved) : *FMUstate;
	if (saved == NULL) {
		return pid_refuse(c, function, "out of memory");
	}
	pid_save(&c->m, saved);
	*FMUstate = saved;
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate FMUstate)
{
	struct pid *c = pid_enter_state(component, "fmi2SetFMUstate", FMUstate);
	if (c == NULL) {
		return fmi2Error;
	}
	c->m = *(struct pid_memory *)FMUstate;
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate *FMUstate)
{
	if (FMUstate == NULL || *FMUstate == NULL) {
		return pid_enter(component, "fmi2FreeFMUstate", PID_ANY) == NULL ? fmi2Error : fmi2OK;
	}
	if (pid_enter_state(component, "fmi2FreeFMUstate", *FMUstate) == NULL) {
		return fmi2Error;
	}
	free(*FMUstate);
	*FMUstate = NULL;
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate FMUstate, size_t *size)
{
	static const char function[] = "fmi2SerializedFMUstateSize";
	struct pid *c = pid_enter_state(component, function, FMUstate);
	if (c == NULL || size == NULL) {
		return c == NULL ? fmi2Error : pid_refuse(c, function, "no place for the size (NULL)");
	}
	*size = sizeof c->m;
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate FMUstate, fmi2Byte serializedState[],
                                             size_t size)
{
	static const char function[] = "fmi2SerializeFMUstate";
	struct pid *c = pid_enter_state(component, function, FMUstate);
	if (c == NULL || serializedState == NULL || size < sizeof c->m) {
		return c == NULL ? fmi2Error : pid_refuse(c, function, "the place for the bytes is missing or too small");
	}
	memcpy(serializedState, FMUstate, sizeof c->m);
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte serializedState[], size_t size,
                                               fmi2FMUstate *FMUstate)
{
	static const char function[] = "fmi2DeSerializeFMUstate";
	struct pid *c = pid_enter(component, function, PID_ANY);
	struct pid_memory m;
	if (c == NULL || serializedState == NULL || FMUstate == NULL || size != sizeof m) {
		return c == NULL ? fmi2Error : pid_refuse(c, function, "bytes or place are missing, or too many or too few");
	}
	memcpy(&m, serializedState, sizeof m);
	if (pid_enter_state(c, function, &m) == NULL) {
		return fmi2Error;
	}
	*FMUstate = malloc(sizeof m);
	if (*FMUstate == NULL) {
		return pid_refuse(c, function, "out of memory");
	}
	memcpy(*FMUstate, &m, sizeof m);
	return fmi2OK;
}

/* ---- derivatives */

FMI2_Export fmi2Status fmi2GetDirectionalDerivative(fmi2Component component, const fmi2ValueReference vUnknown_ref[],
                                                    size_t nUnknown, const fmi2ValueReference vKnown_ref[],
                                                    size_t nKnown, const fmi2Real dvKnown[], fmi2Real dvUnknown[])
{
	static const char function[] = "fmi2GetDirectionalDerivative";
	struct pid *c = pid_enter(component, function, PID_READABLE);
	if (c == NULL || pid_check(c, function, vUnknown_ref, nUnknown, dvUnknown, PID_COMMAND, PID_COMMAND) != fmi2OK ||
	    pid_check(c, function, vKnown_ref, nKnown, dvKnown, PID_MEASURED, PID_FILTER_TIME) != fmi2OK) {
		return fmi2Error;
	}
	double change = 0;
	for (size_t i = 0; i < nKnown; i++) {
		if (vKnown_ref[i] == PID_COMMAND || (vKnown_ref[i] > PID_COMMAND && c->m.state != PID_INITIALIZING)) {
			return pid_refuse(c, function, "known are the inputs, and parameters in initialization mode");
		}
		change += pid_slope(&c->m, vKnown_ref[i]) * dvKnown[i];
	}
	for (size_t i = 0; i < nUnknown; i++) {
		dvUnknown[i] = change;
	}
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2SetRealInputDerivatives(fmi2Component component, const fmi2ValueReference vr[], size_t nvr,
                                                   const fmi2Integer order[], const fmi2Real value[])
{
	static const char function[] = "fmi2SetRealInputDerivatives";
	struct pid *c = pid_enter(component, function, PID_SETTABLE);
	if (c == NULL || pid_check(c, function, vr, nvr, order, PID_MEASURED, PID_SETPOINT) != fmi2OK ||
	    pid_check(c, function, vr, nvr, value, PID_MEASURED, PID_SETPOINT) != fmi2OK) {
		return fmi2Error;
	}
	for (size_t i = 0; i < nvr; i++) {
		if (order[i] < 1 || order[i] > PID_ORDER || !isfinite(value[i])) {
			return pid_refuse(c, function, "derivatives are finite numbers of order 1 to 3");
		}
	}
	for (size_t i = 0; i < nvr; i++) {
		pid_set_derivative(&c->m, vr[i], order[i], value[i]);
	}
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component, const fmi2ValueReference vr[], size_t nvr,
                                                    const fmi2Integer order[], fmi2Real value[])
{
	static const char function[] = "fmi2GetRealOutputDerivatives";
	struct pid *c = pid_enter(component, function, PID_STEPPING | PID_TERMINATED);
	if (c == NULL || pid_check(c, function, vr, nvr, order, PID_COMMAND, PID_COMMAND) != fmi2OK ||
	    pid_check(c, function, vr, nvr, value, PID_COMMAND, PID_COMMAND) != fmi2OK) {
		return fmi2Error;
	}
	for (size_t i = 0; i < nvr; i++) {
		if (order[i] < 1) {
			return pid_refuse(c, function, "derivatives have orders from 1");
		}
		value[i] = order[i] > PID_ORDER ? 0 : pid_command(&c->m, order[i]);
	}
	return fmi2OK;
}

/* ---- steps */

FMI2_Export fmi2Status fmi2DoStep(fmi2Component component, fmi2Real currentCommunicationPoint,
                                  fmi2Real communicationStepSize, fmi2Boolean noSetFMUStatePriorToCurrentPoint)
{
	static const char function[] = "fmi2DoStep";
	(void)noSetFMUStatePriorToCurrentPoint;
	struct pid *c = pid_enter(component, function, PID_STEPPING);
	if (c == NULL) {
		return fmi2Error;
	}
	/* how far two times may lie apart and still mean the same */
	double rounding = 1e-9 * fmax(1, fabs(c->m.time));
	double end = currentCommunicationPoint + communicationStepSize;
	if (!isfinite(end) || !(communicationStepSize > 0) || fabs(currentCommunicationPoint - c->m.time) > rounding) {
		return pid_refuse(c, function, "the step does not begin where the last one ended, or is not positive");
	}
	if (c->m.stop_defined && end > c->m.stop_time + rounding) {
		return pid_refuse(c, function, "the step ends after the stop time of the experiment");
	}
	/* a step below the resolution of time has nothing to do */
	if (end > c->m.time) {
		pid_advance(&c->m, end);
	}
	return fmi2OK;
}

/* no step is ever under way when a function returns */
FMI2_Export fmi2Status fmi2CancelStep(fmi2Component c)
{
	(void)pid_enter(c, "fmi2CancelStep", 0);
	return fmi2Error;
}

/* fmi2OK when the question has an answer; most are about asynchronous steps */
static fmi2Status pid_ask(fmi2Component component, const char *function, int known, const void *value)
{
	const struct pid *c = pid_enter(component, function, PID_STEPPING | PID_TERMINATED);
	if (c == NULL || value == NULL) {
		return c == NULL ? fmi2Error : pid_refuse(c, function, "no place for the answer (NULL)");
	}
	return known ? fmi2OK : fmi2Discard;
}

FMI2_Export fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind s, fmi2Status *value)
{
	(void)s;
	return pid_ask(c, "fmi2GetStatus", 0, value);
}

FMI2_Export fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind s, fmi2Real *value)
{
	fmi2Status status = pid_ask(c, "fmi2GetRealStatus", s == fmi2LastSuccessfulTime, value);
	if (status == fmi2OK) {
		*value = ((struct pid *)c)->m.time;
	}
	return status;
}

FMI2_Export fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind s, fmi2Integer *value)
{
	(void)s;
	return pid_ask(c, "fmi2GetIntegerStatus", 0, value);
}

FMI2_Export fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind s, fmi2Boolean *value)
{
	fmi2Status status = pid_ask(c, "fmi2GetBooleanStatus", s == fmi2Terminated, value);
	if (status == fmi2OK) {
		*value = fmi2False;
	}
	return status;
}

FMI2_Export fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind s, fmi2String *value)
{
	(void)s;
	return pid_ask(c, "fmi2GetStringStatus", 0, value);
}
