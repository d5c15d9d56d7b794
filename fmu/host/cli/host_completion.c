#include "host_completion.h"

#include <string.h>

#include "host_cli.h"

/* the endings of files that "FILE.yaml|FILE.fmu" names: ".yaml .fmu"; "" when it names none */
static void host_completion_endings(const char *arguments, char endings[64])
{
	static const char *const known[] = {"yaml", "fmu", "ssp", "ssd"};
	endings[0] = '\0';
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
		char name[16];
		(void)snprintf(name, sizeof name, "FILE.%s", known[i]);
		if (strstr(arguments, name) != NULL) {
			size_t used = strlen(endings);
			(void)snprintf(endings + used, 64 - used, "%s.%s", used > 0 ? " " : "", known[i]);
		}
	}
}

/* "a|b|c" as words; nothing for a value that is no choice */
static void host_completion_choices(FILE *out, const char *value)
{
	for (const char *c = value; strchr(value, '|') != NULL && *c != '\0'; c++) {
		(void)fputc(*c == '|' ? ' ' : *c, out);
	}
}

static int host_completion_is_file(const struct host_option *o)
{
	return strcmp(o->value, "FILE") == 0;
}

/* ---- bash */

static void host_completion_bash_options(FILE *out, const struct host_command *command)
{
	for (int i = 0; i < host_option_count; i++) {
		const struct host_option *o = &host_options[i];
		if (host_option_belongs(o, command)) {
			(void)fprintf(out, "%s%s%s ", o->name, o->letter != NULL ? " " : "", o->letter != NULL ? o->letter : "");
		}
	}
}

/* what may stand after an option: files, choices, or what nobody can guess */
static void host_completion_bash_values(FILE *out, const struct host_command *command)
{
	for (int i = 0; i < host_option_count; i++) {
		const struct host_option *o = &host_options[i];
		if (host_option_belongs(o, command) && o->n_values > 0) {
			(void)fprintf(out, "\t\t\"%s %s\"", command->name, o->name);
			if (o->letter != NULL) {
				(void)fprintf(out, " | \"%s %s\"", command->name, o->letter);
			}
			(void)fputs(host_completion_is_file(o) ? ") _mechfmu_files ''" : ") _mechfmu_words \"", out);
			if (!host_completion_is_file(o)) {
				host_completion_choices(out, o->value);
				(void)fputc('"', out);
			}
			(void)fputs("; return ;;\n", out);
		}
	}
}

static void host_completion_bash_command(FILE *out, const struct host_command *command)
{
	char endings[64];
	host_completion_endings(command->arguments, endings);
	(void)fprintf(out, "\t\t%s)\n\t\t\t_mechfmu_words \"", command->name);
	host_completion_bash_options(out, command);
	host_completion_choices(out, endings[0] == '\0' ? command->arguments : "");
	(void)fprintf(out, "\"\n\t\t\t_mechfmu_files %s\n\t\t\t;;\n", endings);
}

void host_completion_bash(FILE *out)
{
	(void)fputs(
		"# Completion of mechfmu for bash, made by: mechfmu completion bash\n"
		"_mechfmu_words()\n{\n"
		"\tlocal found\n"
		"\twhile IFS= read -r found; do COMPREPLY+=(\"$found\"); done < <(compgen -W \"$1\" -- \"$word\")\n}\n\n"
		"_mechfmu_files()\n{\n"
		"\tlocal found ending\n"
		"\twhile IFS= read -r found; do\n"
		"\t\t[ ! -d \"$found\" ] || COMPREPLY+=(\"$found\")\n"
		"\t\tfor ending; do [[ -d $found || $found != *$ending ]] || COMPREPLY+=(\"$found\"); done\n"
		"\tdone < <(compgen -f -- \"$word\")\n"
		"\tcompopt -o filenames 2>/dev/null\n}\n\n"
		"_mechfmu()\n{\n"
		"\tlocal word=$2 before=$3 command=${COMP_WORDS[1]}\n"
		"\tCOMPREPLY=()\n"
		"\tif [ \"$COMP_CWORD\" -eq 1 ] || { [ \"$COMP_CWORD\" -eq 2 ] && [ \"$command\" = help ]; }; then\n"
		"\t\t_mechfmu_words \"",
		out);
	for (int i = 0; i < host_command_count; i++) {
		(void)fprintf(out, "%s ", host_commands[i].name);
	}
	(void)fputs("\"\n\t\t[ \"$command\" = help ] || _mechfmu_words \"help --help -h --version\"\n\t\treturn\n\tfi\n"
	            "\tcase \"$command $before\" in\n",
	            out);
	for (int i = 0; i < host_command_count; i++) {
		host_completion_bash_values(out, &host_commands[i]);
	}
	(void)fputs("\tesac\n\tcase $command in\n", out);
	for (int i = 0; i < host_command_count; i++) {
		host_completion_bash_command(out, &host_commands[i]);
	}
	(void)fputs("\tesac\n}\ncomplete -F _mechfmu mechfmu\n", out);
}

