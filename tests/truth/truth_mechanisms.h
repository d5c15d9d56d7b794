/* Random mechanisms that can be assembled: drawn in one position, started in another.
 *
 * A family writes a mechanism file and says how its start is requested: by a target under
 * `initial`, or by values that are set before the start (a named parameter, the length of a rod, a
 * start value). The drawing and the start are chosen so that both exist: where a loop closes only
 * for some angles or lengths, the generator draws others until it does, with a margin.
 *
 * Include cmocka.h first.
 */
#ifndef TRUTH_MECHANISMS_H
#define TRUTH_MECHANISMS_H

#include <math.h>

#include "test_random.h"
#include "truth_motion.h"
#include "truth_text.h"

enum { MECHANISM_MOST_VALUES = 4 };

struct mechanism {
	struct test_random random;
	struct truth_text text;
	int n_values; /* to be set before the start */
	char names[MECHANISM_MOST_VALUES][64];
	double values[MECHANISM_MOST_VALUES];
};

struct mechanism_point {
	double x, y, z;
};

static inline double mechanism_in(struct mechanism *m, double low, double high)
{
	return test_random_in(&m->random, low, high);
}

static inline int mechanism_either(struct mechanism *m)
{
	return test_random_int(&m->random, 0, 1);
}

static inline void mechanism_set(struct mechanism *m, const char *name, double value)
{
	assert_true(m->n_values < MECHANISM_MOST_VALUES);
	(void)snprintf(m->names[m->n_values], sizeof m->names[0], "%s", name);
	m->values[m->n_values++] = value;
}

/* ---- writing ---- */

static inline void mechanism_begin(struct mechanism *m, const char *name, int spatial)
{
	const double g = mechanism_either(m) ? -9.81 : mechanism_in(m, -10, 10);
	truth_add(&m->text, "mechanism: %s\nspace: %s\n", name, spatial ? "spatial" : "planar");
	truth_add(&m->text, spatial ? "gravity: [0, 0, %.17g]\n" : "gravity: [0, %.17g]\n", g);
}

/* a bar of the plane between two points */
static inline void mechanism_bar(struct mechanism *m, const char *name, struct mechanism_point a,
                                 struct mechanism_point b)
{
	const double length = hypot(b.x - a.x, b.y - a.y), mass = mechanism_in(m, 0.2, 5);
	truth_add(&m->text, "  %s: {mass: %.17g, inertia: %.17g, center: [%.17g, %.17g]}\n", name, mass,
	          mass * length * length / 12, (a.x + b.x) / 2, (a.y + b.y) / 2);
}

static inline void mechanism_pin(struct mechanism *m, const char *name, const char *bodies, struct mechanism_point at)
{
	truth_add(&m->text, "  %s: {type: revolute, bodies: [%s], at: [%.17g, %.17g]}\n", name, bodies, at.x, at.y);
}

/* requires an angle of the joint a0: in the file, or by a start value */
static inline void mechanism_start_at(struct mechanism *m, double angle, double other)
{
	const double speed = mechanism_either(m) ? 0 : mechanism_in(m, -5, 5);
	const int by_value = mechanism_either(m);
	truth_add(&m->text, "initial: {a0: {angle: %.17g, speed: %.17g}}\n", by_value ? other : angle, speed);
	if (by_value) {
		mechanism_set(m, "initial.a0.angle", angle);
	}
}

/* ---- loops of the plane ---- */

/* the point at distances a from p and b from q, on the side given; 0 where the circles do not meet
 * well */
static inline int mechanism_meet(struct mechanism_point p, double a, struct mechanism_point q, double b, int side,
                                 struct mechanism_point *meet)
{
	const double dx = q.x - p.x, dy = q.y - p.y, d = hypot(dx, dy);
	const double along = (a * a - b * b + d * d) / (2 * d), square = a * a - along * along;
	const double height = side * sqrt(fmax(0, square));
	*meet = (struct mechanism_point){p.x + (along * dx - height * dy) / d, p.y + (along * dy + height * dx) / d, 0};
	return square > 0.02 * a * a;
}

static inline struct mechanism_point mechanism_polar(struct mechanism_point p, double length, double angle)
{
	return (struct mechanism_point){p.x + length * cos(angle), p.y + length * sin(angle), 0};
}

