/* Singular mechanisms with independent truth.
 *
 * On its branch each mechanism has one coordinate x left, with an equation of motion of its own,
 * integrated here by the classical Runge-Kutta method from where it passes the singular position:
 * at x with rate v, `before` seconds after the start. So the time of the passage is known exactly,
 * and a run can be started in the position or made to stop very close to it.
 *
 *     slider-crank, arms of length 1; x is the angle of the crank from the dead centre
 *         the slider continues         (1 + 4 cos^2 x) x'' = 4 cos x sin x x'^2 - 9.8 sin x - viscous x'
 *         it stands still            x'' = -9.8 sin x
 *     n four-bars in a row           ((n + 1) / 3 + n) x'' = -((n + 1) / 2 + n) 9.81 cos x
 *     parallelogram, pushed          5/3 x'' = -2 9.81 cos x - 3 sin x + 4 cos x, in the plane and in space
 *     three cranks, one coupler      2 x'' = -2.5 9.81 cos x
 *     touching branches              see singular_touching
 *     Bennett's linkage              examples/bennett_reference.h
 */
#ifndef SINGULAR_CASES_H
#define SINGULAR_CASES_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "examples/bennett_reference.h"
#include "singular_texts.h"
#include "truth/truth_motion.h"
#include "truth/truth_run.h"

struct singular_case {
	const char *title;
	void (*write)(struct truth_text *text, double x, double v, double number);
	truth_acceleration *acceleration;
	double number;        /* for `write` and `acceleration` */
	double x, v;          /* in the singular position, or at the start where `before` is 0 */
	double before, after; /* the position, the runs last, s */
	/* names and exact values; returns how many */
	int (*values)(const struct singular_case *c, double x, double v, struct truth_value *values);
	int order; /* of contact of the branches: 1 they cross, 2 they touch, 0 no other branch */
	int loops; /* closed one after the other: what rounding opens in each adds up */
	int large; /* 1: so many unknowns that fewer runs must do */
};

/* ---- accelerations ---- */

static inline double singular_slider_goes_on(double t, double x, double v, const double *number)
{
	const double c = cos(x), s = sin(x);
	(void)t;
	(void)number;
	return (4 * c * s * v * v - 9.8 * s) / (1 + 4 * c * c);
}

static inline double singular_settling(double t, double x, double v, const double *viscous)
{
	const double c = cos(x);
	return singular_slider_goes_on(t, x, v, NULL) - *viscous * v / (1 + 4 * c * c);
}

static inline double singular_slider_stands(double t, double x, double v, const double *number)
{
	(void)t;
	(void)v;
	(void)number;
	return -9.8 * sin(x);
}

static inline double singular_chain(double t, double x, double v, const double *n)
{
	(void)t;
	(void)v;
	return -9.81 * cos(x) * ((*n + 1) / 2 + *n) / ((*n + 1) / 3 + *n);
}

static inline double singular_pushed(double t, double x, double v, const double *number)
{
	(void)t;
	(void)v;
	(void)number;
	return (-2 * 9.81 * cos(x) - 3 * sin(x) + 4 * cos(x)) * 3 / 5;
}

static inline double singular_rigid_coupler(double t, double x, double v, const double *number)
{
	(void)t;
	(void)v;
	(void)number;
	return -2.5 * 9.81 * cos(x) / 2;
}

/* sin(b / 2) = u(c) = +-2 sqrt(2) sin^2(c / 2); gives b and its first two derivatives by c */
static inline void singular_touching_branch(double c, double sign, double *b, double *first, double *second)
{
	const double k = sign * 2 * sqrt(2), u = k * sin(c / 2) * sin(c / 2), du = k * sin(c) / 2, ddu = k * cos(c) / 2;
	const double root = sqrt(1 - u * u);
	*b = 2 * asin(u);
	*first = 2 * du / root;
	*second = 2 * ddu / root + 2 * u * du * du / (root * root * root);
}

