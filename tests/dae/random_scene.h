/* Bodies and joints at random, patterns and values for linear systems alone, and what every kind of solution must do with them. Include
 * cmocka.h first. */
#ifndef RANDOM_SCENE_H
#define RANDOM_SCENE_H

#include <string.h>

#include "assert_close.h"
#include "dae_kkt_struct.h"
#include "la_dense.h"
#include "slow_build.h"
#include "test_random.h"

enum { SCENE_BODIES = 12, SCENE_JOINTS = 16, SCENE_WIDTH = 6 };
enum { SCENE_V = SCENE_BODIES * SCENE_WIDTH, SCENE_G = SCENE_JOINTS * SCENE_WIDTH, SCENE_N = SCENE_V + SCENE_G };

struct random_scene {
	struct dae_system system;
	struct la_block masses[SCENE_BODIES], rows[2 * SCENE_JOINTS];
	double motion_size[SCENE_V], constraint_size[SCENE_G];
};

static inline void scene_start(struct random_scene *s, int bodies, int width)
{
	memset(s, 0, sizeof *s);
	for (int i = 0; i < bodies; i++) {
		s->masses[i] = (struct la_block){i * width, i * width, width, width};
	}
	for (int i = 0; i < SCENE_V; i++) {
		s->motion_size[i] = i % 3 == 2 ? 1 : 0.2;
	}
	for (int i = 0; i < SCENE_G; i++) {
		s->constraint_size[i] = i % 2 ? 1 : 0.2;
	}
	s->system = (struct dae_system){.n_q = bodies * width,
	                                .n_v = bodies * width,
	                                .n_mass_blocks = bodies,
	                                .mass_blocks = s->masses,
	                                .jacobian_blocks = s->rows,
	                                .motion_size = s->motion_size,
	                                .constraint_size = s->constraint_size};
}

/* rows between two bodies, or one and the ground (-1) */
static inline void scene_join(struct random_scene *s, int first, int second, int rows)
{
	const int width = s->masses[0].cols;
	const int bodies[] = {first, second};
	for (int k = 0; k < 2; k++) {
		if (bodies[k] >= 0) {
			s->rows[s->system.n_jacobian_blocks++] = (struct la_block){s->system.n_g, bodies[k] * width, rows, width};
		}
	}
	s->system.n_g += rows;
}

/* a tree, some bodies of it free, and loops while motion is left */
static inline void scene_random(struct random_scene *s, struct test_random *random)
{
	const int width = test_random_int(random, 0, 1) ? 6 : 3;
	const int bodies = test_random_int(random, 1, SCENE_BODIES);
	const int loops = test_random_int(random, 0, SCENE_JOINTS - SCENE_BODIES);
	scene_start(s, bodies, width);
	for (int i = 0; i < bodies; i++) {
		const int rows = test_random_int(random, 0, width);
		if (rows > 0) {
			scene_join(s, test_random_int(random, -1, i - 1), i, rows);
		}
	}
	for (int i = 0; i < loops && bodies > 1; i++) {
		const int first = test_random_int(random, 0, bodies - 1);
		const int second = (first + test_random_int(random, 1, bodies - 1)) % bodies;
		const int rows = test_random_int(random, 1, 2);
		if (s->system.n_g + rows < s->system.n_v) {
			scene_join(s, first, second, rows);
		}
	}
}

static inline void scene_fill(const struct random_scene *s, struct test_random *random, struct dae_kkt *kkt)
{
	const int width = s->masses[0].cols;
	double *m = dae_kkt_mass(kkt);
	for (int i = 0; i < s->system.n_mass_blocks; i++, m += width * width) {
		const double size = test_random_in(random, 0.1, 3);
		for (int r = 0; r < width; r++) {
			for (int c = 0; c <= r; c++) {
				m[r * width + c] = m[c * width + r] = r == c ? size : test_random_in(random, -0.1, 0.1) * size;
			}
		}
	}
	for (int i = 0; i < la_block_values(s->system.n_jacobian_blocks, s->rows); i++) {
		dae_kkt_jacobian(kkt)[i] = test_random_in(random, -1, 1);
	}
}

