/* Joints between joints: a linear relation of joint coordinates,
 *
 *     g = sum of factor_i c_i - (its value as drawn),     c_i = part_i + offset_i + 2 pi turns_i (mech_turns.h).
 *
 * The turns are summed without error before they are multiplied by 2 pi, so that wheels which have
 * turned a billion times mesh as closely as on their first turn.
 *
 *   gear             c_a - ratio c_b; wheels that mesh on the outside have a negative ratio
 *   belt             r_a c_a - r_b c_b: what runs over one pulley runs over the other
 *   rack_and_pinion  radius c_a - c_b, an angle and a position
 *   coupler          three coordinates with factors of their own: a differential, a mixing lever
 *
 * The effort is the generalized force -factor_a lambda along the first coordinate. Derived: the value as drawn.
 */
#include "mech_joint.h"
#include "mech_kinds.h"

static const struct mech_parameter_spec mech_gear_parameters[] = {
	{"ratio", 1, 0, MECH_NUMBER, MECH_REQUIRED, MECH_ANY, 0, 1.0,
     "change of the first coordinate for one of the second"},
};

static const struct mech_parameter_spec mech_belt_parameters[] = {
	{"radii", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_POSITIVE, 0, 1.0, "radii of the two pulleys"},
};

static const struct mech_parameter_spec mech_rack_parameters[] = {
	{"radius", 1, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 1.0,
     "of the pinion; negative where the rack moves the other way"},
};

static const struct mech_parameter_spec mech_coupler_parameters[] = {
	{"factors", 3, 0, MECH_NUMBER, MECH_REQUIRED, MECH_ANY, 0, 1.0,
     "of the three coordinates, whose sum stays as drawn"},
};

static const struct mech_output_spec mech_gear_outputs[] = {
	{"effort", 1, MECH_COORDINATE_EFFORT, MECH_ACCELERATION_LEVEL,
     "torque or force the gear exerts along the first coordinate"},
};

static const char *const mech_gear_rows[] = {"ratio"};

/* factor of coordinate i */
static double mech_gear_factor(const struct mech_context *c, const struct mech_element *e, int i)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const double *numbers = c->parameters + e->parameter;
	if (kind == &mech_coupler) {
		return numbers[i];
	}
	if (kind == &mech_belt) {
		return i == 0 ? numbers[0] : -numbers[1];
	}
	if (kind == &mech_rack_and_pinion) {
		return i == 0 ? numbers[0] : -1.0;
	}
	return i == 0 ? 1.0 : -numbers[0];
}

/* sum of factor_i c_i less the value given */
static double mech_gear_sum(const struct mech_context *c, const struct mech_element *e, double less)
{
	struct mech_sum sum = {-less, 0.0}, turns = {0.0, 0.0};
	for (int i = 0; i < mech_element_kind(e)->n_joints; i++) {
		const struct mech_reading r = mech_referred_reading(c, e, i);
		const double factor = mech_gear_factor(c, e, i);
		mech_sum_add_product(&sum, factor, r.part);
		mech_sum_add_product(&sum, factor, mech_referred_offset(c, e, i));
		mech_sum_add_product(&turns, factor, r.turns);
	}
	mech_sum_add_turns(&sum, &turns);
	return mech_sum_value(&sum);
}

static void mech_gear_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = mech_gear_sum(c, e, 0.0);
}

static void mech_gear_constraint(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = mech_gear_sum(c, e, c->derived[e->derived]);
}

static void mech_gear_jacobian(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const int n = 2 * c->model->body_v;
	for (int i = 0; i < mech_element_kind(e)->n_joints; i++) {
		double *row = out + n * i;
		mech_referred_row(c, e, i, row);
		for (int j = 0; j < n; j++) {
			row[j] *= mech_gear_factor(c, e, i);
		}
	}
}

static void mech_gear_bias(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = 0.0;
	for (int i = 0; i < mech_element_kind(e)->n_joints; i++) {
		out[0] += mech_gear_factor(c, e, i) * mech_referred_bias(c, e, i);
	}
}

static void mech_gear_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                              double *out)
{
	(void)cv;
	for (int i = 0; i < mech_element_kind(e)->n_joints; i++) {
		mech_referred_curvature(c, e, i, cq * c->lambda[e->row] * mech_gear_factor(c, e, i), out);
	}
}

static void mech_gear_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = -mech_gear_factor(c, e, 0) * c->lambda[e->row];
}

#define MECH_GEAR_EQUATIONS                                                                                   \
	.section = MECH_JOINT, .space = MECH_EITHER, .any_coordinate = 1, .n_parameters = 1, .input = MECH_COUNT, \
	.n_outputs = 1, .outputs = mech_gear_outputs, .n_rows = 1, .row_names = mech_gear_rows,                   \
	.constraint = mech_gear_constraint, .jacobian = mech_gear_jacobian, .bias = mech_gear_bias,               \
	.tangent = mech_gear_tangent, .factor = mech_gear_factor, .n_derived = 1, .derive = mech_gear_derive,     \
	.output = mech_gear_output

LA_TABLE const struct mech_kind mech_gear = {
	.name = "gear",
	.text = "gear: the coordinates of two joints in a fixed ratio",
	.n_joints = 2,
	.parameters = mech_gear_parameters,
	MECH_GEAR_EQUATIONS,
};

LA_TABLE const struct mech_kind mech_belt = {
	.name = "belt",
	.text = "belt or chain over two pulleys",
	.n_joints = 2,
	.acts_on = MECH_ANGLE,
	.parameters = mech_belt_parameters,
	MECH_GEAR_EQUATIONS,
};

LA_TABLE const struct mech_kind mech_rack_and_pinion = {
	.name = "rack_and_pinion",
	.text = "the angle of the first joint drives the position of the second",
	.n_joints = 2,
	.acts_on = MECH_ANGLE,
	.then_lengths = 1,
	.parameters = mech_rack_parameters,
	MECH_GEAR_EQUATIONS,
};

LA_TABLE const struct mech_kind mech_coupler = {
	.name = "coupler",
	.text = "a linear relation of the coordinates of three joints",
	.n_joints = 3,
	.parameters = mech_coupler_parameters,
	MECH_GEAR_EQUATIONS,
};
