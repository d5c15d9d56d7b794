/* Dependencies of results, as derivatives and the mechanism's clock say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "mech/moving_zoo.h"
#include "mech/running.h"
#include "md_dependency.h"
#include "mech_instance_parts.h"
#include "slow_build.h"
#include "test_random.h"

enum { MOST_VARIABLES = 400 };

/* the drawing, masses, gravity and damping are changed at random: what happens to be zero or
 * parallel is so no more, and what is declared must hold for all parameters. Points of the drawing
 * may move: joints stay closed in it. */
static void disturb(struct running *r, struct test_random *random)
{
	static const struct {
		const char *part;
		double least, most; /* added, in units of the size where it is a length */
		int length;
	} rules[] = {
		{".at[", -0.05, 0.05, 1},  {".from[", -0.05, 0.05, 1},    {".to[", -0.05, 0.05, 1}, {".center[", -0.1, 0.1, 1},
		{".axis[", -0.3, 0.3, 0},  {".direction[", -0.3, 0.3, 0}, {".mass", 0.1, 0.5, 0},   {".inertia", 0.01, 0.1, 2},
		{".damping", 0.1, 0.3, 0}, {".viscous", 0.1, 0.3, 0},     {"gravity[", -9, 9, 0},
	};
	for (int k = 0; k < r->model->n_variables; k++) {
		const char *name = mech_name(r->model, r->model->variables[k].name);
		for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
			double value;
			if (r->model->variables[k].causality != MECH_PARAMETER || strstr(name, rules[i].part) == NULL) {
				continue;
			}
			assert_int_equal(mech_get(r->m, k, &value, &r->message), 0);
			value += test_random_in(random, rules[i].least, rules[i].most) * pow(r->m->head->length, rules[i].length);
			assert_int_equal(mech_set(r->m, k, value, &r->message), 0);
		}
	}
}

static int is_known(const struct mech_model *model, int k)
{
	return md_known(model, &model->variables[k]) >= 0 && model->variables[k].source != MECH_FROM_TIME;
}

static int is_smooth(const struct mech_model *model, int k)
{
	const struct mech_variable *x = &model->variables[k];
	return (x->causality == MECH_OUTPUT || x->causality == MECH_LOCAL) && x->quantity != MECH_COUNT;
}

/* largest changes of all results for all knowns at some states of disturbed mechanisms */
static double largest[MOST_VARIABLES][MOST_VARIABLES];

static void sample(struct running *r, struct test_random *random)
{
	const int n = r->model->n_variables;
	unsigned list[MOST_VARIABLES];
	double changes[MOST_VARIABLES];
	size_t count = 0;
	mech_reset(r->m);
	disturb(r, random);
	running_initialize(r);
	running_advance(r, fmin(r->model->head->stop_time, 1) * test_random_in(random, 0.02, 0.2));
	for (int k = 0; k < n; k++) {
		if (is_smooth(r->model, k)) {
			list[count++] = (unsigned)k;
		}
	}
	for (int k = 0; k < n; k++) {
		const struct mech_known known = {1, &(unsigned){(unsigned)k}, &(double){1}};
		if (!is_known(r->model, k)) {
			continue;
		}
		assert_int_equal(mech_directional_derivative(r->m, 0, &known, count, list, changes, &r->message), 0);
		for (size_t i = 0; i < count; i++) {
			largest[list[i]][k] = fmax(largest[list[i]][k], fabs(changes[i]));
		}
	}
}

/* of one result: what is not declared is zero; how many declared ones have never been seen */
static int compare_result(struct running *r, struct md_dependencies *d, int y)
{
	const unsigned char *kinds = md_dependencies_of(d, &r->model->variables[y]);
	int unseen = 0;
	double size = 0;
	for (int k = 0; k < r->model->n_variables; k++) {
		size = fmax(size, largest[y][k]);
	}
	for (int k = 0; k < r->model->n_variables; k++) {
		if (!is_known(r->model, k)) {
			continue;
		}
		if (kinds[md_known(r->model, &r->model->variables[k])] != MD_NONE) {
			unseen += !(largest[y][k] > 1e-9 * fmin(size, 1));
		} else if (!(largest[y][k] <= 1e-10 * fmax(size, 1))) {
			/* exactly zero but for the torques of hinges, differences of two equal moments */
			fail_msg("%s on %s is not declared: %g", mech_name(r->model, r->model->variables[y].name),
			         mech_name(r->model, r->model->variables[k].name), largest[y][k]);
		}
	}
	return unseen;
}

/* number of pairs that are declared but have never been seen */
static int compare_all(struct running *r, int samples)
{
	struct md_dependencies d;
	struct test_random random = test_random_start(5);
	int unseen = 0;
	memset(largest, 0, sizeof largest);
	assert_true(r->model->n_variables < MOST_VARIABLES);
	assert_int_equal(md_dependencies_find(r->model, 0, r->model->n_elements, &d), 0);
	for (int k = 0; k < samples; k++) {
		sample(r, &random);
	}
	for (int k = 0; k < r->model->n_variables; k++) {
		unseen += is_smooth(r->model, k) ? compare_result(r, &d, k) : 0;
	}
	md_dependencies_free(&d);
	return unseen;
}

