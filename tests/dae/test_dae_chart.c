/* Charts: which coordinates are independent, how long a partition is kept, and what is within and across the constraints. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "andrews_system.h"
#include "assert_close.h"
#include "dae_chart.h"
#include "dead_centre.h"

enum { MOST = 256 };

/* all that a chart is opened with */
struct opened {
	struct dae_system system;
	struct dae_step s;
	struct dae_options options;
	struct dae_counters counters;
	struct dae_step_rank rank;
	struct dae_failure failure;
	struct dae_kkt *kkt;
	double q[6], v[6], memory[MOST], memory1[MOST], work[MOST];
	struct dae_chart chart;
};

static void prepare(struct opened *o, const struct dae_system *system)
{
	*o = (struct opened){
		.system = *system, .options = dae_options_for(1e-6), .counters = {.steps = 1}, .rank = {.distance = 1}};
	o->kkt = dae_kkt_create(&o->system);
	assert_non_null(o->kkt);
	assert_true(dae_chart_memory(&o->system) <= MOST && dae_chart_work(&o->system) <= MOST);
}

/* at q, kept in the memory as after a step */
static void open_at(struct opened *o, const double *q)
{
	memcpy(o->q, q, (size_t)o->system.n_q * sizeof *q);
	o->s = (struct dae_step){.system = &o->system,
	                         .options = &o->options,
	                         .rank = &o->rank,
	                         .counters = &o->counters,
	                         .failure = &o->failure,
	                         .q = o->q,
	                         .v = o->v,
	                         .h = 1e-3,
	                         .memory = o->memory,
	                         .memory1 = o->memory1};
	assert_int_equal(dae_chart_open(&o->chart, &o->s, 0, o->q, o->kkt, o->work), 0);
	memcpy(o->memory, o->memory1, sizeof o->memory);
}

static void open_pendulum(struct opened *o, double angle)
{
	open_at(o, (const double[]){sin(angle), -cos(angle)});
}

/* ---- partition ---- */

static void the_coordinate_that_the_constraint_holds_least_is_independent(void **state)
{
	const double jacobian[] = {0.6, -0.8};
	double work[MOST], independent[2] = {1, 1}, sized[2] = {1, 1};
	struct pendulum p;
	(void)state;
	pendulum_make(&p, 1);
	assert_close(dae_chart_partition(&p.system, jacobian, 0, independent, work), 1 / 0.8, 1e-15);
	assert_true(independent[0] == 1 && independent[1] == 0);
	/* in sizes: 10 m of the first coordinate move the constraint more than 1 m of the second */
	p.size[0] = 10;
	assert_close(dae_chart_partition(&p.system, jacobian, 0, sized, work), 1, 1e-15);
	assert_true(sized[0] == 0 && sized[1] == 1);
}

static void rows_that_depend_on_others_change_nothing(void **state)
{
	const double jacobian[] = {0.6, -0.8, 0.6, -0.8, 0.6, -0.8};
	double work[MOST], independent[2] = {1, 1}, untold[2] = {1, 1};
	struct pendulum p;
	(void)state;
	pendulum_make(&p, 3);
	assert_close(dae_chart_partition(&p.system, jacobian, 2, independent, work), 1 / 0.8, 1e-15);
	assert_true(independent[0] == 1 && independent[1] == 0);
	/* not told of them, it finds no pivot for the second row */
	assert_true(dae_chart_partition(&p.system, jacobian, 0, untold, work) == HUGE_VAL);
}

static void three_loops_leave_one_independent_coordinate(void **state)
{
	double values[ANDREWS_ROWS * ANDREWS_ANGLES], work[MOST], independent[] = {1, 1, 1, 1, 1, 1, 1};
	const struct dae_point p = {.q = andrews_start};
	double count = 0;
	(void)state;
	assert_int_equal(andrews_system.jacobian(NULL, &p, values), 0);
	assert_true(dae_chart_partition(&andrews_system, values, 0, independent, work) < 10);
	for (int i = 0; i < ANDREWS_ANGLES; i++) {
		count += independent[i];
	}
	assert_true(count == 1);
}

