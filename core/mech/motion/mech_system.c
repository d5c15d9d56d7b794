#include "mech_system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mech_equations.h"
#include "mech_joint_jets.h"
#include "mech_rotor.h"
#include "mech_rotation.h"

/* block lists; blocks is NULL when they are only counted */
static int mech_system_jacobian_blocks(const struct mech_model *model, struct la_block *blocks)
{
	int n = 0;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		int rows = mech_element_kind(e)->row.count;
		for (int k = 0; rows > 0 && k < e->n_bodies; k++) {
			if (e->body[k] == MECH_GROUND) {
				continue;
			}
			if (blocks) {
				blocks[n] = (struct la_block){e->row, model->bodies[e->body[k]].v, rows, model->body_v};
			}
			n++;
		}
	}
	return n;
}

static int mech_system_body_blocks(const struct mech_model *model, struct la_block *blocks)
{
	for (int i = 0; blocks && i < model->n_bodies; i++) {
		blocks[i] = (struct la_block){model->bodies[i].v, model->bodies[i].v, model->body_v, model->body_v};
	}
	return model->n_bodies;
}

/* bodies, then states one by one, then what rotors couple, upper and lower block alternately */
static int mech_system_mass_blocks(const struct mech_model *model, struct la_block *blocks)
{
	const int size = model->body_v;
	int n = mech_system_body_blocks(model, blocks);
	for (int i = 0; i < model->n_states; i++, n++) {
		const int place = model->n_bodies * size + i;
		if (blocks) {
			blocks[n] = (struct la_block){place, place, 1, 1};
		}
	}
	return n + mech_rotor_blocks(model, blocks ? blocks + n : NULL);
}

/* those of the elements, then those of the bodies where they have any */
static int mech_system_tangent_blocks(const struct mech_model *model, struct la_block *blocks)
{
	int n = 0;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		const int parts = mech_parts(e);
		for (int k = 0; mech_element_kind(e)->force.tangent && k < parts * parts; k++) {
			struct la_block block;
			if (!mech_part(model, e, k / parts, &block.row, &block.rows) ||
			    !mech_part(model, e, k % parts, &block.col, &block.cols)) {
				continue;
			}
			if (blocks) {
				blocks[n] = block;
			}
			n++;
		}
	}
	const int own = mech_model_rules(model)->tangent != NULL;
	return own ? n + mech_system_body_blocks(model, blocks ? blocks + n : NULL) : n;
}

LA_FUNCTION struct mech_context mech_system_at(const struct mech_system *s, const struct dae_point *p)
{
	struct mech_context c = s->base;
	c.t = p->t;
	c.q = p->q;
	c.v = p->v;
	c.a = p->a;
	c.lambda = p->lambda;
	return c;
}

static int mech_system_mass(void *context, const double *q, double *values)
{
	const struct mech_system *s = context;
	const struct mech_model *model = s->base.model;
	double *const bodies = values;
	(void)q;
	for (int i = 0; i < model->n_bodies; i++) {
		mech_model_rules(model)->mass(&s->base, i, values);
		values += model->body_v * model->body_v;
	}
	for (int i = 0; i < model->n_states; i++) {
		values[i] = 1;
	}
	mech_rotor_masses(&s->base, bodies, values + model->n_states);
	return DAE_DONE;
}

static int mech_system_finite(int n, const double *x)
{
	double sum = 0;
	for (int i = 0; i < n; i++) {
		sum += 0 * x[i];
	}
	return sum == 0 ? DAE_DONE : DAE_SMALLER_STEP;
}

static int mech_system_force(void *context, const struct dae_point *p, double *f)
{
	const struct mech_system *s = context;
	const struct mech_context c = mech_system_at(s, p);
	mech_force(&c, f);
	return mech_system_finite(s->dae.n_v, f);
}

/* ---- rows of joints and their Jacobian, found together ----
 *
 * Methods ask for the Jacobian at a point and then for the constraint there, or for the Jacobian
 * again. Jets of joints have both, and depend on positions, parameters, derived numbers and counted
 * turns alone. Where the bits of these are still the same, rows and their Jacobian are those of the
 * last time, which saves 8 % of the instructions of a step. */

enum { MECH_SYSTEM_SOURCES = 4 };

struct mech_system_source {
	const double *numbers;
	size_t count;
};

static void mech_system_sources(const struct mech_context *c, struct mech_system_source sources[MECH_SYSTEM_SOURCES])
{
	const struct mech_model *model = c->model;
	sources[0] = (struct mech_system_source){c->q, (size_t)model->n_q};
	sources[1] = (struct mech_system_source){c->parameters, (size_t)model->n_parameters};
	sources[2] = (struct mech_system_source){c->derived, (size_t)model->n_derived};
	sources[3] = (struct mech_system_source){c->memory, (size_t)model->n_memory};
}

