/* Singular values and eigenvalues of dense matrices. la_triangular.c holds the triangular factorizations.
 *
 * QR: Householder reflections with column pivoting (Golub and Van Loan, 5.4; norms updated as in Drmac and Bujanovic,
 * "On the failure of rank-revealing QR factorization software", ACM TOMS 35, 2008). SVD: one-sided Jacobi rotations on
 * R^T after a pivoted QR (Drmac and Veselic, "New fast and accurate Jacobi SVD algorithm", SIAM J. Matrix Anal. 29,
 * 2008): accurate for tiny singular values too, and the bases are orthogonal to rounding however small those are.
 * Eigenvalues: tridiagonal form, then implicit QR steps (Golub and Van Loan, 8.3).
 */
#include "la_dense.h"

#include <float.h>
#include <math.h>

#define LA_JACOBI_SWEEPS 60
#define LA_EIGEN_STEPS 30 /* per row */

static int la_orthogonal_min(int m, int n)
{
	return m < n ? m : n;
}

static void la_orthogonal_swap(int n, double *x, int x_step, double *y, int y_step)
{
	for (int i = 0; i < n; i++) {
		double keep = x[i * x_step];
		x[i * x_step] = y[i * y_step];
		y[i * y_step] = keep;
	}
}

/* x := (beta, reflector without its leading 1) with (I - tau v v^T) x = (beta, 0, ..); returns tau */
static double la_qr_make_reflector(int n, double *x)
{
	double rest = n > 1 ? la_norm2(n - 1, x + 1) : 0.0;
	double alpha, beta, larger;
	if (rest == 0.0) {
		return 0.0;
	}
	alpha = x[0];
	larger = fmax(fabs(alpha), rest);
	beta = larger * sqrt((alpha / larger) * (alpha / larger) + (rest / larger) * (rest / larger));
	beta = alpha > 0.0 ? -beta : beta;
	for (int i = 1; i < n; i++) {
		x[i] /= alpha - beta;
	}
	x[0] = beta;
	return (beta - alpha) / beta;
}

/* y := (I - tau v v^T) y with v(0) = 1 */
static void la_qr_reflect(int n, const double *v, double tau, double *y)
{
	double sum = tau * (y[0] + la_dot(n - 1, v + 1, y + 1));
	y[0] -= sum;
	for (int i = 1; i < n; i++) {
		y[i] -= sum * v[i];
	}
}

/* norm of a column below row k after one more row has been split off; computed anew when cancellation has eaten it */
static void la_qr_update_norm(int m, int k, const double *column, double *norm, double *exact)
{
	double ratio, left;
	if (*norm == 0.0) {
		return;
	}
	ratio = fabs(column[k]) / *norm;
	left = fmax(0.0, (1.0 + ratio) * (1.0 - ratio));
	if (left * (*norm / *exact) * (*norm / *exact) <= sqrt(DBL_EPSILON)) {
		*norm = la_norm2(m - k - 1, column + k + 1);
		*exact = *norm;
	} else {
		*norm *= sqrt(left);
	}
}

/* A P = Q R with column pivoting, |R(k,k)| not increasing; a[m x n] holds R and the reflectors after, tau[min(m,n)];
 * chosen[k] is the column that was exchanged with column k in step k, work[2 n] */
static void la_qr_reduce(int m, int n, double *a, int ld, double *chosen, double *tau, double *work)
{
	double *norm = work, *exact = work + n;
	for (int j = 0; j < n; j++) {
		norm[j] = exact[j] = la_norm2(m, a + j * ld);
	}
	for (int k = 0; k < la_orthogonal_min(m, n); k++) {
		int best = k;
		for (int j = k + 1; j < n; j++) {
			best = norm[j] > norm[best] ? j : best;
		}
		chosen[k] = best;
		if (best != k) {
			la_orthogonal_swap(m, a + k * ld, 1, a + best * ld, 1);
			norm[best] = norm[k];
			exact[best] = exact[k];
		}
		tau[k] = la_qr_make_reflector(m - k, a + k + k * ld);
		for (int j = k + 1; j < n; j++) {
			la_qr_reflect(m - k, a + k + k * ld, tau[k], a + k + j * ld);
			la_qr_update_norm(m, k, a + j * ld, &norm[j], &exact[j]);
		}
	}
}

/* b := Q b, for b[m x columns] */
static void la_qr_apply(int m, int n, const double *qr, int ld, const double *tau, int columns, double *b, int ldb)
{
	for (int c = 0; c < columns; c++) {
		for (int k = la_orthogonal_min(m, n) - 1; k >= 0; k--) {
			la_qr_reflect(m - k, qr + k + k * ld, tau[k], b + k + c * ldb);
		}
	}
}

