#include "dae_reduced.h"

#include <string.h>

#include "dae_kkt_struct.h"
#include "dae_reduced_parts.h"
#include "dae_singular.h"
#include "la_dense.h"
#include "la_envelope.h"

/* what must be left of a diagonal: multipliers lose as many digits */
static const double DAE_REDUCED_LEAST = 1e-6;

/* ---- small vectors, as wide as a body: calls would cost more than what they do ---- */

static inline double dae_reduced_dot(int n, const double *x, const double *y)
{
	if (n == 3) {
		return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
	}
	double sum = 0;
	for (int i = 0; i < n; i++) {
		sum += x[i] * y[i];
	}
	return sum;
}

/* x = L^-1 x; of the diagonal of L there are the inverses */
static inline void dae_reduced_forward(int n, const double *l, double *x)
{
	if (n == 3) {
		x[0] *= l[0];
		x[1] = (x[1] - x[0] * l[1]) * l[4];
		x[2] = (x[2] - x[0] * l[2] - x[1] * l[5]) * l[8];
		return;
	}
	for (int k = 0; k < n; k++) {
		x[k] *= l[k + k * n];
		for (int i = k + 1; i < n; i++) {
			x[i] -= x[k] * l[i + k * n];
		}
	}
}

/* x = L^-T x */
static inline void dae_reduced_backward(int n, const double *l, double *x)
{
	if (n == 3) {
		x[2] *= l[8];
		x[1] = (x[1] - x[2] * l[5]) * l[4];
		x[0] = (x[0] - x[1] * l[1] - x[2] * l[2]) * l[0];
		return;
	}
	for (int k = n - 1; k >= 0; k--) {
		double sum = x[k];
		for (int i = k + 1; i < n; i++) {
			sum -= x[i] * l[i + k * n];
		}
		x[k] = sum * l[k + k * n];
	}
}

/* y -= factor x */
static inline void dae_reduced_take(int n, double factor, const double *x, double *y)
{
	if (n == 3) {
		y[0] -= x[0] * factor;
		y[1] -= x[1] * factor;
		y[2] -= x[2] * factor;
		return;
	}
	for (int i = 0; i < n; i++) {
		y[i] -= x[i] * factor;
	}
}

/* ---- factor ---- */

/* M = L L^T, body by body; -1: one has no inertia in some direction. Where M is that of the last
 * time, so is L. */
static int dae_reduced_factor_masses(struct dae_reduced *r, const double *mass)
{
	const struct dae_topology *t = r->topology;
	const size_t count = (size_t)la_block_values(t->system->n_mass_blocks, t->system->mass_blocks);
	if (memcmp(r->given, mass, count * sizeof *mass) == 0) {
		return r->has_masses ? 0 : -1;
	}
	memcpy(r->given, mass, count * sizeof *mass);
	memcpy(r->mass, mass, count * sizeof *mass);
	r->has_masses = 0;
	for (int i = 0; i < t->n_bodies; i++) {
		const int n = r->bodies[i].width, first = r->bodies[i].mass;
		double *l = r->mass + first;
		if (la_cholesky_factor(n, l, n)) {
			return -1;
		}
		for (int k = 0; k < n; k++) {
			const double root = l[k + k * n];
			if (!(root * root > DAE_REDUCED_LEAST * mass[first + k + k * n])) {
				return -1;
			}
			l[k + k * n] = 1 / root;
		}
	}
	r->has_masses = 1;
	return 0;
}

/* W = L^-1 G^T */
static void dae_reduced_halve(struct dae_reduced *r, const double *jacobian)
{
	const struct dae_topology *t = r->topology;
	for (int k = 0; k < t->n_blocks; k++) {
		const struct la_block *b = &t->system->jacobian_blocks[k];
		const struct dae_reduced_block *w = &r->blocks[k];
		const double *row = jacobian + t->value[k];
		double *half = r->half + w->half;
		const int width = w->body.width;
		if (b->cols < width) {
			memset(half, 0, (size_t)(b->rows * width) * sizeof *half);
		}
		for (int i = 0; i < b->rows; i++, half += width, row += b->cols) {
			for (int c = 0; c < b->cols; c++) {
				half[w->offset + c] = row[c];
			}
			dae_reduced_forward(width, r->mass + w->body.mass, half);
		}
	}
}

static void dae_reduced_assemble(struct dae_reduced *r)
{
	memset(r->matrix, 0, dae_reduced_profile(r) * sizeof *r->matrix);
	for (int n = 0; n < r->n_pairs; n++) {
		const struct dae_reduced_pair *p = &r->pairs[n];
		const double *half = r->half + p->half;
		double *entry = r->matrix + p->entry;
		for (int i = 0; i < p->rows; entry += p->length + i, half += p->width, i++) {
			const int count = p->reached + i < p->columns ? p->reached + i : p->columns;
			const double *other = r->half + p->other;
			for (int k = 0; k < count; k++, other += p->width) {
				entry[k] += dae_reduced_dot(p->width, half, other);
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

/* across += W^T motion, rows in their order in the envelope */
static void dae_reduced_across(const struct dae_reduced *r)
{
	const struct dae_topology *t = r->topology;
	for (int k = 0; k < t->n_blocks; k++) {
		const struct la_block *b = &t->system->jacobian_blocks[k];
		const struct dae_reduced_block *w = &r->blocks[k];
		const int width = w->body.width;
		const double *half = r->half + w->half, *motion = r->motion + w->body.place;
		double *across = r->across + r->place[b->row];
		for (int i = 0; i < b->rows; i++, half += width) {
			across[i] += dae_reduced_dot(width, half, motion);
		}
	}
}

/* motion -= W across */
static void dae_reduced_hold(const struct dae_reduced *r)
{
	const struct dae_topology *t = r->topology;
	for (int k = 0; k < t->n_blocks; k++) {
		const struct la_block *b = &t->system->jacobian_blocks[k];
		const struct dae_reduced_block *w = &r->blocks[k];
		const int width = w->body.width;
		const double *half = r->half + w->half, *across = r->across + r->place[b->row];
		double *motion = r->motion + w->body.place;
		for (int i = 0; i < b->rows; i++, half += width) {
			dae_reduced_take(width, across[i], half, motion);
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
		const struct dae_reduced_body *b = &r->bodies[i];
		dae_reduced_forward(b->width, r->mass + b->mass, r->motion + b->place);
	}
	for (int i = 0; i < n_g; i++) {
		r->across[r->place[i]] = -right[n_v + i];
	}
	dae_reduced_across(r);
	la_envelope_solve(n_g, r->first, r->start, r->matrix, r->across);
	dae_reduced_hold(r);
	for (int i = 0; i < t->n_bodies; i++) {
		const struct dae_reduced_body *b = &r->bodies[i];
		dae_reduced_backward(b->width, r->mass + b->mass, r->motion + b->place);
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
