/* Reads the section initial: wanted start values of coordinates of joints and bodies, and whether
 * the rest of the mechanism starts in static equilibrium: `initial: static`, or `static: true` next
 * to wanted values. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_read_parts.h"
#include "host_suggest.h"

enum { HOST_MOST_WISHES = 6 };

/* what may be wanted: coordinate k of a joint or body under a key of its own (NULL: not), and its
 * rate */
struct host_wish {
	const char *key, *rate;
};

static int host_initial_wishes(int n, const struct mech_coordinate_spec *coordinates,
                               struct host_wish wishes[HOST_MOST_WISHES])
{
	for (int k = 0; k < n && k < HOST_MOST_WISHES; k++) {
		wishes[k] = (struct host_wish){coordinates[k].key, coordinates[k].rate};
	}
	return n;
}

/* joint or body of this name; both is ambiguous */
static int host_initial_find(struct host_reader *r, const struct host_node *node, struct host_target *target)
{
	target->element = host_table_find(&r->elements[MECH_JOINT], node->key, -1);
	const int named = host_named_body(r, node->key);
	target->body = named < 0 ? -1 : named;
	if (target->element >= 0 && target->body >= 0) {
		return host_reader_fail(r, node->key_place, "'%s' is a joint and a body; give one of them another name",
		                        node->key);
	}
	if (target->body >= 0 && r->m->bodies[target->body].carrier == MECH_GROUND) {
		return host_reader_fail(r, node->key_place, "body '%s' is welded to the ground and never moves", node->key);
	}
	if (target->element >= 0 || target->body >= 0) {
		return 0;
	}
	struct host_suggestion near = host_suggest_begin(node->key);
	for (int k = 0; k < r->m->n_elements; k++) {
		if (mech_kinds[r->m->elements[k].kind]->section == MECH_JOINT) {
			host_suggest_offer(&near, r->m->elements[k].name);
		}
	}
	for (int k = 0; k < r->m->n_bodies; k++) {
		host_suggest_offer(&near, r->m->bodies[k].name);
	}
	char hint[HOST_SUGGESTION_SIZE];
	return host_reader_fail(r, node->key_place, "no joint or body '%.80s'%s", node->key,
	                        host_suggest_text(&near, hint));
}

static int host_initial_wanted(struct host_reader *r, const struct host_node *map, const char *key,
                               struct host_spot spot, double *value)
{
	const struct host_node *node = key == NULL ? NULL : host_node_find(map, key);
	*value = NAN;
	return node == NULL ? 0 : host_number(r, node, key, spot, value);
}

/* 1: must be met; greater ones are wishes that give way */
static int host_initial_priority(struct host_reader *r, const struct host_node *map, int *priority)
{
	const struct host_node *node = host_node_find(map, "priority");
	double value = 1.0;
	*priority = 1;
	if (node == NULL) {
		return 0;
	}
	if (host_number(r, node, "priority", HOST_NO_SPOT, &value) != 0) {
		return -1;
	}
	if (!(value >= 1.0 && value <= 1000.0) || value != floor(value)) {
		return host_reader_fail(r, node->place, "priority must be a whole number from 1 on");
	}
	*priority = (int)value;
	return 0;
}

static int host_initial_one(struct host_reader *r, const struct host_node *node)
{
	struct host_target target = {.place = node->key_place};
	struct host_wish wishes[HOST_MOST_WISHES];
	struct host_keys keys = {0};
	if (host_initial_find(r, node, &target) != 0 || host_check_map(r, node, node->key) != 0) {
		return -1;
	}
	const struct mech_space_rules *rules = mech_space_rules(r->m->space);
	const struct mech_kind *kind = target.element < 0 ? NULL : mech_kinds[r->m->elements[target.element].kind];
	const int n = kind == NULL ? host_initial_wishes(rules->n_targets, rules->targets, wishes)
	                           : host_initial_wishes(kind->coordinate.count, kind->coordinate.specs, wishes);
	for (int k = 0; k < n; k++) {
		if (wishes[k].key != NULL) {
			keys.key[keys.count++] = wishes[k].key;
		}
		keys.key[keys.count++] = wishes[k].rate;
	}
	keys.key[keys.count++] = "priority";
	snprintf(r->context, sizeof r->context, "initial '%.63s'", node->key);
	if (n == 0) {
		return host_reader_fail(r, node->key_place, "this joint has no coordinates");
	}
	if (host_check_keys(r, node, &keys) != 0 || host_initial_priority(r, node, &target.priority) != 0) {
		return -1;
	}
	for (int k = 0; k < n; k++) {
		struct host_target *next = &r->m->targets[r->m->n_targets];
		*next = target;
		next->coordinate = k;
		const struct host_spot value = {HOST_OF_TARGETS, r->m->n_targets, HOST_TARGET_VALUE};
		const struct host_spot rate = {HOST_OF_TARGETS, r->m->n_targets, HOST_TARGET_RATE};
		if (host_initial_wanted(r, node, wishes[k].key, value, &next->value) != 0 ||
		    host_initial_wanted(r, node, wishes[k].rate, rate, &next->rate) != 0) {
			return -1;
		}
		r->m->n_targets += !isnan(next->value) || !isnan(next->rate);
	}
	r->context[0] = '\0';
	return 0;
}

/* a joint or body of this name is followed by a map */
static int host_initial_is_static(const struct host_node *entry)
{
	return strcmp(entry->key, "static") == 0 && entry->type == HOST_SCALAR;
}

static int host_initial_static(struct host_reader *r, const struct host_node *node)
{
	r->m->static_start = strcmp(node->text, "true") == 0;
	if (node->plain && (r->m->static_start || strcmp(node->text, "false") == 0)) {
		return 0;
	}
	return host_reader_fail(r, node->place, "static must be true or false, not '%.80s'", node->text);
}

int host_read_initial(struct host_reader *r, const struct host_node *node)
{
	if (node == NULL || host_node_empty(node)) {
		return 0;
	}
	if (node->type == HOST_SCALAR && strcmp(node->text, "static") == 0) {
		r->m->static_start = 1;
		return 0;
	}
	if (host_check_map(r, node, "initial") != 0) {
		return -1;
	}
	r->m->targets = calloc((size_t)node->count * HOST_MOST_WISHES + 1, sizeof *r->m->targets);
	if (r->m->targets == NULL) {
		return host_out_of_memory(r);
	}
	for (const struct host_node *entry = node->first; entry != NULL; entry = entry->next) {
		if ((host_initial_is_static(entry) ? host_initial_static(r, entry) : host_initial_one(r, entry)) != 0) {
			return -1;
		}
	}
	return 0;
}
