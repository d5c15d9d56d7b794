/* Assembly and diagnosis: mechanisms drawn wrongly, wanted values met or refused by name, degrees
 * of freedom. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "assert_close.h"
#include "mech_assembly.h"
#include "mech_fixture.h"

static struct mech_message message;

static struct mech_assembly *work_for(const struct mech_fixture *f)
{
	struct mech_assembly *work = mech_assembly_create(&f->model);
	assert_non_null(work);
	return work;
}

static int assemble_position(struct mech_fixture *f)
{
	struct mech_assembly *work = work_for(f);
	mech_say(&message, "");
	const int status = mech_assemble_position(&f->c, f->q, work, &message);
	mech_assembly_free(work);
	return status;
}

static int assemble_velocity(struct mech_fixture *f)
{
	struct mech_assembly *work = work_for(f);
	mech_say(&message, "");
	const int status = mech_assemble_velocity(&f->c, f->q, f->v, work, &message);
	mech_assembly_free(work);
	return status;
}

static void diagnose(struct mech_fixture *f, struct mech_diagnosis *d, unsigned char *redundant)
{
	struct mech_assembly *work = work_for(f);
	mech_diagnose(&f->c, f->q, work, d, redundant);
	mech_assembly_free(work);
}

static void assert_closed(const struct mech_fixture *f, double tolerance)
{
	double g[64];
	mech_constraint(&f->c, g);
	for (int i = 0; i < f->model.n_rows; i++) {
		assert_small(g[i], tolerance);
	}
}

static void assert_consistent_velocities(const struct mech_fixture *f, double tolerance)
{
	double G[64 * FIXTURE_V], rate[64];
	mech_jacobian_dense(&f->c, G);
	mech_constraint_rate(&f->c, rate);
	for (int i = 0; i < f->model.n_rows; i++) {
		for (int j = 0; j < f->model.n_v; j++) {
			rate[i] += G[i + j * f->model.n_rows] * f->v[j];
		}
		assert_small(rate[i], tolerance);
	}
}

enum { PIN, ELBOW, HINGE, FOOT };

/* four-bar with ground 4, crank 1, coupler 4, rocker 2.5: the crank, drawn upright, turns fully;
 * all times s */
static void make_four_bar(struct mech_fixture *f, double s)
{
	/* rocker's end: intersection of circles about (0, 1) with radius 4 and about (4, 0) with radius
	 * 2.5 */
	const double distance = sqrt(17.0), along = (17.0 + 16.0 - 6.25) / (2.0 * distance);
	const double across = sqrt(16.0 - along * along);
	const double hx = (4.0 * along + 1.0 * across) / distance, hy = 1.0 + (-1.0 * along + 4.0 * across) / distance;
	fixture_start(f, 0.0, -9.81);
	const int crank = fixture_body(f, "crank", 1.0, 0.1, 0.0, 0.5 * s);
	const int coupler = fixture_body(f, "coupler", 1.0, 0.1, 0.5 * hx * s, 0.5 * (1.0 + hy) * s);
	const int rocker = fixture_body(f, "rocker", 1.0, 0.1, 0.5 * (4.0 + hx) * s, 0.5 * hy * s);
	fixture_between(f, &mech_revolute, "pin", MECH_GROUND, crank, (double[]){0.0, 0.0, 0.0});
	fixture_between(f, &mech_revolute, "elbow", crank, coupler, (double[]){0.0, s, 0.0});
	fixture_between(f, &mech_revolute, "hinge", coupler, rocker, (double[]){hx * s, hy * s, 0.0});
	fixture_between(f, &mech_revolute, "foot", MECH_GROUND, rocker, (double[]){4.0 * s, 0.0, 0.0});
}

static void joint_point(const struct mech_fixture *f, int element, double *p)
{
	mech_element_kind(&f->elements[element])->drawing.point(&f->c, &f->elements[element], p);
}

