/* Pattern, order and fill of a sparse matrix: everything that happens once, before any value is known. */
#include "la_sparse_struct.h"

#include <limits.h>
#include <stdlib.h>

#include "la_order.h"

/* memory needed only while building */
struct la_sparse_build {
	int *start, *neighbour; /* the graph of A, by unknown */
	int *position;          /* n: inverse of the order */
	int *parent, *mark;     /* n */
};

static int *la_sparse_ints(size_t count, int *out_of_memory)
{
	int *array = calloc(count ? count : 1, sizeof *array);
	*out_of_memory |= !array;
	return array;
}

static double *la_sparse_doubles(size_t count, int *out_of_memory)
{
	double *array = calloc(count ? count : 1, sizeof *array);
	*out_of_memory |= !array;
	return array;
}

/* counts[0..n-1] become the starts of n groups, counts[n] the end of the last one; -1 when they overflow */
static int la_sparse_accumulate(int n, int *counts)
{
	long long sum = 0;
	for (int i = 0; i <= n; i++) {
		int count = counts[i];
		counts[i] = (int)sum;
		sum += i < n ? count : 0;
		if (sum > INT_MAX / 4) {
			return -1;
		}
	}
	return 0;
}

/* after filling groups through start[i]++ the starts stand at the next group: move them back */
static void la_sparse_rewind(int n, int *start)
{
	for (int i = n; i > 0; i--) {
		start[i] = start[i - 1];
	}
	start[0] = 0;
}

static int la_sparse_block_inside(int n, const struct la_block *block)
{
	return block->row >= 0 && block->col >= 0 && block->rows >= 0 && block->cols >= 0 &&
	       block->rows <= n - block->row && block->cols <= n - block->col;
}

static int la_sparse_size_map(struct la_sparse *s, const struct la_block *blocks)
{
	int out_of_memory = 0;
	s->block_start = la_sparse_ints((size_t)s->n_blocks + 1, &out_of_memory);
	if (out_of_memory) {
		return -1;
	}
	for (int b = 0; b < s->n_blocks; b++) {
		if (!la_sparse_block_inside(s->n, &blocks[b])) {
			return -1;
		}
		if (blocks[b].cols > 0 && blocks[b].rows > INT_MAX / 4 / blocks[b].cols) {
			return -1;
		}
		s->block_start[b] = blocks[b].rows * blocks[b].cols;
	}
	if (la_sparse_accumulate(s->n_blocks, s->block_start)) {
		return -1;
	}
	s->map = la_sparse_ints((size_t)s->block_start[s->n_blocks], &out_of_memory);
	return out_of_memory ? -1 : 0;
}

/* every neighbour once */
static void la_sparse_drop_repetitions(int n, struct la_sparse_build *build)
{
	int kept = 0;
	for (int i = 0; i < n; i++) {
		int begin = build->start[i];
		build->start[i] = kept;
		build->mark[i] = i + 1;
		for (int p = begin; p < build->start[i + 1]; p++) {
			int j = build->neighbour[p];
			if (build->mark[j] != i + 1) {
				build->neighbour[kept++] = j;
			}
			build->mark[j] = i + 1;
		}
	}
	build->start[n] = kept;
}

static int la_sparse_build_graph(const struct la_sparse *s, const struct la_block *blocks,
                                 struct la_sparse_build *build)
{
	int n = s->n, out_of_memory = 0;
	for (int pass = 0; pass < 2; pass++) {
		for (int b = 0; b < s->n_blocks; b++) {
			for (int r = blocks[b].row; r < blocks[b].row + blocks[b].rows; r++) {
				for (int c = blocks[b].col; c < blocks[b].col + blocks[b].cols; c++) {
					if (r == c) {
						continue;
					}
					if (pass == 0) {
						build->start[r]++;
						build->start[c]++;
					} else {
						build->neighbour[build->start[r]++] = c;
						build->neighbour[build->start[c]++] = r;
					}
				}
			}
		}
		if (pass == 0) {
			if (la_sparse_accumulate(n, build->start)) {
				return -1;
			}
			build->neighbour = la_sparse_ints((size_t)build->start[n], &out_of_memory);
			if (out_of_memory) {
				return -1;
			}
		}
	}
	la_sparse_rewind(n, build->start);
	la_sparse_drop_repetitions(n, build);
	return 0;
}

