/* The HDF5 file of a study has what its CSV files have. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "host_csv.h"
#include "host_hdf5.h"
#include "host_number.h"
#include "study_fixture.h"

/* numbers, words, a failed case, what never happens, courses of more than one block */
#define HDF5_STUDY                                                 \
	STUDY_HEAD                                                     \
	"vary:\n"                                                      \
	"  bodies.bob.mass: [1, 2, -1]\n"                              \
	"  solver.method: [auto, radau]\n"                             \
	"record:\n"                                                    \
	"  peak: max(abs(joints.pin.speed)) - min(joints.pin.speed)\n" \
	"  never: first time joints.pin.angle > 7\n"                   \
	"  area: integral(joints.pin.angle)\n"                         \
	"  square: max(joints.pin.angle)^2\n"                          \
	"  series: [joints.pin.angle]\n"                               \
	"experiment: {step: 0.001, stop: 2}\n"

static int hdf5_sweep(void)
{
	char command[2 * HOST_PATH_SIZE];
	(void)host_folder_put("study.yaml", HDF5_STUDY, strlen(HDF5_STUDY));
	(void)snprintf(command, sizeof command, "'%s' sweep study.yaml --hdf5 >said.txt 2>&1", MECHFMU_PROGRAM);
	return system(command);
}

#ifdef MECHFMU_WITH_HDF5

#include <hdf5.h>

static struct host_csv hdf5_table(const char *name)
{
	struct host_csv csv;
	struct mech_message message = {""};
	struct host_text text = host_folder_get(name);
	assert_int_equal(host_csv_read(name, text.bytes, text.size, &csv, &message), 0);
	host_text_free(&text);
	return csv;
}

static void hdf5_same_numbers(const struct host_csv *csv, int column, hid_t set)
{
	double *numbers = calloc((size_t)csv->n_rows, sizeof *numbers);
	assert_non_null(numbers);
	assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) >= 0);
	for (int row = 0; row < csv->n_rows; row++) {
		double number = NAN;
		(void)host_number_read(host_csv_cell(csv, row, column), &number);
		assert_true(host_number_same(number, numbers[row]) || (isnan(number) && isnan(numbers[row])));
	}
	free(numbers);
}

static void hdf5_same_texts(const struct host_csv *csv, int column, hid_t set, hid_t type)
{
	char **texts = calloc((size_t)csv->n_rows, sizeof *texts);
	const hid_t space = H5Dget_space(set);
	assert_non_null(texts);
	assert_true(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts) >= 0);
	for (int row = 0; row < csv->n_rows; row++) {
		assert_string_equal(texts[row], host_csv_cell(csv, row, column));
	}
	(void)H5Dvlen_reclaim(type, space, H5P_DEFAULT, texts);
	(void)H5Sclose(space);
	free(texts);
}

static void hdf5_same_states(const struct host_csv *csv, int column, hid_t set, hid_t type)
{
	signed char *states = calloc((size_t)csv->n_rows, sizeof *states);
	assert_non_null(states);
	assert_true(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, states) >= 0);
	for (int row = 0; row < csv->n_rows; row++) {
		char name[40];
		assert_true(H5Tenum_nameof(type, &states[row], name, sizeof name) >= 0);
		assert_string_equal(name, host_csv_cell(csv, row, column));
	}
	free(states);
}

/* a column of the table for each dataset of the group, and no other */
static void hdf5_same_table(hid_t file, const char *group_name, const char *csv_name)
{
	struct host_csv csv = hdf5_table(csv_name);
	const hid_t group = H5Gopen2(file, group_name, H5P_DEFAULT);
	H5G_info_t info;
	assert_true(H5Gget_info(group, &info) >= 0);
	assert_int_equal(info.nlinks, csv.n_columns);
	for (int column = 0; column < csv.n_columns; column++) {
		const hid_t set = H5Dopen2(group, host_csv_cell(&csv, -1, column), H5P_DEFAULT);
		assert_true(set >= 0);
		const hid_t type = H5Dget_type(set), space = H5Dget_space(set), how = H5Dget_create_plist(set);
		assert_int_equal(H5Sget_simple_extent_npoints(space), csv.n_rows);
		assert_int_equal(H5Pget_layout(how), H5D_CHUNKED);
		assert_int_equal(H5Pget_nfilters(how), 2);
		switch (H5Tget_class(type)) {
		case H5T_STRING:
			hdf5_same_texts(&csv, column, set, type);
			break;
		case H5T_ENUM:
			hdf5_same_states(&csv, column, set, type);
			break;
		default:
			hdf5_same_numbers(&csv, column, set);
		}
		(void)H5Pclose(how);
		(void)H5Sclose(space);
		(void)H5Tclose(type);
		(void)H5Dclose(set);
	}
	(void)H5Gclose(group);
	host_csv_free(&csv);
}

/* the text of an attribute, "" where there is none */
static void hdf5_attribute(hid_t file, const char *object, const char *name, char text[100])
{
	text[0] = 0;
	if (H5Aexists_by_name(file, object, name, H5P_DEFAULT) > 0) {
		char *read = NULL;
		const hid_t attribute = H5Aopen_by_name(file, object, name, H5P_DEFAULT, H5P_DEFAULT);
		const hid_t type = H5Aget_type(attribute);
		assert_true(H5Aread(attribute, type, &read) >= 0);
		(void)snprintf(text, 100, "%s", read);
		(void)H5free_memory(read);
		(void)H5Tclose(type);
		(void)H5Aclose(attribute);
	}
}

static void test_the_file_has_what_the_tables_have(void **state)
{
	static const struct {
		const char *object, *name, *text;
	} attributes[] = {
		{"/", "study", "s"},
		{"/", "of", "pendulum.yaml"},
		{"/cases/bodies.bob.mass", "unit", "kg"},
		{"/cases/peak", "unit", "rad/s"},
		{"/cases/never", "unit", "s"},
		{"/cases/area", "unit", "rad.s"},
		{"/cases/square", "unit", ""},
		{"/series/joints.pin.angle", "unit", "rad"},
		{"/series/time", "unit", "s"},
	};
	char *text = NULL;
	(void)state;
	assert_int_equal(hdf5_sweep(), 0);
	const hid_t file = H5Fopen("study_out.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
	assert_true(file >= 0);
	hdf5_same_table(file, "cases", "study_out.csv");
	hdf5_same_table(file, "series", "study_out_series.csv");
	for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
		char found[100];
		hdf5_attribute(file, attributes[i].object, attributes[i].name, found);
		assert_string_equal(found, attributes[i].text);
	}
	const hid_t set = H5Dopen2(file, "study_file", H5P_DEFAULT), type = H5Dget_type(set);
	assert_true(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &text) >= 0);
	assert_string_equal(text, HDF5_STUDY);
	(void)H5free_memory(text);
	(void)H5Tclose(type);
	(void)H5Dclose(set);
	(void)H5Fclose(file);
}

#else

static void test_the_file_has_what_the_tables_have(void **state)
{
	(void)state;
	assert_int_not_equal(hdf5_sweep(), 0);
	struct host_text said = host_folder_get("said.txt");
	assert_non_null(strstr(said.bytes, "built without HDF5"));
	host_text_free(&said);
}

#endif

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_file_has_what_the_tables_have)};
	return cmocka_run_group_tests(tests, study_setup, study_teardown);
}
