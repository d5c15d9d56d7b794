/* The symbol of each kind of element: its ground, then itself. Joints between joints stand in
 * host_sketch_couplings.c, sliding joints in host_sketch_slides.c.
 */
#include "host_shape_outline.h"
#include "host_sketch_parts.h"

#include <math.h>

#define HOST_PI 3.14159265358979323846

typedef void host_symbol(struct host_view *v, const struct mech_element *e);

static int host_symbol_grounded(const struct mech_element *e)
{
	return e->body[0] == MECH_GROUND || e->body[1] == MECH_GROUND;
}

/* ---- ground */

/* triangle on hatched ground below a pivot */
static void host_symbol_support(struct host_view *v, struct host_pixel p)
{
	double u = v->unit;
	const struct host_pixel right = {1.0, 0.0};
	const struct host_pixel triangle[3] = {p, {p.x - 13.0 * u, p.y + 22.0 * u}, {p.x + 13.0 * u, p.y + 22.0 * u}};
	host_mark_path(v, 3, triangle, 1, (struct host_pen){1.4, HOST_INK, 0xeef1f5u | HOST_OPAQUE, 0.0});
	host_sketch_hatch(v, (struct host_pixel){p.x, p.y + 22.0 * u}, right, 21.0 * u);
}

static void host_ground_pivot(struct host_view *v, const struct mech_element *e)
{
	for (int b = 0; b < 2; b++) {
		if (e->body[b] == MECH_GROUND) {
			host_symbol_support(v, host_sketch_end(v, e, b));
		}
	}
}

static void host_ground_wall(struct host_view *v, const struct mech_element *e)
{
	if (host_symbol_grounded(e)) {
		struct host_pixel p = host_sketch_end(v, e, e->body[0] == MECH_GROUND ? 0 : 1);
		p.y += 9.0 * v->unit;
		host_sketch_hatch(v, p, (struct host_pixel){1.0, 0.0}, 20.0 * v->unit);
	}
}

/* across the line of a spring, after its end on the ground */
static void host_ground_anchor(struct host_view *v, const struct mech_element *e)
{
	for (int b = 0; b < 2; b++) {
		if (e->body[b] == MECH_GROUND) {
			struct host_pixel end = host_sketch_end(v, e, b);
			struct host_pixel along = host_pixel_unit(host_pixel_add(end, -1.0, host_sketch_end(v, e, 1 - b)));
			host_sketch_hatch(v, end, host_pixel_left(along), 17.0 * v->unit);
		}
	}
}

/* the plane under a rolling disc or a contact, as a line across its normal below the touching
 * body */
static void host_ground_plane(struct host_view *v, const struct mech_element *e)
{
	const double *normal = host_view_vector(v, e, "normal"), *at = host_view_vector(v, e, "at");
	const double *foot = host_view_vector(v, e, v->model->head->space == MECH_PLANAR ? "line" : "plane");
	const int dimension = v->model->head->space == MECH_PLANAR ? 2 : 3;
	double height = 0.0, square = 0.0, below[3] = {0.0, 0.0, 0.0};
	for (int i = 0; i < dimension; i++) {
		height += normal[i] * (at[i] - foot[i]);
		square += normal[i] * normal[i];
	}
	for (int i = 0; i < dimension; i++) {
		below[i] = at[i] - height / square * normal[i];
	}
	struct host_pixel up = host_view_direction(v, e->body[1], normal);
	struct host_pixel along = {-up.y, up.x}; /* hatched on the side away from the body */
	host_sketch_hatch(v, host_view_point(v, e->body[1], below), along, 44.0 * v->unit);
}

/* ---- joints */

static void host_draw_revolute(struct host_view *v, const struct mech_element *e)
{
	host_sketch_pin(v, host_sketch_end(v, e, 1));
}

static void host_draw_spherical(struct host_view *v, const struct mech_element *e)
{
	struct host_pixel p = host_sketch_end(v, e, 1);
	host_mark_circle(v, p, 6.4 * v->unit, (struct host_pen){1.7, HOST_INK, HOST_WHITE, 0.0});
	host_mark_circle(v, p, 2.6 * v->unit, (struct host_pen){0.0, 0, HOST_INK, 0.0});
}

