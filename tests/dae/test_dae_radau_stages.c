/* The stages of Radau IIA and their iteration where they are hard: through singular positions, with redundant rows,
 * with stiff springs and dampers, on a manifold, with a driven coordinate. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_method_table.h"
#include "dead_centre.h"
#include "free_body_system.h"
#include "method_run.h"

/* ---- equal-arm slider-crank ---- */

static const enum dae_formulation formulations[] = {DAE_STABILIZED, DAE_INDEX3};

static void every_fixed_step_passes_the_dead_centre_with_fifth_order(void **state)
{
	(void)state;
	for (int k = 0; k < 2; k++) {
		double last = 0;
		for (int halvings = 0; halvings < 3; halvings++) {
			struct method_run r;
			dead_centre_begin(&r, &dae_radau, dead_centre_start, 1e-10);
			r.options.formulation = formulations[k];
			r.options.fixed_step = 0.1 / pow(2, halvings);
			method_advance(&r, 10);
			double error = fabs(r.s.q[0] - dead_centre_angle);
			assert_close(r.s.q[0] + r.s.q[1], pi, 1e-12);
			if (halvings > 0) {
				assert_close(log2(last / error), 5, 0.2);
			}
			last = error;
			method_end(&r);
		}
	}
}

static void every_tolerance_passes_the_dead_centre(void **state)
{
	(void)state;
	for (int k = 0; k < 2; k++) {
		for (double tolerance = 1e-3; tolerance > 0.5e-10; tolerance /= 10) {
			struct method_run r;
			dead_centre_begin(&r, &dae_radau, dead_centre_start, tolerance);
			r.options.formulation = formulations[k];
			for (int i = 1; i <= 1000; i++) {
				method_advance(&r, 0.01 * i);
				/* the same branch all the way, bounded multipliers */
				assert_close(r.s.q[0] + r.s.q[1], pi, 1e-9);
				assert_true(fabs(r.s.lambda[0]) < 20);
			}
			assert_small(r.s.q[0] - dead_centre_angle, tolerance);
			method_end(&r);
			/* in one go, with all the steps the method likes */
			dead_centre_begin(&r, &dae_radau, dead_centre_start, tolerance);
			r.options.formulation = formulations[k];
			method_advance(&r, 10);
			assert_small(r.s.q[0] - dead_centre_angle, tolerance);
			method_end(&r);
		}
	}
}

static void a_start_on_the_dead_centre_follows_the_branch_of_its_velocity(void **state)
{
	(void)state;
	assert_start_chooses_the_branch(&dae_radau, DAE_STABILIZED, 1e-10);
	assert_start_chooses_the_branch(&dae_radau, DAE_INDEX3, 1e-10);
}

/* ---- redundant rows ---- */

static void a_constraint_written_three_times_gives_the_same_motion_in_the_same_steps(void **state)
{
	(void)state;
	for (double tolerance = 1e-4; tolerance > 0.5e-8; tolerance /= 100) {
		struct pendulum p[2];
		struct method_run r[2];
		for (int k = 0; k < 2; k++) {
			pendulum_make(&p[k], k == 0 ? 1 : 3);
			method_begin(&r[k], &p[k].system, &dae_radau, tolerance);
			r[k].s.q[0] = -1;
			method_advance(&r[k], 10);
		}
		double sum = r[1].s.lambda[0] + r[1].s.lambda[1] + r[1].s.lambda[2];
		/* but for what the iterations leave */
		assert_close(r[1].s.q[0], r[0].s.q[0], 1e-3 * tolerance);
		assert_close(r[1].s.v[0], r[0].s.v[0], 1e-3 * tolerance);
		assert_close(sum, r[0].s.lambda[0], 1e-2 * tolerance);
		/* minimum norm: all three alike */
		assert_close(r[1].s.lambda[0], sum / 3, 1e-8);
		assert_close(r[1].s.counters->steps, r[0].s.counters->steps, 2);
		method_end(&r[0]);
		method_end(&r[1]);
	}
}

/* ---- one coordinate: x'' + d x' + k (x - sin t) = 0, or x = sin 3t as a constraint ---- */

struct slider {
	double k, d;
	struct la_block block;
	double size;
	struct dae_system system;
};

static int slider_mass(void *context, const double *q, double *values)
{
	(void)context;
	(void)q;
	values[0] = 1;
	return 0;
}

static int slider_force(void *context, const struct dae_point *p, double *f)
{
	const struct slider *x = context;
	f[0] = -x->k * (p->q[0] - sin(p->t)) - x->d * p->v[0];
	return 0;
}

static int slider_tangent(void *context, const struct dae_point *p, double cq, double cv, double *values)
{
	const struct slider *x = context;
	(void)p;
	values[0] = cq * x->k + cv * x->d;
	return 0;
}

static int slider_constraint(void *context, const struct dae_point *p, double *g)
{
	(void)context;
	g[0] = p->q[0] - sin(3 * p->t);
	return 0;
}

static int slider_jacobian(void *context, const struct dae_point *p, double *values)
{
	(void)context;
	(void)p;
	values[0] = 1;
	return 0;
}

static int slider_rate(void *context, const struct dae_point *p, double *rate)
{
	(void)context;
	rate[0] = -3 * cos(3 * p->t);
	return 0;
}

