#define _POSIX_C_SOURCE 200809L

/* sweep, fit, and check of a study. */
#include "host_study_command.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "host_case_table.h"
#include "host_cases_page.h"
#include "host_dakota.h"
#include "host_fit.h"
#include "host_hdf5.h"
#include "host_number.h"
#include "host_ranks.h"
#include "host_statistics.h"
#include "host_sweep.h"

/* ---- options */

enum { HOST_MOST_SHARDS = 10000 };

/* 2/5 */
int host_study_option_shard(struct host_arguments *a, const char *const *values)
{
	char trailing;
	if (strspn(values[0], "0123456789/") != strlen(values[0]) || strlen(values[0]) > 11 ||
	    sscanf(values[0], "%d/%d%c", &a->shard, &a->shards, &trailing) != 2) {
		return -1;
	}
	return a->shard >= 1 && a->shard <= a->shards && a->shards <= HOST_MOST_SHARDS ? 0 : -1;
}

int host_study_option_merge(struct host_arguments *a, const char *const *values)
{
	double number = 0.0;
	if (host_number_read(values[0], &number) != 0 || number != floor(number) || number < 1.0 ||
	    number > HOST_MOST_SHARDS) {
		return -1;
	}
	a->merge = (int)number;
	return 0;
}

int host_study_option_hdf5(struct host_arguments *a, const char *const *values)
{
	(void)values;
	a->hdf5 = 1;
	return 0;
}

int host_study_option_dakota(struct host_arguments *a, const char *const *values)
{
	a->dakota[0] = values[0];
	a->dakota[1] = values[1];
	return *values[0] == 0 || *values[1] == 0 ? -1 : 0;
}

int host_study_option_restart(struct host_arguments *a, const char *const *values)
{
	(void)values;
	a->restart = 1;
	return 0;
}

int host_study_option_study(struct host_arguments *a, const char *const *values)
{
	(void)values;
	a->study = 1;
	return 0;
}

/* ---- commands */

/* a study without errors; NULL after its errors were written */
static struct host_study *host_study_command_open(const char *file, FILE *err)
{
	struct host_problems problems = {0};
	struct host_study *study = host_study_read(file, &problems);
	int failed = host_problems_fail(&problems) || study == NULL;
	failed |= host_problems_write(&problems, 1, err) != 0;
	host_problems_free(&problems);
	if (failed) {
		host_study_free(study);
		return NULL;
	}
	return study;
}

/* the same; it must be a fit, or none */
static struct host_study *host_study_command_read(const char *file, int is_fit, FILE *err)
{
	struct host_study *study = host_study_command_open(file, err);
	if (study != NULL && study->is_fit != is_fit) {
		(void)fprintf(err,
		              is_fit ? "%s: no fit, it has no key 'fit'; run it with: mechfmu sweep\n"
		                     : "%s: a fit, which makes no table of cases; run it with: mechfmu fit\n",
		              file);
		host_study_free(study);
		return NULL;
	}
	return study;
}

/* name of the results: --output-file, or that of the study with an ending in the working
 * directory */
static int host_study_command_results(const struct host_arguments *a, const char *command, const char *ending,
                                      char results[HOST_PATH_SIZE], FILE *err)
{
	const char *base = host_path_name(a->files[0]), *dot = strrchr(base, '.');
	const int length = dot == NULL || dot == base ? (int)strlen(base) : (int)(dot - base);
	const int written = a->run.output_file != NULL
	                        ? snprintf(results, HOST_PATH_SIZE, "%s", a->run.output_file)
	                        : snprintf(results, HOST_PATH_SIZE, "%.*s%s.csv", length, base, ending);
	if (written < 0 || written >= HOST_PATH_SIZE) {
		(void)fprintf(err, "mechfmu %s: the file's name is too long\n", command);
		return -1;
	}
	if (strcmp(results, HOST_FILE_STANDARD_OUTPUT) == 0) {
		(void)fprintf(err, "mechfmu %s: results need a file, next to which a study keeps what is done\n", command);
		return -1;
	}
	return 0;
}

/* what a user should know about the cases */
static void host_study_command_count(const struct host_sweep_count *c, FILE *err)
{
	for (int status = HOST_CASE_DOUBTFUL; status < HOST_CASE_STATUSES; status++) {
		if (c->status[status] > 0) {
			(void)fprintf(err, "warning: %lld of %lld cases: %s; the column 'message' says why\n",
			              (long long)c->status[status], (long long)c->of, host_case_status_names[status]);
		}
	}
}