/* a circle with the cross of its two axes */
static void host_draw_universal(struct host_view *v, const struct mech_element *e)
{
	struct host_pixel p = host_sketch_end(v, e, 1);
	double r = 7.0 * v->unit, d = r * sqrt(0.5);
	struct host_pen pen = {1.4, HOST_INK, 0, 0.0};
	host_mark_circle(v, p, r, (struct host_pen){1.7, HOST_INK, HOST_WHITE, 0.0});
	host_mark_line(v, (struct host_pixel){p.x - d, p.y - d}, (struct host_pixel){p.x + d, p.y + d}, pen);
	host_mark_line(v, (struct host_pixel){p.x - d, p.y + d}, (struct host_pixel){p.x + d, p.y - d}, pen);
}

static void host_draw_rolling(struct host_view *v, const struct mech_element *e)
{
	struct host_pixel rim[HOST_SKETCH_RIM];
	double drawn[3];
	for (int k = 0; k < HOST_SKETCH_RIM && host_view_rim(v, e, k, drawn); k++) {
		rim[k] = host_view_point(v, e->body[0], drawn);
	}
	host_mark_path(v, HOST_SKETCH_RIM, rim, 1, (struct host_pen){2.2, HOST_INK, 0, 0.0});
	host_sketch_pin(v, host_sketch_end(v, e, 0));
}

static void host_draw_weld(struct host_view *v, const struct mech_element *e)
{
	struct host_pixel p = host_sketch_end(v, e, 1);
	double r = 5.0 * v->unit;
	host_sketch_box(v, p, (struct host_pixel){1.0, 0.0}, 2.0 * r, 2.0 * r, HOST_INK);
}

static void host_draw_rod(struct host_view *v, const struct mech_element *e)
{
	struct host_pixel a = host_sketch_end(v, e, 0), b = host_sketch_end(v, e, 1);
	host_mark_line(v, a, b, (struct host_pen){2.2, HOST_INK, 0, 0.0});
	host_mark_circle(v, a, 4.2 * v->unit, (struct host_pen){1.5, HOST_INK, HOST_WHITE, 0.0});
	host_mark_circle(v, b, 4.2 * v->unit, (struct host_pen){1.5, HOST_INK, HOST_WHITE, 0.0});
}

/* ---- forces, drivers, sensors */

/* a straight element between two points: `side` pixels next to their line, free `lead` pixels at
 * both ends */
struct host_strut {
	struct host_pixel a, along, across;
	double length, lead;
};

static struct host_pixel host_strut_at(const struct host_strut *s, double along, double across)
{
	return host_pixel_add(host_pixel_add(s->a, along, s->along), across, s->across);
}

static void host_symbol_zigzag(struct host_view *v, const struct host_strut *s, double side, struct host_pen pen)
{
	enum { MOST_TEETH = 25 };
	struct host_pixel points[MOST_TEETH + 2];
	double height = 6.5 * v->unit, free = s->length - 2.0 * s->lead;
	int teeth = (int)fmax(7.0, fmin(MOST_TEETH, free / (8.0 * v->unit)));
	points[0] = host_strut_at(s, s->lead, side);
	for (int i = 0; i < teeth; i++) {
		points[i + 1] = host_strut_at(s, s->lead + free * (i + 0.5) / teeth, side + (i % 2 ? height : -height));
	}
	points[teeth + 1] = host_strut_at(s, s->length - s->lead, side);
	host_mark_path(v, teeth + 2, points, 0, pen);
}

/* a cup and the piston in it */
static void host_symbol_dashpot(struct host_view *v, const struct host_strut *s, double side, struct host_pen pen)
{
	double middle = 0.5 * s->length, half = fmin(14.0 * v->unit, 0.25 * s->length), r = 5.5 * v->unit;
	const struct host_pixel cup[4] = {
		host_strut_at(s, middle + half, side + r),
		host_strut_at(s, middle - half, side + r),
		host_strut_at(s, middle - half, side - r),
		host_strut_at(s, middle + half, side - r),
	};
	host_mark_path(v, 4, cup, 0, pen);
	host_mark_line(v, host_strut_at(s, middle, side + 0.7 * r), host_strut_at(s, middle, side - 0.7 * r), pen);
	host_mark_line(v, host_strut_at(s, middle, side), host_strut_at(s, s->length - s->lead, side), pen);
	host_mark_line(v, host_strut_at(s, s->lead, side), host_strut_at(s, middle - half, side), pen);
}

