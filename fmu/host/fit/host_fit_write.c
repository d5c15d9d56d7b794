/* What a fit has found: a table for people, and its files. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_csv.h"
#include "host_fit.h"
#include "host_number.h"

/* correlations above are worth a line */
#define HOST_FIT_CLOSE 0.98
/* residuals are this many times larger than the deviations that were given */
#define HOST_FIT_LARGE 3.0

static double host_fit_deviation(const struct host_fit *fit, int k)
{
	return fit->solution.held[k] ? (double)NAN : sqrt(fit->covariance[k + k * fit->n]);
}

static double host_fit_correlation(const struct host_fit *fit, int k, int l)
{
	return fit->covariance[k + l * fit->n] / (host_fit_deviation(fit, k) * host_fit_deviation(fit, l));
}

/* what a user should know of a value */
static const char *host_fit_note(const struct host_fit *fit, int k)
{
	return fit->solution.held[k] ? "at its bound" : isnan(fit->covariance[k + k * fit->n]) ? "not determined" : "";
}

/* ---- for people */

static void host_fit_say_together(const struct host_fit *fit, FILE *err)
{
	int n = 0;
	for (int k = 0; k < fit->n; k++) {
		if (fit->together[k]) {
			(void)fprintf(err, "%s'%s'", n++ == 0 ? "warning: the measurements do not determine " : ", ",
			              fit->study->variations[k].name);
		}
	}
	if (n > 1) {
		(void)fputs(": a change of one is made good by the others; fix one of them, or measure more\n", err);
	} else if (n == 1) {
		(void)fputs(": it has no effect on what was measured\n", err);
	}
}

static void host_fit_say_warnings(const struct host_fit *fit, FILE *err)
{
	if (fit->solution.end == HOST_FIT_LIMIT) {
		(void)fputs("warning: the fit has not converged; begin nearer to the solution, with 'start' or 'search'\n",
		            err);
	}
	host_fit_say_together(fit, err);
	for (int k = 0; k < fit->n; k++) {
		for (int l = 0; l < k; l++) {
			const double correlation = host_fit_correlation(fit, k, l);
			if (fabs(correlation) > HOST_FIT_CLOSE) {
				(void)fprintf(err, "note: '%s' and '%s' are hard to tell apart: their correlation is %.4f\n",
				              fit->study->variations[l].name, fit->study->variations[k].name, correlation);
			}
		}
	}
	for (int c = 0; c < fit->n_columns; c++) {
		const struct host_fit_column *column = &fit->columns[c];
		const struct host_measurement *m = &fit->study->measurements[column->measurement];
		if (!column->estimated && column->rms > HOST_FIT_LARGE * column->deviation) {
			(void)fprintf(err,
			              "warning: residuals of '%s' in %s are %.3g times their deviation: the unit does not follow\n",
			              m->columns[column->column].name, m->file, column->rms / column->deviation);
		}
	}
}

void host_fit_say(const struct host_fit *fit, FILE *out, FILE *err)
{
	(void)fprintf(out, "  %-32s %14s %12s %12s\n", "fitted", "value", "deviation", "start");
	for (int k = 0; k < fit->n; k++) {
		char deviation[40];
		(void)snprintf(deviation, sizeof deviation, "%.4g", host_fit_deviation(fit, k));
		(void)fprintf(out, "  %-32s %14.8g %12s %12.6g%s%s\n", fit->study->variations[k].name, fit->x[k],
		              isnan(host_fit_deviation(fit, k)) ? "-" : deviation, fit->study->variations[k].mean,
		              *host_fit_note(fit, k) == 0 ? "" : "  ", host_fit_note(fit, k));
	}
	(void)fprintf(out, "  %-32s %14s %12s %12s\n", "measured", "values", "rms residual", "deviation");
	for (int c = 0; c < fit->n_columns; c++) {
		const struct host_fit_column *column = &fit->columns[c];
		const struct host_measurement *m = &fit->study->measurements[column->measurement];
		(void)fprintf(out, "  %-32s %14d %12.4g %12.4g%s\n", m->columns[column->column].name, column->n, column->rms,
		              column->deviation, column->estimated ? "  estimated" : "");
	}
	(void)fprintf(out, "  %d runs, %d steps of the fit; sum of squares per freedom: %.4g\n", fit->runs,
	              fit->solution.iterations, fit->chi_square);
	host_fit_say_warnings(fit, err);
}

/* ---- files */

static void host_fit_number(struct host_text *text, double number)
{
	char digits[HOST_NUMBER_SIZE] = "";
	if (isfinite(number)) {
		host_number_shortest(number, digits);
	}
	host_text_add(text, ",");
	host_text_add(text, digits);
}

