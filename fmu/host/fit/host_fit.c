#define _POSIX_C_SOURCE 200809L

#include "host_fit.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "host_case.h"
#include "host_global.h"
#include "host_team.h"

enum { HOST_FIT_MOST_ROUNDS = 8, HOST_FIT_MOST_ITERATIONS = 100 };
#define HOST_FIT_SETTLED 0.01  /* change of a deviation that is none */
#define HOST_FIT_ROUGH 0.01    /* part of the cost, while deviations change */
#define HOST_FIT_GAIN 1e-4     /* of the cost: 0.014 standard deviations of a parameter */
#define HOST_FIT_MEDIAN 0.6745 /* of |x|, for a normal distribution of deviation 1 */

/* how runs are made */
struct host_fit_runs {
	int threads, n_measurements;
	struct host_study *views;     /* [n_measurements] the study of one measured run */
	struct host_runner **runners; /* [threads x n_measurements] */
	struct host_case *rows;       /* the same */
	struct host_team *team;
	pthread_mutex_t lock;

	/* of the question that is asked now */
	int next, count, broken;
	const double *x;
	double *r;
	unsigned char *failed;    /* [count x n_measurements] */
	struct mech_message last; /* why the last run failed */
};

/* ---- the study of a measured run */

/* variations are those that are fitted, then those that are set */
static int host_fit_view(const struct host_study *s, const struct host_measurement *m, struct host_study *view)
{
	*view = *s;
	view->n_variations = s->n_variations + m->n_settings;
	view->variations = calloc((size_t)view->n_variations, sizeof *view->variations);
	view->series = calloc((size_t)m->n_columns + 1, sizeof *view->series);
	if (view->variations == NULL || view->series == NULL) {
		return -1;
	}
	memcpy(view->variations, s->variations, (size_t)s->n_variations * sizeof *s->variations);
	if (m->n_settings > 0) {
		memcpy(view->variations + s->n_variations, m->settings, (size_t)m->n_settings * sizeof *m->settings);
	}
	for (int k = 0; k < m->n_columns; k++) {
		view->series[k] = m->columns[k].watch;
	}
	view->n_series = m->n_columns;
	view->n_records = 0;
	view->sample = HOST_SAMPLE_GIVEN;
	view->n_given = s->n_variations;
	view->stop_time = m->times[m->n_rows - 1];
	view->n_points = m->n_rows;
	view->points = m->times;
	if (m->input_file != NULL) {
		view->input = m->input;
	}
	if (!isfinite(view->interval)) {
		const double length = view->stop_time - view->start_time;
		const double own = s->description->step_size;
		view->interval = s->description->variable_step ? length : isfinite(own) ? own : length / m->n_rows;
	}
	return 0;
}

/* ---- runs */

/* the row of a case and its line at a time; i: the interval that the time before was in */
static double host_fit_at(const struct host_case *row, size_t width, size_t k, double time, size_t *i)
{
	const double *series = row->series;
	const size_t n = row->n_series / width;
	while (*i + 2 < n && series[(*i + 1) * width] <= time) {
		*i += 1;
	}
	const double t0 = series[*i * width], t1 = series[(*i + 1) * width];
	const double a = series[*i * width + k + 1], b = series[(*i + 1) * width + k + 1];
	/* times of rows are rounded; a row is not a place between rows */
	const double u = fmin(fmax((time - t0) / (t1 - t0), 0.0), 1.0);
	return a == b ? a : a + u * (b - a);
}

