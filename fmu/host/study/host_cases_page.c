#define _POSIX_C_SOURCE 200809L

#include "host_cases_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_number.h"
#include "host_record_unit.h"
#include "host_sample.h"

enum { HOST_CASES_DIGITS = 7, HOST_CASES_MOST = 20000 };

/* made by the build; the byte after it is 0 */
extern const unsigned char host_cases_html_begin[], host_cases_html_end[];

static const char *const host_cases_kinds[] = {"number", "input", "result"};

/* ---- pieces */

void host_cases_page_begin(struct host_cases_page *page, const char *title, const char *about, const char *command,
                           const char *const *front)
{
	struct host_text *html = &page->html;
	const char *text = (const char *)host_cases_html_begin;
	const char *mark = strstr(text, "%title%"), *after = mark + strlen("%title%"), *cases = strstr(after, "%cases%");
	memset(page, 0, sizeof *page);
	host_text_add_bytes(html, text, (size_t)(mark - text));
	host_text_add_escaped(html, title);
	host_text_add_bytes(html, after, (size_t)(cases - after));
	host_text_add(html, "{\"title\":");
	host_text_add_json(html, title);
	host_text_add(html, ",\"about\":");
	host_text_add_json(html, about);
	host_text_add(html, ",\"command\":");
	host_text_add_json(html, command);
	host_text_add(html, ",\"front\":[");
	for (int k = 0; k < 2 && front != NULL; k++) {
		host_text_add(html, k == 0 ? "" : ",");
		host_text_add_json(html, front[k]);
	}
	host_text_add(html, "],\"columns\":[");
}

void host_cases_page_column(struct host_cases_page *page, const char *name, const char *unit, enum host_cases_kind kind,
                            const char *const *words, int n_words)
{
	struct host_text *html = &page->html;
	host_text_add(html, page->n_columns++ == 0 ? "{\"name\":" : "]},\n{\"name\":");
	host_text_add_json(html, name);
	host_text_add(html, ",\"unit\":");
	host_text_add_json(html, unit);
	host_text_add(html, ",\"kind\":\"");
	host_text_add(html, host_cases_kinds[kind]);
	host_text_add(html, words == NULL ? "\",\"words\":null" : "\",\"words\":[");
	for (int k = 0; k < n_words && words != NULL; k++) {
		host_text_add(html, k == 0 ? "" : ",");
		host_text_add_json(html, words[k]);
	}
	host_text_add(html, words == NULL ? ",\"values\":[" : "],\"values\":[");
	page->n_values = 0;
}

void host_cases_page_value(struct host_cases_page *page, double value)
{
	char digits[HOST_NUMBER_SIZE] = "null";
	if (isfinite(value)) {
		host_number_write(value, HOST_CASES_DIGITS, digits);
	}
	host_text_add(&page->html, page->n_values++ == 0 ? "" : ",");
	host_text_add(&page->html, digits);
}

void host_cases_page_messages(struct host_cases_page *page)
{
	host_text_add(&page->html, page->n_columns == 0 ? "],\"messages\":[" : "]}],\n\"messages\":[");
	page->n_values = 0;
}

void host_cases_page_message(struct host_cases_page *page, const char *text)
{
	host_text_add(&page->html, page->n_values++ == 0 ? "" : ",");
	host_text_add_json(&page->html, text);
}

void host_cases_page_end(struct host_cases_page *page)
{
	const char *rest = strstr((const char *)host_cases_html_begin, "%cases%") + strlen("%cases%");
	host_text_add(&page->html, "]}");
	host_text_add_bytes(&page->html, rest, (size_t)((const char *)host_cases_html_end - rest));
}

/* ---- the page of a study */

/* rows that are shown, column by column */
struct host_cases_shown {
	const struct host_study *study;
	int64_t n;
	double *numbers; /* [columns x n] case, values, results, steps, status */
	char **messages; /* [n] NULL: none */
};

static int64_t host_cases_number(const struct host_cases_shown *shown, int64_t i)
{
	return shown->n == shown->study->n_cases
	           ? i
	           : (int64_t)((double)i * ((double)shown->study->n_cases / (double)shown->n));
}

static int host_cases_read(struct host_case_table *t, struct host_cases_shown *shown, struct mech_message *message)
{
	const struct host_study *s = t->study;
	const size_t n = (size_t)shown->n;
	struct host_chosen *chosen = calloc((size_t)s->n_variations + 1, sizeof *chosen);
	int status = chosen == NULL || shown->numbers == NULL || shown->messages == NULL ? -1 : 0;
	if (status != 0) {
		host_say(message, "out of memory");
	}
	for (size_t i = 0; i < n && status == 0; i++) {
		double *number = shown->numbers + i;
		status = host_case_table_read(t, host_cases_number(shown, (int64_t)i), message);
		*number = (double)t->row.number;
		host_sample_case(s, t->row.number, chosen);
		for (int k = 0; k < s->n_variations; k++) {
			const struct host_variation *v = &s->variations[k];
			const int is_real = s->description->variables[v->variable].type == HOST_REAL;
			*(number += n) = chosen[k].level < 0 ? chosen[k].number
			                 : is_real           ? v->levels[chosen[k].level].value.real
			                                     : chosen[k].level;
		}
		for (int k = 0; k < s->n_records; k++) {
			*(number += n) = t->row.results[k];
		}
		*(number += n) = t->row.steps;
		*(number + n) = (double)t->row.status;
		shown->messages[i] = t->row.text.size == 0 ? NULL : strdup(t->row.text.bytes);
	}
	free(chosen);
	return status;
}

