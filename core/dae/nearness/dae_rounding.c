#include "dae_rounding.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_kkt_struct.h"
#include "dae_nearness.h"

/* a row is a sum of products of some numbers, each rounded */
static const double DAE_ROUNDING_UNIT = 48 * DBL_EPSILON;

/* roundings that a step may leave of positions, after its last correction; velocities are solved
 * for last */
static const double DAE_ROUNDING_MET = 50;
static const double DAE_ROUNDING_MET_VELOCITY = 5;

/* parts of the tolerance that the error test does not notice: of velocities across the constraints,
 * and of prescribed ones, which change kinetic energy at once */
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

/* The largest |K_ij| Q_i Q_j of a block stands for all of it, Q_i for the size of a motion and Q_j
 * for that of a coordinate: it is the same whatever the direction of a spring. */
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

LA_FUNCTION double dae_rounding_bound(const struct dae_kkt *kkt, struct dae_bound bound, int row)
{
	return bound.roundings * kkt->rounding[row] + bound.sizes * kkt->system->constraint_size[row];
}

LA_FUNCTION struct dae_bound dae_rounding_met_position(void)
{
	return (struct dae_bound){DAE_ROUNDING_MET, 0};
}

LA_FUNCTION struct dae_bound dae_rounding_met_velocity(const struct dae_step *s, const struct dae_kkt *kkt)
{
	const double rate = s->nearness->rate;
	const double notice = s->system->is_driven ? DAE_ROUNDING_PRESCRIBED : DAE_ROUNDING_NOTICE;
	return (struct dae_bound){rate * (DAE_ROUNDING_MET_VELOCITY + 1 / sqrt(fmax(kkt->next_eigenvalue, DBL_EPSILON))),
	                          notice * s->options->tolerance * rate + s->nearness->rest_speed};
}
