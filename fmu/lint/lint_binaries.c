/* binaries/<platform>/<modelIdentifier>.<extension>: is it there, is it what the folder says, what
 * does it show and need. */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lint_binary.h"

enum { LINT_LARGEST_LIBRARY = 1 << 29 };

/* ---- platforms */

/* the folders of FMI 2.0, then <machine>-<system> of FMI 3.0. 1, or 0 for another name */
static int lint_platform_find(const char *folder, struct lint_platform *p)
{
	static const struct {
		const char *name;
		struct lint_platform platform;
	} known[] = {
		{"win32", {"dll", LINT_PE, "x86", 32}},       {"win64", {"dll", LINT_PE, "x86_64", 64}},
		{"linux32", {"so", LINT_ELF, "", 32}},        {"linux64", {"so", LINT_ELF, "", 64}},
		{"darwin32", {"dylib", LINT_MACH_O, "", 32}}, {"darwin64", {"dylib", LINT_MACH_O, "", 64}},
	};
	static const struct {
		const char *system;
		struct lint_platform platform;
	} systems[] = {
		{"-windows", {"dll", LINT_PE, "", 0}},
		{"-linux", {"so", LINT_ELF, "", 0}},
		{"-darwin", {"dylib", LINT_MACH_O, "", 0}},
	};
	static const char *const machines[] = {"x86",     "x86_64",  "aarch32", "aarch64",
	                                       "riscv32", "riscv64", "ppc32",   "ppc64"};
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
		if (strcmp(known[i].name, folder) == 0) {
			*p = known[i].platform;
			return 1;
		}
	}
	for (size_t i = 0; i < sizeof systems / sizeof systems[0]; i++) {
		const char *system = strstr(folder, systems[i].system);
		size_t length = system == NULL ? 0 : (size_t)(system - folder);
		for (size_t k = 0; k < sizeof machines / sizeof machines[0]; k++) {
			if (length == strlen(machines[k]) && strncmp(folder, machines[k], length) == 0) {
				*p = systems[i].platform;
				(void)snprintf(p->machine, sizeof p->machine, "%s", machines[k]);
				return 1;
			}
		}
	}
	return 0;
}

/* ---- folders */

/* 1 when the folder holds no files: nothing, which importers pass over, or folders, as for static
 * libraries of several compilers */
static int lint_folder_has_no_files(const char *path)
{
	DIR *folder = opendir(path);
	struct dirent *entry = NULL;
	int files = 0;
	while (folder != NULL && (entry = readdir(folder)) != NULL) {
		char inside[HOST_PATH_SIZE];
		struct stat facts;
		if (entry->d_name[0] != '.' && host_path_join(path, entry->d_name, inside) == 0 && stat(inside, &facts) == 0) {
			files += S_ISDIR(facts.st_mode) == 0;
		}
	}
	if (folder != NULL) {
		(void)closedir(folder);
	}
	return files == 0;
}

/* the library of one interface, or of both when they share it */
static void lint_binary_one(struct lint_binary *b, const char *identifier)
{
	char name[200], path[HOST_PATH_SIZE];
	struct host_text file = {0};
	struct mech_message message = {""};
	(void)snprintf(name, sizeof name, "%.180s.%s", identifier, b->platform.extension);
	(void)snprintf(b->place, sizeof b->place, "binaries/%s/%.120s", b->platform_name, name);
	lint_checked(b->lint);
	int there =
		strchr(identifier, '/') == NULL && host_path_join(b->folder, name, path) == 0 && access(path, F_OK) == 0;
	if (!there || host_file_read(path, LINT_LARGEST_LIBRARY, &file, &message) != 0) {
		if (there || !lint_folder_has_no_files(b->folder)) {
			lint_find(b->lint, LINT_ERROR, "library-missing", b->place, "%s",
			          there ? message.text : "is not there: the library must be named after modelIdentifier");
		}
		return;
	}
	b->bytes = (struct lint_bytes){(const unsigned char *)file.bytes, file.size, 0, 0};
	lint_library_read(&b->bytes, &b->library);
	b->lint->failed |= b->library.exports.failed || b->library.needed.failed || b->library.unresolved.failed;
	lint_binary_check(b);
	lint_library_free(&b->library);
	host_text_free(&file);
}

static void lint_binaries_folder(struct lint *lint, const char *name, const char *path, const xmlNode *root)
{
	const xmlNode *exchange = host_xml_child(root, "ModelExchange"), *steps = host_xml_child(root, "CoSimulation");
	const char *of_exchange = host_xml_value(exchange, "modelIdentifier");
	const char *of_steps = host_xml_value(steps, "modelIdentifier");
	int same = of_exchange != NULL && of_steps != NULL && strcmp(of_exchange, of_steps) == 0;
	struct lint_binary b = {.lint = lint, .platform_name = name, .guid = host_xml_value(root, "guid")};
	char place[LINT_PLACE_SIZE];
	(void)snprintf(place, sizeof place, "binaries/%.100s", name);
	lint_checked(lint);
	if (!lint_platform_find(name, &b.platform)) {
		lint_find(lint, LINT_NOTE, "platform-unknown", place, "is no platform of FMI 2.0 or 3.0 known here");
		return;
	}
	(void)snprintf(b.folder, sizeof b.folder, "%s", path);
	b.co_simulation = of_steps != NULL;
	b.exchange = same;
	if (of_steps != NULL) {
		lint_binary_one(&b, of_steps);
	}
	b.co_simulation = 0;
	b.exchange = 1;
	if (of_exchange != NULL && !same) {
		lint_binary_one(&b, of_exchange);
	}
}

static int lint_binaries_compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

void lint_binaries(struct lint *lint)
{
	enum { MOST_FOLDERS = 64, NAME_SIZE = 100 };
	char path[HOST_PATH_SIZE], inside[HOST_PATH_SIZE], description[HOST_PATH_SIZE];
	char names[MOST_FOLDERS][NAME_SIZE];
	size_t n = 0;
	int fits = host_path_join(lint->folder, "binaries", path) == 0 &&
	           host_path_join(lint->folder, "modelDescription.xml", description) == 0;
	errno = 0;
	DIR *folder = fits ? opendir(path) : NULL;
	lint_checked(lint);
	if (folder == NULL && errno == ENOMEM) {
		lint->failed = 1;
		return;
	}
	if (folder == NULL) {
		lint_find(lint, LINT_NOTE, "binaries-missing", "", "there are no libraries: the unit must be compiled first");
		return;
	}
	for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
		if (entry->d_name[0] != '.' && n < MOST_FOLDERS) {
			(void)snprintf(names[n++], NAME_SIZE, "%.99s", entry->d_name);
		}
	}
	(void)closedir(folder);
	qsort(names, n, NAME_SIZE, lint_binaries_compare);
	xmlDoc *document = lint_xml_parse(lint, description);
	if (document == NULL) {
		lint_find(lint, LINT_NOTE, "not-checked", "binaries/",
		          "which libraries must be there is not known without a readable modelDescription.xml");
	}
	for (size_t i = 0; i < n && document != NULL; i++) {
		if (host_path_join(path, names[i], inside) == 0) {
			lint_binaries_folder(lint, names[i], inside, xmlDocGetRootElement(document));
		}
	}
	xmlFreeDoc(document);
}
