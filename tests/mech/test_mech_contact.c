/* Friction of contacts: how slowly a block creeps that a load below the limit pulls, and that this
 * costs no steps. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assert_close.h"
#include "running.h"

/* A block on two points, that gravity pulls aside with 3 m/s2: r = 3 / (0.5 9.81) of the limit. It
 * slides first. */
#define POINT(name, x, slip)                                                                                         \
	"  " name ": {type: contact, bodies: [block, ground], at: [" x ", 0], line: [0, 0], normal: [0, 1], stiffness: " \
	"1e6, damping: 0.5, friction: 0.5" slip "}\n"
#define BLOCK(slip)                                                                                   \
	"mechanism: block\n"                                                                              \
	"gravity: [3, -9.81]\n"                                                                           \
	"bodies: {block: {mass: 1, inertia: 0.01, center: [0, 0.1]}}\n"                                   \
	"forces:\n" POINT("left", "-0.2", slip) POINT("right", "0.2", slip) "initial: {block: {vx: 1}}\n" \
																		"solver: {method: radau}\n"
static const double part = 3 / (0.5 * 9.81);

/* the way from 2 s, when the block has come to rest, to 10 s; steps of the whole run */
static double creep(const char *text, double *steps)
{
	struct running r;
	running_start(&r, text, 0, 1e-6);
	running_advance(&r, 2);
	const double rest = running_get(&r, "bodies.block.x");
	running_advance(&r, 10);
	const double way = running_get(&r, "bodies.block.x") - rest;
	*steps = running_get(&r, "solver.steps");
	running_close(&r);
	return way;
}

static void a_block_below_the_limit_creeps_as_its_slip_says(void **state)
{
	double steps;
	(void)state;
	const double speed = part / sqrt(1 - part * part);
	assert_close(creep(BLOCK(", slip: 1e-3"), &steps), 8e-3 * speed, 1e-2 * 8e-3 * speed);
	assert_close(creep(BLOCK(", slip: 1e-5"), &steps), 8e-5 * speed, 1e-2 * 8e-5 * speed);
}

static void by_itself_it_stays_and_costs_no_more(void **state)
{
	double steps, coarse;
	(void)state;
	creep(BLOCK(", slip: 1e-3"), &coarse);
	/* 8 s at 0.77 um/s */
	assert_true(fabs(creep(BLOCK(""), &steps)) < 1e-5);
	assert_true(steps < 1.3 * coarse);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_block_below_the_limit_creeps_as_its_slip_says),
		cmocka_unit_test(by_itself_it_stays_and_costs_no_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
