#include "lint.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* length of the UTF-8 character at `c`, 0 when there is none */
static int host_lint_character(const unsigned char *c)
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

void host_lint_clean(char *text)
{
	for (unsigned char *c = (unsigned char *)text; *c != 0;) {
		int length = host_lint_character(c);
		if (length == 0 || *c < 0x20 || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0)) {
			*c = *c == '\t' || *c == '\n' || *c == '\r' ? ' ' : '?';
			length = 1;
		}
		c += length;
	}
}

static struct host_lint_finding *host_lint_add(struct host_lint *lint)
{
	if (lint->n_findings == lint->capacity) {
		int capacity = lint->capacity == 0 ? 64 : 2 * lint->capacity;
		struct host_lint_finding *findings = realloc(lint->findings, (size_t)capacity * sizeof *findings);
		if (findings == NULL) {
			lint->failed = 1;
			return NULL;
		}
		lint->findings = findings;
		lint->capacity = capacity;
	}
	return &lint->findings[lint->n_findings++];
}

void host_lint_find(struct host_lint *lint, enum host_lint_level level, const char *rule, const char *place,
                    const char *format, ...)
{
	struct host_lint_finding *finding = host_lint_add(lint);
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
	host_lint_clean(finding->place);
	host_lint_clean(finding->text);
}

void host_lint_checked(struct host_lint *lint)
{
	lint->n_checks++;
}

int host_lint_count(const struct host_lint *lint, enum host_lint_level level)
{
	int count = 0;
	for (int i = 0; i < lint->n_findings; i++) {
		count += lint->findings[i].level == level;
	}
	return count;
}

void host_lint_run(const char *path, struct host_lint *lint)
{
	memset(lint, 0, sizeof *lint);
	host_lint_archive(lint, path);
	if (lint->folder[0] != 0) {
		host_lint_description(lint);
		host_lint_binaries(lint);
		host_lint_behaviour(lint);
	}
}

void host_lint_free(struct host_lint *lint)
{
	if (lint->folder[0] != 0) {
		host_folder_remove(lint->folder);
	}
	free(lint->findings);
	memset(lint, 0, sizeof *lint);
}
