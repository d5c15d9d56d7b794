#include "dae_singular.h"

#include <math.h>
#include <string.h>

#include "dae_kkt_struct.h"
#include "la_dense.h"

/* eigenvalues of A below this are rounding */
static const double DAE_SINGULAR_REDUNDANT = 1e-14;
/* that of a redundant row, in squares of how far the point is off the constraints, is below this */
static const double DAE_SINGULAR_OFF = 100;
/* part of the largest from which on a block of rows has a part in a direction; loops that are
 * singular at once mix by less. Where motions touch, coefficients of what moves vanish: rows
 * decide, not their values. */
static const double DAE_SINGULAR_PART = 1e-3;
/* eigenvalue below which direction k is one of redundant rows */
static double dae_singular_redundant(const struct dae_kkt *kkt, int k)
{
	double off = k < kkt->options.permanent ? DAE_SINGULAR_OFF * kkt->options.off * kkt->options.off : 0;
	return fmax(DAE_SINGULAR_REDUNDANT, off);
}

LA_FUNCTION const double *dae_singular_column(const struct dae_kkt *kkt, int k)
{
	return kkt->singular + (size_t)k * (size_t)(kkt->system->n_v + kkt->system->n_g);
}

static int dae_singular_count(const struct dae_kkt *kkt, double small)
{
	int count = 0;
	for (int i = kkt->system->n_v; i < kkt->system->n_v + kkt->system->n_g; i++) {
		count += fabs(kkt->pivot[i]) <= small;
	}
	return count;
}

/* eigenvalues below which a direction is near-singular, and from which on a position is far from a
 * singular one */
static double dae_singular_near(const struct dae_kkt *kkt)
{
	return fmax(kkt->options.threshold, dae_singular_redundant(kkt, 0));
}

static double dae_singular_far(const struct dae_kkt *kkt)
{
	return 100 * dae_singular_near(kkt);
}

/* Pivots of multipliers are eigenvalue-like, -(A + eps) s; but a direction with hardly a part in
 * the row that is eliminated last leaves a small eigenvalue to two pivots, of which it is about the
 * product: one that is not seen leaves a constraint about to be lost unknown. */
static double dae_singular_largest_pivot(const struct dae_kkt *kkt)
{
	return kkt->scale * fmax(dae_singular_far(kkt), sqrt(dae_singular_near(kkt)));
}

LA_FUNCTION void dae_singular_set_pivot(struct dae_kkt *kkt, int row, double pivot)
{
	const double b = kkt->scale * pivot;
	kkt->pivot[kkt->system->n_v + row] = kkt->scale * b / (1 + kkt->options.augmentation * b);
}

LA_FUNCTION int dae_singular_is_far(const struct dae_kkt *kkt, double smallest)
{
	return kkt->scale * smallest > dae_singular_far(kkt) &&
	       dae_singular_count(kkt, dae_singular_largest_pivot(kkt)) == 0;
}

/* starts one direction at each row with a small pivot, where there is no room for all of them at
 * those with the smallest */
static int dae_singular_start(struct dae_kkt *kkt)
{
	int n_v = kkt->system->n_v;
	int n = n_v + kkt->system->n_g;
	int count = 0;
	la_sparse_pivots(kkt->matrix, kkt->pivot);
	double small = dae_singular_largest_pivot(kkt);
	while (small > 0 && dae_singular_count(kkt, small) > kkt->room) {
		small *= 0.5;
	}
	for (int i = n_v; i < n && count < kkt->room; i++) {
		if (fabs(kkt->pivot[i]) <= small) {
			double *column = kkt->singular + (size_t)count * (size_t)n;
			memset(column, 0, (size_t)n * sizeof *column);
			column[i] = 1;
			count++;
		}
	}
	return count;
}

/* multiplier parts; motion is found anew with those that are selected */
static void dae_singular_orthonormalize(int n_v, int n, int count, double *columns)
{
	int m = n - n_v;
	for (int i = 0; i < count; i++) {
		double *a = columns + (size_t)i * (size_t)n + n_v;
		for (int twice = 0; twice < 2; twice++) {
			for (int j = 0; j < i; j++) {
				const double *b = columns + (size_t)j * (size_t)n + n_v;
				double along = la_dot(m, a, b);
				for (int k = 0; k < m; k++) {
					a[k] -= along * b[k];
				}
			}
		}
		double length = la_norm2(m, a);
		double factor = length > 0 ? 1 / length : 0;
		for (int k = 0; k < m; k++) {
			a[k] *= factor;
		}
	}
}

