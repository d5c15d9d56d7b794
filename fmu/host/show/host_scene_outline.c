#include "host_scene_outline.h"

#include <stdlib.h>

#include "host_shape_outline.h"
#include "mech_equations.h"
#include "mech_profile_frame.h"

static void host_scene_points(const struct mech_model *model, const struct mech_element *e, const double *derived,
                              struct host_text *t)
{
	const struct mech_profile p = mech_profile_open(e, mech_profile_table(e), model->parameters, derived);
	for (int i = 0; i < mech_profile_samples(&p); i++) {
		double at[2];
		mech_profile_frame_drawn(e, model->parameters, &p, i, at);
		host_text_add(t, i == 0 ? ", \"outline\": [[" : ", [");
		host_text_add_number(t, at[0]);
		host_text_add(t, ", ");
		host_text_add_number(t, at[1]);
		host_text_add(t, "]");
	}
	host_text_add(t, p.form == MECH_CURVE_TERRAIN ? "], \"closed\": false" : "], \"closed\": true");
}

static void host_scene_shapes(const struct mech_model *model, const struct mech_element *e, struct host_text *t)
{
	double at[2];
	for (int side = 0; side < 2; side++) {
		host_text_add(t, side == 0 ? ", \"outlines\": [[" : "], [");
		for (int k = 0; host_shape_outline(e, model->parameters, side, k, at); k++) {
			host_text_add(t, k == 0 ? "[" : ", [");
			host_text_add_number(t, at[0]);
			host_text_add(t, ", ");
			host_text_add_number(t, at[1]);
			host_text_add(t, "]");
		}
	}
	host_text_add(t, "]]");
}

void host_scene_add_outline(const struct mech_model *model, const struct mech_element *e, struct host_text *text)
{
	if (host_has_shapes(e)) {
		host_scene_shapes(model, e, text);
		return;
	}
	if (mech_profile_table(e) < 0) {
		return;
	}
	double *derived = calloc((size_t)model->n_derived + 1, sizeof *derived);
	if (derived == NULL) {
		text->failed = 1;
		return;
	}
	const struct mech_context drawing = {.model = model, .parameters = model->parameters, .derived = derived};
	mech_derive(&drawing, derived);
	host_scene_points(model, e, derived, text);
	free(derived);
}
