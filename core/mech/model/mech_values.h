/* Checks of numbers that arrive while a mechanism lives: single values, parameters that must fit
 * together, and all parameters of a saved state. The numbers of an image are looked at by
 * mech_check.h.
 *
 * All answer 0, or -1 with a message that names the variable, and change nothing.
 */
#ifndef MECH_VALUES_H
#define MECH_VALUES_H

#include "mech_model.h"

/* beyond it squares and cubes of a number leave the range of a double: no input is as large */
#define MECH_LARGEST_INPUT 1e100

/* the variable that shows a parameter, or -1 where none does */
LA_FUNCTION int mech_variable_of_parameter(const struct mech_model *model, int parameter);

/* a value for a parameter or an input: finite and within the variable's limits */
LA_FUNCTION int mech_check_value(const struct mech_model *model, int variable, double value,
                                 struct mech_message *message);

/* directions, whose components arrive one by one, must not be zero when the mechanism is
 * assembled */
LA_FUNCTION int mech_check_directions(const struct mech_model *model, const double *parameters,
                                      struct mech_message *message);

/* the x of tables must grow when the mechanism is assembled */
LA_FUNCTION int mech_check_tables(const struct mech_model *model, const double *parameters,
                                  struct mech_message *message);

/* outlines of profiles, with their derived numbers, must be the edge of a solid */
LA_FUNCTION int mech_check_profiles(const struct mech_model *model, const double *parameters, const double *derived,
                                    struct mech_message *message);

/* formulation index3 enforces positions alone: joints that hold velocities without them (rolling)
 * would not hold */
LA_FUNCTION int mech_check_rolling(const struct mech_model *model, const double *parameters,
                                   struct mech_message *message);

/* moments of inertia, which arrive one by one too: no principal moment may be negative */
LA_FUNCTION int mech_check_inertias(const struct mech_model *model, const double *parameters,
                                    struct mech_message *message);

/* moments[3], increasing, of Jxx, Jyy, Jzz, Jxy, Jxz, Jyz */
LA_FUNCTION void mech_principal_moments(const double *inertia, double *moments);

/* pairs of parameters, of which one must not be below the other, must fit together when they are
 * used */
LA_FUNCTION int mech_check_order(const struct mech_model *model, const double *parameters,
                                 struct mech_message *message);

/* a parameter that gives an element a state (`state.needs`) must not become 0, and one that gives
 * it none must stay 0 */
LA_FUNCTION int mech_check_states(const struct mech_model *model, const double *parameters,
                                  struct mech_message *message);

/* parameters[n_parameters] of a state: each has a value that it could have been set to */
LA_FUNCTION int mech_check_parameters(const struct mech_model *model, const double *parameters,
                                      struct mech_message *message);

#endif
