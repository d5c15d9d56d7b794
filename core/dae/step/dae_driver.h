/* The driver: carries a system along in time with one of the methods.
 *
 * It owns step-size control and the exact landing on the end time. Its state is a pointer-free
 * block of numbers that the caller provides: copying the block saves and restores the integration
 * exactly. Everything else is scratch.
 *
 * Order of calls. Create a driver for a system and a block. Reset it, write q and v into its state,
 * project the velocities, start the motion (dae_start.h). Then advance; after a jump of an input
 * start the motion again. Between steps ask for answers (dae_answer.h, dae_dense.h).
 *
 * Tolerance. The error of a step is measured per unit of time, against what moves the system. With
 * k = DAE_TOLERANCE_SHARE a step of size h is accepted if
 *
 *     |error of q| <= k tolerance h * velocity scale                                          + rounding,
 *     |error of v| <= min(k tolerance h * acceleration scale, tolerance * velocity scale)     + rounding.
 *
 * The computed motion is then the exact motion of a mechanism whose velocities and accelerations
 * are off by that much, and the error at the end is in proportion to the tolerance. The second
 * bound on v counts where accelerations are large but die out within the step. Rounding is that of
 * the numbers themselves, of forces over masses, and near a singular position of positions and
 * velocities across the constraints (dae_error.c, dae_nearness.h). Two more errors are measured.
 * Prescribed motion, across the constraints, may be off by a tenth of the tolerance. The energy
 * balance may change by DAE_TRIAL_ENERGY of the tolerance (dae_energy.h, dae_trial.c). The largest
 * of the three decides. Steps that dae_rules.c accepts above it are counted as unresolved.
 *
 * Scales are the largest values of the recent past (dae_scales.h), each at least DAE_SCALES_FLOOR
 * of the largest of all in units of motion_size.
 */
#ifndef DAE_DRIVER_H
#define DAE_DRIVER_H

#include "dae_answer.h"
#include "dae_effort.h"
#include "dae_start.h"
#include "dae_state.h"

/* allocates scratch, with method NULL for any of dae_methods (the first is then in use); NULL when
 * memory is out. `block` must outlive the driver and is not touched here. */
LA_FUNCTION struct dae_driver *dae_driver_create(const struct dae_system *system, const struct dae_method *method,
                                                 double *block);
LA_FUNCTION void dae_driver_free(struct dae_driver *d);

/* another method of dae_methods for a driver made for any; followed by dae_driver_reset, or by a
 * restored block */
LA_FUNCTION void dae_driver_choose(struct dae_driver *d, const struct dae_method *method);

/* the method that makes the steps now, and why where another has chosen it */
LA_FUNCTION const struct dae_method *dae_driver_at_work(const struct dae_driver *d, const char **why);

/* whether stability, not accuracy, keeps its steps short: another method would take fewer */
LA_FUNCTION int dae_driver_is_limited(const struct dae_driver *d);

LA_FUNCTION struct dae_state dae_driver_state(const struct dae_driver *d);

/* forgets all: time t, scales and counters zero; q and v are then the caller's to set */
LA_FUNCTION void dae_driver_reset(struct dae_driver *d, double t);

/* integrates to t_end exactly; where rows are redundant, the multipliers there are the smallest
 * that fit. On failure the state is that of the last accepted step. */
LA_FUNCTION int dae_driver_advance(struct dae_driver *d, const struct dae_options *options, double t_end,
                                   struct dae_failure *failure);

/* one accepted step, of the size that the last one suggests, at most to t_end */
LA_FUNCTION int dae_driver_step(struct dae_driver *d, const struct dae_options *options, double t_end,
                                struct dae_failure *failure);

#endif
