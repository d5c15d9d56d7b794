/* Directional derivatives along the motion: states cannot be set, but they move, with derivatives that can be read.
 *
 *     d unknown / dt = sum of d unknown / d state * d state / dt + d unknown / d time,   inputs held
 */
#include <math.h>

#include "lint_slopes.h"

struct lint_motion {
	const struct lint_set_of *unknowns, *rates; /* rates: derivatives of the states */
	const struct lint_set_of *knowns;           /* states, and time where it is a variable that is known */
	double z[3][LINT_MOST_UNKNOWNS], d[3][LINT_MOST_UNKNOWNS]; /* at three points, a step apart */
};

/* states come first among the knowns; the seed of time is 1 */
static fmi2Status lint_motion_derivative(struct lint_instance *i, const struct lint_motion *m, double *results)
{
	double seeds[LINT_MOST_UNKNOWNS + 1];
	if (!lint_slopes_read(i, m->rates, seeds)) {
		return fmi2Error;
	}
	seeds[m->rates->n] = 1.0;
	return lint_slopes_directional(i, m->unknowns, m->knowns->references, (size_t)m->knowns->n, seeds, results);
}

static int lint_motion_has(const struct lint_set_of *set, int index)
{
	for (int k = 0; k < set->n; k++) {
		if (set->index[k] == index) {
			return 1;
		}
	}
	return 0;
}

/* 0: there are no states, or too many */
static int lint_motion_sets(struct lint_unit *u, struct lint_motion *m)
{
	const struct host_description *d = &u->fmu.description;
	struct lint_set_of *rates = lint_unknowns(u, &d->derivatives);
	struct lint_set_of *unknowns = lint_unknowns(u, &d->derivatives);
	struct lint_set_of *knowns = lint_take(u, 1, sizeof *knowns);
	for (int k = 0; k < rates->n; k++) {
		int state = d->variables[rates->index[k]].derivative_of;
		if (state < 0) {
			return 0;
		}
		lint_set_add(u, knowns, state, LINT_MOST_UNKNOWNS);
	}
	/* outputs that are states themselves do not follow from states */
	for (int k = 0; k < d->outputs.n; k++) {
		if (!lint_motion_has(knowns, d->outputs.list[k].variable)) {
			lint_set_add(u, unknowns, d->outputs.list[k].variable, LINT_MOST_UNKNOWNS);
		}
	}
	int n_states = knowns->n;
	for (int k = 0; k < d->n_variables && knowns->n == n_states; k++) {
		if (d->variables[k].causality == HOST_INDEPENDENT) {
			lint_set_add(u, knowns, k, LINT_MOST_UNKNOWNS);
		}
	}
	*m = (struct lint_motion){.unknowns = unknowns, .rates = rates, .knowns = knowns};
	/* not every unit knows time; an instance that was asked in vain is not used again */
	struct lint_instance *i = lint_begin(u, LINT_STEPPING);
	if (i != NULL && knowns->n > n_states && lint_motion_derivative(i, m, m->d[0]) > fmi2Warning) {
		knowns->n = n_states;
	}
	lint_free_instance(i);
	return n_states > 0 && n_states == d->derivatives.n && n_states == rates->n;
}

/* at three points, with inputs as they start: a jump of theirs would be a jump of the motion */
static int lint_motion_sample(struct lint_instance *i, struct lint_motion *m)
{
	enum { BEGIN = 4 };
	for (int k = 0; k < BEGIN + 3; k++) {
		int point = k - BEGIN;
		if (point >= 0 && (!lint_slopes_read(i, m->unknowns, m->z[point]) ||
		                   !lint_good(i->unit, lint_motion_derivative(i, m, m->d[point])))) {
			return 0;
		}
		if (point < 2 && lint_step(i, k) != fmi2OK) {
			return 0;
		}
	}
	return 1;
}

/* 1: the derivative of an unknown is the change seen between the neighbouring points, -1: it is not, 0: nothing moves */
static int lint_motion_agrees(const struct lint_motion *m, int k, double step, double *difference)
{
	const double d[3] = {m->d[0][k], m->d[1][k], m->d[2][k]};
	*difference = (m->z[2][k] - m->z[0][k]) / (2.0 * step);
	double noise = 1e-7 * (1.0 + fabs(m->z[1][k])) / step;
	if (fmax(fabs(d[1]), fabs(*difference)) <= noise) {
		return 0;
	}
	return lint_is_rate(d, *difference, noise) ? 1 : -1;
}

/* A single unknown may depend on states that are not exposed; when most disagree it is not that. */
void lint_slopes_motion(struct lint_unit *u)
{
	struct lint_motion *m = lint_take(u, 1, sizeof *m);
	struct lint_instance *i = lint_motion_sets(u, m) ? lint_begin(u, LINT_STEPPING) : NULL;
	int sampled = i != NULL && lint_motion_sample(i, m), n_agree = 0, n_disagree = 0, first = 0;
	double change = 0.0;
	for (int k = 0; sampled && k < m->unknowns->n; k++) {
		double difference;
		int agrees = lint_motion_agrees(m, k, u->step, &difference);
		n_agree += agrees > 0;
		if (agrees < 0 && n_disagree++ == 0) {
			first = k;
			change = difference;
		}
	}
	if (n_disagree > 0) {
		lint_tell(
			u, n_disagree > n_agree ? LINT_WARNING : LINT_NOTE, "directional-derivative-of-motion",
			"fmi2GetDirectionalDerivative",
			"along the motion of all exposed states '%.80s' should change by %.10g per second, but changes by %.10g "
			"(so with %d of %d variables that move); it depends on more than the states, or its derivative is wrong",
			u->fmu.description.variables[m->unknowns->index[first]].name, m->d[1][first], change, n_disagree,
			n_agree + n_disagree);
	}
	lint_free_instance(i);
}
