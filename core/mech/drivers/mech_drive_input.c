/* Driver by input: the coordinate follows an input u of the unit, at position level.
 *
 * The importer sets u at the communication points alone. At t_k, before the step to t_k + h, it
 * sets u(t_k); u(t_k + h) is not known yet. The coordinate follows u without lag: each step leads,
 * with continuous value, rate and acceleration (mech_course.h), to where the values so far foretell
 * the input at its end (mech_forecast.h). So no speed jumps, and the driver's effort is that of the
 * motion itself.
 *
 * Why without lag: a motion that arrives at u(t_k) one step late has one step's time for the way of
 * the step before, which is another speed wherever steps are not equal. Why the forecast is trusted
 * only where samples agree: what a step of the command, a stop or noise foretells is wrong, and the
 * coordinate must not swing beyond it. With trust 0 the step ends at the value set, at rest; so a
 * value that stays is reached exactly.
 *
 * Accuracy: where u is smooth over a step the accelerations are those of u but for an error of
 * order h^2, with steps of any lengths; u = 0.5 sin 10 t in steps of 0.01 s has its acceleration,
 * up to 50, within 0.04. Stability: at communication points the motion is a function of six samples
 * and of nothing else, so nothing rings. With equal steps an error e of the samples moves the
 * coordinate by at most 20 e and accelerates it by at most 180 e / h^2. A motion that stops without
 * warning is foretold for one step too long, and comes back in the next.
 *
 * Derivatives that the importer gives are used as they are, at once: the coordinate has the speed
 * and the acceleration of their series, and a gap to its value is closed evenly within the step.
 * The ones that are missing are foretold from the highest one given, likewise. What does not fit to
 * the step before is a jump.
 *
 * At the start of a run w = u, with the derivatives given by then. With limits of speed and
 * acceleration (mech_course.h) nothing jumps.
 */
#include <stddef.h>

#include "mech_course.h"
#include "mech_drive.h"
#include "mech_forecast.h"
#include "mech_kinds.h"

enum { MECH_DRIVE_INPUT_START, MECH_DRIVE_INPUT_SPEED, MECH_DRIVE_INPUT_ACCELERATION };

static const struct mech_parameter_spec mech_drive_input_parameters[] = {
	{"start", 1, 0, MECH_COORDINATE, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "wanted value of the joint coordinate"},
	{"largest_speed", 1, 0, MECH_COORDINATE_RATE, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0,
     "bound on the speed with which the input is followed; 0: none"},
	{"largest_acceleration", 1, 0, MECH_COORDINATE_ACCELERATION, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 0.0,
     "bound on the acceleration with which the input is followed; 0: none"},
};

/* the element's memory, numbers only */
struct mech_drive_input_memory {
	double order; /* highest derivative given in the last step: that is what has been sampled */
	struct mech_samples samples;
	struct mech_course course;
};

static void mech_drive_input_motion(const struct mech_context *c, const struct mech_element *e, double *w)
{
	const struct mech_drive_input_memory *memory = (const void *)(c->memory + e->memory);
	mech_course_at(&memory->course, c->t, w);
}

static double mech_drive_input_next(const struct mech_context *c, const struct mech_element *e)
{
	const struct mech_drive_input_memory *memory = (const void *)(c->memory + e->memory);
	return mech_course_next(&memory->course, c->t);
}

static void mech_drive_input_remember(const struct mech_context *c, const struct mech_element *e, double *numbers)
{
	struct mech_drive_input_memory *memory = (void *)numbers;
	(void)e;
	mech_course_pass(&memory->course, c->t);
}

/* highest order that the importer has given for the next step; what is not zero has been */
static int mech_drive_input_order(const struct mech_signal *input)
{
	int order = MECH_INPUT_ORDER;
	while (order > 0 && input->given[order] == 0.0 && input->u[order] == 0.0) {
		order--;
	}
	return order;
}

/* derivatives that are missing, and where smooth values lead beyond them */
static void mech_drive_input_foresee(const struct mech_samples *samples, int order, double h,
                                     struct mech_signal *series, double *beyond)
{
	const struct mech_forecast forecast = mech_samples_forecast(samples, h);
	for (int k = order + 1; k <= MECH_INPUT_ORDER; k++) {
		series->u[k] = forecast.rate[k - order - 1];
	}
	for (int k = 0; order == 0 && k < MECH_FORECAST; k++) {
		beyond[k] = forecast.smooth[k];
	}
}

