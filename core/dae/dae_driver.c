#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dae_driver_parts.h"
#include "dae_rounding.h"

/* scales are forgotten within so many of the times in which the motion makes its own way, and velocities change by their own size */
static const double DAE_SCALE_MEMORY = 10;

static const double DAE_FIRST_STEP = 1e-3; /* of the time scale velocity / acceleration */

/* A start from rest shows no velocity, and one without forces no acceleration. In the first step they count as this part of those with which the
 * mechanism moves by its size: sqrt(size a), v^2 / size. An oscillation of 1e-8 sizes is as fast. */
static const double DAE_START_REACH = 1e-4;

enum { DAE_STATE_HEAD = 4, DAE_MOST_HALVINGS = 10 };
enum {
	DAE_COUNTERS = sizeof(struct dae_counters) / sizeof(double),
	DAE_WORK = sizeof(struct dae_work) / sizeof(double)
};

/* what a method needs, or the most that any of the table does */
struct dae_driver_needs {
	size_t memory, work;
	int kkts;
};

static struct dae_driver_needs dae_driver_needs(const struct dae_system *system, const struct dae_method *method)
{
	struct dae_driver_needs needs = {0, 0, 1};
	int n = method ? 1 : DAE_METHOD_COUNT;
	for (int i = 0; i < n; i++) {
		const struct dae_method *one = method ? method : dae_methods[i];
		size_t memory = one->memory(system);
		size_t work = one->work(system);
		needs.memory = memory > needs.memory ? memory : needs.memory;
		needs.work = work > needs.work ? work : needs.work;
		needs.kkts = one->n_kkts > needs.kkts ? one->n_kkts : needs.kkts;
	}
	return needs;
}

LA_FUNCTION size_t dae_state_size(const struct dae_system *system, const struct dae_method *method)
{
	return DAE_STATE_HEAD + DAE_COUNTERS + DAE_WORK + (size_t)system->n_q + 5 * (size_t)system->n_v +
	       (size_t)system->n_g + dae_driver_needs(system, method).memory;
}

static struct dae_state dae_driver_split(const struct dae_system *system, double *block)
{
	struct dae_state s;
	s.t = block;
	s.h = block + 1;
	s.last = block + 2;
	s.started = block + 3;
	s.counters = (struct dae_counters *)(block + DAE_STATE_HEAD);
	s.work = (struct dae_work *)(block + DAE_STATE_HEAD + DAE_COUNTERS);
	s.q = block + DAE_STATE_HEAD + DAE_COUNTERS + DAE_WORK;
	s.v = s.q + system->n_q;
	s.a = s.v + system->n_v;
	s.lambda = s.a + system->n_v;
	s.velocity_scale = s.lambda + system->n_g;
	s.acceleration_scale = s.velocity_scale + system->n_v;
	s.acceleration_rounding = s.acceleration_scale + system->n_v;
	s.memory = s.acceleration_rounding + system->n_v;
	return s;
}

