#include "host_shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mech_rotation.h"

#define HOST_SHAPE_BIT(key) (1u << HOST_SHAPE_##key)
#define HOST_SHAPE_PLACE (HOST_SHAPE_BIT(AT) | HOST_SHAPE_BIT(TURN))
#define HOST_SHAPE_ENDS (HOST_SHAPE_BIT(RADIUS) | HOST_SHAPE_BIT(FROM) | HOST_SHAPE_BIT(TO))

const struct host_shape_kind host_shape_kinds[HOST_SHAPE_COUNT] = {
	[HOST_BOX] = {.name = "box",
                  .text = "a box",
                  .keys = {HOST_SHAPE_BIT(SIZE) | HOST_SHAPE_BIT(THICKNESS) | HOST_SHAPE_PLACE,
                           HOST_SHAPE_BIT(SIZE) | HOST_SHAPE_PLACE},
                  .required = {HOST_SHAPE_BIT(SIZE), HOST_SHAPE_BIT(SIZE)}},
	[HOST_CYLINDER] = {.name = "cylinder",
                       .text = "a cylinder; in the plane its axis points out of it: a disc",
                       .keys = {HOST_SHAPE_BIT(RADIUS) | HOST_SHAPE_BIT(THICKNESS) | HOST_SHAPE_BIT(AT),
                                HOST_SHAPE_ENDS},
                       .required = {HOST_SHAPE_BIT(RADIUS), HOST_SHAPE_ENDS}},
	[HOST_SPHERE] = {.name = "sphere",
                     .text = "a sphere",
                     .keys = {HOST_SHAPE_BIT(RADIUS) | HOST_SHAPE_BIT(AT), HOST_SHAPE_BIT(RADIUS) | HOST_SHAPE_BIT(AT)},
                     .required = {HOST_SHAPE_BIT(RADIUS), HOST_SHAPE_BIT(RADIUS)}},
	[HOST_CAPSULE] = {.name = "capsule",
                      .text = "a rod with round ends around two points",
                      .keys = {HOST_SHAPE_ENDS, HOST_SHAPE_ENDS},
                      .required = {HOST_SHAPE_ENDS, HOST_SHAPE_ENDS}},
	[HOST_POLYGON] = {.name = "polygon",
                      .text = "a plate with any outline",
                      .keys = {HOST_SHAPE_BIT(THICKNESS) | HOST_SHAPE_PLACE,
                               HOST_SHAPE_BIT(THICKNESS) | HOST_SHAPE_PLACE},
                      .required = {0, HOST_SHAPE_BIT(THICKNESS)},
                      .list = "points",
                      .list_value = "3 to 1000 points `[x, y]`",
                      .list_text = "corners, in the plane of the shape"},
	[HOST_MESH] = {.name = "mesh",
                   .text = "triangles of a file; in the plane seen from above",
                   .keys = {HOST_SHAPE_BIT(SCALE) | HOST_SHAPE_PLACE, HOST_SHAPE_BIT(SCALE) | HOST_SHAPE_PLACE},
                   .list = "file",
                   .list_value = "name",
                   .list_text = "STL or OBJ, sought from the folder of the mechanism file"},
};

#define HOST_SHAPE_SPEC(key, size, quantity, range, fallback, text)     \
	{                                                                   \
		key, size, 0, quantity, MECH_OPTIONAL, range, 0, fallback, text \
	}
