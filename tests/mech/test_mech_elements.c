/* Every kind of element against differences, at random configurations that satisfy no constraint:
 * what is exact there is exact everywhere. Closed forms check the signs and zeros that differences
 * cannot see. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "mech_zoo.h"

enum { CONFIGURATIONS = 100 };
#define STEP 1e-5
#define CLOSE 2e-8 /* central differences with that step: h^2 times third derivatives of order 10, and rounding / h */

static struct mech_fixture zoo;

static int setup_zoo(void **state)
{
	(void)state;
	make_zoo(&zoo);
	return 0;
}

/* the element's local vector, added to a vector of the whole system; ground dropped */
static void scatter(const struct mech_fixture *f, const struct mech_element *e, const double *local, double *whole)
{
	for (int k = 0; k < 3 * e->n_bodies; k++) {
		if (e->body[k / 3] != MECH_GROUND) {
			whole[f->bodies[e->body[k / 3]].v + k % 3] += local[k];
		}
	}
}

/* r = G^T lambda - f of one element */
static void element_residual(const struct mech_fixture *f, const struct mech_element *e, double *r)
{
	const struct mech_kind *kind = mech_element_kind(e);
	double local[MECH_MOST_LOCAL] = {0.0}, G[MECH_MOST_ROWS * MECH_MOST_LOCAL];
	memset(r, 0, FIXTURE_V * sizeof *r);
	if (kind->force.add) {
		kind->force.add(&f->c, e, local);
	}
	for (int k = 0; k < MECH_MOST_LOCAL; k++) {
		local[k] = -local[k];
	}
	if (kind->row.count > 0) {
		kind->row.jacobian(&f->c, e, G);
		for (int i = 0; i < kind->row.count * 3 * e->n_bodies; i++) {
			local[i % (3 * e->n_bodies)] += G[i] * f->lambda[e->row + i / (3 * e->n_bodies)];
		}
	}
	scatter(f, e, local, r);
}

/* q, v, t a time s later, along the motion with constant a */
static void travel(struct mech_fixture *f, const struct mech_fixture *from, double s)
{
	for (int i = 0; i < f->model.n_v; i++) {
		f->q[fixture_place(i)] = from->q[fixture_place(i)] + s * from->v[i] + 0.5 * s * s * from->a[i];
		f->v[i] = from->v[i] + s * from->a[i];
	}
	f->c.t = from->c.t + s;
}

static void restore(struct mech_fixture *f, const struct mech_fixture *from)
{
	memcpy(f->q, from->q, sizeof f->q);
	memcpy(f->v, from->v, sizeof f->v);
	f->c.t = from->c.t;
}

typedef void element_check(struct mech_fixture *f, const struct mech_fixture *start, const struct mech_element *e);

/* a check at every element and many random states; start holds the state to come back to */
static void for_all(element_check *check)
{
	static struct mech_fixture start;
	struct test_random random = test_random_start(7);
	for (int n = 0; n < CONFIGURATIONS; n++) {
		fixture_random_state(&zoo, &random);
		start = zoo;
		for (int i = 0; i < zoo.model.n_elements; i++) {
			check(&zoo, &start, &zoo.elements[i]);
			restore(&zoo, &start);
		}
	}
}

static void check_jacobian(struct mech_fixture *f, const struct mech_fixture *start, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	double G[MECH_MOST_ROWS * MECH_MOST_LOCAL], plus[MECH_MOST_ROWS], minus[MECH_MOST_ROWS];
	for (int i = 0; i < kind->row.count; i++) {
		kind->row.jacobian(&f->c, e, G);
		double row[FIXTURE_V] = {0.0};
		scatter(f, e, G + 3 * e->n_bodies * i, row);
		for (int j = 0; j < f->model.n_v; j++) {
			const int x = fixture_place(j);
			f->q[x] = start->q[x] + STEP;
			kind->row.constraint(&f->c, e, plus);
			f->q[x] = start->q[x] - STEP;
			kind->row.constraint(&f->c, e, minus);
			f->q[x] = start->q[x];
			assert_close(row[j], (plus[i] - minus[i]) / (2.0 * STEP), CLOSE);
		}
	}
}

static void jacobians_are_the_derivatives_of_the_constraints(void **state)
{
	(void)state;
	for_all(check_jacobian);
}

