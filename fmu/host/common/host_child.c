#define _GNU_SOURCE /* memfd_create, MAP_ANONYMOUS, prctl */

#include "host_child.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host_guard.h"
#include "host_text.h"

void *host_child_share(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return memory == MAP_FAILED ? NULL : memory;
}

void host_child_unshare(void *memory, size_t size)
{
	if (memory != NULL) {
		(void)munmap(memory, size);
	}
}

FILE *host_child_file(void)
{
	const int descriptor = memfd_create("mechfmu", MFD_CLOEXEC);
	FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w+b");
	if (file == NULL && descriptor >= 0) {
		(void)close(descriptor);
	}
	return file;
}

void host_child_follow(pid_t parent)
{
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* it may have ended before the line above */
	if (getppid() != parent) {
		_exit(1);
	}
}

/* how the process ended, where that was not its own decision */
static int host_child_judge(const struct host_child *child, int status, struct mech_message *message)
{
	if (child->done) {
		*message = child->message;
		return child->status;
	}
	char when[60] = "";
	if (!isnan(child->time)) {
		(void)snprintf(when, sizeof when, " at time %.10g", child->time);
	}
	if (WIFSIGNALED(status)) {
		host_say(message, "%s crashed%s: %s (signal %d)", child->doing, when, strsignal(WTERMSIG(status)),
		         WTERMSIG(status));
	} else {
		host_say(message, "%s ended the process%s with code %d", child->doing, when, WEXITSTATUS(status));
	}
	return -1;
}

static pid_t host_child_start(host_child_work *work, void *context, struct host_child *child)
{
	/* what waits in our own buffers must not be written twice */
	(void)fflush(NULL);
	const pid_t parent = getpid();
	pid_t process = fork();
	if (process == 0) {
		host_child_follow(parent);
		host_guard_child();
		child->status = work(context, child, &child->message);
		child->done = 1;
		(void)fflush(NULL);
		_exit(0);
	}
	return process;
}

int host_child_run(host_child_work *work, void *context, const char *doing, const char *last_words,
                   struct mech_message *message)
{
	struct host_child *child = host_child_share(sizeof *child);
	int status = 0, result = -1;
	pid_t process = -1;
	if (child != NULL) {
		child->doing = doing;
		child->time = NAN;
		child->message = *message;
		host_guard_hold();
		process = host_child_start(work, context, child);
		host_guard_process(process > 0 ? process : 0, process > 0 ? last_words : NULL);
		host_guard_release();
	}
	if (process < 0) {
		host_say(message, "%s: no process can be started for it (%s)", doing, strerror(errno));
	} else {
		while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
		}
		host_guard_process(0, NULL);
		result = host_child_judge(child, status, message);
	}
	host_child_unshare(child, sizeof *child);
	return result;
}
