/* Every method of dae_methods converges in each formulation it can enforce with the order of its theory, in positions,
 * velocities and multipliers: on the index-3 pendulum until t = 10 and on Andrews' squeezing mechanism until t = 0.03,
 * over steps each half of the one before, within 0.2; order 8 at least. The table of what was measured is printed.
 *
 * Theory. Where positions and velocities are settled, accelerations and multipliers are functions of them and of the
 * same order (dae_newton.h).
 *
 *   generalized_alpha, hht   2 (Arnold, Bruels); their bare index-3 form with spectral radius 1 is unstable, no row
 *   newmark                  1 where it damps, 2 where it does not
 *   midpoint                 2
 *   energy_decaying          2 on nonlinear systems
 *   auto                     as radau: with a fixed step it is that.
 *   radau                    5; with index 3 velocities 3, as they err across the constraints, and so do multipliers.
 *                            That of the pendulum sees their error only squared, as its velocity enters by |v|^2 and the
 *                            error is normal to it: 5
 *   bdf, bdf_displacement    5, once the history is as good: it is made by steps under error control
 *   dopri5                   5
 *   dop853                   8; its error of that order is so small that those of orders 9 and 10 rule until rounding
 *                            does (that it is of order 8 is seen in test_dae_explicit.c)
 *   baumgarte, direct,       2 on their own ordinary differential equations; their solution is that of the constrained
 *   trust_region_fixed       system, but for index 3, where errors are those to a finer run of the method itself
 *   for_sdirk, infl_sdirk    4
 *   infl_trap, ssp_trap      2
 *   for_rosen                4; over the whole run its errors of orders 4 and 5 happen to cancel, so that it begins under error control
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "andrews_system.h"
#include "assert_close.h"
#include "dae_method_table.h"
#include "method_run.h"
#include "slow_build.h"

/* ---- the two systems ---- */

struct solution {
	double q[ANDREWS_ANGLES], v[ANDREWS_ANGLES], lambda[ANDREWS_ROWS];
};

struct problem {
	const char *name;
	const struct dae_system *system;
	const double *start; /* q, at rest */
	double end;
	double gamma; /* of the regularized systems: mild, so that their order is that of smooth equations */
	struct solution exact;
};

static struct pendulum pendulum;

static struct problem pendulum_problem(void)
{
	static const double start[] = {-1, 0};
	pendulum_make(&pendulum, 1);
	struct problem p = {"pendulum", &pendulum.system, start, 10, 100, {.lambda = {pendulum_end_lambda}}};
	memcpy(p.exact.q, pendulum_end_q, sizeof pendulum_end_q);
	memcpy(p.exact.v, pendulum_end_v, sizeof pendulum_end_v);
	return p;
}

static struct problem andrews_problem(void)
{
	struct problem p = {"Andrews", &andrews_system, andrews_start, 0.03, 1000, {.q = {0}}};
	memcpy(p.exact.q, andrews_end_q, sizeof andrews_end_q);
	memcpy(p.exact.v, andrews_end_v, sizeof andrews_end_v);
	memcpy(p.exact.lambda, andrews_end_lambda, sizeof andrews_end_lambda);
	return p;
}

/* ---- the methods ---- */

/* largest of three steps or more, and the orders over them */
struct orders {
	double step, q, v, lambda;
};

struct row {
	const struct dae_method *method;
	enum dae_formulation formulation;
	int n_radii; /* spectral radii, the first on both systems, the others on the pendulum */
	double radii[5];
	struct orders pendulum, andrews; /* step 0: not on this system */
	double history;                  /* part of the run that is made under error control, before the first fixed step */
	int own;                         /* errors are those to a finer run of the method itself */
};