static void mech_system_keep_rows(struct mech_system *s, const struct mech_context *c)
{
	struct mech_system_source sources[MECH_SYSTEM_SOURCES];
	double *kept = s->rows_of;
	mech_system_sources(c, sources);
	for (int k = 0; k < MECH_SYSTEM_SOURCES; k++) {
		memcpy(kept, sources[k].numbers, sources[k].count * sizeof *kept);
		kept += sources[k].count;
	}
	s->has_rows = 1;
}

static int mech_system_has_rows(const struct mech_system *s, const struct mech_context *c)
{
	struct mech_system_source sources[MECH_SYSTEM_SOURCES];
	const double *kept = s->rows_of;
	int same = s->has_rows;
	mech_system_sources(c, sources);
	for (int k = 0; same && k < MECH_SYSTEM_SOURCES; k++) {
		same = memcmp(kept, sources[k].numbers, sources[k].count * sizeof *kept) == 0;
		kept += sources[k].count;
	}
	return same;
}

static int mech_system_constraint(void *context, const struct dae_point *p, double *g)
{
	const struct mech_system *s = context;
	const struct mech_context c = mech_system_at(s, p);
	mech_constraint_beside(&c, mech_system_has_rows(s, &c) ? s->rows : NULL, g);
	return mech_system_finite(s->dae.n_g, g);
}

static int mech_system_rate(void *context, const struct dae_point *p, double *rate)
{
	const struct mech_context c = mech_system_at(context, p);
	mech_constraint_rate(&c, rate);
	return DAE_DONE;
}

static int mech_system_bias(void *context, const struct dae_point *p, double *bias)
{
	const struct mech_context c = mech_system_at(context, p);
	mech_constraint_bias(&c, bias);
	return DAE_DONE;
}

/* bodies of an element that are not the ground */
static int mech_system_moving(const struct mech_element *e)
{
	int n = 0;
	for (int k = 0; k < e->n_bodies; k++) {
		n += e->body[k] != MECH_GROUND;
	}
	return n;
}

/* rows and blocks of one element; returns the place after the blocks */
static double *mech_system_linearize(struct mech_system *s, const struct mech_context *c, const struct mech_element *e,
                                     double *values)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const int size = c->model->body_v;
	double local[MECH_MOST_LOCAL * MECH_MOST_LOCAL];
	if (mech_has_jet_rows(kind)) {
		mech_jet_linear(c, e, s->rows + e->row, local);
	} else {
		kind->row.jacobian(c, e, local);
	}
	for (int k = 0; k < e->n_bodies; k++) {
		for (int r = 0; e->body[k] != MECH_GROUND && r < kind->row.count; r++) {
			mech_copy(size, local + r * size * e->n_bodies + k * size, values);
			values += size;
		}
	}
	return values;
}

static int mech_system_jacobian(void *context, const struct dae_point *p, double *values)
{
	struct mech_system *s = context;
	const struct mech_context c = mech_system_at(s, p);
	const struct mech_model *model = c.model;
	const int is_kept = mech_system_has_rows(s, &c);
	double *at = s->jacobian;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (kind->row.count == 0) {
			continue;
		}
		if (is_kept && mech_has_jet_rows(kind)) {
			at += mech_system_moving(e) * kind->row.count * model->body_v;
		} else {
			at = mech_system_linearize(s, &c, e, at);
		}
	}
	memcpy(values, s->jacobian, (size_t)(at - s->jacobian) * sizeof *values);
	if (!is_kept) {
		mech_system_keep_rows(s, &c);
	}
	return DAE_DONE;
}

/* what bodies have of their own, after the blocks of the elements */
static void mech_system_body_tangents(const struct mech_context *c, double cv, double *values)
{
	const struct mech_model *model = c->model;
	const int size = model->body_v * model->body_v;
	for (int i = 0; mech_model_rules(model)->tangent && i < model->n_bodies; i++) {
		memset(values, 0, (size_t)size * sizeof *values);
		mech_model_rules(model)->tangent(c, i, cv, values);
		values += size;
	}
}

/* the blocks of one element from its local matrix; returns the place after them */
static double *mech_system_split(const struct mech_model *model, const struct mech_element *e, const double *local,
                                 double *values)
{
	const int parts = mech_parts(e), width = mech_local_size(model, e);
	for (int k = 0; k < parts * parts; k++) {
		int place, rows, cols;
		if (!mech_part(model, e, k / parts, &place, &rows) || !mech_part(model, e, k % parts, &place, &cols)) {
			continue;
		}
		const double *block = local + model->body_v * (k / parts * width + k % parts);
		for (int r = 0; r < rows; r++) {
			memcpy(values, block + r * width, (size_t)cols * sizeof *values);
			values += cols;
		}
	}
	return values;
}

