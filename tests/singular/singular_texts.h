/* Mechanism files of the singular mechanisms, each drawn in its singular position and started at a
 * coordinate x with rate v on one branch. Include cmocka.h first. */
#ifndef SINGULAR_TEXTS_H
#define SINGULAR_TEXTS_H

#include "truth/truth_text.h"

/* ---- slider-crank with two arms of length 1, both hanging; x is the angle of the crank, and the rod turns `rod` times as fast:
 * -1 the slider continues, 1 it stands still */

static inline void singular_write_slider_crank(struct truth_text *text, double x, double v, double rod)
{
	truth_add(text, "mechanism: slider_crank\n"
	                "gravity: [0, -9.8]\n"
	                "bodies:\n"
	                "  crank: {mass: 1, inertia: 0, center: [0, -1]}\n"
	                "  rod: {mass: 1, inertia: 0, center: [0, 0]}\n"
	                "joints:\n"
	                "  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
	                "  elbow: {type: revolute, bodies: [crank, rod], at: [0, -1]}\n"
	                "  guide: {type: point_on_line, bodies: [rod, ground], at: [0, 0], axis: [1, 0]}\n");
	truth_add(text,
	          "initial:\n"
	          "  pin: {angle: %.17g, speed: %.17g}\n"
	          "  guide: {angle: %.17g, angular_speed: %.17g}\n",
	          x, v, rod * x, rod * v);
}

/* the same, with viscous friction in its pin: it comes to rest in its dead centre */
static inline void singular_write_settling(struct truth_text *text, double x, double v, double viscous)
{
	singular_write_slider_crank(text, x, v, -1);
	truth_add(text, "forces: {friction: {type: joint_friction, joint: pin, viscous: %g}}\n", viscous);
}

/* ---- bars of length 1 and mass 1 along x: `n` four-bars in a row, n + 1 cranks with angle x and n couplers */

static inline void singular_write_bar(struct truth_text *text, const char *name, int k, double x, int in_space)
{
	truth_add(text, "  %s%d: {mass: 1, inertia: ", name, k);
	truth_add(text,
	          in_space ? "[0.001, 0.08333333333333333, 0.08333333333333333], center: [%g, 0, 0]}\n"
	                   : "0.08333333333333333, center: [%g, 0]}\n",
	          x);
}

static inline void singular_write_hinge(struct truth_text *text, const char *name, int k, const char *first,
                                        const char *second, double x, int in_space)
{
	truth_add(text, "  %s%d: {type: revolute, bodies: [%s, %s], at: [%g, 0", name, k, first, second, x);
	truth_add(text, in_space ? ", 0], axis: [0, 0, 1]}\n" : "]}\n");
}

static inline void singular_write_four_bars(struct truth_text *text, int n, int in_space)
{
	char crank[24], coupler[24];
	truth_add(text, "mechanism: four_bars\n");
	truth_add(text, in_space ? "space: spatial\ngravity: [0, -9.81, 0]\nbodies:\n" : "gravity: [0, -9.81]\nbodies:\n");
	for (int k = 0; k <= n; k++) {
		singular_write_bar(text, "crank", k, k + 0.5, in_space);
	}
	for (int k = 0; k < n; k++) {
		singular_write_bar(text, "coupler", k, k + 1.5, in_space);
	}
	truth_add(text, "joints:\n");
	for (int k = 0; k <= n; k++) {
		(void)snprintf(crank, sizeof crank, "crank%d", k);
		singular_write_hinge(text, "foot", k, "ground", crank, k, in_space);
		if (k > 0) {
			(void)snprintf(coupler, sizeof coupler, "coupler%d", k - 1);
			singular_write_hinge(text, "right", k - 1, coupler, crank, k + 1, in_space);
		}
		if (k < n) {
			(void)snprintf(coupler, sizeof coupler, "coupler%d", k);
			singular_write_hinge(text, "left", k, crank, coupler, k + 1, in_space);
		}
	}
}

static inline void singular_write_cranks_start(struct truth_text *text, int n, double x, double v)
{
	truth_add(text, "initial:\n");
	for (int k = 0; k < n; k++) {
		truth_add(text, "  foot%d: {angle: %.17g, speed: %.17g}\n", k, x, v);
	}
}

static inline void singular_write_chain(struct truth_text *text, double x, double v, double n)
{
	singular_write_four_bars(text, (int)n, 0);
	singular_write_cranks_start(text, (int)n + 1, x, v);
}

/* one four-bar with a force on its coupler, next to the centre: it tries to turn the coupler out of
 * the branch */
static inline void singular_write_parallelogram(struct truth_text *text, double x, double v, double in_space)
{
	singular_write_four_bars(text, 1, in_space > 0);
	truth_add(text, "forces:\n  push: {type: force, body: coupler0, force: 5, ");
	truth_add(text,
	          in_space > 0 ? "at: [1.8, 0, 0], direction: [0.6, 0.8, 0]}\n" : "at: [1.8, 0], direction: [0.6, 0.8]}\n");
	singular_write_cranks_start(text, 2, x, v);
}

