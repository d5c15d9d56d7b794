/* Places where two shapes may touch; see mech_shape_contact.c. */
#include <math.h>

#include "mech_shape_parts.h"

LA_FUNCTION void mech_shapes_open(const struct mech_context *c, const struct mech_element *e, int order,
                                  struct mech_shapes *s)
{
	const double *own = c->parameters + e->parameter, *derived = c->derived + e->derived;
	double origin[2][2], base[2][4];
	s->c = c;
	s->e = e;
	mech_frames_open(c, e, order, &s->frames);
	s->core[0] = mech_profile_open(e, MECH_SHAPE_TABLE, c->parameters, c->derived);
	s->core[1] = mech_profile_open(e, MECH_SHAPE_OTHER_TABLE, c->parameters, c->derived);
	s->local[0] = derived;
	s->local[1] = derived + 2;
	s->axes[0] = derived + MECH_SHAPE_AXES;
	s->axes[1] = derived + 4;
	s->own_radius[0] = own[MECH_SHAPE_RADIUS];
	s->own_radius[1] = own[MECH_SHAPE_OTHER_RADIUS];
	s->radius = s->own_radius[0] + s->own_radius[1];
	for (int side = 0; side < 2; side++) {
		const struct mech_pose *pose = s->frames.pose[side];
		mech_pose_turn(pose, s->local[side], origin[side]);
		mech_pose_turn(pose, s->axes[side], base[side]);
		mech_pose_turn(pose, s->axes[side] + 2, base[side] + 2);
		origin[side][0] += pose->x[0];
		origin[side][1] += pose->x[1];
	}
	for (int side = 0; side < 2; side++) {
		const double *to = base[1 - side];
		const double gap[2] = {origin[side][0] - origin[1 - side][0], origin[side][1] - origin[1 - side][1]};
		for (int k = 0; k < 2; k++) {
			s->origin[side][k] = mech_vector_dot(2, to + 2 * k, gap);
			s->base[side][k] = mech_vector_dot(2, to + 2 * k, base[side]);
			s->base[side][2 + k] = mech_vector_dot(2, to + 2 * k, base[side] + 2);
		}
	}
}

/* corner i of one core in the axes of the other */
static void mech_shape_at(const struct mech_shapes *s, int side, int i, double x[2])
{
	for (int k = 0; k < 2; k++) {
		x[k] = s->origin[side][k] + s->core[side].x[i] * s->base[side][k] + s->core[side].y[i] * s->base[side][2 + k];
	}
}

/* whether the shapes are apart because boxes around them are, in the axes of the second one */
static int mech_shapes_apart(const struct mech_shapes *s)
{
	double low[2][2], high[2][2];
	for (int side = 0; side < 2; side++) {
		low[side][0] = low[side][1] = HUGE_VAL;
		high[side][0] = high[side][1] = -HUGE_VAL;
		for (int i = 0; i < s->core[side].n; i++) {
			double x[2] = {s->core[side].x[i], s->core[side].y[i]};
			if (side == 0) {
				mech_shape_at(s, 0, i, x);
			}
			for (int k = 0; k < 2; k++) {
				low[side][k] = fmin(low[side][k], x[k]);
				high[side][k] = fmax(high[side][k], x[k]);
			}
		}
	}
	return low[0][0] > high[1][0] + s->radius || low[1][0] > high[0][0] + s->radius ||
	       low[0][1] > high[1][1] + s->radius || low[1][1] > high[0][1] + s->radius;
}

/* whether corner j of the other core is a foot of corner i */
static int mech_shape_meets(const struct mech_shapes *s, int side, int i, int j)
{
	const struct mech_profile *other = &s->core[1 - side];
	struct mech_foot feet[MECH_PROFILE_FEET];
	double x[2];
	int meets = 0;
	mech_shape_at(s, side, i, x);
	const int n = mech_shape_feet(other, x, feet);
	for (int k = 0; k < n; k++) {
		meets = meets || mech_shape_corner(other, x, &feet[k]) == j;
	}
	return meets;
}

/* all feet of corner i */
static void mech_shape_visit_corner(const struct mech_shapes *s, int side, int i, mech_shape_visit *visit,
                                    void *context)
{
	const struct mech_profile *other = &s->core[1 - side];
	struct mech_foot feet[MECH_PROFILE_FEET];
	double x[2];
	mech_shape_at(s, side, i, x);
	const int n = mech_shape_feet(other, x, feet);
	for (int k = 0; k < n; k++) {
		const int corner = mech_shape_corner(other, x, &feet[k]);
		const int mutual = corner >= 0 && mech_shape_meets(s, 1 - side, corner, i);
		const double sign = corner < 0 || mutual ? 1.0 : 0.0;
		if (!mutual || side == 0) {
			visit(s, &(struct mech_shape_place){side, i, feet[k], feet[k].distance - s->radius, sign}, context);
		}
	}
}

/* the pair of corners i of the first and j of the second, where neither is the foot of the other */
static void mech_shape_visit_pair(const struct mech_shapes *s, int i, int j, const double x[2], mech_shape_visit *visit,
                                  void *context)
{
	const double d[2] = {x[0] - s->core[1].x[j], x[1] - s->core[1].y[j]}, length = hypot(d[0], d[1]);
	if (length > 0.0 && length < s->radius && mech_shape_sticks_out(&s->core[1], j) && !mech_shape_meets(s, 0, i, j) &&
	    !mech_shape_meets(s, 1, j, i)) {
		const struct mech_foot foot = {length, 1.0 / length, {d[0] / length, d[1] / length}, 0.0};
		visit(s, &(struct mech_shape_place){0, i, foot, length - s->radius, -1.0}, context);
	}
}

LA_FUNCTION void mech_shapes_visit_all(const struct mech_shapes *s, mech_shape_visit *visit, void *context)
{
	for (int side = 0; side < 2; side++) {
		for (int i = 0; i < s->core[side].n; i++) {
			if (mech_shape_sticks_out(&s->core[side], i)) {
				mech_shape_visit_corner(s, side, i, visit, context);
			}
		}
	}
	for (int i = 0; i < s->core[0].n; i++) {
		double x[2];
		mech_shape_at(s, 0, i, x);
		for (int j = 0; j < s->core[1].n && mech_shape_sticks_out(&s->core[0], i); j++) {
			mech_shape_visit_pair(s, i, j, x, visit, context);
		}
	}
}

LA_FUNCTION void mech_shapes_visit(const struct mech_shapes *s, mech_shape_visit *visit, void *context)
{
	if (!mech_shapes_apart(s)) {
		mech_shapes_visit_all(s, visit, context);
	}
}
