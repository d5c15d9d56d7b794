/* The table of variables: time, inputs, outputs as listed in the file, parameters, locals.
 *
 * All variables are made first, in the order of the records; then `outputs` move to the front.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_fail.h"
#include "host_records.h"
#include "host_sections.h"
#include "host_suggest.h"
#include "host_text.h"
#include "mech_curve.h"
#include "mech_matrix.h"

enum { HOST_VARIABLES_PREFIX = 160, HOST_VARIABLES_NAME = 256 };

struct host_variables {
	const struct host_mechanism *m;
	struct host_records *records;
	struct mech_message *message;
	struct mech_variable *list; /* in the order of the records */
	int count, capacity;
	struct host_table numbers; /* by name */
	struct host_table flat;    /* flat names, where the FMU has them */
	const char **structured;   /* names as the file has them */
	int *outputs;              /* numbers of the variables listed as outputs */
	int n_outputs;
	char twice[HOST_VARIABLES_NAME]; /* a name that two variables have; "" */
	int failed;                      /* memory was out, or two variables have one name */
};

/* name and description in the FMU; the description of a flat name says where it belongs */
static void host_variables_present(struct host_variables *v, const char *name, const char *text,
                                   struct mech_variable *x)
{
	char flat[HOST_VARIABLES_NAME], description[2 * HOST_VARIABLES_NAME];
	if (!v->m->presentation.flat_names) {
		x->name = host_names_add(&v->records->names, name);
		x->description = host_names_add(&v->records->names, text);
		return;
	}
	snprintf(flat, sizeof flat, "%s", name);
	snprintf(description, sizeof description, strpbrk(name, ".[") == NULL ? "%.0s%s" : "%s: %s", name, text);
	host_text_flatten(flat);
	int status = host_table_add(&v->flat, flat, v->count);
	if (status != 0) {
		v->failed = 1;
		snprintf(v->twice, sizeof v->twice, "%s", status > 0 ? flat : "");
	}
	x->name = host_names_add(&v->records->names, flat);
	x->description = host_names_add(&v->records->names, description);
}

static void host_variables_add(struct host_variables *v, const char *name, const char *text, struct mech_variable x)
{
	if (v->failed) {
		return;
	}
	if (v->count == v->capacity) {
		int capacity = 2 * v->capacity + 256;
		struct mech_variable *list = realloc(v->list, (size_t)capacity * sizeof *list);
		if (list == NULL) {
			v->failed = 1;
			return;
		}
		v->list = list;
		v->capacity = capacity;
	}
	int status = host_table_add(&v->numbers, name, v->count);
	if (status != 0) {
		v->failed = 1;
		snprintf(v->twice, sizeof v->twice, "%s", status > 0 ? name : "");
		return;
	}
	host_variables_present(v, name, text, &x);
	v->list[v->count++] = x;
}

static struct mech_variable host_variables_make(enum mech_causality causality, enum mech_quantity quantity,
                                                enum mech_source source, int index, int component)
{
	return (struct mech_variable){
		.causality = (int32_t)causality,
		.quantity = (int32_t)quantity,
		.source = (int32_t)source,
		.index = index,
		.component = component,
		.minimum = -HUGE_VAL,
		.maximum = HUGE_VAL,
	};
}

/* prefix.key or, for component k of a vector, prefix.key[k + 1] */
static void host_variables_name(char name[HOST_VARIABLES_NAME], const char *prefix, const char *key, int size, int k)
{
	const char *dot = prefix[0] != '\0' ? "." : "";
	if (size > 1) {
		snprintf(name, HOST_VARIABLES_NAME, "%s%s%s[%d]", prefix, dot, key, k + 1);
	} else {
		snprintf(name, HOST_VARIABLES_NAME, "%s%s%s", prefix, dot, key);
	}
}

/* limits belong to the range: the smallest positive number stands for "greater than zero" */
static double host_variables_minimum(enum mech_range range)
{
	static const double minimum[] = {
		[MECH_ANY] = -HUGE_VAL,
		[MECH_NOT_NEGATIVE] = 0,
		[MECH_POSITIVE] = DBL_MIN,
		[MECH_DIRECTION] = -HUGE_VAL,
	};
	return minimum[range];
}

/* a number of the mechanism: a parameter, or a result where a formula gives it */
static struct mech_variable host_variables_number(const struct host_variables *v, enum mech_quantity quantity,
                                                  int index)
{
	int follows = v->records->formulas[index].count > 0;
	return host_variables_make(follows ? MECH_LOCAL : MECH_PARAMETER, quantity, MECH_FROM_PARAMETER, index, 0);
}