/* G v + dg/dt by the element's own functions */
static void constraint_velocity(const struct mech_fixture *f, const struct mech_element *e, double *out)
{
	const struct mech_kind *kind = mech_element_kind(e);
	double G[MECH_MOST_ROWS * MECH_MOST_LOCAL], v[MECH_MOST_LOCAL], rate[MECH_MOST_ROWS] = {0.0};
	kind->row.jacobian(&f->c, e, G);
	mech_gather(&f->c, e, f->v, v);
	if (kind->row.rate) {
		kind->row.rate(&f->c, e, rate);
	}
	for (int i = 0; i < kind->row.count; i++) {
		out[i] = rate[i];
		for (int k = 0; k < 3 * e->n_bodies; k++) {
			out[i] += G[3 * e->n_bodies * i + k] * v[k];
		}
	}
}

static void check_bias(struct mech_fixture *f, const struct mech_fixture *start, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	double plus[MECH_MOST_ROWS], minus[MECH_MOST_ROWS], G[MECH_MOST_ROWS * MECH_MOST_LOCAL], a[MECH_MOST_LOCAL];
	double bias[MECH_MOST_ROWS], here[MECH_MOST_ROWS];
	if (kind->row.count == 0) {
		return;
	}
	constraint_velocity(f, e, here);
	kind->row.bias(&f->c, e, bias);
	kind->row.jacobian(&f->c, e, G);
	mech_gather(&f->c, e, f->a, a);

	/* first the rate: dg/dt along the motion */
	travel(f, start, STEP);
	kind->row.constraint(&f->c, e, plus);
	travel(f, start, -STEP);
	kind->row.constraint(&f->c, e, minus);
	for (int i = 0; i < kind->row.count; i++) {
		assert_close(here[i], (plus[i] - minus[i]) / (2.0 * STEP), 10.0 * CLOSE);
	}
	travel(f, start, STEP);
	constraint_velocity(f, e, plus);
	travel(f, start, -STEP);
	constraint_velocity(f, e, minus);
	for (int i = 0; i < kind->row.count; i++) {
		double expected = (plus[i] - minus[i]) / (2.0 * STEP);
		for (int k = 0; k < 3 * e->n_bodies; k++) {
			expected -= G[3 * e->n_bodies * i + k] * a[k];
		}
		assert_close(bias[i], expected, 100.0 * CLOSE);
	}
}

static void rates_and_biases_are_time_derivatives_along_the_motion(void **state)
{
	(void)state;
	for_all(check_bias);
}

static void check_tangent(struct mech_fixture *f, const struct mech_fixture *start, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const int size = 3 * e->n_bodies;
	for (int level = 0; level < 2; level++) {
		double tangent[MECH_MOST_LOCAL * MECH_MOST_LOCAL] = {0.0}, plus[FIXTURE_V], minus[FIXTURE_V];
		if (kind->force.tangent) {
			kind->force.tangent(&f->c, e, level == 0, level == 1, tangent);
		}
		for (int j = 0; j < f->model.n_v; j++) {
			double *x = level == 0 ? &f->q[fixture_place(j)] : &f->v[j];
			const double old = *x;
			*x = old + STEP;
			element_residual(f, e, plus);
			*x = old - STEP;
			element_residual(f, e, minus);
			*x = old;

			/* column j of the whole tangent */
			double local[MECH_MOST_LOCAL] = {0.0}, column[FIXTURE_V] = {0.0};
			for (int k = 0; k < size; k++) {
				const int body = e->body[k / 3];
				for (int i = 0; i < size && body != MECH_GROUND && f->bodies[body].v + k % 3 == j; i++) {
					local[i] += tangent[size * i + k];
				}
			}
			scatter(f, e, local, column);
			for (int i = 0; i < f->model.n_v; i++) {
				/* short springs have steep tangents: relative to their size */
				assert_close(column[i], (plus[i] - minus[i]) / (2.0 * STEP), 100.0 * CLOSE * (1.0 + fabs(column[i])));
			}
		}
	}
	restore(f, start);
}

static void tangents_are_the_derivatives_of_constraint_and_applied_forces(void **state)
{
	(void)state;
	for_all(check_tangent);
}

