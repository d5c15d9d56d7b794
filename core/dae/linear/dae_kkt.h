/* The linear system every implicit method ends in:
 *
 *     [ K  G^T ] [ x ]   [ b ]
 *     [ G   0  ] [ y ] = [ c ],        K = M + tangent.
 *
 * It is solved in the form
 *
 *     [ K + rho s G^T G   s G^T  ] [ x   ]   [ b + rho s G^T c ]
 *     [ s G              -eps s I] [ y/s ] = [ s c             ]
 *
 * where lengths and angles are measured by their typical sizes: rows of G and c are divided by
 * constraint_size, y is multiplied by it, and s is the mean size of K's diagonal, or its norm (enum
 * dae_scaling), for velocities in units of motion_size. Then a mechanism is as well solved in
 * millimetres as in kilometres. Time scaling by the step makes that m_r + d_r h + k_r h^2, so
 * multipliers and constraints weigh as much as inertia whatever step, mass or stiffness (Bauchau,
 * Epple, Bottasso, "Scaling of constraints and augmented Lagrangian formulations in multibody
 * dynamics simulations", eq. 6 and section 7; Bottasso, Bauchau, Cardona). The augmented term (rho)
 * makes the leading block positive definite on and off the constraints, so elimination needs no
 * pivoting and its order is found once; eps keeps it from dividing by zero where rows of G depend
 * on each other.
 *
 * Near-singular directions. The multipliers solve A y = ..., A = s G K^-1 G^T, whose eigenvalues
 * lie between 0 and 1 / rho. Where rows depend on each other, always or in a singular position, a
 * few of them are (nearly) zero, and a residual of rounding size along such an eigenvector w asks
 * for a large correction. The module finds the w with eigenvalues below `threshold` (small pivots
 * say that there are some; then inverse iteration with the factors at hand and a Ritz projection)
 * and shows them to the method, which decides what it asks for along them. Directions with
 * eigenvalues at rounding level are redundant rows: there nothing can be asked for, their
 * components of c are ignored and those of y are zero, so that an iteration keeps the multiplier it
 * has: the one of minimum norm if it started with none (the driver takes out what comes to lie
 * along them when they turn). This is a truncated eigenvalue solution: eq. 2.10 of Petzold, Ren and
 * Maly with epsilon infinite along w there, and 0 elsewhere. There is no bias where A is regular.
 *
 * Rows of an overconstrained mechanism depend on each other where its joints are closed. At a point
 * that is off the constraints by a part d of their sizes, as the guesses of an iteration are, they
 * have eigenvalues of size d^2 instead. Taken for true constraints they would leave the mechanism
 * without motion, and without errors. So the caller says how many directions were redundant so far,
 * and d.
 *
 * Where K = M there are other ways to the same solution, which follow the topology of the mechanism
 * (enum dae_accelerations). They are taken where they are safe. Where rows depend on each other,
 * always or nearly, or bodies have no mass, the system above is solved all the same, and what was
 * said of near-singular directions holds.
 *
 * The module holds the values of M, tangent and G: callers fill them, then factor, then solve.
 */
#ifndef DAE_KKT_H
#define DAE_KKT_H

#include "dae_options.h"
#include "dae_system.h"

enum { DAE_KKT_COLUMNS = 3 }; /* right-hand sides solved at once */

/* what a factorization found of the rank; with `direct` and `none` it does not look */
struct dae_kkt_rank {
	int redundant; /* directions along which rows depend on each other: nothing is asked for there */
	int sensitive; /* near-singular directions apart from the permanent ones: rounding is amplified along them */
	/* to a singular position: square root of the least eigenvalue of A apart from the permanent
	 * ones; 1: far */
	double distance;
};

/* whether a direction is rounding at such a distance to a singular position */
LA_FUNCTION int dae_singular_is_lost(double distance);

struct dae_kkt;

/* allocates; NULL when memory is out */
LA_FUNCTION struct dae_kkt *dae_kkt_create(const struct dae_system *system);
LA_FUNCTION void dae_kkt_free(struct dae_kkt *kkt);

/* values of the blocks of M, tangent and G, the caller's to fill */
LA_FUNCTION double *dae_kkt_mass(struct dae_kkt *kkt);
LA_FUNCTION double *dae_kkt_tangent(struct dae_kkt *kkt);
LA_FUNCTION double *dae_kkt_jacobian(struct dae_kkt *kkt);

/* fills those of M and G at a point; status of the callbacks */
LA_FUNCTION int dae_kkt_evaluate(struct dae_kkt *kkt, const struct dae_point *p);

/* factors with the values held now, K = M or M + tangent. 0, or k > 0: unknown k - 1 (a velocity,
 * then rows) has no pivot */
LA_FUNCTION int dae_kkt_factor(struct dae_kkt *kkt, const struct dae_kkt_options *options, int with_tangent);

/* of the last factorization; forgotten, there is full rank */
LA_FUNCTION struct dae_kkt_rank dae_kkt_last_rank(const struct dae_kkt *kkt);
LA_FUNCTION void dae_kkt_forget_rank(struct dae_kkt *kkt);

/* the least eigenvalue of A, as its pivots tell; 0 where rows are known to depend on each other,
 * nearly or always */
LA_FUNCTION double dae_kkt_clearance(struct dae_kkt *kkt);

/* solves for `columns` (up to DAE_KKT_COLUMNS) right-hand sides, each [b; c] in place -> [x; y] */
LA_FUNCTION void dae_kkt_solve(struct dae_kkt *kkt, int columns, double *right);

/* solves one right-hand side and improves it with the exact residual (eps = 0) `times` times;
 * values of M, tangent and G must still be those of the factorization */
LA_FUNCTION void dae_kkt_solve_refined(struct dae_kkt *kkt, int times, double *right);

/* projection: replaces up to DAE_KKT_COLUMNS vectors e[n_v] by the x of K x + G^T y = M e, G x = 0,
 * near-singular directions included: what of e stays within the constraints, with stiff components
 * damped */
LA_FUNCTION void dae_kkt_project(struct dae_kkt *kkt, int columns, double *vectors);

/* the same of one vector with G x = G e: what is across the constraints is kept */
LA_FUNCTION void dae_kkt_damp(struct dae_kkt *kkt, double *vector);

/* takes what lies along redundant directions out of the multipliers: the smallest that give the
 * same forces stay, measured by the sizes of their rows */
LA_FUNCTION void dae_kkt_shorten(const struct dae_kkt *kkt, double *lambda);

/* the row that is least determined beside the others: the largest in the most singular direction
 * apart from the permanent ones, else the smallest pivot */
LA_FUNCTION int dae_kkt_weakest_row(const struct dae_kkt *kkt);

/* how far a motion moves what the most singular direction apart from the permanent ones holds
 * together, in sizes of motion; 0: there is no such direction */
LA_FUNCTION double dae_kkt_engaged(const struct dae_kkt *kkt, const double *motion);

/* y = M x, y += G x, force -= M a + G^T lambda with the values held */
LA_FUNCTION void dae_kkt_mass_multiply(const struct dae_kkt *kkt, const double *x, double *y);
LA_FUNCTION void dae_kkt_add_jacobian(const struct dae_kkt *kkt, const double *x, double *y);
LA_FUNCTION void dae_kkt_motion_residual(const struct dae_kkt *kkt, const struct dae_point *p, double *force);

#endif
