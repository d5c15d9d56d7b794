/* A running mechanism: model, state and scratch of one instance.
 *
 * Everything that influences the next result lives in one pointer-free block, the state; copying
 * that block saves and restores an instance exactly. Scratch matters only within a call. Memory is
 * taken in mech_instance_create alone.
 *
 * Life: create -> set parameters and inputs -> initialize -> (set inputs, tunable parameters ->
 * advance -> get) ... mech_reset goes back to the state after create. get works at any time after
 * create: before initialize it gives start values (and the drawing for the rest).
 *
 * Status: 0 done; > 0 done, but the message holds a warning; < 0 impossible, the message says why,
 * state untouched.
 */
#ifndef MECH_INSTANCE_H
#define MECH_INSTANCE_H

#include "mech_assembly.h"
#include "mech_model.h"

struct dae_system;
struct mech_instance;

/* NULL with a message when memory is out or the image is not valid; the image must outlive the
 * instance */
LA_FUNCTION struct mech_instance *mech_instance_create(const void *image, size_t size, struct mech_message *message);
LA_FUNCTION void mech_instance_free(struct mech_instance *m);
LA_FUNCTION const struct mech_model *mech_instance_model(const struct mech_instance *m);
LA_FUNCTION void mech_reset(struct mech_instance *m);

/* start time; tolerance <= 0 keeps the file's */
LA_FUNCTION void mech_setup(struct mech_instance *m, double start_time, double tolerance);

/* assembles positions and velocities, finds consistent accelerations and multipliers. May be called
 * again after further sets (initialization mode): it starts from the drawing each time. */
LA_FUNCTION int mech_initialize(struct mech_instance *m, struct mech_message *message);

/* integrates to t_end exactly. MECH_TOO_MUCH: the step requires more work than solver.work_limit
 * allows, or an input for a motion faster than anything; it may be requested again after a
 * change. */
enum { MECH_TOO_MUCH = -2 };
LA_FUNCTION int mech_advance(struct mech_instance *m, double t_end, struct mech_message *message);
LA_FUNCTION double mech_time(const struct mech_instance *m);
/* name of the method that makes the steps now, and why where `auto` has chosen it */
LA_FUNCTION const char *mech_method_at_work(const struct mech_instance *m, const char **why);

/* what the last mech_advance met of singular positions: steps in which constraints depended on each
 * other, exactly or nearly, and where it was nearest to one (distance as in
 * MECH_DISTANCE_TO_SINGULARITY) */
struct mech_passage {
	double steps, time, distance;
};
LA_FUNCTION struct mech_passage mech_last_passage(const struct mech_instance *m);

/* 1, with when and where the first of them was, if the run so far has steps that were accepted
 * above their tolerance */
LA_FUNCTION int mech_unresolved(const struct mech_instance *m, struct mech_message *message);

/* the same of steps of real time whose iterations left more than the tolerance allows */
LA_FUNCTION int mech_unconverged(const struct mech_instance *m, struct mech_message *message);

/* Real time: whether steps are of work known beforehand, and the time that a communication step
 * took by a clock of the caller: the longest is an output. It is no part of the state, so that a
 * saved one and what follows from it do not depend on the clock. */
LA_FUNCTION int mech_is_real_time(const struct mech_instance *m);
LA_FUNCTION void mech_note_time(struct mech_instance *m, double seconds);

/* 1, with what about it is slow, if the method chosen takes many more steps than another would: an
 * explicit one whose stability a stiff mechanism asks too much of, one of second order at a tight
 * tolerance */
LA_FUNCTION int mech_slow(const struct mech_instance *m, struct mech_message *message);

/* `variable` is a number in the model's variable table. Values are brought up to date when they are
 * requested: after a set, accelerations and reactions follow the new inputs (0 or -1 with a
 * message). */
LA_FUNCTION int mech_get(struct mech_instance *m, int variable, double *value, struct mech_message *message);

