/* Poses and points of bodies; the equations stand in mech_pose.h. */
#include "mech_pose.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "mech_rotation.h"

static int mech_pose_same_bits(int n, const double *x, const double *y)
{
	for (int i = 0; i < n; i++) {
		uint64_t bits[2];
		memcpy(&bits[0], &x[i], sizeof *x);
		memcpy(&bits[1], &y[i], sizeof *y);
		if (bits[0] != bits[1]) {
			return 0;
		}
	}
	return 1;
}

static void mech_pose_find(int dimension, const double *q, struct mech_pose *pose)
{
	pose->dimension = dimension;
	pose->angle = pose->turns = 0.0;
	memcpy(pose->x, q, (size_t)dimension * sizeof *q);
	if (dimension == 3) {
		mech_rotation_matrix(q + 3, pose->R);
		return;
	}
	pose->turns = q[3];
	pose->angle = mech_counted_orientation((struct mech_reading){q[2], q[3]});
	pose->R[0] = pose->R[3] = cos(pose->angle);
	pose->R[2] = sin(pose->angle);
	pose->R[1] = -pose->R[2];
}

static const struct mech_pose mech_pose_of_ground[2] = {
	{.dimension = 2, .R = {1.0, 0.0, 0.0, 1.0}},
	{.dimension = 3, .R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}},
};

/* Constraints, their derivatives, forces and energies of one point ask for the same poses again and
 * again. A pose belongs to the bits of its coordinates, so that it makes no difference which are
 * found and which are kept; those kept save 4 % of the instructions of a step in the plane. */
LA_FUNCTION const struct mech_pose *mech_pose_of(const struct mech_context *c, int body, struct mech_pose *room)
{
	const int n = mech_dimension(c), n_q = c->model->body_q;
	if (body == MECH_GROUND) {
		return &mech_pose_of_ground[n - 2];
	}
	if (!c->q) {
		*room = mech_pose_of_ground[n - 2];
		memcpy(room->x, mech_body_center(c, body), (size_t)n * sizeof *room->x);
		return room;
	}
	const double *q = c->q + c->model->bodies[body].q;
	if (!c->poses) {
		mech_pose_find(n, q, room);
		return room;
	}
	struct mech_kept_pose *kept = &c->poses[body];
	if (kept->pose.dimension == 0 || !mech_pose_same_bits(n_q, kept->q, q)) {
		mech_pose_find(n, q, &kept->pose);
		memcpy(kept->q, q, (size_t)n_q * sizeof *q);
	}
	return &kept->pose;
}

LA_FUNCTION void mech_pose(const struct mech_context *c, int body, struct mech_pose *pose)
{
	const struct mech_pose *found = mech_pose_of(c, body, pose);
	if (found != pose) {
		*pose = *found;
	}
}

LA_FUNCTION void mech_pose_turn_back(const struct mech_pose *pose, const double *global, double *local)
{
	const double *R = pose->R;
	if (pose->dimension == 3) {
		mech_rotate_back(R, global, local);
		return;
	}
	const double x = global[0], y = global[1];
	local[0] = R[0] * x + R[2] * y;
	local[1] = R[1] * x + R[3] * y;
}

LA_FUNCTION void mech_local_point(const struct mech_context *c, int body, const double *drawn, double *local)
{
	for (int i = 0; i < mech_dimension(c); i++) {
		local[i] = drawn[i] - (body == MECH_GROUND ? 0.0 : mech_body_center(c, body)[i]);
	}
}

LA_FUNCTION void mech_two_ends_derive(const struct mech_context *c, const struct mech_element *e, double length,
                                      double *out)
{
	const int n = mech_dimension(c);
	const double *from = c->parameters + e->parameter, *to = from + n;
	double gap[MECH_MOST_DIMENSION];
	for (int i = 0; i < n; i++) {
		gap[i] = to[i] - from[i];
	}
	out[0] = isnan(length) ? mech_vector_length(n, gap) : length;
	mech_local_point(c, e->body[0], from, out + 1);
	mech_local_point(c, e->body[1], to, out + 1 + n);
}

LA_FUNCTION double mech_vector_dot(int dimension, const double *x, const double *y)
{
	double sum = x[0] * y[0];
	for (int i = 1; i < dimension; i++) {
		sum += x[i] * y[i];
	}
	return sum;
}

LA_FUNCTION double mech_vector_length(int dimension, const double *x)
{
	return dimension == 2 ? hypot(x[0], x[1]) : mech_length(x);
}

LA_FUNCTION void mech_vector_unit(int dimension, const double *x, double *unit)
{
	const double length = mech_vector_length(dimension, x);
	for (int i = 0; i < dimension; i++) {
		unit[i] = x[i] / length;
	}
}

LA_FUNCTION void mech_vector_sweep(int dimension, const double *w, const double *s, double *out)
{
	if (dimension == 3) {
		mech_cross(w, s, out);
		return;
	}
	const double x = -w[0] * s[1], y = w[0] * s[0];
	out[0] = x;
	out[1] = y;
}

LA_FUNCTION void mech_point(const struct mech_context *c, int body, const double *local, double *p)
{
	struct mech_pose pose;
	mech_pose(c, body, &pose);
	mech_pose_turn(&pose, local, p);
	for (int i = 0; i < pose.dimension; i++) {
		p[i] += pose.x[i];
	}
}

LA_FUNCTION void mech_point_velocity(const struct mech_context *c, int body, const double *local, double *v)
{
	struct mech_pose pose;
	double rates[MECH_MOST_BODY_V];
	mech_pose(c, body, &pose);
	mech_body_part(c, body, c->v, rates);
	mech_vector_sweep(pose.dimension, rates + pose.dimension, local, v);
	mech_pose_turn(&pose, v, v);
	for (int i = 0; i < pose.dimension; i++) {
		v[i] += rates[i];
	}
}

LA_FUNCTION void mech_point_acceleration(const struct mech_context *c, int body, const double *local, double *a)
{
	struct mech_pose pose;
	double rates[MECH_MOST_BODY_V], accelerations[MECH_MOST_BODY_V], centripetal[MECH_MOST_DIMENSION];
	mech_pose(c, body, &pose);
	mech_body_part(c, body, c->v, rates);
	mech_body_part(c, body, c->a, accelerations);
	const int n = pose.dimension;
	mech_vector_sweep(n, rates + n, local, centripetal);
	mech_vector_sweep(n, rates + n, centripetal, centripetal);
	mech_vector_sweep(n, accelerations + n, local, a);
	for (int i = 0; i < n; i++) {
		a[i] += centripetal[i];
	}
	mech_pose_turn(&pose, a, a);
	for (int i = 0; i < n; i++) {
		a[i] += accelerations[i];
	}
}
