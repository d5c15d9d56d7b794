/* Shapes of bodies: mass from density compared with closed forms and fine sums, meshes in their
 * formats, scenes, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "assert_close.h"
#include "host_draw.h"
#include "host_folder.h"
#include "host_samples.h"
#include "host_scene.h"
#include "slow_build.h"

enum { MASS, JXX, JYY, JZZ, JXY, JXZ, JYZ, CX, CY, CZ };

/* a mechanism of one body with these keys, in the folder of the test */
static struct host_mechanism *read_body(const char *space, const char *keys, struct mech_message *message)
{
	char text[4096];
	const int planar = strcmp(space, "planar") == 0;
	(void)snprintf(text, sizeof text,
	               "mechanism: one\nspace: %s\nparameters: {L: 2}\nbodies:\n  a: {%s}\njoints:\n"
	               "  pin: {type: revolute, bodies: [ground, a], at: [0, 0%s]%s}\n",
	               space, keys, planar ? "" : ", 0", planar ? "" : ", axis: [0, 0, 1]");
	return host_read_text(host_folder_path("one.yaml"), text, strlen(text), message);
}

/* its numbers as a body in space */
static void numbers_of(const char *keys, double numbers[HOST_BODY_NUMBERS])
{
	struct mech_message message = {""};
	struct host_mechanism *m = read_body("spatial", keys, &message);
	if (m == NULL) {
		fail_msg("%s", message.text);
	}
	memcpy(numbers, m->bodies[0].values, HOST_BODY_NUMBERS * sizeof *numbers);
	host_mechanism_free(m);
}

static void assert_numbers(const double *got, const double *wanted, double tolerance)
{
	for (int k = 0; k < HOST_BODY_NUMBERS; k++) {
		if (!(fabs(got[k] - wanted[k]) <= tolerance)) {
			fail_msg("number %d is %.17g, not %.17g", k, got[k], wanted[k]);
		}
	}
}

static void a_box_has_the_mass_of_its_formula(void **state)
{
	double n[HOST_BODY_NUMBERS];
	(void)state;
	/* 2 x 3 x 4 of density 0.5: 12 kg, m/12 (b^2 + c^2) */
	numbers_of("density: 0.5, shape: {type: box, size: [L, 3, 4], at: [1, 2, 3]}", n);
	assert_numbers(n, (double[]){12, 25, 20, 13, 0, 0, 0, 1, 2, 3}, 1e-14);
	/* a quarter turn about z exchanges x and y */
	numbers_of("density: 0.5, shape: {type: box, size: [2, 3, 4], at: [1, 2, 3], rotation: [0, 0, pi/2]}", n);
	assert_numbers(n, (double[]){12, 20, 25, 13, 0, 0, 0, 1, 2, 3}, 1e-13);
	/* an eighth: their mean, and half their difference as product; sign: the longer side along x =
	 * y */
	numbers_of("density: 0.5, shape: {type: box, size: [2, 3, 4], rotation: [0, 0, pi/4]}", n);
	assert_numbers(n, (double[]){12, 22.5, 22.5, 13, 2.5, 0, 0, 0, 0, 0}, 1e-13);
}

/* discs of radius r(z) one over the other, by Simpson's rule of n steps in each of the parts from
 * z[k] to z[k + 1] */
static void sum_of_discs(double r, double l, double *volume, double *across, double *along)
{
	enum { STEPS = 20000 };
	const double ends[4] = {-0.5 * l - r, -0.5 * l, 0.5 * l, 0.5 * l + r}, pi = acos(-1.0);
	*volume = *across = *along = 0.0;
	for (int part = 0; part < 3; part++) {
		const double h = (ends[part + 1] - ends[part]) / STEPS;
		for (int i = 0; i <= STEPS; i++) {
			const double z = ends[part] + i * h, weight = h / 3.0 * (i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2);
			const double beyond = fmax(0.0, fabs(z) - 0.5 * l), square = r * r - beyond * beyond;
			const double area = pi * square;
			*volume += weight * area;
			*along += weight * area * square / 2.0;
			*across += weight * area * (square / 4.0 + z * z);
		}
	}
}

