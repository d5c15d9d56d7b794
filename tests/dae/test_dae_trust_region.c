/* The secular equation against the conditions of the constrained minimum. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_trust_region.h"
#include "test_random.h"

enum { N = 4 };

static void a_step_inside_the_radius_is_left_alone(void **state)
{
	const double eigenvalue[] = {1e-6, 1e-3};
	const double plain[] = {3, 4};
	(void)state;
	assert_true(dae_trust_region(2, eigenvalue, plain, 5) == 0);
	assert_true(dae_trust_region_step(eigenvalue[0], plain[0], 0) == plain[0]);
}

/* minimum of |A y - c|^2 on the sphere: A (A y - c) + epsilon y = 0 with epsilon > 0 and |y| = radius */
static void a_step_outside_becomes_the_constrained_minimum(void **state)
{
	struct test_random random = test_random_start(11);
	(void)state;
	for (int trial = 0; trial < 200; trial++) {
		double eigenvalue[N], plain[N], length = 0, gradient = 0, size = 0;
		double radius = pow(10, test_random_in(&random, -2, 2));
		for (int k = 0; k < N; k++) {
			eigenvalue[k] = pow(10, test_random_in(&random, -9, 0));
			plain[k] = test_random_in(&random, -1, 1) / eigenvalue[k];
		}
		double epsilon = dae_trust_region(N, eigenvalue, plain, radius);
		for (int k = 0; k < N; k++) {
			double y = dae_trust_region_step(eigenvalue[k], plain[k], epsilon);
			double c = eigenvalue[k] * plain[k];
			length += y * y;
			gradient = fmax(gradient, fabs(eigenvalue[k] * (eigenvalue[k] * y - c) + epsilon * y));
			size = fmax(size, fabs(eigenvalue[k] * c));
		}
		if (epsilon > 0) {
			assert_close(sqrt(length), radius, 1e-9 * radius);
		} else {
			assert_true(sqrt(length) <= radius);
		}
		assert_small(gradient, 1e-12 * size);
	}
}

/* the paper's reason: along a direction that loses rank the direct form is unbounded, the trust region gives nothing */
static void a_direction_without_rank_gets_no_step(void **state)
{
	const double eigenvalue[] = {1e-14};
	const double plain[] = {1e14};
	double epsilon = dae_trust_region(1, eigenvalue, plain, 1e-3);
	(void)state;
	assert_close(fabs(dae_trust_region_step(eigenvalue[0], plain[0], epsilon)), 1e-3, 1e-12);
	assert_small(dae_trust_region_step(eigenvalue[0], plain[0], 1e-6), 1e-7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_step_inside_the_radius_is_left_alone),
		cmocka_unit_test(a_step_outside_becomes_the_constrained_minimum),
		cmocka_unit_test(a_direction_without_rank_gets_no_step),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
