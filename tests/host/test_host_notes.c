/* Warnings and notes about mechanisms that assemble: each sample has one thing to say, and says
 * it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "host_notes.h"
#include "host_samples.h"

/* the notes are exactly these, warnings counted */
static void expect_notes(const char *text, int warnings, const char *notes)
{
	struct host_text out = {0};
	struct host_facts facts = sample_facts(text);
	assert_int_equal(host_notes_write(&facts, &out), warnings);
	assert_false(out.failed);
	assert_string_equal(out.bytes == NULL ? "" : out.bytes, notes);
	host_text_free(&out);
	host_facts_free(&facts);
}

#define TOP(mass, inertia)                                                 \
	"mechanism: top\n"                                                     \
	"space: spatial\n"                                                     \
	"bodies:\n"                                                            \
	"  top: {mass: " mass ", inertia: [" inertia "], center: [0, 0, 1]}\n" \
	"joints:\n"                                                            \
	"  tip: {type: spherical, bodies: [ground, top], at: [0, 0, 0]}\n"

static void moments_of_inertia_of_no_body_are_found(void **state)
{
	(void)state;
	expect_notes(TOP("1", "0.1, 0.1, 0.2"), 0, "");
	expect_notes(
		TOP("1", "0.1, 0.1, 0.3"), 1,
		"  warning: no body has the principal moments of inertia of 'top', 0.1, 0.1 and 0.3 kg m2: two of them "
		"are together at least the third\n");
	/* turned by 45 degrees about z the moments 0.1 and 0.5 are 0.3, 0.3 and a product of 0.2; 0.1 +
	 * 0.3 < 0.5 */
	expect_notes(
		TOP("1", "0.3, 0.3, 0.3, 0.2"), 1,
		"  warning: no body has the principal moments of inertia of 'top', 0.1, 0.3 and 0.5 kg m2: two of them "
		"are together at least the third\n");
	/* published moments of a wheel are rounded */
	expect_notes(TOP("1", "0.0884, 0.0884, 0.1769"), 0, "");
}

static void motions_without_inertia_are_found(void **state)
{
	(void)state;
	expect_notes("mechanism: bars\n"
	             "bodies:\n"
	             "  arm: {mass: 1, inertia: 0.1, center: [0.5, 0]}\n"
	             "  bar: {mass: 0, inertia: 0, center: [1.7, 0.3]}\n"
	             "joints:\n"
	             "  pin: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n"
	             "  tip: {type: revolute, bodies: [arm, bar], at: [1, 0]}\n",
	             1,
	             "  note: body 'bar' has neither mass nor inertia\n"
	             "  warning: no mass or inertia resists a motion of body 'bar'; give it some, or hold it\n");
	/* a massless link of a loop moves with the others */
	expect_notes("mechanism: loop\n"
	             "bodies:\n"
	             "  a: {mass: 1, inertia: 0.1, center: [0, 0.5]}\n"
	             "  b: {mass: 0, inertia: 0, center: [1, 1]}\n"
	             "  c: {mass: 1, inertia: 0.1, center: [2, 0.75]}\n"
	             "joints:\n"
	             "  left: {type: revolute, bodies: [ground, a], at: [0, 0]}\n"
	             "  top: {type: revolute, bodies: [a, b], at: [0, 1]}\n"
	             "  far_top: {type: revolute, bodies: [b, c], at: [2, 1.5]}\n"
	             "  right: {type: revolute, bodies: [c, ground], at: [2, 0]}\n",
	             0, "  note: body 'b' has neither mass nor inertia\n");
}

/* a point mass on a ball joint: nothing resists its spin about the line to the joint, and there is
 * no motion to begin with */
static void a_start_that_masses_do_not_determine_names_the_body(void **state)
{
	(void)state;
	struct mech_message message = {""};
	struct host_facts facts;
	struct host_mechanism *m = sample_read(TOP("1", "0, 0, 0"));
	assert_int_equal(host_facts_find(m, &facts, &message), -1);
	assert_string_equal(
		message.text,
		"sample.yaml: at time 0 s: the masses and constraints do not determine the motion; no "
		"mass or inertia resists a motion of body 'top': write it, or hold the body by joints that leave it no "
		"motion of its own");
	host_mechanism_free(m);
}

