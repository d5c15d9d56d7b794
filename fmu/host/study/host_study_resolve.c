/* Gives names of a study their variables, and texts their values. */
#include <math.h>
#include <string.h>

#include "host_number.h"
#include "host_study.h"

#define HOST_STUDY_MOST_INPUT ((size_t)1 << 30)

static const char *const host_study_causalities[HOST_CAUSALITY_COUNT] = {
	"a parameter", "a parameter that follows from others", "an input", "an output", "a result", "the time"};

/* " (did you mean 'name'?)" from variables that can be watched */
static const char *host_study_suggest(const struct host_description *d, const char *wrong,
                                      char text[HOST_SUGGESTION_SIZE])
{
	struct host_suggestion near = host_suggest_begin(wrong);
	for (int i = 0; i < d->n_variables; i++) {
		host_suggest_offer(&near, d->variables[i].name);
	}
	return host_suggest_text(&near, text);
}

/* a value of a list */
static void host_study_level(struct host_study *s, const struct host_variation *v, const char *section,
                             struct host_level *level, struct host_problems *problems)
{
	struct mech_message message = {""};
	const struct host_variable *variable = &s->description->variables[v->variable];
	if (host_fmu_value_given(variable, level->text, &level->value, &message) != 0) {
		host_problem_error(problems, s->file, level->place, "%s '%.100s': %.200s", section, v->name, message.text);
	} else if (variable->type == HOST_REAL && !isfinite(level->value.real)) {
		host_problem_error(problems, s->file, level->place, "%s '%.100s': '%.60s' is no number that can be used",
		                   section, v->name, level->text);
	}
}

/* a whole number for each value of a grid */
static int host_study_whole(const struct host_variation *v)
{
	return v->kind == HOST_VARY_GRID && v->count > 1 && v->from == floor(v->from) &&
	       fmod(v->to - v->from, v->count - 1) == 0.0;
}

/* section: where the variation stands in the file */
static void host_study_resolve_variation(struct host_study *s, struct host_variation *v, const char *section,
                                         struct host_problems *problems)
{
	const struct host_description *d = s->description;
	char hint[HOST_SUGGESTION_SIZE];
	v->variable = v->name == NULL ? -1 : host_description_find(d, v->name);
	if (v->variable < 0) {
		host_problem_error(problems, s->file, v->place, "%s: there is no parameter or input '%.100s'%s", section,
		                   v->name == NULL ? "" : v->name,
		                   host_description_suggest(d, v->name == NULL ? "" : v->name, hint));
		return;
	}
	const struct host_variable *variable = &d->variables[v->variable];
	if ((variable->causality != HOST_PARAMETER && variable->causality != HOST_INPUT) ||
	    variable->variability == HOST_CONSTANT) {
		host_problem_error(problems, s->file, v->place, "%s: '%.100s' is %s and cannot be set", section, v->name,
		                   variable->variability == HOST_CONSTANT ? "a constant"
		                                                          : host_study_causalities[variable->causality]);
		return;
	}
	if (v->kind == HOST_VARY_FIT && variable->type != HOST_REAL) {
		host_problem_error(problems, s->file, v->place, "fit: '%.100s' is no real number and cannot be fitted",
		                   v->name);
	} else if (v->kind != HOST_VARY_LIST && variable->type != HOST_REAL &&
	           (variable->type != HOST_INTEGER || !host_study_whole(v))) {
		host_problem_error(problems, s->file, v->place, "vary: '%.100s' is no real number; give its values in a list",
		                   v->name);
	}
	for (int k = 0; k < v->count && v->kind == HOST_VARY_LIST; k++) {
		host_study_level(s, v, section, &v->levels[k], problems);
	}
}

/* whether one of n variations before has the same variable */
static int host_study_again(const struct host_variation *v, const struct host_variation *list, int n)
{
	for (int k = 0; k < n; k++) {
		if (v->variable >= 0 && list[k].variable == v->variable) {
			return 1;
		}
	}
	return 0;
}

static void host_study_resolve_watch(struct host_study *s, struct host_watch *w, const char *section,
                                     struct host_problems *problems)
{
	const struct host_description *d = s->description;
	char hint[HOST_SUGGESTION_SIZE];
	w->variable = host_description_find(d, w->name);
	if (w->variable < 0) {
		host_problem_error(problems, s->file, w->place, "%s: there is no variable '%.100s'%s", section, w->name,
		                   host_study_suggest(d, w->name, hint));
	} else if (d->variables[w->variable].type == HOST_STRING) {
		host_problem_error(problems, s->file, w->place, "%s: '%.100s' is a text and has no course", section, w->name);
	}
}

