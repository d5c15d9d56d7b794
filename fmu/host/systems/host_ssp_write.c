#define _POSIX_C_SOURCE 200809L

#include "host_ssp_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_ssd.h"
#include "host_system_facade.h"
#include "host_system_open.h"
#include "host_zip.h"

#define HOST_SSP_SPACE "http://ssp-standard.org/SSP1/SystemStructure"

/* ---- elements */

static void host_ssp_attribute(struct host_text *t, const char *name, const char *value)
{
	host_text_add(t, " ");
	host_text_add(t, name);
	host_text_add(t, "=\"");
	host_text_add_escaped(t, value);
	host_text_add(t, "\"");
}

static void host_ssp_number(struct host_text *t, const char *name, double value)
{
	struct host_text number = {0};
	host_text_add_number(&number, value);
	t->failed |= number.failed;
	if (!number.failed) {
		host_ssp_attribute(t, name, number.bytes);
	}
	host_text_free(&number);
}

static void host_ssp_indent(struct host_text *t, int depth)
{
	while (depth-- > 0) {
		host_text_add(t, "\t");
	}
}

static const char *const host_ssp_types[HOST_TYPE_COUNT] = {"Real", "Integer", "Boolean", "String"};

static const char *host_ssp_kind(const struct host_variable *v)
{
	static const char *const kinds[HOST_CAUSALITY_COUNT] = {
		[HOST_PARAMETER] = "parameter", [HOST_CALCULATED_PARAMETER] = "calculatedParameter", [HOST_INPUT] = "input"};
	return kinds[v->causality] == NULL ? "output" : kinds[v->causality];
}

/* <ssd:Connector name= kind=><ssc:Real unit=/></ssd:Connector> */
static void host_ssp_connector(struct host_text *t, int depth, const char *name, const char *kind,
                               const struct host_description *d, const struct host_variable *v)
{
	host_ssp_indent(t, depth);
	host_text_add(t, "<ssd:Connector");
	host_ssp_attribute(t, "name", name);
	host_ssp_attribute(t, "kind", kind);
	host_text_add(t, "><ssc:");
	host_text_add(t, host_ssp_types[v->type]);
	if (v->type == HOST_REAL && v->measure >= 0 && d->measures[v->measure].defined) {
		host_ssp_attribute(t, "unit", d->measures[v->measure].name);
	}
	host_text_add(t, "/></ssd:Connector>\n");
}

/* whether a connection or output before number n uses this variable of a unit already */
static int host_ssp_is_used(const struct host_system *s, int n, int unit, int variable)
{
	for (int i = 0; i < n; i++) {
		const int is_connection = i < s->n_connections;
		const struct host_port *from = is_connection ? &s->connections[i].from : &s->outputs[i - s->n_connections].port;
		const struct host_port *to = is_connection ? &s->connections[i].to : from;
		if ((from->unit == unit && from->variable == variable) || (to->unit == unit && to->variable == variable)) {
			return 1;
		}
	}
	return 0;
}

/* all variables of a unit that connections and outputs use, once each */
static void host_ssp_connectors(const struct host_system *s, int unit, struct host_text *t)
{
	const struct host_description *d = &s->units[unit].fmu->description;
	host_text_add(t, "\t\t\t\t<ssd:Connectors>\n");
	for (int i = 0; i < s->n_connections + s->n_outputs; i++) {
		const int is_connection = i < s->n_connections;
		const struct host_port *ports[2] = {is_connection ? &s->connections[i].from
		                                                  : &s->outputs[i - s->n_connections].port,
		                                    is_connection ? &s->connections[i].to : NULL};
		for (int k = 0; k < 2; k++) {
			const struct host_port *p = ports[k];
			if (p == NULL || p->unit != unit || host_ssp_is_used(s, i, unit, p->variable) ||
			    (k == 1 && ports[0]->unit == unit && ports[0]->variable == p->variable)) {
				continue;
			}
			const struct host_variable *v = &d->variables[p->variable];
			host_ssp_connector(t, 5, v->name, host_ssp_kind(v), d, v);
		}
	}
	host_text_add(t, "\t\t\t\t</ssd:Connectors>\n");
}

