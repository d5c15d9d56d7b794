/* The KKT system by its reduced matrix: on random scenes against a dense solution, with a numbering of joints that keeps rows short, and
 * left where it is not safe. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "dae_reduced_parts.h"
#include "random_scene.h"

static const struct dae_kkt_options reduced = {
	.regularization = 1e-14, .augmentation = 1, .threshold = 1e-8, .accelerations = DAE_ACCELERATIONS_REDUCED};

static void random_scenes_equal_the_dense_solution(void **state)
{
	(void)state;
	expect_random_scenes(&reduced);
}

static void projections_are_those_of_the_sparse_solve(void **state)
{
	(void)state;
	expect_projections(&reduced);
}

/* ---- numbering ---- */

/* a chain whose joints are given from both ends in turn, as in the thesis's figure 5 (b) */
static void a_chain_is_numbered_from_end_to_end(void **state)
{
	struct random_scene s;
	(void)state;
	scene_start(&s, 10, 3);
	for (int k = 0; k < 10; k++) {
		const int body = k % 2 ? 9 - k / 2 : k / 2;
		scene_join(&s, body - 1, body, 2);
	}
	struct dae_kkt *kkt = dae_kkt_create(&s.system);
	assert_non_null(kkt);
	/* two rows a joint: 3 numbers of its own, 4 beside the joint before */
	assert_int_equal(dae_reduced_profile(kkt->reduced), 10 * 3 + 9 * 4);
	dae_kkt_free(kkt);
}

static void the_numbering_is_always_the_same(void **state)
{
	struct test_random random = test_random_start(13);
	(void)state;
	for (int trial = 0; trial < 20; trial++) {
		struct random_scene s;
		scene_random(&s, &random);
		struct dae_kkt *one = dae_kkt_create(&s.system);
		struct dae_kkt *two = dae_kkt_create(&s.system);
		assert_non_null(one);
		assert_non_null(two);
		const size_t size = (size_t)s.system.n_g * sizeof(int);
		assert_memory_equal(one->reduced->place, two->reduced->place, size);
		dae_kkt_free(one);
		dae_kkt_free(two);
	}
}

/* ---- where it is not safe ---- */

static void rows_that_nearly_depend_on_others_are_left_to_the_sparse_solve(void **state)
{
	(void)state;
	expect_dependent_rows_left(&reduced);
}

static void bodies_without_mass_are_left_to_the_sparse_solve(void **state)
{
	struct test_random random = test_random_start(15);
	struct random_scene s;
	struct dae_kkt *kkt = pendulums(&s, &random);
	(void)state;
	memset(dae_kkt_mass(kkt) + 9, 0, 9 * sizeof(double));
	assert_int_equal(dae_kkt_factor(kkt, &reduced, 0), 0);
	assert_true(is_kind(kkt, DAE_ACCELERATIONS_SPARSE));
	dae_kkt_free(kkt);
}

static void a_tangent_or_another_regularization_is_left_to_the_sparse_solve(void **state)
{
	(void)state;
	expect_others_left(&reduced);
}

/* a block of M beside the diagonal, a block of G over two bodies */
static void other_patterns_have_no_topology(void **state)
{
	static const struct la_block beside[] = {{0, 0, 3, 3}, {3, 3, 3, 3}, {3, 0, 3, 3}};
	static const struct la_block over[] = {{0, 2, 1, 2}};
	(void)state;
	for (int k = 0; k < 2; k++) {
		const struct dae_system system = {.n_q = 6,
		                                  .n_v = 6,
		                                  .n_g = 1,
		                                  .n_mass_blocks = k == 0 ? 3 : 2,
		                                  .mass_blocks = beside,
		                                  .n_jacobian_blocks = 1,
		                                  .jacobian_blocks = over};
		struct dae_kkt *kkt = dae_kkt_create(&system);
		double right[7] = {1, 1, 1, 1, 1, 1, 1};
		assert_non_null(kkt);
		assert_null(kkt->reduced);
		memset(dae_kkt_mass(kkt), 0, (k == 0 ? 27 : 18) * sizeof(double));
		for (int i = 0; i < 6; i++) {
			dae_kkt_mass(kkt)[9 * (i / 3) + 4 * (i % 3)] = 2;
		}
		dae_kkt_jacobian(kkt)[0] = dae_kkt_jacobian(kkt)[1] = 1;
		assert_int_equal(dae_kkt_factor(kkt, &reduced, 0), 0);
		assert_true(is_kind(kkt, DAE_ACCELERATIONS_SPARSE));
		dae_kkt_solve(kkt, 1, right);
		assert_close(right[0], 0.5, 1e-12);
		assert_close(right[2], 0.5, 1e-12);
		dae_kkt_free(kkt);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_scenes_equal_the_dense_solution),
		cmocka_unit_test(projections_are_those_of_the_sparse_solve),
		cmocka_unit_test(a_chain_is_numbered_from_end_to_end),
		cmocka_unit_test(the_numbering_is_always_the_same),
		cmocka_unit_test(rows_that_nearly_depend_on_others_are_left_to_the_sparse_solve),
		cmocka_unit_test(bodies_without_mass_are_left_to_the_sparse_solve),
		cmocka_unit_test(a_tangent_or_another_regularization_is_left_to_the_sparse_solve),
		cmocka_unit_test(other_patterns_have_no_topology),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
