/* The constraint c(q) - w(t) = 0 that all drivers share; see mech_drive.h. Turns of c and w cancel
 * without error. */
#include "mech_drive.h"

LA_TABLE const struct mech_output_spec mech_drive_outputs[1] = {
	{"effort", 1, MECH_COORDINATE_EFFORT, MECH_READS_MULTIPLIERS,
     "torque or force the driver exerts along the coordinate"},
};

LA_TABLE const struct mech_row_spec mech_drive_rows[1] = {
	{"motion", MECH_COORDINATE, MECH_ROW_LINEAR, MECH_SHAPE_ANY, NULL, MECH_NO_AXIS},
};

/* the motion wanted at c->t */
static void mech_drive_motion(const struct mech_context *c, const struct mech_element *e, double *w)
{
	mech_element_kind(e)->row.motion(c, e, w);
}

LA_FUNCTION void mech_drive_constraint(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const struct mech_reading r = mech_referred_reading(c, e, 0);
	const struct mech_sum turns = {r.turns, 0.0};
	struct mech_sum sum = {r.part, 0.0};
	double w[MECH_MOTION];
	mech_drive_motion(c, e, w);
	mech_sum_add(&sum, mech_referred_offset(c, e, 0));
	mech_sum_add(&sum, -w[0]);
	mech_sum_add_turns(&sum, &turns);
	out[0] = mech_sum_value(&sum);
}

LA_FUNCTION void mech_drive_jacobian(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_referred_row(c, e, 0, out);
}

LA_FUNCTION void mech_drive_rate(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double w[MECH_MOTION];
	mech_drive_motion(c, e, w);
	out[0] = -w[1];
}

LA_FUNCTION void mech_drive_bias(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double w[MECH_MOTION];
	mech_drive_motion(c, e, w);
	out[0] = mech_referred_bias(c, e, 0) - w[2];
}

LA_FUNCTION void mech_drive_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                    double *out)
{
	(void)cv;
	mech_referred_curvature(c, e, 0, cq * c->lambda[e->row], out);
}

LA_FUNCTION double mech_drive_supply(const struct mech_context *c, const struct mech_element *e)
{
	double w[MECH_MOTION];
	mech_drive_motion(c, e, w);
	return -c->lambda[e->row] * w[1];
}

LA_FUNCTION void mech_drive_effort(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = -c->lambda[e->row];
}
