/* Equations of joints that are written as jets (mech_jet.h): the functions of a kind that gives jet_rows and jet_coordinate
 * (mech_declaration.h). Angles that count turns are given but for whole turns.
 */
#ifndef MECH_JOINT_JETS_H
#define MECH_JOINT_JETS_H

#include "mech_jet.h"

LA_FUNCTION void mech_jet_constraint(const struct mech_context *c, const struct mech_element *e, double *g);
LA_FUNCTION void mech_jet_jacobian(const struct mech_context *c, const struct mech_element *e, double *G);
LA_FUNCTION int mech_has_jet_rows(const struct mech_kind *kind);
/* both at once */
LA_FUNCTION void mech_jet_linear(const struct mech_context *c, const struct mech_element *e, double *g, double *G);
LA_FUNCTION void mech_jet_row_bias(const struct mech_context *c, const struct mech_element *e, double *b);
LA_FUNCTION void mech_jet_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                  double *out);
LA_FUNCTION struct mech_reading mech_jet_coordinate_reading(const struct mech_context *c, const struct mech_element *e,
                                                            int k);
LA_FUNCTION void mech_jet_coordinate_row(const struct mech_context *c, const struct mech_element *e, int k,
                                         double *row);
LA_FUNCTION double mech_jet_coordinate_bias(const struct mech_context *c, const struct mech_element *e, int k);
LA_FUNCTION void mech_jet_coordinate_curvature(const struct mech_context *c, const struct mech_element *e, int k,
                                               double mu, double *out);

/* in the declaration of a kind: its rows, or its coordinates, are what `jets` computes */
#define MECH_ROWS_BY(jets)                                                                       \
	.constraint = mech_jet_constraint, .jacobian = mech_jet_jacobian, .bias = mech_jet_row_bias, \
	.tangent = mech_jet_tangent, .jet_rows = jets
#define MECH_COORDINATES_BY(jets)                                                                       \
	.coordinate_reading = mech_jet_coordinate_reading, .coordinate_row = mech_jet_coordinate_row,       \
	.coordinate_bias = mech_jet_coordinate_bias, .coordinate_curvature = mech_jet_coordinate_curvature, \
	.jet_coordinate = jets

#endif
