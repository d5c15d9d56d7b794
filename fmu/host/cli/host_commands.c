#define _POSIX_C_SOURCE 200809L

/* The commands on mechanisms and FMUs: check, run, show, draw, export, lint.
 *
 * host_cli.c reads the command line and calls one function of the table below for it. Each of them
 * writes to standard output, reports errors to standard error and returns the exit status (enum
 * host_exit). Commands on systems are in host_system_commands.c, linearize in
 * host_linear_command.c, sweep and fit in host_study_command.c, those that print texts in
 * host_text_commands.c.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host_cli.h"
#include "host_draw.h"
#include "host_export.h"
#include "host_facts.h"
#include "host_file.h"
#include "host_linear_command.h"
#include "host_read.h"
#include "host_report.h"
#include "host_show.h"
#include "host_study_command.h"
#include "host_study.h"
#include "host_system_commands.h"
#include "host_text.h"
#include "host_text_commands.h"
#include "lint.h"
#include "mech_model.h"

/* name of a file in the working directory: last part of `path` without its extension, and an
 * ending */
static int host_command_name(const char *path, const char *ending, char name[HOST_PATH_SIZE])
{
	const char *base = host_path_name(path), *dot = strrchr(base, '.');
	int length = dot == NULL || dot == base ? (int)strlen(base) : (int)(dot - base);
	int written = snprintf(name, HOST_PATH_SIZE, "%.*s%s", length, base, ending);
	return written < 0 || written >= HOST_PATH_SIZE ? -1 : 0;
}

static int host_command_fail(const struct mech_message *message, FILE *err)
{
	/* errors of a system stand there already */
	if (message->text[0] != 0) {
		(void)fprintf(err, "%s\n", message->text);
	}
	return HOST_EXIT_PROBLEM;
}

/* what is done, but not as usual */
static void host_command_note(int status, struct mech_message *message, FILE *err)
{
	if (status > 0) {
		(void)fprintf(err, "note: %s\n", message->text);
		message->text[0] = 0;
	}
}

/* the report about a mechanism that assembles */
static int host_command_report(const struct host_facts *facts, int with_motion, const char *file, FILE *out,
                               struct mech_message *message)
{
	struct host_motion motion;
	if (with_motion && host_motion_watch(facts, &motion, message) != 0) {
		host_say_where(message, file);
		return -1;
	}
	if (host_report_write(facts, with_motion ? &motion : NULL, file, out) != 0) {
		host_say(message, "%s: out of memory", file);
		return -1;
	}
	return 0;
}

static int host_command_check(const struct host_arguments *a, FILE *out, FILE *err)
{
	int status = HOST_EXIT_OK;
	for (int i = 0; i < a->n_files; i++) {
		if (host_system_is(a->files[i])) {
			const int of_system = host_system_command_check(a->files[i], out, err);
			status = of_system == HOST_EXIT_OK ? status : of_system;
			continue;
		}
		if (host_study_is(a->files[i])) {
			const int of_study = host_study_command_check(a->files[i], out, err);
			status = of_study == HOST_EXIT_OK ? status : of_study;
			continue;
		}
		struct mech_message message = {""};
		struct host_facts facts;
		struct host_mechanism *mechanism = host_read_file(a->files[i], &message);
		if (mechanism == NULL || host_facts_find(mechanism, &facts, &message) != 0) {
			status = host_command_fail(&message, err);
		} else {
			if (host_command_report(&facts, a->motion, a->files[i], out, &message) != 0) {
				status = host_command_fail(&message, err);
			}
			host_facts_free(&facts);
		}
		host_mechanism_free(mechanism);
	}
	return status;
}

static int host_command_make_fmu(const struct host_arguments *a, const char *file, const char *path, FILE *err,
                                 struct mech_message *message)
{
	if (host_system_is(file)) {
		return host_system_command_export(file, a->native, path, err, message);
	}
	struct host_mechanism *mechanism = host_read_file(file, message);
	if (mechanism == NULL) {
		return -1;
	}
	mechanism->presentation.flat_names |= a->flat_names;
	int status = host_export(mechanism, path, a->native ? HOST_EXPORT_NATIVE : HOST_EXPORT_EVERYWHERE, message);
	host_mechanism_free(mechanism);
	return status;
}

