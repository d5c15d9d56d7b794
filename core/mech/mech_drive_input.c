/* Driver by input: the coordinate follows an input u of the unit, at position level.
 *
 * An input is known at communication points only. Within a communication step from t0 to t_end the coordinate moves
 * linearly from where it is, w0, to the input's value:
 *
 *     w(t) = w0 + rate (t - t0),     rate = (u - w0) / (t_end - t0),
 *
 * so it arrives at u at the end of the step and the speed jumps from step to step. At the start of a run w0 = u, rate
 * = 0. Memory: w0, rate, t0.
 */
#include "mech_drive.h"
#include "mech_kinds.h"

enum { MECH_DRIVE_INPUT_VALUE, MECH_DRIVE_INPUT_RATE, MECH_DRIVE_INPUT_TIME, MECH_DRIVE_INPUT_MEMORY };

static const struct mech_parameter_spec mech_drive_input_parameters[] = {
	{"start", 1, 0, MECH_COORDINATE, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "wanted value of the joint coordinate"},
};

static void mech_drive_input_motion(const struct mech_context *c, const struct mech_element *e, double *w)
{
	const double *memory = c->memory + e->memory;
	w[0] = memory[MECH_DRIVE_INPUT_VALUE] + memory[MECH_DRIVE_INPUT_RATE] * (c->t - memory[MECH_DRIVE_INPUT_TIME]);
	w[1] = memory[MECH_DRIVE_INPUT_RATE];
	w[2] = 0.0;
}

static void mech_drive_input_begin(const struct mech_context *c, const struct mech_element *e, double t_end,
                                   double *memory)
{
	const double u = mech_driving_number(c, e, 0);
	double w[3] = {u, 0.0, 0.0}, rate = 0.0;
	if (t_end > c->t) {
		mech_drive_input_motion(c, e, w);
		rate = (u - w[0]) / (t_end - c->t);
	}
	memory[MECH_DRIVE_INPUT_VALUE] = w[0];
	memory[MECH_DRIVE_INPUT_RATE] = rate;
	memory[MECH_DRIVE_INPUT_TIME] = c->t;
}

LA_TABLE const struct mech_kind mech_drive_input = {
	.name = "input",
	.section = MECH_DRIVER,
	.space = MECH_PLANAR,
	.text = "moves a joint coordinate to the value of an input, linearly within each step",
	.n_joints = 1,
	.any_coordinate = 1,
	.n_parameters = 1,
	.parameters = mech_drive_input_parameters,
	.input = MECH_COORDINATE,
	.n_outputs = 1,
	.outputs = mech_drive_outputs,
	.n_rows = 1,
	.row_names = mech_drive_rows,
	.constraint = mech_drive_constraint,
	.jacobian = mech_drive_jacobian,
	.rate = mech_drive_rate,
	.bias = mech_drive_bias,
	.tangent = mech_drive_tangent,
	.supply = mech_drive_supply,
	.motion = mech_drive_input_motion,
	.output = mech_drive_effort,
	.n_memory = MECH_DRIVE_INPUT_MEMORY,
	.begin = mech_drive_input_begin,
};