/* residuals of a run; 0, or -1 where it did not come to its end */
static int host_fit_compare(const struct host_fit *fit, int measurement, const struct host_case *row, double *r)
{
	const struct host_measurement *m = &fit->study->measurements[measurement];
	const size_t width = (size_t)m->n_columns + 1;
	const size_t n = row->n_series / width;
	if (row->status > HOST_CASE_DOUBTFUL || n < 2 ||
	    !(row->series[(n - 1) * width] >= m->times[m->n_rows - 1] * (1.0 - 1e-9) - 1e-9)) {
		return -1;
	}
	for (int c = 0; c < fit->n_columns; c++) {
		const struct host_fit_column *column = &fit->columns[c];
		size_t interval = 0;
		int place = column->first;
		if (column->measurement != measurement) {
			continue;
		}
		const double *values = m->columns[column->column].values;
		for (int i = 0; i < m->n_rows; i++) {
			if (!isnan(values[i])) {
				const double y = host_fit_at(row, width, (size_t)column->column, m->times[i], &interval);
				if (!isfinite(y)) {
					return -1;
				}
				r[place++] = (y - values[i]) / column->deviation;
			}
		}
	}
	return 0;
}

/* a thread takes one run after the other */
static void host_fit_thread(void *context, int part)
{
	struct host_fit *fit = context;
	struct host_fit_runs *own = fit->own;
	const int n = own->n_measurements;
	for (;;) {
		(void)pthread_mutex_lock(&own->lock);
		const int job = own->broken || own->next >= own->count * n ? -1 : own->next++;
		(void)pthread_mutex_unlock(&own->lock);
		if (job < 0) {
			return;
		}
		const int point = job / n, k = job % n;
		struct host_case *row = &own->rows[part * n + k];
		struct host_runner **runner = &own->runners[part * n + k];
		if (*runner == NULL) {
			*runner = host_runner_create(&own->views[k], NULL);
		}
		const int status = *runner == NULL ? -1 : host_case_run(*runner, point, row);
		const int bad = status != 0 ? 1 : host_fit_compare(fit, k, row, own->r + (size_t)point * (size_t)fit->m) != 0;
		own->failed[job] = (unsigned char)bad;
		(void)pthread_mutex_lock(&own->lock);
		own->broken |= status != 0;
		if (bad) {
			host_say(&own->last, "%s",
			         *runner == NULL || row->text.failed ? "out of memory"
			         : row->text.size > 0                ? row->text.bytes
			                                             : "the run ended before the measurement");
		}
		(void)pthread_mutex_unlock(&own->lock);
	}
}

static int host_fit_residuals(void *context, int count, const double *x, double *r, int *bad)
{
	struct host_fit *fit = context;
	struct host_fit_runs *own = fit->own;
	own->failed = calloc((size_t)count * (size_t)own->n_measurements + 1, 1);
	if (own->failed == NULL) {
		host_say(&own->last, "out of memory");
		return -1;
	}
	own->next = 0;
	own->count = count;
	own->x = x;
	own->r = r;
	for (int k = 0; k < own->n_measurements; k++) {
		own->views[k].given = x;
		own->views[k].n_cases = count;
	}
	host_team_run(own->team, own->threads, host_fit_thread, fit);
	fit->runs += count * own->n_measurements;
	for (int i = 0; i < count; i++) {
		bad[i] = 0;
		for (int k = 0; k < own->n_measurements; k++) {
			bad[i] |= own->failed[i * own->n_measurements + k];
		}
	}
	free(own->failed);
	own->failed = NULL;
	return own->broken ? -1 : 0;
}

/* ---- life */

/* numbers of all columns in the order of the residuals; a deviation to begin with */
static int host_fit_columns(struct host_fit *fit)
{
	const struct host_study *s = fit->study;
	int n = 0;
	for (int i = 0; i < s->n_measurements; i++) {
		n += s->measurements[i].n_columns;
	}
	fit->columns = calloc((size_t)n + 1, sizeof *fit->columns);
	if (fit->columns == NULL) {
		return -1;
	}
	for (int i = 0; i < s->n_measurements; i++) {
		for (int k = 0; k < s->measurements[i].n_columns; k++) {
			const struct host_measured *measured = &s->measurements[i].columns[k];
			struct host_fit_column *column = &fit->columns[fit->n_columns++];
			double sum = 0.0, squares = 0.0;
			*column =
				(struct host_fit_column){i, k, 0, fit->m, measured->deviation, isnan(measured->deviation), 0.0, 0.0};
			for (int row = 0; row < s->measurements[i].n_rows; row++) {
				column->n += !isnan(measured->values[row]);
				sum += isnan(measured->values[row]) ? 0.0 : measured->values[row];
			}
			for (int row = 0; row < s->measurements[i].n_rows; row++) {
				const double off = measured->values[row] - sum / fmax(column->n, 1);
				squares += isnan(off) ? 0.0 : off * off;
			}
			column->spread = squares > 0.0 ? sqrt(squares / column->n) : 1.0;
			column->deviation = column->estimated ? column->spread : column->deviation;
			fit->m += column->n;
		}
	}
	return 0;
}

