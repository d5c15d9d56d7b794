/* Reads the sections joints, drivers, forces and sensors, as the kinds declare themselves
 * (mech_declaration.h).
 *
 * Elements may refer to joints that come later in the file: all are declared first (name and kind),
 * then read.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_read_parts.h"
#include "host_sections.h"
#include "host_suggest.h"
#include "host_words.h"
#include "mech_check.h"

/* says what the type is called here, suggests the nearest one, or lists all */
static int host_elements_no_kind(struct host_reader *r, enum mech_section section, const struct host_node *type)
{
	struct host_suggestion near = host_suggest_begin(type->text);
	struct mech_message all;
	char here[HOST_WORDS_SIZE];
	if (host_words_for(r->m->space, section, type->text, here) != NULL) {
		return host_reader_fail(r, type->place, "unknown type '%.80s'%s", type->text, here);
	}
	mech_say(&all, " (it can be ");
	for (int k = 0, n = 0; k < mech_kind_count(); k++) {
		if (mech_kinds[k]->section == section && mech_kind_fits(mech_kinds[k], r->m->space)) {
			host_suggest_offer(&near, mech_kinds[k]->name);
			mech_say_more(&all, n++ > 0 ? ", " : "");
			mech_say_more(&all, mech_kinds[k]->name);
		}
	}
	mech_say_more(&all, ")");
	char hint[HOST_SUGGESTION_SIZE];
	host_suggest_text(&near, hint);
	return host_reader_fail(r, type->place, "unknown type '%.80s'%s", type->text, near.best != NULL ? hint : all.text);
}

static int host_elements_kind(struct host_reader *r, enum mech_section section, const struct host_node *node, int *kind)
{
	const struct host_node *type = host_node_find(node, "type");
	if (type == NULL) {
		return host_reader_fail(r, node->place, "the key 'type' is missing");
	}
	if (host_check_text(r, type, "type") != 0) {
		return -1;
	}
	*kind = mech_kind_find(r->m->space, section, type->text);
	if (*kind >= 0) {
		return 0;
	}
	return host_elements_no_kind(r, section, type);
}

static int host_elements_declare_one(struct host_reader *r, enum mech_section section, const struct host_node *node)
{
	struct host_element *e = &r->m->elements[r->m->n_elements];
	snprintf(r->context, sizeof r->context, "%s '%.63s'", host_sections[section].singular, node->key);
	*e = (struct host_element){.place = node->key_place, .joint = {-1, -1, -1}, .input = -1};
	if (host_check_name(r, node->key, node->key_place) != 0 || host_check_map(r, node, "it") != 0 ||
	    host_elements_kind(r, section, node, &e->kind) != 0) {
		return -1;
	}
	e->name = host_copy(r, node->key);
	if (e->name == NULL) {
		return -1;
	}
	r->element_nodes[r->m->n_elements] = node;
	if (host_table_add(&r->elements[section], e->name, r->m->n_elements++) < 0) {
		return host_out_of_memory(r);
	}
	return 0;
}

static int host_elements_declare(struct host_reader *r, const struct host_node *file)
{
	const struct host_node *nodes[MECH_SECTION_COUNT];
	int count = 0;
	for (int s = 0; s < MECH_SECTION_COUNT; s++) {
		nodes[s] = host_node_find(file, host_sections[s].plural);
		if (nodes[s] != NULL && host_node_empty(nodes[s])) {
			nodes[s] = NULL;
		}
		if (nodes[s] != NULL && host_check_map(r, nodes[s], host_sections[s].plural) != 0) {
			return -1;
		}
		count += nodes[s] != NULL ? nodes[s]->count : 0;
	}
	count += host_count_beam_elements(r);
	r->m->elements = calloc((size_t)count + 1, sizeof *r->m->elements);
	r->element_nodes = calloc((size_t)count + 1, sizeof *r->element_nodes);
	if (r->m->elements == NULL || r->element_nodes == NULL) {
		return host_out_of_memory(r);
	}
	for (int s = 0; s < MECH_SECTION_COUNT; s++) {
		const struct host_node *node = nodes[s] != NULL ? nodes[s]->first : NULL;
		for (; node != NULL; node = node->next) {
			if (host_elements_declare_one(r, (enum mech_section)s, node) != 0) {
				return -1;
			}
		}
		if (s == MECH_FORCE_ELEMENT && host_make_elements(r) != 0) {
			return -1;
		}
	}
	return 0;
}

