/* Sources of an FMU: complete in themselves, and the image in C is the image. That they compile and
 * run is what tests/sources shows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <libxml/parser.h>

#include "fmu_image.h"
#include "host_sources.h"
#include "test_random.h"

static const struct host_source_file *find(const char *name, size_t length)
{
	for (int i = 0; i < host_source_file_count; i++) {
		const char *other = host_source_files[i].name + strlen("sources/");
		if (strlen(other) == length && memcmp(other, name, length) == 0) {
			return &host_source_files[i];
		}
	}
	return NULL;
}

static struct host_text text_of(const struct host_source_file *file)
{
	struct host_text text = {0};
	host_text_add_bytes(&text, file->begin, (size_t)(file->end - file->begin));
	assert_false(text.failed);
	return text;
}

/* calls for every name in #include "name" */
static void for_each_include(const char *text, void (*call)(const char *name, size_t length))
{
	static const char words[] = "#include \"";
	for (const char *at = text; (at = strstr(at, words)) != NULL;) {
		at += strlen(words);
		call(at, strcspn(at, "\""));
	}
}

static void assert_there(const char *name, size_t length)
{
	/* the image is written for each mechanism; the official headers are the importer's and only
	 * taken on demand */
	int elsewhere = strncmp(name, "image.c", length) == 0 || strncmp(name, "fmi2Functions.h", length) == 0;
	if (!elsewhere && find(name, length) == NULL) {
		fail_msg("%.*s is included and not in sources/", (int)length, name);
	}
}

static void every_included_file_is_there(void **state)
{
	(void)state;
	assert_true(host_source_file_count > 100);
	for (int i = 0; i < host_source_file_count; i++) {
		struct host_text text = text_of(&host_source_files[i]);
		assert_memory_equal(host_source_files[i].name, "sources/", strlen("sources/"));
		for_each_include(text.bytes, assert_there);
		host_text_free(&text);
	}
}

static void the_compiled_file_includes_every_source_once(void **state)
{
	struct host_text all = text_of(find("all.c", 5));
	(void)state;
	for (int i = 0; i < host_source_file_count; i++) {
		char line[128];
		const char *name = host_source_files[i].name + strlen("sources/");
		int source = name[strlen(name) - 1] == 'c' && strcmp(name, "all.c") != 0;
		(void)snprintf(line, sizeof line, "\n#include \"%s\"\n", name);
		const char *first = strstr(all.bytes, line);
		assert_int_equal(first != NULL, source);
		assert_true(first == NULL || strstr(first + 1, line) == NULL);
	}
	host_text_free(&all);
}

static void the_headers_of_the_standard_are_left_to_the_importer(void **state)
{
	(void)state;
	assert_null(find("fmi2Functions.h", 15));
	assert_null(find("fmi2FunctionTypes.h", 19));
	assert_null(find("fmi2TypesPlatform.h", 19));
	assert_non_null(find("fmi2.h", 6));
}

/* words of the array in the text, read as C reads them; the number of words */
static size_t read_block(const char *text, uint64_t *block, size_t most)
{
	size_t n = 0;
	const char *at = strchr(text, '{');
	assert_non_null(at);
	for (at += strspn(at, "{ \t\n"); *at != '}'; at += strspn(at, ", \t\n")) {
		char *end = NULL;
		assert_true(n < most);
		block[n++] = strtoull(at, &end, 0);
		assert_true(end > at);
		at = end;
	}
	assert_string_equal(at, "};\n");
	return n;
}

static void the_image_in_c_has_the_same_bytes(void **state)
{
	enum { MOST = 4096 };
	static unsigned char image[MOST];
	static uint64_t block[MOST];
	struct test_random random = test_random_start(11);
	(void)state;
	for (size_t k = 0; k < MOST; k++) {
		image[k] = (unsigned char)test_random_int(&random, 0, 255);
	}
	for (size_t size = 1; size <= MOST; size = size < 20 ? size + 1 : 2 * size) {
		struct host_text text = {0};
		struct fmu_image_head head;
		host_sources_image(image, size, &text);
		assert_false(text.failed);
		size_t words = read_block(text.bytes, block, MOST);
		memcpy(&head, block, sizeof head);
		assert_memory_equal(head.marker, FMU_IMAGE_MARKER, sizeof head.marker);
		assert_int_equal(head.size, size);
		assert_true(head.capacity >= size && head.capacity < size + 8);
		assert_int_equal(words * 8, sizeof head + head.capacity);
		assert_memory_equal((const char *)block + sizeof head, image, size);
		unsigned long long said = 0;
		assert_int_equal(sscanf(strstr(text.bytes, "#define"), "#define FMU_IMAGE_CAPACITY %llu", &said), 1);
		assert_int_equal(said, head.capacity);
		host_text_free(&text);
	}
}

static xmlNode *first_child(xmlNode *parent, const char *name)
{
	xmlNode *child = xmlFirstElementChild(parent);
	assert_non_null(child);
	assert_string_equal((const char *)child->name, name);
	return child;
}

static void assert_attribute(xmlNode *node, const char *name, const char *expected)
{
	xmlChar *value = xmlGetProp(node, (const xmlChar *)name);
	assert_non_null(value);
	assert_string_equal((const char *)value, expected);
	xmlFree(value);
}

static void the_build_description_names_the_file_to_compile(void **state)
{
	struct host_text text = {0};
	(void)state;
	host_sources_build_description("slider_crank", &text);
	assert_false(text.failed);
	xmlDoc *document = xmlReadMemory(text.bytes, (int)text.size, NULL, NULL, XML_PARSE_NONET);
	assert_non_null(document);
	xmlNode *root = xmlDocGetRootElement(document);
	assert_string_equal((const char *)root->name, "fmiBuildDescription");
	assert_attribute(root, "fmiVersion", "3.0");
	xmlNode *configuration = first_child(root, "BuildConfiguration");
	assert_attribute(configuration, "modelIdentifier", "slider_crank");
	xmlNode *set = first_child(configuration, "SourceFileSet");
	assert_attribute(set, "language", "C11");
	assert_attribute(first_child(set, "SourceFile"), "name", "all.c");
	xmlNode *library = xmlNextElementSibling(set);
	assert_string_equal((const char *)library->name, "Library");
	assert_attribute(library, "name", "m");
	assert_attribute(library, "external", "true");
	xmlFreeDoc(document);
	host_text_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_included_file_is_there),
		cmocka_unit_test(the_compiled_file_includes_every_source_once),
		cmocka_unit_test(the_headers_of_the_standard_are_left_to_the_importer),
		cmocka_unit_test(the_image_in_c_has_the_same_bytes),
		cmocka_unit_test(the_build_description_names_the_file_to_compile),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	xmlCleanupParser();
	return failed;
}
