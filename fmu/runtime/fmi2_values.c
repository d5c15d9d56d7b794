/* FMI 2.0: reading and setting variables.
 *
 * A value reference is the variable's place in the model's table. Variables that count (MECH_COUNT)
 * are Integer, all others Real; there is no Boolean and no String.
 */
#include <limits.h>
#include <math.h>

#include "fmi2.h"
#include "fmu_arithmetic.h"
#include "fmu_instance.h"
#include "mech_values.h"

/* a bad reference in a list: says which variable and why */
static fmi2Status fmi2_values_refuse(const struct fmu_instance *f, enum fmu_call call, fmi2ValueReference reference,
                                     const char *why)
{
	struct mech_message message;
	if (reference < (fmi2ValueReference)f->model->n_variables) {
		mech_say(&message, mech_name(f->model, f->model->variables[reference].name));
	} else {
		mech_say(&message, "value reference ");
		mech_say_number(&message, reference);
	}
	mech_say_more(&message, why);
	return fmu_refuse(f, call, message.text);
}

/* lists must be there, references exist and have the type of the call */
static fmi2Status fmi2_values_check(const struct fmu_instance *f, enum fmu_call call, const fmi2ValueReference vr[],
                                    size_t nvr, const void *value)
{
	if (nvr > 0 && (vr == NULL || value == NULL)) {
		return fmu_refuse(f, call, vr == NULL ? "no list of value references (NULL)" : "no list of values (NULL)");
	}
	int integer = call == FMU_GET_INTEGER || call == FMU_SET_INTEGER;
	for (size_t k = 0; k < nvr; k++) {
		if (vr[k] >= (fmi2ValueReference)f->model->n_variables) {
			return fmi2_values_refuse(f, call, vr[k], " does not exist; modelDescription.xml lists all");
		}
		if ((f->model->variables[vr[k]].quantity == MECH_COUNT) != integer) {
			return fmi2_values_refuse(f, call, vr[k],
			                          integer ? " is not Integer but Real" : " is not Real but Integer");
		}
	}
	return fmi2OK;
}

/* NULL where a variable may be set now, otherwise the reason why not */
static const char *fmi2_values_obstacle(const struct fmu_instance *f, const struct mech_variable *variable)
{
	if (variable->causality == MECH_INPUT) {
		return NULL;
	}
	if (variable->causality != MECH_PARAMETER) {
		return " is a result and cannot be set";
	}
	if (f->state == FMU_STEPPING && !variable->tunable) {
		return " is a fixed parameter and cannot be set after initialization";
	}
	return NULL;
}

static fmi2Status fmi2_values_check_settable(const struct fmu_instance *f, enum fmu_call call,
                                             const fmi2ValueReference vr[], size_t nvr)
{
	for (size_t k = 0; k < nvr; k++) {
		const char *obstacle = fmi2_values_obstacle(f, &f->model->variables[vr[k]]);
		if (obstacle != NULL) {
			return fmi2_values_refuse(f, call, vr[k], obstacle);
		}
	}
	return fmi2OK;
}

/* time, inputs, parameters and what follows from them are known without an assembled mechanism */
static int fmi2_values_needs_assembly(const struct fmu_instance *f, fmi2ValueReference reference)
{
	int source = f->model->variables[reference].source;
	return source != MECH_FROM_TIME && source != MECH_FROM_INPUT && source != MECH_FROM_PARAMETER;
}

static fmi2Status fmi2_values_get(struct fmu_instance *f, enum fmu_call call, fmi2ValueReference reference,
                                  double *value)
{
	fmi2Status status = fmi2OK;
	if (fmi2_values_needs_assembly(f, reference)) {
		status = fmu_bring_up_to_date(f, call);
	}
	if (status == fmi2Error) {
		return status;
	}
	struct mech_message message;
	mech_say(&message, "");
	fmi2Status got = fmu_answer(f, call, mech_get(f->mechanism, (int)reference, value, &message), &message);
	if (got != fmi2Error && !isfinite(*value)) {
		return fmi2_values_refuse(f, call, reference,
		                          " is not a finite number: numbers that it follows from are too large");
	}
	return got > status ? got : status;
}

static fmi2Status fmi2_values_get_real(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Real value[])
{
	struct fmu_instance *f = fmu_enter(c, FMU_GET_REAL);
	fmi2Status status = f == NULL ? fmi2Error : fmi2_values_check(f, FMU_GET_REAL, vr, nvr, value);
	for (size_t k = 0; k < nvr && status != fmi2Error; k++) {
		fmi2Status one = fmi2_values_get(f, FMU_GET_REAL, vr[k], &value[k]);
		status = one > status ? one : status;
	}
	return status;
}

FMI2_Export fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Real value[])
{
	const struct fmu_arithmetic host = fmu_arithmetic_begin();
	return fmu_arithmetic_end(&host, fmi2_values_get_real(c, vr, nvr, value));
}

/* the nearest int */
static fmi2Integer fmi2_values_round(double number)
{
	if (!(number > INT_MIN)) {
		return INT_MIN;
	}
	return number >= INT_MAX ? INT_MAX : (fmi2Integer)floor(number + 0.5);
}

