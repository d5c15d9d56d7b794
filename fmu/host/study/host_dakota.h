/* Files with which Dakota steers a program: parameters of one case, and its results.
 *
 *     2 variables                            1.4e+00 peak
 *     1.5e+00 bodies.rod.mass                3.2e-01 late
 *     2.0e-01 parameters.crank
 *     2 functions
 *     1 ASV_1:peak
 *     1 ASV_2:late
 *     ...
 *
 * Parameters are read in this form and in that of aprepro, { DAKOTA_VARS = 2 } and so on. Each function
 * is a record of the study, in its order. Values of variables take the place of those of `vary`. Where
 * the case fails, the results file has FAIL and the reason, which Dakota's failure capturing knows.
 */
#ifndef HOST_DAKOTA_H
#define HOST_DAKOTA_H

#include "host_case.h"

/* runs the case of the file `parameters` and writes `results`. 0, also where the case has failed; or -1
 * with a message */
int host_dakota_run(const struct host_study *study, const char *parameters, const char *results,
                    struct mech_message *message);

#endif
