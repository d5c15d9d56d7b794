#include "host_newton.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_coupling_parts.h"
#include "la_dense.h"

/* an iteration that reduces the change by less than this has an old Jacobian; part of a value by
 * which it is changed for a difference */
#define HOST_NEWTON_SLOW 0.5
#define HOST_NEWTON_DIFFERENCE 1e-4

/* roundings of an input that its source may have */
#define HOST_NEWTON_ROUNDINGS 100.0

static int host_newton_has(const struct host_newton *w, int unit)
{
	for (int i = 0; i < w->n_units; i++) {
		if (w->units[i] == unit) {
			return 1;
		}
	}
	return 0;
}

/* continuous values alone: others go round until they fit */
static int host_newton_takes(const struct host_coupling *c, const struct host_newton *w, int signal)
{
	for (int k = 0; k < c->n_feeds; k++) {
		const struct host_feed *f = &c->feeds[k];
		if (f->signal == signal && f->continuous && host_newton_has(w, f->connection->to.unit)) {
			return host_newton_has(w, c->signals[signal].unit);
		}
	}
	return 0;
}

int host_newton_create(struct host_coupling *c, int n_units, const int *units, struct host_newton *w)
{
	memset(w, 0, sizeof *w);
	w->n_units = n_units;
	w->units = units;
	w->signals = calloc((size_t)c->n_signals + 1, sizeof *w->signals);
	if (w->signals == NULL) {
		return -1;
	}
	for (int k = 0; k < c->n_signals; k++) {
		if (host_newton_takes(c, w, k)) {
			w->signals[w->n++] = k;
		}
	}
	const size_t n = (size_t)w->n + 1;
	w->z = calloc(n, sizeof *w->z);
	w->y = calloc(n, sizeof *w->y);
	w->dz = calloc(n, sizeof *w->dz);
	w->scale = calloc(n, sizeof *w->scale);
	w->jacobian = calloc(n * n, sizeof *w->jacobian);
	w->matrix = calloc(n * n, sizeof *w->matrix);
	w->pivot = calloc(n, sizeof *w->pivot);
	return w->z == NULL || w->y == NULL || w->dz == NULL || w->scale == NULL || w->jacobian == NULL ||
	               w->matrix == NULL || w->pivot == NULL
	           ? -1
	           : 0;
}

void host_newton_free(struct host_newton *w)
{
	free(w->signals);
	free(w->z);
	free(w->y);
	free(w->dz);
	free(w->scale);
	free(w->jacobian);
	free(w->matrix);
	free(w->pivot);
	memset(w, 0, sizeof *w);
}

static void host_newton_put(struct host_coupling *c, const struct host_newton *w, const double *values)
{
	for (int i = 0; i < w->n; i++) {
		c->signals[w->signals[i]].end = values[i];
	}
}

/* the outputs of one unit, when all have z as their sources */
static int host_newton_unit(struct host_coupling *c, struct host_newton *w, int unit, const struct host_newton_task *t,
                            double *y)
{
	host_newton_put(c, w, w->z);
	const int status = t->evaluate(c, unit, t);
	for (int i = 0; i < w->n && status == 0; i++) {
		const struct host_signal *g = &c->signals[w->signals[i]];
		y[i] = g->unit == unit ? g->end : y[i];
	}
	return status;
}

static int host_newton_evaluate(struct host_coupling *c, struct host_newton *w, const struct host_newton_task *t)
{
	int status = 0;
	for (int i = 0; i < w->n_units && status == 0 && isnan(c->stopped); i++) {
		status = host_newton_unit(c, w, w->units[i], t, w->y);
	}
	for (int i = 0; i < w->n; i++) {
		w->scale[i] = fmax(host_coupling_largest(c, &c->signals[w->signals[i]]), fmax(fabs(w->z[i]), fabs(w->y[i])));
	}
	return status;
}

/* ---- the Jacobian */

