/* The linear model of a mechanism around a point of its motion, in minimal coordinates
 * (host_reduced.h):
 *
 *     d(dx)/dt = A dx + B du,     dy = C dx + D du,
 *
 * with u the inputs of the FMU and y its outputs. The point need be no equilibrium: dx/dt there is
 * part of the result. Time is frozen: what drivers prescribe, they prescribe as at that instant.
 *
 * Entries are central differences of fourth order, for a range of step sizes; of each entry the one
 * is taken that agrees best with its neighbour, rounding included, so that friction laws of a
 * millimetre a second and links of ten metres find their own. What is smaller than that
 * disagreement is zero. Near a singular position all step sizes are smaller.
 *
 * In an equilibrium the eigenvalues do not depend on the choice of the states. Elsewhere they do:
 * with x' = f(x) and z = Z(x), the matrices differ by second derivatives of Z times f.
 */
#ifndef HOST_LINEARIZE_H
#define HOST_LINEARIZE_H

#include <stdio.h>

#include "mech_instance.h"

struct host_linear {
	double time;
	int n_states, n_inputs, n_outputs;
	char **names;             /* states, inputs, outputs */
	int n_exchanged;          /* coordinates among the states that are not the first independent ones of the file */
	char **exchanged;         /* [2 n_exchanged] such a coordinate, then the one that is left out for it */
	double *x, *rate, *u, *y; /* the point: states, their rates, inputs, outputs */
	double *A, *B, *C, *D;    /* row-major */
	double *real, *imaginary; /* eigenvalues of A, by absolute value */
	double *numbers;          /* allocation for all of these */
};

/* the instance is initialized; it is left as it was. 0, or -1 with a message and nothing to free */
int host_linearize(struct mech_instance *m, struct host_linear *linear, struct mech_message *message);
void host_linear_free(struct host_linear *linear);

/* a model as text: for people, JSON, a table [A B; C D] as CSV, a script for MATLAB and Octave */
enum host_linear_format {
	HOST_LINEAR_TEXT,
	HOST_LINEAR_JSON,
	HOST_LINEAR_CSV,
	HOST_LINEAR_MATLAB,
	HOST_LINEAR_FORMATS
};
extern const char *const host_linear_formats[HOST_LINEAR_FORMATS];

/* 0, or -1: memory is out or it cannot be written */
int host_linear_write(const struct host_linear *linear, const char *name, enum host_linear_format format, FILE *out);

#endif
