#include "dae_dense_parts.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* of the step for which another one has the error 1 */
static const double DAE_DENSE_SAFETY = 0.9;
/* and over this one */
static const double DAE_DENSE_SHORTEST = 0.1;
static const double DAE_DENSE_LONGEST = 4;

LA_FUNCTION size_t dae_dense_size(const struct dae_system *system)
{
	return DAE_DENSE_Q + (size_t)system->n_q + DAE_DENSE_TERMS * (size_t)system->n_v +
	       DAE_DENSE_PARABOLA * (size_t)system->n_g;
}

LA_FUNCTION size_t dae_dense_work(const struct dae_system *system)
{
	return (size_t)system->n_q + (8 + DAE_DENSE_INNER) * (size_t)system->n_v + (size_t)system->n_g;
}

LA_FUNCTION void dae_dense_record(struct dae_driver *d, double *block, double t)
{
	d->dense = block;
	d->dense_after = t;
	if (block) {
		block[DAE_DENSE_ERROR] = DAE_DENSE_UNKNOWN;
	}
}

LA_FUNCTION void dae_dense_doubt(struct dae_driver *d)
{
	if (d->dense) {
		d->dense[DAE_DENSE_FORESEEN] = DAE_DENSE_DOUBTED;
	}
}

LA_FUNCTION double dae_dense_error(const double *block)
{
	return block[DAE_DENSE_ERROR];
}

LA_FUNCTION double dae_dense_reach(const double *block)
{
	const double factor = DAE_DENSE_SAFETY * pow(fmax(block[DAE_DENSE_ERROR], DBL_MIN), -1 / DAE_DENSE_ORDER);
	const double within = fmax(DAE_DENSE_SHORTEST, fmin(DAE_DENSE_LONGEST, factor));
	return block[DAE_DENSE_ERROR] < DAE_DENSE_UNKNOWN ? block[DAE_DENSE_STEP] * within : 0;
}

LA_FUNCTION const double *dae_dense_start(const double *block)
{
	return block + DAE_DENSE_Q;
}

/* ---- the polynomial ---- */

/* out[DAE_DENSE_TERMS]: the factors of c1 .. c8 in x(s), dx/ds or d2x/ds2 */
static void dae_dense_basis(double s, int order, double *out)
{
	const double r = 2 * s - 1, u = s * (1 - s);
	const double cube[] = {u * u * u, -3 * u * u * r, 6 * u * (r * r - u)};
	const double even[] = {r * r + 1.0 / 3, 4 * r, 8};
	double power = order == 2 ? 0 : order == 1 ? 1 : s;
	for (int k = 1; k <= 5; k++) {
		const double factor = order == 0 ? 1 : order == 1 ? k : k * (k - 1);
		out[k - 1] = factor * (order == 2 && k == 2 ? 1 : power);
		power = order == 2 && k == 2 ? s : power * s;
	}
	/* products by Leibniz */
	out[5] = cube[order];
	out[6] = order == 0 ? cube[0] * r : order == 1 ? cube[1] * r + 2 * cube[0] : cube[2] * r + 4 * cube[1];
	out[7] = order == 0   ? cube[0] * even[0]
	         : order == 1 ? cube[1] * even[0] + cube[0] * even[1]
	                      : cube[2] * even[0] + 2 * cube[1] * even[1] + cube[0] * even[2];
}

LA_FUNCTION void dae_dense_evaluate(const struct dae_system *system, const double *block, double s, int order,
                                    double *out)
{
	const int n = system->n_v;
	const double *c = block + DAE_DENSE_Q + system->n_q;
	double basis[DAE_DENSE_TERMS];
	dae_dense_basis(s, order, basis);
	memset(out, 0, (size_t)n * sizeof *out);
	for (int k = 0; k < DAE_DENSE_TERMS; k++) {
		for (int i = 0; i < n; i++) {
			out[i] += basis[k] * c[k * n + i];
		}
	}
}

/* q and v at s; dx[n_v] and rate[n_v] are left as increment and its rate */
LA_FUNCTION void dae_dense_point(const struct dae_system *system, const double *block, double s, double *dx,
                                 double *rate, double *q, double *v)
{
	const double h = block[DAE_DENSE_STEP];
	dae_dense_evaluate(system, block, s, 0, dx);
	dae_dense_evaluate(system, block, s, 1, rate);
	for (int i = 0; i < system->n_v; i++) {
		rate[i] /= h;
	}
	system->retract(system->context, block + DAE_DENSE_Q, dx, q);
	if (system->increment_velocity) {
		system->increment_velocity(system->context, dx, rate, v);
	} else {
		memcpy(v, rate, (size_t)system->n_v * sizeof *v);
	}
}

