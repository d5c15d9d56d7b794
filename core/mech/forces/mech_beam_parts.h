/* What elements of beams share: the law of the section, and products of vectors of jets. Private to
 * mech_beam*.c and mech_quadratic_beam*.c.
 */
#ifndef MECH_BEAM_PARTS_H
#define MECH_BEAM_PARTS_H

#include "mech_beam.h"
#include "mech_jet.h"

/* numbers of a section, as parameters of every element of a beam have them one after the other: n
 * on the diagonal of K, its couplings row by row, n times of damping, n forces of prestress */
#define MECH_BEAM_SECTION_SPECS                                                                                      \
	{"stiffness",                                                                                                    \
	 6,                                                                                                              \
	 3,                                                                                                              \
	 MECH_NUMBER,                                                                                                    \
	 MECH_REQUIRED,                                                                                                  \
	 MECH_ANY,                                                                                                       \
	 1,                                                                                                              \
	 0.0,                                                                                                            \
	 "of the section: EA, GA (N), EI (N.m2), then couplings of extension with shear, extension with bending, shear " \
	 "with bending"},                                                                                                \
		{"damping",                                                                                                  \
	     3,                                                                                                          \
	     0,                                                                                                          \
	     MECH_TIME,                                                                                                  \
	     MECH_OPTIONAL,                                                                                              \
	     MECH_NOT_NEGATIVE,                                                                                          \
	     1,                                                                                                          \
	     0.0,                                                                                                        \
	     "damping over stiffness of extension, shear, bending"},                                                     \
	{                                                                                                                \
		"prestress", 3, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_ANY, 1, 0.0,                                             \
			"axial force, shear force (N), bending moment (N.m) as drawn"                                            \
	}
#define MECH_BEAM_SPATIAL_SECTION_SPECS                                                                                \
	{"y_axis",                                                                                                         \
	 3,                                                                                                                \
	 0,                                                                                                                \
	 MECH_NUMBER,                                                                                                      \
	 MECH_OPTIONAL,                                                                                                    \
	 MECH_ANY,                                                                                                         \
	 0,                                                                                                                \
	 NAN,                                                                                                              \
	 "direction of the section's y axis as drawn, made perpendicular to the beam; without it the section's z axis is " \
	 "as near to the global one as possible"},                                                                         \
		{"stiffness",                                                                                                  \
	     21,                                                                                                           \
	     6,                                                                                                            \
	     MECH_NUMBER,                                                                                                  \
	     MECH_REQUIRED,                                                                                                \
	     MECH_ANY,                                                                                                     \
	     1,                                                                                                            \
	     0.0,                                                                                                          \
	     "of the section: EA, GA along y, GA along z (N), GJ, EI about y, EI about z (N.m2), then the couplings, row " \
	     "by row"},                                                                                                    \
		{"damping",                                                                                                    \
	     6,                                                                                                            \
	     0,                                                                                                            \
	     MECH_TIME,                                                                                                    \
	     MECH_OPTIONAL,                                                                                                \
	     MECH_NOT_NEGATIVE,                                                                                            \
	     1,                                                                                                            \
	     0.0,                                                                                                          \
	     "damping over stiffness of extension, shears, torsion, bendings"},                                            \
	{                                                                                                                  \
		"prestress", 6, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_ANY, 1, 0.0,                                               \
			"axial force, shear forces (N), torsion, bending moments (N.m) as drawn"                                   \
	}

/* what every element of a beam reports */
enum { MECH_BEAM_OUTPUTS = 5, MECH_BEAM_MOST = MECH_MOST_BODY_V };
LA_TABLE_DECLARATION const struct mech_output_spec mech_beam_outputs[MECH_BEAM_OUTPUTS];
LA_TABLE_DECLARATION const struct mech_output_spec mech_beam_spatial_outputs[MECH_BEAM_OUTPUTS];

/* F = -factor P + Fx x + Fv dx/dt with Fx = -scale K, Fv = -scale D */
struct mech_beam_law {
	int n;
	double P[MECH_BEAM_MOST]; /* factor P */
	double Fx[MECH_BEAM_MOST * MECH_BEAM_MOST], Fv[MECH_BEAM_MOST * MECH_BEAM_MOST];
};
LA_FUNCTION void mech_beam_law_open(int n, const double *numbers, double scale, double factor,
                                    struct mech_beam_law *law);

/* the forces, the energy P.x + K x.x scale / 2, and the heat */
LA_FUNCTION void mech_beam_law_force(const struct mech_beam_law *law, const struct mech_jet *x, const double *rate,
                                     double *F);
/* those after strains have grown by `rate`, without damping */
LA_FUNCTION void mech_beam_law_carry(const struct mech_beam_law *law, const struct mech_jet *x, const double *rate,
                                     double *F);
/* F of point g of the element := those carried, if there are any */
LA_FUNCTION void mech_beam_carried(const struct mech_context *c, const struct mech_element *e, int g, int n, double *F);
LA_FUNCTION double mech_beam_law_energy(const struct mech_beam_law *law, const struct mech_jet *x);
LA_FUNCTION double mech_beam_law_heat(const struct mech_beam_law *law, const double *rate);

/* out = a x b, and out = a + factor b; results are none of the arguments, sums may be a */
LA_FUNCTION void mech_beam_cross(const struct mech_frames *f, const struct mech_jet *a, const struct mech_jet *b,
                                 struct mech_jet *out);
LA_FUNCTION void mech_beam_add_product(const struct mech_frames *f, double sign, const struct mech_jet *factor,
                                       const struct mech_jet *b, struct mech_jet *sum);

#endif
