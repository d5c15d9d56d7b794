/* Runs the library of an FMU through its FMI 2.0 functions, and tells what it took, as one line of JSON:
 *
 *     bench_unit LIBRARY GUID TOLERANCE STOP STEP [real:REFERENCE=VALUE | integer:REFERENCE=VALUE | wave:REFERENCE=AMPLITUDE |
 *                                                  NAME@real:REFERENCE | NAME@integer:REFERENCE] ...
 *
 * The first two set values before the start. wave sets a real input before each step, to AMPLITUDE (1 + sin(2 pi t)) / 2, as a controller would. The
 * others are told after the run, and of real ones the largest magnitude that they had after a step, too (NAME_most).
 */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fmi2.h"

enum { MOST = 32 };

struct item {
	char name[64];
	unsigned reference;
	double value, most;
	int is_integer;
};

static struct item items[3][MOST]; /* to set, waves, to tell */
static int counts[3];

static void *library;

static void *find(const char *name)
{
	void *function = dlsym(library, name);
	if (function == NULL) {
		fprintf(stderr, "%s: not in the library\n", name);
		exit(1);
	}
	return function;
}

#define BENCH_CALL(name) ((__typeof__(&name))find(#name))

static void expect(int status, const char *what)
{
	if (status > fmi2Warning) {
		fprintf(stderr, "%s: status %d\n", what, status);
		exit(1);
	}
}

static void say(fmi2ComponentEnvironment e, fmi2String name, fmi2Status status, fmi2String category, fmi2String text,
                ...)
{
	(void)e, (void)name, (void)category;
	if (status > fmi2Warning) {
		fprintf(stderr, "%s\n", text);
	}
}

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* largest memory of this process; what getrusage says counts the process before it, too */
static double memory(void)
{
	char line[256];
	double kilobytes = 0;
	FILE *file = fopen("/proc/self/status", "r");
	while (file != NULL && fgets(line, sizeof line, file) != NULL) {
		if (strncmp(line, "VmHWM:", 6) == 0) {
			kilobytes = strtod(line + 6, NULL);
		}
	}
	if (file != NULL) {
		fclose(file);
	}
	return 1024 * kilobytes;
}

static void read_item(const char *text)
{
	struct item x = {"", 0, 0, 0, strstr(text, "integer:") != NULL};
	const char *at = strchr(text, '@'), *colon = strchr(text, ':'), *equal = strchr(text, '=');
	const int kind = at != NULL ? 2 : strncmp(text, "wave:", 5) == 0 ? 1 : 0;
	if (colon == NULL || (at == NULL && equal == NULL) || counts[kind] == MOST) {
		fprintf(stderr, "%s: what is this?\n", text);
		exit(2);
	}
	snprintf(x.name, sizeof x.name, "%.*s", at != NULL ? (int)(at - text) : 0, text);
	x.reference = (unsigned)strtoul(colon + 1, NULL, 10);
	x.value = equal != NULL ? strtod(equal + 1, NULL) : 0;
	items[kind][counts[kind]++] = x;
}

static void set_values(fmi2Component c)
{
	for (int k = 0; k < counts[0]; k++) {
		const struct item *x = &items[0][k];
		const int whole = (int)x->value;
		expect(x->is_integer ? BENCH_CALL(fmi2SetInteger)(c, &x->reference, 1, &whole)
		                     : BENCH_CALL(fmi2SetReal)(c, &x->reference, 1, &x->value),
		       "a start value");
	}
}

static void get_values(fmi2Component c)
{
	for (int k = 0; k < counts[2]; k++) {
		struct item *x = &items[2][k];
		int whole = 0;
		expect(x->is_integer ? BENCH_CALL(fmi2GetInteger)(c, &x->reference, 1, &whole)
		                     : BENCH_CALL(fmi2GetReal)(c, &x->reference, 1, &x->value),
		       "a result");
		x->value = x->is_integer ? whole : x->value;
		x->most = fmax(x->most, fabs(x->value));
	}
}

/* results are looked at a hundred times, in time that does not count */
static double run(fmi2Component c, double stop, double step, int *calls)
{
	const __typeof__(&fmi2DoStep) advance = BENCH_CALL(fmi2DoStep);
	const __typeof__(&fmi2SetReal) set = BENCH_CALL(fmi2SetReal);
	const int n = (int)ceil(stop / step - 1e-9), every = n / 100 + 1;
	double begin = seconds(), aside = 0;
	for (int k = 0; k < n; k++) {
		const double t = k * step;
		for (int i = 0; i < counts[1]; i++) {
			const double u = items[1][i].value * (1 + sin(6.283185307179586 * t)) / 2;
			expect(set(c, &items[1][i].reference, 1, &u), "an input");
		}
		expect(advance(c, t, k + 1 < n ? step : stop - t, fmi2True), "fmi2DoStep");
		if ((k + 1) % every == 0) {
			const double before = seconds();
			get_values(c);
			aside += seconds() - before;
		}
	}
	*calls = n;
	return seconds() - begin - aside;
}

int main(int n, char **v)
{
	if (n < 6 || (library = dlopen(v[1], RTLD_NOW)) == NULL) {
		fprintf(stderr, "bench_unit LIBRARY GUID TOLERANCE STOP STEP ...: %s\n", n < 6 ? "arguments" : dlerror());
		return 2;
	}
	for (int k = 6; k < n; k++) {
		read_item(v[k]);
	}
	const double tolerance = strtod(v[3], NULL), stop = strtod(v[4], NULL), step = strtod(v[5], NULL);
	const fmi2CallbackFunctions functions = {say, calloc, free, NULL, NULL};
	const double begin = seconds();
	int calls;
	fmi2Component c =
		BENCH_CALL(fmi2Instantiate)("bench", fmi2CoSimulation, v[2], "", &functions, fmi2False, fmi2False);
	if (c == NULL) {
		return 1;
	}
	const double made = seconds();
	set_values(c);
	expect(BENCH_CALL(fmi2SetupExperiment)(c, tolerance > 0, tolerance, 0, fmi2False, 0), "fmi2SetupExperiment");
	expect(BENCH_CALL(fmi2EnterInitializationMode)(c), "fmi2EnterInitializationMode");
	expect(BENCH_CALL(fmi2ExitInitializationMode)(c), "fmi2ExitInitializationMode");
	const double started = seconds();
	const double took = run(c, stop, step, &calls);
	get_values(c);
	printf("{\"instantiate\": %.6g, \"initialize\": %.6g, \"cpu\": %.6g, \"calls\": %d, \"memory\": %.6g", made - begin,
	       started - made, took, calls, memory());
	for (int k = 0; k < counts[2]; k++) {
		printf(", \"%s\": %.15g", items[2][k].name, items[2][k].value);
		if (!items[2][k].is_integer) {
			printf(", \"%s_most\": %.15g", items[2][k].name, items[2][k].most);
		}
	}
	printf("}\n");
	BENCH_CALL(fmi2FreeInstance)(c);
	return 0;
}
