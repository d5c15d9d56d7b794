/* Bodies that are part of others: `welded_to` of bodies, and `frame`, which names a body for its
 * axes. */
#include <stdio.h>
#include <string.h>

#include "host_read_parts.h"
#include "host_sections.h"

/* a body welded to a welded one is part of what carries that: each step leads one weld further */
static int host_welds_follow(struct host_reader *r)
{
	struct host_body *bodies = r->m->bodies;
	for (int k = 0; k < r->m->n_bodies; k++) {
		int carrier = k;
		for (int steps = 0; carrier >= 0 && bodies[carrier].carrier != carrier; steps++) {
			carrier = bodies[carrier].carrier;
			if (steps == r->m->n_bodies) {
				return host_reader_fail(
					r, bodies[k].place,
					"body '%s' is welded in a circle by way of '%s'; weld one of them to a body that "
					"moves or to ground",
					bodies[k].name, bodies[bodies[k].carrier].name);
			}
		}
		bodies[k].carrier = carrier;
	}
	return 0;
}

int host_read_welds(struct host_reader *r, const struct host_node *section)
{
	for (const struct host_node *body = section->first; body != NULL; body = body->next) {
		if (host_node_find(body, "welded_to") == NULL) {
			continue;
		}
		const int part = host_table_find(&r->bodies, body->key, -1);
		int carrier;
		snprintf(r->context, sizeof r->context, "body '%.63s'", body->key);
		if (host_find_carrier(r, host_node_find(body, "welded_to"), "welded_to", &carrier) != 0) {
			return -1;
		}
		if (carrier == part) {
			return host_reader_fail(r, body->key_place, "it is welded to itself");
		}
		r->m->bodies[part].carrier = carrier;
	}
	r->context[0] = '\0';
	if (host_weld_nodes(r) != 0 || host_welds_follow(r) != 0) {
		return -1;
	}
	return r->m->bodies[0].carrier == 0
	           ? 0
	           : host_reader_fail(r, section->place,
	                              "all bodies are welded to ground; a mechanism needs one that moves");
}

void host_fold_body(const struct host_mechanism *m, int body, double numbers[HOST_BODY_NUMBERS])
{
	memcpy(numbers, m->bodies[body].values, sizeof m->bodies[body].values);
	for (int k = 0; k < m->n_bodies; k++) {
		if (k != body && m->bodies[k].carrier == body) {
			mech_space_rules(m->space)->fold(m->bodies[k].values, numbers);
		}
	}
}

/* `frame: global`, `first` or `second` body of the joint, which is the rule, or the name of any
 * body */
int host_read_frame(struct host_reader *r, const struct host_node *map, struct host_element *e)
{
	static const char *const words[] = {"first", "second"};
	const struct host_node *node = host_node_find(map, "frame");
	int *body = &e->body[e->n_bodies];
	if (!mech_kinds[e->kind]->file.in_frame) {
		return 0;
	}
	*body = e->body[1];
	e->n_bodies++;
	if (node == NULL) {
		return 0;
	}
	snprintf(r->context, sizeof r->context, "%s '%s'", host_sections[mech_kinds[e->kind]->section].singular, e->name);
	if (host_check_text(r, node, "frame") != 0) {
		return -1;
	}
	for (int k = 0; k < 2; k++) {
		if (strcmp(node->text, words[k]) == 0) {
			*body = e->body[k];
			return 0;
		}
	}
	if (strcmp(node->text, "global") == 0) {
		*body = MECH_GROUND;
		return 0;
	}
	return host_find_body(r, node, body);
}
