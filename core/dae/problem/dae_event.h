/* Events: points where the law of a force changes, such as the touch of a contact or a joint coming
 * to rest.
 *
 * Each is a function x(t, q, v) of the point (dae_system.h), above 0 before the event and below 0
 * after it, where the system, told of the accepted step, takes another function. Steps end at
 * events:
 *
 * 1. No step is longer than the time in which an event can be reached, x + x' t + x'' t^2 / 2 = 0:
 *    none leaps over a contact that begins and ends within it.
 * 2. After a step the cubic through x and x' of both ends tells whether and where it passed the
 *    event.
 * 3. The step is then made again so as to end where the cubic says, just after the event at x =
 *    -DAE_EVENT_BAND. One that ends too late is shortened again, one that ends before the event is
 *    accepted: the next will be a short one.
 */
#ifndef DAE_EVENT_H
#define DAE_EVENT_H

#include "la_base.h"

/* an event function at a point, in units in which 1 is large */
struct dae_event {
	double value, rate, acceleration;
};

/* whether the point lies after the event, by half the band or more */
LA_FUNCTION int dae_event_passed(const struct dae_event *event);

/* time until the first of n events has been passed, as their motion says; infinite: never */
LA_FUNCTION double dae_event_horizon(int n, const struct dae_event *start);

/* Part of the step of size h from `start` to `end` after which to end it: where the first of n
 * events lies; 1: the step will do, because it passes none or ends just after one. `tries`: how
 * often this step has been shortened for the sake of events. */
LA_FUNCTION double dae_event_part(int n, const struct dae_event *start, const struct dae_event *end, double h,
                                  int tries);

#endif
