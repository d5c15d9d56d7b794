/* No number that is not finite goes out with fmi2OK, and none that is too large comes in: what is
 * refused names the variable. */
#include "fmu/fmu_fixture.h"

#include <math.h>

/* a slide with a sensor that can be put anywhere, a push and a spring */
#define SLIDE                                                                                              \
	"mechanism: slide\n"                                                                                   \
	"gravity: [0, 0]\n"                                                                                    \
	"bodies:\n"                                                                                            \
	"  block: {mass: 2, inertia: 1, center: [0, 0]}\n"                                                     \
	"joints:\n"                                                                                            \
	"  rail: {type: prismatic, bodies: [ground, block], at: [0, 0], axis: [1, 0]}\n"                       \
	"forces:\n"                                                                                            \
	"  push: {type: joint_force, joint: rail, input: push}\n"                                              \
	"  spring: {type: spring_damper, bodies: [ground, block], from: [-1, 0], to: [0, 0], stiffness: 50}\n" \
	"sensors:\n"                                                                                           \
	"  gap: {type: distance, bodies: [ground, block], from: [-1, 0], to: [0, 0]}\n"                        \
	"outputs: [sensors.gap.distance, joints.rail.position]\n"

static void an_output_that_overflows_is_named_at_the_start(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, SLIDE, 0);
	fixture_expect_ok(&x, fixture_set(&x, "sensors.gap.to[1]", -1e308));
	fixture_expect_ok(&x, fmi2EnterInitializationMode(x.c));
	const fmi2ValueReference distance = fixture_reference(&x, "sensors.gap.distance");
	double value = 1;
	fixture_expect_error(&x, fmi2GetReal(x.c, &distance, 1, &value), "sensors.gap.distance is not a finite number");
	fixture_expect_error(&x, fmi2ExitInitializationMode(x.c), "sensors.gap.distance is not a finite number");
	fixture_expect_ok(&x, fmi2Reset(x.c));
	fixture_start(&x);
	assert_true(fixture_get(&x, "sensors.gap.distance") == 1);
	fixture_close(&x);
}

/* what a tunable parameter makes too large between steps is no output, and is refused where it is
 * read */
static void a_value_that_overflows_is_named_where_it_is_read(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, SLIDE, 0);
	fixture_start(&x);
	fixture_expect_ok(&x, fixture_set(&x, "push", 1));
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.1, fmi2True));
	const double position = fixture_get(&x, "joints.rail.position");
	fixture_expect_ok(&x, fixture_set(&x, "forces.spring.stiffness", 1e308));
	fixture_expect_ok(&x, fixture_set(&x, "forces.spring.length", 1e308));
	const fmi2ValueReference tension = fixture_reference(&x, "forces.spring.tension");
	double value = 1;
	fixture_expect_error(&x, fmi2GetReal(x.c, &tension, 1, &value), "forces.spring.tension is not a finite number");
	fixture_expect_error(&x, fmi2DoStep(x.c, 0.1, 0.1, fmi2True), "fmi2DoStep: at time 0.1 s: ");
	assert_true(fixture_get(&x, "joints.rail.position") == position);
	fixture_close(&x);
}

static void inputs_beyond_all_measure_are_refused(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, SLIDE, 0);
	fixture_start(&x);
	static const double huge[] = {1e308, -1e308, 2e100};
	for (int k = 0; k < 3; k++) {
		fixture_expect_error(&x, fixture_set(&x, "push", huge[k]), "push cannot be ");
		const fmi2ValueReference push = fixture_reference(&x, "push");
		const fmi2Integer order = 1;
		fixture_expect_error(&x, fmi2SetRealInputDerivatives(x.c, &push, 1, &order, &huge[k]), "push: its derivative");
	}
	fixture_expect_ok(&x, fmi2DoStep(x.c, 0, 0.1, fmi2True));
	fixture_close(&x);
}

/* a step that fails says what was set before it */
static void an_input_that_is_too_large_for_the_step_is_named(void **state)
{
	(void)state;
	struct fixture x;
	fixture_open(&x, SLIDE, 0);
	fixture_start(&x);
	fixture_expect_ok(&x, fixture_set(&x, "bodies.block.mass", 1e-120));
	fixture_expect_ok(&x, fixture_set(&x, "push", -1e99));
	fixture_expect_error(&x, fmi2DoStep(x.c, 0, 0.1, fmi2True), "input push was set to -1e+99");
	assert_true(fixture_get(&x, "time") == 0);
	fixture_close(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_output_that_overflows_is_named_at_the_start),
		cmocka_unit_test(a_value_that_overflows_is_named_where_it_is_read),
		cmocka_unit_test(inputs_beyond_all_measure_are_refused),
		cmocka_unit_test(an_input_that_is_too_large_for_the_step_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
