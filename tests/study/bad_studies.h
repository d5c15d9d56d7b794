/* Bad study files, and the messages for each. */
#ifndef BAD_STUDIES_H
#define BAD_STUDIES_H

struct bad_study {
	const char *name, *text, *said;
};

static const struct bad_study bad_studies[] = {
	{"empty", "", "study.yaml: the file is empty; begin with 'mechanism: name'\n"},
	{"list", "- a\n", "study.yaml:1:1: the file must be a map of keys and values\n"},
	{"not_yaml", "study: s\nvary: {a: [1}\n", "study.yaml:2:13: not valid YAML: did not find expected ',' or ']'\n"},
	{"no_study", "of: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:1:1: the key 'study' is missing (name of the study)\n"},
	{"nothing_but_a_name", "study: s\n",
     "study.yaml:1:1: the key 'of' is missing (a mechanism (.yaml), an FMU (.fmu) or a system, as seen from the folder "
     "of this file)\nstudy.yaml:1:1: the key 'record' is missing (what is kept of each run, by names of your "
     "own)\nstudy.yaml:1:1: the key 'vary' is missing (parameters and inputs by their names, and which values they "
     "take)\n"},
	{"bad_name",
     "study: my study\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:1:8: 'my study' is no name: use letters, digits and _, and begin with a letter\n"},
	{"unknown_key",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {a: max(joints.pin.angle)}\nrecords: {}\n",
     "study.yaml:5:1: unknown key 'records' (did you mean 'record'?)\n"},
	{"no_such_file",
     "study: s\nof: pendulu.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:2:5: of: pendulu.yaml: cannot open: No such file or directory\n"},
	{"other_extension", "study: s\nof: model.mo\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:2:5: 'model.mo' is no mechanism (.yaml), no FMU (.fmu) and no system\n"},
	{"no_archive", "study: s\nof: text.fmu\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:2:5: of: text.fmu: not a zip archive\n"},
	{"broken_mechanism",
     "study: s\nof: broken.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:2:5: of: broken.yaml:2:1: unknown key 'body'\n"},
	{"study_of_a_study",
     "study: s\nof: study.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:2:5: 'study.yaml' is a study itself\n"},
	{"vary_is_list", "study: s\nof: pendulum.yaml\nvary: [bodies.bob.mass]\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:3:7: vary must be a map of keys and values\n"},
	{"vary_is_empty", "study: s\nof: pendulum.yaml\nvary: {}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:3:7: vary is empty; name a parameter and its values\n"},
	{"unknown_parameter",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bobb.mass: [1, 2]}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:3:8: vary: there is no parameter or input 'bodies.bobb.mass' (did you mean 'bodies.bob.mass'?)\n"},
	{"varies_an_output",
     "study: s\nof: pendulum.yaml\nvary: {joints.pin.angle: [1, 2]}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:3:8: vary: 'joints.pin.angle' is an output and cannot be set\n"},
	{"varies_what_follows",
     "study: s\nof: pendulum.yaml\nvary: {\"joints.pin.friction\": [1], \"energies.kinetic\": [1, 2]}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:3:8: vary: there is no parameter or input 'joints.pin.friction' (did you mean "
     "'joints.pin.at[1]'?)\nstudy.yaml:3:36: vary: 'energies.kinetic' is a result and cannot be set\n"},
	{"form_missing",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {count: 3}\nsample: {random: 10}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:20: vary 'bodies.bob.mass': say which values: {from, to, count}, {list: [...]}, {csv: file}, or a "
     "distribution (uniform, normal, lognormal, triangular)\n"},
	{"two_forms",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {list: [1], uniform: {from: 0, to: 1}}\nsample: {random: "
     "10}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:4:32: vary 'bodies.bob.mass': 'list' and 'uniform' exclude each other\n"},
	{"unknown_form",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {unifrom: {from: 0, to: 1}}\nsample: {random: "
     "10}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:4:20: vary 'bodies.bob.mass': say which values: {from, to, count}, {list: [...]}, {csv: file}, or a "
     "distribution (uniform, normal, lognormal, triangular)\nstudy.yaml:4:21: vary 'bodies.bob.mass': unknown key "
     "'unifrom' (did you mean 'uniform'?)\n"},
	{"no_count",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {from: 0.5, to: 5}\nsample: {random: 10}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:20: vary 'bodies.bob.mass': the key 'count' is missing; or write {uniform: {from: ..., to: ...}}\n"},
	{"no_end",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {from: 0.5, count: 5}\nsample: {random: 10}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:20: vary 'bodies.bob.mass': the key 'to' is missing\n"},
	{"count_of_one",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {from: 0.5, to: 5, count: 1}\nsample: {random: "
     "10}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:4:46: vary 'bodies.bob.mass': count must be a whole number from 2 to 1e+06\n"},
	{"count_is_fraction",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {from: 0.5, to: 5, count: 2.5}\nsample: {random: "
     "10}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:4:46: vary 'bodies.bob.mass': count must be a whole number from 2 to 1e+06\n"},
	{"grid_without_length",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {from: 2, to: 2, count: 5}\nsample: {random: 10}\nrecord: "
     "{a: max(joints.pin.angle)}\n",
     "study.yaml:4:20: vary 'bodies.bob.mass': 'from' and 'to' are equal; write one value instead\n"},
	{"from_is_word",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {from: small, to: 2, count: 5}\nsample: {random: "
     "10}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:4:27: vary 'bodies.bob.mass': from must be a number, not 'small'\n"},
	{"list_is_empty",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: []\nsample: {random: 10}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:20: vary 'bodies.bob.mass': the list is empty\n"},
	{"list_is_number",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {list: 3}\nsample: {random: 10}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:27: vary 'bodies.bob.mass': list must be a list, [...]\n"},
	{"list_of_lists",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: [[1, 2]]\nsample: {random: 10}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:21: vary 'bodies.bob.mass': a value must be a word or a number\n"},
	{"level_is_word",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: [1, heavy]\nsample: {random: 10}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:24: vary 'bodies.bob.mass': 'heavy' is not a value for bodies.bob.mass\n"},
	{"level_is_infinite",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: [1, inf]\nsample: {random: 10}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:24: vary 'bodies.bob.mass': 'inf' is no number that can be used\n"},
	{"grid_of_words",
     "study: s\nof: pendulum.yaml\nvary:\n  solver.method: {from: 0, to: 1, count: 5}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:3: vary: 'solver.method' is no real number; give its values in a list\n"},
	{"no_such_choice",
     "study: s\nof: pendulum.yaml\nvary:\n  solver.method: [radauu]\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:4:19: vary 'solver.method': 'radauu' is not a value for solver.method (did you mean 'radau'?); it can "
     "be auto, generalized_alpha, hht, newmark, midpoint, energy_decaying, radau, bdf, bdf_displacement, dopri5, "
     "dop853, for_sdirk, \n"},
	{"uniform_without_end",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {uniform: {from: 1}}\nsample: {random: 10}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:30: vary 'bodies.bob.mass': the key 'to' is missing\n"},
	{"uniform_turned_around",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {uniform: {from: 2, to: 1}}\nsample: {random: "
     "10}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:4:44: vary 'bodies.bob.mass': 'to' must be greater than 'from'\n"},
	{"uniform_is_list",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {uniform: [1, 2]}\nsample: {random: 10}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:30: vary 'bodies.bob.mass': uniform must be a map of keys and values\n"},
	{"normal_unknown_key",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {normal: {mean: 1, sigma: 2}}\nsample: {random: "
     "10}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:4:29: vary 'bodies.bob.mass': the key 'deviation' is missing\nstudy.yaml:4:39: vary "
     "'bodies.bob.mass': unknown key 'sigma'\n"},
	{"normal_without_width",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {normal: {mean: 1, deviation: 0}}\nsample: {random: "
     "10}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:4:50: vary 'bodies.bob.mass': deviation must be greater than zero\n"},
	{"normal_limits_turned_around",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {normal: {mean: 1, deviation: 1, from: 2, to: "
     "0}}\nsample: {random: 10}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:4:66: vary 'bodies.bob.mass': 'to' must be greater than 'from'\n"},
	{"lognormal_negative",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {lognormal: {mean: -1, deviation: 1}}\nsample: {random: "
     "10}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:4:39: vary 'bodies.bob.mass': mean must be greater than zero\n"},
	{"mode_outside",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {triangular: {from: 1, mode: 3, to: 2}}\nsample: {random: "
     "10}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:4:49: vary 'bodies.bob.mass': 'mode' must lie between 'from' and 'to'\n"},
	{"mode_missing",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {triangular: {from: 1, to: 2}}\nsample: {random: "
     "10}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:4:33: vary 'bodies.bob.mass': the key 'mode' is missing\n"},
	{"csv_missing",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {csv: mass.csv}\nsample: {random: 10}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:26: vary 'bodies.bob.mass': mass.csv: cannot be read (No such file or directory)\n"},
	{"csv_column_missing",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {csv: masses.csv, column: bodies.bob.mas}\nsample: "
     "{random: 10}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:4:26: vary 'bodies.bob.mass': masses.csv has no column 'bodies.bob.mas' (did you mean "
     "'bodies.bob.mass'?)\n"},
	{"csv_hole",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {csv: holes.csv}\nsample: {random: 10}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:26: vary 'bodies.bob.mass': holes.csv:3: the cell of 'bodies.bob.mass' is empty\n"},
	{"csv_header_alone",
     "study: s\nof: pendulum.yaml\nvary:\n  bodies.bob.mass: {csv: header.csv}\nsample: {random: 10}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:26: vary 'bodies.bob.mass': header.csv has no rows below its header\n"},
	{"varied_twice",
     "study: s\nof: pendulum.yaml\nvary:\n  parameters.L: [1, 2]\n  parameters.L: [1]\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:5:3: 'parameters.L' is written twice\n"},
	{"distribution_in_grid",
     "study: s\nof: pendulum.yaml\nvary:\n  parameters.L: {normal: {mean: 1, deviation: 0.1}}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:3: vary 'parameters.L': a distribution needs a sample, for example 'sample: {random: 1000}'\n"},
	{"sample_unknown",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nsample: sobel\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:9: sample: write grid, or a sample and its number of cases, {random: 1000}, in place of 'sobel' "
     "(did you mean 'sobol'?)\n"},
	{"sample_without_count",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nsample: random\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:9: sample: write grid, or a sample and its number of cases, {random: 1000}, in place of 'random'\n"},
	{"sample_two",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nsample: {random: 10, sobol: 10}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:22: sample: there is another sample already, 'random'\n"},
	{"sample_none",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nsample: {seed: 3}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:9: sample: say which sample: grid, random, latin_hypercube, sobol, saltelli or cases\n"},
	{"sample_zero",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nsample: {random: 0}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:18: sample: random must be a whole number from 1 to 1e+09\n"},
	{"sample_too_many",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nsample: {saltelli: 1000000000}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:9: more than 1000000000 cases\n"},
	{"sample_grid_with_count",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nsample: {grid: 10}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:16: sample: write 'sample: grid'; its counts stand in vary\n"},
	{"seed_is_fraction",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nsample: {random: 10, seed: 0.5}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:28: sample: seed must be a whole number from 0 to 9.0072e+15\n"},
	{"sample_is_list",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nsample: [random]\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:4:9: sample: it must be a map of keys and values\n"},
	{"cases_and_vary",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nsample: {cases: masses.csv}\nrecord: {a: "
     "max(joints.pin.angle)}\n",
     "study.yaml:3:1: the sample 'cases' has all values; leave vary out\nstudy.yaml:3:8: vary: 'bodies.bob.mass' is "
     "varied twice\n"},
	{"cases_unknown_variable",
     "study: s\nof: pendulum.yaml\nsample: {cases: torque.csv}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:3:17: vary: 'time' is the time and cannot be set\n"},
	{"cases_twice", "study: s\nof: pendulum.yaml\nsample: {cases: twice.csv}\nrecord: {a: max(joints.pin.angle)}\n",
     "study.yaml:3:17: vary: 'parameters.L' is varied twice\n"},
	{"record_missing", "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\n",
     "study.yaml:1:1: the key 'record' is missing (what is kept of each run, by names of your own)\n"},
	{"record_is_course",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: joints.pin.angle\n",
     "study.yaml:5:6: record 'a': 'joints.pin.angle' changes over the run; say which number of it is kept: max(...), "
     "mean(...), ... at 1 s, first time ... > 1\n"},
	{"record_is_constant", "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: 2*3\n",
     "study.yaml:5:6: record 'a': '2*3' is the same in every case\n"},
	{"record_unknown_variable",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: max(joints.pin.angel)\n",
     "study.yaml:5:10: record: there is no variable 'joints.pin.angel' (did you mean 'joints.pin.angle'?)\n"},
	{"record_unknown_function",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: maxi(joints.pin.angle)\n",
     "study.yaml:5:6: record 'a': no function 'maxi' (did you mean 'max'?)\n"},
	{"record_mixes",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: joints.pin.angle - "
     "mean(joints.pin.angle)\n",
     "study.yaml:5:25: record 'a': a course cannot be combined with a number of the whole run; make a number of each "
     "course first: max(...), mean(...), ... at 1 s\n"},
	{"record_nests",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: max(mean(joints.pin.angle))\n",
     "study.yaml:5:6: record 'a': max takes a course, and finds a number of the whole run\n"},
	{"record_open",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: max(joints.pin.angle\n",
     "study.yaml:5:26: record 'a': ')' is missing\n"},
	{"record_ends_early",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: max(joints.pin.angle) +\n",
     "study.yaml:5:29: record 'a': something is missing at the end of 'max(joints.pin.angle) +'\n"},
	{"record_misplaced",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: max(joints.pin.angle) max\n",
     "study.yaml:5:28: record 'a': 'max' does not belong here\n"},
	{"record_function_alone", "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: max\n",
     "study.yaml:5:6: record 'a': 'max' is a function; write max(...)\n"},
	{"record_two_values",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: integral(joints.pin.angle, 2)\n",
     "study.yaml:5:6: record 'a': integral takes 1 value, not 2\n"},
	{"record_at_variable",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: joints.pin.angle at parameters.L\n",
     "study.yaml:5:26: record 'a': the time after 'at' must be a constant, and is a course\n"},
	{"record_at_outside",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: joints.pin.angle at 2 s\n",
     "study.yaml:5:3: record 'a': the time after 'at' lies outside of the run\n"},
	{"record_at_number",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: max(joints.pin.angle) at 2 s\n",
     "study.yaml:5:6: record 'a': 'at' takes a course, and finds a number of the whole run\n"},
	{"first_without_time",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: first joints.pin.angle > 1\n",
     "study.yaml:5:12: record 'a': write 'first time x > 1', with a course on one side at least\n"},
	{"first_without_sign",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: first time joints.pin.angle\n",
     "study.yaml:5:33: record 'a': one of > >= < <= is missing after 'first time'\n"},
	{"first_of_constants",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: first time 1 > 2\n",
     "study.yaml:5:17: record 'a': 'first time' compares a course, and finds a constant\n"},
	{"record_bad_name",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {a-b: max(joints.pin.angle)}\n",
     "study.yaml:4:10: record 'a-b': 'a-b' is no name: use letters, digits and _, and begin with a letter\n"},
	{"record_is_list",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {a: [joints.pin.angle]}\n",
     "study.yaml:4:13: record 'a': it must be a word or a number\n"},
	{"series_is_word",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {series: joints.pin.angle}\n",
     "study.yaml:4:18: record 'series': series must be a list, [...]\n"},
	{"series_unknown",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {series: [joints.pin.angl]}\n",
     "study.yaml:4:19: record: there is no variable 'joints.pin.angl' (did you mean 'joints.pin.angle'?)\n"},
	{"record_quote_open",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord:\n  a: \"max('der(x))\"\n",
     "study.yaml:5:11: record 'a': a name in quotes ends with a quote: 'der(x)'\n"},
	{"stop_before_start",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {a: max(joints.pin.angle)}\nexperiment: "
     "{start: 2, stop: 1}\n",
     "study.yaml: experiment: stop must be later than start\n"},
	{"step_zero",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {a: max(joints.pin.angle)}\nexperiment: "
     "{step: 0}\n",
     "study.yaml:5:20: experiment: step must be greater than zero\n"},
	{"step_too_small",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {a: max(joints.pin.angle)}\nexperiment: "
     "{step: 1e-12}\n",
     "study.yaml: experiment: the step is not positive or far too small\n"},
	{"experiment_unknown_key",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {a: max(joints.pin.angle)}\nexperiment: "
     "{stopp: 2}\n",
     "study.yaml:5:14: experiment: unknown key 'stopp' (did you mean 'stop'?)\n"},
	{"input_file_missing",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {a: max(joints.pin.angle)}\nexperiment: "
     "{input_file: none.csv}\n",
     "study.yaml:5:26: experiment: none.csv: cannot be read (No such file or directory)\n"},
	{"input_file_unknown",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: [1, 2]}\nrecord: {a: max(joints.pin.angle)}\nexperiment: "
     "{input_file: odd.csv}\n",
     "study.yaml:5:26: experiment: odd.csv:1: the unit has no variable 'momen' (did you mean 'moment'?)\n"},
	{"all_at_once",
     "study: s\nof: pendulum.yaml\nvary: {parameters.L: {from: 1, count: 2}, M: [1]}\nrecord: {a: joints.pin.angle, b: "
     "max(x)}\n",
     "study.yaml:3:22: vary 'parameters.L': the key 'to' is missing\nstudy.yaml:3:43: vary: there is no parameter or "
     "input 'M'\nstudy.yaml:4:13: record 'a': 'joints.pin.angle' changes over the run; say which number of it is kept: "
     "max(...), mean(...), ... at 1 s, first time ... > 1\nstudy.yaml:4:38: record: there is no variable 'x'\n"},
	{"fit_without_measurements", "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\n",
     "study.yaml:1:1: the key 'measurements' is missing (measured courses that the fitted unit should follow)\n"},
	{"measurements_without_fit", "study: s\nof: pendulum.yaml\nmeasurements: [{csv: run.csv}]\n",
     "study.yaml:1:1: the key 'fit' is missing (parameters and inputs that are found from measurements)\n"},
	{"fit_with_a_sample",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: run.csv}]\nsample: {random: 3}\n",
     "study.yaml:5:1: a fit has no 'sample'; write that into a study of its own\n"},
	{"fit_with_a_stop",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: run.csv}]\nexperiment: {stop: 3}\n",
     "study.yaml:5:14: experiment: the measurements say when a run ends; leave 'stop' out\n"},
	{"fit_is_empty", "study: s\nof: pendulum.yaml\nfit: {}\nmeasurements: [{csv: run.csv}]\n",
     "study.yaml:3:6: fit is empty; name a parameter\n"},
	{"fit_of_a_word", "study: s\nof: pendulum.yaml\nfit: {solver.method: radau}\nmeasurements: [{csv: run.csv}]\n",
     "study.yaml:3:7: fit: 'solver.method' is no real number and cannot be fitted\nstudy.yaml:3:22: fit "
     "'solver.method': write a number where the search begins, or {from, to, start}, not 'radau'\n"},
	{"fit_of_a_choice",
     "study: s\nof: pendulum.yaml\nfit: {solver.method: {start: 1}}\nmeasurements: [{csv: run.csv}]\n",
     "study.yaml:3:7: fit: 'solver.method' is no real number and cannot be fitted\n"},
	{"fit_of_an_unknown", "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mas: 1}\nmeasurements: [{csv: run.csv}]\n",
     "study.yaml:3:7: fit: there is no parameter or input 'bodies.bob.mas' (did you mean 'bodies.bob.mass'?)\n"},
	{"fit_upside_down",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: {from: 3, to: 1}}\nmeasurements: [{csv: run.csv}]\n",
     "study.yaml:3:24: fit 'bodies.bob.mass': 'to' must be greater than 'from'\n"},
	{"fit_starts_outside",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: {from: 1, to: 3, start: 4}}\nmeasurements: [{csv: "
     "run.csv}]\n",
     "study.yaml:3:48: fit 'bodies.bob.mass': 'start' must lie between 'from' and 'to'\n"},
	{"fit_unit_outside",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: {from: 3}}\nmeasurements: [{csv: run.csv}]\n",
     "study.yaml:3:7: fit 'bodies.bob.mass': its value in the unit, 2, lies outside of 'from' to 'to'; give 'start'\n"},
	{"fit_key", "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: {form: 3}}\nmeasurements: [{csv: run.csv}]\n",
     "study.yaml:3:25: fit 'bodies.bob.mass': unknown key 'form' (did you mean 'from'?)\n"},
	{"measurements_empty", "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: []\n",
     "study.yaml:4:15: measurements is empty; name a CSV file: [{csv: run.csv}]\n"},
	{"measurement_without_csv",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{set: {parameters.L: 2}}]\n",
     "study.yaml:4:16: the key 'csv' is missing (file with times in the first column)\n"},
	{"measurement_not_there",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: gone.csv}]\n",
     "study.yaml:4:22: gone.csv: cannot be read (No such file or directory)\n"},
	{"measurement_goes_back",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: back.csv}]\n",
     "study.yaml:4:22: back.csv:3: the time is not later than in the row before\n"},
	{"measurement_of_words",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: words.csv}]\n",
     "study.yaml:4:22: words.csv:3: 'fast' of 'joints.pin.angle' is no number\n"},
	{"measurement_of_times",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: times.csv}]\n",
     "study.yaml:4:22: times.csv has times alone\n"},
	{"measurement_early", "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: early.csv}]\n",
     "study.yaml:4:22: early.csv begins at time -1, before the start 0 of the run\n"},
	{"measurement_other_names",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: named.csv}]\n",
     "study.yaml:4:22: measurements: there is no variable 'angle'\n"},
	{"measurement_column",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: named.csv, columns: "
     "{joints.pin.angle: angel}}]\n",
     "study.yaml:4:61: named.csv has no column 'angel' (did you mean 'angle'?)\n"},
	{"measurement_variable",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: named.csv, columns: "
     "{joints.pin.angel: angle}}]\n",
     "study.yaml:4:43: measurements: there is no variable 'joints.pin.angel' (did you mean 'joints.pin.angle'?)\n"},
	{"measurement_sets_fitted",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: run.csv, set: {bodies.bob.mass: "
     "2}}]\n",
     "study.yaml:4:37: set: 'bodies.bob.mass' is fitted and cannot be set\n"},
	{"measurement_sets_result",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: run.csv, set: {energies.kinetic: "
     "2}}]\n",
     "study.yaml:4:37: set: 'energies.kinetic' is a result and cannot be set\n"},
	{"deviation_negative",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: run.csv, deviation: -1}]\n",
     "study.yaml:4:42: a deviation must be a number greater than zero\n"},
	{"deviation_list",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: run.csv, deviation: [1]}]\n",
     "study.yaml:4:42: deviation must be a number, or a map with one for each variable\n"},
	{"deviation_of_nothing",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: run.csv, deviation: "
     "{joints.pin.speed: 1}}]\n",
     "study.yaml:4:43: 'joints.pin.speed' is not measured here\n"},
	{"loss_unknown",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: run.csv}]\nloss: hubert\n",
     "study.yaml:5:7: unknown loss 'hubert' (did you mean 'huber'?); it can be linear, huber, cauchy\n"},
	{"loss_of_a_sweep",
     "study: s\nof: pendulum.yaml\nvary: {bodies.bob.mass: 1}\nrecord: {a: max(joints.pin.angle)}\nloss: huber\n",
     "study.yaml:5:1: 'loss' belongs to a fit; there is no key 'fit'\n"},
	{"search_without_bounds",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: 1}\nmeasurements: [{csv: run.csv}]\nsearch: {global: 100}\n",
     "study.yaml:3:7: fit 'bodies.bob.mass': a global search needs 'from' and 'to'\n"},
	{"search_without_runs",
     "study: s\nof: pendulum.yaml\nfit: {bodies.bob.mass: {from: 1, to: 3}}\nmeasurements: [{csv: run.csv}]\nsearch: "
     "{seed: 1}\n",
     "study.yaml:5:9: search: the key 'global' is missing (runs of the global search)\n"},
};

#endif