static int host_fit_open(struct host_fit *fit, int threads)
{
	const struct host_study *s = fit->study;
	const size_t n = (size_t)s->n_measurements;
	struct host_fit_runs *own = calloc(1, sizeof *own);
	fit->own = own;
	if (own == NULL) {
		return -1;
	}
	(void)pthread_mutex_init(&own->lock, NULL);
	own->threads = s->description->only_once ? 1 : threads;
	own->n_measurements = s->n_measurements;
	own->views = calloc(n + 1, sizeof *own->views);
	own->runners = calloc((size_t)own->threads * n + 1, sizeof *own->runners);
	own->rows = calloc((size_t)own->threads * n + 1, sizeof *own->rows);
	if (own->views == NULL || own->runners == NULL || own->rows == NULL) {
		return -1;
	}
	for (int k = 0; k < own->n_measurements; k++) {
		if (host_fit_view(s, &s->measurements[k], &own->views[k]) != 0) {
			return -1;
		}
	}
	for (size_t i = 0; i < (size_t)own->threads * n; i++) {
		if (host_case_begin(&own->views[i % n], &own->rows[i]) != 0) {
			return -1;
		}
	}
	return 0;
}

struct host_fit *host_fit_create(const struct host_study *study, int threads, struct mech_message *message)
{
	struct host_fit *fit = calloc(1, sizeof *fit);
	if (fit == NULL) {
		host_say(message, "out of memory");
		return NULL;
	}
	fit->study = study;
	fit->n = study->n_variations;
	fit->x = calloc((size_t)fit->n + 1, sizeof *fit->x);
	fit->covariance = calloc((size_t)(fit->n * fit->n) + 1, sizeof *fit->covariance);
	fit->together = calloc((size_t)fit->n + 1, sizeof *fit->together);
	if (fit->x == NULL || fit->covariance == NULL || fit->together == NULL || host_fit_columns(fit) != 0 ||
	    host_fit_open(fit, threads) != 0) {
		host_say(message, "out of memory");
	} else if (fit->m < fit->n) {
		host_say(message, "%d measured values are too few for %d parameters", fit->m, fit->n);
	} else if (study->global > 0.0 && !host_global_is_there()) {
		host_say(message, "search: this mechfmu was built without NLopt and has no global search; leave 'search' out");
	} else {
		for (int k = 0; k < fit->n; k++) {
			fit->x[k] = study->variations[k].mean;
		}
		return fit;
	}
	host_fit_free(fit);
	return NULL;
}

void host_fit_free(struct host_fit *fit)
{
	if (fit == NULL) {
		return;
	}
	struct host_fit_runs *own = fit->own;
	for (int i = 0; own != NULL && own->runners != NULL && own->rows != NULL && i < own->threads * own->n_measurements;
	     i++) {
		host_runner_free(own->runners[i]);
		host_case_free(&own->rows[i]);
	}
	for (int k = 0; own != NULL && own->views != NULL && k < own->n_measurements; k++) {
		free(own->views[k].variations);
		free(own->views[k].series);
	}
	if (own != NULL) {
		(void)pthread_mutex_destroy(&own->lock);
		host_team_free(own->team);
		free(own->views);
		free(own->runners);
		free(own->rows);
	}
	free(own);
	host_solution_free(&fit->solution);
	free(fit->x);
	free(fit->covariance);
	free(fit->together);
	free(fit->columns);
	free(fit);
}

