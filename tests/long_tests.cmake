# Tests that take long, with the seconds each took as released, two at a time, on a machine of 2026 (64-bit ARM): the longest start first, so that
# both cores are busy to the end, and build/test --quick leaves them out. The others take about 80 s in sum.
set(long_tests
	truth_stops 195
	truth_contact 183
	example_states 159
	truth_random 150
	truth_driven 114
	example_accuracy 92
	truth_long 84
	example_fmus 63
	mech_singular 57
	singular_table 50
	mech_friction 49
	truth_gears 35
	show 60
	pages_docs 30
	example_linkages 24
	allocations 20
	lint_behaviour 18
	paper_petzold_ren_maly_slider_crank 18
	mech_redundant 17
	dae_convergence 16
	lint_double_wishbone 16
	singular_forces 13
	mech_lugre_friction 13
	coupled 11
	example_machines 9
	dae_sdirk 8
	dae_bdf 7
	pages_package 6
	truth_rest 5
	truth_inputs 5
	lint_excavator 5
	host_cli 9
	host_guard 5
	bench 11
	sources_cc 28
	sources_clang 15
	sources_linked 7
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
