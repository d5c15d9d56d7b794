#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_kkt_struct.h"
#include "dae_reduced.h"
#include "dae_relative.h"
#include "dae_singular.h"
#include "la_dense.h"

LA_FUNCTION double *dae_kkt_mass(struct dae_kkt *kkt)
{
	return kkt->mass;
}

LA_FUNCTION double *dae_kkt_tangent(struct dae_kkt *kkt)
{
	return kkt->tangent;
}

LA_FUNCTION double *dae_kkt_jacobian(struct dae_kkt *kkt)
{
	return kkt->jacobian;
}

LA_FUNCTION int dae_kkt_evaluate(struct dae_kkt *kkt, const struct dae_point *p)
{
	const struct dae_system *system = kkt->system;
	int status = system->mass(system->context, p->q, kkt->mass);
	return status ? status : system->jacobian(system->context, p, kkt->jacobian);
}

static double dae_kkt_size(const double *sizes, int i)
{
	return sizes ? sizes[i] : 1;
}

/* sum of the magnitudes on the diagonal of a matrix given by blocks, of the first n velocities in
 * units of size */
static double dae_kkt_diagonal_sum(int n_blocks, const struct la_block *blocks, const double *values,
                                   const double *size, int n)
{
	double sum = 0;
	for (int i = 0; i < n_blocks; i++) {
		const struct la_block *b = &blocks[i];
		for (int r = 0; r < b->rows; r++) {
			int c = b->row + r - b->col;
			if (c >= 0 && c < b->cols && b->row + r < n) {
				sum += fabs(values[r * b->cols + c]) * pow(dae_kkt_size(size, b->row + r), 2);
			}
		}
		values += b->rows * b->cols;
	}
	return sum;
}

/* largest sum of magnitudes in a row of a matrix given by blocks, for velocities in units of size;
 * sums[n] is scratch */
static double dae_kkt_norm(int n_blocks, const struct la_block *blocks, const double *values, const double *size, int n,
                           double *sums)
{
	memset(sums, 0, (size_t)n * sizeof *sums);
	for (int i = 0; i < n_blocks; i++) {
		const struct la_block *b = &blocks[i];
		for (int k = 0; k < b->rows * b->cols; k++) {
			int row = b->row + k / b->cols;
			sums[row] += fabs(values[k]) * dae_kkt_size(size, row) * dae_kkt_size(size, b->col + k % b->cols);
		}
		values += b->rows * b->cols;
	}
	return la_norm_max(n, sums);
}

static double dae_kkt_scale_by_average(struct dae_kkt *kkt, int with_tangent)
{
	const struct dae_system *system = kkt->system;
	const double *size = system->motion_size;
	const int n = dae_system_moving(system);
	double sum = dae_kkt_diagonal_sum(system->n_mass_blocks, system->mass_blocks, kkt->mass, size, n);
	if (with_tangent) {
		sum += dae_kkt_diagonal_sum(system->n_tangent_blocks, system->tangent_blocks, kkt->tangent, size, n);
	}
	return sum / n;
}

static double dae_kkt_scale_by_norm(struct dae_kkt *kkt, int with_tangent)
{
	const struct dae_system *system = kkt->system;
	const double *size = system->motion_size;
	int n = system->n_v;
	double norm = dae_kkt_norm(system->n_mass_blocks, system->mass_blocks, kkt->mass, size, n, kkt->right);
	if (with_tangent) {
		norm += dae_kkt_norm(system->n_tangent_blocks, system->tangent_blocks, kkt->tangent, size, n, kkt->right);
	}
	return norm;
}

static double dae_kkt_scale_by_one(struct dae_kkt *kkt, int with_tangent)
{
	(void)kkt;
	(void)with_tangent;
	return 1;
}

static double (*const dae_kkt_scales[DAE_SCALING_COUNT])(struct dae_kkt *kkt, int with_tangent) = {
	[DAE_SCALE_AVERAGE] = dae_kkt_scale_by_average,
	[DAE_SCALE_NORM] = dae_kkt_scale_by_norm,
	[DAE_SCALE_NONE] = dae_kkt_scale_by_one,
};

