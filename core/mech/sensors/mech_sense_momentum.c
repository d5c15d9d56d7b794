/* Sensor: momentum of the bodies listed, or of all, in global axes. With p_i = m_i v_i, L_i = J_i
 * w_i and the centres of mass r_i
 *
 *     p = sum p_i,     angular_momentum = sum L_i + (r_i - about) x p_i,     spin = the same about r,
 *
 * the common centre of mass, r = sum m_i r_i / sum m_i (the origin where there is no mass).
 */
#include "mech_kinds.h"
#include "mech_pose.h"
#include "mech_rotation.h"

static const struct mech_parameter_spec mech_sense_momentum_parameters[] = {
	{"about", 2, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_ANY, 1, 0.0,
     "point of the ground that angular_momentum is taken about; the origin if not given"},
};

static const struct mech_parameter_spec mech_sense_momentum_spatial_parameters[] = {
	{"about", 3, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_ANY, 1, 0.0,
     "point of the ground that angular_momentum is taken about; the origin if not given"},
};

static const struct mech_output_spec mech_sense_momentum_outputs[] = {
	{"momentum", 2, MECH_MOMENTUM, MECH_READS_VELOCITY | MECH_ALONG_OWN, "linear momentum"},
	{"angular_momentum", 1, MECH_ANGULAR_MOMENTUM, MECH_READS_PLACE | MECH_READS_VELOCITIES,
     "angular momentum about the point given"},
	{"spin", 1, MECH_ANGULAR_MOMENTUM, MECH_READS_PLACE | MECH_READS_VELOCITIES,
     "angular momentum about the common centre of mass"},
	{"center", 2, MECH_LENGTH, MECH_READS_PLACE | MECH_ALONG_OWN, "common centre of mass"},
};

static const struct mech_output_spec mech_sense_momentum_spatial_outputs[] = {
	{"momentum", 3, MECH_MOMENTUM, MECH_READS_VELOCITY | MECH_ALONG_OWN, "linear momentum"},
	{"angular_momentum", 3, MECH_ANGULAR_MOMENTUM, MECH_READS_MOTION, "angular momentum about the point given"},
	{"spin", 3, MECH_ANGULAR_MOMENTUM, MECH_READS_MOTION, "angular momentum about the common centre of mass"},
	{"center", 3, MECH_LENGTH, MECH_READS_PLACE | MECH_ALONG_OWN, "common centre of mass"},
};

/* sums over the bodies, as vectors in space: p, sum L_i + r_i x p_i, and r */
struct mech_sense_momentum_sums {
	double p[3], L[3], r[3];
};

/* one body: its mass, place, and momentum in global axes */
static double mech_sense_momentum_body(const struct mech_context *c, int body, double *r, double *p, double *L)
{
	struct mech_pose pose;
	double momentum[MECH_MOST_BODY_V];
	mech_pose(c, body, &pose);
	mech_body_momentum(c, body, momentum);
	for (int i = 0; i < 3; i++) {
		const int inside = i < pose.dimension;
		r[i] = inside ? pose.x[i] : 0.0;
		p[i] = inside ? momentum[i] : 0.0;
		L[i] = 0.0;
	}
	if (pose.dimension == 2) {
		L[2] = momentum[2];
	} else {
		mech_rotate(pose.R, momentum + 3, L);
	}
	return mech_body_numbers(c, body)[MECH_BODY_MASS];
}

static void mech_sense_momentum_add(const struct mech_context *c, const struct mech_element *e,
                                    struct mech_sense_momentum_sums *sums)
{
	double mass = 0.0;
	*sums = (struct mech_sense_momentum_sums){{0.0}, {0.0}, {0.0}};
	for (int k = 0; k < mech_seen_bodies(c->model, e); k++) {
		double r[3], p[3], L[3], moment[3];
		const double m = mech_sense_momentum_body(c, mech_seen_body(e, k), r, p, L);
		mech_cross(r, p, moment);
		for (int i = 0; i < 3; i++) {
			sums->p[i] += p[i];
			sums->L[i] += L[i] + moment[i];
			sums->r[i] += m * r[i];
		}
		mass += m;
	}
	for (int i = 0; i < 3; i++) {
		sums->r[i] /= mass > 0.0 ? mass : 1.0;
	}
}

/* sum L_i + (r_i - point) x p_i */
static void mech_sense_momentum_about(const struct mech_sense_momentum_sums *sums, const double *point, double *out)
{
	double moment[3];
	mech_cross(point, sums->p, moment);
	for (int i = 0; i < 3; i++) {
		out[i] = sums->L[i] - moment[i];
	}
}

static void mech_sense_momentum_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *numbers = c->parameters + e->parameter, about[3] = {numbers[0], numbers[1], 0.0};
	struct mech_sense_momentum_sums sums;
	double L[3], spin[3];
	mech_sense_momentum_add(c, e, &sums);
	mech_sense_momentum_about(&sums, about, L);
	mech_sense_momentum_about(&sums, sums.r, spin);
	out[0] = sums.p[0];
	out[1] = sums.p[1];
	out[2] = L[2];
	out[3] = spin[2];
	out[4] = sums.r[0];
	out[5] = sums.r[1];
}

static void mech_sense_momentum_spatial_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_sense_momentum_sums sums;
	mech_sense_momentum_add(c, e, &sums);
	mech_sense_momentum_about(&sums, c->parameters + e->parameter, out + 3);
	mech_sense_momentum_about(&sums, sums.r, out + 6);
	for (int i = 0; i < 3; i++) {
		out[i] = sums.p[i];
		out[9 + i] = sums.r[i];
	}
}

LA_TABLE const struct mech_kind mech_sense_momentum = {
	.name = "momentum",
	.section = MECH_SENSOR,
	.space = MECH_PLANAR,
	.text = "linear and angular momentum of bodies",
	.file.lists_bodies = 1,
	.file.n_parameters = 1,
	.file.parameters = mech_sense_momentum_parameters,
	.output.count = 4,
	.output.specs = mech_sense_momentum_outputs,
	.output.values = mech_sense_momentum_output,
};

LA_TABLE const struct mech_kind mech_spatial_sense_momentum = {
	.name = "momentum",
	.section = MECH_SENSOR,
	.space = MECH_SPATIAL,
	.text = "linear and angular momentum of bodies",
	.file.lists_bodies = 1,
	.file.n_parameters = 1,
	.file.parameters = mech_sense_momentum_spatial_parameters,
	.output.count = 4,
	.output.specs = mech_sense_momentum_spatial_outputs,
	.output.values = mech_sense_momentum_spatial_output,
};
