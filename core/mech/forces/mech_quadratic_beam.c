/* Quadratic beam: an element of a beam through three bodies, its nodes: two ends and the middle.
 *
 * As mech_beam.c, but positions and rotations are interpolated by parabolas in xi = -1 .. 1, so that
 * errors fall with the fourth power of the length. Rotations are interpolated as vectors relative to
 * the middle node (Crisfield and Jelenic), which keeps the element objective. With the nodes i = 0, 1
 * (ends) and m (middle),
 *
 *     y_i = R_m^T (p_i - p_m),     psi_i = log(R_m^T R_i),
 *     y' = sum N_i' y_i,           Psi = sum N_i psi_i,
 *     Gamma = E^T exp(-Psi) y' - (1, 0, 0),      kappa = E^T T(Psi) Psi',
 *
 * N_0 = xi (xi - 1) / 2, N_1 = xi (xi + 1) / 2, a prime is the derivative by length as drawn, E the axes of the
 * section as drawn, and T(r) w = w - (1 - cos)/r^2 r x w + (r - sin)/r^3 r x (r x w). Two points
 * xi = -1/sqrt(3), 1/sqrt(3) of Gauss integrate the energy, which keeps the element free of locking.
 *
 * The strains are jets of the twelve numbers z = (y_0, psi_0, y_1, psi_1). The motions d of the bodies
 * change z by J d:
 *
 *     dy_i = R_m^T (dp_i - dp_m) + y_i x dr_m,     dpsi_i = S(psi_i) dr_i - S(-psi_i) dr_m,
 *     S(r) w = w + r x w / 2 + k r x (r x w),      k = (1 - (r/2) cot(r/2)) / r^2.
 *
 * So f = J^T f_z(z, J v), and its tangent has that of f_z between J^T and J, the change of J v at fixed v and
 * the change of J^T f_z at fixed f_z. In the plane rotations add, and the strains are jets of the bodies'
 * motions.
 *
 * Functions of angles are sums of powers of z = r^2 without cases: phi_n = sum (-z)^k / (2 k + n)!
 * has sin(r)/r = phi_1, (1 - cos r)/r^2 = phi_2, (r - sin r)/r^3 = phi_3, and k = sum (-z)^j (j + 1) / (2 j + 4)! / phi_2.
 *
 * Source: M. A. Crisfield, G. Jelenic: Objectivity of strain measures in the geometrically exact
 * three-dimensional beam theory and its finite-element implementation, Proceedings of the Royal
 * Society A 455, 1999.
 *
 * Stored, heat and law as in mech_beam.c. Derived: y axis (in space), local points of the nodes, and
 * for each point of Gauss its weight in metres and the axes E by columns.
 */
#include <math.h>
#include <string.h>

#include "mech_beam_parts.h"
#include "mech_kinds.h"
#include "mech_quadratic_parts.h"

enum { MECH_QUADRATIC_POINTS = 2, MECH_QUADRATIC_PLANE_V = 9 };

/* ends on the first two bodies, the middle on the third */
#define MECH_THREE_NODES(n)                                                                              \
	MECH_TWO_ENDS(n),                                                                                    \
	{                                                                                                    \
		"via", n, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "middle, on the third body, as drawn" \
	}

static const struct mech_parameter_spec mech_quadratic_parameters[] = {MECH_THREE_NODES(2), MECH_BEAM_SECTION_SPECS};
static const struct mech_parameter_spec mech_quadratic_spatial_parameters[] = {MECH_THREE_NODES(3),
                                                                               MECH_BEAM_SPATIAL_SECTION_SPECS};

/* ---- the line as drawn ---- */

/* places of derived numbers and of parameters; n is the dimension */
static int mech_quadratic_locals(int n)
{
	return n == 3 ? 3 : 0;
}
static int mech_quadratic_point(int n, int g)
{
	return mech_quadratic_locals(n) + MECH_QUADRATIC_NODES * n + g * (1 + n * n);
}
static int mech_quadratic_stiffness(int n)
{
	return MECH_QUADRATIC_NODES * n + (n == 3 ? 3 : 0);
}

/* N_i and dN_i/dxi of the ends at a point of Gauss */
static void mech_quadratic_shapes(int g, double N[2], double slope[2])
{
	const double xi = (g == 0 ? -1.0 : 1.0) / sqrt(3.0);
	for (int i = 0; i < 2; i++) {
		const double end = i == 0 ? -1.0 : 1.0;
		N[i] = 0.5 * xi * (xi + end);
		slope[i] = xi + 0.5 * end;
	}
}

