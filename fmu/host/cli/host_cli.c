#include "host_cli.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fmu_image.h"
#include "host_number.h"
#include "host_study_command.h"
#include "host_suggest.h"
#include "host_text.h"

/* ---- options */

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
	{"--shard", NULL, " sweep ", 1, "I/N", "part I of N of the cases alone, for several machines",
     host_study_option_shard},
	{"--merge", NULL, " sweep ", 1, "N", "run nothing: make the results of N parts that have run",
     host_study_option_merge},
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

/* option by its name (length of it: up to an = sign) */
static const struct host_option *host_option_find(const struct host_command *command, const char *word, size_t length)
{
	for (int i = 0; i < host_option_count; i++) {
		const struct host_option *o = &host_options[i];
		int named = strlen(o->name) == length && strncmp(o->name, word, length) == 0;
		int short_form = o->letter != NULL && strcmp(o->letter, word) == 0;
		if (host_option_belongs(o, command) && (named || short_form)) {
			return o;
		}
	}
	return NULL;
}

static void host_option_unknown(const struct host_command *command, const char *word, struct mech_message *message)
{
	char hint[HOST_SUGGESTION_SIZE];
	struct host_suggestion suggestion = host_suggest_begin(word);
	for (int i = 0; i < host_option_count; i++) {
		if (host_option_belongs(&host_options[i], command)) {
			host_suggest_offer(&suggestion, host_options[i].name);
		}
	}
	host_say(message, "%s: no option '%s'%s", command->name, word, host_suggest_text(&suggestion, hint));
}

/* NAME=VALUE of the second kind of --start-value: splits a copy of the word */
static int host_option_split(struct host_arguments *a, const char *word, const char **values)
{
	const char *equals = strchr(word, '=');
	size_t length = strlen(word) + 1;
	if (equals == NULL) {
		return -1;
	}
	char *copy = memcpy(a->memory + a->memory_used, word, length);
	a->memory_used += length;
	copy[equals - word] = 0;
	values[0] = copy;
	values[1] = copy + (equals - word) + 1;
	return 0;
}

/* the option at words[*i]; *i moves to the last word used */
static int host_arguments_option(const struct host_command *command, int n, const char *const *words, int *i,
                                 struct host_arguments *a, struct mech_message *message)
{
	const char *word = words[*i];
	const char *equals = strncmp(word, "--", 2) == 0 ? strchr(word, '=') : NULL;
	const struct host_option *o =
		host_option_find(command, word, equals == NULL ? strlen(word) : (size_t)(equals - word));
	const char *values[2] = {"", ""};
	int given = 0;
	if (o == NULL) {
		host_option_unknown(command, word, message);
		return -1;
	}
	if (o->n_values == 2) {
		/* two words, or one of the form NAME=VALUE */
		const char *next = equals != NULL ? equals + 1 : *i + 1 < n ? words[*i + 1] : "";
		if (host_option_split(a, next, values) == 0) {
			given = 2;
			*i += equals == NULL;
		}
	} else if (equals != NULL) {
		values[given++] = equals + 1;
	}
	while (given < o->n_values && *i + 1 < n && equals == NULL) {
		values[given++] = words[++*i];
	}
	if (given != o->n_values) {
		host_say(message, "%s: %s needs %s%s", command->name, o->name, o->n_values == 0 ? "no value" : o->value,
		         o->n_values == 0 ? "" : " after it");
		return -1;
	}
	if (o->take(a, values) != 0) {
		host_say(message, "%s: '%s' is not a value for %s", command->name, values[0], o->name);
		return -1;
	}
	return 0;
}

int host_arguments_parse(const struct host_command *command, int n, const char *const *words,
                         struct host_arguments *arguments, struct mech_message *message)
{
	struct host_arguments *a = arguments;
	size_t letters = 1;
	for (int i = 0; i < n; i++) {
		letters += strlen(words[i]) + 1;
	}
	memset(a, 0, sizeof *a);
	a->run = host_run_defaults();
	a->at = NAN;
	a->files = calloc((size_t)n + 1, sizeof *a->files);
	a->start_names = calloc((size_t)n + 1, sizeof *a->start_names);
	a->start_values = calloc((size_t)n + 1, sizeof *a->start_values);
	a->memory = calloc(letters, 1);
	if (a->files == NULL || a->start_names == NULL || a->start_values == NULL || a->memory == NULL) {
		host_say(message, "out of memory");
		return -1;
	}
	a->run.start_names = a->start_names;
	a->run.start_values = a->start_values;
	int options = 1;
	for (int i = 0; i < n; i++) {
		if (options && strcmp(words[i], "--") == 0) {
			options = 0;
		} else if (options && words[i][0] == '-' && words[i][1] != 0) {
			if (host_arguments_option(command, n, words, &i, a, message) != 0) {
				return -1;
			}
		} else {
			a->files[a->n_files++] = words[i];
		}
	}
	if (a->help) {
		return 0;
	}
	if (a->n_files < command->least_files || a->n_files > command->most_files) {
		host_say(message, "%s: %s (usage: mechfmu %s %s)", command->name,
		         a->n_files < command->least_files ? "no file is given" : "too many files", command->name,
		         command->arguments);
		return -1;
	}
	return 0;
}

