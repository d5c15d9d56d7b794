/* Typical sizes of velocities and accelerations, which errors are compared with, and the rounding
 * of accelerations.
 *
 * Scales grow with every accepted step, and forget slowly what was large once. A first step, which
 * has seen no motion, has scales of its own.
 */
#ifndef DAE_SCALES_H
#define DAE_SCALES_H

#include "dae_step.h"

struct dae_driver;

/* largest velocities and accelerations seen, none far below the largest of all; forgotten slowly
 * over steps h */
LA_FUNCTION void dae_scales_grow(struct dae_driver *d);
LA_FUNCTION void dae_scales_forget(struct dae_driver *d, double h);

/* the same of velocities, then of accelerations, [2 n_v], for a first step, where they may not have
 * been seen yet */
LA_FUNCTION const double *dae_scales_of_start(struct dae_driver *d);

/* of accelerations there, whose matrix [M G^T; G 0] may be factored already */
LA_FUNCTION void dae_scales_measure_rounding(struct dae_driver *d, const struct dae_options *options, int is_factored);

/* the largest of x[n] / size[n] */
LA_FUNCTION double dae_scales_ratio(int n, const double *x, const double *size);

#endif