/* node number k of a key that holds one word (`body: rod`) or a list of n words (`bodies: [crank,
 * rod]`) */
static const struct host_node *host_elements_word(struct host_reader *r, const struct host_node *map, const char *key,
                                                  int n, int k)
{
	const struct host_node *node = host_node_find(map, key);
	if (node == NULL) {
		host_reader_fail(r, map->place, "the key '%s' is missing", key);
		return NULL;
	}
	if (n == 1) {
		return node;
	}
	if (host_check_list(r, node, key) != 0) {
		return NULL;
	}
	if (node->count != n) {
		host_reader_fail(r, node->place, "%s must have %d names, not %d", key, n, node->count);
		return NULL;
	}
	const struct host_node *entry = node->first;
	for (; k > 0; k--) {
		entry = entry->next;
	}
	return entry;
}

static int host_elements_bodies(struct host_reader *r, const struct host_node *map, struct host_element *e)
{
	const struct mech_kind *kind = mech_kinds[e->kind];
	const char *key = kind->file.n_bodies == 1 ? "body" : "bodies";
	if (kind->file.lists_bodies) {
		return host_read_body_list(r, map, e);
	}
	e->n_bodies = kind->file.n_bodies;
	for (int k = 0; k < kind->file.n_bodies; k++) {
		const struct host_node *node = host_elements_word(r, map, key, kind->file.n_bodies, k);
		if (node == NULL || host_find_held(r, map, node, k, &e->body[k]) != 0) {
			return -1;
		}
		if (k == 1 && e->body[0] == e->body[1]) {
			const char *first = host_elements_word(r, map, key, kind->file.n_bodies, 0)->text;
			const char *format =
				strcmp(first, node->text) == 0
					? "connects '%s' with itself; name two different bodies"
					: "connects '%s' with a part of itself, '%s'; name bodies that move against each other";
			return host_reader_fail(r, node->place, format, first, node->text);
		}
		if (kind->file.n_bodies == 1 && kind->section == MECH_FORCE_ELEMENT && e->body[0] == MECH_GROUND) {
			return host_reader_fail(r, node->place, "acts on the ground, which never moves; name a body");
		}
	}
	return 0;
}

/* number of the joint's coordinate with this key, or -1 */
static int host_elements_coordinate_named(const struct mech_kind *joint, const char *key)
{
	for (int k = 0; k < joint->coordinate.count; k++) {
		if (strcmp(joint->coordinate.specs[k].key, key) == 0) {
			return k;
		}
	}
	return -1;
}

/* the only coordinate of the joint that measures what the element acts on */
static int host_elements_coordinate_fitting(struct host_reader *r, const struct host_node *node,
                                            enum mech_quantity acts_on, const struct mech_kind *joint, int *found)
{
	int count = 0;
	for (int k = joint->coordinate.count - 1; k >= 0; k--) {
		if (acts_on == MECH_NUMBER || joint->coordinate.specs[k].quantity == acts_on) {
			*found = k;
			count++;
		}
	}
	if (count == 0) {
		const char *wanted = acts_on == MECH_ANGLE    ? " that is an angle"
		                     : acts_on == MECH_LENGTH ? " that is a length"
		                                              : "";
		return host_reader_fail(r, node->place, "joint '%s' (%s) has no coordinate%s", node->text, joint->name, wanted);
	}
	if (count > 1) {
		return host_reader_fail(r, node->place, "joint '%s' has several coordinates; write '%s.%s' or '%s.%s'",
		                        node->text, node->text, joint->coordinate.specs[0].key, node->text,
		                        joint->coordinate.specs[1].key);
	}
	return 0;
}

