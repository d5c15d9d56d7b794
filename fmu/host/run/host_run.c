#define _POSIX_C_SOURCE 200809L

#include "host_run.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host_child.h"
#include "host_guard.h"
#include "host_input.h"
#include "host_pace.h"
#include "host_recorder.h"
#include "host_verdict.h"

enum { HOST_RUN_MOST_WARNINGS = 20, HOST_RUN_BAR = 40 };
#define HOST_RUN_MOST_STEPS 1e9

/* what the unit said */
struct host_run_log {
	int logging, n_warnings;
	char last[sizeof(struct mech_message)]; /* the last error */
};

struct host_simulation {
	const struct host_run_options *options;
	const char *path; /* of the FMU */
	struct host_fmu *fmu;
	const struct host_run_subject *subject;
	struct host_input_series input; /* no columns: no input file */
	struct host_recorder recorder;
	struct host_run_log log;
	double start, stop, interval;
	struct host_child *child;    /* this process, for the parent */
	char target[HOST_PATH_SIZE]; /* the results, opened when there is a first row; -1 before */
	int file;
	fmi2Component component;
	int percent; /* shown by the progress bar */
	struct host_pace pace;
};

struct host_run_options host_run_defaults(void)
{
	return (struct host_run_options){.start_time = NAN, .stop_time = NAN, .output_interval = NAN, .tolerance = NAN};
}

static void host_run_logger(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                            fmi2String category, fmi2String format, ...)
{
	static const char *const names[] = {"ok", "warning", "discard", "error", "fatal", "pending"};
	struct host_run_log *log = environment;
	char raw[1024] = "", text[2048], kind[200];
	va_list arguments;
	va_start(arguments, format);
	if (format != NULL) {
		(void)vsnprintf(raw, sizeof raw, format, arguments);
	}
	va_end(arguments);
	host_text_escape(raw, text, sizeof text);
	host_text_escape(category == NULL ? "" : category, kind, sizeof kind);
	(void)instance;
	if (log == NULL) {
		return;
	}
	if (status >= fmi2Error) {
		(void)snprintf(log->last, sizeof log->last, "%.*s", (int)sizeof log->last - 1, text);
	}
	int show = log->logging || (status == fmi2Warning && log->n_warnings++ < HOST_RUN_MOST_WARNINGS);
	if (show) {
		(void)fprintf(stderr, "%s: %s%s%s\n", (unsigned)status < 6 ? names[status] : "?", log->logging ? kind : "",
		              kind[0] == 0 || !log->logging ? "" : ": ", text);
	}
	if (!log->logging && log->n_warnings == HOST_RUN_MOST_WARNINGS) {
		(void)fputs("warning: further warnings are not shown (--log shows all)\n", stderr);
		log->n_warnings++;
	}
}

/* what is said when the unit does not come back from its next call */
static void host_run_enter(struct host_simulation *s, const char *doing, double time)
{
	s->child->doing = doing;
	s->child->time = time;
}

/* 0 when the run may continue; else -1 with a message made of the function, the time and what the
 * unit logged */
static int host_run_check(struct host_simulation *s, fmi2Status status, const char *function, double time,
                          struct mech_message *message)
{
	if (status == fmi2OK || status == fmi2Warning) {
		return 0;
	}
	host_say(message, "%s failed at time %.10g%s%s", function, time, s->log.last[0] == 0 ? "" : ": ", s->log.last);
	return -1;
}

static int host_run_start_values(struct host_simulation *s, struct mech_message *message)
{
	const struct host_run_options *o = s->options;
	host_run_enter(s, "setting a start value", s->start);
	for (int i = 0; i < o->n_start_values; i++) {
		const struct host_description *d = &s->fmu->description;
		union host_fmu_value value;
		char hint[HOST_SUGGESTION_SIZE];
		int k = host_description_find(d, o->start_names[i]);
		if (k < 0) {
			host_say(message, "start value: the unit has no variable '%s'%s", o->start_names[i],
			         host_description_suggest(d, o->start_names[i], hint));
			return -1;
		}
		if (host_fmu_value_given(&d->variables[k], o->start_values[i], &value, message) != 0) {
			host_say_where(message, "start value");
			return -1;
		}
		fmi2Status status = host_fmu_set(s->fmu, s->component, &d->variables[k], &value);
		if (host_run_check(s, status, "setting a start value", s->start, message) != 0) {
			return -1;
		}
	}
	return 0;
}

/* two times are the same when closer than fmusim's 1e-5 (relative), but never more than a
 * thousandth of a step */
