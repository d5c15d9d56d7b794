/* Shapes of a body in a sketch: their outlines, projected. Polygons in the plane are drawn as they
 * are; all others are convex, so the hull of their farthest points is their outline.
 */
#include "host_sketch_parts.h"

#include <math.h>
#include <stdlib.h>

/* the outline of a shape is convex, with its farthest points in these directions as corners; but
 * for polygons in the plane */
enum { HOST_SHAPES_DIRECTIONS = 96 };

static int host_shapes_hull(const struct host_view *v, int carrier, const struct host_shape *shape,
                            struct host_pixel *corners)
{
	struct host_pixel direction[HOST_SHAPES_DIRECTIONS];
	double farthest[HOST_SHAPES_DIRECTIONS];
	int n = 0;
	for (int i = 0; i < HOST_SHAPES_DIRECTIONS; i++) {
		const double angle = 2.0 * acos(-1.0) * i / HOST_SHAPES_DIRECTIONS;
		direction[i] = (struct host_pixel){cos(angle), sin(angle)};
		farthest[i] = -HUGE_VAL;
		corners[i] = (struct host_pixel){0.0, 0.0};
	}
	for (int k = 0; k < host_shape_points(shape); k++) {
		double drawn[3];
		host_shape_point(shape, k, drawn);
		const struct host_pixel p = host_view_point(v, carrier, drawn);
		for (int i = 0; i < HOST_SHAPES_DIRECTIONS; i++) {
			const double far = p.x * direction[i].x + p.y * direction[i].y;
			if (far > farthest[i]) {
				farthest[i] = far;
				corners[i] = p;
			}
		}
	}
	for (int i = 0; i < HOST_SHAPES_DIRECTIONS; i++) {
		if (n == 0 || host_pixel_distance(corners[n - 1], corners[i]) > 1e-3) {
			corners[n++] = corners[i];
		}
	}
	return n;
}

static int host_shapes_outline(const struct host_view *v, int carrier, const struct host_shape *shape,
                               struct host_pixel *corners)
{
	if (shape->type != HOST_POLYGON || v->model->head->space != MECH_PLANAR) {
		return host_shapes_hull(v, carrier, shape, corners);
	}
	for (int k = 0; k < shape->n_corners; k++) {
		double drawn[3];
		host_shape_point(shape, 2 * k, drawn);
		corners[k] = host_view_point(v, carrier, drawn);
	}
	return shape->n_corners;
}

int host_sketch_count_shapes(const struct host_view *v, int body)
{
	return v->mechanism == NULL ? 0 : v->mechanism->bodies[body].n_shapes;
}

void host_sketch_shapes(struct host_view *v, int body)
{
	for (int k = 0; k < host_sketch_count_shapes(v, body); k++) {
		struct host_pixel corners[HOST_SHAPE_MOST_CORNERS];
		const struct host_shape *shape = &v->mechanism->bodies[body].shapes[k];
		const int colored = shape->color[0] == '#';
		const uint32_t color =
			colored ? (uint32_t)strtoul(shape->color + 1, NULL, 16) | HOST_OPAQUE : host_view_body_color(body);
		const int n = host_shapes_outline(v, v->model->bodies[body].carrier, shape, corners);
		host_mark_path(v, n, corners, 1, (struct host_pen){1.5, HOST_INK, color, 0.0});
	}
}
