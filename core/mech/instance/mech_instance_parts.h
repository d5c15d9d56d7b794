/* Inside an instance: shared by the files that make up mech_instance.h (life and motion, values,
 * inputs, derivatives), and by nobody else.
 */
#ifndef MECH_INSTANCE_PARTS_H
#define MECH_INSTANCE_PARTS_H

#include "dae_dense.h"
#include "mech_assembly.h"
#include "mech_instance.h"
#include "mech_system.h"

/* what has been set between two steps: nothing; derivatives of inputs, so that the method must
 * start afresh; inputs or parameters, so that accelerations have jumped too */
enum mech_change { MECH_UNCHANGED, MECH_BENT, MECH_JUMPED };

/* head of the state block; the arrays and the integrator's block follow. Only doubles: no
 * padding, no pointers. */
struct mech_state_head {
	double start_time;
	double initialized;  /* 0 or 1 */
	double changed;      /* enum mech_change, since the accelerations were last made to fit */
	double length;       /* size of the mechanism */
	double start_energy; /* kinetic + potential at the start */
	double calm;         /* communication steps in succession that began without a change, at most MECH_AHEAD_CALM */
	double reach;        /* longest step of the solver beyond a communication point, 0: any */
	double ahead;   /* 0 or 1: the point lies within a step, whose parts follow the integrator's block (mech_ahead.c) */
	double settled; /* 0 or 1: and all but its time is known: interpolated, and moved onto the constraints */
};

/* communication steps that begin without a change before the solver looks ahead */
enum { MECH_AHEAD_CALM = 3 };

/* scratch for derivatives: a direction in which the point moves, and what follows */
struct mech_direction {
	double t;
	double *q, *v;              /* [n_v] */
	struct mech_signal *inputs; /* [n_inputs], values alone */
	double *restarted;          /* [n_inputs] the same for inputs that act by a new start */
	double *a, *lambda;         /* [n_v], [n_rows]: what accelerations and multipliers do */
};

/* scratch for differences along it */
struct mech_difference {
	double *q, *v, *step;                                   /* a point nearby, [n_q], [n_v], and the way there, [n_v] */
	double *right;                                          /* [n_v + n_rows] */
	double *value, *estimate, *last, *apart, *disagreement; /* as many as a function has: n_rows, 1 or 2 n_v */
	double *moved;                                          /* [2 n_v] */
	double *zeros; /* never written: accelerations, multipliers or inputs of zero */
};

struct mech_instance {
	struct mech_model model;
	struct mech_system system;
	struct dae_driver *driver;
	struct mech_assembly *assembly; /* scratch */
	struct dae_state dae;
	double *block;     /* the state */
	size_t block_size; /* numbers */
	struct mech_state_head *head;
	double *parameters, *derived, *memory;
	struct mech_signal *inputs;
	struct mech_signal *held;     /* of a step that holds the point: the inputs in it, */
	double *dense, *back, *front; /* dense output, memory and integrator at its beginning and end (mech_ahead.c) */
	size_t moving;                /* numbers of memory and integrator, one after the other in the block */
	int is_predictable;           /* whether the solver may look ahead at all */
	int stores_by_input;          /* whether what elements store depends on inputs */
	double *backup;               /* scratch: the state before a step */
	double *last_dense;           /* scratch: dense output of the step before */
	double *saved;                /* scratch: the state while it is started again for derivatives */
	double *a, *lambda;           /* scratch: accelerations and multipliers for reports */
	double *rate;                 /* scratch: dg/dt before a jump */
	double *before, *after; /* scratch: [2 n_rows] prescribed accelerations and their rates, before and in a step */
	double *anywhere;       /* scratch: mech_point_masses */
	struct mech_direction along; /* scratch */
	struct mech_difference difference;
	struct mech_passage passage; /* of the last mech_advance */
	double worst_time;           /* of a communication step, as the caller has set; no part of the state */
	double regularized;          /* the counter of that name at the last accepted step of it */
};

/* The files of the instance stand in the order of the sections below: each calls only functions of
 * its own section and of those before it. mech_instance_life.c, mech_derivative.c and mech_state.c
 * stand above all of them. */

/* ---- mech_instance.c: the present point, and the memory of elements */

/* what the solver's parameters ask for */
LA_FUNCTION struct dae_options mech_instance_options(const struct mech_instance *m);

/* notes a change of that size */
LA_FUNCTION void mech_instance_note(struct mech_instance *m, enum mech_change change);

