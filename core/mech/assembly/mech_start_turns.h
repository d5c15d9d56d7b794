/* How many turns joints and bodies have made where a run begins.
 *
 * In space a joint measures its angle but for whole turns and counts on from the last angle it remembers (mech_declaration.h).
 * At the start that is, without offset, the angle wanted of it: by `initial:`, by a driver, or through a gear whose
 * other coordinates are wanted. Angles that nobody wants are within half a turn of the drawing.
 *
 * In the plane bodies count. The assembly turns them from the drawing to the angles wanted, so that all that hangs on them
 * follows; only where that is farther than MECH_START_FAR turns it begins with the whole turns made. Where joints and gears
 * do not say how far a body has turned, it has as much as the neighbour that turned least.
 */
#ifndef MECH_START_TURNS_H
#define MECH_START_TURNS_H

#include "mech_joint.h"

/* memory[n_memory]: sets the numbers of angles that count turns; c->memory is the same */
LA_FUNCTION void mech_start_turns(const struct mech_context *c, double *memory);

/* q as drawn: sets the turns that bodies in the plane begin with; c->q is the same */
LA_FUNCTION void mech_start_bodies(const struct mech_context *c, double *q);

#endif