/* [M G^T; G 0], column by column */
static inline void scene_dense(const struct random_scene *s, struct dae_kkt *kkt, double *a)
{
	const int n_v = s->system.n_v;
	const int n = n_v + s->system.n_g;
	memset(a, 0, (size_t)(n * n) * sizeof *a);
	const double *value = dae_kkt_mass(kkt);
	for (int i = 0; i < s->system.n_mass_blocks; i++) {
		for (int k = 0; k < s->masses[i].rows * s->masses[i].cols; k++, value++) {
			a[s->masses[i].row + k / s->masses[i].cols + (s->masses[i].col + k % s->masses[i].cols) * n] = *value;
		}
	}
	value = dae_kkt_jacobian(kkt);
	for (int i = 0; i < s->system.n_jacobian_blocks; i++) {
		for (int k = 0; k < s->rows[i].rows * s->rows[i].cols; k++, value++) {
			const int row = n_v + s->rows[i].row + k / s->rows[i].cols;
			const int col = s->rows[i].col + k % s->rows[i].cols;
			a[row + col * n] += *value;
			a[col + row * n] += *value;
		}
	}
}

/* ---- what every kind of solution must do ---- */

static inline int is_kind(const struct dae_kkt *kkt, enum dae_accelerations kind)
{
	return kkt->kind == &dae_kkt_kinds[kind];
}

/* a solution against LU of [M G^T; G 0] */
static inline void expect_dense(const struct random_scene *s, struct dae_kkt *kkt, const double *right,
                                double tolerance)
{
	static double a[SCENE_N * SCENE_N];
	double x[SCENE_N], expected[SCENE_N];
	int pivot[SCENE_N];
	const int n = s->system.n_v + s->system.n_g;
	scene_dense(s, kkt, a);
	assert_int_equal(la_lu_factor(n, a, n, pivot), 0);
	memcpy(x, right, (size_t)n * sizeof *x);
	memcpy(expected, right, (size_t)n * sizeof *x);
	la_lu_solve(n, a, n, pivot, 1, expected, n);
	dae_kkt_solve(kkt, 1, x);
	for (int i = 0; i < n; i++) {
		assert_close(x[i], expected[i], tolerance * (1 + la_norm_max(n, expected)));
	}
}

static inline void expect_random_scenes(const struct dae_kkt_options *options)
{
	struct test_random random = test_random_start(11);
	int used = 0;
	for (int trial = 0; trial < (SLOW_BUILD ? 60 : 300); trial++) {
		struct random_scene s;
		double right[SCENE_N];
		scene_random(&s, &random);
		struct dae_kkt *kkt = dae_kkt_create(&s.system);
		assert_non_null(kkt);
		scene_fill(&s, &random, kkt);
		for (int i = 0; i < SCENE_N; i++) {
			right[i] = test_random_in(&random, -1, 1);
		}
		assert_int_equal(dae_kkt_factor(kkt, options, 0), 0);
		if (is_kind(kkt, options->accelerations)) {
			used++;
			assert_int_equal(dae_kkt_last_rank(kkt).sensitive, 0);
			expect_dense(&s, kkt, right, 1e-9);
		}
		dae_kkt_free(kkt);
	}
	print_message("%d scenes solved in this way\n", used);
	assert_true(used > (SLOW_BUILD ? 50 : 250));
}

