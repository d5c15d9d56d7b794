/* How many turns joints have made where a run begins.
 *
 * In space a joint measures its angle but for whole turns and counts on from the last angle it remembers (mech_kind.h).
 * At the start that is, without offset, the angle wanted of it: by `initial:`, by a driver, or through a gear whose
 * other coordinates are wanted. Angles that nobody wants are within half a turn of the drawing.
 */
#ifndef MECH_START_TURNS_H
#define MECH_START_TURNS_H

#include "mech_joint.h"

/* memory[n_memory]: sets the numbers of angles that count turns; c->memory is the same */
LA_FUNCTION void mech_start_turns(const struct mech_context *c, double *memory);

#endif
