/* Bodies of `type: beam`: what they become, sections, references to nodes, messages; frequencies and
 * buckling of the whole against closed forms. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assert_close.h"
#include "host_linearize.h"
#include "host_section.h"
#include "mech/running.h"

static const double pi = 3.14159265358979323846;

/* ---- nodes and elements ---- */

#define STEEL "section: {shape: rectangle, width: 0.02, height: 0.01}, modulus: 2e11, poisson: 0.25, density: 8000"

static void a_beam_becomes_nodes_and_elements(void **state)
{
	struct running r;
	const double share = 8000 * 2e-4 * 0.5;
	(void)state;
	running_start(&r,
	              "mechanism: parts\n"
	              "space: spatial\n"
	              "bodies:\n"
	              "  arm: {type: beam, from: [0, 0, 0], to: [0, 2, 0], elements: 4, order: 1, " STEEL
	              ", end_welded_to: hub}\n"
	              "  hub: {type: rigid, mass: 1, inertia: [1, 2, 3], center: [0, 2, 0]}\n"
	              "joints: {ball: {type: spherical, bodies: [ground, arm], at: [0, 0, 0]}}\n"
	              "sensors: {middle: {type: point, body: arm.0.5, at: [0, 1, 0.1]}}\n"
	              "outputs: [bodies.arm.0.5.y, bodies.arm.end.y]\n",
	              0, 1e-6);
	assert_close(running_get(&r, "bodies.arm.n0.mass"), share / 2, 1e-12);
	assert_close(running_get(&r, "bodies.arm.n1.mass"), share, 1e-12);
	/* the section's x axis is the global y axis, its y axis the global -x axis, z is z: height along z */
	const double about_y = 8000 * 0.5 * 0.02 * 1e-6 / 12, about_z = 8000 * 0.5 * 0.01 * 8e-6 / 12;
	assert_close(running_get(&r, "bodies.arm.n2.inertia[1]"), about_y, 1e-15);
	assert_close(running_get(&r, "bodies.arm.n2.inertia[2]"), about_y + about_z, 1e-15);
	assert_close(running_get(&r, "bodies.arm.n2.inertia[3]"), about_z, 1e-15);
	assert_close(running_get(&r, "forces.arm.e1.stiffness[1]"), 2e11 * 2e-4, 1e-3);
	assert_close(running_get(&r, "forces.arm.e4.stiffness[5]"), 2e11 * 0.02 * 1e-6 / 12, 1e-9);
	assert_close(running_get(&r, "forces.arm.e4.stiffness[6]"), 2e11 * 0.01 * 8e-6 / 12, 1e-9);
	assert_close(running_get(&r, "forces.arm.e4.stiffness[2]"), 8e10 * 2e-4 * 12.5 / 14.75, 1e-3);
	assert_close(running_get(&r, "bodies.arm.n2.y"), 1, 0);
	assert_close(running_get(&r, "bodies.arm.n4.y"), 2, 0);
	assert_close(running_get(&r, "sensors.middle.position[3]"), 0.1, 1e-15);
	running_close(&r);
}

/* ---- numbers that follow from parameters ---- */

#define FOLLOWING                                                                                                \
	"bodies:\n"                                                                                                  \
	"  arm: {type: beam, from: [0, 0, 0], to: [1, 0.5, 0], elements: 2, modulus: E, density: rho, damping: d,\n" \
	"    section: {shape: %s}, load: [0, 0, -q], prestress: [10*t, 0, 0, 0, 0, 0], start_welded_to: ground}\n"   \
	"  bar: {type: beam, from: [0, 0, 0], to: [0, 1, 0], elements: 2, mass_per_length: rho*t, order: 1,\n"       \
	"    stiffness: [E*t, E*t, E*t, E*t^3, E*t^3, 2*E*t^3, E*t^4], start_welded_to: ground}\n"

