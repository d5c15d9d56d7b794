#include "dae_dense_parts.h"
#include "dae_error.h"
#include "dae_fit.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double DAE_DENSE_ROUNDING = 16 * DBL_EPSILON;

/* second derivatives of u^3 in the middle, and of u^3 r and u^3 (r^2 + 1/3) at s = 3/4 */
static const double DAE_DENSE_MIDDLE = -3.0 / 8;
static const double DAE_DENSE_ODD = -45.0 / 256;
static const double DAE_DENSE_EVEN = -15.0 / 128;

/* largest values and rates of u^3, u^3 r and u^3 (r^2 + 1/3) within the step */
static const double DAE_DENSE_LARGEST[] = {1.0 / 64, 0.0038, 1.0 / 192};
static const double DAE_DENSE_STEEPEST[] = {0.0538, 1.0 / 32, 0.0230};

/* part of the last difference of powers at five points that their integral within the step may be
 * off by */
static const double DAE_DENSE_LAST = 1.0 / 100;

/* error that nothing more is done about, and one that is not even measured where it is foreseen:
 * that takes a fifth of the instructions off the steps of bdf and of radau, where the polynomial of
 * both ends is far better than the step */
static const double DAE_DENSE_GOOD = 0.2;
static const double DAE_DENSE_SAFE = 0.02;

/* how far the last begin may lie behind this one, in steps: nearer by, its rounding shows; farther
 * off, it tells little */
static const double DAE_DENSE_NEAREST = 0.2;
static const double DAE_DENSE_FARTHEST = 4;

/* part of the step over which rates of increments are differenced: their error is its square */
static const double DAE_DENSE_PROBE = 1e-5;

/* bend = h^2 d2x/dt2 where the increment is dx, the velocity v and the acceleration a; dx and v may
 * be moved and put back */
static void dae_dense_bend(const struct dae_system *system, const double *q, double h, const struct dae_dense_node *p,
                           const double *v, const double *a)
{
	const int n = system->n_v;
	double *moved = p->nearby, *rate = p->nearby + n;
	if (!system->increment_rate) {
		for (int i = 0; i < n; i++) {
			p->bend[i] = h * h * a[i];
		}
		return;
	}
	const double probe = DAE_DENSE_PROBE * h;
	system->increment_rate(system->context, q, p->dx, v, p->rate);
	for (int side = -1; side <= 1; side += 2) {
		for (int i = 0; i < n; i++) {
			moved[i] = p->dx[i] + side * probe * p->rate[i];
			rate[i] = v[i] + side * probe * a[i];
		}
		system->increment_rate(system->context, q, moved, rate, rate);
		for (int i = 0; i < n; i++) {
			p->bend[i] = side < 0 ? rate[i] : h * h * (rate[i] - p->bend[i]) / (2 * probe);
		}
	}
}

/* increment dx from q to the point, its rate dx/dt, and bend */
static void dae_dense_increment(const struct dae_system *system, const double *q, double h,
                                const struct dae_dense_node *p, const double *to, const double *v, const double *a)
{
	const int n = system->n_v;
	if (system->difference) {
		system->difference(system->context, q, to, p->dx);
	} else {
		for (int i = 0; i < n; i++) {
			p->dx[i] = to[i] - q[i];
		}
	}
	memcpy(p->rate, v, (size_t)n * sizeof *p->rate);
	dae_dense_bend(system, q, h, p, v, a);
}

/* how many steps h the begin of the last step, which the block still holds, lies behind; 0 where
 * there is none */
static double dae_dense_behind(const struct dae_driver *d, double h)
{
	const double *block = d->dense, behind = (*d->state.t - block[DAE_DENSE_BEGIN]) / h;
	const int is_known = block[DAE_DENSE_STEP] > 0 && block[DAE_DENSE_FORESEEN] != DAE_DENSE_DOUBTED;
	return is_known && behind >= DAE_DENSE_NEAREST && behind <= DAE_DENSE_FARTHEST ? behind : 0;
}