/* ---- the fit */

static int host_fit_compare_sizes(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

/* size of the residuals of a column, in the unit of its deviation; -1: memory is out */
static double host_fit_size(const struct host_fit *fit, const struct host_fit_column *column)
{
	const double *r = fit->solution.r + column->first;
	double squares = 0.0;
	if (fit->study->loss == HOST_LOSS_LINEAR) {
		for (int i = 0; i < column->n; i++) {
			squares += r[i] * r[i];
		}
		/* the parameters take freedoms away, from each column its part */
		const double freedoms = column->n * (1.0 - (double)fit->n / fit->m);
		return sqrt(squares / fmax(freedoms, 1e-9));
	}
	double *sizes = calloc((size_t)column->n + 1, sizeof *sizes);
	if (sizes == NULL) {
		return -1.0;
	}
	for (int i = 0; i < column->n; i++) {
		sizes[i] = fabs(r[i]);
	}
	qsort(sizes, (size_t)column->n, sizeof *sizes, host_fit_compare_sizes);
	const double median = 0.5 * (sizes[column->n / 2] + sizes[(column->n - 1) / 2]);
	free(sizes);
	return median / HOST_FIT_MEDIAN;
}

/* whether a deviation is not given */
static int host_fit_estimates(const struct host_fit *fit)
{
	int estimates = 0;
	for (int c = 0; c < fit->n_columns; c++) {
		estimates |= fit->columns[c].estimated;
	}
	return estimates;
}

/* new deviations from the residuals. 1: they have changed; -1: memory is out */
static int host_fit_estimate(struct host_fit *fit)
{
	int changed = 0;
	for (int c = 0; c < fit->n_columns; c++) {
		struct host_fit_column *column = &fit->columns[c];
		if (!column->estimated || column->n == 0) {
			continue;
		}
		const double size = host_fit_size(fit, column);
		if (size < 0.0) {
			return -1;
		}
		/* a unit that follows exactly has no deviation, and divides by none */
		if (size > 1e-12) {
			changed |= fabs(size - 1.0) > HOST_FIT_SETTLED;
			column->deviation *= size;
			for (int i = 0; i < column->n; i++) {
				fit->solution.r[column->first + i] /= size;
			}
			for (size_t k = 0; k < (size_t)fit->n; k++) {
				for (int i = 0; i < column->n; i++) {
					fit->solution.jac[k * (size_t)fit->m + (size_t)(column->first + i)] /= size;
				}
			}
		}
	}
	return changed;
}

/* why there is no solution */
static int host_fit_fail(const struct host_fit *fit, struct mech_message *message)
{
	const struct host_fit_runs *own = fit->own;
	switch (fit->solution.end) {
	case HOST_FIT_BAD_START:
		host_say(message, "the run at the start of the fit fails: %.300s", own->last.text);
		return -1;
	case HOST_FIT_BAD_NEAR:
		host_say(message, "runs on both sides of '%.100s' = %g fail: %.200s",
		         fit->study->variations[fit->solution.variable].name, fit->x[fit->solution.variable], own->last.text);
		return -1;
	case HOST_FIT_BROKEN:
		host_say(message, "%s", own->last.text[0] == 0 ? "out of memory" : own->last.text);
		return -1;
	default:
		return 0;
	}
}

/* what is small for each variable: a hundredth of its range or of its value */
static void host_fit_scales(const struct host_fit *fit, double *lower, double *upper, double *scale, double *sizes)
{
	for (int c = 0; c < fit->n_columns; c++) {
		for (int i = 0; i < fit->columns[c].n; i++) {
			sizes[fit->columns[c].first + i] = fit->columns[c].spread / fit->columns[c].deviation;
		}
	}
	for (int k = 0; k < fit->n; k++) {
		const struct host_variation *v = &fit->study->variations[k];
		const double range = v->to - v->from;
		lower[k] = v->from;
		upper[k] = v->to;
		scale[k] = isfinite(range) ? 1e-2 * range : 1e-2 * fabs(fit->x[k]);
		scale[k] = scale[k] > 0.0 ? scale[k] : 1.0;
	}
}

static void host_fit_facts(struct host_fit *fit)
{
	double squares = 0.0;
	for (int c = 0; c < fit->n_columns; c++) {
		struct host_fit_column *column = &fit->columns[c];
		double sum = 0.0;
		for (int i = 0; i < column->n; i++) {
			const double r = fit->solution.r[column->first + i];
			sum += r * r;
		}
		squares += sum;
		column->rms = column->n > 0 ? column->deviation * sqrt(sum / column->n) : (double)NAN;
	}
	fit->chi_square = fit->m > fit->n ? squares / (fit->m - fit->n) : (double)NAN;
}

int host_fit_run(struct host_fit *fit, struct mech_message *message)
{
	const struct host_study *s = fit->study;
	double *lower = calloc(3 * (size_t)fit->n + (size_t)fit->m + 1, sizeof *lower);
	if (lower == NULL) {
		host_say(message, "out of memory");
		return -1;
	}
	double *upper = lower + fit->n, *scale = upper + fit->n, *sizes = scale + fit->n;
	const double tolerance = isfinite(s->tolerance)                ? s->tolerance
	                         : isfinite(s->description->tolerance) ? s->description->tolerance
	                                                               : 1e-6;
	struct host_least_squares problem = {.n = fit->n,
	                                     .m = fit->m,
	                                     .lower = lower,
	                                     .upper = upper,
	                                     .scale = scale,
	                                     .sizes = sizes,
	                                     /* errors of a difference h are tolerance / h and h^2 */
	                                     .difference = fmin(fmax(pow(tolerance, 0.4), 1e-4), 0.01),
	                                     .loss = s->loss,
	                                     .most_iterations = HOST_FIT_MOST_ITERATIONS,
	                                     .residuals = host_fit_residuals,
	                                     .context = fit};
	int status = host_case_load(s, message), changed = 1;
	fit->own->team = host_team_create(fit->own->threads);
	host_fit_scales(fit, lower, upper, scale, sizes);
	if (status == 0 && s->global > 0.0 && host_global_search(&problem, s->global, s->seed, fit->x) != 0) {
		host_say(message, "%s", fit->own->last.text[0] == 0 ? "out of memory" : fit->own->last.text);
		status = -1;
	}
	/* the first rounds find the deviations, the last one finds the values */
	for (int round = 0; round <= HOST_FIT_MOST_ROUNDS && changed >= 0 && status == 0; round++) {
		const int last = !changed || round == HOST_FIT_MOST_ROUNDS || !host_fit_estimates(fit);
		problem.part = last ? 0.0 : HOST_FIT_ROUGH;
		problem.gain = last ? HOST_FIT_GAIN : 0.0;
		host_solution_free(&fit->solution);
		host_fit_scales(fit, lower, upper, scale, sizes);
		host_least_squares(&problem, fit->x, &fit->solution);
		status = host_fit_fail(fit, message);
		changed = status == 0 ? host_fit_estimate(fit) : 0;
		if (last) {
			break;
		}
	}
	if (status == 0) {
		fit->weak =
			changed < 0 ? -1 : host_solution_covariance(&problem, &fit->solution, fit->covariance, fit->together);
		if (fit->weak < 0) {
			host_say(message, "out of memory");
			status = -1;
		}
		host_fit_facts(fit);
	}
	free(lower);
	return status;
}

double host_fit_computed(const struct host_fit *fit, const struct host_fit_column *column, int residual, int row)
{
	const struct host_measurement *m = &fit->study->measurements[column->measurement];
	return m->columns[column->column].values[row] + column->deviation * fit->solution.r[column->first + residual];
}