static void host_draw_spring_damper(struct host_view *v, const struct mech_element *e)
{
	struct host_pixel a = host_sketch_end(v, e, 0), b = host_sketch_end(v, e, 1);
	struct host_strut s = {a, host_pixel_unit(host_pixel_add(b, -1.0, a)), {0, 0}, host_pixel_distance(a, b), 0.0};
	s.across = host_pixel_left(s.along);
	s.lead = fmin(14.0, 0.2 * s.length);
	struct host_pen pen = {1.6, HOST_GREEN, 0, 0.0}, dot = {0.0, 0, HOST_GREEN, 0.0};
	int damped = host_view_number(v, e, "damping") > 0.0, sprung = host_view_number(v, e, "stiffness") > 0.0 || !damped;
	double side = damped && sprung ? 8.0 * v->unit : 0.0;
	if (sprung) {
		host_symbol_zigzag(v, &s, side, pen);
	}
	if (damped) {
		host_symbol_dashpot(v, &s, -side, pen);
	}
	for (int end = 0; end < 2; end++) {
		double at = end == 0 ? s.lead : s.length - s.lead;
		host_mark_line(v, host_strut_at(&s, at, side), host_strut_at(&s, at, -side), pen);
		host_mark_line(v, end == 0 ? a : b, host_strut_at(&s, at, 0.0), pen);
		host_mark_circle(v, end == 0 ? a : b, 2.4, dot);
	}
}

/* the edge of a solid on the second body */
static void host_draw_outline(struct host_view *v, const struct mech_element *e)
{
	static const struct host_pen solid = {1.6, HOST_INK, 0xeef1f5u | HOST_OPAQUE, 0.0}, line = {1.6, HOST_INK, 0, 0.0};
	struct host_pixel points[HOST_SKETCH_OUTLINE];
	double drawn[3];
	int n = 0, closed = 1;
	for (; n < HOST_SKETCH_OUTLINE && host_view_outline(v, e, n, drawn, &closed); n++) {
		points[n] = host_view_point(v, e->body[1], drawn);
	}
	if (n > 0) {
		host_mark_path(v, n, points, closed, closed ? solid : line);
	}
}

/* the outlines of two shapes */
static void host_draw_shapes(struct host_view *v, const struct mech_element *e)
{
	struct host_pixel points[HOST_SKETCH_OUTLINE];
	for (int side = 0; side < 2; side++) {
		double drawn[3] = {0.0, 0.0, 0.0};
		int n = 0;
		while (n < HOST_SKETCH_OUTLINE && host_shape_outline(e, v->context.parameters, side, n, drawn)) {
			points[n++] = host_view_point(v, e->body[side], drawn);
		}
		host_mark_path(v, n, points, 1, (struct host_pen){1.4, HOST_RED, 0, 0.0});
	}
}

/* the round surface, or the point */
static void host_draw_contact(struct host_view *v, const struct mech_element *e)
{
	double radius = fmax(host_view_number(v, e, "radius") * v->scale, 3.0 * v->unit);
	host_mark_circle(v, host_sketch_end(v, e, 0), radius, (struct host_pen){1.4, HOST_RED, 0, 0.0});
	const double *other = host_view_vector(v, e, "other_at");
	if (other != NULL) {
		host_mark_circle(v, host_view_point(v, e->body[1], other),
		                 fabs(host_view_number(v, e, "other_radius")) * v->scale,
		                 (struct host_pen){1.4, HOST_RED, 0, 0.0});
	}
}

/* counter-clockwise, or clockwise where `sense` is -1 */
static void host_symbol_turning_arrow(struct host_view *v, struct host_pixel p, double radius, int sense,
                                      uint32_t color)
{
	const double from = sense > 0 ? -0.15 * HOST_PI : 1.15 * HOST_PI, to = sense > 0 ? 0.95 * HOST_PI : 0.05 * HOST_PI;
	host_mark_arc(v, p, radius, from, to, (struct host_pen){2.0, color, 0, 0.0});
	/* tangent of the arc at its end, y downwards */
	struct host_pixel tip = {p.x + radius * cos(to), p.y - radius * sin(to)};
	struct host_pixel tangent = {-sense * sin(to), -sense * cos(to)};
	host_mark_arrow(v, host_pixel_add(tip, 8.0 * v->unit, tangent), tangent, 11.0 * v->unit, color);
}

