/* Reads bodies of `type: beam`. Their sections are in host_read_section.c, what they become in
 * host_make_beams.c. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_read_parts.h"
#include "host_suggest.h"
#include "mech_beam.h"
#include "mech_pose.h"

/* ---- the line ---- */

/* one number of the beam */
static int host_beams_take(struct host_reader *r, const struct host_node *map, enum host_beam_key key, int needed,
                           double *values)
{
	return host_parameter(r, map, &host_beam_specs[r->m->space][key], needed, HOST_NO_SPOT, values);
}

static int host_beams_elements(struct host_reader *r, const struct host_node *map, int pieces, struct host_beam *beam)
{
	double count, order;
	if (host_beams_take(r, map, HOST_BEAM_ELEMENTS, 1, &count) != 0 ||
	    host_beams_take(r, map, HOST_BEAM_ORDER, 0, &order) != 0) {
		return -1;
	}
	if (order != 1.0 && order != 2.0) {
		return host_reader_fail(r, host_node_find(map, "order")->place, "order must be 1 or 2");
	}
	const struct host_place place = host_node_find(map, "elements")->place;
	if (count != floor(count) || count > HOST_BEAM_MOST_ELEMENTS) {
		return host_reader_fail(r, place, "elements must be a whole number from 1 to %d", (int)HOST_BEAM_MOST_ELEMENTS);
	}
	beam->order = (int)order;
	beam->n = (int)count * beam->order;
	if ((int)count % pieces != 0) {
		return host_reader_fail(r, place, "elements must be a multiple of %d, the pieces between the points", pieces);
	}
	return 0;
}

