/* The KKT solve against a dense solution, with redundant rows, and its scaling. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "assert_close.h"
#include "dae_kkt_struct.h"
#include "dae_method.h"
#include "la_dense.h"
#include "test_random.h"

enum { N_V = 6, N_G = 3, N = N_V + N_G };

/* two bodies of three velocities, three rows over both; only patterns matter here, values are filled by hand */
static const struct la_block mass_blocks[] = {{0, 0, 3, 3}, {3, 3, 3, 3}};
static const struct la_block tangent_blocks[] = {{0, 0, 3, 3}, {0, 3, 3, 3}, {3, 0, 3, 3}, {3, 3, 3, 3}};
static const struct la_block jacobian_blocks[] = {{0, 0, 2, 3}, {0, 3, 2, 3}, {2, 3, 1, 3}, {2, 3, 1, 3}};
/* sizes change the way of the solution, not the solution */
static const double motion_size[N_V] = {0.1, 0.1, 1, 0.1, 0.1, 1};
static const double constraint_size[N_G] = {0.1, 0.1, 1};
static const struct dae_system pattern = {
	.n_q = N_V,
	.n_v = N_V,
	.n_g = N_G,
	.n_mass_blocks = 2,
	.n_tangent_blocks = 4,
	.n_jacobian_blocks = 4,
	.mass_blocks = mass_blocks,
	.tangent_blocks = tangent_blocks,
	.jacobian_blocks = jacobian_blocks,
	.motion_size = motion_size,
	.constraint_size = constraint_size,
};

static const struct dae_kkt_options options = {.regularization = 1e-14, .augmentation = 1, .threshold = 1e-8};

static void fill(struct dae_kkt *kkt, struct test_random *random)
{
	for (int b = 0; b < 2; b++) {
		double *m = dae_kkt_mass(kkt) + 9 * b;
		memset(m, 0, 9 * sizeof *m);
		m[0] = m[4] = test_random_in(random, 1, 3);
		m[8] = test_random_in(random, 0.1, 0.3);
	}
	for (int i = 0; i < 36; i++) {
		dae_kkt_tangent(kkt)[i] = test_random_in(random, -0.02, 0.02);
	}
	for (int i = 0; i < 2 * 6 + 2 * 3; i++) {
		dae_kkt_jacobian(kkt)[i] = test_random_in(random, -1, 1);
	}
}

static void add_blocks(int n_blocks, const struct la_block *blocks, const double *values, int shift, int mirror,
                       double *a)
{
	for (int i = 0; i < n_blocks; i++) {
		for (int k = 0; k < blocks[i].rows * blocks[i].cols; k++) {
			int row = blocks[i].row + shift + k / blocks[i].cols;
			int col = blocks[i].col + k % blocks[i].cols;
			a[row + col * N] += values[k];
			if (mirror) {
				a[col + row * N] += values[k];
			}
		}
		values += blocks[i].rows * blocks[i].cols;
	}
}

static void dense(struct dae_kkt *kkt, int with_tangent, double *a)
{
	memset(a, 0, sizeof(double) * N * N);
	add_blocks(2, mass_blocks, dae_kkt_mass(kkt), 0, 0, a);
	if (with_tangent) {
		add_blocks(4, tangent_blocks, dae_kkt_tangent(kkt), 0, 0, a);
	}
	add_blocks(4, jacobian_blocks, dae_kkt_jacobian(kkt), N_V, 1, a);
}

static void solve_dense(struct dae_kkt *kkt, int with_tangent, double *b)
{
	double a[N * N];
	int pivot[N];
	dense(kkt, with_tangent, a);
	assert_int_equal(la_lu_factor(N, a, N, pivot), 0);
	la_lu_solve(N, a, N, pivot, 1, b, N);
}