/* for our own use an FMU has all parameters, and names as the file has them */
static int host_command_make_own(const char *file, const char *path, enum host_export_use use,
                                 struct mech_message *message)
{
	struct host_mechanism *mechanism = host_read_file(file, message);
	if (mechanism == NULL) {
		return -1;
	}
	mechanism->presentation.flat_names = 0;
	mechanism->presentation.parameters = HOST_PARAMETERS_ALL;
	int status = host_export(mechanism, path, use, message);
	host_mechanism_free(mechanism);
	return status;
}

/* makes one file of each file given, 1 with a note about it in the message: --output, or its name
 * with another ending in the working directory */
typedef int host_command_make(const struct host_arguments *a, const char *file, const char *path, FILE *err,
                              struct mech_message *message);
typedef const char *host_command_ending(const char *file);
static int host_command_each(const struct host_arguments *a, const char *command, host_command_ending *ending,
                             host_command_make *make, FILE *out, FILE *err)
{
	int status = HOST_EXIT_OK;
	if (a->output != NULL && a->n_files > 1) {
		(void)fprintf(err, "mechfmu %s: --output names one file, but there are several mechanisms\n", command);
		return HOST_EXIT_USAGE;
	}
	for (int i = 0; i < a->n_files; i++) {
		struct mech_message message = {""};
		char name[HOST_PATH_SIZE];
		const char *path = a->output;
		if (path == NULL && host_command_name(a->files[i], ending(a->files[i]), name) != 0) {
			host_say(&message, "%.100s...: name too long", a->files[i]);
			status = host_command_fail(&message, err);
			continue;
		}
		path = path == NULL ? name : path;
		const int made = make(a, a->files[i], path, err, &message);
		if (made < 0) {
			status = host_command_fail(&message, err);
			continue;
		}
		host_command_note(made, &message, err);
		if (strcmp(path, HOST_FILE_STANDARD_OUTPUT) != 0) {
			(void)fprintf(out, "%s\n", path);
		}
	}
	return status;
}

static const char *host_command_package_ending(const char *file)
{
	return host_system_is(file) ? ".ssp" : ".fmu";
}

static int host_command_export(const struct host_arguments *a, FILE *out, FILE *err)
{
	return host_command_each(a, "export", host_command_package_ending, host_command_make_fmu, out, err);
}

/* the mechanism as assembled; the ending of the path says in which form */
static int host_command_picture(const struct host_mechanism *mechanism, const struct host_facts *facts,
                                const char *path, struct mech_message *message)
{
	enum { PNG_ZOOM = 2 };
	struct host_sketch sketch;
	struct host_text picture = {0};
	int status = host_sketch_make(mechanism, &facts->model, facts->q, &sketch);
	if (status == 0 && host_path_has_extension(path, "png")) {
		status = host_draw_png(&sketch, PNG_ZOOM, &picture, message);
	} else if (status == 0) {
		status = host_draw_svg(&sketch, &picture);
	}
	if (status != 0 && message->text[0] == 0) {
		host_say(message, "out of memory");
	}
	status = status == 0 ? host_file_write(path, &picture, message) : status;
	host_text_free(&picture);
	host_sketch_free(&sketch);
	return status;
}

