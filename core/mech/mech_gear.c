/* Gear: couples a coordinate of one joint to a coordinate of another.
 *
 *     g = c_a - ratio c_b - (its value as drawn)
 *
 * Wheels that mesh on the outside have a negative ratio, a belt a positive one; with a position in place of an angle
 * it is a rack or a screw. The effort is the generalized force -lambda along c_a; along c_b it is +ratio lambda.
 * Derived: the value as drawn.
 */
#include "mech_joint.h"
#include "mech_kinds.h"

static const struct mech_parameter_spec mech_gear_parameters[] = {
	{"ratio", 1, 0, MECH_NUMBER, MECH_REQUIRED, MECH_ANY, 0, 1.0,
     "change of the first coordinate for one of the second"},
};

static const struct mech_output_spec mech_gear_outputs[] = {
	{"effort", 1, MECH_COORDINATE_EFFORT, MECH_ACCELERATION_LEVEL,
     "torque or force the gear exerts along the first coordinate"},
};

static const char *const mech_gear_rows[] = {"ratio"};

/* factor of coordinate i */
static double mech_gear_factor(const struct mech_context *c, const struct mech_element *e, int i)
{
	return i == 0 ? 1.0 : -c->parameters[e->parameter];
}

static void mech_gear_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = 0.0;
	for (int i = 0; i < 2; i++) {
		out[0] += mech_gear_factor(c, e, i) * mech_referred_drawn(c, e, i);
	}
}

static void mech_gear_constraint(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = -c->derived[e->derived];
	for (int i = 0; i < 2; i++) {
		out[0] += mech_gear_factor(c, e, i) * mech_referred_value(c, e, i);
	}
}

static void mech_gear_jacobian(const struct mech_context *c, const struct mech_element *e, double *out)
{
	for (int i = 0; i < 2; i++) {
		double *row = out + MECH_PAIR_V * i;
		mech_referred_row(c, e, i, row);
		for (int j = 0; j < MECH_PAIR_V; j++) {
			row[j] *= mech_gear_factor(c, e, i);
		}
	}
}

static void mech_gear_bias(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = 0.0;
	for (int i = 0; i < 2; i++) {
		out[0] += mech_gear_factor(c, e, i) * mech_referred_bias(c, e, i);
	}
}

static void mech_gear_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                              double *out)
{
	(void)cv;
	for (int i = 0; i < 2; i++) {
		mech_referred_curvature(c, e, i, cq * c->lambda[e->row] * mech_gear_factor(c, e, i), out);
	}
}

static void mech_gear_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = -c->lambda[e->row];
}

LA_TABLE const struct mech_kind mech_gear = {
	.name = "gear",
	.section = MECH_JOINT,
	.space = MECH_PLANAR,
	.text = "gear, belt or rack: couples the coordinates of two joints",
	.n_joints = 2,
	.any_coordinate = 1,
	.n_parameters = 1,
	.parameters = mech_gear_parameters,
	.input = MECH_COUNT,
	.n_outputs = 1,
	.outputs = mech_gear_outputs,
	.n_rows = 1,
	.row_names = mech_gear_rows,
	.constraint = mech_gear_constraint,
	.jacobian = mech_gear_jacobian,
	.bias = mech_gear_bias,
	.tangent = mech_gear_tangent,
	.n_derived = 1,
	.derive = mech_gear_derive,
	.output = mech_gear_output,
};