static void a_drawing_that_closes_is_left_as_it_is(void **state)
{
	(void)state;
	struct mech_fixture f;
	make_four_bar(&f, 1.0);
	fixture_finish(&f);
	double drawn[12];
	memcpy(drawn, f.q, sizeof drawn);
	assert_int_equal(assemble_position(&f), 0);
	for (int i = 0; i < 12; i++) {
		assert_small(f.q[i] - drawn[i], 1e-14);
	}
	assert_int_equal(assemble_velocity(&f), 0);
	for (int i = 0; i < 9; i++) {
		assert_close(f.v[i], 0.0, 0.0);
	}
}

static void a_four_bar_closes_from_drawings_a_fifth_off_at_any_scale(void **state)
{
	(void)state;
	struct test_random random = test_random_start(2);
	for (int k = 0; k < 60; k++) {
		const double scale = k % 3 == 0 ? 1e-3 : k % 3 == 1 ? 1.0 : 1e3, off = k % 2 == 0 ? 0.1 : 0.2;
		struct mech_fixture f;
		make_four_bar(&f, scale);
		fixture_finish(&f);
		double drawn[12];
		memcpy(drawn, f.q, sizeof drawn);
		for (int i = 0; i < 9; i++) {
			/* lengths as a share of the shortest links, angles in rad */
			f.q[fixture_place(i)] += off * test_random_in(&random, -1.0, 1.0) * (i % 3 == 2 ? 1.0 : 2.0 * scale);
		}
		assert_int_equal(assemble_position(&f), 0);
		assert_closed(&f, 1e-11 * scale);
		/* no farther from the drawing than the disturbance could drive it */
		for (int i = 0; i < 9; i++) {
			const int x = fixture_place(i);
			assert_small(f.q[x] - drawn[x], off * (i % 3 == 2 ? 4.0 : 8.0 * scale));
		}
	}
}

static void wanted_crank_angles_are_met_on_the_branch_of_the_drawing(void **state)
{
	(void)state;
	for (double angle = -9.0; angle < 9.1; angle += 1.5) {
		struct mech_fixture f;
		make_four_bar(&f, 0.2);
		fixture_target(&f, PIN, -1, 0, angle, NAN);
		fixture_finish(&f);
		assert_int_equal(assemble_position(&f), 0);
		assert_closed(&f, 1e-12);
		assert_close(mech_joint_value(&f.c, &f.elements[PIN], 0), angle, 1e-10);
		assert_close(mech_body_output(&f.c, 0, 2), angle, 1e-10);

		/* links keep their lengths, and hinge stays left of the line from elbow to foot */
		double pin[2], elbow[2], hinge[2], foot[2];
		joint_point(&f, PIN, pin);
		joint_point(&f, ELBOW, elbow);
		joint_point(&f, HINGE, hinge);
		joint_point(&f, FOOT, foot);
		assert_close(hypot(elbow[0] - pin[0], elbow[1] - pin[1]), 0.2, 1e-11);
		assert_close(hypot(hinge[0] - elbow[0], hinge[1] - elbow[1]), 0.8, 1e-11);
		assert_close(hypot(hinge[0] - foot[0], hinge[1] - foot[1]), 0.5, 1e-11);
		assert_true((foot[0] - elbow[0]) * (hinge[1] - elbow[1]) - (foot[1] - elbow[1]) * (hinge[0] - elbow[0]) > 0.0);
	}
}

/* a point bound to the unit circle goes to the nearest point of it */
static void what_is_free_changes_least(void **state)
{
	(void)state;
	struct mech_fixture f;
	fixture_start(&f, 0.0, 0.0);
	const int ball = fixture_body(&f, "ball", 1.0, 1.0, 2.0, 1.0), idle = fixture_body(&f, "idle", 1.0, 1.0, 5.0, 5.0);
	fixture_between(&f, &mech_rod, "rod", MECH_GROUND, ball, (double[]){0.0, 0.0, 2.0, 1.0, 1.0});
	fixture_finish(&f);
	assert_int_equal(assemble_position(&f), 0);
	assert_close(f.q[0], 2.0 / sqrt(5.0), 1e-7);
	assert_close(f.q[1], 1.0 / sqrt(5.0), 1e-7);
	assert_small(f.q[2], 1e-7);
	assert_close(f.q[f.bodies[idle].q], 5.0, 0.0);

	/* with x wanted, y follows from the circle alone */
	fixture_target(&f, -1, ball, 0, 0.6, NAN);
	mech_drawing(&f.c, f.q);
	assert_int_equal(assemble_position(&f), 0);
	assert_close(f.q[0], 0.6, 1e-11);
	assert_close(f.q[1], 0.8, 1e-11);
}

