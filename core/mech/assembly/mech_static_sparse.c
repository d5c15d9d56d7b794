/* Steps downhill with the sparse matrix of mech_static_matrix.h.
 *
 * The shift D makes K + D positive definite and the step no longer than it may be (Levenberg,
 * Marquardt). It is zero near a stable equilibrium, so that steps are Newton's there.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "la_dense.h"
#include "mech_static_parts.h"

#define MECH_STATIC_LEAST_SHIFT 1e-4 /* first one, times the largest force over the size */
#define MECH_STATIC_SOFT 1e-8        /* eigenvalues of K above minus this, in the same unit, are stable */
#define MECH_STATIC_ZERO 1e-14       /* the same in units of the largest entry of K */
#define MECH_STATIC_FAR 0.05         /* shifted steps longer than this part of the longest one fall */

enum { MECH_STATIC_SHIFTS = 60, MECH_STATIC_POWERS = 40 };

LA_FUNCTION int mech_static_sparse_step(struct mech_static *m, double limit, struct mech_static_model *model)
{
	struct mech_static_matrix *x = m->matrix;
	const double least = MECH_STATIC_LEAST_SHIFT * m->scale / m->space.size + MECH_STATIC_ZERO * x->size;
	double shift = x->last_shift > least ? 0.1 * x->last_shift : 0.0;
	mech_static_reactions(m, m->f);
	mech_static_matrix_fill(m, 1);
	for (int k = 0; k < MECH_STATIC_SHIFTS; k++, shift = fmax(4.0 * shift, least)) {
		if (mech_static_matrix_factor(m, shift) <= 0) {
			continue;
		}
		mech_static_matrix_solve(m, m->rest, m->step);
		const double longest = la_norm_max(m->n, m->step);
		if (longest <= limit) {
			x->last_shift = shift;
			model->slope = la_dot(m->n, m->rest, m->step);
			model->curvature = model->slope - shift * la_dot(m->n, m->step, m->step);
			model->falls = shift > 0.0 && longest > MECH_STATIC_FAR * m->space.size;
			return 0;
		}
	}
	return -1;
}

/* the direction of K's lowest eigenvalue on the motions allowed, by powers of the inverse of
 * K + D, which is positive definite */
static void mech_static_sparse_lowest(struct mech_static *m, double *direction)
{
	uint32_t random = 1;
	for (int i = 0; i < m->n; i++) {
		random = random * UINT32_C(1664525) + UINT32_C(1013904223);
		direction[i] = i < m->n - m->at.model->n_states ? (double)(random >> 8) / 8388608.0 - 1.0 : 0.0;
	}
	la_range_project(mech_assembly_range(&m->space), direction);
	for (int k = 0; k < MECH_STATIC_POWERS; k++) {
		mech_static_matrix_solve(m, direction, direction);
		const double longest = la_norm_max(m->n, direction);
		for (int i = 0; i < m->n; i++) {
			direction[i] /= longest;
		}
	}
}

LA_FUNCTION int mech_static_sparse_leave(struct mech_static *m, double *q)
{
	struct mech_static_matrix *x = m->matrix;
	double largest = 0.0;
	for (int i = 0; i < m->n; i++) {
		largest = fmax(largest, fabs(x->diagonal[i]));
	}
	double shift = MECH_STATIC_SOFT * m->scale / m->space.size + MECH_STATIC_ZERO * largest;
	int is_stable = mech_static_matrix_factor(m, shift) > 0;
	for (int k = 0; !is_stable && k < MECH_STATIC_SHIFTS; k++) {
		shift *= 2.0;
		if (mech_static_matrix_factor(m, shift) > 0) {
			mech_static_sparse_lowest(m, x->direction);
			for (int i = 0; i < m->n; i++) {
				m->step[i] = MECH_STATIC_PUSH * m->space.size * x->direction[i];
			}
			is_stable = mech_static_go(m, q) != 0;
			mech_static_look(m, q, m->rest);
			return !is_stable;
		}
	}
	return 0;
}