/* Elements with memory set it at the start of a run. They prepare it for the communication step
 * from now to t_end. They renew it after an accepted step. */
LA_FUNCTION void mech_instance_start(struct mech_instance *m);
LA_FUNCTION void mech_instance_begin(struct mech_instance *m, double t_end);
LA_FUNCTION void mech_instance_remember(struct mech_instance *m);

/* ---- mech_input.c: inputs become functions of time when a step begins; when it ends, their values
 * are those at its end */
LA_FUNCTION void mech_inputs_begin(struct mech_instance *m);
LA_FUNCTION void mech_inputs_end(struct mech_instance *m);
LA_FUNCTION void mech_input_set(struct mech_instance *m, int input, int order, double value);

/* ---- mech_explain.c: messages */

/* when, why and where the solver gave up */
LA_FUNCTION void mech_explain_failure(const struct mech_instance *m, const struct dae_failure *failure,
                                      struct mech_message *message);

/* adds the largest of the inputs that were set for this step, if any was: it is the likely cause */
LA_FUNCTION void mech_explain_input(const struct mech_instance *m, struct mech_message *message);

/* ---- mech_point_mass.c: bodies with a mass and no inertia. Joints may determine how such a body
 * turns. If nothing turns it, because all forces act at its centre of mass, it gets some inertia,
 * which has no effect. */
LA_FUNCTION void mech_point_masses(struct mech_instance *m);
LA_FUNCTION size_t mech_point_masses_work(const struct mech_model *model);

/* ---- mech_ahead.c: steps of the solver beyond the communication point */

/* its part of the state block, in numbers; NULL: only counts */
LA_FUNCTION size_t mech_ahead_lay(struct mech_instance *m, double *block);
/* whether a mechanism allows look-ahead */
LA_FUNCTION int mech_ahead_possible(const struct mech_model *model);
/* clears its part of the state block */
LA_FUNCTION void mech_ahead_forget(struct mech_instance *m);
/* moves to t_end within the present step, if it lies there and nothing has changed; else returns
 * 0 */
LA_FUNCTION int mech_ahead_answers(struct mech_instance *m, double t_end);
/* whether nothing has changed, and t_end lies beyond the present step */
LA_FUNCTION int mech_ahead_goes_on(const struct mech_instance *m, double t_end);
/* advances to t_end, and beyond where that is possible */
LA_FUNCTION int mech_ahead_run(struct mech_instance *m, const struct dae_options *options, double t_end,
                               struct dae_failure *failure);
/* goes back from within a step to an integrator at the present time; what was set stays set */
LA_FUNCTION int mech_ahead_return(struct mech_instance *m, const struct dae_options *options,
                                  struct dae_failure *failure);

/* ---- mech_access.c: values */

/* accelerations and multipliers of c become those that fit the point; the state is not touched */
LA_FUNCTION int mech_access_fit(struct mech_instance *m, struct mech_context *c, struct mech_message *message);

/* value at c of what follows from the point: variables of bodies, elements and energies */
LA_FUNCTION double mech_access_result(const struct mech_instance *m, const struct mech_context *c,
                                      const struct mech_variable *x);

/* whether all outputs are finite at the present point: 0, or -1 with a message that names one */
LA_FUNCTION int mech_access_check_results(struct mech_instance *m, struct mech_message *message);

/* ---- mech_advance.c: communication steps */

/* The integrator calls this after each of its steps (struct dae_system): elements renew their
 * memory, and near-singular positions are noted. */
LA_FUNCTION void mech_advance_accepted(void *context, const struct dae_point *p);

/* ---- mech_difference.c: derivatives by differences */

/* a function of the point, of n numbers: a variable, or where it is NULL d2g/dt2 = G a + bias */
struct mech_function {
	const struct mech_variable *variable;
	int n;
};

/* out[n] = its derivative of order 1 or 2 along q and v of the direction, everything else fixed.
 * The second derivative is along the motion that begins with them, dq s + dv s^2 / 2. */
LA_FUNCTION void mech_difference_along(const struct mech_instance *m, const struct mech_function *f,
                                       const struct mech_context *c, int order, double *out);

/* Adds to q and v of the direction what along.restarted does to the assembled point of a start. The
 * state stays as it is. -1 with a message where there is no start near the present one. */
LA_FUNCTION int mech_difference_starts(struct mech_instance *m, struct mech_message *message);

#endif