static void both_forms_equal_the_dense_solution(void **state)
{
	struct test_random random = test_random_start(3);
	struct dae_kkt *kkt = dae_kkt_create(&pattern);
	(void)state;
	assert_non_null(kkt);
	for (int trial = 0; trial < 50; trial++) {
		int with_tangent = trial % 2;
		double x[N], expected[N];
		fill(kkt, &random);
		for (int i = 0; i < N; i++) {
			x[i] = expected[i] = test_random_in(&random, -1, 1);
		}
		solve_dense(kkt, with_tangent, expected);
		assert_int_equal(dae_kkt_factor(kkt, &options, with_tangent), 0);
		dae_kkt_solve_refined(kkt, 2, x);
		for (int i = 0; i < N; i++) {
			assert_close(x[i], expected[i], 1e-9 * (1 + la_norm_max(N, expected)));
		}
	}
	dae_kkt_free(kkt);
}

/* K x + G^T y = M e with G x = 0, or G x = G e */
static void errors_are_damped_within_the_constraints_and_dropped_or_kept_across_them(void **state)
{
	struct test_random random = test_random_start(8);
	struct dae_kkt *kkt = dae_kkt_create(&pattern);
	(void)state;
	assert_non_null(kkt);
	for (int trial = 0; trial < 50; trial++) {
		double e[N_V], dropped[N], kept[N], within[N_V], damped[N_V];
		fill(kkt, &random);
		for (int i = 0; i < N_V; i++) {
			e[i] = within[i] = damped[i] = test_random_in(&random, -1, 1);
		}
		dae_kkt_mass_multiply(kkt, e, dropped);
		memset(dropped + N_V, 0, N_G * sizeof *dropped);
		memcpy(kept, dropped, N * sizeof *kept);
		dae_kkt_add_jacobian(kkt, e, kept + N_V);
		solve_dense(kkt, 1, dropped);
		solve_dense(kkt, 1, kept);
		assert_int_equal(dae_kkt_factor(kkt, &options, 1), 0);
		dae_kkt_project(kkt, 1, within);
		dae_kkt_damp(kkt, damped);
		for (int i = 0; i < N_V; i++) {
			assert_close(within[i], dropped[i], 1e-9 * (1 + la_norm_max(N, dropped)));
			assert_close(damped[i], kept[i], 1e-9 * (1 + la_norm_max(N, kept)));
		}
	}
	dae_kkt_free(kkt);
}

static void two_right_hand_sides_are_solved_at_once(void **state)
{
	struct test_random random = test_random_start(4);
	struct dae_kkt *kkt = dae_kkt_create(&pattern);
	double both[2 * N], one[N], two[N];
	(void)state;
	fill(kkt, &random);
	for (int i = 0; i < N; i++) {
		both[i] = one[i] = test_random_in(&random, -1, 1);
		both[N + i] = two[i] = test_random_in(&random, -1, 1);
	}
	assert_int_equal(dae_kkt_factor(kkt, &options, 1), 0);
	dae_kkt_solve(kkt, 2, both);
	dae_kkt_solve(kkt, 1, one);
	dae_kkt_solve(kkt, 1, two);
	assert_memory_equal(both, one, sizeof one);
	assert_memory_equal(both + N, two, sizeof two);
	dae_kkt_free(kkt);
}

/* a row written twice: the motion is that of the row once, the multiplier is shared equally (minimum norm) */
static void a_row_written_twice_shares_its_multiplier(void **state)
{
	struct test_random random = test_random_start(5);
	struct dae_kkt *kkt = dae_kkt_create(&pattern);
	double x[N] = {1, -2, 0.5, 0.3, 1, 2};
	(void)state;
	fill(kkt, &random);
	for (int b = 0; b < 2; b++) {
		memcpy(dae_kkt_jacobian(kkt) + 6 * b + 3, dae_kkt_jacobian(kkt) + 6 * b, 3 * sizeof(double));
	}
	assert_int_equal(dae_kkt_factor(kkt, &options, 0), 0);
	dae_kkt_solve_refined(kkt, 2, x);
	assert_close(x[N_V], x[N_V + 1], 1e-5 * (1 + la_norm_max(N_G, x + N_V)));
	double rows[N_G];
	memset(rows, 0, sizeof rows);
	dae_kkt_add_jacobian(kkt, x, rows);
	assert_close(rows[0], 0, 1e-13);
	assert_close(rows[2], 0, 1e-13);
	dae_kkt_free(kkt);
}

