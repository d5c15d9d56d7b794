/* Integration methods as a table.
 *
 * A method advances one step from a point and its memory to the next. It declares how many numbers of memory it needs
 * and owns none: the driver keeps point and memory in the state block, so a failed step is undone by leaving the old
 * block as it is. A new method is one file, one line in dae_method_table.c (and its count below), one row in the order
 * test.
 */
#ifndef DAE_METHOD_H
#define DAE_METHOD_H

#include <float.h>
#include <stddef.h>

#include "dae_energy.h"
#include "dae_kkt.h"

/* which constraints a step enforces: positions and velocities, positions, velocities */
enum dae_formulation { DAE_STABILIZED, DAE_INDEX3, DAE_INDEX2, DAE_FORMULATION_COUNT };

/* how the unknowns and equations of the BDF methods are scaled (Bottasso, Bauchau, Cardona) */
enum dae_preconditioning { DAE_LEFT_RIGHT, DAE_LEFT, DAE_UNSCALED, DAE_PRECONDITIONING_COUNT };

/* what stands for the inverse of a mass matrix that may be singular in the regularized systems, see dae_regularized.h */
enum dae_singular_mass { DAE_MASS_AUGMENTED, DAE_MASS_LEAST_SQUARES };

struct dae_options {
	double tolerance;       /* relative error wanted at the end of the run */
	double spectral_radius; /* rho_inf of generalized-alpha, HHT, Newmark and the energy-decaying scheme, 0 .. 1 */
	double largest_step;    /* 0: no limit */
	double fixed_step;      /* 0: step-size control */
	double iterations;      /* real time: corrections of every step, no more and no less; 0: as many as it takes */
	double work_limit;      /* most steps to try from one dae_driver_begin on; 0: no limit */
	enum dae_formulation formulation;
	enum dae_preconditioning preconditioning;
	double largest_order;  /* of BDF, 1 .. 5 */
	double gamma, epsilon; /* of the regularized systems of Petzold, Ren, Maly; gamma 0: 1 / step */
	enum dae_singular_mass singular_mass;
	struct dae_kkt_options kkt;
};
/* options for a tolerance, all others at their defaults */
LA_FUNCTION struct dae_options dae_options_for(double tolerance);

/* work counted since the start; part of the state */
struct dae_counters {
	double steps, rejected, iterations, factorizations;
	double regularized; /* accepted steps in near-singular positions */
	double distance;    /* to a singular position, beside rows that are always redundant: dae_kkt_distance */
	double redundant;   /* directions along which rows were redundant (dae_kkt.h) at the last restart and ever since */
	double unconverged; /* steps of real time that their corrections did not solve to the tolerance */
	double unconverged_time; /* at which the first of them ended */
	double unresolved;       /* steps accepted above their tolerance, because no smaller one had a smaller error */
	double unresolved_time;  /* of the first of them: when, */
	double unresolved_place; /* and the velocity with the largest error; -1: the energy balance */
};

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
	DAE_LOCKED,   /* the same beside a singular position */
	DAE_TOUCHING, /* motions touch there, so that rounding decides between them */
	DAE_TOO_MUCH_WORK,
	DAE_TOO_COARSE /* real time: the iterations of a step did not make a motion of it */
};
struct dae_failure {
	enum dae_reason reason;
	int row;
	double t;
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
	double rest;                         /* dae_step_rest */
	const double *q, *v, *a, *lambda, *memory;
	double *q1, *v1, *a1, *lambda1, *memory1;
	double *error;    /* out: [2 n_v] estimated local error of q, then of v, of the motion within the constraints */
	double across;    /* out: that of prescribed motion, across the constraints, in units of what is allowed */
	int across_place; /* out: and the velocity where it is largest */
	/* scratch: how much more than elsewhere rounding counts, where an iteration near a singular position stagnated */
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

/* whether a number is a count, 0 .. most: numbers of a state block may come from outside */
LA_FUNCTION int dae_is_count(double number, double most);
static const double DAE_MOST_STEPS = 1 / DBL_EPSILON; /* beyond it a double counts no more */

/* size of an error of q, then of v, [2 n_v], over the step, as the driver measures it; 1 is just good enough */
LA_FUNCTION double dae_step_error(const struct dae_step *s, const double *error);

/* Leaves of an error[n_v] of q or, where of_v is 1, of v what stays within the constraints, with stiff components damped. Where
 * constraints move with time, what is across them goes into s->across, unless it is `noisy` near a singular position. */
LA_FUNCTION void dae_step_filter(struct dae_step *s, struct dae_kkt *kkt, int noisy, int of_v, double *error);

/* the same of an error of q and then of v, [2 n_v] */
LA_FUNCTION void dae_step_filter_both(struct dae_step *s, struct dae_kkt *kkt, int noisy, double *error);

/* motion of the whole, in sizes a second: the fastest lately, and that of this step */
LA_FUNCTION double dae_step_rate(const struct dae_step *s);
LA_FUNCTION double dae_step_present_rate(const struct dae_step *s);

/* Rest: the speed, in sizes a second, that moves nothing by more than rounding within the time that is asked for, where all motion lately was
 * slower; else 0. Velocities of a mechanism at rest may be off by as much. */
LA_FUNCTION double dae_step_rest(const struct dae_step *s);

struct dae_method {
	const char *name;
	int use; /* rank among the methods for users, from 1 on; 0: for comparison with the papers */
	int order;
	int formulations; /* bits 1 << enum dae_formulation it can enforce; asked for another, it is stabilized all the same */
	int is_loose;     /* 1: constraints are met in the mean, not at the end of each step */
	const char *text;                                  /* one line: what it is */
	const char *paper;                                 /* one line: where it comes from */
	int n_kkts;                                        /* matrices it keeps factored at a time; 0 counts as 1 */
	size_t (*memory)(const struct dae_system *system); /* numbers kept between steps */
	size_t (*work)(const struct dae_system *system);
	/* the motion starts afresh; memory is that of the steps before, or zero before the first */
	void (*start)(const struct dae_system *system, double *memory);
	int (*valid)(const double *memory); /* whether counts and times of a restored memory are possible */
	int (*step)(struct dae_step *s);    /* enum dae_status */
	/* velocities at the end of the step are scaled by a factor very near to 1; NULL: the memory does not depend on them */
	void (*scale)(const struct dae_system *system, double factor, double *memory);
	dae_quadrature *quadrature; /* NULL: it has none that is more accurate than the ends of steps (dae_energy.h) */
	/* the method that makes its steps in real time, with work that is known beforehand; NULL: there is none */
	const struct dae_method *real_time;
	/* the one it has chosen, and why in a few words; NULL: itself */
	const struct dae_method *(*at_work)(const double *memory, const char **why);
	/* whether stability, not accuracy, keeps the steps short; NULL: never */
	int (*is_limited)(const double *memory);
};

enum { DAE_ANY_FORMULATION = (1 << DAE_FORMULATION_COUNT) - 1 };
enum { DAE_METHOD_COUNT = 19 };
LA_TABLE_DECLARATION const struct dae_method *const dae_methods[DAE_METHOD_COUNT];
LA_FUNCTION int dae_method_count(void);

#endif
