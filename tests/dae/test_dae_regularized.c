/* The regularized systems of Petzold, Ren and Maly: their formulas at a point, by hand, and what they do with
 * redundant rows, a singular position and bodies without mass. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "assert_close.h"
#include "dae_regularized.h"
#include "pendulum_system.h"
#include "slider_crank_system.h"
#include "test_random.h"

static const double pi = 3.14159265358979323846;

enum { MOST = 4 };

struct answer {
	int status;
	double a[MOST], lambda[MOST];
	struct dae_failure failure;
};

static struct answer evaluate(enum dae_regularized_kind kind, const struct dae_system *system,
                              const struct dae_options *options, const double *q, const double *v)
{
	struct answer answer = {0};
	double *work = calloc(dae_regularized_work(system) + 1, sizeof *work);
	struct dae_regularized r = {kind, system, options, options->gamma, work};
	assert_non_null(r.work);
	answer.status =
		dae_regularized_evaluate(&r, &(struct dae_point){.q = q, .v = v}, answer.a, answer.lambda, &answer.failure);
	free(r.work);
	return answer;
}

/* phi(alpha) of the three, from the paper's equations with one row */
static double phi(enum dae_regularized_kind kind, double alpha, double eps)
{
	const double values[] = {1 / alpha, 1 / (alpha + eps), alpha / (alpha * alpha + eps)};
	return values[kind];
}

/* pendulum: A = (x^2 + y^2) / m, G M^-1 f = -y g, bias = vx^2 + vy^2; a row written n times acts as one of n A, and
 * the multiplier is shared. Equations 2.8, 2.13, 2.11 and 4.5, 4.8, 4.7. */
static void the_multiplier_is_that_of_the_paper(void **state)
{
	struct test_random random = test_random_start(11);
	(void)state;
	for (int trial = 0; trial < 300; trial++) {
		enum dae_regularized_kind kind = (enum dae_regularized_kind)(trial % DAE_REGULARIZED_COUNT);
		int copies = kind == DAE_REGULARIZED_BAUMGARTE ? 1 : 1 + trial % 2;
		struct dae_options o = dae_options_for(1e-6);
		struct pendulum p;
		double q[2], v[2];
		test_random_fill(&random, 2, q);
		test_random_fill(&random, 2, v);
		pendulum_make(&p, copies);
		p.m = test_random_in(&random, 0.5, 2);
		o.formulation = (enum dae_formulation)(trial / 3 % DAE_FORMULATION_COUNT);
		o.gamma = test_random_in(&random, 1, 10);
		o.epsilon = test_random_in(&random, 1e-3, 1);
		double alpha = (q[0] * q[0] + q[1] * q[1]) / p.m;
		double position = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
		double speed = q[0] * v[0] + q[1] * v[1];
		double bias = v[0] * v[0] + v[1] * v[1];
		double two = 2 * o.gamma * speed + 2 * o.gamma * o.gamma * position;
		const double wanted[] = {
			[DAE_STABILIZED] = bias + two,
			[DAE_INDEX3] = two,
			[DAE_INDEX2] = bias + o.gamma * speed,
		};
		double lambda = phi(kind, copies * alpha, o.epsilon) * (-q[1] * p.g + wanted[o.formulation]);
		struct answer answer = evaluate(kind, &p.system, &o, q, v);
		assert_int_equal(answer.status, 0);
		for (int i = 0; i < copies; i++) {
			assert_close(answer.lambda[i], lambda, 1e-11 * (1 + fabs(lambda)));
		}
		assert_close(answer.a[0], -q[0] * copies * lambda / p.m, 1e-10 * (1 + fabs(lambda)));
		assert_close(answer.a[1], -p.g - q[1] * copies * lambda / p.m, 1e-10 * (1 + fabs(lambda)));
	}
}