/* <ssv:Real value="1"/> */
static void host_ssp_value(struct host_text *t, const struct host_variable *v, const struct host_setting *setting)
{
	union host_fmu_value value = {0};
	struct mech_message unused;
	char number[24];
	(void)host_fmu_value_given(v, setting->text, &value, &unused);
	host_text_add(t, "<ssv:");
	host_text_add(t, host_ssp_types[v->type]);
	if (v->type == HOST_REAL) {
		host_ssp_number(t, "value", setting->factor * value.real + setting->offset);
	} else if (v->type == HOST_STRING) {
		host_ssp_attribute(t, "value", value.string);
	} else {
		(void)snprintf(number, sizeof number, "%d", value.integer);
		host_ssp_attribute(t, "value", v->type == HOST_INTEGER ? number : value.integer ? "true" : "false");
	}
	host_text_add(t, "/>");
}

static void host_ssp_parameters(const struct host_system_unit *u, struct host_text *t)
{
	if (u->n_settings == 0) {
		return;
	}
	host_text_add(t, "\t\t\t\t<ssd:ParameterBindings>\n\t\t\t\t\t<ssd:ParameterBinding>\n"
	                 "\t\t\t\t\t\t<ssd:ParameterValues>\n\t\t\t\t\t\t\t<ssv:ParameterSet version=\"1.0\"");
	host_ssp_attribute(t, "name", u->name);
	host_text_add(t, ">\n\t\t\t\t\t\t\t\t<ssv:Parameters>\n");
	for (int k = 0; k < u->n_settings; k++) {
		const struct host_variable *v = &u->fmu->description.variables[u->settings[k].variable];
		host_text_add(t, "\t\t\t\t\t\t\t\t\t<ssv:Parameter");
		host_ssp_attribute(t, "name", v->name);
		host_text_add(t, ">");
		host_ssp_value(t, v, &u->settings[k]);
		host_text_add(t, "</ssv:Parameter>\n");
	}
	host_text_add(t, "\t\t\t\t\t\t\t\t</ssv:Parameters>\n\t\t\t\t\t\t\t</ssv:ParameterSet>\n"
	                 "\t\t\t\t\t\t</ssd:ParameterValues>\n\t\t\t\t\t</ssd:ParameterBinding>\n"
	                 "\t\t\t\t</ssd:ParameterBindings>\n");
}

static void host_ssp_component(const struct host_system *s, int unit, struct host_text *t)
{
	const struct host_system_unit *u = &s->units[unit];
	struct host_text source = {0};
	host_text_add(&source, "resources/");
	host_text_add(&source, u->name);
	host_text_add(&source, ".fmu");
	host_text_add(t, "\t\t\t<ssd:Component");
	host_ssp_attribute(t, "name", u->name);
	host_ssp_attribute(t, "type", "application/x-fmu-sharedlibrary");
	host_ssp_attribute(t, "source", source.failed ? "" : source.bytes);
	host_text_add(t, ">\n");
	host_ssp_connectors(s, unit, t);
	host_ssp_parameters(u, t);
	host_text_add(t, "\t\t\t</ssd:Component>\n");
	t->failed |= source.failed;
	host_text_free(&source);
}

/* ---- the system */

/* the input of a unit that an input of the system feeds first; NULL: it feeds none */
static const struct host_port *host_ssp_target(const struct host_system *s, int input)
{
	for (int i = 0; i < s->n_connections; i++) {
		if (s->connections[i].from.unit == HOST_OUTSIDE && s->connections[i].from.variable == input) {
			return &s->connections[i].to;
		}
	}
	return NULL;
}

/* text as an identifier: a_b_1 for a.b[1] */
static void host_ssp_identify(char *text)
{
	size_t n = 0;
	for (const char *c = text; *c != 0; c++) {
		const int plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
		if (plain || (n > 0 && c[1] != 0 && text[n - 1] != '_')) {
			const char kept = *c;
			text[n] = '_';
			if (plain) {
				text[n] = kept;
			}
			n++;
		}
	}
	text[n] = 0;
}

static int host_ssp_is_taken(const struct host_system *s, int output, const char *name)
{
	int taken = name[0] == 0;
	for (int i = 0; i < s->n_inputs; i++) {
		taken = taken || strcmp(s->inputs[i].name, name) == 0;
	}
	for (int i = 0; i < s->n_outputs; i++) {
		char *other = strdup(s->outputs[i].name);
		if (other != NULL) {
			host_ssp_identify(other);
		}
		taken = taken || (i != output && (other == NULL || strcmp(other, name) == 0));
		free(other);
	}
	return taken;
}

/* The name of the connector of an output; the caller frees it. OMSimulator wants an identifier, so
 * it is arm_joints_pin_angle for arm.joints.pin.angle, unless two outputs would have the same. */
static char *host_ssp_output_name(const struct host_system *s, int output, struct host_text *t)
{
	char *name = strdup(s->outputs[output].name);
	if (name != NULL) {
		host_ssp_identify(name);
	}
	if (name != NULL && host_ssp_is_taken(s, output, name)) {
		free(name);
		name = strdup(s->outputs[output].name);
	}
	t->failed |= name == NULL;
	return name;
}

