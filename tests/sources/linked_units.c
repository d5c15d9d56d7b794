/* Two units, compiled from their sources and linked into this program, run step by step in turn:
 *
 *     linked_units GUID LIBRARY GUID LIBRARY
 *
 * FIRST(name) and SECOND(name) put the prefix of a unit before a function's name. The libraries
 * hold the same units; they run next to the linked ones and must give the same bits.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "fmi2.h"

enum { STEPS = 20, VALUES = 4, UNITS = 2 };

/* X(function, result, arguments) */
#define FUNCTIONS(X)                                                                                            \
	X(fmi2Instantiate, fmi2Component,                                                                           \
	  (fmi2String, fmi2Type, fmi2String, fmi2String, const fmi2CallbackFunctions *, fmi2Boolean, fmi2Boolean))  \
	X(fmi2SetupExperiment, fmi2Status, (fmi2Component, fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real)) \
	X(fmi2EnterInitializationMode, fmi2Status, (fmi2Component))                                                 \
	X(fmi2ExitInitializationMode, fmi2Status, (fmi2Component))                                                  \
	X(fmi2DoStep, fmi2Status, (fmi2Component, fmi2Real, fmi2Real, fmi2Boolean))                                 \
	X(fmi2GetReal, fmi2Status, (fmi2Component, const fmi2ValueReference[], size_t, fmi2Real[]))                 \
	X(fmi2FreeInstance, void, (fmi2Component))

struct unit {
#define MEMBER(name, result, arguments) result(*name) arguments;
	FUNCTIONS(MEMBER)
};

#define DECLARE(name, result, arguments) \
	result FIRST(name) arguments;        \
	result SECOND(name) arguments;
FUNCTIONS(DECLARE)

static const struct unit linked[UNITS] = {
#define TAKE_FIRST(name, result, arguments) FIRST(name),
#define TAKE_SECOND(name, result, arguments) SECOND(name),
	{FUNCTIONS(TAKE_FIRST)},
	{FUNCTIONS(TAKE_SECOND)},
};

static int load(const char *path, struct unit *unit)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	void *address = NULL;
	int missing = library == NULL;
#define LOAD(name, result, arguments)                 \
	address = missing ? NULL : dlsym(library, #name); \
	missing = missing || address == NULL;             \
	memcpy(&unit->name, &address, sizeof address);
	FUNCTIONS(LOAD)
	return missing;
}

static fmi2Component start(const struct unit *unit, const char *guid)
{
	fmi2Component c = unit->fmi2Instantiate("unit", fmi2CoSimulation, guid, NULL, NULL, fmi2False, fmi2False);
	int failed = c == NULL || unit->fmi2SetupExperiment(c, fmi2False, 0, 0, fmi2False, 0) != fmi2OK ||
	             unit->fmi2EnterInitializationMode(c) != fmi2OK || unit->fmi2ExitInitializationMode(c) != fmi2OK;
	return failed ? NULL : c;
}

/* time and the variables after it: inputs, outputs */
static int step(const struct unit *unit, fmi2Component c, int k, double values[VALUES])
{
	static const fmi2ValueReference references[VALUES] = {0, 1, 2, 3};
	const double h = 0.0078125;
	return unit->fmi2DoStep(c, k * h, h, fmi2True) != fmi2OK ||
	       unit->fmi2GetReal(c, references, VALUES, values) != fmi2OK;
}

int main(int argc, char **argv)
{
	struct unit loaded[UNITS];
	fmi2Component a[UNITS], b[UNITS];
	int moved = 0;
	if (argc != 1 + 2 * UNITS) {
		(void)fprintf(stderr, "linked_units GUID LIBRARY GUID LIBRARY\n");
		return 2;
	}
	for (int i = 0; i < UNITS; i++) {
		if (load(argv[2 + 2 * i], &loaded[i])) {
			(void)fprintf(stderr, "%s: cannot be loaded\n", argv[2 + 2 * i]);
			return 1;
		}
		a[i] = start(&linked[i], argv[1 + 2 * i]);
		b[i] = start(&loaded[i], argv[1 + 2 * i]);
		/* a unit knows its own mechanism, not that of the other one */
		if (a[i] == NULL || b[i] == NULL || start(&linked[i], argv[1 + 2 * (1 - i)]) != NULL) {
			(void)fprintf(stderr, "unit %d: does not start as it should\n", i + 1);
			return 1;
		}
	}
	for (int k = 0; k < STEPS; k++) {
		for (int i = 0; i < UNITS; i++) {
			double values[VALUES], expected[VALUES];
			if (step(&linked[i], a[i], k, values) || step(&loaded[i], b[i], k, expected)) {
				(void)fprintf(stderr, "unit %d: step %d fails\n", i + 1, k + 1);
				return 1;
			}
			if (memcmp(values, expected, sizeof values) != 0) {
				(void)fprintf(stderr, "unit %d: differs from its library in step %d\n", i + 1, k + 1);
				return 1;
			}
			moved += values[VALUES - 1] != 0.0;
		}
	}
	for (int i = 0; i < UNITS; i++) {
		linked[i].fmi2FreeInstance(a[i]);
		loaded[i].fmi2FreeInstance(b[i]);
	}
	return moved > 0 ? 0 : 1;
}
