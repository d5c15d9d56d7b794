/* Constraints that depend on each other, and regular ones, under every method of the table.
 *
 * Away from singular positions the truncation leaves no trace. Rows that depend on others leave
 * the motion as it is, and of the many multipliers that fit, those with the least Euclidean norm
 * over all rows are found.
 *
 * The regularized systems of Petzold, Ren and Maly stand apart: `direct` and `trust_region_fixed`
 * put something else in the place of the inverse of G M^-1 G^T, which leaves a bias in proportion
 * to epsilon; `baumgarte` has none, but needs rows that do not depend on each other. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_method.h"
#include "find_method.h"
#include "host_facts.h"
#include "host_report.h"
#include "la_dense.h"
#include "mech_equations.h"
#include "running.h"
#include "slow_build.h"
#include "singular_values.h"

struct setting {
	int method;
	double tolerance, fixed_step;
	int formulation, regularization;
	double epsilon;
};

static int enforces(int method, int formulation)
{
	return (dae_methods[method]->formulations & 1 << formulation) != 0;
}

static const double epsilon = 1e-6; /* where nothing else is said */

static int is_named(int method, const char *name)
{
	return strcmp(dae_methods[method]->name, name) == 0;
}

static int needs_independent_rows(int method)
{
	return is_named(method, "baumgarte");
}

static int is_biased(int method)
{
	return is_named(method, "direct") || is_named(method, "trust_region_fixed");
}

static int is_regularized(int method)
{
	return needs_independent_rows(method) || is_biased(method);
}

static void start(struct running *r, const char *text, struct setting s)
{
	running_open(r, text);
	running_set(r, "solver.method", MECH_FIRST_CHOICE + s.method);
	running_set(r, "solver.tolerance", s.tolerance);
	running_set(r, "solver.fixed_step", s.fixed_step);
	running_set(r, "solver.formulation", MECH_FIRST_CHOICE + s.formulation);
	running_set(r, "solver.regularization", MECH_FIRST_CHOICE + s.regularization);
	running_set(r, "solver.epsilon", s.epsilon > 0 ? s.epsilon : epsilon);
	running_initialize(r);
}

static void advance(struct running *one, struct running *other, double t)
{
	running_advance(one, t);
	running_advance(other, t);
}

static void close_both(struct running *one, struct running *other)
{
	running_close(one);
	running_close(other);
}

static void expect_small(struct running *r, const char *what, double value, double bound)
{
	if (!(fabs(value) <= bound)) {
		int method = (int)running_get(r, "solver.method") - MECH_FIRST_CHOICE;
		int formulation = (int)running_get(r, "solver.formulation") - MECH_FIRST_CHOICE;
		fail_msg("%s by %s, %s, at %g s: %s is %.3g, at most %.3g expected", mech_name(r->model, r->model->head->name),
		         dae_methods[method]->name, mech_solver_choice(MECH_SOLVER_FORMULATION, formulation), mech_time(r->m),
		         what, value, bound);
	}
}

/* value of <section>.<name><suffix>.<key> */
static double get(struct running *r, const char *section, const char *name, const char *suffix, const char *key)
{
	char variable[200];
	(void)snprintf(variable, sizeof variable, "%s.%s%s.%s", section, name, suffix, key);
	return running_get(r, variable);
}

/* ---- regular positions: Andrews' squeezer ---- */

static char squeezer[8192];

static int read_squeezer(void **state)
{
	(void)state;
	FILE *file = fopen(MECHFMU_SOURCE_DIR "/examples/andrews_squeezer/andrews_squeezer.yaml", "r");
	size_t size = file ? fread(squeezer, 1, sizeof squeezer - 1, file) : 0;
	if (file) {
		(void)fclose(file);
	}
	return size > 0 && size < sizeof squeezer - 1 ? 0 : -1;
}

/* largest values and differences of two runs, by quantity */
struct difference {
	double largest[MECH_QUANTITY_COUNT], scale[MECH_QUANTITY_COUNT];
};

