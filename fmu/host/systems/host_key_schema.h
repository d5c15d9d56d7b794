/* The JSON Schema of maps whose keys stand in tables (host_map.h). */
#ifndef HOST_KEY_SCHEMA_H
#define HOST_KEY_SCHEMA_H

#include "host_map.h"
#include "host_schema_json.h"

/* what a key that is a map or a list may be, into the object that is open */
typedef void host_key_schema_part(struct host_schema *s, const char *key);

/* the type, keys and limits of a map, into the object that is open */
void host_key_schema_map(struct host_schema *s, const struct host_map_keys *keys, host_key_schema_part *part);

#endif
