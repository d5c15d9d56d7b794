/* Frames of joints in space and conditions between them; see mech_spatial_joint.h. */
#include "mech_spatial_joint.h"

#include <string.h>

#include "mech_rotation.h"

static void mech_frame_points(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *at = c->parameters + e->parameter;
	mech_spatial_local_point(c, e->body[0], at, out + MECH_FRAME_POINT1);
	mech_spatial_local_point(c, e->body[1], at, out + MECH_FRAME_POINT2);
}

LA_FUNCTION void mech_frame_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_frame_points(c, e, out);
	mech_spatial_unit(c->parameters + e->parameter + 3, out + MECH_FRAME_Z);
	mech_frame(out + MECH_FRAME_Z, out + MECH_FRAME_X, out + MECH_FRAME_Y);
}

LA_FUNCTION void mech_frame_derive_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	static const double axes[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
	mech_frame_points(c, e, out);
	memcpy(out + MECH_FRAME_X, axes, sizeof axes);
}

LA_FUNCTION void mech_frame_derive_cross(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double *x = out + MECH_FRAME_X, *z = out + MECH_FRAME_Z;
	mech_frame_points(c, e, out);
	mech_spatial_unit(c->parameters + e->parameter + 3, z);
	mech_spatial_unit(c->parameters + e->parameter + 6, x);
	const double along = mech_dot(x, z);
	for (int i = 0; i < 3; i++) {
		x[i] -= along * z[i];
	}
	mech_spatial_unit(x, x);
	mech_cross(z, x, out + MECH_FRAME_Y);
	memcpy(out + MECH_FRAME_NUMBERS, x, 3 * sizeof *x);
}

LA_FUNCTION void mech_frame_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_spatial_point(c, e->body[1], c->derived + e->derived + MECH_FRAME_POINT2, out);
}

LA_FUNCTION void mech_hinge_open(const struct mech_context *c, const struct mech_element *e, int order,
                                 struct mech_hinge *h)
{
	mech_frames_open(c, e->body, order, &h->frames);
	h->derived = c->derived + e->derived;
}

LA_FUNCTION void mech_hinge_meet(const struct mech_hinge *h, struct mech_jet out[3])
{
	struct mech_jet p1[3];
	mech_jet_point(&h->frames, 0, h->derived + MECH_FRAME_POINT1, p1);
	mech_jet_point(&h->frames, 1, h->derived + MECH_FRAME_POINT2, out);
	mech_jet_subtract(h->frames.order, out, p1, out);
}

LA_FUNCTION void mech_hinge_along(const struct mech_hinge *h, int side, int axis, struct mech_jet *out)
{
	const int order = h->frames.order;
	struct mech_jet w[3], gap[3];
	mech_jet_direction(&h->frames, side, h->derived + axis, w);
	mech_hinge_meet(h, gap);
	mech_jet_dot(order, w, gap, out);
	if (side == 1) {
		mech_jet_add(order, -1.0, out, 0.0, out, out);
	}
}

LA_FUNCTION void mech_hinge_cosine(const struct mech_hinge *h, int axis1, int axis2, struct mech_jet *out)
{
	struct mech_jet w1[3], w2[3];
	mech_jet_direction(&h->frames, 0, h->derived + axis1, w1);
	mech_jet_direction(&h->frames, 1, h->derived + axis2, w2);
	mech_jet_dot(h->frames.order, w1, w2, out);
}

LA_FUNCTION void mech_hinge_parallel(const struct mech_hinge *h, struct mech_jet out[2])
{
	mech_hinge_cosine(h, MECH_FRAME_X, MECH_FRAME_Z, &out[0]);
	mech_hinge_cosine(h, MECH_FRAME_Y, MECH_FRAME_Z, &out[1]);
}

LA_FUNCTION void mech_hinge_beside(const struct mech_hinge *h, struct mech_jet out[2])
{
	mech_hinge_along(h, 0, MECH_FRAME_X, &out[0]);
	mech_hinge_along(h, 0, MECH_FRAME_Y, &out[1]);
}

LA_FUNCTION void mech_hinge_angle(const struct mech_hinge *h, struct mech_jet *out)
{
	struct mech_jet along, across;
	mech_hinge_cosine(h, MECH_FRAME_X, MECH_FRAME_X, &along);
	mech_hinge_cosine(h, MECH_FRAME_Y, MECH_FRAME_X, &across);
	mech_jet_angle(h->frames.order, &across, &along, out);
}
