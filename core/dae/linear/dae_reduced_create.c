/* Numbering of joints, envelope and memory of the reduced matrix: everything that happens once. */
#include <stdlib.h>
#include <string.h>

#include "dae_reduced_parts.h"
#include "la_envelope.h"

/* most numbers of the envelope: beyond it joints hang together so densely that sparse elimination
 * is better in any case */
#define DAE_REDUCED_NUMBERS 2000000

/* blocks on the same body as block k */
static int dae_reduced_company(const struct dae_topology *t, int k)
{
	return t->body_start[t->body[k] + 1] - t->body_start[t->body[k]];
}

/* whether a body has so many joints that B is dense */
static int dae_reduced_is_crowded(const struct dae_topology *t)
{
	long long count = 0;
	for (int k = 0; k < t->n_blocks; k++) {
		count += dae_reduced_company(t, k);
	}
	return count > DAE_REDUCED_NUMBERS;
}

/* joints that share a body, as lists; NULL: memory is out */
static int *dae_reduced_neighbours(const struct dae_topology *t, int *start)
{
	memset(start, 0, ((size_t)t->n_joints + 1) * sizeof *start);
	for (int k = 0; k < t->n_blocks; k++) {
		start[t->joint[k] + 1] += dae_reduced_company(t, k);
	}
	for (int j = 0; j < t->n_joints; j++) {
		start[j + 1] += start[j];
	}
	int *neighbour = calloc((size_t)start[t->n_joints] + 1, sizeof *neighbour);
	int n = 0;
	for (int i = 0; neighbour && i < t->n_blocks; i++) {
		const int body = t->body[t->joint_block[i]];
		for (int k = t->body_start[body]; k < t->body_start[body + 1]; k++) {
			neighbour[n++] = t->joint[t->body_block[k]];
		}
	}
	return neighbour;
}

/* rows in the order of joints, and the first joint in it that each one reaches; order and work:
 * [n_joints], [3 n_joints] */
static void dae_reduced_lay_out(struct dae_reduced *r, const int *start, const int *neighbour, int *order, int *work)
{
	const struct dae_topology *t = r->topology;
	int place = 0;
	la_order_profile(t->n_joints, start, neighbour, order, work);
	for (int k = 0; k < t->n_joints; k++) {
		for (int row = t->row[order[k]]; row < t->row[order[k] + 1]; row++) {
			r->place[row] = place++;
		}
	}
	for (int j = 0; j < t->n_joints; j++) {
		int first = r->place[t->row[j]];
		for (int k = start[j]; k < start[j + 1]; k++) {
			const int other = r->place[t->row[neighbour[k]]];
			first = other < first ? other : first;
		}
		for (int row = t->row[j]; row < t->row[j + 1]; row++) {
			r->first[r->place[row]] = first;
		}
	}
	r->start[0] = 0;
	for (int i = 0; i < t->system->n_g; i++) {
		r->start[i + 1] = r->start[i] + (size_t)(i - r->first[i]) + 1;
	}
}

/* -1: memory is out */
static int dae_reduced_order(struct dae_reduced *r)
{
	const size_t n = (size_t)r->topology->n_joints;
	int *start = calloc(5 * n + 2, sizeof *start);
	int *neighbour = start ? dae_reduced_neighbours(r->topology, start) : NULL;
	if (neighbour) {
		dae_reduced_lay_out(r, start, neighbour, start + n + 1, start + 2 * n + 1);
	}
	const int status = neighbour ? 0 : -1;
	free(neighbour);
	free(start);
	return status;
}

/* bodies and their blocks; returns the numbers in W */
static size_t dae_reduced_find_blocks(const struct dae_reduced *r)
{
	const struct dae_topology *t = r->topology;
	size_t count = 0;
	for (int i = 0; i < t->n_bodies; i++) {
		r->bodies[i] = (struct dae_reduced_body){dae_topology_width(t, i), dae_topology_place(t, i), t->mass[i]};
	}
	for (int k = 0; k < t->n_blocks; k++) {
		const struct la_block *b = &t->system->jacobian_blocks[k];
		const struct dae_reduced_body *body = &r->bodies[t->body[k]];
		r->blocks[k] = (struct dae_reduced_block){*body, b->col - body->place, (int)count};
		count += (size_t)b->rows * (size_t)body->width;
	}
	return count;
}