static void host_symbol_straight_arrow(struct host_view *v, struct host_pixel from, struct host_pixel along,
                                       double length, uint32_t color)
{
	struct host_pixel tip = host_pixel_add(from, length, along);
	host_mark_line(v, from, host_pixel_add(tip, -9.0 * v->unit, along), (struct host_pen){2.2, color, 0, 0.0});
	host_mark_arrow(v, tip, along, 12.0 * v->unit, color);
}

/* the first speed of a driver that is not 0, or the force of another element, at the start */
static double host_effort_value(const struct host_view *v, const struct mech_element *e)
{
	enum { TIMES = 100 };
	static const char *const keys[] = {"torque", "force", "command"};
	const struct mech_kind *kind = mech_element_kind(e);
	double value = e->input >= 0 ? v->model->inputs[e->input].start : 0.0;
	for (int k = 0; k < 3 && e->input < 0 && value == 0.0; k++) {
		value = host_view_number(v, e, keys[k]);
	}
	for (int k = 0; k <= TIMES && kind->row.motion != NULL && value == 0.0; k++) {
		struct mech_context context = v->context;
		double motion[4] = {0.0, 0.0, 0.0, 0.0};
		context.t += (v->model->head->stop_time - context.t) * k / TIMES;
		kind->row.motion(&context, e, motion);
		value = motion[1];
	}
	return value;
}

/* -1 where the body of a joint is moved against its axis, or clockwise as seen: a second body
 * that is the ground moves the first one backwards */
static int host_effort_sense(const struct host_view *v, const struct mech_element *e, const struct mech_element *joint)
{
	const double *axis = host_view_vector(v, joint, "axis");
	int sense = host_effort_value(v, e) < 0.0 ? -1 : 1;
	if (joint->body[1] == MECH_GROUND) {
		sense = -sense;
	}
	if (v->model->head->space == MECH_SPATIAL && axis != NULL && host_view_is_angle(v, e, 0)) {
		double turned[3];
		host_view_turn(v, joint->body[0], axis, turned);
		/* the eye stands where all coordinates are alike */
		sense = turned[0] + turned[1] + turned[2] < 0.0 ? -sense : sense;
	}
	return sense;
}

/* from one end of a telescope to the other */
static struct host_pixel host_effort_line(const struct host_view *v, const struct mech_element *joint)
{
	const struct host_pixel from = host_sketch_end(v, joint, 0), to = host_sketch_end(v, joint, 1);
	const double length = hypot(to.x - from.x, to.y - from.y);
	return length > 0.0 ? (struct host_pixel){(to.x - from.x) / length, (to.y - from.y) / length}
	                    : (struct host_pixel){1.0, 0.0};
}

/* along a joint coordinate: turning around the joint, next to the slider, or next to a telescope */
static void host_draw_effort(struct host_view *v, const struct mech_element *e)
{
	const struct mech_element *joint = host_view_joint(v, e, 0);
	if (joint == NULL) {
		return;
	}
	struct host_pixel p = host_sketch_anchor(v, joint);
	const int sense = host_effort_sense(v, e, joint);
	if (host_view_is_angle(v, e, 0)) {
		host_symbol_turning_arrow(v, p, 21.0 * v->unit, sense, HOST_RED);
		return;
	}
	const double *axis = host_view_vector(v, joint, "axis");
	int rail = 0;
	struct host_pixel line = axis == NULL ? host_effort_line(v, joint) : host_sketch_line(v, joint, &rail);
	struct host_pixel along = axis == NULL ? line : host_view_direction(v, joint->body[rail], axis);
	struct host_pixel above = host_pixel_add(p, 20.0 * v->unit, host_pixel_left(line));
	const struct host_pixel zero = {0.0, 0.0};
	along = host_pixel_add(zero, sense, along);
	host_symbol_straight_arrow(v, host_pixel_add(above, -22.0 * v->unit, along), along, 44.0 * v->unit, HOST_RED);
}

