/* The system of blocks against the sums over elements, against differences and against the numbers
 * of the bodies, on a mechanism with every kind of element. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "failing_memory.h"
#include "mech_system.h"
#include "mech_zoo.h"

enum { CONFIGURATIONS = 50, MOST_ROWS = 64, MOST_VALUES = 8192 };
#define STEP 1e-5

static struct mech_fixture zoo;
static struct mech_system system_;

static int setup(void **state)
{
	(void)state;
	make_zoo(&zoo);
	return mech_system_create(&system_, &zoo.c);
}

static int teardown(void **state)
{
	(void)state;
	mech_system_free(&system_);
	return 0;
}

static struct dae_point present_point(void)
{
	return (struct dae_point){zoo.c.t, zoo.q, zoo.v, zoo.a, zoo.lambda};
}

/* column-major dense matrix from blocks; blocks at the same place add up */
static void spread(int n_blocks, const struct la_block *blocks, const double *values, int rows, int columns,
                   double *dense)
{
	assert_true(la_block_values(n_blocks, blocks) <= MOST_VALUES);
	memset(dense, 0, (size_t)(rows * columns) * sizeof *dense);
	for (int b = 0; b < n_blocks; b++) {
		assert_true(blocks[b].row >= 0 && blocks[b].row + blocks[b].rows <= rows);
		assert_true(blocks[b].col >= 0 && blocks[b].col + blocks[b].cols <= columns);
		for (int i = 0; i < blocks[b].rows; i++) {
			for (int j = 0; j < blocks[b].cols; j++) {
				dense[blocks[b].row + i + (blocks[b].col + j) * rows] += *values++;
			}
		}
	}
}

static void the_jacobian_by_blocks_is_the_dense_one(void **state)
{
	(void)state;
	static double values[MOST_VALUES], blocks[MOST_ROWS * FIXTURE_V], dense[MOST_ROWS * FIXTURE_V];
	const struct dae_system *s = &system_.dae;
	struct test_random random = test_random_start(1);
	assert_true(s->n_g <= MOST_ROWS);
	for (int n = 0; n < CONFIGURATIONS; n++) {
		fixture_random_state(&zoo, &random);
		const struct dae_point p = present_point();
		assert_int_equal(s->jacobian(s->context, &p, values), DAE_DONE);
		spread(s->n_jacobian_blocks, s->jacobian_blocks, values, s->n_g, s->n_v, blocks);
		mech_jacobian_dense(&zoo.c, dense);
		for (int i = 0; i < s->n_g * s->n_v; i++) {
			assert_close(blocks[i], dense[i], 1e-14 * (1.0 + fabs(dense[i])));
		}
	}
}

/* r = M a + G^T lambda - f */
static void residual(double *r)
{
	static double G[MOST_ROWS * FIXTURE_V];
	const int m = zoo.model.n_rows;
	mech_force(&zoo.c, r);
	mech_jacobian_dense(&zoo.c, G);
	for (int j = 0; j < zoo.model.n_v; j++) {
		const double *body = zoo.parameters + zoo.bodies[j / 3].parameter;
		r[j] = (j % 3 == 2 ? body[MECH_BODY_INERTIA] : body[MECH_BODY_MASS]) * zoo.a[j] - r[j];
		for (int i = 0; i < m; i++) {
			r[j] += G[i + j * m] * zoo.lambda[i];
		}
	}
}

/* a coupling that the pattern forgot would show as a difference without a block */
static void the_tangent_by_blocks_is_the_derivative_of_the_residual(void **state)
{
	(void)state;
	static double values[MOST_VALUES], tangent[FIXTURE_V * FIXTURE_V];
	const struct dae_system *s = &system_.dae;
	const int n = s->n_v;
	const double cq = 0.7, cv = 1.9;
	struct test_random random = test_random_start(2);
	for (int k = 0; k < CONFIGURATIONS; k++) {
		fixture_random_state(&zoo, &random);
		const struct dae_point p = present_point();
		assert_int_equal(s->tangent(s->context, &p, cq, cv, values), DAE_DONE);
		spread(s->n_tangent_blocks, s->tangent_blocks, values, n, n, tangent);
		for (int j = 0; j < n; j++) {
			double expected[FIXTURE_V] = {0.0}, plus[FIXTURE_V], minus[FIXTURE_V];
			for (int level = 0; level < 2; level++) {
				double *x = level == 0 ? &zoo.q[fixture_place(j)] : &zoo.v[j];
				const double old = *x;
				*x = old + STEP;
				residual(plus);
				*x = old - STEP;
				residual(minus);
				*x = old;
				for (int i = 0; i < n; i++) {
					expected[i] += (level == 0 ? cq : cv) * (plus[i] - minus[i]) / (2.0 * STEP);
				}
			}
			for (int i = 0; i < n; i++) {
				assert_close(tangent[i + j * n], expected[i], 1e-5 * (1.0 + fabs(expected[i])));
			}
		}
	}
}

