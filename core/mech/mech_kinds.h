/* The list of all kinds of elements. The place in the list is the number stored in images: new kinds go to the end.
 *
 * Included by mech_kind.h, behind the declaration of struct mech_kind.
 */
#ifndef MECH_KINDS_H
#define MECH_KINDS_H

#include "mech_kind.h"

#define MECH_KIND_LIST(X)           \
	X(mech_revolute)                \
	X(mech_prismatic)               \
	X(mech_weld)                    \
	X(mech_point_on_line)           \
	X(mech_rod)                     \
	X(mech_gear)                    \
	X(mech_drive_speed)             \
	X(mech_drive_harmonic)          \
	X(mech_drive_polynomial)        \
	X(mech_drive_input)             \
	X(mech_point_force)             \
	X(mech_follower_force)          \
	X(mech_torque)                  \
	X(mech_joint_force)             \
	X(mech_body_torque)             \
	X(mech_spring_damper)           \
	X(mech_torsional_spring_damper) \
	X(mech_joint_friction)          \
	X(mech_sense_point)             \
	X(mech_sense_relative_angle)    \
	X(mech_sense_distance)          \
	X(mech_sense_reaction)

/* MECH_KIND_mech_revolute ... and their number */
enum mech_kind_index {
#define MECH_KIND_ENUM(table) MECH_KIND_##table,
	MECH_KIND_LIST(MECH_KIND_ENUM)
#undef MECH_KIND_ENUM
	MECH_KIND_COUNT
};

#define MECH_KIND_DECLARE(table) LA_TABLE_DECLARATION const struct mech_kind table;
MECH_KIND_LIST(MECH_KIND_DECLARE)
#undef MECH_KIND_DECLARE

LA_TABLE_DECLARATION const struct mech_kind *const mech_kinds[MECH_KIND_COUNT];

#endif
