/* Every kind of element, from the files of tests/mech/zoo: all derivatives against differences, and
 * rows of a whole system. */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <dirent.h>
#include <stdio.h>
#include <cmocka.h>

#include "element_checks.h"
#include "mech_system.h"
#include "slow_build.h"

#define ZOO MECHFMU_SOURCE_DIR "/tests/mech/zoo"

static int seen[MECH_SPACE_COUNT][MECH_KIND_COUNT];

/* the constraint of a system, to the last bit that of its elements */
static void check_rows(const struct dae_system *s, const struct checks *k)
{
	const struct dae_point p = {k->c.t, k->q, k->v, k->a, k->lambda};
	double rows[CHECKS_MOST], elements[CHECKS_MOST];
	assert_int_equal(s->constraint(s->context, &p, rows), DAE_DONE);
	mech_constraint(&k->c, elements);
	assert_memory_equal(rows, elements, (size_t)s->n_g * sizeof *rows);
}

/* rows that are kept from a Jacobian belong to all numbers they follow from */
static void check_system(struct checks *k)
{
	struct mech_system system;
	double *const numbers[] = {k->q, k->parameters, k->derived, k->memory};
	const int counts[] = {k->model.n_q, k->model.n_parameters, k->model.n_derived, k->model.n_memory};
	static const double changes[] = {1e-3, 1e-3, 1e-3, 100}; /* of memory: some turns */
	assert_int_equal(mech_system_create(&system, &k->c), 0);
	const struct dae_system *s = &system.dae;
	double *values = calloc((size_t)la_block_values(s->n_jacobian_blocks, s->jacobian_blocks) + 1, sizeof *values);
	assert_non_null(values);
	checks_shake(k);
	const struct dae_point p = {k->c.t, k->q, k->v, k->a, k->lambda};
	for (int list = 0; list < 4; list++) {
		for (int i = 0; i < counts[list]; i++) {
			const double before = numbers[list][i];
			assert_int_equal(s->jacobian(s->context, &p, values), DAE_DONE);
			check_rows(s, k);
			numbers[list][i] += changes[list];
			check_rows(s, k);
			numbers[list][i] = before;
		}
	}
	free(values);
	mech_system_free(&system);
}

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
	check_system(&k);
	checks_close(&k);
}

static void derivatives_are_those_of_differences_and_rows_those_of_the_elements(void **state)
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
		cmocka_unit_test(derivatives_are_those_of_differences_and_rows_those_of_the_elements),
		cmocka_unit_test(the_zoo_holds_every_kind),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
