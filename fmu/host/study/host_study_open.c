/* Opens what a study is of: an FMU is unpacked, a mechanism becomes one in a temporary folder
 * first, a system is read with its units. */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "host_export.h"
#include "host_read.h"
#include "host_study.h"

#define HOST_STUDY_MOST_BYTES ((size_t)1 << 32)

/* the path becomes that of a temporary FMU with all parameters, and names as the file has them */
static int host_study_make(struct host_study *s, char path[HOST_PATH_SIZE], struct mech_message *message)
{
	struct host_mechanism *mechanism = host_read_file(path, message);
	int status = mechanism == NULL ? -1 : host_folder_temporary(s->folder, message);
	if (status != 0) {
		s->folder[0] = 0;
	} else if (host_path_join(s->folder, "mechanism.fmu", path) != 0) {
		host_say(message, "%.200s...: path too long", s->folder);
		status = -1;
	} else {
		mechanism->presentation.flat_names = 0;
		mechanism->presentation.parameters = HOST_PARAMETERS_ALL;
		status = host_export(mechanism, path, HOST_EXPORT_TO_RUN, message) < 0 ? -1 : 0;
	}
	host_mechanism_free(mechanism);
	return status;
}

static int host_study_unpack(struct host_study *s, const char *path, struct mech_message *message)
{
	struct host_text bytes = {0};
	s->fmu = calloc(1, sizeof *s->fmu);
	if (s->fmu == NULL) {
		host_say(message, "out of memory");
		return -1;
	}
	if (host_fmu_unpack(path, s->fmu, message) != 0 ||
	    host_file_read(path, HOST_STUDY_MOST_BYTES, &bytes, message) != 0) {
		return -1;
	}
	host_study_mark(s, bytes.bytes, bytes.size);
	host_text_free(&bytes);
	s->description = &s->fmu->description;
	return 0;
}

/* problems of the system file are among those of the study */
static void host_study_open_system(struct host_study *s, const char *path, struct host_problems *problems)
{
	struct mech_message message;
	struct host_text bytes = {0};
	const int errors = problems->n_errors;
	s->system = host_system_read(path, problems);
	if (s->system == NULL || problems->n_errors > errors) {
		return;
	}
	if (host_file_read(path, HOST_STUDY_MOST_BYTES, &bytes, &message) == 0) {
		host_study_mark(s, bytes.bytes, bytes.size);
	}
	host_text_free(&bytes);
	for (int i = 0; i < s->system->n_units; i++) {
		const char *guid = s->system->units[i].fmu->description.guid;
		host_study_mark(s, guid, guid == NULL ? 0 : strlen(guid));
	}
	s->facade = host_facade_create(s->system);
	problems->failed |= s->facade == NULL;
	s->description = s->facade == NULL ? NULL : &s->facade->fmu.description;
}

void host_study_open(struct host_study *s, struct host_problems *problems)
{
	char path[HOST_PATH_SIZE];
	struct mech_message message = {""};
	int status = -1;
	if (s->of == NULL || host_study_path(s, s->of, s->of_place, path, problems) != 0) {
		return;
	}
	const int is_mechanism = host_path_has_extension(path, "yaml") || host_path_has_extension(path, "yml");
	if (host_study_is(path)) {
		host_problem_error(problems, s->file, s->of_place, "'%.200s' is a study itself", s->of);
		return;
	}
	if (host_system_is(path)) {
		host_study_open_system(s, path, problems);
		return;
	}
	if (!is_mechanism && !host_path_has_extension(path, "fmu")) {
		host_problem_error(problems, s->file, s->of_place,
		                   "'%.200s' is no mechanism (.yaml), no FMU (.fmu) and no system", s->of);
		return;
	}
	status = is_mechanism ? host_study_make(s, path, &message) : 0;
	status = status == 0 ? host_study_unpack(s, path, &message) : status;
	if (status != 0) {
		s->description = NULL;
		host_problem_error(problems, s->file, s->of_place, "of: %.300s", message.text);
	}
}