/* what is set in the unit and what stands in the file give the same numbers */
static void a_beam_follows_parameters(void **state)
{
	static const char *const shapes[] = {"rectangle, width: t, height: 2*t", "circle, diameter: t",
	                                     "tube, diameter: t, wall: t/10", "box, width: t, height: 3*t, wall: t/20",
	                                     "i, width: t, height: 2*t, web: t/5, flange: t/4"};
	static const char *const names[] = {"t", "E", "rho", "d", "q"};
	static const double values[] = {0.2, 1e11, 1000, 0.01, 5};
	static const char *const compared[] = {"bodies.arm.n2.mass",         "bodies.arm.n1.inertia[4]",
	                                       "forces.arm.e1.stiffness[2]", "forces.arm.e2.stiffness[4]",
	                                       "forces.arm.e2.stiffness[5]", "forces.arm.e1.damping[6]",
	                                       "forces.arm.e1.prestress[1]", "forces.arm.p3.force",
	                                       "bodies.bar.n1.inertia[1]",   "forces.bar.e2.stiffness[7]"};
	(void)state;
	for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
		char text[2][2048];
		struct running set, written;
		(void)snprintf(
			text[0], sizeof text[0],
			"mechanism: follows\nspace: spatial\nparameters: {t: 0.1, E: 2e11, rho: 7850, d: 0, q: 0}\n" FOLLOWING,
			shapes[k]);
		(void)snprintf(
			text[1], sizeof text[1],
			"mechanism: follows\nspace: spatial\nparameters: {t: 0.2, E: 1e11, rho: 1000, d: 0.01, q: 5}\n" FOLLOWING,
			shapes[k]);
		running_open(&set, text[0]);
		for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
			char name[32];
			(void)snprintf(name, sizeof name, "parameters.%s", names[i]);
			running_set(&set, name, values[i]);
		}
		mech_setup(set.m, 0, 0);
		running_initialize(&set);
		running_start(&written, text[1], 0, 0);
		for (size_t i = 0; i < sizeof compared / sizeof compared[0]; i++) {
			const double expected = running_get(&written, compared[i]);
			assert_true(expected != 0);
			assert_close(running_get(&set, compared[i]), expected, 1e-14 * fabs(expected));
		}
		running_close(&set);
		running_close(&written);
	}
}

/* ---- sections ---- */

struct profile {
	double area, about_y, about_z, torsion, shear_y, shear_z;
};

static double constant_of(const struct host_terms *terms, enum host_constant constant)
{
	return terms->term[host_terms_find(terms, host_constant_names[constant])].value;
}

static struct profile profile_of(const char *name, const double size[HOST_SECTION_KEYS])
{
	int number = 0;
	while (strcmp(host_section_shapes[number].name, name) != 0) {
		number++;
	}
	const struct host_section_shape *shape = &host_section_shapes[number];
	struct host_terms t = {0};
	assert_null(shape->refusal(size));
	assert_true(host_terms_add(&t, "poisson", 0.3, NULL) >= 0);
	for (int k = 0; k < HOST_SECTION_KEYS; k++) {
		assert_true(host_terms_add(&t, host_section_specs[k].key, size[k], NULL) >= 0);
	}
	assert_int_equal(host_section_define(shape, &t), 0);
	const struct profile found = {constant_of(&t, HOST_AREA),    constant_of(&t, HOST_ABOUT_Y),
	                              constant_of(&t, HOST_ABOUT_Z), constant_of(&t, HOST_TORSION),
	                              constant_of(&t, HOST_SHEAR_Y), constant_of(&t, HOST_SHEAR_Z)};
	host_terms_free(&t);
	return found;
}

/* Torsion constants of rectangles: Timoshenko and Goodier, Theory of Elasticity, table of k1 in
 * J = k1 b (2 a)^3; the square 0.1406 to more digits, 0.140577014955, by the series in long doubles */
static void sections_have_their_constants(void **state)
{
	(void)state;
	struct profile p = profile_of("rectangle", (double[HOST_SECTION_KEYS]){1, 1});
	assert_close(p.torsion, 0.140577014955, 1e-11);
	p = profile_of("rectangle", (double[HOST_SECTION_KEYS]){2, 1});
	assert_close(p.torsion, 2 * 0.229, 1e-3);
	p = profile_of("rectangle", (double[HOST_SECTION_KEYS]){1, 10});
	assert_close(p.torsion, 10 * 0.312, 6e-3);
	assert_close(p.about_y, 1000.0 / 12, 1e-10);
	assert_close(p.about_z, 10.0 / 12, 1e-10);
	p = profile_of("circle", (double[HOST_SECTION_KEYS]){0, 0, 2});
	assert_close(p.area, pi, 1e-14);
	assert_close(p.torsion, pi / 2, 1e-14);
	assert_close(p.shear_y, pi * 6 * 1.3 / 8.8, 1e-14);
	p = profile_of("tube", (double[HOST_SECTION_KEYS]){0, 0, 2, 0.1});
	assert_close(p.area, pi * (1 - 0.81), 1e-14);
	assert_close(p.torsion, pi / 2 * (1 - 0.6561), 1e-14);
	/* a thin tube has half of its area in shear: 2 (1 + nu) / (4 + 3 nu) */
	p = profile_of("tube", (double[HOST_SECTION_KEYS]){0, 0, 2, 1e-6});
	assert_close(p.shear_z / p.area, 2 * 1.3 / 4.9, 1e-6);
	/* boxes with a thin wall: 2 t (b h)^2 / (b + h) */
	p = profile_of("box", (double[HOST_SECTION_KEYS]){2, 1, 0, 1e-4});
	assert_close(p.torsion, 2e-4 * 4 / 3, 1e-6);
	assert_close(p.area, 6e-4, 1e-7);
	/* by parts: two flanges 10 x 1 at 5.5 from the middle, a web 10 x 0.5 */
	p = profile_of("i", (double[HOST_SECTION_KEYS]){10, 12, 0, 0, 0.5, 1});
	assert_close(p.area, 25, 1e-12);
	assert_close(p.about_y, 2 * (10.0 / 12 + 10 * 5.5 * 5.5) + 0.5 * 1000 / 12, 1e-9);
	assert_close(p.about_z, 2 * 1000.0 / 12 + 10 * 0.125 / 12, 1e-9);
	assert_true(p.shear_z > 0.9 * 0.5 * 10 && p.shear_z < 0.5 * 12);
}