static int host_command_make_picture(const struct host_arguments *a, const char *file, const char *path, FILE *err,
                                     struct mech_message *message)
{
	struct host_facts facts;
	(void)a;
	(void)err;
	if (strcmp(path, HOST_FILE_STANDARD_OUTPUT) != 0 && !host_path_has_extension(path, "svg") &&
	    !host_path_has_extension(path, "png")) {
		host_say(message, "%s: a picture ends with .svg or .png", path);
		return -1;
	}
	if (host_system_is(file)) {
		host_say(message, "%s: a system of units; draw takes a mechanism", file);
		return -1;
	}
	struct host_mechanism *mechanism = host_read_file(file, message);
	int status = mechanism == NULL ? -1 : host_facts_find(mechanism, &facts, message);
	if (status == 0) {
		status = host_command_picture(mechanism, &facts, path, message);
		host_facts_free(&facts);
	}
	host_mechanism_free(mechanism);
	return status;
}

static const char *host_command_picture_ending(const char *file)
{
	(void)file;
	return ".svg";
}

static int host_command_draw(const struct host_arguments *a, FILE *out, FILE *err)
{
	return host_command_each(a, "draw", host_command_picture_ending, host_command_make_picture, out, err);
}

/* the FMU to run: the file itself, or made from it in `folder` */
static int host_command_prepare(const char *file, enum host_export_use use, char folder[HOST_PATH_SIZE],
                                char path[HOST_PATH_SIZE], FILE *err, struct mech_message *message)
{
	folder[0] = 0;
	if (host_path_has_extension(file, "fmu")) {
		(void)snprintf(path, HOST_PATH_SIZE, "%s", file);
		return 0;
	}
	if (host_folder_temporary(folder, message) != 0) {
		folder[0] = 0;
		return -1;
	}
	if (host_path_join(folder, "mechanism.fmu", path) != 0) {
		return -1;
	}
	const int status = host_command_make_own(file, path, use, message);
	host_command_note(status, message, err);
	return status < 0 ? -1 : 0;
}

/* names a page, and opens it for whoever sits in front of a terminal */
static void host_command_open(const char *page, FILE *out)
{
	if (strcmp(page, HOST_FILE_STANDARD_OUTPUT) == 0) {
		return;
	}
	(void)fprintf(out, "%s\n", page);
	if (isatty(fileno(out))) {
		host_show_open(page);
	}
}

static int host_command_run_unit(const struct host_arguments *a, const struct host_run_options *options,
                                 const char *page, FILE *err, struct mech_message *message)
{
	char folder[HOST_PATH_SIZE], path[HOST_PATH_SIZE];
	int status = host_command_prepare(a->files[0], a->show ? HOST_EXPORT_TO_SHOW : HOST_EXPORT_TO_RUN, folder, path,
	                                  err, message);
	if (status == 0) {
		status = host_run_fmu(path, options, message);
	}
	if (status == 0 && a->show) {
		status = host_show_fmu(path, options->output_file, &a->page, page, message);
	}
	if (folder[0] != 0) {
		host_folder_remove(folder);
	}
	return status;
}

static int host_command_run(const struct host_arguments *a, FILE *out, FILE *err)
{
	struct mech_message message = {""};
	struct host_run_options options = a->run;
	char results[HOST_PATH_SIZE], page[HOST_PATH_SIZE];
	options.progress = isatty(fileno(err));
	if (options.output_file == NULL) {
		if (host_command_name(a->files[0], "_out.csv", results) != 0) {
			(void)fputs("mechfmu run: the file's name is too long\n", err);
			return HOST_EXIT_PROBLEM;
		}
		options.output_file = results;
	}
	const int to_file = strcmp(options.output_file, HOST_FILE_STANDARD_OUTPUT) != 0;
	if (a->show && (!to_file || host_command_name(a->files[0], ".html", page) != 0)) {
		(void)fputs("mechfmu run: --show and --plot need results in a file\n", err);
		return HOST_EXIT_USAGE;
	}
	const int status =
		host_system_is(a->files[0])
			? host_system_command_run(a->files[0], &options, a->show ? &a->page : NULL, page, err, &message)
			: host_command_run_unit(a, &options, page, err, &message);
	if (status != 0) {
		return host_command_fail(&message, err);
	}
	if (to_file) {
		(void)fprintf(out, "%s\n", options.output_file);
	}
	if (a->show) {
		host_command_open(page, out);
	}
	return HOST_EXIT_OK;
}

