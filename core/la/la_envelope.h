/* Symmetric matrices kept by their envelope: of each row all from the first entry that is not zero to the diagonal.
 *
 * Row i holds columns first[i] .. i, one after the other from a[start[i]]. Elimination without pivoting fills nothing outside. Its work is
 * about half the sum of the squares of the row lengths, so that a good order has short rows:
 *
 *   la_order_profile      reverse Cuthill-McKee, from a node far out (George and Liu, "Computer Solution of Large Sparse Positive
 *                         Definite Systems", chapter 4)
 *   la_envelope_factor    A = L L^T; L takes the place of A, with inverses on its diagonal
 */
#ifndef LA_ENVELOPE_H
#define LA_ENVELOPE_H

#include <stddef.h>

#include "la_base.h"

/* neighbour[start[i]] .. neighbour[start[i+1] - 1] are the neighbours of i, both directions listed, i itself and repetitions allowed.
 * order[k] is the node that comes as number k, the same for the same lists. work[3 n] */
LA_FUNCTION void la_order_profile(int n, const int *start, const int *neighbour, int *order, int *work);

/* pivot[n]: what was left of the diagonal. 0, or k > 0: that of row k - 1 is not above `least` times the diagonal; then a is lost */
LA_FUNCTION int la_envelope_factor(int n, const int *first, const size_t *start, double least, double *a,
                                   double *pivot);
/* an estimate, from above, of the smallest eigenvalue of A: with y = L^-1 e, entries of e being 1 or -1 so that y grows, that is e^T e / y^T y;
 * infinite where there are no rows. y[n] */
LA_FUNCTION double la_envelope_smallest(int n, const int *first, const size_t *start, const double *l, double *y);

LA_FUNCTION void la_envelope_solve(int n, const int *first, const size_t *start, const double *l, double *b);

#endif
