/* Degrees of freedom, redundant rows, and motions without mass.
 *
 * Rank and redundant rows are those of the Jacobian scaled as in mech_assembly_space.h
 * (la_range.h).
 */
#include <math.h>
#include <string.h>

#include "la_dense.h"
#include "mech_assembly.h"
#include "mech_assembly_close.h"

#define MECH_DIAGNOSIS_MASSLESS 1e-12 /* share of the largest inertia that is rounding */
#define MECH_DIAGNOSIS_HELD 1e-14     /* square of what rows of length 1 hold of a motion: less is rounding */

LA_FUNCTION void mech_diagnose(const struct mech_context *c, const double *q, struct mech_assembly *assembly,
                               struct mech_diagnosis *diagnosis, unsigned char *redundant)
{
	struct mech_context at = *c;
	struct mech_assembly_space s;
	at.q = q;
	mech_assembly_space_open(&at, assembly, &s);
	mech_assembly_linearize(&s, &at, MECH_ASSEMBLY_SPEEDS);
	mech_assembly_decompose(&s);
	la_range_look(s.held);
	const struct la_range *r = s.held;
	diagnosis->rank = r->rank;
	diagnosis->degrees_of_freedom = s.n - c->model->n_states - r->rank;
	diagnosis->n_redundant = s.rows - r->rank;
	diagnosis->smallest_singular_value =
		r->rank > 0 && r->n_zero < r->n_found ? r->singular[r->n_zero] / r->largest : 1.0;
	if (redundant) {
		la_range_mark_dependent(s.held, redundant);
	}
}

/* ---- motions without mass ---- */

/* eigenvalues and eigenvectors of the mass of a body, in scaled velocities */
static void mech_diagnosis_mass(const struct mech_context *c, const struct mech_assembly_space *s, int body,
                                double *moments, double *vectors)
{
	const struct mech_space_rules *rules = mech_model_rules(c->model);
	const int n = rules->n_v, v = c->model->bodies[body].v;
	double block[MECH_MOST_BODY_V * MECH_MOST_BODY_V];
	double work[MECH_MOST_BODY_V * MECH_MOST_BODY_V + 3 * MECH_MOST_BODY_V + 1];
	rules->mass(c, body, block);
	for (int k = 0; k < n * n; k++) {
		vectors[k] = s->column[v + k % n] * block[k] * s->column[v + k / n];
	}
	if (la_eigen(n, vectors, n, moments, work) != 0) {
		memset(moments, 0, (size_t)n * sizeof *moments);
	}
}

/* the next motion of one body that moves no mass, after motion *k of body *body, into x[n]; 0:
 * there is none */
static int mech_diagnosis_next_idle(const struct mech_context *c, const struct mech_assembly_space *s, double bound,
                                    int *body, int *k, double *x)
{
	const int n = c->model->body_v;
	for (; *body < c->model->n_bodies; (*body)++, *k = -1) {
		double moments[MECH_MOST_BODY_V], vectors[MECH_MOST_BODY_V * MECH_MOST_BODY_V];
		mech_diagnosis_mass(c, s, *body, moments, vectors);
		if (++*k < n && !(moments[*k] > bound)) {
			memset(x, 0, (size_t)s->n * sizeof *x);
			memcpy(x + c->model->bodies[*body].v, vectors + *k * n, (size_t)n * sizeof *x);
			return 1;
		}
	}
	return 0;
}

/* the largest inertia of all bodies; states have unit mass */
static double mech_diagnosis_largest(const struct mech_context *c, const struct mech_assembly_space *s)
{
	double largest = c->model->n_states > 0;
	for (int i = 0; i < c->model->n_bodies; i++) {
		double moments[MECH_MOST_BODY_V], vectors[MECH_MOST_BODY_V * MECH_MOST_BODY_V];
		mech_diagnosis_mass(c, s, i, moments, vectors);
		largest = fmax(largest, moments[c->model->body_v - 1]);
	}
	return largest;
}

/* the body that moves most in the combination x of motions without mass */
static int mech_diagnosis_most(const struct mech_context *c, const struct mech_assembly_space *s, double bound,
                               int count, const double *x)
{
	int body = 0, last = -1, most = 0;
	memset(s->step, 0, (size_t)s->n * sizeof *s->step);
	for (int a = 0; a < count && mech_diagnosis_next_idle(c, s, bound, &body, &last, s->step1); a++) {
		for (int j = 0; j < s->n; j++) {
			s->step[j] += x[a] * s->step1[j];
		}
	}
	for (int j = 0; j < c->model->n_bodies * c->model->body_v; j++) {
		most = fabs(s->step[j]) > fabs(s->step[most]) ? j : most;
	}
	return most / c->model->body_v;
}

LA_FUNCTION int mech_massless_body(const struct mech_context *c, struct mech_assembly *assembly)
{
	struct mech_assembly_space s;
	mech_assembly_space_open(c, assembly, &s);
	mech_assembly_linearize(&s, c, MECH_ASSEMBLY_SPEEDS);
	struct la_range *r = s.held;
	const double bound = MECH_DIAGNOSIS_MASSLESS * mech_diagnosis_largest(c, &s);
	int count = 0, body = 0, last = -1;
	/* what the constraints make of each of them; r->left and r->ritz serve as scratch */
	while (count < r->room && mech_diagnosis_next_idle(c, &s, bound, &body, &last, s.step)) {
		la_range_multiply(r, s.step, r->left + (size_t)count++ * (size_t)s.rows);
	}
	for (int k = 0; k < count * count; k++) {
		r->ritz[k] = la_dot(s.rows, r->left + (size_t)(k % count) * (size_t)s.rows,
		                    r->left + (size_t)(k / count) * (size_t)s.rows);
	}
	if (count == 0 || la_eigen(count, r->ritz, count, r->ritz_values, r->ritz_work) != 0 ||
	    r->ritz_values[0] > MECH_DIAGNOSIS_HELD) {
		return -1;
	}
	return mech_diagnosis_most(c, &s, bound, count, r->ritz);
}
