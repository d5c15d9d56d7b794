#include <string.h>

#include "lint.h"

enum { HOST_LINT_MOST_SHOWN = 12, HOST_LINT_MOST_RULES = 256, HOST_LINT_PLACE_WIDTH = 44 };

static const char *const host_lint_levels[HOST_LINT_LEVEL_COUNT] = {"note", "warning", "error"};

/* the path as it may be shown */
static const char *host_lint_shown(const char *path, char shown[HOST_PATH_SIZE])
{
	(void)snprintf(shown, HOST_PATH_SIZE, "%s", path);
	host_lint_clean(shown);
	return shown;
}

/* ---- for people */

/* how often a rule was broken, and how many of these were shown */
struct host_lint_tally {
	const char *rule;
	int total, shown;
};

/* the rule's place in the table, which it enters at its end when it is new */
static struct host_lint_tally *host_lint_tally_of(struct host_lint_tally *table, const char *rule)
{
	int i = 0;
	while (i < HOST_LINT_MOST_RULES - 1 && table[i].rule != NULL && strcmp(table[i].rule, rule) != 0) {
		i++;
	}
	table[i].rule = rule;
	return &table[i];
}

static void host_lint_write_level(const struct host_lint *lint, enum host_lint_level level, int width, FILE *out)
{
	struct host_lint_tally table[HOST_LINT_MOST_RULES] = {{NULL, 0, 0}};
	for (int i = 0; i < lint->n_findings; i++) {
		if (lint->findings[i].level == level) {
			host_lint_tally_of(table, lint->findings[i].rule)->total++;
		}
	}
	for (int i = 0; i < lint->n_findings; i++) {
		const struct host_lint_finding *f = &lint->findings[i];
		struct host_lint_tally *tally = f->level == level ? host_lint_tally_of(table, f->rule) : NULL;
		if (tally == NULL || tally->shown >= HOST_LINT_MOST_SHOWN) {
			continue;
		}
		(void)fprintf(out, "%-7s  %-*s  %s  [%s]\n", host_lint_levels[level], width, f->place, f->text, f->rule);
		tally->shown++;
		if (tally->shown == HOST_LINT_MOST_SHOWN && tally->total > tally->shown) {
			(void)fprintf(out, "%-7s  ... and %d more  [%s]\n", host_lint_levels[level], tally->total - tally->shown,
			              f->rule);
		}
	}
}

static void host_lint_write_count(const struct host_lint *lint, enum host_lint_level level, FILE *out)
{
	int count = host_lint_count(lint, level);
	(void)fprintf(out, "%d %s%s", count, host_lint_levels[level], count == 1 ? "" : "s");
}

void host_lint_write(const struct host_lint *lint, const char *path, FILE *out)
{
	int width = 0;
	char shown[HOST_PATH_SIZE];
	for (int i = 0; i < lint->n_findings; i++) {
		int length = (int)strlen(lint->findings[i].place);
		width = length > width && length <= HOST_LINT_PLACE_WIDTH ? length : width;
	}
	(void)fprintf(out, "%s\n", host_lint_shown(path, shown));
	for (int level = HOST_LINT_LEVEL_COUNT - 1; level >= 0; level--) {
		host_lint_write_level(lint, (enum host_lint_level)level, width, out);
	}
	host_lint_write_count(lint, HOST_LINT_ERROR, out);
	(void)fputs(", ", out);
	host_lint_write_count(lint, HOST_LINT_WARNING, out);
	(void)fprintf(out, " in %d check%s\n", lint->n_checks, lint->n_checks == 1 ? "" : "s");
}

/* ---- for programs: one line, one object. Texts hold no control characters by now. */

static void host_lint_write_string(const char *text, FILE *out)
{
	(void)fputc('"', out);
	for (; *text != 0; text++) {
		if (*text == '"' || *text == '\\') {
			(void)fputc('\\', out);
		}
		(void)fputc(*text, out);
	}
	(void)fputc('"', out);
}

void host_lint_write_json(const struct host_lint *lint, const char *path, FILE *out)
{
	char shown[HOST_PATH_SIZE];
	(void)fputs("{\"file\": ", out);
	host_lint_write_string(host_lint_shown(path, shown), out);
	(void)fprintf(out, ", \"errors\": %d, \"warnings\": %d, \"notes\": %d, \"checks\": %d, \"complete\": %s",
	              host_lint_count(lint, HOST_LINT_ERROR), host_lint_count(lint, HOST_LINT_WARNING),
	              host_lint_count(lint, HOST_LINT_NOTE), lint->n_checks, lint->failed ? "false" : "true");
	(void)fputs(", \"findings\": [", out);
	for (int i = 0; i < lint->n_findings; i++) {
		const struct host_lint_finding *f = &lint->findings[i];
		const char *const parts[] = {"level", host_lint_levels[f->level], "rule", f->rule, "place", f->place, "text",
		                             f->text};
		(void)fputs(i == 0 ? "{" : ", {", out);
		for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k += 2) {
			(void)fprintf(out, "%s\"%s\": ", k == 0 ? "" : ", ", parts[k]);
			host_lint_write_string(parts[k + 1], out);
		}
		(void)fputc('}', out);
	}
	(void)fputs("]}\n", out);
}
