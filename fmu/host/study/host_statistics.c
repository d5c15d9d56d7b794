#define _POSIX_C_SOURCE 200809L

#include "host_statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_csv.h"
#include "host_number.h"
#include "host_sobol.h"

const double host_quantiles[HOST_QUANTILES] = {0.05, 0.25, 0.5, 0.75, 0.95};

/* ---- numbers */

/* increasing; what is no number last */
static int host_statistics_compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	if (isnan(x) || isnan(y)) {
		return isnan(x) - isnan(y);
	}
	return x < y ? -1 : x > y;
}

void host_summary_make(double *numbers, int64_t n, struct host_summary *summary)
{
	struct host_summary s = {0, NAN, NAN, NAN, NAN, {NAN, NAN, NAN, NAN, NAN}};
	double sum = 0.0, squares = 0.0;
	qsort(numbers, (size_t)n, sizeof *numbers, host_statistics_compare);
	/* from the least one: numbers that are equal have that mean, to all digits */
	while (s.n < n && !isnan(numbers[s.n])) {
		sum += numbers[s.n++] - numbers[0];
	}
	if (s.n > 0) {
		s.mean = numbers[0] + sum / (double)s.n;
		s.least = numbers[0];
		s.most = numbers[s.n - 1];
	}
	for (int64_t i = 0; i < s.n; i++) {
		squares += (numbers[i] - s.mean) * (numbers[i] - s.mean);
	}
	s.deviation = s.n > 1 ? sqrt(squares / (double)(s.n - 1)) : (double)NAN;
	for (int k = 0; k < HOST_QUANTILES && s.n > 0; k++) {
		const double place = (double)(s.n - 1) * host_quantiles[k];
		const int64_t below = (int64_t)place, above = below + 1 < s.n ? below + 1 : below;
		s.quantiles[k] = numbers[below] + (place - (double)below) * (numbers[above] - numbers[below]);
	}
	*summary = s;
}

/* a block without gaps */
static int host_sobol_whole(const double *block, int d)
{
	for (int k = 0; k < d + 2; k++) {
		if (!isfinite(block[k])) {
			return 0;
		}
	}
	return 1;
}

void host_sobol_indices(const double *results, int64_t blocks, int d, double *first, double *total)
{
	double n = 0.0, sum = 0.0, squares = 0.0;
	for (int k = 0; k < d; k++) {
		first[k] = total[k] = 0.0;
	}
	for (int64_t i = 0; i < blocks; i++) {
		const double *block = results + i * (d + 2);
		if (host_sobol_whole(block, d)) {
			n += 1.0;
			sum += block[0] + block[d + 1];
		}
	}
	const double mean = sum / (2.0 * n);
	for (int64_t i = 0; i < blocks; i++) {
		const double *block = results + i * (d + 2);
		if (!host_sobol_whole(block, d)) {
			continue;
		}
		const double a = block[0] - mean, b = block[d + 1] - mean;
		squares += a * a + b * b;
		for (int k = 0; k < d; k++) {
			const double c = block[k + 1] - mean;
			first[k] += b * (c - a);
			total[k] += 0.5 * (a - c) * (a - c);
		}
	}
	const double variance = squares / (2.0 * n);
	for (int k = 0; k < d; k++) {
		first[k] = variance > 0.0 ? first[k] / (n * variance) : (double)NAN;
		total[k] = variance > 0.0 ? total[k] / (n * variance) : (double)NAN;
	}
}

/* ---- all cases */

/* results of all cases, record by record; NULL with a message */
static double *host_statistics_read(struct host_case_table *t, struct mech_message *message)
{
	const struct host_study *s = t->study;
	const size_t n = (size_t)s->n_cases;
	double *numbers = calloc(n * (size_t)s->n_records + 1, sizeof *numbers);
	if (numbers == NULL) {
		host_say(message, "out of memory");
		return NULL;
	}
	for (size_t i = 0; i < n; i++) {
		if (host_case_table_read(t, (int64_t)i, message) != 0) {
			free(numbers);
			return NULL;
		}
		for (int k = 0; k < s->n_records; k++) {
			numbers[(size_t)k * n + i] = t->row.results[k];
		}
	}
	return numbers;
}

/* ---- the file and the table */

/* a cell that is not the first of its line */
static void host_statistics_number(struct host_text *text, double number)
{
	char digits[HOST_NUMBER_SIZE] = "";
	if (isfinite(number)) {
		host_number_write(number, 16, digits);
	}
	host_text_add(text, ",");
	host_text_add(text, digits);
}

