/* What kinds declare that they read, against what their functions read in worlds at random: of
 * every kind and of every example. */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <dirent.h>
#include <stdio.h>
#include <cmocka.h>

#include "every_example.h"
#include "mech/moving_zoo.h"
#include "mech/running.h"
#include "md_dependency.h"
#include "modelDescription/md_probed.h"
#include "slow_build.h"

#define ZOO MECHFMU_SOURCE_DIR "/tests/mech/zoo"

static int seen[MECH_KIND_COUNT];

static void report(const char *name, int larger)
{
	if (larger > 0) {
		print_message("  %s declares %d more than was found\n", name, larger);
	}
}

/* of one element alone: velocities and rows that it connects, and what its equations read. Returns
 * how much more is declared. */
static int compare_equations(const struct mech_model *model, int element)
{
	const char *name = mech_name(model, model->elements[element].name);
	const int n = model->n_v + model->n_rows;
	struct md_dependencies declared;
	struct md_probed found;
	int larger = 0;
	assert_int_equal(md_dependencies_find(model, element, 1, &declared), 0);
	assert_int_equal(md_probed_find(model, element, 1, &found), 0);
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < n; k++) {
			if (found.group[i] == found.group[k] && declared.group[i] != declared.group[k]) {
				fail_msg("%s connects %d with %d", name, i, k);
			}
			larger += found.group[i] != found.group[k] && declared.group[i] == declared.group[k];
		}
		for (int known = 0; known < found.n_known; known++) {
			const int reads = found.read[found.group[i] * found.n_known + known];
			const int declares = declared.read[declared.group[i] * declared.set.n_known + known];
			if (reads && !declares) {
				fail_msg("%s: equation %d reads %d", name, i, known);
			}
			larger += !reads && declares;
		}
	}
	md_dependencies_free(&declared);
	md_probed_free(&found);
	report(name, larger);
	return larger;
}

static int compare_results(const struct mech_model *model)
{
	struct md_dependencies declared;
	struct md_probed found;
	int sum = 0;
	assert_int_equal(md_dependencies_find(model, 0, model->n_elements, &declared), 0);
	assert_int_equal(md_probed_find(model, 0, model->n_elements, &found), 0);
	for (int y = 0; y < model->n_variables; y++) {
		const char *name = mech_name(model, model->variables[y].name);
		const unsigned char *kinds = md_dependencies_of(&declared, &model->variables[y]);
		const unsigned char *expected = md_probed_of(&found, &model->variables[y]);
		int larger = 0;
		for (int known = 0; known < found.n_known; known++) {
			if (kinds[known] < expected[known]) {
				fail_msg("%s on known %d: declared %d, found %d", name, known, kinds[known], expected[known]);
			}
			/* what a count follows shows only where it changes: a probe may not meet that */
			larger += kinds[known] > expected[known] && model->variables[y].quantity != MECH_NUMBER;
		}
		report(name, larger);
		sum += larger;
	}
	md_dependencies_free(&declared);
	md_probed_free(&found);
	return sum;
}

/* what is declared holds all that was found; in the plane, where states are listed as knowns, it
 * holds no more */
static void compare(struct running *r)
{
	int larger = 0;
	for (int i = 0; i < r->model->n_elements; i++) {
		seen[r->model->elements[i].kind] = 1;
		larger += compare_equations(r->model, i);
	}
	larger += compare_results(r->model);
	assert_true(larger == 0 || r->model->head->space == MECH_SPATIAL);
	running_close(r);
}

static void compare_file(const char *path)
{
	struct running r;
	memset(&r, 0, sizeof r);
	print_message("%s\n", path + strlen(MECHFMU_SOURCE_DIR) + 1);
	running_take(&r, host_read_file(path, &r.message));
	compare(&r);
}

static void every_kind_declares_what_it_reads(void **state)
{
	(void)state;
	DIR *folder = opendir(ZOO);
	assert_non_null(folder);
	for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
		char path[4096];
		(void)snprintf(path, sizeof path, ZOO "/%s", entry->d_name);
		if (strstr(entry->d_name, ".yaml") != NULL) {
			compare_file(path);
		}
	}
	closedir(folder);
	for (int k = 0; k < MOVING_ZOO_SIZE; k++) {
		struct running r;
		running_open(&r, moving_zoo[k]);
		compare(&r);
	}
	for (int kind = 0; kind < MECH_KIND_COUNT; kind++) {
		if (!seen[kind]) {
			fail_msg("no element of kind %s", mech_kinds[kind]->name);
		}
	}
}

static void every_example_declares_what_it_reads(void **state)
{
	(void)state;
	if (!SLOW_BUILD) {
		every_example(compare_file);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_declares_what_it_reads),
		cmocka_unit_test(every_example_declares_what_it_reads),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
