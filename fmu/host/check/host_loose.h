/* Bodies that nothing ties to the ground.
 *
 * A joint ties its bodies, whatever freedoms it leaves. Elastic forces (bushings, springs) tie a
 * group of bodies to those around it where they resist each displacement of the group: where the
 * sum of their stiffnesses against displacements is positive definite. One spring without load
 * resists along its line alone, so it ties nothing.
 */
#ifndef HOST_LOOSE_H
#define HOST_LOOSE_H

#include "host_facts.h"

/* marks in group[n_bodies], zeros before, all bodies that are tied to `body`, and itself; 1: the
 * ground is among them */
int host_loose_spread(const struct host_facts *facts, int body, unsigned char *group);

#endif
