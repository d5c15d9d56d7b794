/* Contact of two shapes: boxes that rest, slide and stack, energies that are continuous and whose
 * derivatives are the forces, and no contact lost among flying polygons and circles. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "element_checks.h"
#include "mech_shape_contact.h"
#include "running.h"
#include "slow_build.h"

#define FLOOR "other_x: [-3, 3, 3, -3], other_y: [-1, -1, 0, 0]"

/* the box stands on two corners, each with half of its weight */
static void a_box_stands_on_two_corners(void **state)
{
	struct running r;
	(void)state;
	running_start(&r,
	              "mechanism: box\ngravity: [0, -10]\nbodies: {box: {mass: 2, inertia: 0.02, center: [0, 0.2]}}\n"
	              "forces: {c: {type: shape_contact, bodies: [box, ground], at: [0, 0.2], radius: 0.01, x: [-0.19, "
	              "0.19, 0.19, -0.19], y: [-0.19, -0.19, 0.19, 0.19], " FLOOR
	              ", stiffness: 1e6, damping: 1, friction: 0.5, slip: 1e-3}}\n"
	              "initial: {box: {vx: 1}}\nsolver: {method: radau}\n",
	              0, 1e-8);
	running_advance(&r, 0.1);
	/* it slides with friction 0.5 10 m/s2 from 1 m/s on */
	assert_close(running_get(&r, "bodies.box.vx"), 0.5, 0.02);
	running_advance(&r, 4);
	assert_close(running_get(&r, "forces.c.normal_force"), 20, 1e-4);
	assert_close(running_get(&r, "forces.c.height"), -pow(10 / 1e6, 2.0 / 3), 1e-8);
	assert_close(running_get(&r, "forces.c.places"), 2, 0);
	assert_close(running_get(&r, "bodies.box.x"), 0.1, 2e-3);
	assert_small(running_get(&r, "energies.balance_error"), 1e-6);
	running_close(&r);
}

/* ---- the sum over places ---- */

static const char two_boxes[] =
	"mechanism: boxes\nbodies:\n  a: {mass: 1, inertia: 1, center: [0, 0]}\n"
	"  b: {mass: 1, inertia: 1, center: [0, 0]}\n"
	"forces: {c: {type: shape_contact, bodies: [a, b], radius: 0.02, x: [-0.5, 0.5, 0.5, -0.5], y: [0, 0, 1, 1], "
	"other_radius: 0.01, other_x: [-0.3, -0.3, 0.3, 0.3], other_y: [-1, 0, 0, -1], stiffness: 1e6}}\n";

static double energy_at(struct checks *k, const double *q)
{
	memcpy(k->q, q, 6 * sizeof *q);
	return mech_element_kind(&k->model.elements[0])->energy.potential(&k->c, &k->model.elements[0]);
}

/* flat faces that slide over each other's ends carry the same */
static void faces_slide_over_ends_without_a_bump(void **state)
{
	struct checks k;
	(void)state;
	checks_open(&k, two_boxes);
	const double *p = k.parameters + k.model.elements[0].parameter;
	assert_close(p[MECH_SHAPE_TURN], 0, 0);
	for (int i = -700; i <= 700; i++) {
		/* a lies 0.02 above b: the depth is 0.01 */
		const double q[6] = {1e-3 * i, 0.02, 0, 0, 0, 0};
		assert_close(energy_at(&k, q), 2 * 1e6 * pow(0.01, 2.5) / 2.5, 1e-9);
	}
	checks_close(&k);
}

/* along any way on which the cores do not meet, the energy changes by the work of the forces */
static void the_energy_is_continuous_and_its_slope_is_the_force(void **state)
{
	struct checks k;
	(void)state;
	checks_open(&k, two_boxes);
	struct test_random random = test_random_start(5);
	const struct mech_element *e = &k.model.elements[0];
	memset(k.v, 0, sizeof k.v);
	for (int way = 0; way < (SLOW_BUILD ? 5 : 100); way++) {
		const double tilt = test_random_in(&random, -3.2, 3.2), x = test_random_in(&random, -1.6, 1.6);
		const double slope = test_random_in(&random, -1, 1), turn = test_random_in(&random, -1, 1);
		double last = 0, work = 0, change = 0, before[6] = {0}, largest = 0;
		int counts = 0;
		for (int i = 0; i <= 10000; i++) {
			const double s = i / 10000.0 * 3 - 1.5, q[6] = {x + slope * s, s, tilt + turn * s, 0, 0, 0};
			const double energy = energy_at(&k, q);
			double f[6] = {0}, power = 0;
			mech_element_kind(e)->force.add(&k.c, e, f);
			for (int j = 0; j < 6; j++) {
				power -= 0.5 * (f[j] + before[j]) * (j == 0 ? slope : j == 1 ? 1.0 : j == 2 ? turn : 0.0) * 3 / 10000.0;
			}
			if (counts && energy < 1e6 * pow(0.03, 2.5) / 2.5) {
				change += energy - last;
				work += power;
				largest = fmax(largest, energy);
				if (fabs(change - work) > 1e-3 * largest + 0.01) {
					fail_msg("way %d at %d: energy %g, work %g, jump %g, power %g", way, i, change, work, energy - last,
					         power);
				}
			} else {
				change = work = largest = 0;
			}
			counts = energy < 1e6 * pow(0.03, 2.5) / 2.5;
			last = energy;
			memcpy(before, f, sizeof before);
		}
	}
	checks_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_box_stands_on_two_corners),
		cmocka_unit_test(faces_slide_over_ends_without_a_bump),
		cmocka_unit_test(the_energy_is_continuous_and_its_slope_is_the_force),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
