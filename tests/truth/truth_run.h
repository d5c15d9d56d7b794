/* Runs judged against independent truth.
 *
 * A problem is a mechanism file, stop times and the exact values of some variables as a function of
 * time. It runs under many plans: method, tolerance, communication step. A run is right where it
 * ends without an error and every value lies within 10 x tolerance x range of the exact one. Where
 * the problem may be refused, an error with a message or `solver.unresolved_steps` > 0 is an honest
 * answer, too. Success with a wrong value never is.
 *
 * A test goes through all its plans, shows those that went wrong, and fails then. With
 * MECHFMU_TRUTH_TABLE set it reports all; with MECHFMU_TRUTH_ONLY=word it runs only plans with that
 * word in their title or method; with MECHFMU_LONG_TESTS it is full: no combination is left out
 * because it takes long.
 */
#ifndef TRUTH_RUN_H
#define TRUTH_RUN_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dae_method.h"
#include "find_method.h"
#include "host_image.h"
#include "host_read.h"
#include "mech_instance.h"
#include "slow_build.h"

enum { TRUTH_MOST_VALUES = 48, TRUTH_MOST_SETTINGS = 4 };

/* part of the tolerance x range a value may be wrong by */
static const double truth_factor = 10;

/* newmark is of order 1 with damping and is left out */
static const char *const truth_methods[] = {"generalized_alpha",
                                            "hht",
                                            "midpoint",
                                            "energy_decaying",
                                            "radau",
                                            "bdf",
                                            "bdf_displacement",
                                            "for_sdirk",
                                            "infl_sdirk",
                                            "infl_trap",
                                            "ssp_trap",
                                            "for_rosen",
                                            "dopri5",
                                            "dop853",
                                            "auto"};
enum { TRUTH_METHODS = sizeof truth_methods / sizeof truth_methods[0] };

static inline int truth_is_second_order(const char *method)
{
	return dae_methods[find_method(method)]->order == 2;
}

struct truth_value {
	const char *name;
	double exact;
	double range; /* the errors allowed are parts of it */
	double slack; /* allowed in addition: rounding of large numbers, what the truth leaves out */
};

struct truth_setting {
	const char *name;
	double value;
};

struct truth_problem {
	const char *title;
	const char *file; /* in tests/truth/cases, or NULL: */
	const char *text; /* the mechanism itself */
	struct truth_setting settings[TRUTH_MOST_SETTINGS];
	double stop;       /* of most runs */
	double short_stop; /* of runs in many steps: second order below 1e-3, tiny communication steps */
	int may_refuse;
	/* the values expected at a time; returns how many */
	int (*exact)(const struct truth_problem *p, double t, struct truth_value *values);
	double number; /* for `exact` */
};

struct truth_plan {
	const char *method;
	double tolerance;
	double step; /* communication step; 0: the whole run */
	double stop;
};

/* a mechanism loaded once, run many times */
struct truth_machine {
	struct host_image image;
	struct mech_instance *m;
	const struct mech_model *model;
	struct mech_message message;
};

struct truth_score {
	int runs, wrong;
	clock_t start;
};

/* ---- a machine ---- */

static inline void truth_create(struct truth_machine *machine, const char *title)
{
	machine->m = mech_instance_create(machine->image.bytes, machine->image.size, &machine->message);
	if (!machine->m) {
		fail_msg("%s: %s", title, machine->message.text);
	}
	machine->model = mech_instance_model(machine->m);
}

/* of what was read, NULL: with a message */
static inline void truth_build(struct truth_machine *machine, const char *title, struct host_mechanism *mechanism)
{
	if (!mechanism || host_image_build(mechanism, &machine->image, &machine->message) != 0) {
		fail_msg("%s: %s", title, machine->message.text);
	}
	host_mechanism_free(mechanism);
	truth_create(machine, title);
}

static inline void truth_open_path(struct truth_machine *machine, const char *path)
{
	memset(machine, 0, sizeof *machine);
	truth_build(machine, path, host_read_file(path, &machine->message));
}

static inline void truth_open(struct truth_machine *machine, const struct truth_problem *p)
{
	char path[1024];
	memset(machine, 0, sizeof *machine);
	if (p->file) {
		(void)snprintf(path, sizeof path, "%s/tests/truth/cases/%s.yaml", MECHFMU_SOURCE_DIR, p->file);
		truth_open_path(machine, path);
	} else {
		truth_build(machine, p->title, host_read_text("test.yaml", p->text, strlen(p->text), &machine->message));
	}
}

