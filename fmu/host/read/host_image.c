/* Builds an image: records and parameters in the order section parameters, mechanism, solver,
 * bodies, elements, targets, then the variables, then all tables one after the other.
 *
 * Numbers the file leaves to the drawing (the length of a rod, the rest angle of a spring) are
 * worked out here, so that every parameter of the image has a value to start from.
 */
#include "host_image.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_fail.h"
#include "host_records.h"
#include "mech_curve.h"
#include "mech_equations.h"

uint32_t host_names_add(struct host_names *names, const char *text)
{
	size_t size = strlen(text) + 1;
	int offset = host_table_find(&names->offsets, text, -1);
	if (offset >= 0) {
		return (uint32_t)offset;
	}
	if (names->size + size > names->capacity) {
		size_t capacity = 2 * names->capacity + size + 1024;
		char *bytes = realloc(names->bytes, capacity);
		if (bytes == NULL) {
			names->failed = 1;
			return 0;
		}
		names->bytes = bytes;
		names->capacity = capacity;
	}
	if (host_table_add(&names->offsets, text, (int)names->size) != 0) {
		names->failed = 1;
		return 0;
	}
	memcpy(names->bytes + names->size, text, size);
	names->size += size;
	return (uint32_t)(names->size - size);
}

static void host_image_free_records(struct host_records *r)
{
	free(r->bodies);
	free(r->elements);
	free(r->inputs);
	free(r->targets);
	free(r->parameters);
	free(r->variables);
	free(r->formulas);
	free(r->operations);
	free(r->names.bytes);
	host_table_free(&r->names.offsets);
}

static size_t host_image_numbers(const struct host_mechanism *m)
{
	size_t numbers =
		MECH_MOST_DIMENSION + MECH_SOLVER_PARAMETERS + sizeof m->bodies->values / sizeof(double) * (size_t)m->n_bodies;
	for (int k = 0; k < m->n_elements; k++) {
		numbers += (size_t)host_element_numbers(&m->elements[k]);
	}
	return numbers + 2 * (size_t)m->n_targets + (size_t)m->n_parameters;
}

static int host_image_allocate(const struct host_mechanism *m, struct host_records *r)
{
	/* one more than needed: asking for nothing may give NULL */
	r->bodies = calloc((size_t)m->n_bodies + 1, sizeof *r->bodies);
	r->elements = calloc((size_t)m->n_elements + 1, sizeof *r->elements);
	r->inputs = calloc((size_t)m->n_inputs + 1, sizeof *r->inputs);
	r->targets = calloc((size_t)m->n_targets + 1, sizeof *r->targets);
	r->parameters = calloc(host_image_numbers(m), sizeof *r->parameters);
	r->formulas = calloc(host_image_numbers(m), sizeof *r->formulas);
	return r->bodies == NULL || r->elements == NULL || r->inputs == NULL || r->targets == NULL ||
	               r->parameters == NULL || r->formulas == NULL
	           ? -1
	           : 0;
}

/* appends a run of numbers as they are, returns its first place */
static int32_t host_image_copy(struct host_records *r, const double *values, int n)
{
	uint32_t first = r->head.parameters.count;
	for (int k = 0; k < n; k++) {
		r->parameters[first + (uint32_t)k] = values[k];
	}
	r->head.parameters.count += (uint32_t)n;
	return (int32_t)first;
}

/* the same for numbers that follow parameters where the file says so */
static int32_t host_image_append(const struct host_mechanism *m, struct host_records *r, struct host_spot spot,
                                 const double *values, int n)
{
	const int32_t first = host_image_copy(r, values, n);
	for (int k = 0; k < n; k++, spot.component++) {
		host_formulas_take(m, r, spot, first + k);
	}
	return first;
}

static void host_image_mechanism(const struct host_mechanism *m, struct host_records *r)
{
	r->head.magic = MECH_IMAGE_MAGIC;
	r->head.version = MECH_IMAGE_VERSION;
	r->head.name = host_names_add(&r->names, m->name);
	r->head.description = host_names_add(&r->names, m->description);
	r->head.space = (uint32_t)m->space;
	r->head.start_time = m->start_time;
	r->head.stop_time = m->stop_time;
	r->head.step = m->step;
	r->head.static_start = (uint32_t)m->static_start;
	host_image_append(m, r, (struct host_spot){HOST_OF_PARAMETERS, 0, 0}, m->parameters, m->n_parameters);
	r->head.gravity = host_image_append(m, r, (struct host_spot){HOST_OF_GRAVITY, 0, 0}, m->gravity,
	                                    mech_space_rules(m->space)->dimension);
	/* an importer may replace the tolerance: settings keep the values their expressions have now */
	r->head.solver = host_image_copy(r, m->solver, MECH_SOLVER_PARAMETERS);
}

