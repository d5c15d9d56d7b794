/* Angles counted in whole turns; see mech_turns.h. */
#include "mech_turns.h"

#include <math.h>

/* ---- sums ---- */

LA_FUNCTION void mech_sum_add(struct mech_sum *s, double x)
{
	const double sum = s->high + x, of_x = sum - s->high;
	s->low += (s->high - (sum - of_x)) + (x - of_x);
	s->high = sum;
}

/* the upper half of the digits of x */
static double mech_turns_upper(double x)
{
	const double shifted = 134217729.0 * x; /* 2^27 + 1 */
	return shifted - (shifted - x);
}

LA_FUNCTION void mech_sum_add_product(struct mech_sum *s, double x, double y)
{
	const double product = x * y, x1 = mech_turns_upper(x), y1 = mech_turns_upper(y), x2 = x - x1, y2 = y - y1;
	mech_sum_add(s, product);
	s->low += ((x1 * y1 - product) + x1 * y2 + x2 * y1) + x2 * y2;
}

LA_FUNCTION void mech_sum_add_turns(struct mech_sum *s, const struct mech_sum *x)
{
	mech_sum_add_product(s, MECH_TURN, x->high);
	s->low += MECH_TURN * x->low + MECH_TURN_REST * x->high;
}

LA_FUNCTION double mech_sum_value(const struct mech_sum *s)
{
	return s->high + s->low;
}

/* ---- angles ---- */

LA_FUNCTION double mech_reading_value(struct mech_reading r)
{
	return r.part + MECH_TURN * r.turns;
}

LA_FUNCTION struct mech_reading mech_reading_near(double part, double near)
{
	return (struct mech_reading){part, floor((near - part) / MECH_TURN + 0.5)};
}

LA_FUNCTION struct mech_reading mech_counted_wrap(struct mech_reading r)
{
	if (!(fabs(r.part) > 0.5 * MECH_TURN)) {
		return r;
	}
	const double turns = floor(r.part / MECH_TURN + 0.5);
	struct mech_sum part = {r.part, 0.0};
	mech_sum_add_product(&part, -MECH_TURN, turns);
	return (struct mech_reading){mech_sum_value(&part), r.turns + turns};
}

LA_FUNCTION double mech_counted_orientation(struct mech_reading r)
{
	return r.part - MECH_TURN_REST * r.turns;
}

LA_FUNCTION double mech_counted_apart(struct mech_reading from, struct mech_reading to)
{
	struct mech_sum apart = {to.part, 0.0};
	mech_sum_add(&apart, -from.part);
	mech_sum_add_product(&apart, MECH_TURN, to.turns - from.turns);
	return mech_sum_value(&apart);
}
