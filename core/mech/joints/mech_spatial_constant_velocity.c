/* Constant-velocity joint: two shafts share a point and turn alike, whatever the angle between
 * them.
 *
 *     g = meet (3), x1 . y2 - y1 . x2
 *
 * The turn from the first shaft's frame to the second's has then no part about the line that halves
 * the angle between the shafts. Frames: z1 along the first shaft, z2 along the second, both as
 * drawn, x2, y2 from x1, y1 by the shortest turn that takes z1 into z2. Derived: the frame of the
 * first body (mech_hinge.h), then x2, y2, z2.
 */
#include <math.h>

#include "mech_kinds.h"
#include "mech_rotation.h"
#include "mech_hinge.h"

static const struct mech_parameter_spec mech_spatial_constant_velocity_parameters[] = {
	MECH_FRAME_AT(3, "the common point of the shafts, as drawn"),
	MECH_FRAME_AXIS(3, "direction of the first shaft, as drawn, any length"),
	{"second_axis", 3, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0,
     "direction of the second shaft, away from the first, as drawn, any length"},
};

static const struct mech_row_spec mech_spatial_constant_velocity_rows[] = {
	MECH_MEET_ROWS,
	{"twist", MECH_ANGLE, MECH_ROW_SINE, MECH_SHAPE_DIRECTIONS, "rotation about its axis", MECH_NO_AXIS},
};

/* x2, y2: x1, y1 turned by the shortest rotation from z1 to z2 */
static void mech_spatial_constant_velocity_derive(const struct mech_context *c, const struct mech_element *e,
                                                  double *out)
{
	static const double still[4] = {1.0, 0.0, 0.0, 0.0};
	double R[9], turn[3], quaternion[4];
	double *second = out + MECH_FRAME_NUMBERS;
	mech_frame_derive(c, e, out);
	mech_vector_unit(3, c->parameters + e->parameter + 6, second + 6);
	mech_cross(out + MECH_FRAME_Z, second + 6, turn);
	const double sine = mech_length(turn), angle = atan2(sine, mech_dot(out + MECH_FRAME_Z, second + 6));
	for (int i = 0; i < 3; i++) {
		turn[i] *= sine > 0.0 ? angle / sine : 0.0;
	}
	mech_rotation_move(still, turn, quaternion);
	mech_rotation_matrix(quaternion, R);
	mech_rotate(R, out + MECH_FRAME_X, second);
	mech_rotate(R, out + MECH_FRAME_Y, second + 3);
}

static void mech_spatial_constant_velocity_jets(const struct mech_context *c, const struct mech_element *e,
                                                const struct mech_frames *f, struct mech_jet *rows)
{
	const struct mech_hinge h = {f, c->derived + e->derived};
	struct mech_jet other;
	mech_hinge_meet(&h, rows);
	mech_hinge_cosine(&h, MECH_FRAME_X, MECH_FRAME_NUMBERS + 3, &rows[3]);
	mech_hinge_cosine(&h, MECH_FRAME_Y, MECH_FRAME_NUMBERS, &other);
	mech_jet_add(f, 1.0, &rows[3], -1.0, &other, &rows[3]);
}

LA_TABLE const struct mech_kind mech_spatial_constant_velocity = {
	.name = "constant_velocity",
	.drawing.symbol = MECH_SYMBOL_CROSS,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "two shafts share a point and turn alike, whatever the angle between them",
	.file.n_bodies = 2,
	.file.n_parameters = 3,
	.file.parameters = mech_spatial_constant_velocity_parameters,
	.row.count = 4,
	.row.specs = mech_spatial_constant_velocity_rows,
	MECH_ROWS_BY(mech_spatial_constant_velocity_jets),
	.derived.count = MECH_FRAME_NUMBERS + 9,
	.derived.derive = mech_spatial_constant_velocity_derive,
	.drawing.point = mech_frame_point,
};
