/* Contact of two shapes in the plane: circles, capsules, boxes and other polygons with rounded
 * corners. Each shape is the points within a radius of its core (mech_shape_contact.h), which stands
 * in axes fixed to its body.
 *
 * Places. A corner i of one core and its foot on the other core, at the distance D, are a place
 * where the shapes may touch:
 *
 *     height = D - r,     r the sum of both radii,     normal n along the distance.
 *
 * Several places of one pair touch at once, as a box on a floor does at two corners. Rows, forces
 * and their derivatives are those of a circle and an outline (mech_profile_contact.h), the circle
 * with the radius of the corner's own shape. As long as the cores do not meet, that is to a depth r,
 * n turns continuously when the foot passes a corner.
 *
 * The sum over places. With E(height) the energy of a place and a, b the corners of both cores,
 *
 *     E = sum_a E(D_a - r) + sum_b E(D_b - r) - sum_ab E(|a - b| - r).
 *
 * The last sum counts pairs of corners only once: a corner with a corner as its foot would stand in
 * both of the first sums. E is continuous with its derivative wherever shapes slide along each
 * other, and where two flat faces slide over each other's ends it is constant, because a corner
 * fades out as the other one fades in. Hollow corners of a core have no places of their own. Forces
 * follow from each term by mech_contact_law.h, with its sign.
 *
 * Gaps: of the MECH_SHAPE_GAPS lowest places. No step jumps over a contact: it ends, at the latest,
 * where some corner can have moved by its height, or past the next point of the other core's
 * outline, whichever is more (mech_profile_contact.h).
 *
 * Derived: origin of each core in its body, axes of the second core, then of the first; outlines.
 * Memory: of the gaps.
 */
#include "mech_shape_contact.h"

#include <math.h>
#include <string.h>

#include "mech_curve.h"
#include "mech_kinds.h"
#include "mech_profile_contact.h"
#include "mech_shape_parts.h"

enum { MECH_SHAPE_GAPS = 4 };

static const struct mech_parameter_spec mech_shape_contact_parameters[] = {
	{"at", 2, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "origin of the axes of the first shape, as drawn"},
	{"radius", 1, 0, MECH_LENGTH, MECH_REQUIRED, MECH_POSITIVE, 0, 0.0,
     "the first shape reaches so far beyond its corners"},
	{"other_at", 2, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_ANY, 0, 0.0,
     "origin of the axes of the second shape, as drawn"},
	{"other_turn", 1, 0, MECH_ANGLE, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "angle of these axes, as drawn"},
	{"other_radius", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0, 0.0,
     "the second shape reaches so far beyond its corners"},
	{"turn", 1, 0, MECH_ANGLE, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "angle of the axes of the first shape, as drawn"},
	MECH_CONTACT_SPECS,
};

static const struct mech_curve_spec mech_shape_contact_curves[] = {
	{{"other_x", MECH_CURVE_MOST, 1, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0,
      "of the corners of the second shape, in its axes: 1 for a circle, 2 for a capsule, or in their order around"},
     {"other_y", MECH_CURVE_MOST, 1, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "of these corners"},
     MECH_CURVE_POLYGON,
     -1},
	{{"x", MECH_CURVE_MOST, 1, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "of the corners of the first shape"},
     {"y", MECH_CURVE_MOST, 1, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "of these corners"},
     MECH_CURVE_POLYGON,
     -1},
};

static const struct mech_output_spec mech_shape_contact_outputs[] = {
	{"height", 1, MECH_LENGTH, MECH_READS_POSITIONS, "of the shapes over each other, negative in contact"},
	{"normal_force", 1, MECH_FORCE, MECH_READS_MOTION, "sum of the forces along the normals of all places"},
	{"friction_force", 1, MECH_FORCE, MECH_READS_MOTION, "sum of the friction of all places"},
	{"places", 1, MECH_NUMBER, MECH_READS_POSITIONS, "places where the shapes touch"},
};

