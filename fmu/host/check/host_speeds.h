/* Speeds at the start that nothing in the file asks for, neither `initial:` nor a driver.
 *
 * Rates of joint coordinates; relative angular velocities of joints that hold a point and have no
 * coordinates; of bodies that no chain of these ties to the ground, the velocity of one in each
 * group: one with a wanted speed if there is such. All other velocities follow from these and those
 * requested.
 *
 * A driver requires its own coordinate and for each speed that follows from drivers and constraints
 * alone, as all do in a linkage with one driver. A mass point has no angular velocity
 * (host_mobility.h).
 */
#ifndef HOST_SPEEDS_H
#define HOST_SPEEDS_H

#include "host_facts.h"

struct host_speed {
	char name[200]; /* pin.speed */
	double value;
	enum mech_quantity quantity;
	double measure; /* to compare by: metres per second, angles as arcs at the mechanism's size */
};

/* all that are not zero, the fastest first. Their number, or -1: memory was out; *speeds is the
 * caller's to free. */
int host_speeds_find(const struct host_facts *facts, struct host_speed **speeds);

#endif
