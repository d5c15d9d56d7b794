#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dae_kkt_parts.h"
#include "dae_singular.h"
#include "la_dense.h"

#define DAE_KKT_SINGULAR_NUMBERS 10000000

/* two Jacobian blocks that share rows: their product is a block of G^T G. The rows they share start at
 * `first_row`/`second_row` inside the blocks. */
struct dae_gram {
	int first, second;             /* block numbers */
	int first_value, second_value; /* where their values start */
	int first_row, second_row, shared_rows;
	int block; /* number in the matrix' block list */
};

static int dae_kkt_shared_rows(const struct la_block *a, const struct la_block *b, struct dae_gram *pair)
{
	int begin = a->row > b->row ? a->row : b->row;
	int a_end = a->row + a->rows;
	int b_end = b->row + b->rows;
	int end = a_end < b_end ? a_end : b_end;
	pair->first_row = begin - a->row;
	pair->second_row = begin - b->row;
	pair->shared_rows = end - begin;
	return end > begin;
}

/* all pairs (first >= second in column order, so that each lands once, in one triangle); counts only where pairs is NULL.
 * reach[i]: the row after the last one of blocks 0 .. i: blocks of rows in order have few others to look at. */
static int dae_kkt_find_pairs(const struct dae_system *system, const int *reach, struct dae_gram *pairs)
{
	int count = 0;
	int first_value = 0, skipped = 0, skipped_values = 0;
	for (int i = 0; i < system->n_jacobian_blocks; i++) {
		const struct la_block *a = &system->jacobian_blocks[i];
		/* rows may go back: then nothing is skipped */
		if (skipped > 0 && reach[skipped - 1] > a->row) {
			skipped = 0;
			skipped_values = 0;
		}
		for (; skipped < i && reach[skipped] <= a->row; skipped++) {
			skipped_values += system->jacobian_blocks[skipped].rows * system->jacobian_blocks[skipped].cols;
		}
		int second_value = skipped_values;
		for (int j = skipped; j <= i; j++) {
			const struct la_block *b = &system->jacobian_blocks[j];
			struct dae_gram pair = {.first = i, .second = j, .first_value = first_value, .second_value = second_value};
			if (dae_kkt_shared_rows(a, b, &pair)) {
				if (pairs) {
					pairs[count] = pair;
				}
				count++;
			}
			second_value += b->rows * b->cols;
		}
		first_value += a->rows * a->cols;
	}
	return count;
}

/* kkt->pairs; -1 when memory is out */
static int dae_kkt_create_pairs(struct dae_kkt *kkt)
{
	const struct dae_system *system = kkt->system;
	int *reach = calloc((size_t)system->n_jacobian_blocks + 1, sizeof *reach);
	if (!reach) {
		return -1;
	}
	for (int i = 0; i < system->n_jacobian_blocks; i++) {
		const int end = system->jacobian_blocks[i].row + system->jacobian_blocks[i].rows;
		reach[i] = i > 0 && reach[i - 1] > end ? reach[i - 1] : end;
	}
	kkt->n_pairs = dae_kkt_find_pairs(system, reach, NULL);
	kkt->pairs = calloc((size_t)kkt->n_pairs + 1, sizeof *kkt->pairs);
	if (kkt->pairs) {
		dae_kkt_find_pairs(system, reach, kkt->pairs);
	}
	free(reach);
	return kkt->pairs ? 0 : -1;
}

/* number of the matrix' blocks: mass, tangent, jacobian, gram, then the diagonal of the multipliers */
static int dae_kkt_block_count(const struct dae_system *system, int n_pairs)
{
	return system->n_mass_blocks + system->n_tangent_blocks + system->n_jacobian_blocks + n_pairs + system->n_g;
}

static void dae_kkt_list_blocks(const struct dae_system *system, int n_pairs, struct dae_gram *pairs,
                                struct la_block *blocks)
{
	int n = 0;
	for (int i = 0; i < system->n_mass_blocks; i++) {
		blocks[n++] = system->mass_blocks[i];
	}
	for (int i = 0; i < system->n_tangent_blocks; i++) {
		blocks[n++] = system->tangent_blocks[i];
	}
	for (int i = 0; i < system->n_jacobian_blocks; i++) {
		blocks[n] = system->jacobian_blocks[i];
		blocks[n++].row += system->n_v;
	}
	for (int i = 0; i < n_pairs; i++) {
		const struct la_block *a = &system->jacobian_blocks[pairs[i].first];
		const struct la_block *b = &system->jacobian_blocks[pairs[i].second];
		pairs[i].block = n;
		blocks[n++] = (struct la_block){.row = a->col, .col = b->col, .rows = a->cols, .cols = b->cols};
	}
	for (int i = 0; i < system->n_g; i++) {
		blocks[n++] = (struct la_block){.row = system->n_v + i, .col = system->n_v + i, .rows = 1, .cols = 1};
	}
}

