/* Scaling, decompositions and prioritized steps of the assembly; the equations stand in
 * mech_assembly_space.h. */
#include "mech_assembly_space.h"

#include <math.h>
#include <string.h>

#include "la_dense.h"
#include "mech_assembly_shape.h"
#include "mech_body.h"
#include "mech_equations.h"
#include "mech_joint_speeds.h"
#include "mech_size.h"

#define MECH_ASSEMBLY_SLOW 1e-14 /* share of the gradient of joint speeds that is left */

/* ---- layout ---- */

LA_FUNCTION size_t mech_assembly_space_lay(const struct mech_model *model, const struct mech_assembly *assembly,
                                           struct mech_assembly_space *s)
{
	const size_t n = (size_t)model->n_v, n_q = (size_t)model->n_q;
	const size_t rows = (size_t)(model->n_rows + mech_assembly_shape_rows(model));
	const size_t targets = (size_t)model->n_targets, speeds = (size_t)mech_joint_speed_count(model);
	const size_t wide = rows + targets, both = rows + wide;
	const struct {
		double **array;
		size_t count;
	} parts[] = {
		{&s->column, n},         {&s->row_role, rows},   {&s->target_role, targets},
		{&s->given, targets},    {&s->norm, both},       {&s->residual, both},
		{&s->right, both},       {&s->wide, wide},       {&s->product, wide},
		{&s->held_factor, wide}, {&s->all_factor, wide}, {&s->W, speeds * 2 * (size_t)model->body_v},
		{&s->speed, speeds},     {&s->speed2, speeds},   {&s->step, n},
		{&s->step1, n},          {&s->step2, n},         {&s->step3, n},
		{&s->direction, n},      {&s->increment, n},     {&s->drawn, n_q},
		{&s->trial, n_q},        {&s->candidate, n_q},   {&s->best, n_q},
		{&s->start, n_q},
	};
	size_t used = 0;
	memset(s, 0, sizeof *s);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; used += parts[i++].count) {
		*parts[i].array = assembly ? assembly->numbers + used : NULL;
	}
	s->model = model;
	s->n = model->n_v;
	s->speeds = (int)speeds;
	if (assembly) {
		s->place = assembly->place;
		s->marked = assembly->marked;
	}
	return used;
}

static void mech_assembly_space_begin(const struct mech_context *c, const struct mech_assembly *assembly,
                                      const struct mech_assembly_ranges *ranges, struct mech_assembly_space *s)
{
	mech_assembly_space_lay(c->model, assembly, s);
	s->rows = ranges->rows;
	s->held = ranges->held;
	s->all = ranges->all;
	s->target_value = ranges->target_value;
	s->size = mech_size(c);
	for (int i = 0; i < s->rows; i++) {
		s->row_role[i] = MECH_ASSEMBLY_HELD;
	}
	for (int i = 0; i < c->model->n_targets; i++) {
		s->target_role[i] = c->model->targets[i].priority <= 1 ? MECH_ASSEMBLY_HELD : MECH_ASSEMBLY_IGNORED;
		s->given[i] = 0.0;
	}
	/* an angle that makes an arc of length 1 at the mechanism's size */
	for (int i = 0; i < s->n; i++) {
		s->column[i] =
			i >= c->model->n_bodies * c->model->body_v || i % c->model->body_v < mech_model_rules(c->model)->dimension
				? 1.0
				: 1.0 / s->size;
	}
}

LA_FUNCTION void mech_assembly_space_open(const struct mech_context *c, const struct mech_assembly *assembly,
                                          struct mech_assembly_space *s)
{
	mech_assembly_space_begin(c, assembly, &assembly->bending, s);
}

LA_FUNCTION int mech_assembly_space_open_rigid(const struct mech_context *c, const struct mech_assembly *assembly,
                                               struct mech_assembly_space *s)
{
	if (assembly->rigid.rows == 0) {
		return 0;
	}
	mech_assembly_space_begin(c, assembly, &assembly->rigid, s);
	return 1;
}

/* ---- Jacobians ---- */

LA_FUNCTION int mech_assembly_block(const struct mech_model *model, const struct mech_element *e, int slot)
{
	if (e->body[slot] == MECH_GROUND) {
		return -1;
	}
	for (int k = 0; k < slot; k++) {
		if (e->body[k] == e->body[slot]) {
			return -1;
		}
	}
	return model->bodies[e->body[slot]].v;
}

