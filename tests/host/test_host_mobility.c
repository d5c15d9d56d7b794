/* Mobility of linkages known from the literature or by counting, here and near here; reactions that
 * are not unique. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "assert_close.h"
#include "host_samples.h"
#include "mech_equations.h"

static struct host_facts example_facts(const char *name)
{
	char path[1024];
	struct mech_message message = {""};
	struct host_facts facts = {0};
	(void)snprintf(path, sizeof path, "%s/examples/%s/%s.yaml", MECHFMU_SOURCE_DIR, name, name);
	struct host_mechanism *m = host_read_file(path, &message);
	if (m == NULL || host_facts_find(m, &facts, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_mechanism_free(m);
	return facts;
}

/* is the reaction of this joint or driver unique? */
static int is_shared(const struct host_facts *f, const char *name)
{
	int shared = 0;
	for (int i = 0; i < f->model.n_rows; i++) {
		const struct mech_element *e = &f->model.elements[mech_row_element(&f->model, i)];
		shared |= strcmp(mech_name(&f->model, e->name), name) == 0 && f->mobility.shared[i];
	}
	return shared;
}

static int count_redundant(const struct host_facts *f)
{
	int count = 0;
	for (int i = 0; i < f->model.n_rows; i++) {
		count += f->mobility.redundant[i];
	}
	return count;
}

/* mobility as known, and Gruebler's count 6 (or 3) bodies - rows, which differs from it by the
 * redundant rows */
static void linkages_have_their_known_mobility(void **state)
{
	static const struct {
		const char *name;
		int mobility, count;
	} known[] = {
		{"pendulum", 1, 3 - 2},
		{"four_bar", 1, 9 - 8},
		{"double_four_bar", 1, 15 - 14},
		{"slider_crank", 1, 6 - 5},
		{"double_pendulum", 2, 6 - 4},
		{"scotch_yoke", 0, 6 - 6}, /* its crank is driven */
		{"andrews_squeezer", 1, 21 - 20},
		{"bennett", 1, 18 - 20},           /* Bennett 1903: mobile though Gruebler counts -2 */
		{"bricard", 1, 30 - 30},           /* Bricard 1927, trihedral, six hinges */
		{"four_bar_in_space", 1, 18 - 20}, /* plane motion of four parallel hinges */
		{"stewart_platform", 6, 78 - 72},
		{"delta_robot", 3, 96 - 105}, /* Clavel 1988: translations */
		{"cardan_shaft", 1, 24 - 23},
		{"bicycle_wheel", 3, 6 - 3}, /* rows of velocities counted: 5 coordinates of a disc on a plane less 2 */
		{"gyroscope", 3, 18 - 15},
	};
	(void)state;
	for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
		struct host_facts f = example_facts(known[k].name);
		const int counted = f.model.n_v - f.model.n_states - f.model.n_rows;
		if (f.mobility.freedoms != known[k].mobility || f.mobility.instant != known[k].mobility ||
		    counted != known[k].count || count_redundant(&f) != known[k].mobility - known[k].count) {
			fail_msg("%s: %d here, %d beside, %d counted, %d redundant", known[k].name, f.mobility.instant,
			         f.mobility.freedoms, counted, count_redundant(&f));
		}
		assert_true(f.mobility.moves);
		host_facts_free(&f);
	}
}

/* arms of 1 m, ground and coupler of 2 m, all on the x axis: parallelogram and antiparallelogram
 * meet here */
#define FLAT_PARALLELOGRAM                                        \
	"mechanism: flat\n"                                           \
	"bodies:\n"                                                   \
	"  a: {mass: 1, inertia: 0.1, center: [0.5, 0]}\n"            \
	"  b: {mass: 1, inertia: 0.1, center: [2, 0]}\n"              \
	"  c: {mass: 1, inertia: 0.1, center: [2.5, 0]}\n"            \
	"joints:\n"                                                   \
	"  left: {type: revolute, bodies: [ground, a], at: [0, 0]}\n" \
	"  tip: {type: revolute, bodies: [a, b], at: [1, 0]}\n"       \
	"  far_tip: {type: revolute, bodies: [b, c], at: [3, 0]}\n"   \
	"  right: {type: revolute, bodies: [c, ground], at: [2, 0]}\n"