/* tangent of the rotation that makes a symmetric 2x2 matrix with diagonal (p, q) and entry `off` diagonal, |t| <= 1 */
static double la_jacobi_tangent(double p, double q, double off)
{
	double zeta = (q - p) / (2.0 * off);
	double size = fabs(zeta);
	if (size > 1e8) {
		return 0.5 / zeta;
	}
	return (zeta < 0.0 ? -1.0 : 1.0) / (size + sqrt(1.0 + size * size));
}

/* (x, y) := (c x - s y, s x + c y), written as corrections to x and y (Rutishauser) so that rounding errors of many
 * small rotations do not pile up */
static void la_jacobi_rotate(int n, double *x, int x_step, double *y, int y_step, double t)
{
	double c = 1.0 / sqrt(1.0 + t * t), s = t * c, r = s / (1.0 + c);
	for (int i = 0; i < n; i++) {
		double xi = x[i * x_step], yi = y[i * y_step];
		x[i * x_step] = xi - s * (yi + r * xi);
		y[i * y_step] = yi + s * (xi - r * yi);
	}
}

/* makes columns i and j of w orthogonal, the longer one first; returns whether they were not */
static int la_svd_rotate_pair(int k, double *w, double *v, int i, int j, double tolerance)
{
	double *x = w + i * k, *y = w + j * k;
	double xx = la_dot(k, x, x), yy = la_dot(k, y, y), xy, t;
	if (yy > xx) {
		double keep = xx;
		la_orthogonal_swap(k, x, 1, y, 1);
		la_orthogonal_swap(k, v + i * k, 1, v + j * k, 1);
		xx = yy;
		yy = keep;
	}
	xy = la_dot(k, x, y);
	if (yy == 0.0 || fabs(xy) <= tolerance * sqrt(xx) * sqrt(yy)) {
		return 0;
	}
	t = la_jacobi_tangent(xx, yy, xy);
	la_jacobi_rotate(k, x, 1, y, 1, t);
	la_jacobi_rotate(k, v + i * k, 1, v + j * k, 1, t);
	return 1;
}

/* W V = (orthogonal columns); W and V are k x k; 0, or 1 without convergence */
static int la_svd_sweeps(int k, double *w, double *v)
{
	double tolerance = DBL_EPSILON * sqrt((double)k);
	int rotated = 1;
	for (int i = 0; i < k * k; i++) {
		v[i] = i % (k + 1) == 0 ? 1.0 : 0.0;
	}
	for (int sweep = 0; rotated && sweep < LA_JACOBI_SWEEPS; sweep++) {
		rotated = 0;
		/* columns so short that their squares underflow are zero to every precision in use */
		for (int j = 0; j < k; j++) {
			if (la_norm_max(k, w + j * k) < 1e-140) {
				for (int i = 0; i < k; i++) {
					w[i + j * k] = 0.0;
				}
			}
		}
		for (int i = 0; i < k; i++) {
			for (int j = i + 1; j < k; j++) {
				rotated |= la_svd_rotate_pair(k, w, v, i, j, tolerance);
			}
		}
	}
	return rotated;
}

/* column j of w (k x k, columns before it orthonormal) := a unit vector orthogonal to them */
static void la_svd_complete(int k, double *w, int j)
{
	double *x = w + j * k;
	double smallest = 2.0;
	int axis = 0;
	/* the axis farthest from the span */
	for (int i = 0; i < k; i++) {
		double inside = 0.0;
		for (int c = 0; c < j; c++) {
			inside += w[i + c * k] * w[i + c * k];
		}
		if (inside < smallest) {
			smallest = inside;
			axis = i;
		}
	}
	for (int i = 0; i < k; i++) {
		x[i] = i == axis ? 1.0 : 0.0;
	}
	for (int pass = 0; pass < 2; pass++) {
		double size;
		for (int c = 0; c < j; c++) {
			double part = la_dot(k, w + c * k, x);
			for (int i = 0; i < k; i++) {
				x[i] -= part * w[i + c * k];
			}
		}
		size = la_norm2(k, x);
		for (int i = 0; i < k; i++) {
			x[i] /= size;
		}
	}
}

/* W = (orthonormal columns) diag(s), s decreasing; the columns of V follow the order */
static void la_svd_normalize(int k, double *w, double *v, double *s)
{
	for (int j = 0; j < k; j++) {
		s[j] = la_norm2(k, w + j * k);
	}
	for (int j = 0; j < k; j++) {
		int largest = j;
		for (int c = j + 1; c < k; c++) {
			largest = s[c] > s[largest] ? c : largest;
		}
		if (largest != j) {
			la_orthogonal_swap(1, s + j, 1, s + largest, 1);
			la_orthogonal_swap(k, w + j * k, 1, w + largest * k, 1);
			la_orthogonal_swap(k, v + j * k, 1, v + largest * k, 1);
		}
		if (s[j] > 0.0) {
			for (int i = 0; i < k; i++) {
				w[i + j * k] /= s[j];
			}
		} else {
			la_svd_complete(k, w, j);
		}
	}
}