static void host_variables_parameter(struct host_variables *v, const char *prefix,
                                     const struct mech_parameter_spec *spec, int index, double maximum)
{
	for (int k = 0; k < spec->size; k++) {
		char name[HOST_VARIABLES_NAME];
		struct mech_variable x = host_variables_number(v, spec->quantity, index + k);
		x.tunable = spec->tunable;
		x.maximum = maximum;
		x.minimum = host_variables_minimum(spec->range);
		x.minimum = spec->quantity == MECH_COUNT ? ceil(x.minimum) : x.minimum;
		host_variables_name(name, prefix, spec->key, spec->size, k);
		host_variables_add(v, name, spec->text, x);
	}
}

static void host_variables_local(struct host_variables *v, const char *prefix, const struct mech_output_spec *spec,
                                 int k, struct mech_variable x)
{
	char name[HOST_VARIABLES_NAME];
	host_variables_name(name, prefix, spec->key, spec->size, k);
	x.quantity = (int32_t)spec->quantity;
	host_variables_add(v, name, spec->text, x);
}

/* an input is described by the number it replaces */
static void host_variables_inputs(struct host_variables *v)
{
	int next = 0;
	for (int k = 0; k < v->m->n_elements; k++) {
		const struct host_element *e = &v->m->elements[k];
		if (e->input == next) {
			const struct mech_kind *kind = mech_kinds[e->kind];
			const struct host_input *input = &v->m->inputs[next];
			host_variables_add(v, input->name, kind->file.input->text,
			                   host_variables_make(MECH_INPUT, input->quantity, MECH_FROM_INPUT, next, 0));
			next++;
		}
	}
}

static void host_variables_body_prefix(const struct host_variables *v, int body, char prefix[HOST_VARIABLES_PREFIX])
{
	snprintf(prefix, HOST_VARIABLES_PREFIX, "bodies.%s", v->m->bodies[body].name);
}

static void host_variables_element_prefix(const struct host_variables *v, int element,
                                          char prefix[HOST_VARIABLES_PREFIX])
{
	const struct host_element *e = &v->m->elements[element];
	snprintf(prefix, HOST_VARIABLES_PREFIX, "%s.%s", host_sections[mech_kinds[e->kind]->section].plural, e->name);
}

static void host_variables_body_parameters(struct host_variables *v, int body)
{
	char prefix[HOST_VARIABLES_PREFIX];
	int index = v->records->bodies[body].parameter;
	const struct mech_parameter_spec *specs = mech_space_rules(v->m->space)->body;
	host_variables_body_prefix(v, body, prefix);
	for (int k = 0; k < MECH_BODY_PARAMETERS; k++) {
		host_variables_parameter(v, prefix, &specs[k], index, HUGE_VAL);
		index += specs[k].size;
	}
}

/* the quantity of a number: of its kind, or where that is open of the joint's coordinate */
static enum mech_quantity host_variables_quantity(const struct host_variables *v, int element, int joint,
                                                  enum mech_quantity quantity)
{
	const struct mech_element *e = &v->records->elements[element];
	if (quantity < MECH_QUANTITY_COUNT) {
		return quantity;
	}
	const struct mech_kind *kind = mech_element_kind(&v->records->elements[e->joint[joint]]);
	return mech_quantity_along(quantity, kind->coordinate.specs[e->coordinate[joint]].quantity);
}

/* x and y of a table, where there is one */
static void host_variables_table(struct host_variables *v, const char *prefix, int element, int k)
{
	const struct mech_element *e = &v->records->elements[element];
	const struct mech_curve_spec *curve = &mech_element_kind(e)->file.curves[k];
	const struct mech_parameter_spec specs[2] = {curve->x, curve->y};
	for (int i = 0; i < 2; i++) {
		struct mech_parameter_spec spec = specs[i];
		spec.size = e->points[k];
		spec.quantity = host_variables_quantity(v, element, 0, spec.quantity);
		host_variables_parameter(v, prefix, &spec, mech_curve_parameter(e, k) + i * spec.size, HUGE_VAL);
	}
}

