/* The regularized systems of Petzold, Ren and Maly ("Regularization of higher-index
 * differential-algebraic equations with rank-deficient constraints", SIAM J. Sci. Comput. 18,
 * 1997): ordinary differential equations in which the multiplier is given by a formula.
 *
 *     M a + G^T lambda = f,      phi(A)^-1 lambda = G M^-1 f - c,      A = G M^-1 G^T,
 *
 * where c is the acceleration G a that the constraints ask for, by options->formulation and gamma:
 *
 *     DAE_INDEX2       c = -(bias + gamma (G v + dg/dt))                        section 2
 *     DAE_INDEX3       c = -(2 gamma (G v + dg/dt) + 2 gamma^2 g)               section 4, no second derivatives
 *     DAE_STABILIZED   c = -(bias + 2 gamma (G v + dg/dt) + 2 gamma^2 g)        eq. 1.3, Baumgarte's own
 *
 * and phi is what is put in the place of 1/A, eigenvalue by eigenvalue (eps = options->epsilon):
 *
 *     DAE_REGULARIZED_BAUMGARTE      1 / alpha                 eq. 2.8, 4.5    not defined where A is singular
 *     DAE_REGULARIZED_DIRECT         1 / (alpha + eps)         eq. 2.13, 4.8   w^T r / eps along a null vector w
 *     DAE_REGULARIZED_TRUST_REGION   alpha / (alpha^2 + eps)   eq. 2.11, 4.7   zero along w, at most 1 / (2 sqrt(eps))
 *
 * gamma is a number, options->gamma > 0, or 1/h of the step at hand, where it is 0, as sections 2.1
 * and 4 derive it: then one step closes a constraint as far as its linearization tells, and the
 * error of DAE_INDEX3, g = bias h^2 / 2, is of the order of the method. The smaller the step, the
 * harder it throws back what it finds open, so the error across the constraints does not fall with
 * the step and has to stay out of the error test (the paper leaves multipliers and velocities out
 * of DASSL's). Where constraints lose rank they give way by more than that, and 1/h is no good
 * choice.
 *
 * A singular mass matrix. Eq. 4.11 puts (M^T M + eps I)^-1 M^T in the place of M^-1, the
 * least-squares acceleration (DAE_MASS_LEAST_SQUARES, for comparison). Masses well above sqrt(eps)
 * hardly notice. It gives what has no mass no acceleration, whatever forces and constraints say, so
 * it is the limit of small masses only where that limit has none there. By default the constraints
 * lend their stiffness where M is singular (DAE_MASS_AUGMENTED): M a + G^T lambda = f and G a = c
 * give
 *
 *     (M + rho G^T G) a + G^T lambda = f + rho G^T c,
 *
 * with the same solution and a regular matrix as soon as the constraints hold what has no mass.
 *
 * Everything is dense: these are reference methods, for comparison on small systems. One of more
 * than DAE_REGULARIZED_MOST velocities and constraints is refused (DAE_TOO_LARGE).
 */
#ifndef DAE_REGULARIZED_H
#define DAE_REGULARIZED_H

#include "dae_method.h"

enum { DAE_REGULARIZED_MOST = 2000 };

enum dae_regularized_kind {
	DAE_REGULARIZED_BAUMGARTE,
	DAE_REGULARIZED_DIRECT,
	DAE_REGULARIZED_TRUST_REGION,
	DAE_REGULARIZED_COUNT
};

struct dae_regularized {
	enum dae_regularized_kind kind;
	const struct dae_system *system;
	const struct dae_options *options;
	double gamma;
	double *work; /* dae_regularized_work() numbers */
};

/* 1: small enough; numbers (double) of work, 0 where it is not */
LA_FUNCTION int dae_regularized_fits(const struct dae_system *system);
LA_FUNCTION size_t dae_regularized_work(const struct dae_system *system);

/* a[n_v] and lambda[n_g] at t, q, v of p (its a and lambda are not read). DAE_SMALLER_STEP with the
 * reason in *failure where the formula is not defined. */
LA_FUNCTION int dae_regularized_evaluate(const struct dae_regularized *r, const struct dae_point *p, double *a,
                                         double *lambda, struct dae_failure *failure);

/* leaves of a velocity or a small motion x[n_v] what stays within the constraints at the point of
 * the last evaluation: takes M^-1 G^T A^-1 G x away, without directions in which A is singular */
LA_FUNCTION void dae_regularized_project(const struct dae_regularized *r, double *x);

#endif
