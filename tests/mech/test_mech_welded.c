/* Bodies made of parts: welded bodies against weld joints, against one body with the sums worked
 * out by hand, and against closed forms; point masses.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "mech_body.h"
#include "running.h"
#include "slow_build.h"

/* ---- a cart with an arm of three parts, in the plane; W(part, carrier) welds one or the other way ---- */

#define PLANAR(W_TIP, W_LAMP, W_POST, WELDS)                                                                 \
	"mechanism: cart\n"                                                                                      \
	"parameters: {heavy: 0.5}\n"                                                                             \
	"gravity: [0, -9.81]\n"                                                                                  \
	"bodies:\n"                                                                                              \
	"  cart: {mass: 2, inertia: 0.1, center: [0, 0]}\n"                                                      \
	"  lamp: {mass: 0.3, inertia: 0.01, center: [1.2, 0.2]" W_LAMP "}\n"                                     \
	"  arm: {mass: 1, inertia: 0.2, center: [0.5, 0]}\n"                                                     \
	"  tip: {mass: 2 * heavy - 0.5, inertia: 0.002, center: [1, 0.1]" W_TIP "}\n"                            \
	"  post: {mass: 3, inertia: 0.1, center: [-1, 0]" W_POST "}\n"                                           \
	"joints:\n" WELDS "  slide: {type: prismatic, bodies: [post, cart], at: [0, 0], axis: [1, 0]}\n"         \
	"  pin: {type: revolute, bodies: [cart, lamp], at: [0, 0]}\n"                                            \
	"forces:\n"                                                                                              \
	"  spring: {type: spring_damper, bodies: [post, tip], from: [-1, 0], to: [1, 0.1], stiffness: 20,\n"     \
	"    damping: 0.3}\n"                                                                                    \
	"  push: {type: follower_force, body: lamp, at: [1.3, 0.1], direction: [0, 1], input: push, start: 1}\n" \
	"sensors:\n"                                                                                             \
	"  eye: {type: point, body: tip, at: [1, 0.4]}\n"                                                        \
	"initial: {pin: {speed: 1}, tip: {vx: 0.2}}\n"                                                           \
	"solver: {method: radau, tolerance: 1e-10}\n"

static const char planar_welded[] = PLANAR(", welded_to: arm", ", welded_to: tip", ", welded_to: ground", "");
static const char planar_joints[] = PLANAR("", "", "",
                                           "  weld1: {type: weld, bodies: [arm, tip], at: [1, 0.1]}\n"
                                           "  weld2: {type: weld, bodies: [tip, lamp], at: [1, 0.1]}\n"
                                           "  weld3: {type: weld, bodies: [ground, post], at: [-1, 0]}\n");
static const char *const planar_results[] = {"bodies.cart.x",
                                             "bodies.cart.vx",
                                             "bodies.cart.ax",
                                             "bodies.arm.x",
                                             "bodies.arm.y",
                                             "bodies.arm.angle",
                                             "bodies.arm.vx",
                                             "bodies.arm.vy",
                                             "bodies.arm.speed",
                                             "bodies.arm.ax",
                                             "bodies.arm.ay",
                                             "bodies.arm.acceleration",
                                             "bodies.tip.x",
                                             "bodies.tip.y",
                                             "bodies.tip.angle",
                                             "bodies.tip.vx",
                                             "bodies.tip.vy",
                                             "bodies.tip.speed",
                                             "bodies.tip.ax",
                                             "bodies.tip.ay",
                                             "bodies.lamp.x",
                                             "bodies.lamp.y",
                                             "bodies.lamp.vx",
                                             "bodies.lamp.vy",
                                             "bodies.lamp.ax",
                                             "bodies.lamp.ay",
                                             "bodies.lamp.acceleration",
                                             "bodies.post.x",
                                             "bodies.post.vx",
                                             "bodies.post.ay",
                                             "joints.pin.angle",
                                             "joints.pin.reaction_force[1]",
                                             "sensors.eye.position[1]",
                                             "sensors.eye.velocity[2]",
                                             "sensors.eye.acceleration[1]",
                                             "forces.spring.tension",
                                             "energies.kinetic",
                                             "energies.potential"};