static void check_coordinates(struct mech_fixture *f, const struct mech_fixture *start, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	for (int k = 0; k < kind->coordinate.count; k++) {
		double row[6], whole[FIXTURE_V] = {0.0}, curvature[36] = {0.0};
		kind->coordinate.row(&f->c, e, k, row);
		scatter(f, e, row, whole);
		if (kind->coordinate.curvature) {
			kind->coordinate.curvature(&f->c, e, k, 1.5, curvature);
		}
		for (int j = 0; j < 6; j++) {
			if (e->body[j / 3] == MECH_GROUND) {
				continue;
			}
			const int x = f->bodies[e->body[j / 3]].q + j % 3;
			double plus[6], minus[6];
			f->q[x] = start->q[x] + STEP;
			const double up = mech_joint_value(&f->c, e, k);
			kind->coordinate.row(&f->c, e, k, plus);
			f->q[x] = start->q[x] - STEP;
			const double down = mech_joint_value(&f->c, e, k);
			kind->coordinate.row(&f->c, e, k, minus);
			f->q[x] = start->q[x];
			assert_close(whole[f->bodies[e->body[j / 3]].v + j % 3], (up - down) / (2.0 * STEP), CLOSE);
			for (int i = 0; i < 6; i++) {
				assert_close(curvature[6 * i + j], 1.5 * (plus[i] - minus[i]) / (2.0 * STEP), CLOSE);
			}
		}
		/* acceleration = d(rate)/dt: the bias */
		const double acceleration = mech_joint_acceleration(&f->c, e, k);
		travel(f, start, STEP);
		const double later = mech_joint_rate(&f->c, e, k);
		travel(f, start, -STEP);
		const double earlier = mech_joint_rate(&f->c, e, k);
		restore(f, start);
		assert_close(acceleration, (later - earlier) / (2.0 * STEP), 100.0 * CLOSE);
	}
}

static void coordinate_rows_biases_and_curvatures_are_derivatives(void **state)
{
	(void)state;
	for_all(check_coordinates);
}

/* A rigid motion of everything, ground included, changes no distance: joints between bodies and
 * springs do no work in it. This is Newton's third law, and it checks the ground's columns, which
 * differences do not reach. */
static void check_rigid_motion(struct mech_fixture *f, const struct mech_fixture *start, const struct mech_element *e)
{
	(void)start;
	const struct mech_kind *kind = mech_element_kind(e);
	const int one_sided = kind->file.n_bodies == 1;
	double rows[(MECH_MOST_ROWS + 1) * MECH_MOST_LOCAL] = {0.0};
	const int size = 3 * e->n_bodies;
	if (one_sided) {
		return;
	}
	if (kind->row.count > 0) {
		kind->row.jacobian(&f->c, e, rows);
	}
	if (kind->force.add) {
		kind->force.add(&f->c, e, rows + kind->row.count * size);
	}
	/* revolute and weld measure the gap in global axes: their rows turn with the motion where the
	 * gap is open */
	double gap[MECH_MOST_ROWS] = {0.0};
	if (kind == &mech_revolute || kind == &mech_weld) {
		double g[MECH_MOST_ROWS];
		kind->row.constraint(&f->c, e, g);
		gap[0] = -g[1];
		gap[1] = g[0];
	}
	for (int i = 0; i < kind->row.count + 1; i++) {
		const double *row = rows + size * i;
		double x = 0.0, y = 0.0, turn = 0.0;
		for (int k = 0; k < e->n_bodies; k++) {
			struct mech_pose pose;
			mech_pose(&f->c, e->body[k], &pose);
			x += row[3 * k];
			y += row[3 * k + 1];
			turn += row[3 * k + 2] + pose.x[0] * row[3 * k + 1] - pose.x[1] * row[3 * k];
		}
		assert_small(x, 1e-12);
		assert_small(y, 1e-12);
		assert_close(turn, i < kind->row.count ? gap[i] : 0.0, 1e-10);
	}
}

static void joints_and_springs_do_no_work_when_everything_moves_as_one(void **state)
{
	(void)state;
	for_all(check_rigid_motion);
}

static void check_potential(struct mech_fixture *f, const struct mech_fixture *start, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	double r[FIXTURE_V];
	if (!kind->energy.potential) {
		return;
	}
	memset(f->v, 0, sizeof f->v);
	element_residual(f, e, r);
	for (int j = 0; j < f->model.n_v; j++) {
		const int x = fixture_place(j);
		f->q[x] = start->q[x] + STEP;
		const double up = kind->energy.potential(&f->c, e);
		f->q[x] = start->q[x] - STEP;
		const double down = kind->energy.potential(&f->c, e);
		f->q[x] = start->q[x];
		assert_close(r[j], (up - down) / (2.0 * STEP), 100.0 * CLOSE);
	}
}

static void forces_of_springs_are_the_gradients_of_their_energies(void **state)
{
	(void)state;
	for_all(check_potential);
}

