/* Gives the names in a system their variables, and connections their factors.
 *
 * A connection leads from a variable that the unit computes to an input. An input has one source.
 * With units of measurement on both ends, where SI = factor * value + offset,
 *
 *     value_to = (factor_from * value_from + offset_from - offset_to) / factor_to
 *
 * and then the connection's own factor and offset. Exponents of base units must be equal; rad
 * counts as a number, because FMI allows both N.m and N.m/rad for the same thing.
 */
#include <math.h>
#include <string.h>

#include "host_coupling.h"
#include "host_suggest.h"

static const char *const host_resolve_causalities[HOST_CAUSALITY_COUNT] = {
	"a parameter", "a calculated parameter", "an input", "an output", "a local variable", "the time"};
static const char *const host_resolve_types[HOST_TYPE_COUNT] = {"a Real", "an Integer", "a Boolean", "a String"};

/* causalities of what can be taken from a unit, given to it while it runs, and given before */
enum {
	HOST_TAKEN = 1 << HOST_OUTPUT | 1 << HOST_LOCAL | 1 << HOST_CALCULATED_PARAMETER,
	HOST_GIVEN = 1 << HOST_INPUT,
	HOST_SET = 1 << HOST_INPUT | 1 << HOST_PARAMETER
};

struct host_resolver {
	struct host_system *s;
	struct host_problems *problems;
};

/* number of a variable, or -1 after a problem; `wanted` are the causalities to suggest */
static int host_resolve_name(const struct host_resolver *r, int unit, const char *name, struct host_place place,
                             int wanted, const char *what)
{
	const struct host_system_unit *u = &r->s->units[unit];
	const struct host_description *d = &u->fmu->description;
	const int k = host_description_find(d, name);
	if (k >= 0) {
		return k;
	}
	char hint[HOST_SUGGESTION_SIZE];
	struct host_suggestion near = host_suggest_begin(name);
	for (int i = 0; i < d->n_variables; i++) {
		if (wanted >> d->variables[i].causality & 1) {
			host_suggest_offer(&near, d->variables[i].name);
		}
	}
	host_problem_error(r->problems, r->s->file, place, "unit '%.63s' has no %s '%.120s'%s", u->name, what, name,
	                   host_suggest_text(&near, hint));
	return -1;
}

static int host_resolve_dimensions_differ(const struct host_measure *a, const struct host_measure *b)
{
	for (int k = 0; k < HOST_BASE_UNITS; k++) {
		if (strcmp(host_base_units[k], "rad") != 0 && a->exponents[k] != b->exponents[k]) {
			return 1;
		}
	}
	return 0;
}

/* ---- parameters */

/* a number in another unit of measurement than that of its variable */
static void host_resolve_setting_unit(const struct host_resolver *r, struct host_setting *setting,
                                      const struct host_description *d, const struct host_variable *v)
{
	const struct host_measure *a = &setting->measure, *b = v->measure < 0 ? NULL : &d->measures[v->measure];
	if (a->name == NULL || b == NULL || strcmp(a->name, b->name) == 0) {
		return;
	}
	if (!a->defined || !b->defined) {
		host_problem_note(r->problems, r->s->file, setting->text_place,
		                  "'%.40s' and '%.40s' are not compared: one of them is not given in base units", a->name,
		                  b->name);
	} else if (host_resolve_dimensions_differ(a, b)) {
		host_problem_error(r->problems, r->s->file, setting->text_place, "'%.120s' is in %.40s, but its value in %.40s",
		                   setting->name, b->name, a->name);
	} else {
		setting->offset += setting->factor * (a->offset - b->offset) / b->factor;
		setting->factor *= a->factor / b->factor;
	}
}

static void host_resolve_limits(const struct host_resolver *r, const struct host_setting *setting,
                                const struct host_variable *v, const union host_fmu_value *value)
{
	const double number = v->type == HOST_REAL ? value->real * setting->factor + setting->offset : value->integer;
	if ((v->type == HOST_REAL || v->type == HOST_INTEGER) && (number < v->min || number > v->max)) {
		struct mech_message limits = {""};
		mech_say_number(&limits, v->min);
		mech_say_more(&limits, " to ");
		mech_say_number(&limits, v->max);
		host_problem_note(r->problems, r->s->file, setting->text_place,
		                  "'%.120s' lies outside of its limits, %.80s: '%.60s'", v->name, limits.text, setting->text);
	}
}