enum { PLANAR_RESULTS = sizeof planar_results / sizeof planar_results[0] };

/* ---- the same idea in space ---- */

#define SPATIAL(W_ENGINE, W_LAMP, W_HAND, WELDS)                                                      \
	"mechanism: boat\n"                                                                               \
	"space: spatial\n"                                                                                \
	"gravity: [0, 0, -9.81]\n"                                                                        \
	"bodies:\n"                                                                                       \
	"  hull: {mass: 2, inertia: [0.3, 0.4, 0.5, 0.02, -0.03, 0.01], center: [0.1, 0.2, -0.1]}\n"      \
	"  engine: {mass: 1.5, inertia: [0.1, 0.2, 0.15, 0.01], center: [-0.3, 0.4, 0.2]" W_ENGINE "}\n"  \
	"  lamp: {mass: 0.4, inertia: [0.01, 0.01, 0.01], center: [-0.6, 0.7, 0.5]" W_LAMP "}\n"          \
	"  arm: {mass: 0.5, inertia: [0.05, 0.04, 0.03], center: [0.3, -0.4, 0.1]}\n"                     \
	"  hand: {mass: 0.3, inertia: [0.01, 0.02, 0.01], center: [0.5, -0.9, 0.3]" W_HAND "}\n"          \
	"joints:\n" WELDS "  keel: {type: spherical, bodies: [ground, lamp], at: [0, 0, 0]}\n"            \
	"  elbow: {type: universal, bodies: [engine, hand], at: [0.2, 0.1, 0.1], axis: [1, 0, 0],\n"      \
	"    second_axis: [0, 1, 0]}\n"                                                                   \
	"forces:\n"                                                                                       \
	"  spring: {type: spring_damper, bodies: [ground, hand], from: [1, 1, -1], to: [0.5, -1, 0.3],\n" \
	"    stiffness: 20, damping: 0.5}\n"                                                              \
	"initial: {hull: {wx: 1.5, wy: 0.4, wz: -0.7}, elbow: {speed: 0.6, second_speed: -1}}\n"          \
	"solver: {method: radau, tolerance: 1e-10}\n"

static const char spatial_welded[] = SPATIAL(", welded_to: hull", ", welded_to: engine", ", welded_to: arm", "");
static const char spatial_joints[] = SPATIAL("", "", "",
                                             "  weld1: {type: weld, bodies: [hull, engine], at: [0, 0, 0]}\n"
                                             "  weld2: {type: weld, bodies: [engine, lamp], at: [0, 0, 0]}\n"
                                             "  weld3: {type: weld, bodies: [hand, arm], at: [0, 0, 0]}\n");
static const char *const spatial_results[] = {"bodies.hull.x",
                                              "bodies.hull.vy",
                                              "bodies.hull.az",
                                              "bodies.hull.e1",
                                              "bodies.engine.x",
                                              "bodies.engine.y",
                                              "bodies.engine.z",
                                              "bodies.engine.e0",
                                              "bodies.engine.e2",
                                              "bodies.engine.vx",
                                              "bodies.engine.vy",
                                              "bodies.engine.vz",
                                              "bodies.engine.wx",
                                              "bodies.engine.wz",
                                              "bodies.engine.ax",
                                              "bodies.engine.ay",
                                              "bodies.engine.az",
                                              "bodies.engine.alphay",
                                              "bodies.lamp.z",
                                              "bodies.lamp.vx",
                                              "bodies.lamp.ay",
                                              "bodies.hand.x",
                                              "bodies.hand.vz",
                                              "bodies.hand.ax",
                                              "bodies.hand.alphax",
                                              "bodies.arm.y",
                                              "bodies.arm.az",
                                              "joints.elbow.reaction_torque[1]",
                                              "joints.elbow.reaction_force[3]",
                                              "energies.kinetic",
                                              "energies.potential"};
enum { SPATIAL_RESULTS = sizeof spatial_results / sizeof spatial_results[0] };

