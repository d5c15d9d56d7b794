/* Mechanisms that can be assembled start, and run: random ones (truth_mechanisms.h) and the
 * smallest cases by themselves.
 *
 * A start must be closed to what rounding allows of each row, as dae_rounding.h says it,
 *
 *     |g_i| <= R_i = 48 eps max(sum_j |G_ij| Q_j, T_i),
 *
 * evaluated here from the callbacks of the system alone. All goes through the functions of the FMU:
 * values are set before and in initialization mode, and what was set last is requested.
 *
 * MECHFMU_TRUTH_TABLE reports every mechanism, MECHFMU_TRUTH_SCENE=number runs one and shows its
 * file, MECHFMU_LONG_TESTS runs all 1000.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "assert_close.h"
#include "find_method.h"
#include "fmu/fmu_fixture.h"
#include "mech_instance_parts.h"
#include "slow_build.h"
#include "truth_mechanisms.h"

enum { MECHANISMS = SLOW_BUILD ? 24 : 200, ALL_MECHANISMS = 1000 };

/* ---- the start ---- */

/* R of all rows at the present point */
static void rounding_bounds(struct mech_instance *m, double *bound)
{
	const struct dae_system *system = &m->system.dae;
	const struct mech_context c = mech_instance_point(m);
	const struct dae_point p = {c.t, c.q, c.v, c.a, c.lambda};
	double *size = calloc((size_t)system->n_v, sizeof *size);
	double *values =
		calloc((size_t)la_block_values(system->n_jacobian_blocks, system->jacobian_blocks) + 1, sizeof *values);
	const double *value = values;
	assert_true(size && values);
	assert_int_equal(system->jacobian(system->context, &p, values), 0);
	system->coordinate_sizes(system->context, c.q, size);
	memset(bound, 0, (size_t)system->n_g * sizeof *bound);
	for (int k = 0; k < system->n_jacobian_blocks; k++) {
		const struct la_block *b = &system->jacobian_blocks[k];
		for (int i = 0; i < b->rows * b->cols; i++, value++) {
			const int j = b->col + i % b->cols;
			bound[b->row + i / b->cols] += fabs(*value) * fmax(size[j], system->motion_size[j]);
		}
	}
	for (int i = 0; i < system->n_g; i++) {
		bound[i] = 48 * DBL_EPSILON * fmax(bound[i], system->term_size ? system->term_size[i] : 0);
	}
	free(size);
	free(values);
}

/* largest residual of a row over its bound */
static double largest_residual(struct mech_instance *m)
{
	const struct dae_system *system = &m->system.dae;
	const struct mech_context c = mech_instance_point(m);
	const struct dae_point p = {c.t, c.q, c.v, c.a, c.lambda};
	double *g = calloc(2 * (size_t)system->n_g + 1, sizeof *g), *bound = g + system->n_g, largest = 0;
	assert_non_null(g);
	assert_int_equal(system->constraint(system->context, &p, g), 0);
	rounding_bounds(m, bound);
	for (int i = 0; i < system->n_g; i++) {
		largest = fmax(largest, fabs(g[i]) / bound[i]);
	}
	free(g);
	return largest;
}

/* ---- one mechanism ---- */

static const char *const methods[] = {"auto", "radau", "bdf"};
static const double tolerances[] = {1e-6, 1e-8};

struct start {
	struct fixture x;
	double residual;    /* over its bound, at the start */
	double reached;     /* time */
	const char *failed; /* what: NULL, assembly, start, residual, step */
};

/* through initialization mode, where values are set for the second time; 0 where it starts */
static fmi2Status initialize(struct fixture *x, const struct mechanism *m)
{
	fixture_expect_ok(x, fmi2SetupExperiment(x->c, fmi2False, 0, 0, fmi2False, 0));
	for (int k = 0; k < m->n_values && k < 1; k++) {
		fixture_expect_ok(x, fixture_set(x, m->names[k], m->values[k]));
	}
	fmi2Status status = fmi2EnterInitializationMode(x->c);
	for (int k = 1; k < m->n_values && status == fmi2OK; k++) {
		status = fixture_set(x, m->names[k], m->values[k]);
	}
	return status == fmi2OK ? fmi2ExitInitializationMode(x->c) : status;
}

