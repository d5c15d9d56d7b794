#include "host_elements.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "host_beam.h"
#include "host_section.h"
#include "host_sections.h"
#include "host_shape.h"
#include "mech_body.h"
#include "mech_model.h"

/* a sentence of a lower-case text */
static void host_elements_sentence(FILE *out, const char *text)
{
	(void)fprintf(out, "%c%s.\n\n", toupper((unsigned char)text[0]), text + 1);
}

static const char *host_elements_unit(enum mech_quantity quantity)
{
	const char *unit = mech_quantity_unit(quantity);
	return strcmp(unit, "1") == 0 ? "" : unit;
}

/* ---- keys */

static void host_elements_head(FILE *out)
{
	(void)fputs("| key | value | unit | default | tunable | meaning |\n|---|---|---|---|---|---|\n", out);
}

static void host_elements_row(FILE *out, const char *key, const char *value, const char *fallback, const char *text)
{
	(void)fprintf(out, "| `%s` | %s | | %s | | %s |\n", key, value, fallback, text);
}

/* "number", "2 numbers", "3 to 6 numbers", with what they must be */
static void host_elements_value(FILE *out, const struct mech_parameter_spec *spec)
{
	static const char *const ranges[] = {
		[MECH_ANY] = "", [MECH_NOT_NEGATIVE] = ", >= 0", [MECH_POSITIVE] = ", > 0", [MECH_DIRECTION] = ", not all 0"};
	if (spec->size == 1) {
		(void)fputs("number", out);
	} else if (spec->least > 0 && spec->least < spec->size) {
		(void)fprintf(out, "%d to %d numbers", spec->least, spec->size);
	} else {
		(void)fprintf(out, "%d numbers", spec->size);
	}
	(void)fputs(ranges[spec->range], out);
}

enum { HOST_ELEMENTS_TEXT = 120 };

static const char *host_elements_fallback(const struct mech_parameter_spec *spec, char text[HOST_ELEMENTS_TEXT])
{
	(void)snprintf(text, HOST_ELEMENTS_TEXT, isnan(spec->fallback) ? "found" : "%g", spec->fallback);
	return text;
}

static void host_elements_parameter(FILE *out, const struct mech_parameter_spec *spec, const char *fallback)
{
	(void)fprintf(out, "| `%s` | ", spec->key);
	host_elements_value(out, spec);
	(void)fprintf(out, " | %s | %s | %s | %s |\n", host_elements_unit(spec->quantity), fallback,
	              spec->tunable ? "yes" : "", spec->text);
}

/* `body: x` or `bodies: [x, y]` */
static void host_elements_names(FILE *out, const char *one, const char *many, int n, const char *text)
{
	char value[32];
	(void)snprintf(value, sizeof value, n == 1 ? "name" : "%d names", n);
	if (n > 0) {
		host_elements_row(out, n == 1 ? one : many, value, "required", text);
	}
}

/* keys of which one must be given exclude each other: a number, a table, an input */
static int host_elements_required(const struct mech_kind *kind, int k)
{
	int replaced = &kind->file.parameters[k] == kind->file.input;
	for (int i = 0; i < kind->file.n_curves; i++) {
		replaced = replaced || kind->file.curves[i].replaces == k;
	}
	return kind->file.parameters[k].need == MECH_REQUIRED && !replaced;
}

static void host_elements_number(FILE *out, const struct mech_parameter_spec *spec, int required)
{
	char text[HOST_ELEMENTS_TEXT];
	host_elements_parameter(out, spec, required ? "required" : host_elements_fallback(spec, text));
}

static void host_elements_curve(FILE *out, const struct mech_kind *kind, const struct mech_curve_spec *curve)
{
	char fallback[HOST_ELEMENTS_TEXT] = "required";
	if (curve->replaces >= 0) {
		(void)snprintf(fallback, sizeof fallback, "in place of `%s`", kind->file.parameters[curve->replaces].key);
	}
	host_elements_parameter(out, &curve->x, fallback);
	host_elements_parameter(out, &curve->y, fallback);
}

static void host_elements_input(FILE *out, const struct mech_kind *kind)
{
	char fallback[HOST_ELEMENTS_TEXT] = "required";
	const struct mech_parameter_spec *replaced = kind->file.input;
	if (kind->section != MECH_DRIVER) {
		(void)snprintf(fallback, sizeof fallback, "in place of `%s`", replaced->key);
	}
	host_elements_row(out, "input", "name", fallback, "input of the FMU");
	if (strcmp(replaced->key, "start") != 0) {
		host_elements_row(out, "start", "number", "0", "start value of the input");
	}
}

