#include "host_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "host_scene_outline.h"
#include "host_scene_shapes.h"
#include "host_sections.h"
#include "host_table.h"
#include "md_describe.h"
#include "mech_space.h"

enum { HOST_SCENE_NAME = 200 };

static const char *const host_scene_symbols[MECH_SYMBOL_COUNT] = {
	[MECH_SYMBOL_NONE] = "none",       [MECH_SYMBOL_HIDDEN] = "none",     [MECH_SYMBOL_PIVOT] = "pivot",
	[MECH_SYMBOL_SLIDER] = "slider",   [MECH_SYMBOL_SLEEVE] = "sleeve",   [MECH_SYMBOL_SCREW] = "screw",
	[MECH_SYMBOL_SLOT] = "slot",       [MECH_SYMBOL_WELD] = "weld",       [MECH_SYMBOL_ROD] = "rod",
	[MECH_SYMBOL_WHEELS] = "wheels",   [MECH_SYMBOL_BELT] = "belt",       [MECH_SYMBOL_RACK] = "rack",
	[MECH_SYMBOL_COUPLER] = "coupler", [MECH_SYMBOL_AXES] = "axes",       [MECH_SYMBOL_BALL] = "ball",
	[MECH_SYMBOL_CROSS] = "cross",     [MECH_SYMBOL_PLATE] = "plate",     [MECH_SYMBOL_DISC] = "disc",
	[MECH_SYMBOL_EFFORT] = "effort",   [MECH_SYMBOL_FORCE] = "force",     [MECH_SYMBOL_FOLLOWER] = "follower",
	[MECH_SYMBOL_TORQUE] = "torque",   [MECH_SYMBOL_CONTACT] = "contact", [MECH_SYMBOL_SPRING] = "spring",
	[MECH_SYMBOL_COIL] = "coil",       [MECH_SYMBOL_POINT] = "point",     [MECH_SYMBOL_DISTANCE] = "distance",
	[MECH_SYMBOL_BEAM] = "beam",       [MECH_SYMBOL_PROFILE] = "profile", [MECH_SYMBOL_SHAPES] = "shapes",
};

static const char *const host_scene_causalities[MECH_CAUSALITY_COUNT] = {
	[MECH_INDEPENDENT] = "independent", [MECH_PARAMETER] = "parameter", [MECH_INPUT] = "input",
	[MECH_OUTPUT] = "output",           [MECH_LOCAL] = "local",
};

/* keys of the variables of a body that hold its place and rotation, as mech_space_rules name
 * them */
static const struct {
	const char *position[MECH_MOST_DIMENSION];
	const char *rotation[4];
} host_scene_poses[MECH_SPACE_COUNT] = {
	[MECH_PLANAR] = {{"x", "y"}, {"angle"}},
	[MECH_SPATIAL] = {{"x", "y", "z"}, {"e0", "e1", "e2", "e3"}},
};

static void host_scene_key(struct host_text *t, const char *before, const char *key)
{
	host_text_add(t, before);
	host_text_add_json(t, key);
	host_text_add(t, ": ");
}

static void host_scene_string(struct host_text *t, const char *before, const char *key, const char *value)
{
	host_scene_key(t, before, key);
	host_text_add_json(t, value);
}

/* JSON has no infinity and no NaN */
static void host_scene_number(struct host_text *t, const char *before, const char *key, double number)
{
	host_scene_key(t, before, key);
	if (isfinite(number)) {
		host_text_add_number(t, number);
	} else {
		host_text_add(t, "null");
	}
}

static void host_scene_integers(struct host_text *t, const char *key, int n, const int32_t *numbers)
{
	host_scene_key(t, ", ", key);
	for (int i = 0; i < n; i++) {
		char text[16];
		(void)snprintf(text, sizeof text, "%s%d", i == 0 ? "[" : ", ", (int)numbers[i]);
		host_text_add(t, text);
	}
	host_text_add(t, n == 0 ? "[]" : "]");
}

/* ["bodies.crank.x", ...] */
static void host_scene_names(struct host_text *t, const char *key, const char *prefix, int n, const char *const *keys)
{
	host_scene_key(t, ", ", key);
	for (int i = 0; i < n && keys[i] != NULL; i++) {
		char name[HOST_SCENE_NAME + 16];
		(void)snprintf(name, sizeof name, "%s.%s", prefix, keys[i]);
		host_text_add(t, i == 0 ? "[" : ", ");
		host_text_add_json(t, name);
	}
	host_text_add(t, "]");
}

