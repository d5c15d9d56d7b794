#include "host_facts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_text.h"
#include "mech_equations.h"

double host_facts_value(const struct host_facts *facts, enum mech_source source, int index, int component)
{
	struct mech_message ignored;
	double value = NAN;
	for (int i = 0; i < facts->model.n_variables; i++) {
		const struct mech_variable *v = &facts->model.variables[i];
		if (v->source == (int32_t)source && v->index == index && v->component == component) {
			return mech_get(facts->instance, i, &value, &ignored) < 0 ? NAN : value;
		}
	}
	return NAN;
}

/* x, y, angle of all bodies as the instance has them now */
static int host_facts_configuration(const struct host_facts *facts, double *q, struct mech_message *message)
{
	for (int i = 0; i < facts->model.n_variables; i++) {
		const struct mech_variable *v = &facts->model.variables[i];
		if (v->source == MECH_FROM_BODY && v->component < facts->model.body_v &&
		    mech_get(facts->instance, i, &q[facts->model.bodies[v->index].q + v->component], message) < 0) {
			return -1;
		}
	}
	return 0;
}

static int host_facts_assemble(struct host_facts *facts, struct mech_message *message)
{
	const struct mech_model *model = &facts->model;
	facts->redundant = calloc((size_t)model->n_rows + 1, 1);
	facts->drawn = calloc((size_t)model->n_q + 1, sizeof *facts->drawn);
	facts->q = calloc((size_t)model->n_q + 1, sizeof *facts->q);
	if (facts->redundant == NULL || facts->drawn == NULL || facts->q == NULL) {
		host_say(message, "not enough memory");
		return -1;
	}
	mech_setup(facts->instance, model->head->start_time, 0.0);
	if (host_facts_configuration(facts, facts->drawn, message) != 0) {
		return -1;
	}
	int status = mech_initialize(facts->instance, message);
	if (status < 0 || host_facts_configuration(facts, facts->q, message) != 0) {
		return -1;
	}
	if (status > 0) {
		facts->warning = *message;
	}
	mech_instance_diagnose(facts->instance, &facts->diagnosis, facts->redundant);
	return 0;
}

int host_facts_find(const struct host_mechanism *mechanism, struct host_facts *facts, struct mech_message *message)
{
	memset(facts, 0, sizeof *facts);
	if (host_image_build(mechanism, &facts->image, message) != 0) {
		return -1;
	}
	int status = mech_model_open(facts->image.bytes, facts->image.size, &facts->model, message);
	if (status == 0) {
		facts->instance = mech_instance_create(facts->image.bytes, facts->image.size, message);
		status = facts->instance == NULL ? -1 : host_facts_assemble(facts, message);
	}
	if (status != 0) {
		host_say_where(message, mechanism->file);
		host_facts_free(facts);
	}
	return status;
}

void host_facts_free(struct host_facts *facts)
{
	mech_instance_free(facts->instance);
	free(facts->redundant);
	free(facts->drawn);
	free(facts->q);
	host_image_free(&facts->image);
	memset(facts, 0, sizeof *facts);
}

void host_facts_row(const struct host_facts *facts, int row, char text[HOST_FACTS_ROW_SIZE])
{
	int owner = mech_row_element(&facts->model, row);
	if (owner < 0) {
		(void)snprintf(text, HOST_FACTS_ROW_SIZE, "row %d", row);
		return;
	}
	const struct mech_element *e = &facts->model.elements[owner];
	const struct mech_kind *kind = mech_element_kind(e);
	int k = row - e->row;
	const char *name = kind->row_names == NULL || k >= kind->n_rows ? "" : kind->row_names[k];
	(void)snprintf(text, HOST_FACTS_ROW_SIZE, "%s (%s)", mech_name(&facts->model, e->name), name);
}

int host_facts_moved(const struct host_facts *facts, double *distance, double *turn)
{
	int most = -1;
	double largest = 0.0;
	double size = 0.0;
	for (int i = 0; i < facts->model.n_q; i++) {
		size = fmax(size, fabs(facts->drawn[i]));
	}
	for (int i = 0; i < facts->model.n_bodies; i++) {
		int at = facts->model.bodies[i].q;
		double d = hypot(facts->q[at] - facts->drawn[at], facts->q[at + 1] - facts->drawn[at + 1]);
		double a = facts->q[at + 2] - facts->drawn[at + 2];
		double moved = fmax(d, fabs(a) * fmax(size, 1e-300));
		/* less than a millionth of the drawing is rounding of the file's numbers */
		if (moved > largest && moved > 1e-6 * size) {
			largest = moved;
			most = i;
			*distance = d;
			*turn = a;
		}
	}
	return most;
}
