/* A circle seen from an outline; see mech_profile_frame.h. */
#include "mech_profile_frame.h"

#include <math.h>

#include "mech_curve.h"

/* places in the derived numbers */
enum { MECH_PROFILE_LOCAL_AT = 0, MECH_PROFILE_LOCAL_ORIGIN = 2, MECH_PROFILE_AXES = 4 };

LA_FUNCTION void mech_profile_frame_axes(const struct mech_context *c, const struct mech_element *e, double turn,
                                         double *out)
{
	const double *own = c->parameters + e->parameter, *origin = own + MECH_PROFILE_ORIGIN;
	const double along[2] = {origin[0] + cos(turn), origin[1] + sin(turn)};
	double *axes = out + MECH_PROFILE_AXES;
	mech_local_point(c, e->body[0], own + MECH_PROFILE_AT, out + MECH_PROFILE_LOCAL_AT);
	mech_local_point(c, e->body[1], origin, out + MECH_PROFILE_LOCAL_ORIGIN);
	mech_local_point(c, e->body[1], along, axes);
	axes[0] -= out[MECH_PROFILE_LOCAL_ORIGIN];
	axes[1] -= out[MECH_PROFILE_LOCAL_ORIGIN + 1];
	mech_vector_unit(2, axes, axes);
	axes[2] = -axes[1];
	axes[3] = axes[0];
}

LA_FUNCTION void mech_profile_frame_derive(const struct mech_context *c, const struct mech_element *e, int base,
                                           double *out)
{
	const double *own = c->parameters + e->parameter;
	const struct mech_profile p = mech_profile_of(c, e);
	double *head = out + (mech_curve_derived(e, mech_profile_table(e)) - e->derived);
	/* a table of lifts gives the path of the circle's centre: the circle touches where the centre is
	 * on it */
	const int is_path = p.form == MECH_CURVE_POLAR;
	const double offset = is_path ? own[MECH_PROFILE_RADIUS] : 0.0;
	mech_profile_frame_axes(c, e, own[MECH_PROFILE_TURN], out);
	mech_profile_derive(&p, is_path ? own[base] + offset : 0.0, offset, head);
}

LA_FUNCTION void mech_profile_frame_place(const struct mech_frames *f, const double *derived, struct mech_jet *x)
{
	struct mech_jet gap[2], axis[2];
	mech_jet_gap(f, 1, derived + MECH_PROFILE_LOCAL_AT, derived + MECH_PROFILE_LOCAL_ORIGIN, gap);
	for (int k = 0; k < 2; k++) {
		mech_jet_direction(f, 1, derived + MECH_PROFILE_AXES + 2 * k, axis);
		mech_jet_dot(f, axis, gap, &x[k]);
	}
}

LA_FUNCTION struct mech_profile mech_profile_of(const struct mech_context *c, const struct mech_element *e)
{
	return mech_profile_open(e, mech_profile_table(e), c->parameters, c->derived);
}

LA_FUNCTION void mech_profile_frame_drawn(const struct mech_element *e, const double *parameters,
                                          const struct mech_profile *p, int i, double out[2])
{
	const double *own = parameters + e->parameter, *origin = own + MECH_PROFILE_ORIGIN;
	const double c = cos(own[MECH_PROFILE_TURN]), s = sin(own[MECH_PROFILE_TURN]);
	double at[2];
	mech_profile_surface(p, i, at);
	out[0] = origin[0] + c * at[0] - s * at[1];
	out[1] = origin[1] + s * at[0] + c * at[1];
}
