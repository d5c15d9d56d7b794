/* Forces at a point of a body: `force` keeps its direction u in space, `follower_force` turns with the body.
 *
 *     f = F J^T u,     J = dp/dq of the point p,     power F u . dp/dt
 *
 * Derived: local point, unit direction as drawn.
 */
#include "mech_curve.h"
#include "mech_jet.h"
#include "mech_joint.h"
#include "mech_kinds.h"

#define MECH_POINT_FORCE_PARAMETERS(n)                                                                             \
	{"at", n, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point where the force acts, as drawn"},            \
		{"direction", n, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0, "direction as drawn, any length"}, \
		{"force", 1, 0, MECH_FORCE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "size of the force along the direction"},

static const struct mech_parameter_spec mech_point_force_parameters[MECH_SPACE_COUNT][3] = {
	{MECH_POINT_FORCE_PARAMETERS(2)}, {MECH_POINT_FORCE_PARAMETERS(3)}};

static const struct mech_curve_spec mech_point_force_curves[] = {
	MECH_CURVE_OVER_TIME("forces", MECH_FORCE, 2),
};

static void mech_point_force_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *at = c->parameters + e->parameter;
	const int n = mech_dimension(c);
	mech_local_point(c, e->body[0], at, out);
	mech_vector_unit(n, at + n, out + n);
}

static int mech_point_force_follows(const struct mech_element *e)
{
	return mech_element_kind(e) == &mech_follower_force || mech_element_kind(e) == &mech_spatial_follower_force;
}

/* the point, and the force along its coordinates: a direction of the body, or constant */
static void mech_point_force_jets(const struct mech_context *c, const struct mech_element *e,
                                  const struct mech_frames *f, struct mech_jet *p, struct mech_jet *force)
{
	const double *derived = c->derived + e->derived;
	const double size = mech_driving_number(c, e, 2 * f->dimension);
	mech_jet_point(f, 0, derived, p);
	if (mech_point_force_follows(e)) {
		mech_jet_direction(f, 0, derived + f->dimension, force);
	}
	for (int k = 0; k < f->dimension; k++) {
		if (mech_point_force_follows(e)) {
			mech_jet_scale(f, size, &force[k]);
		} else {
			mech_jet_constant(f, size * derived[f->dimension + k], &force[k]);
		}
	}
}

static void mech_point_force_force(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_frames f;
	struct mech_jet p[MECH_MOST_DIMENSION], force[MECH_MOST_DIMENSION];
	mech_frames_open(c, e, 1, &f);
	mech_point_force_jets(c, e, &f, p, force);
	for (int k = 0; k < f.dimension; k++) {
		mech_jet_add_force(&f, 1, &p[k], &force[k].value, out);
	}
}

static void mech_point_force_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                     double *out)
{
	struct mech_frames f;
	struct mech_jet p[MECH_MOST_DIMENSION], force[MECH_MOST_DIMENSION];
	(void)cv;
	mech_frames_open(c, e, 2, &f);
	mech_point_force_jets(c, e, &f, p, force);
	for (int k = 0; k < f.dimension; k++) {
		mech_jet_add_curvature(&f, &p[k], -cq * force[k].value, out);
		for (int i = 0; i < f.n * f.n; i++) {
			out[i] -= cq * p[k].gradient[i / f.n] * force[k].gradient[i % f.n];
		}
	}
}

static double mech_point_force_supply(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_frames f;
	struct mech_jet p[MECH_MOST_DIMENSION], force[MECH_MOST_DIMENSION];
	double velocity[MECH_MOST_DIMENSION], power = 0.0;
	mech_frames_open(c, e, 0, &f);
	mech_point_force_jets(c, e, &f, p, force);
	mech_point_velocity(c, e->body[0], c->derived + e->derived, velocity);
	for (int k = 0; k < f.dimension; k++) {
		power += force[k].value * velocity[k];
	}
	return power;
}

static void mech_point_force_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[0], c->derived + e->derived, out);
}

#define MECH_POINT_FORCE_KIND(in, n)                                                                            \
	.section = MECH_FORCE_ELEMENT, .space = in, .n_bodies = 1, .n_parameters = 3,                               \
	.parameters = mech_point_force_parameters[in], .input = &mech_point_force_parameters[in][2], .n_curves = 1, \
	.curves = mech_point_force_curves, .force = mech_point_force_force, .tangent = mech_point_force_tangent,    \
	.supply = mech_point_force_supply, .n_derived = 2 * n, .derive = mech_point_force_derive,                   \
	.point = mech_point_force_point

#define MECH_FORCE_KIND(in, n)                                                     \
	.name = "force", .symbol = MECH_SYMBOL_FORCE, .force_reads = MECH_READS_DRIVE, \
	.torque_reads = MECH_READS_DRIVE | MECH_READS_TURN,                            \
	.text = "force at a point of a body, its direction fixed in space", MECH_POINT_FORCE_KIND(in, n)
#define MECH_FOLLOWER_FORCE_KIND(in, n)                                                                          \
	.name = "follower_force", .symbol = MECH_SYMBOL_FOLLOWER, .force_reads = MECH_READS_DRIVE | MECH_READS_TURN, \
	.torque_reads = MECH_READS_DRIVE, .text = "force at a point of a body, its direction fixed in the body",     \
	MECH_POINT_FORCE_KIND(in, n)

LA_TABLE const struct mech_kind mech_point_force = {MECH_FORCE_KIND(MECH_PLANAR, 2)};
LA_TABLE const struct mech_kind mech_spatial_point_force = {MECH_FORCE_KIND(MECH_SPATIAL, 3)};
LA_TABLE const struct mech_kind mech_follower_force = {MECH_FOLLOWER_FORCE_KIND(MECH_PLANAR, 2)};
LA_TABLE const struct mech_kind mech_spatial_follower_force = {MECH_FOLLOWER_FORCE_KIND(MECH_SPATIAL, 3)};
