/* Reads maps of a YAML file whose keys stand in tables: types, limits and choices of values.
 *
 * What is wrong is added to a list of problems with its place; the reader then continues. The same
 * tables give the JSON Schema of the file.
 */
#ifndef HOST_MAP_H
#define HOST_MAP_H

#include "host_problems.h"
#include "host_yaml.h"

/* a key of a map: its name, what it is, and what a value may be */
enum host_key_type { HOST_KEY_WORD, HOST_KEY_NUMBER, HOST_KEY_CHOICE, HOST_KEY_MAP, HOST_KEY_LIST };
struct host_key {
	const char *name, *text;
	enum host_key_type type;
	double least, most;         /* of numbers */
	int above;                  /* greater than `least`, not equal */
	int whole;                  /* no fractions */
	const char *const *choices; /* of choices */
	int n_choices;
};

/* the keys of a map, from a table */
struct host_map_keys {
	int n;
	const struct host_key *keys;
};
#define HOST_KEYS(table)                      \
	{                                         \
		sizeof table / sizeof table[0], table \
	}

struct host_map_reader {
	const char *file;
	struct host_problems *problems;
	char context[200]; /* what is read, "unit 'arm': ", or "" */
};

/* a problem; the format has one %s, for `text` */
void host_map_problem(const struct host_map_reader *r, struct host_place place, const char *format, const char *text);

/* whether the node has that type and is not empty; else there is a problem */
int host_map_is(const struct host_map_reader *r, const struct host_node *node, enum host_node_type type,
                const char *name);

/* a problem for each key of the map that is none of these */
void host_map_keys(const struct host_map_reader *r, const struct host_node *map, const struct host_map_keys *keys);

/* text of a key; NULL: it is not there, or no word */
const char *host_map_word(const struct host_map_reader *r, const struct host_node *map, const struct host_key *key);

/* *value := number of a key, if it is there and within its limits */
void host_map_number(const struct host_map_reader *r, const struct host_node *map, const struct host_key *key,
                     double *value);

/* place of the word of a key among its choices; `fallback` where it is not there or none of them */
int host_map_choice(const struct host_map_reader *r, const struct host_node *map, const struct host_key *key,
                    int fallback);

/* 0, or -1 after a problem: letters, digits and _, as in names of mechanisms */
int host_map_name(const struct host_map_reader *r, const char *name, struct host_place place);

#endif
