#include "host_results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "host_csv.h"
#include "host_number.h"
#include "host_table.h"

/* a page stays below some ten megabytes: of longer results every k-th row is shown */
enum { HOST_RESULTS_MOST_ROWS = 20000, HOST_RESULTS_MOST_NUMBERS = 4000000 };

/* ---- reading */

/* the variables that place a body: bodies.<name>.<key>, or bodies_<name>_<key>; of a unit of a
 * system, behind its name */
static int host_results_is_pose(const struct host_variable *v)
{
	static const char *const keys[] = {"x", "y", "z", "angle", "e0", "e1", "e2", "e3"};
	const char *of_unit = strstr(v->name, ".bodies"), *name = of_unit == NULL ? v->name : of_unit + 1;
	const char *key = strrchr(name, strncmp(name, "bodies_", 7) == 0 ? '_' : '.');
	int found = 0;
	for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
		found = found || (key != NULL && strcmp(key + 1, keys[k]) == 0);
	}
	return found && strncmp(name, "bodies", 6) == 0 && strchr("._", name[6]) != NULL && v->causality != HOST_PARAMETER;
}

/* columns of the table and variables of the unit by name: the first ones of each name */
struct host_results_names {
	struct host_table columns, variables;
};

static void host_results_forget(struct host_results_names *names)
{
	host_table_free(&names->columns);
	host_table_free(&names->variables);
}

static int host_results_list(const struct host_csv *csv, const struct host_description *d,
                             struct host_results_names *names, struct mech_message *message)
{
	int status = 0;
	*names = (struct host_results_names){0};
	for (int k = 0; k < csv->n_columns && status >= 0; k++) {
		status = host_table_add(&names->columns, host_csv_cell(csv, -1, k), k);
	}
	for (int i = 0; i < d->n_variables && status >= 0; i++) {
		status = host_table_add(&names->variables, d->variables[i].name, i);
	}
	if (status < 0) {
		host_results_forget(names);
		host_say(message, "out of memory");
	}
	return status < 0 ? -1 : 0;
}

/* everything that the picture needs is there */
static int host_results_complete(const struct host_results_names *names, const struct host_description *d,
                                 struct mech_message *message)
{
	const char *missing = NULL;
	int n_missing = 0, n_known = 0;
	for (int i = 0; i < d->n_variables; i++) {
		const int there = host_table_find(&names->columns, d->variables[i].name, -1) >= 0;
		n_known += there && d->variables[i].causality != HOST_INDEPENDENT;
		if (!there && host_results_is_pose(&d->variables[i])) {
			missing = n_missing++ == 0 ? d->variables[i].name : missing;
		}
	}
	if (n_known == 0) {
		host_say(message, "no column is a variable of '%s': these are results of another unit", d->model_name);
		return -1;
	}
	if (n_missing > 0) {
		char more[40] = "";
		if (n_missing > 1) {
			(void)snprintf(more, sizeof more, " (and %d more)", n_missing - 1);
		}
		host_say(message,
		         "no column '%s'%s: the picture needs position and rotation of every body; let the importer record "
		         "these variables, or list them under outputs",
		         missing, more);
		return -1;
	}
	return 0;
}

/* numbers of a column; returns the row that holds something else, or -1; empty cells are NAN */
static int host_results_numbers(const struct host_csv *csv, int column, int every, int n_rows, double *values)
{
	for (int i = 0; i < n_rows; i++) {
		const char *cell = host_csv_cell(csv, i * every, column);
		values[i] = NAN;
		if (cell[0] != 0 && host_number_read(cell, &values[i]) != 0) {
			return i * every;
		}
	}
	return -1;
}

static int host_results_times(const struct host_csv *csv, const struct host_results *r, int every,
                              struct mech_message *message)
{
	for (int i = 0; i < r->n_rows; i++) {
		if (!isfinite(r->values[i]) || (i > 0 && r->values[i] < r->values[i - 1])) {
			host_say(message, "line %d: time must be a number that does not decrease", csv->lines[i * every]);
			return -1;
		}
	}
	return 0;
}

static int host_results_fill(const struct host_csv *csv, const struct host_results_names *names,
                             const struct host_description *d, int every, struct host_results *r,
                             struct mech_message *message)
{
	r->names = calloc((size_t)csv->n_columns + 1, sizeof *r->names);
	r->values = calloc((size_t)csv->n_columns * (size_t)r->n_rows + 1, sizeof *r->values);
	if (r->names == NULL || r->values == NULL) {
		host_say(message, "out of memory");
		return -1;
	}
	for (int k = 0; k < csv->n_columns; k++) {
		const char *name = k == 0 ? "time" : host_csv_cell(csv, -1, k);
		double *column = r->values + (size_t)r->n_columns * (size_t)r->n_rows;
		const int variable = host_table_find(&names->variables, name, -1);
		if (k > 0 && (variable < 0 || host_table_find(&names->columns, name, -1) != k)) {
			continue;
		}
		const int wrong = host_results_numbers(csv, k, every, r->n_rows, column);
		if (wrong >= 0 && k > 0 && host_results_is_pose(&d->variables[variable])) {
			host_say(message, "line %d: '%.40s' is no number, and the picture needs '%s'", csv->lines[wrong],
			         host_csv_cell(csv, wrong, k), name);
			return -1;
		}
		if (wrong >= 0 && k > 0) {
			continue;
		}
		r->names[r->n_columns] = malloc(strlen(name) + 1);
		if (r->names[r->n_columns] == NULL) {
			host_say(message, "out of memory");
			return -1;
		}
		memcpy(r->names[r->n_columns++], name, strlen(name) + 1);
	}
	return host_results_times(csv, r, every, message);
}

