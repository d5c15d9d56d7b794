#include "host_system_schema.h"

#include <string.h>

#include "host_key_schema.h"
#include "host_system_yaml.h"

#define HOST_SCHEMA_STRING "{\"type\": \"string\"}"
#define HOST_SCHEMA_STRINGS "{\"type\": \"array\", \"items\": {\"type\": \"string\"}}"
#define HOST_SCHEMA_NAMES "{\"pattern\": \"^[A-Za-z_][A-Za-z0-9_]*$\"}"
#define HOST_SCHEMA_SCALARS "{\"type\": [\"number\", \"string\", \"boolean\"]}"

static void host_system_schema_map(struct host_schema *s, enum host_system_map map);

/* what the entries of a list, and the values of a map with names of the user's own, are */
static void host_schema_units(struct host_schema *s)
{
	host_schema_raw(s, "propertyNames", HOST_SCHEMA_NAMES);
	host_schema_open(s, "additionalProperties", '{');
	host_schema_open(s, "anyOf", '[');
	host_schema_raw(s, NULL, HOST_SCHEMA_STRING);
	host_schema_open(s, NULL, '{');
	host_system_schema_map(s, HOST_MAP_UNIT);
	host_schema_close(s, '}');
	host_schema_close(s, ']');
	host_schema_close(s, '}');
}

static void host_schema_connections(struct host_schema *s)
{
	host_schema_open(s, "items", '{');
	host_schema_open(s, "anyOf", '[');
	host_schema_raw(s, NULL, "{\"type\": \"string\", \"pattern\": \"->\"}");
	host_schema_open(s, NULL, '{');
	host_system_schema_map(s, HOST_MAP_CONNECTION);
	host_schema_close(s, '}');
	host_schema_close(s, ']');
	host_schema_close(s, '}');
}

static void host_schema_inputs(struct host_schema *s)
{
	host_schema_raw(s, "propertyNames", HOST_SCHEMA_NAMES);
	host_schema_raw(s, "additionalProperties", "{\"anyOf\": [" HOST_SCHEMA_STRING ", " HOST_SCHEMA_STRINGS "]}");
}

static void host_schema_parameters(struct host_schema *s)
{
	host_schema_raw(s, "additionalProperties", HOST_SCHEMA_SCALARS);
}

static void host_schema_algorithm(struct host_schema *s)
{
	host_system_schema_map(s, HOST_MAP_ALGORITHM);
}

static void host_schema_experiment(struct host_schema *s)
{
	host_system_schema_map(s, HOST_MAP_EXPERIMENT);
}

/* maps and lists by their keys */
static const struct {
	const char *key, *type;
	void (*write)(struct host_schema *s);
} host_system_schema_parts[] = {
	{"units", "object", host_schema_units},   {"connections", "array", host_schema_connections},
	{"inputs", "object", host_schema_inputs}, {"parameters", "object", host_schema_parameters},
	{"algorithm", "", host_schema_algorithm}, {"experiment", "", host_schema_experiment},
};

static void host_system_schema_part(struct host_schema *s, const char *key)
{
	for (size_t k = 0; k < sizeof host_system_schema_parts / sizeof host_system_schema_parts[0]; k++) {
		if (strcmp(key, host_system_schema_parts[k].key) == 0) {
			if (host_system_schema_parts[k].type[0] != 0) {
				host_schema_text(s, "type", host_system_schema_parts[k].type);
			}
			host_system_schema_parts[k].write(s);
			return;
		}
	}
	/* outputs: a list, or names for what is recorded */
	host_schema_raw(s, "anyOf",
	                "[" HOST_SCHEMA_STRINGS ", {\"type\": \"object\", \"additionalProperties\": " HOST_SCHEMA_STRING
	                "}]");
}

static void host_system_schema_map(struct host_schema *s, enum host_system_map map)
{
	host_key_schema_map(s, &host_system_keys[map], host_system_schema_part);
}

void host_system_schema_write(FILE *out)
{
	static const char *const required[] = {"system", "units"};
	struct host_schema s = {out, 0, 1};
	host_schema_open(&s, NULL, '{');
	host_schema_text(&s, "$schema", "https://json-schema.org/draft/2020-12/schema");
	host_schema_text(&s, "title", "mechfmu system");
	host_system_schema_map(&s, HOST_MAP_SYSTEM);
	host_schema_required(&s, 2, required);
	host_schema_close(&s, '}');
	(void)fputc('\n', out);
}