static void examples_depend_on_what_is_declared_and_on_nothing_else(void **state)
{
	(void)state;
	for (int k = 0; k < RUNNING_EXAMPLES; k++) {
		struct running r;
		running_open_example(&r, running_examples[k]);
		/* the pull on the pin of a pendulum has no moment about it: its acceleration, as joint and
		 * as body, does not follow its speed, though the equations read it; friction follows the
		 * angle of a joint that sticks, those of the four-bar are viscous alone */
		const int unseen = compare_all(&r, SLOW_BUILD ? 1 : 6);
		if (!SLOW_BUILD) {
			const int pendulum = strcmp(running_examples[k], "pendulum") == 0;
			const int four_bar = strcmp(running_examples[k], "four_bar") == 0;
			assert_int_equal(unseen, pendulum || four_bar ? 2 : 0);
		}
		running_close(&r);
	}
}

/* with drivers more is declared than answers: what they move follows no force */
static void every_kind_of_element_declares_enough(void **state)
{
	(void)state;
	for (int k = 0; k < MOVING_ZOO_SIZE; k++) {
		struct running r;
		running_open(&r, moving_zoo[k]);
		compare_all(&r, SLOW_BUILD ? 1 : 3);
		running_close(&r);
	}
}

struct follower {
	const char *name;
	int follows;
};

/* time is no known of a derivative: results are read at another time of the mechanism's clock, all
 * else held */
static void check_clock(const char *mechanism, const struct follower *expected, size_t n)
{
	struct running r;
	struct md_dependencies d;
	running_start(&r, mechanism, 0, 0);
	running_advance(&r, 0.2);
	assert_int_equal(md_dependencies_find(r.model, 0, r.model->n_elements, &d), 0);
	for (size_t k = 0; k < n; k++) {
		const int y = running_variable(&r, expected[k].name);
		assert_int_equal(md_dependencies_of(&d, &r.model->variables[y])[d.set.n_known - 1] != MD_NONE,
		                 expected[k].follows);
		r.m->head->changed = MECH_JUMPED;
		const double before = running_get(&r, expected[k].name);
		*r.m->dae.t += 0.1;
		const double after = running_get(&r, expected[k].name);
		*r.m->dae.t -= 0.1;
		assert_int_equal(fabs(after - before) > 1e-9, expected[k].follows);
	}
	md_dependencies_free(&d);
	running_close(&r);
}

static void accelerations_follow_the_clock_where_a_driver_accelerates(void **state)
{
	(void)state;
	static const struct follower expected[] = {{"bodies.crank.acceleration", 0},
	                                           {"drivers.turn.effort", 0},
	                                           {"joints.wrist.acceleration", 0},
	                                           {"bodies.lift.ay", 1},
	                                           {"bodies.lamp.ax", 1},
	                                           {"drivers.raise.effort", 1}};
	check_clock(moving_zoo_driven, expected, sizeof expected / sizeof expected[0]);
}

static void accelerations_follow_the_clock_where_a_table_pushes(void **state)
{
	(void)state;
	static const struct follower expected[] = {{"bodies.seat.acceleration", 1},      {"joints.knee.acceleration", 1},
	                                           {"joints.rope.reaction_force[1]", 1}, {"bodies.raft.ax", 0},
	                                           {"sensors.imu.acceleration[1]", 1},   {"sensors.gyro.acceleration", 1},
	                                           {"sensors.swing.momentum[1]", 0},     {"forces.strap.tension", 0}};
	check_clock(moving_zoo_tabled, expected, sizeof expected / sizeof expected[0]);
}

/* sensors of a list see its bodies, sensors of all see all; energies in the field see no velocities
 * and no angles */
static void sensors_depend_on_the_bodies_they_see(void **state)
{
	(void)state;
	static const struct {
		const char *result, *known;
		int depends;
	} expected[] = {{"sensors.swing.momentum[1]", "bodies.child.vx", 1},
	                {"sensors.swing.momentum[1]", "bodies.child.vy", 0},
	                {"sensors.swing.momentum[1]", "bodies.raft.vx", 0},
	                {"sensors.all.momentum[1]", "bodies.raft.vx", 1},
	                {"sensors.all.spin", "bodies.raft.x", 1},
	                {"sensors.all.spin", "bodies.seat.speed", 1},
	                {"sensors.all.center[2]", "bodies.raft.y", 1},
	                {"sensors.all.center[2]", "bodies.raft.vy", 0},
	                {"sensors.work.kinetic", "bodies.raft.vx", 1},
	                {"sensors.work.kinetic", "bodies.seat.vx", 0},
	                {"sensors.heap.potential", "bodies.seat.y", 1},
	                {"sensors.heap.potential", "bodies.seat.vy", 0},
	                {"sensors.heap.potential", "bodies.seat.angle", 0},
	                {"sensors.view.position[1]", "bodies.raft.x", 0},
	                {"sensors.view.velocity[1]", "bodies.seat.speed", 1}};
	struct running r;
	struct md_dependencies d;
	running_open(&r, moving_zoo_tabled);
	assert_int_equal(md_dependencies_find(r.model, 0, r.model->n_elements, &d), 0);
	for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++) {
		const int y = running_variable(&r, expected[k].result), x = running_variable(&r, expected[k].known);
		const unsigned char *kinds = md_dependencies_of(&d, &r.model->variables[y]);
		assert_int_equal(kinds[md_known(r.model, &r.model->variables[x])] != MD_NONE, expected[k].depends);
	}
	md_dependencies_free(&d);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(examples_depend_on_what_is_declared_and_on_nothing_else),
		cmocka_unit_test(every_kind_of_element_declares_enough),
		cmocka_unit_test(accelerations_follow_the_clock_where_a_driver_accelerates),
		cmocka_unit_test(accelerations_follow_the_clock_where_a_table_pushes),
		cmocka_unit_test(sensors_depend_on_the_bodies_they_see),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