/* that begin beside a step h: increment, h times its rate and bend in `change`, and multipliers in
 * the middle of the step that continue those there */
static void dae_dense_past(struct dae_driver *d, double h, double behind)
{
	const struct dae_system *system = d->system;
	const struct dae_dense_node p = dae_dense_node(d);
	const int n = system->n_v;
	const double *block = d->dense, last = block[DAE_DENSE_STEP];
	const double *c = dae_dense_terms(system, d->dense), *lambda = dae_dense_multipliers(system, d->dense);
	for (int i = 0; i < n; i++) {
		p.v[i] = c[i] / last;
		p.a[i] = 2 * c[n + i] / (last * last);
	}
	dae_dense_increment(system, d->state.q, h, &p, block + DAE_DENSE_Q, p.v, p.a);
	for (int i = 0; i < n; i++) {
		p.change[i] = p.dx[i];
		p.change[n + i] = h * p.rate[i];
		p.change[2 * n + i] = p.bend[i];
	}
	for (int i = 0; i < system->n_g; i++) {
		const double now = d->state.lambda[i], end = d->lambda1[i], mean = (now + end) / 2;
		const double second = ((end - now) - (now - lambda[i]) / behind) / (1 + behind);
		p.lambda[i] = mean - second / 4;
	}
}

/* time, coordinates, c1, c2 and multipliers of the begin */
static void dae_dense_begin(struct dae_driver *d, double h)
{
	const struct dae_system *system = d->system;
	const struct dae_state *s = &d->state;
	const int n = system->n_v;
	double *block = d->dense, *c = dae_dense_terms(system, block);
	block[DAE_DENSE_BEGIN] = *s->t;
	block[DAE_DENSE_STEP] = h;
	memcpy(block + DAE_DENSE_Q, s->q, (size_t)system->n_q * sizeof *block);
	for (int i = 0; i < n; i++) {
		c[i] = h * s->v[i];
		c[n + i] = h * h * s->a[i] / 2;
	}
	memcpy(dae_dense_multipliers(system, block), s->lambda, (size_t)system->n_g * sizeof *block);
}

/* c3 .. c5 from the end */
static void dae_dense_end(struct dae_driver *d)
{
	const struct dae_dense_node p = dae_dense_node(d);
	const int n = d->system->n_v;
	const double h = d->dense[DAE_DENSE_STEP];
	double *c = dae_dense_terms(d->system, d->dense);
	dae_dense_increment(d->system, d->state.q, h, &p, d->q1, d->v1, d->a1);
	for (int i = 0; i < n; i++) {
		const double start = c[i], bend = 2 * c[n + i];
		const double x = p.dx[i] - start - bend / 2, rate = h * p.rate[i] - start - bend, change = p.bend[i] - bend;
		c[2 * n + i] = 10 * x - 4 * rate + change / 2;
		c[3 * n + i] = -15 * x + 7 * rate - change;
		c[4 * n + i] = 6 * x - 3 * rate + change / 2;
	}
}

/* c6 .. c8 with which the polynomial goes through the last begin; zero where there is none */
static void dae_dense_reach_back(struct dae_driver *d, double behind)
{
	const struct dae_system *system = d->system;
	const struct dae_dense_node p = dae_dense_node(d);
	const int n = system->n_v;
	const double s = -behind, u = s * (1 - s), r = 2 * s - 1;
	const double cube = u * u * u, slope = -3 * r / u, bend = 6 * (r * r - u) / (u * u);
	const double *past = p.change;
	double *c = dae_dense_terms(system, d->dense) + 5 * n;
	memset(c, 0, DAE_DENSE_INNER * (size_t)n * sizeof *c);
	if (behind == 0) {
		return;
	}
	dae_dense_evaluate(system, d->dense, s, 0, p.dx);
	dae_dense_evaluate(system, d->dense, s, 1, p.rate);
	dae_dense_evaluate(system, d->dense, s, 2, p.bend);
	/* what is missing over u^3, as a function of s, and its derivatives */
	for (int i = 0; i < n; i++) {
		const double g = (past[i] - p.dx[i]) / cube;
		const double g1 = (past[n + i] - p.rate[i]) / cube - slope * g;
		const double g2 = (past[2 * n + i] - p.bend[i]) / cube - bend * g - 2 * slope * g1;
		c[2 * n + i] = g2 / 8;
		c[n + i] = (g1 - g2 * r / 2) / 2;
		c[i] = g - c[n + i] * r - c[2 * n + i] * (r * r + 1.0 / 3);
	}
}

