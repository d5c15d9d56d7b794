/* Contact of a round surface with a plane: Hunt and Crossley's force along the normal, and
 * friction.
 *
 *     N = stiffness d^1.5 (1 + 1.5 damping dd/dt)  where the depth d > 0, never pulling,
 *     T = -friction N u / sqrt(|u|^2 + slip^2),
 *
 * u the tangential velocity of the touching point. `slip` is the speed at which friction is nearly
 * full: a point at rest creeps. A load r friction N, r < 1, moves it with the speed slip r / sqrt(1
 * - r^2). The default of 1e-6 m/s is the default tolerance of a metre in a second. Implicit methods
 * take about as many steps with it as with 1e-3; explicit methods are held to steps of some slip /
 * (friction g).
 */
#ifndef MECH_CONTACT_LAW_H
#define MECH_CONTACT_LAW_H

#include "mech_model.h"

/* numbers of a contact, as its kinds lay them out one after the other */
enum { MECH_CONTACT_STIFFNESS, MECH_CONTACT_DAMPING, MECH_CONTACT_FRICTION, MECH_CONTACT_SLIP, MECH_CONTACT_NUMBERS };
#define MECH_CONTACT_SPECS                                                                                       \
	MECH_TUNABLE("stiffness", MECH_NUMBER, MECH_REQUIRED, MECH_POSITIVE, 0.0,                                    \
	             "force at a depth of 1 m; grows with its power 1.5"),                                           \
		MECH_TUNABLE("damping", MECH_NUMBER, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0.0,                              \
	                 "loss of speed in an impact, as a part for a speed of 1 m/s"),                              \
		MECH_TUNABLE("friction", MECH_NUMBER, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0.0, "coefficient of friction"), \
		MECH_TUNABLE("slip", MECH_VELOCITY, MECH_OPTIONAL, MECH_POSITIVE, 1e-6,                                  \
	                 "speed at which friction is nearly full; at rest the point creeps more slowly")

/* forces along n directions, the last the normal, for a height over the plane (-d) and the rates of
 * all; derivatives by the height and by the rates (row-major n x n). Returns 1 where there is
 * contact, else 0 and nothing is set. */
LA_FUNCTION int mech_contact_force(const double *numbers, int n, double height, const double *rate, double *F,
                                   double *F_height, double *F_rate);

/* energy stored at a height, stiffness d^2.5 / 2.5, and the force that comes of it */
LA_FUNCTION double mech_contact_energy(const double *numbers, double height, double *force);

#endif
