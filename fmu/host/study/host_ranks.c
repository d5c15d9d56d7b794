#define _POSIX_C_SOURCE 200809L

#include "host_ranks.h"

#include <stdlib.h>

int host_ranks_are_wanted(void)
{
	static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		if (getenv(names[i]) != NULL) {
			return 1;
		}
	}
	return 0;
}

#ifdef MECHFMU_WITH_MPI

#include <errno.h>
#include <math.h>
#include <mpi.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "host_guard.h"
#include "host_ranks_parts.h"

#define HOST_RANKS_BATCH 0.2    /* seconds of a batch */
#define HOST_RANKS_SYNC 1.0     /* between two times at which rows are brought to disk */
#define HOST_RANKS_PAUSE 200000 /* nanoseconds, where there is nothing to do */

/* messages: a rank wants cases (seconds that one takes), has rows, has come to its end (the reason);
 * rank 0 has cases */
enum { HOST_RANKS_WANTS = 1, HOST_RANKS_ROWS, HOST_RANKS_ENDS, HOST_RANKS_CASES };

/* what rank 0 knows */
struct host_ranks {
	const struct host_study *study;
	const struct host_sweep_options *options;
	struct host_journal journal;
	struct host_tally tally;
	int64_t next;
	int ranks, open; /* open: other ranks that have not ended */
	int stops;
	double synced;
	struct mech_message *message;
	int64_t *batches; /* [ranks x HOST_RANKS_MOST] on their way */
	MPI_Request *sent;
};

static int host_ranks_rank, host_ranks_size = 1;

int host_ranks_is_there(void)
{
	return 1;
}

int host_ranks_begin(void)
{
	int level;
	if (host_ranks_are_wanted() && MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) == MPI_SUCCESS) {
		(void)MPI_Comm_rank(MPI_COMM_WORLD, &host_ranks_rank);
		(void)MPI_Comm_size(MPI_COMM_WORLD, &host_ranks_size);
	}
	return host_ranks_size;
}

void host_ranks_end(void)
{
	int begun = 0;
	(void)MPI_Initialized(&begun);
	if (begun) {
		(void)MPI_Finalize();
	}
}

int host_ranks_number(void)
{
	return host_ranks_rank;
}

