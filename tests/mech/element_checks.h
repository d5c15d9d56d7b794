/* Every derivative of every element of a mechanism, against differences.
 *
 * checks_open reads a mechanism written as text, planar or spatial; check_elements compares all
 * that its elements say about themselves at random configurations, velocities, accelerations and
 * multipliers:
 *
 *     G = dg/dq, dg/dt, bias = d(G v + dg/dt)/dt at a = 0, tangent = d(G^T lambda - f)/d(q, v),
 *     forces and outputs by the input that drives them,
 *     rows, biases and curvatures of coordinates, f . v = -dV/dt - dissipation + supply,
 *     and that a joint does no work when both bodies move as one.
 */
#ifndef ELEMENT_CHECKS_H
#define ELEMENT_CHECKS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assert_close.h"
#include "host_image.h"
#include "host_read.h"
#include "mech_equations.h"
#include "mech_joint.h"
#include "mech_rotation.h"
#include "mech_signal.h"
#include "test_random.h"

enum { CHECKS_MOST = 512 };

struct checks {
	struct host_image image;
	struct mech_model model;
	struct mech_context c;
	double parameters[CHECKS_MOST], derived[CHECKS_MOST], memory[CHECKS_MOST];
	struct mech_signal inputs[16];
	double drawn[CHECKS_MOST], q[CHECKS_MOST], v[CHECKS_MOST], a[CHECKS_MOST], lambda[CHECKS_MOST];
	double moved[CHECKS_MOST], step[CHECKS_MOST];
	double size; /* of random motions */
	struct test_random random;
};

