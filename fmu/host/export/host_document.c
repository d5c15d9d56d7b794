#include "host_document.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dae_method.h"
#include "fmu_image.h"
#include "host_number.h"

static const char host_document_style[] =
	"body{font:15px/1.5 system-ui,sans-serif;color:#2b2f36;max-width:60rem;margin:2rem auto;padding:0 1rem}"
	"h1{font-size:1.7rem;margin-bottom:.2rem}h2{font-size:1.2rem;margin-top:2rem;border-bottom:1px solid #d8dce2}"
	"iframe{width:100%;height:70vh;border:1px solid #d8dce2;border-radius:6px}"
	"svg{max-width:100%;height:auto;border:1px solid #d8dce2;border-radius:6px}"
	"table{border-collapse:collapse;width:100%;font-size:.92em;overflow-wrap:anywhere}"
	"th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid #e6e9ee;vertical-align:top}"
	"th{color:#5d6673;font-weight:600}td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}"
	"code{font:13px ui-monospace,monospace}.box{overflow-x:auto}td.l{white-space:nowrap}.soft{color:#5d6673}";

static void host_document_cell(struct host_text *html, const char *text)
{
	host_text_add(html, "<td>");
	host_text_add_escaped(html, text);
	host_text_add(html, "</td>");
}

static void host_document_code(struct host_text *html, const char *text)
{
	host_text_add(html, "<td><code>");
	host_text_add_escaped(html, text);
	host_text_add(html, "</code></td>");
}

/* 20, not 2e+01: an exponent only where zeros would be hard to count */
static void host_document_add(struct host_text *html, double number)
{
	char text[HOST_NUMBER_SIZE], plain[400];
	const double size = fabs(number);
	host_number_shortest(number, text);
	if (strchr(text, 'e') != NULL && size >= 1.0 && size < 1e7) {
		(void)snprintf(plain, sizeof plain, "%.0f", number);
		host_text_add(html, plain);
	} else {
		host_text_add(html, text);
	}
}

static void host_document_number(struct host_text *html, double number)
{
	host_text_add(html, "<td class=\"n\">");
	if (isfinite(number)) {
		host_document_add(html, number);
	}
	host_text_add(html, "</td>");
}

/* several in one cell */
static void host_document_numbers(struct host_text *html, int n, const double *numbers)
{
	host_text_add(html, "<td class=\"n\">");
	for (int k = 0; k < n; k++) {
		host_text_add(html, k > 0 ? ", " : "");
		host_document_add(html, numbers[k]);
	}
	host_text_add(html, "</td>");
}

/* a section with a table; columns end with NULL */
static void host_document_table(struct host_text *html, const char *title, const char *const *columns)
{
	host_text_add(html, "<h2>");
	host_text_add(html, title);
	host_text_add(html, "</h2>\n<div class=\"box\"><table>\n<tr>");
	for (; *columns != NULL; columns++) {
		host_text_add(html, "<th>");
		host_text_add(html, *columns);
		host_text_add(html, "</th>");
	}
	host_text_add(html, "</tr>\n");
}

static void host_document_table_end(struct host_text *html)
{
	host_text_add(html, "</table></div>\n");
}

/* start value; NAN where the unit computes it */
static double host_document_start(const struct mech_model *model, const struct mech_variable *v)
{
	if (v->source == MECH_FROM_PARAMETER) {
		return model->parameters[v->index];
	}
	return v->source == MECH_FROM_INPUT ? model->inputs[v->index].start : NAN;
}

static int host_document_is_limited(const struct mech_variable *v)
{
	return isfinite(v->minimum) || isfinite(v->maximum);
}

/* the smallest number above zero stands for "greater than zero" */
static void host_document_limits(struct host_text *html, const struct mech_variable *v)
{
	const int positive = v->minimum > 0.0 && v->minimum <= DBL_MIN;
	host_text_add(html, "<td class=\"l\">");
	if (isfinite(v->minimum)) {
		host_text_add(html, positive ? "&gt;&nbsp;" : "&ge;&nbsp;");
		host_document_add(html, positive ? 0.0 : v->minimum);
	}
	if (isfinite(v->maximum)) {
		host_text_add(html, isfinite(v->minimum) ? ", &le;&nbsp;" : "&le;&nbsp;");
		host_document_add(html, v->maximum);
	}
	host_text_add(html, "</td>");
}

