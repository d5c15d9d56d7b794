/* What beams become: nodes, which are bodies, and elements between them; and the names by which the
 * file calls nodes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_number.h"
#include "host_read_parts.h"
#include "host_suggest.h"
#include "mech_rotation.h"

enum { HOST_NODE_NAME = HOST_LONGEST_NAME + 16 };

static void host_node_name(const struct host_beam *beam, char letter, int k, char name[HOST_NODE_NAME])
{
	(void)snprintf(name, HOST_NODE_NAME, "%.63s.%c%d", beam->node->key, letter, k);
}

/* the word that says what an end is a part of, or NULL */
static const struct host_node *host_node_weld(const struct host_beam *beam, int k)
{
	const struct host_node *start = host_node_find(beam->node, host_beam_words[HOST_BEAM_START].key);
	const struct host_node *end = host_node_find(beam->node, host_beam_words[HOST_BEAM_END].key);
	return k == 0 ? start : k == beam->n ? end : NULL;
}

/* distance of two nodes */
static double host_beam_gap(const struct host_beam *beam, int k, int other)
{
	double way[3];
	for (int i = 0; i < 3; i++) {
		way[i] = beam->points[3 * other + i] - beam->points[3 * k + i];
	}
	return mech_length(way);
}

/* length of element k, along the parabola by the points of Gauss that its energy has */
static double host_beam_length(const struct host_beam *beam, int k)
{
	const double *node = beam->points + 3 * (size_t)(k * beam->order);
	double length = 0.0;
	if (beam->order == 1) {
		return host_beam_gap(beam, k, k + 1);
	}
	for (int g = 0; g < 2; g++) {
		const double xi = (g == 0 ? -1.0 : 1.0) / sqrt(3.0);
		double slope[3];
		for (int i = 0; i < 3; i++) {
			slope[i] = (xi - 0.5) * node[i] - 2.0 * xi * node[3 + i] + (xi + 0.5) * node[6 + i];
		}
		length += mech_length(slope);
	}
	return length;
}

/* ---- nodes ---- */

/* Length of an element that belongs to one of its nodes: half of it, or the weight of Simpson's
 * rule, by which masses are as accurate as strains. */
static double host_node_share(const struct host_beam *beam, int element, int node)
{
	const int in_middle = node % beam->order != 0;
	return (beam->order == 1 ? 1.0 / 2.0 : in_middle ? 2.0 / 3.0 : 1.0 / 6.0) * host_beam_length(beam, element);
}

/* the elements of a node: from *first to the one returned */
static int host_node_elements(const struct host_beam *beam, int node, int *first)
{
	const int last = node / beam->order, most = beam->n / beam->order - 1;
	*first = node == 0 ? 0 : (node - 1) / beam->order;
	return last < most ? last : most;
}

/* a number of a node or element: factor[0] term[0] + ..., n of them, which follows from parameters
 * where the terms do */
static int host_number_follows(struct host_reader *r, const struct host_beam *beam, int n, const int *term,
                               const double *factor, struct host_spot spot, double *value)
{
	struct mech_operation *operations;
	int count;
	*value = 0.0;
	for (int k = 0; k < n; k++) {
		*value += factor[k] * beam->terms.term[term[k]].value;
	}
	if (host_terms_sum(&beam->terms, n, term, factor, &count, &operations) != 0) {
		return host_reader_fail(r, beam->node->place, "expressions of the beam are nested too deeply");
	}
	return count > 0 ? host_formula_keep(r, spot, count, operations) : 0;
}

/* Lengths of beam that a node has, in all: for the mass, and for each number of its inertia those
 * of the section, in the axes of the drawing E diag(inertia) E^T */
struct host_node_lengths {
	double mass, inertia[6][3];
};

static void host_node_add(enum mech_space space, const struct host_beam *beam, int element, int node,
                          struct host_node_lengths *lengths)
{
	static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
	const double share = host_node_share(beam, element, node);
	double axes[9];
	lengths->mass += share;
	if (space == MECH_PLANAR) {
		lengths->inertia[0][0] += share;
		return;
	}
	(void)host_beam_axes(beam, element, axes);
	for (int k = 0; k < 6; k++) {
		for (int i = 0; i < 3; i++) {
			lengths->inertia[k][i] += share * axes[3 * i + row[k]] * axes[3 * i + column[k]];
		}
	}
}