/* out = A^T B over the rows they share. Three columns of B at a time keep their sums in registers,
 * which saves 1 to 3 % of the instructions of a step. */
static void dae_kkt_gram(int rows, int a_cols, const double *a, int b_cols, const double *b, double *out)
{
	for (int k = 0; k < a_cols; k++) {
		int l = 0;
		for (; l + 2 < b_cols; l += 3) {
			double sum0 = 0, sum1 = 0, sum2 = 0;
			for (int r = 0; r < rows; r++) {
				const double *row = b + r * b_cols + l;
				const double factor = a[r * a_cols + k];
				sum0 += factor * row[0];
				sum1 += factor * row[1];
				sum2 += factor * row[2];
			}
			out[k * b_cols + l] = sum0;
			out[k * b_cols + l + 1] = sum1;
			out[k * b_cols + l + 2] = sum2;
		}
		for (; l < b_cols; l++) {
			double sum = 0;
			for (int r = 0; r < rows; r++) {
				sum += a[r * a_cols + k] * b[r * b_cols + l];
			}
			out[k * b_cols + l] = sum;
		}
	}
}

/* Adds rho s G^T G, pair by pair. A symmetric matrix is read below its diagonal alone: not to write
 * what lies above saves 2 % of the instructions of a step. */
static void dae_kkt_add_gram(struct dae_kkt *kkt, double factor)
{
	const struct dae_system *system = kkt->system;
	for (int i = 0; i < kkt->n_pairs; i++) {
		const struct dae_gram *p = &kkt->pairs[i];
		int a_cols = system->jacobian_blocks[p->first].cols;
		int b_cols = system->jacobian_blocks[p->second].cols;
		const double *a = kkt->measured + p->first_value + p->first_row * a_cols;
		const double *b = kkt->measured + p->second_value + p->second_row * b_cols;
		dae_kkt_gram(p->shared_rows, a_cols, a, b_cols, b, kkt->gram);
		la_sparse_add_block(kkt->matrix, p->block, factor, kkt->gram,
		                    p->first != p->second && (kkt->with_tangent || !p->is_below));
	}
}

static void dae_kkt_add_values(struct dae_kkt *kkt, int block, int n_blocks, const struct la_block *blocks,
                               const double *values, double factor, int mirror)
{
	for (int i = 0; i < n_blocks; i++) {
		la_sparse_add_block(kkt->matrix, block + i, factor, values, mirror);
		values += blocks[i].rows * blocks[i].cols;
	}
}

/* rows of G divided by their sizes */
static void dae_kkt_measure(struct dae_kkt *kkt)
{
	const struct dae_system *system = kkt->system;
	int n = 0;
	for (int i = 0; i < system->n_jacobian_blocks; i++) {
		const struct la_block *b = &system->jacobian_blocks[i];
		for (int r = 0; r < b->rows; r++) {
			const double size = dae_kkt_size(system->constraint_size, b->row + r);
			for (int c = 0; c < b->cols; c++, n++) {
				kkt->measured[n] = kkt->jacobian[n] / size;
			}
		}
	}
}

/* ---- factor and solve ---- */

