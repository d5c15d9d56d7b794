/* Memory, pattern and order of a sparse matrix of any rank: everything that happens once. */
#include <stdlib.h>
#include <string.h>

#include "la_dense.h"
#include "la_range_parts.h"

#define LA_RANGE_NUMBERS 10000000 /* most doubles for the vectors of one side: 3000 rows may all depend on each other */

/* diagonal of the columns, blocks of A, diagonal of the rows */
static struct la_sparse *la_range_create_matrix(const struct la_range *r)
{
	const int n = r->n + r->rows, n_blocks = n + r->n_blocks;
	struct la_block *blocks = calloc((size_t)n_blocks + 1, sizeof *blocks);
	int *stage = calloc((size_t)n + 1, sizeof *stage);
	struct la_sparse *matrix = NULL;
	if (blocks && stage) {
		for (int i = 0; i < n; i++) {
			blocks[i] = (struct la_block){i, i, 1, 1};
			stage[i] = i >= r->n;
		}
		for (int i = 0; i < r->n_blocks; i++) {
			blocks[n + i] = r->blocks[i];
			blocks[n + i].row += r->n;
		}
		matrix = la_sparse_create(n, n_blocks, blocks, stage);
	}
	free(blocks);
	free(stage);
	return matrix;
}

static int la_range_room(const struct la_range *r)
{
	const size_t n = (size_t)(r->n + r->rows) + 1, rows = (size_t)r->rows;
	const size_t room = rows * n <= LA_RANGE_NUMBERS ? rows : LA_RANGE_NUMBERS / n + 1;
	return (int)room + LA_RANGE_BESIDE;
}

static int la_range_allocate(struct la_range *r)
{
	const size_t n = (size_t)r->n, rows = (size_t)r->rows, room = (size_t)(r->room = la_range_room(r));
	const struct {
		double **array;
		size_t count;
	} parts[] = {
		{&r->values, (size_t)la_block_values(r->n_blocks, r->blocks)},
		{&r->singular, room},
		{&r->left, rows * room},
		{&r->right, (n > rows ? n : rows) * room},
		{&r->columns, LA_RANGE_GROUP * (n + rows)},
		{&r->ritz, room * room},
		{&r->ritz_values, room},
		{&r->rotated, room},
		{&r->ritz_work, (size_t)la_eigen_work(r->room)},
		{&r->b, rows},
		{&r->x, n},
		{&r->y, rows},
		{&r->residual, n},
	};
	size_t used = 0;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		used += parts[i].count;
	}
	r->memory = calloc(used + 1, sizeof *r->memory);
	r->full = calloc(rows + 1, 1);
	for (size_t i = 0, at = 0; r->memory && i < sizeof parts / sizeof *parts; at += parts[i++].count) {
		*parts[i].array = r->memory + at;
	}
	return r->memory && r->full ? 0 : -1;
}

LA_FUNCTION struct la_range *la_range_create(int n, int rows, int n_blocks, const struct la_block *blocks)
{
	struct la_range *r = calloc(1, sizeof *r);
	if (!r) {
		return NULL;
	}
	r->n = n;
	r->rows = rows;
	r->n_blocks = n_blocks;
	r->blocks = calloc((size_t)n_blocks + 1, sizeof *r->blocks);
	if (r->blocks) {
		memcpy(r->blocks, blocks, (size_t)n_blocks * sizeof *blocks);
		r->matrix = la_range_create_matrix(r);
	}
	if (!r->matrix || la_range_allocate(r)) {
		la_range_free(r);
		return NULL;
	}
	return r;
}

LA_FUNCTION void la_range_free(struct la_range *r)
{
	if (r) {
		la_sparse_free(r->matrix);
		free(r->blocks);
		free(r->full);
		free(r->memory);
		free(r);
	}
}
