/* What the driver does in special cases near singular positions (docs/explanation/one-step.md),
 * held by short runs: each of these rules and constants has runs here that go wrong without it.
 *
 * Runs come to rest in the position, pass it, start in it, or end a step very close to it, by their
 * error or by a fixed step. Each must end right; where branches touch, it may stop with an
 * error. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "dae_driver_parts.h"
#include "dae_scales.h"
#include "mech_equations.h"
#include "mech_instance_parts.h"
#include "singular_bodies.h"
#include "singular_run.h"

enum { FIRST = 3 };

static int is_right(const struct singular_problem *p, enum singular_end end)
{
	return end == SINGULAR_PASSED || (p->c->order == 2 && end == SINGULAR_STOPPED);
}

/* runs of one method at 1e-3, 1e-4 .. 1e-last, or with fixed steps; how many went wrong */
static int run_method(struct truth_machine *machine, struct singular_problem *p, const char *method, int last,
                      double fixed_step)
{
	char text[1024];
	int wrong = 0;
	p->truth.settings[1] = (struct truth_setting){"solver.fixed_step", fixed_step};
	for (int i = FIRST; i <= last; i++) {
		const struct truth_plan plan = {method, pow(10, -i), 0, p->truth.stop};
		if (truth_wanted(&p->truth, &plan) &&
		    !is_right(p, singular_run(machine, p, &plan, SINGULAR_TRUNCATED, text, sizeof text))) {
			print_message("# %s, %s, 1e-%d, fixed step %g: %s\n", p->title, method, i, fixed_step, text);
			wrong++;
		}
	}
	return wrong;
}

/* down to 1e-second and 1e-other with the methods of order 2 and the others */
static int run_methods(const struct singular_case *c, const struct singular_variant *variant, int second, int other)
{
	static struct singular_problem p;
	struct truth_machine machine;
	int wrong = 0;
	singular_open(&p, c, variant);
	truth_open(&machine, &p.truth);
	for (int k = 0; k < TRUTH_METHODS; k++) {
		wrong +=
			run_method(&machine, &p, truth_methods[k], truth_is_second_order(truth_methods[k]) ? second : other, 0);
	}
	truth_close(&machine);
	return wrong;
}

static void mechanisms_come_to_rest(void **state)
{
	int wrong = 0;
	(void)state;
	for (int k = 0; k < SINGULAR_RESTS; k++) {
		wrong += run_methods(&singular_rests[k], &singular_variants[0], SLOW_BUILD ? 3 : 4, SLOW_BUILD ? 4 : 6);
	}
	assert_int_equal(wrong, 0);
}

static const struct singular_variant landings[] = {{"", 0, 0},
                                                   {", 1e-6 s after", 0, 1e-6},
                                                   {", 1e-7 s after", 0, 1e-7},
                                                   {", 1e-7 s before", 0, -1e-7},
                                                   {", 1e-9 s before", 0, -1e-9}};
enum { LANDINGS = sizeof landings / sizeof landings[0] };

static void steps_end_beside_the_position(void **state)
{
	int wrong = 0;
	(void)state;
	for (int k = 0; k < SINGULAR_CASES * LANDINGS; k++) {
		const struct singular_case *c = &singular_cases[k / LANDINGS];
		if (!c->large && c->before > 0 && c->order != 2) {
			wrong += run_methods(c, &landings[k % LANDINGS], FIRST, SLOW_BUILD ? 4 : 6);
		}
	}
	assert_int_equal(wrong, 0);
}

/* pivots of which two share a direction, and an error that reports it */
static void runs_end_where_motions_touch(void **state)
{
	const struct singular_case *touching = &singular_cases[7];
	(void)state;
	assert_int_equal(touching->order, 2);
	assert_int_equal(run_methods(touching, &singular_variants[0], FIRST, SLOW_BUILD ? 4 : 6), 0);
}

/* where accelerations at the end are turned by what rounding leaves of positions, a short step
 * leads there */
