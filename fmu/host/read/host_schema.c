#include "host_schema.h"

#include <math.h>
#include <string.h>

#include "host_mechanism.h"
#include "host_schema_json.h"
#include "host_schema_beam.h"
#include "host_sections.h"
#include "mech_body.h"
#include "mech_model.h"

#define HOST_SCHEMA_NAME "^[A-Za-z_][A-Za-z0-9_]*$"

/* an object, of which the description stands in the schema */
static void host_schema_described(struct host_schema *s, const char *key, const char *text)
{
	host_schema_open(s, key, '{');
	host_schema_text(s, "description", text);
}

/* the keys that an object may have; it has no others where it ends */
static void host_schema_begin(struct host_schema *s)
{
	host_schema_text(s, "type", "object");
	host_schema_open(s, "properties", '{');
}

static void host_schema_end(struct host_schema *s)
{
	host_schema_raw(s, "additionalProperties", "false");
	host_schema_close(s, '}');
}

static void host_schema_type(struct host_schema *s, const char *name)
{
	host_schema_open(s, "type", '{');
	host_schema_text(s, "const", name);
	host_schema_close(s, '}');
}

static void host_schema_word(struct host_schema *s, const char *key, const char *text)
{
	host_schema_described(s, key, text);
	host_schema_text(s, "type", "string");
	host_schema_close(s, '}');
}

/* `body: x` or `bodies: [x, y]` */
static void host_schema_words(struct host_schema *s, const char *one, const char *many, int least, int n,
                              const char *text)
{
	if (n == 1) {
		host_schema_word(s, one, text);
	} else if (n > 1) {
		host_schema_described(s, many, text);
		host_schema_text(s, "type", "array");
		host_schema_raw(s, "items", "{\"type\": \"string\"}");
		host_schema_number(s, "minItems", least);
		host_schema_number(s, "maxItems", n);
		host_schema_close(s, '}');
	}
}

static int host_schema_has(const struct mech_kind *kind, const char *key)
{
	for (int k = 0; k < kind->file.n_parameters; k++) {
		if (strcmp(kind->file.parameters[k].key, key) == 0) {
			return 1;
		}
	}
	return 0;
}

static void host_schema_kind_required(struct host_schema *s, const struct mech_kind *kind)
{
	const char *keys[24] = {"type"};
	int n = 1;
	if (kind->file.n_bodies > 0) {
		keys[n++] = kind->file.n_bodies == 1 ? "body" : "bodies";
	}
	if (kind->file.n_joints > 0) {
		keys[n++] = kind->file.n_joints == 1 ? "joint" : "joints";
	}
	if (kind->file.input != NULL && kind->section == MECH_DRIVER) {
		keys[n++] = "input";
	}
	for (int k = 0; k < kind->file.n_curves && n < 23; k++) {
		if (kind->file.curves[k].x.need == MECH_REQUIRED) {
			keys[n++] = kind->file.curves[k].x.key;
			keys[n++] = kind->file.curves[k].y.key;
		}
	}
	for (int k = 0; k < kind->file.n_parameters && n < 24; k++) {
		if (kind->file.parameters[k].need == MECH_REQUIRED && &kind->file.parameters[k] != kind->file.input) {
			keys[n++] = kind->file.parameters[k].key;
		}
	}
	host_schema_required(s, n, keys);
}

/* "revolute, spatial", or "gear" where either space has it */
static void host_schema_title(struct host_schema *s, const struct mech_kind *kind)
{
	char title[128];
	const int both = kind->space == MECH_EITHER;
	snprintf(title, sizeof title, "%s%s%s", kind->name, both ? "" : ", ",
	         both ? "" : mech_space_rules(kind->space)->name);
	host_schema_text(s, "title", title);
}

/* rows of numbers, or of expressions of parameters */
static void host_schema_matrix(struct host_schema *s, const struct mech_matrix_spec *spec)
{
	host_schema_described(s, spec->key, spec->text);
	host_schema_text(s, "type", "array");
	host_schema_open(s, "items", '{');
	host_schema_text(s, "type", "array");
	host_schema_raw(s, "items", "{\"type\": " HOST_SCHEMA_NUMERIC "}");
	host_schema_close(s, '}');
	host_schema_close(s, '}');
}

