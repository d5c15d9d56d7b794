#define _POSIX_C_SOURCE 200809L

#include "lint_binary.h"

#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "fmu_image.h"

enum { LINT_OLD_GLIBC = 17, LINT_RECENT_GLIBC = 28 }; /* minor numbers of 2.x */

/* "'a', 'b', 'c', ..." of n words, the first three */
static void lint_binary_list(int n, const char *const *words, char text[200])
{
	size_t length = 0;
	text[0] = 0;
	for (int i = 0; i < n && i < 3; i++) {
		length += (size_t)snprintf(text + length, 60, "%s'%.50s'", i > 0 ? ", " : "", words[i]);
	}
	(void)snprintf(text + length, 10, "%s", n > 3 ? ", ..." : "");
}

static void lint_binary_format(const struct lint_binary *b)
{
	static const char *const names[] = {"no library known here", "ELF (Linux)", "PE (Windows)", "Mach-O (macOS)"};
	const struct lint_library *l = &b->library;
	const char *machine = b->platform.machine;
	if (l->format != b->platform.format) {
		lint_find(b->lint, LINT_ERROR, "library-format", b->place, "is %s, but the folder says %s", names[l->format],
		          names[b->platform.format]);
	} else if (!l->is_shared || l->damaged) {
		lint_find(b->lint, LINT_ERROR, "library-format", b->place, "%s",
		          l->damaged ? "is damaged: its tables point outside of the file" : "is no shared library");
	} else if ((b->platform.bits != 0 && l->bits != b->platform.bits) ||
	           (machine[0] != 0 && strcmp(machine, l->machine) != 0 && strcmp(l->machine, "several") != 0)) {
		lint_find(b->lint, LINT_ERROR, "library-machine", b->place,
		          "is for %s with %d bits, but lies in the folder of another processor", l->machine, l->bits);
	}
}

/* linux32 and linux64 name no processor, but importers expect x86 */
static void lint_binary_processor(const struct lint_binary *b)
{
	char own[64], path[HOST_PATH_SIZE];
	struct stat facts;
	const struct lint_library *l = &b->library;
	if (l->format != LINT_ELF || b->platform.machine[0] != 0 || l->bits != b->platform.bits ||
	    strncmp(l->machine, "x86", 3) == 0) {
		return;
	}
	(void)snprintf(own, sizeof own, "binaries/%s-linux", l->machine);
	int both = host_path_join(b->lint->folder, own, path) == 0 && stat(path, &facts) == 0;
	lint_find(b->lint, both ? LINT_NOTE : LINT_WARNING, "library-processor", b->place,
	          both ? "is for %s: importers on x86-64 will try it in vain"
	               : "is for %s, but importers expect x86 here: ship it in binaries/<processor>-linux too",
	          l->machine);
}

/* ---- what it shows */

static const char *const lint_common_functions[] = {
	"fmi2GetTypesPlatform",
	"fmi2GetVersion",
	"fmi2SetDebugLogging",
	"fmi2Instantiate",
	"fmi2FreeInstance",
	"fmi2SetupExperiment",
	"fmi2EnterInitializationMode",
	"fmi2ExitInitializationMode",
	"fmi2Terminate",
	"fmi2Reset",
	"fmi2GetReal",
	"fmi2GetInteger",
	"fmi2GetBoolean",
	"fmi2GetString",
	"fmi2SetReal",
	"fmi2SetInteger",
	"fmi2SetBoolean",
	"fmi2SetString",
	"fmi2GetFMUstate",
	"fmi2SetFMUstate",
	"fmi2FreeFMUstate",
	"fmi2SerializedFMUstateSize",
	"fmi2SerializeFMUstate",
	"fmi2DeSerializeFMUstate",
	"fmi2GetDirectionalDerivative",
};
static const char *const lint_co_simulation_functions[] = {
	"fmi2SetRealInputDerivatives",
	"fmi2GetRealOutputDerivatives",
	"fmi2DoStep",
	"fmi2CancelStep",
	"fmi2GetStatus",
	"fmi2GetRealStatus",
	"fmi2GetIntegerStatus",
	"fmi2GetBooleanStatus",
	"fmi2GetStringStatus",
};
static const char *const lint_exchange_functions[] = {
	"fmi2EnterEventMode",
	"fmi2NewDiscreteStates",
	"fmi2EnterContinuousTimeMode",
	"fmi2CompletedIntegratorStep",
	"fmi2SetTime",
	"fmi2SetContinuousStates",
	"fmi2GetDerivatives",
	"fmi2GetEventIndicators",
	"fmi2GetContinuousStates",
	"fmi2GetNominalsOfContinuousStates",
};
static const struct {
	const char *const *names;
	int n;
} lint_functions[] = {
	{lint_common_functions, sizeof lint_common_functions / sizeof lint_common_functions[0]},
	{lint_co_simulation_functions, sizeof lint_co_simulation_functions / sizeof lint_co_simulation_functions[0]},
	{lint_exchange_functions, sizeof lint_exchange_functions / sizeof lint_exchange_functions[0]},
};
enum { LINT_MOST_FUNCTIONS = 44 };

