/* The command line: the program itself, run as a user would. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dae_method.h"
#include "host_cli.h"
#include "host_folder.h"
#include "host_samples.h"

/* what a run of the program gave */
struct outcome {
	int code;
	struct host_text out, err;
};

/* runs `mechfmu <arguments>` in the test folder */
static struct outcome run(const char *arguments)
{
	struct outcome o = {0};
	char command[3 * HOST_PATH_SIZE];
	(void)snprintf(command, sizeof command, "cd '%s' && '%s' %s >out.txt 2>err.txt </dev/null", host_test_folder,
	               MECHFMU_PROGRAM, arguments);
	int status = system(command);
	assert_true(WIFEXITED(status));
	o.code = WEXITSTATUS(status);
	o.out = host_folder_get(host_folder_path("out.txt"));
	o.err = host_folder_get(host_folder_path("err.txt"));
	host_text_add(&o.out, "");
	host_text_add(&o.err, "");
	return o;
}

static void release(struct outcome *o)
{
	host_text_free(&o->out);
	host_text_free(&o->err);
}

static int setup(void **state)
{
	if (host_folder_setup(state) != 0) {
		return -1;
	}
	(void)host_folder_put("bar.yaml", SAMPLE_BAR, strlen(SAMPLE_BAR));
	(void)host_folder_put("short.yaml", SAMPLE_IMPOSSIBLE, strlen(SAMPLE_IMPOSSIBLE));
	(void)host_folder_put("push.csv", "time,push_force\n0,0\n1,1\n", 24);
	return 0;
}

