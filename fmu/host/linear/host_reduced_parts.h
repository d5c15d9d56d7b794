/* Inside of host_reduced.h: shared by its two files. */
#ifndef HOST_REDUCED_PARTS_H
#define HOST_REDUCED_PARTS_H

#include "host_reduced.h"

/* a coordinate at the point r->at: value, row[n] (of its rate, too), rate, d2/dt2 */
double host_coordinate_value(const struct host_reduced *r, const struct host_coordinate *y);
void host_coordinate_row(const struct host_reduced *r, const struct host_coordinate *y, double *row);
double host_coordinate_rate(const struct host_reduced *r, const struct host_coordinate *y);
double host_coordinate_acceleration(const struct host_reduced *r, const struct host_coordinate *y);

/* MECH_LENGTH or MECH_ANGLE */
enum mech_quantity host_coordinate_quantity(const struct host_reduced *r, const struct host_coordinate *y);

/* coordinates out[free_motions] for the scaled motions N[n x free_motions], orthonormal columns; those preferred first, and
 * where there are any, rates without a coordinate will do. directions[n x free_motions] is room for those that are needed.
 * 0, or -1: memory is out */
int host_reduced_choose(struct host_reduced *r, const double *N, int free_motions, int n_preferred,
                        const struct host_coordinate *preferred, double *directions, struct host_coordinate *out);

#endif
