#include "host_dakota.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_number.h"

#define HOST_DAKOTA_MOST ((size_t)1 << 26)
enum { HOST_DAKOTA_WORD = 300, HOST_DAKOTA_TEXT = 400 };

/* a line of the file: a value and what it is */
struct host_dakota_line {
	char value[HOST_DAKOTA_WORD], name[HOST_DAKOTA_WORD];
};

struct host_dakota {
	const char *path;
	const char *next;
	int line;
	struct mech_message *message;
};

static int host_dakota_fail(const struct host_dakota *d, const char *format, const char *text)
{
	char said[HOST_DAKOTA_TEXT];
	(void)snprintf(said, sizeof said, format, text);
	host_say(d->message, "%.200s:%d: %s", d->path, d->line, said);
	return -1;
}

/* a line that is not empty, of either form: `1.5 name`, or `{ name = 1.5 }`. 0, or -1 at the end */
static int host_dakota_line(struct host_dakota *d, struct host_dakota_line *line)
{
	while (*d->next != 0) {
		char text[2 * HOST_DAKOTA_WORD + 20];
		const size_t length = strcspn(d->next, "\n");
		(void)snprintf(text, sizeof text, "%.*s", (int)(length < sizeof text ? length : sizeof text - 1), d->next);
		d->next += length + (d->next[length] == '\n');
		d->line++;
		line->value[0] = line->name[0] = 0;
		if (sscanf(text, " { %299s = %299s", line->name, line->value) == 2 ||
		    sscanf(text, " %299s %299s", line->value, line->name) >= 1) {
			return 0;
		}
	}
	return -1;
}

/* the count of a section: `2 variables`, or `{ DAKOTA_VARS = 2 }` */
static int host_dakota_count(struct host_dakota *d, const char *word, const char *aprepro, int *count)
{
	struct host_dakota_line line;
	double number = 0.0;
	while (host_dakota_line(d, &line) == 0) {
		if (strcmp(line.name, word) == 0 || strcmp(line.name, aprepro) == 0) {
			if (host_number_read(line.value, &number) != 0 || number < 0.0 || number != floor(number) || number > 1e6) {
				return host_dakota_fail(d, "'%.60s' is no count", line.value);
			}
			*count = (int)number;
			return 0;
		}
	}
	return host_dakota_fail(d, "no line with the number of %s; this is no parameters file of Dakota", word);
}

/* values of all variables of the study */
static int host_dakota_variables(struct host_dakota *d, const struct host_study *s, double *given)
{
	struct host_dakota_line line;
	int count = 0;
	for (int k = 0; k < s->n_variations; k++) {
		given[k] = NAN;
	}
	if (host_dakota_count(d, "variables", "DAKOTA_VARS", &count) != 0) {
		return -1;
	}
	for (int i = 0; i < count; i++) {
		int known = -1;
		if (host_dakota_line(d, &line) != 0) {
			return host_dakota_fail(d, "%s", "the file ends before its last variable");
		}
		for (int k = 0; k < s->n_variations; k++) {
			known = strcmp(s->variations[k].name, line.name) == 0 ? k : known;
		}
		if (known < 0) {
			return host_dakota_fail(d, "the study varies no '%.100s'; name Dakota's variables as the study does",
			                        line.name);
		}
		if (host_number_read(line.value, &given[known]) != 0 || !isfinite(given[known])) {
			return host_dakota_fail(d, "'%.60s' is no number", line.value);
		}
	}
	for (int k = 0; k < s->n_variations; k++) {
		if (isnan(given[k])) {
			return host_dakota_fail(d, "no value of '%.100s', which the study varies", s->variations[k].name);
		}
		if (s->description->variables[s->variations[k].variable].type != HOST_REAL) {
			return host_dakota_fail(d, "'%.100s' is no real number; take it out of the study", s->variations[k].name);
		}
	}
	return 0;
}