static struct la_sparse *dae_kkt_create_matrix(const struct dae_system *system, int n_pairs, struct dae_gram *pairs)
{
	int n = system->n_v + system->n_g;
	int n_blocks = dae_kkt_block_count(system, n_pairs);
	struct la_block *blocks = calloc((size_t)n_blocks + 1, sizeof *blocks);
	int *stage = calloc((size_t)n + 1, sizeof *stage);
	struct la_sparse *matrix = NULL;
	if (blocks && stage) {
		dae_kkt_list_blocks(system, n_pairs, pairs, blocks);
		for (int i = system->n_v; i < n; i++) {
			stage[i] = 1;
		}
		matrix = la_sparse_create(n, n_blocks, blocks, stage);
	}
	free(blocks);
	free(stage);
	return matrix;
}

static int dae_kkt_largest_gram(const struct dae_system *system)
{
	int largest = 0;
	for (int i = 0; i < system->n_jacobian_blocks; i++) {
		if (system->jacobian_blocks[i].cols > largest) {
			largest = system->jacobian_blocks[i].cols;
		}
	}
	return largest * largest;
}

/* room for as many near-singular directions as there are rows, but no more than a fixed number of doubles holds: at a
 * thousand rows all of them, at ten thousand bodies 200, more than which would take the time of dense algebra */
static int dae_kkt_allocate_singular(struct dae_kkt *kkt)
{
	size_t n = (size_t)kkt->system->n_v + (size_t)kkt->system->n_g;
	kkt->room = kkt->system->n_g;
	if (kkt->room > 0 && n * (size_t)kkt->room > DAE_KKT_SINGULAR_NUMBERS) {
		kkt->room = (int)(DAE_KKT_SINGULAR_NUMBERS / n) + 1;
	}
	size_t rows = (size_t)kkt->room;
	size_t work = (size_t)la_eigen_work((int)rows);
	kkt->singular = calloc(3 * n * rows + rows * rows + 2 * rows + work + 1, sizeof *kkt->singular);
	if (!kkt->singular) {
		return -1;
	}
	kkt->ritz_vectors = kkt->singular + n * rows;
	kkt->selected = kkt->ritz_vectors + n * rows;
	kkt->ritz = kkt->selected + n * rows;
	kkt->ritz_values = kkt->ritz + rows * rows;
	kkt->eigenvalue = kkt->ritz_values + rows;
	kkt->ritz_work = kkt->eigenvalue + rows;
	return 0;
}

LA_FUNCTION struct dae_kkt *dae_kkt_create(const struct dae_system *system)
{
	struct dae_kkt *kkt = calloc(1, sizeof *kkt);
	if (!kkt) {
		return NULL;
	}
	size_t n = (size_t)(system->n_v + system->n_g);
	size_t mass = (size_t)dae_block_values(system->n_mass_blocks, system->mass_blocks);
	size_t tangent = (size_t)dae_block_values(system->n_tangent_blocks, system->tangent_blocks);
	size_t jacobian = (size_t)dae_block_values(system->n_jacobian_blocks, system->jacobian_blocks);
	kkt->system = system;
	kkt->mass = calloc(mass + 1, sizeof *kkt->mass);
	kkt->tangent = calloc(tangent + 1, sizeof *kkt->tangent);
	kkt->jacobian = calloc(jacobian + 1, sizeof *kkt->jacobian);
	kkt->measured = calloc(jacobian + 1, sizeof *kkt->measured);
	kkt->gram = calloc((size_t)dae_kkt_largest_gram(system) + 1, sizeof *kkt->gram);
	kkt->right = calloc(4 * n + 1, sizeof *kkt->right);
	int complete = dae_kkt_create_pairs(kkt) == 0 && kkt->mass && kkt->tangent && kkt->jacobian && kkt->measured &&
	               kkt->gram && kkt->right;
	if (complete && dae_kkt_allocate_singular(kkt) == 0) {
		kkt->residual = kkt->right + n;
		kkt->pivot = kkt->residual + n;
		kkt->rounding = kkt->pivot + n;
		kkt->coordinate = kkt->rounding + system->n_g;
		kkt->matrix = dae_kkt_create_matrix(system, kkt->n_pairs, kkt->pairs);
	}
	if (!kkt->matrix) {
		dae_kkt_free(kkt);
		return NULL;
	}
	return kkt;
}

