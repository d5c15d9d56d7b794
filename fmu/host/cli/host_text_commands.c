#include "host_text_commands.h"

#include <string.h>

#include "dae_method.h"
#include "host_completion.h"
#include "host_elements.h"
#include "host_manual.h"
#include "host_schema.h"
#include "host_study_schema.h"
#include "host_system_schema.h"
#include "mech_model.h"

/* names of the formulations in a set of bits 1 << formulation */
static const char *host_text_command_formulations(int set, char *names, size_t size)
{
	names[0] = 0;
	for (int k = 0; k < mech_solver_choices(MECH_SOLVER_FORMULATION); k++) {
		if (set >> k & 1) {
			size_t used = strlen(names);
			(void)snprintf(names + used, size - used, "%s%s", used > 0 ? ", " : "",
			               mech_solver_choice(MECH_SOLVER_FORMULATION, k));
		}
	}
	return names;
}

static const char *const host_text_command_method_line = "%-18s %5s  %-26s  %s\n";

/* two lines a method: what it is, and below where it comes from */
static void host_text_command_method(FILE *out, const struct dae_method *m)
{
	char order[12], names[80];
	(void)snprintf(order, sizeof order, "%d", m->order);
	(void)fprintf(out, host_text_command_method_line, m->name, order,
	              host_text_command_formulations(m->formulations, names, sizeof names), m->text);
	(void)fprintf(out, host_text_command_method_line, "", "", "", m->paper);
}

int host_text_command_methods(const struct host_arguments *a, FILE *out, FILE *err)
{
	(void)a;
	(void)err;
	(void)fprintf(out, host_text_command_method_line, "method", "order", "formulation", "what it is; source");
	for (int use = 1; use <= dae_method_count(); use++) {
		for (int i = 0; i < dae_method_count(); i++) {
			if (dae_methods[i]->use == use) {
				host_text_command_method(out, dae_methods[i]);
			}
		}
	}
	(void)fprintf(out, "\nfor comparison with the papers\n");
	for (int i = 0; i < dae_method_count(); i++) {
		if (dae_methods[i]->use == 0) {
			host_text_command_method(out, dae_methods[i]);
		}
	}
	return HOST_EXIT_OK;
}

int host_text_command_schema(const struct host_arguments *a, FILE *out, FILE *err)
{
	(void)err;
	(a->system     ? host_system_schema_write
	 : a->study    ? host_study_schema_write
	 : a->markdown ? host_elements_write
	               : host_schema_write)(out);
	return HOST_EXIT_OK;
}

int host_text_command_manual(const struct host_arguments *a, FILE *out, FILE *err)
{
	(void)a;
	(void)err;
	host_manual_write(out);
	return HOST_EXIT_OK;
}

int host_text_command_completion(const struct host_arguments *a, FILE *out, FILE *err)
{
	if (strcmp(a->files[0], "bash") == 0) {
		host_completion_bash(out);
	} else if (strcmp(a->files[0], "zsh") == 0) {
		host_completion_zsh(out);
	} else {
		(void)fprintf(err, "mechfmu completion: no shell '%s' (there are bash and zsh)\n", a->files[0]);
		return HOST_EXIT_USAGE;
	}
	return HOST_EXIT_OK;
}
