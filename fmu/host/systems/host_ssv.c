/* Parameter bindings of SSP: values of parameter sets (SSV), prefixes, mappings (SSM). */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "host_ssd_parts.h"

/* a value on its way to variables */
struct host_ssv_value {
	struct host_ssd_reader *r;
	const char *file; /* that it stands in */
	struct host_place place;
	const char *text, *measure; /* measure: name of its unit of measurement, or NULL */
	const xmlNode *units;       /* definitions of these */
	double factor, offset;      /* of a mapping */
};

static void host_ssv_set(const struct host_ssv_value *v, int unit, const char *variable, const struct host_ssd_way *way)
{
	struct host_ssd_reader *r = v->r;
	struct host_setting *setting = host_system_add_setting(&r->s->units[unit], r->problems);
	if (setting == NULL) {
		return;
	}
	setting->name = host_system_copy(variable, r->problems);
	setting->text = host_system_copy(way == NULL ? v->text : way->text, r->problems);
	setting->place = setting->text_place = v->place;
	setting->factor = way == NULL ? v->factor : way->factor;
	setting->offset = way == NULL ? v->offset : way->offset;
	setting->connected = way != NULL;
	if (v->measure == NULL) {
		return;
	}
	for (const xmlNode *u = host_ssd_child(v->units, "Unit"); u != NULL; u = host_ssd_next(u, "Unit")) {
		if (host_xml_value(u, "name") != NULL && strcmp(host_xml_value(u, "name"), v->measure) == 0) {
			(void)host_measure_read(host_ssd_child(u, "BaseUnit"), &setting->measure);
		}
	}
	setting->measure.name = host_system_copy(v->measure, r->problems);
}

/* one of the variables that the connector of a system feeds */
static void host_ssv_arrive(void *context, int unit, const char *variable, const struct host_ssd_way *way)
{
	host_ssv_set(context, unit, variable, way);
}

static int host_ssv_count(const struct host_system *s)
{
	int n = 0;
	for (int i = 0; i < s->n_units; i++) {
		n += s->units[i].n_settings;
	}
	return n;
}

/* the value of `name` as the element at `path` knows it: of a component, its variable; of a system,
 * a connector or element.name */
static void host_ssv_give(struct host_ssv_value *v, const char *path, int unit, const char *name)
{
	struct host_ssd_reader *r = v->r;
	const size_t length = strlen(path);
	if (unit >= 0) {
		host_ssv_set(v, unit, name, NULL);
		return;
	}
	/* the element with the longest name that fits */
	int best = -1;
	for (int i = 0; i < r->s->n_units; i++) {
		const char *full = r->s->units[i].name == NULL ? "" : r->s->units[i].name;
		const char *rest = length == 0                                               ? full
		                   : strncmp(full, path, length) == 0 && full[length] == '.' ? full + length + 1
		                                                                             : "";
		const size_t used = strlen(rest);
		if (used > 0 && strncmp(name, rest, used) == 0 && name[used] == '.' &&
		    (best < 0 || strlen(full) > strlen(r->s->units[best].name))) {
			best = i;
		}
	}
	if (best >= 0) {
		host_ssv_set(v, best, name + strlen(r->s->units[best].name) - length - (length > 0) + 1, NULL);
		return;
	}
	struct host_text key = {0};
	const int before = host_ssv_count(r->s);
	host_text_add(&key, path);
	host_text_add(&key, "\n");
	host_text_add(&key, name);
	if (key.failed) {
		r->problems->failed = 1;
	} else {
		const struct host_ssd_way way = {v->file, v->text, v->place, v->factor, v->offset, 0};
		host_ssd_follow(r, key.bytes, &way, host_ssv_arrive, v);
	}
	host_text_free(&key);
	if (host_ssv_count(r->s) == before) {
		host_problem_note(r->problems, v->file, v->place, "parameter '%.120s' reaches no unit", name);
	}
}

/* a parameter by the entries of a mapping, or by its own name where there is none */
static void host_ssv_map(struct host_ssv_value *v, const xmlNode *mapping, const char *path, int unit, const char *name)
{
	if (mapping == NULL) {
		host_ssv_give(v, path, unit, name);
		return;
	}
	for (const xmlNode *e = host_ssd_child(mapping, "MappingEntry"); e != NULL; e = host_ssd_next(e, "MappingEntry")) {
		const char *source = host_xml_value(e, "source"), *target = host_xml_value(e, "target");
		if (source == NULL || target == NULL || strcmp(source, name) != 0) {
			continue;
		}
		const char *text = v->text;
		host_ssd_linear(v->r, e, &v->factor, &v->offset);
		static const char *const maps[] = {"BooleanMappingTransformation", "IntegerMappingTransformation",
		                                   "EnumerationMappingTransformation"};
		for (int k = 0; k < 3; k++) {
			const char *mapped = host_ssd_mapped(host_ssd_child(e, maps[k]), text);
			v->text = mapped == NULL ? v->text : mapped;
		}
		host_ssv_give(v, path, unit, target);
		v->text = text;
		v->factor = 1.0;
		v->offset = 0.0;
	}
}

