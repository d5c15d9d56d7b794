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
	core/la/la_lapack_support.c
)

set(MECHFMU_DAE_SOURCES
	core/dae/dae_bdf.c
	core/dae/dae_bdf_history.c
	core/dae/dae_bdf_matrix.c
	core/dae/dae_consistency.c
	core/dae/dae_driver.c
	core/dae/dae_generalized_alpha.c
	core/dae/dae_kkt.c
	core/dae/dae_methods.c
	core/dae/dae_radau.c
	core/dae/dae_radau_stages.c
	core/dae/dae_settle.c
	core/dae/dae_singular.c
	core/dae/dae_trust_region.c
	core/dae/dae_regularized.c
	core/dae/dae_regularized_methods.c
	core/dae/dae_system.c
	core/dae/dae_newton.c
	core/dae/dae_midpoint.c
	core/dae/dae_energy_decaying.c
)

set(MECHFMU_MECH_SOURCES
	core/mech/mech_access.c
	core/mech/mech_assembly.c
	core/mech/mech_assembly_report.c
	core/mech/mech_assembly_space.c
	core/mech/mech_body_torque.c
	core/mech/mech_check.c
	core/mech/mech_coordinate_force.c
	core/mech/mech_derivative.c
	core/mech/mech_diagnosis.c
	core/mech/mech_difference.c
	core/mech/mech_drive.c
	core/mech/mech_drive_harmonic.c
	core/mech/mech_drive_input.c
	core/mech/mech_drive_polynomial.c
	core/mech/mech_drive_speed.c
	core/mech/mech_equations.c
	core/mech/mech_gear.c
	core/mech/mech_input.c
	core/mech/mech_instance.c
	core/mech/mech_joint.c
	core/mech/mech_joint_effort.c
	core/mech/mech_joint_friction.c
	core/mech/mech_kinds.c
	core/mech/mech_message.c
	core/mech/mech_model.c
	core/mech/mech_planar.c
	core/mech/mech_point_force.c
	core/mech/mech_point_on_line.c
	core/mech/mech_prismatic.c
	core/mech/mech_quantity.c
	core/mech/mech_revolute.c
	core/mech/mech_rod.c
	core/mech/mech_sense_distance.c
	core/mech/mech_sense_point.c
	core/mech/mech_sense_reaction.c
	core/mech/mech_sense_relative_angle.c
	core/mech/mech_signal.c
	core/mech/mech_spring_damper.c
	core/mech/mech_system.c
	core/mech/mech_torsional_spring_damper.c
	core/mech/mech_values.c
	core/mech/mech_weld.c
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
