/* Sections of beams: axes, law, what elements report; see mech_beam.h and mech_beam_parts.h. */
#include <math.h>
#include <string.h>

#include "mech_beam_parts.h"

LA_TABLE const struct mech_output_spec mech_beam_outputs[MECH_BEAM_OUTPUTS] = {
	{"force", 2, MECH_FORCE, MECH_READS_MOTION, "axial and shear force of the section"},
	{"moment", 1, MECH_TORQUE, MECH_READS_MOTION, "bending moment of the section"},
	{"strain", 2, MECH_NUMBER, MECH_READS_POSITIONS, "extension and shear"},
	{"curvature", 1, MECH_CURVATURE, MECH_READS_TURN, "bending per length"},
	{"energy", 1, MECH_ENERGY, MECH_READS_POSITIONS, "energy of the strains"},
};

LA_TABLE const struct mech_output_spec mech_beam_spatial_outputs[MECH_BEAM_OUTPUTS] = {
	{"force", 3, MECH_FORCE, MECH_READS_MOTION, "axial force and shear forces of the section, in its axes"},
	{"moment", 3, MECH_TORQUE, MECH_READS_MOTION, "torsion and bending moments of the section, in its axes"},
	{"strain", 3, MECH_NUMBER, MECH_READS_POSITIONS, "extension and shears"},
	{"curvature", 3, MECH_CURVATURE, MECH_READS_TURN, "twist and bending per length"},
	{"energy", 1, MECH_ENERGY, MECH_READS_POSITIONS, "energy of the strains"},
};

/* the part of `direction` across the unit vector e1, as a unit vector; 0: there is none */
static int mech_beam_across(const double *e1, const double *direction, double *across)
{
	const double along = mech_dot(e1, direction), size = mech_length(direction);
	for (int i = 0; i < 3; i++) {
		across[i] = direction[i] - along * e1[i];
	}
	const double length = mech_length(across);
	for (int i = 0; i < 3; i++) {
		across[i] /= length;
	}
	return length > 1e-9 * size;
}

LA_FUNCTION int mech_beam_section(const double *e1, const double *y_axis, double *axes)
{
	static const double up[3] = {0.0, 0.0, 1.0}, y[3] = {0.0, 1.0, 0.0};
	const int is_free = isnan(y_axis[0]);
	const int found = !is_free && mech_beam_across(e1, y_axis, axes + 3);
	double sideways[3];
	mech_cross(up, e1, sideways);
	if (!found && !mech_beam_across(e1, sideways, axes + 3)) {
		mech_beam_across(e1, y, axes + 3);
	}
	memcpy(axes, e1, 3 * sizeof *axes);
	mech_cross(axes, axes + 3, axes + 6);
	return found || is_free ? 0 : -1;
}

LA_FUNCTION void mech_beam_law_open(int n, const double *numbers, double scale, double factor,
                                    struct mech_beam_law *law)
{
	const double *coupling = numbers + n, *times = numbers + n * (n + 1) / 2, *prestress = times + n;
	law->n = n;
	for (int i = 0; i < n; i++) {
		law->P[i] = factor * prestress[i];
		for (int j = i; j < n; j++) {
			const double K = i == j ? numbers[i] : *coupling++;
			law->Fx[n * i + j] = law->Fx[n * j + i] = -scale * K;
			law->Fv[n * i + j] = law->Fv[n * j + i] = -scale * sqrt(times[i] * times[j]) * K;
		}
	}
}

LA_FUNCTION void mech_beam_law_force(const struct mech_beam_law *law, const struct mech_jet *x, const double *rate,
                                     double *F)
{
	const int n = law->n;
	for (int i = 0; i < n; i++) {
		F[i] = -law->P[i];
		for (int j = 0; j < n; j++) {
			F[i] += law->Fx[n * i + j] * x[j].value + law->Fv[n * i + j] * rate[j];
		}
	}
}

LA_FUNCTION void mech_beam_law_carry(const struct mech_beam_law *law, const struct mech_jet *x, const double *rate,
                                     double *F)
{
	const int n = law->n;
	for (int i = 0; i < n; i++) {
		F[i] = -law->P[i];
		for (int j = 0; j < n; j++) {
			F[i] += law->Fx[n * i + j] * (x[j].value + rate[j]);
		}
	}
}

LA_FUNCTION void mech_beam_carried(const struct mech_context *c, const struct mech_element *e, int g, int n, double *F)
{
	if (c->carried) {
		const size_t number = (size_t)(e - c->model->elements);
		memcpy(F, c->carried + number * MECH_MOST_CARRIED + (size_t)g * MECH_BEAM_MOST, (size_t)n * sizeof *F);
	}
}

LA_FUNCTION double mech_beam_law_energy(const struct mech_beam_law *law, const struct mech_jet *x)
{
	const int n = law->n;
	double energy = 0.0;
	for (int i = 0; i < n * n; i++) {
		energy -= 0.5 * x[i / n].value * law->Fx[i] * x[i % n].value;
	}
	for (int i = 0; i < n; i++) {
		energy += law->P[i] * x[i].value;
	}
	return energy;
}

LA_FUNCTION double mech_beam_law_heat(const struct mech_beam_law *law, const double *rate)
{
	const int n = law->n;
	double power = 0.0;
	for (int i = 0; i < n * n; i++) {
		power -= rate[i / n] * law->Fv[i] * rate[i % n];
	}
	return power;
}

LA_FUNCTION void mech_beam_cross(const struct mech_frames *f, const struct mech_jet *a, const struct mech_jet *b,
                                 struct mech_jet *out)
{
	for (int i = 0; i < 3; i++) {
		const int j = (i + 1) % 3, k = (i + 2) % 3;
		struct mech_jet other;
		mech_jet_multiply(f, &a[j], &b[k], &out[i]);
		mech_jet_multiply(f, &a[k], &b[j], &other);
		mech_jet_add(f, 1.0, &out[i], -1.0, &other, &out[i]);
	}
}

LA_FUNCTION void mech_beam_add_product(const struct mech_frames *f, double sign, const struct mech_jet *factor,
                                       const struct mech_jet *b, struct mech_jet *sum)
{
	for (int i = 0; i < 3; i++) {
		struct mech_jet product;
		mech_jet_multiply(f, factor, &b[i], &product);
		mech_jet_add(f, 1.0, &sum[i], sign, &product, &sum[i]);
	}
}