static void baumgarte_is_not_defined_with_a_row_written_twice(void **state)
{
	struct dae_options o = dae_options_for(1e-6);
	struct pendulum p;
	(void)state;
	pendulum_make(&p, 2);
	struct answer answer = evaluate(DAE_REGULARIZED_BAUMGARTE, &p.system, &o, (double[]){0.6, -0.8}, (double[]){0, 0});
	assert_int_equal(answer.status, DAE_SMALLER_STEP);
	assert_int_equal(answer.failure.reason, DAE_MATRIX_SINGULAR);
	assert_true(answer.failure.row == 0 || answer.failure.row == 1);
}

/* In the dead centre of the slider-crank G = 0, w = 1. A velocity off both branches leaves r = bias = w1^2 - w2^2:
 * the direct form makes r / eps of it, the trust region nothing, and Baumgarte's 1 / A no number of use (sin(pi) is
 * 1.2e-16 here). */
static void in_the_singular_point_the_three_differ_as_the_paper_says(void **state)
{
	const double q[] = {0, pi};
	const double v[] = {1, -0.9};
	struct dae_options o = dae_options_for(1e-6);
	(void)state;
	o.formulation = DAE_INDEX2;
	for (double eps = 1e-2; eps > 1e-11; eps /= 10) {
		o.epsilon = eps;
		struct answer direct = evaluate(DAE_REGULARIZED_DIRECT, &slider_crank_system, &o, q, v);
		struct answer trust = evaluate(DAE_REGULARIZED_TRUST_REGION, &slider_crank_system, &o, q, v);
		struct answer baumgarte = evaluate(DAE_REGULARIZED_BAUMGARTE, &slider_crank_system, &o, q, v);
		assert_int_equal(direct.status, 0);
		assert_int_equal(trust.status, 0);
		assert_close(direct.lambda[0] * eps, 0.19, 1e-9);
		assert_small(trust.lambda[0], 1e-12);
		assert_true(baumgarte.status == DAE_SMALLER_STEP || fabs(baumgarte.lambda[0]) > 1e20);
	}
}

/* near it |lambda| <= |r| / (2 sqrt(eps)) for the trust region, where alpha^2 = eps; the direct form exceeds that */
static void near_the_singular_point_the_trust_region_bounds_the_multiplier(void **state)
{
	struct dae_options o = dae_options_for(1e-6);
	double largest_trust = 0;
	double largest_direct = 0;
	(void)state;
	o.formulation = DAE_INDEX2;
	o.epsilon = 1e-6;
	o.gamma = 0;
	for (double angle = -0.2; angle <= 0.2; angle += 1e-4) {
		const double q[] = {angle, pi - angle};
		const double v[] = {1, -0.9};
		largest_trust =
			fmax(largest_trust, fabs(evaluate(DAE_REGULARIZED_TRUST_REGION, &slider_crank_system, &o, q, v).lambda[0]));
		largest_direct =
			fmax(largest_direct, fabs(evaluate(DAE_REGULARIZED_DIRECT, &slider_crank_system, &o, q, v).lambda[0]));
	}
	/* r is 0.19 and a little from the weights, 28 alpha */
	assert_true(largest_trust <= 0.25 / (2 * 1e-3));
	assert_true(largest_direct >= 0.18 / 1e-6);
}

/* ---- a body of mass 1 and, tied to it, one of mass mu that a spring pulls: x1'' = x2'' = -k x / (1 + mu) ---- */

struct tied {
	double mu, k;
};

static int tied_mass(void *context, const double *q, double *values)
{
	(void)q;
	values[0] = 1;
	values[1] = values[2] = 0;
	values[3] = ((const struct tied *)context)->mu;
	return 0;
}

static int tied_force(void *context, const struct dae_point *p, double *f)
{
	f[0] = 0;
	f[1] = -((const struct tied *)context)->k * p->q[1];
	return 0;
}

static int tied_constraint(void *context, const struct dae_point *p, double *g)
{
	(void)context;
	g[0] = p->q[0] - p->q[1];
	return 0;
}

static int tied_jacobian(void *context, const struct dae_point *p, double *values)
{
	(void)context;
	(void)p;
	values[0] = 1;
	values[1] = -1;
	return 0;
}

