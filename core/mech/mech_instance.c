/* One running mechanism: the state block and its life, from the drawing through assembly to steps and values.
 *
 * Within a communication step the integrator runs undisturbed. What jumps, jumps between two: inputs, tunable parameters and
 * the speeds of input-driven joints. There the velocities are moved onto the constraints where a prescribed speed jumped
 * (least kinetic energy of the change, a plastic impact), and accelerations and multipliers are made to fit anew.
 */
#include "mech_instance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dae_driver.h"
#include "mech_equations.h"
#include "mech_system.h"

/* head of the state block; the arrays and the integrator's block follow. Only doubles: no padding, no pointers. */
struct mech_state_head {
	double start_time;
	double initialized;  /* 0 or 1 */
	double changed;      /* an input or a parameter was set since the accelerations were last made to fit */
	double length;       /* size of the mechanism */
	double start_energy; /* kinetic + potential at the start */
	double dissipated, supplied;
	double last_dissipation, last_supply, last_time; /* powers at the last accepted step */
};

struct mech_instance {
	struct mech_model model;
	struct mech_system system;
	struct dae_driver *driver;
	struct dae_state dae;
	double *block;     /* the state */
	size_t block_size; /* numbers */
	struct mech_state_head *head;
	double *parameters, *inputs, *derived, *memory;
	double *backup;     /* scratch: the state before a step */
	double *a, *lambda; /* scratch: accelerations and multipliers for reports */
	double *rate;       /* scratch: dg/dt before a jump */
	double *work;       /* scratch: assembly */
};

/* ---- creation ---- */

static void mech_instance_accepted(void *context, const struct dae_point *p);

static size_t mech_instance_split_state(struct mech_instance *m, double *block)
{
	const struct mech_model *model = &m->model;
	double *next = block + sizeof *m->head / sizeof *block;
	m->block = block;
	m->head = (struct mech_state_head *)block;
	m->parameters = next;
	m->inputs = m->parameters + model->n_parameters;
	m->derived = m->inputs + model->n_inputs;
	m->memory = m->derived + model->n_derived;
	return (size_t)(m->memory + model->n_memory - block);
}

static int mech_instance_allocate(struct mech_instance *m)
{
	const struct mech_model *model = &m->model;
	struct mech_context c = {.model = model};
	if (mech_system_create(&m->system, &c)) {
		return -1;
	}
	size_t own = sizeof *m->head / sizeof(double) +
	             (size_t)(model->n_parameters + model->n_inputs + model->n_derived + model->n_memory);
	m->block_size = own + dae_state_size(&m->system.dae, NULL);
	size_t scratch = m->block_size + (size_t)(model->n_v + 2 * model->n_rows) + mech_assembly_work(model);
	double *numbers = calloc(m->block_size + scratch, sizeof *numbers);
	if (!numbers) {
		return -1;
	}
	mech_instance_split_state(m, numbers);
	m->backup = numbers + m->block_size;
	m->a = m->backup + m->block_size;
	m->lambda = m->a + model->n_v;
	m->rate = m->lambda + model->n_rows;
	m->work = m->rate + model->n_rows;
	m->driver = dae_driver_create(&m->system.dae, NULL, numbers + own);
	if (!m->driver) {
		return -1;
	}
	m->dae = dae_driver_state(m->driver);
	m->system.context.parameters = m->parameters;
	m->system.context.inputs = m->inputs;
	m->system.context.derived = m->derived;
	m->system.context.memory = m->memory;
	m->system.owner = m;
	m->system.dae.accepted = mech_instance_accepted;
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
		mech_say(message, "not enough memory for the mechanism");
		return NULL;
	}
	mech_reset(m);
	return m;
}

LA_FUNCTION void mech_instance_free(struct mech_instance *m)
{
	if (m) {
		dae_driver_free(m->driver);
		mech_system_free(&m->system);
		free(m->block);
		free(m);
	}
}

LA_FUNCTION const struct mech_model *mech_instance_model(const struct mech_instance *m)
{
	return &m->model;
}

LA_FUNCTION double mech_time(const struct mech_instance *m)
{
	return *m->dae.t;
}

LA_FUNCTION size_t mech_state_size(const struct mech_instance *m)
{
	return m->block_size * sizeof *m->block;
}

LA_FUNCTION const void *mech_state(const struct mech_instance *m)
{
	return m->block;
}

/* ---- the present point ---- */

