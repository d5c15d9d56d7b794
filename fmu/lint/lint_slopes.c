/* Directional derivatives with respect to what can be set, against differences. */
#include <math.h>
#include <string.h>

#include "lint_quotients.h"
#include "lint_slopes.h"

const int lint_points[LINT_POINTS] = {0, 4, 12};

void lint_set_add(struct lint_unit *u, struct lint_set_of *set, int index, int most)
{
	const struct host_variable *v = &u->fmu.description.variables[index];
	if (v->type == HOST_REAL && set->n == most) {
		set->n_left_out++;
	} else if (v->type == HOST_REAL) {
		set->references[set->n] = v->reference;
		set->index[set->n++] = index;
	}
}

struct lint_set_of *lint_unknowns(struct lint_unit *u, const struct host_unknowns *list)
{
	struct lint_set_of *set = lint_take(u, 1, sizeof *set);
	for (int k = 0; k < list->n; k++) {
		lint_set_add(u, set, list->list[k].variable, LINT_MOST_UNKNOWNS);
	}
	return set;
}

struct lint_set_of *lint_knowns(struct lint_unit *u, enum lint_state state)
{
	const struct host_description *d = &u->fmu.description;
	struct lint_set_of *set = lint_take(u, 1, sizeof *set);
	for (int inputs = 1; inputs >= 0; inputs--) {
		for (int k = 0; k < d->n_variables; k++) {
			const struct host_variable *v = &d->variables[k];
			int wanted = inputs
			                 ? v->causality == HOST_INPUT
			                 : v->causality != HOST_INPUT && state == LINT_INITIALIZING && lint_is_settable(v, state);
			if (wanted) {
				lint_set_add(u, set, k, LINT_MOST_KNOWNS);
			}
		}
	}
	return set;
}

struct lint_instance *lint_slopes_begin(struct lint_unit *u, enum lint_state state, int point)
{
	if (point > u->n_steps) {
		return NULL;
	}
	struct lint_instance *i = lint_begin(u, state);
	if (i != NULL && state == LINT_STEPPING) {
		struct lint_row *rows = lint_rows(u, point);
		lint_advance(i, 0, point, rows);
		if (point > 0 && rows[point - 1].status != fmi2OK) {
			lint_free_instance(i);
			return NULL;
		}
	}
	return i;
}

int lint_slopes_read(struct lint_instance *i, const struct lint_set_of *set, double *values)
{
	return LINT_CALL(i, GetReal, i->component, set->references, (size_t)set->n, values) <= fmi2Warning;
}

int lint_slopes_move(struct lint_instance *i, fmi2ValueReference known, double value,
                     const struct lint_set_of *unknowns, double *values)
{
	return LINT_CALL(i, SetReal, i->component, &known, 1, &value) <= fmi2Warning &&
	       lint_slopes_read(i, unknowns, values);
}

double lint_slopes_scale(const struct host_variable *v, double value)
{
	double nominal = isfinite(v->nominal) && v->nominal != 0.0 ? fabs(v->nominal) : 1.0;
	return fabs(value) > 0.0 ? fmax(fabs(value), 1e-3 * nominal) : nominal;
}

/* ---- directional derivatives */

/* one known: derivative and differences of all unknowns */
struct lint_slope {
	double value, h;
	double d[LINT_MOST_UNKNOWNS];          /* the unit's derivative */
	double difference[LINT_MOST_UNKNOWNS]; /* by central differences, extrapolated */
	double doubt[LINT_MOST_UNKNOWNS];      /* how far the two differences lie apart, and rounding */
	double distance[LINT_MOST_UNKNOWNS];   /* between derivative and the first difference that it did not agree with */
	enum lint_verdict verdict[LINT_MOST_UNKNOWNS];
	int moved; /* any unknown followed */
};

enum { LINT_SLOPE_LEVELS = 14 };