static void host_elements_keys(FILE *out, const struct mech_kind *kind)
{
	host_elements_head(out);
	host_elements_names(out, "body", "bodies", kind->file.n_bodies, "bodies, or `ground`");
	if (kind->file.lists_bodies) {
		char value[32];
		(void)snprintf(value, sizeof value, "up to %d names", MECH_MOST_BODIES);
		host_elements_row(out, "bodies", value, "all", "bodies");
	}
	if (kind->file.lists_joints) {
		char value[32];
		(void)snprintf(value, sizeof value, "1 to %d names", kind->file.n_joints);
		host_elements_row(out, "joints", value, "required", "`joint` or `joint.coordinate`");
	} else {
		host_elements_names(out, "joint", "joints", kind->file.n_joints,
		                    kind->file.any_coordinate ? "`joint` or `joint.coordinate`" : "");
	}
	if (kind->file.follows) {
		char fallback[HOST_ELEMENTS_TEXT];
		(void)snprintf(fallback, sizeof fallback, "in place of `%s`", kind->file.input->key);
		host_elements_row(out, "follows", "name", fallback, "`joint` or `joint.coordinate` that gives the value");
	}
	if (kind->file.in_frame) {
		host_elements_row(out, "frame", "name", "second",
		                  "axes of what it reports: `global`, `first`, `second` or a body");
	}
	for (int k = 0; k < kind->file.n_parameters; k++) {
		host_elements_number(out, &kind->file.parameters[k], host_elements_required(kind, k));
	}
	for (int k = 0; k < kind->file.n_curves; k++) {
		host_elements_curve(out, kind, &kind->file.curves[k]);
	}
	for (int k = 0; k < kind->file.n_matrices; k++) {
		(void)fprintf(out, "| `%s` | list of rows | | zeros | yes | %s |\n", kind->file.matrices[k].key,
		              kind->file.matrices[k].text);
	}
	if (kind->file.input != NULL) {
		host_elements_input(out, kind);
	}
	(void)fputs("\n", out);
}

/* ---- what it reports */

static void host_elements_output(FILE *out, int first, const struct mech_output_spec *spec)
{
	const char *unit = host_elements_unit(spec->quantity);
	(void)fprintf(out, "%s`%s`", first ? "Reports " : ", ", spec->key);
	if (spec->size > 1) {
		(void)fprintf(out, "[%d]", spec->size);
	}
	if (unit[0] != '\0') {
		(void)fprintf(out, " (%s)", unit);
	}
}

static void host_elements_reports(FILE *out, const struct mech_kind *kind)
{
	const int n = mech_element_outputs(kind);
	for (int k = 0; k < n; k++) {
		int component;
		const struct mech_output_spec spec = mech_element_output_spec(kind, k, &component);
		if (component == 0) {
			host_elements_output(out, k == 0, &spec);
		}
	}
	(void)fputs(n > 0 ? ".\n\n" : "", out);
	/* what joints report is the same for all */
	for (int k = 0; k < kind->output.count && kind->section != MECH_JOINT; k++) {
		(void)fprintf(out, "- `%s`: %s\n", kind->output.specs[k].key, kind->output.specs[k].text);
	}
	(void)fputs(kind->output.count > 0 && kind->section != MECH_JOINT ? "\n" : "", out);
}

/* ---- overview: a line for each type */

static void host_elements_word(FILE *out, int *first, const char *word)
{
	(void)fprintf(out, "%s`%s`", *first ? "" : ", ", word);
	*first = 0;
}

static void host_elements_key_list(FILE *out, const struct mech_kind *kind)
{
	int first = 1;
	if (kind->file.n_bodies > 0 || kind->file.lists_bodies) {
		host_elements_word(out, &first, kind->file.n_bodies == 1 ? "body" : "bodies");
	}
	if (kind->file.n_joints > 0) {
		host_elements_word(out, &first, kind->file.n_joints == 1 ? "joint" : "joints");
	}
	if (kind->file.follows) {
		host_elements_word(out, &first, "follows");
	}
	if (kind->file.in_frame) {
		host_elements_word(out, &first, "frame");
	}
	for (int k = 0; k < kind->file.n_parameters; k++) {
		host_elements_word(out, &first, kind->file.parameters[k].key);
	}
	for (int k = 0; k < kind->file.n_curves; k++) {
		host_elements_word(out, &first, kind->file.curves[k].x.key);
		host_elements_word(out, &first, kind->file.curves[k].y.key);
	}
	for (int k = 0; k < kind->file.n_matrices; k++) {
		host_elements_word(out, &first, kind->file.matrices[k].key);
	}
	if (kind->file.input != NULL) {
		host_elements_word(out, &first, "input");
	}
}

