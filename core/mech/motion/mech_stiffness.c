#include "mech_stiffness.h"

#include <math.h>
#include <string.h>

/* diagonal of the element's matrix for (cq, cv), as a part of the masses: out[local size]; 0 on the
 * ground, without mass and for states */
static void mech_stiffness_diagonal(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                    double *out)
{
	const int n = mech_local_size(c->model, e), size = c->model->body_v;
	double local[MECH_MOST_LOCAL * MECH_MOST_LOCAL], masses[MECH_MOST_BODY_V * MECH_MOST_BODY_V];
	memset(local, 0, (size_t)(n * n) * sizeof *local);
	memset(out, 0, (size_t)n * sizeof *out);
	mech_element_kind(e)->force.tangent(c, e, cq, cv, local);
	for (int k = 0; k < e->n_bodies; k++) {
		if (e->body[k] == MECH_GROUND) {
			continue;
		}
		mech_model_rules(c->model)->mass(c, e->body[k], masses);
		for (int i = 0; i < size; i++) {
			const int at = k * size + i;
			const double mass = masses[i * size + i];
			out[at] = mass > 0 ? fabs(local[at * n + at]) / mass : 0;
		}
	}
}

static double mech_stiffness_of_element(const struct mech_context *c, const struct mech_element *e)
{
	double stiffness[MECH_MOST_LOCAL], damping[MECH_MOST_LOCAL], largest = 0;
	mech_stiffness_diagonal(c, e, 1, 0, stiffness);
	mech_stiffness_diagonal(c, e, 0, 1, damping);
	for (int i = 0; i < mech_local_size(c->model, e); i++) {
		const double rate = sqrt(stiffness[i]);
		largest = damping[i] > 2 * rate ? largest : fmax(largest, rate);
	}
	return largest;
}

LA_FUNCTION int mech_stiffest(const struct mech_context *c, double *rate)
{
	int stiffest = -1;
	*rate = 0;
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		const double own =
			kind->section == MECH_FORCE_ELEMENT && kind->force.tangent ? mech_stiffness_of_element(c, e) : 0;
		if (own > *rate) {
			*rate = own;
			stiffest = i;
		}
	}
	return stiffest;
}