static void assert_same(struct running *one, struct running *other, int n, const char *const *names, double bound)
{
	for (int k = 0; k < n; k++) {
		const double x = running_get(one, names[k]), y = running_get(other, names[k]);
		if (!(fabs(x - y) <= bound * (1 + fabs(y)))) {
			fail_msg("%s at %g s: %.15g, not %.15g", names[k], mech_time(one->m), x, y);
		}
	}
}

static void run_beside(const char *welded, const char *joints, int n, const char *const *names)
{
	struct running one, other;
	running_start(&one, welded, 0, 0);
	running_start(&other, joints, 0, 0);
	assert_same(&one, &other, n, names, 1e-11);
	for (int k = 1; k <= (SLOW_BUILD ? 2 : 10); k++) {
		running_advance(&one, 0.1 * k);
		running_advance(&other, 0.1 * k);
		assert_same(&one, &other, n, names, 1e-9);
	}
	running_close(&one);
	running_close(&other);
}

static void welded_bodies_move_as_with_weld_joints(void **state)
{
	(void)state;
	run_beside(planar_welded, planar_joints, PLANAR_RESULTS, planar_results);
	run_beside(spatial_welded, spatial_joints, SPATIAL_RESULTS, spatial_results);
}

static void welded_bodies_add_no_unknowns(void **state)
{
	(void)state;
	struct running r;
	running_open(&r, planar_welded);
	assert_int_equal(r.model->n_bodies, 2);
	assert_int_equal(r.model->n_welded, 3);
	assert_int_equal(r.model->n_v, 2 * 3);
	assert_int_equal(r.model->n_rows, 2 + 2);
	running_close(&r);
	running_open(&r, spatial_welded);
	assert_int_equal(r.model->n_q, 2 * 7);
	assert_int_equal(r.model->n_v, 2 * 6);
	assert_int_equal(r.model->n_rows, 3 + 4);
	running_close(&r);
}

/* ---- the sums by hand ---- */

/* plates of 2, 1 and 3 kg at (0, 0), (3, 0), (2, 2): mass 6, centre (1.5, 1); with own inertias
 * 0.1, 0.2, 0.3 about z the inertia there is 0.6 + 2 (2.25 + 1) + 1 (2.25 + 1) + 3 (0.25 + 1) =
 * 14.1 */
static void a_body_of_parts_is_the_body_with_the_sums(void **state)
{
	(void)state;
	struct running parts, whole;
	static const char *const names[] = {
		"joints.pin.angle", "joints.pin.acceleration", "joints.pin.reaction_force[1]", "joints.pin.reaction_force[2]",
		"energies.kinetic", "energies.potential"};
	running_start(&parts,
	              "mechanism: plates\n"
	              "gravity: [0, -9.81]\n"
	              "bodies:\n"
	              "  a: {mass: 2, inertia: 0.1, center: [0, 0]}\n"
	              "  b: {mass: 1, inertia: 0.2, center: [3, 0], welded_to: a}\n"
	              "  c: {mass: 3, inertia: 0.3, center: [2, 2], welded_to: b}\n"
	              "joints: {pin: {type: revolute, bodies: [ground, c], at: [0, 1]}}\n"
	              "solver: {method: radau, tolerance: 1e-10}\n",
	              0, 0);
	running_start(&whole,
	              "mechanism: plate\n"
	              "gravity: [0, -9.81]\n"
	              "bodies: {a: {mass: 6, inertia: 14.1, center: [1.5, 1]}}\n"
	              "joints: {pin: {type: revolute, bodies: [ground, a], at: [0, 1]}}\n"
	              "solver: {method: radau, tolerance: 1e-10}\n",
	              0, 0);
	const struct mech_context at = mech_instance_point(parts.m);
	const double *numbers = mech_body_numbers(&at, 0);
	const double sums[] = {6, 14.1, 1.5, 1};
	for (int k = 0; k < 4; k++) {
		assert_close(numbers[k], sums[k], 1e-14);
	}
	for (int k = 0; k <= 10; k++) {
		assert_same(&parts, &whole, 6, names, 1e-9);
		running_advance(&parts, 0.2 * k + 0.2);
		running_advance(&whole, 0.2 * k + 0.2);
	}
	running_close(&parts);
	running_close(&whole);
}

