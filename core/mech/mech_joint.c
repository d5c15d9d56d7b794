/* Coordinates and reactions of joints for the elements that refer to them; see mech_joint.h. */
#include "mech_joint.h"

#include "mech_equations.h"

LA_FUNCTION double mech_joint_value(const struct mech_context *c, const struct mech_element *joint, int k)
{
	return mech_element_kind(joint)->coordinate_value(c, joint, k);
}

/* row of the coordinate times a vector of the whole system */
static double mech_joint_product(const struct mech_context *c, const struct mech_element *joint, int k,
                                 const double *vector)
{
	double row[MECH_PAIR_V], part[MECH_PAIR_V], sum = 0.0;
	mech_element_kind(joint)->coordinate_row(c, joint, k, row);
	mech_body_part(c, joint->body[0], vector, part);
	mech_body_part(c, joint->body[1], vector, part + MECH_PLANAR_V);
	for (int i = 0; i < MECH_PAIR_V; i++) {
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
	return mech_joint_product(c, joint, k, c->a) + mech_element_kind(joint)->coordinate_bias(c, joint, k);
}

LA_FUNCTION const struct mech_element *mech_referred_joint(const struct mech_context *c, const struct mech_element *e,
                                                           int i)
{
	return &c->model->elements[e->joint[i]];
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
	mech_element_kind(joint)->coordinate_row(c, joint, e->coordinate[i], row);
}

LA_FUNCTION double mech_referred_bias(const struct mech_context *c, const struct mech_element *e, int i)
{
	const struct mech_element *joint = mech_referred_joint(c, e, i);
	return mech_element_kind(joint)->coordinate_bias(c, joint, e->coordinate[i]);
}

LA_FUNCTION double mech_referred_drawn(const struct mech_context *c, const struct mech_element *e, int i)
{
	struct mech_context drawing = *c;
	drawing.q = NULL;
	return mech_referred_value(&drawing, e, i);
}

LA_FUNCTION void mech_referred_curvature(const struct mech_context *c, const struct mech_element *e, int i, double mu,
                                         double *out)
{
	const struct mech_element *joint = mech_referred_joint(c, e, i);
	const struct mech_kind *kind = mech_element_kind(joint);
	if (!kind->coordinate_curvature) {
		return;
	}
	/* the joint's bodies are a diagonal block of this element's */
	double block[MECH_PAIR_V * MECH_PAIR_V] = {0.0};
	kind->coordinate_curvature(c, joint, e->coordinate[i], mu, block);
	const int size = MECH_PLANAR_V * e->n_bodies, first = MECH_PAIR_V * i;
	for (int row = 0; row < MECH_PAIR_V; row++) {
		for (int col = 0; col < MECH_PAIR_V; col++) {
			out[(first + row) * size + first + col] += block[MECH_PAIR_V * row + col];
		}
	}
}

LA_FUNCTION double mech_driving_number(const struct mech_context *c, const struct mech_element *e, int k)
{
	return mech_driving_derivative(c, e, k, 0);
}

LA_FUNCTION double mech_driving_derivative(const struct mech_context *c, const struct mech_element *e, int k, int order)
{
	if (e->input >= 0) {
		return mech_signal_at(&c->inputs[e->input], c->t, order);
	}
	return order == 0 ? c->parameters[e->parameter + k] : 0.0;
}

LA_FUNCTION void mech_joint_reaction(const struct mech_context *c, const struct mech_element *joint, double *out)
{
	const struct mech_kind *kind = mech_element_kind(joint);
	out[0] = out[1] = out[2] = 0.0;
	if (kind->n_joints > 0 || !kind->point) {
		return;
	}
	/* F, T = -G2^T lambda at the centre of mass */
	double G[MECH_MOST_ROWS * MECH_PAIR_V];
	kind->jacobian(c, joint, G);
	for (int i = 0; i < kind->n_rows; i++) {
		for (int j = 0; j < MECH_PLANAR_V; j++) {
			out[j] -= G[MECH_PAIR_V * i + MECH_PLANAR_V + j] * c->lambda[joint->row + i];
		}
	}
	double pose[MECH_PLANAR_V], p[2];
	mech_pose(c, joint->body[1], pose);
	kind->point(c, joint, p);
	out[2] -= (p[0] - pose[0]) * out[1] - (p[1] - pose[1]) * out[0];
}
