/* Polynomial driver: w(t) = c0 + c1 t + ... + c5 t^5. */
#include "mech_drive.h"
#include "mech_kinds.h"

enum { MECH_DRIVE_POLYNOMIAL_TERMS = 6 };

static const struct mech_parameter_spec mech_drive_polynomial_parameters[] = {
	{"coefficients", MECH_DRIVE_POLYNOMIAL_TERMS, 1, MECH_NUMBER, MECH_REQUIRED, MECH_ANY, 0, 0.0,
     "factors of 1, t, t^2 ... t^5 in the coordinate"},
};

static void mech_drive_polynomial_motion(const struct mech_context *c, const struct mech_element *e, double *w)
{
	const double *coefficient = c->parameters + e->parameter;
	w[0] = w[1] = w[2] = w[3] = 0.0;
	/* Horner's rule, differentiated up to three times */
	for (int k = MECH_DRIVE_POLYNOMIAL_TERMS - 1; k >= 0; k--) {
		w[3] = w[3] * c->t + 3.0 * w[2];
		w[2] = w[2] * c->t + 2.0 * w[1];
		w[1] = w[1] * c->t + w[0];
		w[0] = w[0] * c->t + coefficient[k];
	}
}

LA_TABLE const struct mech_kind mech_drive_polynomial = {
	.name = "polynomial",
	.text = "moves a joint coordinate as a polynomial of time",
	.file.n_parameters = 1,
	.file.parameters = mech_drive_polynomial_parameters,
	.row.motion = mech_drive_polynomial_motion,
	.row.reads = MECH_READS_TIME,
	MECH_DRIVE_EQUATIONS,
};
