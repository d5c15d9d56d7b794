/* Jets of what is fixed to bodies: points, directions, distances and angles between them; see
 * mech_jet.h. */
#include <math.h>

#include "mech_jet.h"
#include "mech_rotation.h"

LA_FUNCTION void mech_frames_open(const struct mech_context *c, const struct mech_element *e, int order,
                                  struct mech_frames *f)
{
	f->order = order;
	f->dimension = mech_dimension(c);
	f->body_v = c->model->body_v;
	f->n = e->n_bodies * f->body_v;
	f->along = NULL;
	for (int side = 0; side < e->n_bodies; side++) {
		f->pose[side] = mech_pose_of(c, e->body[side], &f->room[side]);
	}
}

/* d = R s turns: first derivative d' = (-d_y, d_x), second one -d */
static inline void mech_jet_turn_plane(const struct mech_frames *f, double factor, int angle, const double *d,
                                       struct mech_jet *out)
{
	if (f->order > 0) {
		out[0].gradient[angle] = -factor * d[1];
		out[1].gradient[angle] = factor * d[0];
	}
	for (int k = 0; f->order > 1 && k < 2; k++) {
		out[k].hessian[(f->n + 1) * angle] = -factor * d[k];
	}
}

/* factor times one component of R (u_i s_j / 2 + u_j s_i / 2 - delta_ij s), r its row of R and d
 * that of R s; h[n x n] begins at the rotations */
static void mech_jet_turn_twice(int n, double factor, const double *r, const double *s, double d, double *h)
{
	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < i; j++) {
			h[n * i + j] = h[n * j + i] = factor * (0.5 * (r[i] * s[j] + r[j] * s[i]));
		}
		h[(n + 1) * i] = factor * (0.5 * (r[i] * s[i] + r[i] * s[i]) - d);
	}
}

/* first derivatives R (u_i x s), second ones R (u_i x (u_j x s) + u_j x (u_i x s)) / 2 = R (u_i s_j
 * / 2 + u_j s_i / 2 - delta_ij s) */
static void mech_jet_turn_space(const struct mech_frames *f, double factor, int first, const double *R, const double *s,
                                const double *d, struct mech_jet *out)
{
	for (int i = 0; f->order > 0 && i < 3; i++) {
		const double u[3] = {i == 0, i == 1, i == 2};
		double moved[3];
		mech_cross(u, s, moved);
		mech_rotate(R, moved, moved);
		for (int k = 0; k < 3; k++) {
			out[k].gradient[first + i] = factor * moved[k];
		}
	}
	for (int k = 0; f->order > 1 && k < 3; k++) {
		mech_jet_turn_twice(f->n, factor, R + 3 * k, s, d[k], out[k].hessian + (f->n + 1) * first);
	}
}

/* the same along a rotation: R (w x s), R (w x (w x s)) */
static void mech_jet_turn_along(const struct mech_frames *f, double factor, int first, const double *R, const double *s,
                                const double *d, struct mech_jet *out)
{
	const double *w = f->along + first;
	double once[MECH_MOST_DIMENSION], twice[MECH_MOST_DIMENSION];
	if (f->dimension == 2) {
		once[0] = -w[0] * d[1];
		once[1] = w[0] * d[0];
		twice[0] = -w[0] * once[1];
		twice[1] = w[0] * once[0];
	} else {
		mech_cross(w, s, once);
		mech_cross(w, once, twice);
		mech_rotate(R, once, once);
		mech_rotate(R, twice, twice);
	}
	for (int k = 0; k < f->dimension; k++) {
		out[k].gradient[0] += factor * once[k];
		out[k].hessian[0] += factor * twice[k];
	}
}