LA_FUNCTION struct dae_driver *dae_driver_create(const struct dae_system *system, const struct dae_method *method,
                                                 double *block)
{
	struct dae_driver *d = calloc(1, sizeof *d);
	if (!d) {
		return NULL;
	}
	size_t n_q = (size_t)system->n_q;
	size_t n_v = (size_t)system->n_v;
	size_t n_g = (size_t)system->n_g;
	struct dae_driver_needs needs = dae_driver_needs(system, method);
	size_t events = 2 * (size_t)system->n_events;
	d->system = system;
	d->method = method ? method : dae_methods[0];
	d->state = dae_driver_split(system, block);
	d->state_size = dae_state_size(system, method);
	d->numbers = calloc(n_q + 10 * n_v + 2 * n_g + 2 * needs.memory + needs.work + dae_dense_work(system) + 1,
	                    sizeof *d->numbers);
	d->events = calloc(events + 1, sizeof *d->events);
	int complete = d->numbers && d->events;
	for (int k = 0; complete && k < needs.kkts; k++) {
		d->kkts[k] = dae_kkt_create(system);
		complete = d->kkts[k] != NULL;
	}
	d->kkt = d->kkts[0];
	if (!complete) {
		dae_driver_free(d);
		return NULL;
	}
	d->events1 = d->events + system->n_events;
	d->q1 = d->numbers;
	d->v1 = d->q1 + n_q;
	d->a1 = d->v1 + n_v;
	d->lambda1 = d->a1 + n_v;
	d->memory1 = d->lambda1 + n_g;
	d->memory0 = d->memory1 + needs.memory;
	d->error = d->memory0 + needs.memory;
	d->prescribed = d->error + 2 * n_v;
	d->right = d->prescribed + n_v;
	d->blame = d->right + n_v + n_g;
	d->start_scale = d->blame + n_v + 1;
	d->dense_work = d->start_scale + 2 * n_v;
	d->work = d->dense_work + dae_dense_work(system);
	return d;
}

LA_FUNCTION void dae_driver_free(struct dae_driver *d)
{
	if (d) {
		for (int k = 0; k < DAE_MOST_KKTS; k++) {
			dae_kkt_free(d->kkts[k]);
		}
		free(d->numbers);
		free(d->events);
		free(d);
	}
}

LA_FUNCTION void dae_driver_choose(struct dae_driver *d, const struct dae_method *method)
{
	d->method = method;
}

LA_FUNCTION const struct dae_method *dae_driver_at_work(const struct dae_driver *d, const char **why)
{
	*why = "";
	return d->method->at_work ? d->method->at_work(d->state.memory, why) : d->method;
}

LA_FUNCTION int dae_driver_is_limited(const struct dae_driver *d)
{
	return d->method->is_limited && d->method->is_limited(d->state.memory);
}

LA_FUNCTION struct dae_state dae_driver_state(const struct dae_driver *d)
{
	return d->state;
}

/* counts that lead into tables, and those that users see */
static const char *dae_counters_refusal(const struct dae_counters *c, const struct dae_system *system)
{
	if (!dae_is_count(c->redundant, system->n_g)) {
		return "the number of redundant rows";
	}
	if (!dae_is_count(c->unresolved_place + 1, system->n_v)) {
		return "the place of the first unresolved step";
	}
	if (!dae_is_count(c->steps, DAE_MOST_STEPS) || !dae_is_count(c->rejected, DAE_MOST_STEPS) ||
	    !dae_is_count(c->iterations, DAE_MOST_STEPS) || !dae_is_count(c->factorizations, DAE_MOST_STEPS) ||
	    !dae_is_count(c->regularized, c->steps) || !dae_is_count(c->unresolved, c->steps) ||
	    !dae_is_count(c->unconverged, c->steps)) {
		return "a count of steps";
	}
	return c->distance >= 0 ? NULL : "the distance to a singular position";
}

LA_FUNCTION const char *dae_driver_refusal(const struct dae_driver *d, const struct dae_method *method,
                                           const double *block)
{
	for (size_t i = 0; i < d->state_size; i++) {
		if (!isfinite(block[i])) {
			return "a number that is not finite";
		}
	}
	const struct dae_work *work = (const struct dae_work *)(block + ((double *)d->state.work - d->state.t));
	const struct dae_counters *counters =
		(const struct dae_counters *)(block + ((double *)d->state.counters - d->state.t));
	if (!(block[d->state.h - d->state.t] >= 0) || !(block[d->state.last - d->state.t] >= 0)) {
		return "a step below zero";
	}
	if (!dae_is_count(block[d->state.started - d->state.t], 1)) {
		return "whether a step was made";
	}
	if (!dae_work_valid(work)) {
		return "the energies";
	}
	const double *scales = block + (d->state.velocity_scale - d->state.t);
	for (int i = 0; i < 3 * d->system->n_v; i++) {
		if (!(scales[i] >= 0)) {
			return "a typical size below zero";
		}
	}
	if (!method->valid(block + (d->state.memory - d->state.t))) {
		return "the history of the method";
	}
	return dae_counters_refusal(counters, d->system);
}