static int mech_system_tangent(void *context, const struct dae_point *p, double cq, double cv, double *values)
{
	const struct mech_context c = mech_system_at(context, p);
	const struct mech_model *model = c.model;
	double local[MECH_MOST_LOCAL * MECH_MOST_LOCAL];
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (kind->force.tangent) {
			const int width = mech_local_size(model, e);
			memset(local, 0, (size_t)(width * width) * sizeof *local);
			kind->force.tangent(&c, e, cq, cv, local);
			values = mech_system_split(model, e, local, values);
		}
	}
	mech_system_body_tangents(&c, cv, values);
	return DAE_DONE;
}

static void mech_system_events(void *context, const struct dae_point *p, struct dae_event *events)
{
	const struct mech_context c = mech_system_at(context, p);
	mech_events(&c, events);
}

static void mech_system_energy(void *context, const struct dae_point *p, struct dae_energy *energy)
{
	const struct mech_context c = mech_system_at(context, p);
	const struct mech_powers powers = mech_powers(&c);
	energy->kinetic = mech_kinetic_energy(&c);
	energy->potential = mech_potential_sum(&c, &energy->terms);
	energy->heat = powers.heat;
	energy->supply = powers.supply;
	energy->terms += energy->kinetic;
}

static void mech_system_powers(void *context, const struct dae_point *p, struct dae_powers *powers)
{
	const struct mech_context c = mech_system_at(context, p);
	const struct mech_powers found = mech_powers(&c);
	powers->heat = found.heat;
	powers->supply = found.supply;
}

/* whether constraints depend on time */
static int mech_system_is_driven(const struct mech_model *model)
{
	for (int i = 0; i < model->n_elements; i++) {
		if (mech_element_kind(&model->elements[i])->row.rate) {
			return 1;
		}
	}
	return 0;
}

/* No body turns by more than 1.5 rad, two joined ones against each other by less than half a turn:
 * h |w| + h^2 |alpha| / 2 <= 1.5 */
static double mech_system_longest_step(void *context, const struct dae_point *p)
{
	const struct mech_system *s = context;
	const double angle = 1.5;
	double longest = HUGE_VAL;
	for (int i = 0; i < s->base.model->n_bodies; i++) {
		const int turning = s->base.model->bodies[i].v + 3;
		const double w = mech_length(p->v + turning), alpha = mech_length(p->a + turning);
		longest = fmin(longest, 2 * angle / (w + sqrt(w * w + 2 * angle * alpha)));
	}
	return longest;
}

static void mech_system_retract(void *context, const double *q, const double *dq, double *moved)
{
	const struct mech_system *s = context;
	mech_move(s->base.model, q, dq, moved);
}

/* lengths as they are; angles are counted in turns, of which rounding knows nothing */
static void mech_system_coordinate_sizes(void *context, const double *q, double *size)
{
	const struct mech_system *s = context;
	const struct mech_model *model = s->base.model;
	const int dimension = mech_model_rules(model)->dimension;
	memset(size, 0, (size_t)model->n_v * sizeof *size);
	for (int i = 0; i < model->n_bodies; i++) {
		for (int k = 0; k < dimension; k++) {
			size[model->bodies[i].v + k] = fabs(q[model->bodies[i].q + k]);
		}
	}
}

static void mech_system_increment_rate(void *context, const double *q, const double *dq, const double *v, double *rate)
{
	const struct mech_system *s = context;
	(void)q;
	mech_increment_rate(s->base.model, dq, v, rate);
}

static void mech_system_increment_velocity(void *context, const double *dq, const double *rate, double *v)
{
	const struct mech_system *s = context;
	mech_increment_velocity(s->base.model, dq, rate, v);
}

static void mech_system_difference(void *context, const double *from, const double *to, double *dq)
{
	const struct mech_system *s = context;
	mech_difference(s->base.model, from, to, dq);
}

static void mech_system_compose(void *context, const double *a, const double *b, double *sum)
{
	const struct mech_system *s = context;
	mech_compose(s->base.model, a, b, sum);
}

