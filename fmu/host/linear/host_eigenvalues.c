/* Balancing, reduction to Hessenberg form by reflections, QR steps with two shifts at once.
 *
 * Golub, Van Loan, "Matrix Computations", 4th edition: algorithms 7.4.2 (Hessenberg), 7.5.1 (Francis step), 7.5.2 (QR
 * algorithm); balancing after Parlett and Reinsch (1969). Balancing matters here: lengths, angles, newtons and seconds
 * make columns of very different size, and coordinates that nothing depends on leave columns of zeros, which the
 * permutation splits off exactly.
 */
#include "host_eigenvalues.h"

#include <float.h>
#include <math.h>

struct host_hessenberg {
	int n;
	int low, high; /* rows and columns not yet split off */
	double *a;
};

static double *host_eigen_at(const struct host_hessenberg *h, int i, int j)
{
	return &h->a[i * h->n + j];
}

/* ---- balancing */

static void host_eigen_exchange(const struct host_hessenberg *h, int i, int k)
{
	for (int l = 0; l < h->n; l++) {
		const double row = *host_eigen_at(h, i, l);
		*host_eigen_at(h, i, l) = *host_eigen_at(h, k, l);
		*host_eigen_at(h, k, l) = row;
	}
	for (int l = 0; l < h->n; l++) {
		const double column = *host_eigen_at(h, l, i);
		*host_eigen_at(h, l, i) = *host_eigen_at(h, l, k);
		*host_eigen_at(h, l, k) = column;
	}
}

/* sums of absolute values beside the diagonal, of row and column i */
static void host_eigen_sums(const struct host_hessenberg *h, int i, double *row, double *column)
{
	*row = *column = 0.0;
	for (int l = h->low; l <= h->high; l++) {
		*row += l == i ? 0.0 : fabs(*host_eigen_at(h, i, l));
		*column += l == i ? 0.0 : fabs(*host_eigen_at(h, l, i));
	}
}

/* a row or column of zeros beside the diagonal moves to the end or the beginning: its diagonal is an eigenvalue */
static int host_eigen_split(struct host_hessenberg *h)
{
	for (int i = h->low; i <= h->high; i++) {
		double row, column;
		host_eigen_sums(h, i, &row, &column);
		if (row == 0.0) {
			host_eigen_exchange(h, i, h->high--);
			return 1;
		}
		if (column == 0.0) {
			host_eigen_exchange(h, i, h->low++);
			return 1;
		}
	}
	return 0;
}

/* one sweep of scaling by powers of two; 1 if it changed something */
static int host_eigen_scale(const struct host_hessenberg *h)
{
	int changed = 0;
	for (int i = h->low; i <= h->high; i++) {
		double row, column;
		host_eigen_sums(h, i, &row, &column);
		const int exponent = (int)lround(0.5 * log2(row / column));
		const double factor = ldexp(1.0, exponent);
		if (exponent == 0 || column * factor + row / factor >= 0.95 * (column + row)) {
			continue;
		}
		changed = 1;
		for (int l = 0; l < h->n; l++) {
			*host_eigen_at(h, i, l) /= factor;
			*host_eigen_at(h, l, i) *= factor;
		}
	}
	return changed;
}

/* ---- reflections */

/* v becomes the vector of the reflection I - v v^T that takes x to a multiple of the first unit vector */
static void host_eigen_reflection(int n, const double *x, double *v)
{
	double largest = 0.0, norm = 0.0;
	for (int i = 0; i < n; i++) {
		largest = fmax(largest, fabs(x[i]));
	}
	for (int i = 0; i < n; i++) {
		v[i] = largest == 0.0 ? 0.0 : x[i] / largest;
		norm += v[i] * v[i];
	}
	if (largest == 0.0) {
		return;
	}
	const double rest = norm;
	norm = sqrt(norm);
	const double length = sqrt(rest + fabs(v[0]) * norm);
	v[0] += copysign(norm, v[0]);
	for (int i = 0; i < n; i++) {
		v[i] /= length;
	}
}

/* rows first .. first + count of columns from `begin` on, then columns of rows up to `end` */
static void host_eigen_reflect(const struct host_hessenberg *h, int first, int count, const double *v, int begin,
                               int end)
{
	for (int j = begin; j < h->n; j++) {
		double sum = 0.0;
		for (int i = 0; i < count; i++) {
			sum += v[i] * *host_eigen_at(h, first + i, j);
		}
		for (int i = 0; i < count; i++) {
			*host_eigen_at(h, first + i, j) -= sum * v[i];
		}
	}
	for (int i = 0; i <= end; i++) {
		double sum = 0.0;
		for (int j = 0; j < count; j++) {
			sum += v[j] * *host_eigen_at(h, i, first + j);
		}
		for (int j = 0; j < count; j++) {
			*host_eigen_at(h, i, first + j) -= sum * v[j];
		}
	}
}

/* real and imaginary serve as scratch */
static void host_eigen_reduce(const struct host_hessenberg *h, double *x, double *v)
{
	for (int k = h->low; k < h->high - 1; k++) {
		const int count = h->high - k;
		for (int i = 0; i < count; i++) {
			x[i] = *host_eigen_at(h, k + 1 + i, k);
		}
		host_eigen_reflection(count, x, v);
		host_eigen_reflect(h, k + 1, count, v, k, h->high);
		for (int i = k + 2; i <= h->high; i++) {
			*host_eigen_at(h, i, k) = 0.0;
		}
	}
}

