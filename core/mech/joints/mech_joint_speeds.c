/* Rows of joint speeds; see mech_joint_speeds.h. */
#include "mech_joint_speeds.h"

#include <string.h>

#include "mech_joint.h"
#include "mech_pose.h"
#include "mech_rotation.h"

LA_FUNCTION int mech_joint_is_described(const struct mech_model *model, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	return kind->row.count + kind->coordinate.count >= model->body_v;
}

/* speeds of one element; gears and similar ones, which connect joints, have none */
static int mech_joint_speed_number(const struct mech_model *model, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	if (kind->section != MECH_JOINT || kind->file.n_bodies != 2) {
		return 0;
	}
	return mech_joint_is_described(model, e) ? kind->coordinate.count : model->body_v;
}

LA_FUNCTION int mech_joint_speed_count(const struct mech_model *model)
{
	int count = 0;
	for (int i = 0; i < model->n_elements; i++) {
		count += mech_joint_speed_number(model, &model->elements[i]);
	}
	return count;
}

/* block[3 x 3], row-major: motion of a body of the plane at the place p, over its velocities */
static void mech_joint_speed_planar(const struct mech_context *c, int body, const double *p, double *block)
{
	struct mech_pose pose;
	mech_pose(c, body, &pose);
	const double rows[] = {1.0, 0.0, pose.x[1] - p[1], 0.0, 1.0, p[0] - pose.x[0], 0.0, 0.0, 1.0};
	memcpy(block, rows, sizeof rows);
}

/* block[6 x 6], row-major, in space: a velocity of rotation is in the axes of the body */
static void mech_joint_speed_spatial(const struct mech_context *c, int body, const double *p, double *block)
{
	struct mech_pose pose;
	double d[3];
	mech_pose(c, body, &pose);
	for (int i = 0; i < 3; i++) {
		d[i] = p[i] - pose.x[i];
	}
	memset(block, 0, MECH_MOST_BODY_V * MECH_MOST_BODY_V * sizeof *block);
	for (int k = 0; k < 3; k++) {
		const double unit[3] = {k == 0, k == 1, k == 2};
		double turn[3], way[3];
		mech_rotate(pose.R, unit, turn);
		mech_cross(turn, d, way);
		block[MECH_MOST_BODY_V * k + k] = 1.0;
		for (int i = 0; i < 3; i++) {
			block[MECH_MOST_BODY_V * i + 3 + k] = way[i];
			block[MECH_MOST_BODY_V * (3 + i) + 3 + k] = turn[i];
		}
	}
}

LA_FUNCTION void mech_joint_motion_rows(const struct mech_context *c, const int *bodies, const double *p, double *rows)
{
	const int n = c->model->body_v;
	double block[MECH_MOST_BODY_V * MECH_MOST_BODY_V];
	for (int side = 0; side < 2; side++) {
		if (c->model->head->space == MECH_PLANAR) {
			mech_joint_speed_planar(c, bodies[side], p, block);
		} else {
			mech_joint_speed_spatial(c, bodies[side], p, block);
		}
		for (int i = 0; i < n * n; i++) {
			rows[2 * n * (i / n) + n * side + i % n] = side == 1 ? block[i] : -block[i];
		}
	}
}

LA_FUNCTION void mech_joint_relative_motion(const struct mech_context *c, const struct mech_element *joint,
                                            double *motion)
{
	const int n = 2 * c->model->body_v;
	double rows[MECH_MOST_BODY_V * MECH_MOST_PAIR_V], v[MECH_MOST_PAIR_V], p[MECH_MOST_DIMENSION];
	mech_element_kind(joint)->drawing.point(c, joint, p);
	mech_joint_motion_rows(c, joint->body, p, rows);
	mech_gather(c, joint, c->v, v);
	for (int i = 0; i < c->model->body_v; i++) {
		motion[i] = 0.0;
		for (int j = 0; j < n; j++) {
			motion[i] += rows[n * i + j] * v[j];
		}
	}
}

/* rows[number x 2n] of one joint, row-major, angles as arcs */
static void mech_joint_speed_local(const struct mech_context *c, const struct mech_element *joint, double size,
                                   double *rows)
{
	const struct mech_kind *kind = mech_element_kind(joint);
	const int n = 2 * c->model->body_v, described = mech_joint_is_described(c->model, joint);
	if (!described) {
		double p[MECH_MOST_DIMENSION];
		kind->drawing.point(c, joint, p);
		mech_joint_motion_rows(c, joint->body, p, rows);
	}
	for (int k = 0; k < mech_joint_speed_number(c->model, joint); k++) {
		if (described) {
			kind->coordinate.row(c, joint, k, rows + n * k);
		}
		const int is_angle =
			described ? kind->coordinate.specs[k].quantity == MECH_ANGLE : k >= mech_model_rules(c->model)->dimension;
		for (int j = 0; j < n && is_angle; j++) {
			rows[n * k + j] *= size;
		}
	}
}

LA_FUNCTION void mech_joint_speed_rows(const struct mech_context *c, double size, double *W)
{
	const struct mech_model *model = c->model;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		const int number = mech_joint_speed_number(model, e);
		if (number > 0) {
			double rows[MECH_MOST_BODY_V * MECH_MOST_PAIR_V];
			mech_joint_speed_local(c, e, size, rows);
			memcpy(W, rows, (size_t)(number * 2 * model->body_v) * sizeof *W);
			W += number * 2 * model->body_v;
		}
	}
}

LA_FUNCTION void mech_joint_speeds_of(const struct mech_model *model, const double *W, const double *v, double *speeds)
{
	const int n = model->body_v;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		for (int k = mech_joint_speed_number(model, e); k > 0; k--, W += 2 * n, speeds++) {
			*speeds = 0.0;
			for (int j = 0; j < 2 * n; j++) {
				const int body = e->body[j / n];
				*speeds += body == MECH_GROUND ? 0.0 : W[j] * v[model->bodies[body].v + j % n];
			}
		}
	}
}

LA_FUNCTION void mech_joint_speeds_back(const struct mech_model *model, const double *W, const double *speeds,
                                        double *v)
{
	const int n = model->body_v;
	memset(v, 0, (size_t)model->n_v * sizeof *v);
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		for (int k = mech_joint_speed_number(model, e); k > 0; k--, W += 2 * n, speeds++) {
			for (int j = 0; j < 2 * n; j++) {
				const int body = e->body[j / n];
				if (body != MECH_GROUND) {
					v[model->bodies[body].v + j % n] += W[j] * *speeds;
				}
			}
		}
	}
}