static inline void checks_open(struct checks *k, const char *text)
{
	struct mech_message message;
	memset(k, 0, sizeof *k);
	struct host_mechanism *mechanism = host_read_text("test.yaml", text, strlen(text), &message);
	if (mechanism == NULL || host_image_build(mechanism, &k->image, &message) != 0 ||
	    mech_model_open(k->image.bytes, k->image.size, &k->model, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_mechanism_free(mechanism);
	memcpy(k->parameters, k->model.parameters, (size_t)k->model.n_parameters * sizeof *k->parameters);
	k->c = (struct mech_context){.model = &k->model,
	                             .parameters = k->parameters,
	                             .derived = k->derived,
	                             .memory = k->memory,
	                             .inputs = k->inputs,
	                             .v = k->v,
	                             .a = k->a,
	                             .lambda = k->lambda};
	mech_derive(&k->c, k->derived);
	mech_drawing(&k->c, k->drawn);
	memcpy(k->q, k->drawn, sizeof k->q);
	k->c.q = k->q;
	k->size = 0.5;
	k->random = test_random_start(1);
}

static inline void checks_close(struct checks *k)
{
	host_image_free(&k->image);
}

/* a random state around the drawing */
static inline void checks_shake(struct checks *k)
{
	for (int i = 0; i < k->model.n_v; i++) {
		k->step[i] = test_random_in(&k->random, -k->size, k->size);
		k->v[i] = test_random_in(&k->random, -2, 2);
		k->a[i] = test_random_in(&k->random, -2, 2);
	}
	for (int i = 0; i < k->model.n_rows; i++) {
		k->lambda[i] = test_random_in(&k->random, -3, 3);
	}
	for (int i = 0; i < k->model.n_inputs; i++) {
		k->inputs[i].u[0] = test_random_in(&k->random, -1, 1);
		k->inputs[i].u[1] = test_random_in(&k->random, -1, 1);
	}
	k->c.t = test_random_in(&k->random, 0, 2);
	mech_move(&k->model, k->drawn, k->step, k->q);
}

/* the context with velocity number i of the whole moved by h, at position or velocity level; i < 0:
 * time moved too, and all bodies along v */
enum checks_level { CHECKS_Q, CHECKS_V, CHECKS_TIME, CHECKS_MOTION };
static inline struct mech_context checks_moved(struct checks *k, enum checks_level level, int i, double h)
{
	struct mech_context c = k->c;
	for (int j = 0; j < k->model.n_v; j++) {
		k->step[j] = level == CHECKS_MOTION ? h * k->v[j] : j == i ? h : 0.0;
	}
	if (level == CHECKS_Q || level == CHECKS_MOTION) {
		mech_move(&k->model, k->q, k->step, k->moved);
		c.q = k->moved;
	} else if (level == CHECKS_V) {
		for (int j = 0; j < k->model.n_v; j++) {
			k->moved[j] = k->v[j] + k->step[j];
		}
		c.v = k->moved;
	}
	c.t += level == CHECKS_TIME || level == CHECKS_MOTION ? h : 0.0;
	return c;
}

/* fourth-order central difference of n numbers that `what` computes */
typedef void checks_function(const struct mech_context *c, const struct mech_element *e, int k, double *out);
static inline void checks_difference(struct checks *k, const struct mech_element *e, checks_function *what, int number,
                                     enum checks_level level, int i, int n, double *out)
{
	static const double places[4] = {1, -1, 2, -2};
	static const double weights[4] = {2.0 / 3, -2.0 / 3, -1.0 / 12, 1.0 / 12};
	const double h = 1e-3;
	double values[CHECKS_MOST];
	memset(out, 0, (size_t)n * sizeof *out);
	for (int j = 0; j < 4; j++) {
		struct mech_context c = checks_moved(k, level, i, places[j] * h);
		what(&c, e, number, values);
		for (int m = 0; m < n; m++) {
			out[m] += weights[j] * values[m] / h;
		}
	}
}

/* ---- the quantities ---- */

static inline void checks_constraint(const struct mech_context *c, const struct mech_element *e, int k, double *out)
{
	(void)k;
	mech_element_kind(e)->row.constraint(c, e, out);
}

/* G v + dg/dt */
static inline void checks_speed(const struct mech_context *c, const struct mech_element *e, int k, double *out)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const int n = c->model->body_v * e->n_bodies;
	double G[MECH_MOST_ROWS * MECH_MOST_LOCAL], v[MECH_MOST_LOCAL], rate[MECH_MOST_ROWS] = {0};
	(void)k;
	kind->row.jacobian(c, e, G);
	mech_gather(c, e, c->v, v);
	if (kind->row.rate) {
		kind->row.rate(c, e, rate);
	}
	for (int i = 0; i < kind->row.count; i++) {
		out[i] = rate[i];
		for (int j = 0; j < n; j++) {
			out[i] += G[n * i + j] * v[j];
		}
	}
}

/* G^T lambda - f */
static inline void checks_motion(const struct mech_context *c, const struct mech_element *e, int k, double *out)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const int n = mech_local_size(c->model, e);
	double G[MECH_MOST_ROWS * MECH_MOST_LOCAL], f[MECH_MOST_LOCAL] = {0};
	(void)k;
	if (kind->row.count > 0) {
		kind->row.jacobian(c, e, G);
	}
	if (kind->force.add) {
		kind->force.add(c, e, f);
	}
	for (int j = 0; j < n; j++) {
		out[j] = -f[j];
		for (int i = 0; i < kind->row.count; i++) {
			out[j] += G[n * i + j] * c->lambda[e->row + i];
		}
	}
}

static inline void checks_value(const struct mech_context *c, const struct mech_element *e, int k, double *out)
{
	out[0] = mech_joint_value(c, e, k);
}

static inline void checks_rate(const struct mech_context *c, const struct mech_element *e, int k, double *out)
{
	out[0] = mech_joint_rate(c, e, k);
}

static inline void checks_row(const struct mech_context *c, const struct mech_element *e, int k, double *out)
{
	mech_element_kind(e)->coordinate.row(c, e, k, out);
}

static inline void checks_potential(const struct mech_context *c, const struct mech_element *e, int k, double *out)
{
	(void)k;
	out[0] = mech_element_kind(e)->energy.potential ? mech_element_kind(e)->energy.potential(c, e) : 0.0;
}

/* ---- the checks ---- */

