/* Which outputs follow which knowns at once, at a communication point.
 *
 * Given the state, positions and velocities follow nothing. Accelerations and reactions solve
 *
 *     M a + G^T lambda = f(u),    G a = b(t)
 *
 * which falls apart into groups of bodies connected by constraints; ground, which never moves, connects nothing. A
 * force input reaches what belongs to the group it acts on, time what belongs to a group with a driver. Springs do
 * not connect: their force is given by the state. The input of a driver acts from the next step on and so reaches
 * nothing.
 */
#ifndef MD_DEPENDENCY_H
#define MD_DEPENDENCY_H

#include "mech_model.h"

struct md_groups {
	const struct mech_model *model;
	int *group; /* of each body; bodies of one group have the same number */
};

/* 0, or -1 when memory is out */
int md_groups_find(const struct mech_model *model, struct md_groups *groups);
void md_groups_free(struct md_groups *groups);

/* whether output variable y depends on x, an input or the time */
int md_depends(const struct md_groups *groups, const struct mech_variable *y, const struct mech_variable *x);

#endif
