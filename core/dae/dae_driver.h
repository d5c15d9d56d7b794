/* The driver: carries a system along in time with one of the methods.
 *
 * It owns step-size control and the exact landing on the end time. Its state is a pointer-free block of numbers that
 * the caller provides: copying the block saves and restores the integration exactly. Everything else is scratch.
 *
 * Tolerance. A step is accepted when the disturbance it stands for, error / h, is small against what moves the system:
 *
 *     |error of q| / h <= k tolerance * velocity scale,    |error of v| / h <= k tolerance * acceleration scale,
 *
 * so that the computed motion is the exact one of a mechanism whose velocities and accelerations are off by that much,
 * and the error at the end is in proportion to the tolerance (error per unit step). Scales are the largest values seen lately (dae_driver_forget_scales),
 * each at least DAE_SCALE_FLOOR of the largest of all in units of motion_size.
 */
#ifndef DAE_DRIVER_H
#define DAE_DRIVER_H

#include "dae_method.h"

struct dae_driver;

/* names for the parts of the state block */
struct dae_state {
	double *t, *h;   /* time reached, step to try next (0: find one) */
	double *last;    /* size of the last step */
	double *started; /* 0: the next step is the first after a discontinuity */
	struct dae_counters *counters;
	struct dae_work *work; /* energies turned into heat and brought in */
	double *q, *v, *a, *lambda;
	double *velocity_scale, *acceleration_scale, *acceleration_rounding;
	double *memory;
};

/* numbers (double) in the state block; method NULL: enough for any of dae_methods */
LA_FUNCTION size_t dae_state_size(const struct dae_system *system, const struct dae_method *method);

/* allocates scratch, with method NULL for any of dae_methods (the first is then in use); NULL when memory is out.
 * `block` must outlive the driver and is not touched here. */
LA_FUNCTION struct dae_driver *dae_driver_create(const struct dae_system *system, const struct dae_method *method,
                                                 double *block);
LA_FUNCTION void dae_driver_free(struct dae_driver *d);

/* another method of dae_methods for a driver made for any; followed by dae_driver_reset, or by a restored block */
LA_FUNCTION void dae_driver_choose(struct dae_driver *d, const struct dae_method *method);

/* the method that makes the steps now, and why where another has chosen it */
LA_FUNCTION const struct dae_method *dae_driver_at_work(const struct dae_driver *d, const char **why);

/* whether stability, not accuracy, keeps its steps short: another method would take fewer */
LA_FUNCTION int dae_driver_is_limited(const struct dae_driver *d);

LA_FUNCTION struct dae_state dae_driver_state(const struct dae_driver *d);

/* what of a block that came from outside is impossible, or NULL: then it can be integrated with `method`, and whatever it says,
 * no call runs out of a table. `block` is as large as the driver's own. */
LA_FUNCTION const char *dae_driver_refusal(const struct dae_driver *d, const struct dae_method *method,
                                           const double *block);

/* forgets all: time t, scales and counters zero; q and v are then the caller's to set */
LA_FUNCTION void dae_driver_reset(struct dae_driver *d, double t);

/* velocities moved onto G v + dg/dt = 0 with the least kinetic energy of the change */
LA_FUNCTION int dae_driver_project_velocity(struct dae_driver *d, const struct dae_options *options,
                                            struct dae_failure *failure);

/* accelerations and multipliers that fit t, q and v, M a + G^T lambda = f and G a + bias = 0, and a fresh start of the method:
 * after initial values, a jump of an input, a changed parameter */
LA_FUNCTION int dae_driver_restart(struct dae_driver *d, const struct dae_options *options,
                                   struct dae_failure *failure);

/* the next step is as small as the very first: after a restart where the motion to come has nothing to do with that before, so that
 * a step as long as the last might leap over all of it */
LA_FUNCTION void dae_driver_slow_down(struct dae_driver *d, const struct dae_options *options);

/* the same accelerations and multipliers into a[n_v], lambda[n_g], for reports; the state stays as it is */
LA_FUNCTION int dae_driver_accelerations(struct dae_driver *d, const struct dae_options *options, double *a,
                                         double *lambda, struct dae_failure *failure);

/* How accelerations and multipliers change with the point: da and dlambda of
 *
 *     M da + G^T dlambda = right_1 - d(M a + G^T lambda - f) along (dq, dv),     G da = right_2,
 *
 * in the place of right[n_v + n_g]. a and lambda are what dae_driver_accelerations has just given: its matrix is used. */
LA_FUNCTION int dae_driver_sensitivity(struct dae_driver *d, const double *a, const double *lambda, const double *dq,
                                       const double *dv, double *right);

/* What steps have cost since dae_driver_begin: how many were tried, the smallest of them and when, and the velocity that most often had
 * the largest error; -1: the energy balance. */
struct dae_effort {
	double tried, smallest, time;
	int place;
};
LA_FUNCTION void dae_driver_begin(struct dae_driver *d);
LA_FUNCTION struct dae_effort dae_driver_effort(const struct dae_driver *d);

/* integrates to t_end exactly; where rows are redundant, the multipliers there are the smallest that fit. On failure the
 * state is that of the last accepted step. */
LA_FUNCTION int dae_driver_advance(struct dae_driver *d, const struct dae_options *options, double t_end,
                                   struct dae_failure *failure);

/* one accepted step, of the size that the last one suggests, at most to t_end */
LA_FUNCTION int dae_driver_step(struct dae_driver *d, const struct dae_options *options, double t_end,
                                struct dae_failure *failure);

/* A present point that is nearly one of the motion, as that of dense output: positions and velocities are moved onto the
 * constraints, velocities scaled to the kinetic and potential energy that it has, if that is not NAN, accelerations and multipliers made to fit. Beside a singular position, where neighbours say more than the
 * constraints, and where they cannot be met, it stays as it is. */
LA_FUNCTION void dae_driver_settle(struct dae_driver *d, const struct dae_options *options, double energy);

/* largest |g| and |G v + dg/dt| at the present point */
LA_FUNCTION void dae_driver_residuals(struct dae_driver *d, double *position, double *velocity);

#endif
