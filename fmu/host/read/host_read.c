/* Reads a mechanism file: the sections of the file in a fixed order, whatever their order in the
 * text. */
#define _POSIX_C_SOURCE 200809L
#include "host_read.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "dae_method.h"
#include "host_fail.h"
#include "host_read_parts.h"
#include "host_suggest.h"
#include "mech_values.h"

static int host_read_name(struct host_reader *r, const struct host_node *node)
{
	if (host_check_text(r, node, "mechanism") != 0 || host_check_name(r, node->text, node->place) != 0) {
		return -1;
	}
	r->m->name = host_copy(r, node->text);
	return r->m->name == NULL ? -1 : 0;
}

static int host_read_description(struct host_reader *r, const struct host_node *node)
{
	if (node != NULL && host_check_text(r, node, "description") != 0) {
		return -1;
	}
	r->m->description = host_copy(r, node != NULL ? node->text : "");
	return r->m->description == NULL ? -1 : 0;
}

static int host_read_space(struct host_reader *r, const struct host_node *node)
{
	r->m->space = MECH_PLANAR;
	if (node == NULL) {
		return 0;
	}
	if (host_check_text(r, node, "space") != 0) {
		return -1;
	}
	for (int space = 0; space < MECH_SPACE_COUNT; space++) {
		if (strcmp(node->text, mech_space_rules((enum mech_space)space)->name) == 0) {
			r->m->space = (enum mech_space)space;
			return 0;
		}
	}
	return host_reader_fail(r, node->place, "unknown space '%.80s' (it can be 'planar' or 'spatial')", node->text);
}

static int host_read_gravity(struct host_reader *r, const struct host_node *file)
{
	return host_parameter(r, file, mech_space_rules(r->m->space)->gravity, 0, (struct host_spot){HOST_OF_GRAVITY, 0, 0},
	                      r->m->gravity);
}

/* mass, inertia and center as written, or as a density gives them */
static int host_read_body_numbers(struct host_reader *r, const struct host_node *node, struct host_body *body)
{
	struct host_spot spot = {HOST_OF_BODIES, (int)(body - r->m->bodies), 0};
	if (host_node_find(node, "density") != NULL) {
		return host_read_density(r, node, body);
	}
	for (int k = 0; k < MECH_BODY_PARAMETERS; k++) {
		const struct mech_parameter_spec *spec = &mech_space_rules(r->m->space)->body[k];
		if (host_parameter(r, node, spec, spec->need == MECH_REQUIRED, spot, &body->values[spot.component]) != 0) {
			return -1;
		}
		spot.component += spec->size;
	}
	return 0;
}

static int host_read_body(struct host_reader *r, const struct host_node *node)
{
	struct host_body *body = &r->m->bodies[r->m->n_bodies];
	struct host_keys keys = {0};
	body->place = node->key_place;
	body->carrier = r->m->n_bodies;
	snprintf(r->context, sizeof r->context, "body '%.63s'", node->key);
	for (int k = 0; k < MECH_BODY_PARAMETERS; k++) {
		keys.key[keys.count++] = mech_space_rules(r->m->space)->body[k].key;
	}
	keys.key[keys.count++] = "type";
	keys.key[keys.count++] = "welded_to";
	keys.key[keys.count++] = "shape";
	keys.key[keys.count++] = "density";
	if (host_check_name(r, node->key, node->key_place) != 0 || host_check_map(r, node, "it") != 0 ||
	    host_check_keys(r, node, &keys) != 0) {
		return -1;
	}
	r->m->n_bodies++;
	body->name = host_copy(r, node->key);
	if (body->name == NULL || host_read_shapes(r, node, body) != 0 || host_read_body_numbers(r, node, body) != 0) {
		return -1;
	}
	if (host_table_add(&r->bodies, body->name, body->carrier) < 0) {
		return host_out_of_memory(r);
	}
	r->context[0] = '\0';
	return 0;
}

