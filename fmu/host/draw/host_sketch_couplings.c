/* Joints between joints: wheels as pitch circles, rings around them, belts, racks; dashed lines
 * where there is nothing to see.
 *
 * A gear keeps change_a = ratio change_b. Its wheels roll on each other, r_b = |ratio| r_a. Seen
 * from the body that carries both bearings they turn the same way where one lies in the other: then
 * |r_a - r_b| is the distance of their axes, else r_a + r_b is.
 */
#include <math.h>
#include <string.h>

#include "host_sketch_parts.h"
#include "mech_pose.h"
#include "mech_rotation.h"

static const struct host_pen host_coupling_pen = {1.2, HOST_BLUE, 0, 6.0};

/* outer radius of a ring over its pitch radius; least cosine between axes that count as parallel */
#define HOST_RING_RIM 1.12
#define HOST_PARALLEL 0.98

static double host_dot(const double *a, const double *b)
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* where a joint turns, and about which axis */
static void host_wheel_bearing(const struct host_view *v, const struct mech_element *joint, struct host_wheel *wheel)
{
	static const double up[3] = {0.0, 0.0, 1.0};
	const double *axis = host_view_vector(v, joint, "axis");
	double turned[3] = {0.0, 0.0, 0.0};
	host_view_anchor(v, joint, wheel->center);
	if (v->model->head->space == MECH_PLANAR || axis == NULL) {
		memcpy(wheel->axis, up, sizeof up);
	} else {
		host_view_turn(v, joint->body[0], axis, turned);
		mech_vector_unit(3, turned, wheel->axis);
	}
	mech_frame(wheel->axis, wheel->x, wheel->y);
}

/* +1 where the joint's angle turns its wheel forwards, as seen from the body that carries it */
static int host_wheel_sense(const struct mech_element *joint, const struct mech_element *other)
{
	for (int k = 0; k < 2; k++) {
		if (joint->body[k] == other->body[0] || joint->body[k] == other->body[1]) {
			return k == 0 ? 1 : -1;
		}
	}
	return 1;
}

/* radii of a gear whose ratio is positive where one wheel lies in the other; the second moves into
 * the plane of the first */
static void host_wheel_roll(const struct host_view *v, const struct mech_element *e, struct host_wheel wheels[2])
{
	const struct mech_element *a = host_view_joint(v, e, 0), *b = host_view_joint(v, e, 1);
	const double cosine = host_dot(wheels[0].axis, wheels[1].axis);
	double ratio = host_view_number(v, e, "ratio"), way[3];
	for (int k = 0; k < 3; k++) {
		way[k] = wheels[1].center[k] - wheels[0].center[k];
	}
	if (fabs(cosine) > HOST_PARALLEL) {
		const double beside = host_dot(way, wheels[0].axis);
		for (int k = 0; k < 3; k++) {
			way[k] -= beside * wheels[0].axis[k];
			wheels[1].center[k] = wheels[0].center[k] + way[k];
		}
		ratio *= host_wheel_sense(a, b) * host_wheel_sense(b, a) * (cosine < 0.0 ? -1.0 : 1.0);
	} else {
		ratio = -fabs(ratio);
	}
	const double sum = ratio < 0.0 ? 1.0 - ratio : fabs(1.0 - ratio), apart = sqrt(host_dot(way, way));
	wheels[0].radius = sum > 0.0 ? apart / sum : 0.0;
	wheels[1].radius = wheels[0].radius * fabs(ratio);
	wheels[0].ring = ratio > 0.0 && ratio < 1.0;
	wheels[1].ring = ratio > 1.0;
}

int host_sketch_wheels(const struct host_view *v, const struct mech_element *e, struct host_wheel wheels[2])
{
	const double *radii = host_view_vector(v, e, "radii");
	const int angles = host_view_is_angle(v, e, 0) + 2 * host_view_is_angle(v, e, 1);
	memset(wheels, 0, 2 * sizeof *wheels);
	if (host_view_joint(v, e, 0) == NULL || host_view_joint(v, e, 1) == NULL) {
		return 0;
	}
	for (int i = 0; i < 2; i++) {
		host_wheel_bearing(v, host_view_joint(v, e, i), &wheels[i]);
		wheels[i].radius = radii != NULL ? fabs(radii[i]) : i == 0 ? fabs(host_view_number(v, e, "radius")) : 0.0;
	}
	if (radii == NULL && host_view_number(v, e, "ratio") != 0.0 && angles == 3) {
		host_wheel_roll(v, e, wheels);
	}
	int found = 0;
	for (int i = 0; i < 2; i++) {
		found |= (angles >> i & 1) && wheels[i].radius > 0.0 ? 1 << i : 0;
		wheels[i].rim = wheels[i].radius * (wheels[i].ring ? HOST_RING_RIM : 1.0);
	}
	return found;
}

void host_sketch_wheel_point(const struct host_view *v, const struct host_wheel *wheel, int k, double radius,
                             double *flat)
{
	const double angle = 2.0 * acos(-1.0) * k / HOST_SKETCH_RIM;
	double point[3];
	for (int i = 0; i < 3; i++) {
		point[i] = wheel->center[i] + radius * (cos(angle) * wheel->x[i] + sin(angle) * wheel->y[i]);
	}
	host_view_flatten(v, point, flat);
}

