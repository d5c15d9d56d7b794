/* Names in a sketch, the scale and the arrow of gravity.
 *
 * Algorithm: all marks so far are entered into a grid of cells. For each name, positions around the
 * point that it names are tried; the one that covers the fewest used cells is taken and entered. Call
 * it last.
 */
#include "host_sketch_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "host_number.h"

/* what is already drawn, in cells of some pixels */
enum { HOST_CELL = 4, HOST_CELLS_X = HOST_SKETCH_WIDTH / HOST_CELL, HOST_CELLS_Y = HOST_SKETCH_HEIGHT / HOST_CELL };
struct host_cover {
	unsigned char cells[HOST_CELLS_Y][HOST_CELLS_X];
};

struct host_box {
	double left, top, right, bottom;
};

enum { HOST_COVER_LINE = 1, HOST_COVER_WORD = 12, HOST_COVER_OUTSIDE = 30 };
enum { HOST_LABEL_BESIDE = 20 }; /* pixels within which a word needs no line to what it names */

static void host_cover_add(struct host_cover *cover, double x, double y, int weight)
{
	int i = (int)floor(x / HOST_CELL), k = (int)floor(y / HOST_CELL);
	if (i >= 0 && i < HOST_CELLS_X && k >= 0 && k < HOST_CELLS_Y && cover->cells[k][i] < weight) {
		cover->cells[k][i] = (unsigned char)weight;
	}
}

static void host_cover_disc(struct host_cover *cover, double x, double y, double radius)
{
	for (double dy = -radius; dy <= radius; dy += HOST_CELL) {
		for (double dx = -radius; dx <= radius; dx += HOST_CELL) {
			host_cover_add(cover, x + dx, y + dy, HOST_COVER_LINE);
		}
	}
}

static void host_cover_segment(struct host_cover *cover, const double *a, const double *b, double half)
{
	double length = hypot(b[0] - a[0], b[1] - a[1]);
	int n = length < 4000.0 ? (int)(length / HOST_CELL) + 1 : 1000;
	for (int i = 0; i <= n; i++) {
		double s = (double)i / n;
		host_cover_disc(cover, a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), half);
	}
}

static void host_cover_mark(struct host_cover *cover, const struct host_sketch *s, const struct host_mark *mark)
{
	const double *p = s->points + 2 * mark->first;
	if (mark->kind == HOST_MARK_CIRCLE) {
		host_cover_disc(cover, p[0], p[1], mark->fill != 0 ? mark->radius : 0.0);
		return;
	}
	for (int i = 0; mark->kind == HOST_MARK_PATH && i + 1 < mark->count; i++) {
		host_cover_segment(cover, p + 2 * i, p + 2 * i + 2, 0.5 * mark->width);
	}
}

static double host_cover_cost(const struct host_cover *cover, struct host_box box)
{
	double cost = 0.0;
	for (double y = box.top; y <= box.bottom; y += HOST_CELL) {
		for (double x = box.left; x <= box.right; x += HOST_CELL) {
			int i = (int)floor(x / HOST_CELL), k = (int)floor(y / HOST_CELL);
			int inside = i >= 0 && i < HOST_CELLS_X && k >= 0 && k < HOST_CELLS_Y;
			cost += inside ? cover->cells[k][i] : HOST_COVER_OUTSIDE;
		}
	}
	return cost;
}

/* width of a word in a sans-serif face, near enough to keep words apart */
static double host_label_width(const char *word, double size)
{
	return 0.61 * size * (double)strlen(word);
}

struct host_label {
	struct host_pixel at; /* what is named */
	const char *word;
	double size;
	int italic;
	uint32_t color;
	double nearest; /* distance of the word from `at` */
};

