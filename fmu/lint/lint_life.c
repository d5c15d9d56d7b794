/* Life of an instance: loading, what fmi2Instantiate is given, freeing, loading again. */
#define _POSIX_C_SOURCE 200809L

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "lint_unit.h"

/* ---- loading */

static void host_lint_life_text(struct host_lint_unit *u, const char *function, const char *(*call)(void),
                                const char *expected)
{
	struct host_lint_instance nobody = {.unit = u};
	host_lint_enter(&nobody, function);
	const char *text = call();
	host_lint_looked(u);
	if (text == NULL || strcmp(text, expected) != 0) {
		host_lint_tell(u, HOST_LINT_ERROR, "interface-version", NULL, "returned '%.60s' instead of '%s'",
		               text == NULL ? "NULL" : text, expected);
	}
}

/* which functions are to be there is a matter of the library's symbols */
static void host_lint_life_missing(struct host_lint_unit *u)
{
	enum { MOST = 5 };
	char names[300] = "";
	for (int k = 0; k <= MOST && host_fmu_missing(&u->fmu, k) != NULL; k++) {
		size_t used = strlen(names);
		(void)snprintf(names + used, sizeof names - used, "%s%s", k == 0 ? "" : ", ",
		               k == MOST ? "..." : host_fmu_missing(&u->fmu, k));
	}
	if (names[0] != 0) {
		host_lint_tell(u, HOST_LINT_NOTE, "function-not-called", "", "the library lacks %s: what needs it was left out",
		               names);
	}
}

/* what every other check takes for granted */
void host_lint_check_loading(struct host_lint_unit *u)
{
	host_lint_life_missing(u);
	host_lint_life_text(u, "fmi2GetTypesPlatform", u->fmu.functions.GetTypesPlatform, fmi2TypesPlatform);
	host_lint_life_text(u, "fmi2GetVersion", u->fmu.functions.GetVersion, fmi2Version);
	struct host_lint_instance *i = host_lint_begin(u, HOST_LINT_TERMINATED);
	u->shared->usable = i != NULL;
	host_lint_free_instance(i);
}

/* ---- what fmi2Instantiate is given */

static struct host_lint_instance *host_lint_life_try(struct host_lint_unit *u, const char *guid, const char *resources,
                                                     const fmi2CallbackFunctions *functions, fmi2Boolean logging)
{
	struct host_lint_instance *i = host_lint_blank(u);
	fmi2CallbackFunctions *own = NULL;
	if (functions != NULL) {
		own = host_lint_take(u, 1, sizeof *own);
		*own = *functions;
		own->componentEnvironment = i;
	}
	i->mute = own == NULL || own->logger == NULL;
	(void)host_lint_instantiate(i, guid, resources, own, logging);
	return i;
}

static void host_lint_life_guid(struct host_lint_unit *u, const fmi2CallbackFunctions *functions)
{
	if (!host_lint_item(u, HOST_LINT_ERROR, "a wrong GUID")) {
		return;
	}
	struct host_lint_instance *i =
		host_lint_life_try(u, "{00000000-0000-0000-0000-000000000000}", u->fmu.resources, functions, fmi2True);
	if (i->component != NULL) {
		host_lint_tell(u, HOST_LINT_ERROR, "guid-not-compared", NULL,
		               "a wrong GUID is accepted, so that a description of another unit goes unnoticed");
	} else if (u->n_messages == 0) {
		host_lint_tell(u, HOST_LINT_ERROR, "status-not-logged", NULL,
		               "returned NULL for a wrong GUID without a message to the logger");
	}
	host_lint_free_instance(i);
}

/* an instance made with these callbacks should be usable; `crashing`, `refused`: how bad it is if not */
static void host_lint_life_callbacks(struct host_lint_unit *u, const char *what, const fmi2CallbackFunctions *functions,
                                     enum host_lint_level crashing, enum host_lint_level refused)
{
	if (!host_lint_item(u, crashing, what)) {
		return;
	}
	struct host_lint_instance *i =
		host_lint_life_try(u, u->fmu.description.guid, u->fmu.resources, functions, fmi2True);
	if (i->component == NULL) {
		host_lint_tell(u, refused, "callbacks-refused", NULL, "no instance when %s", what);
	} else {
		/* the last call is one that wants to log something */
		(void)(host_lint_bring(i, HOST_LINT_STEPPING) == 0 &&
		       HOST_LINT_CALL(i, DoStep, i->component, u->start, -1.0, fmi2True) == fmi2OK);
	}
	host_lint_free_instance(i);
}

