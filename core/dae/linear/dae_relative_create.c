/* The tree of bodies and joints, and memory for it: everything that happens once.
 *
 * It grows from the ground. Of the joints at hand the one with most rows comes next, the first
 * found of those: so little motion is left, and ways to the root are short. A part without ground
 * begins at its first body, which is free.
 */
#include <stdlib.h>
#include <string.h>

#include "dae_relative_parts.h"
#include "la_arrays.h"

/* most numbers of limbs and cuts: beyond it loops are so many that sparse elimination is better in
 * any case */
#define DAE_RELATIVE_NUMBERS 2000000

LA_FUNCTION int dae_relative_rows(const struct dae_relative *r, const struct dae_cut *cut)
{
	return dae_topology_rows(r->topology, cut->joint);
}

/* ---- the tree ---- */

/* joints at hand: lists by the number of rows */
struct dae_growth {
	struct dae_relative *r;
	int *head, *tail;         /* [tallest + 1] */
	int *next;                /* [n_joints] */
	char *is_known, *is_tree; /* [n_joints] */
	char *is_in;              /* [n_bodies] */
	int count;                /* bodies in the tree */
};

/* whether a joint can carry a body: one block, or two of different bodies, with all of its rows */
static int dae_growth_fits(const struct dae_topology *t, int joint)
{
	const int *block = t->joint_block + t->joint_start[joint];
	const int n = t->joint_start[joint + 1] - t->joint_start[joint];
	int fits = n == 1 || (n == 2 && t->body[block[0]] != t->body[block[1]]);
	for (int k = 0; fits && k < n; k++) {
		fits = t->system->jacobian_blocks[block[k]].rows == dae_topology_rows(t, joint);
	}
	return fits;
}

static void dae_growth_offer(struct dae_growth *g, int joint)
{
	const struct dae_topology *t = g->r->topology;
	const int rows = dae_topology_rows(t, joint);
	if (g->is_known[joint] || !dae_growth_fits(t, joint)) {
		return;
	}
	g->is_known[joint] = 1;
	g->next[joint] = -1;
	if (g->head[rows] < 0) {
		g->head[rows] = joint;
	} else {
		g->next[g->tail[rows]] = joint;
	}
	g->tail[rows] = joint;
}

/* -1: there is none */
static int dae_growth_take(struct dae_growth *g)
{
	int rows = g->r->topology->tallest;
	while (rows > 0 && g->head[rows] < 0) {
		rows--;
	}
	const int joint = rows > 0 ? g->head[rows] : -1;
	if (joint >= 0) {
		g->head[rows] = g->next[joint];
	}
	return joint;
}

static void dae_growth_add(struct dae_growth *g, int body, int joint, int own, int other)
{
	const struct dae_topology *t = g->r->topology;
	struct dae_limb *limb = &g->r->limbs[body];
	const int rows = joint >= 0 ? dae_topology_rows(t, joint) : 0;
	const int n = dae_topology_width(t, body);
	*limb = (struct dae_limb){.carrier = other >= 0 ? t->body[other] : -1,
	                          .joint = joint,
	                          .own = own,
	                          .other = other,
	                          .n = n,
	                          .rows = rows,
	                          .motions = n - rows,
	                          .motion = g->r->motions};
	g->r->motions += n - rows;
	g->r->order[g->count++] = body;
	g->is_in[body] = 1;
	for (int k = t->body_start[body]; k < t->body_start[body + 1]; k++) {
		dae_growth_offer(g, t->joint[t->body_block[k]]);
	}
}

/* the body that a joint brings into the tree, if it leaves no row without a velocity */
static void dae_growth_join(struct dae_growth *g, int joint)
{
	const struct dae_topology *t = g->r->topology;
	const int *block = t->joint_block + t->joint_start[joint];
	const int n = t->joint_start[joint + 1] - t->joint_start[joint];
	for (int k = 0; k < n; k++) {
		const int other = n == 2 ? block[1 - k] : -1;
		const int fits = dae_topology_rows(t, joint) <= t->system->jacobian_blocks[block[k]].cols;
		if (fits && !g->is_in[t->body[block[k]]] && (other < 0 || g->is_in[t->body[other]])) {
			g->is_tree[joint] = 1;
			dae_growth_add(g, t->body[block[k]], joint, block[k], other);
			return;
		}
	}
}

static void dae_growth_grow(struct dae_growth *g)
{
	const struct dae_topology *t = g->r->topology;
	for (int j = 0; j < t->n_joints; j++) {
		if (t->joint_start[j + 1] - t->joint_start[j] == 1) {
			dae_growth_offer(g, j);
		}
	}
	for (int body = 0; g->count < t->n_bodies;) {
		const int joint = dae_growth_take(g);
		if (joint >= 0) {
			dae_growth_join(g, joint);
		} else if (g->is_in[body]) {
			body++;
		} else {
			dae_growth_add(g, body, -1, -1, -1);
		}
	}
}