/* a dumbbell of point masses m at +-(a, b, c): J = 2 m (r.r 1 - r r^T) */
static void inertia_of_point_masses_in_space(void **state)
{
	(void)state;
	struct running r;
	const double m = 0.7, x[3] = {0.3, -0.5, 0.4};
	running_open(&r, "mechanism: dumbbell\n"
	                 "space: spatial\n"
	                 "bodies:\n"
	                 "  left: {mass: 0.7, center: [1.3, 1.5, 1.4]}\n"
	                 "  right: {mass: 0.7, center: [0.7, 2.5, 0.6], welded_to: left}\n"
	                 "  grip: {mass: 0, center: [1, 2, 1], welded_to: right}\n"
	                 "joints: {hold: {type: spherical, bodies: [ground, grip], at: [1, 2, 2]}}\n");
	const struct mech_context at = mech_instance_point(r.m);
	const double *numbers = mech_body_numbers(&at, 0);
	const double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
	const double J[6] = {square - x[0] * x[0], square - x[1] * x[1], square - x[2] * x[2],
	                     -x[0] * x[1],         -x[0] * x[2],         -x[1] * x[2]};
	assert_close(numbers[0], 2 * m, 1e-15);
	for (int k = 0; k < 6; k++) {
		assert_close(numbers[1 + k], 2 * m * J[k], 1e-15);
	}
	assert_close(numbers[7], 1, 1e-15);
	assert_close(numbers[8], 2, 1e-15);
	assert_close(numbers[9], 1, 1e-15);
	running_close(&r);
}

/* five beads at 0.2, 0.4 .. 1 m from the pin: a pendulum of length L = sum r^2 / sum r = 2.2 / 3.
 * Let go level it passes the lowest point after K(1/sqrt 2) sqrt(L/g), with speed sqrt(2 g / L); K
 * = 1.8540746773013719 (Abramowitz, Stegun) */
static void a_bar_of_five_point_masses_is_a_pendulum(void **state)
{
	(void)state;
	struct running r;
	const double g = 9.81, L = 2.2 / 3;
	running_start(&r,
	              "mechanism: beads\n"
	              "gravity: [0, -9.81]\n"
	              "bodies:\n"
	              "  bead1: {mass: 0.3, center: [0.2, 0]}\n"
	              "  bead2: {mass: 0.3, center: [0.4, 0], welded_to: bead1}\n"
	              "  bead3: {mass: 0.3, center: [0.6, 0], welded_to: bead2}\n"
	              "  bead4: {mass: 0.3, center: [0.8, 0], welded_to: bead3}\n"
	              "  bead5: {mass: 0.3, center: [1, 0], welded_to: bead1}\n"
	              "joints: {pin: {type: revolute, bodies: [ground, bead4], at: [0, 0]}}\n"
	              "solver: {method: radau, tolerance: 1e-10}\n",
	              0, 0);
	assert_close(running_get(&r, "joints.pin.acceleration"), -g / L, 1e-12);
	running_advance(&r, 1.8540746773013719 * sqrt(L / g));
	assert_close(running_get(&r, "joints.pin.angle"), -acos(-1) / 2, 1e-8);
	assert_close(running_get(&r, "joints.pin.speed"), -sqrt(2 * g / L), 1e-8);
	assert_close(running_get(&r, "bodies.bead5.vx"), -sqrt(2 * g / L), 1e-8);
	assert_close(running_get(&r, "bodies.bead5.ay"), 2 * g / L, 1e-7);
	assert_close(running_get(&r, "bodies.bead2.y"), -0.4, 1e-8);
	running_close(&r);
}

/* ---- parameters ---- */

