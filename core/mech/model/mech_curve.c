/* Curves through the points of a table; see mech_curve.h. */
#include "mech_curve.h"

#include <math.h>

#include "mech_matrix.h"
#include "mech_profile.h"

/* times that differ by less, as a part of themselves, are one */
static const double MECH_CURVE_ROUNDING = 1e-12;

struct mech_curve {
	enum mech_curve_form form;
	int n;
	const double *x, *y, *slope, *integral;
};

/* ---- places ---- */

/* points of the curves before number k */
static int mech_curve_points(const struct mech_element *e, int k)
{
	int sum = 0;
	for (int i = 0; i < k; i++) {
		sum += e->points[i];
	}
	return sum;
}

LA_FUNCTION int mech_element_numbers(const struct mech_element *e)
{
	return mech_kind_numbers(mech_element_kind(e)) + mech_matrix_numbers(e) +
	       2 * mech_curve_points(e, MECH_MOST_CURVES);
}

/* derived numbers of an element before those of its curve k */
static int mech_curve_offset(const struct mech_element *e, int k)
{
	const struct mech_kind *kind = mech_element_kind(e);
	int sum = kind->derived.count;
	for (int i = 0; i < k && i < kind->file.n_curves; i++) {
		sum += mech_profile_is(kind->file.curves[i].form) ? mech_profile_numbers(e->points[i]) : 2 * e->points[i];
	}
	return sum;
}

LA_FUNCTION int mech_element_derived(const struct mech_element *e)
{
	return mech_curve_offset(e, MECH_MOST_CURVES);
}

LA_FUNCTION int mech_curve_parameter(const struct mech_element *e, int k)
{
	return e->parameter + mech_kind_numbers(mech_element_kind(e)) + mech_matrix_numbers(e) +
	       2 * mech_curve_points(e, k);
}

LA_FUNCTION int mech_curve_derived(const struct mech_element *e, int k)
{
	return e->derived + mech_curve_offset(e, k);
}

static struct mech_curve mech_curve_open(const struct mech_element *e, int k, const double *parameters,
                                         const double *derived)
{
	const double *x = parameters + mech_curve_parameter(e, k), *slope = derived + mech_curve_derived(e, k);
	const int n = e->points[k];
	return (struct mech_curve){mech_element_kind(e)->file.curves[k].form, n, x, x + n, slope, slope + n};
}

LA_FUNCTION int mech_curve_disorder(const struct mech_element *e, int k, const double *parameters)
{
	const double *x = parameters + mech_curve_parameter(e, k);
	for (int i = 1; i < e->points[k] && mech_curve_increases(mech_element_kind(e)->file.curves[k].form); i++) {
		if (!(x[i] > x[i - 1])) {
			return i;
		}
	}
	return -1;
}

LA_FUNCTION double mech_curve_next(const struct mech_context *c, const struct mech_element *e, int k)
{
	const double *times = c->parameters + mech_curve_parameter(e, k);
	double next = HUGE_VAL;
	for (int i = e->points[k] - 1; i >= 0 && times[i] > c->t; i--) {
		next = times[i];
	}
	return next;
}

LA_FUNCTION double mech_next_corner(const struct mech_context *c, double t_end)
{
	const double margin = MECH_CURVE_ROUNDING * (fabs(c->t) + fabs(t_end));
	struct mech_context after = *c;
	double next = t_end;
	after.t = c->t + margin;
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		const int k = mech_driving_curve(e);
		const double own = kind->event.next_time ? kind->event.next_time(&after, e) : HUGE_VAL;
		const double corner = fmin(own, k < 0 ? HUGE_VAL : mech_curve_next(&after, e, k));
		next = corner < next - margin ? corner : next;
	}
	return next;
}

LA_FUNCTION int mech_driving_curve(const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const int drives = kind->file.input && kind->file.n_curves > 0 &&
	                   kind->file.curves[0].replaces == kind->file.input - kind->file.parameters;
	return drives && e->points[0] > 0 ? 0 : -1;
}

LA_FUNCTION int mech_is_driven(const struct mech_element *e)
{
	return e->input >= 0 || mech_driving_curve(e) >= 0;
}

/* ---- slopes ---- */

static double mech_curve_secant(const struct mech_curve *p, int i)
{
	return (p->y[i + 1] - p->y[i]) / (p->x[i + 1] - p->x[i]);
}

/* the second derivatives of both sides agree at inner points:
 *     d_i-1/h_i-1 + 2 (1/h_i-1 + 1/h_i) d_i + d_i+1/h_i = 3 (s_i-1/h_i-1 + s_i/h_i),
 * solved by elimination from the first point to the last and back; work[n] */
static void mech_curve_spline_slopes(const struct mech_curve *p, double *d, double *work)
{
	d[0] = work[0] = 0.0;
	for (int i = 1; i < p->n - 1; i++) {
		const double before = 1.0 / (p->x[i] - p->x[i - 1]), after = 1.0 / (p->x[i + 1] - p->x[i]);
		const double pivot = 2.0 * (before + after) - before * work[i - 1];
		const double right = 3.0 * (before * mech_curve_secant(p, i - 1) + after * mech_curve_secant(p, i));
		work[i] = after / pivot;
		d[i] = (right - before * d[i - 1]) / pivot;
	}
	d[p->n - 1] = 0.0;
	for (int i = p->n - 2; i > 0; i--) {
		d[i] -= work[i] * d[i + 1];
	}
}

/* slope at an end whose interval has length h and secant s; the next one has h2 and s2 */
static double mech_curve_end_slope(double h, double s, double h2, double s2)
{
	const double d = s + (s - s2) * h / (h + h2);
	if (d * s <= 0.0) {
		return 0.0;
	}
	return s * s2 <= 0.0 && fabs(d) > 3.0 * fabs(s) ? 3.0 * s : d;
}

