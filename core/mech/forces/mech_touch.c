/* Forces where two bodies touch; see mech_touch.h. */
#include "mech_touch.h"

#include <string.h>

#include "mech_pose.h"

LA_FUNCTION void mech_touch_load(const struct mech_context *c, const struct mech_element *e, struct mech_touch *s)
{
	mech_gather(c, e, c->v, s->v);
	for (int k = 0; k < s->n; k++) {
		s->rate[k] = mech_vector_dot(s->size, s->row[k], s->v);
	}
	memset(s->F, 0, sizeof s->F);
	s->touches = mech_contact_force(s->law, s->n, s->height, s->rate, s->F, s->F_height, s->F_rate);
}

LA_FUNCTION void mech_touch_add_force(const struct mech_touch *s, double *f)
{
	for (int k = 0; s->touches && k < s->n; k++) {
		for (int i = 0; i < s->size; i++) {
			f[i] += s->F[k] * s->row[k][i];
		}
	}
}

LA_FUNCTION void mech_touch_rate_change(const struct mech_touch *s, int l, double cq, double cv, double *out)
{
	for (int j = 0; j < s->size; j++) {
		double turning = 0.0;
		for (int i = 0; i < s->size; i++) {
			turning += s->v[i] * s->turn[l][s->size * i + j];
		}
		out[j] = cv * s->row[l][j] + cq * turning;
	}
}

/* cq dF_k/dq + cv dF_k/dv */
static void mech_touch_change(const struct mech_touch *s, int k, double cq, double cv, double *out)
{
	double change[MECH_MOST_PAIR_V];
	for (int j = 0; j < s->size; j++) {
		out[j] = cq * s->F_height[k] * s->row[s->n - 1][j];
	}
	for (int l = 0; l < s->n; l++) {
		mech_touch_rate_change(s, l, cq, cv, change);
		for (int j = 0; j < s->size; j++) {
			out[j] += s->F_rate[s->n * k + l] * change[j];
		}
	}
}

LA_FUNCTION void mech_touch_add_tangent(const struct mech_touch *s, double cq, double cv, double *out)
{
	for (int k = 0; s->touches && k < s->n; k++) {
		double change[MECH_MOST_PAIR_V];
		mech_touch_change(s, k, cq, cv, change);
		for (int i = 0; i < s->size * s->size; i++) {
			out[i] -= s->row[k][i / s->size] * change[i % s->size] + cq * s->F[k] * s->turn[k][i];
		}
	}
}

LA_FUNCTION double mech_touch_potential(const struct mech_touch *s)
{
	double spring;
	return mech_contact_energy(s->law, s->height, &spring);
}

/* what the forces take less what the spring stores */
LA_FUNCTION double mech_touch_dissipation(const struct mech_touch *s)
{
	double spring;
	mech_contact_energy(s->law, s->height, &spring);
	return spring * s->rate[s->n - 1] - mech_vector_dot(s->n, s->F, s->rate);
}

LA_FUNCTION struct mech_gap mech_touch_gap(const struct mech_context *c, const struct mech_element *e,
                                           const struct mech_touch *s)
{
	double a[MECH_MOST_LOCAL], acceleration = 0.0;
	mech_gather(c, e, c->a, a);
	for (int i = 0; i < s->size; i++) {
		acceleration += s->row[s->n - 1][i] * a[i];
		for (int j = 0; j < s->size; j++) {
			acceleration += s->v[i] * s->turn[s->n - 1][s->size * i + j] * s->v[j];
		}
	}
	return (struct mech_gap){s->height, s->rate[s->n - 1], acceleration, c->length};
}