/* central differences with h and h/2. 0: the known cannot be moved */
static int lint_slopes_differences(struct lint_instance *i, const struct host_variable *v,
                                   const struct lint_set_of *unknowns, struct lint_slope *s)
{
	double z[4][LINT_MOST_UNKNOWNS];
	if (s->value - s->h < v->min || s->value + s->h > v->max) {
		return 0;
	}
	const double places[4] = {s->value + s->h, s->value - s->h, s->value + 0.5 * s->h, s->value - 0.5 * s->h};
	for (int k = 0; k < 4; k++) {
		if (!lint_slopes_move(i, v->reference, places[k], unknowns, z[k])) {
			return 0;
		}
	}
	for (int k = 0; k < unknowns->n; k++) {
		double coarse = (z[0][k] - z[1][k]) / (places[0] - places[1]);
		double fine = (z[2][k] - z[3][k]) / (places[2] - places[3]);
		s->difference[k] = (4.0 * fine - coarse) / 3.0;
		s->doubt[k] = fabs(fine - coarse) + 1e-11 * (1.0 + fabs(z[0][k])) / s->h;
		s->moved = s->moved || z[0][k] != z[1][k];
	}
	return LINT_CALL(i, SetReal, i->component, &v->reference, 1, &s->value) <= fmi2Warning;
}

/* A difference is wrong where the unknown bends within h. A derivative that agrees with one of them
 * is right, unless the difference is in doubt by as much as the first one, with the largest h, was
 * off. It is wrong when a difference is in much less doubt than it is off. 1: smaller steps may
 * still show */
static int lint_slopes_compare(const struct lint_set_of *unknowns, struct lint_slope *s, int first)
{
	int open = 0;
	for (int k = 0; k < unknowns->n; k++) {
		const double distance = fabs(s->d[k] - s->difference[k]);
		const double size = fmax(fabs(s->d[k]), fabs(s->difference[k]));
		const int agrees = distance <= 1e-5 * size + s->doubt[k];
		if (first) {
			s->distance[k] = distance;
			s->verdict[k] = LINT_QUOTIENT_OPEN;
		}
		if (s->verdict[k] == LINT_QUOTIENT_AGREES) {
			continue;
		}
		if (agrees && (first || s->doubt[k] <= 0.25 * s->distance[k])) {
			s->verdict[k] = LINT_QUOTIENT_AGREES;
			continue;
		}
		if (!agrees && s->doubt[k] <= 0.2 * distance) {
			s->verdict[k] = LINT_QUOTIENT_WRONG;
		}
		open = 1;
	}
	return open;
}

/* smaller and smaller steps, as long as a derivative agrees with none. 0: the known cannot be
 * moved */
static int lint_slopes_refine(struct lint_instance *i, const struct host_variable *v,
                              const struct lint_set_of *unknowns, struct lint_slope *s)
{
	union host_fmu_value value = {0};
	if (lint_get(i, HOST_REAL, &v->reference, 1, &value) > fmi2Warning) {
		return 0;
	}
	s->value = value.real;
	s->h = 1e-3 * lint_slopes_scale(v, s->value);
	s->moved = 0;
	for (int level = 0; level < LINT_SLOPE_LEVELS; level++, s->h *= 0.25) {
		if (!lint_slopes_differences(i, v, unknowns, s)) {
			return 0;
		}
		if (!lint_slopes_compare(unknowns, s, level == 0)) {
			break;
		}
	}
	return 1;
}

static void lint_slopes_judge(struct lint_unit *u, const struct lint_set_of *unknowns,
                              const struct host_variable *known, const struct lint_slope *s, const char *where)
{
	const struct host_description *d = &u->fmu.description;
	for (int k = 0; k < unknowns->n; k++) {
		const char *name = d->variables[unknowns->index[k]].name;
		if (s->verdict[k] == LINT_QUOTIENT_WRONG) {
			lint_tell(u, LINT_ERROR, "directional-derivative-wrong", where,
			          "derivative of '%.60s' with respect to '%.60s' is %.10g, by differences %.10g", name, known->name,
			          s->d[k], s->difference[k]);
			return;
		}
		if (s->verdict[k] == LINT_QUOTIENT_OPEN) {
			lint_tell(u, LINT_NOTE, "derivative-not-checked", where,
			          "derivative of '%.60s' with respect to '%.60s' could not be checked: differences do not settle",
			          name, known->name);
			return;
		}
	}
}

fmi2Status lint_slopes_directional(struct lint_instance *i, const struct lint_set_of *unknowns,
                                   const fmi2ValueReference *knowns, size_t n, const double *seeds, double *results)
{
	return LINT_CALL(i, GetDirectionalDerivative, i->component, unknowns->references, (size_t)unknowns->n, knowns, n,
	                 seeds, results);
}