static int host_lint_life_n_stale;

static void host_lint_life_stale_logger(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status,
                                        fmi2String category, fmi2String message, ...)
{
	(void)message;
	host_lint_life_n_stale++;
	/* what the unit had to say was said */
	host_lint_logger(environment, name, status, category, "a message through the former structure");
}

/* the structure of callbacks holds during fmi2Instantiate only (FMI 2.0.5) */
static void host_lint_life_copy(struct host_lint_unit *u)
{
	if (!host_lint_item(u, HOST_LINT_WARNING, "callbacks changed after fmi2Instantiate")) {
		return;
	}
	struct host_lint_instance *i = host_lint_blank(u);
	fmi2CallbackFunctions functions = {host_lint_logger, calloc, free, NULL, i};
	if (host_lint_instantiate(i, u->fmu.description.guid, u->fmu.resources, &functions, fmi2True) == NULL) {
		return;
	}
	functions.logger = host_lint_life_stale_logger;
	if (host_lint_bring(i, HOST_LINT_STEPPING) == 0) {
		(void)HOST_LINT_CALL(i, DoStep, i->component, u->start, -1.0, fmi2True);
	}
	if (host_lint_life_n_stale > 0) {
		host_lint_tell(u, HOST_LINT_WARNING, "callbacks-not-copied", NULL,
		               "the unit keeps a pointer to the importer's structure of callbacks instead of a copy");
	}
	host_lint_free_instance(i);
}

static void host_lint_life_quiet(struct host_lint_unit *u, const fmi2CallbackFunctions *functions)
{
	if (!host_lint_item(u, HOST_LINT_ERROR, "logging switched off")) {
		return;
	}
	u->quiet = 1;
	struct host_lint_instance *i =
		host_lint_life_try(u, u->fmu.description.guid, u->fmu.resources, functions, fmi2False);
	(void)(i->component != NULL && host_lint_bring(i, HOST_LINT_TERMINATED));
	host_lint_free_instance(i);
	u->quiet = 0;
}

/* ---- the place of the resources */

enum host_lint_uri { HOST_LINT_URI, HOST_LINT_URI_ENCODED, HOST_LINT_URI_PATH, HOST_LINT_URI_TEXT };

static const struct {
	const char *before, *behind; /* around the path, as it stands in an URI; URI_TEXT: the whole text */
	enum host_lint_uri kind;
	enum host_lint_level level;
	const char *what;
} host_lint_uris[] = {
	{"file://", "", HOST_LINT_URI, HOST_LINT_ERROR, "file:///path"},
	{"file:", "", HOST_LINT_URI, HOST_LINT_ERROR, "file:/path"},
	{"file://", "/", HOST_LINT_URI, HOST_LINT_WARNING, "file:///path/ with a slash at its end"},
	{"file://localhost", "", HOST_LINT_URI, HOST_LINT_WARNING, "file://localhost/path"},
	{"FILE://", "", HOST_LINT_URI, HOST_LINT_WARNING, "FILE:///path"},
	{"file://", "", HOST_LINT_URI_ENCODED, HOST_LINT_ERROR, "a path with percent-encoded letters"},
	{"", "", HOST_LINT_URI_PATH, HOST_LINT_NOTE, "a plain path"},
	{"", "", HOST_LINT_URI_TEXT, HOST_LINT_NOTE, "an empty text"},
	{NULL, "", HOST_LINT_URI_TEXT, HOST_LINT_NOTE, "NULL"},
};