/* a closed chain of four, as projections with the sparse factors see it; columns are solved alike, alone or together */
static inline void expect_projections(const struct dae_kkt_options *options)
{
	struct test_random random = test_random_start(12);
	struct random_scene s;
	struct dae_kkt_options sparse = *options;
	sparse.accelerations = DAE_ACCELERATIONS_SPARSE;
	scene_start(&s, 4, 3);
	scene_join(&s, -1, 0, 2);
	scene_join(&s, 0, 1, 2);
	scene_join(&s, 1, 2, 2);
	scene_join(&s, 3, 2, 2);
	scene_join(&s, -1, 3, 2);
	struct dae_kkt *kkt = dae_kkt_create(&s.system);
	assert_non_null(kkt);
	for (int trial = 0; trial < 20; trial++) {
		double one[SCENE_V], other[SCENE_V], two[2 * SCENE_N], alone[SCENE_N];
		const int n = s.system.n_v + s.system.n_g;
		scene_fill(&s, &random, kkt);
		for (int i = 0; i < SCENE_V; i++) {
			one[i] = other[i] = test_random_in(&random, -1, 1);
		}
		for (int i = 0; i < 2 * n; i++) {
			two[i] = test_random_in(&random, -1, 1);
		}
		memcpy(alone, two + n, (size_t)n * sizeof *alone);
		assert_int_equal(dae_kkt_factor(kkt, &sparse, 0), 0);
		dae_kkt_project(kkt, 1, one);
		assert_int_equal(dae_kkt_factor(kkt, options, 0), 0);
		assert_true(is_kind(kkt, options->accelerations));
		dae_kkt_project(kkt, 1, other);
		for (int i = 0; i < s.system.n_v; i++) {
			assert_close(one[i], other[i], 1e-10);
		}
		dae_kkt_solve(kkt, 2, two);
		dae_kkt_solve(kkt, 1, alone);
		assert_memory_equal(alone, two + n, (size_t)n * sizeof *alone);
	}
	dae_kkt_free(kkt);
}

static inline struct dae_kkt *pendulums(struct random_scene *s, struct test_random *random)
{
	scene_start(s, 3, 3);
	scene_join(s, -1, 0, 2);
	scene_join(s, 0, 1, 2);
	scene_join(s, 1, 2, 1);
	scene_join(s, 1, 2, 1);
	struct dae_kkt *kkt = dae_kkt_create(&s->system);
	assert_non_null(kkt);
	scene_fill(s, random, kkt);
	return kkt;
}

/* the last row as the one before, but for a part */
static inline void nearly_repeat_a_row(struct dae_kkt *kkt, const struct random_scene *s, double part)
{
	double *end = dae_kkt_jacobian(kkt) + la_block_values(s->system.n_jacobian_blocks, s->rows);
	for (int i = 1; i <= 6; i++) {
		end[-i] = end[-i - 6] * (1 + (i == 2 ? part : 0));
	}
}

static inline void expect_dependent_rows_left(const struct dae_kkt_options *options)
{
	struct test_random random = test_random_start(14);
	struct random_scene s;
	struct dae_kkt *kkt = pendulums(&s, &random);
	static const struct {
		double part;
		int is_safe, redundant;
	} cases[] = {{1, 1, 0}, {1e-5, 0, 0}, {1e-9, 0, 1}, {0, 0, 1}};
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		double right[SCENE_N] = {1, -1, 0.5, 0.3};
		nearly_repeat_a_row(kkt, &s, cases[k].part);
		assert_int_equal(dae_kkt_factor(kkt, options, 0), 0);
		assert_true(is_kind(kkt, cases[k].is_safe ? options->accelerations : DAE_ACCELERATIONS_SPARSE));
		assert_int_equal(dae_kkt_last_rank(kkt).redundant, cases[k].redundant);
		dae_kkt_solve(kkt, 1, right);
		for (int i = 0; i < s.system.n_v + s.system.n_g; i++) {
			assert_true(isfinite(right[i]));
		}
	}
	dae_kkt_free(kkt);
}

static inline void expect_others_left(const struct dae_kkt_options *options)
{
	struct test_random random = test_random_start(16);
	struct random_scene s;
	struct dae_kkt *kkt = pendulums(&s, &random);
	struct dae_kkt_options direct = *options, permanent = *options;
	direct.rank = DAE_RANK_DIRECT;
	permanent.permanent = 1;
	assert_int_equal(dae_kkt_factor(kkt, options, 0), 0);
	assert_true(is_kind(kkt, options->accelerations));
	assert_int_equal(dae_kkt_factor(kkt, options, 1), 0);
	assert_true(is_kind(kkt, DAE_ACCELERATIONS_SPARSE));
	assert_int_equal(dae_kkt_factor(kkt, &direct, 0), 0);
	assert_true(is_kind(kkt, DAE_ACCELERATIONS_SPARSE));
	assert_int_equal(dae_kkt_factor(kkt, &permanent, 0), 0);
	assert_true(is_kind(kkt, DAE_ACCELERATIONS_SPARSE));
	dae_kkt_free(kkt);
}

#endif
