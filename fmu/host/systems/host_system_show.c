/* The page of a system, and its scene as JSON (host_system_show.h). */
#include "host_system_show.h"

#include <math.h>

#include "host_scene.h"
#include "host_system_facade.h"
#include "host_xml.h"

/* ---- JSON */

static void host_system_scene_text(struct host_text *t, const char *key, const char *text)
{
	host_text_add(t, key);
	host_text_add_json(t, text);
}

static void host_system_scene_number(struct host_text *t, const char *key, double number)
{
	host_text_add(t, key);
	if (isfinite(number)) {
		host_text_add_number(t, number);
	} else {
		host_text_add(t, "null");
	}
}

/* "unit.variable", or the name of an input of the system */
static void host_system_scene_port(const struct host_system *s, struct host_text *t, const char *key,
                                   const struct host_port *port)
{
	struct host_text name = {0};
	if (port->unit == HOST_OUTSIDE) {
		host_text_add(&name, s->inputs[port->variable].name);
	} else {
		host_text_add(&name, s->units[port->unit].name);
		host_text_add(&name, ".");
		host_text_add(&name, host_system_variable(s, port)->name);
	}
	t->failed |= name.failed;
	host_system_scene_text(t, key, name.failed ? "" : name.bytes);
	host_text_free(&name);
}

/* ---- units */

static void host_system_scene_variable(struct host_text *t, const struct host_description *d,
                                       const struct host_variable *v, int is_first)
{
	static const char *const causalities[HOST_CAUSALITY_COUNT] = {
		[HOST_PARAMETER] = "parameter", [HOST_CALCULATED_PARAMETER] = "parameter",
		[HOST_INPUT] = "input",         [HOST_OUTPUT] = "output",
		[HOST_LOCAL] = "local",         [HOST_INDEPENDENT] = "independent"};
	double start;
	host_system_scene_text(t, is_first ? "\n  {\"name\": " : ",\n  {\"name\": ", v->name);
	host_system_scene_text(t, ", \"unit\": ", v->measure < 0 ? "" : d->measures[v->measure].name);
	host_system_scene_text(t, ", \"causality\": ", causalities[v->causality]);
	host_text_add(t, v->type == HOST_REAL ? ", \"type\": \"real\"" : ", \"type\": \"integer\"");
	if (v->start != NULL && v->type == HOST_REAL && host_xml_double(v->start, &start) == 0) {
		host_system_scene_number(t, ", \"start\": ", start);
	}
	host_text_add(t, ", \"text\": \"\", \"reference\": -1}");
}

/* the scene of a unit, or its variables where it has none; 0, or -1 with a message */
static int host_system_scene_unit(const struct host_system_unit *u, struct host_text *t, struct mech_message *message)
{
	const struct host_description *d = &u->fmu->description;
	struct host_text scene = {0};
	struct mech_message none = {""};
	const int status = host_show_scene(u->fmu->folder, &scene, &none);
	host_system_scene_text(t, "{\"name\": ", u->name);
	if (status == 0) {
		host_text_add(t, ", \"scene\": ");
		host_text_add_bytes(t, scene.bytes, scene.size);
	} else if (status > 0) {
		int n = 0;
		host_text_add(t, ", \"variables\": [");
		for (int k = 0; k < d->n_variables; k++) {
			if (d->variables[k].type != HOST_STRING && d->variables[k].causality != HOST_INDEPENDENT) {
				host_system_scene_variable(t, d, &d->variables[k], n++ == 0);
			}
		}
		host_text_add(t, "]");
	} else {
		host_say(message, "unit '%.63s': %.400s", u->name, none.text);
	}
	host_text_add(t, "}");
	host_text_free(&scene);
	return status < 0 ? -1 : 0;
}

/* ---- the system itself */

/* whether an output of the system has a name of its own */
static int host_system_scene_is_renamed(const struct host_system *s, const struct host_system_output *o)
{
	const char *unit = s->units[o->port.unit].name, *variable = host_system_variable(s, &o->port)->name;
	const size_t length = strlen(unit);
	return strncmp(o->name, unit, length) != 0 || o->name[length] != '.' || strcmp(o->name + length + 1, variable) != 0;
}

static void host_system_scene_own(const struct host_facade *f, struct host_text *t)
{
	const struct host_system *s = f->system;
	const struct host_description *d = &f->fmu.description;
	int n = 0;
	host_text_add(t, "],\n\"variables\": [");
	for (int k = 0; k < d->n_variables; k++) {
		/* outputs of the system stand first */
		const int is_output = k < s->n_outputs;
		if (is_output ? host_system_scene_is_renamed(s, &s->outputs[k]) : f->entries[k].unit == HOST_OUTSIDE) {
			host_system_scene_variable(t, d, &d->variables[k], n++ == 0);
		}
	}
	n = 0;
	host_text_add(t, "],\n\"outputs\": [");
	for (int k = 0; k < s->n_outputs; k++) {
		const struct host_system_output *o = &s->outputs[k];
		if (host_system_scene_is_renamed(s, o)) {
			host_system_scene_text(t, n++ == 0 ? "\n  {\"name\": " : ",\n  {\"name\": ", o->name);
			host_system_scene_port(s, t, ", \"from\": ", &o->port);
			host_system_scene_number(t, ", \"factor\": ", o->factor);
			host_system_scene_number(t, ", \"offset\": ", o->offset);
			host_text_add(t, "}");
		}
	}
}

