#define _POSIX_C_SOURCE 200809L

#include "host_case_table.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_csv.h"
#include "host_number.h"
#include "host_sample.h"
#include "host_sweep.h"

/* a place: number of the journal, then place in it */
enum { HOST_TABLE_PLACE_BITS = 48, HOST_TABLE_FLUSH = 1 << 16 };

/* ---- journals */

struct host_table_index {
	struct host_case_table *table;
	int shard; /* from 0 */
};

static void host_table_visit(void *context, int64_t number, enum host_case_status status, int64_t place)
{
	const struct host_table_index *index = context;
	(void)status;
	index->table->places[number] = (int64_t)index->shard << HOST_TABLE_PLACE_BITS | place;
}

/* 0 when every case is there */
static int host_table_complete(const struct host_case_table *t, struct mech_message *message)
{
	int64_t first = -1, missing = 0;
	for (int64_t i = 0; i < t->study->n_cases; i++) {
		missing += t->places[i] == 0;
		first = first < 0 && t->places[i] == 0 ? i : first;
	}
	if (missing > 0 && t->shards > 1) {
		const int shard = (int)(first % t->shards) + 1;
		host_say(message, "%lld cases are missing, the first of them in shard %d; run that again: --shard %d/%d",
		         (long long)missing, shard, shard, t->shards);
	} else if (missing > 0) {
		host_say(message, "%lld cases are missing; run the study again", (long long)missing);
	}
	return missing > 0 ? -1 : 0;
}

int host_case_table_open(const struct host_study *study, const char *results, int shards, struct host_case_table *table,
                         struct mech_message *message)
{
	struct host_case_table *t = table;
	memset(t, 0, sizeof *t);
	t->study = study;
	t->journals = calloc((size_t)shards, sizeof *t->journals);
	t->places = calloc((size_t)study->n_cases + 1, sizeof *t->places);
	if (t->journals == NULL || t->places == NULL || host_case_begin(study, &t->row) != 0) {
		host_say(message, "out of memory");
		return -1;
	}
	for (int i = 0; i < shards; i++) {
		char path[HOST_PATH_SIZE];
		struct host_table_index index = {t, i};
		if (host_sweep_journal(results, i + 1, shards, path) != 0) {
			host_say(message, "%.200s...: path too long", results);
			return -1;
		}
		if (host_journal_open(path, study, i + 1, shards, HOST_JOURNAL_READ, &t->journals[i], message) != 0) {
			return -1;
		}
		t->shards++;
		if (host_journal_scan(&t->journals[i], host_table_visit, &index, message) != 0) {
			return -1;
		}
	}
	return host_table_complete(t, message);
}

void host_case_table_close(struct host_case_table *table)
{
	for (int i = 0; i < table->shards; i++) {
		host_journal_close(&table->journals[i]);
	}
	free(table->journals);
	free(table->places);
	host_case_free(&table->row);
	memset(table, 0, sizeof *table);
}

int host_case_table_read(struct host_case_table *t, int64_t number, struct mech_message *message)
{
	const int64_t place = t->places[number];
	const int64_t mask = ((int64_t)1 << HOST_TABLE_PLACE_BITS) - 1;
	return host_journal_read(&t->journals[place >> HOST_TABLE_PLACE_BITS], place & mask, &t->row, message);
}

/* ---- cells */

/* the fewest digits of 15, 16 and 17 that read back the same */
static void host_table_number(struct host_text *text, double number)
{
	char digits[HOST_NUMBER_SIZE] = "";
	for (int n = 15; n <= 17 && isfinite(number); n++) {
		double back = NAN;
		host_number_write(number, n, digits);
		if (n == 17 || (host_number_read(digits, &back) == 0 && back == number)) {
			break;
		}
	}
	if (!isfinite(number) && !isnan(number)) {
		host_number_write(number, 15, digits);
	}
	host_text_add(text, ",");
	host_text_add(text, digits);
}

static void host_table_value(struct host_text *text, const struct host_study *s, const struct host_variation *v,
                             struct host_chosen chosen)
{
	const struct host_variable *variable = &s->description->variables[v->variable];
	if (chosen.level < 0) {
		host_table_number(text, chosen.number);
	} else if (variable->type == HOST_REAL) {
		host_table_number(text, v->levels[chosen.level].value.real);
	} else {
		host_csv_add_text(text, v->levels[chosen.level].text);
	}
}

static void host_table_head(struct host_text *text, const struct host_study *s)
{
	host_csv_add_text(text, "case");
	for (int k = 0; k < s->n_variations; k++) {
		host_csv_add_text(text, s->variations[k].name);
	}
	for (int i = 0; i < s->n_records; i++) {
		host_csv_add_text(text, s->records[i].name);
	}
	host_csv_add_text(text, "steps");
	host_csv_add_text(text, "status");
	host_csv_add_text(text, "message");
	host_csv_end_line(text);
}

