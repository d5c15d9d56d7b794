/* Comparison of floating-point numbers in tests, in double precision; a value that is not a number
 * never passes. Include cmocka.h first.
 *
 *   assert_close(actual, expected, tolerance)     |actual - expected| <= tolerance
 *   assert_small(actual, bound)                   |actual| <= bound
 */
#ifndef ASSERT_CLOSE_H
#define ASSERT_CLOSE_H

#include <math.h>

#define assert_close(actual, expected, tolerance) \
	assert_close_at((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)
#define assert_small(actual, bound) assert_close_at((actual), 0.0, (bound), #actual, __FILE__, __LINE__)

static inline void assert_close_at(double actual, double expected, double tolerance, const char *expression,
                                   const char *file, int line)
{
	if (actual == expected || fabs(actual - expected) <= tolerance)
		return;
	print_error("%s = %.17g, expected %.17g, differs by %.3g, tolerance %.3g\n", expression, actual, expected,
	            fabs(actual - expected), tolerance);
	_fail(file, line);
}

#endif
