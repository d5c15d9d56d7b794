/* The three coupled stages of a Radau IIA step and their iteration; dae_radau.c makes a method of
 * it.
 *
 * With Butcher's matrix a_ij and nodes c_i, a step of size h from (q_0, v_0) has the stages, i = 1
 * .. 3, at t_i = t + c_i h
 *
 *     V_i = v_0 + h sum_j a_ij A_j
 *     U_i = h sum_j a_ij rate(U_j, V_j + Y_j),        q_i = retract(q_0, U_i)
 *     M A_i + G^T lambda_i = f(t_i, q_i, V_i)
 *
 * and, as the formulation asks,
 *
 *     index 3      g(q_i, t_i) = 0,                                Y_i = 0
 *     index 2      G V_i + dg/dt = 0,                              Y_i = 0
 *     stabilized   both, with Y_i across the constraints:          N_i Y_i + G^T mu_i = 0  (Gear, Gupta, Leimkuhler)
 *
 * with N_i = M_i + D_i h L_ii + K_i h^2 T_ii, the matrix of the iteration below: Y then leaves
 * alone what is stiff.
 *
 * rate(U, v) = v in vector spaces; elsewhere see increment_rate in dae_system.h.
 *
 * Iteration. Each stage has its own matrix, with mass M_i, tangents D_i (by velocity), K_i (by
 * position) and Jacobian G_i of that stage, because across a singular position G_i changes its size
 * and sign within a step. One iteration:
 *
 * 1. What meets the constraints of the stages, each for itself: G_i w_i = -g_i and G_i u_i = -(G_i
 *    V_i + dg/dt), with w_i, u_i across the constraints. Multiplying by the inverse of a_ij turns
 *    these motions into accelerations (and Y): rows of G may then have any size, the directions
 *    across the constraints alone must not turn too far within a step.
 * 2. What meets the equations of motion within the constraints,
 *
 *        M_i dA_i + D_i h sum_j L_ij dA_j + K_i h^2 sum_j T_ij dA_j + G_i^T dlambda_i = residual,     G_i dA_i = 0,
 *
 *    with the lower triangular factors L of a = L U and T of a^2 = T U' (U, U' with unit diagonals), so that three
 *    real systems are solved one after the other (van der Houwen, de Swart, "Triangularly implicit iteration methods
 *    for ODE-IVP solvers"). Per iteration the error of a vibration falls by about 0.15 (h omega)^2 where the step
 *    resolves it, by 0.52 at worst (undamped, h omega = 3), and to nothing where it is stiff; that of mere damping by
 *    0.15 at worst. (With L L in place of T it would be 0.44 where stiffness rules.)
 *
 * Residuals are exact; only the matrices are approximate.
 */
#ifndef DAE_RADAU_STAGES_H
#define DAE_RADAU_STAGES_H

#include "dae_method.h"

enum { DAE_RADAU_STAGES = 3 };

LA_TABLE_DECLARATION const double dae_radau_nodes[DAE_RADAU_STAGES];

/* vectors of one step, all in the method's work array; stage after stage where there are three */
struct dae_radau_work {
	double *a, *v, *slip, *dq;       /* 3 x [n_v] A, V, Y, U */
	double *lambda;                  /* 3 x [n_g] */
	double *q;                       /* 3 x [n_q] */
	double *motion;                  /* 3 x [n_v] residual of the equations of motion */
	double *open, *speed;            /* 3 x [n_g] g and G V + dg/dt */
	double *dq_across, *dv_across;   /* 3 x [n_v] what meets the constraints */
	double *da_across, *slip_across; /* 3 x [n_v] accelerations and Y that bring it about */
	double *da, *dslip;              /* 3 x [n_v] corrections within the constraints */
	double *dlambda;                 /* 3 x [n_g] */
	double *stiffness, *damping;     /* 3 x values of the tangent's blocks */
	double *scratch;                 /* 3 x [n_v] */
	double *right;                   /* 2 x [n_v + n_g] */
};
LA_FUNCTION size_t dae_radau_work_size(const struct dae_system *system);
LA_FUNCTION struct dae_radau_work dae_radau_split(const struct dae_system *system, double *work);

/* from guessed a, lambda and slip to stages that meet their equations */
LA_FUNCTION int dae_radau_iterate(struct dae_step *s, const struct dae_radau_work *w);

/* q1 and v1 moved from the last stage onto the constraints that the formulation enforces, by what
 * the iteration left */
LA_FUNCTION int dae_radau_land(struct dae_step *s, const struct dae_radau_work *w);

/* heat and supply by the stages: dae_method.h */
LA_FUNCTION void dae_radau_quadrature(const struct dae_method *method, const struct dae_system *system, double t,
                                      double *work, struct dae_exchange *x);

#endif
