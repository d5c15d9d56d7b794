/* Nodes of a quadratic beam in space: z = (y_0, psi_0, y_1, psi_1) and how it moves with the bodies.
 * Private to mech_quadratic_*.c, where the equations stand.
 */
#ifndef MECH_QUADRATIC_PARTS_H
#define MECH_QUADRATIC_PARTS_H

#include "mech_pose.h"

enum { MECH_QUADRATIC_NODES = 3, MECH_QUADRATIC_MIDDLE = 2 };
enum { MECH_QUADRATIC_Z = 12, MECH_QUADRATIC_V = MECH_QUADRATIC_NODES * MECH_MOST_BODY_V };

struct mech_quadratic_nodes {
	const struct mech_pose *pose[MECH_QUADRATIC_NODES];
	struct mech_pose room[MECH_QUADRATIC_NODES];
	const double *s; /* local points */
	double y[2][3], psi[2][3], k[2][2];
};

/* phi_n(z) with its first two derivatives by z */
LA_FUNCTION void mech_quadratic_phi(int n, double z, double phi[3]);

/* s: local points of the nodes */
LA_FUNCTION void mech_quadratic_open(const struct mech_context *c, const struct mech_element *e, const double *s,
                                     struct mech_quadratic_nodes *nodes);

/* dz = J d for motions d of the bodies, and the change of J v with d at fixed v */
LA_FUNCTION void mech_quadratic_push(const struct mech_quadratic_nodes *nodes, const double *d, double *dz);
LA_FUNCTION void mech_quadratic_push_change(const struct mech_quadratic_nodes *nodes, const double *v, const double *d,
                                            const double *dz, double *out);

/* f += J^T fz, and the change of J^T fz with d at fixed fz */
LA_FUNCTION void mech_quadratic_pull(const struct mech_quadratic_nodes *nodes, const double *fz, double *f);
LA_FUNCTION void mech_quadratic_pull_change(const struct mech_quadratic_nodes *nodes, const double *fz, const double *d,
                                            const double *dz, double *out);

#endif