static void host_document_variable(struct host_text *html, const struct mech_model *model,
                                   const struct mech_variable *v, int settable, int limits)
{
	host_text_add(html, "<tr>");
	host_document_code(html, mech_name(model, v->name));
	if (settable) {
		host_document_number(html, host_document_start(model, v));
	}
	host_document_cell(html, mech_quantity_unit((enum mech_quantity)v->quantity));
	if (limits) {
		host_document_limits(html, v);
	}
	if (v->causality == MECH_PARAMETER) {
		host_document_cell(html, v->tunable ? "any time" : "before the start");
	}
	host_document_cell(html, mech_name(model, v->description));
	host_text_add(html, "</tr>\n");
}

static void host_document_variables(struct host_text *html, const struct mech_model *model,
                                    enum mech_causality causality, const char *title)
{
	const int settable = causality == MECH_PARAMETER || causality == MECH_INPUT;
	const char *columns[8];
	int count = 0, limits = 0, n = 0;
	for (int i = 0; i < model->n_variables; i++) {
		const int listed = model->variables[i].causality == (int32_t)causality;
		count += listed;
		limits |= listed && settable && host_document_is_limited(&model->variables[i]);
	}
	if (count == 0) {
		return;
	}
	const struct {
		int there;
		const char *name;
	} all[] = {{1, "name"},
	           {settable, "start"},
	           {1, "unit"},
	           {limits, "limits"},
	           {causality == MECH_PARAMETER, "may change"},
	           {1, "description"}};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		columns[n] = all[i].name;
		n += all[i].there;
	}
	columns[n] = NULL;
	host_document_table(html, title, columns);
	for (int i = 0; i < model->n_variables; i++) {
		if (model->variables[i].causality == (int32_t)causality) {
			host_document_variable(html, model, &model->variables[i], settable, limits);
		}
	}
	host_document_table_end(html);
}

static void host_document_bodies(struct host_text *html, const struct mech_model *model)
{
	static const char *const columns[] = {"name", "mass [kg]", "inertia [kg.m2]", "centre [m]", NULL};
	const struct mech_parameter_spec *specs = mech_model_rules(model)->body;
	host_document_table(html, "Bodies", columns);
	for (int i = 0; i < model->n_bodies + model->n_welded; i++) {
		const double *p = model->parameters + model->bodies[i].parameter;
		host_text_add(html, "<tr>");
		host_document_cell(html, mech_name(model, model->bodies[i].name));
		for (int k = 0; k < MECH_BODY_PARAMETERS; k++) {
			host_document_numbers(html, specs[k].size, p);
			p += specs[k].size;
		}
		host_text_add(html, "</tr>\n");
	}
	host_document_table_end(html);
}

/* bodies and joints an element holds on to */
static void host_document_partners(struct host_text *html, const struct mech_model *model, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	host_text_add(html, "<td>");
	for (int i = 0; i < mech_element_joints(e); i++) {
		host_text_add(html, i == 0 ? "" : ", ");
		host_text_add_escaped(html, e->joint[i] < 0 ? "" : mech_name(model, model->elements[e->joint[i]].name));
	}
	for (int i = 0; i < (kind->file.lists_bodies ? e->n_bodies : kind->file.n_bodies); i++) {
		host_text_add(html, i == 0 ? "" : ", ");
		host_text_add_escaped(html, e->body[i] < 0 ? "ground" : mech_name(model, model->bodies[e->body[i]].name));
	}
	host_text_add(html, "</td>");
}

/* coordinates of a joint with their values at the start */
static void host_document_coordinates(struct host_text *html, const struct host_facts *facts, int element)
{
	const struct mech_kind *kind = mech_element_kind(&facts->model.elements[element]);
	host_text_add(html, "<td>");
	for (int k = 0; k < kind->coordinate.count; k++) {
		host_text_add(html, k == 0 ? "" : ", ");
		host_text_add(html, kind->coordinate.specs[k].key);
		host_text_add(html, "&nbsp;=&nbsp;");
		char number[32];
		(void)snprintf(number, sizeof number, "%.6g", host_facts_coordinate(facts, element, k, 0));
		host_text_add(html, number);
		host_text_add(html, "&nbsp;");
		host_text_add(html, mech_quantity_unit(kind->coordinate.specs[k].quantity));
	}
	host_text_add(html, "</td>");
}

static void host_document_elements(struct host_text *html, const struct host_facts *facts, enum mech_section section)
{
	static const char *const titles[MECH_SECTION_COUNT] = {"Joints", "Drivers", "Forces", "Sensors"};
	static const char *const joint_columns[] = {"name", "kind", "between", "at the start", "what it is", NULL};
	static const char *const columns[] = {"name", "kind", "acts on", "what it is", NULL};
	int count = 0;
	for (int i = 0; i < facts->model.n_elements; i++) {
		const struct mech_element *e = &facts->model.elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (kind->section != section) {
			continue;
		}
		if (count++ == 0) {
			host_document_table(html, titles[section], section == MECH_JOINT ? joint_columns : columns);
		}
		host_text_add(html, "<tr>");
		host_document_cell(html, mech_name(&facts->model, e->name));
		host_document_cell(html, kind->name);
		host_document_partners(html, &facts->model, e);
		if (section == MECH_JOINT) {
			host_document_coordinates(html, facts, i);
		}
		host_document_cell(html, kind->text);
		host_text_add(html, "</tr>\n");
	}
	if (count > 0) {
		host_document_table_end(html);
	}
}

