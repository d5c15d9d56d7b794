/* The size of a mechanism: see mech_size.h.
 *
 * Two points after each other in the file lie near each other in the drawing, too. The points are
 * therefore cut into runs with a box around each. Two runs whose boxes are nearer than the largest
 * distance found need no measuring. 30,000 points of a chain of 10,000 links: 1/300 of all pairs
 * are measured.
 */
#include "mech_size.h"

#include <math.h>

#include "mech_body.h"

/* A walk over all points of the drawing: centres of bodies, then points that are parameters of
 * elements. */
struct mech_size_walk {
	int body, element, spec;
};

/* the next point, or NULL at the end */
static const double *mech_size_next(const struct mech_context *c, struct mech_size_walk *walk)
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
struct mech_size_run {
	struct mech_size_walk first;
	double low[MECH_MOST_DIMENSION], high[MECH_MOST_DIMENSION];
};

/* largest distance of any two places in two boxes, squared */
static double mech_size_apart(int dimension, const struct mech_size_run *a, const struct mech_size_run *b)
{
	double square = 0.0;
	for (int i = 0; i < dimension; i++) {
		const double d = fmax(a->high[i] - b->low[i], b->high[i] - a->low[i]);
		square += d * d;
	}
	return square;
}

/* the points cut into runs of `length`; returns their number */
static int mech_size_cut(const struct mech_context *c, int length, struct mech_size_run *runs)
{
	struct mech_size_walk walk = {0, 0, 0}, here = walk;
	const double *p;
	int count = 0;
	for (int k = 0; (p = mech_size_next(c, &walk)) != NULL; k++, here = walk) {
		if (k % length == 0) {
			runs[count++].first = here;
		}
		struct mech_size_run *run = &runs[count - 1];
		for (int i = 0; i < mech_model_rules(c->model)->dimension; i++) {
			run->low[i] = k % length == 0 ? p[i] : fmin(run->low[i], p[i]);
			run->high[i] = k % length == 0 ? p[i] : fmax(run->high[i], p[i]);
		}
	}
	return count;
}

/* the largest distance between points of two runs, squared, or `largest` */
static double mech_size_farthest(const struct mech_context *c, int length, struct mech_size_walk one,
                                 struct mech_size_walk two, double largest)
{
	const double *p, *other;
	for (int k = 0; k < length && (p = mech_size_next(c, &one)) != NULL; k++) {
		struct mech_size_walk walk = two;
		for (int l = 0; l < length && (other = mech_size_next(c, &walk)) != NULL; l++) {
			double square = 0.0;
			for (int i = 0; i < mech_model_rules(c->model)->dimension; i++) {
				square += (other[i] - p[i]) * (other[i] - p[i]);
			}
			largest = fmax(largest, square);
		}
	}
	return largest;
}

LA_FUNCTION double mech_size(const struct mech_context *c)
{
	enum { most = 128 };
	struct mech_size_run runs[most];
	struct mech_size_walk walk = {0, 0, 0};
	int points = 0;
	while (mech_size_next(c, &walk) != NULL) {
		points++;
	}
	const int length = (points + most - 1) / most + (points == 0), count = mech_size_cut(c, length, runs);
	double largest = 0.0;
	/* runs that are far apart in the file first: they tend to be so in the drawing */
	for (int distance = count - 1; distance >= 0; distance--) {
		for (int i = 0; i + distance < count; i++) {
			const struct mech_size_run *a = &runs[i], *b = &runs[i + distance];
			if (!(mech_size_apart(mech_model_rules(c->model)->dimension, a, b) <= largest)) {
				largest = mech_size_farthest(c, length, a->first, b->first, largest);
			}
		}
	}
	largest = sqrt(largest);
	return largest > 0.0 && isfinite(largest) ? largest : 1.0;
}
