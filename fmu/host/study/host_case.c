#define _POSIX_C_SOURCE 200809L

#include "host_case.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host_sample.h"
#include "host_verdict.h"

struct host_runner {
	const struct host_study *study;
	struct host_child *child;
	const struct host_fmu *fmu; /* description and functions */
	struct host_facade *facade; /* of this case, of a system */
	fmi2Component component;    /* NULL: there is none yet */
	int is_used;                /* it has to be reset */
	int stops;                  /* this failure says nothing about the case */
	fmi2CallbackFunctions callbacks;
	struct mech_message last; /* what the unit said last about an error */
	struct host_verdict verdict;
	struct host_chosen *chosen;
	double *values;        /* of watched variables */
	int every;             /* some watches are read in every row */
	int n_reals, n_always; /* Reals; the first of them that are read in every row */
	int *real_watches;     /* watches that are Reals, and their references */
	fmi2ValueReference *real_references;
	fmi2Real *reals;
	struct host_reduced *reduced; /* of all records, HOST_RECORD_MOST_REDUCTIONS each */
	int n_points, point;          /* the first one that may still come */
	double *points;               /* times of `at` and those of the study, increasing */
};

/* ---- runners */

static void host_runner_logger(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                               fmi2String category, fmi2String format, ...)
{
	struct host_runner *r = environment;
	char raw[sizeof r->last.text];
	(void)instance;
	(void)category;
	if (r == NULL || format == NULL || status < fmi2Error) {
		return;
	}
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(raw, sizeof raw, format, arguments);
	va_end(arguments);
	host_text_escape(raw, r->last.text, sizeof r->last.text);
}

static int host_runner_compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

/* times of `at`, each once */
static int host_runner_points(struct host_runner *r)
{
	const struct host_study *s = r->study;
	r->points = calloc((size_t)s->n_records * HOST_RECORD_MOST_REDUCTIONS + (size_t)s->n_points + 1, sizeof *r->points);
	if (r->points == NULL) {
		return -1;
	}
	for (int i = 0; i < s->n_points; i++) {
		r->points[r->n_points++] = s->points[i];
	}
	for (int i = 0; i < s->n_records; i++) {
		for (int k = 0; k < s->records[i].n_reductions; k++) {
			if (s->records[i].reductions[k].kind == HOST_REDUCE_AT) {
				r->points[r->n_points++] = s->records[i].reductions[k].time;
			}
		}
	}
	qsort(r->points, (size_t)r->n_points, sizeof *r->points, host_runner_compare);
	return 0;
}

/* whether the watch counts in every row. Others are read where a record takes them: at the time of
 * `at`, in the last row */
static int host_runner_always(const struct host_study *s, int watch)
{
	for (int i = 0; i < s->n_series; i++) {
		if (s->series[i] == watch) {
			return 1;
		}
	}
	for (int i = 0; i < s->n_records; i++) {
		for (int k = 0; k < s->records[i].n_reductions; k++) {
			const struct host_reduction *r = &s->records[i].reductions[k];
			for (int j = 0; j < r->n && r->kind != HOST_REDUCE_AT && r->kind != HOST_REDUCE_FINAL; j++) {
				if (r->operations[j].code == MECH_TAKE_PARAMETER && r->operations[j].index == watch) {
					return 1;
				}
			}
		}
	}
	return 0;
}

/* Reals that are read in every row, then the others */
static void host_runner_watch(struct host_runner *r)
{
	const struct host_study *s = r->study;
	for (int always = 1; always >= 0; always--) {
		for (int i = 0; i < s->n_watches; i++) {
			const struct host_variable *v = &s->description->variables[s->watches[i].variable];
			if (host_runner_always(s, i) != always) {
				continue;
			}
			r->every |= always;
			if (v->type == HOST_REAL) {
				r->real_watches[r->n_reals] = i;
				r->real_references[r->n_reals++] = v->reference;
				r->n_always += always;
			}
		}
	}
}

struct host_runner *host_runner_create(const struct host_study *study, struct host_child *child)
{
	struct host_runner *r = calloc(1, sizeof *r);
	if (r == NULL) {
		return NULL;
	}
	const size_t n = (size_t)study->n_watches + 1;
	r->study = study;
	r->child = child;
	r->fmu = study->system == NULL ? study->fmu : &study->facade->fmu;
	r->callbacks = (fmi2CallbackFunctions){host_runner_logger, calloc, free, NULL, r};
	r->chosen = calloc((size_t)study->n_variations + 1, sizeof *r->chosen);
	r->values = calloc(n, sizeof *r->values);
	r->real_watches = calloc(n, sizeof *r->real_watches);
	r->real_references = calloc(n, sizeof *r->real_references);
	r->reals = calloc(n, sizeof *r->reals);
	r->reduced = calloc((size_t)study->n_records * HOST_RECORD_MOST_REDUCTIONS + 1, sizeof *r->reduced);
	if (r->chosen == NULL || r->values == NULL || r->real_watches == NULL || r->real_references == NULL ||
	    r->reals == NULL || r->reduced == NULL || host_runner_points(r) != 0) {
		host_runner_free(r);
		return NULL;
	}
	host_runner_watch(r);
	host_verdict_find(study->description, &r->verdict);
	return r;
}

