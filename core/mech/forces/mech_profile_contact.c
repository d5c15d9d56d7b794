/* Contact of a circle with an outline; see mech_profile_contact.h. */
#include "mech_profile_contact.h"

#include <math.h>

LA_TABLE const struct mech_output_spec mech_profile_contact_outputs[3] = {
	{"height", 1, MECH_LENGTH, MECH_READS_POSITIONS, "of the circle over the profile, negative in contact"},
	{"normal_force", 1, MECH_FORCE, MECH_READS_MOTION, "force of the profile on the circle along the normal"},
	{"friction_force", 1, MECH_FORCE, MECH_READS_MOTION, "friction on the circle along the profile"},
};

LA_FUNCTION void mech_profile_contact_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_profile_frame_derive(c, e, MECH_PROFILE_BASE_RADIUS, out);
}

/* the centre of the circle in the axes of the profile */
struct mech_profile_centre {
	struct mech_frames frames;
	struct mech_jet x[2];
	double at[2];
};

static void mech_profile_centre(const struct mech_context *c, const struct mech_element *e, int order,
                                struct mech_profile_centre *s)
{
	mech_frames_open(c, e, order, &s->frames);
	mech_profile_frame_place(&s->frames, c->derived + e->derived, s->x);
	for (int k = 0; k < 2; k++) {
		s->at[k] = s->x[k].value;
	}
}

LA_FUNCTION void mech_profile_rows(const struct mech_frames *f, const struct mech_jet x[2],
                                   const struct mech_foot *foot, struct mech_touch *touch)
{
	const double *n = foot->normal;
	const double t[2] = {n[1], -n[0]};
	const int size = f->n;
	touch->n = 2;
	touch->size = size;
	for (int i = 0; i < size; i++) {
		touch->row[0][i] = t[0] * x[0].gradient[i] + t[1] * x[1].gradient[i];
		touch->row[1][i] = n[0] * x[0].gradient[i] + n[1] * x[1].gradient[i];
	}
	for (int i = 0; f->order > 1 && i < size; i++) {
		for (int j = 0; j < size; j++) {
			const double Hx = x[0].hessian[size * i + j], Hy = x[1].hessian[size * i + j];
			const double swing = foot->bend * touch->row[0][j];
			touch->turn[0][size * i + j] = t[0] * Hx + t[1] * Hy - swing * touch->row[1][i];
			touch->turn[1][size * i + j] = n[0] * Hx + n[1] * Hy + swing * touch->row[0][i];
		}
	}
}

/* rows and forces at a foot of an outline that lies `offset` outside the solid */
static void mech_profile_touch(const struct mech_context *c, const struct mech_element *e,
                               const struct mech_profile_centre *s, double offset, const struct mech_foot *foot,
                               struct mech_touch *touch)
{
	const double *own = c->parameters + e->parameter, radius = own[MECH_PROFILE_RADIUS];
	mech_profile_rows(&s->frames, s->x, foot, touch);
	touch->law = own + MECH_PROFILE_LAW;
	touch->height = foot->distance + offset - radius;
	touch->row[0][2] += radius;
	touch->row[0][5] -= radius;
	mech_touch_load(c, e, touch);
}

/* the foot on another circle about the origin; radius < 0: the edge of a round hole */
static struct mech_foot mech_profile_circle_foot(const double x[2], double radius)
{
	const double length = hypot(x[0], x[1]), out = radius < 0.0 ? -1.0 : 1.0;
	struct mech_foot foot = {out * length - radius, 0.0, {out, 0.0}, fabs(radius)};
	if (length > 0.0) {
		foot.bend = out / length;
		foot.normal[0] = out * x[0] / length;
		foot.normal[1] = out * x[1] / length;
	}
	return foot;
}

/* the places where the circle may touch; how many */
static int mech_profile_touches(const struct mech_context *c, const struct mech_element *e,
                                const struct mech_profile_centre *s, struct mech_foot feet[MECH_PROFILE_FEET],
                                struct mech_touch touch[MECH_PROFILE_CONTACTS])
{
	double offset = 0.0;
	int n = 1;
	if (mech_profile_table(e) < 0) {
		feet[0] = mech_profile_circle_foot(s->at, c->parameters[e->parameter + MECH_PROFILE_OTHER_RADIUS]);
	} else {
		const struct mech_profile p = mech_profile_of(c, e);
		offset = p.head[MECH_PROFILE_OFFSET];
		n = mech_profile_feet(&p, s->at, feet);
	}
	n = n < MECH_PROFILE_CONTACTS ? n : MECH_PROFILE_CONTACTS;
	for (int k = 0; k < n; k++) {
		mech_profile_touch(c, e, s, offset, &feet[k], &touch[k]);
	}
	return n;
}

LA_FUNCTION void mech_profile_contact_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	struct mech_profile_centre s;
	struct mech_foot feet[MECH_PROFILE_FEET];
	struct mech_touch touch[MECH_PROFILE_CONTACTS];
	mech_profile_centre(c, e, 1, &s);
	const int n = mech_profile_touches(c, e, &s, feet, touch);
	for (int k = 0; k < n; k++) {
		mech_touch_add_force(&touch[k], f);
	}
}

LA_FUNCTION void mech_profile_contact_tangent(const struct mech_context *c, const struct mech_element *e, double cq,
                                              double cv, double *out)
{
	struct mech_profile_centre s;
	struct mech_foot feet[MECH_PROFILE_FEET];
	struct mech_touch touch[MECH_PROFILE_CONTACTS];
	mech_profile_centre(c, e, 2, &s);
	const int n = mech_profile_touches(c, e, &s, feet, touch);
	for (int k = 0; k < n; k++) {
		mech_touch_add_tangent(&touch[k], cq, cv, out);
	}
}