static inline void checks_compare(const struct checks *k, const struct mech_element *e, const char *what, double actual,
                                  double expected, double size)
{
	if (!(fabs(actual - expected) <= 1e-6 * fmax(size, 1e-3))) {
		fail_msg("%s of %s '%s': %.10g, by differences %.10g", what, mech_element_kind(e)->name,
		         mech_name(&k->model, e->name), actual, expected);
	}
}

/* number in the whole of the element's local velocity j; -1: of the ground. A body that stands
 * twice in an element is moved in both places: skipped here */
static inline int checks_column(const struct checks *k, const struct mech_element *e, int j)
{
	const int n = k->model.body_v;
	if (j >= n * e->n_bodies) {
		return n * k->model.n_bodies + e->state + j - n * e->n_bodies;
	}
	const int body = e->body[j / n];
	for (int i = 0; i < e->n_bodies; i++) {
		if (i != j / n && e->body[i] == body) {
			return -1;
		}
	}
	return body == MECH_GROUND ? -1 : k->model.bodies[body].v + j % n;
}

static inline double checks_largest(int n, const double *x)
{
	double largest = 1;
	for (int i = 0; i < n; i++) {
		largest = fmax(largest, fabs(x[i]));
	}
	return largest;
}

static inline void check_constraints(struct checks *k, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const int n = k->model.body_v * e->n_bodies;
	double G[MECH_MOST_ROWS * MECH_MOST_LOCAL], expected[MECH_MOST_ROWS], actual[MECH_MOST_ROWS] = {0};
	kind->row.jacobian(&k->c, e, G);
	for (int j = 0; j < n; j++) {
		const int column = checks_column(k, e, j);
		if (column < 0) {
			continue;
		}
		checks_difference(k, e, checks_constraint, 0, CHECKS_Q, column, kind->row.count, expected);
		for (int i = 0; i < kind->row.count - kind->row.velocity_count; i++) {
			checks_compare(k, e, "jacobian", G[n * i + j], expected[i], checks_largest(n, G + n * i));
		}
	}
	if (kind->row.rate) {
		kind->row.rate(&k->c, e, actual);
	}
	checks_difference(k, e, checks_constraint, 0, CHECKS_TIME, -1, kind->row.count, expected);
	for (int i = 0; i < kind->row.count; i++) {
		checks_compare(k, e, "rate", actual[i], expected[i], checks_largest(kind->row.count, actual));
	}
	kind->row.bias(&k->c, e, actual);
	checks_difference(k, e, checks_speed, 0, CHECKS_MOTION, -1, kind->row.count, expected);
	for (int i = 0; i < kind->row.count; i++) {
		checks_compare(k, e, "bias", actual[i], expected[i], 10 * checks_largest(kind->row.count, actual));
	}
}

static inline void check_tangent(struct checks *k, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const int n = mech_local_size(&k->model, e);
	for (int level = 0; level < 2; level++) {
		double tangent[MECH_MOST_LOCAL * MECH_MOST_LOCAL] = {0}, expected[MECH_MOST_LOCAL];
		if (kind->force.tangent) {
			kind->force.tangent(&k->c, e, level == 0, level == 1, tangent);
		}
		for (int j = 0; j < n; j++) {
			const int column = checks_column(k, e, j);
			if (column < 0) {
				continue;
			}
			checks_difference(k, e, checks_motion, 0, level == 0 ? CHECKS_Q : CHECKS_V, column, n, expected);
			for (int i = 0; i < n; i++) {
				checks_compare(k, e, level == 0 ? "tangent by position" : "tangent by velocity", tangent[n * i + j],
				               expected[i], checks_largest(n * n, tangent));
			}
		}
	}
}

/* forces and outputs with the input that drives the element moved, or its rate */
static inline void checks_driven(struct checks *k, const struct mech_element *e, int order, double h, double *force,
                                 double *output)
{
	struct mech_signal *input = &k->inputs[e->input];
	const struct mech_signal kept = *input;
	memset(force, 0, MECH_MOST_LOCAL * sizeof *force);
	input->u[order] += h;
	mech_element_kind(e)->force.add(&k->c, e, force);
	if (mech_element_kind(e)->output.values) {
		mech_element_kind(e)->output.values(&k->c, e, output);
	}
	*input = kept;
}

