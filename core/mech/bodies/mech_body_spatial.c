/* Bodies that move in space: position of the centre of mass, orientation as unit quaternion
 * (mech_body.h).
 *
 *     m dv/dt = m g + ...,      J dw/dt = -w x J w + ...      (w and J in body axes)
 */
#include "mech_body.h"

#include <math.h>
#include <string.h>

#include "mech_pose.h"
#include "mech_rotation.h"

enum { MECH_BODY_SPATIAL_Q = 7, MECH_BODY_SPATIAL_V = 6 };

/* numbers of a body: mass, Jxx, Jyy, Jzz, Jxy, Jxz, Jyz, center */
enum {
	MECH_BODY_SPATIAL_MASS = 0,
	MECH_BODY_SPATIAL_INERTIA = 1,
	MECH_BODY_SPATIAL_CENTER = 7,
	MECH_BODY_SPATIAL_NUMBERS = 10
};

static const struct mech_parameter_spec mech_body_spatial_gravity = {
	"gravity", 3, 0, MECH_ACCELERATION, MECH_OPTIONAL, MECH_ANY, 1, 0.0, "acceleration of gravity"};

static const struct mech_parameter_spec mech_body_spatial_parameters[MECH_BODY_PARAMETERS] = {
	{"mass", 1, 0, MECH_MASS, MECH_REQUIRED, MECH_NOT_NEGATIVE, 1, 0.0, "mass"},
	{"inertia", 6, 3, MECH_INERTIA, MECH_OPTIONAL, MECH_ANY, 1, 0.0,
     "Jxx, Jyy, Jzz, Jxy, Jxz, Jyz about the centre of mass, axes as drawn"},
	{"center", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "centre of mass as drawn"},
};

static const struct mech_output_spec mech_body_spatial_outputs[] = {
	{"x", 1, MECH_LENGTH, MECH_CONSTANT(MECH_READS_PLACE) | MECH_ALONG_X, "x position of the centre of mass"},
	{"y", 1, MECH_LENGTH, MECH_CONSTANT(MECH_READS_PLACE) | MECH_ALONG_Y, "y position of the centre of mass"},
	{"z", 1, MECH_LENGTH, MECH_CONSTANT(MECH_READS_PLACE) | MECH_ALONG_Z, "z position of the centre of mass"},
	{"e0", 1, MECH_NUMBER, MECH_READS_TURN, "scalar part of the orientation quaternion, 1 in the drawing"},
	{"e1", 1, MECH_NUMBER, MECH_READS_TURN, "x part of the orientation quaternion"},
	{"e2", 1, MECH_NUMBER, MECH_READS_TURN, "y part of the orientation quaternion"},
	{"e3", 1, MECH_NUMBER, MECH_READS_TURN, "z part of the orientation quaternion"},
	{"vx", 1, MECH_VELOCITY, MECH_CONSTANT(MECH_READS_VELOCITY) | MECH_ALONG_X, "x velocity of the centre of mass"},
	{"vy", 1, MECH_VELOCITY, MECH_CONSTANT(MECH_READS_VELOCITY) | MECH_ALONG_Y, "y velocity of the centre of mass"},
	{"vz", 1, MECH_VELOCITY, MECH_CONSTANT(MECH_READS_VELOCITY) | MECH_ALONG_Z, "z velocity of the centre of mass"},
	{"wx", 1, MECH_ANGULAR_VELOCITY, MECH_READS_TURN | MECH_READS_SPIN, "angular velocity about the global x axis"},
	{"wy", 1, MECH_ANGULAR_VELOCITY, MECH_READS_TURN | MECH_READS_SPIN, "angular velocity about the global y axis"},
	{"wz", 1, MECH_ANGULAR_VELOCITY, MECH_READS_TURN | MECH_READS_SPIN, "angular velocity about the global z axis"},
	{"ax", 1, MECH_ACCELERATION, MECH_READS_ACCELERATION | MECH_ALONG_X, "x acceleration of the centre of mass"},
	{"ay", 1, MECH_ACCELERATION, MECH_READS_ACCELERATION | MECH_ALONG_Y, "y acceleration of the centre of mass"},
	{"az", 1, MECH_ACCELERATION, MECH_READS_ACCELERATION | MECH_ALONG_Z, "z acceleration of the centre of mass"},
	{"alphax", 1, MECH_ANGULAR_ACCELERATION, MECH_READS_TURN | MECH_READS_SPIN | MECH_READS_SPIN_RATE,
     "angular acceleration about the global x axis"},
	{"alphay", 1, MECH_ANGULAR_ACCELERATION, MECH_READS_TURN | MECH_READS_SPIN | MECH_READS_SPIN_RATE,
     "angular acceleration about the global y axis"},
	{"alphaz", 1, MECH_ANGULAR_ACCELERATION, MECH_READS_TURN | MECH_READS_SPIN | MECH_READS_SPIN_RATE,
     "angular acceleration about the global z axis"},
};