/* two rods of length 1 between supports 1.6 apart, drawn flat: no first-order step leads up, yet it
 * closes at 0.6 */
static void a_truss_drawn_flat_rises(void **state)
{
	(void)state;
	struct mech_fixture f;
	fixture_start(&f, 0.0, 0.0);
	const int ball = fixture_body(&f, "ball", 1.0, 1.0, 0.0, 0.0);
	fixture_between(&f, &mech_rod, "left", MECH_GROUND, ball, (double[]){-0.8, 0.0, 0.0, 0.0, 1.0});
	fixture_between(&f, &mech_rod, "right", MECH_GROUND, ball, (double[]){0.8, 0.0, 0.0, 0.0, 1.0});
	fixture_finish(&f);
	assert_int_equal(assemble_position(&f), 0);
	assert_small(f.q[0], 1e-9);
	assert_close(fabs(f.q[1]), 0.6, 1e-9);
}

static void a_joint_that_cannot_close_is_named_with_its_gap(void **state)
{
	(void)state;
	struct mech_fixture f;
	fixture_start(&f, 0.0, 0.0);
	const int ball = fixture_body(&f, "ball", 1.0, 1.0, 0.0, 0.0);
	/* supports 2 apart, rods of 0.5 and 1: half a metre is missing, shared by both */
	fixture_between(&f, &mech_rod, "short", MECH_GROUND, ball, (double[]){-1.0, 0.0, 0.0, 0.0, 0.5});
	fixture_between(&f, &mech_rod, "long", MECH_GROUND, ball, (double[]){1.0, 0.0, 0.0, 0.0, 1.0});
	fixture_finish(&f);
	assert_int_equal(assemble_position(&f), -1);
	assert_non_null(strstr(message.text, "cannot assemble: joint '"));
	assert_non_null(strstr(message.text, "stays open by 0."));
	assert_non_null(strstr(message.text, " m (length)"));
}

static void a_rod_without_length_is_named(void **state)
{
	(void)state;
	struct mech_fixture f;
	fixture_start(&f, 0.0, 0.0);
	const int ball = fixture_body(&f, "ball", 1.0, 1.0, 0.0, 0.0);
	fixture_between(&f, &mech_revolute, "pin", MECH_GROUND, ball, (double[]){0.0, 1.0, 0.0});
	fixture_between(&f, &mech_rod, "stub", MECH_GROUND, ball, (double[]){1.0, 0.0, 1.0, 0.0, NAN});
	fixture_finish(&f);
	assert_int_equal(assemble_position(&f), -1);
	assert_non_null(strstr(message.text, "joint 'stub' has no finite residual"));
}

/* slider-crank with crank 1 and rod 2: the slider reaches 3 at most; drawn there, which is position
 * 0 */
static void make_slider_crank(struct mech_fixture *f)
{
	fixture_start(f, 0.0, -9.81);
	const int crank = fixture_body(f, "crank", 1.0, 0.1, 0.5, 0.0), rod = fixture_body(f, "rod", 1.0, 0.1, 2.0, 0.0);
	fixture_between(f, &mech_revolute, "pin", MECH_GROUND, crank, (double[]){0.0, 0.0, 0.0});
	fixture_between(f, &mech_revolute, "elbow", crank, rod, (double[]){1.0, 0.0, 0.0});
	fixture_between(f, &mech_point_on_line, "guide", rod, MECH_GROUND, (double[]){3.0, 0.0, 1.0, 0.0, 3.0, 0.0});
}