/* what a change of the input does, for kinds that say so */
static inline void check_drive(struct checks *k, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const double h = 1e-4;
	if (e->input < 0 || !kind->force.driven) {
		return;
	}
	k->inputs[e->input].t0 = k->c.t;
	for (int order = 0; order < 2; order++) {
		const double change[2] = {order == 0, order == 1};
		double f[MECH_MOST_LOCAL] = {0}, above[MECH_MOST_LOCAL], below[MECH_MOST_LOCAL];
		double out[MECH_MOST_OUTPUTS] = {0}, high[MECH_MOST_OUTPUTS] = {0}, low[MECH_MOST_OUTPUTS] = {0};
		checks_driven(k, e, order, h, above, high);
		checks_driven(k, e, order, -h, below, low);
		kind->force.driven(&k->c, e, change, f);
		if (kind->output.driven) {
			kind->output.driven(&k->c, e, change, out);
		}
		for (int i = 0; i < MECH_MOST_LOCAL; i++) {
			checks_compare(k, e, "force by its drive", f[i], (above[i] - below[i]) / (2 * h),
			               checks_largest(MECH_MOST_LOCAL, f));
		}
		for (int i = 0; kind->output.driven && i < MECH_MOST_OUTPUTS; i++) {
			checks_compare(k, e, "output by its drive", out[i], (high[i] - low[i]) / (2 * h),
			               checks_largest(MECH_MOST_OUTPUTS, out));
		}
	}
}

static inline void check_coordinates(struct checks *k, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const int n = 2 * k->model.body_v;
	for (int i = 0; i < kind->coordinate.count; i++) {
		double row[MECH_MOST_PAIR_V], expected[MECH_MOST_PAIR_V];
		double curvature[MECH_MOST_PAIR_V * MECH_MOST_PAIR_V] = {0};
		kind->coordinate.row(&k->c, e, i, row);
		if (kind->coordinate.curvature) {
			kind->coordinate.curvature(&k->c, e, i, 1, curvature);
		}
		for (int j = 0; j < n; j++) {
			const int column = checks_column(k, e, j);
			if (column < 0) {
				continue;
			}
			checks_difference(k, e, checks_value, i, CHECKS_Q, column, 1, expected);
			checks_compare(k, e, "coordinate's row", row[j], expected[0], checks_largest(n, row));
			checks_difference(k, e, checks_row, i, CHECKS_Q, column, n, expected);
			for (int m = 0; m < n; m++) {
				checks_compare(k, e, "coordinate's curvature", curvature[n * m + j], expected[m],
				               checks_largest(n * n, curvature));
			}
		}
		checks_difference(k, e, checks_rate, i, CHECKS_MOTION, -1, 1, expected);
		checks_compare(k, e, "coordinate's bias", kind->coordinate.bias(&k->c, e, i), expected[0],
		               10 * (1 + fabs(expected[0])));
	}
}

/* f . v = -dV/dt - dissipation + supply; drivers and joints with given motion do work through their
 * constraint */
static inline void check_power(struct checks *k, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	double f[MECH_MOST_LOCAL] = {0}, v[MECH_MOST_LOCAL], expected[1], power = 0, size = 1;
	if (!kind->force.add) {
		return;
	}
	kind->force.add(&k->c, e, f);
	mech_gather(&k->c, e, k->v, v);
	for (int j = 0; j < k->model.body_v * e->n_bodies; j++) {
		power += f[j] * v[j];
		size = fmax(size, fabs(f[j] * v[j]));
	}
	for (int j = k->model.body_v * e->n_bodies; j < mech_local_size(&k->model, e); j++) {
		checks_difference(k, e, checks_potential, 0, CHECKS_V, checks_column(k, e, j), 1, expected);
		power += expected[0] * f[j]; /* dV/dz dz/dt */
	}
	checks_difference(k, e, checks_potential, 0, CHECKS_MOTION, -1, 1, expected);
	power += expected[0] + (kind->energy.dissipation ? kind->energy.dissipation(&k->c, e) : 0);
	power -= kind->energy.supply ? kind->energy.supply(&k->c, e) : 0;
	checks_compare(k, e, "power balance", power, 0, size);
}

