/* Rotation vectors one after another: where they lead, the way back, small ones without loss,
 * shared memory. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "mech_rotation.h"
#include "test_random.h"

static void random_vector(struct test_random *random, double size, double *r)
{
	for (int i = 0; i < 3; i++) {
		r[i] = test_random_in(random, -size, size);
	}
}

/* any angles, whole turns included: the quaternion of the sum is that of both moves, or its
 * opposite */
static void two_rotations_lead_where_their_composition_leads(void **state)
{
	struct test_random random = test_random_start(7);
	(void)state;
	for (int k = 0; k < 200; k++) {
		double a[3], b[3], sum[3], twice[4], once[4];
		const double e[4] = {0.5, -0.5, 0.5, 0.5};
		random_vector(&random, k % 2 ? 6 : 0.5, a);
		random_vector(&random, 3, b);
		mech_rotation_compose(a, b, sum);
		mech_rotation_move(e, a, twice);
		mech_rotation_move(twice, b, twice);
		mech_rotation_move(e, sum, once);
		const double sign = mech_dot(once + 1, twice + 1) + once[0] * twice[0] < 0 ? -1 : 1;
		for (int i = 0; i < 4; i++) {
			assert_close(sign * once[i], twice[i], 1e-14);
		}
		assert_true(mech_length(sum) < acos(-1) + 1e-14);
	}
}

static void the_opposite_rotation_leads_back_and_results_may_replace_arguments(void **state)
{
	struct test_random random = test_random_start(8);
	(void)state;
	for (int k = 0; k < 50; k++) {
		double a[3], b[3], back[3], sum[3];
		random_vector(&random, 1, a);
		random_vector(&random, 0.5, b);
		mech_rotation_compose(a, b, sum);
		for (int i = 0; i < 3; i++) {
			back[i] = -a[i];
		}
		mech_rotation_compose(a, b, a);
		assert_memory_equal(a, sum, sizeof a);
		mech_rotation_compose(back, sum, sum);
		for (int i = 0; i < 3; i++) {
			assert_close(sum[i], b[i], 1e-15);
		}
	}
}

/* the history of a method is made of small rotations: their rounding is that of their own size. a +
 * b + a x b / 2 is exact up to the third order */
static void small_rotations_keep_their_digits(void **state)
{
	const double a[3] = {1e-9, 2e-9, -3e-9}, b[3] = {-1e-9, 4e-9, 2e-9};
	double sum[3], cross[3];
	(void)state;
	mech_rotation_compose(a, b, sum);
	mech_cross(a, b, cross);
	for (int i = 0; i < 3; i++) {
		assert_close(sum[i], a[i] + b[i] + cross[i] / 2, 1e-24);
	}
}

/* one after the other they change nothing, about any axis, for rotations small and large */
static void the_velocity_of_an_increment_is_that_of_its_rate(void **state)
{
	(void)state;
	static const double sizes[] = {0, 1e-9, 0.9e-3, 1.1e-3, 0.009, 0.011, 0.3, 1.5, 3};
	for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
		const double r[] = {0.48 * sizes[k], -0.6 * sizes[k], 0.64 * sizes[k]}, w[] = {1.5, 0.7, -2.5};
		double back[3];
		mech_rotation_increment_rate(r, w, back);
		mech_rotation_increment_velocity(r, back, back);
		for (int i = 0; i < 3; i++) {
			assert_close(back[i], w[i], 1e-13);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_rotations_lead_where_their_composition_leads),
		cmocka_unit_test(the_opposite_rotation_leads_back_and_results_may_replace_arguments),
		cmocka_unit_test(small_rotations_keep_their_digits),
		cmocka_unit_test(the_velocity_of_an_increment_is_that_of_its_rate),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
