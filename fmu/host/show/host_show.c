#define _POSIX_C_SOURCE 200809L

#include "host_show.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host_fmu.h"
#include "host_page.h"
#include "host_scene.h"
#include "host_suggest.h"
#include "host_zip.h"

#define HOST_SHOW_MOST_RESULTS ((size_t)1 << 30)
enum { HOST_SHOW_NAME = 200 };
#define HOST_SHOW_MOST_SCENE ((size_t)1 << 26)

/* the scene is ours, and of a version that this program knows */
int host_show_scene(const char *folder, struct host_text *scene, struct mech_message *message)
{
	static const char head[] = "{\n\"version\": 1,", end[] = "]\n}\n";
	const size_t n = sizeof end - 1;
	struct mech_message unread;
	char path[HOST_PATH_SIZE];
	if (host_path_join(folder, HOST_SCENE_FILE, path) != 0 || access(path, R_OK) != 0) {
		host_say(message, "has no " HOST_SCENE_FILE ": units of other programs have none; "
		                  "show the mechanism's file, or export it again");
		return 1;
	}
	if (host_file_read(path, HOST_SHOW_MOST_SCENE, scene, &unread) != 0) {
		host_say(message, "%s", unread.text);
		return -1;
	}
	if (scene->size < sizeof head || memcmp(scene->bytes, head, sizeof head - 1) != 0 ||
	    memchr(scene->bytes, '<', scene->size) != NULL) {
		host_say(message, HOST_SCENE_FILE " is no scene of version %d: export the mechanism again", HOST_SCENE_VERSION);
		return -1;
	}
	if (memcmp(scene->bytes + scene->size - n, end, n) != 0) {
		host_say(message, HOST_SCENE_FILE " ends too early: export the mechanism again");
		return -1;
	}
	return 0;
}

int host_show_unit(const char *folder, struct host_text *unit, struct mech_message *message)
{
	struct host_text page = {0};
	char path[HOST_PATH_SIZE];
	int status = 0;
	if (host_path_join(folder, HOST_SHOW_LIVE_PAGE, path) == 0 && access(path, R_OK) == 0) {
		status = host_file_read(path, HOST_SHOW_MOST_SCENE, &page, message);
		if (status == 0) {
			host_page_unit(&page, unit);
		}
	}
	host_text_free(&page);
	return status;
}

/* the columns that a name means: that of the variable, or all of the vector, as JSON; returns how
 * many */
static int host_show_columns(const char *name, const struct host_results *columns, struct host_text *plot)
{
	const size_t n = strlen(name);
	int found = 0;
	for (int k = 1; k < columns->n_columns; k++) {
		const char *column = columns->names[k];
		if (strncmp(column, name, n) == 0 && (column[n] == 0 || column[n] == '[')) {
			host_text_add(plot, plot->size == 0 ? "" : ", ");
			host_text_add_json(plot, column);
			found++;
		}
	}
	return found;
}

/* the names of --plot as JSON, between the brackets of a list */
static int host_show_plot(const char *names, const struct host_results *columns, struct host_text *plot,
                          struct mech_message *message)
{
	const char *next = names;
	while (next != NULL) {
		char name[HOST_SHOW_NAME];
		const char *comma = strchr(next, ',');
		const size_t n = comma == NULL ? strlen(next) : (size_t)(comma - next);
		(void)snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : sizeof name - 1), next);
		if (host_show_columns(name, columns, plot) == 0) {
			char hint[HOST_SUGGESTION_SIZE];
			struct host_suggestion near = host_suggest_begin(name);
			for (int k = 1; k < columns->n_columns; k++) {
				host_suggest_offer(&near, columns->names[k]);
			}
			host_say(message, "--plot: the results have no variable '%s'%s", name, host_suggest_text(&near, hint));
			return -1;
		}
		next = comma == NULL ? NULL : comma + 1;
	}
	return 0;
}

int host_show_write(const struct host_description *description, const struct host_text *scene,
                    const struct host_text *unit, const char *results, const char *names, const char *path,
                    struct mech_message *message)
{
	struct host_results columns = {0};
	struct host_text csv = {0}, html = {0}, plot = {0};
	int status = host_file_read(results, HOST_SHOW_MOST_RESULTS, &csv, message);
	if (status == 0) {
		host_text_add(&csv, "");
		status = host_results_read(results, &csv, description, &columns, message);
	}
	if (status == 0 && names != NULL) {
		status = host_show_plot(names, &columns, &plot, message);
	}
	if (status == 0) {
		const struct host_page page = {description->model_name, scene, &columns, unit, &plot};
		host_page_write(&page, &html);
		const int failed = unit->failed || plot.failed || html.failed;
		if (failed) {
			host_say(message, "%s: out of memory", path);
		}
		status = failed ? -1 : host_file_write(path, &html, message);
	}
	host_results_free(&columns);
	host_text_free(&csv);
	host_text_free(&html);
	host_text_free(&plot);
	return status;
}

int host_show_fmu(const char *fmu, const char *results, const struct host_show_options *options, const char *page,
                  struct mech_message *message)
{
	char folder[HOST_PATH_SIZE];
	struct host_fmu unit = {0};
	struct host_text scene = {0}, live = {0};
	if (host_folder_temporary(folder, message) != 0) {
		return -1;
	}
	int status = host_zip_extract(fmu, folder, message);
	if (status == 0 &&
	    (host_fmu_describe(folder, &unit, message) != 0 || host_show_scene(folder, &scene, message) != 0)) {
		host_say_where(message, fmu);
		status = -1;
	}
	if (status == 0 && !options->recorded) {
		status = host_show_unit(folder, &live, message);
	}
	if (status == 0) {
		status = host_show_write(&unit.description, &scene, &live, results, options->plot, page, message);
	}
	host_text_free(&live);
	host_text_free(&scene);
	host_fmu_close(&unit);
	host_folder_remove(folder);
	return status;
}

void host_show_open(const char *page)
{
	extern char **environ;
	char program[] = "xdg-open", name[HOST_PATH_SIZE];
	char *arguments[] = {program, name, NULL};
	pid_t child;
	if ((getenv("DISPLAY") == NULL && getenv("WAYLAND_DISPLAY") == NULL) || strlen(page) >= sizeof name) {
		return;
	}
	memcpy(name, page, strlen(page) + 1);
	if (posix_spawnp(&child, program, NULL, NULL, arguments, environ) == 0) {
		(void)waitpid(child, NULL, 0);
	}
}
