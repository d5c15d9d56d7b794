#include "host_study_schema.h"

#include <string.h>

#include "host_key_schema.h"
#include "host_study_yaml.h"

#define HOST_STUDY_VALUES \
	"{\"type\": \"array\", \"minItems\": 1, \"items\": {\"type\": [\"number\", \"string\", \"boolean\"]}}"

static void host_study_schema_part(struct host_schema *s, const char *key);

static void host_study_schema_map(struct host_schema *s, enum host_study_map map)
{
	host_key_schema_map(s, &host_study_keys[map], host_study_schema_part);
}

/* one value, a list, or a map that says which values */
static void host_study_schema_vary(struct host_schema *s)
{
	host_schema_text(s, "type", "object");
	host_schema_open(s, "additionalProperties", '{');
	host_schema_open(s, "anyOf", '[');
	host_schema_raw(s, NULL, "{\"type\": [\"number\", \"string\", \"boolean\"]}");
	host_schema_raw(s, NULL, HOST_STUDY_VALUES);
	host_schema_open(s, NULL, '{');
	host_study_schema_map(s, HOST_STUDY_VARIATION);
	host_schema_close(s, '}');
	host_schema_close(s, ']');
	host_schema_close(s, '}');
}

static void host_study_schema_sample(struct host_schema *s)
{
	host_schema_open(s, "anyOf", '[');
	host_schema_raw(s, NULL, "{\"const\": \"grid\"}");
	host_schema_open(s, NULL, '{');
	host_study_schema_map(s, HOST_STUDY_SAMPLE);
	host_schema_close(s, '}');
	host_schema_close(s, ']');
}

static void host_study_schema_record(struct host_schema *s)
{
	host_schema_text(s, "type", "object");
	host_schema_raw(s, "properties",
	                "{\"series\": {\"description\": \"variables whose whole courses are kept\", \"type\": \"array\", "
	                "\"items\": {\"type\": \"string\"}}}");
	host_schema_raw(s, "propertyNames", "{\"pattern\": \"^[A-Za-z_][A-Za-z0-9_]*$\"}");
	host_schema_raw(s, "additionalProperties", "{\"type\": \"string\"}");
}

/* a number where the search begins, or its range */
static void host_study_schema_fit(struct host_schema *s)
{
	host_schema_text(s, "type", "object");
	host_schema_open(s, "additionalProperties", '{');
	host_schema_open(s, "anyOf", '[');
	host_schema_raw(s, NULL, "{\"type\": \"number\"}");
	host_schema_open(s, NULL, '{');
	host_study_schema_map(s, HOST_STUDY_FITTED);
	host_schema_close(s, '}');
	host_schema_close(s, ']');
	host_schema_close(s, '}');
}

static void host_study_schema_measurements(struct host_schema *s)
{
	host_schema_text(s, "type", "array");
	host_schema_raw(s, "minItems", "1");
	host_schema_open(s, "items", '{');
	host_study_schema_map(s, HOST_STUDY_MEASUREMENT);
	host_schema_raw(s, "required", "[\"csv\"]");
	host_schema_close(s, '}');
}

static void host_study_schema_columns(struct host_schema *s)
{
	host_schema_text(s, "type", "object");
	host_schema_raw(s, "additionalProperties", "{\"type\": \"string\"}");
}

static void host_study_schema_deviation(struct host_schema *s)
{
	host_schema_raw(s, "anyOf",
	                "[{\"type\": \"number\", \"exclusiveMinimum\": 0}, {\"type\": \"object\", "
	                "\"additionalProperties\": {\"type\": \"number\", \"exclusiveMinimum\": 0}}]");
}

static void host_study_schema_set(struct host_schema *s)
{
	host_schema_text(s, "type", "object");
	host_schema_raw(s, "additionalProperties", "{\"type\": [\"number\", \"string\", \"boolean\"]}");
}

/* maps and lists by their keys */
static void host_study_schema_part(struct host_schema *s, const char *key)
{
	static const struct {
		const char *key;
		enum host_study_map map;
	} maps[] = {{"experiment", HOST_STUDY_EXPERIMENT}, {"uniform", HOST_STUDY_UNIFORM},
	            {"normal", HOST_STUDY_NORMAL},         {"lognormal", HOST_STUDY_LOGNORMAL},
	            {"triangular", HOST_STUDY_TRIANGULAR}, {"search", HOST_STUDY_SEARCH}};
	static const struct {
		const char *key;
		void (*write)(struct host_schema *s);
	} parts[] = {{"vary", host_study_schema_vary},
	             {"sample", host_study_schema_sample},
	             {"record", host_study_schema_record},
	             {"fit", host_study_schema_fit},
	             {"measurements", host_study_schema_measurements},
	             {"columns", host_study_schema_columns},
	             {"deviation", host_study_schema_deviation},
	             {"set", host_study_schema_set}};
	for (size_t k = 0; k < sizeof maps / sizeof maps[0]; k++) {
		if (strcmp(key, maps[k].key) == 0) {
			host_study_schema_map(s, maps[k].map);
			return;
		}
	}
	for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
		if (strcmp(key, parts[k].key) == 0) {
			parts[k].write(s);
			return;
		}
	}
	/* list */
	host_schema_raw(s, "anyOf", "[" HOST_STUDY_VALUES "]");
}

void host_study_schema_write(FILE *out)
{
	static const char *const required[] = {"study", "of"};
	struct host_schema s = {out, 0, 1};
	host_schema_open(&s, NULL, '{');
	host_schema_text(&s, "$schema", "https://json-schema.org/draft/2020-12/schema");
	host_schema_text(&s, "title", "mechfmu study");
	host_study_schema_map(&s, HOST_STUDY_FILE);
	host_schema_required(&s, 2, required);
	host_schema_raw(&s, "anyOf", "[{\"required\": [\"record\"]}, {\"required\": [\"fit\", \"measurements\"]}]");
	host_schema_close(&s, '}');
	(void)fputc('\n', out);
}
