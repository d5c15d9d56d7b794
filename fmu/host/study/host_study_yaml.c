#define _POSIX_C_SOURCE 200809L

#include "host_study_yaml.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_sample.h"
#include "host_suggest.h"

/* ---- the keys */

enum {
	KEY_STUDY,
	KEY_DESCRIPTION,
	KEY_OF,
	KEY_VARY,
	KEY_SAMPLE,
	KEY_RECORD,
	KEY_EXPERIMENT,
	KEY_FIT,
	KEY_MEASUREMENTS,
	KEY_LOSS,
	KEY_SEARCH
};
static const struct host_key host_study_file_keys[] = {
	[KEY_STUDY] = {"study", "name of the study", HOST_KEY_WORD, 0, 0, 0, 0, NULL, 0},
	[KEY_DESCRIPTION] = {"description", "one line about it", HOST_KEY_WORD, 0, 0, 0, 0, NULL, 0},
	[KEY_OF] = {"of", "a mechanism (.yaml), an FMU (.fmu) or a system, as seen from the folder of this file",
                HOST_KEY_WORD, 0, 0, 0, 0, NULL, 0},
	[KEY_VARY] = {"vary", "parameters and inputs by their names, and which values they take", HOST_KEY_MAP, 0, 0, 0, 0,
                  NULL, 0},
	[KEY_SAMPLE] = {"sample", "which cases there are; the grid if not given", HOST_KEY_MAP, 0, 0, 0, 0, NULL, 0},
	[KEY_RECORD] = {"record", "what is kept of each run, by names of your own", HOST_KEY_MAP, 0, 0, 0, 0, NULL, 0},
	[KEY_EXPERIMENT] = {"experiment", "start, stop and step of each run", HOST_KEY_MAP, 0, 0, 0, 0, NULL, 0},
	[KEY_FIT] = {"fit", "parameters and inputs that are found from measurements", HOST_KEY_MAP, 0, 0, 0, 0, NULL, 0},
	[KEY_MEASUREMENTS] = {"measurements", "measured courses that the fitted unit should follow", HOST_KEY_LIST, 0, 0, 0,
                          0, NULL, 0},
	[KEY_LOSS] = {"loss", "what a residual costs: its square (linear), or less for large ones", HOST_KEY_CHOICE, 0, 0,
                  0, 0, host_loss_names, HOST_LOSSES},
	[KEY_SEARCH] = {"search", "a search of the whole range before the fit", HOST_KEY_MAP, 0, 0, 0, 0, NULL, 0},
};

