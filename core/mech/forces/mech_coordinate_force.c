/* Efforts along a joint coordinate; the equations stand in mech_coordinate_force.h. */
#include "mech_coordinate_force.h"

LA_FUNCTION void mech_effort_add(const struct mech_context *c, const struct mech_element *e, double effort, double *f)
{
	double row[MECH_MOST_PAIR_V];
	mech_referred_row(c, e, 0, row);
	for (int i = 0; i < 2 * c->model->body_v; i++) {
		f[i] += effort * row[i];
	}
}

LA_FUNCTION void mech_effort_add_tangent(const struct mech_context *c, const struct mech_element *e,
                                         const struct mech_effort *effort, double cq, double cv, double *out)
{
	const int n = 2 * c->model->body_v, width = mech_local_size(c->model, e);
	double row[MECH_MOST_PAIR_V], turning[MECH_MOST_PAIR_V], H[MECH_MOST_PAIR_V * MECH_MOST_PAIR_V] = {0.0};
	mech_referred_row(c, e, 0, row);
	mech_referred_rate_row(c, e, 0, turning);
	mech_referred_pair_curvature(c, e, 0, 1.0, H);
	for (int j = 0; j < n; j++) {
		const double change =
			(cq * effort->by_coordinate + cv * effort->by_rate) * row[j] + cq * effort->by_rate * turning[j];
		for (int i = 0; i < n; i++) {
			out[width * i + j] -= row[i] * change + cq * effort->value * H[n * i + j];
		}
	}
}