static void a_target_out_of_reach_is_named_with_what_is_missing(void **state)
{
	(void)state;
	struct mech_fixture f;
	make_slider_crank(&f);
	fixture_target(&f, 2, -1, 0, 3.25, NAN);
	fixture_finish(&f);
	assert_int_equal(assemble_position(&f), -1);
	assert_string_equal(message.text,
	                    "cannot assemble: initial position 3.25 of joint 'guide' is out of reach by 0.25 m");

	make_slider_crank(&f);
	fixture_target(&f, -1, 0, 1, -1.5, NAN);
	fixture_finish(&f);
	assert_int_equal(assemble_position(&f), -1);
	/* the crank's centre gets no lower than 0.5 */
	assert_string_equal(message.text, "cannot assemble: initial y -1.5 of body 'crank' is out of reach by 1 m");
}

static void a_driver_out_of_reach_is_named_rather_than_a_joint(void **state)
{
	(void)state;
	struct mech_fixture f;
	make_slider_crank(&f);
	fixture_on(&f, &mech_drive_constant_speed, "piston", 2, 0, -1, 0, (double[]){0.5, 3.5});
	fixture_finish(&f);
	assert_int_equal(assemble_position(&f), -1);
	assert_string_equal(message.text,
	                    "cannot assemble: driver 'piston' is missed by 0.5 m (motion) at the nearest approach");
}

static void a_target_against_a_driver_is_out_of_reach(void **state)
{
	(void)state;
	struct mech_fixture f;
	make_slider_crank(&f);
	fixture_on(&f, &mech_drive_constant_speed, "motor", 0, 0, -1, 0, (double[]){2.0, 0.6});
	fixture_target(&f, 0, -1, 0, 1.0, 3.0);
	fixture_finish(&f);
	assert_int_equal(assemble_position(&f), -1);
	assert_string_equal(message.text, "cannot assemble: initial angle 1 of joint 'pin' is out of reach by 0.4 rad");
	assert_int_equal(assemble_velocity(&f), -1);
	assert_string_equal(message.text, "cannot assemble: initial speed 3 of joint 'pin' is out of reach by 1 rad/s");

	/* two drivers of one coordinate */
	make_slider_crank(&f);
	fixture_on(&f, &mech_drive_constant_speed, "motor", 0, 0, -1, 0, (double[]){2.0, 0.6});
	fixture_on(&f, &mech_drive_constant_speed, "brake", 0, 0, -1, 0, (double[]){0.0, 1.0});
	fixture_finish(&f);
	assert_int_equal(assemble_position(&f), -1);
	assert_non_null(strstr(message.text, "driver '"));
	assert_non_null(strstr(message.text, " is missed by 0."));
	assert_non_null(strstr(message.text, " rad (motion)"));
}

/* x = cos A + sqrt(4 - sin^2 A): the slider follows the crank */
static void a_slider_crank_takes_wanted_angle_and_speed(void **state)
{
	(void)state;
	for (int driven = 0; driven < 2; driven++) {
		struct mech_fixture f;
		make_slider_crank(&f);
		if (driven) {
			fixture_on(&f, &mech_drive_constant_speed, "motor", 0, 0, -1, 0, (double[]){-2.0, 0.7});
		} else {
			fixture_target(&f, 0, -1, 0, 0.7, -2.0);
		}
		fixture_finish(&f);
		assert_int_equal(assemble_position(&f), 0);
		const double root = sqrt(4.0 - sin(0.7) * sin(0.7));
		assert_close(mech_joint_value(&f.c, &f.elements[2], 0), cos(0.7) + root, 1e-11);
		assert_int_equal(assemble_velocity(&f), 0);
		assert_consistent_velocities(&f, 1e-13);
		assert_close(mech_joint_rate(&f.c, &f.elements[2], 0), 2.0 * (sin(0.7) + sin(0.7) * cos(0.7) / root), 1e-11);
	}
}

