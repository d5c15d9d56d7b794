#include "host_system_commands.h"

#include <string.h>

#include "host_cli.h"
#include "host_file.h"
#include "host_ssp_write.h"
#include "host_system_report.h"
#include "host_system_run.h"

/* a system without errors; NULL after its errors, and with `notes` what else there is to say, were
 * written */
static struct host_system *host_system_command_read(const char *file, int notes, FILE *err)
{
	struct host_problems problems = {0};
	struct host_system *system = host_system_read(file, &problems);
	int failed = host_problems_fail(&problems) || system == NULL;
	failed |= host_problems_write(&problems, notes, err) != 0;
	host_problems_free(&problems);
	if (failed) {
		host_system_free(system);
		return NULL;
	}
	return system;
}

int host_system_command_check(const char *file, FILE *out, FILE *err)
{
	struct host_system *system = host_system_command_read(file, 1, err);
	int status = HOST_EXIT_PROBLEM;
	if (system != NULL) {
		status = host_system_report(system, out) == 0 ? HOST_EXIT_OK : HOST_EXIT_PROBLEM;
		if (status != HOST_EXIT_OK) {
			(void)fprintf(err, "%s: out of memory\n", file);
		}
	}
	host_system_free(system);
	return status;
}

int host_system_command_export(const char *file, int native, const char *path, FILE *err, struct mech_message *message)
{
	struct host_system *system = host_system_command_read(file, 0, err);
	const int status = system == NULL ? -1 : host_ssp_write(system, native, path, message);
	host_system_free(system);
	return status;
}

int host_system_command_package(const char *file, char folder[HOST_PATH_SIZE], char path[HOST_PATH_SIZE], FILE *err)
{
	struct mech_message message = {""};
	folder[0] = 0;
	(void)snprintf(path, HOST_PATH_SIZE, "%s", file);
	if (host_path_has_extension(file, "ssp") || host_path_has_extension(file, "ssd") || !host_system_is(file)) {
		return 0;
	}
	int status = host_folder_temporary(folder, &message);
	if (status != 0) {
		folder[0] = 0;
	} else if (host_path_join(folder, "system.ssp", path) != 0 ||
	           host_system_command_export(file, 1, path, err, &message) < 0) {
		host_folder_remove(folder);
		status = -1;
	}
	if (status != 0 && message.text[0] != 0) {
		(void)fprintf(err, "%s\n", message.text);
	}
	return status;
}

int host_system_command_run(const char *file, const struct host_run_options *options, FILE *out, FILE *err)
{
	struct mech_message message = {""};
	struct host_system *system = host_system_command_read(file, 0, err);
	int status = system == NULL ? HOST_EXIT_PROBLEM : HOST_EXIT_OK;
	if (system != NULL && host_system_run(system, options, &message) != 0) {
		(void)fprintf(err, "%s\n", message.text);
		status = HOST_EXIT_PROBLEM;
	} else if (system != NULL && strcmp(options->output_file, HOST_FILE_STANDARD_OUTPUT) != 0) {
		(void)fprintf(out, "%s\n", options->output_file);
	}
	host_system_free(system);
	return status;
}
