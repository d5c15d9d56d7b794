/* Closing a mechanism: Gauss-Newton steps with priorities, from any configuration to the nearest
 * one in which constraints and targets hold. The equations stand in mech_assembly.h.
 *
 *     mech_assembly_close     until the residual is that of rounding, or no step reduces it
 *     mech_assembly_good      whether the residual reached counts as closed
 *
 * The other functions are the parts of a step. The assembly, the search for the nearest approach,
 * the static equilibrium and the diagnosis use them, too.
 *
 * Scaling. Velocities are measured in lengths. An angle counts as the arc it makes at the
 * mechanism's size. Every row of constraints and targets is divided by the norm of its gradient. A
 * residual is then the distance in configuration space, in metres, that closes the row alone,
 * whatever its own unit.
 *
 * Damping. A step moves no body farther than a quarter of the size and turns none by more than a
 * quarter radian. A target far away is therefore approached along a path that stays on the branch
 * of the drawing. A step is halved until the sum of the residuals falls.
 *
 * Singular positions. There residuals are squares of the distance: each step halves the distance,
 * and the position would be found to the root of rounding alone. Twice the step finds it as if it
 * were a simple root (Reddien, "On Newton's method for singular problems", SIAM J. Numer. Anal. 15,
 * 1978).
 */
#include "mech_assembly_close.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "la_dense.h"
#include "mech_assembly_shape.h"
#include "mech_equations.h"
#include "mech_joint.h"

#define MECH_ASSEMBLY_ACCEPTED 1e-9 /* residual that passes where rounding allows no better */
#define MECH_ASSEMBLY_ROUNDING 4    /* roundings of the size that count as no residual */
#define MECH_ASSEMBLY_LONGEST_STEP 0.25
#define MECH_ASSEMBLY_LEAST_GAIN 0.1    /* part of a residual of rounding size that one more step must take away */
#define MECH_ASSEMBLY_QUARTERED 0.05    /* how far the gain of a step may be from that at a double root, 1/4 */
#define MECH_ASSEMBLY_DOUBLE_LEAVES 0.1 /* most that a doubled step may leave of the residual */

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
	struct mech_shape_pair pair = {.element = -1};
	mech_constraint(c, residual);
	for (int row = s->model->n_rows; row < s->rows && mech_assembly_next_pair(s->model, &pair);
	     row += s->model->body_v) {
		mech_assembly_shape_residual(c, &pair, residual + row);
	}
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

/* Targets that count come first, then constraints that are wanted. Targets that are wanted weigh
 * little compared with those that are held. */
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

LA_FUNCTION double mech_assembly_merit(const struct mech_assembly_space *s, const double *residual)
{
	double constraints = 0.0, targets = 0.0;
	for (int i = 0; i < s->rows + s->targets; i++) {
		const double r = residual[i] / s->norm[i];
		*(i < s->rows ? &constraints : &targets) += r * r;
	}
	return sqrt(constraints) + sqrt(targets);
}

LA_FUNCTION double mech_assembly_largest(const struct mech_assembly_space *s, const double *residual)
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

/* Moves q along s->step, halved until the residuals fall. Returns the new merit, or the old one
 * if none was better. In a singular position twice the step is tried first. */
static double mech_assembly_search(struct mech_assembly_space *s, struct mech_context *c, int is_singular, double *q,
                                   double merit)
{
	for (double factor = is_singular ? 2.0 : 1.0; factor > 1e-3; factor *= 0.5) {
		mech_assembly_move(s, q, factor, s->step, s->trial);
		c->q = s->trial;
		mech_assembly_residual(s, c, s->residual);
		const double lower = mech_assembly_merit(s, s->residual);
		if (lower < (factor > 1.0 ? MECH_ASSEMBLY_DOUBLE_LEAVES : 1.0 - 1e-4 * factor) * merit) {
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
	int slow = 0, quartered = 0;
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
		if (largest <= MECH_ASSEMBLY_ROUNDING * DBL_EPSILON * s->size) {
			break;
		}
		mech_assembly_decompose(s);
		mech_assembly_steps(s, s->residual);
		mech_assembly_shorten(s, s->step1);
		mech_assembly_shorten(s, s->step2);
		for (int i = 0; i < s->n; i++) {
			s->step[i] = s->step1[i] + s->step2[i];
		}
		const double lower = mech_assembly_search(s, c, quartered > 1, q, merit);
		quartered = fabs(lower / merit - 0.25) < MECH_ASSEMBLY_QUARTERED ? quartered + 1 : 0;
		/* on a long way the longest steps are small shares of it */
		const int gains = merit - lower > 0.1 * MECH_ASSEMBLY_LONGEST_STEP * s->size;
		slow = lower > 0.98 * merit && !gains ? slow + 1 : 0;
		const int done = largest <= MECH_ASSEMBLY_CLOSED * s->size && lower > (1.0 - MECH_ASSEMBLY_LEAST_GAIN) * merit;
		if (lower >= merit || slow > 20 || done) {
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

LA_FUNCTION void mech_assembly_disturb(const struct mech_assembly_space *s, double share, uint32_t seed, double *q)
{
	uint32_t state = seed;
	for (int i = 0; i < s->n; i++) {
		state = state * UINT32_C(1664525) + UINT32_C(1013904223);
		s->increment[i] = share * s->size * s->column[i] * ((double)(state >> 8) / 8388608.0 - 1.0);
	}
	mech_move(s->model, s->drawn, s->increment, q);
}
