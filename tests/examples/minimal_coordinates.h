/* An oracle for the examples: the same mechanism in minimal coordinates s, without constraints.
 *
 * A test gives the placement y(s) in closed form: for each body the displacement from the drawing,
 * X -> R X + t, and any lengths or angles c along which forces act. Derivatives of y are taken by
 * central differences of eighth order. Newton's and Euler's equations projected on the coordinates,
 *
 *     sum J_x^T m (a - g) + J_w^T (I w' + w x I w) = J_c^T F(t, c, dc/dt),      a = J_x s'' + d2x/dt2 at s'' = 0,
 *
 * give s'', and the classical Runge-Kutta method the motion. Nothing is shared with the program but
 * the numbers of the file: masses, inertias and centres are read from its variables.
 */
#ifndef MINIMAL_COORDINATES_H
#define MINIMAL_COORDINATES_H

#include <math.h>
#include <string.h>

#include "example_fixture.h"

enum { MINIMAL_MOST_S = 6, MINIMAL_MOST_BODIES = 16, MINIMAL_MOST_C = 8 };
enum { MINIMAL_MOST_Y = 12 * MINIMAL_MOST_BODIES + MINIMAL_MOST_C };

/* ---- vectors and displacements ---- */

struct vector {
	double x, y, z;
};

static inline struct vector vector_add(struct vector a, double factor, struct vector b)
{
	return (struct vector){a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z};
}

static inline struct vector vector_minus(struct vector a, struct vector b)
{
	return vector_add(a, -1, b);
}