static void mech_shape_contact_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *own = c->parameters + e->parameter, turn = own[MECH_SHAPE_TURN];
	const double along[2] = {own[MECH_SHAPE_AT] + cos(turn), own[MECH_SHAPE_AT + 1] + sin(turn)};
	double *axes = out + MECH_SHAPE_AXES;
	mech_profile_frame_axes(c, e, own[MECH_SHAPE_OTHER_TURN], out);
	mech_local_point(c, e->body[0], along, axes);
	axes[0] -= out[0];
	axes[1] -= out[1];
	mech_vector_unit(2, axes, axes);
	axes[2] = -axes[1];
	axes[3] = axes[0];
	for (int k = 0; k < 2; k++) {
		const struct mech_profile core = mech_profile_open(e, k, c->parameters, c->derived);
		mech_profile_derive(&core, 0.0, 0.0, out + (mech_curve_derived(e, k) - e->derived));
	}
}

/* ---- rows ---- */

/* the corner of a place in the axes of the other core */
static void mech_shape_place_jets(const struct mech_shapes *s, const struct mech_frames *f,
                                  const struct mech_shape_place *p, struct mech_jet x[2])
{
	const double *axes = s->axes[p->side];
	const double at[2] = {s->core[p->side].x[p->corner], s->core[p->side].y[p->corner]};
	double corner[2];
	struct mech_jet gap[2], axis[2];
	for (int k = 0; k < 2; k++) {
		corner[k] = s->local[p->side][k] + at[0] * axes[k] + at[1] * axes[2 + k];
	}
	mech_jet_gap(f, 1 - p->side, p->side == 0 ? corner : s->local[0], p->side == 0 ? s->local[1] : corner, gap);
	for (int k = 0; k < 2; k++) {
		mech_jet_direction(f, 1 - p->side, s->axes[1 - p->side] + 2 * k, axis);
		mech_jet_dot(f, axis, gap, &x[k]);
	}
}

static void mech_shape_touch(const struct mech_shapes *s, const struct mech_shape_place *p, struct mech_touch *touch)
{
	struct mech_jet x[2];
	mech_shape_place_jets(s, &s->frames, p, x);
	mech_profile_rows(&s->frames, x, &p->foot, touch);
	touch->law = s->c->parameters + s->e->parameter + MECH_SHAPE_LAW;
	touch->height = p->height;
	touch->row[0][3 * p->side + 2] += s->own_radius[p->side];
	touch->row[0][5 - 3 * p->side] -= s->own_radius[p->side];
	mech_touch_load(s->c, s->e, touch);
}

/* ---- forces ---- */

/* what places are summed to */
struct mech_shape_sum {
	double *out, cq, cv;
	double number;       /* energy or power */
	double lowest, F[2]; /* along the surface, along the normal */
	int places;
};

static void mech_shape_sign(struct mech_touch *touch, double sign)
{
	for (int k = 0; k < 2; k++) {
		touch->F[k] *= sign;
		touch->F_height[k] *= sign;
		touch->F_rate[2 * k] *= sign;
		touch->F_rate[2 * k + 1] *= sign;
	}
}

static void mech_shape_add_force(const struct mech_shapes *s, const struct mech_shape_place *p, void *context)
{
	struct mech_shape_sum *sum = context;
	struct mech_touch touch;
	if (p->sign != 0.0 && p->height < 0.0) {
		mech_shape_touch(s, p, &touch);
		mech_shape_sign(&touch, p->sign);
		mech_touch_add_force(&touch, sum->out);
	}
}

static void mech_shape_add_tangent(const struct mech_shapes *s, const struct mech_shape_place *p, void *context)
{
	struct mech_shape_sum *sum = context;
	struct mech_touch touch;
	if (p->sign != 0.0 && p->height < 0.0) {
		mech_shape_touch(s, p, &touch);
		mech_shape_sign(&touch, p->sign);
		mech_touch_add_tangent(&touch, sum->cq, sum->cv, sum->out);
	}
}

static void mech_shape_add_energy(const struct mech_shapes *s, const struct mech_shape_place *p, void *context)
{
	struct mech_shape_sum *sum = context;
	double force;
	if (p->sign != 0.0) {
		sum->number +=
			p->sign * mech_contact_energy(s->c->parameters + s->e->parameter + MECH_SHAPE_LAW, p->height, &force);
	}
}

