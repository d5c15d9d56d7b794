/* Derivatives of inputs and outputs with respect to time.
 *
 * fmi2SetRealInputDerivatives: with a slope, a step must come nearer to what many small steps along the ramp give than a
 * step with a held input does. fmi2GetRealOutputDerivatives: central differences over two steps.
 */
#include <math.h>
#include <string.h>

#include "lint_unit.h"

enum { HOST_LINT_MOST_OUTPUTS = 200, HOST_LINT_MOST_RAMPS = 5, HOST_LINT_SUBSTEPS = 256 };

/* real outputs stand first among the samples */
static int host_lint_rates_n(const struct host_lint_unit *u)
{
	int n = 0;
	while (n < u->first_sample[1] && n < HOST_LINT_MOST_OUTPUTS &&
	       u->fmu.description.variables[u->samples[n]].causality == HOST_OUTPUT) {
		n++;
	}
	return n;
}

static int host_lint_rates_read(struct host_lint_instance *i, double *values)
{
	struct host_lint_unit *u = i->unit;
	return host_lint_good(
		u, HOST_LINT_CALL(i, GetReal, i->component, u->references, (size_t)host_lint_rates_n(u), values));
}

/* ---- inputs */

enum host_lint_ramp { HOST_LINT_HELD, HOST_LINT_SLOPED, HOST_LINT_SHIFTED, HOST_LINT_SUBDIVIDED, HOST_LINT_RAMP_COUNT };

/* outputs after one step in which an input rises by `rise`, or is taken to. 0: not to be had */
static int host_lint_ramp_run(struct host_lint_unit *u, int input, enum host_lint_ramp kind, double rise,
                              double *values)
{
	struct host_lint_instance *i = host_lint_begin(u, HOST_LINT_STEPPING);
	if (i == NULL) {
		return 0;
	}
	const fmi2ValueReference *vr = &u->input_references[input];
	const fmi2Integer order = 1;
	double slope = rise / u->step;
	int n = kind == HOST_LINT_SUBDIVIDED ? HOST_LINT_SUBSTEPS : 1, good = 1;
	for (int k = 0; k < n && good; k++) {
		double value = u->input_values[input];
		if (kind == HOST_LINT_SHIFTED) {
			value += rise;
		} else if (kind == HOST_LINT_SUBDIVIDED) {
			value += rise * (k + 0.5) / n;
		}
		double begin = u->start + u->step * k / n, end = u->start + u->step * (k + 1) / n;
		good = host_lint_good(u, HOST_LINT_CALL(i, SetReal, i->component, vr, 1, &value)) &&
		       (kind != HOST_LINT_SLOPED ||
		        host_lint_good(u, HOST_LINT_CALL(i, SetRealInputDerivatives, i->component, vr, 1, &order, &slope))) &&
		       host_lint_step_between(i, begin, end) == fmi2OK;
	}
	good = good && host_lint_rates_read(i, values);
	host_lint_free_instance(i);
	return good;
}

