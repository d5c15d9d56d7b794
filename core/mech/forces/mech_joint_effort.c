#include "mech_joint_effort.h"

#include "mech_coordinate_force.h"

LA_FUNCTION void mech_joint_effort_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	mech_effort_add(c, e, mech_driving_number(c, e, 0), f);
}

LA_FUNCTION void mech_joint_effort_tangent(const struct mech_context *c, const struct mech_element *e, double cq,
                                           double cv, double *out)
{
	const struct mech_effort effort = {mech_driving_number(c, e, 0), 0.0, 0.0};
	mech_effort_add_tangent(c, e, &effort, cq, cv, out);
}

LA_FUNCTION double mech_joint_effort_supply(const struct mech_context *c, const struct mech_element *e)
{
	return mech_driving_number(c, e, 0) * mech_referred_rate(c, e, 0);
}