static void host_resolve_setting(const struct host_resolver *r, int unit, struct host_setting *setting)
{
	const struct host_system_unit *u = &r->s->units[unit];
	union host_fmu_value value;
	struct mech_message message = {""};
	if (setting->name == NULL || setting->text == NULL) {
		return;
	}
	const int k = host_resolve_name(r, unit, setting->name, setting->place, HOST_SET, "parameter or input");
	if (k < 0) {
		return;
	}
	const struct host_variable *v = &u->fmu->description.variables[k];
	const int settable = HOST_SET >> v->causality & 1 || v->initial == HOST_EXACT || v->initial == HOST_APPROX;
	if (!settable || v->variability == HOST_CONSTANT) {
		host_problem_error(r->problems, r->s->file, setting->place, "'%.120s' of unit '%.63s' is %s and cannot be set",
		                   setting->name, u->name,
		                   v->variability == HOST_CONSTANT ? "a constant" : host_resolve_causalities[v->causality]);
	} else if (host_fmu_value_given(v, setting->text, &value, &message) != 0) {
		host_problem_error(r->problems, r->s->file, setting->text_place, "unit '%.63s': %.300s", u->name, message.text);
	} else {
		host_resolve_setting_unit(r, setting, &u->fmu->description, v);
		host_resolve_limits(r, setting, v, &value);
		setting->variable = k;
	}
}

/* ---- connections */

/* kg.m2.s-2 */
static const char *host_resolve_exponents(const struct host_measure *m, char text[120])
{
	text[0] = 0;
	for (int k = 0; k < HOST_BASE_UNITS; k++) {
		const size_t used = strlen(text);
		if (m->exponents[k] != 0) {
			(void)snprintf(text + used, 120 - used, "%s%s%.0d", used > 0 ? "." : "", host_base_units[k],
			               m->exponents[k] == 1 ? 0 : m->exponents[k]);
		}
	}
	return text[0] == 0 ? "1" : text;
}

static const struct host_measure *host_resolve_measure(const struct host_system *s, const struct host_port *port)
{
	const struct host_variable *v = host_system_variable(s, port);
	return v == NULL || v->measure < 0 ? NULL : &s->units[port->unit].fmu->description.measures[v->measure];
}

static void host_resolve_units(const struct host_resolver *r, struct host_connection *c)
{
	const struct host_measure *a = host_resolve_measure(r->s, &c->from), *b = host_resolve_measure(r->s, &c->to);
	char from[120], to[120];
	if (a == NULL || b == NULL || c->keeps_unit || strcmp(a->name, b->name) == 0) {
		return;
	}
	if (!a->defined || !b->defined) {
		host_problem_note(r->problems, r->s->file, c->place,
		                  "'%.40s' and '%.40s' are not compared: a unit does not say what they are in base units",
		                  a->name, b->name);
		return;
	}
	if (host_resolve_dimensions_differ(a, b)) {
		host_problem_error(r->problems, r->s->file, c->to.place,
		                   "'%.63s.%.100s' is in %.30s (%s), but '%.63s.%.100s' of line %d in %.30s (%s)",
		                   r->s->units[c->to.unit].name, c->to.name, b->name, host_resolve_exponents(b, to),
		                   r->s->units[c->from.unit].name, c->from.name, c->from.place.line, a->name,
		                   host_resolve_exponents(a, from));
		return;
	}
	c->total_offset += c->factor * (a->offset - b->offset) / b->factor;
	c->total_factor *= a->factor / b->factor;
}

/* one end of a connection. 0, or -1 after a problem */
static int host_resolve_port(const struct host_resolver *r, struct host_port *port, int wanted, const char *what)
{
	if (port->unit < 0 || !r->s->units[port->unit].opened || port->name == NULL) {
		return port->unit == HOST_OUTSIDE ? 0 : -1;
	}
	port->variable = host_resolve_name(r, port->unit, port->name, port->place, wanted, what);
	if (port->variable < 0) {
		return -1;
	}
	const struct host_variable *v = host_system_variable(r->s, port);
	if ((wanted >> v->causality & 1) == 0) {
		const int is_parameter = v->causality == HOST_PARAMETER;
		host_problem_error(r->problems, r->s->file, port->place, "'%.63s.%.120s' is %s, not an %s%s",
		                   r->s->units[port->unit].name, port->name, host_resolve_causalities[v->causality], what,
		                   is_parameter ? "; give it a value under 'parameters' of the unit" : "");
		port->variable = -1;
		return -1;
	}
	return 0;
}