/* the equations of motion at s, less what the polynomial has there, in bend; 0 where they cannot be
 * had */
static int dae_dense_meet(struct dae_driver *d, const struct dae_options *options, const double *block, double s,
                          struct dae_dense_node *p)
{
	const struct dae_system *system = d->system;
	const int n = system->n_v;
	const double h = block[DAE_DENSE_STEP];
	struct dae_failure failure;
	dae_dense_point(system, block, s, p->dx, p->rate, p->q, p->v);
	const struct dae_point at = {block[DAE_DENSE_BEGIN] + s * h, p->q, p->v, p->a, p->lambda};
	d->state.counters->factorizations++;
	const double permanent = d->state.rank->permanent;
	if (dae_fit_factor(d->kkt, &options->kkt, permanent, &at, d->right, &failure) ||
	    dae_fit_accelerations(d->kkt, &at, DAE_FIT_REFINED, d->right, p->a, p->lambda) ||
	    !dae_fit_is_regular(d->kkt, permanent)) {
		return 0;
	}
	const struct dae_powers powers = dae_system_powers(system, &at);
	p->heat = powers.heat;
	p->supply = powers.supply;
	dae_dense_bend(system, block + DAE_DENSE_Q, h, p, p->v, p->a);
	dae_dense_evaluate(system, block, s, 2, p->nearby);
	for (int i = 0; i < n; i++) {
		p->bend[i] -= p->nearby[i];
	}
	return 1;
}

/* the largest error that `count` terms c[n_v], of c6 .. c8 from `first` on, stand for, as a part of
 * what the tolerance allows: the share that errors of steps have of it is left out, since this is
 * the error of a polynomial without them */
static double dae_dense_measure(const struct dae_driver *d, const struct dae_options *options, double h,
                                const double *c, int first, int count)
{
	const struct dae_system *system = d->system;
	const struct dae_state *s = &d->state;
	const int n = system->n_v;
	const double share = options->tolerance * h;
	double largest = 0;
	for (int i = 0; i < n; i++) {
		const double rounding = DAE_DENSE_ROUNDING * system->motion_size[i];
		double q = 0, v = 0;
		for (int k = 0; k < count; k++) {
			q += fabs(c[k * n + i]) * DAE_DENSE_LARGEST[first + k];
			v += fabs(c[k * n + i]) * DAE_DENSE_STEEPEST[first + k] / h;
		}
		const int moves = i < dae_system_moving(system);
		const double of_q = moves ? q / (share * s->velocity_scale[i] + rounding) : 0;
		const double of_v = v / (share * s->acceleration_scale[i] + h * s->acceleration_rounding[i] +
		                         DAE_DENSE_ROUNDING * s->velocity_scale[i] + (moves ? rounding / h : rounding));
		const double part = fmax(of_q, of_v);
		largest = isnan(part) ? DAE_DENSE_UNKNOWN : fmax(largest, part);
	}
	return fmin(largest, DAE_DENSE_UNKNOWN);
}

