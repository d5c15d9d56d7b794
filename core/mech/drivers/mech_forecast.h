/* How a sampled signal continues: known at the communication points so far, t_k, t_k-1, ..., wanted
 * until t_k + h.
 *
 * The cubic through the last four samples (Newton's divided differences, true spacings) is believed
 * as far as the samples bear it out. Its cubic term is what the parabola before it did not foresee;
 * where that is small compared with the parabola's own terms, all at a distance of max(h, t_k -
 * t_k-1), the signal is smooth; where it is of their size they contradict each other (a step, a
 * start, a stop, noise about a rest). The trust falls from 1 to 0 in between, and the cubic's
 * derivatives with it. It also falls where h is several times the time between the four samples, or
 * the cubic leaves their range by more than a parabola would, so that noise is not blown up by a
 * long step after short ones.
 *
 * Three cubics in a row, those of t_k, t_k-1 and t_k-2, foretell the same smooth signal with three
 * errors. Their cubic B-spline is what a smooth motion aims at: with c_0, c_1, c_2 the coefficients
 * by which each of them would write itself on the knots t_k + h + i h (its polar form there; de
 * Boor, A Practical Guide to Splines, ch. IX),
 *
 *     value (c_0 + 4 c_1 + c_2) / 6,     rate (c_0 - c_2) / 2 h,     acceleration (c_0 - 2 c_1 + c_2) / h^2.
 *
 * With equal steps the motion through these points is that spline itself, a filter of the samples
 * with a finite memory: its errors in value, rate and acceleration are smooth, and do not beat
 * against the steps. A single cubic in its place has 20 times the error in the accelerations
 * between the points. No result enters the next one, so nothing can ring: whatever the steps, six
 * samples later it is forgotten.
 */
#ifndef MECH_FORECAST_H
#define MECH_FORECAST_H

#include "mech_signal.h"

enum { MECH_SAMPLES = 6, MECH_FORECAST = 3 };

/* newest first; only numbers: they lie in the state block. Times before the start are all the
 * start's, the value is that of a signal at rest. */
struct mech_samples {
	double t[MECH_SAMPLES], value[MECH_SAMPLES];
};

struct mech_forecast {
	double rate[MECH_FORECAST];   /* derivatives of orders 1, 2, 3 at the newest sample, as far as trusted */
	double smooth[MECH_FORECAST]; /* at t_k + h: what the smooth value, rate and acceleration have beyond that series */
};

/* a signal that has been at rest */
LA_FUNCTION void mech_samples_start(struct mech_samples *s, double t, double value);

/* the newest sample; at the time of the last one it takes its place */
LA_FUNCTION void mech_samples_add(struct mech_samples *s, double t, double value);

/* h > 0 */
LA_FUNCTION struct mech_forecast mech_samples_forecast(const struct mech_samples *s, double h);

#endif