static void host_image_bodies(const struct host_mechanism *m, struct host_records *r)
{
	const struct mech_space_rules *rules = mech_space_rules(m->space);
	int moving = 0;
	for (int k = 0; k < m->n_bodies; k++) {
		struct mech_body *body = &r->bodies[k];
		body->name = host_names_add(&r->names, m->bodies[k].name);
		body->parameter =
			host_image_append(m, r, (struct host_spot){HOST_OF_BODIES, k, 0}, m->bodies[k].values, rules->n_numbers);
		body->carrier = m->bodies[k].carrier;
		body->q = body->carrier == MECH_GROUND ? -1 : rules->n_q * body->carrier;
		body->v = body->carrier == MECH_GROUND ? -1 : rules->n_v * body->carrier;
		body->derived = body->carrier == MECH_GROUND ? -1 : rules->n_numbers * body->carrier;
		moving += body->carrier == k;
	}
	r->head.bodies.count = (uint32_t)m->n_bodies;
	r->head.n_q = (uint32_t)(rules->n_q * moving);
	r->head.n_v = (uint32_t)(rules->n_v * moving);
	r->head.n_derived = (uint32_t)(rules->n_numbers * moving);
}

static void host_image_elements(const struct host_mechanism *m, struct host_records *r)
{
	for (int k = 0; k < m->n_elements; k++) {
		const struct host_element *from = &m->elements[k];
		const struct mech_kind *kind = mech_kinds[from->kind];
		struct mech_element *e = &r->elements[k];
		e->name = host_names_add(&r->names, from->name);
		e->kind = from->kind;
		e->n_bodies = from->n_bodies;
		memcpy(e->body, from->body, sizeof e->body);
		memcpy(e->joint, from->joint, sizeof e->joint);
		memcpy(e->coordinate, from->coordinate, sizeof e->coordinate);
		memcpy(e->points, from->points, sizeof e->points);
		e->n_states = kind->file.n_matrices > 0 ? from->n_states : mech_kind_states(kind, from->values);
		e->parameter =
			host_image_append(m, r, (struct host_spot){HOST_OF_ELEMENTS, k, 0}, from->values, mech_element_numbers(e));
		e->input = from->input;
		e->derived = (int32_t)r->head.n_derived;
		e->memory = (int32_t)r->head.n_memory;
		e->state = e->n_states > 0 ? (int32_t)r->head.n_states : -1;
		e->row = kind->row.count > 0 ? (int32_t)r->head.n_rows : -1;
		r->head.n_derived += (uint32_t)mech_element_derived(e);
		r->head.n_memory += (uint32_t)kind->memory.count;
		r->head.n_rows += (uint32_t)kind->row.count;
		r->head.n_states += (uint32_t)e->n_states;
	}
	r->head.n_q += r->head.n_states;
	r->head.n_v += r->head.n_states;
	r->head.elements.count = (uint32_t)m->n_elements;
}

static void host_image_inputs(const struct host_mechanism *m, struct host_records *r)
{
	for (int k = 0; k < m->n_inputs; k++) {
		r->inputs[k].name = host_names_add(&r->names, m->inputs[k].name);
		r->inputs[k].quantity = (int32_t)m->inputs[k].quantity;
		r->inputs[k].start = m->inputs[k].start;
	}
	r->head.inputs.count = (uint32_t)m->n_inputs;
}

static void host_image_targets(const struct host_mechanism *m, struct host_records *r)
{
	for (int k = 0; k < m->n_targets; k++) {
		const struct host_target *from = &m->targets[k];
		struct mech_target *target = &r->targets[k];
		target->element = from->element;
		target->body = from->body;
		target->coordinate = from->coordinate;
		target->priority = from->priority;
		const struct host_spot value = {HOST_OF_TARGETS, k, HOST_TARGET_VALUE},
							   rate = {HOST_OF_TARGETS, k, HOST_TARGET_RATE};
		target->value = isnan(from->value) ? -1 : host_image_append(m, r, value, &from->value, 1);
		target->rate = isnan(from->rate) ? -1 : host_image_append(m, r, rate, &from->rate, 1);
	}
	r->head.targets.count = (uint32_t)m->n_targets;
}

/* derived numbers of an element begin with the values in use of the parameters that may be left to
 * the drawing */
static void host_image_fill(struct host_records *r, const struct mech_element *e, const double *derived)
{
	const struct mech_kind *kind = mech_element_kind(e);
	double *value = r->parameters + e->parameter;
	for (int k = 0; k < kind->file.n_parameters; k++) {
		for (int i = 0; i < kind->file.parameters[k].size; i++, value++) {
			if (isnan(kind->file.parameters[k].fallback)) {
				*value = *derived++;
			}
		}
	}
}

