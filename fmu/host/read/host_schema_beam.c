#include "host_schema_beam.h"

#include <math.h>
#include <stdio.h>

#include "host_beam.h"
#include "host_section.h"
#include "mech_space.h"

static void host_beam_name(struct host_schema *s, const char *key, const char *name)
{
	host_schema_open(s, key, '{');
	host_schema_text(s, "const", name);
	host_schema_close(s, '}');
}

static void host_beam_begin(struct host_schema *s, const char *title)
{
	host_schema_open(s, NULL, '{');
	host_schema_text(s, "title", title);
	host_schema_text(s, "type", "object");
	host_schema_open(s, "properties", '{');
}

static void host_beam_end(struct host_schema *s, int n, const char *const *required)
{
	host_schema_close(s, '}');
	host_schema_required(s, n, required);
	host_schema_raw(s, "additionalProperties", "false");
	host_schema_close(s, '}');
}

static void host_beam_section(struct host_schema *s, const struct host_section_shape *shape)
{
	const char *required[HOST_SECTION_KEYS + 1] = {"shape"};
	int n = 1;
	host_beam_begin(s, shape->name);
	host_beam_name(s, "shape", shape->name);
	for (int k = 0; k < HOST_SECTION_KEYS; k++) {
		if (shape->keys >> k & 1u) {
			host_schema_parameter(s, &host_section_specs[k], HUGE_VAL);
			required[n++] = host_section_specs[k].key;
		}
	}
	host_beam_end(s, n, required);
}

static void host_beam_sections(struct host_schema *s)
{
	host_schema_open(s, host_beam_words[HOST_BEAM_SECTION].key, '{');
	host_schema_text(s, "description", host_beam_words[HOST_BEAM_SECTION].text);
	host_schema_open(s, "anyOf", '[');
	for (int k = 0; k < HOST_SECTION_SHAPES; k++) {
		host_beam_section(s, &host_section_shapes[k]);
	}
	host_schema_close(s, ']');
	host_schema_close(s, '}');
}

/* one number for all, or a list */
static void host_beam_damping(struct host_schema *s, const struct mech_parameter_spec *spec)
{
	host_schema_open(s, spec->key, '{');
	host_schema_text(s, "description", spec->text);
	host_schema_open(s, "anyOf", '[');
	host_schema_open(s, NULL, '{');
	host_schema_numeric(s, spec->range, HUGE_VAL);
	host_schema_close(s, '}');
	host_schema_open(s, NULL, '{');
	host_schema_text(s, "type", "array");
	host_schema_number(s, "minItems", spec->least);
	host_schema_number(s, "maxItems", spec->size);
	host_schema_close(s, '}');
	host_schema_close(s, ']');
	host_schema_close(s, '}');
}

void host_schema_beam(struct host_schema *s, enum mech_space space)
{
	static const char *const required[] = {"type", "elements"};
	char title[64];
	(void)snprintf(title, sizeof title, "%s beam", mech_space_rules(space)->name);
	host_beam_begin(s, title);
	host_beam_name(s, "type", "beam");
	for (int k = 0; k < HOST_BEAM_KEYS; k++) {
		const struct mech_parameter_spec *spec = &host_beam_specs[space][k];
		if (spec->key != NULL && k == HOST_BEAM_DAMPING) {
			host_beam_damping(s, spec);
		} else if (spec->key != NULL) {
			host_schema_parameter(s, spec, HUGE_VAL);
		}
	}
	host_beam_sections(s);
	host_schema_raw(s, host_beam_words[HOST_BEAM_POINTS].key,
	                "{\"type\": \"array\", \"items\": {\"type\": \"array\"}, \"minItems\": 2}");
	host_schema_raw(s, host_beam_words[HOST_BEAM_START].key, "{\"type\": \"string\"}");
	host_schema_raw(s, host_beam_words[HOST_BEAM_END].key, "{\"type\": \"string\"}");
	host_beam_end(s, 2, required);
}
