/* Newton's iteration for the stages of a step (dae_stage.h).
 *
 * Convergence: the correction within the constraints must be too small for the error test to
 * notice, and the constraints must be met.
 */
#ifndef DAE_NEWTON_H
#define DAE_NEWTON_H

#include "dae_stage.h"

/* what s->scratch.amplification is where a correction with the first matrices of s->kkts stagnated */
LA_FUNCTION double dae_newton_amplification(const struct dae_step *s, int matrices);

/* what is left after a correction of that size, where the last one was larger: the rest of a
 * geometric series */
LA_FUNCTION double dae_newton_left(double size, double last);

/* The iteration: `correct` makes one correction, with new matrices if `fresh`, and gives its size;
 * `check` looks at what came out once the size is below 1. A matrix is made anew after some
 * corrections, or when one is not below `slow` times the last. */
struct dae_iteration {
	int (*correct)(struct dae_step *s, void *method, int fresh, double *size);
	int (*check)(struct dae_step *s, void *method);
	int most;
	double slow;
	int matrices; /* that it corrects with, the first of s->kkts */
};
LA_FUNCTION int dae_newton_iterate(struct dae_step *s, const struct dae_iteration *iteration, void *method);

/* a1 and lambda1 of the end from guesses, where the step's equations of motion hold elsewhere: M a
 * + G^T lambda = f and G a + bias = 0 with the mass matrix alone, factored in `kkt`; what is
 * near-singular stays as guessed (dae_fit.h). right[n_v + n_g] is scratch. */
LA_FUNCTION int dae_newton_fit(struct dae_step *s, struct dae_kkt *kkt, double *right);

#endif