static const char *host_lint_life_uri(const struct host_lint_unit *u, int k, char uri[4 * HOST_PATH_SIZE])
{
	const char *path = u->fmu.resources + strlen("file://");
	if (host_lint_uris[k].kind == HOST_LINT_URI_TEXT) {
		return host_lint_uris[k].before;
	}
	if (host_lint_uris[k].kind == HOST_LINT_URI_PATH) {
		(void)snprintf(uri, 4 * HOST_PATH_SIZE, "%s/resources", u->fmu.folder);
	} else if (host_lint_uris[k].kind == HOST_LINT_URI_ENCODED && path[0] == '/' && path[1] != '%') {
		(void)snprintf(uri, 4 * HOST_PATH_SIZE, "file:///%%%02x%s", (unsigned)(unsigned char)path[1], path + 2);
	} else {
		(void)snprintf(uri, 4 * HOST_PATH_SIZE, "%s%s%s", host_lint_uris[k].before, path, host_lint_uris[k].behind);
	}
	return uri;
}

static void host_lint_life_resources(struct host_lint_unit *u, const fmi2CallbackFunctions *functions)
{
	static char uri[4 * HOST_PATH_SIZE];
	for (int k = 0; k < (int)(sizeof host_lint_uris / sizeof host_lint_uris[0]); k++) {
		char what[80];
		(void)snprintf(what, sizeof what, "fmuResourceLocation is %s", host_lint_uris[k].what);
		if (!host_lint_item(u, host_lint_uris[k].level, what)) {
			continue;
		}
		struct host_lint_instance *i =
			host_lint_life_try(u, u->fmu.description.guid, host_lint_life_uri(u, k, uri), functions, fmi2True);
		/* resources may be read as late as in initialization mode */
		if (i->component == NULL || !host_lint_try_initialize(i)) {
			host_lint_tell(u, host_lint_uris[k].level, "resource-location", NULL, "the unit cannot be used when %s%s%s",
			               what, u->message[0] == 0 ? "" : ": ", u->message);
		}
		host_lint_free_instance(i);
	}
}

/* ---- freeing and loading again */

static void host_lint_life_again(struct host_lint_unit *u)
{
	if (host_lint_item(u, HOST_LINT_ERROR, "no instance")) {
		struct host_lint_instance nobody = {.unit = u};
		host_lint_enter(&nobody, "fmi2FreeInstance(NULL)");
		u->fmu.functions.FreeInstance(NULL);
	}
	if (host_lint_item(u, HOST_LINT_ERROR, "one instance after another")) {
		for (int k = 0; k < 5; k++) {
			host_lint_free_instance(host_lint_begin(u, 1 << k % 4));
		}
	}
	if (host_lint_item(u, HOST_LINT_ERROR, "the library loaded twice")) {
		struct mech_message message = {""};
		host_lint_free_instance(host_lint_begin(u, HOST_LINT_STEPPING));
		(void)snprintf(u->shared->call, sizeof u->shared->call, "unloading the library and loading it again");
		if (dlclose(u->fmu.library) != 0 || host_fmu_load(&u->fmu, &message) != 0) {
			host_lint_tell(u, HOST_LINT_ERROR, "library-unusable", NULL, "%s", message.text);
		} else {
			host_lint_free_instance(host_lint_begin(u, HOST_LINT_TERMINATED));
		}
	}
}

void host_lint_check_instantiation(struct host_lint_unit *u)
{
	const fmi2CallbackFunctions usual = {host_lint_logger, calloc, free, NULL, NULL};
	const fmi2CallbackFunctions no_memory = {host_lint_logger, NULL, NULL, NULL, NULL};
	const fmi2CallbackFunctions no_logger = {NULL, calloc, free, NULL, NULL};
	host_lint_life_guid(u, &usual);
	if (u->fmu.description.own_memory) {
		host_lint_life_callbacks(u, "allocateMemory and freeMemory are NULL, which the unit says it does not need",
		                         &no_memory, HOST_LINT_ERROR, HOST_LINT_ERROR);
	}
	host_lint_life_callbacks(u, "the logger is NULL", &no_logger, HOST_LINT_WARNING, HOST_LINT_NOTE);
	host_lint_life_callbacks(u, "there are no callbacks at all (NULL)", NULL, HOST_LINT_NOTE, HOST_LINT_NOTE);
	host_lint_life_copy(u);
	host_lint_life_quiet(u, &usual);
	host_lint_life_resources(u, &usual);
	host_lint_life_again(u);
}
