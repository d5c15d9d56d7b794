/* How near a step is to a singular position, and how its motion gets on: four numbers and five predicates. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assert_close.h"
#include "dae_kkt_struct.h"
#include "dae_nearness.h"
#include "pendulum_system.h"

static const double rounding = 16 * DBL_EPSILON;

/* nearness of a step of 0.1 s from v and a = 0, with these recent velocities; sizes of motion 1 and 3 */
static struct dae_nearness nearness_of(double v, double recent, double distance)
{
	struct pendulum p;
	const double velocity[] = {0, 3 * v}, none[] = {0, 0}, scale[] = {0, 3 * recent};
	const struct dae_step_rank rank = {.distance = distance};
	pendulum_make(&p, 1);
	p.size[1] = 3;
	const struct dae_step s = {
		.system = &p.system, .h = 0.1, .asked = 2, .v = velocity, .a = none, .velocity_scale = scale, .rank = &rank};
	return dae_nearness_of(&s);
}

static void rates_are_in_sizes_a_second(void **state)
{
	(void)state;
	const struct dae_nearness near = nearness_of(3, 4, 1);
	assert_close(near.rate, 4, 1e-15);
	assert_close(near.present_rate, 3, 1e-15);
	assert_close(near.pace, 0.75, 1e-15);
	assert_close(nearness_of(5, 4, 1).pace, 1, 0);
}

/* below a tenth of the recent rate slow, above half of it crossing; between these neither */
static void slow_and_crossing_compare_with_the_recent_rate(void **state)
{
	static const double rates[] = {0.09, 0.11, 0.49, 0.51};
	static const int slow[] = {1, 0, 0, 0}, crosses[] = {0, 0, 0, 1};
	(void)state;
	for (int k = 0; k < 4; k++) {
		const struct dae_nearness near = nearness_of(rates[k], 1, 1);
		assert_int_equal(near.is_slow, slow[k]);
		assert_int_equal(near.crosses, crosses[k]);
	}
}

/* what moves nothing by more than 16 roundings in the requested 2 s */
static void a_mechanism_rests_where_it_moves_nothing_by_more_than_rounding(void **state)
{
	(void)state;
	assert_close(nearness_of(0, 0, 1).rest_speed, rounding / 2, 0);
	assert_close(nearness_of(0, rounding / 2, 1).rest_speed, rounding / 2, 0);
	assert_close(nearness_of(0, rounding, 1).rest_speed, 0, 0);
}

/* speed plays no part in whether a step begins singular: its eigenvalue is rounding, sigma^2 < 1e-14 */
static void a_step_begins_singular_by_its_distance_alone(void **state)
{
	(void)state;
	for (double v = 0; v < 2; v++) {
		assert_true(nearness_of(v, 1, 1e-8).begins_singular);
		assert_false(nearness_of(v, 1, 1e-6).begins_singular);
	}
	assert_close(nearness_of(1, 1, 1e-3).tilt, rounding / 1e-6, 1e-20);
	assert_close(nearness_of(1, 1, 1).tilt, 0, 0);
	assert_close(dae_nearness_tilt(0), rounding / DBL_EPSILON, 0);
}

/* R / sigma and R / sigma^2; sigma counts from the threshold of the factorization on */
static void a_matrix_amplifies_rounding_along_near_singular_directions(void **state)
{
	struct pendulum p;
	(void)state;
	pendulum_make(&p, 1);
	struct dae_kkt *kkt = dae_kkt_create(&p.system);
	assert_non_null(kkt);
	kkt->rank = (struct dae_kkt_rank){0, 1, 1e-3};
	const struct dae_amplification near = dae_nearness_at(kkt);
	assert_close(near.distance, 1e-3, 0);
	assert_close(near.sigma, 1e-3, 0);
	assert_close(near.displacement, rounding / 1e-3, 1e-20);
	assert_close(near.tilt, rounding / 1e-6, 1e-20);
	kkt->rank = (struct dae_kkt_rank){0, 0, 1e-2};
	const struct dae_amplification far = dae_nearness_at(kkt);
	assert_close(far.distance, 1e-2, 0);
	assert_close(far.sigma, 1, 0);
	assert_close(far.tilt, 0, 0);
	kkt->rank = (struct dae_kkt_rank){0, 1, 0};
	assert_close(dae_nearness_sigma(kkt), sqrt(DBL_EPSILON), 0);
	dae_kkt_free(kkt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rates_are_in_sizes_a_second),
		cmocka_unit_test(slow_and_crossing_compare_with_the_recent_rate),
		cmocka_unit_test(a_mechanism_rests_where_it_moves_nothing_by_more_than_rounding),
		cmocka_unit_test(a_step_begins_singular_by_its_distance_alone),
		cmocka_unit_test(a_matrix_amplifies_rounding_along_near_singular_directions),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
