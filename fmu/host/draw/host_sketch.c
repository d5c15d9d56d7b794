/* The sketch of a mechanism as a whole: see host_sketch.h.
 *
 * host_sketch_make finds the extent of all points that are drawn and fits the view to it. It then
 * chooses the size of the symbols and draws the layers from the ground upwards.
 */
#include "host_sketch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_shape_outline.h"
#include "host_sketch_parts.h"
#include "mech_equations.h"

enum { HOST_SKETCH_MARGIN = 62, HOST_SKETCH_MOST_NAMES = 60 };

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
	for (int side = 0; side < 2 && host_has_shapes(e); side++) {
		double drawn[3] = {0.0, 0.0, 0.0};
		for (int k = 0; host_shape_outline(e, v->context.parameters, side, k, drawn); k++) {
			host_view_world(v, e->body[side], drawn, flat);
			host_extent_add(x, flat);
		}
	}
	int closed;
	for (int k = 0; k < HOST_SKETCH_OUTLINE && !host_has_shapes(e) && host_view_outline(v, e, k, rim, &closed); k++) {
		host_view_world(v, e->body[1], rim, flat);
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
	/* profiles below supports, which stand at the pivots of bodies that have one */
	for (int layer = 0; layer < 2; layer++) {
		for (int i = 0; i < model->n_elements; i++) {
			const struct mech_element *e = &model->elements[i];
			if ((mech_element_kind(e)->drawing.symbol != MECH_SYMBOL_PROFILE) == (layer == 1)) {
				host_sketch_ground(v, e);
			}
		}
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
		v.labels = host_sketch_names(&v) <= HOST_SKETCH_MOST_NAMES;
		host_sketch_layers(&v);
	}
	free(derived);
	free(zeros);
	free(inputs);
	free(drawing);
	return sketch->failed ? -1 : 0;
}
