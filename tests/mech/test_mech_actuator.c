/* Actuators: they start at their command, follow it with their lag, and are linear up to 9/10 of
 * their limit. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assert_close.h"
#include "element_checks.h"
#include "running.h"

/* a load of 5 kg, 49.05 N, on a vertical guide */
#define LIFT(actuator, more)                                                                 \
	"mechanism: lift\n"                                                                      \
	"gravity: [0, -9.81]\n"                                                                  \
	"bodies: {load: {mass: 5, inertia: 0.1, center: [0, 0]}}\n"                              \
	"joints: {guide: {type: prismatic, bodies: [ground, load], at: [0, 0], axis: [0, 1]}}\n" \
	"forces: {jack: {type: actuator, joint: guide, lag: 0.02, " actuator "}}\n" more

static void an_actuator_that_holds_a_load_starts_in_balance(void **state)
{
	static const char *const texts[] = {
		LIFT("command: 49.05", ""),
		LIFT("command: 49.05, limit: 1000", ""),
		LIFT("command: 49.05, limit: 55", ""),
		LIFT("input: push, start: 49.05, limit: 1000", ""),
		LIFT("command: 49.05, limit: 1000", "initial: static\n"),
		LIFT("input: push, start: 49.05, limit: 55", "initial: static\n"),
	};
	(void)state;
	for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
		struct running r;
		running_start(&r, texts[k], 0, 1e-6);
		assert_close(running_get(&r, "forces.jack.effort"), 49.05, 1e-13);
		running_advance(&r, 2);
		assert_close(running_get(&r, "joints.guide.position"), 0, 1e-12);
		running_close(&r);
	}
}

/* 49.05 N, then 60 N from 1 s on: z = 60 - 10.95 exp(-t / lag), and m v is the integral of z -
 * 49.05 */
static void it_follows_its_command_with_its_lag(void **state)
{
	struct running r;
	const double lag = 0.02, more = 60 - 49.05;
	(void)state;
	running_start(&r, LIFT("input: push, start: 49.05, limit: 100", ""), 0, 1e-8);
	running_advance(&r, 1);
	running_set(&r, "push", 60);
	for (int k = 1; k <= 10; k++) {
		const double t = 0.01 * k, left = exp(-t / lag);
		running_advance(&r, 1 + t);
		assert_close(running_get(&r, "forces.jack.effort"), 60 - more * left, 1e-6 * more);
		assert_close(running_get(&r, "joints.guide.speed"), more * (t - lag * (1 - left)) / 5, 1e-7);
	}
	running_close(&r);
}

/* effort at the start, for a command as a part of the limit of 200 N */
static double effort_at(struct running *r, double part)
{
	mech_reset(r->m);
	running_set(r, "forces.jack.command", 200 * part);
	running_initialize(r);
	return running_get(r, "forces.jack.effort") / 200;
}

static void its_limit_leaves_small_efforts_alone(void **state)
{
	struct running r;
	(void)state;
	running_start(&r, LIFT("command: 1, limit: 200", ""), 0, 0);
	for (int k = -9; k <= 9; k++) {
		assert_true(effort_at(&r, 0.1 * k) == 200 * (0.1 * k) / 200);
	}
	/* in the middle of the corner u = 1/2: 0.9 + 0.2 (1/2 - 1/8 + 1/32) */
	assert_close(effort_at(&r, 1), 0.98125, 1e-15);
	assert_close(effort_at(&r, -1), -0.98125, 1e-15);
	assert_close(effort_at(&r, 1.1), 1, 1e-15);
	assert_close(effort_at(&r, -7), -1, 1e-15);
	/* slope and curvature have no jump at both ends of the corner; the third derivative is 6 /
	 * 0.2^2 = 150 there */
	static const double ends[2] = {0.9, 1.1};
	const double h = 1e-4;
	for (int k = 0; k < 2; k++) {
		const double below[] = {effort_at(&r, ends[k] - 2 * h), effort_at(&r, ends[k] - h), effort_at(&r, ends[k])};
		const double above[] = {below[2], effort_at(&r, ends[k] + h), effort_at(&r, ends[k] + 2 * h)};
		assert_close((above[1] - above[0]) / h, (below[2] - below[1]) / h, 150 * h * h);
		assert_close((above[2] - 2 * above[1] + above[0]) / (h * h), (below[2] - 2 * below[1] + below[0]) / (h * h),
		             1.01 * 150 * h);
	}
	running_close(&r);
}

/* z below the corner, in it and beyond it, on both sides */
static void its_tangent_is_its_derivative(void **state)
{
	static const double states[] = {-1.3, -1.05, -0.95, -0.5, 0.3, 0.92, 1.0, 1.07, 1.2};
	struct checks k;
	(void)state;
	checks_open(&k, LIFT("command: 1, limit: 1", ""));
	for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
		checks_shake(&k);
		k.v[k.model.n_v - 1] = states[i];
		check_tangent(&k, &k.model.elements[1]);
		check_power(&k, &k.model.elements[1]);
	}
	checks_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_actuator_that_holds_a_load_starts_in_balance),
		cmocka_unit_test(it_follows_its_command_with_its_lag),
		cmocka_unit_test(its_limit_leaves_small_efforts_alone),
		cmocka_unit_test(its_tangent_is_its_derivative),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