static void host_lint_ramp_judge(struct host_lint_unit *u, const char *input,
                                 double z[HOST_LINT_RAMP_COUNT][HOST_LINT_MOST_OUTPUTS])
{
	int best = -1, followed = 0;
	double largest = 0.0;
	for (int k = 0; k < host_lint_rates_n(u); k++) {
		const char *name = u->fmu.description.variables[u->samples[k]].name;
		double effect = fabs(z[HOST_LINT_SHIFTED][k] - z[HOST_LINT_HELD][k]), most = effect;
		/* what follows an input's speed moves in small steps only */
		if (u->fmu.description.variable_step) {
			most = fmax(most, fabs(z[HOST_LINT_SUBDIVIDED][k] - z[HOST_LINT_HELD][k]));
		}
		double change = fabs(z[HOST_LINT_SLOPED][k] - z[HOST_LINT_HELD][k]);
		double noise = 1e-9 * (1.0 + fabs(z[HOST_LINT_HELD][k]));
		followed = followed || change > 0.0;
		if (!(change <= 3.0 * most + noise)) {
			host_lint_tell(
				u, HOST_LINT_ERROR, "input-derivative-unbounded", "fmi2SetRealInputDerivatives",
				"a slope of '%.60s' changes '%.60s' by %.3g, the whole rise, at once or in steps, only by %.3g", input,
				name, change, most);
			return;
		}
		if (effect > 1e3 * noise && effect / (noise + fabs(z[HOST_LINT_HELD][k])) > largest) {
			largest = effect / (noise + fabs(z[HOST_LINT_HELD][k]));
			best = k;
		}
	}
	if (best < 0) {
		return;
	}
	if (!followed) {
		host_lint_tell(u, HOST_LINT_ERROR, "input-derivative-ignored", "fmi2SetRealInputDerivatives",
		               "a slope of '%.80s' changes nothing, though canInterpolateInputs is true", input);
		return;
	}
	double held = fabs(z[HOST_LINT_HELD][best] - z[HOST_LINT_SUBDIVIDED][best]);
	double sloped = fabs(z[HOST_LINT_SLOPED][best] - z[HOST_LINT_SUBDIVIDED][best]);
	if (u->fmu.description.variable_step && sloped > 0.5 * held) {
		host_lint_tell(u, HOST_LINT_WARNING, "input-derivative-wrong", "fmi2SetRealInputDerivatives",
		               "with a slope of '%.60s', '%.60s' misses the result of small steps by %.3g; without it by %.3g",
		               input, u->fmu.description.variables[u->samples[best]].name, sloped, held);
	}
}

void host_lint_check_input_derivatives(struct host_lint_unit *u)
{
	static double z[HOST_LINT_RAMP_COUNT][HOST_LINT_MOST_OUTPUTS];
	for (int j = 0, n = 0; j < u->n_inputs && n < HOST_LINT_MOST_RAMPS; j++) {
		const struct host_variable *v = &u->fmu.description.variables[u->inputs[j]];
		double rise = 0.1 * u->input_scales[j];
		if (v->variability != HOST_CONTINUOUS || u->input_values[j] + rise > v->max ||
		    !host_lint_item(u, HOST_LINT_ERROR, v->name)) {
			continue;
		}
		n++;
		int good = 1;
		for (int kind = 0; kind < HOST_LINT_RAMP_COUNT && good; kind++) {
			if (kind != HOST_LINT_SUBDIVIDED || u->fmu.description.variable_step) {
				good = host_lint_ramp_run(u, j, (enum host_lint_ramp)kind, rise, z[kind]);
			}
		}
		if (good) {
			host_lint_ramp_judge(u, v->name, z);
		}
	}
	if (u->n_inputs > 0 && host_lint_item(u, HOST_LINT_WARNING, "order 0")) {
		const fmi2Integer order = 0;
		const double value = 0.0;
		struct host_lint_instance *i = host_lint_begin(u, HOST_LINT_STEPPING);
		if (i != NULL && HOST_LINT_CALL(i, SetRealInputDerivatives, i->component, u->input_references, 1, &order,
		                                &value) <= fmi2Warning) {
			host_lint_tell(u, HOST_LINT_WARNING, "derivative-order-accepted", NULL,
			               "order 0 is accepted; orders begin with 1, the value itself belongs to fmi2SetReal");
		}
		host_lint_free_instance(i);
	}
}

/* ---- outputs */

static int host_lint_rates_derivatives(struct host_lint_instance *i, int order, double *values)
{
	struct host_lint_unit *u = i->unit;
	size_t n = (size_t)host_lint_rates_n(u);
	fmi2Integer *orders = host_lint_take(u, n, sizeof *orders);
	for (size_t k = 0; k < n; k++) {
		orders[k] = order;
	}
	return host_lint_good(u,
	                      HOST_LINT_CALL(i, GetRealOutputDerivatives, i->component, u->references, n, orders, values));
}

/* value and derivatives up to the highest order at three points, a step apart: z[point][order][output] */
struct host_lint_rates {
	int n_orders; /* and the value: z[...][0] */
	double z[3][4][HOST_LINT_MOST_OUTPUTS];
};

