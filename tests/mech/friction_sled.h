/* A sled of 1 kg on a rail with friction, in the plane or written in space, and what the tests of
 * friction measure on it. */
#ifndef FRICTION_SLED_H
#define FRICTION_SLED_H

#include "assert_close.h"
#include "running.h"
#include "slow_build.h"

static const double pi = 3.14159265358979323846;

struct way {
	const char *method;
	int spatial;
};

static const struct way ways[] = {
	{"generalized_alpha", 0},
	{"generalized_alpha", 1},
	{"radau", 0},
	{"radau", 1},
	{"hht", 0},
	{"midpoint", 0},
	{"energy_decaying", 0},
	{"bdf_displacement", 0},
	{"bdf", 0},
	{"for_sdirk", 0},
	{"infl_sdirk", 0},
	{"infl_trap", 0},
	{"ssp_trap", 0},
};
/* slow builds take every third: both methods, plane and space */
enum { MAIN_WAYS = 4, ALL_WAYS = sizeof ways / sizeof ways[0], NEXT_WAY = SLOW_BUILD ? 3 : 1 };

/* `more` holds further bodies, joints, drivers and forces as flow maps, with Z for the third number
 * of a vector and J for an inertia of 1 */
static inline void sled_start(struct running *r, const struct way *way, double tolerance, const char *friction,
                              const char *more)
{
	char plain[3000], text[4000];
	size_t n = 0;
	(void)snprintf(plain, sizeof plain,
	               "mechanism: sled\nspace: %s\n"
	               "solver: {method: %s, tolerance: %.17g}\n"
	               "bodies:\n  sled: {mass: 1, inertia: J, center: [0, 0Z]}\n"
	               "  hook: {mass: 1, inertia: J, center: [1, 0Z]}\n"
	               "joints:\n  rail: {type: prismatic, bodies: [ground, sled], at: [0, 0Z], axis: [1, 0Z]}\n"
	               "  track: {type: prismatic, bodies: [ground, hook], at: [1, 0Z], axis: [1, 0Z]}\n"
	               "%s  rub: {joint: rail, %s}\n",
	               way->spatial ? "spatial" : "planar", way->method, tolerance, more, friction);
	for (const char *p = plain; *p != '\0'; p++) {
		const char *long_form = *p == 'Z' ? (way->spatial ? ", 0" : "") : way->spatial ? "[1, 1, 1]" : "1";
		n += (size_t)snprintf(text + n, sizeof text - n, "%.*s", *p == 'Z' || *p == 'J' ? 20 : 1,
		                      *p == 'Z' || *p == 'J' ? long_form : p);
	}
	running_start(r, text, 0, 0);
}

/* pulled by a spring of 100 N/m whose other end moves at 0.1 m/s */
#define PULLED                                                                                                    \
	"drivers: {go: {type: constant_speed, joint: track, speed: 0.1}}\n"                                           \
	"forces:\n  spring: {type: spring_damper, bodies: [sled, hook], from: [0, 0Z], to: [1, 0Z], stiffness: 100, " \
	"damping: 0}\n"

/* the sled itself is moved */
#define MOVED(driver) "drivers: {stay: {type: polynomial, joint: track, coefficients: [0]}, " driver "}\nforces:\n"

/* the balance of energies, against what went to and fro */
static inline void assert_balance(struct running *r, double tolerance, double exchanged)
{
	assert_small(running_get(r, "energies.balance_error"), 10 * tolerance * exchanged);
}

/* the force that a driver needs at constant speed, once the spring has been stretched */
static inline void expect_law(const char *friction, double after, double tolerance)
{
	static const double speeds[] = {1e-4, 3e-3, 0.01, 0.025, 0.3, -0.004, -1};
	for (int i = 0; i < MAIN_WAYS; i += NEXT_WAY) {
		for (size_t k = 0; k < sizeof speeds / sizeof speeds[0]; k += SLOW_BUILD ? 3 : 1) {
			struct running r;
			const double v = speeds[k], x = v / 0.01;
			sled_start(&r, &ways[i], 1e-6, friction, MOVED("go: {type: input, joint: rail, input: place}"));
			assert_int_equal(mech_set_input_derivative(r.m, running_variable(&r, "place"), 1, v, &r.message), 0);
			running_advance(&r, after);
			assert_close(running_get(&r, "drivers.go.effort"), copysign(2 + exp(-x * x), v) + 4 * v, tolerance);
			assert_close(running_get(&r, "forces.rub.effort"), -copysign(2 + exp(-x * x), v) - 4 * v, tolerance);
			running_close(&r);
		}
	}
}

/* period of slips, from times at which the sled becomes faster than its spring's end */
static inline double slip_period(struct running *r, double stop)
{
	const double step = 2e-3;
	double first = 0, last = 0, before = 0;
	int slips = 0, slides = 0;
	for (int k = 1; k * step <= stop; k++) {
		running_advance(r, k * step);
		const double v = running_get(r, "joints.rail.speed");
		if (!slides && v > 0.1) {
			last = (k - (v - 0.1) / (v - before)) * step;
			first = slips++ == 1 ? last : first;
		}
		slides = v > 0.1 || (slides && v > 0.05);
		before = v;
	}
	assert_true(slips > 3);
	return (last - first) / (slips - 2);
}

/* Stick: the spring is stretched by 0.1 m/s from -d to d about the Coulomb force, d = (3 N - 2 N) /
 * 100 N/m. Slip: that part of an oscillation of 10 rad/s about it in which the sled moves. */
static inline double exact_period(void)
{
	const double d = 0.01, w = 10, speed = 0.1;
	return 2 * d / speed + 2 / w * (pi - atan(d * w / speed));
}

#endif
