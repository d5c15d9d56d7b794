/* Units are names: a mechanism in other units of length, mass and time makes the same steps, bit by
 * bit.
 *
 * All examples and cases run under several methods, once as they are and once in other units,
 * powers of two of the old ones. All results must be the same numbers, scaled. With powers of ten
 * numbers are rounded; then the work must be the same within 5 %, in two examples within 25 %.
 *
 * Reports each run that differs the first communication point and the first variable there:
 * positions before velocities, so that what is reported is what differed first.
 *
 * MECHFMU_TRUTH_ONLY=word runs examples or methods with that word, MECHFMU_LONG_TESTS all units for
 * each of them.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "every_example.h"
#include "slow_build.h"
#include "truth_run.h"
#include "truth_units.h"

static const char *const methods[] = {"auto", "radau", "bdf", "generalized_alpha"};
enum { METHODS = sizeof methods / sizeof methods[0], POINTS = 5 };

static const struct units binary[] = {
	{2, {0, 0, 30}}, {2, {0, 0, -30}}, {2, {0, 30, 0}},    {2, {0, -30, 0}},
	{2, {30, 0, 0}}, {2, {-30, 0, 0}}, {2, {16, -28, 24}},
};
static const struct units decimal[] = {
	{10, {0, 0, 9}}, {10, {0, 0, -9}}, {10, {0, 9, 0}},  {10, {0, -9, 0}},
	{10, {9, 0, 0}}, {10, {-9, 0, 0}}, {10, {5, -7, 6}},
};
enum { UNITS = sizeof binary / sizeof binary[0] };

/* ---- one mechanism in one system of units ---- */

struct trial {
	struct truth_machine machine;
	struct units units;
	double *values; /* of all variables at each communication point reached, [POINTS + 1][n_variables] */
	int n, reached;
	double steps;
};

static void read_without_formulas(const char *path, struct truth_machine *machine)
{
	struct host_mechanism *mechanism = host_read_file(path, &machine->message);
	for (int k = 0; mechanism && k < mechanism->n_formulas; k++) {
		free(mechanism->formulas[k].operations);
	}
	if (mechanism) {
		mechanism->n_formulas = 0;
	}
	if (!mechanism || host_image_build(mechanism, &machine->image, &machine->message) != 0) {
		fail_msg("%s: %s", path, machine->message.text);
	}
	host_mechanism_free(mechanism);
}

/* a result of the motion; what mixes rows of other dimensions, or depends on a clock, has no
 * unit */
static int is_compared(const struct mech_variable *x)
{
	return x->source == MECH_FROM_BODY || x->source == MECH_FROM_ELEMENT || x->source == MECH_FROM_ENERGY ||
	       (x->source == MECH_FROM_SOLVER && x->component != MECH_CONSTRAINT_RESIDUAL &&
	        x->component != MECH_VELOCITY_RESIDUAL && x->component != MECH_WORST_TIME);
}

static void note(struct trial *t)
{
	double *values = t->values + (size_t)t->reached * (size_t)t->n;
	for (int k = 0; k < t->n; k++) {
		const struct mech_variable *x = &t->machine.model->variables[k];
		if (is_compared(x) && mech_get(t->machine.m, k, &values[k], &t->machine.message) == 0) {
			values[k] /= units_factor(&t->units, units_of_quantities[x->quantity]);
		}
	}
	t->reached++;
}

/* a tenth of the example's time, in communication steps that do not divide it evenly */
static void run_trial(struct trial *t, const char *method, double tolerance)
{
	const struct mech_image_head *head = t->machine.model->head;
	const double begin = head->start_time, length = (head->stop_time - begin) / 10;
	mech_reset(t->machine.m);
	mech_setup(t->machine.m, begin, tolerance);
	truth_set(&t->machine, "solver.method", number_of_method(method));
	truth_set(&t->machine, "solver.work_limit", 5000);
	t->reached = 0;
	if (mech_initialize(t->machine.m, &t->machine.message) < 0) {
		return;
	}
	note(t);
	for (int k = 1; k <= POINTS; k++) {
		if (mech_advance(t->machine.m, begin + length * (k * k) / (POINTS * POINTS), &t->machine.message) < 0) {
			break;
		}
		note(t);
	}
	t->steps = truth_get(&t->machine, "solver.steps");
}

