/* Points where a method asks the equations to hold, and how it corrects them; shared by all
 * implicit methods.
 *
 * A stage is a point whose motion depends on its acceleration A, with what the method fixes
 * beforehand in dq0 and v0:
 *
 *     dq = dq0 + dq_da A + y,    q = retract(q_0, dq),    v = v0 + dv_da A
 *     M A + G^T lambda = f(t, q, v)
 *     g(q, t) = 0  by the small motion y,    G v + dg/dt = 0  by the multipliers          (stabilized)
 *     g(q, t) = 0  by the multipliers, y = 0                                              (index 3)
 *     G v + dg/dt = 0  by the multipliers, y = 0                                          (index 2)
 *
 * A free stage is not asked to meet any constraint: A changes within them, G dA = 0, from what it
 * is at first.
 *
 * Each correction solves three right-hand sides with one matrix (dae_kkt.h): the equations of
 * motion, the constraint that the multipliers answer for, and in the stabilized form the position
 * constraint. What rounding explains of these along near-singular directions is not asked for
 * (dae_rounding.h): until it is more, the motion across them goes on as extrapolated, straight
 * through the singular position.
 *
 * Methods with coupled stages of their own (dae_radau_stages.h) use the first group of functions.
 */
#ifndef DAE_STAGE_H
#define DAE_STAGE_H

#include "dae_point.h"

struct dae_stage {
	struct dae_kkt *kkt;
	enum dae_formulation formulation;
	int free;
	double t;
	double dv_da, dq_da;
	double *q, *v, *a, *lambda; /* the point, [n_q], [n_v], [n_v], [n_g] */
	double *dq0, *v0;           /* [n_v] what does not depend on A */
	double *dq, *y; /* [n_v] increment of the coordinates, and its part that meets the position constraint */
	double *open;   /* [n_g] scratch */
	double *right;  /* DAE_KKT_COLUMNS x [n_v + n_g] */
};

/* numbers for the arrays after lambda, and the arrays in them; *work moves on */
LA_FUNCTION size_t dae_stage_work(const struct dae_system *system);
LA_FUNCTION void dae_stage_split(struct dae_stage *p, const struct dae_system *system, double **work);

/* a stage at the end of the step, with its arrays in work */
LA_FUNCTION struct dae_stage dae_stage_at_end(const struct dae_step *s, enum dae_formulation formulation, double dv_da,
                                              double dq_da, double **work);

LA_FUNCTION struct dae_point dae_stage_point(const struct dae_stage *p);

/* dq, q and v from A and y */
LA_FUNCTION void dae_stage_update(const struct dae_step *s, const struct dae_stage *p);

/* right-hand sides: all of them; or one by one for a method whose equations of motion hold
 * elsewhere, `at`, with mass and Jacobian of there left in the matrix; the constraints then need
 * the Jacobian of the stage there */
LA_FUNCTION int dae_stage_residual(const struct dae_step *s, const struct dae_stage *p);
LA_FUNCTION int dae_stage_motion(const struct dae_step *s, const struct dae_stage *p, const struct dae_point *at);
LA_FUNCTION int dae_stage_constraints(const struct dae_step *s, const struct dae_stage *p);

/* factors with mass and Jacobian held and the tangent at a point, cq = dq/dA, cv = dv/dA there */
LA_FUNCTION int dae_stage_factor(struct dae_step *s, const struct dae_stage *p, const struct dae_point *at, double cq,
                                 double cv);

/* takes openings along near-singular directions that rounding explains out of the right-hand sides;
 * part of dae_stage_correct */
LA_FUNCTION void dae_stage_ease(const struct dae_step *s, const struct dae_stage *p);

/* size of the correction dA within the constraints, the first of the right-hand sides once solved:
 * dae_error_noticed */
LA_FUNCTION double dae_stage_size(const struct dae_step *s, const struct dae_stage *p, double part);

/* Solves and corrects A, y and, by dlambda, `lambda`. Returns the size of the correction within the
 * constraints (part 1); infinite where something is not a number. */
LA_FUNCTION double dae_stage_correct(const struct dae_step *s, const struct dae_stage *p, double *lambda);

/* constraints met? */
LA_FUNCTION int dae_stage_check(struct dae_step *s, const struct dae_stage *p);

/* a1 and lambda1 of the end, with the matrix of the stage (dae_fit.h), which has K in the place
 * of M: where the change is noticeable, the equations of motion are met again by further
 * corrections */
LA_FUNCTION int dae_stage_fit(struct dae_step *s, const struct dae_stage *p);

#endif