static void host_statistics_head(struct host_text *text, const struct host_study *s)
{
	static const char *const names[] = {"result", "cases", "mean", "deviation", "least", "5 %",
	                                    "25 %",   "50 %",  "75 %", "95 %",      "most"};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		host_csv_add_text(text, names[i]);
	}
	for (int k = 0; k < 2 * s->n_variations && s->sample == HOST_SAMPLE_SALTELLI; k++) {
		char name[300];
		(void)snprintf(name, sizeof name, "%s %.250s", k % 2 == 0 ? "first" : "total", s->variations[k / 2].name);
		host_csv_add_text(text, name);
	}
	host_csv_end_line(text);
}

static void host_statistics_row(struct host_text *text, const char *name, const struct host_summary *s)
{
	char number[32];
	(void)snprintf(number, sizeof number, ",%lld", (long long)s->n);
	host_csv_add_text(text, name);
	host_text_add(text, number);
	host_statistics_number(text, s->mean);
	host_statistics_number(text, s->deviation);
	host_statistics_number(text, s->least);
	for (int k = 0; k < HOST_QUANTILES; k++) {
		host_statistics_number(text, s->quantiles[k]);
	}
	host_statistics_number(text, s->most);
}

static void host_statistics_say(FILE *out, const char *name, const struct host_summary *s)
{
	(void)fprintf(out, "  %-20s %8lld %12.5g %12.5g %12.5g %12.5g %12.5g\n", name, (long long)s->n, s->mean,
	              s->deviation, s->least, s->quantiles[HOST_QUANTILES / 2], s->most);
}

/* indices of one result in the file and on the terminal */
static void host_statistics_indices(struct host_text *text, const struct host_study *s, const double *numbers,
                                    const char *name, FILE *out)
{
	double first[HOST_SOBOL_DIMENSIONS], total[HOST_SOBOL_DIMENSIONS];
	host_sobol_indices(numbers, s->n_cases / (s->n_variations + 2), s->n_variations, first, total);
	for (int k = 0; k < s->n_variations; k++) {
		host_statistics_number(text, first[k]);
		host_statistics_number(text, total[k]);
		(void)fprintf(out, "  %-20s %-30s %12.4f %12.4f\n", k == 0 ? name : "", s->variations[k].name, first[k],
		              total[k]);
	}
}

int host_statistics_file(const char *results, char path[HOST_PATH_SIZE])
{
	const size_t length = strlen(results) - (host_path_has_extension(results, "csv") ? 4 : 0);
	const int written = snprintf(path, HOST_PATH_SIZE, "%.*s_statistics.csv", (int)length, results);
	return written < 0 || written >= HOST_PATH_SIZE ? -1 : 0;
}

/* a line for each result: in the file, on the terminal, and those of its indices in `indices` */
static int host_statistics_rows(const struct host_study *s, double *numbers, struct host_text *text, FILE *out,
                                FILE *indices)
{
	host_statistics_head(text, s);
	(void)fprintf(out, "  %-20s %8s %12s %12s %12s %12s %12s\n", "result", "cases", "mean", "deviation", "least",
	              "median", "most");
	for (int i = 0; i < s->n_records; i++) {
		struct host_summary summary;
		struct host_text of_indices = {0};
		double *column = numbers + (size_t)i * (size_t)s->n_cases;
		if (s->sample == HOST_SAMPLE_SALTELLI) {
			host_statistics_indices(&of_indices, s, column, s->records[i].name, indices);
		}
		host_summary_make(column, s->n_cases, &summary);
		host_statistics_say(out, s->records[i].name, &summary);
		host_statistics_row(text, s->records[i].name, &summary);
		host_text_add(text, of_indices.size > 0 ? of_indices.bytes : "");
		host_csv_end_line(text);
		text->failed |= of_indices.failed;
		host_text_free(&of_indices);
	}
	return text->failed ? -1 : 0;
}

int host_statistics_write(struct host_case_table *table, const char *results, FILE *out, struct mech_message *message)
{
	const struct host_study *s = table->study;
	char path[HOST_PATH_SIZE], *said = NULL;
	size_t size = 0;
	struct host_text text = {0};
	if (host_statistics_file(results, path) != 0) {
		host_say(message, "%.200s...: path too long", results);
		return -1;
	}
	double *numbers = host_statistics_read(table, message);
	FILE *indices = numbers == NULL ? NULL : open_memstream(&said, &size);
	int status = indices == NULL ? -1 : host_statistics_rows(s, numbers, &text, out, indices);
	if (indices != NULL && fclose(indices) == 0 && size > 0) {
		(void)fprintf(out, "\n  %-20s %-30s %12s %12s\n%s", "Sobol's indices", "part of the variance from", "alone",
		              "in total", said);
	}
	if (status == 0) {
		status = host_file_write(path, &text, message);
	} else if (message->text[0] == 0) {
		host_say(message, "out of memory");
	}
	host_text_free(&text);
	free(said);
	free(numbers);
	return status;
}