static void ends_that_are_asked_for_come_after_a_short_step(void **state)
{
	static const char *const methods[] = {"auto", "dop853", "dopri5", "radau"};
	static struct singular_problem p;
	struct truth_machine machine;
	int wrong = 0;
	(void)state;
	for (int k = 0; k < 2 * 4; k++) {
		const struct singular_case *c = &singular_cases[k < 4 ? 2 : 5];
		assert_string_equal(c->title, k < 4 ? "double four-bar" : "parallelogram in space");
		singular_open(&p, c, &landings[LANDINGS - 1]);
		truth_open(&machine, &p.truth);
		wrong += run_method(&machine, &p, methods[k % 4], SLOW_BUILD ? 8 : 9, 0);
		truth_close(&machine);
	}
	assert_int_equal(wrong, 0);
}

/* multistep methods carry the noise of a short step into the next */
static void fixed_steps_end_there(void **state)
{
	static const double steps[] = {5e-3, 7e-3, 1.1e-2};
	static struct singular_problem p;
	struct truth_machine machine;
	int wrong = 0;
	(void)state;
	for (int k = 0; k < SINGULAR_CASES * LANDINGS; k++) {
		const struct singular_case *c = &singular_cases[k / LANDINGS];
		if (c->order == 1 && !c->large) {
			singular_open(&p, c, &landings[k % LANDINGS]);
			truth_open(&machine, &p.truth);
			for (int i = 0; i < 3; i++) {
				wrong += run_method(&machine, &p, "bdf", FIRST, steps[i]);
				wrong += run_method(&machine, &p, "bdf_displacement", FIRST, steps[i]);
			}
			truth_close(&machine);
		}
	}
	assert_int_equal(wrong, 0);
}

static enum singular_end run_once(const struct singular_case *c, const struct singular_variant *variant,
                                  const char *method, double tolerance)
{
	static struct singular_problem p;
	struct truth_machine machine;
	char text[1024];
	singular_open(&p, c, variant);
	truth_open(&machine, &p.truth);
	const struct truth_plan plan = {method, tolerance, 0, p.truth.stop};
	const enum singular_end end = singular_run(&machine, &p, &plan, SINGULAR_TRUNCATED, text, sizeof text);
	truth_close(&machine);
	return end;
}

/* constraints that rounding tilts turn no velocities, however well positions were moved onto
 * them */
static void rounding_does_not_turn_the_motion(void **state)
{
	const struct singular_case *chain = &singular_cases[3];
	const int runs = SLOW_BUILD ? 4 : 12;
	int wrong = 0;
	(void)state;
	assert_string_equal(chain->title, "10 four-bars");
	for (int k = 0; k < runs; k++) {
		wrong += run_once(chain, &landings[LANDINGS - 1], "dopri5", 1e-10 * (1 + 0.017 * k)) != SINGULAR_PASSED;
	}
	assert_true(wrong <= 1);
}

/* multipliers grow near the position, the forces do not, and so neither does their rounding */
static double largest_rounding(const struct truth_machine *machine)
{
	struct dae_driver *d = machine->m->driver;
	double largest = 0;
	const struct dae_options options = mech_instance_options(machine->m);
	dae_scales_measure_rounding(d, &options, 0);
	for (int i = 0; i < d->system->n_v; i++) {
		largest = fmax(largest, d->state.acceleration_rounding[i]);
	}
	return largest;
}

static void the_rounding_of_forces_does_not_grow(void **state)
{
	const struct singular_case *pushed = &singular_cases[5];
	const struct truth_plan plan = {"radau", 1e-6, 0, 0};
	static struct singular_problem p;
	struct truth_machine machine;
	(void)state;
	assert_string_equal(pushed->title, "parallelogram in space");
	singular_open(&p, pushed, &landings[LANDINGS - 1]);
	truth_open(&machine, &p.truth);
	assert_int_equal(truth_start(&machine, &p.truth, &plan), 0);
	const double before = largest_rounding(&machine);
	assert_int_equal(mech_advance(machine.m, p.landing, &machine.message), 0);
	assert_true(before > 0 && largest_rounding(&machine) < 10 * before);
	truth_close(&machine);
}

/* Speeds that rounding left along a direction that no solve closes remain when all else has come to
 * rest; of steps that end where rounding is amplified, the least harmful one counts. */
static void the_tightest_tolerance_goes_on(void **state)
{
	const struct singular_case *rest = &singular_rests[3], *pushed = &singular_cases[4];
	(void)state;
	assert_string_equal(rest->title, "rest, damping 3");
	assert_string_equal(pushed->title, "pushed parallelogram");
	assert_int_not_equal(run_once(rest, &singular_variants[0], "dop853", 1e-10), SINGULAR_STOPPED);
	assert_int_equal(run_once(pushed, &singular_variants[1], "infl_sdirk", 1e-10), SINGULAR_PASSED);
}

