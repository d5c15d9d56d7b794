/* Frames of joints and conditions between them; see mech_hinge.h. */
#include "mech_hinge.h"

#include <string.h>

#include "mech_rotation.h"

LA_FUNCTION void mech_frame_derive_points(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *at = c->parameters + e->parameter;
	memset(out, 0, MECH_FRAME_POINTS * sizeof *out);
	mech_local_point(c, e->body[0], at, out + MECH_FRAME_POINT1);
	mech_local_point(c, e->body[1], at, out + MECH_FRAME_POINT2);
}

LA_FUNCTION void mech_frame_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const int n = mech_dimension(c);
	double *x = out + MECH_FRAME_X, *z = out + MECH_FRAME_Z;
	mech_frame_derive_points(c, e, out);
	memset(x, 0, (MECH_FRAME_NUMBERS - MECH_FRAME_POINTS) * sizeof *x);
	mech_vector_unit(n, c->parameters + e->parameter + n, z);
	if (n == 2) {
		x[0] = -z[1];
		x[1] = z[0];
	} else {
		mech_frame(z, x, out + MECH_FRAME_Y);
	}
}

LA_FUNCTION void mech_frame_derive_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	static const double axes[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
	mech_frame_derive_points(c, e, out);
	memcpy(out + MECH_FRAME_X, axes, sizeof axes);
}

LA_FUNCTION void mech_frame_derive_cross(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double *x = out + MECH_FRAME_X, *z = out + MECH_FRAME_Z;
	mech_frame_derive_points(c, e, out);
	mech_vector_unit(3, c->parameters + e->parameter + 3, z);
	mech_vector_unit(3, c->parameters + e->parameter + 6, x);
	const double along = mech_dot(x, z);
	for (int i = 0; i < 3; i++) {
		x[i] -= along * z[i];
	}
	mech_vector_unit(3, x, x);
	mech_cross(z, x, out + MECH_FRAME_Y);
	memcpy(out + MECH_FRAME_NUMBERS, x, 3 * sizeof *x);
}

LA_FUNCTION void mech_frame_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[1], c->derived + e->derived + MECH_FRAME_POINT2, out);
}

LA_FUNCTION void mech_frame_first_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[0], c->derived + e->derived + MECH_FRAME_POINT1, out);
}

/* p_other - p_side */
static void mech_hinge_gap(const struct mech_hinge *h, int side, struct mech_jet *out)
{
	mech_jet_gap(h->frames, side, h->derived + MECH_FRAME_POINT1, h->derived + MECH_FRAME_POINT2, out);
}

/* w . gap with w fixed to body `side` */
static void mech_hinge_project(const struct mech_hinge *h, int side, int axis, const struct mech_jet *gap,
                               struct mech_jet *out)
{
	struct mech_jet w[MECH_MOST_DIMENSION];
	mech_jet_direction(h->frames, side, h->derived + axis, w);
	mech_jet_dot(h->frames, w, gap, out);
}

LA_FUNCTION void mech_hinge_meet(const struct mech_hinge *h, struct mech_jet *out)
{
	mech_hinge_gap(h, 0, out);
}

LA_FUNCTION void mech_hinge_along(const struct mech_hinge *h, int side, int axis, struct mech_jet *out)
{
	struct mech_jet gap[MECH_MOST_DIMENSION];
	mech_hinge_gap(h, side, gap);
	mech_hinge_project(h, side, axis, gap, out);
}

LA_FUNCTION void mech_hinge_beside(const struct mech_hinge *h, int side, struct mech_jet *out)
{
	struct mech_jet gap[MECH_MOST_DIMENSION];
	mech_hinge_gap(h, side, gap);
	mech_hinge_project(h, side, MECH_FRAME_X, gap, &out[0]);
	if (h->frames->dimension == 3) {
		mech_hinge_project(h, side, MECH_FRAME_Y, gap, &out[1]);
	}
}

LA_FUNCTION void mech_hinge_cosine(const struct mech_hinge *h, int axis1, int axis2, struct mech_jet *out)
{
	struct mech_jet w1[3], w2[3];
	mech_jet_direction(h->frames, 0, h->derived + axis1, w1);
	mech_jet_direction(h->frames, 1, h->derived + axis2, w2);
	mech_jet_cosine(h->frames, w1, w2, out);
}

LA_FUNCTION void mech_hinge_parallel(const struct mech_hinge *h, struct mech_jet *out)
{
	if (h->frames->dimension == 3) {
		mech_hinge_cosine(h, MECH_FRAME_X, MECH_FRAME_Z, &out[0]);
		mech_hinge_cosine(h, MECH_FRAME_Y, MECH_FRAME_Z, &out[1]);
	}
}

LA_FUNCTION void mech_hinge_upright(const struct mech_hinge *h, struct mech_jet *out)
{
	if (h->frames->dimension == 2) {
		mech_jet_turn(h->frames, out);
		return;
	}
	mech_hinge_parallel(h, out);
	mech_hinge_cosine(h, MECH_FRAME_X, MECH_FRAME_Y, &out[2]);
}

LA_FUNCTION void mech_hinge_angle(const struct mech_hinge *h, struct mech_jet *out)
{
	struct mech_jet along, across;
	if (h->frames->dimension == 2) {
		mech_jet_turn(h->frames, out);
		return;
	}
	mech_hinge_cosine(h, MECH_FRAME_X, MECH_FRAME_X, &along);
	mech_hinge_cosine(h, MECH_FRAME_Y, MECH_FRAME_X, &across);
	mech_jet_angle(h->frames, &across, &along, out);
}

LA_FUNCTION void mech_frame_in_line(const struct mech_context *c, const struct mech_element *e,
                                    const struct mech_frames *f, struct mech_jet *rows)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	mech_hinge_beside(&h, 0, rows);
	mech_hinge_parallel(&h, rows + 2);
}

LA_FUNCTION void mech_frame_angle(const struct mech_context *c, const struct mech_element *e,
                                  const struct mech_frames *f, int k, struct mech_jet *out)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	(void)k;
	mech_hinge_angle(&h, out);
}

LA_FUNCTION void mech_frame_position(const struct mech_context *c, const struct mech_element *e,
                                     const struct mech_frames *f, int k, struct mech_jet *out)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	(void)k;
	mech_hinge_along(&h, 0, MECH_FRAME_Z, out);
}
