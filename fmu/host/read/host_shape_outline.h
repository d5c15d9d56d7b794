/* Outlines of the shapes of shape_contact (mech_shape_contact.h): for drawings and for the page. */
#ifndef HOST_SHAPE_OUTLINE_H
#define HOST_SHAPE_OUTLINE_H

#include "mech_model.h"

/* whether an element has two shapes */
int host_has_shapes(const struct mech_element *e);

/* point k of the outline of the shape of body `side`, as drawn; 0: there is none */
int host_shape_outline(const struct mech_element *e, const double *parameters, int side, int k, double out[2]);

#endif
