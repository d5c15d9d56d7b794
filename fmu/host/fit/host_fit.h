/* Finds the values of parameters with which a unit follows measurements.
 *
 *     host_fit_create      for a study with the key `fit`
 *     host_fit_run         global search, if wanted; least squares; deviations of the columns
 *     host_fit_run_apart   the same in a process of its own, as units of others may crash
 *                          (host_fit_apart.c)
 *     host_fit_write       values, residuals, and the mechanism file with the fitted numbers
 *                          (host_fit_write.c)
 *
 * Algorithm: residuals are (computed - measured) / deviation of the column. A deviation that is not
 * given is estimated: at first it is that of the measured values about their mean, then that of the
 * residuals of a fit, until it no longer changes. Estimates are the root mean square with the
 * freedoms that the parameters take away; with a robust loss the median of |residual| / 0.6745,
 * which wrong measurements do not move.
 *
 * A run has rows at the measured times where the unit allows variable steps; else it has rows of
 * the communication step, and lines between them. Runs of one question - the points of a Jacobian
 * in all measured runs - are shared by the threads.
 */
#ifndef HOST_FIT_H
#define HOST_FIT_H

#include "host_least_squares.h"
#include "host_study.h"

/* a column of a measurement after the fit */
struct host_fit_column {
	int measurement, column;
	int n, first;     /* numbers that were measured; place of the first one among all residuals */
	double deviation; /* given or estimated */
	int estimated;
	double spread; /* of the measured values about their mean */
	double rms;    /* of the residuals, in the unit of the variable */
};

struct host_fit {
	const struct host_study *study;
	int n, m; /* variables, residuals */
	double *x;
	double *covariance; /* [n x n] NAN: the measurements do not say */
	int *together;      /* variables that cannot be told from each other */
	int weak;           /* number of such directions */
	double chi_square;  /* sum of the squared residuals per freedom, m - n */
	int runs;           /* of the unit, in all */
	struct host_solution solution;
	int n_columns;
	struct host_fit_column *columns;
	struct host_fit_runs *own;
};

/* threads: at least one. NULL with a message */
struct host_fit *host_fit_create(const struct host_study *study, int threads, struct mech_message *message);
void host_fit_free(struct host_fit *fit);

/* 0, or -1 with a message */
int host_fit_run(struct host_fit *fit, struct mech_message *message);

int host_fit_run_apart(struct host_fit *fit, struct mech_message *message);

/* the computed value behind a residual */
double host_fit_computed(const struct host_fit *fit, const struct host_fit_column *column, int residual, int row);

/* a table of the result, and lines about what to look at. host_fit_write.c, as the next one */
void host_fit_say(const struct host_fit *fit, FILE *out, FILE *err);

/* a page of all residuals; look at html->failed (host_fit_page.c) */
void host_fit_page(const struct host_fit *fit, struct host_text *html);

/* results: values, deviations, correlation and covariance; next to it, with the ending
 * _residuals.csv, what was measured and computed, and .html, a page of that; and for a mechanism, with the ending _mechanism.yaml, its
 * file with the fitted numbers. Names go to `out`. 0, or -1 with a message */
int host_fit_write(const struct host_fit *fit, const char *results, FILE *out, FILE *err, struct mech_message *message);

/* the mechanism file with the fitted numbers; `missing`: for each variable whether the file has no
 * place for it. 0, or -1 with a message (host_fit_mechanism.c) */
int host_fit_mechanism(const struct host_fit *fit, const char *path, struct host_text *fitted, int *missing,
                       struct mech_message *message);

#endif
