/* Angles counted in whole turns, and sums that do not lose what cancels.
 *
 * A joint coordinate is read as
 *
 *     part + 2 pi turns,     turns a whole number, |part| at most about one turn; lengths have no turns,
 *
 * so that however far a wheel has turned, the row of a gear keeps the accuracy of the first turn.
 *
 * A body in the plane counts turns of T, the double nearest to 2 pi: its angle is part + T turns,
 * |part| <= pi. Taking T off is exact, so nothing adds up however often it is done. Its orientation
 * is part - (2 pi - T) turns.
 *
 * A mech_sum holds a sum in two doubles. Sums and products of doubles are added without error
 * (Knuth; Veltkamp and Dekker, Numerische Mathematik 18, 1971), in plain arithmetic: the same bits
 * on every platform.
 */
#ifndef MECH_TURNS_H
#define MECH_TURNS_H

#include "la_base.h"

/* T and 2 pi - T */
#define MECH_TURN 6.283185307179586476925
#define MECH_TURN_REST 2.449293598294706414e-16

struct mech_reading {
	double part, turns;
};

/* the whole as one number */
LA_FUNCTION double mech_reading_value(struct mech_reading r);

/* an angle measured but for whole turns: the reading within half a turn of `near` */
LA_FUNCTION struct mech_reading mech_reading_near(double part, double near);

/* angles of bodies in the plane: the same with |part| <= pi, the orientation, and the way from one
 * to another, to the accuracy of their parts where they are near each other */
LA_FUNCTION struct mech_reading mech_counted_wrap(struct mech_reading r);
LA_FUNCTION double mech_counted_orientation(struct mech_reading r);
LA_FUNCTION double mech_counted_apart(struct mech_reading from, struct mech_reading to);

struct mech_sum {
	double high, low;
};

/* += x,  += x y,  += 2 pi x for a sum x */
LA_FUNCTION void mech_sum_add(struct mech_sum *s, double x);
LA_FUNCTION void mech_sum_add_product(struct mech_sum *s, double x, double y);
LA_FUNCTION void mech_sum_add_turns(struct mech_sum *s, const struct mech_sum *x);
LA_FUNCTION double mech_sum_value(const struct mech_sum *s);

#endif
