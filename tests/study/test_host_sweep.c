/* Studies as the program runs them: the same rows whatever the order, the number of threads and
 * shards, and whatever has ended the program before. */
#define _GNU_SOURCE

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "assert_close.h"
#include "host_csv.h"
#include "host_journal.h"
#include "host_sweep.h"
#include "slow_build.h"
#include "study_fixture.h"
#include "systems/system_fixture.h"

/* every kind of column: numbers, words, courses, what never happens */
#define SWEEP_STUDY                                         \
	STUDY_HEAD                                              \
	"vary:\n"                                               \
	"  bodies.bob.mass: {from: 1, to: 4, count: 4}\n"       \
	"  parameters.L: {normal: {mean: 1, deviation: 0.1}}\n" \
	"  solver.method: [auto, radau, dopri5]\n"              \
	"sample: {latin_hypercube: 60, seed: 3}\n"              \
	"record:\n"                                             \
	"  peak: max(abs(joints.pin.speed))\n"                  \
	"  late: joints.pin.angle at 0.123 s\n"                 \
	"  lost: integral(energies.kinetic)\n"                  \
	"  hit: first time joints.pin.angle < 0\n"              \
	"  never: first time joints.pin.angle > 7\n"            \
	"  series: [joints.pin.angle]\n"                        \
	"experiment: {step: 0.05}\n"

/* ---- the program */

struct sweep_said {
	int code; /* exit code, or minus the signal */
	char out[4000], err[4000];
};

static void sweep_take(const char *name, char *text, size_t size)
{
	FILE *file = fopen(name, "r");
	assert_non_null(file);
	text[fread(text, 1, size - 1, file)] = 0;
	assert_int_equal(fclose(file), 0);
}

static pid_t sweep_start(const char *const *arguments, long largest_file)
{
	(void)fflush(NULL);
	const pid_t process = fork();
	assert_true(process >= 0);
	if (process == 0) {
		if (largest_file > 0) {
			const struct rlimit limit = {(rlim_t)largest_file, (rlim_t)largest_file};
			(void)setrlimit(RLIMIT_FSIZE, &limit);
		}
		if (freopen("out.txt", "w", stdout) == NULL || freopen("err.txt", "w", stderr) == NULL) {
			_exit(126);
		}
		(void)execv(MECHFMU_PROGRAM, (char *const *)(uintptr_t)arguments);
		_exit(127);
	}
	return process;
}

static struct sweep_said sweep_wait(pid_t process)
{
	struct sweep_said said = {0};
	int status;
	while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
	}
	said.code = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
	sweep_take("out.txt", said.out, sizeof said.out);
	sweep_take("err.txt", said.err, sizeof said.err);
	return said;
}

/* mechfmu sweep study.yaml with more words, at most six, until NULL */
static struct sweep_said sweep_run(long largest_file, const char *first, ...)
{
	const char *arguments[12] = {"mechfmu", "sweep", "study.yaml"};
	int n = 3;
	va_list more;
	va_start(more, first);
	for (const char *word = first; word != NULL && n < 11; word = va_arg(more, const char *)) {
		arguments[n++] = word;
	}
	va_end(more);
	return sweep_wait(sweep_start(arguments, largest_file));
}

static void sweep_good(struct sweep_said said)
{
	if (said.code != 0) {
		fail_msg("%s", said.err);
	}
}

static int sweep_exists(const char *name)
{
	return access(name, F_OK) == 0;
}

/* removes what earlier tests have left, and writes the study */
static void sweep_begin(const char *study)
{
	DIR *folder = opendir(".");
	assert_non_null(folder);
	for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
		if (strstr(entry->d_name, "study_out") != NULL) {
			(void)unlink(entry->d_name);
		}
	}
	(void)closedir(folder);
	(void)host_folder_put("study.yaml", study, strlen(study));
}

static void sweep_same(const char *a, const char *b)
{
	struct host_text x = host_folder_get(a), y = host_folder_get(b);
	assert_int_equal(x.size, y.size);
	assert_memory_equal(x.bytes, y.bytes, x.size);
	host_text_free(&x);
	host_text_free(&y);
}

/* the results of one thread without interruption, kept as reference.csv and reference_series.csv */
static void sweep_reference(const char *study)
{
	sweep_begin(study);
	sweep_good(sweep_run(0, "--threads", "1", NULL));
	assert_int_equal(rename("study_out.csv", "reference.csv"), 0);
	if (sweep_exists("study_out_series.csv")) {
		assert_int_equal(rename("study_out_series.csv", "reference_series.csv"), 0);
	}
	assert_false(sweep_exists("study_out.csv.journal"));
}

