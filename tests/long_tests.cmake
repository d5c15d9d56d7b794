# Tests that take 5 s or more, with the seconds each took as released, two at a time, on a machine
# of 2026 that others used too. The longest start first, so that both cores are busy to the end, and
# build/test --quick leaves them out. The others take about 80 s of processor time in sum. mech_zoo
# and layers take as long, but stay unit tests: they find what an edit breaks most often.
set(long_tests
	study_cluster 40
	host_fit 35
	host_ranks 30
	show 70
	truth_hang 55
	singular_special 50
	truth_driven 50
	mech_singular 47
	truth_long 40
	singular_table 30
	truth_random 30
	truth_contact 30
	truth_stops 29
	example_stiff 50
	example_states 28
	truth_inputs 26
	truth_starts_all 25
	truth_scales 24
	pages_docs 22
	fmu_state_numbers 21
	truth_gears 20
	paper_petzold_ren_maly_slider_crank 20
	example_fmus 20
	dae_convergence 19
	example_machines 19
	lint_off_road_vehicle 18
	example_linkages 17
	dae_sdirk 16
	mech_redundant 16
	mech_instance 16
	sources_cc 15
	lint_delta_robot 15
	mech_friction 13
	dae_generalized_alpha 13
	truth_units 14
	md_reads 13
	sources_clang 12
	mech_shape_scenes 12
	truth_fold 12
	allocations 11
	bench 11
	fmu_state 11
	paper_negrut_double_pendulum 11
	host_memory 10
	host_sweep 25
	lint_behaviour 10
	dae_tr_bdf2 10
	lint_gyroscope 10
	coupled 9
	dae_motion 9
	example_accuracy 9
	lint_excavator 9
	lint_four_bar_in_space 9
	dae_driver 8
	example_spinning 8
	fmu_lock 8
	fmu_real_time 8
	mech_turns 8
	truth_loops 7
	paper_dymore_generalized_alpha_orders 8
	lint_stewart_platform 7
	lint_double_wishbone 7
	lint_flyball_governor 7
	dae_singular 7
	example_vehicle 7
	host_export 7
	mech_ahead 7
	mech_spatial 7
	mech_lugre_friction 6
	host_cli 6
	example_parameters 6
	sources_linked 6
	dae_radau 6
	example_extremes 6
	fmu_random 6
	truth_starts 6
	dae_bdf 5
	pages_package 5
	lint_toggle_press 5
)

# These repeat what others run, at tighter tolerances or for longer, and hold the numbers against
# exact ones. Sanitizers look for other mistakes: there they are disabled, and what stands after
# runs the same code.
set(released_only
	dae_convergence                     # dae_<method>
	example_accuracy                    # example_fmus, example_states
	example_linkages                    # example_fmus, example_states
	paper_petzold_ren_maly_slider_crank # dae_regularized, dae_tr_bdf2
	singular_table                      # mech_singular, singular_special
	truth_fold                          # truth_driven
	truth_long                          # dae_<method>, truth_driven
)
