/* The clock of the machine, for what steps of real time take. Nothing that is computed depends on
 * it. */
#ifndef FMU_CLOCK_H
#define FMU_CLOCK_H

#include "la_base.h"

/* seconds from some time on; 0 where there is no clock, as in WebAssembly. On Linux it is that of
 * the day, which whoever sets it moves. */
LA_FUNCTION double fmu_clock(void);

#endif
