#define _GNU_SOURCE /* sched_getaffinity */

#include "host_sweep.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "host_guard.h"
#include "host_tally.h"
#include "host_team.h"

enum { HOST_SWEEP_MOST_THREADS = 1024 };
#define HOST_SWEEP_SYNC 1.0 /* seconds between two times at which rows are brought to disk */

/* what parent and child see, both */
struct host_sweep_shared {
	int ended;                                /* the child has come to its end by itself */
	int64_t running[HOST_SWEEP_MOST_THREADS]; /* case of each thread; -1: none */
};

struct host_sweep {
	const struct host_study *study;
	const struct host_sweep_options *options;
	struct host_journal journal;
	struct host_tally tally;
	struct host_sweep_shared *shared;

	/* of the child; `lock` guards all that follows and the journal */
	pthread_mutex_t lock;
	struct host_child *child;
	int threads;
	int64_t next, alone; /* alone: the only case to run; -1: all */
	int stops;           /* no thread takes another case */
	struct mech_message message;
	double synced;
};

/* ---- threads */

/* the next case of the shard that is not done; -1: there is none. The lock is held. */
static int64_t host_sweep_take(struct host_sweep *w)
{
	if (w->stops) {
		return -1;
	}
	if (w->alone >= 0) {
		const int64_t number = w->alone;
		w->stops = 1;
		return number;
	}
	while (w->next < w->study->n_cases && host_tally_has(&w->tally, w->next)) {
		w->next += w->options->shards;
	}
	const int64_t number = w->next;
	w->next += w->options->shards;
	return number < w->study->n_cases ? number : -1;
}

/* the first reason stands. The lock is held. */
static void host_sweep_stop(struct host_sweep *w, const char *why)
{
	if (!w->stops || w->alone >= 0) {
		host_say(&w->message, "%s", why);
	}
	w->stops = 1;
}

/* the row goes to the journal. The lock is held; it is free while the disk works. */
static void host_sweep_keep(struct host_sweep *w, const struct host_case *row)
{
	char why[HOST_PATH_SIZE];
	if (host_journal_add(&w->journal, row) != 0) {
		(void)snprintf(why, sizeof why,
		               "%.300s: cannot be written (%s); it keeps what is done, and the same command continues",
		               w->journal.path, strerror(errno));
		host_sweep_stop(w, why);
		return;
	}
	host_tally_visit(&w->tally, row->number, row->status, 0);
	const double now = host_tally_clock();
	if (w->options->progress) {
		host_tally_show(&w->tally, now);
	}
	if (now - w->synced >= HOST_SWEEP_SYNC) {
		w->synced = now;
		(void)pthread_mutex_unlock(&w->lock);
		(void)host_journal_sync(&w->journal);
		(void)pthread_mutex_lock(&w->lock);
	}
}

/* a thread: takes cases until there are none */
static void host_sweep_thread(void *context, int part)
{
	struct host_sweep *w = context;
	struct host_case row;
	int status = host_case_begin(w->study, &row);
	struct host_runner *runner = host_runner_create(w->study, w->threads == 1 ? w->child : NULL);
	(void)pthread_mutex_lock(&w->lock);
	if (status != 0 || runner == NULL) {
		host_sweep_stop(w, "out of memory");
	}
	for (;;) {
		const int64_t number = status != 0 || runner == NULL ? -1 : host_sweep_take(w);
		w->shared->running[part] = number;
		if (number < 0) {
			break;
		}
		(void)pthread_mutex_unlock(&w->lock);
		status = host_case_run(runner, number, &row);
		(void)pthread_mutex_lock(&w->lock);
		if (status != 0) {
			host_sweep_stop(w, row.text.failed || row.text.size == 0 ? "out of memory" : row.text.bytes);
		} else {
			host_sweep_keep(w, &row);
		}
	}
	(void)pthread_mutex_unlock(&w->lock);
	host_runner_free(runner);
	host_case_free(&row);
}

/* ---- the process of the cases */

static int host_sweep_work(void *context, struct host_child *child, struct mech_message *message)
{
	struct host_sweep *w = context;
	w->child = child;
	child->doing = "the study";
	if (host_case_load(w->study, message) != 0) {
		w->shared->ended = 1;
		return -1;
	}
	struct host_team *team = host_team_create(w->threads);
	w->synced = host_tally_clock();
	host_tally_begin(&w->tally, w->synced);
	(void)pthread_mutex_init(&w->lock, NULL);
	host_team_run(team, w->threads, host_sweep_thread, w);
	host_team_free(team);
	if (host_journal_sync(&w->journal) != 0 && w->message.text[0] == 0) {
		host_say(&w->message, "%.300s: cannot be written (%s)", w->journal.path, strerror(errno));
	}
	w->shared->ended = 1;
	*message = w->message;
	return w->message.text[0] == 0 ? 0 : -1;
}

