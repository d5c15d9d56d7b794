/* Reads which values a variable takes: the entries of `vary`, and columns of CSV files. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_csv.h"
#include "host_study_yaml.h"
#include "host_suggest.h"

#define HOST_VARY_MOST_BYTES ((size_t)1 << 30)

enum {
	KEY_FROM,
	KEY_TO,
	KEY_COUNT,
	KEY_LIST,
	KEY_CSV,
	KEY_COLUMN,
	KEY_UNIFORM,
	KEY_NORMAL,
	KEY_LOGNORMAL,
	KEY_TRIANGULAR
};

/* the forms of an entry by the key that they are known by */
static const int host_vary_forms[] = {KEY_FROM,   KEY_LIST,      KEY_CSV,       KEY_UNIFORM,
                                      KEY_NORMAL, KEY_LOGNORMAL, KEY_TRIANGULAR};
enum { HOST_VARY_FORMS = sizeof host_vary_forms / sizeof host_vary_forms[0] };

static const struct host_key *host_vary_key(enum host_study_map map, int key)
{
	return &host_study_keys[map].keys[key];
}

/* ---- levels */

static int host_vary_add(struct host_variation *v, const char *text, struct host_place place,
                         struct host_problems *problems)
{
	struct host_level *level = host_study_add_level(v, problems);
	if (level == NULL) {
		return -1;
	}
	level->text = strdup(text);
	level->place = place;
	problems->failed |= level->text == NULL;
	return level->text == NULL ? -1 : 0;
}

int host_study_vary_value(struct host_variation *v, const struct host_node *node, struct host_problems *problems)
{
	v->kind = HOST_VARY_LIST;
	v->place = node->key_place;
	v->name = strdup(node->key);
	problems->failed |= v->name == NULL;
	return host_vary_add(v, node->text, node->place, problems);
}

static void host_vary_list(struct host_map_reader *r, struct host_variation *v, const struct host_node *list)
{
	v->kind = HOST_VARY_LIST;
	if (list->count == 0) {
		host_map_problem(r, list->place, "%s", "the list is empty");
	}
	for (const struct host_node *node = list->first; node != NULL; node = node->next) {
		if (host_map_is(r, node, HOST_SCALAR, "a value") &&
		    host_vary_add(v, node->text, node->place, r->problems) != 0) {
			return;
		}
	}
}

int host_study_vary_table(struct host_map_reader *r, struct host_study *s, const struct host_node *file,
                          char path[HOST_PATH_SIZE], struct host_csv *csv)
{
	struct host_text text = {0};
	struct mech_message message = {""};
	int status = host_study_path(s, file->text, file->place, path, r->problems);
	if (status == 0) {
		status = host_file_read(path, HOST_VARY_MOST_BYTES, &text, &message);
		if (status == 0) {
			host_study_mark(s, text.bytes, text.size);
			status = host_csv_read(path, text.size > 0 ? text.bytes : "", text.size, csv, &message);
		}
		if (status != 0) {
			host_map_problem(r, file->place, "%.300s", message.text);
		} else if (csv->n_rows == 0) {
			host_map_problem(r, file->place, "%.200s has no rows below its header", path);
			host_csv_free(csv);
			status = -1;
		}
	}
	host_text_free(&text);
	return status;
}

/* the cells of a column; empty ones are problems */
static void host_vary_column(struct host_map_reader *r, struct host_variation *v, const struct host_csv *csv,
                             int column, const struct host_node *file)
{
	v->kind = HOST_VARY_LIST;
	for (int row = 0; row < csv->n_rows; row++) {
		const char *cell = host_csv_cell(csv, row, column);
		if (cell[0] == 0) {
			host_problem_error(r->problems, r->file, file->place, "%s%.200s:%d: the cell of '%.80s' is empty",
			                   r->context, file->text, csv->lines[row], host_csv_cell(csv, -1, column));
			return;
		}
		if (host_vary_add(v, cell, file->place, r->problems) != 0) {
			return;
		}
	}
}

