/* A study: many runs of one mechanism, FMU or system, with other values in each of them.
 *
 *     study.yaml --- host_study_yaml ---> struct host_study: names, numbers, places in the file
 *                                              |
 *                 host_study_open       the mechanism is exported, the FMU unpacked, the system read
 *                 host_study_resolve    names -> variables, texts -> values
 *                                              |
 *     host_sample     case -> values of what is varied
 *     host_record     course of variables -> the numbers of a case
 *     host_case       one run of an instance: a row, or the reason why it failed
 *     host_journal    rows on disk, as they come, for a study that continues later
 *     host_sweep      all cases on all threads
 *     host_table_of_cases, host_statistics      journals -> CSV, and what it says on the whole
 *
 * A study with the key `fit` has measurements in place of a sample and records: host_fit (folder
 * fit) runs it. What is fitted are its variations.
 *
 * A case is known by its number, from 0. Its values are a function of the study and that number
 * alone, and each case begins with an instance as new. So a row does not depend on the order of
 * cases, on threads or on shards.
 *
 * Readers never stop at the first error: they add to the list of problems and continue. All memory
 * belongs to the study; host_study_free.
 */
#ifndef HOST_STUDY_H
#define HOST_STUDY_H

#include <stdint.h>

#include "host_fmu.h"
#include "host_input.h"
#include "host_loss.h"
#include "host_problems.h"
#include "host_record.h"
#include "host_system_facade.h"

/* more are refused: a study has a place in memory of 8 bytes for each */
#define HOST_STUDY_MOST_CASES 1000000000.0

/* how one value is chosen */
enum host_variation_kind {
	HOST_VARY_GRID,       /* count values from `from` to `to`, equally far from each other */
	HOST_VARY_LIST,       /* one of the levels */
	HOST_VARY_UNIFORM,    /* from `from` to `to` */
	HOST_VARY_NORMAL,     /* with mean and deviation, from `from` to `to` if they are finite */
	HOST_VARY_LOGNORMAL,  /* the same; mean and deviation are those of the value, not of its logarithm */
	HOST_VARY_TRIANGULAR, /* from `from` to `to`, most often near `mode` */
	HOST_VARY_FIT,        /* from `from` to `to`, if they are finite; the search begins at `mean` */
	HOST_VARIATION_KINDS
};

/* a value that the file gives */
struct host_level {
	char *text;
	struct host_place place;
	union host_fmu_value value; /* of the variable's type; strings are those of `text` */
};

struct host_variation {
	char *name;
	struct host_place place;
	enum host_variation_kind kind;
	double from, to, mean, deviation, mode;
	int count; /* of the grid, or of levels */
	struct host_level *levels;
	int variable; /* number in the description; -1: not known */
};

/* which cases there are (host_sample.h) */
enum host_sample_kind {
	HOST_SAMPLE_GRID,
	HOST_SAMPLE_RANDOM,
	HOST_SAMPLE_LATIN_HYPERCUBE,
	HOST_SAMPLE_SOBOL,
	HOST_SAMPLE_SALTELLI,
	HOST_SAMPLE_CASES,
	HOST_SAMPLE_KINDS,
	HOST_SAMPLE_GIVEN = HOST_SAMPLE_KINDS /* values of the first variables in a table; for other code, not for files */
};
extern const char *const host_sample_names[HOST_SAMPLE_KINDS];

/* a variable whose course is watched */
struct host_watch {
	char *name;
	struct host_place place;
	int variable; /* number in the description; -1: not known */
};

/* a column of a measurement: a course that the watched variable should follow */
struct host_measured {
	char *name, *column; /* of the variable, and in the file */
	struct host_place place;
	int watch;
	double deviation; /* standard deviation of its errors; NAN: not known */
	double *values;   /* [n_rows] NAN: an empty cell */
};

/* a run that was measured */
struct host_measurement {
	char *file; /* as the study names it */
	struct host_place place;
	int n_rows, n_columns, n_settings;
	double *times; /* increasing */
	struct host_measured *columns;
	struct host_variation *settings; /* what is set in this run, a level each */
	char *input_file;                /* path, or NULL: that of the study */
	struct host_place input_place;
	struct host_input_series input;
};

struct host_study {
	char *file; /* for messages */
	char *name, *of;
	struct host_place of_place;
	int n_variations, n_watches, n_records, n_series;
	struct host_variation *variations;
	struct host_watch *watches; /* each variable once */
	struct host_record *records;
	int *series; /* watches whose whole courses are kept */
	enum host_sample_kind sample;
	struct host_place sample_place;
	double size, seed;                                 /* of the sample */
	int64_t n_cases;                                   /* host_sample_count */
	double start_time, stop_time, interval, tolerance; /* experiment; NAN: not given */
	char *input_file;                                  /* path, or NULL */
	struct host_place input_place;
	int n_points;         /* times at which there are rows, too, where the unit allows it; increasing */
	const double *points; /* they and the next one are not the study's own */
	const double *given;  /* of HOST_SAMPLE_GIVEN: [n_cases x n_given] */
	int n_given;

	/* of a fit */
	int is_fit;
	enum host_loss loss;
	int n_measurements;
	struct host_measurement *measurements;
	double global; /* runs of the global search; 0: there is none */

	/* of host_study_open */
	struct host_fmu *fmu;        /* of a mechanism or an FMU */
	char folder[HOST_PATH_SIZE]; /* temporary, of the FMU made of a mechanism; "": none */
	struct host_system *system;
	struct host_facade *facade;                 /* of the system, for its description */
	const struct host_description *description; /* NULL: nothing could be opened */
	struct host_input_series input;             /* of the input file */
	uint64_t fingerprint;                       /* of all that results depend on */
};

/* whether the file describes a study: it has the key `study`, and no mechanism and no system */
int host_study_is(const char *path);

/* reads, opens, resolves; look at the problems. NULL when memory is out */
struct host_study *host_study_read(const char *path, struct host_problems *problems);
void host_study_free(struct host_study *study);

/* an empty study; NULL when memory is out */
struct host_study *host_study_create(const char *file);

/* readers: room for one more at the end of a list, all zero; NULL after noting that memory is out */
struct host_variation *host_study_add_variation(struct host_study *s, struct host_problems *problems);
struct host_level *host_study_add_level(struct host_variation *v, struct host_problems *problems);
struct host_record *host_study_add_record(struct host_study *s, struct host_problems *problems);

/* number of the watch of that name, which is added if there is none; -1 after noting that memory is
 * out */
int host_study_watch(struct host_study *s, const char *name, struct host_place place, struct host_problems *problems);
struct host_measurement *host_study_add_measurement(struct host_study *s, struct host_problems *problems);
struct host_variation *host_study_add_setting(struct host_measurement *m, struct host_problems *problems);
struct host_measured *host_study_add_measured(struct host_measurement *m, struct host_problems *problems);
int host_study_add_series(struct host_study *s, int watch, struct host_problems *problems); /* 0, or -1 */

/* path of a file as seen from the folder of the study. 0, or -1 after a problem */
int host_study_path(const struct host_study *s, const char *file, struct host_place place, char path[HOST_PATH_SIZE],
                    struct host_problems *problems);

/* the fingerprint takes more bytes in */
void host_study_mark(struct host_study *s, const void *bytes, size_t size);

/* opens the mechanism, FMU or system (host_study_open.c); gives names their variables
 * (host_study_resolve.c) */
void host_study_open(struct host_study *s, struct host_problems *problems);
void host_study_resolve(struct host_study *s, struct host_problems *problems);

#endif
