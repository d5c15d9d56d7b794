/* Bodies in the plane and in space: what their coordinates are, how they move, what acts on them by
 * itself.
 *
 * Everything else works with either through this table: mechanisms are planar or spatial as a
 * whole.
 *
 *   planar    q = x, y of the centre of mass, angle between -pi and pi, and    v = dx/dt, dy/dt, angular velocity
 *             the turns counted next to it (mech_turns.h)
 *   spatial   q = x, y, z, unit quaternion e0 .. e3 (scalar part first)        v = dx/dt (global axes), angular velocity
 *             of the centre of mass; R(e) turns body axes into global ones         (body axes)
 *
 * A body's frame has its origin in the centre of mass and axes parallel to the global ones in the
 * drawing. Increments dq are velocity-like: moving a spatial body by (dx, dr) means x + dx and e o
 * exp(dr/2), the rotation by the vector dr in body axes. The ground is no body here; it never
 * moves.
 *
 * Welded bodies have no coordinates: mass, centre and inertia of a body and of all that is welded
 * to it are folded into those of one (parallel axes) among the derived numbers, and the frame is
 * that of the whole. Elements know moving bodies alone. What a body reports of itself, moving or
 * welded, is the motion of its own centre of mass as written, which has a fixed place in the frame.
 */
#ifndef MECH_BODY_H
#define MECH_BODY_H

#include <string.h>

#include "mech_space.h"

/* n numbers, as many as one or two bodies have velocities: a call would cost more than what it
 * does */
static inline void mech_copy(int n, const double *numbers, double *out)
{
	if (n == 3) {
		memcpy(out, numbers, 3 * sizeof *out);
	} else if (n == 6) {
		memcpy(out, numbers, 6 * sizeof *out);
	} else {
		memcpy(out, numbers, (size_t)n * sizeof *out);
	}
}

/* numbers of a body alone as written, and of a moving body with all that is welded to it: mass,
 * inertia, center */
LA_FUNCTION const double *mech_body_written(const struct mech_context *c, int body);
LA_FUNCTION const double *mech_body_numbers(const struct mech_context *c, int body);
LA_FUNCTION void mech_body_fold(const struct mech_context *c, int body, double *numbers);

/* centre of mass of a moving body with all that is welded to it, as drawn, [dimension] */
LA_FUNCTION const double *mech_body_center(const struct mech_context *c, int body);

/* energy of a body in the field of gravity, zero in the origin */
LA_FUNCTION double mech_body_gravity_energy(const struct mech_context *c, int body);
/* the size of its terms: of weights at the places of bodies, which are sums of lengths of the
 * mechanism */
LA_FUNCTION double mech_body_gravity_size(const struct mech_context *c, int body);

/* M v of a body: linear and angular momentum about its centre of mass, in the axes of its
 * velocities, out[n_v] */
LA_FUNCTION void mech_body_momentum(const struct mech_context *c, int body, double *out);

/* place of a body's own centre of mass in the frame it moves with, [dimension]; on the ground: as
 * drawn */
LA_FUNCTION void mech_body_offset(const struct mech_context *c, int body, double *offset);

/* 1: a moving body that nothing is welded to; its coordinates are what it reports */
LA_FUNCTION int mech_body_alone(const struct mech_model *model, int body);

/* the body's part of a vector of velocities or accelerations, out[n_v]; zero for the ground */
LA_FUNCTION void mech_body_part(const struct mech_context *c, int body, const double *vector, double *out);

/* Parts of an element's local vectors: its bodies, then its states if it has any. mech_part gives
 * place and size of one in the vectors of the whole; 0: part of the ground, which has no place
 * there. */
LA_FUNCTION int mech_parts(const struct mech_element *e);
LA_FUNCTION int mech_part(const struct mech_model *model, const struct mech_element *e, int k, int *place, int *size);
LA_FUNCTION int mech_local_size(const struct mech_model *model, const struct mech_element *e);

/* a sensor that lists no bodies sees all of them: whether it does, how many it sees, and which is
 * number i of them */
LA_FUNCTION int mech_sees_all(const struct mech_element *e);
LA_FUNCTION int mech_seen_bodies(const struct mech_model *model, const struct mech_element *e);
LA_FUNCTION int mech_seen_body(const struct mech_element *e, int i);

/* place among the states of an element of the one that its kind counts as k; -1: this element has
 * no such state */
LA_FUNCTION int mech_state_of(const struct mech_model *model, const struct mech_element *e, int k);

/* what an element reads of that which its kind declares: not what its states stand for */
LA_FUNCTION unsigned mech_reads_of(const struct mech_model *model, const struct mech_element *e, unsigned declared);

/* state number k of an element */
LA_FUNCTION double mech_element_state(const struct mech_context *c, const struct mech_element *e, int k);

/* the local vector of an element from a vector of the whole, zero for the ground */
LA_FUNCTION void mech_gather(const struct mech_context *c, const struct mech_element *e, const double *vector,
                             double *out);

/* the whole mechanism: moved = q moved by dq; dq from one configuration to another; rate of an
 * increment; one increment after another */
LA_FUNCTION void mech_move(const struct mech_model *model, const double *q, const double *dq, double *moved);
LA_FUNCTION void mech_difference(const struct mech_model *model, const double *from, const double *to, double *dq);
LA_FUNCTION void mech_increment_rate(const struct mech_model *model, const double *dq, const double *v, double *rate);
LA_FUNCTION void mech_increment_velocity(const struct mech_model *model, const double *dq, const double *rate,
                                         double *v);
LA_FUNCTION void mech_compose(const struct mech_model *model, const double *a, const double *b, double *sum);

#endif