static const struct row rows[] = {
	{&dae_generalized_alpha, DAE_STABILIZED, 5, {0.8, 0, 0.5, 0.9, 1}, {2e-3, 2, 2, 2}, {2e-5, 2, 2, 2}, 0, 0},
	{&dae_generalized_alpha, DAE_INDEX3, 4, {0.8, 0, 0.5, 0.9}, {2e-3, 2, 2, 2}, {2e-5, 2, 2, 2}, 0, 0},
	{&dae_generalized_alpha, DAE_INDEX2, 5, {0.8, 0, 0.5, 0.9, 1}, {2e-3, 2, 2, 2}, {2e-5, 2, 2, 2}, 0, 0},
	{&dae_hht, DAE_STABILIZED, 3, {0.8, 0.5, 0.9}, {2e-3, 2, 2, 2}, {2e-5, 2, 2, 2}, 0, 0},
	{&dae_hht, DAE_INDEX3, 3, {0.8, 0.5, 0.9}, {2e-3, 2, 2, 2}, {2e-5, 2, 2, 2}, 0, 0},
	{&dae_hht, DAE_INDEX2, 3, {0.8, 0.5, 0.9}, {2e-3, 2, 2, 2}, {2e-5, 2, 2, 2}, 0, 0},
	{&dae_newmark, DAE_STABILIZED, 1, {1}, {4e-3, 2, 2, 2}, {2e-5, 2, 2, 2}, 0, 0},
	{&dae_newmark, DAE_INDEX2, 1, {1}, {4e-3, 2, 2, 2}, {2e-5, 2, 2, 2}, 0, 0},
	{&dae_newmark, DAE_STABILIZED, 1, {0.95}, {5e-4, 1, 1, 1}, {2e-5, 1, 1, 1}, 0, 0},
	{&dae_newmark, DAE_INDEX3, 1, {0.95}, {5e-4, 1, 1, 1}, {2e-5, 1, 1, 1}, 0, 0},
	{&dae_newmark, DAE_INDEX2, 1, {0.95}, {5e-4, 1, 1, 1}, {2e-5, 1, 1, 1}, 0, 0},
	{&dae_midpoint, DAE_STABILIZED, 1, {0.8}, {4e-3, 2, 2, 2}, {2e-5, 2, 2, 2}, 0, 0},
	{&dae_energy_decaying, DAE_STABILIZED, 4, {0.8, 0, 0.5, 1}, {2e-3, 2, 2, 2}, {1e-5, 2, 2, 2}, 0, 0},
	{&dae_radau, DAE_STABILIZED, 1, {0.8}, {2e-2, 5, 5, 5}, {1e-4, 5, 5, 5}, 0, 0},
	{&dae_radau, DAE_INDEX3, 1, {0.8}, {2e-2, 5, 3, 5}, {1e-4, 5, 3, 3}, 0, 0},
	{&dae_radau, DAE_INDEX2, 1, {0.8}, {2e-2, 5, 5, 5}, {1e-4, 5, 5, 5}, 0, 0},
	{&dae_auto, DAE_STABILIZED, 1, {0.8}, {2e-2, 5, 5, 5}, {1e-4, 5, 5, 5}, 0, 0},
	{&dae_auto, DAE_INDEX3, 1, {0.8}, {2e-2, 5, 3, 5}, {1e-4, 5, 3, 3}, 0, 0},
	{&dae_auto, DAE_INDEX2, 1, {0.8}, {2e-2, 5, 5, 5}, {1e-4, 5, 5, 5}, 0, 0},
	{&dae_bdf, DAE_STABILIZED, 1, {0.8}, {1e-2, 5, 5, 5}, {4e-5, 5, 5, 5}, 0.05, 0},
	{&dae_bdf, DAE_INDEX3, 1, {0.8}, {1e-2, 5, 5, 5}, {4e-5, 5, 5, 5}, 0.05, 0},
	{&dae_bdf, DAE_INDEX2, 1, {0.8}, {1e-2, 5, 5, 5}, {4e-5, 5, 5, 5}, 0.05, 0},
	{&dae_bdf_displacement, DAE_STABILIZED, 1, {0.8}, {1e-2, 5, 5, 5}, {4e-5, 5, 5, 5}, 0.05, 0},
	{&dae_bdf_displacement, DAE_INDEX3, 1, {0.8}, {1e-2, 5, 5, 5}, {4e-5, 5, 5, 5}, 0.05, 0},
	{&dae_bdf_displacement, DAE_INDEX2, 1, {0.8}, {1e-2, 5, 5, 5}, {4e-5, 5, 5, 5}, 0.05, 0},
	{&dae_dopri5, DAE_STABILIZED, 1, {0.8}, {1.1e-2, 5, 5, 5}, {9e-5, 5, 5, 5}, 0, 0},
	{&dae_dop853, DAE_STABILIZED, 1, {0.8}, {1.2e-1, 8, 8, 8}, {4.6e-4, 8, 8, 8}, 0, 0},
	{&dae_baumgarte, DAE_STABILIZED, 1, {0.8}, {4e-3, 2, 2, 2}, {1.6e-4, 2, 2, 2}, 0, 0},
	{&dae_baumgarte, DAE_INDEX3, 1, {0.8}, {4e-3, 2, 2, 2}, {1.6e-4, 2, 2, 2}, 0, 1},
	{&dae_baumgarte, DAE_INDEX2, 1, {0.8}, {4e-3, 2, 2, 2}, {1.6e-4, 2, 2, 2}, 0, 0},
	{&dae_direct, DAE_STABILIZED, 1, {0.8}, {4e-3, 2, 2, 2}, {1.6e-4, 2, 2, 2}, 0, 0},
	{&dae_direct, DAE_INDEX3, 1, {0.8}, {4e-3, 2, 2, 2}, {1.6e-4, 2, 2, 2}, 0, 1},
	{&dae_direct, DAE_INDEX2, 1, {0.8}, {4e-3, 2, 2, 2}, {1.6e-4, 2, 2, 2}, 0, 0},
	{&dae_trust_region_fixed, DAE_STABILIZED, 1, {0.8}, {4e-3, 2, 2, 2}, {1.6e-4, 2, 2, 2}, 0, 0},
	{&dae_trust_region_fixed, DAE_INDEX3, 1, {0.8}, {4e-3, 2, 2, 2}, {1.6e-4, 2, 2, 2}, 0, 1},
	{&dae_trust_region_fixed, DAE_INDEX2, 1, {0.8}, {4e-3, 2, 2, 2}, {1.6e-4, 2, 2, 2}, 0, 0},
	{&dae_for_sdirk, DAE_STABILIZED, 1, {0.8}, {1e-2, 4, 4, 4}, {5e-5, 4, 4, 4}, 0, 0},
	{&dae_infl_sdirk, DAE_STABILIZED, 1, {0.8}, {1e-2, 4, 4, 4}, {5e-5, 4, 4, 4}, 0, 0},
	{&dae_infl_trap, DAE_STABILIZED, 1, {0.8}, {4e-3, 2, 2, 2}, {2e-5, 2, 2, 2}, 0, 0},
	{&dae_ssp_trap, DAE_STABILIZED, 1, {0.8}, {4e-3, 2, 2, 2}, {2e-5, 2, 2, 2}, 0, 0},
	{&dae_for_rosen, DAE_STABILIZED, 1, {0.8}, {4e-3, 4, 4, 4}, {2e-5, 4, 4, 4}, 0.4, 0},
};

