/* States of elements on which none of their rates depends, such as integrals of controllers; the
 * equations stand in mech_static.h. */
#include <math.h>
#include <string.h>

#include "la_dense.h"
#include "mech_static_parts.h"

/* a state on which no rate of its element depends */
struct mech_static_integral {
	const struct mech_element *e;
	int k;
};

/* whether the rate of the state follows the configuration; else it rests or drifts, whatever it
 * is */
static int mech_static_follows(const struct mech_static *m, const struct mech_static_integral *z)
{
	double local[MECH_MOST_LOCAL * MECH_MOST_LOCAL], sum = 0.0;
	int first;
	const int width = mech_static_tangent(m, z->e, 1.0, 0.0, local, &first);
	for (int i = 0; i < first; i++) {
		sum += fabs(local[(first + z->k) * width + i]);
	}
	return sum > 0.0;
}

/* number `wanted` of them; 0: there are not so many */
static int mech_static_find(const struct mech_static *m, int wanted, struct mech_static_integral *found)
{
	const struct mech_model *model = m->at.model;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		double local[MECH_MOST_LOCAL * MECH_MOST_LOCAL];
		int own[MECH_MOST_STATES], first;
		if (e->n_states == 0) {
			continue;
		}
		const int width = mech_static_tangent(m, e, 0.0, 1.0, local, &first);
		const int n = mech_static_own(e, width, first, local, own);
		for (int k = 0, j = 0; k < e->n_states; k++) {
			const int settles = j < n && own[j] == k;
			j += settles;
			*found = (struct mech_static_integral){e, k};
			if (!settles && mech_static_follows(m, found) && wanted-- == 0) {
				return 1;
			}
		}
	}
	return 0;
}

/* place in the whole of the element's local velocity i; -1: of the ground */
static int mech_static_place(const struct mech_model *model, const struct mech_element *e, int i)
{
	const int body = e->body[i / model->body_v];
	return body == MECH_GROUND ? -1 : model->bodies[body].v + i % model->body_v;
}

/* dq[n] = B K^-1 B^T df/dz, scaled: how the equilibrium moves with the state */
static void mech_static_respond(struct mech_static *m, const struct mech_static_integral *z, double *dq)
{
	double local[MECH_MOST_LOCAL * MECH_MOST_LOCAL], *const f = m->rest1;
	int first;
	const int width = mech_static_tangent(m, z->e, 0.0, 1.0, local, &first);
	memset(f, 0, (size_t)m->n * sizeof *f);
	memset(dq, 0, (size_t)m->n * sizeof *dq);
	for (int i = 0; i < first; i++) {
		const int place = mech_static_place(m->at.model, z->e, i);
		if (place >= 0) {
			f[place] -= m->space.column[place] * local[i * width + first + z->k];
		}
	}
	if (m->matrix) {
		la_range_project(mech_assembly_range(&m->space), f);
		mech_static_matrix_solve(m, f, dq);
		return;
	}
	for (int i = 0; i < m->free; i++) {
		m->along[i] = la_dot(m->n, m->basis + i * m->n, f);
	}
	const double stiffest = m->free > 0 ? fmax(fabs(m->eigenvalue[0]), fabs(m->eigenvalue[m->free - 1])) : 0.0;
	for (int k = 0; k < m->free; k++) {
		const double *mode = m->stiffness + (size_t)k * (size_t)m->free;
		if (fabs(m->eigenvalue[k]) <= MECH_STATIC_LOOSE * stiffest) {
			continue;
		}
		const double x = la_dot(m->free, mode, m->along) / m->eigenvalue[k];
		for (int i = 0; i < m->free; i++) {
			for (int j = 0; j < m->n; j++) {
				dq[j] += x * mode[i] * m->basis[j + i * m->n];
			}
		}
	}
}

/* (dF/dq) dq of the state's rate */
static double mech_static_grow(const struct mech_static *m, const struct mech_static_integral *z, const double *dq)
{
	double local[MECH_MOST_LOCAL * MECH_MOST_LOCAL], sum = 0.0;
	int first;
	const int width = mech_static_tangent(m, z->e, 1.0, 0.0, local, &first);
	for (int i = 0; i < first; i++) {
		const int place = mech_static_place(m->at.model, z->e, i);
		sum -= place < 0 ? 0.0 : local[(first + z->k) * width + i] * m->space.column[place] * dq[place];
	}
	return sum;
}

static double mech_static_rate(const struct mech_static *m, const struct mech_static_integral *z)
{
	double F[MECH_MOST_LOCAL] = {0.0};
	mech_element_kind(z->e)->force.add(&m->at, z->e, F);
	return F[mech_local_size(m->at.model, z->e) - z->e->n_states + z->k];
}

/* coupling[n x n] = dF/dz through the equilibrium, growth[n] = -F, and how far each state moves it,
 * reach[n]; returns n */
static int mech_static_couple(struct mech_static *m)
{
	struct mech_static_integral one, other;
	int n = 0;
	while (mech_static_find(m, n, &one)) {
		n++;
	}
	for (int j = 0; mech_static_find(m, j, &one); j++) {
		mech_static_respond(m, &one, m->step);
		m->reach[j] = la_norm_max(m->n, m->step);
		m->growth[j] = -mech_static_rate(m, &one);
		for (int i = 0; mech_static_find(m, i, &other); i++) {
			m->coupling[i + j * n] = mech_static_grow(m, &other, m->step);
		}
	}
	return n;
}

/* change[n] = C^-1 growth, by C^T C, which is positive definite where C is regular. -1: it is
 * not */
static int mech_static_solve(struct mech_static *m, int n)
{
	for (int i = 0; i < n; i++) {
		m->change[i] = la_dot(n, m->coupling + i * n, m->growth);
		for (int j = 0; j < n; j++) {
			m->normal[i + j * n] = la_dot(n, m->coupling + i * n, m->coupling + j * n);
		}
	}
	if (la_cholesky_factor(n, m->normal, n) != 0) {
		return -1;
	}
	la_cholesky_solve(n, m->normal, n, 1, m->change, n);
	return 0;
}

LA_FUNCTION int mech_static_integrate(struct mech_static *m)
{
	const struct mech_model *model = m->at.model;
	struct mech_static_integral z;
	double moved = 0.0;
	const int n = mech_static_couple(m);
	if (n == 0 || mech_static_solve(m, n) != 0) {
		return 0;
	}
	for (int j = 0; mech_static_find(m, j, &z); j++) {
		m->v[model->n_bodies * model->body_v + z.e->state + z.k] += m->change[j];
		moved = fmax(moved, m->reach[j] * fabs(m->change[j]));
	}
	return moved > MECH_STATIC_ARRIVED * m->space.size;
}