/* a crank-rocker: its crank turns all the way round */
struct mechanism_loop {
	double crank, coupler, rocker, ground, tilt, drawn;
	struct mechanism_point a, d, b, c; /* pivots, crank pin, rocker pin as drawn at the angle `drawn` */
	int side;
};

static inline struct mechanism_loop mechanism_loop(struct mechanism *m, struct mechanism_point a)
{
	struct mechanism_loop l;
	double shortest, longest;
	do {
		l.crank = mechanism_in(m, 0.1, 0.5);
		l.coupler = mechanism_in(m, 0.4, 2);
		l.rocker = mechanism_in(m, 0.4, 2);
		l.ground = mechanism_in(m, 0.4, 2);
		shortest = fmin(l.coupler, fmin(l.rocker, l.ground));
		longest = fmax(l.coupler, fmax(l.rocker, l.ground));
	} while (shortest < l.crank || l.crank + longest > 0.95 * (l.coupler + l.rocker + l.ground - longest));
	l.tilt = mechanism_in(m, -3, 3);
	l.drawn = mechanism_in(m, -3, 3);
	l.side = mechanism_either(m) ? 1 : -1;
	l.a = a;
	l.d = mechanism_polar(a, l.ground, l.tilt);
	l.b = mechanism_polar(a, l.crank, l.drawn);
	(void)mechanism_meet(l.b, l.coupler, l.d, l.rocker, l.side, &l.c);
	return l;
}

/* most mechanisms are near the origin, a few far from it */
static inline struct mechanism_point mechanism_place(struct mechanism *m)
{
	const double far = test_random_int(&m->random, 0, 9) == 0 ? 30 : 1;
	return (struct mechanism_point){far * mechanism_in(m, -1, 1), far * mechanism_in(m, -1, 1), 0};
}

static inline void mechanism_four_bar(struct mechanism *m)
{
	const struct mechanism_loop l = mechanism_loop(m, mechanism_place(m));
	mechanism_begin(m, "four_bar", 0);
	truth_add(&m->text, "bodies:\n");
	mechanism_bar(m, "crank", l.a, l.b);
	mechanism_bar(m, "coupler", l.b, l.c);
	mechanism_bar(m, "rocker", l.c, l.d);
	truth_add(&m->text, "joints:\n");
	mechanism_pin(m, "a0", "ground, crank", l.a);
	mechanism_pin(m, "b", "crank, coupler", l.b);
	mechanism_pin(m, "c", "coupler, rocker", l.c);
	mechanism_pin(m, "d", "ground, rocker", l.d);
	mechanism_start_at(m, mechanism_in(m, -3, 3), 0);
}

/* a second loop on the rocker of the first: ternary rocker, link, second rocker (Watt) */
static inline void mechanism_watt(struct mechanism *m)
{
	const struct mechanism_loop l = mechanism_loop(m, mechanism_place(m));
	const struct mechanism_point e = mechanism_polar(l.d, 0.4, mechanism_in(m, -3, 3));
	const double away = mechanism_in(m, 1, 1.4), direction = mechanism_in(m, -3, 3);
	const struct mechanism_point f = mechanism_polar(l.d, away, direction);
	struct mechanism_point h;
	(void)mechanism_meet(e, 1.1, f, 1, l.side, &h);
	mechanism_begin(m, "watt", 0);
	truth_add(&m->text, "bodies:\n");
	mechanism_bar(m, "crank", l.a, l.b);
	mechanism_bar(m, "coupler", l.b, l.c);
	mechanism_bar(m, "rocker", l.c, l.d);
	mechanism_bar(m, "link", e, h);
	mechanism_bar(m, "second", h, f);
	truth_add(&m->text, "joints:\n");
	mechanism_pin(m, "a0", "ground, crank", l.a);
	mechanism_pin(m, "b", "crank, coupler", l.b);
	mechanism_pin(m, "c", "coupler, rocker", l.c);
	mechanism_pin(m, "d", "ground, rocker", l.d);
	mechanism_pin(m, "e", "rocker, link", e);
	mechanism_pin(m, "h", "link, second", h);
	mechanism_pin(m, "f", "ground, second", f);
	mechanism_start_at(m, mechanism_in(m, -3, 3), 0);
}

