/* Rules about libraries, on small ones made by the compiler at hand (cc on the path) and on changed
 * copies of them. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lint_samples.h"

/* all functions of co-simulation, the GUID, and what the macro MORE adds */
static const char source[] =
	"#define F(name) int fmi2##name(void); int fmi2##name(void) { return 0; }\n"
	"F(GetTypesPlatform) F(SetDebugLogging) F(Instantiate) F(FreeInstance) F(SetupExperiment) F(Terminate) F(Reset)\n"
	"F(EnterInitializationMode) F(ExitInitializationMode) F(GetReal) F(GetInteger) F(GetBoolean) F(GetString) "
	"F(SetReal)\n"
	"F(SetInteger) F(SetBoolean) F(SetString) F(GetFMUstate) F(SetFMUstate) F(FreeFMUstate) F(SerializedFMUstateSize)\n"
	"F(SerializeFMUstate) F(DeSerializeFMUstate) F(GetDirectionalDerivative) F(SetRealInputDerivatives) F(DoStep)\n"
	"F(GetRealOutputDerivatives) F(CancelStep) F(GetStatus) F(GetRealStatus) F(GetIntegerStatus) F(GetBooleanStatus)\n"
	"F(GetStringStatus)\n"
	"#include <stdlib.h>\n"
	"void *fmi2GetVersion(void);\n"
	"static const char *volatile guid = \"plain-unit\";\n"
	"void *fmi2GetVersion(void) { return malloc((size_t)guid[0]); }\n"
	"MORE\n";

static struct host_text build(const char *options)
{
	char command[5 * HOST_PATH_SIZE];
	const char *code = host_folder_put("made.c", source, sizeof source - 1), *path = host_folder_path("made.so");
	(void)snprintf(command, sizeof command, "cc -shared -fPIC '%s' -o '%s' %s -Wl,--as-needed", code, path, options);
	assert_int_equal(system(command), 0);
	return host_folder_get(path);
}

/* a unit with the library in a folder, and perhaps another file */
static struct lint check(const struct host_text *library, const char *folder, const char *extension, const char *other)
{
	struct mech_message message = {""};
	char name[200];
	(void)snprintf(name, sizeof name, "binaries/%s/plain_unit%s", folder, extension);
	struct host_zip_entry entries[] = {
		{"modelDescription.xml", LINT_PLAIN_DESCRIPTION, sizeof LINT_PLAIN_DESCRIPTION - 1, 0},
		{"resources/", NULL, 0, 0},
		{name, library->bytes, library->size, 1},
		{other, library->bytes, library->size, 1},
	};
	assert_int_equal(host_zip_write(host_folder_path("made.fmu"), other == NULL ? 3 : 4, entries, &message), 0);
	return lint_static(host_folder_path("made.fmu"));
}

static struct host_text library;
static struct lint base;

static int make_base(void **state)
{
	assert_int_equal(host_folder_setup(state), 0);
	library = build("-DMORE=");
	base = check(&library, LINT_PLATFORM, ".so", NULL);
	return 0;
}

static int free_base(void **state)
{
	host_text_free(&library);
	lint_free(&base);
	return host_folder_teardown(state);
}

static enum lint_level level_of(const struct lint *lint, const char *rule)
{
	for (int i = 0; i < lint->n_findings; i++) {
		if (strcmp(lint->findings[i].rule, rule) == 0) {
			return lint->findings[i].level;
		}
	}
	fail_msg("no %s", rule);
	return LINT_NOTE;
}

static void assert_found(const struct host_text *changed, const char *folder, const char *extension, const char *other,
                         const char *expected, enum lint_level level)
{
	struct lint after = check(changed, folder, extension, other);
	lint_assert_new(&base, &after, expected);
	assert_int_equal(level_of(&after, expected), level);
	lint_free(&after);
}

static void assert_built(const char *options, const char *expected, enum lint_level level)
{
	struct host_text changed = build(options);
	assert_found(&changed, LINT_PLATFORM, ".so", NULL, expected, level);
	host_text_free(&changed);
}

