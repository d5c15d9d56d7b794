/* Rounding of constraint rows and of accelerations, on a pendulum whose terms are known. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>

#include "assert_close.h"
#include "dae_rounding.h"
#include "dae_kkt_struct.h"
#include "pendulum_system.h"

/* one that hangs far from the origin has larger terms, in proportion */
static void the_rounding_of_a_row_follows_from_the_terms_it_sums(void **state)
{
	(void)state;
	static const double reach[] = {1, 1e3, 1e6};
	struct pendulum p;
	pendulum_make(&p, 1);
	struct dae_kkt *kkt = dae_kkt_create(&p.system);
	assert_non_null(kkt);
	for (int k = 0; k < 3; k++) {
		const double q[] = {0.6 * reach[k], -0.8 * reach[k]};
		const struct dae_point at = {.q = q};
		pendulum_jacobian(&p, &at, dae_kkt_jacobian(kkt));
		dae_rounding_set(kkt, &at);
		const double x = fmax(0.6 * reach[k], p.system.motion_size[0]);
		const double y = fmax(0.8 * reach[k], p.system.motion_size[1]);
		const double terms = 0.6 * reach[k] * x + 0.8 * reach[k] * y;
		assert_true(kkt->rounding[0] >= DBL_EPSILON * terms && kkt->rounding[0] <= 100 * DBL_EPSILON * terms);
		assert_close(dae_rounding_bound(kkt, (struct dae_bound){2, 0}, 0), 2 * kkt->rounding[0], 0);
		assert_close(dae_rounding_bound(kkt, (struct dae_bound){0, 3}, 0), 3 * p.system.constraint_size[0], 0);
	}
	dae_kkt_free(kkt);
}

/* the tangent of the pendulum is lambda on the diagonal: a spring of that stiffness, whatever its direction; without weight */
static void the_rounding_of_accelerations_is_that_of_stiff_forces_over_the_mass(void **state)
{
	(void)state;
	const double q[] = {0.6, -0.8}, v[] = {0, 0}, stiffness[] = {1, 1e9};
	struct pendulum p;
	double rounding[2][2];
	for (int k = 0; k < 2; k++) {
		pendulum_make(&p, 1);
		p.m = 4;
		p.g = 0;
		struct dae_kkt *kkt = dae_kkt_create(&p.system);
		assert_non_null(kkt);
		const struct dae_point at = {.q = q, .v = v, .a = v, .lambda = &stiffness[k]};
		dae_rounding_of_accelerations(kkt, &at, rounding[k]);
		dae_kkt_free(kkt);
		const double exact = stiffness[k] * DBL_EPSILON / p.m;
		assert_true(rounding[k][0] >= exact && rounding[k][0] <= 10 * exact);
		assert_close(rounding[k][1], rounding[k][0], 1e-9 * rounding[k][0]);
	}
	assert_close(rounding[1][0] / rounding[0][0], 1e9, 1);
}

/* a weight is rounded, too, whatever the stiffness */
static void forces_have_a_rounding_of_their_own(void **state)
{
	(void)state;
	const double q[] = {0.6, -0.8}, v[] = {0, 0}, lambda = 0;
	struct pendulum p;
	double rounding[2];
	pendulum_make(&p, 1);
	struct dae_kkt *kkt = dae_kkt_create(&p.system);
	assert_non_null(kkt);
	const struct dae_point at = {.q = q, .v = v, .a = v, .lambda = &lambda};
	dae_rounding_of_accelerations(kkt, &at, rounding);
	assert_close(rounding[0], 0, 0);
	assert_true(rounding[1] >= DBL_EPSILON * p.g && rounding[1] <= 10 * DBL_EPSILON * p.g);
	dae_kkt_free(kkt);
}

static void what_has_no_mass_has_no_rounding_of_its_acceleration(void **state)
{
	(void)state;
	const double q[] = {0.6, -0.8}, v[] = {0, 0}, stiffness = 1e6;
	struct pendulum p;
	double rounding[2];
	pendulum_make(&p, 1);
	p.m = 0;
	struct dae_kkt *kkt = dae_kkt_create(&p.system);
	assert_non_null(kkt);
	const struct dae_point at = {.q = q, .v = v, .a = v, .lambda = &stiffness};
	dae_rounding_of_accelerations(kkt, &at, rounding);
	assert_close(rounding[0], 0, 0);
	assert_close(rounding[1], 0, 0);
	dae_kkt_free(kkt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_rounding_of_a_row_follows_from_the_terms_it_sums),
		cmocka_unit_test(the_rounding_of_accelerations_is_that_of_stiff_forces_over_the_mass),
		cmocka_unit_test(forces_have_a_rounding_of_their_own),
		cmocka_unit_test(what_has_no_mass_has_no_rounding_of_its_acceleration),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