static inline void truth_close(struct truth_machine *machine)
{
	mech_instance_free(machine->m);
	host_image_free(&machine->image);
}

/* number of a variable, or -1 */
static inline int truth_find(const struct truth_machine *machine, const char *name)
{
	for (int k = 0; k < machine->model->n_variables; k++) {
		if (strcmp(mech_name(machine->model, machine->model->variables[k].name), name) == 0) {
			return k;
		}
	}
	return -1;
}

static inline void truth_set(struct truth_machine *machine, const char *name, double value)
{
	const int variable = truth_find(machine, name);
	if (variable < 0 || mech_set(machine->m, variable, value, &machine->message) != 0) {
		fail_msg("cannot set %s: %s", name, machine->message.text);
	}
}

static inline double truth_get(struct truth_machine *machine, const char *name)
{
	const int variable = truth_find(machine, name);
	double value = NAN;
	if (variable < 0) {
		fail_msg("no variable %s", name);
	}
	return mech_get(machine->m, variable, &value, &machine->message) == 0 ? value : NAN;
}

/* steps accepted above their tolerance */
static inline double truth_unresolved(struct truth_machine *machine)
{
	return truth_find(machine, "solver.unresolved_steps") < 0 ? 0 : truth_get(machine, "solver.unresolved_steps");
}

/* status of the initialization: < 0 impossible */
static inline int truth_start(struct truth_machine *machine, const struct truth_problem *p,
                              const struct truth_plan *plan)
{
	mech_reset(machine->m);
	mech_setup(machine->m, 0, plan->tolerance);
	truth_set(machine, "solver.method", number_of_method(plan->method));
	for (int k = 0; k < TRUTH_MOST_SETTINGS && p->settings[k].name; k++) {
		truth_set(machine, p->settings[k].name, p->settings[k].value);
	}
	machine->message.text[0] = '\0';
	return mech_initialize(machine->m, &machine->message);
}

/* from the present time to the end of the plan, as an importer does: n steps, the last one to the
 * end itself */
static inline int truth_advance(struct truth_machine *machine, const struct truth_plan *plan)
{
	const double begin = mech_time(machine->m), length = plan->stop - begin;
	const int n = plan->step > 0 ? (int)ceil(length / plan->step - 1e-6) : 1;
	int status = 0;
	for (int i = 1; i <= n && status >= 0; i++) {
		status = mech_advance(machine->m, i == n ? plan->stop : begin + i * plan->step, &machine->message);
	}
	return status;
}

/* ---- the verdict ---- */

static inline int truth_tells(void)
{
	return getenv("MECHFMU_TRUTH_TABLE") != NULL;
}

/* error over tolerance x range, or infinite where it is not a number */
static inline double truth_error(const struct truth_value *v, double value, double tolerance)
{
	const double error = fmax(0, fabs(value - v->exact) - v->slack) / (tolerance * v->range);
	return isfinite(value) ? error : INFINITY;
}

static inline void truth_tell(const struct truth_problem *p, const struct truth_plan *plan, int right, const char *what)
{
	char line[640];
	(void)snprintf(line, sizeof line, "  %-5s %-26s %-17s %.0e  step %-6g stop %-5g %s\n", right ? "ok" : "WRONG",
	               p->title, plan->method, plan->tolerance, plan->step, plan->stop, what);
	if (!right) {
		print_error("%s", line);
	} else if (truth_tells()) {
		print_message("%s", line);
	}
}

/* `value (exact) error`, with the name after its section */
static inline int truth_describe(char *text, size_t size, const struct truth_value *v, double value, double error)
{
	const char *name = strchr(v->name, '.');
	return snprintf(text, size, "; %s %.9g (%.9g) %.2g", name ? name + 1 : v->name, value, v->exact, error);
}

/* compares all values, appends them to the text; whether they are right */
static inline int truth_compare(struct truth_machine *machine, const struct truth_problem *p,
                                const struct truth_plan *plan, char *text, size_t size)
{
	struct truth_value values[TRUTH_MOST_VALUES] = {{0}};
	const int n = p->exact(p, plan->stop, values);
	size_t length = strlen(text);
	int right = 1;
	for (int k = 0; k < n; k++) {
		const double value = truth_get(machine, values[k].name);
		const double error = truth_error(&values[k], value, plan->tolerance);
		right = right && error <= truth_factor;
		if (length < size) {
			length += (size_t)truth_describe(text + length, size - length, &values[k], value, error);
		}
	}
	return right;
}