LA_FUNCTION struct dae_dense_node dae_dense_node(const struct dae_driver *d)
{
	const int n = d->system->n_v;
	struct dae_dense_node p = {.q = d->dense_work};
	p.v = p.q + d->system->n_q;
	p.a = p.v + n;
	p.dx = p.a + n;
	p.rate = p.dx + n;
	p.bend = p.rate + n;
	p.nearby = p.bend + n;
	p.change = p.nearby + 2 * n;
	p.lambda = p.change + DAE_DENSE_INNER * n;
	return p;
}

LA_FUNCTION void dae_dense_state(const struct dae_system *system, const double *block, double s,
                                 const struct dae_dense_node *p)
{
	const int m = system->n_g;
	const double h = block[DAE_DENSE_STEP];
	const double *lambda = dae_dense_start(block) + system->n_q + DAE_DENSE_TERMS * system->n_v;
	dae_dense_point(system, block, s, p->dx, p->rate, p->q, p->v);
	dae_dense_evaluate(system, block, s, 2, p->a);
	for (int i = 0; i < system->n_v; i++) {
		p->a[i] /= h * h;
	}
	for (int i = 0; i < m; i++) {
		p->lambda[i] = lambda[i] + s * (lambda[m + i] + s * lambda[2 * m + i]);
	}
}

/* ---- using it ---- */

static double dae_dense_sum(const double *w, double s)
{
	double sum = 0;
	for (int k = DAE_DENSE_POWERS - 1; k >= 0; k--) {
		sum = w[k] + s * sum;
	}
	return sum;
}

LA_FUNCTION int dae_dense_answer(struct dae_driver *d, const double *block)
{
	const struct dae_system *system = d->system;
	const struct dae_state *state = &d->state;
	const double s = (*state->t - block[DAE_DENSE_BEGIN]) / block[DAE_DENSE_STEP];
	struct dae_dense_node p = dae_dense_node(d);
	p.q = state->q;
	p.v = state->v;
	p.a = state->a;
	p.lambda = state->lambda;
	dae_dense_state(system, block, s, &p);
	double numbers = 0;
	for (int i = 0; i < system->n_v; i++) {
		numbers += 0 * (p.dx[i] + p.v[i] + p.a[i]);
	}
	for (int i = 0; i < system->n_g; i++) {
		numbers += 0 * p.lambda[i];
	}
	state->work->heat = dae_dense_sum(block + DAE_DENSE_HEAT, s);
	state->work->supply = dae_dense_sum(block + DAE_DENSE_SUPPLY, s);
	return numbers + 0 * (state->work->heat + state->work->supply) == 0;
}

LA_FUNCTION double dae_dense_kept(const double *block, double t)
{
	const double s = (t - block[DAE_DENSE_BEGIN]) / block[DAE_DENSE_STEP];
	for (int k = 1; k < DAE_DENSE_POWERS; k++) {
		if (block[DAE_DENSE_HEAT + k] != 0 || block[DAE_DENSE_SUPPLY + k] != 0) {
			return NAN;
		}
	}
	return block[DAE_DENSE_KEPT] + s * (block[DAE_DENSE_KEPT + 1] - block[DAE_DENSE_KEPT]);
}

LA_FUNCTION const char *dae_dense_refusal(const struct dae_system *system, const double *block, double t, double t1)
{
	const size_t size = dae_dense_size(system);
	for (size_t i = 0; i < size; i++) {
		if (!isfinite(block[i])) {
			return "a number of the look-ahead that is not finite";
		}
	}
	const int possible = block[DAE_DENSE_UNMET] >= 0 && block[DAE_DENSE_FORESEEN] >= 0 && block[DAE_DENSE_ERROR] >= 0 &&
	                     block[DAE_DENSE_ERROR] <= 1 && block[DAE_DENSE_BEGIN] == t && block[DAE_DENSE_STEP] > 0 &&
	                     t + block[DAE_DENSE_STEP] > t && t1 > t;
	return possible ? NULL : "the step of the look-ahead";
}
