/* A complete FMI 2.0 unit for the tests of the checks, without a finding as it is; the environment
 * variable LINT_UNIT_DEFECT names the one thing that is to be wrong about it.
 *
 *     dx/dt = gain u,  x(0) = x0;   y = gain u + 2 x;   u: held, or with a slope
 *
 * Everything is solved exactly: x grows by gain (u h + u' h^2 / 2) in a step of length h.
 */
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi2.h"

enum { TIME, U, X, Y, X0, GAIN, DX, N_REALS };
enum { INSTANTIATED = 1, INITIALIZING = 2, STEPPING = 4, TERMINATED = 8, BEFORE = 7, AFTER = 14, ALWAYS = 15 };

/* all that a run depends on: a state is a copy of it */
struct memory {
	char magic[8];
	int state, count, stop_defined;
	double r[N_REALS], slope, stop;
	int enabled;
	char word[32];
	struct memory *elsewhere; /* only where a state is to hold a pointer */
	double sum;               /* of the bytes before it */
};

struct unit {
	struct memory m;
	fmi2CallbackFunctions callbacks;
	const fmi2CallbackFunctions *kept; /* the importer's own structure */
	const char *kept_name;
	char name[64];
	int logging, stuck;
};

static int n_instances; /* for defects: what one instance leaves to the next */
static double shared_x;

static int defect(const char *name)
{
	const char *wanted = getenv("LINT_UNIT_DEFECT");
	return wanted != NULL && strcmp(wanted, name) == 0;
}

/* a mode whose name begins so */
static int mode(const char *begin)
{
	const char *wanted = getenv("LINT_UNIT_DEFECT");
	return wanted != NULL && strncmp(wanted, begin, strlen(begin)) == 0;
}

static void crash(void)
{
	int *volatile nowhere = NULL;
	*nowhere = 1;
}

/* ---- messages and turns */

static fmi2Status complain(struct unit *c, fmi2Status status, const char *text)
{
	const fmi2CallbackFunctions *f = defect("callbacks kept") ? c->kept : &c->callbacks;
	if (f->logger != NULL && !defect("silent")) {
		f->logger(defect("other environment") ? c : f->componentEnvironment,
		          defect("name kept") ? c->kept_name : c->name, status,
		          defect("no category")      ? NULL
		          : defect("other category") ? "logErrors"
		                                     : "logStatusError",
		          text);
	}
	return status;
}

static int in_turn(struct unit *c, int states)
{
	if (defect("no order") || (c->m.state & states) != 0) {
		return 1;
	}
	(void)complain(c, fmi2Error, "called out of turn");
	if (defect("stuck after errors")) {
		c->stuck = 1;
	}
	return 0;
}

/* ---- life */

const char *fmi2GetTypesPlatform(void)
{
	return fmi2TypesPlatform;
}

const char *fmi2GetVersion(void)
{
	return defect("version") ? "2.0.4" : fmi2Version;
}

static void start(struct unit *c)
{
	double x0 = defect("reset keeps") && c->m.r[X0] != 0 ? c->m.r[X0] : 1.0;
	memset(&c->m, 0, sizeof c->m);
	memcpy(c->m.magic, "lintunit", 8);
	c->m.state = INSTANTIATED;
	c->m.enabled = 1;
	c->m.r[U] = 0.5;
	c->m.r[X0] = x0;
	c->m.r[GAIN] = defect("start") ? 2.5 : defect("rounded start") ? 2.0 + 1e-9 : 2.0;
	strcpy(c->m.word, "hello");
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging)
{
	(void)visible;
	struct unit *c = calloc(1, sizeof *c);
	if (c == NULL) {
		return NULL;
	}
	c->callbacks = functions == NULL ? (fmi2CallbackFunctions){0} : *functions;
	c->kept = functions;
	c->kept_name = name;
	c->logging = logging;
	(void)snprintf(c->name, sizeof c->name, "%s", name);
	int wrong = type != fmi2CoSimulation || (strcmp(guid, "lint-unit") != 0 && !defect("any guid"));
	if (defect("resources") && (resources == NULL || strncmp(resources, "file:///", 8) != 0)) {
		wrong = 1;
	}
	if (defect("no logger") && c->callbacks.logger == NULL) {
		crash();
	}
	if (wrong) {
		(void)complain(c, fmi2Error, "not for me");
		free(c);
		return NULL;
	}
	if (defect("chatty") || logging) {
		c->callbacks.logger != NULL
			? c->callbacks.logger(c->callbacks.componentEnvironment, c->name, fmi2OK, "logAll", "at 100 %% again")
			: (void)0;
	}
	start(c);
	n_instances++;
	return c;
}