static void host_runner_drop(struct host_runner *r)
{
	if (r->component != NULL) {
		r->fmu->functions.FreeInstance(r->component);
	}
	r->component = NULL;
	host_facade_free(r->facade);
	r->facade = NULL;
}

void host_runner_free(struct host_runner *r)
{
	if (r != NULL) {
		host_runner_drop(r);
		free(r->chosen);
		free(r->values);
		free(r->real_watches);
		free(r->real_references);
		free(r->reals);
		free(r->reduced);
		free(r->points);
		free(r);
	}
}

int host_case_load(const struct host_study *study, struct mech_message *message)
{
	if (study->system != NULL) {
		return host_coupling_load(study->facade->coupling, message);
	}
	return host_fmu_load(study->fmu, message) == 0 ? 0 : -1;
}

/* ---- a case */

static void host_case_enter(struct host_runner *r, const char *doing, double time)
{
	if (r->child != NULL) {
		r->child->doing = doing;
		r->child->time = time;
	}
}

/* 0 when the case may continue; else -1, with status and message of the row */
static int host_case_check(struct host_runner *r, fmi2Status status, const char *what, double time,
                           struct host_case *row)
{
	if (status == fmi2OK || status == fmi2Warning) {
		return 0;
	}
	char when[60];
	row->status = HOST_CASE_FAILED;
	(void)snprintf(when, sizeof when, " failed at time %.10g", time);
	row->text.size = 0;
	host_text_add(&row->text, what);
	host_text_add(&row->text, when);
	host_text_add(&row->text, r->last.text[0] == 0 ? "" : ": ");
	host_text_add(&row->text, r->last.text);
	/* with more memory the case may run */
	r->stops |= strstr(r->last.text, "out of memory") != NULL;
	if (status == fmi2Fatal) {
		/* the standard allows no further call, not even that which frees it */
		r->component = NULL;
	}
	return -1;
}

/* a coupling of its own for this case */
static void host_case_couple(struct host_runner *r)
{
	struct mech_message message;
	r->facade = host_facade_create(r->study->system);
	if (r->facade == NULL || host_coupling_load(r->facade->coupling, &message) != 0) {
		return;
	}
	r->facade->coupling->callbacks = &r->callbacks;
	if (host_coupling_instantiate(r->facade->coupling) == 0) {
		r->component = r->facade;
	} else {
		(void)snprintf(r->last.text, sizeof r->last.text, "%s", host_coupling_reason(r->facade->coupling));
	}
}

/* an instance as new */
static int host_case_instance(struct host_runner *r, struct host_case *row)
{
	const struct host_fmu_functions *f = &r->fmu->functions;
	const double start = r->study->start_time;
	if (r->component != NULL && r->facade == NULL && r->is_used && f->Reset != NULL) {
		host_case_enter(r, "fmi2Reset", start);
		if (f->Reset(r->component) <= fmi2Warning) {
			return 0;
		}
	}
	host_case_enter(r, "fmi2Instantiate", start);
	host_runner_drop(r);
	if (r->study->system != NULL) {
		host_case_couple(r);
	} else {
		r->component = f->Instantiate("instance1", fmi2CoSimulation, r->fmu->description.guid, r->fmu->resources,
		                              &r->callbacks, fmi2False, fmi2False);
	}
	r->is_used = 1;
	/* nothing of the case was set yet */
	r->stops |= r->component == NULL;
	return r->component != NULL ? 0 : host_case_check(r, fmi2Error, "fmi2Instantiate", start, row);
}

static int host_case_set(struct host_runner *r, struct host_case *row)
{
	const struct host_study *s = r->study;
	host_case_enter(r, "setting a value", s->start_time);
	host_sample_case(s, row->number, r->chosen);
	for (int k = 0; k < s->n_variations; k++) {
		const struct host_variation *v = &s->variations[k];
		const struct host_variable *variable = &s->description->variables[v->variable];
		union host_fmu_value value;
		if (r->chosen[k].level >= 0) {
			value = v->levels[r->chosen[k].level].value;
		} else if (variable->type == HOST_REAL) {
			value.real = r->chosen[k].number;
		} else {
			value.integer = (fmi2Integer)r->chosen[k].number;
		}
		if (host_case_check(r, host_fmu_set(r->fmu, r->component, variable, &value), "setting a value", s->start_time,
		                    row) != 0) {
			return -1;
		}
	}
	return 0;
}

