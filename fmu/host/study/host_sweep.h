/* Runs the cases of a study on all threads, and keeps their rows in a journal.
 *
 * The cases run in a process of their own, whose threads take one case after the other. A thread
 * writes the row of its case to the journal as soon as it has it, and about once a second what was
 * written is brought to disk. So a signal loses no more than the cases that were running, and the
 * same command continues.
 *
 * A case that ends the process, as units of others may, is found: every case that was running then
 * is run again alone, and the one that does so again becomes a row with that message. All others
 * continue.
 */
#ifndef HOST_SWEEP_H
#define HOST_SWEEP_H

#include "host_tally.h"

struct host_sweep_options {
	int threads;       /* 0: as many as there are processors for us */
	int shard, shards; /* cases number i with i mod shards = shard - 1; 1, 1: all */
	int restart;       /* what was done before is thrown away */
	int progress;      /* a line on standard error that says how far it is */
};

/* the name of a journal: that of the results with .journal, or .2-of-5.journal */
int host_sweep_journal(const char *results, int shard, int shards, char path[HOST_PATH_SIZE]);

/* how many threads there will be; wanted 0: as many as there are processors for us */
int host_sweep_threads(const struct host_study *study, int wanted);

/* all cases of the shard that are not in the journal yet. 0, or -1 with a message; what was done
 * stays in any case */
int host_sweep_run(const struct host_study *study, const char *results, const struct host_sweep_options *options,
                   struct host_sweep_count *count, struct mech_message *message);

#endif
