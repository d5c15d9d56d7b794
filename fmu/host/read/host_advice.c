/* What to write in place of a formula that cannot be: one with a unit, with the time, or with a
 * result such as joints.pin.angle.
 *
 * A formula is worked out from parameters before the start. What changes during the run stands
 * under keys of its own: a table over time or over a stretch, an input, a driver, a joint that ties
 * coordinates. The advice names those that the element has.
 */
#include <stdio.h>
#include <string.h>

#include "host_read_parts.h"
#include "host_words.h"

enum { HOST_ADVICE_WORD = 80 }; /* of names and numbers in the advice */

static const char *const host_advice_no_time = "a formula has no time";
static const char *const host_advice_no_result = "a formula takes names from 'parameters', not";

static int host_advice_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

static int host_advice_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* bytes of a name, with dots and [..] in it: joints.pin.force[2] */
static int host_advice_name(const char *text, int with_dots)
{
	int n = 0;
	while (host_advice_letter(text[n]) || host_advice_digit(text[n]) ||
	       (with_dots && text[n] != '\0' && strchr(".[]", text[n]) != NULL)) {
		n++;
	}
	return n;
}

/* the kind of the element that the number belongs to, or NULL */
static const struct mech_kind *host_advice_kind(const struct host_reader *r, struct host_spot spot)
{
	return spot.owner == HOST_OF_ELEMENTS ? mech_kinds[r->m->elements[spot.index].kind] : NULL;
}

/* the table that stands in for the number with this key, or NULL */
static const struct mech_curve_spec *host_advice_curve(const struct mech_kind *kind, const char *key)
{
	for (int k = 0; kind != NULL && k < kind->file.n_curves; k++) {
		if (kind->file.curves[k].replaces >= 0 &&
		    strcmp(kind->file.parameters[kind->file.curves[k].replaces].key, key) == 0) {
			return &kind->file.curves[k];
		}
	}
	return NULL;
}

static int host_advice_takes_input(const struct mech_kind *kind, const char *key)
{
	return kind != NULL && kind->file.input != NULL && strcmp(kind->file.input->key, key) == 0;
}

static void host_advice_time(const struct mech_kind *kind, const char *key, char advice[HOST_ADVICE_SIZE])
{
	const struct mech_curve_spec *curve = host_advice_curve(kind, key);
	if (curve != NULL && curve->x.quantity == MECH_TIME) {
		(void)snprintf(advice, HOST_ADVICE_SIZE,
		               "%s; in place of '%s' give a table over time ('%s' and '%s') or an FMU input ('input')",
		               host_advice_no_time, key, curve->x.key, curve->y.key);
	} else if (host_advice_takes_input(kind, key)) {
		(void)snprintf(advice, HOST_ADVICE_SIZE, "%s; in place of '%s' give an FMU input ('input')",
		               host_advice_no_time, key);
	} else if (kind != NULL && kind->section == MECH_DRIVER) {
		int used =
			snprintf(advice, HOST_ADVICE_SIZE, "%s; choose the type of driver that moves so: ", host_advice_no_time);
		for (int k = 0, n = 0; k < mech_kind_count() && used < HOST_ADVICE_SIZE; k++) {
			if (mech_kinds[k]->section == MECH_DRIVER) {
				used += snprintf(advice + used, (size_t)(HOST_ADVICE_SIZE - used), "%s%s", n++ > 0 ? ", " : "",
				                 mech_kinds[k]->name);
			}
		}
	} else {
		(void)snprintf(advice, HOST_ADVICE_SIZE,
		               "%s; what changes with it is a driver of a joint, or a force with a table ('times') or an FMU "
		               "input ('input')",
		               host_advice_no_time);
	}
}

static void host_advice_result(const struct mech_kind *kind, const char *key, const char *name,
                               char advice[HOST_ADVICE_SIZE])
{
	const struct mech_curve_spec *curve = host_advice_curve(kind, key);
	const char *parameter = strncmp(name, "parameters.", strlen("parameters.")) == 0 ? strchr(name, '.') + 1 : NULL;
	if (parameter != NULL) {
		(void)snprintf(advice, HOST_ADVICE_SIZE, "write '%s' in place of '%s'", parameter, name);
	} else if (curve != NULL && curve->x.quantity != MECH_TIME) {
		(void)snprintf(advice, HOST_ADVICE_SIZE, "%s '%s'; in place of '%s' give a table ('%s' and '%s')",
		               host_advice_no_result, name, key, curve->x.key, curve->y.key);
	} else if (kind != NULL && kind->section == MECH_DRIVER) {
		(void)snprintf(advice, HOST_ADVICE_SIZE,
		               "%s '%s'; joints that tie coordinates are gear, belt, rack_and_pinion and coupler",
		               host_advice_no_result, name);
	} else if (host_advice_takes_input(kind, key)) {
		(void)snprintf(advice, HOST_ADVICE_SIZE,
		               "%s '%s'; forces that follow from motion are spring_damper, torsional_spring_damper and "
		               "joint_friction, any other comes from an FMU input ('input')",
		               host_advice_no_result, name);
	} else {
		(void)snprintf(advice, HOST_ADVICE_SIZE,
		               "%s '%s'; name the number under 'parameters' and use it in both places", host_advice_no_result,
		               name);
	}
}

/* "45 deg" and "45*deg": the number before the unit, times what the unit is. "2*m" is no unit but a
 * parameter that is missing. */
static const char *host_advice_unit(const char *text, int offset, char advice[HOST_ADVICE_SIZE])
{
	const struct host_unit *unit = host_words_unit(text + offset);
	int length = offset, multiplied = 0;
	while (length > 0 && (text[length - 1] == ' ' || (text[length - 1] == '*' && !multiplied))) {
		multiplied |= text[--length] == '*';
	}
	if (unit == NULL || (multiplied && strlen(unit->name) == 1) || length == 0 ||
	    (!host_advice_digit(text[length - 1]) && strchr(").", text[length - 1]) == NULL)) {
		return NULL;
	}
	(void)snprintf(advice, HOST_ADVICE_SIZE, "a number has no unit; %s: write %.*s%s", unit->rule,
	               length < HOST_ADVICE_WORD ? length : HOST_ADVICE_WORD, text, unit->factor);
	return advice;
}

const char *host_advice(const struct host_reader *r, const char *text, int offset, const char *what,
                        struct host_spot spot, char advice[HOST_ADVICE_SIZE])
{
	char word[HOST_ADVICE_WORD], name[HOST_ADVICE_WORD];
	const char *const at = text + offset;
	(void)snprintf(word, sizeof word, "%.*s", host_advice_name(at, 0), at);
	(void)snprintf(name, sizeof name, "%.*s", host_advice_name(at, 1), at);
	if (word[0] != '\0' && host_table_find(&r->parameters, word, -1) >= 0) {
		return NULL;
	}
	if (host_advice_unit(text, offset, advice) != NULL) {
		return advice;
	}
	if (strcmp(name, "time") == 0 || strcmp(name, "t") == 0) {
		host_advice_time(host_advice_kind(r, spot), what, advice);
		return advice;
	}
	if (host_advice_letter(word[0]) && name[strlen(word)] == '.') {
		host_advice_result(host_advice_kind(r, spot), what, name, advice);
		return advice;
	}
	return NULL;
}
