/* Bodies of a sketch, in pixels: each is the hull of the points at which joints, forces and sensors
 * hold it, as a bar, a plate or a slider. Bodies with shapes are in host_sketch_shapes.c.
 */
#include "host_sketch_parts.h"

#include <math.h>
#include <string.h>

#define HOST_BODY_HALF_WIDTH 8.0 /* of a bar, in pixels at unit size */
#define HOST_BODY_SAME 1.5       /* points closer than this are one */

static void host_body_keep(struct host_pixel point, struct host_pixel *points, int *n)
{
	for (int i = 0; i < *n; i++) {
		if (host_pixel_distance(points[i], point) < HOST_BODY_SAME) {
			return;
		}
	}
	if (*n < HOST_SKETCH_MOST_POINTS) {
		points[(*n)++] = point;
	}
}

int host_sketch_attachments(const struct host_view *v, int body, struct host_pixel *points)
{
	static const char *const keys[] = {"at", "from", "to"};
	const struct mech_model *model = v->model;
	int n = 0;
	for (int i = 0; i < model->n_bodies + model->n_welded && !mech_body_alone(model, body); i++) {
		if (model->bodies[i].carrier == body) {
			const double *drawn = mech_body_written(&v->context, i) + mech_model_rules(model)->center;
			host_body_keep(host_view_point(v, body, drawn), points, &n);
		}
	}
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		/* a circle that touches a profile belongs to the first body alone */
		const int ends = mech_element_kind(e)->drawing.symbol == MECH_SYMBOL_PROFILE ? 1 : 2;
		for (int b = 0; b < e->n_bodies && b < ends; b++) {
			for (int k = 0; k < 3 && e->body[b] == body; k++) {
				const double *drawn = host_view_vector(v, e, keys[k]);
				if (drawn != NULL && (k == 0 || k == b + 1)) {
					host_body_keep(host_view_point(v, body, drawn), points, &n);
				}
			}
		}
	}
	return n;
}

static double host_body_cross(struct host_pixel o, struct host_pixel a, struct host_pixel b)
{
	return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/* convex hull by gift wrapping; hull[n] at least. Returns the number of corners, 1 or 2 when all
 * lie on a line */
static int host_body_hull(int n, const struct host_pixel *points, struct host_pixel *hull)
{
	int first = 0, count = 0;
	for (int i = 1; i < n; i++) {
		if (points[i].x < points[first].x || (points[i].x == points[first].x && points[i].y < points[first].y)) {
			first = i;
		}
	}
	int now = first;
	do {
		hull[count++] = points[now];
		int next = now == 0 ? (n > 1) : 0;
		for (int i = 0; i < n; i++) {
			/* the farther of two in line */
			double turn = host_body_cross(points[now], points[next], points[i]);
			double longer =
				host_pixel_distance(points[now], points[i]) - host_pixel_distance(points[now], points[next]);
			if (i != now && (turn < -1e-6 || (fabs(turn) <= 1e-6 && longer > 0.0))) {
				next = i;
			}
		}
		now = next;
	} while (now != first && count < n);
	return count;
}

/* largest distance of a point of the hull from the line through its first and farthest corner */
static double host_body_thickness(int n, const struct host_pixel *hull, struct host_pixel ends[2])
{
	double longest = -1.0, thickness = 0.0;
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < i; k++) {
			if (host_pixel_distance(hull[i], hull[k]) > longest) {
				longest = host_pixel_distance(hull[i], hull[k]);
				ends[0] = hull[k];
				ends[1] = hull[i];
			}
		}
	}
	for (int i = 0; i < n && longest > 0.0; i++) {
		thickness = fmax(thickness, fabs(host_body_cross(ends[0], ends[1], hull[i])) / longest);
	}
	return thickness;
}