/* all that bodies and elements report */
static void add_difference(struct running *one, struct running *other, struct difference *d)
{
	for (int i = 0; i < one->model->n_variables; i++) {
		const struct mech_variable *x = &one->model->variables[i];
		if (x->source == MECH_FROM_BODY || x->source == MECH_FROM_ELEMENT) {
			double a, b;
			assert_int_equal(mech_get(one->m, i, &a, &one->message), 0);
			assert_int_equal(mech_get(other->m, i, &b, &other->message), 0);
			d->largest[x->quantity] = fmax(d->largest[x->quantity], fabs(a - b));
			d->scale[x->quantity] = fmax(d->scale[x->quantity], fabs(a));
		}
	}
}

/* quantities, and how often positions are differentiated for them; without torques, as hinges have
 * none */
static const struct {
	enum mech_quantity quantity;
	int derivative;
} compared[] = {
	{MECH_LENGTH, 0},       {MECH_ANGLE, 0},
	{MECH_VELOCITY, 1},     {MECH_ANGULAR_VELOCITY, 1},
	{MECH_ACCELERATION, 2}, {MECH_ANGULAR_ACCELERATION, 2},
	{MECH_FORCE, 2},
};
enum { N_COMPARED = sizeof compared / sizeof *compared };

static double relative(const struct difference *d, int k)
{
	return d->largest[compared[k].quantity] / d->scale[compared[k].quantity];
}

/* runs with the truncation and with no regularization at all; bounds for positions and their
 * derivatives */
static void check_no_trace(struct setting s, double stop, const double bound[3])
{
	struct running with, without;
	struct difference d = {{0}, {0}};
	s.regularization = DAE_RANK_TRUNCATED;
	start(&with, squeezer, s);
	s.regularization = DAE_RANK_NONE;
	start(&without, squeezer, s);
	for (int i = 0; i <= 5; i++) {
		advance(&with, &without, i * stop / 5);
		add_difference(&with, &without, &d);
	}
	for (int k = 0; k < N_COMPARED; k++) {
		expect_small(&with, mech_quantity_type(compared[k].quantity), relative(&d, k), bound[compared[k].derivative]);
	}
	assert_true(running_get(&with, "solver.steps") == running_get(&without, "solver.steps"));
	assert_true(running_get(&with, "solver.regularized_steps") == 0);
	close_both(&with, &without);
}

/* Rounding is left: the iteration matrix differs by 1e-14 on a diagonal of size 1, its residuals
 * are exact. Index 3 divides the rounding of positions by h and h^2. The regularized systems use
 * the matrix at the start only, and are slow. */
static void at_fixed_steps_the_truncation_leaves_no_trace_in_regular_positions(void **state)
{
	static const double plain[] = {1e-13, 1e-12, 1e-12};
	static const double divided[] = {1e-13, 1e-9, 1e-5};
	(void)state;
	for (int k = 0; k < dae_method_count(); k++) {
		double stop = is_regularized(k) || SLOW_BUILD ? 0.001 : 0.01;
		for (int f = 0; f < DAE_FORMULATION_COUNT; f++) {
			struct setting s = {k, .tolerance = 1e-10, .fixed_step = 4e-5, .formulation = f};
			if (!enforces(k, f)) {
				continue;
			}
			check_no_trace(s, stop, f == DAE_INDEX3 ? divided : plain);
		}
	}
}

static void under_error_control_the_truncation_leaves_no_trace_in_regular_positions(void **state)
{
	static const double bound[] = {1e-10, 1e-10, 1e-10};
	(void)state;
	for (int k = 0; k < dae_method_count(); k++) {
		double stop = SLOW_BUILD ? 1e-4 : is_regularized(k) ? 0.001 : 0.01;
		check_no_trace((struct setting){k, .tolerance = 1e-3}, stop, bound);
	}
}

/* difference to baumgarte, where nothing stands in for the inverse */
static struct difference bias_of(int method, double e)
{
	struct setting s = {find_method("baumgarte"), .tolerance = 1e-10, .fixed_step = 1e-4};
	struct running plain, regularized;
	struct difference d = {{0}, {0}};
	start(&plain, squeezer, s);
	s.method = method;
	s.epsilon = e;
	start(&regularized, squeezer, s);
	advance(&plain, &regularized, SLOW_BUILD ? 0.001 : 0.004);
	add_difference(&plain, &regularized, &d);
	close_both(&plain, &regularized);
	return d;
}

