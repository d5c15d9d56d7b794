#define _POSIX_C_SOURCE 200809L

#include "host_ssd_parts.h"

#include <float.h>
#include <libxml/uri.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_suggest.h"
#include "host_zip.h"

/* systems within systems, and connectors behind connectors */
enum { HOST_SSD_MOST_DEPTH = 32 };

/* ---- the experiment and what annotations say of it */

/* a number of our own annotation; outside of its limits it is as if it were not there */
static double host_ssd_within(struct host_ssd_reader *r, const xmlNode *node, const char *attribute, double least,
                              double most, double fallback)
{
	const double number = host_ssd_number(r, node, attribute, fallback);
	return number >= least && number <= most ? number : fallback;
}

static void host_ssd_own_algorithm(struct host_ssd_reader *r, const xmlNode *node)
{
	struct host_algorithm *a = &r->s->algorithm;
	const int name = host_xml_choice(host_xml_value(node, "name"), host_coupling_names, HOST_COUPLING_NAMES);
	a->name = name < 0 ? a->name : (enum host_coupling_name)name;
	a->step = host_ssd_number(r, node, "step", a->step);
	a->order = (int)host_ssd_within(r, node, "order", 0.0, 2.0, a->order);
	a->tolerance = host_ssd_within(r, node, "tolerance", DBL_MIN, 0.1, a->tolerance);
	a->iterations = (int)host_ssd_within(r, node, "iterations", 1.0, 1000.0, a->iterations);
	a->adaptive = (int)host_ssd_within(r, node, "adaptive", 0.0, 1.0, a->adaptive);
	a->corrects = (int)host_ssd_within(r, node, "corrects", 0.0, 1.0, a->corrects);
	a->smallest_step = host_ssd_within(r, node, "smallest_step", 0.0, HUGE_VAL, a->smallest_step);
	a->largest_step = host_ssd_within(r, node, "largest_step", a->smallest_step, HUGE_VAL, a->largest_step);
	r->s->interval = host_ssd_number(r, node, "interval", r->s->interval);
}

/* the name of an output whose connector has another one (host_ssp_write.c) */
static void host_ssd_own_output(struct host_ssd_reader *r, const xmlNode *node)
{
	const char *connector = host_xml_value(node, "connector"), *name = host_xml_value(node, "name");
	for (int i = 0; connector != NULL && name != NULL && i < r->s->n_outputs; i++) {
		struct host_system_output *o = &r->s->outputs[i];
		if (o->name != NULL && strcmp(o->name, connector) == 0) {
			free(o->name);
			o->name = host_system_copy(name, r->problems);
			return;
		}
	}
}

/* name of an element without the prefix, which some files do not declare */
static const char *host_ssd_plain(const xmlNode *node)
{
	const char *colon = strchr((const char *)node->name, ':');
	return colon == NULL ? (const char *)node->name : colon + 1;
}

/* annotations of others that say how a system was coupled: in whose form, the element, its attribute
 * with the step; NULL: what the element asks for is not honoured */
static const struct {
	const char *type, *element, *attribute;
} host_ssd_hints[] = {
	{HOST_SSD_OMSIMULATOR, "FixedStepMaster", "stepSize"},
	{HOST_SSD_OMSIMULATOR, "VariableStepMaster", NULL},
	{HOST_SSD_OMSIMULATOR, "VariableStepSolver", NULL},
	{HOST_SSD_OSP, "FixedStepAlgorithm", "baseStepSize"},
	{HOST_SSD_OSP, "EccoAlgorithm", NULL},
	{HOST_SSD_OSP, "StepSizeHint", NULL},
};

/* one element of an annotation of a type */
static void host_ssd_hint(struct host_ssd_reader *r, const char *type, const xmlNode *e)
{
	struct host_algorithm *a = &r->s->algorithm;
	const char *name = host_ssd_plain(e);
	const int is_own = strcmp(type, HOST_SSD_ANNOTATION) == 0;
	if (is_own && strcmp(name, "Algorithm") == 0) {
		host_ssd_own_algorithm(r, e);
	} else if (is_own && strcmp(name, "Output") == 0) {
		host_ssd_own_output(r, e);
	}
	for (size_t k = 0; k < sizeof host_ssd_hints / sizeof host_ssd_hints[0]; k++) {
		if (strcmp(host_ssd_hints[k].type, type) != 0 || strcmp(host_ssd_hints[k].element, name) != 0) {
			continue;
		}
		if (host_ssd_hints[k].attribute == NULL) {
			host_problem_note(r->problems, r->file, host_ssd_place(e),
			                  "%.40s of the annotation for '%.60s' is not honoured", name, type);
		} else if (isnan(a->step)) {
			a->step = host_ssd_number(r, e, host_ssd_hints[k].attribute, a->step);
		}
	}
}