static fmi2Status fmi2_values_get_integer(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                          fmi2Integer value[])
{
	struct fmu_instance *f = fmu_enter(c, FMU_GET_INTEGER);
	fmi2Status status = f == NULL ? fmi2Error : fmi2_values_check(f, FMU_GET_INTEGER, vr, nvr, value);
	for (size_t k = 0; k < nvr && status != fmi2Error; k++) {
		double number = 0;
		fmi2Status one = fmi2_values_get(f, FMU_GET_INTEGER, vr[k], &number);
		if (one != fmi2Error) {
			value[k] = fmi2_values_round(number);
		}
		status = one > status ? one : status;
	}
	return status;
}

FMI2_Export fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Integer value[])
{
	const struct fmu_arithmetic host = fmu_arithmetic_begin();
	return fmu_arithmetic_end(&host, fmi2_values_get_integer(c, vr, nvr, value));
}

/* the instance where the values may be set as far as their references show, otherwise NULL */
static struct fmu_instance *fmi2_values_enter(fmi2Component c, enum fmu_call call, const fmi2ValueReference vr[],
                                              size_t nvr, const void *value)
{
	struct fmu_instance *f = fmu_enter(c, call);
	int settable = f != NULL && fmi2_values_check(f, call, vr, nvr, value) == fmi2OK &&
	               fmi2_values_check_settable(f, call, vr, nvr) == fmi2OK;
	return settable ? f : NULL;
}

/* whether the solver's tolerance is among the values, and other than the file's: some importers set
 * all start values as they are */
static int fmi2_values_set_tolerance(const struct fmu_instance *f, const fmi2ValueReference vr[], size_t nvr,
                                     const fmi2Real value[])
{
	const int tolerance = f->model->head->solver + MECH_SOLVER_TOLERANCE;
	int set = 0;
	for (size_t k = 0; k < nvr; k++) {
		const struct mech_variable *x = &f->model->variables[vr[k]];
		set = set || (x->source == MECH_FROM_PARAMETER && x->index == tolerance &&
		              value[k] != f->model->parameters[tolerance]);
	}
	return set;
}

static fmi2Status fmi2_values_set_real(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                       const fmi2Real value[])
{
	struct fmu_instance *f = fmi2_values_enter(c, FMU_SET_REAL, vr, nvr, value);
	if (f == NULL) {
		return fmi2Error;
	}
	struct mech_message message;
	if (mech_set_list(f->mechanism, nvr, vr, value, &message) != 0) {
		return fmu_refuse(f, FMU_SET_REAL, message.text);
	}
	f->outdated = f->outdated || nvr > 0;
	if (f->state == FMU_INSTANTIATED) {
		f->own_tolerance = f->own_tolerance || fmi2_values_set_tolerance(f, vr, nvr, value);
	}
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Real value[])
{
	const struct fmu_arithmetic host = fmu_arithmetic_begin();
	return fmu_arithmetic_end(&host, fmi2_values_set_real(c, vr, nvr, value));
}

static fmi2Status fmi2_values_set_integer(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                          const fmi2Integer value[])
{
	struct fmu_instance *f = fmi2_values_enter(c, FMU_SET_INTEGER, vr, nvr, value);
	if (f == NULL) {
		return fmi2Error;
	}
	struct mech_message message;
	if (mech_set_integers(f->mechanism, nvr, vr, value, &message) != 0) {
		return fmu_refuse(f, FMU_SET_INTEGER, message.text);
	}
	f->outdated = f->outdated || nvr > 0;
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                      const fmi2Integer value[])
{
	const struct fmu_arithmetic host = fmu_arithmetic_begin();
	return fmu_arithmetic_end(&host, fmi2_values_set_integer(c, vr, nvr, value));
}

/* types of which the unit has no variable: an empty list is all that can be right */
static fmi2Status fmi2_values_none(fmi2Component c, enum fmu_call call, size_t nvr, const char *text)
{
	struct fmu_instance *f = fmu_enter(c, call);
	if (f == NULL) {
		return fmi2Error;
	}
	return nvr == 0 ? fmi2OK : fmu_refuse(f, call, text);
}

FMI2_Export fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Boolean value[])
{
	(void)vr;
	(void)value;
	return fmi2_values_none(c, FMU_GET_BOOLEAN, nvr, "the unit has no Boolean variables");
}

FMI2_Export fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2String value[])
{
	(void)vr;
	(void)value;
	return fmi2_values_none(c, FMU_GET_STRING, nvr, "the unit has no String variables");
}

FMI2_Export fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                      const fmi2Boolean value[])
{
	(void)vr;
	(void)value;
	return fmi2_values_none(c, FMU_SET_BOOLEAN, nvr, "the unit has no Boolean variables");
}

FMI2_Export fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                     const fmi2String value[])
{
	(void)vr;
	(void)value;
	return fmi2_values_none(c, FMU_SET_STRING, nvr, "the unit has no String variables");
}