/* two times closer than this are the same, as in run */
static double host_case_near(const struct host_study *s, double time)
{
	return fmin(1e-5 * fmax(1.0, fabs(time)), 1e-3 * s->interval);
}

static int host_case_inputs(struct host_runner *r, double time, struct host_case *row)
{
	const struct host_study *s = r->study;
	for (int k = 0; k < s->input.n_columns; k++) {
		union host_fmu_value value;
		if (host_input_value(&s->input, s->description, k, time, host_case_near(s, time), &value)) {
			const struct host_variable *v = &s->description->variables[s->input.variable[k]];
			if (host_case_check(r, host_fmu_set(r->fmu, r->component, v, &value), "setting an input", time, row) != 0) {
				return -1;
			}
		}
	}
	return 0;
}

static int host_case_initialize(struct host_runner *r, struct host_case *row)
{
	const struct host_study *s = r->study;
	const struct host_fmu_functions *f = &r->fmu->functions;
	const int tolerance = isfinite(s->tolerance);
	host_case_enter(r, "initialization", s->start_time);
	if (host_case_check(r,
	                    f->SetupExperiment(r->component, tolerance, tolerance ? s->tolerance : 0.0, s->start_time,
	                                       fmi2False, s->stop_time),
	                    "fmi2SetupExperiment", s->start_time, row) != 0 ||
	    /* some units forget there what was set before */
	    host_case_set(r, row) != 0) {
		return -1;
	}
	host_case_enter(r, "initialization", s->start_time);
	if (host_case_check(r, f->EnterInitializationMode(r->component), "initialization", s->start_time, row) != 0 ||
	    host_case_inputs(r, s->start_time, row) != 0) {
		return -1;
	}
	return host_case_check(r, f->ExitInitializationMode(r->component), "initialization", s->start_time, row);
}

/* whether a record takes the value at a time `at` from this row: it stands next to it */
static int host_case_counts(const struct host_runner *r, double time)
{
	const double reach = 1.001 * r->study->interval;
	for (int i = r->point > 0 ? r->point - 1 : 0; i < r->n_points && r->points[i] <= time + reach; i++) {
		if (r->points[i] >= time - reach) {
			return 1;
		}
	}
	return 0;
}

/* values of watched variables, for records and series; in the last row, of all of them. Reading is most
 * of what a row costs */
static int host_case_sample(struct host_runner *r, double time, int last, struct host_case *row)
{
	const struct host_study *s = r->study;
	const int whole = last || host_case_counts(r, time), n = whole ? r->n_reals : r->n_always;
	fmi2Status worst = fmi2OK;
	if (!whole && !r->every) {
		return 0;
	}
	host_case_enter(r, "reading outputs", time);
	if (n > 0) {
		worst = r->fmu->functions.GetReal(r->component, r->real_references, (size_t)n, r->reals);
		for (int i = 0; i < n; i++) {
			r->values[r->real_watches[i]] = r->reals[i];
		}
	}
	for (int i = 0; i < s->n_watches && r->n_reals < s->n_watches; i++) {
		const struct host_variable *v = &s->description->variables[s->watches[i].variable];
		union host_fmu_value value;
		if (v->type != HOST_REAL) {
			const fmi2Status status = host_fmu_get(r->fmu, r->component, v, &value);
			worst = status > worst ? status : worst;
			r->values[i] = status <= fmi2Warning ? (double)value.integer : (double)NAN;
		}
	}
	if (host_case_check(r, worst, "reading outputs", time, row) != 0) {
		return -1;
	}
	/* the last row stands at the stop time, whatever rounding has made of it */
	const double at = fabs(time - s->stop_time) <= host_case_near(s, time) ? s->stop_time : time;
	for (int i = 0; i < s->n_records; i++) {
		host_record_row(&s->records[i], r->reduced + (size_t)i * HOST_RECORD_MOST_REDUCTIONS, at, r->values);
	}
	row->text.failed |= s->n_series > 0 && host_case_keep(row, at) != 0;
	for (int i = 0; i < s->n_series; i++) {
		row->text.failed |= host_case_keep(row, r->values[s->series[i]]) != 0;
	}
	return 0;
}

