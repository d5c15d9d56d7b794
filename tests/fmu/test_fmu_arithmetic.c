/* The arithmetic that a host has set for its thread changes no bit of a run, and is the host's
 * again after every call.
 *
 * Subnormal numbers are flushed to zero by a bit of the machine's control register; trapped
 * exceptions are an extension of the GNU library, which not every machine can do.
 */
#define _GNU_SOURCE
#include "fmu/fmu_fixture.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

/* ---- arithmetics of hosts */

static void plain(void)
{
	fesetenv(FE_DFL_ENV);
}

static void upward(void)
{
	fesetround(FE_UPWARD);
}

static void toward_zero(void)
{
	fesetround(FE_TOWARDZERO);
}

static void flush_to_zero(void)
{
#if defined(__x86_64__)
	_mm_setcsr(_mm_getcsr() | 0x8040u);
#elif defined(__aarch64__)
	unsigned long long control;
	__asm__ volatile("mrs %0, fpcr" : "=r"(control));
	control |= 1ull << 24;
	__asm__ volatile("msr fpcr, %0" : : "r"(control));
#endif
}

static void trap(void)
{
#if defined(__GLIBC__)
	feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
#endif
}

static void (*const hosts[])(void) = {plain, upward, toward_zero, flush_to_zero, trap};
enum { HOSTS = sizeof hosts / sizeof hosts[0] };

/* what can be seen of an arithmetic: rounding, flushing, traps, exceptions so far */
struct seen {
	int rounding, flushes, traps, raised;
};

static struct seen see(void)
{
	volatile double number = DBL_MIN;
	const int raised = fetestexcept(FE_ALL_EXCEPT);
	number = number / 4;
	struct seen seen = {fegetround(), number == 0, 0, raised};
#if defined(__GLIBC__)
	seen.traps = fegetexcept();
#endif
	feclearexcept(FE_ALL_EXCEPT);
	return seen;
}

/* calls leave the arithmetic as they find it; an exception that the host has raised before is still
 * there */
static void assert_left_alone(const struct seen *before)
{
	const struct seen after = see();
	assert_int_equal(after.rounding, before->rounding);
	assert_int_equal(after.flushes, before->flushes);
	assert_int_equal(after.traps, before->traps);
	assert_int_equal(after.raised, FE_INEXACT);
	feraiseexcept(FE_INEXACT);
}

static const char slider_crank[] = "mechanism: slider_crank\n"
								   "gravity: [0, -9.81]\n"
								   "bodies:\n"
								   "  crank: {mass: 1.0, inertia: 0.0833, center: [0.5, 0]}\n"
								   "  rod:   {mass: 1.0, inertia: 0.0833, center: [1.5, 0]}\n"
								   "joints:\n"
								   "  pin:   {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
								   "  elbow: {type: revolute, bodies: [crank, rod], at: [1, 0]}\n"
								   "  guide: {type: point_on_line, bodies: [rod, ground], at: [2, 0], axis: [1, 0]}\n"
								   "forces:\n"
								   "  motor: {type: torque, joint: pin, input: motor_torque}\n"
								   "  brake: {type: joint_friction, joint: elbow, coulomb: 0.1}\n"
								   "initial:\n"
								   "  pin: {angle: 0.7, speed: 0}\n"
								   "outputs: [joints.pin.angle, joints.pin.speed, joints.guide.position]\n";

/* ---- a life: assembly, steps with a new input each, a saved state, derivatives, all values; and what is refused */

enum { STEPS = 20, MOST_VALUES = 400 };

struct life {
	double values[MOST_VALUES];
	double derivatives[2];
};

static void live(struct fixture *x, struct life *life)
{
	feraiseexcept(FE_INEXACT);
	struct seen host = see();
	feraiseexcept(FE_INEXACT);
	fixture_open_image(x, x->image, 0);
	fixture_start(x);
	assert_left_alone(&host);
	fmi2FMUstate saved = NULL;
	const fmi2ValueReference torque = fixture_reference(x, "motor_torque"),
							 angle = fixture_reference(x, "joints.pin.angle");
	for (int k = 0; k < STEPS; k++) {
		fixture_expect_ok(x, fixture_set(x, "motor_torque", 0.25 * k));
		fixture_expect_ok(x, fmi2DoStep(x->c, k / 128.0, 1 / 128.0, fmi2True));
		assert_left_alone(&host);
	}
	fixture_expect_error(x, fixture_set(x, "motor_torque", NAN), "motor_torque");
	fixture_expect_ok(x, fmi2GetFMUstate(x->c, &saved));
	fixture_expect_ok(x, fmi2SetFMUstate(x->c, saved));
	fixture_expect_ok(x, fmi2FreeFMUstate(x->c, &saved));
	assert_left_alone(&host);
	const double one = 1;
	const fmi2Integer order = 1;
	fixture_expect_ok(x, fmi2GetRealOutputDerivatives(x->c, &angle, 1, &order, &life->derivatives[0]));
	const fmi2ValueReference acceleration = fixture_reference(x, "joints.pin.acceleration");
	fixture_expect_ok(x, fmi2GetDirectionalDerivative(x->c, &acceleration, 1, &torque, 1, &one, &life->derivatives[1]));
	assert_left_alone(&host);
	assert_true(fixture_count(x) <= MOST_VALUES);
	fixture_get_all(x, life->values);
	assert_left_alone(&host);
	fmi2FreeInstance(x->c);
}

static void the_bits_of_a_run_are_the_same_in_every_host(void **state)
{
	(void)state;
	static struct life lives[HOSTS];
	struct fixture x;
	struct host_image image = fixture_image(slider_crank);
	for (int k = 0; k < HOSTS; k++) {
		fenv_t own;
		fegetenv(&own);
		hosts[k]();
		x.image = image;
		live(&x, &lives[k]);
		fesetenv(&own);
		assert_memory_equal(&lives[k], &lives[0], sizeof lives[0]);
	}
	host_image_free(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_bits_of_a_run_are_the_same_in_every_host),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