/* mass and inertia of node k, body number `body` */
static int host_node_fill(struct host_reader *r, const struct host_beam *beam, int k, int body, double *values)
{
	const int in_plane = r->m->space == MECH_PLANAR;
	struct host_node_lengths lengths = {0};
	struct host_spot spot = {HOST_OF_BODIES, body, 0};
	int first;
	const int last = host_node_elements(beam, k, &first);
	for (int element = first; element <= last; element++) {
		host_node_add(r->m->space, beam, element, k, &lengths);
	}
	int status = host_number_follows(r, beam, 1, &beam->mass, &lengths.mass, spot, &values[0]);
	for (int i = 0; i < (in_plane ? 1 : 6) && status == 0; i++) {
		spot.component = 1 + i;
		status =
			host_number_follows(r, beam, in_plane ? 1 : 3, beam->inertia, lengths.inertia[i], spot, &values[1 + i]);
	}
	return status;
}

static int host_node_make(struct host_reader *r, const struct host_beam *beam, int k)
{
	const struct mech_space_rules *rules = mech_space_rules(r->m->space);
	struct host_body *body = &r->m->bodies[r->m->n_bodies];
	char name[HOST_NODE_NAME];
	host_node_name(beam, 'n', k, name);
	body->place = beam->node->key_place;
	body->carrier = r->m->n_bodies++;
	body->name = host_copy(r, name);
	if (body->name == NULL) {
		return -1;
	}
	if (host_node_fill(r, beam, k, body->carrier, body->values) != 0) {
		return -1;
	}
	memcpy(body->values + rules->center, beam->points + 3 * (size_t)k, (size_t)rules->dimension * sizeof *body->values);
	return host_table_add(&r->bodies, body->name, body->carrier) < 0 ? host_out_of_memory(r) : 0;
}

int host_make_nodes(struct host_reader *r, const struct host_node *body, int welded)
{
	const struct host_beam *beam = host_beam_find(r, body->key, strlen(body->key));
	for (int k = 0; beam != NULL && k <= beam->n; k++) {
		if ((host_node_weld(beam, k) != NULL) == welded && host_node_make(r, beam, k) != 0) {
			return -1;
		}
	}
	return beam != NULL;
}

int host_weld_nodes(struct host_reader *r)
{
	for (int b = 0; b < r->n_beams; b++) {
		const struct host_beam *beam = &r->beams[b];
		for (int k = 0; k <= beam->n; k += beam->n) {
			const struct host_node *weld = host_node_weld(beam, k);
			char name[HOST_NODE_NAME];
			int carrier = MECH_GROUND;
			snprintf(r->context, sizeof r->context, "body '%.63s'", beam->node->key);
			if (weld != NULL && host_find_carrier(r, weld, weld->key, &carrier) != 0) {
				return -1;
			}
			host_node_name(beam, 'n', k, name);
			const int node = host_table_find(&r->bodies, name, -1);
			if (weld != NULL) {
				r->m->bodies[node].carrier = carrier;
			}
		}
	}
	r->context[0] = '\0';
	return 0;
}

/* ---- names of nodes ---- */

/* the node at a part of the length, where there is one; -1: there is none */
static int host_node_at(const struct host_beam *beam, double part)
{
	const double place = part * beam->n, nearest = floor(place + 0.5);
	return part >= 0.0 && part <= 1.0 && fabs(place - nearest) < 1e-9 * beam->n ? (int)nearest : -1;
}

/* the node that stands for `rest` in <beam>.<rest>, -1: there is none */
static int host_node_number(const struct host_beam *beam, const char *rest)
{
	const size_t digits = strspn(rest, "0123456789");
	double number;
	if (strcmp(rest, "start") == 0) {
		return 0;
	}
	if (strcmp(rest, "end") == 0) {
		return beam->n;
	}
	if (digits == 0 || host_number_read(rest, &number) != 0) {
		return -1;
	}
	if (rest[digits] != '\0') {
		return rest[digits] == '.' ? host_node_at(beam, number) : -1;
	}
	return number <= beam->n ? (int)number : -1;
}

