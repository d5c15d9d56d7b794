/* Assembly: a position, then velocities, that close all joints. The equations stand in
 * mech_assembly.h, the steps in mech_assembly_close.c.
 *
 * Positions. The drawing is closed, then wishes are granted (mech_assembly_nearest.h), then the
 * configuration returns towards the drawing along the directions that are still free. A drawing may
 * be a saddle of the residual (a truss drawn flat that must rise). An attempt that gets stuck is
 * therefore repeated from a slightly disturbed drawing, three times, by the same disturbances in
 * every run.
 *
 * Velocities. The problem is linear: one step, then wishes. The velocities found must belong to a
 * motion: accelerations must exist for them.
 *
 * Beams. Both are tried with beams that keep their drawn shape (mech_assembly_shape.h): a blade on a
 * hub that is turned and spins at the start goes with it, unstrained. Where that is impossible, its
 * nodes are bodies like all others.
 */
#include "mech_assembly.h"

#include <math.h>
#include <string.h>

#include "la_dense.h"
#include "mech_assembly_nearest.h"
#include "mech_equations.h"

#define MECH_ASSEMBLY_SPEED 1e-7 /* residual of velocities, relative to what they are to reach */
#define MECH_ASSEMBLY_ATTEMPTS 4
#define MECH_ASSEMBLY_LEAST_CHANGE 20 /* most steps back towards the drawing */

/* scaled distance of q from the drawing */
static double mech_assembly_change(const struct mech_assembly_space *s, const double *q)
{
	double sum = 0.0;
	mech_difference(s->model, q, s->drawn, s->increment);
	for (int i = 0; i < s->n; i++) {
		const double d = s->increment[i] / s->column[i];
		sum += d * d;
	}
	return sqrt(sum);
}

/* third wish: from a closed q along the free directions back towards the drawing, closing again
 * after each step */
static void mech_assembly_return(struct mech_assembly_space *s, struct mech_context *c, double *q)
{
	double change = mech_assembly_change(s, q), factor = 1.0;
	for (int k = 0; k < MECH_ASSEMBLY_LEAST_CHANGE && change > 0.0 && factor > 0.01; k++) {
		mech_assembly_linearize(s, c, MECH_ASSEMBLY_POSITIONS);
		mech_assembly_decompose(s);
		mech_difference(s->model, q, s->drawn, s->increment);
		for (int i = 0; i < s->n; i++) {
			s->step[i] = s->increment[i] / s->column[i];
		}
		la_range_project(mech_assembly_range(s), s->step);
		mech_assembly_shorten(s, s->step);
		if (la_norm_max(s->n, s->step) <= 1e-8 * s->size) {
			break;
		}
		mech_assembly_move(s, q, factor, s->step, s->candidate);
		const double closed = mech_assembly_close(s, c, s->candidate);
		const double less = mech_assembly_change(s, s->candidate);
		if (mech_assembly_good(s, closed) && less < change) {
			mech_assembly_copy(s, s->candidate, q);
			change = less;
		} else {
			factor *= 0.5;
		}
		c->q = q;
	}
}

/* closes constraints and what must be met from the drawing; -1: impossible, q is the nearest
 * that was found */
static int mech_assembly_reach(struct mech_assembly_space *s, struct mech_context *c, double *q)
{
	static const double disturbances[MECH_ASSEMBLY_ATTEMPTS] = {0.0, 1e-3, 1e-2, 1e-1};
	double best = HUGE_VAL;
	for (int k = 0; k < MECH_ASSEMBLY_ATTEMPTS; k++) {
		mech_assembly_disturb(s, disturbances[k], 1, q);
		if (mech_assembly_good(s, mech_assembly_close(s, c, q))) {
			return 0;
		}
		/* a disturbed drawing speaks for the mechanism only where it comes markedly nearer */
		const double merit = mech_assembly_merit(s, s->residual);
		if (k == 0 || merit < 0.9 * best) {
			best = merit;
			mech_assembly_copy(s, q, s->best);
		}
	}
	mech_assembly_copy(s, s->best, q);
	return -1;
}