static void check_power(struct mech_fixture *f, const struct mech_fixture *start, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const double supply = kind->energy.supply ? kind->energy.supply(&f->c, e) : 0.0;
	const double dissipation = kind->energy.dissipation ? kind->energy.dissipation(&f->c, e) : 0.0;
	/* what is stored may come back */
	assert_true(dissipation >= 0.0 || kind->energy.stored);
	if (kind->row.count > 0) {
		/* a constraint brings in lambda dg/dt, the change of g by time alone */
		double plus[MECH_MOST_ROWS], minus[MECH_MOST_ROWS], expected = 0.0;
		f->c.t = start->c.t + STEP;
		kind->row.constraint(&f->c, e, plus);
		f->c.t = start->c.t - STEP;
		kind->row.constraint(&f->c, e, minus);
		for (int i = 0; i < kind->row.count; i++) {
			expected += f->lambda[e->row + i] * (plus[i] - minus[i]) / (2.0 * STEP);
		}
		assert_close(supply, expected, 10.0 * CLOSE);
		return;
	}
	double r[FIXTURE_V], power = 0.0, stored = 0.0;
	element_residual(f, e, r);
	for (int i = 0; i < f->model.n_v; i++) {
		power -= r[i] * f->v[i];
	}
	if (kind->energy.potential) {
		travel(f, start, STEP);
		stored = kind->energy.potential(&f->c, e);
		travel(f, start, -STEP);
		stored = (stored - kind->energy.potential(&f->c, e)) / (2.0 * STEP);
	}
	assert_close(power, supply - dissipation - stored, 100.0 * CLOSE);
}

static void power_is_supply_less_dissipation_less_what_is_stored(void **state)
{
	(void)state;
	for_all(check_power);
}

/* position-level and velocity-level outputs of sensors against the next lower level along the
 * motion */
static void check_sensor(struct mech_fixture *f, const struct mech_fixture *start, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	if (kind->section != MECH_SENSOR || kind == &mech_sense_reaction) {
		return;
	}
	const int width = kind == &mech_sense_point ? 2 : 1, levels = kind == &mech_sense_point ? 3 : 2;
	double here[MECH_MOST_OUTPUTS], plus[MECH_MOST_OUTPUTS], minus[MECH_MOST_OUTPUTS];
	kind->output.values(&f->c, e, here);
	travel(f, start, STEP);
	kind->output.values(&f->c, e, plus);
	travel(f, start, -STEP);
	kind->output.values(&f->c, e, minus);
	for (int i = 0; i < width * (levels - 1); i++) {
		assert_close(here[width + i], (plus[i] - minus[i]) / (2.0 * STEP), 10.0 * CLOSE);
	}
}

static void sensors_report_rates_of_what_they_report(void **state)
{
	(void)state;
	for_all(check_sensor);
}

static void kinds_are_found_by_space_section_and_name(void **state)
{
	(void)state;
	for (int k = 0; k < mech_kind_count(); k++) {
		for (int space = 0; space < MECH_SPACE_COUNT; space++) {
			if (mech_kind_fits(mech_kinds[k], (enum mech_space)space)) {
				assert_int_equal(mech_kind_find((enum mech_space)space, mech_kinds[k]->section, mech_kinds[k]->name),
				                 k);
			}
		}
	}
	assert_int_equal(mech_kind_find(MECH_PLANAR, MECH_JOINT, "hinge"), -1);
	assert_int_equal(mech_kind_find(MECH_PLANAR, MECH_DRIVER, "revolute"), -1);
}

static void declarations_of_kinds_fit_their_functions(void **state)
{
	(void)state;
	for (int k = 0; k < mech_kind_count(); k++) {
		const struct mech_kind *kind = mech_kinds[k];
		int outputs = 0;
		for (int i = 0; i < kind->output.count; i++) {
			outputs += kind->output.specs[i].size;
		}
		assert_true(outputs <= MECH_MOST_OUTPUTS && kind->row.count <= MECH_MOST_ROWS);
		assert_true(kind->file.n_bodies + 2 * kind->file.n_joints <= MECH_MOST_BODIES);
		assert_int_equal(kind->row.count > 0,
		                 kind->row.constraint && kind->row.jacobian && kind->row.bias && kind->row.specs);
		assert_int_equal(kind->output.count > 0, kind->output.values != NULL);
		assert_int_equal(kind->force.add != NULL, (kind->force.reads | kind->force.torque_reads) != MECH_READS_NOTHING);
		assert_int_equal(kind->state.count > 0, kind->state.reads != MECH_READS_NOTHING);
		assert_int_equal(kind->derived.count > 0, kind->derived.derive != NULL);
		int turns = 0;
		for (int i = 0; i < kind->coordinate.count; i++) {
			turns += kind->coordinate.specs[i].turns != MECH_NO_TURNS;
			assert_true(kind->coordinate.specs[i].turns < kind->memory.count);
			assert_true(kind->coordinate.specs[i].offset < mech_kind_numbers(kind));
		}
		assert_int_equal(kind->memory.count > 0, turns > 0 || kind->memory.start);
		assert_int_equal(kind->coordinate.count > 0,
		                 kind->coordinate.reading && kind->coordinate.row && kind->coordinate.bias);
		assert_int_equal(kind->section == MECH_DRIVER, kind->row.motion != NULL);
		assert_true(kind->text && kind->text[0]);
	}
	/* at[2], axis[2], offset */
	assert_int_equal(mech_kind_numbers(&mech_prismatic), 5);
	assert_int_equal(mech_kind_number(&mech_prismatic, 2), 4);
}