/* the same problem with all masses, stiffnesses and forces multiplied: same motion, multipliers multiplied */
static void the_solution_does_not_depend_on_the_unit_of_mass(void **state)
{
	double last[N];
	(void)state;
	for (int k = -6; k <= 6; k += 3) {
		struct test_random random = test_random_start(6);
		struct dae_kkt *kkt = dae_kkt_create(&pattern);
		double unit = pow(10, k);
		double x[N];
		fill(kkt, &random);
		for (int i = 0; i < 18; i++) {
			dae_kkt_mass(kkt)[i] *= unit;
		}
		for (int i = 0; i < N; i++) {
			x[i] = test_random_in(&random, -1, 1) * (i < N_V ? unit : 1);
		}
		assert_int_equal(dae_kkt_factor(kkt, &options, 0), 0);
		dae_kkt_solve(kkt, 1, x);
		for (int i = 0; i < N; i++) {
			x[i] /= i < N_V ? 1 : unit;
			if (k > -6) {
				assert_close(x[i], last[i], 1e-9 * (1 + la_norm_max(N, last)));
			}
			last[i] = x[i];
		}
		dae_kkt_free(kkt);
	}
}

/* a body without mass is held by its constraints alone: three rows on the second body */
static void a_massless_body_held_by_its_constraints_is_solved(void **state)
{
	static const struct la_block rows[] = {{0, 3, 3, 3}, {0, 0, 3, 3}};
	struct dae_system system = pattern;
	struct test_random random = test_random_start(7);
	system.n_jacobian_blocks = 2;
	system.jacobian_blocks = rows;
	struct dae_kkt *kkt = dae_kkt_create(&system);
	double x[N], a[N * N], b[N];
	int pivot[N];
	(void)state;
	fill(kkt, &random);
	memset(dae_kkt_mass(kkt) + 9, 0, 9 * sizeof(double));
	for (int i = 0; i < N; i++) {
		x[i] = b[i] = test_random_in(&random, -1, 1);
	}
	assert_int_equal(dae_kkt_factor(kkt, &options, 0), 0);
	dae_kkt_solve_refined(kkt, 2, x);
	memset(a, 0, sizeof a);
	add_blocks(2, mass_blocks, dae_kkt_mass(kkt), 0, 0, a);
	add_blocks(2, rows, dae_kkt_jacobian(kkt), N_V, 1, a);
	assert_int_equal(la_lu_factor(N, a, N, pivot), 0);
	la_lu_solve(N, a, N, pivot, 1, b, N);
	for (int i = 0; i < N; i++) {
		assert_close(x[i], b[i], 1e-8 * (1 + la_norm_max(N, b)));
	}
	dae_kkt_free(kkt);
}

/* largest row sum of magnitudes and mean size of the diagonal of a matrix over the velocities, these in their units */
static void measure(int n_blocks, const struct la_block *blocks, const double *values, double *norm, double *mean)
{
	double a[N * N] = {0};
	add_blocks(n_blocks, blocks, values, 0, 0, a);
	*norm = *mean = 0;
	for (int i = 0; i < N_V; i++) {
		double sum = 0;
		for (int j = 0; j < N_V; j++) {
			sum += fabs(a[i + j * N]) * motion_size[i] * motion_size[j];
		}
		*norm = fmax(*norm, sum);
		*mean += fabs(a[i + i * N]) * motion_size[i] * motion_size[i] / N_V;
	}
}

