#define _POSIX_C_SOURCE 200809L

#include "host_system_yaml.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_suggest.h"
#include "host_yaml.h"

/* ---- the keys */

enum {
	KEY_SYSTEM,
	KEY_DESCRIPTION,
	KEY_UNITS,
	KEY_CONNECTIONS,
	KEY_INPUTS,
	KEY_OUTPUTS,
	KEY_ALGORITHM,
	KEY_EXPERIMENT
};
static const struct host_key host_system_file_keys[] = {
	[KEY_SYSTEM] = {"system", "name of the system", HOST_KEY_WORD, 0, 0, 0, 0, NULL, 0},
	[KEY_DESCRIPTION] = {"description", "one line about it", HOST_KEY_WORD, 0, 0, 0, 0, NULL, 0},
	[KEY_UNITS] = {"units", "the units by their names", HOST_KEY_MAP, 0, 0, 0, 0, NULL, 0},
	[KEY_CONNECTIONS] = {"connections", "what leads from an output to an input: unit.output -> unit.input",
                         HOST_KEY_LIST, 0, 0, 0, 0, NULL, 0},
	[KEY_INPUTS] = {"inputs", "inputs of the system, and the inputs of units that they are", HOST_KEY_MAP, 0, 0, 0, 0,
                    NULL, 0},
	[KEY_OUTPUTS] = {"outputs", "what is recorded: unit.variable; all outputs of all units if not given", HOST_KEY_LIST,
                     0, 0, 0, 0, NULL, 0},
	[KEY_ALGORITHM] = {"algorithm", "how units exchange values", HOST_KEY_MAP, 0, 0, 0, 0, NULL, 0},
	[KEY_EXPERIMENT] = {"experiment", "what a run does by default", HOST_KEY_MAP, 0, 0, 0, 0, NULL, 0},
};

enum { KEY_FILE, KEY_PARAMETERS };
static const struct host_key host_system_unit_keys[] = {
	[KEY_FILE] = {"file", "an FMU (.fmu) or a mechanism (.yaml), as seen from the folder of this file", HOST_KEY_WORD,
                  0, 0, 0, 0, NULL, 0},
	[KEY_PARAMETERS] = {"parameters", "values of parameters, and start values of inputs, by their names", HOST_KEY_MAP,
                        0, 0, 0, 0, NULL, 0},
};

