/* Spring and damper along a joint coordinate; the equations stand in mech_coordinate_force.h. */
#include "mech_coordinate_force.h"

LA_FUNCTION double mech_coordinate_effort(const struct mech_context *c, const struct mech_element *e,
                                          const struct mech_coordinate_law *law)
{
	return -law->stiffness * (mech_referred_value(c, e, 0) - law->rest) - law->damping * mech_referred_rate(c, e, 0);
}

LA_FUNCTION void mech_coordinate_force(const struct mech_context *c, const struct mech_element *e,
                                       const struct mech_coordinate_law *law, double *f)
{
	const double effort = mech_coordinate_effort(c, e, law);
	double row[MECH_PAIR_V];
	mech_referred_row(c, e, 0, row);
	for (int i = 0; i < MECH_PAIR_V; i++) {
		f[i] += effort * row[i];
	}
}

LA_FUNCTION void mech_coordinate_tangent(const struct mech_context *c, const struct mech_element *e,
                                         const struct mech_coordinate_law *law, double cq, double cv, double *out)
{
	double row[MECH_PAIR_V], v[MECH_PAIR_V], H[MECH_PAIR_V * MECH_PAIR_V] = {0.0};
	mech_referred_row(c, e, 0, row);
	mech_referred_curvature(c, e, 0, 1.0, H);
	mech_gather(c, e, c->v, v);
	const double effort = mech_coordinate_effort(c, e, law), factor = cq * law->stiffness + cv * law->damping;
	for (int j = 0; j < MECH_PAIR_V; j++) {
		double Hv = 0.0;
		for (int k = 0; k < MECH_PAIR_V; k++) {
			Hv += H[MECH_PAIR_V * j + k] * v[k];
		}
		for (int i = 0; i < MECH_PAIR_V; i++) {
			out[MECH_PAIR_V * i + j] +=
				row[i] * (factor * row[j] + cq * law->damping * Hv) - cq * effort * H[MECH_PAIR_V * i + j];
		}
	}
}

LA_FUNCTION double mech_coordinate_dissipation(const struct mech_context *c, const struct mech_element *e,
                                               const struct mech_coordinate_law *law)
{
	const double rate = mech_referred_rate(c, e, 0);
	return law->damping * rate * rate;
}