static void open_trial(struct trial *t, const char *path, const struct units *units)
{
	memset(t, 0, sizeof *t);
	t->units = *units;
	read_without_formulas(path, &t->machine);
	units_change(units, &t->machine.image);
	truth_create(&t->machine, path);
	t->n = t->machine.model->n_variables;
	t->values = calloc((POINTS + 1) * (size_t)t->n, sizeof *t->values);
	assert_non_null(t->values);
}

static void close_trial(struct trial *t)
{
	truth_close(&t->machine);
	free(t->values);
}

/* ---- two of them ---- */

static const char *short_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static int is_among(const char *path, size_t n, const char *const *names)
{
	for (size_t k = 0; k < n; k++) {
		if (strcmp(short_name(path), names[k]) == 0) {
			return 1;
		}
	}
	return 0;
}

static void tell(const char *path, const char *method, const struct units *u, const char *what)
{
	print_error("  %-26.26s %-17s L %g^%-3g M %g^%-3g T %g^%-3g %s\n", short_name(path), method, u->base,
	            u->power.length, u->base, u->power.mass, u->base, u->power.time, what);
}

/* Variables of the bodies come first, in the order of positions, velocities, accelerations. The
 * first that differs, or -1; numbers with fewer digits than others, below 1e-300 in some units, are
 * none. */
static int first_difference(const struct trial *a, const struct trial *b, int point)
{
	static const enum mech_source order[] = {MECH_FROM_BODY, MECH_FROM_ELEMENT, MECH_FROM_ENERGY, MECH_FROM_SOLVER};
	const size_t at = (size_t)point * (size_t)a->n;
	for (int i = 0; i < 4; i++) {
		for (int k = 0; k < a->n; k++) {
			if ((enum mech_source)a->machine.model->variables[k].source == order[i] &&
			    memcmp(&a->values[at + (size_t)k], &b->values[at + (size_t)k], sizeof(double)) != 0 &&
			    fabs(a->values[at + (size_t)k] - b->values[at + (size_t)k]) > 1e-290) {
				return k;
			}
		}
	}
	return -1;
}

/* whether all results are the same; shows the first that is not */
static int same_bits(const struct trial *a, const struct trial *b, const char *path, const char *method)
{
	char text[700];
	for (int point = 0; point < a->reached && point < b->reached; point++) {
		const int k = first_difference(a, b, point);
		if (k >= 0) {
			const size_t place = (size_t)point * (size_t)a->n + (size_t)k;
			int count = 0;
			for (int i = 0; i < a->n; i++) {
				count += a->values[place - (size_t)k + (size_t)i] != b->values[place - (size_t)k + (size_t)i];
			}
			(void)snprintf(text, sizeof text, "point %d: %s %.17g, not %.17g, and %d more; steps %g, not %g", point,
			               mech_name(a->machine.model, a->machine.model->variables[k].name), b->values[place],
			               a->values[place], count - 1, b->steps, a->steps);
			tell(path, method, &b->units, text);
			return 0;
		}
	}
	if (a->reached != b->reached) {
		(void)snprintf(text, sizeof text, "reaches point %d, not %d: %.400s", b->reached, a->reached,
		               a->reached < b->reached ? a->machine.message.text : b->machine.message.text);
		tell(path, method, &b->units, text);
	}
	return a->reached == b->reached;
}

/* part by which the work may differ. Impacts, and beams whose high frequencies nothing damps, make a
 * run with other rounding another run after a while: its work is compared more roughly. */
static double work_bound(const char *path)
{
	static const char *const sensitive[] = {"cam_follower.yaml", "flexible_slider_crank.yaml"};
	return is_among(path, sizeof sensitive / sizeof sensitive[0], sensitive) ? 0.25 : 0.05;
}

