/* Reads a system file (YAML). The keys of its maps stand in tables, which the JSON Schema is made
 * of, too. */
#ifndef HOST_SYSTEM_YAML_H
#define HOST_SYSTEM_YAML_H

#include "host_map.h"
#include "host_system.h"

/* the maps of the file */
enum host_system_map {
	HOST_MAP_SYSTEM,
	HOST_MAP_UNIT,
	HOST_MAP_CONNECTION,
	HOST_MAP_ALGORITHM,
	HOST_MAP_EXPERIMENT,
	HOST_SYSTEM_MAPS
};
extern const struct host_map_keys host_system_keys[HOST_SYSTEM_MAPS];

/* NULL when memory is out or the file is no map; then there is a problem, too */
struct host_system *host_system_yaml_read(const char *path, struct host_problems *problems);

#endif
