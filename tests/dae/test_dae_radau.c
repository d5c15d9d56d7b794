/* Radau IIA: measured orders of every formulation on the index-3 pendulum and on Andrews' squeezing mechanism,
 * published values of the latter, and the tolerance at the end. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "andrews_system.h"
#include "assert_close.h"
#include "dae_methods.h"
#include "pendulum_system.h"
#include "test_random.h"

struct run {
	double *block;
	struct dae_driver *driver;
	struct dae_state s;
	struct dae_options options;
	struct dae_failure failure;
};

static void begin(struct run *r, const struct dae_system *system, const struct dae_method *method, double tolerance)
{
	r->block = calloc(dae_state_size(system, method), sizeof *r->block);
	r->driver = dae_driver_create(system, method, r->block);
	assert_non_null(r->driver);
	r->s = dae_driver_state(r->driver);
	r->options = dae_options_for(tolerance);
	dae_driver_reset(r->driver, 0);
}

static void advance(struct run *r, double t)
{
	assert_int_equal(dae_driver_restart(r->driver, &r->options, &r->failure), 0);
	assert_int_equal(dae_driver_advance(r->driver, &r->options, t, &r->failure), 0);
}

static void end(struct run *r)
{
	dae_driver_free(r->driver);
	free(r->block);
}

/* errors at the end, and how the constraints are met there */
struct result {
	double q, v, lambda, position, velocity, steps;
};

static double distance(int n, const double *x, const double *exact)
{
	double largest = 0;
	for (int i = 0; i < n; i++) {
		largest = fmax(largest, fabs(x[i] - exact[i]));
	}
	return largest;
}

/* ---- pendulum, exact values at t = 10: see test_dae_generalized_alpha.c ---- */

static const double exact_q[] = {-0.2750874625761168600544, -0.9614192050991250642651};
static const double exact_vx = 4.1755981009517288365;
static const double exact_lambda = 28.294567206067250641;

static struct result run_pendulum(const struct dae_method *method, enum dae_formulation formulation, double tolerance,
                                  double fixed_step)
{
	struct pendulum p;
	struct run r;
	struct result result;
	pendulum_make(&p, 1);
	begin(&r, &p.system, method, tolerance);
	r.options.formulation = formulation;
	r.options.fixed_step = fixed_step;
	r.s.q[0] = -1;
	advance(&r, 10);
	result.q = distance(2, r.s.q, exact_q);
	result.v = fabs(r.s.v[0] - exact_vx);
	result.lambda = fabs(r.s.lambda[0] - exact_lambda);
	result.steps = r.s.counters->steps;
	dae_driver_residuals(r.driver, &result.position, &result.velocity);
	end(&r);
	return result;
}

/* Theory for three stages (see dae_radau.c): with velocities enforced all is of order 5; with positions alone
 * velocities are of order 3, because of their error across the constraint. The settled multiplier of the pendulum
 * sees that error only squared, as its velocity enters by |v|^2 and the error is normal to it; so here it is of order
 * 5 as well. Andrews' mechanism below shows 3. */
static void the_orders_on_the_pendulum_are_those_of_the_theory(void **state)
{
	static const struct {
		enum dae_formulation formulation;
		double q, v, lambda;
	} theory[] = {{DAE_STABILIZED, 5, 5, 5}, {DAE_INDEX2, 5, 5, 5}, {DAE_INDEX3, 5, 3, 5}};
	(void)state;
	for (int k = 0; k < 3; k++) {
		struct result last = {0};
		for (int halvings = 0; halvings < 4; halvings++) {
			struct result r = run_pendulum(&dae_radau, theory[k].formulation, 1e-10, 0.02 / pow(2, halvings));
			if (halvings > 0) {
				assert_close(log2(last.q / r.q), theory[k].q, 0.2);
				assert_close(log2(last.v / r.v), theory[k].v, 0.2);
				assert_close(log2(last.lambda / r.lambda), theory[k].lambda, 0.2);
			}
			last = r;
		}
	}
}

static void each_formulation_meets_the_constraints_it_enforces(void **state)
{
	(void)state;
	struct result stabilized = run_pendulum(&dae_radau, DAE_STABILIZED, 1e-4, 0.05);
	struct result index3 = run_pendulum(&dae_radau, DAE_INDEX3, 1e-4, 0.05);
	struct result index2 = run_pendulum(&dae_radau, DAE_INDEX2, 1e-4, 0.05);
	assert_small(stabilized.position, 1e-12);
	assert_small(stabilized.velocity, 1e-10);
	assert_small(index3.position, 1e-12);
	assert_true(index3.velocity > 1e-8);
	assert_small(index2.velocity, 1e-10);
	assert_true(index2.position > 1e-8);
}

static void the_error_at_the_end_follows_the_tolerance(void **state)
{
	(void)state;
	for (double tolerance = 1e-4; tolerance > 0.5e-10; tolerance /= 10) {
		for (int formulation = 0; formulation < DAE_FORMULATION_COUNT; formulation++) {
			assert_small(run_pendulum(&dae_radau, (enum dae_formulation)formulation, tolerance, 0).q, 30 * tolerance);
		}
	}
}

