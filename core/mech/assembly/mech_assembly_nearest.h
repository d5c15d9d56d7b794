/* What the assembly does where not everything can be met: wishes give way, and failures are traced
 * to their cause.
 *
 * Wishes (targets of a priority above 1) are granted one after the other, in order of priority,
 * each within what constraints and wishes before it leave free. One that cannot be met is
 * approached as far as possible. Several assemblies of the same mechanism (branches) may exist: the
 * one that misses least of the wishes is taken, that of the drawing where it makes no difference.
 *
 * A failure is the fault of the targets if everything else can be closed, of the drivers if the
 * joints can, else of those joints that contradict the drawing: rods of another length than drawn,
 * discs that do not touch. Nearest approach: all others closed, those at fault open as little as
 * possible.
 */
#ifndef MECH_ASSEMBLY_NEAREST_H
#define MECH_ASSEMBLY_NEAREST_H

#include "mech_assembly_close.h"

/* the wish after target `last` in the order of priority, then of the file; -1: none. last = -1: the
 * first one */
LA_FUNCTION int mech_assembly_next_wish(const struct mech_model *model, enum mech_assembly_level level, int last);

/* q is closed with all that must be met; grants wishes, which count from then on, and may lead to
 * another branch */
LA_FUNCTION void mech_assembly_grant(struct mech_assembly_space *s, struct mech_context *c, double *q);

/* q, the nearest that was found, does not close: says who is at fault, and by how much at the
 * nearest approach */
LA_FUNCTION void mech_assembly_blame(struct mech_assembly_space *s, struct mech_context *c, double *q,
                                     struct mech_message *message);

#endif
