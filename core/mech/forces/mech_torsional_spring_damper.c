/* Torsional spring and damper on an angle c of a joint.
 *
 *     tau = -F(c - rest, dc/dt)   along the angle,
 *
 * F by stiffness and damping, or by tables: mech_spring_law.h. Forces and tangents:
 * mech_coordinate_force.h. Derived: rest.
 */
#include "mech_coordinate_force.h"
#include "mech_kinds.h"
#include "mech_spring_law.h"

#include <math.h>

enum { MECH_TORSIONAL_SPRING_DAMPER_LAW = 0, MECH_TORSIONAL_SPRING_DAMPER_REST = 2 };

static const struct mech_parameter_spec mech_torsional_spring_damper_parameters[] = {
	{"stiffness", 1, 0, MECH_ANGULAR_STIFFNESS, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0,
     "torque for a change of angle"},
	{"damping", 1, 0, MECH_ANGULAR_DAMPING, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0, "torque for an angular speed"},
	{"rest", 1, 0, MECH_ANGLE, MECH_OPTIONAL, MECH_ANY, 1, NAN, "angle without torque; as drawn if not given"},
};

static const struct mech_curve_spec mech_torsional_spring_damper_curves[] = {
	MECH_SPRING_TABLE("angles", "torques", MECH_ANGLE, MECH_TORQUE, 0,
                      "of a table, increasing, at most 256; turns from the angle at rest",
                      "at these angles, positive where they turn back; smooth between, straight outside"),
	MECH_SPRING_TABLE("speeds", "damping_torques", MECH_ANGULAR_VELOCITY, MECH_TORQUE, 1,
                      "of a table, increasing, at most 256; angular speeds",
                      "at these speeds, with their signs; smooth between, straight outside"),
};

static const struct mech_output_spec mech_torsional_spring_damper_outputs[] = {
	{"torque", 1, MECH_TORQUE, MECH_READS_MOTION | MECH_READS_DRIVE, "torque of spring and damper along the angle"},
};

static void mech_torsional_spring_damper_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double rest = c->parameters[e->parameter + MECH_TORSIONAL_SPRING_DAMPER_REST];
	out[0] = isnan(rest) ? mech_referred_drawn(c, e, 0) : rest;
}

/* turn from rest */
static double mech_torsional_spring_damper_turn(const struct mech_context *c, const struct mech_element *e)
{
	return mech_referred_value(c, e, 0) - mech_spring_rest(c, e, c->derived[e->derived]);
}

static struct mech_effort mech_torsional_spring_damper_effort(const struct mech_context *c,
                                                              const struct mech_element *e)
{
	const struct mech_spring_force F = mech_spring_force(
		c, e, MECH_TORSIONAL_SPRING_DAMPER_LAW, mech_torsional_spring_damper_turn(c, e), mech_referred_rate(c, e, 0));
	return (struct mech_effort){-F.value, -F.by_stretch, -F.by_rate};
}

static void mech_torsional_spring_damper_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	mech_effort_add(c, e, mech_torsional_spring_damper_effort(c, e).value, f);
}

static void mech_torsional_spring_damper_tangent(const struct mech_context *c, const struct mech_element *e, double cq,
                                                 double cv, double *out)
{
	const struct mech_effort effort = mech_torsional_spring_damper_effort(c, e);
	mech_effort_add_tangent(c, e, &effort, cq, cv, out);
}

static void mech_torsional_spring_damper_driven_output(const struct mech_context *c, const struct mech_element *e,
                                                       const double change[2], double *out)
{
	out[0] = -mech_torsional_spring_damper_effort(c, e).by_coordinate * change[0];
}

static void mech_torsional_spring_damper_driven_force(const struct mech_context *c, const struct mech_element *e,
                                                      const double change[2], double *f)
{
	double more;
	mech_torsional_spring_damper_driven_output(c, e, change, &more);
	mech_effort_add(c, e, more, f);
}

static double mech_torsional_spring_damper_supply(const struct mech_context *c, const struct mech_element *e)
{
	const double turn = mech_torsional_spring_damper_turn(c, e);
	return mech_is_driven(e) ? mech_spring_moved(c, e, MECH_TORSIONAL_SPRING_DAMPER_LAW, turn) * mech_driving_rate(c, e)
	                         : 0.0;
}

static double mech_torsional_spring_damper_driven_potential(const struct mech_context *c, const struct mech_element *e,
                                                            const double change[2])
{
	const double turn = mech_torsional_spring_damper_turn(c, e);
	return mech_spring_moved(c, e, MECH_TORSIONAL_SPRING_DAMPER_LAW, turn) * change[0];
}

static double mech_torsional_spring_damper_potential(const struct mech_context *c, const struct mech_element *e)
{
	return mech_spring_energy(c, e, MECH_TORSIONAL_SPRING_DAMPER_LAW, mech_torsional_spring_damper_turn(c, e));
}

static double mech_torsional_spring_damper_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	return mech_spring_heat(c, e, MECH_TORSIONAL_SPRING_DAMPER_LAW, mech_referred_rate(c, e, 0));
}

static void mech_torsional_spring_damper_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = mech_torsional_spring_damper_effort(c, e).value;
}

LA_TABLE const struct mech_kind mech_torsional_spring_damper = {
	.name = "torsional_spring_damper",
	.drawing.symbol = MECH_SYMBOL_COIL,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_EITHER,
	.text = "torsional spring and damper on the angle of a joint",
	.file.n_joints = 1,
	.file.any_coordinate = 1,
	.file.acts_on = MECH_ANGLE,
	.file.n_parameters = 3,
	.file.parameters = mech_torsional_spring_damper_parameters,
	.file.input = &mech_torsional_spring_damper_parameters[MECH_TORSIONAL_SPRING_DAMPER_REST],
	.file.n_curves = 2,
	.file.curves = mech_torsional_spring_damper_curves,
	.output.count = 1,
	.output.specs = mech_torsional_spring_damper_outputs,
	.force.add = mech_torsional_spring_damper_force,
	.force.reads = MECH_READS_MOTION | MECH_READS_DRIVE,
	.force.driven = mech_torsional_spring_damper_driven_force,
	.output.driven = mech_torsional_spring_damper_driven_output,
	.energy.driven = mech_torsional_spring_damper_driven_potential,
	.energy.supply = mech_torsional_spring_damper_supply,
	.force.tangent = mech_torsional_spring_damper_tangent,
	.energy.potential = mech_torsional_spring_damper_potential,
	.energy.dissipation = mech_torsional_spring_damper_dissipation,
	.derived.count = 1,
	.derived.derive = mech_torsional_spring_damper_derive,
	.output.values = mech_torsional_spring_damper_output,
};
