/* Reads a system file (YAML). The keys of its maps stand in tables, which the JSON Schema is made
 * of, too. */
#ifndef HOST_SYSTEM_YAML_H
#define HOST_SYSTEM_YAML_H

#include "host_system.h"

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

/* the maps of the file */
enum host_system_map {
	HOST_MAP_SYSTEM,
	HOST_MAP_UNIT,
	HOST_MAP_CONNECTION,
	HOST_MAP_ALGORITHM,
	HOST_MAP_EXPERIMENT,
	HOST_SYSTEM_MAPS
};
struct host_system_keys {
	int n;
	const struct host_key *keys;
};
extern const struct host_system_keys host_system_keys[HOST_SYSTEM_MAPS];

/* NULL when memory is out or the file is no map; then there is a problem, too */
struct host_system *host_system_yaml_read(const char *path, struct host_problems *problems);

#endif
