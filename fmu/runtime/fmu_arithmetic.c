/* On x86-64 doubles are computed with the registers that MXCSR controls; fesetenv of mingw leaves
 * that as it is, so it is written here. */
#include "fmu_arithmetic.h"

#if defined(__x86_64__) || defined(_M_X64)
#include <xmmintrin.h>

enum { FMU_ARITHMETIC_DEFAULT = 0x1f80 }; /* to nearest, subnormal numbers as they are, no traps */

static unsigned fmu_arithmetic_read(void)
{
	return _mm_getcsr();
}

static void fmu_arithmetic_write(unsigned control)
{
	_mm_setcsr(control);
}
#else
enum { FMU_ARITHMETIC_DEFAULT = 0 };

static unsigned fmu_arithmetic_read(void)
{
	return FMU_ARITHMETIC_DEFAULT;
}

static void fmu_arithmetic_write(unsigned control)
{
	(void)control;
}
#endif

LA_FUNCTION struct fmu_arithmetic fmu_arithmetic_begin(void)
{
	struct fmu_arithmetic host = {.control = fmu_arithmetic_read()};
	(void)fegetenv(&host.environment);
	(void)fesetenv(FE_DFL_ENV);
	fmu_arithmetic_write(FMU_ARITHMETIC_DEFAULT);
	return host;
}

LA_FUNCTION fmi2Status fmu_arithmetic_end(const struct fmu_arithmetic *host, fmi2Status status)
{
	(void)fesetenv(&host->environment);
	fmu_arithmetic_write(host->control);
	return status;
}
