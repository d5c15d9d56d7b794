#include "host_manual.h"

#include <ctype.h>

#include "fmu_image.h"
#include "host_cli.h"

/* text as it stands: no hyphens for minus signs, no escapes, no requests */
static void host_manual_text(FILE *out, const char *text)
{
	int line_begins = 1;
	for (; *text != '\0'; text++) {
		if (line_begins && (*text == '.' || *text == '\'')) {
			(void)fputs("\\&", out);
		}
		line_begins = *text == '\n';
		if (*text == '-') {
			(void)fputs("\\-", out);
		} else if (*text == '\\') {
			(void)fputs("\\e", out);
		} else {
			(void)fputc(*text, out);
		}
	}
}

static void host_manual_option(FILE *out, const struct host_option *o)
{
	(void)fputs(".TP\n\\fB", out);
	if (o->letter != NULL) {
		host_manual_text(out, o->letter);
		(void)fputs("\\fR, \\fB", out);
	}
	host_manual_text(out, o->name);
	(void)fputs("\\fR", out);
	if (o->n_values > 0) {
		(void)fputs(" \\fI", out);
		host_manual_text(out, o->value);
		(void)fputs("\\fR", out);
	}
	(void)fputs("\n", out);
	host_manual_text(out, o->text);
	(void)fputs("\n", out);
}

static void host_manual_command(FILE *out, const struct host_command *command)
{
	(void)fprintf(out, ".SS mechfmu %s%s", command->name, command->arguments[0] == '\0' ? "" : " ");
	host_manual_text(out, command->arguments);
	(void)fprintf(out, "\n%c", toupper((unsigned char)command->text[0]));
	host_manual_text(out, command->text + 1);
	(void)fputs(".\n", out);
	for (int i = 0; i < host_option_count; i++) {
		if (host_options[i].commands != NULL && host_option_belongs(&host_options[i], command)) {
			host_manual_option(out, &host_options[i]);
		}
	}
	(void)fputs(".PP\n.nf\n", out);
	host_manual_text(out, command->examples);
	(void)fputs(".fi\n", out);
}

void host_manual_write(FILE *out)
{
	(void)fputs(
		".TH MECHFMU 1 \"\" \"mechfmu " FMU_VERSION "\" \"User Commands\"\n"
		".SH NAME\nmechfmu \\- turn a mechanism written in YAML into an FMU\n"
		".SH SYNOPSIS\n\\fBmechfmu\\fR \\fIcommand\\fR [\\fIoptions\\fR] [\\fIfiles\\fR]\n.br\n"
		"\\fBmechfmu help\\fR [\\fIcommand\\fR]\n.br\n\\fBmechfmu \\-\\-version\\fR\n"
		".SH DESCRIPTION\n"
		"A mechanism is bodies, joints, drivers, forces and sensors in one YAML file.\n"
		"mechfmu assembles it, checks it, simulates it, draws it, linearizes it, and makes of it a co\\-simulation\n"
		"unit (FMU) of the Functional Mock\\-up Interface 2.0.\n"
		"The form of the file is described in docs/reference/mechanism\\-file.md.\n"
		".SH OPTIONS\nOptions may stand before or after files, as \\fB\\-\\-name\\fR \\fIvalue\\fR or "
		"\\fB\\-\\-name=\\fR\\fIvalue\\fR; \\fB\\-\\-\\fR ends them.\nEvery command knows:\n",
		out);
	for (int i = 0; i < host_option_count; i++) {
		if (host_options[i].commands == NULL) {
			host_manual_option(out, &host_options[i]);
		}
	}
	(void)fputs(".SH COMMANDS\n", out);
	for (int i = 0; i < host_command_count; i++) {
		host_manual_command(out, &host_commands[i]);
	}
	(void)fputs(".SH EXIT STATUS\n.TP\n0\ndone\n.TP\n1\na problem with the input\n.TP\n2\nwrong usage\n"
	            ".TP\n3\nlint could not check everything (memory, room for temporary files)\n",
	            out);
}
