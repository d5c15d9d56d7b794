/* A check in a process of its own. The parent reads findings and output from pipes, watches the
 * clock, and shows how the process ended when it did not end by itself. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host_child.h"
#include "host_guard.h"
#include "lint_unit.h"

enum {
	LINT_MOST_ALIKE = 6,   /* findings of one rule that a check may list */
	LINT_MOST_STARTS = 40, /* of one check */
	LINT_OUTPUT_SIZE = 120 /* what is kept of the unit's output */
};

/* what goes through the pipe; rules are constants of this program, so that their addresses hold in
 * parent and child */
struct lint_record {
	int is_finding; /* else one more rule was looked at */
	struct lint_finding finding;
};

/* ---- the child's side */

static void lint_send(struct lint_unit *unit, const struct lint_record *record)
{
	/* less than PIPE_BUF bytes arrive whole or not at all; without a reader there is nobody to work
	 * for */
	if (write(unit->report, record, sizeof *record) != (ssize_t)sizeof *record) {
		_exit(1);
	}
}

void lint_tell(struct lint_unit *unit, enum lint_level level, const char *rule, const char *place, const char *format,
               ...)
{
	struct lint_record record;
	memset(&record, 0, sizeof record);
	record.is_finding = 1;
	record.finding.level = level;
	record.finding.rule = rule;
	(void)snprintf(record.finding.place, sizeof record.finding.place, "%s", place == NULL ? unit->shared->call : place);
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(record.finding.text, sizeof record.finding.text, format, arguments);
	va_end(arguments);
	lint_send(unit, &record);
}

void lint_looked(struct lint_unit *unit)
{
	struct lint_record record;
	memset(&record, 0, sizeof record);
	lint_send(unit, &record);
}

int lint_item(struct lint_unit *unit, enum lint_level level, const char *what)
{
	unit->item++;
	if (unit->item <= unit->first_item) {
		return 0;
	}
	unit->shared->item = unit->item;
	unit->shared->level = level;
	(void)snprintf(unit->shared->what, sizeof unit->shared->what, "%s", what);
	lint_looked(unit);
	return 1;
}

void lint_abandon(struct lint_unit *unit)
{
	unit->shared->abandoned = 1;
	_exit(0);
}

void *lint_take(struct lint_unit *unit, size_t n, size_t size)
{
	void *memory = calloc(n + 1, size);
	if (memory == NULL) {
		unit->shared->out_of_memory = 1;
		lint_tell(unit, LINT_NOTE, "check-not-finished", "", "out of memory");
		lint_abandon(unit);
	}
	return memory;
}

/* what a crash leaves behind is a finding: no core file, no handler of ours, no files where the
 * user is */
static void lint_child_prepare(const struct lint_unit *unit, int output)
{
	host_guard_child();
	rlim_t seconds = (rlim_t)(unit->check_limit + unit->call_limit) + 1;
	(void)setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	(void)setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
	char folder[HOST_PATH_SIZE];
	int moved = host_path_join(unit->fmu.folder, "lint", folder) == 0 &&
	            (mkdir(folder, 0700) == 0 || errno == EEXIST) && chdir(folder) == 0;
	(void)moved;
	int nothing = open("/dev/null", O_RDONLY);
	(void)dup2(nothing, STDIN_FILENO);
	(void)dup2(output, STDOUT_FILENO);
	(void)dup2(output, STDERR_FILENO);
}

/* memory taken before the library is loaded moves it, and what it allocates, away from where they
 * lay elsewhere */
static void lint_child_displace(struct lint_unit *unit)
{
	(void)lint_take(unit, (size_t)1 << 26, 1);
	for (size_t size = 16; size <= 8192; size += 16) {
		for (int k = 0; k < 8; k++) {
			memset(lint_take(unit, size, 1), 0xa5, size);
		}
	}
}

static void lint_child_work(struct lint_unit *unit, const struct lint_check *check, int output)
{
	struct mech_message message = {""};
	lint_child_prepare(unit, output);
	if (check->displaced) {
		lint_child_displace(unit);
	}
	(void)snprintf(unit->shared->call, sizeof unit->shared->call, "loading the library");
	int status = host_fmu_load(&unit->fmu, &message);
	if (status == 0) {
		check->run(unit);
	} else if (status > 0) {
		unit->shared->absent = 1;
		lint_tell(unit, LINT_NOTE, "behaviour-not-checked", "", "%s", message.text);
	} else {
		lint_tell(unit, LINT_ERROR, "library-unusable", "", "%s", message.text);
	}
	(void)fflush(NULL);
	unit->shared->done = 1;
	_exit(0);
}

/* ---- the parent's side */

