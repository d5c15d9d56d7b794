/* Torsional spring and damper on an angle c of a joint.
 *
 *     tau = -stiffness (c - rest) - damping dc/dt   along the angle
 *
 * Stored: stiffness (c - rest)^2 / 2; heat: damping (dc/dt)^2. Forces and tangents: mech_coordinate_force.h.
 * Derived: rest.
 */
#include "mech_coordinate_force.h"
#include "mech_kinds.h"

#include <math.h>

enum {
	MECH_TORSIONAL_SPRING_DAMPER_STIFFNESS,
	MECH_TORSIONAL_SPRING_DAMPER_DAMPING,
	MECH_TORSIONAL_SPRING_DAMPER_REST
};

static const struct mech_parameter_spec mech_torsional_spring_damper_parameters[] = {
	{"stiffness", 1, 0, MECH_ANGULAR_STIFFNESS, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0,
     "torque for a change of angle"},
	{"damping", 1, 0, MECH_ANGULAR_DAMPING, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0, "torque for an angular speed"},
	{"rest", 1, 0, MECH_ANGLE, MECH_OPTIONAL, MECH_ANY, 1, NAN, "angle without torque; as drawn if not given"},
};

static const struct mech_output_spec mech_torsional_spring_damper_outputs[] = {
	{"torque", 1, MECH_TORQUE, MECH_VELOCITY_LEVEL, "torque of spring and damper along the angle"},
};

static void mech_torsional_spring_damper_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double rest = c->parameters[e->parameter + MECH_TORSIONAL_SPRING_DAMPER_REST];
	out[0] = isnan(rest) ? mech_referred_drawn(c, e, 0) : rest;
}

static struct mech_coordinate_law mech_torsional_spring_damper_law(const struct mech_context *c,
                                                                   const struct mech_element *e)
{
	const double *numbers = c->parameters + e->parameter;
	const struct mech_coordinate_law law = {numbers[MECH_TORSIONAL_SPRING_DAMPER_STIFFNESS],
	                                        numbers[MECH_TORSIONAL_SPRING_DAMPER_DAMPING], c->derived[e->derived]};
	return law;
}

static void mech_torsional_spring_damper_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	const struct mech_coordinate_law law = mech_torsional_spring_damper_law(c, e);
	mech_coordinate_force(c, e, &law, f);
}

static void mech_torsional_spring_damper_tangent(const struct mech_context *c, const struct mech_element *e, double cq,
                                                 double cv, double *out)
{
	const struct mech_coordinate_law law = mech_torsional_spring_damper_law(c, e);
	mech_coordinate_tangent(c, e, &law, cq, cv, out);
}

static double mech_torsional_spring_damper_potential(const struct mech_context *c, const struct mech_element *e)
{
	const struct mech_coordinate_law law = mech_torsional_spring_damper_law(c, e);
	const double turn = mech_referred_value(c, e, 0) - law.rest;
	return 0.5 * law.stiffness * turn * turn;
}

static double mech_torsional_spring_damper_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	const struct mech_coordinate_law law = mech_torsional_spring_damper_law(c, e);
	return mech_coordinate_dissipation(c, e, &law);
}

static void mech_torsional_spring_damper_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const struct mech_coordinate_law law = mech_torsional_spring_damper_law(c, e);
	out[0] = mech_coordinate_effort(c, e, &law);
}

LA_TABLE const struct mech_kind mech_torsional_spring_damper = {
	.name = "torsional_spring_damper",
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_PLANAR,
	.text = "torsional spring and damper on the angle of a joint",
	.n_joints = 1,
	.any_coordinate = 1,
	.acts_on = MECH_ANGLE,
	.n_parameters = 3,
	.parameters = mech_torsional_spring_damper_parameters,
	.input = MECH_COUNT,
	.n_outputs = 1,
	.outputs = mech_torsional_spring_damper_outputs,
	.force = mech_torsional_spring_damper_force,
	.tangent = mech_torsional_spring_damper_tangent,
	.potential = mech_torsional_spring_damper_potential,
	.dissipation = mech_torsional_spring_damper_dissipation,
	.n_derived = 1,
	.derive = mech_torsional_spring_damper_derive,
	.output = mech_torsional_spring_damper_output,
};
