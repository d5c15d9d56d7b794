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
#include "host_page.h"
#include "host_scene.h"
#include "host_show.h"
#include "host_sources.h"
#include "host_zip.h"
#include "md_write.h"

enum { HOST_EXPORT_MOST_LIBRARIES = 16, HOST_EXPORT_NAME_SIZE = 160, HOST_EXPORT_OTHER_ENTRIES = 48 };

/* contents of the archive and what owns them */
struct host_package {
	int n_entries, n_names, n_libraries;
	char names[2 * HOST_EXPORT_MOST_LIBRARIES][HOST_EXPORT_NAME_SIZE];
	unsigned char *libraries[HOST_EXPORT_MOST_LIBRARIES];
	struct md_text description;
	struct mech_message note; /* what the FMU is without; empty: nothing */
	struct host_text svg, png, html, scene, live, image, build;
	struct host_zip_entry entries[]; /* one for each source file, and HOST_EXPORT_OTHER_ENTRIES */
};

static void host_package_add(struct host_package *p, const char *name, const void *bytes, size_t size)
{
	p->entries[p->n_entries++] = (struct host_zip_entry){.name = name, .bytes = bytes, .size = size};
}

static int host_package_picture(struct host_package *p, const struct host_mechanism *mechanism,
                                const struct host_facts *facts, struct mech_message *message)
{
	struct host_sketch sketch;
	int status = host_sketch_make(mechanism, &facts->model, facts->q, &sketch);
	if (status != 0 || host_draw_svg(&sketch, &p->svg) != 0) {
		host_say(message, "out of memory");
		status = -1;
	} else {
		status = host_draw_png(&sketch, 1.0, &p->png, message);
	}
	host_sketch_free(&sketch);
	return status;
}

/* the page that simulates the mechanism in a browser; left out, with a note, where its module has
 * no room for the mechanism */
static int host_package_live(struct host_package *p, const struct host_facts *facts, struct mech_message *message)
{
	unsigned char *module = NULL;
	size_t size = 0;
	struct host_text unit = {0};
	const struct host_page page = {mech_name(&facts->model, facts->model.head->name), &p->scene, NULL, &unit, NULL};
	const int status =
		host_runtime_fill(HOST_RUNTIME_LIVE, facts->image.bytes, facts->image.size, &module, &size, message);
	if (status == HOST_RUNTIME_NO_ROOM) {
		host_say(&p->note, "no page that simulates: %s; cmake -DMECHFMU_LIVE_RESERVE=%zu makes more", message->text,
		         (facts->image.size + 65535) / 65536 * 65536);
		return 0;
	}
	if (status != 0) {
		return -1;
	}
	host_text_add_deflated(&unit, module, size);
	host_page_write(&page, &p->live);
	const int failed = unit.failed || p->live.failed;
	host_text_free(&unit);
	free(module);
	if (failed) {
		host_say(message, "out of memory");
		return -1;
	}
	host_package_add(p, HOST_SHOW_LIVE_PAGE, p->live.bytes, p->live.size);
	return 0;
}

/* a scene is bound to names and points, which are parameters: where the unit shows them otherwise,
 * a model with all of them is made for it */
static int host_package_scene(struct host_package *p, const struct host_mechanism *mechanism,
                              const struct host_facts *facts, struct mech_message *message)
{
	struct host_mechanism plain = *mechanism;
	struct host_image image;
	struct mech_model model;
	if (!mechanism->presentation.flat_names && mechanism->presentation.parameters == HOST_PARAMETERS_ALL) {
		host_scene_write(mechanism, &facts->model, &facts->model, &p->scene);
		return 0;
	}
	plain.presentation = (struct host_presentation){.flat_names = 0, .parameters = HOST_PARAMETERS_ALL};
	if (host_image_build(&plain, &image, message) != 0) {
		return -1;
	}
	const int status = mech_model_open(image.bytes, image.size, &model, message);
	if (status == 0) {
		host_scene_write(mechanism, &model, &facts->model, &p->scene);
	}
	host_image_free(&image);
	return status;
}

static int host_package_description(struct host_package *p, const struct host_mechanism *mechanism,
                                    const struct host_facts *facts, struct mech_message *message)
{
	char *const *credits = mechanism->presentation.credits;
	const struct md_credits makers = {credits[HOST_AUTHOR], credits[HOST_VERSION], credits[HOST_COPYRIGHT],
	                                  credits[HOST_LICENSE]};
	char guid[FMU_GUID_SIZE];
	fmu_guid(facts->image.bytes, facts->image.size, guid);
	if (host_package_scene(p, mechanism, facts, message) != 0) {
		return -1;
	}
	if (md_write(&facts->model, guid, &makers, &p->description) != 0 || p->scene.failed) {
		host_say(message, "out of memory");
		return -1;
	}
	host_package_add(p, "modelDescription.xml", p->description.bytes, p->description.size);
	host_package_add(p, HOST_SCENE_FILE, p->scene.bytes, p->scene.size);
	return 0;
}

/* pages for people who open the FMU */
static int host_package_documents(struct host_package *p, const struct host_mechanism *mechanism,
                                  const struct host_facts *facts, struct mech_message *message)
{
	size_t license_size = 0;
	const unsigned char *license = host_runtime_license(&license_size);
	if (host_package_picture(p, mechanism, facts, message) != 0) {
		return -1;
	}
	if (host_document_write(facts, &mechanism->presentation, p->svg.bytes, p->live.size > 0, &p->html) != 0) {
		host_say(message, "out of memory");
		return -1;
	}
	host_package_add(p, "model.png", p->png.bytes, p->png.size);
	host_package_add(p, "documentation/index.html", p->html.bytes, p->html.size);
	host_package_add(p, "documentation/licenses/license.txt", license, license_size);
	return 0;
}

