/* Fitting a point: motions that close it, accelerations and multipliers; components along near-singular directions. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_rounding.h"
#include "dae_fit.h"
#include "pendulum_system.h"

static const struct dae_kkt_options options = {.regularization = 1e-14, .augmentation = 1, .threshold = 1e-8};

/* at the bottom with speed 2 m/s: a = v^2 / L upwards, the rod carries m (g + v^2 / L) */
static void accelerations_and_multipliers_fit_position_and_velocity(void **state)
{
	struct pendulum p;
	(void)state;
	for (int copies = 1; copies <= PENDULUM_MOST_COPIES; copies++) {
		const double q[] = {0, -1};
		const double v[] = {2, 0};
		double a[] = {0.3, -0.7};
		double lambda[PENDULUM_MOST_COPIES] = {0};
		double right[2 + PENDULUM_MOST_COPIES];
		struct dae_point at = {.q = q, .v = v, .a = a, .lambda = lambda};
		pendulum_make(&p, copies);
		struct dae_kkt *kkt = dae_kkt_create(&p.system);
		assert_non_null(kkt);
		pendulum_mass(&p, q, dae_kkt_mass(kkt));
		pendulum_jacobian(&p, &at, dae_kkt_jacobian(kkt));
		assert_int_equal(dae_kkt_factor(kkt, &options, 0), 0);
		assert_int_equal(dae_fit_correct(kkt, (struct dae_rates){2, 10, 0.05, NULL}, &at, right, a, lambda), 0);
		assert_close(a[0], 0, 1e-10);
		assert_close(a[1], 4, 1e-10);
		for (int i = 0; i < copies; i++) {
			assert_close(lambda[i], (9.81 + 4) / copies, 1e-9);
		}
		dae_kkt_free(kkt);
	}
}

/* three times the same row: what differs between the copies is near-singular, their mean is not; velocities are known the less the
 * faster the motion */
static void only_small_components_along_singular_directions_are_left_out(void **state)
{
	static const double q[] = {-0.6, -0.8};
	struct pendulum p;
	struct dae_point at = {.q = q};
	double c[] = {5e-3 + 1e-4, 5e-3 - 1e-4, 5e-3};
	(void)state;
	pendulum_make(&p, 3);
	struct dae_kkt *kkt = dae_kkt_create(&p.system);
	assert_non_null(kkt);
	pendulum_mass(&p, q, dae_kkt_mass(kkt));
	pendulum_jacobian(&p, &at, dae_kkt_jacobian(kkt));
	assert_int_equal(dae_kkt_factor(kkt, &options, 0), 0);
	dae_rounding_set(kkt, &at);
	assert_int_equal(dae_kkt_last_rank(kkt).redundant, 2);
	dae_deflate(kkt, DAE_POSITIONS, (struct dae_rates){1e5, 0, 0.05, NULL}, 1, c);
	dae_deflate(kkt, DAE_VELOCITIES, (struct dae_rates){10, 0, 0.05, NULL}, 1, c);
	assert_close(c[0] - c[1], 2e-4, 1e-12);
	dae_deflate(kkt, DAE_VELOCITIES, (struct dae_rates){1e5, 0, 0.05, NULL}, 1, c);
	assert_close(c[0], 5e-3, 1e-12);
	assert_close(c[1], 5e-3, 1e-12);
	assert_close(c[2], 5e-3, 1e-12);
	dae_kkt_free(kkt);
}

/* the matrix of the pendulum at q */
static struct dae_kkt *factored(struct pendulum *p, const struct dae_point *at, int permanent)
{
	struct dae_failure failure;
	double open[PENDULUM_MOST_COPIES];
	struct dae_kkt *kkt = dae_kkt_create(&p->system);
	assert_non_null(kkt);
	assert_int_equal(dae_fit_factor(kkt, &options, permanent, at, open, &failure), DAE_DONE);
	return kkt;
}