/* keys that differ by the number of coordinates */
#define HOST_SHAPE_SPECS(n, turn)                                                                                      \
	[HOST_SHAPE_SIZE] = HOST_SHAPE_SPEC("size", n, MECH_LENGTH, MECH_POSITIVE, 0.0, "lengths along its axes"),         \
	[HOST_SHAPE_RADIUS] = HOST_SHAPE_SPEC("radius", 1, MECH_LENGTH, MECH_POSITIVE, 0.0, "radius"),                     \
	[HOST_SHAPE_FROM] = HOST_SHAPE_SPEC("from", n, MECH_LENGTH, MECH_ANY, 0.0, "one end of its axis as drawn"),        \
	[HOST_SHAPE_TO] = HOST_SHAPE_SPEC("to", n, MECH_LENGTH, MECH_ANY, 0.0, "the other end as drawn"),                  \
	[HOST_SHAPE_THICKNESS] =                                                                                           \
		HOST_SHAPE_SPEC("thickness", 1, MECH_LENGTH, MECH_POSITIVE, 0.0, "across its plane, half of it on each side"), \
	[HOST_SHAPE_SCALE] = HOST_SHAPE_SPEC("scale", 1, MECH_NUMBER, MECH_POSITIVE, 1.0, "metres per unit of the file"),  \
	[HOST_SHAPE_AT] = HOST_SHAPE_SPEC("at", n, MECH_LENGTH, MECH_ANY, 0.0, "its origin as drawn"),                     \
	[HOST_SHAPE_TURN] = turn

static const struct mech_parameter_spec host_shape_specs[MECH_SPACE_COUNT][HOST_SHAPE_KEYS] = {
	{HOST_SHAPE_SPECS(2, HOST_SHAPE_SPEC("angle", 1, MECH_ANGLE, MECH_ANY, 0.0, "by which it is turned"))},
	{HOST_SHAPE_SPECS(3, HOST_SHAPE_SPEC("rotation", 3, MECH_ANGLE, MECH_ANY, 0.0,
                                         "rotation vector: along the axis it is turned about, as long as the angle"))},
};

const struct mech_parameter_spec *host_shape_spec(enum mech_space space, enum host_shape_key key)
{
	return &host_shape_specs[space][key];
}

/* of each shape its keys, then its corners */
enum { HOST_SHAPE_COMPONENTS = 3 * HOST_SHAPE_KEYS + 2 * HOST_SHAPE_MOST_CORNERS };

int host_shape_component(int shape, enum host_shape_key key, int i)
{
	return HOST_SHAPE_COMPONENTS * shape + 3 * (int)key + i;
}

int host_shape_corner_component(int shape, int corner, int i)
{
	return HOST_SHAPE_COMPONENTS * shape + 3 * HOST_SHAPE_KEYS + 2 * corner + i;
}

void host_shape_free(struct host_shape *shape)
{
	free(shape->corners);
	host_mesh_free(&shape->mesh);
}

/* ---- mass: volume, inertia about the centre of the volume, that centre, in the shape's own axes */

static const double host_shape_pi = 3.14159265358979323846;

static void host_shape_box(const struct host_shape *s, double n[HOST_SHAPE_NUMBERS])
{
	const double x = s->size[0] * s->size[0], y = s->size[1] * s->size[1], z = s->size[2] * s->size[2];
	n[0] = s->size[0] * s->size[1] * s->size[2];
	n[1] = n[0] * (y + z) / 12.0;
	n[2] = n[0] * (x + z) / 12.0;
	n[3] = n[0] * (x + y) / 12.0;
}

/* half a sphere has its centre 3/8 r from its flat side, and 2/5 m r^2 about the middle of that */
static void host_shape_round(const struct host_shape *s, double tube, double ball, double n[HOST_SHAPE_NUMBERS])
{
	const double r = s->radius, l = s->length;
	n[0] = tube + ball;
	n[1] = n[2] = tube * (3.0 * r * r + l * l) / 12.0 + ball * (0.4 * r * r + 0.25 * l * l + 0.375 * l * r);
	n[3] = tube * 0.5 * r * r + ball * 0.4 * r * r;
}

static void host_shape_cylinder(const struct host_shape *s, double n[HOST_SHAPE_NUMBERS])
{
	host_shape_round(s, host_shape_pi * s->radius * s->radius * s->length, 0.0, n);
}

