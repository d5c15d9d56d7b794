/* Dense output: the motion within one step of a driver, from t to t + h.
 *
 * Increments of the coordinates from those at t are a polynomial of s = (time - t) / h, with u = s
 * (1 - s) and r = 2 s - 1,
 *
 *     x(s) = c1 s + ... + c5 s^5 + u^3 (c6 + c7 r + c8 (r^2 + 1/3)).
 *
 * c1 .. c5 follow from positions, velocities and accelerations at both ends (Hermite), c6 .. c8
 * from those at the begin of the step before, where nothing has happened since; else they are zero
 * to begin with. That takes a fifth of the factorizations off steps of dop853, whose points are
 * then as good as their ends. c6 makes the acceleration in the middle that of the equations of
 * motion there: x is then of order 7 at least, and the change of c6 shows the error of what it was
 * before. Where that is near what the tolerance allows, c7 and c8 do the same a quarter from both
 * ends (bootstrapping: Enright, Jackson, Norsett, Thomsen, "Interpolants for Runge-Kutta formulas",
 * 1986). Where these change by as much, all three are found anew from where they lead. Energies
 * turned into heat and brought in are integrals of the powers at five points, with an error of
 * their own; multipliers a parabola through both ends and the middle.
 *
 * Velocities are the rate of x. A point of the polynomial is off the constraints by its error:
 * dae_answer_fit closes it.
 *
 * The block is the caller's, and holds numbers alone.
 */
#ifndef DAE_DENSE_H
#define DAE_DENSE_H

#include "dae_driver.h"

/* numbers of a block */
LA_FUNCTION size_t dae_dense_size(const struct dae_system *system);

/* from now on each accepted step leaves its begin in the block, and one that ends after time t its
 * dense output; NULL: none does */
LA_FUNCTION void dae_dense_record(struct dae_driver *d, double *block, double t);

/* error of a block in units of what is allowed: above 1 it is not to be used; and a step, at most
 * four times as long, that would have one of about 1; 0: not known */
LA_FUNCTION double dae_dense_error(const double *block);
LA_FUNCTION double dae_dense_reach(const double *block);

/* q, v, a, lambda and the energies heat and supply of the driver's state at its time, which lies
 * within the step; 0 where these are no numbers, as those of a block that came from outside may be
 */
LA_FUNCTION int dae_dense_answer(struct dae_driver *d, const double *block);

/* kinetic and potential energy together at a time within the step, if no heat or work changes them
 * there; else NAN */
LA_FUNCTION double dae_dense_kept(const double *block, double t);

/* what of a block that came from outside is impossible, or NULL; t and t1 are begin and end of its
 * step */
LA_FUNCTION const char *dae_dense_refusal(const struct dae_system *system, const double *block, double t, double t1);

/* the coordinates at the beginning of the step, [n_q] */
LA_FUNCTION const double *dae_dense_start(const double *block);

/* where it is wanted, the dense output of a step to t that is about to be accepted, from the state
 * to the new point; near a singular position there is none */
LA_FUNCTION void dae_dense_make(struct dae_driver *d, const struct dae_options *options, int is_singular,
                                const struct dae_exchange *x, double t);
/* numbers of scratch */
LA_FUNCTION size_t dae_dense_work(const struct dae_system *system);

/* what was seen of the errors of dense output tells nothing of the next step */
LA_FUNCTION void dae_dense_doubt(struct dae_driver *d);

#endif
