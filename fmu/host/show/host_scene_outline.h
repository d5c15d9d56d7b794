/* Outlines of profiles in the scene (host_scene.h). */
#ifndef HOST_SCENE_OUTLINE_H
#define HOST_SCENE_OUTLINE_H

#include "host_text.h"
#include "mech_model.h"

/* `, "outline": [[x, y], ...], "closed": true`, points as drawn that move with the second body, or
 * `, "outlines": [...]` of the shapes of both bodies, or nothing where the element has no outline. Look at text->failed. */
void host_scene_add_outline(const struct mech_model *model, const struct mech_element *e, struct host_text *text);

#endif
