/* Life of an instance: loading, what fmi2Instantiate is given, freeing, loading again. */
#define _POSIX_C_SOURCE 200809L

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "lint_unit.h"

/* ---- loading */

static void lint_life_text(struct lint_unit *u, const char *function, const char *(*call)(void), const char *expected)
{
	struct lint_instance nobody = {.unit = u};
	lint_enter(&nobody, function);
	const char *text = call();
	lint_looked(u);
	if (text == NULL || strcmp(text, expected) != 0) {
		lint_tell(u, LINT_ERROR, "interface-version", NULL, "returned '%.60s' instead of '%s'",
		          text == NULL ? "NULL" : text, expected);
	}
}

/* which functions are to be there is a matter of the library's symbols */
static void lint_life_missing(struct lint_unit *u)
{
	enum { MOST = 5 };
	char names[300] = "";
	for (int k = 0; k <= MOST && host_fmu_missing(&u->fmu, k) != NULL; k++) {
		size_t used = strlen(names);
		(void)snprintf(names + used, sizeof names - used, "%s%s", k == 0 ? "" : ", ",
		               k == MOST ? "..." : host_fmu_missing(&u->fmu, k));
	}
	if (names[0] != 0) {
		lint_tell(u, LINT_NOTE, "function-not-called", "", "the library lacks %s: what needs it was left out", names);
	}
}

/* what every other check takes for granted */
void lint_check_loading(struct lint_unit *u)
{
	lint_life_missing(u);
	lint_life_text(u, "fmi2GetTypesPlatform", u->fmu.functions.GetTypesPlatform, fmi2TypesPlatform);
	lint_life_text(u, "fmi2GetVersion", u->fmu.functions.GetVersion, fmi2Version);
	struct lint_instance *i = lint_begin(u, LINT_TERMINATED);
	u->shared->usable = i != NULL;
	lint_free_instance(i);
}

/* ---- what fmi2Instantiate is given */

static struct lint_instance *lint_life_try(struct lint_unit *u, const char *guid, const char *resources,
                                           const fmi2CallbackFunctions *functions, fmi2Boolean logging)
{
	struct lint_instance *i = lint_blank(u);
	fmi2CallbackFunctions *own = NULL;
	if (functions != NULL) {
		own = lint_take(u, 1, sizeof *own);
		*own = *functions;
		own->componentEnvironment = i;
	}
	i->mute = own == NULL || own->logger == NULL;
	(void)lint_instantiate(i, guid, resources, own, logging);
	return i;
}

static void lint_life_guid(struct lint_unit *u, const fmi2CallbackFunctions *functions)
{
	if (!lint_item(u, LINT_ERROR, "a wrong GUID")) {
		return;
	}
	struct lint_instance *i =
		lint_life_try(u, "{00000000-0000-0000-0000-000000000000}", u->fmu.resources, functions, fmi2True);
	if (i->component != NULL) {
		lint_tell(u, LINT_ERROR, "guid-not-compared", NULL,
		          "a wrong GUID is accepted, so that a description of another unit goes unnoticed");
	} else if (u->n_messages == 0) {
		lint_tell(u, LINT_ERROR, "status-not-logged", NULL,
		          "returned NULL for a wrong GUID without a message to the logger");
	}
	lint_free_instance(i);
}

/* an instance made with these callbacks should be usable; `crashing`, `refused`: how bad it is if
 * not */
static void lint_life_callbacks(struct lint_unit *u, const char *what, const fmi2CallbackFunctions *functions,
                                enum lint_level crashing, enum lint_level refused)
{
	if (!lint_item(u, crashing, what)) {
		return;
	}
	struct lint_instance *i = lint_life_try(u, u->fmu.description.guid, u->fmu.resources, functions, fmi2True);
	if (i->component == NULL) {
		lint_tell(u, refused, "callbacks-refused", NULL, "no instance when %s", what);
	} else {
		/* the last call is one that wants to log something */
		(void)(lint_bring(i, LINT_STEPPING) == 0 &&
		       LINT_CALL(i, DoStep, i->component, u->start, -1.0, fmi2True) == fmi2OK);
	}
	lint_free_instance(i);
}

static int lint_life_n_stale;

static void lint_life_stale_logger(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status,
                                   fmi2String category, fmi2String message, ...)
{
	(void)message;
	lint_life_n_stale++;
	/* what the unit had to say was said */
	lint_logger(environment, name, status, category, "a message through the former structure");
}

/* the structure of callbacks holds during fmi2Instantiate only (FMI 2.0.5) */
static void lint_life_copy(struct lint_unit *u)
{
	if (!lint_item(u, LINT_WARNING, "callbacks changed after fmi2Instantiate")) {
		return;
	}
	struct lint_instance *i = lint_blank(u);
	fmi2CallbackFunctions functions = {lint_logger, calloc, free, NULL, i};
	if (lint_instantiate(i, u->fmu.description.guid, u->fmu.resources, &functions, fmi2True) == NULL) {
		return;
	}
	functions.logger = lint_life_stale_logger;
	if (lint_bring(i, LINT_STEPPING) == 0) {
		(void)LINT_CALL(i, DoStep, i->component, u->start, -1.0, fmi2True);
	}
	if (lint_life_n_stale > 0) {
		lint_tell(u, LINT_WARNING, "callbacks-not-copied", NULL,
		          "the unit keeps a pointer to the importer's structure of callbacks instead of a copy");
	}
	lint_free_instance(i);
}

