/* Opens the units of a system: FMUs are unpacked, mechanisms become FMUs in temporary folders
 * first. */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "host_export.h"
#include "host_read.h"
#include "host_system_open.h"

/* path of a file as seen from the folder of the system file. 0, or -1 when it is too long */
static int host_system_path(const struct host_system *s, const char *file, char path[HOST_PATH_SIZE])
{
	char folder[HOST_PATH_SIZE];
	const size_t length = (size_t)(host_path_name(s->file) - s->file);
	if (file[0] == '/' || length == 0) {
		return snprintf(path, HOST_PATH_SIZE, "%s", file) < HOST_PATH_SIZE ? 0 : -1;
	}
	if (length >= sizeof folder) {
		return -1;
	}
	memcpy(folder, s->file, length);
	folder[length == 1 ? 1 : length - 1] = 0;
	return host_path_join(folder, file, path);
}

int host_system_is_mechanism(const struct host_system_unit *u)
{
	return host_path_has_extension(u->file, "yaml") || host_path_has_extension(u->file, "yml");
}

int host_system_export(const struct host_system_unit *u, enum host_export_use use, const char *path,
                       struct mech_message *message)
{
	struct host_mechanism *mechanism = host_read_file(u->path, message);
	int status = -1;
	if (mechanism != NULL) {
		mechanism->presentation.flat_names = 0;
		mechanism->presentation.parameters = HOST_PARAMETERS_ALL;
		status = host_export(mechanism, path, use, message);
	}
	host_mechanism_free(mechanism);
	return status;
}

/* the path becomes that of a temporary FMU */
static int host_system_make(const struct host_system *s, struct host_system_unit *u, char path[HOST_PATH_SIZE],
                            struct mech_message *message)
{
	const enum host_export_use use = s->to_show ? HOST_EXPORT_TO_SHOW : HOST_EXPORT_TO_RUN;
	int status = 0;
	if (host_folder_temporary(u->folder, message) != 0) {
		u->folder[0] = 0;
		status = -1;
	}
	if (status == 0 && host_path_join(u->folder, "unit.fmu", path) != 0) {
		host_say(message, "%.200s...: path too long", u->folder);
		status = -1;
	}
	return status == 0 && host_system_export(u, use, path, message) >= 0 ? 0 : -1;
}

static int host_system_open_unit(const struct host_system *s, struct host_system_unit *u, struct mech_message *message)
{
	char path[HOST_PATH_SIZE];
	const int is_mechanism = host_system_is_mechanism(u);
	if (u->path != NULL) {
		(void)snprintf(path, sizeof path, "%s", u->path);
	} else if (host_system_path(s, u->file, path) != 0) {
		host_say(message, "%.200s...: path too long", u->file);
		return -1;
	}
	if (!is_mechanism && !host_path_has_extension(u->file, "fmu")) {
		host_say(message, "'%.200s' is neither a mechanism (.yaml) nor an FMU (.fmu)", u->file);
		return -1;
	}
	if (is_mechanism && host_system_is(path)) {
		host_say(message, "'%.200s' is a system itself; list its units here", u->file);
		return -1;
	}
	u->path = u->path == NULL ? strdup(path) : u->path;
	u->fmu = calloc(1, sizeof *u->fmu);
	if (u->path == NULL || u->fmu == NULL) {
		host_say(message, "out of memory");
		return -1;
	}
	if (is_mechanism && host_system_make(s, u, path, message) != 0) {
		return -1;
	}
	if (host_fmu_unpack(path, u->fmu, message) != 0) {
		free(u->fmu);
		u->fmu = NULL;
		return -1;
	}
	u->opened = 1;
	return 0;
}

void host_system_open(struct host_system *s, struct host_problems *problems)
{
	for (int i = 0; i < s->n_units; i++) {
		struct host_system_unit *u = &s->units[i];
		struct mech_message message = {""};
		if (u->file != NULL && host_system_open_unit(s, u, &message) != 0) {
			host_problem_error(problems, s->file, u->file_place, "unit '%.63s': %.300s", u->name == NULL ? "" : u->name,
			                   message.text);
		}
	}
}