/* the annotations of an element; depth first, because tools put elements around what they say */
static void host_ssd_annotations(struct host_ssd_reader *r, const xmlNode *element)
{
	const xmlNode *list = host_ssd_child(element, "Annotations");
	for (const xmlNode *n = host_ssd_child(list, "Annotation"); n != NULL; n = host_ssd_next(n, "Annotation")) {
		const char *type = host_xml_value(n, "type");
		for (const xmlNode *e = n->children; e != NULL;) {
			if (e->type == XML_ELEMENT_NODE && type != NULL) {
				host_ssd_hint(r, type, e);
			}
			const xmlNode *next = e->type == XML_ELEMENT_NODE && e->children != NULL ? e->children : e->next;
			for (const xmlNode *up = e; next == NULL && up->parent != n; up = up->parent) {
				next = up->parent->next;
			}
			e = next;
		}
	}
}

static void host_ssd_algorithm(struct host_ssd_reader *r, const xmlNode *root, const xmlNode *system)
{
	struct host_algorithm *a = &r->s->algorithm;
	host_ssd_annotations(r, system);
	host_ssd_annotations(r, host_ssd_child(root, "DefaultExperiment"));
	a->step = a->step > 0.0 ? a->step : NAN;
	r->s->interval = r->s->interval > 0.0 ? r->s->interval : NAN;
}

/* ---- systems */

static void host_ssd_component(struct host_ssd_reader *r, const xmlNode *node, const char *path)
{
	static const char fmu_type[] = "application/x-fmu-sharedlibrary";
	const char *name = host_ssd_need(r, node, "name"), *type = host_xml_value(node, "type");
	const char *source = host_ssd_need(r, node, "source"), *means = host_xml_value(node, "implementation");
	char *full = host_ssd_join(r, path, name, ".");
	if (full != NULL && host_system_find_unit(r->s, full) >= 0) {
		host_ssd_error(r, node, "the name '%.100s' is there twice", full);
	}
	struct host_system_unit *u = host_system_add_unit(r->s, r->problems);
	if (u == NULL) {
		free(full);
		return;
	}
	const int unit = r->s->n_units - 1;
	u->name = full;
	u->place = u->file_place = host_ssd_place(node);
	if (type != NULL && strcmp(type, fmu_type) != 0) {
		host_ssd_error(r, node, "the type '%.100s' cannot be run: a component must be an FMU", type);
	} else if (source[0] != 0) {
		char file[HOST_PATH_SIZE];
		if (means != NULL && strcmp(means, "ModelExchange") == 0) {
			host_problem_note(r->problems, r->file, host_ssd_place(node),
			                  "component '%.100s' is meant for model exchange; it is used for co-simulation", name);
		}
		if (host_ssd_source(r, node, source, file) == 0) {
			u->file = host_system_copy(source, r->problems);
			u->path = host_system_copy(file, r->problems);
		}
	}
	host_ssd_annotations(r, node);
	host_ssv_read(r, node, full == NULL ? "" : full, unit);
}

static void host_ssd_system(struct host_ssd_reader *r, const xmlNode *system, const char *path, int depth)
{
	const xmlNode *elements = host_ssd_child(system, "Elements");
	if (depth > HOST_SSD_MOST_DEPTH) {
		host_ssd_error(r, system, "systems are nested more than %s deep", "32");
		return;
	}
	for (const xmlNode *n = elements == NULL ? NULL : elements->children; n != NULL; n = n->next) {
		if (host_ssd_is(n, "Component")) {
			host_ssd_component(r, n, path);
		} else if (host_ssd_is(n, "System")) {
			char *inner = host_ssd_join(r, path, host_ssd_need(r, n, "name"), ".");
			if (inner != NULL) {
				host_ssd_system(r, n, inner, depth + 1);
			}
			free(inner);
		}
	}
	const xmlNode *connections = host_ssd_child(system, "Connections");
	for (const xmlNode *c = host_ssd_child(connections, "Connection"); c != NULL; c = host_ssd_next(c, "Connection")) {
		host_ssd_connection(r, system, path, c);
	}
}

/* parameters of systems, once all connections are known; those of an outer system come later and
 * so have precedence */