static int host_beams_same(const double *a, const double *b)
{
	return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* straight from one point to the next, each piece in as many parts */
static void host_beams_divide(struct host_beam *beam, int pieces, const double *corners)
{
	const int parts = beam->n / pieces;
	for (int k = 0; k <= beam->n; k++) {
		const int piece = k < beam->n ? k / parts : pieces - 1;
		const double share = (double)(k - piece * parts) / parts;
		for (int i = 0; i < 3; i++) {
			const double from = corners[3 * piece + i], to = corners[3 * piece + 3 + i];
			beam->points[3 * k + i] = from + share * (to - from);
		}
	}
}

/* Places on the circle through three points a, b, c. With u = b - a, v = c - a, n = u x v the centre is
 * a + ((u.u) v x n - (v.v) u x n) / (2 n.n); from a the beam turns about n by the angle up to c. */
static int host_beams_bend(struct host_beam *beam, const double *a, const double *b, const double *c)
{
	double u[3], v[3], n[3], un[3], vn[3], center[3], x[3], y[3], last[3];
	for (int i = 0; i < 3; i++) {
		u[i] = b[i] - a[i];
		v[i] = c[i] - a[i];
	}
	mech_cross(u, v, n);
	const double square = mech_dot(n, n), uu = mech_dot(u, u), vv = mech_dot(v, v);
	if (!(square > 1e-24 * uu * vv)) {
		return -1;
	}
	mech_cross(u, n, un);
	mech_cross(v, n, vn);
	for (int i = 0; i < 3; i++) {
		/* from the centre to a */
		x[i] = (vv * un[i] - uu * vn[i]) / (2.0 * square);
		center[i] = a[i] - x[i];
		last[i] = c[i] - center[i];
		n[i] /= sqrt(square);
	}
	mech_cross(n, x, y);
	const double pi = acos(-1.0);
	double angle = atan2(mech_dot(last, y), mech_dot(last, x));
	angle += angle <= 0.0 ? 2.0 * pi : 0.0;
	for (int k = 0; k <= beam->n; k++) {
		const double turn = angle * k / beam->n;
		for (int i = 0; i < 3; i++) {
			beam->points[3 * k + i] = center[i] + cos(turn) * x[i] + sin(turn) * y[i];
		}
	}
	return 0;
}

static int host_beams_ends(struct host_reader *r, const struct host_node *map, struct host_beam *beam)
{
	const struct host_node *via = host_node_find(map, "via");
	double ends[6] = {0.0}, between[3] = {0.0};
	if (host_beams_take(r, map, HOST_BEAM_FROM, 1, ends) != 0 ||
	    host_beams_take(r, map, HOST_BEAM_TO, 1, ends + 3) != 0 ||
	    host_beams_take(r, map, HOST_BEAM_VIA, 0, between) != 0 || host_beams_elements(r, map, 1, beam) != 0) {
		return -1;
	}
	if (host_beams_same(ends, ends + 3)) {
		return host_reader_fail(r, map->place, "has length zero: 'from' and 'to' are the same point");
	}
	beam->points = calloc(3 * ((size_t)beam->n + 1), sizeof *beam->points);
	if (beam->points == NULL) {
		return host_out_of_memory(r);
	}
	if (via == NULL) {
		host_beams_divide(beam, 1, ends);
	} else if (host_beams_bend(beam, ends, between, ends + 3) != 0) {
		return host_reader_fail(r, via->place, "no circle leads through these three points; leave out 'via'");
	}
	return 0;
}

static int host_beams_corners(struct host_reader *r, const struct host_node *list, double *corners)
{
	const int dimension = mech_space_rules(r->m->space)->dimension;
	int count = 0;
	for (const struct host_node *point = list->first; point != NULL; point = point->next, count++) {
		double *corner = corners + 3 * count;
		const struct host_node *number = point->first;
		if (point->type != HOST_LIST || point->count != dimension) {
			return host_reader_fail(r, point->place, "a point must have %d numbers", dimension);
		}
		for (int i = 0; i < dimension; i++, number = number->next) {
			if (host_number(r, number, "points", HOST_NO_SPOT, &corner[i]) != 0) {
				return -1;
			}
		}
		if (count > 0 && host_beams_same(corner, corner - 3)) {
			return host_reader_fail(r, point->place, "points %d and %d are the same", count, count + 1);
		}
	}
	return 0;
}

static int host_beams_through(struct host_reader *r, const struct host_node *map, const struct host_node *list,
                              struct host_beam *beam)
{
	static const char *const others[] = {"from", "via", "to"};
	for (int k = 0; k < 3; k++) {
		if (host_node_find(map, others[k]) != NULL) {
			return host_reader_fail(r, list->key_place, "give 'points' or '%s', not both", others[k]);
		}
	}
	if (host_check_list(r, list, "points") != 0) {
		return -1;
	}
	if (list->count < 2) {
		return host_reader_fail(r, list->place, "a beam needs two points or more");
	}
	if (host_beams_elements(r, map, list->count - 1, beam) != 0) {
		return -1;
	}
	double *corners = calloc(3 * (size_t)list->count, sizeof *corners);
	beam->points = calloc(3 * ((size_t)beam->n + 1), sizeof *beam->points);
	int status = -1;
	if (corners == NULL || beam->points == NULL) {
		host_out_of_memory(r);
	} else if (host_beams_corners(r, list, corners) == 0) {
		host_beams_divide(beam, list->count - 1, corners);
		status = 0;
	}
	free(corners);
	return status;
}

/* ---- the beam ---- */

/* the y axis must not point along a piece of the beam */
static int host_beams_axes(struct host_reader *r, const struct host_node *map, struct host_beam *beam)
{
	beam->y_axis[0] = NAN;
	if (r->m->space == MECH_PLANAR) {
		return 0;
	}
	if (host_beams_take(r, map, HOST_BEAM_Y_AXIS, 0, beam->y_axis) != 0) {
		return -1;
	}
	for (int k = 0; k < beam->n / beam->order; k++) {
		double axes[9];
		if (host_beam_axes(beam, k, axes) != 0) {
			return host_reader_fail(r, host_node_find(map, "y_axis")->place, "y_axis must not point along the beam");
		}
	}
	return 0;
}

int host_beam_axes(const struct host_beam *beam, int k, double axes[9])
{
	const double *from = beam->points + 3 * (size_t)(k * beam->order), *to = from + 3 * (size_t)beam->order;
	double e1[3];
	for (int i = 0; i < 3; i++) {
		e1[i] = to[i] - from[i];
	}
	mech_vector_unit(3, e1, e1);
	return mech_beam_section(e1, beam->y_axis, axes);
}

static int host_beams_check(struct host_reader *r, const struct host_node *map)
{
	struct host_keys keys = {1, {"type"}};
	for (int k = 0; k < HOST_BEAM_WORDS; k++) {
		keys.key[keys.count++] = host_beam_words[k].key;
	}
	for (int k = 0; k < HOST_BEAM_KEYS; k++) {
		const char *key = host_beam_specs[r->m->space][k].key;
		if (key != NULL) {
			keys.key[keys.count++] = key;
		}
	}
	if (host_check_name(r, map->key, map->key_place) != 0 || host_check_map(r, map, "it") != 0 ||
	    host_check_keys(r, map, &keys) != 0) {
		return -1;
	}
	/* room for what is added in names of nodes */
	const int longest = HOST_LONGEST_NAME - 8;
	return (int)strlen(map->key) <= longest
	           ? 0
	           : host_reader_fail(r, map->key_place, "the name '%.20s...' is longer than %d characters", map->key,
	                              longest);
}

static int host_beams_one(struct host_reader *r, const struct host_node *map)
{
	struct host_beam *beam = &r->beams[r->n_beams];
	const struct host_node *points = host_node_find(map, "points");
	snprintf(r->context, sizeof r->context, "body '%.63s'", map->key);
	r->n_beams++;
	beam->node = map;
	if (host_beams_check(r, map) != 0 ||
	    (points != NULL ? host_beams_through(r, map, points, beam) : host_beams_ends(r, map, beam)) != 0 ||
	    host_read_section(r, map, beam) != 0) {
		return -1;
	}
	return host_beams_axes(r, map, beam);
}

static int host_beams_is_one(struct host_reader *r, const struct host_node *body, int *is_one)
{
	const struct host_node *type = host_node_find(body, "type");
	*is_one = 0;
	if (type == NULL) {
		return 0;
	}
	snprintf(r->context, sizeof r->context, "body '%.63s'", body->key);
	if (host_check_text(r, type, "type") != 0) {
		return -1;
	}
	*is_one = strcmp(type->text, "beam") == 0;
	return *is_one || strcmp(type->text, "rigid") == 0
	           ? 0
	           : host_reader_fail(r, type->place, "unknown type '%.80s' (it can be rigid, beam)", type->text);
}

int host_read_beams(struct host_reader *r, const struct host_node *section)
{
	r->beams = calloc((size_t)section->count + 1, sizeof *r->beams);
	if (r->beams == NULL) {
		return host_out_of_memory(r);
	}
	for (const struct host_node *body = section->first; body != NULL; body = body->next) {
		int is_beam;
		if (host_beams_is_one(r, body, &is_beam) != 0 || (is_beam && host_beams_one(r, body) != 0)) {
			return -1;
		}
	}
	r->context[0] = '\0';
	return 0;
}

const struct host_beam *host_beam_find(const struct host_reader *r, const char *name, size_t length)
{
	for (int k = 0; k < r->n_beams; k++) {
		const char *own = r->beams[k].node->key;
		if (strlen(own) == length && strncmp(own, name, length) == 0) {
			return &r->beams[k];
		}
	}
	return NULL;
}

void host_free_beams(struct host_reader *r)
{
	for (int k = 0; k < r->n_beams; k++) {
		free(r->beams[k].points);
		host_terms_free(&r->beams[k].terms);
	}
	free(r->beams);
}
