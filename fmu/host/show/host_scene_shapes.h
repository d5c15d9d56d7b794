/* Shapes of a body in the scene (host_scene.h). */
#ifndef HOST_SCENE_SHAPES_H
#define HOST_SCENE_SHAPES_H

#include "host_shape.h"

/* `, "shapes": [...]`, or nothing where the body has none. A mesh is base64 of deflated bytes, little-endian: numbers of
 * points and triangles (32 bits each), coordinates of points (floats), corners of triangles (32 bits). Look at text->failed. */
void host_scene_add_shapes(int n, const struct host_shape *shapes, struct host_text *text);

#endif
