/* Signals: what the program leaves behind, within one process and as a user would see it. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host_folder.h"
#include "host_guard.h"
#include "host_samples.h"
#include "host_zip.h"
#include "slow_build.h"

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

/* the first entry of a folder whose name begins so; "" when there is none */
static const char *entry_of(const char *path, const char *begin)
{
	static char name[300];
	DIR *folder = opendir(path);
	assert_non_null(folder);
	name[0] = 0;
	for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
		    strncmp(entry->d_name, begin, strlen(begin)) == 0) {
			(void)snprintf(name, sizeof name, "%s", entry->d_name);
		}
	}
	closedir(folder);
	return name;
}

static void pause_a_little(void)
{
	(void)nanosleep(&(struct timespec){0, 2000000}, NULL);
}

/* jobs in the background of a shell ignore SIGINT, and hand that on */
static void listen_to_signals(void)
{
	for (int i = 0; i < SIGNALS; i++) {
		(void)signal(signals[i], SIG_DFL);
	}
}

/* in a process of its own: a draft and a folder with files, then the signal */
static void leave_things_behind(int number)
{
	struct mech_message message;
	struct host_file_draft draft;
	char folder[HOST_PATH_SIZE], inside[HOST_PATH_SIZE];
	host_guard_child(); /* the folder of the tests is not ours */
	listen_to_signals();
	int good = host_file_draft(host_folder_path("draft.txt"), &draft, &message) == 0 &&
	           host_folder_temporary(folder, &message) == 0;
	for (int i = 0; i < 300 && good; i++) {
		char name[20];
		(void)snprintf(name, sizeof name, i % 3 == 0 ? "folder%d" : "file%d", i);
		good = host_path_join(folder, name, inside) == 0 &&
		       (i % 3 == 0 ? mkdir(inside, 0700) == 0 : close(open(inside, O_WRONLY | O_CREAT, 0600)) == 0);
	}
	(void)raise(number);
	_exit(good ? 0 : 1);
}

static void a_signal_ends_the_process_after_its_drafts_and_folders(void **state)
{
	(void)state;
	assert_int_equal(setenv("TMPDIR", host_test_folder, 1), 0);
	for (int i = 0; i < SIGNALS; i++) {
		int status = 0;
		pid_t process = fork();
		if (process == 0) {
			leave_things_behind(signals[i]);
		}
		assert_int_equal(waitpid(process, &status, 0), process);
		assert_true(WIFSIGNALED(status));
		assert_int_equal(WTERMSIG(status), signals[i]);
		assert_string_equal(entry_of(host_test_folder, "mechfmu."), "");
		assert_string_equal(entry_of(host_test_folder, ".draft.txt."), "");
	}
}

static void an_ignored_signal_stays_ignored(void **state)
{
	int status = 0;
	(void)state;
	pid_t process = fork();
	if (process == 0) {
		struct mech_message message;
		struct host_file_draft draft;
		host_guard_child();
		(void)signal(SIGHUP, SIG_IGN);
		int good = host_file_draft(host_folder_path("kept.txt"), &draft, &message) == 0;
		(void)raise(SIGHUP);
		good = good && access(draft.temporary, F_OK) == 0;
		host_file_discard(&draft);
		_exit(good ? 0 : 1);
	}
	assert_int_equal(waitpid(process, &status, 0), process);
	assert_int_equal(status, 0);
}

/* ---- the program */

/* files may grow to `limit` bytes; RLIM_INFINITY: as they like */
static pid_t start_within(const char *const *words, rlim_t limit, const char *tmp)
{
	pid_t process = fork();
	if (process == 0) {
		const struct rlimit most = {limit, limit};
		listen_to_signals();
		(void)signal(SIGXFSZ, SIG_DFL);
		if (limit != RLIM_INFINITY && setrlimit(RLIMIT_FSIZE, &most) != 0) {
			_exit(98);
		}
		int good = chdir(host_test_folder) == 0 && freopen("out.txt", "w", stdout) != NULL &&
		           freopen("err.txt", "w", stderr) != NULL && setenv("TMPDIR", host_folder_path(tmp), 1) == 0;
		if (good) {
			(void)execv(MECHFMU_PROGRAM, (char *const *)(uintptr_t)words);
		}
		_exit(99);
	}
	assert_true(process > 0);
	return process;
}