/* m_r + d_r h + k_r h^2 by both recipes of Bauchau, Epple, Bottasso, section 2, and s = 1; the solution is the same */
static void the_scale_follows_the_choice_and_the_solution_does_not(void **state)
{
	struct test_random random = test_random_start(8);
	struct dae_kkt *kkt = dae_kkt_create(&pattern);
	(void)state;
	for (int trial = 0; trial < 10; trial++) {
		double right[N], expected[N], norm[2], mean[2];
		fill(kkt, &random);
		for (int i = 0; i < N; i++) {
			right[i] = expected[i] = test_random_in(&random, -1, 1);
		}
		solve_dense(kkt, 1, expected);
		measure(2, mass_blocks, dae_kkt_mass(kkt), &norm[0], &mean[0]);
		measure(4, tangent_blocks, dae_kkt_tangent(kkt), &norm[1], &mean[1]);
		const double scales[DAE_SCALING_COUNT] = {
			[DAE_SCALE_AVERAGE] = mean[0] + mean[1],
			[DAE_SCALE_NORM] = norm[0] + norm[1],
			[DAE_SCALE_NONE] = 1,
		};
		for (int k = 0; k < DAE_SCALING_COUNT; k++) {
			struct dae_kkt_options chosen = options;
			double x[N];
			chosen.scaling = (enum dae_scaling)k;
			memcpy(x, right, sizeof x);
			assert_int_equal(dae_kkt_factor(kkt, &chosen, 1), 0);
			assert_close(kkt->scale, scales[k], 1e-15 * scales[k] * N);
			dae_kkt_solve_refined(kkt, 2, x);
			for (int i = 0; i < N; i++) {
				assert_close(x[i], expected[i], 1e-9 * (1 + la_norm_max(N, expected)));
			}
		}
	}
	dae_kkt_free(kkt);
}

static void the_mean_of_the_diagonal_is_the_choice_when_nothing_is_said(void **state)
{
	struct test_random random = test_random_start(9);
	struct dae_kkt *kkt = dae_kkt_create(&pattern);
	struct dae_options all = dae_options_for(1e-6);
	double norm, mean;
	(void)state;
	fill(kkt, &random);
	measure(2, mass_blocks, dae_kkt_mass(kkt), &norm, &mean);
	assert_int_equal(dae_kkt_factor(kkt, &all.kkt, 0), 0);
	assert_close(kkt->scale, mean, 1e-15 * mean * N);
	dae_kkt_free(kkt);
}

/* two rows alike but for a tilt, as those of an overconstrained mechanism at a point that is off its constraints */
static void rows_redundant_so_far_stay_so_off_the_constraints(void **state)
{
	struct test_random random = test_random_start(21);
	struct dae_kkt *kkt = dae_kkt_create(&pattern);
	(void)state;
	for (double tilt = 1e-6; tilt < 0.2; tilt *= 10) {
		struct dae_kkt_options aware = options;
		fill(kkt, &random);
		for (int i = 0; i < 3; i++) {
			dae_kkt_jacobian(kkt)[3 + i] = dae_kkt_jacobian(kkt)[i] + (i == 0 ? 0.1 * tilt : 0);
			dae_kkt_jacobian(kkt)[9 + i] = dae_kkt_jacobian(kkt)[6 + i];
		}
		aware.permanent = 1;
		aware.off = tilt;
		assert_int_equal(dae_kkt_factor(kkt, &aware, 1), 0);
		assert_int_equal(dae_kkt_last_rank(kkt).redundant, 1);
		assert_int_equal(dae_kkt_last_rank(kkt).sensitive, 0);
		/* rows that never were redundant, or are not at a point this close to the constraints, are constraints */
		assert_int_equal(dae_kkt_factor(kkt, &options, 1), 0);
		assert_int_equal(dae_kkt_last_rank(kkt).redundant, 0);
		aware.off = 1e-3 * tilt;
		assert_int_equal(dae_kkt_factor(kkt, &aware, 1), 0);
		assert_int_equal(dae_kkt_last_rank(kkt).redundant, 0);
	}
	dae_kkt_free(kkt);
}

