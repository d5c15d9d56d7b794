/* Connections of SSP: through connectors of systems and signals of dictionaries, from unit to
 * unit. */
#define _POSIX_C_SOURCE 200809L

#include "host_ssd_parts.h"

#include <stdlib.h>
#include <string.h>

#include "host_suggest.h"

/* ---- connections */

enum { HOST_SSD_START, HOST_SSD_END };

/* whether a connector of that kind can be such an end; to the inside of a system its own inputs are
 * sources */
static int host_ssd_fits(const char *kind, int end, int own)
{
	static const char *const sources[] = {"output", "inout", "calculatedParameter"};
	static const char *const sinks[] = {"input", "inout", "parameter"};
	return host_xml_choice(kind, (end == HOST_SSD_START) != own ? sources : sinks, 3) >= 0;
}

/* the connector of an element, or NULL after a problem */
static const xmlNode *host_ssd_connector(struct host_ssd_reader *r, const xmlNode *connection, const xmlNode *element,
                                         const char *name, const char *element_name)
{
	const xmlNode *connectors = host_ssd_child(element, "Connectors");
	const xmlNode *found = host_ssd_named(connectors, "Connector", name);
	char hint[HOST_SUGGESTION_SIZE];
	struct host_suggestion near = host_suggest_begin(name);
	if (found != NULL) {
		return found;
	}
	for (const xmlNode *c = host_ssd_child(connectors, "Connector"); c != NULL; c = host_ssd_next(c, "Connector")) {
		host_suggest_offer(&near, host_xml_value(c, "name") == NULL ? "" : host_xml_value(c, "name"));
	}
	host_problem_error(r->problems, r->file, host_ssd_place(connection), "%s%.80s%s has no connector '%.100s'%s",
	                   element_name[0] == 0 ? "the system" : "'", element_name, element_name[0] == 0 ? "" : "'", name,
	                   host_suggest_text(&near, hint));
	return NULL;
}

/* the map of values of a connection; NULL: it has none */
static const xmlNode *host_ssd_transformation(const xmlNode *connection)
{
	static const char *const maps[] = {"BooleanMappingTransformation", "IntegerMappingTransformation",
	                                   "EnumerationMappingTransformation"};
	const xmlNode *found = NULL;
	for (int k = 0; k < 3 && found == NULL; k++) {
		found = host_ssd_child(connection, maps[k]);
	}
	return found;
}

static const char *const host_ssd_elements[] = {"startElement", "endElement"};
static const char *const host_ssd_connectors[] = {"startConnector", "endConnector"};

/* whether both ends of a connection are written in each other's place. Some tools do so; without a
 * transformation there is no doubt about what is meant. */
static int host_ssd_is_reversed(const xmlNode *system, const xmlNode *connection)
{
	for (int end = 0; end < 2; end++) {
		const char *name = host_xml_value(connection, host_ssd_elements[end]);
		const char *connector = host_xml_value(connection, host_ssd_connectors[end]);
		const int own = name == NULL || name[0] == 0;
		const xmlNode *element = own ? system : host_ssd_element(system, name);
		const xmlNode *found =
			connector == NULL ? NULL : host_ssd_named(host_ssd_child(element, "Connectors"), "Connector", connector);
		const char *kind = found == NULL ? NULL : host_xml_value(found, "kind");
		if (kind == NULL || host_ssd_fits(kind, end, own) || !host_ssd_fits(kind, 1 - end, own)) {
			return 0;
		}
	}
	return host_ssd_transformation(connection) == NULL && host_ssd_child(connection, "LinearTransformation") == NULL;
}

/* key of one end that is a start or an end, or NULL after a problem */
static char *host_ssd_end(struct host_ssd_reader *r, const xmlNode *system, const char *path, const xmlNode *connection,
                          int end, int role)
{
	const char *name = host_xml_value(connection, host_ssd_elements[end]);
	name = name == NULL ? "" : name;
	const char *connector = host_ssd_need(r, connection, host_ssd_connectors[end]);
	const xmlNode *element = name[0] == 0 ? system : host_ssd_element(system, name);
	if (element == NULL) {
		host_ssd_error(r, connection, "there is no element '%.100s'", name);
		return NULL;
	}
	if (connector[0] == 0) {
		return NULL;
	}
	/* signals of a dictionary are those of the dictionary itself, wherever it is referred to */
	if (host_ssd_is(element, "SignalDictionaryReference")) {
		char *dictionary = host_ssd_join(r, "\n\n", host_ssd_need(r, element, "dictionary"), "");
		char *key = dictionary == NULL ? NULL : host_ssd_join(r, dictionary, connector, "\n");
		free(dictionary);
		return key;
	}
	const xmlNode *found = host_ssd_connector(r, connection, element, connector, name);
	const char *kind = found == NULL ? "" : host_ssd_need(r, found, "kind");
	if (kind[0] == 0) {
		return NULL;
	}
	if (!host_ssd_fits(kind, role, name[0] == 0)) {
		host_problem_error(r->problems, r->file, host_ssd_place(connection),
		                   "a connection cannot %s at '%s%s%.100s', which is of kind %.40s",
		                   role == HOST_SSD_START ? "start" : "end", name, name[0] == 0 ? "" : ".", connector, kind);
		return NULL;
	}
	char *where = name[0] == 0 ? host_system_copy(path, r->problems) : host_ssd_join(r, path, name, ".");
	char *key = where == NULL ? NULL : host_ssd_join(r, where, connector, "\n");
	free(where);
	return key;
}

