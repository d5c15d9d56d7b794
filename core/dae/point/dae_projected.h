/* Projected points: points of a step that are moved onto the constraints, with accelerations and
 * multipliers that hold there.
 *
 * Explicit and linearly implicit methods project their stages and the end. Iterations end here too,
 * near a singular position. A point is moved by the shortest motion in the metric of the masses, at
 * both levels, until only rounding is left (Hairer, Wanner, "Solving Ordinary Differential Equations
 * II", VII.2). Near a singular position a point off the constraints would have accelerations without
 * bound, and rows that are redundant on the constraints are not redundant off them. What rounding
 * explains is not removed (dae_rounding.h). Then (dae_fit.h)
 *
 *     M a + G^T lambda = f(t, q, v),        G a + bias = 0.
 *
 * The matrix is s->kkt, with M alone; each point leaves its own there. If an iteration has left a
 * matrix, the end of the step may be closed with it (`kept`).
 */
#ifndef DAE_PROJECTED_H
#define DAE_PROJECTED_H

#include "dae_stage.h"

struct dae_projected {
	double t;
	double *du, *q, *v, *a,
		*lambda;          /* the increment from the start of the step, and where it leads; du NULL: not wanted */
	double *open, *speed; /* [n_g] g and G v + dg/dt there */
	double *right;        /* 2 x [n_v + n_g] scratch */
	struct dae_kkt *kept; /* the matrix to close with all the way; NULL: s->kkt */
	enum dae_formulation formulation;
};

/* rate of the increment there */
LA_FUNCTION void dae_projected_rate(const struct dae_step *s, const struct dae_projected *at, double *rate);

/* Moves the point onto the constraints that the formulation enforces, with the matrix at hand. Near
 * a singular position each move gets a matrix of its own, unless one is kept. */
LA_FUNCTION int dae_projected_close(struct dae_step *s, const struct dae_projected *at);

/* a matrix of the point, onto the constraints with it, then a and lambda from a guess */
LA_FUNCTION int dae_projected_fit(struct dae_step *s, const struct dae_projected *at);

/* The same for a stage off the constraints. Away from singular positions and redundant rows
 * accelerations there are as smooth as on the constraints, and one matrix is enough: velocities are
 * moved onto the constraints, positions stay. (If velocities stay too, a top takes three times the
 * steps.) *clearance is the least eigenvalue there (dae_kkt.h). It is 0 if the point is not clear;
 * then nothing was done, or DAE_SMALLER_STEP is returned, because the point is so far off that the
 * step is too long. All stages of a step must be treated alike, or the order is lost. */
LA_FUNCTION int dae_projected_pass(struct dae_step *s, const struct dae_projected *at, double *clearance);

/* the end of the step, without an increment, with arrays [n_g], [n_g] and 2 x [n_v + n_g] */
LA_FUNCTION struct dae_projected dae_projected_at_end(const struct dae_step *s, double *open, double *speed,
                                                      double *right);

/* the end of a step, where the constraints must be met */
LA_FUNCTION int dae_projected_end(struct dae_step *s, const struct dae_projected *at);

/* the same where an iteration has led to the end: dae_special_projects_end */
LA_FUNCTION int dae_projected_finish(struct dae_step *s, const struct dae_projected *at);

/* The end of an iteration: projected if that is better, else its accelerations and multipliers are
 * fitted, with the mass matrix in `kkt`, or with that of the stage if it is NULL. The increment of
 * the stage stays, because the error estimate is that of the formula. */
LA_FUNCTION int dae_projected_end_stage(struct dae_step *s, const struct dae_stage *end, struct dae_kkt *kkt);

/* points of a step that follow from those before, in its work array; the first is its start */
struct dae_projected_points {
	double *powers;       /* a row a point: of heat and supply */
	double *rate, *a;     /* a row a point, [n_v]: of the increment, and accelerations */
	double *du, *q, *v;   /* of the last one */
	double *lambda;       /* [n_g] */
	double *open, *speed; /* [n_g] */
	double *right;        /* 2 x [n_v + n_g] */
};

/* that many of them in work, from *total on: la_arrays_lay */
LA_FUNCTION struct dae_projected_points dae_projected_points_split(const struct dae_system *system, int count,
                                                                   double *work, size_t *total);

LA_FUNCTION void dae_projected_points_begin(const struct dae_step *s, const struct dae_projected_points *w);

/* point i at a time, with the accelerations of the last one for a guess; du, q and v are the
 * method's to fill */
LA_FUNCTION struct dae_projected dae_projected_points_next(const struct dae_step *s,
                                                           const struct dae_projected_points *w, int i, double t);

/* rate and powers of point i, once it is settled */
LA_FUNCTION void dae_projected_points_keep(const struct dae_step *s, const struct dae_projected_points *w, int i,
                                           const struct dae_projected *at);

/* the end of the step, with the multipliers of the last point for a guess; its increment is du */
LA_FUNCTION struct dae_projected dae_projected_points_end(const struct dae_step *s,
                                                          const struct dae_projected_points *w, double *du);

#endif