LA_FUNCTION void dae_kkt_free(struct dae_kkt *kkt)
{
	if (kkt) {
		la_sparse_free(kkt->matrix);
		free(kkt->pairs);
		free(kkt->mass);
		free(kkt->tangent);
		free(kkt->jacobian);
		free(kkt->measured);
		free(kkt->gram);
		free(kkt->right);
		free(kkt->singular);
		free(kkt);
	}
}

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

/* sum of the magnitudes on the diagonal of a matrix given by blocks, for velocities in units of size */
static double dae_kkt_diagonal_sum(int n_blocks, const struct la_block *blocks, const double *values,
                                   const double *size)
{
	double sum = 0;
	for (int i = 0; i < n_blocks; i++) {
		const struct la_block *b = &blocks[i];
		for (int r = 0; r < b->rows; r++) {
			int c = b->row + r - b->col;
			if (c >= 0 && c < b->cols) {
				sum += fabs(values[r * b->cols + c]) * pow(dae_kkt_size(size, b->row + r), 2);
			}
		}
		values += b->rows * b->cols;
	}
	return sum;
}

/* largest sum of magnitudes in a row of a matrix given by blocks, for velocities in units of size; sums[n] is scratch */
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
	double sum = dae_kkt_diagonal_sum(system->n_mass_blocks, system->mass_blocks, kkt->mass, size);
	if (with_tangent) {
		sum += dae_kkt_diagonal_sum(system->n_tangent_blocks, system->tangent_blocks, kkt->tangent, size);
	}
	return sum / system->n_v;
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

/* adds rho s G^T G, pair by pair */
static void dae_kkt_add_gram(struct dae_kkt *kkt, double factor)
{
	const struct dae_system *system = kkt->system;
	for (int i = 0; i < kkt->n_pairs; i++) {
		const struct dae_gram *p = &kkt->pairs[i];
		int a_cols = system->jacobian_blocks[p->first].cols;
		int b_cols = system->jacobian_blocks[p->second].cols;
		const double *a = kkt->measured + p->first_value + p->first_row * a_cols;
		const double *b = kkt->measured + p->second_value + p->second_row * b_cols;
		for (int k = 0; k < a_cols; k++) {
			for (int l = 0; l < b_cols; l++) {
				double sum = 0;
				for (int r = 0; r < p->shared_rows; r++) {
					sum += a[r * a_cols + k] * b[r * b_cols + l];
				}
				kkt->gram[k * b_cols + l] = sum;
			}
		}
		la_sparse_add_block(kkt->matrix, p->block, factor, kkt->gram, p->first != p->second);
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
		for (int k = 0; k < b->rows * b->cols; k++, n++) {
			kkt->measured[n] = kkt->jacobian[n] / dae_kkt_size(system->constraint_size, b->row + k / b->cols);
		}
	}
}

/* ---- factor and solve ---- */

LA_FUNCTION int dae_kkt_factor(struct dae_kkt *kkt, const struct dae_kkt_options *options, int with_tangent)
{
	const struct dae_system *system = kkt->system;
	double scale = dae_kkt_scales[options->scaling](kkt, with_tangent);
	scale = scale > 0 ? scale : 1;

	double eps = options->rank == DAE_RANK_NONE ? 0 : options->regularization;
	int block = 0;
	dae_kkt_measure(kkt);
	la_sparse_clear(kkt->matrix);
	dae_kkt_add_values(kkt, block, system->n_mass_blocks, system->mass_blocks, kkt->mass, 1, 0);
	block += system->n_mass_blocks;
	if (with_tangent) {
		dae_kkt_add_values(kkt, block, system->n_tangent_blocks, system->tangent_blocks, kkt->tangent, 1, 0);
	}
	block += system->n_tangent_blocks;
	dae_kkt_add_values(kkt, block, system->n_jacobian_blocks, system->jacobian_blocks, kkt->measured, scale, 1);
	block += system->n_jacobian_blocks + kkt->n_pairs;
	dae_kkt_add_gram(kkt, options->augmentation * scale);
	for (int i = 0; i < system->n_g; i++) {
		la_sparse_add_block(kkt->matrix, block + i, -eps * scale, &(double){1}, 0);
	}
	kkt->scale = scale;
	kkt->options = *options;
	kkt->with_tangent = with_tangent;
	int unknown = with_tangent ? la_sparse_factor_lu(kkt->matrix) : la_sparse_factor_ldlt(kkt->matrix);
	dae_kkt_forget_rank(kkt);
	if (unknown == 0 && options->rank == DAE_RANK_TRUST_REGION) {
		dae_singular_find(kkt);
	}
	return unknown;
}

