#include "host_draw.h"

#include <cairo.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "host_child.h"
#include "host_number.h"

/* cairo's own letters: the same on every machine, whatever fonts it has or lacks */
#define HOST_DRAW_FONT "@cairo:"

/* ---- PNG */

static void host_draw_color(cairo_t *cr, uint32_t color)
{
	cairo_set_source_rgb(cr, (color >> 16 & 255u) / 255.0, (color >> 8 & 255u) / 255.0, (color & 255u) / 255.0);
}

static void host_draw_stroke(cairo_t *cr, const struct host_mark *mark)
{
	if (mark->fill != 0) {
		host_draw_color(cr, mark->fill);
		cairo_fill_preserve(cr);
	}
	if (mark->stroke != 0 && mark->width > 0.0) {
		host_draw_color(cr, mark->stroke);
		cairo_set_line_width(cr, mark->width);
		cairo_set_dash(cr, &mark->dash, mark->dash > 0.0 ? 1 : 0, 0.0);
		cairo_stroke_preserve(cr);
	}
	cairo_new_path(cr);
}

static void host_draw_word(cairo_t *cr, const struct host_mark *mark, const double *p, const char *word)
{
	cairo_text_extents_t extents;
	cairo_select_font_face(cr, HOST_DRAW_FONT, mark->italic ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
	                       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, mark->size);
	cairo_text_extents(cr, word, &extents);
	double shift = mark->anchor == HOST_ANCHOR_START ? 0.0 : mark->anchor == HOST_ANCHOR_MIDDLE ? 0.5 : 1.0;
	double x = p[0] - shift * extents.x_advance;
	/* a halo keeps words readable on lines */
	cairo_move_to(cr, x, p[1]);
	cairo_text_path(cr, word);
	cairo_set_source_rgba(cr, 1.0, 1.0, 1.0, 0.8);
	cairo_set_line_width(cr, 3.0);
	cairo_set_dash(cr, NULL, 0, 0.0);
	cairo_stroke(cr);
	cairo_move_to(cr, x, p[1]);
	host_draw_color(cr, mark->fill);
	cairo_text_path(cr, word);
	cairo_fill_preserve(cr);
	cairo_set_line_width(cr, 0.35);
	cairo_stroke(cr);
}

static void host_draw_mark(cairo_t *cr, const struct host_sketch *s, const struct host_mark *mark)
{
	const double *p = s->points + 2 * mark->first;
	if (mark->kind == HOST_MARK_WORD) {
		host_draw_word(cr, mark, p, s->words.bytes + mark->word);
		return;
	}
	if (mark->kind == HOST_MARK_CIRCLE) {
		cairo_arc(cr, p[0], p[1], mark->radius, 0.0, 2.0 * 3.14159265358979323846);
	}
	for (int k = 0; mark->kind == HOST_MARK_PATH && k < mark->count; k++) {
		cairo_line_to(cr, p[2 * k], p[2 * k + 1]);
	}
	if (mark->closed || mark->kind == HOST_MARK_CIRCLE) {
		cairo_close_path(cr);
	}
	host_draw_stroke(cr, mark);
}

/* cairo leaves out paper and edges of a stroke for which it gets no memory, and calls it success:
 * errno shows */
static cairo_status_t host_draw_marks(cairo_t *cr, double zoom, const struct host_sketch *s)
{
	errno = 0;
	cairo_set_source_rgb(cr, 1.0, 1.0, 1.0);
	cairo_paint(cr);
	cairo_scale(cr, zoom, zoom);
	cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
	int complete = errno != ENOMEM;
	for (int i = 0; i < s->n_marks && complete; i++) {
		errno = 0;
		host_draw_mark(cr, s, &s->marks[i]);
		complete = errno != ENOMEM;
	}
	return complete ? cairo_status(cr) : CAIRO_STATUS_NO_MEMORY;
}

/* a picture to be made, and the file that takes it from one process to the other */
struct host_draw_order {
	const struct host_sketch *sketch;
	double zoom;
	FILE *file;
};