static pid_t start_program(const char *const *words)
{
	return start_within(words, RLIM_INFINITY, "tmp");
}

/* the program ends with this code, says this on standard error, and leaves no temporary files */
static void expect_end(pid_t process, int code, const char *const *expected)
{
	int status = 0;
	assert_int_equal(waitpid(process, &status, 0), process);
	struct host_text said = host_folder_get(host_folder_path("err.txt"));
	if (!WIFEXITED(status) || WEXITSTATUS(status) != code) {
		fail_msg("status %#x: %s", (unsigned)status, said.size == 0 ? "" : said.bytes);
	}
	for (; *expected != NULL; expected++) {
		if (said.size == 0 || strstr(said.bytes, *expected) == NULL) {
			fail_msg("no '%s' in: %s", *expected, said.size == 0 ? "" : said.bytes);
		}
	}
	host_text_free(&said);
	assert_string_equal(entry_of(host_folder_path("tmp"), ""), "");
}

/* SIGCONT: it may have been stopped, so that it does not end by itself before */
static void end_program(pid_t process, int number)
{
	int status = 0;
	(void)kill(process, number);
	(void)kill(process, SIGCONT);
	assert_int_equal(waitpid(process, &status, 0), process);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), number);
	assert_string_equal(entry_of(host_folder_path("tmp"), ""), "");
}

/* The program, stopped while the folder has an entry whose name begins so. On a busy machine it may
 * end unseen, having done its work; then it works again. */
static pid_t catch_program(const char *const *words, const char *folder, const char *begin)
{
	char within[HOST_PATH_SIZE]; /* the name may stand where the next one is made */
	(void)snprintf(within, sizeof within, "%s", folder);
	for (int tries = 0; tries < 1000; tries++) {
		int status = 0;
		pid_t process = start_program(words), ended = 0;
		while (ended == 0 && *entry_of(within, begin) == 0) {
			pause_a_little();
			ended = waitpid(process, &status, WNOHANG);
		}
		if (ended == 0) {
			(void)kill(process, SIGSTOP);
			assert_int_equal(waitpid(process, &status, WUNTRACED), process);
			if (WIFSTOPPED(status) && *entry_of(within, begin) != 0) {
				return process;
			}
			(void)kill(process, SIGCONT);
			if (WIFSTOPPED(status)) {
				assert_int_equal(waitpid(process, &status, 0), process);
			}
		}
		assert_int_equal(status, 0);
	}
	fail_msg("%s: never seen with %s* in %s", words[1], begin, within);
	return 0;
}

static void an_interrupted_run_keeps_its_rows_and_says_so(void **state)
{
	static const char *const words[] = {"mechfmu",           "run",  "bar.yaml", "--stop-time", "1e5",
	                                    "--output-interval", "1e-3", "-o",       "long.csv",    NULL};
	char results[HOST_PATH_SIZE];
	(void)state;
	assert_int_equal(host_path_join(host_test_folder, "long.csv", results), 0);
	for (int i = 0; i < SIGNALS; i++) {
		struct stat facts;
		(void)unlink(results);
		pid_t process = start_program(words);
		while (stat(results, &facts) != 0 || facts.st_size < 5000) {
			pause_a_little();
		}
		end_program(process, signals[i]);
		struct host_text text = host_folder_get(results);
		assert_memory_equal(text.bytes, "\"time\",", 7);
		assert_int_equal(text.bytes[text.size - 1], '\n');
		host_text_free(&text);
		host_folder_assert_text(host_folder_path("err.txt"), "interrupted: long.csv has the rows so far\n");
	}
}