static int dae_kkt_factor_sparse(struct dae_kkt *kkt)
{
	const struct dae_system *system = kkt->system;
	const struct dae_kkt_options *options = &kkt->options;
	const double scale = kkt->scale;
	double eps = options->rank == DAE_RANK_NONE ? 0 : options->regularization;
	int block = 0;
	la_sparse_clear(kkt->matrix);
	dae_kkt_add_values(kkt, block, system->n_mass_blocks, system->mass_blocks, kkt->mass, 1, 0);
	block += system->n_mass_blocks;
	if (kkt->with_tangent) {
		dae_kkt_add_values(kkt, block, system->n_tangent_blocks, system->tangent_blocks, kkt->tangent, 1, 0);
	}
	block += system->n_tangent_blocks;
	dae_kkt_add_values(kkt, block, system->n_jacobian_blocks, system->jacobian_blocks, kkt->measured, scale,
	                   kkt->with_tangent);
	block += system->n_jacobian_blocks + kkt->n_pairs;
	dae_kkt_add_gram(kkt, options->augmentation * scale);
	for (int i = 0; i < system->n_g; i++) {
		la_sparse_add_block(kkt->matrix, block + i, -eps * scale, &(double){1}, 0);
	}
	int unknown = kkt->with_tangent ? la_sparse_factor_lu(kkt->matrix) : la_sparse_factor_ldlt(kkt->matrix);
	if (unknown == 0 && options->rank == DAE_RANK_TRUNCATED) {
		dae_singular_find(kkt);
	}
	return unknown;
}

/* Whether b + G^T c is b to the last bit: c is zero, as in projections and for equations of motion,
 * and b has no negative zeros. Not to multiply then saves 1 % of the instructions of a step. */
static int dae_kkt_adds_nothing(const struct dae_system *system, const double *b, const double *c)
{
	for (int i = 0; i < system->n_g; i++) {
		if (c[i] != 0) {
			return 0;
		}
	}
	for (int i = 0; i < system->n_v; i++) {
		if (b[i] == 0 && signbit(b[i])) {
			return 0;
		}
	}
	return 1;
}

static void dae_kkt_solve_sparse(struct dae_kkt *kkt, int columns, double *right)
{
	const struct dae_system *system = kkt->system;
	for (int k = 0; k < columns; k++) {
		double *b = right + k * (system->n_v + system->n_g);
		double *c = b + system->n_v;
		if (!dae_kkt_adds_nothing(system, b, c)) {
			la_block_multiply_transposed(system->n_jacobian_blocks, system->jacobian_blocks, kkt->measured,
			                             kkt->options.augmentation * kkt->scale, c, b);
		}
		for (int i = 0; i < system->n_g; i++) {
			c[i] *= kkt->scale;
		}
	}
	la_sparse_solve(kkt->matrix, columns, right);
}

LA_TABLE const struct dae_kkt_kind dae_kkt_kinds[DAE_ACCELERATIONS_COUNT] = {
	[DAE_ACCELERATIONS_SPARSE] = {dae_kkt_factor_sparse, dae_kkt_solve_sparse},
	[DAE_ACCELERATIONS_REDUCED] = {dae_reduced_factor, dae_reduced_solve},
	[DAE_ACCELERATIONS_JOINT] = {dae_relative_factor, dae_relative_solve},
};

/* without tangent, with eps alone for what is rounding, and where no rows always depend on others,
 * there is a choice */
static enum dae_accelerations dae_kkt_choose(const struct dae_kkt_options *options, int with_tangent)
{
	const int free = !with_tangent && options->rank != DAE_RANK_DIRECT && options->permanent == 0;
	return free ? options->accelerations : DAE_ACCELERATIONS_SPARSE;
}

LA_FUNCTION int dae_kkt_factor(struct dae_kkt *kkt, const struct dae_kkt_options *options, int with_tangent)
{
	double scale = dae_kkt_scales[options->scaling](kkt, with_tangent);
	kkt->scale = scale > 0 ? scale : 1;
	kkt->options = *options;
	kkt->with_tangent = with_tangent;
	dae_kkt_measure(kkt);
	dae_kkt_forget_rank(kkt);
	kkt->kind = &dae_kkt_kinds[dae_kkt_choose(options, with_tangent)];
	int unknown = kkt->kind->factor(kkt);
	if (unknown < 0) {
		kkt->kind = &dae_kkt_kinds[DAE_ACCELERATIONS_SPARSE];
		unknown = kkt->kind->factor(kkt);
	}
	return unknown;
}

LA_FUNCTION struct dae_kkt_rank dae_kkt_last_rank(const struct dae_kkt *kkt)
{
	return kkt->rank;
}