/* at the dead centre the slider has no speed, whatever the crank does */
static void a_speed_that_a_dead_centre_forbids_is_refused(void **state)
{
	(void)state;
	struct mech_fixture f;
	make_slider_crank(&f);
	fixture_on(&f, &mech_drive_constant_speed, "piston", 2, 0, -1, 0, (double[]){0.5, 3.0});
	fixture_finish(&f);
	assert_int_equal(assemble_position(&f), 0);
	assert_int_equal(assemble_velocity(&f), -1);
	assert_string_equal(message.text,
	                    "cannot assemble: driver 'piston' asks for a speed of 0.5 m/s, which the joints do "
	                    "not allow in this position");
}

static void make_parallelogram(struct mech_fixture *f)
{
	fixture_start(f, 0.0, -9.81);
	static const char *const cranks[] = {"left", "middle", "right"}, *const feet[] = {"foot 1", "foot 2", "foot 3"};
	static const char *const heads[] = {"head 1", "head 2", "head 3"};
	for (int i = 0; i < 3; i++) {
		fixture_body(f, cranks[i], 1.0, 0.1, i, 0.5);
	}
	const int beam = fixture_body(f, "beam", 1.0, 0.1, 1.0, 1.0);
	for (int i = 0; i < 3; i++) {
		fixture_between(f, &mech_revolute, feet[i], MECH_GROUND, i, (double[]){i, 0.0, 0.0});
		fixture_between(f, &mech_revolute, heads[i], i, beam, (double[]){i, 1.0, 0.0});
	}
}

static void a_parallelogram_of_five_bars_has_one_freedom_and_one_redundant_row(void **state)
{
	(void)state;
	struct mech_fixture f;
	struct mech_diagnosis d;
	unsigned char redundant[12];
	make_parallelogram(&f);
	fixture_target(&f, 0, -1, 0, 0.4, 1.5);
	fixture_finish(&f);
	assert_int_equal(assemble_position(&f), 0);
	assert_closed(&f, 1e-11);
	assert_close(f.q[f.bodies[3].q], 1.0 - sin(0.4), 1e-9);
	assert_close(f.q[f.bodies[3].q + 2], 0.0, 1e-9);
	assert_int_equal(assemble_velocity(&f), 0);
	assert_consistent_velocities(&f, 1e-8);
	assert_close(f.v[f.bodies[3].v], -1.5 * cos(0.4), 1e-7);

	diagnose(&f, &d, redundant);
	assert_int_equal(d.degrees_of_freedom, 1);
	assert_int_equal(d.rank, 11);
	assert_int_equal(d.n_redundant, 1);
	assert_true(d.smallest_singular_value > 1e-3 && d.smallest_singular_value < 1.0);
	int marked = 0;
	for (int i = 0; i < 12; i++) {
		marked += redundant[i];
		/* the joint written last */
		assert_true(!redundant[i] || mech_row_element(&f.model, i) == 5);
	}
	assert_int_equal(marked, 1);
}

static void a_parallelogram_closes_from_a_drawing_a_tenth_off(void **state)
{
	(void)state;
	struct test_random random = test_random_start(9);
	for (int k = 0; k < 20; k++) {
		struct mech_fixture f;
		make_parallelogram(&f);
		fixture_finish(&f);
		for (int i = 0; i < 12; i++) {
			f.q[fixture_place(i)] += test_random_in(&random, -0.1, 0.1);
		}
		assert_int_equal(assemble_position(&f), 0);
		assert_closed(&f, 1e-9);
	}
}

static void a_constraint_written_twice_is_redundant_the_second_time(void **state)
{
	(void)state;
	struct mech_fixture f;
	struct mech_diagnosis d;
	unsigned char redundant[6];
	fixture_start(&f, 0.0, 0.0);
	const int a = fixture_body(&f, "a", 1.0, 1.0, 1.0, 0.0);
	fixture_between(&f, &mech_revolute, "first", MECH_GROUND, a, (double[]){0.0, 0.0, 0.0});
	fixture_between(&f, &mech_revolute, "again", MECH_GROUND, a, (double[]){0.0, 0.0, 0.0});
	fixture_between(&f, &mech_prismatic, "slide", MECH_GROUND, a, (double[]){0.0, 0.0, 1.0, 0.0, 0.0});
	fixture_finish(&f);
	assert_int_equal(assemble_position(&f), 0);
	diagnose(&f, &d, redundant);
	assert_int_equal(d.rank, 3);
	assert_int_equal(d.degrees_of_freedom, 0);
	const unsigned char expected[6] = {0, 0, 1, 1, 1, 0};
	assert_memory_equal(redundant, expected, 6);
	diagnose(&f, &d, NULL);
	assert_int_equal(d.n_redundant, 3);
}