/* ---- QR */

/* one step on the block first .. last with the eigenvalues of its last two rows as shifts, or others now and then */
static void host_eigen_step(const struct host_hessenberg *h, int first, int last, int unusual)
{
	double sum = *host_eigen_at(h, last - 1, last - 1) + *host_eigen_at(h, last, last);
	double product = *host_eigen_at(h, last - 1, last - 1) * *host_eigen_at(h, last, last) -
	                 *host_eigen_at(h, last - 1, last) * *host_eigen_at(h, last, last - 1);
	if (unusual) {
		const double size = fabs(*host_eigen_at(h, last, last - 1)) + fabs(*host_eigen_at(h, last - 1, last - 2));
		sum = 1.5 * size;
		product = size * size;
	}
	const double a = *host_eigen_at(h, first, first), b = *host_eigen_at(h, first, first + 1);
	const double c = *host_eigen_at(h, first + 1, first), d = *host_eigen_at(h, first + 1, first + 1);
	double x[3] = {a * (a - sum) + b * c + product, c * (a + d - sum), c * *host_eigen_at(h, first + 2, first + 1)};
	for (int k = first; k < last; k++) {
		const int count = k + 2 <= last ? 3 : 2, end = k + 3 < last ? k + 3 : last;
		double v[3];
		host_eigen_reflection(count, x, v);
		host_eigen_reflect(h, k, count, v, k > first ? k - 1 : first, end);
		for (int i = 0; i < 3 && k + 1 + i <= last; i++) {
			x[i] = *host_eigen_at(h, k + 1 + i, k);
		}
		for (int i = k + 1; k > first && i < k + count; i++) {
			*host_eigen_at(h, i, k - 1) = 0.0;
		}
	}
}

static void host_eigen_pair(const struct host_hessenberg *h, int k, double *real, double *imaginary)
{
	const double d = *host_eigen_at(h, k + 1, k + 1), half = 0.5 * (*host_eigen_at(h, k, k) - d);
	const double product = *host_eigen_at(h, k, k + 1) * *host_eigen_at(h, k + 1, k);
	const double discriminant = half * half + product;
	if (discriminant < 0.0) {
		real[k] = real[k + 1] = d + half;
		imaginary[k] = sqrt(-discriminant);
		imaginary[k + 1] = -imaginary[k];
		return;
	}
	const double z = half + copysign(sqrt(discriminant), half);
	real[k] = d + z;
	real[k + 1] = z == 0.0 ? d : d - product / z;
	imaginary[k] = imaginary[k + 1] = 0.0;
}

/* first row of the block that ends in `last` and has no negligible subdiagonal entry; those found are made zero */
static int host_eigen_block(const struct host_hessenberg *h, int last)
{
	for (int k = last; k > 0; k--) {
		double size = fabs(*host_eigen_at(h, k - 1, k - 1)) + fabs(*host_eigen_at(h, k, k));
		size = size > 0.0 ? size : 1.0;
		if (fabs(*host_eigen_at(h, k, k - 1)) <= DBL_EPSILON * size) {
			*host_eigen_at(h, k, k - 1) = 0.0;
			return k;
		}
	}
	return 0;
}

/* moves entry k to place i < k, the rest one place on */
static void host_eigen_insert(double *x, int i, int k)
{
	const double moved = x[k];
	for (; k > i; k--) {
		x[k] = x[k - 1];
	}
	x[i] = moved;
}

/* insertion sort: pairs of equal size stay in order */
static void host_eigen_sort(int n, double *real, double *imaginary)
{
	for (int k = 1; k < n; k++) {
		int i = k;
		while (i > 0 && hypot(real[i - 1], imaginary[i - 1]) > hypot(real[k], imaginary[k])) {
			i--;
		}
		host_eigen_insert(real, i, k);
		host_eigen_insert(imaginary, i, k);
	}
}

int host_eigenvalues(int n, double *a, double *real, double *imaginary)
{
	struct host_hessenberg h = {n, 0, n - 1, a};
	for (int i = 0; i < n * n; i++) {
		if (!isfinite(a[i])) {
			return -1;
		}
	}
	while (host_eigen_split(&h)) {
	}
	for (int sweep = 0; sweep < 100 && host_eigen_scale(&h); sweep++) {
	}
	host_eigen_reduce(&h, real, imaginary);
	for (int last = n - 1, tries = 0; last >= 0;) {
		const int first = host_eigen_block(&h, last);
		if (first >= last - 1) {
			if (first == last) {
				real[last] = *host_eigen_at(&h, last, last);
				imaginary[last] = 0.0;
			} else {
				host_eigen_pair(&h, first, real, imaginary);
			}
			last = first - 1;
			tries = 0;
			continue;
		}
		if (++tries > 100) {
			return -1;
		}
		host_eigen_step(&h, first, last, tries % 10 == 0);
	}
	host_eigen_sort(n, real, imaginary);
	return 0;
}
