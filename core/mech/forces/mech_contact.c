/* Contact of a round part of the first body (radius 0: a point) with a straight one of the second:
 * a circle with a line in the plane, a sphere with a plane in space.
 *
 * With the axes of the second body t (two in space) along the surface and n across, the centre is
 * at height n . (p1 - p2) - radius. The touching point moves along the surface with
 *
 *     u = d/dt t . (p1 - p2) - radius w . (n x t),
 *
 * w the angular velocity of the first body relative to the second; in the plane n is to the left of
 * t and the last term radius w. Forces act along these velocities: mech_contact_law.h. In space w
 * is no rate of an angle, so its rows have derivatives of their own: that of a component about a2
 * along the rotation i of the first body is d(a2 . R1 e_i).
 *
 * With `bristles` friction sticks: mech_bristles.h.
 *
 * Derived: local centre, local point of the surface, then t .. and n in the second body. Memory: of
 * the gap (mech_gap.h), then the states when it last opened or closed.
 */
#include <math.h>
#include <string.h>

#include "mech_bristles.h"
#include "mech_jet.h"
#include "mech_rotation.h"

static const struct mech_parameter_spec mech_contact_parameters[] = {
	{"at", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "centre of the circle on the first body, as drawn"},
	{"radius", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0, 0.0, "of the circle; 0: a point"},
	{"line", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "a point of the line on the second body, as drawn"},
	{"normal", 2, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0,
     "normal of the line towards the circle, as drawn, any length"},
	MECH_CONTACT_SPECS,
	MECH_BRISTLES_SPECS,
};

static const struct mech_parameter_spec mech_contact_spatial_parameters[] = {
	{"at", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "centre of the sphere on the first body, as drawn"},
	{"radius", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0, 0.0, "of the sphere; 0: a point"},
	{"plane", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "a point of the plane on the second body, as drawn"},
	{"normal", 3, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0,
     "normal of the plane towards the sphere, as drawn, any length"},
	MECH_CONTACT_SPECS,
	MECH_BRISTLES_SPECS,
};

static const struct mech_output_spec mech_contact_outputs[] = {
	{"height", 1, MECH_LENGTH, MECH_READS_POSITIONS, "of the circle over the line, negative in contact"},
	{"normal_force", 1, MECH_FORCE, MECH_READS_MOTION, "force of the line on the circle along the normal"},
	{"friction_force", 1, MECH_FORCE, MECH_READS_MOTION | MECH_READS_STATES, "friction on the circle along the line"},
};

static const struct mech_output_spec mech_contact_spatial_outputs[] = {
	{"height", 1, MECH_LENGTH, MECH_READS_POSITIONS, "of the sphere over the plane, negative in contact"},
	{"normal_force", 1, MECH_FORCE, MECH_READS_MOTION, "force of the plane on the sphere along the normal"},
	{"friction_force", 2, MECH_FORCE, MECH_READS_MOTION | MECH_READS_STATES, "friction on the sphere, in the plane"},
};

/* both states need bristles */
enum { MECH_CONTACT_OWN = 4 };
static const int mech_contact_state_needs[] = {MECH_CONTACT_OWN + MECH_CONTACT_NUMBERS + MECH_BRISTLES_STIFFNESS,
                                               MECH_CONTACT_OWN + MECH_CONTACT_NUMBERS + MECH_BRISTLES_STIFFNESS};

static void mech_contact_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const int n = mech_dimension(c);
	const double *at = c->parameters + e->parameter, *surface = at + n + 1;
	double *axes = out + 2 * n, *normal = axes + n * (n - 1);
	mech_local_point(c, e->body[0], at, out);
	mech_local_point(c, e->body[1], surface, out + n);
	mech_vector_unit(n, surface + n, normal);
	if (n == 2) {
		axes[0] = normal[1];
		axes[1] = -normal[0];
	} else {
		mech_frame(normal, axes, axes + 3);
	}
}

/* adds factor times the relative angular velocity about axis a2 (local in the second body) to a
 * row */
static void mech_contact_add_spin(const struct mech_frames *f, const double *a2, double factor, double *row,
                                  double *turn)
{
	struct mech_frames values = *f;
	struct mech_jet axis[3], edge[3], cosine;
	values.order = f->order - 1; /* the row is no derivative */
	mech_jet_direction(&values, 1, a2, axis);
	for (int i = 0; i < 3; i++) {
		const double u[3] = {i == 0, i == 1, i == 2};
		mech_jet_direction(&values, 0, u, edge);
		mech_jet_dot(&values, axis, edge, &cosine);
		row[3 + i] += factor * cosine.value;
		row[9 + i] -= factor * a2[i];
		for (int j = 0; f->order > 1 && j < f->n; j++) {
			turn[f->n * (3 + i) + j] += factor * cosine.gradient[j];
		}
	}
}

/* deflection of the bristles since the contact began */
static void mech_contact_deflection(const struct mech_context *c, const struct mech_element *e, double *z)
{
	for (int k = 0; k < e->n_states; k++) {
		z[k] = mech_element_state(c, e, k) - c->memory[e->memory + 1 + k];
	}
}