/* one pair per edge, grouped by the earlier position, the later positions increasing */
static int la_sparse_build_pairs(struct la_sparse *s, const struct la_sparse_build *build)
{
	int n = s->n, out_of_memory = 0;
	s->n_pairs = build->start[n] / 2;
	s->pair_start = la_sparse_ints((size_t)n + 1, &out_of_memory);
	s->pair_row = la_sparse_ints((size_t)s->n_pairs, &out_of_memory);
	s->pair_swap = la_sparse_ints((size_t)s->n_pairs, &out_of_memory);
	s->values = la_sparse_doubles((size_t)n + 2 * (size_t)s->n_pairs, &out_of_memory);
	if (out_of_memory) {
		return -1;
	}
	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i < n; i++) {
			int unknown = s->order[i];
			for (int p = build->start[unknown]; p < build->start[unknown + 1]; p++) {
				int j = build->position[build->neighbour[p]];
				if (j > i) {
					continue;
				}
				if (pass == 1) {
					s->pair_row[s->pair_start[j]] = i;
					s->pair_swap[s->pair_start[j]] = unknown < build->neighbour[p];
				}
				s->pair_start[j]++;
			}
		}
		if (pass == 0 && la_sparse_accumulate(n, s->pair_start)) {
			return -1;
		}
	}
	la_sparse_rewind(n, s->pair_start);
	return 0;
}

/* Row i of L: from each k with A(i,k) != 0 every ancestor of k in the elimination tree, up to i. The tree grows along:
 * the parent of k is the first row below k in which column k appears. `rows` NULL counts, else writes the entries. */
static void la_sparse_row_patterns(const struct la_sparse *s, struct la_sparse_build *build, int *starts, int *rows)
{
	for (int i = 0; i < s->n; i++) {
		build->parent[i] = -1;
		build->mark[i] = -1;
	}
	for (int i = 0; i < s->n; i++) {
		int unknown = s->order[i];
		build->mark[i] = i;
		for (int p = build->start[unknown]; p < build->start[unknown + 1]; p++) {
			int k = build->position[build->neighbour[p]];
			while (k < i && build->mark[k] != i) {
				if (build->parent[k] < 0) {
					build->parent[k] = i;
				}
				if (rows) {
					rows[starts[k]] = i;
				}
				starts[k]++;
				build->mark[k] = i;
				k = build->parent[k];
			}
		}
	}
}

/* whether the pattern of column j is row j + 1 and the pattern of that column */
static int la_sparse_goes_on(const struct la_sparse *s, int j)
{
	const int *start = s->start + j;
	return j + 1 < s->n && start[1] - start[0] == start[2] - start[1] + 1 && s->row[start[0]] == j + 1;
}

static void la_sparse_find_runs(struct la_sparse *s)
{
	for (int j = 0; j < s->n; s->n_runs++) {
		s->run[s->n_runs] = j;
		j += la_sparse_goes_on(s, j) && la_sparse_goes_on(s, j + 1) ? LA_SPARSE_PANEL_WIDTH : 1;
	}
	s->run[s->n_runs] = s->n;
}

static int la_sparse_build_factor(struct la_sparse *s, struct la_sparse_build *build)
{
	int n = s->n, out_of_memory = 0;
	s->start = la_sparse_ints((size_t)n + 1, &out_of_memory);
	if (out_of_memory) {
		return -1;
	}
	la_sparse_row_patterns(s, build, s->start, NULL);
	if (la_sparse_accumulate(n, s->start)) {
		return -1;
	}
	s->n_factor = s->start[n];
	s->row = la_sparse_ints((size_t)s->n_factor, &out_of_memory);
	s->lower = la_sparse_doubles((size_t)s->n_factor, &out_of_memory);
	s->upper = la_sparse_doubles((size_t)s->n_factor, &out_of_memory);
	s->diagonal = la_sparse_doubles((size_t)n, &out_of_memory);
	s->inverse = la_sparse_doubles((size_t)n, &out_of_memory);
	s->work = la_sparse_doubles(2 * (size_t)n, &out_of_memory);
	s->run = la_sparse_ints((size_t)n + 1, &out_of_memory);
	s->two = calloc((size_t)n + 1, sizeof *s->two);
	if (out_of_memory || !s->two) {
		return -1;
	}
	la_sparse_row_patterns(s, build, s->start, s->row);
	la_sparse_rewind(n, s->start);
	la_sparse_find_runs(s);
	return 0;
}

/* whether column k continues the panel: the pattern of a column without its parent lies inside the parent's pattern,
 * so equal lengths mean equal patterns */
static int la_sparse_joins(const struct la_sparse *s, const struct la_sparse_panel *panel, int k, int count)
{
	return panel->width < LA_SPARSE_PANEL_WIDTH && panel->column + panel->width == k && s->row[s->start[k - 1]] == k &&
	       panel->count == count;
}

