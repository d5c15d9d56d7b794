/* Dependencies of results on knowns. */
#include "md_dependency.h"

#include <stdlib.h>
#include <string.h>

#include "mech_body.h"

int md_known(const struct mech_model *model, const struct mech_variable *x)
{
	const int size = model->body_v;
	switch (x->source) {
	case MECH_FROM_BODY:
		return model->head->space == MECH_PLANAR && mech_body_alone(model, x->index) && x->component < 2 * size
		           ? model->bodies[x->index].v + x->component % size + (x->component < size ? 0 : model->n_v)
		           : -1;
	case MECH_FROM_INPUT:
		return 2 * model->n_v + x->index;
	case MECH_FROM_TIME:
		return 2 * model->n_v + model->n_inputs;
	default:
		return -1;
	}
}

int md_state_of(const struct mech_model *model, const struct mech_variable *y)
{
	const int n = model->body_v;
	if (y->source != MECH_FROM_BODY || model->head->space != MECH_PLANAR || y->component < n || y->component >= 3 * n ||
	    !mech_body_alone(model, y->index)) {
		return -1;
	}
	/* most stand a few places before it, but outputs stand apart */
	const int place = (int)(y - model->variables);
	for (int k = 0; k < model->n_variables; k++) {
		const int at = (place - k + model->n_variables) % model->n_variables;
		const struct mech_variable *x = &model->variables[at];
		if (x->source == MECH_FROM_BODY && x->index == y->index && x->component == y->component - n) {
			return at;
		}
	}
	return -1;
}

/* ---- groups ---- */

/* while they are found, each node knows another of its group; the one that knows itself stands for
 * it */
static int md_groups_find(struct md_dependencies *d, int node)
{
	while (d->group[node] != node) {
		d->group[node] = d->group[d->group[node]];
		node = d->group[node];
	}
	return node;
}

static void md_groups_join(struct md_dependencies *d, int one, int other)
{
	const int a = md_groups_find(d, one), b = md_groups_find(d, other);
	/* the first one stands for all */
	d->group[a > b ? a : b] = a > b ? b : a;
}

/* a row connects the parts of its gradient */
static void md_groups_connect_pair(struct md_dependencies *d, const struct md_pair *f, int row)
{
	for (int part = 0; part < MECH_PAIR_PARTS; part++) {
		int first, n = f->shape->parts >> part & 1 ? md_part(d->set.model, f->body[part / 2], part % 2, &first) : 0;
		for (int k = 0; k < n; k++) {
			md_groups_join(d, d->set.model->n_v + row, first + k);
		}
	}
}

/* function number k of those that make up row i of an element: the row itself, or coordinates of
 * joints. 0: there is none */
static int md_row_pair(const struct mech_model *model, const struct mech_element *e, int i, int k, struct md_pair *f)
{
	const struct mech_kind *kind = mech_element_kind(e);
	if (kind->file.n_joints > 0) {
		*f = k < kind->file.n_joints ? md_referred(model, e, k) : *f;
		return k < kind->file.n_joints;
	}
	*f = (struct md_pair){e->body, &mech_shapes[kind->row.specs[i].shape]};
	return k == 0;
}

static void md_groups_connect(struct md_dependencies *d, const struct mech_element *e)
{
	struct md_pair f = {NULL, NULL};
	for (int i = 0; i < mech_element_kind(e)->row.count; i++) {
		for (int k = 0; md_row_pair(d->set.model, e, i, k, &f); k++) {
			md_groups_connect_pair(d, &f, e->row + i);
		}
	}
}

/* groups get the numbers 0 .. n_groups - 1, in the order of their first nodes */
static void md_groups_number(struct md_dependencies *d)
{
	const int n = d->set.model->n_v + d->set.model->n_rows;
	for (int k = 0; k < n; k++) {
		const int first = md_groups_find(d, k);
		d->group[k] = first;
	}
	for (int k = 0; k < n; k++) {
		/* one before it has its number already */
		d->group[k] = d->group[k] == k ? d->n_groups++ : d->group[d->group[k]];
	}
}

/* ---- what equations read ---- */

/* the equation of a velocity or, after them, of a row reads the set */
static void md_read(struct md_dependencies *d, int node)
{
	unsigned char *read = d->read + (size_t)d->group[node] * (size_t)d->set.n_known;
	for (int k = 0; k < d->set.n_members; k++) {
		d->n_read[d->group[node]] += !read[d->set.members[k]];
		read[d->set.members[k]] = 1;
	}
}

static void md_read_part(struct md_dependencies *d, int body, int part)
{
	int first, n = md_part(d->set.model, body, part, &first);
	for (int k = 0; k < n; k++) {
		md_read(d, first + k);
	}
}

