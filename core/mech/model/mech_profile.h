/* Outlines of solid profiles in the plane: the boundary that a circle or a point touches.
 *
 * The outline belongs to a table of an element (mech_curve.h), whose x and y are its points or its
 * angles and radii. Coordinates are those of the profile's own frame, fixed to a body. Four forms:
 *
 *   MECH_CURVE_CLOSED    a smooth closed curve: a periodic cubic spline through the points, over the
 *                        chord lengths between them
 *   MECH_CURVE_POLAR     a smooth closed curve rho(theta) about the origin: base + a periodic cubic
 *                        spline through radii over angles
 *   MECH_CURVE_POLYGON   a closed polygon through the points
 *   MECH_CURVE_TERRAIN   the upper edge y(x) of a solid that reaches down without end and has upright
 *                        walls at the first and the last point; the curve of form MECH_CURVE_HELD
 *
 * Signed distance. For a point p let c be a foot: a point of the outline whose distance from p is a
 * local minimum, with unit normal n out of the solid. Then, with t along the outline,
 *
 *     distance = (p - c) . n,     gradient = n,     Hessian = bend t t^T,     bend = k / (1 + k distance),
 *
 * k the curvature of the outline at c, positive where the solid is convex. At a corner bend is
 * 1 / distance. Outside the solid all feet that face p count, because a circle about p can touch at
 * several of them. Inside, only the nearest foot counts.
 *
 * Search. Smooth curves have MECH_PROFILE_PARTS samples on each piece between two points. A sample
 * that is no farther from p than its neighbours brackets a foot. Newton's method with bisection finds it
 * where (c - p) . c' = 0. The pieces of a polygon are tried one after the other.
 *
 * Derived numbers (mech_profile_derive): MECH_PROFILE_HEAD of the whole outline; then for n points
 * intervals of the parameter, two slopes each, and the samples.
 */
#ifndef MECH_PROFILE_H
#define MECH_PROFILE_H

#include "mech_declaration.h"

enum {
	MECH_PROFILE_LEAST = 3,                                /* points of a closed outline */
	MECH_PROFILE_PARTS = 8,                                /* samples of a piece */
	MECH_PROFILE_NUMBERS = 1 + 2 + 2 * MECH_PROFILE_PARTS, /* derived numbers of a point */
	MECH_PROFILE_FEET = 4                                  /* most feet that are reported */
};

/* derived numbers of the whole outline */
enum {
	MECH_PROFILE_SIDE,   /* 1: counter-clockwise, the solid on the left; -1: clockwise */
	MECH_PROFILE_BASE,   /* MECH_CURVE_POLAR: added to all radii */
	MECH_PROFILE_OFFSET, /* the outline lies so far outside the solid */
	MECH_PROFILE_HEAD
};

struct mech_profile {
	enum mech_curve_form form;
	int n;
	const double *x, *y;
	const double *head, *interval, *slope, *part; /* derived: [head], [n], [2 n], [2 n parts] */
};

struct mech_foot {
	double distance, bend;
	double normal[2];
	double reach; /* along the outline, past the next point but not past the one after it */
};

/* whether a table of this form is an outline */
static inline int mech_profile_is(enum mech_curve_form form)
{
	return form >= MECH_CURVE_CLOSED;
}

/* derived numbers of an outline of n points */
static inline int mech_profile_numbers(int n)
{
	return n > 0 ? MECH_PROFILE_HEAD + MECH_PROFILE_NUMBERS * n : 0;
}

/* the number of the table that gives the outline of an element, or -1: the element has no outline */
LA_FUNCTION int mech_profile_table(const struct mech_element *e);

/* the outline of table k of an element; parameters and derived are those of all */
LA_FUNCTION struct mech_profile mech_profile_open(const struct mech_element *e, int k, const double *parameters,
                                                  const double *derived);

/* its derived numbers, in the place that the outline points to */
LA_FUNCTION void mech_profile_derive(const struct mech_profile *p, double base, double offset, double *derived);

/* feet of the point x, nearest first; how many */
LA_FUNCTION int mech_profile_feet(const struct mech_profile *p, const double x[2],
                                  struct mech_foot feet[MECH_PROFILE_FEET]);

/* samples along the outline, and sample i; a closed outline goes on from the last to the first */
LA_FUNCTION int mech_profile_samples(const struct mech_profile *p);
LA_FUNCTION void mech_profile_sample(const struct mech_profile *p, int i, double out[2]);

/* the edge of the solid at sample i: the same, or the offset inside it */
LA_FUNCTION void mech_profile_surface(const struct mech_profile *p, int i, double out[2]);

/* largest curvature of a smooth outline at its samples, positive where the solid is convex */
LA_FUNCTION double mech_profile_sharpest(const struct mech_profile *p);

/* first point from 0 that is the same as the one before it, or that makes the outline cross itself;
 * -1: none */
LA_FUNCTION int mech_profile_repeated(const struct mech_profile *p);
LA_FUNCTION int mech_profile_crossing(const struct mech_profile *p);

#endif
