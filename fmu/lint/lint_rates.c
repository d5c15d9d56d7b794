/* Derivatives of inputs and outputs with respect to time.
 *
 * fmi2SetRealInputDerivatives: with a slope, a step must come nearer to what many small steps along
 * the ramp give than a step with a held input does. fmi2GetRealOutputDerivatives: difference
 * quotients (lint_quotients.h).
 */
#include <math.h>
#include <string.h>

#include "lint_quotients.h"

enum { LINT_MOST_OUTPUTS = 200, LINT_MOST_ORDERS = 3, LINT_MOST_RAMPS = 5, LINT_SUBSTEPS = 256 };

/* real outputs stand first among the samples */
static int lint_rates_n(const struct lint_unit *u)
{
	int n = 0;
	while (n < u->first_sample[1] && n < LINT_MOST_OUTPUTS &&
	       u->fmu.description.variables[u->samples[n]].causality == HOST_OUTPUT) {
		n++;
	}
	return n;
}

static int lint_rates_read(struct lint_instance *i, double *values)
{
	struct lint_unit *u = i->unit;
	return lint_good(u, LINT_CALL(i, GetReal, i->component, u->references, (size_t)lint_rates_n(u), values));
}

/* ---- inputs */

enum lint_ramp { LINT_HELD, LINT_SLOPED, LINT_SHIFTED, LINT_SUBDIVIDED, LINT_RAMP_COUNT };

/* outputs after one step in which an input rises by `rise`, or is taken to. 0: not to be had */
static int lint_ramp_run(struct lint_unit *u, int input, enum lint_ramp kind, double rise, double *values)
{
	struct lint_instance *i = lint_begin(u, LINT_STEPPING);
	if (i == NULL) {
		return 0;
	}
	const fmi2ValueReference *vr = &u->input_references[input];
	const fmi2Integer order = 1;
	double slope = rise / u->step;
	int n = kind == LINT_SUBDIVIDED ? LINT_SUBSTEPS : 1, good = 1;
	for (int k = 0; k < n && good; k++) {
		double value = u->input_values[input];
		if (kind == LINT_SHIFTED) {
			value += rise;
		} else if (kind == LINT_SUBDIVIDED) {
			value += rise * (k + 0.5) / n;
		}
		double begin = u->start + u->step * k / n, end = u->start + u->step * (k + 1) / n;
		good = lint_good(u, LINT_CALL(i, SetReal, i->component, vr, 1, &value)) &&
		       (kind != LINT_SLOPED ||
		        lint_good(u, LINT_CALL(i, SetRealInputDerivatives, i->component, vr, 1, &order, &slope))) &&
		       lint_step_between(i, begin, end) == fmi2OK;
	}
	good = good && lint_rates_read(i, values);
	lint_free_instance(i);
	return good;
}

/* how far output k is from what small steps give, with a held input or a slope */
static double lint_ramp_miss(double z[LINT_RAMP_COUNT][LINT_MOST_OUTPUTS], enum lint_ramp kind, int k)
{
	return fabs(z[kind][k] - z[LINT_SUBDIVIDED][k]);
}