static void regularized_systems_are_biased_in_proportion_to_epsilon(void **state)
{
	(void)state;
	for (int k = 0; k < dae_method_count(); k++) {
		if (is_biased(k)) {
			struct difference coarse = bias_of(k, 1e-4);
			struct difference fine = bias_of(k, 1e-6);
			for (int i = 0; i < N_COMPARED; i++) {
				assert_true(relative(&coarse, i) < 1e-4);
				assert_close(relative(&coarse, i) / relative(&fine, i), 100, 2);
			}
		}
	}
}

/* ---- rows that depend on others ---- */

/* a check of mechanism number k; bound for positions, velocities and shares of the largest
 * reaction */
typedef void redundant_check(int k, struct setting s, double stop, double bound);

/* Fixed steps, the iteration leaving almost nothing, in all formulations; index 3 divides the
 * rounding of positions by h^2 for its multipliers. The stabilized form closes positions by small
 * motions that depend on the path of the iteration, by a high power of the step: the four-bar below
 * would be off by 1e-4 with steps of 10 ms, with 1 ms it is by 1e-11. */
static void check_at_fixed_steps(redundant_check *check, int k, int method, double stop)
{
	for (int f = 0; f < (is_biased(method) ? 1 : DAE_FORMULATION_COUNT); f++) {
		struct setting s = {method, .tolerance = 1e-10, .fixed_step = 1e-3, .formulation = f};
		if (!enforces(method, f)) {
			continue;
		}
		check(k, s, stop, is_biased(method) ? 10 * epsilon : f == DAE_INDEX3 ? 1e-8 : 1e-9);
	}
}

/* `auto` makes its steps with the same method whether rows are redundant or not where the tolerance
 * is tight */
static double alike_from(int method, double tolerance)
{
	return is_named(method, "auto") ? fmin(tolerance, 1e-7) : tolerance;
}

/* explicit stages are off the constraints, and on them where rows are redundant: their errors are
 * alike, not the same */
static int moves_stages(int method)
{
	return is_named(method, "dopri5") || is_named(method, "dop853") || is_named(method, "auto");
}

/* the iteration may leave a hundredth of the tolerance */
static void check_under_error_control(redundant_check *check, int k, int method, double stop)
{
	struct setting s = {method, .tolerance = alike_from(method, 1e-3)};
	const double part = moves_stages(method) ? 0.1 : 0.01;
	check(k, s, stop, part * s.tolerance + (is_biased(method) ? 10 * epsilon : 0));
}

static void check_all(redundant_check *check, int n_mechanisms)
{
	for (int k = 0; k < dae_method_count(); k++) {
		double stop = SLOW_BUILD || is_regularized(k) ? 0.03 : 0.15;
		for (int i = 0; i < n_mechanisms && !needs_independent_rows(k); i++) {
			check_at_fixed_steps(check, i, k, stop);
			check_under_error_control(check, i, k, stop);
		}
	}
}

/* Part of the multipliers that may lie along redundant rows: rounding. Of the regularized systems,
 * `direct` divides what rounding and drift off the constraints leave there by epsilon;
 * `trust_region_fixed` lets almost nothing pass. */
static double superfluous_bound(int method)
{
	return is_named(method, "direct") ? 1e-3 : is_named(method, "trust_region_fixed") ? 1e-9 : 1e-13;
}

/* what a formulation or a regularized system leaves of the constraints by nature, it leaves in the
 * plain mechanism too */
static void check_residuals(struct running *plain, struct running *redundant, double tolerance)
{
	double position = 2 * running_get(plain, "solver.constraint_residual");
	double velocity = 2 * running_get(plain, "solver.velocity_residual");
	expect_small(redundant, "residual", running_get(redundant, "solver.constraint_residual"), fmax(position, 2e-12));
	expect_small(redundant, "velocity residual", running_get(redundant, "solver.velocity_residual"),
	             fmax(velocity, tolerance));
}

#define REVOLUTE(name, one, other, at) "  " name ": {type: revolute, bodies: [" one ", " other "], at: " at "}\n"

