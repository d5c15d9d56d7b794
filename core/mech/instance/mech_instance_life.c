/* The life of an instance: created, drawn, assembled, restored and freed.
 *
 *     mech_instance_create    takes the memory, lays out state block and scratch, then resets
 *     mech_reset              numbers of the file, configuration as drawn, at rest
 *     mech_setup              start time and tolerance, drawn again
 *     mech_initialize         assembles: positions, static equilibrium where wanted, velocities,
 *                             states of elements, then accelerations and multipliers
 *     mech_restore            a saved state block, and what follows from it outside the block
 *     mech_instance_free
 *
 * mech_initialize starts from the drawing each time. If it fails, the state is as before.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mech_assembly_report.h"
#include "mech_assembly_space.h"
#include "mech_equations.h"
#include "mech_formula.h"
#include "mech_instance_parts.h"
#include "mech_static.h"
#include "mech_values.h"

/* ---- creation ---- */

/* n numbers of the block, NULL where there is none yet; *used counts */
static void *mech_instance_take(double *block, size_t *used, size_t n)
{
	double *place = block ? block + *used : NULL;
	*used += n;
	return place;
}

/* the state block up to the integrator's part; returns its numbers */
static size_t mech_instance_lay_state(struct mech_instance *m, double *block)
{
	const struct mech_model *model = &m->model;
	size_t used = 0;
	m->block = block;
	m->head = mech_instance_take(block, &used, sizeof *m->head / sizeof *block);
	m->inputs = mech_instance_take(block, &used, (size_t)model->n_inputs * (sizeof *m->inputs / sizeof *block));
	m->parameters = mech_instance_take(block, &used, (size_t)model->n_parameters);
	m->derived = mech_instance_take(block, &used, (size_t)model->n_derived);
	m->memory = mech_instance_take(block, &used, (size_t)model->n_memory);
	return used;
}

static size_t mech_instance_lay_derivatives(struct mech_instance *m, double *block)
{
	size_t n_v = (size_t)m->model.n_v, rows = (size_t)m->model.n_rows, used = 0;
	size_t n_signals = (size_t)m->model.n_inputs * (sizeof(struct mech_signal) / sizeof *block);
	struct mech_direction *along = &m->along;
	struct mech_difference *d = &m->difference;
	along->q = mech_instance_take(block, &used, n_v);
	along->v = mech_instance_take(block, &used, n_v);
	along->inputs = mech_instance_take(block, &used, n_signals);
	along->restarted = mech_instance_take(block, &used, (size_t)m->model.n_inputs);
	along->a = mech_instance_take(block, &used, n_v);
	along->lambda = mech_instance_take(block, &used, rows);
	d->q = mech_instance_take(block, &used, (size_t)m->model.n_q);
	d->v = mech_instance_take(block, &used, n_v);
	d->step = mech_instance_take(block, &used, n_v);
	d->right = mech_instance_take(block, &used, n_v + rows);
	double **const numbers[] = {&d->value, &d->estimate, &d->last, &d->apart, &d->disagreement};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		*numbers[i] = mech_instance_take(block, &used, 2 * n_v + rows + 1);
	}
	d->moved = mech_instance_take(block, &used, 2 * n_v);
	d->zeros = mech_instance_take(block, &used, n_v + rows + n_signals);
	return used;
}

static size_t mech_instance_lay_scratch(struct mech_instance *m, double *block)
{
	size_t rows = (size_t)m->model.n_rows, used = 0;
	m->backup = mech_instance_take(block, &used, m->block_size);
	m->saved = mech_instance_take(block, &used, m->block_size);
	m->last_dense = mech_instance_take(block, &used, dae_dense_size(&m->system.dae));
	m->a = mech_instance_take(block, &used, (size_t)m->model.n_v);
	m->lambda = mech_instance_take(block, &used, rows);
	m->rate = mech_instance_take(block, &used, rows);
	m->before = mech_instance_take(block, &used, 2 * rows);
	m->after = mech_instance_take(block, &used, 2 * rows);
	m->anywhere = mech_instance_take(block, &used, mech_point_masses_work(&m->model));
	return used + mech_instance_lay_derivatives(m, block ? block + used : NULL);
}