/* a thin line from a word to what it names, where that is not next to it */
static void host_label_lead(struct host_view *v, const struct host_label *label, struct host_box box)
{
	const struct host_pixel end = {fmin(fmax(label->at.x, box.left), box.right),
	                               fmin(fmax(label->at.y, box.top), box.bottom)};
	const double distance = host_pixel_distance(label->at, end);
	if (distance > label->nearest + HOST_LABEL_BESIDE) {
		const struct host_pixel along = host_pixel_unit(host_pixel_add(end, -1.0, label->at));
		host_mark_line(v, host_pixel_add(label->at, 0.5 * label->nearest, along), end,
		               (struct host_pen){0.7, HOST_FAINT, 0, 0.0});
	}
}

/* sixteen places around, at growing distances; the least covered one, near ones first */
static void host_label_place(struct host_view *v, struct host_cover *cover, const struct host_label *label)
{
	enum { DIRECTIONS = 16, RINGS = 9 };
	double width = host_label_width(label->word, label->size), best_cost = HUGE_VAL;
	struct host_box best = {0, 0, 0, 0};
	for (int k = 0; k < DIRECTIONS * RINGS; k++) {
		const int ring = k / DIRECTIONS;
		double angle = 0.9 + 2.0 * 3.14159265358979 * (k % DIRECTIONS) / DIRECTIONS;
		double distance = label->nearest + 9.0 * ring;
		double x = label->at.x + distance * cos(angle) + (0.5 * width) * cos(angle);
		double y = label->at.y - distance * sin(angle) - (0.5 * label->size) * sin(angle);
		struct host_box box = {x - 0.5 * width, y - 0.5 * label->size, x + 0.5 * width, y + 0.5 * label->size};
		double cost = host_cover_cost(cover, box) + 2.0 * ring;
		if (cost < best_cost - 1e-9) {
			best_cost = cost;
			best = box;
		}
	}
	host_label_lead(v, label, best);
	for (double y = best.top - 1.0; y <= best.bottom + 1.0; y += 0.5 * HOST_CELL) {
		for (double x = best.left - 2.0; x <= best.right + 2.0; x += 0.5 * HOST_CELL) {
			host_cover_add(cover, x, y, HOST_COVER_WORD);
		}
	}
	struct host_pixel base = {0.5 * (best.left + best.right), best.bottom - 0.22 * label->size};
	host_mark_word(v, base, label->word, label->size, label->italic, HOST_ANCHOR_MIDDLE, label->color);
}

static uint32_t host_label_section_color(enum mech_section section)
{
	static const uint32_t colors[MECH_SECTION_COUNT] = {HOST_SOFT, HOST_RED, HOST_RED, HOST_BLUE};
	return colors[section];
}

static uint32_t host_label_color(const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	int spring = kind->drawing.symbol == MECH_SYMBOL_SPRING || kind->drawing.symbol == MECH_SYMBOL_COIL;
	return spring ? HOST_GREEN : host_label_section_color(kind->section);
}

int host_sketch_names(const struct host_view *v)
{
	int count = 0;
	for (int i = 0; i < v->model->n_bodies; i++) {
		count += !host_sketch_is_part(v, v->model->bodies[i].name);
	}
	for (int i = 0; i < v->model->n_elements; i++) {
		count += !host_sketch_is_part(v, v->model->elements[i].name);
	}
	return count;
}

/* Elements of a beam follow each other. Returns how many there are from number `first` on; the name
 * of the beam stands at the one in the middle. */
static int host_label_beam(struct host_view *v, struct host_cover *cover, int first, double size)
{
	const char *name = mech_name(v->model, v->model->elements[first].name);
	const size_t length = strcspn(name, ".");
	char word[128];
	int n = 1;
	while (first + n < v->model->n_elements &&
	       strncmp(mech_name(v->model, v->model->elements[first + n].name), name, length + 1) == 0) {
		n++;
	}
	(void)snprintf(word, sizeof word, "%.*s", (int)length, name);
	const struct host_label label = {
		host_sketch_anchor(v, &v->model->elements[first + n / 2]), word, size, 0, HOST_INK, 16.0 * v->unit};
	host_label_place(v, cover, &label);
	return n;
}

