/* Vectors of three numbers and unit quaternions, scalar first. Results may take the place of arguments. */
#ifndef QUATERNION_H
#define QUATERNION_H

#include <math.h>

static inline void cross(const double *a, const double *b, double *c)
{
	double x = a[1] * b[2] - a[2] * b[1];
	double y = a[2] * b[0] - a[0] * b[2];
	c[2] = a[0] * b[1] - a[1] * b[0];
	c[0] = x;
	c[1] = y;
}

static inline void quaternion_multiply(const double *a, const double *b, double *c)
{
	double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
	double x = a[0] * b[1] + b[0] * a[1] + a[2] * b[3] - a[3] * b[2];
	double y = a[0] * b[2] + b[0] * a[2] + a[3] * b[1] - a[1] * b[3];
	double z = a[0] * b[3] + b[0] * a[3] + a[1] * b[2] - a[2] * b[1];
	c[0] = w;
	c[1] = x;
	c[2] = y;
	c[3] = z;
}

/* of a rotation vector */
static inline void quaternion_exponential(const double *r, double *e)
{
	double angle = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
	double factor = angle > 1e-4 ? sin(angle / 2) / angle : 0.5 - angle * angle / 48;
	e[0] = cos(angle / 2);
	for (int i = 0; i < 3; i++) {
		e[i + 1] = factor * r[i];
	}
}

/* the shortest rotation vector */
static inline void quaternion_logarithm(const double *e, double *r)
{
	double sine = sqrt(e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
	double half = e[0] < 0 ? atan2(-sine, -e[0]) : atan2(sine, e[0]);
	double factor = sine > 0 ? 2 * half / sine : 2;
	for (int i = 0; i < 3; i++) {
		r[i] = factor * e[i + 1];
	}
}

static inline double quaternion_length(const double *e)
{
	return sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
}

/* y = R x, and R^T x */
static inline void rotate(const double *e, const double *x, double *y)
{
	double once[3], twice[3];
	cross(e + 1, x, once);
	cross(e + 1, once, twice);
	for (int i = 0; i < 3; i++) {
		y[i] = x[i] + 2 * (e[0] * once[i] + twice[i]);
	}
}

static inline void rotate_back(const double *e, const double *x, double *y)
{
	const double inverse[] = {e[0], -e[1], -e[2], -e[3]};
	rotate(inverse, x, y);
}

#endif
