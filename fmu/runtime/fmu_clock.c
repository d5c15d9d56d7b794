#include "fmu_clock.h"

#if defined _WIN32

/* of windows.h, whose thousand other names are not wanted */
__declspec(dllimport) int __stdcall QueryPerformanceCounter(long long *count);
__declspec(dllimport) int __stdcall QueryPerformanceFrequency(long long *rate);

LA_FUNCTION double fmu_clock(void)
{
	long long count = 0, rate = 1;
	return QueryPerformanceCounter(&count) && QueryPerformanceFrequency(&rate) ? (double)count / (double)rate : 0;
}

#elif defined __wasm__

LA_FUNCTION double fmu_clock(void)
{
	return 0;
}

#else

#include <time.h>

/* of the seconds since 1970, so that nanoseconds stay within a double */
enum { FMU_CLOCK_PERIOD = 1000000 };

LA_FUNCTION double fmu_clock(void)
{
	struct timespec now;
	return timespec_get(&now, TIME_UTC) == TIME_UTC
	           ? (double)(now.tv_sec % FMU_CLOCK_PERIOD) + 1e-9 * (double)now.tv_nsec
	           : 0;
}

#endif
