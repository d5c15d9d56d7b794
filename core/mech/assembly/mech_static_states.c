/* States of elements that come to rest in a static equilibrium; the equations stand in
 * mech_static.h. */
#include <math.h>
#include <string.h>

#include "la_dense.h"
#include "mech_static_parts.h"

enum { MECH_STATIC_SETTLE = 20 }; /* iterations */

LA_FUNCTION int mech_static_tangent(const struct mech_static *m, const struct mech_element *e, double cq, double cv,
                                    double *local, int *first)
{
	const int width = mech_local_size(m->at.model, e);
	memset(local, 0, (size_t)(width * width) * sizeof *local);
	mech_element_kind(e)->force.tangent(&m->at, e, cq, cv, local);
	*first = width - e->n_states;
	return width;
}

LA_FUNCTION int mech_static_own(const struct mech_element *e, int width, int first, const double *local, int *own)
{
	int n = 0;
	for (int j = 0; j < e->n_states; j++) {
		double sum = 0.0;
		for (int i = 0; i < e->n_states; i++) {
			sum += fabs(local[(first + i) * width + first + j]);
		}
		if (sum > 0.0) {
			own[n++] = j;
		}
	}
	return n;
}

LA_FUNCTION void mech_static_settle(struct mech_static *m, const struct mech_element *e)
{
	double *z = m->v + m->at.model->n_bodies * m->at.model->body_v + e->state;
	for (int iteration = 0; iteration < MECH_STATIC_SETTLE; iteration++) {
		double local[MECH_MOST_LOCAL * MECH_MOST_LOCAL], slope[MECH_MOST_STATES * MECH_MOST_STATES];
		double F[MECH_MOST_LOCAL] = {0.0}, dz[MECH_MOST_STATES];
		int pivot[MECH_MOST_STATES], own[MECH_MOST_STATES], first;
		const int width = mech_static_tangent(m, e, 0.0, 1.0, local, &first);
		const int n = mech_static_own(e, width, first, local, own);
		mech_element_kind(e)->force.add(&m->at, e, F);
		for (int i = 0; i < n; i++) {
			dz[i] = F[first + own[i]];
			for (int j = 0; j < n; j++) {
				slope[i + j * n] = local[(first + own[i]) * width + first + own[j]];
			}
		}
		if (n == 0 || la_lu_factor(n, slope, n, pivot) != 0) {
			return;
		}
		la_lu_solve(n, slope, n, pivot, 1, dz, n);
		for (int i = 0; i < n; i++) {
			z[own[i]] += dz[i];
		}
	}
}

/* With P and R the columns of the tangent by states that settle, over bodies and over these states,
 * and S the rows of these states by bodies, R dz = -S dq. */
LA_FUNCTION void mech_static_condense(const struct mech_static *m, const struct mech_element *e, double *stiffness)
{
	double local[MECH_MOST_LOCAL * MECH_MOST_LOCAL], slope[MECH_MOST_STATES * MECH_MOST_STATES];
	int pivot[MECH_MOST_STATES], own[MECH_MOST_STATES], first;
	if (e->n_states == 0) {
		return;
	}
	const int width = mech_static_tangent(m, e, 0.0, 1.0, local, &first);
	const int n = mech_static_own(e, width, first, local, own);
	for (int k = 0; k < n * n; k++) {
		slope[k] = local[(first + own[k % n]) * width + first + own[k / n]];
	}
	if (n == 0 || la_lu_factor(n, slope, n, pivot) != 0) {
		return;
	}
	for (int j = 0; j < first; j++) {
		double dz[MECH_MOST_STATES];
		for (int k = 0; k < n; k++) {
			dz[k] = stiffness[(first + own[k]) * width + j];
		}
		la_lu_solve(n, slope, n, pivot, 1, dz, n);
		for (int i = 0; i < first; i++) {
			for (int k = 0; k < n; k++) {
				stiffness[i * width + j] -= local[i * width + first + own[k]] * dz[k];
			}
		}
	}
}