/* 1 s in steps of 0.25 s */
static const char *run(struct start *s, const struct mechanism *m)
{
	struct fixture *x = &s->x;
	struct mech_instance *instance = ((struct fmu_instance *)x->c)->mechanism;
	s->residual = s->reached = 0;
	if (initialize(x, m) != fmi2OK) {
		return strstr(x->log.message, "cannot assemble") ? "assembly" : "start";
	}
	s->residual = largest_residual(instance);
	for (int k = 0; k < 4; k++) {
		if (fmi2DoStep(x->c, 0.25 * k, 0.25, fmi2True) != fmi2OK) {
			return "step";
		}
		s->reached = 0.25 * (k + 1);
	}
	return s->residual <= 1 ? NULL : "residual";
}

/* at its place in the turn of methods and tolerances */
static int starts(unsigned k, const char *title, struct mechanism *m)
{
	const char *method = methods[k / MECHANISM_FAMILIES % 3];
	const double tolerance = tolerances[k / MECHANISM_FAMILIES / 3 % 2];
	struct start s;
	char line[900];
	truth_add(&m->text, "solver: {method: %s, tolerance: %g, work_limit: 2e5}\n", method, tolerance);
	fixture_open(&s.x, m->text.bytes, 0);
	s.failed = run(&s, m);
	(void)snprintf(line, sizeof line, "  %-8s %4u %-14s %-5s %.0e residual %-9.2g t %-5g %.300s\n",
	               s.failed ? s.failed : "ok", k, title, method, tolerance, s.residual, s.reached,
	               s.failed ? s.x.log.message : "");
	if (s.failed) {
		print_error("%s", line);
	} else if (getenv("MECHFMU_TRUTH_TABLE")) {
		print_message("%s", line);
	}
	fixture_close(&s.x);
	return s.failed == NULL;
}

/* ---- the smallest cases ---- */

static void check_text(const char *title, const char *text)
{
	int wrong = 0;
	for (unsigned k = 0; k < 6; k++) {
		struct mechanism m = {.n_values = 0};
		truth_add(&m.text, "%s", text);
		wrong += !starts(MECHANISM_FAMILIES * k, title, &m);
	}
	assert_int_equal(wrong, 0);
}

static void a_pendulum_starts_at_a_millionth_of_a_radian(void **state)
{
	(void)state;
	check_text("pendulum", "mechanism: pendulum_small\n"
	                       "gravity: [0, -9.81]\n"
	                       "bodies: {b: {mass: 2, inertia: 0.5, center: [0, -1]}}\n"
	                       "joints: {p: {type: revolute, bodies: [ground, b], at: [0, 0]}}\n"
	                       "initial: {p: {angle: 1e-6, speed: 0}}\n");
}

#define PARALLELOGRAM                                           \
	"mechanism: par_flat\n"                                     \
	"gravity: [0, 0]\n"                                         \
	"bodies:\n"                                                 \
	"  a: {mass: 1, inertia: 0.1, center: [0.5, 0.3]}\n"        \
	"  b: {mass: 1, inertia: 0.1, center: [2.5, 0.3]}\n"        \
	"  k: {mass: 2, inertia: 1, center: [2, 0.6]}\n"            \
	"joints:\n"                                                 \
	"  a0: {type: revolute, bodies: [ground, a], at: [0, 0]}\n" \
	"  b0: {type: revolute, bodies: [ground, b], at: [2, 0]}\n" \
	"  a1: {type: revolute, bodies: [a, k], at: [1, 0.6]}\n"    \
	"  b1: {type: revolute, bodies: [b, k], at: [3, 0.6]}\n"    \
	"initial: {a0: {angle: -0.5404195002705842, speed: 3}%s}\n" \
	"solver: {method: %s, tolerance: %g}\n"

