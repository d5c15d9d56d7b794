/* The checks of a running unit: a unit without defects has no findings, each defect has its own and
 * no other. */
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
#include <unistd.h>

#include "host_export.h"
#include "host/host_folder.h"
#include "lint_unit.h"
#include "host_read.h"
#include "host_zip.h"
#include "slow_build.h"

/* ---- the unit */

#define OUTPUTS(y)                                                                                   \
	"<Outputs><Unknown index=\"3\" dependencies=\"\"/><Unknown index=\"4\" dependencies=\"" y "\"/>" \
	"<Unknown index=\"7\" dependencies=\"\"/></Outputs>"                                             \
	"<Derivatives><Unknown index=\"10\" dependencies=\"2\"/></Derivatives>"
#define INITIAL(y)                                                                                     \
	"<InitialUnknowns><Unknown index=\"3\" dependencies=\"5\"/><Unknown index=\"4\" dependencies=\"" y \
	"\"/><Unknown index=\"7\" dependencies=\"\"/><Unknown index=\"10\" dependencies=\"2 6\"/></InitialUnknowns>"
#define STRUCTURE(outputs, initial) "<ModelStructure>" outputs initial "</ModelStructure>"
#define FULL                                                                                                    \
	"canInterpolateInputs=\"true\" maxOutputDerivativeOrder=\"1\" canNotUseMemoryManagementFunctions=\"true\" " \
	"canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\" providesDirectionalDerivative=\"true\""
#define DESCRIPTION(flags, structure)                                                                              \
	"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"                                                                 \
	"<fmiModelDescription fmiVersion=\"2.0\" modelName=\"lint unit\" guid=\"lint-unit\">\n"                        \
	"<CoSimulation modelIdentifier=\"lint_unit\" canHandleVariableCommunicationStepSize=\"true\" " flags "/>\n"    \
	"<LogCategories><Category name=\"logStatusError\"/><Category name=\"logAll\"/></LogCategories>\n"              \
	"<DefaultExperiment startTime=\"0\" stopTime=\"1\"/>\n<ModelVariables>\n"                                      \
	"<ScalarVariable name=\"time\" valueReference=\"0\" causality=\"independent\"><Real/></ScalarVariable>\n"      \
	"<ScalarVariable name=\"u\" valueReference=\"1\" causality=\"input\"><Real start=\"0.5\"/></ScalarVariable>\n" \
	"<ScalarVariable name=\"x\" valueReference=\"2\" causality=\"output\"><Real/></ScalarVariable>\n"              \
	"<ScalarVariable name=\"y\" valueReference=\"3\" causality=\"output\"><Real/></ScalarVariable>\n"              \
	"<ScalarVariable name=\"x0\" valueReference=\"4\" causality=\"parameter\" variability=\"fixed\">"              \
	"<Real start=\"1\"/></ScalarVariable>\n"                                                                       \
	"<ScalarVariable name=\"gain\" valueReference=\"5\" causality=\"parameter\" variability=\"tunable\">"          \
	"<Real start=\"2\"/></ScalarVariable>\n"                                                                       \
	"<ScalarVariable name=\"count\" valueReference=\"0\" causality=\"output\" variability=\"discrete\">"           \
	"<Integer/></ScalarVariable>\n"                                                                                \
	"<ScalarVariable name=\"enabled\" valueReference=\"0\" causality=\"parameter\" variability=\"fixed\">"         \
	"<Boolean start=\"true\"/></ScalarVariable>\n"                                                                 \
	"<ScalarVariable name=\"word\" valueReference=\"0\" causality=\"parameter\" variability=\"fixed\">"            \
	"<String start=\"hello\"/></ScalarVariable>\n"                                                                 \
	"<ScalarVariable name=\"der(x)\" valueReference=\"6\"><Real derivative=\"3\"/></ScalarVariable>\n"             \
	"</ModelVariables>\n" structure "\n</fmiModelDescription>\n"

static const char good_description[] = DESCRIPTION(FULL, STRUCTURE(OUTPUTS("2"), INITIAL("2 5 6")));
static const char plain_description[] = DESCRIPTION("", STRUCTURE(OUTPUTS("2"), INITIAL("2 5 6")));

