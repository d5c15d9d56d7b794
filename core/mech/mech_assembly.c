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
#include "mech_assembly_report.h"
#include "mech_assembly_space.h"
#include "mech_equations.h"
#include "mech_joint.h"

#define MECH_ASSEMBLY_CLOSED 1e-12  /* residual, relative to the size, that the iteration aims at */
#define MECH_ASSEMBLY_ACCEPTED 1e-9 /* residual that passes where rounding allows no better */
#define MECH_ASSEMBLY_LONGEST_STEP 0.25
#define MECH_ASSEMBLY_ATTEMPTS 4
#define MECH_ASSEMBLY_LEAST_CHANGE 20 /* most steps back towards the drawing */
#define MECH_ASSEMBLY_NEAREST 100     /* most steps towards a target out of reach */

static int mech_assembly_targets(const struct mech_model *model, enum mech_assembly_level level)
{
	int n = 0;
	for (int i = 0; i < model->n_targets; i++) {
		n += mech_assembly_wanted(&model->targets[i], level) >= 0;
	}
	return n;
}

static double mech_assembly_target_value(const struct mech_context *c, const struct mech_target *target)
{
	if (target->element >= 0) {
		return mech_joint_value(c, &c->model->elements[target->element], target->coordinate);
	}
	return c->q[c->model->bodies[target->body].q + target->coordinate];
}

/* row `i` of the target Jacobian Jt, which has `rows` rows */
static void mech_assembly_target_row(const struct mech_context *c, const struct mech_target *target, int i, int rows,
                                     double *Jt)
{
	for (int j = 0; j < c->model->n_v; j++) {
		Jt[i + j * rows] = 0.0;
	}
	if (target->element < 0) {
		Jt[i + (c->model->bodies[target->body].v + target->coordinate) * rows] = 1.0;
		return;
	}
	const struct mech_element *joint = &c->model->elements[target->element];
	double row[MECH_PAIR_V];
	mech_element_kind(joint)->coordinate_row(c, joint, target->coordinate, row);
	for (int k = 0; k < MECH_PAIR_V; k++) {
		const int body = joint->body[k / MECH_PLANAR_V];
		if (body != MECH_GROUND) {
			Jt[i + (c->model->bodies[body].v + k % MECH_PLANAR_V) * rows] += row[k];
		}
	}
}

/* residuals of constraints and targets, each in its own unit */
static void mech_assembly_residual(const struct mech_assembly_space *s, const struct mech_context *c, double *residual)
{
	mech_constraint(c, residual);
	for (int i = s->active; i < s->rows; i++) {
		residual[i] = 0.0;
	}
	double *target_residual = residual + s->rows;
	for (int i = 0; i < c->model->n_targets && s->targets > 0; i++) {
		const struct mech_target *target = &c->model->targets[i];
		if (target->value >= 0) {
			*target_residual++ = mech_assembly_target_value(c, target) - c->parameters[target->value];
		}
	}
}

/* Jacobians of constraints and targets, scaled; the norms of their rows stay in s->norm */
static void mech_assembly_linearize(struct mech_assembly_space *s, const struct mech_context *c,
                                    enum mech_assembly_level level)
{
	mech_jacobian_dense(c, s->J);
	for (int k = 0; k < s->rows * s->n; k++) {
		s->J[k] = k % s->rows < s->active ? s->J[k] : 0.0;
	}
	mech_assembly_scale(s, s->rows, s->J, s->norm);
	int row = 0;
	for (int i = 0; i < c->model->n_targets && s->targets > 0; i++) {
		if (mech_assembly_wanted(&c->model->targets[i], level) >= 0) {
			mech_assembly_target_row(c, &c->model->targets[i], row++, s->targets, s->Jt);
		}
	}
	mech_assembly_scale(s, s->targets, s->Jt, s->norm + s->rows);
}

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

/* step := its part that moves nothing farther than the longest step */
static void mech_assembly_shorten(const struct mech_assembly_space *s, double *step)
{
	const double longest = la_norm_max(s->n, step), limit = MECH_ASSEMBLY_LONGEST_STEP * s->size;
	for (int i = 0; i < s->n && longest > limit; i++) {
		step[i] *= limit / longest;
	}
}

/* moved = q + factor (scaled step) */
static void mech_assembly_move(const struct mech_assembly_space *s, const double *q, double factor, const double *step,
                               double *moved)
{
	for (int i = 0; i < s->n; i++) {
		moved[i] = q[i] + factor * s->column[i] * step[i];
	}
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
			memcpy(q, s->trial, (size_t)s->n * sizeof *q);
			merit = lower;
			break;
		}
	}
	c->q = q;
	return merit;
}

/* closes constraints and targets from q on. Returns the largest scaled residual reached (NAN: not finite); s->residual
 * and the decomposed Jacobians are those of the final q. */
