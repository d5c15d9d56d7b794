/* Turns of joints at the start; see mech_start_turns.h. Angles not known yet are NAN in the memory. */
#include "mech_start_turns.h"

#include <math.h>

/* where the memory has the last angle of coordinate k; NULL: it counts no turns */
static double *mech_start_place(const struct mech_element *joint, int k, double *memory)
{
	const int turns = mech_element_kind(joint)->coordinates[k].turns;
	return turns == MECH_NO_TURNS ? NULL : memory + joint->memory + turns;
}

/* all angles that count turns := value where they are not known */
static void mech_start_fill(const struct mech_model *model, int all, double value, double *memory)
{
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		for (int k = 0; k < mech_element_kind(e)->n_coordinates; k++) {
			double *place = mech_start_place(e, k, memory);
			if (place && (all || isnan(*place))) {
				*place = value;
			}
		}
	}
}

/* what is wanted of coordinate k by itself, without offset; NAN: nothing */
static double mech_start_wanted(const struct mech_context *c, int joint, int k)
{
	const struct mech_model *model = c->model;
	double wanted = NAN;
	for (int i = 0; i < model->n_targets; i++) {
		const struct mech_target *target = &model->targets[i];
		if (target->element == joint && target->coordinate == k && target->value >= 0) {
			wanted = c->parameters[target->value];
		}
	}
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		double w[MECH_MOTION];
		if (mech_element_kind(e)->motion && e->joint[0] == joint && e->coordinate[0] == k) {
			mech_element_kind(e)->motion(c, e, w);
			wanted = w[0];
		}
	}
	return isfinite(wanted) ? wanted - mech_joint_offset(c, &model->elements[joint], k) : NAN;
}

/* the same, or what is known of it through gears */
static double mech_start_known(const struct mech_context *c, const struct mech_element *e, int i, double *memory)
{
	const double *place = mech_start_place(mech_referred_joint(c, e, i), e->coordinate[i], memory);
	return place ? *place : mech_start_wanted(c, e->joint[i], e->coordinate[i]);
}

/* a gear with one angle not known tells it: sum of factor_i c_i = its value as drawn. Returns 1 if it has. */
static int mech_start_mesh(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	const struct mech_kind *kind = mech_element_kind(e);
	double sum = -c->derived[e->derived];
	int open = -1, unknown = 0;
	for (int i = 0; i < kind->n_joints; i++) {
		const double known = mech_start_known(c, e, i, memory);
		unknown += isnan(known) != 0;
		open = isnan(known) ? i : open;
		sum += kind->factor(c, e, i) * (mech_referred_offset(c, e, i) + (isnan(known) ? 0.0 : known));
	}
	double *place = open < 0 ? NULL : mech_start_place(mech_referred_joint(c, e, open), e->coordinate[open], memory);
	if (unknown != 1 || !place || !isfinite(sum / kind->factor(c, e, open))) {
		return 0;
	}
	*place = -sum / kind->factor(c, e, open);
	return 1;
}

LA_FUNCTION void mech_start_turns(const struct mech_context *c, double *memory)
{
	const struct mech_model *model = c->model;
	mech_start_fill(model, 1, NAN, memory);
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		for (int k = 0; k < mech_element_kind(e)->n_coordinates; k++) {
			double *place = mech_start_place(e, k, memory);
			if (place) {
				*place = mech_start_wanted(c, i, k);
			}
		}
	}
	/* each pass that goes on tells one angle more */
	for (int told = 1; told;) {
		told = 0;
		for (int i = 0; i < model->n_elements; i++) {
			const struct mech_element *e = &model->elements[i];
			told |= mech_element_kind(e)->factor && mech_start_mesh(c, e, memory);
		}
	}
	mech_start_fill(model, 0, 0.0, memory);
}
