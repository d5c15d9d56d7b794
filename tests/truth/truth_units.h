/* The same mechanism in other units of length, mass and time: every number of an image times the
 * power of the units that its dimension says. With powers of two nothing is rounded, as long as
 * exponents come out whole: units of length have even ones, since stiffnesses of contacts are
 * forces over a length^1.5.
 *
 * Dimensions are those of the quantities that elements declare; what they declare as a bare number
 * with a meaning of its own stands in a table here.
 *
 * Include cmocka.h first.
 */
#ifndef TRUTH_UNITS_H
#define TRUTH_UNITS_H

#include <math.h>
#include <string.h>

#include "host_image.h"
#include "mech_curve.h"
#include "mech_matrix.h"
#include "mech_model.h"
#include "mech_space.h"

/* exponents of length, mass and time */
struct units_dimension {
	double length, mass, time;
};

/* units: base^length, base^mass, base^time of the old ones */
struct units {
	double base;
	struct units_dimension power;
};

static inline double units_factor(const struct units *u, struct units_dimension d)
{
	const double exponent = d.length * u->power.length + d.mass * u->power.mass + d.time * u->power.time;
	assert_true(u->base != 2 || exponent == floor(exponent));
	return pow(u->base, exponent);
}

static const struct units_dimension units_of_quantities[MECH_QUANTITY_COUNT] = {
	[MECH_TIME] = {0, 0, 1},
	[MECH_LENGTH] = {1, 0, 0},
	[MECH_VELOCITY] = {1, 0, -1},
	[MECH_ANGULAR_VELOCITY] = {0, 0, -1},
	[MECH_ACCELERATION] = {1, 0, -2},
	[MECH_ANGULAR_ACCELERATION] = {0, 0, -2},
	[MECH_MASS] = {0, 1, 0},
	[MECH_INERTIA] = {2, 1, 0},
	[MECH_FORCE] = {1, 1, -2},
	[MECH_TORQUE] = {2, 1, -2},
	[MECH_STIFFNESS] = {0, 1, -2},
	[MECH_ANGULAR_STIFFNESS] = {2, 1, -2},
	[MECH_DAMPING] = {0, 1, -1},
	[MECH_ANGULAR_DAMPING] = {2, 1, -1},
	[MECH_ENERGY] = {2, 1, -2},
	[MECH_MOMENTUM] = {1, 1, -1},
	[MECH_ANGULAR_MOMENTUM] = {2, 1, -1},
	[MECH_CURVATURE] = {-1, 0, 0},
};

/* ---- numbers whose declaration names no quantity ---- */

static inline struct units_dimension units_contact_stiffness(enum mech_quantity along, int component)
{
	(void)component;
	return along == MECH_ANGLE ? (struct units_dimension){2, 1, -2} : (struct units_dimension){-0.5, 1, -2};
}

/* one over a speed */
static inline struct units_dimension units_contact_damping(enum mech_quantity along, int component)
{
	(void)component;
	return along == MECH_ANGLE ? (struct units_dimension){0, 0, 1} : (struct units_dimension){-1, 0, 1};
}

static inline struct units_dimension units_contact_bristles(enum mech_quantity along, int component)
{
	(void)along;
	(void)component;
	return (struct units_dimension){-1, 0, 0};
}

static inline struct units_dimension units_drag(enum mech_quantity along, int component)
{
	(void)along;
	(void)component;
	return (struct units_dimension){-1, 1, 0};
}

/* how many of the two directions of a component are angles: the diagonal, then what is above it,
 * row by row, of n directions, the last `angles` of them angles */
static inline double units_of_pair(int n, int angles, int component)
{
	int row = component, column = component;
	for (int k = n, i = 0; component >= n && i < n; i++) {
		for (int j = i + 1; j < n; j++, k++) {
			if (k == component) {
				row = i;
				column = j;
			}
		}
	}
	return (row >= n - angles) + (column >= n - angles);
}

static inline struct units_dimension units_bushing_stiffness(enum mech_quantity space, int component)
{
	const double angles = space == MECH_ANGLE ? units_of_pair(3, 1, component) : units_of_pair(6, 3, component);
	return (struct units_dimension){angles, 1, -2};
}

static inline struct units_dimension units_bushing_damping(enum mech_quantity space, int component)
{
	struct units_dimension d = units_bushing_stiffness(space, component);
	d.time = -1;
	return d;
}

/* of the section of a beam: forces and moments over strains and curvatures */
static inline struct units_dimension units_beam_stiffness(enum mech_quantity space, int component)
{
	struct units_dimension d = units_bushing_stiffness(space, component);
	d.length++;
	return d;
}

