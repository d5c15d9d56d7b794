/* Load steps: the way of a flexible mechanism from its drawing to the equilibrium.
 *
 * Forces f0 that are not balanced in the drawing act there as if somebody held against them, and
 * this hold is taken away in steps:
 *
 *     f(q) - (1 - s) f0 + G^T lambda = 0,     s = 0 .. 1.
 *
 * Each step iterates with Newton. Where an element is much stiffer along than across, as slender
 * beams are, its forces at the configuration of an iteration are far from those of its solution:
 * the tangent would be useless. So tangents take the forces that the last linear step has reached,
 * as if strains had grown linearly (Magisano, Leonetti, Garcea: How to improve efficiency and
 * robustness of the Newton method in geometrically non-linear structural problem discretized via
 * displacement-based finite elements, Computer Methods in Applied Mechanics and Engineering 313,
 * 2017). The number of iterations does then not depend on the slenderness.
 *
 * A step that does not converge is halved. Where none is possible, at a limit load or a
 * bifurcation, the way ends, and steps downhill (mech_static.c) continue from there.
 */
#include <math.h>
#include <string.h>

#include "la_dense.h"
#include "mech_static_parts.h"

#define MECH_STATIC_FAST 6           /* iterations after which the next step is longer */
#define MECH_STATIC_ITERATE 25       /* most iterations of a load step */
#define MECH_STATIC_SHORTEST 1e-4    /* load step */
#define MECH_STATIC_LONGEST_TURN 1.0 /* of an iteration, or way relative to the size */
#define MECH_STATIC_MEETS 1e-7       /* a load step ends with an iteration this short, relative to the size */

/* forces of strains after the step from m->at.q on; step NULL: those there */
static void mech_static_carry(struct mech_static *m, const double *step)
{
	const struct mech_model *model = m->at.model;
	struct mech_static_matrix *x = m->matrix;
	struct mech_context c = m->at;
	for (int i = 0; i < m->n; i++) {
		x->direction[i] = step ? m->space.column[i] * step[i] : 0.0;
	}
	c.v = x->direction;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		if (mech_element_kind(e)->force.carry) {
			mech_element_kind(e)->force.carry(&c, e, x->carried + (size_t)i * MECH_MOST_CARRIED);
		}
	}
}

/* Newton's step for the load s; -1: there is none */
static int mech_static_load(struct mech_static *m, double s)
{
	struct mech_static_matrix *x = m->matrix;
	for (int i = 0; i < m->n; i++) {
		m->rest1[i] = m->f[i] - (1.0 - s) * x->kept[i];
	}
	mech_static_reactions(m, m->rest1);
	la_range_project(mech_assembly_range(&m->space), m->rest1);
	m->at.carried = x->carried;
	mech_static_matrix_fill(m, 0);
	m->at.carried = NULL;
	const int good = mech_static_matrix_factor(m, 0.0) > 0;
	mech_static_matrix_solve(m, m->rest1, m->step);
	return good ? 0 : -1;
}

/* iterates to the load s from q on, which changes. Returns the number of iterations, 0: it fails */
static int mech_static_reach(struct mech_static *m, double s, double *q)
{
	const double size = m->space.size;
	double before = HUGE_VAL;
	mech_static_carry(m, NULL);
	for (int k = 1; k <= MECH_STATIC_ITERATE; k++) {
		if (mech_static_load(m, s) != 0) {
			return 0;
		}
		const double longest = la_norm_max(m->n, m->step);
		if (!(longest <= MECH_STATIC_LONGEST_TURN * size) || (k > 3 && longest > 2.0 * before)) {
			return 0;
		}
		mech_static_carry(m, m->step);
		if (mech_static_go(m, q) != 0) {
			return 0;
		}
		mech_static_look(m, q, m->rest);
		if (longest <= MECH_STATIC_MEETS * size) {
			return k;
		}
		before = longest;
	}
	return 0;
}

LA_FUNCTION void mech_static_follow(struct mech_static *m, double *q)
{
	struct mech_static_matrix *x = m->matrix;
	const size_t size = (size_t)m->at.model->n_q * sizeof *q;
	double reached = 0.0;
	memcpy(x->kept, m->f, (size_t)m->n * sizeof *x->kept);
	x->last_shift = 0.0;
	for (double step = 1.0; reached < 1.0 && step > MECH_STATIC_SHORTEST;) {
		const double next = fmin(1.0, reached + step);
		memcpy(x->reached, q, size);
		const int iterations = mech_static_reach(m, next, q);
		if (iterations > 0) {
			reached = next;
			step *= iterations <= MECH_STATIC_FAST ? 2.0 : 1.0;
			continue;
		}
		step *= 0.5;
		memcpy(q, x->reached, size);
		mech_static_look(m, q, m->rest);
	}
}
