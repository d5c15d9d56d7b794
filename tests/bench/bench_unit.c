/* Runs the library of an FMU through its FMI 2.0 functions and prints costs and results as one line
 * of JSON:
 *
 *     bench_unit LIBRARY GUID TOLERANCE STOP STEP [ITEM ...]
 *
 *     real:REFERENCE=VALUE           start value of a Real
 *     integer:REFERENCE=VALUE        start value of an Integer
 *     wave:REFERENCE=AMPLITUDE[/PERIOD]
 *                                    sets a Real input before each step, as a controller would, to
 *                                    AMPLITUDE (1 + sin(2 pi t / PERIOD)) / 2; the period is 1 s
 *     NAME@real:REFERENCE            a result; of a Real also the largest magnitude at the points
 *     NAME@integer:REFERENCE         where results are read, a hundred of them (NAME_most)
 *     read:REFERENCE                 a Real to read at every communication point, all in one call
 *     sample:REFERENCE               a Real at eight communication points, the last of them the end
 *     limit:SECONDS                  a run that takes more CPU time ends the process by SIGPROF
 *     repeat:SECONDS                 repeats the run until all have taken so long; "fastest" is the
 *                                    least wall time of a run, because the clock of CPU time is too
 *                                    coarse for short runs on some systems
 *     then:REFERENCE=METHOD/TOLERANCE
 *                                    makes one run with this method and tolerance, one run after
 *                                    the other, and prints nothing; for counting instructions
 */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "fmi2.h"

enum { MOST = 1024, SAMPLES = 8 };

enum { TO_SET, WAVES, RESULTS, TO_SAMPLE, TO_READ, THEN, KINDS };

struct item {
	char name[64];
	unsigned reference;
	double value, most, period; /* period: or tolerance */
	int is_integer;
};

static struct item items[KINDS][MOST];
static int counts[KINDS];
static double samples[SAMPLES][MOST];
static double longest, repeated; /* CPU time of a run, 0: no limit; time of all runs */

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

/* Largest memory of this process. getrusage would count the process before exec too. */
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

