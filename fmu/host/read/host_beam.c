#include "host_beam.h"

#include <math.h>

/* what beams in the plane and in space have in common; n is the dimension, s the numbers of a
 * section */
#define HOST_BEAM_COMMON(n, s)                                                                                       \
	[HOST_BEAM_FROM] = {"from", n, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "one end, as drawn"},            \
	[HOST_BEAM_VIA] = {"via",                                                                                        \
	                   n,                                                                                            \
	                   0,                                                                                            \
	                   MECH_LENGTH,                                                                                  \
	                   MECH_OPTIONAL,                                                                                \
	                   MECH_ANY,                                                                                     \
	                   0,                                                                                            \
	                   0.0,                                                                                          \
	                   "a point between: the beam is the arc of a circle"},                                          \
	[HOST_BEAM_TO] = {"to", n, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "the other end, as drawn"},          \
	[HOST_BEAM_ELEMENTS] = {"elements",                                                                              \
	                        1,                                                                                       \
	                        0,                                                                                       \
	                        MECH_COUNT,                                                                              \
	                        MECH_REQUIRED,                                                                           \
	                        MECH_POSITIVE,                                                                           \
	                        0,                                                                                       \
	                        0.0,                                                                                     \
	                        "elements of equal length; with `points` a multiple of the pieces between them"},        \
	[HOST_BEAM_ORDER] = {"order",                                                                                    \
	                     1,                                                                                          \
	                     0,                                                                                          \
	                     MECH_COUNT,                                                                                 \
	                     MECH_OPTIONAL,                                                                              \
	                     MECH_POSITIVE,                                                                              \
	                     0,                                                                                          \
	                     2.0,                                                                                        \
	                     "2: an element bends as a parabola through three nodes; 1: two nodes"},                     \
	[HOST_BEAM_MODULUS] =                                                                                            \
		{"modulus", 1, 0, MECH_PRESSURE, MECH_OPTIONAL, MECH_POSITIVE, 0, 0.0, "Young's modulus, with `section`"},   \
	[HOST_BEAM_POISSON] =                                                                                            \
		{"poisson", 1, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0, 0.3, "Poisson's ratio, with `section`"}, \
	[HOST_BEAM_SHEAR_MODULUS] = {"shear_modulus",                                                                    \
	                             1,                                                                                  \
	                             0,                                                                                  \
	                             MECH_PRESSURE,                                                                      \
	                             MECH_OPTIONAL,                                                                      \
	                             MECH_POSITIVE,                                                                      \
	                             0,                                                                                  \
	                             NAN,                                                                                \
	                             "with `section`; without it modulus / (2 (1 + poisson))"},                          \
	[HOST_BEAM_DENSITY] =                                                                                            \
		{"density", 1, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_POSITIVE, 0, 0.0, "kg/m3, with `section`"},               \
	[HOST_BEAM_MASS] =                                                                                               \
		{"mass_per_length", 1, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_POSITIVE, 0, 0.0, "kg/m, in place of `density`"}, \
	[HOST_BEAM_DAMPING] = {"damping",                                                                                \
	                       s,                                                                                        \
	                       1,                                                                                        \
	                       MECH_TIME,                                                                                \
	                       MECH_OPTIONAL,                                                                            \
	                       MECH_NOT_NEGATIVE,                                                                        \
	                       0,                                                                                        \
	                       0.0,                                                                                      \
	                       "damping over stiffness: one number, or one for each number of the section"},             \
	[HOST_BEAM_LOAD] = {"load",                                                                                      \
	                    n,                                                                                           \
	                    0,                                                                                           \
	                    MECH_NUMBER,                                                                                 \
	                    MECH_OPTIONAL,                                                                               \
	                    MECH_ANY,                                                                                    \
	                    0,                                                                                           \
	                    0.0,                                                                                         \
	                    "N/m along the beam as drawn, in directions fixed to the ground"},                           \
	[HOST_BEAM_PRESTRESS] = {                                                                                        \
		"prestress", s, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "forces and moments of the section as drawn"}

const struct mech_parameter_spec host_beam_specs[MECH_SPACE_COUNT][HOST_BEAM_KEYS] = {
	[MECH_PLANAR] = {HOST_BEAM_COMMON(2, 3),
                     [HOST_BEAM_STIFFNESS] = {"stiffness", 6, 3, MECH_NUMBER, MECH_OPTIONAL, MECH_ANY, 0, 0.0,
                                              "in place of `section`: EA, GA (N), EI (N.m2), then couplings"},
                     [HOST_BEAM_INERTIA] = {"inertia_per_length", 1, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_POSITIVE, 0,
                                            NAN, "kg.m; without it mass_per_length EI / EA"}},
	[MECH_SPATIAL] = {HOST_BEAM_COMMON(3, 6),
                      [HOST_BEAM_Y_AXIS] = {"y_axis", 3, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_DIRECTION, 0, NAN,
                                            "direction of the section's y axis; without it z is as near to the global "
                                            "one as possible"},
                      [HOST_BEAM_STIFFNESS] = {"stiffness", 21, 6, MECH_NUMBER, MECH_OPTIONAL, MECH_ANY, 0, 0.0,
                                               "in place of `section`: EA, GA along y and z (N), GJ, EI about y and z "
                                               "(N.m2), then couplings"},
                      [HOST_BEAM_INERTIA] = {"inertia_per_length", 3, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_POSITIVE, 0,
                                             NAN, "kg.m about x, y, z; without it mass_per_length EI / EA"}},
};

const struct host_beam_word host_beam_words[HOST_BEAM_WORDS] = {
	[HOST_BEAM_POINTS] = {"points", "list of points", "in place of `from` and `to`: straight from each to the next"},
	[HOST_BEAM_SECTION] = {"section", "one of the [sections](#sections-of-beams)", "shape of the cross section"},
	[HOST_BEAM_START] = {"start_welded_to", "name", "body that the first end is a part of, or `ground`"},
	[HOST_BEAM_END] = {"end_welded_to", "name", "body that the last end is a part of, or `ground`"},
};