/* all inputs at once give the weighted sum of what each gives */
static void lint_slopes_linear(struct lint_instance *i, const struct lint_set_of *unknowns,
                               const struct lint_set_of *inputs, const char *where)
{
	struct lint_unit *u = i->unit;
	double sum[LINT_MOST_UNKNOWNS] = {0}, size[LINT_MOST_UNKNOWNS] = {0}, one[LINT_MOST_UNKNOWNS],
		   all[LINT_MOST_UNKNOWNS], seeds[LINT_MOST_KNOWNS];
	const double unit_seed = 1.0;
	for (int j = 0; j < inputs->n; j++) {
		seeds[j] = j % 2 == 0 ? 2.5 + j : -0.5 - j;
		if (lint_slopes_directional(i, unknowns, &inputs->references[j], 1, &unit_seed, one) > fmi2Warning) {
			return;
		}
		for (int k = 0; k < unknowns->n; k++) {
			sum[k] += seeds[j] * one[k];
			size[k] += fabs(seeds[j] * one[k]);
		}
	}
	if (inputs->n == 0 ||
	    !lint_good(u, lint_slopes_directional(i, unknowns, inputs->references, (size_t)inputs->n, seeds, all))) {
		return;
	}
	for (int k = 0; k < unknowns->n; k++) {
		if (!(fabs(all[k] - sum[k]) <= 1e-8 * size[k] + 1e-12)) {
			lint_tell(u, LINT_ERROR, "directional-derivative-not-linear", where,
			          "'%.80s': %.10g for several seeds at once, but %.10g as the sum of single ones",
			          u->fmu.description.variables[unknowns->index[k]].name, all[k], sum[k]);
			return;
		}
	}
}

static void lint_slopes_at(struct lint_unit *u, enum lint_state state, int point)
{
	const struct host_description *d = &u->fmu.description;
	const struct lint_set_of *unknowns =
		lint_unknowns(u, state == LINT_INITIALIZING ? &d->initial_unknowns : &d->outputs);
	const struct lint_set_of *knowns = lint_knowns(u, state), *inputs = lint_knowns(u, LINT_STEPPING);
	struct lint_instance *i = lint_slopes_begin(u, state, point);
	struct lint_slope *slopes = lint_take(u, (size_t)knowns->n, sizeof *slopes);
	int any_moved = 0, any_derivative = 0;
	char where[120];
	(void)snprintf(where, sizeof where, "fmi2GetDirectionalDerivative %s %.10g",
	               state == LINT_INITIALIZING ? "in initialization mode at" : "at", lint_time(u, point));
	const double seed = 1.0;
	for (int j = 0; j < knowns->n && i != NULL; j++) {
		const struct host_variable *v = &d->variables[knowns->index[j]];
		fmi2Status status = lint_slopes_directional(i, unknowns, &v->reference, 1, &seed, slopes[j].d);
		/* parameters are no knowns of every unit */
		int usable = v->causality == HOST_INPUT ? lint_good(u, status) : status <= fmi2Warning;
		if (!usable || !lint_slopes_refine(i, v, unknowns, &slopes[j])) {
			slopes[j].h = 0.0;
			lint_free_instance(i);
			i = lint_slopes_begin(u, state, point);
			continue;
		}
		any_moved = any_moved || slopes[j].moved;
		for (int k = 0; k < unknowns->n; k++) {
			any_derivative = any_derivative || slopes[j].d[k] != 0.0;
		}
	}
	if (state == LINT_STEPPING && any_derivative && !any_moved) {
		lint_tell(u, LINT_NOTE, "derivative-not-checked", where,
		          "outputs do not follow the inputs before the next step: nothing to compare with");
	} else {
		for (int j = 0; j < knowns->n; j++) {
			if (slopes[j].h > 0.0) {
				lint_slopes_judge(u, unknowns, &d->variables[knowns->index[j]], &slopes[j], where);
			}
		}
	}
	if (i != NULL) {
		lint_slopes_linear(i, unknowns, inputs, where);
	}
	lint_free_instance(i);
}

void lint_check_derivatives(struct lint_unit *u)
{
	if (lint_item(u, LINT_ERROR, "")) {
		lint_slopes_at(u, LINT_INITIALIZING, 0);
	}
	for (int k = 0; k < LINT_POINTS; k++) {
		if (lint_item(u, LINT_ERROR, "")) {
			lint_slopes_at(u, LINT_STEPPING, lint_points[k]);
		}
	}
	if (lint_item(u, LINT_ERROR, "along the motion")) {
		lint_slopes_motion(u);
	}
}
