/* Rates of force elements: a body of 2 kg on a spring of 50 N/m swings with sqrt(50 / 2) = 5
 * 1/s. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assert_close.h"
#include "mech_stiffness.h"
#include "running.h"

#define SLIDE(soft, stiff)                                                                          \
	"mechanism: slide\n"                                                                            \
	"bodies:\n"                                                                                     \
	"  block: {mass: 2, inertia: 1, center: [0, 0]}\n"                                              \
	"joints:\n"                                                                                     \
	"  rail: {type: prismatic, bodies: [ground, block], at: [0, 0], axis: [1, 0]}\n"                \
	"forces:\n"                                                                                     \
	"  soft: {type: spring_damper, bodies: [ground, block], from: [-1, 0], to: [0, 0], " soft "}\n" \
	"  stiff: {type: spring_damper, bodies: [ground, block], from: [-1, 0], to: [0, 0], " stiff "}\n"

static int stiffest(const char *text, double *rate)
{
	struct running r;
	running_open(&r, text);
	running_initialize(&r);
	const struct mech_context c = mech_instance_point(r.m);
	const int element = mech_stiffest(&c, rate);
	running_close(&r);
	return element;
}

static void the_stiffest_force_is_found(void **state)
{
	(void)state;
	double rate;
	assert_int_equal(stiffest(SLIDE("stiffness: 50", "stiffness: 200"), &rate), 2);
	assert_close(rate, 10, 1e-12);
	assert_int_equal(stiffest(SLIDE("stiffness: 50", "stiffness: 8"), &rate), 1);
	assert_close(rate, 5, 1e-12);
}

/* 2 sqrt(200 / 2) 2 = 40 N s/m are critical */
static void what_is_overdamped_does_not_swing(void **state)
{
	(void)state;
	double rate;
	assert_int_equal(stiffest(SLIDE("stiffness: 50", "stiffness: 200, damping: 39"), &rate), 2);
	assert_int_equal(stiffest(SLIDE("stiffness: 50", "stiffness: 200, damping: 41"), &rate), 1);
	assert_close(rate, 5, 1e-12);
	assert_int_equal(stiffest(SLIDE("stiffness: 0, damping: 3", "stiffness: 0"), &rate), -1);
	assert_close(rate, 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_stiffest_force_is_found),
		cmocka_unit_test(what_is_overdamped_does_not_swing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
