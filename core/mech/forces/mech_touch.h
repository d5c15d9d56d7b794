/* One place where two bodies touch: forces along the directions of a contact, with all derivatives.
 *
 * A kind of contact sets the height, and for each direction (the last one is the normal) its row
 * over the velocities of both bodies and the derivative of the row by their increments. The rest is
 * alike for all kinds: velocities along the rows, forces by mech_contact_law.h, energy, and the gap
 * that opens and closes.
 */
#ifndef MECH_TOUCH_H
#define MECH_TOUCH_H

#include "mech_body.h"
#include "mech_contact_law.h"
#include "mech_gap.h"

struct mech_touch {
	int n;             /* directions */
	int size;          /* velocities of both bodies */
	const double *law; /* numbers of mech_contact_law.h */
	double height;     /* over the surface, negative in contact */
	double row[MECH_MOST_DIMENSION][MECH_MOST_PAIR_V];
	double turn[MECH_MOST_DIMENSION][MECH_MOST_PAIR_V * MECH_MOST_PAIR_V]; /* d(row)/dq, row-major */
	/* set by mech_touch_load */
	double v[MECH_MOST_LOCAL], rate[MECH_MOST_DIMENSION];         /* v: then the states of the element */
	double F[MECH_MOST_DIMENSION], F_height[MECH_MOST_DIMENSION]; /* F: 0 without contact */
	double F_rate[MECH_MOST_DIMENSION * MECH_MOST_DIMENSION];
	int touches; /* 1: in contact */
};

/* velocities and forces, once law, height and rows are set */
LA_FUNCTION void mech_touch_load(const struct mech_context *c, const struct mech_element *e, struct mech_touch *s);

/* adds the forces to f, and their tangent to out (force.add and force.tangent of a kind) */
LA_FUNCTION void mech_touch_add_force(const struct mech_touch *s, double *f);
LA_FUNCTION void mech_touch_add_tangent(const struct mech_touch *s, double cq, double cv, double *out);

/* cq d(rate l)/dq + cv d(rate l)/dv, out[size] */
LA_FUNCTION void mech_touch_rate_change(const struct mech_touch *s, int l, double cq, double cv, double *out);

LA_FUNCTION double mech_touch_potential(const struct mech_touch *s);
LA_FUNCTION double mech_touch_dissipation(const struct mech_touch *s);

/* the gap along the normal; needs the derivatives of the rows */
LA_FUNCTION struct mech_gap mech_touch_gap(const struct mech_context *c, const struct mech_element *e,
                                           const struct mech_touch *s);

#endif
