/* The sketch and its pictures. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cairo.h>
#include <libxml/parser.h>
#include <math.h>

#include "host_draw.h"
#include "host_samples.h"

static struct host_sketch sketch_of(const char *text)
{
	struct host_facts facts = sample_facts(text);
	struct host_sketch sketch;
	assert_int_equal(host_sketch_make(NULL, &facts.model, facts.q, &sketch), 0);
	host_facts_free(&facts);
	return sketch;
}

static const double *word_at(const struct host_sketch *s, const char *word)
{
	for (int i = 0; i < s->n_marks; i++) {
		if (s->marks[i].kind == HOST_MARK_WORD && strcmp(s->words.bytes + s->marks[i].word, word) == 0) {
			return s->points + 2 * s->marks[i].first;
		}
	}
	return NULL;
}

static void every_body_and_element_is_named_once(void **state)
{
	static const char *const names[] = {"bar", "cart", "pin", "rail", "spring", "push"};
	struct host_sketch s = sketch_of(SAMPLE_BAR);
	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		assert_non_null(word_at(&s, names[i]));
	}
	assert_non_null(word_at(&s, "g"));
	host_sketch_free(&s);
}

static void everything_lies_inside_the_picture(void **state)
{
	static const char *const samples[] = {SAMPLE_BAR, SAMPLE_REDUNDANT};
	(void)state;
	for (size_t k = 0; k < 2; k++) {
		struct host_sketch s = sketch_of(samples[k]);
		for (int i = 0; i < s.n_points; i++) {
			assert_true(s.points[2 * i] >= 0.0 && s.points[2 * i] <= HOST_SKETCH_WIDTH);
			assert_true(s.points[2 * i + 1] >= 0.0 && s.points[2 * i + 1] <= HOST_SKETCH_HEIGHT);
		}
		host_sketch_free(&s);
	}
}

static void up_in_the_drawing_is_up_in_the_picture(void **state)
{
	struct host_facts facts = sample_facts(SAMPLE_REDUNDANT);
	struct host_sketch s;
	(void)state;
	assert_int_equal(host_sketch_make(NULL, &facts.model, NULL, &s), 0);
	/* the beam is above the feet, foot_c right of foot_a */
	assert_true(word_at(&s, "beam")[1] < word_at(&s, "foot_a")[1]);
	assert_true(word_at(&s, "foot_c")[0] > word_at(&s, "foot_a")[0] + 200.0);
	host_sketch_free(&s);
	host_facts_free(&facts);
}

/* a reader of PNG bytes for cairo */
struct bytes {
	const struct host_text *text;
	size_t at;
};

static cairo_status_t read_bytes(void *closure, unsigned char *data, unsigned int length)
{
	struct bytes *b = closure;
	if (b->at + length > b->text->size) {
		return CAIRO_STATUS_READ_ERROR;
	}
	memcpy(data, b->text->bytes + b->at, length);
	b->at += length;
	return CAIRO_STATUS_SUCCESS;
}

static void the_png_has_its_size_a_white_corner_and_ink(void **state)
{
	struct host_sketch s = sketch_of(SAMPLE_BAR);
	struct host_text png = {0};
	struct mech_message message;
	(void)state;
	assert_int_equal(host_draw_png(&s, 1.0, &png, &message), 0);
	struct bytes b = {&png, 0};
	cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(read_bytes, &b);
	assert_int_equal(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
	assert_int_equal(cairo_image_surface_get_width(surface), HOST_SKETCH_WIDTH);
	assert_int_equal(cairo_image_surface_get_height(surface), HOST_SKETCH_HEIGHT);
	const unsigned char *pixels = cairo_image_surface_get_data(surface);
	int stride = cairo_image_surface_get_stride(surface), dark = 0;
	assert_int_equal(pixels[0], 255);
	for (int y = 0; y < HOST_SKETCH_HEIGHT; y++) {
		for (int x = 0; x < HOST_SKETCH_WIDTH; x++) {
			dark += pixels[y * stride + 4 * x] < 100;
		}
	}
	assert_true(dark > 500 && dark < HOST_SKETCH_WIDTH * HOST_SKETCH_HEIGHT / 4);
	cairo_surface_destroy(surface);
	host_text_free(&png);
	host_sketch_free(&s);
}

static void pictures_repeat_byte_by_byte(void **state)
{
	struct host_text png[2] = {{0}}, svg[2] = {{0}};
	struct mech_message message;
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct host_sketch s = sketch_of(SAMPLE_REDUNDANT);
		assert_int_equal(host_draw_png(&s, 1.0, &png[i], &message), 0);
		assert_int_equal(host_draw_svg(&s, &svg[i]), 0);
		host_sketch_free(&s);
	}
	assert_int_equal(png[0].size, png[1].size);
	assert_memory_equal(png[0].bytes, png[1].bytes, png[0].size);
	assert_string_equal(svg[0].bytes, svg[1].bytes);
	for (int i = 0; i < 2; i++) {
		host_text_free(&png[i]);
		host_text_free(&svg[i]);
	}
}

