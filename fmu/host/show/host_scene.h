/* The scene of a mechanism as JSON, the file resources/scene.json of an FMU: what is to be drawn,
 * bound to variables.
 *
 * A body gives the names of the variables that hold its position and rotation; an element its
 * symbol and the bodies it touches. Points and axes are variables, too, named as in the file
 * (joints.pin.at[1]), in coordinates of the drawing: so a picture follows parameters as well as
 * motion. Shapes keep the numbers of the file. docs/reference/fmu.md describes the format.
 */
#ifndef HOST_SCENE_H
#define HOST_SCENE_H

#include "host_mechanism.h"

enum { HOST_SCENE_VERSION = 1 };
#define HOST_SCENE_FILE "resources/scene.json"

/* Appends the scene of a mechanism; look at scene->failed. The same mechanism gives the same bytes.
 * model: with all variables, under their names; unit: as the FMU presents it, which may be the
 * same. Where it is another one, variables say which of the unit they are: with flat names and few
 * parameters, too, it can be drawn. */
void host_scene_write(const struct host_mechanism *mechanism, const struct mech_model *model,
                      const struct mech_model *unit, struct host_text *scene);

#endif
