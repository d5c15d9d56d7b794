/* A saved instance, as fmi2GetFMUstate hands it out and fmi2SerializeFMUstate writes it: one block
 * without pointers.
 *
 *     head     zero, mark, version of the format, size, fingerprint of the unit, checksum of all that follows
 *     fields   of the instance: FMI state, experiment, what is out of date
 *     block    mech_state(): time, configuration, integrator history, inputs, parameters
 *
 * Everything is little-endian and of fixed size, so a state saved in one process or on one platform
 * can be loaded in any other, by any instance of the same unit. It holds all that influences
 * results; what is switched on for logging is the instance's own and not in it.
 *
 * The zero is for importers that pass a state itself to fmi2FreeFMUstate, in the place of the
 * address of their handle (fmusim 0.0.39): what the function then takes for the handle is NULL, and
 * it does nothing.
 *
 * A state may come from a file that anyone has written. So a check stands before every use: it
 * refuses what is not a state of this unit, and what would let a later call leave a table or lose
 * its way in time.
 */
#ifndef FMU_STATE_H
#define FMU_STATE_H

#include "fmu_instance.h"

#define FMU_STATE_MAGIC 0x544154534843454dull /* the bytes "MECHSTAT" */
#define FMU_STATE_VERSION 9u

struct fmu_state_head {
	uint64_t zero;
	uint64_t magic;
	uint64_t version;
	uint64_t size; /* bytes of the whole */
	char guid[40]; /* of the unit, with zeros after: stands for mechanism and runtime version */
	uint64_t checksum;
	int32_t state; /* enum fmu_state */
	int32_t outdated, stop_defined, regularized, unresolved, own_tolerance;
	double stop_time;
};

LA_FUNCTION size_t fmu_state_size(const struct fmu_instance *f);

/* `state` is fmu_state_size bytes, aligned to 8 like everything from malloc; so below */
LA_FUNCTION void fmu_state_save(const struct fmu_instance *f, void *state);

/* whether `size` bytes begin like a state of this unit; then also whether they are whole and can be
 * loaded. 0, or -1 with a message that says what differs. */
LA_FUNCTION int fmu_state_check_head(const struct fmu_instance *f, const void *state, size_t size,
                                     struct mech_message *message);
LA_FUNCTION int fmu_state_check(const struct fmu_instance *f, const void *state, size_t size,
                                struct mech_message *message);

/* a state that has passed the check */
LA_FUNCTION void fmu_state_load(struct fmu_instance *f, const void *state);

#endif
