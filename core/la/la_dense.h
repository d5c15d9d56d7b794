/* Dense linear algebra on small matrices.
 *
 * Matrices are column-major: element (i, j) of an array with leading dimension ld is a[i + j * ld]. One header, two
 * back ends with the same results up to rounding: la_dense_lapack.c (reference LAPACK and BLAS) and
 * la_dense_portable.c with la_orthogonal_portable.c (plain C); la_vector.c belongs to both. Nothing here allocates;
 * `work` is the caller's, its length (in doubles) comes from the function named beside it.
 *
 * Factorizations return 0, or k > 0: pivot k (counted from 1) is zero or, for Cholesky, not positive. la_svd and
 * la_eigen return 0, or k > 0 when an entry is not finite or the iteration does not converge. What pivot[] holds is the
 * back end's own affair: only the solver beside the factorization reads it.
 */
#ifndef LA_DENSE_H
#define LA_DENSE_H

#include "la_base.h"

/* P A = L U with partial pivoting; a[n x n] holds L and U after, pivot[n] the row interchanges */
LA_FUNCTION int la_lu_factor(int n, double *a, int ld, int *pivot);
LA_FUNCTION void la_lu_solve(int n, const double *lu, int ld, const int *pivot, int columns, double *b, int ldb);

/* b := A^-T b */
LA_FUNCTION void la_lu_solve_transposed(int n, const double *lu, int ld, const int *pivot, int columns, double *b,
                                        int ldb);

/* 1-norm condition number of A, estimated (from below, nearly always within a factor of 3) from its factors and |A|_1;
 * infinite when a pivot is zero; work[4 n], iwork[n] */
LA_FUNCTION double la_lu_condition(int n, const double *lu, int ld, const int *pivot, double norm1, double *work,
                                   int *iwork);

/* A = L L^T from the lower triangle of a */
LA_FUNCTION int la_cholesky_factor(int n, double *a, int ld);
LA_FUNCTION void la_cholesky_solve(int n, const double *l, int ld, int columns, double *b, int ldb);

/* P A P^T = L D L^T, Bunch-Kaufman, from the lower triangle of a; D has 1x1 and 2x2 blocks */
LA_FUNCTION int la_ldlt_work(int n);
LA_FUNCTION int la_ldlt_factor(int n, double *a, int ld, int *pivot, double *work);
LA_FUNCTION void la_ldlt_solve(int n, const double *ldl, int ld, const int *pivot, int columns, double *b, int ldb);

/* A P = Q R with column pivoting, |R(k,k)| not increasing; a[m x n] holds R and the reflectors, tau[min(m,n)],
 * permutation[j] = column of A (from 0) that became column j */
LA_FUNCTION int la_qr_work(int m, int n);
LA_FUNCTION void la_qr_factor(int m, int n, double *a, int ld, int *permutation, double *tau, double *work);

/* number of diagonal entries of R above `tolerance` times the first one */
LA_FUNCTION int la_qr_rank(int m, int n, const double *qr, int ld, double tolerance);

/* b := Q b or Q^T b, for b[m x columns] */
LA_FUNCTION void la_qr_apply(int m, int n, const double *qr, int ld, const double *tau, int transposed, int columns,
                             double *b, int ldb, double *work);

/* A = U diag(s) V^T; a[m x n] is destroyed, s[min(m,n)] decreasing, u[m x m], vt[n x n] (full orthogonal bases) */
LA_FUNCTION int la_svd_work(int m, int n);
LA_FUNCTION int la_svd(int m, int n, double *a, int ld, double *s, double *u, int ldu, double *vt, int ldvt,
                       double *work);

/* A = V diag(w) V^T from the lower triangle; w increasing, a holds V after */
LA_FUNCTION int la_eigen_work(int n);
LA_FUNCTION int la_eigen(int n, double *a, int ld, double *w, double *work);

/* norms of a matrix and of vectors */
LA_FUNCTION double la_norm1(int m, int n, const double *a, int ld);
LA_FUNCTION double la_norm_max(int n, const double *x);
LA_FUNCTION double la_norm2(int n, const double *x);
LA_FUNCTION double la_dot(int n, const double *x, const double *y);

/* the power of two that brings the largest |a(i,j)| (of the lower triangle when `lower`) near one; 1 for a zero matrix,
 * not a number when an entry is not finite */
LA_FUNCTION double la_scale(int m, int n, const double *a, int ld, int lower);

#endif
