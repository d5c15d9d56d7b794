/* Section export, and the lines of the file about its makers: how the FMU presents the
 * mechanism. */
#include <stdlib.h>
#include <string.h>

#include "host_read_parts.h"

const char *const host_credit_keys[HOST_CREDITS] = {"author", "version", "copyright", "license"};

int host_read_credits(struct host_reader *r, const struct host_node *file)
{
	for (int k = 0; k < HOST_CREDITS; k++) {
		const struct host_node *node = host_node_find(file, host_credit_keys[k]);
		if (node == NULL) {
			continue;
		}
		if (host_check_text(r, node, host_credit_keys[k]) != 0) {
			return -1;
		}
		r->m->presentation.credits[k] = host_copy(r, node->text);
		if (r->m->presentation.credits[k] == NULL) {
			return -1;
		}
	}
	return 0;
}

static int host_read_export_names(struct host_reader *r, const struct host_node *node)
{
	if (node == NULL) {
		return 0;
	}
	if (host_check_text(r, node, "names") != 0) {
		return -1;
	}
	r->m->presentation.flat_names = strcmp(node->text, "flat") == 0;
	if (!r->m->presentation.flat_names && strcmp(node->text, "structured") != 0) {
		return host_reader_fail(r, node->place, "unknown names '%.80s' (they can be 'structured' or 'flat')",
		                        node->text);
	}
	return 0;
}

static int host_read_export_list(struct host_reader *r, const struct host_node *node)
{
	struct host_presentation *p = &r->m->presentation;
	p->listed = calloc((size_t)node->count + 1, sizeof *p->listed);
	p->places = calloc((size_t)node->count + 1, sizeof *p->places);
	if (p->listed == NULL || p->places == NULL) {
		return host_out_of_memory(r);
	}
	for (const struct host_node *entry = node->first; entry != NULL; entry = entry->next) {
		if (host_check_text(r, entry, "a parameter") != 0) {
			return -1;
		}
		p->places[p->n_listed] = entry->place;
		p->listed[p->n_listed] = host_copy(r, entry->text);
		if (p->listed[p->n_listed++] == NULL) {
			return -1;
		}
	}
	p->parameters = HOST_PARAMETERS_LISTED;
	return 0;
}

static int host_read_export_parameters(struct host_reader *r, const struct host_node *node)
{
	if (node == NULL) {
		return 0;
	}
	if (node->type == HOST_LIST) {
		return host_read_export_list(r, node);
	}
	if (host_check_text(r, node, "parameters") != 0) {
		return -1;
	}
	r->m->presentation.parameters = strcmp(node->text, "few") == 0 ? HOST_PARAMETERS_FEW : HOST_PARAMETERS_ALL;
	if (strcmp(node->text, "few") != 0 && strcmp(node->text, "all") != 0) {
		return host_reader_fail(r, node->place, "unknown parameters '%.80s' (they can be 'all', 'few' or a list)",
		                        node->text);
	}
	return 0;
}

int host_read_export(struct host_reader *r, const struct host_node *node)
{
	static const struct host_keys keys = {2, {"names", "parameters"}};
	if (node == NULL || host_node_empty(node)) {
		return 0;
	}
	if (host_check_map(r, node, "export") != 0 || host_check_keys(r, node, &keys) != 0) {
		return -1;
	}
	return host_read_export_names(r, host_node_find(node, "names")) != 0
	           ? -1
	           : host_read_export_parameters(r, host_node_find(node, "parameters"));
}