/* cranks of inertia 1, yokes of mass 0.1; torques 1 on b and 2 on c:
 *     m(c) = 5 + 0.1 (sin^2 c + 4 sin^2 2c) + (1 + 0.1 sin^2 b) b'^2,     m c'' + m' c'^2 / 2 = 2 + b' */
static inline double singular_touching(double t, double c, double v, const double *sign)
{
	double b, first, second;
	(void)t;
	singular_touching_branch(c, *sign, &b, &first, &second);
	const double own = 1 + 0.1 * sin(b) * sin(b);
	const double m = 5 + 0.1 * (sin(c) * sin(c) + 4 * sin(2 * c) * sin(2 * c)) + own * first * first;
	const double slope =
		0.1 * (sin(2 * c) + 8 * sin(4 * c)) + 0.1 * sin(2 * b) * first * first * first + 2 * own * first * second;
	return (2 + first - slope * v * v / 2) / m;
}

static inline double singular_bennett(double t, double x, double v, const double *number)
{
	static struct minimal model;
	double a;
	(void)number;
	if (model.n == 0) {
		struct example e;
		model = bennett_model();
		example_open(&e, "bennett");
		minimal_read(&model, &e, 0);
		example_close(&e);
	}
	minimal_acceleration(&model, t, &x, &v, &a);
	return a;
}

static inline void singular_write_bennett(struct truth_text *text, double x, double v, double number)
{
	FILE *file = fopen(MECHFMU_SOURCE_DIR "/examples/bennett/bennett.yaml", "rb");
	(void)x;
	(void)v;
	(void)number;
	assert_non_null(file);
	text->length = fread(text->bytes, 1, sizeof text->bytes - 1, file);
	(void)fclose(file);
}

/* ---- values ---- */

static inline int singular_slider_crank_values(const struct singular_case *c, double x, double v,
                                               struct truth_value *values)
{
	const double rod = c->number == 1 && c->write == singular_write_slider_crank ? 1 : -1;
	values[0] = (struct truth_value){"joints.pin.angle", x, 1, 0};
	values[1] = (struct truth_value){"joints.guide.angle", rod * x, 1, 0};
	values[2] = (struct truth_value){"joints.pin.speed", v, 1, 0};
	values[3] = (struct truth_value){"joints.guide.angular_speed", rod * v, 1, 0};
	return 4;
}

/* all cranks, and the speed of the last */
static inline int singular_crank_values(int n, double x, double v, struct truth_value *values)
{
	static char names[41][32];
	static const char *const speeds[] = {"joints.foot0.speed", "joints.foot1.speed"};
	for (int k = 0; k < n; k++) {
		(void)snprintf(names[k], sizeof names[k], "joints.foot%d.angle", k);
		values[k] = (struct truth_value){names[k], x, 1, 0};
	}
	for (int k = 0; k < 2; k++) {
		values[n + k] = (struct truth_value){speeds[k], v, 1, 0};
	}
	return n + 2;
}

static inline int singular_chain_values(const struct singular_case *c, double x, double v, struct truth_value *values)
{
	return singular_crank_values((int)c->number + 1, x, v, values);
}

static inline int singular_parallelogram_values(const struct singular_case *c, double x, double v,
                                                struct truth_value *values)
{
	(void)c;
	return singular_crank_values(2, x, v, values);
}

static inline int singular_rigid_coupler_values(const struct singular_case *c, double x, double v,
                                                struct truth_value *values)
{
	(void)c;
	return singular_crank_values(3, x, v, values);
}

static inline int singular_touching_values(const struct singular_case *c, double x, double v,
                                           struct truth_value *values)
{
	double b, first, second;
	singular_touching_branch(x, c->number, &b, &first, &second);
	values[0] = (struct truth_value){"joints.pin_b.angle", b, 1, 0};
	values[1] = (struct truth_value){"joints.pin_c.angle", x, 1, 0};
	values[2] = (struct truth_value){"joints.pin_b.speed", first * v, 1, 0};
	values[3] = (struct truth_value){"joints.pin_c.speed", v, 1, 0};
	return 4;
}

