/* Kinds of elements: joints, drivers, forces and sensors.
 *
 * A kind is one constant table entry in a file of its own: what the mechanism file may say about it, what it
 * reports, and its equations. Everything else (file reader, variable table, documentation, constrained system) works from these
 * declarations, so a new element is one file and one line in mech_kinds.h.
 *
 * Equations. An element touches n bodies; its local velocity vector stacks theirs (planar: 3 each: x, y, angle of the
 * centre of mass). Ground counts as a body whose columns are dropped by the caller. With r the element's share of
 *
 *     M a + G^T lambda - f = 0,      g(q, t) = 0
 *
 *   constraint  g[rows]                      jacobian  G = dg/dq, row-major rows x 3n
 *   rate        dg/dt at fixed q             bias      d2g/dt2 - G a   (all terms without accelerations)
 *   force       adds to f[3n]                tangent   adds cq d(G^T lambda - f)/dq + cv d(-f)/dv, row-major 3n x 3n
 *
 * Time enters constraints through drivers alone (`motion`), forces through inputs alone.
 *
 * A coordinate c(q) of a joint (angle, position) has the row dc/dq over the joint's two bodies, the bias d2c/dt2 - J a and
 * the curvature d(J^T mu)/dq; drivers, gears and joint forces are written in terms of those.
 *
 * Elements own nothing: numbers as written in the file are c->parameters[e->parameter + k], numbers derived from them
 * once (local points, lengths of the drawing) are c->derived[e->derived + k], what they must remember between steps is
 * c->memory[e->memory + k].
 */
#ifndef MECH_KIND_H
#define MECH_KIND_H

#include "mech_image.h"
#include "mech_quantity.h"
#include "mech_signal.h"

enum mech_space { MECH_PLANAR, MECH_SPACE_COUNT };
enum mech_section { MECH_JOINT, MECH_DRIVER, MECH_FORCE_ELEMENT, MECH_SENSOR, MECH_SECTION_COUNT };

/* what a parameter accepts */
enum mech_range { MECH_ANY, MECH_NOT_NEGATIVE, MECH_POSITIVE, MECH_DIRECTION /* vector of length > 0 */ };

enum mech_need { MECH_OPTIONAL, MECH_REQUIRED };

struct mech_parameter_spec {
	const char *key;          /* key in the file and last part of the variable's name */
	int size;                 /* 1, or components of a vector: key[1], key[2] */
	int least;                /* a vector may be written with so few components, the rest is 0; 0: all must be written */
	enum mech_quantity quantity;
	enum mech_need need;
	enum mech_range range;
	int tunable;              /* may change during the run without a new assembly */
	double fallback;          /* value where the file is silent; NAN: the kind's `derive` finds it from the drawing */
	const char *text;
};

/* how an output answers to a change of the inputs at the same instant */
enum mech_level { MECH_POSITION_LEVEL, MECH_VELOCITY_LEVEL, MECH_ACCELERATION_LEVEL };

struct mech_output_spec {
	const char *key;
	int size;
	enum mech_quantity quantity;
	enum mech_level level;
	const char *text;
};

/* joint coordinate: reported as joints.<name>.<key>, .<rate>, .<acceleration> */
struct mech_coordinate_spec {
	const char *key, *rate, *acceleration;
	enum mech_quantity quantity;
};

/* all an element may read */
struct mech_context {
	const struct mech_model *model;
	const double *parameters, *derived, *memory;
	const struct mech_signal *inputs;
	double t;
	const double *q, *v, *a, *lambda;
};

typedef void mech_element_function(const struct mech_context *c, const struct mech_element *e, double *out);
typedef double mech_element_number(const struct mech_context *c, const struct mech_element *e);
typedef void mech_element_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                  double *out);
typedef void mech_element_begin(const struct mech_context *c, const struct mech_element *e, double t_end,
                                double *memory);
typedef double mech_coordinate_number(const struct mech_context *c, const struct mech_element *e, int k);
typedef void mech_coordinate_row(const struct mech_context *c, const struct mech_element *e, int k, double *row);
struct mech_scalar; /* mech_planar.h */
typedef void mech_element_scalar(const struct mech_context *c, const struct mech_element *e, int k,
                                 struct mech_scalar *out);
typedef void mech_coordinate_curvature(const struct mech_context *c, const struct mech_element *e, int k, double mu,
                                       double *out);

/* numbers that describe a driver's motion at an instant: it has as many derivatives as an input */
enum { MECH_MOTION = MECH_INPUT_ORDER + 1 };

struct mech_kind {
	const char *name;
	enum mech_section section;
	enum mech_space space;
	const char *text;

	/* what the file says: bodies under `bodies:` (or `body:` if one), joints under `joint:` (or `joints:` if two) */
	int n_bodies, n_joints;
	int any_coordinate;          /* `joint: guide.position` may choose a coordinate of the joint */
	enum mech_quantity acts_on;  /* what that coordinate must measure: MECH_ANGLE, MECH_LENGTH, or MECH_NUMBER: either */
	int n_parameters;
	const struct mech_parameter_spec *parameters;
	enum mech_quantity input;    /* MECH_COUNT: no `input:` key; else what the input measures. A force is proportional to it */
	int input_parameter;         /* number of the parameter spec the input replaces (then that parameter is not required) */

	/* what it reports beside coordinates and reactions */
	int n_outputs;
	const struct mech_output_spec *outputs;

	/* joints */
	int n_coordinates;
	const struct mech_coordinate_spec *coordinates;
	mech_coordinate_number *coordinate_value;
	mech_coordinate_row *coordinate_row;             /* sets row[6] */
	mech_coordinate_number *coordinate_bias;
	mech_coordinate_curvature *coordinate_curvature; /* adds to out[36]; NULL: zero */

	/* constraints */
	int n_rows;
	const char *const *row_names; /* what each row holds, for reports: "x", "y", "angle" */
	mech_element_function *constraint, *jacobian, *rate, *bias; /* rate NULL: the constraint does not depend on time */

	/* forces and tangents; NULL: none */
	mech_element_function *force;
	mech_element_tangent *tangent;

	/* energy: stored, and the powers turned into heat and brought in from outside; NULL: none */
	mech_element_number *potential, *dissipation, *supply;

	/* what the functions of several kinds are made of: constraint row k and coordinate k of a joint between two bodies,
	 * with derivatives; a driver's wanted motion, out[MECH_MOTION]: value, rate, acceleration and rate of that */
	mech_element_scalar *scalar_row, *scalar_coordinate;
	mech_element_function *motion;

	/* derived numbers begin with the values in use of those parameters whose fallback is NAN, in their order */
	int n_derived, n_memory;
	mech_element_function *derive;   /* parameters -> derived numbers (out = own run of derived) */
	mech_element_begin *begin;       /* sets the own run of memory for the communication step from c->t to t_end (at the
	                                    start of a run t_end = c->t); NULL: no memory */
	mech_element_function *output;   /* all own outputs, in the order of `outputs` */
	mech_element_function *point;    /* out[2 or 3]: where it acts, global, for reactions and drawings */
};

LA_FUNCTION int mech_kind_count(void);
LA_FUNCTION int mech_kind_find(enum mech_space space, enum mech_section section, const char *name); /* or -1 */

/* numbers (doubles) of all parameter specs together, and first number of spec k */
LA_FUNCTION int mech_kind_numbers(const struct mech_kind *kind);
LA_FUNCTION int mech_kind_number(const struct mech_kind *kind, int spec);

/* the list of all kinds: mech_kinds[] */
#include "mech_kinds.h"

#endif
