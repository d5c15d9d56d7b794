/* What joints in space are made of: a frame x, y, z at a point of each body, and conditions between the two.
 *
 * The frames coincide in the drawing; z is the joint's axis. Numbers derived from the drawn point and axis, the same for all
 * these joints: local points s1, s2 (3 each), then x, y, z, which are the same in both bodies.
 *
 *     meet            p2 - p1                       three rows, global axes
 *     beside          x1 . (p2 - p1), y1 . (p2 - p1)        the second point stays on the first body's axis
 *     parallel        x1 . z2, y1 . z2                       the axes stay parallel
 *
 * Coordinates: the angle of x2 about z1 from x1, but for whole turns, and the position z1 . (p2 - p1).
 */
#ifndef MECH_SPATIAL_JOINT_H
#define MECH_SPATIAL_JOINT_H

#include "mech_joint.h"
#include "mech_spatial.h"

/* places of the derived numbers */
enum {
	MECH_FRAME_POINT1 = 0,
	MECH_FRAME_POINT2 = 3,
	MECH_FRAME_X = 6,
	MECH_FRAME_Y = 9,
	MECH_FRAME_Z = 12,
	MECH_FRAME_NUMBERS = 15
};

/* parameters at[3] and axis[3], the first of every joint with a frame */
#define MECH_FRAME_AT(text)                                            \
	{                                                                  \
		"at", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, text \
	}
#define MECH_FRAME_AXIS(text)                                                  \
	{                                                                          \
		"axis", 3, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0, text \
	}

/* `derive` and `point` of joints that have both; of joints that have a point alone (the frame is the global one) */
LA_FUNCTION void mech_frame_derive(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_frame_derive_point(const struct mech_context *c, const struct mech_element *e, double *out);
/* of joints with two axes that stay perpendicular: z along the axis, x along second_axis made perpendicular to it; then x
 * again */
LA_FUNCTION void mech_frame_derive_cross(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_frame_point(const struct mech_context *c, const struct mech_element *e, double *out);

/* the rows of `meet`, of `beside` (and of the same two conditions with the second body's axis) and of `parallel` */
#define MECH_MEET_ROWS                                                                 \
	{"x", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_MEET, "along x", MECH_NO_AXIS},     \
		{"y", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_MEET, "along y", MECH_NO_AXIS}, \
	{                                                                                  \
		"z", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_MEET, "along z", MECH_NO_AXIS    \
	}
#define MECH_BESIDE_ROWS(shape)                                                   \
	{"sideways x", MECH_LENGTH, MECH_ROW_LINEAR, shape, "along ", MECH_FRAME_X},  \
	{                                                                             \
		"sideways y", MECH_LENGTH, MECH_ROW_LINEAR, shape, "along ", MECH_FRAME_Y \
	}
#define MECH_PARALLEL_ROWS                                                                                \
	{"tilt about y", MECH_ANGLE, MECH_ROW_SINE, MECH_SHAPE_DIRECTIONS, "rotation about ", MECH_FRAME_Y},  \
	{                                                                                                     \
		"tilt about x", MECH_ANGLE, MECH_ROW_SINE, MECH_SHAPE_DIRECTIONS, "rotation about ", MECH_FRAME_X \
	}

/* one joint being evaluated */
struct mech_hinge {
	struct mech_frames frames;
	const double *derived;
};
LA_FUNCTION void mech_hinge_open(const struct mech_context *c, const struct mech_element *e, int order,
                                 struct mech_hinge *h);

/* conditions; `axis` is the place of a derived direction, MECH_FRAME_X .. */
LA_FUNCTION void mech_hinge_meet(const struct mech_hinge *h, struct mech_jet out[3]);
/* w . (p_other - p_side) with w fixed to body `side` */
LA_FUNCTION void mech_hinge_along(const struct mech_hinge *h, int side, int axis, struct mech_jet *out);
LA_FUNCTION void mech_hinge_cosine(const struct mech_hinge *h, int axis1, int axis2, struct mech_jet *out);
LA_FUNCTION void mech_hinge_parallel(const struct mech_hinge *h, struct mech_jet out[2]);
LA_FUNCTION void mech_hinge_beside(const struct mech_hinge *h, struct mech_jet out[2]);
LA_FUNCTION void mech_hinge_angle(const struct mech_hinge *h, struct mech_jet *out);

#endif
