/* A hand-written FMI 2.0 unit for the tests of systems: x' = A x + B u, y = C x + D u with two
 * states, inputs and outputs.
 *
 * Inputs are polynomials of order 2 within a step. The Runge-Kutta method of order 4 makes
 * `SUBSTEPS` steps in each step, which is exact for the purposes of the tests. `behaviour` makes
 * the unit misbehave once half a second is reached. Its flags are in its description, of which the
 * tests write several.
 */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fmi2.h"

enum {
	PLAIN,
	FAILS,
	GIVES_NAN,
	STOPS_ONCE,
	STANDS_STILL,
	NEEDS_SHORT_STEPS,
	REFUSES_RETURN,
	CRASHES,
	ENDS,
	HANGS,
	DISCARDS, /* and does not say how far it came */
	REFUSES_INPUTS,
	REFUSES_OUTPUTS,
	REFUSES_SAVING,
	REFUSES_START, /* from the beginning */
	REFUSES_END,
	GIVES_NO_NUMBER, /* from the beginning */
	FORGETS          /* parameters in fmi2SetupExperiment, as some tools' units do */
};
enum { SUBSTEPS = 40 };

/* value references: parameters, inputs, outputs, states, 2 D1 */
enum { A = 0, B = 4, C = 8, D = 12, X0 = 16, PARAMETERS = 18, U = 20, Y = 30, X = 40, TWICE = 50 };

static const double event = 0.5625; /* where STOPS_ONCE stops, a sum of powers of two */

struct unit {
	fmi2CallbackFunctions callbacks;
	double parameters[PARAMETERS], u[3][2], x[2], time, last;
	int behaviour, count, terminated, stopped, flag;
	char label[80];
};

static fmi2Status complain(struct unit *c, const char *text)
{
	c->callbacks.logger(c->callbacks.componentEnvironment, "unit", fmi2Error, "logStatusError", "%s", text);
	return fmi2Error;
}

/* input i after s seconds of the step */
static double input(const struct unit *c, int i, double s)
{
	return c->u[0][i] + s * (c->u[1][i] + s * c->u[2][i] / 2.0);
}

static void slope(const struct unit *c, const double x[2], double s, double dx[2])
{
	const double *p = c->parameters;
	for (int i = 0; i < 2; i++) {
		dx[i] = 0.0;
		for (int k = 0; k < 2; k++) {
			dx[i] += p[A + 2 * i + k] * x[k] + p[B + 2 * i + k] * input(c, k, s);
		}
	}
}

static void integrate(struct unit *c, double length)
{
	const double h = length / SUBSTEPS;
	for (int n = 0; n < SUBSTEPS; n++) {
		double k[4][2], at[2];
		for (int stage = 0; stage < 4; stage++) {
			const double part = stage == 0 ? 0.0 : stage == 3 ? 1.0 : 0.5;
			for (int i = 0; i < 2; i++) {
				at[i] = c->x[i] + (stage == 0 ? 0.0 : part * h * k[stage - 1][i]);
			}
			slope(c, at, (n + part) * h, k[stage]);
		}
		for (int i = 0; i < 2; i++) {
			c->x[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
		}
	}
	for (int i = 0; i < 2; i++) {
		c->u[0][i] = input(c, i, length);
		c->u[1][i] += length * c->u[2][i];
	}
}

static double output(const struct unit *c, int i)
{
	double y = 0.0;
	for (int k = 0; k < 2; k++) {
		y += c->parameters[C + 2 * i + k] * c->x[k] + c->parameters[D + 2 * i + k] * c->u[0][k];
	}
	return (c->behaviour == GIVES_NAN && c->time >= 0.5) || c->behaviour == GIVES_NO_NUMBER ? NAN : y;
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
	(void)type;
	(void)guid;
	(void)resources;
	(void)visible;
	(void)logging;
	if (strcmp(name, "nobody") == 0) {
		functions->logger(functions->componentEnvironment, name, fmi2Error, "logStatusError", "there is no licence");
		return NULL;
	}
	struct unit *c = calloc(1, sizeof *c);
	c->callbacks = *functions;
	return c;
}

void fmi2FreeInstance(fmi2Component c)
{
	free(c);
}

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean tolerance_defined, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean stop_defined, fmi2Real stop)
{
	(void)tolerance_defined;
	(void)tolerance;
	(void)stop_defined;
	(void)stop;
	struct unit *c = component;
	c->time = start;
	if (c->behaviour == FORGETS) {
		memset(c->parameters, 0, sizeof c->parameters);
	}
	return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component component)
{
	struct unit *c = component;
	memcpy(c->x, c->parameters + X0, sizeof c->x);
	return c->behaviour == REFUSES_START ? complain(c, "this cannot begin") : fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component component)
{
	(void)component;
	return fmi2OK;
}

