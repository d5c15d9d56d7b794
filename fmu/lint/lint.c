#include "lint.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* length of the UTF-8 character at `c`, 0 when there is none */
static int lint_character(const unsigned char *c)
{
	static const struct {
		unsigned char mask, lead;
		unsigned long least;
	} forms[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
	for (int length = 1; length <= 4; length++) {
		if ((c[0] & forms[length - 1].mask) != forms[length - 1].lead) {
			continue;
		}
		unsigned long code = c[0] & (unsigned long)(unsigned char)~forms[length - 1].mask;
		for (int i = 1; i < length; i++) {
			if ((c[i] & 0xc0) != 0x80) {
				return 0;
			}
			code = code << 6 | (c[i] & 0x3fu);
		}
		int surrogate = code >= 0xd800 && code < 0xe000;
		return code < forms[length - 1].least || surrogate || code > 0x10ffff ? 0 : length;
	}
	return 0;
}

void lint_clean(char *text)
{
	for (unsigned char *c = (unsigned char *)text; *c != 0;) {
		int length = lint_character(c);
		if (length == 0 || *c < 0x20 || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0)) {
			*c = *c == '\t' || *c == '\n' || *c == '\r' ? ' ' : '?';
			length = 1;
		}
		c += length;
	}
}

static struct lint_finding *lint_add(struct lint *lint)
{
	if (lint->n_findings == lint->capacity) {
		int capacity = lint->capacity == 0 ? 64 : 2 * lint->capacity;
		struct lint_finding *findings = realloc(lint->findings, (size_t)capacity * sizeof *findings);
		if (findings == NULL) {
			lint->failed = 1;
			return NULL;
		}
		lint->findings = findings;
		lint->capacity = capacity;
	}
	return &lint->findings[lint->n_findings++];
}

void lint_find(struct lint *lint, enum lint_level level, const char *rule, const char *place, const char *format, ...)
{
	struct lint_finding *finding = lint_add(lint);
	if (finding == NULL) {
		return;
	}
	finding->level = level;
	finding->rule = rule;
	(void)snprintf(finding->place, sizeof finding->place, "%s", place);
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(finding->text, sizeof finding->text, format, arguments);
	va_end(arguments);
	lint_clean(finding->place);
	lint_clean(finding->text);
}

void lint_checked(struct lint *lint)
{
	lint->n_checks++;
}

int lint_count(const struct lint *lint, enum lint_level level)
{
	int count = 0;
	for (int i = 0; i < lint->n_findings; i++) {
		count += lint->findings[i].level == level;
	}
	return count;
}

void lint_run(const char *path, struct lint *lint)
{
	memset(lint, 0, sizeof *lint);
	lint_archive(lint, path);
	if (lint->folder[0] != 0) {
		lint_description(lint);
		lint_binaries(lint);
		lint_behaviour(lint);
	}
}

void lint_free(struct lint *lint)
{
	if (lint->folder[0] != 0) {
		host_folder_remove(lint->folder);
	}
	free(lint->findings);
	memset(lint, 0, sizeof *lint);
}
