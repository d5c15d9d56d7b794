/* Dense linear algebra on small matrices.
 *
 * Matrices are column-major: element (i, j) of an array with leading dimension ld is a[i + j * ld]. Plain C, the same on every
 * platform of an FMU: as fast as LAPACK on the matrices of mechanisms (docs/explanation/architecture.md), and tested against it. Nothing here
 * allocates; `work` is the caller's, its length (in doubles) comes from the function named beside it.
 *
 * Factorizations return 0, or k > 0: pivot k (counted from 1) is zero or, for Cholesky, not positive. la_eigen
 * returns 0, or k > 0 when an entry is not finite or the iteration does not converge.
 */
#ifndef LA_DENSE_H
#define LA_DENSE_H

#include "la_base.h"

/* P A = L U with partial pivoting; a[n x n] holds L and U after, pivot[n] the row interchanges */
LA_FUNCTION int la_lu_factor(int n, double *a, int ld, int *pivot);
LA_FUNCTION void la_lu_solve(int n, const double *lu, int ld, const int *pivot, int columns, double *b, int ldb);

/* A = L L^T from the lower triangle of a */
LA_FUNCTION int la_cholesky_factor(int n, double *a, int ld);
/* x = L^-1 x and x = L^-T x */
LA_FUNCTION void la_cholesky_forward(int n, const double *l, int ld, double *x);
LA_FUNCTION void la_cholesky_backward(int n, const double *l, int ld, double *x);
LA_FUNCTION void la_cholesky_solve(int n, const double *l, int ld, int columns, double *b, int ldb);

/* A = V diag(w) V^T from the lower triangle; w increasing, a holds V after */
LA_FUNCTION int la_eigen_work(int n);
LA_FUNCTION int la_eigen(int n, double *a, int ld, double *w, double *work);

/* norms and products of vectors */
LA_FUNCTION double la_norm_max(int n, const double *x);
LA_FUNCTION double la_norm2(int n, const double *x);
LA_FUNCTION double la_dot(int n, const double *x, const double *y);

/* the power of two that brings the largest |a(i,j)| (of the lower triangle when `lower`) near one; 1 for a zero matrix,
 * not a number when an entry is not finite */
LA_FUNCTION double la_scale(int m, int n, const double *a, int ld, int lower);

#endif
