#include "mech_signal.h"

LA_FUNCTION double mech_signal_at(const struct mech_signal *s, double t, int order)
{
	double sum = 0;
	/* Horner's rule */
	for (int k = MECH_INPUT_ORDER; k >= order; k--) {
		sum = s->u[k] + sum * (t - s->t0) / (k - order + 1);
	}
	return sum;
}

LA_FUNCTION void mech_signal_move(struct mech_signal *s, double t)
{
	/* derivative k does not need those below it */
	for (int k = 0; k <= MECH_INPUT_ORDER; k++) {
		s->u[k] = mech_signal_at(s, t, k);
	}
	s->t0 = t;
}