static struct mech_context *mech_instance_context(struct mech_instance *m)
{
	struct mech_context *c = &m->system.context;
	c->t = *m->dae.t;
	c->q = m->dae.q;
	c->v = m->dae.v;
	c->a = m->dae.a;
	c->lambda = m->dae.lambda;
	return c;
}

static struct dae_options mech_instance_options(const struct mech_instance *m)
{
	const double *solver = m->parameters + m->model.head->solver;
	struct dae_options o = dae_options_for(solver[MECH_SOLVER_TOLERANCE]);
	o.spectral_radius = solver[MECH_SOLVER_SPECTRAL_RADIUS];
	o.largest_step = solver[MECH_SOLVER_LARGEST_STEP];
	o.fixed_step = solver[MECH_SOLVER_FIXED_STEP];
	o.formulation = (enum dae_formulation)solver[MECH_SOLVER_FORMULATION];
	o.preconditioning = (enum dae_preconditioning)solver[MECH_SOLVER_PRECONDITIONING];
	o.largest_order = solver[MECH_SOLVER_LARGEST_ORDER];
	o.gamma = solver[MECH_SOLVER_GAMMA];
	o.epsilon = solver[MECH_SOLVER_EPSILON];
	o.kkt.rank = (enum dae_rank)solver[MECH_SOLVER_REGULARIZATION];
	o.kkt.regularization = o.kkt.rank == DAE_RANK_DIRECT ? o.epsilon : o.kkt.regularization;
	o.kkt.radius = solver[MECH_SOLVER_RADIUS];
	o.kkt.scaling = (enum dae_scaling)solver[MECH_SOLVER_SCALING];
	o.kkt.augmentation = solver[MECH_SOLVER_AUGMENTATION];
	return o;
}

/* elements that remember something prepare for the communication step from now to t_end */
static void mech_instance_begin(struct mech_instance *m, double t_end)
{
	const struct mech_context *c = mech_instance_context(m);
	for (int i = 0; i < m->model.n_elements; i++) {
		const struct mech_element *e = &m->model.elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (kind->begin) {
			kind->begin(c, e, t_end, m->memory + e->memory);
		}
	}
}

/* ---- reset and initialization ---- */

/* what follows from the state block but lies outside it: the method in use and typical sizes */
static void mech_instance_prepare(struct mech_instance *m)
{
	int method = (int)m->parameters[m->model.head->solver + MECH_SOLVER_METHOD];
	dae_driver_choose(m->driver, dae_methods[method]);
	mech_system_set_size(&m->system, m->head->length);
}

/* configuration as drawn, at rest */
static void mech_instance_draw(struct mech_instance *m)
{
	struct mech_context *c = mech_instance_context(m);
	mech_derive(c, m->derived);
	dae_driver_reset(m->driver, m->head->start_time);
	mech_drawing(c, m->dae.q);
	memset(m->memory, 0, (size_t)m->model.n_memory * sizeof *m->memory);
	mech_instance_begin(m, m->head->start_time);
	m->head->length = mech_size(c);
	mech_instance_prepare(m);
}

LA_FUNCTION void mech_restore(struct mech_instance *m, const void *state)
{
	memcpy(m->block, state, mech_state_size(m));
	mech_instance_prepare(m);
}