/* whether a value of one type can become one of the other */
static int host_resolve_fits(const struct host_connection *c, enum host_type from, enum host_type to)
{
	if (c->n_translations > 0) {
		return from != HOST_STRING && to != HOST_STRING;
	}
	return from == to || (to == HOST_REAL && from == HOST_INTEGER);
}

/* one side of an entry of a map of values */
static double host_resolve_value(const struct host_resolver *r, const struct host_connection *c,
                                 const struct host_variable *v, const char *text)
{
	union host_fmu_value value = {0};
	struct mech_message message = {""};
	if (text == NULL) {
		return 0.0;
	}
	if (v->type == HOST_STRING || host_fmu_value_given(v, text, &value, &message) != 0) {
		host_problem_error(r->problems, r->s->file, c->place, "map of values: %.300s", message.text);
		return 0.0;
	}
	return v->type == HOST_REAL ? value.real : value.integer;
}

static void host_resolve_translations(const struct host_resolver *r, struct host_connection *c,
                                      const struct host_variable *from, const struct host_variable *to)
{
	for (int k = 0; k < c->n_translations; k++) {
		c->translations[k].from = host_resolve_value(r, c, from, c->translations[k].from_text);
		c->translations[k].to = host_resolve_value(r, c, to, c->translations[k].to_text);
	}
}

/* the end that is an input stands second */
static void host_resolve_turn(const struct host_resolver *r, struct host_connection *c)
{
	const struct host_port *ports[2] = {&c->from, &c->to};
	int is_input[2] = {0, 0};
	for (int k = 0; k < 2; k++) {
		const int known = ports[k]->unit >= 0 && r->s->units[ports[k]->unit].opened && ports[k]->name != NULL;
		const struct host_description *d = known ? &r->s->units[ports[k]->unit].fmu->description : NULL;
		const int variable = known ? host_description_find(d, ports[k]->name) : -1;
		is_input[k] = variable >= 0 && d->variables[variable].causality == HOST_INPUT;
	}
	if (is_input[0] && !is_input[1]) {
		const struct host_port from = c->from;
		c->from = c->to;
		c->to = from;
	}
}

static void host_resolve_connection(const struct host_resolver *r, struct host_connection *c)
{
	if (c->either_way) {
		host_resolve_turn(r, c);
	}
	const int from = host_resolve_port(r, &c->from, HOST_TAKEN, "output");
	const struct host_variable *a = host_system_variable(r->s, &c->from);
	/* a parameter cannot follow what changes all the time */
	const int steady = a == NULL ? c->from.unit == HOST_OUTSIDE : a->causality == HOST_CALCULATED_PARAMETER;
	const int to = host_resolve_port(r, &c->to, steady ? HOST_GIVEN | 1 << HOST_PARAMETER : HOST_GIVEN, "input");
	const struct host_variable *b = host_system_variable(r->s, &c->to);
	c->sets_parameter = b != NULL && b->causality == HOST_PARAMETER;
	c->total_factor = c->factor;
	c->total_offset = c->offset;
	if (from != 0 || to != 0 || a == NULL || b == NULL) {
		return;
	}
	if (!host_resolve_fits(c, a->type, b->type)) {
		host_problem_error(r->problems, r->s->file, c->to.place, "'%.63s.%.100s' is %s, but '%.63s.%.100s' %s",
		                   r->s->units[c->to.unit].name, c->to.name, host_resolve_types[b->type],
		                   r->s->units[c->from.unit].name, c->from.name, host_resolve_types[a->type]);
	} else if (c->n_translations > 0) {
		host_resolve_translations(r, c, a, b);
	} else if (a->type == HOST_REAL && b->type == HOST_REAL) {
		host_resolve_units(r, c);
	}
}

/* an input has one source; inputs without any stay at their start values */
static void host_resolve_sources(const struct host_resolver *r)
{
	struct host_system *s = r->s;
	for (int i = 0; i < s->n_connections; i++) {
		for (int k = 0; k < i && s->connections[i].to.variable >= 0; k++) {
			const struct host_port *a = &s->connections[k].to, *b = &s->connections[i].to;
			if (a->unit == b->unit && a->variable == b->variable) {
				host_problem_error(r->problems, s->file, b->place,
				                   "input '%.63s.%.120s' has two sources; the first is in line %d, column %d",
				                   s->units[b->unit].name, b->name, s->connections[k].place.line,
				                   s->connections[k].place.column);
				break;
			}
		}
	}
}

/* the inputs of units that an input of the system feeds are of one type; parameters are apart from
 * inputs */