/* a sphere has length 0 */
static void host_shape_capsule(const struct host_shape *s, double n[HOST_SHAPE_NUMBERS])
{
	const double disc = host_shape_pi * s->radius * s->radius;
	host_shape_round(s, disc * s->length, 4.0 / 3.0 * disc * s->radius, n);
}

/* triangles between the first corner and the sides: area, first and second moments about that
 * corner */
static void host_shape_polygon(const struct host_shape *s, double n[HOST_SHAPE_NUMBERS])
{
	double area = 0.0, x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
	for (int k = 1; k + 1 < s->n_corners; k++) {
		const double *o = s->corners, *p = s->corners + 2 * (size_t)k;
		const double ax = p[0] - o[0], ay = p[1] - o[1], bx = p[2] - o[0], by = p[3] - o[1];
		const double part = 0.5 * (ax * by - bx * ay);
		area += part;
		x += part * (ax + bx) / 3.0;
		y += part * (ay + by) / 3.0;
		xx += part * (ax * ax + ax * bx + bx * bx) / 6.0;
		yy += part * (ay * ay + ay * by + by * by) / 6.0;
		xy += part * (2.0 * ax * ay + ax * by + bx * ay + 2.0 * bx * by) / 12.0;
	}
	const double t = s->length, cx = x / area, cy = y / area;
	n[0] = area * t;
	n[1] = t * (yy - area * cy * cy) + n[0] * t * t / 12.0;
	n[2] = t * (xx - area * cx * cx) + n[0] * t * t / 12.0;
	n[3] = t * (xx - area * cx * cx + yy - area * cy * cy);
	n[4] = -t * (xy - area * cx * cy);
	n[7] = s->corners[0] + cx;
	n[8] = s->corners[1] + cy;
}

/* Divergence theorem: tetrahedra between the first point and the triangles. With corners 0, a, b, c
 * and volume V the integral of x_i x_j is V/20 (sum over corners of x_i x_j + S_i S_j), S the sum
 * of the corners. */
static void host_shape_mesh(const struct host_shape *s, double n[HOST_SHAPE_NUMBERS])
{
	static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
	const double *origin = s->mesh.points;
	double volume = 0.0, first[3] = {0.0}, second[6] = {0.0};
	for (int k = 0; k < s->mesh.n_triangles; k++) {
		double corner[3][3], normal[3], sum[3];
		for (int i = 0; i < 3; i++) {
			for (int j = 0; j < 3; j++) {
				corner[i][j] =
					s->mesh.points[3 * (size_t)s->mesh.triangles[3 * (size_t)k + (size_t)i] + (size_t)j] - origin[j];
			}
		}
		mech_cross(corner[1], corner[2], normal);
		const double part = mech_dot(corner[0], normal) / 6.0;
		volume += part;
		for (int j = 0; j < 3; j++) {
			sum[j] = corner[0][j] + corner[1][j] + corner[2][j];
			first[j] += part * sum[j] / 4.0;
		}
		for (int i = 0; i < 6; i++) {
			double products = sum[row[i]] * sum[column[i]];
			for (int j = 0; j < 3; j++) {
				products += corner[j][row[i]] * corner[j][column[i]];
			}
			second[i] += part * products / 20.0;
		}
	}
	for (int i = 0; i < 6; i++) {
		second[i] -= first[row[i]] * first[column[i]] / volume;
	}
	n[0] = volume;
	n[1] = second[1] + second[2];
	n[2] = second[0] + second[2];
	n[3] = second[0] + second[1];
	for (int i = 0; i < 3; i++) {
		n[4 + i] = -second[3 + i];
		n[7 + i] = origin[i] + first[i] / volume;
	}
}