/* a dyad from a point of the coupler to the ground (Stephenson) */
static inline void mechanism_stephenson(struct mechanism *m)
{
	const struct mechanism_loop l = mechanism_loop(m, mechanism_place(m));
	/* the coupler point moves within the crank's and coupler's lengths around a */
	const double part = mechanism_in(m, 0.2, 0.8), reach = l.crank + l.coupler;
	const struct mechanism_point e = {l.b.x + part * (l.c.x - l.b.x), l.b.y + part * (l.c.y - l.b.y), 0};
	const struct mechanism_point f = mechanism_polar(l.a, 1.5 * reach, mechanism_in(m, -3, 3));
	struct mechanism_point h;
	(void)mechanism_meet(e, 1.6 * reach, f, 1.4 * reach, l.side, &h);
	mechanism_begin(m, "stephenson", 0);
	truth_add(&m->text, "bodies:\n");
	mechanism_bar(m, "crank", l.a, l.b);
	mechanism_bar(m, "coupler", l.b, l.c);
	mechanism_bar(m, "rocker", l.c, l.d);
	mechanism_bar(m, "link", e, h);
	mechanism_bar(m, "second", h, f);
	truth_add(&m->text, "joints:\n");
	mechanism_pin(m, "a0", "ground, crank", l.a);
	mechanism_pin(m, "b", "crank, coupler", l.b);
	mechanism_pin(m, "c", "coupler, rocker", l.c);
	mechanism_pin(m, "d", "ground, rocker", l.d);
	mechanism_pin(m, "e", "coupler, link", e);
	mechanism_pin(m, "h", "link, second", h);
	mechanism_pin(m, "f", "ground, second", f);
	mechanism_start_at(m, mechanism_in(m, -3, 3), 0);
}

/* slider-crank whose lengths are named parameters */
static inline void mechanism_sized_crank(struct mechanism *m)
{
	mechanism_begin(m, "sized_crank", 0);
	truth_add(&m->text,
	          "parameters: {crank: 0.3, rod: 0.9, rho: 7.8, reach: crank + rod}\n"
	          "bodies:\n"
	          "  crank: {mass: rho*crank, inertia: rho*crank^3/12, center: [crank/2, 0]}\n"
	          "  rod: {mass: rho*rod, inertia: rho*rod^3/12, center: [crank + rod/2, 0]}\n"
	          "joints:\n"
	          "  a0: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
	          "  elbow: {type: revolute, bodies: [crank, rod], at: [crank, 0]}\n"
	          "  guide: {type: point_on_line, bodies: [rod, ground], at: [\"max(reach, 1)\", 0], axis: [1, 0]}\n");
	mechanism_set(m, "parameters.crank", mechanism_in(m, 0.1, 0.6));
	if (mechanism_either(m)) {
		mechanism_set(m, "parameters.rod", mechanism_in(m, 0.7, 1.5));
	}
	if (mechanism_either(m)) {
		truth_add(&m->text, "initial: {a0: {angle: %.17g, speed: %.17g}}\n", mechanism_in(m, -3, 3),
		          mechanism_either(m) ? 0 : mechanism_in(m, -5, 5));
	}
}

/* ---- plates on rods ---- */

static inline void mechanism_rod(struct mechanism *m, int k, const char *bodies, struct mechanism_point from,
                                 struct mechanism_point to, int spatial)
{
	char name[64];
	const double length = sqrt(pow(to.x - from.x, 2) + pow(to.y - from.y, 2) + pow(to.z - from.z, 2));
	if (spatial) {
		truth_add(&m->text,
		          "  rod%d: {type: rod, bodies: [%s], from: [%.17g, %.17g, %.17g], to: [%.17g, %.17g, %.17g]}\n", k,
		          bodies, from.x, from.y, from.z, to.x, to.y, to.z);
	} else {
		truth_add(&m->text, "  rod%d: {type: rod, bodies: [%s], from: [%.17g, %.17g], to: [%.17g, %.17g]}\n", k, bodies,
		          from.x, from.y, to.x, to.y);
	}
	(void)snprintf(name, sizeof name, "joints.rod%d.length", k);
	if (k == 0 || mechanism_either(m)) {
		mechanism_set(m, name, length * mechanism_in(m, 0.85, 1.15));
	}
}