static void a_flat_parallelogram_has_a_second_freedom_at_this_instant(void **state)
{
	struct host_facts f = sample_facts(FLAT_PARALLELOGRAM);
	(void)state;
	assert_int_equal(f.mobility.instant, 2);
	assert_int_equal(f.mobility.freedoms, 1);
	assert_true(f.mobility.moves);
	assert_int_equal(count_redundant(&f), 0);
	host_facts_free(&f);
}

static void two_bars_in_line_between_fixed_points_shake_but_do_not_move(void **state)
{
	struct host_facts f = sample_facts("mechanism: truss\n"
	                                   "bodies:\n"
	                                   "  a: {mass: 1, inertia: 0.1, center: [0.5, 0]}\n"
	                                   "  b: {mass: 1, inertia: 0.1, center: [1.5, 0]}\n"
	                                   "joints:\n"
	                                   "  left: {type: revolute, bodies: [ground, a], at: [0, 0]}\n"
	                                   "  middle: {type: revolute, bodies: [a, b], at: [1, 0]}\n"
	                                   "  right: {type: revolute, bodies: [b, ground], at: [2, 0]}\n");
	(void)state;
	assert_int_equal(f.mobility.instant, 1);
	assert_false(f.mobility.moves);
	host_facts_free(&f);
}

/* a slider-crank driven by its slider, in its dead centre: the driver holds nothing at this
 * instant */
static void a_driver_in_a_dead_centre_leaves_a_freedom(void **state)
{
	struct host_facts f =
		sample_facts("mechanism: dead_centre\n"
	                 "bodies:\n"
	                 "  crank: {mass: 1, inertia: 0.1, center: [0.5, 0]}\n"
	                 "  rod: {mass: 1, inertia: 0.1, center: [2, 0]}\n"
	                 "joints:\n"
	                 "  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
	                 "  elbow: {type: revolute, bodies: [crank, rod], at: [1, 0]}\n"
	                 "  guide: {type: point_on_line, bodies: [rod, ground], at: [3, 0], axis: [1, 0]}\n"
	                 "drivers:\n"
	                 "  pusher: {type: polynomial, joint: guide.position, coefficients: [0]}\n");
	(void)state;
	assert_int_equal(f.mobility.instant, 1);
	assert_int_equal(f.mobility.freedoms, 0);
	host_facts_free(&f);
}

/* a plane four-bar of hinges in space with a pendulum on its coupler: hinges of the loop share
 * loads, the pendulum's does not */
static void reactions_are_unique_outside_the_loop(void **state)
{
	struct host_facts f =
		sample_facts("mechanism: loop\n"
	                 "space: spatial\n"
	                 "gravity: [0, -9.81, 0]\n"
	                 "bodies:\n"
	                 "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [0, 0.5, 0]}\n"
	                 "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [1, 1, 0]}\n"
	                 "  c: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [2, 0.5, 0]}\n"
	                 "  bob: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [1, 0.5, 0]}\n"
	                 "joints:\n"
	                 "  left: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}\n"
	                 "  top: {type: revolute, bodies: [a, b], at: [0, 1, 0], axis: [0, 0, 1]}\n"
	                 "  far_top: {type: revolute, bodies: [b, c], at: [2, 1, 0], axis: [0, 0, 1]}\n"
	                 "  right: {type: revolute, bodies: [c, ground], at: [2, 0, 0], axis: [0, 0, 1]}\n"
	                 "  hook: {type: spherical, bodies: [b, bob], at: [1, 1, 0]}\n");
	char row[HOST_FACTS_ROW_SIZE];
	int last = -1;
	(void)state;
	/* 24 - 23 by the count, 3 of the loop's rows are redundant: the last ones of its last hinge */
	assert_int_equal(f.mobility.freedoms, 4);
	assert_int_equal(count_redundant(&f), 3);
	assert_true(is_shared(&f, "left") && is_shared(&f, "top") && is_shared(&f, "far_top") && is_shared(&f, "right"));
	assert_false(is_shared(&f, "hook"));
	static const char *const names[] = {"right (along z)", "right (rotation about y)", "right (rotation about x)"};
	for (int i = 0, k = 0; i < f.model.n_rows; i++) {
		if (f.mobility.redundant[i]) {
			host_facts_row(&f, i, row);
			assert_string_equal(row, names[k++]);
			last = i;
		}
	}
	assert_int_equal(last, f.model.n_rows - 4);
	host_facts_free(&f);
}

