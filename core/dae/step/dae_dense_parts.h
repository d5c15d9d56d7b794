/* Inside dense output: its block, and points of its polynomials; shared by making it
 * (dae_dense_make.c) and using it (dae_dense.c). */
#ifndef DAE_DENSE_PARTS_H
#define DAE_DENSE_PARTS_H

#include "dae_dense.h"
#include "dae_driver_parts.h"

enum { DAE_DENSE_TERMS = 8, DAE_DENSE_POWERS = 6, DAE_DENSE_PARABOLA = 3, DAE_DENSE_NODES = 5, DAE_DENSE_INNER = 3 };

/* of the block: error, begin, step, error with nothing solved for within the step and for how many
 * steps it was foreseen, whether that is without a past, kinetic and potential energy at both ends,
 * energies turned into heat and brought in, coordinates at the beginning, terms c1 .. c8 of all
 * increments, multipliers */
enum {
	DAE_DENSE_ERROR,
	DAE_DENSE_BEGIN,
	DAE_DENSE_STEP,
	DAE_DENSE_UNMET,
	DAE_DENSE_FORESEEN,
	DAE_DENSE_PLAIN,
	DAE_DENSE_KEPT,
	DAE_DENSE_HEAT = DAE_DENSE_KEPT + 2,
	DAE_DENSE_SUPPLY = DAE_DENSE_HEAT + DAE_DENSE_POWERS,
	DAE_DENSE_Q = DAE_DENSE_SUPPLY + DAE_DENSE_POWERS
};

static const double DAE_DENSE_UNKNOWN = 1e10; /* error of a step without dense output */
static const double DAE_DENSE_ORDER = 5;      /* errors of velocities grow with this power of the step at least */

/* then it is measured again; and a mark that what was before tells nothing */
enum { DAE_DENSE_MOST_FORESEEN = 7, DAE_DENSE_DOUBTED };

/* scratch of the driver: a point within the step, and what the polynomial should be there */
struct dae_dense_node {
	double *q, *v, *a, *lambda;
	double *dx, *rate, *bend; /* [n_v] increment, its rate, and h^2 times its second derivative */
	double *nearby;           /* [2 n_v] */
	double *change;           /* [3 n_v] of c6 .. c8 */
	double heat, supply;      /* powers */
};

LA_FUNCTION struct dae_dense_node dae_dense_node(const struct dae_driver *d);

/* increments dx of the coordinates at s, or their first or second derivative by s */
LA_FUNCTION void dae_dense_evaluate(const struct dae_system *system, const double *block, double s, int order,
                                    double *out);

/* increment, its rate, and coordinates and velocities at s */
LA_FUNCTION void dae_dense_point(const struct dae_system *system, const double *block, double s, double *dx,
                                 double *rate, double *q, double *v);

/* q, v, a and lambda at s, by the polynomials alone */
LA_FUNCTION void dae_dense_state(const struct dae_system *system, const double *block, double s,
                                 const struct dae_dense_node *p);

static inline double *dae_dense_terms(const struct dae_system *system, double *block)
{
	return block + DAE_DENSE_Q + system->n_q;
}

static inline double *dae_dense_multipliers(const struct dae_system *system, double *block)
{
	return block + DAE_DENSE_Q + system->n_q + DAE_DENSE_TERMS * system->n_v;
}

#endif