static void round_shapes_have_the_mass_of_fine_sums(void **state)
{
	double n[HOST_BODY_NUMBERS], volume, across, along;
	(void)state;
	sum_of_discs(0.3, 0.0, &volume, &across, &along);
	numbers_of("density: 1000, shape: {type: sphere, radius: 0.3, at: [1, 0, 0]}", n);
	assert_numbers(n, (double[]){1e3 * volume, 1e3 * across, 1e3 * across, 1e3 * along, 0, 0, 0, 1, 0, 0}, 1e-9);
	sum_of_discs(0.3, 0.8, &volume, &across, &along);
	numbers_of("density: 1000, shape: {type: capsule, radius: 0.3, from: [0, 1, 2], to: [0.8, 1, 2]}", n);
	assert_numbers(n, (double[]){1e3 * volume, 1e3 * along, 1e3 * across, 1e3 * across, 0, 0, 0, 0.4, 1, 2}, 1e-9);
	/* m r^2/2 and m (3 r^2 + l^2)/12, along y and backwards along z */
	const double m = 1e3 * acos(-1.0) * 0.04 * 0.5, axial = m * 0.02, other = m * (0.12 + 0.25) / 12;
	numbers_of("density: 1000, shape: {type: cylinder, radius: 0.2, from: [0, 1, 0], to: [0, 1.5, 0]}", n);
	assert_numbers(n, (double[]){m, other, axial, other, 0, 0, 0, 0, 1.25, 0}, 1e-12);
	numbers_of("density: 1000, shape: {type: cylinder, radius: 0.2, from: [0, 0, 1], to: [0, 0, 0.5]}", n);
	assert_numbers(n, (double[]){m, other, other, axial, 0, 0, 0, 0, 0, 0.75}, 1e-12);
}

/* an L of two boxes: as a polygon, either way around, as two boxes, and one box less another's
 * place */
static void a_polygon_is_what_its_parts_are(void **state)
{
	double polygon[HOST_BODY_NUMBERS], turned[HOST_BODY_NUMBERS], boxes[HOST_BODY_NUMBERS];
	(void)state;
	numbers_of("density: 7, shape: {type: polygon, thickness: 0.5, at: [3, 0, 1], "
	           "points: [[0, 0], [2, 0], [2, 1], [1, 1], [1, 3], [0, 3]]}",
	           polygon);
	numbers_of("density: 7, shape: {type: polygon, thickness: 0.5, at: [3, 0, 1], "
	           "points: [[0, 3], [1, 3], [1, 1], [2, 1], [2, 0], [0, 0]]}",
	           turned);
	numbers_of("density: 7, shape: [{type: box, size: [2, 1, 0.5], at: [4, 0.5, 1]}, "
	           "{type: box, size: [1, 2, 0.5], at: [3.5, 2, 1]}]",
	           boxes);
	assert_numbers(polygon, boxes, 1e-12);
	assert_numbers(turned, boxes, 1e-12);
	assert_close(boxes[MASS], 14.0, 1e-14);
}

static void bodies_in_the_plane_take_their_part_of_it(void **state)
{
	struct mech_message message = {""};
	(void)state;
	struct host_mechanism *m =
		read_body("planar",
	              "density: 2, shape: [{type: box, size: [3, 4], thickness: 0.5, at: [1, 2], angle: 0.3}, "
	              "{type: cylinder, radius: 2, thickness: 0.25, at: [1, 2]}, {type: sphere, radius: 1, at: [1, 2]}]",
	              &message);
	assert_non_null(m);
	const double pi = acos(-1.0), box = 12, disc = 2 * pi, ball = 8.0 / 3.0 * pi;
	assert_close(m->bodies[0].values[0], box + disc + ball, 1e-13);
	assert_close(m->bodies[0].values[1], box * 25 / 12 + disc * 2 + ball * 0.4, 1e-12);
	assert_close(m->bodies[0].values[2], 1, 1e-14);
	assert_close(m->bodies[0].values[3], 2, 1e-14);
	host_mechanism_free(m);
}

