/* The arithmetic of the host: rounding mode, flushing of subnormal numbers to zero and trapped
 * exceptions belong to the thread that calls, and a host may have set them as it likes. The unit
 * computes with those of IEEE 754 as they are by default, so that its bits are the same everywhere
 * and a comparison with NaN raises no signal.
 *
 * Every function that computes saves the environment, sets its own, and restores the host's before
 * it returns, with the exceptions that the host had seen by then:
 *
 *     struct fmu_arithmetic host = fmu_arithmetic_begin();
 *     return fmu_arithmetic_end(&host, ...);
 *
 * The logger of the importer is called within.
 */
#ifndef FMU_ARITHMETIC_H
#define FMU_ARITHMETIC_H

#include <fenv.h>

#include "fmi2.h"
#include "la_base.h"

struct fmu_arithmetic {
	fenv_t environment;
	unsigned control; /* of the machine, where the environment does not hold all */
};

LA_FUNCTION struct fmu_arithmetic fmu_arithmetic_begin(void);

/* returns the status as it is */
LA_FUNCTION fmi2Status fmu_arithmetic_end(const struct fmu_arithmetic *host, fmi2Status status);

#endif