/* where the next step ends; NAN: nowhere */
static double host_case_next(struct host_runner *r, double time, double regular)
{
	const struct host_study *s = r->study;
	const double near = host_case_near(s, regular);
	double next = regular;
	if (s->description->variable_step) {
		const double event = host_input_next_event(&s->input, s->description, time, near);
		while (r->point < r->n_points && r->points[r->point] <= time + near) {
			r->point++;
		}
		if (r->point < r->n_points && r->points[r->point] < next - near) {
			next = r->points[r->point];
		}
		next = next > event + near ? event : next;
	}
	if (next > s->stop_time + near) {
		next = s->description->variable_step ? s->stop_time : NAN;
	}
	return next;
}

/* one step; *time is what was reached. 1: the unit wants to end */
static int host_case_step(struct host_runner *r, double *time, double next, struct host_case *row)
{
	const struct host_fmu_functions *f = &r->fmu->functions;
	const double before = *time;
	if (host_case_inputs(r, before, row) != 0) {
		return -1;
	}
	host_case_enter(r, "the step", before);
	const fmi2Status status = f->DoStep(r->component, before, next - before, fmi2True);
	if (status != fmi2Discard) {
		*time = next;
		return host_case_check(r, status, "the step", before, row);
	}
	fmi2Boolean terminated = fmi2False;
	if (f->GetRealStatus(r->component, fmi2LastSuccessfulTime, time) > fmi2Warning ||
	    f->GetBooleanStatus(r->component, fmi2Terminated, &terminated) > fmi2Warning ||
	    (!terminated && !(*time > before))) {
		return host_case_check(r, fmi2Error, "the step, which was discarded,", before, row);
	}
	return terminated ? 1 : 0;
}

static int host_case_loop(struct host_runner *r, struct host_case *row)
{
	const struct host_study *s = r->study;
	double time = s->start_time, n_steps = 0.0;
	int status = host_case_sample(r, time, 1, row);
	double next = host_case_next(r, time, s->start_time + s->interval);
	while (status == 0 && !isnan(next)) {
		const double regular = s->start_time + (n_steps + 1.0) * s->interval;
		status = host_case_step(r, &time, next, row);
		n_steps += fabs(time - regular) <= host_case_near(s, regular) ? 1.0 : 0.0;
		const int ended = !(time < s->stop_time - host_case_near(s, s->stop_time));
		next = ended ? (double)NAN : host_case_next(r, time, s->start_time + (n_steps + 1.0) * s->interval);
		if (status >= 0 && host_case_sample(r, time, status > 0 || isnan(next), row) != 0) {
			status = -1;
		}
	}
	if (status > 0) {
		char text[80];
		(void)snprintf(text, sizeof text, "the unit ended the run at time %.10g", time);
		host_text_add(&row->text, text);
	}
	return status < 0 ? -1 : 0;
}

/* what the unit says about its accuracy; several lines become one */
static void host_case_judge(struct host_runner *r, struct host_case *row)
{
	char lines[HOST_VERDICT_LINES][HOST_VERDICT_SIZE];
	const int n = host_verdict_read(r->fmu, r->component, &r->verdict, &row->steps, lines);
	for (int i = 0; i < n && row->status == HOST_CASE_OK; i++) {
		host_text_add(&row->text, row->text.size == 0 ? "" : "; ");
		host_text_add(&row->text, lines[i]);
	}
	row->status = n > 0 && row->status == HOST_CASE_OK ? HOST_CASE_DOUBTFUL : row->status;
}

int host_case_run(struct host_runner *r, int64_t number, struct host_case *row)
{
	const struct host_study *s = r->study;
	host_case_clear(s, row, number);
	r->last.text[0] = 0;
	r->stops = 0;
	r->point = 0;
	for (int i = 0; i < s->n_records; i++) {
		host_record_begin(&s->records[i], r->reduced + (size_t)i * HOST_RECORD_MOST_REDUCTIONS);
	}
	int status = host_case_instance(r, row);
	status = status == 0 ? host_case_set(r, row) : status;
	status = status == 0 ? host_case_initialize(r, row) : status;
	status = status == 0 ? host_case_loop(r, row) : status;
	if (r->component != NULL) {
		host_case_judge(r, row);
	}
	if (status == 0) {
		for (int i = 0; i < s->n_records; i++) {
			row->results[i] = host_record_end(&s->records[i], r->reduced + (size_t)i * HOST_RECORD_MOST_REDUCTIONS);
		}
		host_case_enter(r, "fmi2Terminate", s->stop_time);
		(void)host_case_check(r, r->fmu->functions.Terminate(r->component), "fmi2Terminate", s->stop_time, row);
	}
	return row->text.failed || r->stops ? -1 : 0;
}