/* compiles the unit into the folder of an unpacked FMU */
static int compile(const char *folder, const char *options)
{
	char command[4 * HOST_PATH_SIZE], path[HOST_PATH_SIZE];
	static const char *const parts[] = {"", "/binaries", "/binaries/linux64"};
	for (int i = 0; i < 3; i++) {
		(void)snprintf(path, sizeof path, "%.3000s/%s%s", host_test_folder, folder, parts[i]);
		if (mkdir(path, 0700) != 0) {
			return -1;
		}
	}
	(void)snprintf(command, sizeof command,
	               "cc -std=c11 -shared -fPIC %s -I'%s/fmu/runtime' -o '%s/%s/binaries/linux64/lint_unit.so' "
	               "'%s/tests/lint/defective_unit.c' -lm",
	               options, MECHFMU_SOURCE_DIR, host_test_folder, folder, MECHFMU_SOURCE_DIR);
	return system(command) == 0 ? 0 : -1;
}

static int setup(void **state)
{
	return host_folder_setup(state) != 0 || compile("unit", "") != 0 || compile("short", "-DWITHOUT_RESET") != 0 ? -1
	                                                                                                             : 0;
}

/* ---- checking it */

static struct lint look(const char *folder, const char *description, const char *defect, double call_limit)
{
	struct lint lint;
	char name[HOST_PATH_SIZE];
	memset(&lint, 0, sizeof lint);
	(void)snprintf(name, sizeof name, "%s/modelDescription.xml", folder);
	(void)host_folder_put(name, description, strlen(description));
	(void)snprintf(lint.folder, sizeof lint.folder, "%s", host_folder_path(folder));
	assert_int_equal(setenv("LINT_UNIT_DEFECT", defect, 1), 0);
	lint_behaviour_within(&lint, call_limit, 60.0);
	assert_false(lint.failed);
	assert_true(lint.n_checks > 0);
	return lint;
}

static void fail_with(const struct lint *lint, const char *defect, const char *wanted)
{
	for (int i = 0; i < lint->n_findings; i++) {
		const struct lint_finding *f = &lint->findings[i];
		print_message("%d %s [%s] %s\n", (int)f->level, f->rule, f->place, f->text);
	}
	fail_msg("'%s': wanted %s", defect, wanted);
}

/* above notes there are findings of the rule, of this level, and none of another */
static void assert_finding(const struct lint *lint, const char *defect, enum lint_level level, const char *rule,
                           const char *place)
{
	int found = 0;
	for (int i = 0; i < lint->n_findings; i++) {
		const struct lint_finding *f = &lint->findings[i];
		if (f->level == LINT_NOTE) {
			continue;
		}
		if (strcmp(f->rule, rule) != 0 || f->level > level) {
			fail_with(lint, defect, rule);
		}
		found += f->level == level && strstr(f->place, place) != NULL;
	}
	if (found == 0) {
		fail_with(lint, defect, rule);
	}
}

static void a_good_unit_has_no_findings(void **state)
{
	(void)state;
	struct lint lint = look("unit", good_description, "", 20.0);
	if (lint.n_findings != 0) {
		fail_with(&lint, "", "no finding");
	}
	free(lint.findings);
	/* the functions are there and answer, but nothing is promised */
	lint = look("unit", plain_description, "", 20.0);
	if (lint.n_findings != 0) {
		fail_with(&lint, "", "no finding");
	}
	free(lint.findings);
}

