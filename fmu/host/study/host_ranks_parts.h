/* The cases that a rank has, and the threads that run them (host_ranks_work.c); host_ranks.c brings
 * cases and takes rows away. */
#ifndef HOST_RANKS_PARTS_H
#define HOST_RANKS_PARTS_H

#include <pthread.h>

#include "host_ranks.h"

#define HOST_RANKS_BATCH 0.2     /* seconds of a batch */
enum { HOST_RANKS_MOST = 1024 }; /* cases of a batch */

/* the cases of this rank, and its threads */
struct host_ranks_work {
	const struct host_study *study;
	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t more;  /* there are cases, or there will be none */
	int64_t queue[2 * HOST_RANKS_MOST];
	int first, queued;
	int closed;            /* no more cases come */
	int threads, working;  /* working: threads that have not ended */
	struct host_text rows; /* records for the journal */
	double seconds;        /* of all cases that were run */
	int64_t n;
	char reason[256]; /* why a thread could not go on */
	pthread_t *list;
};

/* starts the threads. 0, or -1 with a message; close in any case, which waits for them */
int host_ranks_open(struct host_ranks_work *work, const struct host_study *study, int threads,
                    struct mech_message *message);
void host_ranks_close(struct host_ranks_work *work);

/* more cases; none: there will be no more */
void host_ranks_put(struct host_ranks_work *work, const int64_t *cases, int n);

/* whether the rank has so little to do that it should ask; *each: seconds between two of its cases, 0:
 * not known */
int host_ranks_hungry(struct host_ranks_work *work, double *each);

/* rows so far, host_text_free; 1: the threads have also come to their end */
int host_ranks_rows(struct host_ranks_work *work, struct host_text *rows);

#endif
