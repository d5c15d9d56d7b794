/* Keeps a run in step with the clock on the wall.
 *
 * The clock starts with the first row. Before each step the run waits until as much time has passed
 * as has been simulated. A step that ends later than that is an overrun; nothing is left out, so
 * the run catches up where steps are quick again.
 */
#ifndef HOST_PACE_H
#define HOST_PACE_H

#include <stdio.h>
#include <time.h>

struct host_pace {
	struct timespec begin;
	double start; /* simulated time then */
	long steps, overruns;
	double worst; /* how late the latest step was, in seconds */
};

void host_pace_begin(struct host_pace *pace, double time);

/* waits for a simulated time that was reached; counts it where it comes late */
void host_pace_wait(struct host_pace *pace, double time);

void host_pace_report(const struct host_pace *pace, FILE *out);

#endif