/* local rows over `slots` bodies of an element, row-major, into the values of its blocks; returns
 * where the next ones begin */
static double *mech_assembly_space_put(const struct mech_model *model, const struct mech_element *e, int slots,
                                       int rows, const double *local, double *values)
{
	const int n = model->body_v;
	for (int k = 0; k < slots; k++) {
		if (mech_assembly_block(model, e, k) < 0) {
			continue;
		}
		for (int i = 0; i < rows * n; i++) {
			values[i] = 0.0;
			for (int l = k; l < slots; l++) {
				values[i] += e->body[l] == e->body[k] ? local[i / n * slots * n + l * n + i % n] : 0.0;
			}
		}
		values += rows * n;
	}
	return values;
}

LA_FUNCTION void mech_assembly_space_constraints(const struct mech_assembly_space *s, const struct mech_context *c,
                                                 int velocity_rows)
{
	double *values = s->all->values;
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		const int columns = c->model->body_v * e->n_bodies;
		double local[MECH_MOST_ROWS * MECH_MOST_LOCAL];
		const int rows = mech_element_jacobian(c, e, local);
		for (int k = (rows - kind->row.velocity_count) * columns; !velocity_rows && k < rows * columns; k++) {
			local[k] = 0.0;
		}
		values = mech_assembly_space_put(c->model, e, e->n_bodies, rows, local, values);
	}
	struct mech_shape_pair pair = {.element = -1};
	while (s->rows > c->model->n_rows && mech_assembly_next_pair(c->model, &pair)) {
		double local[MECH_MOST_BODY_V * MECH_MOST_PAIR_V];
		mech_assembly_shape_jacobian(c, &pair, local);
		values = mech_assembly_space_put(c->model, &pair.bodies, 2, c->model->body_v, local, values);
	}
}

LA_FUNCTION void mech_assembly_space_clear_targets(const struct mech_assembly_space *s)
{
	for (int k = s->target_value[0]; k < s->target_value[s->model->n_targets]; k++) {
		s->all->values[k] = 0.0;
	}
}

LA_FUNCTION void mech_assembly_space_target(const struct mech_assembly_space *s, const struct mech_context *c, int i)
{
	const struct mech_target *target = &c->model->targets[i];
	double row[MECH_MOST_PAIR_V], *values = s->all->values + s->target_value[i];
	if (target->element < 0) {
		mech_model_rules(c->model)->target_row(c, target->body, target->coordinate, row);
		memcpy(values, row, (size_t)c->model->body_v * sizeof *row);
		return;
	}
	const struct mech_element *joint = &c->model->elements[target->element];
	mech_element_kind(joint)->coordinate.row(c, joint, target->coordinate, row);
	mech_assembly_space_put(c->model, joint, 2, 1, row, values);
}

LA_FUNCTION void mech_assembly_space_scale(const struct mech_assembly_space *s)
{
	const struct la_range *r = s->all;
	double *value = r->values;
	memset(s->wide, 0, (size_t)r->rows * sizeof *s->wide);
	for (int i = 0; i < r->n_blocks; i++) {
		const struct la_block *b = &r->blocks[i];
		for (int k = 0; k < b->rows * b->cols; k++, value++) {
			*value *= s->column[b->col + k % b->cols];
			s->wide[b->row + k / b->cols] += *value * *value;
		}
	}
	for (int i = 0; i < r->rows; i++) {
		s->wide[i] = s->wide[i] > 0.0 ? sqrt(s->wide[i]) : 1.0;
	}
	value = r->values;
	for (int i = 0; i < r->n_blocks; i++) {
		const struct la_block *b = &r->blocks[i];
		for (int k = 0; k < b->rows * b->cols; k++) {
			*value++ /= s->wide[b->row + k / b->cols];
		}
	}
}

LA_FUNCTION void mech_assembly_space_weigh(const struct mech_assembly_space *s)
{
	const struct la_range *r = s->all;
	double *value = r->values, *held = s->held->values;
	for (int i = 0; i < r->n_blocks; i++) {
		const struct la_block *b = &r->blocks[i];
		for (int k = 0; k < b->rows * b->cols; k++, value++) {
			if (b->row < s->rows) {
				*held++ = s->held_factor[b->row + k / b->cols] * *value;
			}
			*value *= s->all_factor[b->row + k / b->cols];
		}
	}
}

