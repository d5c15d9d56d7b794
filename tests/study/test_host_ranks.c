/* A study on ranks of MPI: the same bytes as one thread, whatever the number of ranks, and what a
 * killed rank, a slow one and a folder that cannot be written do. */
#define _GNU_SOURCE

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <cmocka.h>

#include "host_ranks.h"
#include "study_fixture.h"

#define RANKS_STUDY                                    \
	STUDY_HEAD                                         \
	"vary:\n"                                          \
	"  bodies.bob.mass: {uniform: {from: 1, to: 4}}\n" \
	"  parameters.L: {uniform: {from: 0.5, to: 2}}\n"  \
	"  solver.tolerance: 1e-5\n"                       \
	"sample: {sobol: 600}\n"                           \
	"record:\n"                                        \
	"  peak: max(abs(joints.pin.speed))\n"             \
	"  series: [joints.pin.angle]\n"                   \
	"experiment: {stop: 20, step: 0.1}\n"

/* whether there is something to test; else it says so */
static int ranks_are_there(void)
{
	if (!host_ranks_is_there()) {
		print_message("NOT TESTED: this mechfmu was built without MPI (libopenmpi-dev)\n");
		return 0;
	}
	if (system("mpirun --version >mpirun.txt 2>&1") != 0) {
		print_message("NOT TESTED: there is no mpirun (openmpi-bin)\n");
		return 0;
	}
	return 1;
}

/* mpirun -n ranks mechfmu sweep study.yaml --threads 1 more, and what it says in said.txt */
static pid_t ranks_start(int ranks, const char *more)
{
	(void)fflush(NULL);
	const pid_t process = fork();
	assert_true(process >= 0);
	if (process == 0) {
		char number[20];
		(void)snprintf(number, sizeof number, "%d", ranks);
		(void)setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
		(void)setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
		if (freopen("said.txt", "w", stdout) == NULL || dup2(STDOUT_FILENO, STDERR_FILENO) < 0) {
			_exit(126);
		}
		(void)execlp("mpirun", "mpirun", "-n", number, "--oversubscribe", "--bind-to", "none", MECHFMU_PROGRAM, "sweep",
		             "study.yaml", "--threads", "1", more, (char *)NULL);
		_exit(127);
	}
	return process;
}

static int ranks_wait(pid_t process)
{
	int status;
	while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void ranks_good(int code)
{
	if (code != 0) {
		struct host_text said = host_folder_get("said.txt");
		fail_msg("%s", said.bytes);
	}
}

static void ranks_begin(void)
{
	(void)host_folder_put("study.yaml", RANKS_STUDY, strlen(RANKS_STUDY));
	(void)unlink("study_out.csv");
	(void)unlink("study_out_series.csv");
	(void)unlink("study_out.csv.journal");
}

static void ranks_reference(void)
{
	char command[2 * HOST_PATH_SIZE];
	ranks_begin();
	(void)snprintf(command, sizeof command, "'%s' sweep study.yaml --threads 1 >said.txt 2>&1", MECHFMU_PROGRAM);
	ranks_good(system(command));
	assert_int_equal(rename("study_out.csv", "reference.csv"), 0);
	assert_int_equal(rename("study_out_series.csv", "reference_series.csv"), 0);
}

static void ranks_equal_reference(void)
{
	assert_int_equal(system("cmp study_out.csv reference.csv && cmp study_out_series.csv reference_series.csv"), 0);
	assert_int_not_equal(access("study_out.csv.journal", F_OK), 0);
}

/* the processes of mpirun; waits until there are n */
static void ranks_processes(pid_t process, int n, int *list)
{
	const struct timespec pause = {0, 10000000};
	char path[100];
	(void)snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)process, (int)process);
	for (int tries = 0; tries < 3000; tries++) {
		int found = 0;
		FILE *file = fopen(path, "r");
		while (file != NULL && found < n && fscanf(file, "%d", &list[found]) == 1) {
			found++;
		}
		if (file != NULL) {
			(void)fclose(file);
		}
		if (found == n) {
			return;
		}
		(void)nanosleep(&pause, NULL);
	}
	fail_msg("no %d ranks", n);
}

