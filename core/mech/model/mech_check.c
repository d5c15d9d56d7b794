/* Checks of the records of an image: see mech_check.h.
 *
 * Rows, derived numbers and memory are handed out to the elements one after the other, so a counter
 * that runs along proves that the runs neither overlap nor leave their table.
 */
#include "mech_check.h"

#include <math.h>
#include <stddef.h>

#include "mech_space.h"
#include "mech_curve.h"
#include "mech_formula.h"
#include "mech_matrix.h"

struct mech_check {
	const struct mech_model *model;
	struct mech_message *message;
	const char *table; /* table and record looked at, for messages */
	int record;
};

static int mech_check_fail(const struct mech_check *c, const char *why)
{
	mech_say(c->message, "not a usable mechanism image: ");
	mech_say_more(c->message, c->table);
	if (c->record >= 0) {
		mech_say_more(c->message, " ");
		mech_say_number(c->message, c->record);
	}
	mech_say_more(c->message, ": ");
	mech_say_more(c->message, why);
	return -1;
}

static int mech_check_index(int32_t index, int least, int count)
{
	return index >= least && index < count;
}

/* the table of names ends with 0, so any place inside it begins a name */
static int mech_check_name(const struct mech_check *c, uint32_t name)
{
	if (name >= c->model->head->names.count) {
		return mech_check_fail(c, "its name lies outside the table of names");
	}
	return 0;
}

LA_FUNCTION int mech_kind_uses_coordinate(const struct mech_kind *kind)
{
	return kind->file.n_joints > 0 && (kind->section != MECH_SENSOR || kind->file.any_coordinate);
}

LA_FUNCTION int mech_parameter_accepts(const struct mech_parameter_spec *spec, const double *value)
{
	double sum = 0;
	for (int k = 0; k < spec->size; k++) {
		if (isnan(value[k]) && isnan(spec->fallback)) {
			continue;
		}
		if (!isfinite(value[k]) || (spec->range == MECH_NOT_NEGATIVE && value[k] < 0) ||
		    (spec->range == MECH_POSITIVE && value[k] <= 0)) {
			return 0;
		}
		sum += fabs(value[k]);
	}
	return spec->range != MECH_DIRECTION || sum > 0;
}

/* n specs laid out one after the other from parameter `first` on */
static int mech_check_run(const struct mech_check *c, int32_t first, int n, const struct mech_parameter_spec *specs)
{
	int64_t next = first;
	for (int k = 0; k < n; k++) {
		if (next < 0 || next + specs[k].size > c->model->n_parameters) {
			return mech_check_fail(c, "its parameters lie outside their table");
		}
		if (!mech_parameter_accepts(&specs[k], c->model->parameters + next)) {
			return mech_check_fail(c, "a parameter has an impossible value");
		}
		next += specs[k].size;
	}
	return 0;
}

/* solver parameters that are choices hold the number of one */
static int mech_check_choices(const struct mech_check *c)
{
	const double *solver = c->model->parameters + c->model->head->solver;
	for (int k = 0; k < MECH_SOLVER_PARAMETERS; k++) {
		if (mech_solver_choices(k) > 0 && !mech_solver_knows(k, solver[k])) {
			return mech_check_fail(c, "a solver parameter has an unknown choice");
		}
	}
	return 0;
}

static int mech_check_mechanism(struct mech_check *c)
{
	const struct mech_image_head *head = c->model->head;
	c->table = "head";
	c->record = -1;
	if (mech_check_name(c, head->name) != 0 || mech_check_name(c, head->description) != 0) {
		return -1;
	}
	if (!isfinite(head->start_time) || !isfinite(head->stop_time) || !isfinite(head->step) ||
	    head->stop_time <= head->start_time || head->step <= 0) {
		return mech_check_fail(c, "impossible times of the experiment");
	}
	if (head->static_start > 1) {
		return mech_check_fail(c, "unknown kind of start");
	}
	if (mech_check_run(c, head->gravity, 1, mech_model_rules(c->model)->gravity) != 0) {
		return -1;
	}
	return mech_check_run(c, head->solver, MECH_SOLVER_PARAMETERS, mech_solver_specs) || mech_check_choices(c) ? -1 : 0;
}

