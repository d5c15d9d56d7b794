/* Derivatives with respect to time against central difference quotients of a run.
 *
 *     Q(h) = (z(t + h) - z(t - h)) / 2h,   h = step, step / 2, step / 4, ...
 *
 * A transient between the three points makes Q wrong although the derivative is right, so that one
 * quotient proves nothing. Steps are halved until the derivative agrees, or until three quotients
 * agree with each other but not with it. They are halved no further once the unit's own tolerance,
 * divided by h, dominates the quotient. A unit with a fixed step has two quotients: over two steps
 * and over one.
 */
#ifndef LINT_QUOTIENTS_H
#define LINT_QUOTIENTS_H

#include "lint_unit.h"

enum lint_verdict {
	LINT_QUOTIENT_OPEN,  /* the quotients do not settle */
	LINT_QUOTIENT_STILL, /* nothing moves */
	LINT_QUOTIENT_AGREES,
	LINT_QUOTIENT_WRONG /* the quotients settle at another value */
};

struct lint_quotient {
	enum lint_verdict verdict;
	double derivative, difference, width; /* of the last quotient that could be used; width: h */
	double largest;                       /* quotient so far */
	int n_quotients, n_settled, done;
};

/* reads z[n] and its derivatives d[n]. 0: refused */
typedef int lint_quotient_sample(struct lint_instance *instance, void *context, double *z, double *d);

/* around a communication point, inputs as they start; nominal[n]: sizes of z. 0: the unit does not
 * get there */
int lint_quotients(struct lint_unit *unit, int n, lint_quotient_sample *sample, void *context, const double *nominal,
                   struct lint_quotient *quotients);

/* one more quotient, with the derivatives at the three points and the part of the quotient that may
 * be error */
void lint_quotient_add(struct lint_quotient *q, const double derivative[3], double difference, double noise, double h);

#endif