/* runs the unit and records all its variables in a file of `folder` */
static int host_command_record(const struct host_arguments *a, const char *fmu, const char *folder,
                               char results[HOST_PATH_SIZE], struct mech_message *message)
{
	struct host_run_options options = a->run;
	if (host_path_join(folder, "results.csv", results) != 0) {
		host_say(message, "%.200s...: path too long", folder);
		return -1;
	}
	options.output_file = results;
	options.all = 1;
	return host_run_fmu(fmu, &options, message);
}

static int host_command_make_page(const struct host_arguments *a, const char *file, const char *path, FILE *err,
                                  struct mech_message *message)
{
	char folder[HOST_PATH_SIZE], unit_folder[HOST_PATH_SIZE] = "", fmu[HOST_PATH_SIZE], recorded[HOST_PATH_SIZE];
	if (host_file_check_writable(path, message) != 0) {
		return -1;
	}
	if (host_system_is(file)) {
		return host_system_command_show(file, &a->run, a->results, &a->page, path, err, message);
	}
	if (host_folder_temporary(folder, message) != 0) {
		return -1;
	}
	int status = host_command_prepare(file, HOST_EXPORT_TO_SHOW, unit_folder, fmu, err, message);
	if (status == 0 && a->results == NULL) {
		status = host_command_record(a, fmu, folder, recorded, message);
	}
	if (status == 0) {
		status = host_show_fmu(fmu, a->results == NULL ? recorded : a->results, &a->page, path, message);
	}
	if (unit_folder[0] != 0) {
		host_folder_remove(unit_folder);
	}
	host_folder_remove(folder);
	return status;
}

static int host_command_show(const struct host_arguments *a, FILE *out, FILE *err)
{
	struct mech_message message = {""};
	char name[HOST_PATH_SIZE];
	const char *page = a->output == NULL ? name : a->output;
	if (a->output == NULL && host_command_name(a->files[0], ".html", name) != 0) {
		(void)fputs("mechfmu show: the file's name is too long\n", err);
		return HOST_EXIT_PROBLEM;
	}
	if (host_command_make_page(a, a->files[0], page, err, &message) != 0) {
		return host_command_fail(&message, err);
	}
	host_command_open(page, out);
	return HOST_EXIT_OK;
}

static int host_command_lint(const struct host_arguments *a, FILE *out, FILE *err)
{
	int status = HOST_EXIT_OK;
	for (int i = 0; i < a->n_files; i++) {
		struct lint lint;
		char folder[HOST_PATH_SIZE], path[HOST_PATH_SIZE];
		if (host_system_command_package(a->files[i], folder, path, err) != 0) {
			status = HOST_EXIT_PROBLEM;
			continue;
		}
		lint_run(path, &lint);
		if (folder[0] != 0) {
			host_folder_remove(folder);
		}
		(a->json ? lint_write_json : lint_write)(&lint, a->files[i], out);
		if (lint.failed) {
			const char *reason = lint.reason.text[0] == 0 ? "out of memory" : lint.reason.text;
			(void)fprintf(err, "mechfmu lint: %s: not everything was checked: %s\n", a->files[i], reason);
			status = HOST_EXIT_UNCHECKED;
		} else if (lint_count(&lint, LINT_ERROR) > 0 && status == HOST_EXIT_OK) {
			status = HOST_EXIT_PROBLEM;
		}
		lint_free(&lint);
	}
	return status;
}