/* ---- messages ---- */

static const struct refusal {
	const char *arm, *rest, *message;
} refusals[] = {
	{"from: [0, 0], to: [1, 0], elements: 2.5", "", "elements must be a whole number from 1 to 10000"},
	{"from: [0, 0], to: [1, 0]", "", "the key 'elements' is missing"},
	{"from: [0, 0], to: [1, 0], elements: 2, order: 3", "", "order must be 1 or 2"},
	{"from: [0, 0], to: [0, 0], elements: 2", "", "has length zero: 'from' and 'to' are the same point"},
	{"from: [0, 0], via: [1, 1], to: [2, 2], elements: 2", "", "no circle leads through these three points"},
	{"points: [[0, 0]], elements: 2", "", "a beam needs two points or more"},
	{"points: [[0, 0], [1, 0, 0]], elements: 2", "", "a point must have 2 numbers"},
	{"points: [[0, 0], [1, 0], [1, 0]], elements: 2", "", "points 2 and 3 are the same"},
	{"points: [[0, 0], [1, 0], [2, 1]], elements: 3", "", "elements must be a multiple of 2"},
	{"points: [[0, 0], [1, 0]], to: [1, 0], elements: 3", "", "give 'points' or 'to', not both"},
	{"from: [0, 0], to: [1, 0], elements: 2, section: {}", "", "the key 'modulus' is missing"},
	{"from: [0, 0], to: [1, 0], elements: 2, section: {}, modulus: 1", "", "the key 'shape' is missing"},
	{"from: [0, 0], to: [1, 0], elements: 2, section: {shape: circle, diamter: 1}, modulus: 1", "",
     "unknown key 'diamter' (did you mean 'diameter'?)"},
	{"from: [0, 0], to: [1, 0], elements: 2, section: {shape: rectangel}, modulus: 1", "", "did you mean 'rectangle'?"},
	{"from: [0, 0], to: [1, 0], elements: 2, section: {shape: oval}, modulus: 1", "",
     "unknown shape 'oval' (it can be rectangle, circle, tube, box, i)"},
	{"from: [0, 0], to: [1, 0], elements: 2, section: {shape: tube, diameter: 1, wall: 0.6}, modulus: 1", "",
     "the wall must be thinner than half the diameter"},
	{"from: [0, 0], to: [1, 0], elements: 2, section: {shape: circle, diameter: 1, wall: 0.6}, modulus: 1", "",
     "unknown key 'wall'"},
	{"from: [0, 0], to: [1, 0], elements: 2, section: {shape: circle, diameter: 1}, modulus: 1", "",
     "the key 'density' is missing"},
	{"from: [0, 0], to: [1, 0], elements: 2, section: {shape: circle, diameter: 1}, stiffness: [1, 1, 1]", "",
     "give 'section' or 'stiffness', not both"},
	{"from: [0, 0], to: [1, 0], elements: 2", "", "give a 'section' or its 'stiffness'"},
	{"from: [0, 0], to: [1, 0], elements: 2, stiffness: [1, 1, 1], density: 3", "", "'density' needs a 'section'"},
	{"from: [0, 0], to: [1, 0], elements: 2, stiffness: [1, 0, 1], mass_per_length: 3", "",
     "stiffness must be greater than zero along and about all axes"},
	{"from: [0, 0], to: [1, 0], elements: 1, order: 1, stiffness: [1, 1, 1], mass_per_length: 3, start_welded_to: hub,"
     " end_welded_to: hub}, hub: {mass: 1, center: [0, 0]",
     "", "both ends of body 'arm' are part of the same body"},
	{"from: [0, 0], to: [1, 0], elements: 2, stiffness: [1, 1, 1], mass_per_length: 3, start_welded_to: hub", "",
     "no body 'hub'"},
	{"from: [0, 0], to: [1, 0], elements: 4, order: 1, stiffness: [1, 1, 1], mass_per_length: 3",
     "joints: {pin: {type: revolute, bodies: [ground, arm.5], at: [0, 0]}}\n",
     "'arm.5' is no node of beam 'arm'; name 'arm.start', 'arm.end', 'arm.1' or, by its part of the length, 'arm.0.5'"},
	{"from: [0, 0], to: [1, 0], elements: 4, order: 1, stiffness: [1, 1, 1], mass_per_length: 3",
     "joints: {pin: {type: revolute, bodies: [ground, arm.0.3], at: [0, 0]}}\n", "'arm.0.3' is no node of beam 'arm'"},
	{"from: [0, 0], to: [1, 0], elements: 4, order: 1, stiffness: [1, 1, 1], mass_per_length: 3",
     "joints: {pin: {type: revolute, bodies: [ground, arm], at: [0.3, 0]}}\n",
     "beam 'arm' has no node at this point; the nearest is 'arm.n1'"},
};