static int mech_check_bodies(struct mech_check *c)
{
	const struct mech_model *m = c->model;
	const int64_t numbers = mech_model_rules(m)->n_numbers;
	c->table = "body";
	for (c->record = 0; c->record < m->n_bodies + m->n_welded; c->record++) {
		const struct mech_body *body = &m->bodies[c->record];
		const int64_t carrier = body->carrier;
		if (mech_check_name(c, body->name) != 0) {
			return -1;
		}
		if (!mech_check_index(body->carrier, MECH_GROUND, m->n_bodies)) {
			return mech_check_fail(c, "it is welded to no body that moves");
		}
		const int moves = carrier != MECH_GROUND;
		if (body->q != (moves ? carrier * m->body_q : -1) || body->v != (moves ? carrier * m->body_v : -1) ||
		    body->derived != (moves ? carrier * numbers : -1)) {
			return mech_check_fail(c, "its coordinates are not in order");
		}
		if (mech_check_run(c, body->parameter, MECH_BODY_PARAMETERS, mech_model_rules(m)->body) != 0) {
			return -1;
		}
	}
	c->record = -1;
	const int64_t n = m->n_bodies;
	if (n == 0 || n * m->body_q + m->n_states != m->n_q || n * m->body_v + m->n_states != m->n_v) {
		return mech_check_fail(c, "the number of coordinates does not fit the number of bodies");
	}
	return 0;
}

/* the kind itself: known, of this space, and in the order joints, drivers, forces, sensors */
static int mech_check_kind(const struct mech_check *c, enum mech_section *section)
{
	const struct mech_element *e = &c->model->elements[c->record];
	if (!mech_check_index(e->kind, 0, mech_kind_count())) {
		return mech_check_fail(c, "unknown kind");
	}
	const struct mech_kind *kind = mech_element_kind(e);
	if (!mech_kind_fits(kind, (enum mech_space)c->model->head->space) || kind->section < *section) {
		return mech_check_fail(c, "its kind does not belong here");
	}
	*section = kind->section;
	return 0;
}

/* the k-th joint referred to; its bodies stand in e->body from *n_bodies on */
static int mech_check_joint(const struct mech_check *c, const struct mech_element *e, int k, int *n_bodies)
{
	const struct mech_model *m = c->model;
	const struct mech_kind *kind = mech_element_kind(e);
	if (!mech_check_index(e->joint[k], 0, m->n_elements) ||
	    !mech_check_index(m->elements[e->joint[k]].kind, 0, mech_kind_count())) {
		return mech_check_fail(c, "no such joint");
	}
	const struct mech_element *joint = &m->elements[e->joint[k]];
	const struct mech_kind *joint_kind = mech_element_kind(joint);
	int nested = kind->section == MECH_JOINT && joint_kind->file.n_joints > 0;
	if (joint_kind->section != MECH_JOINT || nested) {
		return mech_check_fail(c, "it refers to something that is not a joint");
	}
	if (mech_kind_uses_coordinate(kind) ? !mech_check_index(e->coordinate[k], 0, joint_kind->coordinate.count)
	                                    : e->coordinate[k] != 0) {
		return mech_check_fail(c, "the joint has no such coordinate");
	}
	if (kind->file.one_axis && mech_kind_alike(joint_kind, e->coordinate[k]) > 1) {
		return mech_check_fail(c, "its joint has more than one axis");
	}
	if (joint->n_bodies < 0 || joint->n_bodies > MECH_MOST_BODIES - *n_bodies) {
		return mech_check_fail(c, "too many bodies");
	}
	for (int i = 0; i < joint->n_bodies; i++, (*n_bodies)++) {
		if (e->body[*n_bodies] != joint->body[i]) {
			return mech_check_fail(c, "its bodies are not those of its joint");
		}
	}
	return 0;
}

/* a sensor that lists its bodies: each once, not the ground */
static int mech_check_listed(const struct mech_check *c, const struct mech_element *e)
{
	for (int k = 0; k < MECH_MOST_JOINTS; k++) {
		if (e->joint[k] != -1) {
			return mech_check_fail(c, "it refers to more joints than its kind has");
		}
	}
	if (!mech_check_index(e->n_bodies, 0, MECH_MOST_BODIES + 1)) {
		return mech_check_fail(c, "wrong number of bodies");
	}
	for (int k = 0; k < e->n_bodies; k++) {
		for (int i = 0; i < k; i++) {
			if (e->body[i] == e->body[k]) {
				return mech_check_fail(c, "it lists a body twice");
			}
		}
		if (!mech_check_index(e->body[k], 0, c->model->n_bodies)) {
			return mech_check_fail(c, "no such body");
		}
	}
	return 0;
}

