/* Fuzz target: any bytes as an image. Magic, version, size and checksum are made right first, so
 * that the checks after them are reached; an image that passes all checks must then be safe to
 * evaluate. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mech_equations.h"
#include "mech_formula.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void fuzz_mech_model_seal(struct mech_image_head *head, size_t size)
{
	const size_t after = offsetof(struct mech_image_head, checksum) + sizeof head->checksum;
	head->magic = MECH_IMAGE_MAGIC;
	head->version = MECH_IMAGE_VERSION;
	head->size = (uint32_t)size;
	head->checksum = mech_checksum((const char *)head + after, size - after);
}

/* the texts of the variables, and the number after each of them */
static double fuzz_mech_model_values(const struct mech_context *c)
{
	const struct mech_model *m = c->model;
	double sum = 0;
	for (int k = 0; k < m->n_variables; k++) {
		const struct mech_variable *v = &m->variables[k];
		sum += (double)(strlen(mech_name(m, v->name)) + strlen(mech_name(m, v->description)));
		if (v->source == MECH_FROM_BODY) {
			sum += mech_body_output(c, v->index, v->component);
		} else if (v->source == MECH_FROM_ELEMENT) {
			sum += mech_element_output(c, v->index, v->component);
		} else if (v->source == MECH_FROM_PARAMETER) {
			sum += c->parameters[v->index];
		}
	}
	return sum;
}

/* all equations once, at the drawing; arrays as large as the model says and no larger */
static void fuzz_mech_model_evaluate(const struct mech_model *m)
{
	const int n_signals = m->n_inputs * (int)(sizeof(struct mech_signal) / sizeof(double));
	double *arrays[10];
	const int sizes[10] = {m->n_derived, m->n_memory, n_signals, m->n_q,    m->n_v,
	                       m->n_v,       m->n_rows,   m->n_v,    m->n_rows, m->n_parameters};
	int complete = 1;
	for (int k = 0; k < 10; k++) {
		arrays[k] = calloc((size_t)sizes[k] + (sizes[k] == 0), sizeof(double));
		complete = complete && arrays[k] != NULL;
	}
	if (complete) {
		const struct mech_signal *inputs = (const struct mech_signal *)(const void *)arrays[2];
		struct mech_context c = {.model = m,
		                         .parameters = arrays[9],
		                         .derived = arrays[0],
		                         .memory = arrays[1],
		                         .inputs = inputs,
		                         .t = m->head->start_time,
		                         .q = arrays[3],
		                         .v = arrays[4],
		                         .a = arrays[5],
		                         .lambda = arrays[6]};
		memcpy(arrays[9], m->parameters, (size_t)m->n_parameters * sizeof *arrays[9]);
		mech_follow(&c, arrays[9], arrays[0]);
		mech_drawing(&c, arrays[3]);
		mech_force(&c, arrays[7]);
		mech_constraint(&c, arrays[8]);
		mech_constraint_rate(&c, arrays[8]);
		mech_constraint_bias(&c, arrays[8]);
		mech_constraint_acceleration(&c, arrays[8]);
		mech_constraint_jerk(&c, arrays[8]);
		mech_driven_force(&c, &c, &c, arrays[7]);
		volatile double sink = fuzz_mech_model_values(&c) + mech_kinetic_energy(&c) + mech_potential_energy(&c) +
		                       mech_powers(&c).heat + mech_powers(&c).supply;
		(void)sink;
	}
	for (int k = 0; k < 10; k++) {
		free(arrays[k]);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct mech_model model;
	struct mech_message message;
	/* malloc aligns to 8, and a sanitizer sees the first byte after */
	uint8_t *copy = malloc(size > 0 ? size : 1);
	if (copy == NULL) {
		return 0;
	}
	if (size > 0) {
		memcpy(copy, bytes, size);
	}
	if (size >= sizeof(struct mech_image_head)) {
		fuzz_mech_model_seal((struct mech_image_head *)(void *)copy, size);
	}
	if (mech_model_open(copy, size, &model, &message) == 0) {
		fuzz_mech_model_evaluate(&model);
	}
	free(copy);
	return 0;
}
