/* The tables of elements: every type with its keys and what it reports. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host_elements.h"
#include "mech_model.h"

static char *written(void)
{
	FILE *stream = tmpfile();
	assert_non_null(stream);
	host_elements_write(stream);
	long size = ftell(stream);
	assert_true(size > 0);
	rewind(stream);
	char *text = calloc(1, (size_t)size + 1);
	assert_non_null(text);
	assert_int_equal(fread(text, 1, (size_t)size, stream), (size_t)size);
	fclose(stream);
	return text;
}

/* text of one kind within its section: from its heading to the next */
static char *kind_text(const char *all, const struct mech_kind *kind)
{
	static const char *const sections[] = {"joints", "drivers", "forces", "sensors"};
	char title[128];
	snprintf(title, sizeof title, "### Types of %s\n", sections[kind->section]);
	const char *begin = strstr(all, title);
	assert_non_null(begin);
	snprintf(title, sizeof title, "#### %s%s\n", kind->name, kind->space == MECH_SPATIAL ? " in space" : "");
	begin = strstr(begin, title);
	assert_non_null(begin);
	const char *end = strstr(begin + 4, "###");
	assert_non_null(end);
	char *text = calloc(1, (size_t)(end - begin) + 1);
	assert_non_null(text);
	memcpy(text, begin, (size_t)(end - begin));
	return text;
}

static void assert_has(const char *text, const char *format, const char *word)
{
	char wanted[160];
	snprintf(wanted, sizeof wanted, format, word);
	if (strstr(text, wanted) == NULL) {
		fail_msg("no '%s' in: %s", wanted, text);
	}
}

static void every_type_has_its_keys_and_reports(void **state)
{
	(void)state;
	char *all = written();
	for (int k = 0; k < mech_kind_count(); k++) {
		const struct mech_kind *kind = mech_kinds[k];
		char *text = kind_text(all, kind);
		for (int p = 0; p < kind->file.n_parameters; p++) {
			assert_has(text, "\n| `%s` | ", kind->file.parameters[p].key);
			assert_has(text, " | %s |\n", kind->file.parameters[p].text);
		}
		for (int c = 0; c < kind->file.n_curves; c++) {
			assert_has(text, "\n| `%s` | ", kind->file.curves[c].x.key);
			assert_has(text, "\n| `%s` | ", kind->file.curves[c].y.key);
		}
		for (int o = 0; o < mech_element_outputs(kind); o++) {
			int component;
			assert_has(strstr(text, "Reports "), "`%s`", mech_element_output_spec(kind, o, &component).key);
		}
		for (int o = 0; o < kind->output.count && kind->section != MECH_JOINT; o++) {
			assert_has(text, ": %s\n", kind->output.specs[o].text);
		}
		assert_int_equal(strstr(text, "joints/") != NULL, kind->section == MECH_JOINT);
		free(text);
	}
	free(all);
}

static void every_row_has_as_many_cells_as_its_head(void **state)
{
	(void)state;
	char *all = written();
	int wanted = 0;
	for (char *line = strtok(all, "\n"); line != NULL; line = strtok(NULL, "\n")) {
		int bars = 0;
		for (const char *c = line; line[0] == '|' && *c != '\0'; c++) {
			bars += *c == '|';
		}
		wanted = strncmp(line, "| key", 5) == 0 || strncmp(line, "| type", 6) == 0 ? bars : wanted;
		assert_true(line[0] != '|' || bars == wanted);
	}
	free(all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_type_has_its_keys_and_reports),
		cmocka_unit_test(every_row_has_as_many_cells_as_its_head),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
