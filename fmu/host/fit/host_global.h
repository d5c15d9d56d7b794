/* Searches the whole range of all variables for the least cost: NLopt's controlled random search
 * with local mutation (Kaelo and Ali 2006), which needs no derivatives. */
#ifndef HOST_GLOBAL_H
#define HOST_GLOBAL_H

#include "host_least_squares.h"

/* whether this program was built with NLopt */
int host_global_is_there(void);

/* x := the best point of so many; bounds must be finite. 0, or -1 when the search had to end */
int host_global_search(const struct host_least_squares *problem, double runs, double seed, double *x);

#endif