int host_named_body(const struct host_reader *r, const char *text)
{
	const int found = host_table_find(&r->bodies, text, -2);
	const char *point = strchr(text, '.');
	if (found >= 0 || point == NULL) {
		return found;
	}
	const struct host_beam *beam = host_beam_find(r, text, (size_t)(point - text));
	const int k = beam == NULL ? -1 : host_node_number(beam, point + 1);
	char name[HOST_NODE_NAME];
	if (k < 0) {
		return -2;
	}
	host_node_name(beam, 'n', k, name);
	return host_table_find(&r->bodies, name, -2);
}

int host_no_body(struct host_reader *r, const struct host_node *node)
{
	const size_t length = strcspn(node->text, ".");
	const struct host_beam *beam = host_beam_find(r, node->text, length);
	if (beam != NULL) {
		return host_reader_fail(
			r, node->place,
			"'%.80s' is no node of beam '%s'; name '%s.start', '%s.end', '%s.1' or, by its part of the "
			"length, '%s.0.5', where a node is (it has %d elements)",
			node->text, beam->node->key, beam->node->key, beam->node->key, beam->node->key, beam->node->key,
			beam->n / beam->order);
	}
	struct host_suggestion near = host_suggest_begin(node->text);
	host_suggest_offer(&near, "ground");
	for (int k = 0; k < r->m->n_bodies; k++) {
		host_suggest_offer(&near, r->m->bodies[k].name);
	}
	char hint[HOST_SUGGESTION_SIZE];
	return host_reader_fail(r, node->place, "no body '%.80s'%s", node->text, host_suggest_text(&near, hint));
}

int host_find_carrier(struct host_reader *r, const struct host_node *node, const char *what, int *body)
{
	if (host_check_text(r, node, what) != 0) {
		return -1;
	}
	*body = strcmp(node->text, "ground") == 0 ? MECH_GROUND : host_named_body(r, node->text);
	return *body == -2 ? host_no_body(r, node) : 0;
}

int host_find_body(struct host_reader *r, const struct host_node *node, int *body)
{
	if (host_find_carrier(r, node, "a body", body) != 0) {
		return -1;
	}
	*body = *body == MECH_GROUND ? MECH_GROUND : r->m->bodies[*body].carrier;
	return 0;
}

/* the node nearest to a point */
static int host_node_nearest(const struct host_beam *beam, const double *point, double *distance)
{
	int nearest = 0;
	*distance = HUGE_VAL;
	for (int k = 0; k <= beam->n; k++) {
		double way[3];
		for (int i = 0; i < 3; i++) {
			way[i] = beam->points[3 * k + i] - point[i];
		}
		if (mech_length(way) < *distance) {
			*distance = mech_length(way);
			nearest = k;
		}
	}
	return nearest;
}

int host_find_held(struct host_reader *r, const struct host_node *map, const struct host_node *node, int k, int *body)
{
	const int is_text = node->type == HOST_SCALAR && !host_node_empty(node);
	const struct host_beam *beam = is_text ? host_beam_find(r, node->text, strlen(node->text)) : NULL;
	const struct host_node *at = host_node_find(map, "at");
	const struct host_node *place = at != NULL ? at : host_node_find(map, k == 0 ? "from" : "to");
	if (beam == NULL || place == NULL) {
		return host_find_body(r, node, body);
	}
	const struct mech_parameter_spec spec = {
		place->key, mech_space_rules(r->m->space)->dimension, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, ""};
	double point[3] = {0.0}, distance;
	char name[HOST_NODE_NAME];
	if (host_parameter(r, map, &spec, 1, HOST_NO_SPOT, point) != 0) {
		return -1;
	}
	const int nearest = host_node_nearest(beam, point, &distance);
	host_node_name(beam, 'n', nearest, name);
	if (distance > 1e-6 * host_beam_gap(beam, nearest, nearest < beam->n ? nearest + 1 : nearest - 1)) {
		return host_reader_fail(
			r, place->place,
			"beam '%s' has no node at this point; the nearest is '%s': name it, or choose other 'elements'",
			beam->node->key, name);
	}
	*body = r->m->bodies[host_table_find(&r->bodies, name, 0)].carrier;
	return 0;
}

