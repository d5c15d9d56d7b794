/* Values of a mechanism file: names, numbers, vectors, and the checks every map goes through. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_fail.h"
#include "host_number.h"
#include "host_read_parts.h"
#include "host_suggest.h"
#include "mech_check.h"

int host_reader_fail(struct host_reader *r, struct host_place place, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	host_fail_list(r->message, r->file, place, r->context, format, arguments);
	va_end(arguments);
	return -1;
}

int host_out_of_memory(struct host_reader *r)
{
	return host_fail(r->message, r->file, (struct host_place){0, 0}, "out of memory");
}

char *host_copy(struct host_reader *r, const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = malloc(size);
	if (copy == NULL) {
		host_out_of_memory(r);
		return NULL;
	}
	memcpy(copy, text, size);
	return copy;
}

int host_check_map(struct host_reader *r, const struct host_node *node, const char *what)
{
	if (node->type != HOST_MAP) {
		return host_reader_fail(r, node->place, "%s must be a map of keys and values", what);
	}
	return 0;
}

int host_check_list(struct host_reader *r, const struct host_node *node, const char *what)
{
	if (node->type != HOST_LIST) {
		return host_reader_fail(r, node->place, "%s must be a list, [...]", what);
	}
	return 0;
}

int host_check_text(struct host_reader *r, const struct host_node *node, const char *what)
{
	if (node->type != HOST_SCALAR || host_node_empty(node)) {
		return host_reader_fail(r, node->place, "%s must be a word or text", what);
	}
	return 0;
}

int host_check_keys(struct host_reader *r, const struct host_node *map, const struct host_keys *keys)
{
	for (const struct host_node *node = map->first; node != NULL; node = node->next) {
		struct host_suggestion near = host_suggest_begin(node->key);
		int known = 0;
		for (int k = 0; k < keys->count && !known; k++) {
			known = strcmp(node->key, keys->key[k]) == 0;
			host_suggest_offer(&near, keys->key[k]);
		}
		if (!known) {
			char hint[HOST_SUGGESTION_SIZE];
			return host_reader_fail(r, node->key_place, "unknown key '%.80s'%s", node->key,
			                        host_suggest_text(&near, hint));
		}
	}
	return 0;
}

static int host_value_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

static int host_value_digit(char c)
{
	return c >= '0' && c <= '9';
}

int host_check_name(struct host_reader *r, const char *name, struct host_place place)
{
	int good = host_value_letter(name[0]);
	for (const char *c = name; *c != '\0' && good; c++) {
		good = host_value_letter(*c) || host_value_digit(*c);
	}
	if (!good) {
		return host_reader_fail(r, place, "'%.80s' is no name: use letters, digits and _, and begin with a letter",
		                        name);
	}
	if (strlen(name) > HOST_LONGEST_NAME) {
		return host_reader_fail(r, place, "the name '%.20s...' is longer than %d characters", name,
		                        (int)HOST_LONGEST_NAME);
	}
	if (strcmp(name, "ground") == 0) {
		return host_reader_fail(r, place, "'ground' is the name of the fixed body; choose another one");
	}
	return 0;
}

static const char *host_value_digits(const char *c, int *count)
{
	while (host_value_digit(*c)) {
		c++;
		(*count)++;
	}
	return c;
}

/* [+-] digits [. digits] [e [+-] digits], with a digit before or after the point */
static int host_value_is_number(const char *c)
{
	int digits = 0, exponent = 0;
	c += *c == '+' || *c == '-';
	c = host_value_digits(c, &digits);
	if (*c == '.') {
		c = host_value_digits(c + 1, &digits);
	}
	if (digits > 0 && (*c == 'e' || *c == 'E')) {
		c++;
		c += *c == '+' || *c == '-';
		c = host_value_digits(c, &exponent);
		digits = exponent;
	}
	return digits > 0 && *c == '\0';
}

