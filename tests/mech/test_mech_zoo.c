/* Every kind of element, from the files of tests/mech/zoo: all derivatives against differences. */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <dirent.h>
#include <stdio.h>
#include <cmocka.h>

#include "element_checks.h"
#include "slow_build.h"

#define ZOO MECHFMU_SOURCE_DIR "/tests/mech/zoo"

static int seen[MECH_SPACE_COUNT][MECH_KIND_COUNT];

static void check_file(const char *name)
{
	char path[4096], text[65536];
	struct checks k;
	snprintf(path, sizeof path, ZOO "/%s", name);
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	checks_open(&k, text);
	for (int i = 0; i < k.model.n_elements; i++) {
		seen[k.model.head->space][k.model.elements[i].kind] = 1;
	}
	check_elements(&k, SLOW_BUILD ? 10 : 100);
	checks_close(&k);
}

static void all_derivatives_are_those_of_differences(void **state)
{
	(void)state;
	DIR *folder = opendir(ZOO);
	assert_non_null(folder);
	for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
		if (strstr(entry->d_name, ".yaml") != NULL) {
			check_file(entry->d_name);
		}
	}
	closedir(folder);
}

static void the_zoo_holds_every_kind(void **state)
{
	(void)state;
	for (int kind = 0; kind < MECH_KIND_COUNT; kind++) {
		int found = 0;
		for (int space = 0; space < MECH_SPACE_COUNT; space++) {
			found += seen[space][kind];
		}
		if (found == 0) {
			fail_msg("no element of kind %s (%s)", mech_kinds[kind]->name,
			         mech_kinds[kind]->space == MECH_PLANAR ? "planar" : "spatial");
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_derivatives_are_those_of_differences),
		cmocka_unit_test(the_zoo_holds_every_kind),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
