#define _POSIX_C_SOURCE 200809L

#include "host_hdf5.h"

#include <string.h>

#ifdef MECHFMU_WITH_HDF5

#include <errno.h>
#include <hdf5.h>
#include <math.h>
#include <stdlib.h>

#include "fmu_image.h"
#include "host_record_unit.h"
#include "host_sample.h"

enum { HOST_HDF5_BLOCK = 4096, HOST_HDF5_PACKING = 6, HOST_HDF5_OTHERS = 4 };

/* a dataset of one dimension that grows by blocks; of no use once something has failed */
struct host_hdf5_column {
	hid_t set, type;
	size_t size; /* of one value */
	int is_text;
	char *block; /* [HOST_HDF5_BLOCK x size] */
};

/* columns of equal length */
struct host_hdf5_group {
	hid_t group;
	int n_columns, n; /* n: rows in the blocks */
	hsize_t written;
	struct host_hdf5_column *columns;
};

struct host_hdf5 {
	hid_t file, text, status;
	int failed;
	struct host_hdf5_group cases, series;
};

/* ---- attributes and texts */

static void host_hdf5_attribute(struct host_hdf5 *h, hid_t of, const char *name, const char *text)
{
	const hid_t one = H5Screate(H5S_SCALAR);
	const hid_t attribute = H5Acreate2(of, name, h->text, one, H5P_DEFAULT, H5P_DEFAULT);
	h->failed |= attribute < 0 || H5Awrite(attribute, h->text, &text) < 0;
	(void)H5Aclose(attribute);
	(void)H5Sclose(one);
}