static void sweep_equals_reference(void)
{
	sweep_same("study_out.csv", "reference.csv");
	sweep_same("study_out_series.csv", "reference_series.csv");
}

static struct host_csv sweep_table(const char *name)
{
	struct host_csv csv;
	struct mech_message message = {""};
	struct host_text text = host_folder_get(name);
	if (host_csv_read(name, text.bytes, text.size, &csv, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_text_free(&text);
	return csv;
}

static const char *sweep_cell(const struct host_csv *csv, int row, const char *column)
{
	for (int k = 0; k < csv->n_columns; k++) {
		if (strcmp(host_csv_cell(csv, -1, k), column) == 0) {
			return host_csv_cell(csv, row, k);
		}
	}
	fail_msg("no column %s", column);
	return "";
}

static double sweep_number(const struct host_csv *csv, int row, const char *column)
{
	double number = NAN;
	(void)host_number_read(sweep_cell(csv, row, column), &number);
	return number;
}

/* ---- the same rows */

static void test_threads_and_shards_give_the_same_bytes(void **state)
{
	static const char *const threads[] = {"2", "3", "7"};
	static const char *const shards[] = {"3/3", "1/3", "2/3"};
	(void)state;
	sweep_reference(SWEEP_STUDY);
	for (int i = 0; i < 3; i++) {
		sweep_good(sweep_run(0, "--threads", threads[i], NULL));
		sweep_equals_reference();
	}
	sweep_begin(SWEEP_STUDY);
	for (int i = 0; i < 3; i++) {
		const struct sweep_said said = sweep_run(0, "--shard", shards[i], "--threads", threads[i], NULL);
		sweep_good(said);
		assert_non_null(strstr(said.out, "-of-3.journal"));
		assert_false(sweep_exists("study_out.csv"));
	}
	sweep_good(sweep_run(0, "--merge", "3", NULL));
	sweep_equals_reference();
	/* journals of shards stay */
	assert_true(sweep_exists("study_out.csv.2-of-3.journal"));
	/* one of them misses its last row */
	assert_int_equal(truncate("study_out.csv.2-of-3.journal", 3000), 0);
	struct sweep_said said = sweep_run(0, "--merge", "3", NULL);
	assert_int_equal(said.code, 1);
	assert_non_null(strstr(said.err, "run that again: --shard 2/3"));
	sweep_good(sweep_run(0, "--shard", "2/3", NULL));
	sweep_good(sweep_run(0, "--merge", "3", NULL));
	sweep_equals_reference();
	/* and there are not two of them */
	said = sweep_run(0, "--merge", "2", NULL);
	assert_int_equal(said.code, 1);
	assert_non_null(strstr(said.err, "study_out.csv.1-of-2.journal: cannot be read (No such file or directory)"));
}

/* rows of the program are those of `mechfmu run` with the same values */
static void test_rows_are_those_of_run(void **state)
{
	(void)state;
	sweep_begin(STUDY_HEAD "vary: {parameters.L: [0.8, 1.2], bodies.bob.mass: [1, 3]}\n"
	                       "record: {angle: final(joints.pin.angle), speed: joints.pin.speed at 0.5 s}\n");
	sweep_good(sweep_run(0, NULL));
	struct host_csv csv = sweep_table("study_out.csv");
	assert_int_equal(csv.n_rows, 4);
	for (int row = 0; row < 4; row++) {
		char command[3 * HOST_PATH_SIZE];
		(void)snprintf(command, sizeof command,
		               "'%s' run pendulum.yaml --start-value parameters.L %s --start-value bodies.bob.mass %s "
		               "--output-file run.csv >run.txt",
		               MECHFMU_PROGRAM, sweep_cell(&csv, row, "parameters.L"),
		               sweep_cell(&csv, row, "bodies.bob.mass"));
		assert_int_equal(system(command), 0);
		struct host_csv run = sweep_table("run.csv");
		/* run writes 16 digits */
		assert_close(sweep_number(&csv, row, "angle"), sweep_number(&run, run.n_rows - 1, "joints.pin.angle"), 1e-16);
		assert_close(sweep_number(&csv, row, "speed"), sweep_number(&run, 50, "joints.pin.speed"), 1e-16);
		host_csv_free(&run);
	}
	host_csv_free(&csv);
}

/* an instance that was used, and has failed, gives the same bits as one that is new */
static void test_a_case_does_not_depend_on_those_before(void **state)
{
	(void)state;
	sweep_begin(STUDY_HEAD "vary: {bodies.bob.mass: [2, 5, 2, -1, 2, 1e-3, 2]}\n"
	                       "record: {angle: final(joints.pin.angle), peak: max(joints.pin.speed)}\n");
	const struct sweep_said said = sweep_run(0, "--threads", "1", NULL);
	sweep_good(said);
	assert_string_equal(said.err, "warning: 1 of 7 cases: failed; the column 'message' says why\n");
	struct host_csv csv = sweep_table("study_out.csv");
	for (int row = 2; row < 7; row += 2) {
		assert_string_equal(sweep_cell(&csv, row, "angle"), sweep_cell(&csv, 0, "angle"));
		assert_string_equal(sweep_cell(&csv, row, "peak"), sweep_cell(&csv, 0, "peak"));
		assert_string_equal(sweep_cell(&csv, row, "steps"), sweep_cell(&csv, 0, "steps"));
	}
	assert_string_equal(sweep_cell(&csv, 3, "status"), "failed");
	assert_string_equal(sweep_cell(&csv, 3, "angle"), "");
	assert_non_null(strstr(sweep_cell(&csv, 3, "message"), "bodies.bob.mass"));
	assert_string_equal(sweep_cell(&csv, 0, "status"), "ok");
	host_csv_free(&csv);
}

/* the period of small swings is 2 pi sqrt(L/g): the first passage is a quarter of it, but for a part
 * of angle^2/16 */
static void test_records_follow_the_parameters(void **state)
{
	(void)state;
	sweep_begin(STUDY_HEAD "vary: {parameters.L: {from: 0.5, to: 2, count: 4}}\n"
	                       "record: {hit: first time joints.pin.angle < 0, series: [joints.pin.angle, moment]}\n"
	                       "experiment: {step: 0.001, stop: 1}\n");
	sweep_good(sweep_run(0, NULL));
	struct host_csv csv = sweep_table("study_out.csv"), series = sweep_table("study_out_series.csv");
	for (int row = 0; row < 4; row++) {
		const double length = sweep_number(&csv, row, "parameters.L");
		assert_close(length, 0.5 * (row + 1), 1e-15);
		const double quarter = 0.5 * 3.141592653589793 * sqrt(length / 9.81) * (1.0 + 0.01 / 16.0);
		assert_close(sweep_number(&csv, row, "hit"), quarter, 2e-6);
	}
	assert_int_equal(series.n_rows, 4 * 1001);
	assert_string_equal(sweep_cell(&series, 1001, "case"), "1");
	assert_close(sweep_number(&series, 1001, "joints.pin.angle"), 0.1, 1e-15);
	host_csv_free(&csv);
	host_csv_free(&series);
}

/* T = 2 pi sqrt(L/g): the square of the first passage is linear in L and knows nothing of the mass */
static void test_statistics_are_written_next_to_the_results(void **state)
{
	(void)state;
	sweep_begin(STUDY_HEAD "vary: {parameters.L: {uniform: {from: 0.5, to: 1.5}}, "
	                       "bodies.bob.mass: {uniform: {from: 1, to: 2}}}\n"
	                       "sample: {saltelli: 256}\n"
	                       "record: {square: (first time joints.pin.angle < 0)^2}\n");
	const struct sweep_said said = sweep_run(0, NULL);
	sweep_good(said);
	assert_non_null(strstr(said.out, "Sobol's indices"));
	struct host_csv csv = sweep_table("study_out_statistics.csv");
	const double pi = 3.141592653589793, slope = pi * pi / 4.0 / 9.81 * (1.0 + 0.02 / 16.0);
	assert_int_equal(csv.n_rows, 1);
	assert_string_equal(sweep_cell(&csv, 0, "cases"), "1024");
	assert_close(sweep_number(&csv, 0, "mean") / slope, 1.0, 0.005);
	assert_close(sweep_number(&csv, 0, "deviation") / slope, sqrt(1.0 / 12.0), 0.01);
	assert_close(sweep_number(&csv, 0, "50 %") / slope, 1.0, 0.02);
	assert_close(sweep_number(&csv, 0, "first parameters.L"), 1.0, 0.02);
	assert_close(sweep_number(&csv, 0, "total parameters.L"), 1.0, 0.02);
	assert_close(sweep_number(&csv, 0, "total bodies.bob.mass"), 0.0, 1e-6);
	host_csv_free(&csv);
}

/* ---- what ends the program */

/* long enough to be met in the middle, and short enough for builds that are slow */
#define SWEEP_LONG                                     \
	STUDY_HEAD                                         \
	"vary:\n"                                          \
	"  bodies.bob.mass: {uniform: {from: 1, to: 4}}\n" \
	"  parameters.L: {uniform: {from: 0.5, to: 2}}\n"  \
	"  solver.tolerance: 1e-4\n"                       \
	"sample: {sobol: 400}\n"                           \
	"record:\n"                                        \
	"  peak: max(abs(joints.pin.speed))\n"             \
	"  series: [joints.pin.angle]\n"                   \
	"experiment: {stop: 20, step: 0.1}\n"

/* waits until the journal has some rows; 0: the program has ended before */
static int sweep_wait_for_rows(pid_t process, off_t size)
{
	const struct timespec pause = {0, 1000000};
	for (;;) {
		struct stat facts;
		if (stat("study_out.csv.journal", &facts) == 0 && facts.st_size > size) {
			return 1;
		}
		siginfo_t info = {0};
		if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == process) {
			return 0;
		}
		(void)nanosleep(&pause, NULL);
	}
}

/* the process in which the cases run */
static pid_t sweep_child_of(pid_t process)
{
	char path[100];
	int child = 0;
	(void)snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)process, (int)process);
	FILE *file = fopen(path, "r");
	if (file != NULL) {
		if (fscanf(file, "%d", &child) != 1) {
			child = 0;
		}
		(void)fclose(file);
	}
	return child;
}