static const struct {
	const char *defect;
	enum lint_level level;
	const char *rule, *place;
} defects[] = {
	{"version", LINT_ERROR, "interface-version", "fmi2GetVersion"},
	{"any guid", LINT_ERROR, "guid-not-compared", "fmi2Instantiate"},
	{"resources", LINT_ERROR, "resource-location", "fmi2Instantiate"},
	{"no logger", LINT_WARNING, "unit-crashes", "fmi2Instantiate"},
	{"callbacks kept", LINT_WARNING, "callbacks-not-copied", ""},
	{"chatty", LINT_WARNING, "log-while-off", "fmi2Instantiate"},
	{"free of nothing", LINT_ERROR, "unit-crashes", "fmi2FreeInstance(NULL)"},
	{"other environment", LINT_ERROR, "log-environment", ""},
	{"name kept", LINT_ERROR, "log-instance-name", ""},
	{"no category", LINT_WARNING, "log-category", ""},
	{"other category", LINT_WARNING, "log-category", ""},
	{"silent", LINT_ERROR, "status-not-logged", ""},
	{"start", LINT_ERROR, "start-differs", "fmi2GetReal in initialization mode"},
	{"rounded start", LINT_WARNING, "start-differs", "fmi2GetReal in initialization mode"},
	{"gain not kept", LINT_WARNING, "value-not-kept", "fmi2GetReal in initialization mode"},
	{"no order", LINT_WARNING, "illegal-call-accepted", "fmi2SetupExperiment in initialization mode"},
	{"stuck after errors", LINT_WARNING, "reset-refused", "fmi2Reset"},
	{"early crash", LINT_ERROR, "unit-crashes", "fmi2GetReal after fmi2Instantiate"},
	{"any reference", LINT_WARNING, "reference-not-refused", "fmi2GetReal"},
	{"reference exits", LINT_ERROR, "unit-exits", "fmi2SetReal in initialization mode"},
	{"any set", LINT_WARNING, "illegal-set-accepted", "fmi2SetReal in initialization mode"},
	{"null lists", LINT_WARNING, "unit-crashes", "fmi2SetReal"},
	{"prints", LINT_WARNING, "unit-prints", ""},
	{"locale", LINT_WARNING, "process-changed", ""},
	{"not finite", LINT_ERROR, "value-not-finite", "fmi2GetReal"},
	{"time", LINT_ERROR, "time-differs", "fmi2DoStep"},
	{"strict time", LINT_WARNING, "communication-point-strict", "fmi2DoStep"},
	{"stop time", LINT_ERROR, "stop-time-ignored", "fmi2DoStep"},
	{"step fails", LINT_ERROR, "call-fails", "fmi2DoStep"},
	{"fatal", LINT_ERROR, "unit-fatal", "fmi2DoStep"},
	{"not repeatable", LINT_WARNING, "run-not-repeatable", ""},
	{"reset keeps", LINT_ERROR, "reset-differs", ""},
	{"shared", LINT_ERROR, "instances-disturb", ""},
	{"state forgets", LINT_ERROR, "state-not-restored", ""},
	{"state pointer left", LINT_ERROR, "state-pointer", "fmi2FreeFMUstate"},
	{"damage crashes", LINT_WARNING, "unit-crashes", "fmi2DeSerializeFMUstate"},
	{"directional", LINT_ERROR, "directional-derivative-wrong", "fmi2GetDirectionalDerivative"},
	{"seeds", LINT_ERROR, "directional-derivative-not-linear", "fmi2GetDirectionalDerivative"},
	{"motion", LINT_WARNING, "directional-derivative-of-motion", "fmi2GetDirectionalDerivative"},
	{"no slope", LINT_ERROR, "input-derivative-ignored", "fmi2SetRealInputDerivatives"},
	{"wild slope", LINT_ERROR, "input-derivative-unbounded", "fmi2SetRealInputDerivatives"},
	{"wrong slope", LINT_WARNING, "input-derivative-wrong", "fmi2SetRealInputDerivatives"},
	{"rate", LINT_ERROR, "output-derivative-wrong", "fmi2GetRealOutputDerivatives"},
	{"transient, twice", LINT_ERROR, "output-derivative-wrong", "fmi2GetRealOutputDerivatives"},
	{"transient, turned", LINT_ERROR, "output-derivative-wrong", "fmi2GetRealOutputDerivatives"},
	{"transient, none", LINT_ERROR, "output-derivative-wrong", "fmi2GetRealOutputDerivatives"},
	{"steep, flat", LINT_ERROR, "directional-derivative-wrong", "fmi2GetDirectionalDerivative"},
	{"no rates", LINT_ERROR, "output-derivative-missing", "fmi2GetRealOutputDerivatives"},
	{"rates of rates", LINT_WARNING, "output-derivative-order", "fmi2GetRealOutputDerivatives"},
};

static void each_defect_has_its_finding_and_no_other(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof defects / sizeof defects[0]; k += SLOW_BUILD ? 4 : 1) {
		struct lint lint = look("unit", good_description, defects[k].defect, 20.0);
		assert_finding(&lint, defects[k].defect, defects[k].level, defects[k].rule, defects[k].place);
		free(lint.findings);
	}
}

/* transients between the points and steps within the first difference: derivatives are right */
static void right_derivatives_of_stiff_units_are_not_blamed(void **state)
{
	(void)state;
	static const char *const modes[] = {"transient", "steep"};
	for (int k = 0; k < 2; k++) {
		struct lint lint = look("unit", good_description, modes[k], 20.0);
		if (lint.n_findings != 0) {
			fail_with(&lint, modes[k], "no finding");
		}
		free(lint.findings);
	}
}

