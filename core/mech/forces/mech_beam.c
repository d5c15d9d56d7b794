/* Beam: an elastic, damped element of a beam between two bodies, which are its nodes.
 *
 * Geometrically exact (Simo, Reissner): displacements and rotations are as large as they come. With
 * the reference length l and the section's axes E = (e1, e2, e3) as drawn, e1 from `from` to `to`,
 * R1 and R2 the turns of the bodies since the drawing and p1, p2 the ends,
 *
 *     psi = log(R1^T R2),   R = R1 exp(psi / 2),   x = (E^T R^T (p2 - p1) - l (1, 0, 0);  E^T psi),
 *     strains = x / l,      F = -(P + K x / l + D dx/dt / l),       f = sum J_k^T F_k.
 *
 * Strains are the extension, two shears, the twist and two curvatures of the middle; the frame R
 * lies half-way between the nodes. Motions of a rigid body leave them as they are, so the element
 * is objective, and one point for each strain keeps it free of locking. K is the stiffness of the
 * section (EA, GA2, GA3, GJ, EI2, EI3 and their couplings), P the forces in the drawing, and
 * D_ij = sqrt(T_i T_j) K_ij with a time T for each strain (Kelvin, Voigt).
 *
 * The rotations come without a logarithm's branches from the matrix Q = E^T R1^T R2 E. With
 * p = 1 + tr Q = 4 cos(|psi|/2)^2 and the axial vector s of (Q - Q^T) / 2 = sin|psi| axis,
 *
 *     E^T psi = G(p) s,      exp(-psi/2) y = y - A(p) s x y + B(p) s x (s x y),
 *     G = angle / sine,      A = p^(-1/2),     B = 1 / (p + p^(3/2) / 2).
 *
 * An element must not bend or twist by half a turn. In the plane psi is the difference of angles.
 *
 * Source: J. C. Simo, L. Vu-Quoc: A three-dimensional finite-strain rod model, part II, Computer
 * Methods in Applied Mechanics and Engineering 58, 1986. To take the frame half-way between two
 * nodes is ours.
 *
 * Stored: P.x + x^T K x / (2 l); heat: dx/dt^T D dx/dt / l. Derived: y axis (in space), length,
 * local points, axes E by columns.
 */
#include <math.h>
#include <string.h>

#include "mech_beam_parts.h"
#include "mech_kinds.h"

static const struct mech_parameter_spec mech_beam_parameters[] = {MECH_TWO_ENDS(2), MECH_BEAM_SECTION_SPECS};
static const struct mech_parameter_spec mech_beam_spatial_parameters[] = {MECH_TWO_ENDS(3),
                                                                          MECH_BEAM_SPATIAL_SECTION_SPECS};

/* places of derived numbers and of parameters; n is the dimension */
static int mech_beam_length(int n)
{
	return n == 3 ? 3 : 0;
}
static int mech_beam_points(int n)
{
	return mech_beam_length(n) + 1;
}
static int mech_beam_axes(int n)
{
	return mech_beam_points(n) + 2 * n;
}
static int mech_beam_stiffness(int n)
{
	return n == 3 ? 9 : 4;
}

static void mech_beam_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const int n = mech_dimension(c);
	const double *from = c->parameters + e->parameter, *to = from + n;
	double *axes = out + mech_beam_axes(n), e1[3] = {0.0};
	mech_two_ends_derive(c, e, NAN, out + mech_beam_length(n));
	for (int i = 0; i < n; i++) {
		e1[i] = (to[i] - from[i]) / out[mech_beam_length(n)];
	}
	if (n == 2) {
		memcpy(axes, (double[]){e1[0], e1[1], -e1[1], e1[0]}, 4 * sizeof *axes);
		return;
	}
	(void)mech_beam_section(e1, to + n, axes);
	memcpy(out, axes + 3, 3 * sizeof *out);
}

/* angle / sine as a function of p = 2 + 2 cos(angle), with derivatives. In terms of
 * z = sin(angle/2)^2 = 1 - p/4 it is the series 1 + 2/3 z + 2/3 4/5 z^2 + ..; with the cosine c and
 * the sine s, dG/dc = (c G - 1) / s^2 and d2G/dc2 = (G + 3 c dG/dc) / s^2. */
static void mech_beam_angle_by_sine(double p, double G[3])
{
	const double z = 1.0 - 0.25 * p, few = 0.05;
	if (z < few) {
		G[0] = 1.0;
		G[1] = G[2] = 0.0;
		/* Horner's scheme; the 17th power is below the rounding of 1 */
		for (int k = 17; k > 0; k--) {
			const double ratio = 2.0 * k / (2.0 * k + 1.0);
			G[2] = ratio * (2.0 * G[1] + z * G[2]);
			G[1] = ratio * (G[0] + z * G[1]);
			G[0] = 1.0 + ratio * z * G[0];
		}
		G[1] *= -0.25;
		G[2] *= 0.0625;
		return;
	}
	const double c = 0.5 * p - 1.0, square = 1.0 - c * c;
	G[0] = acos(c) / sqrt(square);
	G[1] = (c * G[0] - 1.0) / square;
	G[2] = 0.25 * (G[0] + 3.0 * c * G[1]) / square;
	G[1] *= 0.5;
}

