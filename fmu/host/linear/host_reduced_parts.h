/* Inside of host_reduced.h: shared by its files. */
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

/* candidate number i: the coordinates of all joints, then those of all bodies, in the order of the
 * file; 0 after the last */
int host_coordinate_candidate(const struct host_reduced *r, int i, struct host_coordinate *y);

/* 1 when both are the same coordinate */
int host_coordinate_same(const struct host_coordinate *a, const struct host_coordinate *b);

/* Replaces coordinates of chosen[count], which stands in the order of the file, until no other
 * coordinate of a joint moves more than HOST_REDUCED_RATIO times as much as a chosen one
 * (host_reduced_exchange.c). Candidates are the preferred coordinates; where there are none, the
 * coordinates of joints and bodies and directions[n x count]. 0, or -1: memory is out */
#define HOST_REDUCED_RATIO 30.0
int host_reduced_exchange(struct host_reduced *r, const double *N, int count, int n_preferred,
                          const struct host_coordinate *preferred, double *directions, struct host_coordinate *chosen);

/* the order of the file; those without a name, numbered, last */
void host_coordinate_sort(int count, struct host_coordinate *coordinates);

/* coordinates out[free_motions] for the scaled motions N[n x free_motions], orthonormal columns;
 * those preferred first, and where there are any, rates without a coordinate will do. directions[n
 * x free_motions] is room for those that are needed. 0, or -1: memory is out */
int host_reduced_choose(struct host_reduced *r, const double *N, int free_motions, int n_preferred,
                        const struct host_coordinate *preferred, double *directions, struct host_coordinate *out);

#endif