static void the_drawing_satisfies_all_joints_and_shows_the_offsets(void **state)
{
	(void)state;
	struct mech_fixture f;
	fixture_start(&f, 0.0, 0.0);
	const int a = fixture_body(&f, "a", 1.0, 1.0, 0.3, 0.1), b = fixture_body(&f, "b", 1.0, 1.0, -1.0, 2.0);
	const int hinge = fixture_between(&f, &mech_revolute, "hinge", a, b, (double[]){1.0, 2.0, 0.5});
	const int slide = fixture_between(&f, &mech_prismatic, "slide", a, b, (double[]){1.0, 2.0, 3.0, 4.0, 0.7});
	const int line = fixture_between(&f, &mech_point_on_line, "line", a, b, (double[]){1.0, 2.0, 3.0, 4.0, 0.9, 0.2});
	fixture_between(&f, &mech_weld, "weld", a, MECH_GROUND, (double[]){1.0, 2.0});
	fixture_between(&f, &mech_rod, "rod", a, b, (double[]){0.0, 0.0, 3.0, 4.0, NAN});
	fixture_on(&f, &mech_gear, "gear", hinge, 0, line, 1, (double[]){2.0});
	fixture_on(&f, &mech_drive_constant_speed, "motor", slide, 0, -1, 0, (double[]){1.0, NAN});
	fixture_finish(&f);
	double g[16];
	mech_constraint(&f.c, g);
	for (int i = 0; i < f.model.n_rows; i++) {
		assert_small(g[i], 1e-15);
	}
	assert_close(mech_joint_value(&f.c, &f.elements[hinge], 0), 0.5, 1e-15);
	assert_close(mech_joint_value(&f.c, &f.elements[slide], 0), 0.7, 1e-15);
	assert_close(mech_joint_value(&f.c, &f.elements[line], 0), 0.9, 1e-15);
	assert_close(mech_joint_value(&f.c, &f.elements[line], 1), 0.2, 1e-15);
	/* numbers found from the drawing stand first: the rod's length, the motor's start */
	assert_close(f.derived[f.elements[4].derived], 5.0, 1e-15);
	assert_close(f.derived[f.elements[6].derived], 0.7, 1e-15);
}

/* second body moved by hand: turned by 0.3 about the hinge; slid by 0.5 along (3, 4)/5 */
static void coordinates_measure_the_second_body_and_for_a_line_the_first(void **state)
{
	(void)state;
	struct mech_fixture f;
	fixture_start(&f, 0.0, 0.0);
	const int a = fixture_body(&f, "a", 1.0, 1.0, 1.0, 0.0);
	const int hinge = fixture_between(&f, &mech_revolute, "hinge", MECH_GROUND, a, (double[]){0.0, 0.0, 0.0});
	const int slide =
		fixture_between(&f, &mech_prismatic, "slide", MECH_GROUND, a, (double[]){1.0, 0.0, 3.0, 4.0, 0.0});
	const int line =
		fixture_between(&f, &mech_point_on_line, "line", a, MECH_GROUND, (double[]){1.0, 0.0, 3.0, 4.0, 0.0, 0.0});
	fixture_finish(&f);
	f.q[0] = cos(0.3);
	f.q[1] = sin(0.3);
	f.q[2] = 0.3;
	double g[2];
	mech_kinds[f.elements[hinge].kind]->row.constraint(&f.c, &f.elements[hinge], g);
	assert_small(g[0], 1e-15);
	assert_small(g[1], 1e-15);
	assert_close(mech_joint_value(&f.c, &f.elements[hinge], 0), 0.3, 1e-15);
	assert_close(mech_joint_value(&f.c, &f.elements[line], 1), 0.3, 1e-15);
	f.q[0] = 1.3;
	f.q[1] = 0.4;
	f.q[2] = 0.0;
	assert_close(mech_joint_value(&f.c, &f.elements[slide], 0), 0.5, 1e-15);
	assert_close(mech_joint_value(&f.c, &f.elements[line], 0), 0.5, 1e-15);
}