/* weight and axes at each point of Gauss */
static void mech_quadratic_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const int n = mech_dimension(c);
	const double *node = c->parameters + e->parameter;
	for (int i = 0; i < MECH_QUADRATIC_NODES; i++) {
		mech_local_point(c, e->body[i], node + i * n, out + mech_quadratic_locals(n) + i * n);
	}
	for (int g = 0; g < MECH_QUADRATIC_POINTS; g++) {
		double N[2], slope[2], way[3] = {0.0}, *point = out + mech_quadratic_point(n, g);
		mech_quadratic_shapes(g, N, slope);
		for (int i = 0; i < n; i++) {
			const double middle = node[MECH_QUADRATIC_MIDDLE * n + i];
			way[i] = slope[0] * (node[i] - middle) + slope[1] * (node[n + i] - middle);
		}
		point[0] = mech_length(way);
		mech_vector_unit(3, way, way);
		if (n == 2) {
			memcpy(point + 1, (double[]){way[0], way[1], -way[1], way[0]}, 4 * sizeof *point);
		} else {
			(void)mech_beam_section(way, node + MECH_QUADRATIC_NODES * n, point + 1);
			memcpy(out, point + 4, 3 * sizeof *out);
		}
	}
}

/* ---- strains ---- */

/* an element at work: variables of its jets are z in space, the motions of the bodies in the plane */
struct mech_quadratic_load {
	int n; /* strains at a point */
	struct mech_frames frames;
	struct mech_quadratic_nodes nodes; /* in space */
	double v[MECH_QUADRATIC_V];        /* of the bodies */
	double rates[MECH_QUADRATIC_Z];    /* of the variables */
};

/* at a point of Gauss: strains, their rates and forces on the variables */
struct mech_quadratic_strains {
	double weight;
	struct mech_beam_law law;
	struct mech_jet x[MECH_BEAM_MOST];
	double rate[MECH_BEAM_MOST], F[MECH_BEAM_MOST];
};

/* a variable times a factor, added */
static void mech_quadratic_add_variable(const struct mech_frames *f, int variable, double factor, double value,
                                        struct mech_jet *sum)
{
	sum->value += factor * value;
	if (f->order > 0) {
		sum->gradient[variable] += factor;
	}
}

/* sum w_i a_i of the vectors a_i = y_i or psi_i of the ends, which begin at variable `first` of each */
static void mech_quadratic_vector(const struct mech_quadratic_load *l, int first, const double *w, struct mech_jet *out)
{
	for (int j = 0; j < 3; j++) {
		mech_jet_constant(&l->frames, 0.0, &out[j]);
		for (int i = 0; i < 2; i++) {
			const double value = first == 0 ? l->nodes.y[i][j] : l->nodes.psi[i][j];
			mech_quadratic_add_variable(&l->frames, 6 * i + first + j, w[i], value, &out[j]);
		}
	}
}

/* a + sign phi_m (r x a) + phi_n r x (r x a) */
static void mech_quadratic_turned(const struct mech_frames *f, const struct mech_jet *r, double sign,
                                  const struct mech_jet *phi_m, const struct mech_jet *phi_n, struct mech_jet *a)
{
	struct mech_jet once[3], twice[3];
	mech_beam_cross(f, r, a, once);
	mech_beam_cross(f, r, once, twice);
	mech_beam_add_product(f, sign, phi_m, once, a);
	mech_beam_add_product(f, 1.0, phi_n, twice, a);
}

/* components of a vector in the axes, the columns of E */
static void mech_quadratic_components(const struct mech_frames *f, const double *axes, const struct mech_jet *a,
                                      struct mech_jet *out)
{
	for (int i = 0; i < 3; i++) {
		mech_jet_add(f, axes[3 * i], &a[0], axes[3 * i + 1], &a[1], &out[i]);
		mech_jet_add(f, 1.0, &out[i], axes[3 * i + 2], &a[2], &out[i]);
	}
}

static void mech_quadratic_spatial_jets(const struct mech_quadratic_load *l, const double *N, const double *slope,
                                        const double *axes, struct mech_jet *x)
{
	const struct mech_frames *f = &l->frames;
	struct mech_jet way[3], turn[3], bend[3], square, part, phi[4];
	mech_quadratic_vector(l, 0, slope, way);
	mech_quadratic_vector(l, 3, N, turn);
	mech_quadratic_vector(l, 3, slope, bend);
	mech_jet_constant(f, 0.0, &square);
	for (int i = 0; i < 3; i++) {
		mech_jet_multiply(f, &turn[i], &turn[i], &part);
		mech_jet_add(f, 1.0, &square, 1.0, &part, &square);
	}
	for (int n = 1; n < 4; n++) {
		double F[3];
		mech_quadratic_phi(n, square.value, F);
		mech_jet_apply(f, &square, F, &phi[n]);
	}
	mech_quadratic_turned(f, turn, -1.0, &phi[1], &phi[2], way);
	mech_quadratic_turned(f, turn, -1.0, &phi[2], &phi[3], bend);
	mech_quadratic_components(f, axes, way, x);
	mech_quadratic_components(f, axes, bend, x + 3);
}