/* coupler: mass 2, inertia 0.2, or two that share that */
#define COUPLER(name, mass, inertia) "  " name ": {mass: " mass ", inertia: " inertia ", center: [0.5, 0.55]}\n"
#define BEARINGS(suffix)                                    \
	REVOLUTE("bearing" suffix, "ground", "crank", "[0, 0]") \
	REVOLUTE("rocker_bearing" suffix, "ground", "rocker", "[1, 0]")
#define PINS(suffix, coupler)                                  \
	REVOLUTE("crank_pin" suffix, "crank", coupler, "[0, 0.3]") \
	REVOLUTE("rocker_pin" suffix, coupler, "rocker", "[1, 0.8]")
#define FOUR_BAR(couplers, joints)                             \
	"mechanism: four_bar\n"                                    \
	"gravity: [0, -9.81]\n"                                    \
	"outputs: [joints.bearing.angle]\n"                        \
	"initial:\n"                                               \
	"  bearing: {angle: 0, speed: 12}\n"                       \
	"bodies:\n"                                                \
	"  crank: {mass: 0.5, inertia: 0.01, center: [0, 0.15]}\n" \
	"  rocker: {mass: 1.2, inertia: 0.1, center: [1, 0.4]}\n" couplers "joints:\n" joints

static const char four_bar[] = FOUR_BAR(COUPLER("coupler", "2", "0.2"), BEARINGS("") PINS("", "coupler"));
static const char four_bar_twice[] = FOUR_BAR(
	COUPLER("coupler", "2", "0.2"), BEARINGS("") PINS("", "coupler") BEARINGS("_again") PINS("_again", "coupler"));

/* the guide has a row for an angle */
#define CRANK_AND_SLIDER(suffix)                            \
	REVOLUTE("bearing" suffix, "ground", "crank", "[0, 0]") \
	REVOLUTE("elbow" suffix, "crank", "rod", "[0, 0.3]")    \
	REVOLUTE("wrist" suffix, "rod", "slider", "[0.8, 0]")   \
	"  guide" suffix ": {type: prismatic, bodies: [ground, slider], at: [0.8, 0], axis: [1, 0]}\n"
#define SLIDER_CRANK(joints)                                     \
	"mechanism: slider_crank\n"                                  \
	"gravity: [0, -9.81]\n"                                      \
	"outputs: [joints.bearing.angle]\n"                          \
	"initial:\n"                                                 \
	"  bearing: {angle: 0, speed: 3}\n"                          \
	"bodies:\n"                                                  \
	"  crank: {mass: 1, inertia: 0.02, center: [0, 0.15]}\n"     \
	"  rod: {mass: 1, inertia: 0.1, center: [0.4, 0.15]}\n"      \
	"  slider: {mass: 0.7, inertia: 0.01, center: [0.8, 0.1]}\n" \
	"joints:\n" joints
#define MOTOR(suffix) "  motor" suffix ": {type: harmonic, joint: bearing, amplitude: 0.5, frequency: 6}\n"

/* every constraint written once and twice */
static const struct {
	const char *once, *twice;
	int freedom;
} copied[] = {
	{four_bar, four_bar_twice, 1},
	{SLIDER_CRANK(CRANK_AND_SLIDER("")), SLIDER_CRANK(CRANK_AND_SLIDER("") CRANK_AND_SLIDER("_again")), 1},
	{SLIDER_CRANK(CRANK_AND_SLIDER("") "drivers:\n" MOTOR("")),
     SLIDER_CRANK(CRANK_AND_SLIDER("") CRANK_AND_SLIDER("_again") "drivers:\n" MOTOR("") MOTOR("_again")), 0},
};
enum { N_COPIED = sizeof copied / sizeof *copied };

static void check_motion(struct running *once, struct running *twice, double bound)
{
	for (int i = 0; i < once->model->n_variables; i++) {
		const struct mech_variable *x = &once->model->variables[i];
		if (x->source == MECH_FROM_BODY && mech_variable_level(once->model, x) < MECH_ACCELERATION_LEVEL) {
			const char *name = mech_name(once->model, x->name);
			expect_small(twice, name, running_get(twice, name) - running_get(once, name), bound);
		}
	}
}

/* Both copies carry the same whatever the motion, for that is the smallest sum of squares, and half
 * of what one alone would have to carry. */