static void host_resolve_inputs(const struct host_resolver *r)
{
	const struct host_system *s = r->s;
	for (int i = 0; i < s->n_connections; i++) {
		const struct host_connection *b = &s->connections[i];
		const struct host_variable *v = host_system_variable(s, &b->to), *w = NULL;
		for (int k = 0; k < i && w == NULL && v != NULL && b->from.unit == HOST_OUTSIDE; k++) {
			const struct host_connection *a = &s->connections[k];
			const int same = a->from.unit == HOST_OUTSIDE && a->from.variable == b->from.variable;
			w = same ? host_system_variable(s, &a->to) : NULL;
		}
		if (w == NULL || (v->type == w->type && v->causality == w->causality)) {
			continue;
		}
		const int types = v->type != w->type;
		host_problem_error(r->problems, s->file, b->to.place,
		                   "input '%.63s' feeds %s, '%.100s', and %s, '%.100s'; give them an input each",
		                   s->inputs[b->from.variable].name,
		                   types ? host_resolve_types[w->type] : host_resolve_causalities[w->causality], w->name,
		                   types ? host_resolve_types[v->type] : host_resolve_causalities[v->causality], v->name);
	}
}

static int host_resolve_is_connected(const struct host_system *s, int unit, int variable)
{
	for (int i = 0; i < s->n_connections; i++) {
		if (s->connections[i].to.unit == unit && s->connections[i].to.variable == variable) {
			return 1;
		}
	}
	return 0;
}

static int host_resolve_is_set(const struct host_system_unit *u, int variable)
{
	for (int k = 0; k < u->n_settings; k++) {
		if (u->settings[k].variable == variable) {
			return 1;
		}
	}
	return 0;
}

static void host_resolve_loose(const struct host_resolver *r)
{
	for (int i = 0; i < r->s->n_units; i++) {
		const struct host_system_unit *u = &r->s->units[i];
		const struct host_description *d = u->opened ? &u->fmu->description : NULL;
		for (int k = 0; d != NULL && k < d->n_variables; k++) {
			const struct host_variable *v = &d->variables[k];
			if (v->causality == HOST_INPUT && !host_resolve_is_connected(r->s, i, k) && !host_resolve_is_set(u, k)) {
				host_problem_note(r->problems, r->s->file, u->place,
				                  "input '%.63s.%.120s' is connected to nothing and stays at %.60s", u->name, v->name,
				                  v->start == NULL ? "its start value" : v->start);
			}
		}
	}
}

static void host_resolve_outputs(const struct host_resolver *r)
{
	struct host_system *s = r->s;
	for (int i = 0; i < s->n_outputs; i++) {
		struct host_port *port = &s->outputs[i].port;
		(void)host_resolve_port(r, port, HOST_TAKEN | HOST_GIVEN, "output");
		for (int k = 0; k < i && s->outputs[i].name != NULL; k++) {
			if (s->outputs[k].name != NULL && strcmp(s->outputs[k].name, s->outputs[i].name) == 0) {
				host_problem_error(r->problems, s->file, port->place, "output '%.120s' is listed twice",
				                   s->outputs[i].name);
				break;
			}
		}
	}
}

/* what the algorithm asks of the units */
static void host_resolve_algorithm(const struct host_resolver *r)
{
	struct host_graph graph;
	const struct host_system *s = r->s;
	if (host_problems_fail(r->problems) || !host_coupling_goes_back(s->algorithm.name)) {
		return;
	}
	if (host_graph_make(s, &graph) != 0) {
		r->problems->failed = 1;
	} else {
		const int stuck = host_coupling_stuck(s, &graph);
		if (stuck >= 0) {
			host_problem_error(
				r->problems, s->file, s->units[stuck].place,
				"unit '%.63s' is in a loop and cannot go back (canGetAndSetFMUstate), which the algorithm %s "
				"needs; choose jacobi or gauss_seidel",
				s->units[stuck].name, host_coupling_names[s->algorithm.name]);
		}
	}
	host_graph_free(&graph);
}

void host_system_resolve(struct host_system *s, struct host_problems *problems)
{
	const struct host_resolver r = {s, problems};
	for (int i = 0; i < s->n_units; i++) {
		for (int k = 0; k < s->units[i].n_settings && s->units[i].opened; k++) {
			host_resolve_setting(&r, i, &s->units[i].settings[k]);
		}
	}
	for (int i = 0; i < s->n_connections; i++) {
		host_resolve_connection(&r, &s->connections[i]);
	}
	host_resolve_sources(&r);
	host_resolve_inputs(&r);
	host_resolve_outputs(&r);
	host_resolve_loose(&r);
	host_resolve_algorithm(&r);
}
