#include "host_scene_shapes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "host_results.h"
#include "mech_formula.h"

static void host_scene_numbers(struct host_text *t, const char *key, int n, const double *numbers)
{
	host_text_add(t, ", ");
	host_text_add_json(t, key);
	host_text_add(t, ": [");
	for (int i = 0; i < n; i++) {
		host_text_add(t, i == 0 ? "" : ", ");
		host_text_add_number(t, numbers[i]);
	}
	host_text_add(t, "]");
}

static void host_scene_measure(struct host_text *t, const char *key, double number)
{
	host_text_add(t, ", ");
	host_text_add_json(t, key);
	host_text_add(t, ": ");
	host_text_add_number(t, number);
}

static unsigned char *host_scene_word(unsigned char *to, uint32_t word)
{
	for (int k = 0; k < 4; k++) {
		*to++ = (unsigned char)(word >> (8 * k) & 255u);
	}
	return to;
}

static void host_scene_mesh(struct host_text *t, const struct host_mesh *mesh)
{
	const size_t n = 3 * (size_t)mesh->n_points, m = 3 * (size_t)mesh->n_triangles, size = 4 * (2 + n + m);
	unsigned char *bytes = malloc(size);
	if (bytes == NULL) {
		t->failed = 1;
		return;
	}
	unsigned char *to = host_scene_word(bytes, (uint32_t)mesh->n_points);
	to = host_scene_word(to, (uint32_t)mesh->n_triangles);
	for (size_t k = 0; k < n; k++) {
		const float number = (float)mesh->points[k];
		uint32_t word;
		memcpy(&word, &number, sizeof word);
		to = host_scene_word(to, word);
	}
	for (size_t k = 0; k < m; k++) {
		to = host_scene_word(to, (uint32_t)mesh->triangles[k]);
	}
	host_text_add(t, ", \"mesh\": \"");
	host_text_add_deflated(t, bytes, size);
	host_text_add(t, "\"");
	free(bytes);
}

/* ---- numbers that follow parameters */

static void host_scene_operation(const struct host_mechanism *m, const struct mech_operation *operation,
                                 struct host_text *t)
{
	if (operation->code == MECH_TAKE_NUMBER) {
		host_text_add_number(t, operation->number);
	} else if (operation->code == MECH_TAKE_PARAMETER) {
		host_text_add(t, "\"parameters.");
		host_text_add(t, m->parameter_names[operation->index]);
		host_text_add(t, "\"");
	} else if (operation->code == MECH_NEGATE) {
		host_text_add(t, "-1, \"*\"");
	} else {
		host_text_add_json(t, mech_operators[operation->code].name);
	}
}

/* a number, or its formula; returns whether there is one */
static int host_scene_followed(const struct host_mechanism *m, struct host_spot spot, double number,
                               struct host_text *t)
{
	const struct host_formula *formula = host_formula_of(m, spot);
	if (formula == NULL) {
		host_text_add_number(t, number);
		return 0;
	}
	for (int k = 0; k < formula->count; k++) {
		host_text_add(t, k == 0 ? "[" : ", ");
		host_scene_operation(m, &formula->operations[k], t);
	}
	host_text_add(t, "]");
	return 1;
}

static int host_scene_follow_key(const struct host_mechanism *m, int body, int number, enum host_shape_key key,
                                 struct host_text *t)
{
	const struct mech_parameter_spec *spec = host_shape_spec(m->space, key);
	int follows = 0;
	host_text_add_json(t, spec->key);
	host_text_add(t, ": [");
	for (int i = 0; i < spec->size; i++) {
		const struct host_spot spot = {HOST_OF_SHAPES, body, host_shape_component(number, key, i)};
		host_text_add(t, i == 0 ? "" : ", ");
		follows |= host_scene_followed(m, spot, m->bodies[body].shapes[number].written[key][i], t);
	}
	host_text_add(t, "]");
	return follows;
}

static int host_scene_follow_corners(const struct host_mechanism *m, int body, int number, struct host_text *t)
{
	const struct host_shape *shape = &m->bodies[body].shapes[number];
	int follows = 0;
	host_text_add(t, "\"points\": [");
	for (int k = 0; k < 2 * shape->n_corners; k++) {
		const int corner = shape->reversed ? shape->n_corners - 1 - k / 2 : k / 2;
		const struct host_spot spot = {HOST_OF_SHAPES, body, host_shape_corner_component(number, corner, k % 2)};
		host_text_add(t, k == 0 ? "" : ", ");
		follows |= host_scene_followed(m, spot, shape->corners[k], t);
	}
	host_text_add(t, "]");
	return follows;
}

/* all numbers of the shape in the file, where one of them follows a parameter */
static void host_scene_follows(const struct host_mechanism *m, int body, int number, struct host_text *t)
{
	const struct host_shape *shape = &m->bodies[body].shapes[number];
	struct host_text all = {0};
	int follows = 0;
	host_text_add(&all, ", \"follows\": {");
	for (int k = 0; k < HOST_SHAPE_KEYS; k++) {
		if (host_shape_kinds[shape->type].keys[m->space] >> k & 1u) {
			follows |= host_scene_follow_key(m, body, number, (enum host_shape_key)k, &all);
			host_text_add(&all, ", ");
		}
	}
	follows |= host_scene_follow_corners(m, body, number, &all);
	host_text_add(&all, "}");
	if (follows) {
		host_text_add_bytes(t, all.bytes, all.size);
	}
	t->failed |= all.failed;
	host_text_free(&all);
}

static void host_scene_shape(const struct host_mechanism *m, int body, int number, struct host_text *t)
{
	const struct host_shape *shape = &m->bodies[body].shapes[number];
	host_text_add(t, "{\"type\": ");
	host_text_add_json(t, host_shape_kinds[shape->type].name);
	host_scene_numbers(t, "at", 3, shape->at);
	host_scene_numbers(t, "rotation", 4, shape->rotation);
	if (shape->type == HOST_BOX) {
		host_scene_numbers(t, "size", 3, shape->size);
	} else if (shape->type == HOST_MESH) {
		host_scene_measure(t, "scale", shape->written[HOST_SHAPE_SCALE][0]);
		host_scene_mesh(t, &shape->mesh);
	} else {
		host_scene_measure(t, "length", shape->length);
	}
	if (shape->type == HOST_POLYGON) {
		host_scene_numbers(t, "points", 2 * shape->n_corners, shape->corners);
	} else if (shape->radius > 0.0) {
		host_scene_measure(t, "radius", shape->radius);
	}
	if (shape->color[0] != '\0') {
		host_text_add(t, ", \"color\": ");
		host_text_add_json(t, shape->color);
	}
	host_scene_follows(m, body, number, t);
	host_text_add(t, "}");
}

void host_scene_add_shapes(const struct host_mechanism *mechanism, int body, struct host_text *text)
{
	const int n = mechanism->bodies[body].n_shapes;
	for (int i = 0; i < n; i++) {
		host_text_add(text, i == 0 ? ", \"shapes\": [" : ", ");
		host_scene_shape(mechanism, body, i, text);
	}
	host_text_add(text, n > 0 ? "]" : "");
}
