/* The vehicle HMMWV14 of Negrut's thesis, figure 9 and table 5: which bodies its joints connect, which is all that the thesis tells of it. */
#ifndef VEHICLE_TOPOLOGY_H
#define VEHICLE_TOPOLOGY_H

#include <string.h>

#include "dae_system.h"

enum { VEHICLE_BODIES = 14, VEHICLE_JOINTS = 21 };

/* Chassis, four corners with upper arm, spindle and lower arm, rack. R and T hold 5 motions, S 3, D 1. */
static inline void make_vehicle(struct dae_system *system, struct la_block *masses, struct la_block *rows)
{
	enum { CHASSIS, RACK = 9, LOWER = 10 };
	int pairs[VEHICLE_JOINTS][3], n = 0;
	for (int k = 0; k < 4; k++) {
		const int upper = 1 + 2 * k, spindle = 2 + 2 * k, lower = LOWER + k;
		const int joints[5][3] = {{CHASSIS, upper, 5},
		                          {CHASSIS, lower, 5},
		                          {upper, spindle, 3},
		                          {lower, spindle, 3},
		                          {k < 2 ? RACK : CHASSIS, spindle, 1}};
		for (int j = 0; j < 5; j++) {
			memcpy(pairs[4 * j + k], joints[j], sizeof joints[j]);
		}
	}
	memcpy(pairs[20], (int[]){CHASSIS, RACK, 5}, sizeof pairs[20]);
	memset(system, 0, sizeof *system);
	for (int i = 0; i < VEHICLE_BODIES; i++) {
		masses[i] = (struct la_block){6 * i, 6 * i, 6, 6};
	}
	for (int j = 0; j < VEHICLE_JOINTS; j++) {
		rows[n++] = (struct la_block){system->n_g, 6 * pairs[j][0], pairs[j][2], 6};
		rows[n++] = (struct la_block){system->n_g, 6 * pairs[j][1], pairs[j][2], 6};
		system->n_g += pairs[j][2];
	}
	system->n_q = system->n_v = 6 * VEHICLE_BODIES;
	system->n_mass_blocks = VEHICLE_BODIES;
	system->mass_blocks = masses;
	system->n_jacobian_blocks = n;
	system->jacobian_blocks = rows;
}

#endif
