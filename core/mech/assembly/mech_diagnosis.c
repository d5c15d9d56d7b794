/* Degrees of freedom, redundant rows, and the size of a mechanism.
 *
 * Rank by singular values of the Jacobian scaled as in mech_assembly_space.h. Redundant rows are found one by one in
 * their order: a row is redundant when nothing is left of it after taking away its projection on the independent rows
 * before it (Gram-Schmidt, twice, which keeps the basis orthogonal to rounding).
 */
#include <math.h>
#include <string.h>

#include "la_dense.h"
#include "mech_assembly.h"
#include "mech_assembly_space.h"
#include "mech_equations.h"
#include "mech_static.h"

#define MECH_DIAGNOSIS_MASSLESS 1e-12 /* share of the largest inertia that is rounding */

LA_FUNCTION size_t mech_assembly_work(const struct mech_model *model)
{
	struct mech_assembly_space s;
	return mech_assembly_space_lay(model, NULL, &s) + (model->head->static_start ? mech_static_work(model) : 0);
}

/* marks rows that leave less than tolerance beside the basis, and all once the basis has `rank` rows; basis[n x rank].
 * Returns the number of rows in the basis. */
static int mech_diagnosis_mark(const struct mech_assembly_space *s, double tolerance, double *basis, double *rest,
                               unsigned char *redundant)
{
	int count = 0;
	for (int i = 0; i < s->rows; i++) {
		for (int j = 0; j < s->n; j++) {
			rest[j] = s->J[i + j * s->rows];
		}
		for (int k = 0; k < 2 * count; k++) {
			const double *b = basis + (size_t)(k % count) * (size_t)s->n;
			const double amount = la_dot(s->n, b, rest);
			for (int j = 0; j < s->n; j++) {
				rest[j] -= amount * b[j];
			}
		}
		const double left = la_norm2(s->n, rest);
		redundant[i] = !(left > tolerance) || count == s->rank;
		if (!redundant[i]) {
			double *b = basis + (size_t)count++ * (size_t)s->n;
			for (int j = 0; j < s->n; j++) {
				b[j] = rest[j] / left;
			}
		}
	}
	return count;
}

LA_FUNCTION void mech_diagnose(struct mech_context *c, const double *q, double *work, struct mech_diagnosis *diagnosis,
                               unsigned char *redundant)
{
	struct mech_context at = *c;
	struct mech_assembly_space s;
	at.q = q;
	mech_assembly_space_open(&at, work, &s);
	mech_jacobian_dense(&at, s.J);
	mech_assembly_scale(&s, s.rows, s.J, s.norm);
	mech_assembly_decompose(&s);
	diagnosis->rank = s.rank;
	diagnosis->degrees_of_freedom = s.n - c->model->n_states - s.rank;
	diagnosis->n_redundant = s.rows - s.rank;
	diagnosis->smallest_singular_value = s.rank > 0 ? s.s[s.rank - 1] / s.s[0] : 1.0;
	if (!redundant) {
		return;
	}
	/* the two ways to measure may differ by a factor: as many rows as the rank are kept */
	mech_jacobian_dense(&at, s.J);
	mech_assembly_scale(&s, s.rows, s.J, s.norm);
	for (double tolerance = MECH_ASSEMBLY_RANK; tolerance > 1e-20; tolerance *= 0.1) {
		if (mech_diagnosis_mark(&s, tolerance, s.vt, s.trial, redundant) == s.rank) {
			break;
		}
	}
}

/* image[n] = M N_a in scaled velocities, N_a the a-th motion that the constraints allow; states have unit mass */
static void mech_diagnosis_momentum(const struct mech_context *c, const struct mech_assembly_space *s, int a,
                                    double *image)
{
	const struct mech_space_rules *rules = mech_model_rules(c->model);
	const double *motion = s->vt + s->rank + a;
	for (int j = 0; j < s->n; j++) {
		image[j] = motion[j * s->n];
	}
	for (int i = 0; i < c->model->n_bodies; i++) {
		const int v = c->model->bodies[i].v;
		double block[MECH_MOST_BODY_V * MECH_MOST_BODY_V];
		rules->mass(c, i, block);
		for (int k = 0; k < rules->n_v; k++) {
			image[v + k] = 0.0;
			for (int j = 0; j < rules->n_v; j++) {
				image[v + k] +=
					s->column[v + k] * block[rules->n_v * k + j] * s->column[v + j] * motion[(v + j) * s->n];
			}
		}
	}
}

LA_FUNCTION int mech_massless_body(const struct mech_context *c, double *work)
{
	struct mech_assembly_space s;
	mech_assembly_space_open(c, work, &s);
	mech_jacobian_dense(c, s.J);
	mech_assembly_scale(&s, s.rows, s.J, s.norm);
	mech_assembly_decompose(&s);
	const int kept = s.n - s.rank;
	double *K = s.vt2, *moments = s.step1, *image = s.step;
	for (int k = 0; k < kept * kept; k++) {
		if (k % kept == 0) {
			mech_diagnosis_momentum(c, &s, k / kept, image);
		}
		K[k] = 0.0;
		for (int j = 0; j < s.n; j++) {
			K[k] += s.vt[s.rank + k % kept + j * s.n] * image[j];
		}
	}
	if (kept == 0 || la_eigen(kept, K, kept, moments, s.svd_work) != 0 ||
	    moments[0] > MECH_DIAGNOSIS_MASSLESS * moments[kept - 1]) {
		return -1;
	}
	/* the motion that belongs to the smallest eigenvalue */
	int most = 0;
	for (int j = 0; j < c->model->n_bodies * c->model->body_v; j++) {
		image[j] = 0.0;
		for (int a = 0; a < kept; a++) {
			image[j] += s.vt[s.rank + a + j * s.n] * K[a];
		}
		most = fabs(image[j]) > fabs(image[most]) ? j : most;
	}
	return most / c->model->body_v;
}

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
		while (walk->spec < kind->n_parameters) {
			const int k = walk->spec++;
			if (kind->parameters[k].size == mech_model_rules(c->model)->dimension &&
			    kind->parameters[k].quantity == MECH_LENGTH) {
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
