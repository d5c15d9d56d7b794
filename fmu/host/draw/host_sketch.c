#include "host_sketch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_sketch_parts.h"
#include "mech_equations.h"
#include "mech_pose.h"
#include "mech_rotation.h"

enum { HOST_SKETCH_MARGIN = 62, HOST_SKETCH_MOST_NAMES = 60 };

/* values of `key` of the element, or NULL. A vector and a number may have the same key: `from` of a rod is a point, that of a ramp an angle */
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

/* Mechanisms in space are seen in isometric view, with the axis that gravity follows most (else z) upright. */
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

/* flat position of a point of the drawing that moves with a body */
static void host_view_world(const struct host_view *v, int body, const double *drawn, double *flat)
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

static void host_view_center_flat(const struct host_view *v, int body, double *flat)
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

struct host_extent {
	double low[2], high[2];
};

static void host_extent_add(struct host_extent *x, const double *point)
{
	for (int k = 0; k < 2; k++) {
		if (isfinite(point[k])) {
			x->low[k] = fmin(x->low[k], point[k]);
			x->high[k] = fmax(x->high[k], point[k]);
		}
	}
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

/* all points an element is drawn at */
static void host_extent_element(const struct host_view *v, const struct mech_element *e, struct host_extent *x)
{
	static const char *const keys[] = {"at", "from", "to"};
	for (int k = 0; k < 3; k++) {
		const double *drawn = host_view_vector(v, e, keys[k]);
		for (int b = 0; drawn != NULL && b < e->n_bodies && b < 2; b++) {
			/* `from` lies on the first body, `to` on the second, `at` on both */
			if (k == 0 || k == b + 1) {
				double point[2];
				host_view_world(v, e->body[b], drawn, point);
				host_extent_add(x, point);
			}
		}
	}
	double rim[3], flat[2];
	struct host_wheel wheels[2];
	const int found = mech_element_kind(e)->file.n_joints == 2 ? host_sketch_wheels(v, e, wheels) : 0;
	for (int k = 0; k < 2 * HOST_SKETCH_RIM; k++) {
		const struct host_wheel *wheel = &wheels[k % 2];
		if (found >> (k % 2) & 1) {
			host_sketch_wheel_point(v, wheel, k / 2, wheel->rim, flat);
			host_extent_add(x, flat);
		}
	}
	for (int k = 0; k < HOST_SKETCH_RIM && host_view_rim(v, e, k, rim); k++) {
		host_view_world(v, e->body[0], rim, flat);
		host_extent_add(x, flat);
	}
}

static void host_extent_shapes(const struct host_view *v, int body, struct host_extent *x)
{
	for (int i = 0; i < host_sketch_count_shapes(v, body); i++) {
		const struct host_shape *shape = &v->mechanism->bodies[body].shapes[i];
		for (int k = 0; k < host_shape_points(shape); k++) {
			double drawn[3], flat[2];
			host_shape_point(shape, k, drawn);
			host_view_world(v, v->model->bodies[body].carrier, drawn, flat);
			host_extent_add(x, flat);
		}
	}
}

static void host_view_fit(struct host_view *v)
{
	struct host_extent x = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
	for (int i = 0; i < v->model->n_bodies + v->model->n_welded; i++) {
		host_extent_shapes(v, i, &x);
	}
	for (int i = 0; i < v->model->n_elements; i++) {
		host_extent_element(v, &v->model->elements[i], &x);
	}
	for (int i = 0; i < v->model->n_bodies; i++) {
		double flat[2];
		host_view_center_flat(v, i, flat);
		host_extent_add(&x, flat);
	}
	double width = x.high[0] - x.low[0], height = x.high[1] - x.low[1];
	if (!(width >= 0.0) || !(height >= 0.0)) {
		x = (struct host_extent){{0.0, 0.0}, {0.0, 0.0}};
		width = height = 0.0;
	}
	double room_x = HOST_SKETCH_WIDTH - 2.0 * HOST_SKETCH_MARGIN,
		   room_y = HOST_SKETCH_HEIGHT - 2.0 * HOST_SKETCH_MARGIN;
	double scale = fmin(room_x / width, room_y / height);
	v->scale = isfinite(scale) && scale > 0.0 ? scale : 100.0;
	v->left = 0.5 * HOST_SKETCH_WIDTH - v->scale * 0.5 * (x.low[0] + x.high[0]);
	v->top = 0.5 * HOST_SKETCH_HEIGHT - 6.0 + v->scale * 0.5 * (x.low[1] + x.high[1]);
}

/* symbols shrink where the points of a body lie close together */
static double host_view_unit(const struct host_view *v)
{
	double shortest = HUGE_VAL;
	for (int body = 0; body < v->model->n_bodies; body++) {
		struct host_pixel points[HOST_SKETCH_MOST_POINTS];
		int n = host_sketch_attachments(v, body, points);
		for (int i = 0; i < n; i++) {
			for (int k = 0; k < i; k++) {
				double distance = host_pixel_distance(points[i], points[k]);
				shortest = distance > 2.0 ? fmin(shortest, distance) : shortest;
			}
		}
	}
	return fmax(0.5, fmin(1.0, shortest / 44.0));
}

static void host_sketch_layers(struct host_view *v)
{
	const struct mech_model *model = v->model;
	for (int i = 0; i < model->n_elements; i++) {
		host_sketch_ground(v, &model->elements[i]);
	}
	/* what never moves stands behind the rest */
	for (int layer = 0; layer < 2; layer++) {
		for (int i = 0; i < model->n_bodies + model->n_welded; i++) {
			if ((model->bodies[i].carrier != MECH_GROUND) == (layer == 1)) {
				host_sketch_shapes(v, i);
			}
		}
	}
	for (int i = 0; i < model->n_bodies; i++) {
		host_sketch_body(v, i);
	}
	/* forces and springs first, joints above them */
	for (int layer = 0; layer < 2; layer++) {
		for (int i = 0; i < model->n_elements; i++) {
			const struct mech_element *e = &model->elements[i];
			if ((mech_element_kind(e)->section == MECH_JOINT) == (layer == 1)) {
				host_sketch_symbol(v, e);
			}
		}
	}
	host_sketch_scale_bar(v);
	host_sketch_gravity(v);
	host_sketch_labels(v);
}

int host_sketch_make(const struct host_mechanism *mechanism, const struct mech_model *model, const double *q,
                     struct host_sketch *sketch)
{
	memset(sketch, 0, sizeof *sketch);
	double *derived = calloc((size_t)model->n_derived + 1, sizeof *derived);
	double *zeros = calloc((size_t)(model->n_q + model->n_v + model->n_rows + model->n_memory) + 1, sizeof *zeros);
	struct mech_signal *inputs = calloc((size_t)model->n_inputs + 1, sizeof *inputs);
	double *drawing = calloc((size_t)model->n_q + 1, sizeof *drawing);
	if (derived == NULL || zeros == NULL || inputs == NULL || drawing == NULL) {
		sketch->failed = 1;
	} else {
		struct host_view v = {sketch,
		                      {.model = model,
		                       .parameters = model->parameters,
		                       .derived = derived,
		                       .memory = zeros,
		                       .inputs = inputs,
		                       .t = model->head->start_time,
		                       .v = zeros,
		                       .a = zeros,
		                       .lambda = zeros},
		                      model,
		                      mechanism,
		                      1.0,
		                      0.0,
		                      0.0,
		                      1.0,
		                      1};
		mech_derive(&v.context, derived);
		mech_drawing(&v.context, drawing);
		v.context.q = q == NULL ? drawing : q;
		host_view_fit(&v);
		v.unit = host_view_unit(&v);
		v.labels = model->n_bodies + model->n_elements <= HOST_SKETCH_MOST_NAMES;
		host_sketch_layers(&v);
	}
	free(derived);
	free(zeros);
	free(inputs);
	free(drawing);
	return sketch->failed ? -1 : 0;
}
