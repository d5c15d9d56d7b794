/* The list of findings, its reports, and the command. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host_cli.h"
#include "lint_samples.h"

/* what a report writes; free */
static char *report(const struct lint *lint, const char *path, void (*write)(const struct lint *, const char *, FILE *))
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	assert_non_null(out);
	write(lint, path, out);
	assert_int_equal(fclose(out), 0);
	return text;
}

/* the command line; free what is written */
static int run(char **written, int n, const char *const *words)
{
	const char *argv[8] = {"mechfmu", "lint"};
	char *errors = NULL;
	size_t size = 0, error_size = 0;
	FILE *out = open_memstream(written, &size), *err = open_memstream(&errors, &error_size);
	for (int i = 0; i < n; i++) {
		argv[2 + i] = words[i];
	}
	int status = host_cli(n + 2, argv, out, err);
	assert_int_equal(fclose(out), 0);
	assert_int_equal(fclose(err), 0);
	free(errors);
	return status;
}

/* ---- JSON (RFC 8259): the place after a value, or NULL */

static const char *json_blank(const char *at)
{
	return at + strspn(at, " \t\r\n");
}

static const char *json_string(const char *at)
{
	if (*at++ != '"') {
		return NULL;
	}
	for (; *at != '"'; at++) {
		if ((unsigned char)*at < 0x20) {
			return NULL;
		}
		if (*at == '\\' && strchr("\"\\/bfnrtu", *++at) == NULL) {
			return NULL;
		}
	}
	return at + 1;
}

static const char *json_value(const char *at);

static const char *json_members(const char *at, char end, int named)
{
	at = json_blank(at + 1);
	if (*at == end) {
		return at + 1;
	}
	for (;;) {
		if (named) {
			at = json_string(json_blank(at));
			if (at == NULL || *json_blank(at) != ':') {
				return NULL;
			}
			at = json_blank(at) + 1;
		}
		at = json_value(at);
		if (at == NULL) {
			return NULL;
		}
		at = json_blank(at);
		if (*at == end) {
			return at + 1;
		}
		if (*at++ != ',') {
			return NULL;
		}
	}
}

static const char *json_value(const char *at)
{
	at = json_blank(at);
	if (*at == '{' || *at == '[') {
		return json_members(at, *at == '{' ? '}' : ']', *at == '{');
	}
	if (*at == '"') {
		return json_string(at);
	}
	if (strncmp(at, "true", 4) == 0 || strncmp(at, "false", 5) == 0) {
		return at + (*at == 't' ? 4 : 5);
	}
	size_t digits = strspn(at, "0123456789");
	return digits == 0 ? NULL : at + digits;
}

/* ---- */

static void findings_are_counted_by_level(void **state)
{
	struct lint lint = {.n_checks = 0};
	(void)state;
	for (int i = 0; i < 1000; i++) {
		lint_find(&lint, (enum lint_level)(i % 3), "rule", "place", "number %d", i);
		lint_checked(&lint);
	}
	assert_int_equal(lint_count(&lint, LINT_NOTE), 334);
	assert_int_equal(lint_count(&lint, LINT_WARNING), 333);
	assert_int_equal(lint_count(&lint, LINT_ERROR), 333);
	assert_int_equal(lint.n_checks, 1000);
	assert_string_equal(lint.findings[999].text, "number 999");
	lint_free(&lint);
	assert_null(lint.findings);
}

/* escape sequences and broken letters of a file name never reach a terminal or a parser */
static void what_a_unit_says_is_made_harmless(void **state)
{
	static const struct {
		const char *text, *shown;
	} texts[] = {
		{"a\033[31mb\n\x7f", "a?[31mb ?"},
		{"gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f"},
		{"\xff\xfe"
	     "a\xc3",
	     "??a?"},
		{"\xc0\xaf \xed\xa0\x80 \xf8\x88\x80\x80\x80", "?? ??? ?????"}, /* overlong, surrogate, five bytes */
		{"\xc2\x9b"
	     "31m \xe2\x82\xac \xf0\x9f\x98\x80",
	     "??31m \xe2\x82\xac \xf0\x9f\x98\x80"},
	};
	struct lint lint = {.n_checks = 0};
	char longer[400];
	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		lint_find(&lint, LINT_NOTE, "rule", texts[i].text, "%s", texts[i].text);
		assert_string_equal(lint.findings[i].text, texts[i].shown);
		assert_string_equal(lint.findings[i].place, texts[i].shown);
	}
	/* cut in the middle of a letter */
	for (size_t i = 0; i + 2 < sizeof longer; i += 2) {
		memcpy(longer + i, "\xc3\xbc", 3);
	}
	lint_find(&lint, LINT_NOTE, "rule", longer, "x%s", longer);
	const struct lint_finding *last = &lint.findings[lint.n_findings - 1];
	assert_int_equal(strlen(last->place), sizeof last->place - 1);
	assert_int_equal(last->place[sizeof last->place - 2], '?');
	lint_free(&lint);
}