/* q: the drawing, closed as far as can be; 0 where all is */
static int mech_assembly_find(struct mech_assembly_space *s, struct mech_context *c, double *q)
{
	s->targets = mech_assembly_targets(s, MECH_ASSEMBLY_POSITIONS);
	mech_assembly_copy(s, q, s->drawn);
	if (mech_assembly_reach(s, c, q) != 0) {
		return -1;
	}
	mech_assembly_grant(s, c, q);
	mech_assembly_return(s, c, q);
	return 0;
}

LA_FUNCTION int mech_assemble_position(const struct mech_context *c, double *q, struct mech_assembly *assembly,
                                       struct mech_message *message)
{
	struct mech_context at = *c;
	struct mech_assembly_space s;
	const int has_beams = mech_assembly_space_open_rigid(c, assembly, &s);
	if (has_beams && mech_assembly_find(&s, &at, q) == 0) {
		return 0;
	}
	if (has_beams) {
		mech_assembly_copy(&s, s.drawn, q);
	}
	mech_assembly_space_open(c, assembly, &s);
	if (mech_assembly_find(&s, &at, q) != 0) {
		mech_assembly_blame(&s, &at, q, message);
		return -1;
	}
	return 0;
}

/* rows of the joints; those of the drivers stand after them */
static int mech_assembly_joint_rows(const struct mech_model *model)
{
	int rows = 0;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_kind *kind = mech_element_kind(&model->elements[i]);
		rows += kind->section == MECH_JOINT ? kind->row.count : 0;
	}
	return rows;
}

/* G v + dg/dt and Jt v - wanted */
static void mech_assembly_velocity_residual(const struct mech_assembly_space *s, const struct mech_context *c,
                                            const double *v, double *residual)
{
	mech_constraint_rate(c, residual);
	memset(residual + c->model->n_rows, 0, (size_t)(s->rows - c->model->n_rows) * sizeof *residual);
	int row = s->rows;
	for (int i = 0; i < c->model->n_targets; i++) {
		if (mech_assembly_counts(s, i, MECH_ASSEMBLY_SPEEDS)) {
			residual[row++] = -c->parameters[c->model->targets[i].rate];
		}
	}
	for (int j = 0; j < s->n; j++) {
		s->step[j] = v[j] / s->column[j];
	}
	la_range_multiply(s->all, s->step, s->product);
	for (int i = 0; i < s->rows; i++) {
		residual[i] += s->norm[i] * s->product[i];
	}
	for (int k = 0; k < s->targets; k++) {
		residual[s->rows + k] += s->norm[s->rows + k] * s->product[s->place[k]];
	}
}

/* Accelerations with G a + bias = 0 must exist. In a singular position they do not for speeds
 * that belong to none of the motions that meet there. */
static int mech_assembly_goes_on(struct mech_assembly_space *s, struct mech_context *c, const double *v,
                                 struct mech_message *message)
{
	if (la_norm_max(s->n - c->model->n_states, v) == 0.0) {
		return 0;
	}
	s->targets = 0;
	c->v = v;
	mech_constraint_bias(c, s->residual);
	const double wanted = mech_assembly_largest(s, s->residual);
	for (int j = 0; j < s->n - c->model->n_states; j++) {
		s->step[j] = v[j] / s->column[j];
	}
	const double speed = la_norm_max(s->n - c->model->n_states, s->step);
	const double rounding = MECH_ASSEMBLY_CLOSED * speed * speed / s->size;
	mech_assembly_decompose(s);
	mech_assembly_steps(s, s->residual);
	la_range_multiply(s->held, s->step1, s->product);
	for (int i = 0; i < s->rows; i++) {
		s->residual[i] += s->norm[i] * s->product[i];
	}
	if (!(mech_assembly_largest(s, s->residual) <= 1e-6 * wanted + rounding)) {
		mech_assembly_say_no_motion(s, c, message);
		return -1;
	}
	return 0;
}

