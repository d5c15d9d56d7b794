#include "host_system_commands.h"

#include "host_cli.h"
#include "host_file.h"
#include "host_ssp_write.h"
#include "host_system_report.h"
#include "host_system_run.h"
#include "host_system_show.h"

/* a system without errors; NULL after its errors, and with `notes` what else there is to say, were
 * written */
static struct host_system *host_system_command_read(const char *file, int notes, int to_show, FILE *err)
{
	struct host_problems problems = {0};
	struct host_system *system = (to_show ? host_system_read_to_show : host_system_read)(file, &problems);
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
	struct host_system *system = host_system_command_read(file, 1, 0, err);
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
	struct host_system *system = host_system_command_read(file, 0, 0, err);
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

int host_system_command_run(const char *file, const struct host_run_options *options,
                            const struct host_show_options *show, const char *page, FILE *err,
                            struct mech_message *message)
{
	struct host_system *system = host_system_command_read(file, 0, show != NULL, err);
	int status = system == NULL ? -1 : host_system_run(system, options, message);
	if (status == 0 && show != NULL) {
		status = host_system_show(system, options->output_file, show, page, message);
	}
	host_system_free(system);
	return status;
}

/* all variables in a file of `folder` */
static int host_system_command_record(const struct host_system *system, const struct host_run_options *options,
                                      const char *folder, char results[HOST_PATH_SIZE], struct mech_message *message)
{
	struct host_run_options all = *options;
	if (host_path_join(folder, "results.csv", results) != 0) {
		host_say(message, "%.200s...: path too long", folder);
		return -1;
	}
	all.output_file = results;
	all.all = 1;
	return host_system_run(system, &all, message);
}

int host_system_command_show(const char *file, const struct host_run_options *options, const char *results,
                             const struct host_show_options *show, const char *page, FILE *err,
                             struct mech_message *message)
{
	char folder[HOST_PATH_SIZE], recorded[HOST_PATH_SIZE];
	if (host_folder_temporary(folder, message) != 0) {
		return -1;
	}
	struct host_system *system = host_system_command_read(file, 0, !show->recorded, err);
	int status = system == NULL ? -1 : 0;
	if (status == 0 && results == NULL) {
		status = host_system_command_record(system, options, folder, recorded, message);
	}
	if (status == 0) {
		status = host_system_show(system, results == NULL ? recorded : results, show, page, message);
	}
	host_system_free(system);
	host_folder_remove(folder);
	return status;
}
