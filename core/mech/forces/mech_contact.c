/* Contact in the plane: a circle of the first body (radius 0: a point) with a straight line of the second.
 *
 * In the line's axes t, n the centre is at height n2 . (p1 - p2) - radius; the touching point moves along the line with
 *
 *     u = d/dt t2 . (p1 - p2) + radius (w1 - w2)     (n to the left of t),
 *
 * forces act along these: mech_contact_law.h. Derived: local centre, local point of the line, then t and n in the second body.
 * Memory: of the gap (mech_gap.h).
 */
#include "mech_contact_law.h"
#include "mech_gap.h"
#include "mech_kinds.h"
#include "mech_planar.h"

enum {
	MECH_CONTACT_AT = 0,
	MECH_CONTACT_RADIUS = 2,
	MECH_CONTACT_LINE = 3,
	MECH_CONTACT_NORMAL = 5,
	MECH_CONTACT_LAW = 7
};

static const struct mech_parameter_spec mech_contact_parameters[] = {
	{"at", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "centre of the circle on the first body, as drawn"},
	{"radius", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0, 0.0, "of the circle; 0: a point"},
	{"line", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "a point of the line on the second body, as drawn"},
	{"normal", 2, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0,
     "normal of the line towards the circle, as drawn, any length"},
	MECH_CONTACT_SPECS,
};

static const struct mech_output_spec mech_contact_outputs[] = {
	{"height", 1, MECH_LENGTH, MECH_READS_POSITIONS, "of the circle over the line, negative in contact"},
	{"normal_force", 1, MECH_FORCE, MECH_READS_MOTION, "force of the line on the circle along the normal"},
	{"friction_force", 1, MECH_FORCE, MECH_READS_MOTION, "friction on the circle along the line"},
};

static void mech_contact_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *numbers = c->parameters + e->parameter;
	mech_local_point(c, e->body[0], numbers + MECH_CONTACT_AT, out);
	mech_local_point(c, e->body[1], numbers + MECH_CONTACT_LINE, out + 2);
	mech_unit(numbers + MECH_CONTACT_NORMAL, out + 6);
	out[4] = out[7];
	out[5] = -out[6];
}

struct mech_contact_state {
	double height, v[MECH_PAIR_V];
	struct mech_scalar x[2]; /* along the line, along the normal */
	double rate[2], F[2], F_height[2], F_rate[4];
	int touches;
};

static void mech_contact_evaluate(const struct mech_context *c, const struct mech_element *e,
                                  struct mech_contact_state *s)
{
	const double *numbers = c->parameters + e->parameter, *derived = c->derived + e->derived;
	const double radius = numbers[MECH_CONTACT_RADIUS];
	/* seen from the second body, whose axes turn with it */
	const struct mech_pair pair = {{e->body[1], e->body[0]}, {derived + 2, derived}};
	struct mech_scalar angle;
	*s = (struct mech_contact_state){.touches = 0};
	mech_gather(c, e, c->v, s->v);
	for (int k = 0; k < 2; k++) {
		double axis[2];
		mech_turn(c, e->body[1], derived + 4 + 2 * k, axis);
		mech_scalar_along(c, &pair, axis, 1, &s->x[k]);
		mech_scalar_swap(&s->x[k]);
	}
	s->height = s->x[1].value - radius;
	mech_scalar_angle(c, e->body, &angle);
	for (int i = 0; i < MECH_PAIR_V; i++) {
		s->x[0].gradient[i] -= radius * angle.gradient[i];
	}
	for (int k = 0; k < 2; k++) {
		s->rate[k] = mech_scalar_rate(&s->x[k], s->v);
	}
	s->touches = mech_contact_force(numbers + MECH_CONTACT_LAW, 2, s->height, s->rate, s->F, s->F_height, s->F_rate);
}

static void mech_contact_add_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	struct mech_contact_state s;
	mech_contact_evaluate(c, e, &s);
	for (int k = 0; s.touches && k < 2; k++) {
		for (int i = 0; i < MECH_PAIR_V; i++) {
			f[i] += s.F[k] * s.x[k].gradient[i];
		}
	}
}