/* ---- meshes */

/* corners of a box, bits of k for x, y, z, and its triangles seen from outside */
static const int box_triangles[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                         {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};

static void box_corner(int k, double x[3])
{
	const double low[3] = {1, -2, 0.5}, size[3] = {2, 3, 4};
	for (int i = 0; i < 3; i++) {
		x[i] = low[i] + (k >> i & 1 ? size[i] : 0.0);
	}
}

static void put_text_stl(const char *name, int n_triangles, int inside_out)
{
	char text[8192] = "solid box\n";
	for (int k = 0; k < n_triangles; k++) {
		size_t used = strlen(text);
		used += (size_t)snprintf(text + used, sizeof text - used, "facet normal 0 0 0\n outer loop\n");
		for (int i = 0; i < 3; i++) {
			double x[3];
			box_corner(box_triangles[k][inside_out ? 2 - i : i], x);
			used += (size_t)snprintf(text + used, sizeof text - used, "  vertex %g %g %.1e\n", x[0], x[1], x[2]);
		}
		(void)snprintf(text + used, sizeof text - used, " endloop\nendfacet\n");
	}
	host_folder_put(name, text, strlen(text));
}

static void put_binary_stl(const char *name)
{
	unsigned char bytes[84 + 12 * 50] = "solid in name alone";
	bytes[80] = 12;
	for (int k = 0; k < 12; k++) {
		for (int i = 0; i < 9; i++) {
			double x[3];
			box_corner(box_triangles[k][i / 3], x);
			const float number = (float)x[i % 3];
			uint32_t word;
			memcpy(&word, &number, sizeof word);
			for (int b = 0; b < 4; b++) {
				bytes[84 + 50 * k + 12 + 4 * i + b] = (unsigned char)(word >> 8 * b & 255u);
			}
		}
	}
	host_folder_put(name, bytes, sizeof bytes);
}

/* six quadrilaterals, one of them counted from the last */
static void put_obj(const char *name)
{
	char text[2048] = "# a box\no box\n";
	for (int k = 0; k < 8; k++) {
		double x[3];
		box_corner(k, x);
		(void)snprintf(text + strlen(text), sizeof text - strlen(text), "v %g %g %g\n", x[0], x[1], x[2]);
	}
	strcat(text,
	       "vn 0 0 1\nf 1 3 4 2\nf 5//1 6//1 8//1 7//1\nf 1/1 2/2 6/3 5/4\nf 3 7 8 4\nf 1 5 7 3\nf -7 -5 -1 -3\n");
	host_folder_put(name, text, strlen(text));
}

static void a_box_of_triangles_is_a_box(void **state)
{
	static const char *const files[] = {"text.stl", "inside_out.stl", "binary.STL", "box.obj"};
	double n[HOST_BODY_NUMBERS];
	(void)state;
	put_text_stl("text.stl", 12, 0);
	put_text_stl("inside_out.stl", 12, 1);
	put_binary_stl("binary.STL");
	put_obj("box.obj");
	for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
		char keys[200];
		(void)snprintf(keys, sizeof keys, "density: 0.5, shape: {type: mesh, file: %s}", files[k]);
		numbers_of(keys, n);
		assert_numbers(n, (double[]){12, 25, 20, 13, 0, 0, 0, 2, -0.5, 2.5}, 1e-13);
		/* in millimetres, turned and moved: as the box */
		double box[HOST_BODY_NUMBERS];
		(void)snprintf(
			keys, sizeof keys,
			"density: 5e8, shape: {type: mesh, file: %s, scale: 0.001, at: [1, 2, 3], rotation: [0.1, 0.2, 0.3]}",
			files[k]);
		numbers_of(keys, n);
		numbers_of("density: 5e8, shape: {type: box, size: [0.002, 0.003, 0.004], rotation: [0.1, 0.2, 0.3]}", box);
		assert_numbers(n, (double[]){box[0], box[1], box[2], box[3], box[4], box[5], box[6], n[7], n[8], n[9]}, 1e-15);
		assert_close(hypot(hypot(n[7] - 1, n[8] - 2), n[9] - 3), 0.001 * sqrt(4 + 0.25 + 6.25), 1e-15);
	}
}

