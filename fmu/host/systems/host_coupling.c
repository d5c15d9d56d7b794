#define _POSIX_C_SOURCE 200809L

#include "host_coupling_parts.h"

#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- messages */

int host_coupling_fail(struct host_member *m, const char *what, double time)
{
	host_say(&m->message, "unit '%.63s': %.150s at time %.10g%s%.200s", m->unit->name, what, time,
	         m->last[0] == 0 ? "" : ": ", m->last);
	return -1;
}

void host_coupling_enter_call(const struct host_member *m, enum host_doing doing, double time)
{
	if (m->coupling->child != NULL && !m->coupling->parallel) {
		m->coupling->child->doing = m->doing[doing];
		m->coupling->child->time = time;
	}
}

int host_coupling_check(struct host_member *m, fmi2Status status, const char *what, double time)
{
	if (status == fmi2OK || status == fmi2Warning) {
		return 0;
	}
	return host_coupling_fail(m, what, time);
}

/* what a unit says goes to whoever runs the system, with the name of the unit */
void host_coupling_logger(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                          fmi2String category, fmi2String format, ...)
{
	struct host_member *m = environment;
	char raw[1024] = "", text[sizeof m->last];
	va_list arguments;
	va_start(arguments, format);
	if (format != NULL) {
		(void)vsnprintf(raw, sizeof raw, format, arguments);
	}
	va_end(arguments);
	(void)instance;
	host_text_escape(raw, text, sizeof text);
	if (m == NULL) {
		return;
	}
	if (status >= fmi2Discard) {
		memcpy(m->last, text, sizeof text);
	}
	/* units may speak at the same time */
	static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
	const fmi2CallbackFunctions *callbacks = m->coupling->callbacks;
	(void)pthread_mutex_lock(&one_at_a_time);
	if (callbacks != NULL && callbacks->logger != NULL) {
		callbacks->logger(callbacks->componentEnvironment, "system", status, category, "unit '%s': %s", m->unit->name,
		                  text);
	}
	(void)pthread_mutex_unlock(&one_at_a_time);
}

const char *host_coupling_reason(const struct host_coupling *c)
{
	for (int i = 0; i < c->system->n_units; i++) {
		if (c->members[i].message.text[0] != 0) {
			return c->members[i].message.text;
		}
	}
	return c->message.text;
}

/* ---- memory */

static int host_coupling_name(struct host_member *m)
{
	static const char *const texts[HOST_DOINGS] = {"loading the library",
	                                               "fmi2Instantiate",
	                                               "initialization",
	                                               "setting inputs",
	                                               "the step",
	                                               "reading outputs",
	                                               "saving or restoring its state",
	                                               "fmi2Terminate"};
	for (int k = 0; k < HOST_DOINGS; k++) {
		struct host_text text = {0};
		host_text_add(&text, "unit '");
		host_text_add(&text, m->unit->name);
		host_text_add(&text, "': ");
		host_text_add(&text, texts[k]);
		m->doing[k] = text.bytes;
		if (text.failed) {
			return -1;
		}
	}
	return 0;
}

static int host_coupling_find_signal(const struct host_coupling *c, const struct host_port *port)
{
	for (int k = 0; k < c->n_signals; k++) {
		if (c->signals[k].unit == port->unit && c->signals[k].variable == port->variable) {
			return k;
		}
	}
	return -1;
}

static int host_coupling_is_continuous(const struct host_variable *v)
{
	return v->type == HOST_REAL && v->variability == HOST_CONTINUOUS;
}

/* the outputs of a unit that feed inputs */
static void host_coupling_make_signals(struct host_coupling *c, int unit)
{
	const struct host_system *s = c->system;
	c->members[unit].first_signal = c->n_signals;
	for (int i = 0; i < s->n_connections; i++) {
		const struct host_port *from = &s->connections[i].from;
		if (from->unit == unit && host_coupling_find_signal(c, from) < 0) {
			const struct host_variable *v = host_system_variable(s, from);
			c->signals[c->n_signals++] = (struct host_signal){.unit = unit,
			                                                  .variable = from->variable,
			                                                  .type = v->type,
			                                                  .continuous = host_coupling_is_continuous(v)};
		}
	}
	c->members[unit].n_signals = c->n_signals - c->members[unit].first_signal;
}

static void host_coupling_make_feeds(struct host_coupling *c, int unit)
{
	const struct host_system *s = c->system;
	c->members[unit].first_feed = c->n_feeds;
	for (int i = 0; i < s->n_connections; i++) {
		const struct host_connection *k = &s->connections[i];
		if (k->to.unit != unit) {
			continue;
		}
		const struct host_variable *v = host_system_variable(s, &k->to);
		struct host_feed *f = &c->feeds[c->n_feeds++];
		f->connection = k;
		f->parameter = NAN;
		f->signal = host_coupling_find_signal(c, &k->from);
		f->outside = k->from.unit == HOST_OUTSIDE ? k->from.variable : -1;
		f->continuous = host_coupling_is_continuous(v) && k->n_translations == 0 && f->signal >= 0 &&
		                c->signals[f->signal].continuous;
		if (f->outside >= 0) {
			c->outside[f->outside].type = v->type;
		}
	}
	c->members[unit].n_feeds = c->n_feeds - c->members[unit].first_feed;
}

