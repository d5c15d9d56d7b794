/* An instance as it is: its model, its time, its state block, the present point, and what elements
 * remember.
 *
 * Every other file of the instance calls these functions. They call none of the others.
 */
#include <math.h>

#include "mech_instance_parts.h"
#include "mech_joint.h"

LA_FUNCTION const struct mech_model *mech_instance_model(const struct mech_instance *m)
{
	return &m->model;
}

LA_FUNCTION double mech_time(const struct mech_instance *m)
{
	return *m->dae.t;
}

LA_FUNCTION const char *mech_method_at_work(const struct mech_instance *m, const char **why)
{
	return dae_driver_at_work(m->driver, why)->name;
}

LA_FUNCTION int mech_is_real_time(const struct mech_instance *m)
{
	return m->parameters[m->model.head->solver + MECH_SOLVER_REAL_TIME_STEP] > 0;
}

LA_FUNCTION void mech_note_time(struct mech_instance *m, double seconds)
{
	m->worst_time = fmax(m->worst_time, seconds);
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

LA_FUNCTION struct mech_context mech_instance_point(const struct mech_instance *m)
{
	const struct dae_point p = {*m->dae.t, m->dae.q, m->dae.v, m->dae.a, m->dae.lambda};
	return mech_system_at(&m->system, &p);
}

LA_FUNCTION void mech_instance_note(struct mech_instance *m, enum mech_change change)
{
	m->head->changed = fmax(m->head->changed, change);
}

LA_FUNCTION struct dae_system *mech_act_upon(struct mech_instance *m)
{
	mech_instance_note(m, MECH_JUMPED);
	return &m->system.dae;
}

LA_FUNCTION struct dae_options mech_instance_options(const struct mech_instance *m)
{
	const double *solver = m->parameters + m->model.head->solver;
	struct dae_options o = dae_options_for(solver[MECH_SOLVER_TOLERANCE]);
	o.spectral_radius = solver[MECH_SOLVER_SPECTRAL_RADIUS];
	o.largest_step = solver[MECH_SOLVER_LARGEST_STEP];
	o.fixed_step = solver[MECH_SOLVER_FIXED_STEP];
	if (solver[MECH_SOLVER_REAL_TIME_STEP] > 0) {
		o.fixed_step = solver[MECH_SOLVER_REAL_TIME_STEP];
		o.iterations = solver[MECH_SOLVER_ITERATIONS];
	}
	o.work_limit = solver[MECH_SOLVER_WORK_LIMIT];
	o.formulation = (enum dae_formulation)mech_solver_chosen(solver, MECH_SOLVER_FORMULATION);
	o.preconditioning = (enum dae_preconditioning)mech_solver_chosen(solver, MECH_SOLVER_PRECONDITIONING);
	o.largest_order = solver[MECH_SOLVER_LARGEST_ORDER];
	o.gamma = solver[MECH_SOLVER_GAMMA];
	o.epsilon = solver[MECH_SOLVER_EPSILON];
	o.singular_mass = (enum dae_singular_mass)mech_solver_chosen(solver, MECH_SOLVER_SINGULAR_MASS);
	o.kkt.rank = (enum dae_rank)mech_solver_chosen(solver, MECH_SOLVER_REGULARIZATION);
	o.kkt.regularization = o.kkt.rank == DAE_RANK_DIRECT ? o.epsilon : o.kkt.regularization;
	o.kkt.scaling = (enum dae_scaling)mech_solver_chosen(solver, MECH_SOLVER_SCALING);
	o.kkt.augmentation = solver[MECH_SOLVER_AUGMENTATION];
	/* in real time the one way that never falls back on another */
	o.kkt.accelerations = o.iterations > 0
	                          ? DAE_ACCELERATIONS_SPARSE
	                          : (enum dae_accelerations)mech_solver_chosen(solver, MECH_SOLVER_ACCELERATIONS);
	return o;
}

LA_FUNCTION void mech_instance_start(struct mech_instance *m)
{
	const struct mech_context c = mech_instance_point(m);
	for (int i = 0; i < m->model.n_elements; i++) {
		const struct mech_element *e = &m->model.elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (kind->memory.start) {
			kind->memory.start(&c, e, m->memory + e->memory);
		}
	}
}

LA_FUNCTION void mech_instance_begin(struct mech_instance *m, double t_end)
{
	const struct mech_context c = mech_instance_point(m);
	for (int i = 0; i < m->model.n_elements; i++) {
		const struct mech_element *e = &m->model.elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (kind->memory.begin) {
			kind->memory.begin(&c, e, t_end, m->memory + e->memory);
		}
	}
}

/* a driver whose acceleration jumps here continues in another way */
static void mech_instance_remember_driver(struct mech_instance *m, const struct mech_context *c,
                                          const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	double before[MECH_MOTION], after[MECH_MOTION];
	kind->row.motion(c, e, before);
	mech_remember(c, e, m->memory);
	kind->row.motion(c, e, after);
	if (after[2] != before[2]) {
		mech_instance_note(m, MECH_BENT);
	}
}

LA_FUNCTION void mech_instance_remember(struct mech_instance *m)
{
	const struct mech_context c = mech_instance_point(m);
	for (int i = 0; i < m->model.n_elements; i++) {
		const struct mech_element *e = &m->model.elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (kind->memory.remember && kind->row.motion) {
			mech_instance_remember_driver(m, &c, e);
		} else {
			mech_remember(&c, e, m->memory);
		}
	}
}
