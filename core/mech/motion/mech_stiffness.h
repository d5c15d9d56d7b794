/* How stiff forces are: the rates at which single elements would make the bodies that they act on
 * swing.
 *
 * With K and D the element's derivatives of force by position and velocity and M the masses of its
 * bodies, a motion along one coordinate i alone swings with
 *
 *     w = sqrt(|K_ii| / M_ii),     or not at all where its damping |D_ii| / M_ii is above 2 w.
 *
 * Joints and other forces change that; it shows who requires small steps.
 */
#ifndef MECH_STIFFNESS_H
#define MECH_STIFFNESS_H

#include "mech_body.h"

/* the force element with the largest rate at the point, 1/s; -1: none swings */
LA_FUNCTION int mech_stiffest(const struct mech_context *c, double *rate);

#endif