/* the ball of n rings of 2 n quadrilaterals */
static void put_ball(const char *name, int n)
{
	struct host_text text = {0};
	const double pi = acos(-1.0);
	char line[120];
	for (int i = 0; i <= n; i++) {
		for (int k = 0; k < 2 * n; k++) {
			const double polar = pi * i / n, around = pi * k / n;
			/* the poles are one point each */
			const double r = i % n == 0 ? 0.0 : sin(polar);
			(void)snprintf(line, sizeof line, "v %.17g %.17g %.17g\n", r * cos(around), r * sin(around), cos(polar));
			host_text_add(&text, line);
		}
	}
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < 2 * n; k++) {
			const int next = (k + 1) % (2 * n), row = 2 * n * i, below = row + 2 * n;
			(void)snprintf(line, sizeof line, "f %d %d %d %d\n", row + k + 1, below + k + 1, below + next + 1,
			               row + next + 1);
			host_text_add(&text, line);
		}
	}
	host_folder_put(name, text.bytes, text.size);
	host_text_free(&text);
}

static void a_ball_of_triangles_becomes_a_ball(void **state)
{
	double missing[3], n[HOST_BODY_NUMBERS];
	const double volume = 4.0 / 3.0 * acos(-1.0);
	(void)state;
	for (int k = 0; k < 3; k++) {
		put_ball("ball.obj", 10 << k);
		numbers_of("density: 1, shape: {type: mesh, file: ball.obj}", n);
		missing[k] = volume - n[MASS];
		assert_true(missing[k] > 0 && fabs(n[JZZ] - 0.4 * volume) < 4 * missing[k]);
		assert_close(n[CX], 0, 1e-14);
	}
	/* flat triangles: second order */
	assert_close(missing[0] / missing[1], 4.0, 0.05);
	assert_close(missing[1] / missing[2], 4.0, 0.02);
}

/* ---- pictures */

#define SHAPED                                                                                             \
	"mass: 1, inertia: 1, center: [1, 0], shape: [{type: box, size: [2, 1], at: [1, 0], angle: 0, color: " \
	"\"#12ab34\"}, "                                                                                       \
	"{type: polygon, points: [[0, 0], [1, 0], [0, 1]]}, {type: mesh, file: box.obj}]"

static void shapes_are_in_scene_and_drawing(void **state)
{
	static const char *const parts[] = {
		", \"carrier\": 0, \"shapes\": [{\"type\": \"box\", \"at\": [1, 0, 0], \"rotation\": [1, 0, 0, 0], ",
		"\"size\": [2, 1, 0], \"color\": \"#12ab34\"}, {\"type\": \"polygon\", ",
		"\"length\": 0, \"points\": [0, 0, 1, 0, 0, 1]}, {\"type\": \"mesh\", ",
		"\"rotation\": [1, 0, 0, 0], \"scale\": 1, \"mesh\": \"",
	};
	struct mech_message message = {""};
	struct host_text scene = {0}, svg = {0};
	struct host_facts facts;
	struct host_sketch sketch;
	(void)state;
	put_obj("box.obj");
	struct host_mechanism *m = read_body("planar", SHAPED, &message);
	assert_non_null(m);
	assert_int_equal(host_facts_find(m, &facts, &message), 0);
	host_scene_write(m, &facts.model, &facts.model, &scene);
	assert_false(scene.failed);
	for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
		if (strstr(scene.bytes, parts[k]) == NULL) {
			fail_msg("not in the scene: %s\n%s", parts[k], scene.bytes);
		}
	}
	assert_null(strstr(scene.bytes, "follows"));
	assert_int_equal(host_sketch_make(m, &facts.model, NULL, &sketch), 0);
	assert_int_equal(host_draw_svg(&sketch, &svg), 0);
	assert_non_null(strstr(svg.bytes, "#12ab34"));
	host_sketch_free(&sketch);
	host_text_free(&svg);
	host_text_free(&scene);
	host_facts_free(&facts);
	host_mechanism_free(m);
}

