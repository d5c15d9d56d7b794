# What goes into the FMU, layer by layer; the only list of these files. tests/check_layers compares it with the folders.

set(MECHFMU_LA_SOURCES
	core/la/la_order.c
	core/la/la_sparse.c
	core/la/la_sparse_symbolic.c
	core/la/la_vector.c
)

# the two back ends of la_dense.h
set(MECHFMU_LA_PORTABLE_SOURCES
	core/la/la_dense_portable.c
	core/la/la_orthogonal_portable.c
)

set(MECHFMU_LA_LAPACK_SOURCES
	core/la/la_dense_lapack.c
)

set(MECHFMU_LA_SUPPORT_SOURCES
	core/la/la_lapack_support.c
)

set(MECHFMU_DAE_SOURCES
	core/dae/dae_consistency.c
	core/dae/dae_control.c
	core/dae/dae_driver.c
	core/dae/dae_energy.c
	core/dae/dae_event.c
	core/dae/dae_kkt.c
	core/dae/dae_newton.c
	core/dae/dae_past.c
	core/dae/dae_rounding.c
	core/dae/dae_settle.c
	core/dae/dae_singular.c
	core/dae/dae_stage.c
	core/dae/dae_system.c
	core/dae/dae_trust_region.c
	core/dae/methods/dae_bdf.c
	core/dae/methods/dae_bdf_history.c
	core/dae/methods/dae_bdf_matrix.c
	core/dae/methods/dae_energy_decaying.c
	core/dae/methods/dae_generalized_alpha.c
	core/dae/methods/dae_method_table.c
	core/dae/methods/dae_midpoint.c
	core/dae/methods/dae_radau.c
	core/dae/methods/dae_radau_stages.c
	core/dae/papers/dae_regularized.c
	core/dae/papers/dae_regularized_methods.c
)