static void the_svg_is_well_formed_and_holds_the_words(void **state)
{
	struct host_sketch s = sketch_of(SAMPLE_BAR);
	struct host_text svg = {0};
	(void)state;
	assert_int_equal(host_draw_svg(&s, &svg), 0);
	xmlDoc *document = xmlReadMemory(svg.bytes, (int)svg.size, "svg", NULL, XML_PARSE_NONET);
	assert_non_null(document);
	xmlFreeDoc(document);
	assert_non_null(strstr(svg.bytes, ">cart</text>"));
	assert_null(strstr(svg.bytes, "nan"));
	host_text_free(&svg);
	host_sketch_free(&s);
}

static void a_lone_mass_far_away_is_drawn_too(void **state)
{
	struct host_sketch s = sketch_of("mechanism: stone\nbodies:\n  stone: {mass: 1, inertia: 1, center: [1e6, -1e6]}\n"
	                                 "forces:\n  push: {type: force, body: stone, at: [1e6, -1e6], direction: [1, 0], "
	                                 "force: 1}\noutputs: [bodies.stone.x]\n");
	(void)state;
	const double *p = word_at(&s, "stone");
	assert_non_null(p);
	assert_true(fabs(p[0] - HOST_SKETCH_WIDTH / 2.0) < 100.0);
	host_sketch_free(&s);
}

/* pitch circles of 1/3 and 2/3 of the distance; a belt with its two straight parts */
static void wheels_of_gears_and_belts_are_drawn_whole(void **state)
{
	static const char *const couplings[] = {"type: gear, joints: [first, second], ratio: -2",
	                                        "type: belt, joints: [first, second], radii: [0.3, 0.6]"};
	(void)state;
	for (int i = 0; i < 2; i++) {
		char text[640];
		snprintf(text, sizeof text,
		         "mechanism: wheels\nbodies:\n  small: {mass: 1, inertia: 1, center: [0, 0]}\n"
		         "  large: {mass: 1, inertia: 1, center: [0.9, 0]}\njoints:\n"
		         "  first: {type: revolute, bodies: [ground, small], at: [0, 0]}\n"
		         "  second: {type: revolute, bodies: [ground, large], at: [0.9, 0]}\n  mesh: {%s}\n",
		         couplings[i]);
		struct host_sketch s = sketch_of(text);
		int wheels = 0;
		for (int k = 0; k < s.n_marks; k++) {
			const double *p = s.points + 2 * s.marks[k].first, r = s.marks[k].radius;
			if (s.marks[k].kind == HOST_MARK_CIRCLE) {
				assert_true(p[0] - r >= 0.0 && p[0] + r <= HOST_SKETCH_WIDTH);
				assert_true(p[1] - r >= 0.0 && p[1] + r <= HOST_SKETCH_HEIGHT);
				wheels += r > 50.0;
			}
		}
		assert_int_equal(wheels, 2);
		host_sketch_free(&s);
	}
}

/* circles with a radius of more than 30 pixels, as drawn: centre and radius; returns how many */
static int large_circles(const struct host_sketch *s, double circles[][3])
{
	int n = 0;
	for (int k = 0; k < s->n_marks; k++) {
		if (s->marks[k].kind == HOST_MARK_CIRCLE && s->marks[k].radius > 30.0 && n < 8) {
			memcpy(circles[n], s->points + 2 * s->marks[k].first, 2 * sizeof(double));
			circles[n++][2] = s->marks[k].radius;
		}
	}
	return n;
}

/* of the file `text`: pinion, ring and the outside of the ring, whose radii are 1/2, 3/2 and more
 * of the distance of their axes */
static void check_ring(const char *text)
{
	double circles[8][3];
	struct host_sketch s = sketch_of(text);
	assert_int_equal(large_circles(&s, circles), 3);
	const double apart = hypot(circles[1][0] - circles[0][0], circles[1][1] - circles[0][1]);
	assert_true(fabs(circles[0][2] - 0.5 * apart) < 1e-6 * apart);
	assert_true(fabs(circles[1][2] - 1.5 * apart) < 1e-6 * apart);
	assert_true(circles[2][2] > 1.05 * circles[1][2]);
	host_sketch_free(&s);
}

