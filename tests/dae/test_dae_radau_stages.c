/* The stages of Radau IIA and their iteration where they are hard: through singular positions, with redundant rows,
 * with stiff springs and dampers, on a manifold, with a driven coordinate. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "assert_close.h"
#include "dae_methods.h"
#include "pendulum_system.h"
#include "slider_crank_system.h"

static const double pi = 3.14159265358979323846;

struct run {
	double *block;
	struct dae_driver *driver;
	struct dae_state s;
	struct dae_options options;
	struct dae_failure failure;
};

static void begin(struct run *r, const struct dae_system *system, double tolerance)
{
	r->block = calloc(dae_state_size(system, &dae_radau), sizeof *r->block);
	r->driver = dae_driver_create(system, &dae_radau, r->block);
	assert_non_null(r->driver);
	r->s = dae_driver_state(r->driver);
	r->options = dae_options_for(tolerance);
	dae_driver_reset(r->driver, 0);
}

static void restart(struct run *r)
{
	assert_int_equal(dae_driver_restart(r->driver, &r->options, &r->failure), 0);
}

static void advance(struct run *r, double t)
{
	assert_int_equal(dae_driver_advance(r->driver, &r->options, t, &r->failure), 0);
}

static void end(struct run *r)
{
	dae_driver_free(r->driver);
	free(r->block);
}

/* ---- equal-arm slider-crank; exact values and branches: see test_dae_singular.c ---- */

static const double exact_angle = -0.67951076820221599651;

static void begin_crank(struct run *r, double angle1, double angle2, double speed1, double speed2, double tolerance)
{
	begin(r, &slider_crank_system, tolerance);
	r->s.q[0] = angle1;
	r->s.q[1] = angle2;
	r->s.v[0] = speed1;
	r->s.v[1] = speed2;
}

static void every_fixed_step_passes_the_dead_centre_with_fifth_order(void **state)
{
	static const enum dae_formulation formulations[] = {DAE_STABILIZED, DAE_INDEX3};
	(void)state;
	for (int k = 0; k < 2; k++) {
		double last = 0;
		for (int halvings = 0; halvings < 3; halvings++) {
			struct run r;
			begin_crank(&r, pi / 4, 3 * pi / 4, 0, 0, 1e-10);
			r.options.formulation = formulations[k];
			r.options.fixed_step = 0.1 / pow(2, halvings);
			restart(&r);
			advance(&r, 10);
			double error = fabs(r.s.q[0] - exact_angle);
			assert_close(r.s.q[0] + r.s.q[1], pi, 1e-12);
			if (halvings > 0) {
				assert_close(log2(last / error), 5, 0.2);
			}
			last = error;
			end(&r);
		}
	}
}

static void every_tolerance_passes_the_dead_centre(void **state)
{
	static const enum dae_formulation formulations[] = {DAE_STABILIZED, DAE_INDEX3};
	(void)state;
	for (int k = 0; k < 2; k++) {
		for (double tolerance = 1e-3; tolerance > 0.5e-10; tolerance /= 10) {
			struct run r;
			begin_crank(&r, pi / 4, 3 * pi / 4, 0, 0, tolerance);
			r.options.formulation = formulations[k];
			restart(&r);
			for (int i = 1; i <= 1000; i++) {
				advance(&r, 0.01 * i);
				/* the same branch all the way, bounded multipliers */
				assert_close(r.s.q[0] + r.s.q[1], pi, 1e-9);
				assert_true(fabs(r.s.lambda[0]) < 20);
			}
			assert_small(r.s.q[0] - exact_angle, tolerance);
			end(&r);
			/* in one go, with all the steps the method likes */
			begin_crank(&r, pi / 4, 3 * pi / 4, 0, 0, tolerance);
			r.options.formulation = formulations[k];
			restart(&r);
			advance(&r, 10);
			assert_small(r.s.q[0] - exact_angle, tolerance);
			end(&r);
		}
	}
}

