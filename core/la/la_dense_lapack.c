/* Dense back end on reference LAPACK and BLAS.
 *
 * The unblocked kernels are called directly: on the reference BLAS the blocked drivers (dgetrf, dgeqp3, dgesvd, dsyev)
 * are no faster (measured up to n = 300: within 5 %), and cost 200 KB of code instead of 76 KB. Each function below
 * composes what the driver of the same purpose does. la_lapack_support.c stands in for the Fortran runtime.
 */
#include "la_dense.h"

#include <math.h>
#include <stddef.h>

/* Fortran passes everything by address; the length of each character argument follows at the end, by value */
void dgetf2_(const int *m, const int *n, double *a, const int *lda, int *ipiv, int *info);
void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *a, const int *lda, const int *ipiv,
             double *b, const int *ldb, int *info, size_t);
void dpotf2_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t);
void dpotrs_(const char *uplo, const int *n, const int *nrhs, const double *a, const int *lda, double *b,
             const int *ldb, int *info, size_t);
void dsytf2_(const char *uplo, const int *n, double *a, const int *lda, int *ipiv, int *info, size_t);
void dsytrs_(const char *uplo, const int *n, const int *nrhs, const double *a, const int *lda, const int *ipiv,
             double *b, const int *ldb, int *info, size_t);
void dlaqp2_(const int *m, const int *n, const int *offset, double *a, const int *lda, int *jpvt, double *tau,
             double *vn1, double *vn2, double *work);
void dorm2r_(const char *side, const char *trans, const int *m, const int *n, const int *k, const double *a,
             const int *lda, const double *tau, double *c, const int *ldc, double *work, int *info, size_t, size_t);
void dorml2_(const char *side, const char *trans, const int *m, const int *n, const int *k, const double *a,
             const int *lda, const double *tau, double *c, const int *ldc, double *work, int *info, size_t, size_t);
void dgebd2_(const int *m, const int *n, double *a, const int *lda, double *d, double *e, double *tauq, double *taup,
             double *work, int *info);
void dbdsqr_(const char *uplo, const int *n, const int *ncvt, const int *nru, const int *ncc, double *d, double *e,
             double *vt, const int *ldvt, double *u, const int *ldu, double *c, const int *ldc, double *work, int *info,
             size_t);
void dsytd2_(const char *uplo, const int *n, double *a, const int *lda, double *d, double *e, double *tau, int *info,
             size_t);
void dsteqr_(const char *compz, const int *n, double *d, double *e, double *z, const int *ldz, double *work, int *info,
             size_t);

static int la_lapack_max(int x, int y)
{
	return x > y ? x : y;
}

LA_FUNCTION int la_lu_factor(int n, double *a, int ld, int *pivot)
{
	int info = 0;
	if (n > 0) {
		dgetf2_(&n, &n, a, &ld, pivot, &info);
	}
	return info;
}

LA_FUNCTION void la_lu_solve(int n, const double *lu, int ld, const int *pivot, int columns, double *b, int ldb)
{
	int info;
	dgetrs_("N", &n, &columns, lu, &ld, pivot, b, &ldb, &info, 1);
}

LA_FUNCTION void la_lu_solve_transposed(int n, const double *lu, int ld, const int *pivot, int columns, double *b,
                                        int ldb)
{
	int info;
	dgetrs_("T", &n, &columns, lu, &ld, pivot, b, &ldb, &info, 1);
}

LA_FUNCTION int la_cholesky_factor(int n, double *a, int ld)
{
	int info = 0;
	if (n > 0) {
		dpotf2_("L", &n, a, &ld, &info, 1);
	}
	return info;
}

LA_FUNCTION void la_cholesky_solve(int n, const double *l, int ld, int columns, double *b, int ldb)
{
	int info;
	dpotrs_("L", &n, &columns, l, &ld, b, &ldb, &info, 1);
}

LA_FUNCTION int la_ldlt_work(int n)
{
	(void)n;
	return 1;
}

LA_FUNCTION int la_ldlt_factor(int n, double *a, int ld, int *pivot, double *work)
{
	int info = 0;
	(void)work;
	if (n > 0) {
		dsytf2_("L", &n, a, &ld, pivot, &info, 1);
	}
	return info;
}

LA_FUNCTION void la_ldlt_solve(int n, const double *ldl, int ld, const int *pivot, int columns, double *b, int ldb)
{
	int info;
	dsytrs_("L", &n, &columns, ldl, &ld, pivot, b, &ldb, &info, 1);
}

LA_FUNCTION int la_qr_work(int m, int n)
{
	(void)m;
	return 3 * n + 1;
}

