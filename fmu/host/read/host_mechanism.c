#include "host_mechanism.h"

#include <math.h>
#include <stdlib.h>

#include "mech_matrix.h"

double host_solver_maximum(int k)
{
	static const double maximum[MECH_SOLVER_PARAMETERS] = {
		[MECH_SOLVER_TOLERANCE] = 0.1,
		[MECH_SOLVER_SPECTRAL_RADIUS] = 1,
		[MECH_SOLVER_LARGEST_ORDER] = 5,
		[MECH_SOLVER_ITERATIONS] = 100,
	};
	if (mech_solver_choices(k) > 0) {
		return mech_solver_choices(k) - 1 + MECH_FIRST_CHOICE;
	}
	return maximum[k] > 0 ? maximum[k] : HUGE_VAL;
}

int host_element_extent(const struct host_element *e, enum mech_extent extent)
{
	int joints = 0;
	while (joints < MECH_MOST_JOINTS && e->joint[joints] >= 0) {
		joints++;
	}
	return mech_extent(extent, e->n_states, joints);
}

int host_element_table(const struct host_element *e)
{
	const struct mech_kind *kind = mech_kinds[e->kind];
	int numbers = mech_kind_numbers(kind);
	for (int k = 0; k < kind->file.n_matrices; k++) {
		const struct mech_matrix_spec *spec = &kind->file.matrices[k];
		numbers += host_element_extent(e, spec->rows) * host_element_extent(e, spec->columns);
	}
	return numbers;
}

int host_element_numbers(const struct host_element *e)
{
	int numbers = host_element_table(e);
	for (int k = 0; k < MECH_MOST_CURVES; k++) {
		numbers += 2 * e->points[k];
	}
	return numbers;
}

int host_table_replaces(const struct host_element *e, int spec)
{
	const struct mech_kind *kind = mech_kinds[e->kind];
	int replaces = 0;
	for (int k = 0; k < kind->file.n_curves; k++) {
		replaces |= e->points[k] > 0 && kind->file.curves[k].replaces == spec;
	}
	return replaces;
}

static void host_presentation_free(struct host_presentation *p)
{
	for (int k = 0; k < HOST_CREDITS; k++) {
		free(p->credits[k]);
	}
	for (int k = 0; k < p->n_listed; k++) {
		free(p->listed[k]);
	}
	free(p->listed);
	free(p->places);
}

void host_mechanism_free(struct host_mechanism *m)
{
	if (m == NULL) {
		return;
	}
	for (int k = 0; k < m->n_bodies; k++) {
		free(m->bodies[k].name);
		for (int i = 0; i < m->bodies[k].n_shapes; i++) {
			host_shape_free(&m->bodies[k].shapes[i]);
		}
		free(m->bodies[k].shapes);
	}
	for (int k = 0; k < m->n_elements; k++) {
		free(m->elements[k].name);
		free(m->elements[k].values);
	}
	for (int k = 0; k < m->n_inputs; k++) {
		free(m->inputs[k].name);
	}
	for (int k = 0; k < m->n_outputs; k++) {
		free(m->outputs[k]);
	}
	for (int k = 0; k < m->n_parameters; k++) {
		free(m->parameter_names[k]);
		free(m->parameter_texts[k]);
	}
	for (int k = 0; k < m->n_formulas; k++) {
		free(m->formulas[k].operations);
	}
	free(m->parameters);
	free(m->parameter_names);
	free(m->parameter_texts);
	free(m->formulas);
	free(m->bodies);
	free(m->elements);
	free(m->inputs);
	free(m->targets);
	free(m->outputs);
	free(m->output_places);
	host_presentation_free(&m->presentation);
	free(m->file);
	free(m->name);
	free(m->description);
	free(m);
}
