/* Gaps of contacts and stops: the change that comes next is the event, and memory follows it. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "mech_gap.h"

static const struct mech_gap falling = {.width = 0.5, .rate = -2, .acceleration = -10, .size = 5};
static const struct mech_gap pressed = {.width = -0.1, .rate = 3, .acceleration = 40, .size = 5};

static void an_open_gap_waits_for_its_closing_and_a_closed_one_for_its_opening(void **state)
{
	(void)state;
	assert_close(mech_gap_closed(&falling), 0, 0);
	assert_close(mech_gap_closed(&pressed), 1, 0);
	struct dae_event event = mech_gap_event(&falling, 0);
	assert_close(event.value, 0.1, 1e-15);
	assert_close(event.rate, -0.4, 1e-15);
	assert_close(event.acceleration, -2, 1e-15);
	event = mech_gap_event(&pressed, 1);
	assert_close(event.value, 0.02, 1e-15);
	assert_close(event.rate, -0.6, 1e-15);
	assert_close(event.acceleration, -8, 1e-15);
}

static void memory_changes_with_the_event_alone(void **state)
{
	(void)state;
	assert_close(mech_gap_remember(&falling, 0), 0, 0);
	assert_close(mech_gap_remember(&pressed, 0), 1, 0);
	assert_close(mech_gap_remember(&pressed, 1), 1, 0);
	assert_close(mech_gap_remember(&falling, 1), 0, 0);
	/* within rounding of the touch nothing has happened yet, whatever the sign */
	const struct mech_gap touch = {.width = -1e-13, .size = 5}, parting = {.width = 1e-13, .size = 5};
	assert_close(mech_gap_remember(&touch, 0), 0, 0);
	assert_close(mech_gap_remember(&parting, 1), 1, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_open_gap_waits_for_its_closing_and_a_closed_one_for_its_opening),
		cmocka_unit_test(memory_changes_with_the_event_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
