/* Contact of a circle with a cam, a smooth closed profile: by points of the profile, or by the lift
 * of the circle over the angle of the cam. See mech_profile_contact.h.
 */
#include "mech_kinds.h"
#include "mech_profile_contact.h"

static const struct mech_parameter_spec mech_cam_contact_parameters[] = {
	MECH_PROFILE_SPECS(MECH_OPTIONAL, MECH_NOT_NEGATIVE), MECH_CONTACT_SPECS, MECH_PROFILE_BASE_SPEC};

static const struct mech_curve_spec mech_cam_contact_curves[] = {
	MECH_PROFILE_POINTS(MECH_PROFILE_LEAST, MECH_OPTIONAL, MECH_CURVE_CLOSED,
                        "of points around a smooth profile, in its axes, 3 to 256", "of these points"),
	MECH_PROFILE_LIFTS,
};

LA_TABLE const struct mech_kind mech_cam_contact = {
	MECH_PROFILE_CONTACT_KIND,
	.name = "cam_contact",
	.text = "a circle or a point of the first body touches a smooth closed profile of the second, with friction",
	.file.n_parameters = 9,
	.file.parameters = mech_cam_contact_parameters,
	.file.n_curves = 2,
	.file.curves = mech_cam_contact_curves,
	.derived.derive = mech_profile_contact_derive,
	.file.one_curve = 1,
};
