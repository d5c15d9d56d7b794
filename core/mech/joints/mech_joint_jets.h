/* Equations of joints that are written as jets (mech_jet.h).
 *
 * A kind that gives `row.jets` and `coordinate.jet` (mech_declaration.h) takes its other functions
 * of rows and coordinates from here. Angles that count turns are given but for whole turns.
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

/* in the declaration of a kind: `function` computes its rows, or its coordinates */
#define MECH_ROWS_BY(function)                                                                               \
	.row.constraint = mech_jet_constraint, .row.jacobian = mech_jet_jacobian, .row.bias = mech_jet_row_bias, \
	.force.tangent = mech_jet_tangent, .row.jets = function
#define MECH_COORDINATES_BY(function)                                                                   \
	.coordinate.reading = mech_jet_coordinate_reading, .coordinate.row = mech_jet_coordinate_row,       \
	.coordinate.bias = mech_jet_coordinate_bias, .coordinate.curvature = mech_jet_coordinate_curvature, \
	.coordinate.jet = function

#endif
