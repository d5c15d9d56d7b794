/* Constants of the cross sections of beams, from their shapes.
 *
 * The section lies in its y and z axes, x runs along the beam. In space the height of a shape is
 * along z, its width along y; in the plane the height is in the plane. Source of the shear factors: G. R.
 * Cowper, The shear coefficient in Timoshenko's beam theory, Journal of Applied Mechanics 33, 1966.
 */
#ifndef HOST_SECTION_H
#define HOST_SECTION_H

#include "mech_model.h"

/* area; second moments about y and z; torsion constant; areas in shear along y and z */
struct host_profile {
	double area, about_y, about_z, torsion, shear_y, shear_z;
};

enum host_section_key {
	HOST_SECTION_WIDTH,
	HOST_SECTION_HEIGHT,
	HOST_SECTION_DIAMETER,
	HOST_SECTION_WALL,
	HOST_SECTION_WEB,
	HOST_SECTION_FLANGE,
	HOST_SECTION_KEYS
};
enum { HOST_SECTION_SHAPES = 5 };

struct host_section_shape {
	const char *name, *text;
	unsigned keys; /* bit k: it has key k, and needs it */
	/* 0 where the sizes fit together, or what is wrong with them */
	const char *(*refusal)(const double *size);
	/* size[HOST_SECTION_KEYS]; with Poisson's ratio */
	void (*constants)(const double *size, double poisson, struct host_profile *out);
};

extern const struct mech_parameter_spec host_section_specs[HOST_SECTION_KEYS];
extern const struct host_section_shape host_section_shapes[HOST_SECTION_SHAPES];

#endif