/* long side r, short side k: B = Q_full blockdiag(V, I) [diag(s); 0] (P W)^T; `tall`[r x r] := the left basis */
static void la_svd_tall_basis(int r, int k, const double *b, const double *tau, const double *v, double *tall, int ld)
{
	for (int j = 0; j < r; j++) {
		for (int i = 0; i < r; i++) {
			tall[i + j * ld] = j < k && i < k ? v[i + j * k] : (double)(i == j);
		}
	}
	la_qr_apply(r, k, b, r, tau, r, tall, ld);
}

static void la_svd_transpose(int n, double *a, int ld)
{
	for (int j = 0; j < n; j++) {
		la_orthogonal_swap(n - j - 1, a + j + 1 + j * ld, 1, a + j + (j + 1) * ld, ld);
	}
}

LA_FUNCTION int la_svd_work(int m, int n)
{
	int k = la_orthogonal_min(m, n);
	return m * n + 2 * k * k + 4 * k + 1;
}

LA_FUNCTION int la_svd(int m, int n, double *a, int ld, double *s, double *u, int ldu, double *vt, int ldvt,
                       double *work)
{
	int k = la_orthogonal_min(m, n), r = m + n - k, wide = m < n;
	double *b = work, *w = b + r * k, *v = w + k * k, *tau = v + k * k, *chosen = tau + k;
	double scale = la_scale(m, n, a, ld, 0);
	if (isnan(scale)) {
		return 1;
	}
	/* B = A or A^T, the tall one of the two;  B P = Q R,  W = R^T */
	for (int j = 0; j < n; j++) {
		for (int i = 0; i < m; i++) {
			b[wide ? j + i * r : i + j * r] = a[i + j * ld] * scale;
		}
	}
	la_qr_reduce(r, k, b, r, chosen, tau, chosen + k);
	for (int i = 0; i < k; i++) {
		for (int j = 0; j < k; j++) {
			w[j + i * k] = j >= i ? b[i + j * r] : 0.0;
		}
	}
	if (la_svd_sweeps(k, w, v)) {
		return 1;
	}
	la_svd_normalize(k, w, v, s);
	/* P W: the exchanges backwards */
	for (int i = k - 1; i >= 0; i--) {
		if ((int)chosen[i] != i) {
			la_orthogonal_swap(k, w + i, k, w + (int)chosen[i], k);
		}
	}
	la_svd_tall_basis(r, k, b, tau, v, wide ? vt : u, wide ? ldvt : ldu);
	if (wide) {
		la_svd_transpose(r, vt, ldvt);
	}
	for (int j = 0; j < k; j++) {
		s[j] /= scale;
		for (int i = 0; i < k; i++) {
			if (wide) {
				u[i + j * ldu] = w[i + j * k];
			} else {
				vt[j + i * ldvt] = w[i + j * k];
			}
		}
	}
	return 0;
}

/* A = Q T Q^T with tridiagonal T: diagonal w[n], beside it e[n - 1]. The reflectors stay in a, tau[n - 1], from the entries
 * below the diagonal on; p[n] is work */
static void la_eigen_reduce(int n, double *a, int ld, double *w, double *e, double *tau, double *p)
{
	for (int k = 0; k < n; k++) {
		const int rest = n - k - 1;
		double *v = a + k + 1 + k * ld, *below = a + k + 1 + (k + 1) * ld;
		w[k] = a[k + k * ld];
		if (rest == 0) {
			return;
		}
		tau[k] = la_qr_make_reflector(rest, v);
		e[k] = v[0];
		v[0] = 1.0;
		/* B := H B H = B - v p^T - p v^T with p = tau B v - (tau^2 / 2) (v^T B v) v, of B the lower triangle */
		for (int i = 0; i < rest; i++) {
			p[i] = 0.0;
		}
		for (int j = 0; j < rest; j++) {
			const double *column = below + j * ld;
			p[j] += tau[k] * (column[j] * v[j] + la_dot(rest - j - 1, column + j + 1, v + j + 1));
			for (int i = j + 1; i < rest; i++) {
				p[i] += tau[k] * column[i] * v[j];
			}
		}
		const double half = 0.5 * tau[k] * la_dot(rest, p, v);
		for (int i = 0; i < rest; i++) {
			p[i] -= half * v[i];
		}
		for (int j = 0; j < rest; j++) {
			for (int i = j; i < rest; i++) {
				below[i + j * ld] -= v[i] * p[j] + p[i] * v[j];
			}
		}
	}
}

