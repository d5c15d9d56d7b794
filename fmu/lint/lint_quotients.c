#include "lint_quotients.h"

#include <math.h>

enum { LINT_QUOTIENT_CENTRE = 4, LINT_QUOTIENT_LEVELS = 16 };

/* parts of the larger one of derivative and quotient */
static const double lint_most_noise = 0.3;  /* that a quotient may have to be used */
static const double lint_most_loose = 0.5;  /* within which an agreement counts for the time being, */
static const double lint_most_sharp = 0.25; /* or for good */
/* two quotients have settled when they lie this part of their distance to the derivative apart:
 * from one to the next a jump between the points halves the distance */
static const double lint_settled = 0.2;

/* of units that name no tolerance; and below which none is believed, because errors of many steps
 * add up */
static const double lint_usual_tolerance = 1e-4, lint_least_tolerance = 1e-7;

void lint_quotient_add(struct lint_quotient *q, const double d[3], double difference, double noise, double h)
{
	const double size = fmax(fabs(d[1]), fabs(difference)), distance = fabs(d[1] - difference);
	/* the quotient is wrong by about the second difference of the derivative, and units of low
	 * order are half a step late */
	const double allowed = 2.0 * fabs(d[2] - 2.0 * d[1] + d[0]) + 0.5 * fabs(d[2] - d[0]) + noise;
	const int first = q->n_quotients++ == 0;
	if (first && !(size > noise)) {
		q->verdict = LINT_QUOTIENT_STILL;
		q->done = 1;
		return;
	}
	if (!first && !(noise <= lint_most_noise * size && size > 1e-3 * q->largest)) {
		/* nothing is left that contradicts, as far as the tolerance shows; a jump that was seen
		 * before has passed */
		const int still = size <= noise + 1e-3 * q->largest, agrees = distance <= fmin(noise, lint_most_noise * size);
		if (q->verdict == LINT_QUOTIENT_OPEN && (still || agrees)) {
			q->verdict = still ? LINT_QUOTIENT_STILL : LINT_QUOTIENT_AGREES;
		}
		q->done = 1;
		return;
	}
	const double change = first ? HUGE_VAL : fabs(difference - q->difference);
	if (distance <= 0.01 * size + allowed) {
		q->n_settled = 0;
		const int good = distance <= 0.01 * size + noise || allowed <= lint_most_loose * size;
		q->verdict = good ? LINT_QUOTIENT_AGREES : LINT_QUOTIENT_OPEN;
		q->done = allowed <= lint_most_sharp * size;
	} else {
		q->n_settled = change <= lint_settled * distance && noise <= 0.5 * distance ? q->n_settled + 1 : 0;
		q->verdict = q->n_settled > 0 ? LINT_QUOTIENT_WRONG : LINT_QUOTIENT_OPEN;
		q->done = q->n_settled >= 2;
	}
	q->largest = fmax(q->largest, fabs(difference));
	q->derivative = d[1];
	q->difference = difference;
	q->width = h;
}

/* from one time to another where they differ */
static int lint_quotient_step(struct lint_instance *i, double begin, double end)
{
	return end <= begin || lint_step_between(i, begin, end) == fmi2OK;
}

struct lint_quotient_points {
	double *z[3], *d[3];
};

/* the three points at centre - h, centre, centre + h. 0: refused */
static int lint_quotient_points(struct lint_unit *u, int centre, double h, lint_quotient_sample *sample, void *context,
                                const struct lint_quotient_points *p)
{
	struct lint_instance *i = lint_begin(u, LINT_STEPPING);
	const int whole = h > u->step ? centre - 2 : centre - 1;
	double time = lint_time(u, whole);
	int good = i != NULL;
	for (int k = 0; good && k < whole; k++) {
		good = lint_step(i, k) == fmi2OK;
	}
	for (int point = 0; good && point < 3; point++) {
		const double goal = lint_time(u, centre) + (point - 1) * h;
		if (h > u->step && point > 0) {
			/* a fixed step */
			good = lint_step(i, whole + 2 * point - 2) == fmi2OK && lint_step(i, whole + 2 * point - 1) == fmi2OK;
		} else {
			good = lint_quotient_step(i, time, goal);
		}
		time = goal;
		good = good && sample(i, context, p->z[point], p->d[point]);
	}
	lint_free_instance(i);
	return good;
}

int lint_quotients(struct lint_unit *u, int n, lint_quotient_sample *sample, void *context, const double *nominal,
                   struct lint_quotient *quotients)
{
	const int centre = u->n_steps > LINT_QUOTIENT_CENTRE + 2 ? LINT_QUOTIENT_CENTRE : 1;
	const int variable = u->fmu.description.variable_step;
	const int n_levels = variable ? LINT_QUOTIENT_LEVELS : centre > 1 ? 2 : 1;
	const double given = u->fmu.description.tolerance;
	const double tolerance = given > 0.0 && given < 1.0 ? fmax(given, lint_least_tolerance) : lint_usual_tolerance;
	double h = n_levels == 2 ? 2.0 * u->step : u->step;
	struct lint_quotient_points p;
	for (int point = 0; point < 3; point++) {
		p.z[point] = lint_take(u, (size_t)n, sizeof(double));
		p.d[point] = lint_take(u, (size_t)n, sizeof(double));
	}
	for (int level = 0, left = n; level < n_levels && left > 0; level++, h *= 0.5) {
		if (!lint_quotient_points(u, centre, h, sample, context, &p)) {
			return level > 0;
		}
		left = 0;
		for (int k = 0; k < n; k++) {
			const double d[3] = {p.d[0][k], p.d[1][k], p.d[2][k]};
			const double noise = tolerance * (nominal[k] + fabs(p.z[1][k])) / h;
			if (!quotients[k].done) {
				lint_quotient_add(&quotients[k], d, (p.z[2][k] - p.z[0][k]) / (2.0 * h), noise, h);
			}
			left += !quotients[k].done;
		}
	}
	return 1;
}
