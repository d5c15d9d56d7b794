#include "host_facts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_text.h"
#include "mech_equations.h"

double host_facts_coordinate(const struct host_facts *facts, int element, int k, int level)
{
	const struct mech_context c = mech_instance_point(facts->instance);
	return mech_element_output(&c, element, 3 * k + level);
}

/* what the drawing leaves open, before anything moves */
static void host_facts_draw(struct host_facts *facts)
{
	const struct mech_context at = mech_instance_point(facts->instance), *c = &at;
	memcpy(facts->drawn, c->q, (size_t)facts->model.n_q * sizeof *facts->drawn);
	facts->size = mech_size(c);
	mech_constraint(c, facts->open);
	for (int i = 0; i < facts->model.n_rows; i++) {
		const struct mech_element *e = &facts->model.elements[mech_row_element(&facts->model, i)];
		facts->open[i] = mech_row_gap(c, e, i - e->row, facts->open[i]);
	}
}

static int host_facts_assemble(struct host_facts *facts, struct mech_message *message)
{
	const struct mech_model *model = &facts->model;
	facts->drawn = calloc((size_t)model->n_q + 1, sizeof *facts->drawn);
	facts->q = calloc((size_t)model->n_q + 1, sizeof *facts->q);
	facts->open = calloc((size_t)model->n_rows + 1, sizeof *facts->open);
	if (facts->drawn == NULL || facts->q == NULL || facts->open == NULL) {
		host_say(message, "out of memory");
		return -1;
	}
	mech_setup(facts->instance, model->head->start_time, 0.0);
	host_facts_draw(facts);
	int status = mech_initialize(facts->instance, message);
	if (status < 0) {
		return -1;
	}
	if (status > 0) {
		facts->warning = *message;
	}
	const struct mech_context at = mech_instance_point(facts->instance), *c = &at;
	memcpy(facts->q, c->q, (size_t)model->n_q * sizeof *facts->q);
	mech_instance_diagnose(facts->instance, &facts->diagnosis, NULL);
	if (host_mobility_find(c, &facts->mobility) != 0) {
		host_say(message, "out of memory");
		return -1;
	}
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
	host_mobility_free(&facts->mobility);
	free(facts->drawn);
	free(facts->q);
	free(facts->open);
	host_image_free(&facts->image);
	memset(facts, 0, sizeof *facts);
}

/* "x", or "(0.6, 0.8, 0)": a direction among the derived numbers of a joint, as drawn */
static void host_facts_axis(const struct host_facts *facts, const struct mech_element *e, int axis, char *text,
                            size_t size)
{
	static const char letters[] = "xyz";
	const double *derived = mech_instance_point(facts->instance).derived + e->derived + axis;
	for (int i = 0; i < 3; i++) {
		if (fabs(derived[i]) > 1.0 - 1e-9) {
			(void)snprintf(text, size, "%c", letters[i]);
			return;
		}
	}
	double d[3];
	for (int i = 0; i < 3; i++) {
		d[i] = fabs(derived[i]) < 1e-9 ? 0.0 : derived[i];
	}
	(void)snprintf(text, size, "(%.3g, %.3g, %.3g)", d[0], d[1], d[2]);
}

void host_facts_component(const struct host_facts *facts, int row, char text[HOST_FACTS_ROW_SIZE])
{
	const struct mech_element *e = &facts->model.elements[mech_row_element(&facts->model, row)];
	const struct mech_row_spec *spec = &mech_element_kind(e)->row.specs[row - e->row];
	char axis[80] = "";
	if (spec->axis != MECH_NO_AXIS) {
		host_facts_axis(facts, e, spec->axis, axis, sizeof axis);
	}
	(void)snprintf(text, HOST_FACTS_ROW_SIZE, "%s%s", spec->holds == NULL ? spec->name : spec->holds, axis);
}

void host_facts_row(const struct host_facts *facts, int row, char text[HOST_FACTS_ROW_SIZE])
{
	char component[HOST_FACTS_ROW_SIZE];
	host_facts_component(facts, row, component);
	const struct mech_element *e = &facts->model.elements[mech_row_element(&facts->model, row)];
	(void)snprintf(text, HOST_FACTS_ROW_SIZE, "%.60s (%.90s)", mech_name(&facts->model, e->name), component);
}

void host_facts_way(const struct host_facts *facts, int body, double *distance, double *turn)
{
	const struct mech_space_rules *rules = mech_model_rules(&facts->model);
	const int at = facts->model.bodies[body].q;
	double way[MECH_MOST_BODY_V], squares[2] = {0.0, 0.0};
	memset(way, 0, sizeof way);
	rules->difference(facts->drawn + at, facts->q + at, way);
	for (int i = 0; i < rules->n_v; i++) {
		squares[i >= rules->dimension] += way[i] * way[i];
	}
	*distance = sqrt(squares[0]);
	*turn = sqrt(squares[1]);
}

int host_facts_moved(const struct host_facts *facts, double *distance, double *turn)
{
	int most = -1;
	double largest = 0.0;
	for (int i = 0; i < facts->model.n_bodies; i++) {
		double d, a;
		host_facts_way(facts, i, &d, &a);
		const double moved = fmax(d, a * facts->size);
		/* less than a millionth of the drawing is rounding of the file's numbers */
		if (moved > largest && moved > 1e-6 * facts->size) {
			largest = moved;
			most = i;
			*distance = d;
			*turn = a;
		}
	}
	return most;
}
