#define _POSIX_C_SOURCE 200809L

#include "host_system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_ssd.h"
#include "host_system_yaml.h"
#include "host_yaml.h"

const char *const host_coupling_names[HOST_COUPLING_NAMES] = {"auto", "jacobi", "gauss_seidel", "iterated", "newton"};
const char *const host_coupling_texts[HOST_COUPLING_NAMES] = {
	"the algorithm that fits the system",
	"all units step at once, with what is known at the beginning of the step",
	"unit after unit, each with what those before it have reached",
	"like gauss_seidel, repeated until the values that units exchange fit",
	"the values that units exchange fit, found by Newton's method",
};

struct host_system *host_system_create(const char *file)
{
	struct host_system *s = calloc(1, sizeof *s);
	if (s == NULL || (s->file = strdup(file)) == NULL) {
		free(s);
		return NULL;
	}
	s->algorithm = (struct host_algorithm){HOST_AUTO, NAN, 1, 0, 0.0, HUGE_VAL, 0, 1e-6, 30};
	s->start_time = s->stop_time = s->interval = NAN;
	return s;
}

static void host_system_free_unit(struct host_system_unit *u)
{
	for (int k = 0; k < u->n_settings; k++) {
		free(u->settings[k].name);
		free(u->settings[k].text);
		free(u->settings[k].measure.name);
	}
	free(u->settings);
	free(u->name);
	free(u->file);
	free(u->path);
	if (u->fmu != NULL) {
		host_fmu_close(u->fmu);
	}
	free(u->fmu);
	if (u->folder[0] != 0) {
		host_folder_remove(u->folder);
	}
}

void host_system_free(struct host_system *s)
{
	if (s == NULL) {
		return;
	}
	for (int i = 0; i < s->n_units; i++) {
		host_system_free_unit(&s->units[i]);
	}
	for (int i = 0; i < s->n_connections; i++) {
		free(s->connections[i].from.name);
		free(s->connections[i].to.name);
		for (int k = 0; k < s->connections[i].n_translations; k++) {
			free(s->connections[i].translations[k].from_text);
			free(s->connections[i].translations[k].to_text);
		}
		free(s->connections[i].translations);
	}
	for (int i = 0; i < s->n_inputs; i++) {
		free(s->inputs[i].name);
	}
	for (int i = 0; i < s->n_outputs; i++) {
		free(s->outputs[i].name);
		free(s->outputs[i].port.name);
	}
	if (s->folder[0] != 0) {
		host_folder_remove(s->folder);
	}
	free(s->units);
	free(s->connections);
	free(s->inputs);
	free(s->outputs);
	free(s->file);
	free(s->name);
	free(s->description);
	free(s);
}

/* the list with room for one more, which is all zero; NULL when memory is out */
static void *host_system_grow(void *list, int n, size_t size, struct host_problems *problems)
{
	char *grown = realloc(list, ((size_t)n + 1) * size);
	if (grown == NULL) {
		problems->failed = 1;
		return NULL;
	}
	memset(grown + (size_t)n * size, 0, size);
	return grown;
}

struct host_system_unit *host_system_add_unit(struct host_system *s, struct host_problems *problems)
{
	void *list = host_system_grow(s->units, s->n_units, sizeof *s->units, problems);
	if (list == NULL) {
		return NULL;
	}
	s->units = list;
	return &s->units[s->n_units++];
}

struct host_setting *host_system_add_setting(struct host_system_unit *unit, struct host_problems *problems)
{
	void *list = host_system_grow(unit->settings, unit->n_settings, sizeof *unit->settings, problems);
	if (list == NULL) {
		return NULL;
	}
	unit->settings = list;
	struct host_setting *setting = &unit->settings[unit->n_settings++];
	setting->factor = 1.0;
	setting->variable = -1;
	return setting;
}

struct host_connection *host_system_add_connection(struct host_system *s, struct host_problems *problems)
{
	void *list = host_system_grow(s->connections, s->n_connections, sizeof *s->connections, problems);
	if (list == NULL) {
		return NULL;
	}
	s->connections = list;
	struct host_connection *c = &s->connections[s->n_connections++];
	c->factor = 1.0;
	c->from.variable = c->to.variable = -1;
	return c;
}

struct host_system_input *host_system_add_input(struct host_system *s, struct host_problems *problems)
{
	void *list = host_system_grow(s->inputs, s->n_inputs, sizeof *s->inputs, problems);
	if (list == NULL) {
		return NULL;
	}
	s->inputs = list;
	return &s->inputs[s->n_inputs++];
}

struct host_system_output *host_system_add_output(struct host_system *s, struct host_problems *problems)
{
	void *list = host_system_grow(s->outputs, s->n_outputs, sizeof *s->outputs, problems);
	if (list == NULL) {
		return NULL;
	}
	s->outputs = list;
	struct host_system_output *output = &s->outputs[s->n_outputs++];
	output->factor = 1.0;
	output->port.variable = -1;
	return output;
}

char *host_system_copy(const char *text, struct host_problems *problems)
{
	char *copy = strdup(text);
	problems->failed |= copy == NULL;
	return copy;
}

int host_system_find_unit(const struct host_system *s, const char *name)
{
	for (int i = 0; i < s->n_units; i++) {
		if (s->units[i].name != NULL && strcmp(s->units[i].name, name) == 0) {
			return i;
		}
	}
	return -1;
}

const struct host_variable *host_system_variable(const struct host_system *s, const struct host_port *port)
{
	if (port->unit < 0 || port->variable < 0 || !s->units[port->unit].opened) {
		return NULL;
	}
	return &s->units[port->unit].fmu->description.variables[port->variable];
}