LA_FUNCTION void dae_kkt_solve(struct dae_kkt *kkt, int columns, double *right)
{
	const struct dae_system *system = kkt->system;
	int n = system->n_v + system->n_g;
	for (int k = 0; k < columns; k++) {
		double *b = right + k * n;
		double *c = b + system->n_v;
		for (int i = 0; i < system->n_g; i++) {
			c[i] /= dae_kkt_size(system->constraint_size, i);
		}
		dae_singular_remove_redundant(kkt, c);
		dae_block_multiply_transposed(system->n_jacobian_blocks, system->jacobian_blocks, kkt->measured,
		                              kkt->options.augmentation * kkt->scale, c, b);
		for (int i = 0; i < system->n_g; i++) {
			c[i] *= kkt->scale;
		}
	}
	la_sparse_solve(kkt->matrix, columns, right);
	for (int k = 0; k < columns; k++) {
		double *y = right + k * n + system->n_v;
		dae_singular_remove_redundant(kkt, y);
		if (kkt->options.radius > 0 && kkt->n_singular > 0) {
			dae_singular_limit(kkt, right + k * n, y);
		}
		for (int i = 0; i < system->n_g; i++) {
			y[i] *= kkt->scale / dae_kkt_size(system->constraint_size, i);
		}
	}
}

LA_FUNCTION void dae_kkt_project(struct dae_kkt *kkt, int columns, double *vectors)
{
	int n_v = kkt->system->n_v;
	int n_g = kkt->system->n_g;
	for (int k = 0; k < columns; k++) {
		double *vector = vectors + k * n_v;
		dae_kkt_mass_multiply(kkt, vector, kkt->right);
		memset(kkt->right + n_v, 0, (size_t)n_g * sizeof *kkt->right);
		la_sparse_solve(kkt->matrix, 1, kkt->right);
		memcpy(vector, kkt->right, (size_t)n_v * sizeof *vector);
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
	dae_block_multiply(system->n_mass_blocks, system->mass_blocks, kkt->mass, -1, x, b);
	if (kkt->with_tangent) {
		dae_block_multiply(system->n_tangent_blocks, system->tangent_blocks, kkt->tangent, -1, x, b);
	}
	dae_block_multiply_transposed(system->n_jacobian_blocks, system->jacobian_blocks, kkt->jacobian, -1, y, b);
	dae_block_multiply(system->n_jacobian_blocks, system->jacobian_blocks, kkt->jacobian, -1, x, c);
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
	dae_block_multiply(system->n_mass_blocks, system->mass_blocks, kkt->mass, 1, x, y);
}

LA_FUNCTION void dae_kkt_add_jacobian(const struct dae_kkt *kkt, const double *x, double *y)
{
	const struct dae_system *system = kkt->system;
	dae_block_multiply(system->n_jacobian_blocks, system->jacobian_blocks, kkt->jacobian, 1, x, y);
}

LA_FUNCTION void dae_kkt_motion_residual(const struct dae_kkt *kkt, const struct dae_point *p, double *force)
{
	const struct dae_system *system = kkt->system;
	dae_block_multiply(system->n_mass_blocks, system->mass_blocks, kkt->mass, -1, p->a, force);
	dae_block_multiply_transposed(system->n_jacobian_blocks, system->jacobian_blocks, kkt->jacobian, -1, p->lambda,
	                              force);
}

LA_FUNCTION int dae_kkt_weakest_row(const struct dae_kkt *kkt)
{
	int n_v = kkt->system->n_v;
	int weakest = -1;
	double most = -1;
	for (int i = n_v; i < n_v + kkt->system->n_g; i++) {
		double weakness = kkt->n_singular > 0 ? fabs(kkt->singular[i]) : 1 / fmax(fabs(kkt->pivot[i]), DBL_MIN);
		if (weakness > most) {
			most = weakness;
			weakest = i - n_v;
		}
	}
	return weakest;
}
