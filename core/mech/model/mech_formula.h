/* Formulas: numbers of a mechanism that follow from others.
 *
 * A formula gives the value of one parameter of the image, as operations in postfix order over
 * numbers and parameters that
 * stand before it in the table of parameters: 2*rho*L^2 is  2, rho, *, L, 2, ^, *. Formulas are sorted by what they give, so
 * one pass over them brings every number up to date.
 *
 * A number that the file leaves to the drawing, the length of a rod between points that follow from
 * parameters, is a formula, too: its one operation takes what the kind derives.
 */
#ifndef MECH_FORMULA_H
#define MECH_FORMULA_H

#include "mech_model.h"

enum { MECH_FORMULA_DEPTH = 32 }; /* most numbers that wait to be used */

enum mech_operator {
	MECH_TAKE_NUMBER,    /* mech_operation.number */
	MECH_TAKE_PARAMETER, /* index: parameter */
	MECH_TAKE_DRAWN,     /* index: derived number; stands alone in its formula */
	MECH_ADD,
	MECH_SUBTRACT,
	MECH_MULTIPLY,
	MECH_DIVIDE,
	MECH_POWER,
	MECH_NEGATE,
	MECH_FIRST_FUNCTION, /* from here on the name is that of a function in the file */
	MECH_SINE = MECH_FIRST_FUNCTION,
	MECH_COSINE,
	MECH_TANGENT,
	MECH_ARC_SINE,
	MECH_ARC_COSINE,
	MECH_ARC_TANGENT,
	MECH_ARC_TANGENT_2,
	MECH_SQUARE_ROOT,
	MECH_ABSOLUTE,
	MECH_EXPONENTIAL,
	MECH_LOGARITHM,
	MECH_MINIMUM,
	MECH_MAXIMUM,
	MECH_OPERATORS
};

/* a function of one or two numbers; of none: it takes the number, the parameter or the drawing */
struct mech_operator_spec {
	const char *name;
	double (*of_one)(double);
	double (*of_two)(double, double);
};
LA_TABLE_DECLARATION const struct mech_operator_spec mech_operators[MECH_OPERATORS];
LA_FUNCTION int mech_operator_takes(int code);

/* how many numbers wait at most while n operations are done; -1 where one of them is unknown or
 * finds too few, or where not exactly one number is left */
LA_FUNCTION int mech_formula_depth(const struct mech_operation *operations, int n);

/* value of operations whose depth is at most MECH_FORMULA_DEPTH; NAN where it is taken from the
 * drawing */
LA_FUNCTION double mech_formula_value(const struct mech_operation *operations, int n, const double *parameters);

/* 0 where all values of formulas are finite and within the limits of their variables, or -1 with a
 * message that names the variable and what it follows from */
LA_FUNCTION int mech_check_formulas(const struct mech_model *model, const double *parameters,
                                    struct mech_message *message);

#endif