static void the_report_is_grouped_and_closed_by_counts(void **state)
{
	struct lint lint = {.n_checks = 120};
	(void)state;
	lint_find(&lint, LINT_NOTE, "third", "c", "a note");
	lint_find(&lint, LINT_ERROR, "first", "modelDescription.xml:12", "wrong");
	lint_find(&lint, LINT_WARNING, "second", "b", "odd");
	lint_find(&lint, LINT_ERROR, "first", "a", "wrong too");
	char *text = report(&lint, "x.fmu", lint_write);
	assert_string_equal(text, "x.fmu\n"
	                          "error    modelDescription.xml:12  wrong  [first]\n"
	                          "error    a                        wrong too  [first]\n"
	                          "warning  b                        odd  [second]\n"
	                          "note     c                        a note  [third]\n"
	                          "2 errors, 1 warning in 120 checks\n");
	free(text);
	lint_free(&lint);
}

static void many_findings_of_a_rule_are_counted_not_listed(void **state)
{
	struct lint lint = {.n_checks = 1};
	int lines = 0;
	(void)state;
	for (int i = 0; i < 100; i++) {
		lint_find(&lint, LINT_ERROR, i % 2 == 0 ? "even" : "odd", "", "%d", i);
	}
	char *text = report(&lint, "x.fmu", lint_write);
	assert_non_null(strstr(text, "... and 38 more  [even]\n"));
	assert_non_null(strstr(text, "... and 38 more  [odd]\n"));
	for (const char *c = text; *c != 0; c++) {
		lines += *c == '\n';
	}
	assert_int_equal(lines, 1 + 2 * (12 + 1) + 1);
	free(text);
	lint_free(&lint);
}

static void json_is_valid_and_complete(void **state)
{
	struct lint lint = {.n_checks = 7};
	(void)state;
	char *text = report(&lint, "x.fmu", lint_write_json);
	assert_string_equal(text, "{\"file\": \"x.fmu\", \"errors\": 0, \"warnings\": 0, \"notes\": 0, \"checks\": 7, "
	                          "\"complete\": true, \"findings\": []}\n");
	free(text);
	lint_find(&lint, LINT_ERROR, "first", "a\"b\\c", "say \"no\"\t\001 \\ \xff");
	lint_find(&lint, LINT_NOTE, "second", "", "gr\xc3\xbc\xc3\x9f");
	text = report(&lint, "odd \"name\"\n\xff.fmu", lint_write_json);
	const char *end = json_value(text);
	assert_non_null(end);
	assert_string_equal(end, "\n");
	assert_non_null(strstr(text, "\"errors\": 1, \"warnings\": 0, \"notes\": 1"));
	assert_non_null(strstr(text, "{\"level\": \"error\", \"rule\": \"first\", \"place\": \"a\\\"b\\\\c\", "
	                             "\"text\": \"say \\\"no\\\" ? \\\\ ?\"}"));
	assert_null(strchr(text, '\xff'));
	free(text);
	lint_free(&lint);
}

static void the_command_tells_by_its_exit_code(void **state)
{
	char *text = NULL;
	const char *missing = host_folder_path("missing.fmu");
	const char *const plain[] = {missing}, *const json[] = {"--json", missing, missing};
	(void)state;
	assert_int_equal(run(&text, 1, plain), HOST_EXIT_PROBLEM);
	assert_non_null(strstr(text, "cannot be read"));
	assert_non_null(strstr(text, "[archive-read]\n1 error, 0 warnings in 1 check\n"));
	free(text);
	/* one object for each file */
	assert_int_equal(run(&text, 3, json), HOST_EXIT_PROBLEM);
	const char *second = json_value(text);
	assert_non_null(second);
	assert_non_null(json_value(second));
	free(text);
	assert_int_equal(run(&text, 0, NULL), HOST_EXIT_USAGE);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(findings_are_counted_by_level),
		cmocka_unit_test(what_a_unit_says_is_made_harmless),
		cmocka_unit_test(the_report_is_grouped_and_closed_by_counts),
		cmocka_unit_test(many_findings_of_a_rule_are_counted_not_listed),
		cmocka_unit_test(json_is_valid_and_complete),
		cmocka_unit_test(the_command_tells_by_its_exit_code),
	};
	return cmocka_run_group_tests(tests, host_folder_setup, host_folder_teardown);
}
