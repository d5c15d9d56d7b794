#include "host_yaml.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "host_fail.h"
#include "host_table.h"

struct host_yaml {
	const char *file, *text;
	size_t size;
	struct mech_message *message;
	struct host_node *root;
	struct host_node *open[HOST_YAML_MOST_DEPTH]; /* lists and maps not closed yet */
	int depth, nodes, documents;
	struct host_node *key; /* read, waits for its value */
};

void host_yaml_free(struct host_node *node)
{
	while (node != NULL) {
		struct host_node *next = node->next;
		host_yaml_free(node->first);
		free(node->text);
		free(node->key);
		free(node);
		node = next;
	}
}

const struct host_node *host_node_find(const struct host_node *map, const char *key)
{
	for (const struct host_node *node = map->first; node != NULL; node = node->next) {
		if (node->key != NULL && strcmp(node->key, key) == 0) {
			return node;
		}
	}
	return NULL;
}

int host_node_empty(const struct host_node *node)
{
	return node->type == HOST_SCALAR && node->plain &&
	       (node->text[0] == '\0' || strcmp(node->text, "~") == 0 || strcmp(node->text, "null") == 0);
}

static struct host_place host_yaml_place(yaml_mark_t mark)
{
	return (struct host_place){(int)mark.line + 1, (int)mark.column + 1};
}

/* the reader of libyaml reports bytes, all else lines */
static struct host_place host_yaml_byte_place(const struct host_yaml *y, size_t offset)
{
	struct host_place place = {1, 1};
	for (size_t k = 0; k < offset && k < y->size; k++) {
		place.column++;
		if (y->text[k] == '\n') {
			place.line++;
			place.column = 1;
		}
	}
	return place;
}

static int host_yaml_problem(const struct host_yaml *y, const yaml_parser_t *parser)
{
	const char *problem = parser->problem != NULL ? parser->problem : "unknown reason";
	if (parser->error == YAML_MEMORY_ERROR) {
		return host_fail(y->message, y->file, (struct host_place){0, 0}, "out of memory");
	}
	if (parser->error == YAML_READER_ERROR) {
		return host_fail(y->message, y->file, host_yaml_byte_place(y, parser->problem_offset), "not a text file: %s",
		                 problem);
	}
	struct host_place place = host_yaml_place(parser->problem_mark);
	const char *hint = "";
	if (strcmp(problem, "found character that cannot start any token") == 0) {
		hint = " (is there a tab? indent with blanks, and put text that begins with @ or ` in quotes)";
	}
	return host_fail(y->message, y->file, place, "not valid YAML: %s%s", problem, hint);
}

static struct host_node *host_yaml_node(struct host_yaml *y, enum host_node_type type, yaml_mark_t mark)
{
	struct host_node *node = NULL;
	if (++y->nodes > HOST_YAML_MOST_NODES) {
		host_fail(y->message, y->file, host_yaml_place(mark), "too large: more than %d values",
		          (int)HOST_YAML_MOST_NODES);
		return NULL;
	}
	node = calloc(1, sizeof *node);
	if (node == NULL) {
		host_fail(y->message, y->file, (struct host_place){0, 0}, "out of memory");
		return NULL;
	}
	node->type = type;
	node->place = host_yaml_place(mark);
	return node;
}

/* hangs a node into the innermost open list or map; a scalar may be the key of the next entry.
 * Takes the node. */
static int host_yaml_attach(struct host_yaml *y, struct host_node *node)
{
	if (y->depth == 0) {
		y->root = node;
		return 0;
	}
	struct host_node *parent = y->open[y->depth - 1];
	if (parent->type == HOST_MAP && y->key == NULL) {
		if (node->type != HOST_SCALAR) {
			host_fail(y->message, y->file, node->place, "a key must be a word");
			host_yaml_free(node);
			return -1;
		}
		y->key = node;
		return 0;
	}
	if (parent->type == HOST_MAP) {
		node->key = y->key->text;
		node->key_place = y->key->place;
		y->key->text = NULL;
		host_yaml_free(y->key);
		y->key = NULL;
	}
	if (parent->last != NULL) {
		parent->last->next = node;
	} else {
		parent->first = node;
	}
	parent->last = node;
	parent->count++;
	return 0;
}

static int host_yaml_scalar(struct host_yaml *y, const yaml_event_t *event)
{
	const char *text = (const char *)event->data.scalar.value;
	size_t length = event->data.scalar.length;
	if (memchr(text, '\0', length) != NULL) {
		return host_fail(y->message, y->file, host_yaml_place(event->start_mark), "the text holds a null character");
	}
	struct host_node *node = host_yaml_node(y, HOST_SCALAR, event->start_mark);
	if (node == NULL) {
		return -1;
	}
	node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
	size_t written = event->end_mark.index - event->start_mark.index;
	node->verbatim = written == length + (node->plain ? 0 : 2);
	node->text = malloc(length + 1);
	if (node->text == NULL) {
		host_yaml_free(node);
		return host_fail(y->message, y->file, (struct host_place){0, 0}, "out of memory");
	}
	memcpy(node->text, text, length);
	node->text[length] = '\0';
	return host_yaml_attach(y, node);
}

