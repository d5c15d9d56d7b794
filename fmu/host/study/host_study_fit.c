/* Reads what belongs to a fit: the entries of `fit`, measurements, and the search. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_number.h"
#include "host_study_yaml.h"
#include "host_suggest.h"

enum { KEY_FROM, KEY_TO, KEY_START };
enum { KEY_CSV, KEY_COLUMNS, KEY_DEVIATION, KEY_SET, KEY_INPUT_FILE };
enum { KEY_GLOBAL, KEY_SEED };

static const struct host_key *host_fit_key(enum host_study_map map, int key)
{
	return &host_study_keys[map].keys[key];
}

/* ---- what is fitted */

static void host_fit_range(struct host_map_reader *r, struct host_variation *v, const struct host_node *map)
{
	host_map_keys(r, map, &host_study_keys[HOST_STUDY_FITTED]);
	host_map_number(r, map, host_fit_key(HOST_STUDY_FITTED, KEY_FROM), &v->from);
	host_map_number(r, map, host_fit_key(HOST_STUDY_FITTED, KEY_TO), &v->to);
	host_map_number(r, map, host_fit_key(HOST_STUDY_FITTED, KEY_START), &v->mean);
	if (v->from >= v->to) {
		host_map_problem(r, map->place, "%s", "'to' must be greater than 'from'");
	} else if (v->mean < v->from || v->mean > v->to) {
		host_map_problem(r, host_node_find(map, "start")->place, "%s", "'start' must lie between 'from' and 'to'");
	}
}

static void host_fit_variable(struct host_map_reader *r, struct host_study *s, const struct host_node *node)
{
	struct host_variation *v = host_study_vary_begin(r, s, "fit", node);
	if (v == NULL) {
		return;
	}
	v->kind = HOST_VARY_FIT;
	v->from = -HUGE_VAL;
	v->to = HUGE_VAL;
	if (node->type == HOST_MAP) {
		host_fit_range(r, v, node);
	} else if (host_map_is(r, node, HOST_SCALAR, "it") &&
	           (host_number_read(node->text, &v->mean) != 0 || !isfinite(v->mean))) {
		host_map_problem(r, node->place, "write a number where the search begins, or {from, to, start}, not '%.80s'",
		                 node->text);
	}
}

/* ---- measurements */

/* the column of a name; -1 after a problem */
static int host_fit_find(struct host_map_reader *r, const struct host_csv *csv, const struct host_node *node,
                         const char *file)
{
	char hint[HOST_SUGGESTION_SIZE];
	struct host_suggestion near = host_suggest_begin(node->text);
	for (int column = 1; column < csv->n_columns; column++) {
		if (strcmp(host_csv_cell(csv, -1, column), node->text) == 0) {
			return column;
		}
		host_suggest_offer(&near, host_csv_cell(csv, -1, column));
	}
	host_problem_error(r->problems, r->file, node->place, "%s%.200s has no column '%.80s'%s", r->context, file,
	                   node->text, host_suggest_text(&near, hint));
	return -1;
}

/* numbers of a column into values; empty cells are gaps where `gaps`. 0, or -1 after a problem */
static int host_fit_numbers(struct host_map_reader *r, const struct host_csv *csv, int column, int gaps,
                            const struct host_measurement *m, double *values)
{
	for (int row = 0; row < csv->n_rows; row++) {
		const char *cell = host_csv_cell(csv, row, column);
		values[row] = NAN;
		if ((cell[0] != 0 || !gaps) && (host_number_read(cell, &values[row]) != 0 || !isfinite(values[row]))) {
			host_problem_error(r->problems, r->file, m->place, "%.200s:%d: '%.60s' of '%.80s' is no number", m->file,
			                   csv->lines[row], cell, host_csv_cell(csv, -1, column));
			return -1;
		}
	}
	return 0;
}

static void host_fit_column(struct host_map_reader *r, struct host_study *s, struct host_measurement *m,
                            const struct host_csv *csv, int column, const char *name, struct host_place place)
{
	struct host_measured *measured = host_study_add_measured(m, r->problems);
	if (measured == NULL) {
		return;
	}
	measured->place = place;
	measured->name = strdup(name);
	measured->column = strdup(host_csv_cell(csv, -1, column));
	measured->values = calloc((size_t)csv->n_rows + 1, sizeof *measured->values);
	measured->watch = host_study_watch(s, name, place, r->problems);
	if (measured->name == NULL || measured->column == NULL || measured->values == NULL || measured->watch < 0) {
		r->problems->failed = 1;
		return;
	}
	(void)host_fit_numbers(r, csv, column, 1, m, measured->values);
}