static void host_vary_csv(struct host_map_reader *r, struct host_study *s, struct host_variation *v,
                          const struct host_node *map)
{
	struct host_csv csv;
	char path[HOST_PATH_SIZE], hint[HOST_SUGGESTION_SIZE];
	const struct host_node *file = host_node_find(map, "csv");
	const char *given = host_map_word(r, map, host_vary_key(HOST_STUDY_VARIATION, KEY_COLUMN));
	const char *name = given != NULL ? given : map->key;
	struct host_suggestion near = host_suggest_begin(name);
	if (!host_map_is(r, file, HOST_SCALAR, "csv") || host_study_vary_table(r, s, file, path, &csv) != 0) {
		return;
	}
	int found = -1;
	for (int column = 0; column < csv.n_columns; column++) {
		host_suggest_offer(&near, host_csv_cell(&csv, -1, column));
		found = strcmp(host_csv_cell(&csv, -1, column), name) == 0 ? column : found;
	}
	if (found < 0) {
		host_problem_error(r->problems, r->file, file->place, "%s%.200s has no column '%.80s'%s", r->context,
		                   file->text, name, host_suggest_text(&near, hint));
	} else {
		host_vary_column(r, v, &csv, found, file);
	}
	host_csv_free(&csv);
}

void host_study_vary_cases(struct host_map_reader *r, struct host_study *s, const struct host_node *file)
{
	struct host_csv csv;
	char path[HOST_PATH_SIZE];
	if (host_study_vary_table(r, s, file, path, &csv) != 0) {
		return;
	}
	for (int column = 0; column < csv.n_columns; column++) {
		struct host_variation *v = host_study_add_variation(s, r->problems);
		if (v == NULL) {
			break;
		}
		v->place = file->place;
		v->name = strdup(host_csv_cell(&csv, -1, column));
		r->problems->failed |= v->name == NULL;
		host_vary_column(r, v, &csv, column, file);
	}
	host_csv_free(&csv);
}

/* ---- numbers */

double host_study_number(struct host_map_reader *r, const struct host_node *map, const struct host_key *key)
{
	double number = NAN;
	if (host_node_find(map, key->name) == NULL) {
		host_map_problem(r, map->place, "the key '%s' is missing", key->name);
	}
	host_map_number(r, map, key, &number);
	return number;
}

/* whether both are there and in this order; else there is a problem */
static void host_vary_order(struct host_map_reader *r, const struct host_node *map, const char *small, double a,
                            const char *large, double b)
{
	if (a >= b) {
		host_problem_error(r->problems, r->file, host_node_find(map, large)->place, "%s'%s' must be greater than '%s'",
		                   r->context, large, small);
	}
}

static void host_vary_grid(struct host_map_reader *r, struct host_variation *v, const struct host_node *map)
{
	v->kind = HOST_VARY_GRID;
	v->from = host_study_number(r, map, host_vary_key(HOST_STUDY_VARIATION, KEY_FROM));
	v->to = host_study_number(r, map, host_vary_key(HOST_STUDY_VARIATION, KEY_TO));
	if (v->from == v->to) {
		host_map_problem(r, map->place, "%s", "'from' and 'to' are equal; write one value instead");
	}
	if (host_node_find(map, "count") == NULL) {
		host_map_problem(r, map->place, "%s", "the key 'count' is missing; or write {uniform: {from: ..., to: ...}}");
		return;
	}
	double count = 0.0;
	host_map_number(r, map, host_vary_key(HOST_STUDY_VARIATION, KEY_COUNT), &count);
	v->count = (int)count;
}

/* mean and deviation, and limits if there are any */
static void host_vary_normal(struct host_map_reader *r, struct host_variation *v, const struct host_node *map,
                             enum host_study_map keys)
{
	v->mean = host_study_number(r, map, host_vary_key(keys, 0));
	v->deviation = host_study_number(r, map, host_vary_key(keys, 1));
	v->from = keys == HOST_STUDY_NORMAL ? -HUGE_VAL : 0.0;
	v->to = HUGE_VAL;
	host_map_number(r, map, host_vary_key(keys, 2), &v->from);
	host_map_number(r, map, host_vary_key(keys, 3), &v->to);
	host_vary_order(r, map, "from", v->from, "to", v->to);
}

