/* Constraint forces stay bounded through singular positions.
 *
 * Multipliers may grow as 1 / x near a singular position, where a force acts across the branch, and
 * single joint reactions with them. What the joints exert on each body together, G^T lambda,
 * belongs to the motion: f - M a, finite all along the branch. It is read where a run stops from
 * 0.1 s before the passage to 0.1 s after it, down to 1e-7 s from it. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "mech_equations.h"
#include "singular_bodies.h"

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
	const struct CMUnitTest tests[] = {cmocka_unit_test(forces_stay_bounded)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
