/* Shapes of a body in the scene (host_scene.h). */
#ifndef HOST_SCENE_SHAPES_H
#define HOST_SCENE_SHAPES_H

#include "host_mechanism.h"
#include "host_text.h"

/* `, "shapes": [...]`, or nothing where the body has none. Numbers that follow parameters stand
 * again under "follows", by the keys of the file, each as a number or as a formula in postfix
 * order. A mesh is base64 of deflated bytes, little-endian: numbers of points and triangles (32
 * bits each), coordinates of points (floats), corners of triangles (32 bits). Look at
 * text->failed. */
void host_scene_add_shapes(const struct host_mechanism *mechanism, int body, struct host_text *text);

#endif