/* ---- what is refused */

#define NUMBERS "mass: 1, inertia: [1, 1, 1], center: [0, 0, 0], "
static const struct refusal {
	const char *space, *keys, *message;
} refusals[] = {
	{"spatial", NUMBERS "shape: {type: cube}", "unknown type 'cube' (it can be box, cylinder"},
	{"spatial", NUMBERS "shape: {type: shpere, radius: 1}", "unknown type 'shpere' (did you mean 'sphere'?)"},
	{"spatial", NUMBERS "shape: {radius: 1}", "body 'a': the key 'type' is missing"},
	{"spatial", NUMBERS "shape: 7", "a shape must be a map"},
	{"spatial", NUMBERS "shape: []", "shape must have 1 to 64 shapes, not 0"},
	{"spatial", NUMBERS "shape: {type: box, size: [1, 2]}", "size must have 3 numbers, not 2"},
	{"spatial", NUMBERS "shape: {type: box, size: [1, 2, 0]}", "size must be greater than zero"},
	{"spatial", NUMBERS "shape: {type: box, size: [1, 2, .nan]}", "size must be a finite number"},
	{"spatial", NUMBERS "shape: {type: box}", "the key 'size' is missing"},
	{"spatial", NUMBERS "shape: {type: sphere, radius: 1, from: [0, 0, 0]}", "unknown key 'from'"},
	{"spatial", NUMBERS "shape: {type: capsule, radius: 1, from: [1, 2, 3], to: [1, 2, 3]}",
     "'from' and 'to' are the same point"},
	{"spatial", NUMBERS "shape: {type: sphere, radius: 1, color: red}", "color must be \"#rrggbb\", in quotes"},
	{"spatial", NUMBERS "shape: {type: polygon, thickness: 1}", "the key 'points' is missing"},
	{"spatial", NUMBERS "shape: {type: polygon, points: [[0, 0], [1, 0]], thickness: 1}",
     "points must have 3 to 1000 points, not 2"},
	{"spatial", NUMBERS "shape: {type: polygon, points: [[0, 0], [1, 0], [1]], thickness: 1}",
     "a point must have 2 numbers, [x, y]"},
	{"spatial", NUMBERS "shape: {type: polygon, points: [[0, 0], [1, 1], [1, 0], [0, 1]], thickness: 1}",
     "the outline meets itself: the sides after points 1 and 3"},
	{"spatial", NUMBERS "shape: {type: polygon, points: [[0, 0], [1, 1], [1, 1]], thickness: 1}",
     "points 2 and 3 are the same"},
	{"spatial", NUMBERS "shape: {type: mesh}", "the key 'file' is missing"},
	{"spatial", NUMBERS "shape: {type: mesh, file: none.stl}", "none.stl: cannot be read (No such file"},
	{"spatial", NUMBERS "shape: {type: mesh, file: part.step}",
     "part.step: is no mesh: the name must end with .stl or .obj"},
	{"spatial", NUMBERS "shape: {type: mesh, file: empty.stl}", "empty.stl: is no STL: it is too short"},
	{"spatial", NUMBERS "shape: {type: mesh, file: cut.stl}", "cut.stl: is no STL: it promises 538976288 triangles"},
	{"spatial", NUMBERS "shape: {type: mesh, file: nan.stl}", "nan.stl: line 3: 'nan' is no finite number"},
	{"spatial", NUMBERS "shape: {type: mesh, file: two.stl}", "two.stl: line 4: a facet has 3 points, not 2"},
	{"spatial", NUMBERS "shape: {type: mesh, file: four.stl}", "four.stl: line 6: a facet has 3 points"},
	{"spatial", NUMBERS "shape: {type: mesh, file: half.stl}", "half.stl: ends within a facet"},
	{"spatial", NUMBERS "shape: {type: mesh, file: nothing.obj}", "nothing.obj: has no triangles"},
	{"spatial", NUMBERS "shape: {type: mesh, file: beyond.obj}",
     "beyond.obj: line 4: '4' is none of the 3 points before"},
	{"spatial", NUMBERS "shape: {type: mesh, file: short.obj}",
     "short.obj: line 3: a face has 3 points or more, not 2"},
	{"spatial", NUMBERS "shape: {type: mesh, file: flat.obj}", "flat.obj: line 1: a point has 3 numbers"},
	{"spatial", NUMBERS "shape: {type: mesh, file: large.stl}", "large.stl: has more than 100000 triangles; reduce"},
	{"spatial", NUMBERS "shape: [{type: mesh, file: much.obj}, {type: mesh, file: much.obj}]",
     "the meshes of the mechanism have more than 100000 triangles together"},
	{"spatial", "mass: 1, density: 1, shape: {type: sphere, radius: 1}", "give 'mass' or 'density', not both"},
	{"spatial", "center: [0, 0, 0], density: 1, shape: {type: sphere, radius: 1}",
     "give 'center' or 'density', not both"},
	{"spatial", "density: 1", "a mass from 'density' needs a 'shape'"},
	{"spatial", "density: 0, shape: {type: sphere, radius: 1}", "density must be greater than zero"},
	{"spatial", "shape: {type: sphere, radius: 1}", "the key 'mass' is missing"},
	{"spatial", "density: 1, shape: {type: mesh, file: open.stl}",
     "shape 1 (mesh) is not closed, 3 of its edges have no partner"},
	{"spatial", "density: 1, shape: {type: mesh, file: sheet.obj}", "shape 1 (mesh) has no volume for a mass"},
	{"planar", "density: 1, shape: {type: box, size: [1, 2]}", "shape 1 (box) needs 'thickness' for the mass"},
	{"planar", "density: 1, shape: [{type: sphere, radius: 1}, {type: cylinder, radius: 1}]",
     "shape 2 (cylinder) needs 'thickness' for the mass"},
};