LA_FUNCTION void mech_curve_held_slopes(int n, const double *x, const double *y, double *d)
{
	const struct mech_curve p = {MECH_CURVE_HELD, n, x, y, NULL, NULL};
	const double first = mech_curve_secant(&p, 0), last = mech_curve_secant(&p, n - 2);
	d[0] = first;
	d[n - 1] = last;
	for (int i = 1; i < n - 1; i++) {
		const double h1 = x[i] - x[i - 1], h2 = x[i + 1] - x[i];
		const double s1 = mech_curve_secant(&p, i - 1), s2 = mech_curve_secant(&p, i);
		d[i] = s1 * s2 > 0.0 ? 3.0 * (h1 + h2) / ((h1 + 2.0 * h2) / s1 + (2.0 * h1 + h2) / s2) : 0.0;
	}
	if (n > 2) {
		d[0] = mech_curve_end_slope(x[1] - x[0], first, x[2] - x[1], mech_curve_secant(&p, 1));
		d[n - 1] = mech_curve_end_slope(x[n - 1] - x[n - 2], last, x[n - 2] - x[n - 3], mech_curve_secant(&p, n - 3));
	}
}

/* ---- values ---- */

/* the cubic of interval i, powers of u from the second on */
struct mech_curve_piece {
	double h, square, cube;
};

static struct mech_curve_piece mech_curve_piece(const struct mech_curve *p, int i)
{
	const double s = mech_curve_secant(p, i), d0 = p->slope[i], d1 = p->slope[i + 1];
	return (struct mech_curve_piece){p->x[i + 1] - p->x[i], 3.0 * s - 2.0 * d0 - d1, d0 + d1 - 2.0 * s};
}

/* integral over interval i up to u */
static double mech_curve_piece_integral(const struct mech_curve *p, int i, double u)
{
	const struct mech_curve_piece a = mech_curve_piece(p, i);
	return a.h * u * (p->y[i] + a.h * u * (p->slope[i] / 2.0 + u * (a.square / 3.0 + u * a.cube / 4.0)));
}

LA_FUNCTION void mech_curves_derive(const struct mech_element *e, const double *parameters, double *derived)
{
	for (int k = 0; k < mech_element_kind(e)->file.n_curves; k++) {
		const struct mech_curve p = mech_curve_open(e, k, parameters, derived);
		double *slope = derived + mech_curve_derived(e, k), *integral = slope + p.n;
		if (p.n == 0 || mech_profile_is(p.form)) {
			continue;
		}
		if (p.form == MECH_CURVE_SPLINE) {
			mech_curve_spline_slopes(&p, slope, integral);
		} else {
			mech_curve_held_slopes(p.n, p.x, p.y, slope);
		}
		integral[0] = 0.0;
		for (int i = 0; i < p.n - 1; i++) {
			integral[i + 1] = integral[i] + mech_curve_piece_integral(&p, i, 1.0);
		}
	}
}

/* the interval that begins at x or before it, by halving; -1 and n - 1 outside */
static int mech_curve_find(const struct mech_curve *p, double x)
{
	int low = -1, high = p->n;
	while (high - low > 1) {
		const int middle = (low + high) / 2;
		if (x >= p->x[middle]) {
			low = middle;
		} else {
			high = middle;
		}
	}
	return low;
}

/* the end that x lies outside of, and the slope there */
static int mech_curve_end(const struct mech_curve *p, int i, double *slope)
{
	const int end = i < 0 ? 0 : p->n - 1;
	*slope = p->form == MECH_CURVE_STRAIGHT ? p->slope[end] : 0.0;
	return end;
}

LA_FUNCTION void mech_curve_at(const struct mech_context *c, const struct mech_element *e, int k, double x,
                               double out[MECH_CURVE_ORDERS])
{
	const struct mech_curve p = mech_curve_open(e, k, c->parameters, c->derived);
	const int i = mech_curve_find(&p, x);
	if (i < 0 || i > p.n - 2) {
		const int end = mech_curve_end(&p, i, &out[1]);
		out[0] = p.y[end] + out[1] * (x - p.x[end]);
		out[2] = out[3] = 0.0;
		return;
	}
	const struct mech_curve_piece a = mech_curve_piece(&p, i);
	const double u = (x - p.x[i]) / a.h;
	out[0] = p.y[i] + a.h * u * (p.slope[i] + u * (a.square + u * a.cube));
	out[1] = p.slope[i] + u * (2.0 * a.square + 3.0 * u * a.cube);
	out[2] = (2.0 * a.square + 6.0 * u * a.cube) / a.h;
	out[3] = 6.0 * a.cube / (a.h * a.h);
}

/* integral from x_0 to x */
static double mech_curve_sum(const struct mech_curve *p, double x)
{
	const int i = mech_curve_find(p, x);
	if (i < 0 || i > p->n - 2) {
		double slope;
		const int end = mech_curve_end(p, i, &slope);
		const double outside = x - p->x[end];
		return p->integral[end] + outside * (p->y[end] + slope * outside / 2.0);
	}
	return p->integral[i] + mech_curve_piece_integral(p, i, (x - p->x[i]) / (p->x[i + 1] - p->x[i]));
}

LA_FUNCTION double mech_curve_integral(const struct mech_context *c, const struct mech_element *e, int k, double x)
{
	const struct mech_curve p = mech_curve_open(e, k, c->parameters, c->derived);
	return mech_curve_sum(&p, x) - mech_curve_sum(&p, 0.0);
}