static void lint_ramp_judge(struct lint_unit *u, const char *input, double z[LINT_RAMP_COUNT][LINT_MOST_OUTPUTS])
{
	int best = -1, followed = 0, right = 0;
	double largest = 0.0;
	for (int k = 0; k < lint_rates_n(u); k++) {
		const char *name = u->fmu.description.variables[u->samples[k]].name;
		double effect = fabs(z[LINT_SHIFTED][k] - z[LINT_HELD][k]), most = effect;
		/* what follows an input's speed moves in small steps only */
		if (u->fmu.description.variable_step) {
			most = fmax(most, fabs(z[LINT_SUBDIVIDED][k] - z[LINT_HELD][k]));
		}
		double change = fabs(z[LINT_SLOPED][k] - z[LINT_HELD][k]);
		double noise = 1e-9 * (1.0 + fabs(z[LINT_HELD][k]));
		followed = followed || change > 0.0;
		if (!(change <= 3.0 * most + noise)) {
			lint_tell(u, LINT_ERROR, "input-derivative-unbounded", "fmi2SetRealInputDerivatives",
			          "a slope of '%.60s' changes '%.60s' by %.3g, the whole rise, at once or in steps, only by %.3g",
			          input, name, change, most);
			return;
		}
		/* one output that follows shows that the slope is right: another one, as the acceleration
		 * of a joint that sticks, may vibrate by less than the unit's solver sees */
		const double held = lint_ramp_miss(z, LINT_HELD, k);
		right = right || (held > 1e3 * noise && lint_ramp_miss(z, LINT_SLOPED, k) <= 0.5 * held);
		if (effect > 1e3 * noise && effect / (noise + fabs(z[LINT_HELD][k])) > largest) {
			largest = effect / (noise + fabs(z[LINT_HELD][k]));
			best = k;
		}
	}
	if (best < 0) {
		return;
	}
	if (!followed) {
		lint_tell(u, LINT_ERROR, "input-derivative-ignored", "fmi2SetRealInputDerivatives",
		          "a slope of '%.80s' changes nothing, though canInterpolateInputs is true", input);
		return;
	}
	const double held = lint_ramp_miss(z, LINT_HELD, best), sloped = lint_ramp_miss(z, LINT_SLOPED, best);
	if (u->fmu.description.variable_step && !right && sloped > 0.5 * held) {
		lint_tell(u, LINT_WARNING, "input-derivative-wrong", "fmi2SetRealInputDerivatives",
		          "with a slope of '%.60s', '%.60s' misses the result of small steps by %.3g; without it by %.3g",
		          input, u->fmu.description.variables[u->samples[best]].name, sloped, held);
	}
}

void lint_check_input_derivatives(struct lint_unit *u)
{
	static double z[LINT_RAMP_COUNT][LINT_MOST_OUTPUTS];
	for (int j = 0, n = 0; j < u->n_inputs && n < LINT_MOST_RAMPS; j++) {
		const struct host_variable *v = &u->fmu.description.variables[u->inputs[j]];
		double rise = 0.1 * u->input_scales[j];
		if (v->variability != HOST_CONTINUOUS || u->input_values[j] + rise > v->max ||
		    !lint_item(u, LINT_ERROR, v->name)) {
			continue;
		}
		n++;
		int good = 1;
		for (int kind = 0; kind < LINT_RAMP_COUNT && good; kind++) {
			if (kind != LINT_SUBDIVIDED || u->fmu.description.variable_step) {
				good = lint_ramp_run(u, j, (enum lint_ramp)kind, rise, z[kind]);
			}
		}
		if (good) {
			lint_ramp_judge(u, v->name, z);
		}
	}
	if (u->n_inputs > 0 && lint_item(u, LINT_WARNING, "order 0")) {
		const fmi2Integer order = 0;
		const double value = 0.0;
		struct lint_instance *i = lint_begin(u, LINT_STEPPING);
		if (i != NULL && LINT_CALL(i, SetRealInputDerivatives, i->component, u->input_references, 1, &order, &value) <=
		                     fmi2Warning) {
			lint_tell(u, LINT_WARNING, "derivative-order-accepted", NULL,
			          "order 0 is accepted; orders begin with 1, the value itself belongs to fmi2SetReal");
		}
		lint_free_instance(i);
	}
}

/* ---- outputs */

static int lint_rates_derivatives(struct lint_instance *i, int order, double *values)
{
	struct lint_unit *u = i->unit;
	size_t n = (size_t)lint_rates_n(u);
	fmi2Integer *orders = lint_take(u, n, sizeof *orders);
	for (size_t k = 0; k < n; k++) {
		orders[k] = order;
	}
	return lint_good(u, LINT_CALL(i, GetRealOutputDerivatives, i->component, u->references, n, orders, values));
}

/* derivatives of all orders, each with its quotients; number (order - 1) * n + k for output k of
 * n */
struct lint_rates {
	int n, n_orders;
	double nominal[LINT_MOST_ORDERS * LINT_MOST_OUTPUTS];
	struct lint_quotient quotients[LINT_MOST_ORDERS * LINT_MOST_OUTPUTS];
	int given[LINT_MOST_ORDERS * LINT_MOST_OUTPUTS]; /* a derivative other than 0 was seen */
};

/* what an order is the derivative of is the order below */
static int lint_rates_sample(struct lint_instance *i, void *context, double *z, double *d)
{
	struct lint_rates *r = context;
	if (!lint_rates_read(i, z)) {
		return 0;
	}
	for (int order = 1; order <= r->n_orders; order++) {
		double *derivatives = d + (order - 1) * r->n;
		if (!lint_rates_derivatives(i, order, derivatives)) {
			return 0;
		}
		for (int k = 0; k < r->n; k++) {
			r->given[(order - 1) * r->n + k] |= derivatives[k] != 0.0;
			if (order < r->n_orders) {
				z[order * r->n + k] = derivatives[k];
			}
		}
	}
	return 1;
}

