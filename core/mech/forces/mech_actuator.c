/* Actuator along a joint coordinate: a command u, from outside or constant, reached with a lag and limited,
 *
 *     lag dz/dt = u - z,     tau = limit tanh(z / limit)     (limit 0: tau = z).
 *
 * z is a state of the element; it starts at 0. The power tau dc/dt comes from outside.
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
     "largest torque or force, approached smoothly; 0: no limit"},
};

static const struct mech_output_spec mech_actuator_outputs[] = {
	{"effort", 1, MECH_COORDINATE_EFFORT, MECH_READS_STATES, "torque or force exerted along the coordinate"},
};

/* tau and its derivative by z */
static double mech_actuator_effort(const struct mech_context *c, const struct mech_element *e, double *slope)
{
	const double limit = c->parameters[e->parameter + MECH_ACTUATOR_LIMIT], z = mech_element_state(c, e, 0);
	if (limit == 0.0) {
		*slope = 1.0;
		return z;
	}
	const double part = tanh(z / limit);
	*slope = 1.0 - part * part;
	return limit * part;
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
	out[0] = limit > 0.0 ? limit : 1.0;
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
	.symbol = MECH_SYMBOL_EFFORT,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_EITHER,
	.text = "torque or force along a joint coordinate that follows a command with a lag, up to a limit",
	.n_joints = 1,
	.any_coordinate = 1,
	.n_parameters = 3,
	.parameters = mech_actuator_parameters,
	.input = &mech_actuator_parameters[MECH_ACTUATOR_COMMAND],
	.n_outputs = 1,
	.outputs = mech_actuator_outputs,
	.force = mech_actuator_force,
	.force_reads = MECH_READS_STATES,
	.state_reads = MECH_READS_DRIVE | MECH_READS_STATES,
	.tangent = mech_actuator_tangent,
	.n_states = 1,
	.state_sizes = mech_actuator_sizes,
	.supply = mech_actuator_supply,
	.output = mech_actuator_output,
};
