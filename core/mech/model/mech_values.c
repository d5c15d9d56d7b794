#include "mech_values.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "dae_method.h"
#include "mech_curve.h"
#include "mech_profile.h"

LA_FUNCTION int mech_variable_of_parameter(const struct mech_model *model, int parameter)
{
	for (int k = 0; k < model->n_variables; k++) {
		if (model->variables[k].source == MECH_FROM_PARAMETER && model->variables[k].index == parameter) {
			return k;
		}
	}
	return -1;
}

/* what the variable requires and the value is not; NULL: nothing. A limit, where one is meant, in
 * *limit. */
static const char *mech_values_demand(const struct mech_variable *x, double value, double *limit)
{
	*limit = NAN;
	if (!isfinite(value)) {
		return "a finite number";
	}
	if (value < x->minimum && x->minimum == DBL_MIN) {
		return "greater than 0";
	}
	if (value < x->minimum) {
		*limit = x->minimum;
		return "at least ";
	}
	const double most = x->causality == MECH_INPUT ? MECH_LARGEST_INPUT : HUGE_VAL;
	if (value > fmin(x->maximum, most)) {
		*limit = fmin(x->maximum, most);
		return "at most ";
	}
	*limit = -most;
	return value < -most ? "at least " : NULL;
}

LA_FUNCTION int mech_check_value(const struct mech_model *model, int variable, double value,
                                 struct mech_message *message)
{
	const struct mech_variable *x = &model->variables[variable];
	double limit;
	const char *demand = mech_values_demand(x, value, &limit);
	if (demand == NULL) {
		return 0;
	}
	mech_say(message, mech_name(model, x->name));
	mech_say_more(message, " cannot be ");
	mech_say_number(message, value);
	mech_say_more(message, ", it must be ");
	const int choice = mech_variable_choice(model, x);
	for (int i = 0; choice >= 0 && i < mech_solver_choices(choice); i++) {
		mech_say_more(message, i == 0 ? "" : ", ");
		mech_say_number(message, MECH_FIRST_CHOICE + i);
		mech_say_more(message, " (");
		mech_say_more(message, mech_solver_choice(choice, i));
		mech_say_more(message, ")");
	}
	if (choice >= 0) {
		return -1;
	}
	mech_say_more(message, demand);
	if (!isnan(limit)) {
		mech_say_number(message, limit);
	}
	return -1;
}

/* "joints.guide.axis[1..2] are all zero" */
static void mech_values_say_zero(const struct mech_model *model, int parameter, int size, struct mech_message *message)
{
	int variable = mech_variable_of_parameter(model, parameter);
	const char *name = variable < 0 ? "a direction[1]" : mech_name(model, model->variables[variable].name);
	char vector[sizeof message->text];
	size_t length = strcspn(name, "[");
	length = length < sizeof vector ? length : sizeof vector - 1;
	memcpy(vector, name, length);
	vector[length] = '\0';
	mech_say(message, vector);
	mech_say_more(message, "[1..");
	mech_say_number(message, size);
	mech_say_more(message, "] are all zero; a direction needs a length");
}

LA_FUNCTION int mech_check_directions(const struct mech_model *model, const double *parameters,
                                      struct mech_message *message)
{
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		for (int k = 0; k < kind->file.n_parameters; k++) {
			const struct mech_parameter_spec *spec = &kind->file.parameters[k];
			int first = e->parameter + mech_kind_number(kind, k);
			double sum = 0;
			for (int j = 0; j < spec->size; j++) {
				sum += fabs(parameters[first + j]);
			}
			if (spec->range == MECH_DIRECTION && sum == 0) {
				mech_values_say_zero(model, first, spec->size, message);
				return -1;
			}
		}
	}
	return 0;
}

LA_FUNCTION int mech_check_tables(const struct mech_model *model, const double *parameters,
                                  struct mech_message *message)
{
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		for (int k = 0; k < mech_element_kind(e)->file.n_curves; k++) {
			const int point = mech_curve_disorder(e, k, parameters);
			if (point < 0) {
				continue;
			}
			const int number = mech_curve_parameter(e, k) + point, variable = mech_variable_of_parameter(model, number);
			mech_say(message, variable < 0 ? "a table" : mech_name(model, model->variables[variable].name));
			mech_say_more(message, " cannot be ");
			mech_say_number(message, parameters[number]);
			mech_say_more(message, ", it must be greater than the one before it, ");
			mech_say_number(message, parameters[number - 1]);
			return -1;
		}
	}
	return 0;
}