/* journals -> results */
static int host_study_command_write(const struct host_arguments *a, const struct host_study *study, const char *results,
                                    FILE *out, struct mech_message *message)
{
	struct host_case_table table;
	char path[HOST_PATH_SIZE];
	int status = host_case_table_open(study, results, a->merge > 0 ? a->merge : 1, &table, message);
	status = status == 0 ? host_case_table_write(&table, results, message) : status;
	if (status == 0) {
		(void)fprintf(out, "%s\n", results);
		if (study->n_series > 0 && host_case_table_series(results, path) == 0) {
			(void)fprintf(out, "%s\n", path);
		}
		if (study->n_cases > 0) {
			status = host_cases_page_write(&table, results, path, message);
			(void)fprintf(out, "%s%s", status == 0 ? path : "", status == 0 ? "\n" : "");
		}
		if (a->hdf5 && status == 0) {
			status = host_hdf5_write(&table, results, path, message);
			(void)fprintf(out, "%s%s", status == 0 ? path : "", status == 0 ? "\n" : "");
		}
		if (study->n_records > 0 && status == 0) {
			status = host_statistics_write(&table, results, out, message);
		}
	}
	host_case_table_close(&table);
	return status;
}

static int host_study_command_run(const struct host_arguments *a, const struct host_study *study, const char *results,
                                  FILE *out, FILE *err)
{
	const struct host_sweep_options options = {.threads = a->run.threads,
	                                           .shard = a->shards > 0 ? a->shard : 1,
	                                           .shards = a->shards > 0 ? a->shards : 1,
	                                           .restart = a->restart,
	                                           .progress = isatty(fileno(err))};
	struct host_sweep_count count = {0};
	struct mech_message message = {""};
	char journal[HOST_PATH_SIZE];
	const int ranks = host_ranks_are_wanted();
	int status =
		a->merge > 0 ? 0 : (ranks ? host_ranks_run : host_sweep_run)(study, results, &options, &count, &message);
	if (ranks && host_ranks_number() > 0) {
		return HOST_EXIT_OK;
	}
	if (status == 0) {
		host_study_command_count(&count, err);
	}
	if (status == 0 && options.shards > 1) {
		(void)host_sweep_journal(results, options.shard, options.shards, journal);
		(void)fprintf(out, "%s\n", journal);
	} else if (status == 0) {
		status = host_study_command_write(a, study, results, out, &message);
		/* results are complete: nothing is left to continue */
		if (status == 0 && a->merge == 0 && host_sweep_journal(results, 1, 1, journal) == 0) {
			(void)unlink(journal);
		}
	}
	if (status != 0) {
		(void)fprintf(err, "%s\n", message.text);
	}
	const int none = a->merge == 0 && count.status[HOST_CASE_OK] + count.status[HOST_CASE_DOUBTFUL] == 0;
	return status != 0 || none ? HOST_EXIT_PROBLEM : HOST_EXIT_OK;
}

/* a study on this machine, or on all ranks; those but the first say nothing */
static int host_study_command_all(const struct host_arguments *a, const char *results, FILE *out, FILE *err)
{
	struct mech_message message = {""};
	struct host_study *study = host_study_command_read(a->files[0], 0, err);
	int ready = study != NULL, status = HOST_EXIT_PROBLEM;
	if (ready && host_ranks_number() == 0 && host_file_check_writable(results, &message) != 0) {
		(void)fprintf(err, "%s\n", message.text);
		ready = 0;
	}
	if (!host_ranks_agree(ready ? study->fingerprint : 0)) {
		(void)fputs(
			ready ? "ranks read different studies, or some cannot read it; copy the same files to all machines\n" : "",
			err);
	} else if (ready) {
		status = host_study_command_run(a, study, results, out, err);
	}
	host_study_free(study);
	return status;
}

/* one case, as Dakota's drivers run a program */
static int host_study_command_dakota(const struct host_arguments *a, FILE *err)
{
	struct mech_message message = {""};
	struct host_study *study = host_study_command_read(a->files[0], 0, err);
	int status = study == NULL ? -1 : host_dakota_run(study, a->dakota[0], a->dakota[1], &message);
	if (message.text[0] != 0) {
		(void)fprintf(err, "%s\n", message.text);
	}
	host_study_free(study);
	return status == 0 ? HOST_EXIT_OK : HOST_EXIT_PROBLEM;
}

