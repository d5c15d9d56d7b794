/* Contact of two circles, outside of each other or the first within the second. See
 * mech_profile_contact.h: the outline is the second circle.
 */
#include "mech_kinds.h"
#include "mech_profile_contact.h"

static const struct mech_parameter_spec mech_circle_contact_parameters[] = {
	{"at", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "centre of the first body's circle, as drawn"},
	{"radius", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0, 0.0, "of this circle; 0: a point"},
	{"other_at", 2, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "centre of the second body's circle, as drawn"},
	{"other_radius", 1, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0,
     "of this circle; negative: a round hole, with the first circle in it"},
	MECH_CONTACT_SPECS,
};

static void mech_circle_contact_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	mech_profile_frame_axes(c, e, 0.0, out);
}

LA_TABLE const struct mech_kind mech_circle_contact = {
	MECH_PROFILE_CONTACT_KIND,
	.name = "circle_contact",
	.text = "a circle or a point of the first body touches a circle of the second, with friction",
	.file.n_parameters = 8,
	.file.parameters = mech_circle_contact_parameters,
	.derived.derive = mech_circle_contact_derive,
};
