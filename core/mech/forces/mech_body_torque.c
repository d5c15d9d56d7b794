/* Torque T on one body, from outside: f = (0, 0, T), power T times the angular velocity. */
#include "mech_curve.h"
#include "mech_joint.h"
#include "mech_kinds.h"
#include "mech_planar.h"

static const struct mech_parameter_spec mech_body_torque_parameters[] = {
	{"torque", 1, 0, MECH_TORQUE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "torque on the body, counter-clockwise"},
};

static const struct mech_curve_spec mech_body_torque_curves[] = {
	MECH_CURVE_OVER_TIME("torques", MECH_TORQUE, 0),
};

static void mech_body_torque_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	f[2] += mech_driving_number(c, e, 0);
}

static double mech_body_torque_supply(const struct mech_context *c, const struct mech_element *e)
{
	double v[MECH_PLANAR_V];
	mech_body_part(c, e->body[0], c->v, v);
	return mech_driving_number(c, e, 0) * v[2];
}

LA_TABLE const struct mech_kind mech_body_torque = {
	.name = "body_torque",
	.symbol = MECH_SYMBOL_TORQUE,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_PLANAR,
	.text = "torque on one body, from outside the mechanism",
	.n_bodies = 1,
	.n_parameters = 1,
	.parameters = mech_body_torque_parameters,
	.input = &mech_body_torque_parameters[0],
	.n_curves = 1,
	.curves = mech_body_torque_curves,
	.force = mech_body_torque_force,
	.torque_reads = MECH_READS_DRIVE,
	.supply = mech_body_torque_supply,
};