static void host_ssp_system_connectors(const struct host_system *s, struct host_text *t)
{
	host_text_add(t, "\t\t<ssd:Connectors>\n");
	for (int i = 0; i < s->n_inputs; i++) {
		const struct host_port *p = host_ssp_target(s, i);
		if (p != NULL) {
			const struct host_variable *v = host_system_variable(s, p);
			host_ssp_connector(t, 3, s->inputs[i].name, host_ssp_kind(v), &s->units[p->unit].fmu->description, v);
		}
	}
	for (int i = 0; i < s->n_outputs; i++) {
		const struct host_port *p = &s->outputs[i].port;
		char *name = host_ssp_output_name(s, i, t);
		if (name != NULL) {
			host_ssp_connector(t, 3, name, "output", &s->units[p->unit].fmu->description, host_system_variable(s, p));
		}
		free(name);
	}
	host_text_add(t, "\t\t</ssd:Connectors>\n");
}

static void host_ssp_ends(struct host_text *t, const char *from_unit, const char *from, const char *to_unit,
                          const char *to)
{
	host_text_add(t, "\t\t\t<ssd:Connection");
	if (from_unit != NULL) {
		host_ssp_attribute(t, "startElement", from_unit);
	}
	host_ssp_attribute(t, "startConnector", from);
	if (to_unit != NULL) {
		host_ssp_attribute(t, "endElement", to_unit);
	}
	host_ssp_attribute(t, "endConnector", to);
}

/* what a connection does to values, and its end */
static void host_ssp_transformation(const struct host_connection *c, double factor, double offset, enum host_type type,
                                    struct host_text *t)
{
	static const char *const maps[HOST_TYPE_COUNT] = {"IntegerMappingTransformation", "IntegerMappingTransformation",
	                                                  "BooleanMappingTransformation", ""};
	const int is_linear = factor != 1.0 || offset != 0.0;
	if (c != NULL && c->keeps_unit) {
		host_ssp_attribute(t, "suppressUnitConversion", "true");
	}
	if (!is_linear && (c == NULL || c->n_translations == 0)) {
		host_text_add(t, "/>\n");
		return;
	}
	host_text_add(t, ">");
	if (is_linear) {
		host_text_add(t, "<ssc:LinearTransformation");
		host_ssp_number(t, "factor", factor);
		host_ssp_number(t, "offset", offset);
		host_text_add(t, "/>");
	} else {
		host_text_add(t, "<ssc:");
		host_text_add(t, maps[type]);
		host_text_add(t, ">");
		for (int k = 0; k < c->n_translations; k++) {
			host_text_add(t, "<ssc:MapEntry");
			host_ssp_attribute(t, "source", c->translations[k].from_text);
			host_ssp_attribute(t, "target", c->translations[k].to_text);
			host_text_add(t, "/>");
		}
		host_text_add(t, "</ssc:");
		host_text_add(t, maps[type]);
		host_text_add(t, ">");
	}
	host_text_add(t, "</ssd:Connection>\n");
}

static void host_ssp_connections(const struct host_system *s, struct host_text *t)
{
	host_text_add(t, "\t\t<ssd:Connections>\n");
	for (int i = 0; i < s->n_connections; i++) {
		const struct host_connection *c = &s->connections[i];
		const int outside = c->from.unit == HOST_OUTSIDE;
		const struct host_variable *to = host_system_variable(s, &c->to);
		host_ssp_ends(t, outside ? NULL : s->units[c->from.unit].name,
		              outside ? s->inputs[c->from.variable].name : host_system_variable(s, &c->from)->name,
		              s->units[c->to.unit].name, to->name);
		host_ssp_transformation(c, c->factor, c->offset, to->type, t);
	}
	for (int i = 0; i < s->n_outputs; i++) {
		const struct host_system_output *o = &s->outputs[i];
		const struct host_variable *v = host_system_variable(s, &o->port);
		char *name = host_ssp_output_name(s, i, t);
		if (name != NULL) {
			host_ssp_ends(t, s->units[o->port.unit].name, v->name, NULL, name);
			host_ssp_transformation(NULL, o->factor, o->offset, v->type, t);
		}
		free(name);
	}
	host_text_add(t, "\t\t</ssd:Connections>\n");
}