/* wheels that turn the same way lie in each other, whichever joint carries them and in which order
 * it names its bodies */
static void internal_gears_are_drawn_inside_of_a_ring(void **state)
{
#define RING_BODIES                                                                \
	"mechanism: ring\nbodies:\n  small: {mass: 1, inertia: 1, center: [0.2, 0]}\n" \
	"  large: {mass: 1, inertia: 1, center: [0, 0]}\njoints:\n"
	(void)state;
	check_ring(RING_BODIES "  first: {type: revolute, bodies: [ground, small], at: [0.2, 0]}\n"
	                       "  second: {type: revolute, bodies: [ground, large], at: [0, 0]}\n"
	                       "  mesh: {type: gear, joints: [first, second], ratio: 3}\n");
	check_ring(RING_BODIES "  first: {type: revolute, bodies: [ground, small], at: [0.2, 0]}\n"
	                       "  second: {type: revolute, bodies: [large, ground], at: [0, 0]}\n"
	                       "  mesh: {type: gear, joints: [first, second], ratio: -3}\n");
	/* the ring is the ground, the bearing of the planet goes around: -3 times as fast as its arm,
	 * seen from there */
	check_ring(RING_BODIES "  first: {type: revolute, bodies: [large, small], at: [0.2, 0]}\n"
	                       "  second: {type: revolute, bodies: [ground, large], at: [0, 0]}\n"
	                       "  mesh: {type: gear, joints: [first, second], ratio: -3}\n");
}

/* in space a circle across z is seen as an ellipse. The view x = cos 30 (y - x), y = z - (x + y) /
 * 2 stretches it by cos 30 sqrt 2 and by 1 / sqrt 2: sqrt 3 times as wide as high */
static void gears_in_space_are_seen_as_ellipses(void **state)
{
	struct host_sketch s = sketch_of(
		"mechanism: ring\nspace: spatial\nbodies:\n  small: {mass: 1, inertia: [1, 1, 1], center: [0.2, 0, 0]}\n"
		"  large: {mass: 1, inertia: [1, 1, 1], center: [0, 0, 0]}\njoints:\n"
		"  first: {type: revolute, bodies: [ground, small], at: [0.2, 0, 0.1], axis: [0, 0, 1]}\n"
		"  second: {type: revolute, bodies: [ground, large], at: [0, 0, 0], axis: [0, 0, -1]}\n"
		"  mesh: {type: gear, joints: [first, second], ratio: -3}\n");
	int wheels = 0;
	(void)state;
	for (int k = 0; k < s.n_marks; k++) {
		const struct host_mark *mark = &s.marks[k];
		double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
		for (int i = 0; mark->kind == HOST_MARK_PATH && i < mark->count; i++) {
			for (int axis = 0; axis < 2; axis++) {
				low[axis] = fmin(low[axis], s.points[2 * (mark->first + i) + axis]);
				high[axis] = fmax(high[axis], s.points[2 * (mark->first + i) + axis]);
			}
		}
		if (mark->kind == HOST_MARK_PATH && mark->count > 40) {
			assert_true(fabs((high[0] - low[0]) / (high[1] - low[1]) - sqrt(3.0)) < 0.02);
			wheels++;
		}
	}
	/* pinion, ring and the outside of the ring */
	assert_int_equal(wheels, 3);
	host_sketch_free(&s);
}

/* the centre of the only mark of four corners that is filled with the colour of a body; 0: there is
 * none */
static int box_of(const struct host_sketch *s, uint32_t color, double *center)
{
	int found = 0;
	for (int k = 0; k < s->n_marks; k++) {
		if (s->marks[k].kind == HOST_MARK_PATH && s->marks[k].count == 4 && s->marks[k].fill == color) {
			const double *p = s->points + 2 * s->marks[k].first;
			center[0] = 0.5 * (p[0] + p[4]);
			center[1] = 0.5 * (p[1] + p[5]);
			found++;
		}
	}
	return found == 1;
}

/* A box in the colour of the first body, the arm, whether the quill has sunk or not. The view x =
 * cos 30 (y - x), y = z - (x + y) / 2 shows the arm's end, 0.4 m along y from its pin, at a slope
 * of 1 / (2 cos 30). */