static void lint_binary_functions(const struct lint_binary *b)
{
	const int wanted[] = {1, b->co_simulation, b->exchange};
	const char *missing[LINT_MOST_FUNCTIONS];
	int n = 0;
	char names[200];
	for (int k = 0; k < 3; k++) {
		for (int i = 0; i < lint_functions[k].n && wanted[k]; i++) {
			if (!lint_words_find(&b->library.exports, lint_functions[k].names[i])) {
				missing[n++] = lint_functions[k].names[i];
			}
		}
	}
	lint_binary_list(n, missing, names);
	if (n > 0) {
		lint_find(b->lint, LINT_ERROR, "symbol-missing", b->place,
		          "lacks %d function%s that every unit must show, even if it cannot do them: %s", n, n == 1 ? "" : "s",
		          names);
	}
}

/* what linkers show of themselves, and the functions of the standard */
static int lint_binary_expects(const char *name)
{
	static const char *const linker[] = {
		"_init",       "_fini",      "_edata",  "_end",    "__bss_start",       "__bss_start__",
		"__bss_end__", "_bss_end__", "__end__", "DllMain", "_DllMainCRTStartup"};
	for (size_t i = 0; i < sizeof linker / sizeof linker[0]; i++) {
		if (strcmp(linker[i], name) == 0) {
			return 1;
		}
	}
	for (int k = 0; k < 3; k++) {
		if (host_xml_choice(name, lint_functions[k].names, lint_functions[k].n) >= 0) {
			return 1;
		}
	}
	return 0;
}

static void lint_binary_others(const struct lint_binary *b)
{
	const char *first[3];
	char names[200];
	int n = 0;
	for (int i = 0; i < b->library.exports.n; i++) {
		if (!lint_binary_expects(b->library.exports.list[i])) {
			if (n < 3) {
				first[n] = b->library.exports.list[i];
			}
			n++;
		}
	}
	if (n > 0) {
		lint_binary_list(n < 3 ? n : 3, first, names);
		lint_find(b->lint, LINT_WARNING, "symbol-other", b->place,
		          "shows %d more symbol%s than the standard's, which may be mixed up with those of the importer or "
		          "another unit: %s%s",
		          n, n == 1 ? "" : "s", names, n > 3 ? ", ..." : "");
	}
}

/* ---- what it needs */

/* part of the system everywhere; of most systems; or neither */
static int lint_binary_dependency_level(const struct lint_binary *b, const char *name)
{
	static const struct {
		const char *prefix;
		int level;
	} libraries[] = {
		{"libc.so", -1},
		{"libm.so", -1},
		{"ld-linux", -1},
		{"ld64.so", -1},
		{"libdl.so", -1},
		{"libpthread.so", -1},
		{"librt.so", -1},
		{"libgcc_s.so", LINT_NOTE},
		{"libstdc++.so", LINT_NOTE},
		{"kernel32.dll", -1},
		{"user32.dll", -1},
		{"advapi32.dll", -1},
		{"ntdll.dll", -1},
		{"msvcrt.dll", -1},
		{"shell32.dll", -1},
		{"ole32.dll", -1},
		{"oleaut32.dll", -1},
		{"ws2_32.dll", -1},
		{"gdi32.dll", -1},
		{"shlwapi.dll", -1},
		{"ucrtbase.dll", LINT_NOTE},
		{"api-ms-win-crt-", LINT_NOTE},
		{"api-ms-win-", -1},
	};
	char path[HOST_PATH_SIZE];
	struct stat facts;
	for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
		size_t length = strlen(libraries[i].prefix);
		if ((b->library.format == LINT_PE ? strncasecmp : strncmp)(name, libraries[i].prefix, length) == 0) {
			return libraries[i].level;
		}
	}
	/* shipped next to it: Windows looks there, Linux if requested */
	int found = strchr(name, '/') == NULL && host_path_join(b->folder, name, path) == 0 && stat(path, &facts) == 0;
	int looks =
		b->library.format == LINT_PE || (b->library.run_path != NULL && strstr(b->library.run_path, "$ORIGIN") != NULL);
	return found && looks ? LINT_NOTE : LINT_WARNING;
}

static void lint_binary_dependencies(const struct lint_binary *b)
{
	for (int i = 0; i < b->library.needed.n; i++) {
		const char *name = b->library.needed.list[i];
		int level = lint_binary_dependency_level(b, name);
		if (level >= 0) {
			lint_find(b->lint, (enum lint_level)level, "library-dependency", b->place,
			          "needs '%.60s', which may not be where the unit is used: link it statically", name);
		}
	}
}