/* ---- three cranks on one rigid coupler: one row too many always, two in line; no other branch passes there */
static inline void singular_write_rigid_coupler(struct truth_text *text, double x, double v, double unused)
{
	(void)unused;
	truth_add(text, "mechanism: rigid_coupler\n"
	                "gravity: [0, -9.81]\n"
	                "bodies:\n");
	for (int k = 0; k < 3; k++) {
		singular_write_bar(text, "crank", k, k + 0.5, 0);
	}
	truth_add(text, "  coupler: {mass: 1, inertia: 0.3333333333333333, center: [2, 0]}\n"
	                "joints:\n");
	for (int k = 0; k < 3; k++) {
		char crank[24];
		(void)snprintf(crank, sizeof crank, "crank%d", k);
		singular_write_hinge(text, "foot", k, "ground", crank, k, 0);
		singular_write_hinge(text, "top", k, crank, "coupler", k + 1, 0);
	}
	singular_write_cranks_start(text, 3, x, v);
}

/* ---- branches that touch: three cranks of length 1, upright, each moves a yoke up and down; two are geared 1 : 2. The yokes
 * are coupled so that
 *
 *     1 - cos b = 8 (1 - cos c) - 2 (1 - cos 2c) = 4 (1 - cos c)^2,     sin(b / 2) = +-2 sqrt(2) sin^2(c / 2).
 */
static inline void singular_write_touching(struct truth_text *text, double c, double v, double sign)
{
	static const char *const names[] = {"b", "c", "d"};
	const double u = sign * 2 * sqrt(2) * sin(c / 2) * sin(c / 2), b = 2 * asin(u);
	const double rate = sign * 2 * sqrt(2) * sin(c) / sqrt(1 - u * u) * v;
	truth_add(text, "mechanism: touching\nbodies:\n");
	for (int k = 0; k < 3; k++) {
		truth_add(text, "  crank_%s: {mass: 1, inertia: 1, center: [%d, 0]}\n", names[k], 3 * k);
		truth_add(text, "  yoke_%s: {mass: 0.1, inertia: 1, center: [%d, 1]}\n", names[k], 3 * k);
	}
	truth_add(text, "joints:\n");
	for (int k = 0; k < 3; k++) {
		const char *n = names[k];
		truth_add(text, "  pin_%s: {type: revolute, bodies: [ground, crank_%s], at: [%d, 0]}\n", n, n, 3 * k);
		truth_add(text, "  guide_%s: {type: prismatic, bodies: [ground, yoke_%s], at: [%d, 1], axis: [0, 1]}\n", n, n,
		          3 * k);
		truth_add(text, "  slot_%s: {type: point_on_line, bodies: [crank_%s, yoke_%s], at: [%d, 1], axis: [1, 0]}\n", n,
		          n, n, 3 * k);
	}
	truth_add(text, "  gear: {type: gear, joints: [pin_d, pin_c], ratio: 2}\n"
	                "  lever: {type: coupler, joints: [guide_b, guide_c, guide_d], factors: [1, -8, 2]}\n"
	                "forces:\n"
	                "  motor_b: {type: torque, joint: pin_b, torque: 1}\n"
	                "  motor_c: {type: torque, joint: pin_c, torque: 2}\n");
	truth_add(text,
	          "initial:\n"
	          "  pin_b: {angle: %.17g, speed: %.17g}\n"
	          "  pin_c: {angle: %.17g, speed: %.17g}\n",
	          b, rate, c, v);
}

/* ---- no way on: a crank of length 1 is driven at a constant speed, and a rod of length 0.5 cannot follow beyond x = pi / 6 */
static inline void singular_write_lock_up(struct truth_text *text, double x, double v, double unused)
{
	const double y = sin(x), reach = cos(x) + sqrt(0.25 - y * y);
	(void)unused;
	truth_add(text, "mechanism: lock_up\nbodies:\n");
	truth_add(text, "  crank: {mass: 1, inertia: 0.1, center: [%.17g, %.17g]}\n", cos(x) / 2, y / 2);
	truth_add(text, "  rod: {mass: 1, inertia: 0.1, center: [%.17g, %.17g]}\n", (cos(x) + reach) / 2, y / 2);
	truth_add(text, "joints:\n  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n");
	truth_add(text, "  elbow: {type: revolute, bodies: [crank, rod], at: [%.17g, %.17g]}\n", cos(x), y);
	truth_add(text, "  guide: {type: point_on_line, bodies: [rod, ground], at: [%.17g, 0], axis: [1, 0]}\n", reach);
	truth_add(text, "drivers: {motor: {type: constant_speed, joint: pin, speed: %.17g}}\n", v);
}

#endif