/* pairs of blocks of each body in the lower triangle, where pairs is NULL their number alone */
static int dae_reduced_find_pairs(const struct dae_reduced *r, struct dae_reduced_pair *pairs)
{
	const struct dae_topology *t = r->topology;
	const struct la_block *blocks = t->system->jacobian_blocks;
	int count = 0;
	for (int i = 0; i < t->n_blocks; i++) {
		const int a = t->body_block[i], body = t->body[a], row = r->place[blocks[a].row];
		for (int k = t->body_start[body]; k < t->body_start[body + 1]; k++) {
			const int b = t->body_block[k], left = r->place[blocks[b].row];
			if (r->place[t->row[t->joint[a]]] < r->place[t->row[t->joint[b]]]) {
				continue;
			}
			if (pairs) {
				pairs[count] = (struct dae_reduced_pair){
					.width = r->blocks[a].body.width,
					.rows = blocks[a].rows,
					.columns = blocks[b].rows,
					.reached = row - left + 1,
					.half = r->blocks[a].half,
					.other = r->blocks[b].half,
					.entry = r->start[row] + (size_t)(left - r->first[row]),
					.length = row - r->first[row] + 1,
				};
			}
			count++;
		}
	}
	return count;
}

static struct dae_reduced *dae_reduced_allocate(const struct dae_topology *t)
{
	const size_t rows = (size_t)t->system->n_g;
	struct dae_reduced *r = calloc(1, sizeof *r);
	if (!r) {
		return NULL;
	}
	r->topology = t;
	r->place = calloc(2 * rows + 1, sizeof *r->place);
	r->start = calloc(rows + 1, sizeof *r->start);
	r->bodies = calloc((size_t)t->n_bodies + 1, sizeof *r->bodies);
	r->blocks = calloc((size_t)t->n_blocks + 1, sizeof *r->blocks);
	if (!r->place || !r->start || !r->bodies || !r->blocks) {
		dae_reduced_free(r);
		return NULL;
	}
	r->first = r->place + rows;
	return r;
}

LA_FUNCTION int dae_reduced_create(const struct dae_topology *topology, struct dae_reduced **reduced)
{
	const struct dae_system *system = topology->system;
	const size_t rows = (size_t)system->n_g;
	const size_t masses = (size_t)la_block_values(system->n_mass_blocks, system->mass_blocks);
	*reduced = NULL;
	if (dae_reduced_is_crowded(topology)) {
		return 0;
	}
	struct dae_reduced *r = dae_reduced_allocate(topology);
	if (!r || dae_reduced_order(r)) {
		dae_reduced_free(r);
		return -1;
	}
	if (r->start[rows] > DAE_REDUCED_NUMBERS) {
		dae_reduced_free(r);
		return 0;
	}
	const size_t halves = dae_reduced_find_blocks(r);
	r->n_pairs = dae_reduced_find_pairs(r, NULL);
	r->pairs = calloc((size_t)r->n_pairs + 1, sizeof *r->pairs);
	r->mass = calloc(2 * masses + halves + r->start[rows] + (size_t)system->n_v + 2 * rows + 1, sizeof *r->mass);
	if (!r->pairs || !r->mass) {
		dae_reduced_free(r);
		return -1;
	}
	(void)dae_reduced_find_pairs(r, r->pairs);
	r->given = r->mass + masses;
	r->half = r->given + masses;
	r->matrix = r->half + halves;
	r->pivot = r->matrix + r->start[rows];
	r->across = r->pivot + rows;
	r->motion = r->across + rows;
	*reduced = r;
	return 0;
}

LA_FUNCTION void dae_reduced_free(struct dae_reduced *reduced)
{
	if (reduced) {
		free(reduced->place);
		free(reduced->start);
		free(reduced->bodies);
		free(reduced->blocks);
		free(reduced->pairs);
		free(reduced->mass);
		free(reduced);
	}
}

LA_FUNCTION size_t dae_reduced_profile(const struct dae_reduced *reduced)
{
	return reduced->start[reduced->topology->system->n_g];
}
