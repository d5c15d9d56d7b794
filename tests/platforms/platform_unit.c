/* Runs the library of an FMU on the platform this is compiled for, through the FMI 2.0 functions
 * and nothing else:
 *
 *     platform_unit run    LIBRARY GUID SEED STEPS RESULTS STATE REFERENCE...
 *     platform_unit resume LIBRARY GUID SEED STEPS RESULTS STATE REFERENCE...
 *
 * run makes STEPS communication steps of random length. Before a random one it saves the state of
 * the unit; at the end it returns there and continues a second time, which must give the same bits.
 * RESULTS gets a row for every step (number of the step, time, values of the Real REFERENCEs),
 * STATE the serialized state. resume is another process: it takes the state from STATE and makes
 * the remaining steps; its rows must be those of run.
 */
#ifdef _WIN32
#define __USE_MINGW_ANSI_STDIO 1
#endif

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform_library.h"

enum { MOST_REFERENCES = 64, MOST_STEPS = 10000 };

static void check(fmi2Status status, const char *call)
{
	if (status != fmi2OK) {
		give_up("not fmi2OK", call);
	}
}

static void logger(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category,
                   fmi2String message, ...)
{
	(void)environment;
	(void)status;
	(void)fprintf(stderr, "%s: %s: %s\n", name, category, message);
}

/* ---- a run */

/* communication steps: multiples of 1/8192 s, so that times are sums without rounding */
struct plan {
	int steps, save_at;
	double time[MOST_STEPS + 1];
};

static struct plan plan_make(uint32_t seed, int steps)
{
	static struct plan plan;
	uint32_t random = seed;
	plan.steps = steps;
	for (int i = 0; i < steps; i++) {
		random = random * 1664525u + 1013904223u;
		plan.time[i + 1] = plan.time[i] + (1 + (random >> 16) % 160) / 8192.0;
	}
	/* in the first half, so that something is left to repeat */
	plan.save_at = (int)((random * 1664525u + 1013904223u) >> 16) % ((steps + 1) / 2);
	return plan;
}

struct run {
	struct unit unit;
	struct plan plan;
	fmi2Component component;
	int n_references;
	fmi2ValueReference references[MOST_REFERENCES];
	double *values; /* (steps + 1) x n_references */
};

static void read_values(struct run *r, int step)
{
	double *row = r->values + (size_t)step * (size_t)r->n_references;
	check(r->unit.GetReal(r->component, r->references, (size_t)r->n_references, row), "fmi2GetReal");
}

static void advance(struct run *r, int from, int to)
{
	for (int i = from; i < to; i++) {
		double begin = r->plan.time[i], end = r->plan.time[i + 1];
		check(r->unit.DoStep(r->component, begin, end - begin, fmi2False), "fmi2DoStep");
		read_values(r, i + 1);
	}
}

static void open_unit(struct run *r, const char *library, const char *guid, const fmi2CallbackFunctions *callbacks)
{
	unit_load(library, &r->unit);
	r->component = r->unit.Instantiate("unit", fmi2CoSimulation, guid, "", callbacks, fmi2False, fmi2False);
	if (r->component == NULL) {
		give_up(library, "cannot be instantiated");
	}
}

static void close_unit(struct run *r)
{
	check(r->unit.Terminate(r->component), "fmi2Terminate");
	r->unit.FreeInstance(r->component);
}

/* ---- files; binary, so that lines end alike everywhere */

static void write_results(const struct run *r, const char *path, int from)
{
	FILE *file = fopen(path, "wb");
	if (file == NULL) {
		give_up(path, "cannot be written");
	}
	for (int i = from; i <= r->plan.steps; i++) {
		(void)fprintf(file, "%d,%.17g", i, r->plan.time[i]);
		for (int k = 0; k < r->n_references; k++) {
			(void)fprintf(file, ",%.17g", r->values[i * r->n_references + k]);
		}
		(void)fprintf(file, "\n");
	}
	if (fclose(file) != 0) {
		give_up(path, "cannot be written");
	}
}

