/* Every example is saved at a random time, continues, is restored and continues again: every
 * variable must come out the same to the last bit. First in the same instance, then from a file in
 * another process, which knows nothing but the example's name: this program itself, called with
 * arguments.
 */
#define _POSIX_C_SOURCE 200809L
#include "find_method.h"
#include "fmu/fmu_fixture.h"

#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dae_method.h"
#include "host/host_folder.h"
#include "slow_build.h"
#include "test_random.h"

enum { STEPS = SLOW_BUILD ? 6 : 8 };

static const char *program;

static void open_example(struct fixture *x, const char *file)
{
	struct mech_message message = {""};
	struct host_image image = {NULL, 0};
	struct host_mechanism *mechanism = host_read_file(file, &message);
	if (mechanism == NULL || host_image_build(mechanism, &image, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_mechanism_free(mechanism);
	fixture_open_image(x, image, 0);
}

static double step_size(const struct fixture *x)
{
	const struct mech_image_head *head = ((struct fmu_instance *)x->c)->model->head;
	return (head->stop_time - head->start_time) / 100;
}

/* inputs of the step that begins at point k: they swing a little about their start values, and
 * their slope is known */
static void set_inputs(struct fixture *x, int k)
{
	const struct mech_model *model = ((struct fmu_instance *)x->c)->model;
	const fmi2Integer order = 1;
	for (int i = 0; i < model->n_inputs; i++) {
		fmi2ValueReference input = fixture_reference(x, mech_name(model, model->inputs[i].name));
		double swing = 0.1 * fabs(model->inputs[i].start) + 1e-3;
		double value = model->inputs[i].start + swing * sin(0.4 * (k + i));
		double slope = swing * cos(0.4 * (k + i)) * 0.4 / step_size(x);
		fixture_expect_ok(x, fmi2SetReal(x->c, &input, 1, &value));
		fixture_expect_ok(x, fmi2SetRealInputDerivatives(x->c, &input, 1, &order, &slope));
	}
}

/* from one communication point to another; at both, the inputs of the next step are set already */
static void run(struct fixture *x, int from, int to)
{
	const struct mech_image_head *head = ((struct fmu_instance *)x->c)->model->head;
	for (int k = from; k < to; k++) {
		fixture_expect_ok(x, fmi2DoStep(x->c, head->start_time + k * step_size(x), step_size(x), fmi2True));
		set_inputs(x, k + 1);
	}
}

static void start(struct fixture *x, const char *method)
{
	const struct mech_image_head *head = ((struct fmu_instance *)x->c)->model->head;
	fmi2ValueReference reference = fixture_reference(x, "solver.method");
	fmi2Integer number = number_of_method(method);
	fixture_expect_ok(
		x, fmi2SetupExperiment(x->c, fmi2True, SLOW_BUILD ? 1e-3 : 1e-4, head->start_time, fmi2True, head->stop_time));
	fixture_expect_ok(x, fmi2SetInteger(x->c, &reference, 1, &number));
	fixture_expect_ok(x, fmi2EnterInitializationMode(x->c));
	fixture_expect_ok(x, fmi2ExitInitializationMode(x->c));
	set_inputs(x, 0);
}

static double *all_values(struct fixture *x)
{
	double *values = calloc((size_t)fixture_count(x), sizeof *values);
	assert_non_null(values);
	fixture_get_all(x, values);
	return values;
}

static void assert_same(struct fixture *x, const double *actual, const double *expected, const char *file,
                        const char *method)
{
	const struct mech_model *model = ((struct fmu_instance *)x->c)->model;
	for (int k = 0; k < fixture_count(x); k++) {
		if (memcmp(&actual[k], &expected[k], sizeof actual[k]) != 0) {
			fail_msg("%s, %s: %s is %.17g, not %.17g", file, method, mech_name(model, model->variables[k].name),
			         actual[k], expected[k]);
		}
	}
}

/* ---- the other process: <program> example.yaml state from values */

static int be_the_other_process(char **arguments)
{
	struct fixture x;
	fmi2FMUstate state = NULL;
	struct host_text bytes = host_folder_get(arguments[2]);
	open_example(&x, arguments[1]);
	fixture_expect_ok(&x, fmi2DeSerializeFMUstate(x.c, bytes.bytes, bytes.size, &state));
	fixture_expect_ok(&x, fmi2SetFMUstate(x.c, state));
	fixture_expect_ok(&x, fmi2FreeFMUstate(x.c, &state));
	host_text_free(&bytes);
	run(&x, (int)strtol(arguments[3], NULL, 10), STEPS);
	double *values = all_values(&x);
	FILE *file = fopen(arguments[4], "wb");
	int failed = file == NULL || fwrite(values, sizeof *values, (size_t)fixture_count(&x), file) == 0;
	failed |= file != NULL && fclose(file) != 0;
	free(values);
	fixture_close(&x);
	return failed;
}

static double *values_of_another_process(struct fixture *x, const char *example, fmi2FMUstate saved, int from)
{
	char begin[16];
	size_t size = 0;
	fixture_expect_ok(x, fmi2SerializedFMUstateSize(x->c, saved, &size));
	fmi2Byte *bytes = malloc(size);
	assert_non_null(bytes);
	fixture_expect_ok(x, fmi2SerializeFMUstate(x->c, saved, bytes, size));
	const char *state = host_folder_put("state", bytes, size);
	const char *values = host_folder_path("values");
	free(bytes);
	(void)snprintf(begin, sizeof begin, "%d", from);

	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		execl(program, program, example, state, begin, values, (char *)NULL);
		_exit(127);
	}
	int status = -1;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	struct host_text text = host_folder_get(values);
	assert_int_equal(text.size, (size_t)fixture_count(x) * sizeof(double));
	double *copy = malloc(text.size);
	assert_non_null(copy);
	memcpy(copy, text.bytes, text.size);
	host_text_free(&text);
	return copy;
}

/* ---- */

static void check_example(const char *example, const char *method, int saved_at)
{
	struct fixture x;
	fmi2FMUstate saved = NULL;
	open_example(&x, example);
	start(&x, method);
	run(&x, 0, saved_at);
	fixture_expect_ok(&x, fmi2GetFMUstate(x.c, &saved));
	run(&x, saved_at, STEPS);
	double *first = all_values(&x);

	fixture_expect_ok(&x, fmi2SetFMUstate(x.c, saved));
	run(&x, saved_at, STEPS);
	double *again = all_values(&x);
	assert_same(&x, again, first, example, method);

	/* the start of a process takes long under sanitizers */
	if (!SLOW_BUILD || strcmp(method, "bdf") == 0) {
		double *elsewhere = values_of_another_process(&x, example, saved, saved_at);
		assert_same(&x, elsewhere, first, example, method);
		free(elsewhere);
	}
	fixture_expect_ok(&x, fmi2FreeFMUstate(x.c, &saved));
	free(first);
	free(again);
	fixture_close(&x);
}

static void every_example_repeats_its_run_to_the_last_bit_also_in_another_process(void **state)
{
	(void)state;
	static const char *const methods[] = {
		"auto",      "generalized_alpha", "hht",       "bdf",       "bdf_displacement",
		"midpoint",  "energy_decaying",   "radau",     "for_sdirk", "infl_sdirk",
		"infl_trap", "ssp_trap",          "for_rosen", "dopri5",    "dop853"};
	static const char *const stiff[] = {"off_road_vehicle", "cam_follower",          "geneva_drive",
	                                    "trebuchet",        "flexible_slider_crank", "beam_with_tip",
	                                    "gripper",          "spin_up_beam",          "four_bar_crooked_joint"};
	enum { FAST = 3 }; /* the first methods: on stiff mechanisms */
	const size_t count = sizeof methods / sizeof methods[0];
	struct test_random random = test_random_start(7);
	glob_t files;
	assert_int_equal(glob(MECHFMU_SOURCE_DIR "/examples/*/*.yaml", 0, NULL, &files), 0);
	assert_true(files.gl_pathc >= 5);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		for (size_t k = 0; k < count; k++) {
			/* one each, in turn, where it takes long, and a fast one on stiff mechanisms: an explicit
			 * one takes 5e5 steps for a second of the vehicle */
			int is_stiff = 0;
			for (size_t j = 0; j < sizeof stiff / sizeof stiff[0]; j++) {
				is_stiff |= strstr(files.gl_pathv[i], stiff[j]) != NULL;
			}
			if (is_stiff ? k == i % FAST : !SLOW_BUILD || k == i % count) {
				check_example(files.gl_pathv[i], methods[k], test_random_int(&random, 0, STEPS - 1));
			}
		}
	}
	globfree(&files);
}

/* explicit, and slow on stiff mechanisms */
static void so_do_the_regularized_methods(void **state)
{
	(void)state;
	static const char *const methods[] = {"baumgarte", "direct", "trust_region_fixed"};
	for (size_t k = 0; k < sizeof methods / sizeof methods[0]; k++) {
		check_example(MECHFMU_SOURCE_DIR "/examples/pendulum/pendulum.yaml", methods[k], STEPS / 2);
	}
}

int main(int argc, char **argv)
{
	program = argv[0];
	if (argc == 5) {
		return be_the_other_process(argv);
	}
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_example_repeats_its_run_to_the_last_bit_also_in_another_process),
		cmocka_unit_test(so_do_the_regularized_methods),
	};
	return cmocka_run_group_tests(tests, host_folder_setup, host_folder_teardown);
}
