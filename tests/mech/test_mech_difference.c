/* Differences along directions of the point: as exact as rounding allows, whatever lengths and
 * speeds are at work. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "assert_close.h"
#include "mech_instance_parts.h"
#include "running.h"

/* a free body with a sensor for the distance of a point of it from a place on the ground; `far`
 * makes the mechanism large */
#define FREE_BODY(to, far)                                                        \
	"mechanism: free_body\n"                                                      \
	"bodies:\n"                                                                   \
	"  body: {mass: 1, inertia: 1, center: [0, 0]}\n"                             \
	"sensors:\n"                                                                  \
	"  gap: {type: distance, bodies: [ground, body], from: [0, 0], to: " to "}\n" \
	"  mark: {type: point, body: body, at: " far "}\n"                            \
	"outputs: [sensors.gap.distance]\n"

static double along(struct running *r, const char *name, int order)
{
	const struct mech_function f = {&r->model->variables[running_variable(r, name)], 1};
	double out;
	const struct mech_context at = mech_instance_point(r->m);
	mech_difference_along(r->m, &f, &at, order, &out);
	return out;
}

static void set_direction(struct running *r, const double *dq, const double *dv)
{
	memcpy(r->m->along.q, dq, 3 * sizeof *dq);
	memcpy(r->m->along.v, dv, 3 * sizeof *dv);
}

/* distance l = |d|, speed d . v / l; along dq = (1, 2, 0): dl = (dx + 2 dy) / l */
static void short_distances_in_large_mechanisms_are_differentiated_as_well_as_long_ones(void **state)
{
	(void)state;
	static const char *const texts[] = {FREE_BODY("[3, 4]", "[5, 0]"), FREE_BODY("[0.003, 0.004]", "[5, 0]"),
	                                    FREE_BODY("[0.0003, 0.0004]", "[5, 0]")};
	static const double sizes[] = {5, 5e-3, 5e-4};
	for (int k = 0; k < 3; k++) {
		struct running r;
		running_start(&r, texts[k], 0, 0);
		set_direction(&r, (double[]){1, 2, 0}, (double[]){0, 0, 0});
		assert_close(along(&r, "sensors.gap.distance", 1), 0.6 + 2 * 0.8, 1e-8);
		/* along the straight motion (1, 2): l'' = (|v|^2 - l'^2) / l */
		assert_close(along(&r, "sensors.gap.distance", 2) * sizes[k], 5 - 2.2 * 2.2, 1e-5);

		/* with the velocity (1, 2) held, the speed changes by (|v|^2 - l'^2) / l too */
		memcpy(r.m->dae.v, (double[]){1, 2, 0}, 3 * sizeof(double));
		assert_close(along(&r, "sensors.gap.speed", 1) * sizes[k], 5 - 2.2 * 2.2, 1e-6);
		running_close(&r);
	}
}

/* the point at (5, 0) of a body that turns with w: velocity (0, 5 w), acceleration (-5 w^2, 0) at
 * angle 0 */
static void fast_and_slow_directions_give_the_same_relative_accuracy(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, FREE_BODY("[3, 4]", "[5, 0]"), 0, 0);
	for (int k = -6; k <= 6; k++) {
		const double factor = pow(10, k), w = 2;
		memcpy(r.m->dae.v, (double[]){0, 0, w}, 3 * sizeof(double));
		set_direction(&r, (double[]){0, 0, factor}, (double[]){0, 0, 0});
		assert_close(along(&r, "sensors.mark.position[2]", 1) / factor, 5, 1e-10);
		assert_close(along(&r, "sensors.mark.velocity[1]", 1) / factor, -5 * w, 1e-10);
		assert_close(along(&r, "sensors.mark.acceleration[2]", 1) / factor, -5 * w * w, 1e-10);
		set_direction(&r, (double[]){0, 0, 0}, (double[]){0, 0, factor});
		assert_close(along(&r, "sensors.mark.velocity[2]", 1) / factor, 5, 1e-10);
		assert_close(along(&r, "sensors.mark.acceleration[1]", 1) / factor, -10 * w, 1e-10);
	}
	running_close(&r);
}

/* dq s + dv s^2 / 2 with dq = (0, 0, w), dv = (0, 0, b) moves the point with 5 (b, w^2) along and
 * against the arm */
static void second_derivatives_follow_the_curved_motion(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, FREE_BODY("[3, 4]", "[5, 0]"), 0, 0);
	set_direction(&r, (double[]){0, 0, 1.5}, (double[]){0, 0, -0.7});
	assert_close(along(&r, "sensors.mark.position[1]", 2), -5 * 1.5 * 1.5, 1e-8);
	assert_close(along(&r, "sensors.mark.position[2]", 2), -5 * 0.7, 1e-8);
	running_close(&r);
}

static void what_does_not_follow_the_direction_changes_by_exactly_nothing(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, FREE_BODY("[3, 4]", "[5, 0]"), 0, 0);
	set_direction(&r, (double[]){0, 0, 0}, (double[]){1, 1, 1});
	assert_true(along(&r, "sensors.gap.distance", 1) == 0);
	set_direction(&r, (double[]){1, 0, 0}, (double[]){0, 0, 0});
	assert_true(along(&r, "energies.kinetic", 1) == 0);
	set_direction(&r, (double[]){0, 0, 0}, (double[]){0, 0, 0});
	assert_true(along(&r, "sensors.gap.distance", 1) == 0);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(short_distances_in_large_mechanisms_are_differentiated_as_well_as_long_ones),
		cmocka_unit_test(fast_and_slow_directions_give_the_same_relative_accuracy),
		cmocka_unit_test(second_derivatives_follow_the_curved_motion),
		cmocka_unit_test(what_does_not_follow_the_direction_changes_by_exactly_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