static int host_lint_rates_sample(struct host_lint_instance *i, struct host_lint_rates *r)
{
	const struct host_lint_unit *u = i->unit;
	enum { STEPS = 3 };
	int most = u->fmu.description.output_order;
	int begin = u->n_steps > STEPS + 2 ? STEPS : 0;
	r->n_orders = most < 3 ? most : 3;
	for (int k = 0; k < begin; k++) {
		if (host_lint_step(i, k) != fmi2OK) {
			return 0;
		}
	}
	for (int point = 0; point < 3; point++) {
		if (!host_lint_rates_read(i, r->z[point][0])) {
			return 0;
		}
		for (int order = 1; order <= r->n_orders; order++) {
			if (!host_lint_rates_derivatives(i, order, r->z[point][order])) {
				return 0;
			}
		}
		if (point < 2 && host_lint_step(i, begin + point) != fmi2OK) {
			return 0;
		}
	}
	return 1;
}

/* derivatives of an order against differences of the order below */
static void host_lint_rates_judge(struct host_lint_unit *u, const struct host_lint_rates *r, int order)
{
	int n_moving = 0, n_given = 0;
	for (int k = 0; k < host_lint_rates_n(u); k++) {
		const double d[3] = {r->z[0][order][k], r->z[1][order][k], r->z[2][order][k]};
		double difference = (r->z[2][order - 1][k] - r->z[0][order - 1][k]) / (2.0 * u->step);
		double noise = 1e-7 * (1.0 + fabs(r->z[1][order - 1][k])) / u->step;
		n_moving += fabs(difference) > 10.0 * noise;
		n_given += d[1] != 0.0;
		/* 0: the unit has no derivative of this order for the output */
		if (d[1] != 0.0 && !host_lint_is_rate(d, difference, noise)) {
			host_lint_tell(u, HOST_LINT_ERROR, "output-derivative-wrong", "fmi2GetRealOutputDerivatives",
			               "derivative of order %d of '%.80s' is %.10g, by differences %.10g", order,
			               u->fmu.description.variables[u->samples[k]].name, d[1], difference);
			return;
		}
	}
	if (order == 1 && n_moving > 0 && n_given == 0) {
		host_lint_tell(u, HOST_LINT_ERROR, "output-derivative-missing", "fmi2GetRealOutputDerivatives",
		               "all derivatives are 0 though %d outputs move and maxOutputDerivativeOrder is %d", n_moving,
		               u->fmu.description.output_order);
	}
}

/* derivatives that the unit does not have are 0 */
static void host_lint_rates_above(struct host_lint_instance *i)
{
	struct host_lint_unit *u = i->unit;
	double values[HOST_LINT_MOST_OUTPUTS] = {0};
	if (!host_lint_rates_derivatives(i, u->fmu.description.output_order + 1, values)) {
		return;
	}
	for (int k = 0; k < host_lint_rates_n(u); k++) {
		if (values[k] != 0.0) {
			host_lint_tell(u, HOST_LINT_WARNING, "output-derivative-order", NULL,
			               "order %d of '%.80s' is %.10g, but maxOutputDerivativeOrder is %d",
			               u->fmu.description.output_order + 1, u->fmu.description.variables[u->samples[k]].name,
			               values[k], u->fmu.description.output_order);
			return;
		}
	}
}

void host_lint_check_output_derivatives(struct host_lint_unit *u)
{
	if (host_lint_rates_n(u) == 0) {
		return;
	}
	if (host_lint_item(u, HOST_LINT_ERROR, "")) {
		struct host_lint_rates *r = host_lint_take(u, 1, sizeof *r);
		struct host_lint_instance *i = host_lint_begin(u, HOST_LINT_STEPPING);
		if (i != NULL && host_lint_rates_sample(i, r)) {
			for (int order = 1; order <= r->n_orders; order++) {
				host_lint_rates_judge(u, r, order);
			}
		}
		host_lint_free_instance(i);
	}
	if (host_lint_item(u, HOST_LINT_ERROR, "an order above the highest")) {
		struct host_lint_instance *i = host_lint_begin(u, HOST_LINT_STEPPING);
		if (i != NULL && host_lint_step(i, 0) == fmi2OK) {
			host_lint_rates_above(i);
		}
		host_lint_free_instance(i);
	}
}