static const struct la_block tied_square = {0, 0, 2, 2};
static const struct la_block tied_row = {0, 0, 1, 2};

static struct dae_system tied_system(struct tied *context)
{
	return (struct dae_system){
		.n_q = 2,
		.n_v = 2,
		.n_g = 1,
		.n_mass_blocks = 1,
		.n_jacobian_blocks = 1,
		.mass_blocks = &tied_square,
		.jacobian_blocks = &tied_row,
		.context = context,
		.mass = tied_mass,
		.force = tied_force,
		.constraint = tied_constraint,
		.jacobian = tied_jacobian,
		.constraint_rate = slider_crank_rate,
		.constraint_bias = slider_crank_rate,
	};
}

static void a_body_without_mass_is_the_limit_of_small_masses(void **state)
{
	struct tied tied = {.k = 7};
	struct dae_system system = tied_system(&tied);
	struct dae_options o = dae_options_for(1e-6);
	const double at[] = {1, 1};
	const double rest[] = {0, 0};
	(void)state;
	o.epsilon = 1e-12;
	for (int kind = 0; kind < DAE_REGULARIZED_COUNT; kind++) {
		tied.mu = 0;
		struct answer none = evaluate((enum dae_regularized_kind)kind, &system, &o, at, rest);
		assert_int_equal(none.status, 0);
		for (double mu = 1e-2; mu > 1e-9; mu /= 10) {
			/* the small mass' own acceleration has lost digits to it */
			double near = 10 * mu + 1e-14 / mu;
			tied.mu = mu;
			struct answer small = evaluate((enum dae_regularized_kind)kind, &system, &o, at, rest);
			assert_int_equal(small.status, 0);
			assert_close(small.a[0], none.a[0], near);
			assert_close(small.a[1], none.a[1], near);
			assert_close(small.lambda[0], none.lambda[0], near);
		}
		assert_close(none.a[0], -7, 1e-9);
		assert_close(none.a[1], -7, 1e-9);
		assert_close(none.lambda[0], 7, 1e-9);
	}
}

/* equation 4.11 has M^T on its right-hand side, so nothing acts on what has no mass: it stays unaccelerated, and the
 * constraint stops the other body. It is the limit of small masses only where that limit has no acceleration there. */
static void the_least_squares_form_gives_no_acceleration_without_mass(void **state)
{
	struct tied tied = {.k = 7};
	struct dae_system system = tied_system(&tied);
	struct dae_options o = dae_options_for(1e-6);
	const double rest[] = {0, 0};
	(void)state;
	o.singular_mass = DAE_MASS_LEAST_SQUARES;
	o.epsilon = 1e-9;
	struct answer pulled = evaluate(DAE_REGULARIZED_TRUST_REGION, &system, &o, (double[]){1, 1}, rest);
	assert_int_equal(pulled.status, 0);
	assert_close(pulled.a[1], 0, 0);
	assert_close(pulled.a[0], 0, 1e-6);
	struct answer balanced = evaluate(DAE_REGULARIZED_TRUST_REGION, &system, &o, (double[]){0, 0}, rest);
	tied.mu = 1e-6;
	struct answer small = evaluate(DAE_REGULARIZED_TRUST_REGION, &system, &o, (double[]){0, 0}, rest);
	for (int i = 0; i < 2; i++) {
		assert_close(balanced.a[i], small.a[i], 1e-9);
	}
	/* masses well above sqrt(eps) hardly notice */
	tied.mu = 0.5;
	struct answer regular = evaluate(DAE_REGULARIZED_TRUST_REGION, &system, &o, (double[]){1, 1}, rest);
	assert_close(regular.a[0], -7 / 1.5, 1e-6);
}

/* (M^T M + eps I) a = M^T (f - G^T lambda) with M = diag(1, mu), f = (0, -7), G = (1, -1), whatever mu is: not where M
 * is singular only, so that motion through a position without mass has no jump */