void host_arguments_free(struct host_arguments *arguments)
{
	free(arguments->files);
	free(arguments->start_names);
	free(arguments->start_values);
	free(arguments->memory);
	memset(arguments, 0, sizeof *arguments);
}

/* ---- help */

static void host_cli_help(FILE *out)
{
	(void)fputs("mechfmu turns a mechanism written in YAML into an FMI 2.0 co-simulation unit (FMU).\n\n"
	            "usage: mechfmu <command> [options] [files]\n\n",
	            out);
	for (int i = 0; i < host_command_count; i++) {
		(void)fprintf(out, "  %-10s %-20s %s\n", host_commands[i].name, host_commands[i].arguments,
		              host_commands[i].text);
	}
	(void)fputs("\n  mechfmu <command> --help   options and examples\n"
	            "  mechfmu --version          version of this program\n\n"
	            "Exit codes: 0 done, 1 a problem with the input, 2 wrong usage,\n"
	            "3 lint could not check everything (memory, room for temporary files).\n",
	            out);
}

static void host_cli_command_help(const struct host_command *command, FILE *out)
{
	(void)fprintf(out, "usage: mechfmu %s %s\n\n%s\n\noptions:\n", command->name, command->arguments, command->text);
	for (int i = 0; i < host_option_count; i++) {
		const struct host_option *o = &host_options[i];
		if (host_option_belongs(o, command)) {
			char left[64];
			(void)snprintf(left, sizeof left, "%s%s%s %s", o->letter == NULL ? "    " : o->letter,
			               o->letter == NULL ? "" : ", ", o->name, o->value);
			(void)fprintf(out, "  %-30s %s\n", left, o->text);
		}
	}
	(void)fprintf(out, "\nexamples:\n%s", command->examples);
}

static const struct host_command *host_cli_find(const char *name, FILE *err)
{
	char hint[HOST_SUGGESTION_SIZE];
	struct host_suggestion suggestion = host_suggest_begin(name);
	for (int i = 0; i < host_command_count; i++) {
		if (strcmp(host_commands[i].name, name) == 0) {
			return &host_commands[i];
		}
		host_suggest_offer(&suggestion, host_commands[i].name);
	}
	(void)fprintf(err, "mechfmu: no command '%s'%s; mechfmu --help lists them\n", name,
	              host_suggest_text(&suggestion, hint));
	return NULL;
}

static int host_cli_run(int argc, const char *const *argv, FILE *out, FILE *err)
{
	const char *word = argc < 2 ? "" : argv[1];
	if (*word == 0) {
		host_cli_help(err);
		return HOST_EXIT_USAGE;
	}
	if (strcmp(word, "--version") == 0) {
		(void)fputs("mechfmu " FMU_VERSION "\n", out);
		return HOST_EXIT_OK;
	}
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || (strcmp(word, "help") == 0 && argc == 2)) {
		host_cli_help(out);
		return HOST_EXIT_OK;
	}
	int asked = strcmp(word, "help") == 0;
	const struct host_command *command = host_cli_find(asked ? argv[2] : word, err);
	if (command == NULL) {
		return HOST_EXIT_USAGE;
	}
	struct host_arguments arguments;
	struct mech_message message = {""};
	int status = HOST_EXIT_USAGE;
	if (host_arguments_parse(command, asked ? 0 : argc - 2, argv + 2, &arguments, &message) != 0 && !asked) {
		(void)fprintf(err, "mechfmu %s\n", message.text);
	} else if (asked || arguments.help) {
		host_cli_command_help(command, out);
		status = HOST_EXIT_OK;
	} else {
		status = command->run(&arguments, out, err);
	}
	host_arguments_free(&arguments);
	return status;
}

/* why a stream took not everything; an error of long ago has left no number, but the next byte
 * meets it again */
static const char *host_cli_reason(FILE *out)
{
	if (errno == 0) {
		clearerr(out);
		(void)fputc('\n', out);
		(void)fflush(out);
	}
	return errno == 0 ? "not all of it was taken" : strerror(errno);
}

int host_cli(int argc, const char *const *argv, FILE *out, FILE *err)
{
	int status = host_cli_run(argc, argv, out, err);
	errno = 0;
	if (fflush(out) != 0 || ferror(out)) {
		(void)fprintf(err, "mechfmu: standard output cannot be written (%s)\n", host_cli_reason(out));
		return status == HOST_EXIT_OK ? HOST_EXIT_PROBLEM : status;
	}
	return status;
}
