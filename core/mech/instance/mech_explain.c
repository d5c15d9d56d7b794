/* Why a mechanism could not continue, in words. */
#include <math.h>

#include "mech_equations.h"
#include "mech_instance_parts.h"
#include "mech_stiffness.h"

/* steps of a method of low order that another would have saved */
static const double MECH_MANY_STEPS = 1e5;

static const char *mech_explain_reason(enum dae_reason reason)
{
	static const char *const reasons[] = {
		[DAE_NO_REASON] = "the solver gave up",
		[DAE_ITERATION_DIVERGED] = "the mechanism locks or cannot follow: no step size solves its equations of motion",
		[DAE_CONSTRAINT_NOT_MET] = "the mechanism locks or cannot follow: no step size meets its constraints",
		[DAE_MATRIX_SINGULAR] = "the masses and constraints do not determine the motion",
		[DAE_NOT_FINITE] = "a force or constraint is not a finite number",
		[DAE_TOO_LARGE] = "solver.method is one for small mechanisms: choose another",
		[DAE_ERROR_TOO_LARGE] = "the error stays too large",
		[DAE_STEP_TOO_SMALL] = "the tolerance cannot be reached with any step size",
		[DAE_RAN_AWAY] = "the solution of every step size leaves the motion: its accelerations grow without bound",
		[DAE_TOO_MUCH_WORK] = "this communication step takes more steps of the solver than solver.work_limit allows, ",
		[DAE_TOO_COARSE] = ("in real time the iterations of this step did not make a motion of it: a smaller "
	                        "solver.real_time.step, or more "
	                        "solver.real_time.iterations"),
		[DAE_TOUCHING] = "two motions touch in this singular position, and rounding would decide which of them goes on",
	};
	return reasons[reason];
}

/* what a velocity of the whole moves: "body 'rod'", "force 'bristle'" */
static void mech_explain_velocity(const struct mech_model *model, int velocity, struct mech_message *message)
{
	const int state = velocity - model->n_bodies * model->body_v;
	const char *what = "body '";
	uint32_t name = model->bodies[state < 0 ? velocity / model->body_v : 0].name;
	for (int i = 0; state >= 0 && i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		const int own = e->n_states;
		if (own > 0 && state >= e->state && state < e->state + own) {
			what = "force '";
			name = e->name;
		}
	}
	mech_say_more(message, what);
	mech_say_more(message, mech_name(model, name));
	mech_say_more(message, "'");
}

/* the force that swings fastest, if one does */
static void mech_explain_stiffest(const struct mech_instance *m, struct mech_message *message)
{
	const struct mech_context c = mech_instance_point(m);
	double rate;
	const int stiffest = mech_stiffest(&c, &rate);
	if (stiffest >= 0) {
		mech_say_more(message, "; stiffest: force '");
		mech_say_more(message, mech_name(&m->model, m->model.elements[stiffest].name));
		mech_say_more(message, "', ");
		mech_say_number(message, rate);
		mech_say_more(message, " 1/s");
	}
}

/* what costs: the size requested, or what keeps it small */
static void mech_explain_work(const struct mech_instance *m, struct mech_message *message)
{
	const struct dae_effort effort = dae_effort_so_far(m->driver);
	const struct dae_options options = mech_instance_options(m);
	mech_say_number(message, effort.tried);
	mech_say_more(message, "; the smallest had ");
	mech_say_number(message, effort.smallest);
	mech_say_more(message, " s at time ");
	mech_say_number(message, effort.time);
	if (options.fixed_step > 0 || options.largest_step > 0) {
		mech_say_more(message, options.iterations > 0   ? " s, solver.real_time.step is "
		                       : options.fixed_step > 0 ? " s, solver.fixed_step is "
		                                                : " s, solver.largest_step is ");
		mech_say_number(message, options.fixed_step > 0 ? options.fixed_step : options.largest_step);
	}
	mech_say_more(message, " s; largest errors: ");
	if (effort.worst < 0) {
		mech_say_more(message, "energy balance");
	} else {
		mech_explain_velocity(&m->model, effort.worst, message);
	}
	mech_explain_stiffest(m, message);
}

