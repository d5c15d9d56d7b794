#include "host_scene_shapes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "host_results.h"

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

static void host_scene_shape(struct host_text *t, const struct host_shape *shape)
{
	host_text_add(t, "{\"type\": ");
	host_text_add_json(t, host_shape_kinds[shape->type].name);
	host_scene_numbers(t, "at", 3, shape->at);
	host_scene_numbers(t, "rotation", 4, shape->rotation);
	if (shape->type == HOST_BOX) {
		host_scene_numbers(t, "size", 3, shape->size);
	} else if (shape->type == HOST_MESH) {
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
	host_text_add(t, "}");
}

void host_scene_add_shapes(int n, const struct host_shape *shapes, struct host_text *text)
{
	for (int i = 0; i < n; i++) {
		host_text_add(text, i == 0 ? ", \"shapes\": [" : ", ");
		host_scene_shape(text, &shapes[i]);
	}
	host_text_add(text, n > 0 ? "]" : "");
}