void fmi2FreeInstance(fmi2Component component)
{
	if (component == NULL && defect("free of nothing")) {
		crash();
	}
	free(component);
}

fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean on, size_t n, const fmi2String categories[])
{
	struct unit *c = component;
	if (!in_turn(c, ALWAYS) || (n > 0 && categories == NULL)) {
		return complain(c, fmi2Error, "no categories");
	}
	for (size_t i = 0; i < n; i++) {
		if (strcmp(categories[i], "logStatusError") != 0 && strcmp(categories[i], "logAll") != 0) {
			return complain(c, fmi2Error, "no such category");
		}
	}
	c->logging = on;
	return fmi2OK;
}

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean tolerance_defined, fmi2Real tolerance,
                               fmi2Real begin, fmi2Boolean stop_defined, fmi2Real stop)
{
	struct unit *c = component;
	if (!in_turn(c, INSTANTIATED)) {
		return fmi2Error;
	}
	if (!isfinite(begin) || (stop_defined && !(stop >= begin)) || (tolerance_defined && !(tolerance > 0))) {
		return complain(c, fmi2Error, "no experiment");
	}
	c->m.r[TIME] = begin;
	c->m.stop_defined = stop_defined;
	c->m.stop = stop;
	return fmi2OK;
}

/* what modes add to y: a transient of 3e-5 s between communication points, noise, a step of y with
 * u that is 1e-6 wide */
static double added(const struct unit *c)
{
	const double t = c->m.r[TIME], u = c->m.r[U];
	return mode("transient") ? 1e-2 * tanh((t - 0.0712) / 1e-5)
	       : mode("noise")   ? 1e-2 * sin(1e8 * t)
	       : mode("steep")   ? 1e-6 * tanh((u - 0.5) / 1e-6)
	                         : 0.0;
}

static double value_of(const struct unit *c, unsigned vr)
{
	const double *r = c->m.r;
	double x = c->m.state == INITIALIZING ? r[X0] : defect("shared") ? shared_x : r[X];
	switch (vr) {
	case X:
		return defect("not finite") && r[TIME] > 0.5 ? NAN : x;
	case Y:
		return r[GAIN] * r[U] + 2.0 * x + added(c);
	case DX:
		return r[GAIN] * r[U];
	case TIME:
		return defect("time") && c->m.count % 2 == 1 ? r[TIME] - 1e-3 : r[TIME];
	case GAIN:
		return defect("gain not kept") ? 2.0 : r[GAIN];
	default:
		return r[vr];
	}
}

fmi2Status fmi2EnterInitializationMode(fmi2Component component)
{
	struct unit *c = component;
	if (!in_turn(c, INSTANTIATED)) {
		return fmi2Error;
	}
	c->m.state = INITIALIZING;
	return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component component)
{
	struct unit *c = component;
	if (!in_turn(c, INITIALIZING)) {
		return fmi2Error;
	}
	c->m.r[X] = shared_x = c->m.r[X0];
	c->m.state = STEPPING;
	return fmi2OK;
}

fmi2Status fmi2Terminate(fmi2Component component)
{
	struct unit *c = component;
	if (!in_turn(c, STEPPING)) {
		return fmi2Error;
	}
	if (defect("terminate")) {
		crash();
	}
	c->m.state = TERMINATED;
	return fmi2OK;
}

#ifndef WITHOUT_RESET
fmi2Status fmi2Reset(fmi2Component component)
{
	struct unit *c = component;
	if (c->stuck) {
		return complain(c, fmi2Error, "stuck");
	}
	for (volatile int forever = 1; forever && defect("reset hangs") && c->m.state == TERMINATED;) {
	}
	start(c);
	return fmi2OK;
}
#endif

/* ---- values */