static inline struct units_dimension units_beam_prestress(enum mech_quantity space, int component)
{
	const int forces = space == MECH_ANGLE ? 2 : 3;
	return (struct units_dimension){component < forces ? 1 : 2, 1, -2};
}

static inline struct units_dimension units_polynomial(enum mech_quantity along, int component)
{
	return (struct units_dimension){along == MECH_LENGTH, 0, -component};
}

struct units_number {
	const char *kind, *key;
	struct units_dimension (*dimension)(enum mech_quantity along, int component);
};

static const struct units_number units_numbers[] = {
	{"contact", "stiffness", units_contact_stiffness},     {"contact", "damping", units_contact_damping},
	{"contact", "bristles", units_contact_bristles},       {"contact", "bristle_damping", units_contact_damping},
	{"contact", "viscous", units_contact_damping},         {"joint_limit", "stiffness", units_contact_stiffness},
	{"joint_limit", "damping", units_contact_damping},     {"cam_contact", "stiffness", units_contact_stiffness},
	{"cam_contact", "damping", units_contact_damping},     {"polygon_contact", "stiffness", units_contact_stiffness},
	{"polygon_contact", "damping", units_contact_damping}, {"ground_contact", "stiffness", units_contact_stiffness},
	{"ground_contact", "damping", units_contact_damping},  {"circle_contact", "stiffness", units_contact_stiffness},
	{"circle_contact", "damping", units_contact_damping},  {"shape_contact", "stiffness", units_contact_stiffness},
	{"shape_contact", "damping", units_contact_damping},   {"drag", "coefficient", units_drag},
	{"bushing", "stiffness", units_bushing_stiffness},     {"bushing", "damping", units_bushing_damping},
	{"beam", "stiffness", units_beam_stiffness},           {"beam", "prestress", units_beam_prestress},
	{"quadratic_beam", "stiffness", units_beam_stiffness}, {"quadratic_beam", "prestress", units_beam_prestress},
	{"polynomial", "coefficients", units_polynomial},
};

/* ---- an image ---- */

struct units_image {
	struct mech_model model;
	double *parameters;
	const struct units *units;
};

static inline void units_scale(struct units_image *x, int first, int n, struct units_dimension d)
{
	for (int k = 0; k < n; k++) {
		x->parameters[first + k] *= units_factor(x->units, d);
	}
}

static inline void units_specs(struct units_image *x, int n, const struct mech_parameter_spec *specs, int first)
{
	for (int k = 0; k < n; first += specs[k++].size) {
		units_scale(x, first, specs[k].size, units_of_quantities[specs[k].quantity]);
	}
}

/* what the first coordinate of an element measures; of bodies alone a length, but for elements with
 * a matrix of the plane */
static inline enum mech_quantity units_along(const struct units_image *x, const struct mech_element *e)
{
	static const char *const of_plane[] = {"bushing", "beam", "quadratic_beam"};
	const struct mech_kind *kind = mech_element_kind(e);
	if (kind->file.n_joints == 0) {
		int is_matrix = 0;
		for (size_t k = 0; k < sizeof of_plane / sizeof of_plane[0]; k++) {
			is_matrix |= strcmp(kind->name, of_plane[k]) == 0;
		}
		return is_matrix && kind->space == MECH_PLANAR ? MECH_ANGLE : MECH_LENGTH;
	}
	return mech_element_kind(&x->model.elements[e->joint[0]])->coordinate.specs[e->coordinate[0]].quantity;
}

static inline void units_parameter(struct units_image *x, const struct mech_element *e, int spec)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const struct mech_parameter_spec *p = &kind->file.parameters[spec];
	const enum mech_quantity along = units_along(x, e);
	const int first = e->parameter + mech_kind_number(kind, spec);
	for (size_t k = 0; p->quantity == MECH_NUMBER && k < sizeof units_numbers / sizeof units_numbers[0]; k++) {
		const struct units_number *number = &units_numbers[k];
		if (strcmp(number->kind, kind->name) == 0 && strcmp(number->key, p->key) == 0) {
			for (int i = 0; i < p->size; i++) {
				units_scale(x, first + i, 1, number->dimension(along, i));
			}
			return;
		}
	}
	units_scale(x, first, p->size, units_of_quantities[mech_quantity_along(p->quantity, along)]);
}

