/* Values and solution of the matrix of mech_static_matrix.h. */
#include "mech_static_matrix.h"

#include <math.h>
#include <string.h>

#include "la_dense.h"
#include "mech_assembly_close.h"
#include "mech_static_parts.h"

#define MECH_STATIC_EPSILON 1e-12
#define MECH_STATIC_LOST 1e-14 /* pivots below it, relative to the diagonal, are rounding */

LA_FUNCTION int mech_static_has_tangent(const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	return kind->force.tangent && !kind->force.is_friction;
}

/* ---- values ---- */

/* adds a block, or in a symmetric matrix its share in the symmetric part */
static void mech_static_put(struct mech_static_matrix *x, int block, const double *values)
{
	la_sparse_add_block(x->matrix, block, x->is_symmetric ? 0.5 : 1.0, values, x->is_symmetric);
}

/* the blocks of an element from its local matrix T[width x width]; returns the next block */
static int mech_static_spread(struct mech_static *m, const struct mech_element *e, int slots, int width,
                              const double *T, int block)
{
	struct mech_static_matrix *x = m->matrix;
	const int size = m->at.model->body_v;
	for (int k = 0; k < slots * slots; k++) {
		double values[MECH_MOST_BODY_V * MECH_MOST_BODY_V];
		if (e->body[k / slots] == MECH_GROUND || e->body[k % slots] == MECH_GROUND) {
			continue;
		}
		const struct la_block *b = &x->blocks[block];
		for (int i = 0; i < size * size; i++) {
			const int row = i / size, col = i % size;
			const double scale = m->space.column[b->row + row] * m->space.column[b->col + col];
			values[i] = scale * T[(k / slots * size + row) * width + k % slots * size + col];
			if (b->row + row == b->col + col) {
				x->diagonal[b->row + row] += values[i];
			}
		}
		mech_static_put(x, block++, values);
	}
	return block;
}

/* tangents of all elements, at m->at */
static int mech_static_fill_elements(struct mech_static *m, int block)
{
	const struct mech_model *model = m->at.model;
	double local[MECH_MOST_LOCAL * MECH_MOST_LOCAL];
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		if (mech_static_has_tangent(e)) {
			const int width = mech_local_size(model, e);
			memset(local, 0, (size_t)(width * width) * sizeof *local);
			mech_element_kind(e)->force.tangent(&m->at, e, 1.0, 0.0, local);
			mech_static_condense(m, e, local);
			block = mech_static_spread(m, e, e->n_bodies, width, local, block);
		}
	}
	return block;
}

/* curvatures of held coordinates */
static int mech_static_fill_targets(struct mech_static *m, int block)
{
	const struct mech_model *model = m->at.model;
	const double *held = m->lambda + m->space.rows;
	double local[MECH_MOST_PAIR_V * MECH_MOST_PAIR_V];
	for (int i = 0; i < model->n_targets; i++) {
		const struct mech_target *target = &model->targets[i];
		const double mu = mech_assembly_counts(&m->space, i, MECH_ASSEMBLY_POSITIONS) ? *held++ : 0.0;
		if (target->element < 0) {
			continue;
		}
		const struct mech_element *joint = &model->elements[target->element];
		const int width = 2 * model->body_v;
		memset(local, 0, (size_t)(width * width) * sizeof *local);
		if (mu != 0.0 && mech_element_kind(joint)->coordinate.curvature) {
			mech_element_kind(joint)->coordinate.curvature(&m->at, joint, target->coordinate, mu, local);
		}
		block = mech_static_spread(m, joint, 2, width, local, block);
	}
	return block;
}

/* s J^T J, then s J, whose values are already scaled */
static void mech_static_fill_rows(struct mech_static *m, int block)
{
	struct mech_static_matrix *x = m->matrix;
	const struct la_range *jacobian = m->space.all;
	const double *value = jacobian->values;
	for (int i = 0; i < jacobian->n_blocks; i++) {
		const struct la_block *a = &jacobian->blocks[i], *b = a;
		const double *other = value;
		for (int j = i; j >= 0 && b->row == a->row; j--, block++) {
			double product[MECH_MOST_BODY_V * MECH_MOST_BODY_V];
			for (int k = 0; k < a->cols * b->cols; k++) {
				product[k] = 0.0;
				for (int row = 0; row < a->rows; row++) {
					product[k] += value[row * a->cols + k / b->cols] * other[row * b->cols + k % b->cols];
				}
			}
			/* a pair of different blocks stands for both of its orders */
			la_sparse_add_block(x->matrix, block, x->size, product, j < i);
			b = j > 0 ? b - 1 : b;
			other -= j > 0 ? b->rows * b->cols : 0;
		}
		value += a->rows * a->cols;
	}
	value = jacobian->values;
	for (int i = 0; i < jacobian->n_blocks; i++) {
		la_sparse_add_block(x->matrix, block++, x->size, value, 1);
		value += jacobian->blocks[i].rows * jacobian->blocks[i].cols;
	}
	for (int i = 0; i < jacobian->rows; i++) {
		const double regular = -MECH_STATIC_EPSILON;
		la_sparse_add_block(x->matrix, block++, x->size, &regular, 0);
	}
}

LA_FUNCTION void mech_static_matrix_fill(struct mech_static *m, int is_symmetric)
{
	struct mech_static_matrix *x = m->matrix;
	const int bodies = x->n - m->at.model->n_states;
	const double one = 1.0;
	double sum = 0.0;
	la_sparse_clear(x->matrix);
	memset(x->diagonal, 0, (size_t)x->n * sizeof *x->diagonal);
	x->is_symmetric = is_symmetric;
	x->shift = 0.0;
	const int block = mech_static_fill_targets(m, mech_static_fill_elements(m, x->n));
	for (int i = 0; i < bodies; i++) {
		sum += fabs(x->diagonal[i]);
	}
	x->size = sum > 0.0 ? sum / bodies : 1.0;
	/* states of elements do not move here: they follow */
	for (int i = bodies; i < x->n; i++) {
		la_sparse_add_block(x->matrix, i, x->size, &one, 0);
		x->diagonal[i] = x->size;
	}
	mech_static_fill_rows(m, block);
}

/* ---- solution ---- */

LA_FUNCTION int mech_static_matrix_factor(struct mech_static *m, double shift)
{
	struct mech_static_matrix *x = m->matrix;
	const double more = shift - x->shift;
	int negative = 0, lost = 0;
	for (int i = 0; i < x->n; i++) {
		la_sparse_add_block(x->matrix, i, 1.0, &more, 0);
	}
	x->shift = shift;
	if ((x->is_symmetric ? la_sparse_factor_ldlt : la_sparse_factor_lu)(x->matrix) != 0) {
		return -1;
	}
	la_sparse_pivots(x->matrix, x->pivot);
	for (int i = 0; i < x->n + x->rows; i++) {
		negative += x->pivot[i] < 0.0;
		lost += i < x->n && fabs(x->pivot[i]) < MECH_STATIC_LOST * fabs(x->diagonal[i]);
	}
	return negative == x->rows && lost == 0;
}

LA_FUNCTION void mech_static_matrix_solve(struct mech_static *m, const double *r, double *solution)
{
	struct mech_static_matrix *x = m->matrix;
	memcpy(x->right, r, (size_t)x->n * sizeof *r);
	memset(x->right + x->n, 0, (size_t)x->rows * sizeof *r);
	la_sparse_solve(x->matrix, 1, x->right);
	memcpy(solution, x->right, (size_t)x->n * sizeof *r);
	la_range_project(mech_assembly_range(&m->space), solution);
}