/* G a + bias and G^T lambda: where the gradient bends, with positions and velocities */
static void md_read_rows(struct md_dependencies *d, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	struct md_pair f = {NULL, NULL};
	for (int i = 0; i < kind->row.count; i++) {
		md_set_clear(&d->set);
		md_set_own(&d->set, e, kind->row.reads);
		for (int k = 0; md_row_pair(d->set.model, e, i, k, &f); k++) {
			md_set_pair(&d->set, &f, MECH_ACCELERATION_LEVEL, MD_DEPENDENT);
		}
		md_read(d, d->set.model->n_v + e->row + i);
	}
}

/* an effort along the coordinate of a joint acts on all parts of its gradient */
static void md_read_effort(struct md_dependencies *d, const struct mech_element *e, int i)
{
	const unsigned reads = mech_reads_of(d->set.model, e, mech_element_kind(e)->force.reads);
	const struct md_pair f = md_referred(d->set.model, e, i);
	for (int part = 0; part < MECH_PAIR_PARTS; part++) {
		if (f.shape->parts >> part & 1) {
			md_set_clear(&d->set);
			md_set_own(&d->set, e, reads);
			md_set_coordinate(&d->set, e, reads);
			md_set_bends(&d->set, &f, part, MECH_POSITION_LEVEL);
			md_read_part(d, f.body[part / 2], part % 2);
		}
	}
}

static void md_read_force(struct md_dependencies *d, const struct mech_element *e, int part, unsigned reads)
{
	md_set_clear(&d->set);
	md_set_own(&d->set, e, reads);
	for (int k = 0; k < e->n_bodies; k++) {
		md_set_body(&d->set, e->body[k], reads, 0);
	}
	for (int k = 0; k < e->n_bodies; k++) {
		md_read_part(d, e->body[k], part);
	}
}

static void md_read_states(struct md_dependencies *d, const struct mech_element *e)
{
	const unsigned reads = mech_element_kind(e)->state.reads;
	int place, n;
	mech_part(d->set.model, e, e->n_bodies, &place, &n);
	md_set_clear(&d->set);
	md_set_own(&d->set, e, reads);
	md_set_coordinate(&d->set, e, reads);
	for (int k = 0; k < e->n_bodies && mech_element_kind(e)->file.n_joints == 0; k++) {
		md_set_body(&d->set, e->body[k], reads, 0);
	}
	for (int k = 0; k < n; k++) {
		md_read(d, place + k);
	}
}

static void md_read_element(struct md_dependencies *d, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	md_read_rows(d, e);
	if (kind->force.add && kind->file.n_joints > 0) {
		for (int i = 0; i < (kind->file.lists_joints ? mech_element_joints(e) : 1); i++) {
			md_read_effort(d, e, i);
		}
	} else if (kind->force.add) {
		md_read_force(d, e, 0, mech_reads_of(d->set.model, e, kind->force.reads));
		md_read_force(d, e, 1, mech_reads_of(d->set.model, e, kind->force.torque_reads));
	}
	if (e->n_states > 0) {
		md_read_states(d, e);
	}
}

int md_dependencies_find(const struct mech_model *model, int first, int n, struct md_dependencies *d)
{
	const size_t nodes = (size_t)(model->n_v + model->n_rows);
	memset(d, 0, sizeof *d);
	d->set.model = model;
	d->set.n_known = 2 * model->n_v + model->n_inputs + 1;
	d->group = malloc((nodes + 1) * sizeof *d->group);
	if (d->group == NULL) {
		return -1;
	}
	for (int k = 0; k < (int)nodes; k++) {
		d->group[k] = k;
	}
	for (int k = first; k < first + n; k++) {
		md_groups_connect(d, &model->elements[k]);
	}
	md_groups_number(d);
	const size_t size = (size_t)d->n_groups * (size_t)d->set.n_known;
	d->read = malloc(size + (size_t)d->n_groups + (size_t)d->set.n_known + (size_t)model->n_v);
	d->n_read = calloc((size_t)d->n_groups + (size_t)d->set.n_known + 1, sizeof *d->n_read);
	if (d->read == NULL || d->n_read == NULL) {
		md_dependencies_free(d);
		return -1;
	}
	memset(d->read, 0, size);
	d->set.members = d->n_read + d->n_groups;
	d->seen = d->read + size;
	d->set.kinds = d->seen + d->n_groups;
	d->set.moved = d->set.kinds + d->set.n_known;
	for (int k = first; k < first + n; k++) {
		md_read_element(d, &model->elements[k]);
	}
	return 0;
}

