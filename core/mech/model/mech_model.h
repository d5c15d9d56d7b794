/* The model: a checked, read-only view of an image, and the declarations that are not those of an
 * element.
 *
 * Bodies, the mechanism itself and the solver have parameters and outputs like elements do; their
 * specifications stand here, so that file reader, variable table and documentation treat all alike.
 */
#ifndef MECH_MODEL_H
#define MECH_MODEL_H

#include <stddef.h>

#include "mech_kinds.h"

/* a message for people: what, where, what to do. Always ends with 0; formatting is independent of
 * the locale. */
struct mech_message {
	char text[480];
};

/* replaces the text / appends to it; longer texts are cut. Numbers are written with six significant
 * digits. */
LA_FUNCTION void mech_say(struct mech_message *m, const char *text);
LA_FUNCTION void mech_say_more(struct mech_message *m, const char *text);
LA_FUNCTION void mech_say_number(struct mech_message *m, double number);

/* parameters of a body and of the solver (head->solver), in this order; those of bodies are laid
 * out by mech_body.h */
enum mech_body_parameter { MECH_BODY_MASS, MECH_BODY_INERTIA, MECH_BODY_CENTER, MECH_BODY_PARAMETERS };
enum mech_solver_parameter {
	MECH_SOLVER_METHOD,          /* place in dae_methods */
	MECH_SOLVER_TOLERANCE,       /* relative error wanted at the end of the run */
	MECH_SOLVER_SPECTRAL_RADIUS, /* rho_inf of generalized-alpha */
	MECH_SOLVER_LARGEST_STEP,    /* 0: no limit */
	MECH_SOLVER_FIXED_STEP,      /* 0: step-size control */
	MECH_SOLVER_FORMULATION,     /* enum dae_formulation */
	MECH_SOLVER_REGULARIZATION,  /* enum dae_rank */
	MECH_SOLVER_EPSILON,         /* of the direct regularization and of the regularized systems */
	MECH_SOLVER_GAMMA,           /* of the regularized systems, 0: 1 / step */
	MECH_SOLVER_SINGULAR_MASS,   /* enum dae_singular_mass, regularized systems */
	MECH_SOLVER_AUGMENTATION,    /* rho of the augmented Lagrangian */
	MECH_SOLVER_SCALING,         /* enum dae_scaling */
	MECH_SOLVER_PRECONDITIONING, /* enum dae_preconditioning, BDF */
	MECH_SOLVER_LARGEST_ORDER,   /* BDF */
	MECH_SOLVER_WORK_LIMIT,      /* steps tried within one communication step, 0: no limit */
	MECH_SOLVER_LOOK_AHEAD,      /* enum mech_look_ahead */
	MECH_SOLVER_ACCELERATIONS,   /* enum dae_accelerations */
	MECH_SOLVER_REAL_TIME_STEP,  /* 0: no real time */
	MECH_SOLVER_ITERATIONS,      /* in real time, of each step */
	MECH_SOLVER_PARAMETERS
};
LA_TABLE_DECLARATION const struct mech_parameter_spec mech_solver_specs[MECH_SOLVER_PARAMETERS];
/* settings that stand in the map real_time of a file, and the length of its name with the point in
 * their keys */
enum {
	MECH_SOLVER_REAL_TIME_FIRST = MECH_SOLVER_REAL_TIME_STEP,
	MECH_SOLVER_REAL_TIME_PREFIX = sizeof "real_time." - 1
};

/* Solver parameters that are choices: how many there are (0: the parameter is a number), and the
 * word for each, choice = 0, 1, ... The parameter itself holds choice + MECH_FIRST_CHOICE: items of
 * enumerations count from 1, as in Modelica. */
enum { MECH_FIRST_CHOICE = 1 };
enum mech_look_ahead { MECH_LANDING, MECH_LOOK_AHEAD };
LA_FUNCTION int mech_solver_choices(int k);
LA_FUNCTION const char *mech_solver_choice(int k, int choice);
/* the choice made in solver[MECH_SOLVER_PARAMETERS], and whether a number stands for one of
 * parameter k */
LA_FUNCTION int mech_solver_chosen(const double *solver, int k);
LA_FUNCTION int mech_solver_knows(int k, double value);

/* the method that makes the steps: the one chosen or, in real time, the one that makes them for
 * it */
struct dae_method;
LA_FUNCTION const struct dae_method *mech_solver_method(const double *solver);

/* whether the method chosen by solver[MECH_SOLVER_PARAMETERS] can enforce the formulation chosen
 * and, where it is asked to, run in real time; if not, a message says what can */