static void a_tight_tolerance_needs_far_fewer_steps_than_with_the_second_order_method(void **state)
{
	(void)state;
	struct result fifth = run_pendulum(&dae_radau, DAE_STABILIZED, 1e-6, 0);
	struct result second = run_pendulum(&dae_generalized_alpha, DAE_STABILIZED, 1e-6, 0);
	assert_true(30 * fifth.steps < second.steps);
	assert_true(fifth.q < second.q);
}

static void copying_the_block_repeats_the_run_bit_for_bit(void **state)
{
	struct pendulum p;
	struct run r;
	(void)state;
	pendulum_make(&p, 1);
	begin(&r, &p.system, &dae_radau, 1e-6);
	r.s.q[0] = -1;
	advance(&r, 1.2345);
	size_t size = dae_state_size(&p.system, &dae_radau) * sizeof(double);
	double *saved = malloc(size);
	memcpy(saved, r.block, size);
	assert_int_equal(dae_driver_advance(r.driver, &r.options, 3, &r.failure), 0);
	double x = r.s.q[0];
	double lambda = r.s.lambda[0];
	memcpy(r.block, saved, size);
	assert_int_equal(dae_driver_advance(r.driver, &r.options, 3, &r.failure), 0);
	assert_true(x == r.s.q[0] && lambda == r.s.lambda[0]);
	free(saved);
	end(&r);
}

static int failing_force(void *context, const struct dae_point *p, double *f)
{
	pendulum_force(context, p, f);
	return p->t > 0.5 ? DAE_SMALLER_STEP : DAE_DONE;
}

static void a_step_that_never_succeeds_ends_in_a_failure_with_its_time(void **state)
{
	struct pendulum p;
	struct run r;
	(void)state;
	pendulum_make(&p, 1);
	p.system.force = failing_force;
	begin(&r, &p.system, &dae_radau, 1e-6);
	r.s.q[0] = -1;
	assert_int_equal(dae_driver_restart(r.driver, &r.options, &r.failure), 0);
	assert_int_equal(dae_driver_advance(r.driver, &r.options, 1, &r.failure), DAE_FAILED);
	assert_close(r.failure.t, 0.5, 1e-9);
	end(&r);
}

/* ---- Andrews' squeezing mechanism ---- */

/* t = 0.03 s, in quadruple precision by extrapolation methods of orders 16 and 20 on the equations at acceleration
 * level; they agree with the reference solution of the test set for initial value problems to the digits that are
 * right there (10 in the first angle, 6 to 7 in lambda) */
static const double andrews_end_q[] = {
	15.810771195153707097,  -15.756371058411839470, 0.040822240119645804858, -0.53473011634207959377,
	0.52440996587995406937, 0.53473011634207959377, 1.0480807410419378731,
};
static const double andrews_end_v[] = {
	1139.9203022591060642,  -1424.3792951775400732, 11.032911910618593745,  19.293374105032040832,
	0.57356991482950245382, -19.293374105032040832, 0.32317914924913087499,
};
static const double andrews_end_lambda[] = {
	199.17534810453862819, -29.755309974971763324, 23.066543611622151129,
	31.452725275771137075, 22.642494786394378578,  11.617392352611255907,
};

static void andrews_start_is_the_published_one(void **state)
{
	/* initial accelerations and multipliers of the test set; all others are zero */
	static const double a[ANDREWS_ANGLES] = {14222.4439199541138705911625887, -10666.8329399655854029433719415};
	static const double lambda[ANDREWS_ROWS] = {98.5668703962410896057654982170, -6.12268834425566265503114393122};
	struct run r;
	double position, velocity;
	(void)state;
	begin(&r, &andrews_system, &dae_radau, 1e-6);
	memcpy(r.s.q, andrews_start, sizeof andrews_start);
	assert_int_equal(dae_driver_restart(r.driver, &r.options, &r.failure), 0);
	dae_driver_residuals(r.driver, &position, &velocity);
	assert_small(position, 1e-16);
	assert_small(distance(ANDREWS_ANGLES, r.s.a, a), 1e-7);
	assert_small(distance(ANDREWS_ROWS, r.s.lambda, lambda), 1e-9);
	assert_close(andrews_energy(r.s.q, r.s.v), 1.4378329575321398726, 1e-14);
	end(&r);
}

/* M a + G^T lambda - f at a point */
static void andrews_equations(const struct dae_point *p, double *r)
{
	double mass[ANDREWS_ANGLES * ANDREWS_ANGLES], jacobian[ANDREWS_ROWS * ANDREWS_ANGLES], f[ANDREWS_ANGLES];
	andrews_mass(NULL, p->q, mass);
	andrews_jacobian(NULL, p, jacobian);
	andrews_force(NULL, p, f);
	for (int i = 0; i < ANDREWS_ANGLES; i++) {
		r[i] = -f[i];
		for (int j = 0; j < ANDREWS_ANGLES; j++) {
			r[i] += mass[i * ANDREWS_ANGLES + j] * p->a[j];
		}
		for (int j = 0; j < ANDREWS_ROWS; j++) {
			r[i] += jacobian[j * ANDREWS_ANGLES + i] * p->lambda[j];
		}
	}
}