/* off by 0.1 mm, and sliding: the shortest motions are along the rod, dq = -g q / q^2, dv = -(q v) q / q^2 */
static void a_point_is_closed_and_stopped_along_the_rod(void **state)
{
	struct pendulum p;
	double q[] = {0.6001, -0.8}, v[] = {1, 1}, right[6];
	const struct dae_point at = {.q = q, .v = v};
	const double square = q[0] * q[0] + q[1] * q[1], off = (square - 1) / 2, slide = q[0] + q[1];
	(void)state;
	pendulum_make(&p, 1);
	struct dae_kkt *kkt = factored(&p, &at, 0);
	assert_true(dae_fit_is_regular(kkt, 0));
	dae_fit_close_both(kkt, DAE_STABILIZED, &off, &slide, right);
	for (int i = 0; i < 2; i++) {
		assert_close(right[i], -off * q[i] / square, 1e-16);
		assert_close(right[3 + i], -slide * q[i] / square, 1e-14);
	}
	/* what the formulation does not ask stays */
	dae_fit_close_both(kkt, DAE_INDEX2, &off, &slide, right);
	assert_close(right[0], 0, 0);
	assert_close(right[3], -slide * q[0] / square, 1e-14);
	dae_fit_close_both(kkt, DAE_INDEX3, &off, &slide, right);
	assert_close(right[0], -off * q[0] / square, 1e-16);
	assert_close(right[3], 0, 0);
	/* one level, from the end of the same array, moves the point */
	right[2] = off;
	dae_fit_close(kkt, DAE_FIT_REFINED, right + 2, right);
	dae_fit_move(&p.system, DAE_POSITIONS, right, q);
	assert_close((q[0] * q[0] + q[1] * q[1] - 1) / 2, off * off / square / 2, 1e-15);
	right[2] = slide;
	dae_fit_close(kkt, 0, right + 2, right);
	dae_fit_move(&p.system, DAE_VELOCITIES, right, v);
	assert_close(0.6001 * v[0] - 0.8 * v[1], 0, 1e-14);
	dae_kkt_free(kkt);
}

/* from a guess and from none: the same */
static void accelerations_need_no_guess(void **state)
{
	struct pendulum p;
	const double q[] = {0.6, -0.8}, v[] = {1.6, 1.2};
	double a[] = {3, 4}, lambda[] = {-5}, found[2], found_lambda[1], right[3];
	const struct dae_point at = {.q = q, .v = v, .a = a, .lambda = lambda};
	const double expected = 4 + 9.81 * 0.8;
	(void)state;
	pendulum_make(&p, 1);
	struct dae_kkt *kkt = factored(&p, &at, 0);
	assert_int_equal(dae_fit_accelerations(kkt, &at, DAE_FIT_REFINED_WELL, right, found, found_lambda), DAE_DONE);
	assert_int_equal(dae_fit_correct(kkt, (struct dae_rates){2, 10, 0.05, NULL}, &at, right, a, lambda), DAE_DONE);
	assert_close(found_lambda[0], expected, 1e-14);
	assert_close(found[1], 0.8 * expected - 9.81, 1e-14);
	assert_close(lambda[0], expected, 1e-11);
	assert_close(a[0], found[0], 1e-11);
	assert_close(a[1], found[1], 1e-11);
	right[0] = NAN;
	right[1] = right[2] = 0;
	assert_int_equal(dae_fit_solve(kkt, 0, right), DAE_FAILED);
	dae_kkt_free(kkt);
}

/* copies of a row stay redundant off the constraints where they are known to be */
static void permanent_directions_stay_redundant_off_the_constraints(void **state)
{
	struct pendulum p;
	const double q[] = {0.6001, -0.8};
	const struct dae_point at = {.q = q};
	(void)state;
	pendulum_make(&p, 3);
	struct dae_kkt *kkt = factored(&p, &at, 2);
	assert_true(dae_fit_is_regular(kkt, 2));
	assert_false(dae_fit_is_regular(kkt, 1));
	dae_kkt_free(kkt);
}

static int no_mass(void *context, const double *q, double *values)
{
	(void)context;
	(void)q;
	memset(values, 0, 4 * sizeof *values);
	return 0;
}

static int no_numbers(void *context, const double *q, double *values)
{
	(void)context;
	(void)q;
	(void)values;
	return DAE_SMALLER_STEP;
}

static void a_matrix_without_numbers_or_pivots_says_why(void **state)
{
	struct pendulum p;
	struct dae_failure failure;
	const double q[] = {0, -1};
	const struct dae_point at = {.t = 3, .q = q};
	(void)state;
	pendulum_make(&p, 1);
	struct dae_kkt *kkt = dae_kkt_create(&p.system);
	assert_non_null(kkt);
	p.system.mass = no_numbers;
	assert_int_equal(dae_fit_factor(kkt, &options, 0, &at, NULL, &failure), DAE_FAILED);
	assert_int_equal(failure.reason, DAE_NOT_FINITE);
	p.system.mass = no_mass;
	assert_int_equal(dae_fit_factor(kkt, &options, 0, &at, NULL, &failure), DAE_FAILED);
	assert_int_equal(failure.reason, DAE_MATRIX_SINGULAR);
	assert_close(failure.t, 3, 0);
	dae_kkt_free(kkt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(accelerations_and_multipliers_fit_position_and_velocity),
		cmocka_unit_test(a_point_is_closed_and_stopped_along_the_rod),
		cmocka_unit_test(accelerations_need_no_guess),
		cmocka_unit_test(permanent_directions_stay_redundant_off_the_constraints),
		cmocka_unit_test(a_matrix_without_numbers_or_pivots_says_why),
		cmocka_unit_test(only_small_components_along_singular_directions_are_left_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