int host_ranks_agree(uint64_t fingerprint)
{
	uint64_t least = fingerprint, most = fingerprint;
	if (host_ranks_size > 1) {
		(void)MPI_Allreduce(&fingerprint, &least, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
		(void)MPI_Allreduce(&fingerprint, &most, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
	}
	return least == most;
}

static void host_ranks_pause(void)
{
	const struct timespec pause = {0, HOST_RANKS_PAUSE};
	(void)nanosleep(&pause, NULL);
}

/* ---- other ranks */

static void host_ranks_serve(const struct host_study *study, int threads)
{
	static struct host_ranks_work work;
	struct mech_message message = {""};
	int64_t cases[HOST_RANKS_MOST];
	int asked = 0, ended = 0;
	if (host_ranks_open(&work, study, threads, &message) != 0) {
		(void)snprintf(work.reason, sizeof work.reason, "%.255s", message.text);
		ended = 1;
	}
	while (!ended) {
		struct host_text rows = {0};
		double each = 0.0;
		int there = 0;
		MPI_Status facts;
		if (!asked && host_ranks_hungry(&work, &each)) {
			(void)MPI_Send(&each, 1, MPI_DOUBLE, 0, HOST_RANKS_WANTS, MPI_COMM_WORLD);
			asked = 1;
		}
		(void)MPI_Iprobe(0, HOST_RANKS_CASES, MPI_COMM_WORLD, &there, &facts);
		if (there) {
			int n = 0;
			(void)MPI_Get_count(&facts, MPI_INT64_T, &n);
			(void)MPI_Recv(cases, n, MPI_INT64_T, 0, HOST_RANKS_CASES, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			host_ranks_put(&work, cases, n);
			asked = 0;
		}
		ended = host_ranks_rows(&work, &rows) && !asked;
		if (rows.size > 0) {
			(void)MPI_Send(rows.bytes, (int)rows.size, MPI_BYTE, 0, HOST_RANKS_ROWS, MPI_COMM_WORLD);
		} else if (!there) {
			host_ranks_pause();
		}
		if (rows.failed) {
			(void)snprintf(work.reason, sizeof work.reason, "out of memory");
		}
		host_text_free(&rows);
	}
	host_ranks_close(&work);
	(void)MPI_Send(work.reason, sizeof work.reason, MPI_BYTE, 0, HOST_RANKS_ENDS, MPI_COMM_WORLD);
}

/* ---- rank 0 */

/* the first reason stands */
static void host_ranks_stop(struct host_ranks *r, const char *why)
{
	if (!r->stops) {
		host_say(r->message, "%s", why);
	}
	r->stops = 1;
}

/* a batch for a rank on which a case takes so long */
static int host_ranks_batch(struct host_ranks *r, double each, int64_t cases[HOST_RANKS_MOST])
{
	const double left = (double)(r->study->n_cases - r->next);
	const double by_time = each > 0.0 ? HOST_RANKS_BATCH / each : 1.0;
	const double n = fmin(fmin(by_time, left / (2.0 * r->ranks)), HOST_RANKS_MOST);
	int count = 0;
	while (!r->stops && r->next < r->study->n_cases && count < fmax(n, 1.0)) {
		if (!host_tally_has(&r->tally, r->next)) {
			cases[count++] = r->next;
		}
		r->next++;
	}
	return count;
}

static void host_ranks_keep(struct host_ranks *r, const void *bytes, size_t size)
{
	char why[HOST_PATH_SIZE];
	if (size > 0 && !r->stops && host_journal_add_rows(&r->journal, bytes, size, host_tally_visit, &r->tally) != 0) {
		(void)snprintf(why, sizeof why,
		               "%.300s: cannot be written (%s); it keeps what is done, and the same command continues",
		               r->journal.path, strerror(errno));
		host_ranks_stop(r, why);
	}
}

/* a message of another rank, if there is one */
static int host_ranks_listen(struct host_ranks *r)
{
	MPI_Status facts;
	int there = 0, size = 0;
	(void)MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &facts);
	if (!there) {
		return 0;
	}
	const int rank = facts.MPI_SOURCE;
	(void)MPI_Get_count(&facts, MPI_BYTE, &size);
	char *bytes = calloc((size_t)size + 1, 1);
	if (bytes == NULL) {
		host_ranks_stop(r, "out of memory");
		return 0;
	}
	(void)MPI_Recv(bytes, size, MPI_BYTE, rank, facts.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	if (facts.MPI_TAG == HOST_RANKS_ROWS) {
		host_ranks_keep(r, bytes, (size_t)size);
	} else if (facts.MPI_TAG == HOST_RANKS_WANTS) {
		double each;
		int64_t *batch = r->batches + (size_t)rank * HOST_RANKS_MOST;
		memcpy(&each, bytes, sizeof each);
		(void)MPI_Wait(&r->sent[rank], MPI_STATUS_IGNORE);
		const int n = host_ranks_batch(r, each, batch);
		(void)MPI_Isend(batch, n, MPI_INT64_T, rank, HOST_RANKS_CASES, MPI_COMM_WORLD, &r->sent[rank]);
	} else {
		r->open--;
		if (bytes[0] != 0) {
			char why[400];
			(void)snprintf(why, sizeof why, "rank %d: %.300s", rank, bytes);
			host_ranks_stop(r, why);
		}
	}
	free(bytes);
	return 1;
}

/* its own cases; 1: there are none any more */
static int host_ranks_own(struct host_ranks *r, struct host_ranks_work *work)
{
	int64_t *batch = r->batches;
	struct host_text rows;
	double each;
	if (host_ranks_hungry(work, &each)) {
		host_ranks_put(work, batch, host_ranks_batch(r, each, batch));
	}
	const int ended = host_ranks_rows(work, &rows);
	host_ranks_keep(r, rows.bytes, rows.size);
	host_text_free(&rows);
	if (ended && work->reason[0] != 0) {
		host_ranks_stop(r, work->reason);
	}
	return ended;
}

static void host_ranks_lead(struct host_ranks *r)
{
	static struct host_ranks_work work;
	int own = host_ranks_open(&work, r->study, host_sweep_threads(r->study, r->options->threads), r->message);
	int ended = own != 0;
	r->stops |= ended;
	r->synced = host_tally_clock();
	host_tally_begin(&r->tally, r->synced);
	while (!ended || r->open > 0) {
		const int heard = host_ranks_listen(r);
		ended = ended || host_ranks_own(r, &work);
		const double now = host_tally_clock();
		if (r->options->progress) {
			host_tally_show(&r->tally, now);
		}
		if (now - r->synced > HOST_RANKS_SYNC) {
			r->synced = now;
			(void)host_journal_sync(&r->journal);
		}
		if (!heard) {
			host_ranks_pause();
		}
	}
	host_ranks_close(&work);
	if (r->options->progress) {
		(void)fputs("\r\033[K", stderr);
	}
	if (host_journal_sync(&r->journal) != 0) {
		host_ranks_stop(r, "the journal cannot be written");
	}
	(void)MPI_Waitall(r->ranks, r->sent, MPI_STATUSES_IGNORE);
}

/* the journal is open, or the study cannot begin: all ranks must know */
static int host_ranks_ready(int ready)
{
	(void)MPI_Bcast(&ready, 1, MPI_INT, 0, MPI_COMM_WORLD);
	return ready;
}

static int host_ranks_journal(struct host_ranks *r, const char *results)
{
	char path[HOST_PATH_SIZE];
	if (host_sweep_journal(results, 1, 1, path) != 0) {
		host_say(r->message, "%.200s...: path too long", results);
		return -1;
	}
	if (r->options->restart) {
		(void)unlink(path);
	}
	int status = host_journal_open(path, r->study, 1, 1, HOST_JOURNAL_WRITE, &r->journal, r->message);
	if (status == 0) {
		status = host_journal_scan(&r->journal, host_tally_visit, &r->tally, r->message);
		status = status == 0 ? host_journal_cut(&r->journal, r->message) : status;
		if (status != 0) {
			host_journal_close(&r->journal);
		}
	}
	return status;
}

int host_ranks_run(const struct host_study *study, const char *results, const struct host_sweep_options *options,
                   struct host_sweep_count *count, struct mech_message *message)
{
	char words[HOST_PATH_SIZE + 120];
	struct host_ranks r = {.study = study, .options = options, .ranks = host_ranks_size, .message = message};
	memset(count, 0, sizeof *count);
	count->of = study->n_cases;
	if (host_ranks_rank > 0) {
		if (host_ranks_ready(0)) {
			host_ranks_serve(study, host_sweep_threads(study, options->threads));
		}
		return 0;
	}
	r.open = r.ranks - 1;
	r.batches = calloc((size_t)r.ranks * HOST_RANKS_MOST, sizeof *r.batches);
	r.sent = calloc((size_t)r.ranks, sizeof *r.sent);
	int status = -1;
	if (r.batches == NULL || r.sent == NULL || host_tally_open(&r.tally, study, count) != 0) {
		host_say(message, "out of memory");
	} else {
		status = host_ranks_journal(&r, results);
	}
	for (int i = 0; i < r.ranks && r.sent != NULL; i++) {
		r.sent[i] = MPI_REQUEST_NULL;
	}
	if (host_ranks_ready(status == 0)) {
		(void)snprintf(words, sizeof words, "%sinterrupted: %s keeps what is done, and the same command continues\n",
		               options->progress ? "\n" : "", r.journal.path);
		host_guard_process(0, words);
		host_ranks_lead(&r);
		host_guard_process(0, NULL);
		host_journal_close(&r.journal);
		status = r.stops ? -1 : 0;
	}
	host_tally_close(&r.tally);
	free(r.batches);
	free(r.sent);
	return status;
}

#else

int host_ranks_is_there(void)
{
	return 0;
}

int host_ranks_begin(void)
{
	return 1;
}

void host_ranks_end(void)
{
}

int host_ranks_number(void)
{
	return 0;
}

int host_ranks_agree(uint64_t fingerprint)
{
	(void)fingerprint;
	return 1;
}

int host_ranks_run(const struct host_study *study, const char *results, const struct host_sweep_options *options,
                   struct host_sweep_count *count, struct mech_message *message)
{
	return host_sweep_run(study, results, options, count, message);
}

#endif
