#include "host_mechanism.h"

#include <math.h>
#include <stdlib.h>

double host_solver_maximum(int k)
{
	static const double maximum[MECH_SOLVER_PARAMETERS] = {
		[MECH_SOLVER_TOLERANCE] = 0.1,
		[MECH_SOLVER_SPECTRAL_RADIUS] = 1,
		[MECH_SOLVER_LARGEST_ORDER] = 5,
	};
	if (mech_solver_choices(k) > 0) {
		return mech_solver_choices(k) - 1;
	}
	return maximum[k] > 0 ? maximum[k] : HUGE_VAL;
}

void host_mechanism_free(struct host_mechanism *m)
{
	if (m == NULL) {
		return;
	}
	for (int k = 0; k < m->n_bodies; k++) {
		free(m->bodies[k].name);
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
	free(m->bodies);
	free(m->elements);
	free(m->inputs);
	free(m->targets);
	free(m->outputs);
	free(m->output_places);
	free(m->file);
	free(m->name);
	free(m->description);
	free(m);
}
