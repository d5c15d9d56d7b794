/* Where an element stands in the sketch, and small pieces that several symbols are made of. */
#include "host_sketch_parts.h"

struct host_pixel host_sketch_end(const struct host_view *v, const struct mech_element *e, int b)
{
	const double *drawn = host_view_vector(v, e, "at");
	if (drawn == NULL) {
		drawn = host_view_vector(v, e, b == 0 ? "from" : "to");
	}
	static const double origin[3] = {0.0, 0.0, 0.0};
	int body = b < e->n_bodies ? e->body[b] : MECH_GROUND;
	return host_view_point(v, body, drawn == NULL ? origin : drawn);
}

struct host_pixel host_sketch_anchor(const struct host_view *v, const struct mech_element *e)
{
	const struct mech_element *joint = host_view_joint(v, e, 0);
	if (host_view_vector(v, e, "at") != NULL) {
		/* the point of a point on a line belongs to the first body */
		int first = mech_element_kind(e)->drawing.symbol == MECH_SYMBOL_SLOT || e->n_bodies < 2;
		return host_sketch_end(v, e, first ? 0 : 1);
	}
	if (host_view_vector(v, e, "from") != NULL) {
		struct host_pixel a = host_sketch_end(v, e, 0), b = host_sketch_end(v, e, 1);
		return (struct host_pixel){0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
	}
	if (joint != NULL && joint != e) {
		return host_sketch_anchor(v, joint);
	}
	return host_view_center(v, e->n_bodies > 0 ? e->body[0] : MECH_GROUND);
}

void host_sketch_hatch(struct host_view *v, struct host_pixel c, struct host_pixel along, double half)
{
	struct host_pen pen = {1.4, HOST_INK, 0, 0.0}, thin = {0.9, HOST_SOFT, 0, 0.0};
	struct host_pixel down = host_pixel_left(along);
	double size = 7.0 * v->unit, step = 6.0 * v->unit;
	int n = (int)(2.0 * half / step);
	for (int i = 0; i <= n; i++) {
		struct host_pixel top = host_pixel_add(c, -half + step * (i + 0.5 * (2.0 * half / step - n)), along);
		struct host_pixel foot = host_pixel_add(host_pixel_add(top, -size, along), -size, down);
		host_mark_line(v, top, foot, thin);
	}
	host_mark_line(v, host_pixel_add(c, -half, along), host_pixel_add(c, half, along), pen);
}

void host_sketch_pin(struct host_view *v, struct host_pixel p)
{
	host_mark_circle(v, p, 5.6 * v->unit, (struct host_pen){1.7, HOST_INK, HOST_WHITE, 0.0});
}

void host_sketch_box(struct host_view *v, struct host_pixel p, struct host_pixel along, double length, double height,
                     uint32_t color)
{
	struct host_pixel across = host_pixel_left(along);
	struct host_pixel corners[4];
	for (int i = 0; i < 4; i++) {
		double a = i == 0 || i == 3 ? -0.5 : 0.5, b = i < 2 ? -0.5 : 0.5;
		corners[i] = host_pixel_add(host_pixel_add(p, a * length, along), b * height, across);
	}
	host_mark_path(v, 4, corners, 1, (struct host_pen){1.5, HOST_INK, color, 0.0});
}
