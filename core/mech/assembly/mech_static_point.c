/* A configuration of the static equilibrium: its forces, what of them is not balanced, and ways to
 * others. */
#include <math.h>
#include <string.h>

#include "la_dense.h"
#include "mech_assembly_close.h"
#include "mech_equations.h"
#include "mech_static_parts.h"

/* what elements remember, as at a start in this configuration: turns counted on, friction loose */
static void mech_static_remember(struct mech_static *m)
{
	const struct mech_model *model = m->at.model;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (!kind->force.is_friction) {
			mech_remember(&m->at, e, m->memory);
		}
		if (kind->memory.start) {
			kind->memory.start(&m->at, e, m->memory + e->memory);
		}
		if (e->n_states > 0) {
			mech_static_settle(m, e);
		}
	}
}

/* what of column k of B is orthogonal to those before; returns its length before it was made 1 */
static double mech_static_orthonormalize(struct mech_static *m, int k)
{
	double *const column = m->basis + (size_t)k * (size_t)m->n;
	double length = la_norm2(m->n, column), left = 1.0;
	for (int twice = 0; twice < 2 && length > 0.0; twice++) {
		for (int j = 0; j < m->n; j++) {
			column[j] /= length;
		}
		for (int i = 0; i < k; i++) {
			const double *const before = m->basis + (size_t)i * (size_t)m->n;
			const double along = la_dot(m->n, before, column);
			for (int j = 0; j < m->n; j++) {
				column[j] -= along * before[j];
			}
		}
		length = la_norm2(m->n, column);
		left = twice == 0 ? length : left;
	}
	for (int j = 0; j < m->n && length > 0.0; j++) {
		column[j] /= length;
	}
	return left;
}

/* columns of B: what of unit vectors lies within the null space, those that add a direction */
static void mech_static_span(struct mech_static *m)
{
	struct la_range *range = mech_assembly_range(&m->space);
	const int most = m->n - range->rank;
	m->free = 0;
	/* the first round takes what adds much, the next ones what is left */
	for (double least = 0.1; m->free < most && least > 1e-9; least *= 0.01) {
		for (int j = 0; j < m->n && m->free < most; j++) {
			double *const column = m->basis + (size_t)m->free * (size_t)m->n;
			memset(column, 0, (size_t)m->n * sizeof *column);
			column[j] = 1.0;
			la_range_project(range, column);
			if (la_norm2(m->n, column) > least && mech_static_orthonormalize(m, m->free) > least) {
				m->free++;
			}
		}
	}
}

/* f and the largest force of all that act, for comparison */
static void mech_static_forces(struct mech_static *m)
{
	const struct mech_model *model = m->at.model;
	mech_force(&m->at, m->f);
	m->scale = 0.0;
	for (int i = 0; i < m->n; i++) {
		m->f[i] *= i < m->n - model->n_states ? m->space.column[i] : 0.0;
		m->scale = fmax(m->scale, fabs(m->f[i]));
	}
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		double local[MECH_MOST_LOCAL] = {0.0};
		if (mech_element_kind(e)->force.add) {
			mech_element_kind(e)->force.add(&m->at, e, local);
		}
		for (int k = 0; k < model->body_v * e->n_bodies; k++) {
			m->scale = fmax(m->scale, fabs(local[k]) * m->space.column[k % model->body_v]);
		}
	}
}

LA_FUNCTION void mech_static_look(struct mech_static *m, const double *q, double *rest)
{
	m->at.q = q;
	mech_static_remember(m);
	mech_assembly_linearize(&m->space, &m->at, MECH_ASSEMBLY_DISPLACEMENTS);
	mech_assembly_decompose(&m->space);
	mech_static_forces(m);
	if (m->matrix) {
		memcpy(rest, m->f, (size_t)m->n * sizeof *rest);
		la_range_project(mech_assembly_range(&m->space), rest);
		return;
	}
	mech_static_span(m);
	memset(rest, 0, (size_t)m->n * sizeof *rest);
	for (int k = 0; k < m->free; k++) {
		const double r = la_dot(m->n, m->basis + k * m->n, m->f);
		for (int j = 0; j < m->n; j++) {
			rest[j] += r * m->basis[j + k * m->n];
		}
	}
}

LA_FUNCTION void mech_static_reactions(struct mech_static *m, const double *f)
{
	const struct mech_assembly_space *s = &m->space;
	la_range_solve_transposed(mech_assembly_range(s), f, s->wide);
	for (int i = 0; i < s->rows; i++) {
		m->lambda[i] = s->wide[i] / s->norm[i];
	}
	for (int k = 0; k < s->targets; k++) {
		m->lambda[s->rows + k] = s->wide[s->place[k]] / s->norm[s->rows + k];
	}
	m->at.lambda = m->lambda;
}

/* ---- ways ---- */

LA_FUNCTION double mech_static_descend(struct mech_static *m, const struct mech_static_model *model, double *q)
{
	struct mech_assembly_space *s = &m->space;
	for (double x = 1.0; x > 1e-9; x *= 0.5) {
		mech_assembly_move(s, q, x, m->step, s->candidate);
		if (!mech_assembly_good(s, mech_assembly_close(s, &m->at, s->candidate))) {
			continue;
		}
		mech_static_look(m, s->candidate, m->rest1);
		const double work = 0.5 * x * (la_dot(m->n, m->rest, m->step) + la_dot(m->n, m->rest1, m->step));
		if (work >= 0.1 * (x * model->slope - 0.5 * x * x * model->curvature)) {
			memcpy(q, s->candidate, (size_t)s->model->n_q * sizeof *q);
			memcpy(m->rest, m->rest1, (size_t)m->n * sizeof *m->rest);
			m->at.q = q;
			return x;
		}
	}
	mech_static_look(m, q, m->rest);
	return 0.0;
}

LA_FUNCTION int mech_static_go(struct mech_static *m, double *q)
{
	struct mech_assembly_space *s = &m->space;
	mech_assembly_move(s, q, 1.0, m->step, s->candidate);
	const int good = mech_assembly_good(s, mech_assembly_close(s, &m->at, s->candidate));
	if (good) {
		memcpy(q, s->candidate, (size_t)s->model->n_q * sizeof *q);
	}
	m->at.q = q;
	return good ? 0 : -1;
}