static const struct host_key host_study_variation_keys[] = {
	{"from", "first value of a grid", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
	{"to", "last value of a grid", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
	{"count", "number of values of a grid", HOST_KEY_NUMBER, 2, 1000000, 0, 1, NULL, 0},
	{"list", "these values", HOST_KEY_LIST, 0, 0, 0, 0, NULL, 0},
	{"csv", "file with a column of values", HOST_KEY_WORD, 0, 0, 0, 0, NULL, 0},
	{"column", "name of that column; that of the variable if not given", HOST_KEY_WORD, 0, 0, 0, 0, NULL, 0},
	{"uniform", "every value between two is as likely", HOST_KEY_MAP, 0, 0, 0, 0, NULL, 0},
	{"normal", "normal distribution", HOST_KEY_MAP, 0, 0, 0, 0, NULL, 0},
	{"lognormal", "distribution whose logarithm is normal", HOST_KEY_MAP, 0, 0, 0, 0, NULL, 0},
	{"triangular", "distribution between two values with one that is most likely", HOST_KEY_MAP, 0, 0, 0, 0, NULL, 0},
};

static const struct host_key host_study_uniform_keys[] = {
	{"from", "smallest value", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
	{"to", "largest value", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
};
static const struct host_key host_study_normal_keys[] = {
	{"mean", "mean value", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
	{"deviation", "standard deviation", HOST_KEY_NUMBER, 0, HUGE_VAL, 1, 0, NULL, 0},
	{"from", "values below do not occur", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
	{"to", "values above do not occur", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
};
static const struct host_key host_study_lognormal_keys[] = {
	{"mean", "mean value", HOST_KEY_NUMBER, 0, HUGE_VAL, 1, 0, NULL, 0},
	{"deviation", "standard deviation of the value", HOST_KEY_NUMBER, 0, HUGE_VAL, 1, 0, NULL, 0},
	{"from", "values below do not occur", HOST_KEY_NUMBER, 0, HUGE_VAL, 0, 0, NULL, 0},
	{"to", "values above do not occur", HOST_KEY_NUMBER, 0, HUGE_VAL, 1, 0, NULL, 0},
};
static const struct host_key host_study_triangular_keys[] = {
	{"from", "smallest value", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
	{"mode", "most likely value", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
	{"to", "largest value", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
};

/* counts stand in the order of host_sample_names */
enum { KEY_SEED = HOST_SAMPLE_KINDS };
static const struct host_key host_study_sample_keys[] = {
	[HOST_SAMPLE_GRID] = {"grid", "every combination of values", HOST_KEY_WORD, 0, 0, 0, 0, NULL, 0},
	[HOST_SAMPLE_RANDOM] = {"random", "number of cases, each at random", HOST_KEY_NUMBER, 1, HOST_STUDY_MOST_CASES, 0,
                            1, NULL, 0},
	[HOST_SAMPLE_LATIN_HYPERCUBE] = {"latin_hypercube", "number of cases; each of as many parts of every range has one",
                                     HOST_KEY_NUMBER, 1, HOST_STUDY_MOST_CASES, 0, 1, NULL, 0},
	[HOST_SAMPLE_SOBOL] = {"sobol", "number of cases, points of Sobol's sequence: they fill the ranges evenly",
                           HOST_KEY_NUMBER, 1, HOST_STUDY_MOST_CASES, 0, 1, NULL, 0},
	[HOST_SAMPLE_SALTELLI] = {"saltelli",
                              "number N of points: N (d + 2) cases for d variables, which give Sobol's indices",
                              HOST_KEY_NUMBER, 1, HOST_STUDY_MOST_CASES, 0, 1, NULL, 0},
	[HOST_SAMPLE_CASES] = {"cases", "CSV file with a case in each row and a variable in each column", HOST_KEY_WORD, 0,
                           0, 0, 0, NULL, 0},
	[KEY_SEED] = {"seed", "another seed gives another sample (default: 1)", HOST_KEY_NUMBER, 0, 9007199254740992.0, 0,
                  1, NULL, 0},
};

enum { KEY_START, KEY_STOP, KEY_INTERVAL, KEY_TOLERANCE, KEY_INPUT_FILE };
static const struct host_key host_study_experiment_keys[] = {
	[KEY_START] = {"start", "start time", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
	[KEY_STOP] = {"stop", "stop time", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
	[KEY_INTERVAL] = {"step", "time between two rows, and communication step", HOST_KEY_NUMBER, 0, HUGE_VAL, 1, 0, NULL,
                      0},
	[KEY_TOLERANCE] = {"tolerance", "relative tolerance handed to the FMU", HOST_KEY_NUMBER, 0, HUGE_VAL, 1, 0, NULL,
                       0},
	[KEY_INPUT_FILE] = {"input_file", "CSV of input values over time, as for run", HOST_KEY_WORD, 0, 0, 0, 0, NULL, 0},
};

static const struct host_key host_study_fitted_keys[] = {
	{"from", "the value is not less", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
	{"to", "the value is not greater", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0, NULL, 0},
	{"start", "where the search begins; the value of the unit if not given", HOST_KEY_NUMBER, -HUGE_VAL, HUGE_VAL, 0, 0,
     NULL, 0},
};

static const struct host_key host_study_measurement_keys[] = {
	{"csv", "file with times in the first column", HOST_KEY_WORD, 0, 0, 0, 0, NULL, 0},
	{"columns", "variables, and the columns in which they were measured; equal names if not given", HOST_KEY_MAP, 0, 0,
     0, 0, NULL, 0},
	{"deviation", "standard deviation of the errors, one number or one for each variable", HOST_KEY_MAP, 0, 0, 0, 0,
     NULL, 0},
	{"set", "values of this run", HOST_KEY_MAP, 0, 0, 0, 0, NULL, 0},
	{"input_file", "CSV of input values over time in this run", HOST_KEY_WORD, 0, 0, 0, 0, NULL, 0},
};

static const struct host_key host_study_search_keys[] = {
	{"global", "runs of the global search", HOST_KEY_NUMBER, 1, 1000000000, 0, 1, NULL, 0},
	{"seed", "another seed searches elsewhere (default: 1)", HOST_KEY_NUMBER, 0, 9007199254740992.0, 0, 1, NULL, 0},
};

const struct host_map_keys host_study_keys[HOST_STUDY_MAPS] = {
	[HOST_STUDY_FILE] = HOST_KEYS(host_study_file_keys),
	[HOST_STUDY_VARIATION] = HOST_KEYS(host_study_variation_keys),
	[HOST_STUDY_UNIFORM] = HOST_KEYS(host_study_uniform_keys),
	[HOST_STUDY_NORMAL] = HOST_KEYS(host_study_normal_keys),
	[HOST_STUDY_LOGNORMAL] = HOST_KEYS(host_study_lognormal_keys),
	[HOST_STUDY_TRIANGULAR] = HOST_KEYS(host_study_triangular_keys),
	[HOST_STUDY_SAMPLE] = HOST_KEYS(host_study_sample_keys),
	[HOST_STUDY_EXPERIMENT] = HOST_KEYS(host_study_experiment_keys),
	[HOST_STUDY_FITTED] = HOST_KEYS(host_study_fitted_keys),
	[HOST_STUDY_MEASUREMENT] = HOST_KEYS(host_study_measurement_keys),
	[HOST_STUDY_SEARCH] = HOST_KEYS(host_study_search_keys),
};

/* ---- records */

struct host_study_reader {
	struct host_map_reader base;
	struct host_study *s;
	const struct host_node *node; /* the expression that is read */
};

/* place of a character of the node's text; the beginning of the node where letters of the text are
 * not those of the file */
static struct host_place host_study_place(const struct host_node *node, int offset)
{
	struct host_place place = node->place;
	if (node->verbatim) {
		place.column += offset + !node->plain;
	}
	return place;
}

static int host_study_take_variable(void *context, const char *name, int offset)
{
	struct host_study_reader *r = context;
	return host_study_watch(r->s, name, host_study_place(r->node, offset), r->base.problems);
}

static void host_study_read_series(struct host_study_reader *r, const struct host_node *list)
{
	if (!host_map_is(&r->base, list, HOST_LIST, "series")) {
		return;
	}
	for (const struct host_node *node = list->first; node != NULL; node = node->next) {
		if (host_map_is(&r->base, node, HOST_SCALAR, "it")) {
			const int watch = host_study_watch(r->s, node->text, node->place, r->base.problems);
			if (watch < 0 || host_study_add_series(r->s, watch, r->base.problems) != 0) {
				return;
			}
		}
	}
}

static void host_study_read_record(struct host_study_reader *r, const struct host_node *node)
{
	struct host_record_problem problem = {0, ""};
	(void)snprintf(r->base.context, sizeof r->base.context, "record '%.63s': ", node->key);
	if (strcmp(node->key, "series") == 0) {
		host_study_read_series(r, node);
		return;
	}
	if (host_map_name(&r->base, node->key, node->key_place) != 0 || !host_map_is(&r->base, node, HOST_SCALAR, "it")) {
		return;
	}
	struct host_record *record = host_study_add_record(r->s, r->base.problems);
	if (record == NULL) {
		return;
	}
	r->node = node;
	record->place = node->key_place;
	if (host_record_parse(node->text, host_study_take_variable, r, record, &problem) != 0) {
		host_problem_error(r->base.problems, r->base.file, host_study_place(node, problem.offset), "%s%s",
		                   r->base.context, problem.text);
	}
	record->name = strdup(node->key);
	r->base.problems->failed |= record->name == NULL;
}

/* ---- the sample and the experiment */

static void host_study_read_sample_map(struct host_study_reader *r, const struct host_node *map)
{
	struct host_study *s = r->s;
	const struct host_node *chosen = NULL;
	host_map_keys(&r->base, map, &host_study_keys[HOST_STUDY_SAMPLE]);
	for (int kind = 0; kind < HOST_SAMPLE_KINDS; kind++) {
		const struct host_node *node = host_node_find(map, host_sample_names[kind]);
		if (node != NULL && chosen != NULL) {
			host_map_problem(&r->base, node->key_place, "there is another sample already, '%s'", chosen->key);
		} else if (node != NULL) {
			chosen = node;
			s->sample = (enum host_sample_kind)kind;
		}
	}
	if (chosen == NULL) {
		host_map_problem(&r->base, map->place, "%s",
		                 "say which sample: grid, random, latin_hypercube, sobol, saltelli or cases");
		return;
	}
	host_map_number(&r->base, map, &host_study_sample_keys[KEY_SEED], &s->seed);
	if (s->sample == HOST_SAMPLE_CASES && host_map_is(&r->base, chosen, HOST_SCALAR, "cases")) {
		host_study_vary_cases(&r->base, s, chosen);
	} else if (s->sample == HOST_SAMPLE_GRID) {
		host_map_problem(&r->base, chosen->place, "%s", "write 'sample: grid'; its counts stand in vary");
	} else {
		host_map_number(&r->base, map, &host_study_sample_keys[s->sample], &s->size);
	}
}

static void host_study_read_sample(struct host_study_reader *r, const struct host_node *node)
{
	(void)snprintf(r->base.context, sizeof r->base.context, "sample: ");
	r->s->sample_place = node->place;
	if (node->type == HOST_SCALAR && strcmp(node->text, "grid") == 0) {
		return;
	}
	if (node->type == HOST_SCALAR) {
		char hint[HOST_SUGGESTION_SIZE];
		struct host_suggestion near = host_suggest_begin(node->text);
		for (int kind = 0; kind < HOST_SAMPLE_KINDS; kind++) {
			if (strcmp(node->text, host_sample_names[kind]) != 0) {
				host_suggest_offer(&near, host_sample_names[kind]);
			}
		}
		host_problem_error(r->base.problems, r->base.file, node->place,
		                   "sample: write grid, or a sample and its number of cases, {random: 1000}, in place of "
		                   "'%.60s'%s",
		                   node->text, host_suggest_text(&near, hint));
	} else if (host_map_is(&r->base, node, HOST_MAP, "it")) {
		host_study_read_sample_map(r, node);
	}
}

static void host_study_read_experiment(struct host_study_reader *r, const struct host_node *map)
{
	struct host_study *s = r->s;
	(void)snprintf(r->base.context, sizeof r->base.context, "experiment: ");
	host_map_keys(&r->base, map, &host_study_keys[HOST_STUDY_EXPERIMENT]);
	host_map_number(&r->base, map, &host_study_experiment_keys[KEY_START], &s->start_time);
	host_map_number(&r->base, map, &host_study_experiment_keys[KEY_STOP], &s->stop_time);
	host_map_number(&r->base, map, &host_study_experiment_keys[KEY_INTERVAL], &s->interval);
	host_map_number(&r->base, map, &host_study_experiment_keys[KEY_TOLERANCE], &s->tolerance);
	const char *file = host_map_word(&r->base, map, &host_study_experiment_keys[KEY_INPUT_FILE]);
	if (file != NULL) {
		char path[HOST_PATH_SIZE];
		s->input_place = host_node_find(map, "input_file")->place;
		if (host_study_path(s, file, s->input_place, path, r->base.problems) == 0) {
			s->input_file = strdup(path);
			r->base.problems->failed |= s->input_file == NULL;
		}
	}
}

/* ---- the file */

static void host_study_copy(struct host_study_reader *r, const struct host_node *file, int key, char **copy)
{
	const char *text = host_map_word(&r->base, file, &host_study_file_keys[key]);
	*copy = text == NULL ? NULL : strdup(text);
	r->base.problems->failed |= text != NULL && *copy == NULL;
}

/* the map of a key, if it is there and one */
static const struct host_node *host_study_section(struct host_study_reader *r, const struct host_node *file, int key)
{
	const struct host_node *node = host_node_find(file, host_study_file_keys[key].name);
	r->base.context[0] = 0;
	return node != NULL && host_map_is(&r->base, node, HOST_MAP, node->key) ? node : NULL;
}

static void host_study_missing(struct host_study_reader *r, const struct host_node *file, int key)
{
	const struct host_key *k = &host_study_file_keys[key];
	if (host_node_find(file, k->name) == NULL) {
		host_problem_error(r->base.problems, r->base.file, file->place, "the key '%s' is missing (%s)", k->name,
		                   k->text);
	}
}

static void host_study_read_vary(struct host_study_reader *r, const struct host_node *file)
{
	const struct host_node *vary = host_study_section(r, file, KEY_VARY);
	for (const struct host_node *node = vary == NULL ? NULL : vary->first; node != NULL; node = node->next) {
		host_study_vary_read(&r->base, r->s, node);
	}
	if (r->s->sample == HOST_SAMPLE_CASES && host_node_find(file, "vary") != NULL) {
		host_problem_error(r->base.problems, r->base.file, host_node_find(file, "vary")->key_place,
		                   "the sample 'cases' has all values; leave vary out");
	} else if (r->s->sample != HOST_SAMPLE_CASES && r->s->n_variations == 0) {
		host_study_missing(r, file, KEY_VARY);
		if (vary != NULL) {
			host_map_problem(&r->base, vary->place, "%s", "vary is empty; name a parameter and its values");
		}
	}
}

static void host_study_read_records(struct host_study_reader *r, const struct host_node *file)
{
	const struct host_node *record = host_study_section(r, file, KEY_RECORD);
	for (const struct host_node *node = record == NULL ? NULL : record->first; node != NULL; node = node->next) {
		host_study_read_record(r, node);
	}
	host_study_missing(r, file, KEY_RECORD);
}

/* what makes many cases; the keys of a fit have no meaning there */
static void host_study_read_cases(struct host_study_reader *r, const struct host_node *file)
{
	static const int of_a_fit[] = {KEY_LOSS, KEY_SEARCH};
	const struct host_node *sample = host_node_find(file, "sample");
	for (size_t k = 0; k < sizeof of_a_fit / sizeof of_a_fit[0]; k++) {
		const struct host_node *node = host_node_find(file, host_study_file_keys[of_a_fit[k]].name);
		if (node != NULL) {
			host_problem_error(r->base.problems, r->base.file, node->key_place,
			                   "'%s' belongs to a fit; there is no key 'fit'", node->key);
		}
	}
	if (sample != NULL) {
		host_study_read_sample(r, sample);
	}
	host_study_read_vary(r, file);
	host_study_read_records(r, file);
}

static void host_study_read_file(struct host_study_reader *r, const struct host_node *file)
{
	struct host_study *s = r->s;
	host_map_keys(&r->base, file, &host_study_keys[HOST_STUDY_FILE]);
	(void)host_map_word(&r->base, file, &host_study_file_keys[KEY_DESCRIPTION]);
	host_study_copy(r, file, KEY_STUDY, &s->name);
	if (s->name != NULL) {
		(void)host_map_name(&r->base, s->name, host_node_find(file, "study")->place);
	}
	host_study_missing(r, file, KEY_STUDY);
	host_study_copy(r, file, KEY_OF, &s->of);
	s->of_place = s->of == NULL ? file->place : host_node_find(file, "of")->place;
	host_study_missing(r, file, KEY_OF);
	s->sample_place = file->place;
	s->is_fit = host_node_find(file, "fit") != NULL || host_node_find(file, "measurements") != NULL;
	if (s->is_fit) {
		host_study_missing(r, file, KEY_FIT);
		host_study_missing(r, file, KEY_MEASUREMENTS);
		s->loss = (enum host_loss)host_map_choice(&r->base, file, &host_study_file_keys[KEY_LOSS], HOST_LOSS_LINEAR);
		host_study_fit_read(&r->base, s, file);
	} else {
		host_study_read_cases(r, file);
	}
	const struct host_node *experiment = host_study_section(r, file, KEY_EXPERIMENT);
	if (experiment != NULL) {
		host_study_read_experiment(r, experiment);
	}
	r->base.context[0] = 0;
	if (!s->is_fit) {
		host_sample_check(s, r->base.problems);
	}
}

struct host_study *host_study_yaml_read(const char *path, struct host_problems *problems)
{
	struct host_text text = {0};
	struct mech_message message = {""};
	struct host_study_reader r = {{path, problems, ""}, host_study_create(path), NULL};
	struct host_node *root = NULL;
	if (r.s == NULL) {
		problems->failed = 1;
	} else if (host_file_read(path, HOST_YAML_MOST_BYTES, &text, &message) != 0 ||
	           (root = host_yaml_read(path, text.size > 0 ? text.bytes : "", text.size, &message)) == NULL) {
		host_problem_message(problems, &message);
	} else if (host_map_is(&r.base, root, HOST_MAP, "the file")) {
		r.s->seed = 1.0;
		host_study_mark(r.s, text.bytes, text.size);
		host_study_read_file(&r, root);
	}
	host_yaml_free(root);
	host_text_free(&text);
	return r.s;
}
