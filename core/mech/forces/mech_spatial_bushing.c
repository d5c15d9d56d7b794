/* Bushing in space: an elastic, damped connection in all six directions.
 *
 *     x = (displacement of the second body's point along x1, y1, z1; rotation about them),     F = -K x - C dx/dt
 *
 * with axes fixed to the first body that are the global ones in the drawing, and the rotation measured by
 * (z1 . y2 - y1 . z2) / 2 and its cyclic neighbours: the sine of the angle times its axis. K and C are symmetric 6 x 6: six numbers
 * for the diagonal, then, where wanted, fifteen for what is above it, row by row.
 *
 * Stored: x^T K x / 2; heat: dx/dt^T C dx/dt. Derived: local points s1, s2.
 */
#include "mech_kinds.h"
#include "mech_spatial.h"

enum { MECH_SPATIAL_BUSHING_AT = 0, MECH_SPATIAL_BUSHING_STIFFNESS = 3, MECH_SPATIAL_BUSHING_DAMPING = 24 };

static const struct mech_parameter_spec mech_spatial_bushing_parameters[] = {
	{"at", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "where it connects the bodies, as drawn"},
	{"stiffness", 21, 6, MECH_NUMBER, MECH_REQUIRED, MECH_ANY, 1, 0.0,
     "x, y, z (N/m), about x, y, z (N.m/rad), then the couplings xy, xz, ... row by row"},
	{"damping", 21, 6, MECH_NUMBER, MECH_OPTIONAL, MECH_ANY, 1, 0.0, "the same for rates"},
};

static const struct mech_output_spec mech_spatial_bushing_outputs[] = {
	{"force", 3, MECH_FORCE, MECH_READS_MOTION, "force on the second body, in the axes of the first"},
	{"torque", 3, MECH_TORQUE, MECH_READS_MOTION, "torque on the second body, in the axes of the first"},
};

static void mech_spatial_bushing_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *at = c->parameters + e->parameter + MECH_SPATIAL_BUSHING_AT;
	mech_spatial_local_point(c, e->body[0], at, out);
	mech_spatial_local_point(c, e->body[1], at, out + 3);
}

/* symmetric 6 x 6 from diagonal and couplings, times a factor */
static void mech_spatial_bushing_matrix(const double *numbers, double factor, double *A)
{
	const double *coupling = numbers + 6;
	for (int i = 0; i < 6; i++) {
		A[7 * i] = factor * numbers[i];
		for (int j = i + 1; j < 6; j++) {
			A[6 * i + j] = A[6 * j + i] = factor * *coupling++;
		}
	}
}

static void mech_spatial_bushing_jets(const struct mech_context *c, const struct mech_element *e, int order,
                                      struct mech_jet x[6])
{
	static const double axes[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
	const double *s = c->derived + e->derived;
	struct mech_frames f;
	struct mech_jet first[3][3], second[3][3], p1[3], gap[3], other;
	mech_frames_open(c, e->body, order, &f);
	mech_jet_point(&f, 0, s, p1);
	mech_jet_point(&f, 1, s + 3, gap);
	mech_jet_subtract(order, gap, p1, gap);
	for (int i = 0; i < 3; i++) {
		mech_jet_direction(&f, 0, axes[i], first[i]);
		mech_jet_direction(&f, 1, axes[i], second[i]);
		mech_jet_dot(order, first[i], gap, &x[i]);
	}
	for (int i = 0; i < 3; i++) {
		const int j = (i + 1) % 3, k = (i + 2) % 3;
		mech_jet_dot(order, first[k], second[j], &x[3 + i]);
		mech_jet_dot(order, first[j], second[k], &other);
		mech_jet_add(order, 0.5, &x[3 + i], -0.5, &other, &x[3 + i]);
	}
}

/* deflections, their rates and forces F = Fx x + Fv dx/dt */
struct mech_spatial_bushing_load {
	struct mech_jet x[6];
	double v[MECH_JET_V], rate[6], Fx[36], Fv[36], F[6];
};

static void mech_spatial_bushing_evaluate(const struct mech_context *c, const struct mech_element *e, int order,
                                          struct mech_spatial_bushing_load *l)
{
	const double *numbers = c->parameters + e->parameter;
	mech_spatial_bushing_jets(c, e, order, l->x);
	mech_gather(c, e, c->v, l->v);
	mech_spatial_bushing_matrix(numbers + MECH_SPATIAL_BUSHING_STIFFNESS, -1.0, l->Fx);
	mech_spatial_bushing_matrix(numbers + MECH_SPATIAL_BUSHING_DAMPING, -1.0, l->Fv);
	for (int i = 0; i < 6; i++) {
		l->rate[i] = mech_jet_rate(&l->x[i], l->v);
	}
	for (int i = 0; i < 6; i++) {
		l->F[i] = 0.0;
		for (int j = 0; j < 6; j++) {
			l->F[i] += l->Fx[6 * i + j] * l->x[j].value + l->Fv[6 * i + j] * l->rate[j];
		}
	}
}

static void mech_spatial_bushing_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	struct mech_spatial_bushing_load l;
	mech_spatial_bushing_evaluate(c, e, 1, &l);
	mech_jet_add_force(6, l.x, l.F, f);
}

static void mech_spatial_bushing_tangent(const struct mech_context *c, const struct mech_element *e, double cq,
                                         double cv, double *out)
{
	struct mech_spatial_bushing_load l;
	mech_spatial_bushing_evaluate(c, e, 2, &l);
	mech_jet_add_force_tangent(6, l.x, l.v, l.F, l.Fx, l.Fv, cq, cv, out);
}

static double mech_spatial_bushing_potential(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_spatial_bushing_load l;
	double energy = 0.0;
	mech_spatial_bushing_evaluate(c, e, 1, &l);
	for (int i = 0; i < 36; i++) {
		energy -= 0.5 * l.x[i / 6].value * l.Fx[i] * l.x[i % 6].value;
	}
	return energy;
}

static double mech_spatial_bushing_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_spatial_bushing_load l;
	double power = 0.0;
	mech_spatial_bushing_evaluate(c, e, 1, &l);
	for (int i = 0; i < 36; i++) {
		power -= l.rate[i / 6] * l.Fv[i] * l.rate[i % 6];
	}
	return power;
}

static void mech_spatial_bushing_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_spatial_bushing_load l;
	mech_spatial_bushing_evaluate(c, e, 1, &l);
	for (int i = 0; i < 6; i++) {
		out[i] = l.F[i];
	}
}

static void mech_spatial_bushing_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_spatial_point(c, e->body[1], c->derived + e->derived + 3, out);
}

LA_TABLE const struct mech_kind mech_spatial_bushing = {
	.name = "bushing",
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_SPATIAL,
	.text = "elastic, damped connection of two bodies in all six directions",
	.n_bodies = 2,
	.n_parameters = 3,
	.parameters = mech_spatial_bushing_parameters,
	.n_outputs = 2,
	.outputs = mech_spatial_bushing_outputs,
	.force = mech_spatial_bushing_force,
	.force_reads = MECH_READS_MOTION,
	.torque_reads = MECH_READS_MOTION,
	.tangent = mech_spatial_bushing_tangent,
	.potential = mech_spatial_bushing_potential,
	.dissipation = mech_spatial_bushing_dissipation,
	.n_derived = 6,
	.derive = mech_spatial_bushing_derive,
	.output = mech_spatial_bushing_output,
	.point = mech_spatial_bushing_point,
};