static void test_a_killed_study_continues(void **state)
{
	static const char *const arguments[] = {"mechfmu", "sweep", "study.yaml", "--threads", "2", NULL};
	static const int signals[] = {SIGKILL, SIGINT, SIGTERM};
	(void)state;
	sweep_reference(SWEEP_LONG);
	for (int i = 0; i < 3; i++) {
		struct stat before, after;
		sweep_begin(SWEEP_LONG);
		const pid_t process = sweep_start(arguments, 0);
		assert_true(sweep_wait_for_rows(process, 100000));
		assert_int_equal(kill(process, signals[i]), 0);
		struct sweep_said said = sweep_wait(process);
		assert_int_equal(said.code, -signals[i]);
		assert_false(sweep_exists("study_out.csv"));
		if (signals[i] != SIGKILL) {
			assert_non_null(strstr(said.err, "interrupted: study_out.csv.journal keeps what is done"));
		}
		/* killed, the child may live for a moment */
		assert_int_equal(stat("study_out.csv.journal", &before), 0);
		do {
			said = sweep_run(0, NULL);
		} while (strstr(said.err, "another run of this study is writing it") != NULL);
		sweep_good(said);
		sweep_equals_reference();
		assert_true(stat("study_out.csv.journal", &after) != 0);
	}
}

