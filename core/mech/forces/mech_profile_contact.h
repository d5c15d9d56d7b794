/* Contact of a circle (radius 0: a point) of the first body with the outline of a profile on the
 * second: what the kinds cam_contact, polygon_contact, ground_contact and circle_contact share.
 *
 * The outline stands in a frame with its origin and axes fixed to the second body. With p the centre
 * of the circle there, each foot of p (mech_profile.h) is a place where the circle may touch, with
 *
 *     height = distance - radius,     normal n,     tangent t (n to the left of t).
 *
 * The touching point moves along the outline with u = t . dp/dt - radius w (n x t), w the angular
 * velocity of the first body relative to the second. The derivatives of the rows n dp/dq and t dp/dq
 * contain dn = bend t (t . dp) and dt = -bend n (t . dp). Forces: mech_contact_law.h.
 *
 * A circle can touch at MECH_PROFILE_CONTACTS places at once, as a pin in a slot. They are ordered by
 * height, and each has a gap that opens and closes (mech_gap.h). For a foot that is not there the gap
 * is as wide as the mechanism.
 *
 * No step jumps over a contact. The motion that the gaps of the present feet describe holds while
 * the centre moves near them. So a step ends, at the latest, where the centre can have moved by the
 * height over the nearest foot, or to the next point of the outline or half way to the one after
 * it, whichever is more. That way L takes at least the time t with |dp/dt| t + |d2p/dt2| t^2 / 2 =
 * L. The acceleration of the event is lowered so that dae_event.h meets the event then.
 *
 * Memory: of the gaps.
 */
#ifndef MECH_PROFILE_CONTACT_H
#define MECH_PROFILE_CONTACT_H

#include "mech_profile_frame.h"
#include "mech_touch.h"

enum { MECH_PROFILE_CONTACTS = 3 };

/* parameters after those of mech_profile_frame.h; a kind without a table has another circle in place
 * of the outline, and its radius in place of the angle of the axes */
enum { MECH_PROFILE_OTHER_RADIUS = MECH_PROFILE_TURN };
enum { MECH_PROFILE_LAW = MECH_PROFILE_OWN, MECH_PROFILE_BASE_RADIUS = MECH_PROFILE_LAW + MECH_CONTACT_NUMBERS };

LA_TABLE_DECLARATION const struct mech_output_spec mech_profile_contact_outputs[3];

/* rows of a touch along the outline and its normal at a foot of the point x, without the turning of a
 * circle about x; with frames of order 2 their derivatives too */
LA_FUNCTION void mech_profile_rows(const struct mech_frames *f, const struct mech_jet x[2],
                                   const struct mech_foot *foot, struct mech_touch *touch);

/* lowers the acceleration of an event so that dae_event.h meets it within a time at the latest */
LA_FUNCTION void mech_profile_meet_by(double time, struct dae_event *event);

LA_FUNCTION void mech_profile_contact_derive(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_profile_contact_force(const struct mech_context *c, const struct mech_element *e, double *f);
LA_FUNCTION void mech_profile_contact_tangent(const struct mech_context *c, const struct mech_element *e, double cq,
                                              double cv, double *out);
LA_FUNCTION double mech_profile_contact_potential(const struct mech_context *c, const struct mech_element *e);
LA_FUNCTION double mech_profile_contact_dissipation(const struct mech_context *c, const struct mech_element *e);
LA_FUNCTION void mech_profile_contact_events(const struct mech_context *c, const struct mech_element *e,
                                             struct dae_event *out);
LA_FUNCTION void mech_profile_contact_start(const struct mech_context *c, const struct mech_element *e, double *memory);
LA_FUNCTION void mech_profile_contact_remember(const struct mech_context *c, const struct mech_element *e,
                                               double *memory);
LA_FUNCTION const char *mech_profile_contact_refusal(const double *memory, double t);
LA_FUNCTION void mech_profile_contact_output(const struct mech_context *c, const struct mech_element *e, double *out);
LA_FUNCTION void mech_profile_contact_point(const struct mech_context *c, const struct mech_element *e, double *out);

/* what a kind's table has in common with the other two; its parameters begin with
 * MECH_PROFILE_SPECS, MECH_CONTACT_SPECS */
#define MECH_PROFILE_CONTACT_KIND                                                                               \
	.section = MECH_FORCE_ELEMENT, .space = MECH_PLANAR, .file.n_bodies = 2, .output.count = 3,                 \
	.output.specs = mech_profile_contact_outputs, .output.values = mech_profile_contact_output,                 \
	.force.add = mech_profile_contact_force, .force.tangent = mech_profile_contact_tangent,                     \
	.force.reads = MECH_READS_MOTION, .force.torque_reads = MECH_READS_MOTION,                                  \
	.energy.potential = mech_profile_contact_potential, .energy.dissipation = mech_profile_contact_dissipation, \
	.derived.count = MECH_PROFILE_DERIVED, .memory.count = MECH_PROFILE_CONTACTS,                               \
	.memory.start = mech_profile_contact_start, .memory.remember = mech_profile_contact_remember,               \
	.memory.refusal = mech_profile_contact_refusal, .event.count = MECH_PROFILE_CONTACTS,                       \
	.event.functions = mech_profile_contact_events, .drawing.symbol = MECH_SYMBOL_PROFILE,                      \
	.drawing.point = mech_profile_contact_point

#endif