static void check_shares(struct running *once, struct running *twice, int method, double bound)
{
	static const char *const reaction[] = {"reaction_force[1]", "reaction_force[2]", "reaction_torque"};
	double largest = 0;
	double uneven = 0;
	double off = 0;
	for (int i = 0; i < 3 * once->model->n_elements; i++) {
		const struct mech_element *e = &once->model->elements[i / 3];
		const char *name = mech_name(once->model, e->name);
		int driver = mech_element_kind(e)->section == MECH_DRIVER;
		const char *section = driver ? "drivers" : "joints";
		const char *key = driver ? "effort" : reaction[i % 3];
		double whole = get(once, section, name, "", key);
		double first = get(twice, section, name, "", key);
		double second = get(twice, section, name, "_again", key);
		largest = fmax(largest, fabs(whole));
		uneven = fmax(uneven, fabs(first - second));
		off = fmax(off, fabs(first - whole / 2));
	}
	expect_small(twice, "difference of what copies carry", uneven, superfluous_bound(method) * largest);
	expect_small(twice, "share of a copy less half of the whole", off, bound * largest);
}

static void check_copies(int k, struct setting s, double stop, double bound)
{
	struct running once, twice;
	start(&once, copied[k].once, s);
	start(&twice, copied[k].twice, s);
	for (int i = 0; i <= 3; i++) {
		advance(&once, &twice, i * stop / 3);
		check_motion(&once, &twice, bound);
		check_shares(&once, &twice, s.method, bound);
		check_residuals(&once, &twice, s.tolerance);
	}
	/* at the beginning, from a hundred-thousandth of their later size, explicit steps grow by 4,
	 * and by 2 where rows are redundant */
	const double beginning = moves_stages(s.method) ? 8 : 0;
	expect_small(&twice, "number of steps", running_get(&twice, "solver.steps"),
	             1.1 * running_get(&once, "solver.steps") + beginning);
	close_both(&once, &twice);
}

static void constraints_written_twice_leave_the_motion_as_it_is_and_share_the_reactions(void **state)
{
	(void)state;
	check_all(check_copies, N_COPIED);
}

/* with steps so large that some fail; they must become shorter then, not longer as near a singular
 * position */
static void constraints_written_twice_make_no_more_steps_fail(void **state)
{
	(void)state;
	for (int k = 0; k < dae_method_count(); k++) {
		struct setting s = {k, .tolerance = alike_from(k, 0.1)};
		struct running once, twice;
		if (!is_regularized(k)) {
			start(&once, four_bar, s);
			start(&twice, four_bar_twice, s);
			advance(&once, &twice, SLOW_BUILD ? 1 : 2);
			expect_small(&twice, "number of rejected steps", running_get(&twice, "solver.rejected_steps"),
			             1.5 * running_get(&once, "solver.rejected_steps"));
			close_both(&once, &twice);
		}
	}
}

static void baumgarte_refuses_constraints_written_twice_and_names_one(void **state)
{
	struct running r;
	(void)state;
	start(&r, four_bar_twice, (struct setting){find_method("baumgarte"), .tolerance = 1e-6});
	assert_int_equal(mech_advance(r.m, 0.1, &r.message), -1);
	running_expect_message(&r, "do not determine the motion (joint '");
	running_close(&r);
}

/* Two couplers on the same pins: each keeps the distance of the pins, so that of their eight rows
 * one says nothing new. Pulling in one and pushing in the other does nothing: along the couplers, a
 * direction that turns with them, the multipliers are free. */
static const struct {
	const char *text;
	int alike;
} coupled[] = {
	{FOUR_BAR(COUPLER("coupler", "1", "0.1") COUPLER("second", "1", "0.1"),
              BEARINGS("") PINS("", "coupler") PINS("_second", "second")),
     1},
	{FOUR_BAR(COUPLER("coupler", "1.5", "0.05") COUPLER("second", "0.5", "0.15"),
              BEARINGS("") PINS("", "coupler") PINS("_second", "second")),
     0},
};
enum { N_COUPLED = sizeof coupled / sizeof *coupled };

enum { MOST = 64 };

/* part of the multipliers within the null space of G^T, which the equations of motion do not see; a
 * hinge's multipliers are its reaction, reversed */
