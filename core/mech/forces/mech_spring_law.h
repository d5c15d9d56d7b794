/* The law that springs and dampers share, between two points or along an angle: a force, positive
 * where it pulls back,
 *
 *     F(x, v) = S(x) + D(v)     of a stretch x and its rate v,
 *
 * S = stiffness x or a table over x, D = damping v or a table over v (mech_curve.h; straight
 * outside their points). Stored: the integral of S from 0 to x, for tables exactly that of the
 * curve; heat: D(v) v. The rest, from which x is measured, may be an input: what moves it brings in
 * -S(x) drest/dt. The damper sees v alone, not how the rest moves.
 *
 * A kind with this law has the parameters stiffness and damping next to each other, of which
 * `number` is the first, and the tables in their places as curves 0 and 1.
 */
#ifndef MECH_SPRING_LAW_H
#define MECH_SPRING_LAW_H

#include <math.h>

#include "mech_curve.h"

/* F and its derivatives */
struct mech_spring_force {
	double value, by_stretch, by_rate;
};

LA_FUNCTION struct mech_spring_force mech_spring_force(const struct mech_context *c, const struct mech_element *e,
                                                       int number, double stretch, double rate);
LA_FUNCTION double mech_spring_energy(const struct mech_context *c, const struct mech_element *e, int number,
                                      double stretch);

/* rest of the spring: its input where it has one, else the derived number `found` */
LA_FUNCTION double mech_spring_rest(const struct mech_context *c, const struct mech_element *e, double found);

/* what moves the rest of a stretched spring does work on it: -S(x) for a change of 1 */
LA_FUNCTION double mech_spring_moved(const struct mech_context *c, const struct mech_element *e, int number,
                                     double stretch);
LA_FUNCTION double mech_spring_heat(const struct mech_context *c, const struct mech_element *e, int number,
                                    double rate);

/* the two tables of a kind whose parameter specs stiffness and damping have the numbers spec and
 * spec + 1 */
#define MECH_SPRING_TABLE(x_key, y_key, x_quantity, y_quantity, spec, x_text, y_text)                       \
	{                                                                                                       \
		MECH_CURVE_NUMBERS(x_key, x_quantity, 0, x_text), MECH_CURVE_NUMBERS(y_key, y_quantity, 1, y_text), \
			MECH_CURVE_STRAIGHT, spec                                                                       \
	}

/* of springs between two points: stiffness, damping and length, the specs after the two points;
 * tables; output */
#define MECH_SPRING_SPECS                                                                                             \
	MECH_TUNABLE("stiffness", MECH_STIFFNESS, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0.0, "force for a change of length"), \
		MECH_TUNABLE("damping", MECH_DAMPING, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0.0,                                  \
	                 "force for a rate of change of length"),                                                         \
		MECH_TUNABLE("length", MECH_LENGTH, MECH_OPTIONAL, MECH_NOT_NEGATIVE, NAN,                                    \
	                 "length without force; as drawn if not given")
LA_TABLE_DECLARATION const struct mech_curve_spec mech_spring_curves[2];
LA_TABLE_DECLARATION const struct mech_output_spec mech_spring_outputs[1];

#endif