set(MECHFMU_MECH_SOURCES
	core/mech/assembly/mech_assembly.c
	core/mech/assembly/mech_assembly_nearest.c
	core/mech/assembly/mech_assembly_report.c
	core/mech/assembly/mech_assembly_space.c
	core/mech/assembly/mech_diagnosis.c
	core/mech/assembly/mech_start_turns.c
	core/mech/assembly/mech_static.c
	core/mech/bodies/mech_body.c
	core/mech/bodies/mech_body_planar.c
	core/mech/bodies/mech_body_spatial.c
	core/mech/bodies/mech_planar.c
	core/mech/bodies/mech_rotation.c
	core/mech/bodies/mech_spatial.c
	core/mech/drivers/mech_course.c
	core/mech/drivers/mech_drive.c
	core/mech/drivers/mech_drive_harmonic.c
	core/mech/drivers/mech_drive_input.c
	core/mech/drivers/mech_drive_polynomial.c
	core/mech/drivers/mech_drive_ramp.c
	core/mech/drivers/mech_drive_speed.c
	core/mech/drivers/mech_drive_spline.c
	core/mech/drivers/mech_forecast.c
	core/mech/forces/mech_actuator.c
	core/mech/forces/mech_body_torque.c
	core/mech/forces/mech_bushing.c
	core/mech/forces/mech_contact.c
	core/mech/forces/mech_contact_law.c
	core/mech/forces/mech_coordinate_force.c
	core/mech/forces/mech_drag.c
	core/mech/forces/mech_gap.c
	core/mech/forces/mech_joint_effort.c
	core/mech/forces/mech_joint_friction.c
	core/mech/forces/mech_joint_limit.c
	core/mech/forces/mech_lugre_friction.c
	core/mech/forces/mech_point_force.c
	core/mech/forces/mech_spatial_bushing.c
	core/mech/forces/mech_spatial_contact.c
	core/mech/forces/mech_spatial_drag.c
	core/mech/forces/mech_spatial_point_force.c
	core/mech/forces/mech_spatial_spring_damper.c
	core/mech/forces/mech_spring_damper.c
	core/mech/forces/mech_spring_law.c
	core/mech/forces/mech_torsional_spring_damper.c
	core/mech/instance/mech_access.c
	core/mech/instance/mech_advance.c
	core/mech/instance/mech_derivative.c
	core/mech/instance/mech_difference.c
	core/mech/instance/mech_explain.c
	core/mech/instance/mech_input.c
	core/mech/instance/mech_instance.c
	core/mech/instance/mech_point_mass.c
	core/mech/joints/mech_gear.c
	core/mech/joints/mech_jet.c
	core/mech/joints/mech_joint.c
	core/mech/joints/mech_joint_speeds.c
	core/mech/joints/mech_point_on_line.c
	core/mech/joints/mech_prismatic.c
	core/mech/joints/mech_revolute.c
	core/mech/joints/mech_rod.c
	core/mech/joints/mech_spatial_constant_velocity.c
	core/mech/joints/mech_spatial_cylindrical.c
	core/mech/joints/mech_spatial_in_line.c
	core/mech/joints/mech_spatial_joint.c
	core/mech/joints/mech_spatial_parallel_axes.c
	core/mech/joints/mech_spatial_perpendicular_axes.c
	core/mech/joints/mech_spatial_planar.c
	core/mech/joints/mech_spatial_point_on_line.c
	core/mech/joints/mech_spatial_point_on_plane.c
	core/mech/joints/mech_spatial_prismatic.c
	core/mech/joints/mech_spatial_revolute.c
	core/mech/joints/mech_spatial_rod.c
	core/mech/joints/mech_spatial_rolling.c
	core/mech/joints/mech_spatial_screw.c
	core/mech/joints/mech_spatial_spherical.c
	core/mech/joints/mech_spatial_universal.c
	core/mech/joints/mech_spatial_weld.c
	core/mech/joints/mech_weld.c
	core/mech/model/mech_check.c
	core/mech/model/mech_curve.c
	core/mech/model/mech_formula.c
	core/mech/model/mech_kinds.c
	core/mech/model/mech_message.c
	core/mech/model/mech_model.c
	core/mech/model/mech_quantity.c
	core/mech/model/mech_signal.c
	core/mech/model/mech_space.c
	core/mech/model/mech_turns.c
	core/mech/model/mech_values.c
	core/mech/motion/mech_equations.c
	core/mech/motion/mech_system.c
	core/mech/sensors/mech_sense_distance.c
	core/mech/sensors/mech_sense_energy.c
	core/mech/sensors/mech_sense_momentum.c
	core/mech/sensors/mech_sense_point.c
	core/mech/sensors/mech_sense_pose.c
	core/mech/sensors/mech_sense_reaction.c
	core/mech/sensors/mech_sense_relative_angle.c
	core/mech/sensors/mech_spatial_sense_point.c
	core/mech/sensors/mech_spatial_sense_pose.c
)

set(MECHFMU_RUNTIME_SOURCES
	fmu/runtime/fmi2_common.c
	fmu/runtime/fmi2_derivatives.c
	fmu/runtime/fmi2_state.c
	fmu/runtime/fmi2_step.c
	fmu/runtime/fmi2_values.c
	fmu/runtime/fmu_guid.c
	fmu/runtime/fmu_instance.c
	fmu/runtime/fmu_legal.c
	fmu/runtime/fmu_log.c
	fmu/runtime/fmu_state.c
)

# room for the image, compiled once per size
set(MECHFMU_RESERVE_SOURCE
	fmu/runtime/fmu_image_reserve.c
)

# the folders of all these, where headers are found
set(MECHFMU_CORE_FOLDERS ${MECHFMU_LA_SOURCES} ${MECHFMU_DAE_SOURCES} ${MECHFMU_MECH_SOURCES})
list(TRANSFORM MECHFMU_CORE_FOLDERS REPLACE "/[^/]*$" "")
list(REMOVE_DUPLICATES MECHFMU_CORE_FOLDERS)
set(MECHFMU_FMU_FOLDERS ${MECHFMU_CORE_FOLDERS} fmu/runtime)