LA_FUNCTION void dae_driver_reset(struct dae_driver *d, double t)
{
	memset(d->state.t, 0, d->state_size * sizeof *d->state.t);
	*d->state.t = t;
	d->state.counters->distance = 1;
}

static double dae_driver_largest_ratio(int n, const double *x, const double *size)
{
	double largest = 0;
	for (int i = 0; i < n; i++) {
		largest = fmax(largest, x[i] / size[i]);
	}
	return largest;
}

/* What was large once, in an impact or a start, is forgotten in the mechanism's own time: with the rates r of velocities in
 * sizes and r' of accelerations in velocities, dV/dt = -V r / memory, dA/dt = -A r' / memory; energy as the square of V. */
LA_FUNCTION void dae_driver_forget_scales(struct dae_driver *d, double h)
{
	const int n = d->system->n_v;
	double *v = d->state.velocity_scale;
	double *a = d->state.acceleration_scale;
	const int moving = dae_system_moving(d->system);
	const double rate = dae_driver_largest_ratio(moving, v, d->system->motion_size);
	const double change = dae_driver_largest_ratio(moving, a, d->system->motion_size) / rate;
	for (int i = 0; i < n && rate > 0; i++) {
		v[i] /= 1 + h * rate / DAE_SCALE_MEMORY;
		a[i] /= 1 + h * change / DAE_SCALE_MEMORY;
	}
	d->state.work->largest /= 1 + 2 * h * rate / DAE_SCALE_MEMORY;
}

LA_FUNCTION void dae_driver_grow_scales(struct dae_driver *d)
{
	const double *size = d->system->motion_size;
	double *scales[] = {d->state.velocity_scale, d->state.acceleration_scale};
	const double *values[] = {d->state.v, d->state.a};
	const int moving = dae_system_moving(d->system);
	double of_states = 1; /* times the size: values, then rates */
	for (int k = 0; k < 2; k++) {
		double largest = 0;
		for (int i = 0; i < moving; i++) {
			largest = fmax(largest, fabs(values[k][i]) / size[i]);
		}
		for (int i = 0; i < d->system->n_v; i++) {
			const double least = DAE_SCALE_FLOOR * (i < moving ? largest : of_states) * size[i];
			scales[k][i] = fmax(scales[k][i], fmax(fabs(values[k][i]), least));
		}
		of_states = largest;
	}
}

LA_FUNCTION const double *dae_driver_start_scales(struct dae_driver *d)
{
	const int n = d->system->n_v;
	const double *size = d->system->motion_size;
	const int moving = dae_system_moving(d->system);
	const double rate = dae_driver_largest_ratio(moving, d->state.velocity_scale, size);
	const double push = dae_driver_largest_ratio(moving, d->state.acceleration_scale, size);
	memcpy(d->start_scale, d->state.velocity_scale, (size_t)n * sizeof *d->start_scale);
	memcpy(d->start_scale + n, d->state.acceleration_scale, (size_t)n * sizeof *d->start_scale);
	for (int i = 0; i < moving; i++) {
		d->start_scale[i] = fmax(d->start_scale[i], DAE_START_REACH * sqrt(push) * size[i]);
		d->start_scale[n + i] = fmax(d->start_scale[n + i], DAE_START_REACH * rate * rate * size[i]);
	}
	return d->start_scale;
}

/* part of what the error test notices of accelerations from which on their rounding is passed on through the joints */
static const double DAE_ROUNDING_PASSED_ON = 0.1;

