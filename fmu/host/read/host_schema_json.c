#include <math.h>
#include <string.h>

#include "host_number.h"
#include "host_schema_json.h"

static void host_schema_string(struct host_schema *s, const char *text)
{
	fputc('"', s->out);
	for (; *text != '\0'; text++) {
		if (*text == '"' || *text == '\\') {
			fputc('\\', s->out);
		}
		fputc(*text, s->out);
	}
	fputc('"', s->out);
}

static void host_schema_line(struct host_schema *s)
{
	fputc('\n', s->out);
	for (int k = 0; k < s->depth; k++) {
		fputs("  ", s->out);
	}
}

/* comma, new line and, in an object, the key */
static void host_schema_key(struct host_schema *s, const char *key)
{
	if (!s->first) {
		fputc(',', s->out);
	}
	if (s->depth > 0) {
		host_schema_line(s);
	}
	if (key != NULL) {
		host_schema_string(s, key);
		fputs(": ", s->out);
	}
	s->first = 0;
}

void host_schema_open(struct host_schema *s, const char *key, char bracket)
{
	host_schema_key(s, key);
	fputc(bracket, s->out);
	s->depth++;
	s->first = 1;
}

void host_schema_close(struct host_schema *s, char bracket)
{
	s->depth--;
	host_schema_line(s);
	fputc(bracket, s->out);
	s->first = 0;
}

void host_schema_text(struct host_schema *s, const char *key, const char *text)
{
	host_schema_key(s, key);
	host_schema_string(s, text);
}

void host_schema_raw(struct host_schema *s, const char *key, const char *json)
{
	host_schema_key(s, key);
	fputs(json, s->out);
}

void host_schema_number(struct host_schema *s, const char *key, double number)
{
	char text[HOST_NUMBER_SIZE];
	host_number_shortest(number, text);
	host_schema_raw(s, key, text);
}

void host_schema_required(struct host_schema *s, int n, const char *const *keys)
{
	host_schema_open(s, "required", '[');
	for (int k = 0; k < n; k++) {
		host_schema_text(s, NULL, keys[k]);
	}
	host_schema_close(s, ']');
}

void host_schema_numeric(struct host_schema *s, enum mech_range range, double maximum)
{
	host_schema_raw(s, "type", HOST_SCHEMA_NUMERIC);
	if (range == MECH_NOT_NEGATIVE) {
		host_schema_raw(s, "minimum", "0");
	} else if (range == MECH_POSITIVE) {
		host_schema_raw(s, "exclusiveMinimum", "0");
	}
	if (isfinite(maximum)) {
		host_schema_number(s, "maximum", maximum);
	}
}

void host_schema_parameter(struct host_schema *s, const struct mech_parameter_spec *spec, double maximum)
{
	char text[160];
	const char *unit = mech_quantity_unit(spec->quantity);
	snprintf(text, sizeof text, strcmp(unit, "1") == 0 ? "%s" : "%s [%s]", spec->text, unit);
	host_schema_open(s, spec->key, '{');
	host_schema_text(s, "description", text);
	if (spec->size == 1) {
		host_schema_numeric(s, spec->range, maximum);
	} else {
		host_schema_text(s, "type", "array");
		host_schema_open(s, "items", '{');
		host_schema_numeric(s, spec->range, maximum);
		host_schema_close(s, '}');
		host_schema_number(s, "minItems", spec->least > 0 ? spec->least : spec->size);
		host_schema_number(s, "maxItems", spec->size);
	}
	host_schema_close(s, '}');
}
