#include "host_system_report.h"

#include <math.h>

#include "host_coupling.h"
#include "host_system_facade.h"

/* "name                 " */
static void host_report_label(const char *label, FILE *out)
{
	(void)fprintf(out, "  %-28s ", label);
}

static void host_report_units(const struct host_system *s, FILE *out)
{
	for (int i = 0; i < s->n_units; i++) {
		const struct host_system_unit *u = &s->units[i];
		const struct host_description *d = &u->fmu->description;
		host_report_label(i == 0 ? "units" : "", out);
		(void)fprintf(out, "%s: %s%s%s%s\n", u->name, u->file, d->has_state ? ", can go back" : ", cannot go back",
		              d->interpolates ? ", interpolates inputs" : "",
		              d->directional ? ", directional derivatives" : "");
	}
}

/* units in their order; a group in brackets */
static void host_report_order(const struct host_system *s, const struct host_graph *g, FILE *out)
{
	host_report_label("order of the units", out);
	for (int k = 0; k < g->n_groups; k++) {
		const int size = g->first[k + 1] - g->first[k];
		(void)fprintf(out, "%s%s", k == 0 ? "" : ", ", size > 1 ? "(" : "");
		for (int i = g->first[k]; i < g->first[k + 1]; i++) {
			(void)fprintf(out, "%s%s", i == g->first[k] ? "" : ", ", s->units[g->order[i]].name);
		}
		(void)fputs(size > 1 ? ")" : "", out);
	}
	(void)fputs("\n", out);
	for (int k = 0; k < g->n_loops; k++) {
		host_report_label(k == 0 ? "algebraic loops" : "", out);
		(void)fprintf(out, "%s\n", g->loops[k]);
	}
}

static void host_report_number(const char *label, double number, const char *unit, FILE *out)
{
	if (isfinite(number)) {
		struct mech_message text = {""};
		mech_say_number(&text, number);
		host_report_label(label, out);
		(void)fprintf(out, "%s%s\n", text.text, unit);
	}
}

/* units that keep adaptive steps from being repeated */
static void host_report_limits(const struct host_system *s, FILE *out)
{
	for (int i = 0, n = 0; i < s->n_units && s->algorithm.adaptive; i++) {
		if (!s->units[i].fmu->description.has_state) {
			host_report_label(n++ == 0 ? "steps are not repeated for" : "", out);
			(void)fprintf(out, "%s, which cannot go back\n", s->units[i].name);
		}
	}
}

int host_system_report(const struct host_system *system, FILE *out)
{
	struct host_graph graph;
	struct host_description d = {0};
	if (host_graph_make(system, &graph) != 0) {
		host_graph_free(&graph);
		return -1;
	}
	const struct host_coupling_method *method = host_coupling_choose(system, &graph);
	(void)fprintf(out, "%s: system '%s' is good\n", system->file, system->name == NULL ? "" : system->name);
	host_report_units(system, out);
	host_report_label("connections", out);
	(void)fprintf(out, "%d, inputs of the system %d\n", system->n_connections, system->n_inputs);
	host_report_order(system, &graph, out);
	host_report_label("algorithm", out);
	(void)fprintf(out, "%s%s, order %d\n", host_coupling_names[method->name],
	              system->algorithm.name == HOST_AUTO ? " (auto)" : "", system->algorithm.order);
	host_facade_experiment(system, &d);
	host_report_number(system->algorithm.adaptive ? "first step, then adaptive" : "communication step",
	                   isnan(system->algorithm.step) ? d.step_size : system->algorithm.step, " s", out);
	host_report_limits(system, out);
	host_report_number("stop time", d.stop_time, " s", out);
	host_graph_free(&graph);
	return 0;
}