/* W(s)[DAE_DENSE_POWERS] of an energy that grows by `change` in the step, with the powers at s = 0,
 * 1/4 .. 1; what the integral leaves is spread without change of the powers at the ends. Returns
 * the error that this and the last difference of the powers stand for. */
static double dae_dense_energy(double start, double change, double h, const double *f, double *w)
{
	const double last = f[0] - 4 * f[1] + 6 * f[2] - 4 * f[3] + f[4];
	const double p[DAE_DENSE_NODES] = {
		f[0],
		(-25 * f[0] + 48 * f[1] - 36 * f[2] + 16 * f[3] - 3 * f[4]) / 3,
		(35 * f[0] - 104 * f[1] + 114 * f[2] - 56 * f[3] + 11 * f[4]) * 2 / 3,
		(-5 * f[0] + 18 * f[1] - 24 * f[2] + 14 * f[3] - 3 * f[4]) * 16 / 3,
		last * 32 / 3,
	};
	double left = change;
	w[0] = start;
	for (int k = 0; k < DAE_DENSE_NODES; k++) {
		w[k + 1] = h * p[k] / (k + 1);
		left -= w[k + 1];
	}
	w[2] += 3 * left;
	w[3] -= 2 * left;
	return fabs(left) + DAE_DENSE_LAST * h * fabs(last);
}

/* lambda(s) through both ends and the middle */
static void dae_dense_parabola(const struct dae_driver *d, const double *middle, double *out)
{
	const int n = d->system->n_g;
	for (int i = 0; i < n; i++) {
		const double start = out[i], end = d->lambda1[i];
		out[n + i] = -3 * start + 4 * middle[i] - end;
		out[2 * n + i] = 2 * start - 4 * middle[i] + 2 * end;
	}
}

/* powers at s = 0, 1/4 .. 1 */
struct dae_dense_powers {
	double heat[DAE_DENSE_NODES], supply[DAE_DENSE_NODES];
};

/* c6 and the multipliers, by the middle; 0 where the equations of motion cannot be had there. What
 * a polynomial that goes through a past leaves has the form of u^3 (s + behind)^3: c7 and c8 then
 * change with c6, as its terms do. */
static int dae_dense_middle(struct dae_driver *d, const struct dae_options *options, double behind,
                            struct dae_dense_powers *powers)
{
	const int n = d->system->n_v;
	const double even = behind > 0 ? 3 / (4 * behind * (1 + behind)) : 0, odd = even * (1 + 2 * behind);
	double *block = d->dense, *c = dae_dense_terms(d->system, block) + 5 * n;
	struct dae_dense_node p = dae_dense_node(d);
	if (!dae_dense_meet(d, options, block, 0.5, &p)) {
		return 0;
	}
	for (int i = 0; i < n; i++) {
		const double change = p.bend[i] / DAE_DENSE_MIDDLE;
		c[i] += change;
		c[n + i] += odd * change;
		c[2 * n + i] += even * change;
	}
	powers->heat[2] = p.heat;
	powers->supply[2] = p.supply;
	dae_dense_parabola(d, p.lambda, dae_dense_multipliers(d->system, block));
	return 1;
}

/* c7 and c8, by both quarters */
static int dae_dense_quarters(struct dae_driver *d, const struct dae_options *options, struct dae_dense_powers *powers)
{
	const int n = d->system->n_v;
	double *block = d->dense, *c = dae_dense_terms(d->system, block) + 6 * n, *missing = d->error;
	struct dae_dense_node p = dae_dense_node(d);
	for (int k = 0; k < 2; k++) {
		if (!dae_dense_meet(d, options, block, k == 0 ? 0.25 : 0.75, &p)) {
			return 0;
		}
		memcpy(missing + k * n, p.bend, (size_t)n * sizeof *missing);
		powers->heat[1 + 2 * k] = p.heat;
		powers->supply[1 + 2 * k] = p.supply;
	}
	for (int i = 0; i < n; i++) {
		c[i] += (missing[n + i] - missing[i]) / (2 * DAE_DENSE_ODD);
		c[n + i] += (missing[n + i] + missing[i]) / (2 * DAE_DENSE_EVEN);
	}
	return 1;
}