#define TWO_BARS(joints)                               \
	"mechanism: bars\n"                                \
	"bodies:\n"                                        \
	"  a: {mass: 1, inertia: 0.1, center: [0.5, 0]}\n" \
	"  b: {mass: 1, inertia: 0.1, center: [1.5, 0]}\n" \
	"joints:\n" joints

static void bodies_without_connection_are_named(void **state)
{
	(void)state;
	expect_notes(TWO_BARS("  middle: {type: revolute, bodies: [a, b], at: [1, 0]}\n"), 0,
	             "  note: no joint connects body 'a' and the 1 joined to it with the ground\n");
	expect_notes(TWO_BARS("  left: {type: revolute, bodies: [ground, a], at: [0, 0]}\n"
	                      "forces:\n"
	                      "  spring: {type: spring_damper, bodies: [a, b], from: [1, 0], to: [2, 0], stiffness: 1}\n"),
	             0, "  note: no joint holds body 'b'; it moves freely\n");
}

#define PLATES(forces)                                  \
	"mechanism: plates\n"                               \
	"bodies:\n"                                         \
	"  plate: {mass: 80, inertia: 3, center: [0, 0]}\n" \
	"  other: {mass: 80, inertia: 3, center: [1, 0]}\n" \
	"forces:\n" forces
#define MOUNT(bodies) "  mount: {type: bushing, bodies: [" bodies "], at: [0, 0.1], stiffness: [1e5, 2e5, 1e3]}\n"
#define SPRING(name, bodies, from, to) \
	"  " name ": {type: spring_damper, bodies: [" bodies "], from: [" from "], to: [" to "], stiffness: 1e4}\n"

static void bodies_on_bushings_and_springs_are_held(void **state)
{
	(void)state;
	const char *const mount = MOUNT("ground, plate") "  hold: {type: bushing, bodies: [plate, other], at: [1, 0], "
													 "stiffness: [1e5, 1e5, 0]}\n";
	char text[1024];
	(void)snprintf(text, sizeof text, PLATES("%s"), mount);
	expect_notes(text, 0, "");
	/* two springs at an angle resist each displacement, two parallel ones do not */
	expect_notes(PLATES(MOUNT("ground, plate") SPRING("a", "plate, other", "0.5, 1", "1, 0")
	                        SPRING("b", "ground, other", "2, 1", "1, 0")),
	             0, "");
	expect_notes(PLATES(MOUNT("ground, plate") SPRING("a", "ground, other", "0.5, 1", "0.5, 0")
	                        SPRING("b", "ground, other", "1.5, 1", "1.5, 0")),
	             0, "  note: no joint holds body 'other'; it moves freely\n");
	/* held to each other, and by nothing else */
	expect_notes(PLATES(MOUNT("plate, other")), 0,
	             "  note: no joint connects body 'plate' and the 1 joined to it with the ground\n");
}

static void singular_starts_are_told(void **state)
{
	(void)state;
	expect_notes(TWO_BARS("  left: {type: revolute, bodies: [ground, a], at: [0, 0]}\n"
	                      "  middle: {type: revolute, bodies: [a, b], at: [1, 0]}\n"
	                      "  right: {type: revolute, bodies: [b, ground], at: [2, 0]}\n"),
	             1, "  warning: it can shake but not move: no motion possible at this instant leads anywhere\n");
	expect_notes(TWO_BARS("  left: {type: revolute, bodies: [ground, a], at: [0, 0]}\n"
	                      "  middle: {type: revolute, bodies: [a, b], at: [1, 0.5]}\n"
	                      "  right: {type: revolute, bodies: [b, ground], at: [2, 0]}\n"),
	             1, "  warning: nothing can move\n");
	/* arms of 1 m in line with a slider that need not move: up, or turning on the spot */
	expect_notes(
		TWO_BARS("  left: {type: revolute, bodies: [ground, a], at: [0, 0]}\n"
	             "  middle: {type: revolute, bodies: [a, b], at: [1, 0]}\n"
	             "  guide: {type: point_on_line, bodies: [b, ground], at: [0, 0], axis: [1, 0]}\n"
	             "initial: {left: {angle: pi/2}}\n"),
		1,
		"  warning: the start is a singular position: 2 degrees of freedom at this instant, 1 beside it\n"
		"  note: the start is not the drawing: body 'a' by 0.707 m and 1.57 rad, body 'b' by 2.12 m and 1.57 rad\n");
}

