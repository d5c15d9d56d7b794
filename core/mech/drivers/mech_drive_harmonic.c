/* Harmonic driver: w(t) = mean + amplitude sin(frequency t + phase), frequency in rad/s. */
#include "mech_drive.h"
#include "mech_kinds.h"

#include <math.h>

enum {
	MECH_DRIVE_HARMONIC_MEAN,
	MECH_DRIVE_HARMONIC_AMPLITUDE,
	MECH_DRIVE_HARMONIC_FREQUENCY,
	MECH_DRIVE_HARMONIC_PHASE
};

static const struct mech_parameter_spec mech_drive_harmonic_parameters[] = {
	{"mean", 1, 0, MECH_COORDINATE, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "middle of the motion"},
	{"amplitude", 1, 0, MECH_COORDINATE, MECH_REQUIRED, MECH_ANY, 0, 0.0, "largest distance from the middle"},
	{"frequency", 1, 0, MECH_ANGULAR_VELOCITY, MECH_REQUIRED, MECH_ANY, 0, 0.0, "angular frequency"},
	{"phase", 1, 0, MECH_ANGLE, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "phase at time 0"},
};

static void mech_drive_harmonic_motion(const struct mech_context *c, const struct mech_element *e, double *w)
{
	const double *numbers = c->parameters + e->parameter;
	const double amplitude = numbers[MECH_DRIVE_HARMONIC_AMPLITUDE];
	const double frequency = numbers[MECH_DRIVE_HARMONIC_FREQUENCY];
	const double phase = frequency * c->t + numbers[MECH_DRIVE_HARMONIC_PHASE];
	w[0] = numbers[MECH_DRIVE_HARMONIC_MEAN] + amplitude * sin(phase);
	w[1] = amplitude * frequency * cos(phase);
	w[2] = -amplitude * frequency * frequency * sin(phase);
	w[3] = -amplitude * frequency * frequency * frequency * cos(phase);
}

LA_TABLE const struct mech_kind mech_drive_harmonic = {
	.name = "harmonic",
	.text = "moves a joint coordinate as a sine of time",
	.file.n_parameters = 4,
	.file.parameters = mech_drive_harmonic_parameters,
	.row.motion = mech_drive_harmonic_motion,
	.row.reads = MECH_READS_TIME,
	MECH_DRIVE_EQUATIONS,
};
