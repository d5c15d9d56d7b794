/* Drag: a force at a point of a body against its motion through still air or water,
 *
 *     F = -coefficient |u| u,     u = velocity of the point - stream,     coefficient = density drag-coefficient area / 2.
 *
 * Heat: coefficient |u|^3; what a stream brings in, F . stream, counts as supplied. Derived: local
 * point.
 */
#include "mech_jet.h"
#include "mech_kinds.h"

#define MECH_DRAG_PARAMETERS(n)                                                                        \
	{"at", n, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point where the drag acts, as drawn"}, \
		MECH_TUNABLE("coefficient", MECH_NUMBER, MECH_REQUIRED, MECH_NOT_NEGATIVE, 0.0,                \
	                 "force at a speed of 1 m/s, N.s2/m2"),                                            \
		{"stream", n, 0, MECH_VELOCITY, MECH_OPTIONAL, MECH_ANY, 1, 0.0, "velocity of the air or water"},

static const struct mech_parameter_spec mech_drag_parameters[MECH_SPACE_COUNT][3] = {{MECH_DRAG_PARAMETERS(2)},
                                                                                     {MECH_DRAG_PARAMETERS(3)}};

#define MECH_DRAG_OUTPUT(n)                                                                              \
	{                                                                                                    \
		"force", n, MECH_FORCE, MECH_READS_TURN | MECH_READS_VELOCITIES, "drag on the body, global axes" \
	}
static const struct mech_output_spec mech_drag_outputs[MECH_SPACE_COUNT] = {MECH_DRAG_OUTPUT(2), MECH_DRAG_OUTPUT(3)};

static void mech_drag_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_local_point(c, e->body[0], c->parameters + e->parameter, out);
}

struct mech_drag_load {
	int n;
	const double *stream;
	double u[MECH_MOST_DIMENSION], F[MECH_MOST_DIMENSION], Fu[MECH_MOST_DIMENSION * MECH_MOST_DIMENSION];
};

static void mech_drag_evaluate(const struct mech_context *c, const struct mech_element *e, struct mech_drag_load *l)
{
	const int n = mech_dimension(c);
	const double k = c->parameters[e->parameter + n];
	l->n = n;
	l->stream = c->parameters + e->parameter + n + 1;
	mech_point_velocity(c, e->body[0], c->derived + e->derived, l->u);
	for (int i = 0; i < n; i++) {
		l->u[i] -= l->stream[i];
	}
	const double speed = mech_vector_length(n, l->u);
	for (int i = 0; i < n; i++) {
		l->F[i] = -k * speed * l->u[i];
		for (int j = 0; j < n; j++) {
			l->Fu[n * i + j] = -k * ((i == j ? speed : 0.0) + (speed > 0.0 ? l->u[i] * l->u[j] / speed : 0.0));
		}
	}
}

static void mech_drag_force(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_drag_load l;
	struct mech_frames f;
	struct mech_jet p[MECH_MOST_DIMENSION];
	mech_drag_evaluate(c, e, &l);
	mech_frames_open(c, e, 1, &f);
	mech_jet_point(&f, 0, c->derived + e->derived, p);
	mech_jet_add_force(&f, l.n, p, l.F, out);
}

static void mech_drag_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                              double *out)
{
	struct mech_drag_load l;
	struct mech_frames f;
	struct mech_jet p[MECH_MOST_DIMENSION];
	double v[MECH_MOST_BODY_V];
	mech_drag_evaluate(c, e, &l);
	mech_frames_open(c, e, 2, &f);
	mech_jet_point(&f, 0, c->derived + e->derived, p);
	mech_gather(c, e, c->v, v);
	mech_jet_add_force_tangent(&f, l.n, p, v, l.F, NULL, l.Fu, cq, cv, out);
}

static double mech_drag_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_drag_load l;
	mech_drag_evaluate(c, e, &l);
	return -mech_vector_dot(l.n, l.F, l.u);
}

static double mech_drag_supply(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_drag_load l;
	mech_drag_evaluate(c, e, &l);
	return mech_vector_dot(l.n, l.F, l.stream);
}

static void mech_drag_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_drag_load l;
	mech_drag_evaluate(c, e, &l);
	for (int i = 0; i < l.n; i++) {
		out[i] = l.F[i];
	}
}

static void mech_drag_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[0], c->derived + e->derived, out);
}

#define MECH_DRAG_KIND(in, n)                                                                                  \
	.name = "drag", .force.reads = MECH_READS_TURN | MECH_READS_VELOCITIES,                                    \
	.force.torque_reads = MECH_READS_TURN | MECH_READS_VELOCITIES, .section = MECH_FORCE_ELEMENT, .space = in, \
	.text = "drag of air or water at a point of a body, with the square of the speed", .file.n_bodies = 1,     \
	.file.n_parameters = 3, .file.parameters = mech_drag_parameters[in], .output.count = 1,                    \
	.output.specs = &mech_drag_outputs[in], .force.add = mech_drag_force, .force.tangent = mech_drag_tangent,  \
	.energy.dissipation = mech_drag_dissipation, .energy.supply = mech_drag_supply, .derived.count = n,        \
	.derived.derive = mech_drag_derive, .output.values = mech_drag_output, .drawing.point = mech_drag_point

LA_TABLE const struct mech_kind mech_drag = {MECH_DRAG_KIND(MECH_PLANAR, 2)};
LA_TABLE const struct mech_kind mech_spatial_drag = {MECH_DRAG_KIND(MECH_SPATIAL, 3)};
