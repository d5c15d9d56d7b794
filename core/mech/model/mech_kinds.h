/* The list of all kinds of elements. The place in the list is the number stored in images: new
 * kinds go to the end. */
#ifndef MECH_KINDS_H
#define MECH_KINDS_H

#include "mech_declaration.h"

#define MECH_KIND_LIST(X)               \
	X(mech_revolute)                    \
	X(mech_prismatic)                   \
	X(mech_weld)                        \
	X(mech_point_on_line)               \
	X(mech_rod)                         \
	X(mech_gear)                        \
	X(mech_drive_constant_speed)        \
	X(mech_drive_harmonic)              \
	X(mech_drive_polynomial)            \
	X(mech_drive_input)                 \
	X(mech_point_force)                 \
	X(mech_follower_force)              \
	X(mech_torque)                      \
	X(mech_joint_force)                 \
	X(mech_body_torque)                 \
	X(mech_spring_damper)               \
	X(mech_torsional_spring_damper)     \
	X(mech_joint_friction)              \
	X(mech_sense_point)                 \
	X(mech_sense_relative_angle)        \
	X(mech_sense_distance)              \
	X(mech_sense_reaction)              \
	X(mech_belt)                        \
	X(mech_rack_and_pinion)             \
	X(mech_coupler)                     \
	X(mech_lugre_friction)              \
	X(mech_actuator)                    \
	X(mech_joint_limit)                 \
	X(mech_spatial_revolute)            \
	X(mech_spatial_prismatic)           \
	X(mech_spatial_cylindrical)         \
	X(mech_spatial_screw)               \
	X(mech_spatial_spherical)           \
	X(mech_spatial_weld)                \
	X(mech_spatial_planar)              \
	X(mech_spatial_parallel_axes)       \
	X(mech_spatial_in_line)             \
	X(mech_spatial_point_on_line)       \
	X(mech_spatial_point_on_plane)      \
	X(mech_spatial_perpendicular_axes)  \
	X(mech_spatial_universal)           \
	X(mech_spatial_constant_velocity)   \
	X(mech_spatial_rod)                 \
	X(mech_spatial_spring_damper)       \
	X(mech_spatial_point_force)         \
	X(mech_spatial_follower_force)      \
	X(mech_spatial_body_torque)         \
	X(mech_spatial_follower_torque)     \
	X(mech_spatial_sense_point)         \
	X(mech_spatial_sense_accelerometer) \
	X(mech_spatial_sense_gyro)          \
	X(mech_spatial_sense_relative_pose) \
	X(mech_spatial_sense_distance)      \
	X(mech_spatial_sense_reaction)      \
	X(mech_spatial_bushing)             \
	X(mech_spatial_drag)                \
	X(mech_contact)                     \
	X(mech_spatial_contact)             \
	X(mech_spatial_rolling)             \
	X(mech_drive_ramp)                  \
	X(mech_drive_spline)                \
	X(mech_sense_accelerometer)         \
	X(mech_sense_gyro)                  \
	X(mech_sense_relative_pose)         \
	X(mech_sense_momentum)              \
	X(mech_spatial_sense_momentum)      \
	X(mech_sense_energy)                \
	X(mech_drag)                        \
	X(mech_bushing)                     \
	X(mech_servo)                       \
	X(mech_dc_motor)                    \
	X(mech_telescope)                   \
	X(mech_spatial_telescope)           \
	X(mech_hydraulic_cylinder)          \
	X(mech_spatial_hydraulic_cylinder)  \
	X(mech_state_space)                 \
	X(mech_beam)                        \
	X(mech_spatial_beam)                \
	X(mech_cam_contact)                 \
	X(mech_polygon_contact)             \
	X(mech_ground_contact)              \
	X(mech_quadratic_beam)              \
	X(mech_spatial_quadratic_beam)      \
	X(mech_latch)                       \
	X(mech_spatial_latch)               \
	X(mech_point_on_curve)              \
	X(mech_circle_contact)              \
	X(mech_shape_contact)

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

LA_FUNCTION int mech_kind_count(void);
LA_FUNCTION int mech_kind_fits(const struct mech_kind *kind, enum mech_space space);
LA_FUNCTION int mech_kind_find(enum mech_space space, enum mech_section section, const char *name); /* or -1 */

/* numbers (doubles) of all parameter specs together, and first number of spec k */
LA_FUNCTION int mech_kind_numbers(const struct mech_kind *kind);
LA_FUNCTION int mech_kind_number(const struct mech_kind *kind, int spec);

/* states of an element with these numbers in the file */
LA_FUNCTION int mech_kind_states(const struct mech_kind *kind, const double *numbers);

/* coordinates of a joint that measure the same as number k, with it */
LA_FUNCTION int mech_kind_alike(const struct mech_kind *joint, int k);

/* first of the ordered pairs that the numbers of an element do not keep, or -1; one that is not
 * given keeps it */
LA_FUNCTION int mech_kind_disorder(const struct mech_kind *kind, const double *numbers);

#endif
