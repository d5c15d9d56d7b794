/* Sobol's sequence: points that fill the unit cube evenly.
 *
 * Coordinate j of point n is the exclusive or of direction numbers v_jk over the bits k of n
 * (Sobol 1967; the form with bits of n, not of its Gray code, so that a point follows from its
 * number). Direction numbers follow from a primitive polynomial over the field of two elements
 * and odd first numbers m_j1, m_j2, ...; those here are of Joe and Kuo (2008), table
 * new-joe-kuo-6.
 */
#ifndef HOST_SOBOL_H
#define HOST_SOBOL_H

#include <stdint.h>

enum { HOST_SOBOL_DIMENSIONS = 21, HOST_SOBOL_BITS = 52 };

/* the coordinate as an integer of HOST_SOBOL_BITS bits */
uint64_t host_sobol_point(uint64_t number, int dimension);

#endif