static void lint_binary_run_path(const struct lint_binary *b)
{
	const char *path = b->library.run_path;
	if (path != NULL && *path != 0 && strncmp(path, "$ORIGIN", 7) != 0) {
		lint_find(b->lint, LINT_WARNING, "library-run-path", b->place,
		          "looks for libraries in '%.100s', a place of the machine it was built on", path);
	}
}

static void lint_binary_glibc(const struct lint_binary *b)
{
	if (b->library.glibc_minor > LINT_OLD_GLIBC) {
		int recent = b->library.glibc_minor > LINT_RECENT_GLIBC;
		lint_find(b->lint, recent ? LINT_WARNING : LINT_NOTE, "library-glibc", b->place,
		          "needs %.40s: it cannot be loaded on systems with an older one%s", b->library.glibc,
		          recent ? "; build it on an older system" : "");
	}
}

/* symbols without a version come from no glibc: some other library must be named */
static void lint_binary_unresolved(const struct lint_binary *b)
{
	char names[200];
	for (int i = 0; i < b->library.needed.n; i++) {
		if (lint_binary_dependency_level(b, b->library.needed.list[i]) >= 0 || b->library.glibc_minor == 0) {
			return;
		}
	}
	lint_binary_list(b->library.unresolved.n, b->library.unresolved.list, names);
	if (b->library.unresolved.n > 0) {
		lint_find(b->lint, LINT_WARNING, "symbol-unresolved", b->place,
		          "needs %d symbol%s that no library it names provides: %s", b->library.unresolved.n,
		          b->library.unresolved.n == 1 ? "" : "s", names);
	}
}

static void lint_binary_memory(const struct lint_binary *b)
{
	if (b->library.text_relocations) {
		lint_find(b->lint, LINT_WARNING, "library-text-relocations", b->place,
		          "changes its own code when loaded, which hardened systems refuse: compile with -fPIC");
	}
	if (b->library.executable_stack) {
		lint_find(b->lint, LINT_WARNING, "library-stack", b->place,
		          "wants an executable stack, which hardened systems refuse: link with -z noexecstack");
	}
}

/* ---- the GUID */

/* units of this program compute it from the image inside: 1 and the GUID, or 0 for another unit */
static int lint_binary_own_guid(const struct lint_binary *b, char guid[FMU_GUID_SIZE])
{
	static const char marker[] = FMU_IMAGE_MARKER;
	struct fmu_image_head head;
	for (size_t at = 0; at + sizeof head <= b->bytes.size; at += 8) {
		if (memcmp(b->bytes.bytes + at, marker, sizeof head.marker) == 0) {
			memcpy(&head, b->bytes.bytes + at, sizeof head);
			if (head.size > 0 && head.size <= b->bytes.size - at - sizeof head) {
				fmu_guid(b->bytes.bytes + at + sizeof head, (size_t)head.size, guid);
				return 1;
			}
		}
	}
	return 0;
}

static void lint_binary_guid(const struct lint_binary *b)
{
	char own[FMU_GUID_SIZE];
	if (b->guid == NULL || *b->guid == 0 || lint_bytes_contain(&b->bytes, b->guid, strlen(b->guid))) {
		return;
	}
	if (!lint_binary_own_guid(b, own)) {
		lint_find(b->lint, LINT_NOTE, "guid-not-found", b->place,
		          "does not contain the guid '%.60s': it accepts another one, or computes it", b->guid);
	} else if (strcmp(own, b->guid) != 0) {
		lint_find(b->lint, LINT_ERROR, "guid-wrong", b->place,
		          "accepts the guid %s only, but the description says '%.60s'", own, b->guid);
	}
}

/* ---- all */

void lint_binary_check(struct lint_binary *b)
{
	static void (*const rules[])(const struct lint_binary *) = {
		lint_binary_format,       lint_binary_processor, lint_binary_functions, lint_binary_others,
		lint_binary_dependencies, lint_binary_run_path,  lint_binary_glibc,     lint_binary_unresolved,
		lint_binary_memory,       lint_binary_guid,
	};
	int readable = b->library.format == b->platform.format && b->library.is_shared && !b->library.damaged;
	/* of a library that cannot be read only this is reported */
	int n = !readable || b->library.format == LINT_MACH_O ? 1 : (int)(sizeof rules / sizeof rules[0]);
	for (int i = 0; i < n; i++) {
		lint_checked(b->lint);
		rules[i](b);
	}
	if (readable && b->library.format == LINT_MACH_O) {
		lint_find(b->lint, LINT_NOTE, "library-not-checked", b->place,
		          "is a Mach-O library for %s: only its processor was looked at", b->library.machine);
	}
}
