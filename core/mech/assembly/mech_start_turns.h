/* How many turns joints and bodies have made where a run begins.
 *
 * In space a joint measures its angle but for whole turns and counts on from the last angle it
 * remembers (mech_declaration.h). At the start that is, without offset, the angle wanted of it: by
 * `initial:`, by a driver, or through a gear whose other coordinates are wanted. Angles that nobody
 * wants are within half a turn of the drawing.
 *
 * In the plane bodies count. The assembly turns them from the drawing to the angles wanted, so that
 * all that depends on them follows; only where that is farther than MECH_START_FAR turns it begins
 * with the whole turns made. Where joints and gears do not say how far a body has turned, it has as
 * much as the neighbour that turned least.
 */
#ifndef MECH_START_TURNS_H
#define MECH_START_TURNS_H

#include "mech_joint.h"

/* scratch of the search, made once for a model; allocated and freed with struct mech_assembly */
struct mech_start {
	int *coordinate;   /* [n_elements + 1] number of the first coordinate of each element */
	double *wanted;    /* [coordinates] what is wanted of each by itself, without offset; NAN: nothing */
	int *first, *list; /* [bodies + 1], welded ones too: elements of each */
	int *queue;        /* [n_elements] elements that may determine something, a ring */
	char *queued;      /* [n_elements] */
	int begin, n_queue;
	int *heap,
		n_heap; /* [2 n_elements] 2 e + k: element e has its body k next to one that is placed, which turned least first */
};

/* sets what is wanted; then memory[n_memory]: sets the numbers of angles that count turns;
 * c->memory is the same */
LA_FUNCTION void mech_start_turns(const struct mech_context *c, struct mech_start *start, double *memory);

/* after it, q as drawn: sets the turns that bodies in the plane begin with; c->q is the same */
LA_FUNCTION void mech_start_bodies(const struct mech_context *c, struct mech_start *start, double *q);

#endif
