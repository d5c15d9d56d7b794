/* Exact constraint forces of the singular mechanisms: what the joints must exert on each body along
 * the true motion, f - M a.
 *
 * A case gives places and masses of its bodies as functions of its coordinate x and what acts on
 * them from outside. Accelerations follow by central differences of fourth order, p' x'' + p''
 * x'^2. They are finite everywhere, whatever the multipliers do. */
#ifndef SINGULAR_BODIES_H
#define SINGULAR_BODIES_H

#include "singular_run.h"

enum { SINGULAR_MOST_BODIES = 24 };

/* along x, along y, about z */
struct singular_body {
	double mass[3], place[3], applied[3];
};

typedef int singular_bodies(const struct singular_case *c, double x, struct singular_body *bodies);

static inline struct singular_body singular_body(double mass, double inertia, double x, double y, double angle,
                                                 double gravity)
{
	return (struct singular_body){{mass, mass, inertia}, {x, y, angle}, {0, -mass * gravity, 0}};
}

static inline int singular_slider_crank_bodies(const struct singular_case *c, double x, struct singular_body *bodies)
{
	const double rod = c->number * x;
	bodies[0] = singular_body(1, 0, sin(x), -cos(x), x, 9.8);
	bodies[1] = singular_body(1, 0, sin(x) - sin(rod), cos(rod) - cos(x), rod, 9.8);
	return 2;
}

static inline int singular_cranks_bodies(int n, double x, struct singular_body *bodies)
{
	for (int k = 0; k < n; k++) {
		bodies[k] = singular_body(1, 1.0 / 12, k + cos(x) / 2, sin(x) / 2, x, 9.81);
	}
	return n;
}

static inline int singular_chain_bodies(const struct singular_case *c, double x, struct singular_body *bodies)
{
	const int n = c->loops;
	int count = singular_cranks_bodies(n + 1, x, bodies);
	for (int k = 0; k < n; k++) {
		bodies[count++] = singular_body(1, 1.0 / 12, k + 0.5 + cos(x), sin(x), 0, 9.81);
	}
	return count;
}

/* the push acts 0.3 m next to the centre of the coupler */
static inline int singular_parallelogram_bodies(const struct singular_case *c, double x, struct singular_body *bodies)
{
	const int count = singular_chain_bodies(c, x, bodies);
	bodies[2].applied[0] += 3;
	bodies[2].applied[1] += 4;
	bodies[2].applied[2] += 0.3 * 4;
	return count;
}

static inline int singular_rigid_coupler_bodies(const struct singular_case *c, double x, struct singular_body *bodies)
{
	(void)c;
	(void)singular_cranks_bodies(3, x, bodies);
	bodies[3] = singular_body(1, 1.0 / 3, 1 + cos(x), sin(x), 0, 9.81);
	return 4;
}

static inline int singular_touching_bodies(const struct singular_case *c, double x, struct singular_body *bodies)
{
	double b, first, second;
	singular_touching_branch(x, c->number, &b, &first, &second);
	const double angles[3] = {b, x, 2 * x};
	for (int k = 0; k < 3; k++) {
		bodies[2 * k] = singular_body(1, 1, 3 * k, 0, angles[k], 0);
		bodies[2 * k + 1] = singular_body(0.1, 1, 3 * k, cos(angles[k]), 0, 0);
	}
	bodies[0].applied[2] = 1;
	bodies[2].applied[2] = 2;
	return 6;
}

/* force[3 count] of the joints at x with rate v */
static inline int singular_exact_force(const struct singular_case *c, singular_bodies *place, double x, double v,
                                       double *force)
{
	static const double one[5] = {1.0 / 12, -2.0 / 3, 0, 2.0 / 3, -1.0 / 12};
	static const double two[5] = {-1.0 / 12, 4.0 / 3, -5.0 / 2, 4.0 / 3, -1.0 / 12};
	const double h = 1e-3, a = c->acceleration(0, x, v, &c->number);
	struct singular_body bodies[SINGULAR_MOST_BODIES];
	double acceleration[3 * SINGULAR_MOST_BODIES] = {0};
	for (int i = 0; i < 5; i++) {
		const int count = place(c, x + (i - 2) * h, bodies);
		for (int k = 0; k < 3 * count; k++) {
			acceleration[k] += bodies[k / 3].place[k % 3] * (one[i] / h * a + two[i] / (h * h) * v * v);
		}
	}
	const int count = place(c, x, bodies);
	for (int k = 0; k < 3 * count; k++) {
		force[k] = bodies[k / 3].applied[k % 3] - bodies[k / 3].mass[k % 3] * acceleration[k];
	}
	return count;
}

#endif
