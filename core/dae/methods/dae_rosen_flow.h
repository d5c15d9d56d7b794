/* The flow of a constrained system linearized at the start of a step, for linearly implicit
 * methods.
 *
 * With increments x from the start the motion is the ordinary differential equation
 *
 *     x' = rate(x, v),      v' = a(t, x, v),      M a + G^T lambda = f,      G a + bias = 0,
 *
 * at the point on the constraints to which (x, v) is moved along K^-1 G^T, K = M + h D + h^2 S with
 * the stiffness S and damping D of the system's tangent, all of the start: on the constraints that
 * changes nothing, and beside them it makes an equation of it whose solutions return to them. Its
 * derivative along (x, v) is therefore that along the motion within the constraints with the same
 * part there,
 *
 *     dq = T x,      dv = T v + W dq,      T = 1 - N G,      W dq = -N d(G v + dg/dt)/dq dq,
 *
 * where N c is the move with G N c = c, K N c + G^T nu = 0. Of the accelerations it is
 *
 *     M da + G^T dlambda = -S dq - D dv,      G da = -d(G a + bias)/d(q, v) (dq, dv)
 *
 * and that of the rate is dv + C dq. Stiff forces feel nothing of such a move. Along M^-1 G^T, to
 * the nearest point, they do: stages are beside the constraints by h^2 times their curvature, and
 * on the way back a stiff damper met speeds that no estimate of errors saw (a double pendulum at
 * 1e-3: errors of its speed 600 times larger; at 1e-6 thirteen times the steps).
 *
 * A stage of a Rosenbrock method solves u - h (x' , v')(u) = r for u = (x, v). Of v the part e = T
 * v within the constraints comes first:
 *
 *     K e + G^T mu = M r_v - h S (T r_x + h T C dq) - h D W dq + (h D + h^2 S) N G v,      G e = 0,
 *     dq = T r_x + h (e + T C dq),      G v = G r_v - h d(G a + bias)/d(q, v) (dq, dv).
 *
 * One sparse matrix, that of an implicit stage, does it; the terms with dq on the right are smaller
 * by h times the rate of the motion, and are found by solving again. Then v = e + N G v.
 *
 * Powers, which are functions of the point, its accelerations and multipliers, go along: so heat
 * and supply are integrated as all else.
 *
 * S and D are the system's own, exact. The derivatives of constraints and of C are differences
 * along the one direction that is needed, those of g and of its rates being smooth; so no matrix of
 * second derivatives is formed. Their part along near-singular directions, where rounding is
 * amplified, is left out.
 */
#ifndef DAE_ROSEN_FLOW_H
#define DAE_ROSEN_FLOW_H

#include "dae_method.h"

enum { DAE_ROSEN_POINT, DAE_ROSEN_MATRIX, DAE_ROSEN_MASS, DAE_ROSEN_KKTS };

/* vectors of [n_v] unless said otherwise, all in the work array */
struct dae_rosen_flow {
	double h;                    /* that of the implicit part */
	double *stiffness, *damping; /* values of the blocks of the tangent */
	double *within;              /* T r_x */
	double *known;               /* M r_v - h S T r_x */
	double *dq, *e;
	double *turned, *turned_within; /* C dq and T C dq */
	double *shift;                  /* W dq */
	double *across, *held;          /* N G v, and its multipliers, [n_g] */
	double *dv;
	double *da, *dlambda;       /* [n_v], [n_g] that go with dq and dv */
	double *q, *v, *a, *lambda; /* a point nearby */
	double *rows;               /* [n_g] */
	double *sum;                /* [n_g] */
	double *motion;             /* [n_v] */
	double *right;              /* [n_v + n_g] */
};

/* the vectors in the work array; *work moves on. NULL: it is counted alone, from 0 on */
LA_FUNCTION struct dae_rosen_flow dae_rosen_flow_split(const struct dae_system *system, double *work, size_t *total);

/* Linearizes at the start of the step, for an implicit part of size h: factors the matrices
 * DAE_ROSEN_MATRIX and DAE_ROSEN_MASS of s->kkts; the first one is scratch. */
LA_FUNCTION int dae_rosen_flow_open(struct dae_rosen_flow *flow, struct dae_step *s, double h);

/* Jerk[n_v] at the start: the derivative of the accelerations along the motion, time included; and
 * those of the powers of heat and supply, where the system tells energies. */
LA_FUNCTION int dae_rosen_flow_jerk(const struct dae_rosen_flow *flow, const struct dae_step *s, double *jerk,
                                    double *powers);

/* u - h (x', v')(u) = r; both 2 x [n_v]; powers[2]: the derivatives of heat and supply along u */
LA_FUNCTION int dae_rosen_flow_solve(const struct dae_rosen_flow *flow, struct dae_step *s, const double *r, double *u,
                                     double *powers);

#endif