/* kill -9 of the process of the cases alone: the program finds out that no case was to blame */
static void test_a_killed_child_is_replaced(void **state)
{
	static const char *const arguments[] = {"mechfmu", "sweep", "study.yaml", "--threads", "2", NULL};
	(void)state;
	sweep_reference(SWEEP_LONG);
	sweep_begin(SWEEP_LONG);
	const pid_t process = sweep_start(arguments, 0);
	assert_true(sweep_wait_for_rows(process, 100000));
	const pid_t child = sweep_child_of(process);
	if (child <= 0) {
		/* a kernel without /proc/.../children */
		(void)sweep_wait(process);
		skip();
	}
	assert_int_equal(kill(child, SIGKILL), 0);
	const struct sweep_said said = sweep_wait(process);
	sweep_good(said);
	assert_string_equal(said.err, "");
	sweep_equals_reference();
}

/* a second run of the same study does not mix in */
static void test_two_runs_of_a_study_do_not_write_at_once(void **state)
{
	static const char *const arguments[] = {"mechfmu", "sweep", "study.yaml", "--threads", "1", NULL};
	(void)state;
	sweep_reference(SWEEP_LONG);
	sweep_begin(SWEEP_LONG);
	const pid_t process = sweep_start(arguments, 0);
	assert_true(sweep_wait_for_rows(process, 2000));
	assert_int_equal(kill(process, SIGSTOP), 0);
	const pid_t second = fork();
	assert_true(second >= 0);
	if (second == 0) {
		if (freopen("second.txt", "w", stderr) == NULL) {
			_exit(126);
		}
		(void)execl(MECHFMU_PROGRAM, "mechfmu", "sweep", "study.yaml", (char *)NULL);
		_exit(127);
	}
	int status;
	assert_int_equal(waitpid(second, &status, 0), second);
	char said[1000];
	sweep_take("second.txt", said, sizeof said);
	assert_int_equal(kill(process, SIGCONT), 0);
	sweep_good(sweep_wait(process));
	sweep_equals_reference();
	assert_string_equal(said, "study_out.csv.journal: another run of this study is writing it\n");
	assert_int_equal(WEXITSTATUS(status), 1);
}

