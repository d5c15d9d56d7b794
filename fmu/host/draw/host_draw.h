/* Renders a sketch: PNG by cairo, SVG as plain text. Both give the same bytes for the same
 * sketch. */
#ifndef HOST_DRAW_H
#define HOST_DRAW_H

#include "host_sketch.h"

/* `zoom` pixels of the picture for one of the sketch. 0, or -1 with a message. If cairo has no
 * letters the words are left out. */
int host_draw_png(const struct host_sketch *sketch, double zoom, struct host_text *png, struct mech_message *message);

/* 0, or -1 when memory is out */
int host_draw_svg(const struct host_sketch *sketch, struct host_text *svg);

#endif
