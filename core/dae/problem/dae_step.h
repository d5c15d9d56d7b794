/* One step of a method: what it needs, and what it gives.
 *
 * The driver fills the record in dae_trial_make and calls the method with it. The method writes the
 * new point, the error of the step and what stands below as `out`, and may use what stands as
 * `scratch`.
 */
#ifndef DAE_STEP_H
#define DAE_STEP_H

#include "dae_counters.h"
#include "dae_energy.h"
#include "dae_options.h"

struct dae_kkt;
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

/* heat and supply of x over the step from t whose work this is, by its stages */
typedef void dae_quadrature(const struct dae_system *system, double t, double *work, struct dae_exchange *x);

/* what a step needs and gives. Arrays of the new point are the caller's. */
struct dae_step {
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
	double *q1, *v1, *a1, *lambda1, *memory1;
	double *error;    /* out: [2 n_v] estimated local error of q, then of v, of the motion within the constraints */
	double across;    /* out: that of prescribed motion, across the constraints, in units of what is allowed */
	int across_worst; /* out: and the velocity where it is largest */
	/* scratch: how much more than elsewhere rounding counts, where an iteration near a singular
	 * position stagnated */
	double blur;
	int stagnates; /* scratch: whether an iteration came to rest above its bounds; then the rounding of forces may explain it */
	double *prescribed;    /* scratch: [n_v] */
	int error_is_complete; /* out: 0 where it may be too small; then the step does not grow */
	int v_follows_q;       /* out: 1 where velocities carry the rounding of positions, divided by h */
	int is_unconverged; /* out: in real time, whether its corrections left more than the error test does not notice */
	int is_singular;    /* out: whether any of its matrices was of a near-singular position */
	int is_anew;        /* out: whether it owes nothing to the steps before, so that another one does as well */
	int order;          /* out: error / h falls as h^order; set to the method's order beforehand */
	double growth;      /* out: most that the next step may grow; set to what suits methods with a past beforehand */
	double *work;
	dae_quadrature *quadrature; /* out: of the method that made the step; set to the method's own beforehand */
	struct dae_counters *counters;
	struct dae_failure *failure;
};

#endif