static void host_ssd_bindings(struct host_ssd_reader *r, const xmlNode *system, const char *path)
{
	const xmlNode *elements = host_ssd_child(system, "Elements");
	for (const xmlNode *n = host_ssd_child(elements, "System"); n != NULL; n = host_ssd_next(n, "System")) {
		char *inner = host_ssd_join(r, path, host_xml_value(n, "name") == NULL ? "" : host_xml_value(n, "name"), ".");
		if (inner != NULL) {
			host_ssd_bindings(r, n, inner);
		}
		free(inner);
	}
	host_ssv_read(r, system, path, HOST_OUTSIDE);
}

static void host_ssd_root(struct host_ssd_reader *r, const xmlNode *root)
{
	const xmlNode *system = host_ssd_child(root, "System"), *experiment = host_ssd_child(root, "DefaultExperiment");
	if (!host_ssd_is(root, "SystemStructureDescription") || system == NULL) {
		host_ssd_error(r, root,
		               "the root element is '%.80s': it must be a SystemStructureDescription of SSP with a System",
		               (const char *)root->name);
		return;
	}
	const char *version = host_ssd_need(r, root, "version");
	if (version[0] != 0 && version[0] != '1' && version[0] != '2') {
		host_ssd_error(r, root, "the version '%.40s' is not known: 1.0 and 2.0 are", version);
	}
	const char *name = host_xml_value(root, "name");
	name = name == NULL || name[0] == 0 ? host_xml_value(system, "name") : name;
	r->s->name = host_system_copy(name == NULL ? "system" : name, r->problems);
	const char *text = host_xml_value(system, "description");
	r->s->description = text == NULL ? NULL : host_system_copy(text, r->problems);
	host_ssd_system(r, system, "", 0);
	if (r->s->n_units == 0) {
		host_ssd_error(r, system, "%s", "there is no component in the system");
	}
	host_ssd_bindings(r, system, "");
	host_ssv_order(r->s, r->problems);
	host_ssd_connect(r);
	host_ssd_outputs(r);
	r->s->start_time = host_ssd_number(r, experiment, "startTime", NAN);
	r->s->stop_time = host_ssd_number(r, experiment, "stopTime", NAN);
	host_ssd_algorithm(r, root, system);
}

/* ---- the file */

/* the folder of the structure, unpacked where it is in an archive; its path. -1 after a problem */
static int host_ssd_prepare(struct host_ssd_reader *r, const char *path, char structure[HOST_PATH_SIZE])
{
	struct mech_message message = {""};
	if (!host_path_has_extension(path, "ssp")) {
		const size_t length = (size_t)(host_path_name(path) - path);
		(void)snprintf(r->base, sizeof r->base, "%.*s", (int)(length > 1 ? length - 1 : length), path);
		return snprintf(structure, HOST_PATH_SIZE, "%s", path) < HOST_PATH_SIZE ? 0 : -1;
	}
	r->packed = 1;
	if (host_folder_temporary(r->s->folder, &message) != 0) {
		r->s->folder[0] = 0;
		host_problem_message(r->problems, &message);
		return -1;
	}
	if (host_zip_extract(path, r->s->folder, &message) != 0) {
		host_problem_message(r->problems, &message);
		return -1;
	}
	(void)snprintf(r->base, sizeof r->base, "%s", r->s->folder);
	return host_path_join(r->s->folder, "SystemStructure.ssd", structure);
}

struct host_system *host_ssd_read(const char *path, struct host_problems *problems)
{
	char structure[HOST_PATH_SIZE];
	struct host_ssd_reader *r = calloc(1, sizeof *r);
	struct host_system *s = r == NULL ? NULL : host_system_create(path);
	if (s == NULL) {
		free(r);
		problems->failed = 1;
		return NULL;
	}
	r->s = s;
	r->problems = problems;
	r->file = path;
	if (host_ssd_prepare(r, path, structure) == 0) {
		r->document = host_ssd_parse(r, NULL, structure);
		if (r->document != NULL) {
			host_ssd_root(r, xmlDocGetRootElement(r->document));
		}
	}
	for (int k = 0; k < r->n_edges; k++) {
		free(r->edges[k].from);
		free(r->edges[k].to);
	}
	for (int k = 0; k < r->n_documents; k++) {
		xmlFreeDoc(r->documents[k]);
	}
	free(r->edges);
	free(r->documents);
	xmlFreeDoc(r->document);
	free(r);
	return s;
}