static const char *mech_values_name(const struct mech_model *model, int parameter)
{
	const int variable = mech_variable_of_parameter(model, parameter);
	return variable < 0 ? "a table" : mech_name(model, model->variables[variable].name);
}

static int mech_values_check_profile(const struct mech_model *model, const struct mech_profile *p, int first,
                                     struct mech_message *message)
{
	const int repeated = mech_profile_repeated(p);
	if (repeated >= 0) {
		mech_say(message, "point ");
		mech_say_more(message, mech_values_name(model, first + repeated));
		mech_say_more(message, " repeats the point before it");
		return -1;
	}
	if (p->form == MECH_CURVE_POLAR && !(p->interval[p->n - 1] > 0.0)) {
		mech_say(message, "point ");
		mech_say_more(message, mech_values_name(model, first + p->n - 1));
		mech_say_more(message, " is a full turn or more after the first angle");
		return -1;
	}
	const int crossing = mech_profile_crossing(p);
	if (crossing >= 0) {
		mech_say(message, "point ");
		mech_say_more(message, mech_values_name(model, first + crossing));
		mech_say_more(message, " is where the profile crosses itself");
		return -1;
	}
	if (!(p->head[MECH_PROFILE_OFFSET] * mech_profile_sharpest(p) < 1.0)) {
		mech_say(message, "no profile gives the lifts from ");
		mech_say_more(message, mech_values_name(model, first + p->n));
		mech_say_more(message, " on to a circle with radius ");
		mech_say_number(message, p->head[MECH_PROFILE_OFFSET]);
		return -1;
	}
	return 0;
}

LA_FUNCTION int mech_check_profiles(const struct mech_model *model, const double *parameters, const double *derived,
                                    struct mech_message *message)
{
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		for (int k = 0; k < kind->file.n_curves; k++) {
			const struct mech_profile p = mech_profile_open(e, k, parameters, derived);
			if (p.n > 0 && mech_profile_is(p.form) &&
			    mech_values_check_profile(model, &p, mech_curve_parameter(e, k), message) != 0) {
				return -1;
			}
		}
	}
	return 0;
}

LA_FUNCTION int mech_check_rolling(const struct mech_model *model, const double *parameters,
                                   struct mech_message *message)
{
	for (int i = 0; i < model->n_elements; i++) {
		if (mech_element_kind(&model->elements[i])->row.velocity_count > 0 &&
		    mech_solver_chosen(parameters + model->head->solver, MECH_SOLVER_FORMULATION) == DAE_INDEX3) {
			mech_say(message, "formulation index3 enforces positions alone and would let joint '");
			mech_say_more(message, mech_name(model, model->elements[i].name));
			mech_say_more(message, "' slip; choose stabilized or index2");
			return -1;
		}
	}
	return 0;
}

/* Eigenvalues of a symmetric matrix by Jacobi rotations: exact enough for the smallest compared
 * with the largest. */
LA_FUNCTION void mech_principal_moments(const double *inertia, double *moments)
{
	double J[3][3] = {{inertia[0], inertia[3], inertia[4]},
	                  {inertia[3], inertia[1], inertia[5]},
	                  {inertia[4], inertia[5], inertia[2]}};
	for (int sweep = 0; sweep < 3 * 12; sweep++) {
		const int p = sweep % 3 == 2, q = sweep % 3 == 0 ? 1 : 2, r = 3 - p - q;
		const double angle = 0.5 * atan2(2.0 * J[p][q], J[q][q] - J[p][p]), c = cos(angle), s = sin(angle);
		const double pp = c * c * J[p][p] - 2.0 * s * c * J[p][q] + s * s * J[q][q];
		const double qq = s * s * J[p][p] + 2.0 * s * c * J[p][q] + c * c * J[q][q];
		const double pr = c * J[p][r] - s * J[q][r], qr = s * J[p][r] + c * J[q][r];
		J[p][p] = pp;
		J[q][q] = qq;
		J[p][q] = J[q][p] = 0.0;
		J[p][r] = J[r][p] = pr;
		J[q][r] = J[r][q] = qr;
	}
	moments[0] = fmin(J[0][0], fmin(J[1][1], J[2][2]));
	moments[2] = fmax(J[0][0], fmax(J[1][1], J[2][2]));
	moments[1] = J[0][0] + J[1][1] + J[2][2] - moments[0] - moments[2];
}