static void mech_contact_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                 double *out)
{
	struct mech_contact_state s;
	mech_contact_evaluate(c, e, &s);
	for (int k = 0; s.touches && k < 2; k++) {
		for (int j = 0; j < MECH_PAIR_V; j++) {
			double change = cq * s.F_height[k] * s.x[1].gradient[j];
			for (int l = 0; l < 2; l++) {
				double turning = 0.0;
				for (int i = 0; i < MECH_PAIR_V; i++) {
					turning += s.v[i] * s.x[l].hessian[MECH_PAIR_V * i + j];
				}
				change += s.F_rate[2 * k + l] * (cv * s.x[l].gradient[j] + cq * turning);
			}
			for (int i = 0; i < MECH_PAIR_V; i++) {
				out[MECH_PAIR_V * i + j] -=
					s.x[k].gradient[i] * change + cq * s.F[k] * s.x[k].hessian[MECH_PAIR_V * i + j];
			}
		}
	}
}

static double mech_contact_potential(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_contact_state s;
	double spring;
	mech_contact_evaluate(c, e, &s);
	return mech_contact_energy(c->parameters + e->parameter + MECH_CONTACT_LAW, s.height, &spring);
}

/* what the forces take less what the spring stores */
static double mech_contact_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_contact_state s;
	double spring;
	mech_contact_evaluate(c, e, &s);
	mech_contact_energy(c->parameters + e->parameter + MECH_CONTACT_LAW, s.height, &spring);
	return spring * s.rate[1] - s.F[0] * s.rate[0] - s.F[1] * s.rate[1];
}

static struct mech_gap mech_contact_gap(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_contact_state s;
	double a[MECH_PAIR_V];
	mech_contact_evaluate(c, e, &s);
	mech_gather(c, e, c->a, a);
	const double acceleration = mech_scalar_rate(&s.x[1], a) + mech_scalar_bias(&s.x[1], s.v);
	return (struct mech_gap){s.height, s.rate[1], acceleration, c->length};
}

static void mech_contact_events(const struct mech_context *c, const struct mech_element *e, struct dae_event *out)
{
	const struct mech_gap gap = mech_contact_gap(c, e);
	*out = mech_gap_event(&gap, c->memory[e->memory]);
}

static void mech_contact_start(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	const struct mech_gap gap = mech_contact_gap(c, e);
	memory[0] = mech_gap_closed(&gap);
}

static void mech_contact_remember(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	const struct mech_gap gap = mech_contact_gap(c, e);
	memory[0] = mech_gap_remember(&gap, memory[0]);
}

static void mech_contact_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_contact_state s;
	mech_contact_evaluate(c, e, &s);
	out[0] = s.height;
	out[1] = s.F[1];
	out[2] = s.F[0];
}

static void mech_contact_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	double d[2];
	mech_point(c, e->body[0], c->derived + e->derived, d, out);
}

LA_TABLE const struct mech_kind mech_contact = {
	.name = "contact",
	.symbol = MECH_SYMBOL_CONTACT,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_PLANAR,
	.text = "a circle or a point of the first body touches a straight line of the second, with friction",
	.n_bodies = 2,
	.n_parameters = 8,
	.parameters = mech_contact_parameters,
	.n_outputs = 3,
	.outputs = mech_contact_outputs,
	.force = mech_contact_add_force,
	.force_reads = MECH_READS_MOTION,
	.torque_reads = MECH_READS_MOTION,
	.tangent = mech_contact_tangent,
	.potential = mech_contact_potential,
	.dissipation = mech_contact_dissipation,
	.n_derived = 8,
	.derive = mech_contact_derive,
	.n_memory = 1,
	.start = mech_contact_start,
	.remember = mech_contact_remember,
	.n_events = 1,
	.events = mech_contact_events,
	.output = mech_contact_output,
	.point = mech_contact_point,
};