/* the drawing, turned by r about the origin and moved by u, and velocities of a further such
 * motion */
static inline void checks_move_together(const struct checks *k, const double *u, const double *r, double *q, double *v)
{
	mech_drawing(&k->c, q);
	for (int i = 0; i < k->model.n_bodies; i++) {
		const struct mech_body *b = &k->model.bodies[i];
		double *x = q + b->q, *velocity = v + b->v, e[4] = {1, 0, 0, 0}, R[9], place[3] = {x[0], x[1], 0};
		if (k->model.head->space == MECH_PLANAR) {
			const double turn[3] = {0, 0, r[2]};
			mech_rotation_move(e, turn, e);
			mech_rotation_matrix(e, R);
			mech_rotate(R, place, place);
			x[0] = place[0] + u[0];
			x[1] = place[1] + u[1];
			x[2] = r[2];
			velocity[0] = u[0] - r[2] * x[1];
			velocity[1] = u[1] + r[2] * x[0];
			velocity[2] = r[2];
			continue;
		}
		mech_rotation_move(e, r, x + 3);
		mech_rotation_matrix(x + 3, R);
		mech_rotate(R, x, x);
		for (int j = 0; j < 3; j++) {
			x[j] += u[j];
		}
		mech_cross(r, x, velocity);
		mech_rotate_back(R, r, velocity + 3);
		for (int j = 0; j < 3; j++) {
			velocity[j] += u[j];
		}
	}
}

/* virtual work: joints between bodies that move as one stay as they were drawn, and their
 * reactions, which are opposite, do none */
static inline void check_common_motion(struct checks *k, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const double u[3] = {test_random_in(&k->random, -1, 1), test_random_in(&k->random, -1, 1), 0.5};
	const double r[3] = {test_random_in(&k->random, -1, 1), -0.6, test_random_in(&k->random, -1, 1)};
	const int n = k->model.body_v * e->n_bodies;
	struct mech_context c = k->c;
	double G[MECH_MOST_ROWS * MECH_MOST_LOCAL], drawn[MECH_MOST_ROWS], g[MECH_MOST_ROWS], local[MECH_MOST_LOCAL];
	for (int i = 0; i < e->n_bodies; i++) {
		if (kind->section != MECH_JOINT || e->body[i] == MECH_GROUND) {
			return;
		}
	}
	double *q = calloc((size_t)(k->model.n_q + k->model.n_v), sizeof *q), *v = q + k->model.n_q;
	c.q = q;
	c.v = v;
	mech_drawing(&c, q);
	kind->row.constraint(&c, e, drawn);
	checks_move_together(k, u, r, q, v);
	kind->row.constraint(&c, e, g);
	kind->row.jacobian(&c, e, G);
	mech_gather(&c, e, v, local);
	for (int i = 0; i < kind->row.count; i++) {
		double sum = 0;
		for (int j = 0; j < n; j++) {
			sum += G[n * i + j] * local[j];
		}
		checks_compare(k, e, "opening", g[i], drawn[i], 1e-6);
		checks_compare(k, e, "virtual work", sum, 0, 1e-6 * checks_largest(n, G + n * i));
	}
	free(q);
}

static inline void check_element(struct checks *k, const struct mech_element *e)
{
	if (mech_element_kind(e)->row.count > 0) {
		check_constraints(k, e);
		check_common_motion(k, e);
	}
	check_tangent(k, e);
	check_drive(k, e);
	check_coordinates(k, e);
	check_power(k, e);
}

static inline void check_elements(struct checks *k, int configurations)
{
	for (int n = 0; n < configurations; n++) {
		checks_shake(k);
		for (int i = 0; i < k->model.n_elements; i++) {
			check_element(k, &k->model.elements[i]);
		}
	}
}

#endif