enum { ROWS = sizeof rows / sizeof *rows, STEPS = 3, FINER = 4 };

static struct solution integrate(const struct problem *p, const struct row *row, double radius, double h)
{
	struct method_run r;
	struct solution end = {.q = {0}};
	method_begin(&r, p->system, row->method, 1e-11);
	memcpy(r.s.q, p->start, (size_t)p->system->n_q * sizeof *p->start);
	r.options.formulation = row->formulation;
	r.options.spectral_radius = radius;
	r.options.gamma = p->gamma;
	r.options.epsilon = 1e-14;
	if (row->history > 0) {
		r.options.formulation = DAE_STABILIZED;
		method_advance(&r, row->history * p->end);
		r.options.formulation = row->formulation;
	}
	r.options.fixed_step = h;
	method_advance(&r, p->end);
	memcpy(end.q, r.s.q, (size_t)p->system->n_q * sizeof *end.q);
	memcpy(end.v, r.s.v, (size_t)p->system->n_v * sizeof *end.v);
	memcpy(end.lambda, r.s.lambda, (size_t)p->system->n_g * sizeof *end.lambda);
	method_end(&r);
	return end;
}

/* ---- orders ---- */

/* one line of the table: errors, and orders against the line before; returns how many are off */
static int measure(const struct problem *p, const struct solution *end, const struct solution *exact,
                   const struct orders *theory, double last[3])
{
	const double errors[] = {method_distance(p->system->n_q, end->q, exact->q),
	                         method_distance(p->system->n_v, end->v, exact->v),
	                         method_distance(p->system->n_g, end->lambda, exact->lambda)};
	const double expected[] = {theory->q, theory->v, theory->lambda};
	int off = 0;
	for (int i = 0; i < 3; i++) {
		double order = log2(last[i] / errors[i]);
		printf("  %8.1e", errors[i]);
		if (last[i] > 0) {
			int right = order >= expected[i] - 0.2 && order <= expected[i] + (expected[i] < 8 ? 0.2 : 3);
			printf(" %4.2f%c", order, right ? ' ' : '!');
			off += !right;
		} else {
			printf("      ");
		}
		last[i] = errors[i];
	}
	printf("\n");
	return off;
}

