/* Driver by input: the coordinate follows an input u of the unit, at position level.
 *
 * Within a communication step from t0 to t_end = t0 + H the coordinate begins where it is, w0, and closes the gap to
 * the input evenly, so that it arrives at the input's value of t_end:
 *
 *     w(t) = u(t) + (w0 - u(t0)) (1 - (t - t0) / H),     u(t) as in mech_signal.h.
 *
 * Where only values of the input are set this is a straight line, and the speed jumps from step to step; where its
 * derivatives are set too, there is no gap and the motion has speed and acceleration of the input. At the start of a
 * run w = u. Memory: t0, then value and derivatives of w at t0; it holds until the next step begins.
 */
#include "mech_drive.h"
#include "mech_kinds.h"

enum { MECH_DRIVE_INPUT_TIME, MECH_DRIVE_INPUT_MOTION, MECH_DRIVE_INPUT_MEMORY = 1 + MECH_MOTION };

static const struct mech_parameter_spec mech_drive_input_parameters[] = {
	{"start", 1, 0, MECH_COORDINATE, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "wanted value of the joint coordinate"},
};

static void mech_drive_input_motion(const struct mech_context *c, const struct mech_element *e, double *w)
{
	const double *memory = c->memory + e->memory;
	struct mech_signal wanted = {.t0 = memory[MECH_DRIVE_INPUT_TIME]};
	for (int k = 0; k < MECH_MOTION; k++) {
		wanted.u[k] = memory[MECH_DRIVE_INPUT_MOTION + k];
	}
	for (int k = 0; k < MECH_MOTION; k++) {
		w[k] = mech_signal_at(&wanted, c->t, k);
	}
}

static void mech_drive_input_begin(const struct mech_context *c, const struct mech_element *e, double t_end,
                                   double *memory)
{
	double u[MECH_MOTION], w[MECH_MOTION];
	for (int k = 0; k < MECH_MOTION; k++) {
		u[k] = mech_driving_derivative(c, e, 0, k);
	}
	if (t_end > c->t) {
		mech_drive_input_motion(c, e, w);
		u[1] -= (w[0] - u[0]) / (t_end - c->t);
		u[0] = w[0];
	}
	memory[MECH_DRIVE_INPUT_TIME] = c->t;
	for (int k = 0; k < MECH_MOTION; k++) {
		memory[MECH_DRIVE_INPUT_MOTION + k] = u[k];
	}
}

LA_TABLE const struct mech_kind mech_drive_input = {
	.name = "input",
	.text = "moves a joint coordinate along an input: to its value within each step, or with its derivatives",
	.n_parameters = 1,
	.parameters = mech_drive_input_parameters,
	.input = MECH_COORDINATE,
	.motion = mech_drive_input_motion,
	.n_memory = MECH_DRIVE_INPUT_MEMORY,
	.begin = mech_drive_input_begin,
	MECH_DRIVE_EQUATIONS,
};
