/* Newton's iteration for one point in time, shared by the implicit methods.
 *
 * A stage is a point whose motion depends on its acceleration A, with what the method fixes beforehand in dq0 and v0:
 *
 *     dq = dq0 + c8 A + y,    q = retract(q_0, dq),    v = v0 + c7 A
 *     M A + G^T lambda = f(t, q, v)
 *     g(q, t) = 0  by the small motion y,    G v + dg/dt = 0  by the multipliers          (stabilized)
 *     g(q, t) = 0  by the multipliers, y = 0                                              (index 3)
 *     G v + dg/dt = 0  by the multipliers, y = 0                                          (index 2)
 *
 * A free stage is not asked to meet any constraint: A changes within them, G dA = 0, from what it is at first.
 *
 * Each correction solves three right-hand sides with one matrix (dae_kkt.h): the equations of motion, the constraint
 * that the multipliers answer for, and in the stabilized form the position constraint.
 *
 * Near-singular directions: rounding of 1e-16 in an opening displaces the bodies by 1e-16 / sqrt(e) across the
 * constraint, which tilts it by 1e-16 / e, e the eigenvalue; a velocity made to follow that would leave the smooth
 * motion. So there the constraints are asked for only when they are open by more than rounding explains; until then
 * the motion across them goes on as extrapolated, straight through the singular position.
 *
 * Convergence: the correction within the constraints must be too small for the error test to notice, and the
 * constraints must be met. The correction across them is not looked at, because near a singular position a residual
 * of rounding size asks for a large one.
 */
#ifndef DAE_NEWTON_H
#define DAE_NEWTON_H

#include "dae_method.h"

struct dae_stage {
	struct dae_kkt *kkt;
	enum dae_formulation formulation;
	int free;
	double t;
	double c7, c8;              /* dv/dA, dq/dA */
	double *q, *v, *a, *lambda; /* the point, [n_q], [n_v], [n_v], [n_g] */
	double *dq0, *v0;           /* [n_v] what does not depend on A */
	double *dq, *y; /* [n_v] increment of the coordinates, and its part that meets the position constraint */
	double *force;  /* [n_v] */
	double *rate;   /* [n_g] */
	double *right;  /* DAE_KKT_COLUMNS x [n_v + n_g] */
};

/* numbers for the arrays after lambda, and the arrays in them; *work moves on */
LA_FUNCTION size_t dae_stage_work(const struct dae_system *system);
LA_FUNCTION void dae_stage_split(struct dae_stage *p, const struct dae_system *system, double **work);

LA_FUNCTION struct dae_point dae_stage_point(const struct dae_stage *p);

/* dq, q and v from A and y */
LA_FUNCTION void dae_stage_update(const struct dae_step *s, const struct dae_stage *p);

/* right-hand sides: all of them; or one by one for a method whose equations of motion hold elsewhere, `at`, with mass
 * and Jacobian of there left in the matrix; the constraints then need the Jacobian of the stage there */
LA_FUNCTION int dae_stage_residual(const struct dae_step *s, const struct dae_stage *p);
LA_FUNCTION int dae_stage_motion(const struct dae_step *s, const struct dae_stage *p, const struct dae_point *at);
LA_FUNCTION int dae_stage_constraints(const struct dae_step *s, const struct dae_stage *p);

/* options of a matrix at a point whose constraints are open by g[n_g] */
LA_FUNCTION struct dae_kkt_options dae_newton_matrix_options(const struct dae_step *s, const double *g);

/* factors with the mass and Jacobian held and the tangent at a point, cq = dq/dA, cv = dv/dA there */
LA_FUNCTION int dae_stage_factor(struct dae_step *s, const struct dae_stage *p, const struct dae_point *at, double cq,
                                 double cv);

/* takes openings along near-singular directions that rounding explains out of the right-hand sides; part of
 * dae_stage_correct */
LA_FUNCTION void dae_stage_ease(const struct dae_step *s, const struct dae_stage *p);

/* size of the correction dA within the constraints, the first of the right-hand sides once solved, in units of `part`
 * of what the error test will notice */
LA_FUNCTION double dae_stage_size(const struct dae_step *s, const struct dae_stage *p, double part);

/* Solves and corrects A, y and, by dlambda, `lambda`. Returns the size of the correction within the constraints (part 1);
 * infinite where something is not a number. */
LA_FUNCTION double dae_stage_correct(const struct dae_step *s, const struct dae_stage *p, double *lambda);

/* constraints met? A velocity along a near-singular direction is not asked for. */
LA_FUNCTION int dae_stage_check(struct dae_step *s, const struct dae_stage *p);

/* what s->blur is where a correction with the first matrices of s->kkts got stuck */
LA_FUNCTION double dae_step_blur(const struct dae_step *s, int matrices);

/* The iteration: `correct` makes one correction, with new matrices if `fresh`, and gives its size; `check` looks at
 * what came out once the size is below 1. A matrix is made anew after some corrections, or when one is not below
 * `slow` times the last. */
struct dae_iteration {
	int (*correct)(struct dae_step *s, void *method, int fresh, double *size);
	int (*check)(struct dae_step *s, void *method);
	int most;
	double slow;
	int matrices; /* that it corrects with, the first of s->kkts */
};
LA_FUNCTION int dae_newton_iterate(struct dae_step *s, const struct dae_iteration *iteration, void *method);

/* a1 and lambda1 of the end, with the matrix of the stage (dae_settle.h), which has K in the place of M: where the change is
 * noticeable, the equations of motion are met again by further corrections */
LA_FUNCTION int dae_stage_settle(struct dae_step *s, const struct dae_stage *p);

/* a1 and lambda1 of the end from guesses, where the step's equations of motion hold elsewhere: M a + G^T lambda = f
 * and G a + bias = 0 with the mass matrix alone, factored in `kkt`; what is near-singular stays as guessed
 * (dae_settle.h). right[n_v + n_g] and bias[n_g] are scratch. */
LA_FUNCTION int dae_newton_settle(struct dae_step *s, struct dae_kkt *kkt, double *bias, double *right);

/* The part of the memory that the error estimate needs: steps since the start, last h, steps until accelerations are
 * free of noise, then the last acceleration [n_v] */
enum { DAE_PAST_AGE, DAE_PAST_H, DAE_PAST_NOISE, DAE_PAST_A };
LA_FUNCTION size_t dae_past_memory(const struct dae_system *system);
LA_FUNCTION void dae_past_remember(const struct dae_step *s, const double *past, double *past1);

/* Error of dq and v1 against the quadrature, exact for quadratics, of the last three accelerations; what violates the
 * constraints is taken out by one more solution with the factored matrix, which also damps stiff components; but not the
 * drift of positions where velocities alone are enforced (index 2). Near a
 * singular position, where A (dae_kkt.h) has a small eigenvalue e, rounding tilts the constraint by about 1e-16 / e;
 * the velocity follows, and accelerations across the constraint carry noise of 1e-16 |v| / (e h). The motion does not
 * mind, as the constraint does not let that component live; but the noise of earlier steps, across a constraint that
 * has turned since, would be mistaken for an error of v. So there the error of q alone speaks.
 *
 * `caution`: errors of the same sign in step after step add up to more than the estimate of each says, by that factor. */
LA_FUNCTION void dae_past_estimate(struct dae_step *s, const double *past, const struct dae_stage *end, double caution);

#endif