static int converge(const struct problem *p, const struct row *row, const struct orders *theory, double radius)
{
	static const char *const formulations[DAE_FORMULATION_COUNT] = {"stabilized", "index3", "index2"};
	double last[3] = {0};
	int off = 0;
	struct solution exact = p->exact;
	if (row->own) {
		exact = integrate(p, row, radius, theory->step / pow(2, STEPS - 1) / FINER);
	}
	for (int k = 0; k < STEPS; k++) {
		double h = theory->step / pow(2, k);
		struct solution end = integrate(p, row, radius, h);
		printf("%-18s %-10s %4.2f  %-8s %7.1e", row->method->name, formulations[row->formulation], radius, p->name, h);
		off += measure(p, &end, &exact, theory, last);
	}
	return off;
}

static void print_head(void)
{
	printf("%-18s %-10s %4s  %-8s %7s  %8s order %9s order %9s order\n", "method", "constraint", "rho", "system", "h",
	       "q", "v", "lambda");
}

static void every_method_converges_with_its_order_on_the_pendulum(void **state)
{
	struct problem p = pendulum_problem();
	int off = 0;
	(void)state;
	print_head();
	for (int i = 0; i < ROWS; i++) {
		for (int k = 0; k < rows[i].n_radii; k++) {
			off += converge(&p, &rows[i], &rows[i].pendulum, rows[i].radii[k]);
		}
	}
	assert_int_equal(off, 0);
}

static void every_method_converges_with_its_order_on_andrews_mechanism(void **state)
{
	struct problem p = andrews_problem();
	int off = 0;
	(void)state;
	print_head();
	for (int i = 0; i < ROWS; i++) {
		/* the cheapest alone where builds are slow */
		if (!SLOW_BUILD || rows[i].method->order > 2) {
			off += converge(&p, &rows[i], &rows[i].andrews, rows[i].radii[0]);
		}
	}
	assert_int_equal(off, 0);
}

/* ---- the references ---- */

/* values at t = 0.03 of the test set for initial value problems (computed there by PSIDE with tolerance 1e-14); 9 digits
 * of positions and 5 of the others are right in all of them */
static void a_fine_run_ends_at_the_published_values(void **state)
{
	static const double published_q[] = {0.1581077119629904e+2,  -0.1575637105984298e+2, 0.4082224013073101e-1,
	                                     -0.5347301163226948e+0, 0.5244099658805304e+0,  0.5347301163226948e+0,
	                                     0.1048080741042263e+1};
	static const double published_v[] = {0.1139920302151208e+4, -0.1424379294994111e+4, 0.1103291221937134e+2,
	                                     0.1929337464421385e+2, 0.5735699284790808e+0,  -0.1929337464421385e+2,
	                                     0.3231791658026955e+0};
	static const double published_lambda[] = {0.1991753333731910e+3, -0.2975531228015052e+2, 0.2306654119098399e+2,
	                                          0.3145271365475927e+2, 0.2264249232082739e+2,  0.1161740700019673e+2};
	static const struct row fine = {.method = &dae_radau, .formulation = DAE_STABILIZED};
	struct problem p = andrews_problem();
	struct solution end = integrate(&p, &fine, 0.8, 5e-6);
	(void)state;
	for (int i = 0; i < ANDREWS_ANGLES; i++) {
		assert_close(end.q[i], published_q[i], 1e-9 * fmax(1, fabs(published_q[i])));
		assert_close(end.v[i], published_v[i], 1e-7 * fmax(1, fabs(published_v[i])));
		/* and what orders are measured against */
		assert_close(end.q[i], andrews_end_q[i], 1e-11);
		assert_close(end.v[i], andrews_end_v[i], 1e-8);
	}
	for (int i = 0; i < ANDREWS_ROWS; i++) {
		assert_close(end.lambda[i], published_lambda[i], 2e-6 * fabs(published_lambda[i]));
		assert_close(end.lambda[i], andrews_end_lambda[i], 1e-8);
	}
}

static void every_method_has_a_row_for_each_formulation(void **state)
{
	(void)state;
	for (int i = 0; i < dae_method_count(); i++) {
		int in_table = 0;
		for (int k = 0; k < ROWS; k++) {
			in_table |= rows[k].method == dae_methods[i] ? 1 << rows[k].formulation : 0;
		}
		if (in_table != dae_methods[i]->formulations) {
			fail_msg("%s: rows for the formulations %x, it has %x", dae_methods[i]->name, (unsigned)in_table,
			         (unsigned)dae_methods[i]->formulations);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_method_has_a_row_for_each_formulation),
		cmocka_unit_test(a_fine_run_ends_at_the_published_values),
		cmocka_unit_test(every_method_converges_with_its_order_on_the_pendulum),
		cmocka_unit_test(every_method_converges_with_its_order_on_andrews_mechanism),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