LA_FUNCTION void dae_driver_measure_rounding(struct dae_driver *d, const struct dae_options *options, int is_factored)
{
	struct dae_point p = dae_driver_point(d);
	/* near a singular position multipliers grow, the forces do not */
	for (int i = 0; i < d->system->n_g; i++) {
		d->lambda1[i] = d->state.counters->distance * p.lambda[i];
	}
	p.lambda = d->lambda1;
	double *rounding = d->state.acceleration_rounding;
	dae_rounding_of_accelerations(d->kkt, &p, rounding);
	/* joints pass it on to bodies on which no stiff force acts */
	const int n = d->system->n_v, moving = dae_system_moving(d->system);
	const double noticed = DAE_ROUNDING_PASSED_ON * DAE_TOLERANCE_SHARE * options->tolerance *
	                       dae_driver_largest_ratio(moving, d->state.acceleration_scale, d->system->motion_size);
	struct dae_failure failure;
	if (d->system->n_g == 0 || dae_driver_largest_ratio(moving, rounding, d->system->motion_size) <= noticed ||
	    (!is_factored && dae_driver_factor(d, options, &failure))) {
		return;
	}
	memcpy(d->right, rounding, (size_t)n * sizeof *rounding);
	dae_kkt_project(d->kkt, 1, d->right);
	for (int i = 0; i < n; i++) {
		rounding[i] = fmax(rounding[i], fabs(d->right[i]));
	}
}

LA_FUNCTION int dae_driver_restart(struct dae_driver *d, const struct dae_options *options, struct dae_failure *failure)
{
	const int status = dae_driver_begin_motion(d, options, failure);
	if (status) {
		return status;
	}
	d->state.counters->redundant = dae_driver_lasting(d, options);
	d->method->start(d->system, d->state.memory);
	dae_work_forget(d->state.work);
	dae_dense_doubt(d);
	*d->state.started = 0;
	dae_driver_grow_scales(d);
	dae_driver_measure_rounding(d, options, 1);
	return DAE_DONE;
}

LA_FUNCTION const double *dae_driver_started_memory(struct dae_driver *d)
{
	memcpy(d->memory0, d->state.memory, d->method->memory(d->system) * sizeof *d->memory0);
	d->method->start(d->system, d->memory0);
	return d->memory0;
}

/* first step: a small part of the time in which velocities change by their own size, or positions by a large motion; at most as small a part of
 * `asked` */
static double dae_driver_first_step(struct dae_driver *d, const struct dae_options *options, double asked)
{
	const int n = d->system->n_v;
	const double *scale = dae_driver_start_scales(d);
	double shortest = asked;
	for (int i = 0; i < n; i++) {
		shortest = fmin(shortest, scale[i] / scale[n + i]);
	}
	return fmin(shortest, 1 / dae_driver_largest_ratio(dae_system_moving(d->system), scale, d->system->motion_size)) *
	       fmax(DAE_FIRST_STEP, sqrt(DAE_TOLERANCE_SHARE * options->tolerance));
}

LA_FUNCTION void dae_driver_slow_down(struct dae_driver *d, const struct dae_options *options)
{
	*d->state.h = fmin(*d->state.h, dae_driver_first_step(d, options, HUGE_VAL));
}

LA_FUNCTION double dae_driver_longest_step(const struct dae_driver *d)
{
	const struct dae_point p = dae_driver_point(d);
	return d->system->longest_step ? d->system->longest_step(d->system->context, &p) : HUGE_VAL;
}

LA_FUNCTION void dae_driver_look(struct dae_driver *d)
{
	const struct dae_system *system = d->system;
	const struct dae_point p = dae_driver_point(d);
	if (system->energy) {
		system->energy(system->context, &p, &d->energy);
	}
	if (system->n_events > 0) {
		system->events(system->context, &p, d->events);
	}
}

LA_FUNCTION void dae_driver_begin(struct dae_driver *d)
{
	d->effort = (struct dae_effort){.smallest = HUGE_VAL, .time = *d->state.t, .place = -1};
	memset(d->blame, 0, (size_t)(d->system->n_v + 1) * sizeof *d->blame);
}