static void host_scene_body(const struct host_mechanism *mechanism, const struct mech_model *model, int body,
                            struct host_text *t)
{
	const struct mech_body *b = &model->bodies[body];
	const enum mech_space space = (enum mech_space)model->head->space;
	char name[HOST_SCENE_NAME];
	(void)snprintf(name, sizeof name, "bodies.%s", mech_name(model, b->name));
	host_scene_string(t, "{", "name", name);
	host_scene_names(t, "position", name, MECH_MOST_DIMENSION, host_scene_poses[space].position);
	host_scene_names(t, "rotation", name, 4, host_scene_poses[space].rotation);
	host_scene_number(t, ", ", "carrier", b->carrier);
	host_scene_add_shapes(mechanism, body, t);
	host_text_add(t, "}");
}

/* what the coordinates measure that an element refers to */
static void host_scene_measures(const struct mech_model *model, const struct mech_element *e, struct host_text *t)
{
	const int n = mech_element_joints(e);
	host_scene_key(t, ", ", "measures");
	for (int i = 0; i < n; i++) {
		const struct mech_kind *joint = e->joint[i] < 0 ? NULL : mech_element_kind(&model->elements[e->joint[i]]);
		const int angle = joint != NULL && e->coordinate[i] < joint->coordinate.count &&
		                  joint->coordinate.specs[e->coordinate[i]].quantity == MECH_ANGLE;
		host_text_add(t, i == 0 ? "[" : ", ");
		host_text_add_json(t, angle ? "angle" : "length");
	}
	host_text_add(t, n == 0 ? "[]" : "]");
}

/* ["joints.pin.speed", ...]: how fast the coordinates change that an element refers to; "" where
 * there is none */
static void host_scene_rates(const struct mech_model *model, const struct mech_element *e, struct host_text *t)
{
	const int n = mech_element_joints(e);
	host_scene_key(t, ", ", "rates");
	for (int i = 0; i < n; i++) {
		const struct mech_element *joint = e->joint[i] < 0 ? NULL : &model->elements[e->joint[i]];
		const struct mech_kind *kind = joint == NULL ? NULL : mech_element_kind(joint);
		char name[HOST_SCENE_NAME] = "";
		if (kind != NULL && e->coordinate[i] < kind->coordinate.count) {
			(void)snprintf(name, sizeof name, "joints.%s.%s", mech_name(model, joint->name),
			               kind->coordinate.specs[e->coordinate[i]].rate);
		}
		host_text_add(t, i == 0 ? "[" : ", ");
		host_text_add_json(t, name);
	}
	host_text_add(t, n == 0 ? "[]" : "]");
}

static void host_scene_element(const struct mech_model *model, const struct mech_element *e, struct host_text *t)
{
	const struct mech_kind *kind = mech_element_kind(e);
	char name[HOST_SCENE_NAME];
	(void)snprintf(name, sizeof name, "%s.%s", host_sections[kind->section].plural, mech_name(model, e->name));
	host_scene_string(t, "{", "name", name);
	host_scene_string(t, ", ", "type", kind->name);
	host_scene_string(t, ", ", "symbol", host_scene_symbols[kind->drawing.symbol]);
	host_scene_integers(t, "bodies", e->n_bodies, e->body);
	host_scene_integers(t, "joints", mech_element_joints(e), e->joint);
	host_scene_measures(model, e, t);
	host_scene_rates(model, e, t);
	if (e->input >= 0) {
		host_scene_string(t, ", ", "input", mech_name(model, model->inputs[e->input].name));
	}
	host_scene_add_outline(model, e, t);
	host_text_add(t, "}");
}

static const char *host_scene_type(const struct mech_model *model, const struct mech_variable *v)
{
	return mech_variable_choice(model, v) >= 0 ? "enumeration" : v->quantity == MECH_COUNT ? "integer" : "real";
}

/* items of an enumeration, numbered from 1 */
static void host_scene_choices(const struct mech_model *model, const struct mech_variable *v, struct host_text *t)
{
	const int choice = mech_variable_choice(model, v);
	for (int k = 0; choice >= 0 && k < mech_solver_choices(choice); k++) {
		host_text_add(t, k == 0 ? ", \"choices\": [" : ", ");
		host_text_add_json(t, mech_solver_choice(choice, k));
	}
	host_text_add(t, choice >= 0 ? "]" : "");
}