static double host_run_near(const struct host_simulation *s, double time)
{
	return fmin(1e-5 * fmax(1.0, fabs(time)), 1e-3 * s->interval);
}

static int host_run_apply_input(struct host_simulation *s, double time, struct mech_message *message)
{
	const struct host_description *d = &s->fmu->description;
	host_run_enter(s, "setting an input", time);
	for (int k = 0; k < s->input.n_columns; k++) {
		union host_fmu_value value;
		if (!host_input_value(&s->input, d, k, time, host_run_near(s, time), &value)) {
			continue;
		}
		fmi2Status status = host_fmu_set(s->fmu, s->component, &d->variables[s->input.variable[k]], &value);
		if (host_run_check(s, status, "setting an input", time, message) != 0) {
			return -1;
		}
	}
	return 0;
}

/* the calls between fmi2Instantiate and the first step */
static int host_run_initialize(struct host_simulation *s, struct mech_message *message)
{
	const struct host_fmu_functions *f = &s->fmu->functions;
	int tolerance = isfinite(s->options->tolerance);
	if (host_run_start_values(s, message) != 0) {
		return -1;
	}
	host_run_enter(s, "initialization", s->start);
	if (host_run_check(s,
	                   f->SetupExperiment(s->component, tolerance, tolerance ? s->options->tolerance : 0.0, s->start,
	                                      fmi2False, s->stop),
	                   "fmi2SetupExperiment", s->start, message) != 0 ||
	    /* some units forget there what was set before */
	    host_run_start_values(s, message) != 0) {
		return -1;
	}
	host_run_enter(s, "initialization", s->start);
	if (host_run_check(s, f->EnterInitializationMode(s->component), "initialization", s->start, message) != 0 ||
	    host_run_apply_input(s, s->start, message) != 0) {
		return -1;
	}
	host_run_enter(s, "initialization", s->start);
	return host_run_check(s, f->ExitInitializationMode(s->component), "initialization", s->start, message);
}

/* what was recorded so far goes to the results */
static int host_run_flush(struct host_simulation *s, struct mech_message *message)
{
	struct host_text *text = &s->recorder.text;
	if (text->failed) {
		host_say(message, "out of memory");
		return -1;
	}
	const off_t end = s->file < 0 ? -1 : lseek(s->file, 0, SEEK_CUR);
	if (s->file < 0 || host_file_add(s->file, text) != 0) {
		host_say(message, "%s: cannot be written (%s)", host_file_name(s->target), strerror(errno));
		/* whole rows stay; what is no file cannot be cut */
		const int cut = end < 0 ? -1 : ftruncate(s->file, end);
		(void)cut;
		return -1;
	}
	text->size = 0;
	return 0;
}

/* a row of the results, or the reason why there is none */
static int host_run_sample(struct host_simulation *s, double time, struct mech_message *message)
{
	host_run_enter(s, "reading outputs", time);
	fmi2Status sampled = host_recorder_sample(s->fmu, s->component, time, &s->recorder);
	int status = host_run_check(s, sampled, "reading outputs", time, message);
	struct mech_message unwritten = {""};
	if (host_run_flush(s, &unwritten) != 0 && status == 0) {
		*message = unwritten;
		status = -1;
	}
	return status;
}

static void host_run_progress(struct host_simulation *s, double time)
{
	int percent = (int)(100.0 * fmin(1.0, (time - s->start) / (s->stop - s->start)));
	if (!s->options->progress || percent == s->percent) {
		return;
	}
	s->percent = percent;
	char bar[HOST_RUN_BAR + 1];
	memset(bar, '.', HOST_RUN_BAR);
	memset(bar, '#', (size_t)(percent * HOST_RUN_BAR / 100));
	bar[HOST_RUN_BAR] = 0;
	(void)fprintf(stderr, "\r[%s] %3d %%", bar, percent);
	(void)fflush(stderr);
}

static void host_run_clear_progress(const struct host_simulation *s)
{
	if (s->options->progress && s->percent >= 0) {
		(void)fprintf(stderr, "\r%*s\r", HOST_RUN_BAR + 8, "");
	}
}

/* where the next step ends: the next regular point, or before it a jump of the inputs or the stop
 * time. NAN: nowhere */
static double host_run_next(const struct host_simulation *s, double time, double regular)
{
	const struct host_description *d = &s->fmu->description;
	double near = host_run_near(s, regular), next = regular;
	double event = host_input_next_event(&s->input, d, time, host_run_near(s, time));
	if (d->variable_step && next > event + near) {
		next = event;
	}
	if (next > s->stop + near) {
		next = d->variable_step ? s->stop : NAN;
	}
	return next;
}

