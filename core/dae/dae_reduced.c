#include "dae_reduced.h"

#include <string.h>

#include "dae_kkt_parts.h"
#include "dae_reduced_parts.h"
#include "dae_singular.h"
#include "la_dense.h"
#include "la_envelope.h"

/* what must be left of a diagonal: multipliers lose as many digits */
static const double DAE_REDUCED_LEAST = 1e-6;

/* ---- factor ---- */

/* M = L L^T, body by body; -1: one has no inertia in some direction */
static int dae_reduced_factor_masses(struct dae_reduced *r, const double *mass)
{
	const struct dae_topology *t = r->topology;
	const size_t count = (size_t)dae_block_values(t->system->n_mass_blocks, t->system->mass_blocks);
	memcpy(r->mass, mass, count * sizeof *mass);
	for (int i = 0; i < t->n_bodies; i++) {
		const int n = dae_topology_width(t, i);
		double *l = r->mass + t->mass[i];
		if (la_cholesky_factor(n, l, n)) {
			return -1;
		}
		for (int k = 0; k < n; k++) {
			const double root = l[k + k * n];
			if (!(root * root > DAE_REDUCED_LEAST * mass[t->mass[i] + k + k * n])) {
				return -1;
			}
		}
	}
	return 0;
}

/* W = L^-1 G^T */
static void dae_reduced_halve(struct dae_reduced *r, const double *jacobian)
{
	const struct dae_topology *t = r->topology;
	for (int k = 0; k < t->n_blocks; k++) {
		const struct la_block *b = &t->system->jacobian_blocks[k];
		const int n = dae_topology_width(t, t->body[k]);
		const int offset = b->col - dae_topology_place(t, t->body[k]);
		double *half = r->half + r->half_start[k];
		memset(half, 0, (size_t)(b->rows * n) * sizeof *half);
		for (int i = 0; i < b->rows; i++, half += n) {
			memcpy(half + offset, jacobian + t->value[k] + i * b->cols, (size_t)b->cols * sizeof *half);
			la_cholesky_forward(n, r->mass + t->mass[t->body[k]], n, half);
		}
	}
}

/* what blocks a and b of one body bring to the lower triangle */
static void dae_reduced_add(struct dae_reduced *r, int a, int b)
{
	const struct dae_topology *t = r->topology;
	const struct la_block *rows = &t->system->jacobian_blocks[a];
	const struct la_block *cols = &t->system->jacobian_blocks[b];
	const int n = dae_topology_width(t, t->body[a]);
	for (int i = 0; i < rows->rows; i++) {
		const int row = r->place[rows->row + i];
		const double *half = r->half + r->half_start[a] + i * n;
		const size_t entry = r->start[row] + (size_t)(r->place[cols->row] - r->first[row]);
		for (int k = 0; k < cols->rows && r->place[cols->row + k] <= row; k++) {
			r->matrix[entry + (size_t)k] += la_dot(n, half, r->half + r->half_start[b] + k * n);
		}
	}
}

static void dae_reduced_assemble(struct dae_reduced *r)
{
	const struct dae_topology *t = r->topology;
	memset(r->matrix, 0, dae_reduced_profile(r) * sizeof *r->matrix);
	for (int body = 0; body < t->n_bodies; body++) {
		for (int i = t->body_start[body]; i < t->body_start[body + 1]; i++) {
			for (int k = t->body_start[body]; k < t->body_start[body + 1]; k++) {
				const int a = t->body_block[i];
				const int b = t->body_block[k];
				if (r->place[t->row[t->joint[a]]] >= r->place[t->row[t->joint[b]]]) {
					dae_reduced_add(r, a, b);
				}
			}
		}
	}
}

LA_FUNCTION int dae_reduced_factor(struct dae_kkt *kkt)
{
	struct dae_reduced *r = kkt->reduced;
	if (!r || dae_reduced_factor_masses(r, kkt->mass)) {
		return -1;
	}
	dae_reduced_halve(r, kkt->measured);
	dae_reduced_assemble(r);
	if (la_envelope_factor(kkt->system->n_g, r->first, r->start, DAE_REDUCED_LEAST, r->matrix, r->pivot)) {
		return -1;
	}
	for (int i = 0; i < kkt->system->n_g; i++) {
		dae_singular_set_pivot(kkt, i, r->pivot[r->place[i]]);
	}
	const double smallest = la_envelope_smallest(kkt->system->n_g, r->first, r->start, r->matrix, r->across);
	return dae_singular_is_far(kkt, smallest) ? 0 : -1;
}

/* ---- solve ---- */

/* across += sign W^T motion or, transposed, motion += sign W across, rows in their order in the envelope */
static void dae_reduced_multiply(const struct dae_reduced *r, int transposed, double sign)
{
	const struct dae_topology *t = r->topology;
	for (int k = 0; k < t->n_blocks; k++) {
		const struct la_block *b = &t->system->jacobian_blocks[k];
		const int n = dae_topology_width(t, t->body[k]);
		const double *half = r->half + r->half_start[k];
		double *motion = r->motion + dae_topology_place(t, t->body[k]);
		double *across = r->across + r->place[b->row];
		for (int i = 0; i < b->rows; i++, half += n) {
			if (!transposed) {
				across[i] += sign * la_dot(n, half, motion);
			}
			for (int c = 0; transposed && c < n; c++) {
				motion[c] += sign * half[c] * across[i];
			}
		}
	}
}

static void dae_reduced_solve_column(const struct dae_kkt *kkt, double *right)
{
	const struct dae_reduced *r = kkt->reduced;
	const struct dae_topology *t = r->topology;
	const int n_v = kkt->system->n_v;
	const int n_g = kkt->system->n_g;
	memcpy(r->motion, right, (size_t)n_v * sizeof *right);
	for (int i = 0; i < t->n_bodies; i++) {
		const int n = dae_topology_width(t, i);
		la_cholesky_forward(n, r->mass + t->mass[i], n, r->motion + dae_topology_place(t, i));
	}
	for (int i = 0; i < n_g; i++) {
		r->across[r->place[i]] = -right[n_v + i];
	}
	dae_reduced_multiply(r, 0, 1);
	la_envelope_solve(n_g, r->first, r->start, r->matrix, r->across);
	dae_reduced_multiply(r, 1, -1);
	for (int i = 0; i < t->n_bodies; i++) {
		const int n = dae_topology_width(t, i);
		la_cholesky_backward(n, r->mass + t->mass[i], n, r->motion + dae_topology_place(t, i));
	}
	memcpy(right, r->motion, (size_t)n_v * sizeof *right);
	for (int i = 0; i < n_g; i++) {
		right[n_v + i] = r->across[r->place[i]] / kkt->scale;
	}
}

LA_FUNCTION void dae_reduced_solve(struct dae_kkt *kkt, int columns, double *right)
{
	for (int k = 0; k < columns; k++) {
		dae_reduced_solve_column(kkt, right + (size_t)k * (size_t)(kkt->system->n_v + kkt->system->n_g));
	}
}