/* <Output connector="arm_angle" name="arm.angle"/> for each connector with another name */
static void host_ssp_renamed_outputs(const struct host_system *s, struct host_text *t)
{
	for (int i = 0; i < s->n_outputs; i++) {
		char *connector = host_ssp_output_name(s, i, t);
		if (connector != NULL && strcmp(connector, s->outputs[i].name) != 0) {
			host_text_add(t, "<Output xmlns=\"\"");
			host_ssp_attribute(t, "connector", connector);
			host_ssp_attribute(t, "name", s->outputs[i].name);
			host_text_add(t, "/>");
		}
		free(connector);
	}
}

/* how it is coupled: for OMSimulator, which looks at the first annotation alone, and for us */
static void host_ssp_annotations(const struct host_system *s, double step, struct host_text *t)
{
	host_text_add(t, "\t\t<ssd:Annotations>\n\t\t\t<ssc:Annotation type=\"" HOST_SSD_OMSIMULATOR "\">\n"
	                 "\t\t\t\t<oms:Annotations>\n\t\t\t\t\t<oms:SimulationInformation>\n"
	                 "\t\t\t\t\t\t<oms:FixedStepMaster description=\"oms-ma\"");
	host_ssp_number(t, "stepSize", step);
	host_text_add(t, " absoluteTolerance=\"0.0001\" relativeTolerance=\"0.0001\"/>\n"
	                 "\t\t\t\t\t</oms:SimulationInformation>\n\t\t\t\t</oms:Annotations>\n"
	                 "\t\t\t</ssc:Annotation>\n\t\t\t<ssc:Annotation type=\"" HOST_SSD_ANNOTATION "\">"
	                 "<Algorithm xmlns=\"\"");
	host_ssp_attribute(t, "name", host_coupling_names[s->algorithm.name]);
	host_ssp_number(t, "order", s->algorithm.order);
	host_ssp_number(t, "tolerance", s->algorithm.tolerance);
	host_ssp_number(t, "iterations", s->algorithm.iterations);
	host_ssp_number(t, "adaptive", s->algorithm.adaptive);
	host_ssp_number(t, "corrects", s->algorithm.corrects);
	if (s->algorithm.smallest_step > 0.0) {
		host_ssp_number(t, "smallest_step", s->algorithm.smallest_step);
	}
	if (isfinite(s->algorithm.largest_step)) {
		host_ssp_number(t, "largest_step", s->algorithm.largest_step);
	}
	if (!isnan(s->algorithm.step)) {
		host_ssp_number(t, "step", s->algorithm.step);
	}
	if (!isnan(s->interval)) {
		host_ssp_number(t, "interval", s->interval);
	}
	host_text_add(t, "/>");
	host_ssp_renamed_outputs(s, t);
	host_text_add(t, "</ssc:Annotation>\n\t\t</ssd:Annotations>\n");
}

static int host_ssp_has_unit(const struct host_system *s, int unit, int measure)
{
	const char *name = s->units[unit].fmu->description.measures[measure].name;
	for (int i = 0; i <= unit; i++) {
		const struct host_description *d = &s->units[i].fmu->description;
		for (int k = 0; k < (i == unit ? measure : d->n_measures); k++) {
			if (d->measures[k].defined && strcmp(d->measures[k].name, name) == 0) {
				return 1;
			}
		}
	}
	return 0;
}

/* units of measurement of all FMUs */
static void host_ssp_units(const struct host_system *s, struct host_text *t)
{
	host_text_add(t, "\t<ssd:Units>\n");
	for (int i = 0; i < s->n_units; i++) {
		const struct host_description *d = &s->units[i].fmu->description;
		for (int k = 0; k < d->n_measures; k++) {
			const struct host_measure *m = &d->measures[k];
			if (!m->defined || host_ssp_has_unit(s, i, k)) {
				continue;
			}
			host_text_add(t, "\t\t<ssc:Unit");
			host_ssp_attribute(t, "name", m->name);
			host_text_add(t, "><ssc:BaseUnit");
			for (int e = 0; e < HOST_BASE_UNITS; e++) {
				if (m->exponents[e] != 0) {
					host_ssp_number(t, host_base_units[e], m->exponents[e]);
				}
			}
			if (m->factor != 1.0) {
				host_ssp_number(t, "factor", m->factor);
			}
			if (m->offset != 0.0) {
				host_ssp_number(t, "offset", m->offset);
			}
			host_text_add(t, "/></ssc:Unit>\n");
		}
	}
	host_text_add(t, "\t</ssd:Units>\n");
}