void md_dependencies_free(struct md_dependencies *d)
{
	free(d->group);
	free(d->read);
	free(d->n_read);
	d->group = NULL;
	d->read = NULL;
	d->n_read = NULL;
}

/* ---- results ---- */

/* what a result sees of a group: nothing, positions and velocities, or also accelerations and
 * multipliers */
enum { MD_SEES_NOTHING, MD_SEES_MOTION, MD_SEES_FORCES };

/* a body of parts has its centre on an arm: what reads its place reads its turn */
static void md_see_body(struct md_dependencies *d, const struct mech_variable *y)
{
	unsigned reads = mech_model_rules(d->set.model)->outputs[y->component].reads;
	if (!mech_body_alone(d->set.model, y->index)) {
		reads |= reads & MECH_READS_PLACE ? MECH_READS_TURN : 0;
		reads |= reads & MECH_READS_VELOCITY ? MECH_READS_TURN | MECH_READS_SPIN : 0;
		reads |= reads & MECH_READS_ACCELERATION ? MECH_READS_TURN | MECH_READS_SPIN | MECH_READS_SPIN_RATE : 0;
	}
	md_set_body(&d->set, y->index, reads, 0);
}

/* the groups of its rows or, if it has none, of the joint it refers to */
static void md_see_multipliers(struct md_dependencies *d, const struct mech_element *e, unsigned reads)
{
	const struct mech_element *owner = e->row < 0 ? &d->set.model->elements[e->joint[0]] : e;
	const struct mech_kind *kind = mech_element_kind(owner);
	for (int k = 0; k < kind->row.count; k++) {
		const int on_places = (mech_shapes[kind->row.specs[k].shape].parts & (MECH_PLACE_1 | MECH_PLACE_2)) != 0;
		if ((reads & MECH_READS_FORCES && on_places) || (reads & MECH_READS_TORQUES && !kind->row.torque_free)) {
			d->seen[d->group[d->set.model->n_v + owner->row + k]] = MD_SEES_FORCES;
		}
	}
}

static void md_see_element(struct md_dependencies *d, const struct mech_variable *y)
{
	const struct mech_element *e = &d->set.model->elements[y->index];
	const struct mech_kind *kind = mech_element_kind(e);
	int component;
	const unsigned declared = mech_element_output_spec(kind, y->component, &component).reads;
	const unsigned reads = mech_reads_of(d->set.model, e, declared);
	if (y->component < 3 * kind->coordinate.count) {
		const struct md_pair f = {e->body, &mech_shapes[kind->coordinate.specs[y->component / 3].shape]};
		md_set_pair(&d->set, &f, (enum mech_level)(y->component % 3), MD_CONSTANT);
		return;
	}
	if (reads & MECH_ALONG_OWN && reads & MECH_READS_STATES) {
		md_set_state(&d->set, e, component, reads);
	} else {
		md_set_own(&d->set, e, reads);
	}
	if (reads & MECH_READS_MULTIPLIERS) {
		md_see_multipliers(d, e, reads);
	}
	if (reads & MECH_READS_FRAME) {
		md_set_body(&d->set, e->body[e->n_bodies - 1], MECH_READS_TURN, 0);
	}
	if (kind->file.n_joints > 0) {
		md_set_coordinate(&d->set, e, reads);
		return;
	}
	for (int k = 0; k < mech_seen_bodies(d->set.model, e); k++) {
		md_set_body(&d->set, mech_seen_body(e, k), reads, component);
	}
}

/* what an element stores follows the positions and states that its force reads, less those it
 * ignores */
static void md_see_potential(struct md_dependencies *d)
{
	for (int i = 0; i < d->set.model->n_bodies; i++) {
		md_set_body(&d->set, i, MECH_READS_PLACE, 0);
	}
	for (int i = 0; i < d->set.model->n_elements; i++) {
		const struct mech_element *e = &d->set.model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		const unsigned can = (MECH_READS_POSITIONS | MECH_READS_STATES) & ~kind->energy.ignores;
		const unsigned declared = kind->force.reads & can;
		const unsigned reads = mech_reads_of(d->set.model, e, declared);
		if (!kind->energy.potential) {
			continue;
		}
		md_set_own(&d->set, e, reads | (kind->energy.driven ? MECH_READS_DRIVE : MECH_READS_NOTHING));
		if (kind->file.n_joints > 0) {
			md_set_coordinate(&d->set, e, reads);
		}
		for (int k = 0; kind->file.n_joints == 0 && k < e->n_bodies; k++) {
			md_set_body(&d->set, e->body[k], reads, 0);
		}
	}
}

