/* The error of a step as numbers, in closed form on a pendulum. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assert_close.h"
#include "dae_error.h"
#include "dae_kkt_struct.h"
#include "pendulum_system.h"

static const double velocity_scale[] = {2, 2}, acceleration_scale[] = {5, 5}, acceleration_rounding[] = {1e-9, 0};
static const double share = 0.1 * 1e-6 * 1e-4, unit = 16 * DBL_EPSILON;

/* a step of 1e-4 s at a tolerance of 1e-6, from v = (0, 4) with a = (0, 2e4); sizes of motion 1 and 3 */
struct measured {
	struct pendulum p;
	struct dae_options options;
	struct dae_step_rank rank;
	struct dae_nearness nearness;
	double v[2], a[2], v1[2], a1[2], error[4], prescribed[2];
	struct dae_step s;
};

static void open_step(struct measured *m)
{
	*m = (struct measured){.options = dae_options_for(1e-6), .v = {0, 4}, .a = {0, 2e4}};
	pendulum_make(&m->p, 1);
	m->p.size[1] = 3;
	m->s = (struct dae_step){.system = &m->p.system,
	                         .kkt = dae_kkt_create(&m->p.system),
	                         .v = m->v,
	                         .a = m->a,
	                         .v1 = m->v1,
	                         .a1 = m->a1,
	                         .error = m->error,
	                         .scratch.prescribed = m->prescribed,
	                         .asked = 1,
	                         .rank = &m->rank,
	                         .options = &m->options,
	                         .velocity_scale = velocity_scale,
	                         .acceleration_scale = acceleration_scale,
	                         .acceleration_rounding = acceleration_rounding,
	                         .nearness = &m->nearness,
	                         .h = 1e-4};
	assert_non_null(m->s.kkt);
	m->nearness = dae_nearness_of(&m->s);
}

static void close_step(struct measured *m)
{
	dae_kkt_free(m->s.kkt);
}

/* a tenth of the tolerance, per unit of time and of velocities and accelerations, and rounding of 16 units in the last
 * place */
static void errors_are_measured_against_tolerance_and_rounding(void **state)
{
	struct measured m;
	(void)state;
	open_step(&m);
	const double of_q[] = {0, -(share * 2 + 3 * unit), 0, 0};
	const double of_v[] = {0, 0, share * 5 + m.s.h * 1e-9 + 2 * unit, 0};
	const double following[] = {0, 0, 0, share * 5 + 2 * unit + 3 * unit / m.s.h};
	const double no_number[] = {0, 0, 0, NAN};
	assert_close(dae_error_size(&m.s, of_q), 1, 1e-14);
	assert_close(dae_error_size(&m.s, of_v), 1, 1e-14);
	assert_true(dae_error_size(&m.s, following) > 2);
	assert_true(dae_error_size(&m.s, no_number) == HUGE_VAL);
	m.s.result.v_follows_q = 1;
	assert_close(dae_error_size(&m.s, following), 1, 1e-14);
	close_step(&m);
}

static void errors_near_a_singular_position_are_measured_against_its_rounding(void **state)
{
	struct measured m;
	(void)state;
	open_step(&m);
	/* coordinates are less well known */
	const double rounded[] = {0, share * 2 + 3 * unit / 1e-3, 0, 0};
	m.s.kkt->rank = (struct dae_kkt_rank){0, 1, 1e-3};
	assert_close(dae_error_size(&m.s, rounded), 1, 1e-12);
	/* on the way to it rounding turns velocities, the largest of which is (4 + 2) / 3 = 2 sizes a second */
	const double turned[] = {0, 0, 0, share * 5 + 2 * unit + 3 * (2 * unit / 1e-4 + unit / m.s.h)};
	m.s.result.v_follows_q = 1;
	m.s.kkt->rank = (struct dae_kkt_rank){0, 0, 1e-2};
	assert_close(dae_error_size(&m.s, turned), 1, 1e-12);
	close_step(&m);
}

/* velocities may move by as much as rounding of positions within the requested time */
static void errors_of_a_mechanism_at_rest_are_measured_against_its_rounding(void **state)
{
	struct measured m;
	const double nothing[] = {0, 0};
	(void)state;
	open_step(&m);
	m.s.velocity_scale = m.s.acceleration_scale = m.s.acceleration_rounding = nothing;
	m.nearness = dae_nearness_of(&m.s);
	const double moving[] = {0, 0, 0, 3 * unit / m.s.asked};
	assert_close(dae_error_size(&m.s, moving), 1, 1e-12);
	/* a motion that begins within the step is measured by its end: by a tenth of the largest, here 30 / 3 and 600 / 3 sizes */
	m.v1[1] = 30;
	m.a1[1] = 600;
	const double begun[] = {share * 1 + unit, 0, share * 20 + unit * 1 + unit / m.s.asked, 0};
	assert_close(dae_error_size(&m.s, begun), 1, 1e-12);
	close_step(&m);
}