static inline void mechanism_plate(struct mechanism *m)
{
	const struct mechanism_point at = mechanism_place(m);
	const double mass = mechanism_in(m, 0.2, 5), wide = mechanism_in(m, 0.5, 1.5);
	mechanism_begin(m, "plate", 0);
	truth_add(&m->text, "bodies:\n  plate: {mass: %.17g, inertia: %.17g, center: [%.17g, %.17g]}\njoints:\n", mass,
	          mass * wide * wide / 12, at.x, at.y);
	for (int k = 0; k < 2; k++) {
		const double side = k == 0 ? -1 : 1;
		const struct mechanism_point to = {at.x + side * wide / 2, at.y + mechanism_in(m, -0.1, 0.1), 0};
		const struct mechanism_point from = {to.x + mechanism_in(m, -0.3, 0.3), to.y + mechanism_in(m, 0.8, 1.5), 0};
		mechanism_rod(m, k, "ground, plate", from, to, 0);
	}
}

static inline void mechanism_plate_in_space(struct mechanism *m)
{
	const struct mechanism_point at = mechanism_place(m);
	const double mass = mechanism_in(m, 0.2, 5), wide = mechanism_in(m, 0.5, 1.5), j = mass * wide * wide / 12;
	mechanism_begin(m, "plate_in_space", 1);
	truth_add(&m->text,
	          "bodies:\n  plate: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], center: [%.17g, %.17g, 0]}\njoints:\n",
	          mass, j, j, 2 * j, at.x, at.y);
	for (int k = 0; k < 3; k++) {
		const struct mechanism_point to = mechanism_polar(at, wide / 2, 2 * truth_pi / 3 * k);
		const struct mechanism_point from = {to.x + mechanism_in(m, -0.3, 0.3), to.y + mechanism_in(m, -0.3, 0.3),
		                                     mechanism_in(m, 0.8, 1.5)};
		mechanism_rod(m, k, "ground, plate", from, to, 1);
	}
}

/* ---- RSSR ---- */

/* a hinge in space: the tip of its arm at an angle from the drawing is center + arm cos + side
 * sin */
struct mechanism_hinge {
	struct mechanism_point axis, center, arm, side;
};

