#include "host_power.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_coupling.h"

static const struct host_measure *host_power_measure(const struct host_coupling *c, const struct host_feed *f,
                                                     int output)
{
	const struct host_port *p = output ? &f->connection->from : &f->connection->to;
	const struct host_variable *v = host_system_variable(c->system, p);
	if (!f->continuous || v == NULL || v->measure < 0) {
		return NULL;
	}
	const struct host_measure *m = &c->system->units[p->unit].fmu->description.measures[v->measure];
	return m->defined ? m : NULL;
}

/* whether the outputs of two inputs multiply to a power, kg m2 s-3 with any rad, the first being
 * the flow */
static int host_power_fits(const struct host_coupling *c, const struct host_feed *flow, const struct host_feed *effort)
{
	static const int power[HOST_BASE_UNITS] = {1, 2, -3, 0, 0, 0, 0, 0};
	const struct host_measure *a = host_power_measure(c, flow, 1), *b = host_power_measure(c, effort, 1);
	if (a == NULL || b == NULL || host_power_measure(c, flow, 0) == NULL || host_power_measure(c, effort, 0) == NULL) {
		return 0;
	}
	for (int k = 0; k < HOST_BASE_UNITS; k++) {
		if (strcmp(host_base_units[k], "rad") != 0 && a->exponents[k] + b->exponents[k] != power[k]) {
			return 0;
		}
	}
	/* the effort is what has mass in it */
	return a->exponents[0] == 0 && b->exponents[0] == 1;
}

static int host_power_is_pair(const struct host_coupling *c, int flow, int effort)
{
	const struct host_connection *a = c->feeds[flow].connection, *b = c->feeds[effort].connection;
	return a->from.unit >= 0 && a->from.unit == b->to.unit && a->to.unit == b->from.unit &&
	       a->from.unit != a->to.unit && host_power_fits(c, &c->feeds[flow], &c->feeds[effort]);
}

/* partners of an input; *last is one of them */
static int host_power_partners(const struct host_coupling *c, int feed, int is_flow, int *last)
{
	int n = 0;
	for (int k = 0; k < c->n_feeds; k++) {
		if (is_flow ? host_power_is_pair(c, feed, k) : host_power_is_pair(c, k, feed)) {
			*last = k;
			n++;
		}
	}
	return n;
}

int host_power_find(const struct host_coupling *c, struct host_powers *powers)
{
	powers->n = 0;
	powers->list = calloc((size_t)c->n_feeds + 1, sizeof *powers->list);
	for (int k = 0; k < c->n_feeds && powers->list != NULL; k++) {
		int effort = 0, flow = 0;
		/* several partners would be guesses */
		if (host_power_partners(c, k, 1, &effort) == 1 && host_power_partners(c, effort, 0, &flow) == 1) {
			powers->list[powers->n++] = (struct host_power){k, effort, 0.0, 0.0};
		}
	}
	return powers->list == NULL ? -1 : 0;
}

/* value of an output, in SI units, in the middle or at the ends of the step */
static double host_power_output(const struct host_coupling *c, const struct host_feed *f, double part)
{
	const struct host_signal *g = &c->signals[f->signal];
	const struct host_measure *m = host_power_measure(c, f, 1);
	return m->factor * (g->begin + part * (g->end - g->begin)) + m->offset;
}

static double host_power_input(const struct host_coupling *c, const struct host_feed *f, double s)
{
	const struct host_measure *m = host_power_measure(c, f, 0);
	return m->factor * (f->used[0] + s * (f->used[1] + s * f->used[2])) + m->offset;
}

void host_power_add(const struct host_coupling *c, struct host_powers *powers, double h)
{
	static const double weights[] = {1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0};
	for (int k = 0; k < powers->n; k++) {
		struct host_power *p = &powers->list[k];
		const struct host_feed *flow = &c->feeds[p->flow], *effort = &c->feeds[p->effort];
		/* a connection with a factor of -1 counts the same power */
		const double sign = flow->connection->factor * effort->connection->factor < 0.0 ? -1.0 : 1.0;
		for (int i = 0; i < 3; i++) {
			const double s = 0.5 * i * h;
			const double taken = sign * host_power_input(c, effort, s) * host_power_output(c, flow, 0.5 * i);
			const double given = host_power_output(c, effort, 0.5 * i) * sign * host_power_input(c, flow, s);
			p->created += h * weights[i] * (taken - given);
			p->exchanged += h * weights[i] * fabs(given);
		}
	}
}

void host_power_report(const struct host_coupling *c, const struct host_powers *powers, FILE *out)
{
	for (int k = 0; k < powers->n; k++) {
		const struct host_power *p = &powers->list[k];
		const struct host_connection *flow = c->feeds[p->flow].connection, *effort = c->feeds[p->effort].connection;
		(void)fprintf(out, "note: '%s.%s' and '%s.%s' exchanged %.3g J; the coupling %s %.3g J\n",
		              c->system->units[flow->from.unit].name, flow->from.name, c->system->units[effort->from.unit].name,
		              effort->from.name, p->exchanged, p->created < 0.0 ? "lost" : "created", fabs(p->created));
	}
}