static int host_elements_coordinate(struct host_reader *r, const struct host_node *node, const struct mech_kind *kind,
                                    enum mech_quantity acts_on, const struct mech_kind *joint, const char *key,
                                    int *coordinate)
{
	*coordinate = 0;
	if (!mech_kind_uses_coordinate(kind)) {
		if (key != NULL) {
			return host_reader_fail(r, node->place, "name the joint without a coordinate");
		}
		if (joint->file.n_bodies == 0) {
			return host_reader_fail(r, node->place,
			                        "a %s connects no bodies and has no reaction; read joints.%s.effort instead",
			                        joint->name, node->text);
		}
		return 0;
	}
	if (key == NULL) {
		return host_elements_coordinate_fitting(r, node, acts_on, joint, coordinate);
	}
	*coordinate = host_elements_coordinate_named(joint, key);
	if (*coordinate < 0) {
		struct host_suggestion near = host_suggest_begin(key);
		for (int k = 0; k < joint->coordinate.count; k++) {
			host_suggest_offer(&near, joint->coordinate.specs[k].key);
		}
		char hint[HOST_SUGGESTION_SIZE];
		return host_reader_fail(r, node->place, "a %s joint has no coordinate '%.80s'%s", joint->name, key,
		                        host_suggest_text(&near, hint));
	}
	if (acts_on != MECH_NUMBER && joint->coordinate.specs[*coordinate].quantity != acts_on) {
		return host_reader_fail(r, node->place, "'%s' is %s; this type acts on %s", node->text,
		                        acts_on == MECH_ANGLE ? "a length" : "an angle",
		                        kind->file.then_lengths ? "an angle, then a length"
		                        : acts_on == MECH_ANGLE ? "angles"
		                                                : "lengths");
	}
	return 0;
}

static int host_elements_no_joint(struct host_reader *r, const struct host_node *node, const char *name)
{
	struct host_suggestion near = host_suggest_begin(name);
	for (int k = 0; k < r->m->n_elements; k++) {
		if (mech_kinds[r->m->elements[k].kind]->section == MECH_JOINT) {
			host_suggest_offer(&near, r->m->elements[k].name);
		}
	}
	char hint[HOST_SUGGESTION_SIZE];
	return host_reader_fail(r, node->place, "no joint '%.80s'%s", name, host_suggest_text(&near, hint));
}

/* `pin` or `guide.angle`, the k-th joint of the element */
static int host_elements_joint(struct host_reader *r, const struct host_node *node, const struct mech_kind *kind, int k,
                               int *joint, int *coordinate)
{
	char name[2 * HOST_LONGEST_NAME];
	if (host_check_text(r, node, "a joint") != 0) {
		return -1;
	}
	snprintf(name, sizeof name, "%s", node->text);
	char *key = strchr(name, '.');
	if (key != NULL) {
		*key++ = '\0';
	}
	*joint = host_table_find(&r->elements[MECH_JOINT], name, -1);
	if (*joint < 0) {
		return host_elements_no_joint(r, node, name);
	}
	const struct mech_kind *joint_kind = mech_kinds[r->m->elements[*joint].kind];
	const enum mech_quantity acts_on = k > 0 && kind->file.then_lengths ? MECH_LENGTH : kind->file.acts_on;
	return host_elements_coordinate(r, node, kind, acts_on, joint_kind, key, coordinate);
}

/* an element that needs a joint with one axis */
static int host_elements_axis(struct host_reader *r, const struct host_node *node, const struct host_element *e)
{
	const struct mech_kind *kind = mech_kinds[e->kind], *joint = mech_kinds[r->m->elements[e->joint[0]].kind];
	if (kind->file.one_axis && mech_kind_alike(joint, e->coordinate[0]) > 1) {
		return host_reader_fail(r, node->place, "needs a joint with one axis; '%s' (%s) has several angles", node->text,
		                        joint->name);
	}
	return 0;
}

/* how many joints the element has to name; -1 after a message */
static int host_elements_joint_count(struct host_reader *r, const struct host_node *map, const struct mech_kind *kind)
{
	const struct host_node *list = host_node_find(map, "joints");
	if (!kind->file.lists_joints) {
		return kind->file.n_joints;
	}
	if (list == NULL) {
		return host_reader_fail(r, map->place, "the key 'joints' is missing");
	}
	if (host_check_list(r, list, "joints") != 0) {
		return -1;
	}
	if (list->count < 1 || list->count > kind->file.n_joints) {
		return host_reader_fail(r, list->place, "joints must have 1 to %d names, not %d", kind->file.n_joints,
		                        list->count);
	}
	return list->count;
}