LA_FUNCTION double mech_profile_contact_potential(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_profile_centre s;
	struct mech_foot feet[MECH_PROFILE_FEET];
	struct mech_touch touch[MECH_PROFILE_CONTACTS];
	double energy = 0.0;
	mech_profile_centre(c, e, 1, &s);
	const int n = mech_profile_touches(c, e, &s, feet, touch);
	for (int k = 0; k < n; k++) {
		energy += mech_touch_potential(&touch[k]);
	}
	return energy;
}

LA_FUNCTION double mech_profile_contact_dissipation(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_profile_centre s;
	struct mech_foot feet[MECH_PROFILE_FEET];
	struct mech_touch touch[MECH_PROFILE_CONTACTS];
	double power = 0.0;
	mech_profile_centre(c, e, 1, &s);
	const int n = mech_profile_touches(c, e, &s, feet, touch);
	for (int k = 0; k < n; k++) {
		power += mech_touch_dissipation(&touch[k]);
	}
	return power;
}

/* ---- gaps ---- */

/* the shortest time in which the centre can move by a length */
static double mech_profile_soonest(const struct mech_context *c, const struct mech_element *e,
                                   const struct mech_profile_centre *s, double length)
{
	double v[MECH_MOST_PAIR_V], a[MECH_MOST_PAIR_V], speed[2], change[2];
	mech_gather(c, e, c->v, v);
	mech_gather(c, e, c->a, a);
	for (int k = 0; k < 2; k++) {
		speed[k] = mech_jet_rate(&s->frames, &s->x[k], v);
		change[k] = mech_jet_rate(&s->frames, &s->x[k], a);
		for (int i = 0; i < s->frames.n * s->frames.n; i++) {
			change[k] += v[i / s->frames.n] * s->x[k].hessian[i] * v[i % s->frames.n];
		}
	}
	const double r = hypot(speed[0], speed[1]), b = hypot(change[0], change[1]);
	return 2.0 * length / (r + sqrt(r * r + 2.0 * b * length));
}

/* all gaps, and the time from which on they are not known to hold */
static double mech_profile_gaps(const struct mech_context *c, const struct mech_element *e,
                                struct mech_gap gap[MECH_PROFILE_CONTACTS])
{
	struct mech_profile_centre s;
	struct mech_foot feet[MECH_PROFILE_FEET];
	struct mech_touch touch[MECH_PROFILE_CONTACTS];
	mech_profile_centre(c, e, 2, &s);
	const int n = mech_profile_touches(c, e, &s, feet, touch);
	for (int k = 0; k < MECH_PROFILE_CONTACTS; k++) {
		gap[k] = k < n ? mech_touch_gap(c, e, &touch[k]) : (struct mech_gap){c->length, 0.0, 0.0, c->length};
	}
	return mech_profile_soonest(c, e, &s, n > 0 ? fmax(touch[0].height, feet[0].reach) : c->length);
}

LA_FUNCTION void mech_profile_meet_by(double time, struct dae_event *event)
{
	const double left = fmax(event->value, 0.0);
	event->acceleration = fmin(event->acceleration, -2.0 * (left + event->rate * time) / (time * time));
}

LA_FUNCTION void mech_profile_contact_events(const struct mech_context *c, const struct mech_element *e,
                                             struct dae_event *out)
{
	struct mech_gap gap[MECH_PROFILE_CONTACTS];
	const double soonest = mech_profile_gaps(c, e, gap);
	for (int k = 0; k < MECH_PROFILE_CONTACTS; k++) {
		out[k] = mech_gap_event(&gap[k], c->memory[e->memory + k]);
	}
	mech_profile_meet_by(soonest, &out[0]);
}

LA_FUNCTION void mech_profile_contact_start(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	struct mech_gap gap[MECH_PROFILE_CONTACTS];
	mech_profile_gaps(c, e, gap);
	for (int k = 0; k < MECH_PROFILE_CONTACTS; k++) {
		memory[k] = mech_gap_closed(&gap[k]);
	}
}

LA_FUNCTION void mech_profile_contact_remember(const struct mech_context *c, const struct mech_element *e,
                                               double *memory)
{
	struct mech_gap gap[MECH_PROFILE_CONTACTS];
	mech_profile_gaps(c, e, gap);
	for (int k = 0; k < MECH_PROFILE_CONTACTS; k++) {
		memory[k] = mech_gap_remember(&gap[k], memory[k]);
	}
}

LA_FUNCTION const char *mech_profile_contact_refusal(const double *memory, double t)
{
	(void)t;
	return mech_gap_refusal(memory, MECH_PROFILE_CONTACTS);
}

/* ---- results ---- */

LA_FUNCTION void mech_profile_contact_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_profile_centre s;
	struct mech_foot feet[MECH_PROFILE_FEET];
	struct mech_touch touch[MECH_PROFILE_CONTACTS];
	mech_profile_centre(c, e, 1, &s);
	const int n = mech_profile_touches(c, e, &s, feet, touch);
	out[0] = n > 0 ? touch[0].height : c->length;
	out[1] = out[2] = 0.0;
	for (int k = 0; k < n; k++) {
		out[1] += touch[k].F[1];
		out[2] += touch[k].F[0];
	}
}

LA_FUNCTION void mech_profile_contact_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point(c, e->body[0], c->derived + e->derived, out);
}
