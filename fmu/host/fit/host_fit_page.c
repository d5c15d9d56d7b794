/* The page of a fit: every measured value with its residual, over time. */
#include <math.h>
#include <stdlib.h>

#include "host_cases_page.h"
#include "host_fit.h"

/* columns of the page, in this order */
enum host_fit_shown {
	HOST_FIT_FILE,
	HOST_FIT_VARIABLE,
	HOST_FIT_TIME,
	HOST_FIT_MEASURED,
	HOST_FIT_COMPUTED,
	HOST_FIT_RESIDUAL
};

static double host_fit_shown(const struct host_fit *fit, const struct host_fit_column *c, enum host_fit_shown what,
                             int row, int residual)
{
	const struct host_measurement *m = &fit->study->measurements[c->measurement];
	switch (what) {
	case HOST_FIT_FILE:
		return c->measurement;
	case HOST_FIT_VARIABLE:
		return m->columns[c->column].watch;
	case HOST_FIT_TIME:
		return m->times[row];
	case HOST_FIT_MEASURED:
		return m->columns[c->column].values[row];
	case HOST_FIT_COMPUTED:
		return host_fit_computed(fit, c, residual, row);
	default:
		return fit->solution.r[c->first + residual];
	}
}

static void host_fit_page_values(const struct host_fit *fit, struct host_cases_page *page, enum host_fit_shown what)
{
	for (int k = 0; k < fit->n_columns; k++) {
		const struct host_fit_column *c = &fit->columns[k];
		const struct host_measurement *m = &fit->study->measurements[c->measurement];
		for (int row = 0, residual = 0; row < m->n_rows; row++) {
			if (!isnan(m->columns[c->column].values[row])) {
				host_cases_page_value(page, host_fit_shown(fit, c, what, row, residual++));
			}
		}
	}
}

void host_fit_page(const struct host_fit *fit, struct host_text *html)
{
	static const char *const front[2] = {"time", "residual"};
	const struct host_study *s = fit->study;
	const char **files = calloc((size_t)s->n_measurements + (size_t)s->n_watches + 1, sizeof *files);
	struct host_cases_page page = {0};
	if (files == NULL) {
		html->failed = 1;
		return;
	}
	const char **variables = files + s->n_measurements;
	for (int i = 0; i < s->n_measurements; i++) {
		files[i] = s->measurements[i].file;
	}
	for (int i = 0; i < s->n_watches; i++) {
		variables[i] = s->watches[i].name;
	}
	host_cases_page_begin(&page, s->name, "measured values; residuals are in standard deviations", "", front);
	host_cases_page_column(&page, "measurement", "", HOST_CASES_INPUT, files, s->n_measurements);
	host_fit_page_values(fit, &page, HOST_FIT_FILE);
	host_cases_page_column(&page, "variable", "", HOST_CASES_INPUT, variables, s->n_watches);
	host_fit_page_values(fit, &page, HOST_FIT_VARIABLE);
	host_cases_page_column(&page, "time", "s", HOST_CASES_INPUT, NULL, 0);
	host_fit_page_values(fit, &page, HOST_FIT_TIME);
	host_cases_page_column(&page, "measured", "", HOST_CASES_RESULT, NULL, 0);
	host_fit_page_values(fit, &page, HOST_FIT_MEASURED);
	host_cases_page_column(&page, "computed", "", HOST_CASES_RESULT, NULL, 0);
	host_fit_page_values(fit, &page, HOST_FIT_COMPUTED);
	host_cases_page_column(&page, "residual", "", HOST_CASES_RESULT, NULL, 0);
	host_fit_page_values(fit, &page, HOST_FIT_RESIDUAL);
	host_cases_page_messages(&page);
	host_cases_page_end(&page);
	free(files);
	*html = page.html;
}