/* a rod of 1.2 m drawn 1.5 m long pulls its bar up by more than a tenth of the size */
static void drawings_that_do_not_close_are_told(void **state)
{
	(void)state;
	struct host_text out = {0};
	struct host_facts facts =
		sample_facts("mechanism: bar\n"
	                 "bodies:\n"
	                 "  bar: {mass: 1, inertia: 0.1, center: [0.5, 0]}\n"
	                 "joints:\n"
	                 "  pin: {type: revolute, bodies: [ground, bar], at: [0, 0]}\n"
	                 "  tie: {type: rod, bodies: [ground, bar], from: [1, 1.5], to: [1, 0], length: 1}\n");
	assert_int_equal(host_notes_write(&facts, &out), 2);
	assert_non_null(strstr(out.bytes, "  note: tie (length) by 0.5 m: drawn open\n"));
	assert_non_null(strstr(out.bytes, "  warning: drawn far from where it closes: body 'bar' by 0."));
	assert_non_null(strstr(out.bytes, "  warning: nothing can move\n"));
	host_text_free(&out);
	host_facts_free(&facts);
}

static void units_that_are_not_si_are_suspected(void **state)
{
	(void)state;
	expect_notes("mechanism: pendulum\n"
	             "gravity: [0, -9810]\n"
	             "bodies: {bob: {mass: 1, inertia: 0.1, center: [0, -1]}}\n"
	             "joints: {pin: {type: revolute, bodies: [ground, bob], at: [0, 0]}}\n",
	             1,
	             "  warning: gravity is 9810 m/s2: that is a number for millimetres, but all lengths are in metres\n");
	expect_notes("mechanism: pendulum\n"
	             "gravity: [0, -9.81]\n"
	             "bodies: {bob: {mass: 1, inertia: 0.1, center: [0, -1]}}\n"
	             "joints: {pin: {type: revolute, bodies: [ground, bob], at: [0, 0]}}\n"
	             "initial: {pin: {angle: 45}}\n",
	             1,
	             "  note: the start is not the drawing: body 'bob' by 0.974 m and 45 rad\n"
	             "  warning: initial angle of 'pin' is 45 rad; angles are in radians, write 45*pi/180 for degrees\n");
}

#define SWING(stiffness, more)                                                                                        \
	"mechanism: swing\n"                                                                                              \
	"bodies:\n"                                                                                                       \
	"  block: {mass: 2, inertia: 1, center: [0, 0]}\n"                                                                \
	"joints:\n"                                                                                                       \
	"  rail: {type: prismatic, bodies: [ground, block], at: [0, 0], axis: [1, 0]}\n"                                  \
	"forces:\n"                                                                                                       \
	"  spring: {type: spring_damper, bodies: [ground, block], from: [-1, 0], to: [0, 0], stiffness: " stiffness "}\n" \
	"initial: {rail: {position: 0, speed: 0}}\n"                                                                      \
	"experiment: {start: 0, stop: 10, step: 0.1}\n" more

