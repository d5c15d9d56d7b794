/* What the BDF methods remember, and the polynomials through it.
 *
 * The memory holds up to five points before the present one: how long ago, the increment from the
 * present q to theirs, and their v. Increments, not coordinates, so that `retract` alone touches q;
 * a step dq makes all of them (-dq) o d, o being system->compose, which is d - dq where increments
 * commute.
 *
 * Polynomials need a vector space. Where increments commute they are themselves its elements. Where
 * they do not (rotations in space), each point is carried on to the end of the step, t_i later,
 * with the velocity w of the present point, and seen from where that takes the present point:
 *
 *     r = retract(q, h w),    retract(r, x_i) = retract(retract(q, d_i), t_i w),    x_i = (-h w) o d_i o (t_i w)
 *
 * These deviations from a steady motion are a smooth function x(t) of the time of the point, zero
 * at the present one; however far a body turns they stay small, where rotation vectors themselves
 * would become singular. The end of the step is q_1 = retract(r, x_1), and there
 *
 *     x'_1 = increment_rate(r, x_1, v_1 - w)
 *
 * because q(t) = r exp(x(t)) exp((t - t_1) w) has at t_1 the velocity of exp(x), and w on top of
 * it. So changes of q_1 and v_1 belong together as in vector spaces, dq = (h / alpha_0) dv, but for
 * terms of the size of x_1. Velocities, which are in the axes of the bodies, are ordinary functions
 * of time.
 *
 * With nodes i = 0 (the present point), 1, .. (those before it), t_i ago seen from the end of the
 * step, s_i = t_i / h:
 *
 *     extrapolation to the end    x_1 = sum p_i x_i,                        p_i = prod_{j != i} s_j / (s_j - s_i)
 *     derivative there            h x'_1 = alpha_0 x_1 + sum a_i x_i,       alpha_0 = sum 1 / s_i,   a_i = -p_i / s_i
 *
 * for any spacing (variable coefficients). The formula of order k through nodes 0 .. k - 1 leaves a
 * derivative wrong by (x_1 - extrapolated through nodes 0 .. k) / (h s_k) for exact x_1, or that of
 * a formula of higher order; for the x_1 of the formula itself, by the same over h (s_k + 1 /
 * alpha_0).
 */
#ifndef DAE_BDF_HISTORY_H
#define DAE_BDF_HISTORY_H

#include "dae_method.h"

enum { DAE_BDF_MOST_ORDER = 5, DAE_BDF_NODES = DAE_BDF_MOST_ORDER + 1, DAE_BDF_INVENTED = 2 };

/* head of the memory: points before the present one, order to try next, steps made with it, steps
 * until estimates are free of a singular position's noise, how long ago the points were */
enum {
	DAE_BDF_AGE,
	DAE_BDF_ORDER,
	DAE_BDF_COUNT,
	DAE_BDF_NOISE,
	DAE_BDF_AGO,
	DAE_BDF_HEAD = DAE_BDF_AGO + DAE_BDF_MOST_ORDER
};

struct dae_bdf_weights {
	int nodes;
	double first;                /* alpha_0 */
	double past[DAE_BDF_NODES];  /* a_i */
	double guess[DAE_BDF_NODES]; /* p_i */
	double ratio[DAE_BDF_NODES]; /* s_i */
};

LA_FUNCTION size_t dae_bdf_memory(const struct dae_system *system);
LA_FUNCTION void dae_bdf_start(const struct dae_system *system, double *memory);

/* the past at the same points on a way that is longer by a factor, as far as it is one of motion */
LA_FUNCTION void dae_bdf_scale(const struct dae_system *system, double factor, double *memory);

/* whether counts are counts and the points lie in order, each longer ago than the one before */
LA_FUNCTION int dae_bdf_valid(const double *memory);

/* Whether a fixed step follows much smaller ones, made to land beside a singular position or in
 * place of one that failed there. A formula through points so close to each other would enlarge
 * their noise without bounds, and no error test is there to see it. */
LA_FUNCTION int dae_bdf_outgrows_past(const struct dae_step *s);

/* weights over the present point and nodes - 1 before it, for a step h */
LA_FUNCTION struct dae_bdf_weights dae_bdf_weights(const double *memory, double h, int nodes);

/* The increments d_i, or the deviations x_i: past[DAE_BDF_MOST_ORDER n_v], of the points that there
 * are. And the point r they are seen from, base[n_q], and w in `steady`[n_v]: q and 0 where
 * increments commute. */
LA_FUNCTION void dae_bdf_look_back(const struct dae_step *s, double *past, double *base, double *steady);

/* sum of weight_i times past (that of the present point is zero) and times velocities */
LA_FUNCTION void dae_bdf_sum_past(const struct dae_step *s, const double *past, int nodes, const double *weight,
                                  double *sum);
LA_FUNCTION void dae_bdf_sum_velocities(const struct dae_step *s, int nodes, const double *weight, double *sum);

/* disturbance of q and v over the step, times h, that a formula of this order stands for, [2 n_v],
 * where one of order `formula` has ended at retract(base, x) */
LA_FUNCTION void dae_bdf_disturbance(const struct dae_step *s, const double *past, int order, int formula,
                                     const double *x, double *error);

/* Into memory: a history before the very first point, DAE_BDF_INVENTED points a step h apart, by
 * Taylor's formula from v, a and the slope of a. Enough for order 2. */
LA_FUNCTION void dae_bdf_invent(const struct dae_step *s, const double *slope, double *memory);

/* the new point, retract(base, x), joins: increments, velocities and times as seen from it */
LA_FUNCTION void dae_bdf_remember(struct dae_step *s, const double *x);

#endif