/* of one more in row i of those that a matrix counts; states and references have no dimension */
static inline struct units_dimension units_of_extent(const struct units_image *x, const struct mech_element *e,
                                                     enum mech_extent extent, int i, int is_row)
{
	const int joints = mech_element_joints(e);
	if (extent == MECH_EACH_STATE || i >= 2 * joints) {
		return (struct units_dimension){0, 0, 0};
	}
	const struct mech_element *joint = &x->model.elements[e->joint[i % joints]];
	const double length = mech_element_kind(joint)->coordinate.specs[e->coordinate[i % joints]].quantity == MECH_LENGTH;
	return is_row ? (struct units_dimension){2 - length, 1, -2} : (struct units_dimension){length, 0, -(i >= joints)};
}

static inline void units_matrix(struct units_image *x, const struct mech_element *e, int k)
{
	const struct mech_matrix_spec *spec = &mech_element_kind(e)->file.matrices[k];
	const int columns = mech_matrix_columns(e, k), first = mech_matrix_parameter(e, k);
	for (int i = 0; i < mech_matrix_rows(e, k) * columns; i++) {
		const struct units_dimension out = units_of_extent(x, e, spec->rows, i / columns, 1);
		const struct units_dimension in = units_of_extent(x, e, spec->columns, i % columns, 0);
		const double rate = spec->rows == MECH_EACH_STATE ? -1 : 0;
		const struct units_dimension d = {out.length - in.length, out.mass - in.mass, out.time - in.time + rate};
		units_scale(x, first + i, 1, d);
	}
}

static inline void units_element(struct units_image *x, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const enum mech_quantity along = units_along(x, e);
	for (int k = 0; k < kind->file.n_parameters; k++) {
		units_parameter(x, e, k);
	}
	for (int k = 0; k < kind->file.n_matrices; k++) {
		units_matrix(x, e, k);
	}
	for (int k = 0; k < kind->file.n_curves; k++) {
		const int first = mech_curve_parameter(e, k), n = e->points[k];
		units_scale(x, first, n, units_of_quantities[mech_quantity_along(kind->file.curves[k].x.quantity, along)]);
		units_scale(x, first + n, n, units_of_quantities[mech_quantity_along(kind->file.curves[k].y.quantity, along)]);
	}
}

static inline void units_target(struct units_image *x, const struct mech_target *target)
{
	const struct mech_coordinate_spec *spec =
		target->element >= 0
			? &mech_element_kind(&x->model.elements[target->element])->coordinate.specs[target->coordinate]
			: &mech_model_rules(&x->model)->targets[target->coordinate];
	units_scale(x, target->value, target->value >= 0, units_of_quantities[spec->quantity]);
	units_scale(x, target->rate, target->rate >= 0, units_of_quantities[mech_quantity_rate(spec->quantity)]);
}

static inline void units_solver(struct units_image *x)
{
	const int first = x->model.head->solver;
	units_specs(x, MECH_SOLVER_PARAMETERS, mech_solver_specs, first);
	units_scale(x, first + MECH_SOLVER_GAMMA, 1, (struct units_dimension){0, 0, -1});
}

/* the image of the same mechanism in other units. It has no formulas: they were worked out when it
 * was made. */
static inline void units_change(const struct units *units, struct host_image *image)
{
	struct mech_image_head *head = image->bytes;
	struct mech_input *inputs = (void *)((char *)image->bytes + head->inputs.offset);
	struct units_image x = {.units = units};
	struct mech_message message;
	if (mech_model_open(image->bytes, image->size, &x.model, &message) != 0) {
		fail_msg("%s", message.text);
	}
	assert_int_equal(x.model.n_formulas, 0);
	x.parameters = (void *)((char *)image->bytes + head->parameters.offset);
	const struct mech_space_rules *rules = mech_model_rules(&x.model);
	units_specs(&x, 1, rules->gravity, head->gravity);
	units_solver(&x);
	for (int k = 0; k < x.model.n_bodies + x.model.n_welded; k++) {
		units_specs(&x, MECH_BODY_PARAMETERS, rules->body, x.model.bodies[k].parameter);
	}
	for (int k = 0; k < x.model.n_elements; k++) {
		units_element(&x, &x.model.elements[k]);
	}
	for (int k = 0; k < x.model.n_targets; k++) {
		units_target(&x, &x.model.targets[k]);
	}
	for (int k = 0; k < x.model.n_inputs; k++) {
		inputs[k].start *= units_factor(units, units_of_quantities[inputs[k].quantity]);
	}
	head->start_time *= units_factor(units, units_of_quantities[MECH_TIME]);
	head->stop_time *= units_factor(units, units_of_quantities[MECH_TIME]);
	head->step *= units_factor(units, units_of_quantities[MECH_TIME]);
	host_image_seal(image);
}

#endif