void host_ssd_linear(struct host_ssd_reader *r, const xmlNode *node, double *factor, double *offset)
{
	const xmlNode *linear = host_ssd_child(node, "LinearTransformation");
	*factor = host_ssd_number(r, linear, "factor", 1.0);
	*offset = host_ssd_number(r, linear, "offset", 0.0);
}

void host_ssd_connection(struct host_ssd_reader *r, const xmlNode *system, const char *path, const xmlNode *node)
{
	struct host_ssd_edge *list = realloc(r->edges, ((size_t)r->n_edges + 1) * sizeof *list);
	if (list == NULL) {
		r->problems->failed = 1;
		return;
	}
	r->edges = list;
	const int reversed = host_ssd_is_reversed(system, node);
	if (reversed) {
		host_problem_note(r->problems, r->file, host_ssd_place(node),
		                  "start and end of this connection are exchanged; it is read the other way round");
	}
	struct host_ssd_edge e = {
		host_ssd_end(r, system, path, node, reversed ? HOST_SSD_END : HOST_SSD_START, HOST_SSD_START),
		host_ssd_end(r, system, path, node, reversed ? HOST_SSD_START : HOST_SSD_END, HOST_SSD_END),
		host_ssd_place(node),
		0,
		1.0,
		0.0,
		NULL};
	(void)host_xml_boolean(host_xml_value(node, "suppressUnitConversion"), &e.keeps_unit);
	host_ssd_linear(r, node, &e.factor, &e.offset);
	e.translation = host_ssd_transformation(node);
	for (int k = 0; k < r->n_edges && e.to != NULL; k++) {
		if (r->edges[k].to != NULL && strcmp(r->edges[k].to, e.to) == 0) {
			host_problem_error(r->problems, r->file, e.place,
			                   "'%.100s' is the end of two connections, the first in line %d", strrchr(e.to, '\n') + 1,
			                   r->edges[k].place.line);
			break;
		}
	}
	list[r->n_edges++] = e;
}

/* ---- from connectors of systems to those of units */

/* unit of a key, *variable its connector; HOST_NO_UNIT: it is none of a component */
static int host_ssd_unit(const struct host_ssd_reader *r, const char *key, const char **variable)
{
	const size_t length = strcspn(key, "\n");
	for (int i = 0; i < r->s->n_units; i++) {
		const char *name = r->s->units[i].name;
		if (name != NULL && length > 0 && strlen(name) == length && strncmp(name, key, length) == 0) {
			*variable = key + length + 1;
			return i;
		}
	}
	return HOST_NO_UNIT;
}

const char *host_ssd_mapped(const xmlNode *map, const char *text)
{
	for (const xmlNode *e = host_ssd_child(map, "MapEntry"); e != NULL; e = host_ssd_next(e, "MapEntry")) {
		const char *source = host_xml_value(e, "source");
		if (source != NULL && strcmp(source, text) == 0) {
			return host_xml_value(e, "target");
		}
	}
	return NULL;
}

void host_ssd_follow(struct host_ssd_reader *r, const char *connector, const struct host_ssd_way *way,
                     host_ssd_arrival *arrive, void *context)
{
	for (int k = 0; k < r->n_edges && way->depth <= r->n_edges; k++) {
		const struct host_ssd_edge *e = &r->edges[k];
		const char *variable;
		if (e->from == NULL || e->to == NULL || strcmp(e->from, connector) != 0) {
			continue;
		}
		struct host_ssd_way on = *way;
		on.depth++;
		on.offset = e->factor * way->offset + e->offset;
		on.factor *= e->factor;
		on.text = e->translation == NULL ? way->text : host_ssd_mapped(e->translation, way->text);
		const int unit = host_ssd_unit(r, e->to, &variable);
		if (on.text == NULL) {
			host_problem_error(r->problems, way->file, way->place,
			                   "the map of values of the connection in line %d has no entry for '%.80s'", e->place.line,
			                   way->text);
		} else if (unit >= 0) {
			arrive(context, unit, variable, &on);
		} else {
			host_ssd_follow(r, e->to, &on, arrive, context);
		}
	}
}

static const struct host_ssd_edge *host_ssd_to(const struct host_ssd_reader *r, const char *key)
{
	for (int k = 0; k < r->n_edges; k++) {
		if (r->edges[k].from != NULL && r->edges[k].to != NULL && strcmp(r->edges[k].to, key) == 0) {
			return &r->edges[k];
		}
	}
	return NULL;
}

/* number of an input of the outermost system, which is added where it is not there yet */
static int host_ssd_input(struct host_ssd_reader *r, const char *name, struct host_place place)
{
	for (int i = 0; i < r->s->n_inputs; i++) {
		if (r->s->inputs[i].name != NULL && strcmp(r->s->inputs[i].name, name) == 0) {
			return i;
		}
	}
	struct host_system_input *input = host_system_add_input(r->s, r->problems);
	if (input == NULL) {
		return -1;
	}
	input->name = host_system_copy(name, r->problems);
	input->place = place;
	return r->s->n_inputs - 1;
}