static int lists(struct unit *c, const fmi2ValueReference vr[], size_t n, const void *value, unsigned count)
{
	if (n > 0 && (vr == NULL || value == NULL)) {
		if (defect("null lists")) {
			crash();
		}
		(void)complain(c, fmi2Error, "no list");
		return 0;
	}
	for (size_t i = 0; i < n; i++) {
		if (vr[i] >= count) {
			if (defect("any reference")) {
				continue;
			}
			if (defect("reference exits")) {
				exit(3);
			}
			(void)complain(c, fmi2Error, "no such variable");
			return 0;
		}
	}
	return 1;
}

fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference vr[], size_t n, fmi2Real value[])
{
	struct unit *c = component;
	if (defect("early crash") && c->m.state == INSTANTIATED) {
		crash();
	}
	if (!in_turn(c, AFTER) || !lists(c, vr, n, value, N_REALS)) {
		return fmi2Error;
	}
	for (size_t i = 0; i < n; i++) {
		value[i] = vr[i] < N_REALS ? value_of(c, vr[i]) : 0.0;
	}
	return fmi2OK;
}

/* inputs always, gain as a tunable parameter, x0 before the first step */
static int settable(struct unit *c, unsigned vr)
{
	int good = defect("any set") || vr >= N_REALS || vr == U || vr == GAIN || (vr == X0 && c->m.state != STEPPING);
	if (!good) {
		(void)complain(c, fmi2Error, "cannot be set");
	}
	return good;
}

fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference vr[], size_t n, const fmi2Real value[])
{
	struct unit *c = component;
	if (!in_turn(c, BEFORE) || !lists(c, vr, n, value, N_REALS)) {
		return fmi2Error;
	}
	for (size_t i = 0; i < n; i++) {
		if (!settable(c, vr[i])) {
			return fmi2Error;
		}
		c->m.r[vr[i] < N_REALS ? vr[i] : X] = value[i];
	}
	return fmi2OK;
}

fmi2Status fmi2GetInteger(fmi2Component component, const fmi2ValueReference vr[], size_t n, fmi2Integer value[])
{
	struct unit *c = component;
	if (!in_turn(c, AFTER) || !lists(c, vr, n, value, 1)) {
		return fmi2Error;
	}
	for (size_t i = 0; i < n; i++) {
		value[i] = c->m.count;
	}
	return fmi2OK;
}

fmi2Status fmi2SetInteger(fmi2Component component, const fmi2ValueReference vr[], size_t n, const fmi2Integer value[])
{
	struct unit *c = component;
	if (!in_turn(c, BEFORE) || !lists(c, vr, n, value, 1)) {
		return fmi2Error;
	}
	return n > 0 && vr[0] == 0 ? complain(c, fmi2Error, "cannot be set") : fmi2OK;
}

fmi2Status fmi2GetBoolean(fmi2Component component, const fmi2ValueReference vr[], size_t n, fmi2Boolean value[])
{
	struct unit *c = component;
	if (!in_turn(c, AFTER) || !lists(c, vr, n, value, 1)) {
		return fmi2Error;
	}
	for (size_t i = 0; i < n; i++) {
		value[i] = c->m.enabled;
	}
	return fmi2OK;
}

fmi2Status fmi2SetBoolean(fmi2Component component, const fmi2ValueReference vr[], size_t n, const fmi2Boolean value[])
{
	struct unit *c = component;
	if (!in_turn(c, INSTANTIATED | INITIALIZING) || !lists(c, vr, n, value, 1)) {
		return fmi2Error;
	}
	for (size_t i = 0; i < n; i++) {
		c->m.enabled = value[i] != 0;
	}
	return fmi2OK;
}

fmi2Status fmi2GetString(fmi2Component component, const fmi2ValueReference vr[], size_t n, fmi2String value[])
{
	struct unit *c = component;
	if (!in_turn(c, AFTER) || !lists(c, vr, n, value, 1)) {
		return fmi2Error;
	}
	for (size_t i = 0; i < n; i++) {
		value[i] = c->m.word;
	}
	return fmi2OK;
}

