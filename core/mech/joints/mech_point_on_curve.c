/* Point on a curve: a point of the first body stays on a smooth closed curve of the second. With a
 * radius it is the centre of a circle that always touches the curve from outside, as the roller of a
 * follower in the groove of a cam.
 *
 *     g = distance of the point from the curve - radius
 *
 * The distance, its gradient n and its curvature are those of the nearest foot (mech_profile.h). The
 * multiplier is the force along n. No coordinates. Derived: mech_profile_frame.h.
 */
#include "mech_joint_jets.h"
#include "mech_kinds.h"
#include "mech_profile_frame.h"

static const struct mech_parameter_spec mech_point_on_curve_parameters[] = {
	MECH_PROFILE_SPECS(MECH_OPTIONAL, MECH_NOT_NEGATIVE), MECH_PROFILE_BASE_SPEC};

static const struct mech_curve_spec mech_point_on_curve_curves[] = {
	MECH_PROFILE_POINTS(MECH_PROFILE_LEAST, MECH_OPTIONAL, MECH_CURVE_CLOSED,
                        "of points around a smooth curve, in its axes, 3 to 256", "of these points"),
	MECH_PROFILE_LIFTS,
};

static const struct mech_output_spec mech_point_on_curve_outputs[] = {
	{"force", 1, MECH_FORCE, MECH_READS_MULTIPLIERS, "of the curve on the point, positive where it pushes outwards"},
};

static const struct mech_row_spec mech_point_on_curve_rows[] = {
	{"distance", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_ANY, "across the curve", MECH_NO_AXIS},
};

static void mech_point_on_curve_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_profile_frame_derive(c, e, MECH_PROFILE_OWN, out);
}

static void mech_point_on_curve_jets(const struct mech_context *c, const struct mech_element *e,
                                     const struct mech_frames *f, struct mech_jet *rows)
{
	const struct mech_profile p = mech_profile_of(c, e);
	struct mech_foot feet[MECH_PROFILE_FEET];
	struct mech_jet x[2];
	mech_profile_frame_place(f, c->derived + e->derived, x);
	const double at[2] = {x[0].value, x[1].value};
	mech_profile_feet(&p, at, feet);
	const double *n = feet[0].normal;
	mech_jet_add(f, n[0], &x[0], n[1], &x[1], rows);
	rows->value = feet[0].distance + p.head[MECH_PROFILE_OFFSET] - c->parameters[e->parameter + MECH_PROFILE_RADIUS];
	for (int i = 0; f->order > 1 && i < f->n * f->n; i++) {
		const int j = i / f->n, k = i % f->n;
		const double along[2] = {n[1] * x[0].gradient[j] - n[0] * x[1].gradient[j],
		                         n[1] * x[0].gradient[k] - n[0] * x[1].gradient[k]};
		rows->hessian[i] += feet[0].bend * along[0] * along[1];
	}
}

static void mech_point_on_curve_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = -c->lambda[e->row];
}

static void mech_point_on_curve_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[0], c->derived + e->derived, out);
}

LA_TABLE const struct mech_kind mech_point_on_curve = {
	.name = "point_on_curve",
	.text = "a point of the first body stays on a smooth closed curve of the second",
	.section = MECH_JOINT,
	.space = MECH_PLANAR,
	.file.n_bodies = 2,
	.file.n_parameters = 5,
	.file.parameters = mech_point_on_curve_parameters,
	.file.n_curves = 2,
	.file.curves = mech_point_on_curve_curves,
	.file.one_curve = 1,
	.row.count = 1,
	.row.torque_free = 1,
	.row.specs = mech_point_on_curve_rows,
	MECH_ROWS_BY(mech_point_on_curve_jets),
	.output.count = 1,
	.output.specs = mech_point_on_curve_outputs,
	.output.values = mech_point_on_curve_output,
	.derived.count = MECH_PROFILE_DERIVED,
	.derived.derive = mech_point_on_curve_derive,
	.drawing.symbol = MECH_SYMBOL_PROFILE,
	.drawing.point = mech_point_on_curve_point,
};