static void the_least_squares_form_is_equation_4_11_for_every_mass(void **state)
{
	struct tied tied = {.k = 7};
	struct dae_system system = tied_system(&tied);
	struct dae_options o = dae_options_for(1e-6);
	(void)state;
	o.singular_mass = DAE_MASS_LEAST_SQUARES;
	for (int kind = 0; kind < DAE_REGULARIZED_COUNT; kind++) {
		for (double eps = 1e-6; eps < 2; eps *= 10) {
			for (int i = 0; i < 4; i++) {
				tied.mu = (double[]){0, 1e-3, 0.5, 3}[i];
				o.epsilon = eps;
				struct answer answer =
					evaluate((enum dae_regularized_kind)kind, &system, &o, (double[]){1, 1}, (double[]){0, 0});
				assert_int_equal(answer.status, 0);
				double lambda = answer.lambda[0];
				assert_close((1 + eps) * answer.a[0], -lambda, 1e-12 * (1 + fabs(lambda)));
				assert_close((tied.mu * tied.mu + eps) * answer.a[1], tied.mu * (lambda - 7),
				             1e-12 * (1 + fabs(lambda)));
			}
		}
	}
}

/* pendulum: what is left of a motion is along the circle, whatever the copies of the row */
static void a_projected_motion_stays_within_the_constraints(void **state)
{
	struct test_random random = test_random_start(12);
	(void)state;
	for (int trial = 0; trial < 100; trial++) {
		struct dae_options o = dae_options_for(1e-6);
		struct pendulum p;
		double q[2], v[2] = {0}, x[2], a[2], lambda[MOST];
		struct dae_failure failure;
		test_random_fill(&random, 2, q);
		test_random_fill(&random, 2, x);
		pendulum_make(&p, 1 + trial % 2);
		double *work = calloc(dae_regularized_work(&p.system), sizeof *work);
		struct dae_regularized r = {DAE_REGULARIZED_TRUST_REGION, &p.system, &o, o.gamma, work};
		assert_non_null(work);
		double along = (q[0] * x[1] - q[1] * x[0]) / (q[0] * q[0] + q[1] * q[1]);
		assert_int_equal(dae_regularized_evaluate(&r, &(struct dae_point){.q = q, .v = v}, a, lambda, &failure), 0);
		dae_regularized_project(&r, x);
		assert_close(x[0], -q[1] * along, 1e-12);
		assert_close(x[1], q[0] * along, 1e-12);
		free(work);
	}
}

static void what_has_neither_mass_nor_constraint_is_reported(void **state)
{
	struct tied tied = {.k = 7};
	struct dae_system system = tied_system(&tied);
	struct dae_options o = dae_options_for(1e-6);
	(void)state;
	system.n_g = 0;
	system.n_jacobian_blocks = 0;
	struct answer free_body = evaluate(DAE_REGULARIZED_TRUST_REGION, &system, &o, (double[]){1, 1}, (double[]){0, 0});
	assert_int_equal(free_body.status, DAE_SMALLER_STEP);
	assert_int_equal(free_body.failure.reason, DAE_MATRIX_SINGULAR);
	tied.mu = 2;
	free_body = evaluate(DAE_REGULARIZED_TRUST_REGION, &system, &o, (double[]){1, 1}, (double[]){0, 0});
	assert_int_equal(free_body.status, 0);
	assert_close(free_body.a[1], -3.5, 1e-14);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_multiplier_is_that_of_the_paper),
		cmocka_unit_test(baumgarte_is_not_defined_with_a_row_written_twice),
		cmocka_unit_test(in_the_singular_point_the_three_differ_as_the_paper_says),
		cmocka_unit_test(near_the_singular_point_the_trust_region_bounds_the_multiplier),
		cmocka_unit_test(a_body_without_mass_is_the_limit_of_small_masses),
		cmocka_unit_test(the_least_squares_form_gives_no_acceleration_without_mass),
		cmocka_unit_test(the_least_squares_form_is_equation_4_11_for_every_mass),
		cmocka_unit_test(a_projected_motion_stays_within_the_constraints),
		cmocka_unit_test(what_has_neither_mass_nor_constraint_is_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
