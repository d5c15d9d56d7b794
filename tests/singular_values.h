/* Singular values by the reference LAPACK: A = U diag(s) V^T; a[m x n], column-major, is destroyed,
 * s[min(m,n)] decreasing, u[m x m], vt[n x n].
 */
#ifndef SINGULAR_VALUES_H
#define SINGULAR_VALUES_H

#include <stddef.h>
#include <stdlib.h>

/* Fortran passes everything by address; the length of each character argument follows at the end,
 * by value */
void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *a, const int *lda, double *s,
             double *u, const int *ldu, double *vt, const int *ldvt, double *work, const int *lwork, int *info, size_t,
             size_t);

static inline void singular_values(int m, int n, double *a, double *s, double *u, double *vt)
{
	const int size = 5 * (m + n) + 1;
	double *work = calloc((size_t)size, sizeof *work);
	int info;
	assert_non_null(work);
	dgesvd_("A", "A", &m, &n, a, &m, s, u, &m, vt, &n, work, &size, &info, 1, 1);
	assert_int_equal(info, 0);
	free(work);
}

#endif