LA_FUNCTION void la_qr_factor(int m, int n, double *a, int ld, int *permutation, double *tau, double *work)
{
	const int offset = 0;

	for (int j = 0; j < n; j++) {
		permutation[j] = j;
		work[j] = work[n + j] = la_norm2(m, a + j * ld);
	}
	dlaqp2_(&m, &n, &offset, a, &ld, permutation, tau, work, work + n, work + 2 * n);
}

LA_FUNCTION void la_qr_apply(int m, int n, const double *qr, int ld, const double *tau, int transposed, int columns,
                             double *b, int ldb, double *work)
{
	const int one = 1, count = m < n ? m : n;
	int info;
	/* one column at a time, so that the work does not depend on their number */
	for (int c = 0; c < columns; c++) {
		dorm2r_("L", transposed ? "T" : "N", &m, &one, &count, qr, &ld, tau, b + c * ldb, &ldb, work, &info, 1, 1);
	}
}

static void la_lapack_identity(int n, double *a, int ld)
{
	for (int j = 0; j < n; j++) {
		for (int i = 0; i < n; i++) {
			a[i + j * ld] = i == j ? 1.0 : 0.0;
		}
	}
}

LA_FUNCTION int la_svd_work(int m, int n)
{
	int k = m < n ? m : n;
	return 3 * k + la_lapack_max(4 * k, la_lapack_max(m, n)) + 1;
}

/* bases of the bidiagonal form A = Q B P^T: u := Q, vt := P^T. Q has reflections from row `below` on, P from column
 * `right` on (B is upper bidiagonal for m >= n, lower otherwise) */
static void la_lapack_bidiagonal_bases(int m, int n, const double *a, int ld, const double *tauq, const double *taup,
                                       double *u, int ldu, double *vt, int ldvt, double *work)
{
	int below = m < n, right = m >= n, k = m < n ? m : n;
	int q_size = m - below, p_size = n - right, q_count = k - below, p_count = k - right, info;
	la_lapack_identity(m, u, ldu);
	la_lapack_identity(n, vt, ldvt);
	if (q_count > 0) {
		dorm2r_("L", "N", &q_size, &q_size, &q_count, a + below, &ld, tauq, u + below + below * ldu, &ldu, work, &info,
		        1, 1);
	}
	if (p_count > 0) {
		dorml2_("L", "N", &p_size, &p_size, &p_count, a + right * ld, &ld, taup, vt + right + right * ldvt, &ldvt, work,
		        &info, 1, 1);
	}
}

LA_FUNCTION int la_svd(int m, int n, double *a, int ld, double *s, double *u, int ldu, double *vt, int ldvt,
                       double *work)
{
	const int zero = 0, one = 1;
	int k = m < n ? m : n, info = 0;
	double *tauq = work, *taup = tauq + k, *e = taup + k, *rest = e + k, unused = 0.0;
	double scale = la_scale(m, n, a, ld, 0);
	if (isnan(scale)) {
		return 1;
	}
	for (int j = 0; j < n; j++) {
		for (int i = 0; i < m; i++) {
			a[i + j * ld] *= scale;
		}
	}
	if (k > 0) {
		dgebd2_(&m, &n, a, &ld, s, e, tauq, taup, rest, &info);
	}
	la_lapack_bidiagonal_bases(m, n, a, ld, tauq, taup, u, ldu, vt, ldvt, rest);
	if (k > 0) {
		dbdsqr_(m >= n ? "U" : "L", &k, &n, &m, &zero, s, e, vt, &ldvt, u, &ldu, &unused, &one, rest, &info, 1);
	}
	for (int i = 0; i < k; i++) {
		s[i] /= scale;
	}
	return info;
}

LA_FUNCTION int la_eigen_work(int n)
{
	return n * n + 4 * n + 1;
}

LA_FUNCTION int la_eigen(int n, double *a, int ld, double *w, double *work)
{
	double *z = work, *e = z + n * n, *tau = e + n, *rest = tau + n;
	double scale = la_scale(n, n, a, ld, 1);
	int inner = n - 1, info = 0;
	if (isnan(scale)) {
		return 1;
	}
	if (n == 0) {
		return 0;
	}
	for (int j = 0; j < n; j++) {
		for (int i = j; i < n; i++) {
			a[i + j * ld] *= scale;
		}
	}
	/* A = Q T Q^T with tridiagonal T, then T = Z diag(w) Z^T and V = Q Z */
	dsytd2_("L", &n, a, &ld, w, e, tau, &info, 1);
	la_lapack_identity(n, z, n);
	if (inner > 0) {
		dorm2r_("L", "N", &inner, &inner, &inner, a + 1, &ld, tau, z + 1 + n, &n, rest, &info, 1, 1);
	}
	dsteqr_("V", &n, w, e, z, &n, rest, &info, 1);
	for (int j = 0; j < n; j++) {
		w[j] /= scale;
		for (int i = 0; i < n; i++) {
			a[i + j * ld] = z[i + j * n];
		}
	}
	return info;
}