static inline int singular_bennett_values(const struct singular_case *c, double x, double v, struct truth_value *values)
{
	const double phi = 2 * atan2(bennett_ratio() * cos(x / 2), sin(x / 2));
	(void)c;
	values[0] = (struct truth_value){"joints.theta.angle", x, 1, 0};
	values[1] = (struct truth_value){"joints.phi.angle", phi, 1, 0};
	values[2] = (struct truth_value){"joints.theta.speed", v, 5, 0};
	return 3;
}

/* ---- the list ---- */

static const struct singular_case singular_cases[] = {
	{"slider goes on", singular_write_slider_crank, singular_slider_goes_on, -1, 0, 1, 0.1, 0.3,
     singular_slider_crank_values, 1, 1, 0},
	{"slider stands still", singular_write_slider_crank, singular_slider_stands, 1, 0, 1, 0.1, 0.3,
     singular_slider_crank_values, 1, 1, 0},
	{"double four-bar", singular_write_chain, singular_chain, 2, 0, -2, 0.1, 0.3, singular_chain_values, 1, 2, 0},
	{"10 four-bars", singular_write_chain, singular_chain, 10, 0, -2, 0.1, 0.3, singular_chain_values, 1, 10, 1},
	{"pushed parallelogram", singular_write_parallelogram, singular_pushed, 0, 0, -2, 0.1, 0.3,
     singular_parallelogram_values, 1, 1, 0},
	{"parallelogram in space", singular_write_parallelogram, singular_pushed, 1, 0, -2, 0.1, 0.3,
     singular_parallelogram_values, 1, 1, 1},
	{"three cranks, one coupler", singular_write_rigid_coupler, singular_rigid_coupler, 0, 0, -2, 0.1, 0.3,
     singular_rigid_coupler_values, 0, 2, 0},
	{"touching branches", singular_write_touching, singular_touching, 1, 0, 1, 0.1, 0.3, singular_touching_values, 2, 1,
     0},
	{"Bennett's linkage", singular_write_bennett, singular_bennett, 0, 1.0471975511965976, 5, 0, 0.3,
     singular_bennett_values, 0, 1, 1},
};
enum { SINGULAR_CASES = sizeof singular_cases / sizeof singular_cases[0] };

/* one row of its own */
static const struct singular_case singular_long_chain = {
	"40 four-bars", singular_write_chain, singular_chain, 40, 0, -2, 0.1, 0.3, singular_chain_values, 1, 40, 1};

/* ---- coming to rest in the singular position: x starts aside, at rest ---- */

static inline int singular_rest_values(const struct singular_case *c, double x, double v, struct truth_value *values)
{
	(void)singular_slider_crank_values(c, x, v, values);
	return 2;
}

#define SINGULAR_REST(viscous)                                                                         \
	{                                                                                                  \
		"rest, damping " #viscous, singular_write_settling, singular_settling, viscous, 0.3, 0, 0, 40, \
			singular_rest_values, 1, 1, 0                                                              \
	}
static const struct singular_case singular_rests[] = {SINGULAR_REST(0.5), SINGULAR_REST(1),  SINGULAR_REST(2),
                                                      SINGULAR_REST(3),   SINGULAR_REST(10), SINGULAR_REST(30)};
enum { SINGULAR_RESTS = sizeof singular_rests / sizeof singular_rests[0] };

/* ---- no way on ---- */

static inline double singular_driven(double t, double x, double v, const double *number)
{
	(void)t;
	(void)x;
	(void)v;
	(void)number;
	return 0;
}

static inline int singular_no_values(const struct singular_case *c, double x, double v, struct truth_value *values)
{
	(void)c;
	(void)x;
	(void)v;
	(void)values;
	return 0;
}

static const struct singular_case singular_lock_up = {
	"lock-up", singular_write_lock_up, singular_driven, 0, 0.52359877559829887, 1, 0.1, 0.3, singular_no_values, 0, 1,
	0};

#endif