static void motions_of_drivers_are_those_written(void **state)
{
	(void)state;
	struct mech_fixture f;
	double w[MECH_MOTION];
	fixture_start(&f, 0.0, 0.0);
	const int a = fixture_body(&f, "a", 1.0, 1.0, 0.0, 0.0);
	const int hinge = fixture_between(&f, &mech_revolute, "hinge", MECH_GROUND, a, (double[]){0.0, 0.0, 0.0});
	const int speed = fixture_on(&f, &mech_drive_constant_speed, "s", hinge, 0, -1, 0, (double[]){2.0, 0.5});
	const int sine = fixture_on(&f, &mech_drive_harmonic, "h", hinge, 0, -1, 0, (double[]){1.0, 2.0, 3.0, 0.4});
	const int cubic =
		fixture_on(&f, &mech_drive_polynomial, "p", hinge, 0, -1, 0, (double[]){1.0, 2.0, 3.0, 4.0, 0.0, 0.0});
	fixture_finish(&f);
	f.c.t = 1.5;
	mech_drive_constant_speed.row.motion(&f.c, &f.elements[speed], w);
	assert_close(w[0], 3.5, 1e-15);
	assert_close(w[1], 2.0, 1e-15);
	assert_close(w[2], 0.0, 0.0);
	assert_close(w[3], 0.0, 0.0);
	mech_drive_harmonic.row.motion(&f.c, &f.elements[sine], w);
	assert_close(w[0], 1.0 + 2.0 * sin(4.9), 1e-14);
	assert_close(w[1], 6.0 * cos(4.9), 1e-14);
	assert_close(w[2], -18.0 * sin(4.9), 1e-13);
	assert_close(w[3], -54.0 * cos(4.9), 1e-13);
	mech_drive_polynomial.row.motion(&f.c, &f.elements[cubic], w);
	assert_close(w[0], 1.0 + 3.0 + 6.75 + 13.5, 1e-13);
	assert_close(w[1], 2.0 + 9.0 + 27.0, 1e-13);
	assert_close(w[2], 6.0 + 36.0, 1e-13);
	assert_close(w[3], 24.0, 1e-13);
}

static void a_driver_by_input_reaches_the_input_at_the_end_of_each_step(void **state)
{
	(void)state;
	struct mech_fixture f;
	double w[MECH_MOTION];
	fixture_start(&f, 0.0, 0.0);
	const int a = fixture_body(&f, "a", 1.0, 1.0, 0.0, 0.0);
	const int hinge = fixture_between(&f, &mech_revolute, "hinge", MECH_GROUND, a, (double[]){0.0, 0.0, 0.0});
	const int follow = fixture_on(&f, &mech_drive_input, "follow", hinge, 0, -1, 0, (double[]){0.0, 0.0, 0.0});
	fixture_finish(&f);
	const struct mech_element *e = &f.elements[follow];
	f.elements[follow].input = 1;

	/* the start: where the input is, at rest */
	f.c.t = 2.0;
	f.inputs[1].u[0] = 0.3;
	mech_drive_input.memory.start(&f.c, e, f.memory + e->memory);
	mech_drive_input.row.motion(&f.c, e, w);
	assert_close(w[0], 0.3, 0.0);
	assert_close(w[1], 0.0, 0.0);

	/* a step to 2.5 with the input at 0.8: from rest to rest by 10 x^3 - 15 x^4 + 6 x^5 */
	f.inputs[1].u[0] = 0.8;
	mech_drive_input.memory.begin(&f.c, e, 2.5, f.memory + e->memory);
	f.c.t = 2.25;
	mech_drive_input.row.motion(&f.c, e, w);
	assert_close(w[0], 0.55, 1e-15);
	assert_close(w[1], 1.875, 1e-15);
	assert_close(w[2], 0.0, 1e-14);
	f.c.t = 2.125;
	mech_drive_input.row.motion(&f.c, e, w);
	assert_close(w[0], 0.3 + 0.5 * (10.0 / 64 - 15.0 / 256 + 6.0 / 1024), 1e-15);

	/* the next step begins where this one ended, not at the new input */
	f.c.t = 2.5;
	f.inputs[1].u[0] = 0.0;
	mech_drive_input.memory.begin(&f.c, e, 3.5, f.memory + e->memory);
	mech_drive_input.row.motion(&f.c, e, w);
	assert_close(w[0], 0.8, 1e-15);
	assert_small(w[1], 0.0);
	assert_small(w[2], 0.0);
	f.c.t = 3.5;
	mech_drive_input.row.motion(&f.c, e, w);
	assert_small(w[0], 0.0);
}

