/* Bodies and joints of a system, as its patterns show them: what topology-based linear algebra
 * works with.
 *
 * A body is a block on the diagonal of M, a joint a run of rows of G that blocks hold together.
 * Block k of G belongs to one of each. A system whose M has other blocks than such, or whose blocks
 * of G reach over several bodies, has no topology.
 */
#ifndef DAE_TOPOLOGY_H
#define DAE_TOPOLOGY_H

#include "dae_system.h"

struct dae_topology {
	const struct dae_system *system;
	int n_bodies, n_joints, n_blocks; /* blocks: of G */
	int widest, tallest;              /* most velocities of a body, most rows of a joint */
	int *mass;                        /* [n_bodies] where the values of a body's M start */
	int *row;                         /* [n_joints + 1] first row of each joint */
	int *body, *joint, *value;        /* [n_blocks] body and joint of each block, where its values start */
	int *body_start, *body_block;     /* blocks of each body, in the order of joints */
	int *joint_start, *joint_block;   /* blocks of each joint */
};

/* 0; 1: it has none; -1: memory is out. In the last two cases nothing is left to free. */
LA_FUNCTION int dae_topology_create(struct dae_topology *t, const struct dae_system *system);
LA_FUNCTION void dae_topology_free(struct dae_topology *t);

/* velocities of a body, its first one, and rows of a joint */
LA_FUNCTION int dae_topology_width(const struct dae_topology *t, int body);
LA_FUNCTION int dae_topology_place(const struct dae_topology *t, int body);
LA_FUNCTION int dae_topology_rows(const struct dae_topology *t, int joint);

#endif