static int slider_bias(void *context, const struct dae_point *p, double *bias)
{
	(void)context;
	bias[0] = 9 * sin(3 * p->t);
	return 0;
}

static int slider_nothing(void *context, const struct dae_point *p, double *out)
{
	(void)context;
	(void)p;
	(void)out;
	return 0;
}

static void slider_retract(void *context, const double *q, const double *dq, double *moved)
{
	(void)context;
	moved[0] = q[0] + dq[0];
}

static void slider_make(struct slider *x, double k, double d, int driven)
{
	*x = (struct slider){.k = k, .d = d, .block = {0, 0, 1, 1}, .size = 1};
	x->system = (struct dae_system){
		.n_q = 1,
		.n_v = 1,
		.n_g = driven,
		.n_mass_blocks = 1,
		.n_tangent_blocks = 1,
		.n_jacobian_blocks = driven,
		.mass_blocks = &x->block,
		.tangent_blocks = &x->block,
		.jacobian_blocks = &x->block,
		.motion_size = &x->size,
		.constraint_size = &x->size,
		.context = x,
		.mass = slider_mass,
		.force = slider_force,
		.tangent = slider_tangent,
		.constraint = driven ? slider_constraint : slider_nothing,
		.jacobian = driven ? slider_jacobian : slider_nothing,
		.constraint_rate = driven ? slider_rate : slider_nothing,
		.constraint_bias = driven ? slider_bias : slider_nothing,
		.retract = slider_retract,
	};
}

/* the method is L-stable: what a step cannot resolve is gone after two, whatever its frequency, and the iteration
 * converges */
static void vibrations_too_fast_for_the_step_are_damped_out(void **state)
{
	(void)state;
	for (double stiffness = 1e2; stiffness < 1e13; stiffness *= 10) {
		for (int damped = 0; damped < 2; damped++) {
			struct slider x;
			struct method_run r;
			slider_make(&x, stiffness, damped ? sqrt(stiffness) : 0, 0);
			method_begin(&r, &x.system, &dae_radau, 1e-6);
			r.options.fixed_step = 1;
			r.s.v[0] = 1;
			method_advance(&r, 40);
			/* the slow motion: k sin t / (k - 1) but for the damping's share */
			double slow = damped ? 2 / sqrt(stiffness) : 2 / stiffness;
			assert_close(r.s.q[0], sin(40), slow + 1e-2 * fmin(1, 1e3 / stiffness) + 1e-9);
			method_end(&r);
		}
	}
}

/* x = sin 3t, m x'' + lambda = 0: all values at the end are exact where both levels are enforced */
static void a_driven_coordinate_follows_its_law(void **state)
{
	struct slider x;
	struct method_run r;
	(void)state;
	slider_make(&x, 0, 0, 1);
	method_begin(&r, &x.system, &dae_radau, 1e-6);
	r.s.v[0] = 3;
	method_advance(&r, 2);
	assert_close(r.s.q[0], sin(6), 1e-13);
	assert_close(r.s.v[0], 3 * cos(6), 1e-12);
	assert_close(r.s.a[0], -9 * sin(6), 1e-10);
	assert_close(r.s.lambda[0], 9 * sin(6), 1e-10);
	method_end(&r);
}

/* ---- free rigid body ---- */

/* angular momentum in the axes of space stays what it was: here, how far it is off after 5 s */
static double momentum_error(int with_rate, double fixed_step)
{
	static const double speed[] = {0.5, 1, -0.8};
	struct free_body body;
	struct method_run r;
	double start[3], momentum[3];
	free_body_make(&body, 1, 2, 3.5);
	body.system.increment_rate = with_rate ? free_body_increment_rate : NULL;
	method_begin(&r, &body.system, &dae_radau, 1e-10);
	r.options.fixed_step = fixed_step;
	r.s.q[0] = 1;
	memcpy(r.s.v, speed, sizeof speed);
	method_advance(&r, 5);
	for (int i = 0; i < 3; i++) {
		start[i] = body.inertia[i] * speed[i];
		momentum[i] = body.inertia[i] * r.s.v[i];
	}
	rotate(r.s.q, momentum, momentum);
	method_end(&r);
	return method_distance(3, momentum, start);
}

static void rotations_are_of_fifth_order_with_the_rate_of_their_increment_and_of_second_without(void **state)
{
	(void)state;
	for (int halvings = 0; halvings < 3; halvings++) {
		double h = 0.1 / pow(2, halvings);
		assert_close(log2(momentum_error(1, h) / momentum_error(1, h / 2)), 5, 0.2);
		assert_close(log2(momentum_error(0, h) / momentum_error(0, h / 2)), 2, 0.2);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_fixed_step_passes_the_dead_centre_with_fifth_order),
		cmocka_unit_test(every_tolerance_passes_the_dead_centre),
		cmocka_unit_test(a_start_on_the_dead_centre_follows_the_branch_of_its_velocity),
		cmocka_unit_test(a_constraint_written_three_times_gives_the_same_motion_in_the_same_steps),
		cmocka_unit_test(vibrations_too_fast_for_the_step_are_damped_out),
		cmocka_unit_test(a_driven_coordinate_follows_its_law),
		cmocka_unit_test(rotations_are_of_fifth_order_with_the_rate_of_their_increment_and_of_second_without),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