LA_FUNCTION int mech_check_inertias(const struct mech_model *model, const double *parameters,
                                    struct mech_message *message)
{
	for (int i = 0; i < model->n_bodies + model->n_welded && model->head->space == MECH_SPATIAL; i++) {
		double moments[3];
		mech_principal_moments(parameters + model->bodies[i].parameter + MECH_BODY_INERTIA, moments);
		if (!(moments[0] >= -1e-9 * fabs(moments[2]))) {
			mech_say(message, "the inertia of body '");
			mech_say_more(message, mech_name(model, model->bodies[i].name));
			mech_say_more(message, "' is impossible: a principal moment is ");
			mech_say_number(message, moments[0]);
			mech_say_more(message, " kg m2, and none can be negative");
			return -1;
		}
	}
	return 0;
}

LA_FUNCTION int mech_check_order(const struct mech_model *model, const double *parameters, struct mech_message *message)
{
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		const int pair = mech_kind_disorder(kind, parameters + e->parameter);
		if (pair >= 0) {
			const int low = e->parameter + mech_kind_number(kind, kind->file.ordered[pair][0]);
			const int high = e->parameter + mech_kind_number(kind, kind->file.ordered[pair][1]);
			const int variable = mech_variable_of_parameter(model, high);
			mech_say(message, variable < 0 ? "a parameter" : mech_name(model, model->variables[variable].name));
			mech_say_more(message, " cannot be ");
			mech_say_number(message, parameters[high]);
			mech_say_more(message, ", it must not be below ");
			mech_say_more(message, kind->file.parameters[kind->file.ordered[pair][0]].key);
			mech_say_more(message, ", ");
			mech_say_number(message, parameters[low]);
			return -1;
		}
	}
	return 0;
}

/* the parameter that state k of an element needs, or -1 where it is there as in the file */
static int mech_values_turned(const struct mech_model *model, const double *parameters, const struct mech_element *e,
                              int k)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const int number = e->parameter + mech_kind_number(kind, kind->state.needs[k]);
	return (parameters[number] != 0) != (model->parameters[number] != 0) ? number : -1;
}

LA_FUNCTION int mech_check_states(const struct mech_model *model, const double *parameters,
                                  struct mech_message *message)
{
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		for (int k = 0; kind->state.needs && k < kind->state.count; k++) {
			const int number = mech_values_turned(model, parameters, e, k);
			if (number < 0) {
				continue;
			}
			const int variable = mech_variable_of_parameter(model, number);
			mech_say(message, variable < 0 ? "a parameter" : mech_name(model, model->variables[variable].name));
			mech_say_more(message,
			              parameters[number] != 0
			                  ? " must stay 0: it is 0 in the mechanism file, so there is no state for it; write "
			                    "its value there"
			                  : " cannot be 0: it has a state since it is not 0 in the mechanism file; take a "
			                    "small value, or write 0 there");
			return -1;
		}
	}
	return 0;
}

LA_FUNCTION int mech_check_parameters(const struct mech_model *model, const double *parameters,
                                      struct mech_message *message)
{
	for (int k = 0; k < model->n_variables; k++) {
		const struct mech_variable *x = &model->variables[k];
		if (x->source == MECH_FROM_PARAMETER && mech_check_value(model, k, parameters[x->index], message) != 0) {
			return -1;
		}
	}
	/* choices lead into tables, whether a variable shows them or not */
	for (int k = 0; k < MECH_SOLVER_PARAMETERS; k++) {
		if (mech_solver_choices(k) > 0 && !mech_solver_knows(k, parameters[model->head->solver + k])) {
			mech_say(message, "solver.");
			mech_say_more(message, mech_solver_specs[k].key);
			mech_say_more(message, " is none of its choices");
			return -1;
		}
	}
	return 0;
}
