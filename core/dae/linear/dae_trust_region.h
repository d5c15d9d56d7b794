/* The trust region of Petzold, Ren and Maly on the near-singular directions of the multipliers.
 *
 * In the eigenvectors of A with eigenvalues e_k, the step that minimizes |A y - c|^2 subject to |y|
 * <= radius has the components
 *
 *     y_k = e_k c_k / (e_k^2 + epsilon) = plain_k e_k^2 / (e_k^2 + epsilon),      plain_k = c_k / e_k,
 *
 * (eq. 2.10, A = GB symmetric). epsilon is the multiplier of the bound: zero where the plain step
 * stays inside, otherwise the root of the secular equation |y(epsilon)| = radius. Along a direction
 * that loses rank plain_k grows without bound while y_k goes to zero; the direct form (A +
 * epsilon)^-1 c would tend to c_k / epsilon.
 */
#ifndef DAE_TRUST_REGION_H
#define DAE_TRUST_REGION_H

#include "la_base.h"

/* epsilon >= 0 for n components; radius > 0 */
LA_FUNCTION double dae_trust_region(int n, const double *eigenvalue, const double *plain, double radius);

/* component k of the step */
LA_FUNCTION double dae_trust_region_step(double eigenvalue, double plain, double epsilon);

#endif
