/* FMI 2.0: steps, and what can be asked about them.
 *
 * A step ends at the importer's time, currentCommunicationPoint + communicationStepSize, so that
 * rounding cannot accumulate between the two clocks; the begin may differ from ours by rounding.
 * Steps are never asynchronous and never discarded: fmi2OK, fmi2Warning (done, with a remark) or
 * fmi2Error (impossible, mechanism untouched). Where more was requested than is allowed, in work or
 * speed, the instance stays between steps: an importer may change something and ask again. Singular
 * positions are passed within a step, with fmi2OK: the importer has nothing to do about them.
 */
#include <math.h>

#include "fmi2.h"
#include "fmu_arithmetic.h"
#include "fmu_clock.h"
#include "fmu_instance.h"

/* how far two times may lie apart and still mean the same */
static double fmi2_step_tolerance(double t)
{
	return 1e-9 * fmax(1, fabs(t));
}

static fmi2Status fmi2_step_refuse_time(const struct fmu_instance *f, const char *what, double t, const char *than,
                                        double other)
{
	struct mech_message message;
	mech_say(&message, what);
	mech_say_number(&message, t);
	mech_say_more(&message, than);
	mech_say_number(&message, other);
	mech_say_more(&message, " (difference ");
	mech_say_number(&message, t - other);
	mech_say_more(&message, ")");
	return fmu_refuse(f, FMU_DO_STEP, message.text);
}

static fmi2Status fmi2_step_check(const struct fmu_instance *f, double begin, double step)
{
	if (!isfinite(begin) || !isfinite(step) || !(step > 0)) {
		return fmu_refuse(f, FMU_DO_STEP, "the communication step size must be positive, and both times finite");
	}
	double t = mech_time(f->mechanism);
	if (fabs(begin - t) > fmi2_step_tolerance(t)) {
		return fmi2_step_refuse_time(f, "the communication point ", begin, " is not where the last step ended: ", t);
	}
	double end = begin + step;
	if (f->stop_defined && end > f->stop_time + fmi2_step_tolerance(f->stop_time)) {
		return fmi2_step_refuse_time(f, "the step ends at ", end,
		                             ", after the stop time of the experiment: ", f->stop_time);
	}
	return fmi2OK;
}

/* one line on the way into a region where constraints depend on each other, exactly or nearly; none
 * while it lasts */
static void fmi2_step_report(struct fmu_instance *f)
{
	struct mech_passage passage = mech_last_passage(f->mechanism);
	if (passage.steps > 0 && !f->regularized) {
		struct mech_message message;
		mech_say(&message, "fmi2DoStep: near a singular position at time ");
		mech_say_number(&message, passage.time);
		mech_say_more(&message, " s: distance ");
		mech_say_number(&message, passage.distance);
		mech_say_more(&message, " (1 is far), regularized steps ");
		mech_say_number(&message, passage.steps);
		fmu_log_write(&f->log, fmi2OK, FMU_LOG_SINGULAR, message.text);
	}
	f->regularized = passage.steps > 0;
}

/* Reported once, the step being done all the same: the first that is less accurate than requested,
 * the first of real time that its iterations did not solve, and a method that takes far more steps
 * than another would. */
static void fmi2_step_warn_once(struct fmu_instance *f, int *told,
                                int (*look)(const struct mech_instance *m, struct mech_message *what))
{
	struct mech_message what, message;
	if (!*told && look(f->mechanism, &what)) {
		mech_say(&message, "fmi2DoStep: ");
		mech_say_more(&message, what.text);
		fmu_log_write(&f->log, fmi2Warning, FMU_LOG_WARNING, message.text);
		*told = 1;
	}
}

/* a choice of the method `auto` within the step */
static void fmi2_step_report_method(const struct fmu_instance *f, const char *before)
{
	const char *why, *now = mech_method_at_work(f->mechanism, &why);
	if (now != before) {
		struct mech_message message;
		mech_say(&message, "fmi2DoStep: before time ");
		mech_say_number(&message, mech_time(f->mechanism));
		mech_say_more(&message, " s method auto went over from ");
		mech_say_more(&message, before);
		mech_say_more(&message, " to ");
		mech_say_more(&message, now);
		mech_say_more(&message, ": ");
		mech_say_more(&message, why);
		fmu_log_write(&f->log, fmi2OK, FMU_LOG_EVENTS, message.text);
	}
}

/* in real time the clock is read before and after */
static int fmi2_step_advance(struct fmu_instance *f, double end, struct mech_message *message)
{
	if (!mech_is_real_time(f->mechanism)) {
		return mech_advance(f->mechanism, end, message);
	}
	const double begin = fmu_clock();
	const int answer = mech_advance(f->mechanism, end, message);
	mech_note_time(f->mechanism, fmu_clock() - begin);
	return answer;
}

