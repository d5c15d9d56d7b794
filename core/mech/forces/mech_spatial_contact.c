/* Contact in space: a sphere of the first body (radius 0: a point) with a plane of the second.
 *
 * In the plane's axes x, y, z (z its normal) the centre is at height z2 . (p1 - p2) - radius over the plane. The touching
 * point moves with
 *
 *     u_x = d/dt x2 . (p1 - p2) - radius w_y,     u_y = d/dt y2 . (p1 - p2) + radius w_x,
 *
 * w the angular velocity of the first body relative to the second. Forces act along these velocities: mech_contact_law.h.
 * w is no rate of an angle, so its rows J have derivatives of their own: that of a component about a2 along the rotation i of
 * the first body is d(a2 . R1 e_i).
 *
 * Derived: local centre, local point of the plane, then the plane's axes in the second body.
 */
#include <string.h>

#include "mech_contact_law.h"
#include "mech_gap.h"
#include "mech_kinds.h"
#include "mech_rotation.h"
#include "mech_spatial.h"

enum {
	MECH_SPATIAL_CONTACT_AT = 0,
	MECH_SPATIAL_CONTACT_RADIUS = 3,
	MECH_SPATIAL_CONTACT_PLANE = 4,
	MECH_SPATIAL_CONTACT_NORMAL = 7,
	MECH_SPATIAL_CONTACT_LAW = 10
};
enum { MECH_SPATIAL_CONTACT_AXES = 6, MECH_SPATIAL_CONTACT_DERIVED = 15 };

static const struct mech_parameter_spec mech_spatial_contact_parameters[] = {
	{"at", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "centre of the sphere on the first body, as drawn"},
	{"radius", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0, 0.0, "of the sphere; 0: a point"},
	{"plane", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "a point of the plane on the second body, as drawn"},
	{"normal", 3, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0,
     "normal of the plane towards the sphere, as drawn, any length"},
	MECH_CONTACT_SPECS,
};

static const struct mech_output_spec mech_spatial_contact_outputs[] = {
	{"height", 1, MECH_LENGTH, MECH_READS_POSITIONS, "of the sphere over the plane, negative in contact"},
	{"normal_force", 1, MECH_FORCE, MECH_READS_MOTION, "force of the plane on the sphere along the normal"},
	{"friction_force", 2, MECH_FORCE, MECH_READS_MOTION, "friction on the sphere, in the plane"},
};

static void mech_spatial_contact_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *numbers = c->parameters + e->parameter;
	double *axes = out + MECH_SPATIAL_CONTACT_AXES;
	mech_spatial_local_point(c, e->body[0], numbers + MECH_SPATIAL_CONTACT_AT, out);
	mech_spatial_local_point(c, e->body[1], numbers + MECH_SPATIAL_CONTACT_PLANE, out + 3);
	mech_spatial_unit(numbers + MECH_SPATIAL_CONTACT_NORMAL, axes + 6);
	mech_frame(axes + 6, axes, axes + 3);
}

/* directions of the forces as rows over the velocities of both bodies, their derivatives, and what acts along them */
struct mech_spatial_contact_state {
	double height, v[MECH_JET_V];
	double row[3][MECH_JET_V], turn[3][MECH_JET_V * MECH_JET_V];
	double rate[3], F[3], F_height[3], F_rate[9];
	int touches;
};

/* adds factor times the relative angular velocity about axis a2 (local in the second body) to a row */
static void mech_spatial_contact_add_spin(const struct mech_frames *f, const double *a2, double factor, double *row,
                                          double *turn)
{
	struct mech_jet axis[3], edge[3], cosine;
	mech_jet_direction(f, 1, a2, axis);
	for (int i = 0; i < 3; i++) {
		const double u[3] = {i == 0, i == 1, i == 2};
		mech_jet_direction(f, 0, u, edge);
		mech_jet_dot(f->order > 0 ? 1 : 0, axis, edge, &cosine);
		row[3 + i] += factor * cosine.value;
		row[9 + i] -= factor * a2[i];
		for (int j = 0; f->order > 1 && j < MECH_JET_V; j++) {
			turn[MECH_JET_V * (3 + i) + j] += factor * cosine.gradient[j];
		}
	}
}

/* order 1: rows and forces; 2: derivatives of the rows too */
static void mech_spatial_contact_evaluate(const struct mech_context *c, const struct mech_element *e, int order,
                                          struct mech_spatial_contact_state *s)
{
	const double *numbers = c->parameters + e->parameter, *derived = c->derived + e->derived;
	const double *axes = derived + MECH_SPATIAL_CONTACT_AXES, radius = numbers[MECH_SPATIAL_CONTACT_RADIUS];
	struct mech_frames f;
	struct mech_jet gap[3], p2[3], axis[3], along;
	memset(s, 0, sizeof *s);
	mech_frames_open(c, e->body, order, &f);
	mech_jet_point(&f, 0, derived, gap);
	mech_jet_point(&f, 1, derived + 3, p2);
	mech_jet_subtract(order, gap, p2, gap);
	mech_gather(c, e, c->v, s->v);
	for (int k = 0; k < 3; k++) {
		mech_jet_direction(&f, 1, axes + 3 * k, axis);
		mech_jet_dot(order, axis, gap, &along);
		memcpy(s->row[k], along.gradient, sizeof along.gradient);
		if (order > 1) {
			mech_jet_add_curvature(&along, 1.0, s->turn[k]);
		}
		s->height = along.value - radius;
	}
	mech_spatial_contact_add_spin(&f, axes + 3, -radius, s->row[0], s->turn[0]);
	mech_spatial_contact_add_spin(&f, axes, radius, s->row[1], s->turn[1]);
	for (int k = 0; k < 3; k++) {
		for (int i = 0; i < MECH_JET_V; i++) {
			s->rate[k] += s->row[k][i] * s->v[i];
		}
	}
	s->touches =
		mech_contact_force(numbers + MECH_SPATIAL_CONTACT_LAW, 3, s->height, s->rate, s->F, s->F_height, s->F_rate);
}

