/* Force at a point of a body, its direction fixed in the body. */
#include "mech_kinds.h"
#include "mech_point_force.h"

static void mech_follower_force_force(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point_force_add(c, e, 1, out);
}

static void mech_follower_force_tangent(const struct mech_context *c, const struct mech_element *e, double cq,
                                        double cv, double *out)
{
	(void)cv;
	mech_point_force_add_tangent(c, e, 1, cq, out);
}

static double mech_follower_force_supply(const struct mech_context *c, const struct mech_element *e)
{
	return mech_point_force_power(c, e, 1);
}

#define MECH_FOLLOWER_FORCE_KIND(in, n)                                                                            \
	.name = "follower_force", .drawing.symbol = MECH_SYMBOL_FOLLOWER,                                              \
	.text = "force at a point of a body, its direction fixed in the body", .force.add = mech_follower_force_force, \
	.force.reads = MECH_READS_DRIVE | MECH_READS_TURN, .force.torque_reads = MECH_READS_DRIVE,                     \
	.force.tangent = mech_follower_force_tangent, .energy.supply = mech_follower_force_supply,                     \
	MECH_POINT_FORCE_KIND(in, n)

LA_TABLE const struct mech_kind mech_follower_force = {MECH_FOLLOWER_FORCE_KIND(MECH_PLANAR, 2)};
LA_TABLE const struct mech_kind mech_spatial_follower_force = {MECH_FOLLOWER_FORCE_KIND(MECH_SPATIAL, 3)};