/* what `count` of c6 .. c8 from `first` on have changed by since they were put into `change`, as
 * dae_dense_measure measures it */
static double dae_dense_changed(struct dae_driver *d, const struct dae_options *options, int first, int count)
{
	const int n = d->system->n_v;
	const double *c = dae_dense_terms(d->system, d->dense) + 5 * n;
	double *change = dae_dense_node(d).change;
	for (int i = first * n; i < (first + count) * n; i++) {
		change[i] = c[i] - change[i];
	}
	return dae_dense_measure(d, options, d->dense[DAE_DENSE_STEP], change + first * n, first, count);
}

static void dae_dense_keep(struct dae_driver *d)
{
	const int n = d->system->n_v;
	memcpy(dae_dense_node(d).change, dae_dense_terms(d->system, d->dense) + 5 * n,
	       DAE_DENSE_INNER * (size_t)n * sizeof *d->dense);
}

/* powers a quarter from both ends, and where `middle` in the middle, too, where nothing was solved
 * for: by what the polynomials say */
static void dae_dense_glance(struct dae_driver *d, int middle, struct dae_dense_powers *powers)
{
	const double *block = d->dense;
	const struct dae_dense_node p = dae_dense_node(d);
	for (int k = 1; d->system->powers && k < DAE_DENSE_NODES - 1; k += middle ? 1 : 2) {
		const double s = k / (DAE_DENSE_NODES - 1.0);
		const struct dae_point at = {block[DAE_DENSE_BEGIN] + s * block[DAE_DENSE_STEP], p.q, p.v, p.a, p.lambda};
		dae_dense_state(d->system, block, s, &p);
		const struct dae_powers found = dae_system_powers(d->system, &at);
		powers->heat[k] = found.heat;
		powers->supply[k] = found.supply;
	}
}

/* heat and supply; returns their error as a part of what the tolerance allows */
static double dae_dense_energies(struct dae_driver *d, const struct dae_options *options, const struct dae_exchange *x,
                                 const struct dae_dense_powers *powers)
{
	const struct dae_work *work = d->state.work;
	const double h = d->dense[DAE_DENSE_STEP];
	const double allowed = DAE_TOLERANCE_SHARE * options->tolerance * (work->largest + fabs(x->heat) + fabs(x->supply));
	const double error = dae_dense_energy(work->heat, x->heat, h, powers->heat, d->dense + DAE_DENSE_HEAT) +
	                     dae_dense_energy(work->supply, x->supply, h, powers->supply, d->dense + DAE_DENSE_SUPPLY);
	const double part = error == 0 ? 0 : error / (allowed + x->rounding);
	return isnan(part) ? DAE_DENSE_UNKNOWN : part;
}

/* error of the polynomial with nothing solved for within a step h, as the last one tells it */
static double dae_dense_foreseen(const struct dae_driver *d, double h, double behind)
{
	const double *block = d->dense;
	const int told = behind > 0 && block[DAE_DENSE_FORESEEN] < DAE_DENSE_MOST_FORESEEN && !d->system->is_driven;
	return told ? block[DAE_DENSE_UNMET] * pow(fmax(h / block[DAE_DENSE_STEP], 1), DAE_DENSE_ORDER) : DAE_DENSE_UNKNOWN;
}

/* After the middle, whose error with a past is given: without it, where that is the better one, as
 * beside the errors of short steps of low order. Returns the error. */
static double dae_dense_better(struct dae_driver *d, const struct dae_options *options, double error)
{
	const int n = d->system->n_v;
	double *block = d->dense, *c = dae_dense_terms(d->system, block) + 5 * n;
	const double plain = dae_dense_measure(d, options, block[DAE_DENSE_STEP], c, 0, 1);
	block[DAE_DENSE_PLAIN] = plain <= error;
	if (plain > error) {
		return error;
	}
	memset(c + n, 0, 2 * (size_t)n * sizeof *c);
	return plain;
}