static double mech_assembly_close(struct mech_assembly_space *s, struct mech_context *c, double *q)
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
		if (largest <= MECH_ASSEMBLY_CLOSED * s->size + 1e-14 * la_norm_max(s->n, q)) {
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
		slow = lower > 0.98 * merit ? slow + 1 : 0;
		if (lower >= merit || slow > 20) {
			break;
		}
	}
	mech_assembly_residual(s, c, s->residual);
	return mech_assembly_largest(s, s->residual);
}

static int mech_assembly_good(const struct mech_assembly_space *s, double largest)
{
	return largest <= MECH_ASSEMBLY_ACCEPTED * s->size;
}

/* scaled distance of q from the drawing */
static double mech_assembly_change(const struct mech_assembly_space *s, const double *q)
{
	double sum = 0.0;
	for (int i = 0; i < s->n; i++) {
		const double d = (q[i] - s->drawn[i]) / s->column[i];
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
		for (int i = 0; i < s->n; i++) {
			s->step1[i] = (s->drawn[i] - q[i]) / s->column[i];
		}
		mech_assembly_free_part(s, s->step1, s->step);
		mech_assembly_shorten(s, s->step);
		if (la_norm_max(s->n, s->step) <= 1e-8 * s->size) {
			break;
		}
		mech_assembly_move(s, q, factor, s->step, s->candidate);
		const double closed = mech_assembly_close(s, c, s->candidate);
		const double less = mech_assembly_change(s, s->candidate);
		if (mech_assembly_good(s, closed) && less < change) {
			memcpy(q, s->candidate, (size_t)s->n * sizeof *q);
			change = less;
		} else {
			factor *= 0.5;
		}
		c->q = q;
	}
}

/* scaled distance of the targets at q; s->residual and the Jacobians become those of q */
static double mech_assembly_missing(struct mech_assembly_space *s, struct mech_context *c, int targets, const double *q)
{
	c->q = q;
	s->targets = targets;
	mech_assembly_residual(s, c, s->residual);
	mech_assembly_linearize(s, c, MECH_ASSEMBLY_POSITIONS);
	double sum = 0.0;
	for (int i = s->rows; i < s->rows + targets; i++) {
		const double r = s->residual[i] / s->norm[i];
		sum += r * r;
	}
	return sqrt(sum);
}

/* from a closed q as near to targets out of reach as the constraints allow, closing these again after each step; at
 * the end s->residual says what is missing */
static void mech_assembly_approach(struct mech_assembly_space *s, struct mech_context *c, int targets, double *q)
{
	double missing = mech_assembly_missing(s, c, targets, q), factor = 1.0;
	for (int k = 0; k < MECH_ASSEMBLY_NEAREST && factor > 1e-6; k++) {
		mech_assembly_decompose(s);
		mech_assembly_steps(s, s->residual);
		mech_assembly_shorten(s, s->step2);
		mech_assembly_move(s, q, factor, s->step2, s->candidate);
		s->targets = 0;
		const double closed = mech_assembly_close(s, c, s->candidate);
		const double less = mech_assembly_missing(s, c, targets, s->candidate);
		if (mech_assembly_good(s, closed) && less < missing * (1.0 - 1e-6)) {
			memcpy(q, s->candidate, (size_t)s->n * sizeof *q);
			missing = less;
		} else {
			factor *= 0.5;
		}
		mech_assembly_missing(s, c, targets, q);
	}
}

/* the drawing, disturbed by a share of the size; numbers in [-1, 1) of a linear congruence */
static void mech_assembly_disturb(const struct mech_assembly_space *s, double share, double *q)
{
	uint32_t state = 1;
	for (int i = 0; i < s->n; i++) {
		state = state * UINT32_C(1664525) + UINT32_C(1013904223);
		q[i] = s->drawn[i] + share * s->size * s->column[i] * ((double)(state >> 8) / 8388608.0 - 1.0);
	}
}

/* ---- whom to blame ---- */

/* rows of the joints; those of the drivers stand behind them */
static int mech_assembly_joint_rows(const struct mech_model *model)
{
	int rows = 0;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_kind *kind = mech_element_kind(&model->elements[i]);
		rows += kind->section == MECH_JOINT ? kind->n_rows : 0;
	}
	return rows;
}

