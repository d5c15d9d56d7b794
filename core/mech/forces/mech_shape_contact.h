/* Two shapes in the plane, each the points within a radius of a core: a point (a circle), a segment (a
 * capsule) or a polygon with rounded corners. What shape_contact and its drawing share.
 *
 * A core of one or two points has no inside. Feet on it (mech_profile.h) are found here.
 */
#ifndef MECH_SHAPE_CONTACT_H
#define MECH_SHAPE_CONTACT_H

#include "mech_profile.h"

/* tables of a shape: that of the second body comes first, because it is what the first one touches */
enum { MECH_SHAPE_OTHER_TABLE, MECH_SHAPE_TABLE };

/* numbers of the parameters; the first ones are those of mech_profile_frame.h */
enum {
	MECH_SHAPE_AT = 0,
	MECH_SHAPE_RADIUS = 2,
	MECH_SHAPE_OTHER_AT = 3,
	MECH_SHAPE_OTHER_TURN = 5,
	MECH_SHAPE_OTHER_RADIUS,
	MECH_SHAPE_TURN,
	MECH_SHAPE_LAW
};

/* whether corner i sticks out */
LA_FUNCTION int mech_shape_sticks_out(const struct mech_profile *core, int i);

/* feet of the point x on a core, nearest first; how many */
LA_FUNCTION int mech_shape_feet(const struct mech_profile *core, const double x[2],
                                struct mech_foot feet[MECH_PROFILE_FEET]);

/* the corner that sticks out and is the foot of x; -1: the foot is on an edge or in a hollow */
LA_FUNCTION int mech_shape_corner(const struct mech_profile *core, const double x[2], const struct mech_foot *foot);

#endif