static double superfluous(struct running *r)
{
	static const char *const coordinate[] = {"x", "y", "angle"};
	const struct mech_model *model = r->model;
	int rows = model->n_rows;
	double q[MOST] = {0}, lambda[MOST], derived[MOST], s[MOST];
	double G[MOST * MOST], u[MOST * MOST], vt[MOST * MOST];
	struct mech_context c = {.model = model, .parameters = model->parameters, .derived = derived, .q = q};
	assert_true(model->n_q <= MOST && rows <= MOST && model->n_derived <= MOST);
	for (int i = 0; i < 3 * model->n_bodies; i++) {
		const struct mech_body *body = &model->bodies[i / 3];
		q[body->q + i % 3] = get(r, "bodies", mech_name(model, body->name), "", coordinate[i % 3]);
	}
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		assert_ptr_equal(mech_element_kind(e), &mech_revolute);
		lambda[e->row] = -get(r, "joints", mech_name(model, e->name), "", "reaction_force[1]");
		lambda[e->row + 1] = -get(r, "joints", mech_name(model, e->name), "", "reaction_force[2]");
	}
	mech_derive(&c, derived);
	mech_jacobian_dense(&c, G);
	singular_values(rows, model->n_v, G, s, u, vt);
	/* one left singular vector has no singular value to speak of */
	assert_int_equal(rows, model->n_v);
	assert_true(s[rows - 2] > 1e-3 * s[0] && s[rows - 1] < 1e-6 * s[0]);
	return la_dot(rows, u + (rows - 1) * rows, lambda) / la_norm2(rows, lambda);
}

static void check_coupled_motion(struct running *one, struct running *two, double bound)
{
	static const char *const joints[] = {"bearing", "crank_pin", "rocker_pin", "rocker_bearing"};
	const double fastest = 12; /* at the start, and twice that later */
	for (int i = 0; i < 4; i++) {
		double angle = get(two, "joints", joints[i], "", "angle") - get(one, "joints", joints[i], "", "angle");
		double speed = get(two, "joints", joints[i], "", "speed") - get(one, "joints", joints[i], "", "speed");
		expect_small(two, "difference of angles", angle, bound);
		expect_small(two, "difference of speeds", speed, bound * fastest);
	}
}

/* the bearings carry what they carry with one coupler, the pins together what one pin carries */
static void check_coupled_reactions(struct running *one, struct running *two, int alike, double bound)
{
	static const char *const joints[] = {"bearing", "rocker_bearing", "crank_pin", "rocker_pin"};
	static const char *const keys[] = {"reaction_force[1]", "reaction_force[2]"};
	double largest = 0;
	double off = 0;
	double uneven = 0;
	for (int i = 0; i < 8; i++) {
		double whole = get(one, "joints", joints[i / 2], "", keys[i % 2]);
		double first = get(two, "joints", joints[i / 2], "", keys[i % 2]);
		double second = i < 4 ? 0 : get(two, "joints", joints[i / 2], "_second", keys[i % 2]);
		largest = fmax(largest, fabs(whole));
		off = fmax(off, fabs(first + second - whole));
		uneven = fmax(uneven, i < 4 ? 0 : fabs(first - second));
	}
	expect_small(two, "reaction less that with one coupler", off, bound * largest);
	if (alike) {
		expect_small(two, "difference of what equal couplers carry", uneven, bound * largest);
	}
}

/* short and long times between looks: what is free must not gather on the way */
static void check_couplers(int k, struct setting s, double stop, double bound)
{
	static const double parts[] = {0, 0.02, 0.04, 0.3, 1};
	struct running one, two;
	start(&one, four_bar, s);
	start(&two, coupled[k].text, s);
	for (int i = 0; i < 5; i++) {
		advance(&one, &two, parts[i] * stop);
		check_coupled_motion(&one, &two, bound);
		check_coupled_reactions(&one, &two, coupled[k].alike, bound);
		check_residuals(&one, &two, s.tolerance);
		expect_small(&two, "superfluous part of the multipliers", superfluous(&two), superfluous_bound(s.method));
	}
	close_both(&one, &two);
}

