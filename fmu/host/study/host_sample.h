/* The cases of a study: which values each of them has.
 *
 * Every case is a point u in the unit cube, with a coordinate for each variable, and the value of a
 * variable is the inverse of its distribution function at its coordinate. Coordinates are functions
 * of seed, case and variable alone:
 *
 *     grid             every combination of values; the last variable changes fastest
 *     random           a hash of seed, case and variable
 *     latin_hypercube  (p(case) + random) / N: p is a permutation of 0 ... N - 1, another one for each
 *                      variable (McKay, Beckman, Conover 1979)
 *     sobol            the points of Sobol's sequence, shifted by the seed (host_sobol.h)
 *     saltelli         for each of N points of the sequence in 2 d dimensions, halves a and b: the case
 *                      a, then for each variable a with its coordinate from b, then b (Saltelli et al.
 *                      2010, table 2)
 *     cases            rows of a file
 *
 * A list takes the place of a distribution: its values are equally likely.
 */
#ifndef HOST_SAMPLE_H
#define HOST_SAMPLE_H

#include "host_study.h"

/* what a variable is in a case: a level of its list (-1: none) or a number */
struct host_chosen {
	int level;
	double number;
};

/* counts the cases; a problem where the sample does not fit the variables */
void host_sample_check(struct host_study *s, struct host_problems *problems);

/* values of all variables */
void host_sample_case(const struct host_study *s, int64_t number, struct host_chosen *chosen);

/* the coordinate of a case in a dimension, between 0 and 1 and neither of them; of samples with
 * points */
double host_sample_coordinate(const struct host_study *s, int64_t number, int dimension);

#endif
