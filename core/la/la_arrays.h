/* Arrays one after the other in one piece of memory: first their sizes are counted, then they are laid out. */
#ifndef LA_ARRAYS_H
#define LA_ARRAYS_H

#include <stddef.h>

#include "la_base.h"

/* arrays of these sizes one after the other in work, from *total on, which they add to; work NULL: they are counted alone */
LA_FUNCTION void la_arrays_lay(size_t count, double **const *arrays, const size_t *sizes, double *work, size_t *total);

#endif
