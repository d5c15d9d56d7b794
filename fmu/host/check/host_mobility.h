/* How a mechanism can move: here, and near here.
 *
 * Degrees of freedom are n_v - rank G, rows of rolling and drivers counted. In a singular position
 * rows depend on each other that are independent near it: freedoms at this instant, of which some
 * or all lead nowhere. The neighbourhood is looked at in positions where the joints are closed,
 * reached from here along random motions that G allows; drivers do not choose these positions, but
 * their rows count there. Rows redundant there are so permanently: reactions that these rows share
 * are not unique.
 *
 * A mass point is a body with mass and without inertia that nothing turns. It has a position and no
 * angle: its rotation is no freedom.
 *
 * Scaling and the decision what counts as zero are those of the assembly (mech_assembly_space.h);
 * but here singular values up to 1e-6 count as zero, because a singular position is found only up
 * to the square root of rounding.
 */
#ifndef HOST_MOBILITY_H
#define HOST_MOBILITY_H

#include "mech_assembly.h"
#include "mech_assembly_space.h"

struct host_mobility {
	int rank;                 /* of G near here, or here where that is more */
	int freedoms;             /* n - rank, states of elements and rotations of mass points apart */
	int instant;              /* freedoms here, at this instant */
	int moves;                /* whether some motion leads away from here, drivers apart */
	unsigned char *redundant; /* [n_rows] rows that depend on those before them, near here */
	unsigned char *shared;    /* [n_rows] rows whose multipliers are not unique, near here */
	unsigned char *points;    /* [n_bodies] mass points */
};

/* at the closed position c->q. 0, or -1 when memory is out; free in any case */
int host_mobility_find(const struct mech_context *c, struct host_mobility *mobility);
void host_mobility_free(struct host_mobility *mobility);

/* G at c->q decomposed in s->held: rank, small singular values, and the rows' shares of them */
void host_mobility_look(const struct mech_context *c, struct mech_assembly *assembly, struct mech_assembly_space *s);

/* where the rank-th singular value, the largest first, stands in s->held; -1: there are not as
 * many */
int host_mobility_place(const struct mech_assembly_space *s, int rank);

/* how far the position is from one where less than `rank` rows are independent: the rank-th
 * singular value relative to the first one */
double host_mobility_distance(const struct mech_assembly_space *s, int rank);

#endif