const struct host_command host_commands[] = {
	{"check", "FILE.yaml|FILE.ssp|FILE.ssd ...",
     "read and assemble a mechanism, or read a system or a study, report what it is", 1, INT_MAX,
     "  mechfmu check slider_crank.yaml\n  mechfmu check --motion slider_crank.yaml\n"
     "  mechfmu check arm_with_controller.yaml\n",
     host_command_check},
	{"export", "FILE.yaml ...", "make an FMU of a mechanism, or an SSP archive of a system", 1, INT_MAX,
     "  mechfmu export slider_crank.yaml\n"
     "  mechfmu export slider_crank.yaml --output units/crank.fmu\n"
     "  mechfmu export --native slider_crank.yaml\n"
     "  mechfmu export --flat-names slider_crank.yaml\n",
     host_command_export},
	{"run", "FILE.yaml|FILE.fmu|FILE.ssp|FILE.ssd", "simulate a mechanism, an FMU or a system, results as CSV", 1, 1,
     "  mechfmu run slider_crank.fmu --stop-time 10\n"
     "  mechfmu run slider_crank.yaml --start-value bodies.rod.mass 2 --output-file heavy_rod.csv\n"
     "  mechfmu run train.ssp --start-value front.thrust 2000\n"
     "  mechfmu run four_bar.fmu --input-file torque.csv --output-interval 0.001 --output-file -\n",
     host_command_run},
	{"sweep", "FILE.yaml", "run a study: many cases of one mechanism, FMU or system, a row for each", 1, 1,
     "  mechfmu sweep tolerances.yaml\n"
     "  mechfmu sweep tolerances.yaml --threads 4 --output-file results/tolerances.csv\n"
     "  mechfmu sweep tolerances.yaml --shard 2/5\n"
     "  mechfmu sweep tolerances.yaml --merge 5\n",
     host_study_command_sweep},
	{"fit", "FILE.yaml", "find parameters with which a mechanism, FMU or system follows measurements", 1, 1,
     "  mechfmu fit friction.yaml\n"
     "  mechfmu fit friction.yaml --output-file results/friction.csv\n",
     host_study_command_fit},
	{"show", "FILE.yaml|FILE.fmu|FILE.ssp|FILE.ssd", "page that shows a mechanism or system in motion, with plots", 1,
     1,
     "  mechfmu show slider_crank.yaml\n"
     "  mechfmu show crane.yaml --start-value bodies.load.mass 2000 --output heavy.html\n"
     "  mechfmu show crane.fmu --results from_fmpy.csv\n",
     host_command_show},
	{"lint", "FILE.fmu|FILE.yaml|FILE.ssp|FILE.ssd ...",
     "check any FMI 2.0 co-simulation FMU, or SSP system, against the standard", 1, INT_MAX,
     "  mechfmu lint slider_crank.fmu\n"
     "  mechfmu lint arm_with_controller.ssp\n"
     "  mechfmu lint --json units/pump.fmu units/valve.fmu\n",
     host_command_lint},
	{"linearize", "FILE.yaml", "linear state-space model in minimal coordinates, eigenvalues", 1, 1,
     "  mechfmu linearize suspension.yaml\n"
     "  mechfmu linearize crane.yaml --at 2.5 --format json --output crane.json\n",
     host_linear_command},
	{"draw", "FILE.yaml ...", "picture of the mechanism as assembled, SVG or PNG", 1, INT_MAX,
     "  mechfmu draw slider_crank.yaml\n"
     "  mechfmu draw slider_crank.yaml --output slider_crank.png\n",
     host_command_draw},
	{"methods", "", "list the integration methods", 0, 0, "  mechfmu methods\n", host_text_command_methods},
	{"schema", "", "print the JSON Schema of mechanism, system or study files, for editors", 0, 0,
     "  mechfmu schema > mechanism.schema.json\n"
     "  mechfmu schema --system > system.schema.json\n"
     "  mechfmu schema --study > study.schema.json\n"
     "  mechfmu schema --markdown\n",
     host_text_command_schema},
	{"manual", "", "print the manual page", 0, 0, "  mechfmu manual > mechfmu.1\n", host_text_command_manual},
	{"completion", "bash|zsh", "print the completion of this command line for a shell", 1, 1,
     "  mechfmu completion bash > mechfmu\n"
     "  mechfmu completion zsh > _mechfmu\n",
     host_text_command_completion},
};
const int host_command_count = sizeof host_commands / sizeof host_commands[0];