static void host_elements_line(FILE *out, const struct mech_kind *kind)
{
	const int spatial = kind->space == MECH_SPATIAL;
	int first = 1;
	(void)fprintf(out, "| [%s%s](#%s%s) | ", kind->name, spatial ? " in space" : "", kind->name,
	              spatial ? "-in-space" : "");
	host_elements_key_list(out, kind);
	(void)fputs(" | ", out);
	for (int k = 0; k < kind->coordinate.count; k++) {
		host_elements_word(out, &first, kind->coordinate.specs[k].key);
	}
	for (int k = 0; k < kind->output.count; k++) {
		host_elements_word(out, &first, kind->output.specs[k].key);
	}
	(void)fputs(" |\n", out);
}

/* ---- sections */

static void host_elements_kind(FILE *out, const struct mech_kind *kind)
{
	const int spatial = kind->space == MECH_SPATIAL;
	(void)fprintf(out, "#### %s%s\n\n", kind->name, spatial ? " in space" : "");
	host_elements_sentence(out, kind->text);
	if (kind->section == MECH_JOINT) {
		(void)fprintf(out, "![%s](joints/%s%s.svg)\n\n", kind->name, spatial ? "spatial_" : "", kind->name);
	}
	host_elements_keys(out, kind);
	host_elements_reports(out, kind);
}

/* kinds of a section: in the plane, in both, in space */
typedef void host_elements_one(FILE *out, const struct mech_kind *kind);
static void host_elements_each(FILE *out, enum mech_section section, host_elements_one *one)
{
	static const enum mech_space order[] = {MECH_PLANAR, MECH_EITHER, MECH_SPATIAL};
	for (int i = 0; i < 3; i++) {
		for (int k = 0; k < mech_kind_count(); k++) {
			if (mech_kinds[k]->section == section && mech_kinds[k]->space == order[i]) {
				one(out, mech_kinds[k]);
			}
		}
	}
}

static void host_elements_section(FILE *out, enum mech_section section)
{
	(void)fprintf(out, "### Types of %s\n\n| type | keys | %s |\n|---|---|---|\n", host_sections[section].plural,
	              section == MECH_JOINT ? "coordinates" : "reports");
	host_elements_each(out, section, host_elements_line);
	(void)fputs("\n", out);
	host_elements_each(out, section, host_elements_kind);
}

static void host_elements_bodies(FILE *out, const struct mech_space_rules *rules)
{
	(void)fprintf(out, "#### Body in %s\n\n", rules->dimension == 2 ? "the plane" : "space");
	host_elements_head(out);
	for (int k = 0; k < MECH_BODY_PARAMETERS; k++) {
		host_elements_number(out, &rules->body[k], rules->body[k].need == MECH_REQUIRED);
	}
	host_elements_row(out, "welded_to", "name", "", "body it is part of, or `ground`");
	host_elements_row(out, "shape", "one of the [shapes](#types-of-shapes), or a list of them", "",
	                  "what is seen of it");
	(void)fputs("| `density` | number, > 0 | " HOST_SHAPE_DENSITY
	            " | in place of `mass`, `inertia`, `center` | | gives these for the shapes |\n",
	            out);
	(void)fputs("\n", out);
	for (int k = 0; k < rules->n_outputs; k++) {
		host_elements_output(out, k == 0, &rules->outputs[k]);
	}
	(void)fputs(".\n\n", out);
}

/* keys of beams and of their sections */
static void host_elements_beam(FILE *out, enum mech_space space)
{
	(void)fprintf(out, "#### Body of type beam in %s\n\n", space == MECH_PLANAR ? "the plane" : "space");
	host_elements_head(out);
	host_elements_row(out, "type", "`beam`", "required", "");
	for (int k = 0; k < HOST_BEAM_KEYS; k++) {
		const struct mech_parameter_spec *spec = &host_beam_specs[space][k];
		char text[HOST_ELEMENTS_TEXT] = "";
		if (spec->key != NULL) {
			const int is_default = spec->fallback != 0.0 && !isnan(spec->fallback);
			host_elements_parameter(out, spec,
			                        spec->need == MECH_REQUIRED ? "required"
			                        : is_default                ? host_elements_fallback(spec, text)
			                                                    : text);
		}
	}
	for (int k = 0; k < HOST_BEAM_WORDS; k++) {
		host_elements_row(out, host_beam_words[k].key, host_beam_words[k].value, "", host_beam_words[k].text);
	}
	(void)fputs("\n", out);
}

