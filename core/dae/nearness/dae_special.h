/* Special rules: what a step does differently near a singular position, before dae_rules.c decides
 * about its trial. One list, and one pure function for each, in the order in which a step meets
 * them. The functions know no step: nearness, eigenvalues and counts go in, a number or a choice
 * comes out.
 *
 * A new rule is one line of the list, one function here and one test in
 * tests/dae/test_dae_special.c. That test compares the list with the table in
 * docs/explanation/one-step.md. The words of the conditions are defined in dae_nearness.h.
 */
#ifndef DAE_SPECIAL_H
#define DAE_SPECIAL_H

#include "dae_nearness.h"

/* RULE(name, condition, what follows, reason) */
#define DAE_SPECIAL(RULE)                                                                                              \
	RULE(hold, "a point whose step begins singular; a slow motion, in a method with one stage",                        \
	     "solutions are exact along lost directions too, not only near-singular ones; with fixed steps along none",    \
	     "Forces across a lost constraint would move the mechanism as if it did not exist.")                           \
	RULE(most_across, "the motion along a near-singular direction is slow",                                            \
	     "the guessed acceleration along it is clipped to 10 rate^2, to 0 if the step begins singular",                \
	     "An acceleration that a faster motion has left would drive the mechanism at rest.")                           \
	RULE(stops_across, "the step begins singular", "velocities are stopped and accelerations found in all directions", \
	     "What rounding explains would let the mechanism swing there forever.")                                        \
	RULE(gains, "a projection leaves more than rounding explains, and less than half of the move before",              \
	     "one more move", "A slider-crank comes to rest 1e-7 rad from its dead centre without it.")                    \
	RULE(projects_end, "an iteration has met a near-singular matrix, and the step may have any length",                \
	     "its end is projected as that of an explicit step", "An iteration only reaches its own bounds.")              \
	RULE(corrections, "an iteration stagnates, and a matrix is near-singular",                                         \
	     "three more corrections, where rounding counts 1 / sigma times", "Rounding keeps corrections large.")         \
	RULE(displacement, "the step begins singular", "the error test counts sigma as 1e-6 at least",                     \
	     "Such a motion is held better than one step shows, and long steps may be unstable.")                          \
	RULE(turn, "the motion crosses a singular position", "the error test leaves a tilt of the velocity to rounding",   \
	     "A crossing motion meets it once. Many steps of one that comes to rest would add it up.")                     \
	RULE(uncounted, "no end of the step is near a singular position",                                                  \
	     "an eighth of the rounding of the energy balance is no error",                                                \
	     "The first steps of a run change nothing else. Near the position many steps would add it up.")                \
	RULE(is_far, "no small eigenvalue was seen",                                                                       \
	     "explicit steps may grow by 4, corrections across constraints count, `auto` may compare methods",             \
	     "Accelerations near a singular position carry noise.")                                                        \
	RULE(noise, "a matrix of the last steps was near-singular",                                                        \
	     "errors of velocities count again after 1 or 2 steps, in `bdf` once its history is free of it",               \
	     "The formulas see the noise in their past.")                                                                  \
	RULE(shortens, "rows are redundant, but no more than permanently",                                                 \
	     "at a requested end the multipliers are the smallest that fit",                                               \
	     "Multipliers that lead across a singular position are kept.")

/* what a matrix is for: a projected point (dae_projected.h), with K = M; the iteration of a stage, or
 * of several at once, with K = M + tangent */
enum dae_use { DAE_FOR_POINT, DAE_FOR_STAGE, DAE_FOR_STAGES };

/* From one of several stages to the next lost directions turn too far for their iteration. With
 * fixed steps energy_decaying and ssp_trap, which end near a singular position by chance, found no
 * way on from accelerations that were held. */
LA_FUNCTION enum dae_hold dae_special_hold(const struct dae_nearness *near, enum dae_use use, int is_fixed);

/* The largest acceleration along a direction of eigenvalue e, for the largest velocity and the
 * recent rate of what it holds together; infinite where it is not slow. A slider-crank that creeps
 * into its dead centre hung 1.5e-7 rad beside it without this rule, 3e-8 with it. */
LA_FUNCTION double dae_special_most_across(const struct dae_nearness *near, double velocity, double recent, double e);
LA_FUNCTION int dae_special_stops_across(const struct dae_nearness *near, struct dae_kkt_rank rank);

/* `left` of positions along near-singular directions, as a part of what rounding explains, and that
 * before the last move */
LA_FUNCTION int dae_special_gains(double left, double last);
LA_FUNCTION int dae_special_projects_end(int is_singular, const struct dae_options *options);

/* how many corrections more, where rounding counts so much more than elsewhere */
LA_FUNCTION int dae_special_corrections(double amplification);

/* What the error test leaves to rounding: of positions, in sizes, and to the tilt of velocities, in
 * sizes a second. Of 320 runs of dop853 and dopri5 that come to rest none was off with 1e-6, 9 of
 * 640 with 4e-7 and 2e-7. */
LA_FUNCTION double dae_special_displacement(const struct dae_nearness *near, double sigma);
LA_FUNCTION double dae_special_turn(const struct dae_nearness *near, double distance);

/* of the rounding of the energy balance; `amplified` is added to it near a singular position */
LA_FUNCTION double dae_special_uncounted(double rounding, double amplified);
LA_FUNCTION int dae_special_is_far(double distance);

/* steps for which noise still counts: `left` before the step, `steps` after a near-singular matrix */
LA_FUNCTION double dae_special_noise(int is_singular, double left, int steps);
LA_FUNCTION int dae_special_shortens(struct dae_kkt_rank rank, double permanent);

#endif
