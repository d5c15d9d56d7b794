/* Energy along the steps: what is turned into heat, what is brought in, and whether both fit what
 * the bodies have.
 *
 * The system tells the energies of a point and the powers there (dae_system.h). Powers are
 * integrated with the order of the method: along its stages where it has some that are accurate;
 * else by the polynomial through the powers at the ends of this step and of up to DAE_ENERGY_PAST
 * steps before it (Adams, Moulton, with variable steps), whose points are exact whatever the method
 * did on the way.
 *
 * Balance. kinetic + potential + heat - supply is constant. What a step changes of it shows errors
 * of the motion and of the integrals alike. It is held within the tolerance's share of
 *
 *     the energy that changed hands within the step + the largest kinetic energy * h * rate of motion,
 *
 * so that the balance of a run is in proportion to the tolerance, too: relative to the energy
 * exchanged and, where none is, to the length of the run in the mechanism's own time.
 *
 * Drift. Steps that are each within the tolerance may still all err to the same side, and a motion
 * whose energy grows in proportion to time is early in proportion to its square. What steps within
 * the tolerance have changed is therefore taken back: velocities are scaled so that the balance
 * returns, by a small part of the error they may have (a projection on the invariant, Hairer,
 * Lubich and Wanner, Geometric Numerical Integration, IV.4). What other steps changed stays and
 * shows.
 */
#ifndef DAE_ENERGY_H
#define DAE_ENERGY_H

#include "dae_system.h"

enum { DAE_ENERGY_PAST = 3 };

/* part of the state block: only numbers. Powers of the points before the present one, and how long
 * ago they were. */
struct dae_work {
	double heat, supply; /* since the start */
	double limit;        /* what all steps together may have changed of the balance */
	double largest;      /* kinetic energy seen lately */
	double drift;        /* what steps within the tolerance have changed of the balance, and was not taken back yet */
	double past;         /* points kept */
	double ago[DAE_ENERGY_PAST], heat_power[DAE_ENERGY_PAST], supply_power[DAE_ENERGY_PAST];
};

/* energies at both ends of a step of size h, and its two integrals */
struct dae_exchange {
	double h;
	struct dae_energy start, end;
	double heat, supply;
	double rounding; /* of the balance: that of energies, and of the work of forces on the rounding of positions */
	double allowed;  /* what the step may change of the balance: set by dae_energy_error */
};

/* the integrals by the powers at the ends of steps */
LA_FUNCTION void dae_energy_quadrature(const struct dae_work *work, struct dae_exchange *x);

/* the step is made */
LA_FUNCTION void dae_energy_add(struct dae_work *work, const struct dae_exchange *x);

/* the step, within the tolerance, has drifted: factor - 1 for all velocities at its end, at most
 * `most`, that takes drift back */
LA_FUNCTION double dae_energy_take_back(struct dae_work *work, const struct dae_exchange *x, double most);

/* the powers so far say nothing of those to come */
LA_FUNCTION void dae_energy_forget(struct dae_work *work);

/* whether numbers from outside can be gone on with */
LA_FUNCTION int dae_energy_valid(const struct dae_work *work);

/* what the step changed of the balance, less what is usual, in units of what it may, share: of the
 * tolerance, rate: of the motion, 1/s; and as a part of the largest kinetic energy, or of what it
 * exchanged */
LA_FUNCTION double dae_energy_error(const struct dae_work *work, struct dae_exchange *x, double share, double rate,
                                    double usual);
LA_FUNCTION double dae_energy_harm(const struct dae_work *work, const struct dae_exchange *x);

/* The same as a part of the largest velocity: energies are squares, so that a motion which is slow
 * by now may lose all of its velocity, and change the balance by a millionth of a millionth. */
LA_FUNCTION double dae_energy_jolt(const struct dae_work *work, const struct dae_exchange *x);

#endif
