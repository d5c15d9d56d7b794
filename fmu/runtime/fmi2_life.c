/* FMI 2.0: the life of an instance, from fmi2Instantiate to fmi2FreeInstance, and the switches for
 * logging. */
#include <math.h>

#include "fmi2.h"
#include "fmu_arithmetic.h"
#include "fmu_image.h"
#include "fmu_instance.h"
#include "mech_values.h"

FMI2_Export const char *fmi2GetTypesPlatform(void)
{
	return fmi2TypesPlatform;
}

FMI2_Export const char *fmi2GetVersion(void)
{
	return fmi2Version;
}

/* the image in the block, or NULL. The exporter writes into the block after compilation, hence the
 * volatile pointer: what it points to is unknown to the compiler. */
static const void *fmi2_life_image(size_t *size)
{
	const uint64_t *volatile place = fmu_image_block;
	const uint64_t *block = place;
	const struct fmu_image_head *head = (const struct fmu_image_head *)block;
	if (head->size == 0 || head->size > head->capacity) {
		*size = 0;
		return NULL;
	}
	*size = (size_t)head->size;
	return head + 1;
}

/* nothing of the unit lies in files, so the resources' place is not looked at */
FMI2_Export fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID,
                                          fmi2String fmuResourceLocation, const fmi2CallbackFunctions *functions,
                                          fmi2Boolean visible, fmi2Boolean loggingOn)
{
	(void)fmuResourceLocation;
	(void)visible;
	size_t size;
	const void *image = fmi2_life_image(&size);
	return fmu_instantiate(image, size, instanceName, fmuType, fmuGUID, functions, loggingOn);
}

FMI2_Export void fmi2FreeInstance(fmi2Component c)
{
	fmu_instance_free(fmu_enter(c, FMU_FREE_INSTANCE));
}

/* categories switched on replace those that were on; categories switched off leave the others as
 * they are */
FMI2_Export fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean loggingOn, size_t nCategories,
                                           const fmi2String categories[])
{
	struct fmu_instance *f = fmu_enter(c, FMU_SET_DEBUG_LOGGING);
	if (f == NULL) {
		return fmi2Error;
	}
	if (nCategories > 0 && categories == NULL) {
		return fmu_refuse(f, FMU_SET_DEBUG_LOGGING, "no list of categories (NULL)");
	}
	if (loggingOn || nCategories == 0) {
		fmu_log_switch(&f->log, NULL, loggingOn && nCategories == 0);
	}
	fmi2Status status = fmi2OK;
	for (size_t k = 0; k < nCategories; k++) {
		if (categories[k] == NULL || fmu_log_switch(&f->log, categories[k], loggingOn) != 0) {
			struct mech_message message;
			mech_say(&message, "fmi2SetDebugLogging: no log category '");
			mech_say_more(&message, categories[k] == NULL ? "NULL" : categories[k]);
			mech_say_more(&message, "'; LogCategories in modelDescription.xml lists them");
			fmu_log_write(&f->log, fmi2Warning, FMU_LOG_WARNING, message.text);
			status = fmi2Warning;
		}
	}
	return status;
}

/* the experiment's tolerance is the solver's, with the same limits */
static fmi2Status fmi2_life_check_tolerance(const struct fmu_instance *f, double tolerance)
{
	struct mech_message message;
	int variable = mech_variable_of_parameter(f->model, f->model->head->solver + MECH_SOLVER_TOLERANCE);
	if (!(isfinite(tolerance) && tolerance > 0)) {
		return fmu_refuse(f, FMU_SETUP_EXPERIMENT, "the tolerance is not a positive number");
	}
	if (variable >= 0 && mech_check_value(f->model, variable, tolerance, &message) != 0) {
		return fmu_refuse(f, FMU_SETUP_EXPERIMENT, message.text);
	}
	return fmi2OK;
}

/* whoever has set solver.tolerance meant it; the experiment's is often an importer's default */
static void fmi2_life_keep_tolerance(const struct fmu_instance *f, double tolerance)
{
	struct mech_message message;
	mech_say(&message, "fmi2SetupExperiment: the tolerance ");
	mech_say_number(&message, tolerance);
	mech_say_more(&message, " of the experiment is not used: solver.tolerance has been set");
	fmu_log_write(&f->log, fmi2OK, FMU_LOG_EVENTS, message.text);
}

