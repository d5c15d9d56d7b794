/* Poses, points and scalar functions of two poses; the equations stand in mech_planar.h. */
#include "mech_planar.h"

#include <math.h>

LA_FUNCTION void mech_pose(const struct mech_context *c, int body, double *pose)
{
	pose[0] = pose[1] = pose[2] = 0.0;
	if (body == MECH_GROUND) {
		return;
	}
	const struct mech_body *b = &c->model->bodies[body];
	if (c->q) {
		const double *q = c->q + b->q;
		pose[0] = q[0];
		pose[1] = q[1];
		pose[2] = mech_counted_orientation((struct mech_reading){q[2], q[3]});
	} else {
		pose[0] = mech_body_center(c, body)[0];
		pose[1] = mech_body_center(c, body)[1];
	}
}

LA_FUNCTION double mech_pose_turns(const struct mech_context *c, int body)
{
	return body == MECH_GROUND || !c->q ? 0.0 : c->q[c->model->bodies[body].q + MECH_PLANAR_V];
}

LA_FUNCTION void mech_local_point(const struct mech_context *c, int body, const double *drawn, double *local)
{
	local[0] = drawn[0];
	local[1] = drawn[1];
	if (body != MECH_GROUND) {
		const double *center = mech_body_center(c, body);
		local[0] -= center[0];
		local[1] -= center[1];
	}
}

LA_FUNCTION void mech_unit(const double *direction, double *unit)
{
	const double length = hypot(direction[0], direction[1]);
	unit[0] = direction[0] / length;
	unit[1] = direction[1] / length;
}

LA_FUNCTION void mech_turn(const struct mech_context *c, int body, const double *local, double *turned)
{
	double pose[MECH_PLANAR_V];
	mech_pose(c, body, pose);
	const double cosine = cos(pose[2]), sine = sin(pose[2]);
	turned[0] = cosine * local[0] - sine * local[1];
	turned[1] = sine * local[0] + cosine * local[1];
}

LA_FUNCTION void mech_point(const struct mech_context *c, int body, const double *local, double *d, double *p)
{
	mech_turn(c, body, local, d);
	if (p) {
		double pose[MECH_PLANAR_V];
		mech_pose(c, body, pose);
		p[0] = pose[0] + d[0];
		p[1] = pose[1] + d[1];
	}
}

LA_FUNCTION void mech_point_velocity(const struct mech_context *c, int body, const double *local, double *velocity)
{
	double d[2], v[MECH_PLANAR_V] = {0.0};
	mech_turn(c, body, local, d);
	mech_body_part(c, body, c->v, v);
	velocity[0] = v[0] - v[2] * d[1];
	velocity[1] = v[1] + v[2] * d[0];
}

LA_FUNCTION void mech_point_acceleration(const struct mech_context *c, int body, const double *local,
                                         double *acceleration)
{
	double d[2], v[MECH_PLANAR_V] = {0.0}, a[MECH_PLANAR_V] = {0.0};
	mech_turn(c, body, local, d);
	mech_body_part(c, body, c->v, v);
	mech_body_part(c, body, c->a, a);
	acceleration[0] = a[0] - a[2] * d[1] - v[2] * v[2] * d[0];
	acceleration[1] = a[1] + a[2] * d[0] - v[2] * v[2] * d[1];
}

static void mech_planar_zero(struct mech_scalar *h)
{
	h->value = h->turns = 0.0;
	for (int i = 0; i < MECH_PAIR_V; i++) {
		h->gradient[i] = 0.0;
	}
	for (int i = 0; i < MECH_PAIR_V * MECH_PAIR_V; i++) {
		h->hessian[i] = 0.0;
	}
}

/* the entry and its mirror image */
static void mech_planar_set(struct mech_scalar *h, int i, int j, double value)
{
	h->hessian[MECH_PAIR_V * i + j] = value;
	h->hessian[MECH_PAIR_V * j + i] = value;
}

static double mech_planar_dot(const double *x, const double *y)
{
	return x[0] * y[0] + x[1] * y[1];
}

/* x . y' with y' = y turned by a right angle */
static double mech_planar_cross(const double *y, const double *x)
{
	return y[0] * x[1] - y[1] * x[0];
}

LA_FUNCTION void mech_scalar_angle(const struct mech_context *c, const int *body, struct mech_scalar *h)
{
	double pose1[MECH_PLANAR_V], pose2[MECH_PLANAR_V];
	mech_pose(c, body[0], pose1);
	mech_pose(c, body[1], pose2);
	mech_planar_zero(h);
	h->value = pose2[2] - pose1[2];
	h->turns = mech_pose_turns(c, body[1]) - mech_pose_turns(c, body[0]);
	h->gradient[2] = -1.0;
	h->gradient[5] = 1.0;
}