static void a_mechanism_without_joints_or_bodies_is_assembled(void **state)
{
	(void)state;
	struct mech_fixture f;
	struct mech_diagnosis d;
	fixture_start(&f, 0.0, 0.0);
	fixture_finish(&f);
	assert_int_equal(assemble_position(&f), 0);
	assert_int_equal(assemble_velocity(&f), 0);
	fixture_start(&f, 0.0, 0.0);
	const int a = fixture_body(&f, "a", 1.0, 1.0, 1.0, 0.0);
	fixture_target(&f, -1, a, 2, 0.8, NAN);
	fixture_target(&f, -1, a, 1, NAN, 4.0);
	fixture_finish(&f);
	assert_int_equal(assemble_position(&f), 0);
	assert_close(f.q[2], 0.8, 1e-12);
	assert_int_equal(assemble_velocity(&f), 0);
	assert_close(f.v[1], 4.0, 1e-14);
	assert_close(f.v[0], 0.0, 1e-14);
	diagnose(&f, &d, NULL);
	assert_int_equal(d.degrees_of_freedom, 3);
	assert_int_equal(d.rank, 0);
}

static void the_size_is_the_largest_distance_in_the_drawing(void **state)
{
	(void)state;
	struct mech_fixture f;
	fixture_start(&f, 0.0, 0.0);
	const int a = fixture_body(&f, "a", 1.0, 1.0, 7.0, 7.0);
	fixture_finish(&f);
	assert_close(mech_size(&f.c), 1.0, 0.0);
	fixture_between(&f, &mech_prismatic, "slide", MECH_GROUND, a, (double[]){7.0, 8.0, 100.0, 0.0, 50.0});
	fixture_between(&f, &mech_spring_damper, "s", MECH_GROUND, a, (double[]){4.0, 4.0, 7.0, 7.0, 1.0, 1.0, 90.0});
	fixture_finish(&f);
	assert_close(mech_size(&f.c), 5.0, 1e-15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_drawing_that_closes_is_left_as_it_is),
		cmocka_unit_test(a_four_bar_closes_from_drawings_a_fifth_off_at_any_scale),
		cmocka_unit_test(wanted_crank_angles_are_met_on_the_branch_of_the_drawing),
		cmocka_unit_test(what_is_free_changes_least),
		cmocka_unit_test(a_truss_drawn_flat_rises),
		cmocka_unit_test(a_joint_that_cannot_close_is_named_with_its_gap),
		cmocka_unit_test(a_rod_without_length_is_named),
		cmocka_unit_test(a_target_out_of_reach_is_named_with_what_is_missing),
		cmocka_unit_test(a_driver_out_of_reach_is_named_rather_than_a_joint),
		cmocka_unit_test(a_target_against_a_driver_is_out_of_reach),
		cmocka_unit_test(a_slider_crank_takes_wanted_angle_and_speed),
		cmocka_unit_test(a_speed_that_a_dead_centre_forbids_is_refused),
		cmocka_unit_test(a_parallelogram_of_five_bars_has_one_freedom_and_one_redundant_row),
		cmocka_unit_test(a_parallelogram_closes_from_a_drawing_a_tenth_off),
		cmocka_unit_test(a_constraint_written_twice_is_redundant_the_second_time),
		cmocka_unit_test(a_mechanism_without_joints_or_bodies_is_assembled),
		cmocka_unit_test(the_size_is_the_largest_distance_in_the_drawing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