/* the step from c->t to c->t + h */
static void mech_drive_input_lead(const struct mech_context *c, const struct mech_element *e,
                                  struct mech_signal *series, double h, struct mech_drive_input_memory *memory)
{
	const double *parameters = c->parameters + e->parameter;
	const struct mech_course_limits limits = {parameters[MECH_DRIVE_INPUT_SPEED],
	                                          parameters[MECH_DRIVE_INPUT_ACCELERATION]};
	double beyond[MECH_COURSE_STATE] = {0}, now[MECH_MOTION];
	mech_drive_input_foresee(&memory->samples, (int)memory->order, h, series, beyond);
	if (memory->order > 0.0 && limits.speed <= 0.0 && limits.acceleration <= 0.0) {
		mech_course_at(&memory->course, c->t, now);
		series->u[1] -= (now[0] - series->u[0]) / h;
		series->u[0] = now[0];
		mech_course_start(&memory->course, series);
	} else {
		mech_course_lead(&memory->course, series, h, beyond, &limits);
	}
}

/* one more sample. Where values follow upon derivatives, what these said of the past counts as
 * sampled; a value that is no longer set stays. */
static void mech_drive_input_sample(const struct mech_signal *input, int order, const struct mech_signal *series,
                                    struct mech_drive_input_memory *memory)
{
	struct mech_samples *samples = &memory->samples;
	const struct mech_signal *last = &memory->course.series;
	const double t = series->t0, spacing = t - last->t0;
	if (order == memory->order) {
		mech_samples_add(samples, t, series->u[order]);
		return;
	}
	mech_samples_start(samples, t, series->u[order]);
	for (int i = 1; order == 0 && input->given[0] != 0.0 && i < MECH_SAMPLES; i++) {
		samples->t[i] = t - i * spacing;
		samples->value[i] = mech_signal_at(last, t - i * spacing, 0);
	}
}

/* the series of the input about c->t; returns its highest order given */
static int mech_drive_input_series(const struct mech_context *c, const struct mech_signal *input,
                                   struct mech_signal *series)
{
	*series = (struct mech_signal){.t0 = c->t};
	for (int k = 0; k < MECH_MOTION; k++) {
		series->u[k] = mech_signal_at(input, c->t, k);
	}
	return mech_drive_input_order(input);
}

/* the input, or the value at which the joint stays */
static struct mech_signal mech_drive_input_signal(const struct mech_context *c, const struct mech_element *e)
{
	const struct mech_signal constant = {.u = {c->parameters[e->parameter + MECH_DRIVE_INPUT_START]}};
	return e->input >= 0 ? c->inputs[e->input] : constant;
}

static void mech_drive_input_start(const struct mech_context *c, const struct mech_element *e, double *numbers)
{
	struct mech_drive_input_memory *memory = (void *)numbers;
	const struct mech_signal input = mech_drive_input_signal(c, e);
	struct mech_signal series;
	const int order = mech_drive_input_series(c, &input, &series);
	mech_samples_start(&memory->samples, c->t, series.u[order]);
	memory->order = order;
	mech_course_start(&memory->course, &series);
}

static void mech_drive_input_begin(const struct mech_context *c, const struct mech_element *e, double t_end,
                                   double *numbers)
{
	struct mech_drive_input_memory *memory = (void *)numbers;
	const struct mech_signal input = mech_drive_input_signal(c, e);
	struct mech_signal series;
	const int order = mech_drive_input_series(c, &input, &series);
	mech_drive_input_sample(&input, order, &series, memory);
	memory->order = order;
	mech_drive_input_lead(c, e, &series, t_end - c->t, memory);
}

static const char *mech_drive_input_refusal(const double *numbers, double t)
{
	const struct mech_drive_input_memory *memory = (const void *)numbers;
	const double order = memory->order, *times = memory->samples.t;
	if (!(order >= 0.0 && order <= MECH_INPUT_ORDER && order == (int)order)) {
		return "the order of the derivatives that were given";
	}
	int in_order = times[0] <= t && memory->course.series.t0 <= t;
	for (int i = 1; i < MECH_SAMPLES; i++) {
		in_order = in_order && times[i] <= times[i - 1];
	}
	return in_order ? mech_course_refusal(&memory->course) : "the times at which its input was sampled";
}

LA_TABLE const struct mech_kind mech_drive_input = {
	.name = "input",
	.text = "moves a joint coordinate along an input, smoothly",
	.file.n_parameters = 3,
	.file.parameters = mech_drive_input_parameters,
	.file.input = &mech_drive_input_parameters[MECH_DRIVE_INPUT_START],
	.row.motion = mech_drive_input_motion,
	.row.reads = MECH_READS_TIME,
	.memory.count = sizeof(struct mech_drive_input_memory) / sizeof(double),
	.memory.start = mech_drive_input_start,
	.memory.begin = mech_drive_input_begin,
	.memory.remember = mech_drive_input_remember,
	.memory.refusal = mech_drive_input_refusal,
	.event.next_time = mech_drive_input_next,
	MECH_DRIVE_EQUATIONS,
};
