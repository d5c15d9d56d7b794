/* Places where two shapes may touch: what the parts of shape_contact share (mech_shape_contact.c). */
#ifndef MECH_SHAPE_PARTS_H
#define MECH_SHAPE_PARTS_H

#include "mech_jet.h"
#include "mech_profile_frame.h"
#include "mech_shape_contact.h"

/* derived numbers after those of mech_profile_frame.h */
enum { MECH_SHAPE_AXES = MECH_PROFILE_DERIVED, MECH_SHAPE_DERIVED = MECH_SHAPE_AXES + 4 };

/* both shapes at a point; side 0 is that of the first body */
struct mech_shapes {
	const struct mech_context *c;
	const struct mech_element *e;
	struct mech_frames frames;
	struct mech_profile core[2];
	const double *local[2], *axes[2]; /* origin and axes of each, in its body */
	double own_radius[2], radius;     /* of each, of both together */
	double origin[2][2], base[2][4];  /* origin and axes of each core in the axes of the other one */
};

struct mech_shape_place {
	int side, corner; /* the foot is on the other core */
	struct mech_foot foot;
	double height;
	double sign; /* of its term in the sum; 0: it only has a gap */
};

typedef void mech_shape_visit(const struct mech_shapes *s, const struct mech_shape_place *place, void *context);

LA_FUNCTION void mech_shapes_open(const struct mech_context *c, const struct mech_element *e, int order,
                                  struct mech_shapes *s);

/* all places, and those of shapes that are near each other, which all in contact are */
LA_FUNCTION void mech_shapes_visit_all(const struct mech_shapes *s, mech_shape_visit *visit, void *context);
LA_FUNCTION void mech_shapes_visit(const struct mech_shapes *s, mech_shape_visit *visit, void *context);

#endif