static void host_fit_columns(struct host_map_reader *r, struct host_study *s, struct host_measurement *m,
                             const struct host_csv *csv, const struct host_node *columns)
{
	if (columns == NULL) {
		for (int column = 1; column < csv->n_columns; column++) {
			host_fit_column(r, s, m, csv, column, host_csv_cell(csv, -1, column), m->place);
		}
		if (csv->n_columns < 2) {
			host_map_problem(r, m->place, "%.200s has times alone", m->file);
		}
		return;
	}
	if (!host_map_is(r, columns, HOST_MAP, "columns")) {
		return;
	}
	for (const struct host_node *node = columns->first; node != NULL; node = node->next) {
		const int column = host_map_is(r, node, HOST_SCALAR, "a column") ? host_fit_find(r, csv, node, m->file) : -1;
		if (column >= 0) {
			host_fit_column(r, s, m, csv, column, node->key, node->key_place);
		}
	}
}

/* the first column; 0, or -1 after a problem */
static int host_fit_times(struct host_map_reader *r, struct host_measurement *m, const struct host_csv *csv)
{
	m->times = calloc((size_t)csv->n_rows + 1, sizeof *m->times);
	if (m->times == NULL) {
		r->problems->failed = 1;
		return -1;
	}
	if (host_fit_numbers(r, csv, 0, 0, m, m->times) != 0) {
		return -1;
	}
	m->n_rows = csv->n_rows;
	for (int row = 1; row < csv->n_rows; row++) {
		if (!(m->times[row] > m->times[row - 1])) {
			host_problem_error(r->problems, r->file, m->place,
			                   "%.200s:%d: the time is not later than in the row before", m->file, csv->lines[row]);
			m->n_rows = 0;
			return -1;
		}
	}
	return 0;
}

/* a number for all columns, or one for each variable */
static void host_fit_deviations(struct host_map_reader *r, struct host_measurement *m, const struct host_node *node)
{
	if (node == NULL) {
		return;
	}
	if (node->type == HOST_LIST) {
		host_map_problem(r, node->place, "%s", "deviation must be a number, or a map with one for each variable");
		return;
	}
	for (const struct host_node *one = node->type == HOST_MAP ? node->first : node; one != NULL; one = one->next) {
		double number = NAN;
		int known = 0;
		if (one->type != HOST_SCALAR || host_number_read(one->text, &number) != 0 || !(number > 0.0) ||
		    !isfinite(number)) {
			host_map_problem(r, one->place, "%s", "a deviation must be a number greater than zero");
			return;
		}
		for (int k = 0; k < m->n_columns; k++) {
			if (node->type != HOST_MAP || strcmp(one->key, m->columns[k].name) == 0) {
				m->columns[k].deviation = number;
				known = 1;
			}
		}
		if (!known) {
			host_map_problem(r, one->key_place, "'%.80s' is not measured here", one->key);
		}
		if (node->type != HOST_MAP) {
			return;
		}
	}
}

static void host_fit_settings(struct host_map_reader *r, struct host_measurement *m, const struct host_node *set)
{
	if (set == NULL || !host_map_is(r, set, HOST_MAP, "set")) {
		return;
	}
	for (const struct host_node *node = set->first; node != NULL; node = node->next) {
		struct host_variation *v =
			host_map_is(r, node, HOST_SCALAR, "a value") ? host_study_add_setting(m, r->problems) : NULL;
		if (v != NULL) {
			(void)host_study_vary_value(v, node, r->problems);
		}
	}
}

static void host_fit_input(struct host_map_reader *r, const struct host_study *s, struct host_measurement *m,
                           const struct host_node *map)
{
	char path[HOST_PATH_SIZE];
	const char *file = host_map_word(r, map, host_fit_key(HOST_STUDY_MEASUREMENT, KEY_INPUT_FILE));
	if (file != NULL) {
		m->input_place = host_node_find(map, "input_file")->place;
		if (host_study_path(s, file, m->input_place, path, r->problems) == 0) {
			m->input_file = strdup(path);
			r->problems->failed |= m->input_file == NULL;
		}
	}
}

