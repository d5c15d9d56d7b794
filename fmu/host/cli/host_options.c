/* The options of all commands: what they take, and the table that help, manual and completion are
 * made of. */
#include <math.h>
#include <string.h>

#include "host_cli.h"
#include "host_number.h"
#include "host_study_command.h"

static int host_option_help(struct host_arguments *a, const char *const *values)
{
	(void)values;
	a->help = 1;
	return 0;
}

static int host_option_output(struct host_arguments *a, const char *const *values)
{
	a->output = values[0];
	return *values[0] == 0 ? -1 : 0;
}

static int host_option_native(struct host_arguments *a, const char *const *values)
{
	(void)values;
	a->native = 1;
	return 0;
}

static int host_option_flat_names(struct host_arguments *a, const char *const *values)
{
	(void)values;
	a->flat_names = 1;
	return 0;
}

static int host_option_output_file(struct host_arguments *a, const char *const *values)
{
	a->run.output_file = values[0];
	return *values[0] == 0 ? -1 : 0;
}

static int host_option_results(struct host_arguments *a, const char *const *values)
{
	a->results = values[0];
	return *values[0] == 0 ? -1 : 0;
}

/* the page needs what --all records */
static int host_option_show(struct host_arguments *a, const char *const *values)
{
	(void)values;
	a->show = a->run.all = 1;
	return 0;
}

static int host_option_plot(struct host_arguments *a, const char *const *values)
{
	a->page.plot = values[0];
	return *values[0] == 0 ? -1 : host_option_show(a, values);
}

static int host_option_recorded(struct host_arguments *a, const char *const *values)
{
	(void)values;
	a->page.recorded = 1;
	return 0;
}

static int host_option_all(struct host_arguments *a, const char *const *values)
{
	(void)values;
	a->run.all = 1;
	return 0;
}

static int host_option_input_file(struct host_arguments *a, const char *const *values)
{
	a->run.input_file = values[0];
	return *values[0] == 0 ? -1 : 0;
}

static int host_option_number(const char *text, double *number)
{
	double value = 0.0;
	if (host_number_read(text, &value) != 0 || !isfinite(value)) {
		return -1;
	}
	*number = value;
	return 0;
}

static int host_option_start_time(struct host_arguments *a, const char *const *values)
{
	return host_option_number(values[0], &a->run.start_time);
}

static int host_option_stop_time(struct host_arguments *a, const char *const *values)
{
	return host_option_number(values[0], &a->run.stop_time);
}

static int host_option_interval(struct host_arguments *a, const char *const *values)
{
	return host_option_number(values[0], &a->run.output_interval) == 0 && a->run.output_interval > 0.0 ? 0 : -1;
}

static int host_option_tolerance(struct host_arguments *a, const char *const *values)
{
	return host_option_number(values[0], &a->run.tolerance) == 0 && a->run.tolerance > 0.0 ? 0 : -1;
}

static int host_option_log(struct host_arguments *a, const char *const *values)
{
	(void)values;
	a->run.logging = 1;
	return 0;
}

static int host_option_threads(struct host_arguments *a, const char *const *values)
{
	enum { MOST_THREADS = 1024 };
	double number = 0.0;
	if (host_option_number(values[0], &number) != 0 || number != floor(number) || number < 1.0 ||
	    number > MOST_THREADS) {
		return -1;
	}
	a->run.threads = (int)number;
	return 0;
}

static int host_option_isolate(struct host_arguments *a, const char *const *values)
{
	(void)values;
	a->run.isolated_limit = a->run.isolated_limit > 0.0 ? a->run.isolated_limit : HOST_RUN_CALL_LIMIT;
	return 0;
}

static int host_option_call_limit(struct host_arguments *a, const char *const *values)
{
	const int status = host_option_number(values[0], &a->run.isolated_limit);
	return status == 0 && a->run.isolated_limit > 0.0 ? 0 : -1;
}

static int host_option_real_time(struct host_arguments *a, const char *const *values)
{
	(void)values;
	a->run.real_time = 1;
	return 0;
}

static int host_option_motion(struct host_arguments *a, const char *const *values)
{
	(void)values;
	a->motion = 1;
	return 0;
}

static int host_option_json(struct host_arguments *a, const char *const *values)
{
	(void)values;
	a->json = 1;
	return 0;
}

static int host_option_markdown(struct host_arguments *a, const char *const *values)
{
	(void)values;
	a->markdown = 1;
	return 0;
}

static int host_option_system(struct host_arguments *a, const char *const *values)
{
	(void)values;
	a->system = 1;
	return 0;
}

static int host_option_start_value(struct host_arguments *a, const char *const *values)
{
	a->start_names[a->run.n_start_values] = values[0];
	a->start_values[a->run.n_start_values++] = values[1];
	return *values[0] == 0 ? -1 : 0;
}

static int host_option_at(struct host_arguments *a, const char *const *values)
{
	return host_option_number(values[0], &a->at);
}

static int host_option_format(struct host_arguments *a, const char *const *values)
{
	for (int i = 0; i < HOST_LINEAR_FORMATS; i++) {
		if (strcmp(values[0], host_linear_formats[i]) == 0) {
			a->format = (enum host_linear_format)i;
			return 0;
		}
	}
	return -1;
}

