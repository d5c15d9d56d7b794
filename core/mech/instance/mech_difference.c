/* Differences along a direction, with the step found on the way.
 *
 * Central ones of fourth order, with smaller and smaller steps. As long as the function bends too
 * much for a step, each agrees better with the one before; when rounding takes over, less. The turn
 * is where a number is settled, provided that some digits agree: with steps far above a length that
 * matters, as that of a short spring, none do. A step 4 times smaller makes the error of fourth
 * order 4^4 times smaller; estimates that agree better than that, compared with the last
 * disagreement, agree by chance, as those of a number that is zero but for rounding may.
 */
#include <math.h>
#include <string.h>

#include "la_dense.h"
#include "mech_equations.h"
#include "mech_instance_parts.h"

enum { MECH_DIFFERENCE_ROUNDS = 10, MECH_DIFFERENCE_PLACES = 5 };

/* largest step: part of the mechanism's size, or radian; and how much smaller the next one is */
static const double MECH_DIFFERENCE_STEP = 0.02;
static const double MECH_DIFFERENCE_SMALLER = 4;
static const double MECH_DIFFERENCE_AGREED = 1e-3;
static const double MECH_DIFFERENCE_GAIN = 4 * 4 * 4 * 4; /* of one round, at most */

/* weights of the values at 1, -1, 2, -2 and 0 steps h, divided by 12 h^order, give the derivative
 * of order 1 or 2 */
static const double mech_difference_places[MECH_DIFFERENCE_PLACES] = {1, -1, 2, -2, 0};
static const double mech_difference_weights[][MECH_DIFFERENCE_PLACES] = {{8, -8, -1, 1, 0}, {16, 16, -1, -1, -30}};

/* ---- the search ---- */

/* takes the estimates that agree better with the last ones than those before did; 0 when all are
 * settled */
static int mech_difference_take(const struct mech_difference *d, int n, int first, double *out)
{
	int open = 0;
	for (int i = 0; i < n; i++) {
		const double apart = first ? HUGE_VAL : fabs(d->estimate[i] - d->last[i]);
		const double least = first || isinf(d->apart[i]) ? 0 : d->apart[i] / MECH_DIFFERENCE_GAIN;
		const double disagreement = fmax(apart, least);
		if (first || disagreement < d->disagreement[i]) {
			out[i] = d->estimate[i];
			d->disagreement[i] = disagreement;
		} else if (d->disagreement[i] <= MECH_DIFFERENCE_AGREED * fabs(out[i])) {
			/* settled: no later one is taken */
			d->disagreement[i] = 0;
		}
		open |= d->disagreement[i] > 0;
		d->last[i] = d->estimate[i];
		d->apart[i] = apart;
	}
	return open;
}

/* ---- functions of the point ---- */

static void mech_difference_evaluate(const struct mech_instance *m, const struct mech_function *f,
                                     const struct mech_context *c, double *out)
{
	if (f->variable) {
		*out = mech_access_result(m, c, f->variable);
	} else {
		mech_constraint_acceleration(c, out);
	}
}

/* the point at s along the direction; where `curved`, along the motion with constant dv */
static struct mech_context mech_difference_point(const struct mech_instance *m, const struct mech_context *c, double s,
                                                 int curved)
{
	const struct mech_difference *d = &m->difference;
	struct mech_context at = *c;
	for (int i = 0; i < m->model.n_v; i++) {
		d->v[i] = c->v[i] + s * m->along.v[i];
		d->step[i] = s * m->along.q[i] + (curved ? s * s / 2 * m->along.v[i] : 0);
	}
	m->system.dae.retract(m->system.dae.context, c->q, d->step, d->q);
	at.q = d->q;
	at.v = d->v;
	return at;
}

static void mech_difference_estimate(const struct mech_instance *m, const struct mech_function *f,
                                     const struct mech_context *c, double h, int order)
{
	const struct mech_difference *d = &m->difference;
	const double divisor = order == 1 ? 12 * h : 12 * h * h;
	memset(d->estimate, 0, (size_t)f->n * sizeof *d->estimate);
	for (int k = 0; k < MECH_DIFFERENCE_PLACES; k++) {
		double weight = mech_difference_weights[order - 1][k];
		if (weight == 0) {
			continue;
		}
		struct mech_context at = mech_difference_point(m, c, h * mech_difference_places[k], order > 1);
		mech_difference_evaluate(m, f, &at, d->value);
		for (int i = 0; i < f->n; i++) {
			d->estimate[i] += weight * d->value[i];
		}
	}
	for (int i = 0; i < f->n; i++) {
		d->estimate[i] /= divisor;
	}
}

/* how fast the point moves along the direction: sizes of the mechanism, or radians, for a step of
 * 1 */