static void what_is_wrong_with_a_beam_is_said(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof refusals / sizeof refusals[0]; k++) {
		char text[1024];
		struct mech_message message;
		(void)snprintf(text, sizeof text, "mechanism: bad\nbodies: {arm: {type: beam, %s}}\n%s", refusals[k].arm,
		               refusals[k].rest);
		assert_null(host_read_text("bad.yaml", text, strlen(text), &message));
		if (strstr(message.text, refusals[k].message) == NULL) {
			fail_msg("'%s' says: %s", refusals[k].arm, message.text);
		}
	}
}

static void other_types_of_bodies_are_unknown(void **state)
{
	static const char text[] = "mechanism: bad\nbodies: {arm: {type: shell, mass: 1, center: [0, 0]}}\n";
	struct mech_message message;
	(void)state;
	assert_null(host_read_text("bad.yaml", text, strlen(text), &message));
	assert_string_equal(message.text, "bad.yaml:2:22: body 'arm': unknown type 'shell' (it can be rigid, beam)");
}

/* ---- frequencies and buckling ---- */

static void linear_of(const char *text, struct host_linear *linear)
{
	struct running r;
	running_start(&r, text, 0, 1e-10);
	if (host_linearize(r.m, linear, &r.message) != 0) {
		fail_msg("%s", r.message.text);
	}
	running_close(&r);
}

/* bending of a slender cantilever, w = beta^2 sqrt(EI / (m L^4)) with cos(beta) cosh(beta) = -1 */
static void a_cantilever_has_its_frequencies(void **state)
{
	static const double beta[] = {1.87510406871, 4.69409113297, 7.85475743824, 10.9955407349};
	struct host_linear l;
	(void)state;
	linear_of("mechanism: cantilever\n"
	          "bodies: {arm: {type: beam, from: [0, 0], to: [1, 0], elements: 12, stiffness: [1e6, 1e6, 1],\n"
	          "  mass_per_length: 1, start_welded_to: ground}}\n",
	          &l);
	for (int k = 0; k < 4; k++) {
		const double w = beta[k] * beta[k];
		assert_close(fabs(l.imaginary[2 * k]), w, 1e-3 * w);
	}
	host_linear_free(&l);
}

/* A cantilever of a high, narrow section tilts under a load P = 4.0126 sqrt(EI GJ) / L^2 at its end
 * (EI about the axis of the height): below it is straight, above it comes to rest tilted. */
static void a_high_cantilever_buckles(void **state)
{
	(void)state;
	for (int above = 0; above < 2; above++) {
		char text[1024];
		struct running r;
		(void)snprintf(text, sizeof text,
		               "mechanism: tilt\n"
		               "space: spatial\n"
		               "bodies: {arm: {type: beam, from: [0, 0, 0], to: [1, 0, 0], elements: 4, mass_per_length: 1,\n"
		               "  stiffness: [1e7, 1e7, 1e7, 2, 1e5, 3], inertia_per_length: [1e-3, 1e-3, 1e-3],\n"
		               "  start_welded_to: ground}}\n"
		               "forces: {load: {type: force, body: arm.end, at: [1, 0, 0], direction: [0, 0, -1], force: %g}}\n"
		               "initial: static\n",
		               4.0126 * sqrt(6.0) * (above ? 1.01 : 0.99));
		running_start(&r, text, 0, 0);
		const double aside = fabs(running_get(&r, "bodies.arm.n8.y"));
		assert_true(above ? aside > 0.05 : aside < 1e-6);
		running_close(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_beam_becomes_nodes_and_elements), cmocka_unit_test(a_beam_follows_parameters),
		cmocka_unit_test(sections_have_their_constants),     cmocka_unit_test(what_is_wrong_with_a_beam_is_said),
		cmocka_unit_test(other_types_of_bodies_are_unknown), cmocka_unit_test(a_cantilever_has_its_frequencies),
		cmocka_unit_test(a_high_cantilever_buckles),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
