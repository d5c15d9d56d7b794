/* A mechanism as a constrained system: block patterns and callbacks made from the elements. */
#ifndef MECH_SYSTEM_H
#define MECH_SYSTEM_H

#include "dae_system.h"
#include "mech_body.h"

struct mech_system {
	struct dae_system dae;
	struct mech_context base;     /* numbers, inputs and size of the mechanism, the owner's; no point */
	struct mech_instance *owner;  /* for whoever sets dae.along and dae.accepted */
	struct la_block *blocks;      /* one allocation for all three lists */
	double *sizes;                /* of motions, constraints and their terms */
	struct mech_kept_pose *poses; /* of base */
	/* the last Jacobian and rows of joints with it, and the numbers they follow from: q,
	 * parameters, derived, memory */
	int has_rows;
	double *rows, *rows_of, *jacobian;
};

/* allocates; 0 or -1 when memory is out. `base` is copied: its arrays must outlive the system. */
LA_FUNCTION int mech_system_create(struct mech_system *system, const struct mech_context *base);
LA_FUNCTION void mech_system_free(struct mech_system *system);

/* the mechanism at a point */
LA_FUNCTION struct mech_context mech_system_at(const struct mech_system *s, const struct dae_point *p);

/* typical sizes from the mechanism's length, to be called when the geometry is known */
LA_FUNCTION void mech_system_set_size(struct mech_system *system, double length);

#endif
