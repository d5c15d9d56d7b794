/* Static equilibrium: the configuration in which the mechanism rests.
 *
 * With the columns of B spanning the displacements that constraints, and wanted initial values if
 * there are any, allow (orthonormal in the scaled metric of mech_assembly_space.h), forces balance
 * where
 *
 *     r(q) = B^T f(t, q, 0) = 0,     and rest is stable where     K = B^T d(G^T lambda - f)/dq B
 *
 * is positive definite, lambda being the multipliers that balance the rest of f. From the assembled
 * drawing on, steps go downhill: along each eigenvector of (the symmetric part of) K by r /
 * |eigenvalue|, no farther than a quarter of the mechanism's size, halved until the work of the
 * forces along the step is what the quadratic model says, more or less. Each step ends on the
 * closed mechanism. Freedoms that neither force nor stiffness concerns stay where they are; an
 * equilibrium that is not stable (a pendulum drawn upright) is left along the eigenvector that says
 * so.
 *
 * All is at rest: dampers and friction exert nothing; time and inputs are those of the start.
 * States of elements take the values at which they rest, where they have such values. Integrals z
 * of controllers have none of their own: their rates F(q) vanish where the mechanism is as they
 * want it. Once it is in balance Newton's step
 *
 *     (dF/dq) B K^-1 B^T (df/dz) dz = -F
 *
 * changes them, and the search for the balance continues, until they rest as well.
 */
#ifndef MECH_STATIC_H
#define MECH_STATIC_H

#include "mech_assembly.h"

/* numbers of work space after those of the assembly */
LA_FUNCTION size_t mech_static_work(const struct mech_model *model);

/* q: closed on entry, at rest on exit; v: the states of elements in it are set, the velocities of
 * bodies zero; memory: that of the elements, turns counted. 0, or -1 with a message that names the
 * freedom which nothing holds. */
LA_FUNCTION int mech_static_balance(const struct mech_context *c, double *q, double *v, double *memory,
                                    struct mech_assembly *assembly, struct mech_message *message);

#endif