LA_FUNCTION void dae_kkt_forget_rank(struct dae_kkt *kkt)
{
	kkt->n_singular = 0;
	kkt->next_eigenvalue = 1;
	kkt->rank = (struct dae_kkt_rank){0, 0, 1};
}

LA_FUNCTION double dae_kkt_clearance(struct dae_kkt *kkt)
{
	const int n_v = kkt->system->n_v;
	double least = kkt->n_singular > 0 ? 0 : 1;
	if (kkt->options.rank != DAE_RANK_TRUNCATED && kkt->kind == &dae_kkt_kinds[DAE_ACCELERATIONS_SPARSE]) {
		la_sparse_pivots(kkt->matrix, kkt->pivot);
	}
	for (int i = n_v; i < n_v + kkt->system->n_g; i++) {
		least = fmin(least, fabs(kkt->pivot[i]) / kkt->scale);
	}
	return least;
}

LA_FUNCTION void dae_kkt_solve(struct dae_kkt *kkt, int columns, double *right)
{
	const struct dae_system *system = kkt->system;
	const int is_singular = kkt->n_singular > 0;
	int n = system->n_v + system->n_g;
	for (int k = 0; k < columns; k++) {
		double *c = right + k * n + system->n_v;
		for (int i = 0; i < system->n_g; i++) {
			c[i] /= dae_kkt_size(system->constraint_size, i);
		}
		if (is_singular) {
			dae_singular_ask(kkt, c, k);
			dae_singular_remove_redundant(kkt, c);
		}
	}
	kkt->kind->solve(kkt, columns, right);
	for (int k = 0; k < columns; k++) {
		double *y = right + k * n + system->n_v;
		if (is_singular) {
			dae_singular_remove_redundant(kkt, y);
			dae_singular_hold(kkt, right + k * n, y, k);
		}
		for (int i = 0; i < system->n_g; i++) {
			y[i] *= kkt->scale / dae_kkt_size(system->constraint_size, i);
		}
	}
}

LA_FUNCTION void dae_kkt_project(struct dae_kkt *kkt, int columns, double *vectors)
{
	int n_v = kkt->system->n_v;
	int n = n_v + kkt->system->n_g;
	for (int k = 0; k < columns; k++) {
		double *right = kkt->right + k * n;
		dae_kkt_mass_multiply(kkt, vectors + k * n_v, right);
		memset(right + n_v, 0, (size_t)(n - n_v) * sizeof *right);
	}
	kkt->kind->solve(kkt, columns, kkt->right);
	for (int k = 0; k < columns; k++) {
		memcpy(vectors + k * n_v, kkt->right + k * n, (size_t)n_v * sizeof *vectors);
	}
}

LA_FUNCTION void dae_kkt_damp(struct dae_kkt *kkt, double *vector)
{
	int n_v = kkt->system->n_v;
	dae_kkt_mass_multiply(kkt, vector, kkt->right);
	memset(kkt->right + n_v, 0, (size_t)kkt->system->n_g * sizeof *kkt->right);
	dae_kkt_add_jacobian(kkt, vector, kkt->right + n_v);
	dae_kkt_solve(kkt, 1, kkt->right);
	memcpy(vector, kkt->right, (size_t)n_v * sizeof *vector);
}

/* residual = right - [K G^T; G 0] [x; y] */
static void dae_kkt_residual(struct dae_kkt *kkt, const double *right, const double *solution)
{
	const struct dae_system *system = kkt->system;
	const double *x = solution;
	const double *y = solution + system->n_v;
	double *b = kkt->residual;
	double *c = kkt->residual + system->n_v;
	memcpy(b, right, (size_t)(system->n_v + system->n_g) * sizeof *b);
	la_block_multiply(system->n_mass_blocks, system->mass_blocks, kkt->mass, -1, x, b);
	if (kkt->with_tangent) {
		la_block_multiply(system->n_tangent_blocks, system->tangent_blocks, kkt->tangent, -1, x, b);
	}
	la_block_multiply_transposed(system->n_jacobian_blocks, system->jacobian_blocks, kkt->jacobian, -1, y, b);
	la_block_multiply(system->n_jacobian_blocks, system->jacobian_blocks, kkt->jacobian, -1, x, c);
}

