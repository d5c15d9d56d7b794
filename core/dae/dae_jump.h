/* Search for the step that ends where forces jump.
 *
 * `passed` (dae_system.h) is below 0 at the start of the step and above 0 behind the jump. Regula falsi, in which the end that
 * stays loses half its weight (Illinois), finds a step whose end is behind the jump by no more than DAE_JUMP_PASSED.
 */
#ifndef DAE_JUMP_H
#define DAE_JUMP_H

#include "la_base.h"

/* all zero before the first step */
struct dae_jump {
	double low, low_value; /* a step that ends before the jump, and how far before it */
	double high, high_value;
	int side, tries; /* of the last step; steps tried for the sake of the jump */
};

/* the step to try after one of size h, from a point with `start` to one with `end` passed; 0: it will do */
LA_FUNCTION double dae_jump_aim(struct dae_jump *jump, double start, double end, double h);

#endif