static void a_housing_stays_at_its_arm(void **state)
{
	static const double positions[] = {0.0, -0.2};
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		char text[800];
		double box[2] = {0.0, 0.0};
		const double *pin = NULL;
		(void)snprintf(
			text, sizeof text,
			"mechanism: arm\nspace: spatial\nbodies:\n  arm: {mass: 1, inertia: [1, 1, 1], center: [0, 0.2, 0]}\n"
			"  quill: {mass: 1, inertia: [1, 1, 1], center: [0, 0.4, -0.1]}\njoints:\n"
			"  pin: {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1]}\n"
			"  slide: {type: prismatic, bodies: [arm, quill], at: [0, 0.4, 0], axis: [0, 0, 1]}\n"
			"sensors: {tool: {type: point, body: quill, at: [0, 0.4, -0.3]}}\ninitial: {slide: {position: %g}}\n",
			positions[i]);
		struct host_sketch s = sketch_of(text);
		assert_true(box_of(&s, 0x9cc3e8u | HOST_OPAQUE, box));
		for (int k = 0; k < s.n_marks && pin == NULL; k++) {
			/* the circle of the pin is filled white */
			const int white = s.marks[k].kind == HOST_MARK_CIRCLE && s.marks[k].fill == (0xffffffu | HOST_OPAQUE);
			pin = white && s.marks[k].radius > 4.0 ? s.points + 2 * s.marks[k].first : NULL;
		}
		assert_non_null(pin);
		assert_true(fabs((box[1] - pin[1]) / (box[0] - pin[0]) - 1.0 / sqrt(3.0)) < 1e-3);
		host_sketch_free(&s);
	}
}

/* how far right of the pin the arrow of a motor ends, which is drawn last: its head is a red
 * triangle */
static double arrow_of(const char *bodies, const char *driver)
{
	char text[500];
	double tip = 0.0, pin = 0.0;
	(void)snprintf(text, sizeof text,
	               "mechanism: m\nbodies: {bar: {mass: 1, inertia: 1, center: [1, 0]}}\n"
	               "joints: {pin: {type: revolute, bodies: [%s], at: [0, 0]}}\n%s\nexperiment: {stop: 4}\n",
	               bodies, driver);
	struct host_sketch s = sketch_of(text);
	for (int k = 0; k < s.n_marks; k++) {
		const struct host_mark *mark = &s.marks[k];
		const int head = mark->kind == HOST_MARK_PATH && mark->count == 3 && mark->fill == (0xc0392bu | HOST_OPAQUE);
		tip = head ? s.points[2 * mark->first] : tip;
		pin = mark->kind == HOST_MARK_CIRCLE && mark->radius > 4.0 ? s.points[2 * mark->first] : pin;
	}
	host_sketch_free(&s);
	return tip - pin;
}

/* the arc of a motor that turns counter-clockwise ends left of the pin */
static void arrows_of_motors_show_which_way_they_turn(void **state)
{
	(void)state;
	assert_true(arrow_of("ground, bar", "drivers: {m: {type: constant_speed, joint: pin, speed: 2}}") < 0.0);
	assert_true(arrow_of("ground, bar", "drivers: {m: {type: constant_speed, joint: pin, speed: -2}}") > 0.0);
	/* the angle of the ground in the axes of the bar */
	assert_true(arrow_of("bar, ground", "drivers: {m: {type: constant_speed, joint: pin, speed: 2}}") > 0.0);
	/* its speed is 0 until 1 s */
	assert_true(arrow_of("ground, bar", "drivers: {m: {type: ramp, joint: pin, to: -1, begin: 1, duration: 2}}") > 0.0);
	assert_true(arrow_of("ground, bar", "forces: {m: {type: torque, joint: pin, torque: -3}}") > 0.0);
	assert_true(arrow_of("ground, bar", "forces: {m: {type: torque, joint: pin, input: u, start: -3}}") > 0.0);
}

static struct host_sketch sketch_of_example(const char *name)
{
	char path[300];
	struct mech_message message = {""};
	struct host_facts facts;
	struct host_sketch sketch;
	(void)snprintf(path, sizeof path, "%s/examples/%s/%s.yaml", MECHFMU_SOURCE_DIR, name, name);
	struct host_mechanism *m = host_read_file(path, &message);
	if (m == NULL || host_facts_find(m, &facts, &message) != 0) {
		fail_msg("%s", message.text);
	}
	assert_int_equal(host_sketch_make(NULL, &facts.model, facts.q, &sketch), 0);
	host_facts_free(&facts);
	host_mechanism_free(m);
	return sketch;
}

/* words as long as their letters need at least: half their height each */
static int words_meet(const struct host_sketch *s, const struct host_mark *a, const struct host_mark *b)
{
	const double *p = s->points + 2 * a->first, *q = s->points + 2 * b->first;
	double widths = 0.25 * (a->size * (double)strlen(s->words.bytes + a->word) +
	                        b->size * (double)strlen(s->words.bytes + b->word));
	return fabs(p[0] - q[0]) < widths && fabs(p[1] - q[1]) < 0.45 * (a->size + b->size);
}

