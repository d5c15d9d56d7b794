/* Shapes of bodies: what is seen of them, and the mass they have where the file gives a density.
 *
 * A shape stands in a frame of its own. A point x of it is at + R x in the drawing, R the rotation
 * by a unit quaternion:
 *
 *   box        of size[0], size[1], size[2] along the axes, around the origin
 *   cylinder   around z, from -length/2 to length/2
 *   sphere     around the origin
 *   capsule    a cylinder with half a sphere on either end, their centres `length` apart
 *   polygon    corners in x and y, from -length/2 to length/2 along z
 *   mesh       triangles
 *
 * In the plane z points out of it, but for the capsule, which lies in it. Shapes are no parameters
 * of the mechanism. Numbers that the file gives by expressions follow parameters in pages
 * (host_scene_shapes.h), and keep their values elsewhere.
 */
#ifndef HOST_SHAPE_H
#define HOST_SHAPE_H

#include "host_mesh.h"
#include "mech_space.h"

enum host_shape_type { HOST_BOX, HOST_CYLINDER, HOST_SPHERE, HOST_CAPSULE, HOST_POLYGON, HOST_MESH, HOST_SHAPE_COUNT };

/* numbers in the file */
enum host_shape_key {
	HOST_SHAPE_SIZE,
	HOST_SHAPE_RADIUS,
	HOST_SHAPE_FROM,
	HOST_SHAPE_TO,
	HOST_SHAPE_THICKNESS,
	HOST_SHAPE_SCALE,
	HOST_SHAPE_AT,
	HOST_SHAPE_TURN,
	HOST_SHAPE_KEYS
};

/* what the file says of a type, in either space: bits of the keys it knows, and of those it must
 * have; the key of what is no number */
struct host_shape_kind {
	const char *name, *text;
	unsigned keys[MECH_SPACE_COUNT], required[MECH_SPACE_COUNT];
	const char *list, *list_value, *list_text; /* NULL: none */
};
extern const struct host_shape_kind host_shape_kinds[HOST_SHAPE_COUNT];
const struct mech_parameter_spec *host_shape_spec(enum mech_space space, enum host_shape_key key);

enum { HOST_SHAPE_MOST = 64, HOST_SHAPE_MOST_CORNERS = 1000 };
#define HOST_SHAPE_DENSITY "kg/m3"

struct host_shape {
	enum host_shape_type type;
	double written[HOST_SHAPE_KEYS][3]; /* numbers in the file */
	double at[3], rotation[4];
	double size[3];
	double radius, length;
	int n_corners;
	double *corners; /* polygon: n_corners x 2, counter-clockwise */
	int reversed;    /* the file goes around clockwise */
	struct host_mesh mesh;
	char color[8]; /* "#rrggbb", or "": that of the body */
};

/* the place of a number among those of all shapes of a body: of a key, of a corner as the file
 * counts them */
int host_shape_component(int shape, enum host_shape_key key, int i);
int host_shape_corner_component(int shape, int corner, int i);

/* mass, Jxx, Jyy, Jzz, Jxy, Jxz, Jyz about the centre of mass, center, as those of a body in space,
 * for a density of 1; the surface of a mesh must be closed */
enum { HOST_SHAPE_NUMBERS = 10 };
void host_shape_mass(const struct host_shape *shape, double numbers[HOST_SHAPE_NUMBERS]);

/* points of the drawing on the surface, the outline of which is that of the shape but for less than
 * a hundredth of a radius */
int host_shape_points(const struct host_shape *shape);
void host_shape_point(const struct host_shape *shape, int k, double drawn[3]);

void host_shape_free(struct host_shape *shape);

#endif
