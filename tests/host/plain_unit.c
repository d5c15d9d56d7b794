/* A hand-written FMI 2.0 unit for the tests of the runner: an integrator of its input, dx/dt = u, u
 * held over the step.
 *
 * `behaviour` makes it misbehave once half a second is reached. Every function checks that it is
 * called in its turn.
 */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi2.h"

enum { PLAIN, WARNS, FAILS, ENDS, STOPS_HALFWAY, STANDS_STILL, HAS_NO_OUTPUTS, CRASHES, EXITS };
enum state { INSTANTIATED, INITIALIZING, STEPPING, TERMINATED };

struct unit {
	enum state state;
	fmi2CallbackFunctions callbacks;
	double time, x, u, gain, tolerance, last;
	int behaviour, count, enabled, terminated;
	char word[64];
};

static fmi2Status complain(struct unit *c, fmi2Status status, const char *text)
{
	c->callbacks.logger(c->callbacks.componentEnvironment, "unit", status, "logStatusError", "%s at %d steps", text,
	                    c->count);
	return status;
}

static fmi2Status in_turn(struct unit *c, enum state wanted)
{
	return c->state == wanted ? fmi2OK : complain(c, fmi2Error, "called out of turn");
}

const char *fmi2GetTypesPlatform(void)
{
	return fmi2TypesPlatform;
}

const char *fmi2GetVersion(void)
{
	return fmi2Version;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging)
{
	(void)name;
	(void)visible;
	(void)logging;
	if (type != fmi2CoSimulation || strcmp(guid, "plain-unit") != 0 || strncmp(resources, "file:///", 8) != 0) {
		functions->logger(functions->componentEnvironment, "unit", fmi2Error, "logStatusError", "not for me");
		return NULL;
	}
	struct unit *c = calloc(1, sizeof *c);
	c->callbacks = *functions;
	c->gain = 1.0;
	c->tolerance = -1.0;
	strcpy(c->word, "start, \"quoted\"");
	return c;
}

void fmi2FreeInstance(fmi2Component c)
{
	free(c);
}

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean tolerance_defined, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean stop_defined, fmi2Real stop)
{
	struct unit *c = component;
	(void)stop_defined;
	(void)stop;
	c->time = start;
	c->tolerance = tolerance_defined ? tolerance : -1.0;
	return in_turn(c, INSTANTIATED);
}

fmi2Status fmi2EnterInitializationMode(fmi2Component component)
{
	struct unit *c = component;
	fmi2Status status = in_turn(c, INSTANTIATED);
	c->state = INITIALIZING;
	return status;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component component)
{
	struct unit *c = component;
	fmi2Status status = in_turn(c, INITIALIZING);
	c->state = STEPPING;
	return status;
}

fmi2Status fmi2Terminate(fmi2Component component)
{
	struct unit *c = component;
	fmi2Status status = in_turn(c, STEPPING);
	c->state = TERMINATED;
	return status;
}

fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference vr[], size_t n, fmi2Real value[])
{
	struct unit *c = component;
	if (c->behaviour == HAS_NO_OUTPUTS) {
		return complain(c, fmi2Error, "no outputs");
	}
	for (size_t i = 0; i < n; i++) {
		value[i] = vr[i] == 1 ? c->u : vr[i] == 2 ? c->x : vr[i] == 3 ? c->gain : c->tolerance;
	}
	return fmi2OK;
}

fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference vr[], size_t n, const fmi2Real value[])
{
	struct unit *c = component;
	for (size_t i = 0; i < n; i++) {
		*(vr[i] == 1 ? &c->u : vr[i] == 3 ? &c->gain : &c->x) = value[i];
	}
	return fmi2OK;
}

fmi2Status fmi2GetInteger(fmi2Component component, const fmi2ValueReference vr[], size_t n, fmi2Integer value[])
{
	struct unit *c = component;
	for (size_t i = 0; i < n; i++) {
		value[i] = vr[i] == 1 ? c->behaviour : c->count;
	}
	return fmi2OK;
}

fmi2Status fmi2SetInteger(fmi2Component component, const fmi2ValueReference vr[], size_t n, const fmi2Integer value[])
{
	struct unit *c = component;
	(void)vr;
	(void)n;
	c->behaviour = value[0];
	return fmi2OK;
}

fmi2Status fmi2GetBoolean(fmi2Component component, const fmi2ValueReference vr[], size_t n, fmi2Boolean value[])
{
	(void)vr;
	for (size_t i = 0; i < n; i++) {
		value[i] = ((struct unit *)component)->enabled;
	}
	return fmi2OK;
}

fmi2Status fmi2SetBoolean(fmi2Component component, const fmi2ValueReference vr[], size_t n, const fmi2Boolean value[])
{
	(void)vr;
	(void)n;
	((struct unit *)component)->enabled = value[0];
	return fmi2OK;
}

fmi2Status fmi2GetString(fmi2Component component, const fmi2ValueReference vr[], size_t n, fmi2String value[])
{
	(void)vr;
	for (size_t i = 0; i < n; i++) {
		value[i] = ((struct unit *)component)->word;
	}
	return fmi2OK;
}

fmi2Status fmi2SetString(fmi2Component component, const fmi2ValueReference vr[], size_t n, const fmi2String value[])
{
	(void)vr;
	(void)n;
	(void)snprintf(((struct unit *)component)->word, 64, "%s", value[0]);
	return fmi2OK;
}

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real time, fmi2Real step, fmi2Boolean no_set)
{
	struct unit *c = component;
	int late = time >= 0.5;
	(void)no_set;
	if (in_turn(c, STEPPING) != fmi2OK || time != c->time || !(step > 0.0)) {
		return complain(c, fmi2Error, "a step out of turn");
	}
	if (late && c->behaviour == FAILS) {
		return complain(c, fmi2Error, "cannot go on");
	}
	if (late && c->behaviour == CRASHES) {
		raise(SIGSEGV);
	}
	if (late && c->behaviour == EXITS) {
		exit(3);
	}
	double h = late && c->behaviour == STOPS_HALFWAY && c->last != time ? 0.5 * step : step;
	h = late && c->behaviour >= STANDS_STILL ? 0.0 : h;
	c->x += c->gain * c->u * h;
	c->time = h == step ? time + step : time + h;
	c->count++;
	if (late && c->behaviour == ENDS) {
		c->terminated = 1;
		c->last = c->time;
		return fmi2Discard;
	}
	if (h != step) {
		c->last = c->time;
		return fmi2Discard;
	}
	return c->behaviour == WARNS ? complain(c, fmi2Warning, "I warn you") : fmi2OK;
}

fmi2Status fmi2GetRealStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Real *value)
{
	*value = ((struct unit *)component)->last;
	return kind == fmi2LastSuccessfulTime ? fmi2OK : fmi2Discard;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Boolean *value)
{
	*value = ((struct unit *)component)->terminated;
	return kind == fmi2Terminated ? fmi2OK : fmi2Discard;
}