static void the_mass_by_blocks_gives_the_kinetic_energy(void **state)
{
	(void)state;
	static double values[MOST_VALUES];
	const struct dae_system *s = &system_.dae;
	struct test_random random = test_random_start(3);
	fixture_random_state(&zoo, &random);
	assert_int_equal(s->mass(s->context, zoo.q, values), DAE_DONE);
	double momentum[FIXTURE_V] = {0.0}, twice = 0.0;
	la_block_multiply(s->n_mass_blocks, s->mass_blocks, values, 1.0, zoo.v, momentum);
	for (int i = 0; i < s->n_v; i++) {
		twice += zoo.v[i] * momentum[i];
	}
	assert_close(twice, 2.0 * mech_kinetic_energy(&zoo.c), 1e-12);
}

static void forces_and_constraints_are_the_sums_over_the_elements(void **state)
{
	(void)state;
	const struct dae_system *s = &system_.dae;
	typedef void sum(const struct mech_context *c, double *out);
	const struct {
		int (*callback)(void *context, const struct dae_point *p, double *out);
		sum *expected;
		int size;
	} pairs[] = {
		{s->force, mech_force, s->n_v},
		{s->constraint, mech_constraint, s->n_g},
		{s->constraint_rate, mech_constraint_rate, s->n_g},
		{s->constraint_bias, mech_constraint_bias, s->n_g},
	};
	struct test_random random = test_random_start(4);
	fixture_random_state(&zoo, &random);
	const struct dae_point p = present_point();
	for (int k = 0; k < 4; k++) {
		double actual[MOST_ROWS], expected[MOST_ROWS];
		assert_int_equal(pairs[k].callback(s->context, &p, actual), DAE_DONE);
		pairs[k].expected(&zoo.c, expected);
		assert_memory_equal(actual, expected, (size_t)pairs[k].size * sizeof *actual);
	}
}

static void the_callbacks_look_at_the_point_they_are_given(void **state)
{
	(void)state;
	const struct dae_system *s = &system_.dae;
	double dq[FIXTURE_V], moved[FIXTURE_Q], g[MOST_ROWS], expected[MOST_ROWS];
	struct test_random random = test_random_start(5);
	fixture_random_state(&zoo, &random);
	test_random_fill(&random, s->n_v, dq);
	s->retract(s->context, zoo.q, dq, moved);
	for (int i = 0; i < s->n_v; i++) {
		const int x = fixture_place(i);
		const double turns = i % 3 == 2 ? 8.0 * atan(1.0) * moved[x + 1] : 0.0;
		assert_close(moved[x] + turns, zoo.q[x] + dq[i], i % 3 == 2 ? 1e-15 : 0.0);
	}
	const struct dae_point p = {zoo.c.t + 1.0, moved, zoo.v, zoo.a, zoo.lambda};
	assert_int_equal(s->constraint(s->context, &p, g), DAE_DONE);
	struct mech_context there = zoo.c;
	there.t += 1.0;
	there.q = moved;
	mech_constraint(&there, expected);
	assert_memory_equal(g, expected, (size_t)s->n_g * sizeof *g);
}

static void values_that_are_not_finite_ask_for_a_smaller_step(void **state)
{
	(void)state;
	const struct dae_system *s = &system_.dae;
	double out[MOST_ROWS];
	struct test_random random = test_random_start(6);
	fixture_random_state(&zoo, &random);
	const struct dae_point p = present_point();
	zoo.q[4] = INFINITY;
	assert_int_equal(s->constraint(s->context, &p, out), DAE_SMALLER_STEP);
	zoo.q[4] = NAN;
	assert_int_equal(s->force(s->context, &p, out), DAE_SMALLER_STEP);
}

static void typical_sizes_are_lengths_and_radians(void **state)
{
	(void)state;
	const struct dae_system *s = &system_.dae;
	mech_system_set_size(&system_, 0.25);
	for (int i = 0; i < s->n_v; i++) {
		assert_close(s->motion_size[i], i % 3 == 2 ? 1.0 : 0.25, 0.0);
	}
	for (int i = 0; i < s->n_g; i++) {
		const struct mech_element *e = &zoo.model.elements[mech_row_element(&zoo.model, i)];
		const int angle = mech_row_quantity(&zoo.c, e, i - e->row) == MECH_ANGLE;
		assert_close(s->constraint_size[i], angle ? 1.0 : 0.0625, 0.0);
	}
	mech_system_set_size(&system_, 40.0);
	assert_close(s->motion_size[0], 40.0, 0.0);
	assert_close(s->constraint_size[0], 10.0, 0.0);
}

static void a_system_without_memory_is_refused_and_may_be_freed(void **state)
{
	(void)state;
	for (int n = 0; n < 4; n++) {
		struct mech_system s;
		memory_fail(n);
		const int status = mech_system_create(&s, &zoo.c);
		memory_fail(MEMORY_NEVER);
		assert_int_equal(status, -1);
		mech_system_free(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_jacobian_by_blocks_is_the_dense_one),
		cmocka_unit_test(the_tangent_by_blocks_is_the_derivative_of_the_residual),
		cmocka_unit_test(the_mass_by_blocks_gives_the_kinetic_energy),
		cmocka_unit_test(forces_and_constraints_are_the_sums_over_the_elements),
		cmocka_unit_test(the_callbacks_look_at_the_point_they_are_given),
		cmocka_unit_test(values_that_are_not_finite_ask_for_a_smaller_step),
		cmocka_unit_test(typical_sizes_are_lengths_and_radians),
		cmocka_unit_test(a_system_without_memory_is_refused_and_may_be_freed),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
