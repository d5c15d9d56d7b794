/* The Rosenbrock-Nystroem method: its coefficients meet the order conditions, embedded ones too; constraints, stiff decay, tolerance, driven
 * mechanisms, dead centres. Orders: test_dae_convergence.c, and on manifolds test_dae_motion.c.
 *
 * Order conditions (Hairer, Wanner, "Solving Ordinary Differential Equations II", theorem IV.7.4): with beta_ij = alpha_ij + gamma_ij, for all rooted trees
 * with up to p nodes
 *
 *     sum_i b_i phi_i(t) = 1 / gamma(t),      phi_i of a root with one branch: sum_j beta_ij phi_j, of one with several: prod_k sum_j alpha_ij phi_j.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_for_rosen.h"
#include "dae_method_table.h"
#include "stage_checks.h"

/* ---- order conditions ---- */

enum { STAGES = DAE_FOR_ROSEN_STAGES, TREES = 8 };

/* trees up to order 4: nodes, density, and numbers of the branches; -1: none */
static const struct tree {
	int nodes;
	double density;
	int branches[3];
} trees[TREES] = {
	{1, 1, {-1, -1, -1}}, {2, 2, {0, -1, -1}}, {3, 3, {0, 0, -1}},   {3, 6, {1, -1, -1}},
	{4, 4, {0, 0, 0}},    {4, 8, {0, 1, -1}},  {4, 12, {2, -1, -1}}, {4, 24, {3, -1, -1}},
};

static double along(int i, int implicit, const double *phi)
{
	const struct dae_for_rosen_formula *f = &dae_for_rosen_formula;
	double sum = 0;
	for (int j = 0; j < STAGES; j++) {
		sum += (f->alphas[i][j] + (implicit ? f->gammas[i][j] : 0)) * phi[j];
	}
	return sum;
}

/* largest defect of the conditions with so many nodes */
static double defect(int nodes, const double *weights)
{
	double phi[TREES][STAGES], largest = 0;
	for (int t = 0; t < TREES; t++) {
		const int several = trees[t].branches[1] >= 0;
		double sum = 0;
		for (int i = 0; i < STAGES; i++) {
			phi[t][i] = 1;
			for (int k = 0; k < 3 && trees[t].branches[k] >= 0; k++) {
				phi[t][i] *= along(i, !several, phi[trees[t].branches[k]]);
			}
			sum += weights[i] * phi[t][i];
		}
		largest = trees[t].nodes == nodes ? fmax(largest, fabs(sum - 1 / trees[t].density)) : largest;
	}
	return largest;
}

static void the_coefficients_are_of_orders_4_and_3(void **state)
{
	(void)state;
	for (int nodes = 1; nodes <= 4; nodes++) {
		assert_small(defect(nodes, dae_for_rosen_formula.weights), 1e-15);
	}
	for (int nodes = 1; nodes <= 3; nodes++) {
		assert_small(defect(nodes, dae_for_rosen_formula.embedded), 1e-15);
	}
	assert_true(defect(4, dae_for_rosen_formula.embedded) > 1e-2);
}

/* stages 3 and 4 share their accelerations, and one matrix is for all */
static void three_evaluations_and_one_matrix_do(void **state)
{
	(void)state;
	for (int j = 0; j < STAGES; j++) {
		assert_true(dae_for_rosen_formula.alphas[2][j] == dae_for_rosen_formula.alphas[3][j]);
		assert_true(dae_for_rosen_formula.gammas[j][j] == dae_for_rosen_formula.gamma);
	}
}

/* ---- runs ---- */

static void all_constraint_levels_are_met_at_the_end(void **state)
{
	(void)state;
	assert_all_levels_are_met(&dae_for_rosen);
}

static void a_constraint_written_three_times_gives_the_same_motion(void **state)
{
	(void)state;
	assert_same_with_a_constraint_thrice(&dae_for_rosen, DAE_STABILIZED, 1);
}

static void what_is_very_stiff_dies_out_within_a_step(void **state)
{
	(void)state;
	assert_stiff_motion_dies_out(&dae_for_rosen);
}

static void errors_follow_the_tolerance(void **state)
{
	(void)state;
	assert_follows_the_tolerance(&dae_for_rosen, DAE_STABILIZED, 1, 1e-3, 1e-9, 10);
}

static void the_efforts_of_a_driven_mechanism_are_right(void **state)
{
	(void)state;
	assert_efforts_are_right(&dae_for_rosen);
}

static void the_dead_centre_is_passed_with_any_step_and_tolerance(void **state)
{
	(void)state;
	assert_passes_the_dead_centre(&dae_for_rosen);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_coefficients_are_of_orders_4_and_3),
		cmocka_unit_test(three_evaluations_and_one_matrix_do),
		cmocka_unit_test(all_constraint_levels_are_met_at_the_end),
		cmocka_unit_test(a_constraint_written_three_times_gives_the_same_motion),
		cmocka_unit_test(what_is_very_stiff_dies_out_within_a_step),
		cmocka_unit_test(errors_follow_the_tolerance),
		cmocka_unit_test(the_efforts_of_a_driven_mechanism_are_right),
		cmocka_unit_test(the_dead_centre_is_passed_with_any_step_and_tolerance),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