/* derivatives of factor R s by the rotation of body `side`; d = R s */
static inline void mech_jet_turning(const struct mech_frames *f, int side, double factor, const double *s,
                                    const double *d, struct mech_jet *out)
{
	const int first = f->body_v * side + f->dimension;
	if (f->along) {
		mech_jet_turn_along(f, factor, first, f->pose[side]->R, s, d, out);
	} else if (f->dimension == 2) {
		mech_jet_turn_plane(f, factor, first, d, out);
	} else {
		mech_jet_turn_space(f, factor, first, f->pose[side]->R, s, d, out);
	}
}

/* first derivative of factor x by translation k, or angle, of body `side` */
static inline void mech_jet_shifting(const struct mech_frames *f, int side, int k, double factor, struct mech_jet *out)
{
	const int place = f->body_v * side + k;
	if (f->along) {
		out->gradient[0] += factor * f->along[place];
	} else {
		out->gradient[place] = factor;
	}
}

LA_FUNCTION void mech_jet_direction(const struct mech_frames *f, int side, const double *local, struct mech_jet *out)
{
	double d[MECH_MOST_DIMENSION] = {0};
	mech_pose_turn(f->pose[side], local, d);
	for (int k = 0; k < f->dimension; k++) {
		mech_jet_constant(f, d[k], &out[k]);
	}
	mech_jet_turning(f, side, 1.0, local, d, out);
}

LA_FUNCTION void mech_jet_point(const struct mech_frames *f, int side, const double *local, struct mech_jet *out)
{
	mech_jet_direction(f, side, local, out);
	for (int k = 0; k < f->dimension; k++) {
		out[k].value += f->pose[side]->x[k];
		mech_jet_shifting(f, side, k, 1.0, &out[k]);
	}
}

LA_FUNCTION void mech_jet_gap(const struct mech_frames *f, int side, const double *local1, const double *local2,
                              struct mech_jet *out)
{
	const double *const local[2] = {local1, local2};
	double d[2][MECH_MOST_DIMENSION];
	const int other = 1 - side;
	mech_pose_turn(f->pose[0], local[0], d[0]);
	mech_pose_turn(f->pose[1], local[1], d[1]);
	for (int k = 0; k < f->dimension; k++) {
		mech_jet_constant(f, (f->pose[other]->x[k] + d[other][k]) - (f->pose[side]->x[k] + d[side][k]), &out[k]);
		mech_jet_shifting(f, side, k, -1.0, &out[k]);
		mech_jet_shifting(f, other, k, 1.0, &out[k]);
	}
	mech_jet_turning(f, side, -1.0, local[side], d[side], out);
	mech_jet_turning(f, other, 1.0, local[other], d[other], out);
}

/* size of the coordinates whose difference is the gap: its rounding error is about 1e-16 of it */
static double mech_jet_extent(const struct mech_frames *f, const double *local1, const double *local2)
{
	double extent = 0.0;
	for (int i = 0; i < f->dimension; i++) {
		extent += fabs(f->pose[0]->x[i]) + fabs(f->pose[1]->x[i]) + fabs(local1[i]) + fabs(local2[i]);
	}
	return extent;
}

LA_FUNCTION void mech_jet_distance(const struct mech_frames *f, const double *local1, const double *local2,
                                   struct mech_jet *out)
{
	struct mech_jet gap[MECH_MOST_DIMENSION], square;
	mech_jet_gap(f, 0, local1, local2, gap);
	mech_jet_dot(f, gap, gap, &square);
	if (sqrt(square.value) <= 1e-12 * mech_jet_extent(f, local1, local2)) {
		mech_jet_constant(f, sqrt(square.value), out);
		return;
	}
	mech_jet_square_root(f, &square, out);
}

LA_FUNCTION void mech_jet_turn(const struct mech_frames *f, struct mech_jet *out)
{
	mech_jet_constant(f, f->pose[1]->angle - f->pose[0]->angle, out);
	out->turns = f->pose[1]->turns - f->pose[0]->turns;
	mech_jet_shifting(f, 0, 2, -1.0, out);
	mech_jet_shifting(f, 1, 2, 1.0, out);
}