const struct host_option host_options[] = {
	{"--output", "-o", " export ", 1, "FILE",
     "where to write the FMU (default: <file>.fmu in this folder; -: standard output)", host_option_output},
	{"--motion", NULL, " check ", 0, "", "run the mechanism, too: nearest singular position, cost of the run",
     host_option_motion},
	{"--native", NULL, " export ", 0, "",
     "libraries for this machine alone (on ARM also in linux64, for importers there)", host_option_native},
	{"--flat-names", NULL, " export ", 0, "", "names of variables without parts: joints_pin_angle, for Simulink",
     host_option_flat_names},
	{"--output", "-o", " linearize ", 1, "FILE", "where to write the model (default: standard output)",
     host_option_output},
	{"--at", NULL, " linearize ", 1, "TIME", "run up to this time first (default: linearize at the start)",
     host_option_at},
	{"--format", NULL, " linearize ", 1, "text|json|csv|matlab", "form of the model (default: text)",
     host_option_format},
	{"--output-file", "-o", " run ", 1, "FILE", "CSV of the results (default: <file>_out.csv; -: standard output)",
     host_option_output_file},
	{"--input-file", NULL, " run show ", 1, "FILE", "CSV of input values; first column: time", host_option_input_file},
	{"--start-value", NULL, " run show ", 2, "NAME VALUE", "set a parameter or input before the start (NAME=VALUE too)",
     host_option_start_value},
	{"--start-time", NULL, " run show ", 1, "TIME", "start of the run, in seconds", host_option_start_time},
	{"--stop-time", NULL, " run show ", 1, "TIME", "end of the run", host_option_stop_time},
	{"--output-interval", NULL, " run show ", 1, "TIME", "time between two rows, and communication step",
     host_option_interval},
	{"--tolerance", NULL, " run show ", 1, "NUMBER", "relative tolerance handed to the FMU (default: its own)",
     host_option_tolerance},
	{"--log", NULL, " run show ", 0, "", "show all log messages of the FMU", host_option_log},
	{"--threads", NULL, " run ", 1, "NUMBER",
     "of a system: how many units of algorithm jacobi step at once (default: 1)", host_option_threads},
	{"--isolate", NULL, " run ", 0, "", "of a system: each unit in a process of its own", host_option_isolate},
	{"--call-limit", NULL, " run ", 1, "SECONDS",
     "the same, and the time after which a call has failed (default: 60 s)", host_option_call_limit},
	{"--output-file", "-o", " sweep ", 1, "FILE", "CSV of the cases (default: <study>_out.csv in this folder)",
     host_option_output_file},
	{"--threads", NULL, " sweep ", 1, "NUMBER", "how many cases run at once (default: as many as processors)",
     host_option_threads},
	{"--output-file", "-o", " fit ", 1, "FILE", "CSV of the fitted values (default: <study>_fit.csv in this folder)",
     host_option_output_file},
	{"--threads", NULL, " fit ", 1, "NUMBER", "how many runs are made at once (default: as many as processors)",
     host_option_threads},
	{"--shard", NULL, " sweep ", 1, "I/N", "part I of N of the cases alone, for several machines",
     host_study_option_shard},
	{"--merge", NULL, " sweep ", 1, "N", "run nothing: make the results of N parts that have run",
     host_study_option_merge},
	{"--hdf5", NULL, " sweep ", 0, "", "write the results as an HDF5 file, too", host_study_option_hdf5},
	{"--dakota", NULL, " sweep ", 2, "PARAMETERS RESULTS", "run the one case that Dakota wants, by files of its form",
     host_study_option_dakota},
	{"--restart", NULL, " sweep ", 0, "", "run all cases again, also those that are done", host_study_option_restart},
	{"--real-time", NULL, " run ", 0, "", "keep in step with the clock, and report steps that come late",
     host_option_real_time},
	{"--all", NULL, " run ", 0, "", "record all variables, not outputs alone: what show --results needs",
     host_option_all},
	{"--show", NULL, " run ", 0, "", "write the page <file>.html of this run, too (as show does); implies --all",
     host_option_show},
	{"--plot", NULL, " run show ", 1, "NAMES",
     "write the page with a plot of these variables in front, names separated by commas", host_option_plot},
	{"--results", NULL, " show ", 1, "FILE", "CSV of a run, by any importer (default: the mechanism is run)",
     host_option_results},
	{"--recorded", NULL, " show ", 0, "", "leave out what simulates in the page: a smaller file", host_option_recorded},
	{"--output", "-o", " show ", 1, "FILE", "where to write the page (default: <file>.html in this folder)",
     host_option_output},
	{"--json", NULL, " lint ", 0, "", "report for programs: one JSON object on one line for each file",
     host_option_json},
	{"--output", "-o", " draw ", 1, "FILE",
     "where to write the picture, .svg or .png (default: <file>.svg in this folder)", host_option_output},
	{"--markdown", NULL, " schema ", 0, "", "tables of all elements and their keys, to read", host_option_markdown},
	{"--system", NULL, " schema ", 0, "", "the schema of system files", host_option_system},
	{"--study", NULL, " schema ", 0, "", "the schema of study files", host_study_option_study},
	{"--help", "-h", NULL, 0, "", "show this text", host_option_help},
};
const int host_option_count = sizeof host_options / sizeof host_options[0];

int host_option_belongs(const struct host_option *o, const struct host_command *command)
{
	char padded[40];
	(void)snprintf(padded, sizeof padded, " %s ", command->name);
	return o->commands == NULL || strstr(o->commands, padded) != NULL;
}