enum { KEY_FROM, KEY_TO, KEY_FACTOR, KEY_OFFSET };
static const struct host_key host_system_connection_keys[] = {
	[KEY_FROM] = {"from", "unit.output", HOST_KEY_WORD, 0, 0, 0, 0, NULL, 0},
	[KEY_TO] = {"to", "unit.input", HOST_KEY_WORD, 0, 0, 0, 0, NULL, 0},
	[KEY_FACTOR] = {"factor", "input = factor * output + offset, after units of measurement are converted",
                    HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
	[KEY_OFFSET] = {"offset", "as there", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
};

enum {
	KEY_NAME,
	KEY_STEP,
	KEY_ORDER,
	KEY_TOLERANCE,
	KEY_ITERATIONS,
	KEY_STEPS,
	KEY_SMALLEST,
	KEY_LARGEST,
	KEY_CORRECTION
};
static const char *const host_system_steps[] = {"fixed", "adaptive"};
static const char *const host_system_corrections[] = {"none", "energy"};
static const struct host_key host_system_algorithm_keys[] = {
	[KEY_NAME] = {"name", "the algorithm", HOST_KEY_CHOICE, 0, 0, 0, 0, host_coupling_names, HOST_COUPLING_NAMES},
	[KEY_STEP] = {"step", "time between two exchanges, in seconds", HOST_KEY_NUMBER, 0, HUGE_VAL, 1, 0, NULL, 0},
	[KEY_ORDER] = {"order", "order of the polynomials that stand for inputs within a step: 0, 1 or 2", HOST_KEY_NUMBER,
                   0, 2, 0, 1, NULL, 0},
	[KEY_TOLERANCE] = {"tolerance", "relative tolerance of iterations and adaptive steps", HOST_KEY_NUMBER, 0, 0.1, 1,
                       0, NULL, 0},
	[KEY_ITERATIONS] = {"iterations", "an iteration that needs more has failed", HOST_KEY_NUMBER, 1, 1000, 0, 1, NULL,
                        0},
	[KEY_STEPS] = {"steps", "whether the step follows from the error of the exchange; then 'step' is the first one",
                   HOST_KEY_CHOICE, 0, 0, 0, 0, host_system_steps, 2},
	[KEY_SMALLEST] = {"smallest_step", "of adaptive steps", HOST_KEY_NUMBER, 0, HUGE_VAL, 1, 0, NULL, 0},
	[KEY_LARGEST] = {"largest_step", "of adaptive steps", HOST_KEY_NUMBER, 0, HUGE_VAL, 1, 0, NULL, 0},
	[KEY_CORRECTION] = {"correction", "whether what extrapolated inputs missed in a step is added to the next one",
                        HOST_KEY_CHOICE, 0, 0, 0, 0, host_system_corrections, 2},
};

enum { KEY_START, KEY_STOP, KEY_INTERVAL };
static const struct host_key host_system_experiment_keys[] = {
	[KEY_START] = {"start", "start time", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
	[KEY_STOP] = {"stop", "stop time", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
	[KEY_INTERVAL] = {"step", "time between two rows of the results", HOST_KEY_NUMBER, 0, HUGE_VAL, 1, 0, NULL, 0},
};

const struct host_map_keys host_system_keys[HOST_SYSTEM_MAPS] = {
	[HOST_MAP_SYSTEM] = HOST_KEYS(host_system_file_keys),
	[HOST_MAP_UNIT] = HOST_KEYS(host_system_unit_keys),
	[HOST_MAP_CONNECTION] = HOST_KEYS(host_system_connection_keys),
	[HOST_MAP_ALGORITHM] = HOST_KEYS(host_system_algorithm_keys),
	[HOST_MAP_EXPERIMENT] = HOST_KEYS(host_system_experiment_keys),
};

struct host_system_reader {
	struct host_map_reader base;
	struct host_system *s;
};

/* ---- units */

static void host_reader_settings(struct host_system_reader *r, const struct host_node *map, int unit)
{
	if (!host_map_is(&r->base, map, HOST_MAP, "parameters")) {
		return;
	}
	for (const struct host_node *node = map->first; node != NULL; node = node->next) {
		if (!host_map_is(&r->base, node, HOST_SCALAR, node->key)) {
			continue;
		}
		struct host_setting *setting = host_system_add_setting(&r->s->units[unit], r->base.problems);
		if (setting == NULL) {
			return;
		}
		setting->name = host_system_copy(node->key, r->base.problems);
		setting->text = host_system_copy(node->text, r->base.problems);
		setting->place = node->key_place;
		setting->text_place = node->place;
	}
}

static void host_reader_unit(struct host_system_reader *r, const struct host_node *node)
{
	const struct host_node *file = NULL;
	(void)snprintf(r->base.context, sizeof r->base.context, "unit '%.63s': ", node->key);
	struct host_system_unit *u = host_system_add_unit(r->s, r->base.problems);
	if (u == NULL || host_map_name(&r->base, node->key, node->key_place) != 0) {
		return;
	}
	const int unit = r->s->n_units - 1;
	u->name = host_system_copy(node->key, r->base.problems);
	u->place = node->key_place;
	if (node->type == HOST_SCALAR && !host_node_empty(node)) {
		file = node; /* the short form: arm: four_bar.yaml */
	} else if (host_map_is(&r->base, node, HOST_MAP, "it")) {
		host_map_keys(&r->base, node, &host_system_keys[HOST_MAP_UNIT]);
		file = host_node_find(node, "file");
		if (file == NULL) {
			host_map_problem(&r->base, node->place, "the key 'file' is missing (%s)",
			                 host_system_unit_keys[KEY_FILE].text);
		} else if (!host_map_is(&r->base, file, HOST_SCALAR, "file")) {
			file = NULL;
		}
		const struct host_node *settings = host_node_find(node, "parameters");
		if (settings != NULL) {
			host_reader_settings(r, settings, unit);
		}
	}
	if (file != NULL) {
		u->file = host_system_copy(file->text, r->base.problems);
		u->file_place = file->place;
	}
}

/* ---- connections */

/* "unit.variable" -> a port; HOST_NO_UNIT after a problem */
static void host_reader_port(const struct host_system_reader *r, const char *text, struct host_place place,
                             struct host_port *port)
{
	char unit[80], hint[HOST_SUGGESTION_SIZE];
	const char *point = strchr(text, '.');
	port->place = place;
	port->variable = -1;
	port->unit = HOST_NO_UNIT;
	if (point == NULL || point == text || point[1] == 0) {
		host_map_problem(&r->base, place, "write 'unit.variable' in place of '%.80s'", text);
		return;
	}
	(void)snprintf(unit, sizeof unit, "%.*s", (int)(point - text), text);
	port->unit = host_system_find_unit(r->s, unit);
	port->name = host_system_copy(point + 1, r->base.problems);
	if (port->unit < 0) {
		struct host_suggestion near = host_suggest_begin(unit);
		for (int i = 0; i < r->s->n_units; i++) {
			host_suggest_offer(&near, r->s->units[i].name == NULL ? "" : r->s->units[i].name);
		}
		host_problem_error(r->base.problems, r->base.file, place, "%sno unit '%.63s'%s", r->base.context, unit,
		                   host_suggest_text(&near, hint));
		port->unit = HOST_NO_UNIT;
	}
}

/* one end of an arrow: letters [begin, end) of the node's text without the blanks around them */
static void host_reader_arrow_end(const struct host_system_reader *r, const struct host_node *node, const char *begin,
                                  const char *end, struct host_port *port)
{
	char text[400];
	begin += strspn(begin, " \t");
	while (end > begin && strchr(" \t", end[-1]) != NULL) {
		end--;
	}
	struct host_place place = node->place;
	if (node->verbatim) {
		place.column += (int)(begin - node->text) + !node->plain;
	}
	(void)snprintf(text, sizeof text, "%.*s", end < begin ? 0 : (int)(end - begin), begin);
	host_reader_port(r, text, place, port);
}

static void host_reader_connection(struct host_system_reader *r, const struct host_node *node)
{
	(void)snprintf(r->base.context, sizeof r->base.context, "connection: ");
	const char *arrow = node->type == HOST_SCALAR ? strstr(node->text, "->") : NULL;
	if (arrow == NULL && node->type != HOST_MAP) {
		host_map_problem(&r->base, node->place, "%s", "write 'unit.output -> unit.input'");
		return;
	}
	struct host_connection *c = host_system_add_connection(r->s, r->base.problems);
	if (c == NULL) {
		return;
	}
	c->place = node->place;
	c->from.unit = c->to.unit = HOST_NO_UNIT;
	if (arrow != NULL) {
		host_reader_arrow_end(r, node, node->text, arrow, &c->from);
		host_reader_arrow_end(r, node, arrow + 2, arrow + strlen(arrow), &c->to);
		return;
	}
	host_map_keys(&r->base, node, &host_system_keys[HOST_MAP_CONNECTION]);
	for (int end = KEY_FROM; end <= KEY_TO; end++) {
		const char *name = host_system_connection_keys[end].name;
		const struct host_node *port = host_node_find(node, name);
		if (port == NULL) {
			host_map_problem(&r->base, node->place, "the key '%s' is missing", name);
		} else if (host_map_is(&r->base, port, HOST_SCALAR, name)) {
			host_reader_port(r, port->text, port->place, end == KEY_FROM ? &c->from : &c->to);
		}
	}
	host_map_number(&r->base, node, &host_system_connection_keys[KEY_FACTOR], &c->factor);
	host_map_number(&r->base, node, &host_system_connection_keys[KEY_OFFSET], &c->offset);
}

/* setpoint: pid.setpoint, or setpoint: [pid.setpoint, arm.target] */
static void host_reader_input(struct host_system_reader *r, const struct host_node *node)
{
	(void)snprintf(r->base.context, sizeof r->base.context, "input '%.63s': ", node->key);
	const struct host_node *first = node->type == HOST_LIST ? node->first : node;
	struct host_system_input *input = host_system_add_input(r->s, r->base.problems);
	if (input == NULL || host_map_name(&r->base, node->key, node->key_place) != 0) {
		return;
	}
	input->name = host_system_copy(node->key, r->base.problems);
	input->place = node->key_place;
	for (const struct host_node *port = first; port != NULL; port = node->type == HOST_LIST ? port->next : NULL) {
		if (!host_map_is(&r->base, port, HOST_SCALAR, "it")) {
			continue;
		}
		struct host_connection *c = host_system_add_connection(r->s, r->base.problems);
		if (c == NULL) {
			return;
		}
		c->place = port->place;
		c->from = (struct host_port){HOST_OUTSIDE, NULL, input->place, r->s->n_inputs - 1};
		host_reader_port(r, port->text, port->place, &c->to);
	}
}

/* - arm.angle, or in a map angle: arm.angle */
static void host_reader_output(struct host_system_reader *r, const struct host_node *node)
{
	(void)snprintf(r->base.context, sizeof r->base.context, "output: ");
	if (!host_map_is(&r->base, node, HOST_SCALAR, "it")) {
		return;
	}
	struct host_system_output *output = host_system_add_output(r->s, r->base.problems);
	if (output != NULL) {
		output->name = host_system_copy(node->key != NULL ? node->key : node->text, r->base.problems);
		host_reader_port(r, node->text, node->place, &output->port);
	}
}

/* ---- the file */

typedef void host_reader_entry(struct host_system_reader *r, const struct host_node *node);

/* each entry of a section; `either`: it may be a map, too */
static void host_reader_section(struct host_system_reader *r, const struct host_node *file, int key, int either,
                                host_reader_entry *read)
{
	const struct host_key *k = &host_system_file_keys[key];
	const struct host_node *section = host_node_find(file, k->name);
	r->base.context[0] = 0;
	if (section == NULL || host_node_empty(section)) {
		return;
	}
	const enum host_node_type wanted = k->type == HOST_KEY_LIST ? HOST_LIST : HOST_MAP;
	if ((either && section->type == HOST_MAP) || host_map_is(&r->base, section, wanted, k->name)) {
		for (const struct host_node *node = section->first; node != NULL; node = node->next) {
			read(r, node);
		}
	}
}

static void host_reader_algorithm(struct host_system_reader *r, const struct host_node *map)
{
	struct host_algorithm *a = &r->s->algorithm;
	double order = a->order, iterations = a->iterations;
	(void)snprintf(r->base.context, sizeof r->base.context, "algorithm: ");
	host_map_keys(&r->base, map, &host_system_keys[HOST_MAP_ALGORITHM]);
	a->name =
		(enum host_coupling_name)host_map_choice(&r->base, map, &host_system_algorithm_keys[KEY_NAME], (int)a->name);
	host_map_number(&r->base, map, &host_system_algorithm_keys[KEY_STEP], &a->step);
	host_map_number(&r->base, map, &host_system_algorithm_keys[KEY_ORDER], &order);
	host_map_number(&r->base, map, &host_system_algorithm_keys[KEY_TOLERANCE], &a->tolerance);
	host_map_number(&r->base, map, &host_system_algorithm_keys[KEY_ITERATIONS], &iterations);
	a->adaptive = host_map_choice(&r->base, map, &host_system_algorithm_keys[KEY_STEPS], a->adaptive);
	a->corrects = host_map_choice(&r->base, map, &host_system_algorithm_keys[KEY_CORRECTION], a->corrects);
	host_map_number(&r->base, map, &host_system_algorithm_keys[KEY_SMALLEST], &a->smallest_step);
	host_map_number(&r->base, map, &host_system_algorithm_keys[KEY_LARGEST], &a->largest_step);
	if (a->smallest_step > a->largest_step) {
		host_map_problem(&r->base, host_node_find(map, "smallest_step")->place, "%s",
		                 "smallest_step must not be greater than largest_step");
	}
	a->order = (int)order;
	a->iterations = (int)iterations;
}

static void host_reader_experiment(struct host_system_reader *r, const struct host_node *map)
{
	struct host_system *s = r->s;
	(void)snprintf(r->base.context, sizeof r->base.context, "experiment: ");
	host_map_keys(&r->base, map, &host_system_keys[HOST_MAP_EXPERIMENT]);
	host_map_number(&r->base, map, &host_system_experiment_keys[KEY_START], &s->start_time);
	host_map_number(&r->base, map, &host_system_experiment_keys[KEY_STOP], &s->stop_time);
	host_map_number(&r->base, map, &host_system_experiment_keys[KEY_INTERVAL], &s->interval);
	if (s->stop_time <= (isnan(s->start_time) ? 0.0 : s->start_time)) {
		host_map_problem(&r->base, host_node_find(map, "stop")->place, "%s", "stop must be later than start");
	}
}

/* a section that is one map */
static void host_reader_map(struct host_system_reader *r, const struct host_node *file, int key,
                            host_reader_entry *read)
{
	const struct host_node *section = host_node_find(file, host_system_file_keys[key].name);
	r->base.context[0] = 0;
	if (section != NULL && host_map_is(&r->base, section, HOST_MAP, host_system_file_keys[key].name)) {
		read(r, section);
	}
}

static void host_reader_file(struct host_system_reader *r, const struct host_node *file)
{
	struct host_system *s = r->s;
	host_map_keys(&r->base, file, &host_system_keys[HOST_MAP_SYSTEM]);
	const char *name = host_map_word(&r->base, file, &host_system_file_keys[KEY_SYSTEM]);
	if (host_node_find(file, "system") == NULL) {
		host_map_problem(&r->base, file->place, "%s", "the key 'system' is missing (name of the system)");
	} else if (name != NULL && host_map_name(&r->base, name, host_node_find(file, "system")->place) == 0) {
		s->name = host_system_copy(name, r->base.problems);
	}
	const char *text = host_map_word(&r->base, file, &host_system_file_keys[KEY_DESCRIPTION]);
	s->description = text == NULL ? NULL : host_system_copy(text, r->base.problems);
	const struct host_node *units = host_node_find(file, "units");
	if (units == NULL || host_node_empty(units) || (units->type == HOST_MAP && units->count == 0)) {
		host_map_problem(&r->base, units == NULL ? file->place : units->place, "%s",
		                 "a system needs units: 'units: {name: {file: x.fmu}}'");
	}
	host_reader_section(r, file, KEY_UNITS, 0, host_reader_unit);
	host_reader_section(r, file, KEY_CONNECTIONS, 0, host_reader_connection);
	host_reader_section(r, file, KEY_INPUTS, 0, host_reader_input);
	s->lists_outputs = host_node_find(file, "outputs") != NULL;
	host_reader_section(r, file, KEY_OUTPUTS, 1, host_reader_output);
	host_reader_map(r, file, KEY_ALGORITHM, host_reader_algorithm);
	host_reader_map(r, file, KEY_EXPERIMENT, host_reader_experiment);
}

struct host_system *host_system_yaml_read(const char *path, struct host_problems *problems)
{
	struct host_text text = {0};
	struct mech_message message = {""};
	struct host_system_reader r = {{path, problems, ""}, host_system_create(path)};
	struct host_node *root = NULL;
	if (r.s == NULL) {
		problems->failed = 1;
	} else if (host_file_read(path, HOST_YAML_MOST_BYTES, &text, &message) != 0 ||
	           (root = host_yaml_read(path, text.size > 0 ? text.bytes : "", text.size, &message)) == NULL) {
		host_problem_message(problems, &message);
	} else if (host_map_is(&r.base, root, HOST_MAP, "the file")) {
		host_reader_file(&r, root);
	}
	host_yaml_free(root);
	host_text_free(&text);
	return r.s;
}
