/* Cores of shapes; see mech_shape_contact.h. */
#include "mech_shape_contact.h"

#include <math.h>

/* edges that turn by less, in radians, are one */
static const double MECH_SHAPE_STRAIGHT = 1e-9;

LA_FUNCTION int mech_shape_sticks_out(const struct mech_profile *core, int i)
{
	if (core->n < 3) {
		return 1;
	}
	const int last = i > 0 ? i - 1 : core->n - 1, next = i + 1 < core->n ? i + 1 : 0;
	const double s[2] = {core->x[i] - core->x[last], core->y[i] - core->y[last]};
	const double t[2] = {core->x[next] - core->x[i], core->y[next] - core->y[i]};
	const double turn = core->head[MECH_PROFILE_SIDE] * (s[0] * t[1] - s[1] * t[0]);
	return turn > MECH_SHAPE_STRAIGHT * core->interval[last] * core->interval[i];
}

static struct mech_foot mech_shape_point_foot(const struct mech_profile *core, int i, const double x[2], double reach)
{
	const double dx = x[0] - core->x[i], dy = x[1] - core->y[i], length = hypot(dx, dy);
	struct mech_foot foot = {length, 0.0, {1.0, 0.0}, reach};
	if (length > 0.0) {
		foot.bend = 1.0 / length;
		foot.normal[0] = dx / length;
		foot.normal[1] = dy / length;
	}
	return foot;
}

/* of a segment, whose two sides are alike */
static struct mech_foot mech_shape_segment_foot(const struct mech_profile *core, const double x[2])
{
	const double length = core->interval[0], reach = 0.5 * length;
	const double t[2] = {(core->x[1] - core->x[0]) / length, (core->y[1] - core->y[0]) / length};
	const double dx = x[0] - core->x[0], dy = x[1] - core->y[0], along = dx * t[0] + dy * t[1];
	if (along < 0.0 || along > length) {
		return mech_shape_point_foot(core, along > 0.0, x, reach);
	}
	const double left = dy * t[0] - dx * t[1], side = left < 0.0 ? -1.0 : 1.0;
	return (struct mech_foot){fabs(left), 0.0, {-side * t[1], side * t[0]}, reach};
}

LA_FUNCTION int mech_shape_feet(const struct mech_profile *core, const double x[2],
                                struct mech_foot feet[MECH_PROFILE_FEET])
{
	if (core->n >= MECH_PROFILE_LEAST) {
		return mech_profile_feet(core, x, feet);
	}
	feet[0] = core->n == 2 ? mech_shape_segment_foot(core, x) : mech_shape_point_foot(core, 0, x, 0.0);
	return 1;
}

LA_FUNCTION int mech_shape_corner(const struct mech_profile *core, const double x[2], const struct mech_foot *foot)
{
	if (core->n == 1) {
		return 0;
	}
	if (foot->bend == 0.0 || foot->distance < 0.0) {
		return -1;
	}
	const double at[2] = {x[0] - foot->distance * foot->normal[0], x[1] - foot->distance * foot->normal[1]};
	int nearest = 0;
	double least = HUGE_VAL;
	for (int i = 0; i < core->n; i++) {
		const double away = hypot(at[0] - core->x[i], at[1] - core->y[i]);
		nearest = away < least ? i : nearest;
		least = fmin(away, least);
	}
	return mech_shape_sticks_out(core, nearest) ? nearest : -1;
}
