/* Messages of an assembly that fails: which joint stays open, which driver or target asks too much,
 * and by how much.
 *
 * They read the residuals s->residual (in their own units) and the row norms s->norm, which make
 * them comparable.
 */
#ifndef MECH_ASSEMBLY_REPORT_H
#define MECH_ASSEMBLY_REPORT_H

#include "mech_assembly_space.h"

/* what is wanted: positions; speeds; displacements that keep wanted positions and are possible as
 * velocities */
enum mech_assembly_level { MECH_ASSEMBLY_POSITIONS, MECH_ASSEMBLY_SPEEDS, MECH_ASSEMBLY_DISPLACEMENTS };

/* parameter that holds the wanted number, -1: none wanted */
LA_FUNCTION int mech_assembly_wanted(const struct mech_target *target, enum mech_assembly_level level);

/* whether target i wants something and counts now, and how many do, together with rows of
 * constraints that are wanted */
LA_FUNCTION int mech_assembly_counts(const struct mech_assembly_space *s, int i, enum mech_assembly_level level);
LA_FUNCTION int mech_assembly_targets(const struct mech_assembly_space *s, enum mech_assembly_level level);

/* positions: joints and drivers that are open, the widest first */
LA_FUNCTION void mech_assembly_say_open(struct mech_assembly_space *s, const struct mech_context *c,
                                        struct mech_message *message);

/* velocities: joints alone allow rest, so the driver (rows from first on) with the largest residual
 * asks too much; where there is none, initial speeds do */
LA_FUNCTION void mech_assembly_say_too_fast(const struct mech_assembly_space *s, const struct mech_context *c,
                                            int first, struct mech_message *message);

/* accelerations: the speeds belong to no motion through this singular position */
LA_FUNCTION void mech_assembly_say_no_motion(const struct mech_assembly_space *s, const struct mech_context *c,
                                             struct mech_message *message);

/* the target missed most */
LA_FUNCTION void mech_assembly_say_unmet(const struct mech_assembly_space *s, const struct mech_context *c,
                                         enum mech_assembly_level level, struct mech_message *message);

/* whether constraints depended on each other in more directions than there is room for, since asked
 * last: then nothing found is right */
LA_FUNCTION int mech_assembly_lacks_room(struct mech_assembly *assembly, struct mech_message *message);

#endif
