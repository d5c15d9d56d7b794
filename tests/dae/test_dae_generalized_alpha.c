/* Generalized-alpha on the index-3 pendulum and on a linear oscillator: measured orders, damping at infinity, redundant rows. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "assert_close.h"
#include "dae_methods.h"
#include "pendulum_system.h"

/* pendulum of length 1 m, g = 9.81, released at (-1, 0): exact solution at t = 10 by Jacobi's elliptic functions,
 * sin(theta/2) = k sn(K(k) - sqrt(g/L) t, k), k = sin(pi/4); velocity and multiplier from the same
 * (IFToMM benchmark A01) */
static const double exact_x = -0.2750874625761168600544;
static const double exact_y = -0.9614192050991250642651;
static const double exact_vx = 4.1755981009517288365;
static const double exact_lambda = 28.294567206067250641;

struct result {
	double q, v, lambda, position_residual, velocity_residual;
};

static struct result run_pendulum(int copies, double fixed_step, double spectral_radius)
{
	struct pendulum p;
	pendulum_make(&p, copies);
	double *block = calloc(dae_state_size(&p.system, &dae_generalized_alpha), sizeof *block);
	struct dae_driver *d = dae_driver_create(&p.system, &dae_generalized_alpha, block);
	assert_non_null(d);
	struct dae_state s = dae_driver_state(d);
	struct dae_options options = dae_options_for(1e-8);
	struct dae_failure failure;
	struct result r = {0};
	options.fixed_step = fixed_step;
	options.spectral_radius = spectral_radius;
	dae_driver_reset(d, 0);
	s.q[0] = -1;
	assert_int_equal(dae_driver_restart(d, &options, &failure), 0);
	assert_int_equal(dae_driver_advance(d, &options, 10, &failure), 0);
	r.q = fmax(fabs(s.q[0] - exact_x), fabs(s.q[1] - exact_y));
	r.v = fabs(s.v[0] - exact_vx);
	for (int i = 0; i < copies; i++) {
		r.lambda += s.lambda[i];
	}
	r.lambda = fabs(r.lambda - exact_lambda);
	dae_driver_residuals(d, &r.position_residual, &r.velocity_residual);
	dae_driver_free(d);
	free(block);
	return r;
}

static void positions_velocities_and_multipliers_are_of_second_order(void **state)
{
	static const double radii[] = {0, 0.5, 0.8, 0.9};
	(void)state;
	for (int k = 0; k < 4; k++) {
		struct result coarse = run_pendulum(1, 2e-3, radii[k]);
		struct result middle = run_pendulum(1, 1e-3, radii[k]);
		struct result fine = run_pendulum(1, 5e-4, radii[k]);
		assert_close(log2(coarse.q / middle.q), 2, 0.1);
		assert_close(log2(middle.q / fine.q), 2, 0.1);
		assert_close(log2(middle.v / fine.v), 2, 0.1);
		assert_close(log2(middle.lambda / fine.lambda), 2, 0.1);
	}
}

static void both_constraint_levels_are_met(void **state)
{
	struct result r = run_pendulum(1, 5e-3, 0.8);
	(void)state;
	assert_small(r.position_residual, 1e-12);
	assert_small(r.velocity_residual, 1e-10);
}

static void a_constraint_written_three_times_gives_the_same_motion(void **state)
{
	struct result once = run_pendulum(1, 2e-3, 0.8);
	struct result thrice = run_pendulum(3, 2e-3, 0.8);
	(void)state;
	assert_close(thrice.q, once.q, 1e-10);
	assert_close(thrice.lambda, once.lambda, 1e-7);
}

/* ---- linear oscillator m x'' + k x = 0 without constraints ---- */

struct oscillator {
	double k;
	struct la_block block;
	double size;
	struct dae_system system;
};

static int oscillator_mass(void *context, const double *q, double *values)
{
	(void)context;
	(void)q;
	values[0] = 1;
	return 0;
}

static int oscillator_force(void *context, const struct dae_point *p, double *f)
{
	f[0] = -((struct oscillator *)context)->k * p->q[0];
	return 0;
}

static int oscillator_tangent(void *context, const struct dae_point *p, double cq, double cv, double *values)
{
	(void)p;
	(void)cv;
	values[0] = cq * ((struct oscillator *)context)->k;
	return 0;
}

static int oscillator_nothing(void *context, const struct dae_point *p, double *out)
{
	(void)context;
	(void)p;
	(void)out;
	return 0;
}

static void oscillator_retract(void *context, const double *q, const double *dq, double *moved)
{
	(void)context;
	moved[0] = q[0] + dq[0];
}

static void oscillator_make(struct oscillator *o, double k)
{
	*o = (struct oscillator){.k = k, .block = {0, 0, 1, 1}, .size = 1};
	o->system = (struct dae_system){
		.n_q = 1,
		.n_v = 1,
		.n_mass_blocks = 1,
		.n_tangent_blocks = 1,
		.mass_blocks = &o->block,
		.tangent_blocks = &o->block,
		.motion_size = &o->size,
		.context = o,
		.mass = oscillator_mass,
		.force = oscillator_force,
		.tangent = oscillator_tangent,
		.constraint = oscillator_nothing,
		.jacobian = oscillator_nothing,
		.constraint_rate = oscillator_nothing,
		.constraint_bias = oscillator_nothing,
		.retract = oscillator_retract,
	};
}

/* amplitude left per step for h omega >> 1 tends to rho_inf (Chung, Hulbert; Dymore manual, figure 1). At infinity the amplification
 * matrix has a double eigenvalue -rho_inf, so the ratio of two late steps is used with its polynomial factor
 * (n + 1)/n taken into account by going far out. */
static void the_highest_frequencies_are_damped_by_the_spectral_radius(void **state)
{
	static const double radii[] = {0.5, 0.8, 0.9};
	(void)state;
	for (int k = 0; k < 3; k++) {
		struct oscillator o;
		oscillator_make(&o, 1e6);
		double *block = calloc(dae_state_size(&o.system, &dae_generalized_alpha), sizeof *block);
		struct dae_driver *d = dae_driver_create(&o.system, &dae_generalized_alpha, block);
		struct dae_state s = dae_driver_state(d);
		struct dae_options options = dae_options_for(1e-8);
		struct dae_failure failure;
		double at[2] = {0};
		options.fixed_step = 1;
		options.spectral_radius = radii[k];
		dae_driver_reset(d, 0);
		s.v[0] = 1;
		assert_int_equal(dae_driver_restart(d, &options, &failure), 0);
		for (int n = 1; n <= 41; n++) {
			assert_int_equal(dae_driver_advance(d, &options, n, &failure), 0);
			at[n % 2] = s.v[0];
		}
		assert_close(fabs(at[1] / at[0]), radii[k], 0.05 * radii[k]);
		dae_driver_free(d);
		free(block);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(positions_velocities_and_multipliers_are_of_second_order),
		cmocka_unit_test(both_constraint_levels_are_met),
		cmocka_unit_test(a_constraint_written_three_times_gives_the_same_motion),
		cmocka_unit_test(the_highest_frequencies_are_damped_by_the_spectral_radius),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
