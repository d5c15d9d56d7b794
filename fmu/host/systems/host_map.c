#include "host_map.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "host_number.h"
#include "host_suggest.h"

void host_map_problem(const struct host_map_reader *r, struct host_place place, const char *format, const char *text)
{
	char said[400];
	(void)snprintf(said, sizeof said, format, text);
	host_problem_error(r->problems, r->file, place, "%s%s", r->context, said);
}

int host_map_is(const struct host_map_reader *r, const struct host_node *node, enum host_node_type type,
                const char *name)
{
	static const char *const forms[] = {[HOST_SCALAR] = "%s must be a word or a number",
	                                    [HOST_LIST] = "%s must be a list, [...]",
	                                    [HOST_MAP] = "%s must be a map of keys and values"};
	if (node->type == type && !host_node_empty(node)) {
		return 1;
	}
	host_map_problem(r, node->place, forms[type], name);
	return 0;
}

void host_map_keys(const struct host_map_reader *r, const struct host_node *map, const struct host_map_keys *keys)
{
	for (const struct host_node *node = map->first; node != NULL; node = node->next) {
		struct host_suggestion near = host_suggest_begin(node->key);
		char hint[HOST_SUGGESTION_SIZE];
		int known = 0;
		for (int k = 0; k < keys->n; k++) {
			known |= strcmp(node->key, keys->keys[k].name) == 0;
			host_suggest_offer(&near, keys->keys[k].name);
		}
		if (!known) {
			host_problem_error(r->problems, r->file, node->key_place, "%sunknown key '%.80s'%s", r->context, node->key,
			                   host_suggest_text(&near, hint));
		}
	}
}

const char *host_map_word(const struct host_map_reader *r, const struct host_node *map, const struct host_key *key)
{
	const struct host_node *node = host_node_find(map, key->name);
	return node != NULL && host_map_is(r, node, HOST_SCALAR, key->name) ? node->text : NULL;
}

void host_map_number(const struct host_map_reader *r, const struct host_node *map, const struct host_key *key,
                     double *value)
{
	const struct host_node *node = host_node_find(map, key->name);
	double number = NAN;
	if (node == NULL || !host_map_is(r, node, HOST_SCALAR, key->name)) {
		return;
	}
	if (!node->plain || host_number_read(node->text, &number) != 0 || !isfinite(number)) {
		char said[200];
		(void)snprintf(said, sizeof said, "%s must be a number, not '%.80s'", key->name, node->text);
		host_map_problem(r, node->place, "%s", said);
	} else if (key->above && !(number > key->least)) {
		host_map_problem(r, node->place, "%s must be greater than zero", key->name);
	} else if (number < key->least || number > key->most || (key->whole && number != floor(number))) {
		struct mech_message limits = {""};
		mech_say_number(&limits, key->least);
		mech_say_more(&limits, " to ");
		mech_say_number(&limits, key->most);
		host_problem_error(r->problems, r->file, node->place, "%s%s must be a %snumber from %.60s", r->context,
		                   key->name, key->whole ? "whole " : "", limits.text);
	} else {
		*value = number;
	}
}

int host_map_choice(const struct host_map_reader *r, const struct host_node *map, const struct host_key *key,
                    int fallback)
{
	const struct host_node *node = host_node_find(map, key->name);
	char hint[HOST_SUGGESTION_SIZE], list[200] = "";
	if (node == NULL || !host_map_is(r, node, HOST_SCALAR, key->name)) {
		return fallback;
	}
	struct host_suggestion near = host_suggest_begin(node->text);
	for (int k = 0; k < key->n_choices; k++) {
		if (strcmp(node->text, key->choices[k]) == 0) {
			return k;
		}
		host_suggest_offer(&near, key->choices[k]);
		(void)snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", k == 0 ? "" : ", ", key->choices[k]);
	}
	host_problem_error(r->problems, r->file, node->place, "%sunknown %s '%.80s'%s; it can be %s", r->context, key->name,
	                   node->text, host_suggest_text(&near, hint), list);
	return fallback;
}

int host_map_name(const struct host_map_reader *r, const char *name, struct host_place place)
{
	static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
	enum { DIGITS = 10, LONGEST = 63 };
	const char *first = strchr(allowed, name[0]);
	if (name[0] == 0 || first == NULL || first >= allowed + sizeof allowed - 1 - DIGITS ||
	    name[strspn(name, allowed)] != 0) {
		host_map_problem(r, place, "'%.80s' is no name: use letters, digits and _, and begin with a letter", name);
		return -1;
	}
	if (strlen(name) > LONGEST) {
		host_map_problem(r, place, "the name '%.20s...' is longer than 63 characters", name);
		return -1;
	}
	return 0;
}