static fmi2Status fmi2_step_make(fmi2Component c, fmi2Real currentCommunicationPoint, fmi2Real communicationStepSize,
                                 fmi2Boolean noSetFMUStatePriorToCurrentPoint)
{
	(void)noSetFMUStatePriorToCurrentPoint;
	struct fmu_instance *f = fmu_enter(c, FMU_DO_STEP);
	if (f == NULL || fmi2_step_check(f, currentCommunicationPoint, communicationStepSize) != fmi2OK) {
		return fmi2Error;
	}
	/* a step below the resolution of time has nothing to do */
	double end = currentCommunicationPoint + communicationStepSize;
	if (end <= mech_time(f->mechanism)) {
		return fmi2OK;
	}
	struct mech_message message;
	mech_say(&message, "");
	const char *why, *method = mech_method_at_work(f->mechanism, &why);
	const int answer = fmi2_step_advance(f, end, &message);
	fmi2Status status = fmu_answer(f, FMU_DO_STEP, answer, &message);
	if (status == fmi2Error) {
		f->state = answer == MECH_TOO_MUCH ? f->state : FMU_FAILED;
	} else {
		fmi2_step_report(f);
		fmi2_step_warn_once(f, &f->unresolved, mech_unresolved);
		fmi2_step_warn_once(f, &f->unconverged, mech_unconverged);
		fmi2_step_warn_once(f, &f->slow, mech_slow);
		fmi2_step_report_method(f, method);
	}
	return status;
}

FMI2_Export fmi2Status fmi2DoStep(fmi2Component c, fmi2Real currentCommunicationPoint, fmi2Real communicationStepSize,
                                  fmi2Boolean noSetFMUStatePriorToCurrentPoint)
{
	const struct fmu_arithmetic host = fmu_arithmetic_begin();
	return fmu_arithmetic_end(
		&host, fmi2_step_make(c, currentCommunicationPoint, communicationStepSize, noSetFMUStatePriorToCurrentPoint));
}

FMI2_Export fmi2Status fmi2CancelStep(fmi2Component c)
{
	/* legal only while a step is under way, and no step ever is when a function returns */
	fmu_enter(c, FMU_CANCEL_STEP);
	return fmi2Error;
}

/* a question that only makes sense for asynchronous steps, or for another type */
static fmi2Status fmi2_step_discard(const struct fmu_instance *f, enum fmu_call call)
{
	struct mech_message message;
	mech_say(&message, fmu_call_name(call));
	mech_say_more(&message, ": steps are not asynchronous; only fmi2LastSuccessfulTime (Real) and fmi2Terminated "
	                        "(Boolean) can be asked for");
	fmu_log_write(&f->log, fmi2Discard, FMU_LOG_DISCARD, message.text);
	return fmi2Discard;
}

/* the instance if the question can be answered at all; otherwise NULL with the status to return */
static struct fmu_instance *fmi2_step_ask(fmi2Component c, enum fmu_call call, int known, const void *value,
                                          fmi2Status *status)
{
	struct fmu_instance *f = fmu_enter(c, call);
	*status = fmi2Error;
	if (f == NULL) {
		return NULL;
	}
	if (value == NULL) {
		*status = fmu_refuse(f, call, "no place for the answer (NULL)");
		return NULL;
	}
	if (!known) {
		*status = fmi2_step_discard(f, call);
		return NULL;
	}
	*status = fmi2OK;
	return f;
}

FMI2_Export fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind s, fmi2Status *value)
{
	(void)s;
	fmi2Status status;
	fmi2_step_ask(c, FMU_GET_STATUS, 0, value, &status);
	return status;
}

FMI2_Export fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind s, fmi2Real *value)
{
	fmi2Status status;
	const struct fmu_instance *f = fmi2_step_ask(c, FMU_GET_REAL_STATUS, s == fmi2LastSuccessfulTime, value, &status);
	if (f != NULL) {
		*value = mech_time(f->mechanism);
	}
	return status;
}

FMI2_Export fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind s, fmi2Integer *value)
{
	(void)s;
	fmi2Status status;
	fmi2_step_ask(c, FMU_GET_INTEGER_STATUS, 0, value, &status);
	return status;
}

FMI2_Export fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind s, fmi2Boolean *value)
{
	fmi2Status status;
	if (fmi2_step_ask(c, FMU_GET_BOOLEAN_STATUS, s == fmi2Terminated, value, &status) != NULL) {
		*value = fmi2False;
	}
	return status;
}

FMI2_Export fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind s, fmi2String *value)
{
	(void)s;
	fmi2Status status;
	fmi2_step_ask(c, FMU_GET_STRING_STATUS, 0, value, &status);
	return status;
}