static cairo_status_t host_draw_write(void *closure, const unsigned char *data, unsigned int length)
{
	return fwrite(data, 1, length, closure) == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static int host_draw_work(void *context, struct host_child *child, struct mech_message *message)
{
	const struct host_draw_order *order = context;
	int width = (int)(order->zoom * HOST_SKETCH_WIDTH), height = (int)(order->zoom * HOST_SKETCH_HEIGHT);
	(void)child;
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
	cairo_t *cr = cairo_create(surface);
	cairo_status_t status = host_draw_marks(cr, order->zoom, order->sketch);
	if (status == CAIRO_STATUS_SUCCESS) {
		status = cairo_surface_write_to_png_stream(surface, host_draw_write, order->file);
	}
	if (status == CAIRO_STATUS_SUCCESS && fflush(order->file) != 0) {
		status = CAIRO_STATUS_WRITE_ERROR;
	}
	cairo_destroy(cr);
	cairo_surface_destroy(surface);
	if (status != CAIRO_STATUS_SUCCESS) {
		host_say(message, "the drawing cannot be made (%s)", cairo_status_to_string(status));
		return -1;
	}
	return 0;
}

/* cairo 1.16 jumps to nowhere when its scan converter gets no memory: it works in a process of its
 * own */
int host_draw_png(const struct host_sketch *sketch, double zoom, struct host_text *png, struct mech_message *message)
{
	struct host_draw_order order = {sketch, zoom, host_child_file()};
	char block[16384];
	size_t count = 0;
	if (order.file == NULL) {
		host_say(message, "the drawing cannot be made (%s)", strerror(errno));
		return -1;
	}
	int status = host_child_run(host_draw_work, &order, "drawing", NULL, message);
	rewind(order.file);
	while (status == 0 && (count = fread(block, 1, sizeof block, order.file)) > 0) {
		host_text_add_bytes(png, block, count);
	}
	(void)fclose(order.file);
	if (status == 0 && png->failed) {
		host_say(message, "out of memory");
		status = -1;
	}
	return status;
}

/* ---- SVG */

/* coordinates with a hundredth of a pixel */
static void host_draw_add(struct host_text *svg, const char *before, double number)
{
	char text[HOST_NUMBER_SIZE];
	host_number_write(floor(number * 100.0 + 0.5) / 100.0, 7, text);
	host_text_add(svg, before);
	host_text_add(svg, text);
}

static void host_draw_add_color(struct host_text *svg, const char *name, uint32_t color)
{
	char text[48];
	if (color == 0) {
		(void)snprintf(text, sizeof text, " %s=\"none\"", name);
	} else {
		(void)snprintf(text, sizeof text, " %s=\"#%06x\"", name, (unsigned)(color & 0xffffffu));
	}
	host_text_add(svg, text);
}

static void host_draw_svg_paint(struct host_text *svg, const struct host_mark *mark)
{
	host_draw_add_color(svg, "fill", mark->fill);
	if (mark->stroke != 0 && mark->width > 0.0) {
		host_draw_add_color(svg, "stroke", mark->stroke);
		host_draw_add(svg, " stroke-width=\"", mark->width);
		host_text_add(svg, "\"");
		if (mark->dash > 0.0) {
			host_draw_add(svg, " stroke-dasharray=\"", mark->dash);
			host_text_add(svg, "\"");
		}
	}
	host_text_add(svg, "/>\n");
}

static void host_draw_svg_word(struct host_text *svg, const struct host_mark *mark, const double *p, const char *word)
{
	static const char *const anchors[] = {"start", "middle", "end"};
	host_draw_add(svg, "<text x=\"", p[0]);
	host_draw_add(svg, "\" y=\"", p[1]);
	host_draw_add(svg, "\" font-size=\"", mark->size);
	host_text_add(svg, "\" text-anchor=\"");
	host_text_add(svg, anchors[mark->anchor]);
	host_text_add(svg, mark->italic ? "\" font-style=\"italic\"" : "\"");
	host_draw_add_color(svg, "fill", mark->fill);
	host_text_add(svg, " stroke=\"#fff\" stroke-opacity=\"0.8\" stroke-width=\"3\" paint-order=\"stroke\">");
	host_text_add_escaped(svg, word);
	host_text_add(svg, "</text>\n");
}

static void host_draw_svg_mark(struct host_text *svg, const struct host_sketch *s, const struct host_mark *mark)
{
	const double *p = s->points + 2 * mark->first;
	if (mark->kind == HOST_MARK_WORD) {
		host_draw_svg_word(svg, mark, p, s->words.bytes + mark->word);
		return;
	}
	if (mark->kind == HOST_MARK_CIRCLE) {
		host_draw_add(svg, "<circle cx=\"", p[0]);
		host_draw_add(svg, "\" cy=\"", p[1]);
		host_draw_add(svg, "\" r=\"", mark->radius);
		host_text_add(svg, "\"");
	} else {
		host_text_add(svg, mark->closed ? "<polygon points=\"" : "<polyline points=\"");
		for (int k = 0; k < mark->count; k++) {
			host_draw_add(svg, k == 0 ? "" : " ", p[2 * k]);
			host_draw_add(svg, ",", p[2 * k + 1]);
		}
		host_text_add(svg, "\"");
	}
	host_draw_svg_paint(svg, mark);
}

int host_draw_svg(const struct host_sketch *sketch, struct host_text *svg)
{
	char head[320];
	(void)snprintf(head, sizeof head,
	               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
	               "font-family=\"sans-serif\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
	               HOST_SKETCH_WIDTH, HOST_SKETCH_HEIGHT, HOST_SKETCH_WIDTH, HOST_SKETCH_HEIGHT);
	host_text_add(svg, head);
	host_text_add(svg, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
	for (int i = 0; i < sketch->n_marks; i++) {
		host_draw_svg_mark(svg, sketch, &sketch->marks[i]);
	}
	host_text_add(svg, "</svg>\n");
	return svg->failed ? -1 : 0;
}
