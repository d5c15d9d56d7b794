#include "dae_rounding.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_kkt_parts.h"
#include "dae_singular.h"
#include "la_dense.h"

/* a row is a sum of products of some numbers, each rounded */
static const double DAE_ROUNDING_UNIT = 48 * DBL_EPSILON;

/* what the rounding of coordinates moves a mechanism at rest, in sizes */
static const double DAE_ROUNDING_REST = 16 * DBL_EPSILON;

/* a force: of lengths that are differences of coordinates */
static const double DAE_ROUNDING_FORCE = 2 * DBL_EPSILON;

/* roundings that a step may leave of positions, after its last correction; velocities are solved for last */
static const double DAE_ROUNDING_MET = 50;
static const double DAE_ROUNDING_MET_VELOCITY = 5;

/* Roundings of all terms at once hardly ever come together: what they explain of a sum, where an iteration leaves it, and of positions of a place that was moved
 * onto the constraints, whose terms are rounded once. With the first there, too, 4 of 24 runs of dop853 that come to rest are off; with
 * the second everywhere iterations run after rounding, and end beside a singular position. What the rows show is rounded itself: the tilt of a place is that of
 * the first, or 12 of 24 runs of dopri5 with ten four-bars that stop beside the position are turned by it. */
static const double DAE_ROUNDING_EXPLAINED = 0.05;
static const double DAE_ROUNDING_EXPLAINED_OF_PLACES = 0.01;

/* part of the rate lately below which a motion is slow: accelerations of a faster one may be left */
static const double DAE_ROUNDING_SLOW = 0.1;

/* times the square of its rate: acceleration across that a motion may have, on its curved way */
static const double DAE_ROUNDING_CURVED = 10;

/* parts of the tolerance that the error test does not notice: of velocities across the constraints, and of prescribed ones, which
 * change kinetic energy at once */
static const double DAE_ROUNDING_NOTICE = 0.01;
static const double DAE_ROUNDING_PRESCRIBED = 1e-4;

/* sizes of the coordinates that the velocities move */
static void dae_rounding_coordinates(const struct dae_system *system, const double *q, double *size)
{
	if (system->coordinate_sizes) {
		system->coordinate_sizes(system->context, q, size);
	}
	for (int i = 0; i < system->n_v; i++) {
		const double own = system->coordinate_sizes ? size[i] : system->n_q == system->n_v ? fabs(q[i]) : 0;
		size[i] = fmax(own, system->motion_size[i]);
	}
}

LA_FUNCTION void dae_rounding_set(struct dae_kkt *kkt, const struct dae_point *p)
{
	const struct dae_system *system = kkt->system;
	const double *value = kkt->jacobian;
	dae_rounding_coordinates(system, p->q, kkt->coordinate);
	memset(kkt->rounding, 0, (size_t)system->n_g * sizeof *kkt->rounding);
	for (int i = 0; i < system->n_jacobian_blocks; i++) {
		const struct la_block *b = &system->jacobian_blocks[i];
		for (int r = 0; r < b->rows; r++, value += b->cols) {
			double sum = kkt->rounding[b->row + r];
			for (int c = 0; c < b->cols; c++) {
				sum += DAE_ROUNDING_UNIT * fabs(value[c]) * kkt->coordinate[b->col + c];
			}
			kkt->rounding[b->row + r] = sum;
		}
	}
	for (int i = 0; system->term_size && i < system->n_g; i++) {
		kkt->rounding[i] = fmax(kkt->rounding[i], DAE_ROUNDING_UNIT * system->term_size[i]);
	}
}

/* The largest |K_ij| Q_i Q_j of a block stands for all of it, Q_i for the size of a motion and Q_j for that of a coordinate: it is
 * the same whatever the direction of a spring. */
static double dae_rounding_of_block(const struct dae_kkt *kkt, const struct la_block *b, const double *value)
{
	double largest = 0;
	for (int k = 0; k < b->rows * b->cols; k++) {
		const double size = kkt->system->motion_size[b->row + k / b->cols];
		largest = fmax(largest, fabs(value[k]) * size * kkt->coordinate[b->col + k % b->cols]);
	}
	return DAE_ROUNDING_FORCE * largest;
}

