/* Assembly by prioritized Gauss-Newton steps; the equations stand in mech_assembly.h.
 *
 * Scaling. Velocities are measured in lengths, an angle counts as the arc it makes at the mechanism's size; every row
 * of constraints and targets is divided by the norm of its gradient. A residual is then the distance in configuration
 * space, in metres, that closes the row alone, whatever its own unit.
 *
 * Damping. A step moves no body farther than a quarter of the size and turns none by more than a quarter radian, so
 * that a target far away is approached along a path that stays on the branch of the drawing; it is halved until the
 * sum of the residuals falls. A drawing may be a saddle of the residual (a truss drawn flat that must rise); an
 * attempt that gets stuck is therefore repeated from a slightly disturbed drawing, three times, by the same
 * disturbances in every run.
 */
#include "mech_assembly.h"

#include <math.h>
#include <string.h>

#include "la_dense.h"
#include "mech_assembly_nearest.h"
#include "mech_assembly_space.h"
#include "mech_equations.h"
#include "mech_joint.h"

#define MECH_ASSEMBLY_CLOSED 1e-12  /* residual, relative to the size, that the iteration aims at */
#define MECH_ASSEMBLY_ACCEPTED 1e-9 /* residual that passes where rounding allows no better */
#define MECH_ASSEMBLY_SPEED 1e-7    /* residual of velocities, relative to what they are to reach */
#define MECH_ASSEMBLY_LONGEST_STEP 0.25
#define MECH_ASSEMBLY_ATTEMPTS 4
#define MECH_ASSEMBLY_LEAST_CHANGE 20 /* most steps back towards the drawing */

static double mech_assembly_target_value(const struct mech_context *c, const struct mech_target *target)
{
	if (target->element >= 0) {
		return mech_joint_value(c, &c->model->elements[target->element], target->coordinate);
	}
	return mech_model_rules(c->model)->target_value(c, target->body, target->coordinate);
}

LA_FUNCTION void mech_assembly_residual(const struct mech_assembly_space *s, const struct mech_context *c,
                                        double *residual)
{
	mech_constraint(c, residual);
	double *target_residual = residual + s->rows;
	for (int i = 0; i < c->model->n_targets && s->targets > 0; i++) {
		const struct mech_target *target = &c->model->targets[i];
		if (mech_assembly_counts(s, i, MECH_ASSEMBLY_POSITIONS)) {
			*target_residual++ = mech_assembly_target_value(c, target) - c->parameters[target->value] - s->given[i];
		}
	}
	for (int i = 0; i < s->rows && target_residual < residual + s->rows + s->targets; i++) {
		if (s->row_role[i] == MECH_ASSEMBLY_WANTED) {
			*target_residual++ = residual[i];
		}
	}
}

/* the row of `all` that target row number k stands in; its factor there */
static void mech_assembly_place(struct mech_assembly_space *s, int k, int row, double factor)
{
	s->place[k] = row;
	s->marked[row] = 1;
	s->all_factor[row] = factor;
	s->norm[s->rows + k] = s->wide[row] / factor;
}

/* targets that count, then constraints that are wanted; targets that are wanted weigh little beside those that are held */
static void mech_assembly_place_targets(struct mech_assembly_space *s, enum mech_assembly_level level)
{
	int k = 0;
	for (int i = 0; i < s->model->n_targets && k < s->targets; i++) {
		if (mech_assembly_counts(s, i, level)) {
			const int wanted = s->target_role[i] == MECH_ASSEMBLY_WANTED;
			mech_assembly_place(s, k++, s->rows + i, wanted ? MECH_ASSEMBLY_WISH : 1.0);
		}
	}
	for (int i = 0; i < s->rows && k < s->targets; i++) {
		if (s->row_role[i] == MECH_ASSEMBLY_WANTED) {
			mech_assembly_place(s, k++, i, 1.0);
		}
	}
}