static int mech_check_connections(const struct mech_check *c, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	int n_bodies = kind->file.n_bodies;
	if (kind->file.lists_bodies) {
		return mech_check_listed(c, e);
	}
	const int joints = mech_element_joints(e);
	if (kind->file.lists_joints && joints == 0) {
		return mech_check_fail(c, "no such joint");
	}
	for (int k = 0; k < MECH_MOST_JOINTS; k++) {
		if (k >= joints && e->joint[k] != -1) {
			return mech_check_fail(c, "it refers to more joints than its kind has");
		}
		if (k < joints && mech_check_joint(c, e, k, &n_bodies) != 0) {
			return -1;
		}
	}
	n_bodies += kind->file.in_frame;
	if (e->n_bodies != n_bodies || n_bodies > MECH_MOST_BODIES) {
		return mech_check_fail(c, "wrong number of bodies");
	}
	for (int k = 0; k < n_bodies; k++) {
		if (!mech_check_index(e->body[k], MECH_GROUND, c->model->n_bodies)) {
			return mech_check_fail(c, "no such body");
		}
	}
	if (kind->file.n_bodies == 2 && e->body[0] == e->body[1]) {
		return mech_check_fail(c, "it connects a body with itself");
	}
	if (kind->file.n_bodies == 1 && kind->section == MECH_FORCE_ELEMENT && e->body[0] == MECH_GROUND) {
		return mech_check_fail(c, "it acts on the ground");
	}
	return 0;
}

/* tables: within their table of numbers, as many points as allowed, growing x */
static int mech_check_curves(const struct mech_check *c, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	int given = 0;
	for (int k = 0; k < MECH_MOST_CURVES; k++) {
		int is_wrong = e->points[k] != 0;
		if (k < kind->file.n_curves) {
			const struct mech_parameter_spec *x = &kind->file.curves[k].x;
			is_wrong = (x->need == MECH_REQUIRED || e->points[k] != 0) &&
			           !mech_check_index(e->points[k], x->least, x->size + 1);
		}
		if (is_wrong) {
			return mech_check_fail(c, "a table has too few or too many points");
		}
		given += e->points[k] != 0;
	}
	if (kind->file.one_curve && given != 1) {
		return mech_check_fail(c, "it needs one of its tables");
	}
	for (int k = 0; k < kind->file.n_curves; k++) {
		struct mech_parameter_spec xy[2] = {kind->file.curves[k].x, kind->file.curves[k].y};
		xy[0].size = xy[1].size = e->points[k];
		if (mech_check_run(c, mech_curve_parameter(e, k), 2, xy) != 0) {
			return -1;
		}
		if (mech_curve_disorder(e, k, c->model->parameters) >= 0) {
			return mech_check_fail(c, "a table does not increase");
		}
	}
	return 0;
}

/* a state for each row of the first matrix, or those that the numbers ask for; and all numbers
 * within their table */
static int mech_check_matrices(const struct mech_check *c, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	if (kind->file.n_matrices > 0 ? !mech_check_index(e->n_states, 0, MECH_MOST_STATES + 1)
	                              : e->n_states != mech_kind_states(kind, c->model->parameters + e->parameter)) {
		return mech_check_fail(c, "its rows or numbers are not in order");
	}
	for (int k = 0; k < kind->file.n_matrices; k++) {
		const int size = mech_matrix_rows(e, k) * mech_matrix_columns(e, k);
		const struct mech_parameter_spec spec = {
			kind->file.matrices[k].key, size, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_ANY, 1, 0.0, ""};
		if (mech_check_run(c, mech_matrix_parameter(e, k), 1, &spec) != 0) {
			return -1;
		}
	}
	return 0;
}

/* a run of `size` numbers that begins where the one before it ended */
static int mech_check_next(int32_t first, int size, int64_t *next)
{
	if (size > 0 && first != *next) {
		return -1;
	}
	*next += size;
	return 0;
}