static void host_schema_kind(struct host_schema *s, const struct mech_kind *kind)
{
	host_schema_open(s, NULL, '{');
	host_schema_title(s, kind);
	host_schema_text(s, "description", kind->text);
	host_schema_begin(s);
	host_schema_type(s, kind->name);
	host_schema_words(s, "body", "bodies", kind->file.n_bodies, kind->file.n_bodies, "names of bodies, or ground");
	if (kind->file.lists_bodies) {
		host_schema_words(s, "", "bodies", 1, MECH_MOST_BODIES, "names of bodies; all if not given");
	}
	host_schema_words(s, "joint", "joints", kind->file.lists_joints ? 1 : kind->file.n_joints, kind->file.n_joints,
	                  kind->file.any_coordinate ? "names of joints, or joint.coordinate" : "names of joints");
	if (kind->file.follows) {
		host_schema_word(s, "follows", "joint.coordinate whose value stands in for the number");
	}
	if (kind->file.in_frame) {
		host_schema_word(s, "frame",
		                 "axes of its outputs: global, first or second body of the joint, or a body's name");
	}
	for (int k = 0; k < kind->file.n_parameters; k++) {
		host_schema_parameter(s, &kind->file.parameters[k], HUGE_VAL);
	}
	for (int k = 0; k < kind->file.n_curves; k++) {
		host_schema_parameter(s, &kind->file.curves[k].x, HUGE_VAL);
		host_schema_parameter(s, &kind->file.curves[k].y, HUGE_VAL);
	}
	for (int k = 0; k < kind->file.n_matrices; k++) {
		host_schema_matrix(s, &kind->file.matrices[k]);
	}
	if (kind->file.input != NULL) {
		host_schema_word(s, "input", "name of the FMI input that gives the value");
		if (!host_schema_has(kind, "start")) {
			host_schema_described(s, "start", "start value of the input");
			host_schema_raw(s, "type", HOST_SCHEMA_NUMERIC);
			host_schema_close(s, '}');
		}
	}
	host_schema_close(s, '}');
	host_schema_kind_required(s, kind);
	host_schema_end(s);
}

static void host_schema_named(struct host_schema *s, const char *key, const char *text)
{
	host_schema_described(s, key, text);
	host_schema_text(s, "type", "object");
	host_schema_raw(s, "propertyNames", "{\"pattern\": \"" HOST_SCHEMA_NAME "\"}");
}

static void host_schema_section(struct host_schema *s, enum mech_section section)
{
	char text[64];
	snprintf(text, sizeof text, "%s by name", host_sections[section].plural);
	host_schema_named(s, host_sections[section].plural, text);
	host_schema_open(s, "additionalProperties", '{');
	host_schema_open(s, "anyOf", '[');
	for (int k = 0; k < mech_kind_count(); k++) {
		if (mech_kinds[k]->section == section) {
			host_schema_kind(s, mech_kinds[k]);
		}
	}
	host_schema_close(s, ']');
	host_schema_close(s, '}');
	host_schema_close(s, '}');
}

static void host_schema_shape(struct host_schema *s, enum mech_space space, int type)
{
	const struct host_shape_kind *kind = &host_shape_kinds[type];
	const char *required[HOST_SHAPE_KEYS + 2] = {"type"};
	int n = 1;
	host_schema_described(s, NULL, kind->text);
	host_schema_begin(s);
	host_schema_type(s, kind->name);
	for (int k = 0; k < HOST_SHAPE_KEYS; k++) {
		const struct mech_parameter_spec *spec = host_shape_spec(space, (enum host_shape_key)k);
		if (kind->keys[space] >> k & 1u) {
			host_schema_parameter(s, spec, HUGE_VAL);
		}
		if (kind->required[space] >> k & 1u) {
			required[n++] = spec->key;
		}
	}
	if (kind->list != NULL) {
		host_schema_raw(s, kind->list,
		                type == HOST_MESH ? "{\"type\": \"string\"}"
		                                  : "{\"type\": \"array\", \"items\": {\"type\": \"array\"}, \"minItems\": 3}");
		required[n++] = kind->list;
	}
	host_schema_raw(s, "color", "{\"type\": \"string\", \"pattern\": \"^#[0-9A-Fa-f]{6}$\"}");
	host_schema_close(s, '}');
	host_schema_required(s, n, required);
	host_schema_end(s);
}

static void host_schema_types(struct host_schema *s, enum mech_space space)
{
	for (int type = 0; type < HOST_SHAPE_COUNT; type++) {
		host_schema_shape(s, space, type);
	}
}