static int host_package_sources(struct host_package *p, const struct host_facts *facts, struct mech_message *message)
{
	char identifier[MD_IDENTIFIER_SIZE];
	md_identifier(&facts->model, identifier);
	host_sources_image(facts->image.bytes, facts->image.size, &p->image);
	host_sources_build_description(identifier, &p->build);
	if (p->image.failed || p->build.failed) {
		host_say(message, "out of memory");
		return -1;
	}
	host_package_add(p, "sources/image.c", p->image.bytes, p->image.size);
	host_package_add(p, "sources/buildDescription.xml", p->build.bytes, p->build.size);
	for (int i = 0; i < host_source_file_count; i++) {
		const struct host_source_file *file = &host_source_files[i];
		host_package_add(p, file->name, file->begin, (size_t)(file->end - file->begin));
	}
	return 0;
}

/* binaries/<folder>/<identifier><extension> */
static void host_package_library(struct host_package *p, const char *folder, const char *identifier,
                                 const char *extension, const unsigned char *bytes, size_t size)
{
	char *name = p->names[p->n_names++];
	(void)snprintf(name, HOST_EXPORT_NAME_SIZE, "binaries/%s/%s%s", folder, identifier, extension);
	host_package_add(p, name, bytes, size);
	p->entries[p->n_entries - 1].flags = HOST_ZIP_PROGRAM;
}

/* the platform's library with the mechanism inside, in its folder and, if that is wanted, in the
 * second one */
static int host_package_platform(struct host_package *p, const struct host_facts *facts,
                                 const struct host_runtime *runtime, int second, struct mech_message *message)
{
	char identifier[MD_IDENTIFIER_SIZE];
	size_t size = 0;
	unsigned char *library = NULL;
	const char *folder = second ? host_runtime_second_folder(runtime->platform) : NULL;
	const int status =
		host_runtime_fill(runtime->platform, facts->image.bytes, facts->image.size, &library, &size, message);
	if (status == HOST_RUNTIME_NO_ROOM) {
		host_say_where(message, "use fewer bodies, joints or sensors");
	}
	if (status != 0) {
		return -1;
	}
	md_identifier(&facts->model, identifier);
	p->libraries[p->n_libraries++] = library;
	host_package_library(p, runtime->platform, identifier, runtime->extension, library, size);
	if (folder != NULL) {
		host_package_library(p, folder, identifier, runtime->extension, library, size);
	}
	return 0;
}

/* one library for each platform, or the native one */
static int host_package_libraries(struct host_package *p, const struct host_facts *facts, int native,
                                  struct mech_message *message)
{
	for (int i = 0; i < host_runtime_count() && p->n_libraries < HOST_EXPORT_MOST_LIBRARIES; i++) {
		struct host_runtime runtime = host_runtime_get(i);
		if (strcmp(runtime.platform, HOST_RUNTIME_LIVE) != 0 &&
		    (!native || strcmp(runtime.platform, host_runtime_native()) == 0) &&
		    host_package_platform(p, facts, &runtime, native, message) != 0) {
			return -1;
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
	host_text_free(&p->scene);
	host_text_free(&p->live);
	host_text_free(&p->image);
	host_text_free(&p->build);
	free(p);
}

static int host_package_fill(struct host_package *p, const struct host_mechanism *mechanism,
                             const struct host_facts *facts, enum host_export_use use, struct mech_message *message)
{
	const int for_others = use == HOST_EXPORT_EVERYWHERE || use == HOST_EXPORT_NATIVE;
	int status = host_package_description(p, mechanism, facts, message);
	if (status == 0 && use != HOST_EXPORT_TO_RUN && host_runtime_has_live()) {
		status = host_package_live(p, facts, message);
	}
	if (status == 0 && for_others) {
		status = host_package_documents(p, mechanism, facts, message);
	}
	if (status == 0 && for_others) {
		status = host_package_sources(p, facts, message);
	}
	if (status == 0) {
		status = host_package_libraries(p, facts, use != HOST_EXPORT_EVERYWHERE, message);
	}
	for (int i = 0; i < p->n_entries; i++) {
		p->entries[i].flags |= for_others ? 0 : HOST_ZIP_STORED;
	}
	return status;
}

/* 0, HOST_EXPORT_WITH_NOTE or -1 */
static int host_package_write(struct host_package *p, const struct host_mechanism *mechanism,
                              const struct host_facts *facts, const char *path, enum host_export_use use,
                              struct mech_message *message)
{
	if (host_package_fill(p, mechanism, facts, use, message) != 0) {
		host_say_where(message, mechanism->file);
		return -1;
	}
	if (host_zip_write(path, p->n_entries, p->entries, message) != 0) {
		return -1;
	}
	if (p->note.text[0] != 0) {
		*message = p->note;
		host_say_where(message, mechanism->file);
		return HOST_EXPORT_WITH_NOTE;
	}
	return 0;
}

int host_export(const struct host_mechanism *mechanism, const char *path, enum host_export_use use,
                struct mech_message *message)
{
	struct host_facts facts;
	/* a folder that cannot be written is found out before the work */
	if (host_file_check_writable(path, message) != 0 || host_facts_find(mechanism, &facts, message) != 0) {
		return -1;
	}
	size_t n_entries = (size_t)host_source_file_count + HOST_EXPORT_OTHER_ENTRIES;
	struct host_package *package = calloc(1, sizeof *package + n_entries * sizeof package->entries[0]);
	int status = -1;
	if (package == NULL) {
		host_say(message, "%s: out of memory", mechanism->file);
	} else {
		status = host_package_write(package, mechanism, &facts, path, use, message);
		host_package_free(package);
	}
	host_facts_free(&facts);
	return status;
}