/* q failed: targets are to blame if everything else can be closed, drivers if the joints can, else the joints */
static void mech_assembly_blame(struct mech_assembly_space *s, struct mech_context *c, double *q,
                                struct mech_message *message)
{
	const int targets = s->targets, joint_rows = mech_assembly_joint_rows(c->model);
	s->targets = 0;
	if (mech_assembly_good(s, mech_assembly_close(s, c, q))) {
		mech_assembly_approach(s, c, targets, q);
		mech_assembly_say_unmet(s, c, MECH_ASSEMBLY_POSITIONS, message);
		return;
	}
	s->active = joint_rows;
	const int joints_close = joint_rows < s->rows && mech_assembly_good(s, mech_assembly_close(s, c, q));
	s->active = s->rows;
	mech_assembly_linearize(s, c, MECH_ASSEMBLY_POSITIONS);
	mech_assembly_residual(s, c, s->residual);
	mech_assembly_say_open(s, c, joints_close ? joint_rows : 0, message);
}

/* ---- the two problems ---- */

LA_FUNCTION int mech_assemble_position(struct mech_context *c, double *q, double *work, struct mech_message *message)
{
	static const double disturbances[MECH_ASSEMBLY_ATTEMPTS] = {0.0, 1e-3, 1e-2, 1e-1};
	struct mech_context at = *c;
	struct mech_assembly_space s;
	mech_assembly_space_open(c, mech_assembly_targets(c->model, MECH_ASSEMBLY_POSITIONS), work, &s);
	memcpy(s.drawn, q, (size_t)s.n * sizeof *q);
	double best = HUGE_VAL;
	for (int k = 0; k < MECH_ASSEMBLY_ATTEMPTS; k++) {
		mech_assembly_disturb(&s, disturbances[k], q);
		const double largest = mech_assembly_close(&s, &at, q);
		if (mech_assembly_good(&s, largest)) {
			mech_assembly_return(&s, &at, q);
			return 0;
		}
		/* a disturbed drawing speaks for the mechanism only where it comes markedly nearer */
		const double merit = mech_assembly_merit(&s, s.residual);
		if (k == 0 || merit < 0.9 * best) {
			best = merit;
			memcpy(s.best, q, (size_t)s.n * sizeof *q);
		}
	}
	memcpy(q, s.best, (size_t)s.n * sizeof *q);
	mech_assembly_blame(&s, &at, q, message);
	return -1;
}

/* G v + dg/dt and Jt v - wanted */
static void mech_assembly_velocity_residual(const struct mech_assembly_space *s, const struct mech_context *c,
                                            const double *v, double *residual)
{
	mech_constraint_rate(c, residual);
	int row = s->rows;
	for (int i = 0; i < c->model->n_targets; i++) {
		if (c->model->targets[i].rate >= 0) {
			residual[row++] = -c->parameters[c->model->targets[i].rate];
		}
	}
	for (int j = 0; j < s->n; j++) {
		const double y = v[j] / s->column[j];
		for (int i = 0; i < s->rows; i++) {
			residual[i] += s->norm[i] * s->J[i + j * s->rows] * y;
		}
		for (int i = 0; i < s->targets; i++) {
			residual[s->rows + i] += s->norm[s->rows + i] * s->Jt[i + j * s->targets] * y;
		}
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
	mech_assembly_decompose(s);
	mech_assembly_steps(s, s->residual);
	mech_assembly_linearize(s, c, MECH_ASSEMBLY_SPEEDS);
	for (int i = 0; i < s->rows; i++) {
		for (int j = 0; j < s->n; j++) {
			s->residual[i] += s->norm[i] * s->J[i + j * s->rows] * s->step1[j];
		}
	}
	if (!(mech_assembly_largest(s, s->residual) <= 1e-6 * wanted)) {
		mech_assembly_say_no_motion(s, c, message);
		return -1;
	}
	return 0;
}

LA_FUNCTION int mech_assemble_velocity(struct mech_context *c, const double *q, double *v, double *work,
                                       struct mech_message *message)
{
	struct mech_context at = *c;
	struct mech_assembly_space s;
	mech_assembly_space_open(c, mech_assembly_targets(c->model, MECH_ASSEMBLY_SPEEDS), work, &s);
	at.q = q;
	memset(v, 0, (size_t)s.n * sizeof *v);
	mech_assembly_linearize(&s, &at, MECH_ASSEMBLY_SPEEDS);
	mech_assembly_velocity_residual(&s, &at, v, s.residual);
	const double wanted = mech_assembly_largest(&s, s.residual);
	if (wanted == 0.0) {
		return 0;
	}
	mech_assembly_decompose(&s);
	mech_assembly_steps(&s, s.residual);
	for (int i = 0; i < s.n; i++) {
		v[i] = s.column[i] * (s.step1[i] + s.step2[i]);
	}

	/* the decomposition has overwritten the Jacobians */
	mech_assembly_linearize(&s, &at, MECH_ASSEMBLY_SPEEDS);
	mech_assembly_velocity_residual(&s, &at, v, s.residual);
	const double tolerance = 1e-7 * wanted;
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
	return mech_assembly_goes_on(&s, &at, v, message);
}