static int host_coupling_passes(const struct host_coupling *c, const struct host_member *m)
{
	int passes = 0;
	for (int i = m->first_feed; i < m->first_feed + m->n_feeds; i++) {
		for (int k = m->first_signal; k < m->first_signal + m->n_signals && c->feeds[i].continuous; k++) {
			passes |= host_graph_passes(&m->unit->fmu->description, c->feeds[i].connection->to.variable,
			                            c->signals[k].variable);
		}
	}
	return passes;
}

static int host_coupling_make(struct host_coupling *c)
{
	const struct host_system *s = c->system;
	const size_t n = (size_t)s->n_connections + 1;
	c->members = calloc((size_t)s->n_units + 1, sizeof *c->members);
	c->signals = calloc(n, sizeof *c->signals);
	c->feeds = calloc(n, sizeof *c->feeds);
	c->outside = calloc((size_t)s->n_inputs + 1, sizeof *c->outside);
	c->before = calloc(n, sizeof *c->before);
	c->ended = calloc((size_t)s->n_units + 1, sizeof *c->ended);
	c->newtons = calloc((size_t)s->n_units + 1, sizeof *c->newtons);
	if (c->members == NULL || c->signals == NULL || c->feeds == NULL || c->outside == NULL || c->before == NULL ||
	    c->ended == NULL || c->newtons == NULL || host_graph_make(s, &c->graph) != 0) {
		return -1;
	}
	for (int i = 0; i < s->n_units; i++) {
		struct host_member *m = &c->members[i];
		const struct host_description *d = &s->units[i].fmu->description;
		m->coupling = c;
		m->stopped = NAN;
		m->numbers = calloc(3 * n, sizeof *m->numbers);
		m->references = calloc(2 * n, sizeof *m->references);
		m->integers = calloc(n, sizeof *m->integers);
		m->unit = &s->units[i];
		m->can_return = d->has_state;
		m->interpolates = d->interpolates;
		m->derives = d->output_order;
		m->callbacks = (fmi2CallbackFunctions){host_coupling_logger, calloc, free, NULL, m};
		host_coupling_make_signals(c, i);
		if (m->numbers == NULL || m->references == NULL || m->integers == NULL || host_coupling_name(m) != 0) {
			return -1;
		}
	}
	for (int i = 0; i < s->n_units; i++) {
		host_coupling_make_feeds(c, i);
		c->members[i].passes = host_coupling_passes(c, &c->members[i]);
	}
	c->method = host_coupling_choose(s, &c->graph);
	int status = host_power_find(c, &c->powers);
	for (int k = 0; k < c->graph.n_groups; k++) {
		const int first = c->graph.first[k], size = c->graph.first[k + 1] - first;
		status |= host_newton_create(c, size, c->graph.order + first, &c->newtons[k]);
	}
	return status;
}

struct host_coupling *host_coupling_create(const struct host_system *system)
{
	struct host_coupling *c = calloc(1, sizeof *c);
	if (c == NULL) {
		return NULL;
	}
	c->system = system;
	if (host_coupling_make(c) != 0) {
		host_coupling_free(c);
		return NULL;
	}
	return c;
}

void host_coupling_free(struct host_coupling *c)
{
	if (c == NULL) {
		return;
	}
	host_team_free(c->team);
	c->team = NULL;
	for (int i = 0; i < c->system->n_units && c->members != NULL; i++) {
		struct host_member *m = &c->members[i];
		if (m->component != NULL) {
			const struct host_fmu_functions *f = &m->unit->fmu->functions;
			if (m->saved != NULL) {
				(void)f->FreeFMUstate(m->component, &m->saved);
			}
			host_coupling_enter_call(m, HOST_TERMINATING, NAN);
			f->FreeInstance(m->component);
		}
		host_isolate_end(m->isolated);
		for (int k = 0; k < HOST_DOINGS; k++) {
			free(m->doing[k]);
		}
		free(m->numbers);
		free(m->references);
		free(m->integers);
	}
	for (int k = 0; k < c->n_signals; k++) {
		free(c->signals[k].text);
	}
	for (int k = 0; c->outside != NULL && k < c->system->n_inputs; k++) {
		free(c->outside[k].text);
	}
	for (int k = 0; k < c->system->n_units && c->newtons != NULL; k++) {
		host_newton_free(&c->newtons[k]);
	}
	host_graph_free(&c->graph);
	free(c->powers.list);
	free(c->newtons);
	free(c->ended);
	free(c->before);
	free(c->members);
	free(c->signals);
	free(c->feeds);
	free(c->outside);
	free(c);
}