static void host_document_structure(struct host_text *html, const struct host_facts *facts)
{
	const struct mech_diagnosis *d = &facts->diagnosis;
	char text[200], row[HOST_FACTS_ROW_SIZE];
	(void)snprintf(text, sizeof text,
	               "<p>%d bodies, %d constraint rows of rank %d, <strong>%d degree%s of freedom</strong> at the start.",
	               facts->model.n_bodies, facts->model.n_rows, d->rank, d->degrees_of_freedom,
	               d->degrees_of_freedom == 1 ? "" : "s");
	host_text_add(html, text);
	if (facts->model.n_rows > facts->mobility.rank) {
		host_text_add(html, " Redundant rows, whose reactions are one choice of many: ");
		int first = 1;
		for (int i = 0; i < facts->model.n_rows; i++) {
			if (facts->mobility.redundant[i]) {
				host_facts_row(facts, i, row);
				host_text_add(html, first ? "" : ", ");
				host_text_add_escaped(html, row);
				first = 0;
			}
		}
		host_text_add(html, ".");
	}
	const struct dae_method *method = mech_solver_method(facts->model.parameters + facts->model.head->solver);
	host_text_add(html, "</p>\n<p class=\"soft\">Integrated by <code>");
	host_text_add_escaped(html, method->name);
	host_text_add(html, "</code>: ");
	host_text_add_escaped(html, method->text);
	host_text_add(html, " (");
	host_text_add_escaped(html, method->paper);
	host_text_add(html, ").</p>\n");
}

/* "version 2, by A. Author, ..." under the description */
static void host_document_credits(struct host_text *html, const struct host_presentation *p)
{
	int count = 0;
	for (int k = 0; k < HOST_CREDITS; k++) {
		if (p->credits[k] != NULL) {
			host_text_add(html, count++ == 0 ? "<p class=\"soft\">" : " &middot; ");
			host_text_add(html, host_credit_keys[k]);
			host_text_add(html, ": ");
			host_text_add_escaped(html, p->credits[k]);
		}
	}
	host_text_add(html, count > 0 ? "</p>\n" : "");
}

int host_document_write(const struct host_facts *facts, const struct host_presentation *presentation, const char *svg,
                        int live, struct host_text *html)
{
	const struct mech_model *model = &facts->model;
	host_text_add(html, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
	host_text_add_escaped(html, mech_name(model, model->head->name));
	host_text_add(html, "</title>\n<style>");
	host_text_add(html, host_document_style);
	host_text_add(html, "</style>\n</head>\n<body>\n<h1>");
	host_text_add_escaped(html, mech_name(model, model->head->name));
	host_text_add(html, "</h1>\n<p>");
	host_text_add_escaped(html, mech_name(model, model->head->description));
	host_text_add(html, "</p>\n");
	host_document_credits(html, presentation);
	if (live) {
		/* next to this page in the archive */
		host_text_add(html, "<iframe src=\"live.html\" title=\"The mechanism in motion\"></iframe>\n"
		                    "<p><a href=\"live.html\">The mechanism in motion</a>: simulated in your browser.</p>\n");
	}
	host_text_add(html, svg);
	host_document_structure(html, facts);
	host_document_variables(html, model, MECH_INPUT, "Inputs");
	host_document_variables(html, model, MECH_OUTPUT, "Outputs");
	host_document_bodies(html, model);
	for (int section = 0; section < MECH_SECTION_COUNT; section++) {
		host_document_elements(html, facts, (enum mech_section)section);
	}
	host_document_variables(html, model, MECH_PARAMETER, "Parameters");
	host_text_add(
		html, "<p class=\"soft\">Angles in radians, all units SI. Everything else the unit computes (poses, reactions, "
			  "energies, solver statistics) is listed as local variables in modelDescription.xml. Where none of the "
			  "libraries fits, compile sources/all.c "
			  "(<code>cc -std=c11 -O2 -shared -fPIC all.c -lm</code>; its first lines say more). Made by mechfmu ");
	host_text_add(html, FMU_VERSION);
	host_text_add(html, ".</p>\n</body>\n</html>\n");
	return html->failed ? -1 : 0;
}
