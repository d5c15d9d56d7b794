/* Structured variable names (FMI 2.0.5, section 2.2.9):
 *
 *     name         = identifier | "der(" identifier [ "," unsigned ] ")"
 *     identifier   = part [ indices ] { "." part [ indices ] }
 *     part         = letter { letter | digit } | "'" character { character } "'"
 *     indices      = "[" unsigned { "," unsigned } "]"
 *
 * where _ counts as a letter. Each function returns the place after what it reads, or NULL.
 */
#include <string.h>

#include "lint_description.h"

#define LINT_DIGITS "0123456789"
#define LINT_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"

static const char *lint_name_unsigned(const char *at)
{
	size_t length = strspn(at, LINT_DIGITS);
	return length == 0 ? NULL : at + length;
}

static const char *lint_name_quoted(const char *at)
{
	static const char plain[] = LINT_LETTERS LINT_DIGITS "!#$%&()*+,-./:;<>=?@[]^{}|~ ";
	static const char escaped[] = "'\"?\\abfnrtv";
	const char *first = at;
	while (*at != '\'') {
		if (*at == '\\' && at[1] != 0 && strchr(escaped, at[1]) != NULL) {
			at += 2;
		} else if (*at != 0 && strchr(plain, *at) != NULL) {
			at++;
		} else {
			return NULL;
		}
	}
	return at == first ? NULL : at + 1;
}

static const char *lint_name_part(const char *at)
{
	if (*at == '\'') {
		return lint_name_quoted(at + 1);
	}
	if (*at == 0 || strchr(LINT_LETTERS, *at) == NULL) {
		return NULL;
	}
	return at + strspn(at, LINT_LETTERS LINT_DIGITS);
}

static const char *lint_name_indices(const char *at)
{
	do {
		at = lint_name_unsigned(at + 1);
	} while (at != NULL && *at == ',');
	return at != NULL && *at == ']' ? at + 1 : NULL;
}

static const char *lint_name_identifier(const char *at)
{
	for (;;) {
		at = lint_name_part(at);
		if (at != NULL && *at == '[') {
			at = lint_name_indices(at);
		}
		if (at == NULL || *at != '.') {
			return at;
		}
		at++;
	}
}

int lint_name_is_structured(const char *name)
{
	int derivative = strncmp(name, "der(", 4) == 0;
	const char *at = lint_name_identifier(derivative ? name + 4 : name);
	if (derivative && at != NULL && *at == ',') {
		at = lint_name_unsigned(at + 1);
	}
	if (derivative) {
		at = at != NULL && *at == ')' ? at + 1 : NULL;
	}
	return at != NULL && *at == 0;
}
