/* Reads the section initial: wanted start values of coordinates of joints and bodies. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_reader.h"
#include "host_suggest.h"

/* what may be wanted: coordinate k of a joint or body under a key of its own, and its rate */
struct host_wish {
	const char *key, *rate;
};

static int host_initial_body_wishes(struct host_wish wishes[3])
{
	for (int k = 0; k < 3; k++) {
		wishes[k] = (struct host_wish){mech_body_outputs[k].key, mech_body_outputs[k + 3].key};
	}
	return 3;
}

static int host_initial_joint_wishes(const struct mech_kind *kind, struct host_wish wishes[3])
{
	int n = kind->n_coordinates < 3 ? kind->n_coordinates : 3;
	for (int k = 0; k < n; k++) {
		wishes[k] = (struct host_wish){kind->coordinates[k].key, kind->coordinates[k].rate};
	}
	return n;
}

/* joint or body of this name; both is ambiguous */
static int host_initial_find(struct host_reader *r, const struct host_node *node, struct host_target *target)
{
	target->element = host_table_find(&r->elements[MECH_JOINT], node->key, -1);
	target->body = host_table_find(&r->bodies, node->key, -1);
	if (target->element >= 0 && target->body >= 0) {
		return host_reader_fail(r, node->key_place, "'%s' is a joint and a body; give one of them another name",
		                        node->key);
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

static int host_initial_wanted(struct host_reader *r, const struct host_node *map, const char *key, double *value)
{
	const struct host_node *node = host_node_find(map, key);
	*value = NAN;
	return node == NULL ? 0 : host_number(r, node, key, value);
}

static int host_initial_one(struct host_reader *r, const struct host_node *node)
{
	struct host_target target = {.place = node->key_place};
	struct host_wish wishes[3];
	struct host_keys keys = {0};
	if (host_initial_find(r, node, &target) != 0 || host_check_map(r, node, node->key) != 0) {
		return -1;
	}
	int n = target.element < 0 ? host_initial_body_wishes(wishes)
	                           : host_initial_joint_wishes(mech_kinds[r->m->elements[target.element].kind], wishes);
	for (int k = 0; k < n; k++) {
		keys.key[keys.count++] = wishes[k].key;
		keys.key[keys.count++] = wishes[k].rate;
	}
	snprintf(r->context, sizeof r->context, "initial '%.63s'", node->key);
	if (n == 0) {
		return host_reader_fail(r, node->key_place, "this joint has no coordinates");
	}
	if (host_check_keys(r, node, &keys) != 0) {
		return -1;
	}
	for (int k = 0; k < n; k++) {
		target.coordinate = k;
		if (host_initial_wanted(r, node, wishes[k].key, &target.value) != 0 ||
		    host_initial_wanted(r, node, wishes[k].rate, &target.rate) != 0) {
			return -1;
		}
		if (!isnan(target.value) || !isnan(target.rate)) {
			r->m->targets[r->m->n_targets++] = target;
		}
	}
	r->context[0] = '\0';
	return 0;
}

int host_read_initial(struct host_reader *r, const struct host_node *node)
{
	if (node == NULL || host_node_empty(node)) {
		return 0;
	}
	if (host_check_map(r, node, "initial") != 0) {
		return -1;
	}
	r->m->targets = calloc((size_t)node->count * 3 + 1, sizeof *r->m->targets);
	if (r->m->targets == NULL) {
		return host_out_of_memory(r);
	}
	for (const struct host_node *entry = node->first; entry != NULL; entry = entry->next) {
		if (host_initial_one(r, entry) != 0) {
			return -1;
		}
	}
	return 0;
}
