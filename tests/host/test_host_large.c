/* Export of mechanisms that need megabytes. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sys/stat.h>
#include <unistd.h>

#include "host_chain.h"
#include "host_cli.h"
#include "host_export.h"
#include "host_folder.h"
#include "host_run.h"
#include "host_runtimes.h"
#include "host_samples.h"
#include "host_zip.h"
#include "slow_build.h"

/* 3,000 links: an image of 5.3 MB */
enum { LINKS = SLOW_BUILD ? 300 : 3000 };

/* the module of pages has no room, whatever the mechanism */
static int pages_are_full;

int __real_host_runtime_fill(const char *platform, const void *image, size_t size, unsigned char **library,
                             size_t *library_size, struct mech_message *message);
int __wrap_host_runtime_fill(const char *platform, const void *image, size_t size, unsigned char **library,
                             size_t *library_size, struct mech_message *message);
int __wrap_host_runtime_fill(const char *platform, const void *image, size_t size, unsigned char **library,
                             size_t *library_size, struct mech_message *message)
{
	if (pages_are_full && strcmp(platform, HOST_RUNTIME_LIVE) == 0) {
		/* no mechanism has 2^40 bytes: the answer of the real one */
		return __real_host_runtime_fill(platform, image, (size_t)1 << 40, library, library_size, message);
	}
	return __real_host_runtime_fill(platform, image, size, library, library_size, message);
}

/* size of a file below the folder; -1: there is none */
static long size_of(const char *folder, const char *name)
{
	char path[HOST_PATH_SIZE];
	struct stat facts;
	assert_int_equal(host_path_join(folder, name, path), 0);
	return stat(path, &facts) == 0 ? (long)facts.st_size : -1;
}

static void unpack(const char *fmu, char folder[HOST_PATH_SIZE])
{
	struct mech_message message = {""};
	assert_int_equal(host_folder_temporary(folder, &message), 0);
	assert_int_equal(host_zip_extract(fmu, folder, &message), 0);
}

/* each library has what the mechanism needs, and little more */
static void a_long_chain_is_exported_for_all_platforms(void **state)
{
	char *text = chain_of(LINKS), folder[HOST_PATH_SIZE];
	struct host_mechanism *m = sample_read(text);
	struct mech_message message = {""};
	(void)state;
	if (host_export(m, host_folder_path("chain.fmu"), HOST_EXPORT_EVERYWHERE, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_mechanism_free(m);
	free(text);
	unpack(host_folder_path("chain.fmu"), folder);
	for (int i = 0; i < host_runtime_count(); i++) {
		const struct host_runtime r = host_runtime_get(i);
		char name[HOST_PATH_SIZE];
		(void)snprintf(name, sizeof name, "binaries/%s/chain%s", r.platform, r.extension);
		const long size = size_of(folder, name);
		if (strcmp(r.platform, HOST_RUNTIME_LIVE) == 0) {
			assert_int_equal(size, -1);
		} else if (size < (long)r.size + 1500L * LINKS || size > (long)r.size + 2000L * LINKS) {
			fail_msg("%s: %ld bytes", name, size);
		}
	}
	assert_int_equal(size_of(folder, "documentation/live.html") > 0, host_runtime_has_live());
	host_folder_remove(folder);
}

static void the_unit_of_a_long_chain_runs(void **state)
{
	struct host_run_options options = host_run_defaults();
	struct mech_message message = {""};
	(void)state;
	options.output_file = host_folder_path("chain.csv");
	options.stop_time = options.output_interval = 1e-4;
	if (host_run_fmu(host_folder_path("chain.fmu"), &options, &message) != 0) {
		fail_msg("%s", message.text);
	}
}

/* what a command says on standard error; it ends well */
static void expect_note(int argc, const char *const *argv, const char *expected)
{
	char *said = NULL;
	size_t size = 0;
	FILE *err = open_memstream(&said, &size), *out = fopen("/dev/null", "w");
	assert_non_null(err);
	assert_non_null(out);
	assert_int_equal(host_cli(argc, argv, out, err), HOST_EXIT_OK);
	assert_int_equal(fclose(err), 0);
	assert_int_equal(fclose(out), 0);
	assert_non_null(strstr(said, expected));
	/* one line */
	assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
	free(said);
}

static void without_room_in_the_page_the_unit_is_exported_and_a_note_says_so(void **state)
{
	const char *file = host_folder_put("bar.yaml", SAMPLE_BAR, sizeof SAMPLE_BAR - 1);
	const char *fmu = host_folder_path("bar.fmu"), *page = host_folder_path("bar.html");
	const char *const export[] = {"mechfmu", "export", file, "--output", fmu};
	const char *const show[] = {"mechfmu", "show", file, "--output", page};
	char folder[HOST_PATH_SIZE];
	(void)state;
	if (!host_runtime_has_live()) {
		skip();
	}
	pages_are_full = 1;
	expect_note(5, export, "bar.yaml: no page that simulates: the mechanism needs 1099511627776 bytes");
	expect_note(5, show, "bar.yaml: no page that simulates: ");
	pages_are_full = 0;
	unpack(fmu, folder);
	assert_true(size_of(folder, "documentation/index.html") > 0);
	assert_int_equal(size_of(folder, "documentation/live.html"), -1);
	char index[HOST_PATH_SIZE];
	assert_int_equal(host_path_join(folder, "documentation/index.html", index), 0);
	struct host_text text = host_folder_get(index);
	assert_null(strstr(text.bytes, "live.html"));
	host_text_free(&text);
	host_folder_remove(folder);
	assert_int_equal(access(page, R_OK), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_long_chain_is_exported_for_all_platforms),
		cmocka_unit_test(the_unit_of_a_long_chain_runs),
		cmocka_unit_test(without_room_in_the_page_the_unit_is_exported_and_a_note_says_so),
	};
	return cmocka_run_group_tests(tests, host_folder_setup, host_folder_teardown);
}
