/* Integration methods as a table.
 *
 * A method advances one step from a point and its memory to the next. It declares how many numbers of memory it needs
 * and owns none: the driver keeps point and memory in the state block, so a failed step is undone by leaving the old
 * block as it is. A new method is one file, one line in dae_methods.c (and its count below), one row in the order
 * test.
 */
#ifndef DAE_METHOD_H
#define DAE_METHOD_H

#include <stddef.h>

#include "dae_kkt.h"
#include "dae_system.h"

struct dae_options {
	double tolerance;       /* relative error wanted at the end of the run */
	double spectral_radius; /* rho_inf of generalized-alpha, 0 .. 1 */
	double largest_step;    /* 0: no limit */
	double fixed_step;      /* 0: step-size control */
	struct dae_kkt_options kkt;
};
/* options for a tolerance, all others at their defaults */
LA_FUNCTION struct dae_options dae_options_for(double tolerance);

/* work counted since the start; part of the state */
struct dae_counters {
	double steps, rejected, iterations, factorizations;
};

/* why a step did not succeed; row is a constraint row or -1 */
enum dae_reason {
	DAE_NO_REASON,
	DAE_ITERATION_DIVERGED,
	DAE_CONSTRAINT_NOT_MET,
	DAE_MATRIX_SINGULAR,
	DAE_NOT_FINITE,
	DAE_ERROR_TOO_LARGE,
	DAE_STEP_TOO_SMALL
};
struct dae_failure {
	enum dae_reason reason;
	int row;
	double t;
};

/* what a step needs and gives. Arrays of the new point are the caller's. */
struct dae_step {
	const struct dae_system *system;
	struct dae_kkt *kkt;
	const struct dae_options *options;
	const double *velocity_scale;     /* [n_v] typical size of each velocity, for convergence and error tests */
	const double *acceleration_scale; /* [n_v] */
	double t, h;                      /* from t to t + h */
	const double *q, *v, *a, *lambda, *memory;
	double *q1, *v1, *a1, *lambda1, *memory1;
	double *error;         /* out: [2 n_v] estimated local error of q, then of v */
	int error_is_complete; /* out: 0 where it may be too small; then the step does not grow */
	int order;             /* out: error / h falls as h^order; set to the method's order beforehand */
	double *work;
	struct dae_counters *counters;
	struct dae_failure *failure;
};

struct dae_method {
	const char *name;
	int order;
	const char *text;                                  /* one line: formulation and source */
	size_t (*memory)(const struct dae_system *system); /* numbers kept between steps */
	size_t (*work)(const struct dae_system *system);
	void (*start)(const struct dae_system *system, double *memory);
	int (*step)(struct dae_step *s); /* enum dae_status */
};

enum { DAE_METHOD_COUNT = 1 };
LA_TABLE_DECLARATION const struct dae_method *const dae_methods[DAE_METHOD_COUNT];
LA_FUNCTION int dae_method_count(void);
LA_FUNCTION int dae_method_find(const char *name); /* or -1 */

#endif
