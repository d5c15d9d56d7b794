/* Elimination order of a sparse symmetric matrix: minimum degree, with stages.
 *
 * The graph has one node per unknown and one edge per pair (i, j) with A(i,j) != 0. Eliminating a node joins its
 * remaining neighbours pairwise (that is the fill), so at every step the node with the fewest neighbours is taken, the
 * smallest number first among equals. A node of stage s waits until all its neighbours of a lower stage in the original
 * graph are eliminated: a multiplier (stage 1) whose own diagonal entry is zero has a pivot once its bodies are gone.
 *
 * The degrees are exact. Nodes joined by an elimination are not linked pairwise: they share a clique, the list of all of
 * them (quotient graph; George and Liu, "The evolution of the minimum degree ordering algorithm", section 4). Memory is
 * that of the factor.
 */
#ifndef LA_ORDER_H
#define LA_ORDER_H

#include "la_base.h"

/* neighbour[start[i]] .. neighbour[start[i+1] - 1] are the neighbours of i: both directions listed, never i itself,
 * repetitions allowed (in both directions alike); stage may be NULL. order[k] is the unknown eliminated as number k.
 * Returns 0, or -1 when memory is out. */
LA_FUNCTION int la_order_minimum_degree(int n, const int *start, const int *neighbour, const int *stage, int *order);

#endif
