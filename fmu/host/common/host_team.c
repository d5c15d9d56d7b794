#define _POSIX_C_SOURCE 200809L

#include "host_team.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct host_team {
	pthread_mutex_t lock;
	pthread_cond_t begin, done; /* there are parts; all are done */
	int n_threads;              /* started */
	int ends;                   /* threads shall end */
	int n, next, open;          /* parts of the job, the next one to take, those not done yet */
	host_team_part *work;
	void *context;
	pthread_t threads[];
};

/* takes parts until there are none; the lock is held before and after */
static void host_team_take(struct host_team *t)
{
	while (t->next < t->n) {
		const int part = t->next++;
		(void)pthread_mutex_unlock(&t->lock);
		t->work(t->context, part);
		(void)pthread_mutex_lock(&t->lock);
		if (--t->open == 0) {
			(void)pthread_cond_broadcast(&t->done);
		}
	}
}

static void *host_team_thread(void *team)
{
	struct host_team *t = team;
	(void)pthread_mutex_lock(&t->lock);
	while (!t->ends) {
		host_team_take(t);
		if (!t->ends) {
			(void)pthread_cond_wait(&t->begin, &t->lock);
		}
	}
	(void)pthread_mutex_unlock(&t->lock);
	return NULL;
}

struct host_team *host_team_create(int threads)
{
	const size_t more = threads > 1 ? (size_t)threads - 1 : 0;
	struct host_team *t = calloc(1, sizeof *t + more * sizeof t->threads[0]);
	if (t == NULL) {
		return NULL;
	}
	(void)pthread_mutex_init(&t->lock, NULL);
	(void)pthread_cond_init(&t->begin, NULL);
	(void)pthread_cond_init(&t->done, NULL);
	while ((size_t)t->n_threads < more && pthread_create(&t->threads[t->n_threads], NULL, host_team_thread, t) == 0) {
		t->n_threads++;
	}
	return t;
}

void host_team_free(struct host_team *team)
{
	if (team == NULL) {
		return;
	}
	(void)pthread_mutex_lock(&team->lock);
	team->ends = 1;
	(void)pthread_cond_broadcast(&team->begin);
	(void)pthread_mutex_unlock(&team->lock);
	for (int i = 0; i < team->n_threads; i++) {
		(void)pthread_join(team->threads[i], NULL);
	}
	(void)pthread_cond_destroy(&team->begin);
	(void)pthread_cond_destroy(&team->done);
	(void)pthread_mutex_destroy(&team->lock);
	free(team);
}

void host_team_run(struct host_team *team, int n, host_team_part *work, void *context)
{
	if (team == NULL) {
		for (int part = 0; part < n; part++) {
			work(context, part);
		}
		return;
	}
	(void)pthread_mutex_lock(&team->lock);
	team->n = team->open = n;
	team->next = 0;
	team->work = work;
	team->context = context;
	(void)pthread_cond_broadcast(&team->begin);
	host_team_take(team);
	while (team->open > 0) {
		(void)pthread_cond_wait(&team->done, &team->lock);
	}
	(void)pthread_mutex_unlock(&team->lock);
}