static void host_system_scene_connections(const struct host_system *s, struct host_text *t)
{
	host_text_add(t, "],\n\"connections\": [");
	for (int i = 0; i < s->n_connections; i++) {
		const struct host_connection *c = &s->connections[i];
		host_system_scene_port(s, t, i == 0 ? "\n  {\"from\": " : ",\n  {\"from\": ", &c->from);
		host_system_scene_port(s, t, ", \"to\": ", &c->to);
		host_system_scene_number(t, ", \"factor\": ", c->total_factor);
		host_system_scene_number(t, ", \"offset\": ", c->total_offset);
		host_text_add(t, c->sets_parameter ? ", \"parameter\": true" : "");
		for (int k = 0; k < c->n_translations; k++) {
			host_system_scene_number(t, k == 0 ? ", \"map\": [[" : ", [", c->translations[k].from);
			host_system_scene_number(t, ", ", c->translations[k].to);
			host_text_add(t, k + 1 == c->n_translations ? "]]" : "]");
		}
		host_text_add(t, "}");
	}
}

static void host_system_scene_settings(const struct host_system *s, struct host_text *t)
{
	int n = 0;
	host_text_add(t, "],\n\"settings\": [");
	for (int i = 0; i < s->n_units; i++) {
		for (int k = 0; k < s->units[i].n_settings; k++) {
			const struct host_setting *setting = &s->units[i].settings[k];
			const struct host_variable *v = &s->units[i].fmu->description.variables[setting->variable];
			const struct host_port port = {.unit = i, .variable = setting->variable};
			union host_fmu_value value;
			struct mech_message unused;
			if (v->type != HOST_STRING && host_fmu_value_given(v, setting->text, &value, &unused) == 0) {
				host_system_scene_port(s, t, n++ == 0 ? "\n  {\"name\": " : ",\n  {\"name\": ", &port);
				host_system_scene_number(t, ", \"value\": ",
				                         v->type == HOST_REAL ? setting->factor * value.real + setting->offset
				                                              : value.integer);
				host_text_add(t, "}");
			}
		}
	}
}

static void host_system_scene_coupling(const struct host_facade *f, struct host_text *t)
{
	const struct host_coupling *c = f->coupling;
	const struct host_algorithm *a = &f->system->algorithm;
	host_system_scene_text(t, "],\n\"coupling\": {\"name\": ", host_coupling_names[c->method->name]);
	host_system_scene_number(t, ", \"step\": ", a->step);
	host_system_scene_number(t, ", \"order\": ", a->order);
	host_system_scene_number(t, ", \"tolerance\": ", a->tolerance);
	host_system_scene_number(t, ", \"iterations\": ", a->iterations);
	host_text_add(t, ", \"units\": [");
	for (int i = 0; i < f->system->n_units; i++) {
		host_system_scene_number(t, i == 0 ? "" : ", ", c->graph.order[i]);
	}
	host_text_add(t, "]}");
}

int host_system_scene(const struct host_system *system, struct host_text *scene, struct mech_message *message)
{
	struct host_facade *f = host_facade_create(system);
	if (f == NULL) {
		host_say(message, "%s: out of memory", system->file);
		return -1;
	}
	const struct host_description *d = &f->fmu.description;
	const double start = isnan(d->start_time) ? 0.0 : d->start_time;
	const double stop = isnan(d->stop_time) ? start + 1.0 : d->stop_time;
	int status = 0;
	host_system_scene_number(scene, "{\n\"version\": ", HOST_SCENE_VERSION);
	host_system_scene_text(scene, ",\n\"system\": ", d->model_name);
	host_system_scene_text(scene, ",\n\"description\": ", system->description == NULL ? "" : system->description);
	host_system_scene_number(scene, ",\n\"start\": ", start);
	host_system_scene_number(scene, ",\n\"stop\": ", stop);
	host_system_scene_number(scene, ",\n\"step\": ", isnan(d->step_size) ? (stop - start) / 500.0 : d->step_size);
	host_text_add(scene, ",\n\"units\": [");
	for (int i = 0; i < system->n_units && status == 0; i++) {
		host_text_add(scene, i == 0 ? "\n" : ",\n");
		status = host_system_scene_unit(&system->units[i], scene, message);
	}
	host_system_scene_own(f, scene);
	host_system_scene_connections(system, scene);
	host_system_scene_settings(system, scene);
	host_system_scene_coupling(f, scene);
	host_text_add(scene, "\n}\n");
	host_facade_free(f);
	return status;
}

int host_system_live(const struct host_system *system, struct host_text *units, struct mech_message *message)
{
	int status = 0, all = 1;
	for (int i = 0; i < system->n_units && status == 0 && all; i++) {
		host_text_add(units, i == 0 ? "" : "\n");
		const size_t begin = units->size;
		status = host_show_unit(system->units[i].fmu->folder, units, message);
		all = units->size > begin;
	}
	if (units->failed) {
		host_say(message, "%s: out of memory", system->file);
		status = -1;
	}
	if (!all) {
		host_text_free(units);
	}
	return status;
}

int host_system_show(const struct host_system *system, const char *results, const struct host_show_options *options,
                     const char *page, struct mech_message *message)
{
	struct host_text scene = {0}, units = {0};
	struct host_facade *f = host_facade_create(system);
	int status = f == NULL ? -1 : host_system_scene(system, &scene, message);
	if (f == NULL) {
		host_say(message, "%s: out of memory", system->file);
	}
	if (status == 0 && !options->recorded) {
		status = host_system_live(system, &units, message);
	}
	if (status == 0 && scene.failed) {
		host_say(message, "%s: out of memory", system->file);
		status = -1;
	}
	if (status == 0) {
		status = host_show_write(&f->fmu.description, &scene, &units, results, options->plot, page, message);
	}
	host_facade_free(f);
	host_text_free(&scene);
	host_text_free(&units);
	return status;
}
