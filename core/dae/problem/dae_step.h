/* One step of a method: its task, its result, and scratch.
 *
 * The driver fills the task in dae_trial_make, calls dae_method_begin and then the method. The method
 * writes the new point, the error of the step and the result.
 */
#ifndef DAE_STEP_H
#define DAE_STEP_H

#include "dae_counters.h"
#include "dae_energy.h"
#include "dae_options.h"

struct dae_kkt;
struct dae_method;
struct dae_nearness;

/* why a step did not succeed; row is a constraint row or -1 */
enum dae_reason {
	DAE_NO_REASON,
	DAE_ITERATION_DIVERGED,
	DAE_CONSTRAINT_NOT_MET,
	DAE_MATRIX_SINGULAR,
	DAE_NOT_FINITE,
	DAE_TOO_LARGE, /* the method is for small systems */
	DAE_ERROR_TOO_LARGE,
	DAE_STEP_TOO_SMALL,
	DAE_RAN_AWAY, /* near a singular position the equations have a solution, but it is not the motion */
	DAE_TOUCHING, /* two motions touch in a singular position, so that rounding decides between them */
	DAE_TOO_MUCH_WORK,
	DAE_TOO_COARSE /* real time: the iterations of a step did not make a motion of it */
};
struct dae_failure {
	enum dae_reason reason;
	int row;
	double t;
	int is_near; /* to a singular position: set once no step was found (dae_give_up.h) */
};

/* What is known of the rank of the constraints where a step begins. Part of the state block, as it
 * steers the step. */
struct dae_step_rank {
	double distance;  /* to a singular position at the end of the last step (dae_kkt_last_rank) */
	double permanent; /* directions along which rows were redundant at the last restart, and ever since (dae_kkt.h) */
};

/* The result of a step, beyond its end and its error. */
struct dae_result {
	int order;                       /* error / h falls as h^order */
	double growth;                   /* most that the next step may grow */
	const struct dae_method *method; /* that has made the step */
	const double *lasting;           /* [n_v] what lasts of the error of v (dae_lasting.h); NULL: all of it */
	double across;         /* error of prescribed motion, across the constraints, in units of what is allowed, */
	int across_worst;      /* and the velocity where it is largest */
	int error_is_complete; /* 0 where the error may be too small; then the step does not grow */
	int v_follows_q;       /* 1 where velocities carry the rounding of positions, divided by h */
	int is_unconverged;    /* in real time: the corrections left more than the error test does not notice */
	int is_singular;       /* whether any of its matrices was of a near-singular position */
	int is_anew;           /* whether it owes nothing to the steps before, so that another one does as well */
};

/* What a method may use while it makes the step. */
struct dae_scratch {
	double *work;       /* as much as the method has asked for; holds the stages until the quadrature has read them */
	double *prescribed; /* [n_v] */
	/* how much more than elsewhere rounding counts, where an iteration near a singular position
	 * stagnated: 1 / sigma - 1 */
	double amplification;
	int stagnates; /* whether an iteration came to rest above its bounds; then the rounding of forces may explain it */
};

/* One step. The task is the driver's: a method reads it and never writes it. It fills the arrays of
 * the new point and of the error, which the driver has, and the result. */
struct dae_step {
	/* ---- the task ---- */
	const struct dae_system *system;
	struct dae_kkt *kkt;
	struct dae_kkt *const *kkts; /* as many as the method asks for; kkt is the first */
	const struct dae_options *options;
	const double *velocity_scale;        /* [n_v] typical size of each velocity, for convergence and error tests */
	const double *acceleration_scale;    /* [n_v] */
	const double *acceleration_rounding; /* [n_v] (dae_rounding.h) */
	double t, h;                         /* from t to t + h */
	double asked;                        /* time from t to the point that is asked for: h or more */
	const struct dae_nearness *nearness; /* its motion at the start, computed once a trial (dae_nearness.h) */
	const double *q, *v, *a, *lambda, *memory;
	const struct dae_method *method; /* that is to make it */
	const struct dae_step_rank *rank;
	struct dae_counters *counters;
	struct dae_failure *failure;

	/* ---- where the result goes ---- */
	double *q1, *v1, *a1, *lambda1, *memory1;
	double *error; /* [2 n_v] estimated local error of q, then of v, of the motion within the constraints */
	struct dae_result result;
	struct dae_scratch scratch;
};

#endif