LA_FUNCTION int dae_driver_count_trial(struct dae_driver *d, const struct dae_options *options, double h)
{
	struct dae_effort *effort = &d->effort;
	if (options->work_limit > 0 && effort->tried >= options->work_limit) {
		return 0;
	}
	effort->tried++;
	if (h < effort->smallest) {
		effort->smallest = h;
		effort->time = *d->state.t;
	}
	return 1;
}

LA_FUNCTION struct dae_effort dae_driver_effort(const struct dae_driver *d)
{
	struct dae_effort effort = d->effort;
	for (int i = 0; i < d->system->n_v; i++) {
		effort.place = d->blame[i + 1] > d->blame[effort.place + 1] ? i : effort.place;
	}
	return effort;
}

/* whole steps of about the size wanted, the last one ending at t_end */
static int dae_driver_advance_fixed(struct dae_driver *d, const struct dae_options *options, double t_end,
                                    struct dae_failure *failure)
{
	double t0 = *d->state.t;
	d->asked = 0; /* each step is asked for itself */
	double count = ceil((t_end - t0) / options->fixed_step * (1 - 1e-9));
	/* in real time a step is made once */
	const int halvings = options->iterations > 0 ? 0 : DAE_MOST_HALVINGS;
	for (double k = 1; k <= count; k++) {
		double t = k < count ? t0 + (t_end - t0) * (k / count) : t_end;
		if (dae_control_fixed_step(d, options, t, halvings, failure)) {
			return DAE_FAILED;
		}
	}
	return DAE_DONE;
}

LA_FUNCTION int dae_driver_step(struct dae_driver *d, const struct dae_options *options, double t_end,
                                struct dae_failure *failure)
{
	struct dae_state *s = &d->state;
	double rest = t_end - *s->t;
	d->asked = rest;
	if (*s->h == 0) {
		*s->h = dae_driver_first_step(d, options, rest);
	}
	double largest = options->largest_step > 0 ? options->largest_step : HUGE_VAL;
	dae_driver_look(d);
	largest = fmin(largest, fmin(dae_driver_longest_step(d), dae_control_horizon(d)));
	double h = fmin(*s->h, largest);
	double kept = *s->h;
	/* land exactly; the last two steps share what is left */
	double wanted = h >= rest * (1 - 1e-9) ? rest : fmin(h, rest / 2);
	double next;
	if (dae_control_step(d, options, wanted, t_end, &next, failure)) {
		return DAE_FAILED;
	}
	/* a step cut short to land says little about the next */
	*s->h = wanted < kept && next >= wanted ? fmax(next, kept) : next;
	if (*s->started == 0) {
		dae_driver_slow_down(d, options);
	}
	return DAE_DONE;
}

static int dae_driver_advance_controlled(struct dae_driver *d, const struct dae_options *options, double t_end,
                                         struct dae_failure *failure)
{
	while (*d->state.t < t_end) {
		if (dae_driver_step(d, options, t_end, failure)) {
			return DAE_FAILED;
		}
	}
	return DAE_DONE;
}

LA_FUNCTION void dae_driver_least_multipliers(struct dae_driver *d, const struct dae_options *options)
{
	struct dae_failure failure;
	double redundant = d->state.counters->redundant;
	if (redundant > 0 && dae_driver_factor(d, options, &failure) == DAE_DONE &&
	    dae_kkt_rank(d->kkt).redundant <= redundant) {
		dae_kkt_shorten(d->kkt, d->state.lambda);
	}
}

LA_FUNCTION int dae_driver_advance(struct dae_driver *d, const struct dae_options *options, double t_end,
                                   struct dae_failure *failure)
{
	int status = options->fixed_step > 0 ? dae_driver_advance_fixed(d, options, t_end, failure)
	                                     : dae_driver_advance_controlled(d, options, t_end, failure);
	if (!status) {
		dae_driver_least_multipliers(d, options);
	}
	return status;
}
