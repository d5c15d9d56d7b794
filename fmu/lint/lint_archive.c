#define _POSIX_C_SOURCE 200809L

/* The archive: rules about single entries, about the whole, and about what must be inside. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lint.h"
#include "lint_zip.h"
#include "host_zip.h"

#define LINT_DEFLATE_LIMIT 1032u /* deflate packs no better than 1 : 1032 */

/* ---- one entry */

/* parts "", "." and "..", a drive, a backslash, control characters */
static int lint_entry_leaves(const struct lint_zip_entry *e)
{
	if (e->name_size == 0 || e->name_size != strlen(e->name) || strpbrk(e->name, "\\:") != NULL) {
		return 1;
	}
	for (const char *part = e->name; *part != 0;) {
		size_t length = strcspn(part, "/");
		if (length == 0 || (length <= 2 && strncmp(part, "..", length) == 0)) {
			return 1;
		}
		part += length + (part[length] == '/');
	}
	for (const char *c = e->name; *c != 0; c++) {
		if ((unsigned char)*c < 0x20 || *c == 0x7f) {
			return 1;
		}
	}
	return 0;
}

/* what Windows or older unpackers do not take */
static int lint_entry_not_portable(const struct lint_zip_entry *e)
{
	if (lint_entry_leaves(e)) {
		return 0; /* which is worse, and reported */
	}
	if (strpbrk(e->name, "<>\"|?*") != NULL) {
		return 1;
	}
	for (const char *c = e->name; *c != 0; c++) {
		int ends = c[1] == '/' || c[1] == 0;
		if ((unsigned char)*c >= 0x80 || (ends && (*c == ' ' || *c == '.'))) {
			return 1;
		}
	}
	return 0;
}

static int lint_entry_encrypted(const struct lint_zip_entry *e)
{
	return (e->flags & (1u | 1u << 6 | 1u << 13)) != 0;
}

static int lint_entry_method(const struct lint_zip_entry *e)
{
	return e->method != 0 && e->method != 8;
}

static int lint_entry_version(const struct lint_zip_entry *e)
{
	return e->version_needed > 20 && !e->zip64;
}

static int lint_entry_zip64(const struct lint_zip_entry *e)
{
	return e->zip64;
}

/* made on Unix, and neither a plain file nor a folder */
static int lint_entry_special(const struct lint_zip_entry *e)
{
	uint64_t kind = e->external >> 16 & 0170000u;
	return e->made_on == 3 && kind != 0 && kind != 0100000u && kind != 0040000u;
}

static int lint_entry_local(const struct lint_zip_entry *e)
{
	return e->local_differs && !e->zip64;
}

static int lint_entry_size(const struct lint_zip_entry *e)
{
	return e->method == 0 ? e->unpacked != e->packed && !lint_entry_encrypted(e)
	                      : e->unpacked / LINT_DEFLATE_LIMIT > e->packed;
}

static const struct {
	const char *rule;
	enum lint_level level;
	int (*broken)(const struct lint_zip_entry *e);
	const char *text;
} lint_entry_rules[] = {
	{"archive-name", LINT_ERROR, lint_entry_leaves,
     "is no relative path with forward slashes: write it without a leading / or ./, without .., \\ and :"},
	{"archive-name-portable", LINT_WARNING, lint_entry_not_portable,
     "has characters that Windows or older unpackers refuse: keep to ASCII letters, digits, -, _ and ."},
	{"archive-encrypted", LINT_ERROR, lint_entry_encrypted, "is encrypted"},
	{"archive-method", LINT_ERROR, lint_entry_method, "is packed in another way than deflated or stored"},
	{"archive-version", LINT_ERROR, lint_entry_version, "needs a zip version above 2.0 to be unpacked"},
	{"archive-zip64", LINT_ERROR, lint_entry_zip64, "uses zip64, which FMI 2.0 does not know"},
	{"archive-link", LINT_ERROR, lint_entry_special, "is a symbolic link or another special file"},
	{"archive-local-header", LINT_ERROR, lint_entry_local,
     "has a local header that is missing or contradicts the directory"},
	{"archive-size", LINT_ERROR, lint_entry_size, "claims a size that its content cannot have"},
};

