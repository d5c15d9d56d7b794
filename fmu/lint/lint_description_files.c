/* Files next to the description: sources that it lists, the build description, pictures. */
#define _POSIX_C_SOURCE 200809L

#include <string.h>
#include <sys/stat.h>

#include "lint_description.h"

static int lint_files_has(const struct lint *lint, const char *folder, const char *name)
{
	char inside[HOST_PATH_SIZE], path[HOST_PATH_SIZE];
	struct stat facts;
	return host_path_join(lint->folder, folder, inside) == 0 &&
	       (*name == 0 ? snprintf(path, sizeof path, "%s", inside) > 0 : host_path_join(inside, name, path) == 0) &&
	       stat(path, &facts) == 0;
}

/* a file named in a list; stays inside of sources/ */
static void lint_files_source(struct lint *lint, const xmlNode *file)
{
	char place[LINT_PLACE_SIZE];
	const char *name = host_xml_value(file, "name");
	if (name == NULL) {
		return;
	}
	(void)lint_xml_place(file, place);
	if (*name == 0 || *name == '/' || strchr(name, '\\') != NULL || strstr(name, "..") != NULL) {
		lint_find(lint, LINT_ERROR, "source-file", place,
		          "source file '%.100s' must be named relative to sources/, with forward slashes", name);
	} else if (!lint_files_has(lint, "sources", name)) {
		lint_find(lint, LINT_ERROR, "source-file", place, "source file '%.100s' is not in sources/", name);
	}
}

static void lint_files_sources(struct lint *lint, const struct lint_model *m)
{
	const xmlNode *const interfaces[] = {m->exchange, m->co_simulation};
	for (int i = 0; i < 2; i++) {
		const xmlNode *list = host_xml_child(interfaces[i], "SourceFiles");
		lint_children_unique(lint, list, "File", "source-file");
		for (const xmlNode *f = host_xml_child(list, "File"); f != NULL; f = host_xml_next(f)) {
			lint_files_source(lint, f);
		}
	}
}

/* sources that nobody says how to compile */
static void lint_files_unlisted(struct lint *lint, const struct lint_model *m)
{
	if (lint_files_has(lint, "sources", "") && !lint_files_has(lint, "sources", "buildDescription.xml") &&
	    host_xml_child(m->exchange, "SourceFiles") == NULL && host_xml_child(m->co_simulation, "SourceFiles") == NULL) {
		lint_find(lint, LINT_WARNING, "sources-unlisted", "sources/",
		          "neither SourceFiles nor sources/buildDescription.xml says which files to compile");
	}
}

static void lint_files_build(struct lint *lint, const struct lint_model *m)
{
	(void)m;
	if (!lint_files_has(lint, "sources", "buildDescription.xml")) {
		return;
	}
	xmlDoc *document = lint_xml_open(lint, "sources/buildDescription.xml", "build-description");
	const xmlNode *root = document == NULL ? NULL : xmlDocGetRootElement(document);
	const char *version = host_xml_value(root, "fmiVersion");
	char place[LINT_PLACE_SIZE];
	if (root != NULL && (!host_xml_is(root, "fmiBuildDescription") || version == NULL)) {
		lint_find(lint, LINT_ERROR, "build-description", lint_xml_place(root, place),
		          "the outermost element must be fmiBuildDescription, with the attribute fmiVersion");
	}
	for (const xmlNode *b = host_xml_child(root, "BuildConfiguration"); b != NULL; b = host_xml_next(b)) {
		for (const xmlNode *s = host_xml_child(b, "SourceFileSet"); s != NULL; s = host_xml_next(s)) {
			for (const xmlNode *f = host_xml_child(s, "SourceFile"); f != NULL; f = host_xml_next(f)) {
				lint_files_source(lint, f);
			}
		}
	}
	xmlFreeDoc(document);
}

static void lint_files_terminals(struct lint *lint, const struct lint_model *m)
{
	(void)m;
	if (lint_files_has(lint, "terminalsAndIcons", "terminalsAndIcons.xml")) {
		xmlFreeDoc(lint_xml_open(lint, "terminalsAndIcons/terminalsAndIcons.xml", "terminals-and-icons"));
	}
}

static void lint_files_picture(struct lint *lint, const struct lint_model *m)
{
	static const char *const pictures[] = {"model.png", "terminalsAndIcons/icon.png"};
	static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
	(void)m;
	for (int i = 0; i < 2; i++) {
		char path[HOST_PATH_SIZE];
		unsigned char head[8] = {0};
		FILE *file = host_path_join(lint->folder, pictures[i], path) == 0 ? fopen(path, "rb") : NULL;
		if (file == NULL) {
			continue;
		}
		size_t count = fread(head, 1, sizeof head, file);
		(void)fclose(file);
		if (count != sizeof head || memcmp(head, signature, sizeof head) != 0) {
			lint_find(lint, LINT_WARNING, "picture", pictures[i], "is no PNG file");
		}
	}
}

void lint_description_files(struct lint *lint, const struct lint_model *m)
{
	static lint_rule *const rules[] = {lint_files_sources, lint_files_unlisted, lint_files_build, lint_files_terminals,
	                                   lint_files_picture};
	lint_apply(lint, m, (int)(sizeof rules / sizeof rules[0]), rules);
}
