/* FMI 2.0: derivatives of results with respect to inputs and states, of inputs within a step, and
 * of outputs along time.
 *
 * Which variable is a known, an input or a result is the mechanism's to say (mech_instance.h); here
 * lists are looked at.
 */
#include <math.h>

#include "fmi2.h"
#include "fmu_arithmetic.h"
#include "fmu_instance.h"

static fmi2Status fmi2_derivatives_missing(const struct fmu_instance *f, enum fmu_call call, const char *what)
{
	struct mech_message message;
	mech_say(&message, "no list of ");
	mech_say_more(&message, what);
	mech_say_more(&message, " (NULL)");
	return fmu_refuse(f, call, message.text);
}

/* there must be a list of n references that exist, and one of n numbers next to it */
static fmi2Status fmi2_derivatives_check(const struct fmu_instance *f, enum fmu_call call,
                                         const fmi2ValueReference vr[], size_t n, const void *numbers, const char *what)
{
	if (n > 0 && (vr == NULL || numbers == NULL)) {
		return fmi2_derivatives_missing(f, call, vr == NULL ? "value references" : what);
	}
	for (size_t k = 0; k < n; k++) {
		if (vr[k] >= (fmi2ValueReference)f->model->n_variables) {
			struct mech_message message;
			mech_say(&message, "value reference ");
			mech_say_number(&message, vr[k]);
			mech_say_more(&message, " does not exist; modelDescription.xml lists all");
			return fmu_refuse(f, call, message.text);
		}
	}
	return fmi2OK;
}

/* results go out as finite numbers or not at all */
static fmi2Status fmi2_derivatives_check_results(const struct fmu_instance *f, enum fmu_call call,
                                                 const fmi2ValueReference vr[], size_t n, const double *value)
{
	for (size_t k = 0; k < n; k++) {
		if (!isfinite(value[k])) {
			struct mech_message message;
			mech_say(&message, "the derivative of ");
			mech_say_more(&message, mech_name(f->model, f->model->variables[vr[k]].name));
			mech_say_more(&message, " is not a finite number");
			return fmu_refuse(f, call, message.text);
		}
	}
	return fmi2OK;
}

static fmi2Status fmi2_derivatives_along(fmi2Component c, const fmi2ValueReference vUnknown_ref[], size_t nUnknown,
                                         const fmi2ValueReference vKnown_ref[], size_t nKnown, const fmi2Real dvKnown[],
                                         fmi2Real dvUnknown[])
{
	const enum fmu_call call = FMU_GET_DIRECTIONAL_DERIVATIVE;
	struct fmu_instance *f = fmu_enter(c, call);
	if (f == NULL ||
	    fmi2_derivatives_check(f, call, vUnknown_ref, nUnknown, dvUnknown, "changes of unknowns") != fmi2OK ||
	    fmi2_derivatives_check(f, call, vKnown_ref, nKnown, dvKnown, "changes of knowns") != fmi2OK) {
		return fmi2Error;
	}
	fmi2Status status = fmu_bring_up_to_date(f, call);
	if (status == fmi2Error) {
		return status;
	}
	struct mech_message message;
	mech_say(&message, "");
	const struct mech_known changes = {nKnown, vKnown_ref, dvKnown};
	int answer = mech_directional_derivative(f->mechanism, f->state == FMU_INITIALIZATION, &changes, nUnknown,
	                                         vUnknown_ref, dvUnknown, &message);
	fmi2Status derived = fmu_answer(f, call, answer, &message);
	derived = derived == fmi2OK ? fmi2_derivatives_check_results(f, call, vUnknown_ref, nUnknown, dvUnknown) : derived;
	return derived > status ? derived : status;
}

FMI2_Export fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference vUnknown_ref[],
                                                    size_t nUnknown, const fmi2ValueReference vKnown_ref[],
                                                    size_t nKnown, const fmi2Real dvKnown[], fmi2Real dvUnknown[])
{
	const struct fmu_arithmetic host = fmu_arithmetic_begin();
	return fmu_arithmetic_end(
		&host, fmi2_derivatives_along(c, vUnknown_ref, nUnknown, vKnown_ref, nKnown, dvKnown, dvUnknown));
}

/* all are looked at before the first one is set */
static fmi2Status fmi2_derivatives_set(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                       const fmi2Integer order[], const fmi2Real value[])
{
	const enum fmu_call call = FMU_SET_INPUT_DERIVATIVES;
	struct fmu_instance *f = fmu_enter(c, call);
	if (f == NULL || fmi2_derivatives_check(f, call, vr, nvr, order, "orders") != fmi2OK ||
	    fmi2_derivatives_check(f, call, vr, nvr, value, "values") != fmi2OK) {
		return fmi2Error;
	}
	struct mech_message message;
	for (size_t k = 0; k < nvr; k++) {
		if (mech_check_input_derivative(f->model, (int)vr[k], order[k], value[k], &message) != 0) {
			return fmu_refuse(f, call, message.text);
		}
	}
	for (size_t k = 0; k < nvr; k++) {
		if (mech_set_input_derivative(f->mechanism, (int)vr[k], order[k], value[k], &message) != 0) {
			return fmu_refuse(f, call, message.text);
		}
	}
	f->outdated = f->outdated || nvr > 0;
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                                   const fmi2Integer order[], const fmi2Real value[])
{
	const struct fmu_arithmetic host = fmu_arithmetic_begin();
	return fmu_arithmetic_end(&host, fmi2_derivatives_set(c, vr, nvr, order, value));
}

static fmi2Status fmi2_derivatives_of_outputs(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                              const fmi2Integer order[], fmi2Real value[])
{
	const enum fmu_call call = FMU_GET_OUTPUT_DERIVATIVES;
	struct fmu_instance *f = fmu_enter(c, call);
	if (f == NULL || fmi2_derivatives_check(f, call, vr, nvr, order, "orders") != fmi2OK ||
	    fmi2_derivatives_check(f, call, vr, nvr, value, "values") != fmi2OK) {
		return fmi2Error;
	}
	struct mech_message message;
	mech_say(&message, "");
	fmi2Status status =
		fmu_answer(f, call, mech_output_derivatives(f->mechanism, nvr, vr, order, value, &message), &message);
	return status == fmi2OK ? fmi2_derivatives_check_results(f, call, vr, nvr, value) : status;
}

FMI2_Export fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                                    const fmi2Integer order[], fmi2Real value[])
{
	const struct fmu_arithmetic host = fmu_arithmetic_begin();
	return fmu_arithmetic_end(&host, fmi2_derivatives_of_outputs(c, vr, nvr, order, value));
}
