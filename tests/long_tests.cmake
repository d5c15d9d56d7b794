# Tests that take long, with the seconds each took as released, two at a time, on a machine of 2026 that others used too: the longest start first, so that
# both cores are busy to the end, and build/test --quick leaves them out. The others take about 80 s in sum.
set(long_tests
	show 184
	truth_random 150
	truth_driven 145
	singular_table 136
	example_states 125
	truth_long 95
	truth_stops 70
	mech_singular 59
	truth_contact 54
	example_fmus 40
	mech_friction 37
	pages_docs 32
	truth_rest 25
	truth_gears 25
	host_cli 18
	allocations 18
	host_memory 17
	singular_special 15
	example_linkages 15
	paper_petzold_ren_maly_slider_crank 15
	sources_cc 14
	fmu_state_numbers 14
	lint_behaviour 14
	singular_forces 13
	dae_convergence 13
	sources_clang 12
	mech_redundant 11
	example_accuracy 8
	bench 8
	mech_lugre_friction 8
	lint_double_wishbone 6
	coupled 6
	sources_linked 6
	dae_sdirk 6
	example_machines 5
	dae_bdf 5
	pages_package 5
	truth_inputs 5
	lint_excavator 5
	host_guard 5
)

# These repeat what others run, at tighter tolerances or for longer, and hold the numbers against exact ones. Sanitizers look for other
# mistakes: there they are disabled, and what stands after runs the same code.
set(released_only
	dae_convergence                     # dae_<method>
	example_accuracy                    # example_fmus, example_states
	example_linkages                    # example_fmus, example_states
	paper_petzold_ren_maly_slider_crank # dae_regularized, dae_tr_bdf2
	singular_table                      # mech_singular, singular_forces
	truth_long                          # dae_<method>, truth_driven
)
