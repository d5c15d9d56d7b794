/* A Rosenbrock-Nystroem method of order 4 with an embedded one of order 3: four stages, three
 * evaluations of accelerations, L-stable (Sandu, Negrut, Haug, Potra, Sandu 1998; Negrut 1998,
 * section 4.4, there ForRosen).
 *
 * With F = (rate, a) of the flow y' = F(t, y) and its derivative J at the start (dae_rosen_flow.h)
 * the stages are, one after the other,
 *
 *     k_i = h F(t + alpha_i h, y_0 + sum_j alpha_ij k_j) + gamma_i h^2 dF/dt + h J sum_j gamma_ij k_j,      gamma_ii = gamma.
 *
 * Along the motion itself F changes as F' = (a, jerk), which dF/dt and J together tell. So with d_i
 * = k_i - h F_0 and u_i = sum_j gamma_ij d_j
 *
 *     u_i - gamma h J u_i = sum_{j<i} gamma_ij d_j + gamma (h (F_i - F_0) + gamma_i h^2 F'),      gamma_i = sum_j gamma_ij:
 *
 * no product with J is left, and there is no iteration for a stage; the order is that of ordinary
 * differential equations because J is exact. The stages of accelerations are moved onto the
 * constraints as the flow tells, what is left by dae_projected.h, as is the end, where accelerations
 * and multipliers are solved for.
 *
 * The coefficients are those of (4.70) and (4.71), which meet all conditions of order 4, and of
 * order 3 the embedded ones, to 1e-24. Stages 3 and 4 are in the same point, stage 2 is 0.15 h
 * beyond the end.
 *
 * Stiff components. The weights are not those of a stage, so the end (x, v) does not solve an
 * implicit equation: along a direction that is damped at a rate mu its velocity errs as h^2, its
 * acceleration mu times as much, and the embedded formula does not show it (Hairer, Wanner 1996,
 * sections IV.7 and IV.15; for_rosen of the thesis does no more). One step of Newton's method for
 * an implicit equation at the end mends that. With the acceleration a_1 of the end and the mean one
 *
 *     e = (v_1 - v_0) / h,      (dx, dv) = (1 - S)^3 S (0, gamma h (a_1 - e)),      S = (1 - gamma h J)^-1.
 *
 * Along a stiff direction S is small, S gamma h a_1 is what takes v_1 where forces balance, and (1 -
 * S)^3 is 1. Elsewhere a_1 - e is of size h and 1 - S of size h: the correction is of size h^5, as
 * the error of the formula. It costs four solutions with the matrix of the stages, and one more
 * matrix of the end where the direction is stiff and the error test would notice. The energy that it
 * takes or gives goes through the dampers or drivers that hold the direction, and counts there.
 *
 * Errors are those of the embedded formula, with stiff components damped by the matrix. Of those of
 * velocities what lasts counts per unit of time (dae_lasting.h).
 */
#ifndef DAE_FOR_ROSEN_H
#define DAE_FOR_ROSEN_H

#include "dae_method.h"

enum { DAE_FOR_ROSEN_STAGES = 4 };

struct dae_for_rosen_formula {
	double gamma;
	double alphas[DAE_FOR_ROSEN_STAGES][DAE_FOR_ROSEN_STAGES], gammas[DAE_FOR_ROSEN_STAGES][DAE_FOR_ROSEN_STAGES];
	double weights[DAE_FOR_ROSEN_STAGES], embedded[DAE_FOR_ROSEN_STAGES];
};
LA_TABLE_DECLARATION const struct dae_for_rosen_formula dae_for_rosen_formula;

#endif
