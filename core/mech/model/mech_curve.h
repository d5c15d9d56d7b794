/* Curves y(x) through the points of a table: forces over elongation, angle, speed or time, motions
 * over time.
 *
 * Between two points x_i, x_i+1 = x_i + h the curve is the cubic with the points' values y and
 * slopes d: with u = (x - x_i)/h and the secant s = (y_i+1 - y_i)/h
 *
 *     y = y_i + h u (d_i + u (3 s - 2 d_i - d_i+1 + u (d_i + d_i+1 - 2 s))).
 *
 * Value and slope are continuous, whatever d is (at the ends of a held curve the value alone); what
 * jumps at a point is taken from after it. Forms of curves differ in d and in what is outside:
 *
 *   spline     d make the second derivative continuous, too, and vanish at both ends; constant outside
 *   held       d_i is the weighted harmonic mean of the secants on both sides, 0 where these differ in sign, so that the
 *              curve rises and falls only where its points do (Fritsch and Butland, SIAM J. Sci. Stat. Comput. 5, 1984);
 *              at an end that of the parabola through three points, limited likewise; constant outside
 *   straight   the same; outside it continues with the slope of its end
 *
 * Other forms are outlines of profiles: mech_profile.h.
 *
 * The numbers of an element's curves stand after its kind's own: among the parameters x and y of
 * each curve, as many as the file gives points (e->points), after its matrices; among the derived
 * numbers slopes and integrals from x_0 to the points.
 */
#ifndef MECH_CURVE_H
#define MECH_CURVE_H

#include "mech_model.h"

/* the spec of x or y of a table that an element may have */
#define MECH_CURVE_NUMBERS(key, quantity, tunable, text)                                              \
	{                                                                                                 \
		key, MECH_CURVE_MOST, MECH_CURVE_LEAST, quantity, MECH_OPTIONAL, MECH_ANY, tunable, 0.0, text \
	}

/* specs of a table over time that drives an element in place of its parameter spec `number` */
#define MECH_CURVE_OVER_TIME(y_key, quantity, number)                                                                 \
	{                                                                                                                 \
		MECH_CURVE_NUMBERS("times", MECH_TIME, 0, "of a table, increasing, at most 256"),                             \
			MECH_CURVE_NUMBERS(y_key, quantity, 1, "at these times; smooth between them, constant before and after"), \
			MECH_CURVE_HELD, number                                                                                   \
	}

/* numbers that describe a curve at a place: value and three derivatives, as many as a driver's
 * motion has */
enum { MECH_CURVE_ORDERS = MECH_MOTION };

/* all numbers of an element: those of its kind, its matrices and its curves */
LA_FUNCTION int mech_element_numbers(const struct mech_element *e);
LA_FUNCTION int mech_element_derived(const struct mech_element *e);

/* place of the x of curve k among the parameters; its y follow them */
LA_FUNCTION int mech_curve_parameter(const struct mech_element *e, int k);

/* place of the derived numbers of curve k; the ones of an outline (mech_profile.h) are set by its kind */
LA_FUNCTION int mech_curve_derived(const struct mech_element *e, int k);

/* slopes of a curve of form MECH_CURVE_HELD through n points */
LA_FUNCTION void mech_curve_held_slopes(int n, const double *x, const double *y, double *d);

/* whether the x of a form must grow from point to point */
static inline int mech_curve_increases(enum mech_curve_form form)
{
	return form != MECH_CURVE_CLOSED && form != MECH_CURVE_POLYGON;
}

/* first point of curve k whose x is not greater than that before it, from 0; -1: all grow */
LA_FUNCTION int mech_curve_disorder(const struct mech_element *e, int k, const double *parameters);

/* derived numbers of all curves of an element; derived is that of the whole */
LA_FUNCTION void mech_curves_derive(const struct mech_element *e, const double *parameters, double *derived);

/* value and derivatives of curve k at x */
LA_FUNCTION void mech_curve_at(const struct mech_context *c, const struct mech_element *e, int k, double x,
                               double out[MECH_CURVE_ORDERS]);

/* integral from 0 to x */
LA_FUNCTION double mech_curve_integral(const struct mech_context *c, const struct mech_element *e, int k, double x);

/* the curve over time that gives the number driving an element (mech_driving_number): its first
 * one, or -1; and whether that or an input drives it */
LA_FUNCTION int mech_driving_curve(const struct mech_element *e);
LA_FUNCTION int mech_is_driven(const struct mech_element *e);

/* the first point after c->t of curve k, as a curve over time; HUGE_VAL: none */
LA_FUNCTION double mech_curve_next(const struct mech_context *c, const struct mech_element *e, int k);

/* the first corner between c->t and t_end of a table or motion over time, or t_end: steps that end
 * there see smooth forces and motions */
LA_FUNCTION double mech_next_corner(const struct mech_context *c, double t_end);

#endif