static const struct mech_coordinate_spec mech_body_spatial_targets[] = {
	{"x", "vx", "ax", MECH_LENGTH, MECH_NO_OFFSET, MECH_NO_TURNS, MECH_SHAPE_MEET},
	{"y", "vy", "ay", MECH_LENGTH, MECH_NO_OFFSET, MECH_NO_TURNS, MECH_SHAPE_MEET},
	{"z", "vz", "az", MECH_LENGTH, MECH_NO_OFFSET, MECH_NO_TURNS, MECH_SHAPE_MEET},
	{NULL, "wx", "alphax", MECH_ANGLE, MECH_NO_OFFSET, MECH_NO_TURNS, MECH_SHAPE_DIRECTIONS},
	{NULL, "wy", "alphay", MECH_ANGLE, MECH_NO_OFFSET, MECH_NO_TURNS, MECH_SHAPE_DIRECTIONS},
	{NULL, "wz", "alphaz", MECH_ANGLE, MECH_NO_OFFSET, MECH_NO_TURNS, MECH_SHAPE_DIRECTIONS},
};

/* what two masses have in addition to their own inertias: m1 m2 / (m1 + m2) (d.d 1 - d d^T) */
static void mech_body_spatial_fold(const double *part, double *whole)
{
	static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
	const double mass = whole[MECH_BODY_SPATIAL_MASS] + part[MECH_BODY_SPATIAL_MASS];
	const double share = mass > 0.0 ? part[MECH_BODY_SPATIAL_MASS] / mass : 0.0;
	const double reduced = share * whole[MECH_BODY_SPATIAL_MASS];
	double apart[3];
	for (int i = 0; i < 3; i++) {
		apart[i] = part[MECH_BODY_SPATIAL_CENTER + i] - whole[MECH_BODY_SPATIAL_CENTER + i];
		whole[MECH_BODY_SPATIAL_CENTER + i] += share * apart[i];
	}
	for (int k = 0; k < 6; k++) {
		const double square = row[k] == column[k] ? mech_dot(apart, apart) : 0.0;
		whole[MECH_BODY_SPATIAL_INERTIA + k] +=
			part[MECH_BODY_SPATIAL_INERTIA + k] + reduced * (square - apart[row[k]] * apart[column[k]]);
	}
	whole[MECH_BODY_SPATIAL_MASS] = mass;
}

static void mech_body_spatial_shift(const double *offset, double *q, double *v)
{
	double R[9], d[3], speed[3];
	mech_rotation_matrix(q + 3, R);
	mech_rotate(R, offset, d);
	mech_cross(v + 3, offset, speed);
	mech_rotate(R, speed, speed);
	for (int i = 0; i < 3; i++) {
		q[i] += d[i];
		v[i] += speed[i];
	}
}

static void mech_body_spatial_draw(const struct mech_context *c, int body, double *q)
{
	const double *center = mech_body_center(c, body);
	for (int i = 0; i < 3; i++) {
		q[i] = center[i];
		q[4 + i] = 0.0;
	}
	q[3] = 1.0;
}

static void mech_body_spatial_move(const double *q, const double *dq, double *moved)
{
	for (int i = 0; i < 3; i++) {
		moved[i] = q[i] + dq[i];
	}
	mech_rotation_move(q + 3, dq + 3, moved + 3);
}

