/* Coordinates and reactions of joints for the elements that refer to them; see mech_joint.h. */
#include "mech_joint.h"

#include "mech_curve.h"
#include "mech_pose.h"
#include "mech_rotation.h"

static struct mech_reading mech_joint_reading(const struct mech_context *c, const struct mech_element *joint, int k)
{
	return mech_element_kind(joint)->coordinate.reading(c, joint, k);
}

LA_FUNCTION double mech_joint_offset(const struct mech_context *c, const struct mech_element *joint, int k)
{
	const int offset = mech_element_kind(joint)->coordinate.specs[k].offset;
	return offset == MECH_NO_OFFSET ? 0.0 : c->parameters[joint->parameter + offset];
}

LA_FUNCTION double mech_joint_value(const struct mech_context *c, const struct mech_element *joint, int k)
{
	return mech_reading_value(mech_joint_reading(c, joint, k)) + mech_joint_offset(c, joint, k);
}

LA_FUNCTION struct mech_reading mech_joint_count(const struct mech_context *c, const struct mech_element *joint, int k,
                                                 struct mech_reading measured)
{
	const int turns = mech_element_kind(joint)->coordinate.specs[k].turns;
	if (turns == MECH_NO_TURNS || !c->q) {
		return measured;
	}
	return mech_reading_near(measured.part, c->memory[joint->memory + turns]);
}

LA_FUNCTION void mech_remember(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	const struct mech_kind *kind = mech_element_kind(e);
	double *own = memory + e->memory;
	for (int k = 0; k < kind->coordinate.count; k++) {
		if (kind->coordinate.specs[k].turns != MECH_NO_TURNS) {
			own[kind->coordinate.specs[k].turns] = mech_reading_value(mech_joint_reading(c, e, k));
		}
	}
	if (kind->memory.remember) {
		kind->memory.remember(c, e, own);
	}
}

/* row of the coordinate times a vector of the whole system */
static double mech_joint_product(const struct mech_context *c, const struct mech_element *joint, int k,
                                 const double *vector)
{
	const int n = c->model->body_v;
	double row[MECH_MOST_PAIR_V], part[MECH_MOST_PAIR_V], sum = 0.0;
	mech_element_kind(joint)->coordinate.row(c, joint, k, row);
	mech_body_part(c, joint->body[0], vector, part);
	mech_body_part(c, joint->body[1], vector, part + n);
	for (int i = 0; i < 2 * n; i++) {
		sum += row[i] * part[i];
	}
	return sum;
}

LA_FUNCTION double mech_joint_rate(const struct mech_context *c, const struct mech_element *joint, int k)
{
	return mech_joint_product(c, joint, k, c->v);
}

LA_FUNCTION double mech_joint_acceleration(const struct mech_context *c, const struct mech_element *joint, int k)
{
	return mech_joint_product(c, joint, k, c->a) + mech_element_kind(joint)->coordinate.bias(c, joint, k);
}

LA_FUNCTION const struct mech_element *mech_referred_joint(const struct mech_context *c, const struct mech_element *e,
                                                           int i)
{
	return &c->model->elements[e->joint[i]];
}

LA_FUNCTION struct mech_reading mech_referred_reading(const struct mech_context *c, const struct mech_element *e, int i)
{
	return mech_joint_reading(c, mech_referred_joint(c, e, i), e->coordinate[i]);
}

LA_FUNCTION double mech_referred_offset(const struct mech_context *c, const struct mech_element *e, int i)
{
	return mech_joint_offset(c, mech_referred_joint(c, e, i), e->coordinate[i]);
}

LA_FUNCTION double mech_referred_value(const struct mech_context *c, const struct mech_element *e, int i)
{
	return mech_joint_value(c, mech_referred_joint(c, e, i), e->coordinate[i]);
}

LA_FUNCTION double mech_referred_rate(const struct mech_context *c, const struct mech_element *e, int i)
{
	return mech_joint_rate(c, mech_referred_joint(c, e, i), e->coordinate[i]);
}

LA_FUNCTION void mech_referred_row(const struct mech_context *c, const struct mech_element *e, int i, double *row)
{
	const struct mech_element *joint = mech_referred_joint(c, e, i);
	mech_element_kind(joint)->coordinate.row(c, joint, e->coordinate[i], row);
}

LA_FUNCTION double mech_referred_bias(const struct mech_context *c, const struct mech_element *e, int i)
{
	const struct mech_element *joint = mech_referred_joint(c, e, i);
	return mech_element_kind(joint)->coordinate.bias(c, joint, e->coordinate[i]);
}

LA_FUNCTION double mech_referred_drawn(const struct mech_context *c, const struct mech_element *e, int i)
{
	struct mech_context drawing = *c;
	drawing.q = NULL;
	return mech_referred_value(&drawing, e, i);
}

LA_FUNCTION void mech_referred_pair_curvature(const struct mech_context *c, const struct mech_element *e, int i,
                                              double mu, double *out)
{
	const struct mech_element *joint = mech_referred_joint(c, e, i);
	const struct mech_kind *kind = mech_element_kind(joint);
	if (kind->coordinate.curvature) {
		kind->coordinate.curvature(c, joint, e->coordinate[i], mu, out);
	}
}

