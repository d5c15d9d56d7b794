#include "host_system_commands.h"

#include <string.h>

#include "host_cli.h"
#include "host_file.h"
#include "host_system_report.h"
#include "host_system_run.h"

/* a system without errors; NULL after its errors, and with `notes` what else there is to say, were written */
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