static void put(const char *name, const char *text)
{
	host_folder_put(name, text, strlen(text));
}

static void put_broken_files(void)
{
	char blanks[200];
	memset(blanks, ' ', sizeof blanks - 1);
	blanks[sizeof blanks - 1] = 0;
	put("part.step", "ISO-10303-21;");
	put("empty.stl", "");
	put("cut.stl", blanks);
	put("nan.stl", "solid\nfacet\nvertex 0 nan 0\n");
	put("two.stl", "solid\nvertex 0 0 0\nvertex 0 0 1\nendfacet\n");
	put("four.stl", "solid\nfacet\nvertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\nvertex 1 0 0\nendfacet\n");
	put("half.stl", "solid\nvertex 0 0 0\nvertex 0 0 1\n");
	put("nothing.obj", "v 0 0 0\n");
	put("beyond.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n");
	put("short.obj", "v 0 0 0\nv 1 0 0\nf 1 2\n");
	put("flat.obj", "v 0 0\n");
	put("sheet.obj",
	    "v 0.1 0.3 0.7\nv 1.3 0.1 0.9\nv 0.7 1.1 -0.3\nv 0.1 0.7 2.3\nf 1 2 3\nf 3 2 1\nf 2 3 4\nf 4 3 2\n");
	put_text_stl("open.stl", 11, 0);
}

