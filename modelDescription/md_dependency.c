/* Dependencies of outputs on knowns. */
#include "md_dependency.h"

#include <stdlib.h>

/* all bodies of group `from` join group `to` */
static void md_groups_join(struct md_groups *groups, int from, int to)
{
	for (int k = 0; k < groups->model->n_bodies; k++) {
		if (groups->group[k] == from) {
			groups->group[k] = to;
		}
	}
}

/* a constraint connects all its bodies but ground */
static void md_groups_connect(struct md_groups *groups, const struct mech_element *e)
{
	int first = MECH_GROUND;
	for (int k = 0; k < e->n_bodies; k++) {
		if (e->body[k] == MECH_GROUND) {
			continue;
		}
		if (first == MECH_GROUND) {
			first = e->body[k];
		}
		md_groups_join(groups, groups->group[e->body[k]], groups->group[first]);
	}
}

int md_groups_find(const struct mech_model *model, struct md_groups *groups)
{
	groups->model = model;
	groups->group = malloc((size_t)(model->n_bodies + 1) * sizeof *groups->group);
	if (groups->group == NULL) {
		return -1;
	}
	for (int k = 0; k < model->n_bodies; k++) {
		groups->group[k] = k;
	}
	for (int k = 0; k < model->n_elements; k++) {
		if (mech_element_kind(&model->elements[k])->n_rows > 0) {
			md_groups_connect(groups, &model->elements[k]);
		}
	}
	return 0;
}

void md_groups_free(struct md_groups *groups)
{
	free(groups->group);
	groups->group = NULL;
}

static int md_touches_group(const struct md_groups *groups, const struct mech_element *e, int body)
{
	for (int k = 0; k < e->n_bodies && body != MECH_GROUND; k++) {
		if (e->body[k] != MECH_GROUND && groups->group[e->body[k]] == groups->group[body]) {
			return 1;
		}
	}
	return 0;
}

/* whether what element e does at this instant can be seen in y */
static int md_reaches(const struct md_groups *groups, const struct mech_element *e, const struct mech_variable *y)
{
	const struct mech_model *model = groups->model;
	if (y->source == MECH_FROM_BODY) {
		return md_touches_group(groups, e, y->index);
	}
	if (y->source != MECH_FROM_ELEMENT) {
		return 1;
	}
	const struct mech_element *seen = &model->elements[y->index];
	int reaches = seen == e;
	for (int k = 0; k < seen->n_bodies && !reaches; k++) {
		reaches = md_touches_group(groups, e, seen->body[k]);
	}
	return reaches;
}

static enum mech_level md_level(const struct mech_model *model, const struct mech_variable *y)
{
	int component;
	switch (y->source) {
	case MECH_FROM_BODY:
		return mech_body_outputs[y->component].level;
	case MECH_FROM_ELEMENT:
		return mech_element_output_spec(mech_element_kind(&model->elements[y->index]), y->component, &component).level;
	case MECH_FROM_ENERGY:
		return mech_energy_outputs[y->component].level;
	case MECH_FROM_SOLVER:
		return mech_diagnostic_outputs[y->component].level;
	default:
		return MECH_POSITION_LEVEL;
	}
}

int md_depends(const struct md_groups *groups, const struct mech_variable *y, const struct mech_variable *x)
{
	const struct mech_model *model = groups->model;
	if (md_level(model, y) != MECH_ACCELERATION_LEVEL) {
		return 0;
	}
	for (int k = 0; k < model->n_elements; k++) {
		const struct mech_element *e = &model->elements[k];
		const struct mech_kind *kind = mech_element_kind(e);
		int acts = x->source == MECH_FROM_INPUT ? kind->section == MECH_FORCE_ELEMENT && e->input == x->index
		                                        : x->source == MECH_FROM_TIME && kind->rate != NULL;
		if (acts && md_reaches(groups, e, y)) {
			return 1;
		}
	}
	return 0;
}
