/* Beams of the mechanism file: bodies of `type: beam`.
 *
 * A beam becomes nodes and elements. Node k is a body <beam>.n<k>, k = 0 .. n, with its share of the
 * mass; element k is a force <beam>.e<k>, k = 1 .. n / order, of kind `beam` between two nodes or
 * `quadratic_beam` through three.
 * A load along the beam becomes a force <beam>.p<k> on each node k that moves. An end that is
 * welded is a part of another body. References may name a node <beam>.start,
 * <beam>.end, <beam>.<k> or by its part of the length, <beam>.0.25.
 */
#ifndef HOST_BEAM_H
#define HOST_BEAM_H

#include "host_term.h"

enum host_beam_key {
	HOST_BEAM_FROM,
	HOST_BEAM_VIA,
	HOST_BEAM_TO,
	HOST_BEAM_ELEMENTS,
	HOST_BEAM_ORDER,
	HOST_BEAM_Y_AXIS,
	HOST_BEAM_MODULUS,
	HOST_BEAM_POISSON,
	HOST_BEAM_SHEAR_MODULUS,
	HOST_BEAM_STIFFNESS,
	HOST_BEAM_DENSITY,
	HOST_BEAM_MASS,
	HOST_BEAM_INERTIA,
	HOST_BEAM_DAMPING,
	HOST_BEAM_PRESTRESS,
	HOST_BEAM_LOAD,
	HOST_BEAM_KEYS
};

/* numbers of a beam; key NULL: not in this space */
extern const struct mech_parameter_spec host_beam_specs[MECH_SPACE_COUNT][HOST_BEAM_KEYS];

/* a key that holds no number */
struct host_beam_word {
	const char *key, *value, *text;
};
enum { HOST_BEAM_POINTS, HOST_BEAM_SECTION, HOST_BEAM_START, HOST_BEAM_END, HOST_BEAM_WORDS };
extern const struct host_beam_word host_beam_words[HOST_BEAM_WORDS];

enum { HOST_BEAM_MOST_ELEMENTS = 10000, HOST_BEAM_MOST_STIFFNESS = 21 };

struct host_node; /* host_yaml.h */

struct host_beam {
	const struct host_node *node; /* in the file */
	int n, order;                 /* n + 1 nodes, order + 1 of them in each element */
	double *points;               /* of the nodes, three numbers each */
	double y_axis[3];
	/* Numbers of the section and the load, and where each stands in the terms. Inertia is that of a
	 * length, about x, y, z; in the plane it is one number. */
	struct host_terms terms;
	int stiffness[HOST_BEAM_MOST_STIFFNESS], damping[MECH_MOST_BODY_V], prestress[MECH_MOST_BODY_V];
	int load[3], load_size, mass, inertia[3];
};

#endif
