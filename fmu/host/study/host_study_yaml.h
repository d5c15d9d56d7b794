/* Reads a study file (YAML). The keys of its maps stand in tables, which the JSON Schema is made of,
 * too. */
#ifndef HOST_STUDY_YAML_H
#define HOST_STUDY_YAML_H

#include "host_csv.h"
#include "host_map.h"
#include "host_study.h"

/* the maps of the file */
enum host_study_map {
	HOST_STUDY_FILE,
	HOST_STUDY_VARIATION,
	HOST_STUDY_UNIFORM,
	HOST_STUDY_NORMAL,
	HOST_STUDY_LOGNORMAL,
	HOST_STUDY_TRIANGULAR,
	HOST_STUDY_SAMPLE,
	HOST_STUDY_EXPERIMENT,
	HOST_STUDY_FITTED,
	HOST_STUDY_MEASUREMENT,
	HOST_STUDY_SEARCH,
	HOST_STUDY_MAPS
};
extern const struct host_map_keys host_study_keys[HOST_STUDY_MAPS];

/* names, numbers and places; what the file names is not opened, tables of values aside. NULL when
 * memory is out */
struct host_study *host_study_yaml_read(const char *path, struct host_problems *problems);

/* its parts that are in other files: one entry of `vary`; the levels of the column `name` of a CSV
 * file; and all columns of one (host_study_vary.c) */
void host_study_vary_read(struct host_map_reader *r, struct host_study *s, const struct host_node *node);
void host_study_vary_cases(struct host_map_reader *r, struct host_study *s, const struct host_node *file);

/* a variation that a section names by the key of the node; NULL: memory is out */
struct host_variation *host_study_vary_begin(struct host_map_reader *r, struct host_study *s, const char *section,
                                             const struct host_node *node);

/* 0, or -1 after a problem: the table of a CSV file, which the fingerprint takes in */
int host_study_vary_table(struct host_map_reader *r, struct host_study *s, const struct host_node *file,
                          char path[HOST_PATH_SIZE], struct host_csv *csv);

/* a variation with one value that the node has. 0, or -1 when memory is out */
int host_study_vary_value(struct host_variation *v, const struct host_node *node, struct host_problems *problems);

/* a number that must be there */
double host_study_number(struct host_map_reader *r, const struct host_node *map, const struct host_key *key);

/* the keys of a fit: what is fitted, measurements, loss and search (host_study_fit.c) */
void host_study_fit_read(struct host_map_reader *r, struct host_study *s, const struct host_node *file);

#endif