static void andrews_tangents_are_the_derivatives_of_its_equations(void **state)
{
	struct test_random random = test_random_start(7);
	double x[2][ANDREWS_ANGLES], a[ANDREWS_ANGLES], lambda[ANDREWS_ROWS];
	(void)state;
	for (int i = 0; i < ANDREWS_ANGLES; i++) {
		x[0][i] = andrews_start[i] + test_random_in(&random, -0.3, 0.3);
		x[1][i] = test_random_in(&random, -1000, 1000);
		a[i] = test_random_in(&random, -1e5, 1e5);
	}
	for (int i = 0; i < ANDREWS_ROWS; i++) {
		lambda[i] = test_random_in(&random, -100, 100);
	}
	struct dae_point p = {.q = x[0], .v = x[1], .a = a, .lambda = lambda};
	for (int which = 0; which < 2; which++) {
		double tangent[ANDREWS_ANGLES * ANDREWS_ANGLES], above[ANDREWS_ANGLES], below[ANDREWS_ANGLES];
		double delta = which ? 1 : 1e-5;
		andrews_tangent(NULL, &p, 1 - which, which, tangent);
		for (int j = 0; j < ANDREWS_ANGLES; j++) {
			double kept = x[which][j];
			x[which][j] = kept + delta;
			andrews_equations(&p, above);
			x[which][j] = kept - delta;
			andrews_equations(&p, below);
			x[which][j] = kept;
			for (int i = 0; i < ANDREWS_ANGLES; i++) {
				double difference = (above[i] - below[i]) / (2 * delta);
				assert_close(tangent[i * ANDREWS_ANGLES + j], difference, which ? 1e-13 : 1e-8);
			}
		}
	}
}

static struct result run_andrews(enum dae_formulation formulation, double tolerance, double fixed_step, double *energy)
{
	struct run r;
	struct result result = {0};
	begin(&r, &andrews_system, &dae_radau, tolerance);
	r.options.formulation = formulation;
	r.options.fixed_step = fixed_step;
	memcpy(r.s.q, andrews_start, sizeof andrews_start);
	advance(&r, 0.03);
	result.q = distance(ANDREWS_ANGLES, r.s.q, andrews_end_q);
	result.v = distance(ANDREWS_ANGLES, r.s.v, andrews_end_v);
	result.lambda = distance(ANDREWS_ROWS, r.s.lambda, andrews_end_lambda);
	*energy = andrews_energy(r.s.q, r.s.v) - 1.4378329575321398726;
	end(&r);
	return result;
}

static void the_orders_on_andrews_mechanism_are_those_of_the_theory(void **state)
{
	static const struct {
		enum dae_formulation formulation;
		double q, v, lambda;
	} theory[] = {{DAE_STABILIZED, 5, 5, 5}, {DAE_INDEX2, 5, 5, 5}, {DAE_INDEX3, 5, 3, 3}};
	(void)state;
	for (int k = 0; k < 3; k++) {
		struct result last = {0};
		double last_energy = 0;
		for (int halvings = 0; halvings < 4; halvings++) {
			double energy;
			struct result r = run_andrews(theory[k].formulation, 1e-10, 1e-4 / pow(2, halvings), &energy);
			if (halvings > 0) {
				assert_close(log2(last.q / r.q), theory[k].q, 0.2);
				assert_close(log2(last.v / r.v), theory[k].v, 0.2);
				assert_close(log2(last.lambda / r.lambda), theory[k].lambda, 0.2);
				assert_close(log2(last_energy / energy), 5, 0.2);
			}
			last = r;
			last_energy = energy;
		}
	}
}

static void andrews_end_values_follow_the_tolerance(void **state)
{
	(void)state;
	for (double tolerance = 1e-4; tolerance > 0.5e-9; tolerance /= 10) {
		double energy;
		struct result r = run_andrews(DAE_STABILIZED, tolerance, 0, &energy);
		assert_small(r.q, tolerance);
		assert_small(r.v, 1000 * tolerance);
		assert_small(r.lambda, 200 * tolerance);
		assert_small(energy, tolerance);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_orders_on_the_pendulum_are_those_of_the_theory),
		cmocka_unit_test(each_formulation_meets_the_constraints_it_enforces),
		cmocka_unit_test(the_error_at_the_end_follows_the_tolerance),
		cmocka_unit_test(a_tight_tolerance_needs_far_fewer_steps_than_with_the_second_order_method),
		cmocka_unit_test(copying_the_block_repeats_the_run_bit_for_bit),
		cmocka_unit_test(a_step_that_never_succeeds_ends_in_a_failure_with_its_time),
		cmocka_unit_test(andrews_start_is_the_published_one),
		cmocka_unit_test(andrews_tangents_are_the_derivatives_of_its_equations),
		cmocka_unit_test(the_orders_on_andrews_mechanism_are_those_of_the_theory),
		cmocka_unit_test(andrews_end_values_follow_the_tolerance),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
