/* Every parameter and start value of every example, set to other values: the mechanism starts, or
 * says why it cannot. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>

#include "assert_close.h"
#include "every_example.h"
#include "mech/running.h"
#include "slow_build.h"

static void start_with(struct running *r, int variable, double value)
{
	mech_reset(r->m);
	mech_setup(r->m, 0, 1e-4);
	if (mech_set(r->m, variable, value, &r->message) != 0) {
		return;
	}
	r->message.text[0] = '\0';
	if (mech_initialize(r->m, &r->message) != 0) {
		assert_true(r->message.text[0] != '\0');
	}
}

static void check_example(const char *path)
{
	struct running r;
	memset(&r, 0, sizeof r);
	running_take(&r, host_read_file(path, &r.message));
	/* looking for a static start takes long */
	const int stride = (r.model->head->static_start ? 20 : 1) * (SLOW_BUILD ? 7 : 1);
	for (int k = 0; k < r.model->n_variables; k += stride) {
		const double values[] = {1e-4, 0, -3};
		const int causality = r.model->variables[k].causality;
		for (int i = 0; i < 3 && (causality == MECH_PARAMETER || causality == MECH_INPUT); i++) {
			start_with(&r, k, values[i]);
		}
	}
	running_close(&r);
}

static void every_parameter_may_be_set_to_anything(void **state)
{
	(void)state;
	every_example(check_example);
}

/* where all speeds are given none is left to be made slow: what the projection leaves of them is
 * rounding */
static void a_small_speed_is_met_to_the_last_digit(void **state)
{
	(void)state;
	struct running r;
	running_open_example(&r, "gyroscope");
	for (double speed = 1e-6; speed < 1; speed *= 5) {
		mech_reset(r.m);
		running_set(&r, "initial.tilt.speed", speed);
		running_initialize(&r);
		assert_close(running_get(&r, "joints.tilt.speed"), speed, 1e-15);
	}
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_parameter_may_be_set_to_anything),
		cmocka_unit_test(a_small_speed_is_met_to_the_last_digit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
