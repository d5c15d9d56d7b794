/* Fuzz target: any bytes as a CSV file, read as a table, as values of inputs over time, and as
 * results to show. */
#include <math.h>

#include "fuzz_file.h"
#include "host_input.h"
#include "host_results.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* what the columns may be named */
static struct host_description fuzz_host_csv_description(void)
{
	static char names[][8] = {"force", "count", "on", "text"};
	static struct host_variable variables[] = {
		{.name = names[0], .type = HOST_REAL, .causality = HOST_INPUT, .variability = HOST_CONTINUOUS},
		{.name = names[1], .type = HOST_INTEGER, .causality = HOST_INPUT, .variability = HOST_DISCRETE},
		{.name = names[2], .type = HOST_BOOLEAN, .causality = HOST_INPUT, .variability = HOST_DISCRETE},
		{.name = names[3], .type = HOST_STRING, .causality = HOST_INPUT, .variability = HOST_DISCRETE}};
	return (struct host_description){.n_variables = 4, .variables = variables};
}

/* every cell is a text; none is lost beyond the end of a row */
static void fuzz_host_csv_table(const char *text, size_t size)
{
	struct host_csv csv;
	struct mech_message message = {""};
	if (host_csv_read("fuzz.csv", text, size, &csv, &message) != 0) {
		fuzz_file_expect_message(&message);
		return;
	}
	size_t characters = 0;
	for (int row = -1; row < csv.n_rows; row++) {
		for (int k = 0; k <= csv.n_columns; k++) {
			characters += strlen(host_csv_cell(&csv, row, k));
		}
		if (host_csv_row_cells(&csv, row) > csv.n_columns) {
			abort();
		}
	}
	if (characters > size) {
		abort();
	}
	host_csv_free(&csv);
}

/* all columns, from before the first row on, from jump to jump */
static void fuzz_host_csv_inputs(const struct host_description *description, const char *path)
{
	struct host_input_series series;
	struct mech_message message = {""};
	if (host_input_read(path, description, &series, &message) != 0) {
		fuzz_file_expect_message(&message);
		return;
	}
	double time = -1, near = 1e-9;
	for (int events = 0; events < 20 && time < HUGE_VAL; events++) {
		for (int k = 0; k < series.n_columns; k++) {
			union host_fmu_value value;
			host_input_value(&series, description, k, time, near, &value);
		}
		const double next = host_input_next_event(&series, description, time, near);
		if (!(next > time)) {
			abort();
		}
		time = next;
	}
	host_input_free(&series);
}

static void fuzz_host_csv_results(const struct host_description *description, const char *text, size_t size)
{
	struct host_results results;
	struct mech_message message = {""};
	struct host_text csv = {0}, page = {0};
	host_text_add_bytes(&csv, text, size);
	if (host_results_read("fuzz.csv", &csv, description, &results, &message) != 0) {
		fuzz_file_expect_message(&message);
	} else {
		host_results_write(&results, &page);
		host_results_free(&results);
	}
	host_text_free(&page);
	host_text_free(&csv);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const struct host_description description = fuzz_host_csv_description();
	fuzz_host_csv_table((const char *)bytes, size);
	fuzz_host_csv_inputs(&description, fuzz_file_write("fuzz.csv", bytes, size));
	fuzz_host_csv_results(&description, (const char *)bytes, size);
	return 0;
}
