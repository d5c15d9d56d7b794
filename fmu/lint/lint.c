#include "lint.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void lint_clean(char *text)
{
	while (*text != 0) {
		int length = host_text_character(text);
		if (length == 0) {
			*text = *text == '\t' || *text == '\n' || *text == '\r' ? ' ' : '?';
			length = 1;
		}
		text += length;
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
	if (host_path_has_extension(path, "ssp") || host_path_has_extension(path, "ssd")) {
		lint_system(lint, path);
		return;
	}
	lint_archive(lint, path);
	if (lint->folder[0] != 0 && !lint->failed) {
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