LA_FUNCTION void mech_reset(struct mech_instance *m)
{
	const struct mech_model *model = &m->model;
	memset(m->block, 0, mech_state_size(m));
	memcpy(m->parameters, model->parameters, (size_t)model->n_parameters * sizeof *m->parameters);
	for (int i = 0; i < model->n_inputs; i++) {
		m->inputs[i] = model->inputs[i].start;
	}
	m->head->start_time = model->head->start_time;
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

static const char *mech_instance_reason(enum dae_reason reason)
{
	static const char *const reasons[] = {
		[DAE_NO_REASON] = "the solver gave up",
		[DAE_ITERATION_DIVERGED] = "the mechanism locks or cannot follow: no step size solves its equations of motion",
		[DAE_CONSTRAINT_NOT_MET] = "the mechanism locks or cannot follow: no step size meets its constraints",
		[DAE_MATRIX_SINGULAR] = "the masses and constraints do not determine the motion",
		[DAE_NOT_FINITE] = "a force or constraint is not a finite number",
		[DAE_ERROR_TOO_LARGE] = "the error stays too large",
		[DAE_STEP_TOO_SMALL] = "the tolerance cannot be reached with any step size",
	};
	return reasons[reason];
}

static void mech_instance_explain(const struct mech_instance *m, const struct dae_failure *failure,
                                  struct mech_message *message)
{
	mech_say(message, "at time ");
	mech_say_number(message, failure->t);
	mech_say_more(message, " s: ");
	mech_say_more(message, mech_instance_reason(failure->reason));
	int element = failure->row >= 0 ? mech_row_element(&m->model, failure->row) : -1;
	if (element >= 0) {
		int driver = mech_element_kind(&m->model.elements[element])->section == MECH_DRIVER;
		mech_say_more(message, driver ? " (driver '" : " (joint '");
		mech_say_more(message, mech_name(&m->model, m->model.elements[element].name));
		mech_say_more(message, "')");
	}
}

/* powers and energies from here on */
static void mech_instance_start_powers(struct mech_instance *m)
{
	const struct mech_context *c = mech_instance_context(m);
	m->head->last_time = c->t;
	m->head->last_dissipation = mech_dissipation(c);
	m->head->last_supply = mech_supply(c);
}

LA_FUNCTION int mech_initialize(struct mech_instance *m, struct mech_message *message)
{
	struct mech_context *c = mech_instance_context(m);
	struct dae_options options = mech_instance_options(m);
	struct dae_failure failure;
	m->head->initialized = 0;
	if (!mech_solver_fits(m->parameters + m->model.head->solver, message)) {
		return -1;
	}
	mech_instance_draw(m);
	for (int i = 0; i < m->model.n_derived; i++) {
		if (!isfinite(m->derived[i])) {
			mech_say(message, "the geometry is impossible: a length or direction of the drawing is zero or not finite");
			return -1;
		}
	}
	if (mech_assemble_position(c, m->dae.q, m->work, message) ||
	    mech_assemble_velocity(c, m->dae.q, m->dae.v, m->work, message)) {
		return -1;
	}
	if (dae_driver_restart(m->driver, &options, &failure)) {
		mech_instance_explain(m, &failure, message);
		return -1;
	}
	c = mech_instance_context(m);
	m->head->start_energy = mech_kinetic_energy(c) + mech_potential_energy(c);
	m->head->dissipated = 0;
	m->head->supplied = 0;
	mech_instance_start_powers(m);
	m->head->changed = 0;
	m->head->initialized = 1;
	return 0;
}

/* ---- advancing ---- */

/* energies turned into heat and brought in, by the trapezoidal rule */
static void mech_instance_accepted(void *context, const struct dae_point *p)
{
	const struct mech_system *system = context;
	struct mech_instance *m = system->owner;
	struct mech_state_head *head = m->head;
	double dissipation = head->last_dissipation;
	double supply = head->last_supply;
	double h = p->t - head->last_time;
	mech_instance_start_powers(m);
	head->dissipated += h / 2 * (dissipation + head->last_dissipation);
	head->supplied += h / 2 * (supply + head->last_supply);
}

/* inputs or parameters have jumped: velocities onto the constraints where a prescribed speed jumped, accelerations made to fit */
static int mech_instance_jump(struct mech_instance *m, const struct dae_options *options, double t_end,
                              struct dae_failure *failure)
{
	int n = m->model.n_rows;
	double speed_jump = 0;
	mech_constraint_rate(mech_instance_context(m), m->rate);
	mech_instance_begin(m, t_end);
	mech_constraint_rate(mech_instance_context(m), m->lambda);
	for (int i = 0; i < n; i++) {
		double jump = fabs(m->lambda[i] - m->rate[i]);
		if (jump > 1e-12 * (fabs(m->lambda[i]) + fabs(m->rate[i]))) {
			speed_jump = fmax(speed_jump, jump);
		}
	}
	if (speed_jump == 0 && m->head->changed == 0) {
		return 0;
	}
	if (speed_jump > 0 && dae_driver_project_velocity(m->driver, options, failure)) {
		return -1;
	}
	if (dae_driver_restart(m->driver, options, failure)) {
		return -1;
	}
	mech_instance_start_powers(m);
	m->head->changed = 0;
	return 0;
}

LA_FUNCTION int mech_advance(struct mech_instance *m, double t_end, struct mech_message *message)
{
	struct dae_options options = mech_instance_options(m);
	struct dae_failure failure = {.row = -1};
	if (m->head->initialized == 0) {
		mech_say(message, "the mechanism has not been initialized");
		return -1;
	}
	memcpy(m->backup, m->block, mech_state_size(m));
	int status = mech_instance_jump(m, &options, t_end, &failure);
	status = status ? status : dae_driver_advance(m->driver, &options, t_end, &failure);
	if (status) {
		mech_instance_explain(m, &failure, message);
		memcpy(m->block, m->backup, mech_state_size(m));
		return -1;
	}
	return 0;
}

/* ---- values ---- */

/* accelerations and multipliers that follow inputs set since the last step; the state is not touched */
static int mech_instance_refresh(struct mech_instance *m, struct mech_context *c, struct mech_message *message)
{
	if (m->head->initialized == 0 || m->head->changed == 0) {
		return 0;
	}
	struct dae_options options = mech_instance_options(m);
	struct dae_failure failure;
	if (dae_driver_accelerations(m->driver, &options, m->a, m->lambda, &failure)) {
		mech_instance_explain(m, &failure, message);
		return -1;
	}
	c->a = m->a;
	c->lambda = m->lambda;
	return 0;
}

static double mech_instance_energy(const struct mech_instance *m, const struct mech_context *c, int which)
{
	const struct mech_state_head *head = m->head;
	switch (which) {
	case MECH_KINETIC:
		return mech_kinetic_energy(c);
	case MECH_POTENTIAL:
		return mech_potential_energy(c);
	case MECH_DISSIPATED:
		return head->dissipated;
	case MECH_SUPPLIED:
		return head->supplied;
	default:
		break;
	}
	if (head->initialized == 0) {
		return 0;
	}
	return mech_kinetic_energy(c) + mech_potential_energy(c) + head->dissipated - head->supplied - head->start_energy;
}

static double mech_instance_diagnostic(struct mech_instance *m, int which)
{
	const struct dae_counters *counters = m->dae.counters;
	double position, velocity;
	switch (which) {
	case MECH_STEPS:
		return counters->steps;
	case MECH_REJECTED_STEPS:
		return counters->rejected;
	case MECH_ITERATIONS:
		return counters->iterations;
	case MECH_FACTORIZATIONS:
		return counters->factorizations;
	case MECH_REGULARIZED_STEPS:
		return counters->regularized;
	case MECH_STEP_SIZE:
		return *m->dae.h;
	case MECH_DISTANCE_TO_SINGULARITY:
		return counters->distance;
	default:
		break;
	}
	dae_driver_residuals(m->driver, &position, &velocity);
	return which == MECH_CONSTRAINT_RESIDUAL ? position : velocity;
}

LA_FUNCTION int mech_get(struct mech_instance *m, int variable, double *value, struct mech_message *message)
{
	const struct mech_variable *x = &m->model.variables[variable];
	struct mech_context c = *mech_instance_context(m);
	switch (x->source) {
	case MECH_FROM_TIME:
		*value = c.t;
		return 0;
	case MECH_FROM_PARAMETER:
		*value = m->parameters[x->index];
		return 0;
	case MECH_FROM_INPUT:
		*value = m->inputs[x->index];
		return 0;
	case MECH_FROM_ENERGY:
		*value = mech_instance_energy(m, &c, x->component);
		return 0;
	case MECH_FROM_SOLVER:
		*value = mech_instance_diagnostic(m, x->component);
		return 0;
	default:
		break;
	}
	if (mech_instance_refresh(m, &c, message)) {
		return -1;
	}
	*value = x->source == MECH_FROM_BODY ? mech_body_output(&c, x->index, x->component)
	                                     : mech_element_output(&c, x->index, x->component);
	return 0;
}

LA_FUNCTION int mech_set(struct mech_instance *m, int variable, double value, struct mech_message *message)
{
	const struct mech_variable *x = &m->model.variables[variable];
	double *place = x->source == MECH_FROM_PARAMETER ? m->parameters : m->inputs;
	if (!isfinite(value) || value < x->minimum || value > x->maximum) {
		mech_say(message, mech_name(&m->model, x->name));
		mech_say_more(message, " cannot be ");
		mech_say_number(message, value);
		return -1;
	}
	if (place[x->index] == value) {
		return 0;
	}
	place[x->index] = value;
	m->head->changed = 1;
	if (x->source == MECH_FROM_PARAMETER) {
		mech_derive(mech_instance_context(m), m->derived);
	}
	return 0;
}

LA_FUNCTION void mech_instance_diagnose(struct mech_instance *m, struct mech_diagnosis *diagnosis,
                                        unsigned char *redundant)
{
	mech_diagnose(mech_instance_context(m), m->dae.q, m->work, diagnosis, redundant);
}
