/* Bodies that move in the plane: x, y of the centre of mass, angle and turns (mech_body.h). */
#include "mech_body.h"

#include <math.h>

#include "mech_pose.h"

static const struct mech_parameter_spec mech_body_planar_gravity = {
	"gravity", 2, 0, MECH_ACCELERATION, MECH_OPTIONAL, MECH_ANY, 1, 0.0, "acceleration of gravity"};

static const struct mech_parameter_spec mech_body_planar_parameters[MECH_BODY_PARAMETERS] = {
	{"mass", 1, 0, MECH_MASS, MECH_REQUIRED, MECH_NOT_NEGATIVE, 1, 0.0, "mass"},
	{"inertia", 1, 0, MECH_INERTIA, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0,
     "moment of inertia about the centre of mass"},
	{"center", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "centre of mass as drawn"},
};

static const struct mech_output_spec mech_body_planar_outputs[] = {
	{"x", 1, MECH_LENGTH, MECH_CONSTANT(MECH_READS_PLACE) | MECH_ALONG_X, "horizontal position of the centre of mass"},
	{"y", 1, MECH_LENGTH, MECH_CONSTANT(MECH_READS_PLACE) | MECH_ALONG_Y, "vertical position of the centre of mass"},
	{"angle", 1, MECH_ANGLE, MECH_CONSTANT(MECH_READS_TURN), "rotation since the drawing, not wrapped"},
	{"vx", 1, MECH_VELOCITY, MECH_CONSTANT(MECH_READS_VELOCITY) | MECH_ALONG_X,
     "horizontal velocity of the centre of mass"},
	{"vy", 1, MECH_VELOCITY, MECH_CONSTANT(MECH_READS_VELOCITY) | MECH_ALONG_Y,
     "vertical velocity of the centre of mass"},
	{"speed", 1, MECH_ANGULAR_VELOCITY, MECH_CONSTANT(MECH_READS_SPIN), "angular velocity"},
	{"ax", 1, MECH_ACCELERATION, MECH_READS_ACCELERATION | MECH_ALONG_X,
     "horizontal acceleration of the centre of mass"},
	{"ay", 1, MECH_ACCELERATION, MECH_READS_ACCELERATION | MECH_ALONG_Y, "vertical acceleration of the centre of mass"},
	{"acceleration", 1, MECH_ANGULAR_ACCELERATION, MECH_READS_SPIN_RATE, "angular acceleration"},
};

static const struct mech_coordinate_spec mech_body_planar_targets[] = {
	{"x", "vx", "ax", MECH_LENGTH, MECH_NO_OFFSET, MECH_NO_TURNS, MECH_SHAPE_MEET},
	{"y", "vy", "ay", MECH_LENGTH, MECH_NO_OFFSET, MECH_NO_TURNS, MECH_SHAPE_MEET},
	{"angle", "speed", "acceleration", MECH_ANGLE, MECH_NO_OFFSET, MECH_NO_TURNS, MECH_SHAPE_ANGLE},
};

/* numbers of a body: mass, inertia, center */
enum { MECH_BODY_PLANAR_CENTER = 2, MECH_BODY_PLANAR_NUMBERS = 4 };

/* m1 m2 / (m1 + m2) times the square of the distance is what two masses have in addition to their
 * own inertias */
static void mech_body_planar_fold(const double *part, double *whole)
{
	const double mass = whole[MECH_BODY_MASS] + part[MECH_BODY_MASS];
	const double share = mass > 0.0 ? part[MECH_BODY_MASS] / mass : 0.0;
	double *center = whole + MECH_BODY_PLANAR_CENTER;
	double square = 0.0;
	for (int i = 0; i < 2; i++) {
		const double apart = part[MECH_BODY_PLANAR_CENTER + i] - center[i];
		center[i] += share * apart;
		square += apart * apart;
	}
	whole[MECH_BODY_INERTIA] += part[MECH_BODY_INERTIA] + share * whole[MECH_BODY_MASS] * square;
	whole[MECH_BODY_MASS] = mass;
}

static void mech_body_planar_shift(const double *offset, double *q, double *v)
{
	const double angle = mech_counted_orientation((struct mech_reading){q[2], q[3]});
	const double cosine = cos(angle), sine = sin(angle);
	const double d[2] = {cosine * offset[0] - sine * offset[1], sine * offset[0] + cosine * offset[1]};
	q[0] += d[0];
	q[1] += d[1];
	v[0] -= v[2] * d[1];
	v[1] += v[2] * d[0];
}

static void mech_body_planar_draw(const struct mech_context *c, int body, double *q)
{
	const double *center = mech_body_center(c, body);
	q[0] = center[0];
	q[1] = center[1];
	q[2] = q[3] = 0.0;
}

