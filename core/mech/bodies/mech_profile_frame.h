/* A circle (radius 0: a point) of the first body of an element, seen from the outline of a profile on
 * the second (mech_profile.h): parameters and derived numbers that all such elements begin with.
 *
 * The outline stands in a frame with an origin and axes fixed to the second body. Derived: centre in
 * the first body, origin of the profile in the second, its two axes there; further numbers of the
 * kind's own, if it has some; those of the outline.
 */
#ifndef MECH_PROFILE_FRAME_H
#define MECH_PROFILE_FRAME_H

#include "mech_jet.h"
#include "mech_profile.h"

enum { MECH_PROFILE_DERIVED = 8 };

/* numbers of the parameters */
enum {
	MECH_PROFILE_AT = 0,
	MECH_PROFILE_RADIUS = 2,
	MECH_PROFILE_ORIGIN = 3,
	MECH_PROFILE_TURN = 5,
	MECH_PROFILE_OWN = 6 /* first one of the kind's own */
};
#define MECH_PROFILE_SPECS(need, range)                                                                                  \
	{"at", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "centre of the circle on the first body, as drawn"},      \
		{"radius", 1, 0, MECH_LENGTH, need, range, 0, 0.0, "of the circle; 0: a point, only where profiles are smooth"}, \
		{"origin",                                                                                                       \
	     2,                                                                                                              \
	     0,                                                                                                              \
	     MECH_LENGTH,                                                                                                    \
	     MECH_OPTIONAL,                                                                                                  \
	     MECH_ANY,                                                                                                       \
	     0,                                                                                                              \
	     0.0,                                                                                                            \
	     "origin of the profile's axes on the second body, as drawn"},                                                   \
	{                                                                                                                    \
		"turn", 1, 0, MECH_ANGLE, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "angle of the profile's axes, as drawn"               \
	}

/* x and y of points of an outline */
#define MECH_PROFILE_POINTS(least, need, form, x_text, y_text)                                   \
	{                                                                                            \
		{"x", MECH_CURVE_MOST, least, MECH_LENGTH, need, MECH_ANY, 0, 0.0, x_text},              \
			{"y", MECH_CURVE_MOST, least, MECH_LENGTH, need, MECH_ANY, 0, 0.0, y_text}, form, -1 \
	}

/* a cam by the lift of its follower */
#define MECH_PROFILE_LIFTS                                                                                \
	{                                                                                                     \
		{"angles",                                                                                        \
		 MECH_CURVE_MOST,                                                                                 \
		 MECH_PROFILE_LEAST,                                                                              \
		 MECH_ANGLE,                                                                                      \
		 MECH_OPTIONAL,                                                                                   \
		 MECH_ANY,                                                                                        \
		 0,                                                                                               \
		 0.0,                                                                                             \
		 "of the table of lifts, in the profile's axes, increasing, within one turn, 3 to 256"},          \
			{"lifts",                                                                                     \
		     MECH_CURVE_MOST,                                                                             \
		     MECH_PROFILE_LEAST,                                                                          \
		     MECH_LENGTH,                                                                                 \
		     MECH_OPTIONAL,                                                                               \
		     MECH_ANY,                                                                                    \
		     0,                                                                                           \
		     0.0,                                                                                         \
		     "at these angles: the centre of the circle is base_radius + radius + lift from the origin"}, \
			MECH_CURVE_POLAR, -1                                                                          \
	}
#define MECH_PROFILE_BASE_SPEC                                                      \
	{                                                                               \
		"base_radius", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0, 0.0, \
			"of the cam where the lift is 0, for a table of lifts"                  \
	}

/* derived numbers but for those of an outline, with axes that are drawn turned by an angle */
LA_FUNCTION void mech_profile_frame_axes(const struct mech_context *c, const struct mech_element *e, double turn,
                                         double *out);

/* all derived numbers; base: number of the parameter base_radius among those of the element */
LA_FUNCTION void mech_profile_frame_derive(const struct mech_context *c, const struct mech_element *e, int base,
                                           double *out);

/* the centre of the circle in the axes of the profile, x[2]; derived is that of the element */
LA_FUNCTION void mech_profile_frame_place(const struct mech_frames *f, const double *derived, struct mech_jet *x);

/* the outline of an element */
LA_FUNCTION struct mech_profile mech_profile_of(const struct mech_context *c, const struct mech_element *e);

/* sample i of the outline (mech_profile_surface), as drawn */
LA_FUNCTION void mech_profile_frame_drawn(const struct mech_element *e, const double *parameters,
                                          const struct mech_profile *p, int i, double out[2]);

#endif