/* 100001 triangles, and 60000 */
static void put_large_files(void)
{
	struct host_text stl = {0}, obj = {0};
	char head[84] = "";
	unsigned char triangle[50] = {0};
	const uint32_t n = 100001;
	for (int b = 0; b < 4; b++) {
		head[80 + b] = (char)(n >> 8 * b & 255u);
	}
	host_text_add_bytes(&stl, head, sizeof head);
	triangle[26] = 128; /* 1 as the x of its second point, 0, 1, 0 as its third */
	triangle[27] = 63;
	triangle[42] = 128;
	triangle[43] = 63;
	for (uint32_t k = 0; k < n; k++) {
		host_text_add_bytes(&stl, triangle, sizeof triangle);
	}
	host_folder_put("large.stl", stl.bytes, stl.size);
	host_text_add(&obj, "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
	for (int k = 0; k < 60000; k++) {
		host_text_add(&obj, "f 1 2 3\n");
	}
	host_folder_put("much.obj", obj.bytes, obj.size);
	host_text_free(&stl);
	host_text_free(&obj);
}

static void what_cannot_be_is_refused_with_its_reason(void **state)
{
	(void)state;
	put_broken_files();
	put_large_files();
	for (size_t k = 0; k < sizeof refusals / sizeof refusals[0]; k++) {
		struct mech_message message = {""};
		struct host_mechanism *m = read_body(refusals[k].space, refusals[k].keys, &message);
		if (m != NULL || strstr(message.text, refusals[k].message) == NULL ||
		    strstr(message.text, "body 'a'") == NULL) {
			fail_msg("%s: '%s' does not say '%s'", refusals[k].keys, message.text, refusals[k].message);
		}
	}
}

/* no prefix of a file makes it fall over, nor any byte of it */
static void broken_meshes_are_refused_or_read(void **state)
{
	static const char *const files[] = {"text.stl", "binary.STL", "box.obj"};
	(void)state;
	put_text_stl("text.stl", 12, 0);
	put_binary_stl("binary.STL");
	put_obj("box.obj");
	for (size_t k = 0; k < 3; k++) {
		struct host_text whole = host_folder_get(host_folder_path(files[k]));
		const char *dot = strrchr(files[k], '.');
		char name[40];
		(void)snprintf(name, sizeof name, "broken%s", dot);
		for (size_t i = 0; i < whole.size; i += SLOW_BUILD ? 61 : 7) {
			struct mech_message message = {""};
			struct host_mesh mesh;
			host_folder_put(name, whole.bytes, i);
			if (host_mesh_read(host_folder_path(name), &mesh, &message) == 0) {
				host_mesh_free(&mesh);
			}
			whole.bytes[i] = (char)(whole.bytes[i] ^ 0x55);
			host_folder_put(name, whole.bytes, whole.size);
			if (host_mesh_read(host_folder_path(name), &mesh, &message) == 0) {
				host_mesh_free(&mesh);
			}
		}
		host_text_free(&whole);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_box_has_the_mass_of_its_formula),
		cmocka_unit_test(round_shapes_have_the_mass_of_fine_sums),
		cmocka_unit_test(a_polygon_is_what_its_parts_are),
		cmocka_unit_test(bodies_in_the_plane_take_their_part_of_it),
		cmocka_unit_test(a_box_of_triangles_is_a_box),
		cmocka_unit_test(a_ball_of_triangles_becomes_a_ball),
		cmocka_unit_test(shapes_are_in_scene_and_drawing),
		cmocka_unit_test(what_cannot_be_is_refused_with_its_reason),
		cmocka_unit_test(broken_meshes_are_refused_or_read),
	};
	return cmocka_run_group_tests(tests, host_folder_setup, host_folder_teardown);
}