static void names_do_not_pile_up(void **state)
{
	static const char *const examples[] = {"delta_robot", "stewart_platform", "gyroscope", "bicycle_wheel"};
	(void)state;
	for (size_t k = 0; k < sizeof examples / sizeof examples[0]; k++) {
		struct host_sketch s = sketch_of_example(examples[k]);
		for (int i = 0; i < s.n_marks; i++) {
			for (int j = 0; j < i; j++) {
				const struct host_mark *a = &s.marks[i], *b = &s.marks[j];
				if (a->kind == HOST_MARK_WORD && b->kind == HOST_MARK_WORD && a->anchor == HOST_ANCHOR_MIDDLE &&
				    b->anchor == HOST_ANCHOR_MIDDLE && words_meet(&s, a, b)) {
					fail_msg("%s: '%s' lies on '%s'", examples[k], s.words.bytes + a->word, s.words.bytes + b->word);
				}
			}
		}
		host_sketch_free(&s);
	}
}

/* names under which no line runs */
static int free_names(const struct host_sketch *s)
{
	int count = 0;
	for (int i = 0; i < s->n_marks; i++) {
		const struct host_mark *a = &s->marks[i];
		if (a->kind != HOST_MARK_WORD || a->anchor != HOST_ANCHOR_MIDDLE) {
			continue;
		}
		const double *p = s->points + 2 * a->first;
		double half = 0.25 * a->size * (double)strlen(s->words.bytes + a->word);
		int met = 0;
		for (int j = 0; j < s->n_marks; j++) {
			const struct host_mark *b = &s->marks[j];
			for (int k = 0; b->kind == HOST_MARK_PATH && b->width > 1.0 && k + 1 < b->count; k++) {
				const double *q = s->points + 2 * (b->first + k);
				for (int n = 0; n <= 50; n++) {
					double x = q[0] + n / 50.0 * (q[2] - q[0]), y = q[1] + n / 50.0 * (q[3] - q[1]);
					met |= fabs(x - p[0]) < half && y < p[1] && y > p[1] - 0.6 * a->size;
				}
			}
		}
		count += !met;
	}
	return count;
}

/* bodies, joints, motors and the scale: 34 stood free while names had to stay close to what they
 * name */
static void most_names_of_a_crowded_drawing_stand_free(void **state)
{
	struct host_sketch s = sketch_of_example("delta_robot");
	(void)state;
	assert_true(free_names(&s) >= 40);
	host_sketch_free(&s);
}

/* `from` and `to` of a ramp are angles here, no points */
static void a_ramp_does_not_distort_the_drawing(void **state)
{
#define BAR                                                                  \
	"mechanism: bar\nbodies: {bar: {mass: 1, inertia: 1, center: [1, 0]}}\n" \
	"joints: {pin: {type: revolute, bodies: [ground, bar], at: [0, 0]}}\n"
	struct host_sketch plain = sketch_of(BAR);
	struct host_sketch ramp = sketch_of(BAR "drivers: {go: {type: ramp, joint: pin, from: 0, to: 90, duration: 1}}\n");
	(void)state;
	/* the same scale: a bar of the same length under its number */
	assert_non_null(word_at(&plain, "0.2 m"));
	assert_non_null(word_at(&ramp, "0.2 m"));
	host_sketch_free(&plain);
	host_sketch_free(&ramp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_body_and_element_is_named_once),
		cmocka_unit_test(everything_lies_inside_the_picture),
		cmocka_unit_test(up_in_the_drawing_is_up_in_the_picture),
		cmocka_unit_test(the_png_has_its_size_a_white_corner_and_ink),
		cmocka_unit_test(pictures_repeat_byte_by_byte),
		cmocka_unit_test(the_svg_is_well_formed_and_holds_the_words),
		cmocka_unit_test(a_lone_mass_far_away_is_drawn_too),
		cmocka_unit_test(wheels_of_gears_and_belts_are_drawn_whole),
		cmocka_unit_test(internal_gears_are_drawn_inside_of_a_ring),
		cmocka_unit_test(gears_in_space_are_seen_as_ellipses),
		cmocka_unit_test(a_housing_stays_at_its_arm),
		cmocka_unit_test(arrows_of_motors_show_which_way_they_turn),
		cmocka_unit_test(names_do_not_pile_up),
		cmocka_unit_test(most_names_of_a_crowded_drawing_stand_free),
		cmocka_unit_test(a_ramp_does_not_distort_the_drawing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