static void a_start_on_the_dead_centre_follows_the_branch_of_its_velocity(void **state)
{
	static const enum dae_formulation formulations[] = {DAE_STABILIZED, DAE_INDEX3};
	(void)state;
	for (int k = 0; k < 2; k++) {
		for (double tolerance = 1e-4; tolerance > 0.5e-10; tolerance /= 10) {
			struct run r;
			begin_crank(&r, 0, pi, 1, -1, tolerance);
			r.options.formulation = formulations[k];
			restart(&r);
			advance(&r, 10);
			assert_close(r.s.q[0] + r.s.q[1], pi, 1e-9);
			end(&r);
			begin_crank(&r, 0, pi, 1, 1, tolerance);
			r.options.formulation = formulations[k];
			restart(&r);
			advance(&r, 10);
			assert_close(r.s.q[1] - r.s.q[0], pi, 1e-9);
			end(&r);
		}
	}
}

/* ---- redundant rows ---- */

static void a_constraint_written_three_times_gives_the_same_motion_in_the_same_steps(void **state)
{
	(void)state;
	for (double tolerance = 1e-4; tolerance > 0.5e-8; tolerance /= 100) {
		struct pendulum p[2];
		struct run r[2];
		for (int k = 0; k < 2; k++) {
			pendulum_make(&p[k], k == 0 ? 1 : 3);
			begin(&r[k], &p[k].system, tolerance);
			r[k].s.q[0] = -1;
			restart(&r[k]);
			advance(&r[k], 10);
		}
		double sum = r[1].s.lambda[0] + r[1].s.lambda[1] + r[1].s.lambda[2];
		/* but for what the iterations leave */
		assert_close(r[1].s.q[0], r[0].s.q[0], 1e-3 * tolerance);
		assert_close(r[1].s.v[0], r[0].s.v[0], 1e-3 * tolerance);
		assert_close(sum, r[0].s.lambda[0], 1e-2 * tolerance);
		/* minimum norm: all three alike */
		assert_close(r[1].s.lambda[0], sum / 3, 1e-8);
		assert_close(r[1].s.counters->steps, r[0].s.counters->steps, 2);
		end(&r[0]);
		end(&r[1]);
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
			struct run r;
			slider_make(&x, stiffness, damped ? sqrt(stiffness) : 0, 0);
			begin(&r, &x.system, 1e-6);
			r.options.fixed_step = 1;
			r.s.v[0] = 1;
			restart(&r);
			advance(&r, 40);
			/* the slow motion: k sin t / (k - 1) but for the damping's share */
			double slow = damped ? 2 / sqrt(stiffness) : 2 / stiffness;
			assert_close(r.s.q[0], sin(40), slow + 1e-2 * fmin(1, 1e3 / stiffness) + 1e-9);
			end(&r);
		}
	}
}

/* x = sin 3t, m x'' + lambda = 0: all values at the end are exact where both levels are enforced */
static void a_driven_coordinate_follows_its_law(void **state)
{
	struct slider x;
	struct run r;
	(void)state;
	slider_make(&x, 0, 0, 1);
	begin(&r, &x.system, 1e-6);
	r.s.v[0] = 3;
	restart(&r);
	advance(&r, 2);
	assert_close(r.s.q[0], sin(6), 1e-13);
	assert_close(r.s.v[0], 3 * cos(6), 1e-12);
	assert_close(r.s.a[0], -9 * sin(6), 1e-10);
	assert_close(r.s.lambda[0], 9 * sin(6), 1e-10);
	end(&r);
}

/* ---- free rigid body: q = quaternion, v = angular velocity in its own axes ---- */

static const double rotor_inertia[] = {1, 2, 3.5};

static int rotor_mass(void *context, const double *q, double *values)
{
	(void)context;
	(void)q;
	memset(values, 0, 9 * sizeof *values);
	for (int i = 0; i < 3; i++) {
		values[4 * i] = rotor_inertia[i];
	}
	return 0;
}

static int rotor_force(void *context, const struct dae_point *p, double *f)
{
	(void)context;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3;
		int k = (i + 2) % 3;
		f[i] = (rotor_inertia[j] - rotor_inertia[k]) * p->v[j] * p->v[k];
	}
	return 0;
}

static int rotor_tangent(void *context, const struct dae_point *p, double cq, double cv, double *values)
{
	(void)context;
	(void)cq;
	memset(values, 0, 9 * sizeof *values);
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3;
		int k = (i + 2) % 3;
		values[3 * i + j] = -cv * (rotor_inertia[j] - rotor_inertia[k]) * p->v[k];
		values[3 * i + k] = -cv * (rotor_inertia[j] - rotor_inertia[k]) * p->v[j];
	}
	return 0;
}

