/* Primitive marks, which are added to the list of the sketch, and arithmetic of pixels. */
#include "host_sketch_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HOST_ARC_POINTS = 33 };

static int host_mark_reserve(void **memory, int *capacity, int needed, size_t size)
{
	if (needed <= *capacity) {
		return 0;
	}
	int more = needed < 64 ? 128 : 2 * needed;
	void *bytes = realloc(*memory, (size_t)more * size);
	if (bytes == NULL) {
		return -1;
	}
	*memory = bytes;
	*capacity = more;
	return 0;
}

/* a new mark with n points; NULL when memory is out */
static struct host_mark *host_mark_new(struct host_view *v, enum host_mark_kind kind, int n,
                                       const struct host_pixel *points, struct host_pen pen)
{
	struct host_sketch *s = v->sketch;
	void *marks = s->marks, *coordinates = s->points;
	int failed = host_mark_reserve(&marks, &s->marks_capacity, s->n_marks + 1, sizeof *s->marks);
	s->marks = marks;
	failed |= host_mark_reserve(&coordinates, &s->points_capacity, s->n_points + n, 2 * sizeof *s->points);
	s->points = coordinates;
	if (failed || s->failed) {
		s->failed = 1;
		return NULL;
	}
	struct host_mark *mark = &s->marks[s->n_marks++];
	memset(mark, 0, sizeof *mark);
	mark->kind = kind;
	mark->first = s->n_points;
	mark->count = n;
	mark->width = pen.width;
	mark->stroke = pen.stroke;
	mark->fill = pen.fill;
	mark->dash = pen.dash;
	for (int i = 0; i < n; i++, s->n_points++) {
		s->points[2 * s->n_points] = points[i].x;
		s->points[2 * s->n_points + 1] = points[i].y;
	}
	return mark;
}

void host_mark_path(struct host_view *v, int n, const struct host_pixel *points, int closed, struct host_pen pen)
{
	struct host_mark *mark = host_mark_new(v, HOST_MARK_PATH, n, points, pen);
	if (mark != NULL) {
		mark->closed = closed;
	}
}

void host_mark_line(struct host_view *v, struct host_pixel a, struct host_pixel b, struct host_pen pen)
{
	const struct host_pixel ends[2] = {a, b};
	host_mark_path(v, 2, ends, 0, pen);
}

void host_mark_circle(struct host_view *v, struct host_pixel center, double radius, struct host_pen pen)
{
	struct host_mark *mark = host_mark_new(v, HOST_MARK_CIRCLE, 1, &center, pen);
	if (mark != NULL) {
		mark->radius = radius;
	}
}

/* angles counter-clockwise as seen */
void host_mark_arc(struct host_view *v, struct host_pixel center, double radius, double from, double to,
                   struct host_pen pen)
{
	struct host_pixel points[HOST_ARC_POINTS];
	for (int i = 0; i < HOST_ARC_POINTS; i++) {
		double angle = from + (to - from) * i / (HOST_ARC_POINTS - 1);
		points[i] = (struct host_pixel){center.x + radius * cos(angle), center.y - radius * sin(angle)};
	}
	host_mark_path(v, HOST_ARC_POINTS, points, 0, pen);
}

void host_mark_arrow(struct host_view *v, struct host_pixel tip, struct host_pixel direction, double size,
                     uint32_t color)
{
	struct host_pixel along = host_pixel_unit(direction), across = host_pixel_left(along);
	struct host_pixel back = host_pixel_add(tip, -size, along);
	const struct host_pixel head[3] = {
		tip,
		host_pixel_add(back, 0.42 * size, across),
		host_pixel_add(back, -0.42 * size, across),
	};
	host_mark_path(v, 3, head, 1, (struct host_pen){0.0, 0, color, 0.0});
}

void host_mark_word(struct host_view *v, struct host_pixel at, const char *word, double size, int italic,
                    enum host_mark_anchor anchor, uint32_t color)
{
	struct host_mark *mark = host_mark_new(v, HOST_MARK_WORD, 1, &at, (struct host_pen){0.0, 0, color, 0.0});
	if (mark == NULL) {
		return;
	}
	mark->word = v->sketch->words.size;
	mark->size = size;
	mark->italic = italic;
	mark->anchor = anchor;
	host_text_add_bytes(&v->sketch->words, word, strlen(word) + 1);
	v->sketch->failed |= v->sketch->words.failed;
}

struct host_pixel host_pixel_add(struct host_pixel a, double factor, struct host_pixel b)
{
	return (struct host_pixel){a.x + factor * b.x, a.y + factor * b.y};
}

struct host_pixel host_pixel_unit(struct host_pixel a)
{
	double length = hypot(a.x, a.y);
	return length > 0.0 ? (struct host_pixel){a.x / length, a.y / length} : (struct host_pixel){1.0, 0.0};
}

struct host_pixel host_pixel_left(struct host_pixel a)
{
	return (struct host_pixel){a.y, -a.x};
}

double host_pixel_distance(struct host_pixel a, struct host_pixel b)
{
	return hypot(a.x - b.x, a.y - b.y);
}

void host_sketch_free(struct host_sketch *sketch)
{
	free(sketch->marks);
	free(sketch->points);
	host_text_free(&sketch->words);
	memset(sketch, 0, sizeof *sketch);
}
