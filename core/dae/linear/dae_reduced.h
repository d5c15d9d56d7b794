/* The KKT system by its reduced matrix, where K = M alone:
 *
 *     B w = G M^-1 b - c,      M x = b - G^T w,      B = G M^-1 G^T,      w = s (y/s).
 *
 * M has a block for each body, B one for each pair of joints that share a body (Negrut, "On the
 * Implicit Integration of Differential-Algebraic Equations of Multibody Dynamics", 3.4.2,
 * algorithms 1 to 3). With M = L L^T and W = L^-1 G^T, body by body, it is W^T W. Joints are
 * numbered anew, once, so that B has a small profile, and B is factored within its envelope
 * (la_envelope.h).
 *
 * B must be safely positive definite: its pivots keep a part of the diagonal, and say that no row
 * is about to depend on others (dae_singular.h). Else the module refuses, as it does where M is
 * singular, and another way is taken.
 */
#ifndef DAE_REDUCED_H
#define DAE_REDUCED_H

#include <stddef.h>

#include "dae_topology.h"

struct dae_kkt;
struct dae_reduced;

/* allocates; *reduced is NULL where the envelope is too large to be of use. -1: memory is out */
LA_FUNCTION int dae_reduced_create(const struct dae_topology *topology, struct dae_reduced **reduced);
LA_FUNCTION void dae_reduced_free(struct dae_reduced *reduced);

/* numbers in the envelope */
LA_FUNCTION size_t dae_reduced_profile(const struct dae_reduced *reduced);

/* of a kind in the table of dae_kkt_struct.h */
LA_FUNCTION int dae_reduced_factor(struct dae_kkt *kkt);
LA_FUNCTION void dae_reduced_solve(struct dae_kkt *kkt, int columns, double *right);

#endif