/* maps of values; what they are is known once units are open */
static void host_ssd_translations(struct host_ssd_reader *r, const xmlNode *map, struct host_connection *c)
{
	int n = 0;
	for (const xmlNode *e = host_ssd_child(map, "MapEntry"); e != NULL; e = host_ssd_next(e, "MapEntry")) {
		n++;
	}
	c->translations = calloc((size_t)n + 1, sizeof *c->translations);
	if (c->translations == NULL) {
		r->problems->failed = 1;
		return;
	}
	for (const xmlNode *e = host_ssd_child(map, "MapEntry"); e != NULL; e = host_ssd_next(e, "MapEntry")) {
		struct host_translation *t = &c->translations[c->n_translations++];
		t->from_text = host_system_copy(host_ssd_need(r, e, "source"), r->problems);
		t->to_text = host_system_copy(host_ssd_need(r, e, "target"), r->problems);
	}
}

/* what a chain of connections that ends with `last` does to a value, and where it comes from; *key:
 * NULL after a problem, or the key of a component or of the outermost system. `c` may be that of an
 * output, too. */
static const char *host_ssd_chain(struct host_ssd_reader *r, const struct host_ssd_edge *last,
                                  struct host_connection *c)
{
	const struct host_ssd_edge *e = last;
	const char *variable;
	for (int depth = 0; depth <= r->n_edges; depth++) {
		c->offset += c->factor * e->offset;
		c->factor *= e->factor;
		c->keeps_unit |= e->keeps_unit;
		if (e->translation != NULL && c->translations != NULL) {
			host_problem_error(r->problems, r->file, e->place, "a second map of values lies on the same way");
		} else if (e->translation != NULL) {
			host_ssd_translations(r, e->translation, c);
		}
		/* a signal of a dictionary begins with two line ends */
		if (host_ssd_unit(r, e->from, &variable) >= 0 || (e->from[0] == '\n' && e->from[1] != '\n')) {
			return e->from;
		}
		const struct host_ssd_edge *before = host_ssd_to(r, e->from);
		if (before == NULL) {
			host_problem_note(r->problems, r->file, e->place, "nothing leads to where this connection starts");
			return NULL;
		}
		e = before;
	}
	host_problem_error(r->problems, r->file, last->place, "connections of systems run in a circle");
	return NULL;
}

static void host_ssd_port(struct host_ssd_reader *r, const char *key, struct host_place place, struct host_port *port)
{
	const char *variable = NULL;
	port->unit = host_ssd_unit(r, key, &variable);
	port->variable = -1;
	port->place = place;
	if (port->unit >= 0) {
		port->name = host_system_copy(variable, r->problems);
	} else {
		port->unit = HOST_OUTSIDE;
		port->variable = host_ssd_input(r, key + 1, place);
	}
}

static void host_ssd_forget(struct host_connection *c)
{
	free(c->to.name);
	for (int i = 0; i < c->n_translations; i++) {
		free(c->translations[i].from_text);
		free(c->translations[i].to_text);
	}
	free(c->translations);
}

void host_ssd_connect(struct host_ssd_reader *r)
{
	for (int k = 0; k < r->n_edges; k++) {
		const struct host_ssd_edge *e = &r->edges[k];
		const char *variable;
		if (e->from == NULL || e->to == NULL || host_ssd_unit(r, e->to, &variable) < 0) {
			continue;
		}
		struct host_connection *c = host_system_add_connection(r->s, r->problems);
		if (c == NULL) {
			return;
		}
		c->place = e->place;
		c->from.unit = HOST_NO_UNIT;
		host_ssd_port(r, e->to, e->place, &c->to);
		const char *from = host_ssd_chain(r, e, c);
		if (from != NULL) {
			host_ssd_port(r, from, e->place, &c->from);
		} else {
			/* like an input without a source */
			host_ssd_forget(c);
			r->s->n_connections--;
		}
	}
}

/* output connectors of the outermost system */
void host_ssd_outputs(struct host_ssd_reader *r)
{
	for (int k = 0; k < r->n_edges; k++) {
		const struct host_ssd_edge *e = &r->edges[k];
		const char *variable;
		if (e->from == NULL || e->to == NULL || e->to[0] != '\n' || e->to[1] == '\n') {
			continue;
		}
		struct host_connection c = {.factor = 1.0};
		const char *from = host_ssd_chain(r, e, &c);
		struct host_system_output *o =
			from == NULL || host_ssd_unit(r, from, &variable) < 0 ? NULL : host_system_add_output(r->s, r->problems);
		host_ssd_forget(&c);
		if (o != NULL) {
			o->name = host_system_copy(e->to + 1, r->problems);
			host_ssd_port(r, from, e->place, &o->port);
			o->factor = c.factor;
			o->offset = c.offset;
		}
	}
	r->s->lists_outputs = r->s->n_outputs > 0;
}
