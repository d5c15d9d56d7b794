/* The image: a mechanism as one relocatable, pointer-free, checked block of bytes.
 *
 * A head, then tables of fixed-size records, then the names. Offsets are in bytes from the start of
 * the head; every table starts on a multiple of 8. All numbers are little-endian. The host writes
 * it (host_image_build), the FMU carries it as a constant, mech_model_open checks every offset,
 * index and name before anything uses it.
 *
 * Values do not stand in the records: each element owns a run of numbers in the parameter table,
 * laid out as its kind declares (mech_declaration.h), so that every mass, length and stiffness is a
 * settable variable.
 */
#ifndef MECH_IMAGE_H
#define MECH_IMAGE_H

#include <stdint.h>

#define MECH_IMAGE_MAGIC 0x47414d494843454dull /* the bytes "MECHIMAG" */
#define MECH_IMAGE_VERSION 11u
#define MECH_GROUND (-1)   /* body number of the ground */
#define MECH_MOST_BODIES 6 /* an element touches at most so many bodies (a coupler: three joints of two) */
#define MECH_MOST_JOINTS 3
#define MECH_MOST_CURVES 2 /* tables of an element */

struct mech_table {
	uint32_t offset, count;
};

struct mech_image_head {
	uint64_t magic;
	uint32_t version;
	uint32_t size;     /* bytes of the whole image */
	uint64_t checksum; /* mech_checksum of all bytes after this field */
	uint32_t name;     /* the mechanism's name; names are offsets into the names table */
	uint32_t description;
	uint32_t space;                     /* enum mech_space */
	uint32_t n_states;                  /* of all elements */
	uint32_t static_start;              /* 1: the start is a static equilibrium */
	uint32_t n_q, n_v, n_rows;          /* coordinates, velocities, constraint rows */
	uint32_t n_derived, n_memory;       /* derived numbers, memory */
	double start_time, stop_time, step; /* default experiment */
	int32_t gravity;                    /* its first component among the parameters */
	int32_t solver;                     /* first solver parameter */
	struct mech_table bodies;           /* struct mech_body: those that move by themselves, then the welded ones */
	struct mech_table elements;         /* struct mech_element: joints, then drivers, forces, sensors */
	struct mech_table inputs;           /* struct mech_input */
	struct mech_table targets;          /* struct mech_target */
	struct mech_table parameters;       /* double: start values */
	struct mech_table variables;        /* struct mech_variable, the number is the FMI value reference */
	struct mech_table formulas;         /* struct mech_formula, sorted by the parameters they give */
	struct mech_table operations;       /* struct mech_operation */
	struct mech_table names;            /* char, every name ends with 0 */
};

struct mech_body {
	uint32_t name;
	int32_t parameter; /* first of mass, inertia, center as written (mech_body.h) */
	int32_t carrier;   /* the moving body it is part of: itself, or what it is welded to, MECH_GROUND allowed */
	int32_t q, v;      /* first coordinate and velocity of the carrier, -1: ground */
	int32_t derived;   /* first of mass, inertia, center of the carrier and all that is welded to it, -1: ground */
};

struct mech_element {
	uint32_t name;
	int32_t kind; /* number in mech_kinds */
	int32_t n_bodies;
	int32_t
		body[MECH_MOST_BODIES]; /* bodies touched, MECH_GROUND allowed; with joints: the joints' bodies, in order; then
	                                   the one of the frame, if the kind has that */
	int32_t joint[MECH_MOST_JOINTS];      /* elements referred to, or -1 */
	int32_t coordinate[MECH_MOST_JOINTS]; /* which coordinate of that joint */
	int32_t parameter;                    /* first own parameter */
	int32_t derived;                      /* first own derived number */
	int32_t memory;                       /* first own memory number */
	int32_t input;                        /* number of the input that drives it, or -1 */
	int32_t state;                        /* first own state, or -1 */
	int32_t n_states;                     /* own states */
	int32_t row;                          /* first constraint row, or -1 */
	int32_t points[MECH_MOST_CURVES];     /* points of each of its tables (mech_curve.h), 0: not there */
};

/* an FMI input: the number that stands in for a constant of an element */
struct mech_input {
	uint32_t name;
	int32_t quantity;
	double start;
};

/* wanted initial value of a coordinate of a joint (element >= 0) or of a body (element < 0) */
struct mech_target {
	int32_t element, body, coordinate;
	int32_t value, rate; /* parameters, or -1 where nothing is wanted */
	int32_t priority;    /* up to 1: must be met; greater ones are wishes, granted one after the other */
};

enum mech_causality { MECH_INDEPENDENT, MECH_PARAMETER, MECH_INPUT, MECH_OUTPUT, MECH_LOCAL, MECH_CAUSALITY_COUNT };

/* where a variable's value comes from; `index` and `component` are numbers in the table the source
 * names */
enum mech_source {
	MECH_FROM_TIME,
	MECH_FROM_PARAMETER, /* index: parameter; a result where a formula gives it */
	MECH_FROM_INPUT,     /* index: input */
	MECH_FROM_BODY,      /* index: body, component: output of mech_body_kind */
	MECH_FROM_ELEMENT,   /* index: element, component: output as numbered by mech_kind_output */
	MECH_FROM_ENERGY,    /* component: enum mech_energy */
	MECH_FROM_SOLVER,    /* component: enum mech_diagnostic */
	MECH_SOURCE_COUNT
};

struct mech_variable {
	uint32_t name, description;
	int32_t causality, quantity, source;
	int32_t index, component;
	int32_t tunable;         /* parameters: may change during the run */
	double minimum, maximum; /* -HUGE_VAL, HUGE_VAL: none */
};

/* a parameter that follows from parameters before it (mech_formula.h); its variable, a result, says
 * which */
struct mech_formula {
	int32_t variable;
	int32_t first, count; /* operations, in postfix order */
	int32_t padding;
};

struct mech_operation {
	int32_t code; /* enum mech_operator */
	int32_t index;
	double number;
};

#endif
