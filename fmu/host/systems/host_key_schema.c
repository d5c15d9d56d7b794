#include "host_key_schema.h"

#include <math.h>

static void host_key_schema_choices(struct host_schema *s, const struct host_key *key)
{
	host_schema_open(s, "enum", '[');
	for (int i = 0; i < key->n_choices; i++) {
		host_schema_text(s, NULL, key->choices[i]);
	}
	host_schema_close(s, ']');
}

static void host_key_schema_number(struct host_schema *s, const struct host_key *key)
{
	host_schema_text(s, "type", key->whole ? "integer" : "number");
	if (isfinite(key->least)) {
		host_schema_number(s, key->above ? "exclusiveMinimum" : "minimum", key->least);
	}
	if (isfinite(key->most)) {
		host_schema_number(s, "maximum", key->most);
	}
}

void host_key_schema_map(struct host_schema *s, const struct host_map_keys *keys, host_key_schema_part *part)
{
	host_schema_text(s, "type", "object");
	host_schema_open(s, "properties", '{');
	for (int k = 0; k < keys->n; k++) {
		const struct host_key *key = &keys->keys[k];
		host_schema_open(s, key->name, '{');
		host_schema_text(s, "description", key->text);
		if (key->type == HOST_KEY_WORD) {
			host_schema_text(s, "type", "string");
		} else if (key->type == HOST_KEY_NUMBER) {
			host_key_schema_number(s, key);
		} else if (key->type == HOST_KEY_CHOICE) {
			host_key_schema_choices(s, key);
		} else {
			part(s, key->name);
		}
		host_schema_close(s, '}');
	}
	host_schema_close(s, '}');
	host_schema_raw(s, "additionalProperties", "false");
}