/* one of the types, or a list of them */
static void host_schema_shapes(struct host_schema *s, enum mech_space space)
{
	host_schema_described(s, "shape", "what is seen of it; several in a list");
	host_schema_open(s, "anyOf", '[');
	host_schema_types(s, space);
	host_schema_open(s, NULL, '{');
	host_schema_text(s, "type", "array");
	host_schema_open(s, "items", '{');
	host_schema_open(s, "anyOf", '[');
	host_schema_types(s, space);
	host_schema_close(s, ']');
	host_schema_close(s, '}');
	host_schema_close(s, '}');
	host_schema_close(s, ']');
	host_schema_close(s, '}');
	host_schema_described(
		s, "density", "gives mass, inertia and center of the shapes, in place of these keys [" HOST_SHAPE_DENSITY "]");
	host_schema_numeric(s, MECH_POSITIVE, HUGE_VAL);
	host_schema_close(s, '}');
}

/* a body of one of the spaces */
static void host_schema_body(struct host_schema *s, enum mech_space space)
{
	const struct mech_space_rules *rules = mech_space_rules(space);
	const char *required[MECH_BODY_PARAMETERS];
	int n = 0;
	host_schema_open(s, NULL, '{');
	host_schema_text(s, "title", rules->name);
	host_schema_begin(s);
	for (int k = 0; k < MECH_BODY_PARAMETERS; k++) {
		host_schema_parameter(s, &rules->body[k], HUGE_VAL);
		if (rules->body[k].need == MECH_REQUIRED) {
			required[n++] = rules->body[k].key;
		}
	}
	host_schema_raw(s, "type", "{\"const\": \"rigid\"}");
	host_schema_word(s, "welded_to", "body it is part of, or ground: it has no motion of its own");
	host_schema_shapes(s, space);
	host_schema_close(s, '}');
	host_schema_open(s, "anyOf", '[');
	host_schema_open(s, NULL, '{');
	host_schema_required(s, n, required);
	host_schema_close(s, '}');
	host_schema_raw(s, NULL, "{\"required\": [\"density\", \"shape\"]}");
	host_schema_close(s, ']');
	host_schema_end(s);
}

static void host_schema_bodies(struct host_schema *s)
{
	host_schema_named(s, "bodies", "bodies by name");
	host_schema_open(s, "additionalProperties", '{');
	host_schema_open(s, "anyOf", '[');
	host_schema_body(s, MECH_PLANAR);
	host_schema_body(s, MECH_SPATIAL);
	host_schema_beam(s, MECH_PLANAR);
	host_schema_beam(s, MECH_SPATIAL);
	host_schema_close(s, ']');
	host_schema_close(s, '}');
	host_schema_raw(s, "minProperties", "1");
	host_schema_close(s, '}');
}

static void host_schema_initial(struct host_schema *s)
{
	host_schema_described(
		s, "initial",
		"wanted start values of coordinates and rates, by joint or body; of priority 1 (default) they must be "
		"met, of greater ones they give way; static: the rest, or all, starts in static equilibrium");
	host_schema_open(s, "anyOf", '[');
	host_schema_raw(s, NULL, "{\"const\": \"static\"}");
	host_schema_open(s, NULL, '{');
	host_schema_text(s, "type", "object");
	host_schema_raw(s, "propertyNames", "{\"pattern\": \"" HOST_SCHEMA_NAME "\"}");
	host_schema_raw(s, "properties", "{\"static\": {\"type\": [\"boolean\", \"object\"]}}");
	host_schema_raw(s, "additionalProperties",
	                "{\"type\": \"object\", \"additionalProperties\": {\"type\": " HOST_SCHEMA_NUMERIC "}}");
	host_schema_close(s, '}');
	host_schema_close(s, ']');
	host_schema_close(s, '}');
}

static void host_schema_outputs(struct host_schema *s)
{
	host_schema_described(s, "outputs", "variables that become outputs of the FMU, such as joints.pin.angle");
	host_schema_text(s, "type", "array");
	host_schema_raw(s, "items", "{\"type\": \"string\"}");
	host_schema_raw(s, "uniqueItems", "true");
	host_schema_close(s, '}');
}

static void host_schema_choices(struct host_schema *s, int k)
{
	host_schema_described(s, mech_solver_specs[k].key, mech_solver_specs[k].text);
	host_schema_open(s, "enum", '[');
	for (int i = 0; i < mech_solver_choices(k); i++) {
		(k == MECH_SOLVER_LOOK_AHEAD ? host_schema_raw : host_schema_text)(s, NULL, mech_solver_choice(k, i));
	}
	host_schema_close(s, ']');
	host_schema_close(s, '}');
}

