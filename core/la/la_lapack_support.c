/* What the reference LAPACK and BLAS archives want from the Fortran runtime, without libgfortran.
 *
 * The kernels that la_dense_lapack.c calls need nothing but xerbla_; the blocked drivers would want
 * _gfortran_concat_string too. xerbla_ replaces LAPACK's own, which prints and stops the program; only wrong arguments
 * (a leading dimension smaller than the matrix) lead here, and LAPACK then returns without doing anything. The name is
 * the Fortran linker's, hence no LA_FUNCTION.
 */
#include <stddef.h>

void xerbla_(const char *name, const int *argument, size_t name_length);

void xerbla_(const char *name, const int *argument, size_t name_length)
{
	(void)name;
	(void)argument;
	(void)name_length;
}
