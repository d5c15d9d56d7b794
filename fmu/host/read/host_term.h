/* Terms: numbers that follow from those of a map in the file, and the operations by which they
 * follow from parameters of the mechanism where these give some of them.
 *
 * A beam's file numbers are terms, and so is what its nodes and elements have of them: with the
 * terms `modulus` and `area`, the text "modulus*area" defines a third one.
 */
#ifndef HOST_TERM_H
#define HOST_TERM_H

#include "host_expression.h"
#include "host_mechanism.h"

struct host_term {
	double value;
	int count; /* of operations; 0: a constant */
	struct mech_operation *operations;
};

/* all zero: none */
struct host_terms {
	int count, capacity;
	struct host_term *term;
	struct host_table names;
};

/* one more term, by a formula or NULL; name NULL: without a name. Its number, or -1: out of memory */
int host_terms_add(struct host_terms *terms, const char *name, double value, const struct host_formula *formula);

/* one more term by an expression of the names so far. Its number, or -1: out of memory or nested
 * too deeply */
int host_terms_define(struct host_terms *terms, const char *name, const char *text);

/* number of the term of that name, which is there */
int host_terms_find(const struct host_terms *terms, const char *name);

void host_terms_free(struct host_terms *terms);

/* The formula of factor[0] term[0] + ..., n > 0 of them: its operations in a new array, *count of
 * them; 0 of them where all these terms are constant or have the factor 0. -1: out of memory or
 * nested too deeply */
int host_terms_sum(const struct host_terms *terms, int n, const int *term, const double *factor, int *count,
                   struct mech_operation **operations);

#endif
