/* A mechanism as a kinematic sketch: a flat list of strokes, circles and words in pixels, y
 * downwards.
 *
 * The sketch is what a textbook would print: ground hatched, revolute joints as circles, sliders as
 * boxes on their guides, bodies as rounded bars and plates through their points, springs as
 * zigzags, motors as arcs with an arrow. It is the same whatever renders it (host_draw.h), and
 * depends on nothing but the model and the configuration.
 */
#ifndef HOST_SKETCH_H
#define HOST_SKETCH_H

#include <stdint.h>

#include "host_mechanism.h"

enum { HOST_SKETCH_WIDTH = 640, HOST_SKETCH_HEIGHT = 420 };

enum host_mark_kind { HOST_MARK_PATH, HOST_MARK_CIRCLE, HOST_MARK_WORD };
enum host_mark_anchor { HOST_ANCHOR_START, HOST_ANCHOR_MIDDLE, HOST_ANCHOR_END };

struct host_mark {
	enum host_mark_kind kind;
	int first, count; /* points of a path; the centre of a circle; the base point of a word */
	int closed;
	double width;          /* of the stroke; 0: none */
	double radius;         /* circle */
	double dash;           /* length of dashes; 0: solid */
	uint32_t stroke, fill; /* 0xrrggbb | HOST_OPAQUE; 0: none */
	size_t word;           /* offset of the word in `words` */
	double size;           /* height of the letters */
	int italic;
	enum host_mark_anchor anchor;
};

#define HOST_OPAQUE 0xff000000u

struct host_sketch {
	int n_marks, n_points;
	int marks_capacity, points_capacity;
	struct host_mark *marks;
	double *points;         /* x, y */
	struct host_text words; /* all words, each ends with 0 */
	int failed;             /* memory was out */
};

/* mechanism: for the shapes of its bodies; NULL: none. q: configuration, or NULL for the drawing.
 * 0, or -1 when memory is out; free in any case */
int host_sketch_make(const struct host_mechanism *mechanism, const struct mech_model *model, const double *q,
                     struct host_sketch *sketch);
void host_sketch_free(struct host_sketch *sketch);

#endif
