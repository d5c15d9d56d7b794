#include "mech_assembly_nearest.h"

#include <math.h>

#include "la_dense.h"
#include "mech_equations.h"

#define MECH_NEAREST_STEPS 100   /* most steps towards a target out of reach */
#define MECH_NEAREST_BRANCHES 12 /* disturbed drawings tried for a branch nearer to the wishes */

/* which of the targets count: all taken, or only those held */
static void mech_nearest_count(struct mech_assembly_space *s, int only_held)
{
	s->only_held = only_held;
	s->targets = mech_assembly_targets(s, MECH_ASSEMBLY_POSITIONS);
}

/* scaled distance of the targets at q; s->residual and the Jacobians become those of q */
static double mech_nearest_missing(struct mech_assembly_space *s, struct mech_context *c, const double *q)
{
	c->q = q;
	mech_nearest_count(s, 0);
	mech_assembly_residual(s, c, s->residual);
	mech_assembly_linearize(s, c, MECH_ASSEMBLY_POSITIONS);
	double sum = 0.0;
	for (int i = s->rows; i < s->rows + s->targets; i++) {
		const double r = s->residual[i] / s->norm[i];
		sum += r * r;
	}
	return sqrt(sum);
}

/* from a closed q as near to targets out of reach (weight below 1) as constraints and targets held
 * allow, closing these again after each step; at the end s->residual says what is missing. Returns
 * the missing distance, weighted. */
static double mech_nearest_approach(struct mech_assembly_space *s, struct mech_context *c, double *q)
{
	double missing = mech_nearest_missing(s, c, q), factor = 1.0;
	for (int k = 0; k < MECH_NEAREST_STEPS && factor > 1e-6; k++) {
		mech_assembly_decompose(s);
		mech_assembly_steps(s, s->residual);
		mech_assembly_shorten(s, s->step2);
		mech_assembly_move(s, q, factor, s->step2, s->candidate);
		mech_nearest_count(s, 1);
		const double closed = mech_assembly_close(s, c, s->candidate);
		const double less = mech_nearest_missing(s, c, s->candidate);
		if (mech_assembly_good(s, closed) && less < missing * (1.0 - 1e-6)) {
			mech_assembly_copy(s, s->candidate, q);
			missing = less;
		} else {
			factor *= 0.5;
		}
		mech_nearest_missing(s, c, q);
	}
	return missing;
}

/* ---- wishes ---- */

LA_FUNCTION int mech_assembly_next_wish(const struct mech_model *model, enum mech_assembly_level level, int last)
{
	int next = -1;
	const int after = last < 0 ? 1 : model->targets[last].priority;
	for (int i = model->n_targets - 1; i >= 0; i--) {
		const int priority = model->targets[i].priority;
		const int comes = last < 0 ? priority > 1 : priority > after || (priority == after && i > last);
		if (comes && mech_assembly_wanted(&model->targets[i], level) >= 0 &&
		    (next < 0 || priority <= model->targets[next].priority)) {
			next = i;
		}
	}
	return next;
}

/* one wish: met, or as near as what is held allows, and held there. Returns the scaled distance
 * that is missing. */
static double mech_nearest_grant(struct mech_assembly_space *s, struct mech_context *c, int wish, double *q)
{
	s->target_role[wish] = MECH_ASSEMBLY_HELD;
	mech_nearest_count(s, 0);
	mech_assembly_copy(s, q, s->start);
	if (mech_assembly_good(s, mech_assembly_close(s, c, s->start))) {
		mech_assembly_copy(s, s->start, q);
		return 0.0;
	}
	s->target_role[wish] = MECH_ASSEMBLY_WANTED;
	const double missing = mech_nearest_approach(s, c, q) / MECH_ASSEMBLY_WISH;
	int row = s->rows;
	for (int i = 0; i < wish; i++) {
		row += mech_assembly_counts(s, i, MECH_ASSEMBLY_POSITIONS);
	}
	s->given[wish] += s->residual[row];
	s->target_role[wish] = MECH_ASSEMBLY_HELD;
	return missing;
}

static void mech_nearest_forget_wishes(struct mech_assembly_space *s)
{
	for (int i = mech_assembly_next_wish(s->model, MECH_ASSEMBLY_POSITIONS, -1); i >= 0;
	     i = mech_assembly_next_wish(s->model, MECH_ASSEMBLY_POSITIONS, i)) {
		s->target_role[i] = MECH_ASSEMBLY_IGNORED;
		s->given[i] = 0.0;
	}
}