/* its results are its own business: there is nothing to say about them */
static void an_interrupted_show_leaves_nothing(void **state)
{
	static const char *const words[] = {"mechfmu", "show", "bar.yaml", "--stop-time", "1e5", NULL};
	(void)state;
	end_program(catch_program(words, host_folder_path("tmp"), "mechfmu."), SIGTERM);
	struct host_text text = host_folder_get(host_folder_path("err.txt"));
	assert_int_equal(text.size, 0);
	host_text_free(&text);
}

static void an_interrupted_lint_removes_its_folder(void **state)
{
	static const char *const words[] = {"mechfmu", "lint", "bar.fmu", NULL};
	static const char *const export[] = {"mechfmu", "export", "--native", "bar.yaml", NULL};
	int status = 0;
	(void)state;
	assert_int_equal(waitpid(start_program(export), &status, 0) > 0 && status == 0, 1);
	for (int i = 0; i < SIGNALS; i++) {
		end_program(catch_program(words, host_folder_path("tmp"), "mechfmu."), signals[i]);
	}
}

static void an_interrupted_export_leaves_no_draft(void **state)
{
	static const char *const words[] = {"mechfmu", "export", "bar.yaml", "-o", "interrupted.fmu", NULL};
	(void)state;
	for (int i = 0; i < SIGNALS; i++) {
		pid_t process = catch_program(words, host_test_folder, ".interrupted.fmu.");
		(void)unlink(host_folder_path("interrupted.fmu")); /* of runs that ended unseen */
		end_program(process, signals[i]);
		assert_string_equal(entry_of(host_test_folder, ".interrupted.fmu."), "");
		assert_string_equal(entry_of(host_test_folder, "interrupted.fmu"), "");
	}
}

/* ---- files that may not grow (ulimit -f), full disks */

static void an_export_that_finds_no_room_says_so_and_leaves_nothing(void **state)
{
	static const char *const words[] = {"mechfmu", "export", "bar.yaml", "-o", "large.fmu", NULL};
	static const char *const expected[] = {"large.fmu: cannot be written (File too large)\n", NULL};
	(void)state;
	expect_end(start_within(words, 65536, "tmp"), 1, expected);
	assert_string_equal(entry_of(host_test_folder, ".large.fmu."), "");
	assert_string_equal(entry_of(host_test_folder, "large.fmu"), "");
}

/* the unit itself has room: it is stored in the folder of temporary files first */
static void a_run_that_finds_no_room_says_so_and_keeps_whole_rows(void **state)
{
	static const char *const export[] = {"mechfmu", "export", "--native", "bar.yaml", NULL};
	static const char *const words[] = {"mechfmu",           "run",  "bar.fmu", "--stop-time", "1e3",
	                                    "--output-interval", "1e-3", "-o",      "cut.csv",     NULL};
	static const char *const nothing[] = {NULL};
	static const char *const expected[] = {"cut.csv: cannot be written (File too large)\n", NULL};
	enum { ROOM = SLOW_BUILD ? 12 << 20 : 4 << 20 }; /* sanitized libraries are larger */
	(void)state;
	expect_end(start_program(export), 0, nothing);
	expect_end(start_within(words, ROOM, "tmp"), 1, expected);
	struct host_text text = host_folder_get(host_folder_path("cut.csv"));
	assert_true(text.size <= ROOM && text.size > ROOM - 1000);
	assert_int_equal(text.bytes[text.size - 1], '\n');
	host_text_free(&text);
}

/* no defect of the unit, so another code than that of defects */
static void a_lint_that_finds_no_room_says_so_and_blames_nobody(void **state)
{
	static const char *const words[] = {"mechfmu", "lint", "bar.fmu", NULL};
	static const char *const full[] = {"bar.fmu: not everything was checked: ", "(File too large); TMPDIR names", NULL};
	static const char *const none[] = {"bar.fmu: not everything was checked: ", "no temporary folder can be made",
	                                   NULL};
	(void)state;
	expect_end(start_within(words, 20000, "tmp"), 3, full);
	struct host_text said = host_folder_get(host_folder_path("out.txt"));
	assert_non_null(strstr(said.bytes, "0 errors"));
	host_text_free(&said);
	expect_end(start_within(words, RLIM_INFINITY, "nowhere"), 3, none);
}