/* A and B of the turn by half the angle back, with derivatives */
static void mech_beam_half_turn(double p, double A[3], double B[3])
{
	const double root = sqrt(p), D = p + 0.5 * p * root, slope = 1.0 + 0.75 * root, bend = 0.375 / root;
	A[0] = 1.0 / root;
	A[1] = -0.5 * A[0] / p;
	A[2] = -1.5 * A[1] / p;
	B[0] = 1.0 / D;
	B[1] = -slope * B[0] * B[0];
	B[2] = 2.0 * slope * slope * B[0] * B[0] * B[0] - bend * B[0] * B[0];
}

/* y seen from half-way: y - A s x y + B s x (s x y) */
static void mech_beam_turn_back(const struct mech_frames *f, const struct mech_jet *p, const struct mech_jet *s,
                                struct mech_jet *y)
{
	struct mech_jet once[3], twice[3], factor[2];
	double A[3], B[3];
	mech_beam_half_turn(p->value, A, B);
	mech_jet_apply(f, p, A, &factor[0]);
	mech_jet_apply(f, p, B, &factor[1]);
	mech_beam_cross(f, s, y, once);
	mech_beam_cross(f, s, once, twice);
	mech_beam_add_product(f, -1.0, &factor[0], once, y);
	mech_beam_add_product(f, 1.0, &factor[1], twice, y);
}

/* p and s of Q_ij = first_i . second_j */
static void mech_beam_relative(const struct mech_frames *f, struct mech_jet first[3][3], struct mech_jet second[3][3],
                               struct mech_jet *p, struct mech_jet *s)
{
	struct mech_jet other;
	mech_jet_constant(f, 1.0, p);
	for (int i = 0; i < 3; i++) {
		const int j = (i + 1) % 3, k = (i + 2) % 3;
		mech_jet_cosine(f, first[i], second[i], &other);
		mech_jet_add(f, 1.0, p, 1.0, &other, p);
		mech_jet_cosine(f, first[k], second[j], &s[i]);
		mech_jet_cosine(f, first[j], second[k], &other);
		mech_jet_add(f, 0.5, &s[i], -0.5, &other, &s[i]);
	}
}

static void mech_beam_spatial_jets(const struct mech_frames *f, const double *points, const double *axes,
                                   struct mech_jet *x)
{
	struct mech_jet first[3][3], second[3][3], gap[3], s[3], p, angle;
	double G[3];
	mech_jet_gap(f, 0, points, points + 3, gap);
	for (int i = 0; i < 3; i++) {
		mech_jet_direction(f, 0, axes + 3 * i, first[i]);
		mech_jet_direction(f, 1, axes + 3 * i, second[i]);
		mech_jet_dot(f, first[i], gap, &x[i]);
	}
	mech_beam_relative(f, first, second, &p, s);
	mech_beam_turn_back(f, &p, s, x);
	mech_beam_angle_by_sine(p.value, G);
	mech_jet_apply(f, &p, G, &angle);
	for (int i = 0; i < 3; i++) {
		mech_jet_multiply(f, &angle, &s[i], &x[3 + i]);
	}
}

/* turned back by psi / 2 from the axes of the first body */
static void mech_beam_planar_jets(const struct mech_frames *f, const double *points, const double *axes,
                                  struct mech_jet *x)
{
	struct mech_jet gap[2], first[2], y[2], half, sine, cosine, other;
	mech_jet_gap(f, 0, points, points + 2, gap);
	for (int i = 0; i < 2; i++) {
		mech_jet_direction(f, 0, axes + 2 * i, first);
		mech_jet_dot(f, first, gap, &y[i]);
	}
	mech_jet_turn(f, &x[2]);
	x[2].value = mech_reading_value((struct mech_reading){x[2].value, x[2].turns});
	x[2].turns = 0.0;
	mech_jet_add(f, 0.5, &x[2], 0.0, &x[2], &half);
	const double s = sin(half.value), c = cos(half.value);
	mech_jet_apply(f, &half, (double[]){s, c, -s}, &sine);
	mech_jet_apply(f, &half, (double[]){c, -s, -c}, &cosine);
	for (int i = 0; i < 2; i++) {
		mech_jet_multiply(f, &cosine, &y[i], &x[i]);
		mech_jet_multiply(f, &sine, &y[1 - i], &other);
		mech_jet_add(f, 1.0, &x[i], i == 0 ? 1.0 : -1.0, &other, &x[i]);
	}
}