static void host_fit_measurement(struct host_map_reader *r, struct host_study *s, const struct host_node *map)
{
	struct host_csv csv;
	char path[HOST_PATH_SIZE];
	if (!host_map_is(r, map, HOST_MAP, "a measurement")) {
		return;
	}
	host_map_keys(r, map, &host_study_keys[HOST_STUDY_MEASUREMENT]);
	const struct host_node *file = host_node_find(map, "csv");
	struct host_measurement *m = host_study_add_measurement(s, r->problems);
	if (m == NULL) {
		return;
	}
	if (file == NULL) {
		host_map_problem(r, map->place, "%s", "the key 'csv' is missing (file with times in the first column)");
		return;
	}
	m->place = file->place;
	if (!host_map_is(r, file, HOST_SCALAR, "csv") || host_study_vary_table(r, s, file, path, &csv) != 0) {
		return;
	}
	m->file = strdup(file->text);
	if (m->file == NULL) {
		r->problems->failed = 1;
	} else if (host_fit_times(r, m, &csv) == 0) {
		host_fit_columns(r, s, m, &csv, host_node_find(map, "columns"));
		host_fit_deviations(r, m, host_node_find(map, "deviation"));
	}
	host_csv_free(&csv);
	host_fit_settings(r, m, host_node_find(map, "set"));
	host_fit_input(r, s, m, map);
}

/* ---- all of it */

static void host_fit_search(struct host_map_reader *r, struct host_study *s, const struct host_node *map)
{
	(void)snprintf(r->context, sizeof r->context, "search: ");
	if (!host_map_is(r, map, HOST_MAP, "it")) {
		return;
	}
	host_map_keys(r, map, &host_study_keys[HOST_STUDY_SEARCH]);
	host_map_number(r, map, host_fit_key(HOST_STUDY_SEARCH, KEY_GLOBAL), &s->global);
	host_map_number(r, map, host_fit_key(HOST_STUDY_SEARCH, KEY_SEED), &s->seed);
	if (host_node_find(map, "global") == NULL) {
		host_map_problem(r, map->place, "%s", "the key 'global' is missing (runs of the global search)");
	}
	for (int k = 0; k < s->n_variations; k++) {
		if (!isfinite(s->variations[k].from) || !isfinite(s->variations[k].to)) {
			host_problem_error(r->problems, r->file, s->variations[k].place,
			                   "fit '%.100s': a global search needs 'from' and 'to'", s->variations[k].name);
		}
	}
}

/* what only a sweep has */
static void host_fit_refuse(struct host_map_reader *r, const struct host_node *file)
{
	static const char *const foreign[] = {"vary", "sample", "record"};
	for (size_t k = 0; k < sizeof foreign / sizeof foreign[0]; k++) {
		const struct host_node *node = host_node_find(file, foreign[k]);
		if (node != NULL) {
			host_map_problem(r, node->key_place, "a fit has no '%s'; write that into a study of its own", node->key);
		}
	}
	const struct host_node *experiment = host_node_find(file, "experiment");
	const struct host_node *stop = experiment == NULL ? NULL : host_node_find(experiment, "stop");
	if (stop != NULL) {
		host_map_problem(r, stop->key_place, "%s",
		                 "experiment: the measurements say when a run ends; leave 'stop' out");
	}
}

void host_study_fit_read(struct host_map_reader *r, struct host_study *s, const struct host_node *file)
{
	const struct host_node *fit = host_node_find(file, "fit"), *measurements = host_node_find(file, "measurements");
	const struct host_node *search = host_node_find(file, "search");
	r->context[0] = 0;
	host_fit_refuse(r, file);
	if (fit != NULL && host_map_is(r, fit, HOST_MAP, "fit")) {
		if (fit->count == 0) {
			host_map_problem(r, fit->place, "%s", "fit is empty; name a parameter");
		}
		for (const struct host_node *node = fit->first; node != NULL; node = node->next) {
			host_fit_variable(r, s, node);
		}
	}
	r->context[0] = 0;
	if (measurements != NULL && host_map_is(r, measurements, HOST_LIST, "measurements")) {
		if (measurements->count == 0) {
			host_map_problem(r, measurements->place, "%s", "measurements is empty; name a CSV file: [{csv: run.csv}]");
		}
		for (const struct host_node *node = measurements->first; node != NULL; node = node->next) {
			host_fit_measurement(r, s, node);
		}
	}
	if (search != NULL) {
		host_fit_search(r, s, search);
	}
	r->context[0] = 0;
}