/* the text of a file */
static void host_hdf5_file(struct host_hdf5 *h, const char *name, const char *path, struct mech_message *message)
{
	struct host_text text = {0};
	if (host_file_read(path, (size_t)1 << 30, &text, message) != 0) {
		h->failed = 1;
		return;
	}
	const char *bytes = text.size == 0 ? "" : text.bytes;
	const hid_t one = H5Screate(H5S_SCALAR);
	const hid_t set = H5Dcreate2(h->file, name, h->text, one, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
	h->failed |= set < 0 || H5Dwrite(set, h->text, H5S_ALL, H5S_ALL, H5P_DEFAULT, &bytes) < 0;
	(void)H5Dclose(set);
	(void)H5Sclose(one);
	host_text_free(&text);
}

/* ---- columns */

static void host_hdf5_open(struct host_hdf5 *h, struct host_hdf5_group *g, const char *name, int columns)
{
	g->group = H5Gcreate2(h->file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
	g->columns = calloc((size_t)columns, sizeof *g->columns);
	h->failed |= g->group < 0 || g->columns == NULL;
}

/* the name as that of a link: a slash would be a group, and one dot the group itself */
static void host_hdf5_link(const char *name, char *link, size_t size)
{
	(void)snprintf(link, size, "%s", strcmp(name, ".") == 0 ? "_" : name);
	for (char *c = link; *c != 0; c++) {
		*c = (char)(*c == '/' ? '_' : *c);
	}
}

static void host_hdf5_column(struct host_hdf5 *h, struct host_hdf5_group *g, const char *name, const char *unit,
                             hid_t type)
{
	const hsize_t none = 0, endless = H5S_UNLIMITED, block = HOST_HDF5_BLOCK;
	char link[300];
	if (h->failed) {
		return;
	}
	struct host_hdf5_column *c = &g->columns[g->n_columns++];
	host_hdf5_link(name, link, sizeof link);
	c->type = type;
	c->is_text = type == h->text;
	c->size = H5Tget_size(type);
	c->block = calloc(HOST_HDF5_BLOCK, c->size);
	const hid_t space = H5Screate_simple(1, &none, &endless);
	const hid_t how = H5Pcreate(H5P_DATASET_CREATE);
	(void)H5Pset_chunk(how, 1, &block);
	/* equal bytes of numbers that are alike come together, and pack better */
	(void)H5Pset_shuffle(how);
	(void)H5Pset_deflate(how, HOST_HDF5_PACKING);
	c->set = H5Dcreate2(g->group, link, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
	(void)H5Pclose(how);
	(void)H5Sclose(space);
	if (c->set < 0 || c->block == NULL) {
		h->failed = 1;
		return;
	}
	if (strcmp(link, name) != 0) {
		host_hdf5_attribute(h, c->set, "name", name);
	}
	if (unit != NULL && *unit != 0) {
		host_hdf5_attribute(h, c->set, "unit", unit);
	}
}

static void host_hdf5_flush_column(struct host_hdf5 *h, struct host_hdf5_group *g, struct host_hdf5_column *c)
{
	const hsize_t n = (hsize_t)g->n, end = g->written + n;
	if (H5Dset_extent(c->set, &end) < 0) {
		h->failed = 1;
		return;
	}
	const hid_t rows = H5Screate_simple(1, &n, NULL), space = H5Dget_space(c->set);
	h->failed |= H5Sselect_hyperslab(space, H5S_SELECT_SET, &g->written, NULL, &n, NULL) < 0 ||
	             H5Dwrite(c->set, c->type, rows, space, H5P_DEFAULT, c->block) < 0;
	(void)H5Sclose(space);
	(void)H5Sclose(rows);
}

static void host_hdf5_flush(struct host_hdf5 *h, struct host_hdf5_group *g)
{
	for (int k = 0; k < g->n_columns; k++) {
		struct host_hdf5_column *c = &g->columns[k];
		if (!h->failed && g->n > 0) {
			host_hdf5_flush_column(h, g, c);
		}
		for (int i = 0; i < g->n && c->is_text; i++) {
			char *text;
			memcpy(&text, c->block + (size_t)i * c->size, sizeof text);
			free(text);
		}
	}
	g->written += (hsize_t)g->n;
	g->n = 0;
}

static void host_hdf5_put(struct host_hdf5_group *g, int column, const void *value)
{
	const struct host_hdf5_column *c = &g->columns[column];
	memcpy(c->block + (size_t)g->n * c->size, value, c->size);
}

static void host_hdf5_put_text(struct host_hdf5 *h, struct host_hdf5_group *g, int column, const char *text)
{
	char *copy = strdup(text);
	h->failed |= copy == NULL;
	host_hdf5_put(g, column, &copy);
}

static void host_hdf5_next(struct host_hdf5 *h, struct host_hdf5_group *g)
{
	if (++g->n == HOST_HDF5_BLOCK) {
		host_hdf5_flush(h, g);
	}
}

static void host_hdf5_close_group(struct host_hdf5 *h, struct host_hdf5_group *g)
{
	host_hdf5_flush(h, g);
	for (int k = 0; k < g->n_columns; k++) {
		h->failed |= H5Dclose(g->columns[k].set) < 0;
		free(g->columns[k].block);
	}
	free(g->columns);
	(void)H5Gclose(g->group);
}

/* ---- the tables of a study */

static const char *host_hdf5_unit(const struct host_study *s, int variable)
{
	const int measure = variable < 0 ? -1 : s->description->variables[variable].measure;
	return measure < 0 ? "" : s->description->measures[measure].name;
}

/* whether the values of a variable are texts in the table: words, whole numbers and states of a list */
static int host_hdf5_is_word(const struct host_study *s, const struct host_variation *v)
{
	return v->kind == HOST_VARY_LIST && s->description->variables[v->variable].type != HOST_REAL;
}

static void host_hdf5_columns(struct host_hdf5 *h, const struct host_study *s)
{
	host_hdf5_open(h, &h->cases, "cases", s->n_variations + s->n_records + HOST_HDF5_OTHERS);
	host_hdf5_column(h, &h->cases, "case", "", H5T_NATIVE_LLONG);
	for (int k = 0; k < s->n_variations; k++) {
		const struct host_variation *v = &s->variations[k];
		host_hdf5_column(h, &h->cases, v->name, host_hdf5_unit(s, v->variable),
		                 host_hdf5_is_word(s, v) ? h->text : H5T_NATIVE_DOUBLE);
	}
	for (int i = 0; i < s->n_records; i++) {
		char unit[HOST_RECORD_UNIT_SIZE];
		host_record_unit(s, &s->records[i], unit);
		host_hdf5_column(h, &h->cases, s->records[i].name, unit, H5T_NATIVE_DOUBLE);
	}
	host_hdf5_column(h, &h->cases, "steps", "", H5T_NATIVE_DOUBLE);
	host_hdf5_column(h, &h->cases, "status", "", h->status);
	host_hdf5_column(h, &h->cases, "message", "", h->text);
	if (s->n_series == 0) {
		return;
	}
	host_hdf5_open(h, &h->series, "series", s->n_series + 2);
	host_hdf5_column(h, &h->series, "case", "", H5T_NATIVE_LLONG);
	host_hdf5_column(h, &h->series, "time", "s", H5T_NATIVE_DOUBLE);
	for (int i = 0; i < s->n_series; i++) {
		const struct host_watch *w = &s->watches[s->series[i]];
		host_hdf5_column(h, &h->series, w->name, host_hdf5_unit(s, w->variable), H5T_NATIVE_DOUBLE);
	}
}

static void host_hdf5_row(struct host_hdf5 *h, const struct host_study *s, const struct host_case *row,
                          struct host_chosen *chosen)
{
	struct host_hdf5_group *g = &h->cases;
	const long long number = row->number;
	const signed char status = (signed char)row->status;
	int column = 0;
	host_hdf5_put(g, column++, &number);
	host_sample_case(s, row->number, chosen);
	for (int k = 0; k < s->n_variations; k++, column++) {
		const struct host_variation *v = &s->variations[k];
		const struct host_level *level = chosen[k].level < 0 ? NULL : &v->levels[chosen[k].level];
		if (host_hdf5_is_word(s, v)) {
			host_hdf5_put_text(h, g, column, level->text);
		} else {
			host_hdf5_put(g, column, level == NULL ? &chosen[k].number : &level->value.real);
		}
	}
	for (int i = 0; i < s->n_records; i++) {
		host_hdf5_put(g, column++, &row->results[i]);
	}
	host_hdf5_put(g, column++, &row->steps);
	host_hdf5_put(g, column++, &status);
	host_hdf5_put_text(h, g, column, row->text.size == 0 ? "" : row->text.bytes);
	host_hdf5_next(h, g);
}

static void host_hdf5_series(struct host_hdf5 *h, const struct host_study *s, const struct host_case *row)
{
	const size_t width = (size_t)s->n_series + 1;
	const long long number = row->number;
	for (size_t i = 0; i + width <= row->n_series && !h->failed; i += width) {
		host_hdf5_put(&h->series, 0, &number);
		for (size_t k = 0; k < width; k++) {
			host_hdf5_put(&h->series, (int)k + 1, &row->series[i + k]);
		}
		host_hdf5_next(h, &h->series);
	}
}

static void host_hdf5_types(struct host_hdf5 *h)
{
	h->text = H5Tcopy(H5T_C_S1);
	(void)H5Tset_size(h->text, H5T_VARIABLE);
	(void)H5Tset_cset(h->text, H5T_CSET_UTF8);
	h->status = H5Tenum_create(H5T_NATIVE_SCHAR);
	for (int k = 0; k < HOST_CASE_STATUSES; k++) {
		const signed char number = (signed char)k;
		(void)H5Tenum_insert(h->status, host_case_status_names[k], &number);
	}
}

/* 0, or -1; with a message where it is not HDF5 that has failed */
static int host_hdf5_fill(struct host_case_table *t, const char *path, struct mech_message *message)
{
	const struct host_study *s = t->study;
	struct host_hdf5 h = {.file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)};
	struct host_chosen *chosen = calloc((size_t)s->n_variations + 1, sizeof *chosen);
	int status = 0;
	if (h.file < 0 || chosen == NULL) {
		free(chosen);
		return -1;
	}
	host_hdf5_types(&h);
	host_hdf5_attribute(&h, h.file, "study", s->name);
	host_hdf5_attribute(&h, h.file, "of", s->of);
	host_hdf5_attribute(&h, h.file, "mechfmu", FMU_VERSION);
	host_hdf5_file(&h, "study_file", s->file, message);
	host_hdf5_columns(&h, s);
	for (int64_t i = 0; i < s->n_cases && !h.failed && status == 0; i++) {
		status = host_case_table_read(t, i, message);
		if (status == 0) {
			host_hdf5_row(&h, s, &t->row, chosen);
			host_hdf5_series(&h, s, &t->row);
		}
	}
	host_hdf5_close_group(&h, &h.cases);
	if (h.series.columns != NULL) {
		host_hdf5_close_group(&h, &h.series);
	}
	(void)H5Tclose(h.text);
	(void)H5Tclose(h.status);
	h.failed |= H5Fclose(h.file) < 0;
	free(chosen);
	return status != 0 || h.failed ? -1 : 0;
}

int host_hdf5_is_there(void)
{
	return 1;
}

int host_hdf5_write(struct host_case_table *table, const char *results, char path[HOST_PATH_SIZE],
                    struct mech_message *message)
{
	struct host_file_draft draft;
	const size_t length = strlen(results) - (host_path_has_extension(results, "csv") ? 4 : 0);
	const int written = snprintf(path, HOST_PATH_SIZE, "%.*s.h5", (int)length, results);
	if (written < 0 || written >= HOST_PATH_SIZE) {
		host_say(message, "%.200s...: path too long", results);
		return -1;
	}
	if (host_file_draft(path, &draft, message) != 0) {
		return -1;
	}
	/* it would write its own messages */
	(void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
	errno = 0;
	if (host_hdf5_fill(table, draft.temporary, message) == 0) {
		return host_file_commit(&draft, message);
	}
	if (message->text[0] == 0) {
		host_say(message, "%s: cannot be written (%s)", path, errno == 0 ? "HDF5 failed" : strerror(errno));
	}
	host_file_discard(&draft);
	return -1;
}

#else

int host_hdf5_is_there(void)
{
	return 0;
}

int host_hdf5_write(struct host_case_table *table, const char *results, char path[HOST_PATH_SIZE],
                    struct mech_message *message)
{
	(void)table;
	(void)results;
	path[0] = 0;
	host_say(message, "this mechfmu was built without HDF5; leave --hdf5 out, and take the CSV file");
	return -1;
}

#endif