/* one step to `next`; *time is what was reached. 1: the unit wants to end */
static int host_run_step(struct host_simulation *s, double *time, double next, struct mech_message *message)
{
	const struct host_fmu_functions *f = &s->fmu->functions;
	double before = *time;
	if (host_run_apply_input(s, before, message) != 0) {
		return -1;
	}
	host_run_enter(s, "the step", before);
	fmi2Status status = f->DoStep(s->component, before, next - before, fmi2True);
	if (status != fmi2Discard) {
		*time = next;
		return host_run_check(s, status, "the step", before, message);
	}
	fmi2Boolean terminated = fmi2False;
	if (f->GetRealStatus(s->component, fmi2LastSuccessfulTime, time) > fmi2Warning ||
	    f->GetBooleanStatus(s->component, fmi2Terminated, &terminated) > fmi2Warning) {
		host_say(message, "the step at time %.10g was discarded, and the unit does not say where it stopped", before);
		return -1;
	}
	if (!terminated && !(*time > before)) {
		host_say(message, "the step at time %.10g was discarded without any progress", before);
		return -1;
	}
	return terminated ? 1 : 0;
}

static int host_run_loop(struct host_simulation *s, struct mech_message *message)
{
	double time = s->start, n_steps = 0.0;
	s->file = host_file_open(s->target);
	if (host_run_sample(s, time, message) != 0) {
		return -1;
	}
	host_pace_begin(&s->pace, time);
	while (time < s->stop - host_run_near(s, s->stop)) {
		double regular = s->start + (n_steps + 1.0) * s->interval;
		double next = host_run_next(s, time, regular);
		if (isnan(next)) {
			break;
		}
		int status = host_run_step(s, &time, next, message);
		if (status < 0) {
			return -1;
		}
		n_steps += fabs(time - regular) <= host_run_near(s, regular) ? 1.0 : 0.0;
		if (host_run_sample(s, time, message) != 0) {
			return -1;
		}
		host_run_progress(s, time);
		if (s->options->real_time) {
			host_run_enter(s, "waiting for the time to come", time);
			host_pace_wait(&s->pace, time);
		}
		if (status > 0) {
			break;
		}
	}
	return 0;
}

/* what a unit of ours says about the accuracy of the run that has ended */
static void host_run_verdict(const struct host_simulation *s)
{
	struct host_verdict verdict;
	char lines[HOST_VERDICT_LINES][HOST_VERDICT_SIZE];
	double steps = NAN;
	host_verdict_find(&s->fmu->description, &verdict);
	const int n = host_verdict_read(s->fmu, s->component, &verdict, &steps, lines);
	for (int i = 0; i < n; i++) {
		(void)fprintf(stderr, "warning: %s\n", lines[i]);
	}
}

static int host_run_times(struct host_simulation *s, struct mech_message *message)
{
	const struct host_run_options *o = s->options;
	const struct host_description *d = &s->fmu->description;
	s->start = isfinite(o->start_time) ? o->start_time : isfinite(d->start_time) ? d->start_time : 0.0;
	s->stop = isfinite(o->stop_time) ? o->stop_time : isfinite(d->stop_time) ? d->stop_time : s->start + 1.0;
	s->interval = isfinite(o->output_interval) ? o->output_interval
	              : isfinite(d->step_size)     ? d->step_size
	                                           : (s->stop - s->start) / 500.0;
	if (s->stop < s->start) {
		host_say(message, "the stop time %.10g lies before the start time %.10g", s->stop, s->start);
		return -1;
	}
	if (s->stop > s->start && (!(s->interval > 0.0) || (s->stop - s->start) / s->interval > HOST_RUN_MOST_STEPS)) {
		host_say(message, "the output interval %.10g is not positive or far too small for a run of %.10g s",
		         s->interval, s->stop - s->start);
		return -1;
	}
	return 0;
}

