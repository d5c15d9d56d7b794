/* Contact of a circle with uneven ground: a smooth height over x, solid below, that ends at its
 * first and its last point. See mech_profile_contact.h.
 */
#include "mech_kinds.h"
#include "mech_profile_contact.h"

static const struct mech_parameter_spec mech_ground_contact_parameters[] = {
	MECH_PROFILE_SPECS(MECH_OPTIONAL, MECH_NOT_NEGATIVE), MECH_CONTACT_SPECS};

static const struct mech_curve_spec mech_ground_contact_curves[] = {
	MECH_PROFILE_POINTS(MECH_CURVE_LEAST, MECH_REQUIRED, MECH_CURVE_TERRAIN,
                        "of points of the ground, in the profile's axes, increasing, 2 to 256",
                        "heights there; the ground rises and falls only where they do"),
};

LA_TABLE const struct mech_kind mech_ground_contact = {
	MECH_PROFILE_CONTACT_KIND,
	.name = "ground_contact",
	.text = "a circle or a point of the first body touches uneven ground of the second, with friction",
	.file.n_parameters = 8,
	.file.parameters = mech_ground_contact_parameters,
	.file.n_curves = 1,
	.file.curves = mech_ground_contact_curves,
	.derived.derive = mech_profile_contact_derive,
};
