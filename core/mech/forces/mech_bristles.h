/* Friction of bristles at a place where two bodies touch (mech_touch.h), as in Bottasso, Bauchau,
 * Cardona (2007), section 5, with the contact's own normal force N. Where the point slides with the
 * velocity u, one component in the plane and two in space, the mean deflection z of the bristles and
 * the friction F are
 *
 *     dz/dt = u - alpha bristles s z / level,     level = friction + (static_friction - friction) exp(-(|u| / stribeck)^2),
 *     F = -N (bristles z + bristle_damping dz/dt + viscous u).
 *
 * s the part of u that bends the bristles further, (u . z) / |z| or 0. LuGre has |u| in place of s,
 * which is the same in steady sliding, and alpha = 1. It creeps under a load that swings. We take the elasto-plastic law of
 * Dupont, Hayward, Armstrong, Altpeter (IEEE Trans. Automatic Control 47, 2002): with the part
 * r = bristles |z| / level of the limit, alpha is 0 below r = b = MECH_BRISTLES_ELASTIC, 1 from r = 1
 * on, and (1 + sin(pi (r - (1 + b) / 2) / (1 - b))) / 2 between. So a load below that part of the limit never moves the point for good.
 *
 * z is a state of the element. When the contact begins or ends, memory keeps the z of then, from
 * which the deflection counts: bristles are straight again. In the air z goes on without a force.
 */
#ifndef MECH_BRISTLES_H
#define MECH_BRISTLES_H

#include "mech_touch.h"

/* numbers of the parameters, after those of mech_contact_law.h */
enum {
	MECH_BRISTLES_STATIC,
	MECH_BRISTLES_STRIBECK,
	MECH_BRISTLES_STIFFNESS,
	MECH_BRISTLES_DAMPING,
	MECH_BRISTLES_VISCOUS,
	MECH_BRISTLES_NUMBERS
};
#define MECH_BRISTLES_SPECS                                                                                 \
	MECH_TUNABLE("static_friction", MECH_NUMBER, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0.0,                     \
	             "coefficient at which bristles break away; less than friction: as friction"),              \
		MECH_TUNABLE("stribeck", MECH_VELOCITY, MECH_OPTIONAL, MECH_POSITIVE, 1e-3,                         \
	                 "speed at which static_friction has mostly fallen to friction"),                       \
		{"bristles",                                                                                        \
	     1,                                                                                                 \
	     0,                                                                                                 \
	     MECH_NUMBER,                                                                                       \
	     MECH_OPTIONAL,                                                                                     \
	     MECH_NOT_NEGATIVE,                                                                                 \
	     0,                                                                                                 \
	     0.0,                                                                                               \
	     "friction of 1 N of normal force for a deflection of 1 m: the point sticks; 0: friction by slip"}, \
		MECH_TUNABLE("bristle_damping", MECH_NUMBER, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0.0,                 \
	                 "the same for the rate of the deflection"),                                            \
		MECH_TUNABLE("viscous", MECH_NUMBER, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0.0, "the same for the sliding speed")

enum { MECH_BRISTLES_MOST = 2 }; /* components of z */

struct mech_bristles {
	int n;                                                  /* components */
	double rate[MECH_BRISTLES_MOST];                        /* dz/dt */
	double rate_u[MECH_BRISTLES_MOST * MECH_BRISTLES_MOST]; /* by u and by z, row-major */
	double rate_z[MECH_BRISTLES_MOST * MECH_BRISTLES_MOST];
	double F_z[MECH_BRISTLES_MOST * MECH_BRISTLES_MOST]; /* of the friction by z */
};

/* replaces the friction of a touch, whose normal force is known, by that of bristles with the
 * deflection z; numbers: those above */
LA_FUNCTION void mech_bristles_load(const double *numbers, const double *z, struct mech_touch *touch,
                                    struct mech_bristles *b);

/* adds the tangent of forces and of dz/dt, over the bodies and then the states */
LA_FUNCTION void mech_bristles_add_tangent(const struct mech_bristles *b, const struct mech_touch *touch, double cq,
                                           double cv, double *out);

#endif
