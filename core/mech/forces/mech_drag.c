/* Drag in the plane: a force at a point of a body against its motion through still air or water,
 *
 *     F = -coefficient |u| u,     u = velocity of the point - stream,     coefficient = density drag-coefficient area / 2.
 *
 * With the arm d of the point and d' = dd/dangle, u changes by dv + d' dw - w d dangle and the moment of F by
 * -d . F dangle.
 * Heat: coefficient |u|^3; what a stream brings in, F . stream, counts as supplied. Derived: local point.
 */
#include <math.h>

#include "mech_kinds.h"
#include "mech_planar.h"

enum { MECH_DRAG_AT = 0, MECH_DRAG_COEFFICIENT = 2, MECH_DRAG_STREAM = 3 };

static const struct mech_parameter_spec mech_drag_parameters[] = {
	{"at", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point where the drag acts, as drawn"},
	{"coefficient", 1, 0, MECH_NUMBER, MECH_REQUIRED, MECH_NOT_NEGATIVE, 1, 0.0, "force at a speed of 1 m/s, N.s2/m2"},
	{"stream", 2, 0, MECH_VELOCITY, MECH_OPTIONAL, MECH_ANY, 1, 0.0, "velocity of the air or water"},
};

static const struct mech_output_spec mech_drag_outputs[] = {
	{"force", 2, MECH_FORCE, MECH_READS_TURN | MECH_READS_VELOCITIES, "drag on the body, global axes"},
};

static void mech_drag_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_local_point(c, e->body[0], c->parameters + e->parameter + MECH_DRAG_AT, out);
}

/* velocity relative to the stream; its size */
static double mech_drag_velocity(const struct mech_context *c, const struct mech_element *e, double *u)
{
	const double *stream = c->parameters + e->parameter + MECH_DRAG_STREAM;
	mech_point_velocity(c, e->body[0], c->derived + e->derived, u);
	u[0] -= stream[0];
	u[1] -= stream[1];
	return hypot(u[0], u[1]);
}

static void mech_drag_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double u[2];
	const double factor = -c->parameters[e->parameter + MECH_DRAG_COEFFICIENT] * mech_drag_velocity(c, e, u);
	out[0] = factor * u[0];
	out[1] = factor * u[1];
}

static void mech_drag_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	double F[2], d[2];
	mech_drag_output(c, e, F);
	mech_point(c, e->body[0], c->derived + e->derived, d, NULL);
	f[0] += F[0];
	f[1] += F[1];
	f[2] += d[0] * F[1] - d[1] * F[0];
}

static void mech_drag_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                              double *out)
{
	const double k = c->parameters[e->parameter + MECH_DRAG_COEFFICIENT];
	double F[2], u[2], d[2], rates[MECH_PLANAR_V];
	const double speed = mech_drag_velocity(c, e, u);
	mech_drag_output(c, e, F);
	mech_point(c, e->body[0], c->derived + e->derived, d, NULL);
	mech_body_part(c, e->body[0], c->v, rates);
	const double turning = cq * rates[2];
	const double du[MECH_PLANAR_V][2] = {
		{cv, 0.0}, {0.0, cv}, {-cv * d[1] - turning * d[0], cv * d[0] - turning * d[1]}};
	for (int j = 0; j < MECH_PLANAR_V; j++) {
		/* dF = -k (|u| du + u (u . du) / |u|) */
		const double along = speed > 0.0 ? (u[0] * du[j][0] + u[1] * du[j][1]) / speed : 0.0;
		const double dF[2] = {-k * (speed * du[j][0] + u[0] * along), -k * (speed * du[j][1] + u[1] * along)};
		out[j] -= dF[0];
		out[MECH_PLANAR_V + j] -= dF[1];
		out[2 * MECH_PLANAR_V + j] -= d[0] * dF[1] - d[1] * dF[0];
	}
	out[8] += cq * (d[0] * F[0] + d[1] * F[1]);
}

static double mech_drag_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	double u[2];
	const double speed = mech_drag_velocity(c, e, u);
	return c->parameters[e->parameter + MECH_DRAG_COEFFICIENT] * speed * speed * speed;
}

static double mech_drag_supply(const struct mech_context *c, const struct mech_element *e)
{
	const double *stream = c->parameters + e->parameter + MECH_DRAG_STREAM;
	double F[2];
	mech_drag_output(c, e, F);
	return F[0] * stream[0] + F[1] * stream[1];
}

static void mech_drag_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double d[2];
	mech_point(c, e->body[0], c->derived + e->derived, d, out);
}

LA_TABLE const struct mech_kind mech_drag = {
	.name = "drag",
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_PLANAR,
	.text = "drag of air or water at a point of a body, with the square of the speed",
	.n_bodies = 1,
	.n_parameters = 3,
	.parameters = mech_drag_parameters,
	.n_outputs = 1,
	.outputs = mech_drag_outputs,
	.force = mech_drag_force,
	.force_reads = MECH_READS_TURN | MECH_READS_VELOCITIES,
	.torque_reads = MECH_READS_TURN | MECH_READS_VELOCITIES,
	.tangent = mech_drag_tangent,
	.dissipation = mech_drag_dissipation,
	.supply = mech_drag_supply,
	.n_derived = 2,
	.derive = mech_drag_derive,
	.output = mech_drag_output,
	.point = mech_drag_point,
};
