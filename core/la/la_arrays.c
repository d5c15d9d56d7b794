#include "la_arrays.h"

LA_FUNCTION void la_arrays_lay(size_t count, double **const *arrays, const size_t *sizes, double *work, size_t *total)
{
	for (size_t i = 0; i < count; i++) {
		*arrays[i] = work ? work + *total : NULL;
		*total += sizes[i];
	}
}
