/* What the reference LAPACK and BLAS archives want from the Fortran runtime, without libgfortran, and from libm.
 *
 * The kernels that la_dense_lapack.c calls need nothing but xerbla_; the blocked drivers would want
 * _gfortran_concat_string too. xerbla_ replaces LAPACK's own, which prints and stops the program; only wrong arguments
 * (a leading dimension smaller than the matrix) lead here, and LAPACK then returns without doing anything. The name is
 * the Fortran linker's, hence no LA_FUNCTION.
 */
#include <math.h>
#include <stddef.h>

void xerbla_(const char *name, const int *argument, size_t name_length);

void xerbla_(const char *name, const int *argument, size_t name_length)
{
	(void)name;
	(void)argument;
	(void)name_length;
}

#ifdef MECHFMU_GLIBC
/* the archives were compiled against the newest pow and logf; the linker (--wrap) leads their calls here, to the oldest */
double __wrap_pow(double x, double y);
float __wrap_logf(float x);

double __wrap_pow(double x, double y)
{
	return pow(x, y);
}

float __wrap_logf(float x)
{
	return logf(x);
}
#endif