/* times and the step of each run, from the study, else from what it is of */
static void host_study_times(struct host_study *s, struct host_problems *problems)
{
	const struct host_description *d = s->description;
	s->start_time = isfinite(s->start_time) ? s->start_time : isfinite(d->start_time) ? d->start_time : 0.0;
	s->stop_time = isfinite(s->stop_time) ? s->stop_time : isfinite(d->stop_time) ? d->stop_time : s->start_time + 1.0;
	s->interval = isfinite(s->interval)    ? s->interval
	              : isfinite(d->step_size) ? d->step_size
	                                       : (s->stop_time - s->start_time) / 500.0;
	if (!(s->stop_time > s->start_time)) {
		host_problem_error(problems, s->file, (struct host_place){0, 0}, "experiment: stop must be later than start");
	} else if (!(s->interval > 0.0) || (s->stop_time - s->start_time) / s->interval > 1e9) {
		host_problem_error(problems, s->file, (struct host_place){0, 0},
		                   "experiment: the step is not positive or far too small");
	}
	for (int i = 0; i < s->n_records; i++) {
		for (int k = 0; k < s->records[i].n_reductions; k++) {
			const struct host_reduction *r = &s->records[i].reductions[k];
			if (r->kind == HOST_REDUCE_AT && !(r->time >= s->start_time && r->time <= s->stop_time)) {
				host_problem_error(problems, s->file, s->records[i].place,
				                   "record '%.63s': the time after 'at' lies outside of the run", s->records[i].name);
			}
		}
	}
}

/* values of inputs over time */
static void host_study_inputs(struct host_study *s, const char *section, const char *file, struct host_place place,
                              struct host_input_series *input, struct host_problems *problems)
{
	struct mech_message message = {""};
	struct host_text text = {0};
	if (file == NULL) {
		return;
	}
	if (host_file_read(file, HOST_STUDY_MOST_INPUT, &text, &message) != 0 ||
	    host_input_read(file, s->description, input, &message) != 0) {
		host_problem_error(problems, s->file, place, "%s: %.300s", section, message.text);
	}
	host_study_mark(s, text.bytes, text.size);
	host_text_free(&text);
}

/* ---- fits */

/* where the search begins: as given, else the value of the unit */
static void host_study_fit_start(const struct host_study *s, struct host_variation *v, struct host_problems *problems)
{
	const struct host_variable *variable = v->variable < 0 ? NULL : &s->description->variables[v->variable];
	if (variable == NULL || isfinite(v->mean)) {
		return;
	}
	if (variable->start == NULL || host_number_read(variable->start, &v->mean) != 0 || !isfinite(v->mean)) {
		host_problem_error(problems, s->file, v->place, "fit '%.100s': the unit has no value for it; give 'start'",
		                   v->name);
	} else if (v->from < v->to && (v->mean < v->from || v->mean > v->to)) {
		host_problem_error(problems, s->file, v->place,
		                   "fit '%.100s': its value in the unit, %g, lies outside of 'from' to 'to'; give 'start'",
		                   v->name, v->mean);
	}
}

/* what is set in a run, and its times */
static void host_study_resolve_measurement(struct host_study *s, struct host_measurement *m,
                                           struct host_problems *problems)
{
	for (int k = 0; k < m->n_settings; k++) {
		struct host_variation *v = &m->settings[k];
		host_study_resolve_variation(s, v, "set", problems);
		if (host_study_again(v, s->variations, s->n_variations)) {
			host_problem_error(problems, s->file, v->place, "set: '%.100s' is fitted and cannot be set", v->name);
		}
	}
	if (m->n_rows > 0 && m->times[0] < s->start_time) {
		host_problem_error(problems, s->file, m->place, "%.200s begins at time %g, before the start %g of the run",
		                   m->file, m->times[0], s->start_time);
	} else if (m->n_rows > 0 && !(m->times[m->n_rows - 1] > s->start_time)) {
		host_problem_error(problems, s->file, m->place, "%.200s has no time after the start %g of the run", m->file,
		                   s->start_time);
	}
	host_study_inputs(s, "measurements", m->input_file, m->input_place, &m->input, problems);
}

void host_study_resolve(struct host_study *s, struct host_problems *problems)
{
	if (s->description == NULL) {
		return;
	}
	for (int i = 0; i < s->n_variations; i++) {
		struct host_variation *v = &s->variations[i];
		host_study_resolve_variation(s, v, s->is_fit ? "fit" : "vary", problems);
		if (host_study_again(v, s->variations, i)) {
			host_problem_error(problems, s->file, v->place, "vary: '%.100s' is varied twice", v->name);
		}
		if (s->is_fit) {
			host_study_fit_start(s, v, problems);
		}
	}
	for (int i = 0; i < s->n_watches; i++) {
		host_study_resolve_watch(s, &s->watches[i], s->is_fit ? "measurements" : "record", problems);
	}
	if (!s->is_fit) {
		host_study_times(s, problems);
	} else if (!isfinite(s->start_time)) {
		s->start_time = isfinite(s->description->start_time) ? s->description->start_time : 0.0;
	}
	for (int i = 0; i < s->n_measurements; i++) {
		host_study_resolve_measurement(s, &s->measurements[i], problems);
	}
	host_study_inputs(s, "experiment", s->input_file, s->input_place, &s->input, problems);
}
