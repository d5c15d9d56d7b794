/* The lowest header: every source that goes into the FMU includes it.
 *
 * Linkage. Functions and tables shared between files carry LA_FUNCTION / LA_TABLE. They have
 * external linkage when each file is compiled alone. They become static when the whole runtime is
 * compiled as one file (MECHFMU_SINGLE_FILE), so that two source FMUs link into one program.
 *
 * Arithmetic. The solver tests for NaN and infinity, and the order of its sums is chosen with care.
 * A compiler that may assume finite numbers drops these tests silently. It is therefore refused
 * here.
 */
#ifndef LA_BASE_H
#define LA_BASE_H

#if defined __FAST_MATH__ || defined _M_FP_FAST || (defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__)
#error "compile without -ffast-math, -Ofast and -ffinite-math-only: this code tests for numbers that are not finite"
#endif

#ifdef MECHFMU_SINGLE_FILE
#define LA_FUNCTION static inline
#define LA_TABLE static
#define LA_TABLE_DECLARATION static
#else
#define LA_FUNCTION
#define LA_TABLE
#define LA_TABLE_DECLARATION extern
#endif

#endif