static int host_image_draw(const struct host_mechanism *m, struct host_records *r)
{
	double *derived = calloc((size_t)r->head.n_derived + 1, sizeof *derived);
	const struct mech_space_rules *rules = mech_space_rules(m->space);
	const int moving = (int)(r->head.n_v - r->head.n_states) / rules->n_v;
	const struct mech_model model = {
		.head = &r->head,
		.bodies = r->bodies,
		.elements = r->elements,
		.parameters = r->parameters,
		.n_bodies = moving,
		.n_welded = m->n_bodies - moving,
		.n_elements = (int)r->head.elements.count,
		.n_parameters = (int)r->head.parameters.count,
		.n_derived = (int)r->head.n_derived,
		.body_q = rules->n_q,
		.body_v = rules->n_v,
	};
	const struct mech_context c = {.model = &model, .parameters = r->parameters, .t = r->head.start_time};
	if (derived == NULL) {
		return -1;
	}
	mech_derive(&c, derived);
	const int status = host_formulas_draw(m, r, &c, derived);
	for (int k = 0; k < model.n_elements; k++) {
		host_image_fill(r, &r->elements[k], derived + r->elements[k].derived);
	}
	free(derived);
	return status;
}

/* places a table after the others, on a multiple of 8 */
static void host_image_place(struct mech_table *table, size_t record, size_t *size)
{
	table->offset = (uint32_t)*size;
	*size = (*size + table->count * record + 7) / 8 * 8;
}

static int host_image_join(struct host_records *r, struct host_image *image)
{
	struct mech_image_head *head = &r->head;
	size_t size = (sizeof *head + 7) / 8 * 8;
	head->names.count = (uint32_t)r->names.size;
	host_image_place(&head->bodies, sizeof *r->bodies, &size);
	host_image_place(&head->elements, sizeof *r->elements, &size);
	host_image_place(&head->inputs, sizeof *r->inputs, &size);
	host_image_place(&head->targets, sizeof *r->targets, &size);
	host_image_place(&head->parameters, sizeof *r->parameters, &size);
	host_image_place(&head->variables, sizeof *r->variables, &size);
	host_image_place(&head->formulas, sizeof *r->formulas, &size);
	host_image_place(&head->operations, sizeof *r->operations, &size);
	host_image_place(&head->names, 1, &size);
	char *bytes = calloc(1, size);
	if (bytes == NULL) {
		return -1;
	}
	head->size = (uint32_t)size;
	memcpy(bytes + head->bodies.offset, r->bodies, head->bodies.count * sizeof *r->bodies);
	memcpy(bytes + head->elements.offset, r->elements, head->elements.count * sizeof *r->elements);
	memcpy(bytes + head->inputs.offset, r->inputs, head->inputs.count * sizeof *r->inputs);
	memcpy(bytes + head->targets.offset, r->targets, head->targets.count * sizeof *r->targets);
	memcpy(bytes + head->parameters.offset, r->parameters, head->parameters.count * sizeof *r->parameters);
	memcpy(bytes + head->variables.offset, r->variables, head->variables.count * sizeof *r->variables);
	memcpy(bytes + head->formulas.offset, r->formulas, head->formulas.count * sizeof *r->formulas);
	if (head->operations.count > 0) {
		memcpy(bytes + head->operations.offset, r->operations, head->operations.count * sizeof *r->operations);
	}
	memcpy(bytes + head->names.offset, r->names.bytes, r->names.size);
	memcpy(bytes, head, sizeof *head);
	*image = (struct host_image){bytes, size};
	host_image_seal(image);
	return 0;
}

static int host_image_records(const struct host_mechanism *m, struct host_records *r, struct mech_message *message)
{
	if (host_image_allocate(m, r) != 0) {
		return host_fail(message, m->file, (struct host_place){0, 0}, "out of memory");
	}
	host_image_mechanism(m, r);
	host_image_bodies(m, r);
	host_image_elements(m, r);
	host_image_inputs(m, r);
	host_image_targets(m, r);
	if (host_image_draw(m, r) != 0) {
		return host_fail(message, m->file, (struct host_place){0, 0}, "out of memory");
	}
	if (host_variables_build(m, r, message) != 0) {
		return -1;
	}
	return host_formulas_finish(r) == 0 ? 0 : host_fail(message, m->file, (struct host_place){0, 0}, "out of memory");
}

int host_image_build(const struct host_mechanism *m, struct host_image *image, struct mech_message *message)
{
	struct host_records r = {0};
	struct mech_model model;
	*image = (struct host_image){NULL, 0};
	int status = host_image_records(m, &r, message);
	if (status == 0 && (r.names.failed || host_image_join(&r, image) != 0)) {
		status = host_fail(message, m->file, (struct host_place){0, 0}, "out of memory");
	}
	host_image_free_records(&r);
	struct mech_message why;
	if (status == 0 && mech_model_open(image->bytes, image->size, &model, &why) != 0) {
		host_image_free(image);
		status = host_fail(message, m->file, (struct host_place){0, 0}, "%s", why.text);
	}
	return status;
}

void host_image_seal(struct host_image *image)
{
	struct mech_image_head *head = image->bytes;
	const size_t after = offsetof(struct mech_image_head, checksum) + sizeof head->checksum;
	head->checksum = mech_checksum((const char *)image->bytes + after, image->size - after);
}

void host_image_free(struct host_image *image)
{
	free(image->bytes);
	*image = (struct host_image){NULL, 0};
}
