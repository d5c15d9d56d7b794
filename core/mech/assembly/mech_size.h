/* The size of a mechanism: the length that everything else is compared with. */
#ifndef MECH_SIZE_H
#define MECH_SIZE_H

#include "mech_model.h"

/* The largest distance between centres of mass, joints and other points of the drawing. It is 1
 * if all of them coincide. */
LA_FUNCTION double mech_size(const struct mech_context *c);

#endif
