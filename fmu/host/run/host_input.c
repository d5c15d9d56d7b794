#include "host_input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_number.h"

#define HOST_INPUT_LARGEST_FILE ((size_t)1 << 29)

static const struct host_variable *host_input_variable(const struct host_input_series *s,
                                                       const struct host_description *d, int column)
{
	return &d->variables[s->variable[column]];
}

/* the value of a cell; NULL where none is given */
static union host_fmu_value *host_input_cell(const struct host_input_series *s, int row, int column)
{
	const struct host_csv *t = &s->table;
	int given = row < s->n_rows && *host_csv_cell(t, row, column + 1) != 0;
	return given ? &s->values[t->rows[row + 1] - t->rows[1] + (uint32_t)column + 1] : NULL;
}

/* does an earlier column set the same? */
static int host_input_is_double(const struct host_input_series *s, int column)
{
	for (int k = 0; k < column; k++) {
		if (s->variable[k] == s->variable[column]) {
			return 1;
		}
	}
	return 0;
}

/* which variable each column sets */
static int host_input_header(const char *path, const struct host_description *d, struct host_input_series *s,
                             struct mech_message *message)
{
	int line = s->table.header_line;
	for (int k = 0; k < s->n_columns; k++) {
		const char *name = host_csv_cell(&s->table, -1, k + 1);
		int i = host_description_find(d, name);
		if (i < 0) {
			char hint[HOST_SUGGESTION_SIZE];
			host_say(message, "%s:%d: the unit has no variable '%s'%s", path, line, name,
			         host_description_suggest(d, name, hint));
			return -1;
		}
		const struct host_variable *v = &d->variables[i];
		if (v->causality != HOST_INPUT && !(v->causality == HOST_PARAMETER && v->variability == HOST_TUNABLE)) {
			host_say(message, "%s:%d: '%s' is neither an input nor a tunable parameter", path, line, name);
			return -1;
		}
		s->variable[k] = i;
		if (host_input_is_double(s, k)) {
			host_say(message, "%s:%d: there are two columns '%s'", path, line, name);
			return -1;
		}
	}
	return 0;
}

static int host_input_cells(const char *path, const struct host_description *d, struct host_input_series *s, int row,
                            struct mech_message *message)
{
	int line = s->table.lines[row];
	const char *time = host_csv_cell(&s->table, row, 0);
	if (host_number_read(time, &s->time[row]) != 0 || !isfinite(s->time[row])) {
		host_say(message, "%s:%d: '%s' is not a time", path, line, time);
		return -1;
	}
	if (row > 0 && s->time[row] < s->time[row - 1]) {
		host_say(message, "%s:%d: time %s lies before the row above", path, line, time);
		return -1;
	}
	for (int k = 0; k + 1 < host_csv_row_cells(&s->table, row); k++) {
		const char *cell = host_csv_cell(&s->table, row, k + 1);
		union host_fmu_value *value = host_input_cell(s, row, k);
		if (value != NULL && host_fmu_value_given(host_input_variable(s, d, k), cell, value, message) != 0) {
			char where[HOST_PATH_SIZE];
			(void)snprintf(where, sizeof where, "%s:%d", path, line);
			host_say_where(message, where);
			return -1;
		}
	}
	return 0;
}

static int host_input_fill(const char *path, const struct host_description *d, struct host_input_series *s,
                           struct mech_message *message)
{
	s->n_columns = s->table.n_columns - 1;
	s->n_rows = s->table.n_rows;
	const size_t cells = s->table.rows[s->n_rows + 1] - s->table.rows[1];
	s->variable = calloc((size_t)s->n_columns + 1, sizeof *s->variable);
	s->time = calloc((size_t)s->n_rows + 1, sizeof *s->time);
	s->values = calloc(cells + 1, sizeof *s->values);
	if (s->variable == NULL || s->time == NULL || s->values == NULL) {
		host_say(message, "%s: out of memory", path);
		return -1;
	}
	if (host_input_header(path, d, s, message) != 0) {
		return -1;
	}
	for (int row = 0; row < s->n_rows; row++) {
		if (host_input_cells(path, d, s, row, message) != 0) {
			return -1;
		}
	}
	return 0;
}

int host_input_read(const char *path, const struct host_description *description, struct host_input_series *series,
                    struct mech_message *message)
{
	struct host_text text = {0};
	memset(series, 0, sizeof *series);
	if (host_file_read(path, HOST_INPUT_LARGEST_FILE, &text, message) != 0) {
		return -1;
	}
	int status = host_csv_read(path, text.size == 0 ? "" : text.bytes, text.size, &series->table, message);
	host_text_free(&text);
	if (status == 0 && host_input_fill(path, description, series, message) != 0) {
		host_input_free(series);
		status = -1;
	}
	return status;
}

void host_input_free(struct host_input_series *series)
{
	free(series->variable);
	free(series->time);
	free(series->values);
	host_csv_free(&series->table);
	memset(series, 0, sizeof *series);
}

/* does a variable that is not continuous change from this row to the next? */
static int host_input_changes(const struct host_input_series *s, const struct host_description *d, int row)
{
	for (int k = 0; k < s->n_columns; k++) {
		const struct host_variable *v = host_input_variable(s, d, k);
		const union host_fmu_value *a = host_input_cell(s, row, k), *b = host_input_cell(s, row + 1, k);
		if (v->variability != HOST_CONTINUOUS && a != NULL && b != NULL && !host_fmu_value_same(v->type, a, b)) {
			return 1;
		}
	}
	return 0;
}

double host_input_next_event(const struct host_input_series *series, const struct host_description *description,
                             double time, double near)
{
	for (int row = 0; row + 1 < series->n_rows; row++) {
		double next = series->time[row + 1];
		if (time > next || fabs(time - next) <= near) {
			continue;
		}
		if (series->time[row] == next || host_input_changes(series, description, row)) {
			return next;
		}
	}
	return HUGE_VAL;
}

/* last row not after `time` (those closer than `near` count as reached); 0 before the first */
static int host_input_row(const struct host_input_series *s, double time, double near)
{
	int low = 0, high = s->n_rows - 1;
	while (low < high) {
		int middle = low + (high - low + 1) / 2;
		if (s->time[middle] <= time || fabs(s->time[middle] - time) <= near) {
			low = middle;
		} else {
			high = middle - 1;
		}
	}
	return low;
}

int host_input_value(const struct host_input_series *series, const struct host_description *description, int column,
                     double time, double near, union host_fmu_value *value)
{
	if (series->n_rows == 0) {
		return 0;
	}
	const struct host_variable *v = host_input_variable(series, description, column);
	int continuous = v->variability == HOST_CONTINUOUS;
	int row = host_input_row(series, time, continuous ? 0.0 : near);
	const union host_fmu_value *given = host_input_cell(series, row, column);
	const union host_fmu_value *next = host_input_cell(series, row + 1, column);
	if (given == NULL) {
		return 0;
	}
	*value = *given;
	if (continuous && next != NULL) {
		double t0 = series->time[row], t1 = series->time[row + 1];
		double x0 = value->real, x1 = next->real;
		value->real = x0 + (time - t0) * (x1 - x0) / (t1 - t0);
	}
	return 1;
}