LA_FUNCTION void dae_rounding_of_accelerations(struct dae_kkt *kkt, const struct dae_point *p, double *out)
{
	const struct dae_system *system = kkt->system;
	const double *value = kkt->tangent;
	double *mass = kkt->right;
	memset(out, 0, (size_t)system->n_v * sizeof *out);
	if (system->n_tangent_blocks == 0 || system->mass(system->context, p->q, kkt->mass) ||
	    system->tangent(system->context, p, 1, 0, kkt->tangent)) {
		return;
	}
	dae_rounding_coordinates(system, p->q, kkt->coordinate);
	for (int i = 0; i < system->n_tangent_blocks; i++) {
		const struct la_block *b = &system->tangent_blocks[i];
		const double rounding = dae_rounding_of_block(kkt, b, value);
		for (int k = b->row; k < b->row + b->rows; k++) {
			out[k] += rounding / system->motion_size[k];
		}
		value += b->rows * b->cols;
	}
	const int unknown = system->force(system->context, p, kkt->residual);
	for (int i = 0; !unknown && i < system->n_v; i++) {
		out[i] += DAE_ROUNDING_FORCE * fabs(kkt->residual[i]);
	}
	la_block_diagonal(system->n_mass_blocks, system->mass_blocks, kkt->mass, system->n_v, mass);
	for (int i = 0; i < system->n_v; i++) {
		out[i] = mass[i] > 0 ? out[i] / mass[i] : 0;
	}
}

LA_FUNCTION double dae_bound_of(const struct dae_kkt *kkt, struct dae_bound bound, int row)
{
	return bound.roundings * kkt->rounding[row] + bound.sizes * kkt->system->constraint_size[row];
}

LA_FUNCTION double dae_step_rate(const struct dae_step *s)
{
	double rate = 0;
	const int moving = dae_system_moving(s->system);
	for (int i = 0; i < moving; i++) {
		rate = fmax(rate, s->velocity_scale[i] / s->system->motion_size[i]);
	}
	return rate;
}

LA_FUNCTION double dae_step_rest(const struct dae_step *s)
{
	const double speed = DAE_ROUNDING_REST / s->asked;
	return dae_step_rate(s) <= speed ? speed : 0;
}

LA_FUNCTION double dae_step_present_rate(const struct dae_step *s)
{
	double rate = 0;
	const int moving = dae_system_moving(s->system);
	for (int i = 0; i < moving; i++) {
		rate = fmax(rate, (fabs(s->v[i]) + s->h * fabs(s->a[i])) / s->system->motion_size[i]);
	}
	return rate;
}

LA_FUNCTION struct dae_rates dae_rates_of_step(const struct dae_step *s)
{
	return (struct dae_rates){0, 0, DAE_ROUNDING_EXPLAINED, s};
}

LA_FUNCTION struct dae_rates dae_rates_of_place(const struct dae_step *s)
{
	return (struct dae_rates){0, 0, DAE_ROUNDING_EXPLAINED_OF_PLACES, s};
}

/* rates of what direction k holds together; *lately: that of its velocities beside which it may have become slow */
static struct dae_rates dae_rates_along(struct dae_rates rates, const struct dae_kkt *kkt, int k, double *lately)
{
	const struct dae_step *s = rates.step;
	const unsigned char *holds = dae_singular_holds(kkt, k);
	const int moving = dae_system_moving(kkt->system);
	for (int i = 0; s && i < moving; i++) {
		const double size = s->system->motion_size[i];
		const double forces = s->acceleration_rounding[i] / DAE_ROUNDING_FORCE;
		if (holds[i]) {
			rates.velocity = fmax(rates.velocity, (fabs(s->v[i]) + s->h * fabs(s->a[i])) / size);
			rates.acceleration = fmax(rates.acceleration, fmax(fabs(s->a[i]), forces) / size);
			*lately = fmax(*lately, s->velocity_scale[i] / size);
		}
	}
	return rates;
}

LA_FUNCTION int dae_step_is_slow(const struct dae_step *s)
{
	return dae_step_present_rate(s) < DAE_ROUNDING_SLOW * dae_step_rate(s);
}

LA_FUNCTION int dae_step_stays(const struct dae_step *s)
{
	return dae_kkt_is_lost(s->counters->distance);
}

