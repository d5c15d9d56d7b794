/* What declarations of reading mean; see mech_reads.h. */
#include "mech_reads.h"

LA_TABLE const struct mech_shape_parts mech_shapes[MECH_SHAPE_COUNT] = {
#define MECH_SHAPE_ENTRY(identifier, parts, place1, turn1, place2, turn2) {parts, {place1, turn1, place2, turn2}},
	MECH_SHAPE_LIST(MECH_SHAPE_ENTRY)
#undef MECH_SHAPE_ENTRY
};

LA_FUNCTION enum mech_level mech_reads_level(unsigned reads)
{
	if (reads & (MECH_READS_ACCELERATIONS | MECH_READS_MULTIPLIERS | MECH_READS_DRIVE)) {
		return MECH_ACCELERATION_LEVEL;
	}
	return reads & (MECH_READS_VELOCITIES | MECH_READS_STATES) ? MECH_VELOCITY_LEVEL : MECH_POSITION_LEVEL;
}
