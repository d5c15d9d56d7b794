/* YAML text as a small tree of nodes, each with its line and column.
 *
 * What a mechanism file does not need is refused with a message: anchors and aliases, tags, several
 * documents, keys that are not words, equal keys in one map, depth and size beyond reason.
 */
#ifndef HOST_YAML_H
#define HOST_YAML_H

#include <stddef.h>

#include "host_mechanism.h"

#define HOST_YAML_MOST_BYTES ((size_t)16 << 20)
enum { HOST_YAML_MOST_DEPTH = 32, HOST_YAML_MOST_NODES = 250000 };

enum host_node_type { HOST_SCALAR, HOST_LIST, HOST_MAP };

struct host_node {
	enum host_node_type type;
	struct host_place place;
	char *text;   /* scalars: ends with 0 and holds no other 0 */
	int plain;    /* scalars: written without quotes */
	int verbatim; /* scalars: the characters of the text stand in the file one after the other */
	char *key;    /* entries of a map */
	struct host_place key_place;
	int count; /* entries of a list or map, in the order of the file */
	struct host_node *first, *last, *next;
};

/* NULL with a message; `file` is the name used in messages */
struct host_node *host_yaml_read(const char *file, const char *text, size_t size, struct mech_message *message);
void host_yaml_free(struct host_node *node);

/* entry of a map, or NULL; lists and scalars have none */
const struct host_node *host_node_find(const struct host_node *map, const char *key);

/* nothing written, ~ or null */
int host_node_empty(const struct host_node *node);

#endif