/* heat and supplied energy are sums over the past: at an instant they follow nothing */
static void md_see_energy(struct md_dependencies *d, const struct mech_variable *y)
{
	for (int i = 0; (y->component == MECH_KINETIC || y->component == MECH_BALANCE_ERROR) && i < d->set.model->n_bodies;
	     i++) {
		md_set_body(&d->set, i, MECH_READS_VELOCITIES, 0);
	}
	if (y->component == MECH_POTENTIAL || y->component == MECH_BALANCE_ERROR) {
		md_see_potential(d);
	}
}

/* states that y is made of, in d->set.kinds; and in d->seen what it sees of each group */
static void md_see(struct md_dependencies *d, const struct mech_variable *y)
{
	const int n_v = d->set.model->n_v, forces = mech_variable_level(d->set.model, y) == MECH_ACCELERATION_LEVEL;
	md_set_clear(&d->set);
	memset(d->seen, MD_SEES_NOTHING, (size_t)d->n_groups);
	if (y->source == MECH_FROM_BODY) {
		md_see_body(d, y);
	} else if (y->source == MECH_FROM_ELEMENT) {
		md_see_element(d, y);
	} else if (y->source == MECH_FROM_ENERGY) {
		md_see_energy(d, y);
	}
	for (int k = 0; k < 2 * n_v; k++) {
		unsigned char *seen = &d->seen[d->group[k % n_v]];
		*seen = d->set.kinds[k] != MD_NONE && *seen == MD_SEES_NOTHING ? MD_SEES_MOTION : *seen;
		*seen = k < n_v && d->set.moved[k] ? MD_SEES_FORCES : *seen;
		d->set.kinds[k] = d->set.kinds[k] != MD_NONE && forces ? MD_DEPENDENT : d->set.kinds[k];
	}
}

const unsigned char *md_dependencies_of(struct md_dependencies *d, const struct mech_variable *y)
{
	md_see(d, y);
	for (int group = 0; group < d->n_groups; group++) {
		const unsigned char *read = d->read + (size_t)group * (size_t)d->set.n_known;
		for (int k = 0; k < d->set.n_known && d->seen[group] == MD_SEES_FORCES; k++) {
			d->set.kinds[k] = read[k] ? MD_DEPENDENT : d->set.kinds[k];
		}
	}
	return d->set.kinds;
}

int md_dependencies_least(const struct md_dependencies *d, const struct mech_variable *y)
{
	const struct mech_model *model = d->set.model;
	if (y->source != MECH_FROM_BODY || mech_variable_level(model, y) != MECH_ACCELERATION_LEVEL ||
	    model->bodies[y->index].v < 0) {
		return 0;
	}
	return d->n_read[d->group[model->bodies[y->index].v + y->component % model->body_v]];
}

int md_dependencies_is_itself(struct md_dependencies *d, const struct mech_variable *y)
{
	const int known = md_known(d->set.model, y);
	if (known < 0 || y->source != MECH_FROM_BODY) {
		return 0;
	}
	md_set_clear(&d->set);
	md_see_body(d, y);
	return d->set.n_members == 1 && d->set.members[0] == known;
}

const unsigned char *md_initial_inputs_of(struct md_dependencies *d, const struct mech_variable *y)
{
	const struct mech_model *model = d->set.model;
	md_dependencies_of(d, y);
	unsigned char *inputs = d->set.kinds + 2 * model->n_v;
	if (model->head->static_start && y->source != MECH_FROM_SOLVER) {
		memset(inputs, MD_DEPENDENT, (size_t)model->n_inputs);
		return inputs;
	}
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		if (e->input >= 0 && mech_element_kind(e)->section == MECH_DRIVER &&
		    d->seen[d->group[model->n_v + e->row]] != MD_SEES_NOTHING) {
			inputs[e->input] = MD_DEPENDENT;
		}
		/* states that start at what drives the element */
		for (int k = 0; e->input >= 0 && mech_element_kind(e)->state.start && k < e->n_states; k++) {
			if (d->set.kinds[2 * model->n_v - model->n_states + e->state + k] != MD_NONE) {
				inputs[e->input] = MD_DEPENDENT;
			}
		}
	}
	return inputs;
}

int md_initial_parameter(const struct mech_model *model, const struct mech_variable *y, const struct mech_variable *x)
{
	const int setting = x->index >= model->head->solver && x->index < model->head->solver + MECH_SOLVER_PARAMETERS;
	const int force =
		y->source == MECH_FROM_ELEMENT && mech_element_kind(&model->elements[y->index])->section == MECH_FORCE_ELEMENT;
	if (setting || y->source == MECH_FROM_SOLVER) {
		return 0;
	}
	return !x->tunable || force || y->source == MECH_FROM_ENERGY || model->head->static_start ||
	       mech_variable_level(model, y) == MECH_ACCELERATION_LEVEL;
}