LA_FUNCTION void dae_kkt_shorten(const struct dae_kkt *kkt, double *lambda)
{
	const struct dae_system *system = kkt->system;
	for (int i = 0; i < system->n_g; i++) {
		lambda[i] *= dae_kkt_size(system->constraint_size, i);
	}
	dae_singular_remove_redundant(kkt, lambda);
	for (int i = 0; i < system->n_g; i++) {
		lambda[i] /= dae_kkt_size(system->constraint_size, i);
	}
}

LA_FUNCTION void dae_kkt_solve_refined(struct dae_kkt *kkt, int times, double *right)
{
	int n = kkt->system->n_v + kkt->system->n_g;
	memcpy(kkt->right, right, (size_t)n * sizeof *right);
	dae_kkt_solve(kkt, 1, right);
	for (int k = 0; k < times; k++) {
		dae_kkt_residual(kkt, kkt->right, right);
		dae_kkt_solve(kkt, 1, kkt->residual);
		for (int i = 0; i < n; i++) {
			right[i] += kkt->residual[i];
		}
	}
}

LA_FUNCTION void dae_kkt_mass_multiply(const struct dae_kkt *kkt, const double *x, double *y)
{
	const struct dae_system *system = kkt->system;
	memset(y, 0, (size_t)system->n_v * sizeof *y);
	la_block_multiply(system->n_mass_blocks, system->mass_blocks, kkt->mass, 1, x, y);
}

LA_FUNCTION void dae_kkt_add_jacobian(const struct dae_kkt *kkt, const double *x, double *y)
{
	const struct dae_system *system = kkt->system;
	la_block_multiply(system->n_jacobian_blocks, system->jacobian_blocks, kkt->jacobian, 1, x, y);
}

LA_FUNCTION void dae_kkt_motion_residual(const struct dae_kkt *kkt, const struct dae_point *p, double *force)
{
	const struct dae_system *system = kkt->system;
	la_block_multiply(system->n_mass_blocks, system->mass_blocks, kkt->mass, -1, p->a, force);
	la_block_multiply_transposed(system->n_jacobian_blocks, system->jacobian_blocks, kkt->jacobian, -1, p->lambda,
	                             force);
}

/* the most singular direction apart from the permanent ones; -1: there is none */
static int dae_kkt_weakest_direction(const struct dae_kkt *kkt)
{
	const int permanent = kkt->options.permanent < kkt->rank.redundant ? kkt->options.permanent : kkt->rank.redundant;
	return permanent < kkt->n_singular ? permanent : -1;
}

LA_FUNCTION int dae_kkt_weakest_row(const struct dae_kkt *kkt)
{
	const int k = dae_kkt_weakest_direction(kkt);
	const double *direction = k < 0 ? NULL : dae_singular_column(kkt, k) + kkt->system->n_v;
	int weakest = -1;
	double most = -1;
	for (int i = 0; i < kkt->system->n_g; i++) {
		const double pivot = fabs(kkt->pivot[kkt->system->n_v + i]);
		const double weakness = direction ? fabs(direction[i]) : 1 / fmax(pivot, DBL_MIN);
		if (weakness > most) {
			most = weakness;
			weakest = i;
		}
	}
	return weakest;
}

LA_FUNCTION double dae_kkt_engaged(const struct dae_kkt *kkt, const double *motion)
{
	const int k = dae_kkt_weakest_direction(kkt);
	const int moving = dae_system_moving(kkt->system);
	double engaged = 0;
	for (int i = 0; k >= 0 && i < moving; i++) {
		const double move = fabs(motion[i]) / kkt->system->motion_size[i];
		engaged = dae_singular_holds(kkt, k)[i] ? fmax(engaged, move) : engaged;
	}
	return engaged;
}