/* q times the rotation by dq */
static void rotor_retract(void *context, const double *q, const double *dq, double *moved)
{
	double angle = sqrt(dq[0] * dq[0] + dq[1] * dq[1] + dq[2] * dq[2]);
	double factor = angle > 1e-8 ? sin(angle / 2) / angle : 0.5;
	double r[] = {cos(angle / 2), factor * dq[0], factor * dq[1], factor * dq[2]};
	(void)context;
	moved[0] = q[0] * r[0] - q[1] * r[1] - q[2] * r[2] - q[3] * r[3];
	moved[1] = q[0] * r[1] + q[1] * r[0] + q[2] * r[3] - q[3] * r[2];
	moved[2] = q[0] * r[2] - q[1] * r[3] + q[2] * r[0] + q[3] * r[1];
	moved[3] = q[0] * r[3] + q[1] * r[2] - q[2] * r[1] + q[3] * r[0];
}

static void cross(const double *a, const double *b, double *c)
{
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3;
		int k = (i + 2) % 3;
		c[i] = a[j] * b[k] - a[k] * b[j];
	}
}

/* rate = v + dq x v / 2 + (1 - x cot x) / (4 x^2) dq x (dq x v), x = |dq| / 2 */
static void rotor_increment_rate(void *context, const double *q, const double *dq, const double *v, double *rate)
{
	double once[3], twice[3];
	double x = sqrt(dq[0] * dq[0] + dq[1] * dq[1] + dq[2] * dq[2]) / 2;
	double factor = x > 1e-3 ? (1 - x / tan(x)) / (4 * x * x) : 1.0 / 12 + x * x / 180;
	(void)context;
	(void)q;
	cross(dq, v, once);
	cross(dq, once, twice);
	for (int i = 0; i < 3; i++) {
		rate[i] = v[i] + once[i] / 2 + factor * twice[i];
	}
}

static const struct la_block rotor_block = {0, 0, 3, 3};
static const double rotor_size[] = {1, 1, 1};

/* angular momentum in the axes of space stays what it was: here, how far it is off after 5 s */
static double rotor_error(int with_rate, double fixed_step)
{
	struct dae_system system = {
		.n_q = 4,
		.n_v = 3,
		.n_mass_blocks = 1,
		.n_tangent_blocks = 1,
		.mass_blocks = &rotor_block,
		.tangent_blocks = &rotor_block,
		.motion_size = rotor_size,
		.mass = rotor_mass,
		.force = rotor_force,
		.tangent = rotor_tangent,
		.constraint = slider_nothing,
		.jacobian = slider_nothing,
		.constraint_rate = slider_nothing,
		.constraint_bias = slider_nothing,
		.retract = rotor_retract,
		.increment_rate = with_rate ? rotor_increment_rate : NULL,
	};
	static const double speed[] = {0.5, 1, -0.8};
	struct run r;
	begin(&r, &system, 1e-10);
	r.options.fixed_step = fixed_step;
	r.s.q[0] = 1;
	memcpy(r.s.v, speed, sizeof speed);
	restart(&r);
	advance(&r, 5);
	/* rotate J w by the quaternion: x + 2 q0 (u x x) + 2 u x (u x x) */
	double x[3], once[3], twice[3];
	double error = 0;
	for (int i = 0; i < 3; i++) {
		x[i] = rotor_inertia[i] * r.s.v[i];
	}
	cross(r.s.q + 1, x, once);
	cross(r.s.q + 1, once, twice);
	for (int i = 0; i < 3; i++) {
		error = fmax(error, fabs(x[i] + 2 * r.s.q[0] * once[i] + 2 * twice[i] - rotor_inertia[i] * speed[i]));
	}
	end(&r);
	return error;
}

static void rotations_are_of_fifth_order_with_the_rate_of_their_increment_and_of_second_without(void **state)
{
	(void)state;
	for (int halvings = 0; halvings < 3; halvings++) {
		double h = 0.1 / pow(2, halvings);
		assert_close(log2(rotor_error(1, h) / rotor_error(1, h / 2)), 5, 0.2);
		assert_close(log2(rotor_error(0, h) / rotor_error(0, h / 2)), 2, 0.2);
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