static void host_elements_sections(FILE *out)
{
	(void)fputs("#### Sections of beams\n\n| type of `shape` | keys | meaning |\n|---|---|---|\n", out);
	for (int k = 0; k < HOST_SECTION_SHAPES; k++) {
		const struct host_section_shape *shape = &host_section_shapes[k];
		int first = 1;
		(void)fprintf(out, "| `%s` | ", shape->name);
		for (int i = 0; i < HOST_SECTION_KEYS; i++) {
			if (shape->keys >> i & 1u) {
				host_elements_word(out, &first, host_section_specs[i].key);
			}
		}
		(void)fprintf(out, " | %s |\n", shape->text);
	}
	(void)fputs("\n", out);
	for (int i = 0; i < HOST_SECTION_KEYS; i++) {
		(void)fprintf(out, "- `%s`: %s\n", host_section_specs[i].key, host_section_specs[i].text);
	}
	(void)fputs("\n", out);
}

static void host_elements_shape(FILE *out, enum mech_space space, const struct host_shape_kind *kind)
{
	(void)fprintf(out, "#### %s in %s\n\n", kind->name, space == MECH_PLANAR ? "the plane" : "space");
	host_elements_sentence(out, kind->text);
	host_elements_head(out);
	if (kind->list != NULL) {
		host_elements_row(out, kind->list, kind->list_value, "required", kind->list_text);
	}
	for (int k = 0; k < HOST_SHAPE_KEYS; k++) {
		if (kind->keys[space] >> k & 1u) {
			host_elements_number(out, host_shape_spec(space, (enum host_shape_key)k),
			                     (int)(kind->required[space] >> k & 1u));
		}
	}
	host_elements_row(out, "color", "`\"#rrggbb\"`", "that of the body", "in quotes");
	(void)fputs("\n", out);
}

static void host_elements_shapes(FILE *out)
{
	(void)fputs("### Types of shapes\n\n", out);
	for (int space = 0; space < MECH_SPACE_COUNT; space++) {
		for (int k = 0; k < HOST_SHAPE_COUNT; k++) {
			host_elements_shape(out, (enum mech_space)space, &host_shape_kinds[k]);
		}
	}
}

static void host_elements_solver(FILE *out)
{
	(void)fputs("### Keys of the solver\n\n| key | value | unit | default | meaning |\n|---|---|---|---|---|\n", out);
	for (int k = 0; k < MECH_SOLVER_PARAMETERS; k++) {
		const struct mech_parameter_spec *spec = &mech_solver_specs[k];
		(void)fprintf(out, "| `%s` | ", spec->key);
		for (int i = 0; i < mech_solver_choices(k); i++) {
			(void)fprintf(out, "%s`%s`", i == 0 ? "" : ", ", mech_solver_choice(k, i));
		}
		if (mech_solver_choices(k) == 0) {
			host_elements_value(out, spec);
		}
		(void)fprintf(out, " | %s | ", host_elements_unit(spec->quantity));
		if (mech_solver_choices(k) > 0) {
			(void)fprintf(out, "`%s`", mech_solver_choice(k, (int)spec->fallback - MECH_FIRST_CHOICE));
		} else {
			char text[HOST_ELEMENTS_TEXT];
			(void)fputs(host_elements_fallback(spec, text), out);
		}
		(void)fprintf(out, " | %s |\n", spec->text);
	}
}

void host_elements_write(FILE *out)
{
	(void)fputs("### Keys of bodies\n\n", out);
	host_elements_bodies(out, &mech_planar_rules);
	host_elements_bodies(out, &mech_spatial_rules);
	host_elements_beam(out, MECH_PLANAR);
	host_elements_beam(out, MECH_SPATIAL);
	host_elements_sections(out);
	host_elements_shapes(out);
	for (int k = 0; k < MECH_SECTION_COUNT; k++) {
		host_elements_section(out, (enum mech_section)k);
	}
	host_elements_solver(out);
}
