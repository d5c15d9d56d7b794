/* A mechanism as read from a file, before it becomes an image: names and numbers, all references resolved.
 *
 * The reader fills it (host_read.h), host_image.h turns it into an image. All memory belongs to the mechanism.
 */
#ifndef HOST_MECHANISM_H
#define HOST_MECHANISM_H

#include "mech_model.h"

struct host_place {
	int line, column; /* from 1 */
};

struct host_body {
	char *name;
	struct host_place place;
	double values[4]; /* mass, inertia, center as mech_body_specs lays them out */
};

struct host_element {
	char *name;
	struct host_place place;
	int kind;                            /* number in mech_kinds */
	int n_bodies, body[MECH_MOST_BODIES];/* numbers of bodies, MECH_GROUND */
	int joint[MECH_MOST_JOINTS], coordinate[MECH_MOST_JOINTS];
	double *values;                      /* mech_kind_numbers(kind) of them */
	int input;                           /* number of the input or -1 */
};

struct host_input {
	char *name;
	enum mech_quantity quantity;
	double start;
};

struct host_target {
	struct host_place place;
	int element, body, coordinate; /* as in mech_target */
	double value, rate;            /* NAN: not wanted */
};

struct host_mechanism {
	char *file;        /* name of the file, for messages */
	char *name, *description;
	enum mech_space space;
	double gravity[2];
	double solver[MECH_SOLVER_PARAMETERS];
	double start_time, stop_time, step;
	int n_bodies, n_elements, n_inputs, n_targets, n_outputs;
	struct host_body *bodies;
	struct host_element *elements; /* joints, drivers, forces, sensors */
	struct host_input *inputs;
	struct host_target *targets;
	char **outputs;                /* names of variables, as in the file */
	struct host_place *output_places;
};

void host_mechanism_free(struct host_mechanism *m);

/* largest value of a solver setting (enum mech_solver_parameter), HUGE_VAL where there is none */
double host_solver_maximum(int k);

#endif
