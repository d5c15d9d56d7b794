/* Why a mechanism could not go on, in words. */
#include "mech_equations.h"
#include "mech_instance_parts.h"

static const char *mech_explain_reason(enum dae_reason reason)
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

LA_FUNCTION void mech_instance_explain(const struct mech_instance *m, const struct dae_failure *failure,
                                       struct mech_message *message)
{
	mech_say(message, "at time ");
	mech_say_number(message, failure->t);
	mech_say_more(message, " s: ");
	mech_say_more(message, mech_explain_reason(failure->reason));
	int element = failure->row >= 0 ? mech_row_element(&m->model, failure->row) : -1;
	if (element >= 0) {
		int driver = mech_element_kind(&m->model.elements[element])->section == MECH_DRIVER;
		mech_say_more(message, driver ? " (driver '" : " (joint '");
		mech_say_more(message, mech_name(&m->model, m->model.elements[element].name));
		mech_say_more(message, "')");
	}
	const int body = failure->reason == DAE_MATRIX_SINGULAR ? mech_massless_body(&m->system.context, m->work) : -1;
	if (body >= 0) {
		mech_say_more(message, "; no mass or inertia resists a motion of body '");
		mech_say_more(message, mech_name(&m->model, m->model.bodies[body].name));
		mech_say_more(message, "': write it, or hold the body by joints that leave it no motion of its own");
	}
}