static int host_read_bodies(struct host_reader *r, const struct host_node *node)
{
	if (host_check_map(r, node, "bodies") != 0) {
		return -1;
	}
	if (node->count == 0) {
		return host_reader_fail(r, node->place, "bodies is empty; a mechanism needs at least one body");
	}
	if (host_read_beams(r, node) != 0) {
		return -1;
	}
	r->m->bodies = calloc((size_t)(node->count + host_count_nodes(r)), sizeof *r->m->bodies);
	if (r->m->bodies == NULL) {
		return host_out_of_memory(r);
	}
	for (int welded = 0; welded < 2; welded++) {
		for (const struct host_node *body = node->first; body != NULL; body = body->next) {
			const int nodes = host_make_nodes(r, body, welded);
			const int is_now = nodes == 0 && (host_node_find(body, "welded_to") != NULL) == welded;
			if (nodes < 0 || (is_now && host_read_body(r, body) != 0)) {
				return -1;
			}
		}
	}
	return host_read_welds(r, node);
}

static int host_read_outputs(struct host_reader *r, const struct host_node *node)
{
	struct host_mechanism *m = r->m;
	if (node == NULL || host_node_empty(node)) {
		return 0;
	}
	if (host_check_list(r, node, "outputs") != 0) {
		return -1;
	}
	m->outputs = calloc((size_t)node->count + 1, sizeof *m->outputs);
	m->output_places = calloc((size_t)node->count + 1, sizeof *m->output_places);
	if (m->outputs == NULL || m->output_places == NULL) {
		return host_out_of_memory(r);
	}
	for (const struct host_node *entry = node->first; entry != NULL; entry = entry->next) {
		if (host_check_text(r, entry, "an output") != 0) {
			return -1;
		}
		m->output_places[m->n_outputs] = entry->place;
		m->outputs[m->n_outputs] = host_copy_output(r, entry->text);
		if (m->outputs[m->n_outputs++] == NULL) {
			return -1;
		}
	}
	return 0;
}

/* a word that stands for its number among the choices of solver parameter k */
static int host_read_choice(struct host_reader *r, const struct host_node *node, int k, double *value)
{
	const struct mech_parameter_spec *spec = &mech_solver_specs[k];
	*value = spec->fallback;
	if (node == NULL) {
		return 0;
	}
	if (host_check_text(r, node, spec->key) != 0) {
		return -1;
	}
	struct host_suggestion near = host_suggest_begin(node->text);
	for (int i = 0; i < mech_solver_choices(k); i++) {
		if (strcmp(mech_solver_choice(k, i), node->text) == 0) {
			*value = MECH_FIRST_CHOICE + i;
			return 0;
		}
		host_suggest_offer(&near, mech_solver_choice(k, i));
	}
	char hint[HOST_SUGGESTION_SIZE];
	return host_reader_fail(r, node->place, "unknown %s '%.80s'%s%s", spec->key, node->text,
	                        host_suggest_text(&near, hint),
	                        k == MECH_SOLVER_METHOD ? "; 'mechfmu methods' lists them" : "");
}

/* one number of the solver, under that key of a map */
static int host_read_setting(struct host_reader *r, const struct host_node *map, const char *key, int k, int needed)
{
	struct mech_parameter_spec spec = mech_solver_specs[k];
	spec.key = key;
	if (host_parameter(r, map, &spec, needed, HOST_NO_SPOT, &r->m->solver[k]) != 0) {
		return -1;
	}
	if (r->m->solver[k] > host_solver_maximum(k)) {
		struct mech_message limit;
		mech_say(&limit, "");
		mech_say_number(&limit, host_solver_maximum(k));
		return host_reader_fail(r, host_node_find(map, key)->place, "%s must not be greater than %s", key, limit.text);
	}
	return 0;
}

