/* Quaternions and rotation vectors; see mech_rotation.h. */
#include "mech_rotation.h"

#include <math.h>

LA_FUNCTION double mech_length(const double *a)
{
	return sqrt(mech_dot(a, a));
}

LA_FUNCTION void mech_rotation_matrix(const double *e, double *R)
{
	const double w = e[0], x = e[1], y = e[2], z = e[3];
	R[0] = 1.0 - 2.0 * (y * y + z * z);
	R[1] = 2.0 * (x * y - w * z);
	R[2] = 2.0 * (x * z + w * y);
	R[3] = 2.0 * (x * y + w * z);
	R[4] = 1.0 - 2.0 * (x * x + z * z);
	R[5] = 2.0 * (y * z - w * x);
	R[6] = 2.0 * (x * z - w * y);
	R[7] = 2.0 * (y * z + w * x);
	R[8] = 1.0 - 2.0 * (x * x + y * y);
}

LA_FUNCTION void mech_rotate_back(const double *R, const double *x, double *y)
{
	const double a = R[0] * x[0] + R[3] * x[1] + R[6] * x[2];
	const double b = R[1] * x[0] + R[4] * x[1] + R[7] * x[2];
	const double c = R[2] * x[0] + R[5] * x[1] + R[8] * x[2];
	y[0] = a;
	y[1] = b;
	y[2] = c;
}

/* out = a o b */
static void mech_rotation_product(const double *a, const double *b, double *out)
{
	const double w = a[0] * b[0] - mech_dot(a + 1, b + 1);
	double cross[3];
	mech_cross(a + 1, b + 1, cross);
	for (int i = 1; i < 4; i++) {
		cross[i - 1] += a[0] * b[i] + b[0] * a[i];
	}
	out[0] = w;
	for (int i = 1; i < 4; i++) {
		out[i] = cross[i - 1];
	}
}

/* sin(x/2)/x, also for x = 0 */
static double mech_rotation_half_sine(double x)
{
	return fabs(x) < 1e-4 ? 0.5 - x * x / 48.0 : sin(0.5 * x) / x;
}

/* exp(r) */
static void mech_rotation_turn(const double *r, double *turn)
{
	const double angle = mech_length(r);
	const double factor = mech_rotation_half_sine(angle);
	turn[0] = cos(0.5 * angle);
	for (int i = 0; i < 3; i++) {
		turn[i + 1] = factor * r[i];
	}
}

/* the product of unit quaternions has length 1 but for rounding, which one step of Newton's
 * iteration removes */
LA_FUNCTION void mech_rotation_move(const double *e, const double *r, double *out)
{
	double turn[4];
	mech_rotation_turn(r, turn);
	mech_rotation_product(e, turn, out);
	const double square = out[0] * out[0] + mech_dot(out + 1, out + 1);
	for (int i = 0; i < 4; i++) {
		out[i] *= 1.5 - 0.5 * square;
	}
}

/* the shortest r with exp(r) = d */
static void mech_rotation_vector(const double *d, double *r)
{
	const double sine = mech_length(d + 1), sign = d[0] < 0.0 ? -1.0 : 1.0;
	const double angle = 2.0 * atan2(sine, fabs(d[0]));
	const double factor = sign * (sine < 1e-8 ? 2.0 : angle / sine);
	for (int i = 0; i < 3; i++) {
		r[i] = factor * d[i + 1];
	}
}

LA_FUNCTION void mech_rotation_difference(const double *from, const double *to, double *r)
{
	const double back[4] = {from[0], -from[1], -from[2], -from[3]};
	double d[4];
	mech_rotation_product(back, to, d);
	mech_rotation_vector(d, r);
}

LA_FUNCTION void mech_rotation_compose(const double *a, const double *b, double *out)
{
	double first[4], second[4];
	mech_rotation_turn(a, first);
	mech_rotation_turn(b, second);
	mech_rotation_product(first, second, first);
	mech_rotation_vector(first, out);
}

/* dr/dt = w + r x w / 2 + k r x (r x w), k = (1 - (x/2) cot(x/2)) / x^2, x = |r| */
LA_FUNCTION void mech_rotation_increment_rate(const double *r, const double *w, double *rate)
{
	const double x = mech_length(r);
	const double k = x < 1e-3 ? 1.0 / 12.0 + x * x / 720.0 : (1.0 - 0.5 * x / tan(0.5 * x)) / (x * x);
	double once[3], twice[3];
	mech_cross(r, w, once);
	mech_cross(r, once, twice);
	for (int i = 0; i < 3; i++) {
		rate[i] = w[i] + 0.5 * once[i] + k * twice[i];
	}
}

LA_FUNCTION void mech_rotation_increment_velocity(const double *r, const double *rate, double *w)
{
	const double x = mech_length(r);
	const double half = x < 1e-3 ? 1.0 - x * x / 24.0 : sin(0.5 * x) / (0.5 * x);
	const double k = x < 1e-2 ? 1.0 / 6.0 - x * x / 120.0 + x * x * x * x / 5040.0 : (x - sin(x)) / (x * x * x);
	double once[3], twice[3];
	mech_cross(r, rate, once);
	mech_cross(r, once, twice);
	for (int i = 0; i < 3; i++) {
		w[i] = rate[i] - 0.5 * half * half * once[i] + k * twice[i];
	}
}

LA_FUNCTION void mech_frame(const double *z, double *x, double *y)
{
	/* the global axis farthest from z, made perpendicular to it */
	const int k = fabs(z[0]) <= fabs(z[1]) && fabs(z[0]) <= fabs(z[2]) ? 0 : fabs(z[1]) <= fabs(z[2]) ? 1 : 2;
	for (int i = 0; i < 3; i++) {
		x[i] = (i == k) - z[k] * z[i];
	}
	const double length = mech_length(x);
	for (int i = 0; i < 3; i++) {
		x[i] /= length;
	}
	mech_cross(z, x, y);
}