/* ---- */

static void a_complete_library_is_clean(void **state)
{
	(void)state;
	lint_assert_clean(&base);
}

static void all_functions_and_nothing_else_are_shown(void **state)
{
	(void)state;
	assert_built("-DMORE='int helper(void); int helper(void) { return 1; }'", "symbol-other", LINT_WARNING);
	/* one function hidden */
	struct host_text changed = {0};
	host_text_add_bytes(&changed, library.bytes, library.size);
	for (size_t i = 0; i + 16 < changed.size; i++) {
		if (memcmp(changed.bytes + i, "\0fmi2CancelStep", 16) == 0) {
			memcpy(changed.bytes + i + 1, "fmi2DoStep\0\0\0", 13);
		}
	}
	assert_found(&changed, LINT_PLATFORM, ".so", NULL, "symbol-missing", LINT_ERROR);
	host_text_free(&changed);
	assert_built("-DMORE='int nobody(void); int fmi2SetTime(void); int fmi2SetTime(void) { return nobody(); }'",
	             "symbol-unresolved", LINT_WARNING);
}

static void libraries_beyond_the_system_are_told(void **state)
{
	char command[4 * HOST_PATH_SIZE], options[4 * HOST_PATH_SIZE];
	static const char use[] =
		"-DMORE='int nobody(void); int fmi2SetTime(void); int fmi2SetTime(void) { return nobody(); }'";
	(void)state;
	(void)snprintf(command, sizeof command, "echo 'int nobody(void) { return 0; }' | cc -shared -fPIC -x c - -o '%s'",
	               host_folder_path("libnobody.so"));
	assert_int_equal(system(command), 0);
	(void)snprintf(options, sizeof options, "%s -L'%s' -lnobody", use, host_test_folder);
	assert_built(options, "library-dependency", LINT_WARNING);
	/* shipped next to it, but not sought there; then looked for */
	struct host_text changed = build(options);
	assert_found(&changed, LINT_PLATFORM, ".so", "binaries/" LINT_PLATFORM "/libnobody.so", "library-dependency",
	             LINT_WARNING);
	host_text_free(&changed);
	(void)snprintf(options, sizeof options, "%s -L'%s' -lnobody -Wl,-rpath,'$ORIGIN'", use, host_test_folder);
	changed = build(options);
	assert_found(&changed, LINT_PLATFORM, ".so", "binaries/" LINT_PLATFORM "/libnobody.so", "library-dependency",
	             LINT_NOTE);
	host_text_free(&changed);
	assert_built("-DMORE= -Wl,-rpath,/opt/mine/lib", "library-run-path", LINT_WARNING);
}

/* the version of glibc that the library asks for, written over */
static void assert_glibc(const char *minor, enum lint_level level)
{
	struct host_text changed = {0};
	host_text_add_bytes(&changed, library.bytes, library.size);
	for (size_t i = 0; i + 12 < changed.size; i++) {
		if (memcmp(changed.bytes + i, "\0GLIBC_2.", 9) == 0) {
			memcpy(changed.bytes + i + 9, minor, 3);
		}
	}
	assert_found(&changed, LINT_PLATFORM, ".so", NULL, "library-glibc", level);
	host_text_free(&changed);
}

static void a_recent_glibc_is_told(void **state)
{
	(void)state;
	assert_glibc("38", LINT_WARNING);
	assert_glibc("27", LINT_NOTE);
}

static void what_hardened_systems_refuse_is_told(void **state)
{
	(void)state;
	assert_built("-DMORE= -Wl,-z,execstack", "library-stack", LINT_WARNING);
	/* DT_RELACOUNT, a hint of no consequence, becomes DT_TEXTREL */
	struct host_text changed = {0};
	host_text_add_bytes(&changed, library.bytes, library.size);
	int count = 0;
	for (size_t i = 0; i + 8 <= changed.size; i += 8) {
		if (memcmp(changed.bytes + i, "\xf9\xff\xff\x6f\0\0\0\0", 8) == 0) {
			memcpy(changed.bytes + i, "\x16\0\0\0\0\0\0\0", 8);
			count++;
		}
	}
	assert_int_equal(count, 1);
	assert_found(&changed, LINT_PLATFORM, ".so", NULL, "library-text-relocations", LINT_WARNING);
	host_text_free(&changed);
}