static void write_state(struct run *r, fmi2FMUstate state, const char *path)
{
	size_t size = 0;
	check(r->unit.SerializedFMUstateSize(r->component, state, &size), "fmi2SerializedFMUstateSize");
	fmi2Byte *bytes = malloc(size);
	FILE *file = fopen(path, "wb");
	if (bytes == NULL || file == NULL) {
		give_up(path, "cannot be written");
	}
	check(r->unit.SerializeFMUstate(r->component, state, bytes, size), "fmi2SerializeFMUstate");
	if (fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
		give_up(path, "cannot be written");
	}
	free(bytes);
}

static fmi2FMUstate read_state(struct run *r, const char *path)
{
	enum { MOST_BYTES = 1 << 24 };
	fmi2FMUstate state = NULL;
	fmi2Byte *bytes = malloc(MOST_BYTES);
	FILE *file = fopen(path, "rb");
	if (bytes == NULL || file == NULL) {
		give_up(path, "cannot be read");
	}
	size_t size = fread(bytes, 1, MOST_BYTES, file);
	(void)fclose(file);
	check(r->unit.DeSerializeFMUstate(r->component, bytes, size, &state), "fmi2DeSerializeFMUstate");
	free(bytes);
	return state;
}

/* ---- the two commands */

static void run_and_repeat(struct run *r, const char *results, const char *state_file)
{
	int from = r->plan.save_at, to = r->plan.steps;
	size_t row = (size_t)r->n_references, bytes = sizeof(double) * row * (size_t)(to - from);
	fmi2FMUstate state = NULL;
	check(r->unit.SetupExperiment(r->component, fmi2False, 0, 0, fmi2False, 0), "fmi2SetupExperiment");
	check(r->unit.EnterInitializationMode(r->component), "fmi2EnterInitializationMode");
	check(r->unit.ExitInitializationMode(r->component), "fmi2ExitInitializationMode");
	read_values(r, 0);
	advance(r, 0, from);
	check(r->unit.GetFMUstate(r->component, &state), "fmi2GetFMUstate");
	write_state(r, state, state_file);
	advance(r, from, to);
	write_results(r, results, 0);

	double *first = malloc(bytes), *again = r->values + (size_t)(from + 1) * row;
	if (first == NULL) {
		give_up("out of memory", "");
	}
	memcpy(first, again, bytes);
	memset(again, 0, bytes);
	check(r->unit.SetFMUstate(r->component, state), "fmi2SetFMUstate");
	advance(r, from, to);
	if (memcmp(first, again, bytes) != 0) {
		give_up("the steps after a restored state differ from the first time", "");
	}
	check(r->unit.FreeFMUstate(r->component, &state), "fmi2FreeFMUstate");
	free(first);
}

static void resume(struct run *r, const char *results, const char *state_file)
{
	fmi2FMUstate state = read_state(r, state_file);
	check(r->unit.SetFMUstate(r->component, state), "fmi2SetFMUstate");
	check(r->unit.FreeFMUstate(r->component, &state), "fmi2FreeFMUstate");
	advance(r, r->plan.save_at, r->plan.steps);
	write_results(r, results, r->plan.save_at + 1);
}

int main(int argc, char **argv)
{
	static struct run r;
	static const fmi2CallbackFunctions callbacks = {logger, NULL, NULL, NULL, NULL};
	int steps = argc < 9 ? 0 : atoi(argv[5]);
	if (steps < 1 || steps > MOST_STEPS || argc - 8 > MOST_REFERENCES) {
		give_up("usage", "platform_unit run|resume LIBRARY GUID SEED STEPS RESULTS STATE REFERENCE...");
	}
	r.plan = plan_make((uint32_t)atoi(argv[4]), steps);
	r.n_references = argc - 8;
	for (int k = 0; k < r.n_references; k++) {
		r.references[k] = (fmi2ValueReference)atoi(argv[8 + k]);
	}
	r.values = calloc((size_t)(steps + 1) * (size_t)r.n_references, sizeof *r.values);
	if (r.values == NULL) {
		give_up("out of memory", "");
	}
	open_unit(&r, argv[2], argv[3], &callbacks);
	if (strcmp(argv[1], "run") == 0) {
		run_and_repeat(&r, argv[6], argv[7]);
	} else {
		resume(&r, argv[6], argv[7]);
	}
	close_unit(&r);
	free(r.values);
	return 0;
}