static void host_draw_force(struct host_view *v, const struct mech_element *e)
{
	const double *direction = host_view_vector(v, e, "direction");
	int turns = mech_element_kind(e)->drawing.symbol == MECH_SYMBOL_FOLLOWER;
	struct host_pixel p = host_sketch_end(v, e, 0);
	struct host_pixel along = host_view_direction(v, turns ? e->body[0] : MECH_GROUND, direction);
	host_symbol_straight_arrow(v, host_pixel_add(p, -48.0 * v->unit, along), along, 46.0 * v->unit, HOST_RED);
}

static void host_draw_body_torque(struct host_view *v, const struct mech_element *e)
{
	host_symbol_turning_arrow(v, host_view_center(v, e->body[0]), 18.0 * v->unit, 1, HOST_RED);
}

static void host_draw_torsional_spring(struct host_view *v, const struct mech_element *e)
{
	enum { POINTS = 61 };
	const struct mech_element *joint = host_view_joint(v, e, 0);
	if (joint == NULL) {
		return;
	}
	struct host_pixel p = host_sketch_anchor(v, joint), spiral[POINTS];
	for (int i = 0; i < POINTS; i++) {
		double angle = 5.0 * HOST_PI * i / (POINTS - 1), radius = (7.0 + 11.0 * i / (POINTS - 1)) * v->unit;
		spiral[i] = (struct host_pixel){p.x + radius * cos(angle), p.y - radius * sin(angle)};
	}
	host_mark_path(v, POINTS, spiral, 0, (struct host_pen){1.4, HOST_GREEN, 0, 0.0});
}

static void host_draw_sense_point(struct host_view *v, const struct mech_element *e)
{
	struct host_pixel p = host_sketch_end(v, e, 0);
	double r = 6.0 * v->unit;
	struct host_pen pen = {1.3, HOST_BLUE, 0, 0.0};
	host_mark_line(v, (struct host_pixel){p.x - r, p.y}, (struct host_pixel){p.x + r, p.y}, pen);
	host_mark_line(v, (struct host_pixel){p.x, p.y - r}, (struct host_pixel){p.x, p.y + r}, pen);
	host_mark_circle(v, p, 0.55 * r, (struct host_pen){1.3, HOST_BLUE, HOST_WHITE, 0.0});
}

static void host_draw_sense_distance(struct host_view *v, const struct mech_element *e)
{
	host_mark_line(v, host_sketch_end(v, e, 0), host_sketch_end(v, e, 1), (struct host_pen){1.2, HOST_BLUE, 0, 3.0});
}

/* A cubic curve from one end to the other, along the beam at both. Its inner control points are
 * those of the drawing at a third of the length, one moving with each body. */
static void host_draw_beam(struct host_view *v, const struct mech_element *e)
{
	enum { POINTS = 13 };
	const double *from = host_view_vector(v, e, "from"), *to = host_view_vector(v, e, "to");
	double drawn[4][3] = {{0.0}};
	struct host_pixel control[4], curve[POINTS];
	for (int k = 0; k < 4; k++) {
		for (int i = 0; i < mech_model_rules(v->model)->dimension; i++) {
			drawn[k][i] = from[i] + k / 3.0 * (to[i] - from[i]);
		}
		control[k] = host_view_point(v, e->body[k / 2], drawn[k]);
	}
	for (int i = 0; i < POINTS; i++) {
		const double s = (double)i / (POINTS - 1), r = 1.0 - s;
		const double weight[4] = {r * r * r, 3.0 * r * r * s, 3.0 * r * s * s, s * s * s};
		curve[i] = (struct host_pixel){0.0, 0.0};
		for (int k = 0; k < 4; k++) {
			curve[i] = host_pixel_add(curve[i], weight[k], control[k]);
		}
	}
	host_mark_path(v, POINTS, curve, 0, (struct host_pen){8.0 * v->unit, HOST_INK, 0, 0.0});
	host_mark_path(v, POINTS, curve, 0, (struct host_pen){8.0 * v->unit - 3.0, HOST_BEAM, 0, 0.0});
}

/* ---- which symbol a kind has */