/* real_time: {step: ..., iterations: ...} */
static int host_read_real_time(struct host_reader *r, const struct host_node *map)
{
	struct host_keys keys = {0};
	for (int k = MECH_SOLVER_REAL_TIME_FIRST; k < MECH_SOLVER_PARAMETERS; k++) {
		r->m->solver[k] = mech_solver_specs[k].fallback;
		keys.key[keys.count++] = mech_solver_specs[k].key + MECH_SOLVER_REAL_TIME_PREFIX;
	}
	if (map == NULL) {
		return 0;
	}
	if (host_check_map(r, map, "real_time") != 0 || host_check_keys(r, map, &keys) != 0) {
		return -1;
	}
	for (int k = 0; k < keys.count; k++) {
		if (host_read_setting(r, map, keys.key[k], MECH_SOLVER_REAL_TIME_FIRST + k, k == 0) != 0) {
			return -1;
		}
	}
	return 0;
}

/* settings that are possible each, and not together: where the one stands that matters */
static struct host_place host_read_solver_place(const struct host_reader *r, const struct host_node *map)
{
	const struct host_node *real_time = host_node_find(map, "real_time"), *form = host_node_find(map, "formulation");
	const int timed = real_time != NULL && r->m->solver[MECH_SOLVER_REAL_TIME_STEP] > 0;
	return timed ? real_time->place : form != NULL ? form->place : map->place;
}

static int host_read_solver(struct host_reader *r, const struct host_node *node)
{
	static const struct host_node nothing = {.type = HOST_MAP};
	struct host_keys keys = {0};
	const struct host_node *map = node == NULL || host_node_empty(node) ? &nothing : node;
	snprintf(r->context, sizeof r->context, "solver");
	for (int k = 0; k < MECH_SOLVER_REAL_TIME_FIRST; k++) {
		keys.key[keys.count++] = mech_solver_specs[k].key;
	}
	keys.key[keys.count++] = "real_time";
	if (host_check_map(r, map, "solver") != 0 || host_check_keys(r, map, &keys) != 0) {
		return -1;
	}
	for (int k = 0; k < MECH_SOLVER_REAL_TIME_FIRST; k++) {
		const char *key = mech_solver_specs[k].key;
		if (mech_solver_choices(k) > 0 ? host_read_choice(r, host_node_find(map, key), k, &r->m->solver[k]) != 0
		                               : host_read_setting(r, map, key, k, 0) != 0) {
			return -1;
		}
	}
	if (host_read_real_time(r, host_node_find(map, "real_time")) != 0) {
		return -1;
	}
	struct mech_message why;
	if (!mech_solver_fits(r->m->solver, &why)) {
		return host_reader_fail(r, host_read_solver_place(r, map), "%s", why.text);
	}
	for (int k = 0; k < r->m->n_elements && mech_solver_chosen(r->m->solver, MECH_SOLVER_FORMULATION) == DAE_INDEX3;
	     k++) {
		if (mech_kinds[r->m->elements[k].kind]->row.velocity_count > 0) {
			return host_reader_fail(
				r, host_node_find(map, "formulation")->place,
				"index3 enforces positions alone and would let joint '%s' slip; choose stabilized or "
				"index2",
				r->m->elements[k].name);
		}
	}
	r->context[0] = '\0';
	return 0;
}

static int host_read_experiment(struct host_reader *r, const struct host_node *node)
{
	static const char *const keys[] = {"start", "stop", "step"};
	double values[] = {0, 10, NAN};
	const struct host_node *nodes[] = {NULL, NULL, NULL};
	int written = node != NULL && !host_node_empty(node);
	snprintf(r->context, sizeof r->context, "experiment");
	if (written && (host_check_map(r, node, "experiment") != 0 ||
	                host_check_keys(r, node, &(struct host_keys){3, {keys[0], keys[1], keys[2]}}) != 0)) {
		return -1;
	}
	for (int k = 0; k < 3 && written; k++) {
		nodes[k] = host_node_find(node, keys[k]);
		if (nodes[k] != NULL && host_number(r, nodes[k], keys[k], HOST_NO_SPOT, &values[k]) != 0) {
			return -1;
		}
	}
	if (!isfinite(values[1] - values[0]) || values[1] <= values[0]) {
		return host_reader_fail(r, (nodes[1] != NULL ? nodes[1] : nodes[0])->place, "stop must be later than start");
	}
	if (values[2] <= 0) {
		return host_reader_fail(r, nodes[2]->place, "step must be greater than zero");
	}
	r->m->start_time = values[0];
	r->m->stop_time = values[1];
	r->m->step = isnan(values[2]) ? (values[1] - values[0]) / 500 : values[2];
	r->context[0] = '\0';
	return 0;
}

