#define _POSIX_C_SOURCE 200809L

#include "host_tally.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HOST_TALLY_BAR = 30 };
#define HOST_TALLY_SHOW 0.2 /* seconds between two lines of progress */

int host_tally_open(struct host_tally *tally, const struct host_study *study, struct host_sweep_count *count)
{
	tally->count = count;
	tally->done = calloc((size_t)study->n_cases / 8 + 1, 1);
	return tally->done == NULL ? -1 : 0;
}

void host_tally_close(struct host_tally *tally)
{
	free(tally->done);
	tally->done = NULL;
}

double host_tally_clock(void)
{
	struct timespec now;
	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int host_tally_has(const struct host_tally *tally, int64_t number)
{
	return tally->done[number / 8] >> (number % 8) & 1;
}

void host_tally_visit(void *context, int64_t number, enum host_case_status status, int64_t place)
{
	struct host_tally *tally = context;
	(void)place;
	if (!host_tally_has(tally, number)) {
		tally->done[number / 8] |= (unsigned char)(1 << number % 8);
		tally->count->n++;
		tally->count->status[status]++;
	}
}

/* ---- progress */

void host_tally_begin(struct host_tally *tally, double now)
{
	tally->begun = tally->shown = now;
	tally->before = tally->count->n;
}

void host_tally_show(struct host_tally *tally, double now)
{
	const struct host_sweep_count *c = tally->count;
	const double rate = (double)(c->n - tally->before) / fmax(now - tally->begun, 1e-3);
	const double left = (double)(c->of - c->n) / fmax(rate, 1e-9);
	if (now - tally->shown < HOST_TALLY_SHOW) {
		return;
	}
	char bar[HOST_TALLY_BAR + 1], failed[60] = "", time[40] = "";
	memset(bar, '.', HOST_TALLY_BAR);
	memset(bar, '#', (size_t)((double)HOST_TALLY_BAR * (double)c->n / (double)c->of));
	bar[HOST_TALLY_BAR] = 0;
	if (c->status[HOST_CASE_FAILED] + c->status[HOST_CASE_CRASHED] > 0) {
		(void)snprintf(failed, sizeof failed, ", %lld failed",
		               (long long)(c->status[HOST_CASE_FAILED] + c->status[HOST_CASE_CRASHED]));
	}
	if (left < 100.0 * 86400.0) {
		const long seconds = (long)left;
		(void)snprintf(time, sizeof time, ", %ld:%02ld:%02ld left", seconds / 3600, seconds / 60 % 60, seconds % 60);
	}
	(void)fprintf(stderr, "\r[%s] %lld of %lld cases%s, %.4g/s%s \033[K", bar, (long long)c->n, (long long)c->of,
	              failed, rate, time);
	(void)fflush(stderr);
	tally->shown = now;
}