/* a system is unpacked, and then a unit of it that has no room */
static void a_lint_of_a_system_says_why_a_unit_was_not_checked(void **state)
{
	static const char zeros[100000];
	static const char *const words[] = {"mechfmu", "lint", "system.ssp", NULL};
	static const char *const expected[] = {"system.ssp: not everything was checked: ", "(File too large); TMPDIR names",
	                                       NULL};
	struct mech_message message = {""};
	struct host_zip_entry content = {"resources/zeros", zeros, sizeof zeros, 0};
	(void)state;
	assert_int_equal(host_zip_write(host_folder_path("unit.fmu"), 1, &content, &message), 0);
	struct host_text packed = host_folder_get(host_folder_path("unit.fmu"));
	struct host_zip_entry inside = {"resources/unit.fmu", packed.bytes, packed.size, 0};
	assert_int_equal(host_zip_write(host_folder_path("system.ssp"), 1, &inside, &message), 0);
	host_text_free(&packed);
	expect_end(start_within(words, 20000, "tmp"), 3, expected);
}

/* ---- a program that is killed says nothing, but its worker ends with it */

static void the_worker_of_a_killed_run_ends(void **state)
{
	static const char *const words[] = {"mechfmu",           "run",  "bar.yaml", "--stop-time", "1e3",
	                                    "--output-interval", "1e-3", "-o",       "killed.csv",  NULL};
	char results[HOST_PATH_SIZE];
	struct stat facts;
	int status = 0;
	(void)state;
	assert_int_equal(host_path_join(host_test_folder, "killed.csv", results), 0);
	/* the worker becomes ours when its parent is gone */
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	pid_t process = start_program(words);
	while (stat(results, &facts) != 0 || facts.st_size < 5000) {
		pause_a_little();
	}
	assert_int_equal(kill(process, SIGKILL), 0);
	assert_int_equal(waitpid(process, &status, 0), process);
	const pid_t worker = waitpid(-1, &status, 0);
	assert_true(worker > 0);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGKILL);
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
	/* nobody is left who could remove it */
	char left[HOST_PATH_SIZE];
	const char *name = entry_of(host_folder_path("tmp"), "mechfmu.");
	while (*name != 0) {
		assert_int_equal(host_path_join(host_folder_path("tmp"), name, left), 0);
		host_folder_remove(left);
		name = entry_of(host_folder_path("tmp"), "mechfmu.");
	}
}

static int setup(void **state)
{
	if (host_folder_setup(state) != 0) {
		return -1;
	}
	(void)host_folder_put("bar.yaml", SAMPLE_BAR, strlen(SAMPLE_BAR));
	return mkdir(host_folder_path("tmp"), 0700);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_signal_ends_the_process_after_its_drafts_and_folders),
		cmocka_unit_test(an_ignored_signal_stays_ignored),
		cmocka_unit_test(an_interrupted_run_keeps_its_rows_and_says_so),
		cmocka_unit_test(an_interrupted_show_leaves_nothing),
		cmocka_unit_test(an_interrupted_lint_removes_its_folder),
		cmocka_unit_test(an_interrupted_export_leaves_no_draft),
		cmocka_unit_test(an_export_that_finds_no_room_says_so_and_leaves_nothing),
		cmocka_unit_test(a_run_that_finds_no_room_says_so_and_keeps_whole_rows),
		cmocka_unit_test(a_lint_that_finds_no_room_says_so_and_blames_nobody),
		cmocka_unit_test(a_lint_of_a_system_says_why_a_unit_was_not_checked),
		cmocka_unit_test(the_worker_of_a_killed_run_ends),
	};
	return cmocka_run_group_tests(tests, setup, host_folder_teardown);
}