static void two_couplers_move_as_one_and_their_multipliers_are_the_smallest(void **state)
{
	(void)state;
	check_all(check_couplers, N_COUPLED);
}

/* ---- what is reported about it ---- */

static void the_copy_of_each_row_is_the_redundant_one(void **state)
{
	(void)state;
	for (int k = 0; k < N_COPIED; k++) {
		struct running once, twice;
		struct mech_diagnosis plain, diagnosis;
		unsigned char redundant[MOST];
		running_start(&once, copied[k].once, 0, 0);
		running_start(&twice, copied[k].twice, 0, 0);
		assert_true(twice.model->n_rows <= MOST);
		mech_instance_diagnose(once.m, &plain, redundant);
		assert_int_equal(plain.n_redundant, 0);
		assert_int_equal(plain.degrees_of_freedom, copied[k].freedom);
		mech_instance_diagnose(twice.m, &diagnosis, redundant);
		assert_int_equal(diagnosis.n_redundant, once.model->n_rows);
		assert_int_equal(diagnosis.rank, plain.rank);
		assert_int_equal(diagnosis.degrees_of_freedom, copied[k].freedom);
		for (int i = 0; i < twice.model->n_rows; i++) {
			const struct mech_element *e = &twice.model->elements[mech_row_element(twice.model, i)];
			assert_int_equal(redundant[i], strstr(mech_name(twice.model, e->name), "_again") != NULL);
		}
		close_both(&once, &twice);
	}
}

static void expect_in_report(const char *text, const char *part)
{
	struct mech_message message = {""};
	struct host_facts facts;
	char report[4096];
	struct host_mechanism *mechanism = host_read_text("test.yaml", text, strlen(text), &message);
	FILE *file = tmpfile();
	assert_non_null(mechanism);
	assert_non_null(file);
	assert_int_equal(host_facts_find(mechanism, &facts, &message), 0);
	assert_int_equal(host_report_write(&facts, NULL, "test.yaml", file), 0);
	rewind(file);
	report[fread(report, 1, sizeof report - 1, file)] = 0;
	if (strstr(report, part) == NULL) {
		fail_msg("'%s' is not in\n%s", part, report);
	}
	(void)fclose(file);
	host_facts_free(&facts);
	host_mechanism_free(mechanism);
}

/* of two couplers the last row written: the one before it still turns the second coupler */
static void reports_name_the_rows_whose_reactions_are_not_unique(void **state)
{
	struct running r;
	struct mech_diagnosis diagnosis;
	(void)state;
	expect_in_report(four_bar, "redundant constraints        none\n");
	for (int k = 0; k < N_COUPLED; k++) {
		running_start(&r, coupled[k].text, 0, 0);
		mech_instance_diagnose(r.m, &diagnosis, NULL);
		assert_int_equal(diagnosis.degrees_of_freedom, 1);
		assert_int_equal(diagnosis.n_redundant, 1);
		running_close(&r);
		expect_in_report(coupled[k].text, "redundant constraints        1: rocker_pin_second (along y)\n"
		                                  "  reactions not unique         ");
	}
	expect_in_report(copied[2].twice, "redundant constraints        9: bearing_again (along x, along y), "
	                                  "elbow_again (along x, along y), wrist_again (along x, along y), "
	                                  "guide_again (across its axis, rotation), motor_again (");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(at_fixed_steps_the_truncation_leaves_no_trace_in_regular_positions),
		cmocka_unit_test(under_error_control_the_truncation_leaves_no_trace_in_regular_positions),
		cmocka_unit_test(regularized_systems_are_biased_in_proportion_to_epsilon),
		cmocka_unit_test(constraints_written_twice_leave_the_motion_as_it_is_and_share_the_reactions),
		cmocka_unit_test(constraints_written_twice_make_no_more_steps_fail),
		cmocka_unit_test(baumgarte_refuses_constraints_written_twice_and_names_one),
		cmocka_unit_test(two_couplers_move_as_one_and_their_multipliers_are_the_smallest),
		cmocka_unit_test(the_copy_of_each_row_is_the_redundant_one),
		cmocka_unit_test(reports_name_the_rows_whose_reactions_are_not_unique),
	};
	return cmocka_run_group_tests(tests, read_squeezer, NULL);
}
