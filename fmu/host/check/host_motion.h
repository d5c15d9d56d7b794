/* The run of a mechanism over its experiment, watched for singular positions (inputs stay at their
 * start values).
 *
 * Looked at is a few hundred times how far the position is from a singular one
 * (host_mobility_distance); around the nearest, that minimum is found in time by golden section,
 * each time from the state before it.
 */
#ifndef HOST_MOTION_H
#define HOST_MOTION_H

#include "host_facts.h"

struct host_motion {
	double stop;                 /* how far the run came */
	double tried, seconds;       /* steps of the solver until then, rejected ones too, and the time that they took */
	struct mech_message trouble; /* why not farther, or empty */
	double time, distance;       /* of the nearest approach to a singular position */
	int row;                     /* constraint that depends on the others there, or -1 */
	int n_coordinates;           /* coordinates of joints there: element, number and value */
	struct host_motion_coordinate {
		int element, k;
		double value;
	} coordinates[4];
};

/* runs the mechanism of the facts. 0, or -1 with a message: memory */
int host_motion_watch(const struct host_facts *facts, struct host_motion *motion, struct mech_message *message);

#endif
