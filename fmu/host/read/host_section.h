/* Constants of the cross sections of beams, from their shapes.
 *
 * The section lies in its y and z axes, x runs along the beam. In space the height of a shape is
 * along z, its width along y; in the plane the height is in the plane. Source of the shear factors: G. R.
 * Cowper, The shear coefficient in Timoshenko's beam theory, Journal of Applied Mechanics 33, 1966.
 */
#ifndef HOST_SECTION_H
#define HOST_SECTION_H

#include "host_term.h"

/* area; second moments about y and z; torsion constant; areas in shear along y and z */
enum host_constant { HOST_AREA, HOST_ABOUT_Y, HOST_ABOUT_Z, HOST_TORSION, HOST_SHEAR_Y, HOST_SHEAR_Z, HOST_CONSTANTS };
extern const char *const host_constant_names[HOST_CONSTANTS];

enum host_section_key {
	HOST_SECTION_WIDTH,
	HOST_SECTION_HEIGHT,
	HOST_SECTION_DIAMETER,
	HOST_SECTION_WALL,
	HOST_SECTION_WEB,
	HOST_SECTION_FLANGE,
	HOST_SECTION_KEYS
};
enum { HOST_SECTION_SHAPES = 5, HOST_SECTION_LINES = 17 };

/* a number of the section by an expression of its sizes, of `poisson` and of the lines before */
struct host_section_line {
	const char *name, *text;
};

struct host_section_shape {
	const char *name, *text;
	unsigned keys; /* bit k: it has key k, and needs it */
	/* 0 where the sizes fit together, or what is wrong with them */
	const char *(*refusal)(const double *size);
	struct host_section_line lines[HOST_SECTION_LINES]; /* all constants among them; name NULL: the end */
};

extern const struct mech_parameter_spec host_section_specs[HOST_SECTION_KEYS];
extern const struct host_section_shape host_section_shapes[HOST_SECTION_SHAPES];

/* one term for each line of the shape, where `poisson` and the sizes it has are terms by their keys.
 * -1: out of memory or nested too deeply */
int host_section_define(const struct host_section_shape *shape, struct host_terms *terms);

#endif