static int host_newton_feeds(const struct host_coupling *c, int signal, int unit)
{
	const struct host_member *m = &c->members[unit];
	for (int k = 0; k < m->n_feeds; k++) {
		const struct host_feed *f = &c->feeds[m->first_feed + k];
		if (f->signal == signal && f->continuous) {
			return 1;
		}
	}
	return 0;
}

/* column j of the rows of a unit, from the unit itself; 0, or -1 where it does not answer */
static int host_newton_direct(struct host_coupling *c, struct host_newton *w, int unit, int j)
{
	struct host_member *m = &c->members[unit];
	const struct host_description *d = &m->unit->fmu->description;
	size_t n = 0, known = 0;
	for (int k = 0; k < m->n_feeds; k++) {
		const struct host_feed *f = &c->feeds[m->first_feed + k];
		if (f->signal == w->signals[j] && f->continuous) {
			m->references[known] = d->variables[f->connection->to.variable].reference;
			m->numbers[known++] = f->connection->total_factor;
		}
	}
	fmi2ValueReference *unknowns = m->references + known;
	for (int i = 0; i < w->n; i++) {
		if (c->signals[w->signals[i]].unit == unit) {
			unknowns[n++] = d->variables[c->signals[w->signals[i]].variable].reference;
		}
	}
	if (m->unit->fmu->functions.GetDirectionalDerivative(m->component, unknowns, n, m->references, known, m->numbers,
	                                                     m->numbers + known) > fmi2Warning) {
		return -1;
	}
	n = 0;
	for (int i = 0; i < w->n; i++) {
		if (c->signals[w->signals[i]].unit == unit) {
			const double value = m->numbers[known + n++];
			w->jacobian[i + j * w->n] = isfinite(value) ? value : 0.0;
		}
	}
	return 0;
}

static int host_newton_derivatives(struct host_coupling *c, struct host_newton *w)
{
	memset(w->jacobian, 0, (size_t)w->n * (size_t)w->n * sizeof *w->jacobian);
	for (int u = 0; u < w->n_units; u++) {
		const struct host_fmu *fmu = c->members[w->units[u]].unit->fmu;
		if (!fmu->description.directional || fmu->functions.GetDirectionalDerivative == NULL) {
			return -1;
		}
		for (int j = 0; j < w->n; j++) {
			if (host_newton_feeds(c, w->signals[j], w->units[u]) && host_newton_direct(c, w, w->units[u], j) != 0) {
				return -1;
			}
		}
	}
	return 0;
}

static int host_newton_differences(struct host_coupling *c, struct host_newton *w, const struct host_newton_task *t)
{
	int status = 0;
	memset(w->jacobian, 0, (size_t)w->n * (size_t)w->n * sizeof *w->jacobian);
	for (int j = 0; j < w->n && status == 0; j++) {
		const struct host_signal *g = &c->signals[w->signals[j]];
		const double nominal = c->members[g->unit].unit->fmu->description.variables[g->variable].nominal,
					 kept = w->z[j];
		const double size = w->scale[j] > 0.0 ? w->scale[j] : isnan(nominal) ? 1.0 : fabs(nominal);
		w->z[j] = kept + HOST_NEWTON_DIFFERENCE * size;
		for (int u = 0; u < w->n_units && status == 0 && isnan(c->stopped); u++) {
			const int unit = w->units[u];
			if (!host_newton_feeds(c, w->signals[j], unit)) {
				continue;
			}
			memcpy(w->dz, w->y, (size_t)w->n * sizeof *w->dz);
			status = host_newton_unit(c, w, unit, t, w->dz);
			for (int i = 0; i < w->n; i++) {
				if (c->signals[w->signals[i]].unit == unit) {
					w->jacobian[i + j * w->n] = (w->dz[i] - w->y[i]) / (w->z[j] - kept);
				}
			}
		}
		w->z[j] = kept;
	}
	return status;
}

