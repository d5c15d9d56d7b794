/* Reads `shape:` and `density:` of a body. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_file.h"
#include "host_read_parts.h"
#include "host_suggest.h"
#include "mech_check.h"
#include "mech_rotation.h"

static int host_shapes_kind(struct host_reader *r, const struct host_node *node, enum host_shape_type *type)
{
	const struct host_node *word = host_node_find(node, "type");
	if (word == NULL) {
		return host_reader_fail(r, node->place, "the key 'type' is missing");
	}
	if (host_check_text(r, word, "type") != 0) {
		return -1;
	}
	struct host_suggestion near = host_suggest_begin(word->text);
	for (int k = 0; k < HOST_SHAPE_COUNT; k++) {
		if (strcmp(host_shape_kinds[k].name, word->text) == 0) {
			*type = (enum host_shape_type)k;
			return 0;
		}
		host_suggest_offer(&near, host_shape_kinds[k].name);
	}
	char hint[HOST_SUGGESTION_SIZE];
	host_suggest_text(&near, hint);
	return host_reader_fail(r, word->place, "unknown type '%.80s'%s", word->text,
	                        near.best != NULL ? hint : " (it can be box, cylinder, sphere, capsule, polygon, mesh)");
}

/* spot: the first number of the shape */
static int host_shapes_numbers(struct host_reader *r, const struct host_node *node, struct host_spot spot,
                               struct host_shape *shape)
{
	const enum mech_space space = r->m->space;
	const struct host_shape_kind *kind = &host_shape_kinds[shape->type];
	struct host_keys keys = {2, {"type", "color"}};
	for (int k = 0; k < HOST_SHAPE_KEYS; k++) {
		if (kind->keys[space] >> k & 1u) {
			keys.key[keys.count++] = host_shape_spec(space, (enum host_shape_key)k)->key;
		}
	}
	if (kind->list != NULL) {
		keys.key[keys.count++] = kind->list;
	}
	if (host_check_keys(r, node, &keys) != 0) {
		return -1;
	}
	for (int k = 0; k < HOST_SHAPE_KEYS; k++) {
		const int required = (int)(kind->required[space] >> k & 1u);
		const struct host_spot first = {spot.owner, spot.index,
		                                spot.component + host_shape_component(0, (enum host_shape_key)k, 0)};
		if ((kind->keys[space] >> k & 1u) && host_parameter(r, node, host_shape_spec(space, (enum host_shape_key)k),
		                                                    required, first, shape->written[k]) != 0) {
			return -1;
		}
	}
	return 0;
}

/* z of the shape points from one end to the other */
static int host_shapes_ends(struct host_reader *r, const struct host_node *node, struct host_shape *shape)
{
	static const double upright[4] = {1.0, 0.0, 0.0, 0.0}, z[3] = {0.0, 0.0, 1.0};
	const double *from = shape->written[HOST_SHAPE_FROM], *to = shape->written[HOST_SHAPE_TO];
	double along[3], axis[3];
	for (int i = 0; i < 3; i++) {
		shape->at[i] = 0.5 * (from[i] + to[i]);
		along[i] = to[i] - from[i];
	}
	shape->length = mech_length(along);
	if (!(shape->length > 0.0)) {
		return host_reader_fail(r, host_node_find(node, "to")->place, "'from' and 'to' are the same point");
	}
	mech_cross(z, along, axis);
	const double across = mech_length(axis), angle = atan2(across, along[2]);
	for (int i = 0; i < 3; i++) {
		axis[i] = across > 0.0 ? angle * axis[i] / across : i == 0 ? angle : 0.0;
	}
	mech_rotation_move(upright, axis, shape->rotation);
	return 0;
}

static int host_shapes_place(struct host_reader *r, const struct host_node *node, struct host_shape *shape)
{
	static const double upright[4] = {1.0, 0.0, 0.0, 0.0};
	const double *turn = shape->written[HOST_SHAPE_TURN], *size = shape->written[HOST_SHAPE_SIZE];
	const double about_z[3] = {0.0, 0.0, turn[0]};
	const int planar = r->m->space == MECH_PLANAR;
	const double thickness = shape->written[HOST_SHAPE_THICKNESS][0];
	shape->radius = shape->written[HOST_SHAPE_RADIUS][0];
	if (host_shape_kinds[shape->type].keys[r->m->space] >> HOST_SHAPE_FROM & 1u) {
		return host_shapes_ends(r, node, shape);
	}
	memcpy(shape->at, shape->written[HOST_SHAPE_AT], sizeof shape->at);
	memcpy(shape->size, size, sizeof shape->size);
	shape->size[2] = planar ? thickness : size[2];
	shape->length = thickness;
	mech_rotation_move(upright, planar ? about_z : turn, shape->rotation);
	return 0;
}