/* all wishes from q on; returns what is missing of them */
static double mech_nearest_grant_all(struct mech_assembly_space *s, struct mech_context *c, double *q)
{
	double missing = 0.0;
	mech_nearest_forget_wishes(s);
	for (int i = mech_assembly_next_wish(s->model, MECH_ASSEMBLY_POSITIONS, -1); i >= 0;
	     i = mech_assembly_next_wish(s->model, MECH_ASSEMBLY_POSITIONS, i)) {
		missing += mech_nearest_grant(s, c, i, q);
	}
	return missing;
}

LA_FUNCTION void mech_assembly_grant(struct mech_assembly_space *s, struct mech_context *c, double *q)
{
	if (mech_assembly_next_wish(s->model, MECH_ASSEMBLY_POSITIONS, -1) < 0) {
		return;
	}
	double least = mech_nearest_grant_all(s, c, q);
	mech_assembly_copy(s, q, s->best);
	for (int k = 1; k <= MECH_NEAREST_BRANCHES && !mech_assembly_good(s, least); k++) {
		mech_nearest_forget_wishes(s);
		mech_nearest_count(s, 0);
		mech_assembly_disturb(s, 0.25 * k, (unsigned)k, q);
		if (!mech_assembly_good(s, mech_assembly_close(s, c, q))) {
			continue;
		}
		const double missing = mech_nearest_grant_all(s, c, q);
		if (missing < 0.9 * least) {
			least = missing;
			mech_assembly_copy(s, q, s->best);
		}
	}
	mech_assembly_copy(s, s->best, q);
	mech_nearest_grant_all(s, c, q);
	mech_nearest_count(s, 0);
}

/* ---- whom to blame ---- */

/* the rows of drivers get this role */
static void mech_nearest_drivers(struct mech_assembly_space *s, enum mech_assembly_role role)
{
	for (int i = 0; i < s->rows; i++) {
		const struct mech_element *e = &s->model->elements[mech_row_element(s->model, i)];
		if (mech_element_kind(e)->section == MECH_DRIVER) {
			s->row_role[i] = role;
		}
	}
}

/* rows of joints that are open in the drawing are wanted, the others held and closed from q on, or
 * else in the drawing */
static void mech_nearest_contradict(struct mech_assembly_space *s, struct mech_context *c, double *q)
{
	c->q = s->drawn;
	mech_assembly_residual(s, c, s->residual);
	mech_assembly_linearize(s, c, MECH_ASSEMBLY_POSITIONS);
	for (int i = 0; i < s->rows; i++) {
		if (!mech_assembly_good(s, fabs(s->residual[i] / s->norm[i]))) {
			s->row_role[i] = MECH_ASSEMBLY_WANTED;
		}
	}
	s->only_held = 1;
	if (!mech_assembly_good(s, mech_assembly_close(s, c, q))) {
		mech_assembly_copy(s, s->drawn, q);
	}
}

LA_FUNCTION void mech_assembly_blame(struct mech_assembly_space *s, struct mech_context *c, double *q,
                                     struct mech_message *message)
{
	s->targets = 0;
	if (mech_assembly_good(s, mech_assembly_close(s, c, q))) {
		for (int i = 0; i < s->model->n_targets; i++) {
			s->target_role[i] = fmin(s->target_role[i], MECH_ASSEMBLY_WANTED);
		}
		mech_nearest_approach(s, c, q);
		mech_assembly_say_unmet(s, c, MECH_ASSEMBLY_POSITIONS, message);
		return;
	}
	for (int i = 0; i < s->model->n_targets; i++) {
		s->target_role[i] = MECH_ASSEMBLY_IGNORED;
	}
	mech_nearest_drivers(s, MECH_ASSEMBLY_IGNORED);
	if (mech_assembly_good(s, mech_assembly_close(s, c, q))) {
		mech_nearest_drivers(s, MECH_ASSEMBLY_WANTED);
	} else {
		mech_nearest_contradict(s, c, q);
	}
	mech_nearest_approach(s, c, q);
	for (int i = 0; i < s->rows; i++) {
		s->row_role[i] = s->row_role[i] == MECH_ASSEMBLY_IGNORED ? MECH_ASSEMBLY_IGNORED : MECH_ASSEMBLY_HELD;
	}
	s->targets = 0;
	c->q = q;
	mech_assembly_residual(s, c, s->residual);
	mech_assembly_linearize(s, c, MECH_ASSEMBLY_POSITIONS);
	mech_assembly_say_open(s, c, message);
}