static void host_cases_values(struct host_cases_page *page, const struct host_cases_shown *shown, int column)
{
	for (int64_t i = 0; i < shown->n; i++) {
		host_cases_page_value(page, shown->numbers[(int64_t)column * shown->n + i]);
	}
}

/* a variable: with words where it is no real number */
static int host_cases_variation(struct host_cases_page *page, const struct host_study *s,
                                const struct host_variation *v)
{
	const struct host_variable *variable = &s->description->variables[v->variable];
	const char *unit = variable->measure < 0 ? "" : s->description->measures[variable->measure].name;
	const char **words = NULL;
	if (v->kind == HOST_VARY_LIST && variable->type != HOST_REAL) {
		words = calloc((size_t)v->count, sizeof *words);
		if (words == NULL) {
			return -1;
		}
		for (int k = 0; k < v->count; k++) {
			words[k] = v->levels[k].text;
		}
	}
	host_cases_page_column(page, v->name, unit, HOST_CASES_INPUT, words, words == NULL ? 0 : v->count);
	free(words);
	return 0;
}

static int host_cases_fill(struct host_cases_page *page, const struct host_cases_shown *shown)
{
	const struct host_study *s = shown->study;
	char about[200], command[HOST_PATH_SIZE] = "";
	int column = 0, status = 0;
	(void)snprintf(about, sizeof about, "%lld cases of %.100s%s", (long long)s->n_cases, host_path_name(s->of),
	               shown->n < s->n_cases ? "; some of them are shown" : "");
	if (s->system == NULL) {
		(void)snprintf(command, sizeof command, "mechfmu show %.3000s", s->of);
	}
	host_cases_page_begin(page, s->name, about, command, NULL);
	host_cases_page_column(page, "case", "", HOST_CASES_NUMBER, NULL, 0);
	host_cases_values(page, shown, column++);
	for (int k = 0; k < s->n_variations && status == 0; k++) {
		status = host_cases_variation(page, s, &s->variations[k]);
		host_cases_values(page, shown, column++);
	}
	for (int k = 0; k < s->n_records; k++) {
		char unit[HOST_RECORD_UNIT_SIZE];
		host_record_unit(s, &s->records[k], unit);
		host_cases_page_column(page, s->records[k].name, unit, HOST_CASES_RESULT, NULL, 0);
		host_cases_values(page, shown, column++);
	}
	host_cases_page_column(page, "steps", "", HOST_CASES_RESULT, NULL, 0);
	host_cases_values(page, shown, column++);
	host_cases_page_column(page, "status", "", HOST_CASES_RESULT, host_case_status_names, HOST_CASE_STATUSES);
	host_cases_values(page, shown, column);
	host_cases_page_messages(page);
	for (int64_t i = 0; i < shown->n; i++) {
		host_cases_page_message(page, shown->messages[i] == NULL ? "" : shown->messages[i]);
	}
	host_cases_page_end(page);
	return page->html.failed ? -1 : status;
}

int host_cases_page_write(struct host_case_table *table, const char *results, char path[HOST_PATH_SIZE],
                          struct mech_message *message)
{
	enum { OTHERS = 3 };
	const struct host_study *s = table->study;
	const size_t length = strlen(results) - (host_path_has_extension(results, "csv") ? 4 : 0);
	const int written = snprintf(path, HOST_PATH_SIZE, "%.*s.html", (int)length, results);
	struct host_cases_shown shown = {.study = s, .n = s->n_cases < HOST_CASES_MOST ? s->n_cases : HOST_CASES_MOST};
	struct host_cases_page page = {0};
	if (written < 0 || written >= HOST_PATH_SIZE) {
		host_say(message, "%.200s...: path too long", results);
		return -1;
	}
	shown.numbers = calloc((size_t)shown.n * (size_t)(s->n_variations + s->n_records + OTHERS), sizeof *shown.numbers);
	shown.messages = calloc((size_t)shown.n + 1, sizeof *shown.messages);
	int status = host_cases_read(table, &shown, message);
	if (status == 0) {
		status = host_cases_fill(&page, &shown);
		if (status != 0) {
			host_say(message, "out of memory");
		}
	}
	status = status == 0 ? host_file_write(path, &page.html, message) : status;
	for (int64_t i = 0; i < shown.n && shown.messages != NULL; i++) {
		free(shown.messages[i]);
	}
	free(shown.numbers);
	free(shown.messages);
	host_text_free(&page.html);
	return status;
}