/* both cranks turn on with 3 rad/s through the position in which all bars lie on one line */
static int flat_parallelogram(const char *second, const char *method, double tolerance)
{
	struct truth_text text = {.length = 0};
	struct fixture x;
	double reached = 0;
	truth_add(&text, PARALLELOGRAM, second, method, tolerance);
	fixture_open(&x, text.bytes, 0);
	fixture_expect_ok(&x, fmi2SetupExperiment(x.c, fmi2False, 0, 0, fmi2False, 0));
	int right = fmi2EnterInitializationMode(x.c) == fmi2OK && fmi2ExitInitializationMode(x.c) == fmi2OK &&
	            fmi2DoStep(x.c, 0, 10, fmi2True) == fmi2OK;
	if (right) {
		reached = fixture_get(&x, "joints.b0.angle");
		right = fabs(reached - (30 - 0.5404195002705842)) <= 10 * tolerance * 30;
	}
	if (!right) {
		print_error("  parallelogram%s, %s %g: angle %.10g %.300s\n", second, method, tolerance, reached,
		            x.log.message);
	}
	fixture_close(&x);
	return right;
}

static void a_parallelogram_starts_with_all_bars_on_one_line(void **state)
{
	(void)state;
	int wrong = 0;
	for (int k = 0; k < 6; k++) {
		wrong += !flat_parallelogram(", b0: {speed: 3}", methods[k % 3], tolerances[k / 3]);
		wrong += !flat_parallelogram(", b0: {angle: -0.5404195002705842, speed: 3}", methods[k % 3], tolerances[k / 3]);
	}
	assert_int_equal(wrong, 0);
}

/* with the speed of one crank alone it may continue in either of two motions */
static void a_speed_that_leaves_two_motions_open_is_refused(void **state)
{
	(void)state;
	struct truth_text text = {.length = 0};
	struct fixture x;
	truth_add(&text, PARALLELOGRAM, "", "auto", 1e-6);
	fixture_open(&x, text.bytes, 0);
	fixture_expect_ok(&x, fmi2SetupExperiment(x.c, fmi2False, 0, 0, fmi2False, 0));
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
	assert_int_equal(fmi2ExitInitializationMode(x.c), fmi2Error);
	assert_non_null(strstr(x.log.message, "several motions meet in this singular position"));
	assert_non_null(strstr(x.log.message, "give speeds of one of them"));
	fixture_close(&x);
}

/* ---- random mechanisms ---- */

static void random_mechanisms_start_and_run(void **state)
{
	(void)state;
	const char *only = getenv("MECHFMU_TRUTH_SCENE");
	const unsigned first = only ? (unsigned)strtoul(only, NULL, 10) : 0;
	const unsigned end = only ? first + 1 : getenv("MECHFMU_LONG_TESTS") ? ALL_MECHANISMS : MECHANISMS;
	int wrong[MECHANISM_FAMILIES] = {0}, all = 0;
	static struct mechanism m;
	for (unsigned k = first; k < end; k++) {
		mechanism_write(k, &m);
		const int right = starts(k, mechanism_families[k % MECHANISM_FAMILIES].name, &m);
		wrong[k % MECHANISM_FAMILIES] += !right;
		all += !right;
		if (only) {
			(void)fputs(m.text.bytes, stdout);
		}
	}
	for (int k = 0; k < MECHANISM_FAMILIES && all > 0; k++) {
		print_error("%s: %d wrong\n", mechanism_families[k].name, wrong[k]);
	}
	if (all > 0) {
		fail_msg("%d of %u mechanisms went wrong", all, end - first);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pendulum_starts_at_a_millionth_of_a_radian),
		cmocka_unit_test(a_parallelogram_starts_with_all_bars_on_one_line),
		cmocka_unit_test(a_speed_that_leaves_two_motions_open_is_refused),
		cmocka_unit_test(random_mechanisms_start_and_run),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