static int host_shapes_color(struct host_reader *r, const struct host_node *node, struct host_shape *shape)
{
	if (node == NULL) {
		return 0;
	}
	int good = node->type == HOST_SCALAR && node->text[0] == '#' && strlen(node->text) == 7;
	for (int k = 1; good && k < 7; k++) {
		good = isxdigit((unsigned char)node->text[k]);
	}
	if (!good) {
		return host_reader_fail(r, node->place, "color must be \"#rrggbb\", in quotes");
	}
	memcpy(shape->color, node->text, sizeof shape->color);
	return 0;
}

/* ---- polygons */

static double host_shapes_side(const double *a, const double *b, const double *p)
{
	return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

static int host_shapes_between(const double *a, const double *b, const double *p)
{
	return fmin(a[0], b[0]) <= p[0] && p[0] <= fmax(a[0], b[0]) && fmin(a[1], b[1]) <= p[1] && p[1] <= fmax(a[1], b[1]);
}

/* whether two sides meet, touching counted */
static int host_shapes_meet(const double *a, const double *b, const double *c, const double *d)
{
	const double s = host_shapes_side(a, b, c), t = host_shapes_side(a, b, d), u = host_shapes_side(c, d, a),
				 v = host_shapes_side(c, d, b);
	return ((s > 0) != (t > 0) && (u > 0) != (v > 0) && s != 0 && t != 0 && u != 0 && v != 0) ||
	       (s == 0 && host_shapes_between(a, b, c)) || (t == 0 && host_shapes_between(a, b, d)) ||
	       (u == 0 && host_shapes_between(c, d, a)) || (v == 0 && host_shapes_between(c, d, b));
}

static int host_shapes_check_outline(struct host_reader *r, const struct host_node *list, const struct host_shape *s)
{
	const int n = s->n_corners;
	for (int i = 0; i < n; i++) {
		const double *a = s->corners + 2 * (size_t)i, *b = s->corners + 2 * (size_t)((i + 1) % n);
		if (a[0] == b[0] && a[1] == b[1]) {
			return host_reader_fail(r, list->place, "points %d and %d are the same", i + 1, (i + 1) % n + 1);
		}
		for (int k = i + 2; k < n - (i == 0); k++) {
			const double *c = s->corners + 2 * (size_t)k, *d = s->corners + 2 * (size_t)((k + 1) % n);
			if (host_shapes_meet(a, b, c, d)) {
				return host_reader_fail(r, list->place, "the outline meets itself: the sides after points %d and %d",
				                        i + 1, k + 1);
			}
		}
	}
	return 0;
}

/* counter-clockwise, whichever way the file goes around */
static void host_shapes_orient(struct host_shape *s)
{
	const int n = s->n_corners;
	double area = 0.0;
	for (int k = 1; k + 1 < n; k++) {
		area += host_shapes_side(s->corners, s->corners + 2 * (size_t)k, s->corners + 2 * (size_t)k + 2);
	}
	s->reversed = area < 0.0;
	for (int i = 0, k = n - 1; i < k && s->reversed; i++, k--) {
		double swap[2];
		memcpy(swap, s->corners + 2 * (size_t)i, sizeof swap);
		memcpy(s->corners + 2 * (size_t)i, s->corners + 2 * (size_t)k, sizeof swap);
		memcpy(s->corners + 2 * (size_t)k, swap, sizeof swap);
	}
}

static int host_shapes_polygon(struct host_reader *r, const struct host_node *list, struct host_spot spot,
                               struct host_shape *shape)
{
	if (host_check_list(r, list, "points") != 0) {
		return -1;
	}
	if (list->count < 3 || list->count > HOST_SHAPE_MOST_CORNERS) {
		return host_reader_fail(r, list->place, "points must have 3 to %d points, not %d", (int)HOST_SHAPE_MOST_CORNERS,
		                        list->count);
	}
	shape->corners = calloc((size_t)list->count, 2 * sizeof *shape->corners);
	if (shape->corners == NULL) {
		return host_out_of_memory(r);
	}
	for (const struct host_node *point = list->first; point != NULL; point = point->next) {
		double *corner = shape->corners + 2 * (size_t)shape->n_corners;
		if (point->type != HOST_LIST || point->count != 2) {
			return host_reader_fail(r, point->place, "a point must have 2 numbers, [x, y]");
		}
		struct host_spot x = spot, y = spot;
		x.component += host_shape_corner_component(0, shape->n_corners, 0);
		y.component += host_shape_corner_component(0, shape->n_corners, 1);
		if (host_number(r, point->first, "x", x, &corner[0]) != 0 ||
		    host_number(r, point->last, "y", y, &corner[1]) != 0) {
			return -1;
		}
		shape->n_corners++;
	}
	host_shapes_orient(shape);
	return host_shapes_check_outline(r, list, shape);
}

/* ---- meshes */

/* the name of a file as sought from the folder of the mechanism file */
static int host_shapes_path(struct host_reader *r, const struct host_node *file, char path[HOST_PATH_SIZE])
{
	const int folder = (int)(host_path_name(r->file) - r->file);
	const int from_root = file->text[0] == '/';
	const int n = snprintf(path, HOST_PATH_SIZE, "%.*s%s", from_root ? 0 : folder, r->file, file->text);
	return n >= 0 && n < HOST_PATH_SIZE ? 0 : host_reader_fail(r, file->place, "the path is too long");
}

static int host_shapes_count_triangles(const struct host_mechanism *m)
{
	int count = 0;
	for (int k = 0; k < m->n_bodies; k++) {
		for (int i = 0; i < m->bodies[k].n_shapes; i++) {
			count += m->bodies[k].shapes[i].mesh.n_triangles;
		}
	}
	return count;
}

static int host_shapes_mesh(struct host_reader *r, const struct host_node *file, double scale, struct host_shape *shape)
{
	struct mech_message why;
	char path[HOST_PATH_SIZE];
	if (host_check_text(r, file, "file") != 0 || host_shapes_path(r, file, path) != 0) {
		return -1;
	}
	if (host_mesh_read(path, &shape->mesh, &why) != 0) {
		return host_reader_fail(r, file->place, "%s", why.text);
	}
	for (size_t k = 0; k < 3 * (size_t)shape->mesh.n_points; k++) {
		shape->mesh.points[k] *= scale;
	}
	const int together = host_shapes_count_triangles(r->m);
	return together <= HOST_MESH_MOST_TRIANGLES
	           ? 0
	           : host_reader_fail(r, file->place,
	                              "the meshes of the mechanism have more than %d triangles together; reduce them",
	                              (int)HOST_MESH_MOST_TRIANGLES);
}

/* ---- the shapes of a body */

/* what is no number: the outline, the file */
static int host_shapes_list(struct host_reader *r, const struct host_node *node, struct host_spot spot,
                            struct host_shape *shape)
{
	const struct host_shape_kind *kind = &host_shape_kinds[shape->type];
	const struct host_node *list = kind->list == NULL ? NULL : host_node_find(node, kind->list);
	if (kind->list == NULL) {
		return 0;
	}
	if (list == NULL) {
		return host_reader_fail(r, node->place, "the key '%s' is missing", kind->list);
	}
	return shape->type == HOST_POLYGON ? host_shapes_polygon(r, list, spot, shape)
	                                   : host_shapes_mesh(r, list, shape->written[HOST_SHAPE_SCALE][0], shape);
}

static int host_shapes_one(struct host_reader *r, const struct host_node *node, struct host_spot spot,
                           struct host_shape *shape)
{
	if (host_check_map(r, node, "a shape") != 0 || host_shapes_kind(r, node, &shape->type) != 0) {
		return -1;
	}
	return host_shapes_numbers(r, node, spot, shape) == 0 && host_shapes_place(r, node, shape) == 0 &&
	               host_shapes_color(r, host_node_find(node, "color"), shape) == 0 &&
	               host_shapes_list(r, node, spot, shape) == 0
	           ? 0
	           : -1;
}

int host_read_shapes(struct host_reader *r, const struct host_node *map, struct host_body *body)
{
	const struct host_node *node = host_node_find(map, "shape");
	if (node == NULL) {
		return 0;
	}
	const int several = node->type == HOST_LIST;
	const int count = several ? node->count : 1;
	if (count < 1 || count > HOST_SHAPE_MOST) {
		return host_reader_fail(r, node->place, "shape must have 1 to %d shapes, not %d", (int)HOST_SHAPE_MOST, count);
	}
	body->shapes = calloc((size_t)count, sizeof *body->shapes);
	if (body->shapes == NULL) {
		return host_out_of_memory(r);
	}
	for (const struct host_node *one = several ? node->first : node; one != NULL; one = several ? one->next : NULL) {
		const struct host_spot spot = {HOST_OF_SHAPES, (int)(body - r->m->bodies),
		                               host_shape_component(body->n_shapes, (enum host_shape_key)0, 0)};
		if (host_shapes_one(r, one, spot, &body->shapes[body->n_shapes++]) != 0) {
			return -1;
		}
	}
	return 0;
}

/* ---- mass */

/* whether a shape bounds a volume; a mesh turned inside out is turned back */
static int host_shapes_check_solid(struct host_reader *r, const struct host_node *density, int number,
                                   struct host_shape *shape)
{
	double mass[HOST_SHAPE_NUMBERS];
	const int flat = shape->type == HOST_BOX        ? !(shape->size[2] > 0.0)
	                 : shape->type == HOST_CYLINDER ? !(shape->length > 0.0)
	                                                : shape->type == HOST_POLYGON && !(shape->length > 0.0);
	const char *name = host_shape_kinds[shape->type].name;
	if (flat) {
		return host_reader_fail(r, density->place, "shape %d (%s) needs 'thickness' for the mass", number, name);
	}
	const int open = shape->type == HOST_MESH ? host_mesh_open_edges(&shape->mesh) : 0;
	if (open < 0) {
		return host_out_of_memory(r);
	}
	if (open > 0) {
		return host_reader_fail(
			r, density->place,
			"shape %d (mesh) is not closed, %d of its edges have no partner: it has no volume for a "
			"mass; give 'mass', 'inertia' and 'center'",
			number, open);
	}
	host_shape_mass(shape, mass);
	if (mass[0] < 0.0) {
		host_mesh_turn(&shape->mesh);
		host_shape_mass(shape, mass);
	}
	/* what is left of nothing by rounding is nothing: a mean square of lengths shows how large it
	 * could be */
	const double square = (mass[1] + mass[2] + mass[3]) / mass[0];
	int good = mass[0] > 1e-12 * square * sqrt(square);
	for (int k = 0; k < HOST_SHAPE_NUMBERS; k++) {
		good = good && isfinite(mass[k]);
	}
	return good ? 0 : host_reader_fail(r, density->place, "shape %d (%s) has no volume for a mass", number, name);
}

int host_read_density(struct host_reader *r, const struct host_node *map, struct host_body *body)
{
	static const struct mech_parameter_spec spec = {"density",     1, 0,   MECH_NUMBER, MECH_OPTIONAL,
	                                                MECH_POSITIVE, 0, 0.0, "density"};
	const struct host_node *node = host_node_find(map, "density");
	double density, whole[HOST_SHAPE_NUMBERS] = {0.0};
	for (int k = 0; k < MECH_BODY_PARAMETERS; k++) {
		const char *key = mech_space_rules(r->m->space)->body[k].key;
		if (host_node_find(map, key) != NULL) {
			return host_reader_fail(r, node->key_place,
			                        "give '%s' or 'density', not both: mass, inertia and center follow", key);
		}
	}
	if (body->n_shapes == 0) {
		return host_reader_fail(r, node->key_place, "a mass from 'density' needs a 'shape'");
	}
	if (host_parameter(r, map, &spec, 1, HOST_NO_SPOT, &density) != 0) {
		return -1;
	}
	for (int k = 0; k < body->n_shapes; k++) {
		double part[HOST_SHAPE_NUMBERS];
		if (host_shapes_check_solid(r, node, k + 1, &body->shapes[k]) != 0) {
			return -1;
		}
		host_shape_mass(&body->shapes[k], part);
		for (int i = 0; i < 7; i++) {
			part[i] *= density;
		}
		mech_spatial_rules.fold(part, whole);
	}
	if (r->m->space == MECH_PLANAR) {
		memcpy(body->values, (double[]){whole[0], whole[3], whole[7], whole[8]}, 4 * sizeof *whole);
	} else {
		memcpy(body->values, whole, sizeof whole);
	}
	return 0;
}