/* the node i of the plane: its place relative to the middle one, and its angle */
static void mech_quadratic_planar_node(const struct mech_frames *f, const struct mech_pose *pose, int i,
                                       const double *s, double sign, struct mech_jet *p)
{
	double arm[3];
	mech_pose_turn(pose, s, arm);
	for (int j = 0; j < 2; j++) {
		mech_quadratic_add_variable(f, 3 * i + j, sign, pose->x[j] + arm[j], &p[j]);
		if (f->order > 0) {
			p[j].gradient[3 * i + 2] += sign * (j == 0 ? -arm[1] : arm[0]);
		}
		if (f->order > 1) {
			p[j].hessian[(3 * i + 2) * (f->n + 1)] -= sign * arm[j];
		}
	}
}

static void mech_quadratic_planar_jets(const struct mech_context *c, const struct mech_element *e,
                                       const struct mech_frames *f, const double *N, const double *slope,
                                       const double *axes, struct mech_jet *x)
{
	const double *s = c->derived + e->derived + mech_quadratic_locals(2);
	const int m = MECH_QUADRATIC_MIDDLE;
	struct mech_pose middle, end;
	struct mech_jet way[2], p[2], turn, sine, cosine, part[2];
	mech_pose(c, e->body[m], &middle);
	mech_jet_constant(f, 0.0, &way[0]);
	mech_jet_constant(f, 0.0, &way[1]);
	mech_jet_constant(f, 0.0, &turn);
	mech_jet_constant(f, 0.0, &x[2]);
	mech_quadratic_add_variable(f, 3 * m + 2, 1.0, middle.angle, &turn);
	for (int i = 0; i < 2; i++) {
		mech_pose(c, e->body[i], &end);
		const double angle =
			mech_reading_value((struct mech_reading){end.angle - middle.angle, end.turns - middle.turns});
		mech_jet_constant(f, 0.0, &p[0]);
		mech_jet_constant(f, 0.0, &p[1]);
		mech_quadratic_planar_node(f, &end, i, s + 2 * i, 1.0, p);
		mech_quadratic_planar_node(f, &middle, m, s + 2 * m, -1.0, p);
		for (int j = 0; j < 2; j++) {
			mech_jet_add(f, 1.0, &way[j], slope[i], &p[j], &way[j]);
		}
		mech_quadratic_add_variable(f, 3 * i + 2, N[i], angle, &turn);
		mech_quadratic_add_variable(f, 3 * m + 2, -N[i], 0.0, &turn);
		mech_quadratic_add_variable(f, 3 * i + 2, slope[i], angle, &x[2]);
		mech_quadratic_add_variable(f, 3 * m + 2, -slope[i], 0.0, &x[2]);
	}
	const double sin_turn = sin(turn.value), cos_turn = cos(turn.value);
	mech_jet_apply(f, &turn, (double[]){sin_turn, cos_turn, -sin_turn}, &sine);
	mech_jet_apply(f, &turn, (double[]){cos_turn, -sin_turn, -cos_turn}, &cosine);
	/* the way turned back, then its components along the axes */
	for (int j = 0; j < 2; j++) {
		mech_jet_multiply(f, &cosine, &way[j], &p[j]);
		mech_jet_multiply(f, &sine, &way[1 - j], &part[j]);
		mech_jet_add(f, 1.0, &p[j], j == 0 ? 1.0 : -1.0, &part[j], &p[j]);
	}
	for (int i = 0; i < 2; i++) {
		mech_jet_add(f, axes[2 * i], &p[0], axes[2 * i + 1], &p[1], &x[i]);
	}
}