/* findings about the behaviour of a mechanism's unit; lint_free is the caller's */
static void lint_mechanism(const char *text, struct lint *lint)
{
	struct mech_message message = {""};
	struct host_mechanism *m = host_read_text("mechanism.yaml", text, strlen(text), &message);
	assert_non_null(m);
	assert_int_equal(host_export(m, host_folder_path("mechanism.fmu"), HOST_EXPORT_NATIVE, &message), 0);
	host_mechanism_free(m);
	memset(lint, 0, sizeof *lint);
	lint_archive(lint, host_folder_path("mechanism.fmu"));
	assert_string_not_equal(lint->folder, "");
	lint_behaviour(lint);
}

/* bristles of 1e6 N/m that give 1 N turn over in 2e-6 m, here in 3e-5 s, between two communication
 * points */
static void friction_that_turns_over_between_two_points_is_not_blamed(void **state)
{
	static const char text[] =
		"mechanism: reversal\n"
		"bodies: {cart: {mass: 1, inertia: 0.1, center: [0, 0]}}\n"
		"joints: {guide: {type: prismatic, bodies: [ground, cart], at: [0, 0], axis: [1, 0]}}\n"
		"forces:\n"
		"  spring: {type: spring_damper, bodies: [ground, cart], from: [-1, 0], to: [0, 0], stiffness: 1904, length: "
		"1}\n"
		"  friction: {type: lugre_friction, joint: guide, stiffness: 1.0e6, damping: 1000, coulomb: 1, breakaway: "
		"1.5,\n"
		"    stribeck: 0.001}\n"
		"initial: {guide: {speed: 1}}\n"
		"experiment: {stop: 1, step: 0.01}\n"
		"outputs: [joints.guide.position, joints.guide.speed, joints.guide.acceleration, forces.friction.effort]\n";
	struct lint lint;
	(void)state;
	lint_mechanism(text, &lint);
	if (lint_count(&lint, LINT_ERROR) > 0) {
		fail_with(&lint, "friction", "no error");
	}
	lint_free(&lint);
}

/* a cart of 50 kg sticks; a slope of its force makes it vibrate by 4e-8 m, which is less than the
 * tolerance: its acceleration differs from that of small steps, the friction does not */
static void a_joint_that_sticks_is_not_blamed_for_its_vibration(void **state)
{
	static const char text[] =
		"mechanism: stuck\n"
		"bodies: {cart: {mass: 50, inertia: 0.1, center: [0, 0]}}\n"
		"joints: {guide: {type: prismatic, bodies: [ground, cart], at: [0, 0], axis: [1, 0]}}\n"
		"forces:\n"
		"  friction: {type: joint_friction, joint: guide, coulomb: 30, breakaway: 60, viscous: 0.1}\n"
		"  push: {type: joint_force, joint: guide, input: push, start: 40}\n"
		"experiment: {stop: 5, step: 0.05}\n"
		"outputs: [joints.guide.acceleration, forces.friction.effort]\n";
	struct lint lint;
	(void)state;
	lint_mechanism(text, &lint);
	if (lint_count(&lint, LINT_ERROR) + lint_count(&lint, LINT_WARNING) > 0) {
		fail_with(&lint, "sticking", "no warning");
	}
	lint_free(&lint);
}

static void a_derivative_whose_quotients_do_not_settle_is_noted(void **state)
{
	(void)state;
	struct lint lint = look("unit", good_description, "noise", 20.0);
	int found = 0;
	for (int i = 0; i < lint.n_findings; i++) {
		const struct lint_finding *f = &lint.findings[i];
		found += strcmp(f->rule, "output-derivative-not-checked") == 0 && f->level == LINT_NOTE &&
		         strstr(f->text, "derivatives of order 1 of 1 outputs could not be checked, the first: 'y' changes "
		                         "faster than within ") != NULL;
		assert_int_not_equal(f->level, LINT_ERROR);
	}
	if (found != 1) {
		fail_with(&lint, "noise", "output-derivative-not-checked");
	}
	free(lint.findings);
}

/* in the process that saved the state the pointer still leads to what was saved */
static void a_pointer_in_the_serialized_state_fails_in_a_second_process(void **state)
{
	(void)state;
	struct lint lint = look("unit", good_description, "state with pointer", 20.0);
	int found = 0;
	for (int i = 0; i < lint.n_findings; i++) {
		assert_null(strstr(lint.findings[i].text, "in a new instance"));
		found += strstr(lint.findings[i].text, "second process") != NULL && lint.findings[i].level == LINT_ERROR;
	}
	if (found == 0) {
		fail_with(&lint, "state with pointer", "a finding in the second process");
	}
	free(lint.findings);
}

