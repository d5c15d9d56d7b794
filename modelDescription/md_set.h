/* Sets of knowns and accelerations: what declarations of reading (mech_reads.h) mean for the bodies
 * of a mechanism.
 *
 * Knowns are numbered: positions, velocities (both as velocities are), inputs, time.
 */
#ifndef MD_SET_H
#define MD_SET_H

#include "mech_model.h"

enum md_kind { MD_NONE, MD_CONSTANT, MD_DEPENDENT };

struct md_set {
	const struct mech_model *model;
	int n_known;
	unsigned char *kinds; /* [n_known] of enum md_kind */
	int *members;         /* [n_known] those put in since it was cleared */
	int n_members;
	unsigned char *moved; /* [n_v] 1: the acceleration is in the set */
};

/* a function of the poses of a pair of bodies */
struct md_pair {
	const int32_t *body;
	const struct mech_shape_parts *shape;
};

/* coordinate that reference i of an element chooses */
struct md_pair md_referred(const struct mech_model *model, const struct mech_element *e, int i);

/* number of velocities that belong to a part of a body, 0: its place, 1: its turn, and the first of
 * them; 0 for the ground */
int md_part(const struct mech_model *model, int body, int part, int *first);

void md_set_clear(struct md_set *s);

/* what a declaration reads of one body; component: of a vector that it belongs to */
void md_set_body(struct md_set *s, int body, unsigned reads, int component);

/* state k of an element; its states, and input or time where it reads what drives it, or the time
 * itself */
void md_set_state(struct md_set *s, const struct mech_element *e, int k, unsigned reads);
void md_set_own(struct md_set *s, const struct mech_element *e, unsigned reads);

/* what an element on a joint reads: the coordinate, its rate */
void md_set_coordinate(struct md_set *s, const struct mech_element *e, unsigned reads);

/* a function, its rate, or its acceleration: gradient times velocities or accelerations, and what
 * bends; `straight` is how it follows parts if nothing bends */
void md_set_pair(struct md_set *s, const struct md_pair *f, enum mech_level level, enum md_kind straight);

/* parts that the derivative of a function with respect to a part reads */
void md_set_bends(struct md_set *s, const struct md_pair *f, int part, enum mech_level level);

#endif