static void mech_quadratic_start(const struct mech_context *c, const struct mech_element *e, int order,
                                 struct mech_quadratic_load *l)
{
	const int n = mech_dimension(c);
	l->n = c->model->body_v;
	mech_gather(c, e, c->v, l->v);
	/* variables that are no bodies: products of vectors and rotations do not concern them */
	l->frames =
		(struct mech_frames){.order = order, .dimension = 0, .n = n == 3 ? MECH_QUADRATIC_Z : MECH_QUADRATIC_PLANE_V};
	if (n == 3) {
		mech_quadratic_open(c, e, c->derived + e->derived + mech_quadratic_locals(n), &l->nodes);
		mech_quadratic_push(&l->nodes, l->v, l->rates);
	} else {
		memcpy(l->rates, l->v, MECH_QUADRATIC_PLANE_V * sizeof *l->rates);
	}
}

static void mech_quadratic_look(const struct mech_context *c, const struct mech_element *e,
                                const struct mech_quadratic_load *l, int g, struct mech_quadratic_strains *s)
{
	const int n = mech_dimension(c);
	const double *point = c->derived + e->derived + mech_quadratic_point(n, g);
	double N[2], slope[2];
	mech_quadratic_shapes(g, N, slope);
	s->weight = point[0];
	for (int i = 0; i < 2; i++) {
		slope[i] /= s->weight;
	}
	if (n == 3) {
		mech_quadratic_spatial_jets(l, N, slope, point + 1, s->x);
	} else {
		mech_quadratic_planar_jets(c, e, &l->frames, N, slope, point + 1, s->x);
	}
	s->x[0].value -= 1.0;
	for (int i = 0; i < l->n; i++) {
		s->rate[i] = l->frames.order > 0 ? mech_jet_rate(&l->frames, &s->x[i], l->rates) : 0.0;
	}
	mech_beam_law_open(l->n, c->parameters + e->parameter + mech_quadratic_stiffness(n), s->weight, s->weight, &s->law);
	mech_beam_law_force(&s->law, s->x, s->rate, s->F);
}

/* ---- forces ---- */

static void mech_quadratic_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	struct mech_quadratic_load l;
	struct mech_quadratic_strains s;
	double fz[MECH_QUADRATIC_Z] = {0.0};
	const int in_space = mech_dimension(c) == 3;
	mech_quadratic_start(c, e, 1, &l);
	for (int g = 0; g < MECH_QUADRATIC_POINTS; g++) {
		mech_quadratic_look(c, e, &l, g, &s);
		mech_jet_add_force(&l.frames, l.n, s.x, s.F, in_space ? fz : f);
	}
	if (in_space) {
		mech_quadratic_pull(&l.nodes, fz, f);
	}
}

/* column d of the tangent from those of -f_z by z, and by its rates alone */
static void mech_quadratic_column(const struct mech_quadratic_load *l, const double *fz, const double *Kz,
                                  const double *Dz, double cq, int column, double *out)
{
	double d[MECH_QUADRATIC_V] = {0.0}, dz[MECH_QUADRATIC_Z], drates[MECH_QUADRATIC_Z], load[MECH_QUADRATIC_Z];
	double change[MECH_QUADRATIC_V];
	d[column] = 1.0;
	mech_quadratic_push(&l->nodes, d, dz);
	mech_quadratic_push_change(&l->nodes, l->v, d, dz, drates);
	for (int i = 0; i < MECH_QUADRATIC_Z; i++) {
		load[i] = 0.0;
		for (int j = 0; j < MECH_QUADRATIC_Z; j++) {
			load[i] += Kz[MECH_QUADRATIC_Z * i + j] * dz[j] + cq * Dz[MECH_QUADRATIC_Z * i + j] * drates[j];
		}
	}
	double pulled[MECH_QUADRATIC_V] = {0.0};
	mech_quadratic_pull(&l->nodes, load, pulled);
	mech_quadratic_pull_change(&l->nodes, fz, d, dz, change);
	for (int i = 0; i < MECH_QUADRATIC_V; i++) {
		out[MECH_QUADRATIC_V * i + column] += pulled[i] - cq * change[i];
	}
}

static void mech_quadratic_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                   double *out)
{
	struct mech_quadratic_load l;
	struct mech_quadratic_strains s;
	double fz[MECH_QUADRATIC_Z] = {0.0}, Kz[MECH_QUADRATIC_Z * MECH_QUADRATIC_Z] = {0.0};
	double Dz[MECH_QUADRATIC_Z * MECH_QUADRATIC_Z] = {0.0};
	const int in_space = mech_dimension(c) == 3;
	mech_quadratic_start(c, e, 2, &l);
	for (int g = 0; g < MECH_QUADRATIC_POINTS; g++) {
		mech_quadratic_look(c, e, &l, g, &s);
		mech_beam_carried(c, e, g, l.n, s.F);
		mech_jet_add_force_tangent(&l.frames, l.n, s.x, l.rates, s.F, s.law.Fx, s.law.Fv, cq, cv, in_space ? Kz : out);
		mech_jet_add_force(&l.frames, l.n, s.x, s.F, fz);
		mech_jet_add_force_tangent(&l.frames, l.n, s.x, l.rates, s.F, NULL, s.law.Fv, 0.0, 1.0, Dz);
	}
	for (int column = 0; in_space && column < MECH_QUADRATIC_V; column++) {
		mech_quadratic_column(&l, fz, Kz, Dz, cq, column, out);
	}
}