static void host_table_row(struct host_text *text, const struct host_study *s, const struct host_case *row,
                           struct host_chosen *chosen)
{
	char number[32];
	(void)snprintf(number, sizeof number, "%lld", (long long)row->number);
	host_text_add(text, number);
	host_sample_case(s, row->number, chosen);
	for (int k = 0; k < s->n_variations; k++) {
		host_table_value(text, s, &s->variations[k], chosen[k]);
	}
	for (int i = 0; i < s->n_records; i++) {
		host_table_number(text, row->results[i]);
	}
	host_table_number(text, row->steps);
	host_csv_add_text(text, host_case_status_names[row->status]);
	host_csv_add_text(text, row->text.size == 0 ? "" : row->text.bytes);
	host_csv_end_line(text);
}

static void host_table_series_head(struct host_text *text, const struct host_study *s)
{
	host_csv_add_text(text, "case");
	host_csv_add_text(text, "time");
	for (int i = 0; i < s->n_series; i++) {
		host_csv_add_text(text, s->watches[s->series[i]].name);
	}
	host_csv_end_line(text);
}

static void host_table_series_rows(struct host_text *text, const struct host_study *s, const struct host_case *row)
{
	char number[32];
	const size_t width = (size_t)s->n_series + 1;
	(void)snprintf(number, sizeof number, "%lld", (long long)row->number);
	for (size_t i = 0; i + width <= row->n_series; i += width) {
		host_text_add(text, number);
		for (size_t k = 0; k < width; k++) {
			host_table_number(text, row->series[i + k]);
		}
		host_csv_end_line(text);
	}
}

/* ---- files */

int host_case_table_series(const char *results, char path[HOST_PATH_SIZE])
{
	const size_t length = strlen(results) - (host_path_has_extension(results, "csv") ? 4 : 0);
	const int written = snprintf(path, HOST_PATH_SIZE, "%.*s_series.csv", (int)length, results);
	return written < 0 || written >= HOST_PATH_SIZE ? -1 : 0;
}

/* the text so far goes to the file; 0, or -1 with errno */
static int host_table_flush(FILE *file, struct host_text *text)
{
	if (text->failed) {
		errno = ENOMEM;
		return -1;
	}
	const int status = fwrite(text->bytes, 1, text->size, file) == text->size ? 0 : -1;
	text->size = 0;
	return status;
}

/* rows of all cases, or with `series` their courses; 0, or -1 with a message */
static int host_table_rows(struct host_case_table *t, FILE *file, int series, const char *path,
                           struct mech_message *message)
{
	const struct host_study *s = t->study;
	struct host_text text = {0};
	struct host_chosen *chosen = calloc((size_t)s->n_variations + 1, sizeof *chosen);
	int status = chosen == NULL ? -1 : 0, written = 0;
	(series ? host_table_series_head : host_table_head)(&text, s);
	for (int64_t i = 0; i < s->n_cases && status == 0 && written == 0; i++) {
		status = host_case_table_read(t, i, message);
		if (status == 0 && series) {
			host_table_series_rows(&text, s, &t->row);
		} else if (status == 0) {
			host_table_row(&text, s, &t->row, chosen);
		}
		if (text.size > HOST_TABLE_FLUSH) {
			written = host_table_flush(file, &text);
		}
	}
	if (status == 0 && (written != 0 || host_table_flush(file, &text) != 0 || fflush(file) != 0)) {
		host_say(message, "%s: cannot be written (%s)", path, strerror(errno));
		status = -1;
	} else if (chosen == NULL) {
		host_say(message, "out of memory");
	}
	host_text_free(&text);
	free(chosen);
	return status;
}

static int host_table_file(struct host_case_table *t, const char *path, int series, struct mech_message *message)
{
	struct host_file_draft draft;
	if (host_file_draft(path, &draft, message) != 0) {
		return -1;
	}
	FILE *file = fopen(draft.temporary, "wb");
	int status = -1;
	if (file == NULL) {
		host_say(message, "%s: cannot be written (%s)", path, strerror(errno));
	} else {
		status = host_table_rows(t, file, series, path, message);
		if (fclose(file) != 0 && status == 0) {
			host_say(message, "%s: cannot be written (%s)", path, strerror(errno));
			status = -1;
		}
	}
	if (status != 0) {
		host_file_discard(&draft);
		return -1;
	}
	return host_file_commit(&draft, message);
}

int host_case_table_write(struct host_case_table *table, const char *results, struct mech_message *message)
{
	char path[HOST_PATH_SIZE];
	if (table->study->n_series > 0) {
		if (host_case_table_series(results, path) != 0) {
			host_say(message, "%.200s...: path too long", results);
			return -1;
		}
		if (host_table_file(table, path, 1, message) != 0) {
			return -1;
		}
	}
	return host_table_file(table, results, 0, message);
}
