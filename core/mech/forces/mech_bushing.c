/* Bushing in the plane: an elastic, damped connection in both directions and about the angle.
 *
 *     x = (displacement of the second body's point along x1, y1; angle),     F = -K x - C dx/dt,     f = sum J_k^T F_k
 *
 * with axes fixed to the first body that are the global ones in the drawing. K and C are symmetric 3 x 3: three numbers
 * for the diagonal, then, where wanted, three for what is above it, row by row.
 *
 * Stored: x^T K x / 2; heat: dx/dt^T C dx/dt. Derived: local points s1, s2.
 */
#include "mech_kinds.h"
#include "mech_planar.h"

enum { MECH_BUSHING_AT = 0, MECH_BUSHING_STIFFNESS = 2, MECH_BUSHING_DAMPING = 8, MECH_BUSHING_N = 3 };

static const struct mech_parameter_spec mech_bushing_parameters[] = {
	{"at", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "where it connects the bodies, as drawn"},
	{"stiffness", 6, 3, MECH_NUMBER, MECH_REQUIRED, MECH_ANY, 1, 0.0,
     "x, y (N/m), angle (N.m/rad), then the couplings of x with y, x with angle, y with angle"},
	{"damping", 6, 3, MECH_NUMBER, MECH_OPTIONAL, MECH_ANY, 1, 0.0, "the same for rates"},
};

static const struct mech_output_spec mech_bushing_outputs[] = {
	{"force", 2, MECH_FORCE, MECH_READS_MOTION, "force on the second body, in the axes of the first"},
	{"torque", 1, MECH_TORQUE, MECH_READS_MOTION, "torque on the second body"},
};

static void mech_bushing_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *at = c->parameters + e->parameter + MECH_BUSHING_AT;
	mech_local_point(c, e->body[0], at, out);
	mech_local_point(c, e->body[1], at, out + 2);
}

/* symmetric, from diagonal and couplings */
static double mech_bushing_entry(const double *numbers, int i, int j)
{
	static const int place[MECH_BUSHING_N][MECH_BUSHING_N] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
	return numbers[place[i][j]];
}

struct mech_bushing_state {
	const double *K, *C; /* numbers */
	struct mech_scalar x[MECH_BUSHING_N];
	double v[MECH_PAIR_V], rate[MECH_BUSHING_N], F[MECH_BUSHING_N];
};

static void mech_bushing_evaluate(const struct mech_context *c, const struct mech_element *e,
                                  struct mech_bushing_state *s)
{
	static const double axes[2][2] = {{1.0, 0.0}, {0.0, 1.0}};
	const double *derived = c->derived + e->derived;
	const struct mech_pair pair = {{e->body[0], e->body[1]}, {derived, derived + 2}};
	s->K = c->parameters + e->parameter + MECH_BUSHING_STIFFNESS;
	s->C = c->parameters + e->parameter + MECH_BUSHING_DAMPING;
	mech_gather(c, e, c->v, s->v);
	for (int k = 0; k < 2; k++) {
		double axis[2];
		mech_turn(c, e->body[0], axes[k], axis);
		mech_scalar_along(c, &pair, axis, 1, &s->x[k]);
	}
	mech_scalar_angle(c, e->body, &s->x[2]);
	s->x[2].value = mech_scalar_value(&s->x[2]);
	for (int k = 0; k < MECH_BUSHING_N; k++) {
		s->rate[k] = mech_scalar_rate(&s->x[k], s->v);
	}
	for (int k = 0; k < MECH_BUSHING_N; k++) {
		s->F[k] = 0.0;
		for (int l = 0; l < MECH_BUSHING_N; l++) {
			s->F[k] -= mech_bushing_entry(s->K, k, l) * s->x[l].value + mech_bushing_entry(s->C, k, l) * s->rate[l];
		}
	}
}

static void mech_bushing_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	struct mech_bushing_state s;
	mech_bushing_evaluate(c, e, &s);
	for (int k = 0; k < MECH_BUSHING_N; k++) {
		for (int i = 0; i < MECH_PAIR_V; i++) {
			f[i] += s.F[k] * s.x[k].gradient[i];
		}
	}
}

/* cq dx/dq + cv dx/dv and cq d(dx/dt)/dq + cv d(dx/dt)/dv of one direction j, weighted with K and C: change of -F_k */
static double mech_bushing_change(const struct mech_bushing_state *s, int k, int j, double cq, double cv)
{
	double change = 0.0;
	for (int l = 0; l < MECH_BUSHING_N; l++) {
		double turning = 0.0;
		for (int i = 0; i < MECH_PAIR_V; i++) {
			turning += s->v[i] * s->x[l].hessian[MECH_PAIR_V * i + j];
		}
		change += mech_bushing_entry(s->K, k, l) * cq * s->x[l].gradient[j] +
		          mech_bushing_entry(s->C, k, l) * (cv * s->x[l].gradient[j] + cq * turning);
	}
	return change;
}

static void mech_bushing_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                 double *out)
{
	struct mech_bushing_state s;
	mech_bushing_evaluate(c, e, &s);
	for (int k = 0; k < MECH_BUSHING_N; k++) {
		for (int j = 0; j < MECH_PAIR_V; j++) {
			const double change = mech_bushing_change(&s, k, j, cq, cv);
			for (int i = 0; i < MECH_PAIR_V; i++) {
				out[MECH_PAIR_V * i + j] +=
					s.x[k].gradient[i] * change - cq * s.F[k] * s.x[k].hessian[MECH_PAIR_V * i + j];
			}
		}
	}
}

static double mech_bushing_potential(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_bushing_state s;
	double energy = 0.0;
	mech_bushing_evaluate(c, e, &s);
	for (int i = 0; i < MECH_BUSHING_N * MECH_BUSHING_N; i++) {
		const int k = i / MECH_BUSHING_N, l = i % MECH_BUSHING_N;
		energy += 0.5 * mech_bushing_entry(s.K, k, l) * s.x[k].value * s.x[l].value;
	}
	return energy;
}

static double mech_bushing_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_bushing_state s;
	double power = 0.0;
	mech_bushing_evaluate(c, e, &s);
	for (int i = 0; i < MECH_BUSHING_N * MECH_BUSHING_N; i++) {
		const int k = i / MECH_BUSHING_N, l = i % MECH_BUSHING_N;
		power += mech_bushing_entry(s.C, k, l) * s.rate[k] * s.rate[l];
	}
	return power;
}

static void mech_bushing_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_bushing_state s;
	mech_bushing_evaluate(c, e, &s);
	for (int k = 0; k < MECH_BUSHING_N; k++) {
		out[k] = s.F[k];
	}
}

static void mech_bushing_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double d[2];
	mech_point(c, e->body[1], c->derived + e->derived + 2, d, out);
}

LA_TABLE const struct mech_kind mech_bushing = {
	.name = "bushing",
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_PLANAR,
	.text = "elastic and damped connection in both directions and about the angle",
	.n_bodies = 2,
	.n_parameters = 3,
	.parameters = mech_bushing_parameters,
	.n_outputs = 2,
	.outputs = mech_bushing_outputs,
	.force = mech_bushing_force,
	.force_reads = MECH_READS_MOTION,
	.torque_reads = MECH_READS_MOTION,
	.tangent = mech_bushing_tangent,
	.potential = mech_bushing_potential,
	.dissipation = mech_bushing_dissipation,
	.n_derived = 4,
	.derive = mech_bushing_derive,
	.output = mech_bushing_output,
	.point = mech_bushing_point,
};