/* cases in a new process; then what it has written is known here, too */
static int host_sweep_child(struct host_sweep *w, int64_t alone, struct mech_message *message)
{
	char last_words[HOST_PATH_SIZE + 120];
	struct mech_message unread = {""};
	(void)snprintf(last_words, sizeof last_words,
	               "%sinterrupted: %s keeps what is done, and the same command continues\n",
	               w->options->progress ? "\n" : "", w->journal.path);
	w->shared->ended = 0;
	w->alone = alone;
	w->stops = 0;
	w->next = w->options->shard - 1;
	w->threads = alone >= 0 ? 1 : w->threads;
	for (int i = 0; i < HOST_SWEEP_MOST_THREADS; i++) {
		w->shared->running[i] = -1;
	}
	message->text[0] = 0;
	int status = host_child_run(host_sweep_work, w, "the study", last_words, message);
	if (host_journal_scan(&w->journal, host_tally_visit, &w->tally, &unread) != 0 ||
	    host_journal_cut(&w->journal, &unread) != 0) {
		*message = unread;
		w->shared->ended = 1;
		status = -1;
	}
	return status;
}

/* the row of a case that has ended its process */
static int host_sweep_crashed(struct host_sweep *w, int64_t number, struct mech_message *message)
{
	struct host_case row;
	int status = host_case_begin(w->study, &row);
	if (status == 0) {
		host_case_clear(w->study, &row, number);
		row.status = HOST_CASE_CRASHED;
		host_text_add(&row.text, message->text);
		status = row.text.failed ? -1 : 0;
	}
	if (status != 0) {
		host_say(message, "out of memory");
	} else if (host_journal_add(&w->journal, &row) != 0) {
		host_say(message, "%.300s: cannot be written (%s)", w->journal.path, strerror(errno));
		status = -1;
	} else {
		host_tally_visit(&w->tally, number, row.status, 0);
	}
	host_case_free(&row);
	return status;
}

/* cases that were running when the process ended, each alone; -1 with a message when that says
 * nothing about a case */
static int host_sweep_suspects(struct host_sweep *w, struct mech_message *message)
{
	int64_t suspects[HOST_SWEEP_MOST_THREADS];
	int n = 0;
	for (int i = 0; i < HOST_SWEEP_MOST_THREADS; i++) {
		if (w->shared->running[i] >= 0 && !host_tally_has(&w->tally, w->shared->running[i])) {
			suspects[n++] = w->shared->running[i];
		}
	}
	if (n == 0) {
		return -1;
	}
	for (int i = 0; i < n; i++) {
		const int status = host_sweep_child(w, suspects[i], message);
		if (w->shared->ended
		        ? status != 0
		        : !host_tally_has(&w->tally, suspects[i]) && host_sweep_crashed(w, suspects[i], message) != 0) {
			return -1;
		}
	}
	return 0;
}

int host_sweep_threads(const struct host_study *study, int wanted)
{
	cpu_set_t set;
	int threads = wanted;
	if (threads == 0) {
		threads = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
	}
	threads = study->description->only_once ? 1 : threads;
	return threads > HOST_SWEEP_MOST_THREADS ? HOST_SWEEP_MOST_THREADS : threads;
}

/* all cases that are left; again after each process that a case has ended */
static int host_sweep_all(struct host_sweep *w, struct mech_message *message)
{
	int status = 0;
	while (status == 0 && w->tally.count->n < w->tally.count->of) {
		w->threads = host_sweep_threads(w->study, w->options->threads);
		status = host_sweep_child(w, -1, message);
		if (!w->shared->ended) {
			status = host_sweep_suspects(w, message);
		}
	}
	if (w->options->progress) {
		(void)fputs("\r\033[K", stderr);
	}
	return status;
}

int host_sweep_journal(const char *results, int shard, int shards, char path[HOST_PATH_SIZE])
{
	const int length = shards > 1 ? snprintf(path, HOST_PATH_SIZE, "%s.%d-of-%d.journal", results, shard, shards)
	                              : snprintf(path, HOST_PATH_SIZE, "%s.journal", results);
	return length < 0 || length >= HOST_PATH_SIZE ? -1 : 0;
}

int host_sweep_run(const struct host_study *study, const char *results, const struct host_sweep_options *options,
                   struct host_sweep_count *count, struct mech_message *message)
{
	char path[HOST_PATH_SIZE];
	struct host_sweep *w = calloc(1, sizeof *w);
	int status = -1;
	memset(count, 0, sizeof *count);
	count->of = (study->n_cases - options->shard + options->shards) / options->shards;
	if (w == NULL || host_tally_open(&w->tally, study, count) != 0 ||
	    (w->shared = host_child_share(sizeof *w->shared)) == NULL) {
		host_say(message, "out of memory");
	} else if (host_sweep_journal(results, options->shard, options->shards, path) != 0) {
		host_say(message, "%.200s...: path too long", results);
	} else {
		w->study = study;
		w->options = options;
		if (options->restart) {
			(void)unlink(path);
		}
		if (host_journal_open(path, study, options->shard, options->shards, HOST_JOURNAL_WRITE, &w->journal, message) ==
		    0) {
			status = host_journal_scan(&w->journal, host_tally_visit, &w->tally, message);
			status = status == 0 ? host_journal_cut(&w->journal, message) : status;
			status = status == 0 ? host_sweep_all(w, message) : status;
			host_journal_close(&w->journal);
		}
	}
	if (w != NULL) {
		host_child_unshare(w->shared, sizeof *w->shared);
		host_tally_close(&w->tally);
	}
	free(w);
	return status;
}
