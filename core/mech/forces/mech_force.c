/* Force at a point of a body, its direction fixed in space. */
#include "mech_kinds.h"
#include "mech_point_force.h"

static void mech_fixed_force_force(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_point_force_add(c, e, 0, out);
}

static void mech_fixed_force_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                     double *out)
{
	(void)cv;
	mech_point_force_add_tangent(c, e, 0, cq, out);
}

static double mech_fixed_force_supply(const struct mech_context *c, const struct mech_element *e)
{
	return mech_point_force_power(c, e, 0);
}

#define MECH_FIXED_FORCE_KIND(in, n)                                                                         \
	.name = "force", .drawing.symbol = MECH_SYMBOL_FORCE,                                                    \
	.text = "force at a point of a body, its direction fixed in space", .force.add = mech_fixed_force_force, \
	.force.reads = MECH_READS_DRIVE, .force.torque_reads = MECH_READS_DRIVE | MECH_READS_TURN,               \
	.force.tangent = mech_fixed_force_tangent, .energy.supply = mech_fixed_force_supply, MECH_POINT_FORCE_KIND(in, n)

LA_TABLE const struct mech_kind mech_point_force = {MECH_FIXED_FORCE_KIND(MECH_PLANAR, 2)};
LA_TABLE const struct mech_kind mech_spatial_point_force = {MECH_FIXED_FORCE_KIND(MECH_SPATIAL, 3)};