static int mech_check_elements(struct mech_check *c)
{
	const struct mech_model *m = c->model;
	enum mech_section section = MECH_JOINT;
	int64_t rows = 0, derived = (int64_t)m->n_bodies * mech_model_rules(m)->n_numbers, memory = 0, states = 0;
	c->table = "element";
	for (c->record = 0; c->record < m->n_elements; c->record++) {
		const struct mech_element *e = &m->elements[c->record];
		if (mech_check_name(c, e->name) != 0 || mech_check_kind(c, &section) != 0 ||
		    mech_check_connections(c, e) != 0) {
			return -1;
		}
		const struct mech_kind *kind = mech_element_kind(e);
		if (mech_check_run(c, e->parameter, kind->file.n_parameters, kind->file.parameters) != 0 ||
		    mech_check_matrices(c, e) != 0 || mech_check_curves(c, e) != 0) {
			return -1;
		}
		if (mech_check_next(e->derived, mech_element_derived(e), &derived) != 0 ||
		    mech_check_next(e->memory, kind->memory.count, &memory) != 0 ||
		    mech_check_next(e->row, kind->row.count, &rows) != 0 ||
		    mech_check_next(e->state, e->n_states, &states) != 0) {
			return mech_check_fail(c, "its rows or numbers are not in order");
		}
		if (!mech_check_index(e->input, -1, kind->file.input ? m->n_inputs : 0)) {
			return mech_check_fail(c, "no such input");
		}
	}
	c->record = -1;
	if (rows != m->n_rows || derived != m->n_derived || memory != m->n_memory || states != m->n_states) {
		return mech_check_fail(c, "the head counts other rows or numbers than the kinds");
	}
	return 0;
}

static int mech_check_inputs(struct mech_check *c)
{
	c->table = "input";
	for (c->record = 0; c->record < c->model->n_inputs; c->record++) {
		const struct mech_input *input = &c->model->inputs[c->record];
		if (mech_check_name(c, input->name) != 0) {
			return -1;
		}
		if (!mech_check_index(input->quantity, 0, MECH_QUANTITY_COUNT) || !isfinite(input->start)) {
			return mech_check_fail(c, "unknown quantity or impossible start value");
		}
	}
	return 0;
}

static int mech_check_targets(struct mech_check *c)
{
	const struct mech_model *m = c->model;
	c->table = "target";
	for (c->record = 0; c->record < m->n_targets; c->record++) {
		const struct mech_target *target = &m->targets[c->record];
		int coordinates = mech_model_rules(m)->n_targets;
		if (!mech_check_index(target->element, -1, m->n_elements)) {
			return mech_check_fail(c, "no such joint");
		}
		if (target->element >= 0) {
			const struct mech_kind *kind = mech_element_kind(&m->elements[target->element]);
			coordinates = kind->section == MECH_JOINT ? kind->coordinate.count : 0;
		} else if (!mech_check_index(target->body, 0, m->n_bodies + m->n_welded) ||
		           m->bodies[target->body].carrier == MECH_GROUND) {
			return mech_check_fail(c, "no such body");
		}
		if (!mech_check_index(target->coordinate, 0, coordinates)) {
			return mech_check_fail(c, "no such coordinate");
		}
		if (target->priority < 0) {
			return mech_check_fail(c, "impossible priority");
		}
		if (!mech_check_index(target->value, -1, m->n_parameters) ||
		    !mech_check_index(target->rate, -1, m->n_parameters)) {
			return mech_check_fail(c, "no such parameter");
		}
		if ((target->value >= 0 && !isfinite(m->parameters[target->value])) ||
		    (target->rate >= 0 && !isfinite(m->parameters[target->rate]))) {
			return mech_check_fail(c, "impossible value");
		}
	}
	return 0;
}

/* how many numbers `index` and `component` choose from, and what the variable may be, source by
 * source */
static int mech_check_source(const struct mech_model *m, const struct mech_variable *v)
{
	int reported = v->causality == MECH_OUTPUT || v->causality == MECH_LOCAL;
	switch ((enum mech_source)v->source) {
	case MECH_FROM_TIME:
		return v->causality == MECH_INDEPENDENT;
	case MECH_FROM_PARAMETER:
		return (v->causality == MECH_PARAMETER || reported) && mech_check_index(v->index, 0, m->n_parameters);
	case MECH_FROM_INPUT:
		return v->causality == MECH_INPUT && mech_check_index(v->index, 0, m->n_inputs);
	case MECH_FROM_BODY:
		return reported && mech_check_index(v->index, 0, m->n_bodies + m->n_welded) &&
		       mech_check_index(v->component, 0, mech_model_rules(m)->n_outputs);
	case MECH_FROM_ELEMENT:
		return reported && mech_check_index(v->index, 0, m->n_elements) &&
		       mech_check_index(v->component, 0, mech_element_outputs(mech_element_kind(&m->elements[v->index])));
	case MECH_FROM_ENERGY:
		return reported && mech_check_index(v->component, 0, MECH_ENERGIES);
	case MECH_FROM_SOLVER:
		return reported && mech_check_index(v->component, 0, MECH_DIAGNOSTICS);
	case MECH_SOURCE_COUNT:
		break;
	}
	return 0;
}