LA_FUNCTION double dae_sharpness(const struct dae_kkt *kkt)
{
	const struct dae_kkt_rank rank = dae_kkt_rank(kkt);
	return rank.sensitive > 0 ? fmax(rank.distance, sqrt(DBL_EPSILON)) : 1;
}

static struct dae_bound dae_bound_explained(enum dae_level level, struct dae_rates rates, double e)
{
	const double sigma = sqrt(fmax(e, DBL_EPSILON));
	const double tilt = rates.velocity / sigma;
	const double explained[] = {[DAE_POSITIONS] = rates.explained,
	                            [DAE_VELOCITIES] = DAE_ROUNDING_EXPLAINED * tilt,
	                            [DAE_ACCELERATIONS] =
	                                DAE_ROUNDING_EXPLAINED * (tilt * tilt + rates.acceleration / sigma)};
	return (struct dae_bound){explained[level], 0};
}

LA_FUNCTION struct dae_bound dae_bound_met_position(void)
{
	return (struct dae_bound){DAE_ROUNDING_MET, 0};
}

LA_FUNCTION struct dae_bound dae_bound_met_velocity(const struct dae_step *s, const struct dae_kkt *kkt)
{
	const double rate = dae_step_rate(s);
	const double notice = s->system->is_driven ? DAE_ROUNDING_PRESCRIBED : DAE_ROUNDING_NOTICE;
	return (struct dae_bound){rate * (DAE_ROUNDING_MET_VELOCITY + 1 / sqrt(fmax(kkt->next_eigenvalue, DBL_EPSILON))),
	                          notice * s->options->tolerance * rate + s->rest};
}

/* the component along near-singular direction k, where it is within the bound; returns it as a part of that where it is not, else 0 */
static double dae_rounding_leave_out_one(const struct dae_kkt *kkt, int k, struct dae_bound bound, double *c)
{
	const struct dae_system *system = kkt->system;
	const double *direction = dae_singular_column(kkt, k) + system->n_v;
	double along = 0;
	double most = 0;
	for (int i = 0; i < system->n_g; i++) {
		along += direction[i] * c[i] / system->constraint_size[i];
		most += fabs(direction[i]) * dae_bound_of(kkt, bound, i) / system->constraint_size[i];
	}
	for (int i = 0; fabs(along) <= most && i < system->n_g; i++) {
		c[i] -= along * direction[i] * system->constraint_size[i];
	}
	return fabs(along) <= most ? 0 : fabs(along) / most;
}

LA_FUNCTION double dae_deflate(const struct dae_kkt *kkt, enum dae_level level, struct dae_rates rates, double divisor,
                               double *c)
{
	double left = 0;
	for (int k = 0; k < kkt->n_singular; k++) {
		double lately = 0;
		const struct dae_rates own = dae_rates_along(rates, kkt, k, &lately);
		struct dae_bound bound = dae_bound_explained(level, own, kkt->eigenvalue[k]);
		bound.roundings /= divisor;
		left = fmax(left, dae_rounding_leave_out_one(kkt, k, bound, c));
	}
	return left;
}

LA_FUNCTION void dae_rounding_calm(const struct dae_step *s, const struct dae_kkt *kkt, double *a)
{
	const struct dae_system *system = kkt->system;
	if (kkt->rank.redundant < kkt->n_singular) {
		dae_singular_rows(kkt, a);
	}
	for (int k = kkt->rank.redundant; k < kkt->n_singular; k++) {
		double lately = 0;
		const struct dae_rates own = dae_rates_along(dae_rates_of_step(s), kkt, k, &lately);
		const int is_slow = own.velocity < DAE_ROUNDING_SLOW * lately;
		const double speed = dae_step_stays(s) ? 0 : own.velocity;
		const double *motion = dae_singular_column(kkt, k);
		const double e = fmax(kkt->eigenvalue[k], DBL_EPSILON);
		const double along = la_dot(system->n_g, motion + system->n_v, kkt->beside);
		const double most = DAE_ROUNDING_CURVED * speed * speed * sqrt(e);
		for (int i = 0; is_slow && fabs(along) > most && i < system->n_v; i++) {
			a[i] -= (along - copysign(most, along)) / e * motion[i];
		}
	}
}