static void host_schema_real_time(struct host_schema *s)
{
	host_schema_described(s, "real_time", "steps of one size and of work known beforehand");
	host_schema_begin(s);
	for (int k = MECH_SOLVER_REAL_TIME_FIRST; k < MECH_SOLVER_PARAMETERS; k++) {
		struct mech_parameter_spec spec = mech_solver_specs[k];
		spec.key += MECH_SOLVER_REAL_TIME_PREFIX;
		host_schema_parameter(s, &spec, host_solver_maximum(k));
	}
	host_schema_close(s, '}');
	host_schema_raw(s, "required", "[\"step\"]");
	host_schema_end(s);
}

static void host_schema_solver(struct host_schema *s)
{
	host_schema_open(s, "solver", '{');
	host_schema_begin(s);
	for (int k = 0; k < MECH_SOLVER_REAL_TIME_FIRST; k++) {
		if (mech_solver_choices(k) > 0) {
			host_schema_choices(s, k);
		} else {
			host_schema_parameter(s, &mech_solver_specs[k], host_solver_maximum(k));
		}
	}
	host_schema_real_time(s);
	host_schema_close(s, '}');
	host_schema_end(s);
}

static void host_schema_experiment(struct host_schema *s)
{
	static const struct mech_parameter_spec specs[] = {
		{"start", 1, 0, MECH_TIME, MECH_OPTIONAL, MECH_ANY, 0, 0.0, "start time"},
		{"stop", 1, 0, MECH_TIME, MECH_OPTIONAL, MECH_ANY, 0, 10.0, "stop time"},
		{"step", 1, 0, MECH_TIME, MECH_OPTIONAL, MECH_POSITIVE, 0, 0.0, "communication step"},
	};
	host_schema_open(s, "experiment", '{');
	host_schema_begin(s);
	for (int k = 0; k < 3; k++) {
		host_schema_parameter(s, &specs[k], HUGE_VAL);
	}
	host_schema_close(s, '}');
	host_schema_end(s);
}

static void host_schema_export(struct host_schema *s)
{
	host_schema_described(s, "export", "how the FMU presents the mechanism");
	host_schema_begin(s);
	host_schema_raw(s, "names", "{\"enum\": [\"structured\", \"flat\"]}");
	host_schema_raw(s, "parameters",
	                "{\"anyOf\": [{\"enum\": [\"all\", \"few\"]}, {\"type\": \"array\", \"items\": {\"type\": "
	                "\"string\"}}]}");
	host_schema_close(s, '}');
	host_schema_end(s);
}

static void host_schema_properties(struct host_schema *s)
{
	host_schema_open(s, "properties", '{');
	host_schema_described(s, "mechanism", "name of the mechanism");
	host_schema_text(s, "type", "string");
	host_schema_text(s, "pattern", HOST_SCHEMA_NAME);
	host_schema_close(s, '}');
	host_schema_word(s, "description", "one line about it");
	host_schema_word(s, "author", "who made it, for the FMU");
	host_schema_word(s, "version", "version of the mechanism, for the FMU; a number stands in quotes");
	host_schema_word(s, "copyright", "whose it is, for the FMU");
	host_schema_word(s, "license", "what others may do with it, for the FMU");
	host_schema_raw(s, "space", "{\"enum\": [\"planar\", \"spatial\"]}");
	host_schema_named(s, "parameters", "numbers by name, for expressions elsewhere and as parameters of the FMU");
	host_schema_raw(s, "additionalProperties", "{\"type\": " HOST_SCHEMA_NUMERIC "}");
	host_schema_close(s, '}');
	struct mech_parameter_spec gravity = *mech_spatial_rules.gravity;
	gravity.least = mech_planar_rules.dimension;
	host_schema_parameter(s, &gravity, HUGE_VAL);
	host_schema_bodies(s);
	for (int k = 0; k < MECH_SECTION_COUNT; k++) {
		host_schema_section(s, (enum mech_section)k);
	}
	host_schema_initial(s);
	host_schema_outputs(s);
	host_schema_solver(s);
	host_schema_experiment(s);
	host_schema_export(s);
	host_schema_close(s, '}');
}

void host_schema_write(FILE *out)
{
	static const char *const required[] = {"mechanism", "bodies"};
	struct host_schema s = {out, 0, 1};
	host_schema_open(&s, NULL, '{');
	host_schema_text(&s, "$schema", "https://json-schema.org/draft/2020-12/schema");
	host_schema_text(&s, "title", "mechfmu mechanism");
	host_schema_text(&s, "type", "object");
	host_schema_properties(&s);
	host_schema_required(&s, 2, required);
	host_schema_raw(&s, "additionalProperties", "false");
	host_schema_close(&s, '}');
	fputc('\n', out);
}