static int same_work(const struct trial *a, const struct trial *b, const char *path, const char *method)
{
	char text[700];
	if (a->reached == b->reached && fabs(a->steps - b->steps) <= work_bound(path) * a->steps + 1) {
		return 1;
	}
	(void)snprintf(text, sizeof text, "%g steps to point %d, not %g to %d: %.400s", b->steps, b->reached, a->steps,
	               a->reached, b->reached < a->reached ? b->machine.message.text : "");
	tell(path, method, &b->units, text);
	return 0;
}

typedef int comparison(const struct trial *a, const struct trial *b, const char *path, const char *method);

struct sweep {
	const struct units *units;
	comparison *compare;
	int turn, all_units, runs, wrong;
};
static struct sweep sweep;

/* one mechanism under a method: in all units, or in two of them in turn */
static void check_method(const char *path, struct trial *plain, struct trial *scaled, int method)
{
	const double tolerance = method == 3 ? 1e-4 : 1e-6;
	if (getenv("MECHFMU_TRUTH_ONLY") && !strstr(path, getenv("MECHFMU_TRUTH_ONLY")) &&
	    !strstr(methods[method], getenv("MECHFMU_TRUTH_ONLY"))) {
		return;
	}
	run_trial(plain, methods[method], tolerance);
	for (int k = 0; k < UNITS; k++) {
		if (sweep.all_units || k == sweep.turn % UNITS || k == UNITS - 1) {
			run_trial(&scaled[k], methods[method], tolerance);
			sweep.runs++;
			sweep.wrong += !sweep.compare(plain, &scaled[k], path, methods[method]);
		}
	}
	sweep.turn++;
}

/* stiff mechanisms take most of the time; sanitizers see their code with one method */
static int method_count(const char *path)
{
	static const char *const stiff[] = {"beam_with_tip_crank.yaml", "flexible_slider_crank.yaml",
	                                    "cam_follower.yaml",        "geneva_drive.yaml",
	                                    "spin_up_beam.yaml",        "four_bar_crooked_joint.yaml"};
	return SLOW_BUILD && is_among(path, sizeof stiff / sizeof stiff[0], stiff) ? 1 : METHODS;
}

static void check_path(const char *path)
{
	static const struct units none = {2, {0, 0, 0}};
	struct trial plain, scaled[UNITS];
	open_trial(&plain, path, &none);
	for (int k = 0; k < UNITS; k++) {
		open_trial(&scaled[k], path, &sweep.units[k]);
	}
	for (int k = 0; k < method_count(path); k++) {
		check_method(path, &plain, scaled, k);
	}
	for (int k = 0; k < UNITS; k++) {
		close_trial(&scaled[k]);
	}
	close_trial(&plain);
}

static void check_cases(void)
{
	static const char *const cases[] = {"bouncing_ball",  "cart",    "cartspeed",    "chebyshev_driven",
	                                    "driven_fourbar", "gearmin", "limit_damped", "state_feedback"};
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		char path[1024];
		(void)snprintf(path, sizeof path, "%s/tests/truth/cases/%s.yaml", MECHFMU_SOURCE_DIR, cases[k]);
		check_path(path);
	}
}

static void check_all(const struct units *units, comparison *compare)
{
	sweep = (struct sweep){.units = units, .compare = compare, .all_units = truth_is_full()};
	(void)every_example(check_path);
	check_cases();
	if (sweep.wrong > 0) {
		fail_msg("%d of %d runs differ", sweep.wrong, sweep.runs);
	}
}

static void powers_of_two_give_the_same_bits(void **state)
{
	(void)state;
	check_all(binary, same_bits);
}

static void powers_of_ten_take_the_same_work(void **state)
{
	(void)state;
	check_all(decimal, same_work);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(powers_of_two_give_the_same_bits),
		cmocka_unit_test(powers_of_ten_take_the_same_work),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
