/* The KKT system in relative coordinates: on random scenes against a dense solution, with a tree that the module finds itself, and left
 * where it is not safe. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "dae_relative_parts.h"
#include "random_scene.h"

static const struct dae_kkt_options joint = {
	.regularization = 1e-14, .augmentation = 1, .threshold = 1e-8, .accelerations = DAE_ACCELERATIONS_JOINT};

static void random_scenes_equal_the_dense_solution(void **state)
{
	(void)state;
	expect_random_scenes(&joint);
}

static void projections_are_those_of_the_sparse_solve(void **state)
{
	(void)state;
	expect_projections(&joint);
}

static void loops_that_nearly_depend_on_others_are_left_to_the_sparse_solve(void **state)
{
	(void)state;
	expect_dependent_rows_left(&joint);
}

static void a_tangent_or_another_regularization_is_left_to_the_sparse_solve(void **state)
{
	(void)state;
	expect_others_left(&joint);
}

/* ---- the tree ---- */

/* joints with most rows first, from the ground; the one that closes the loop is cut, and so is a joint of three bodies */
static void loops_are_cut_where_least_is_held(void **state)
{
	struct random_scene s;
	(void)state;
	scene_start(&s, 4, 3);
	scene_join(&s, -1, 0, 2);
	scene_join(&s, 0, 1, 1);
	scene_join(&s, 1, 2, 2);
	scene_join(&s, 2, -1, 2);
	s.rows[s.system.n_jacobian_blocks++] = (struct la_block){s.system.n_g, 0, 1, 3};
	scene_join(&s, 1, 3, 1);
	struct dae_kkt *kkt = dae_kkt_create(&s.system);
	assert_non_null(kkt);
	const struct dae_relative *r = kkt->relative;
	assert_non_null(r);
	assert_int_equal(r->n_cuts, 2);
	assert_int_equal(r->cuts[0].joint, 1);
	assert_int_equal(r->cuts[1].joint, 4);
	assert_int_equal(r->limbs[1].carrier, 2);
	assert_int_equal(r->limbs[2].carrier, -1);
	assert_int_equal(r->limbs[3].joint, -1);
	assert_int_equal(r->motions, 1 + 1 + 1 + 3);
	/* ways to the root: 0; 1, 2 */
	assert_int_equal(r->cuts[0].n_limbs, 3);
	assert_int_equal(r->cuts[0].motions, 3);
	dae_kkt_free(kkt);
}

/* the way back from any body ends at the ground or at a free one, and all own motions and rows of the tree make up the velocities */
static void every_tree_spans_its_scene(void **state)
{
	struct test_random random = test_random_start(21);
	(void)state;
	for (int trial = 0; trial < 50; trial++) {
		struct random_scene s;
		scene_random(&s, &random);
		struct dae_kkt *kkt = dae_kkt_create(&s.system);
		assert_non_null(kkt);
		const struct dae_relative *r = kkt->relative;
		int rows = 0;
		for (int i = 0; i < s.system.n_mass_blocks; i++) {
			int length = 0;
			for (int b = i; b >= 0; b = r->limbs[b].carrier) {
				assert_true(++length <= s.system.n_mass_blocks);
			}
			rows += r->limbs[i].rows;
		}
		assert_int_equal(rows + r->motions, s.system.n_v);
		assert_int_equal(rows + r->cut_rows, s.system.n_g);
		dae_kkt_free(kkt);
	}
}

/* ---- inertia ---- */

/* a body without mass that carries another moves with it; with one that carries none no way finds its own motion */
static void a_body_without_mass_is_solved_where_it_carries_one_with_mass(void **state)
{
	struct test_random random = test_random_start(22);
	struct random_scene s;
	double right[SCENE_N] = {1, 2, 3, 0, 0, 0, 4, 5, 6};
	struct dae_kkt *kkt = pendulums(&s, &random);
	(void)state;
	memset(dae_kkt_mass(kkt) + 9, 0, 9 * sizeof(double));
	assert_int_equal(dae_kkt_factor(kkt, &joint, 0), 0);
	assert_true(is_kind(kkt, DAE_ACCELERATIONS_JOINT));
	expect_dense(&s, kkt, right, 1e-9);
	memset(dae_kkt_mass(kkt) + 18, 0, 9 * sizeof(double));
	(void)dae_kkt_factor(kkt, &joint, 0);
	assert_true(is_kind(kkt, DAE_ACCELERATIONS_SPARSE));
	dae_kkt_free(kkt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_scenes_equal_the_dense_solution),
		cmocka_unit_test(projections_are_those_of_the_sparse_solve),
		cmocka_unit_test(loops_that_nearly_depend_on_others_are_left_to_the_sparse_solve),
		cmocka_unit_test(a_tangent_or_another_regularization_is_left_to_the_sparse_solve),
		cmocka_unit_test(loops_are_cut_where_least_is_held),
		cmocka_unit_test(every_tree_spans_its_scene),
		cmocka_unit_test(a_body_without_mass_is_solved_where_it_carries_one_with_mass),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
