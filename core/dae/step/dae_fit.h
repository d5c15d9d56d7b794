/* What fits a point: accelerations and multipliers, and the shortest motions that close it. All
 * solve with one matrix, [M G^T; G 0], of the driver.
 *
 * Order: factor at a point, then solve. The driver's scratch `right` holds right-hand sides and
 * solutions.
 */
#ifndef DAE_FIT_H
#define DAE_FIT_H

#include "dae_step.h"

struct dae_driver;

/* refinements of what is solved for once, and of what dense output is made of: two take 3 % more
 * instructions of a run on two four-bars */
enum { DAE_FIT_REFINED_WELL = 2, DAE_FIT_REFINED = 1 };

/* factors [M G^T; G 0] there */
LA_FUNCTION int dae_fit_factor(struct dae_driver *d, const struct dae_options *options, struct dae_failure *failure);

/* factors at a point beside the constraints: rows that are redundant on them stay so (dae_kkt.h) */
LA_FUNCTION int dae_fit_factor_near(struct dae_driver *d, const struct dae_options *options, const struct dae_point *p,
                                    struct dae_failure *failure);

/* whether no rows depended on each other in the matrix just factored, but those that always do */
LA_FUNCTION int dae_fit_is_regular(const struct dae_driver *d);

/* d->right[n_v ...] holds what is open or moves; d->right becomes the shortest motion that closes
 * or stops it */
LA_FUNCTION void dae_fit_close(struct dae_driver *d);

/* one right-hand side with the matrix just factored */
LA_FUNCTION int dae_fit_solve(struct dae_driver *d, int refinements, double *right);

/* with the matrix just factored */
LA_FUNCTION int dae_fit_solve_accelerations(struct dae_driver *d, const struct dae_point *p, int refinements, double *a,
                                            double *lambda);

/* the same accelerations and multipliers into a[n_v], lambda[n_g], for reports; the state stays as
 * it is */
LA_FUNCTION int dae_fit_accelerations(struct dae_driver *d, const struct dae_options *options, double *a,
                                      double *lambda, struct dae_failure *failure);

/* the same at another point, which may be off the constraints, and accelerations and multipliers
 * that fit it; p's own are not looked at */
LA_FUNCTION int dae_fit_accelerations_at(struct dae_driver *d, const struct dae_options *options,
                                         const struct dae_point *p, double *a, double *lambda,
                                         struct dae_failure *failure);

#endif
