/* Axes of a beam's section in the drawing (mech_beam.c). */
#ifndef MECH_BEAM_H
#define MECH_BEAM_H

#include "mech_model.h"

/* The axes x, y, z one after the other, axes[9]: x along e1, y as near to y_axis as it can be. Where
 * y_axis is not a number, z is as near to the global z axis as it can be; a beam along that has the
 * global y axis. 0, or -1 where y_axis points along the beam. */
LA_FUNCTION int mech_beam_section(const double *e1, const double *y_axis, double *axes);

#endif
