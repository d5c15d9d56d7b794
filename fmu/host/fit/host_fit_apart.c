/* A fit in a process of its own. What it has found comes back in memory that both see. */
#include <stdlib.h>
#include <string.h>

#include "host_child.h"
#include "host_fit.h"

struct host_fit_apart {
	struct host_fit *fit;
	size_t n;       /* numbers in the memory */
	double *shared; /* that memory */
};

/* one number after the other, from the fit or, with `back`, into it */
static void host_fit_move(double **at, double *number, int back)
{
	*(back ? number : *at) = *(back ? *at : number);
	*at += 1;
}

static void host_fit_move_whole(double **at, int *number, int back)
{
	double as_real = *number;
	host_fit_move(at, &as_real, back);
	*number = (int)as_real;
}

static void host_fit_move_all(struct host_fit *fit, double *at, int back)
{
	int end = (int)fit->solution.end;
	for (int k = 0; k < fit->n; k++) {
		host_fit_move(&at, &fit->x[k], back);
		host_fit_move_whole(&at, &fit->together[k], back);
		host_fit_move_whole(&at, &fit->solution.held[k], back);
	}
	for (int k = 0; k < fit->n * fit->n; k++) {
		host_fit_move(&at, &fit->covariance[k], back);
	}
	for (int i = 0; i < fit->m; i++) {
		host_fit_move(&at, &fit->solution.r[i], back);
	}
	for (int c = 0; c < fit->n_columns; c++) {
		host_fit_move(&at, &fit->columns[c].deviation, back);
		host_fit_move(&at, &fit->columns[c].rms, back);
	}
	host_fit_move(&at, &fit->chi_square, back);
	host_fit_move_whole(&at, &fit->weak, back);
	host_fit_move_whole(&at, &fit->runs, back);
	host_fit_move_whole(&at, &fit->solution.iterations, back);
	host_fit_move_whole(&at, &end, back);
	fit->solution.end = (enum host_fit_end)end;
}

static int host_fit_work(void *context, struct host_child *child, struct mech_message *message)
{
	struct host_fit_apart *apart = context;
	child->doing = "a run of the fit";
	const int status = host_fit_run(apart->fit, message);
	if (status == 0) {
		host_fit_move_all(apart->fit, apart->shared, 0);
	}
	return status;
}

int host_fit_run_apart(struct host_fit *fit, struct mech_message *message)
{
	enum { OTHERS = 5 };
	const size_t n = (size_t)fit->n, m = (size_t)fit->m;
	struct host_fit_apart apart = {.fit = fit, .n = 3 * n + n * n + m + 2 * (size_t)fit->n_columns + OTHERS};
	int status = -1;
	apart.shared = host_child_share(apart.n * sizeof *apart.shared);
	if (apart.shared == NULL) {
		host_say(message, "out of memory");
		return -1;
	}
	status = host_child_run(host_fit_work, &apart, "the fit", NULL, message);
	if (status == 0) {
		fit->solution.r = calloc(m + 1, sizeof *fit->solution.r);
		fit->solution.held = calloc(n + 1, sizeof *fit->solution.held);
		if (fit->solution.r == NULL || fit->solution.held == NULL) {
			host_say(message, "out of memory");
			status = -1;
		} else {
			host_fit_move_all(fit, apart.shared, 1);
		}
	}
	host_child_unshare(apart.shared, apart.n * sizeof *apart.shared);
	return status;
}
