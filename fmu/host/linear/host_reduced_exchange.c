/* A well conditioned choice of coordinates by exchange.
 *
 * The first independent coordinates of a file can be a bad choice: where two links lie nearly in
 * line, the angle between them changes far more than the chosen ones, and a small change of those
 * leaves the range of the mechanism.
 *
 * A motion that the constraints allow changes chosen coordinate i by dy_i, and any other candidate
 * c by
 *
 *     dc = sum over i of T_ci dy_i,     T = (rows of the candidates) (rows of the chosen)^-1.
 *
 * Each coordinate counts in its own unit: radians, or lengths relative to the size of the
 * mechanism. While some |T_ci| is larger than the limit of candidate c, c replaces i. This
 * multiplies the volume |det(rows of the chosen)| by |T_ci|, so that the exchange ends. Among
 * entries of similar size the last chosen coordinate gives way to the first candidate. Coordinates
 * of bodies and directions have higher limits than those of joints: users prefer joints.
 *
 * Source: Gu and Eisenstat, "Efficient algorithms for computing a strong rank-revealing QR
 * factorization", SIAM J. Sci. Comput. 17 (1996), algorithm 4. Our start is the choice in the order
 * of the file, theirs is QR with pivoting.
 */
#include <math.h>
#include <stdlib.h>

#include "host_reduced_parts.h"
#include "la_dense.h"

#define HOST_EXCHANGE_SIMILAR 0.5 /* entries of T from this part of the largest on count as equal */

/* limits of |T_ci|, by the kind of candidate c. A chain of twenty links moves twenty bodies:
 * directions, which have entries for all bodies, need room */
#define HOST_EXCHANGE_JOINT HOST_REDUCED_RATIO
#define HOST_EXCHANGE_BODY 300.0
#define HOST_EXCHANGE_DIRECTION 3000.0

struct host_exchange {
	struct host_reduced *r;
	const double *N; /* [n x count], orthonormal columns: the scaled motions */
	int count, n_candidates;
	struct host_coordinate *chosen, *candidates;
	double *rows; /* [count x count], column-major: column i is the row of chosen coordinate i; factorized */
	double *T;    /* [n_candidates x count], T[c * count + i], divided by the limit of c */
	int *pivot;   /* [count] */
};

/* d(coordinate)/d(motions) in the unit of the coordinate */
static void host_exchange_row(struct host_exchange *e, const struct host_coordinate *y, double *row)
{
	struct host_reduced *r = e->r;
	const double unit = host_coordinate_quantity(r, y) == MECH_ANGLE ? 1.0 : r->size;
	host_coordinate_row(r, y, r->step);
	for (int j = 0; j < r->n; j++) {
		r->step[j] *= r->column[j] / unit;
	}
	for (int a = 0; a < e->count; a++) {
		row[a] = la_dot(r->n, e->N + a * r->n, r->step);
	}
}

static double host_exchange_limit(const struct host_coordinate *y)
{
	return y->element >= 0 ? HOST_EXCHANGE_JOINT : y->body >= 0 ? HOST_EXCHANGE_BODY : HOST_EXCHANGE_DIRECTION;
}

/* T of the present choice. 0, or -1: the chosen coordinates are dependent */
static int host_exchange_ratios(struct host_exchange *e)
{
	const int count = e->count;
	for (int i = 0; i < count; i++) {
		host_exchange_row(e, &e->chosen[i], e->rows + i * count);
	}
	if (la_lu_factor(count, e->rows, count, e->pivot) != 0) {
		return -1;
	}
	for (int c = 0; c < e->n_candidates; c++) {
		host_exchange_row(e, &e->candidates[c], e->T + c * count);
	}
	la_lu_solve(count, e->rows, count, e->pivot, e->n_candidates, e->T, count);
	for (int k = 0; k < e->n_candidates * count; k++) {
		e->T[k] /= host_exchange_limit(&e->candidates[k / count]);
	}
	return 0;
}

static double host_exchange_largest(const struct host_exchange *e)
{
	double largest = 0.0;
	for (int k = 0; k < e->n_candidates * e->count; k++) {
		largest = fmax(largest, fabs(e->T[k]));
	}
	return largest;
}

/* one exchange for an entry of T that is at least `least` */
static void host_exchange_one(struct host_exchange *e, double least)
{
	for (int i = e->count - 1; i >= 0; i--) {
		for (int c = 0; c < e->n_candidates; c++) {
			if (fabs(e->T[c * e->count + i]) >= least) {
				e->chosen[i] = e->candidates[c];
				host_coordinate_sort(e->count, e->chosen);
				return;
			}
		}
	}
}

/* the coordinates that may be taken; list NULL: only counts */
static int host_exchange_candidates(const struct host_reduced *r, int count, int n_preferred,
                                    const struct host_coordinate *preferred, double *directions,
                                    struct host_coordinate *list)
{
	struct host_coordinate y, *place;
	int n = 0;
	for (int i = 0; i < n_preferred; i++, n++) {
		place = list == NULL ? &y : &list[n];
		*place = preferred[i];
	}
	for (int i = 0; n_preferred == 0 && host_coordinate_candidate(r, i, &y); i++) {
		if (y.body < 0 || mech_model_rules(r->model)->targets[y.k].key != NULL) {
			place = list == NULL ? &y : &list[n];
			*place = y;
			n++;
		}
	}
	for (int a = 0; n_preferred == 0 && a < count; a++, n++) {
		place = list == NULL ? &y : &list[n];
		*place = (struct host_coordinate){-1, -1, count + a, directions + a * r->n};
	}
	return n;
}

int host_reduced_exchange(struct host_reduced *r, const double *N, int count, int n_preferred,
                          const struct host_coordinate *preferred, double *directions, struct host_coordinate *chosen)
{
	struct host_exchange e = {.r = r, .N = N, .count = count, .chosen = chosen};
	int status = -1;
	e.n_candidates = host_exchange_candidates(r, count, n_preferred, preferred, directions, NULL);
	const size_t n = (size_t)count, candidates = (size_t)e.n_candidates;
	e.candidates = calloc(candidates + 1, sizeof *e.candidates);
	e.rows = calloc(n * n + 1, sizeof *e.rows);
	e.T = calloc(candidates * n + 1, sizeof *e.T);
	e.pivot = calloc(n + 1, sizeof *e.pivot);
	if (e.candidates == NULL || e.rows == NULL || e.T == NULL || e.pivot == NULL) {
		goto done;
	}
	(void)host_exchange_candidates(r, count, n_preferred, preferred, directions, e.candidates);
	status = 0;
	/* each exchange multiplies the volume by thirty at least; the bound is for entries that are not
	 * finite */
	for (int k = 0; k < 100 * (count + 1) && host_exchange_ratios(&e) == 0; k++) {
		const double largest = host_exchange_largest(&e);
		if (!(largest > 1.0)) {
			break;
		}
		host_exchange_one(&e, fmax(HOST_EXCHANGE_SIMILAR * largest, 1.0));
	}
done:
	free(e.candidates);
	free(e.rows);
	free(e.T);
	free(e.pivot);
	return status;
}
