/* The row of a case: its numbers, its message, its courses. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_case.h"

const char *const host_case_status_names[HOST_CASE_STATUSES] = {"ok", "doubtful", "failed", "crashed"};

int host_case_begin(const struct host_study *study, struct host_case *row)
{
	memset(row, 0, sizeof *row);
	row->results = calloc((size_t)study->n_records + 1, sizeof *row->results);
	return row->results == NULL ? -1 : 0;
}

void host_case_clear(const struct host_study *study, struct host_case *row, int64_t number)
{
	row->number = number;
	row->status = HOST_CASE_OK;
	row->steps = NAN;
	for (int i = 0; i < study->n_records; i++) {
		row->results[i] = NAN;
	}
	row->text.size = 0;
	row->n_series = 0;
}

void host_case_free(struct host_case *row)
{
	free(row->results);
	free(row->series);
	host_text_free(&row->text);
	memset(row, 0, sizeof *row);
}

int host_case_keep(struct host_case *row, double number)
{
	if (row->n_series == row->series_capacity) {
		const size_t capacity = row->series_capacity == 0 ? 256 : 2 * row->series_capacity;
		double *series = realloc(row->series, capacity * sizeof *series);
		if (series == NULL) {
			return -1;
		}
		row->series = series;
		row->series_capacity = capacity;
	}
	row->series[row->n_series++] = number;
	return 0;
}
