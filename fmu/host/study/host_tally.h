/* Which cases of a study are done, how they have ended, and a line about that on a terminal. */
#ifndef HOST_TALLY_H
#define HOST_TALLY_H

#include "host_journal.h"

/* how the cases have ended */
struct host_sweep_count {
	int64_t n, of; /* done; in all, of this shard */
	int64_t status[HOST_CASE_STATUSES];
};

struct host_tally {
	unsigned char *done; /* a bit for each case */
	struct host_sweep_count *count;
	double begun, shown; /* times */
	int64_t before;      /* cases that were done when it began */
};

/* seconds of a clock that never goes back */
double host_tally_clock(void);

/* nothing is done. 0, or -1 when memory is out; close in any case */
int host_tally_open(struct host_tally *tally, const struct host_study *study, struct host_sweep_count *count);
void host_tally_close(struct host_tally *tally);

int host_tally_has(const struct host_tally *tally, int64_t number);

/* a host_journal_visit: the case is done */
void host_tally_visit(void *tally, int64_t number, enum host_case_status status, int64_t place);

/* cases begin to run; a line of progress, not more often than can be read */
void host_tally_begin(struct host_tally *tally, double now);
void host_tally_show(struct host_tally *tally, double now);

#endif
