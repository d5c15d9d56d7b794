/* Diagonally implicit Runge-Kutta methods on the independent coordinates of a constrained system.
 *
 * With independent parts x of increments and velocities (dae_chart.h) the motion is an ordinary
 * differential equation: of x all positions follow by g = 0, of dx/dt all velocities by G v + dg/dt
 * = 0, and accelerations a and multipliers by
 *
 *     M a + G^T lambda = f,      G a + bias = 0.
 *
 * Stage i of a method with the coefficients a_ij and a_ii = gamma is there at
 *
 *     v_i  = v_0 + h sum_j a_ij a_j + z_i,      dq_i = h sum_j a_ij r_j + y_i,      r_j = rate of dq at v_j,
 *
 * where j = 0 is the start of the step, which only the trapezoidal formula counts, with z_i and y_i
 * across the constraints, without independent part, and found by them. All coordinates are
 * integrated, but of the dependent ones that is a guess. So orders are those of ordinary
 * differential equations, for accelerations and multipliers, too (Negrut 1998, sections 3.3, 3.4
 * and 4.2, 4.5; the formulas are of Hairer and Wanner 1996, section IV.6).
 *
 * Iteration. Each stage has a matrix of its own, at the point where it is guessed to be,
 *
 *     [M + gamma h damping + (gamma h)^2 stiffness   G^T]
 *     [G                                              0 ],
 *
 * the integration Jacobian of the descriptor form without the derivatives of bias, which change
 * within a step no more than directions do. A correction goes from level to level, each at the
 * point that the last one left: (0, -g) for y, (0, -G v - dg/dt) for z, (f - M a - G^T lambda, -G a
 * - bias) for a and lambda. With the matrix of another stage what the iteration leaves of the
 * multipliers adds up in the energy balance of driven mechanisms.
 *
 * Reduced iteration. The same stage can be solved for independent accelerations alone, with all
 * else found anew in each correction (Negrut 1998, sections 3.2 and 4.1): positions by the
 * constraints until they stay; then, with M and G of that point, velocities, and accelerations A
 * and multipliers by the equations of motion. Independent accelerations change by x of
 *
 *     K x + G^T y = M (A - a),      G x = 0,      K = M + gamma h damping + (gamma h)^2 stiffness,
 *
 * which is the integration Jacobian of the state-space form, T^T K T with a basis T of the motions
 * within the constraints (there eq. 3.43, again without the derivatives of bias); no basis is
 * formed. What of A - a has no independent part goes into a as it is.
 *
 * Stages are of first order, what dependent coordinates do is known better: y and z are guessed by
 * the polynomial through the accelerations so far. So the matrix is that of a point near to the
 * constraints, which counts where rows of G are redundant.
 *
 * The stages of a formula that is stiffly accurate end in the step's end, which needs no more
 * solution.
 *
 * Errors are those of the embedded formula, with stiff components damped (Shampine; Negrut 1998,
 * eq. 5.6) by the matrix. Of an L-stable formula, of errors of velocities what lasts counts per
 * unit of time (dae_lasting.h): others damp nothing, and their errors last. Heat and supply are integrated by the weights of the formula, as all
 * else: a single stage would tell them to second order.
 */
#ifndef DAE_SDIRK_H
#define DAE_SDIRK_H

#include "dae_method.h"

enum { DAE_SDIRK_MOST_STAGES = 5 };

/* coefficients: a row a stage, the last one the weights; of the embedded formula the weights'
 * difference */
struct dae_sdirk_formula {
	int stages;
	int embedded_order; /* 0: there is none; the memory has the last step before the chart, for errors and guesses (dae_past.h) */
	double gamma;
	int is_reduced; /* 1: the iteration is that of independent accelerations alone */
	double start;   /* weight of the start of the step, in all stages */
	double a[DAE_SDIRK_MOST_STAGES][DAE_SDIRK_MOST_STAGES], c[DAE_SDIRK_MOST_STAGES], error[DAE_SDIRK_MOST_STAGES];
};

LA_FUNCTION size_t dae_sdirk_work(const struct dae_system *system);
LA_FUNCTION void dae_sdirk_start(const struct dae_system *system, double *memory);

/* memory of formulas without an embedded one; dae_past_valid says whether it is possible, as any
 * chart is */
LA_FUNCTION size_t dae_sdirk_memory_with_past(const struct dae_system *system);
LA_FUNCTION void dae_sdirk_start_with_past(const struct dae_system *system, double *memory);

LA_FUNCTION int dae_sdirk_step(struct dae_step *s);
LA_FUNCTION void dae_sdirk_quadrature(const struct dae_method *method, const struct dae_system *system, double t,
                                      double *work, struct dae_exchange *x);

#endif