static int mech_check_variables(struct mech_check *c)
{
	const struct mech_model *m = c->model;
	c->table = "variable";
	for (c->record = 0; c->record < m->n_variables; c->record++) {
		const struct mech_variable *v = &m->variables[c->record];
		if (mech_check_name(c, v->name) != 0 || mech_check_name(c, v->description) != 0) {
			return -1;
		}
		if (!mech_check_index(v->quantity, 0, MECH_QUANTITY_COUNT) ||
		    !mech_check_index(v->source, 0, MECH_SOURCE_COUNT) || !mech_check_source(m, v)) {
			return mech_check_fail(c, "its quantity, causality or source is unknown");
		}
		if (!(v->minimum <= v->maximum)) {
			return mech_check_fail(c, "its limits exclude every value");
		}
		const int k = mech_variable_choice(m, v);
		if (k >= 0 &&
		    (v->quantity != MECH_COUNT || !mech_solver_knows(k, v->minimum) || !mech_solver_knows(k, v->maximum))) {
			return mech_check_fail(c, "its limits are not those of a choice");
		}
		if (v->source == MECH_FROM_PARAMETER &&
		    !(m->parameters[v->index] >= v->minimum && m->parameters[v->index] <= v->maximum)) {
			return mech_check_fail(c, "its start value is outside its limits");
		}
	}
	return 0;
}

/* operations of a formula for parameter `target` */
static int mech_check_operations(const struct mech_check *c, const struct mech_formula *f, int target)
{
	const struct mech_operation *operations = c->model->operations + f->first;
	int depth = mech_formula_depth(operations, f->count);
	if (depth < 0 || depth > MECH_FORMULA_DEPTH) {
		return mech_check_fail(c, "its operations do not give one number");
	}
	for (int k = 0; k < f->count; k++) {
		const int code = operations[k].code, index = operations[k].index;
		if ((code == MECH_TAKE_NUMBER && !isfinite(operations[k].number)) ||
		    (code == MECH_TAKE_PARAMETER && !mech_check_index(index, 0, target)) ||
		    (code == MECH_TAKE_DRAWN && (f->count > 1 || !mech_check_index(index, 0, c->model->n_derived)))) {
			return mech_check_fail(c, "it takes what it cannot take");
		}
	}
	return 0;
}

/* each formula gives a parameter after those it takes and after those given before, and none of the
 * solver */
static int mech_check_formula_table(struct mech_check *c)
{
	const struct mech_model *m = c->model;
	int last = -1;
	c->table = "formula";
	for (c->record = 0; c->record < m->n_formulas; c->record++) {
		const struct mech_formula *f = &m->formulas[c->record];
		const struct mech_variable *v =
			mech_check_index(f->variable, 0, m->n_variables) ? &m->variables[f->variable] : NULL;
		if (v == NULL || v->source != MECH_FROM_PARAMETER || v->causality == MECH_PARAMETER || v->index <= last ||
		    mech_check_index(v->index - m->head->solver, 0, MECH_SOLVER_PARAMETERS)) {
			return mech_check_fail(c, "it does not give a number that can follow");
		}
		last = v->index;
		if (f->count < 1 || f->first < 0 || f->count > m->n_operations || f->first > m->n_operations - f->count) {
			return mech_check_fail(c, "its operations lie outside their table");
		}
		if (mech_check_operations(c, f, v->index) != 0) {
			return -1;
		}
	}
	return 0;
}

LA_FUNCTION int mech_check_records(const struct mech_model *model, struct mech_message *message)
{
	struct mech_check c = {model, message, "head", -1};
	if (mech_check_mechanism(&c) != 0 || mech_check_bodies(&c) != 0 || mech_check_inputs(&c) != 0) {
		return -1;
	}
	if (mech_check_elements(&c) != 0 || mech_check_targets(&c) != 0) {
		return -1;
	}
	return mech_check_variables(&c) != 0 ? -1 : mech_check_formula_table(&c);
}
