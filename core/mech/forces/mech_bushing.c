/* Bushing: an elastic, damped connection in all directions.
 *
 *     x = (displacement of the second body's point along the axes of the first; turn),     F = -K x - C dx/dt,
 *     f = sum J_k^T F_k
 *
 * with axes fixed to the first body that are the global ones in the drawing. The turn is the angle
 * in the plane; in space it is (z1 . y2 - y1 . z2) / 2 and its cyclic neighbours: the sine of the
 * angle times its axis. K and C are symmetric, 3 x 3 and 6 x 6: numbers for the diagonal, then,
 * where wanted, those above it, row by row.
 *
 * Stored: x^T K x / 2; heat: dx/dt^T C dx/dt. Derived: local points s1, s2.
 */
#include "mech_jet.h"
#include "mech_kinds.h"

enum { MECH_BUSHING_MOST = MECH_MOST_BODY_V };

static const struct mech_parameter_spec mech_bushing_parameters[] = {
	{"at", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "where it connects the bodies, as drawn"},
	{"stiffness", 6, 3, MECH_NUMBER, MECH_REQUIRED, MECH_ANY, 1, 0.0,
     "x, y (N/m), angle (N.m/rad), then the couplings of x with y, x with angle, y with angle"},
	{"damping", 6, 3, MECH_NUMBER, MECH_OPTIONAL, MECH_ANY, 1, 0.0, "the same for rates"},
};

static const struct mech_parameter_spec mech_bushing_spatial_parameters[] = {
	{"at", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "where it connects the bodies, as drawn"},
	{"stiffness", 21, 6, MECH_NUMBER, MECH_REQUIRED, MECH_ANY, 1, 0.0,
     "x, y, z (N/m), about x, y, z (N.m/rad), then the couplings xy, xz, ... row by row"},
	{"damping", 21, 6, MECH_NUMBER, MECH_OPTIONAL, MECH_ANY, 1, 0.0, "the same for rates"},
};

static const struct mech_output_spec mech_bushing_outputs[] = {
	{"force", 2, MECH_FORCE, MECH_READS_MOTION, "force on the second body, in the axes of the first"},
	{"torque", 1, MECH_TORQUE, MECH_READS_MOTION, "torque on the second body"},
};

static const struct mech_output_spec mech_bushing_spatial_outputs[] = {
	{"force", 3, MECH_FORCE, MECH_READS_MOTION, "force on the second body, in the axes of the first"},
	{"torque", 3, MECH_TORQUE, MECH_READS_MOTION, "torque on the second body, in the axes of the first"},
};

static void mech_bushing_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *at = c->parameters + e->parameter;
	mech_local_point(c, e->body[0], at, out);
	mech_local_point(c, e->body[1], at, out + mech_dimension(c));
}

/* minus the symmetric n x n matrix of diagonal and couplings */
static void mech_bushing_matrix(int n, const double *numbers, double *A)
{
	const double *coupling = numbers + n;
	for (int i = 0; i < n; i++) {
		A[(n + 1) * i] = -numbers[i];
		for (int j = i + 1; j < n; j++) {
			A[n * i + j] = A[n * j + i] = -*coupling++;
		}
	}
}

/* (first_k . second_j - first_j . second_k) / 2 */
static void mech_bushing_turn(const struct mech_frames *f, struct mech_jet first[3][3], int j, int k,
                              struct mech_jet *out)
{
	const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
	struct mech_jet second[3], other;
	mech_jet_direction(f, 1, unit[j], second);
	mech_jet_dot(f, first[k], second, out);
	mech_jet_direction(f, 1, unit[k], second);
	mech_jet_dot(f, first[j], second, &other);
	mech_jet_add(f, 0.5, out, -0.5, &other, out);
}

static void mech_bushing_jets(const struct mech_frames *f, const double *s, struct mech_jet *x)
{
	const int n = f->dimension;
	struct mech_jet axes[3][3], gap[3];
	mech_jet_gap(f, 0, s, s + n, gap);
	for (int i = 0; i < n; i++) {
		const double unit[3] = {i == 0, i == 1, i == 2};
		mech_jet_direction(f, 0, unit, axes[i]);
		mech_jet_dot(f, axes[i], gap, &x[i]);
	}
	if (n == 2) {
		mech_jet_turn(f, &x[2]);
		x[2].value = mech_reading_value((struct mech_reading){x[2].value, x[2].turns});
	}
	for (int i = 0; n == 3 && i < 3; i++) {
		mech_bushing_turn(f, axes, (i + 1) % 3, (i + 2) % 3, &x[3 + i]);
	}
}

