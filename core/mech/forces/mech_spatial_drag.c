/* Drag in space: a force at a point of a body against its motion through still air or water,
 *
 *     F = -coefficient |u| u,     u = velocity of the point - stream,     coefficient = density drag-coefficient area / 2.
 *
 * All its work on a body in still air is heat; what a stream brings in counts as supplied. Derived: local point.
 */
#include <math.h>

#include "mech_kinds.h"
#include "mech_rotation.h"
#include "mech_spatial.h"

enum { MECH_SPATIAL_DRAG_AT = 0, MECH_SPATIAL_DRAG_COEFFICIENT = 3, MECH_SPATIAL_DRAG_STREAM = 4 };

static const struct mech_parameter_spec mech_spatial_drag_parameters[] = {
	{"at", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point where the drag acts, as drawn"},
	{"coefficient", 1, 0, MECH_NUMBER, MECH_REQUIRED, MECH_NOT_NEGATIVE, 1, 0.0, "force at a speed of 1 m/s, N.s2/m2"},
	{"stream", 3, 0, MECH_VELOCITY, MECH_OPTIONAL, MECH_ANY, 1, 0.0, "velocity of the air or water"},
};

static const struct mech_output_spec mech_spatial_drag_outputs[] = {
	{"force", 3, MECH_FORCE, MECH_READS_TURN | MECH_READS_VELOCITIES, "drag on the body, global axes"},
};

static void mech_spatial_drag_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_spatial_local_point(c, e->body[0], c->parameters + e->parameter + MECH_SPATIAL_DRAG_AT, out);
}

/* F and, where wanted, dF/du */
static void mech_spatial_drag_load(const struct mech_context *c, const struct mech_element *e, double *F, double *Fu)
{
	const double *numbers = c->parameters + e->parameter;
	const double k = numbers[MECH_SPATIAL_DRAG_COEFFICIENT];
	double u[3];
	mech_spatial_point_velocity(c, e->body[0], c->derived + e->derived, u);
	for (int i = 0; i < 3; i++) {
		u[i] -= numbers[MECH_SPATIAL_DRAG_STREAM + i];
	}
	const double speed = mech_length(u);
	for (int i = 0; i < 3; i++) {
		F[i] = -k * speed * u[i];
		for (int j = 0; Fu && j < 3; j++) {
			Fu[3 * i + j] = -k * ((i == j ? speed : 0.0) + (speed > 0.0 ? u[i] * u[j] / speed : 0.0));
		}
	}
}

/* the point as jets of the body and the ground */
static void mech_spatial_drag_point_jets(const struct mech_context *c, const struct mech_element *e, int order,
                                         struct mech_jet p[3])
{
	const int bodies[2] = {e->body[0], MECH_GROUND};
	struct mech_frames f;
	mech_frames_open(c, bodies, order, &f);
	mech_jet_point(&f, 0, c->derived + e->derived, p);
}

static void mech_spatial_drag_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	double F[3], both[MECH_JET_V] = {0.0};
	struct mech_jet p[3];
	mech_spatial_drag_load(c, e, F, NULL);
	mech_spatial_drag_point_jets(c, e, 1, p);
	mech_jet_add_force(3, p, F, both);
	for (int i = 0; i < MECH_SPATIAL_V; i++) {
		f[i] += both[i];
	}
}

static void mech_spatial_drag_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                      double *out)
{
	double F[3], Fu[9], v[MECH_JET_V] = {0.0}, both[MECH_JET_V * MECH_JET_V] = {0.0};
	struct mech_jet p[3];
	mech_spatial_drag_load(c, e, F, Fu);
	mech_spatial_drag_point_jets(c, e, 2, p);
	mech_body_part(c, e->body[0], c->v, v);
	mech_jet_add_force_tangent(3, p, v, F, NULL, Fu, cq, cv, both);
	for (int i = 0; i < MECH_SPATIAL_V; i++) {
		for (int j = 0; j < MECH_SPATIAL_V; j++) {
			out[MECH_SPATIAL_V * i + j] += both[MECH_JET_V * i + j];
		}
	}
}

static double mech_spatial_drag_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	const double *stream = c->parameters + e->parameter + MECH_SPATIAL_DRAG_STREAM;
	double F[3], v[3];
	mech_spatial_drag_load(c, e, F, NULL);
	mech_spatial_point_velocity(c, e->body[0], c->derived + e->derived, v);
	return mech_dot(F, stream) - mech_dot(F, v);
}

static double mech_spatial_drag_supply(const struct mech_context *c, const struct mech_element *e)
{
	double F[3];
	mech_spatial_drag_load(c, e, F, NULL);
	return mech_dot(F, c->parameters + e->parameter + MECH_SPATIAL_DRAG_STREAM);
}

static void mech_spatial_drag_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_spatial_drag_load(c, e, out, NULL);
}

static void mech_spatial_drag_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_spatial_point(c, e->body[0], c->derived + e->derived, out);
}

LA_TABLE const struct mech_kind mech_spatial_drag = {
	.name = "drag",
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_SPATIAL,
	.text = "drag of air or water, with the square of the speed",
	.n_bodies = 1,
	.n_parameters = 3,
	.parameters = mech_spatial_drag_parameters,
	.n_outputs = 1,
	.outputs = mech_spatial_drag_outputs,
	.force = mech_spatial_drag_force,
	.force_reads = MECH_READS_TURN | MECH_READS_VELOCITIES,
	.torque_reads = MECH_READS_TURN | MECH_READS_VELOCITIES,
	.tangent = mech_spatial_drag_tangent,
	.dissipation = mech_spatial_drag_dissipation,
	.supply = mech_spatial_drag_supply,
	.n_derived = 3,
	.derive = mech_spatial_drag_derive,
	.output = mech_spatial_drag_output,
	.point = mech_spatial_drag_point,
};
