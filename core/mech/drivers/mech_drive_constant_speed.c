/* Driver of constant speed: w(t) = start + speed t.
 *
 * Derived: start, the value at time 0; as drawn where the file is silent.
 */
#include "mech_drive.h"
#include "mech_kinds.h"

#include <math.h>

enum { MECH_DRIVE_CONSTANT_SPEED_SPEED = 0, MECH_DRIVE_CONSTANT_SPEED_START = 1 };

static const struct mech_parameter_spec mech_drive_constant_speed_parameters[] = {
	{"speed", 1, 0, MECH_COORDINATE_RATE, MECH_REQUIRED, MECH_ANY, 0, 0.0, "rate of the coordinate"},
	{"start", 1, 0, MECH_COORDINATE, MECH_OPTIONAL, MECH_ANY, 0, NAN, "coordinate at time 0; as drawn if not given"},
};

static void mech_drive_constant_speed_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double start = c->parameters[e->parameter + MECH_DRIVE_CONSTANT_SPEED_START];
	out[0] = isnan(start) ? mech_referred_drawn(c, e, 0) : start;
}

static void mech_drive_constant_speed_motion(const struct mech_context *c, const struct mech_element *e, double *w)
{
	const double speed = c->parameters[e->parameter + MECH_DRIVE_CONSTANT_SPEED_SPEED];
	w[0] = c->derived[e->derived] + speed * c->t;
	w[1] = speed;
	w[2] = 0.0;
	w[3] = 0.0;
}

LA_TABLE const struct mech_kind mech_drive_constant_speed = {
	.name = "constant_speed",
	.text = "moves a joint coordinate with constant speed",
	.file.n_parameters = 2,
	.file.parameters = mech_drive_constant_speed_parameters,
	.row.motion = mech_drive_constant_speed_motion,
	.derived.count = 1,
	.derived.derive = mech_drive_constant_speed_derive,
	MECH_DRIVE_EQUATIONS,
};
