/* Multiplications and divisions of one solution, by each way: what the programs of tables compare. */
#ifndef SOLUTION_OPERATIONS_H
#define SOLUTION_OPERATIONS_H

#include "dae_kkt_struct.h"
#include "dae_relative_parts.h"
#include "la_sparse_struct.h"

static inline double dense_lu(double n)
{
	return n * (n - 1) * (2 * n - 1) / 6 + n * (n - 1) / 2 + n * n;
}

/* factor and one solution, columns of L with c entries below the diagonal */
static inline double sparse_ldlt(const struct la_sparse *s)
{
	double sum = 0;
	for (int j = 0; j < s->n; j++) {
		const double c = s->start[j + 1] - s->start[j];
		sum += c * (c + 1) / 2 + c + 2 * c + 1;
	}
	return sum;
}

/* of one limb: its joint and inertia; one way up, one down */
static inline double limb_factor(const struct dae_relative *r, const struct dae_limb *l)
{
	const double n = l->n, rows = l->rows, m = l->motions;
	const double carrier = l->carrier >= 0 ? r->limbs[l->carrier].n : 0;
	const double joint = rows * rows * (n + rows) + rows * rows * carrier;
	const double own = n * m * rows + m * (m + 1) / 2 * rows + m * (m * m - 1) / 6 + m * (m + 1) / 2;
	return joint + own + rows * m * (m + 1) / 2 + rows * (rows + 1) / 2 * m + rows * carrier * (rows + carrier);
}

static inline double limb_way(const struct dae_relative *r, const struct dae_limb *l)
{
	const double carrier = l->carrier >= 0 ? r->limbs[l->carrier].n : 0;
	return 2.0 * l->rows * l->motions + l->motions * (l->motions + 1) / 2 + l->rows * carrier;
}

/* motions that two cuts have in common */
static inline double common(const struct dae_relative *r, const struct dae_cut *a, const struct dae_cut *b)
{
	double sum = 0;
	for (int k = 0; k < a->n_limbs * b->n_limbs; k++) {
		const int limb = a->limb[k / b->n_limbs];
		sum += limb == b->limb[k % b->n_limbs] ? r->limbs[limb].motions : 0;
	}
	return sum;
}

static inline double relative(const struct dae_relative *r)
{
	const double m = r->cut_rows;
	double sum = m * (m * m - 1) / 6 + m * (m - 1) / 2 + 2 * m * (m + 1);
	for (int i = 0; i < r->topology->n_bodies; i++) {
		const struct dae_limb *l = &r->limbs[i];
		const double multipliers = l->n * l->n + l->rows * (l->rows + 2.0 * l->n);
		sum += limb_factor(r, l) + (r->n_cuts > 0 ? 3 : 2) * limb_way(r, l) + 2.0 * l->rows * l->rows + multipliers;
	}
	for (int c = 0; c < r->n_cuts; c++) {
		const struct dae_cut *cut = &r->cuts[c];
		for (int k = 0; k < cut->n_limbs; k++) {
			sum += dae_relative_rows(r, cut) * limb_way(r, &r->limbs[cut->limb[k]]);
		}
		for (int b = 0; b <= c; b++) {
			sum += dae_relative_rows(r, cut) * dae_relative_rows(r, &r->cuts[b]) * common(r, cut, &r->cuts[b]);
		}
		sum += 2.0 * dae_relative_rows(r, cut) * cut->motions;
	}
	return sum;
}

#endif
