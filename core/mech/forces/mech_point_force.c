#include "mech_point_force.h"

#include "mech_curve.h"
#include "mech_jet.h"
#include "mech_joint.h"

#define MECH_POINT_FORCE_PARAMETERS(n)                                                                             \
	{"at", n, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "point where the force acts, as drawn"},            \
		{"direction", n, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0, "direction as drawn, any length"}, \
		{"force", 1, 0, MECH_FORCE, MECH_REQUIRED, MECH_ANY, 1, 0.0, "size of the force along the direction"},

LA_TABLE const struct mech_parameter_spec mech_point_force_parameters[MECH_SPACE_COUNT][3] = {
	{MECH_POINT_FORCE_PARAMETERS(2)}, {MECH_POINT_FORCE_PARAMETERS(3)}};

LA_TABLE const struct mech_curve_spec mech_point_force_curves[1] = {
	MECH_CURVE_OVER_TIME("forces", MECH_FORCE, 2),
};

LA_FUNCTION void mech_point_force_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *at = c->parameters + e->parameter;
	const int n = mech_dimension(c);
	mech_local_point(c, e->body[0], at, out);
	mech_vector_unit(n, at + n, out + n);
}

/* the point, and the force along its coordinates: a direction of the body, or constant */
static void mech_point_force_jets(const struct mech_context *c, const struct mech_element *e, int follows,
                                  const struct mech_frames *f, struct mech_jet *p, struct mech_jet *force)
{
	const double *derived = c->derived + e->derived;
	const double size = mech_driving_number(c, e, 2 * f->dimension);
	mech_jet_point(f, 0, derived, p);
	if (follows) {
		mech_jet_direction(f, 0, derived + f->dimension, force);
	}
	for (int k = 0; k < f->dimension; k++) {
		if (follows) {
			mech_jet_scale(f, size, &force[k]);
		} else {
			mech_jet_constant(f, size * derived[f->dimension + k], &force[k]);
		}
	}
}

LA_FUNCTION void mech_point_force_add(const struct mech_context *c, const struct mech_element *e, int follows,
                                      double *out)
{
	struct mech_frames f;
	struct mech_jet p[MECH_MOST_DIMENSION], force[MECH_MOST_DIMENSION];
	mech_frames_open(c, e, 1, &f);
	mech_point_force_jets(c, e, follows, &f, p, force);
	for (int k = 0; k < f.dimension; k++) {
		mech_jet_add_force(&f, 1, &p[k], &force[k].value, out);
	}
}

LA_FUNCTION void mech_point_force_add_tangent(const struct mech_context *c, const struct mech_element *e, int follows,
                                              double cq, double *out)
{
	struct mech_frames f;
	struct mech_jet p[MECH_MOST_DIMENSION], force[MECH_MOST_DIMENSION];
	mech_frames_open(c, e, 2, &f);
	mech_point_force_jets(c, e, follows, &f, p, force);
	for (int k = 0; k < f.dimension; k++) {
		mech_jet_add_curvature(&f, &p[k], -cq * force[k].value, out);
		for (int i = 0; i < f.n * f.n; i++) {
			out[i] -= cq * p[k].gradient[i / f.n] * force[k].gradient[i % f.n];
		}
	}
}

LA_FUNCTION double mech_point_force_power(const struct mech_context *c, const struct mech_element *e, int follows)
{
	struct mech_frames f;
	struct mech_jet p[MECH_MOST_DIMENSION], force[MECH_MOST_DIMENSION];
	double velocity[MECH_MOST_DIMENSION], power = 0.0;
	mech_frames_open(c, e, 0, &f);
	mech_point_force_jets(c, e, follows, &f, p, force);
	mech_point_velocity(c, e->body[0], c->derived + e->derived, velocity);
	for (int k = 0; k < f.dimension; k++) {
		power += force[k].value * velocity[k];
	}
	return power;
}

LA_FUNCTION void mech_point_force_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[0], c->derived + e->derived, out);
}