/* A[1,1], A[1,2] ... */
static void host_variables_matrix(struct host_variables *v, const char *prefix, const struct mech_element *e, int k)
{
	const struct mech_matrix_spec *spec = &mech_element_kind(e)->file.matrices[k];
	const int columns = mech_matrix_columns(e, k), first = mech_matrix_parameter(e, k);
	for (int i = 0; i < mech_matrix_rows(e, k) * columns; i++) {
		char name[HOST_VARIABLES_NAME];
		struct mech_variable x = host_variables_number(v, MECH_NUMBER, first + i);
		x.tunable = 1;
		(void)snprintf(name, sizeof name, "%s.%s[%d,%d]", prefix, spec->key, i / columns + 1, i % columns + 1);
		host_variables_add(v, name, spec->text, x);
	}
}

/* the number that an input or a table replaces is no parameter any more */
static void host_variables_element_parameters(struct host_variables *v, int element)
{
	const struct mech_element *e = &v->records->elements[element];
	const struct mech_kind *kind = mech_element_kind(e);
	char prefix[HOST_VARIABLES_PREFIX];
	host_variables_element_prefix(v, element, prefix);
	for (int k = 0; k < kind->file.n_parameters; k++) {
		if ((e->input < 0 || &kind->file.parameters[k] != kind->file.input) &&
		    !host_table_replaces(&v->m->elements[element], k)) {
			struct mech_parameter_spec spec = kind->file.parameters[k];
			spec.quantity = host_variables_quantity(v, element, 0, spec.quantity);
			host_variables_parameter(v, prefix, &spec, e->parameter + mech_kind_number(kind, k), HUGE_VAL);
		}
	}
	for (int k = 0; k < kind->file.n_matrices; k++) {
		host_variables_matrix(v, prefix, e, k);
	}
	for (int k = 0; k < kind->file.n_curves; k++) {
		host_variables_table(v, prefix, element, k);
	}
}

/* initial.<joint or body>.<coordinate or rate> */
static void host_variables_target(struct host_variables *v, int number)
{
	const struct mech_target *target = &v->records->targets[number];
	const struct mech_coordinate_spec *spec = &mech_space_rules(v->m->space)->targets[target->coordinate];
	const char *name = target->element >= 0 ? v->m->elements[target->element].name : v->m->bodies[target->body].name;
	char prefix[HOST_VARIABLES_PREFIX];
	if (target->element >= 0) {
		spec = &mech_element_kind(&v->records->elements[target->element])->coordinate.specs[target->coordinate];
	}
	snprintf(prefix, sizeof prefix, "initial.%s", name);
	struct mech_output_spec value = {.key = spec->key, .size = 1, .quantity = spec->quantity};
	struct mech_output_spec rate = {.key = spec->rate, .size = 1, .quantity = mech_quantity_rate(spec->quantity)};
	value.text = "wanted value at the start";
	rate.text = "wanted rate at the start";
	if (target->value >= 0) {
		host_variables_local(v, prefix, &value, 0, host_variables_number(v, value.quantity, target->value));
	}
	if (target->rate >= 0) {
		host_variables_local(v, prefix, &rate, 0, host_variables_number(v, rate.quantity, target->rate));
	}
}

/* parameters.<name>: the first numbers of the table */
static void host_variables_named(struct host_variables *v)
{
	for (int k = 0; k < v->m->n_parameters; k++) {
		char name[HOST_VARIABLES_NAME];
		struct mech_variable x = host_variables_number(v, MECH_NUMBER, k);
		x.tunable = 1;
		host_variables_name(name, "parameters", v->m->parameter_names[k], 1, 0);
		host_variables_add(v, name, v->m->parameter_texts[k], x);
	}
}

static void host_variables_parameters(struct host_variables *v)
{
	host_variables_named(v);
	host_variables_parameter(v, "", mech_space_rules(v->m->space)->gravity, v->records->head.gravity, HUGE_VAL);
	for (int k = 0; k < v->m->n_bodies; k++) {
		host_variables_body_parameters(v, k);
	}
	for (int k = 0; k < v->m->n_elements; k++) {
		host_variables_element_parameters(v, k);
	}
	for (int k = 0; k < v->m->n_targets; k++) {
		host_variables_target(v, k);
	}
	for (int k = 0; k < MECH_SOLVER_PARAMETERS; k++) {
		host_variables_parameter(v, "solver", &mech_solver_specs[k], v->records->head.solver + k,
		                         host_solver_maximum(k));
	}
}