int host_results_read(const char *name, const struct host_text *csv, const struct host_description *description,
                      struct host_results *results, struct mech_message *message)
{
	struct host_csv table;
	struct host_results_names names;
	memset(results, 0, sizeof *results);
	if (host_csv_read(name, csv->bytes, csv->size, &table, message) != 0) {
		return -1;
	}
	int status = -1, every = 1;
	while (table.n_rows / every > HOST_RESULTS_MOST_ROWS ||
	       (double)table.n_rows / every * table.n_columns > HOST_RESULTS_MOST_NUMBERS) {
		every++;
	}
	results->n_rows = (table.n_rows + every - 1) / every;
	if (strcmp(host_csv_cell(&table, -1, 0), "time") != 0) {
		host_say(message, "the first column is '%s', not 'time'", host_csv_cell(&table, -1, 0));
	} else if (table.n_rows == 0) {
		host_say(message, "has no rows");
	} else if (host_results_list(&table, description, &names, message) == 0) {
		status = host_results_complete(&names, description, message);
		status = status != 0 ? status : host_results_fill(&table, &names, description, every, results, message);
		host_results_forget(&names);
	}
	host_csv_free(&table);
	if (status != 0) {
		host_say_where(message, name);
		host_results_free(results);
	}
	return status;
}

void host_results_free(struct host_results *results)
{
	for (int i = 0; i < results->n_columns; i++) {
		free(results->names[i]);
	}
	free(results->names);
	free(results->values);
	memset(results, 0, sizeof *results);
}

/* ---- writing */

static void host_text_add_base64(struct host_text *text, const unsigned char *bytes, size_t size)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
	for (size_t i = 0; i < size; i += 3) {
		const size_t left = size - i;
		const unsigned word =
			(unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0u) | (left > 2 ? bytes[i + 2] : 0u);
		const char four[4] = {digits[word >> 18], digits[word >> 12 & 63u], digits[left > 1 ? word >> 6 & 63u : 64u],
		                      digits[left > 2 ? word & 63u : 64u]};
		host_text_add_bytes(text, four, 4);
	}
}

void host_text_add_deflated(struct host_text *text, const void *bytes, size_t size)
{
	uLongf packed_size = compressBound((uLong)size);
	unsigned char *packed = malloc(packed_size);
	if (packed == NULL || compress2(packed, &packed_size, bytes, (uLong)size, Z_BEST_COMPRESSION) != Z_OK) {
		text->failed = 1;
	} else {
		host_text_add_base64(text, packed, packed_size);
	}
	free(packed);
}

/* the same in every row, but for cells that are not there */
static int host_results_constant(const double *column, int n)
{
	for (int i = 0; i < n; i++) {
		if (!(column[i] == column[0])) {
			return 0;
		}
	}
	return 1;
}

static void host_results_add_columns(const struct host_results *r, struct host_text *text)
{
	for (int k = 0; k < r->n_columns; k++) {
		const double *column = r->values + (size_t)k * (size_t)r->n_rows;
		host_text_add(text, k == 0 ? "{\"name\": " : ",\n{\"name\": ");
		host_text_add_json(text, r->names[k]);
		if (k > 0 && host_results_constant(column, r->n_rows) && isfinite(column[0])) {
			host_text_add(text, ", \"value\": ");
			host_text_add_number(text, column[0]);
		} else if (isfinite(column[0])) {
			host_text_add(text, ", \"first\": ");
			host_text_add_number(text, column[0]);
		}
		host_text_add(text, "}");
	}
}

/* the columns that change; bytes of the same weight are alike, so they pack better side by side */
static size_t host_results_planes(const struct host_results *r, unsigned char *bytes)
{
	const size_t n = (size_t)r->n_rows;
	size_t used = 0;
	for (int k = 0; k < r->n_columns; k++) {
		const double *column = r->values + (size_t)k * n;
		if (k > 0 && host_results_constant(column, r->n_rows) && isfinite(column[0])) {
			continue;
		}
		for (size_t i = 0; i < n; i++) {
			unsigned char number[sizeof(double)];
			memcpy(number, &column[i], sizeof number);
			for (size_t b = 0; b < sizeof number; b++) {
				bytes[used + b * n + i] = number[b];
			}
		}
		used += n * sizeof(double);
	}
	return used;
}

void host_results_write(const struct host_results *results, struct host_text *text)
{
	char rows[48];
	unsigned char *bytes = malloc((size_t)results->n_columns * (size_t)results->n_rows * sizeof(double) + 1);
	if (bytes == NULL) {
		text->failed = 1;
		return;
	}
	(void)snprintf(rows, sizeof rows, "{\"rows\": %d, \"columns\": [", results->n_rows);
	host_text_add(text, rows);
	host_results_add_columns(results, text);
	host_text_add(text, "],\n\"bytes\": \"");
	host_text_add_deflated(text, bytes, host_results_planes(results, bytes));
	host_text_add(text, "\"}");
	free(bytes);
}