static void mech_shape_add_heat(const struct mech_shapes *s, const struct mech_shape_place *p, void *context)
{
	struct mech_shape_sum *sum = context;
	struct mech_touch touch;
	if (p->sign != 0.0 && p->height < 0.0) {
		mech_shape_touch(s, p, &touch);
		sum->number += p->sign * mech_touch_dissipation(&touch);
	}
}

static void mech_shape_add_output(const struct mech_shapes *s, const struct mech_shape_place *p, void *context)
{
	struct mech_shape_sum *sum = context;
	struct mech_touch touch;
	sum->lowest = fmin(sum->lowest, p->height);
	if (p->sign != 0.0 && p->height < 0.0) {
		mech_shape_touch(s, p, &touch);
		sum->F[0] += p->sign * touch.F[0];
		sum->F[1] += p->sign * touch.F[1];
		sum->places += p->sign > 0.0 ? 1 : -1;
	}
}

static void mech_shape_contact_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	struct mech_shapes s;
	struct mech_shape_sum sum = {.out = f};
	mech_shapes_open(c, e, 1, &s);
	mech_shapes_visit(&s, mech_shape_add_force, &sum);
}

static void mech_shape_contact_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                       double *out)
{
	struct mech_shapes s;
	struct mech_shape_sum sum = {.out = out, .cq = cq, .cv = cv};
	mech_shapes_open(c, e, 2, &s);
	mech_shapes_visit(&s, mech_shape_add_tangent, &sum);
}

static double mech_shape_contact_potential(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_shapes s;
	struct mech_shape_sum sum = {.number = 0.0};
	mech_shapes_open(c, e, 0, &s);
	mech_shapes_visit(&s, mech_shape_add_energy, &sum);
	return sum.number;
}

static double mech_shape_contact_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_shapes s;
	struct mech_shape_sum sum = {.number = 0.0};
	mech_shapes_open(c, e, 1, &s);
	mech_shapes_visit(&s, mech_shape_add_heat, &sum);
	return sum.number;
}

static void mech_shape_contact_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_shapes s;
	struct mech_shape_sum sum = {.lowest = HUGE_VAL};
	mech_shapes_open(c, e, 1, &s);
	mech_shapes_visit_all(&s, mech_shape_add_output, &sum);
	out[0] = sum.lowest;
	out[1] = sum.F[1];
	out[2] = sum.F[0];
	out[3] = sum.places;
}

/* ---- gaps ---- */

struct mech_shape_gaps {
	int n;
	struct mech_shape_place place[MECH_SHAPE_GAPS]; /* lowest first */
	struct mech_frames moving, pulled;              /* derivatives along velocities and accelerations */
	double v[MECH_MOST_PAIR_V], a[MECH_MOST_PAIR_V];
	double soonest; /* shortest time in which a corner can come to a place that is not seen yet */
};

/* the time in which the corner of a place can move by a length */
static double mech_shape_time(const struct mech_shapes *s, const struct mech_shape_gaps *g,
                              const struct mech_shape_place *p, double length)
{
	struct mech_jet x[2], y[2];
	mech_shape_place_jets(s, &g->moving, p, x);
	mech_shape_place_jets(s, &g->pulled, p, y);
	const double r = hypot(x[0].gradient[0], x[1].gradient[0]);
	const double b = hypot(x[0].hessian[0] + y[0].gradient[0], x[1].hessian[0] + y[1].gradient[0]);
	return 2.0 * length / (r + sqrt(r * r + 2.0 * b * length));
}

static void mech_shape_keep(const struct mech_shapes *s, const struct mech_shape_place *p, void *context)
{
	struct mech_shape_gaps *g = context;
	if (p->sign < 0.0) {
		return;
	}
	g->soonest = fmin(g->soonest, mech_shape_time(s, g, p, fmax(p->height, fmax(p->foot.reach, s->radius))));
	int i = g->n < MECH_SHAPE_GAPS ? g->n++ : g->n;
	for (; i > 0 && g->place[i - 1].height > p->height; i--) {
		if (i < MECH_SHAPE_GAPS) {
			g->place[i] = g->place[i - 1];
		}
	}
	if (i < MECH_SHAPE_GAPS) {
		g->place[i] = *p;
	}
}

