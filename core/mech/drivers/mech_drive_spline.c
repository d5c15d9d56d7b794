/* Spline driver: a cubic spline through given points (times, values), at rest before the first and
 * after the last.
 *
 * Value, rate and acceleration are continuous between the points, value and rate at the ends:
 * mech_curve.h.
 */
#include "mech_curve.h"
#include "mech_drive.h"
#include "mech_kinds.h"

static const struct mech_curve_spec mech_drive_spline_curves[] = {
	{{"times", MECH_CURVE_MOST, MECH_CURVE_LEAST, MECH_TIME, MECH_REQUIRED, MECH_ANY, 0, 0.0,
      "increasing, at most 256"},
     {"values", MECH_CURVE_MOST, MECH_CURVE_LEAST, MECH_COORDINATE, MECH_REQUIRED, MECH_ANY, 0, 0.0,
      "of the coordinate at these times"},
     MECH_CURVE_SPLINE,
     -1},
};

static void mech_drive_spline_motion(const struct mech_context *c, const struct mech_element *e, double *w)
{
	mech_curve_at(c, e, 0, c->t, w);
}

static double mech_drive_spline_next(const struct mech_context *c, const struct mech_element *e)
{
	return mech_curve_next(c, e, 0);
}

LA_TABLE const struct mech_kind mech_drive_spline = {
	.name = "spline",
	.text = "moves a joint coordinate along a cubic spline through a table",
	.file.n_curves = 1,
	.file.curves = mech_drive_spline_curves,
	.row.motion = mech_drive_spline_motion,
	.row.reads = MECH_READS_TIME,
	.event.next_time = mech_drive_spline_next,
	MECH_DRIVE_EQUATIONS,
};