/* z[n x n] := Q of la_eigen_reduce */
static void la_eigen_basis(int n, const double *a, int ld, const double *tau, double *z)
{
	for (int i = 0; i < n * n; i++) {
		z[i] = i % (n + 1) == 0 ? 1.0 : 0.0;
	}
	for (int k = n - 2; k >= 0; k--) {
		for (int j = k + 1; j < n; j++) {
			la_qr_reflect(n - k - 1, a + k + 1 + k * ld, tau[k], z + k + 1 + j * n);
		}
	}
}

/* one implicit QR step with Wilkinson's shift on rows lo .. hi of T; the columns of z turn with it */
static void la_eigen_step(int n, int lo, int hi, double *w, double *e, double *z)
{
	const double half = 0.5 * (w[hi - 1] - w[hi]), last = e[hi - 1];
	double x = w[lo] - w[hi] + last * last / (half + copysign(sqrt(half * half + last * last), half)), y = e[lo];
	for (int k = lo; k < hi; k++) {
		const double r = sqrt(x * x + y * y), c = r > 0.0 ? x / r : 1.0, s = r > 0.0 ? y / r : 0.0;
		const double p = w[k], q = w[k + 1], off = e[k];
		double *first = z + k * n, *second = first + n;
		if (k > lo) {
			e[k - 1] = r;
		}
		w[k] = c * c * p + 2.0 * c * s * off + s * s * q;
		w[k + 1] = s * s * p - 2.0 * c * s * off + c * c * q;
		e[k] = c * s * (q - p) + (c * c - s * s) * off;
		x = e[k];
		if (k + 1 < hi) {
			y = s * e[k + 1];
			e[k + 1] *= c;
		}
		for (int i = 0; i < n; i++) {
			const double keep = first[i];
			first[i] = c * keep + s * second[i];
			second[i] = c * second[i] - s * keep;
		}
	}
}

/* w := eigenvalues of T, z := z times its eigenvectors; 0, or 1 without convergence */
static int la_eigen_iterate(int n, double *w, double *e, double *z)
{
	int hi = n - 1;
	for (int steps = 0; steps <= LA_EIGEN_STEPS * n; steps++) {
		/* squares of what is left do not underflow */
		for (int k = 0; k < hi; k++) {
			if (fabs(e[k]) <= fmax(DBL_EPSILON * (fabs(w[k]) + fabs(w[k + 1])), 1e-100)) {
				e[k] = 0.0;
			}
		}
		while (hi > 0 && e[hi - 1] == 0.0) {
			hi--;
		}
		if (hi <= 0) {
			return 0;
		}
		int lo = hi - 1;
		while (lo > 0 && e[lo - 1] != 0.0) {
			lo--;
		}
		la_eigen_step(n, lo, hi, w, e, z);
	}
	return 1;
}

static void la_eigen_sort(int n, double *w, double *v, int ldv)
{
	for (int j = 0; j < n; j++) {
		int smallest = j;
		for (int c = j + 1; c < n; c++) {
			smallest = w[c] < w[smallest] ? c : smallest;
		}
		if (smallest != j) {
			la_orthogonal_swap(1, w + j, 1, w + smallest, 1);
			la_orthogonal_swap(n, v + j * ldv, 1, v + smallest * ldv, 1);
		}
	}
}

LA_FUNCTION int la_eigen_work(int n)
{
	return n * n + 3 * n + 1;
}

LA_FUNCTION int la_eigen(int n, double *a, int ld, double *w, double *work)
{
	double *z = work, *e = z + n * n, *tau = e + n, *p = tau + n;
	const double scale = la_scale(n, n, a, ld, 1);
	if (isnan(scale)) {
		return 1;
	}
	for (int j = 0; j < n; j++) {
		for (int i = j; i < n; i++) {
			a[i + j * ld] *= scale;
		}
	}
	la_eigen_reduce(n, a, ld, w, e, tau, p);
	la_eigen_basis(n, a, ld, tau, z);
	if (la_eigen_iterate(n, w, e, z)) {
		return 1;
	}
	la_eigen_sort(n, w, z, n);
	for (int j = 0; j < n; j++) {
		w[j] /= scale;
		for (int i = 0; i < n; i++) {
			a[i + j * ld] = z[i + j * n];
		}
	}
	return 0;
}

#undef LA_JACOBI_SWEEPS
#undef LA_EIGEN_STEPS
