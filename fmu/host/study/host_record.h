/* What is kept of a run: expressions over the courses of variables.
 *
 *     record  = first time sum (> | >= | < | <=) sum
 *             | sum [ at number [s] ]
 *     sum     = product { (+ | -) product }
 *     product = signed { (* | /) signed }
 *     signed  = (+ | -) signed | power
 *     power   = value [ ^ signed ]
 *     value   = number | variable | 'variable' | function ( record { , record } ) | ( record )
 *
 * A sum with a variable in it is a course: it changes over the run. max, min, mean, integral, rms
 * and final make one number of a course; so do `at` and `first time`. The whole expression must be
 * a number, and may combine several: max(x) - min(x). Courses and numbers of the whole run do not
 * mix: x - mean(x) would need the run twice. Functions are those of mech_formula.h; max and min of
 * two values are the larger and the smaller one.
 *
 * Numbers are made while the run goes on, from its rows t_k, x_k:
 *
 *     max, min   of all rows
 *     integral   sum of (x_k + x_k+1) (t_k+1 - t_k) / 2; mean: divided by the time; rms: square root
 *                of the mean of x^2
 *     at T       the line between the rows on both sides of T; the row at T where there is one
 *     first time the line between the last row before and the first row where it is so; NAN: never
 */
#ifndef HOST_RECORD_H
#define HOST_RECORD_H

#include "host_mechanism.h"
#include "mech_formula.h"

enum host_reduction_kind {
	HOST_REDUCE_MAX,
	HOST_REDUCE_MIN,
	HOST_REDUCE_MEAN,
	HOST_REDUCE_INTEGRAL,
	HOST_REDUCE_RMS,
	HOST_REDUCE_FINAL,
	HOST_REDUCE_FUNCTIONS, /* from here on: those without a function in the file */
	HOST_REDUCE_AT = HOST_REDUCE_FUNCTIONS,
	HOST_REDUCE_FIRST_ABOVE,    /* the first time at which the course is greater than zero */
	HOST_REDUCE_FIRST_NOT_BELOW /* or equal to it */
};
/* in one expression */
enum { HOST_RECORD_MOST_REDUCTIONS = 32 };

extern const char *const host_reduction_names[HOST_REDUCE_FUNCTIONS];

/* one number of one course; operations take watched variables (host_study.h) by their numbers */
struct host_reduction {
	enum host_reduction_kind kind;
	double time; /* of `at` */
	int n;
	struct mech_operation *operations;
};

/* operations take reductions by their numbers */
struct host_record {
	char *name;
	struct host_place place;
	int n_reductions, n;
	struct host_reduction *reductions;
	struct mech_operation *operations;
};

/* where the parser gets the number of a variable: -1 when memory is out */
typedef int host_record_variable(void *context, const char *name, int offset);

/* what is wrong, and at which character of the text */
struct host_record_problem {
	int offset;
	char text[256];
};

/* fills all but name and place. 0, or -1 with the problem; free in any case */
int host_record_parse(const char *text, host_record_variable *find, void *context, struct host_record *record,
                      struct host_record_problem *problem);
void host_record_free(struct host_record *record);

/* a reduction while the run goes on */
struct host_reduced {
	int n;                    /* rows so far */
	double value, sum;        /* sum: the integral */
	double begin, time, last; /* of the first row; of the last one */
};

/* before the first row; a row: values of watched variables; after the last one */
void host_record_begin(const struct host_record *record, struct host_reduced *reduced);
void host_record_row(const struct host_record *record, struct host_reduced *reduced, double time, const double *values);
double host_record_end(const struct host_record *record, const struct host_reduced *reduced);

#endif
