#include "mech_formula.h"

#include <math.h>

static double mech_formula_add(double a, double b)
{
	return a + b;
}

static double mech_formula_subtract(double a, double b)
{
	return a - b;
}

static double mech_formula_multiply(double a, double b)
{
	return a * b;
}

static double mech_formula_divide(double a, double b)
{
	return a / b;
}

static double mech_formula_negate(double a)
{
	return -a;
}

/* unlike fmin and fmax these do not lose what is no number */
static double mech_formula_minimum(double a, double b)
{
	return a < b || isnan(a) ? a : b;
}

static double mech_formula_maximum(double a, double b)
{
	return a > b || isnan(a) ? a : b;
}

LA_TABLE const struct mech_operator_spec mech_operators[MECH_OPERATORS] = {
	[MECH_TAKE_NUMBER] = {"number", NULL, NULL},
	[MECH_TAKE_PARAMETER] = {"parameter", NULL, NULL},
	[MECH_TAKE_DRAWN] = {"drawn", NULL, NULL},
	[MECH_ADD] = {"+", NULL, mech_formula_add},
	[MECH_SUBTRACT] = {"-", NULL, mech_formula_subtract},
	[MECH_MULTIPLY] = {"*", NULL, mech_formula_multiply},
	[MECH_DIVIDE] = {"/", NULL, mech_formula_divide},
	[MECH_POWER] = {"^", NULL, pow},
	[MECH_NEGATE] = {"-", mech_formula_negate, NULL},
	[MECH_SINE] = {"sin", sin, NULL},
	[MECH_COSINE] = {"cos", cos, NULL},
	[MECH_TANGENT] = {"tan", tan, NULL},
	[MECH_ARC_SINE] = {"asin", asin, NULL},
	[MECH_ARC_COSINE] = {"acos", acos, NULL},
	[MECH_ARC_TANGENT] = {"atan", atan, NULL},
	[MECH_ARC_TANGENT_2] = {"atan2", NULL, atan2},
	[MECH_SQUARE_ROOT] = {"sqrt", sqrt, NULL},
	[MECH_ABSOLUTE] = {"abs", fabs, NULL},
	[MECH_EXPONENTIAL] = {"exp", exp, NULL},
	[MECH_LOGARITHM] = {"log", log, NULL},
	[MECH_MINIMUM] = {"min", NULL, mech_formula_minimum},
	[MECH_MAXIMUM] = {"max", NULL, mech_formula_maximum},
};

LA_FUNCTION int mech_operator_takes(int code)
{
	return mech_operators[code].of_two ? 2 : mech_operators[code].of_one ? 1 : 0;
}

LA_FUNCTION int mech_formula_depth(const struct mech_operation *operations, int n)
{
	int depth = 0, most = 0;
	for (int k = 0; k < n; k++) {
		const int code = operations[k].code;
		if (code < 0 || code >= MECH_OPERATORS || depth < mech_operator_takes(code)) {
			return -1;
		}
		depth += 1 - mech_operator_takes(code);
		most = depth > most ? depth : most;
	}
	return depth == 1 ? most : -1;
}

static double mech_formula_take(const struct mech_operation *operation, const double *parameters)
{
	switch (operation->code) {
	case MECH_TAKE_NUMBER:
		return operation->number;
	case MECH_TAKE_PARAMETER:
		return parameters[operation->index];
	default:
		return NAN;
	}
}

LA_FUNCTION double mech_formula_value(const struct mech_operation *operations, int n, const double *parameters)
{
	double stack[MECH_FORMULA_DEPTH] = {0};
	double *next = stack;
	for (int k = 0; k < n; k++) {
		const struct mech_operator_spec *spec = &mech_operators[operations[k].code];
		if (spec->of_two) {
			next--;
			next[-1] = spec->of_two(next[-1], next[0]);
		} else if (spec->of_one) {
			next[-1] = spec->of_one(next[-1]);
		} else {
			*next++ = mech_formula_take(&operations[k], parameters);
		}
	}
	return stack[0];
}

static const char *mech_formula_parameter_name(const struct mech_model *model, int parameter)
{
	for (int k = 0; k < model->n_variables; k++) {
		if (model->variables[k].source == MECH_FROM_PARAMETER && model->variables[k].index == parameter) {
			return mech_name(model, model->variables[k].name);
		}
	}
	return "a hidden number";
}

/* ", as follows from parameters.a, parameters.b" */
static void mech_formula_say_sources(const struct mech_model *model, const struct mech_formula *f,
                                     struct mech_message *message)
{
	const struct mech_operation *operations = model->operations + f->first;
	mech_say_more(message, ", as follows from ");
	if (operations[0].code == MECH_TAKE_DRAWN) {
		mech_say_more(message, "the drawing");
	}
	for (int k = 0, said = 0; k < f->count; k++) {
		int again = operations[k].code != MECH_TAKE_PARAMETER;
		for (int i = 0; i < k && !again; i++) {
			again = operations[i].code == MECH_TAKE_PARAMETER && operations[i].index == operations[k].index;
		}
		if (!again) {
			mech_say_more(message, said++ > 0 ? ", " : "");
			mech_say_more(message, mech_formula_parameter_name(model, operations[k].index));
		}
	}
}

LA_FUNCTION int mech_check_formulas(const struct mech_model *model, const double *parameters,
                                    struct mech_message *message)
{
	for (int k = 0; k < model->n_formulas; k++) {
		const struct mech_variable *x = &model->variables[model->formulas[k].variable];
		const double value = parameters[x->index];
		if (!isfinite(value) || value < x->minimum || value > x->maximum) {
			mech_say(message, mech_name(model, x->name));
			mech_say_more(message, " cannot be ");
			mech_say_number(message, value);
			mech_formula_say_sources(model, &model->formulas[k], message);
			return -1;
		}
	}
	return 0;
}
