#define _POSIX_C_SOURCE 200809L

#include "host_pace.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define HOST_PACE_NANOSECONDS 1e9

void host_pace_begin(struct host_pace *pace, double time)
{
	memset(pace, 0, sizeof *pace);
	pace->start = time;
	(void)clock_gettime(CLOCK_MONOTONIC, &pace->begin);
}

void host_pace_wait(struct host_pace *pace, double time)
{
	struct timespec now, then = pace->begin;
	const double whole = floor(time - pace->start), part = time - pace->start - whole;
	then.tv_sec += (time_t)whole;
	then.tv_nsec += (long)(part * HOST_PACE_NANOSECONDS);
	if (then.tv_nsec >= (long)HOST_PACE_NANOSECONDS) {
		then.tv_nsec -= (long)HOST_PACE_NANOSECONDS;
		then.tv_sec++;
	}
	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	const double late =
		(double)(now.tv_sec - then.tv_sec) + (double)(now.tv_nsec - then.tv_nsec) / HOST_PACE_NANOSECONDS;
	pace->steps++;
	pace->overruns += late > 0.0;
	pace->worst = fmax(pace->worst, late);
	while (late < 0.0 && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &then, NULL) == EINTR) {
	}
}

void host_pace_report(const struct host_pace *pace, FILE *out)
{
	if (pace->overruns > 0) {
		(void)fprintf(out, "warning: %ld of %ld steps came late in real time, the worst by %.3g s\n", pace->overruns,
		              pace->steps, pace->worst);
	}
}