fmi2Status fmi2SetString(fmi2Component component, const fmi2ValueReference vr[], size_t n, const fmi2String value[])
{
	struct unit *c = component;
	if (!in_turn(c, INSTANTIATED | INITIALIZING) || !lists(c, vr, n, value, 1)) {
		return fmi2Error;
	}
	for (size_t i = 0; i < n; i++) {
		(void)snprintf(c->m.word, sizeof c->m.word, "%s", value[i]);
	}
	return fmi2OK;
}

/* ---- states */

static double sum_of(const struct memory *m)
{
	double sum = 0.0;
	const unsigned char *bytes = (const unsigned char *)m;
	for (size_t i = 0; i < offsetof(struct memory, sum); i++) {
		sum += bytes[i] * (double)(i + 1);
	}
	return sum;
}

fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate *state)
{
	struct unit *c = component;
	if (!in_turn(c, ALWAYS)) {
		return fmi2Error;
	}
	struct memory *m = *state != NULL && !defect("state leaks") ? *state : calloc(1, sizeof *m);
	*m = c->m;
	m->elsewhere = NULL;
	if (defect("state with pointer")) {
		m->elsewhere = calloc(1, sizeof *m);
		*m->elsewhere = c->m;
	}
	m->sum = sum_of(m);
	*state = m;
	return fmi2OK;
}

fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state)
{
	struct unit *c = component;
	const struct memory *m = state;
	if (!in_turn(c, ALWAYS) || m == NULL) {
		return complain(c, fmi2Error, "no state");
	}
	double x = c->m.r[X];
	c->m = defect("state with pointer") ? *m->elsewhere : *m;
	if (defect("state forgets")) {
		c->m.r[X] = x;
	}
	shared_x = c->m.r[X];
	return fmi2OK;
}

fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate *state)
{
	(void)component;
	if (state != NULL) {
		free(*state);
		if (!defect("state pointer left")) {
			*state = NULL;
		}
	}
	return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate state, size_t *size)
{
	(void)component;
	(void)state;
	*size = sizeof(struct memory);
	return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
	struct unit *c = component;
	if (size < sizeof(struct memory)) {
		return complain(c, fmi2Error, "too small");
	}
	memcpy(bytes, state, sizeof(struct memory));
	return fmi2OK;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state)
{
	struct unit *c = component;
	struct memory m;
	if (size != sizeof m) {
		return complain(c, fmi2Error, "no state of this unit");
	}
	memcpy(&m, bytes, sizeof m);
	if (m.sum != sum_of(&m)) {
		if (defect("damage crashes")) {
			crash();
		}
		return complain(c, fmi2Error, "a damaged state");
	}
	*state = calloc(1, sizeof m);
	memcpy(*state, &m, sizeof m);
	return fmi2OK;
}

/* ---- derivatives */