static int host_value_is_special(const char *c)
{
	static const char *const words[] = {".inf", ".nan", "inf", "nan", "infinity"};
	char word[16];
	size_t n = 0;
	c += *c == '+' || *c == '-';
	for (; c[n] != '\0' && n + 1 < sizeof word; n++) {
		word[n] = (char)tolower((unsigned char)c[n]);
	}
	word[n] = '\0';
	for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
		if (strcmp(word, words[k]) == 0) {
			return 1;
		}
	}
	return 0;
}

int host_number(struct host_reader *r, const struct host_node *node, const char *what, struct host_spot spot,
                double *value)
{
	if (node->type != HOST_SCALAR || host_node_empty(node)) {
		return host_reader_fail(r, node->place, "%s must be a number", what);
	}
	if (!node->plain && host_value_is_number(node->text)) {
		return host_reader_fail(r, node->place, "%s must be a number, not the text '%.80s'; leave out the quotes", what,
		                        node->text);
	}
	if (host_value_is_special(node->text)) {
		return host_reader_fail(r, node->place, "%s must be a finite number, not '%s'", what, node->text);
	}
	if (!host_value_is_number(node->text)) {
		return host_number_expression(r, node, what, spot, value);
	}
	if (host_number_read(node->text, value) != 0 || !isfinite(*value)) {
		return host_reader_fail(r, node->place, "%s is too large a number: %.80s", what, node->text);
	}
	return 0;
}

static int host_value_range(struct host_reader *r, const struct host_node *node, const struct mech_parameter_spec *spec,
                            const double *values)
{
	static const char *const texts[] = {
		[MECH_ANY] = "must be finite",
		[MECH_NOT_NEGATIVE] = "must not be negative",
		[MECH_POSITIVE] = "must be greater than zero",
		[MECH_DIRECTION] = "must not have length zero",
	};
	if (!mech_parameter_accepts(spec, values)) {
		return host_reader_fail(r, node->place, "%s %s", spec->key, texts[spec->range]);
	}
	return 0;
}

static int host_value_vector(struct host_reader *r, const struct host_node *node,
                             const struct mech_parameter_spec *spec, struct host_spot spot, double *values)
{
	int least = spec->least > 0 ? spec->least : spec->size;
	if (host_check_list(r, node, spec->key) != 0) {
		return -1;
	}
	if (node->count < least || node->count > spec->size) {
		if (least == spec->size) {
			return host_reader_fail(r, node->place, "%s must have %d numbers, not %d", spec->key, spec->size,
			                        node->count);
		}
		return host_reader_fail(r, node->place, "%s must have %d to %d numbers, not %d", spec->key, least, spec->size,
		                        node->count);
	}
	int k = 0;
	for (const struct host_node *entry = node->first; entry != NULL; entry = entry->next, k++, spot.component++) {
		if (host_number(r, entry, spec->key, spot, &values[k]) != 0) {
			return -1;
		}
	}
	for (; k < spec->size; k++) {
		values[k] = 0;
	}
	return 0;
}

int host_parameter(struct host_reader *r, const struct host_node *map, const struct mech_parameter_spec *spec,
                   int needed, struct host_spot spot, double *values)
{
	const struct host_node *node = host_node_find(map, spec->key);
	if (node == NULL && needed) {
		const char *text = strcmp(spec->text, spec->key) != 0 ? spec->text : mech_quantity_unit(spec->quantity);
		return host_reader_fail(r, map->place, "the key '%s' is missing (%s)", spec->key, text);
	}
	if (node == NULL) {
		for (int k = 0; k < spec->size; k++) {
			values[k] = spec->fallback;
		}
		return 0;
	}
	/* a list that may have one number is still a list then */
	const int is_number = spec->size == 1 && (spec->least == 0 || node->type == HOST_SCALAR);
	int status =
		is_number ? host_number(r, node, spec->key, spot, values) : host_value_vector(r, node, spec, spot, values);
	return status != 0 ? -1 : host_value_range(r, node, spec, values);
}
