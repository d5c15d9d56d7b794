/* An input as a function of time: known at communication points only, with as many derivatives as
 * the importer gives.
 *
 *     u(t) = sum of u_k (t - t0)^k / k!,     k = 0 .. MECH_INPUT_ORDER
 */
#ifndef MECH_SIGNAL_H
#define MECH_SIGNAL_H

#include "la_base.h"

enum { MECH_INPUT_ORDER = 3 };

/* only numbers: signals lie in the state block */
struct mech_signal {
	double t0;
	double u[MECH_INPUT_ORDER + 1];     /* value and derivatives at t0 */
	double given[MECH_INPUT_ORDER + 1]; /* of derivatives: 1 where set since the last step */
};

/* u(t), differentiated `order` times */
LA_FUNCTION double mech_signal_at(const struct mech_signal *s, double t, int order);

/* the same function, expanded about t */
LA_FUNCTION void mech_signal_move(struct mech_signal *s, double t);

#endif
