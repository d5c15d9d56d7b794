/* Near-singular directions of the multipliers, for the KKT module; what they are stands in
 * dae_kkt.h. */
#ifndef DAE_SINGULAR_H
#define DAE_SINGULAR_H

#include "dae_kkt.h"

/* direction k: [x; w] */
LA_FUNCTION const double *dae_singular_column(const struct dae_kkt *kkt, int k);

/* which coordinates direction k holds together, [n_v] flags: those in blocks of rows that have a
 * part in it. A loop that is singular holds its own bodies, and not those of other loops. */
LA_FUNCTION const unsigned char *dae_singular_holds(const struct dae_kkt *kkt, int k);

/* kkt->moved_rows = G x of a motion x, rows measured */
LA_FUNCTION void dae_singular_rows(const struct dae_kkt *kkt, const double *motion);

/* sets n_singular, singular, eigenvalue and next_eigenvalue after a factorization */
LA_FUNCTION void dae_singular_find(struct dae_kkt *kkt);

/* the same question to a factorization of B = G M^-1 G^T without the augmented term: the pivot of a
 * row of it, which stands for one of A, and whether all of them and an estimate of the smallest
 * eigenvalue of B say that there is no reason to look for directions */
LA_FUNCTION void dae_singular_set_pivot(struct dae_kkt *kkt, int row, double pivot);
LA_FUNCTION int dae_singular_is_far(const struct dae_kkt *kkt, double smallest);

/* takes the components of redundant rows out of a vector over the rows */
LA_FUNCTION void dae_singular_remove_redundant(const struct dae_kkt *kkt, double *rows);

/* One step of iterative refinement along the directions to be held: what column k of the right-hand
 * sides asks for of the measured rows is taken down, then its solution (multipliers scaled, y / s)
 * is corrected to give just that. The factors know an eigenvalue e to eps / e; a force across a
 * constraint that is about to be lost would leave that part of it in the motion. */
LA_FUNCTION void dae_singular_ask(struct dae_kkt *kkt, const double *rows, int k);
LA_FUNCTION void dae_singular_hold(const struct dae_kkt *kkt, double *motion, double *multipliers, int k);

#endif
