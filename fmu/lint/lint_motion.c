/* Directional derivatives along the motion: states cannot be set, but they move, with derivatives
 * that can be read.
 *
 *     d unknown / dt = sum of d unknown / d state * d state / dt + d unknown / d time,   inputs held
 */
#include <math.h>

#include "lint_quotients.h"
#include "lint_slopes.h"

struct lint_motion {
	const struct lint_set_of *unknowns, *rates; /* rates: derivatives of the states */
	const struct lint_set_of *knowns;           /* states, and time where it is a variable that is known */
	double nominal[LINT_MOST_UNKNOWNS];
	struct lint_quotient quotients[LINT_MOST_UNKNOWNS];
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
	double trial[LINT_MOST_UNKNOWNS];
	if (i != NULL && knowns->n > n_states && lint_motion_derivative(i, m, trial) > fmi2Warning) {
		knowns->n = n_states;
	}
	lint_free_instance(i);
	return n_states > 0 && n_states == d->derivatives.n && n_states == rates->n;
}

static int lint_motion_sample(struct lint_instance *i, void *context, double *z, double *d)
{
	const struct lint_motion *m = context;
	return lint_slopes_read(i, m->unknowns, z) && lint_good(i->unit, lint_motion_derivative(i, m, d));
}

/* A single unknown may depend on states that are not exposed; when most disagree it is not that. */
void lint_slopes_motion(struct lint_unit *u)
{
	struct lint_motion *m = lint_take(u, 1, sizeof *m);
	if (!lint_motion_sets(u, m)) {
		return;
	}
	int n_agree = 0, n_disagree = 0, first = 0;
	for (int k = 0; k < m->unknowns->n; k++) {
		const double nominal = u->fmu.description.variables[m->unknowns->index[k]].nominal;
		m->nominal[k] = isfinite(nominal) && nominal != 0.0 ? fabs(nominal) : 1.0;
	}
	/* inputs as they start: a jump of theirs would be a jump of the motion */
	if (!lint_quotients(u, m->unknowns->n, lint_motion_sample, m, m->nominal, m->quotients)) {
		return;
	}
	for (int k = 0; k < m->unknowns->n; k++) {
		n_agree += m->quotients[k].verdict == LINT_QUOTIENT_AGREES;
		if (m->quotients[k].verdict == LINT_QUOTIENT_WRONG && n_disagree++ == 0) {
			first = k;
		}
	}
	if (n_disagree > 0) {
		lint_tell(
			u, n_disagree > n_agree ? LINT_WARNING : LINT_NOTE, "directional-derivative-of-motion",
			"fmi2GetDirectionalDerivative",
			"along the motion of all exposed states '%.80s' should change by %.10g per second, but changes by %.10g "
			"(so with %d of %d variables that move); it depends on more than the states, or its derivative is wrong",
			u->fmu.description.variables[m->unknowns->index[first]].name, m->quotients[first].derivative,
			m->quotients[first].difference, n_disagree, n_agree + n_disagree);
	}
}