static void lint_archive_entries(struct lint *lint, int takes_zip64, struct lint_zip *zip)
{
	for (size_t r = 0; r < sizeof lint_entry_rules / sizeof lint_entry_rules[0]; r++) {
		const int passes = takes_zip64 && lint_entry_rules[r].broken == lint_entry_zip64;
		lint_checked(lint);
		for (int i = 0; i < zip->n_entries && !passes; i++) {
			struct lint_zip_entry *e = &zip->entries[i];
			if (lint_entry_rules[r].broken(e)) {
				lint_find(lint, lint_entry_rules[r].level, lint_entry_rules[r].rule, e->name, "%s",
				          lint_entry_rules[r].text);
				e->reported |= lint_entry_rules[r].level == LINT_ERROR;
			}
		}
	}
}

/* ---- entries among each other */

static int lint_compare_names(const void *a, const void *b)
{
	const struct lint_zip_entry *const *x = a, *const *y = b;
	int order = strcasecmp((*x)->name, (*y)->name);
	return order != 0 ? order : strcmp((*x)->name, (*y)->name);
}

static int lint_compare_places(const void *a, const void *b)
{
	const struct lint_zip_entry *const *x = a, *const *y = b;
	return ((*x)->begin > (*y)->begin) - ((*x)->begin < (*y)->begin);
}

static void lint_archive_names(struct lint *lint, int n, struct lint_zip_entry **sorted)
{
	qsort(sorted, (size_t)n, sizeof(struct lint_zip_entry *), lint_compare_names);
	for (int i = 1; i < n; i++) {
		const char *a = sorted[i - 1]->name, *b = sorted[i]->name;
		if (strcmp(a, b) == 0) {
			sorted[i]->reported = 1;
			lint_find(lint, LINT_ERROR, "archive-duplicate", b, "is in the archive twice");
		} else if (strcasecmp(a, b) == 0) {
			lint_find(lint, LINT_WARNING, "archive-name-case", b,
			          "differs from '%s' only in upper and lower case: one replaces the other on Windows and macOS", a);
		}
	}
}

static void lint_archive_places(struct lint *lint, int n, struct lint_zip_entry **sorted)
{
	qsort(sorted, (size_t)n, sizeof(struct lint_zip_entry *), lint_compare_places);
	for (int i = 1; i < n; i++) {
		if (sorted[i]->begin < sorted[i - 1]->end) {
			sorted[i]->reported = 1;
			lint_find(lint, LINT_ERROR, "archive-overlap", sorted[i]->name,
			          "shares its bytes with '%s', as in archives made to explode", sorted[i - 1]->name);
		}
	}
}

static void lint_archive_pairs(struct lint *lint, struct lint_zip *zip)
{
	struct lint_zip_entry **sorted = calloc((size_t)zip->n_entries + 1, sizeof *sorted);
	if (sorted == NULL) {
		lint->failed = 1;
		return;
	}
	for (int i = 0; i < zip->n_entries; i++) {
		sorted[i] = &zip->entries[i];
	}
	for (int i = 0; i < 3; i++) {
		lint_checked(lint);
	}
	lint_archive_names(lint, zip->n_entries, sorted);
	lint_archive_places(lint, zip->n_entries, sorted);
	free(sorted);
}

/* ---- the whole */

/* what archives of units and of systems differ in */
struct lint_container {
	const char *extension, *misnamed;
	int takes_zip64;
	void (*layout)(struct lint *lint, const struct lint_zip *zip);
};

