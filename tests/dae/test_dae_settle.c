/* Settling of accelerations and multipliers, and components along near-singular directions. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_rounding.h"
#include "dae_settle.h"
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
		/* f - M a, no multipliers yet */
		pendulum_force(&p, &at, right);
		right[0] -= a[0];
		right[1] -= a[1];
		assert_int_equal(dae_settle(&p.system, kkt, (struct dae_rates){2, 10, 0.05, NULL}, &at, right, a, lambda), 0);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(accelerations_and_multipliers_fit_position_and_velocity),
		cmocka_unit_test(only_small_components_along_singular_directions_are_left_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