/* a circle about the centre of a wheel; in space as it is seen */
static void host_wheel_circle(struct host_view *v, const struct host_wheel *wheel, double radius, struct host_pen pen)
{
	struct host_pixel corners[HOST_SKETCH_RIM];
	double flat[2];
	if (v->model->head->space == MECH_PLANAR) {
		host_view_flatten(v, wheel->center, flat);
		host_mark_circle(v, host_view_pixel(v, flat), radius * v->scale, pen);
		return;
	}
	for (int k = 0; k < HOST_SKETCH_RIM; k++) {
		host_sketch_wheel_point(v, wheel, k, radius, flat);
		corners[k] = host_view_pixel(v, flat);
	}
	host_mark_path(v, HOST_SKETCH_RIM, corners, 1, pen);
}

static void host_coupling_lines(struct host_view *v, const struct mech_element *e)
{
	for (int i = 0; i + 1 < mech_element_kind(e)->file.n_joints; i++) {
		const struct mech_element *a = host_view_joint(v, e, i), *b = host_view_joint(v, e, i + 1);
		if (a != NULL && b != NULL) {
			host_mark_line(v, host_sketch_anchor(v, a), host_sketch_anchor(v, b), host_coupling_pen);
		}
	}
}

/* pitch circles of both wheels, and the outside of a ring; 0: it has not two of them */
static int host_coupling_wheels(struct host_view *v, const struct mech_element *e, struct host_wheel wheels[2])
{
	static const struct host_pen rim = {1.5, HOST_INK, 0, 0.0};
	if (host_sketch_wheels(v, e, wheels) != 3) {
		return 0;
	}
	for (int i = 0; i < 2; i++) {
		host_wheel_circle(v, &wheels[i], wheels[i].radius, host_coupling_pen);
		if (wheels[i].ring) {
			host_wheel_circle(v, &wheels[i], wheels[i].rim, rim);
		}
	}
	return 1;
}

void host_sketch_gear(struct host_view *v, const struct mech_element *e)
{
	struct host_wheel wheels[2];
	if (!host_coupling_wheels(v, e, wheels)) {
		host_coupling_lines(v, e);
	}
}

/* from a point in the plane of a wheel to another, given by its axes x and y */
static void host_wheel_line(struct host_view *v, const double *from, const double *to, struct host_pen pen)
{
	double a[2], b[2];
	host_view_flatten(v, from, a);
	host_view_flatten(v, to, b);
	host_mark_line(v, host_view_pixel(v, a), host_view_pixel(v, b), pen);
}

static void host_cross(const double *a, const double *b, double *c)
{
	for (int k = 0; k < 3; k++) {
		c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
	}
}

/* the belt runs along both common tangents: with the normal n of one, n (b - a) = ra - rb; a
 * crossed belt has one negative radius */
void host_sketch_belt(struct host_view *v, const struct mech_element *e)
{
	struct host_wheel wheels[2];
	double way[3], u[3], left[3];
	if (!host_coupling_wheels(v, e, wheels)) {
		host_coupling_lines(v, e);
		return;
	}
	const double *radii = host_view_vector(v, e, "radii");
	for (int k = 0; k < 3; k++) {
		way[k] = wheels[1].center[k] - wheels[0].center[k];
	}
	const double along = (radii[0] - radii[1]) / sqrt(host_dot(way, way));
	if (!(fabs(along) < 1.0)) {
		return;
	}
	mech_vector_unit(3, way, u);
	host_cross(wheels[0].axis, u, left);
	for (int side = -1; side <= 1; side += 2) {
		double from[3], to[3];
		for (int k = 0; k < 3; k++) {
			const double n = along * u[k] + side * sqrt(1.0 - along * along) * left[k];
			from[k] = wheels[0].center[k] + radii[0] * n;
			to[k] = wheels[1].center[k] + radii[1] * n;
		}
		host_wheel_line(v, from, to, (struct host_pen){1.6, HOST_BLUE, 0, 0.0});
	}
}

/* the pinion's pitch circle, and the rack's pitch line next to it, on the side of the rack */
void host_sketch_rack(struct host_view *v, const struct mech_element *e)
{
	struct host_wheel wheels[2];
	const struct mech_element *rack = host_view_joint(v, e, 1);
	const double *axis = rack == NULL ? NULL : host_view_vector(v, rack, "axis");
	double turned[3] = {0.0, 0.0, 0.0}, along[3], left[3], to_rack[3], from[3], to[3];
	if (axis == NULL || !(host_sketch_wheels(v, e, wheels) & 1)) {
		host_coupling_lines(v, e);
		return;
	}
	host_view_turn(v, rack->body[0], axis, turned);
	mech_vector_unit(3, turned, along);
	host_cross(wheels[0].axis, along, left);
	host_view_anchor(v, rack, to_rack);
	for (int k = 0; k < 3; k++) {
		to_rack[k] -= wheels[0].center[k];
	}
	const double radius = wheels[0].radius, side = host_dot(to_rack, left) < 0.0 ? -1.0 : 1.0;
	for (int k = 0; k < 3; k++) {
		from[k] = wheels[0].center[k] + radius * (side * left[k] - 1.2 * along[k]);
		to[k] = from[k] + 2.4 * radius * along[k];
	}
	host_wheel_circle(v, &wheels[0], radius, host_coupling_pen);
	host_wheel_line(v, from, to, host_coupling_pen);
}

void host_sketch_coupler(struct host_view *v, const struct mech_element *e)
{
	host_coupling_lines(v, e);
}
