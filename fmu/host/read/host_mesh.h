/* Triangles of a surface, from a file: STL, as text or binary, or OBJ.
 *
 * Corners that coincide are one point. Triangles without extent are left out. A closed surface
 * bounds a solid: each edge is passed as often in one direction as in the other.
 */
#ifndef HOST_MESH_H
#define HOST_MESH_H

#include "host_text.h"

/* of a file, and of all meshes of a mechanism: a page carries them */
#define HOST_MESH_MOST_BYTES ((size_t)64 << 20)
enum { HOST_MESH_MOST_TRIANGLES = 100000 };

struct host_mesh {
	int n_points, n_triangles;
	double *points; /* n_points x 3 */
	int *triangles; /* n_triangles x 3: numbers of points, counter-clockwise as seen from outside */
};

/* reads the file; its name shows the format. 0, or -1 with a message that names it and nothing to
 * free */
int host_mesh_read(const char *path, struct host_mesh *mesh, struct mech_message *message);
void host_mesh_free(struct host_mesh *mesh);

/* edges that are not passed as often one way as the other; 0: closed; -1: memory is out */
int host_mesh_open_edges(const struct host_mesh *mesh);

/* the other side becomes the outside */
void host_mesh_turn(struct host_mesh *mesh);

#endif