/* the largest of all, whose it is, and what it is as a part of the tolerance alone */
static void the_error_of_a_step_is_the_largest_of_all(void **state)
{
	struct measured m;
	(void)state;
	open_step(&m);
	m.error[0] = share * 2 + unit;
	m.error[1] = 3 * (share * 2 + 3 * unit);
	struct dae_error found = dae_error_measure(&m.s);
	assert_close(found.size, 3, 1e-14);
	assert_int_equal(found.worst, 1);
	assert_close(found.harm, m.error[1] / (1e-6 * 3), 1e-14);
	/* of a velocity, which has the scale 2 */
	m.error[2] = 1e-7;
	found = dae_error_measure(&m.s);
	assert_int_equal(found.worst, 0);
	assert_close(found.harm, 0.05, 1e-14);
	/* of prescribed motion, allowed a tenth of the tolerance */
	m.s.result.across = 1e9;
	m.s.result.across_worst = 1;
	found = dae_error_measure(&m.s);
	assert_close(found.size, 1e9, 0);
	assert_close(found.harm, 1e8, 1e-6);
	assert_int_equal(found.worst, 1);
	close_step(&m);
}

/* A rod that hangs down: an error along x lives within the constraint, one along y is taken out. Where the constraint is
 * prescribed, that is counted as motion across it. */
static void the_filter_keeps_what_lives_within_the_constraints(void **state)
{
	struct measured m;
	const double q[] = {0, -1};
	const struct dae_point at = {.q = q};
	(void)state;
	open_step(&m);
	assert_int_equal(dae_kkt_evaluate(m.s.kkt, &at), 0);
	assert_int_equal(dae_kkt_factor(m.s.kkt, &m.options.kkt, 0), 0);
	double error[] = {1, 2, 3, 4};
	dae_error_filter_both(&m.s, m.s.kkt, 0, error);
	assert_close(error[0], 1, 1e-12);
	assert_close(error[1], 0, 1e-12);
	assert_close(error[2], 3, 1e-12);
	assert_close(error[3], 0, 1e-12);
	assert_close(m.s.result.across, 0, 0);
	m.p.system.is_driven = 1;
	double driven[] = {1, 2e-7};
	dae_error_filter(&m.s, m.s.kkt, 0, 0, driven);
	assert_close(driven[1], 0, 1e-12);
	/* a tenth of 1e-6 of the size, 3 */
	assert_close(m.s.result.across, 2e-7 / 3e-7, 1e-6);
	assert_int_equal(m.s.result.across_worst, 1);
	/* noise near a singular position is not */
	m.s.result.across = 0;
	driven[1] = 1;
	dae_error_filter(&m.s, m.s.kkt, 1, 1, driven);
	assert_close(m.s.result.across, 0, 0);
	close_step(&m);
}

/* a hundredth of the tolerance; more where an iteration stagnates, by the rounding of forces and near singular positions */
static void corrections_are_noticed_from_a_hundredth_of_the_tolerance_on(void **state)
{
	struct measured m;
	(void)state;
	open_step(&m);
	const double notice = 0.01 * 1e-6 * 1e-4, rounding = 64 * DBL_EPSILON;
	const double gain = m.s.h * 5;
	const double dv = notice * 5 + rounding * (2 + gain);
	const double dq = notice * 2 + rounding * (1 + m.s.h * gain);
	assert_close(dae_error_noticed(&m.s, 1, 0, 0, 0, dv), 1, 1e-12);
	assert_close(dae_error_noticed(&m.s, 1, 0, 0, dq, 0), 1, 1e-12);
	assert_close(dae_error_noticed(&m.s, 0.1, 0, 0, 0, notice * 0.5 + rounding * (2 + gain)), 1, 1e-12);
	assert_true(dae_error_noticed(&m.s, 1, 1, 0, 0, dv) < 0.9);
	m.s.scratch.stagnates = 1;
	assert_close(dae_error_noticed(&m.s, 1, 0, 0, 0, dv + m.s.h * 1e-9), 1, 1e-12);
	m.s.scratch.stagnates = 0;
	m.s.scratch.amplification = 9;
	assert_close(dae_error_noticed(&m.s, 1, 0, 0, 0, notice * 5 + 10 * rounding * (2 + gain)), 1, 1e-12);
	close_step(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors_are_measured_against_tolerance_and_rounding),
		cmocka_unit_test(errors_near_a_singular_position_are_measured_against_its_rounding),
		cmocka_unit_test(errors_of_a_mechanism_at_rest_are_measured_against_its_rounding),
		cmocka_unit_test(the_error_of_a_step_is_the_largest_of_all),
		cmocka_unit_test(the_filter_keeps_what_lives_within_the_constraints),
		cmocka_unit_test(corrections_are_noticed_from_a_hundredth_of_the_tolerance_on),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
