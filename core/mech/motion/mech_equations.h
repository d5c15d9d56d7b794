/* The equations of a mechanism, element by element: the callbacks of the constrained system and the
 * quantities around it.
 *
 * All functions read the context and write whole vectors; ground columns are dropped here.
 */
#ifndef MECH_EQUATIONS_H
#define MECH_EQUATIONS_H

#include "mech_body.h"

/* derived[n_derived] from c->parameters */
LA_FUNCTION void mech_derive(const struct mech_context *c, double *derived);

/* brings parameters (those of c) and derived numbers up to date after one of them was set */
LA_FUNCTION void mech_follow(const struct mech_context *c, double *parameters, double *derived);

/* q[n_q] as drawn */
LA_FUNCTION void mech_drawing(const struct mech_context *c, double *q);

LA_FUNCTION void mech_force(const struct mech_context *c, double *f); /* f[n_v], gravity included */
/* change of f[n_v] with inputs and tables: `changes` has the changes in their places, `none`
 * zeros */
LA_FUNCTION void mech_driven_force(const struct mech_context *c, const struct mech_context *changes,
                                   const struct mech_context *none, double *f);
LA_FUNCTION void mech_constraint(const struct mech_context *c, double *g); /* g[n_rows] */
LA_FUNCTION void mech_constraint_beside(const struct mech_context *c, const double *jets,
                                        double *g); /* the same, where rows of jets are known; NULL: they are not */
LA_FUNCTION void mech_constraint_rate(const struct mech_context *c, double *gt);          /* dg/dt, [n_rows] */
LA_FUNCTION void mech_constraint_bias(const struct mech_context *c, double *b);           /* d2g/dt2 - G a, [n_rows] */
LA_FUNCTION void mech_constraint_acceleration(const struct mech_context *c, double *out); /* d2g/dt2 = G a + bias */
LA_FUNCTION void mech_constraint_jerk(const struct mech_context *c, double *out); /* its d/dt at fixed q, v, a */
LA_FUNCTION void mech_jacobian_dense(const struct mech_context *c, double *G);    /* column-major n_rows x n_v */

/* rows of G over the bodies of one element, row-major; returns how many there are */
LA_FUNCTION int mech_element_jacobian(const struct mech_context *c, const struct mech_element *e, double *rows);

/* energies: kinetic, potential, and the powers of dissipation and supply */
LA_FUNCTION double mech_kinetic_energy(const struct mech_context *c);
LA_FUNCTION double mech_potential_energy(const struct mech_context *c);
LA_FUNCTION double mech_potential_sum(const struct mech_context *c,
                                      double *terms);                /* the same, with the sizes of its terms */
LA_FUNCTION double mech_stored_energy(const struct mech_context *c); /* mech_declaration.h */
struct mech_powers {
	double heat, supply;
};
LA_FUNCTION struct mech_powers mech_powers(const struct mech_context *c);

/* functions whose change of sign ends a step (mech_declaration.h): how many, and out[so many] */
LA_FUNCTION int mech_event_count(const struct mech_model *model);
LA_FUNCTION void mech_events(const struct mech_context *c, struct dae_event *out);

/* outputs in the numbering of mech_model.h; need a and lambda for accelerations and reactions */
LA_FUNCTION double mech_body_output(const struct mech_context *c, int body, int k);
LA_FUNCTION double mech_element_output(const struct mech_context *c, int element, int k);

/* element that owns a constraint row; -1 if none */
LA_FUNCTION int mech_row_element(const struct mech_model *model, int row);

/* how far row k of an element is open, in metres or radians, where its constraint is g */
LA_FUNCTION double mech_row_gap(const struct mech_context *c, const struct mech_element *e, int k, double g);

/* what row k of an element measures: a length or an angle */
LA_FUNCTION enum mech_quantity mech_row_quantity(const struct mech_context *c, const struct mech_element *e, int k);

#endif
