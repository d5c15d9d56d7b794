/* What joints are made of: a frame at a point of each body, and conditions between the two.
 *
 * The frames coincide in the drawing; z is the joint's axis. In space x, y, z are perpendicular to
 * each other; in the plane x is z turned to the left, and there is no y. Numbers derived from the
 * drawn point and axis, the same for all these joints: local points s1, s2, then x, y, z, which are
 * the same in both bodies, three numbers each.
 *
 *     conditions                                             rows in the plane, in space
 *     meet        p2 - p1, global axes                       2, 3
 *     next to      x1 . (p2 - p1), y1 . (p2 - p1)             1, 2     the second point stays on the first body's axis
 *     parallel    x1 . z2, y1 . z2                           0, 2     the axes stay parallel
 *     upright     the angle; parallel and x1 . y2            1, 3     the bodies do not turn to each other
 *
 * Coordinates: the angle of x2 about z1 from x1, but for whole turns (in the plane the angle
 * between the bodies, with them), and the position z1 . (p2 - p1).
 */
#ifndef MECH_HINGE_H
#define MECH_HINGE_H

#include "mech_joint.h"
#include "mech_joint_jets.h"

/* places of the derived numbers */
enum {
	MECH_FRAME_POINT1 = 0,
	MECH_FRAME_POINT2 = 3,
	MECH_FRAME_POINTS = 6, /* numbers of the points */
	MECH_FRAME_X = 6,
	MECH_FRAME_Y = 9,
	MECH_FRAME_Z = 12,
	MECH_FRAME_NUMBERS = 15
};

/* parameters at and axis, n components each, the first of every joint with a frame */
#define MECH_FRAME_AT(n, text)                                         \
	{                                                                  \
		"at", n, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, text \
	}
#define MECH_FRAME_AXIS(n, text)                                               \
	{                                                                          \
		"axis", n, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0, text \
	}
/* what a coordinate is more than measured */
#define MECH_FRAME_OFFSET(key, quantity, text)                     \
	{                                                              \
		key, 1, 0, quantity, MECH_OPTIONAL, MECH_ANY, 0, 0.0, text \
	}
#define MECH_FRAME_ANGLE_OFFSET(key) \
	MECH_FRAME_OFFSET(key, MECH_ANGLE, "angle of the second body to the first, as drawn")

/* `derive` and `point` of joints that have both; of joints that have a point alone (the frame is
 * the global one), and need no more than that */
LA_FUNCTION void mech_frame_derive(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_frame_derive_point(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_frame_derive_points(const struct mech_context *c, const struct mech_element *e, double *out);
/* of joints with two axes that stay perpendicular: z along the axis, x along second_axis made
 * perpendicular to it; then x again */
LA_FUNCTION void mech_frame_derive_cross(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_frame_point(const struct mech_context *c, const struct mech_element *e, double *out);
/* `point` of joints that hold a point of the first body alone: it is where forces act, without a
 * torque */
LA_FUNCTION void mech_frame_first_point(const struct mech_context *c, const struct mech_element *e, double *out);

/* the rows of `meet`, of `beside` (and of the same two conditions with the second body's axis) and
 * of `parallel`; in the plane those of `meet` and of `upright` */
#define MECH_PLANAR_MEET_ROWS                                                       \
	{"x", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_MEET, "along x", MECH_NO_AXIS},  \
	{                                                                               \
		"y", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_MEET, "along y", MECH_NO_AXIS \
	}
#define MECH_MEET_ROWS                                                              \
	MECH_PLANAR_MEET_ROWS,                                                          \
	{                                                                               \
		"z", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_MEET, "along z", MECH_NO_AXIS \
	}
#define MECH_PLANAR_UPRIGHT_ROW                                                          \
	{                                                                                    \
		"angle", MECH_ANGLE, MECH_ROW_LINEAR, MECH_SHAPE_ANGLE, "rotation", MECH_NO_AXIS \
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
	const struct mech_frames *frames;
	const double *derived;
};

/* conditions; `axis` is the place of a derived direction, MECH_FRAME_X .. */
LA_FUNCTION void mech_hinge_meet(const struct mech_hinge *h, struct mech_jet *out);
/* w . (p_other - p_side) with w fixed to body `side` */
LA_FUNCTION void mech_hinge_along(const struct mech_hinge *h, int side, int axis, struct mech_jet *out);
LA_FUNCTION void mech_hinge_cosine(const struct mech_hinge *h, int axis1, int axis2, struct mech_jet *out);
LA_FUNCTION void mech_hinge_parallel(const struct mech_hinge *h, struct mech_jet *out);
LA_FUNCTION void mech_hinge_upright(const struct mech_hinge *h, struct mech_jet *out);
/* with the axis of body `side` */
LA_FUNCTION void mech_hinge_beside(const struct mech_hinge *h, int side, struct mech_jet *out);
LA_FUNCTION void mech_hinge_angle(const struct mech_hinge *h, struct mech_jet *out);

/* `row.jets` of joints that keep the axes of both bodies on one line: beside and parallel */
LA_FUNCTION void mech_frame_in_line(const struct mech_context *c, const struct mech_element *e,
                                    const struct mech_frames *f, struct mech_jet *rows);

/* `jet_coordinate` of joints whose only coordinate is the angle, or the position */
LA_FUNCTION void mech_frame_angle(const struct mech_context *c, const struct mech_element *e,
                                  const struct mech_frames *f, int k, struct mech_jet *out);
LA_FUNCTION void mech_frame_position(const struct mech_context *c, const struct mech_element *e,
                                     const struct mech_frames *f, int k, struct mech_jet *out);

#endif
