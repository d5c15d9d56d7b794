/* A mechanism that comes to rest in a singular position: a slider-crank with equal arms, damped in
 * its pin, swings until it rests in its dead centre, where the constraints lose rank and two
 * branches meet. The branch it is on has one coordinate, the angle x of the crank from the dead
 * centre, with an equation of motion of its own, integrated here by the classical Runge-Kutta
 * method:
 *
 *     (1 + 4 cos^2 x) x'' = 4 cos x sin x x'^2 - 9.8 sin x - viscous x'
 */
#ifndef TRUTH_REST_H
#define TRUTH_REST_H

#include "truth_motion.h"
#include "truth_run.h"

static inline double rest_acceleration(double t, double x, double v, const double *viscous)
{
	const double c = cos(x), s = sin(x);
	(void)t;
	return (4 * c * s * v * v - 9.8 * s - *viscous * v) / (1 + 4 * c * c);
}

/* from rest at 45 degrees: the crank's angle; that of the rod is its mirror image. `number` is the
 * damping. */
static inline int rest_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	double x = truth_pi / 4, v = 0;
	truth_integrate(rest_acceleration, &p->number, 0, t, (int)(1000 * t), &x, &v);
	values[0] = (struct truth_value){"joints.pin.angle", x, 1, 0};
	values[1] = (struct truth_value){"joints.guide.angle", truth_pi - x, 1, 0};
	return 2;
}

static const char rest_text[] =
	"mechanism: settling\n"
	"gravity: [0, -9.8]\n"
	"bodies:\n"
	"  crank: {mass: 1, inertia: 0, center: [0.7071067811865476, -0.7071067811865476]}\n"
	"  rod: {mass: 1, inertia: 0, center: [1.4142135623730951, 0]}\n"
	"joints:\n"
	"  pin: {type: revolute, bodies: [ground, crank], at: [0, 0], offset: 0.7853981633974483}\n"
	"  elbow: {type: revolute, bodies: [crank, rod], at: [0.7071067811865476, -0.7071067811865476]}\n"
	"  guide: {type: point_on_line, bodies: [rod, ground], at: [1.4142135623730951, 0], axis: [1, 0],\n"
	"          offset: 1.4142135623730951, angle_offset: 2.356194490192345}\n"
	"forces: {friction: {type: joint_friction, joint: pin, viscous: %g}}\n"
	"initial: {pin: {angle: 0.7853981633974483, speed: 0}}\n";

/* a mechanism with its equation */
struct rest {
	char text[sizeof rest_text + 16], title[64];
	struct truth_problem problem;
};

static inline void rest_open(struct rest *r, double viscous, double stop)
{
	(void)snprintf(r->text, sizeof r->text, rest_text, viscous);
	(void)snprintf(r->title, sizeof r->title, "damping %g", viscous);
	r->problem = (struct truth_problem){
		.title = r->title, .text = r->text, .stop = stop, .may_refuse = 1, .exact = rest_values, .number = viscous};
}

#endif