static void mech_quadratic_carry(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_quadratic_load l;
	struct mech_quadratic_strains s;
	mech_quadratic_start(c, e, 1, &l);
	for (int g = 0; g < MECH_QUADRATIC_POINTS; g++) {
		mech_quadratic_look(c, e, &l, g, &s);
		mech_beam_law_carry(&s.law, s.x, s.rate, out + g * MECH_BEAM_MOST);
	}
}

/* ---- energy and results ---- */

static double mech_quadratic_potential(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_quadratic_load l;
	struct mech_quadratic_strains s;
	double energy = 0.0;
	mech_quadratic_start(c, e, 0, &l);
	for (int g = 0; g < MECH_QUADRATIC_POINTS; g++) {
		mech_quadratic_look(c, e, &l, g, &s);
		energy += mech_beam_law_energy(&s.law, s.x);
	}
	return energy;
}

static double mech_quadratic_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_quadratic_load l;
	struct mech_quadratic_strains s;
	double power = 0.0;
	mech_quadratic_start(c, e, 1, &l);
	for (int g = 0; g < MECH_QUADRATIC_POINTS; g++) {
		mech_quadratic_look(c, e, &l, g, &s);
		power += mech_beam_law_heat(&s.law, s.rate);
	}
	return power;
}

/* strains and forces in the middle, the mean of the two points */
static void mech_quadratic_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_quadratic_load l;
	struct mech_quadratic_strains s;
	mech_quadratic_start(c, e, 1, &l);
	memset(out, 0, (size_t)(2 * l.n + 1) * sizeof *out);
	for (int g = 0; g < MECH_QUADRATIC_POINTS; g++) {
		mech_quadratic_look(c, e, &l, g, &s);
		for (int i = 0; i < l.n; i++) {
			out[i] -= 0.5 * s.F[i] / s.weight;
			out[l.n + i] += 0.5 * s.x[i].value;
		}
		out[2 * l.n] += mech_beam_law_energy(&s.law, s.x);
	}
}

static void mech_quadratic_place(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const int n = mech_dimension(c);
	mech_point(c, e->body[MECH_QUADRATIC_MIDDLE],
	           c->derived + e->derived + mech_quadratic_locals(n) + MECH_QUADRATIC_MIDDLE * n, out);
}

#define MECH_QUADRATIC_KIND                                                                                  \
	.name = "quadratic_beam", .force.reads = MECH_READS_MOTION, .force.torque_reads = MECH_READS_MOTION,     \
	.section = MECH_FORCE_ELEMENT, .file.n_bodies = MECH_QUADRATIC_NODES, .force.add = mech_quadratic_force, \
	.force.tangent = mech_quadratic_tangent, .force.carry = mech_quadratic_carry, .force.keeps_shape = 1,    \
	.energy.potential = mech_quadratic_potential, .energy.dissipation = mech_quadratic_dissipation,          \
	.derived.derive = mech_quadratic_derive, .output.count = MECH_BEAM_OUTPUTS,                              \
	.output.values = mech_quadratic_output, .drawing.symbol = MECH_SYMBOL_BEAM, .drawing.point = mech_quadratic_place

LA_TABLE const struct mech_kind mech_quadratic_beam = {
	MECH_QUADRATIC_KIND,
	.space = MECH_PLANAR,
	.text = "elastic, damped piece of a beam through three bodies, first end, last end and middle",
	.file.n_parameters = 6,
	.file.parameters = mech_quadratic_parameters,
	.output.specs = mech_beam_outputs,
	.derived.count = 6 + 2 * 5,
};

LA_TABLE const struct mech_kind mech_spatial_quadratic_beam = {
	MECH_QUADRATIC_KIND,
	.space = MECH_SPATIAL,
	.text = "elastic, damped piece of a beam through three bodies, first end, last end and middle",
	.file.n_parameters = 7,
	.file.parameters = mech_quadratic_spatial_parameters,
	.output.specs = mech_beam_spatial_outputs,
	.derived.count = 3 + 9 + 2 * 10,
};
