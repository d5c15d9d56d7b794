#include "host_cli.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fmu_image.h"
#include "host_global.h"
#include "host_hdf5.h"
#include "host_number.h"
#include "host_ranks.h"
#include "host_study_command.h"
#include "host_suggest.h"
#include "host_text.h"

/* ---- options */

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
		(void)fprintf(out, "mechfmu " FMU_VERSION "\nHDF5: %s\nMPI: %s\nglobal search of fits: %s\n",
		              host_hdf5_is_there() ? "yes" : "no", host_ranks_is_there() ? "yes" : "no",
		              host_global_is_there() ? "yes" : "no");
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
