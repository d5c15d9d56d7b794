/* A mechanism as read from a file, before it becomes an image: names and numbers, all references
 * resolved.
 *
 * The reader fills it (host_read.h), host_image.h turns it into an image. All memory belongs to the
 * mechanism.
 */
#ifndef HOST_MECHANISM_H
#define HOST_MECHANISM_H

#include "host_shape.h"
#include "mech_body.h"

struct host_place {
	int line, column; /* from 1 */
};

enum { HOST_BODY_NUMBERS = 10 }; /* of a body in space; fewer in the plane */

struct host_body {
	char *name;
	struct host_place place;
	int carrier;                      /* the moving body it is part of: itself or another, MECH_GROUND allowed */
	double values[HOST_BODY_NUMBERS]; /* mass, inertia, center as mech_body.h lays them out */
	int n_shapes;
	struct host_shape *shapes;
};

struct host_element {
	char *name;
	struct host_place place;
	int kind;                             /* number in mech_kinds */
	int n_bodies, body[MECH_MOST_BODIES]; /* numbers of bodies, MECH_GROUND */
	int joint[MECH_MOST_JOINTS], coordinate[MECH_MOST_JOINTS];
	int n_states;                 /* rows of the first matrix */
	double *values;               /* those of the kind, then matrices by rows, then x and y of each table */
	int points[MECH_MOST_CURVES]; /* of each table, 0: not there */
	int input;                    /* number of the input or -1 */
};

struct host_input {
	char *name;
	enum mech_quantity quantity;
	double start;
};

struct host_target {
	struct host_place place;
	int element, body, coordinate, priority; /* as in mech_target */
	double value, rate;                      /* NAN: not wanted */
};

/* a number of the mechanism: the section it belongs to, the entry of that section, the component of
 * that entry */
enum host_owner {
	HOST_UNOWNED,
	HOST_OF_PARAMETERS,
	HOST_OF_GRAVITY,
	HOST_OF_BODIES,
	HOST_OF_ELEMENTS,
	HOST_OF_TARGETS,
	HOST_OF_SHAPES, /* of a body, components as host_shape.h counts them */
	HOST_OF_BEAMS   /* while a file is read: what nodes and elements follow from */
};
enum { HOST_TARGET_VALUE, HOST_TARGET_RATE }; /* components of a target */
struct host_spot {
	enum host_owner owner;
	int index, component;
};

/* an expression of parameters that gives a number of the mechanism (mech_formula.h) */
struct host_formula {
	struct host_spot spot;
	int count;
	struct mech_operation *operations; /* a parameter is known by its number in the section */
};

/* how the FMU presents the mechanism */
enum host_credit { HOST_AUTHOR, HOST_VERSION, HOST_COPYRIGHT, HOST_LICENSE, HOST_CREDITS };
extern const char *const host_credit_keys[HOST_CREDITS]; /* in the file, and in modelDescription.xml */
enum host_parameter_choice { HOST_PARAMETERS_ALL, HOST_PARAMETERS_FEW, HOST_PARAMETERS_LISTED };
struct host_presentation {
	char *credits[HOST_CREDITS]; /* NULL: not given */
	int flat_names;              /* joints_pin_angle instead of joints.pin.angle */
	enum host_parameter_choice parameters;
	int n_listed;
	char **listed; /* names of parameters, or what they begin with up to a point */
	struct host_place *places;
};

struct host_mechanism {
	char *file; /* name of the file, for messages */
	char *name, *description;
	enum mech_space space;
	double gravity[MECH_MOST_DIMENSION];
	double solver[MECH_SOLVER_PARAMETERS];
	double start_time, stop_time, step;
	int static_start; /* 1: starts in static equilibrium */
	int n_bodies, n_elements, n_inputs, n_targets, n_outputs;
	struct host_body *bodies;      /* those that move by themselves, then the welded ones */
	struct host_element *elements; /* joints, drivers, forces, sensors */
	struct host_input *inputs;
	struct host_target *targets;
	char **outputs; /* names of variables, as in the file */
	struct host_place *output_places;
	int n_parameters;                          /* section parameters */
	char **parameter_names, **parameter_texts; /* the text where it is an expression, or "" */
	double *parameters;
	int n_formulas, formulas_capacity;
	struct host_formula *formulas; /* sorted by spot */
	struct host_presentation presentation;
};

/* how many there are of what is counted for an element; numbers of its kind and its matrices, and
 * all; whether one of its tables stands in for a parameter spec */
int host_element_extent(const struct host_element *e, enum mech_extent extent);
int host_element_table(const struct host_element *e);
int host_element_numbers(const struct host_element *e);
int host_table_replaces(const struct host_element *e, int spec);

void host_mechanism_free(struct host_mechanism *m);

/* the expression that gives a number of the mechanism, or NULL */
const struct host_formula *host_formula_of(const struct host_mechanism *m, struct host_spot spot);
void host_sort_formulas(struct host_mechanism *m);

/* largest value of a solver setting (enum mech_solver_parameter), HUGE_VAL where there is none */
double host_solver_maximum(int k);

#endif
