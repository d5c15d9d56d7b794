/* What a signal must not leave behind.
 *
 * SIGINT, SIGTERM and SIGHUP end the program as ever, but drafts of files, temporary folders and a
 * process that works for us go first. The list is the only state of the program as a whole; the
 * handler calls nothing but what POSIX allows there, and the kernel's list of a folder's entries.
 */
#ifndef HOST_GUARD_H
#define HOST_GUARD_H

#include <sys/types.h>

/* signals wait from `hold` to `release`: nothing is made that stands in no list yet */
void host_guard_hold(void);
void host_guard_release(void);

/* a file or folder that goes with the program, until `forget`. 0, or -1: the list is full, or the
 * path too long */
int host_guard_path(const char *path);
void host_guard_forget(const char *path);

/* 1 when the path lies in a folder of the list */
int host_guard_has(const char *path);

/* a process that is killed first, 0: none; and what is said then (NULL: nothing) */
void host_guard_process(pid_t process, const char *last_words);

/* in a process of our own: nothing here is its to remove, and signals do what they do elsewhere */
void host_guard_child(void);

/* the file or folder with all that is in it; links are removed, not followed */
void host_guard_remove(const char *path);

#endif