/* rounding leaves a unit quaternion far closer to 1 */
static const char *mech_body_spatial_refusal(const double *q)
{
	const double square = q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6];
	return fabs(square - 1.0) < 1e-6 ? NULL : "its quaternion does not have the length 1";
}

static void mech_body_spatial_difference(const double *from, const double *to, double *dq)
{
	for (int i = 0; i < 3; i++) {
		dq[i] = to[i] - from[i];
	}
	mech_rotation_difference(from + 3, to + 3, dq + 3);
}

static void mech_body_spatial_increment_rate(const double *dq, const double *v, double *rate)
{
	for (int i = 0; i < 3; i++) {
		rate[i] = v[i];
	}
	mech_rotation_increment_rate(dq + 3, v + 3, rate + 3);
}

static void mech_body_spatial_increment_velocity(const double *dq, const double *rate, double *v)
{
	for (int i = 0; i < 3; i++) {
		v[i] = rate[i];
	}
	mech_rotation_increment_velocity(dq + 3, rate + 3, v + 3);
}

static void mech_body_spatial_compose(const double *a, const double *b, double *sum)
{
	for (int i = 0; i < 3; i++) {
		sum[i] = a[i] + b[i];
	}
	mech_rotation_compose(a + 3, b + 3, sum + 3);
}

/* J[9] from its six numbers */
static void mech_body_spatial_inertia(const double *numbers, double *J)
{
	static const int place[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2};
	for (int i = 0; i < 9; i++) {
		J[i] = numbers[MECH_BODY_SPATIAL_INERTIA + place[i]];
	}
}

static void mech_body_spatial_mass(const struct mech_context *c, int body, double *block)
{
	const double *numbers = mech_body_numbers(c, body);
	double J[9];
	mech_body_spatial_inertia(numbers, J);
	for (int i = 0; i < MECH_BODY_SPATIAL_V * MECH_BODY_SPATIAL_V; i++) {
		block[i] = 0.0;
	}
	for (int i = 0; i < 3; i++) {
		block[7 * i] = numbers[MECH_BODY_SPATIAL_MASS];
		for (int j = 0; j < 3; j++) {
			block[6 * (3 + i) + 3 + j] = J[3 * i + j];
		}
	}
}

static void mech_body_spatial_force(const struct mech_context *c, int body, double *f)
{
	const double *gravity = c->parameters + c->model->head->gravity;
	const double *numbers = mech_body_numbers(c, body);
	const double *w = c->v + c->model->bodies[body].v + 3;
	double J[9], momentum[3];
	mech_body_spatial_inertia(numbers, J);
	mech_rotate(J, w, momentum);
	mech_cross(momentum, w, f + 3);
	for (int i = 0; i < 3; i++) {
		f[i] = numbers[MECH_BODY_SPATIAL_MASS] * gravity[i];
	}
}

/* d(w x J w)/dw, column by column: u x J w + w x J u */
static void mech_body_spatial_tangent(const struct mech_context *c, int body, double cv, double *block)
{
	const double *w = c->v + c->model->bodies[body].v + 3;
	double J[9], momentum[3];
	mech_body_spatial_inertia(mech_body_numbers(c, body), J);
	mech_rotate(J, w, momentum);
	for (int j = 0; j < 3; j++) {
		const double u[3] = {j == 0, j == 1, j == 2};
		double first[3], second[3];
		mech_cross(u, momentum, first);
		mech_rotate(J, u, second);
		mech_cross(w, second, second);
		for (int i = 0; i < 3; i++) {
			block[6 * (3 + i) + 3 + j] += cv * (first[i] + second[i]);
		}
	}
}

static double mech_body_spatial_kinetic_energy(const struct mech_context *c, int body)
{
	const double *numbers = mech_body_numbers(c, body);
	const double *v = c->v + c->model->bodies[body].v;
	double J[9], momentum[3];
	mech_body_spatial_inertia(numbers, J);
	mech_rotate(J, v + 3, momentum);
	return 0.5 * numbers[MECH_BODY_SPATIAL_MASS] * mech_dot(v, v) + 0.5 * mech_dot(v + 3, momentum);
}

