/* Assembly: a configuration and velocities that close all joints.
 *
 * Three wishes in strict order of priority: the constraints g(q, t) = 0; the wanted initial values
 * (targets); the least change of the drawing. One step solves them one after the other, each in the
 * null space of those before,
 *
 *     dq = -Jg+ g  -  N (Jt N)+ (t + Jt dq1)  +  N2 N2^T (q_drawn - q),
 *
 * with sparse pseudo-inverses (small singular values dropped; mech_assembly_space.h), damped when
 * it does not reduce the residual. Velocities are the same problem once, linear, and their third
 * wish is another: joints stand still that nothing moves. Least are the speeds of joints
 * (mech_joint_speeds.h), then, where these leave it open, those of bodies.
 *
 * Columns are scaled by a length of the mechanism so that angles and lengths compare.
 */
#ifndef MECH_ASSEMBLY_H
#define MECH_ASSEMBLY_H

#include "mech_body.h"
#include "mech_size.h"

struct mech_diagnosis {
	int degrees_of_freedom; /* n_v - rank */
	int rank;
	int n_redundant;                /* rows - rank */
	double smallest_singular_value; /* of the scaled Jacobian, smallest counted as not zero, relative to the largest */
};

/* memory and matrices for all functions below, in any order; nothing is kept from one call to the
 * next. Allocates; NULL when memory is out */
struct mech_assembly;
LA_FUNCTION struct mech_assembly *mech_assembly_create(const struct mech_model *model);
LA_FUNCTION void mech_assembly_free(struct mech_assembly *assembly);

/* c->parameters, derived, memory, inputs, t are given; q and v hold the drawing (start values) and
 * are changed. 0, or -1 with a message that names the joint that does not close and by how much (or
 * the target not met). A target that cannot be met is an error too, unless it is a wish
 * (mech_assembly_nearest.h). States of elements are left as they are. */
LA_FUNCTION int mech_assemble_position(const struct mech_context *c, double *q, struct mech_assembly *assembly,
                                       struct mech_message *message);
LA_FUNCTION int mech_assemble_velocity(const struct mech_context *c, const double *q, double *v,
                                       struct mech_assembly *assembly, struct mech_message *message);

/* rank of G(q, t); redundant[n_rows] (may be NULL) marks rows that depend on those before them */
LA_FUNCTION void mech_diagnose(const struct mech_context *c, const double *q, struct mech_assembly *assembly,
                               struct mech_diagnosis *diagnosis, unsigned char *redundant);

/* Motions that the constraints allow at c->q and that no mass resists: combinations of those that
 * move no mass, body by body, with J times them zero. The body that moves most in one of them, or
 * -1: there is none. */
LA_FUNCTION int mech_massless_body(const struct mech_context *c, struct mech_assembly *assembly);

#endif