/* how a body is held: by joints, or by something else that names it */
struct host_use {
	int joints, others;
};

static void host_read_count_uses(const struct host_reader *r, struct host_use *uses)
{
	const struct host_mechanism *m = r->m;
	for (int k = 0; k < m->n_elements; k++) {
		int joint = mech_kinds[m->elements[k].kind]->section == MECH_JOINT;
		for (int i = 0; i < m->elements[k].n_bodies; i++) {
			if (m->elements[k].body[i] >= 0) {
				uses[m->elements[k].body[i]].joints += joint;
				uses[m->elements[k].body[i]].others += !joint;
			}
		}
	}
	for (int k = 0; k < m->n_targets; k++) {
		if (m->targets[k].body >= 0) {
			uses[m->targets[k].body].others++;
		}
	}
	for (int k = 0; k < m->n_bodies; k++) {
		const int carrier = m->bodies[k].carrier;
		uses[k].others += carrier != k;
		if (carrier != k && carrier >= 0) {
			uses[carrier].others++;
		}
	}
	for (int k = 0; k < m->n_outputs; k++) {
		char name[HOST_LONGEST_NAME + 1];
		if (sscanf(m->outputs[k], "bodies.%63[A-Za-z0-9_]", name) == 1) {
			int body = host_table_find(&r->bodies, name, -1);
			if (body >= 0) {
				uses[body].others++;
			}
		}
	}
}

/* products of inertia too large for the moments */
static int host_read_is_impossible(enum mech_space space, const struct host_body *body)
{
	double moments[3] = {0.0, 0.0, 0.0};
	if (space == MECH_SPATIAL) {
		mech_principal_moments(body->values + MECH_BODY_INERTIA, moments);
	}
	return !(moments[0] >= -1e-9 * fabs(moments[2]));
}

/* whether the body and what is welded to it are without mass */
static int host_read_is_massless(const struct host_mechanism *m, int body)
{
	double numbers[HOST_BODY_NUMBERS];
	host_fold_body(m, body, numbers);
	return numbers[MECH_BODY_MASS] <= 0;
}

/* bodies that hang in the air: forgotten ones, and those that no equation could move */
static int host_read_check_bodies(struct host_reader *r)
{
	const struct host_mechanism *m = r->m;
	struct host_use *uses = calloc((size_t)m->n_bodies, sizeof *uses);
	int status = 0;
	if (uses == NULL) {
		return host_out_of_memory(r);
	}
	host_read_count_uses(r, uses);
	for (int k = 0; k < m->n_bodies && status == 0; k++) {
		const struct host_body *body = &m->bodies[k];
		if (uses[k].joints == 0 && uses[k].others == 0) {
			status = host_reader_fail(r, body->place,
			                          "body '%s' has no joint, force or sensor; connect it or remove it", body->name);
		} else if (host_read_is_impossible(m->space, body)) {
			status = host_reader_fail(
				r, body->place, "the inertia of body '%s' is impossible: a principal moment is negative", body->name);
		} else if (body->carrier == k && uses[k].joints == 0 && host_read_is_massless(m, k)) {
			status = host_reader_fail(r, body->place, "body '%s' has no joint and therefore needs a mass", body->name);
		}
	}
	free(uses);
	return status;
}