/* place of its own centre of mass in the frame it moves with */
static double mech_body_spatial_place(const struct mech_context *c, int body, const double *d, int k)
{
	const struct mech_body *b = &c->model->bodies[body];
	if (k >= 3) {
		return b->carrier == MECH_GROUND ? k == 3 : c->q[b->q + k];
	}
	double p[3];
	mech_point(c, b->carrier, d, p);
	return p[k];
}

/* turning shares of velocity and acceleration of the point d, body axes: w x d; alpha x d + w x (w
 * x d) */
static void mech_body_spatial_swing(const double *w, const double *alpha, const double *d, double *out)
{
	double speed[3];
	mech_cross(w, d, speed);
	if (!alpha) {
		memcpy(out, speed, sizeof speed);
		return;
	}
	mech_cross(w, speed, speed);
	mech_cross(alpha, d, out);
	for (int i = 0; i < 3; i++) {
		out[i] += speed[i];
	}
}

static double mech_body_spatial_output(const struct mech_context *c, int body, int k)
{
	const struct mech_body *b = &c->model->bodies[body];
	double d[3], R[9], turning[3], global[3];
	mech_body_offset(c, body, d);
	if (k < MECH_BODY_SPATIAL_Q) {
		return mech_body_spatial_place(c, body, d, k);
	}
	if (b->carrier == MECH_GROUND) {
		return 0.0;
	}
	k -= MECH_BODY_SPATIAL_Q;
	const int accelerates = k >= MECH_BODY_SPATIAL_V;
	const double *v = c->v + b->v, *level = accelerates ? c->a + b->v : v;
	k %= MECH_BODY_SPATIAL_V;
	if (k < 3) {
		mech_body_spatial_swing(v + 3, accelerates ? level + 3 : NULL, d, turning);
	} else {
		memcpy(turning, level + 3, sizeof turning);
	}
	mech_rotation_matrix(c->q + b->q + 3, R);
	mech_rotate(R, turning, global);
	return k < 3 ? level[k] + global[k] : global[k - 3];
}

static double mech_body_spatial_target_value(const struct mech_context *c, int body, int k)
{
	return mech_body_spatial_output(c, body, k);
}

/* of x + R d: the unit vector, and e.(R (w x d)) = w.(d x R^T e); of R w: row k of R */
static void mech_body_spatial_target_row(const struct mech_context *c, int body, int k, double *row)
{
	double R[9], d[3];
	mech_body_offset(c, body, d);
	mech_rotation_matrix(c->q + c->model->bodies[body].q + 3, R);
	for (int i = 0; i < 3; i++) {
		row[i] = i == k;
		row[3 + i] = R[3 * (k % 3) + i];
	}
	if (k < 3) {
		mech_cross(d, row + 3, row + 3);
	}
}

LA_TABLE const struct mech_space_rules mech_spatial_rules = {
	.name = "spatial",
	.dimension = 3,
	.n_q = MECH_BODY_SPATIAL_Q,
	.n_v = MECH_BODY_SPATIAL_V,
	.gravity = &mech_body_spatial_gravity,
	.body = mech_body_spatial_parameters,
	.center = MECH_BODY_SPATIAL_CENTER,
	.n_numbers = MECH_BODY_SPATIAL_NUMBERS,
	.fold = mech_body_spatial_fold,
	.shift = mech_body_spatial_shift,
	.n_outputs = (int)(sizeof mech_body_spatial_outputs / sizeof *mech_body_spatial_outputs),
	.outputs = mech_body_spatial_outputs,
	.n_targets = 6,
	.targets = mech_body_spatial_targets,
	.draw = mech_body_spatial_draw,
	.move = mech_body_spatial_move,
	.refusal = mech_body_spatial_refusal,
	.difference = mech_body_spatial_difference,
	.increment_rate = mech_body_spatial_increment_rate,
	.increment_velocity = mech_body_spatial_increment_velocity,
	.compose = mech_body_spatial_compose,
	.mass = mech_body_spatial_mass,
	.force = mech_body_spatial_force,
	.tangent = mech_body_spatial_tangent,
	.kinetic_energy = mech_body_spatial_kinetic_energy,
	.output = mech_body_spatial_output,
	.target_value = mech_body_spatial_target_value,
	.target_row = mech_body_spatial_target_row,
};
