/* Export: an FMU that repeats byte by byte, loads and gives the right numbers. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fmu_image.h"
#include "host_export.h"
#include "host_fmu.h"
#include "host_folder.h"
#include "host_run.h"
#include "host_runtimes.h"
#include "host_samples.h"
#include "host_zip.h"

static void export_sample(const char *text, const char *path)
{
	struct mech_message message = {""};
	struct host_mechanism *m = sample_read(text);
	if (host_export(m, path, HOST_EXPORT_EVERYWHERE, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_mechanism_free(m);
}

static void the_same_mechanism_gives_the_same_bytes(void **state)
{
	(void)state;
	export_sample(SAMPLE_BAR, host_folder_path("a.fmu"));
	sleep(2);
	export_sample(SAMPLE_BAR, host_folder_path("b.fmu"));
	struct host_text a = host_folder_get(host_folder_path("a.fmu")), b = host_folder_get(host_folder_path("b.fmu"));
	assert_int_equal(a.size, b.size);
	assert_memory_equal(a.bytes, b.bytes, a.size);
	host_text_free(&a);
	host_text_free(&b);
}

static void the_archive_holds_what_the_standard_lists(void **state)
{
	static const char *const names[] = {"modelDescription.xml",
	                                    "model.png",
	                                    "documentation/index.html",
	                                    "documentation/licenses/license.txt",
	                                    "resources/scene.json",
	                                    "sources/all.c",
	                                    "sources/image.c",
	                                    "sources/fmi2.h",
	                                    "sources/buildDescription.xml"};
	struct mech_message message = {""};
	char folder[HOST_PATH_SIZE], path[HOST_PATH_SIZE];
	(void)state;
	export_sample(SAMPLE_BAR, host_folder_path("a.fmu"));
	assert_int_equal(host_folder_temporary(folder, &message), 0);
	assert_int_equal(host_zip_extract(host_folder_path("a.fmu"), folder, &message), 0);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		assert_int_equal(host_path_join(folder, names[i], path), 0);
		assert_int_equal(access(path, R_OK), 0);
	}
	host_folder_remove(folder);
}

/* size of a file of the extracted FMU; -1: there is none */
static long extracted_size(const char *folder, const char *platform, const char *extension)
{
	char name[HOST_PATH_SIZE], path[HOST_PATH_SIZE];
	struct stat facts;
	(void)snprintf(name, sizeof name, "binaries/%s/bar_and_cart%s", platform, extension);
	assert_int_equal(host_path_join(folder, name, path), 0);
	return stat(path, &facts) == 0 ? (long)facts.st_size : -1;
}

static void the_archive_holds_a_library_for_each_platform(void **state)
{
	struct mech_message message = {""};
	char folder[HOST_PATH_SIZE];
	(void)state;
	export_sample(SAMPLE_BAR, host_folder_path("a.fmu"));
	assert_int_equal(host_folder_temporary(folder, &message), 0);
	assert_int_equal(host_zip_extract(host_folder_path("a.fmu"), folder, &message), 0);
	for (int i = 0; i < host_runtime_count(); i++) {
		struct host_runtime r = host_runtime_get(i);
		if (strcmp(r.platform, HOST_RUNTIME_LIVE) != 0) {
			assert_true(extracted_size(folder, r.platform, r.extension) > (long)r.size);
		}
	}
	/* the one of WebAssembly is in the page that simulates */
	char page[HOST_PATH_SIZE];
	assert_int_equal(host_path_join(folder, "documentation/live.html", page), 0);
	assert_int_equal(access(page, R_OK) == 0, host_runtime_has_live());
	host_folder_remove(folder);
}

static void a_native_unit_holds_the_library_of_this_machine_where_importers_look(void **state)
{
	struct mech_message message = {""};
	struct host_mechanism *m = sample_read(SAMPLE_BAR);
	char folder[HOST_PATH_SIZE];
	const char *second = host_runtime_second_folder(host_runtime_native());
	(void)state;
	assert_int_equal(host_export(m, host_folder_path("n.fmu"), HOST_EXPORT_NATIVE, &message), 0);
	host_mechanism_free(m);
	assert_int_equal(host_folder_temporary(folder, &message), 0);
	assert_int_equal(host_zip_extract(host_folder_path("n.fmu"), folder, &message), 0);
	long size = extracted_size(folder, host_runtime_native(), ".so");
	assert_true(size > 0);
	for (int i = 0; i < host_runtime_count(); i++) {
		struct host_runtime r = host_runtime_get(i);
		int packed = strcmp(r.platform, host_runtime_native()) == 0 || (second && strcmp(r.platform, second) == 0);
		assert_int_equal(extracted_size(folder, r.platform, r.extension), packed ? size : -1);
	}
	if (second != NULL) {
		assert_int_equal(extracted_size(folder, second, ".so"), size);
	}
	host_folder_remove(folder);
}

