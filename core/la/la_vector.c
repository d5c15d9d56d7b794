/* What both dense back ends share: norms, the dot product, the rank from R, the condition estimate. */
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

LA_FUNCTION double la_norm1(int m, int n, const double *a, int ld)
{
	double largest = 0.0;
	for (int j = 0; j < n; j++) {
		double sum = 0.0;
		for (int i = 0; i < m; i++) {
			sum += fabs(a[i + j * ld]);
		}
		if (!(sum <= largest)) {
			largest = sum;
		}
		if (isnan(sum)) {
			return sum;
		}
	}
	return largest;
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

LA_FUNCTION int la_qr_rank(int m, int n, const double *qr, int ld, double tolerance)
{
	int smaller = m < n ? m : n;
	int rank = 0;
	while (rank < smaller && fabs(qr[rank + rank * ld]) > tolerance * fabs(qr[0])) {
		rank++;
	}
	return rank;
}

/* x := signs of y; returns whether any sign changed */
static int la_vector_signs(int n, const double *y, double *x)
{
	int changed = 0;
	for (int i = 0; i < n; i++) {
		double sign = y[i] < 0.0 ? -1.0 : 1.0;
		changed |= x[i] != sign;
		x[i] = sign;
	}
	return changed;
}

static int la_vector_largest(int n, const double *x)
{
	int largest = 0;
	for (int i = 1; i < n; i++) {
		if (fabs(x[i]) > fabs(x[largest])) {
			largest = i;
		}
	}
	return largest;
}

/* a lower bound of |A^-1|_1, nearly always within a factor of 3: Hager (1984), Higham, "FORTRAN codes for estimating
 * the one-norm of a real or complex matrix", ACM TOMS 14 (1988), algorithm 4.1; y[n], sign[n] are work */
static double la_vector_inverse_norm1(int n, const double *lu, int ld, const int *pivot, double *y, double *sign)
{
	double estimate = 0.0, alternating;
	int column = -1;
	for (int i = 0; i < n; i++) {
		y[i] = 1.0 / n;
		sign[i] = 0.0;
	}
	/* climb on the vertices of the unit ball: the gradient of |A^-1 x|_1 is A^-T sign(A^-1 x) */
	for (int iteration = 0; iteration < 5; iteration++) {
		double size;
		int next;
		la_lu_solve(n, lu, ld, pivot, 1, y, n);
		size = la_norm1(n, 1, y, n);
		if (!(size <= DBL_MAX)) {
			return size;
		}
		if (iteration > 0 && size <= estimate) {
			break;
		}
		estimate = size;
		if (!la_vector_signs(n, y, sign)) {
			break;
		}
		for (int i = 0; i < n; i++) {
			y[i] = sign[i];
		}
		la_lu_solve_transposed(n, lu, ld, pivot, 1, y, n);
		next = la_vector_largest(n, y);
		if (column >= 0 && fabs(y[next]) <= fabs(y[column])) {
			break;
		}
		column = next;
		for (int i = 0; i < n; i++) {
			y[i] = i == column ? 1.0 : 0.0;
		}
	}
	/* a vector that catches the rare case of cancellation */
	for (int i = 0; i < n; i++) {
		y[i] = (i % 2 ? -1.0 : 1.0) * (1.0 + (n > 1 ? (double)i / (n - 1) : 0.0));
	}
	la_lu_solve(n, lu, ld, pivot, 1, y, n);
	alternating = 2.0 * la_norm1(n, 1, y, n) / (3.0 * n);
	return alternating > estimate ? alternating : estimate;
}

LA_FUNCTION double la_lu_condition(int n, const double *lu, int ld, const int *pivot, double norm1, double *work,
                                   int *iwork)
{
	double condition;
	(void)iwork;
	if (n == 0) {
		return 1.0;
	}
	for (int i = 0; i < n; i++) {
		if (!(fabs(lu[i + i * ld]) > 0.0)) {
			return INFINITY;
		}
	}
	condition = norm1 * la_vector_inverse_norm1(n, lu, ld, pivot, work, work + n);
	return condition <= DBL_MAX ? condition : INFINITY;
}
