/* Which results follow which knowns: states, inputs and time.
 *
 * At a communication point positions and velocities follow the states they are made of.
 * Accelerations and multipliers solve
 *
 *     M a + G^T lambda = f(q, v, u),     G a = -bias(q, v, t),
 *
 * which falls apart into groups: two velocities are in one group where a row of G has both, and
 * ground, which never moves, connects nothing. What an equation of a group reads, all accelerations
 * and multipliers of the group follow; springs connect no groups, but each end reads the states of
 * both. The input of a driver acts from the next step on, so nothing follows it. Within a group
 * this may list too much, where a driver alone settles a motion; it never lists too little.
 *
 * What reads what is declared by the kinds of elements (mech_reads.h), so it holds for all values
 * of parameters.
 *
 * At the start the mechanism is assembled around parameters, time and the inputs of drivers in a
 * group that a result sees. Parameters that may be tuned later are none of those; they and the
 * inputs of forces matter to accelerations, reactions, energies and what forces report. Where the
 * mechanism starts in equilibrium (`initial: static`), all follow all parameters and inputs.
 * Settings of the solver change no start, and it has nothing to report yet.
 */
#ifndef MD_DEPENDENCY_H
#define MD_DEPENDENCY_H

#include "md_set.h"

struct md_dependencies {
	struct md_set set; /* scratch */
	int *group;        /* [n_v + n_rows] of each velocity and each constraint row */
	int n_groups;
	unsigned char *read; /* [n_groups x n_known] what the equations of a group read; owned, as group is */
	int *n_read;         /* [n_groups] how many knowns; owned */
	unsigned char *seen; /* scratch: what a result sees of the groups, [n_groups] */
};

/* by n elements from the first on: 0, or -1 when memory is out */
int md_dependencies_find(const struct mech_model *model, int first, int n, struct md_dependencies *d);
void md_dependencies_free(struct md_dependencies *d);

/* number of a variable among the knowns, or -1 */
int md_known(const struct mech_model *model, const struct mech_variable *x);

/* the result whose derivative in time variable y is, if that is a state: a number in the variable
 * table, or -1 */
int md_state_of(const struct mech_model *model, const struct mech_variable *y);

/* how y follows the knowns at a communication point, [n_known] of enum md_kind; valid until the
 * next call */
const unsigned char *md_dependencies_of(struct md_dependencies *d, const struct mech_variable *y);

/* y is a known itself, and follows no other; md_dependencies_of shows that, too, but looks at all
 * of them */
int md_dependencies_is_itself(struct md_dependencies *d, const struct mech_variable *y);

/* y follows no fewer knowns than this; what costs little to say */
int md_dependencies_least(const struct md_dependencies *d, const struct mech_variable *y);

/* the same at the start, of the inputs alone: [n_inputs]; valid until the next call */
const unsigned char *md_initial_inputs_of(struct md_dependencies *d, const struct mech_variable *y);

/* whether y follows parameter x at the start */
int md_initial_parameter(const struct mech_model *model, const struct mech_variable *y, const struct mech_variable *x);

#endif
