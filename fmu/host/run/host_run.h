/* Simulates any FMI 2.0 co-simulation FMU and records its outputs as CSV.
 *
 * Communication points are start + i interval; where the unit allows variable steps, jumps of the
 * input file and the stop time are communication points too. Order of calls, sampling and CSV are
 * those of fmusim (the C program), so that the same FMU gives the same file. A unit's warnings do
 * not end the run. The unit runs in a process of its own (host_child.h); rows are written as they
 * come.
 */
#ifndef HOST_RUN_H
#define HOST_RUN_H

#include "host_child.h"
#include "host_fmu.h"

/* seconds after which a call of an isolated unit has failed */
#define HOST_RUN_CALL_LIMIT 60.0

struct host_run_options {
	const char *output_file;      /* NULL: <modelIdentifier>_out.csv in the working directory; "-": standard output */
	const char *input_file;       /* CSV of input values over time (host_input.h), or NULL */
	double start_time, stop_time; /* NAN: as the FMU's default experiment says, else 0 and start + 1 */
	double output_interval;       /* communication step; NAN: default experiment, else 1/500 of the run */
	double tolerance;             /* NAN: none is given, the unit uses its own */
	int n_start_values;
	const char *const *start_names, *const *start_values;
	int progress;  /* draw a progress bar on standard error */
	int logging;   /* pass all log messages on */
	int all;       /* record all variables, not outputs alone */
	int threads;   /* of a system: for units that step at once; 0: one */
	int real_time; /* steps are not made before their time has come (host_pace.h) */
	/* Of a system: units are in processes of their own, and each call ends within so many seconds; 0: they are in this one. */
	double isolated_limit;
};
struct host_run_options host_run_defaults(void);

/* what is run: a unit, or what has the functions of one. The process of the run loads it and makes
 * the instance. */
struct host_run_subject {
	struct host_fmu *fmu;
	void *context;
	int (*load)(void *context, struct host_child *child, struct mech_message *message); /* 0, or not with a message */
	fmi2Component (*instantiate)(void *context, const fmi2CallbackFunctions *callbacks, struct host_child *child);
};
int host_run_subject(const struct host_run_subject *subject, const char *path, const struct host_run_options *options,
                     struct mech_message *message);

/* 0, or -1 with a message; what was recorded before a failure is there all the same */
int host_run_fmu(const char *path, const struct host_run_options *options, struct mech_message *message);

#endif
