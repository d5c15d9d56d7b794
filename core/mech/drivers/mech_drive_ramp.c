/* Ramp driver: from one value to another within a time, smooth at both ends.
 *
 *     w = from + (to - from) s(x),     s = 10 x^3 - 15 x^4 + 6 x^5,     x = (t - begin) / duration, 0 before, 1 after
 *
 * Value, rate and acceleration are continuous.
 */
#include "mech_drive.h"
#include "mech_kinds.h"

#include <math.h>

enum { MECH_DRIVE_RAMP_FROM, MECH_DRIVE_RAMP_TO, MECH_DRIVE_RAMP_BEGIN, MECH_DRIVE_RAMP_DURATION };

static const struct mech_parameter_spec mech_drive_ramp_parameters[] = {
	{"from", 1, 0, MECH_COORDINATE, MECH_OPTIONAL, MECH_ANY, 0, NAN, "value before the ramp; as drawn if not given"},
	{"to", 1, 0, MECH_COORDINATE, MECH_REQUIRED, MECH_ANY, 0, 0.0, "value after the ramp"},
	{"begin", 1, 0, MECH_TIME, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "time at which it begins"},
	{"duration", 1, 0, MECH_TIME, MECH_REQUIRED, MECH_POSITIVE, 0, 0.0, "time it takes"},
};

static void mech_drive_ramp_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double from = c->parameters[e->parameter + MECH_DRIVE_RAMP_FROM];
	out[0] = isnan(from) ? mech_referred_drawn(c, e, 0) : from;
}

static void mech_drive_ramp_motion(const struct mech_context *c, const struct mech_element *e, double *w)
{
	const double *numbers = c->parameters + e->parameter;
	const double from = c->derived[e->derived], rise = numbers[MECH_DRIVE_RAMP_TO] - from;
	const double duration = numbers[MECH_DRIVE_RAMP_DURATION];
	const double x = fmax(0.0, fmin(1.0, (c->t - numbers[MECH_DRIVE_RAMP_BEGIN]) / duration));
	w[0] = from + rise * x * x * x * (10.0 - 15.0 * x + 6.0 * x * x);
	w[1] = rise / duration * 30.0 * x * x * (1.0 - x) * (1.0 - x);
	w[2] = rise / (duration * duration) * 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x);
	w[3] = x > 0.0 && x < 1.0 ? rise / (duration * duration * duration) * 60.0 * (1.0 - 6.0 * x + 6.0 * x * x) : 0.0;
}

static double mech_drive_ramp_next(const struct mech_context *c, const struct mech_element *e)
{
	const double *numbers = c->parameters + e->parameter;
	const double begin = numbers[MECH_DRIVE_RAMP_BEGIN], end = begin + numbers[MECH_DRIVE_RAMP_DURATION];
	return c->t < begin ? begin : c->t < end ? end : HUGE_VAL;
}

LA_TABLE const struct mech_kind mech_drive_ramp = {
	.name = "ramp",
	.text = "moves a joint coordinate from one value to another, smoothly",
	.file.n_parameters = 4,
	.file.parameters = mech_drive_ramp_parameters,
	.row.motion = mech_drive_ramp_motion,
	.row.reads = MECH_READS_TIME,
	.event.next_time = mech_drive_ramp_next,
	.derived.count = 1,
	.derived.derive = mech_drive_ramp_derive,
	MECH_DRIVE_EQUATIONS,
};