static inline struct mechanism_point mechanism_cross(struct mechanism_point a, struct mechanism_point b)
{
	return (struct mechanism_point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double mechanism_dot(struct mechanism_point a, struct mechanism_point b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct mechanism_point mechanism_sum(struct mechanism_point a, double factor, struct mechanism_point b)
{
	return (struct mechanism_point){a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z};
}

static inline struct mechanism_point mechanism_scaled(double length, struct mechanism_point a)
{
	return mechanism_sum((struct mechanism_point){0, 0, 0}, length / sqrt(mechanism_dot(a, a)), a);
}

static inline struct mechanism_point mechanism_any(struct mechanism *m)
{
	const double x = mechanism_in(m, -1, 1), y = mechanism_in(m, -1, 1), z = mechanism_in(m, 0.1, 1);
	return (struct mechanism_point){x, y, z};
}

static inline struct mechanism_hinge mechanism_hinge(struct mechanism *m, struct mechanism_point center, double length)
{
	struct mechanism_hinge h = {.center = center};
	h.axis = mechanism_scaled(1, mechanism_any(m));
	h.arm = mechanism_scaled(length, mechanism_cross(h.axis, mechanism_any(m)));
	h.side = mechanism_cross(h.axis, h.arm);
	return h;
}

static inline struct mechanism_point mechanism_tip(const struct mechanism_hinge *h, double angle)
{
	return mechanism_sum(mechanism_sum(h->center, cos(angle), h->arm), sin(angle), h->side);
}

/* whether the tip of the hinge comes to a distance from a point, and well beyond: |center - p + arm
 * cos + side sin| */
static inline int mechanism_reaches(const struct mechanism_hinge *h, struct mechanism_point p, double distance)
{
	const struct mechanism_point d = mechanism_sum(h->center, -1, p);
	const double swing = 2 * hypot(mechanism_dot(d, h->arm), mechanism_dot(d, h->side));
	const double rest = distance * distance - mechanism_dot(d, d) - mechanism_dot(h->arm, h->arm);
	return fabs(rest) < 0.9 * swing;
}

static inline void mechanism_arm(struct mechanism *m, const char *name, const struct mechanism_hinge *h)
{
	const double mass = mechanism_in(m, 0.2, 5), j = mass * mechanism_dot(h->arm, h->arm) / 12;
	const struct mechanism_point c = mechanism_sum(h->center, 0.5, h->arm);
	truth_add(&m->text, "  %s: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], center: [%.17g, %.17g, %.17g]}\n", name,
	          mass, j, 1.1 * j, 1.2 * j, c.x, c.y, c.z);
}

static inline void mechanism_hinge_joint(struct mechanism *m, const char *name, const char *body,
                                         const struct mechanism_hinge *h)
{
	truth_add(&m->text,
	          "  %s: {type: revolute, bodies: [ground, %s], at: [%.17g, %.17g, %.17g], axis: [%.17g, %.17g, %.17g]}\n",
	          name, body, h->center.x, h->center.y, h->center.z, h->axis.x, h->axis.y, h->axis.z);
}

/* crank and rocker with skew axes, and between their tips a rod without mass or a bar on two
 * balls */
static inline void mechanism_rssr(struct mechanism *m)
{
	const struct mechanism_point place = mechanism_place(m), p = {place.x, place.y, mechanism_in(m, -1, 1)};
	const struct mechanism_hinge crank = mechanism_hinge(m, p, mechanism_in(m, 0.1, 0.5));
	const struct mechanism_point q = mechanism_sum(p, mechanism_in(m, 1, 1.5), mechanism_scaled(1, mechanism_any(m)));
	const struct mechanism_hinge rocker = mechanism_hinge(m, q, mechanism_in(m, 0.5, 1));
	const struct mechanism_point b = mechanism_tip(&crank, 0), c = mechanism_tip(&rocker, 0);
	const struct mechanism_point along = mechanism_sum(c, -1, b);
	const double length = sqrt(mechanism_dot(along, along));
	const int by_rod = mechanism_either(m);
	const double wanted = mechanism_in(m, -3, 3);
	/* as far towards the wanted angle as the loop closes all the way */
	double angle = 0;
	for (int k = 1; k <= 300; k++) {
		if (!mechanism_reaches(&rocker, mechanism_tip(&crank, wanted * k / 300), length)) {
			break; /* also where the drawing itself is at its limit */
		}
		angle = wanted * k / 300;
	}
	mechanism_begin(m, "rssr", 1);
	truth_add(&m->text, "bodies:\n");
	mechanism_arm(m, "crank", &crank);
	mechanism_arm(m, "rocker", &rocker);
	if (!by_rod) {
		const struct mechanism_hinge bar = {.center = b, .arm = along};
		mechanism_arm(m, "bar", &bar);
	}
	truth_add(&m->text, "joints:\n");
	mechanism_hinge_joint(m, "a0", "crank", &crank);
	mechanism_hinge_joint(m, "d", "rocker", &rocker);
	if (by_rod) {
		truth_add(
			&m->text,
			"  rod0: {type: rod, bodies: [crank, rocker], from: [%.17g, %.17g, %.17g], to: [%.17g, %.17g, %.17g]}\n",
			b.x, b.y, b.z, c.x, c.y, c.z);
	} else {
		truth_add(&m->text, "  b: {type: spherical, bodies: [crank, bar], at: [%.17g, %.17g, %.17g]}\n", b.x, b.y, b.z);
		truth_add(&m->text, "  c: {type: spherical, bodies: [bar, rocker], at: [%.17g, %.17g, %.17g]}\n", c.x, c.y,
		          c.z);
	}
	mechanism_start_at(m, angle, 0);
}

/* ---- chains with loops ---- */

/* a chain of bars; every other bar carries a four-bar: parallel bars hang on it and end in a common
 * bar */
static inline void mechanism_chain(struct mechanism *m)
{
	const int n = test_random_int(&m->random, 2, 4);
	struct mechanism_point p = mechanism_place(m);
	struct mechanism_point end[5], low[5], left[5];
	char names[2][32];
	for (int k = 0; k < n; k++) {
		const double direction = mechanism_in(m, -1, 1);
		end[k] = mechanism_polar(k == 0 ? p : end[k - 1], mechanism_in(m, 0.5, 1), direction);
		low[k] = mechanism_polar(end[k], mechanism_in(m, 0.4, 0.8), direction - mechanism_in(m, 1, 2));
		const struct mechanism_point foot = k == 0 ? p : end[k - 1];
		left[k] = mechanism_polar(foot, mechanism_in(m, 0.4, 0.8), direction - mechanism_in(m, 1, 2));
	}
	mechanism_begin(m, "chain", 0);
	truth_add(&m->text, "bodies:\n");
	for (int k = 0; k < n; k++) {
		const struct mechanism_point foot = k == 0 ? p : end[k - 1];
		(void)snprintf(names[0], sizeof names[0], "bar%d", k);
		mechanism_bar(m, names[0], foot, end[k]);
		(void)snprintf(names[0], sizeof names[0], "left%d", k);
		mechanism_bar(m, names[0], foot, left[k]);
		(void)snprintf(names[0], sizeof names[0], "right%d", k);
		mechanism_bar(m, names[0], end[k], low[k]);
		(void)snprintf(names[0], sizeof names[0], "low%d", k);
		mechanism_bar(m, names[0], left[k], low[k]);
	}
	truth_add(&m->text, "joints:\n");
	for (int k = 0; k < n; k++) {
		const struct mechanism_point foot = k == 0 ? p : end[k - 1];
		(void)snprintf(names[0], sizeof names[0], "a%d", k);
		(void)snprintf(names[1], sizeof names[1], k == 0 ? "ground, bar0" : "bar%d, bar%d", k - 1, k);
		mechanism_pin(m, names[0], names[1], foot);
		(void)snprintf(names[0], sizeof names[0], "l%d", k);
		(void)snprintf(names[1], sizeof names[1], "bar%d, left%d", k, k);
		mechanism_pin(m, names[0], names[1], foot);
		(void)snprintf(names[0], sizeof names[0], "r%d", k);
		(void)snprintf(names[1], sizeof names[1], "bar%d, right%d", k, k);
		mechanism_pin(m, names[0], names[1], end[k]);
		(void)snprintf(names[0], sizeof names[0], "ll%d", k);
		(void)snprintf(names[1], sizeof names[1], "left%d, low%d", k, k);
		mechanism_pin(m, names[0], names[1], left[k]);
		(void)snprintf(names[0], sizeof names[0], "lr%d", k);
		(void)snprintf(names[1], sizeof names[1], "right%d, low%d", k, k);
		mechanism_pin(m, names[0], names[1], low[k]);
	}
	truth_add(&m->text, "initial:\n");
	for (int k = 0; k < n; k++) {
		const double angle = mechanism_in(m, -2, 2), speed = mechanism_either(m) ? 0 : mechanism_in(m, -3, 3);
		truth_add(&m->text, "  a%d: {angle: %.17g, speed: %.17g}\n", k, k == 0 ? 0 : angle, speed);
		if (k == 0) {
			mechanism_set(m, "initial.a0.angle", angle);
		}
	}
}

/* ---- all ---- */

struct mechanism_family {
	const char *name;
	void (*write)(struct mechanism *m);
};

static const struct mechanism_family mechanism_families[] = {
	{"four-bar", mechanism_four_bar},
	{"sized crank", mechanism_sized_crank},
	{"plate", mechanism_plate},
	{"RSSR", mechanism_rssr},
	{"Watt", mechanism_watt},
	{"plate in space", mechanism_plate_in_space},
	{"Stephenson", mechanism_stephenson},
	{"chain", mechanism_chain},
};
enum { MECHANISM_FAMILIES = sizeof mechanism_families / sizeof mechanism_families[0] };

/* mechanism number k of all, without the section `solver` */
static inline void mechanism_write(unsigned k, struct mechanism *m)
{
	m->random = test_random_start(k);
	m->text.length = 0;
	m->n_values = 0;
	mechanism_families[k % MECHANISM_FAMILIES].write(m);
}

#endif