/* a journal that ends anywhere, or has a wrong byte anywhere, is as good as its whole records */
static void test_a_journal_may_end_anywhere(void **state)
{
	static const char *const study = STUDY_HEAD "vary: {bodies.bob.mass: [1, 2, 3, 4]}\n"
												"record: {a: final(joints.pin.angle)}\nexperiment: {step: 0.5}\n";
	(void)state;
	sweep_reference(study);
	sweep_begin(study);
	sweep_good(sweep_run(0, "--shard", "1/2", "--threads", "1", NULL));
	struct host_text journal = host_folder_get("study_out.csv.1-of-2.journal");
	sweep_good(sweep_run(0, "--shard", "2/2", NULL));
	for (size_t size = 0; size < journal.size; size += SLOW_BUILD ? 31 : 3) {
		(void)host_folder_put("study_out.csv.1-of-2.journal", journal.bytes, size);
		sweep_good(sweep_run(0, "--shard", "1/2", "--threads", "1", NULL));
		struct host_text again = host_folder_get("study_out.csv.1-of-2.journal");
		assert_int_equal(again.size, journal.size);
		assert_memory_equal(again.bytes, journal.bytes, journal.size);
		host_text_free(&again);
	}
	/* the head has 56 bytes; a wrong one is no journal of ours */
	for (size_t at = 0; at < journal.size; at += SLOW_BUILD ? 23 : 5) {
		journal.bytes[at] ^= 0x10;
		(void)host_folder_put("study_out.csv.1-of-2.journal", journal.bytes, journal.size);
		journal.bytes[at] ^= 0x10;
		const struct sweep_said said = sweep_run(0, "--shard", "1/2", "--threads", "1", NULL);
		assert_int_equal(said.code, at < 56);
		if (at < 56) {
			assert_string_equal(said.err, "study_out.csv.1-of-2.journal: not the journal of a study; move it away\n");
			sweep_good(sweep_run(0, "--shard", "1/2", "--threads", "1", "--restart", NULL));
		}
		struct host_text again = host_folder_get("study_out.csv.1-of-2.journal");
		assert_int_equal(again.size, journal.size);
		assert_memory_equal(again.bytes, journal.bytes, journal.size);
		host_text_free(&again);
	}
	sweep_good(sweep_run(0, "--merge", "2", NULL));
	sweep_same("study_out.csv", "reference.csv");
	host_text_free(&journal);
}

/* room for the temporary FMU, and some rows more */
static long sweep_limit(void)
{
	struct stat facts;
	assert_int_equal(system("'" MECHFMU_PROGRAM "' export --native pendulum.yaml >run.txt"), 0);
	assert_int_equal(system("unzip -qo pendulum.fmu -d unpacked && cat unpacked/*.xml unpacked/binaries/*/* >all.bin"),
	                 0);
	assert_int_equal(stat("all.bin", &facts), 0);
	return (long)facts.st_size + 50000;
}

/* whether results outgrow the unit, which sanitizers make larger */
static int sweep_is_long(void)
{
	struct stat series;
	assert_int_equal(stat("reference_series.csv", &series), 0);
	return series.st_size > sweep_limit();
}