/* sets parameters and inputs, all of them or, with -1, none; refuses what mech_check_value does.
 * Whether a variable may be set now (tunable, before initialization) is the caller's business.
 * Numbers given by formulas follow. Where they become impossible, tunable parameters are refused
 * during the run, and mech_initialize refuses parameters set before it, which need to fit only
 * together. */
LA_FUNCTION int mech_set_list(struct mech_instance *m, size_t n, const unsigned *variables, const double *values,
                              struct mech_message *message);
LA_FUNCTION int mech_set_integers(struct mech_instance *m, size_t n, const unsigned *variables, const int *values,
                                  struct mech_message *message);
LA_FUNCTION int mech_set(struct mech_instance *m, int variable, double value, struct mech_message *message);

/* Within a communication step an input is a polynomial of time: its value and derivatives, of
 * orders 1 to MECH_INPUT_ORDER, at the beginning. Derivatives hold for the next step only and are
 * zero where they are not set again; the value after a step is the one reached. The check changes
 * nothing: an input, a possible order, a finite value. */
LA_FUNCTION int mech_check_input_derivative(const struct mech_model *model, int variable, int order, double value,
                                            struct mech_message *message);
LA_FUNCTION int mech_set_input_derivative(struct mech_instance *m, int variable, int order, double value,
                                          struct mech_message *message);

/* knowns and by how much they change: inputs and states. States are positions and velocities of
 * bodies, each taken as free to change, joints or not: accelerations and reactions are functions of
 * them by the equations of motion. */
struct mech_known {
	size_t n;
	const unsigned *variable;
	const double *change;
};

/* change[n] of the results unknown[n] for the changes of the knowns, to first order. Between steps
 * the input of a driver acts from the next step on, so nothing follows it at once; where `initial`
 * is 1, before the first step, the mechanism is assembled around it and everything moves along. The
 * state stays as it is. 0, or -1 with a message that names the variable that is no known or no
 * result. */
LA_FUNCTION int mech_directional_derivative(struct mech_instance *m, int initial, const struct mech_known *known,
                                            size_t n, const unsigned *unknown, double *change,
                                            struct mech_message *message);

/* value[n]: time derivatives of results along the motion, as the inputs continue. Order 1 of all, 2
 * of positions; others are 0. */
LA_FUNCTION int mech_output_derivatives(struct mech_instance *m, size_t n, const unsigned *variable, const int *order,
                                        double *value, struct mech_message *message);

/* the state block, and putting a copy of it back, also into another instance of the same image.
 * mech_restore takes what mech_check_state has accepted (0, or -1 with a message that names the
 * impossible number): the numbers may still be those of no motion, but no call that follows leaves
 * a table or loses its way in time because of them. `state` is aligned to 8. */
LA_FUNCTION size_t mech_state_size(const struct mech_instance *m);
LA_FUNCTION const void *mech_state(const struct mech_instance *m);
LA_FUNCTION int mech_check_state(const struct mech_instance *m, const void *state, struct mech_message *message);
LA_FUNCTION void mech_restore(struct mech_instance *m, const void *state);
LA_FUNCTION int mech_state_initialized(const void *state); /* whether it was saved after mech_initialize */

/* parameters, inputs and the present point, for whoever evaluates the equations outside the
 * instance. Between the ends of a step of the solver it is exact once it is settled: moved onto the
 * constraints, with accelerations that fit. */
LA_FUNCTION void mech_settle(struct mech_instance *m);
LA_FUNCTION struct mech_context mech_instance_point(const struct mech_instance *m);

/* The equations of motion, for whoever acts on the mechanism in addition to its elements: force and
 * energy of the system may be replaced by functions that call them (their context: mech_system_at).
 * What was replaced acts from now on, so that accelerations jump. */
LA_FUNCTION struct dae_system *mech_act_upon(struct mech_instance *m);

/* degrees of freedom and redundant rows at the present configuration; redundant may be NULL */
LA_FUNCTION void mech_instance_diagnose(struct mech_instance *m, struct mech_diagnosis *diagnosis,
                                        unsigned char *redundant);

#endif
