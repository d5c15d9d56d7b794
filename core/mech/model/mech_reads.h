/* What equations and results of elements read, as their kinds declare it. What depends on what
 * follows from these declarations and from the mechanism's structure.
 *
 * A body has two parts, the place of its centre of mass and its turn; velocities and accelerations
 * likewise. Of elements on joints positions mean the coordinate, velocities its rate.
 */
#ifndef MECH_READS_H
#define MECH_READS_H

#include "la_base.h"

enum {
	MECH_READS_NOTHING = 0,
	MECH_READS_PLACE = 1 << 0,
	MECH_READS_TURN = 1 << 1,
	MECH_READS_VELOCITY = 1 << 2,
	MECH_READS_SPIN = 1 << 3,
	MECH_READS_ACCELERATION = 1 << 4,
	MECH_READS_SPIN_RATE = 1 << 5,

	/* multipliers of its rows or, if it has none, of the joint it refers to: those that act on
	 * places; all of them, unless the joint is free of torque */
	MECH_READS_FORCES = 1 << 6,
	MECH_READS_TORQUES = 1 << 7,

	MECH_READS_STATES = 1 << 8,
	MECH_READS_DRIVE = 1 << 9, /* the input, or the table over time in place of it */
	MECH_READS_TIME = 1 << 10,
	MECH_READS_FRAME = 1 << 11, /* turn of the body whose axes `frame:` chooses */

	/* of places, velocities and accelerations one component alone; in each component of a vector
	 * that component alone */
	MECH_ALONG_X = 1 << 12,
	MECH_ALONG_Y = 1 << 13,
	MECH_ALONG_Z = 1 << 14,
	MECH_ALONG_OWN = 1 << 15,

	MECH_READS_POSITIONS = MECH_READS_PLACE | MECH_READS_TURN,
	MECH_READS_VELOCITIES = MECH_READS_VELOCITY | MECH_READS_SPIN,
	MECH_READS_MOTION = MECH_READS_POSITIONS | MECH_READS_VELOCITIES,
	MECH_READS_ACCELERATIONS = MECH_READS_ACCELERATION | MECH_READS_SPIN_RATE,
	MECH_READS_MULTIPLIERS = MECH_READS_FORCES | MECH_READS_TORQUES
};

/* reads these with factors that never change, whatever the parameters */
#define MECH_CONSTANT(reads) ((reads) | (reads) << 16)

/* A scalar function of the poses of two bodies (a constraint row, a coordinate): what parts of them
 * its gradient has, and between which pairs of parts its second derivatives are not zero.
 *
 * X(identifier, parts of the gradient, parts that bend with place 1, turn 1, place 2, turn 2) */
#define MECH_SHAPE_LIST(X)                                                                \
	/* everything with everything: what is not known better, distances */                 \
	X(MECH_SHAPE_ANY, MECH_PAIR, MECH_PAIR, MECH_PAIR, MECH_PAIR, MECH_PAIR)              \
	/* angle 2 - angle 1 in the plane */                                                  \
	X(MECH_SHAPE_ANGLE, MECH_TURNS, 0, 0, 0, 0)                                           \
	/* directions fixed to both bodies, in space */                                       \
	X(MECH_SHAPE_DIRECTIONS, MECH_TURNS, 0, MECH_TURNS, 0, MECH_TURNS)                    \
	/* p2 - p1 along a fixed axis */                                                      \
	X(MECH_SHAPE_MEET, MECH_PAIR, 0, MECH_TURN_1, 0, MECH_TURN_2)                         \
	/* p2 - p1 along an axis fixed to the first body, to the second */                    \
	X(MECH_SHAPE_ALONG_FIRST, MECH_PAIR, MECH_TURN_1, MECH_PAIR, MECH_TURN_1, MECH_TURNS) \
	X(MECH_SHAPE_ALONG_SECOND, MECH_PAIR, MECH_TURN_2, MECH_TURNS, MECH_TURN_2, MECH_PAIR)

enum {
	MECH_PLACE_1 = 1,
	MECH_TURN_1 = 2,
	MECH_PLACE_2 = 4,
	MECH_TURN_2 = 8,
	MECH_TURNS = MECH_TURN_1 | MECH_TURN_2,
	MECH_PAIR = MECH_PLACE_1 | MECH_PLACE_2 | MECH_TURNS,
	MECH_PAIR_PARTS = 4
};

enum mech_shape {
#define MECH_SHAPE_ENUM(identifier, parts, place1, turn1, place2, turn2) identifier,
	MECH_SHAPE_LIST(MECH_SHAPE_ENUM)
#undef MECH_SHAPE_ENUM
		MECH_SHAPE_COUNT
};

struct mech_shape_parts {
	unsigned parts, bends[MECH_PAIR_PARTS];
};

LA_TABLE_DECLARATION const struct mech_shape_parts mech_shapes[MECH_SHAPE_COUNT];

/* how a result answers to a change of the inputs at the same instant: by what it reads. What reads
 * an input itself answers at once, as accelerations do. */
enum mech_level { MECH_POSITION_LEVEL, MECH_VELOCITY_LEVEL, MECH_ACCELERATION_LEVEL };

LA_FUNCTION enum mech_level mech_reads_level(unsigned reads);

#endif