fmi2Status fmi2Terminate(fmi2Component component)
{
	struct unit *c = component;
	return c->behaviour == REFUSES_END ? complain(c, "this cannot end") : fmi2OK;
}

fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference vr[], size_t n, fmi2Real value[])
{
	struct unit *c = component;
	if (c->behaviour == REFUSES_OUTPUTS && c->time >= 0.5) {
		return complain(c, "nothing to see");
	}
	for (size_t i = 0; i < n; i++) {
		value[i] = vr[i] == TWICE ? 2.0 * c->parameters[D]
		           : vr[i] >= X   ? c->x[vr[i] - X]
		           : vr[i] >= Y   ? output(c, (int)vr[i] - Y)
		           : vr[i] >= U   ? c->u[0][vr[i] - U]
		                          : c->parameters[vr[i]];
	}
	return fmi2OK;
}

fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference vr[], size_t n, const fmi2Real value[])
{
	struct unit *c = component;
	if (c->behaviour == REFUSES_INPUTS && c->time >= 0.5) {
		return complain(c, "not now");
	}
	for (size_t i = 0; i < n; i++) {
		if (vr[i] < PARAMETERS) {
			c->parameters[vr[i]] = value[i];
		} else {
			c->u[0][vr[i] - U] = value[i];
			c->u[1][vr[i] - U] = c->u[2][vr[i] - U] = 0.0;
		}
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
	const struct unit *c = component;
	(void)vr;
	for (size_t i = 0; i < n; i++) {
		value[i] = c->flag;
	}
	return fmi2OK;
}

fmi2Status fmi2SetBoolean(fmi2Component component, const fmi2ValueReference vr[], size_t n, const fmi2Boolean value[])
{
	struct unit *c = component;
	(void)vr;
	(void)n;
	c->flag = value[0];
	return fmi2OK;
}

fmi2Status fmi2GetString(fmi2Component component, const fmi2ValueReference vr[], size_t n, fmi2String value[])
{
	const struct unit *c = component;
	(void)vr;
	for (size_t i = 0; i < n; i++) {
		value[i] = c->label;
	}
	return fmi2OK;
}

fmi2Status fmi2SetString(fmi2Component component, const fmi2ValueReference vr[], size_t n, const fmi2String value[])
{
	struct unit *c = component;
	(void)vr;
	(void)n;
	(void)snprintf(c->label, sizeof c->label, "%s", value[n - 1]);
	return fmi2OK;
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component component, const fmi2ValueReference vr[], size_t n,
                                       const fmi2Integer order[], const fmi2Real value[])
{
	struct unit *c = component;
	for (size_t i = 0; i < n; i++) {
		if (order[i] < 1 || order[i] > 2) {
			return complain(c, "no such derivative");
		}
		c->u[order[i]][vr[i] - U] = value[i];
	}
	return fmi2OK;
}

/* y' = C x' + D u', y'' = C x'' + D u'' at the end of the last step */
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component, const fmi2ValueReference vr[], size_t n,
                                        const fmi2Integer order[], fmi2Real value[])
{
	const struct unit *c = component;
	const double *p = c->parameters;
	double dx[2], ddx[2] = {0.0, 0.0};
	slope(c, c->x, 0.0, dx);
	for (int i = 0; i < 2; i++) {
		for (int k = 0; k < 2; k++) {
			ddx[i] += p[A + 2 * i + k] * dx[k] + p[B + 2 * i + k] * c->u[1][k];
		}
	}
	for (size_t m = 0; m < n; m++) {
		const int i = 2 * ((int)vr[m] - Y);
		value[m] = 0.0;
		for (int k = 0; k < 2; k++) {
			value[m] += p[C + i + k] * (order[m] == 1 ? dx : ddx)[k] + p[D + i + k] * c->u[order[m]][k];
		}
	}
	return fmi2OK;
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component component, const fmi2ValueReference unknown[], size_t n,
                                        const fmi2ValueReference known[], size_t m, const fmi2Real direction[],
                                        fmi2Real result[])
{
	const struct unit *c = component;
	for (size_t i = 0; i < n; i++) {
		result[i] = 0.0;
		for (size_t k = 0; k < m; k++) {
			result[i] += c->parameters[D + 2 * (unknown[i] - Y) + (known[k] - U)] * direction[k];
		}
	}
	return fmi2OK;
}

fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate *state)
{
	struct unit *c = component;
	if (c->behaviour == REFUSES_SAVING && c->time >= 0.5) {
		return complain(c, "too large");
	}
	if (*state == NULL) {
		*state = malloc(sizeof(struct unit));
	}
	memcpy(*state, component, sizeof(struct unit));
	return fmi2OK;
}

fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state)
{
	struct unit *c = component;
	if (c->behaviour == REFUSES_RETURN && c->time >= 0.5) {
		return complain(c, "there is no way back");
	}
	const int stopped = c->stopped;
	memcpy(c, state, sizeof *c);
	c->stopped = stopped;
	return fmi2OK;
}

fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate *state)
{
	(void)component;
	free(*state);
	*state = NULL;
	return fmi2OK;
}

/* how far the step may go */
static double allowed(struct unit *c, double time, double step)
{
	const int late = time + step > 0.5;
	if (late && (c->behaviour == STANDS_STILL || (c->behaviour == NEEDS_SHORT_STEPS && step > 0.005))) {
		return 0.0;
	}
	if (c->behaviour == STOPS_ONCE && !c->stopped && time < event && time + step > event) {
		c->stopped = 1;
		return event - time;
	}
	return step;
}

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real time, fmi2Real step, fmi2Boolean no_return)
{
	struct unit *c = component;
	(void)no_return;
	if (fabs(time - c->time) > 1e-9 || !(step > 0.0)) {
		return complain(c, "a step out of turn");
	}
	if (time >= 0.5 && c->behaviour == FAILS) {
		return complain(c, "cannot go on");
	}
	if (time >= 0.5 && c->behaviour == DISCARDS) {
		return fmi2Discard;
	}
	if (time >= 0.5 && c->behaviour == CRASHES) {
		raise(SIGSEGV);
	}
	while (time >= 0.5 && c->behaviour == HANGS) {
		(void)pause();
	}
	if (time >= 0.5 && c->behaviour == ENDS) {
		c->last = time;
		c->terminated = 1;
		return fmi2Discard;
	}
	const double h = allowed(c, time, step);
	if (h > 0.0) {
		integrate(c, h);
	}
	c->time = c->last = h == step ? time + step : time + h;
	c->count++;
	return h == step ? fmi2OK : fmi2Discard;
}

fmi2Status fmi2GetRealStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Real *value)
{
	const struct unit *c = component;
	*value = c->last;
	return kind == fmi2LastSuccessfulTime && c->behaviour != DISCARDS ? fmi2OK : fmi2Discard;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Boolean *value)
{
	*value = ((struct unit *)component)->terminated;
	return kind == fmi2Terminated ? fmi2OK : fmi2Discard;
}
