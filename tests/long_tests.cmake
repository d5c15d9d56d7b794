# Tests that take long, with the seconds each took as released, two at a time, on a machine of 2026 that others used too: the longest start first, so that
# both cores are busy to the end, and build/test --quick leaves them out. The others take about 190 s in sum.
set(long_tests
	show 70
	truth_driven 50
	mech_singular 47
	truth_long 40
	singular_table 30
	truth_random 30
	truth_contact 30
	truth_stops 29
	truth_rest 29
	example_states 28
	pages_docs 22
	fmu_state_numbers 21
	truth_gears 20
	paper_petzold_ren_maly_slider_crank 20
	singular_forces 20
	example_fmus 20
	dae_convergence 19
	lint_off_road_vehicle 18
	example_linkages 17
	dae_sdirk 16
	mech_redundant 16
	sources_cc 15
	lint_delta_robot 15
	mech_friction 13
	sources_clang 12
	truth_fold 12
	allocations 11
	bench 11
	host_memory 10
	lint_behaviour 10
	singular_special 10
	coupled 9
	truth_hang 9
	lint_stewart_platform 7
	lint_double_wishbone 7
	lint_flyball_governor 7
	mech_lugre_friction 6
	host_cli 6
	example_parameters 6
	sources_linked 6
	dae_bdf 5
	pages_package 5
)

# These repeat what others run, at tighter tolerances or for longer, and hold the numbers against exact ones. Sanitizers look for other
# mistakes: there they are disabled, and what stands after runs the same code.
set(released_only
	dae_convergence                     # dae_<method>
	example_accuracy                    # example_fmus, example_states
	example_linkages                    # example_fmus, example_states
	paper_petzold_ren_maly_slider_crank # dae_regularized, dae_tr_bdf2
	singular_table                      # mech_singular, singular_forces
	truth_fold                          # truth_driven
	truth_long                          # dae_<method>, truth_driven
)