/* d unknown / d known: x is x0 in initialization mode, a state later */
static double slope_of(const struct unit *c, unsigned unknown, unsigned known)
{
	int initializing = c->m.state == INITIALIZING;
	double dx = known == (initializing ? X0 : X) ? 1.0 : 0.0;
	if (unknown == X) {
		return dx;
	}
	double gain = c->m.r[GAIN] * (defect("directional") ? 1.001 : 1.0);
	if (unknown == Y && mode("steep") && !defect("steep, flat")) {
		const double steep = cosh(fmin(300.0, fabs(c->m.r[U] - 0.5) / 1e-6));
		gain += 1.0 / (steep * steep);
	}
	double direct = known == U ? gain : known == GAIN ? c->m.r[U] : 0.0;
	return unknown == DX ? direct : direct + (defect("motion") && !initializing ? 3.0 : 2.0) * dx;
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component component, const fmi2ValueReference unknown[], size_t n,
                                        const fmi2ValueReference known[], size_t m, const fmi2Real seeds[],
                                        fmi2Real results[])
{
	struct unit *c = component;
	if (!in_turn(c, AFTER)) {
		return fmi2Error;
	}
	for (size_t i = 0; i < n; i++) {
		results[i] = 0.0;
		for (size_t j = 0; j < m; j++) {
			results[i] += slope_of(c, unknown[i], known[j]) * (defect("seeds") && known[j] == U ? 1.0 : seeds[j]);
		}
	}
	return fmi2OK;
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component component, const fmi2ValueReference vr[], size_t n,
                                       const fmi2Integer order[], const fmi2Real value[])
{
	struct unit *c = component;
	if (!in_turn(c, BEFORE)) {
		return fmi2Error;
	}
	for (size_t i = 0; i < n; i++) {
		if (vr[i] != U || order[i] < 1) {
			return complain(c, fmi2Error, "no derivative of this order");
		}
		if (order[i] == 1 && !defect("no slope")) {
			c->m.slope = defect("wrong slope") ? -0.5 * value[i] : defect("wild slope") ? 100.0 * value[i] : value[i];
		}
	}
	return fmi2OK;
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component, const fmi2ValueReference vr[], size_t n,
                                        const fmi2Integer order[], fmi2Real value[])
{
	struct unit *c = component;
	if (!in_turn(c, STEPPING | TERMINATED)) {
		return fmi2Error;
	}
	double rate = c->m.r[GAIN] * c->m.r[U] * (defect("rate") ? 1.1 : 1.0);
	const double factor = defect("transient, twice")    ? 2.0
	                      : defect("transient, turned") ? -1.0
	                      : defect("transient, none")   ? 0.0
	                                                    : 1.0;
	for (size_t i = 0; i < n; i++) {
		value[i] = order[i] != 1 ? 0.0 : vr[i] == X ? rate : 2.0 * rate * factor;
		if ((order[i] == 1 && defect("no rates")) || (order[i] == 2 && defect("rates of rates"))) {
			value[i] = order[i] - 1;
		}
	}
	return fmi2OK;
}

/* ---- steps */

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real time, fmi2Real h, fmi2Boolean no_set)
{
	struct unit *c = component;
	double *r = c->m.r;
	(void)no_set;
	if (!in_turn(c, STEPPING)) {
		return fmi2Error;
	}
	double tolerance = defect("strict time") ? 0.0 : 1e-9 * fmax(1.0, fabs(time));
	if (!(h > 0.0) || !(fabs(time - r[TIME]) <= tolerance)) {
		return complain(c, fmi2Error, "no step from here");
	}
	if (c->m.stop_defined && time + h > c->m.stop + 1e-9 && !defect("stop time")) {
		return complain(c, fmi2Error, "after the stop time");
	}
	if (defect("prints") && c->m.count == 0) {
		(void)puts("step by step");
	}
	if (defect("locale")) {
		(void)setlocale(LC_ALL, "C.UTF-8");
	}
	if (defect("fatal") && time > 0.5) {
		return complain(c, fmi2Fatal, "beyond repair");
	}
	if (defect("step fails") && time > 0.5) {
		return complain(c, fmi2Error, "stuck at 0.5");
	}
	r[X] += defect("not repeatable") ? 1e-12 * n_instances : 0.0;
	r[X] += r[GAIN] * (r[U] * h + 0.5 * c->m.slope * h * h);
	shared_x += r[GAIN] * (r[U] * h + 0.5 * c->m.slope * h * h);
	r[U] += c->m.slope * h;
	c->m.slope = 0.0;
	r[TIME] = time + h;
	c->m.count++;
	return defect("unknown status") ? (fmi2Status)17 : fmi2OK;
}

fmi2Status fmi2CancelStep(fmi2Component component)
{
	return complain(component, fmi2Error, "no step is under way");
}

static fmi2Status ask(struct unit *c)
{
	return in_turn(c, STEPPING | TERMINATED) ? fmi2Discard : fmi2Error;
}

fmi2Status fmi2GetStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Status *value)
{
	(void)kind;
	(void)value;
	return ask(component);
}

fmi2Status fmi2GetRealStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Real *value)
{
	(void)kind;
	(void)value;
	return ask(component);
}

fmi2Status fmi2GetIntegerStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Integer *value)
{
	(void)kind;
	(void)value;
	return ask(component);
}

fmi2Status fmi2GetBooleanStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Boolean *value)
{
	(void)kind;
	(void)value;
	return ask(component);
}

fmi2Status fmi2GetStringStatus(fmi2Component component, const fmi2StatusKind kind, fmi2String *value)
{
	(void)kind;
	(void)value;
	return ask(component);
}