/* ---- zsh */

/* inside '...' of a specification: brackets and colons mean something there */
static void host_completion_zsh_text(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '\'') {
			(void)fputs("'\\''", out);
		} else {
			if (strchr("[]:\\", *text) != NULL) {
				(void)fputc('\\', out);
			}
			(void)fputc(*text, out);
		}
	}
}

static void host_completion_zsh_value(FILE *out, const struct host_option *o)
{
	for (int k = 0; k < o->n_values; k++) {
		(void)fputs(":value:", out);
		if (host_completion_is_file(o)) {
			(void)fputs("_files", out);
		} else if (strchr(o->value, '|') != NULL) {
			(void)fputc('(', out);
			host_completion_choices(out, o->value);
			(void)fputc(')', out);
		}
	}
}

static void host_completion_zsh_option(FILE *out, const struct host_option *o)
{
	const char *names[2] = {o->name, o->letter};
	for (int k = 0; k < 2 && names[k] != NULL; k++) {
		(void)fprintf(out, " \\\n\t\t\t\t'%s%s[", o->n_values > 1 ? "*" : "", names[k]);
		host_completion_zsh_text(out, o->text);
		(void)fputc(']', out);
		host_completion_zsh_value(out, o);
		(void)fputc('\'', out);
	}
}

static void host_completion_zsh_command(FILE *out, const struct host_command *command)
{
	char endings[64];
	host_completion_endings(command->arguments, endings);
	(void)fprintf(out, "\t\t%s)\n\t\t\t_arguments", command->name);
	for (int i = 0; i < host_option_count; i++) {
		if (host_option_belongs(&host_options[i], command)) {
			host_completion_zsh_option(out, &host_options[i]);
		}
	}
	if (endings[0] != '\0') {
		(void)fputs(" \\\n\t\t\t\t'*:file:_files -g \"*(", out);
		for (const char *c = endings; *c != '\0'; c++) {
			(void)fputc(*c == ' ' ? '|' : *c, out);
		}
		(void)fputs(")\"'", out);
	} else if (command->most_files > 0) {
		(void)fputs(" \\\n\t\t\t\t'1:value:(", out);
		host_completion_choices(out, command->arguments);
		(void)fputs(")'", out);
	}
	(void)fputs("\n\t\t\t;;\n", out);
}

void host_completion_zsh(FILE *out)
{
	(void)fputs("#compdef mechfmu\n# Completion of mechfmu for zsh, made by: mechfmu completion zsh\n"
	            "_mechfmu()\n{\n"
	            "\tlocal context state state_descr line\n"
	            "\ttypeset -A opt_args\n"
	            "\tlocal -a commands=(\n",
	            out);
	for (int i = 0; i < host_command_count; i++) {
		(void)fprintf(out, "\t\t'%s:", host_commands[i].name);
		host_completion_zsh_text(out, host_commands[i].text);
		(void)fputs("'\n", out);
	}
	(void)fputs("\t\t'help:show the options of a command'\n\t)\n"
	            "\t_arguments -C '(- *)'{-h,--help}'[list the commands]' '(- *)--version[show the version]' \\\n"
	            "\t\t'1:command:->command' '*::arguments:->arguments'\n"
	            "\tcase $state in\n"
	            "\tcommand)\n\t\t_describe -t commands command commands\n\t\t;;\n"
	            "\targuments)\n\t\tcase $words[1] in\n"
	            "\t\thelp)\n\t\t\t_describe -t commands command commands\n\t\t\t;;\n",
	            out);
	for (int i = 0; i < host_command_count; i++) {
		host_completion_zsh_command(out, &host_commands[i]);
	}
	(void)fputs("\t\tesac\n\t\t;;\n\tesac\n}\n_mechfmu \"$@\"\n", out);
}