/* u = 0.5 + 2 s - s^2 + s^3 with s = t - 3 */
static void a_driver_by_input_moves_as_the_derivatives_of_the_input_say(void **state)
{
	(void)state;
	struct mech_fixture f;
	double w[MECH_MOTION];
	fixture_start(&f, 0.0, 0.0);
	const int a = fixture_body(&f, "a", 1.0, 1.0, 0.0, 0.0);
	const int hinge = fixture_between(&f, &mech_revolute, "hinge", MECH_GROUND, a, (double[]){0.0, 0.0, 0.0});
	const int follow = fixture_on(&f, &mech_drive_input, "follow", hinge, 0, -1, 0, (double[]){0.0, 0.0, 0.0});
	fixture_finish(&f);
	const struct mech_element *e = &f.elements[follow];
	f.elements[follow].input = 0;
	f.inputs[0] = (struct mech_signal){.t0 = 3.0, .u = {0.5, 2.0, -2.0, 6.0}};

	/* a run that starts with the input starts with its speed and acceleration */
	f.c.t = 3.0;
	mech_drive_input.memory.start(&f.c, e, f.memory + e->memory);
	mech_drive_input.row.motion(&f.c, e, w);
	for (int k = 0; k < MECH_MOTION; k++) {
		assert_close(w[k], f.inputs[0].u[k], 0.0);
	}

	/* from where the input is the motion is the input's, from 0.1 above it the gap closes evenly in
	 * half a second */
	for (int gap = 0; gap < 2; gap++) {
		f.c.t = 3.0;
		f.inputs[0].u[0] = 0.5 + 0.1 * gap;
		mech_drive_input.memory.start(&f.c, e, f.memory + e->memory);
		f.inputs[0].u[0] = 0.5;
		mech_drive_input.memory.begin(&f.c, e, 3.5, f.memory + e->memory);
		for (int k = 0; k <= 5; k++) {
			const double s = 0.1 * k;
			f.c.t = 3.0 + s;
			mech_drive_input.row.motion(&f.c, e, w);
			assert_close(w[0], 0.5 + 2.0 * s - s * s + s * s * s + 0.1 * gap * (1.0 - s / 0.5), 1e-14);
			assert_close(w[1], 2.0 - 2.0 * s + 3.0 * s * s - 0.2 * gap, 1e-14);
			assert_close(w[2], -2.0 + 6.0 * s, 1e-14);
			assert_close(w[3], 6.0, 0.0);
		}
	}
}

static void an_input_stands_in_for_the_written_number(void **state)
{
	(void)state;
	struct mech_fixture f;
	fixture_start(&f, 0.0, 0.0);
	const int a = fixture_body(&f, "a", 1.0, 1.0, 0.0, 0.0);
	fixture_between(&f, &mech_point_force, "push", a, 0, (double[]){0.5, 0.0, 0.0, 2.0, 3.0});
	fixture_finish(&f);
	double force[3];
	mech_force(&f.c, force);
	assert_close(force[1], 3.0, 1e-15);
	assert_close(force[2], 1.5, 1e-15);
	f.elements[0].input = 0;
	f.inputs[0].u[0] = -4.0;
	mech_force(&f.c, force);
	assert_close(force[1], -4.0, 1e-15);
	assert_close(force[2], -2.0, 1e-15);
}

/* turned by a right angle the fixed force still points along y, the follower along -x */
static void a_follower_force_turns_with_its_body_and_a_fixed_one_does_not(void **state)
{
	(void)state;
	struct mech_fixture f;
	fixture_start(&f, 0.0, 0.0);
	const int a = fixture_body(&f, "a", 1.0, 1.0, 0.0, 0.0), b = fixture_body(&f, "b", 1.0, 1.0, 0.0, 0.0);
	const double numbers[] = {2.0, 0.0, 0.0, 1.0, 3.0};
	fixture_between(&f, &mech_point_force, "fixed", a, 0, numbers);
	fixture_between(&f, &mech_follower_force, "follower", b, 0, numbers);
	fixture_finish(&f);
	f.q[2] = f.q[6] = 2.0 * atan(1.0);
	double force[6];
	mech_force(&f.c, force);
	const double expected[6] = {0.0, 3.0, 0.0, -3.0, 0.0, 6.0};
	for (int i = 0; i < 6; i++) {
		assert_close(force[i], expected[i], 1e-14);
	}
}