static void ranks_wait_for_rows(off_t size)
{
	const struct timespec pause = {0, 1000000};
	struct stat facts;
	for (int tries = 0; tries < 60000 && (stat("study_out.csv.journal", &facts) != 0 || facts.st_size < size);
	     tries++) {
		(void)nanosleep(&pause, NULL);
	}
}

static void test_ranks_give_the_same_bytes(void **state)
{
	(void)state;
	if (!ranks_are_there()) {
		skip();
	}
	ranks_reference();
	for (int ranks = 1; ranks <= 3; ranks++) {
		ranks_good(ranks_wait(ranks_start(ranks, NULL)));
		ranks_equal_reference();
	}
}

/* kill -9 of one rank, 0 or another: MPI ends all; the journal keeps what is done. The same command
 * continues, with ranks or without */
static void test_a_killed_rank_loses_nothing(void **state)
{
	(void)state;
	if (!ranks_are_there()) {
		skip();
	}
	ranks_reference();
	for (int rank = 0; rank < 2; rank++) {
		int list[2];
		struct stat before;
		ranks_begin();
		const pid_t process = ranks_start(2, NULL);
		ranks_processes(process, 2, list);
		ranks_wait_for_rows(100000);
		assert_int_equal(kill(list[rank], SIGKILL), 0);
		assert_int_not_equal(ranks_wait(process), 0);
		assert_int_equal(stat("study_out.csv.journal", &before), 0);
		assert_true(before.st_size >= 100000);
		assert_int_not_equal(access("study_out.csv", F_OK), 0);
		if (rank > 0) {
			struct host_text said = host_folder_get("said.txt");
			assert_non_null(strstr(said.bytes, "interrupted: study_out.csv.journal keeps what is done"));
			host_text_free(&said);
		}
		ranks_good(ranks_wait(ranks_start(1 + rank, NULL)));
		ranks_equal_reference();
	}
}

/* one of four ranks has a tenth of the time: the others take its cases */
static void test_a_slow_rank_holds_nobody_up(void **state)
{
	const struct timespec runs = {0, 5000000}, stands = {0, 45000000};
	int list[4], status;
	(void)state;
	if (!ranks_are_there()) {
		skip();
	}
	ranks_reference();
	ranks_begin();
	const pid_t process = ranks_start(4, NULL);
	ranks_processes(process, 4, list);
	ranks_wait_for_rows(1000);
	while (waitpid(process, &status, WNOHANG) == 0) {
		(void)kill(list[3], SIGSTOP);
		(void)nanosleep(&stands, NULL);
		(void)kill(list[3], SIGCONT);
		(void)nanosleep(&runs, NULL);
	}
	ranks_good(WIFEXITED(status) ? WEXITSTATUS(status) : -1);
	ranks_equal_reference();
}

/* all ranks end with a message of the first one */
static void test_problems_end_all_ranks(void **state)
{
	static const struct {
		const char *study, *more, *said;
	} cases[] = {
		{RANKS_STUDY, "--output-file=none/out.csv", "none/out.csv: cannot be written"},
		{"study: s\nof: gone.yaml\nvary: {a: 1}\nrecord: {b: max(c)}\n", NULL, "gone.yaml: cannot open"},
		{RANKS_STUDY, "--merge=2", "ranks share the cases; leave --shard and --merge out"},
	};
	(void)state;
	if (!ranks_are_there()) {
		skip();
	}
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		(void)host_folder_put("study.yaml", cases[i].study, strlen(cases[i].study));
		assert_int_not_equal(ranks_wait(ranks_start(2, cases[i].more)), 0);
		struct host_text said = host_folder_get("said.txt");
		if (strstr(said.bytes, cases[i].said) == NULL) {
			fail_msg("%s", said.bytes);
		}
		host_text_free(&said);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ranks_give_the_same_bytes),
		cmocka_unit_test(test_a_killed_rank_loses_nothing),
		cmocka_unit_test(test_a_slow_rank_holds_nobody_up),
		cmocka_unit_test(test_problems_end_all_ranks),
	};
	return cmocka_run_group_tests(tests, study_setup, study_teardown);
}