static void host_variables_locals(struct host_variables *v)
{
	const struct mech_space_rules *rules = mech_space_rules(v->m->space);
	char prefix[HOST_VARIABLES_PREFIX];
	for (int b = 0; b < v->m->n_bodies; b++) {
		host_variables_body_prefix(v, b, prefix);
		for (int k = 0; k < rules->n_outputs; k++) {
			host_variables_local(v, prefix, &rules->outputs[k], 0,
			                     host_variables_make(MECH_LOCAL, MECH_NUMBER, MECH_FROM_BODY, b, k));
		}
	}
	for (int e = 0; e < v->m->n_elements; e++) {
		const struct mech_kind *kind = mech_kinds[v->m->elements[e].kind];
		host_variables_element_prefix(v, e, prefix);
		for (int k = 0; k < mech_element_outputs(kind); k++) {
			int component;
			struct mech_output_spec spec = mech_element_output_spec(kind, k, &component);
			if (!mech_output_is_there(&v->records->elements[e], k)) {
				continue;
			}
			spec.quantity = host_variables_quantity(v, e, kind->output.extents ? component : 0, spec.quantity);
			host_variables_local(v, prefix, &spec, component,
			                     host_variables_make(MECH_LOCAL, MECH_NUMBER, MECH_FROM_ELEMENT, e, k));
		}
	}
	for (int k = 0; k < MECH_ENERGIES; k++) {
		host_variables_local(v, "energies", &mech_energy_outputs[k], 0,
		                     host_variables_make(MECH_LOCAL, MECH_NUMBER, MECH_FROM_ENERGY, 0, k));
	}
	for (int k = 0; k < MECH_DIAGNOSTICS; k++) {
		host_variables_local(v, "solver", &mech_diagnostic_outputs[k], 0,
		                     host_variables_make(MECH_LOCAL, MECH_NUMBER, MECH_FROM_SOLVER, 0, k));
	}
}

static int host_variables_unknown(struct host_variables *v, const char *name, struct host_place place)
{
	struct host_suggestion near = host_suggest_begin(name);
	for (int k = 0; k < v->count; k++) {
		if (v->list[k].causality == MECH_LOCAL) {
			host_suggest_offer(&near, v->structured[k]);
		}
	}
	char hint[HOST_SUGGESTION_SIZE];
	return host_fail(v->message, v->m->file, place, "outputs: no variable '%.120s'%s", name,
	                 host_suggest_text(&near, hint));
}

static int host_variables_output(struct host_variables *v, int number, struct host_place place)
{
	static const char *const whats[MECH_CAUSALITY_COUNT] = {
		[MECH_INDEPENDENT] = "cannot be listed: every result has it",
		[MECH_PARAMETER] = "is a parameter, not a result",
		[MECH_INPUT] = "is an input, not a result",
		[MECH_OUTPUT] = "is listed twice",
	};
	struct mech_variable *x = &v->list[number];
	if (x->causality != MECH_LOCAL) {
		return host_fail(v->message, v->m->file, place, "outputs: '%s' %s", v->structured[number], whats[x->causality]);
	}
	x->causality = MECH_OUTPUT;
	v->outputs[v->n_outputs++] = number;
	return 0;
}

/* one entry of the list: a variable, or a vector by its name without [k] */
static int host_variables_listed(struct host_variables *v, const char *name, struct host_place place)
{
	int number = host_table_find(&v->numbers, name, -1);
	if (number >= 0) {
		return host_variables_output(v, number, place);
	}
	for (int k = 0;; k++) {
		char component[HOST_VARIABLES_NAME];
		host_variables_name(component, "", name, 2, k);
		number = host_table_find(&v->numbers, component, -1);
		if (number < 0) {
			return k > 0 ? 0 : host_variables_unknown(v, name, place);
		}
		if (host_variables_output(v, number, place) != 0) {
			return -1;
		}
	}
}

static int host_variables_out_of_memory(struct host_variables *v)
{
	return host_fail(v->message, v->m->file, (struct host_place){0, 0}, "out of memory");
}

static void host_variables_move(struct host_variables *v, enum mech_causality causality)
{
	for (int k = 0; k < v->count; k++) {
		if (v->list[k].causality == (int32_t)causality) {
			v->records->variables[v->records->head.variables.count++] = v->list[k];
		}
	}
}

/* does a name belong to an entry of a list: the same, or below it? */
static int host_variables_below(const char *name, const char *entry)
{
	size_t length = strlen(entry);
	return strncmp(name, entry, length) == 0 && strchr(".[", name[length]) != NULL;
}

