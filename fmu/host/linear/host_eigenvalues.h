/* Eigenvalues of a real matrix, any. */
#ifndef HOST_EIGENVALUES_H
#define HOST_EIGENVALUES_H

/* a[n x n], row-major, is destroyed; work[3 n] is scratch. Sorted by absolute value; of a conjugate
 * pair the one with the positive imaginary part first. 0, or -1 when an entry is not finite or the
 * iteration fails. */
int host_eigenvalues(int n, double *a, double *work, double *real, double *imaginary);

#endif