/* exit code, and one line of the given kind on standard error */
static void a_wrong_command_line_gives_one_line_and_the_right_exit_code(void **state)
{
	static const struct {
		const char *arguments;
		int code;
		const char *message;
	} cases[] = {
		{"chek bar.yaml", 2, "mechfmu: no command 'chek' (did you mean 'check'?); mechfmu --help lists them\n"},
		{"--verbose", 2, "mechfmu: no command '--verbose'"},
		{"check", 2, "mechfmu check: no file is given (usage: mechfmu check FILE.yaml|FILE.ssp|FILE.ssd ...)\n"},
		{"methods bar.yaml", 2, "mechfmu methods: too many files"},
		{"run bar.yaml bar.yaml", 2, "mechfmu run: too many files"},
		{"run bar.yaml --stoptime 3", 2, "mechfmu run: no option '--stoptime' (did you mean '--stop-time'?)\n"},
		{"run bar.yaml --stop-time", 2, "mechfmu run: --stop-time needs TIME after it\n"},
		{"run bar.yaml --stop-time soon", 2, "mechfmu run: 'soon' is not a value for --stop-time\n"},
		{"run bar.yaml --stop-time=", 2, "mechfmu run: '' is not a value for --stop-time\n"},
		{"run bar.yaml --tolerance 0", 2, "mechfmu run: '0' is not a value for --tolerance\n"},
		{"run bar.yaml --log=yes", 2, "mechfmu run: --log needs no value\n"},
		{"run bar.yaml --start-value mass", 2, "mechfmu run: --start-value needs NAME VALUE after it\n"},
		{"run bar.yaml --stop 3", 2, "mechfmu run: no option '--stop' (did you mean '--stop-time'?)\n"},
		{"run bar.yaml --tol 3", 2, "mechfmu run: no option '--tol' (did you mean '--tolerance'?)\n"},
		{"exp bar.yaml", 2, "mechfmu: no command 'exp' (did you mean 'export'?); mechfmu --help lists them\n"},
		{"export bar.yaml --stop-time 3", 2, "mechfmu export: no option '--stop-time'"},
		{"export bar.yaml bar.yaml -o x.fmu", 2,
	     "mechfmu export: --output names one file, but there are several mechanisms\n"},
		{"check missing.yaml", 1, "missing.yaml:"},
		{"check short.yaml", 1, "short.yaml: "},
		{"export short.yaml", 1, "short.yaml: "},
		{"export bar.yaml -o none/x.fmu", 1, "none/x.fmu: cannot be written"},
		{"draw bar.yaml -o bar.gif", 1, "bar.gif: a picture ends with .svg or .png\n"},
		{"draw short.yaml", 1, "short.yaml: "},
		{"draw bar.yaml -o none/bar.svg", 1, "none/bar.svg: cannot be written"},
		{"completion fish", 2, "mechfmu completion: no shell 'fish' (there are bash and zsh)\n"},
		{"linearize", 2, "mechfmu linearize: no file is given (usage: mechfmu linearize FILE.yaml)\n"},
		{"linearize bar.yaml bar.yaml", 2, "mechfmu linearize: too many files"},
		{"linearize bar.yaml --at", 2, "mechfmu linearize: --at needs TIME after it\n"},
		{"linearize bar.yaml --at noon", 2, "mechfmu linearize: 'noon' is not a value for --at\n"},
		{"linearize bar.yaml --format xml", 2, "mechfmu linearize: 'xml' is not a value for --format\n"},
		{"linearize bar.yaml --stop-time 1", 2, "mechfmu linearize: no option '--stop-time'"},
		{"check bar.yaml --at 1", 2, "mechfmu check: no option '--at'"},
		{"linearize missing.yaml", 1, "missing.yaml:"},
		{"linearize short.yaml", 1, "short.yaml: "},
		{"linearize bar.yaml --at -1", 1, "bar.yaml: time -1 lies before the start, 0\n"},
		{"linearize bar.yaml -o none/x.json", 1, "none/x.json: cannot be written"},
		{"run missing.fmu", 1, "missing.fmu: cannot be read"},
		{"run bar.yaml --start-value bodies.bar.mas 2", 1,
	     "start value: the unit has no variable 'bodies.bar.mas' (did you mean 'bodies.bar.mass'?)\n"},
		{"run bar.yaml --input-file bar.yaml", 1, "bar.yaml:"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct outcome o = run(cases[i].arguments);
		if (o.code != cases[i].code || strncmp(o.err.bytes, cases[i].message, strlen(cases[i].message)) != 0) {
			fail_msg("mechfmu %s: exit code %d, '%s'", cases[i].arguments, o.code, o.err.bytes);
		}
		assert_int_equal(strcspn(o.err.bytes, "\n"), o.err.size - 1);
		assert_int_equal(o.out.size, 0);
		release(&o);
	}
}

static void help_and_version_go_to_standard_output(void **state)
{
	static const struct {
		const char *arguments, *text;
	} cases[] = {
		{"--version", "mechfmu 0.1.0\n"},
		{"--help", "usage: mechfmu <command>"},
		{"-h", "Exit codes:"},
		{"help", "Exit codes:"},
		{"run --help", "--output-interval TIME"},
		{"help run", "--input-file FILE"},
		{"export --help", "--output FILE"},
		{"check -h", "examples:"},
		{"linearize --help", "--format text|json|csv|matlab"},
		{"linearize bar.yaml", "eigenvalues"},
		{"linearize bar.yaml --at 0.1 --format json", "\"time\": 0.1,"},
		{"linearize bar.yaml --format=csv", "\"\",\"joints."},
		{"linearize bar.yaml --format matlab", "A = ["},
		{"methods", "generalized_alpha"},
		{"schema", "\"$schema\""},
		{"schema --markdown", "#### revolute in space"},
		{"manual", ".TH MECHFMU 1"},
		{"completion bash", "complete -F _mechfmu mechfmu"},
		{"completion zsh", "#compdef mechfmu"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct outcome o = run(cases[i].arguments);
		assert_int_equal(o.code, 0);
		assert_int_equal(o.err.size, 0);
		if (strstr(o.out.bytes, cases[i].text) == NULL) {
			fail_msg("mechfmu %s: '%s'", cases[i].arguments, o.out.bytes);
		}
		release(&o);
	}
	struct outcome o = run("");
	assert_int_equal(o.code, 2);
	assert_int_equal(o.out.size, 0);
	assert_non_null(strstr(o.err.bytes, "usage: mechfmu <command>"));
	release(&o);
}

static void methods_are_listed_with_order_formulations_and_source(void **state)
{
	struct outcome o = run("methods");
	(void)state;
	assert_int_equal(o.code, 0);
	assert_non_null(strstr(o.out.bytes, "\nradau                  5  stabilized, index3, index2  Radau IIA"));
	assert_non_null(strstr(o.out.bytes, "\nmidpoint               2  stabilized                  implicit midpoint"));
	for (int i = 0; i < dae_method_count(); i++) {
		char entry[200];
		(void)snprintf(entry, sizeof entry, "\n%s ", dae_methods[i]->name);
		assert_non_null(strstr(o.out.bytes, entry));
		/* the source under the text */
		(void)snprintf(entry, sizeof entry, "  %s\n%54s%s\n", dae_methods[i]->text, "", dae_methods[i]->paper);
		assert_non_null(strstr(o.out.bytes, entry));
	}
	for (const char *line = o.out.bytes; *line != 0; line += strcspn(line, "\n") + 1) {
		assert_in_range(strcspn(line, "\n"), 0, 120);
	}
	release(&o);
}

/* those to use first, each with its own rank */
static void methods_for_comparison_are_listed_apart(void **state)
{
	static const char *const to_use[] = {
		"auto", "dop853", "dopri5", "radau", "bdf", "generalized_alpha", "energy_decaying",
	};
	enum { TO_USE = sizeof to_use / sizeof *to_use };
	struct outcome o = run("methods");
	const char *at = o.out.bytes, *apart = strstr(o.out.bytes, "\n\nfor comparison with the papers\n");
	(void)state;
	assert_non_null(apart);
	for (int i = 0; i < TO_USE; i++) {
		char entry[40];
		(void)snprintf(entry, sizeof entry, "\n%s ", to_use[i]);
		at = strstr(at, entry);
		assert_true(at != NULL && at < apart);
	}
	for (int i = 0; i < dae_method_count(); i++) {
		char entry[40];
		(void)snprintf(entry, sizeof entry, "\n%s ", dae_methods[i]->name);
		assert_int_equal(strstr(apart, entry) != NULL, dae_methods[i]->use == 0);
	}
	release(&o);
}

/* a cart on a spring: the unit starts where the spring carries it, 2 kg 9.81 / 98.1, and stays
 * there */
static void a_static_start_is_found_in_the_unit(void **state)
{
	static const char text[] =
		"mechanism: hanging\n"
		"gravity: [0, -9.81]\n"
		"bodies: {cart: {mass: 2, inertia: 1, center: [0, 0]}}\n"
		"joints: {guide: {type: prismatic, bodies: [ground, cart], at: [0, 0], axis: [0, 1]}}\n"
		"forces: {spring: {type: spring_damper, bodies: [ground, cart], from: [0, 1], to: [0, 0], "
		"stiffness: 98.1}}\n"
		"initial: static\n"
		"outputs: [joints.guide.position]\n";
	(void)state;
	(void)host_folder_put("hanging.yaml", text, sizeof text - 1);
	struct outcome o = run("run hanging.yaml --stop-time 1 --output-interval 0.5 -o -");
	assert_int_equal(o.code, 0);
	int rows = 0;
	for (const char *line = strchr(o.out.bytes, '\n'); line != NULL && line[1] != 0; line = strchr(line + 1, '\n')) {
		double time, position;
		assert_int_equal(sscanf(line + 1, "%lf,%lf", &time, &position), 2);
		assert_true(position > -0.2 - 1e-9 && position < -0.2 + 1e-9);
		rows++;
	}
	assert_int_equal(rows, 3);
	release(&o);
	o = run("run hanging.yaml --stop-time 1 --start-value forces.spring.stiffness 0 -o -");
	assert_int_equal(o.code, 1);
	assert_non_null(strstr(o.err.bytes, "nothing holds the position of joint 'guide'"));
	release(&o);
}

static void check_reports_and_leaves_no_file(void **state)
{
	struct outcome o = run("check bar.yaml");
	(void)state;
	assert_int_equal(o.code, 0);
	assert_non_null(strstr(o.out.bytes, "bar.yaml: mechanism 'bar_and_cart' is good\n"));
	assert_non_null(strstr(o.out.bytes, "degrees of freedom           2\n"));
	assert_int_equal(o.err.size, 0);
	release(&o);
	assert_int_equal(access(host_folder_path("bar.fmu"), F_OK), -1);
}

/* warnings do not fail; a run on request finds how far singular positions are */
static void check_runs_the_mechanism_where_asked_for(void **state)
{
	struct outcome o = run("check --motion bar.yaml");
	(void)state;
	assert_int_equal(o.code, 0);
	assert_non_null(strstr(o.out.bytes, "nearest singular position    none near: distance "));
	assert_non_null(strstr(o.out.bytes, "cost of the run              "));
	assert_non_null(strstr(o.out.bytes, " steps of the solver for "));
	release(&o);
	static const char text[] = "mechanism: bob\n"
							   "gravity: [0, -9810]\n"
							   "bodies: {bob: {mass: 1, inertia: 1, center: [0, 0]}}\n"
							   "joints: {pin: {type: revolute, bodies: [ground, bob], at: [0, 1]}}\n";
	(void)host_folder_put("warned.yaml", text, sizeof text - 1);
	o = run("check warned.yaml");
	assert_int_equal(o.code, 0);
	assert_non_null(strstr(o.out.bytes, "mechanism 'bob' is good, with 1 warning\n"));
	assert_non_null(strstr(o.out.bytes, "  warning: gravity is 9810 m/s2"));
	release(&o);
}

static void choices_are_given_by_name(void **state)
{
	struct outcome o = run("run bar.yaml --stop-time 0.1 --start-value solver.method radau --output-file radau.csv");
	(void)state;
	assert_int_equal(o.code, 0);
	release(&o);
	o = run("run bar.yaml --start-value solver.method raddau");
	assert_int_equal(o.code, 1);
	assert_non_null(strstr(o.err.bytes, "'raddau' is not a value for solver.method (did you mean 'radau'?); it can be "
	                                    "auto, generalized_alpha, hht, "));
	release(&o);
}

static void a_mechanism_and_its_fmu_give_the_same_results(void **state)
{
	(void)state;
	struct outcome o = run("export bar.yaml");
	assert_int_equal(o.code, 0);
	assert_string_equal(o.out.bytes, "bar.fmu\n");
	release(&o);
	o = run("run bar.fmu --stop-time 0.5 --start-value bodies.cart.mass=2 --input-file push.csv");
	assert_int_equal(o.code, 0);
	assert_string_equal(o.out.bytes, "bar_out.csv\n");
	assert_int_equal(o.err.size, 0); /* no progress bar into a file */
	release(&o);
	o = run("run --stop-time=0.5 --start-value bodies.cart.mass 2 --input-file=push.csv --output-file - -- bar.yaml");
	assert_int_equal(o.code, 0);
	host_folder_assert_text(host_folder_path("bar_out.csv"), o.out.bytes);
	assert_memory_equal(o.out.bytes, "\"time\",\"joints.pin.angle\",\"joints.rail.position\"\n0,0,0\n0.125,", 58);
	release(&o);
}

/* a pendulum in eight fixed steps a second; and with step control */
static void a_run_that_is_less_accurate_than_its_tolerance_says_so(void **state)
{
	static const char pendulum[] = "mechanism: pendulum\ngravity: [0, -9.81]\n"
								   "bodies: {bob: {mass: 1, center: [1, 0]}}\n"
								   "joints: {pin: {type: revolute, bodies: [ground, bob], at: [0, 0]}}\n";
	(void)state;
	host_folder_put("free.yaml", pendulum, sizeof pendulum - 1);
	struct outcome o = run("run free.yaml --output-interval 0.125");
	assert_int_equal(o.code, 0);
	assert_null(strstr(o.err.bytes, "warning"));
	release(&o);
	char fixed[512];
	const int length = snprintf(fixed, sizeof fixed, "%ssolver: {method: radau, fixed_step: 0.125}\n", pendulum);
	host_folder_put("fixed.yaml", fixed, (size_t)length);
	o = run("run fixed.yaml --output-interval 0.125");
	assert_int_equal(o.code, 0);
	assert_non_null(strstr(o.err.bytes, "warning: the energy balance is off by "));
	release(&o);
}

static void a_native_export_runs_on_this_machine(void **state)
{
	struct outcome o = run("export bar.yaml --native -o native.fmu");
	(void)state;
	assert_int_equal(o.code, 0);
	assert_string_equal(o.out.bytes, "native.fmu\n");
	release(&o);
	o = run("run native.fmu --stop-time 0.25 -o -");
	assert_int_equal(o.code, 0);
	assert_memory_equal(o.out.bytes, "\"time\",\"joints.pin.angle\",\"joints.rail.position\"\n0,0,0\n0.125,", 58);
	release(&o);
}

static void several_files_are_exported_even_when_one_is_bad(void **state)
{
	struct outcome o = run("export short.yaml bar.yaml");
	(void)state;
	assert_int_equal(o.code, 1);
	assert_string_equal(o.out.bytes, "bar.fmu\n");
	assert_int_equal(access(host_folder_path("short.fmu"), F_OK), -1);
	release(&o);
}

static void a_picture_is_drawn_in_the_form_its_name_asks_for(void **state)
{
	(void)state;
	struct outcome o = run("draw bar.yaml");
	assert_int_equal(o.code, 0);
	assert_string_equal(o.out.bytes, "bar.svg\n");
	release(&o);
	o = run("draw bar.yaml --output bar.png");
	assert_int_equal(o.code, 0);
	assert_string_equal(o.out.bytes, "bar.png\n");
	release(&o);
	struct host_text svg = host_folder_get(host_folder_path("bar.svg"));
	struct host_text png = host_folder_get(host_folder_path("bar.png"));
	assert_non_null(strstr(svg.bytes, ">cart</text>"));
	assert_memory_equal(png.bytes, "\x89PNG", 4);
	host_text_free(&svg);
	host_text_free(&png);
}

/* every command, with what it writes where nothing can be written */
static const char *const talking[] = {
	"check bar.yaml",
	"export bar.yaml",
	"export --native bar.yaml -o -",
	"run bar.yaml",
	"run bar.yaml -o -",
	"lint bar.fmu",
	"draw bar.yaml",
	"draw bar.yaml -o -",
	"show bar.yaml -o -",
	"linearize bar.yaml",
	"methods",
	"schema",
	"schema --markdown",
	"manual",
	"completion bash",
	"completion zsh",
	"--help",
	"--version",
	"help run",
};

static void assert_misses_its_output(const char *before, const char *redirection, const char *reason)
{
	for (size_t i = 0; i < sizeof talking / sizeof talking[0]; i++) {
		char command[3 * HOST_PATH_SIZE];
		(void)snprintf(command, sizeof command, "cd '%s' && { %s '%s' %s 2>err.txt; echo $? >code.txt; } %s",
		               host_test_folder, before, MECHFMU_PROGRAM, talking[i], redirection);
		int ended = system(command);
		(void)ended;
		struct host_text err = host_folder_get(host_folder_path("err.txt"));
		if (err.bytes == NULL || strstr(err.bytes, "standard output") == NULL || strstr(err.bytes, reason) == NULL) {
			fail_msg("%s: '%s'", talking[i], err.bytes == NULL ? "" : err.bytes);
		}
		host_text_free(&err);
		host_folder_assert_text(host_folder_path("code.txt"), "1\n");
	}
}

static void output_that_cannot_be_written_is_an_error_with_a_reason(void **state)
{
	(void)state;
	struct outcome o = run("export --native bar.yaml");
	assert_int_equal(o.code, 0);
	release(&o);
	assert_misses_its_output("", ">/dev/full", "(No space left on device)");
	assert_misses_its_output("", ">&-", "(Bad file descriptor)");
	/* the reader is gone before anything is written */
	assert_int_equal(mkfifo(host_folder_path("gate"), 0600), 0);
	assert_misses_its_output("read -r open <gate;", "| { exec <&-; echo yes >gate; }", "(Broken pipe)");
}

static void a_dash_is_standard_output(void **state)
{
	(void)state;
	struct outcome file = run("export --native bar.yaml -o named.fmu"), dash = run("export --native bar.yaml -o -");
	struct host_text fmu = host_folder_get(host_folder_path("named.fmu"));
	assert_int_equal(dash.code, 0);
	assert_int_equal(dash.out.size, fmu.size);
	assert_memory_equal(dash.out.bytes, fmu.bytes, fmu.size);
	host_text_free(&fmu);
	release(&file);
	release(&dash);
	struct outcome picture = run("draw bar.yaml -o -");
	assert_memory_equal(picture.out.bytes, "<svg ", 5);
	release(&picture);
	struct outcome model = run("linearize bar.yaml --format json -o -");
	assert_memory_equal(model.out.bytes, "{", 1);
	release(&model);
}

static void a_run_and_show_write_pages(void **state)
{
	struct outcome o = run("run bar.yaml --show");
	(void)state;
	assert_int_equal(o.code, 0);
	assert_string_equal(o.out.bytes, "bar_out.csv\nbar.html\n");
	release(&o);
	struct host_text page = host_folder_get(host_folder_path("bar.html"));
	o = run("show bar.yaml --results bar_out.csv --output shown.html");
	assert_int_equal(o.code, 0);
	assert_string_equal(o.out.bytes, "shown.html\n");
	release(&o);
	struct host_text shown = host_folder_get(host_folder_path("shown.html"));
	assert_string_equal(page.bytes, shown.bytes);
	host_text_free(&page);
	host_text_free(&shown);
	/* run by itself it has the same numbers */
	o = run("show bar.yaml --stop-time 0.5 --start-value bodies.cart.mass=4");
	assert_int_equal(o.code, 0);
	page = host_folder_get(host_folder_path("bar.html"));
	assert_non_null(strstr(page.bytes, "{\"name\": \"bodies.cart.mass\", \"value\": 4}"));
	assert_non_null(strstr(page.bytes, "\"rows\": 5"));
	host_text_free(&page);
	release(&o);
	o = run("run bar.yaml --show --output-file -");
	assert_int_equal(o.code, 2);
	assert_string_equal(o.err.bytes, "mechfmu run: --show and --plot need results in a file\n");
	release(&o);
	o = run("show bar.yaml --results missing.csv");
	assert_int_equal(o.code, 1);
	assert_non_null(strstr(o.err.bytes, "missing.csv: cannot be read"));
	release(&o);
}

static void a_plot_stands_in_front_of_the_page(void **state)
{
	struct outcome o = run("run bar.yaml --plot joints.rail.position,joints.pin.reaction_force");
	(void)state;
	assert_int_equal(o.code, 0);
	assert_string_equal(o.out.bytes, "bar_out.csv\nbar.html\n");
	release(&o);
	struct host_text page = host_folder_get(host_folder_path("bar.html"));
	assert_non_null(strstr(page.bytes, "id=\"plot\">[\"joints.rail.position\", \"joints.pin.reaction_force[1]\", "
	                                   "\"joints.pin.reaction_force[2]\"]</script>"));
	host_text_free(&page);
	o = run("show bar.yaml --plot joints.rail.position -o plotted.html");
	assert_int_equal(o.code, 0);
	release(&o);
	o = run("run bar.yaml --plot joints.rail.positon");
	assert_int_equal(o.code, 1);
	assert_string_equal(o.err.bytes, "--plot: the results have no variable 'joints.rail.positon' (did you mean "
	                                 "'joints.rail.position'?)\n");
	release(&o);
	o = run("run bar.yaml --plot a, --output-file -");
	assert_int_equal(o.code, 2);
	release(&o);
	o = run("show bar.yaml --plot joints.rail.position,");
	assert_int_equal(o.code, 1);
	assert_non_null(strstr(o.err.bytes, "no variable ''"));
	release(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_and_show_write_pages),
		cmocka_unit_test(a_plot_stands_in_front_of_the_page),
		cmocka_unit_test(a_wrong_command_line_gives_one_line_and_the_right_exit_code),
		cmocka_unit_test(help_and_version_go_to_standard_output),
		cmocka_unit_test(methods_are_listed_with_order_formulations_and_source),
		cmocka_unit_test(methods_for_comparison_are_listed_apart),
		cmocka_unit_test(check_reports_and_leaves_no_file),
		cmocka_unit_test(check_runs_the_mechanism_where_asked_for),
		cmocka_unit_test(a_static_start_is_found_in_the_unit),
		cmocka_unit_test(choices_are_given_by_name),
		cmocka_unit_test(a_mechanism_and_its_fmu_give_the_same_results),
		cmocka_unit_test(a_run_that_is_less_accurate_than_its_tolerance_says_so),
		cmocka_unit_test(a_native_export_runs_on_this_machine),
		cmocka_unit_test(a_picture_is_drawn_in_the_form_its_name_asks_for),
		cmocka_unit_test(several_files_are_exported_even_when_one_is_bad),
		cmocka_unit_test(output_that_cannot_be_written_is_an_error_with_a_reason),
		cmocka_unit_test(a_dash_is_standard_output),
	};
	return cmocka_run_group_tests(tests, setup, host_folder_teardown);
}