static int mech_instance_allocate(struct mech_instance *m)
{
	const struct mech_model *model = &m->model;
	struct mech_context c = {.model = model};
	if (mech_system_create(&m->system, &c)) {
		return -1;
	}
	size_t own = mech_instance_lay_state(m, NULL);
	const size_t integrator = dae_state_size(&m->system.dae, NULL);
	m->block_size = own + integrator + mech_ahead_lay(m, NULL);
	double *numbers = calloc(m->block_size + mech_instance_lay_scratch(m, NULL), sizeof *numbers);
	if (!numbers) {
		return -1;
	}
	mech_instance_lay_state(m, numbers);
	mech_ahead_lay(m, numbers + own + integrator);
	m->is_predictable = mech_ahead_possible(model);
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		m->stores_by_input |= e->input >= 0 && mech_element_kind(e)->energy.driven != NULL;
	}
	mech_instance_lay_scratch(m, numbers + m->block_size);
	m->driver = dae_driver_create(&m->system.dae, NULL, numbers + own);
	if (!m->driver) {
		return -1;
	}
	m->assembly = mech_assembly_create(model);
	if (!m->assembly) {
		return -1;
	}
	m->dae = dae_driver_state(m->driver);
	m->system.base.parameters = m->parameters;
	m->system.base.inputs = m->inputs;
	m->system.base.derived = m->derived;
	m->system.base.memory = m->memory;
	m->system.owner = m;
	m->system.dae.accepted = mech_advance_accepted;
	return 0;
}

LA_FUNCTION struct mech_instance *mech_instance_create(const void *image, size_t size, struct mech_message *message)
{
	struct mech_model model;
	if (mech_model_open(image, size, &model, message)) {
		return NULL;
	}
	struct mech_instance *m = calloc(1, sizeof *m);
	if (m) {
		m->model = model;
		if (mech_instance_allocate(m)) {
			mech_instance_free(m);
			m = NULL;
		}
	}
	if (!m) {
		mech_say(message, "out of memory");
		return NULL;
	}
	mech_reset(m);
	return m;
}

LA_FUNCTION void mech_instance_free(struct mech_instance *m)
{
	if (m) {
		dae_driver_free(m->driver);
		mech_assembly_free(m->assembly);
		mech_system_free(&m->system);
		free(m->block);
		free(m);
	}
}

/* States of elements at the start of a run. A static equilibrium has set those without a start
 * of their own. */
static void mech_instance_start_states(struct mech_instance *m)
{
	const struct mech_context c = mech_instance_point(m);
	double *const states = m->dae.v + m->model.n_v - m->model.n_states;
	for (int i = 0; i < m->model.n_elements; i++) {
		const struct mech_element *e = &m->model.elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (kind->state.start && e->n_states > 0) {
			kind->state.start(&c, e, states + e->state);
		}
	}
}

/* ---- reset and initialization ---- */

/* what follows from the state block but lies outside it: the method in use and typical sizes */
static void mech_instance_prepare(struct mech_instance *m)
{
	dae_driver_choose(m->driver, mech_solver_method(m->parameters + m->model.head->solver));
	mech_system_set_size(&m->system, m->head->length);
	mech_point_masses(m);
}

/* configuration as drawn, at rest */
static void mech_instance_draw(struct mech_instance *m)
{
	mech_derive(&m->system.base, m->derived);
	mech_ahead_forget(m);
	m->head->calm = 0;
	m->head->reach = 0;
	dae_driver_reset(m->driver, m->head->start_time);
	const struct mech_context c = mech_instance_point(m);
	mech_drawing(&c, m->dae.q);
	for (int i = 0; i < m->model.n_inputs; i++) {
		m->inputs[i].t0 = m->head->start_time;
	}
	memset(m->memory, 0, (size_t)m->model.n_memory * sizeof *m->memory);
	mech_instance_start(m);
	mech_start_turns(&c, &m->assembly->start, m->memory);
	mech_start_bodies(&c, &m->assembly->start, m->dae.q);
	m->head->length = mech_size(&c);
	mech_instance_prepare(m);
}

