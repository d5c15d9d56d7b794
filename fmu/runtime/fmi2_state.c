/* FMI 2.0: saving, restoring and serializing an instance.
 *
 * What the importer holds as fmi2FMUstate is the block of fmu_state.h, in memory from malloc.
 * Serialized it is the same bytes. A state belongs to the unit, not to the instance that saved it:
 * every instance of the unit can take it.
 */
#include <stdlib.h>
#include <string.h>

#include "fmi2.h"
#include "fmu_arithmetic.h"
#include "fmu_state.h"

/* the importer's handle for a state must be one of ours: NULL and foreign blocks are refused */
static fmi2Status fmi2_state_own(const struct fmu_instance *f, enum fmu_call call, const void *state)
{
	struct mech_message message;
	if (state == NULL) {
		return fmu_refuse(f, call, "no state (NULL)");
	}
	if (fmu_state_check_head(f, state, fmu_state_size(f), &message) != 0) {
		return fmu_refuse(f, call, message.text);
	}
	return fmi2OK;
}

/* room for a state in *place, NULL when there is none */
static fmi2Status fmi2_state_allocate(const struct fmu_instance *f, enum fmu_call call, fmi2FMUstate *place)
{
	*place = malloc(fmu_state_size(f));
	return *place == NULL ? fmu_refuse(f, call, "out of memory") : fmi2OK;
}

FMI2_Export fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *FMUstate)
{
	struct fmu_instance *f = fmu_enter(c, FMU_GET_STATE);
	if (f == NULL) {
		return fmi2Error;
	}
	if (FMUstate == NULL) {
		return fmu_refuse(f, FMU_GET_STATE, "no place for the state (NULL)");
	}
	fmi2Status status = *FMUstate == NULL ? fmi2_state_allocate(f, FMU_GET_STATE, FMUstate)
	                                      : fmi2_state_own(f, FMU_GET_STATE, *FMUstate);
	if (status == fmi2OK) {
		fmu_state_save(f, *FMUstate);
	}
	return status;
}

static fmi2Status fmi2_state_set(fmi2Component c, fmi2FMUstate FMUstate)
{
	struct fmu_instance *f = fmu_enter(c, FMU_SET_STATE);
	if (f == NULL || fmi2_state_own(f, FMU_SET_STATE, FMUstate) != fmi2OK) {
		return fmi2Error;
	}
	struct mech_message message;
	if (fmu_state_check(f, FMUstate, fmu_state_size(f), &message) != 0) {
		return fmu_refuse(f, FMU_SET_STATE, message.text);
	}
	fmu_state_load(f, FMUstate);
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate FMUstate)
{
	const struct fmu_arithmetic host = fmu_arithmetic_begin();
	return fmu_arithmetic_end(&host, fmi2_state_set(c, FMUstate));
}

/* freeing nothing is always right */
FMI2_Export fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *FMUstate)
{
	struct fmu_instance *f = fmu_enter(c, FMU_FREE_STATE);
	if (f == NULL) {
		return fmi2Error;
	}
	if (FMUstate == NULL || *FMUstate == NULL) {
		return fmi2OK;
	}
	fmi2Status status = fmi2_state_own(f, FMU_FREE_STATE, *FMUstate);
	if (status == fmi2OK) {
		/* a copy of the handle is no state any more */
		((struct fmu_state_head *)*FMUstate)->magic = 0;
		free(*FMUstate);
		*FMUstate = NULL;
	}
	return status;
}

FMI2_Export fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate FMUstate, size_t *size)
{
	struct fmu_instance *f = fmu_enter(c, FMU_STATE_SIZE);
	if (f == NULL || fmi2_state_own(f, FMU_STATE_SIZE, FMUstate) != fmi2OK) {
		return fmi2Error;
	}
	if (size == NULL) {
		return fmu_refuse(f, FMU_STATE_SIZE, "no place for the size (NULL)");
	}
	*size = fmu_state_size(f);
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate FMUstate, fmi2Byte serializedState[],
                                             size_t size)
{
	struct fmu_instance *f = fmu_enter(c, FMU_SERIALIZE_STATE);
	if (f == NULL || fmi2_state_own(f, FMU_SERIALIZE_STATE, FMUstate) != fmi2OK) {
		return fmi2Error;
	}
	if (serializedState == NULL) {
		return fmu_refuse(f, FMU_SERIALIZE_STATE, "no place for the bytes (NULL)");
	}
	if (size < fmu_state_size(f)) {
		return fmu_refuse(f, FMU_SERIALIZE_STATE,
		                  "the place for the bytes is too small; fmi2SerializedFMUstateSize says how many they are");
	}
	memcpy(serializedState, FMUstate, fmu_state_size(f));
	return fmi2OK;
}

static fmi2Status fmi2_state_deserialize(fmi2Component c, const fmi2Byte serializedState[], size_t size,
                                         fmi2FMUstate *FMUstate)
{
	struct fmu_instance *f = fmu_enter(c, FMU_DESERIALIZE_STATE);
	if (f == NULL) {
		return fmi2Error;
	}
	if (serializedState == NULL || FMUstate == NULL) {
		return fmu_refuse(f, FMU_DESERIALIZE_STATE,
		                  FMUstate == NULL ? "no place for the state (NULL)" : "no bytes (NULL)");
	}
	/* checked as a copy, which is aligned; as much of the bytes as a state has */
	size_t room = fmu_state_size(f);
	if (fmi2_state_allocate(f, FMU_DESERIALIZE_STATE, FMUstate) != fmi2OK) {
		return fmi2Error;
	}
	memcpy(*FMUstate, serializedState, size < room ? size : room);
	struct mech_message message;
	if (fmu_state_check(f, *FMUstate, size, &message) != 0) {
		free(*FMUstate);
		*FMUstate = NULL;
		return fmu_refuse(f, FMU_DESERIALIZE_STATE, message.text);
	}
	return fmi2OK;
}

FMI2_Export fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte serializedState[], size_t size,
                                               fmi2FMUstate *FMUstate)
{
	const struct fmu_arithmetic host = fmu_arithmetic_begin();
	return fmu_arithmetic_end(&host, fmi2_state_deserialize(c, serializedState, size, FMUstate));
}
