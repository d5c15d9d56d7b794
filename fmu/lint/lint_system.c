/* A system of units in an archive (SSP 1.0): its structure, then each unit, whose findings are
 * those of lint_run with the unit's name before the place. */
#define _POSIX_C_SOURCE 200809L

#include "lint_system.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host_zip.h"

/* ---- the units of the archive */

struct lint_units {
	int n, failed;
	char **names; /* paths in the archive, sorted */
};

static int lint_units_add(struct lint_units *units, const char *name)
{
	char **names = realloc(units->names, (size_t)(units->n + 1) * sizeof *names);
	if (names != NULL) {
		units->names = names;
		names[units->n] = malloc(strlen(name) + 1);
	}
	if (names == NULL || names[units->n] == NULL) {
		units->failed = 1;
		return -1;
	}
	memcpy(names[units->n++], name, strlen(name) + 1);
	return 0;
}

/* files that end in .fmu under folder/inside; depth keeps the recursion short */
static void lint_units_find(struct lint_units *units, const char *folder, const char *inside, int depth)
{
	char path[HOST_PATH_SIZE], name[HOST_PATH_SIZE];
	struct stat info;
	if (host_path_join(folder, inside, path) != 0) {
		return;
	}
	DIR *list = opendir(path);
	for (const struct dirent *e = list == NULL ? NULL : readdir(list); e != NULL && !units->failed; e = readdir(list)) {
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) {
			continue;
		}
		int length = snprintf(name, sizeof name, "%s%s%s", inside, inside[0] == 0 ? "" : "/", e->d_name);
		if (length < 0 || (size_t)length >= sizeof name || host_path_join(folder, name, path) != 0 ||
		    lstat(path, &info) != 0) {
			continue;
		}
		if (S_ISDIR(info.st_mode) && depth > 0) {
			lint_units_find(units, folder, name, depth - 1);
		} else if (S_ISREG(info.st_mode) && host_path_has_extension(name, "fmu")) {
			(void)lint_units_add(units, name);
		}
	}
	if (list != NULL) {
		(void)closedir(list);
	}
}

static int lint_units_compare(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;
	return strcmp(*x, *y);
}

/* ---- one of them */

/* findings of the unit, with its name in front */
static void lint_system_adopt(struct lint *lint, const struct lint *unit, const char *name)
{
	for (int i = 0; i < unit->n_findings; i++) {
		const struct lint_finding *f = &unit->findings[i];
		char place[400];
		(void)snprintf(place, sizeof place, "%.200s%s%s", name, f->place[0] == 0 ? "" : ": ", f->place);
		lint_find(lint, f->level, f->rule, place, "%s", f->text);
	}
	lint->n_checks += unit->n_checks;
	if (unit->failed) {
		lint->failed = 1;
		lint->reason = unit->reason;
	}
}

static void lint_system_unit(struct lint *lint, const xmlNode *root, const char *name)
{
	char path[HOST_PATH_SIZE];
	struct lint unit;
	if (host_path_join(lint->folder, name, path) != 0) {
		return;
	}
	lint_run(path, &unit);
	lint_system_adopt(lint, &unit, name);
	if (root != NULL && unit.folder[0] != 0 && host_path_join(unit.folder, "modelDescription.xml", path) == 0) {
		xmlDoc *description = lint_xml_parse(&unit, path);
		if (description != NULL) {
			lint_structure_unit(lint, root, name, xmlDocGetRootElement(description));
		}
		xmlFreeDoc(description);
	}
	lint_free(&unit);
}

/* ---- the whole */

static void lint_system_packed(struct lint *lint, const char *path)
{
	char file[HOST_PATH_SIZE];
	struct lint_units units = {0, 0, NULL};
	lint_archive_system(lint, path);
	if (lint->folder[0] == 0 || lint->failed) {
		return;
	}
	int there = host_path_join(lint->folder, "SystemStructure.ssd", file) == 0;
	struct stat info;
	there = there && stat(file, &info) == 0;
	xmlDoc *document = there ? lint_xml_open(lint, "SystemStructure.ssd", "system-xml") : NULL;
	const xmlNode *root = document == NULL ? NULL : xmlDocGetRootElement(document);
	if (root != NULL) {
		lint_structure(lint, root, lint->folder);
	}
	lint_units_find(&units, lint->folder, "", 8);
	lint->failed |= units.failed;
	if (units.n > 1) {
		qsort(units.names, (size_t)units.n, sizeof *units.names, lint_units_compare);
	}
	for (int i = 0; i < units.n; i++) {
		if (!lint->failed) {
			lint_system_unit(lint, root, units.names[i]);
		}
		free(units.names[i]);
	}
	free(units.names);
	xmlFreeDoc(document);
}

void lint_system(struct lint *lint, const char *path)
{
	if (host_path_has_extension(path, "ssp")) {
		lint_system_packed(lint, path);
		return;
	}
	struct host_text text = {0};
	struct mech_message message = {""};
	lint_checked(lint);
	const int status = host_file_read(path, HOST_ZIP_MOST_BYTES, &text, &message);
	host_text_free(&text);
	if (status != 0) {
		lint_find(lint, LINT_ERROR, "system-read", "", "%s", message.text);
		return;
	}
	xmlDoc *document = lint_xml_open_file(lint, path, host_path_name(path), "system-xml");
	if (document != NULL) {
		lint_structure(lint, xmlDocGetRootElement(document), NULL);
	}
	xmlFreeDoc(document);
}
