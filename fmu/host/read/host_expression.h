/* Expressions in mechanism files: 2*rho*L^2, -sqrt(a^2 + b^2)/2, atan2(h, w) + pi.
 *
 *   sum     = product { (+ | -) product }
 *   product = signed { (* | /) signed }
 *   signed  = (+ | -) signed | power
 *   power   = value [ ^ signed ]               so  -2^2 = -4,  2^3^2 = 2^9,  2^-1 = 0.5
 *   value   = number | name | function ( sum { , sum } ) | ( sum )
 *
 * Names are those of parameters and the constant pi; functions are those of mech_formula.h. The
 * result are operations in postfix order, in which a parameter is known by its number.
 */
#ifndef HOST_EXPRESSION_H
#define HOST_EXPRESSION_H

#include "host_table.h"
#include "mech_formula.h"

enum { HOST_LONGEST_EXPRESSION = 1000 }; /* characters */

/* parameters by name: those with a number below `known` may be used, others are written later in
 * the file */
struct host_symbols {
	const struct host_table *numbers;
	int known;
};

struct host_expression {
	int count;
	int n_parameters; /* operations that take a parameter; 0: a constant */
	struct mech_operation operations[HOST_LONGEST_EXPRESSION];
};

struct host_problem {
	int offset; /* of the character that is wrong */
	char text[256];
};

/* 0, or -1 with the problem */
int host_expression_read(const char *text, const struct host_symbols *symbols, struct host_expression *expression,
                         struct host_problem *problem);

/* whether the word means something in every expression, so that no parameter can have this name */
int host_expression_reserved(const char *word);

#endif
