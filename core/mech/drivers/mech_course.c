#include "mech_course.h"

#include <math.h>
#include <stddef.h>

/* two numbers that differ by what rounding does to the value of a polynomial are taken as one */
static const double MECH_COURSE_ROUNDING = 1e-13;
/* limits may be passed by this part */
static const double MECH_COURSE_MARGIN = 1e-9;
/* times that differ by less, as a part of themselves, are one */
static const double MECH_COURSE_INSTANT = 4e-12;
/* s: stands for a time that never comes */
static const double MECH_COURSE_NEVER = 1e300;

/* ---- the smooth motion ---- */

/* adds value and derivatives along x of (1 - x)^3 (c0 + c1 x + c2 x^2), each times a power of
 * `scale` */
static void mech_course_add(const double *c, double x, double scale, double *w)
{
	const double y = 1.0 - x, p0 = c[0] + x * (c[1] + x * c[2]), p1 = c[1] + 2.0 * x * c[2], p2 = 2.0 * c[2];
	w[0] += y * y * y * p0;
	w[1] += scale * y * y * (y * p1 - 3.0 * p0);
	w[2] += scale * scale * y * (y * (y * p2 - 6.0 * p1) + 6.0 * p0);
	w[3] += scale * scale * scale * (-9.0 * y * y * p2 + 18.0 * y * p1 - 6.0 * p0);
}

/* c0 .. c2 of that with value e[0], rate e[1] and acceleration e[2] at x = 0, where time runs as
 * `h` x */
static void mech_course_coefficients(const double *e, double h, double *c)
{
	c[0] = e[0];
	c[1] = 3.0 * e[0] + h * e[1];
	c[2] = 6.0 * e[0] + 3.0 * h * e[1] + h * h * e[2] / 2.0;
}

static void mech_course_smooth_at(const struct mech_course *course, double t, double *w)
{
	for (int k = 0; k < MECH_COURSE_MOTION; k++) {
		w[k] = mech_signal_at(&course->series, t, k);
	}
	if (course->h > 0.0) {
		const double x = (t - course->series.t0) / course->h;
		mech_course_add(course->from, x, 1.0 / course->h, w);
		mech_course_add(course->to, 1.0 - x, -1.0 / course->h, w);
	}
}

LA_FUNCTION void mech_course_start(struct mech_course *course, const struct mech_signal *series)
{
	*course = (struct mech_course){.series = *series};
}

static void mech_course_lead_smoothly(struct mech_course *course, const struct mech_signal *series, double h,
                                      const double *beyond)
{
	double now[MECH_COURSE_MOTION], gap[MECH_COURSE_STATE];
	mech_course_at(course, series->t0, now);
	for (int k = 0; k < MECH_COURSE_STATE; k++) {
		const double rounding = MECH_COURSE_ROUNDING * fmax(fabs(now[k]), fabs(series->u[k]));
		gap[k] = fabs(now[k] - series->u[k]) <= rounding ? 0.0 : now[k] - series->u[k];
	}
	course->series = *series;
	course->h = h;
	mech_course_coefficients(gap, h, course->from);
	mech_course_coefficients(beyond, -h, course->to);
	course->limited = 0.0;
}

/* ---- limits ---- */

/* do speed and acceleration stay within them? They lie between the coefficients of their Bernstein
 * polynomials. */
static int mech_course_within(const double *now, const double *end, double h, const struct mech_course_limits *limits)
{
	const double p[] = {now[0],
	                    now[0] + h * now[1] / 5.0,
	                    now[0] + h * (2.0 * now[1] / 5.0 + h * now[2] / 20.0),
	                    end[0] - h * (2.0 * end[1] / 5.0 - h * end[2] / 20.0),
	                    end[0] - h * end[1] / 5.0,
	                    end[0]};
	double speed = 0.0, acceleration = 0.0;
	for (int i = 0; i < 5; i++) {
		speed = fmax(speed, 5.0 / h * fabs(p[i + 1] - p[i]));
	}
	for (int i = 0; i < 4; i++) {
		acceleration = fmax(acceleration, 20.0 / (h * h) * fabs(p[i + 2] - 2.0 * p[i + 1] + p[i]));
	}
	return (limits->speed <= 0.0 || speed <= (1.0 + MECH_COURSE_MARGIN) * limits->speed) &&
	       (limits->acceleration <= 0.0 || acceleration <= (1.0 + MECH_COURSE_MARGIN) * limits->acceleration);
}

/* the phase that begins after the last one, with acceleration a, and what comes after it */
static void mech_course_phase(struct mech_approach *p, int i, double a, double duration)
{
	p->a[i] = a;
	p->t[i + 1] = p->t[i] + duration;
	if (i + 1 < MECH_COURSE_PHASES) {
		p->y[i + 1] = p->y[i] + duration * (p->v[i] + duration * a / 2.0);
		p->v[i + 1] = p->v[i] + duration * a;
	}
}

/* the shortest way to y = v = 0 with |a| <= A and v between lowest and highest: back to the speed
 * allowed, then accelerate, run, brake */
