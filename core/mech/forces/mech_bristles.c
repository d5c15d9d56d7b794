/* Friction of bristles; see mech_bristles.h. */
#include "mech_bristles.h"

#include <math.h>
#include <string.h>

/* least limit: without friction bristles give way at once */
static const double MECH_BRISTLES_LEAST = 1e-9;
/* bristles only bend below this part of the limit */
static const double MECH_BRISTLES_ELASTIC = 0.7;

/* alpha and its slope at the part r of the limit */
static double mech_bristles_yield(double r, double *slope)
{
	const double width = 1.0 - MECH_BRISTLES_ELASTIC, pi = 3.14159265358979323846;
	const double x = pi * (r - 0.5 * (1.0 + MECH_BRISTLES_ELASTIC)) / width;
	*slope = 0.0;
	if (r <= MECH_BRISTLES_ELASTIC || r >= 1.0) {
		return r >= 1.0 ? 1.0 : 0.0;
	}
	*slope = 0.5 * pi / width * cos(x);
	return 0.5 + 0.5 * sin(x);
}

static double mech_bristles_dot(int n, const double *x, const double *y)
{
	return n == 1 ? x[0] * y[0] : x[0] * y[0] + x[1] * y[1];
}

/* c of dz/dt = u - c z, with its derivatives by u and z */
static double mech_bristles_give(const double *numbers, double friction, int n, const double *u, const double *z,
                                 double *c_u, double *c_z)
{
	const double stiffness = numbers[MECH_BRISTLES_STIFFNESS], stribeck = numbers[MECH_BRISTLES_STRIBECK];
	const double w = sqrt(mech_bristles_dot(n, u, u)), length = sqrt(mech_bristles_dot(n, z, z)), x = w / stribeck;
	const double more = fmax(numbers[MECH_BRISTLES_STATIC] - friction, 0.0) * exp(-x * x);
	const double level = fmax(friction + more, MECH_BRISTLES_LEAST), level_w = -2.0 * x / stribeck * more,
				 r = stiffness * length / level;
	double slope;
	const double alpha = mech_bristles_yield(r, &slope);
	const double along = length > 0.0 ? mech_bristles_dot(n, u, z) / length : 0.0; /* speed that bends further */
	memset(c_u, 0, (size_t)n * sizeof *c_u);
	memset(c_z, 0, (size_t)n * sizeof *c_z);
	if (!(alpha > 0.0) || !(along > 0.0)) {
		return 0.0;
	}
	for (int k = 0; k < n; k++) {
		const double unit = z[k] / length;
		c_u[k] = stiffness / level * (alpha * unit - along * level_w / level * (alpha + slope * r) * u[k] / w);
		c_z[k] =
			stiffness / level * (along * slope * stiffness / level * unit + alpha * (u[k] - along * unit) / length);
	}
	return alpha * stiffness * along / level;
}

LA_FUNCTION void mech_bristles_load(const double *numbers, const double *z, struct mech_touch *touch,
                                    struct mech_bristles *b)
{
	const int n = touch->n - 1, normal = touch->n - 1;
	const double stiffness = numbers[MECH_BRISTLES_STIFFNESS], damping = numbers[MECH_BRISTLES_DAMPING];
	const double viscous = numbers[MECH_BRISTLES_VISCOUS], friction = touch->law[MECH_CONTACT_FRICTION];
	double c_u[MECH_BRISTLES_MOST], c_z[MECH_BRISTLES_MOST];
	memset(b, 0, sizeof *b);
	b->n = n;
	const double c = mech_bristles_give(numbers, friction, n, touch->rate, z, c_u, c_z);
	for (int k = 0; k < n; k++) {
		b->rate[k] = touch->rate[k] - c * z[k];
		const double part = stiffness * z[k] + damping * b->rate[k] + viscous * touch->rate[k]; /* of N */
		touch->F[k] = -part * touch->F[normal];
		touch->F_height[k] = -part * touch->F_height[normal];
		touch->F_rate[touch->n * k + normal] = -part * touch->F_rate[touch->n * normal + normal];
		for (int l = 0; l < n; l++) {
			b->rate_u[n * k + l] = (k == l) - c_u[l] * z[k];
			b->rate_z[n * k + l] = -c * (k == l) - c_z[l] * z[k];
			b->F_z[n * k + l] = -touch->F[normal] * (stiffness * (k == l) + damping * b->rate_z[n * k + l]);
			touch->F_rate[touch->n * k + l] = -touch->F[normal] * (damping * b->rate_u[n * k + l] + viscous * (k == l));
		}
	}
}

LA_FUNCTION void mech_bristles_add_tangent(const struct mech_bristles *b, const struct mech_touch *touch, double cq,
                                           double cv, double *out)
{
	const int size = touch->size, n = b->n, width = size + n;
	double bodies[MECH_MOST_PAIR_V * MECH_MOST_PAIR_V] = {0.0}, change[MECH_MOST_PAIR_V];
	mech_touch_add_tangent(touch, cq, cv, bodies);
	for (int i = 0; i < size * size; i++) {
		out[width * (i / size) + i % size] += bodies[i];
	}
	for (int l = 0; l < n; l++) {
		mech_touch_rate_change(touch, l, cq, cv, change);
		for (int k = 0; k < n; k++) {
			for (int i = 0; i < size; i++) {
				out[width * i + size + l] -= cv * b->F_z[n * k + l] * touch->row[k][i];
				out[width * (size + k) + i] -= b->rate_u[n * k + l] * change[i];
			}
			out[width * (size + k) + size + l] -= cv * b->rate_z[n * k + l];
		}
	}
}
