/* The crank-rocker of examples/four_bar with one coordinate, by classical Runge-Kutta: an
 * independent reference.
 *
 * Loop a e^(i theta) + b e^(i psi) = d + c e^(i chi); psi and chi, their first and second
 * derivatives with respect to theta, follow from the loop. With r_k(theta) the centres and J = sum
 * m |r'|^2 + I angle'^2, the equation of motion is
 *
 *     J theta'' = torque - damping - dV/dtheta - theta'^2 sum (m r' . r'' + I angle' angle'').
 */
#ifndef FOUR_BAR_REFERENCE_H
#define FOUR_BAR_REFERENCE_H

#include <math.h>

struct four_bar_state {
	double angle, speed;
};

/* psi and chi with their first two derivatives */
struct four_bar_loop {
	double psi[3], chi[3];
};

static const double four_bar_a = 0.1, four_bar_c = 0.3, four_bar_d = 0.4;
#define four_bar_b sqrt(0.2)

/* solves b psi' (-sin psi, cos psi) - c chi' (-sin chi, cos chi) = (x, y) */
static void four_bar_solve(const struct four_bar_loop *l, double x, double y, double *psi, double *chi)
{
	double b1 = -four_bar_b * sin(l->psi[0]);
	double b2 = four_bar_b * cos(l->psi[0]);
	double c1 = four_bar_c * sin(l->chi[0]);
	double c2 = -four_bar_c * cos(l->chi[0]);
	double det = b1 * c2 - b2 * c1;
	*psi = (x * c2 - y * c1) / det;
	*chi = (b1 * y - b2 * x) / det;
}

static struct four_bar_loop four_bar_close(double theta)
{
	/* triangle of the crank's end, the rocker's end and the rocker's bearing, on the side it is
	 * drawn */
	double x = four_bar_d - four_bar_a * cos(theta);
	double y = -four_bar_a * sin(theta);
	double e = sqrt(x * x + y * y);
	double corner = acos((four_bar_b * four_bar_b + e * e - four_bar_c * four_bar_c) / (2 * four_bar_b * e));
	struct four_bar_loop l;
	l.psi[0] = atan2(y, x) + corner;
	double top_x = four_bar_a * cos(theta) + four_bar_b * cos(l.psi[0]);
	double top_y = four_bar_a * sin(theta) + four_bar_b * sin(l.psi[0]);
	l.chi[0] = atan2(top_y, top_x - four_bar_d);
	four_bar_solve(&l, four_bar_a * sin(theta), -four_bar_a * cos(theta), &l.psi[1], &l.chi[1]);
	double p = four_bar_b * l.psi[1] * l.psi[1];
	double q = four_bar_c * l.chi[1] * l.chi[1];
	four_bar_solve(&l, four_bar_a * cos(theta) + p * cos(l.psi[0]) - q * cos(l.chi[0]),
	               four_bar_a * sin(theta) + p * sin(l.psi[0]) - q * sin(l.chi[0]), &l.psi[2], &l.chi[2]);
	return l;
}

static double four_bar_acceleration(struct four_bar_state s, double torque)
{
	static const double g = 9.81, m1 = 0.12, i1 = 0.0001, i2 = 0.008944271909999158, m3 = 0.36, i3 = 0.0027;
	double m2 = 1.2 * four_bar_b;
	struct four_bar_loop l = four_bar_close(s.angle);
	double b = four_bar_b / 2;
	/* derivatives of the coupler's centre */
	double x1 = -four_bar_a * sin(s.angle) - b * sin(l.psi[0]) * l.psi[1];
	double y1 = four_bar_a * cos(s.angle) + b * cos(l.psi[0]) * l.psi[1];
	double x2 = -four_bar_a * cos(s.angle) - b * (cos(l.psi[0]) * l.psi[1] * l.psi[1] + sin(l.psi[0]) * l.psi[2]);
	double y2 = -four_bar_a * sin(s.angle) - b * (sin(l.psi[0]) * l.psi[1] * l.psi[1] - cos(l.psi[0]) * l.psi[2]);
	double crank = i1 + m1 * four_bar_a * four_bar_a / 4;
	double rocker = i3 + m3 * four_bar_c * four_bar_c / 4;
	double inertia = crank + m2 * (x1 * x1 + y1 * y1) + i2 * l.psi[1] * l.psi[1] + rocker * l.chi[1] * l.chi[1];
	double turning = m2 * (x1 * x2 + y1 * y2) + i2 * l.psi[1] * l.psi[2] + rocker * l.chi[1] * l.chi[2];
	double weight = g * (m1 * four_bar_a / 2 * cos(s.angle) + m2 * y1 + m3 * four_bar_c / 2 * cos(l.chi[0]) * l.chi[1]);
	double damping = (0.05 + 0.01 * l.chi[1] * l.chi[1]) * s.speed;
	return (torque - damping - weight - turning * s.speed * s.speed) / inertia;
}

static struct four_bar_state four_bar_slope(struct four_bar_state s, double torque)
{
	return (struct four_bar_state){s.speed, four_bar_acceleration(s, torque)};
}

static struct four_bar_state four_bar_moved(struct four_bar_state s, struct four_bar_state slope, double h)
{
	return (struct four_bar_state){s.angle + h * slope.angle, s.speed + h * slope.speed};
}

/* from rest at the drawn position */
static inline struct four_bar_state four_bar_run(double torque, double time, int steps)
{
	struct four_bar_state s = {acos(-1) / 2, 0};
	double h = time / steps;
	for (int i = 0; i < steps; i++) {
		struct four_bar_state k1 = four_bar_slope(s, torque);
		struct four_bar_state k2 = four_bar_slope(four_bar_moved(s, k1, h / 2), torque);
		struct four_bar_state k3 = four_bar_slope(four_bar_moved(s, k2, h / 2), torque);
		struct four_bar_state k4 = four_bar_slope(four_bar_moved(s, k3, h), torque);
		s.angle += h / 6 * (k1.angle + 2 * k2.angle + 2 * k3.angle + k4.angle);
		s.speed += h / 6 * (k1.speed + 2 * k2.speed + 2 * k3.speed + k4.speed);
	}
	return s;
}

#endif
