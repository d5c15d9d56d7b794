/* What the sketch reads from the model: parameters by their key, and points and directions of the
 * drawing as they are seen.
 *
 * Mechanisms in the plane are seen as they are. Mechanisms in space are seen in isometric view,
 * with the axis that gravity follows most (else z) upright.
 */
#include "host_sketch_parts.h"

#include <math.h>
#include <string.h>

#include "mech_pose.h"
#include "mech_profile_frame.h"
#include "mech_rotation.h"

/* Values of `key` of the element, or NULL. A vector and a number may have the same key: `from`
 * of a rod is a point, `from` of a ramp is an angle. */
static const double *host_view_find(const struct host_view *v, const struct mech_element *e, const char *key,
                                    int vector)
{
	const struct mech_kind *kind = mech_element_kind(e);
	for (int i = 0; i < kind->file.n_parameters; i++) {
		if (strcmp(kind->file.parameters[i].key, key) == 0 && (kind->file.parameters[i].size > 1) == vector) {
			return v->context.parameters + e->parameter + mech_kind_number(kind, i);
		}
	}
	return NULL;
}

const double *host_view_vector(const struct host_view *v, const struct mech_element *e, const char *key)
{
	return host_view_find(v, e, key, 1);
}

double host_view_number(const struct host_view *v, const struct mech_element *e, const char *key)
{
	const double *number = host_view_find(v, e, key, 0);
	return number == NULL ? 0.0 : *number;
}

const struct mech_element *host_view_joint(const struct host_view *v, const struct mech_element *e, int i)
{
	return e->joint[i] >= 0 ? &v->model->elements[e->joint[i]] : NULL;
}

int host_view_is_angle(const struct host_view *v, const struct mech_element *e, int i)
{
	const struct mech_element *joint = host_view_joint(v, e, i);
	const struct mech_kind *kind = joint == NULL ? NULL : mech_element_kind(joint);
	return kind != NULL && e->coordinate[i] < kind->coordinate.count &&
	       kind->coordinate.specs[e->coordinate[i]].quantity == MECH_ANGLE;
}

void host_view_flatten(const struct host_view *v, const double *x, double *flat)
{
	if (v->model->head->space == MECH_PLANAR) {
		flat[0] = x[0];
		flat[1] = x[1];
		return;
	}
	const double *g = v->context.parameters + v->model->head->gravity;
	const int y_up = fabs(g[1]) > fabs(g[2]);
	/* right-handed: first to the front left, second to the right, third up */
	const double first = y_up ? x[2] : x[0], second = y_up ? x[0] : x[1], up = y_up ? x[1] : x[2];
	const double cosine = 0.86602540378443864676;
	flat[0] = cosine * (second - first);
	flat[1] = up - 0.5 * (first + second);
}

struct host_pixel host_view_pixel(const struct host_view *v, const double *point)
{
	return (struct host_pixel){v->left + v->scale * point[0], v->top - v->scale * point[1]};
}

void host_view_world(const struct host_view *v, int body, const double *drawn, double *flat)
{
	double local[3], point[3];
	mech_local_point(&v->context, body, drawn, local);
	mech_point(&v->context, body, local, point);
	host_view_flatten(v, point, flat);
}

struct host_pixel host_view_point(const struct host_view *v, int body, const double *drawn)
{
	double point[2];
	host_view_world(v, body, drawn, point);
	return host_view_pixel(v, point);
}

void host_view_center_flat(const struct host_view *v, int body, double *flat)
{
	static const double origin[3] = {0.0, 0.0, 0.0};
	host_view_flatten(v, body == MECH_GROUND ? origin : v->context.q + v->model->bodies[body].q, flat);
}

struct host_pixel host_view_center(const struct host_view *v, int body)
{
	double flat[2];
	host_view_center_flat(v, body, flat);
	return host_view_pixel(v, flat);
}

void host_view_turn(const struct host_view *v, int body, const double *drawn, double *turned)
{
	struct mech_pose pose;
	mech_pose(&v->context, body, &pose);
	mech_pose_turn(&pose, drawn, turned);
}

/* on its second body, which moves; in the middle of the ground where it has no point */
void host_view_anchor(const struct host_view *v, const struct mech_element *joint, double *point)
{
	static const double origin[3] = {0.0, 0.0, 0.0};
	const double *drawn = host_view_vector(v, joint, "at");
	const int body = drawn == NULL ? MECH_GROUND : joint->body[1];
	double local[3];
	point[2] = 0.0;
	mech_local_point(&v->context, body, drawn == NULL ? origin : drawn, local);
	mech_point(&v->context, body, local, point);
}

struct host_pixel host_view_direction(const struct host_view *v, int body, const double *drawn)
{
	double turned[3], flat[2];
	host_view_turn(v, body, drawn, turned);
	host_view_flatten(v, turned, flat);
	return host_pixel_unit((struct host_pixel){flat[0], -flat[1]});
}

uint32_t host_view_body_color(int body)
{
	static const uint32_t colors[] = {0x9cc3e8u, 0xf6b98au, 0xa8d5a2u, 0xf7d774u, 0xc9b0dcu,
	                                  0x8fd3cbu, 0xeda3b0u, 0xc9c6a3u, 0xb3bfcbu, 0xe3c4a8u};
	return colors[(unsigned)body % (sizeof colors / sizeof colors[0])] | HOST_OPAQUE;
}

int host_view_rim(const struct host_view *v, const struct mech_element *e, int k, double *drawn)
{
	double z[3], x[3], y[3];
	if (mech_element_kind(e)->drawing.symbol != MECH_SYMBOL_DISC) {
		return 0;
	}
	const double *at = host_view_vector(v, e, "at");
	const double angle = 2.0 * acos(-1.0) * k / HOST_SKETCH_RIM, radius = host_view_number(v, e, "radius");
	mech_vector_unit(3, host_view_vector(v, e, "axis"), z);
	mech_frame(z, x, y);
	for (int i = 0; i < 3; i++) {
		drawn[i] = at[i] + radius * (cos(angle) * x[i] + sin(angle) * y[i]);
	}
	return 1;
}

int host_view_outline(const struct host_view *v, const struct mech_element *e, int k, double *drawn, int *closed)
{
	const int table = mech_profile_table(e);
	if (table < 0) {
		return 0;
	}
	const struct mech_profile p = mech_profile_open(e, table, v->context.parameters, v->context.derived);
	if (k >= mech_profile_samples(&p)) {
		return 0;
	}
	*closed = p.form != MECH_CURVE_TERRAIN;
	mech_profile_frame_drawn(e, v->context.parameters, &p, k, drawn);
	drawn[2] = 0.0;
	return 1;
}
