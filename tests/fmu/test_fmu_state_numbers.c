/* Saved states in which one number is wrong, whole otherwise: every number of the block, one after
 * the other. What is refused is named, what is taken can be used.
 */
#include "find_method.h"
#include "fmu/fmu_fixture.h"
#include "fmu/shaker.h"

#include <math.h>
#include <stdlib.h>

#include "fmu_state.h"
#include "slow_build.h"

static const char in_space[] = "mechanism: arm\n"
							   "space: spatial\n"
							   "bodies:\n"
							   "  arm: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [0.5, 0, 0]}\n"
							   "joints:\n"
							   "  pin: {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}\n"
							   "drivers:\n"
							   "  shake: {type: input, joint: pin, input: angle, start: 0}\n";

static const double wrong[] = {NAN, HUGE_VAL, -HUGE_VAL, -1, -2, 0.5, 7, 1e9, -1e9, 1e300, -1e300};
enum { WRONG = sizeof wrong / sizeof wrong[0], MOST_MESSAGES = 500 };

/* ---- messages seen */

struct seen {
	int n;
	char message[MOST_MESSAGES][200];
};

static void see(struct seen *seen, const char *message)
{
	for (int i = 0; i < seen->n; i++) {
		if (strncmp(seen->message[i], message, sizeof seen->message[i] - 1) == 0) {
			return;
		}
	}
	assert_true(seen->n < MOST_MESSAGES);
	snprintf(seen->message[seen->n++], sizeof seen->message[0], "%s", message);
}

static void assert_seen(const struct seen *seen, const char *part)
{
	int found = 0;
	for (int i = 0; i < seen->n; i++) {
		found = found || strstr(seen->message[i], part) != NULL;
	}
	if (!found) {
		fail_msg("nothing was refused with '%s'", part);
	}
}

/* ---- one number */

static void seal(fmi2Byte *bytes, size_t size)
{
	struct fmu_state_head *head = (struct fmu_state_head *)(void *)bytes;
	const size_t begin = offsetof(struct fmu_state_head, checksum) + sizeof head->checksum;
	head->checksum = mech_checksum(bytes + begin, size - begin);
}

/* reads and steps; answers do not matter, that they come does */
static void use(struct fixture *x)
{
	const fmi2ValueReference limit = fixture_reference(x, "solver.work_limit");
	const fmi2Integer most = 100;
	fmi2Real time = 0;
	for (fmi2ValueReference k = 0; k < (fmi2ValueReference)fixture_count(x); k++) {
		fmi2Real real = 0;
		fmi2GetReal(x->c, &k, 1, &real);
	}
	fmi2GetRealStatus(x->c, fmi2LastSuccessfulTime, &time);
	fmi2SetInteger(x->c, &limit, 1, &most);
	fmi2DoStep(x->c, time, 1e-4, fmi2True);
}

/* the same bytes handed over serialized, and as a handle whose block somebody wrote into, meet the
 * same check */
static void try_number(struct fixture *x, fmi2FMUstate saved, size_t size, size_t place, double value,
                       struct seen *seen)
{
	fmi2FMUstate taken = NULL;
	double *number = (double *)(void *)((fmi2Byte *)saved + sizeof(struct fmu_state_head)) + place;
	const double good = *number;
	*number = value;
	seal(saved, size);
	x->log.message[0] = '\0';
	if (fmi2DeSerializeFMUstate(x->c, saved, size, &taken) == fmi2OK) {
		fixture_expect_ok(x, fmi2SetFMUstate(x->c, taken));
		fixture_expect_ok(x, fmi2FreeFMUstate(x->c, &taken));
		use(x);
	} else {
		assert_null(taken);
		assert_non_null(strstr(x->log.message, "not a state of this unit: "));
		see(seen, x->log.message);
		fixture_expect_error(x, fmi2SetFMUstate(x->c, saved), "not a state of this unit: ");
	}
	*number = good;
	seal(saved, size);
	fixture_expect_ok(x, fmi2SetFMUstate(x->c, saved));
}

/* a slow build tries every third value; which ones, `turn` shifts: three turns in a row try all */
static void try_numbers(struct fixture *x, size_t turn, struct seen *seen)
{
	fmi2FMUstate saved = NULL;
	size_t size;
	fixture_expect_ok(x, fmi2GetFMUstate(x->c, &saved));
	fixture_expect_ok(x, fmi2SerializedFMUstateSize(x->c, saved, &size));
	const size_t numbers = (size - sizeof(struct fmu_state_head)) / sizeof(double);
	for (size_t place = 0; place < numbers; place++) {
		for (size_t k = 0; k < WRONG; k += SLOW_BUILD ? 3 : 1) {
			try_number(x, saved, size, place, wrong[(k + turn) % WRONG], seen);
		}
	}
	fixture_expect_ok(x, fmi2FreeFMUstate(x->c, &saved));
}