/* ---- steps ---- */

LA_FUNCTION void mech_assembly_decompose(struct mech_assembly_space *s)
{
	la_range_factor(s->held);
	if (s->targets > 0) {
		la_range_factor(s->all);
	}
}

LA_FUNCTION struct la_range *mech_assembly_range(const struct mech_assembly_space *s)
{
	return s->targets > 0 ? s->all : s->held;
}

LA_FUNCTION void mech_assembly_steps(struct mech_assembly_space *s, const double *residual)
{
	for (int i = 0; i < s->rows; i++) {
		s->right[i] = -residual[i] / s->norm[i];
	}
	la_range_solve(s->held, s->right, s->step1);
	memset(s->step2, 0, (size_t)s->n * sizeof *s->step2);
	if (s->targets == 0) {
		return;
	}
	la_range_multiply(s->all, s->step1, s->product);
	memset(s->wide, 0, (size_t)s->all->rows * sizeof *s->wide);
	for (int k = 0; k < s->targets; k++) {
		const int row = s->place[k];
		s->wide[row] = -residual[s->rows + k] / s->norm[s->rows + k] - s->product[row];
	}
	la_range_fit(s->all, s->marked, s->wide);
	la_range_solve(s->all, s->wide, s->step2);
}

/* gradient[n]: that of joint speeds, W^T speeds within the null space; returns its length before it
 * was projected there */
static double mech_assembly_space_gradient(const struct mech_assembly_space *s, const double *speeds, double *gradient)
{
	mech_joint_speeds_back(s->model, s->W, speeds, gradient);
	const double length = sqrt(la_dot(s->n, gradient, gradient));
	la_range_project(mech_assembly_range(s), gradient);
	return length;
}

/* conjugate gradients: step3 until the gradient has fallen to a share of `first` (0: of its length
 * before the projection, which leaves rounding of that where the null space has no joint speeds) */
static double mech_assembly_space_descend(struct mech_assembly_space *s, double first)
{
	double *const gradient = s->increment, *const direction = s->direction;
	for (int j = 0; j < s->n; j++) {
		s->step[j] = s->step1[j] + s->step2[j] + s->step3[j];
	}
	mech_joint_speeds_of(s->model, s->W, s->step, s->speed);
	const double length = mech_assembly_space_gradient(s, s->speed, gradient);
	memcpy(direction, gradient, (size_t)s->n * sizeof *direction);
	double square = la_dot(s->n, gradient, gradient);
	first = first > 0.0 ? first : length;
	const int most = s->n - mech_assembly_range(s)->rank + 10;
	for (int k = 0; k < most && sqrt(square) > MECH_ASSEMBLY_SLOW * first; k++) {
		mech_joint_speeds_of(s->model, s->W, direction, s->speed2);
		const double curvature = la_dot(s->speeds, s->speed2, s->speed2);
		if (!(curvature > LA_RANGE_NULL * LA_RANGE_NULL * la_dot(s->n, direction, direction))) {
			break;
		}
		const double way = square / curvature;
		for (int j = 0; j < s->n; j++) {
			s->step3[j] -= way * direction[j];
		}
		for (int i = 0; i < s->speeds; i++) {
			s->speed[i] -= way * s->speed2[i];
		}
		(void)mech_assembly_space_gradient(s, s->speed, gradient);
		const double before = square;
		square = la_dot(s->n, gradient, gradient);
		for (int j = 0; j < s->n; j++) {
			direction[j] = gradient[j] + square / before * direction[j];
		}
	}
	return first;
}

LA_FUNCTION void mech_assembly_slow_joints(struct mech_assembly_space *s, const struct mech_context *c)
{
	const int n = c->model->body_v;
	double *row = s->W;
	mech_joint_speed_rows(c, s->size, s->W);
	/* the columns of all bodies are scaled alike */
	for (int i = 0; i < s->speeds; i++, row += 2 * n) {
		for (int j = 0; j < 2 * n; j++) {
			row[j] *= s->column[j % n];
		}
	}
	memset(s->step3, 0, (size_t)s->n * sizeof *s->step3);
	/* once more from the speeds reached: rounding of the first descent goes */
	const double first = mech_assembly_space_descend(s, 0.0);
	mech_assembly_space_descend(s, first);
}