/* a file that may not grow stands for a full disk */
static void test_a_full_disk_ends_with_a_message_and_continues(void **state)
{
	(void)state;
	sweep_reference(SWEEP_LONG);
	sweep_begin(SWEEP_LONG);
	if (!sweep_is_long()) {
		skip();
	}
	struct sweep_said said = sweep_run(100, NULL);
	assert_int_equal(said.code, 1);
	assert_non_null(strstr(said.err, "cannot be written (File too large)"));
	said = sweep_run(sweep_limit(), NULL);
	assert_int_equal(said.code, 1);
	assert_string_equal(said.err, "study_out.csv.journal: cannot be written (File too large); it keeps what is done, "
	                              "and the same command continues\n");
	/* room for all rows, and not for their table of courses */
	struct stat reference;
	assert_int_equal(stat("reference_series.csv", &reference), 0);
	assert_false(sweep_exists("study_out.csv"));
	said = sweep_run(reference.st_size - 1, NULL);
	assert_int_equal(said.code, 1);
	assert_string_equal(said.err, "study_out_series.csv: cannot be written (File too large)\n");
	assert_true(sweep_exists("study_out.csv.journal"));
	sweep_good(sweep_run(0, NULL));
	sweep_equals_reference();
}

static void test_what_cannot_be_written_is_said_before_anything_runs(void **state)
{
	(void)state;
	sweep_begin(SWEEP_STUDY);
	struct sweep_said said = sweep_run(0, "-o", "none/there.csv", NULL);
	assert_int_equal(said.code, 1);
	assert_string_equal(said.err, "none/there.csv: cannot be written (No such file or directory)\n");
	said = sweep_run(0, "-o", "-", NULL);
	assert_int_equal(said.code, 2);
	said = sweep_run(0, "--shard", "3/2", NULL);
	assert_int_equal(said.code, 2);
	assert_string_equal(said.err, "mechfmu sweep: '3/2' is not a value for --shard\n");
	said = sweep_run(0, "--merge", "2", "--restart", NULL);
	assert_int_equal(said.code, 2);
	assert_int_equal(symlink("/dev/full", "study_out.csv.journal"), 0);
	said = sweep_run(0, NULL);
	assert_int_equal(said.code, 1);
	assert_string_equal(said.err, "study_out.csv.journal: no plain file, which a journal must be\n");
}

static void test_a_study_that_has_changed_is_not_continued(void **state)
{
	(void)state;
	sweep_reference(SWEEP_LONG);
	sweep_begin(SWEEP_LONG);
	if (!sweep_is_long()) {
		skip();
	}
	assert_int_equal(sweep_run(sweep_limit(), NULL).code, 1);
	(void)host_folder_put("study.yaml", SWEEP_LONG "\n", strlen(SWEEP_LONG) + 1);
	const struct sweep_said said = sweep_run(0, NULL);
	assert_int_equal(said.code, 1);
	assert_string_equal(said.err, "study_out.csv.journal: the study, its files or mechfmu have changed since it was "
	                              "begun; --restart begins it again\n");
	sweep_good(sweep_run(0, "--restart", NULL));
	sweep_equals_reference();
}

/* ---- units of others */

/* behaviours of linear_unit.c: 1 fails, 3 stops once, 7 crashes, 8 ends the run */
static void test_cases_that_end_their_process_are_rows(void **state)
{
	(void)state;
	sweep_begin("study: s\nof: linear.fmu\n"
	            "vary: {behaviour: [0, 7, 0, 1, 8, 0, 7, 0], A1: [-1, -2]}\n"
	            "record: {y: final(y1), count: max(count)}\nexperiment: {stop: 1, step: 0.125}\n");
	for (int threads = 1; threads <= 3; threads++) {
		char number[12];
		(void)snprintf(number, sizeof number, "%d", threads);
		const struct sweep_said said = sweep_run(0, "--threads", number, NULL);
		sweep_good(said);
		assert_string_equal(said.err, "warning: 2 of 16 cases: failed; the column 'message' says why\n"
		                              "warning: 4 of 16 cases: crashed; the column 'message' says why\n");
		struct host_csv csv = sweep_table("study_out.csv");
		assert_int_equal(csv.n_rows, 16);
		assert_string_equal(sweep_cell(&csv, 2, "message"),
		                    "the step crashed at time 0.5: Segmentation fault (signal 11)");
		assert_string_equal(sweep_cell(&csv, 2, "status"), "crashed");
		assert_string_equal(sweep_cell(&csv, 4, "status"), "ok");
		assert_non_null(strstr(sweep_cell(&csv, 6, "message"), "the step failed at time 0.5: "));
		assert_string_equal(sweep_cell(&csv, 8, "message"), "the unit ended the run at time 0.5");
		host_csv_free(&csv);
		if (threads == 1) {
			assert_int_equal(rename("study_out.csv", "reference.csv"), 0);
		} else {
			sweep_same("study_out.csv", "reference.csv");
		}
	}
}