static void mech_body_planar_move(const double *q, const double *dq, double *moved)
{
	const struct mech_reading angle = mech_counted_wrap((struct mech_reading){q[2] + dq[2], q[3]});
	moved[0] = q[0] + dq[0];
	moved[1] = q[1] + dq[1];
	moved[2] = angle.part;
	moved[3] = angle.turns;
}

static const char *mech_body_planar_refusal(const double *q)
{
	return q[3] == floor(q[3]) ? NULL : "its turns are not whole";
}

static void mech_body_planar_difference(const double *from, const double *to, double *dq)
{
	dq[0] = to[0] - from[0];
	dq[1] = to[1] - from[1];
	dq[2] = mech_counted_apart((struct mech_reading){from[2], from[3]}, (struct mech_reading){to[2], to[3]});
}

static void mech_body_planar_mass(const struct mech_context *c, int body, double *block)
{
	const double *numbers = mech_body_numbers(c, body);
	for (int i = 0; i < MECH_PLANAR_V * MECH_PLANAR_V; i++) {
		block[i] = 0.0;
	}
	block[0] = block[4] = numbers[MECH_BODY_MASS];
	block[8] = numbers[MECH_BODY_INERTIA];
}

static void mech_body_planar_force(const struct mech_context *c, int body, double *f)
{
	const double *gravity = c->parameters + c->model->head->gravity;
	const double mass = mech_body_numbers(c, body)[MECH_BODY_MASS];
	f[0] = mass * gravity[0];
	f[1] = mass * gravity[1];
	f[2] = 0.0;
}

static double mech_body_planar_kinetic_energy(const struct mech_context *c, int body)
{
	const double *numbers = mech_body_numbers(c, body);
	const double *v = c->v + c->model->bodies[body].v;
	return 0.5 * numbers[MECH_BODY_MASS] * (v[0] * v[0] + v[1] * v[1]) + 0.5 * numbers[MECH_BODY_INERTIA] * v[2] * v[2];
}

/* from the frame's origin to the body's own centre of mass, global axes */
static void mech_body_planar_arm(const struct mech_context *c, int body, double *d)
{
	struct mech_pose pose;
	mech_pose(c, c->model->bodies[body].carrier, &pose);
	mech_body_offset(c, body, d);
	mech_pose_turn(&pose, d, d);
}

/* x + d, v + w d', a + alpha d' - w^2 d, where d' is d turned by a right angle */
static double mech_body_planar_output(const struct mech_context *c, int body, int k)
{
	const struct mech_body *b = &c->model->bodies[body];
	const int level = k / MECH_PLANAR_V, i = k % MECH_PLANAR_V;
	double d[3] = {0.0, 0.0, 0.0};
	mech_body_planar_arm(c, body, d);
	if (b->carrier == MECH_GROUND) {
		return level == 0 ? d[i] : 0.0;
	}
	const double across[3] = {-d[1], d[0], 0.0};
	const double *v = c->v + b->v;
	switch (level) {
	case 0:
		return i == 2 ? mech_reading_value((struct mech_reading){c->q[b->q + 2], c->q[b->q + 3]})
		              : c->q[b->q + i] + d[i];
	case 1:
		return v[i] + v[2] * across[i];
	default:
		return c->a[b->v + i] + c->a[b->v + 2] * across[i] - v[2] * v[2] * d[i];
	}
}

static double mech_body_planar_target_value(const struct mech_context *c, int body, int k)
{
	return mech_body_planar_output(c, body, k);
}

static void mech_body_planar_target_row(const struct mech_context *c, int body, int k, double *row)
{
	double d[MECH_MOST_DIMENSION];
	mech_body_planar_arm(c, body, d);
	row[0] = k == 0;
	row[1] = k == 1;
	row[2] = k == 0 ? -d[1] : k == 1 ? d[0] : 1.0;
}

LA_TABLE const struct mech_space_rules mech_planar_rules = {
	.name = "planar",
	.dimension = 2,
	.n_q = MECH_PLANAR_Q,
	.n_v = MECH_PLANAR_V,
	.gravity = &mech_body_planar_gravity,
	.body = mech_body_planar_parameters,
	.center = MECH_BODY_PLANAR_CENTER,
	.n_numbers = MECH_BODY_PLANAR_NUMBERS,
	.fold = mech_body_planar_fold,
	.shift = mech_body_planar_shift,
	.n_outputs = 3 * MECH_PLANAR_V,
	.outputs = mech_body_planar_outputs,
	.n_targets = 3,
	.targets = mech_body_planar_targets,
	.draw = mech_body_planar_draw,
	.move = mech_body_planar_move,
	.refusal = mech_body_planar_refusal,
	.difference = mech_body_planar_difference,
	.mass = mech_body_planar_mass,
	.force = mech_body_planar_force,
	.kinetic_energy = mech_body_planar_kinetic_energy,
	.output = mech_body_planar_output,
	.target_value = mech_body_planar_target_value,
	.target_row = mech_body_planar_target_row,
};
