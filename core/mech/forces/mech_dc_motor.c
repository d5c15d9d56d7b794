/* DC motor behind a gear, on an angle c of a joint: with the current i and the speed of the rotor
 * w = ratio dc/dt
 *
 *     inductance di/dt = voltage - resistance i - constant w,     tau = ratio constant i,
 *
 * and the rotor, which turns with w, adds ratio^2 rotor_inertia to the inertia along c. i is a
 * state where `inductance` is not 0; else it follows at once,
 * i = (voltage - constant w) / resistance.
 *
 * The source brings in voltage i, the winding heats by resistance i^2 and its field stores
 * inductance i^2 / 2. Not modelled: what the rotor does where the body that carries the motor
 * turns itself; friction, which joint_friction has. Derived: row of c as drawn.
 */
#include <math.h>

#include "mech_coordinate_force.h"
#include "mech_curve.h"
#include "mech_kinds.h"

enum {
	MECH_DC_MOTOR_VOLTAGE,
	MECH_DC_MOTOR_RESISTANCE,
	MECH_DC_MOTOR_INDUCTANCE,
	MECH_DC_MOTOR_CONSTANT,
	MECH_DC_MOTOR_RATIO,
	MECH_DC_MOTOR_ROTOR_INERTIA
};

static const struct mech_parameter_spec mech_dc_motor_parameters[] = {
	{"voltage", 1, 0, MECH_VOLTAGE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "voltage of the source"},
	{"resistance", 1, 0, MECH_RESISTANCE, MECH_REQUIRED, MECH_POSITIVE, 1, 0.0, "of the winding and the source"},
	{"inductance", 1, 0, MECH_INDUCTANCE, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0,
     "of the winding; 0: the current follows the voltage at once"},
	{"constant", 1, 0, MECH_TORQUE_CONSTANT, MECH_REQUIRED, MECH_POSITIVE, 1, 0.0,
     "torque of the rotor for a current of 1 A, and voltage of the rotor for a speed of 1 rad/s"},
	{"ratio", 1, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_POSITIVE, 1, 1.0, "turns of the rotor for a turn of the joint"},
	{"rotor_inertia", 1, 0, MECH_INERTIA, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0, "moment of inertia of the rotor"},
};

static const int mech_dc_motor_state_needs[] = {MECH_DC_MOTOR_INDUCTANCE};
static const unsigned mech_dc_motor_state_hides[] = {MECH_READS_VELOCITIES | MECH_READS_DRIVE};

static const struct mech_curve_spec mech_dc_motor_curves[] = {
	MECH_CURVE_OVER_TIME("voltages", MECH_VOLTAGE, MECH_DC_MOTOR_VOLTAGE),
};

static const struct mech_output_spec mech_dc_motor_outputs[] = {
	{"current", 1, MECH_CURRENT, MECH_READS_VELOCITIES | MECH_READS_STATES | MECH_READS_DRIVE,
     "current in the winding"},
	{"torque", 1, MECH_TORQUE, MECH_READS_VELOCITIES | MECH_READS_STATES | MECH_READS_DRIVE,
     "torque behind the gear along the angle, without what turns the rotor"},
};

static void mech_dc_motor_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_referred_row(c, e, 0, out);
}

/* the current, its derivatives by dc/dt and by itself, and torque per current */
struct mech_dc_motor_current {
	double value, by_rate, by_state, torque;
};

/* voltage that moves the current, and its derivatives: U - R i - k w */
static struct mech_dc_motor_current mech_dc_motor_current(const struct mech_context *c, const struct mech_element *e)
{
	const double *p = c->parameters + e->parameter;
	const double torque = p[MECH_DC_MOTOR_RATIO] * p[MECH_DC_MOTOR_CONSTANT];
	if (e->n_states > 0) {
		return (struct mech_dc_motor_current){mech_element_state(c, e, 0), 0.0, 1.0, torque};
	}
	const double voltage = mech_driving_number(c, e, MECH_DC_MOTOR_VOLTAGE);
	return (struct mech_dc_motor_current){(voltage - torque * mech_referred_rate(c, e, 0)) /
	                                          p[MECH_DC_MOTOR_RESISTANCE],
	                                      -torque / p[MECH_DC_MOTOR_RESISTANCE], 0.0, torque};
}

static void mech_dc_motor_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	const double *p = c->parameters + e->parameter;
	const struct mech_dc_motor_current i = mech_dc_motor_current(c, e);
	mech_effort_add(c, e, i.torque * i.value, f);
	if (e->n_states > 0) {
		const double left = mech_driving_number(c, e, MECH_DC_MOTOR_VOLTAGE) - p[MECH_DC_MOTOR_RESISTANCE] * i.value -
		                    i.torque * mech_referred_rate(c, e, 0);
		f[2 * c->model->body_v] += left / p[MECH_DC_MOTOR_INDUCTANCE];
	}
}