/* the outline: everything within half a width of the path, dark rim and light inside */
static void host_body_shape(struct host_view *v, int n, const struct host_pixel *points, int closed, uint32_t color)
{
	double width = 2.0 * HOST_BODY_HALF_WIDTH * v->unit;
	host_mark_path(v, n, points, closed, (struct host_pen){width, HOST_INK, closed ? color : 0, 0.0});
	host_mark_path(v, n, points, closed, (struct host_pen){width - 3.0, color, closed ? color : 0, 0.0});
}

/* centre of mass: a circle with two dark quarters */
static void host_body_center(struct host_view *v, struct host_pixel c)
{
	double r = 4.6 * v->unit;
	struct host_pen dark = {0.0, 0, HOST_INK, 0.0}, rim = {1.0, HOST_INK, 0, 0.0};
	host_mark_circle(v, c, r, (struct host_pen){0.0, 0, HOST_WHITE, 0.0});
	for (int quarter = 0; quarter < 2; quarter++) {
		struct host_pixel wedge[9];
		wedge[0] = c;
		for (int i = 0; i < 8; i++) {
			double angle = 3.14159265358979 * (quarter + 0.5 * i / 7.0);
			wedge[i + 1] = (struct host_pixel){c.x + r * cos(angle), c.y - r * sin(angle)};
		}
		host_mark_path(v, 9, wedge, 1, dark);
	}
	host_mark_circle(v, c, r, rim);
}

struct host_pixel host_sketch_body_middle(const struct host_view *v, int body)
{
	struct host_pixel points[HOST_SKETCH_MOST_POINTS + 1], hull[HOST_SKETCH_MOST_POINTS + 1], sum = {0.0, 0.0};
	int n = host_sketch_attachments(v, body, points);
	host_body_keep(host_view_center(v, body), points, &n);
	int corners = host_body_hull(n, points, hull);
	for (int i = 0; i < corners; i++) {
		sum = host_pixel_add(sum, 1.0 / corners, hull[i]);
	}
	return sum;
}

/* is there a joint that draws this body as a box at that very point? */
static int host_body_is_slider(const struct host_view *v, int body)
{
	for (int i = 0; i < v->model->n_elements; i++) {
		const struct mech_element *e = &v->model->elements[i];
		if (mech_element_kind(e)->drawing.symbol == MECH_SYMBOL_SLIDER &&
		    (e->body[1] == body || (e->body[0] == body && e->body[1] == MECH_GROUND))) {
			return 1;
		}
	}
	return 0;
}

int host_sketch_is_part(const struct host_view *v, uint32_t name)
{
	return strchr(mech_name(v->model, name), '.') != NULL;
}

void host_sketch_body(struct host_view *v, int body)
{
	struct host_pixel points[HOST_SKETCH_MOST_POINTS + 1], hull[HOST_SKETCH_MOST_POINTS + 1], ends[2];
	struct host_pixel center = host_view_center(v, body);
	uint32_t color = host_view_body_color(body);
	int n = host_sketch_attachments(v, body, points);
	int held = n;
	host_body_keep(center, points, &n);
	int corners = host_body_hull(n, points, hull);
	double thickness = host_body_thickness(corners, hull, ends);
	if (host_sketch_count_shapes(v, body) > 0) {
		host_body_center(v, center);
		return;
	}
	if (n == 1 && host_sketch_is_part(v, v->model->bodies[body].name)) {
		return;
	}
	if (n == 1 && !host_body_is_slider(v, body)) {
		host_mark_circle(v, center, 13.0 * v->unit, (struct host_pen){1.5, HOST_INK, color, 0.0});
	} else if (thickness > 7.0 * v->unit) {
		host_body_shape(v, corners, hull, 1, color);
	} else if (n > 1) {
		host_body_shape(v, 2, ends, 0, color);
	}
	/* a bob where the centre is the free end of a bar */
	if (held == 1 && n == 2) {
		host_mark_circle(v, center, 13.0 * v->unit, (struct host_pen){1.5, HOST_INK, color, 0.0});
	}
	if (held != 1 || n != 1) {
		host_body_center(v, center);
	}
}