/* dz; -1 where I - J is singular */
static int host_newton_direction(struct host_newton *w)
{
	const int n = w->n;
	for (int j = 0; j < n; j++) {
		for (int i = 0; i < n; i++) {
			w->matrix[i + j * n] = (i == j ? 1.0 : 0.0) - w->jacobian[i + j * n];
		}
		w->dz[j] = w->y[j] - w->z[j];
	}
	if (la_lu_factor(n, w->matrix, n, w->pivot) != 0) {
		return -1;
	}
	la_lu_solve(n, w->matrix, n, w->pivot, 1, w->dz, n);
	return 0;
}

/* What rounding of the values that a unit receives does to an output. Where nothing moves yet,
 * outputs may be nothing else, and repeat no digit. */
static double host_newton_rounding(const struct host_newton *w, int i)
{
	double sum = 0.0;
	for (int j = 0; j < w->n; j++) {
		sum += fabs(w->jacobian[i + j * w->n]) * w->scale[j];
	}
	return HOST_NEWTON_ROUNDINGS * DBL_EPSILON * sum;
}

/* the largest of values relative to their scales, and where; not a number counts as infinite */
static double host_newton_size(const struct host_newton *w, const double *a, const double *b, int *worst)
{
	double size = 0.0;
	for (int i = 0; i < w->n; i++) {
		const double difference = fabs(a[i] - (b == NULL ? 0.0 : b[i]));
		const double relative = difference <= host_newton_rounding(w, i) ? 0.0 : difference / w->scale[i];
		if (!(relative <= size)) {
			size = isnan(relative) ? INFINITY : relative;
			*worst = i;
		}
	}
	return size;
}

static int host_newton_fail(struct host_coupling *c, const struct host_newton *w, const struct host_newton_task *t,
                            int worst, double size, int iterations)
{
	const struct host_signal *g = &c->signals[w->signals[worst]];
	const struct host_member *m = &c->members[g->unit];
	host_say(
		&c->message,
		"the loop through unit '%.63s' does not converge at time %.10g: '%.120s' still changes by %.2g of its size "
		"after %d iterations, the tolerance is %.2g",
		m->unit->name, t->time, m->unit->fmu->description.variables[g->variable].name, size, iterations, t->tolerance);
	return -1;
}

int host_newton_solve(struct host_coupling *c, struct host_newton *w, const struct host_newton_task *t)
{
	const int most = c->system->algorithm.iterations;
	double before = INFINITY, size = INFINITY;
	int renewed = 0, worst = 0;
	for (int i = 0; i < w->n; i++) {
		w->z[i] = c->signals[w->signals[i]].end;
	}
	for (int k = 0; k < most; k++) {
		if (host_newton_evaluate(c, w, t) != 0) {
			return -1;
		}
		if (!isnan(c->stopped) || w->n == 0) {
			return 0;
		}
		int moved = 0; /* units stand where differences have left them */
		if (!w->known && host_newton_derivatives(c, w) != 0) {
			renewed = moved = 1;
			if (host_newton_differences(c, w, t) != 0) {
				return -1;
			}
		}
		w->known = 1;
		int singular = host_newton_direction(w);
		size = host_newton_size(w, w->dz, NULL, &worst);
		if ((singular || size > HOST_NEWTON_SLOW * before) && !renewed) {
			renewed = 1;
			if (host_newton_differences(c, w, t) != 0) {
				return -1;
			}
			singular = host_newton_direction(w);
			size = host_newton_size(w, w->dz, NULL, &worst);
			before = INFINITY;
		} else if (!singular && !moved && size <= t->tolerance &&
		           host_newton_size(w, w->y, w->z, &worst) <= t->tolerance) {
			host_newton_put(c, w, w->y);
			return 0;
		} else {
			before = size;
		}
		if (singular) {
			w->known = 0;
			break;
		}
		for (int i = 0; i < w->n; i++) {
			w->z[i] += w->dz[i];
		}
	}
	w->known = 0;
	return host_newton_fail(c, w, t, worst, size, most);
}