static int host_yaml_open(struct host_yaml *y, enum host_node_type type, yaml_mark_t mark)
{
	if (y->depth == HOST_YAML_MOST_DEPTH) {
		return host_fail(y->message, y->file, host_yaml_place(mark), "nested too deeply");
	}
	struct host_node *node = host_yaml_node(y, type, mark);
	if (node == NULL || host_yaml_attach(y, node) != 0) {
		return -1;
	}
	y->open[y->depth++] = node;
	return 0;
}

static int host_yaml_close(struct host_yaml *y)
{
	const struct host_node *node = y->open[--y->depth];
	struct host_table keys = {0};
	int status = 0;
	for (const struct host_node *entry = node->first; entry != NULL && entry->key != NULL; entry = entry->next) {
		status = host_table_add(&keys, entry->key, 0);
		if (status > 0) {
			host_fail(y->message, y->file, entry->key_place, "'%s' is written twice", entry->key);
		} else if (status < 0) {
			host_fail(y->message, y->file, (struct host_place){0, 0}, "out of memory");
		}
		if (status != 0) {
			break;
		}
	}
	host_table_free(&keys);
	return status == 0 ? 0 : -1;
}

static int host_yaml_plain_event(struct host_yaml *y, const yaml_event_t *event, const yaml_char_t *anchor,
                                 const yaml_char_t *tag)
{
	struct host_place place = host_yaml_place(event->start_mark);
	if (anchor != NULL) {
		return host_fail(y->message, y->file, place, "anchors (&%s) are not supported; write the values out",
		                 (const char *)anchor);
	}
	if (tag != NULL) {
		return host_fail(y->message, y->file, place, "tags (%s) are not supported; leave it out", (const char *)tag);
	}
	return 0;
}

static int host_yaml_event(struct host_yaml *y, const yaml_event_t *event)
{
	struct host_place place = host_yaml_place(event->start_mark);
	switch (event->type) {
	case YAML_DOCUMENT_START_EVENT:
		if (++y->documents > 1) {
			return host_fail(y->message, y->file, place, "a second document begins; one file holds one mechanism");
		}
		return 0;
	case YAML_ALIAS_EVENT:
		return host_fail(y->message, y->file, place, "aliases (*%s) are not supported; write the values out",
		                 (const char *)event->data.alias.anchor);
	case YAML_SCALAR_EVENT:
		if (host_yaml_plain_event(y, event, event->data.scalar.anchor, event->data.scalar.tag) != 0) {
			return -1;
		}
		return host_yaml_scalar(y, event);
	case YAML_SEQUENCE_START_EVENT:
		if (host_yaml_plain_event(y, event, event->data.sequence_start.anchor, event->data.sequence_start.tag) != 0) {
			return -1;
		}
		return host_yaml_open(y, HOST_LIST, event->start_mark);
	case YAML_MAPPING_START_EVENT:
		if (host_yaml_plain_event(y, event, event->data.mapping_start.anchor, event->data.mapping_start.tag) != 0) {
			return -1;
		}
		return host_yaml_open(y, HOST_MAP, event->start_mark);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		return y->depth == 0 ? 0 : host_yaml_close(y);
	default:
		return 0;
	}
}

static int host_yaml_parse(struct host_yaml *y, yaml_parser_t *parser)
{
	for (int ended = 0; !ended;) {
		yaml_event_t event;
		if (!yaml_parser_parse(parser, &event)) {
			return host_yaml_problem(y, parser);
		}
		ended = event.type == YAML_STREAM_END_EVENT;
		int status = host_yaml_event(y, &event);
		yaml_event_delete(&event);
		if (status != 0) {
			return -1;
		}
	}
	if (y->root == NULL) {
		return host_fail(y->message, y->file, (struct host_place){0, 0},
		                 "the file is empty; begin with 'mechanism: name'");
	}
	return 0;
}

struct host_node *host_yaml_read(const char *file, const char *text, size_t size, struct mech_message *message)
{
	/* a byte order mark says nothing in UTF-8 */
	if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
		text += 3;
		size -= 3;
	}
	struct host_yaml y = {.file = file, .text = text, .size = size, .message = message};
	yaml_parser_t parser;
	if (size > HOST_YAML_MOST_BYTES) {
		host_fail(message, file, (struct host_place){0, 0}, "the file is larger than 16 MiB");
		return NULL;
	}
	if (!yaml_parser_initialize(&parser)) {
		host_fail(message, file, (struct host_place){0, 0}, "out of memory");
		return NULL;
	}
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
	int status = host_yaml_parse(&y, &parser);
	yaml_parser_delete(&parser);
	host_yaml_free(y.key);
	if (status != 0) {
		host_yaml_free(y.root);
		return NULL;
	}
	return y.root;
}