static fmi2Status fmi2_life_set_up(fmi2Component c, fmi2Boolean toleranceDefined, fmi2Real tolerance,
                                   fmi2Real startTime, fmi2Boolean stopTimeDefined, fmi2Real stopTime)
{
	struct fmu_instance *f = fmu_enter(c, FMU_SETUP_EXPERIMENT);
	if (f == NULL) {
		return fmi2Error;
	}
	if (!isfinite(startTime)) {
		return fmu_refuse(f, FMU_SETUP_EXPERIMENT, "the start time is not a finite number");
	}
	if (stopTimeDefined && !(stopTime >= startTime)) {
		return fmu_refuse(f, FMU_SETUP_EXPERIMENT, "the stop time lies before the start time or is not a number");
	}
	if (toleranceDefined && fmi2_life_check_tolerance(f, tolerance) != fmi2OK) {
		return fmi2Error;
	}
	if (toleranceDefined && f->own_tolerance) {
		fmi2_life_keep_tolerance(f, tolerance);
	}
	mech_setup(f->mechanism, startTime, toleranceDefined && !f->own_tolerance ? tolerance : 0);
	/* an infinite stop time is none */
	f->stop_defined = stopTimeDefined && isfinite(stopTime);
	f->stop_time = f->stop_defined ? stopTime : 0;
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean toleranceDefined, fmi2Real tolerance,
                                           fmi2Real startTime, fmi2Boolean stopTimeDefined, fmi2Real stopTime)
{
	const struct fmu_arithmetic host = fmu_arithmetic_begin();
	return fmu_arithmetic_end(&host,
	                          fmi2_life_set_up(c, toleranceDefined, tolerance, startTime, stopTimeDefined, stopTime));
}

/* start values may not fit together yet: the mechanism is assembled when a value is requested, or
 * at the end of the mode */
FMI2_Export fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
	struct fmu_instance *f = fmu_enter(c, FMU_ENTER_INITIALIZATION_MODE);
	if (f == NULL) {
		return fmi2Error;
	}
	f->state = FMU_INITIALIZATION;
	f->outdated = 1;
	return fmi2OK;
}

/* what the importer may like to know about the assembled mechanism */
static void fmi2_life_report(struct fmu_instance *f)
{
	if (!fmu_log_is_on(&f->log, FMU_LOG_EVENTS) && !fmu_log_is_on(&f->log, FMU_LOG_SINGULAR)) {
		return;
	}
	struct mech_diagnosis diagnosis;
	mech_instance_diagnose(f->mechanism, &diagnosis, NULL);
	struct mech_message message;
	mech_say(&message, "initialized at time ");
	mech_say_number(&message, mech_time(f->mechanism));
	mech_say_more(&message, ", degrees of freedom: ");
	mech_say_number(&message, diagnosis.degrees_of_freedom);
	fmu_log_write(&f->log, fmi2OK, FMU_LOG_EVENTS, message.text);
	if (diagnosis.n_redundant > 0) {
		mech_say(&message, "redundant constraints: ");
		mech_say_number(&message, diagnosis.n_redundant);
		mech_say_more(&message, "; motion is not affected, reactions are one of many possible sets");
		fmu_log_write(&f->log, fmi2OK, FMU_LOG_SINGULAR, message.text);
	}
}

static fmi2Status fmi2_life_start(fmi2Component c)
{
	struct fmu_instance *f = fmu_enter(c, FMU_EXIT_INITIALIZATION_MODE);
	if (f == NULL) {
		return fmi2Error;
	}
	fmi2Status status = fmu_bring_up_to_date(f, FMU_EXIT_INITIALIZATION_MODE);
	if (status == fmi2Error) {
		f->state = FMU_FAILED;
		return status;
	}
	f->state = FMU_STEPPING;
	fmi2_life_report(f);
	return status;
}

FMI2_Export fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
	const struct fmu_arithmetic host = fmu_arithmetic_begin();
	return fmu_arithmetic_end(&host, fmi2_life_start(c));
}

/* values stay readable */
FMI2_Export fmi2Status fmi2Terminate(fmi2Component c)
{
	struct fmu_instance *f = fmu_enter(c, FMU_TERMINATE);
	if (f == NULL) {
		return fmi2Error;
	}
	f->state = FMU_TERMINATED;
	return fmi2OK;
}

static fmi2Status fmi2_life_reset(fmi2Component c)
{
	struct fmu_instance *f = fmu_enter(c, FMU_RESET);
	if (f == NULL) {
		return fmi2Error;
	}
	fmu_instance_reset(f);
	fmu_log_write(&f->log, fmi2OK, FMU_LOG_EVENTS, "reset to the state after fmi2Instantiate");
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2Reset(fmi2Component c)
{
	const struct fmu_arithmetic host = fmu_arithmetic_begin();
	return fmu_arithmetic_end(&host, fmi2_life_reset(c));
}