/* displacements of the strains over the length, their rates and forces */
struct mech_beam_load {
	double length;
	struct mech_frames frames;
	struct mech_beam_law law;
	struct mech_jet x[MECH_BEAM_MOST];
	double v[MECH_MOST_PAIR_V], rate[MECH_BEAM_MOST], F[MECH_BEAM_MOST];
};

static void mech_beam_evaluate(const struct mech_context *c, const struct mech_element *e, int order,
                               struct mech_beam_load *l)
{
	const int dimension = mech_dimension(c), n = c->model->body_v;
	const double *numbers = c->parameters + e->parameter + mech_beam_stiffness(dimension);
	const double *derived = c->derived + e->derived;
	const double *points = derived + mech_beam_points(dimension), *axes = derived + mech_beam_axes(dimension);
	l->length = derived[mech_beam_length(dimension)];
	mech_beam_law_open(n, numbers, 1.0 / l->length, 1.0, &l->law);
	mech_frames_open(c, e, order, &l->frames);
	(dimension == 3 ? mech_beam_spatial_jets : mech_beam_planar_jets)(&l->frames, points, axes, l->x);
	l->x[0].value -= l->length;
	mech_gather(c, e, c->v, l->v);
	for (int i = 0; i < n; i++) {
		l->rate[i] = order > 0 ? mech_jet_rate(&l->frames, &l->x[i], l->v) : 0.0;
	}
	mech_beam_law_force(&l->law, l->x, l->rate, l->F);
}

static void mech_beam_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	struct mech_beam_load l;
	mech_beam_evaluate(c, e, 1, &l);
	mech_jet_add_force(&l.frames, l.law.n, l.x, l.F, f);
}

static void mech_beam_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                              double *out)
{
	struct mech_beam_load l;
	mech_beam_evaluate(c, e, 2, &l);
	mech_beam_carried(c, e, 0, l.law.n, l.F);
	mech_jet_add_force_tangent(&l.frames, l.law.n, l.x, l.v, l.F, l.law.Fx, l.law.Fv, cq, cv, out);
}

static void mech_beam_carry(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_beam_load l;
	mech_beam_evaluate(c, e, 1, &l);
	mech_beam_law_carry(&l.law, l.x, l.rate, out);
}

static double mech_beam_potential(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_beam_load l;
	mech_beam_evaluate(c, e, 0, &l);
	return mech_beam_law_energy(&l.law, l.x);
}

static double mech_beam_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_beam_load l;
	mech_beam_evaluate(c, e, 1, &l);
	return mech_beam_law_heat(&l.law, l.rate);
}

static void mech_beam_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_beam_load l;
	mech_beam_evaluate(c, e, 1, &l);
	for (int i = 0; i < l.law.n; i++) {
		out[i] = -l.F[i];
		out[l.law.n + i] = l.x[i].value / l.length;
	}
	out[2 * l.law.n] = mech_beam_law_energy(&l.law, l.x);
}

static void mech_beam_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const int n = mech_dimension(c);
	mech_point(c, e->body[1], c->derived + e->derived + mech_beam_points(n) + n, out);
}

#define MECH_BEAM_KIND                                                                                           \
	.name = "beam", .force.reads = MECH_READS_MOTION, .force.torque_reads = MECH_READS_MOTION,                   \
	.section = MECH_FORCE_ELEMENT, .file.n_bodies = 2, .force.add = mech_beam_force, .force.keeps_shape = 1,     \
	.force.tangent = mech_beam_tangent, .force.carry = mech_beam_carry, .energy.potential = mech_beam_potential, \
	.energy.dissipation = mech_beam_dissipation, .derived.derive = mech_beam_derive,                             \
	.output.count = MECH_BEAM_OUTPUTS, .output.values = mech_beam_output, .drawing.symbol = MECH_SYMBOL_BEAM,    \
	.drawing.point = mech_beam_point

LA_TABLE const struct mech_kind mech_beam = {
	MECH_BEAM_KIND,
	.space = MECH_PLANAR,
	.text = "elastic, damped piece of a beam between two bodies, for large bending",
	.file.n_parameters = 5,
	.file.parameters = mech_beam_parameters,
	.output.specs = mech_beam_outputs,
	.derived.count = 9,
};

LA_TABLE const struct mech_kind mech_spatial_beam = {
	MECH_BEAM_KIND,
	.space = MECH_SPATIAL,
	.text = "elastic, damped piece of a beam between two bodies, for large bending and torsion",
	.file.n_parameters = 6,
	.file.parameters = mech_beam_spatial_parameters,
	.output.specs = mech_beam_spatial_outputs,
	.derived.count = 19,
};