struct lint_watch {
	struct lint *lint;
	struct lint_unit *unit;
	const struct lint_check *check;
	int first_finding, n_hidden; /* findings of this check that are beyond LINT_MOST_ALIKE */
	/* the running process */
	pid_t process;
	struct pollfd pipes[2]; /* findings, output */
	struct lint_record record;
	size_t received; /* bytes of the record */
	char output[LINT_OUTPUT_SIZE];
	size_t n_output;
	double begin, last_call;
	unsigned long n_calls;
	const char *killed; /* rule under which the process was ended, or NULL */
};

static double lint_now(void)
{
	struct timespec now;
	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* adds the finding unless it is there already, or as many of its kind are */
static void lint_watch_add(struct lint_watch *w, const struct lint_finding *f)
{
	int alike = 0;
	for (int i = w->unit->first_finding; i < w->lint->n_findings; i++) {
		const struct lint_finding *other = &w->lint->findings[i];
		if (strcmp(other->rule, f->rule) != 0) {
			continue;
		}
		alike += i >= w->first_finding && other->level == f->level;
		if (strcmp(other->place, f->place) == 0 && strcmp(other->text, f->text) == 0) {
			return;
		}
	}
	if (alike >= LINT_MOST_ALIKE) {
		w->n_hidden++;
		return;
	}
	lint_find(w->lint, f->level, f->rule, f->place, "%s", f->text);
}

static void lint_watch_tell(struct lint_watch *w, enum lint_level level, const char *rule, const char *format, ...)
{
	struct lint_finding f = {.level = level, .rule = rule};
	(void)snprintf(f.place, sizeof f.place, "%s", w->unit->shared->call);
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(f.text, sizeof f.text, format, arguments);
	va_end(arguments);
	lint_watch_add(w, &f);
}

/* reads findings. 0 at the end of the pipe */
static int lint_watch_findings(struct lint_watch *w)
{
	for (;;) {
		char *place = (char *)&w->record + w->received;
		ssize_t n = read(w->pipes[0].fd, place, sizeof w->record - w->received);
		if (n <= 0) {
			return n < 0;
		}
		w->received += (size_t)n;
		if (w->received < sizeof w->record) {
			continue;
		}
		w->received = 0;
		if (w->record.is_finding) {
			lint_watch_add(w, &w->record.finding);
		} else {
			lint_checked(w->lint);
		}
	}
}

/* reads the unit's output, keeps its beginning. 0 at the end of the pipe */
static int lint_watch_output(struct lint_watch *w)
{
	for (;;) {
		char block[4096];
		ssize_t n = read(w->pipes[1].fd, block, sizeof block);
		if (n <= 0) {
			return n < 0;
		}
		size_t room = sizeof w->output - 1 - w->n_output;
		size_t kept = (size_t)n < room ? (size_t)n : room;
		memcpy(w->output + w->n_output, block, kept);
		w->n_output += kept;
		w->output[w->n_output] = 0;
	}
}

static void lint_watch_read(struct lint_watch *w)
{
	if (w->pipes[0].fd >= 0 && !lint_watch_findings(w)) {
		(void)close(w->pipes[0].fd);
		w->pipes[0].fd = -1;
	}
	if (w->pipes[1].fd >= 0 && !lint_watch_output(w)) {
		(void)close(w->pipes[1].fd);
		w->pipes[1].fd = -1;
	}
}

/* seconds for a call; what is the importer's mistake in the first place need not be waited for as
 * long */
static double lint_watch_limit(const struct lint_watch *w)
{
	return w->unit->call_limit / (w->unit->shared->level == LINT_ERROR ? 1.0 : 4.0);
}

/* ends a process that takes too long */
static void lint_watch_clock(struct lint_watch *w)
{
	double now = lint_now();
	if (w->unit->shared->n_calls != w->n_calls) {
		w->n_calls = w->unit->shared->n_calls;
		w->last_call = now;
	}
	if (now - w->last_call > lint_watch_limit(w)) {
		w->killed = "unit-hangs";
	} else if (now - w->begin > w->unit->check_limit) {
		w->killed = "check-not-finished";
	}
	if (w->killed != NULL) {
		(void)kill(w->process, SIGKILL);
	}
}

/* until the process has ended; its status */
static int lint_watch_wait(struct lint_watch *w)
{
	int status = 0;
	w->begin = w->last_call = lint_now();
	for (;;) {
		int open_pipes = w->pipes[0].fd >= 0 || w->pipes[1].fd >= 0;
		(void)poll(w->pipes, 2, open_pipes ? 50 : 1);
		lint_watch_read(w);
		pid_t ended = waitpid(w->process, &status, w->killed == NULL ? WNOHANG : 0);
		if (ended == w->process || (ended < 0 && errno != EINTR)) {
			lint_watch_read(w);
			break;
		}
		lint_watch_clock(w);
	}
	host_guard_process(0, NULL);
	for (int i = 0; i < 2; i++) {
		if (w->pipes[i].fd >= 0) {
			(void)close(w->pipes[i].fd);
		}
	}
	return status;
}

/* 0, or -1: no process can be made */
static int lint_watch_start(struct lint_watch *w)
{
	int findings[2] = {-1, -1}, output[2] = {-1, -1};
	const pid_t parent = getpid();
	w->process = -1;
	if (pipe(findings) == 0 && pipe(output) == 0) {
		(void)fcntl(findings[0], F_SETFL, O_NONBLOCK);
		(void)fcntl(output[0], F_SETFL, O_NONBLOCK);
		/* what waits in our own buffers must not be written twice */
		(void)fflush(NULL);
		host_guard_hold();
		w->process = fork();
	}
	if (w->process == 0) {
		host_child_follow(parent);
		(void)close(findings[0]);
		(void)close(output[0]);
		w->unit->report = findings[1];
		lint_child_work(w->unit, w->check, output[1]);
	}
	host_guard_process(w->process > 0 ? w->process : 0, NULL);
	host_guard_release();
	int *ends[2] = {findings, output};
	for (int i = 0; i < 2; i++) {
		if (ends[i][1] >= 0) {
			(void)close(ends[i][1]);
		}
		if (w->process < 0 && ends[i][0] >= 0) {
			(void)close(ends[i][0]);
		}
		w->pipes[i] = (struct pollfd){ends[i][0], POLLIN, 0};
	}
	return w->process < 0 ? -1 : 0;
}

/* how the process ended, where that was not its own decision */
static void lint_watch_judge(struct lint_watch *w, int status)
{
	const struct lint_shared *shared = w->unit->shared;
	char circumstances[300];
	(void)snprintf(circumstances, sizeof circumstances, "check '%s'%s%s%s%s", w->check->name,
	               shared->what[0] == 0 ? "" : ", ", shared->what, w->n_output == 0 ? "" : "; it wrote: ", w->output);
	if (w->killed != NULL && strcmp(w->killed, "unit-hangs") == 0) {
		lint_watch_tell(w, shared->level, w->killed, "the call had not returned after %g s (%s)", lint_watch_limit(w),
		                circumstances);
	} else if (w->killed != NULL) {
		lint_watch_tell(w, LINT_NOTE, w->killed, "ended after %g s (%s)", w->unit->check_limit, circumstances);
	} else if (shared->done || shared->abandoned) {
		return;
	} else if (WIFSIGNALED(status)) {
		lint_watch_tell(w, shared->level, "unit-crashes", "%s, signal %d (%s)", strsignal(WTERMSIG(status)),
		                WTERMSIG(status), circumstances);
	} else {
		lint_watch_tell(w, shared->level, "unit-exits",
		                "the unit ended the process with code %d, and the importer with it (%s)", WEXITSTATUS(status),
		                circumstances);
	}
	w->n_output = 0;
}

static void lint_watch_once(struct lint_watch *w)
{
	struct lint_shared *shared = w->unit->shared;
	shared->item = shared->done = shared->abandoned = 0;
	shared->what[0] = 0;
	shared->level = LINT_ERROR;
	shared->n_calls = 0;
	w->received = w->n_output = 0;
	w->n_calls = 0;
	w->output[0] = 0;
	w->killed = NULL;
	if (lint_watch_start(w) != 0) {
		lint_find(w->lint, LINT_NOTE, "check-not-finished", "", "no process can be started for '%s' (%s)",
		          w->check->name, strerror(errno));
		w->lint->failed |= errno == ENOMEM;
		shared->done = 1;
		return;
	}
	lint_watch_judge(w, lint_watch_wait(w));
	w->lint->failed |= shared->out_of_memory;
	if (w->n_output > 0 && !w->unit->printed) {
		w->unit->printed = 1;
		lint_find(w->lint, LINT_WARNING, "unit-prints", "",
		          "the unit writes to standard output or error; messages belong to the logger. It wrote: %s",
		          w->output);
	}
}

/* the check continues after the item that ended the process, but not for long after calls that do
 * not return */
void lint_child(struct lint *lint, struct lint_unit *unit, const struct lint_check *check)
{
	struct lint_watch w = {.lint = lint, .unit = unit, .check = check, .first_finding = lint->n_findings};
	const struct lint_shared *shared = unit->shared;
	int n_starts = 0, n_killed = 0;
	unit->item = unit->first_item = 0;
	do {
		lint_watch_once(&w);
		unit->first_item = shared->item;
		n_killed += w.killed != NULL;
	} while (!shared->done && shared->item > 0 && n_killed < 2 && ++n_starts < LINT_MOST_STARTS);
	if (n_starts == LINT_MOST_STARTS) {
		lint_find(lint, LINT_NOTE, "check-not-finished", "",
		          "the check '%s' was ended after the process had been lost %d times", check->name, n_starts);
	}
	if (w.n_hidden > 0) {
		lint_find(lint, LINT_NOTE, "more-findings", "",
		          "%d more findings of the check '%s' are not listed, of rules with %d findings above", w.n_hidden,
		          check->name, (int)LINT_MOST_ALIKE);
	}
}
