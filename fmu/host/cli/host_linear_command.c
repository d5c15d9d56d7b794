#define _POSIX_C_SOURCE 200809L

#include "host_linear_command.h"

#include <stdlib.h>

#include "host_facts.h"
#include "host_file.h"
#include "host_read.h"
#include "mech_model.h"

/* the linear model at the start or at a->at */
static int host_linear_command_model(const struct host_arguments *a, const struct host_facts *facts,
                                     struct host_linear *linear, struct mech_message *message)
{
	const double start = mech_time(facts->instance);
	if (a->at < start) {
		host_say(message, "time %.10g lies before the start, %.10g", a->at, start);
		return -1;
	}
	if (a->at > start && mech_advance(facts->instance, a->at, message) < 0) {
		return -1;
	}
	return host_linearize(facts->instance, linear, message);
}

static int host_linear_command_write(const struct host_arguments *a, const struct host_facts *facts,
                                     const struct host_linear *linear, FILE *out, struct mech_message *message)
{
	const char *name = mech_name(&facts->model, facts->model.head->name);
	struct host_text text = {0};
	FILE *memory = open_memstream(&text.bytes, &text.size);
	int status = memory == NULL ? -1 : host_linear_write(linear, name, a->format, memory);
	if (memory == NULL || fclose(memory) != 0 || text.bytes == NULL || status != 0) {
		host_say(message, "%s: out of memory", a->files[0]);
		status = -1;
	} else if (a->output != NULL) {
		status = host_file_write(a->output, &text, message);
	} else {
		(void)fwrite(text.bytes, 1, text.size, out);
	}
	free(text.bytes);
	return status;
}

int host_linear_command(const struct host_arguments *a, FILE *out, FILE *err)
{
	struct mech_message message = {""};
	struct host_facts facts;
	struct host_linear linear;
	struct host_mechanism *mechanism = host_read_file(a->files[0], &message);
	int status = mechanism == NULL ? -1 : host_facts_find(mechanism, &facts, &message);
	if (status == 0) {
		status = host_linear_command_model(a, &facts, &linear, &message);
		if (status != 0) {
			host_say_where(&message, a->files[0]);
		} else {
			status = host_linear_command_write(a, &facts, &linear, out, &message);
			host_linear_free(&linear);
		}
		host_facts_free(&facts);
	}
	host_mechanism_free(mechanism);
	if (status != 0) {
		(void)fprintf(err, "%s\n", message.text);
	}
	return status == 0 ? HOST_EXIT_OK : HOST_EXIT_PROBLEM;
}
