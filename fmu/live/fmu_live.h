/* The unit in a browser: what a page calls in addition to the fmi2 functions. In the WebAssembly
 * library alone.
 *
 * There is one instance in a page. Its messages are kept for the page to read. A body can be
 * pulled: a constant force F at the point with local coordinates s adds F to the forces on its body
 * and s x R^T F to the torques, and F v to the power that is supplied. The force stays until it is
 * set again.
 */
#ifndef FMU_LIVE_H
#define FMU_LIVE_H

#include "fmi2.h"

FMI2_Export fmi2Component fmu_live_instantiate(void); /* NULL: fmu_live_message shows why */
FMI2_Export const char *fmu_live_message(void);       /* the last warning or error */

/* body by its number, x and force of three components; -1: nothing is pulled */
FMI2_Export void fmu_live_pull(fmi2Component c, int body, const double *local, const double *force);

#endif