static void host_vary_between(struct host_map_reader *r, struct host_variation *v, const struct host_node *map,
                              enum host_study_map keys)
{
	const int has_mode = keys == HOST_STUDY_TRIANGULAR;
	v->from = host_study_number(r, map, host_vary_key(keys, 0));
	v->to = host_study_number(r, map, host_vary_key(keys, has_mode ? 2 : 1));
	host_vary_order(r, map, "from", v->from, "to", v->to);
	if (has_mode) {
		v->mode = host_study_number(r, map, host_vary_key(keys, 1));
		if (v->mode < v->from || v->mode > v->to) {
			host_map_problem(r, host_node_find(map, "mode")->place, "%s", "'mode' must lie between 'from' and 'to'");
		}
	}
}

/* ---- an entry */

static void host_vary_distribution(struct host_map_reader *r, struct host_variation *v, const struct host_node *node,
                                   int form)
{
	const enum host_study_map keys = (enum host_study_map)(HOST_STUDY_UNIFORM + (form - KEY_UNIFORM));
	v->kind = (enum host_variation_kind)(HOST_VARY_UNIFORM + (form - KEY_UNIFORM));
	if (!host_map_is(r, node, HOST_MAP, node->key)) {
		return;
	}
	host_map_keys(r, node, &host_study_keys[keys]);
	(form == KEY_NORMAL || form == KEY_LOGNORMAL ? host_vary_normal : host_vary_between)(r, v, node, keys);
}

/* the form of a map; -1 after a problem */
static int host_vary_form(struct host_map_reader *r, const struct host_node *map)
{
	int form = -1;
	for (int k = 0; k < HOST_VARY_FORMS; k++) {
		const char *name = host_vary_key(HOST_STUDY_VARIATION, host_vary_forms[k])->name;
		const struct host_node *node = host_node_find(map, name);
		if (node != NULL && form >= 0) {
			host_problem_error(r->problems, r->file, node->key_place, "%s'%s' and '%s' exclude each other", r->context,
			                   host_vary_key(HOST_STUDY_VARIATION, form)->name, name);
			return -1;
		}
		form = node != NULL ? host_vary_forms[k] : form;
	}
	if (form < 0) {
		host_map_problem(r, map->place, "%s",
		                 "say which values: {from, to, count}, {list: [...]}, {csv: file}, or a distribution "
		                 "(uniform, normal, lognormal, triangular)");
	}
	return form;
}

struct host_variation *host_study_vary_begin(struct host_map_reader *r, struct host_study *s, const char *section,
                                             const struct host_node *node)
{
	(void)snprintf(r->context, sizeof r->context, "%s '%.100s': ", section, node->key);
	struct host_variation *v = host_study_add_variation(s, r->problems);
	if (v != NULL) {
		v->place = node->key_place;
		v->name = strdup(node->key);
		r->problems->failed |= v->name == NULL;
	}
	return v;
}

void host_study_vary_read(struct host_map_reader *r, struct host_study *s, const struct host_node *node)
{
	struct host_variation *v = host_study_vary_begin(r, s, "vary", node);
	if (v == NULL) {
		return;
	}
	v->kind = HOST_VARY_LIST;
	if (node->type == HOST_LIST) {
		host_vary_list(r, v, node);
		return;
	}
	if (node->type == HOST_SCALAR && !host_node_empty(node)) {
		(void)host_vary_add(v, node->text, node->place, r->problems);
		return;
	}
	if (!host_map_is(r, node, HOST_MAP, "it")) {
		return;
	}
	host_map_keys(r, node, &host_study_keys[HOST_STUDY_VARIATION]);
	const int form = host_vary_form(r, node);
	const struct host_node *of_form =
		form < 0 ? NULL : host_node_find(node, host_vary_key(HOST_STUDY_VARIATION, form)->name);
	if (form == KEY_FROM) {
		host_vary_grid(r, v, node);
	} else if (form == KEY_LIST && host_map_is(r, of_form, HOST_LIST, "list")) {
		host_vary_list(r, v, of_form);
	} else if (form == KEY_CSV) {
		host_vary_csv(r, s, v, node);
	} else if (form >= KEY_UNIFORM) {
		host_vary_distribution(r, v, of_form, form);
	}
}
