/* The JSON Schema: the file in the tree is what the tables say now. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host_schema.h"
#include "mech_model.h"

static char *stream_text(FILE *stream)
{
	long size;
	assert_non_null(stream);
	assert_int_equal(fseek(stream, 0, SEEK_END), 0);
	size = ftell(stream);
	assert_true(size > 0);
	rewind(stream);
	char *text = malloc((size_t)size + 1);
	assert_non_null(text);
	assert_int_equal(fread(text, 1, (size_t)size, stream), (size_t)size);
	text[size] = '\0';
	fclose(stream);
	return text;
}

static char *written(void)
{
	FILE *stream = tmpfile();
	assert_non_null(stream);
	host_schema_write(stream);
	return stream_text(stream);
}

static void the_schema_in_the_tree_is_up_to_date(void **state)
{
	(void)state;
	char *now = written();
	char *kept = stream_text(fopen(MECHFMU_SOURCE_DIR "/fmu/host/read/mechanism.schema.json", "rb"));
	if (strcmp(now, kept) != 0) {
		print_error("run: mechfmu schema > fmu/host/read/mechanism.schema.json\n");
	}
	assert_string_equal(now, kept);
	free(now);
	free(kept);
}

/* text of one kind: from its title to the next title */
static char *kind_text(const char *schema, const struct mech_kind *kind)
{
	static const char *const spaces[] = {[MECH_PLANAR] = ", planar", [MECH_SPATIAL] = ", spatial", [MECH_EITHER] = ""};
	char title[128];
	snprintf(title, sizeof title, "\"title\": \"%s%s\",", kind->name, spaces[kind->space]);
	const char *begin = strstr(schema, title);
	assert_non_null(begin);
	const char *end = strstr(begin + 1, "\"title\": ");
	size_t size = end != NULL ? (size_t)(end - begin) : strlen(begin);
	char *text = calloc(1, size + 1);
	assert_non_null(text);
	memcpy(text, begin, size);
	return text;
}

static void every_kind_and_key_is_there_with_its_type(void **state)
{
	(void)state;
	char *schema = written();
	for (int k = 0; k < mech_kind_count(); k++) {
		const struct mech_kind *kind = mech_kinds[k];
		char *text = kind_text(schema, kind);
		for (int p = 0; p < kind->file.n_parameters; p++) {
			char key[128];
			snprintf(key, sizeof key, "\"%s\": {", kind->file.parameters[p].key);
			const char *place = strstr(text, key);
			assert_non_null(place);
			place = strstr(place, "\"type\": ");
			assert_non_null(place);
			const char *type =
				kind->file.parameters[p].size > 1 ? "\"type\": \"array\"" : "\"type\": [\"number\", \"string\"]";
			assert_memory_equal(place, type, strlen(type));
		}
		assert_true((strstr(text, "\"input\": {") != NULL) == (kind->file.input != NULL));
		assert_true((strstr(text, "\"bodies\": {") != NULL) == (kind->file.n_bodies > 1 || kind->file.lists_bodies));
		assert_true((strstr(text, "\"joints\": {") != NULL) == (kind->file.n_joints > 1));
		free(text);
	}
	free(schema);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_schema_in_the_tree_is_up_to_date),
		cmocka_unit_test(every_kind_and_key_is_there_with_its_type),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
