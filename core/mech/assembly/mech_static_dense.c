/* Steps downhill along the eigenvectors of a dense stiffness; the equations stand in mech_static.h. */
#include <math.h>
#include <string.h>

#include "la_dense.h"
#include "mech_assembly_close.h"
#include "mech_static_parts.h"

#define MECH_STATIC_BALANCED 1e-13 /* force left, relative to the largest force */

/* K += B^T T B for a matrix T[width x width] over the bodies of an element, row-major */
static void mech_static_add(struct mech_static *m, const struct mech_element *e, int width, const double *T)
{
	const struct mech_model *model = m->at.model;
	const int n = model->body_v, size = n * e->n_bodies;
	for (int k = 0; k < m->free; k++) {
		double local[MECH_MOST_LOCAL], image[MECH_MOST_LOCAL] = {0.0};
		for (int i = 0; i < size; i++) {
			const int place = e->body[i / n] == MECH_GROUND ? -1 : model->bodies[e->body[i / n]].v + i % n;
			local[i] = place < 0 ? 0.0 : m->space.column[place] * m->basis[place + k * m->n];
		}
		for (int i = 0; i < size; i++) {
			image[i] = la_dot(size, T + i * width, local);
		}
		for (int i = 0; i < size; i++) {
			const int place = e->body[i / n] == MECH_GROUND ? -1 : model->bodies[e->body[i / n]].v + i % n;
			for (int l = 0; place >= 0 && l < m->free; l++) {
				m->stiffness[l + k * m->free] += m->space.column[place] * image[i] * m->basis[place + l * m->n];
			}
		}
	}
}

/* K from the tangents of the elements and of the coordinates that are held, and its eigenvalues and
 * eigenvectors */
static int mech_static_stiffness(struct mech_static *m)
{
	const struct mech_model *model = m->at.model;
	double local[MECH_MOST_LOCAL * MECH_MOST_LOCAL];
	mech_static_reactions(m, m->f);
	memset(m->stiffness, 0, (size_t)(m->free * m->free) * sizeof *m->stiffness);
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		const int width = mech_local_size(model, e);
		if (kind->force.tangent && !kind->force.is_friction) {
			memset(local, 0, (size_t)(width * width) * sizeof *local);
			kind->force.tangent(&m->at, e, 1.0, 0.0, local);
			mech_static_condense(m, e, local);
			mech_static_add(m, e, width, local);
		}
	}
	const double *held = m->lambda + m->space.rows;
	for (int i = 0; i < model->n_targets; i++) {
		const struct mech_target *target = &model->targets[i];
		const int holds = mech_assembly_counts(&m->space, i, MECH_ASSEMBLY_POSITIONS);
		const double mu = holds ? *held++ : 0.0;
		const struct mech_element *joint = target->element >= 0 ? &model->elements[target->element] : NULL;
		if (holds && joint && mech_element_kind(joint)->coordinate.curvature) {
			const int width = 2 * model->body_v;
			memset(local, 0, (size_t)(width * width) * sizeof *local);
			mech_element_kind(joint)->coordinate.curvature(&m->at, joint, target->coordinate, mu, local);
			mech_static_add(m, joint, width, local);
		}
	}
	/* the symmetric part, in the lower triangle */
	for (int k = 0; k < m->free; k++) {
		for (int l = k + 1; l < m->free; l++) {
			m->stiffness[l + k * m->free] = 0.5 * (m->stiffness[l + k * m->free] + m->stiffness[k + l * m->free]);
		}
	}
	return la_eigen(m->free, m->stiffness, m->free, m->eigenvalue, m->eigen_work);
}

/* direction[n] += amount B x for eigenvector k of K */
static void mech_static_add_mode(const struct mech_static *m, int k, double amount, double *direction)
{
	for (int i = 0; i < m->free; i++) {
		const double share = amount * m->stiffness[i + k * m->free];
		for (int j = 0; j < m->n; j++) {
			direction[j] += share * m->basis[j + i * m->n];
		}
	}
}

/* ---- steps ---- */

LA_FUNCTION int mech_static_dense_step(struct mech_static *m, double limit, struct mech_static_model *model)
{
	if (mech_static_stiffness(m) != 0) {
		return -1;
	}
	*model = (struct mech_static_model){0.0, 0.0, 0};
	const double stiffest = m->free > 0 ? fmax(fabs(m->eigenvalue[0]), fabs(m->eigenvalue[m->free - 1])) : 0.0;
	const double loose = fmax(MECH_STATIC_LOOSE * stiffest, 1e-12 * m->scale / m->space.size);
	memset(m->step, 0, (size_t)m->n * sizeof *m->step);
	for (int k = 0; k < m->free; k++) {
		/* r along the eigenvector; the unbalanced force lies within B */
		double r = 0.0;
		for (int i = 0; i < m->free; i++) {
			r += m->stiffness[i + k * m->free] * la_dot(m->n, m->basis + i * m->n, m->rest);
		}
		const double held = fabs(m->eigenvalue[k]);
		if (fabs(r) <= MECH_STATIC_BALANCED * m->scale) {
			continue;
		}
		const double x = fabs(r) >= limit * held ? copysign(limit, r) : r / held;
		model->falls = model->falls || held <= loose;
		model->slope += r * x;
		model->curvature += m->eigenvalue[k] * x * x;
		mech_static_add_mode(m, k, x, m->step);
	}
	return 0;
}

LA_FUNCTION int mech_static_dense_leave(struct mech_static *m, double *q)
{
	struct mech_assembly_space *s = &m->space;
	const double stiffest = m->free > 0 ? fmax(fabs(m->eigenvalue[0]), fabs(m->eigenvalue[m->free - 1])) : 0.0;
	if (m->free == 0 || m->eigenvalue[0] >= -1e-8 * stiffest || m->eigenvalue[0] >= -1e-8 * m->scale / s->size) {
		return 0;
	}
	memset(m->step, 0, (size_t)m->n * sizeof *m->step);
	mech_static_add_mode(m, 0, MECH_STATIC_PUSH * s->size, m->step);
	if (mech_static_go(m, q) != 0) {
		return 0;
	}
	mech_static_look(m, q, m->rest);
	return 1;
}