/* Rows (1, 0, 0), (1, x, 0), (0, 1, y) of one body, in sizes: the direction (-1, 1, -x) with the eigenvalue x^2 y^2 / 2 has hardly a part in
 * the last. Eliminated in this order the last two leave pivots of x^2 and y^2. */
static void a_direction_that_two_pivots_share_is_found(void **state)
{
	static const int order[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
	static const double parts[] = {1e-3, 3e-3};
	struct dae_kkt_options blunt = options;
	struct test_random random = test_random_start(23);
	struct dae_kkt *kkt = dae_kkt_create(&pattern);
	(void)state;
	blunt.threshold = 1e-9;
	for (int k = 0; k < 12; k++) {
		const double part = parts[k / 6];
		const double rows[3][3] = {{1, 0, 0}, {1, part, 0}, {0, 1, part}};
		fill(kkt, &random);
		memset(dae_kkt_jacobian(kkt), 0, 18 * sizeof(double));
		for (int i = 0; i < 9; i++) {
			const int row = i / 3;
			dae_kkt_jacobian(kkt)[6 + i] =
				rows[order[k % 6][row]][i % 3] * constraint_size[row] / motion_size[3 + i % 3];
		}
		assert_int_equal(dae_kkt_factor(kkt, &blunt, 0), 0);
		assert_int_equal(dae_kkt_last_rank(kkt).sensitive, 1);
		assert_true(dae_kkt_last_rank(kkt).distance < 2 * part * part);
	}
	dae_kkt_free(kkt);
}

/* Two rows alike but for a tilt, under a force: what they hold they hold up to rounding over the tilt, not over its square, which is as much as the factors know of
 * the eigenvalue. */
static void what_is_about_to_be_lost_is_held(void **state)
{
	static const double tilt = 1e-6;
	struct test_random random = test_random_start(24);
	struct dae_kkt_options holding = options;
	holding.hold = DAE_HOLD_NEAR;
	struct dae_kkt *kkt = dae_kkt_create(&pattern);
	(void)state;
	for (int trial = 0; trial < 20; trial++) {
		double solution[N] = {0};
		fill(kkt, &random);
		for (int i = 0; i < 3; i++) {
			dae_kkt_jacobian(kkt)[3 + i] = dae_kkt_jacobian(kkt)[i] + (i == 0 ? tilt : 0);
			dae_kkt_jacobian(kkt)[9 + i] = dae_kkt_jacobian(kkt)[6 + i];
		}
		for (int i = 0; i < N_V; i++) {
			solution[i] = test_random_in(&random, -1, 1);
		}
		assert_int_equal(dae_kkt_factor(kkt, &holding, 0), 0);
		assert_int_equal(dae_kkt_last_rank(kkt).sensitive, 1);
		assert_int_equal(dae_kkt_last_rank(kkt).redundant, 0);
		dae_kkt_solve(kkt, 1, solution);
		assert_close(solution[0], 0, 1e-15 / tilt);
	}
	dae_kkt_free(kkt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_forms_equal_the_dense_solution),
		cmocka_unit_test(errors_are_damped_within_the_constraints_and_dropped_or_kept_across_them),
		cmocka_unit_test(two_right_hand_sides_are_solved_at_once),
		cmocka_unit_test(a_row_written_twice_shares_its_multiplier),
		cmocka_unit_test(the_solution_does_not_depend_on_the_unit_of_mass),
		cmocka_unit_test(a_massless_body_held_by_its_constraints_is_solved),
		cmocka_unit_test(the_scale_follows_the_choice_and_the_solution_does_not),
		cmocka_unit_test(the_mean_of_the_diagonal_is_the_choice_when_nothing_is_said),
		cmocka_unit_test(rows_redundant_so_far_stay_so_off_the_constraints),
		cmocka_unit_test(a_direction_that_two_pivots_share_is_found),
		cmocka_unit_test(what_is_about_to_be_lost_is_held),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
