/* What lasts of an error of velocities.
 *
 * Errors of velocities are allowed per unit of time because they add up (dae_error.h). Along a
 * direction that is damped at a rate mu they do not: an error e is exp(-mu t) e after a time t. If
 * every step adds e, the sum stays below
 *
 *     e / (1 - exp(-mu h)),      that is e (1 + 1 / (mu h)) at most.
 *
 * So it stays below the tolerance if both e and e / (mu h) do. An implicit method of order p has
 * such errors: where mu h is large, the stages are accurate to their own order alone, and the end
 * errs along the damped direction as h^2 instead of h^(p + 1) (order reduction; Hairer, Wanner
 * 1996, section IV.15). Charged per unit of time they would decide the length of all steps.
 *
 * The tangent at the end of the step tells which part lasts. With the damping D and the time H in
 * which velocities change by their own size, H = min V_i / A_i,
 *
 *     (M + H D) x + G^T y = M e,      G x = 0:      x = e / (1 + mu H) along each damped direction.
 *
 * The velocity test is then
 *
 *     |e| <= k tol V      and      |x| <= 0.1 tol h A.
 *
 * With V = H A the second one reads e <= 0.1 tol V (h / H + mu h): for mu H << 1 it is the test per
 * unit of time as before, and elsewhere it bounds e / (mu h) as wanted. The displacement that the
 * error leaves, e / mu, is then at most 0.1 tol h V, as for errors of positions.
 *
 * Positions. A damper lets the error of a velocity die out, not that of a position. The filter of
 * dae_error.h reduces both. That does no harm while the velocity is charged per unit of time: its
 * error is then the larger one. Here the error e_q of positions must be seen as it is. One step of the implicit Euler formula of size gamma h takes (e_q, e_v) to
 *
 *     K x_v + G^T y = M e_v - gamma h S e_q,      x_q = e_q + gamma h x_v,
 *
 * so the part K^-1 (M + gamma h D) e_q of positions remains: all of it beside a damper, none beside
 * a stiff spring.
 *
 * k decides how well the forces of dampers are known, whose accelerations err by mu e: see
 * dae_error.c.
 *
 * Not every step needs x, which costs a factorization: the position part may be larger, the damped
 * direction may be slower than the step, or there may be none. The filter of the error has the same
 * form with gamma h in place of H; applied once more it shows a damped direction for one solution.
 */
#ifndef DAE_LASTING_H
#define DAE_LASTING_H

#include "dae_error.h"

/* numbers of a work array */
LA_FUNCTION size_t dae_lasting_work(const struct dae_system *system);

/* dae_error_filter_both of s->error, with what dae_lasting_find needs of it kept in the work array */
LA_FUNCTION void dae_lasting_filter(struct dae_step *s, struct dae_kkt *filter, int noisy, double *work);

/* After that: replaces the error of positions in s->error as said above. Finds the part of its
 * velocities that lasts, where there is a damped direction, and makes dae_error_size and
 * dae_error_measure use it: s->result.lasting, which lies in the work array. `filter` is the matrix of the filter, gh its gamma h, `scratch` a matrix that
 * may be overwritten. */
LA_FUNCTION void dae_lasting_find(struct dae_step *s, struct dae_kkt *filter, double gh, struct dae_kkt *scratch,
                                  double *work);

#endif