LA_FUNCTION void mech_assembly_linearize(struct mech_assembly_space *s, const struct mech_context *c,
                                         enum mech_assembly_level level)
{
	/* rows of velocities alone do not hold positions */
	mech_assembly_space_constraints(s, c, level != MECH_ASSEMBLY_POSITIONS);
	mech_assembly_space_clear_targets(s);
	for (int i = 0; i < s->model->n_targets && s->targets > 0; i++) {
		if (mech_assembly_counts(s, i, level)) {
			mech_assembly_space_target(s, c, i);
		}
	}
	mech_assembly_space_scale(s);
	for (int i = 0; i < s->rows + s->model->n_targets; i++) {
		const int held = i < s->rows && s->row_role[i] == MECH_ASSEMBLY_HELD;
		s->held_factor[i] = s->all_factor[i] = held;
		s->marked[i] = 0;
		if (i < s->rows) {
			s->norm[i] = held ? s->wide[i] : HUGE_VAL;
		}
	}
	mech_assembly_place_targets(s, level);
	mech_assembly_space_weigh(s);
}

/* the size of scaled residuals that a step must reduce: the norm over constraints plus that over targets */
static double mech_assembly_merit(const struct mech_assembly_space *s, const double *residual)
{
	double constraints = 0.0, targets = 0.0;
	for (int i = 0; i < s->rows + s->targets; i++) {
		const double r = residual[i] / s->norm[i];
		*(i < s->rows ? &constraints : &targets) += r * r;
	}
	return sqrt(constraints) + sqrt(targets);
}

static double mech_assembly_largest(const struct mech_assembly_space *s, const double *residual)
{
	double largest = 0.0;
	for (int i = 0; i < s->rows + s->targets; i++) {
		largest = fmax(largest, fabs(residual[i] / s->norm[i]));
	}
	return largest;
}

LA_FUNCTION void mech_assembly_shorten(const struct mech_assembly_space *s, double *step)
{
	const double longest = la_norm_max(s->n, step), limit = MECH_ASSEMBLY_LONGEST_STEP * s->size;
	for (int i = 0; i < s->n && longest > limit; i++) {
		step[i] *= limit / longest;
	}
}

LA_FUNCTION void mech_assembly_copy(const struct mech_assembly_space *s, const double *from, double *to)
{
	memcpy(to, from, (size_t)s->model->n_q * sizeof *to);
}

LA_FUNCTION void mech_assembly_move(const struct mech_assembly_space *s, const double *q, double factor,
                                    const double *step, double *moved)
{
	for (int i = 0; i < s->n; i++) {
		s->increment[i] = factor * s->column[i] * step[i];
	}
	mech_move(s->model, q, s->increment, moved);
}

/* moves q along s->step, halved until the residuals fall; returns the new merit, or the old one if none was better */
static double mech_assembly_search(struct mech_assembly_space *s, struct mech_context *c, double *q, double merit)
{
	for (double factor = 1.0; factor > 1e-3; factor *= 0.5) {
		mech_assembly_move(s, q, factor, s->step, s->trial);
		c->q = s->trial;
		mech_assembly_residual(s, c, s->residual);
		const double lower = mech_assembly_merit(s, s->residual);
		if (lower < (1.0 - 1e-4 * factor) * merit) {
			mech_assembly_copy(s, s->trial, q);
			merit = lower;
			break;
		}
	}
	c->q = q;
	return merit;
}

LA_FUNCTION double mech_assembly_close(struct mech_assembly_space *s, struct mech_context *c, double *q)
{
	int slow = 0;
	c->q = q;
	for (int iteration = 0, limit = 100; iteration < limit; iteration++) {
		mech_assembly_residual(s, c, s->residual);
		mech_assembly_linearize(s, c, MECH_ASSEMBLY_POSITIONS);
		const double largest = mech_assembly_largest(s, s->residual);
		const double merit = mech_assembly_merit(s, s->residual);
		if (!isfinite(merit)) {
			return NAN;
		}
		if (iteration == 0) {
			/* a far target takes its number of longest steps */
			limit += (int)fmin(20.0 * largest / s->size, 1e4);
		}
		if (largest <= MECH_ASSEMBLY_CLOSED * s->size + 1e-14 * la_norm_max(s->model->n_q, q)) {
			break;
		}
		mech_assembly_decompose(s);
		mech_assembly_steps(s, s->residual);
		mech_assembly_shorten(s, s->step1);
		mech_assembly_shorten(s, s->step2);
		for (int i = 0; i < s->n; i++) {
			s->step[i] = s->step1[i] + s->step2[i];
		}
		const double lower = mech_assembly_search(s, c, q, merit);
		/* on a long way the longest steps are small shares of it */
		const int gains = merit - lower > 0.1 * MECH_ASSEMBLY_LONGEST_STEP * s->size;
		slow = lower > 0.98 * merit && !gains ? slow + 1 : 0;
		if (lower >= merit || slow > 20) {
			break;
		}
	}
	mech_assembly_residual(s, c, s->residual);
	return mech_assembly_largest(s, s->residual);
}