/* loops with a row too many, whose first guesses are far off the constraints */
static void rows_too_many_stay_so(void **state)
{
	const struct singular_case *bennett = &singular_cases[SINGULAR_CASES - 1];
	(void)state;
	assert_int_equal(run_methods(bennett, &singular_variants[0], FIRST, FIRST), 0);
}

/* solver steps with a communication point at 0.3 s, and another so long after it */
static double count_steps(struct truth_machine *machine, const struct singular_problem *p, double after)
{
	const struct truth_plan plan = {"radau", 1e-6, 0, p->truth.stop};
	assert_int_equal(truth_start(machine, &p->truth, &plan), 0);
	assert_int_equal(mech_advance(machine->m, 0.3, &machine->message), 0);
	assert_int_equal(mech_advance(machine->m, 0.3 + after, &machine->message), 0);
	assert_int_equal(mech_advance(machine->m, p->truth.stop, &machine->message), 0);
	return truth_get(machine, "solver.steps") + truth_get(machine, "solver.rejected_steps");
}

static void a_tiny_step_is_forgotten(void **state)
{
	static struct singular_problem p;
	struct truth_machine machine;
	(void)state;
	singular_open(&p, &singular_cases[0], &singular_variants[0]);
	truth_open(&machine, &p.truth);
	const double without = count_steps(&machine, &p, 0);
	assert_true(count_steps(&machine, &p, 1e-12) <= 1.3 * without);
	truth_close(&machine);
}

/* ---- constraint forces stay bounded through singular positions ---- */

/* Multipliers may grow as 1 / x near a singular position, where a force acts across the branch, and
 * single joint reactions with them. What the joints exert on each body together, G^T lambda,
 * belongs to the motion: f - M a, finite all along the branch. It is read where a run stops from
 * 0.1 s before the passage to 0.1 s after it, down to 1e-7 s from it. */
enum { MOST_ROWS = 64, MOST_VELOCITIES = 6 * SINGULAR_MOST_BODIES };

/* force[3 count] of the joints, as the instance has it now */
static void read_force(struct truth_machine *machine, int count, double *force)
{
	static double G[MOST_ROWS * MOST_VELOCITIES];
	static const int in_space[3] = {0, 1, 5};
	const struct mech_context at = mech_instance_point(machine->m), *c = &at;
	const int n_rows = c->model->n_rows, n_v = c->model->n_v, per_body = n_v / count;
	assert_true(n_rows <= MOST_ROWS && n_v <= MOST_VELOCITIES);
	mech_jacobian_dense(c, G);
	for (int k = 0; k < 3 * count; k++) {
		const int place = per_body * (k / 3) + (per_body == 6 ? in_space[k % 3] : k % 3);
		force[k] = 0;
		for (int row = 0; row < n_rows; row++) {
			force[k] += G[row + n_rows * place] * c->lambda[row];
		}
	}
}

static double largest(int n, const double *force, const double *less)
{
	double size = 0;
	for (int k = 0; k < n; k++) {
		size = fmax(size, fabs(force[k] - (less ? less[k] : 0)));
	}
	return size;
}

struct passage {
	int number; /* in singular_cases */
	singular_bodies *bodies;
};

/* where branches touch, runs do not pass yet (test_singular_table.c) */
static const struct passage passages[] = {{0, singular_slider_crank_bodies},  {1, singular_slider_crank_bodies},
                                          {2, singular_chain_bodies},         {3, singular_chain_bodies},
                                          {4, singular_parallelogram_bodies}, {5, singular_parallelogram_bodies},
                                          {6, singular_rigid_coupler_bodies}};
enum { PASSAGES = sizeof passages / sizeof passages[0] };

static const double distances[] = {-0.09, -1e-3, -1e-5, -1e-7, 1e-7, 1e-5, 1e-3, 0.1};
enum { DISTANCES = sizeof distances / sizeof distances[0] };

