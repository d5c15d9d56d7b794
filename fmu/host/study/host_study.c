#define _POSIX_C_SOURCE 200809L

#include "host_study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const host_sample_names[HOST_SAMPLE_KINDS] = {"grid",  "random",   "latin_hypercube",
                                                          "sobol", "saltelli", "cases"};

struct host_study *host_study_create(const char *file)
{
	struct host_study *s = calloc(1, sizeof *s);
	if (s == NULL || (s->file = strdup(file)) == NULL) {
		free(s);
		return NULL;
	}
	s->start_time = s->stop_time = s->interval = s->tolerance = NAN;
	s->fingerprint = 0xcbf29ce484222325u;
	return s;
}

static void host_study_free_variation(struct host_variation *v)
{
	for (int k = 0; k < v->count && v->levels != NULL; k++) {
		free(v->levels[k].text);
	}
	free(v->levels);
	free(v->name);
}

static void host_study_free_measurement(struct host_measurement *m)
{
	for (int k = 0; k < m->n_columns; k++) {
		free(m->columns[k].name);
		free(m->columns[k].column);
		free(m->columns[k].values);
	}
	for (int k = 0; k < m->n_settings; k++) {
		host_study_free_variation(&m->settings[k]);
	}
	host_input_free(&m->input);
	free(m->columns);
	free(m->settings);
	free(m->times);
	free(m->file);
	free(m->input_file);
}

static void host_study_close(struct host_study *s)
{
	host_input_free(&s->input);
	host_facade_free(s->facade);
	host_system_free(s->system);
	if (s->fmu != NULL) {
		host_fmu_close(s->fmu);
		free(s->fmu);
	}
	if (s->folder[0] != 0) {
		host_folder_remove(s->folder);
	}
}

void host_study_free(struct host_study *s)
{
	if (s == NULL) {
		return;
	}
	host_study_close(s);
	for (int i = 0; i < s->n_variations; i++) {
		host_study_free_variation(&s->variations[i]);
	}
	for (int i = 0; i < s->n_watches; i++) {
		free(s->watches[i].name);
	}
	for (int i = 0; i < s->n_records; i++) {
		host_record_free(&s->records[i]);
	}
	for (int i = 0; i < s->n_measurements; i++) {
		host_study_free_measurement(&s->measurements[i]);
	}
	free(s->measurements);
	free(s->variations);
	free(s->watches);
	free(s->records);
	free(s->series);
	free(s->input_file);
	free(s->file);
	free(s->name);
	free(s->of);
	free(s);
}

/* the list with room for one more, which is all zero; NULL when memory is out. Room doubles: its
 * size is the power of two that holds n */
static void *host_study_grow(void *list, int n, size_t size, struct host_problems *problems)
{
	if (n > 0 && (n & (n - 1)) != 0) {
		memset((char *)list + (size_t)n * size, 0, size);
		return list;
	}
	char *grown = realloc(list, (n == 0 ? 1 : 2 * (size_t)n) * size);
	if (grown == NULL) {
		problems->failed = 1;
		return NULL;
	}
	memset(grown + (size_t)n * size, 0, size);
	return grown;
}

static struct host_variation *host_study_vary(struct host_variation **variations, int *n,
                                              struct host_problems *problems)
{
	void *list = host_study_grow(*variations, *n, sizeof **variations, problems);
	if (list == NULL) {
		return NULL;
	}
	*variations = list;
	struct host_variation *v = *variations + (*n)++;
	v->from = v->to = v->mean = v->deviation = v->mode = NAN;
	v->variable = -1;
	return v;
}

struct host_variation *host_study_add_variation(struct host_study *s, struct host_problems *problems)
{
	return host_study_vary(&s->variations, &s->n_variations, problems);
}

struct host_variation *host_study_add_setting(struct host_measurement *m, struct host_problems *problems)
{
	return host_study_vary(&m->settings, &m->n_settings, problems);
}

struct host_measurement *host_study_add_measurement(struct host_study *s, struct host_problems *problems)
{
	void *list = host_study_grow(s->measurements, s->n_measurements, sizeof *s->measurements, problems);
	if (list == NULL) {
		return NULL;
	}
	s->measurements = list;
	return &s->measurements[s->n_measurements++];
}

struct host_measured *host_study_add_measured(struct host_measurement *m, struct host_problems *problems)
{
	void *list = host_study_grow(m->columns, m->n_columns, sizeof *m->columns, problems);
	if (list == NULL) {
		return NULL;
	}
	m->columns = list;
	struct host_measured *column = &m->columns[m->n_columns++];
	column->deviation = NAN;
	return column;
}

struct host_level *host_study_add_level(struct host_variation *v, struct host_problems *problems)
{
	void *list = host_study_grow(v->levels, v->count, sizeof *v->levels, problems);
	if (list == NULL) {
		return NULL;
	}
	v->levels = list;
	return &v->levels[v->count++];
}

struct host_record *host_study_add_record(struct host_study *s, struct host_problems *problems)
{
	void *list = host_study_grow(s->records, s->n_records, sizeof *s->records, problems);
	if (list == NULL) {
		return NULL;
	}
	s->records = list;
	return &s->records[s->n_records++];
}

int host_study_watch(struct host_study *s, const char *name, struct host_place place, struct host_problems *problems)
{
	for (int i = 0; i < s->n_watches; i++) {
		if (strcmp(s->watches[i].name, name) == 0) {
			return i;
		}
	}
	void *list = host_study_grow(s->watches, s->n_watches, sizeof *s->watches, problems);
	char *copy = strdup(name);
	s->watches = list == NULL ? s->watches : list;
	if (list == NULL || copy == NULL) {
		problems->failed = 1;
		free(copy);
		return -1;
	}
	s->watches[s->n_watches] = (struct host_watch){copy, place, -1};
	return s->n_watches++;
}

int host_study_add_series(struct host_study *s, int watch, struct host_problems *problems)
{
	void *list = host_study_grow(s->series, s->n_series, sizeof *s->series, problems);
	if (list == NULL) {
		return -1;
	}
	s->series = list;
	s->series[s->n_series++] = watch;
	return 0;
}

/* FNV-1a */
void host_study_mark(struct host_study *s, const void *bytes, size_t size)
{
	const unsigned char *byte = bytes;
	for (size_t i = 0; i < size; i++) {
		s->fingerprint = (s->fingerprint ^ byte[i]) * 0x100000001b3u;
	}
}

int host_study_path(const struct host_study *s, const char *file, struct host_place place, char path[HOST_PATH_SIZE],
                    struct host_problems *problems)
{
	const size_t folder = file[0] == '/' ? 0 : (size_t)(host_path_name(s->file) - s->file);
	const int length = snprintf(path, HOST_PATH_SIZE, "%.*s%s", (int)folder, s->file, file);
	if (length < 0 || length >= HOST_PATH_SIZE) {
		host_problem_error(problems, s->file, place, "%.100s...: path too long", file);
		return -1;
	}
	return 0;
}
