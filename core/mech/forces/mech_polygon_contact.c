/* Contact of a circle with the edges and corners of a polygon, convex or not. See
 * mech_profile_contact.h. The circle is no point, because the force on a point would change its
 * direction suddenly near a corner.
 */
#include "mech_kinds.h"
#include "mech_profile_contact.h"

static const struct mech_parameter_spec mech_polygon_contact_parameters[] = {
	MECH_PROFILE_SPECS(MECH_REQUIRED, MECH_POSITIVE), MECH_CONTACT_SPECS};

static const struct mech_curve_spec mech_polygon_contact_curves[] = {
	MECH_PROFILE_POINTS(MECH_PROFILE_LEAST, MECH_REQUIRED, MECH_CURVE_POLYGON,
                        "of the corners in their order around the polygon, in its axes, 3 to 256", "of these corners"),
};

LA_TABLE const struct mech_kind mech_polygon_contact = {
	MECH_PROFILE_CONTACT_KIND,
	.name = "polygon_contact",
	.text = "a circle of the first body touches a polygon of the second, with friction",
	.file.n_parameters = 8,
	.file.parameters = mech_polygon_contact_parameters,
	.file.n_curves = 1,
	.file.curves = mech_polygon_contact_curves,
	.derived.derive = mech_profile_contact_derive,
};
