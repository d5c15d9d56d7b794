/* Inputs of the FMU that elements name: they may share one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_read_parts.h"
#include "mech_check.h"

/* what the input measures: as the kind says, or as the joint coordinate it acts on implies */
static enum mech_quantity host_read_input_quantity(struct host_reader *r, const struct host_element *e)
{
	const struct mech_kind *kind = mech_kinds[e->kind];
	if (!mech_kind_uses_coordinate(kind)) {
		return kind->file.input->quantity;
	}
	const struct mech_kind *joint = mech_kinds[r->m->elements[e->joint[0]].kind];
	return mech_quantity_along(kind->file.input->quantity, joint->coordinate.specs[e->coordinate[0]].quantity);
}

static int host_read_input_add(struct host_reader *r, const struct host_node *node, enum mech_quantity quantity,
                               double start)
{
	struct host_mechanism *m = r->m;
	struct host_input *inputs = realloc(m->inputs, ((size_t)m->n_inputs + 1) * sizeof *inputs);
	if (inputs == NULL) {
		return host_out_of_memory(r);
	}
	m->inputs = inputs;
	inputs[m->n_inputs] = (struct host_input){host_copy(r, node->text), quantity, start};
	if (inputs[m->n_inputs].name == NULL) {
		return -1;
	}
	if (host_table_add(&r->inputs, node->text, m->n_inputs++) < 0) {
		return host_out_of_memory(r);
	}
	return 0;
}

/* elements that name the same input share it; `start` is NAN where this element leaves it open */
static int host_read_input_share(struct host_reader *r, const struct host_node *node, struct host_input *input,
                                 enum mech_quantity quantity, double start)
{
	if (input->quantity != quantity) {
		return host_reader_fail(r, node->place, "input '%s' cannot be a %s here: it is a %s elsewhere", node->text,
		                        mech_quantity_type(quantity), mech_quantity_type(input->quantity));
	}
	if (!isnan(start) && !isnan(input->start) && start != input->start) {
		return host_reader_fail(r, node->place, "input '%s' has another start value elsewhere", node->text);
	}
	if (isnan(input->start)) {
		input->start = start;
	}
	return 0;
}

int host_read_input(struct host_reader *r, const struct host_node *map, struct host_element *e, double start)
{
	const struct host_node *node = host_node_find(map, "input");
	if (host_check_text(r, node, "input") != 0 || host_check_name(r, node->text, node->place) != 0) {
		return -1;
	}
	if (strcmp(node->text, "time") == 0) {
		return host_reader_fail(r, node->place, "'time' is the name of another variable; choose another one");
	}
	enum mech_quantity quantity = host_read_input_quantity(r, e);
	const struct mech_parameter_spec *spec = mech_kinds[e->kind]->file.input;
	e->input = host_table_find(&r->inputs, node->text, -1);
	if (isnan(spec->fallback) && isnan(start) && (e->input < 0 || isnan(r->m->inputs[e->input].start))) {
		return host_reader_fail(r, node->place, "the key 'start' is missing: %s at the start of the run", spec->key);
	}
	if (e->input >= 0) {
		return host_read_input_share(r, node, &r->m->inputs[e->input], quantity, start);
	}
	e->input = r->m->n_inputs;
	return host_read_input_add(r, node, quantity, start);
}

/* start value of the input, NAN if it is not there; the number that the input stands in for must
 * not be there */
int host_read_input_start(struct host_reader *r, const struct host_node *map, const struct mech_kind *kind,
                          double *start)
{
	const struct mech_parameter_spec *spec = kind->file.input;
	const struct host_node *own = host_node_find(map, spec->key);
	const struct host_node *node = host_node_find(map, "start");
	*start = NAN;
	if (own != NULL && own != node) {
		return host_reader_fail(r, own->key_place, "give '%s' or 'input', not both (the input begins with 'start')",
		                        spec->key);
	}
	return node == NULL ? 0 : host_number(r, node, node->key, HOST_NO_SPOT, start);
}
