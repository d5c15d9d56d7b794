/* What the checks of derivatives and dependencies share: sets of variables, and moving one of them.
 *
 * In initialization mode values may be set and read in turn. At a communication point they should
 * not be read again before a step, but there is no other way to see what an output depends on
 * directly; a unit that answers with old values there is not blamed for it.
 */
#ifndef LINT_SLOPES_H
#define LINT_SLOPES_H

#include "lint_unit.h"

enum {
	LINT_MOST_KNOWNS = 150,   /* that are moved */
	LINT_MOST_UNKNOWNS = 200, /* that are looked at */
	LINT_POINTS = 3
};

/* communication points at which inputs are moved */
extern const int lint_points[LINT_POINTS];

/* real variables, by their place in the description */
struct lint_set_of {
	int n, n_left_out; /* left out: beyond the number that is looked at */
	int index[LINT_MOST_UNKNOWNS];
	fmi2ValueReference references[LINT_MOST_UNKNOWNS];
};

/* adds a variable if it is real and the set has less than `most` */
void lint_set_add(struct lint_unit *unit, struct lint_set_of *set, int index, int most);

/* those of a list of ModelStructure */
struct lint_set_of *lint_unknowns(struct lint_unit *unit, const struct host_unknowns *list);

/* those that can be set in the state: inputs, and in initialization mode what has an exact start
 * value */
struct lint_set_of *lint_knowns(struct lint_unit *unit, enum lint_state state);

/* an instance in initialization mode, or at a communication point; NULL: not to be had */
struct lint_instance *lint_slopes_begin(struct lint_unit *unit, enum lint_state state, int point);

/* values of a set; the same with one known moved to a value before. 0: refused */
int lint_slopes_read(struct lint_instance *instance, const struct lint_set_of *set, double *values);
int lint_slopes_move(struct lint_instance *instance, fmi2ValueReference known, double value,
                     const struct lint_set_of *unknowns, double *values);

/* size of a variable: of its value, or its nominal value */
double lint_slopes_scale(const struct host_variable *variable, double value);

fmi2Status lint_slopes_directional(struct lint_instance *instance, const struct lint_set_of *unknowns,
                                   const fmi2ValueReference *knowns, size_t n, const double *seeds, double *results);

/* derivatives along the motion of the states (lint_motion.c) */
void lint_slopes_motion(struct lint_unit *unit);

#endif