static const struct {
	host_symbol *ground, *symbol;
} host_symbols[MECH_SYMBOL_COUNT] = {
	[MECH_SYMBOL_PIVOT] = {host_ground_pivot, host_draw_revolute},
	[MECH_SYMBOL_SLIDER] = {host_sketch_guide, host_sketch_slider},
	[MECH_SYMBOL_SLEEVE] = {host_sketch_guide, host_sketch_sleeve},
	[MECH_SYMBOL_SCREW] = {host_sketch_guide, host_sketch_screw},
	[MECH_SYMBOL_SLOT] = {host_sketch_guide, host_sketch_slot},
	[MECH_SYMBOL_WELD] = {host_ground_wall, host_draw_weld},
	[MECH_SYMBOL_ROD] = {host_ground_pivot, host_draw_rod},
	[MECH_SYMBOL_WHEELS] = {NULL, host_sketch_gear},
	[MECH_SYMBOL_BELT] = {NULL, host_sketch_belt},
	[MECH_SYMBOL_RACK] = {NULL, host_sketch_rack},
	[MECH_SYMBOL_COUPLER] = {NULL, host_sketch_coupler},
	[MECH_SYMBOL_AXES] = {host_ground_pivot, NULL},
	[MECH_SYMBOL_BALL] = {host_ground_pivot, host_draw_spherical},
	[MECH_SYMBOL_CROSS] = {host_ground_pivot, host_draw_universal},
	[MECH_SYMBOL_PLATE] = {host_ground_wall, host_draw_revolute},
	[MECH_SYMBOL_DISC] = {host_ground_plane, host_draw_rolling},
	[MECH_SYMBOL_EFFORT] = {NULL, host_draw_effort},
	[MECH_SYMBOL_FORCE] = {NULL, host_draw_force},
	[MECH_SYMBOL_FOLLOWER] = {NULL, host_draw_force},
	[MECH_SYMBOL_TORQUE] = {NULL, host_draw_body_torque},
	[MECH_SYMBOL_CONTACT] = {host_ground_plane, host_draw_contact},
	[MECH_SYMBOL_SPRING] = {host_ground_anchor, host_draw_spring_damper},
	[MECH_SYMBOL_COIL] = {NULL, host_draw_torsional_spring},
	[MECH_SYMBOL_POINT] = {NULL, host_draw_sense_point},
	[MECH_SYMBOL_DISTANCE] = {NULL, host_draw_sense_distance},
	[MECH_SYMBOL_BEAM] = {host_ground_anchor, host_draw_beam},
	[MECH_SYMBOL_PROFILE] = {host_draw_outline, host_draw_contact},
	[MECH_SYMBOL_SHAPES] = {NULL, host_draw_shapes},
};

void host_sketch_ground(struct host_view *v, const struct mech_element *e)
{
	const enum mech_symbol i = mech_element_kind(e)->drawing.symbol;
	if (host_symbols[i].ground != NULL) {
		host_symbols[i].ground(v, e);
	}
}

/* axes of a joint in space, dashed: the picture of a pin does not show where it points. Lines of
 * guides are there already */
static void host_symbol_axes(struct host_view *v, const struct mech_element *e, host_symbol *ground)
{
	static const char *const keys[] = {"axis", "second_axis"};
	if (v->model->head->space == MECH_PLANAR || ground == host_sketch_guide) {
		return;
	}
	for (int k = 0; k < 2; k++) {
		const double *axis = host_view_vector(v, e, keys[k]);
		if (axis != NULL) {
			struct host_pixel p = host_sketch_anchor(v, e), along = host_view_direction(v, e->body[k], axis);
			double half = 38.0 * v->unit;
			host_mark_line(v, host_pixel_add(p, -half, along), host_pixel_add(p, half, along),
			               (struct host_pen){1.2, HOST_BLUE, 0, 5.0});
		}
	}
}

void host_sketch_symbol(struct host_view *v, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const enum mech_symbol i = kind->drawing.symbol;
	if (kind->section == MECH_JOINT && i != MECH_SYMBOL_NONE) {
		host_symbol_axes(v, e, host_symbols[i].ground);
	}
	if (host_symbols[i].symbol != NULL) {
		host_symbols[i].symbol(v, e);
	}
}