/* as many functions as records, and nothing but values of them is wanted */
static int host_dakota_functions(struct host_dakota *d, const struct host_study *s)
{
	struct host_dakota_line line;
	int count = 0;
	if (host_dakota_count(d, "functions", "DAKOTA_FNS", &count) != 0) {
		return -1;
	}
	if (count != s->n_records) {
		char counts[60];
		(void)snprintf(counts, sizeof counts, "%d functions, but %d records", count, s->n_records);
		return host_dakota_fail(d, "%s in the study", counts);
	}
	for (int i = 0; i < count; i++) {
		if (host_dakota_line(d, &line) != 0) {
			return host_dakota_fail(d, "%s", "the file ends before its last function");
		}
		if (strcmp(line.value, "0") != 0 && strcmp(line.value, "1") != 0) {
			return host_dakota_fail(d, "%s", "derivatives are wanted, and there are none; write numerical_gradients");
		}
	}
	return 0;
}

static int host_dakota_read(const struct host_study *s, const char *path, double *given, struct mech_message *message)
{
	struct host_text text = {0};
	if (host_file_read(path, HOST_DAKOTA_MOST, &text, message) != 0) {
		return -1;
	}
	struct host_dakota d = {path, text.size == 0 ? "" : text.bytes, 0, message};
	int status = host_dakota_variables(&d, s, given);
	status = status == 0 ? host_dakota_functions(&d, s) : status;
	host_text_free(&text);
	return status;
}

/* ---- the case */

struct host_dakota_case {
	const struct host_study *study;
	int failed;
	char text[HOST_DAKOTA_TEXT];
	double results[];
};

static int host_dakota_work(void *context, struct host_child *child, struct mech_message *message)
{
	struct host_dakota_case *shared = context;
	const struct host_study *s = shared->study;
	struct host_case row;
	if (host_case_load(s, message) != 0) {
		return -1;
	}
	int status = host_case_begin(s, &row);
	struct host_runner *runner = status == 0 ? host_runner_create(s, child) : NULL;
	status = runner == NULL ? -1 : host_case_run(runner, 0, &row);
	if (status == 0) {
		shared->failed = row.status > HOST_CASE_DOUBTFUL;
		(void)snprintf(shared->text, sizeof shared->text, "%s", row.text.size == 0 ? "" : row.text.bytes);
		memcpy(shared->results, row.results, (size_t)s->n_records * sizeof *row.results);
		for (int i = 0; i < s->n_records && !shared->failed; i++) {
			if (!isfinite(row.results[i])) {
				(void)snprintf(shared->text, sizeof shared->text, "'%.100s' has no value", s->records[i].name);
				shared->failed = 1;
			}
		}
	} else {
		host_say(message, "%s", runner == NULL || row.text.size == 0 ? "out of memory" : row.text.bytes);
	}
	host_runner_free(runner);
	host_case_free(&row);
	return status;
}

static void host_dakota_text(const struct host_dakota_case *shared, struct host_text *text)
{
	const struct host_study *s = shared->study;
	if (shared->failed) {
		host_text_add(text, "FAIL ");
		host_text_add(text, shared->text);
		host_text_add(text, "\n");
		return;
	}
	for (int i = 0; i < s->n_records; i++) {
		host_text_add_number(text, shared->results[i]);
		host_text_add(text, " ");
		host_text_add(text, s->records[i].name);
		host_text_add(text, "\n");
	}
}

int host_dakota_run(const struct host_study *study, const char *parameters, const char *results,
                    struct mech_message *message)
{
	const size_t size = sizeof(struct host_dakota_case) + ((size_t)study->n_records + 1) * sizeof(double);
	struct host_study view = *study;
	struct host_dakota_case *shared = host_child_share(size);
	struct host_text text = {0};
	double *given = calloc((size_t)study->n_variations + 1, sizeof *given);
	int status = -1;
	view.sample = HOST_SAMPLE_GIVEN;
	view.given = given;
	view.n_given = study->n_variations;
	view.n_cases = 1;
	if (shared == NULL || given == NULL) {
		host_say(message, "out of memory");
	} else {
		shared->study = &view;
		status = host_dakota_read(study, parameters, given, message);
	}
	if (status == 0) {
		struct mech_message said = {""};
		if (host_child_run(host_dakota_work, shared, "the case", NULL, &said) != 0) {
			shared->failed = 1;
			(void)snprintf(shared->text, sizeof shared->text, "%.399s", said.text);
		}
		host_dakota_text(shared, &text);
		status = text.failed ? -1 : host_file_write(results, &text, message);
		if (text.failed) {
			host_say(message, "out of memory");
		}
	}
	host_child_unshare(shared, size);
	host_text_free(&text);
	free(given);
	return status;
}
