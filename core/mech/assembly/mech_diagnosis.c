/* Degrees of freedom, redundant rows, motions without mass, and the size of a mechanism.
 *
 * Rank and redundant rows are those of the Jacobian scaled as in mech_assembly_space.h (dae_range.h).
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
	dae_range_look(s.held);
	const struct dae_range *r = s.held;
	diagnosis->rank = r->rank;
	diagnosis->degrees_of_freedom = s.n - c->model->n_states - r->rank;
	diagnosis->n_redundant = s.rows - r->rank;
	diagnosis->smallest_singular_value =
		r->rank > 0 && r->n_zero < r->n_found ? r->singular[r->n_zero] / r->largest : 1.0;
	if (redundant) {
		dae_range_mark_dependent(s.held, redundant);
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

/* the next motion of one body that moves no mass, after motion *k of body *body, into x[n]; 0: there is none */
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
	struct dae_range *r = s.held;
	const double bound = MECH_DIAGNOSIS_MASSLESS * mech_diagnosis_largest(c, &s);
	int count = 0, body = 0, last = -1;
	/* what the constraints make of each of them; r->left and r->ritz serve as scratch */
	while (count < r->room && mech_diagnosis_next_idle(c, &s, bound, &body, &last, s.step)) {
		dae_range_multiply(r, s.step, r->left + (size_t)count++ * (size_t)s.rows);
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

/* ---- size ---- */

/* a walk over all points of the drawing: centres of bodies, then points that parameters of elements give */
struct mech_diagnosis_walk {
	int body, element, spec;
};

/* the next point, or NULL at the end */
static const double *mech_diagnosis_next(const struct mech_context *c, struct mech_diagnosis_walk *walk)
{
	if (walk->body < c->model->n_bodies + c->model->n_welded) {
		return mech_body_written(c, walk->body++) + mech_model_rules(c->model)->center;
	}
	for (; walk->element < c->model->n_elements; walk->element++, walk->spec = 0) {
		const struct mech_element *e = &c->model->elements[walk->element];
		const struct mech_kind *kind = mech_element_kind(e);
		while (walk->spec < kind->file.n_parameters) {
			const int k = walk->spec++;
			if (kind->file.parameters[k].size == mech_model_rules(c->model)->dimension &&
			    kind->file.parameters[k].quantity == MECH_LENGTH) {
				return c->parameters + e->parameter + mech_kind_number(kind, k);
			}
		}
	}
	return NULL;
}

/* points that follow each other in the walk, and the box around them */
struct mech_diagnosis_run {
	struct mech_diagnosis_walk first;
	double low[MECH_MOST_DIMENSION], high[MECH_MOST_DIMENSION];
};

/* largest distance of any two places in two boxes, squared */
static double mech_diagnosis_apart(int dimension, const struct mech_diagnosis_run *a,
                                   const struct mech_diagnosis_run *b)
{
	double square = 0.0;
	for (int i = 0; i < dimension; i++) {
		const double d = fmax(a->high[i] - b->low[i], b->high[i] - a->low[i]);
		square += d * d;
	}
	return square;
}

/* the points cut into runs of `length`; returns their number */
static int mech_diagnosis_cut(const struct mech_context *c, int length, struct mech_diagnosis_run *runs)
{
	struct mech_diagnosis_walk walk = {0, 0, 0}, here = walk;
	const double *p;
	int count = 0;
	for (int k = 0; (p = mech_diagnosis_next(c, &walk)) != NULL; k++, here = walk) {
		if (k % length == 0) {
			runs[count++].first = here;
		}
		struct mech_diagnosis_run *run = &runs[count - 1];
		for (int i = 0; i < mech_model_rules(c->model)->dimension; i++) {
			run->low[i] = k % length == 0 ? p[i] : fmin(run->low[i], p[i]);
			run->high[i] = k % length == 0 ? p[i] : fmax(run->high[i], p[i]);
		}
	}
	return count;
}

/* the largest distance between points of two runs, squared, or `largest` */
static double mech_diagnosis_farthest(const struct mech_context *c, int length, struct mech_diagnosis_walk one,
                                      struct mech_diagnosis_walk two, double largest)
{
	const double *p, *other;
	for (int k = 0; k < length && (p = mech_diagnosis_next(c, &one)) != NULL; k++) {
		struct mech_diagnosis_walk walk = two;
		for (int l = 0; l < length && (other = mech_diagnosis_next(c, &walk)) != NULL; l++) {
			double square = 0.0;
			for (int i = 0; i < mech_model_rules(c->model)->dimension; i++) {
				square += (other[i] - p[i]) * (other[i] - p[i]);
			}
			largest = fmax(largest, square);
		}
	}
	return largest;
}

/* Runs of points beside each other in the file lie together in the drawing, too: most pairs of runs are nearer than the
 * largest distance found, which the boxes tell. 30,000 points of a chain of 10,000 links: 1/300 of all pairs are measured. */
LA_FUNCTION double mech_size(const struct mech_context *c)
{
	enum { most = 128 };
	struct mech_diagnosis_run runs[most];
	struct mech_diagnosis_walk walk = {0, 0, 0};
	int points = 0;
	while (mech_diagnosis_next(c, &walk) != NULL) {
		points++;
	}
	const int length = (points + most - 1) / most + (points == 0), count = mech_diagnosis_cut(c, length, runs);
	double largest = 0.0;
	/* runs that are far apart in the file first: they tend to be so in the drawing */
	for (int distance = count - 1; distance >= 0; distance--) {
		for (int i = 0; i + distance < count; i++) {
			const struct mech_diagnosis_run *a = &runs[i], *b = &runs[i + distance];
			if (!(mech_diagnosis_apart(mech_model_rules(c->model)->dimension, a, b) <= largest)) {
				largest = mech_diagnosis_farthest(c, length, a->first, b->first, largest);
			}
		}
	}
	largest = sqrt(largest);
	return largest > 0.0 && isfinite(largest) ? largest : 1.0;
}