static void lint_life_quiet(struct lint_unit *u, const fmi2CallbackFunctions *functions)
{
	if (!lint_item(u, LINT_ERROR, "logging switched off")) {
		return;
	}
	u->quiet = 1;
	struct lint_instance *i = lint_life_try(u, u->fmu.description.guid, u->fmu.resources, functions, fmi2False);
	(void)(i->component != NULL && lint_bring(i, LINT_TERMINATED));
	lint_free_instance(i);
	u->quiet = 0;
}

/* ---- the place of the resources */

enum lint_uri { LINT_URI, LINT_URI_ENCODED, LINT_URI_PATH, LINT_URI_TEXT };

static const struct {
	const char *before, *after; /* around the path, as it stands in an URI; URI_TEXT: the whole text */
	enum lint_uri kind;
	enum lint_level level;
	const char *what;
} lint_uris[] = {
	{"file://", "", LINT_URI, LINT_ERROR, "file:///path"},
	{"file:", "", LINT_URI, LINT_ERROR, "file:/path"},
	{"file://", "/", LINT_URI, LINT_WARNING, "file:///path/ with a slash at its end"},
	{"file://localhost", "", LINT_URI, LINT_WARNING, "file://localhost/path"},
	{"FILE://", "", LINT_URI, LINT_WARNING, "FILE:///path"},
	{"file://", "", LINT_URI_ENCODED, LINT_ERROR, "a path with percent-encoded letters"},
	{"", "", LINT_URI_PATH, LINT_NOTE, "a plain path"},
	{"", "", LINT_URI_TEXT, LINT_NOTE, "an empty text"},
	{NULL, "", LINT_URI_TEXT, LINT_NOTE, "NULL"},
};

static const char *lint_life_uri(const struct lint_unit *u, int k, char uri[4 * HOST_PATH_SIZE])
{
	const char *path = u->fmu.resources + strlen("file://");
	if (lint_uris[k].kind == LINT_URI_TEXT) {
		return lint_uris[k].before;
	}
	if (lint_uris[k].kind == LINT_URI_PATH) {
		(void)snprintf(uri, 4 * HOST_PATH_SIZE, "%s/resources", u->fmu.folder);
	} else if (lint_uris[k].kind == LINT_URI_ENCODED && path[0] == '/' && path[1] != '%') {
		(void)snprintf(uri, 4 * HOST_PATH_SIZE, "file:///%%%02x%s", (unsigned)(unsigned char)path[1], path + 2);
	} else {
		(void)snprintf(uri, 4 * HOST_PATH_SIZE, "%s%s%s", lint_uris[k].before, path, lint_uris[k].after);
	}
	return uri;
}

static void lint_life_resources(struct lint_unit *u, const fmi2CallbackFunctions *functions)
{
	static char uri[4 * HOST_PATH_SIZE];
	for (int k = 0; k < (int)(sizeof lint_uris / sizeof lint_uris[0]); k++) {
		char what[80];
		(void)snprintf(what, sizeof what, "fmuResourceLocation is %s", lint_uris[k].what);
		if (!lint_item(u, lint_uris[k].level, what)) {
			continue;
		}
		struct lint_instance *i =
			lint_life_try(u, u->fmu.description.guid, lint_life_uri(u, k, uri), functions, fmi2True);
		/* resources may be read as late as in initialization mode */
		if (i->component == NULL || !lint_try_initialize(i)) {
			lint_tell(u, lint_uris[k].level, "resource-location", NULL, "the unit cannot be used when %s%s%s", what,
			          u->message[0] == 0 ? "" : ": ", u->message);
		}
		lint_free_instance(i);
	}
}

/* ---- freeing and loading again */

static void lint_life_again(struct lint_unit *u)
{
	if (lint_item(u, LINT_ERROR, "no instance")) {
		struct lint_instance nobody = {.unit = u};
		lint_enter(&nobody, "fmi2FreeInstance(NULL)");
		u->fmu.functions.FreeInstance(NULL);
	}
	if (lint_item(u, LINT_ERROR, "one instance after another")) {
		for (int k = 0; k < 5; k++) {
			lint_free_instance(lint_begin(u, 1 << k % 4));
		}
	}
	if (lint_item(u, LINT_ERROR, "the library loaded twice")) {
		struct mech_message message = {""};
		lint_free_instance(lint_begin(u, LINT_STEPPING));
		(void)snprintf(u->shared->call, sizeof u->shared->call, "unloading the library and loading it again");
		if (dlclose(u->fmu.library) != 0 || host_fmu_load(&u->fmu, &message) != 0) {
			lint_tell(u, LINT_ERROR, "library-unusable", NULL, "%s", message.text);
		} else {
			lint_free_instance(lint_begin(u, LINT_TERMINATED));
		}
	}
}

void lint_check_instantiation(struct lint_unit *u)
{
	const fmi2CallbackFunctions usual = {lint_logger, calloc, free, NULL, NULL};
	const fmi2CallbackFunctions no_memory = {lint_logger, NULL, NULL, NULL, NULL};
	const fmi2CallbackFunctions no_logger = {NULL, calloc, free, NULL, NULL};
	lint_life_guid(u, &usual);
	if (u->fmu.description.own_memory) {
		lint_life_callbacks(u, "allocateMemory and freeMemory are NULL, which the unit says it does not need",
		                    &no_memory, LINT_ERROR, LINT_ERROR);
	}
	lint_life_callbacks(u, "the logger is NULL", &no_logger, LINT_WARNING, LINT_NOTE);
	lint_life_callbacks(u, "there are no callbacks at all (NULL)", NULL, LINT_NOTE, LINT_NOTE);
	lint_life_copy(u);
	lint_life_quiet(u, &usual);
	lint_life_resources(u, &usual);
	lint_life_again(u);
}
