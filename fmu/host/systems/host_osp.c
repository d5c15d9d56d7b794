#define _POSIX_C_SOURCE 200809L

#include "host_osp.h"

#include <math.h>
#include <string.h>

#include "host_ssd_parts.h"

/* ---- the tree: names without their namespace, which files do not agree on */

static int host_osp_is(const xmlNode *node, const char *name)
{
	return node != NULL && node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

static const xmlNode *host_osp_next(const xmlNode *node, const char *name)
{
	for (node = node == NULL ? NULL : node->next; node != NULL && !host_osp_is(node, name);) {
		node = node->next;
	}
	return node;
}

static const xmlNode *host_osp_child(const xmlNode *parent, const char *name)
{
	const xmlNode *node = parent == NULL ? NULL : parent->children;
	return node == NULL || host_osp_is(node, name) ? node : host_osp_next(node, name);
}

/* the text of an element that holds nothing else; NULL: there is no such element */
static const char *host_osp_text(const xmlNode *parent, const char *name)
{
	const xmlNode *node = host_osp_child(parent, name), *text = node == NULL ? NULL : node->children;
	return text == NULL || text->type != XML_TEXT_NODE ? NULL : (const char *)text->content;
}

static double host_osp_number(struct host_ssd_reader *r, const xmlNode *parent, const char *name)
{
	const char *text = host_osp_text(parent, name);
	double number = NAN;
	if (text != NULL && (host_xml_double(text, &number) != 0 || !isfinite(number))) {
		host_problem_error(r->problems, r->file, host_ssd_place(host_osp_child(parent, name)),
		                   "%s '%.80s' is no finite number", name, text);
		return NAN;
	}
	return number;
}

/* ---- units */

static void host_osp_value(struct host_ssd_reader *r, const xmlNode *node, struct host_system_unit *unit)
{
	static const char *const types[] = {"Real", "Integer", "Boolean", "String"};
	const xmlNode *typed = NULL;
	for (int k = 0; k < 4 && typed == NULL; k++) {
		typed = host_osp_child(node, types[k]);
	}
	const char *name = host_ssd_need(r, node, "variable"), *value = host_xml_value(typed, "value");
	if (value == NULL) {
		host_ssd_error(r, node, "the initial value of '%.120s' is none of Real, Integer, Boolean and String", name);
		return;
	}
	struct host_setting *setting = name[0] == 0 ? NULL : host_system_add_setting(unit, r->problems);
	if (setting != NULL) {
		setting->name = host_system_copy(name, r->problems);
		setting->text = host_system_copy(value, r->problems);
		setting->place = setting->text_place = host_ssd_place(node);
	}
}

static void host_osp_simulator(struct host_ssd_reader *r, const xmlNode *node)
{
	const char *name = host_ssd_need(r, node, "name"), *source = host_ssd_need(r, node, "source");
	char file[HOST_PATH_SIZE];
	if (name[0] != 0 && host_system_find_unit(r->s, name) >= 0) {
		host_ssd_error(r, node, "the name '%.100s' is there twice", name);
	}
	struct host_system_unit *u = host_system_add_unit(r->s, r->problems);
	if (u == NULL) {
		return;
	}
	u->name = host_system_copy(name, r->problems);
	u->place = u->file_place = host_ssd_place(node);
	if (source[0] != 0 && host_ssd_source(r, node, source, file) == 0) {
		u->file = host_system_copy(source, r->problems);
		u->path = host_system_copy(file, r->problems);
	}
	if (host_xml_value(node, "stepSize") != NULL) {
		host_problem_note(r->problems, r->file, u->place,
		                  "the step of simulator '%.100s' alone is not honoured: all units step together", name);
	}
	const xmlNode *values = host_osp_child(node, "InitialValues");
	for (const xmlNode *v = host_osp_child(values, "InitialValue"); v != NULL; v = host_osp_next(v, "InitialValue")) {
		host_osp_value(r, v, u);
	}
}

/* ---- connections */

static void host_osp_port(struct host_ssd_reader *r, const xmlNode *variable, struct host_port *port)
{
	const char *unit = host_ssd_need(r, variable, "simulator"), *name = host_ssd_need(r, variable, "name");
	port->unit = unit[0] == 0 ? -1 : host_system_find_unit(r->s, unit);
	port->place = host_ssd_place(variable);
	port->variable = -1;
	if (unit[0] != 0 && port->unit < 0) {
		host_ssd_error(r, variable, "there is no simulator '%.100s'", unit);
	}
	if (port->unit < 0) {
		port->unit = HOST_NO_UNIT;
	} else {
		port->name = host_system_copy(name, r->problems);
	}
}

static struct host_connection *host_osp_connect(struct host_ssd_reader *r, const xmlNode *node, const xmlNode *from,
                                                const xmlNode *to)
{
	if (from == NULL || to == NULL) {
		host_ssd_error(r, node, "%s", "a connection needs two ends");
		return NULL;
	}
	struct host_connection *c = host_system_add_connection(r->s, r->problems);
	if (c != NULL) {
		c->place = host_ssd_place(node);
		c->keeps_unit = 1;
		host_osp_port(r, from, &c->from);
		host_osp_port(r, to, &c->to);
	}
	return c;
}

/* the connection of one end of a function, "in" or "out"; NULL: there is none */
static const xmlNode *host_osp_signal(const xmlNode *connections, const char *function, const char *end)
{
	const xmlNode *c = host_osp_child(connections, "SignalConnection");
	for (; c != NULL; c = host_osp_next(c, "SignalConnection")) {
		const xmlNode *signal = host_osp_child(c, "Signal");
		const char *of = host_xml_value(signal, "function"), *name = host_xml_value(signal, "name");
		if (of != NULL && name != NULL && strcmp(of, function) == 0 && strcmp(name, end) == 0) {
			return c;
		}
	}
	return NULL;
}

/* a function between two variables */
static void host_osp_function(struct host_ssd_reader *r, const xmlNode *connections, const xmlNode *function)
{
	const char *name = host_ssd_need(r, function, "name");
	if (!host_osp_is(function, "LinearTransformation")) {
		host_problem_error(r->problems, r->file, host_ssd_place(function),
		                   "function '%.80s': %.60s cannot be read, LinearTransformation can", name,
		                   (const char *)function->name);
		return;
	}
	const xmlNode *in = host_osp_signal(connections, name, "in"), *out = host_osp_signal(connections, name, "out");
	if (in == NULL || out == NULL) {
		host_ssd_error(r, function, "function '%.80s' is connected at one end alone", name);
		return;
	}
	struct host_connection *c =
		host_osp_connect(r, out, host_osp_child(in, "Variable"), host_osp_child(out, "Variable"));
	if (c != NULL) {
		c->factor = host_ssd_number(r, function, "factor", 1.0);
		c->offset = host_ssd_number(r, function, "offset", 0.0);
	}
}

static void host_osp_connections(struct host_ssd_reader *r, const xmlNode *root)
{
	const xmlNode *list = host_osp_child(root, "Connections"), *functions = host_osp_child(root, "Functions");
	for (const xmlNode *n = list == NULL ? NULL : list->children; n != NULL; n = n->next) {
		if (host_osp_is(n, "VariableConnection")) {
			const xmlNode *first = host_osp_child(n, "Variable");
			struct host_connection *c = host_osp_connect(r, n, first, host_osp_next(first, "Variable"));
			if (c != NULL) {
				c->either_way = 1;
			}
		} else if (n->type == XML_ELEMENT_NODE && !host_osp_is(n, "SignalConnection")) {
			host_ssd_error(r, n, "%.60s cannot be read: connect the variables one by one", (const char *)n->name);
		}
	}
	for (const xmlNode *n = functions == NULL ? NULL : functions->children; n != NULL; n = n->next) {
		if (n->type == XML_ELEMENT_NODE) {
			host_osp_function(r, list, n);
		}
	}
}

/* ---- the file */

static void host_osp_root(struct host_ssd_reader *r, const xmlNode *root)
{
	if (!host_osp_is(root, "OspSystemStructure")) {
		host_ssd_error(r, root, "the root element is '%.80s': it must be an OspSystemStructure",
		               (const char *)root->name);
		return;
	}
	const xmlNode *simulators = host_osp_child(root, "Simulators");
	r->s->name = host_system_copy("system", r->problems);
	for (const xmlNode *n = host_osp_child(simulators, "Simulator"); n != NULL; n = host_osp_next(n, "Simulator")) {
		host_osp_simulator(r, n);
	}
	if (r->s->n_units == 0) {
		host_ssd_error(r, root, "%s", "there is no simulator in the system");
	}
	host_osp_connections(r, root);
	r->s->start_time = host_osp_number(r, root, "StartTime");
	r->s->stop_time = host_osp_number(r, root, "EndTime");
	const double step = host_osp_number(r, root, "BaseStepSize");
	r->s->algorithm.step = step > 0.0 ? step : NAN;
	const char *algorithm = host_osp_text(root, "Algorithm");
	if (algorithm != NULL && strcmp(algorithm, "fixedStep") != 0) {
		const struct host_place place = host_ssd_place(host_osp_child(root, "Algorithm"));
		host_problem_note(r->problems, r->file, place, "the algorithm '%.60s' is not honoured: steps are fixed",
		                  algorithm);
	}
}

struct host_system *host_osp_read(const char *path, struct host_problems *problems)
{
	struct host_system *s = host_system_create(path);
	struct host_ssd_reader r = {.s = s, .problems = problems, .file = path};
	if (s == NULL) {
		problems->failed = 1;
		return NULL;
	}
	const size_t length = (size_t)(host_path_name(path) - path);
	(void)snprintf(r.base, sizeof r.base, "%.*s", (int)(length > 1 ? length - 1 : length), path);
	r.document = host_ssd_parse(&r, NULL, path);
	if (r.document != NULL) {
		host_osp_root(&r, xmlDocGetRootElement(r.document));
	}
	xmlFreeDoc(r.document);
	return s;
}