LA_FUNCTION int mech_unresolved(const struct mech_instance *m, struct mech_message *message)
{
	const struct dae_counters *counters = m->dae.counters;
	if (counters->unresolved == 0) {
		return 0;
	}
	mech_say(message, "the step to time ");
	mech_say_number(message, counters->unresolved_time);
	mech_say_more(message, " s is less accurate than the tolerance asks for (");
	if (counters->unresolved_worst < 0) {
		mech_say_more(message, "energy balance");
	} else {
		mech_explain_velocity(&m->model, (int)counters->unresolved_worst, message);
	}
	mech_say_more(message, "); solver.unresolved_steps counts such steps");
	return 1;
}

LA_FUNCTION int mech_unconverged(const struct mech_instance *m, struct mech_message *message)
{
	const struct dae_counters *counters = m->dae.counters;
	if (counters->unconverged == 0) {
		return 0;
	}
	mech_say(message, "the iterations of the step to time ");
	mech_say_number(message, counters->unconverged_time);
	mech_say_more(message,
	              " s left more than the tolerance allows; solver.unconverged_steps counts such steps, smaller "
	              "solver.real_time.step or more solver.real_time.iterations avoid them");
	return 1;
}

LA_FUNCTION int mech_slow(const struct mech_instance *m, struct mech_message *message)
{
	const double *solver = m->parameters + m->model.head->solver;
	const struct dae_method *method = dae_methods[mech_solver_chosen(solver, MECH_SOLVER_METHOD)];
	const int limited = dae_driver_is_limited(m->driver);
	const int low =
		m->dae.counters->steps >= MECH_MANY_STEPS && method->order <= 2 && mech_instance_options(m).fixed_step == 0;
	if (!limited && !low) {
		return 0;
	}
	mech_say(message, "before time ");
	mech_say_number(message, mech_time(m));
	mech_say_more(message, " s: slow: method ");
	mech_say_more(message, method->name);
	if (limited) {
		mech_say_more(message, " is explicit, and stiff forces keep its steps short, not the tolerance");
		mech_explain_stiffest(m, message);
	} else {
		mech_say_more(message, " is of order 2 at most, and has taken ");
		mech_say_number(message, m->dae.counters->steps);
		mech_say_more(message, " steps so far");
	}
	mech_say_more(message, "; auto takes fewer");
	return 1;
}

LA_FUNCTION void mech_explain_failure(const struct mech_instance *m, const struct dae_failure *failure,
                                      struct mech_message *message)
{
	mech_say(message, "at time ");
	mech_say_number(message, failure->t);
	mech_say_more(message, " s: ");
	if (failure->is_near && failure->reason != DAE_TOUCHING) {
		mech_say_more(message, "near a singular position, where the mechanism locks or two motions touch: ");
	}
	mech_say_more(message, mech_explain_reason(failure->reason));
	if (failure->reason == DAE_TOO_MUCH_WORK) {
		mech_explain_work(m, message);
	}
	int element = failure->row >= 0 ? mech_row_element(&m->model, failure->row) : -1;
	if (element >= 0) {
		int driver = mech_element_kind(&m->model.elements[element])->section == MECH_DRIVER;
		mech_say_more(message, driver ? " (driver '" : " (joint '");
		mech_say_more(message, mech_name(&m->model, m->model.elements[element].name));
		mech_say_more(message, "')");
	}
	const struct mech_context c = mech_instance_point(m);
	const int body = failure->reason == DAE_MATRIX_SINGULAR ? mech_massless_body(&c, m->assembly) : -1;
	if (body >= 0) {
		mech_say_more(message, "; no mass or inertia resists a motion of body '");
		mech_say_more(message, mech_name(&m->model, m->model.bodies[body].name));
		mech_say_more(message, "': write it, or hold the body by joints that leave it no motion of its own");
	}
}

LA_FUNCTION void mech_explain_input(const struct mech_instance *m, struct mech_message *message)
{
	int largest = -1;
	for (int i = 0; i < m->model.n_inputs; i++) {
		const struct mech_signal *input = &m->inputs[i];
		if (input->given[0] != 0 && (largest < 0 || fabs(input->u[0]) > fabs(m->inputs[largest].u[0]))) {
			largest = i;
		}
	}
	if (largest >= 0) {
		mech_say_more(message, "; for this step input ");
		mech_say_more(message, mech_name(&m->model, m->model.inputs[largest].name));
		mech_say_more(message, " was set to ");
		mech_say_number(message, m->inputs[largest].u[0]);
	}
}