static void time_scales_that_will_be_slow_are_found(void **state)
{
	(void)state;
	expect_notes(SWING("2e8", ""), 0, "");
	/* sqrt(2e12 / 2) */
	expect_notes(
		SWING("2e12", ""), 1,
		"  warning: slow: force 'spring' alone swings with 1e+06 1/s, the experiment takes 10 s; --motion tells how "
		"many steps it is\n");
	expect_notes(SWING("2", "solver: {fixed_step: 4e-6}\n"), 1,
	             "  warning: slow: with solver.fixed_step 4e-06 s the experiment of 10 s takes 2.5e+06 steps\n");
	expect_notes(
		SWING("2", "solver: {largest_step: 1e-9}\n"), 1,
		"  warning: with solver.largest_step 1e-09 s a communication step of 0.1 s takes 1e+08 steps, more than "
		"solver.work_limit\n");
	expect_notes(SWING("2", "solver: {largest_step: 1e-7, work_limit: 0}\n"), 1,
	             "  warning: slow: with solver.largest_step 1e-07 s the experiment of 10 s takes 1e+08 steps\n");
}

/* An arm on a rod that decays within 1e-5 s: stability takes 1e6 steps of the explicit method, the
 * order of the other many more. The numbers are those of the trial; that of auto is what a run
 * takes. */
#define DAMPED(method, damping)                                                                                       \
	"mechanism: damped\n"                                                                                             \
	"bodies:\n"                                                                                                       \
	"  arm: {mass: 1, inertia: 0.1, center: [0.5, 0]}\n"                                                              \
	"joints:\n"                                                                                                       \
	"  pin: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n"                                                    \
	"forces:\n"                                                                                                       \
	"  rod: {type: spring_damper, bodies: [ground, arm], from: [1, 1], to: [1, 0], stiffness: 1e7, damping: " damping \
	"}\n"                                                                                                             \
	"gravity: [0, -9.81]\n"                                                                                           \
	"solver: {method: " method "}\n"                                                                                  \
	"experiment: {stop: 10, step: 0.01}\n"

static void a_method_that_will_take_very_long_is_warned_of(void **state)
{
	static const char *const methods[] = {"dopri5", "newmark", "newmark", "newmark"};
	/* the last two have no variable solver.method */
	const char *const texts[] = {DAMPED("dopri5", "1e5"), DAMPED("newmark", "1e5"),
	                             DAMPED("newmark", "1e5") "export: {names: flat}\n",
	                             DAMPED("newmark", "1e5") "export: {parameters: []}\n"};
	(void)state;
	for (int k = 0; k < 4; k++) {
		struct host_text out = {0};
		struct host_facts facts = sample_facts(texts[k]);
		char line[80];
		assert_int_equal(host_notes_write(&facts, &out), 1);
		(void)snprintf(line, sizeof line, "  warning: slow: at tolerance 1e-06 method %s takes some ", methods[k]);
		assert_non_null(strstr(out.bytes, line));
		host_text_free(&out);
		host_facts_free(&facts);
	}
	expect_notes(DAMPED("auto", "1e5"), 0, "");
	expect_notes(DAMPED("radau", "1e5"), 0, "");
	expect_notes("mechanism: free\n"
	             "bodies:\n"
	             "  arm: {mass: 1, inertia: 0.1, center: [0.5, 0]}\n"
	             "joints:\n"
	             "  pin: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n"
	             "initial:\n  pin: {angle: 0, speed: 1}\n"
	             "solver: {method: dop853}\n",
	             0, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(time_scales_that_will_be_slow_are_found),
		cmocka_unit_test(moments_of_inertia_of_no_body_are_found),
		cmocka_unit_test(motions_without_inertia_are_found),
		cmocka_unit_test(a_start_that_masses_do_not_determine_names_the_body),
		cmocka_unit_test(bodies_without_connection_are_named),
		cmocka_unit_test(bodies_on_bushings_and_springs_are_held),
		cmocka_unit_test(singular_starts_are_told),
		cmocka_unit_test(drawings_that_do_not_close_are_told),
		cmocka_unit_test(units_that_are_not_si_are_suspected),
		cmocka_unit_test(a_method_that_will_take_very_long_is_warned_of),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
