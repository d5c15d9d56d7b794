/* Actuator along a joint coordinate: a command u, from outside or constant, reached with a lag and
 * limited,
 *
 *     lag dz/dt = u - z,     tau = limit s(z / limit)     (limit 0: tau = z).
 *
 * z is a state of the element; it starts at the command, so that an actuator that holds a load
 * begins in balance. The power tau dc/dt comes from outside.
 *
 * s is odd. With h = 0.1 and u = (x - (1 - h)) / 2h
 *
 *     s(x) = x                                     0 <= x <= 1 - h
 *            1 - h + 2h (u - u^3 + u^4 / 2)        1 - h <= x <= 1 + h
 *            1                                     x >= 1 + h
 *
 * so that ds/dx is 1 - u^2 (3 - 2u) between: s is linear up to 9/10 of the limit and has a
 * continuous curvature.
 */
#include <math.h>

#include "mech_coordinate_force.h"
#include "mech_kinds.h"

enum { MECH_ACTUATOR_COMMAND, MECH_ACTUATOR_LAG, MECH_ACTUATOR_LIMIT };

static const struct mech_parameter_spec mech_actuator_parameters[] = {
	{"command", 1, 0, MECH_COORDINATE_EFFORT, MECH_REQUIRED, MECH_ANY, 1, 0.0,
     "torque or force wanted along the coordinate"},
	{"lag", 1, 0, MECH_TIME, MECH_REQUIRED, MECH_POSITIVE, 1, 0.0, "time constant with which the command is followed"},
	{"limit", 1, 0, MECH_COORDINATE_EFFORT, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0,
     "largest torque or force; up to 9/10 of it the actuator is linear; 0: no limit"},
};

static const struct mech_output_spec mech_actuator_outputs[] = {
	{"effort", 1, MECH_COORDINATE_EFFORT, MECH_READS_STATES, "torque or force exerted along the coordinate"},
};

static const double MECH_ACTUATOR_CORNER = 0.1; /* h */

/* s(x) and its derivative */
static double mech_actuator_saturation(double x, double *slope)
{
	const double h = MECH_ACTUATOR_CORNER, u = (fabs(x) - (1.0 - h)) / (2.0 * h);
	if (u <= 0.0) {
		*slope = 1.0;
		return x;
	}
	if (u >= 1.0) {
		*slope = 0.0;
		return copysign(1.0, x);
	}
	*slope = 1.0 - u * u * (3.0 - 2.0 * u);
	return copysign(1.0 - h + 2.0 * h * u * (1.0 - u * u * (1.0 - 0.5 * u)), x);
}

/* tau and its derivative by z */
static double mech_actuator_effort(const struct mech_context *c, const struct mech_element *e, double *slope)
{
	const double limit = c->parameters[e->parameter + MECH_ACTUATOR_LIMIT], z = mech_element_state(c, e, 0);
	if (limit == 0.0) {
		*slope = 1.0;
		return z;
	}
	const double part = mech_actuator_saturation(z / limit, slope);
	return *slope == 1.0 ? z : limit * part;
}

static void mech_actuator_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	double slope;
	mech_effort_add(c, e, mech_actuator_effort(c, e, &slope), f);
	f[2 * c->model->body_v] += (mech_driving_number(c, e, MECH_ACTUATOR_COMMAND) - mech_element_state(c, e, 0)) /
	                           c->parameters[e->parameter + MECH_ACTUATOR_LAG];
}

static void mech_actuator_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                  double *out)
{
	const int n = 2 * c->model->body_v, width = n + 1;
	double slope, row[MECH_MOST_PAIR_V];
	const struct mech_effort effort = {mech_actuator_effort(c, e, &slope), 0.0, 0.0};
	mech_effort_add_tangent(c, e, &effort, cq, cv, out);
	mech_referred_row(c, e, 0, row);
	for (int i = 0; i < n; i++) {
		out[width * i + n] -= cv * slope * row[i];
	}
	out[width * n + n] += cv / c->parameters[e->parameter + MECH_ACTUATOR_LAG];
}

static void mech_actuator_sizes(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double limit = c->parameters[e->parameter + MECH_ACTUATOR_LIMIT];
	const double command = fabs(mech_driving_number(c, e, MECH_ACTUATOR_COMMAND));
	out[0] = limit > 0.0 ? limit : command > 0.0 ? command : 1.0;
}

static void mech_actuator_start(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = mech_driving_number(c, e, MECH_ACTUATOR_COMMAND);
}

static double mech_actuator_supply(const struct mech_context *c, const struct mech_element *e)
{
	double slope;
	return mech_actuator_effort(c, e, &slope) * mech_referred_rate(c, e, 0);
}

static void mech_actuator_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double slope;
	out[0] = mech_actuator_effort(c, e, &slope);
}

LA_TABLE const struct mech_kind mech_actuator = {
	.name = "actuator",
	.drawing.symbol = MECH_SYMBOL_EFFORT,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_EITHER,
	.text = "torque or force along a joint coordinate that follows a command with a lag, up to a limit",
	.file.n_joints = 1,
	.file.any_coordinate = 1,
	.file.n_parameters = 3,
	.file.parameters = mech_actuator_parameters,
	.file.input = &mech_actuator_parameters[MECH_ACTUATOR_COMMAND],
	.output.count = 1,
	.output.specs = mech_actuator_outputs,
	.force.add = mech_actuator_force,
	.force.reads = MECH_READS_STATES,
	.state.reads = MECH_READS_DRIVE | MECH_READS_STATES,
	.force.tangent = mech_actuator_tangent,
	.state.count = 1,
	.state.sizes = mech_actuator_sizes,
	.state.start = mech_actuator_start,
	.energy.supply = mech_actuator_supply,
	.output.values = mech_actuator_output,
};
