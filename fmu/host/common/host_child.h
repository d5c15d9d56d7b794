/* Work in a process of its own: what crashes there, a unit or a library, is a message here.
 *
 * It is no sandbox: the process may do whatever the user may. Parent and child share one block of
 * memory, in which the child notes what it is doing and leaves its result.
 */
#ifndef HOST_CHILD_H
#define HOST_CHILD_H

#include <stdio.h>
#include <sys/types.h>

#include "mech_model.h"

struct host_child {
	const char *doing; /* a constant: its address holds in both processes */
	double time;       /* of a simulation; NAN: none */
	int done, status;  /* the work came to its end, and with what */
	struct mech_message message;
};

typedef int host_child_work(void *context, struct host_child *child, struct mech_message *message);

/* what `work` returns; -1 with a message when it or the process fails. A signal to us ends the
 * child, too, and says `last_words` (NULL: nothing) */
int host_child_run(host_child_work *work, void *context, const char *doing, const char *last_words,
                   struct mech_message *message);

/* memory that this process and those it starts see; NULL: there is none */
void *host_child_share(size_t size);
void host_child_unshare(void *memory, size_t size);

/* a file that they see, too, and that has neither a name nor a place on disk; NULL: there is
 * none */
FILE *host_child_file(void);

/* in a process that works for `parent`: it ends with it, however that ends */
void host_child_follow(pid_t parent);

#endif