LA_FUNCTION int mech_system_create(struct mech_system *system, const struct mech_context *base)
{
	const struct mech_model *model = base->model;
	int n_mass = mech_system_mass_blocks(model, NULL);
	int n_tangent = mech_system_tangent_blocks(model, NULL);
	int n_jacobian = mech_system_jacobian_blocks(model, NULL);
	memset(system, 0, sizeof *system);
	system->base = *base;
	system->blocks = calloc((size_t)(n_mass + n_tangent + n_jacobian) + 1, sizeof *system->blocks);
	system->sizes = calloc((size_t)(model->n_v + 2 * model->n_rows) + 1, sizeof *system->sizes);
	system->poses = calloc((size_t)model->n_bodies + 1, sizeof *system->poses);
	if (!system->blocks || !system->sizes || !system->poses) {
		mech_system_free(system);
		return -1;
	}
	struct la_block *jacobian_blocks = system->blocks + n_mass + n_tangent;
	mech_system_mass_blocks(model, system->blocks);
	mech_system_tangent_blocks(model, system->blocks + n_mass);
	mech_system_jacobian_blocks(model, jacobian_blocks);
	const int sources = model->n_q + model->n_parameters + model->n_derived + model->n_memory;
	const int values = la_block_values(n_jacobian, jacobian_blocks);
	system->rows = calloc((size_t)(model->n_rows + sources + values) + 1, sizeof *system->rows);
	if (!system->rows) {
		mech_system_free(system);
		return -1;
	}
	system->base.poses = system->poses;
	system->rows_of = system->rows + model->n_rows;
	system->jacobian = system->rows_of + sources;
	system->dae = (struct dae_system){
		.n_q = model->n_q,
		.n_v = model->n_v,
		.n_g = model->n_rows,
		.n_mass_blocks = n_mass,
		.n_tangent_blocks = n_tangent,
		.n_jacobian_blocks = n_jacobian,
		.mass_blocks = system->blocks,
		.tangent_blocks = system->blocks + n_mass,
		.jacobian_blocks = jacobian_blocks,
		.motion_size = system->sizes,
		.constraint_size = system->sizes + model->n_v,
		.term_size = system->sizes + model->n_v + model->n_rows,
		.context = system,
		.mass = mech_system_mass,
		.force = mech_system_force,
		.tangent = mech_system_tangent,
		.constraint = mech_system_constraint,
		.jacobian = mech_system_jacobian,
		.constraint_rate = mech_system_rate,
		.constraint_bias = mech_system_bias,
		.retract = mech_system_retract,
		.coordinate_sizes = mech_system_coordinate_sizes,
		.is_driven = mech_system_is_driven(model),
		.n_events = mech_event_count(model),
		.events = mech_system_events,
		.n_kinetic = model->n_v - model->n_states,
		.energy = mech_system_energy,
		.powers = mech_system_powers,
		.longest_step = model->head->space == MECH_SPATIAL ? mech_system_longest_step : NULL,
		.increment_rate = mech_model_rules(model)->increment_rate ? mech_system_increment_rate : NULL,
		.increment_velocity = mech_model_rules(model)->increment_velocity ? mech_system_increment_velocity : NULL,
		.difference = mech_system_difference,
		.compose = mech_model_rules(model)->compose ? mech_system_compose : NULL,
	};
	mech_system_set_size(system, 1);
	return 0;
}

LA_FUNCTION void mech_system_free(struct mech_system *system)
{
	free(system->blocks);
	free(system->sizes);
	free(system->poses);
	free(system->rows);
	system->blocks = NULL;
	system->sizes = NULL;
	system->poses = NULL;
	system->rows = NULL;
}

/* size of the terms of a cosine, whose two directions turn with their bodies: a rotation makes four
 * of one */
static const double MECH_COSINE_TERMS = 4;

/* Size of a row in lengths of the mechanism, which is its largest distance: about that of a lever.
 * Runs that lock end sooner than with 1, and fixed steps pass singular positions better. */
static const double MECH_ROW_LENGTH = 0.25;

LA_FUNCTION void mech_system_set_size(struct mech_system *system, double length)
{
	const struct mech_model *model = system->base.model;
	const int bodies = model->n_bodies * model->body_v;
	system->base.length = length;
	for (int i = 0; i < bodies; i++) {
		system->sizes[i] = i % model->body_v < mech_model_rules(model)->dimension ? length : 1;
	}
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		if (e->n_states > 0 && system->base.parameters) {
			mech_element_kind(e)->state.sizes(&system->base, e, system->sizes + bodies + e->state);
		}
	}
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		for (int k = 0; k < mech_element_kind(e)->row.count; k++) {
			const int is_angle = mech_row_quantity(&system->base, e, k) == MECH_ANGLE;
			system->sizes[model->n_v + e->row + k] = is_angle ? 1 : MECH_ROW_LENGTH * length;
			/* the others have the gradient of a place or of an angle, which never vanishes */
			const int is_cosine = mech_element_kind(e)->row.specs[k].form == MECH_ROW_SINE;
			system->sizes[model->n_v + model->n_rows + e->row + k] = is_cosine ? MECH_COSINE_TERMS : 0;
		}
	}
}
