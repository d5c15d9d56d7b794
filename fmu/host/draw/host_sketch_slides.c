/* Sliding joints: the line of the guide, the box that slides on it or the housing through which a
 * body slides. */
#include <math.h>

#include "host_sketch_parts.h"

/* guide of a slider: the body that carries the line (rail) and the one that slides on it (box), and
 * where the box is drawn */
struct host_slide {
	int rail, box;
	struct host_pixel rail_point, box_point, along;
	int block; /* which of the two has the box */
	struct host_pixel block_point;
};

/* how far the body that slides has gone along the line */
static double host_slide_gone(const struct host_slide *s)
{
	struct host_pixel way = host_pixel_add(s->box_point, -1.0, s->rail_point);
	return way.x * s->along.x + way.y * s->along.y;
}

/* In space a body that is long along its axis runs through a housing, which stays at the rail: a
 * quill, a piston rod. On the ground it must be longer than its way, else it is a carriage. */
static int host_slide_is_long(const struct host_view *v, const struct mech_element *e, const struct host_slide *s)
{
	enum { NEAR = 3 }; /* pixels next to the line */
	struct host_pixel points[HOST_SKETCH_MOST_POINTS + 1], across = host_pixel_left(s->along);
	const int body = e->body[s->box];
	double first = 0.0, last = 0.0;
	if (v->model->head->space == MECH_PLANAR || body == MECH_GROUND) {
		return 0;
	}
	int n = host_sketch_attachments(v, body, points);
	points[n++] = host_view_center(v, body);
	for (int i = 0; i < n; i++) {
		struct host_pixel way = host_pixel_add(points[i], -1.0, s->box_point);
		double along = way.x * s->along.x + way.y * s->along.y;
		if (fabs(way.x * across.x + way.y * across.y) < NEAR) {
			first = fmin(first, along);
			last = fmax(last, along);
		}
	}
	return last - first > (e->body[s->rail] == MECH_GROUND ? 1.0 : 0.1) * fabs(host_slide_gone(s)) + NEAR;
}

static struct host_slide host_slide_of(const struct host_view *v, const struct mech_element *e)
{
	/* a sliding joint's line belongs to its first body unless only the second is the ground; the
	 * line of a point on a line to the second */
	int second = mech_element_kind(e)->drawing.symbol == MECH_SYMBOL_SLOT ||
	             (e->body[1] == MECH_GROUND && e->body[0] != MECH_GROUND);
	struct host_slide s = {second ? 1 : 0, second ? 0 : 1, {0, 0}, {0, 0}, {0, 0}, 0, {0, 0}};
	s.rail_point = host_sketch_end(v, e, s.rail);
	s.box_point = host_sketch_end(v, e, s.box);
	s.along = host_view_direction(v, e->body[s.rail], host_view_vector(v, e, "axis"));
	if (s.along.x < 0.0 || (s.along.x == 0.0 && s.along.y > 0.0)) {
		s.along = (struct host_pixel){-s.along.x, -s.along.y};
	}
	const int housed = mech_element_kind(e)->drawing.symbol != MECH_SYMBOL_SLOT && host_slide_is_long(v, e, &s);
	s.block = housed ? s.rail : s.box;
	s.block_point = housed ? s.rail_point : s.box_point;
	return s;
}

void host_sketch_guide(struct host_view *v, const struct mech_element *e)
{
	struct host_slide s = host_slide_of(v, e);
	double u = v->unit, half = 44.0 * u;
	double offset = 11.0 * u;
	/* the line follows the box if that has gone far, and reaches the body that carries it */
	const double gone = host_slide_gone(&s), back = e->body[s.rail] == MECH_GROUND ? 0.0 : -gone;
	struct host_pixel middle = host_pixel_add(s.rail_point, gone, s.along);
	if (e->body[s.rail] == MECH_GROUND) {
		struct host_pixel below = host_pixel_add(middle, -offset, host_pixel_left(s.along));
		host_sketch_hatch(v, below, s.along, half);
	}
	host_mark_line(v, host_pixel_add(middle, fmin(-half - 12.0 * u, back), s.along),
	               host_pixel_add(middle, fmax(half + 12.0 * u, back), s.along),
	               (struct host_pen){0.9, HOST_SOFT, 0, 5.0});
}

void host_sketch_slider(struct host_view *v, const struct mech_element *e)
{
	struct host_slide s = host_slide_of(v, e);
	uint32_t color = e->body[s.block] == MECH_GROUND ? HOST_WHITE : host_view_body_color(e->body[s.block]);
	if (s.block == s.rail) {
		host_mark_line(v, s.box_point, s.rail_point, (struct host_pen){2.2, HOST_INK, 0, 0.0});
	}
	host_sketch_box(v, s.block_point, s.along, 40.0 * v->unit, 22.0 * v->unit, color);
}

/* the axis shows in the box: the body can turn about it */
void host_sketch_sleeve(struct host_view *v, const struct mech_element *e)
{
	struct host_slide s = host_slide_of(v, e);
	double half = 20.0 * v->unit;
	host_sketch_slider(v, e);
	host_mark_line(v, host_pixel_add(s.block_point, -half, s.along), host_pixel_add(s.block_point, half, s.along),
	               (struct host_pen){1.2, HOST_INK, 0, 0.0});
}

/* a nut: strokes of its thread */
void host_sketch_screw(struct host_view *v, const struct mech_element *e)
{
	struct host_slide s = host_slide_of(v, e);
	struct host_pixel across = host_pixel_left(s.along);
	double u = v->unit;
	host_sketch_slider(v, e);
	for (int k = -1; k <= 1; k++) {
		struct host_pixel foot =
			host_pixel_add(host_pixel_add(s.block_point, (10.0 * k - 4.0) * u, s.along), -11.0 * u, across);
		struct host_pixel top =
			host_pixel_add(host_pixel_add(s.block_point, (10.0 * k + 4.0) * u, s.along), 11.0 * u, across);
		host_mark_line(v, foot, top, (struct host_pen){1.2, HOST_INK, 0, 0.0});
	}
}

void host_sketch_slot(struct host_view *v, const struct mech_element *e)
{
	struct host_slide s = host_slide_of(v, e);
	host_sketch_box(v, s.box_point, s.along, 34.0 * v->unit, 22.0 * v->unit, 0xe3e7edu | HOST_OPAQUE);
	host_sketch_pin(v, s.box_point);
}

struct host_pixel host_sketch_line(const struct host_view *v, const struct mech_element *e, int *rail)
{
	const struct host_slide s = host_slide_of(v, e);
	*rail = s.rail;
	return s.along;
}