static void mech_course_plan(struct mech_approach *p, double A, double lowest, double highest)
{
	const double allowed = fmin(fmax(p->v[0], lowest), highest);
	mech_course_phase(p, 0, copysign(A, allowed - p->v[0]), fabs(allowed - p->v[0]) / A);
	/* braking at once would end on this side */
	const double side = p->y[1] + p->v[1] * fabs(p->v[1]) / (2.0 * A) < 0.0 ? 1.0 : -1.0;
	const double way = -side * p->y[1], v = side * p->v[1], top = side > 0.0 ? highest : -lowest;
	const double peak = sqrt(fmax(0.0, A * way + v * v / 2.0)), fastest = fmin(peak, top);
	const double run = way - (2.0 * fastest * fastest - v * v) / (2.0 * A);
	/* a point that is as fast as the limit is never met */
	const double duration = fastest > 0.0 ? fmin(run / fastest, MECH_COURSE_NEVER) : MECH_COURSE_NEVER;
	mech_course_phase(p, 1, side * A, fmax(0.0, fastest - v) / A);
	mech_course_phase(p, 2, 0.0, peak <= top ? 0.0 : duration);
	mech_course_phase(p, 3, -side * A, fastest / A);
}

static void mech_course_lead_within(struct mech_course *course, const double *now, const double *end, double t0,
                                    double h, const struct mech_course_limits *limits)
{
	struct mech_approach *p = &course->approach;
	const double V = limits->speed > 0.0 ? limits->speed : HUGE_VAL;
	const double A = limits->acceleration > 0.0 ? limits->acceleration : 4.0 * V / h;
	p->rate = fmin(fmax(end[1], -V), V);
	p->at = end[0] - h * p->rate;
	p->phase = 0.0;
	p->t[0] = t0;
	p->y[0] = now[0] - p->at;
	p->v[0] = now[1] - p->rate;
	mech_course_plan(p, A, -V - p->rate, V - p->rate);
	course->limited = 1.0;
	mech_course_pass(course, t0);
}

static double mech_course_instant(double t)
{
	return MECH_COURSE_INSTANT * fabs(t);
}

static void mech_course_approach_at(const struct mech_approach *p, double t, double *w)
{
	w[0] = p->at + p->rate * (t - p->t[0]);
	w[1] = p->rate;
	w[2] = w[3] = 0.0;
	for (int i = (int)fmin(fmax(p->phase, 0.0), MECH_COURSE_PHASES); i < MECH_COURSE_PHASES; i++) {
		if (t <= p->t[i + 1] + mech_course_instant(t)) {
			const double s = t - p->t[i];
			w[0] += p->y[i] + s * (p->v[i] + s * p->a[i] / 2.0);
			w[1] += p->v[i] + s * p->a[i];
			w[2] = p->a[i];
			return;
		}
	}
}

/* ---- both ---- */

LA_FUNCTION void mech_course_lead(struct mech_course *course, const struct mech_signal *series, double h,
                                  const double *beyond, const struct mech_course_limits *limits)
{
	const double t0 = series->t0;
	const int free = limits->speed <= 0.0 && limits->acceleration <= 0.0;
	const int met = course->limited != 1.0 || t0 >= course->approach.t[MECH_COURSE_PHASES];
	double now[MECH_COURSE_MOTION], end[MECH_COURSE_STATE];
	mech_course_at(course, t0, now);
	for (int k = 0; k < MECH_COURSE_STATE; k++) {
		end[k] = mech_signal_at(series, t0 + h, k) + beyond[k];
	}
	if (free || (met && mech_course_within(now, end, h, limits))) {
		mech_course_lead_smoothly(course, series, h, beyond);
	} else {
		mech_course_lead_within(course, now, end, t0, h, limits);
	}
}

LA_FUNCTION void mech_course_at(const struct mech_course *course, double t, double w[MECH_COURSE_MOTION])
{
	if (course->limited == 1.0) {
		mech_course_approach_at(&course->approach, t, w);
	} else {
		mech_course_smooth_at(course, t, w);
	}
}

LA_FUNCTION void mech_course_pass(struct mech_course *course, double t)
{
	struct mech_approach *p = &course->approach;
	int i = 0;
	while (i < MECH_COURSE_PHASES && t >= p->t[i + 1] - mech_course_instant(t)) {
		i++;
	}
	p->phase = course->limited == 1.0 ? i : 0.0;
}

LA_FUNCTION double mech_course_next(const struct mech_course *course, double t)
{
	for (int i = 1; course->limited == 1.0 && i <= MECH_COURSE_PHASES; i++) {
		if (course->approach.t[i] > t) {
			return course->approach.t[i];
		}
	}
	return HUGE_VAL;
}

LA_FUNCTION const char *mech_course_refusal(const struct mech_course *course)
{
	const struct mech_approach *p = &course->approach;
	int in_order = 1;
	for (int i = 0; i < MECH_COURSE_PHASES; i++) {
		in_order = in_order && p->t[i + 1] >= p->t[i];
	}
	if (!(course->h >= 0.0)) {
		return "the length of its step";
	}
	if (course->limited != 0.0 && course->limited != 1.0) {
		return "whether it is at its limits";
	}
	if (!(p->phase >= 0.0 && p->phase <= MECH_COURSE_PHASES && p->phase == floor(p->phase))) {
		return "the phase of its way";
	}
	return in_order ? NULL : "the times of its way";
}
