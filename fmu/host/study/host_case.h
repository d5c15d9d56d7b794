/* One case of a study: an instance with values of its own, run from start to stop.
 *
 * A runner belongs to one thread. It keeps its instance: fmi2Reset brings it back to where
 * fmi2Instantiate left it, so that a case depends on nothing that was run before. A unit without
 * fmi2Reset, one that has failed fatally, and a system are made again for each case.
 *
 * Communication points are start + i step, as those of `mechfmu run`; where the unit allows variable
 * steps, times of `at` and jumps of the input file are communication points, too. At each point only
 * those variables are read whose value there counts for a record.
 */
#ifndef HOST_CASE_H
#define HOST_CASE_H

#include "host_child.h"
#include "host_study.h"

enum host_case_status {
	HOST_CASE_OK,
	HOST_CASE_DOUBTFUL, /* the unit says that it has not kept its tolerance */
	HOST_CASE_FAILED,
	HOST_CASE_CRASHED, /* took its process with it */
	HOST_CASE_STATUSES
};
extern const char *const host_case_status_names[HOST_CASE_STATUSES];

/* a row */
struct host_case {
	int64_t number;
	enum host_case_status status;
	double steps;          /* of the solver; NAN: the unit does not say */
	double *results;       /* of the records; NAN where there is none */
	struct host_text text; /* the message, "" if there is none */
	size_t n_series;       /* numbers in series: rows of time and the series of the study */
	size_t series_capacity;
	double *series;
};

struct host_runner;

/* NULL when memory is out. The libraries are loaded already (host_case_load); `child` learns what is
 * being done, NULL: nobody. */
struct host_runner *host_runner_create(const struct host_study *study, struct host_child *child);
void host_runner_free(struct host_runner *runner);

/* loads the libraries of what the study is of. 0, or -1 with a message */
int host_case_load(const struct host_study *study, struct mech_message *message);

/* runs a case: the row that is to be written. 0, also for a case that has failed; -1 when memory is
 * out or there is no instance, which says nothing about the case: the message of the row, if it has
 * one, is that of the study */
int host_case_run(struct host_runner *runner, int64_t number, struct host_case *row);

/* an empty row of a study; 0, or -1 when memory is out */
int host_case_begin(const struct host_study *study, struct host_case *row);
void host_case_clear(const struct host_study *study, struct host_case *row, int64_t number);
void host_case_free(struct host_case *row);

/* one more number of its courses; 0, or -1 when memory is out */
int host_case_keep(struct host_case *row, double number);

#endif