static void host_fit_values(const struct host_fit *fit, struct host_text *text)
{
	static const char *const names[] = {"fitted", "value", "deviation", "start", "from", "to", "note"};
	static const char *const kinds[] = {"correlation", "covariance"};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		host_csv_add_text(text, names[i]);
	}
	for (int k = 0; k < 2 * fit->n; k++) {
		char name[300];
		(void)snprintf(name, sizeof name, "%s %.250s", kinds[k / fit->n], fit->study->variations[k % fit->n].name);
		host_csv_add_text(text, name);
	}
	host_csv_end_line(text);
	for (int k = 0; k < fit->n; k++) {
		const struct host_variation *v = &fit->study->variations[k];
		host_csv_add_text(text, v->name);
		host_fit_number(text, fit->x[k]);
		host_fit_number(text, host_fit_deviation(fit, k));
		host_fit_number(text, v->mean);
		host_fit_number(text, v->from);
		host_fit_number(text, v->to);
		host_csv_add_text(text, host_fit_note(fit, k));
		for (int l = 0; l < fit->n; l++) {
			host_fit_number(text,
			                k == l && isfinite(host_fit_deviation(fit, k)) ? 1.0 : host_fit_correlation(fit, k, l));
		}
		for (int l = 0; l < fit->n; l++) {
			const int known = !fit->solution.held[k] && !fit->solution.held[l];
			host_fit_number(text, known ? fit->covariance[k + l * fit->n] : (double)NAN);
		}
		host_csv_end_line(text);
	}
}

static void host_fit_residual_rows(const struct host_fit *fit, struct host_text *text)
{
	static const char *const names[] = {"measurement", "file", "variable", "time", "measured", "computed", "residual"};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		host_csv_add_text(text, names[i]);
	}
	host_csv_end_line(text);
	for (int c = 0; c < fit->n_columns; c++) {
		const struct host_fit_column *column = &fit->columns[c];
		const struct host_measurement *m = &fit->study->measurements[column->measurement];
		const struct host_measured *measured = &m->columns[column->column];
		for (int row = 0, i = 0; row < m->n_rows; row++) {
			if (isnan(measured->values[row])) {
				continue;
			}
			const double computed = host_fit_computed(fit, column, i++, row);
			host_csv_add_integer(text, column->measurement + 1);
			host_csv_add_text(text, m->file);
			host_csv_add_text(text, measured->name);
			host_fit_number(text, m->times[row]);
			host_fit_number(text, measured->values[row]);
			host_fit_number(text, computed);
			host_fit_number(text, computed - measured->values[row]);
			host_csv_end_line(text);
		}
	}
}

/* results without .csv, and an ending; 0, or -1 with a message */
static int host_fit_name(const char *results, const char *ending, char path[HOST_PATH_SIZE],
                         struct mech_message *message)
{
	const size_t length = strlen(results) - (host_path_has_extension(results, "csv") ? 4 : 0);
	const int written = snprintf(path, HOST_PATH_SIZE, "%.*s%s", (int)length, results, ending);
	if (written < 0 || written >= HOST_PATH_SIZE) {
		host_say(message, "%.200s...: path too long", results);
		return -1;
	}
	return 0;
}

static int host_fit_file(const char *path, const struct host_text *text, FILE *out, struct mech_message *message)
{
	if (text->failed) {
		host_say(message, "out of memory");
		return -1;
	}
	if (host_file_write(path, text, message) != 0) {
		return -1;
	}
	(void)fprintf(out, "%s\n", path);
	return 0;
}

/* the mechanism file; nothing where the study is of something else */
static int host_fit_write_mechanism(const struct host_fit *fit, const char *results, FILE *out, FILE *err,
                                    struct mech_message *message)
{
	char path[HOST_PATH_SIZE], from[HOST_PATH_SIZE];
	const struct host_study *s = fit->study;
	struct host_text text = {0};
	struct host_problems problems = {0};
	if (s->folder[0] == 0) {
		return 0;
	}
	int *missing = calloc((size_t)fit->n + 1, sizeof *missing);
	int status = missing == NULL ? -1 : host_study_path(s, s->of, s->of_place, from, &problems);
	host_problems_free(&problems);
	if (missing == NULL) {
		host_say(message, "out of memory");
	}
	status = status == 0 ? host_fit_name(results, "_mechanism.yaml", path, message) : status;
	status = status == 0 ? host_fit_mechanism(fit, from, &text, missing, message) : status;
	status = status == 0 ? host_fit_file(path, &text, out, message) : status;
	for (int k = 0; k < fit->n && status == 0; k++) {
		if (missing[k]) {
			(void)fprintf(err, "note: %s has no place for '%s'; write its value there\n", path, s->variations[k].name);
		}
	}
	host_text_free(&text);
	free(missing);
	return status;
}

int host_fit_write(const struct host_fit *fit, const char *results, FILE *out, FILE *err, struct mech_message *message)
{
	char path[HOST_PATH_SIZE];
	struct host_text values = {0}, residuals = {0}, page = {0};
	host_fit_values(fit, &values);
	host_fit_residual_rows(fit, &residuals);
	host_fit_page(fit, &page);
	int status = host_fit_file(results, &values, out, message);
	status = status == 0 ? host_fit_name(results, "_residuals.csv", path, message) : status;
	status = status == 0 ? host_fit_file(path, &residuals, out, message) : status;
	status = status == 0 ? host_fit_name(results, ".html", path, message) : status;
	status = status == 0 ? host_fit_file(path, &page, out, message) : status;
	status = status == 0 ? host_fit_write_mechanism(fit, results, out, err, message) : status;
	host_text_free(&values);
	host_text_free(&residuals);
	host_text_free(&page);
	return status;
}