/* ---- elements ---- */

int host_count_nodes(const struct host_reader *r)
{
	int count = 0;
	for (int k = 0; k < r->n_beams; k++) {
		count += r->beams[k].n + 1;
	}
	return count;
}

/* the only component of the load that is not zero or may become so; -1: there are none or more */
static int host_beam_lone_load(const struct host_beam *beam, int dimension)
{
	int lone = -1, count = 0;
	for (int i = 0; i < dimension; i++) {
		const struct host_term *term = &beam->terms.term[beam->load[i]];
		if (term->value != 0.0 || term->count > 0) {
			lone = i;
			count++;
		}
	}
	return count == 1 ? lone : -1;
}

static int host_beam_is_loaded(const struct host_reader *r, const struct host_beam *beam)
{
	return beam->terms.term[beam->load_size].value > 0.0 ||
	       host_beam_lone_load(beam, mech_space_rules(r->m->space)->dimension) >= 0;
}

/* loads on all nodes counted */
int host_count_beam_elements(const struct host_reader *r)
{
	int count = 0;
	for (int k = 0; k < r->n_beams; k++) {
		count += r->beams[k].n / r->beams[k].order;
		count += host_beam_is_loaded(r, &r->beams[k]) ? r->beams[k].n + 1 : 0;
	}
	return count;
}

/* numbers of element k in the order of its kind: from, to, via where it has a middle, y_axis in
 * space, stiffness, damping, prestress */
static int host_element_fill(struct host_reader *r, const struct host_beam *beam, int k, struct host_element *e)
{
	static const int order_of_nodes[2][3] = {{0, 1}, {0, 2, 1}};
	const struct mech_space_rules *rules = mech_space_rules(r->m->space);
	const int n = rules->n_v, dimension = rules->dimension;
	const struct {
		int count;
		const int *terms;
	} lists[] = {{n * (n + 1) / 2, beam->stiffness}, {n, beam->damping}, {n, beam->prestress}};
	struct host_spot spot = {HOST_OF_ELEMENTS, (int)(e - r->m->elements), 0};
	for (int i = 0; i <= beam->order; i++) {
		const int node = k * beam->order + order_of_nodes[beam->order - 1][i];
		memcpy(e->values + spot.component, beam->points + 3 * (size_t)node, (size_t)dimension * sizeof *e->values);
		spot.component += dimension;
	}
	if (r->m->space == MECH_SPATIAL) {
		memcpy(e->values + spot.component, beam->y_axis, sizeof beam->y_axis);
		spot.component += 3;
	}
	for (int list = 0; list < 3; list++) {
		for (int i = 0; i < lists[list].count; i++, spot.component++) {
			const double one = 1.0;
			if (host_number_follows(r, beam, 1, &lists[list].terms[i], &one, spot, &e->values[spot.component]) != 0) {
				return -1;
			}
		}
	}
	return 0;
}

/* bodies of element k: ends, then the middle */
static int host_element_bodies(struct host_reader *r, const struct host_beam *beam, int k, struct host_element *e)
{
	const int nodes[3] = {k * beam->order, (k + 1) * beam->order, k * beam->order + 1};
	char name[HOST_NODE_NAME];
	e->n_bodies = beam->order + 1;
	for (int i = 0; i < 3 && i < e->n_bodies; i++) {
		host_node_name(beam, 'n', nodes[i], name);
		e->body[i] = r->m->bodies[host_table_find(&r->bodies, name, 0)].carrier;
	}
	return e->body[0] != e->body[1]
	           ? 0
	           : host_reader_fail(r, beam->node->key_place,
	                              "both ends of body '%s' are part of the same body; take two elements "
	                              "or more",
	                              beam->node->key);
}