void host_ssp_structure(const struct host_system *system, struct host_text *t)
{
	struct host_description d = {0};
	host_facade_experiment(system, &d);
	const double step = !isnan(system->algorithm.step) ? system->algorithm.step
	                    : !isnan(d.step_size)          ? d.step_size
	                                                   : 1e-3;
	host_text_add(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ssd:SystemStructureDescription version=\"1.0\"");
	host_ssp_attribute(t, "name", system->name);
	host_text_add(t, "\n\txmlns:ssd=\"" HOST_SSP_SPACE "Description\"\n\txmlns:ssc=\"" HOST_SSP_SPACE
	                 "Common\"\n\txmlns:ssv=\"" HOST_SSP_SPACE "ParameterValues\"\n\txmlns:oms=\""
	                 "https://raw.githubusercontent.com/OpenModelica/OMSimulator/master/schema/oms.xsd\">\n"
	                 "\t<ssd:System name=\"root\"");
	if (system->description != NULL) {
		host_ssp_attribute(t, "description", system->description);
	}
	host_text_add(t, ">\n");
	host_ssp_system_connectors(system, t);
	host_text_add(t, "\t\t<ssd:Elements>\n");
	for (int i = 0; i < system->n_units; i++) {
		host_ssp_component(system, i, t);
	}
	host_text_add(t, "\t\t</ssd:Elements>\n");
	host_ssp_connections(system, t);
	host_ssp_annotations(system, step, t);
	host_text_add(t, "\t</ssd:System>\n");
	host_ssp_units(system, t);
	host_text_add(t, "\t<ssd:DefaultExperiment");
	if (!isnan(d.start_time)) {
		host_ssp_number(t, "startTime", d.start_time);
	}
	if (!isnan(d.stop_time)) {
		host_ssp_number(t, "stopTime", d.stop_time);
	}
	host_text_add(t, "/>\n</ssd:SystemStructureDescription>\n");
}

/* ---- the archive */

/* the unit as an FMU that goes into the archive; 0, HOST_EXPORT_WITH_NOTE, or -1 */
static int host_ssp_unit(const struct host_system_unit *u, int native, struct host_text *bytes,
                         struct mech_message *message)
{
	char folder[HOST_PATH_SIZE], path[HOST_PATH_SIZE];
	if (!host_system_is_mechanism(u)) {
		return host_file_read(u->path, HOST_ZIP_MOST_BYTES, bytes, message);
	}
	if (host_folder_temporary(folder, message) != 0) {
		return -1;
	}
	int status = host_path_join(folder, "unit.fmu", path);
	struct mech_message unread = {""};
	if (status == 0) {
		status = host_system_export(u, native ? HOST_EXPORT_NATIVE : HOST_EXPORT_EVERYWHERE, path, message);
	}
	if (status >= 0 && host_file_read(path, HOST_ZIP_MOST_BYTES, bytes, &unread) != 0) {
		*message = unread;
		status = -1;
	}
	host_folder_remove(folder);
	return status;
}

int host_ssp_write(const struct host_system *system, int native, const char *path, struct mech_message *message)
{
	const size_t n = (size_t)system->n_units + 1;
	struct host_text *texts = calloc(n, sizeof *texts), *names = calloc(n, sizeof *names);
	struct host_zip_entry *entries = calloc(n, sizeof *entries);
	int status = texts == NULL || names == NULL || entries == NULL ? -1 : 0, note = 0, failed = status;
	for (int i = 0; i < system->n_units && status == 0; i++) {
		host_text_add(&names[i], "resources/");
		host_text_add(&names[i], system->units[i].name);
		host_text_add(&names[i], ".fmu");
		const int made = host_ssp_unit(&system->units[i], native, &texts[i], message);
		note |= made > 0;
		status = made < 0 ? -1 : 0;
		failed |= names[i].failed;
		entries[i] = (struct host_zip_entry){names[i].bytes, texts[i].bytes, texts[i].size, HOST_ZIP_STORED};
	}
	if (status == 0) {
		host_ssp_structure(system, &texts[n - 1]);
		failed |= texts[n - 1].failed;
		entries[n - 1] = (struct host_zip_entry){"SystemStructure.ssd", texts[n - 1].bytes, texts[n - 1].size, 0};
	}
	if (failed) {
		host_say(message, "%s: out of memory", system->file);
		status = -1;
	}
	status = status == 0 ? host_zip_write(path, (int)n, entries, message) : status;
	for (size_t i = 0; i < n && texts != NULL && names != NULL; i++) {
		host_text_free(&texts[i]);
		host_text_free(&names[i]);
	}
	free(texts);
	free(names);
	free(entries);
	return status == 0 && note ? HOST_EXPORT_WITH_NOTE : status;
}