LA_FUNCTION int mech_assembly_good(const struct mech_assembly_space *s, double largest)
{
	return largest <= MECH_ASSEMBLY_ACCEPTED * s->size;
}

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

/* third wish: from a closed q along the free directions back towards the drawing, closing again after each step */
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
		dae_range_project(mech_assembly_range(s), s->step);
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

LA_FUNCTION void mech_assembly_disturb(const struct mech_assembly_space *s, double share, uint32_t seed, double *q)
{
	uint32_t state = seed;
	for (int i = 0; i < s->n; i++) {
		state = state * UINT32_C(1664525) + UINT32_C(1013904223);
		s->increment[i] = share * s->size * s->column[i] * ((double)(state >> 8) / 8388608.0 - 1.0);
	}
	mech_move(s->model, s->drawn, s->increment, q);
}

/* ---- the two problems ---- */

/* closes constraints and what must be met from the drawing; -1: impossible, q is the nearest that was found */
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

LA_FUNCTION int mech_assemble_position(const struct mech_context *c, double *q, struct mech_assembly *assembly,
                                       struct mech_message *message)
{
	struct mech_context at = *c;
	struct mech_assembly_space s;
	mech_assembly_space_open(c, assembly, &s);
	s.targets = mech_assembly_targets(&s, MECH_ASSEMBLY_POSITIONS);
	mech_assembly_copy(&s, q, s.drawn);
	if (mech_assembly_reach(&s, &at, q) != 0) {
		mech_assembly_blame(&s, &at, q, message);
		return -1;
	}
	mech_assembly_grant(&s, &at, q);
	mech_assembly_return(&s, &at, q);
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
	int row = s->rows;
	for (int i = 0; i < c->model->n_targets; i++) {
		if (mech_assembly_counts(s, i, MECH_ASSEMBLY_SPEEDS)) {
			residual[row++] = -c->parameters[c->model->targets[i].rate];
		}
	}
	for (int j = 0; j < s->n; j++) {
		s->step[j] = v[j] / s->column[j];
	}
	dae_range_multiply(s->all, s->step, s->product);
	for (int i = 0; i < s->rows; i++) {
		residual[i] += s->norm[i] * s->product[i];
	}
	for (int k = 0; k < s->targets; k++) {
		residual[s->rows + k] += s->norm[s->rows + k] * s->product[s->place[k]];
	}
}

/* Accelerations with G a + bias = 0 must exist. In a singular position they do not for speeds that belong to none of the
 * motions that meet there. */
static int mech_assembly_goes_on(struct mech_assembly_space *s, struct mech_context *c, const double *v,
                                 struct mech_message *message)
{
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
	dae_range_multiply(s->held, s->step1, s->product);
	for (int i = 0; i < s->rows; i++) {
		s->residual[i] += s->norm[i] * s->product[i];
	}
	if (!(mech_assembly_largest(s, s->residual) <= 1e-6 * wanted + rounding)) {
		mech_assembly_say_no_motion(s, c, message);
		return -1;
	}
	return 0;
}

/* v with the constraints and targets that count; s->residual is what is left. Returns the largest scaled residual of rest. */
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

/* wishes, one after the other: a speed is met or, where none of its motion is left free, without any effect */
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

LA_FUNCTION int mech_assemble_velocity(const struct mech_context *c, const double *q, double *v,
                                       struct mech_assembly *assembly, struct mech_message *message)
{
	struct mech_context at = *c;
	struct mech_assembly_space s;
	mech_assembly_space_open(c, assembly, &s);
	at.q = q;
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
	return la_norm_max(s.n - c->model->n_states, v) == 0.0 ? 0 : mech_assembly_goes_on(&s, &at, v, message);
}