int host_study_command_sweep(const struct host_arguments *a, FILE *out, FILE *err)
{
	char results[HOST_PATH_SIZE];
	if (a->merge > 0 && (a->shards > 0 || a->restart)) {
		(void)fputs("mechfmu sweep: --merge runs no cases; leave --shard and --restart out\n", err);
		return HOST_EXIT_USAGE;
	}
	if (host_study_command_results(a, "sweep", "_out", results, err) != 0) {
		return HOST_EXIT_USAGE;
	}
	if (a->hdf5 && !host_hdf5_is_there()) {
		(void)fputs("mechfmu sweep: this program was built without HDF5; leave --hdf5 out\n", err);
		return HOST_EXIT_USAGE;
	}
	if (a->dakota[0] != NULL) {
		return host_study_command_dakota(a, err);
	}
	if (!host_ranks_are_wanted()) {
		return host_study_command_all(a, results, out, err);
	}
	if (!host_ranks_is_there() || a->merge > 0 || a->shards > 0) {
		(void)fputs(host_ranks_is_there() ? "mechfmu sweep: ranks share the cases; leave --shard and --merge out\n"
		                                  : "mechfmu sweep: this program was built without MPI; use --shard\n",
		            err);
		return HOST_EXIT_USAGE;
	}
	(void)host_ranks_begin();
	FILE *nowhere = host_ranks_number() > 0 ? fopen("/dev/null", "w") : NULL;
	const int status =
		host_study_command_all(a, results, nowhere == NULL ? out : nowhere, nowhere == NULL ? err : nowhere);
	host_ranks_end();
	if (nowhere != NULL) {
		(void)fclose(nowhere);
	}
	return status;
}

int host_study_command_fit(const struct host_arguments *a, FILE *out, FILE *err)
{
	char results[HOST_PATH_SIZE];
	struct mech_message message = {""};
	if (host_study_command_results(a, "fit", "_fit", results, err) != 0) {
		return HOST_EXIT_USAGE;
	}
	struct host_study *study = host_study_command_read(a->files[0], 1, err);
	if (study == NULL) {
		return HOST_EXIT_PROBLEM;
	}
	struct host_fit *fit = host_fit_create(study, host_sweep_threads(study, a->run.threads), &message);
	int status = fit == NULL ? -1 : host_file_check_writable(results, &message);
	status = status == 0 ? host_fit_run_apart(fit, &message) : status;
	if (status == 0) {
		host_fit_say(fit, out, err);
		status = host_fit_write(fit, results, out, err, &message);
	}
	if (status != 0) {
		(void)fprintf(err, "%s\n", message.text);
	}
	host_fit_free(fit);
	host_study_free(study);
	return status == 0 ? HOST_EXIT_OK : HOST_EXIT_PROBLEM;
}

int host_study_command_check(const char *file, FILE *out, FILE *err)
{
	struct host_study *s = host_study_command_open(file, err);
	if (s == NULL) {
		return HOST_EXIT_PROBLEM;
	}
	(void)fprintf(out, "%s: study '%s' is good\n", file, s->name);
	(void)fprintf(out, "  %-28s %s\n", "of", s->of);
	for (int i = 0; i < s->n_variations; i++) {
		(void)fprintf(out, "  %-28s %s\n", i > 0 ? "" : s->is_fit ? "fits" : "varies", s->variations[i].name);
	}
	for (int i = 0; i < s->n_records; i++) {
		(void)fprintf(out, "  %-28s %s\n", i == 0 ? "records" : "", s->records[i].name);
	}
	for (int i = 0; i < s->n_measurements; i++) {
		const struct host_measurement *m = &s->measurements[i];
		(void)fprintf(out, "  %-28s %s: %d rows, to time %g s\n", i == 0 ? "measurements" : "", m->file, m->n_rows,
		              m->times[m->n_rows - 1]);
	}
	if (s->is_fit) {
		host_study_free(s);
		return HOST_EXIT_OK;
	}
	(void)fprintf(out, "  %-28s %lld (%s)\n", "cases", (long long)s->n_cases, host_sample_names[s->sample]);
	(void)fprintf(out, "  %-28s from %g s to %g s, step %g s\n", "each runs", s->start_time, s->stop_time, s->interval);
	host_study_free(s);
	return HOST_EXIT_OK;
}