/* v with the constraints and targets that count; s->residual is what is left. Returns the
 * largest scaled residual of rest. */
static double mech_assembly_speeds(struct mech_assembly_space *s, const struct mech_context *c, double *v)
{
	const int n = s->n - c->model->n_states;
	s->targets = mech_assembly_targets(s, MECH_ASSEMBLY_SPEEDS);
	memset(v, 0, (size_t)n * sizeof *v);
	mech_assembly_linearize(s, c, MECH_ASSEMBLY_SPEEDS);
	mech_assembly_velocity_residual(s, c, v, s->residual);
	const double wanted = mech_assembly_largest(s, s->residual);
	if (wanted == 0.0) {
		return 0.0;
	}
	mech_assembly_decompose(s);
	mech_assembly_steps(s, s->residual);
	mech_assembly_slow_joints(s, c);
	for (int i = 0; i < n; i++) {
		v[i] = s->column[i] * (s->step1[i] + s->step2[i] + s->step3[i]);
	}
	mech_assembly_velocity_residual(s, c, v, s->residual);
	return wanted;
}

/* wishes, one after the other: a speed is met or, where none of its motion is left free, without
 * any effect */
static void mech_assembly_grant_speeds(struct mech_assembly_space *s, const struct mech_context *c, double *v)
{
	int refused = 0;
	for (int i = mech_assembly_next_wish(s->model, MECH_ASSEMBLY_SPEEDS, -1); i >= 0;
	     i = mech_assembly_next_wish(s->model, MECH_ASSEMBLY_SPEEDS, i)) {
		s->target_role[i] = MECH_ASSEMBLY_HELD;
		const double wanted = mech_assembly_speeds(s, c, v);
		refused = !(mech_assembly_largest(s, s->residual) <= MECH_ASSEMBLY_SPEED * wanted);
		s->target_role[i] = refused ? MECH_ASSEMBLY_IGNORED : MECH_ASSEMBLY_HELD;
	}
	if (refused) {
		mech_assembly_speeds(s, c, v);
	}
}

/* velocities with beams that keep their shape; 0: there are none */
static int mech_assembly_find_speeds(struct mech_assembly_space *s, const struct mech_context *c, double *v)
{
	const double tolerance = MECH_ASSEMBLY_SPEED * mech_assembly_speeds(s, c, v);
	const int found = mech_assembly_largest(s, s->residual) <= tolerance;
	if (found) {
		mech_assembly_grant_speeds(s, c, v);
	}
	return found;
}

LA_FUNCTION int mech_assemble_velocity(const struct mech_context *c, const double *q, double *v,
                                       struct mech_assembly *assembly, struct mech_message *message)
{
	struct mech_context at = *c;
	struct mech_assembly_space s;
	at.q = q;
	if (mech_assembly_space_open_rigid(c, assembly, &s) && mech_assembly_find_speeds(&s, &at, v)) {
		mech_assembly_space_open(c, assembly, &s);
		mech_assembly_linearize(&s, &at, MECH_ASSEMBLY_SPEEDS);
		return mech_assembly_goes_on(&s, &at, v, message);
	}
	mech_assembly_space_open(c, assembly, &s);
	const double tolerance = MECH_ASSEMBLY_SPEED * mech_assembly_speeds(&s, &at, v);
	const int targets = s.targets;
	s.targets = 0;
	if (!(mech_assembly_largest(&s, s.residual) <= tolerance)) {
		mech_assembly_say_too_fast(&s, &at, mech_assembly_joint_rows(c->model), message);
		return -1;
	}
	s.targets = targets;
	if (!(mech_assembly_largest(&s, s.residual) <= tolerance)) {
		mech_assembly_say_unmet(&s, &at, MECH_ASSEMBLY_SPEEDS, message);
		return -1;
	}
	mech_assembly_grant_speeds(&s, &at, v);
	return mech_assembly_goes_on(&s, &at, v, message);
}
