/* Places that an explicit stage leads to: moved onto the constraints, with accelerations and
 * multipliers that hold there.
 *
 * What is open is closed by the shortest motion in the metric of the masses, at both levels, until
 * only rounding is left of it (Hairer, Wanner, "Solving Ordinary Differential Equations II",
 * VII.2): near a singular position a point that is off the constraints would ask for accelerations
 * without bound, and rows that are always redundant on the constraints are not beside them. What
 * rounding explains is not asked for (dae_rounding.h). Then
 *
 *     M a + G^T lambda = f(t, q, v),        G a + bias = 0.
 *
 * The matrix is s->kkt, with M alone; each point leaves its own there. The end of a step whose
 * iteration has left a matrix lands with that.
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
	struct dae_kkt *kept; /* the matrix to land with all the way; NULL: s->kkt */
	enum dae_formulation formulation;
};

/* rate of the increment there */
LA_FUNCTION void dae_projected_rate(const struct dae_step *s, const struct dae_projected *at, double *rate);

/* onto the constraints that the formulation enforces: with the matrix at hand; near a singular
 * position with one of each point that is come to, unless it is kept */
LA_FUNCTION int dae_projected_close(struct dae_step *s, const struct dae_projected *at);

/* onto the constraints with a matrix of its own, and a and lambda from a guess */
LA_FUNCTION int dae_projected_fit(struct dae_step *s, const struct dae_projected *at);

/* The same of a stage, whose end alone is asked to be on the constraints. Clear of singular
 * positions and redundant rows accelerations beside the constraints are as smooth as those on them,
 * and one matrix is enough: velocities are moved onto the constraints, positions stay. (With
 * velocities left alone, too, a top takes three times the steps.) *clearance: the least eigenvalue
 * there (dae_kkt.h); 0: the point is not clear, and nothing was done; DAE_SMALLER_STEP where it is
 * so far off that the step is too long, and may be shorter. All stages of a step are to be treated
 * alike: they are points of one field, else the order is lost. */
LA_FUNCTION int dae_projected_pass(struct dae_step *s, const struct dae_projected *at, double *clearance);

/* the end of a step, where the constraints must be met */
LA_FUNCTION int dae_projected_end(struct dae_step *s, const struct dae_projected *at);

/* Whether the end that an iteration has led to is to be moved as that of an explicit step, with
 * dae_projected_finish: beside a singular position, where the length of the step is free. The bounds of
 * an iteration are those that it can reach. Left at that, a slider-crank that comes to rest there
 * stays forty times as far aside. */
LA_FUNCTION int dae_projected_is_better(const struct dae_step *s);
/* that end, where it is a stage; its increment stays, as the error estimate is that of the formula
 */
LA_FUNCTION struct dae_projected dae_projected_of_stage(const struct dae_step *s, const struct dae_stage *end);
LA_FUNCTION int dae_projected_finish(struct dae_step *s, const struct dae_projected *at);

/* points of a step that follow from those before, in its work array; the first is where it begins
 */
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
