#include "mech_assembly_shape.h"

#include <string.h>

#include "mech_joint_speeds.h"
#include "mech_pose.h"

LA_FUNCTION int mech_assembly_next_pair(const struct mech_model *model, struct mech_shape_pair *last)
{
	last->slot++;
	while (last->element < 0 || last->slot >= model->elements[last->element].n_bodies ||
	       !mech_element_kind(&model->elements[last->element])->force.keeps_shape) {
		if (++last->element >= model->n_elements) {
			return 0;
		}
		last->slot = 1;
	}
	const struct mech_element *e = &model->elements[last->element];
	last->bodies = (struct mech_element){.n_bodies = 2, .body = {e->body[0], e->body[last->slot]}};
	return 1;
}

LA_FUNCTION int mech_assembly_shape_rows(const struct mech_model *model)
{
	struct mech_shape_pair pair = {.element = -1};
	int rows = 0;
	while (mech_assembly_next_pair(model, &pair)) {
		rows += model->body_v;
	}
	return rows;
}

/* the drawn centre of the second body, or of the first where that is the ground, as a part of body
 * `side` of the pair */
static void mech_assembly_shape_point(const struct mech_context *c, const struct mech_shape_pair *pair, int side,
                                      double *p)
{
	const int *bodies = pair->bodies.body, other = bodies[bodies[1] == MECH_GROUND ? 0 : 1];
	double drawn[MECH_MOST_DIMENSION] = {0.0}, local[MECH_MOST_DIMENSION];
	if (other != MECH_GROUND) {
		memcpy(drawn, mech_body_center(c, other), (size_t)mech_dimension(c) * sizeof *drawn);
	}
	mech_local_point(c, bodies[side], drawn, local);
	mech_point(c, bodies[side], local, p);
}

/* in space: the axis of the rotation from the first to the second, times its sine */
static void mech_assembly_shape_turn(const struct mech_pose *first, const struct mech_pose *second, double *out)
{
	double turn[3][3] = {{0.0}};
	for (int i = 0; i < 9; i++) {
		for (int k = 0; k < 3; k++) {
			turn[i / 3][i % 3] += second->R[3 * (i / 3) + k] * first->R[3 * (i % 3) + k];
		}
	}
	for (int i = 0; i < 3; i++) {
		const int j = (i + 1) % 3, k = (i + 2) % 3;
		out[i] = (turn[k][j] - turn[j][k]) / 2.0;
	}
}

LA_FUNCTION void mech_assembly_shape_residual(const struct mech_context *c, const struct mech_shape_pair *pair,
                                              double *residual)
{
	const int n = mech_dimension(c);
	struct mech_pose first, second;
	double p[2][MECH_MOST_DIMENSION];
	for (int side = 0; side < 2; side++) {
		mech_assembly_shape_point(c, pair, side, p[side]);
	}
	for (int i = 0; i < n; i++) {
		residual[i] = p[1][i] - p[0][i];
	}
	mech_pose(c, pair->bodies.body[0], &first);
	mech_pose(c, pair->bodies.body[1], &second);
	if (n == 3) {
		mech_assembly_shape_turn(&first, &second, residual + n);
	} else {
		residual[n] = mech_reading_value((struct mech_reading){second.angle - first.angle, second.turns - first.turns});
	}
}

LA_FUNCTION void mech_assembly_shape_jacobian(const struct mech_context *c, const struct mech_shape_pair *pair,
                                              double *rows)
{
	double p[MECH_MOST_DIMENSION];
	mech_assembly_shape_point(c, pair, 1, p);
	mech_joint_motion_rows(c, pair->bodies.body, p, rows);
}