/* all gaps, and the time from which on they are not known to hold */
static double mech_shape_contact_gaps(const struct mech_context *c, const struct mech_element *e,
                                      struct mech_gap gap[MECH_SHAPE_GAPS])
{
	struct mech_shapes s;
	struct mech_shape_gaps g = {.soonest = HUGE_VAL};
	mech_shapes_open(c, e, 2, &s);
	g.moving = g.pulled = s.frames;
	g.pulled.order = 1;
	mech_gather(c, e, c->v, g.v);
	mech_gather(c, e, c->a, g.a);
	mech_frames_follow(&g.moving, g.v);
	mech_frames_follow(&g.pulled, g.a);
	mech_shapes_visit_all(&s, mech_shape_keep, &g);
	for (int k = 0; k < MECH_SHAPE_GAPS; k++) {
		struct mech_touch touch;
		gap[k] = (struct mech_gap){c->length, 0.0, 0.0, c->length};
		if (k < g.n) {
			mech_shape_touch(&s, &g.place[k], &touch);
			gap[k] = mech_touch_gap(c, e, &touch);
		}
	}
	return g.soonest;
}

static void mech_shape_contact_events(const struct mech_context *c, const struct mech_element *e, struct dae_event *out)
{
	struct mech_gap gap[MECH_SHAPE_GAPS];
	const double soonest = mech_shape_contact_gaps(c, e, gap);
	for (int k = 0; k < MECH_SHAPE_GAPS; k++) {
		out[k] = mech_gap_event(&gap[k], c->memory[e->memory + k]);
	}
	mech_profile_meet_by(soonest, &out[0]);
}

static void mech_shape_contact_start(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	struct mech_gap gap[MECH_SHAPE_GAPS];
	mech_shape_contact_gaps(c, e, gap);
	for (int k = 0; k < MECH_SHAPE_GAPS; k++) {
		memory[k] = mech_gap_closed(&gap[k]);
	}
}

static void mech_shape_contact_remember(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	struct mech_gap gap[MECH_SHAPE_GAPS];
	mech_shape_contact_gaps(c, e, gap);
	for (int k = 0; k < MECH_SHAPE_GAPS; k++) {
		memory[k] = mech_gap_remember(&gap[k], memory[k]);
	}
}

static const char *mech_shape_contact_refusal(const double *memory, double t)
{
	(void)t;
	return mech_gap_refusal(memory, MECH_SHAPE_GAPS);
}

LA_TABLE const struct mech_kind mech_shape_contact = {
	.name = "shape_contact",
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_PLANAR,
	.text = "two rounded shapes touch each other: circles, capsules, boxes or other polygons, with friction",
	.file.n_bodies = 2,
	.file.n_parameters = 10,
	.file.parameters = mech_shape_contact_parameters,
	.file.n_curves = 2,
	.file.curves = mech_shape_contact_curves,
	.output.count = 4,
	.output.specs = mech_shape_contact_outputs,
	.output.values = mech_shape_contact_output,
	.force.add = mech_shape_contact_force,
	.force.tangent = mech_shape_contact_tangent,
	.force.reads = MECH_READS_MOTION,
	.force.torque_reads = MECH_READS_MOTION,
	.energy.potential = mech_shape_contact_potential,
	.energy.dissipation = mech_shape_contact_dissipation,
	.derived.count = MECH_SHAPE_DERIVED,
	.derived.derive = mech_shape_contact_derive,
	.memory.count = MECH_SHAPE_GAPS,
	.memory.start = mech_shape_contact_start,
	.memory.remember = mech_shape_contact_remember,
	.memory.refusal = mech_shape_contact_refusal,
	.event.count = MECH_SHAPE_GAPS,
	.event.functions = mech_shape_contact_events,
	.drawing.symbol = MECH_SYMBOL_SHAPES,
	.drawing.point = mech_profile_contact_point,
};