/* 1 when it may be unpacked */
static int lint_archive_whole(struct lint *lint, const struct lint_container *c, const char *path,
                              const struct lint_zip *zip, const char *problem)
{
	const struct {
		const char *rule;
		enum lint_level level;
		int broken;
		const char *text;
	} rules[] = {
		{"archive-extension", LINT_ERROR, !host_path_has_extension(path, c->extension), c->misnamed},
		{"archive-directory", LINT_ERROR, problem != NULL, problem},
		{"archive-split", LINT_ERROR, zip->split, "the archive is one part of several: make it one file"},
		{"archive-zip64", LINT_ERROR, zip->zip64 && !c->takes_zip64,
	     "the archive uses zip64, which FMI 2.0 does not know"},
		{"archive-prefix", LINT_WARNING, zip->prefix > 0, "there are bytes before the archive"},
	};
	uint64_t total = 0;
	for (size_t r = 0; r < sizeof rules / sizeof rules[0]; r++) {
		lint_checked(lint);
		if (rules[r].broken) {
			lint_find(lint, rules[r].level, rules[r].rule, "", "%s", rules[r].text);
		}
	}
	for (int i = 0; i < zip->n_entries; i++) {
		total += zip->entries[i].unpacked;
	}
	if (total > HOST_ZIP_MOST_BYTES || zip->announced > HOST_ZIP_MOST_ENTRIES) {
		lint_find(lint, LINT_ERROR, "archive-size", "",
		          "%d entries of %llu bytes: at most %d entries and 1 GB are unpacked here", zip->announced,
		          (unsigned long long)total, HOST_ZIP_MOST_ENTRIES);
		return 0;
	}
	return problem == NULL || zip->n_entries > 0;
}

/* ---- what is inside */

/* 1 when a file (not only the folder) lies under `folder`, which ends with / */
static int lint_layout_has(const struct lint_zip *zip, const char *folder)
{
	size_t length = strlen(folder);
	for (int i = 0; i < zip->n_entries; i++) {
		const char *name = zip->entries[i].name;
		if (strncmp(name, folder, length) == 0 && name[length] != 0 && name[strlen(name) - 1] != '/') {
			return 1;
		}
	}
	return 0;
}

static void lint_layout_description(struct lint *lint, const struct lint_zip *zip)
{
	if (lint_zip_find(zip, "modelDescription.xml") != NULL) {
		return;
	}
	for (int i = 0; i < zip->n_entries; i++) {
		const char *name = zip->entries[i].name;
		if (strcmp(host_path_name(name), "modelDescription.xml") == 0) {
			lint_find(lint, LINT_ERROR, "description-missing", name,
			          "modelDescription.xml must stand at the root of the archive: pack without the folder around it");
			return;
		}
	}
	lint_find(lint, LINT_ERROR, "description-missing", "", "the archive holds no modelDescription.xml");
}

static void lint_layout_implementation(struct lint *lint, const struct lint_zip *zip)
{
	if (!lint_layout_has(zip, "binaries/") && !lint_layout_has(zip, "sources/")) {
		lint_find(lint, LINT_ERROR, "implementation-missing", "",
		          "there is neither a library in binaries/ nor code in sources/");
	}
}

static void lint_layout_documentation(struct lint *lint, const struct lint_zip *zip)
{
	if (lint_layout_has(zip, "documentation/") && lint_zip_find(zip, "documentation/index.html") == NULL) {
		lint_find(lint, LINT_WARNING, "documentation-index", "documentation/",
		          "importers show documentation/index.html, which is not there");
	}
}

static void lint_layout_resources(struct lint *lint, const struct lint_zip *zip)
{
	if (!lint_layout_has(zip, "resources/") && lint_zip_find(zip, "resources/") == NULL) {
		lint_find(lint, LINT_NOTE, "resources-missing", "",
		          "there is no resources/: importers hand its address to the unit all the same");
	}
}

static void lint_layout_headers(struct lint *lint, const struct lint_zip *zip)
{
	static const char *const headers[] = {"sources/fmi2Functions.h", "sources/fmi2FunctionTypes.h",
	                                      "sources/fmi2TypesPlatform.h"};
	for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
		if (lint_zip_find(zip, headers[i]) != NULL) {
			lint_find(lint, LINT_WARNING, "sources-header", headers[i],
			          "the standard's own headers stay out of the archive: importers bring theirs");
		}
	}
}