static void mech_dc_motor_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                  double *out)
{
	const double *p = c->parameters + e->parameter;
	const int n = 2 * c->model->body_v, width = n + e->n_states;
	const struct mech_dc_motor_current i = mech_dc_motor_current(c, e);
	const struct mech_effort effort = {i.torque * i.value, 0.0, i.torque * i.by_rate};
	double row[MECH_MOST_PAIR_V], turning[MECH_MOST_PAIR_V];
	mech_effort_add_tangent(c, e, &effort, cq, cv, out);
	if (e->n_states == 0) {
		return;
	}
	const double quick = 1.0 / p[MECH_DC_MOTOR_INDUCTANCE];
	mech_referred_row(c, e, 0, row);
	mech_referred_rate_row(c, e, 0, turning);
	for (int k = 0; k < n; k++) {
		out[width * k + n] -= cv * i.torque * row[k];
		out[width * n + k] += quick * i.torque * (cv * row[k] + cq * turning[k]);
	}
	out[width * n + n] += cv * quick * p[MECH_DC_MOTOR_RESISTANCE];
}

/* the current of a rotor that turns by 1 rad in the time of the winding, without a source */
static void mech_dc_motor_sizes(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *p = c->parameters + e->parameter;
	out[0] = p[MECH_DC_MOTOR_RATIO] * p[MECH_DC_MOTOR_CONSTANT] / p[MECH_DC_MOTOR_INDUCTANCE];
}

static double mech_dc_motor_rotor(const struct mech_context *c, const struct mech_element *e)
{
	const double *p = c->parameters + e->parameter;
	return p[MECH_DC_MOTOR_RATIO] * p[MECH_DC_MOTOR_RATIO] * p[MECH_DC_MOTOR_ROTOR_INERTIA];
}

static double mech_dc_motor_potential(const struct mech_context *c, const struct mech_element *e)
{
	const double i = e->n_states > 0 ? mech_element_state(c, e, 0) : 0.0;
	return 0.5 * c->parameters[e->parameter + MECH_DC_MOTOR_INDUCTANCE] * i * i;
}

static double mech_dc_motor_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	const double i = mech_dc_motor_current(c, e).value;
	return c->parameters[e->parameter + MECH_DC_MOTOR_RESISTANCE] * i * i;
}

static double mech_dc_motor_supply(const struct mech_context *c, const struct mech_element *e)
{
	return mech_driving_number(c, e, MECH_DC_MOTOR_VOLTAGE) * mech_dc_motor_current(c, e).value;
}

static void mech_dc_motor_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const struct mech_dc_motor_current i = mech_dc_motor_current(c, e);
	out[0] = i.value;
	out[1] = i.torque * i.value;
}

LA_TABLE const struct mech_kind mech_dc_motor = {
	.name = "dc_motor",
	.drawing.symbol = MECH_SYMBOL_EFFORT,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_EITHER,
	.text = "electric motor behind a gear, with the current of its winding and the inertia of its rotor",
	.file.n_joints = 1,
	.file.any_coordinate = 1,
	.file.acts_on = MECH_ANGLE,
	.file.one_axis = 1,
	.file.n_parameters = 6,
	.file.parameters = mech_dc_motor_parameters,
	.file.input = &mech_dc_motor_parameters[MECH_DC_MOTOR_VOLTAGE],
	.file.n_curves = 1,
	.file.curves = mech_dc_motor_curves,
	.output.count = 2,
	.output.specs = mech_dc_motor_outputs,
	.force.add = mech_dc_motor_force,
	.force.reads = MECH_READS_VELOCITIES | MECH_READS_STATES | MECH_READS_DRIVE,
	.state.reads = MECH_READS_VELOCITIES | MECH_READS_STATES | MECH_READS_DRIVE,
	.force.tangent = mech_dc_motor_tangent,
	.force.rotor = mech_dc_motor_rotor,
	.state.count = 1,
	.state.needs = mech_dc_motor_state_needs,
	.state.hides = mech_dc_motor_state_hides,
	.state.sizes = mech_dc_motor_sizes,
	.energy.potential = mech_dc_motor_potential,
	.energy.dissipation = mech_dc_motor_dissipation,
	.energy.supply = mech_dc_motor_supply,
	.derived.count = MECH_MOST_PAIR_V,
	.derived.derive = mech_dc_motor_derive,
	.output.values = mech_dc_motor_output,
};
