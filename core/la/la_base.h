/* Linkage of everything that goes into the FMU.
 *
 * Functions and tables shared between files carry LA_FUNCTION / LA_TABLE. They have external linkage when
 * each file is compiled alone, and become static when the whole runtime is compiled as one file
 * (MECHFMU_SINGLE_FILE), so that two source FMUs link into one program.
 */
#ifndef LA_BASE_H
#define LA_BASE_H

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