LA_FUNCTION double mech_scalar_value(const struct mech_scalar *h)
{
	return mech_reading_value((struct mech_reading){h->value, h->turns});
}

/* arms d1, d2 and the distance p2 - p1 */
static void mech_planar_arms(const struct mech_context *c, const struct mech_pair *pair, double *d1, double *d2,
                             double *gap)
{
	double p1[2], p2[2];
	mech_point(c, pair->body[0], pair->point[0], d1, p1);
	mech_point(c, pair->body[1], pair->point[1], d2, p2);
	gap[0] = p2[0] - p1[0];
	gap[1] = p2[1] - p1[1];
}

LA_FUNCTION void mech_scalar_along(const struct mech_context *c, const struct mech_pair *pair, const double *w,
                                   int turning, struct mech_scalar *h)
{
	double d1[2], d2[2], gap[2];
	mech_planar_arms(c, pair, d1, d2, gap);
	mech_planar_zero(h);
	h->value = mech_planar_dot(w, gap);
	h->gradient[0] = -w[0];
	h->gradient[1] = -w[1];
	h->gradient[2] = -mech_planar_cross(d1, w);
	h->gradient[3] = w[0];
	h->gradient[4] = w[1];
	h->gradient[5] = mech_planar_cross(d2, w);
	mech_planar_set(h, 2, 2, mech_planar_dot(w, d1));
	mech_planar_set(h, 5, 5, -mech_planar_dot(w, d2));
	if (turning) {
		/* dw/dangle1 = w' = (-w_y, w_x), d2w/dangle1^2 = -w */
		h->gradient[2] += mech_planar_cross(w, gap);
		mech_planar_set(h, 2, 2, -mech_planar_dot(w, gap) - mech_planar_dot(w, d1));
		mech_planar_set(h, 2, 0, w[1]);
		mech_planar_set(h, 2, 1, -w[0]);
		mech_planar_set(h, 2, 3, -w[1]);
		mech_planar_set(h, 2, 4, w[0]);
		mech_planar_set(h, 2, 5, mech_planar_dot(w, d2));
	}
}

LA_FUNCTION void mech_scalar_square(const struct mech_context *c, const struct mech_pair *pair, struct mech_scalar *h)
{
	double d1[2], d2[2], gap[2];
	mech_planar_arms(c, pair, d1, d2, gap);
	mech_planar_zero(h);
	h->value = 0.5 * mech_planar_dot(gap, gap);

	/* P = d gap / dq, two rows; gradient P^T gap, Hessian P^T P + gap . d2 gap/dq2 */
	const double P[2][MECH_PAIR_V] = {{-1.0, 0.0, d1[1], 1.0, 0.0, -d2[1]}, {0.0, -1.0, -d1[0], 0.0, 1.0, d2[0]}};
	for (int i = 0; i < MECH_PAIR_V; i++) {
		h->gradient[i] = P[0][i] * gap[0] + P[1][i] * gap[1];
		for (int j = 0; j < MECH_PAIR_V; j++) {
			h->hessian[MECH_PAIR_V * i + j] = P[0][i] * P[0][j] + P[1][i] * P[1][j];
		}
	}
	h->hessian[MECH_PAIR_V * 2 + 2] += mech_planar_dot(gap, d1);
	h->hessian[MECH_PAIR_V * 5 + 5] -= mech_planar_dot(gap, d2);
}

/* size of the coordinates whose difference is the gap: its rounding error is about 1e-16 of it */
static double mech_planar_extent(const struct mech_context *c, const struct mech_pair *pair)
{
	double extent = 0.0;
	for (int i = 0; i < 2; i++) {
		double pose[MECH_PLANAR_V];
		mech_pose(c, pair->body[i], pose);
		extent += fabs(pose[0]) + fabs(pose[1]) + fabs(pair->point[i][0]) + fabs(pair->point[i][1]);
	}
	return extent;
}

LA_FUNCTION void mech_scalar_distance(const struct mech_context *c, const struct mech_pair *pair, struct mech_scalar *h)
{
	struct mech_scalar square;
	mech_scalar_square(c, pair, &square);
	mech_planar_zero(h);
	h->value = sqrt(2.0 * square.value);
	if (h->value <= 1e-12 * mech_planar_extent(c, pair)) {
		return;
	}
	/* l^2 / 2 = s: dl = ds / l, d2l = (d2s - dl dl^T) / l */
	for (int i = 0; i < MECH_PAIR_V; i++) {
		h->gradient[i] = square.gradient[i] / h->value;
	}
	for (int i = 0; i < MECH_PAIR_V; i++) {
		for (int j = 0; j < MECH_PAIR_V; j++) {
			const int ij = MECH_PAIR_V * i + j;
			h->hessian[ij] = (square.hessian[ij] - h->gradient[i] * h->gradient[j]) / h->value;
		}
	}
}