static double wall(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void start_limit(void)
{
	const struct itimerval timer = {.it_value = {(time_t)longest, (suseconds_t)(1e6 * fmod(longest, 1))}};
	setitimer(ITIMER_PROF, &timer, NULL);
}

static int starts(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static void read_item(const char *text)
{
	struct item x = {.is_integer = strstr(text, "integer:") != NULL};
	const char *at = strchr(text, '@'), *colon = strchr(text, ':'), *equal = strchr(text, '=');
	const char *slash = strchr(text, '/');
	const int kind = at != NULL                ? RESULTS
	                 : starts(text, "wave:")   ? WAVES
	                 : starts(text, "sample:") ? TO_SAMPLE
	                 : starts(text, "read:")   ? TO_READ
	                 : starts(text, "then:")   ? THEN
	                                           : TO_SET;
	if (starts(text, "limit:") || starts(text, "repeat:")) {
		*(text[0] == 'l' ? &longest : &repeated) = strtod(colon + 1, NULL);
		return;
	}
	if (colon == NULL || ((kind <= WAVES || kind == THEN) && equal == NULL) || counts[kind] == MOST - 1) {
		fprintf(stderr, "%s: what is this?\n", text);
		exit(2);
	}
	snprintf(x.name, sizeof x.name, "%.*s", at != NULL ? (int)(at - text) : 0, text);
	x.reference = (unsigned)strtoul(colon + 1, NULL, 10);
	x.value = equal != NULL ? strtod(equal + 1, NULL) : 0;
	x.period = slash != NULL ? strtod(slash + 1, NULL) : 1;
	items[kind][counts[kind]++] = x;
}

static void set_values(fmi2Component c)
{
	for (int k = 0; k < counts[TO_SET]; k++) {
		const struct item *x = &items[TO_SET][k];
		const int whole = (int)x->value;
		expect(x->is_integer ? BENCH_CALL(fmi2SetInteger)(c, &x->reference, 1, &whole)
		                     : BENCH_CALL(fmi2SetReal)(c, &x->reference, 1, &x->value),
		       "a start value");
	}
}

static void read_results(fmi2Component c)
{
	for (int k = 0; k < counts[RESULTS]; k++) {
		struct item *x = &items[RESULTS][k];
		int whole = 0;
		expect(x->is_integer ? BENCH_CALL(fmi2GetInteger)(c, &x->reference, 1, &whole)
		                     : BENCH_CALL(fmi2GetReal)(c, &x->reference, 1, &x->value),
		       "a result");
		x->value = x->is_integer ? whole : x->value;
		x->most = fmax(x->most, fabs(x->value));
	}
}

static void read_motion(fmi2Component c)
{
	unsigned references[MOST];
	double values[MOST];
	for (int k = 0; k < counts[TO_READ]; k++) {
		references[k] = items[TO_READ][k].reference;
	}
	if (counts[TO_READ] > 0) {
		expect(BENCH_CALL(fmi2GetReal)(c, references, (size_t)counts[TO_READ], values), "the motion");
	}
}

static void take_sample(fmi2Component c, double *sample)
{
	for (int k = 0; k < counts[TO_SAMPLE]; k++) {
		expect(BENCH_CALL(fmi2GetReal)(c, &items[TO_SAMPLE][k].reference, 1, &sample[k]), "a sample");
	}
}

static void print_samples(void)
{
	for (int i = 0; counts[TO_SAMPLE] > 0 && i < SAMPLES; i++) {
		printf("%s", i == 0 ? ", \"samples\": [[" : "], [");
		for (int k = 0; k < counts[TO_SAMPLE]; k++) {
			printf("%s%.17g", k > 0 ? ", " : "", samples[i][k]);
		}
	}
	printf(counts[TO_SAMPLE] > 0 ? "]]" : "");
}

/* what a run took */
struct took {
	double instantiate, initialize, cpu, wall;
	int calls;
};

/* results and samples take no part in the times */
static void run(fmi2Component c, double stop, double step, struct took *took)
{
	const __typeof__(&fmi2DoStep) advance = BENCH_CALL(fmi2DoStep);
	const __typeof__(&fmi2SetReal) set = BENCH_CALL(fmi2SetReal);
	const int n = (int)ceil(stop / step - 1e-9), every = n / 100 + 1;
	const double begin = seconds(), begin_wall = wall();
	double reading = 0, reading_wall = 0;
	for (int k = 0; k < n; k++) {
		const double t = k * step;
		for (int i = 0; i < counts[WAVES]; i++) {
			const struct item *x = &items[WAVES][i];
			const double u = x->value * (1 + sin(6.283185307179586 * t / x->period)) / 2;
			expect(set(c, &x->reference, 1, &u), "an input");
		}
		expect(advance(c, t, k + 1 < n ? step : stop - t, fmi2True), "fmi2DoStep");
		const int sample = (k + 1) * SAMPLES / n - 1;
		read_motion(c);
		const double before = seconds(), before_wall = wall();
		if ((k + 1) % every == 0) {
			read_results(c);
		}
		if (sample > k * SAMPLES / n - 1) {
			take_sample(c, samples[sample]);
		}
		reading += seconds() - before;
		reading_wall += wall() - before_wall;
	}
	took->calls = n;
	took->cpu = seconds() - begin - reading;
	took->wall = wall() - begin_wall - reading_wall;
}

static struct took simulate(const char *guid, double tolerance, double stop, double step)
{
	const fmi2CallbackFunctions functions = {say, calloc, free, NULL, NULL};
	struct took took;
	const double begin = seconds();
	fmi2Component c =
		BENCH_CALL(fmi2Instantiate)("bench", fmi2CoSimulation, guid, "", &functions, fmi2False, fmi2False);
	if (c == NULL) {
		exit(1);
	}
	took.instantiate = seconds() - begin;
	set_values(c);
	expect(BENCH_CALL(fmi2SetupExperiment)(c, tolerance > 0, tolerance, 0, fmi2False, 0), "fmi2SetupExperiment");
	expect(BENCH_CALL(fmi2EnterInitializationMode)(c), "fmi2EnterInitializationMode");
	expect(BENCH_CALL(fmi2ExitInitializationMode)(c), "fmi2ExitInitializationMode");
	took.initialize = seconds() - begin - took.instantiate;
	start_limit();
	run(c, stop, step, &took);
	read_results(c);
	BENCH_CALL(fmi2FreeInstance)(c);
	return took;
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
	for (int k = 0; k < counts[THEN]; k++) {
		items[TO_SET][counts[TO_SET]] = items[THEN][k];
		items[TO_SET][counts[TO_SET]++].is_integer = 1;
		(void)simulate(v[2], items[THEN][k].period, stop, step);
		counts[TO_SET]--;
	}
	if (counts[THEN] > 0) {
		return 0;
	}
	const struct took took = simulate(v[2], tolerance, stop, step);
	double fastest = took.wall;
	for (double all = took.wall; all < repeated;) {
		const double again = simulate(v[2], tolerance, stop, step).wall;
		fastest = fmin(fastest, again);
		all += again;
	}
	printf("{\"instantiate\": %.6g, \"initialize\": %.6g, \"cpu\": %.6g, \"fastest\": %.6g, \"calls\": %d, \"memory\": "
	       "%.6g",
	       took.instantiate, took.initialize, took.cpu, fastest, took.calls, memory());
	for (int k = 0; k < counts[RESULTS]; k++) {
		printf(", \"%s\": %.15g", items[RESULTS][k].name, items[RESULTS][k].value);
		if (!items[RESULTS][k].is_integer) {
			printf(", \"%s_most\": %.15g", items[RESULTS][k].name, items[RESULTS][k].most);
		}
	}
	print_samples();
	printf("}\n");
	return 0;
}