static void the_folder_tells_the_truth(void **state)
{
	static const struct host_text text = {.bytes = (char *)(uintptr_t) "no library", .size = 10};
	struct host_text changed = {0};
	(void)state;
	assert_found(&library, "win64", ".dll", NULL, "library-format", LINT_ERROR);
	assert_found(&text, LINT_PLATFORM, ".so", NULL, "library-format", LINT_ERROR);
	assert_found(&library, "linux32", ".so", NULL, "library-machine", LINT_ERROR);
	assert_found(&library, "riscv64-linux", ".so", NULL, "library-machine", LINT_ERROR);
	assert_found(&library, LINT_PLATFORM, ".dll", NULL, "library-missing", LINT_ERROR);
	assert_found(&library, "amiga", ".so", NULL, "platform-unknown", LINT_NOTE);
	/* only static libraries, for two compilers */
	struct lint after = check(&library, LINT_PLATFORM "/gcc", ".a", NULL);
	assert_int_equal(lint_count_rule(&after, "library-missing"), 0);
	lint_free(&after);
	/* the number of another processor in the header */
	host_text_add_bytes(&changed, library.bytes, library.size);
	changed.bytes[18] = (char)243;
	assert_found(&changed, "linux64", ".so", NULL, "library-processor", LINT_WARNING);
	assert_found(&changed, "linux64", ".so", "binaries/riscv64-linux/plain_unit.so", "library-processor", LINT_NOTE);
	assert_found(&changed, LINT_PLATFORM, ".so", NULL,
	             strcmp(LINT_PLATFORM, "linux64") == 0 ? "library-processor" : "library-machine",
	             strcmp(LINT_PLATFORM, "linux64") == 0 ? LINT_WARNING : LINT_ERROR);
	/* the type says that it is a program that is not to be loaded */
	changed.bytes[18] = library.bytes[18];
	changed.bytes[16] = 2;
	assert_found(&changed, LINT_PLATFORM, ".so", NULL, "library-format", LINT_ERROR);
	/* half of it is missing */
	changed.bytes[16] = 3;
	changed.size /= 2;
	assert_found(&changed, LINT_PLATFORM, ".so", NULL, "library-format", LINT_ERROR);
	host_text_free(&changed);
}

static void of_a_macos_library_only_the_processor_is_checked(void **state)
{
	static char bytes[64] = "\xcf\xfa\xed\xfe\x0c\0\0\x01";
	const struct host_text mach_o = {.bytes = bytes, .size = sizeof bytes};
	(void)state;
	assert_found(&mach_o, "aarch64-darwin", ".dylib", NULL, "library-not-checked", LINT_NOTE);
	assert_found(&mach_o, "darwin64", ".dylib", NULL, "library-not-checked", LINT_NOTE);
	struct lint after = check(&mach_o, "x86_64-darwin", ".dylib", NULL);
	assert_int_equal(lint_count_rule(&after, "library-machine"), 1);
	lint_free(&after);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_complete_library_is_clean),
		cmocka_unit_test(all_functions_and_nothing_else_are_shown),
		cmocka_unit_test(libraries_beyond_the_system_are_told),
		cmocka_unit_test(a_recent_glibc_is_told),
		cmocka_unit_test(what_hardened_systems_refuse_is_told),
		cmocka_unit_test(the_folder_tells_the_truth),
		cmocka_unit_test(of_a_macos_library_only_the_processor_is_checked),
	};
	return cmocka_run_group_tests(tests, make_base, free_base);
}
