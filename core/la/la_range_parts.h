/* Inside of struct la_range: what its files share. */
#ifndef LA_RANGE_PARTS_H
#define LA_RANGE_PARTS_H

#include <stdint.h>

#include "la_range.h"

enum { LA_RANGE_BESIDE = 2, LA_RANGE_GROUP = 4 }; /* directions beside the small ones; solved at once */

/* out[n] = A^T y */
LA_FUNCTION void la_range_multiply_transposed(const struct la_range *r, const double *y, double *out);

/* y += factor x */
LA_FUNCTION void la_range_add(int n, double factor, const double *x, double *y);

/* numbers between -1 and 1, the same ones in every run */
LA_FUNCTION void la_range_random(int n, uint32_t seed, double *x);

/* the first `to` columns of x[n x from] := x z, z[from x to] with leading dimension `from` */
LA_FUNCTION void la_range_rotate(struct la_range *r, int n, int from, int to, const double *z, double *x);

#endif
