/* A look ahead: what the rank of the constraints is where the motion leads, or comes from.
 *
 * A start asks which redundant rows are permanent. An accepted step near a singular position, and a
 * run that cannot go on, ask whether two motions touch there. Nothing of the state changes; the
 * matrix and the scratch of the driver do.
 */
#ifndef DAE_PROBE_H
#define DAE_PROBE_H

#include "dae_step.h"

struct dae_driver;

/* distance to a singular position a time later, if it is below `most`; else 1. The motion up to
 * there is left in `right`. */
LA_FUNCTION double dae_probe_distance(struct dae_driver *d, struct dae_point p, const struct dae_options *options,
                                      double time, double most);

/* how many of the directions along which rows are redundant, in the matrix just factored there,
 * last as the mechanism moves on */
LA_FUNCTION int dae_probe_permanent(struct dae_driver *d, const struct dae_options *options);

/* whether a singular position beside that point is one where motions touch: it is left only in
 * proportion to the square of the way, so that for a while rounding decides between them; seen
 * where the mechanism moves by a part of its size, to and fro */
LA_FUNCTION int dae_probe_touches(struct dae_driver *d, const struct dae_options *options, double move);

#endif
