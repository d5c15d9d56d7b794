/* Memory, pattern and order of the KKT module: everything that happens once. */
#include <stdlib.h>

#include "dae_kkt_struct.h"
#include "dae_reduced.h"
#include "dae_relative.h"
#include "la_arrays.h"
#include "la_dense.h"

#define DAE_KKT_SINGULAR_NUMBERS 10000000

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

/* the first of a pair is the one of the later columns: its product lies below the diagonal, unless
 * they share columns */
static struct dae_gram dae_kkt_turned(struct dae_gram pair)
{
	return (struct dae_gram){.first = pair.second,
	                         .second = pair.first,
	                         .first_value = pair.second_value,
	                         .second_value = pair.first_value,
	                         .first_row = pair.second_row,
	                         .second_row = pair.first_row,
	                         .shared_rows = pair.shared_rows,
	                         .is_below = pair.is_below};
}

/* all pairs, each once; counts only where pairs is NULL. reach[i]: the row after the last one of
 * blocks 0 .. i: blocks of rows in order have few others to look at. */
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
			pair.is_below = a->col + a->cols <= b->col || b->col + b->cols <= a->col;
			if (dae_kkt_shared_rows(a, b, &pair)) {
				if (pairs) {
					pairs[count] = a->col < b->col ? dae_kkt_turned(pair) : pair;
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

/* how many blocks: mass, tangent, jacobian, gram, then the diagonal of the multipliers */
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

/* arrays of these sizes in one piece of memory, which is that of the first; whether there is any */
static int dae_kkt_allocate(size_t count, double **const *arrays, const size_t *sizes)
{
	size_t total = 0;
	la_arrays_lay(count, arrays, sizes, NULL, &total);
	double *numbers = calloc(total + 1, sizeof *numbers);
	total = 0;
	la_arrays_lay(count, arrays, sizes, numbers, &total);
	return numbers != NULL;
}

/* values of the blocks, and scratch */
static int dae_kkt_allocate_values(struct dae_kkt *kkt)
{
	const struct dae_system *system = kkt->system;
	const size_t n_v = (size_t)system->n_v, n_g = (size_t)system->n_g, n = n_v + n_g;
	const size_t mass = (size_t)la_block_values(system->n_mass_blocks, system->mass_blocks);
	const size_t tangent = (size_t)la_block_values(system->n_tangent_blocks, system->tangent_blocks);
	const size_t jacobian = (size_t)la_block_values(system->n_jacobian_blocks, system->jacobian_blocks);
	double **arrays[] = {&kkt->mass,     &kkt->tangent, &kkt->jacobian, &kkt->measured,   &kkt->gram,      &kkt->right,
	                     &kkt->residual, &kkt->pivot,   &kkt->rounding, &kkt->coordinate, &kkt->moved_rows};
	const size_t sizes[] = {
		mass, tangent, jacobian, jacobian, (size_t)dae_kkt_largest_gram(system), DAE_KKT_COLUMNS * n, n,
		n,    n_g,     n_v,      n_g};
	return dae_kkt_allocate(sizeof sizes / sizeof *sizes, arrays, sizes) ? 0 : -1;
}

/* room for as many near-singular directions as there are rows, but no more than a fixed number of
 * doubles holds: at a thousand rows all of them, at ten thousand bodies 200, more than which would
 * take the time of dense algebra */
static int dae_kkt_allocate_singular(struct dae_kkt *kkt)
{
	size_t n = (size_t)kkt->system->n_v + (size_t)kkt->system->n_g;
	kkt->room = kkt->system->n_g;
	if (kkt->room > 0 && n * (size_t)kkt->room > DAE_KKT_SINGULAR_NUMBERS) {
		kkt->room = (int)(DAE_KKT_SINGULAR_NUMBERS / n) + 1;
	}
	const size_t r = (size_t)kkt->room;
	double **arrays[] = {&kkt->singular,    &kkt->ritz_vectors, &kkt->selected, &kkt->ritz,
	                     &kkt->ritz_values, &kkt->eigenvalue,   &kkt->asked,    &kkt->ritz_work};
	const size_t sizes[] = {n * r, n * r, n * r, r * r, r, r, DAE_KKT_COLUMNS * r, (size_t)la_eigen_work((int)r)};
	kkt->holds = calloc(r * (size_t)kkt->system->n_v + 1, sizeof *kkt->holds);
	return dae_kkt_allocate(sizeof sizes / sizeof *sizes, arrays, sizes) && kkt->holds ? 0 : -1;
}

/* what the topology offers beside the matrix; -1 when memory is out */
static int dae_kkt_create_topology(struct dae_kkt *kkt)
{
	const int status = dae_topology_create(&kkt->topology, kkt->system);
	if (status) {
		return status < 0 ? -1 : 0;
	}
	const int out_of_memory = dae_reduced_create(&kkt->topology, &kkt->reduced);
	return out_of_memory ? -1 : dae_relative_create(&kkt->topology, &kkt->relative);
}

LA_FUNCTION struct dae_kkt *dae_kkt_create(const struct dae_system *system)
{
	struct dae_kkt *kkt = calloc(1, sizeof *kkt);
	if (!kkt) {
		return NULL;
	}
	kkt->system = system;
	kkt->kind = &dae_kkt_kinds[DAE_ACCELERATIONS_SPARSE];
	dae_kkt_forget_rank(kkt);
	if (dae_kkt_create_pairs(kkt) == 0 && dae_kkt_allocate_values(kkt) == 0 && dae_kkt_allocate_singular(kkt) == 0 &&
	    dae_kkt_create_topology(kkt) == 0) {
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
		dae_reduced_free(kkt->reduced);
		dae_relative_free(kkt->relative);
		dae_topology_free(&kkt->topology);
		free(kkt->pairs);
		free(kkt->mass);
		free(kkt->singular);
		free(kkt->holds);
		free(kkt);
	}
}
