/* How far inputs were from what they should have been in a step, and the step that follows from it.
 *
 * An input was the polynomial p(s); at the end its source has y(t + h). An input that was
 * extrapolated is wrong by |p(h) - y(t + h)| there, which is its largest error. One that was made
 * of both ends is wrong between them: with e the error of the extrapolation of the same order, by e
 * (order 0, held), e / 4 (order 1: e = y'' h^2 / 2, a line is wrong by y'' h^2 / 8), 4 e / 27
 * (order 2: e = y''' h^3 / 6, the parabola with the slope at the beginning by 4/27 of it). Units
 * are Lipschitz in their inputs: the error of the results is at most a constant times that of the
 * inputs, so the latter is what the tolerance bounds, relative to the largest value of each output
 * so far.
 */
#include <math.h>

#include "host_coupling_parts.h"

/* the next step is this part of the one that would just fit, and no more and no less than these of
 * the last one */
#define HOST_COUPLING_SAFETY 0.9
#define HOST_COUPLING_LEAST_CHANGE 0.2
#define HOST_COUPLING_MOST_CHANGE 3.0

double host_coupling_largest(const struct host_coupling *c, const struct host_signal *g)
{
	const double nominal = c->members[g->unit].unit->fmu->description.variables[g->variable].nominal;
	return fmax(fmax(g->largest, isnan(nominal) ? 0.0 : fabs(nominal)), fmax(fabs(g->begin), fabs(g->end)));
}

double host_coupling_error(struct host_coupling *c, double h)
{
	static const double inside[] = {1.0, 1.0 / 4.0, 4.0 / 27.0};
	const int order = c->system->algorithm.order;
	double worst = 0.0;
	for (int k = 0; k < c->n_feeds; k++) {
		const struct host_feed *f = &c->feeds[k];
		if (!f->continuous) {
			continue;
		}
		const struct host_signal *g = &c->signals[f->signal];
		const double factor = f->connection->total_factor, end = factor * g->end + f->connection->total_offset;
		const double guess = g->begin + (order > 0 ? h * g->slope : 0.0) + (order > 1 ? h * h * g->curvature : 0.0);
		const double used = f->used[0] + h * (f->used[1] + h * f->used[2]);
		const double error = fmax(fabs(used - end), inside[order] * fabs(factor * (guess - g->end)));
		const double scale = fabs(factor) * host_coupling_largest(c, g);
		if (error > 0.0 && error / scale > worst) {
			worst = error / scale;
		}
	}
	return worst;
}

double host_coupling_next(const struct host_coupling *c, double h, double error)
{
	const struct host_algorithm *a = &c->system->algorithm;
	const double fits = HOST_COUPLING_SAFETY * pow(a->tolerance / error, 1.0 / (a->order + 1.0));
	const double change = fmin(fmax(fits, HOST_COUPLING_LEAST_CHANGE), HOST_COUPLING_MOST_CHANGE);
	return fmax(fmin(h * change, a->largest_step), a->smallest_step);
}
