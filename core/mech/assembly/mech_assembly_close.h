/* Steps that close a mechanism, for all searches on the closed mechanism: see
 * mech_assembly_close.c. */
#ifndef MECH_ASSEMBLY_CLOSE_H
#define MECH_ASSEMBLY_CLOSE_H

#include "mech_assembly_report.h"
#include "mech_assembly_space.h"

/* weight of targets that are wanted in addition to those that are held */
#define MECH_ASSEMBLY_WISH 1e-3

/* residual, relative to the size, below which steps must continue to gain */
#define MECH_ASSEMBLY_CLOSED 1e-12

/* Jacobians of constraints and targets at c->q, scaled; the norms of their rows stay in s->norm */
LA_FUNCTION void mech_assembly_linearize(struct mech_assembly_space *s, const struct mech_context *c,
                                         enum mech_assembly_level level);

/* residuals of constraints and targets at c->q, each in its own unit */
LA_FUNCTION void mech_assembly_residual(const struct mech_assembly_space *s, const struct mech_context *c,
                                        double *residual);

/* Of scaled residuals: the size that a step must reduce, which is the norm over constraints plus
 * that over targets; and the largest. */
LA_FUNCTION double mech_assembly_merit(const struct mech_assembly_space *s, const double *residual);
LA_FUNCTION double mech_assembly_largest(const struct mech_assembly_space *s, const double *residual);

/* step := its part that moves nothing farther than the longest step */
LA_FUNCTION void mech_assembly_shorten(const struct mech_assembly_space *s, double *step);

LA_FUNCTION void mech_assembly_copy(const struct mech_assembly_space *s, const double *from, double *to);

/* q: the drawing, disturbed by a share of the size; the same seed disturbs it in the same way */
LA_FUNCTION void mech_assembly_disturb(const struct mech_assembly_space *s, double share, uint32_t seed, double *q);

/* moved = q moved by factor (scaled step) */
LA_FUNCTION void mech_assembly_move(const struct mech_assembly_space *s, const double *q, double factor,
                                    const double *step, double *moved);

/* closes constraints and targets from q on; c->q is q then. Returns the largest scaled residual
 * reached (NAN: not finite), which mech_assembly_good judges. Uses s->trial, s->step and what
 * the steps need. */
LA_FUNCTION double mech_assembly_close(struct mech_assembly_space *s, struct mech_context *c, double *q);
LA_FUNCTION int mech_assembly_good(const struct mech_assembly_space *s, double largest);

#endif