LA_FUNCTION int mech_solver_fits(const double *solver, struct mech_message *message);

/* the solver parameter that a variable chooses, or -1 */
struct mech_model;
LA_FUNCTION int mech_variable_choice(const struct mech_model *model, const struct mech_variable *variable);

/* how a variable answers to a change of the inputs at the same instant; MECH_POSITION_LEVEL for
 * what is no result */
LA_FUNCTION enum mech_level mech_variable_level(const struct mech_model *model, const struct mech_variable *variable);

/* energies.<key> */
enum mech_energy {
	MECH_KINETIC,
	MECH_POTENTIAL,
	MECH_DISSIPATED,
	MECH_SUPPLIED,
	MECH_BALANCE_ERROR, /* kinetic + potential + dissipated - supplied - its value at the start */
	MECH_ENERGIES
};
LA_TABLE_DECLARATION const struct mech_output_spec mech_energy_outputs[MECH_ENERGIES];

/* solver.<key> */
enum mech_diagnostic {
	MECH_STEPS,
	MECH_REJECTED_STEPS,
	MECH_ITERATIONS,
	MECH_FACTORIZATIONS,
	MECH_REGULARIZED_STEPS, /* accepted steps in near-singular positions */
	MECH_UNRESOLVED_STEPS,  /* accepted above their tolerance */
	MECH_UNCONVERGED_STEPS, /* of real time, not solved to the tolerance */
	MECH_WORST_TIME,        /* of a communication step in real time; by a clock, no part of the state */
	MECH_BALANCE_LIMIT,     /* what the tolerance allows of energies.balance_error */
	MECH_STEP_SIZE,
	MECH_DISTANCE_TO_SINGULARITY, /* 1 away from singular positions, 0 in one */
	MECH_CONSTRAINT_RESIDUAL,     /* largest |g| */
	MECH_VELOCITY_RESIDUAL,       /* largest |G v + dg/dt| */
	MECH_DIAGNOSTICS
};
LA_TABLE_DECLARATION const struct mech_output_spec mech_diagnostic_outputs[MECH_DIAGNOSTICS];

struct mech_model {
	const struct mech_image_head *head;
	const struct mech_body *bodies;
	const struct mech_element *elements;
	const struct mech_input *inputs;
	const struct mech_target *targets;
	const double *parameters;
	const struct mech_variable *variables;
	const struct mech_formula *formulas;
	const struct mech_operation *operations;
	const char *names;
	int n_bodies, n_welded; /* bodies that move by themselves, and those welded to them, after them in the table */
	int n_elements, n_inputs, n_targets, n_parameters, n_variables, n_formulas, n_operations;
	int n_q, n_v, n_rows, n_derived, n_memory, n_states;
	int body_q, body_v; /* coordinates and velocities of one body */
};

LA_FUNCTION uint64_t mech_checksum(const void *bytes, size_t size);

/* checks the whole image and sets the view. 0, or -1 with a message; the image must outlive the
 * model and be 8-aligned. */
LA_FUNCTION int mech_model_open(const void *image, size_t size, struct mech_model *model, struct mech_message *message);

static inline const struct mech_kind *mech_element_kind(const struct mech_element *e)
{
	return mech_kinds[e->kind];
}
/* joints an element refers to, that of `follows:` included */
static inline int mech_element_joints(const struct mech_element *e)
{
	const struct mech_kind *kind = mech_kinds[e->kind];
	if (kind->file.lists_joints) {
		int listed = 0;
		while (listed < kind->file.n_joints && e->joint[listed] >= 0) {
			listed++;
		}
		return listed;
	}
	return kind->file.n_joints + (kind->file.follows && e->joint[kind->file.n_joints] >= 0);
}
LA_FUNCTION const char *mech_name(const struct mech_model *model, uint32_t name);

/* scalar outputs of an element, in the order of their numbers:
 *   joints: value, rate, acceleration of each coordinate; reaction force and torque on the second body (planar: 2 + 1, spatial: 3 + 3);
 *   then the components of the kind's own outputs.
 * mech_element_output_spec describes number k; the name is spec.key, with [component + 1] where
 * spec.size > 1. */
LA_FUNCTION int mech_element_outputs(const struct mech_kind *kind);
LA_FUNCTION struct mech_output_spec mech_element_output_spec(const struct mech_kind *kind, int k, int *component);

/* whether an element has output number k of its kind */
LA_FUNCTION int mech_output_is_there(const struct mech_element *e, int k);

#endif