/* R J R^T of the moments and products 1 .. 6, and the centre in the drawing */
static void host_shape_turn(const struct host_shape *s, double n[HOST_SHAPE_NUMBERS])
{
	double R[9], half[9], center[3];
	const double J[9] = {n[1], n[4], n[5], n[4], n[2], n[6], n[5], n[6], n[3]};
	mech_rotation_matrix(s->rotation, R);
	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < 3; j++) {
			half[3 * i + j] = R[3 * i] * J[j] + R[3 * i + 1] * J[3 + j] + R[3 * i + 2] * J[6 + j];
		}
	}
	static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
	for (int k = 0; k < 6; k++) {
		n[1 + k] = mech_dot(half + 3 * (size_t)row[k], R + 3 * (size_t)column[k]);
	}
	mech_rotate(R, n + 7, center);
	for (int i = 0; i < 3; i++) {
		n[7 + i] = s->at[i] + center[i];
	}
}

void host_shape_mass(const struct host_shape *shape, double numbers[HOST_SHAPE_NUMBERS])
{
	static void (*const masses[HOST_SHAPE_COUNT])(const struct host_shape *, double *) = {
		[HOST_BOX] = host_shape_box,         [HOST_CYLINDER] = host_shape_cylinder, [HOST_SPHERE] = host_shape_capsule,
		[HOST_CAPSULE] = host_shape_capsule, [HOST_POLYGON] = host_shape_polygon,   [HOST_MESH] = host_shape_mesh,
	};
	memset(numbers, 0, HOST_SHAPE_NUMBERS * sizeof *numbers);
	masses[shape->type](shape, numbers);
	host_shape_turn(shape, numbers);
}

/* ---- points */

enum { HOST_SHAPE_AROUND = 32, HOST_SHAPE_RINGS = 17 }; /* of a round shape: rings around z, from end to end */

int host_shape_points(const struct host_shape *shape)
{
	static const int fixed[HOST_SHAPE_COUNT] = {
		[HOST_BOX] = 8,
		[HOST_CYLINDER] = 2 * HOST_SHAPE_AROUND,
		[HOST_SPHERE] = 2 * HOST_SHAPE_RINGS * HOST_SHAPE_AROUND,
		[HOST_CAPSULE] = 2 * HOST_SHAPE_RINGS * HOST_SHAPE_AROUND,
	};
	return fixed[shape->type] + 2 * shape->n_corners + shape->mesh.n_points;
}

/* the same in the shape's own axes */
static void host_shape_local(const struct host_shape *s, int k, double x[3])
{
	if (s->type == HOST_MESH) {
		memcpy(x, s->mesh.points + 3 * (size_t)k, 3 * sizeof *x);
		return;
	}
	const double side = k % 2 == 0 ? -0.5 : 0.5;
	const int half = k / 2;
	x[2] = side * (s->type == HOST_BOX ? s->size[2] : s->length);
	if (s->type == HOST_BOX) {
		x[0] = (half % 2 == 0 ? -0.5 : 0.5) * s->size[0];
		x[1] = (half / 2 == 0 ? -0.5 : 0.5) * s->size[1];
		return;
	}
	if (s->type == HOST_POLYGON) {
		memcpy(x, s->corners + 2 * (size_t)half, 2 * sizeof *x);
		return;
	}
	const double around = 2.0 * host_shape_pi * (half % HOST_SHAPE_AROUND) / HOST_SHAPE_AROUND;
	const int ring = s->type == HOST_CYLINDER ? 0 : half / HOST_SHAPE_AROUND;
	const double polar = 0.5 * host_shape_pi * ring / (HOST_SHAPE_RINGS - 1);
	x[0] = s->radius * cos(polar) * cos(around);
	x[1] = s->radius * cos(polar) * sin(around);
	x[2] += 2.0 * side * s->radius * sin(polar);
}

void host_shape_point(const struct host_shape *shape, int k, double drawn[3])
{
	double R[9], local[3], turned[3];
	host_shape_local(shape, k, local);
	mech_rotation_matrix(shape->rotation, R);
	mech_rotate(R, local, turned);
	for (int i = 0; i < 3; i++) {
		drawn[i] = shape->at[i] + turned[i];
	}
}