static int la_sparse_build_panels(struct la_sparse *s, const struct la_sparse_build *build)
{
	int n = s->n, out_of_memory = 0;
	int *last = build->mark; /* panels so far of each row */
	s->panel_start = la_sparse_ints((size_t)n + 1, &out_of_memory);
	s->panel = calloc(s->n_factor > 0 ? (size_t)s->n_factor : 1, sizeof *s->panel);
	if (out_of_memory || !s->panel) {
		return -1;
	}
	/* room for one panel per entry of the row; the end of a row is marked below by moving the panels together */
	for (int p = 0; p < s->n_factor; p++) {
		s->panel_start[s->row[p]]++;
	}
	if (la_sparse_accumulate(n, s->panel_start)) {
		return -1;
	}
	for (int i = 0; i < n; i++) {
		last[i] = 0;
	}
	for (int k = 0; k < n; k++) {
		for (int p = s->start[k]; p < s->start[k + 1]; p++) {
			int i = s->row[p], count = s->start[k + 1] - p;
			struct la_sparse_panel *panel = s->panel + s->panel_start[i] + last[i];
			if (last[i] > 0 && la_sparse_joins(s, panel - 1, k, count)) {
				panel[-1].first[panel[-1].width++] = p;
			} else {
				*panel = (struct la_sparse_panel){k, 1, {p}, count};
				last[i]++;
			}
		}
	}
	for (int i = 0, kept = 0; i < n; i++) {
		int begin = s->panel_start[i];
		s->panel_start[i] = kept;
		for (int p = begin; p < begin + last[i]; p++) {
			s->panel[kept++] = s->panel[p];
		}
		s->panel_start[i + 1] = i + 1 < n ? s->panel_start[i + 1] : kept;
	}
	return 0;
}

/* the pair of two positions, which is known to exist */
static int la_sparse_find_pair(const struct la_sparse *s, int earlier, int later)
{
	int low = s->pair_start[earlier], high = s->pair_start[earlier + 1];
	while (high - low > 1) {
		int middle = low + (high - low) / 2;
		if (s->pair_row[middle] > later) {
			high = middle;
		} else {
			low = middle;
		}
	}
	return low;
}

static void la_sparse_fill_map(struct la_sparse *s, const struct la_block *blocks, const struct la_sparse_build *build)
{
	int *entry = s->map;
	for (int b = 0; b < s->n_blocks; b++) {
		for (int r = blocks[b].row; r < blocks[b].row + blocks[b].rows; r++) {
			for (int c = blocks[b].col; c < blocks[b].col + blocks[b].cols; c++) {
				int i = build->position[r], j = build->position[c];
				if (r == c) {
					*entry++ = i;
				} else {
					*entry++ = s->n + la_sparse_find_pair(s, i < j ? i : j, i < j ? j : i) + (r < c ? s->n_pairs : 0);
				}
			}
		}
	}
}

static int la_sparse_build_all(struct la_sparse *s, const struct la_block *blocks, const int *stage,
                               struct la_sparse_build *build)
{
	int n = s->n, out_of_memory = 0;
	build->start = la_sparse_ints((size_t)n + 1, &out_of_memory);
	build->position = la_sparse_ints((size_t)n, &out_of_memory);
	build->parent = la_sparse_ints((size_t)n, &out_of_memory);
	build->mark = la_sparse_ints((size_t)n, &out_of_memory);
	s->order = la_sparse_ints((size_t)n, &out_of_memory);
	if (out_of_memory || la_sparse_size_map(s, blocks) || la_sparse_build_graph(s, blocks, build)) {
		return -1;
	}
	if (la_order_minimum_degree(n, build->start, build->neighbour, stage, s->order)) {
		return -1;
	}
	for (int i = 0; i < n; i++) {
		build->position[s->order[i]] = i;
	}
	if (la_sparse_build_pairs(s, build) || la_sparse_build_factor(s, build) || la_sparse_build_panels(s, build)) {
		return -1;
	}
	la_sparse_fill_map(s, blocks, build);
	return 0;
}

LA_FUNCTION struct la_sparse *la_sparse_create(int n, int n_blocks, const struct la_block *blocks, const int *stage)
{
	struct la_sparse_build build = {NULL, NULL, NULL, NULL, NULL};
	struct la_sparse *s = n >= 0 && n_blocks >= 0 && n <= INT_MAX / 8 ? calloc(1, sizeof *s) : NULL;
	if (!s) {
		return NULL;
	}
	s->n = n;
	s->n_blocks = n_blocks;
	if (la_sparse_build_all(s, blocks, stage, &build)) {
		la_sparse_free(s);
		s = NULL;
	}
	free(build.start);
	free(build.neighbour);
	free(build.position);
	free(build.parent);
	free(build.mark);
	return s;
}

LA_FUNCTION void la_sparse_free(struct la_sparse *s)
{
	if (!s) {
		return;
	}
	free(s->order);
	free(s->values);
	free(s->pair_start);
	free(s->pair_row);
	free(s->pair_swap);
	free(s->block_start);
	free(s->map);
	free(s->start);
	free(s->row);
	free(s->panel_start);
	free(s->panel);
	free(s->diagonal);
	free(s->inverse);
	free(s->lower);
	free(s->upper);
	free(s->work);
	free(s->run);
	free(s->two);
	free(s);
}