static void a_large_jacobian_is_not_eliminated(void **state)
{
	const struct dae_system large = {.n_v = 600, .n_g = 500};
	(void)state;
	assert_true(dae_chart_partition(&large, NULL, 0, NULL, NULL) == HUGE_VAL);
	assert_int_equal(dae_chart_work(&large), 1200);
}

/* x = sin, y = -cos, y dependent: G = (x, y) has the condition 1 / |y|, or tan(angle) where x is the larger */
static void a_partition_is_kept_until_its_condition_has_grown_by_a_quarter(void **state)
{
	struct pendulum p;
	struct opened o;
	(void)state;
	pendulum_make(&p, 1);
	prepare(&o, &p.system);
	open_pendulum(&o, 0);
	assert_true(o.chart.independent[0] == 1 && o.chart.independent[1] == 0);
	assert_close(o.memory[0], 1, 1e-15);
	open_pendulum(&o, acos(1 / 1.249));
	assert_true(o.chart.independent[0] == 1 && o.chart.independent[1] == 0);
	assert_close(o.memory[0], 1, 1e-15);
	open_pendulum(&o, acos(1 / 1.45));
	assert_true(o.chart.independent[0] == 0 && o.chart.independent[1] == 1);
	assert_close(o.memory[0], 1 / sqrt(1 - 1 / (1.45 * 1.45)), 1e-12);
	dae_kkt_free(o.kkt);
}

/* ---- motions ---- */

static double row(const double *jacobian, const double *x)
{
	return jacobian[0] * x[0] + jacobian[1] * x[1];
}

static void a_motion_is_split_into_one_within_the_constraints_and_one_without_independent_part(void **state)
{
	struct pendulum p;
	struct opened o;
	(void)state;
	pendulum_make(&p, 1);
	prepare(&o, &p.system);
	open_pendulum(&o, 0.3);
	const double g[] = {o.q[0], o.q[1]};
	double within[] = {1, 2}, across[] = {1, 2};
	dae_chart_tangent(&o.chart, within);
	dae_chart_across(&o.chart, across);
	assert_small(row(g, within), 1e-7);
	assert_close(within[0], 1, 1e-7);
	assert_true(across[0] == 0);
	assert_close(row(g, across), g[0] + 2 * g[1], 1e-7);
	dae_kkt_free(o.kkt);
}

/* G = (x, y) a twentieth of its size: masses 1 and 1, so the tangent plane is orthogonal to what is across */
static void a_bad_partition_gives_way_to_the_tangent_plane(void **state)
{
	struct pendulum p;
	struct opened o;
	(void)state;
	pendulum_make(&p, 1);
	prepare(&o, &p.system);
	open_at(&o, (const double[]){0.05 * sin(0.3), -0.05 * cos(0.3)});
	assert_null(o.chart.independent);
	assert_true(o.memory[0] == 0);
	double within[] = {1, 2}, across[] = {1, 2};
	dae_chart_tangent(&o.chart, within);
	dae_chart_across(&o.chart, across);
	assert_small(within[0] * across[0] + within[1] * across[1], 1e-9);
	assert_small(row(o.q, within), 1e-9);
	dae_kkt_free(o.kkt);
}

/* G vanishes in the dead centre, up to the rounding of pi: no coordinate is dependent there, and a chart is found all the same */
static void a_dead_centre_has_a_chart(void **state)
{
	struct opened o;
	(void)state;
	prepare(&o, &slider_crank_system);
	open_at(&o, dead_centre_apart);
	assert_null(o.chart.independent);
	dae_kkt_free(o.kkt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_coordinate_that_the_constraint_holds_least_is_independent),
		cmocka_unit_test(rows_that_depend_on_others_change_nothing),
		cmocka_unit_test(three_loops_leave_one_independent_coordinate),
		cmocka_unit_test(a_large_jacobian_is_not_eliminated),
		cmocka_unit_test(a_partition_is_kept_until_its_condition_has_grown_by_a_quarter),
		cmocka_unit_test(a_motion_is_split_into_one_within_the_constraints_and_one_without_independent_part),
		cmocka_unit_test(a_bad_partition_gives_way_to_the_tangent_plane),
		cmocka_unit_test(a_dead_centre_has_a_chart),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
