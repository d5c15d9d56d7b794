#define _GNU_SOURCE /* getdents64 */

#include "host_guard.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HOST_GUARD_PATHS = 8, HOST_GUARD_PATH_SIZE = 4096, HOST_GUARD_WORDS_SIZE = 2 * HOST_GUARD_PATH_SIZE };

static const int host_guard_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { HOST_GUARD_SIGNALS = sizeof host_guard_signals / sizeof host_guard_signals[0] };

static struct {
	volatile sig_atomic_t used;
	char path[HOST_GUARD_PATH_SIZE];
} host_guard_list[HOST_GUARD_PATHS];
static volatile pid_t host_guard_worker;
static char host_guard_words[HOST_GUARD_WORDS_SIZE];
static int host_guard_on;

/* ---- removal */

static int host_guard_remove_at(int folder, const char *name);

/* removes what a folder lists now; the number of entries that are gone */
static int host_guard_sweep(int folder)
{
	/* room for records of any alignment */
	union {
		struct dirent64 first;
		char bytes[2048];
	} block;
	int removed = 0;
	ssize_t size = lseek(folder, 0, SEEK_SET) == 0 ? getdents64(folder, &block, sizeof block) : -1;
	for (ssize_t at = 0; at < size;) {
		const struct dirent64 *entry = (const struct dirent64 *)(const void *)(block.bytes + at);
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
			removed += host_guard_remove_at(folder, entry->d_name);
		}
		at += entry->d_reclen;
	}
	return removed;
}

/* 1 when it is gone */
static int host_guard_remove_at(int folder, const char *name)
{
	if (unlinkat(folder, name, 0) == 0) {
		return 1;
	}
	int inside = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (inside >= 0) {
		while (host_guard_sweep(inside) > 0) {
		}
		(void)close(inside);
	}
	return unlinkat(folder, name, AT_REMOVEDIR) == 0;
}

void host_guard_remove(const char *path)
{
	(void)host_guard_remove_at(AT_FDCWD, path);
}

/* ---- signals */

static void host_guard_end(int number)
{
	if (host_guard_worker > 0) {
		(void)kill(host_guard_worker, SIGKILL);
		(void)waitpid(host_guard_worker, NULL, 0);
	}
	const ssize_t said = write(STDERR_FILENO, host_guard_words, strlen(host_guard_words));
	(void)said;
	for (int i = 0; i < HOST_GUARD_PATHS; i++) {
		if (host_guard_list[i].used) {
			host_guard_remove(host_guard_list[i].path);
		}
	}
	(void)signal(number, SIG_DFL);
	(void)raise(number);
}

static void host_guard_set(sigset_t *set)
{
	(void)sigemptyset(set);
	for (int i = 0; i < HOST_GUARD_SIGNALS; i++) {
		(void)sigaddset(set, host_guard_signals[i]);
	}
}

/* a signal that was ignored before, as under nohup, stays ignored */
static void host_guard_begin(void)
{
	struct sigaction action, old;
	memset(&action, 0, sizeof action);
	action.sa_handler = host_guard_end;
	host_guard_set(&action.sa_mask);
	for (int i = 0; i < HOST_GUARD_SIGNALS && !host_guard_on; i++) {
		if (sigaction(host_guard_signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL) {
			(void)sigaction(host_guard_signals[i], &action, NULL);
		}
	}
	host_guard_on = 1;
}

void host_guard_hold(void)
{
	sigset_t set;
	host_guard_set(&set);
	(void)sigprocmask(SIG_BLOCK, &set, NULL);
}

void host_guard_release(void)
{
	sigset_t set;
	host_guard_set(&set);
	(void)sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/* ---- the list */

int host_guard_path(const char *path)
{
	host_guard_begin();
	size_t length = strlen(path);
	for (int i = 0; i < HOST_GUARD_PATHS && length < HOST_GUARD_PATH_SIZE; i++) {
		if (!host_guard_list[i].used) {
			memcpy(host_guard_list[i].path, path, length + 1);
			host_guard_list[i].used = 1;
			return 0;
		}
	}
	return -1;
}

void host_guard_forget(const char *path)
{
	for (int i = 0; i < HOST_GUARD_PATHS; i++) {
		if (host_guard_list[i].used && strcmp(host_guard_list[i].path, path) == 0) {
			host_guard_list[i].used = 0;
		}
	}
}

int host_guard_has(const char *path)
{
	for (int i = 0; i < HOST_GUARD_PATHS; i++) {
		size_t length = strlen(host_guard_list[i].path);
		if (host_guard_list[i].used && strncmp(path, host_guard_list[i].path, length) == 0 && path[length] == '/') {
			return 1;
		}
	}
	return 0;
}

void host_guard_process(pid_t process, const char *last_words)
{
	host_guard_begin();
	host_guard_worker = 0;
	(void)snprintf(host_guard_words, sizeof host_guard_words, "%s", last_words != NULL ? last_words : "");
	host_guard_worker = process;
}

void host_guard_child(void)
{
	static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
	for (int i = 0; i < HOST_GUARD_PATHS; i++) {
		host_guard_list[i].used = 0;
	}
	host_guard_worker = 0;
	host_guard_on = 0;
	for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) {
		(void)signal(crashes[i], SIG_DFL);
	}
	for (int i = 0; i < HOST_GUARD_SIGNALS; i++) {
		struct sigaction old;
		if (sigaction(host_guard_signals[i], NULL, &old) == 0 && old.sa_handler == host_guard_end) {
			(void)signal(host_guard_signals[i], SIG_DFL);
		}
	}
	host_guard_release();
}
