/* The stages that only read, with every allocation of theirs made to fail once: reported, no crash,
 * nothing lost. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failing_memory.h"
#include "lint_samples.h"

/* 1 when allocation number n (from 0) was requested and refused */
static int attempt(long n, const char *path, int findings)
{
	struct lint lint;
	memset(&lint, 0, sizeof lint);
	memory_fail(n);
	lint_archive(&lint, path);
	if (lint.folder[0] != 0) {
		lint_description(&lint);
		lint_binaries(&lint);
	}
	int reached = memory_has_failed();
	memory_fail(MEMORY_NEVER);
	if (reached) {
		/* the list is marked as not complete, or the file that could not be read is named */
		int unread = lint_count(&lint, LINT_ERROR) > 0 && lint_count_rule(&lint, "symbol-missing") == 0;
		assert_true(lint.failed || unread);
	} else {
		assert_int_equal(lint.n_findings, findings);
	}
	lint_free(&lint);
	return reached;
}

static void every_allocation_may_fail(void **state)
{
	struct host_text library = {0};
	long n = 0;
	(void)state;
	assert_true(plain_unit_library(host_test_folder, &library));
	assert_true(plain_unit_write(host_test_folder, "whole.fmu", LINT_PLATFORM, LINT_PLAIN_DESCRIPTION, &library));
	struct lint whole = lint_static(host_folder_path("whole.fmu"));
	while (attempt(n, host_folder_path("whole.fmu"), whole.n_findings)) {
		n++;
	}
	/* the archive, its entries, the lists of the description, the library */
	assert_true(n > 20);
	lint_free(&whole);
	host_text_free(&library);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_allocation_may_fail),
	};
	return cmocka_run_group_tests(tests, lint_setup, host_folder_teardown);
}
