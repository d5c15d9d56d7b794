/* A master for two FMUs, the output of each being the input of the other.
 *
 * From t to t + H a unit knows its input only as far as the master tells it. With y the other unit's output it is
 *
 *                  from the begin of the step                  from its end, once the other unit has got there
 *     constant     y(t)                                        y(t + H)
 *     line         y(t) + y'(t) s     (output derivatives)     y(t) + (y(t + H) - y(t)) s / H
 *
 * with s from 0 to H. Jacobi: both units step with what is known at the begin; they could do so at the same time. Gauss-Seidel: the
 * first unit steps so, the second one with the end of the first. Iteration: both units go back to the begin
 * (fmi2SetFMUstate) and step again with the ends just found, until these do not change any more.
 *
 * If the true input has a bounded slope, a constant is wrong by O(H); with a bounded second derivative, a line by O(H^2), even if
 * its slope is only known up to O(H). Units are Lipschitz in their inputs, so errors at the end of the run are of the same
 * order: 1 with constants, 2 with lines. Iteration does not change the order but the constant, and the stability: it solves the
 * implicit equations of the last column. It converges for small H, because over a short step an output depends little on
 * the input; where both units pass their inputs straight through, the product of their gains has to be below 1.
 */
#ifndef MASTER_H
#define MASTER_H

#include "host_fmu.h"

enum master_exchange { MASTER_JACOBI, MASTER_GAUSS_SEIDEL };

struct master_options {
	enum master_exchange exchange;
	int lines;        /* 0: inputs are constant within a step */
	int iterates;     /* 0: every step is done once */
	double tolerance; /* of the iteration, for both outputs */
	int most_sweeps;  /* the iteration has failed after so many */
};

/* a unit and what the master knows of it; the first four are the caller's to fill in */
struct master_unit {
	const struct host_fmu *fmu;
	fmi2Component component;
	fmi2ValueReference input, output;
	double begin, slope, end; /* of the output: at both ends of a step, y' at its begin */
	fmi2FMUstate saved;
};

/* both units in initialization mode: outputs to inputs, first unit first; then out of that mode. The first unit's output must not
 * depend on its input directly. Functions return fmi2OK, fmi2Warning, or the first worse status of a unit. */
fmi2Status master_start(struct master_unit units[2], const struct master_options *options);

/* one step; *sweeps (if not NULL) counts how often it was done. fmi2Error also if the iteration does not converge. */
fmi2Status master_step(struct master_unit units[2], const struct master_options *options, double time, double step,
                       int *sweeps);

/* frees the saved states; the instances are the caller's */
void master_end(struct master_unit units[2]);

#endif
