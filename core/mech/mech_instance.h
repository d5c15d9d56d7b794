/* A running mechanism: model, state and scratch of one instance.
 *
 * Everything that influences the next result lives in one pointer-free block, the state; copying that block saves
 * and restores an instance exactly. Scratch matters only within a call. Memory is taken in mech_instance_create
 * alone.
 *
 * Life: create -> set parameters and inputs -> initialize -> (set inputs, tunable parameters -> advance -> get) ...
 * mech_reset goes back to the state after create. get works at any time after create: before initialize it gives start
 * values (and the drawing for the rest).
 *
 * Status: 0 done; > 0 done, but the message holds a warning; < 0 impossible, the message says why, state untouched.
 */
#ifndef MECH_INSTANCE_H
#define MECH_INSTANCE_H

#include "mech_assembly.h"
#include "mech_model.h"

struct mech_instance;

/* NULL with a message when memory is out or the image is not valid; the image must outlive the instance */
LA_FUNCTION struct mech_instance *mech_instance_create(const void *image, size_t size, struct mech_message *message);
LA_FUNCTION void mech_instance_free(struct mech_instance *m);
LA_FUNCTION const struct mech_model *mech_instance_model(const struct mech_instance *m);
LA_FUNCTION void mech_reset(struct mech_instance *m);

/* start time; tolerance <= 0 keeps the file's */
LA_FUNCTION void mech_setup(struct mech_instance *m, double start_time, double tolerance);

/* assembles positions and velocities, finds consistent accelerations and multipliers. May be called again
 * after further sets (initialization mode): it starts from the drawing each time. */
LA_FUNCTION int mech_initialize(struct mech_instance *m, struct mech_message *message);

/* integrates to t_end exactly */
LA_FUNCTION int mech_advance(struct mech_instance *m, double t_end, struct mech_message *message);
LA_FUNCTION double mech_time(const struct mech_instance *m);

/* `variable` is a number in the model's variable table. Values are brought up to date when they are asked for: after
 * a set, accelerations and reactions follow the new inputs (0 or -1 with a message). */
LA_FUNCTION int mech_get(struct mech_instance *m, int variable, double *value, struct mech_message *message);

/* parameters and inputs; refuses values that are not finite, outside the variable's limits or impossible for the kind,
 * naming the variable. Whether the variable may be set now (tunable, before initialization) is the caller's business. */
LA_FUNCTION int mech_set(struct mech_instance *m, int variable, double value, struct mech_message *message);

/* the state block, and putting a copy of it back, also into another instance of the same image. The caller vouches for its
 * bytes: they must be a state of this image. */
LA_FUNCTION size_t mech_state_size(const struct mech_instance *m);
LA_FUNCTION const void *mech_state(const struct mech_instance *m);
LA_FUNCTION void mech_restore(struct mech_instance *m, const void *state);

/* degrees of freedom and redundant rows at the present configuration; redundant may be NULL */
LA_FUNCTION void mech_instance_diagnose(struct mech_instance *m, struct mech_diagnosis *diagnosis,
                                        unsigned char *redundant);

#endif
