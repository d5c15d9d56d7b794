# What goes into the FMU, layer by layer; the only list of these files. tests/check_layers compares
# it with the folders.

# elements: all files of these folders, so that a new kind is one file (and one line of
# mech_kinds.h)
file(GLOB MECHFMU_ELEMENT_SOURCES RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS
	core/mech/drivers/*.c core/mech/forces/*.c core/mech/joints/*.c core/mech/sensors/*.c)

set(MECHFMU_LA_SOURCES
	core/la/la_arrays.c
	core/la/la_block.c
	core/la/la_envelope.c
	core/la/la_order.c
	core/la/la_orthogonal.c
	core/la/la_range.c
	core/la/la_range_create.c
	core/la/la_range_find.c
	core/la/la_range_multiply.c
	core/la/la_sparse.c
	core/la/la_sparse_symbolic.c
	core/la/la_triangular.c
	core/la/la_vector.c
)

set(MECHFMU_DAE_SOURCES
	core/dae/problem/dae_counters.c
	core/dae/problem/dae_energy.c
	core/dae/problem/dae_event.c
	core/dae/problem/dae_options.c
	core/dae/problem/dae_system.c
	core/dae/problem/dae_topology.c
	core/dae/linear/dae_kkt.c
	core/dae/linear/dae_kkt_create.c
	core/dae/linear/dae_reduced.c
	core/dae/linear/dae_reduced_create.c
	core/dae/linear/dae_relative.c
	core/dae/linear/dae_relative_create.c
	core/dae/linear/dae_singular.c
	core/dae/nearness/dae_deflate.c
	core/dae/nearness/dae_nearness.c
	core/dae/nearness/dae_rounding.c
	core/dae/nearness/dae_special.c
	core/dae/point/dae_error.c
	core/dae/point/dae_fit.c
	core/dae/point/dae_lasting.c
	core/dae/point/dae_newton.c
	core/dae/point/dae_projected.c
	core/dae/point/dae_point.c
	core/dae/point/dae_stage.c
	core/dae/methods/dae_alpha.c
	core/dae/methods/dae_auto.c
	core/dae/methods/dae_auto_choice.c
	core/dae/methods/dae_bdf.c
	core/dae/methods/dae_bdf_displacement.c
	core/dae/methods/dae_bdf_history.c
	core/dae/methods/dae_bdf_matrix.c
	core/dae/methods/dae_chart.c
	core/dae/methods/dae_dop853.c
	core/dae/methods/dae_dopri5.c
	core/dae/methods/dae_energy_decaying.c
	core/dae/methods/dae_explicit.c
	core/dae/methods/dae_for_rosen.c
	core/dae/methods/dae_for_sdirk.c
	core/dae/methods/dae_generalized_alpha.c
	core/dae/methods/dae_hht.c
	core/dae/methods/dae_infl_sdirk.c
	core/dae/methods/dae_infl_trap.c
	core/dae/methods/dae_method_table.c
	core/dae/methods/dae_midpoint.c
	core/dae/methods/dae_newmark.c
	core/dae/methods/dae_past.c
	core/dae/methods/dae_radau.c
	core/dae/methods/dae_radau_stages.c
	core/dae/methods/dae_rosen_flow.c
	core/dae/methods/dae_sdirk.c
	core/dae/methods/dae_ssp_trap.c
	core/dae/step/dae_accept.c
	core/dae/step/dae_answer.c
	core/dae/step/dae_control.c
	core/dae/step/dae_dense.c
	core/dae/step/dae_dense_make.c
	core/dae/step/dae_driver.c
	core/dae/step/dae_effort.c
	core/dae/step/dae_give_up.c
	core/dae/step/dae_probe.c
	core/dae/step/dae_rules.c
	core/dae/step/dae_scales.c
	core/dae/step/dae_start.c
	core/dae/step/dae_state.c
	core/dae/step/dae_trial.c
	core/dae/papers/dae_baumgarte.c
	core/dae/papers/dae_direct.c
	core/dae/papers/dae_regularized.c
	core/dae/papers/dae_tr_bdf2.c
	core/dae/papers/dae_trust_region_fixed.c
)

set(MECHFMU_MECH_SOURCES
	${MECHFMU_ELEMENT_SOURCES}
	core/mech/assembly/mech_assembly.c
	core/mech/assembly/mech_assembly_close.c
	core/mech/assembly/mech_assembly_create.c
	core/mech/assembly/mech_assembly_nearest.c
	core/mech/assembly/mech_assembly_report.c
	core/mech/assembly/mech_assembly_shape.c
	core/mech/assembly/mech_assembly_space.c
	core/mech/assembly/mech_diagnosis.c
	core/mech/assembly/mech_size.c
	core/mech/assembly/mech_start_turns.c
	core/mech/assembly/mech_static.c
	core/mech/assembly/mech_static_dense.c
	core/mech/assembly/mech_static_integrals.c
	core/mech/assembly/mech_static_matrix.c
	core/mech/assembly/mech_static_matrix_create.c
	core/mech/assembly/mech_static_path.c
	core/mech/assembly/mech_static_point.c
	core/mech/assembly/mech_static_sparse.c
	core/mech/assembly/mech_static_states.c
	core/mech/bodies/mech_body.c
	core/mech/bodies/mech_body_planar.c
	core/mech/bodies/mech_body_spatial.c
	core/mech/bodies/mech_frames.c
	core/mech/bodies/mech_jet.c
	core/mech/bodies/mech_pose.c
	core/mech/bodies/mech_profile_frame.c
	core/mech/bodies/mech_rotation.c
	core/mech/instance/mech_access.c
	core/mech/instance/mech_advance.c
	core/mech/instance/mech_ahead.c
	core/mech/instance/mech_derivative.c
	core/mech/instance/mech_difference.c
	core/mech/instance/mech_explain.c
	core/mech/instance/mech_input.c
	core/mech/instance/mech_instance.c
	core/mech/instance/mech_instance_life.c
	core/mech/instance/mech_point_mass.c
	core/mech/instance/mech_state.c
	core/mech/model/mech_check.c
	core/mech/model/mech_curve.c
	core/mech/model/mech_matrix.c
	core/mech/model/mech_formula.c
	core/mech/model/mech_kinds.c
	core/mech/model/mech_message.c
	core/mech/model/mech_model.c
	core/mech/model/mech_model_open.c
	core/mech/model/mech_profile.c
	core/mech/model/mech_quantity.c
	core/mech/model/mech_reads.c
	core/mech/model/mech_signal.c
	core/mech/model/mech_space.c
	core/mech/model/mech_turns.c
	core/mech/model/mech_values.c
	core/mech/motion/mech_equations.c
	core/mech/motion/mech_rotor.c
	core/mech/motion/mech_stiffness.c
	core/mech/motion/mech_system.c
)

set(MECHFMU_RUNTIME_SOURCES
	fmu/runtime/fmi2_life.c
	fmu/runtime/fmi2_derivatives.c
	fmu/runtime/fmi2_state.c
	fmu/runtime/fmi2_step.c
	fmu/runtime/fmi2_values.c
	fmu/runtime/fmu_arithmetic.c
	fmu/runtime/fmu_clock.c
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