/* instance, run, end: the calls between fmi2Instantiate and fmi2FreeInstance */
static int host_run_instance(struct host_simulation *s, struct mech_message *message)
{
	const struct host_fmu_functions *f = &s->fmu->functions;
	fmi2CallbackFunctions callbacks = {host_run_logger, calloc, free, NULL, &s->log};
	host_run_enter(s, "fmi2Instantiate", s->start);
	s->component = s->subject->instantiate(s->subject->context, &callbacks, s->child);
	if (s->component == NULL) {
		host_say(message, "the unit cannot be instantiated%s%s", s->log.last[0] == 0 ? "" : ": ", s->log.last);
		return -1;
	}
	int status = host_run_initialize(s, message);
	if (status == 0) {
		status = host_run_loop(s, message);
	}
	if (status == 0) {
		host_run_verdict(s);
		host_pace_report(&s->pace, stderr);
		host_run_enter(s, "fmi2Terminate", s->stop);
		status = host_run_check(s, f->Terminate(s->component), "fmi2Terminate", s->stop, message);
	}
	host_run_enter(s, "fmi2FreeInstance", s->stop);
	f->FreeInstance(s->component);
	host_run_clear_progress(s);
	return status;
}

/* the library is loaded, and everything called, in the process of the unit */
static int host_run_work(void *context, struct host_child *child, struct mech_message *message)
{
	struct host_simulation *s = context;
	s->child = child;
	host_run_enter(s, "loading the library", s->start);
	if (s->subject->load(s->subject->context, child, message) != 0) {
		host_say_where(message, s->path);
		return -1;
	}
	int status = host_run_instance(s, message);
	if (s->file >= 0 && close(s->file) != 0 && status == 0) {
		host_say(message, "%s: cannot be written (%s)", host_file_name(s->target), strerror(errno));
		status = -1;
	}
	return status;
}

/* name of the results file; 0, or -1 with a message when it cannot be written */
static int host_run_target(struct host_simulation *s, struct mech_message *message)
{
	const char *file = s->options->output_file;
	int length = file == NULL ? snprintf(s->target, sizeof s->target, "%s_out.csv", s->fmu->description.identifier)
	                          : snprintf(s->target, sizeof s->target, "%s", file);
	if (length < 0 || (size_t)length >= sizeof s->target) {
		host_say(message, "the name of the results file is too long");
		return -1;
	}
	return host_file_check_writable(s->target, message);
}

static int host_run_in_child(struct host_simulation *s, struct mech_message *message)
{
	char last_words[HOST_PATH_SIZE + 80];
	(void)snprintf(last_words, sizeof last_words, "%sinterrupted: %s has the rows so far\n",
	               s->options->progress ? "\n" : "", host_file_name(s->target));
	/* results of a command that makes something else of them go with its folder */
	return host_child_run(host_run_work, s, "the unit", host_guard_has(s->target) ? NULL : last_words, message);
}

int host_run_subject(const struct host_run_subject *subject, const char *path, const struct host_run_options *options,
                     struct mech_message *message)
{
	struct host_simulation *s = calloc(1, sizeof *s);
	if (s == NULL) {
		host_say(message, "out of memory");
		return -1;
	}
	int status = -1;
	s->options = options;
	s->path = path;
	s->subject = subject;
	s->fmu = subject->fmu;
	s->log.logging = options->logging;
	s->percent = s->file = -1;
	if (host_run_times(s, message) == 0 &&
	    (options->input_file == NULL ||
	     host_input_read(options->input_file, &s->fmu->description, &s->input, message) == 0) &&
	    host_run_target(s, message) == 0) {
		if (host_recorder_begin(s->fmu, options->all, &s->recorder) != 0) {
			host_say(message, "out of memory");
		} else {
			status = host_run_in_child(s, message);
		}
	}
	host_recorder_free(&s->recorder);
	host_input_free(&s->input);
	free(s);
	return status;
}

static int host_run_load(void *context, struct host_child *child, struct mech_message *message)
{
	(void)child;
	return host_fmu_load(context, message);
}

static fmi2Component host_run_instantiate(void *context, const fmi2CallbackFunctions *callbacks,
                                          struct host_child *child)
{
	const struct host_fmu *fmu = context;
	const struct host_run_log *log = callbacks->componentEnvironment;
	(void)child;
	return fmu->functions.Instantiate("instance1", fmi2CoSimulation, fmu->description.guid, fmu->resources, callbacks,
	                                  fmi2False, log->logging);
}

int host_run_fmu(const char *path, const struct host_run_options *options, struct mech_message *message)
{
	struct host_fmu *fmu = calloc(1, sizeof *fmu);
	if (fmu == NULL) {
		host_say(message, "out of memory");
		return -1;
	}
	int status = host_fmu_unpack(path, fmu, message);
	if (status == 0) {
		const struct host_run_subject subject = {fmu, fmu, host_run_load, host_run_instantiate};
		status = host_run_subject(&subject, path, options, message);
		host_fmu_close(fmu);
	}
	free(fmu);
	return status;
}