/* is_tree: which joints are in the tree; -1: memory is out */
static int dae_relative_grow(struct dae_relative *r, char *is_tree)
{
	const struct dae_topology *t = r->topology;
	const size_t joints = (size_t)t->n_joints, tallest = (size_t)t->tallest;
	struct dae_growth g = {.r = r, .is_tree = is_tree};
	g.head = calloc(2 * (tallest + 1) + joints, sizeof *g.head);
	g.is_known = calloc(joints + (size_t)t->n_bodies + 1, 1);
	const int complete = g.head && g.is_known;
	if (complete) {
		g.tail = g.head + tallest + 1;
		g.next = g.tail + tallest + 1;
		g.is_in = g.is_known + joints;
		memset(g.head, -1, (tallest + 1) * sizeof *g.head);
		dae_growth_grow(&g);
	}
	free(g.head);
	free(g.is_known);
	return complete ? 0 : -1;
}

/* ---- cuts ---- */

/* bodies that the ways of a joint to the root meet, farthest first, into limb (NULL: counted
 * alone). place[]: of bodies in the order */
static int dae_relative_ways(const struct dae_relative *r, int joint, const int *place, int *mark, int *limb)
{
	const struct dae_topology *t = r->topology;
	int count = 0;
	for (int k = t->joint_start[joint]; k < t->joint_start[joint + 1]; k++) {
		for (int b = t->body[t->joint_block[k]]; b >= 0 && mark[b] != joint; b = r->limbs[b].carrier) {
			int i = count++;
			mark[b] = joint;
			for (; limb && i > 0 && place[limb[i - 1]] < place[b]; i--) {
				limb[i] = limb[i - 1];
			}
			if (limb) {
				limb[i] = b;
			}
		}
	}
	return count;
}

/* what the cuts need: numbers and indices; also fills their heads */
static void dae_relative_count_cuts(struct dae_relative *r, const char *is_tree, int *mark, size_t *numbers,
                                    size_t *indices)
{
	const struct dae_topology *t = r->topology;
	memset(mark, -1, (size_t)t->n_bodies * sizeof *mark);
	for (int j = 0; j < t->n_joints && *numbers <= DAE_RELATIVE_NUMBERS; j++) {
		if (is_tree[j]) {
			continue;
		}
		struct dae_cut *cut = &r->cuts[r->n_cuts++];
		*cut = (struct dae_cut){.joint = j, .row = r->cut_rows};
		cut->n_limbs = dae_relative_ways(r, j, NULL, mark, NULL);
		r->cut_rows += dae_topology_rows(t, j);
		*indices += 2 * (size_t)cut->n_limbs;
		*numbers += (size_t)cut->n_limbs * (size_t)(t->widest * dae_topology_rows(t, j)) +
		            (size_t)r->cut_rows * (size_t)dae_topology_rows(t, j);
	}
}

static void dae_relative_lay_cuts(struct dae_relative *r, const int *place, int *mark, double *number, int *index)
{
	memset(mark, -1, (size_t)r->topology->n_bodies * sizeof *mark);
	for (int c = 0; c < r->n_cuts; c++) {
		struct dae_cut *cut = &r->cuts[c];
		cut->limb = index;
		cut->motion = index + cut->n_limbs;
		index += 2 * cut->n_limbs;
		dae_relative_ways(r, cut->joint, place, mark, cut->limb);
		for (int k = 0; k < cut->n_limbs; k++) {
			cut->motion[k] = cut->motions;
			cut->motions += r->limbs[cut->limb[k]].motions;
		}
		cut->half = number;
		number += cut->motions * dae_relative_rows(r, cut);
	}
	for (int i = 0; i < r->cut_rows; i++) {
		r->first[i] = 0;
		r->start[i] = (size_t)i * ((size_t)i + 1) / 2;
	}
}

/* ---- memory ---- */

/* the matrices of a limb one after the other; NULL: counted alone */
static size_t dae_relative_lay_limb(const struct dae_relative *r, struct dae_limb *limb, double *number)
{
	const size_t n = (size_t)limb->n, rows = (size_t)limb->rows, motions = (size_t)limb->motions;
	const size_t carrier = limb->carrier >= 0 ? (size_t)dae_topology_width(r->topology, limb->carrier) : 0;
	double **matrices[] = {&limb->inverse, &limb->bend, &limb->lift, &limb->inertia,
	                       &limb->root,    &limb->lead, &limb->rest};
	const size_t sizes[] = {rows * rows,       rows * motions, rows * carrier, n * n,
	                        motions * motions, rows * motions, rows * rows};
	size_t total = 0;
	la_arrays_lay(sizeof sizes / sizeof *sizes, matrices, sizes, number, &total);
	return total;
}

