/* The motion of a driver by input within one communication step, from t0 to t0 + h.
 *
 * Smooth: a series u (value and derivatives at t0), and a polynomial of fifth degree that leads
 * from the present value, rate and acceleration to the series' at the end, or to what `beyond` adds
 * to them:
 *
 *     w = u(t) + (1 - x)^3 (a0 + a1 x + a2 x^2) + x^3 (b0 + b1 (1 - x) + b2 (1 - x)^2),     x = (t - t0) / h.
 *
 * Value, rate and acceleration of the motion are continuous from step to step. Where the polynomial
 * is zero the motion is the series, to the last bit.
 *
 * Within limits: where that motion would be faster than the largest speed V or need more than the
 * largest acceleration A, the coordinate goes after the point that moves straight through the end
 * of the smooth motion, with its rate: full acceleration towards it, full speed, full brake, so
 * that it meets the point with the point's own rate, in the shortest time and without overshoot.
 * Value and rate are continuous; the acceleration jumps at known times (mech_course_next). It
 * continues like that until it has met the point. V or A of 0 is no limit; with V alone, A is what
 * brings the speed from -V to V within half a step.
 */
#ifndef MECH_COURSE_H
#define MECH_COURSE_H

#include "mech_signal.h"

enum { MECH_COURSE_STATE = 3, MECH_COURSE_PHASES = 4, MECH_COURSE_MOTION = MECH_INPUT_ORDER + 1 };

/* after a point: in phase i, from t[i] to t[i + 1], the distance to it is y + v s + a s^2 / 2; then
 * it is met. A step of the integrator that ends at t[i + 1] still has the acceleration of phase i;
 * when it is accepted the next one begins. */
struct mech_approach {
	double at, rate; /* of the point: value at t[0] */
	double phase;    /* the first one that is not over */
	double t[MECH_COURSE_PHASES + 1];
	double y[MECH_COURSE_PHASES], v[MECH_COURSE_PHASES], a[MECH_COURSE_PHASES];
};

/* only numbers: it lies in the state block */
struct mech_course {
	struct mech_signal series;
	double h;                                              /* 0: the series alone */
	double from[MECH_COURSE_STATE], to[MECH_COURSE_STATE]; /* a0 .. a2, b0 .. b2 */
	double limited;                                        /* 1: after a point, 0: smooth */
	struct mech_approach approach;
};

struct mech_course_limits {
	double speed, acceleration;
};

/* a motion that is the series */
LA_FUNCTION void mech_course_start(struct mech_course *course, const struct mech_signal *series);

/* continues from where the course is at series->t0, with the series, to its end and `beyond`
 * (value, rate, acceleration) */
LA_FUNCTION void mech_course_lead(struct mech_course *course, const struct mech_signal *series, double h,
                                  const double *beyond, const struct mech_course_limits *limits);

/* what of a course from outside is impossible; NULL: nothing */
LA_FUNCTION const char *mech_course_refusal(const struct mech_course *course);

/* value and derivatives at a time */
LA_FUNCTION void mech_course_at(const struct mech_course *course, double t, double w[MECH_COURSE_MOTION]);

/* the motion has come to t: phases that have ended by then are over */
LA_FUNCTION void mech_course_pass(struct mech_course *course, double t);

/* first time after t at which the acceleration jumps; HUGE_VAL: none */
LA_FUNCTION double mech_course_next(const struct mech_course *course, double t);

#endif