/* a mass point has three freedoms in space; three rods to it leave none, and it does not turn */
static void mass_points_have_no_rotation(void **state)
{
#define POINT(joints)    \
	"mechanism: point\n" \
	"space: spatial\n"   \
	"bodies:\n"          \
	"  point: {mass: 1, center: [0, 0, 1]}\n" joints
	(void)state;
	struct host_facts f = sample_facts(POINT("initial: {point: {vx: 1}}\n"
	                                         "forces: {wind: {type: force, body: point, at: [0, 0, 1], force: 1, "
	                                         "direction: [1, 0, 0]}}\n"));
	assert_int_equal(f.mobility.freedoms, 3);
	assert_int_equal(f.mobility.instant, 3);
	host_facts_free(&f);
	f = sample_facts(POINT("joints:\n"
	                       "  a: {type: rod, bodies: [ground, point], from: [1, 0, 0], to: [0, 0, 1]}\n"
	                       "  b: {type: rod, bodies: [ground, point], from: [-1, 1, 0], to: [0, 0, 1]}\n"
	                       "  c: {type: rod, bodies: [ground, point], from: [-1, -1, 0], to: [0, 0, 1]}\n"));
	assert_int_equal(f.mobility.freedoms, 0);
	assert_int_equal(f.mobility.instant, 0);
	assert_false(f.mobility.moves);
	host_facts_free(&f);
	/* a bar turns, though its mass is a point: a hinge turns it */
	f = sample_facts(
		POINT("joints: {pin: {type: revolute, bodies: [ground, point], at: [0, 0, 0], axis: [0, 1, 0]}}\n"));
	assert_int_equal(f.mobility.freedoms, 1);
	host_facts_free(&f);
}

/* hinges about an axis between the coordinate axes: directions of rows are given as drawn */
static void components_are_named_in_the_axes_of_the_drawing(void **state)
{
	struct host_facts f =
		sample_facts("mechanism: slant\n"
	                 "space: spatial\n"
	                 "bodies:\n"
	                 "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], center: [0, 0, 0]}\n"
	                 "joints:\n"
	                 "  hinge: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [3, 4, 0]}\n"
	                 "  slide: {type: cylindrical, bodies: [ground, a], at: [0, 0, 0], axis: [3, 4, 0]}\n");
	char row[HOST_FACTS_ROW_SIZE];
	(void)state;
	host_facts_row(&f, 1, row);
	assert_string_equal(row, "hinge (along y)");
	/* z and the axis perpendicular to both, in an order of the program's own */
	host_facts_row(&f, 3, row);
	const int first = strcmp(row, "hinge (rotation about z)") == 0;
	host_facts_row(&f, first ? 4 : 3, row);
	assert_true(strcmp(row, "hinge (rotation about (0.8, -0.6, 0))") == 0 ||
	            strcmp(row, "hinge (rotation about (-0.8, 0.6, 0))") == 0);
	assert_int_equal(count_redundant(&f), 4);
	host_facts_free(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(linkages_have_their_known_mobility),
		cmocka_unit_test(a_flat_parallelogram_has_a_second_freedom_at_this_instant),
		cmocka_unit_test(two_bars_in_line_between_fixed_points_shake_but_do_not_move),
		cmocka_unit_test(a_driver_in_a_dead_centre_leaves_a_freedom),
		cmocka_unit_test(reactions_are_unique_outside_the_loop),
		cmocka_unit_test(mass_points_have_no_rotation),
		cmocka_unit_test(components_are_named_in_the_axes_of_the_drawing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