/* columns [*; w] -> [-K^-1 s G^T z; z], z = (A + eps)^-1 w */
static void dae_singular_inverse_iteration(struct dae_kkt *kkt, int count, double *columns)
{
	int n_v = kkt->system->n_v;
	int n = n_v + kkt->system->n_g;
	for (int i = 0; i < count; i++) {
		double *column = columns + (size_t)i * (size_t)n;
		memset(column, 0, (size_t)n_v * sizeof *column);
		for (int k = n_v; k < n; k++) {
			column[k] *= -kkt->scale;
		}
	}
	la_sparse_solve(kkt->matrix, count, columns);
}

/* eigenvectors of A in the space found; those with small eigenvalues stay */
static void dae_singular_select(struct dae_kkt *kkt, int count)
{
	int n_v = kkt->system->n_v;
	int m = kkt->system->n_g;
	int n = n_v + m;
	size_t step = (size_t)n;
	double *image = kkt->ritz_vectors;
	memcpy(image, kkt->singular, (size_t)count * step * sizeof *image);
	dae_singular_inverse_iteration(kkt, count, image);
	for (int j = 0; j < count; j++) {
		for (int i = j; i < count; i++) {
			double a = la_dot(m, kkt->singular + (size_t)i * step + n_v, image + (size_t)j * step + n_v);
			double b = la_dot(m, kkt->singular + (size_t)j * step + n_v, image + (size_t)i * step + n_v);
			kkt->ritz[i + j * count] = (a + b) / 2;
		}
	}
	if (la_eigen(count, kkt->ritz, count, kkt->ritz_values, kkt->ritz_work)) {
		count = 0;
	}
	/* the largest eigenvalue of (A + eps)^-1 comes last; x = K^-1 s G^T w is -(A + eps) times the
	 * motion found */
	for (int k = count - 1; k >= 0; k--) {
		double inverse = kkt->ritz_values[k];
		double eigenvalue = inverse > 0 ? fmax(1 / inverse - kkt->options.regularization, 0) : 1;
		if (eigenvalue >= fmax(kkt->options.threshold, dae_singular_redundant(kkt, kkt->n_singular))) {
			kkt->next_eigenvalue = eigenvalue < dae_singular_far(kkt) ? fmin(eigenvalue, 1) : 1;
			break;
		}
		double *target = kkt->selected + (size_t)kkt->n_singular * step;
		memset(target, 0, step * sizeof *target);
		for (int j = 0; j < count; j++) {
			double weight = kkt->ritz[j + k * count];
			for (int i = 0; i < n; i++) {
				double value = i < n_v ? -image[(size_t)j * step + (size_t)i] / inverse
				                       : kkt->singular[(size_t)j * step + (size_t)i];
				target[i] += weight * value;
			}
		}
		kkt->eigenvalue[kkt->n_singular++] = eigenvalue;
	}
	memcpy(kkt->singular, kkt->selected, (size_t)kkt->n_singular * step * sizeof *kkt->singular);
}

LA_FUNCTION int dae_singular_is_lost(double distance)
{
	return distance * distance < DAE_SINGULAR_REDUNDANT;
}

/* how many of the redundant directions were so before */
static int dae_singular_permanent(const struct dae_kkt *kkt, int redundant)
{
	return kkt->options.permanent < redundant ? kkt->options.permanent : redundant;
}

static struct dae_kkt_rank dae_singular_rank(const struct dae_kkt *kkt)
{
	struct dae_kkt_rank rank = {0, 0, 1};
	while (rank.redundant < kkt->n_singular &&
	       kkt->eigenvalue[rank.redundant] < dae_singular_redundant(kkt, rank.redundant)) {
		rank.redundant++;
	}
	const int permanent = dae_singular_permanent(kkt, rank.redundant);
	rank.sensitive = kkt->n_singular - permanent;
	rank.distance = sqrt(rank.sensitive > 0 ? kkt->eigenvalue[permanent] : kkt->next_eigenvalue);
	return rank;
}

/* the first of the directions that are held */
static int dae_singular_first(const struct dae_kkt *kkt)
{
	if (kkt->options.hold == DAE_HOLD_NONE) {
		return kkt->n_singular;
	}
	const int redundant = kkt->rank.redundant;
	return kkt->options.hold == DAE_HOLD_LOST ? dae_singular_permanent(kkt, redundant) : redundant;
}

/* multipliers (scaled) changed along direction k, and the motion with them */
static void dae_singular_add(const struct dae_kkt *kkt, int k, double change, double *motion, double *multipliers)
{
	const int n_v = kkt->system->n_v;
	const double *column = dae_singular_column(kkt, k);
	for (int i = 0; i < n_v; i++) {
		motion[i] -= change * column[i];
	}
	for (int i = 0; i < kkt->system->n_g; i++) {
		multipliers[i] += change * column[n_v + i];
	}
}

