/* Spring and damper between a point of the first body and a point of the second.
 *
 * With the distance l of the points, J = dl/dq and H = d2l/dq2:
 *
 *     F = F(l - length, dl/dt),     f = -F J^T,
 *     -df/dq = F_x J^T J + F_v J^T (H v)^T + F H,     -df/dv = F_v J^T J,
 *
 * with the law F and its derivatives F_x, F_v of mech_spring_law.h: stiffness and damping, or tables. Where the points
 * coincide the force has no direction and is zero (see mech_scalar_distance). Derived: length, local points s1, s2.
 */
#include "mech_kinds.h"
#include "mech_planar.h"
#include "mech_spring_law.h"

#include <math.h>

enum {
	MECH_SPRING_DAMPER_FROM = 0,
	MECH_SPRING_DAMPER_TO = 2,
	MECH_SPRING_DAMPER_LAW = 4,
	MECH_SPRING_DAMPER_LENGTH = 6
};

static const struct mech_parameter_spec mech_spring_damper_parameters[] = {
	{"from", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "end on the first body, as drawn"},
	{"to", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "end on the second body, as drawn"},
	MECH_SPRING_SPECS,
};

static void mech_spring_damper_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *numbers = c->parameters + e->parameter;
	const double *from = numbers + MECH_SPRING_DAMPER_FROM, *to = numbers + MECH_SPRING_DAMPER_TO;
	const double length = numbers[MECH_SPRING_DAMPER_LENGTH];
	out[0] = isnan(length) ? hypot(to[0] - from[0], to[1] - from[1]) : length;
	mech_local_point(c, e->body[0], from, out + 1);
	mech_local_point(c, e->body[1], to, out + 3);
}

static void mech_spring_damper_distance(const struct mech_context *c, const struct mech_element *e,
                                        struct mech_scalar *h)
{
	const double *derived = c->derived + e->derived;
	const struct mech_pair pair = {{e->body[0], e->body[1]}, {derived + 1, derived + 3}};
	mech_scalar_distance(c, &pair, h);
}

/* rate of the distance h */
static double mech_spring_damper_rate(const struct mech_context *c, const struct mech_element *e,
                                      const struct mech_scalar *h)
{
	double v[MECH_PAIR_V];
	mech_gather(c, e, c->v, v);
	return mech_scalar_rate(h, v);
}

static struct mech_spring_force mech_spring_damper_tension(const struct mech_context *c, const struct mech_element *e,
                                                           const struct mech_scalar *h)
{
	return mech_spring_force(c, e, MECH_SPRING_DAMPER_LAW, h->value - c->derived[e->derived],
	                         mech_spring_damper_rate(c, e, h));
}

static void mech_spring_damper_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	struct mech_scalar h;
	mech_spring_damper_distance(c, e, &h);
	const double tension = mech_spring_damper_tension(c, e, &h).value;
	for (int i = 0; i < MECH_PAIR_V; i++) {
		f[i] -= tension * h.gradient[i];
	}
}

static void mech_spring_damper_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                       double *out)
{
	struct mech_scalar h;
	mech_spring_damper_distance(c, e, &h);
	const struct mech_spring_force F = mech_spring_damper_tension(c, e, &h);

	double v[MECH_PAIR_V], Hv[MECH_PAIR_V] = {0.0};
	mech_gather(c, e, c->v, v);
	for (int i = 0; i < MECH_PAIR_V; i++) {
		for (int j = 0; j < MECH_PAIR_V; j++) {
			Hv[i] += h.hessian[MECH_PAIR_V * i + j] * v[j];
		}
	}
	const double factor = cq * F.by_stretch + cv * F.by_rate;
	for (int i = 0; i < MECH_PAIR_V; i++) {
		for (int j = 0; j < MECH_PAIR_V; j++) {
			out[MECH_PAIR_V * i + j] += h.gradient[i] * (factor * h.gradient[j] + cq * F.by_rate * Hv[j]) +
			                            cq * F.value * h.hessian[MECH_PAIR_V * i + j];
		}
	}
}

static double mech_spring_damper_potential(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_scalar h;
	mech_spring_damper_distance(c, e, &h);
	return mech_spring_energy(c, e, MECH_SPRING_DAMPER_LAW, h.value - c->derived[e->derived]);
}

static double mech_spring_damper_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_scalar h;
	mech_spring_damper_distance(c, e, &h);
	return mech_spring_heat(c, e, MECH_SPRING_DAMPER_LAW, mech_spring_damper_rate(c, e, &h));
}

static void mech_spring_damper_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_scalar h;
	mech_spring_damper_distance(c, e, &h);
	out[0] = mech_spring_damper_tension(c, e, &h).value;
}

static void mech_spring_damper_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double d[2];
	mech_point(c, e->body[1], c->derived + e->derived + 3, d, out);
}

LA_TABLE const struct mech_kind mech_spring_damper = {
	.name = "spring_damper",
	.symbol = MECH_SYMBOL_SPRING,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_PLANAR,
	.text = "spring and damper between two points",
	.n_bodies = 2,
	.n_parameters = 5,
	.parameters = mech_spring_damper_parameters,
	.n_curves = 2,
	.curves = mech_spring_curves,
	.n_outputs = 1,
	.outputs = mech_spring_outputs,
	.force = mech_spring_damper_force,
	.force_reads = MECH_READS_MOTION,
	.torque_reads = MECH_READS_MOTION,
	.tangent = mech_spring_damper_tangent,
	.potential = mech_spring_damper_potential,
	.dissipation = mech_spring_damper_dissipation,
	.n_derived = 5,
	.derive = mech_spring_damper_derive,
	.output = mech_spring_damper_output,
	.point = mech_spring_damper_point,
};