LA_FUNCTION void mech_referred_rate_row(const struct mech_context *c, const struct mech_element *e, int i, double *out)
{
	const int n = 2 * c->model->body_v;
	double H[MECH_MOST_PAIR_V * MECH_MOST_PAIR_V] = {0.0}, v[MECH_MOST_PAIR_V];
	mech_referred_pair_curvature(c, e, i, 1.0, H);
	mech_gather(c, mech_referred_joint(c, e, i), c->v, v);
	for (int j = 0; j < n; j++) {
		out[j] = 0.0;
		for (int k = 0; k < n; k++) {
			out[j] += v[k] * H[n * k + j];
		}
	}
}

/* the joint's bodies are a diagonal block of this element's */
LA_FUNCTION void mech_referred_curvature(const struct mech_context *c, const struct mech_element *e, int i, double mu,
                                         double *out)
{
	const int n = 2 * c->model->body_v;
	double block[MECH_MOST_PAIR_V * MECH_MOST_PAIR_V] = {0.0};
	mech_referred_pair_curvature(c, e, i, mu, block);
	const int size = mech_local_size(c->model, e), first = n * i;
	for (int row = 0; row < n; row++) {
		for (int col = 0; col < n; col++) {
			out[(first + row) * size + first + col] += block[n * row + col];
		}
	}
}

/* derivative `order` of an input or of a table over time; 0: there is neither */
static double mech_joint_driven(const struct mech_context *c, const struct mech_element *e, int order)
{
	if (e->input >= 0) {
		return mech_signal_at(&c->inputs[e->input], c->t, order);
	}
	const int curve = mech_driving_curve(e);
	if (curve < 0) {
		return 0.0;
	}
	double y[MECH_CURVE_ORDERS];
	mech_curve_at(c, e, curve, c->t, y);
	return c->tables ? c->tables[0] * y[order] + c->tables[1] * y[order + 1] : y[order];
}

static int mech_joint_follows(const struct mech_element *e)
{
	return mech_element_joints(e) > mech_element_kind(e)->file.n_joints;
}

LA_FUNCTION double mech_driving_number(const struct mech_context *c, const struct mech_element *e, int k)
{
	if (mech_joint_follows(e)) {
		return mech_referred_value(c, e, mech_element_kind(e)->file.n_joints);
	}
	return e->input >= 0 || mech_driving_curve(e) >= 0 ? mech_joint_driven(c, e, 0) : c->parameters[e->parameter + k];
}

LA_FUNCTION double mech_driving_rate(const struct mech_context *c, const struct mech_element *e)
{
	return mech_joint_follows(e) ? mech_referred_rate(c, e, mech_element_kind(e)->file.n_joints)
	                             : mech_joint_driven(c, e, 1);
}

LA_FUNCTION double mech_driving_acceleration(const struct mech_context *c, const struct mech_element *e)
{
	const int k = mech_element_kind(e)->file.n_joints;
	return mech_joint_follows(e) ? mech_joint_acceleration(c, mech_referred_joint(c, e, k), e->coordinate[k])
	                             : mech_joint_driven(c, e, 2);
}

/* out[n_v] = -G2^T lambda: what the joint does to its second body, at the centre of mass */
static void mech_joint_on_second(const struct mech_context *c, const struct mech_element *joint, double *out)
{
	const struct mech_kind *kind = mech_element_kind(joint);
	const int n = c->model->body_v;
	double G[MECH_MOST_ROWS * MECH_MOST_PAIR_V];
	kind->row.jacobian(c, joint, G);
	for (int j = 0; j < n; j++) {
		out[j] = 0.0;
		for (int i = 0; i < kind->row.count; i++) {
			out[j] -= G[2 * n * i + n + j] * c->lambda[joint->row + i];
		}
	}
}

/* the torque about the joint's point, global axes */
static void mech_joint_reduce(const struct mech_context *c, const struct mech_element *joint, double *out)
{
	struct mech_pose pose;
	double p[MECH_MOST_DIMENSION];
	mech_pose(c, joint->body[1], &pose);
	mech_element_kind(joint)->drawing.point(c, joint, p);
	for (int i = 0; i < pose.dimension; i++) {
		p[i] -= pose.x[i];
	}
	if (pose.dimension == 2) {
		out[2] -= p[0] * out[1] - p[1] * out[0];
		return;
	}
	double moment[3];
	mech_rotate(pose.R, out + 3, out + 3); /* the torque on the body is in its own axes */
	mech_cross(p, out, moment);
	for (int i = 0; i < 3; i++) {
		out[3 + i] -= moment[i];
	}
}

LA_FUNCTION void mech_joint_reaction(const struct mech_context *c, const struct mech_element *joint, double *out)
{
	const struct mech_kind *kind = mech_element_kind(joint);
	if (kind->file.n_joints > 0 || kind->row.count == 0 || !kind->drawing.point) {
		for (int i = 0; i < c->model->body_v; i++) {
			out[i] = 0.0;
		}
		return;
	}
	mech_joint_on_second(c, joint, out);
	mech_joint_reduce(c, joint, out);
}