/* set before the start and during the run, directly and by way of an expression */
static void masses_that_change_are_folded_anew(void **state)
{
	(void)state;
	struct running one, other;
	struct running *const both[2] = {&one, &other};
	running_open(&one, planar_welded);
	running_open(&other, planar_joints);
	for (int k = 0; k < 2; k++) {
		running_set(both[k], "bodies.lamp.mass", 0.8);
		running_set(both[k], "bodies.lamp.center[2]", 0.35);
		running_set(both[k], "bodies.arm.inertia", 0.4);
		running_initialize(both[k]);
	}
	assert_same(&one, &other, PLANAR_RESULTS, planar_results, 1e-10);
	for (int k = 0; k < 2; k++) {
		running_advance(both[k], 0.3);
		running_set(both[k], "parameters.heavy", 1.5);
	}
	/* places and velocities stay, accelerations and energies do not */
	assert_same(&one, &other, PLANAR_RESULTS, planar_results, 1e-9);
	assert_close(running_get(&one, "bodies.tip.mass"), 2.5, 0);
	for (int k = 0; k < 2; k++) {
		running_advance(both[k], 0.6);
		running_set(both[k], "bodies.lamp.mass", 0.1);
		running_set(both[k], "bodies.lamp.inertia", 0.3);
		running_advance(both[k], 0.9);
	}
	assert_same(&one, &other, PLANAR_RESULTS, planar_results, 1e-8);
	assert_close(running_get(&one, "energies.balance_error"), 0, 1e-7);
	running_close(&one);
	running_close(&other);
}

static void masses_change_during_the_run_in_space_too(void **state)
{
	(void)state;
	struct running one, other;
	struct running *const both[2] = {&one, &other};
	running_start(&one, spatial_welded, 0, 0);
	running_start(&other, spatial_joints, 0, 0);
	for (int k = 0; k < 2; k++) {
		running_advance(both[k], 0.2);
		running_set(both[k], "bodies.lamp.mass", 1.7);
		running_set(both[k], "bodies.engine.inertia[5]", 0.02);
		running_advance(both[k], 0.4);
	}
	assert_same(&one, &other, SPATIAL_RESULTS, spatial_results, 1e-8);
	running_close(&one);
	running_close(&other);
}

/* a value that is refused leaves everything as it was */
static void refused_masses_change_nothing(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, planar_welded, 0, 0);
	running_advance(&r, 0.2);
	const size_t size = mech_state_size(r.m);
	void *before = malloc(size);
	memcpy(before, mech_state(r.m), size);
	assert_int_equal(mech_set(r.m, running_variable(&r, "parameters.heavy"), -1, &r.message), -1);
	running_expect_message(&r, "bodies.tip.mass cannot be -2.5");
	assert_memory_equal(mech_state(r.m), before, size);
	free(before);
	running_close(&r);
}

/* the state holds all there is */
static void a_saved_state_goes_on_alike(void **state)
{
	(void)state;
	struct running r;
	running_start(&r, spatial_welded, 0, 0);
	running_advance(&r, 0.1);
	running_set(&r, "bodies.lamp.mass", 1.1);
	const size_t size = mech_state_size(r.m);
	void *saved = malloc(size);
	memcpy(saved, mech_state(r.m), size);
	running_advance(&r, 0.3);
	const double x = running_get(&r, "bodies.lamp.x"), az = running_get(&r, "bodies.hull.az");
	mech_reset(r.m);
	mech_restore(r.m, saved);
	running_advance(&r, 0.3);
	assert_close(running_get(&r, "bodies.lamp.x"), x, 0);
	assert_close(running_get(&r, "bodies.hull.az"), az, 0);
	free(saved);
	running_close(&r);
}

/* ---- point masses by themselves ---- */

/* without inertia, held at its centre by a rod or a spring: it moves as with any inertia, and never
 * turns */