static int host_elements_joints(struct host_reader *r, const struct host_node *map, struct host_element *e)
{
	const struct mech_kind *kind = mech_kinds[e->kind];
	const int count = host_elements_joint_count(r, map, kind), listed = kind->file.n_joints > 1;
	for (int k = 0; k < count; k++) {
		const struct host_node *node = host_elements_word(r, map, listed ? "joints" : "joint", count, k);
		node = node != NULL && listed && count == 1 ? node->first : node;
		if (node == NULL || host_elements_joint(r, node, kind, k, &e->joint[k], &e->coordinate[k]) != 0) {
			return -1;
		}
		for (int i = 0; i < k; i++) {
			if (e->joint[i] == e->joint[k] && e->coordinate[i] == e->coordinate[k]) {
				return host_reader_fail(r, node->place, "connects '%s' with itself; name different coordinates",
				                        node->text);
			}
		}
	}
	const struct host_node *node = host_node_find(map, "joint");
	return count < 0 ? -1 : node == NULL ? 0 : host_elements_axis(r, node, e);
}

/* the coordinate named by `follows:`; it must measure the same as the one acted on */
static int host_elements_followed(struct host_reader *r, const struct host_node *map, struct host_element *e)
{
	const struct mech_kind *kind = mech_kinds[e->kind];
	const struct host_node *node = host_node_find(map, "follows");
	const int k = kind->file.n_joints;
	if (node == NULL || !kind->file.follows) {
		return 0;
	}
	struct mech_kind like = *kind;
	const struct mech_kind *own = mech_kinds[r->m->elements[e->joint[0]].kind];
	like.file.acts_on = own->coordinate.specs[e->coordinate[0]].quantity;
	if (host_elements_joint(r, node, &like, k, &e->joint[k], &e->coordinate[k]) != 0) {
		return -1;
	}
	if (e->joint[k] == e->joint[0] && e->coordinate[k] == e->coordinate[0]) {
		return host_reader_fail(r, node->place, "'%s' follows itself; name another coordinate", node->text);
	}
	const char *const others[] = {kind->file.input->key, "input",
	                              kind->file.n_curves > 0 ? kind->file.curves[0].x.key : "input"};
	for (int i = 0; i < 3; i++) {
		const struct host_node *other = host_node_find(map, others[i]);
		if (other != NULL) {
			return host_reader_fail(r, other->key_place, "give 'follows' or '%s', not both", others[i]);
		}
	}
	return 0;
}

/* bodies of the joints referred to follow the own ones; all joints know theirs by now */
static void host_elements_joint_bodies(struct host_reader *r, struct host_element *e)
{
	for (int k = 0; k < MECH_MOST_JOINTS && e->joint[k] >= 0; k++) {
		const struct host_element *joint = &r->m->elements[e->joint[k]];
		for (int i = 0; i < joint->n_bodies && e->n_bodies < MECH_MOST_BODIES; i++) {
			e->body[e->n_bodies++] = joint->body[i];
		}
	}
}

static int host_elements_parameters(struct host_reader *r, const struct host_node *map, struct host_element *e,
                                    int with_input)
{
	const struct mech_kind *kind = mech_kinds[e->kind];
	if (host_count_states(r, map, e) != 0 || host_count_tables(r, map, e) != 0) {
		return -1;
	}
	e->values = calloc((size_t)host_element_numbers(e) + 1, sizeof *e->values);
	if (e->values == NULL) {
		return host_out_of_memory(r);
	}
	for (int k = 0; k < kind->file.n_parameters; k++) {
		const struct mech_parameter_spec *spec = &kind->file.parameters[k];
		const int follows = kind->file.follows && e->joint[kind->file.n_joints] >= 0;
		int replaced = ((with_input || follows) && spec == kind->file.input) || host_table_replaces(e, k);
		const struct host_spot spot = {HOST_OF_ELEMENTS, (int)(e - r->m->elements), mech_kind_number(kind, k)};
		double *values = e->values + spot.component;
		if (host_parameter(r, map, spec, spec->need == MECH_REQUIRED && !replaced, spot, values) != 0) {
			return -1;
		}
	}
	if (host_read_matrices(r, map, e) != 0 || host_read_tables(r, map, e) != 0) {
		return -1;
	}
	if (!with_input) {
		return 0;
	}
	double start;
	if (host_read_input_start(r, map, kind, &start) != 0) {
		return -1;
	}
	e->values[mech_kind_number(kind, (int)(kind->file.input - kind->file.parameters))] = isnan(start) ? 0 : start;
	return host_read_input(r, map, e, start);
}

