#include "host_export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmu_image.h"
#include "host_document.h"
#include "host_draw.h"
#include "host_facts.h"
#include "host_file.h"
#include "host_runtimes.h"
#include "host_zip.h"
#include "md_write.h"

enum { HOST_EXPORT_MOST_LIBRARIES = 16, HOST_EXPORT_NAME_SIZE = 160, HOST_EXPORT_MOST_ENTRIES = 48 };

/* contents of the archive and what owns them */
struct host_package {
	int n_entries, n_names, n_libraries;
	struct host_zip_entry entries[HOST_EXPORT_MOST_ENTRIES];
	char names[2 * HOST_EXPORT_MOST_LIBRARIES][HOST_EXPORT_NAME_SIZE];
	unsigned char *libraries[HOST_EXPORT_MOST_LIBRARIES];
	struct md_text description;
	struct host_text svg, png, html;
};

static void host_package_add(struct host_package *p, const char *name, const void *bytes, size_t size, int program)
{
	p->entries[p->n_entries++] = (struct host_zip_entry){name, bytes, size, program};
}

static int host_package_picture(struct host_package *p, const struct host_facts *facts, struct mech_message *message)
{
	struct host_sketch sketch;
	int status = host_sketch_make(&facts->model, facts->q, &sketch);
	if (status != 0 || host_draw_svg(&sketch, &p->svg) != 0) {
		host_say(message, "not enough memory for the drawing");
		status = -1;
	} else {
		status = host_draw_png(&sketch, 1.0, &p->png, message);
	}
	host_sketch_free(&sketch);
	return status;
}

static int host_package_texts(struct host_package *p, const struct host_facts *facts, struct mech_message *message)
{
	char guid[FMU_GUID_SIZE];
	fmu_guid(facts->image.bytes, facts->image.size, guid);
	if (host_package_picture(p, facts, message) != 0) {
		return -1;
	}
	if (md_write(&facts->model, guid, &p->description) != 0 ||
	    host_document_write(facts, p->svg.bytes, &p->html) != 0) {
		host_say(message, "not enough memory for the description");
		return -1;
	}
	size_t license_size = 0;
	const unsigned char *license = host_runtime_license(&license_size);
	host_package_add(p, "modelDescription.xml", p->description.bytes, p->description.size, 0);
	host_package_add(p, "model.png", p->png.bytes, p->png.size, 0);
	host_package_add(p, "documentation/index.html", p->html.bytes, p->html.size, 0);
	host_package_add(p, "documentation/licenses/license.txt", license, license_size, 0);
	host_package_add(p, "resources/", NULL, 0, 0);
	return 0;
}

/* binaries/<folder>/<identifier><extension> */
static void host_package_library(struct host_package *p, const char *folder, const char *identifier,
                                 const char *extension, const unsigned char *bytes, size_t size)
{
	char *name = p->names[p->n_names++];
	(void)snprintf(name, HOST_EXPORT_NAME_SIZE, "binaries/%s/%s%s", folder, identifier, extension);
	host_package_add(p, name, bytes, size, 1);
}

/* one library for each platform this program carries runtimes for */
static int host_package_libraries(struct host_package *p, const struct host_facts *facts, struct mech_message *message)
{
	char identifier[MD_IDENTIFIER_SIZE];
	md_identifier(&facts->model, identifier);
	for (int i = 0; i < host_runtime_count() && p->n_libraries < HOST_EXPORT_MOST_LIBRARIES; i++) {
		struct host_runtime runtime = host_runtime_get(i);
		size_t size = 0;
		if (i > 0 && strcmp(host_runtime_get(i - 1).platform, runtime.platform) == 0) {
			continue;
		}
		unsigned char *library = NULL;
		if (host_runtime_fill(runtime.platform, facts->image.bytes, facts->image.size, &library, &size, message) != 0) {
			return -1;
		}
		p->libraries[p->n_libraries++] = library;
		host_package_library(p, runtime.platform, identifier, runtime.extension, library, size);
		if (runtime.second_folder != NULL) {
			host_package_library(p, runtime.second_folder, identifier, runtime.extension, library, size);
		}
	}
	return 0;
}

static void host_package_free(struct host_package *p)
{
	for (int i = 0; i < p->n_libraries; i++) {
		free(p->libraries[i]);
	}
	free(p->description.bytes);
	host_text_free(&p->svg);
	host_text_free(&p->png);
	host_text_free(&p->html);
	free(p);
}

int host_export(const struct host_mechanism *mechanism, const char *path, struct mech_message *message)
{
	struct host_facts facts;
	/* a folder that cannot be written is found out before the work */
	if (host_file_check_writable(path, message) != 0 || host_facts_find(mechanism, &facts, message) != 0) {
		return -1;
	}
	struct host_package *package = calloc(1, sizeof *package);
	int status = -1;
	if (package == NULL) {
		host_say(message, "%s: not enough memory", mechanism->file);
	} else if (host_package_texts(package, &facts, message) != 0 ||
	           host_package_libraries(package, &facts, message) != 0) {
		host_say_where(message, mechanism->file);
	} else {
		status = host_zip_write(path, package->n_entries, package->entries, message);
	}
	if (package != NULL) {
		host_package_free(package);
	}
	host_facts_free(&facts);
	return status;
}