/* the element Real, Integer ... of a parameter; NULL: none of those */
static const xmlNode *host_ssv_typed(const xmlNode *parameter)
{
	static const char *const types[] = {"Real", "Integer", "Boolean", "String", "Enumeration"};
	const xmlNode *found = NULL;
	for (int k = 0; k < 5 && found == NULL; k++) {
		found = host_ssd_child(parameter, types[k]);
	}
	return found;
}

static void host_ssv_set_read(struct host_ssd_reader *r, const char *file, const xmlNode *set, const xmlNode *mapping,
                              const char *prefix, const char *path, int unit)
{
	const xmlNode *list = host_ssd_child(set, "Parameters");
	for (const xmlNode *p = host_ssd_child(list, "Parameter"); p != NULL; p = host_ssd_next(p, "Parameter")) {
		const xmlNode *typed = host_ssv_typed(p);
		const char *name = host_xml_value(p, "name"), *value = host_xml_value(typed, "value");
		struct host_text full = {0};
		if (name == NULL || value == NULL) {
			host_problem_error(r->problems, file, host_ssd_place(p),
			                   "parameter '%.120s' has no value of a type that can be set: Real, Integer, Boolean, "
			                   "String, Enumeration",
			                   name == NULL ? "" : name);
			continue;
		}
		host_text_add(&full, prefix);
		host_text_add(&full, name);
		struct host_ssv_value v = {
			r, file, host_ssd_place(p), value, host_xml_value(typed, "unit"), host_ssd_child(set, "Units"), 1.0, 0.0};
		if (full.failed) {
			r->problems->failed = 1;
		} else {
			host_ssv_map(&v, mapping, path, unit, full.bytes);
		}
		host_text_free(&full);
	}
}

/* the element that stands in the file, or the root of the file that `source` names; *file is where
 * it stands */
static const xmlNode *host_ssv_content(struct host_ssd_reader *r, const xmlNode *node, const xmlNode *inside,
                                       const char *name, const char **file)
{
	const char *source = host_xml_value(node, "source"), *base = host_xml_value(node, "sourceBase");
	if (inside != NULL || source == NULL || source[0] == 0) {
		return inside;
	}
	if (base != NULL && strcmp(base, "SSD") != 0) {
		host_problem_error(r->problems, r->file, host_ssd_place(node), "a source within a component cannot be read");
		return NULL;
	}
	const xmlNode *root = host_ssd_open(r, node, source);
	if (root != NULL && !host_ssd_is(root, name)) {
		host_problem_error(r->problems, r->file, host_ssd_place(node), "'%.200s' is no %s of SSP", source, name);
		return NULL;
	}
	*file = source;
	return root;
}

/* values that come through connections have precedence over those for the variable itself: they
 * are set last */
void host_ssv_order(struct host_system *s, struct host_problems *problems)
{
	for (int i = 0; i < s->n_units; i++) {
		struct host_system_unit *u = &s->units[i];
		struct host_setting *sorted = calloc((size_t)u->n_settings + 1, sizeof *sorted);
		int n = 0;
		for (int pass = 0; pass < 2 && sorted != NULL; pass++) {
			for (int k = 0; k < u->n_settings; k++) {
				if (u->settings[k].connected == pass) {
					sorted[n++] = u->settings[k];
				}
			}
		}
		if (sorted == NULL) {
			problems->failed = 1;
			continue;
		}
		free(u->settings);
		u->settings = sorted;
	}
}

void host_ssv_read(struct host_ssd_reader *r, const xmlNode *element, const char *path, int unit)
{
	const xmlNode *list = host_ssd_child(element, "ParameterBindings");
	for (const xmlNode *b = host_ssd_child(list, "ParameterBinding"); b != NULL;
	     b = host_ssd_next(b, "ParameterBinding")) {
		const char *prefix = host_xml_value(b, "prefix"), *file = r->file, *unused = r->file;
		const xmlNode *values = host_ssd_child(b, "ParameterValues"), *map = host_ssd_child(b, "ParameterMapping");
		const xmlNode *set = host_ssv_content(r, b, host_ssd_child(values, "ParameterSet"), "ParameterSet", &file);
		const xmlNode *mapping = map == NULL ? NULL
		                                     : host_ssv_content(r, map, host_ssd_child(map, "ParameterMapping"),
		                                                        "ParameterMapping", &unused);
		if (set != NULL && (map == NULL || mapping != NULL)) {
			host_ssv_set_read(r, file, set, mapping, prefix == NULL ? "" : prefix, path, unit);
		} else if (set == NULL && host_xml_value(b, "source") == NULL) {
			host_problem_error(r->problems, r->file, host_ssd_place(b), "the parameter binding has no values");
		}
	}
}