void host_sketch_labels(struct host_view *v)
{
	struct host_cover cover;
	memset(&cover, 0, sizeof cover);
	for (int i = 0; i < v->sketch->n_marks; i++) {
		host_cover_mark(&cover, v->sketch, &v->sketch->marks[i]);
	}
	if (!v->labels) {
		return;
	}
	double size = v->unit > 0.8 ? 14.0 : 12.5;
	for (int i = 0; i < v->model->n_bodies; i++) {
		if (host_sketch_is_part(v, v->model->bodies[i].name)) {
			continue;
		}
		struct host_label label = {host_sketch_body_middle(v, i),
		                           mech_name(v->model, v->model->bodies[i].name),
		                           size,
		                           0,
		                           HOST_INK,
		                           13.0 * v->unit};
		host_label_place(v, &cover, &label);
	}
	for (int i = 0; i < v->model->n_elements; i++) {
		const struct mech_element *e = &v->model->elements[i];
		if (host_sketch_is_part(v, e->name)) {
			i += host_label_beam(v, &cover, i, size) - 1;
			continue;
		}
		if (mech_element_kind(e)->drawing.symbol == MECH_SYMBOL_HIDDEN) {
			continue;
		}
		int joint = mech_element_kind(e)->section == MECH_JOINT;
		struct host_label label = {host_sketch_anchor(v, e), mech_name(v->model, e->name),   size - 1.5, 1,
		                           host_label_color(e),      (joint ? 12.0 : 24.0) * v->unit};
		host_label_place(v, &cover, &label);
	}
}

/* 1, 2 or 5 times a power of ten metres, about a sixth of the width */
void host_sketch_scale_bar(struct host_view *v)
{
	static const double steps[] = {5.0, 2.0, 1.0};
	double most = HOST_SKETCH_WIDTH / 5.0 / v->scale, power = pow(10.0, floor(log10(most)));
	double length = power;
	for (int i = 0; i < 3; i++) {
		if (steps[i] * power <= most) {
			length = steps[i] * power;
			break;
		}
	}
	char number[HOST_NUMBER_SIZE], word[HOST_NUMBER_SIZE + 4];
	host_number_write(length, 3, number);
	(void)snprintf(word, sizeof word, "%s m", number);
	double x = 18.0, y = HOST_SKETCH_HEIGHT - 16.0, end = x + length * v->scale;
	struct host_pen pen = {1.4, HOST_SOFT, 0, 0.0};
	const struct host_pixel bar[4] = {{x, y - 5.0}, {x, y}, {end, y}, {end, y - 5.0}};
	host_mark_path(v, 4, bar, 0, pen);
	host_mark_word(v, (struct host_pixel){0.5 * (x + end), y - 6.0}, word, 11.0, 0, HOST_ANCHOR_MIDDLE, HOST_SOFT);
}

void host_sketch_gravity(struct host_view *v)
{
	const double *g = v->context.parameters + v->model->head->gravity;
	double size = 0.0;
	for (int i = 0; i < mech_model_rules(v->model)->dimension; i++) {
		size += fabs(g[i]);
	}
	if (size == 0.0) {
		return;
	}
	struct host_pixel along = host_view_direction(v, MECH_GROUND, g);
	struct host_pixel middle = {HOST_SKETCH_WIDTH - 26.0, 32.0};
	struct host_pixel tip = host_pixel_add(middle, 16.0, along);
	host_mark_line(v, host_pixel_add(middle, -16.0, along), host_pixel_add(tip, -6.0, along),
	               (struct host_pen){1.4, HOST_SOFT, 0, 0.0});
	host_mark_arrow(v, tip, along, 9.0, HOST_SOFT);
	struct host_pixel beside = {middle.x - 9.0 - 4.0 * fabs(along.x), middle.y + 4.0 - 10.0 * fabs(along.x)};
	host_mark_word(v, beside, "g", 13.0, 1, HOST_ANCHOR_END, HOST_SOFT);
}
