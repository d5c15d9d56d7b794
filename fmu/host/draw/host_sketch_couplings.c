/* Joints between joints: wheels as pitch circles, belts, racks; dashed lines where there is nothing to see. */
#include <math.h>

#include "host_sketch_parts.h"

static const struct host_pen host_coupling_pen = {1.2, HOST_BLUE, 0, 6.0};

int host_sketch_wheel(const struct host_view *v, const struct mech_element *e, int i, struct host_pixel *center,
                      double *radius)
{
	const struct mech_element *first = host_view_joint(v, e, 0), *second = host_view_joint(v, e, 1);
	const double *radii = host_view_vector(v, e, "radii");
	if (first == NULL || second == NULL || !host_view_is_angle(v, e, i)) {
		return 0;
	}
	*center = host_sketch_anchor(v, i == 0 ? first : second);
	if (radii != NULL) {
		*radius = v->scale * fabs(radii[i]);
	} else if (host_view_number(v, e, "ratio") != 0.0 && host_view_is_angle(v, e, 1 - i)) {
		/* the two roll on each other */
		double ratio = fabs(host_view_number(v, e, "ratio"));
		double distance = host_pixel_distance(*center, host_sketch_anchor(v, i == 0 ? second : first));
		*radius = distance * (i == 0 ? 1.0 : ratio) / (1.0 + ratio);
	} else {
		*radius = i == 0 ? v->scale * fabs(host_view_number(v, e, "radius")) : 0.0;
	}
	return *radius > 0.0;
}

static void host_coupling_lines(struct host_view *v, const struct mech_element *e)
{
	for (int i = 0; i + 1 < mech_element_kind(e)->n_joints; i++) {
		const struct mech_element *a = host_view_joint(v, e, i), *b = host_view_joint(v, e, i + 1);
		if (a != NULL && b != NULL) {
			host_mark_line(v, host_sketch_anchor(v, a), host_sketch_anchor(v, b), host_coupling_pen);
		}
	}
}

/* pitch circles of both wheels; 0: it has not two of them */
static int host_coupling_wheels(struct host_view *v, const struct mech_element *e, struct host_pixel center[2],
                                double radius[2])
{
	int wheels = 1;
	for (int i = 0; i < 2; i++) {
		wheels = host_sketch_wheel(v, e, i, &center[i], &radius[i]) && wheels;
	}
	for (int i = 0; i < 2 && wheels; i++) {
		host_mark_circle(v, center[i], radius[i], host_coupling_pen);
	}
	return wheels;
}

void host_sketch_gear(struct host_view *v, const struct mech_element *e)
{
	struct host_pixel center[2];
	double radius[2];
	if (!host_coupling_wheels(v, e, center, radius)) {
		host_coupling_lines(v, e);
	}
}

/* the belt runs along both common tangents: with the normal n of one, n (b - a) = ra - rb; a crossed belt has one negative radius */
void host_sketch_belt(struct host_view *v, const struct mech_element *e)
{
	struct host_pixel center[2];
	double radius[2];
	if (!host_coupling_wheels(v, e, center, radius)) {
		host_coupling_lines(v, e);
		return;
	}
	const double *radii = host_view_vector(v, e, "radii");
	double a = v->scale * radii[0], b = v->scale * radii[1];
	double distance = host_pixel_distance(center[0], center[1]);
	double along = (a - b) / distance;
	if (!(fabs(along) < 1.0)) {
		return;
	}
	struct host_pixel u = host_pixel_unit(host_pixel_add(center[1], -1.0, center[0])), left = host_pixel_left(u);
	for (int side = -1; side <= 1; side += 2) {
		const struct host_pixel zero = {0.0, 0.0};
		struct host_pixel n = host_pixel_add(host_pixel_add(zero, along, u), side * sqrt(1.0 - along * along), left);
		host_mark_line(v, host_pixel_add(center[0], a, n), host_pixel_add(center[1], b, n),
		               (struct host_pen){1.6, HOST_BLUE, 0, 0.0});
	}
}

/* the pinion's pitch circle, and the rack's pitch line beside it, on the side of the rack */
void host_sketch_rack(struct host_view *v, const struct mech_element *e)
{
	struct host_pixel center;
	double radius;
	const struct mech_element *rack = host_view_joint(v, e, 1);
	const double *axis = rack == NULL ? NULL : host_view_vector(v, rack, "axis");
	if (axis == NULL || !host_sketch_wheel(v, e, 0, &center, &radius)) {
		host_coupling_lines(v, e);
		return;
	}
	struct host_pixel along = host_view_direction(v, rack->body[0], axis), left = host_pixel_left(along);
	struct host_pixel to_rack = host_pixel_add(host_sketch_anchor(v, rack), -1.0, center);
	double side = to_rack.x * left.x + to_rack.y * left.y < 0.0 ? -1.0 : 1.0;
	struct host_pixel touch = host_pixel_add(center, side * radius, left);
	host_mark_circle(v, center, radius, host_coupling_pen);
	host_mark_line(v, host_pixel_add(touch, -1.2 * radius, along), host_pixel_add(touch, 1.2 * radius, along),
	               host_coupling_pen);
}

void host_sketch_coupler(struct host_view *v, const struct mech_element *e)
{
	host_coupling_lines(v, e);
}