/* of the exact constraint force from 0.1 s before to 0.1 s after */
static double exact_size(const struct singular_case *c, singular_bodies *bodies)
{
	double size = 0, x, v, force[3 * SINGULAR_MOST_BODIES];
	for (int i = -20; i <= 20; i++) {
		singular_follow(c, 0.005 * i, &x, &v);
		const int count = singular_exact_force(c, bodies, x, v, force);
		size = fmax(size, largest(3 * count, force, NULL));
	}
	return size;
}

/* Accelerations along each of the near-singular directions are known up to R v^2 / sigma^2, with
 * sigma = v d / 2 at a time d from a crossing, and up to R / h^2 from positions a step h apart.
 * Nearer than 1 ms what acts across the branch may not be requested: then the force lacks it, and
 * is wrong by no more than the exact one is large; 1 ms from it, the noise that the passage left in
 * accelerations may still be a thousandth. */
static double allowed_error(struct truth_machine *machine, const struct singular_case *c, double distance, double size,
                            double tolerance)
{
	const double h = truth_get(machine, "solver.step_size"), R = singular_rounding(c);
	const double known = truth_factor * tolerance * size + R * (4 * c->loops / (distance * distance) + 1 / (h * h));
	return fabs(distance) < 0.9e-3 ? size : fabs(distance) < 2e-3 ? known + 1e-3 * size : known;
}

/* the constraint force where a run stops near the passage; whether it is right */
static int check_landing(const struct passage *passage, const char *method, double tolerance, double distance,
                         double size)
{
	static struct singular_problem p;
	const struct singular_case *c = &singular_cases[passage->number];
	const struct singular_variant variant = {"", 0, distance};
	struct truth_machine machine;
	double exact[3 * SINGULAR_MOST_BODIES], force[3 * SINGULAR_MOST_BODIES];
	singular_open(&p, c, &variant);
	truth_open(&machine, &p.truth);
	const struct truth_plan plan = {method, tolerance, 0, p.landing};
	const int count = singular_exact_force(c, passage->bodies, p.x[0], p.v[0], exact);
	const int status = truth_start(&machine, &p.truth, &plan) < 0 ? -1 : truth_advance(&machine, &plan);
	read_force(&machine, count, force);
	const double error = largest(3 * count, force, exact);
	const int right = status >= 0 && error <= allowed_error(&machine, c, distance, size, tolerance);
	truth_close(&machine);
	print_message(" %.3g (%.0e)%s", largest(3 * count, force, NULL) / size, error / size, right ? "" : "!");
	return right;
}

/* prints for each distance the largest force and its error, over the largest exact one of the
 * passage */
static int check_passage(const struct passage *passage, const char *method, double tolerance)
{
	const struct singular_case *c = &singular_cases[passage->number];
	const double size = exact_size(c, passage->bodies);
	int wrong = 0;
	print_message("%-26s %-17s %.0e %6.3g N:", c->title, method, tolerance, size);
	for (int i = 0; i < DISTANCES; i++) {
		wrong += !check_landing(passage, method, tolerance, distances[i], size);
	}
	print_message("\n");
	return wrong;
}

static double tightest(const char *method)
{
	return SLOW_BUILD ? 1e-4 : truth_is_second_order(method) ? 1e-6 : 1e-8;
}

static void forces_stay_bounded(void **state)
{
	int wrong = 0;
	(void)state;
	for (int k = 0; k < PASSAGES * TRUTH_METHODS; k++) {
		const char *method = truth_methods[k % TRUTH_METHODS];
		for (double tolerance = 1e-4; tolerance > 0.5 * tightest(method); tolerance /= 100) {
			wrong += check_passage(&passages[k / TRUTH_METHODS], method, tolerance);
		}
	}
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mechanisms_come_to_rest),
		cmocka_unit_test(steps_end_beside_the_position),
		cmocka_unit_test(ends_that_are_asked_for_come_after_a_short_step),
		cmocka_unit_test(rounding_does_not_turn_the_motion),
		cmocka_unit_test(the_rounding_of_forces_does_not_grow),
		cmocka_unit_test(runs_end_where_motions_touch),
		cmocka_unit_test(fixed_steps_end_there),
		cmocka_unit_test(rows_too_many_stay_so),
		cmocka_unit_test(a_tiny_step_is_forgotten),
		cmocka_unit_test(the_tightest_tolerance_goes_on),
		cmocka_unit_test(forces_stay_bounded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
