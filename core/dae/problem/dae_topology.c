#include "dae_topology.h"

#include <stdlib.h>
#include <string.h>

LA_FUNCTION int dae_topology_width(const struct dae_topology *t, int body)
{
	return t->system->mass_blocks[body].cols;
}

LA_FUNCTION int dae_topology_place(const struct dae_topology *t, int body)
{
	return t->system->mass_blocks[body].col;
}

LA_FUNCTION int dae_topology_rows(const struct dae_topology *t, int joint)
{
	return t->row[joint + 1] - t->row[joint];
}

/* blocks of M one after the other on its diagonal */
static int dae_topology_has_bodies(const struct dae_system *system)
{
	int place = 0;
	for (int i = 0; i < system->n_mass_blocks; i++) {
		const struct la_block *b = &system->mass_blocks[i];
		if (b->row != place || b->col != place || b->rows != b->cols) {
			return 0;
		}
		place += b->cols;
	}
	return place == system->n_v;
}

static void dae_topology_find_masses(struct dae_topology *t)
{
	int value = 0;
	for (int i = 0; i < t->n_bodies; i++) {
		const int width = dae_topology_width(t, i);
		t->mass[i] = value;
		t->widest = width > t->widest ? width : t->widest;
		value += width * width;
	}
}

/* the body of each block, found by its first velocity; 0: one reaches over several */
static int dae_topology_find_bodies(struct dae_topology *t, int *body_of)
{
	int value = 0;
	for (int i = 0; i < t->n_bodies; i++) {
		for (int k = 0; k < dae_topology_width(t, i); k++) {
			body_of[dae_topology_place(t, i) + k] = i;
		}
	}
	for (int k = 0; k < t->n_blocks; k++) {
		const struct la_block *b = &t->system->jacobian_blocks[k];
		t->body[k] = body_of[b->col];
		t->value[k] = value;
		value += b->rows * b->cols;
		if (b->col + b->cols > dae_topology_place(t, t->body[k]) + dae_topology_width(t, t->body[k])) {
			return 0;
		}
	}
	return 1;
}

/* rows that a block has in common stay together; joint_of[n_g] */
static void dae_topology_find_joints(struct dae_topology *t, int *joint_of)
{
	const struct dae_system *system = t->system;
	memset(joint_of, 0, (size_t)system->n_g * sizeof *joint_of);
	for (int k = 0; k < t->n_blocks; k++) {
		const struct la_block *b = &system->jacobian_blocks[k];
		for (int r = b->row + 1; r < b->row + b->rows; r++) {
			joint_of[r] = 1; /* as the row before */
		}
	}
	for (int r = 0; r < system->n_g; r++) {
		if (!joint_of[r]) {
			t->row[t->n_joints++] = r;
		}
		joint_of[r] = t->n_joints - 1;
	}
	t->row[t->n_joints] = system->n_g;
	for (int j = 0; j < t->n_joints; j++) {
		t->tallest = dae_topology_rows(t, j) > t->tallest ? dae_topology_rows(t, j) : t->tallest;
	}
	for (int k = 0; k < t->n_blocks; k++) {
		t->joint[k] = joint_of[system->jacobian_blocks[k].row];
	}
}

/* lists of the blocks with key 0, 1, ... n - 1, each in the order in which `order` (NULL: that of
 * their numbers) names them */
static void dae_topology_list(int n, const int *key, int n_blocks, const int *order, int *start, int *list)
{
	memset(start, 0, ((size_t)n + 1) * sizeof *start);
	for (int k = 0; k < n_blocks; k++) {
		start[key[k] + 1]++;
	}
	for (int i = 0; i < n; i++) {
		start[i + 1] += start[i];
	}
	for (int k = 0; k < n_blocks; k++) {
		const int block = order ? order[k] : k;
		list[start[key[block]]++] = block;
	}
	for (int i = n; i > 0; i--) {
		start[i] = start[i - 1];
	}
	start[0] = 0;
}

LA_FUNCTION int dae_topology_create(struct dae_topology *t, const struct dae_system *system)
{
	const size_t bodies = (size_t)system->n_mass_blocks;
	const size_t rows = (size_t)system->n_g;
	const size_t blocks = (size_t)system->n_jacobian_blocks;
	const size_t scratch = (size_t)system->n_v + rows;
	*t = (struct dae_topology){
		.system = system, .n_bodies = system->n_mass_blocks, .n_blocks = system->n_jacobian_blocks};
	if (!dae_topology_has_bodies(system)) {
		return 1;
	}
	int *numbers = calloc(2 * (bodies + rows) + 5 * blocks + scratch + 3, sizeof *numbers);
	if (!numbers) {
		return -1;
	}
	t->mass = numbers;
	t->row = t->mass + bodies;
	t->body = t->row + rows + 1;
	t->joint = t->body + blocks;
	t->value = t->joint + blocks;
	t->body_block = t->value + blocks;
	t->joint_block = t->body_block + blocks;
	t->body_start = t->joint_block + blocks;
	t->joint_start = t->body_start + bodies + 1;
	int *of = t->joint_start + rows + 1;
	dae_topology_find_masses(t);
	if (!dae_topology_find_bodies(t, of)) {
		dae_topology_free(t);
		return 1;
	}
	dae_topology_find_joints(t, of);
	dae_topology_list(t->n_joints, t->joint, t->n_blocks, NULL, t->joint_start, t->joint_block);
	dae_topology_list(t->n_bodies, t->body, t->n_blocks, t->joint_block, t->body_start, t->body_block);
	return 0;
}

LA_FUNCTION void dae_topology_free(struct dae_topology *t)
{
	free(t->mass);
	t->mass = NULL;
}