static void the_unit_runs_and_moves_as_the_closed_form_says(void **state)
{
	/* a cart alone: 3 kg pushed by 1.5 N, x = t^2 / 4 */
	static const char cart[] = "mechanism: cart\ngravity: [0, -10]\nbodies:\n"
							   "  cart: {mass: 3, inertia: 1, center: [0, 0]}\njoints:\n"
							   "  rail: {type: prismatic, bodies: [ground, cart], at: [0, 0], axis: [1, 0]}\nforces:\n"
							   "  push: {type: joint_force, joint: rail, input: push_force, start: 1.5}\n"
							   "outputs: [joints.rail.position, joints.rail.speed]\n"
							   "experiment: {start: 0, stop: 2, step: 0.5}\n";
	struct mech_message message = {""};
	struct host_run_options options = host_run_defaults();
	(void)state;
	export_sample(cart, host_folder_path("cart.fmu"));
	options.output_file = host_folder_path("cart.csv");
	if (host_run_fmu(host_folder_path("cart.fmu"), &options, &message) != 0) {
		fail_msg("%s", message.text);
	}
	struct host_text csv = host_folder_get(options.output_file);
	assert_memory_equal(csv.bytes, "\"time\",\"joints.rail.position\",\"joints.rail.speed\"\n", 50);
	const char *line = csv.bytes;
	for (int i = 0; i <= 4; i++) {
		double t = 0.0, x = 0.0, v = 0.0;
		line = strchr(line, '\n') + 1;
		assert_int_equal(sscanf(line, "%lf,%lf,%lf", &t, &x, &v), 3);
		assert_true(t == 0.5 * i);
		assert_true(x > t * t / 4 - 1e-5 && x < t * t / 4 + 1e-5);
		assert_true(v > t / 2 - 1e-5 && v < t / 2 + 1e-5);
	}
	host_text_free(&csv);
}

static void description_and_library_carry_the_fingerprint_of_the_image(void **state)
{
	struct mech_message message = {""};
	struct host_facts facts = sample_facts(SAMPLE_BAR);
	struct host_fmu *fmu = calloc(1, sizeof *fmu);
	char guid[FMU_GUID_SIZE];
	(void)state;
	fmu_guid(facts.image.bytes, facts.image.size, guid);
	export_sample(SAMPLE_BAR, host_folder_path("a.fmu"));
	assert_int_equal(host_fmu_open(host_folder_path("a.fmu"), fmu, &message), 0);
	assert_string_equal(fmu->description.guid, guid);
	fmi2CallbackFunctions callbacks = {NULL, calloc, free, NULL, NULL};
	fmi2Component c = fmu->functions.Instantiate("x", fmi2CoSimulation, guid, fmu->resources, &callbacks, 0, 0);
	assert_non_null(c);
	fmu->functions.FreeInstance(c);
	assert_null(fmu->functions.Instantiate("x", fmi2CoSimulation, "another", fmu->resources, &callbacks, 0, 0));
	host_fmu_close(fmu);
	free(fmu);
	host_facts_free(&facts);
}

static void what_cannot_be_assembled_is_not_exported_and_the_old_file_stays(void **state)
{
	struct mech_message message = {""};
	struct host_mechanism *m = sample_read(SAMPLE_IMPOSSIBLE);
	(void)state;
	const char *path = host_folder_put("old.fmu", "old", 3);
	assert_int_equal(host_export(m, path, HOST_EXPORT_EVERYWHERE, &message), -1);
	assert_memory_equal(message.text, "sample.yaml: ", 13);
	host_folder_assert_text(path, "old");
	assert_int_equal(host_export(m, host_folder_path("none/x.fmu"), HOST_EXPORT_EVERYWHERE, &message), -1);
	assert_non_null(strstr(message.text, "none/x.fmu: cannot be written"));
	host_mechanism_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_mechanism_gives_the_same_bytes),
		cmocka_unit_test(the_archive_holds_what_the_standard_lists),
		cmocka_unit_test(the_archive_holds_a_library_for_each_platform),
		cmocka_unit_test(a_native_unit_holds_the_library_of_this_machine_where_importers_look),
		cmocka_unit_test(the_unit_runs_and_moves_as_the_closed_form_says),
		cmocka_unit_test(description_and_library_carry_the_fingerprint_of_the_image),
		cmocka_unit_test(what_cannot_be_assembled_is_not_exported_and_the_old_file_stays),
	};
	return cmocka_run_group_tests(tests, host_folder_setup, host_folder_teardown);
}