LA_FUNCTION void mech_scalar_swap(struct mech_scalar *h)
{
	const struct mech_scalar old = *h;
	for (int i = 0; i < MECH_PAIR_V; i++) {
		const int from = (i + MECH_PLANAR_V) % MECH_PAIR_V;
		h->gradient[i] = old.gradient[from];
		for (int j = 0; j < MECH_PAIR_V; j++) {
			h->hessian[MECH_PAIR_V * i + j] = old.hessian[MECH_PAIR_V * from + (j + MECH_PLANAR_V) % MECH_PAIR_V];
		}
	}
}

LA_FUNCTION double mech_scalar_rate(const struct mech_scalar *h, const double *v)
{
	double sum = 0.0;
	for (int i = 0; i < MECH_PAIR_V; i++) {
		sum += h->gradient[i] * v[i];
	}
	return sum;
}

LA_FUNCTION double mech_scalar_bias(const struct mech_scalar *h, const double *v)
{
	double sum = 0.0;
	for (int i = 0; i < MECH_PAIR_V; i++) {
		for (int j = 0; j < MECH_PAIR_V; j++) {
			sum += v[i] * h->hessian[MECH_PAIR_V * i + j] * v[j];
		}
	}
	return sum;
}

LA_FUNCTION void mech_scalar_constraint(const struct mech_context *c, const struct mech_element *e, double *g)
{
	const struct mech_kind *kind = mech_element_kind(e);
	struct mech_scalar h;
	for (int i = 0; i < kind->n_rows; i++) {
		kind->scalar_row(c, e, i, &h);
		g[i] = mech_scalar_value(&h);
	}
}

LA_FUNCTION void mech_scalar_jacobian(const struct mech_context *c, const struct mech_element *e, double *G)
{
	const struct mech_kind *kind = mech_element_kind(e);
	struct mech_scalar h;
	for (int i = 0; i < kind->n_rows; i++) {
		kind->scalar_row(c, e, i, &h);
		for (int j = 0; j < MECH_PAIR_V; j++) {
			G[MECH_PAIR_V * i + j] = h.gradient[j];
		}
	}
}

LA_FUNCTION void mech_scalar_row_bias(const struct mech_context *c, const struct mech_element *e, double *b)
{
	const struct mech_kind *kind = mech_element_kind(e);
	struct mech_scalar h;
	double v[MECH_PAIR_V];
	mech_gather(c, e, c->v, v);
	for (int i = 0; i < kind->n_rows; i++) {
		kind->scalar_row(c, e, i, &h);
		b[i] = mech_scalar_bias(&h, v);
	}
}

LA_FUNCTION void mech_scalar_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                     double *out)
{
	(void)cv;
	const struct mech_kind *kind = mech_element_kind(e);
	struct mech_scalar h;
	for (int i = 0; i < kind->n_rows; i++) {
		kind->scalar_row(c, e, i, &h);
		for (int k = 0; k < MECH_PAIR_V * MECH_PAIR_V; k++) {
			out[k] += cq * c->lambda[e->row + i] * h.hessian[k];
		}
	}
}

LA_FUNCTION struct mech_reading mech_scalar_coordinate_reading(const struct mech_context *c,
                                                               const struct mech_element *e, int k)
{
	struct mech_scalar h;
	mech_element_kind(e)->scalar_coordinate(c, e, k, &h);
	return (struct mech_reading){h.value, h.turns};
}

LA_FUNCTION void mech_scalar_coordinate_row(const struct mech_context *c, const struct mech_element *e, int k,
                                            double *row)
{
	struct mech_scalar h;
	mech_element_kind(e)->scalar_coordinate(c, e, k, &h);
	for (int i = 0; i < MECH_PAIR_V; i++) {
		row[i] = h.gradient[i];
	}
}

LA_FUNCTION double mech_scalar_coordinate_bias(const struct mech_context *c, const struct mech_element *e, int k)
{
	struct mech_scalar h;
	double v[MECH_PAIR_V];
	mech_element_kind(e)->scalar_coordinate(c, e, k, &h);
	mech_gather(c, e, c->v, v);
	return mech_scalar_bias(&h, v);
}

LA_FUNCTION void mech_scalar_coordinate_curvature(const struct mech_context *c, const struct mech_element *e, int k,
                                                  double mu, double *out)
{
	struct mech_scalar h;
	mech_element_kind(e)->scalar_coordinate(c, e, k, &h);
	for (int i = 0; i < MECH_PAIR_V * MECH_PAIR_V; i++) {
		out[i] += mu * h.hessian[i];
	}
}
