#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_ranks_parts.h"

static void host_ranks_fail(struct host_ranks_work *w, const struct host_case *row)
{
	(void)snprintf(w->reason, sizeof w->reason, "%s",
	               row->text.failed || row->text.size == 0 ? "out of memory" : row->text.bytes);
	w->queued = 0;
	w->closed = 1;
}

/* the next case; -1: there will be none. The lock is held */
static int64_t host_ranks_take(struct host_ranks_work *w)
{
	while (w->queued == 0 && !w->closed) {
		(void)pthread_cond_wait(&w->more, &w->lock);
	}
	if (w->queued == 0) {
		return -1;
	}
	const int64_t number = w->queue[w->first];
	w->first = (w->first + 1) % (2 * HOST_RANKS_MOST);
	w->queued--;
	return number;
}

static void *host_ranks_thread(void *context)
{
	struct host_ranks_work *w = context;
	struct host_case row;
	struct host_journal encoder = {.study = w->study, .file = -1};
	int status = host_case_begin(w->study, &row);
	struct host_runner *runner = status == 0 ? host_runner_create(w->study, NULL) : NULL;
	(void)pthread_mutex_lock(&w->lock);
	if (runner == NULL) {
		row.text.failed = 1;
		host_ranks_fail(w, &row);
	}
	for (int64_t number; (number = host_ranks_take(w)) >= 0;) {
		size_t size = 0;
		(void)pthread_mutex_unlock(&w->lock);
		const double begun = host_tally_clock();
		status = host_case_run(runner, number, &row);
		status = status == 0 ? host_journal_encode(&encoder, &row, &size) : status;
		const double took = host_tally_clock() - begun;
		(void)pthread_mutex_lock(&w->lock);
		if (status != 0) {
			host_ranks_fail(w, &row);
			break;
		}
		host_text_add_bytes(&w->rows, encoder.bytes, size);
		w->seconds += took;
		w->n++;
	}
	w->working--;
	(void)pthread_mutex_unlock(&w->lock);
	host_runner_free(runner);
	host_case_free(&row);
	free(encoder.bytes);
	return NULL;
}

int host_ranks_open(struct host_ranks_work *w, const struct host_study *study, int threads,
                    struct mech_message *message)
{
	memset(w, 0, sizeof *w);
	w->study = study;
	(void)pthread_mutex_init(&w->lock, NULL);
	(void)pthread_cond_init(&w->more, NULL);
	w->list = calloc((size_t)threads, sizeof *w->list);
	if (w->list == NULL) {
		host_say(message, "out of memory");
		return -1;
	}
	if (host_case_load(study, message) != 0) {
		return -1;
	}
	w->working = 0;
	for (int i = 0; i < threads; i++) {
		(void)pthread_mutex_lock(&w->lock);
		w->working++;
		(void)pthread_mutex_unlock(&w->lock);
		if (pthread_create(&w->list[w->threads], NULL, host_ranks_thread, w) != 0) {
			(void)pthread_mutex_lock(&w->lock);
			w->working--;
			(void)pthread_mutex_unlock(&w->lock);
			break;
		}
		w->threads++;
	}
	if (w->threads == 0) {
		host_say(message, "out of memory");
	}
	return w->threads > 0 ? 0 : -1;
}

void host_ranks_put(struct host_ranks_work *w, const int64_t *cases, int n)
{
	(void)pthread_mutex_lock(&w->lock);
	for (int i = 0; i < n && !w->closed; i++) {
		w->queue[(w->first + w->queued++) % (2 * HOST_RANKS_MOST)] = cases[i];
	}
	w->closed |= n == 0;
	(void)pthread_cond_broadcast(&w->more);
	(void)pthread_mutex_unlock(&w->lock);
}

void host_ranks_close(struct host_ranks_work *w)
{
	host_ranks_put(w, NULL, 0);
	for (int i = 0; i < w->threads; i++) {
		(void)pthread_join(w->list[i], NULL);
	}
	(void)pthread_mutex_destroy(&w->lock);
	(void)pthread_cond_destroy(&w->more);
	free(w->list);
	host_text_free(&w->rows);
}

int host_ranks_hungry(struct host_ranks_work *w, double *each)
{
	(void)pthread_mutex_lock(&w->lock);
	*each = w->n == 0 ? 0.0 : w->seconds / (double)w->n / w->threads;
	const double wanted = *each > 0.0 ? HOST_RANKS_BATCH / 2.0 / *each : 1.0;
	const int hungry = !w->closed && w->queued < fmin(fmax(wanted, 1.0), HOST_RANKS_MOST);
	(void)pthread_mutex_unlock(&w->lock);
	return hungry;
}

int host_ranks_rows(struct host_ranks_work *w, struct host_text *rows)
{
	(void)pthread_mutex_lock(&w->lock);
	const int ended = w->working == 0;
	*rows = w->rows;
	w->rows = (struct host_text){0};
	(void)pthread_mutex_unlock(&w->lock);
	return ended;
}