static void point_masses_that_nothing_turns_are_legal(void **state)
{
	(void)state;
	static const char *const holds[] = {
		"joints: {string: {type: rod, bodies: [ground, ball], from: [0, 0, 0], to: [1, 0, 0]}}\n",
		("forces: {band: {type: spring_damper, bodies: [ground, ball], from: [0, 0, 0], to: [1, 0, 0], stiffness: 40,\n"
	     "  damping: 0.2}, push: {type: force, body: ball, at: [1, 0, 0], direction: [0, 1, 0], input: push}}\n"),
		"joints: {pin: {type: spherical, bodies: [ground, ball], at: [1, 0, 0]}}\n",
		"joints: {plane: {type: point_on_plane, bodies: [ball, ground], at: [1, 0, 0], axis: [1, 0, 3]}}\n"};
	static const char *const inertias[] = {"", ", inertia: [0.3, 0.4, 0.5]"};
	for (size_t h = 0; h < sizeof holds / sizeof holds[0]; h++) {
		double x[2][3];
		for (int k = 0; k < 2; k++) {
			static const char *const names[] = {"bodies.ball.x", "bodies.ball.vz", "bodies.ball.az"};
			struct running r;
			char text[1000];
			(void)snprintf(text, sizeof text,
			               "mechanism: ball\nspace: spatial\ngravity: [0.2, 0.1, -9.81]\n"
			               "bodies: {ball: {mass: 2, center: [1, 0, 0]%s}}\n%s"
			               "outputs: [bodies.ball.x]\nsolver: {tolerance: 1e-9}\n",
			               inertias[k], holds[h]);
			running_start(&r, text, 0, 0);
			running_advance(&r, 0.7);
			for (int i = 0; i < 3; i++) {
				x[k][i] = running_get(&r, names[i]);
			}
			assert_close(running_get(&r, "bodies.ball.e0"), 1, 1e-15);
			assert_close(running_get(&r, "bodies.ball.wy"), 0, 1e-15);
			running_close(&r);
		}
		for (int i = 0; i < 3; i++) {
			assert_close(x[0][i], x[1][i], 1e-8);
		}
	}
}

static void expect_no_start(const char *text, const char *why)
{
	struct running r;
	running_open(&r, text);
	assert_int_equal(mech_initialize(r.m, &r.message), -1);
	running_expect_message(&r, why);
	running_close(&r);
}

/* what turns a point mass needs its inertia: the message says which body */
static void point_masses_that_are_turned_are_refused_by_name(void **state)
{
	(void)state;
	expect_no_start("mechanism: ball\nspace: spatial\n"
	                "bodies: {ball: {mass: 2, center: [1, 0, 0]}}\n"
	                "joints: {pin: {type: spherical, bodies: [ground, ball], at: [0, 0, 0]}}\n",
	                "no mass or inertia resists a motion of body 'ball': write it");
	expect_no_start("mechanism: disc\n"
	                "bodies: {disc: {mass: 2, center: [1, 0]}}\n"
	                "forces: {push: {type: force, body: disc, at: [1, 1], direction: [1, 0], input: push}}\n",
	                "no mass or inertia resists a motion of body 'disc': write it");
	expect_no_start("mechanism: dust\n"
	                "bodies: {dust: {mass: 0, inertia: 1, center: [1, 0]}}\n"
	                "joints: {pin: {type: rod, bodies: [ground, dust], from: [0, 0], to: [1, 0]}}\n",
	                "no mass or inertia resists a motion of body 'dust': write it");
}

/* joints that determine how it turns need no inertia: a point on an arm is a simple pendulum */
static void point_masses_that_joints_turn_are_legal(void **state)
{
	(void)state;
	struct running r;
	running_start(&r,
	              "mechanism: arm\nspace: spatial\ngravity: [0, 0, -9.81]\n"
	              "bodies: {ball: {mass: 2, center: [0.5, 0, 0]}}\n"
	              "joints: {pin: {type: revolute, bodies: [ground, ball], at: [0, 0, 0], axis: [0, 1, 0]}}\n",
	              0, 0);
	assert_close(running_get(&r, "joints.pin.acceleration"), 9.81 / 0.5, 1e-10);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(welded_bodies_move_as_with_weld_joints),
		cmocka_unit_test(welded_bodies_add_no_unknowns),
		cmocka_unit_test(a_body_of_parts_is_the_body_with_the_sums),
		cmocka_unit_test(inertia_of_point_masses_in_space),
		cmocka_unit_test(a_bar_of_five_point_masses_is_a_pendulum),
		cmocka_unit_test(masses_that_change_are_folded_anew),
		cmocka_unit_test(masses_change_during_the_run_in_space_too),
		cmocka_unit_test(refused_masses_change_nothing),
		cmocka_unit_test(a_saved_state_goes_on_alike),
		cmocka_unit_test(point_masses_that_nothing_turns_are_legal),
		cmocka_unit_test(point_masses_that_are_turned_are_refused_by_name),
		cmocka_unit_test(point_masses_that_joints_turn_are_legal),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