/* an element of a kind, without its numbers */
static struct host_element *host_element_begin(struct host_reader *r, const struct host_beam *beam, char letter, int k,
                                               const char *kind)
{
	struct host_element *e = &r->m->elements[r->m->n_elements];
	char name[HOST_NODE_NAME];
	*e = (struct host_element){.place = beam->node->key_place, .joint = {-1, -1, -1}, .input = -1};
	e->kind = mech_kind_find(r->m->space, MECH_FORCE_ELEMENT, kind);
	host_node_name(beam, letter, k, name);
	r->m->n_elements++;
	e->name = host_copy(r, name);
	e->values = calloc((size_t)host_element_numbers(e) + 1, sizeof *e->values);
	if (e->name == NULL) {
		return NULL;
	}
	if (e->values == NULL || host_table_add(&r->elements[MECH_FORCE_ELEMENT], e->name, r->m->n_elements - 1) < 0) {
		host_out_of_memory(r);
		return NULL;
	}
	return e;
}

static int host_element_make(struct host_reader *r, const struct host_beam *beam, int k)
{
	struct host_element *e = host_element_begin(r, beam, 'e', k + 1, beam->order == 1 ? "beam" : "quadratic_beam");
	if (e == NULL || host_element_bodies(r, beam, k, e) != 0) {
		return -1;
	}
	return host_element_fill(r, beam, k, e);
}

/* numbers of a force: at, direction, size */
static int host_load_make(struct host_reader *r, const struct host_beam *beam, int node)
{
	const int dimension = mech_space_rules(r->m->space)->dimension;
	char name[HOST_NODE_NAME];
	host_node_name(beam, 'n', node, name);
	const int carrier = r->m->bodies[host_table_find(&r->bodies, name, 0)].carrier;
	if (carrier == MECH_GROUND) {
		return 0;
	}
	struct host_element *e = host_element_begin(r, beam, 'p', node, "force");
	if (e == NULL) {
		return -1;
	}
	int first;
	const int last = host_node_elements(beam, node, &first);
	struct host_spot spot = {HOST_OF_ELEMENTS, (int)(e - r->m->elements), dimension};
	const int lone = host_beam_lone_load(beam, dimension);
	const double one = 1.0;
	double length = 0.0;
	e->n_bodies = 1;
	e->body[0] = carrier;
	memcpy(e->values, beam->points + 3 * (size_t)node, (size_t)dimension * sizeof *e->values);
	/* a direction may not become zero, but a force may */
	for (int i = 0; i < dimension; i++, spot.component++) {
		e->values[spot.component] = i == lone;
		if (lone < 0 && host_number_follows(r, beam, 1, &beam->load[i], &one, spot, &e->values[spot.component]) != 0) {
			return -1;
		}
	}
	for (int element = first; element <= last; element++) {
		length += host_node_share(beam, element, node);
	}
	return host_number_follows(r, beam, 1, lone < 0 ? &beam->load_size : &beam->load[lone], &length, spot,
	                           &e->values[spot.component]);
}

int host_make_elements(struct host_reader *r)
{
	for (int b = 0; b < r->n_beams; b++) {
		for (int k = 0; k < r->beams[b].n / r->beams[b].order; k++) {
			if (host_element_make(r, &r->beams[b], k) != 0) {
				return -1;
			}
		}
		for (int k = 0; host_beam_is_loaded(r, &r->beams[b]) && k <= r->beams[b].n; k++) {
			if (host_load_make(r, &r->beams[b], k) != 0) {
				return -1;
			}
		}
	}
	return 0;
}

/* ---- outputs ---- */

char *host_copy_output(struct host_reader *r, const char *text)
{
	static const char prefix[] = "bodies.";
	const size_t start = sizeof prefix - 1;
	const char *last = strrchr(text, '.');
	char name[4 * HOST_LONGEST_NAME];
	if (strncmp(text, prefix, start) != 0 || last == NULL || last <= text + start ||
	    last - text >= (ptrdiff_t)sizeof name / 2) {
		return host_copy(r, text);
	}
	(void)snprintf(name, sizeof name, "%.*s", (int)(last - text - (ptrdiff_t)start), text + start);
	const int body = host_named_body(r, name);
	if (body < 0) {
		return host_copy(r, text);
	}
	(void)snprintf(name, sizeof name, "%s%s%.63s", prefix, r->m->bodies[body].name, last);
	return host_copy(r, name);
}