/* deflections, their rates and forces F = Fx x + Fv dx/dt */
struct mech_bushing_load {
	int n; /* of them */
	struct mech_frames frames;
	struct mech_jet x[MECH_BUSHING_MOST];
	double v[MECH_MOST_PAIR_V], rate[MECH_BUSHING_MOST], F[MECH_BUSHING_MOST];
	double Fx[MECH_BUSHING_MOST * MECH_BUSHING_MOST], Fv[MECH_BUSHING_MOST * MECH_BUSHING_MOST];
};

static void mech_bushing_evaluate(const struct mech_context *c, const struct mech_element *e, int order,
                                  struct mech_bushing_load *l)
{
	const int n = c->model->body_v;
	const double *stiffness = c->parameters + e->parameter + mech_dimension(c);
	l->n = n;
	mech_frames_open(c, e, order, &l->frames);
	mech_bushing_jets(&l->frames, c->derived + e->derived, l->x);
	mech_gather(c, e, c->v, l->v);
	mech_bushing_matrix(n, stiffness, l->Fx);
	mech_bushing_matrix(n, stiffness + n * (n + 1) / 2, l->Fv);
	for (int i = 0; i < n; i++) {
		l->rate[i] = mech_jet_rate(&l->frames, &l->x[i], l->v);
	}
	for (int i = 0; i < n; i++) {
		l->F[i] = 0.0;
		for (int j = 0; j < n; j++) {
			l->F[i] += l->Fx[n * i + j] * l->x[j].value + l->Fv[n * i + j] * l->rate[j];
		}
	}
}

static void mech_bushing_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	struct mech_bushing_load l;
	mech_bushing_evaluate(c, e, 1, &l);
	mech_jet_add_force(&l.frames, l.n, l.x, l.F, f);
}

static void mech_bushing_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                 double *out)
{
	struct mech_bushing_load l;
	mech_bushing_evaluate(c, e, 2, &l);
	mech_jet_add_force_tangent(&l.frames, l.n, l.x, l.v, l.F, l.Fx, l.Fv, cq, cv, out);
}

static double mech_bushing_potential(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_bushing_load l;
	double energy = 0.0;
	mech_bushing_evaluate(c, e, 1, &l);
	for (int i = 0; i < l.n * l.n; i++) {
		energy -= 0.5 * l.x[i / l.n].value * l.Fx[i] * l.x[i % l.n].value;
	}
	return energy;
}

static double mech_bushing_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_bushing_load l;
	double power = 0.0;
	mech_bushing_evaluate(c, e, 1, &l);
	for (int i = 0; i < l.n * l.n; i++) {
		power -= l.rate[i / l.n] * l.Fv[i] * l.rate[i % l.n];
	}
	return power;
}

static void mech_bushing_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_bushing_load l;
	mech_bushing_evaluate(c, e, 1, &l);
	for (int i = 0; i < l.n; i++) {
		out[i] = l.F[i];
	}
}

static void mech_bushing_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[1], c->derived + e->derived + mech_dimension(c), out);
}

#define MECH_BUSHING_KIND                                                                         \
	.name = "bushing", .force.reads = MECH_READS_MOTION, .force.torque_reads = MECH_READS_MOTION, \
	.section = MECH_FORCE_ELEMENT, .file.n_bodies = 2, .file.n_parameters = 3, .output.count = 2, \
	.force.add = mech_bushing_force, .force.tangent = mech_bushing_tangent,                       \
	.energy.potential = mech_bushing_potential, .energy.dissipation = mech_bushing_dissipation,   \
	.derived.derive = mech_bushing_derive, .output.values = mech_bushing_output, .drawing.point = mech_bushing_point

LA_TABLE const struct mech_kind mech_bushing = {
	MECH_BUSHING_KIND,
	.space = MECH_PLANAR,
	.text = "elastic and damped connection in both directions and about the angle",
	.file.parameters = mech_bushing_parameters,
	.output.specs = mech_bushing_outputs,
	.derived.count = 4,
};

LA_TABLE const struct mech_kind mech_spatial_bushing = {
	MECH_BUSHING_KIND,
	.space = MECH_SPATIAL,
	.text = "elastic, damped connection of two bodies in all six directions",
	.file.parameters = mech_bushing_spatial_parameters,
	.output.specs = mech_bushing_spatial_outputs,
	.derived.count = 6,
};
