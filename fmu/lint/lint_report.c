/* The report of the findings: as text, at most LINT_MOST_SHOWN of one rule, or as one JSON object. */
#include <string.h>

#include "lint.h"

enum { LINT_MOST_SHOWN = 12, LINT_MOST_RULES = 256, LINT_PLACE_WIDTH = 44 };

static const char *const lint_levels[LINT_LEVEL_COUNT] = {"note", "warning", "error"};

/* the path as it may be shown */
static const char *lint_shown(const char *path, char shown[HOST_PATH_SIZE])
{
	(void)snprintf(shown, HOST_PATH_SIZE, "%s", path);
	lint_clean(shown);
	return shown;
}

/* ---- for people */

/* how often a rule was broken, and how many of these were shown */
struct lint_tally {
	const char *rule;
	int total, shown;
};

/* the rule's place in the table, which it enters at its end when it is new */
static struct lint_tally *lint_tally_of(struct lint_tally *table, const char *rule)
{
	int i = 0;
	while (i < LINT_MOST_RULES - 1 && table[i].rule != NULL && strcmp(table[i].rule, rule) != 0) {
		i++;
	}
	table[i].rule = rule;
	return &table[i];
}

static void lint_write_level(const struct lint *lint, enum lint_level level, int width, FILE *out)
{
	struct lint_tally table[LINT_MOST_RULES] = {{NULL, 0, 0}};
	for (int i = 0; i < lint->n_findings; i++) {
		if (lint->findings[i].level == level) {
			lint_tally_of(table, lint->findings[i].rule)->total++;
		}
	}
	for (int i = 0; i < lint->n_findings; i++) {
		const struct lint_finding *f = &lint->findings[i];
		struct lint_tally *tally = f->level == level ? lint_tally_of(table, f->rule) : NULL;
		if (tally == NULL || tally->shown >= LINT_MOST_SHOWN) {
			continue;
		}
		(void)fprintf(out, "%-7s  %-*s  %s  [%s]\n", lint_levels[level], width, f->place, f->text, f->rule);
		tally->shown++;
		if (tally->shown == LINT_MOST_SHOWN && tally->total > tally->shown) {
			(void)fprintf(out, "%-7s  ... and %d more  [%s]\n", lint_levels[level], tally->total - tally->shown,
			              f->rule);
		}
	}
}

static void lint_write_count(const struct lint *lint, enum lint_level level, FILE *out)
{
	int count = lint_count(lint, level);
	(void)fprintf(out, "%d %s%s", count, lint_levels[level], count == 1 ? "" : "s");
}

void lint_write(const struct lint *lint, const char *path, FILE *out)
{
	int width = 0;
	char shown[HOST_PATH_SIZE];
	for (int i = 0; i < lint->n_findings; i++) {
		int length = (int)strlen(lint->findings[i].place);
		width = length > width && length <= LINT_PLACE_WIDTH ? length : width;
	}
	(void)fprintf(out, "%s\n", lint_shown(path, shown));
	for (int level = LINT_LEVEL_COUNT - 1; level >= 0; level--) {
		lint_write_level(lint, (enum lint_level)level, width, out);
	}
	lint_write_count(lint, LINT_ERROR, out);
	(void)fputs(", ", out);
	lint_write_count(lint, LINT_WARNING, out);
	(void)fprintf(out, " in %d check%s\n", lint->n_checks, lint->n_checks == 1 ? "" : "s");
}

/* ---- for programs: one line, one object. Texts hold no control characters by now. */

static void lint_write_string(const char *text, FILE *out)
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

void lint_write_json(const struct lint *lint, const char *path, FILE *out)
{
	char shown[HOST_PATH_SIZE];
	(void)fputs("{\"file\": ", out);
	lint_write_string(lint_shown(path, shown), out);
	(void)fprintf(out, ", \"errors\": %d, \"warnings\": %d, \"notes\": %d, \"checks\": %d, \"complete\": %s",
	              lint_count(lint, LINT_ERROR), lint_count(lint, LINT_WARNING), lint_count(lint, LINT_NOTE),
	              lint->n_checks, lint->failed ? "false" : "true");
	(void)fputs(", \"findings\": [", out);
	for (int i = 0; i < lint->n_findings; i++) {
		const struct lint_finding *f = &lint->findings[i];
		const char *const parts[] = {"level", lint_levels[f->level], "rule", f->rule, "place", f->place, "text",
		                             f->text};
		(void)fputs(i == 0 ? "{" : ", {", out);
		for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k += 2) {
			(void)fprintf(out, "%s\"%s\": ", k == 0 ? "" : ", ", parts[k]);
			lint_write_string(parts[k + 1], out);
		}
		(void)fputc('}', out);
	}
	(void)fputs("]}\n", out);
}