static void lint_rates_judge(struct lint_unit *u, const struct lint_rates *r, int order)
{
	int n_moving = 0, n_given = 0, n_open = 0, open = 0;
	for (int k = 0; k < r->n; k++) {
		n_moving += r->quotients[(order - 1) * r->n + k].verdict != LINT_QUOTIENT_STILL;
		n_given += r->given[(order - 1) * r->n + k];
	}
	if (order == 1 && n_moving > 0 && n_given == 0) {
		lint_tell(u, LINT_ERROR, "output-derivative-missing", "fmi2GetRealOutputDerivatives",
		          "all derivatives are 0 though %d outputs move and maxOutputDerivativeOrder is %d", n_moving,
		          u->fmu.description.output_order);
		return;
	}
	for (int k = 0; k < r->n; k++) {
		const struct lint_quotient *q = &r->quotients[(order - 1) * r->n + k];
		/* 0 above order 1: the unit has no derivative of this order for the output */
		const int exists = order == 1 || r->given[(order - 1) * r->n + k];
		if (exists && q->verdict == LINT_QUOTIENT_WRONG) {
			lint_tell(u, LINT_ERROR, "output-derivative-wrong", "fmi2GetRealOutputDerivatives",
			          "derivative of order %d of '%.80s' is %.10g, by differences %.10g", order,
			          u->fmu.description.variables[u->samples[k]].name, q->derivative, q->difference);
			return;
		}
		if (exists && q->verdict == LINT_QUOTIENT_OPEN && n_open++ == 0) {
			open = k;
		}
	}
	if (n_open > 0) {
		lint_tell(u, LINT_NOTE, "output-derivative-not-checked", "fmi2GetRealOutputDerivatives",
		          "derivatives of order %d of %d outputs could not be checked, the first: '%.80s' changes faster than "
		          "within %.3g s",
		          order, n_open, u->fmu.description.variables[u->samples[open]].name,
		          r->quotients[(order - 1) * r->n + open].width);
	}
}

static void lint_rates_check(struct lint_unit *u)
{
	struct lint_rates *r = lint_take(u, 1, sizeof *r);
	const int most = u->fmu.description.output_order;
	r->n = lint_rates_n(u);
	r->n_orders = most < LINT_MOST_ORDERS ? most : LINT_MOST_ORDERS;
	for (int k = 0; k < r->n_orders * r->n; k++) {
		const double nominal = u->fmu.description.variables[u->samples[k % r->n]].nominal;
		r->nominal[k] = k < r->n && isfinite(nominal) && nominal != 0.0 ? fabs(nominal) : 1.0;
	}
	if (lint_quotients(u, r->n_orders * r->n, lint_rates_sample, r, r->nominal, r->quotients)) {
		for (int order = 1; order <= r->n_orders; order++) {
			lint_rates_judge(u, r, order);
		}
	}
}

/* derivatives that the unit does not have are 0 */
static void lint_rates_above(struct lint_instance *i)
{
	struct lint_unit *u = i->unit;
	double values[LINT_MOST_OUTPUTS] = {0};
	if (!lint_rates_derivatives(i, u->fmu.description.output_order + 1, values)) {
		return;
	}
	for (int k = 0; k < lint_rates_n(u); k++) {
		if (values[k] != 0.0) {
			lint_tell(u, LINT_WARNING, "output-derivative-order", NULL,
			          "order %d of '%.80s' is %.10g, but maxOutputDerivativeOrder is %d",
			          u->fmu.description.output_order + 1, u->fmu.description.variables[u->samples[k]].name, values[k],
			          u->fmu.description.output_order);
			return;
		}
	}
}

void lint_check_output_derivatives(struct lint_unit *u)
{
	if (lint_rates_n(u) == 0) {
		return;
	}
	if (lint_item(u, LINT_ERROR, "")) {
		lint_rates_check(u);
	}
	if (lint_item(u, LINT_ERROR, "an order above the highest")) {
		struct lint_instance *i = lint_begin(u, LINT_STEPPING);
		if (i != NULL && lint_step(i, 0) == fmi2OK) {
			lint_rates_above(i);
		}
		lint_free_instance(i);
	}
}