static void host_scene_next(struct host_text *t, int i)
{
	host_text_add(t, i == 0 ? "\n  " : ",\n  ");
}

/* variables of the unit by their names */
static int host_scene_known(const struct mech_model *unit, struct host_table *known)
{
	int status = 0;
	for (int i = 0; i < unit->n_variables && status >= 0; i++) {
		status = host_table_add(known, mech_name(unit, unit->variables[i].name), i);
	}
	return status < 0 ? -1 : 0;
}

/* which variable of the unit it is, by its reference and its name there; -1: the unit does not show
 * it */
static void host_scene_reference(const char *name, int flat, const struct host_table *known, struct host_text *t)
{
	char other[HOST_SCENE_NAME];
	(void)snprintf(other, sizeof other, "%s", name);
	if (flat) {
		host_text_flatten(other);
	}
	const int reference = host_table_find(known, other, -1);
	host_scene_number(t, ", ", "reference", reference);
	if (reference >= 0 && strcmp(other, name) != 0) {
		host_scene_string(t, ", ", "column", other);
	}
}

static void host_scene_variable(const struct mech_model *model, const struct mech_variable *v, struct host_text *t)
{
	char description[MD_DESCRIPTION_SIZE];
	md_describe(model, v, description);
	host_scene_string(t, ", ", "unit", mech_quantity_unit((enum mech_quantity)v->quantity));
	host_scene_string(t, ", ", "text", description);
	host_scene_string(t, ", ", "causality", host_scene_causalities[v->causality]);
	host_scene_string(t, ", ", "type", host_scene_type(model, v));
	host_scene_choices(model, v, t);
	host_text_add(t, v->tunable ? ", \"tunable\": true" : "");
	if (v->source == MECH_FROM_PARAMETER) {
		host_scene_number(t, ", ", "start", model->parameters[v->index]);
	} else if (v->source == MECH_FROM_INPUT) {
		host_scene_number(t, ", ", "start", model->inputs[v->index].start);
	}
	if (v->minimum > -HUGE_VAL) {
		host_scene_number(t, ", ", "minimum", v->minimum);
	}
	if (v->maximum < HUGE_VAL) {
		host_scene_number(t, ", ", "maximum", v->maximum);
	}
}

static void host_scene_variables(const struct host_mechanism *mechanism, const struct mech_model *model,
                                 const struct mech_model *unit, struct host_text *t)
{
	struct host_table known = {0};
	if (unit != model && host_scene_known(unit, &known) != 0) {
		t->failed = 1;
	}
	for (int i = 0; i < model->n_variables; i++) {
		const char *name = mech_name(model, model->variables[i].name);
		host_scene_next(t, i);
		host_scene_string(t, "{", "name", name);
		if (unit != model) {
			host_scene_reference(name, mechanism->presentation.flat_names, &known, t);
		}
		host_scene_variable(model, &model->variables[i], t);
		host_text_add(t, "}");
	}
	host_table_free(&known);
}

void host_scene_write(const struct host_mechanism *mechanism, const struct mech_model *model,
                      const struct mech_model *unit, struct host_text *scene)
{
	host_text_add(scene, "{\n");
	host_scene_number(scene, "", "version", HOST_SCENE_VERSION);
	host_scene_string(scene, ",\n", "mechanism", mech_name(model, model->head->name));
	host_scene_string(scene, ",\n", "description", mech_name(model, model->head->description));
	host_scene_string(scene, ",\n", "space", model->head->space == MECH_PLANAR ? "planar" : "spatial");
	host_scene_number(scene, ",\n", "start", model->head->start_time);
	host_scene_number(scene, ",\n", "stop", model->head->stop_time);
	host_scene_number(scene, ",\n", "step", model->head->step);
	host_scene_key(scene, ",\n", "bodies");
	host_text_add(scene, "[");
	for (int i = 0; i < model->n_bodies + model->n_welded; i++) {
		host_scene_next(scene, i);
		host_scene_body(mechanism, model, i, scene);
	}
	host_scene_key(scene, "],\n", "elements");
	host_text_add(scene, "[");
	for (int i = 0; i < model->n_elements; i++) {
		host_scene_next(scene, i);
		host_scene_element(model, &model->elements[i], scene);
	}
	host_scene_key(scene, "],\n", "variables");
	host_text_add(scene, "[");
	host_scene_variables(mechanism, model, unit, scene);
	host_text_add(scene, "]\n}\n");
}
