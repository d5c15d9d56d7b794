/* Norms, the dot product, and a scale for matrices. */
#include "la_dense.h"

#include <float.h>
#include <math.h>

LA_FUNCTION double la_dot(int n, const double *x, const double *y)
{
	double sum = 0.0;
	for (int i = 0; i < n; i++) {
		sum += x[i] * y[i];
	}
	return sum;
}

/* largest |x_i|; not a number as soon as one entry is not */
LA_FUNCTION double la_norm_max(int n, const double *x)
{
	double largest = 0.0;
	for (int i = 0; i < n; i++) {
		double size = fabs(x[i]);
		if (!(size <= largest)) {
			largest = size;
		}
		if (isnan(size)) {
			return size;
		}
	}
	return largest;
}

LA_FUNCTION double la_norm2(int n, const double *x)
{
	double sum = la_dot(n, x, x);
	double largest;
	/* squares neither overflow nor lose digits to underflow */
	if (sum > DBL_MIN / DBL_EPSILON && sum <= DBL_MAX) {
		return sqrt(sum);
	}
	largest = la_norm_max(n, x);
	if (!(largest > 0.0 && largest <= DBL_MAX)) {
		return largest;
	}
	sum = 0.0;
	for (int i = 0; i < n; i++) {
		double ratio = x[i] / largest;
		sum += ratio * ratio;
	}
	return largest * sqrt(sum);
}

LA_FUNCTION double la_scale(int m, int n, const double *a, int ld, int lower)
{
	double largest = 0.0;
	int exponent = 0;
	for (int j = 0; j < n; j++) {
		int first = lower ? j : 0;
		double size = first < m ? la_norm_max(m - first, a + first + j * ld) : 0.0;
		if (!(size <= DBL_MAX)) {
			return NAN;
		}
		largest = size > largest ? size : largest;
	}
	frexp(largest, &exponent);
	return largest > 0.0 ? ldexp(1.0, exponent < -1000 ? 1000 : -exponent) : 1.0;
}