/* c6 .. c8 as far as they are needed; returns the error, and powers at five points. Found anew from
 * where they lead, c6 .. c8 change by the error of the first time, of which a part is left; that
 * takes a third of the steps off slider_crank at 1e-5. */
static double dae_dense_inner(struct dae_driver *d, const struct dae_options *options, double behind,
                              struct dae_dense_powers *powers)
{
	double *block = d->dense;
	dae_dense_keep(d);
	if (!dae_dense_middle(d, options, behind, powers)) {
		dae_dense_doubt(d);
		return DAE_DENSE_UNKNOWN;
	}
	double error = dae_dense_better(d, options, dae_dense_changed(d, options, 0, DAE_DENSE_INNER));
	block[DAE_DENSE_UNMET] = error;
	block[DAE_DENSE_FORESEEN] = 0;
	/* what drivers supply follows their multipliers, which a parabola does not tell well enough at
	 * the quarters */
	if (error <= DAE_DENSE_GOOD && !d->system->is_driven) {
		dae_dense_glance(d, 0, powers);
		return error;
	}
	dae_dense_keep(d);
	if (!dae_dense_quarters(d, options, powers)) {
		return DAE_DENSE_UNKNOWN;
	}
	error = dae_dense_changed(d, options, 1, 2);
	if (error <= DAE_DENSE_GOOD || error == DAE_DENSE_UNKNOWN) {
		return error;
	}
	dae_dense_keep(d);
	const int met = dae_dense_middle(d, options, 0, powers) && dae_dense_quarters(d, options, powers);
	return met ? dae_dense_changed(d, options, 0, DAE_DENSE_INNER) : DAE_DENSE_UNKNOWN;
}

LA_FUNCTION void dae_dense_make(struct dae_driver *d, const struct dae_options *options, int is_singular,
                                const struct dae_exchange *x, double t)
{
	const double h = t - *d->state.t;
	double *block = d->dense;
	if (!block) {
		return;
	}
	if (is_singular) {
		dae_dense_doubt(d);
		return;
	}
	const double behind = dae_dense_behind(d, h);
	double error = dae_dense_foreseen(d, h, behind);
	block[DAE_DENSE_UNMET] = error;
	block[DAE_DENSE_FORESEEN] = error < DAE_DENSE_UNKNOWN ? block[DAE_DENSE_FORESEEN] + 1 : DAE_DENSE_MOST_FORESEEN;
	const int is_wanted = t > d->dense_after;
	if (is_wanted && behind > 0) {
		dae_dense_past(d, h, behind);
	}
	dae_dense_begin(d, h);
	if (!is_wanted) {
		return;
	}
	struct dae_dense_powers powers = {{x->start.heat, 0, 0, 0, x->end.heat}, {x->start.supply, 0, 0, 0, x->end.supply}};
	block[DAE_DENSE_KEPT] = x->start.kinetic + x->start.potential;
	block[DAE_DENSE_KEPT + 1] = x->end.kinetic + x->end.potential;
	dae_dense_end(d);
	dae_dense_reach_back(d, error <= DAE_DENSE_SAFE && block[DAE_DENSE_PLAIN] != 0 ? 0 : behind);
	if (error <= DAE_DENSE_SAFE) {
		dae_dense_parabola(d, dae_dense_node(d).lambda, dae_dense_multipliers(d->system, block));
		dae_dense_glance(d, 1, &powers);
	} else {
		error = dae_dense_inner(d, options, behind, &powers);
	}
	block[DAE_DENSE_ERROR] = fmin(fmax(error, dae_dense_energies(d, options, x, &powers)), DAE_DENSE_UNKNOWN);
}