/* few: no points, axes, tensors and tables, which have indices, no offsets of the drawing, and of
 * the solver what is set most */
static int host_variables_is_one_of_few(const char *name)
{
	static const char *const solver[] = {"solver.method", "solver.tolerance", "solver.largest_step"};
	int kept = strncmp(name, "solver.", 7) != 0 && strstr(name, "offset") == NULL &&
	           (strchr(name, '[') == NULL || strncmp(name, "gravity", 7) == 0);
	for (size_t k = 0; k < sizeof solver / sizeof solver[0]; k++) {
		kept |= strcmp(name, solver[k]) == 0;
	}
	return kept;
}

static int host_variables_is_chosen(const struct host_presentation *p, const char *name)
{
	int chosen = p->parameters == HOST_PARAMETERS_ALL ||
	             (p->parameters == HOST_PARAMETERS_FEW && host_variables_is_one_of_few(name));
	for (int k = 0; k < p->n_listed; k++) {
		chosen |= host_variables_below(name, p->listed[k]);
	}
	return chosen;
}

/* parameters that the FMU does not show keep their numbers; an entry that chooses none is refused */
static int host_variables_choose(struct host_variables *v)
{
	const struct host_presentation *p = &v->m->presentation;
	for (int i = 0; i < p->n_listed; i++) {
		struct host_suggestion near = host_suggest_begin(p->listed[i]);
		char hint[HOST_SUGGESTION_SIZE];
		int found = 0;
		for (int k = 0; k < v->count && !found; k++) {
			if (v->list[k].causality == MECH_PARAMETER) {
				found = host_variables_below(v->structured[k], p->listed[i]);
				host_suggest_offer(&near, v->structured[k]);
			}
		}
		if (!found) {
			return host_fail(v->message, v->m->file, p->places[i], "export: no parameter '%.120s'%s", p->listed[i],
			                 host_suggest_text(&near, hint));
		}
	}
	for (int k = 0; k < v->count; k++) {
		if (v->list[k].causality == MECH_PARAMETER && !host_variables_is_chosen(p, v->structured[k])) {
			v->list[k].causality = MECH_CAUSALITY_COUNT;
		}
	}
	return 0;
}

static int host_variables_order(struct host_variables *v)
{
	struct host_records *r = v->records;
	r->variables = calloc((size_t)v->count + 1, sizeof *r->variables);
	if (r->variables == NULL) {
		return host_variables_out_of_memory(v);
	}
	host_variables_move(v, MECH_INDEPENDENT);
	host_variables_move(v, MECH_INPUT);
	for (int k = 0; k < v->n_outputs; k++) {
		r->variables[r->head.variables.count++] = v->list[v->outputs[k]];
	}
	host_variables_move(v, MECH_PARAMETER);
	host_variables_move(v, MECH_LOCAL);
	return 0;
}

static int host_variables_fill(struct host_variables *v)
{
	host_variables_add(v, "time", "time", host_variables_make(MECH_INDEPENDENT, MECH_TIME, MECH_FROM_TIME, 0, 0));
	host_variables_inputs(v);
	host_variables_parameters(v);
	host_variables_locals(v);
	if (v->twice[0] != '\0') {
		return host_fail(v->message, v->m->file, (struct host_place){0, 0}, "two variables are called '%s'", v->twice);
	}
	v->outputs = calloc((size_t)v->count + 1, sizeof *v->outputs);
	v->structured = calloc((size_t)v->count + 1, sizeof *v->structured);
	if (v->failed || v->outputs == NULL || v->structured == NULL || v->records->names.failed) {
		return host_variables_out_of_memory(v);
	}
	for (int k = 0; k < v->numbers.capacity; k++) {
		if (v->numbers.slots[k].word != NULL) {
			v->structured[v->numbers.slots[k].number] = v->numbers.slots[k].word;
		}
	}
	for (int k = 0; k < v->m->n_outputs; k++) {
		if (host_variables_listed(v, v->m->outputs[k], v->m->output_places[k]) != 0) {
			return -1;
		}
	}
	return host_variables_choose(v) != 0 ? -1 : host_variables_order(v);
}

int host_variables_build(const struct host_mechanism *m, struct host_records *records, struct mech_message *message)
{
	struct host_variables v = {.m = m, .records = records, .message = message};
	int status = host_variables_fill(&v);
	free(v.list);
	free(v.outputs);
	free(v.structured);
	host_table_free(&v.flat);
	host_table_free(&v.numbers);
	return status;
}
