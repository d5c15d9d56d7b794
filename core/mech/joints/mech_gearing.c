#include "mech_gearing.h"

LA_TABLE const struct mech_output_spec mech_gearing_outputs[1] = {
	{"effort", 1, MECH_COORDINATE_EFFORT, MECH_READS_MULTIPLIERS,
     "torque or force the gear exerts along the first coordinate"},
};

LA_TABLE const struct mech_row_spec mech_gearing_rows[1] = {
	{"ratio", MECH_COORDINATE, MECH_ROW_LINEAR, MECH_SHAPE_ANY, NULL, MECH_NO_AXIS},
};

/* sum of factor_i c_i less the value given */
static double mech_gearing_sum(const struct mech_context *c, const struct mech_element *e, double less)
{
	struct mech_sum sum = {-less, 0.0}, turns = {0.0, 0.0};
	for (int i = 0; i < mech_element_kind(e)->file.n_joints; i++) {
		const struct mech_reading r = mech_referred_reading(c, e, i);
		const double factor = mech_element_kind(e)->row.factor(c, e, i);
		mech_sum_add_product(&sum, factor, r.part);
		mech_sum_add_product(&sum, factor, mech_referred_offset(c, e, i));
		mech_sum_add_product(&turns, factor, r.turns);
	}
	mech_sum_add_turns(&sum, &turns);
	return mech_sum_value(&sum);
}

LA_FUNCTION void mech_gearing_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = mech_gearing_sum(c, e, 0.0);
}

LA_FUNCTION void mech_gearing_constraint(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = mech_gearing_sum(c, e, c->derived[e->derived]);
}

LA_FUNCTION void mech_gearing_jacobian(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const int n = 2 * c->model->body_v;
	for (int i = 0; i < mech_element_kind(e)->file.n_joints; i++) {
		double *row = out + n * i;
		mech_referred_row(c, e, i, row);
		for (int j = 0; j < n; j++) {
			row[j] *= mech_element_kind(e)->row.factor(c, e, i);
		}
	}
}

LA_FUNCTION void mech_gearing_bias(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = 0.0;
	for (int i = 0; i < mech_element_kind(e)->file.n_joints; i++) {
		out[0] += mech_element_kind(e)->row.factor(c, e, i) * mech_referred_bias(c, e, i);
	}
}

LA_FUNCTION void mech_gearing_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                      double *out)
{
	(void)cv;
	for (int i = 0; i < mech_element_kind(e)->file.n_joints; i++) {
		mech_referred_curvature(c, e, i, cq * c->lambda[e->row] * mech_element_kind(e)->row.factor(c, e, i), out);
	}
}

LA_FUNCTION void mech_gearing_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = -mech_element_kind(e)->row.factor(c, e, 0) * c->lambda[e->row];
}