static double mech_difference_speed(const struct mech_instance *m, const struct mech_context *c)
{
	const double *size = m->system.dae.motion_size;
	double speed = 0, q = 0, v = 0;
	for (int i = 0; i < m->model.n_v; i++) {
		speed = fmax(speed, fabs(c->v[i]) / size[i]);
		q = fmax(q, fabs(m->along.q[i]) / size[i]);
		v = fmax(v, fabs(m->along.v[i]) / size[i]);
	}
	return fmax(q, v / (1 + speed));
}

LA_FUNCTION void mech_difference_along(const struct mech_instance *m, const struct mech_function *f,
                                       const struct mech_context *c, int order, double *out)
{
	double speed = mech_difference_speed(m, c), h = MECH_DIFFERENCE_STEP / speed;
	int open = speed > 0;
	memset(out, 0, (size_t)f->n * sizeof *out);
	for (int round = 0; open && round < MECH_DIFFERENCE_ROUNDS; round++, h /= MECH_DIFFERENCE_SMALLER) {
		mech_difference_estimate(m, f, c, h, order);
		open = mech_difference_take(&m->difference, f->n, round == 0, out);
	}
}

/* ---- starts ---- */

/* of all bodies; 1 where there is no gravity */
static double mech_difference_weight(const struct mech_instance *m)
{
	const struct mech_context c = mech_instance_point(m);
	const double gravity = la_norm2(mech_model_rules(&m->model)->dimension, c.parameters + m->model.head->gravity);
	double mass = 0;
	for (int i = 0; i < m->model.n_bodies; i++) {
		mass += c.parameters[m->model.bodies[i].parameter];
	}
	return mass * gravity > 0 ? mass * gravity : 1;
}

/* what an input moves the mechanism with by about its size, or a radian */
static double mech_difference_input_size(const struct mech_instance *m, int input)
{
	const double length = m->head->length;
	switch (m->model.inputs[input].quantity) {
	case MECH_ANGLE:
		return 1;
	case MECH_FORCE:
		return mech_difference_weight(m);
	case MECH_TORQUE:
		return mech_difference_weight(m) * length;
	default:
		return length;
	}
}

/* how far the inputs move for a step of 1: sizes of the mechanism, or radians */
static double mech_difference_input_speed(const struct mech_instance *m)
{
	double speed = 0;
	for (int i = 0; i < m->model.n_inputs; i++) {
		speed = fmax(speed, fabs(m->along.restarted[i]) / mech_difference_input_size(m, i));
	}
	return speed;
}

/* from starts with the inputs moved by up to 2 h; -1 where one of them is impossible */
static int mech_difference_estimate_starts(struct mech_instance *m, double h, struct mech_message *message)
{
	const struct mech_difference *d = &m->difference;
	const int n = m->model.n_v;
	const double *before = m->saved + (m->dae.q - m->block);
	memset(d->estimate, 0, 2 * (size_t)n * sizeof *d->estimate);
	for (int k = 0; k < MECH_DIFFERENCE_PLACES - 1; k++) {
		mech_restore(m, m->saved);
		for (int i = 0; i < m->model.n_inputs; i++) {
			m->inputs[i].u[0] += h * mech_difference_places[k] * m->along.restarted[i];
		}
		if (mech_initialize(m, message) < 0) {
			return -1;
		}
		mech_difference(&m->model, before, m->dae.q, d->step);
		for (int i = 0; i < 2 * n; i++) {
			double value = i < n ? d->step[i] : m->dae.v[i - n];
			d->estimate[i] += mech_difference_weights[0][k] * value / (12 * h);
		}
	}
	return 0;
}

LA_FUNCTION int mech_difference_starts(struct mech_instance *m, struct mech_message *message)
{
	double speed = mech_difference_input_speed(m), h = MECH_DIFFERENCE_STEP / speed;
	int open = speed > 0, found = !open;
	if (open) {
		memcpy(m->saved, m->block, mech_state_size(m));
	}
	for (int round = 0; open && round < MECH_DIFFERENCE_ROUNDS; round++, h /= MECH_DIFFERENCE_SMALLER) {
		if (mech_difference_estimate_starts(m, h, message) == 0) {
			open = mech_difference_take(&m->difference, 2 * m->model.n_v, !found, m->difference.moved);
			found = 1;
		}
	}
	if (speed > 0) {
		mech_restore(m, m->saved);
	}
	for (int i = 0; speed > 0 && i < m->model.n_v; i++) {
		m->along.q[i] += m->difference.moved[i];
		m->along.v[i] += m->difference.moved[m->model.n_v + i];
	}
	return found ? 0 : -1;
}