/* a unit that stops early, one without fmi2Reset, one that has fixed steps alone, inputs over time */
static void test_a_unit_that_ends_a_step_early_is_followed(void **state)
{
	(void)state;
	sweep_begin(
		"study: s\nof: linear.fmu\nvary: {behaviour: [0, 3, 0], C1: [1], A1: [-1]}\n"
		"record: {y: final(y1), first: y1 at 0.3}\nexperiment: {stop: 1, step: 0.125, input_file: inputs.csv}\n");
	(void)host_folder_put("inputs.csv", "time,u1\n0,1\n1,1\n", 16);
	sweep_good(sweep_run(0, "--threads", "1", NULL));
	struct host_csv csv = sweep_table("study_out.csv");
	assert_string_equal(sweep_cell(&csv, 0, "y"), sweep_cell(&csv, 2, "y"));
	assert_close(sweep_number(&csv, 1, "y"), sweep_number(&csv, 0, "y"), 1e-12);
	host_csv_free(&csv);
}

/* x' = -k x as a loop of two units: x(1) = exp(-k) */
static void test_systems_are_studied_too(void **state)
{
	static const char *const system_text =
		"system: decay\nunits: {a: {file: linear.fmu, parameters: {B1: 1, C1: 1, x01: 1}}, "
		"b: {file: linear.fmu, parameters: {D1: -1}}}\n"
		"connections: [\"a.y1 -> b.u1\", \"b.y1 -> a.u1\"]\n"
		"algorithm: {name: gauss_seidel, step: 0.001}\nexperiment: {stop: 1, step: 0.125}\n";
	(void)state;
	(void)host_folder_put("system.yaml", system_text, strlen(system_text));
	sweep_reference("study: s\nof: system.yaml\nvary: {b.D1: [-1, -2, 0, -1]}\nrecord: {x: final(a.y1)}\n");
	struct host_csv csv = sweep_table("reference.csv");
	for (int row = 0; row < 4; row++) {
		assert_close(sweep_number(&csv, row, "x"), exp(sweep_number(&csv, row, "b.D1")), 1e-5);
	}
	assert_string_equal(sweep_cell(&csv, 0, "x"), sweep_cell(&csv, 3, "x"));
	host_csv_free(&csv);
	sweep_good(sweep_run(0, "--threads", "3", NULL));
	sweep_same("study_out.csv", "reference.csv");
}

static int sweep_setup(void **state)
{
	/* units of system_fixture.h and files of study_fixture.h in one folder */
	if (system_setup(state) != 0) {
		return -1;
	}
	char units[HOST_PATH_SIZE], command[3 * HOST_PATH_SIZE];
	(void)snprintf(units, sizeof units, "%s", host_test_folder);
	if (study_setup(state) != 0) {
		return -1;
	}
	(void)snprintf(command, sizeof command, "cp '%s'/*.fmu . && rm -r '%s'", units, units);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_threads_and_shards_give_the_same_bytes),
		cmocka_unit_test(test_rows_are_those_of_run),
		cmocka_unit_test(test_a_case_does_not_depend_on_those_before),
		cmocka_unit_test(test_records_follow_the_parameters),
		cmocka_unit_test(test_statistics_are_written_next_to_the_results),
		cmocka_unit_test(test_a_killed_study_continues),
		cmocka_unit_test(test_a_killed_child_is_replaced),
		cmocka_unit_test(test_two_runs_of_a_study_do_not_write_at_once),
		cmocka_unit_test(test_a_journal_may_end_anywhere),
		cmocka_unit_test(test_a_full_disk_ends_with_a_message_and_continues),
		cmocka_unit_test(test_what_cannot_be_written_is_said_before_anything_runs),
		cmocka_unit_test(test_a_study_that_has_changed_is_not_continued),
		cmocka_unit_test(test_cases_that_end_their_process_are_rows),
		cmocka_unit_test(test_a_unit_that_ends_a_step_early_is_followed),
		cmocka_unit_test(test_systems_are_studied_too),
	};
	return cmocka_run_group_tests(tests, sweep_setup, study_teardown);
}