static size_t dae_relative_count_limbs(struct dae_relative *r)
{
	size_t total = 0;
	for (int i = 0; i < r->topology->n_bodies; i++) {
		total += dae_relative_lay_limb(r, &r->limbs[i], NULL);
	}
	return total;
}

/* scratch vectors, at the front of the numbers */
static double *dae_relative_lay_scratch(struct dae_relative *r, double *number, size_t *total)
{
	const struct dae_topology *t = r->topology;
	const size_t n_v = (size_t)t->system->n_v, rows = (size_t)r->cut_rows, widest = (size_t)t->widest;
	double **vectors[] = {&r->matrix, &r->pivot, &r->open, &r->force, &r->x, &r->follow, &r->tau, &r->shift, &r->rows};
	const size_t sizes[] = {
		rows * (rows + 1) / 2, rows, rows, n_v, n_v, (size_t)t->system->n_g, (size_t)r->motions, widest,
		2 * widest * widest};
	*total = 0;
	la_arrays_lay(sizeof sizes / sizeof *sizes, vectors, sizes, number, total);
	return number ? number + *total : NULL;
}

static int dae_relative_lay_out(struct dae_relative *r, size_t limbs, size_t cuts, size_t indices, int *scratch)
{
	const struct dae_topology *t = r->topology;
	const size_t rows = (size_t)r->cut_rows;
	size_t vectors;
	(void)dae_relative_lay_scratch(r, NULL, &vectors);
	double *numbers = calloc(vectors + limbs + cuts + 1, sizeof *numbers);
	r->indices = calloc((size_t)t->system->n_v + indices + rows + 1, sizeof *r->indices);
	r->start = calloc(rows + 1, sizeof *r->start);
	double *number = dae_relative_lay_scratch(r, numbers, &vectors);
	if (!numbers || !r->indices || !r->start) {
		r->matrix = numbers;
		return -1;
	}
	int *index = r->indices;
	for (int i = 0; i < t->n_bodies; i++) {
		number += dae_relative_lay_limb(r, &r->limbs[i], number);
		r->limbs[i].index = index;
		index += r->limbs[i].n;
		scratch[r->order[i]] = i;
	}
	r->first = index;
	dae_relative_lay_cuts(r, scratch, scratch + t->n_bodies, number, index + rows);
	return 0;
}

/* 0; 1: there are too many loops; -1: memory is out. scratch[2 n_bodies] */
static int dae_relative_build(struct dae_relative *r, char *is_tree, int *scratch)
{
	if (dae_relative_grow(r, is_tree)) {
		return -1;
	}
	const size_t limbs = dae_relative_count_limbs(r);
	size_t cuts = 0, indices = 0;
	dae_relative_count_cuts(r, is_tree, scratch, &cuts, &indices);
	return limbs + cuts > DAE_RELATIVE_NUMBERS ? 1 : dae_relative_lay_out(r, limbs, cuts, indices, scratch);
}

LA_FUNCTION int dae_relative_create(const struct dae_topology *topology, struct dae_relative **relative)
{
	const size_t bodies = (size_t)topology->n_bodies, joints = (size_t)topology->n_joints;
	struct dae_relative *r = calloc(1, sizeof *r);
	char *is_tree = calloc(joints + 1, 1);
	int *scratch = calloc(2 * bodies + 1, sizeof *scratch);
	int status = -1;
	*relative = NULL;
	if (r && is_tree && scratch) {
		r->topology = topology;
		r->limbs = calloc(bodies + 1, sizeof *r->limbs);
		r->cuts = calloc(joints + 1, sizeof *r->cuts);
		r->order = calloc(2 * bodies + 1, sizeof *r->order);
		r->where = r->order ? r->order + bodies : NULL;
		status = r->limbs && r->cuts && r->order ? dae_relative_build(r, is_tree, scratch) : -1;
	}
	free(is_tree);
	free(scratch);
	if (status) {
		dae_relative_free(r);
		return status < 0 ? -1 : 0;
	}
	*relative = r;
	return 0;
}

LA_FUNCTION void dae_relative_free(struct dae_relative *relative)
{
	if (relative) {
		free(relative->limbs);
		free(relative->cuts);
		free(relative->order);
		free(relative->indices);
		free(relative->start);
		free(relative->matrix);
		free(relative);
	}
}
