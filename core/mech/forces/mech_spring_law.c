/* The law of springs and dampers; see mech_spring_law.h. */
#include "mech_spring_law.h"

/* S or D (k = 0, 1) and its derivative: a table where there is one, else the parameter times x */
static double mech_spring_law_part(const struct mech_context *c, const struct mech_element *e, int number, int k,
                                   double x, double *slope)
{
	if (e->points[k] > 0) {
		double y[MECH_CURVE_ORDERS];
		mech_curve_at(c, e, k, x, y);
		*slope = y[1];
		return y[0];
	}
	*slope = c->parameters[e->parameter + number + k];
	return *slope * x;
}

LA_FUNCTION struct mech_spring_force mech_spring_force(const struct mech_context *c, const struct mech_element *e,
                                                       int number, double stretch, double rate)
{
	struct mech_spring_force F;
	F.value = mech_spring_law_part(c, e, number, 0, stretch, &F.by_stretch);
	F.value += mech_spring_law_part(c, e, number, 1, rate, &F.by_rate);
	return F;
}

LA_FUNCTION double mech_spring_energy(const struct mech_context *c, const struct mech_element *e, int number,
                                      double stretch)
{
	return e->points[0] > 0 ? mech_curve_integral(c, e, 0, stretch)
	                        : 0.5 * c->parameters[e->parameter + number] * stretch * stretch;
}

LA_FUNCTION double mech_spring_rest(const struct mech_context *c, const struct mech_element *e, double found)
{
	return e->input >= 0 ? mech_signal_at(&c->inputs[e->input], c->t, 0) : found;
}

LA_FUNCTION double mech_spring_moved(const struct mech_context *c, const struct mech_element *e, int number,
                                     double stretch)
{
	double slope;
	return -mech_spring_law_part(c, e, number, 0, stretch, &slope);
}

LA_FUNCTION double mech_spring_heat(const struct mech_context *c, const struct mech_element *e, int number, double rate)
{
	double slope;
	return mech_spring_law_part(c, e, number, 1, rate, &slope) * rate;
}

LA_TABLE const struct mech_curve_spec mech_spring_curves[2] = {
	MECH_SPRING_TABLE("elongations", "forces", MECH_LENGTH, MECH_FORCE, 2,
                      "of a table, increasing, at most 256; changes of length",
                      "at these elongations, positive where they pull; smooth between, straight outside"),
	MECH_SPRING_TABLE("speeds", "damping_forces", MECH_VELOCITY, MECH_FORCE, 3,
                      "of a table, increasing, at most 256; rates of change of length",
                      "at these speeds, with their signs; smooth between, straight outside"),
};

LA_TABLE const struct mech_output_spec mech_spring_outputs[1] = {
	{"tension", 1, MECH_FORCE, MECH_READS_MOTION | MECH_READS_DRIVE,
     "force of spring and damper, positive where it pulls"},
};
