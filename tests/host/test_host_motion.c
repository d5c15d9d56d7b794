/* Runs watched for singular positions: when and where the nearest is, also with rows that are
 * always redundant. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "assert_close.h"
#include "host_motion.h"
#include "host_samples.h"

static const double half_pi = 1.5707963267948966;

/* a crank and a rod of 1 m, the crank turned at 1 rad/s from the x axis: after a quarter of a turn
 * both stand upright and the slider may go either way */
#define EQUAL_ARMS                                                   \
	"mechanism: equal_arms\n"                                        \
	"bodies:\n"                                                      \
	"  crank: {mass: 1, inertia: 0.1, center: [0.5, 0]}\n"           \
	"  rod: {mass: 1, inertia: 0.1, center: [1.5, 0]}\n"             \
	"joints:\n"                                                      \
	"  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n" \
	"  elbow: {type: revolute, bodies: [crank, rod], at: [1, 0]}\n"  \
	"  guide: {type: point_on_line, bodies: [rod, ground], at: [2, 0], axis: [1, 0], offset: 2}\n"

/* the same of hinges in space: three rows are always redundant */
#define EQUAL_ARMS_IN_SPACE                                                              \
	"mechanism: equal_arms_in_space\n"                                                   \
	"space: spatial\n"                                                                   \
	"bodies:\n"                                                                          \
	"  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [0.5, 0, 0]}\n"                \
	"  rod: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [1.5, 0, 0]}\n"                  \
	"  slider: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [2, 0, 0]}\n"                 \
	"joints:\n"                                                                          \
	"  pin: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}\n" \
	"  elbow: {type: revolute, bodies: [crank, rod], at: [1, 0, 0], axis: [0, 0, 1]}\n"  \
	"  wrist: {type: revolute, bodies: [rod, slider], at: [2, 0, 0], axis: [0, 0, 1]}\n" \
	"  guide: {type: prismatic, bodies: [ground, slider], at: [2, 0, 0], axis: [1, 0, 0], offset: 2}\n"

#define RUN(stop)                                             \
	"drivers:\n"                                              \
	"  motor: {type: constant_speed, joint: pin, speed: 1}\n" \
	"solver: {method: radau}\n"                               \
	"experiment: {start: 0, stop: " stop ", step: 0.03}\n"

static double coordinate(const struct host_facts *f, const struct host_motion *m, const char *joint)
{
	for (int i = 0; i < m->n_coordinates; i++) {
		if (strcmp(mech_name(&f->model, f->model.elements[m->coordinates[i].element].name), joint) == 0) {
			return m->coordinates[i].value;
		}
	}
	fail_msg("no coordinate of '%s'", joint);
	return NAN;
}

static void check_reached(const char *text, int redundant)
{
	struct mech_message message;
	struct host_motion m;
	struct host_facts f = sample_facts(text);
	assert_int_equal(f.model.n_rows - f.mobility.rank, redundant);
	assert_int_equal(host_motion_watch(&f, &m, &message), 0);
	assert_string_equal(m.trouble.text, "");
	assert_close(m.stop, 2.01, 1e-12);
	assert_close(m.time, half_pi, 1e-5);
	assert_small(m.distance, 1e-5);
	assert_close(coordinate(&f, &m, "pin"), half_pi, 1e-5);
	assert_small(coordinate(&f, &m, "guide"), 3e-5);
	assert_true(m.row >= 0);
	host_facts_free(&f);
}

static void a_driven_crank_reaches_its_singular_position_after_a_quarter_turn(void **state)
{
	(void)state;
	check_reached(EQUAL_ARMS RUN("2.01"), 0);
}

static void redundant_rows_do_not_hide_the_singular_position(void **state)
{
	(void)state;
	check_reached(EQUAL_ARMS_IN_SPACE RUN("2.01"), 3);
}

/* up to 1.5 s it comes near, and is nearest at the end */
static void an_approach_is_nearest_at_the_end(void **state)
{
	struct mech_message message;
	struct host_motion m;
	struct host_facts f = sample_facts(EQUAL_ARMS RUN("1.5"));
	(void)state;
	assert_int_equal(host_motion_watch(&f, &m, &message), 0);
	assert_close(m.time, 1.5, 1e-6);
	assert_true(m.distance > 0.005 && m.distance < half_pi - 1.5);
	host_facts_free(&f);
}

/* a slider driven out of its reach: the run stops where the arms are in line */
static void a_run_that_stops_says_when(void **state)
{
	struct mech_message message;
	struct host_motion m;
	struct host_facts f = sample_facts(EQUAL_ARMS "drivers:\n"
	                                              "  pusher: {type: polynomial, joint: guide.position, coefficients: "
	                                              "[1.5, 1]}\n"
	                                              "experiment: {start: 0, stop: 2, step: 0.1}\n");
	(void)state;
	assert_int_equal(host_motion_watch(&f, &m, &message), 0);
	assert_non_null(strstr(m.trouble.text, "locks"));
	assert_non_null(strstr(m.trouble.text, "near a singular position"));
	assert_true(m.stop > 0.35 && m.stop <= 0.5);
	host_facts_free(&f);
}

static void a_mechanism_without_constraints_is_run_too(void **state)
{
	struct mech_message message;
	struct host_motion m;
	struct host_facts f = sample_facts("mechanism: stone\n"
	                                   "gravity: [0, -9.81]\n"
	                                   "bodies:\n"
	                                   "  stone: {mass: 1, inertia: 0.1, center: [0, 0]}\n"
	                                   "outputs: [bodies.stone.y]\n"
	                                   "experiment: {start: 0, stop: 1, step: 0.1}\n");
	(void)state;
	assert_int_equal(host_motion_watch(&f, &m, &message), 0);
	assert_close(m.stop, 1.0, 1e-12);
	assert_int_equal(m.row, -1);
	host_facts_free(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_driven_crank_reaches_its_singular_position_after_a_quarter_turn),
		cmocka_unit_test(redundant_rows_do_not_hide_the_singular_position),
		cmocka_unit_test(an_approach_is_nearest_at_the_end),
		cmocka_unit_test(a_run_that_stops_says_when),
		cmocka_unit_test(a_mechanism_without_constraints_is_run_too),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