LA_FUNCTION void dae_singular_rows(const struct dae_kkt *kkt, const double *motion)
{
	const struct dae_system *system = kkt->system;
	memset(kkt->moved_rows, 0, (size_t)system->n_g * sizeof *kkt->moved_rows);
	la_block_multiply(system->n_jacobian_blocks, system->jacobian_blocks, kkt->measured, 1, motion, kkt->moved_rows);
}

/* e = w^T G x with the motion x = K^-1 s G^T w, which is of size sigma: good to eps / sigma, from
 * the factors to eps / sigma^2 */
static void dae_singular_measure(struct dae_kkt *kkt)
{
	for (int k = dae_singular_first(kkt); k < kkt->n_singular; k++) {
		const double *column = dae_singular_column(kkt, k);
		dae_singular_rows(kkt, column);
		const double e = la_dot(kkt->system->n_g, column + kkt->system->n_v, kkt->moved_rows);
		kkt->eigenvalue[k] = e > 0 ? e : kkt->eigenvalue[k];
	}
}

LA_FUNCTION const unsigned char *dae_singular_holds(const struct dae_kkt *kkt, int k)
{
	return kkt->holds + (size_t)k * (size_t)kkt->system->n_v;
}

static void dae_singular_mark(struct dae_kkt *kkt, int k)
{
	const struct dae_system *system = kkt->system;
	const double *w = dae_singular_column(kkt, k) + system->n_v;
	unsigned char *holds = kkt->holds + (size_t)k * (size_t)system->n_v;
	double most = 0;
	for (int i = 0; i < system->n_g; i++) {
		most = fmax(most, fabs(w[i]));
	}
	memset(holds, 0, (size_t)system->n_v);
	for (int i = 0; i < system->n_jacobian_blocks; i++) {
		const struct la_block *b = &system->jacobian_blocks[i];
		double part = 0;
		for (int row = b->row; row < b->row + b->rows; row++) {
			part = fmax(part, fabs(w[row]));
		}
		if (part > DAE_SINGULAR_PART * most) {
			memset(holds + b->col, 1, (size_t)b->cols);
		}
	}
}

LA_FUNCTION void dae_singular_find(struct dae_kkt *kkt)
{
	int n_v = kkt->system->n_v;
	int n = n_v + kkt->system->n_g;
	int count = dae_singular_start(kkt);
	for (int k = 0; count > 0 && k < 2; k++) {
		dae_singular_inverse_iteration(kkt, count, kkt->singular);
		dae_singular_orthonormalize(n_v, n, count, kkt->singular);
	}
	if (count > 0) {
		dae_singular_select(kkt, count);
		kkt->rank = dae_singular_rank(kkt);
		dae_singular_measure(kkt);
		for (int k = 0; k < kkt->n_singular; k++) {
			dae_singular_mark(kkt, k);
		}
	}
}

/* takes the redundant components out of a vector over the rows */
LA_FUNCTION void dae_singular_remove_redundant(const struct dae_kkt *kkt, double *rows)
{
	int m = kkt->system->n_g;
	for (int k = 0; k < kkt->rank.redundant; k++) {
		const double *direction = dae_singular_column(kkt, k) + kkt->system->n_v;
		double along = la_dot(m, direction, rows);
		for (int i = 0; i < m; i++) {
			rows[i] -= along * direction[i];
		}
	}
}

LA_FUNCTION void dae_singular_ask(struct dae_kkt *kkt, const double *rows, int k)
{
	for (int i = dae_singular_first(kkt); i < kkt->n_singular; i++) {
		kkt->asked[k * kkt->room + i] = la_dot(kkt->system->n_g, dae_singular_column(kkt, i) + kkt->system->n_v, rows);
	}
}

LA_FUNCTION void dae_singular_hold(const struct dae_kkt *kkt, double *motion, double *multipliers, int k)
{
	const int n_v = kkt->system->n_v, rows = kkt->system->n_g, first = dae_singular_first(kkt);
	if (first < kkt->n_singular) {
		dae_singular_rows(kkt, motion);
	}
	for (int i = first; i < kkt->n_singular; i++) {
		const double *column = dae_singular_column(kkt, i);
		const double got = la_dot(rows, column + n_v, kkt->moved_rows);
		dae_singular_add(kkt, i, (got - kkt->asked[k * kkt->room + i]) / kkt->eigenvalue[i], motion, multipliers);
	}
}