static void a_unit_that_cannot_even_run_once_is_not_tried_further(void **state)
{
	(void)state;
	struct lint lint = look("unit", good_description, "terminate", 20.0);
	assert_finding(&lint, "terminate", LINT_ERROR, "unit-crashes", "fmi2Terminate at a communication point");
	assert_int_equal(lint.n_findings, 2);
	assert_string_equal(lint.findings[1].rule, "behaviour-not-checked");
	free(lint.findings);
	lint = look("unit", good_description, "unknown status", 20.0);
	assert_int_equal(lint_count(&lint, LINT_ERROR), 2);
	assert_string_equal(lint.findings[0].rule, "status-unexpected");
	free(lint.findings);
}

static void a_call_that_does_not_return_is_ended(void **state)
{
	(void)state;
	struct lint lint = look("unit", good_description, "reset hangs", 3.0);
	assert_finding(&lint, "reset hangs", LINT_ERROR, "unit-hangs", "fmi2Reset after fmi2Terminate");
	free(lint.findings);
}

static void undeclared_dependencies_are_found(void **state)
{
	(void)state;
	struct lint lint = look("unit", DESCRIPTION(FULL, STRUCTURE(OUTPUTS(""), INITIAL("2 5 6"))), "", 20.0);
	assert_finding(&lint, "outputs", LINT_ERROR, "dependency-missing", "");
	assert_non_null(strstr(lint.findings[0].text, "ModelStructure/Outputs: 'y' changes with 'u'"));
	free(lint.findings);
	lint = look("unit", DESCRIPTION(FULL, STRUCTURE(OUTPUTS("2"), INITIAL("2 5"))), "", 20.0);
	assert_finding(&lint, "initial unknowns", LINT_ERROR, "dependency-missing", "");
	assert_non_null(strstr(lint.findings[0].text, "ModelStructure/InitialUnknowns: 'y' changes with 'gain'"));
	free(lint.findings);
	/* too many are only noted */
	lint = look("unit", DESCRIPTION("", STRUCTURE("<Outputs><Unknown index=\"3\" dependencies=\"2\"/></Outputs>", "")),
	            "", 20.0);
	assert_int_equal(lint.n_findings, 1);
	assert_int_equal(lint.findings[0].level, LINT_NOTE);
	assert_string_equal(lint.findings[0].rule, "dependency-not-seen");
	free(lint.findings);
}

static void a_missing_function_leaves_out_what_needs_it(void **state)
{
	(void)state;
	struct lint lint = look("short", good_description, "", 20.0);
	assert_int_equal(lint.n_findings, 1);
	assert_int_equal(lint.findings[0].level, LINT_NOTE);
	assert_string_equal(lint.findings[0].rule, "function-not-called");
	assert_non_null(strstr(lint.findings[0].text, "the library lacks fmi2Reset:"));
	free(lint.findings);
}

static void what_cannot_be_loaded_is_told(void **state)
{
	(void)state;
	struct lint lint;
	memset(&lint, 0, sizeof lint);
	assert_int_equal(mkdir(host_folder_path("none"), 0700), 0);
	(void)snprintf(lint.folder, sizeof lint.folder, "%s", host_folder_path("none"));
	lint_behaviour(&lint);
	(void)host_folder_put("none/modelDescription.xml", good_description, strlen(good_description));
	lint_behaviour(&lint);
	assert_int_equal(lint.n_findings, 2);
	assert_string_equal(lint.findings[0].rule, "behaviour-not-checked");
	assert_string_equal(lint.findings[1].rule, "behaviour-not-checked");
	assert_non_null(strstr(lint.findings[1].text, "no library for this machine"));
	free(lint.findings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_good_unit_has_no_findings),
		cmocka_unit_test(each_defect_has_its_finding_and_no_other),
		cmocka_unit_test(right_derivatives_of_stiff_units_are_not_blamed),
		cmocka_unit_test(friction_that_turns_over_between_two_points_is_not_blamed),
		cmocka_unit_test(a_joint_that_sticks_is_not_blamed_for_its_vibration),
		cmocka_unit_test(a_derivative_whose_quotients_do_not_settle_is_noted),
		cmocka_unit_test(a_pointer_in_the_serialized_state_fails_in_a_second_process),
		cmocka_unit_test(a_unit_that_cannot_even_run_once_is_not_tried_further),
		cmocka_unit_test(a_call_that_does_not_return_is_ended),
		cmocka_unit_test(undeclared_dependencies_are_found),
		cmocka_unit_test(a_missing_function_leaves_out_what_needs_it),
		cmocka_unit_test(what_cannot_be_loaded_is_told),
	};
	return cmocka_run_group_tests(tests, setup, host_folder_teardown);
}
