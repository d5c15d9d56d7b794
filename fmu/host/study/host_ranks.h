/* A study on many machines: the processes that `mpirun -n 256 mechfmu sweep` starts share its cases.
 *
 * Rank 0 hands out batches of cases, and writes the rows of all ranks to one journal, that of a study
 * on one machine. A rank, 0 too, runs its cases on its own threads, and asks for a batch before it
 * has nothing to do. A batch takes about HOST_RANKS_BATCH seconds of that rank, as long as its cases
 * have taken so far, and no more than its part of those that are left. So slow ranks get few cases,
 * and no rank waits for another.
 *
 *     host_ranks_begin, host_ranks_agree     by all ranks; they do nothing in a process that is alone
 *     host_ranks_run                         instead of host_sweep_run
 *     host_ranks_end                         by all ranks, in any case
 *
 * A case that ends its process ends the study: MPI kills all ranks. The journal keeps what is done.
 */
#ifndef HOST_RANKS_H
#define HOST_RANKS_H

#include "host_sweep.h"

/* whether this program was built with MPI */
int host_ranks_is_there(void);

/* whether mpirun, or one like it, has started this process */
int host_ranks_are_wanted(void);

/* how many ranks there are; 1: this process is alone */
int host_ranks_begin(void);
void host_ranks_end(void);
int host_ranks_number(void); /* of this process, from 0 */

/* whether all ranks have read the same study: a fingerprint each, 0 where it could not be read */
int host_ranks_agree(uint64_t fingerprint);

/* all cases that are not in the journal yet. 0, or -1 with a message on rank 0; what was done stays in
 * any case. Other ranks count nothing */
int host_ranks_run(const struct host_study *study, const char *results, const struct host_sweep_options *options,
                   struct host_sweep_count *count, struct mech_message *message);

#endif