static void a_spring_whose_ends_coincide_gives_finite_numbers(void **state)
{
	(void)state;
	struct mech_fixture f;
	fixture_start(&f, 0.0, 0.0);
	const int a = fixture_body(&f, "a", 1.0, 1.0, 1.0, 2.0);
	fixture_between(&f, &mech_spring_damper, "s", MECH_GROUND, a, (double[]){3.0, 4.0, 3.0, 4.0, 10.0, 1.0, 0.5});
	fixture_between(&f, &mech_sense_distance, "d", MECH_GROUND, a, (double[]){3.0, 4.0, 3.0, 4.0});
	fixture_finish(&f);
	f.v[0] = 1.0;
	double force[3], tangent[36] = {0.0}, out[2];
	mech_force(&f.c, force);
	mech_spring_damper.force.tangent(&f.c, &f.elements[0], 1.0, 1.0, tangent);
	mech_sense_distance.output.values(&f.c, &f.elements[1], out);
	for (int i = 0; i < 3; i++) {
		assert_close(force[i], 0.0, 0.0);
	}
	for (int i = 0; i < 36; i++) {
		assert_close(tangent[i], 0.0, 0.0);
	}
	assert_close(out[0], 0.0, 0.0);
	assert_close(out[1], 0.0, 0.0);
	/* pulled out by 2 along x: force -10 (2 - 0.5) - 1 */
	f.q[0] += 2.0;
	mech_force(&f.c, force);
	assert_close(force[0], -16.0, 1e-13);
	assert_close(mech_element_output(&f.c, 0, 0), 16.0, 1e-13);
}

static void quantities_have_units_and_rates(void **state)
{
	(void)state;
	assert_string_equal(mech_quantity_unit(MECH_ANGULAR_DAMPING), "N.m.s/rad");
	assert_string_equal(mech_quantity_type(MECH_LENGTH), "Length");
	assert_int_equal(mech_quantity_rate(mech_quantity_rate(MECH_LENGTH)), MECH_ACCELERATION);
	assert_int_equal(mech_quantity_rate(MECH_ANGLE), MECH_ANGULAR_VELOCITY);
	assert_int_equal(mech_quantity_rate(MECH_FORCE), MECH_NUMBER);
	assert_int_equal(mech_quantity_along(MECH_COORDINATE_RATE, MECH_ANGLE), MECH_ANGULAR_VELOCITY);
	assert_int_equal(mech_quantity_along(MECH_COORDINATE_DAMPING, MECH_LENGTH), MECH_DAMPING);
	assert_int_equal(mech_quantity_along(MECH_MASS, MECH_ANGLE), MECH_MASS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinds_are_found_by_space_section_and_name),
		cmocka_unit_test(declarations_of_kinds_fit_their_functions),
		cmocka_unit_test(jacobians_are_the_derivatives_of_the_constraints),
		cmocka_unit_test(rates_and_biases_are_time_derivatives_along_the_motion),
		cmocka_unit_test(tangents_are_the_derivatives_of_constraint_and_applied_forces),
		cmocka_unit_test(coordinate_rows_biases_and_curvatures_are_derivatives),
		cmocka_unit_test(joints_and_springs_do_no_work_when_everything_moves_as_one),
		cmocka_unit_test(forces_of_springs_are_the_gradients_of_their_energies),
		cmocka_unit_test(power_is_supply_less_dissipation_less_what_is_stored),
		cmocka_unit_test(sensors_report_rates_of_what_they_report),
		cmocka_unit_test(the_drawing_satisfies_all_joints_and_shows_the_offsets),
		cmocka_unit_test(coordinates_measure_the_second_body_and_for_a_line_the_first),
		cmocka_unit_test(motions_of_drivers_are_those_written),
		cmocka_unit_test(a_driver_by_input_reaches_the_input_at_the_end_of_each_step),
		cmocka_unit_test(a_driver_by_input_moves_as_the_derivatives_of_the_input_say),
		cmocka_unit_test(an_input_stands_in_for_the_written_number),
		cmocka_unit_test(a_follower_force_turns_with_its_body_and_a_fixed_one_does_not),
		cmocka_unit_test(a_spring_whose_ends_coincide_gives_finite_numbers),
		cmocka_unit_test(quantities_have_units_and_rates),
	};
	return cmocka_run_group_tests(tests, setup_zoo, NULL);
}
