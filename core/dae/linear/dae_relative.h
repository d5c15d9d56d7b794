/* The KKT system in relative coordinates, where K = M alone.
 *
 * Joints that connect two bodies, or one and the ground, span a tree; those that would close loops
 * are cut and stay constraints (Negrut, "On the Implicit Integration of Differential-Algebraic
 * Equations of Multibody Dynamics", 3.4.3). Nothing is known of a joint but its rows, J x + J' x' =
 * c, x of the body and x' of the one that carries it. Velocities x_d of the body, as many as there
 * are rows, follow from the others, z, by elimination with full pivoting:
 *
 *     x_d = h - E z,      h = J_d^-1 c - F x',      E = J_d^-1 J_z,      F = J_d^-1 J',
 *
 * so that z are its own motions in the joint, and [-E; I] spans the null space of J. With the
 * inertia A of a body, to which those that it carries have added theirs, the composite inertia
 * matrix is factored from the leaves to the root, without fill and without being formed (algorithm
 * 4, step 1):
 *
 *     [-E; I]^T A [-E; I] = L L^T,      Y L^T = A_d [-E; I],      A' += F^T (A_dd - Y Y^T) F.
 *
 * Cut joints C x = c have T = L^-1 C^T along their ways to the root and multipliers from the small
 * dense matrix T^T T (steps 3.1 to 3.5). Those of the tree follow from the forces on each body,
 * from the leaves to the root.
 *
 * Joints of a tree whose rows nearly depend on each other, bodies without inertia, and loops that
 * nearly depend on each other make the module refuse; then another way is taken.
 */
#ifndef DAE_RELATIVE_H
#define DAE_RELATIVE_H

#include "dae_topology.h"

struct dae_kkt;
struct dae_relative;

/* allocates; *relative is NULL where loops are so many that it is of no use. -1: memory is out */
LA_FUNCTION int dae_relative_create(const struct dae_topology *topology, struct dae_relative **relative);
LA_FUNCTION void dae_relative_free(struct dae_relative *relative);

/* of a kind in the table of dae_kkt_struct.h */
LA_FUNCTION int dae_relative_factor(struct dae_kkt *kkt);
LA_FUNCTION void dae_relative_solve(struct dae_kkt *kkt, int columns, double *right);

#endif