static void host_elements_keys(const struct mech_kind *kind, int with_input, struct host_keys *keys)
{
	keys->key[keys->count++] = "type";
	if (kind->file.n_bodies > 0 || kind->file.lists_bodies) {
		keys->key[keys->count++] = kind->file.n_bodies == 1 ? "body" : "bodies";
	}
	if (kind->file.n_joints > 0) {
		keys->key[keys->count++] = kind->file.n_joints == 1 ? "joint" : "joints";
	}
	if (kind->file.in_frame) {
		keys->key[keys->count++] = "frame";
	}
	if (kind->file.follows) {
		keys->key[keys->count++] = "follows";
	}
	for (int k = 0; k < kind->file.n_parameters && keys->count < HOST_MOST_KEYS - 2; k++) {
		keys->key[keys->count++] = kind->file.parameters[k].key;
	}
	for (int k = 0; k < kind->file.n_curves && keys->count < HOST_MOST_KEYS - 3; k++) {
		keys->key[keys->count++] = kind->file.curves[k].x.key;
		keys->key[keys->count++] = kind->file.curves[k].y.key;
	}
	for (int k = 0; k < kind->file.n_matrices; k++) {
		keys->key[keys->count++] = kind->file.matrices[k].key;
	}
	if (kind->file.input != NULL) {
		keys->key[keys->count++] = "input";
	}
	if (with_input) {
		keys->key[keys->count++] = "start";
	}
}

static int host_elements_read_one(struct host_reader *r, int number)
{
	struct host_element *e = &r->m->elements[number];
	const struct host_node *map = r->element_nodes[number];
	const struct mech_kind *kind = mech_kinds[e->kind];
	struct host_keys keys = {0};
	snprintf(r->context, sizeof r->context, "%s '%s'", host_sections[kind->section].singular, e->name);
	int with_input = kind->file.input != NULL && host_node_find(map, "input") != NULL;
	host_elements_keys(kind, with_input, &keys);
	if (host_check_keys(r, map, &keys) != 0 || host_elements_bodies(r, map, e) != 0 ||
	    host_elements_joints(r, map, e) != 0 || host_elements_followed(r, map, e) != 0) {
		return -1;
	}
	if (kind->file.input != NULL && kind->section == MECH_DRIVER && !with_input) {
		return host_reader_fail(r, map->place, "the key 'input' is missing (name of the FMI input)");
	}
	if (host_elements_parameters(r, map, e, with_input) != 0) {
		return -1;
	}
	return host_check_fit(r, map, e);
}

int host_read_elements(struct host_reader *r, const struct host_node *file)
{
	if (host_elements_declare(r, file) != 0) {
		return -1;
	}
	/* those of beams have no node and are there already */
	for (int k = 0; k < r->m->n_elements; k++) {
		if (r->element_nodes[k] != NULL && host_elements_read_one(r, k) != 0) {
			return -1;
		}
	}
	for (int k = 0; k < r->m->n_elements; k++) {
		host_elements_joint_bodies(r, &r->m->elements[k]);
		if (r->element_nodes[k] != NULL && host_read_frame(r, r->element_nodes[k], &r->m->elements[k]) != 0) {
			return -1;
		}
	}
	for (int k = 0; k < r->m->n_inputs; k++) {
		r->m->inputs[k].start = isnan(r->m->inputs[k].start) ? 0 : r->m->inputs[k].start;
	}
	r->context[0] = '\0';
	return 0;
}
