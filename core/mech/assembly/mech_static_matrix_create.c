/* Memory and pattern of the matrix of mech_static_matrix.h: everything that happens once. */
#include <stdlib.h>

#include "mech_static_matrix.h"

enum { MECH_STATIC_FEW = 100 }; /* velocities for which dense matrices are good enough */

LA_FUNCTION int mech_static_is_sparse(const struct mech_model *model)
{
	int carries = 0;
	for (int i = 0; i < model->n_elements; i++) {
		carries = carries || mech_element_kind(&model->elements[i])->force.carry;
	}
	return carries || model->n_v > MECH_STATIC_FEW;
}

/* ---- the pattern ---- */

/* one block for each pair of the first `slots` bodies of an element; NULL: only counts */
static int mech_static_pairs(const struct mech_model *model, const struct mech_element *e, int slots,
                             struct la_block *blocks)
{
	const int size = model->body_v;
	int count = 0;
	for (int k = 0; k < slots * slots; k++) {
		const int row = e->body[k / slots], col = e->body[k % slots];
		if (row == MECH_GROUND || col == MECH_GROUND) {
			continue;
		}
		if (blocks) {
			blocks[count] = (struct la_block){model->bodies[row].v, model->bodies[col].v, size, size};
		}
		count++;
	}
	return count;
}

/* one block for each pair of blocks of the Jacobian in the same rows */
static int mech_static_grams(const struct la_range *jacobian, struct la_block *blocks)
{
	int count = 0;
	for (int i = 0; i < jacobian->n_blocks; i++) {
		const struct la_block *a = &jacobian->blocks[i];
		for (int j = i; j >= 0 && jacobian->blocks[j].row == a->row; j--) {
			const struct la_block *b = &jacobian->blocks[j];
			if (blocks) {
				blocks[count] = (struct la_block){a->col, b->col, a->cols, b->cols};
			}
			count++;
		}
	}
	return count;
}

/* all blocks, in the order in which mech_static_matrix_fill and _factor add them */
static int mech_static_list(const struct mech_model *model, const struct la_range *jacobian, struct la_block *blocks)
{
	int n = 0;
	for (int i = 0; i < model->n_v; i++, n++) {
		if (blocks) {
			blocks[n] = (struct la_block){i, i, 1, 1};
		}
	}
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		n += mech_static_has_tangent(e) ? mech_static_pairs(model, e, e->n_bodies, blocks ? blocks + n : NULL) : 0;
	}
	for (int i = 0; i < model->n_targets; i++) {
		const int joint = model->targets[i].element;
		n += joint < 0 ? 0 : mech_static_pairs(model, &model->elements[joint], 2, blocks ? blocks + n : NULL);
	}
	n += mech_static_grams(jacobian, blocks ? blocks + n : NULL);
	for (int i = 0; i < jacobian->n_blocks; i++, n++) {
		if (blocks) {
			blocks[n] = jacobian->blocks[i];
			blocks[n].row += model->n_v;
		}
	}
	for (int i = 0; i < jacobian->rows; i++, n++) {
		if (blocks) {
			blocks[n] = (struct la_block){model->n_v + i, model->n_v + i, 1, 1};
		}
	}
	return n;
}

static int mech_static_matrix_allocate(struct mech_static_matrix *x, const struct mech_model *model,
                                       const struct la_range *jacobian)
{
	const size_t n = (size_t)x->n, all = (size_t)(x->n + x->rows);
	const int count = mech_static_list(model, jacobian, NULL);
	int *stage = calloc(all + 1, sizeof *stage);
	x->blocks = calloc((size_t)count + 1, sizeof *x->blocks);
	x->right = calloc(2 * all + 3 * n + (size_t)model->n_q + (size_t)model->n_elements * MECH_MOST_CARRIED + 1,
	                  sizeof *x->right);
	if (stage && x->blocks && x->right) {
		mech_static_list(model, jacobian, x->blocks);
		for (size_t i = n; i < all; i++) {
			stage[i] = 1;
		}
		x->matrix = la_sparse_create((int)all, count, x->blocks, stage);
		x->pivot = x->right + all;
		x->diagonal = x->pivot + all;
		x->kept = x->diagonal + n;
		x->direction = x->kept + n;
		x->reached = x->direction + n;
		x->carried = x->reached + model->n_q;
	}
	free(stage);
	return x->matrix ? 0 : -1;
}

LA_FUNCTION struct mech_static_matrix *mech_static_matrix_create(const struct mech_model *model,
                                                                 const struct la_range *jacobian)
{
	struct mech_static_matrix *x = calloc(1, sizeof *x);
	if (!x) {
		return NULL;
	}
	x->n = model->n_v;
	x->rows = jacobian->rows;
	if (mech_static_matrix_allocate(x, model, jacobian) != 0) {
		mech_static_matrix_free(x);
		return NULL;
	}
	return x;
}

LA_FUNCTION void mech_static_matrix_free(struct mech_static_matrix *x)
{
	if (x) {
		la_sparse_free(x->matrix);
		free(x->blocks);
		free(x->right);
		free(x);
	}
}