static void set_choice(struct fixture *x, const char *name, fmi2Integer number)
{
	const fmi2ValueReference reference = fixture_reference(x, name);
	fixture_expect_ok(x, fmi2SetInteger(x->c, &reference, 1, &number));
}

static void try_all(const char *text, const char *method, size_t turn, struct seen *seen)
{
	struct fixture x;
	fixture_open(&x, text, 0);
	set_choice(&x, "solver.method", number_of_method(method));
	fixture_start(&x);
	fixture_expect_ok(&x, fixture_set(&x, "angle", 0.2));
	for (int k = 0; k < 3; k++) {
		fixture_expect_ok(&x, fmi2DoStep(x.c, 0.01 * k, 0.01, fmi2True));
	}
	try_numbers(&x, turn, seen);
	fixture_close(&x);
}

static void every_wrong_number_is_refused_by_name_or_harmless(void **state)
{
	(void)state;
	static const char *const methods[] = {"auto", "generalized_alpha", "midpoint",          "energy_decaying", "radau",
	                                      "bdf",  "for_sdirk",         "trust_region_fixed"};
	static const char *const names[] = {
		"whether it is initialized",
		"what has changed since the last step",
		"its time lies before its start",
		"the size of the mechanism",
		"the energy at the start",
		"input 'push'",
		"driver 'shake': the order of the derivatives that were given",
		"driver 'shake': the times at which its input was sampled",
		"driver 'shake': the length of its step",
		"driver 'shake': whether it is at its limits",
		"driver 'shake': the phase of its way",
		"driver 'shake': the times of its way",
		"force 'brake': whether it sticks, or the side to which it slides",
		"force 'buffer': whether it is closed",
		"force 'floor': whether it is closed",
		"force 'brake': a number that is not finite",
		"body 'slider': its turns are not whole",
		"a step below zero",
		"whether a step was made",
		"the energies",
		"a typical size below zero",
		"the number of redundant rows",
		"the place of the first unresolved step",
		"a count of steps",
		"the distance to a singular position",
		"a number that is not finite",
	};
	static struct seen seen;
	for (size_t k = 0; k < sizeof methods / sizeof methods[0]; k++) {
		static struct seen own;
		memset(&own, 0, sizeof own);
		try_all(SHAKER_LIMITED, methods[k], k, &own);
		assert_seen(&own, "the history of the method");
		for (int i = 0; i < own.n; i++) {
			see(&seen, own.message[i]);
		}
	}
	for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
		assert_seen(&seen, names[k]);
	}
}

static void every_wrong_number_in_space_is_refused_by_name_or_harmless(void **state)
{
	(void)state;
	static struct seen seen;
	try_all(in_space, "radau", 0, &seen);
	assert_seen(&seen, "body 'arm': its quaternion does not have the length 1");
	assert_seen(&seen, "joint 'pin': a number that is not finite");
}

/* the state lies within a step of the solver; the limit is there from the beginning, since any
 * change lets the solver go back */
static void every_wrong_number_of_a_look_ahead_is_refused_by_name_or_harmless(void **state)
{
	(void)state;
	static const char swing[] = "mechanism: swing\n"
								"space: spatial\n"
								"bodies:\n"
								"  arm: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [0.5, 0, 0]}\n"
								"joints:\n"
								"  pin: {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}\n"
								"forces:\n"
								"  motor: {type: torque, joint: pin, input: push}\n";
	static const char *const names[] = {
		"whether the solver looks ahead", "a number of the look-ahead that is not finite",
		"the step of the look-ahead",     "the times of the look-ahead",
		"an input of the look-ahead",
	};
	static struct seen seen;
	struct fixture x;
	fixture_open(&x, swing, 0);
	set_choice(&x, "solver.method", number_of_method("radau"));
	set_choice(&x, "solver.look_ahead", MECH_FIRST_CHOICE + MECH_LOOK_AHEAD);
	set_choice(&x, "solver.work_limit", 100);
	fixture_start(&x);
	for (int k = 0; k < 30; k++) {
		fixture_expect_ok(&x, fmi2DoStep(x.c, 0.001 * k, 0.001, fmi2True));
	}
	try_numbers(&x, 0, &seen);
	for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
		assert_seen(&seen, names[k]);
	}
	fixture_close(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_wrong_number_of_a_look_ahead_is_refused_by_name_or_harmless),
		cmocka_unit_test(every_wrong_number_is_refused_by_name_or_harmless),
		cmocka_unit_test(every_wrong_number_in_space_is_refused_by_name_or_harmless),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