static void mech_spatial_contact_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	struct mech_spatial_contact_state s;
	mech_spatial_contact_evaluate(c, e, 1, &s);
	for (int k = 0; s.touches && k < 3; k++) {
		for (int i = 0; i < MECH_JET_V; i++) {
			f[i] += s.F[k] * s.row[k][i];
		}
	}
}

/* cq dF_k/dq + cv dF_k/dv */
static void mech_spatial_contact_change(const struct mech_spatial_contact_state *s, int k, double cq, double cv,
                                        double *out)
{
	for (int j = 0; j < MECH_JET_V; j++) {
		out[j] = cq * s->F_height[k] * s->row[2][j];
		for (int l = 0; l < 3; l++) {
			double turning = 0.0;
			for (int i = 0; i < MECH_JET_V; i++) {
				turning += s->v[i] * s->turn[l][MECH_JET_V * i + j];
			}
			out[j] += s->F_rate[3 * k + l] * (cv * s->row[l][j] + cq * turning);
		}
	}
}

static void mech_spatial_contact_tangent(const struct mech_context *c, const struct mech_element *e, double cq,
                                         double cv, double *out)
{
	struct mech_spatial_contact_state s;
	mech_spatial_contact_evaluate(c, e, 2, &s);
	for (int k = 0; s.touches && k < 3; k++) {
		double change[MECH_JET_V];
		mech_spatial_contact_change(&s, k, cq, cv, change);
		for (int i = 0; i < MECH_JET_V; i++) {
			for (int j = 0; j < MECH_JET_V; j++) {
				const int ij = MECH_JET_V * i + j;
				out[ij] -= s.row[k][i] * change[j] + cq * s.F[k] * s.turn[k][ij];
			}
		}
	}
}

static double mech_spatial_contact_potential(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_spatial_contact_state s;
	double spring;
	mech_spatial_contact_evaluate(c, e, 1, &s);
	return mech_contact_energy(c->parameters + e->parameter + MECH_SPATIAL_CONTACT_LAW, s.height, &spring);
}

/* what the forces take less what the spring stores */
static double mech_spatial_contact_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_spatial_contact_state s;
	double spring;
	mech_spatial_contact_evaluate(c, e, 1, &s);
	mech_contact_energy(c->parameters + e->parameter + MECH_SPATIAL_CONTACT_LAW, s.height, &spring);
	return spring * s.rate[2] - mech_dot(s.F, s.rate);
}

static struct mech_gap mech_spatial_contact_gap(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_spatial_contact_state s;
	double a[MECH_JET_V], acceleration = 0.0;
	mech_spatial_contact_evaluate(c, e, 2, &s);
	mech_gather(c, e, c->a, a);
	for (int i = 0; i < MECH_JET_V; i++) {
		acceleration += s.row[2][i] * a[i];
		for (int j = 0; j < MECH_JET_V; j++) {
			acceleration += s.v[i] * s.turn[2][MECH_JET_V * i + j] * s.v[j];
		}
	}
	return (struct mech_gap){s.height, s.rate[2], acceleration, c->length};
}

static void mech_spatial_contact_events(const struct mech_context *c, const struct mech_element *e,
                                        struct dae_event *out)
{
	const struct mech_gap gap = mech_spatial_contact_gap(c, e);
	*out = mech_gap_event(&gap, c->memory[e->memory]);
}

static void mech_spatial_contact_start(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	const struct mech_gap gap = mech_spatial_contact_gap(c, e);
	memory[0] = mech_gap_closed(&gap);
}

static void mech_spatial_contact_remember(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	const struct mech_gap gap = mech_spatial_contact_gap(c, e);
	memory[0] = mech_gap_remember(&gap, memory[0]);
}

static void mech_spatial_contact_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_spatial_contact_state s;
	mech_spatial_contact_evaluate(c, e, 1, &s);
	out[0] = s.height;
	out[1] = s.F[2];
	out[2] = s.F[0];
	out[3] = s.F[1];
}

static void mech_spatial_contact_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_spatial_point(c, e->body[0], c->derived + e->derived, out);
}

LA_TABLE const struct mech_kind mech_spatial_contact = {
	.name = "contact",
	.symbol = MECH_SYMBOL_CONTACT,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_SPATIAL,
	.text = "a sphere or a point of the first body touches a plane of the second, with friction",
	.n_bodies = 2,
	.n_parameters = 8,
	.parameters = mech_spatial_contact_parameters,
	.n_outputs = 3,
	.outputs = mech_spatial_contact_outputs,
	.force = mech_spatial_contact_force,
	.force_reads = MECH_READS_MOTION,
	.torque_reads = MECH_READS_MOTION,
	.tangent = mech_spatial_contact_tangent,
	.potential = mech_spatial_contact_potential,
	.dissipation = mech_spatial_contact_dissipation,
	.n_derived = MECH_SPATIAL_CONTACT_DERIVED,
	.derive = mech_spatial_contact_derive,
	.n_memory = 1,
	.start = mech_spatial_contact_start,
	.remember = mech_spatial_contact_remember,
	.n_events = 1,
	.events = mech_spatial_contact_events,
	.output = mech_spatial_contact_output,
	.point = mech_spatial_contact_point,
};
