/* Condition number of a small dense matrix, column-major, in the paper's norm: kappa(J) = |J| |J^-1|, infinity norm. */
#ifndef CONDITION_NUMBER_H
#define CONDITION_NUMBER_H

#include <math.h>
#include <string.h>

#include "la_dense.h"

enum { CONDITION_MOST = 5 };

/* largest sum over a row */
static double condition_norm(int n, const double *a)
{
	double largest = 0;
	for (int i = 0; i < n; i++) {
		double sum = 0;
		for (int j = 0; j < n; j++) {
			sum += fabs(a[i + j * n]);
		}
		largest = fmax(largest, sum);
	}
	return largest;
}

/* infinite where there is no inverse */
static double condition_number(int n, const double *matrix)
{
	double lu[CONDITION_MOST * CONDITION_MOST];
	double inverse[CONDITION_MOST * CONDITION_MOST] = {0};
	int pivot[CONDITION_MOST];
	memcpy(lu, matrix, (size_t)(n * n) * sizeof *lu);
	if (la_lu_factor(n, lu, n, pivot)) {
		return HUGE_VAL;
	}
	for (int i = 0; i < n; i++) {
		inverse[i + i * n] = 1;
	}
	la_lu_solve(n, lu, n, pivot, n, inverse, n);
	return condition_norm(n, matrix) * condition_norm(n, inverse);
}

#endif