static int host_read_tree(struct host_reader *r, const struct host_node *file)
{
	static const struct host_keys keys = {19,
	                                      {"mechanism", "description", "author", "version", "copyright", "license",
	                                       "space", "parameters", "gravity", "bodies", "joints", "drivers", "forces",
	                                       "sensors", "initial", "outputs", "solver", "experiment", "export"}};
	static const char *const needed[] = {"mechanism", "bodies"};
	if (host_check_map(r, file, "a mechanism file") != 0 || host_check_keys(r, file, &keys) != 0) {
		return -1;
	}
	for (int k = 0; k < 2; k++) {
		if (host_node_find(file, needed[k]) == NULL) {
			return host_reader_fail(r, file->place, "the key '%s' is missing", needed[k]);
		}
	}
	if (host_read_name(r, host_node_find(file, "mechanism")) != 0 ||
	    host_read_description(r, host_node_find(file, "description")) != 0 ||
	    host_read_space(r, host_node_find(file, "space")) != 0 ||
	    host_read_parameters(r, host_node_find(file, "parameters")) != 0 || host_read_gravity(r, file) != 0 ||
	    host_read_bodies(r, host_node_find(file, "bodies")) != 0 || host_read_elements(r, file) != 0 ||
	    host_read_initial(r, host_node_find(file, "initial")) != 0 ||
	    host_read_outputs(r, host_node_find(file, "outputs")) != 0 ||
	    host_read_solver(r, host_node_find(file, "solver")) != 0 ||
	    host_read_experiment(r, host_node_find(file, "experiment")) != 0 || host_read_credits(r, file) != 0 ||
	    host_read_export(r, host_node_find(file, "export")) != 0) {
		return -1;
	}
	host_sort_formulas(r->m);
	return host_read_check_bodies(r);
}

static int host_read_into(struct host_reader *r, const char *text, size_t size)
{
	r->m = calloc(1, sizeof *r->m);
	if (r->m == NULL) {
		return host_out_of_memory(r);
	}
	r->m->file = host_copy(r, r->file);
	if (r->m->file == NULL) {
		return -1;
	}
	struct host_node *tree = host_yaml_read(r->file, text, size, r->message);
	if (tree == NULL) {
		return -1;
	}
	int status = host_read_tree(r, tree);
	host_yaml_free(tree);
	return status;
}

struct host_mechanism *host_read_text(const char *file, const char *text, size_t size, struct mech_message *message)
{
	struct host_reader r = {.file = file, .message = message};
	mech_say(message, "");
	if (host_read_into(&r, text, size) != 0) {
		host_mechanism_free(r.m);
		r.m = NULL;
	}
	host_table_free(&r.parameters);
	host_table_free(&r.bodies);
	host_table_free(&r.inputs);
	for (int s = 0; s < MECH_SECTION_COUNT; s++) {
		host_table_free(&r.elements[s]);
	}
	free(r.element_nodes);
	host_free_beams(&r);
	return r.m;
}

/* whole file in memory, or NULL with a message */
static char *host_read_bytes(const char *file, FILE *stream, size_t *size, struct mech_message *message)
{
	const struct host_place whole = {0, 0};
	char *text = NULL;
	size_t capacity = 0;
	*size = 0;
	do {
		capacity = capacity == 0 ? 65536 : 2 * capacity;
		char *larger = capacity <= 4 * HOST_YAML_MOST_BYTES ? realloc(text, capacity) : NULL;
		if (larger == NULL) {
			host_fail(message, file, whole, "out of memory");
			free(text);
			return NULL;
		}
		text = larger;
		*size += fread(text + *size, 1, capacity - *size, stream);
	} while (*size == capacity && *size <= HOST_YAML_MOST_BYTES);
	if (ferror(stream)) {
		host_fail(message, file, whole, "cannot read: %s", strerror(errno));
		free(text);
		return NULL;
	}
	return text;
}

struct host_mechanism *host_read_file(const char *file, struct mech_message *message)
{
	struct stat facts;
	struct host_mechanism *m = NULL;
	FILE *stream = fopen(file, "rb");
	if (stream != NULL && fstat(fileno(stream), &facts) == 0 && S_ISDIR(facts.st_mode)) {
		fclose(stream);
		stream = NULL;
		errno = EISDIR;
	}
	if (stream == NULL) {
		host_fail(message, file, (struct host_place){0, 0}, "cannot open: %s", strerror(errno));
		return NULL;
	}
	size_t size;
	char *text = host_read_bytes(file, stream, &size, message);
	fclose(stream);
	if (text != NULL) {
		m = host_read_text(file, text, size, message);
		free(text);
	}
	return m;
}