/* order 1: rows and forces; 2: derivatives of the rows too; b: may be NULL */
static void mech_contact_evaluate(const struct mech_context *c, const struct mech_element *e, int order,
                                  struct mech_touch *s, struct mech_bristles *b)
{
	double z[MECH_BRISTLES_MOST];
	struct mech_bristles unused;
	const int n = mech_dimension(c);
	const double radius = c->parameters[e->parameter + n], *derived = c->derived + e->derived, *axes = derived + 2 * n;
	struct mech_frames f;
	struct mech_jet gap[MECH_MOST_DIMENSION], axis[MECH_MOST_DIMENSION], along;
	memset(s, 0, sizeof *s);
	mech_frames_open(c, e, order, &f);
	s->n = n;
	s->size = f.n;
	s->law = c->parameters + e->parameter + 3 * n + 1;
	mech_jet_gap(&f, 1, derived, derived + n, gap);
	for (int k = 0; k < n; k++) {
		mech_jet_direction(&f, 1, axes + n * k, axis);
		mech_jet_dot(&f, axis, gap, &along);
		memcpy(s->row[k], along.gradient, (size_t)f.n * sizeof(double));
		if (order > 1) {
			mech_jet_add_curvature(&f, &along, 1.0, s->turn[k]);
		}
		s->height = along.value - radius;
	}
	if (n == 2) {
		s->row[0][2] += radius;
		s->row[0][5] -= radius;
	} else {
		mech_contact_add_spin(&f, axes + 3, -radius, s->row[0], s->turn[0]);
		mech_contact_add_spin(&f, axes, radius, s->row[1], s->turn[1]);
	}
	mech_touch_load(c, e, s);
	if (e->n_states > 0) {
		mech_contact_deflection(c, e, z);
		mech_bristles_load(s->law + MECH_CONTACT_NUMBERS, z, s, b ? b : &unused);
	}
}

static void mech_contact_add_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	struct mech_touch s;
	struct mech_bristles b;
	mech_contact_evaluate(c, e, 1, &s, &b);
	mech_touch_add_force(&s, f);
	for (int k = 0; k < e->n_states; k++) {
		f[s.size + k] += b.rate[k];
	}
}

static void mech_contact_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                 double *out)
{
	struct mech_touch s;
	struct mech_bristles b;
	mech_contact_evaluate(c, e, 2, &s, &b);
	if (e->n_states > 0) {
		mech_bristles_add_tangent(&b, &s, cq, cv, out);
	} else {
		mech_touch_add_tangent(&s, cq, cv, out);
	}
}

static void mech_contact_state_sizes(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *law = c->parameters + e->parameter + 3 * mech_dimension(c) + 1;
	for (int k = 0; k < e->n_states; k++) {
		out[k] = fmax(law[MECH_CONTACT_FRICTION], 1e-3) / law[MECH_CONTACT_NUMBERS + MECH_BRISTLES_STIFFNESS];
	}
}

static double mech_contact_potential(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_touch s;
	mech_contact_evaluate(c, e, 1, &s, NULL);
	return mech_touch_potential(&s);
}

static double mech_contact_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_touch s;
	mech_contact_evaluate(c, e, 1, &s, NULL);
	return mech_touch_dissipation(&s);
}

static struct mech_gap mech_contact_gap(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_touch s;
	mech_contact_evaluate(c, e, 2, &s, NULL);
	return mech_touch_gap(c, e, &s);
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
	memset(memory + 1, 0, (size_t)(mech_dimension(c) - 1) * sizeof *memory);
}

static void mech_contact_remember(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	const struct mech_gap gap = mech_contact_gap(c, e);
	const double before = memory[0];
	memory[0] = mech_gap_remember(&gap, before);
	for (int k = 0; k < e->n_states && memory[0] != before; k++) {
		memory[1 + k] = mech_element_state(c, e, k);
	}
}

static const char *mech_contact_refusal(const double *memory, double t)
{
	(void)t;
	return mech_gap_refusal(memory, 1);
}

static void mech_contact_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_touch s;
	mech_contact_evaluate(c, e, 1, &s, NULL);
	out[0] = s.height;
	out[1] = s.F[s.n - 1];
	memcpy(out + 2, s.F, (size_t)(s.n - 1) * sizeof *out);
}

static void mech_contact_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[0], c->derived + e->derived, out);
}

#define MECH_CONTACT_KIND                                                                                           \
	.name = "contact", .drawing.symbol = MECH_SYMBOL_CONTACT, .force.reads = MECH_READS_MOTION | MECH_READS_STATES, \
	.force.torque_reads = MECH_READS_MOTION | MECH_READS_STATES, .state.needs = mech_contact_state_needs,           \
	.state.reads = MECH_READS_MOTION | MECH_READS_STATES, .state.sizes = mech_contact_state_sizes,                  \
	.section = MECH_FORCE_ELEMENT, .file.n_bodies = 2, .file.n_parameters = 13, .output.count = 3,                  \
	.force.add = mech_contact_add_force, .force.tangent = mech_contact_tangent,                                     \
	.energy.potential = mech_contact_potential, .energy.ignores = MECH_READS_STATES,                                \
	.energy.dissipation = mech_contact_dissipation, .derived.derive = mech_contact_derive,                          \
	.memory.start = mech_contact_start, .memory.remember = mech_contact_remember,                                   \
	.memory.refusal = mech_contact_refusal, .event.count = 1, .event.functions = mech_contact_events,               \
	.output.values = mech_contact_output, .drawing.point = mech_contact_point

LA_TABLE const struct mech_kind mech_contact = {
	MECH_CONTACT_KIND,
	.space = MECH_PLANAR,
	.text = "a circle or a point of the first body touches a straight line of the second, with friction",
	.file.parameters = mech_contact_parameters,
	.output.specs = mech_contact_outputs,
	.derived.count = 8,
	.memory.count = 2,
	.state.count = 1,
};

LA_TABLE const struct mech_kind mech_spatial_contact = {
	MECH_CONTACT_KIND,
	.space = MECH_SPATIAL,
	.text = "a sphere or a point of the first body touches a plane of the second, with friction",
	.file.parameters = mech_contact_spatial_parameters,
	.output.specs = mech_contact_spatial_outputs,
	.derived.count = 15,
	.memory.count = 3,
	.state.count = 2,
};