static void lint_layout_root(struct lint *lint, const struct lint_zip *zip)
{
	static const char *const known[] = {
		"modelDescription.xml", "model.png", "documentation", "sources", "binaries", "resources", "extra",
		"terminalsAndIcons"};
	for (int i = 0; i < zip->n_entries; i++) {
		const char *name = zip->entries[i].name;
		size_t length = strcspn(name, "/");
		int found = 0;
		for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
			found |= strlen(known[k]) == length && strncmp(known[k], name, length) == 0;
		}
		if (!found) {
			lint_find(lint, LINT_NOTE, "root-entry", name,
			          "the standard knows no such entry: what is the vendor's own belongs into extra/");
		}
	}
}

static void lint_archive_layout(struct lint *lint, const struct lint_zip *zip)
{
	static void (*const rules[])(struct lint *, const struct lint_zip *) = {
		lint_layout_description, lint_layout_implementation, lint_layout_documentation,
		lint_layout_resources,   lint_layout_headers,        lint_layout_root,
	};
	for (size_t r = 0; r < sizeof rules / sizeof rules[0]; r++) {
		lint_checked(lint);
		rules[r](lint, zip);
	}
}

/* a system: its structure at the root */
static void lint_system_layout(struct lint *lint, const struct lint_zip *zip)
{
	lint_checked(lint);
	if (lint_zip_find(zip, "SystemStructure.ssd") == NULL) {
		lint_find(lint, LINT_ERROR, "system-missing", "", "the archive holds no SystemStructure.ssd at its root");
	}
}

/* ---- unpacking */

struct lint_unpacking {
	struct lint *lint;
	const struct lint_zip *zip;
};

/* an entry that stays in the archive, unless a rule has said so already */
static void lint_archive_refused(void *context, const char *name, const char *problem)
{
	const struct lint_unpacking *u = context;
	const struct lint_zip_entry *e = lint_zip_find(u->zip, name);
	if (e == NULL || !e->reported) {
		lint_find(u->lint, LINT_ERROR, "archive-unpack", name, "%s", problem);
	}
}

static void lint_archive_unpack(struct lint *lint, const char *path, const struct lint_zip *zip)
{
	struct mech_message message = {""};
	struct lint_unpacking unpacking = {lint, zip};
	lint_checked(lint);
	if (host_folder_temporary(lint->folder, &message) != 0) {
		lint->folder[0] = 0;
		lint->failed = 1;
		lint->reason = message;
		return;
	}
	int status = host_zip_extract_most(path, lint->folder, lint_archive_refused, &unpacking, &message);
	if (status == HOST_ZIP_OUT_OF_MEMORY) {
		lint->failed = 1;
	} else if (status == HOST_ZIP_NO_PLACE) {
		lint->failed = 1;
		lint->reason = message;
	} else if (status != 0) {
		lint_find(lint, LINT_ERROR, "archive-unpack", "", "%s", message.text);
	}
}

static void lint_archive_of(struct lint *lint, const struct lint_container *c, const char *path)
{
	struct host_text file = {0};
	struct mech_message message = {""};
	struct lint_zip zip;
	lint_checked(lint);
	if (host_file_read(path, HOST_ZIP_MOST_BYTES, &file, &message) != 0) {
		lint_find(lint, LINT_ERROR, "archive-read", "", "%s", message.text);
		return;
	}
	struct lint_bytes bytes = {(const unsigned char *)file.bytes, file.size, 0, 0};
	const char *problem = lint_zip_read(&bytes, &zip);
	lint->failed |= zip.failed;
	int unpack = lint_archive_whole(lint, c, path, &zip, problem);
	lint_archive_entries(lint, c->takes_zip64, &zip);
	lint_archive_pairs(lint, &zip);
	if (zip.n_entries > 0) {
		c->layout(lint, &zip);
	}
	host_text_free(&file);
	if (unpack) {
		lint_archive_unpack(lint, path, &zip);
	}
	lint_zip_free(&zip);
}

void lint_archive(struct lint *lint, const char *path)
{
	static const struct lint_container unit = {"fmu", "the file's name must end in .fmu", 0, lint_archive_layout};
	lint_archive_of(lint, &unit, path);
}

void lint_archive_system(struct lint *lint, const char *path)
{
	static const struct lint_container system = {"ssp", "the file's name must end in .ssp", 1, lint_system_layout};
	lint_archive_of(lint, &system, path);
}