LA_FUNCTION void mech_restore(struct mech_instance *m, const void *state)
{
	memcpy(m->block, state, mech_state_size(m));
	if (m->head->ahead == 0) {
		mech_ahead_forget(m);
	}
	mech_derive(&m->system.base, m->derived);
	mech_instance_prepare(m);
}

LA_FUNCTION void mech_reset(struct mech_instance *m)
{
	const struct mech_model *model = &m->model;
	memset(m->block, 0, mech_state_size(m));
	memcpy(m->parameters, model->parameters, (size_t)model->n_parameters * sizeof *m->parameters);
	for (int i = 0; i < model->n_inputs; i++) {
		m->inputs[i].u[0] = model->inputs[i].start;
	}
	m->head->start_time = model->head->start_time;
	m->worst_time = 0;
	mech_instance_draw(m);
}

LA_FUNCTION void mech_setup(struct mech_instance *m, double start_time, double tolerance)
{
	m->head->start_time = start_time;
	if (tolerance > 0) {
		m->parameters[m->model.head->solver + MECH_SOLVER_TOLERANCE] = tolerance;
	}
	mech_instance_draw(m);
}

/* from the drawing to a consistent start */
static int mech_instance_assemble(struct mech_instance *m, struct mech_message *message)
{
	struct dae_options options = mech_instance_options(m);
	struct dae_failure failure;
	if (mech_check_formulas(&m->model, m->parameters, message) || mech_check_order(&m->model, m->parameters, message) ||
	    mech_check_states(&m->model, m->parameters, message)) {
		return -1;
	}
	m->head->initialized = 0;
	if (!mech_solver_fits(m->parameters + m->model.head->solver, message) ||
	    mech_check_rolling(&m->model, m->parameters, message)) {
		return -1;
	}
	mech_instance_draw(m);
	if (mech_check_directions(&m->model, m->parameters, message) ||
	    mech_check_tables(&m->model, m->parameters, message) ||
	    mech_check_profiles(&m->model, m->parameters, m->derived, message) ||
	    mech_check_inertias(&m->model, m->parameters, message)) {
		return -1;
	}
	for (int i = 0; i < m->model.n_derived; i++) {
		if (!isfinite(m->derived[i])) {
			mech_say(message, "the geometry is impossible: a length or direction of the drawing is zero or not finite");
			return -1;
		}
	}
	struct mech_context c = mech_instance_point(m);
	int impossible = mech_assemble_position(&c, m->dae.q, m->assembly, message);
	mech_instance_start_states(m);
	impossible =
		impossible ||
		(m->model.head->static_start && mech_static_balance(&c, m->dae.q, m->dae.v, m->memory, m->assembly, message)) ||
		mech_assemble_velocity(&c, m->dae.q, m->dae.v, m->assembly, message);
	if (mech_assembly_lacks_room(m->assembly, message) || impossible) {
		return -1;
	}
	mech_instance_start_states(m);
	/* what elements remember, at the place found */
	mech_instance_start(m);
	mech_instance_remember(m);
	if (dae_start_motion(m->driver, &options, &failure)) {
		mech_explain_failure(m, &failure, message);
		return -1;
	}
	c = mech_instance_point(m);
	/* what friction that slides from the start has stored was there before */
	m->dae.work->heat = mech_stored_energy(&c);
	m->dae.work->largest = mech_kinetic_energy(&c);
	m->head->start_energy = mech_kinetic_energy(&c) + mech_potential_energy(&c) + m->dae.work->heat;
	m->dae.work->supply = 0;
	m->head->changed = MECH_UNCHANGED;
	m->head->initialized = 1;
	return mech_access_check_results(m, message);
}

LA_FUNCTION int mech_initialize(struct mech_instance *m, struct mech_message *message)
{
	memcpy(m->backup, m->block, mech_state_size(m));
	if (mech_instance_assemble(m, message)) {
		mech_restore(m, m->backup);
		return -1;
	}
	return 0;
}