/* counts and shows one run that ended with a status */
static inline void truth_judge(struct truth_machine *machine, const struct truth_problem *p,
                               const struct truth_plan *plan, int status, struct truth_score *score)
{
	char text[512];
	int right;
	if (status < 0) {
		right = p->may_refuse && machine->message.text[0] != '\0';
		(void)snprintf(text, sizeof text, "error at %g: %s", mech_time(machine->m), machine->message.text);
	} else {
		const double unresolved = truth_unresolved(machine);
		(void)snprintf(text, sizeof text, "%7.0f steps %.0f unresolved", truth_get(machine, "solver.steps"),
		               unresolved);
		right = truth_compare(machine, p, plan, text, sizeof text);
		right = right || (p->may_refuse && unresolved > 0);
	}
	score->runs++;
	score->wrong += !right;
	truth_tell(p, plan, right, text);
}

static inline int truth_wanted(const struct truth_problem *p, const struct truth_plan *plan)
{
	const char *only = getenv("MECHFMU_TRUTH_ONLY");
	return !only || strstr(p->title, only) || strcmp(plan->method, only) == 0;
}

static inline void truth_run(struct truth_machine *machine, const struct truth_problem *p,
                             const struct truth_plan *plan, struct truth_score *score)
{
	if (!truth_wanted(p, plan)) {
		return;
	}
	int status = truth_start(machine, p, plan);
	status = status < 0 ? status : truth_advance(machine, plan);
	truth_judge(machine, p, plan, status, score);
}

/* ---- many plans ---- */

static inline struct truth_score truth_begin(void)
{
	return (struct truth_score){0, 0, clock()};
}

static inline void truth_end(const struct truth_score *score)
{
	if (truth_tells()) {
		print_message("  %d of %d runs right, %.1f s\n", score->runs - score->wrong, score->runs,
		              (double)(clock() - score->start) / CLOCKS_PER_SEC);
	}
	if (score->wrong > 0) {
		fail_msg("%d of %d runs went wrong", score->wrong, score->runs);
	}
}

static const double truth_tolerances[] = {1e-3, 1e-6, 1e-8};
enum { TRUTH_TOLERANCES = SLOW_BUILD ? 1 : 3 };

static inline int truth_is_full(void)
{
	return getenv("MECHFMU_LONG_TESTS") != NULL;
}

/* Every method at every communication step given, and at every tolerance, and every tolerance at
 * every step: each pair of them in some run. At the tightest tolerance methods of order 2 take a
 * hundred thousand steps: each of them runs once, the steps in turn. In full all three together. */
static inline int truth_in_turn(int method, int tolerance, int step, int n_steps)
{
	const int rounds = SLOW_BUILD ? 2 : TRUTH_TOLERANCES;
	if (truth_is_full()) {
		return 1;
	}
	if (tolerance == 2 && truth_is_second_order(truth_methods[method])) {
		return method % n_steps == step;
	}
	return (method + tolerance + step) % (n_steps < rounds ? n_steps : rounds) == 0;
}

static inline void truth_sweep(const struct truth_problem *p, int n_steps, const double *steps,
                               struct truth_score *score)
{
	struct truth_machine machine;
	truth_open(&machine, p);
	for (int k = 0; k < TRUTH_METHODS * TRUTH_TOLERANCES * n_steps; k++) {
		const int method = k % TRUTH_METHODS, tolerance = k / TRUTH_METHODS % TRUTH_TOLERANCES,
				  step = k / (TRUTH_METHODS * TRUTH_TOLERANCES);
		struct truth_plan plan = {truth_methods[method], truth_tolerances[tolerance], steps[step], p->stop};
		const int many = plan.tolerance < 1e-3 && truth_is_second_order(plan.method);
		if (truth_in_turn(method, tolerance, step, n_steps)) {
			plan.stop = SLOW_BUILD || many || (plan.step > 0 && plan.step < 1e-3) ? p->short_stop : p->stop;
			truth_run(&machine, p, &plan, score);
		}
	}
	truth_close(&machine);
}

/* from steps of 1e-4 s to the whole run at once */
static const double truth_steps[] = {1e-4, 0.01, 0.05, 0.5, 0};
enum { TRUTH_STEPS = 5 };

static inline void truth_check(const struct truth_problem *p, int n_steps, const double *steps)
{
	struct truth_score score = truth_begin();
	truth_sweep(p, n_steps, steps, &score);
	truth_end(&score);
}

#endif