static inline double vector_dot(struct vector a, struct vector b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct vector vector_cross(struct vector a, struct vector b)
{
	return (struct vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double vector_length(struct vector a)
{
	return sqrt(vector_dot(a, a));
}

static inline struct vector vector_unit(struct vector a)
{
	const struct vector zero = {0, 0, 0};
	return vector_add(zero, 1 / vector_length(a), a);
}

/* X -> R X + t, R by rows */
struct displacement {
	struct vector R[3], t;
};

static const struct displacement displacement_none = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};

static inline struct vector displaced_direction(const struct displacement *d, struct vector a)
{
	return (struct vector){vector_dot(d->R[0], a), vector_dot(d->R[1], a), vector_dot(d->R[2], a)};
}

static inline struct vector displaced(const struct displacement *d, struct vector a)
{
	return vector_add(displaced_direction(d, a), 1, d->t);
}

/* first b, then a */
static inline struct displacement displacement_after(const struct displacement *a, const struct displacement *b)
{
	struct displacement c;
	for (int i = 0; i < 3; i++) {
		const struct vector r = a->R[i];
		c.R[i] = (struct vector){r.x * b->R[0].x + r.y * b->R[1].x + r.z * b->R[2].x,
		                         r.x * b->R[0].y + r.y * b->R[1].y + r.z * b->R[2].y,
		                         r.x * b->R[0].z + r.y * b->R[1].z + r.z * b->R[2].z};
	}
	c.t = displaced(a, b->t);
	return c;
}

/* the displacement with this rotation that takes `from` to `to` */
static inline void displacement_pin(struct displacement *d, struct vector from, struct vector to)
{
	d->t = vector_minus(to, displaced_direction(d, from));
}

/* by an angle about the axis through a point */
static inline struct displacement displacement_turn(struct vector at, struct vector axis, double angle)
{
	const struct vector u = vector_unit(axis);
	const double c = cos(angle), s = sin(angle), k = 1 - c;
	struct displacement d = {{{c + k * u.x * u.x, k * u.x * u.y - s * u.z, k * u.x * u.z + s * u.y},
	                          {k * u.y * u.x + s * u.z, c + k * u.y * u.y, k * u.y * u.z - s * u.x},
	                          {k * u.z * u.x - s * u.y, k * u.z * u.y + s * u.x, c + k * u.z * u.z}},
	                         {0, 0, 0}};
	displacement_pin(&d, at, at);
	return d;
}

static inline struct displacement displacement_slide(struct vector along, double distance)
{
	struct displacement d = displacement_none;
	d.t = vector_add(d.t, distance, along);
	return d;
}

/* a body hinged to one that has moved by `base`, the hinge as drawn */
static inline struct displacement displacement_hinged(const struct displacement *base, struct vector at,
                                                      struct vector axis, double angle)
{
	const struct displacement turn = displacement_turn(at, axis, angle);
	return displacement_after(base, &turn);
}

/* takes the perpendicular unit vectors a, b to a2, b2 and the point `from` to `to` */
static inline struct displacement displacement_aligned(struct vector a, struct vector b, struct vector a2,
                                                       struct vector b2, struct vector from, struct vector to)
{
	const struct vector c = vector_cross(a, b), c2 = vector_cross(a2, b2);
	const double now[3][3] = {{a2.x, a2.y, a2.z}, {b2.x, b2.y, b2.z}, {c2.x, c2.y, c2.z}};
	const struct vector zero = {0, 0, 0};
	struct displacement d;
	for (int i = 0; i < 3; i++) {
		d.R[i] = vector_add(vector_add(vector_add(zero, now[0][i], a), now[1][i], b), now[2][i], c);
	}
	displacement_pin(&d, from, to);
	return d;
}

/* the smallest turn about an axis through `at` that brings a point to a distance from a target */
static inline double turn_to_distance(struct vector point, struct vector at, struct vector axis, struct vector target,
                                      double distance)
{
	const struct vector u = vector_unit(axis);
	const struct vector centre = vector_add(at, vector_dot(vector_minus(point, at), u), u);
	const struct vector p = vector_minus(point, centre), r = vector_cross(u, p), w = vector_minus(centre, target);
	/* |w + p cos + r sin|^2 = distance^2 */
	const double A = 2 * vector_dot(w, p), B = 2 * vector_dot(w, r);
	const double C = distance * distance - vector_dot(w, w) - vector_dot(p, p);
	const double middle = atan2(B, A), side = acos(C / hypot(A, B));
	const double one = remainder(middle + side, 2 * acos(-1)), other = remainder(middle - side, 2 * acos(-1));
	return fabs(one) < fabs(other) ? one : other;
}

/* ---- the model ---- */

struct minimal {
	int n, n_bodies, n_c; /* coordinates, bodies, lengths and angles along which forces act */
	const char *const *bodies;
	void (*place)(const double *s, struct displacement *bodies, double *c);
	double (*effort)(int k, double t, double c, double rate);
	/* read from the example */
	double mass[MINIMAL_MOST_BODIES], inertia[MINIMAL_MOST_BODIES][6];
	struct vector center[MINIMAL_MOST_BODIES], gravity;
};

static inline double minimal_parameter(struct example *e, const char *body, const char *key)
{
	char name[128];
	(void)snprintf(name, sizeof name, "bodies.%s.%s", body, key);
	return example_get(e, name);
}

static inline void minimal_read(struct minimal *m, struct example *e, int planar)
{
	static const char *const places[] = {"inertia[1]", "inertia[2]", "inertia[3]",
	                                     "inertia[4]", "inertia[5]", "inertia[6]"};
	m->gravity = (struct vector){example_get(e, "gravity[1]"), example_get(e, "gravity[2]"),
	                             planar ? 0 : example_get(e, "gravity[3]")};
	for (int i = 0; i < m->n_bodies; i++) {
		const char *body = m->bodies[i];
		m->mass[i] = minimal_parameter(e, body, "mass");
		m->center[i] = (struct vector){minimal_parameter(e, body, "center[1]"), minimal_parameter(e, body, "center[2]"),
		                               planar ? 0 : minimal_parameter(e, body, "center[3]")};
		for (int k = 0; k < 6; k++) {
			m->inertia[i][k] = planar ? 0 : minimal_parameter(e, body, places[k]);
		}
		if (planar) {
			m->inertia[i][2] = minimal_parameter(e, body, "inertia");
		}
	}
}

/* y: place of the centre and rotation of each body, then c */
static inline void minimal_place(const struct minimal *m, const double *s, double *y)
{
	struct displacement bodies[MINIMAL_MOST_BODIES];
	m->place(s, bodies, y + 12 * m->n_bodies);
	for (int i = 0; i < m->n_bodies; i++) {
		const struct vector x = displaced(&bodies[i], m->center[i]);
		const double numbers[12] = {x.x,
		                            x.y,
		                            x.z,
		                            bodies[i].R[0].x,
		                            bodies[i].R[0].y,
		                            bodies[i].R[0].z,
		                            bodies[i].R[1].x,
		                            bodies[i].R[1].y,
		                            bodies[i].R[1].z,
		                            bodies[i].R[2].x,
		                            bodies[i].R[2].y,
		                            bodies[i].R[2].z};
		memcpy(y + 12 * i, numbers, sizeof numbers);
	}
}

/* first and second derivative of y(s + tau direction) by tau; second may be NULL */
static inline void minimal_differentiate(const struct minimal *m, const double *s, const double *direction,
                                         double *first, double *second)
{
	static const double one[5] = {0, 4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
	static const double two[5] = {-205.0 / 72, 8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560};
	const int n_y = 12 * m->n_bodies + m->n_c;
	double size = 0, moved[MINIMAL_MOST_S], y[MINIMAL_MOST_Y];
	for (int j = 0; j < m->n; j++) {
		size = fmax(size, fabs(direction[j]));
	}
	const double tau = size > 0 ? 0.01 / size : 1;
	memset(first, 0, (size_t)n_y * sizeof *first);
	if (second) {
		memset(second, 0, (size_t)n_y * sizeof *second);
	}
	for (int k = -4; k <= 4; k++) {
		for (int j = 0; j < m->n; j++) {
			moved[j] = s[j] + k * tau * direction[j];
		}
		minimal_place(m, moved, y);
		for (int i = 0; i < n_y; i++) {
			first[i] += (k < 0 ? -one[-k] : one[k]) * y[i] / tau;
			if (second) {
				second[i] += two[k < 0 ? -k : k] * y[i] / (tau * tau);
			}
		}
	}
}

/* vee of the skew part of R^T D: angular velocity in body axes for D = dR */
static inline struct vector minimal_spin(const double *R, const double *D)
{
	double S[3][3];
	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < 3; j++) {
			S[i][j] = R[i] * D[j] + R[3 + i] * D[3 + j] + R[6 + i] * D[6 + j];
		}
	}
	return (struct vector){(S[2][1] - S[1][2]) / 2, (S[0][2] - S[2][0]) / 2, (S[1][0] - S[0][1]) / 2};
}

static inline struct vector minimal_inertia(const double *I, struct vector w)
{
	return (struct vector){I[0] * w.x + I[3] * w.y + I[4] * w.z, I[3] * w.x + I[1] * w.y + I[5] * w.z,
	                       I[4] * w.x + I[5] * w.y + I[2] * w.z};
}

/* A x = b by elimination with pivots; x replaces b */
static inline void minimal_solve(int n, double (*A)[MINIMAL_MOST_S], double *b)
{
	for (int k = 0; k < n; k++) {
		int pivot = k;
		for (int i = k; i < n; i++) {
			pivot = fabs(A[i][k]) > fabs(A[pivot][k]) ? i : pivot;
		}
		for (int j = 0; j < n; j++) {
			const double other = A[k][j];
			A[k][j] = A[pivot][j];
			A[pivot][j] = other;
		}
		const double other = b[k];
		b[k] = b[pivot];
		b[pivot] = other;
		for (int i = 0; i < n; i++) {
			const double factor = i == k ? 0 : A[i][k] / A[k][k];
			for (int j = 0; j < n; j++) {
				A[i][j] -= factor * A[k][j];
			}
			b[i] -= factor * b[k];
		}
	}
	for (int k = 0; k < n; k++) {
		b[k] /= A[k][k];
	}
}

static inline void minimal_acceleration(const struct minimal *m, double t, const double *s, const double *v, double *a)
{
	double y[MINIMAL_MOST_Y], rate[MINIMAL_MOST_Y], bias[MINIMAL_MOST_Y], J[MINIMAL_MOST_S][MINIMAL_MOST_Y];
	double A[MINIMAL_MOST_S][MINIMAL_MOST_S] = {{0}};
	minimal_place(m, s, y);
	minimal_differentiate(m, s, v, rate, bias);
	for (int j = 0; j < m->n; j++) {
		double along[MINIMAL_MOST_S] = {0};
		along[j] = 1;
		minimal_differentiate(m, s, along, J[j], NULL);
		a[j] = 0;
	}
	for (int i = 0; i < m->n_bodies; i++) {
		const double *R = y + 12 * i + 3;
		const struct vector w = minimal_spin(R, rate + 12 * i + 3), turning = minimal_spin(R, bias + 12 * i + 3);
		const struct vector still = {bias[12 * i], bias[12 * i + 1], bias[12 * i + 2]};
		const struct vector force = vector_minus(m->gravity, still);
		const struct vector torque =
			vector_add(minimal_inertia(m->inertia[i], turning), 1, vector_cross(w, minimal_inertia(m->inertia[i], w)));
		for (int j = 0; j < m->n; j++) {
			const double *row = J[j] + 12 * i;
			const struct vector x = {row[0], row[1], row[2]}, spin = minimal_spin(R, row + 3);
			a[j] += m->mass[i] * vector_dot(x, force) - vector_dot(spin, torque);
			for (int k = 0; k < m->n; k++) {
				const double *other = J[k] + 12 * i;
				const struct vector x2 = {other[0], other[1], other[2]};
				A[j][k] += m->mass[i] * vector_dot(x, x2) +
				           vector_dot(spin, minimal_inertia(m->inertia[i], minimal_spin(R, other + 3)));
			}
		}
	}
	for (int k = 0; k < m->n_c; k++) {
		const int place = 12 * m->n_bodies + k;
		const double F = m->effort(k, t, y[place], rate[place]);
		for (int j = 0; j < m->n; j++) {
			a[j] += J[j][place] * F;
		}
	}
	minimal_solve(m->n, A, a);
}

/* state: s, then ds/dt */
static inline void minimal_slope(const struct minimal *m, double t, const double *state, double *slope)
{
	memcpy(slope, state + m->n, (size_t)m->n * sizeof *slope);
	minimal_acceleration(m, t, state, state + m->n, slope + m->n);
}

static inline void minimal_advance(const struct minimal *m, double *state, double t, double t_end, int steps)
{
	const double h = (t_end - t) / steps, ahead[4] = {0, h / 2, h / 2, h}, weight[4] = {1, 2, 2, 1};
	const int n = 2 * m->n;
	for (int i = 0; i < steps; i++) {
		double slope[2 * MINIMAL_MOST_S] = {0}, sum[2 * MINIMAL_MOST_S] = {0}, moved[2 * MINIMAL_MOST_S];
		for (int k = 0; k < 4; k++) {
			for (int j = 0; j < n; j++) {
				moved[j] = state[j] + ahead[k] * slope[j];
			}
			minimal_slope(m, t + i * h + ahead[k], moved, slope);
			for (int j = 0; j < n; j++) {
				sum[j] += weight[k] * slope[j];
			}
		}
		for (int j = 0; j < n; j++) {
			state[j] += h / 6 * sum[j];
		}
	}
}

#endif
