/* Explicit Runge-Kutta methods on the constraints; each method is a table of coefficients and one
 * file.
 *
 * With nodes c_i and coefficients a_ij a step of size h from (q_0, v_0) has the stages, one after
 * the other at t_i = t + c_i h,
 *
 *     V_i = v_0 + h sum_j a_ij A_j,        U_i = h sum_j a_ij rate(U_j, V_j),        q_i = retract(q_0, U_i)
 *     M A_i + G^T lambda_i = f(t_i, q_i, V_i),        G A_i + bias = 0                                      (index 1)
 *
 * and ends, with the weights b_j in the place of a_ij, on the constraints of positions and
 * velocities: what is left of them is an error of the method. This keeps the order, and drift does
 * not add up. Accelerations and multipliers there are the first stage of the next step. Velocities
 * of the stages are moved onto the constraints, too, and where one of them is not clear of a
 * singular position, or rows are redundant, positions of all of them as well (dae_projected.h).
 *
 * Error: h sum_j e_j A_j with embedded weights; where there are two, of orders 5 and 3, both
 * together as Hairer, Norsett, Wanner do in "Solving Ordinary Differential Equations I", II.10:
 * |e5|^2 / sqrt(|e5|^2 + 0.01 |e3|^2).
 *
 * Stability. The last stage and the end are two points at the same time, so that the change of
 * accelerations between them over that of the motion tells the largest rate r of the mechanism. In
 * `DAE_EXPLICIT_LIMITED` steps in a row with h r beyond the border of stability it is this, not the
 * tolerance, that keeps steps short (II, IV.2): the mechanism is stiff.
 */
#ifndef DAE_EXPLICIT_H
#define DAE_EXPLICIT_H

#include "dae_method.h"

struct dae_explicit {
	int stages;
	const double *nodes;       /* [stages] */
	const double *weights;     /* a_ij, rows of 1, 2, ... stages - 1 numbers, then b_j */
	const double *error, *low; /* [stages + 1] weights of the stages and of the end in the error; low NULL: one alone */
	int error_order;           /* with which error / h falls */
	double border;             /* of stability */
};

LA_TABLE_DECLARATION const struct dae_explicit dae_dopri5_table;
LA_TABLE_DECLARATION const struct dae_explicit dae_dop853_table;

/* members of a method whose formula is a struct dae_explicit: dae_method.h */
LA_FUNCTION size_t dae_explicit_memory(const struct dae_system *system);
LA_FUNCTION size_t dae_explicit_work(const struct dae_explicit *method, const struct dae_system *system);
LA_FUNCTION void dae_explicit_start(const struct dae_system *system, double *memory);
LA_FUNCTION int dae_explicit_valid(const double *memory);
LA_FUNCTION int dae_explicit_is_limited(const double *memory);
/* part of the border of stability that the last step took; 0 near a singular position */
LA_FUNCTION double dae_explicit_load(const double *memory);
LA_FUNCTION int dae_explicit_step(struct dae_step *s);
LA_FUNCTION void dae_explicit_quadrature(const struct dae_method *method, const struct dae_system *system, double t,
                                         double *work, struct dae_exchange *x);

#endif
